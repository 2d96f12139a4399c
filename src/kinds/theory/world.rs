//! Worlds in words and as sentences. In words: what functions yield, and of what predicates are true. What
//! has two arguments is a table, with a row for each thing that may come first and a column for each that
//! may come second.

use rustc_hash::FxHashSet;

use super::UnderstoodTheory;
use crate::kinds::resizing::sort_size;
use crate::kinds::world_lines::{self, wrapped};
use crate::kinds::world_table::{WordValues, WorldWord, world_picture};
use crate::picture::PictureBody;
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Structure, Theory, TheoryFunction, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId,
};

/// The lines that describe a world.
pub(super) fn world(understood: &UnderstoodTheory<'_>, structure: &Structure) -> Vec<String> {
    let words = Words { understood, structure };
    let (meaning, signature) = (&understood.meaning, &understood.meaning.theory.signature);
    let mut lines = Vec::new();
    for (at, symbol) in meaning.functions.iter().enumerate() {
        let sorts = &signature.functions[at];
        let name = understood.symbols.symbols[*symbol as usize].name;
        let values = structure.functions[at].iter().map(|it| words.element(sorts.result, *it));
        let values: Vec<_> = values.collect();
        if let Some(table) = words.table(name, &sorts.arguments, &values) {
            lines.extend(table);
            continue;
        }
        let values = words.tuples(name, &sorts.arguments).into_iter().zip(values);
        // That an element is what it is called need not be said.
        let values = values.filter(|(term, value)| term != value);
        let values = values.map(|(term, value)| format!("{term} = {value}")).collect::<Vec<_>>();
        lines.extend(wrapped(&values));
    }
    for (at, symbol) in meaning.predicates.iter().enumerate() {
        let sorts = &signature.predicates[at];
        let name = understood.symbols.symbols[*symbol as usize].name;
        let truths = &structure.predicates[at];
        if let ([same], false) = (&truths[..], structure.tuples(sorts) == Some(1)) {
            lines.push(format!("{} {name}", if *same { "every" } else { "no" }));
            continue;
        }
        let signs: Vec<_> =
            truths.iter().map(|it| if *it { "+" } else { "." }.to_owned()).collect();
        if let Some(table) = words.table(name, sorts, &signs).filter(|_| truths.contains(&true)) {
            lines.extend(table);
            continue;
        }
        let true_of = words.tuples(name, sorts).into_iter().zip(truths).filter(|it| *it.1);
        let true_of = true_of.map(|it| it.0).collect::<Vec<_>>();
        lines.extend(if true_of.is_empty() {
            vec![format!("no {name}")]
        } else {
            wrapped(&true_of)
        });
    }
    let sizes = words.sizes(&lines);
    lines.extend(wrapped(&sizes));
    lines
}

/// A world to be drawn; without one a table to be filled in, of all that has a name.
pub(super) fn drawn(
    understood: &UnderstoodTheory<'_>,
    structure: Option<&Structure>,
) -> PictureBody {
    let (meaning, signature) = (&understood.meaning, &understood.meaning.theory.signature);
    let listed = |sort: &TheorySort| understood.symbols.sorts[sort.0 as usize].elements.as_ref();
    let nothing = Structure::default();
    let words = Words { understood, structure: structure.unwrap_or(&nothing) };
    let name = |symbol: &u32| understood.symbols.symbols[*symbol as usize].name;
    let constants = |sort: TheorySort| {
        let functions = meaning.functions.iter().zip(&signature.functions);
        let of = functions.filter(move |it| it.1.arguments.is_empty() && it.1.result == sort);
        of.map(|it| *it.0).collect()
    };
    let things = |sort: TheorySort| match structure {
        Some(_) => words.elements(sort),
        None => {
            let named = listed(&sort).cloned().unwrap_or_else(|| constants(sort));
            named.iter().map(|it| name(it).to_owned()).collect()
        }
    };
    let arguments = |sorts: &[TheorySort]| sorts.iter().map(|it| things(*it)).collect();
    let numbers = |sorts: &[TheorySort]| sorts.iter().map(|it| it.0).collect();
    let functions = meaning.functions.iter().zip(&signature.functions).enumerate();
    let functions = functions.filter_map(|(at, (symbol, sorts))| {
        let values = words.structure.functions.get(at).into_iter().flatten();
        let values: Vec<_> = values.map(|it| Some(words.element(sorts.result, *it))).collect();
        // That an element is what it is called need not be said.
        let is_name = sorts.arguments.is_empty()
            && (listed(&sorts.result).map_or(structure.is_none(), |it| it.contains(symbol))
                || values.first().is_some_and(|it| it.as_deref() == Some(name(symbol))));
        let name = name(symbol);
        let (sorts, result) = (&sorts.arguments, sorts.result);
        (!is_name).then(|| {
            let says = WordValues::Values(values, things(result));
            WorldWord { name, sorts: numbers(sorts), arguments: arguments(sorts), says }
        })
    });
    let predicates = meaning.predicates.iter().zip(&signature.predicates).enumerate();
    let predicates = predicates.map(|(at, (symbol, sorts))| {
        let truths = words.structure.predicates.get(at).cloned().unwrap_or_default();
        WorldWord {
            name: name(symbol),
            sorts: numbers(sorts),
            arguments: arguments(sorts),
            says: WordValues::Truths(truths),
        }
    });
    // What is the same of too many things has one value only, and no column.
    let is_whole = |it: &WorldWord<'_>| match &it.says {
        WordValues::Truths(truths) => truths.len() != 1 || it.is_about_one(),
        WordValues::Values(..) => true,
    };
    let words: Vec<_> = functions.chain(predicates).filter(is_whole).collect();
    world_picture(&words, structure.is_none())
}

/// What a world says that another one does not.
pub(super) fn differences(
    understood: &UnderstoodTheory<'_>,
    first: &Structure,
    other: &Structure,
) -> Vec<String> {
    let words = Words { understood, structure: other };
    let (meaning, signature) = (&understood.meaning, &understood.meaning.theory.signature);
    let mut found = Vec::new();
    for (at, symbol) in meaning.functions.iter().enumerate() {
        let sorts = &signature.functions[at];
        let name = understood.symbols.symbols[*symbol as usize].name;
        let both = first.functions[at].iter().zip(&other.functions[at]);
        for (term, (before, now)) in words.tuples(name, &sorts.arguments).into_iter().zip(both) {
            if before != now {
                found.push(format!("{term} = {}", words.element(sorts.result, *now)));
            }
        }
    }
    for (at, symbol) in meaning.predicates.iter().enumerate() {
        let name = understood.symbols.symbols[*symbol as usize].name;
        let both = first.predicates[at].iter().zip(&other.predicates[at]);
        let tuples = words.tuples(name, &signature.predicates[at]);
        for (atom, (before, now)) in tuples.into_iter().zip(both) {
            if before != now {
                found.push(if *now { atom } else { format!("not {atom}") });
            }
        }
    }
    found
}

/// The sentence that is true in a world whose sorts are all listed and in no other one.
pub(super) fn described(theory: &mut Theory, structure: &Structure) -> TheorySentenceId {
    let signature = theory.signature.clone();
    let names: Vec<Vec<TheoryTermId>> = signature
        .sorts
        .iter()
        .map(|it| it.iter().flatten().map(|it| theory.constant(*it)).collect())
        .collect();
    let tuples = |sorts: &[TheorySort]| {
        let mut tuples: Vec<(Vec<u32>, Vec<TheoryTermId>)> = vec![Default::default()];
        for sort in sorts {
            let names = &names[sort.0 as usize];
            let longer = |(elements, terms): &(Vec<u32>, Vec<TheoryTermId>)| {
                let longer = (0..).zip(names).map(|(element, name)| {
                    ([&elements[..], &[element]].concat(), [&terms[..], &[*name]].concat())
                });
                longer.collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples
    };
    let mut facts = Vec::new();
    for (function, sorts) in (0..).map(TheoryFunction).zip(&signature.functions) {
        for (elements, terms) in tuples(&sorts.arguments) {
            let value = structure.functions[function.0 as usize]
                [structure.index(&sorts.arguments, &elements)];
            let value = names[sorts.result.0 as usize][value as usize];
            let applied = theory.term(TheoryTerm::Apply(function, terms.into()));
            if applied != value {
                facts.push(theory.sentence(TheorySentence::Equal(applied, value)));
            }
        }
    }
    for (predicate, sorts) in (0..).map(Predicate).zip(&signature.predicates) {
        for (elements, terms) in tuples(sorts) {
            let atom = theory.sentence(TheorySentence::Atom(predicate, terms.into()));
            let is_true = structure.holds(predicate, sorts, &elements);
            facts.push(if is_true { atom } else { theory.sentence(TheorySentence::Not(atom)) });
        }
    }
    theory.sentence(TheorySentence::And(facts.into()))
}

struct Words<'w> {
    understood: &'w UnderstoodTheory<'w>,
    structure: &'w Structure,
}

impl Words<'_> {
    /// What an element is called: of an open sort by its first constant, or by a number.
    fn element(&self, sort: TheorySort, element: u32) -> String {
        let named = &self.understood.symbols.sorts[sort.0 as usize];
        match &named.elements {
            Some(elements) => {
                let symbol = elements[element as usize];
                self.understood.symbols.symbols[symbol as usize].name.to_owned()
            }
            None => match self.constant(sort, element) {
                Some(symbol) => self.understood.symbols.symbols[symbol as usize].name.to_owned(),
                None => format!("{}{}", named.name, element + 1),
            },
        }
    }

    /// The first constant that is an element.
    fn constant(&self, sort: TheorySort, element: u32) -> Option<u32> {
        let meaning = &self.understood.meaning;
        let all = meaning.theory.signature.functions.iter().zip(&meaning.functions);
        let mut all = all.zip(&self.structure.functions);
        let is = |it: &((&FunctionSorts, &u32), &Vec<u32>)| {
            it.0.0.arguments.is_empty() && it.0.0.result == sort && it.1[0] == element
        };
        all.find(is).map(|it| *it.0.1)
    }

    /// How many things there are of each open sort of which `lines` do not tell all: nothing else says it.
    fn sizes(&self, lines: &[String]) -> Vec<String> {
        let signature = &self.understood.meaning.theory.signature;
        let is_told = |sort: TheorySort| {
            let mut functions = signature.functions.iter();
            functions.any(|it| it.result == sort || it.arguments.contains(&sort))
                || signature.predicates.iter().any(|it| it.contains(&sort))
        };
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        let told = lines.iter().flat_map(|it| it.split(|it| !is_part(it)));
        let told: FxHashSet<&str> = told.collect();
        // Without a name and not told; one thing there always is.
        let is_unseen = |sort: TheorySort, element: u32| {
            self.constant(sort, element).is_none()
                && !told.contains(self.element(sort, element).as_str())
        };
        let named = (0..).map(TheorySort).zip(&self.understood.symbols.sorts);
        named
            .filter(|(_, named)| named.elements.is_none())
            .map(|(sort, named)| (sort, named, self.structure.sizes[sort.0 as usize]))
            .filter(|(sort, _, size)| {
                !is_told(*sort) || *size > 1 && (0..*size).any(|it| is_unseen(*sort, it))
            })
            .map(|(_, named, size)| sort_size(named.name, size as usize))
            .collect()
    }

    fn elements(&self, sort: TheorySort) -> Vec<String> {
        let size = self.structure.sizes[sort.0 as usize];
        (0..size).map(|it| self.element(sort, it)).collect()
    }

    /// A symbol applied to all tuples of some sorts, the last element varying fastest.
    fn tuples(&self, name: &str, sorts: &[TheorySort]) -> Vec<String> {
        let mut tuples: Vec<Vec<String>> = vec![Vec::new()];
        for sort in sorts {
            let elements = self.elements(*sort);
            tuples = tuples
                .iter()
                .flat_map(|tuple| {
                    elements.iter().map(move |it| [&tuple[..], std::slice::from_ref(it)].concat())
                })
                .collect();
        }
        let applied = |arguments: Vec<String>| match arguments.as_slice() {
            [] => name.to_owned(),
            _ => format!("{name}({})", arguments.join(", ")),
        };
        tuples.into_iter().map(applied).collect()
    }

    /// What a symbol with two arguments is, row by row; `None` when a table would be too wide, or there is
    /// nothing to choose.
    fn table(&self, name: &str, sorts: &[TheorySort], cells: &[String]) -> Option<Vec<String>> {
        let [first, second] = sorts else { return None };
        let (rows, columns) = (self.elements(*first), self.elements(*second));
        world_lines::table(name, &rows, &columns, cells)
    }
}
