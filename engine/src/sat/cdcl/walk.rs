//! Local search for values worth trying: again and again an atom of some false clause is flipped,
//! the rather the fewer clauses that makes false, and the values with the fewest false clauses
//! are handed to the decisions (`ProbSAT`; Balint and Schöning, "Choosing probability distributions
//! for stochastic local search and the role of make versus break", SAT 2012). It begins at the
//! values that the decisions would try, and ends at what is fixed: units and assumptions.

use super::Solver;
use super::arena::Flag;
use super::phases::Random;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};

/// The part of the search's ticks that a walk may take, in percent.
const PERCENT: u64 = 10;
/// Ticks that a walk may take at least.
const LEAST_EFFORT: u64 = 1_000_000;
/// A walk ends after so many flips for each atom without better values: on most structured clauses
/// that is soon, and on random ones never.
const PATIENCE: u64 = 50;
/// How much less likely an atom is flipped for each clause that this makes false, by the length of
/// clauses: what the authors found best for random ones.
const BASES: [(f64, f64); 6] =
    [(0.0, 2.0), (3.0, 2.5), (4.0, 2.85), (5.0, 3.7), (6.0, 5.1), (7.0, 5.4)];
/// Where the place of a clause among the false ones is kept when it is none of them.
const NOWHERE: u32 = u32::MAX;

/// A clause with the literals that may be flipped.
struct WalkClause {
    /// Where its literals are.
    start: u32,
    end: u32,
    /// How many of them are true, and the exclusive disjunction of their indices: the literal
    /// itself when there is one.
    count: u32,
    truths: u32,
    /// Its place among the false clauses.
    place: u32,
}

struct LocalWalk {
    values: Vec<bool>,
    clauses: Vec<WalkClause>,
    literals: Vec<Literal>,
    /// Where the clauses of each literal begin in `lists`.
    starts: Vec<u32>,
    lists: Vec<u32>,
    /// How many clauses a flip of each atom makes false.
    breaks: Vec<u32>,
    falsified: Vec<u32>,
    /// The weight of an atom by the clauses that a flip makes false.
    weights: Vec<f64>,
    /// The values with the fewest false clauses so far, and how many those were.
    best: Vec<bool>,
    fewest: usize,
    /// Atoms flipped since then; `None` when they are too many to be worth noting.
    flipped: Option<Vec<Atom>>,
}

impl LocalWalk {
    /// Whether a literal holds.
    fn holds(&self, literal: Literal) -> bool {
        self.values[literal.atom().0 as usize] == literal.is_positive()
    }

    fn add(&mut self, literals: impl Iterator<Item = Literal>) {
        let start = self.literals.len() as u32;
        self.literals.extend(literals);
        let end = self.literals.len() as u32;
        self.clauses.push(WalkClause { start, end, count: 0, truths: 0, place: NOWHERE });
    }

    /// Lists the clauses of each literal, and counts what is true.
    fn prepare(&mut self) {
        for literal in &self.literals {
            self.starts[literal.index() + 1] += 1;
        }
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        let mut ends = self.starts.clone();
        self.lists.resize(self.literals.len(), 0);
        for at in 0..self.clauses.len() {
            let WalkClause { start, end, .. } = self.clauses[at];
            for place in start..end {
                let literal = self.literals[place as usize];
                self.lists[ends[literal.index()] as usize] = at as u32;
                ends[literal.index()] += 1;
                if self.holds(literal) {
                    self.clauses[at].count += 1;
                    self.clauses[at].truths ^= literal.index() as u32;
                }
            }
            match self.clauses[at].count {
                0 => falsify(&mut self.clauses[at], at as u32, &mut self.falsified),
                1 => self.breaks[self.clauses[at].truths as usize / 2] += 1,
                _ => {}
            }
        }
        self.fewest = self.falsified.len();
        let length = self.literals.len() as f64 / self.clauses.len().max(1) as f64;
        let base = base(length);
        self.weights = std::iter::successors(Some(1.0), |weight| Some(weight / base))
            .take_while(|&weight| weight > f64::MIN_POSITIVE)
            .collect();
    }

    /// An atom of a false clause, the rather the fewer clauses its flip makes false.
    fn pick(&self, random: &mut Random) -> Literal {
        let clause = self.falsified[random.below(self.falsified.len())];
        let WalkClause { start, end, .. } = self.clauses[clause as usize];
        let literals = &self.literals[start as usize..end as usize];
        let last = self.weights.len() - 1;
        let weight = |it: &Literal| {
            let breaks = self.breaks[it.atom().0 as usize] as usize;
            self.weights[breaks.min(last)]
        };
        let mut left = random.fraction() * literals.iter().map(weight).sum::<f64>();
        let picked = literals.iter().find(|it| {
            left -= weight(it);
            left < 0.0
        });
        *picked.unwrap_or(&literals[0])
    }

    /// Makes a false literal true. Returns how many clauses were looked at.
    fn flip(&mut self, literal: Literal) -> u64 {
        let atom = literal.atom().0 as usize;
        let Self { values, clauses, starts, lists, breaks, falsified, .. } = self;
        values[atom] = literal.is_positive();
        let of = |it: Literal| starts[it.index()] as usize..starts[it.index() + 1] as usize;
        for &at in &lists[of(literal)] {
            let clause = &mut clauses[at as usize];
            match clause.count {
                0 => {
                    breaks[atom] += 1;
                    let place = std::mem::replace(&mut clause.place, NOWHERE);
                    falsified.swap_remove(place as usize);
                    if let Some(&moved) = falsified.get(place as usize) {
                        clauses[moved as usize].place = place;
                    }
                }
                1 => breaks[clause.truths as usize / 2] -= 1,
                _ => {}
            }
            let clause = &mut clauses[at as usize];
            clause.count += 1;
            clause.truths ^= literal.index() as u32;
        }
        for &at in &lists[of(!literal)] {
            let clause = &mut clauses[at as usize];
            clause.count -= 1;
            clause.truths ^= (!literal).index() as u32;
            match clause.count {
                0 => {
                    breaks[atom] -= 1;
                    falsify(clause, at, falsified);
                }
                1 => breaks[clause.truths as usize / 2] += 1,
                _ => {}
            }
        }
        (of(literal).len() + of(!literal).len()) as u64
    }

    /// Remembers the values when fewer clauses are false than ever; returns whether that is so.
    fn note(&mut self, flipped: Atom) -> bool {
        let most = self.values.len();
        if let Some(list) = &mut self.flipped {
            list.push(flipped);
            if list.len() > most {
                self.flipped = None;
            }
        }
        let is_better = self.falsified.len() < self.fewest;
        if is_better {
            self.fewest = self.falsified.len();
            match &mut self.flipped {
                Some(list) => {
                    for atom in list.drain(..) {
                        self.best[atom.0 as usize] = self.values[atom.0 as usize];
                    }
                }
                None => {
                    self.best.clone_from(&self.values);
                    self.flipped = Some(Vec::new());
                }
            }
        }
        is_better
    }
}

fn falsify(clause: &mut WalkClause, at: u32, falsified: &mut Vec<u32>) {
    clause.place = falsified.len() as u32;
    falsified.push(at);
}

/// The base for clauses of some length on average, between those of the table by a straight line.
fn base(length: f64) -> f64 {
    let at = BASES.iter().rposition(|&(known, _)| known <= length).unwrap_or(0);
    let (before, low) = BASES[at];
    match BASES.get(at + 1) {
        Some((behind, high)) => low + (length - before) / (behind - before) * (high - low),
        None => low,
    }
}

impl Solver<'_> {
    /// Walks from the values that decisions would try, and lets them try the best ones found.
    pub(super) fn walk(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let spent = self.ticks - std::mem::replace(&mut self.limits.walked, self.ticks);
        let effort = (spent * PERCENT / 100).max(LEAST_EFFORT);
        let Some(mut walk) = self.start_walk() else { return Ok(()) };
        self.statistics.walks += 1;
        let from = walk.fewest;
        let mut ticks = 0;
        let patience = PATIENCE * u64::from(self.atoms);
        let mut waited = 0;
        while ticks < effort && !walk.falsified.is_empty() && waited < patience {
            budget.check()?;
            let literal = walk.pick(&mut self.random);
            ticks += 4 + walk.flip(literal);
            waited = if walk.note(literal.atom()) { 0 } else { waited + 1 };
            self.statistics.flips += 1;
        }
        if walk.fewest < from {
            self.phases.saved = walk.best;
        }
        Ok(())
    }

    /// The clauses as a walk sees them; `None` when one of them is false whatever it flips.
    fn start_walk(&self) -> Option<LocalWalk> {
        let atoms = self.atoms as usize;
        let mut values: Vec<_> =
            (0..self.atoms).map(|it| self.phase(Atom(it)).is_positive()).collect();
        let mut fixed: Vec<_> = self.values.clone();
        for &literal in &self.assumptions {
            fixed[literal.index()] = 1;
            fixed[(!literal).index()] = -1;
        }
        for (value, fixed) in values.iter_mut().zip(fixed.chunks_exact(2)) {
            if fixed[0] != 0 {
                *value = fixed[0] > 0;
            }
        }
        let mut walk = LocalWalk {
            best: values.clone(),
            values,
            clauses: Vec::new(),
            literals: Vec::new(),
            starts: vec![0; 2 * atoms + 1],
            lists: Vec::new(),
            breaks: vec![0; atoms],
            falsified: Vec::new(),
            weights: Vec::new(),
            fewest: 0,
            flipped: Some(Vec::new()),
        };
        for clause in self.arena.iter().filter(|&it| !self.arena.is(it, Flag::LEARNT)) {
            let literals = self.arena.literals(clause);
            if literals.iter().any(|it| fixed[it.index()] > 0) {
                continue;
            }
            let open = literals.iter().copied().filter(|it| fixed[it.index()] == 0);
            walk.add(open);
            if walk.clauses.last().is_some_and(|it| it.start == it.end) {
                return None;
            }
        }
        walk.prepare();
        Some(walk)
    }
}
