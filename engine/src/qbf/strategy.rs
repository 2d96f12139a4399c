//! Reads off a proof how the winner plays. Where the proof leaves out winner's literals, because they come
//! behind all that is left of a loser's clause, the winner makes them false if what is left is false: the
//! first such place in the proof decides (Balabanov and Jiang, "Unified QBF certification and its
//! applications", FMSD 2012). Were a derived clause false, then the first such one would follow from
//! clauses that are not; so none is, and the last one, which is empty, shows that the loser has violated a
//! clause to begin with.
//!
//! A literal that stands beside its negation is one whose sign depends on the atoms resolved upon (Balabanov,
//! Jiang, Janota and Widl, "Efficient extraction of QBF (counter)models from long-distance resolution
//! proofs", AAAI 2015). So each of the winner's atoms in a clause has a function: the value that makes
//! its literal false. Free atoms of a cover (see `cover`) stand in its clause with such a function, too.

use rustc_hash::{FxHashMap, FxHashSet};

use super::unfold::unfolded;
use crate::budget::{Budget, Stop};
use crate::evidence::qbf::{QbfProof, QbfStep};
use crate::logic::circuit::{CircuitEdge, GrowingCircuit};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::functions::Functions;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// How the winner plays whose proof that is.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn strategy(
    game: &Prenex,
    winner: Player,
    proof: &QbfProof,
    budget: &mut Budget,
) -> Result<Functions, Stop> {
    let proof = &unfolded(game, proof, budget)?;
    let mut reader = Reader {
        game,
        winner,
        // An input for each atom; later the winner's are replaced by their functions.
        graph: GrowingCircuit::new(game.atoms()),
        choices: vec![Vec::new(); game.atoms()],
        marks: vec![false; 2 * game.atoms()],
    };
    let mut clauses: Vec<Option<Clause>> = vec![None; game.inputs()];
    for (index, is_needed) in needed(game, proof).into_iter().enumerate() {
        budget.look()?;
        if !is_needed {
            clauses.push(None);
            continue;
        }
        let clause = match proof.step(index) {
            QbfStep::Cover { literals, free } => {
                (winner == Player::E).then(|| reader.cover(literals, free))
            }
            QbfStep::Chain { clauses: parents, pivots } => {
                for &parent in parents {
                    let input = parent as usize;
                    if let (Some((owner, literals)), None) = (game.input(input), &clauses[input]) {
                        clauses[input] = (winner != owner).then(|| reader.start(literals));
                    }
                }
                reader.chain(parents, pivots, &clauses)
            }
            QbfStep::Image { .. } => unreachable!("it is unfolded"),
        };
        clauses.push(clause);
    }
    reader.finish(budget)
}

/// The steps that the last one rests on.
fn needed(game: &Prenex, proof: &QbfProof) -> Vec<bool> {
    let mut is_needed = vec![false; proof.len()];
    if let Some(last) = is_needed.last_mut() {
        *last = true;
    }
    for index in (0..proof.len()).rev() {
        if is_needed[index] {
            let parents = proof.parents(index).into_iter();
            let steps = parents.filter_map(|it| (it as usize).checked_sub(game.inputs()));
            steps.for_each(|step| is_needed[step] = true);
        }
    }
    is_needed
}

/// A clause of the loser.
#[derive(Clone, Default)]
struct Clause {
    /// The loser's literals.
    own: Vec<Literal>,
    /// The winner's atoms, ascending, and the value of each that makes its literal false.
    others: Vec<(Atom, CircuitEdge)>,
}

struct Reader<'g> {
    game: &'g Prenex,
    winner: Player,
    graph: GrowingCircuit,
    /// For each atom of the winner, when it gets which value; the first condition that holds decides.
    choices: Vec<Vec<(CircuitEdge, CircuitEdge)>>,
    /// By the index of a literal; all false between two resolutions.
    marks: Vec<bool>,
}

impl Reader<'_> {
    fn value(&self, literal: Literal) -> CircuitEdge {
        let atom = self.graph.input(literal.atom().0 as usize);
        if literal.is_positive() { atom } else { !atom }
    }

    /// A's clause of a cover. Free atoms stand in it, too: behind A's choices E gives them the values
    /// that satisfy their clauses.
    fn cover(&mut self, literals: &[Literal], free: &[u32]) -> Clause {
        let game = self.game;
        let is_in: FxHashSet<Literal> = literals.iter().copied().collect();
        let places: FxHashMap<u32, usize> = free.iter().copied().zip(0..).collect();
        let mut groups = vec![Vec::new(); free.len()];
        let mut values: FxHashMap<Atom, CircuitEdge> = FxHashMap::default();
        let of_others = literals.iter().filter(|it| game.owner(**it) == Player::A);
        let last = of_others.map(|it| game.block(*it)).max();
        for clause in game.matrix().clauses().filter(|it| !it.iter().any(|it| is_in.contains(it))) {
            let place =
                clause.iter().filter_map(|it| Some((*places.get(&it.atom().0)?, *it))).min();
            let (place, home) = place.expect("a checked cover has something in each clause");
            if home.is_positive() {
                groups[place].push(clause);
            }
            // Atoms that are neither named nor free are false.
            for it in clause.iter().filter(|it| game.owner(**it) == Player::E) {
                if Some(game.block(*it)) > last && !places.contains_key(&it.atom().0) {
                    values.insert(it.atom(), CircuitEdge::constant(false));
                }
            }
        }
        values
            .extend(literals.iter().map(|it| (it.atom(), CircuitEdge::constant(it.is_positive()))));
        for (&free, clauses) in free.iter().zip(&groups).rev() {
            let atom = Literal::new(Atom(free), true);
            let mut is_forced = CircuitEdge::constant(false);
            for clause in clauses {
                let mut is_violated = CircuitEdge::constant(true);
                for it in clause.iter().filter(|it| game.block(**it) <= game.block(atom)) {
                    if *it != atom {
                        let input = self.graph.input(it.atom().0 as usize);
                        let value = values.get(&it.atom()).copied().unwrap_or(input);
                        let is_false = value.negate_if(it.is_positive());
                        is_violated = self.graph.and(is_violated, is_false);
                    }
                }
                is_forced = !self.graph.and(!is_forced, !is_violated);
            }
            values.insert(atom.atom(), is_forced);
        }
        let mut clause = Clause::default();
        for (atom, value) in values {
            if game.owner(Literal::new(atom, true)) == Player::E {
                clause.others.push((atom, value));
            }
        }
        clause
            .own
            .extend(literals.iter().filter(|it| game.owner(**it) == Player::A).map(|it| !*it));
        clause.others.sort_unstable();
        self.reduce(&mut clause);
        clause
    }

    /// A clause that the loser has from the beginning.
    fn start(&mut self, literals: &[Literal]) -> Clause {
        let mut clause = Clause::default();
        for &literal in literals {
            if self.game.owner(literal) == self.winner {
                clause.others.push((literal.atom(), CircuitEdge::constant(!literal.is_positive())));
            } else {
                clause.own.push(literal);
            }
        }
        clause.others.sort_unstable();
        self.reduce(&mut clause);
        clause
    }

    /// The last resolvent of a chain; `None` when the clauses are the winner's.
    fn chain(
        &mut self,
        parents: &[u32],
        pivots: &[Literal],
        clauses: &[Option<Clause>],
    ) -> Option<Clause> {
        let clause = |number: u32| clauses.get(number as usize)?.as_ref();
        let (first, others) = parents.split_first()?;
        let mut result = clause(*first)?.clone();
        for (&other, &pivot) in others.iter().zip(pivots) {
            let second = clause(other)?;
            result.own.retain(|it| *it != pivot);
            result.own.iter().for_each(|it| self.marks[it.index()] = true);
            let new = second.own.iter().filter(|it| **it != !pivot && !self.marks[it.index()]);
            let known = result.own.len();
            result.own.extend(new);
            result.own[..known].iter().for_each(|it| self.marks[it.index()] = false);
            let decides = self.value(pivot);
            for &(atom, value) in &second.others {
                match result.others.binary_search_by_key(&atom, |it| it.0) {
                    Ok(at) => {
                        let before = result.others[at].1;
                        // Where the pivot is true, it is the second clause that matters.
                        result.others[at].1 = self.graph.choose(decides, value, before);
                    }
                    Err(at) => result.others.insert(at, (atom, value)),
                }
            }
            self.reduce(&mut result);
        }
        Some(result)
    }

    /// Leaves out the winner's literals behind all of the loser's, and notes what the winner chooses there.
    fn reduce(&mut self, clause: &mut Clause) {
        let innermost = clause.own.iter().map(|it| self.game.block(*it)).max();
        let stays = |atom: Atom| Some(self.game.block(Literal::new(atom, true))) < innermost;
        let (rest, left_out): (Vec<_>, Vec<_>) =
            clause.others.drain(..).partition(|it| stays(it.0));
        clause.others = rest;
        if left_out.is_empty() {
            return;
        }
        let mut is_false = CircuitEdge::constant(true);
        for &literal in &clause.own {
            let value = self.value(literal);
            is_false = self.graph.and(is_false, !value);
        }
        for &(atom, value) in &clause.others {
            let chosen = self.value(Literal::new(atom, true));
            let differs = self.graph.choose(chosen, !value, value);
            is_false = self.graph.and(is_false, !differs);
        }
        for (atom, value) in left_out {
            self.choices[atom.0 as usize].push((is_false, value));
        }
    }

    /// Replaces the winner's atoms by their functions, the outermost first.
    fn finish(mut self, budget: &mut Budget) -> Result<Functions, Stop> {
        // A's own atoms, which are chosen last, decide nothing.
        let end = self.game.dual().map_or(self.game.atoms() as u32, |it| it.first);
        let atoms = (0..end).map(Atom);
        let block = |atom: &Atom| self.game.block(Literal::new(*atom, true));
        let is_own = |atom: &Atom| self.game.owner(Literal::new(*atom, true)) == self.winner;
        let (mut own, inputs): (Vec<_>, Vec<_>) = atoms.partition(is_own);
        own.sort_by_key(block);
        let mut moved = Moved {
            graph: GrowingCircuit::new(inputs.len()),
            edges: vec![None; 1 + self.game.atoms() + self.graph.gates().len()],
        };
        for (place, atom) in inputs.iter().enumerate() {
            moved.edges[1 + atom.0 as usize] = Some(moved.graph.input(place));
        }
        moved.edges[0] = Some(CircuitEdge::constant(false));
        for own in end as usize..self.game.atoms() {
            moved.edges[1 + own] = moved.edges[0];
        }
        let mut outputs = Vec::new();
        for atom in own {
            budget.look()?;
            let mut function = CircuitEdge::constant(false);
            for (condition, value) in
                std::mem::take(&mut self.choices[atom.0 as usize]).into_iter().rev()
            {
                let condition = moved.edge(&self.graph, condition);
                let value = moved.edge(&self.graph, value);
                function = moved.graph.choose(condition, value, function);
            }
            moved.edges[1 + atom.0 as usize] = Some(function);
            outputs.push((atom, function));
        }
        Ok(Functions { inputs, graph: moved.graph, outputs })
    }
}

/// A graph with some inputs replaced.
struct Moved {
    graph: GrowingCircuit,
    /// What each node of the other graph has become.
    edges: Vec<Option<CircuitEdge>>,
}

impl Moved {
    fn edge(&mut self, from: &GrowingCircuit, edge: CircuitEdge) -> CircuitEdge {
        let mut open = vec![edge.node()];
        while let Some(&node) = open.last() {
            if self.edges[node].is_some() {
                open.pop();
                continue;
            }
            let [one, other] = from.gates()[node - 1 - from.inputs()];
            match (self.known(one), self.known(other)) {
                (Some(one), Some(other)) => self.edges[node] = Some(self.graph.and(one, other)),
                (None, _) => open.push(one.node()),
                (_, None) => open.push(other.node()),
            }
        }
        self.known(edge).expect("it was just found")
    }

    fn known(&self, edge: CircuitEdge) -> Option<CircuitEdge> {
        self.edges[edge.node()].map(|it| it.negate_if(edge.is_negated()))
    }
}
