//! A closed tableau, node by node: whether each is a premise, the denial of the conclusion, or what a node above it comes
//! to, whether all cases are there, whether names are new, and whether each branch ends with a contradiction. It shares
//! nothing with what finds such tableaux.

mod cases;

use rustc_hash::FxHashSet;

use super::stated::{are_apart, exchanges};
use crate::budget::{Budget, Stop};
use crate::evidence::tableau::{ClosedTableau, TableauClosing, TableauNode, TableauRule};
use crate::logic::statements::{NameNumber, StatedTerm, Statement, StatementNumber, Statements};

/// What is wrong with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableauFlaw {
    /// It stands below none of the nodes before it, and is not the first.
    Misplaced,
    /// The theory does not say it.
    NotAPremise,
    /// It does not deny what is to be shown.
    NotTheDenial,
    /// It cites a node that is not further up on its branch.
    NotAbove(usize),
    /// Its rule cites other nodes, by number, or speaks of other things.
    OtherCitations,
    /// It speaks of a variable that no quantifier binds.
    Unbound,
    /// Its rule does not lead from what it cites to this.
    DoesNotFollow,
    /// The nodes below the one above it are not the cases that there are, all of them and no others.
    OtherCases,
    /// A thing whose existence it tells has a name that was in use.
    NameInUse(NameNumber),
    /// Its branch ends without a contradiction.
    Open,
    /// Its branch is closed and goes on.
    GoesOn,
}

/// The first node that is wrong, if there is one: none in a tableau which shows that the conclusion follows from the
/// premises.
///
/// # Errors
/// The limit that was reached.
pub fn flaw(
    tableau: &ClosedTableau,
    premises: &[StatementNumber],
    conclusion: StatementNumber,
    budget: &mut Budget,
) -> Result<Option<(usize, TableauFlaw)>, Stop> {
    if tableau.nodes.is_empty() {
        return Ok(Some((0, TableauFlaw::Open)));
    }
    let Some(checker) = TableauChecker::new(tableau, premises, conclusion) else {
        let is_misplaced = |(at, it): (usize, &TableauNode)| match it.above {
            Some(above) => above >= at,
            None => at > 0,
        };
        let at = tableau.nodes.iter().enumerate().position(is_misplaced);
        return Ok(at.map(|it| (it, TableauFlaw::Misplaced)));
    };
    for at in 0..tableau.nodes.len() {
        if let Err(flaw) = checker.node(at, budget)? {
            return Ok(Some((at, flaw)));
        }
    }
    Ok(None)
}

/// A tableau whose branches are known.
struct TableauChecker<'t> {
    nodes: &'t [TableauNode],
    statements: &'t Statements,
    premises: &'t [StatementNumber],
    conclusion: StatementNumber,
    /// The nodes right below each.
    below: Vec<Vec<usize>>,
    /// Of each node its place and that behind the last node below it, when branches are walked one after the other.
    spans: Vec<(usize, usize)>,
    /// Of each node the first of those in a row above it that come from the same.
    heads: Vec<usize>,
}

impl<'t> TableauChecker<'t> {
    /// `None` where nodes are misplaced.
    fn new(
        tableau: &'t ClosedTableau,
        premises: &'t [StatementNumber],
        conclusion: StatementNumber,
    ) -> Option<Self> {
        let nodes = &tableau.nodes;
        let mut below = vec![Vec::new(); nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            match node.above {
                Some(above) if above < at => below[above].push(at),
                None if at == 0 => {}
                _ => return None,
            }
        }
        let (mut spans, mut walked) = (vec![(0, 0); nodes.len()], 0);
        let mut open = vec![(0, false)];
        while let Some((at, is_done)) = open.pop() {
            if is_done {
                spans[at].1 = walked;
                continue;
            }
            spans[at].0 = walked;
            walked += 1;
            open.push((at, true));
            open.extend(below[at].iter().rev().map(|it| (*it, false)));
        }
        let mut heads: Vec<usize> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let head = node
                .above
                .filter(|above| below[*above].len() == 1 && have_same_origin(&nodes[*above], node));
            heads.push(head.map_or(at, |it| heads[it]));
        }
        let statements = &tableau.statements;
        Some(Self { nodes, statements, premises, conclusion, below, spans, heads })
    }

    /// Whether a node stands further up on the branch of another one, or is that one.
    fn is_on_branch(&self, node: usize, of: usize) -> bool {
        let Some((from, to)) = self.spans.get(node) else { return false };
        (*from..*to).contains(&self.spans[of].0)
    }

    fn node(&self, at: usize, budget: &mut Budget) -> Result<Result<(), TableauFlaw>, Stop> {
        budget.check()?;
        let node = &self.nodes[at];
        if let Some(other) = node.from.iter().find(|it| **it == at || !self.is_on_branch(**it, at))
        {
            return Ok(Err(TableauFlaw::NotAbove(*other)));
        }
        if !self.statements.is_closed(node.statement) {
            return Ok(Err(TableauFlaw::Unbound));
        }
        if let Err(flaw) = self.follows(at, node) {
            return Ok(Err(flaw));
        }
        if let Some(name) = self.used_name(at, node, budget)? {
            return Ok(Err(TableauFlaw::NameInUse(name)));
        }
        Ok(match (node.closing, &self.below[at][..]) {
            (None, []) => Err(TableauFlaw::Open),
            (None, _) => Ok(()),
            (Some(_), [_, ..]) => Err(TableauFlaw::GoesOn),
            (Some(closing), []) => self.closes(at, closing),
        })
    }

    fn follows(&self, at: usize, node: &TableauNode) -> Result<(), TableauFlaw> {
        let holds = |it: bool, flaw| if it { Ok(()) } else { Err(flaw) };
        let said = node.statement;
        let head = self.heads[at];
        let beside: &[usize] = match self.nodes[head].above {
            Some(above) => &self.below[above],
            None => &[0],
        };
        let alike = |it: &usize| have_same_origin(&self.nodes[*it], node);
        let (place, count) = (beside.iter().position(|it| *it == head), beside.len());
        match (node.rule, &node.from[..], &node.things[..]) {
            (TableauRule::Premise, [], []) if count == 1 => {
                holds(self.premises.contains(&said), TableauFlaw::NotAPremise)
            }
            (TableauRule::Denial, [], []) if count == 1 => {
                holds(self.contradict(said, self.conclusion), TableauFlaw::NotTheDenial)
            }
            (TableauRule::Replacement, [equation, before], []) if count == 1 => {
                let [equation, before] = [equation, before].map(|it| self.nodes[*it].statement);
                let is_replaced = exchanges(self.statements, equation, before, said);
                holds(is_replaced, TableauFlaw::DoesNotFollow)
            }
            (TableauRule::Expansion, [_], _) | (TableauRule::Listed, [], [_]) => {
                let cases = match node.from[..] {
                    [from] => self.cases_of(self.nodes[from].statement, &node.things),
                    _ => self.listed(node.things[0]),
                };
                let cases = cases.ok_or(TableauFlaw::DoesNotFollow)?;
                holds(beside.iter().all(alike) && cases.len() == count, TableauFlaw::OtherCases)?;
                let case = place.map_or(&[][..], |it| &cases[it]);
                let is_said = case.iter().any(|it| self.says(it, &node.things, said));
                holds(is_said, TableauFlaw::DoesNotFollow)
            }
            (_, [], []) => Err(TableauFlaw::OtherCases),
            _ => Err(TableauFlaw::OtherCitations),
        }
    }

    /// A name of a thing that was used before it is told that there is such a thing.
    fn used_name(
        &self,
        at: usize,
        node: &TableauNode,
        budget: &mut Budget,
    ) -> Result<Option<NameNumber>, Stop> {
        let tells = node.rule == TableauRule::Expansion
            && self.tells_of_things(self.nodes[node.from[0]].statement);
        if !tells {
            return Ok(None);
        }
        let mut new = FxHashSet::default();
        for thing in &node.things {
            let StatedTerm::Name(name) = *self.statements.get_term(*thing) else { continue };
            let given = self.premises.iter().chain([&self.conclusion]);
            let is_given = given.into_iter().any(|it| self.statements.mentions(*it, name));
            if is_given || !new.insert(name) {
                return Ok(Some(name));
            }
            let mut above = self.nodes[self.heads[at]].above;
            while let Some(other) = above {
                budget.check()?;
                if self.statements.mentions(self.nodes[other].statement, name) {
                    return Ok(Some(name));
                }
                above = self.nodes[other].above;
            }
        }
        Ok(None)
    }

    fn closes(&self, at: usize, closing: TableauClosing) -> Result<(), TableauFlaw> {
        let cited = match closing {
            TableauClosing::Pair(one, other) => vec![one, other],
            TableauClosing::Alone(one) => vec![one],
        };
        if let Some(other) = cited.iter().find(|it| !self.is_on_branch(**it, at)) {
            return Err(TableauFlaw::NotAbove(*other));
        }
        let is_closed = match cited.iter().map(|it| self.nodes[*it].statement).collect::<Vec<_>>()[..]
        {
            [one, other] => self.contradict(one, other),
            [one] => self.is_absurd(one),
            _ => false,
        };
        if is_closed { Ok(()) } else { Err(TableauFlaw::Open) }
    }

    /// Whether one of two statements is the negation of the other.
    fn contradict(&self, one: StatementNumber, other: StatementNumber) -> bool {
        *self.statements.get(one) == Statement::Not(other)
            || *self.statements.get(other) == Statement::Not(one)
    }

    fn is_absurd(&self, id: StatementNumber) -> bool {
        match *self.statements.get(id) {
            Statement::Truth(value) => !value,
            Statement::Equal(one, other) => are_apart(self.statements, one, other),
            Statement::Not(inner) => match *self.statements.get(inner) {
                Statement::Truth(value) => value,
                Statement::Equal(one, other) => one == other,
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether two nodes come from the same by the same rule, of the same things.
fn have_same_origin(one: &TableauNode, other: &TableauNode) -> bool {
    let origin = |it: &TableauNode| (it.rule, it.from.clone(), it.things.clone());
    matches!(one.rule, TableauRule::Expansion | TableauRule::Listed) && origin(one) == origin(other)
}
