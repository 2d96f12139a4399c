//! What can be said of a puzzle with little effort, for who looks at it in passing. Each part is
//! left out that would take long or has no meaning.

use super::check::Analysis;
use super::solve::answer_to;
use crate::kinds::formula::resolve_inline;
use crate::kinds::{Definition, Facts, Puzzle, Question};
use crate::picture::{Format, PictureBody};
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::budget::Budget;

/// What is seen of a puzzle at a glance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Glance {
    /// The answers to some of its questions.
    pub answers: Vec<(Verb, String)>,
    /// How many atoms and clauses its encoding has.
    pub encoding: Option<(u32, usize)>,
    /// The drawing of a small tree.
    pub drawing: Option<String>,
}

/// The largest puzzle that is looked at: bytes of its text and nodes of its formulas.
const MAX_SIZE: u64 = 10_000;

/// Steps for each part.
const MAX_STEPS: u64 = 2_000;

/// The largest drawing, in nodes of its tree.
const MAX_NODES: usize = 40;

/// Looks at a declared puzzle, within the limits of a budget.
pub fn glance(analysis: &Analysis<'_>, definition: Definition, budget: &Budget) -> Glance {
    if size(analysis, definition) > MAX_SIZE {
        return Glance::default();
    }
    let Some((kind, puzzle)) = analysis.kind(definition).zip(analysis.puzzle(definition)) else {
        return Glance::default();
    };
    let clauses = puzzle.clauses(&mut budget.part(MAX_STEPS)).ok().flatten();
    Glance {
        answers: answers(puzzle.as_ref(), kind.facts(), budget),
        encoding: clauses.map(|it| (it.cnf.atoms(), it.cnf.len())),
        drawing: drawing(puzzle.as_ref()),
    }
}

/// How large a puzzle is, the names in its formulas written out.
fn size(analysis: &Analysis<'_>, definition: Definition) -> u64 {
    let scope = &analysis.scope;
    let item = scope.item(definition);
    let infos = item
        .kind
        .formulas()
        .map(|it| resolve_inline(scope, definition.document, it, &mut Vec::new()));
    let foreign = scope.program.foreign.get(&definition);
    let texts = u64::from(item.span.len())
        + foreign.map_or(0, |it| it.texts().map(|it| it.0.text().len() as u64).sum());
    infos.fold(texts, |size, info| size.saturating_add(info.size))
}

/// The answers to the questions that need nothing but the puzzle.
fn answers(puzzle: &dyn Puzzle, facts: &Facts, budget: &Budget) -> Vec<(Verb, String)> {
    let has = |verb| facts.verbs.contains(&verb);
    // Whoever knows how many solutions there are knows whether there is one.
    let solve = (!has(Verb::Count)).then_some(Verb::Solve);
    let verbs = solve.into_iter().chain([Verb::Play2Win, Verb::Shortest, Verb::Count]);
    let answer = |verb| {
        let question = Question::new(verb);
        if puzzle.refuse(&question, "", Span::default()).is_some() {
            return None;
        }
        let answer = answer_to(puzzle, &question, &mut budget.part(MAX_STEPS)).ok()?.answer;
        let mark = if answer.is_unchecked { " (not checked)" } else { "" };
        Some((verb, answer.text + mark))
    };
    verbs.filter(|it| has(*it)).filter_map(answer).collect()
}

fn drawing(puzzle: &dyn Puzzle) -> Option<String> {
    let picture = puzzle.picture().ok()?;
    match &picture.body {
        PictureBody::Tree(tree) if tree.node_count() <= MAX_NODES => {
            picture.render(Format::Text).ok()
        }
        _ => None,
    }
}
