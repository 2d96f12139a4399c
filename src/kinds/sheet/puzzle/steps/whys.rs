//! Why a solution is the only one, why a sentence follows for some values, and what is open, in words.

use super::{StepWords, askable};
use crate::diagnostic::Related;
use crate::kinds::argument::list;
use crate::kinds::freedom::{FreeValue, freedom_told};
use crate::kinds::sheet::claimed::written;
use crate::kinds::sheet::goals::SheetGoals;
use crate::kinds::sheet::lower::Lowering;
use crate::kinds::sheet::puzzle::{NamedTable, SheetPuzzle};
use crate::kinds::{
    HintOrigin, HintReason, Listing, Note, Posed, Reasons, Refusal, few, fewest, line_of,
    not_smallest,
};
use num_bigint::BigUint;
use puzzle_engine::logic::sheet::{Sheet, SheetState, SymbolOrigin};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{
    AnswersWhy, FollowsFrom, OnlyWhy, SheetFound, SheetFreedom, SheetReason, SheetTask, aim,
};

/// Why a solution is the only one, or another one, and what would leave it alone.
///
/// # Errors
/// Why nothing can be asked.
pub(in crate::kinds::sheet::puzzle) fn only<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
    state: SheetState,
) -> Result<Posed<'p, Reasons>, Refusal> {
    askable(puzzle)?;
    let Lowering { sheet, symbols, named, .. } = Lowering::new(&puzzle.understood, &[])?;
    let task = SheetTask { sheet, aim: aim::FindWhyOnly(state) };
    Ok(Posed::new(task, move |task, why| {
        let symbols = symbols.iter().map(|it| (*it.1, *it.0)).collect();
        let words = StepWords { puzzle, sheet: &task.sheet, symbols, variables: &named };
        words.only(&task.aim.0, why)
    }))
}

/// Why a sentence follows for some values and not for others.
///
/// # Errors
/// Why nothing can be asked.
pub(in crate::kinds::sheet::puzzle) fn answers<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
    goals: SheetGoals,
) -> Result<Posed<'p, Reasons>, Refusal> {
    askable(puzzle)?;
    let sentence = goals.sentence.ok_or("the question lacks its sentence")?;
    let asked = goals.asked.iter().map(|it| it.1).collect();
    let aim = aim::FindWhyAnswers(sentence, asked);
    let task = SheetTask { sheet: Sheet::clone(&goals.sheet), aim };
    Ok(Posed::new(task, move |task, found| {
        let symbols = goals.symbols.iter().map(|it| (*it.1, *it.0)).collect();
        let (puzzle, variables) = (puzzle, &*goals.named);
        StepWords { puzzle, sheet: &task.sheet, symbols, variables }.answers(&goals, found)
    }))
}

/// What is not the same in all solutions.
///
/// # Errors
/// Why nothing can be asked.
pub(in crate::kinds::sheet::puzzle) fn freedom<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
) -> Result<Posed<'p, Reasons>, Refusal> {
    askable(puzzle)?;
    let Lowering { sheet, symbols, named, .. } = Lowering::new(&puzzle.understood, &[])?;
    let task = SheetTask { sheet, aim: aim::FindFreedom };
    Ok(Posed::new(task, move |task, found| {
        let symbols = symbols.iter().map(|it| (*it.1, *it.0)).collect();
        StepWords { puzzle, sheet: &task.sheet, symbols, variables: &named }.freedom(&found)
    }))
}

/// Why there are so many solutions: what leaves none, or one, or what is not the same in all.
///
/// # Errors
/// Why nothing can be asked.
pub(in crate::kinds::sheet::puzzle) fn so_many<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
    count: &BigUint,
) -> Result<Posed<'p, Reasons>, Refusal> {
    if *count == BigUint::ZERO {
        return none(puzzle);
    }
    if *count != BigUint::from(1u32) {
        return freedom(puzzle);
    }
    askable(puzzle)?;
    Ok(found(puzzle)?.and_then(|found| match found {
        Outcome::Found(state) => Reasons::posed(only(puzzle, state)),
        Outcome::Contradictory(_) => Posed::known(Reasons::default()),
    }))
}

/// Why there is no solution, where that is all that is known.
fn none<'p, 'a: 'p>(puzzle: &'p SheetPuzzle<'a>) -> Result<Posed<'p, Reasons>, Refusal> {
    let found = found(puzzle)?;
    Ok(found.and_then(move |found| match found {
        Outcome::Found(_) => Posed::known(Reasons::default()),
        Outcome::Contradictory(reason) => Posed::asked(move |budget| {
            let no = puzzle.contradictory(&reason);
            let no = puzzle.with_bounds(no, &reason, budget);
            let (argued, doubts) =
                Reasons::posed(super::argument(puzzle, Some(reason))).solve(budget)?;
            Ok((Reasons { heading: no.heading, because: no.because, ..argued }, doubts))
        }),
    }))
}

/// A solution, or why there is none.
fn found<'p>(puzzle: &SheetPuzzle<'_>) -> Result<Posed<'p, SheetFound<SheetState>>, Refusal> {
    let Lowering { sheet, .. } = Lowering::new(&puzzle.understood, &[])?;
    Ok(Posed::new(SheetTask { sheet, aim: aim::FindState }, |_, found| found))
}

impl SheetPuzzle<'_> {
    /// The solution in which everything found is as it stands there by name.
    pub(in crate::kinds::sheet::puzzle) fn named_state(
        &self,
        tables: &[NamedTable<'_>],
    ) -> Result<SheetState, Refusal> {
        let Lowering { sheet, symbols, .. } = Lowering::new(&self.understood, &[])?;
        let mut state = SheetState { tables: vec![Vec::new(); sheet.symbols.len()] };
        for (symbol, id) in symbols {
            if sheet.symbol(id).origin != SymbolOrigin::Found {
                continue;
            }
            let name = self.understood.symbols.symbols[symbol as usize].name;
            let is_whole =
                |it: &&NamedTable<'_>| it.0 == name && sheet.tuples(id) == Some(it.1.len());
            let (_, table) = tables.iter().find(is_whole).ok_or("a table is not told")?;
            state.tables[id.0 as usize].clone_from(table);
        }
        Ok(state)
    }
}

impl StepWords<'_, '_> {
    fn only(&self, first: &SheetState, why: OnlyWhy) -> Reasons {
        let puzzle = self.puzzle;
        match why {
            OnlyWhy::Only { rules, is_smallest } => {
                let because = self.lines_of(&rules);
                if because.is_empty() {
                    let nothing = "nothing else is possible".to_owned();
                    return Reasons { notes: vec![Note::Summary(nothing)], ..Reasons::default() };
                }
                let heading = Some("no other is left by:".to_owned());
                Reasons { notes: not_smallest(is_smallest), heading, because, ..Reasons::default() }
            }
            OnlyWhy::Another { other, clues, is_smallest } => {
                let world = puzzle.understood.lineage.world();
                let differences = puzzle.differences(first, &other);
                let heading =
                    Some(format!("another {world}, with {}; what differs:", few(&differences)));
                let table = Note::Table(Listing { heading, lines: puzzle.beside(first, &other) });
                let clues: Vec<_> =
                    clues.iter().map(|it| format!("`{}`", self.value(*it))).collect();
                let fewest = fewest(is_smallest);
                let told = format!("told {} as well, it is the only one{fewest}", list(&clues));
                Reasons { notes: vec![table, Note::Summary(told)], ..Reasons::default() }
            }
        }
    }

    /// Where some rules are said.
    fn lines_of(&self, rules: &SheetReason) -> Vec<Related> {
        let understood = self.understood();
        let rules = rules.iter().filter_map(|it| understood.rules.get(*it));
        let line = |rule| Related { message: understood.says(rule), ..self.related(rule.place) };
        rules.map(line).collect()
    }

    fn answers(&self, goals: &SheetGoals, found: SheetFound<AnswersWhy>) -> Reasons {
        // That there is no solution is said by the answer.
        let Outcome::Found(AnswersWhy { mut answers, others, no_others }) = found else {
            return Reasons::default();
        };
        answers.sort_by(|one, other| one.0.cmp(&other.0));
        let written = |it: &Vec<i64>| written(self.understood(), goals, it);
        let lines =
            answers.iter().map(|(it, from)| format!("{} by {}", written(it), self.from(from)));
        let lines: Vec<_> = lines.collect();
        let heading = Some("what each follows from:".to_owned());
        let proofs = if lines.is_empty() { Vec::new() } else { vec![Listing { heading, lines }] };
        if let Some((rules, is_smallest)) = no_others {
            let because = self.lines_of(&rules);
            let heading =
                (!because.is_empty()).then(|| "it is false for all others by:".to_owned());
            let notes = not_smallest(is_smallest);
            return Reasons { notes, heading, because, proofs, ..Reasons::default() };
        }
        let false_in = |(state, lists): &(SheetState, Vec<Vec<i64>>)| {
            let mut lists = lists.clone();
            lists.sort_unstable();
            let each: Vec<_> = lists.iter().map(written).collect();
            let world = self.understood().lineage.world();
            let heading = Some(format!("a {world} where it is false for {}:", few(&each)));
            Note::Table(Listing { heading, lines: self.puzzle.lines(state) })
        };
        Reasons { notes: others.iter().map(false_in).collect(), proofs, ..Reasons::default() }
    }

    /// What something follows from, on one line.
    fn from(&self, from: &FollowsFrom) -> String {
        let FollowsFrom { rules, facts, is_smallest } = from;
        let own = self.understood().lineage.own().source;
        let placed = |words: &str, origin: &HintOrigin| match origin {
            HintOrigin::Place(Related { source: Some(source), span, .. }) => {
                format!("{words} ({})", line_of(source, *span, own))
            }
            _ => words.to_owned(),
        };
        let rules = rules.iter().map(|it| {
            let HintReason { words, variables, origin } = self.rule(it);
            let of = if variables.is_empty() { words } else { format!("{words} for {variables}") };
            placed(&of, &origin)
        });
        let facts = facts.iter().map(|it| placed(&self.value(it.0), &self.place_of(it.1)));
        let all: Vec<_> = rules.chain(facts).collect();
        let perhaps = fewest(*is_smallest);
        match all.is_empty() {
            true => "what it says".to_owned(),
            false => format!("{}{perhaps}", list(&all)),
        }
    }

    fn freedom(&self, found: &SheetFreedom) -> Reasons {
        let SheetFreedom { open, parts, .. } = found;
        let values = open.iter().map(|it| {
            let number = self.symbols.get(&it.symbol).copied().unwrap_or_default();
            let symbol = &self.understood().symbols.symbols[number as usize];
            let arguments = self.sheet.arguments(it.symbol, it.place);
            FreeValue {
                term: super::World::term(self.understood(), number, &arguments),
                values: match symbol.result {
                    None => Vec::new(),
                    Some(result) => {
                        let symbols = &self.understood().symbols;
                        let word = |it: &Option<i64>| match (it, result.sort) {
                            (Some(it), Some(sort)) => symbols.written_value(sort, *it).to_string(),
                            (Some(it), None) => it.to_string(),
                            (None, _) => crate::kinds::sheet::world::NONE.to_owned(),
                        };
                        it.values.iter().map(word).collect()
                    }
                },
            }
        });
        freedom_told(&values.collect::<Vec<_>>(), parts)
    }
}
