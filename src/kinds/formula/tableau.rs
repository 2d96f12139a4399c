//! Tableaux that formulas have the same value in all assignments, in the notation of formulas.

use super::VariableWords;
use crate::interchange::tableau::ShownNode;
use crate::kinds::tableau::{listing, without_tableau};
use crate::kinds::{AnswerVerdict, Engine, Lowered, Note, Posed, Question, Solved};
use crate::syntax::ast::Verb;
use puzzle_engine::evidence::tableau::ClosedTableau;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::statements::{Statement, StatementNumber, Statements};
use puzzle_engine::problem::{CloseTableau, TellApart};

/// A tableau that is wanted, and what its variables are called.
pub(super) type WantedTableau = Option<(CloseTableau, VariableWords)>;

/// What a question about a formula wants of a tableau.
pub(super) fn of_one(
    question: &Question,
    formula: &Formula,
    words: &VariableWords,
) -> WantedTableau {
    let value = question.verb == Verb::Valid;
    let is_wanted = question.engine == Some(Engine::Tableau);
    is_wanted.then(|| (CloseTableau(formula.clone(), value), words.clone()))
}

/// What a question about two formulas wants: that their difference is false.
pub(super) fn of_two(
    question: &Question,
    TellApart(one, other, _): &TellApart,
    words: &VariableWords,
) -> WantedTableau {
    let is_wanted = question.engine == Some(Engine::Tableau);
    is_wanted.then(|| {
        let first = Formula::and([one.clone(), !other.clone()]);
        let second = Formula::and([!one.clone(), other.clone()]);
        (CloseTableau(!Formula::or([first, second]), true), words.clone())
    })
}

/// With a tableau, if one is wanted, where the answer is this one.
pub(super) fn added<'p>(
    lowered: Lowered<'p>,
    none: AnswerVerdict,
    wanted: WantedTableau,
) -> Lowered<'p> {
    let Some((problem, words)) = wanted else { return lowered };
    let Lowered::Problem(posed) = lowered else { return lowered };
    Lowered::Problem(posed.and_then(move |solved| match solved {
        Ok(solved) if solved.answer.text == none.word() => {
            Posed::new(problem, move |_, tableau| Ok(shown(solved, tableau.as_deref(), &words)))
        }
        other => Posed::known(other),
    }))
}

fn shown<'p>(
    mut solved: Solved<'p>,
    tableau: Option<&ClosedTableau>,
    words: &VariableWords,
) -> Solved<'p> {
    match tableau {
        Some(tableau) => solved.answer.proofs = vec![listing(&nodes(tableau, words))],
        None => solved.answer.notes.insert(0, Note::Summary(without_tableau())),
    }
    solved
}

/// The nodes of a tableau with the signs of formulas.
fn nodes(tableau: &ClosedTableau, words: &VariableWords) -> Vec<ShownNode> {
    let node = |at: usize| {
        let said = written(&tableau.statements, tableau.nodes[at].statement);
        let said = said.text(|variable| words.name(variable));
        let shown = ShownNode::of(tableau, at, said);
        let rule = shown.rule.replace('∧', "*").replace('∨', "+").replace('¬', "-");
        ShownNode { rule, ..shown }
    };
    (0..tableau.nodes.len()).map(node).collect()
}

/// A statement as a formula.
fn written(statements: &Statements, root: StatementNumber) -> Formula {
    let mut symbols = Vec::new();
    let mut open = vec![root];
    // Each sign before its operands, the last of them first; then turned around.
    while let Some(id) = open.pop() {
        let statement = statements.get(id);
        symbols.push(match statement {
            Statement::Atom(predicate, _) => FormulaSymbol::Variable(FormulaVariable(predicate.0)),
            Statement::Not(_) => FormulaSymbol::Not,
            Statement::Or(parts) => FormulaSymbol::Or(parts.len() as u32),
            Statement::Truth(false) => FormulaSymbol::Or(0),
            other => FormulaSymbol::And(other.parts().len() as u32),
        });
        open.extend(statement.parts());
    }
    symbols.reverse();
    Formula::from_post_order(symbols)
}
