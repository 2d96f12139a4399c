//! Checks that clauses say what a formula says, for answers that rest on a refutation of the
//! clauses. Knows what the atoms behind the variables stand for, and looks whether each clause
//! follows from that; shares no code with what writes clauses ([`tseitin`](crate::logic::tseitin),
//! [`qbf`](crate::logic::qbf)).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use crate::logic::quantified::{Player, QuantifiedGame};

/// What clauses demand of formulas besides defining their parts.
#[derive(Clone, Copy, Debug)]
pub enum FormulaDemand<'a> {
    /// That each has this value.
    Value(&'a [&'a Formula], bool),
    /// That two differ.
    Difference([&'a Formula; 2]),
}

/// Whether all assignments that meet the demand are models, when the atoms are first these variables and then
/// the conjunctions and disjunctions of the formulas, operands first. So a refutation of the clauses is one
/// of the demand.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn follows(
    cnf: &Cnf,
    variables: &[FormulaVariable],
    demand: FormulaDemand<'_>,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut parts = Parts::over(variables);
    let formulas = match &demand {
        FormulaDemand::Value(formulas, _) => formulas,
        FormulaDemand::Difference(both) => &both[..],
    };
    let mut roots = Vec::new();
    for formula in formulas {
        let Some(root) = parts.read(formula, budget)? else { return Ok(false) };
        roots.push(root);
    }
    let demands: FxHashSet<_> = match demand {
        FormulaDemand::Value(_, value) => {
            roots.into_iter().map(|root| vec![if value { root } else { !root }]).collect()
        }
        FormulaDemand::Difference(_) => {
            let unlike = sorted(roots.iter().map(|root| !*root));
            FxHashSet::from_iter([sorted(roots), unlike])
        }
    };
    for clause in cnf.clauses() {
        budget.check()?;
        let clause = sorted(clause.iter().copied());
        if !demands.contains(&clause) && !parts.imply(&clause) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What each atom stands for.
struct Parts {
    variables: FxHashMap<FormulaVariable, Atom>,
    /// For each atom behind the variables: whether it is a disjunction, and its operands, sorted.
    gates: Vec<(bool, Vec<Literal>)>,
}

impl Parts {
    fn over(variables: &[FormulaVariable]) -> Self {
        let variables = variables.iter().copied().zip((0..).map(Atom)).collect();
        Self { variables, gates: Vec::new() }
    }

    /// Lists the parts of a formula. The literal that stands for it; `None` when it has other variables.
    fn read(&mut self, formula: &Formula, budget: &mut Budget) -> Result<Option<Literal>, Stop> {
        let mut open: Vec<Literal> = Vec::new();
        for node in formula.nodes() {
            budget.check()?;
            let first = open.len() - node.operands() as usize;
            let literal = match node {
                FormulaSymbol::Variable(it) => match self.variables.get(it) {
                    Some(&atom) => Literal::new(atom, true),
                    None => return Ok(None),
                },
                FormulaSymbol::Not => !open[first],
                FormulaSymbol::And(_) | FormulaSymbol::Or(_) => {
                    let operands = sorted(open[first..].iter().copied());
                    self.gates.push((matches!(node, FormulaSymbol::Or(_)), operands));
                    let atom = self.variables.len() + self.gates.len() - 1;
                    Literal::new(Atom(atom as u32), true)
                }
            };
            open.truncate(first);
            open.push(literal);
        }
        Ok(open.pop())
    }

    /// Whether a clause, sorted, is true whatever the variables are: it says of a conjunction that it
    /// is false or an operand true, or that it is true or one of the operands false; of a disjunction the
    /// same of the negations.
    fn imply(&self, clause: &[Literal]) -> bool {
        let Some((&last, rest)) = clause.split_last() else { return false };
        let Some(gate) = (last.atom().0 as usize).checked_sub(self.variables.len()) else {
            return false;
        };
        let Some((is_or, operands)) = self.gates.get(gate) else { return false };
        if last.is_positive() == *is_or {
            // One operand is enough to decide.
            let has = |it: &Literal| {
                let operand = if *is_or { !*it } else { *it };
                operands.binary_search(&operand).is_ok()
            };
            matches!(rest, [one] if has(one))
        } else {
            let all = operands.iter().map(|it| if *is_or { *it } else { !*it });
            sorted(all) == rest
        }
    }
}

/// Whether clauses under a prefix are a formula game after some choices: E satisfies them exactly by making
/// the formula true. What has to hold lies in clauses of literals and of atoms behind those of the turns,
/// innermost ones of E's, each for a conjunction; and for each part of such a conjunction there is a clause
/// that it holds where the atom is true. As the atoms stand for something on one side of negations only,
/// that is enough: E gains nothing by making one true where the conjunction is false, and never has to.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn is_game(
    game: &QuantifiedGame,
    values: &[bool],
    (prefix, matrix): (&[(Player, Atom)], &Cnf),
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let turns = game.turns().len() as u32;
    let mut clauses: Vec<Vec<Literal>> =
        (0..).zip(values).map(|(turn, value)| vec![Literal::new(Atom(turn), *value)]).collect();
    let mut gates = 0;
    // Above each node: its connective, how many operands are left, and whether these are negated.
    let mut open: Vec<(FormulaSymbol, u32, bool, Within)> = Vec::new();
    for &node in game.formula().nodes().iter().rev() {
        budget.check()?;
        let (above, negated, within) = match open.last_mut() {
            Some((above, left, negated, within)) => {
                *left -= 1;
                (Some(*above), *negated, *within)
            }
            None => (None, false, Within::All(None)),
        };
        let is_and = matches!(node, FormulaSymbol::And(_));
        let inner = match node {
            FormulaSymbol::Variable(it) => {
                let literal = Literal::new(Atom(game.turn(it) as u32), !negated);
                within.clause(&mut clauses, literal);
                within
            }
            FormulaSymbol::Not => within,
            FormulaSymbol::And(_) | FormulaSymbol::Or(_) if is_same(above, node) => within,
            FormulaSymbol::And(_) | FormulaSymbol::Or(_) => match within {
                Within::All(None) if is_and != negated => within,
                _ if is_and != negated => {
                    let gate = Literal::new(Atom(turns + gates), true);
                    gates += 1;
                    within.clause(&mut clauses, gate);
                    Within::All(Some(gate))
                }
                Within::Any(_) => within,
                Within::All(gate) => {
                    clauses.push(gate.into_iter().map(|gate| !gate).collect());
                    Within::Any(clauses.len() - 1)
                }
            },
        };
        open.push((node, node.operands(), negated != (node == FormulaSymbol::Not), inner));
        while open.pop_if(|it| it.1 == 0).is_some() {}
    }
    let owner = |(turn, player): (usize, &Player)| {
        if turn < values.len() { Player::E } else { *player }
    };
    let owners = game.turns().iter().enumerate().map(owner);
    let owners = owners.chain((0..gates).map(|_| Player::E));
    let mut written: Vec<_> = matrix.clauses().map(|it| sorted(it.iter().copied())).collect();
    let mut clauses: Vec<_> = clauses.into_iter().map(sorted).collect();
    budget.look()?;
    written.sort_unstable();
    clauses.sort_unstable();
    Ok(owners.zip((0..).map(Atom)).eq(prefix.iter().copied()) && written == clauses)
}

/// Where a part of a formula stands, negations being pushed to the variables.
#[derive(Clone, Copy)]
enum Within {
    /// It has to hold, or has to where this is true.
    All(Option<Literal>),
    /// It is one of the alternatives of that clause.
    Any(usize),
}

impl Within {
    /// Writes a part there.
    fn clause(self, clauses: &mut Vec<Vec<Literal>>, part: Literal) {
        match self {
            Self::All(gate) => {
                clauses.push(gate.into_iter().map(|gate| !gate).chain([part]).collect());
            }
            Self::Any(clause) => clauses[clause].push(part),
        }
    }
}

/// Whether a connective and the one right above it are one: `(x*(y*z))` is `(x*y*z)`.
fn is_same(above: Option<FormulaSymbol>, node: FormulaSymbol) -> bool {
    matches!(
        (above, node),
        (Some(FormulaSymbol::And(_)), FormulaSymbol::And(_))
            | (Some(FormulaSymbol::Or(_)), FormulaSymbol::Or(_))
    )
}

fn sorted(literals: impl IntoIterator<Item = Literal>) -> Vec<Literal> {
    let mut sorted: Vec<_> = literals.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
