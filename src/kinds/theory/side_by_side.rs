//! Two worlds side by side: only what differs between them. Where names stand for the same thing in one of them, that
//! they may, and how to say that they do not.

use super::UnderstoodTheory;
use crate::kinds::argument::list;
use crate::kinds::world_lines::table;
use crate::kinds::{Answer, AnswerVerdict};
use puzzle_engine::logic::first_order::{Predicate, Structure, TheorySort};

/// Values of one symbol that are compared.
const MOST_VALUES: usize = 4096;

/// Differences that are told; of more, whole worlds say more.
const MOST_TOLD: usize = 24;

/// What stands for the value of something that a world lacks.
const LACKING: &str = "not there";

/// A thing by one of its names, with its number in each of two worlds, of those that have it.
type NamedThing = (String, [Option<u32>; 2]);

/// Names of arguments, with their numbers in each of two worlds, of those that have them all.
type NamedTuple = (Vec<String>, [Option<Vec<u32>>; 2]);

/// A term or sentence and what it is in each of two worlds.
type ComparedValue = (String, [String; 2]);

/// What differs between two worlds, one a column with a head; `None` where too much does.
pub(super) fn side_by_side(
    understood: &UnderstoodTheory<'_>,
    heads: [&str; 2],
    worlds: [&Structure; 2],
) -> Option<Answer> {
    let values = Compared { understood, worlds }.values()?;
    let is_same = |it: &ComparedValue| it.1[0] == it.1[1];
    let (same, differing): (Vec<_>, Vec<_>) = values.into_iter().partition(is_same);
    if differing.is_empty() || differing.len() > MOST_TOLD {
        return None;
    }
    let (terms, cells): (Vec<_>, Vec<_>) = differing.into_iter().unzip();
    let lines = table("", &terms, &heads.map(str::to_owned), cells.as_flattened())?;
    let answer = Answer::plain(AnswerVerdict::Neither).table(Some("what differs:"), lines);
    Some(match same.is_empty() {
        true => answer,
        false => answer.note("all else is the same in both worlds"),
    })
}

/// That names may stand for the same thing, where some do in one of two worlds, and what says otherwise.
pub(super) fn coinciding(
    understood: &UnderstoodTheory<'_>,
    worlds: [&Structure; 2],
) -> Option<String> {
    let names = Compared { understood, worlds }.coinciding()?;
    let marked: Vec<_> = names.iter().map(|it| format!("`{it}`")).collect();
    let otherwise = match &names[..] {
        [one, other] => format!("`distinct {one}, {other}` or `{one} != {other}`"),
        _ => format!("`distinct {}`", names.join(", ")),
    };
    Some(format!(
        "names may stand for the same thing, as {} do here; the line {otherwise} says otherwise",
        list(&marked)
    ))
}

struct Compared<'w> {
    understood: &'w UnderstoodTheory<'w>,
    worlds: [&'w Structure; 2],
}

impl Compared<'_> {
    /// What everything that has a name is in each world; `None` where that is too much.
    fn values(&self) -> Option<Vec<ComparedValue>> {
        let (meaning, signature) =
            (&self.understood.meaning, &self.understood.meaning.theory.signature);
        let name = |it: u32| self.understood.symbols.symbols[it as usize].name;
        let mut values = self.sizes();
        for (at, symbol) in meaning.functions.iter().enumerate() {
            let sorts = &signature.functions[at];
            let result = self.things(sorts.result);
            values.extend(self.each(name(*symbol), &sorts.arguments, |world, elements| {
                let structure = self.worlds[world];
                let index = structure.index(&sorts.arguments, elements);
                let value = structure.functions[at].get(index)?;
                result.iter().find(|it| it.1[world] == Some(*value)).map(|it| it.0.clone())
            })?);
        }
        for (predicate, symbol) in (0..).map(Predicate).zip(&meaning.predicates) {
            let sorts = &signature.predicates[predicate.0 as usize];
            values.extend(self.each(name(*symbol), sorts, |world, elements| {
                let is_true = self.worlds[world].holds(predicate, sorts, elements);
                Some(if is_true { "yes" } else { "no" }.to_owned())
            })?);
        }
        Some(values)
    }

    /// How many things there are of each open sort.
    fn sizes(&self) -> Vec<ComparedValue> {
        let sorts = self.understood.symbols.sorts.iter().enumerate();
        let open = sorts.filter(|it| it.1.elements.is_none());
        let sizes = open.map(|(at, sort)| {
            let sizes = self.worlds.map(|it| it.sizes[at].to_string());
            (format!("things of {}", sort.name), sizes)
        });
        sizes.collect()
    }

    /// A symbol applied to all things, with what it is in each world.
    fn each(
        &self,
        name: &str,
        sorts: &[TheorySort],
        value: impl Fn(usize, &[u32]) -> Option<String>,
    ) -> Option<Vec<ComparedValue>> {
        let mut tuples: Vec<NamedTuple> = vec![(Vec::new(), [Some(Vec::new()), Some(Vec::new())])];
        for sort in sorts {
            let things = self.things(*sort);
            if tuples.len() * things.len() > MOST_VALUES {
                return None;
            }
            let longer = |(words, elements): &NamedTuple| {
                let with = |(word, numbers): &NamedThing| {
                    let at = |world: usize| {
                        let before = elements[world].as_deref()?;
                        Some([before, &[numbers[world]?]].concat())
                    };
                    ([&words[..], std::slice::from_ref(word)].concat(), [at(0), at(1)])
                };
                things.iter().map(with).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let told = |(words, elements): NamedTuple| {
            let term = match words[..] {
                [] => name.to_owned(),
                _ => format!("{name}({})", words.join(", ")),
            };
            let at = |world: usize| {
                let known = elements[world].as_deref().and_then(|it| value(world, it));
                known.unwrap_or_else(|| LACKING.to_owned())
            };
            (term, [at(0), at(1)])
        };
        Some(tuples.into_iter().map(told).collect())
    }

    /// The things of a sort: of an open one its constants, and in each world those without a constant, by numbers.
    fn things(&self, sort: TheorySort) -> Vec<NamedThing> {
        let symbols = &self.understood.symbols;
        let named = &symbols.sorts[sort.0 as usize];
        if let Some(elements) = &named.elements {
            let name = |symbol: &u32| symbols.symbols[*symbol as usize].name.to_owned();
            return (0..).zip(elements).map(|(at, it)| (name(it), [Some(at); 2])).collect();
        }
        let mut things = self.constants(sort);
        let has_name =
            |element: u32| [0, 1].map(|world| things.iter().any(|it| it.1[world] == Some(element)));
        let most = self.worlds.map(|it| it.sizes[sort.0 as usize]);
        let mut others = Vec::new();
        for element in 0..most[0].max(most[1]) {
            let is_named = has_name(element);
            let at = [0, 1].map(|it| (element < most[it] && !is_named[it]).then_some(element));
            if at != [None, None] {
                others.push((format!("{}{}", named.name, element + 1), at));
            }
        }
        things.append(&mut others);
        things
    }

    /// The constants of a sort.
    fn constants(&self, sort: TheorySort) -> Vec<NamedThing> {
        let meaning = &self.understood.meaning;
        let all = meaning.theory.signature.functions.iter().zip(&meaning.functions).enumerate();
        let own = all.filter(|(_, (sorts, _))| sorts.arguments.is_empty() && sorts.result == sort);
        let named = own.map(|(at, (_, symbol))| {
            let name = self.understood.symbols.symbols[*symbol as usize].name;
            (name.to_owned(), self.worlds.map(|it| it.functions[at].first().copied()))
        });
        named.collect()
    }

    /// Names of an open sort that are one thing in one of the worlds, those first that are not in the other.
    fn coinciding(&self) -> Option<Vec<String>> {
        let sorts =
            self.understood.symbols.sorts.iter().zip(0..).map(|it| (it.0, TheorySort(it.1)));
        let mut found = Vec::new();
        for (_, sort) in sorts.filter(|it| it.0.elements.is_none()) {
            let constants = self.constants(sort);
            for world in [0, 1] {
                for element in 0..self.worlds[world].sizes[sort.0 as usize] {
                    let of = constants.iter().filter(|it| it.1[world] == Some(element));
                    let of: Vec<_> = of.collect();
                    if of.len() > 1 {
                        let is_apart = of.iter().any(|it| it.1[1 - world] != of[0].1[1 - world]);
                        let names: Vec<_> = of.iter().map(|it| it.0.clone()).collect();
                        found.push((!is_apart, names));
                    }
                }
            }
        }
        found.into_iter().min_by_key(|it| it.0).map(|it| it.1)
    }
}
