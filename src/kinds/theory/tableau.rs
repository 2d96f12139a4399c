//! Tableaux in the words of a theory.

use super::UnderstoodTheory;
use super::statements::NamedStatements;
use crate::interchange::tableau::ShownNode;
use puzzle_engine::evidence::tableau::{ClosedTableau, TableauRule};
use puzzle_engine::logic::statements::{NameNumber, StatedTerm, Statement, TermNumber};

/// The nodes of a tableau in words, and what it shows.
pub(super) fn told(
    tableau: &ClosedTableau,
    understood: &UnderstoodTheory<'_>,
    variables: &[String],
) -> (Vec<ShownNode>, String) {
    let names = names(tableau).into_iter();
    let denial = tableau.nodes.iter().find(|it| it.rule == TableauRule::Denial);
    let mut statements = tableau.statements.clone();
    let conclusion = match denial.map(|it| (it.statement, statements.get(it.statement).clone())) {
        Some((_, Statement::Not(denied))) => denied,
        Some((denial, _)) => statements.not(denial),
        None => statements.statement(Statement::Truth(false)),
    };
    let named = NamedStatements::of(&statements, understood, variables, names);
    let said = |at: usize| named.statement(tableau.nodes[at].statement);
    let nodes = (0..tableau.nodes.len()).map(|at| ShownNode::of(tableau, at, said(at))).collect();
    (nodes, named.statement(conclusion))
}

/// The names in a tableau as they come.
fn names(tableau: &ClosedTableau) -> Vec<NameNumber> {
    let mut names = Vec::new();
    let mut open: Vec<TermNumber> =
        tableau.nodes.iter().rev().flat_map(|it| it.things.iter().rev().copied()).collect();
    while let Some(term) = open.pop() {
        match tableau.statements.get_term(term) {
            StatedTerm::Name(name) => names.push(*name),
            StatedTerm::Apply(_, arguments) => open.extend(arguments.iter().rev()),
            StatedTerm::Bound(_) => {}
        }
    }
    names
}
