//! Leaves out clauses that change nothing: a clause with a literal of E's is blocked when each clause with its
//! negation shares another atom with it, negated in one of the two, that is chosen no later (Biere, Lonsing
//! and Seidl, "Blocked clause elimination for QBF", CADE 2011). A who wins without the clause wins with it.
//! E who wins without it makes the literal true where the clause would be violated, and wins again
//! (Heule, Seidl and Biere, "Efficient extraction of Skolem functions from QRAT proofs", FMCAD 2014).

use crate::budget::{Budget, Stop};
use crate::logic::circuit::CircuitEdge;
use crate::logic::cnf::Literal;
use crate::logic::functions::Functions;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// Literals looked at; what is not found out by then stays.
const EFFORT: usize = 1 << 26;

/// A clause that was left out, and the literal that blocks it.
pub struct Blocked {
    clause: u32,
    literal: Literal,
}

/// The clauses that are left, ascending, and the others in the order in which they were left out.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn eliminate(game: &Prenex, budget: &mut Budget) -> Result<(Vec<u32>, Vec<Blocked>), Stop> {
    let matrix = game.matrix();
    let mut with = vec![Vec::new(); 2 * game.atoms()];
    for (number, clause) in (0..).zip(matrix.clauses()) {
        budget.check()?;
        clause.iter().for_each(|literal| with[literal.index()].push(number));
    }
    let mut is_left = vec![true; matrix.len()];
    let mut blocked = Vec::new();
    let mut open: Vec<u32> = (0..matrix.len() as u32).collect();
    let mut is_open = vec![true; matrix.len()];
    let mut marks = vec![false; 2 * game.atoms()];
    let mut effort = 0;
    while let Some(number) = open.pop().filter(|_| effort < EFFORT) {
        budget.check()?;
        is_open[number as usize] = false;
        let clause = matrix.clause(number as usize);
        clause.iter().for_each(|literal| marks[literal.index()] = true);
        let blocks = |literal: &&Literal| {
            let answers = |it: &Literal| {
                *it != !**literal
                    && marks[(!*it).index()]
                    && game.block(*it) <= game.block(**literal)
            };
            game.owner(**literal) == Player::E
                && with[(!**literal).index()].iter().filter(|it| is_left[**it as usize]).all(|it| {
                    let other = matrix.clause(*it as usize);
                    effort += other.len();
                    other.iter().any(answers)
                })
        };
        let literal = clause.iter().find(blocks).copied();
        clause.iter().for_each(|literal| marks[literal.index()] = false);
        let Some(literal) = literal else { continue };
        is_left[number as usize] = false;
        blocked.push(Blocked { clause: number, literal });
        // What it kept from being blocked is looked at again.
        for &other in clause.iter().flat_map(|it| &with[(!*it).index()]) {
            if is_left[other as usize] && !std::mem::replace(&mut is_open[other as usize], true) {
                open.push(other);
            }
        }
    }
    let kept = (0..matrix.len() as u32).filter(|it| is_left[*it as usize]).collect();
    Ok((kept, blocked))
}

/// The clauses that define atoms as if they had been left out: E who wins otherwise gives the atoms the values that these
/// demand, one after the other.
pub fn defining(game: &Prenex) -> Vec<Blocked> {
    let definitions = game.dual().into_iter().flat_map(|it| it.definitions.iter().rev());
    let blocked = definitions.flat_map(|definition| {
        definition.clauses.iter().filter_map(|&clause| {
            let literals = game.matrix().clause(clause as usize).iter();
            let literal = *literals.clone().find(|it| it.atom() == definition.atom)?;
            Some(Blocked { clause, literal })
        })
    });
    blocked.collect()
}

/// Functions by which E wins with the clauses that were left out, too.
pub fn restore(game: &Prenex, blocked: &[Blocked], functions: &mut Functions) {
    let mut values = vec![CircuitEdge::constant(false); game.atoms()];
    for (place, atom) in functions.inputs.iter().enumerate() {
        values[atom.0 as usize] = functions.graph.input(place);
    }
    functions.outputs.iter().for_each(|&(atom, value)| values[atom.0 as usize] = value);
    for Blocked { clause, literal } in blocked.iter().rev() {
        let mut is_violated = CircuitEdge::constant(true);
        for other in game.matrix().clause(*clause as usize) {
            if other != literal && game.block(*other) <= game.block(*literal) {
                let is_false = values[other.atom().0 as usize].negate_if(other.is_positive());
                is_violated = functions.graph.and(is_violated, is_false);
            }
        }
        let value = &mut values[literal.atom().0 as usize];
        let right = CircuitEdge::constant(literal.is_positive());
        *value = functions.graph.choose(is_violated, right, *value);
    }
    functions.outputs.iter_mut().for_each(|it| it.1 = values[it.0.0 as usize]);
}
