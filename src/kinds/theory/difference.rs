//! Theories compared: a world of one that breaks a sentence of the other. What has the same name is the same in both;
//! of what one of them does not name it says nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use super::meaning::{NumberedSymbol, TheoryMeaning};
use super::symbols::{DeclaredSymbol, NamedSort, TheorySymbols};
use super::{UnderstoodTheory, world};
use crate::kinds::difference::{Difference, PosedDifference};
use crate::kinds::{Posed, Refusal};
use puzzle_engine::logic::first_order::{
    Renamed, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId,
};
use puzzle_engine::problem::theory::{TheoryMethod, TheoryTask, TheoryWorld, aim};

/// The names of two theories together, and what the numbers of each are there.
struct Both<'p> {
    symbols: TheorySymbols<'p>,
    renamed: [RenamedSymbols; 2],
}

#[derive(Default)]
struct RenamedSymbols {
    sorts: Vec<TheorySort>,
    symbols: Vec<u32>,
}

/// What tells two theories apart: a world of the first that is none of the second, or the other way round.
///
/// # Errors
/// That they are not about the same.
pub fn differences<'p>(
    one: &'p UnderstoodTheory<'p>,
    other: &'p UnderstoodTheory<'p>,
) -> Result<Vec<PosedDifference<'p>>, Refusal> {
    let theories = [one, other];
    if theories.iter().any(|it| !it.symbols.constructors.is_empty()) {
        return Err("sorts with constructors are not compared".to_owned());
    }
    let both = Both::of(theories)?;
    let mut meaning = TheoryMeaning::of(&both.symbols);
    let mut said = Vec::new();
    for (theory, renamed) in theories.iter().zip(&both.renamed) {
        said.push(renamed.say(theory, &mut meaning));
    }
    Ok([[0, 1], [1, 0]]
        .map(|[one, other]| {
            let mut theory = meaning.theory.clone();
            theory.axioms.clone_from(&said[one]);
            let (aim, method) = (aim::BreakingStructure(said[other].clone()), TheoryMethod::Auto);
            let (symbols, meaning) = (both.symbols.clone(), meaning.clone());
            let union = UnderstoodTheory { symbols, meaning, variables: vec![], rules: vec![] };
            Posed::new(TheoryTask { theory, aim, method }, move |_, found| {
                let (found, at) = found?;
                let broken = at.map_or_else(String::new, |at| theories[other].axiom_words(at));
                let mut each = ["a world of it".to_owned(), format!("not a world of it{broken}")];
                if one == 1 {
                    each.reverse();
                }
                let lines = match found {
                    TheoryWorld::Shown(structure) => world::world(&union, &structure),
                    TheoryWorld::Unseen(_) => {
                        vec![
                            "a world that is not shown: it may have endlessly many things"
                                .to_owned(),
                        ]
                    }
                };
                Some(Difference { lines, each })
            })
        })
        .into())
}

impl UnderstoodTheory<'_> {
    /// A sentence that is broken, with its line.
    fn axiom_words(&self, at: usize) -> String {
        let Some(rule) = self.rules.get(at) else {
            return ", which lists what there is and what differs".to_owned();
        };
        let line = rule.source.line_column(rule.place.start).line;
        let words = rule
            .label
            .map_or_else(|| crate::text::shortened(rule.source.slice(rule.place)), str::to_owned);
        format!(", by line {line}: `{words}`")
    }
}

impl<'p> Both<'p> {
    fn of(theories: [&'p UnderstoodTheory<'p>; 2]) -> Result<Self, Refusal> {
        let mut symbols = TheorySymbols::default();
        let mut renamed = [RenamedSymbols::default(), RenamedSymbols::default()];
        let mut sorts: FxHashMap<&str, TheorySort> = FxHashMap::default();
        for (theory, renamed) in theories.iter().zip(&mut renamed) {
            for sort in &theory.symbols.sorts {
                let number = *sorts.entry(sort.name).or_insert_with(|| {
                    symbols.sorts.push(NamedSort { elements: None, ..sort.clone() });
                    TheorySort(symbols.sorts.len() as u32 - 1)
                });
                renamed.sorts.push(number);
            }
            for symbol in &theory.symbols.symbols {
                let own = |it: &_| theory.symbols.sort_of(*it).unwrap_or(TheorySort(0));
                let sort = |it| renamed.sorts[own(it).0 as usize];
                let arguments: Vec<TheorySort> = symbol.arguments.iter().map(sort).collect();
                let result = symbol.result.as_ref().map(sort);
                renamed.symbols.push(known(&mut symbols, symbol, &arguments, result)?);
            }
        }
        let [ours, theirs] = renamed.each_ref().map(|it| &it.symbols);
        let ours: FxHashSet<_> = ours.iter().collect();
        if !theirs.iter().any(|it| ours.contains(it)) {
            return Err("these theories have no name in common".to_owned());
        }
        let mut both = Self { symbols, renamed };
        both.list(theories);
        Ok(both)
    }

    /// Keeps what both list, and what differs in both.
    fn list(&mut self, theories: [&'p UnderstoodTheory<'p>; 2]) {
        let of = |side: usize, all: &[u32]| -> Vec<u32> {
            let mut all: Vec<u32> =
                all.iter().map(|it| self.renamed[side].symbols[*it as usize]).collect();
            all.sort_unstable();
            all
        };
        let lists = [0, 1].map(|side| {
            let distinct = theories[side].symbols.distinct.iter();
            distinct.map(|it| of(side, it)).collect::<Vec<_>>()
        });
        let elements = [0, 1].map(|side| {
            let sorts = theories[side].symbols.sorts.iter().zip(&self.renamed[side].sorts);
            let listed =
                sorts.filter_map(|(it, sort)| Some((*sort, of(side, it.elements.as_ref()?))));
            listed.collect::<Vec<_>>()
        });
        let [ours, theirs] = lists;
        let theirs: FxHashSet<_> = theirs.into_iter().collect();
        self.symbols.distinct = ours.into_iter().filter(|it| theirs.contains(it)).collect();
        let [ours, theirs] = elements;
        let theirs: FxHashMap<_, _> = theirs.into_iter().collect();
        for (sort, listed) in ours {
            if theirs.get(&sort) == Some(&listed) {
                self.symbols.sorts[sort.0 as usize].elements = Some(listed);
            }
        }
    }
}

/// The symbol of both that one of a theory is.
fn known<'p>(
    symbols: &mut TheorySymbols<'p>,
    symbol: &DeclaredSymbol<'p>,
    arguments: &[TheorySort],
    result: Option<TheorySort>,
) -> Result<u32, Refusal> {
    let Some(index) = symbols.find(symbol.name) else {
        let arguments = arguments.iter().map(|it| symbols.class(Some(*it))).collect();
        let result = result.map(|it| symbols.class(Some(it)));
        let (name, place) = (symbol.name, symbol.place);
        return Ok(symbols.add(DeclaredSymbol { name, place, arguments, result }));
    };
    let there = &symbols.symbols[index as usize];
    let sorts = there.arguments.iter().map(|it| symbols.sort_of(*it));
    let is_same = sorts.eq(arguments.iter().map(|it| Some(*it)))
        && there.result.map(|it| symbols.sort_of(it)) == result.map(Some);
    is_same
        .then_some(index)
        .ok_or_else(|| format!("`{}` is about other things in the other theory", symbol.name))
}

impl RenamedSymbols {
    /// What a theory says, in the numbers of both: its axioms, and what it lists where the other one does not.
    fn say(
        &self,
        theory: &UnderstoodTheory<'_>,
        both: &mut TheoryMeaning,
    ) -> Vec<TheorySentenceId> {
        let (mut functions, mut predicates) = (Vec::new(), Vec::new());
        for symbol in &self.symbols {
            match both.symbols[*symbol as usize] {
                NumberedSymbol::Function(function) => functions.push(function),
                NumberedSymbol::Predicate(predicate) => predicates.push(predicate),
            }
        }
        let own = &theory.meaning.theory;
        let renamed = Renamed { sorts: self.sorts.clone(), functions, predicates };
        let mut said = both.theory.copy(own, &renamed);
        let constants = |all: &[TheoryFunction]| -> Vec<TheoryFunction> {
            let mut all: Vec<_> = all.iter().map(|it| renamed.functions[it.0 as usize]).collect();
            all.sort_unstable();
            all
        };
        let distinct: FxHashSet<_> = both.theory.signature.distinct.iter().cloned().collect();
        for all in &own.signature.distinct {
            let all = constants(all);
            if !distinct.contains(&all) {
                said.push(differ(&mut both.theory, &all));
            }
        }
        for (sort, elements) in self.sorts.iter().zip(&own.signature.sorts) {
            let Some(elements) = elements else { continue };
            let all = constants(elements);
            if both.theory.signature.sorts[sort.0 as usize].is_none() {
                said.push(are_all(&mut both.theory, *sort, &all));
            }
        }
        said
    }
}

/// That constants are of different things.
fn differ(theory: &mut Theory, all: &[TheoryFunction]) -> TheorySentenceId {
    let terms: Vec<TheoryTermId> = all.iter().map(|it| theory.constant(*it)).collect();
    let mut parts = Vec::new();
    for (at, one) in terms.iter().enumerate() {
        for other in &terms[at + 1..] {
            let same = theory.sentence(TheorySentence::Equal(*one, *other));
            parts.push(theory.sentence(TheorySentence::Not(same)));
        }
    }
    theory.sentence(TheorySentence::And(parts.into()))
}

/// That constants are all there is of a sort.
fn are_all(theory: &mut Theory, sort: TheorySort, all: &[TheoryFunction]) -> TheorySentenceId {
    let thing = theory.variable(sort);
    let term = theory.term(TheoryTerm::Variable(thing));
    let mut parts = Vec::new();
    for constant in all {
        let constant = theory.constant(*constant);
        parts.push(theory.sentence(TheorySentence::Equal(term, constant)));
    }
    let some = theory.sentence(TheorySentence::Or(parts.into()));
    theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, thing, some))
}
