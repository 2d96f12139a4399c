//! Makes a puzzle of what a declaration leaves open: tries, until one comes to a puzzle with one solution, and has
//! that checked as any answer is.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::check::{Analysis, CheckedProgram, Levels, check_within};
use super::import::document;
use super::solve::{NO_SOLUTION, NoAnswer, answer_doubting, is_only};
use crate::diagnostic::Edit;
use crate::diagnostic::fix::apply;
use crate::kinds::{Chance, Definition, Made, Making, Puzzle, Question, doubts_told};
use crate::syntax::ast::{ItemKind, Verb};
use crate::syntax::format::format;
use crate::text::{Source, Span};
use puzzle_engine::Doubt;
use puzzle_engine::budget::Budget;

/// So many tries are made: where all that is open tells too little, each is in vain.
const TRIES: usize = 1000;

/// Of so many things that its author might have drawn that is taken which needs the fewest givens.
const GROUNDWORKS: usize = 24;

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadePuzzle {
    /// A text that declares it, with all that it needs of its file.
    pub text: String,
    /// How many givens were added, or corridors.
    pub givens: usize,
    /// The same in words.
    pub told: String,
    /// What is doubted of its being the only solution.
    pub doubts: Vec<&'static str>,
}

/// Makes a puzzle by the numbers of a seed.
///
/// # Errors
/// See [`NoAnswer`].
pub fn make(
    analysis: &Analysis<'_>,
    (definition, puzzle): (Definition, &dyn Puzzle),
    seed: u64,
    making: Making,
    budget: &mut Budget,
) -> Result<MadePuzzle, NoAnswer> {
    if matches!(analysis.scope.item(definition).kind, ItemKind::File { .. }) {
        let why = "it stands in a file of another format, which is not changed";
        return Err(NoAnswer::Refused(why.to_owned()));
    }
    let mut chance = Chance::new(seed);
    let mut best: Option<MadePuzzle> = None;
    for at in 0..TRIES {
        if at >= GROUNDWORKS && best.is_some() {
            break;
        }
        let lines = puzzle.groundwork(&mut chance).map_err(NoAnswer::Refused)?;
        if lines.is_empty() {
            match tried(analysis, (definition, puzzle), &mut chance, making, budget)? {
                Try::Made(made) => return Ok(made),
                Try::Insoluble => return Err(NoAnswer::Refused(NO_SOLUTION.to_owned())),
                Try::Ambiguous => {}
            }
            continue;
        }
        let edits = edits(analysis, definition, &Made { lines, ..Made::default() });
        let checked = changed(analysis, definition, &edits, budget)?;
        let drawn = checked.analysis();
        let puzzle = drawn.puzzle(definition).ok_or_else(broken)?;
        let puzzle = (definition, puzzle.as_ref());
        // Of another groundwork there may be a solution.
        if let Try::Made(made) = tried(&drawn, puzzle, &mut chance, making, budget)? {
            let is_better = best.as_ref().is_none_or(|it| made.givens < it.givens);
            if is_better && made.givens == 0 {
                return Ok(made);
            }
            best = if is_better { Some(made) } else { best };
        }
    }
    let none = || NoAnswer::Refused(format!("of {TRIES} tries each had several solutions or none"));
    best.ok_or_else(none)
}

/// What a try comes to.
enum Try {
    Made(MadePuzzle),
    /// Nothing solves it.
    Insoluble,
    /// All that can be told leaves several solutions.
    Ambiguous,
}

fn tried(
    analysis: &Analysis<'_>,
    (definition, puzzle): (Definition, &dyn Puzzle),
    chance: &mut Chance,
    making: Making,
    budget: &mut Budget,
) -> Result<Try, NoAnswer> {
    let attempt = puzzle.attempt(chance, making).map_err(NoAnswer::Refused)?;
    let Some(solved) = attempt.solve(budget)?.0 else { return Ok(Try::Insoluble) };
    let Some(made) = solved.solve(budget)?.0 else { return Ok(Try::Ambiguous) };
    let edits = edits(analysis, definition, &made);
    let doubts = is_as_told(analysis, definition, &edits, &made, budget)?;
    let text = standing_alone(analysis, definition, &edits, &made);
    let Made { givens, told, .. } = made;
    Ok(Try::Made(MadePuzzle { text, givens, told, doubts: doubts_told(&doubts) }))
}

/// The changes of the text of a declaration that make it the puzzle that was made.
fn edits(analysis: &Analysis<'_>, definition: Definition, made: &Made) -> Vec<Edit> {
    let mut edits = made.edits.clone();
    if !made.lines.is_empty() {
        let span = analysis.scope.item(definition).span;
        let text = &analysis.scope.text(definition.document)[span.range()];
        let brace = text.rfind('}').map_or(span.end, |at| span.start + at as u32);
        let lines: String = made.lines.iter().map(|it| format!("    {it}\n")).collect();
        let is_begun = text.trim_end_matches([' ', '\t', '}']).ends_with('\n');
        let lead = if is_begun { "" } else { "\n" };
        edits.push(Edit::insert(brace, format!("{lead}{lines}")));
    }
    edits.sort_by_key(|it| it.span.start);
    edits
}

/// The program with a changed declaration.
fn changed(
    analysis: &Analysis<'_>,
    definition: Definition,
    edits: &[Edit],
    budget: &mut Budget,
) -> Result<CheckedProgram, NoAnswer> {
    let mut program = analysis.scope.program.clone();
    let before = &mut program.documents[definition.document as usize];
    let text = apply(before.source.text(), edits);
    *before = document(Arc::new(Source::new(before.source.name(), text)));
    check_within(program, &Levels::default(), budget).map_err(NoAnswer::Stopped)
}

fn wrong(what: &str) -> NoAnswer {
    NoAnswer::Unverified(format!("of a puzzle that was made: {what}"))
}

fn broken() -> NoAnswer {
    wrong("it has errors")
}

/// Has it checked that a changed declaration has one solution, and what else is said of it. Returns what is doubted of
/// that.
fn is_as_told(
    analysis: &Analysis<'_>,
    definition: Definition,
    edits: &[Edit],
    made: &Made,
    budget: &mut Budget,
) -> Result<Vec<Doubt>, NoAnswer> {
    let checked = changed(analysis, definition, edits, budget)?;
    let analysis = checked.analysis();
    let puzzle = analysis.puzzle(definition).ok_or_else(broken)?;
    let (question, mut doubts) = (Question::new(Verb::Solve), Vec::new());
    let solved = answer_doubting(puzzle.as_ref(), &question, &mut doubts, budget)?;
    if let Err(not_unique) = is_only(solved.others, &mut doubts, budget)? {
        return Err(wrong(&not_unique.reason));
    }
    for (verb, told) in &made.claims {
        let question = Question::new(*verb);
        let found = answer_doubting(puzzle.as_ref(), &question, &mut doubts, budget)?;
        if found.answer.text != *told {
            return Err(wrong(&format!("{} says {}", verb.word(), found.answer.text)));
        }
    }
    doubts.sort_unstable();
    doubts.dedup();
    Ok(doubts)
}

/// A text of a changed declaration, with the imports of its file and what it needs of it, and questions.
fn standing_alone(
    analysis: &Analysis<'_>,
    definition: Definition,
    edits: &[Edit],
    made: &Made,
) -> String {
    let (scope, program) = (&analysis.scope, analysis.scope.program);
    let file = &program.files[program.file_of(definition.document)];
    let is_here = |it: &Definition| file.parts.contains(&it.document);
    let mut needed = FxHashSet::from_iter([definition]);
    let mut pending = vec![definition];
    while let Some(next) = pending.pop() {
        let document = &program.documents[next.document as usize];
        let mentioned = document.mentions(scope.item(next)).map(|it| it.0);
        let mentioned = mentioned.filter_map(|it| scope.find(it)).filter(is_here);
        pending.extend(mentioned.filter(|it| needed.insert(*it)));
    }
    let mut text = String::new();
    for (at, item) in program.items(file) {
        let is_import = matches!(item.kind, ItemKind::Import { .. });
        if !is_import && !needed.contains(&at) {
            continue;
        }
        let source = scope.text(at.document);
        let part = match at == definition {
            true => {
                let moved = |it: &Edit| {
                    let (start, end) =
                        (it.span.start - item.span.start, it.span.end - item.span.start);
                    Edit::replace(Span::new(start, end), it.text.as_str())
                };
                let moved: Vec<Edit> = edits.iter().map(moved).collect();
                apply(&source[item.span.range()], &moved)
            }
            false => {
                let start = item.documentation.map_or(item.span.start, |it| it.start);
                source[start as usize..item.span.end as usize].to_owned()
            }
        };
        let end = if is_import { "\n" } else { "\n\n" };
        let lead = if !is_import && text.ends_with("\"\n") { "\n" } else { "" };
        text += &format!("{lead}{}{end}", part.trim_end());
    }
    let name = program.name(definition);
    text += &format!("solve {name} => unique\n");
    for (verb, told) in &made.claims {
        text += &format!("{} {name} => {told}\n", verb.word());
    }
    format(&text)
}
