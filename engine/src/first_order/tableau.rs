//! Closed tableaux that a person would draw. First it is found out which statements have to be said of which things; then
//! a tableau of nothing else is closed with few nodes.

mod equals;
mod rules;
mod search;
mod tidy;
mod uses;

use self::rules::denied;
use self::search::TableauSearch;
use self::tidy::tidied;
use self::uses::TableauUses;
use crate::budget::{Budget, Stop};
use crate::evidence::tableau::{ClosedTableau, TableauRule};
use crate::logic::statements::{Statement, StatementNumber, Statements};

/// What is deeper has no tableau that anybody would read, and is not looked at.
const DEEPEST: usize = 50;

/// A closed tableau for the premises and the denial of the goal, of so many nodes at most; `None` where none is found.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn find(
    mut statements: Statements,
    premises: &[StatementNumber],
    goal: StatementNumber,
    most_nodes: usize,
    budget: &mut Budget,
) -> Result<Option<ClosedTableau>, Stop> {
    if statements.deepest() > DEEPEST {
        return Ok(None);
    }
    let mut roots: Vec<_> = premises.iter().map(|it| (*it, TableauRule::Premise)).collect();
    if *statements.get(goal) != Statement::Truth(false) {
        roots.push((denied(&mut statements, goal), TableauRule::Denial));
    }
    let said: Vec<_> = roots.iter().map(|it| it.0).collect();
    let mut uses = TableauUses::of(statements, &said, budget)?;
    let Some(needed) = uses.needed(budget)? else { return Ok(None) };
    let TableauUses { statements, witnesses, .. } = uses;
    let mut search = TableauSearch::new(statements, witnesses, needed);
    // Some nodes are joined when it is done.
    let found = search.run(&roots, 2 * most_nodes, budget)?;
    let tableau = found.map(|it| tidied(it, search.statements));
    Ok(tableau.filter(|it| it.nodes.len() <= most_nodes))
}
