//! Finds the gates of a circuit that was written as clauses (Tseitin, 1968): atoms of E's that equal a conjunction, a
//! disjunction, an exclusive or, or a choice of others, and are chosen after all that they hang on. What is defined by each
//! other in a circle is not defined. Where little else is left of the clauses, A gets clauses of its own.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::circuit::CircuitEdge;
use crate::logic::cnf::{Atom, Literal};
use crate::logic::dual::AtomDefinition;
use crate::logic::functions::Functions;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// The part of all literals that may stand in clauses that define nothing.
const OTHERS: usize = 4;

/// The game with clauses of A's, if it is a circuit by most of its clauses.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn with_dual(game: &Prenex, budget: &mut Budget) -> Result<Option<Prenex>, Stop> {
    let mut atoms = (0..game.atoms() as u32).map(|atom| Literal::new(Atom(atom), true));
    if !atoms.any(|it| game.owner(it) == Player::A) {
        return Ok(None);
    }
    let definitions = definitions(game, budget)?;
    let size = |number: &u32| game.matrix().clause(*number as usize).len();
    let defining: usize = definitions.iter().flat_map(|it| &it.clauses).map(size).sum();
    let others = game.matrix().literals() - defining;
    Ok((others * OTHERS <= defining).then(|| game.with_dual(definitions)))
}

/// What is defined, by what comes before it.
fn definitions(game: &Prenex, budget: &mut Budget) -> Result<Vec<AtomDefinition>, Stop> {
    let search = GateSearch::new(game, budget)?;
    let mut gates = Vec::new();
    for atom in (0..game.atoms() as u32).map(|atom| Literal::new(Atom(atom), true)) {
        if game.owner(atom) == Player::E {
            budget.check()?;
            search.conjunctions(atom, &mut gates);
            search.conjunctions(!atom, &mut gates);
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

    /// A literal that equals the conjunction of others.
    fn conjunctions(&self, literal: Literal, gates: &mut Vec<Gate>) {
        for &number in &self.with[literal.index()] {
            let clause = self.game.matrix().clause(number as usize);
            let operands = || clause.iter().filter(|it| **it != literal);
            let implied = operands().map(|it| self.binary(!literal, !*it));
            let Some(mut clauses) = implied.collect::<Option<Vec<u32>>>() else { continue };
            if clauses.is_empty() {
                continue;
            }
            clauses.push(number);
            let definition = AtomDefinition { atom: literal.atom(), clauses };
            gates.push(Gate { definition, operands: operands().map(|it| it.atom()).collect() });
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

/// For each atom one of its gates, so that none asks for itself or for what is chosen later; in an order in which each comes
/// behind what it asks for.
fn ordered(game: &Prenex, gates: Vec<Gate>) -> Vec<AtomDefinition> {
    let mut gates_of = vec![0; game.atoms()];
    let mut used_by = vec![Vec::new(); game.atoms()];
    for (number, gate) in gates.iter().enumerate() {
        gates_of[gate.definition.atom.0 as usize] += 1;
        gate.operands.iter().for_each(|it| used_by[it.0 as usize].push(number));
    }
    let mut missing: Vec<usize> = gates.iter().map(|it| it.operands.len()).collect();
    let block = |atom: usize| game.block(Literal::new(Atom(atom as u32), true));
    // By atom the block after which its value is known, once it is.
    let mut known: Vec<Option<u32>> = vec![None; game.atoms()];
    let mut order = Vec::new();
    // What has no gate is known; then, where all that is left goes in circles, the first atom is.
    let free = (0..game.atoms()).filter(|it| gates_of[*it] == 0);
    let circular = (0..game.atoms()).filter(|it| gates_of[*it] > 0);
    for start in free.chain(circular) {
        if known[start].is_some() {
            continue;
        }
        known[start] = Some(block(start));
        let mut open = vec![start];
        while let Some(atom) = open.pop() {
            for &gate in &used_by[atom] {
                missing[gate] -= 1;
                let target = gates[gate].definition.atom.0 as usize;
                if missing[gate] > 0 || known[target].is_some() {
                    continue;
                }
                let operands = gates[gate].operands.iter();
                let after = operands.filter_map(|it| known[it.0 as usize]).max();
                if after <= Some(block(target)) {
                    known[target] = after;
                    order.push(gate);
                    open.push(target);
                }
            }
        }
    }
    let mut gates: Vec<_> = gates.into_iter().map(|it| Some(it.definition)).collect();
    order.into_iter().filter_map(|it| gates[it].take()).collect()
}

/// Gives what is defined the values of its definitions, in functions by which E wins otherwise.
pub fn define(game: &Prenex, functions: &mut Functions) {
    let Some(dual) = game.dual() else { return };
    let mut values = vec![CircuitEdge::constant(false); game.atoms()];
    for (place, atom) in functions.inputs.iter().enumerate() {
        values[atom.0 as usize] = functions.graph.input(place);
    }
    functions.outputs.iter().for_each(|&(atom, value)| values[atom.0 as usize] = value);
    for definition in &dual.definitions {
        let atom = Literal::new(definition.atom, true);
        let clauses = definition.clauses.iter().map(|it| game.matrix().clause(*it as usize));
        let mut is_not_forced = CircuitEdge::constant(true);
        for clause in clauses.filter(|it| it.contains(&atom)) {
            let mut is_violated = CircuitEdge::constant(true);
            for other in clause.iter().filter(|it| **it != atom) {
                let is_false = values[other.atom().0 as usize].negate_if(other.is_positive());
                is_violated = functions.graph.and(is_violated, is_false);
            }
            is_not_forced = functions.graph.and(is_not_forced, !is_violated);
        }
        values[definition.atom.0 as usize] = !is_not_forced;
    }
    functions.outputs.iter_mut().for_each(|it| it.1 = values[it.0.0 as usize]);
}
