//! Finds the gates of a circuit that was written as clauses (Tseitin, 1968): atoms of E's, chosen after all of A's, that
//! equal a conjunction, a disjunction, an exclusive or, or a choice of others. What is defined by each other in a circle is
//! not defined. Where little else is left of the clauses, A gets clauses of its own.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::dual::AtomDefinition;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// The part of all literals that may stand in clauses that define nothing.
const OTHERS: usize = 4;

/// Literals looked at for conjunctions; what is not found out by then is not defined.
const EFFORT: usize = 1 << 26;

/// The game with clauses of A's, if it is a circuit by most of its clauses.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn with_dual(game: &Prenex, budget: &mut Budget) -> Result<Option<Prenex>, Stop> {
    let definitions = definitions(game, budget)?;
    let size = |number: &u32| game.matrix().clause(*number as usize).len();
    let defining: usize = definitions.iter().flat_map(|it| &it.clauses).map(size).sum();
    let others = game.matrix().literals() - defining;
    Ok((others * OTHERS <= defining).then(|| game.with_dual(definitions)))
}

/// What is defined, by what comes before it.
pub(super) fn definitions(game: &Prenex, budget: &mut Budget) -> Result<Vec<AtomDefinition>, Stop> {
    let atoms = (0..game.atoms() as u32).map(|atom| Literal::new(Atom(atom), true));
    let last = atoms.clone().filter(|it| game.owner(*it) == Player::A).map(|it| game.block(it));
    let Some(last) = last.max() else { return Ok(Vec::new()) };
    let search = GateSearch::new(game, budget)?;
    let mut gates = Vec::new();
    let mut effort = EFFORT;
    for atom in atoms {
        if game.owner(atom) == Player::E && game.block(atom) > last {
            budget.check()?;
            search.conjunction(atom, &mut gates, &mut effort);
            search.conjunction(!atom, &mut gates, &mut effort);
            search.choices(atom, &mut gates);
        }
    }
    Ok(ordered(game, gates))
}

/// An atom that may be defined by others.
struct Gate {
    definition: AtomDefinition,
    operands: Vec<Atom>,
}

/// The clauses by their literals.
struct GateSearch<'g> {
    game: &'g Prenex,
    with: Vec<Vec<u32>>,
    /// Clauses of two and three literals, which are sorted; a clause of two has its first one twice.
    short: FxHashMap<[Literal; 3], u32>,
}

impl<'g> GateSearch<'g> {
    fn new(game: &'g Prenex, budget: &mut Budget) -> Result<Self, Stop> {
        let mut with = vec![Vec::new(); 2 * game.atoms()];
        let mut short = FxHashMap::default();
        for (number, clause) in (0..).zip(game.matrix().clauses()) {
            budget.check()?;
            clause.iter().for_each(|literal| with[literal.index()].push(number));
            if let [one, other] = *clause {
                short.insert(key([one, one, other]), number);
            } else if let [one, two, three] = *clause {
                short.insert(key([one, two, three]), number);
            }
        }
        Ok(Self { game, with, short })
    }

    fn binary(&self, one: Literal, other: Literal) -> Option<u32> {
        self.short.get(&key([one.min(other), one.min(other), one.max(other)])).copied()
    }

    /// A literal that equals the conjunction of others, by the first clause that says so.
    fn conjunction(&self, literal: Literal, gates: &mut Vec<Gate>, effort: &mut usize) {
        for &number in &self.with[literal.index()] {
            let clause = self.game.matrix().clause(number as usize);
            let Some(left) = effort.checked_sub(clause.len()) else { return };
            *effort = left;
            let operands = || clause.iter().filter(|it| **it != literal);
            let implied = operands().map(|it| self.binary(!literal, !*it));
            let Some(mut clauses) = implied.collect::<Option<Vec<u32>>>() else { continue };
            if clauses.is_empty() {
                continue;
            }
            clauses.push(number);
            let definition = AtomDefinition { atom: literal.atom(), clauses };
            gates.push(Gate { definition, operands: operands().map(|it| it.atom()).collect() });
            return;
        }
    }

    /// An atom that equals one literal where a third one is true, and another where it is false; if that is the negation of
    /// the first, this is an exclusive or.
    fn choices(&self, atom: Literal, gates: &mut Vec<Gate>) {
        // Where the first literal is false, the atom is the negation of the second one, by two clauses.
        let mut halves: Vec<(Literal, Literal, [u32; 2])> = Vec::new();
        let mut places: FxHashMap<Literal, usize> = FxHashMap::default();
        for &number in &self.with[atom.index()] {
            let clause = self.game.matrix().clause(number as usize);
            let [one, two, three] = *clause else { continue };
            let (one, other) = match atom {
                it if it == one => (two, three),
                it if it == two => (one, three),
                _ => (one, two),
            };
            for (condition, value) in [(one, other), (other, one)] {
                if let Some(&back) = self.short.get(&key([!atom, condition, !value])) {
                    places.entry(condition).or_insert(halves.len());
                    halves.push((condition, value, [number, back]));
                }
            }
        }
        for &(condition, value, clauses) in halves.iter().filter(|it| it.0.is_positive()) {
            let Some(&other) = places.get(&!condition) else { continue };
            let (_, other, others) = halves[other];
            let clauses = [clauses, others].concat();
            let definition = AtomDefinition { atom: atom.atom(), clauses };
            let operands = vec![condition.atom(), value.atom(), other.atom()];
            gates.push(Gate { definition, operands });
        }
    }
}

fn key(mut literals: [Literal; 3]) -> [Literal; 3] {
    literals.sort_unstable();
    literals
}

/// For each atom one of its gates, so that none asks for itself; in an order in which each comes behind what it asks for.
fn ordered(game: &Prenex, gates: Vec<Gate>) -> Vec<AtomDefinition> {
    let mut gates_of = vec![Vec::new(); game.atoms()];
    let mut used_by = vec![Vec::new(); game.atoms()];
    for (number, gate) in gates.iter().enumerate() {
        gates_of[gate.definition.atom.0 as usize].push(number);
        gate.operands.iter().for_each(|it| used_by[it.0 as usize].push(number));
    }
    let mut missing: Vec<usize> = gates.iter().map(|it| it.operands.len()).collect();
    let mut is_known = vec![false; game.atoms()];
    let mut is_defined = vec![false; game.atoms()];
    let mut order = Vec::new();
    // What has no gate is known; then, where all that is left goes in circles, the first atom is.
    let free = (0..game.atoms()).filter(|it| gates_of[*it].is_empty());
    let circular = (0..game.atoms()).filter(|it| !gates_of[*it].is_empty());
    for start in free.chain(circular) {
        let mut open = vec![start];
        while let Some(atom) = open.pop() {
            if std::mem::replace(&mut is_known[atom], true) {
                continue;
            }
            for &gate in &used_by[atom] {
                missing[gate] -= 1;
                let target = gates[gate].definition.atom.0 as usize;
                if missing[gate] == 0 && !is_known[target] && !is_defined[target] {
                    is_defined[target] = true;
                    order.push(gate);
                    open.push(target);
                }
            }
        }
    }
    let mut gates: Vec<_> = gates.into_iter().map(|it| Some(it.definition)).collect();
    order.into_iter().filter_map(|it| gates[it].take()).collect()
}
