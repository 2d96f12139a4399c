//! A checker of DRAT proofs that goes through them backwards (Wetzler, Heule and Hunt, "DRAT-trim",
//! SAT 2014): from the conflict at the end only those steps are checked on which it rests. Such a
//! clause must lead to a conflict when it is denied and units are propagated (RUP), or each of its
//! resolvents on its first literal must (RAT).

use hashbrown::HashTable;

use crate::budget::{Budget, Stop};
use crate::evidence::clauses::{ClauseProof, ClauseStep};
use crate::logic::cnf::{Cnf, Literal};

/// Why a proof is not a refutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DratFlaw {
    /// The clause that a step adds is needed and neither RUP nor RAT on its first literal.
    Unjustified {
        /// Which step, from 0.
        step: usize,
    },
    /// All steps together bring no conflict by unit propagation.
    Incomplete,
}

/// Checks that a proof refutes a clause set.
///
/// Steps behind the point where unit propagation alone finds a conflict are not looked at. As in
/// DRAT-trim, deleting a clause that is the reason of a unit has no effect, and so has deleting
/// one that is not there; to keep a clause never makes a wrong proof pass.
///
/// # Errors
/// The limit that was reached before an answer.
pub fn check_refutation(
    cnf: &Cnf,
    proof: &ClauseProof,
    budget: &mut Budget,
) -> Result<Result<(), DratFlaw>, Stop> {
    check_refutation_in(cnf, &[], proof, budget)
}

/// Checks that a proof refutes a clause set together with each literal of a cube as a clause behind it.
///
/// # Errors
/// The limit that was reached before an answer.
pub fn check_refutation_in(
    cnf: &Cnf,
    cube: &[Literal],
    proof: &ClauseProof,
    budget: &mut Budget,
) -> Result<Result<(), DratFlaw>, Stop> {
    let steps: Vec<_> = proof.steps().collect();
    let mut checker = DratChecker::new(cnf, cube, &steps);
    for clause in cnf.clauses().chain(cube.chunks(1)) {
        budget.check()?;
        checker.add(clause)?;
    }
    checker.propagate(budget)?;
    // The clause that each step added or deleted, if any, up to the conflict.
    let mut touched = Vec::new();
    let mut pending = steps.iter();
    while checker.conflict == NONE {
        budget.check()?;
        match pending.next() {
            Some(ClauseStep::Add(clause)) => {
                touched.push(checker.add(clause)?);
                checker.propagate(budget)?;
            }
            Some(ClauseStep::Delete(clause)) => touched.push(checker.delete(clause)),
            None => return Ok(Err(DratFlaw::Incomplete)),
        }
    }
    checker.explain_conflict();
    for (step, &id) in touched.iter().enumerate().rev() {
        budget.check()?;
        match steps[step] {
            _ if id == NONE => {}
            ClauseStep::Delete(_) => checker.restore(id),
            ClauseStep::Add(clause) => {
                checker.withdraw(id);
                if checker.states[id as usize].is_needed && !checker.follows(clause, id, budget)? {
                    return Ok(Err(DratFlaw::Unjustified { step }));
                }
            }
        }
    }
    Ok(Ok(()))
}

/// Stands for no clause.
const NONE: u32 = u32::MAX;

/// Where a clause stands.
#[derive(Clone, Copy, Default)]
struct State {
    /// It was added and not deleted.
    is_present: bool,
    /// Its first two literals are watched. Others were true, or made a literal true, when they were
    /// added; for as long as they are present that stays so.
    is_watched: bool,
    /// The conflict rests on it.
    is_needed: bool,
}

#[derive(Clone, Copy)]
struct Watch {
    id: u32,
    /// Another literal of the clause: while it is true, the clause need not be looked at.
    blocker: Literal,
}

/// The clauses after some step, and what follows from them by unit propagation.
struct DratChecker {
    /// The clauses one behind the other, each literal once, without tautologies. The first literal
    /// of one that propagates is the literal it makes true.
    literals: Vec<Literal>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
    states: Vec<State>,
    /// The clauses by their literals in any order; `None` when nothing is deleted.
    by_content: Option<HashTable<u32>>,
    /// The clauses that watch each literal: those that are not needed so far, and those that are.
    watches: [Vec<Vec<Watch>>; 2],
    values: Vec<Option<bool>>,
    /// The clause that gave each atom its value, and the place on the trail.
    reasons: Vec<(u32, u32)>,
    /// Whether what the value of an atom rests on is known to be needed.
    is_explained: Vec<bool>,
    trail: Vec<Literal>,
    /// Literals of the trail that were propagated in either of the `watches`.
    propagated: [usize; 2],
    /// A clause that is false.
    conflict: u32,
}

impl DratChecker {
    fn new(cnf: &Cnf, cube: &[Literal], steps: &[ClauseStep<'_>]) -> Self {
        let atoms = steps.iter().map(|step| match step {
            ClauseStep::Add(clause) => clause.iter().map(|it| it.atom().0 + 1).max().unwrap_or(0),
            ClauseStep::Delete(_) => 0,
        });
        let atoms = atoms.chain(cube.iter().map(|it| it.atom().0 + 1));
        let atoms = atoms.max().unwrap_or(0).max(cnf.atoms()) as usize;
        let deletes = steps.iter().any(|step| matches!(step, ClauseStep::Delete(_)));
        let no_watches = vec![Vec::new(); 2 * atoms];
        Self {
            literals: Vec::new(),
            ends: Vec::with_capacity(cnf.len()),
            states: Vec::with_capacity(cnf.len()),
            by_content: deletes.then(HashTable::new),
            watches: [no_watches.clone(), no_watches],
            values: vec![None; atoms],
            reasons: vec![(NONE, 0); atoms],
            is_explained: vec![false; atoms],
            trail: Vec::new(),
            propagated: [0, 0],
            conflict: NONE,
        }
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        Some(self.values[literal.atom().0 as usize]? == literal.is_positive())
    }

    fn range(&self, id: u32) -> std::ops::Range<usize> {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        start..self.ends[id]
    }

    fn assign(&mut self, literal: Literal, reason: u32) {
        let atom = literal.atom().0 as usize;
        self.values[atom] = Some(literal.is_positive());
        self.reasons[atom] = (reason, self.trail.len() as u32);
        self.trail.push(literal);
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.atom().0 as usize] = None;
            self.is_explained[literal.atom().0 as usize] = false;
        }
        self.propagated = [length; 2];
    }

    /// Takes a clause in, when the trail holds only what follows from the clauses. Returns its
    /// number; a tautology has none.
    fn add(&mut self, clause: &[Literal]) -> Result<u32, Stop> {
        let Some(mut clause) = normal_form(clause) else {
            return Ok(NONE);
        };
        let id = u32::try_from(self.ends.len()).ok().filter(|&id| id != NONE);
        let id = id.ok_or(Stop::Size("the proof has more than 2^32 clauses"))?;
        clause.sort_by_key(|&literal| self.value(literal) == Some(false));
        let start = self.literals.len();
        self.literals.extend_from_slice(&clause);
        self.ends.push(self.literals.len());
        let Self { by_content, literals, ends, .. } = self;
        if let Some(by_content) = by_content {
            by_content.insert_unique(hash(&clause), id, |&other| {
                let start = if other == 0 { 0 } else { ends[other as usize - 1] };
                hash(&literals[start..ends[other as usize]])
            });
        }
        let is_true = clause.iter().any(|&literal| self.value(literal) == Some(true));
        let left = clause.iter().take_while(|&&literal| self.value(literal) != Some(false)).count();
        let is_watched = !is_true && left > 1;
        self.states.push(State { is_present: true, is_watched, is_needed: false });
        match left {
            _ if is_true => {}
            0 => self.conflict = id,
            1 => self.assign(self.literals[start], id),
            _ => self.watch(id),
        }
        Ok(id)
    }

    fn watch(&mut self, id: u32) {
        let start = self.range(id).start;
        let watches = &mut self.watches[usize::from(self.states[id as usize].is_needed)];
        let pair = [self.literals[start], self.literals[start + 1]];
        watches[pair[0].index()].push(Watch { id, blocker: pair[1] });
        watches[pair[1].index()].push(Watch { id, blocker: pair[0] });
    }

    fn unwatch(&mut self, id: u32) {
        let start = self.range(id).start;
        let watches = &mut self.watches[usize::from(self.states[id as usize].is_needed)];
        for literal in &self.literals[start..start + 2] {
            let watching = &mut watches[literal.index()];
            if let Some(at) = watching.iter().position(|it| it.id == id) {
                watching.swap_remove(at);
            }
        }
    }

    /// Whether a clause is the reason of a literal on the trail.
    fn is_reason(&self, id: u32) -> bool {
        self.literals[self.range(id)].first().is_some_and(|first| {
            let atom = first.atom().0 as usize;
            self.values[atom].is_some() && self.reasons[atom].0 == id
        })
    }

    /// Deletes a clause, and returns which one.
    fn delete(&mut self, clause: &[Literal]) -> u32 {
        let Some(clause) = normal_form(clause) else {
            return NONE;
        };
        let Some(mut by_content) = self.by_content.take() else {
            return NONE;
        };
        let is_it = |&id: &u32| {
            let other = &self.literals[self.range(id)];
            other.len() == clause.len()
                && other.iter().all(|literal| clause.binary_search(literal).is_ok())
                && !self.is_reason(id)
        };
        let found = by_content.find_entry(hash(&clause), is_it);
        let id = found.map_or(NONE, |entry| entry.remove().0);
        self.by_content = Some(by_content);
        if id != NONE {
            self.states[id as usize].is_present = false;
            if self.states[id as usize].is_watched {
                self.unwatch(id);
            }
        }
        id
    }

    /// Takes back a deletion. The trail is what it was then, and so the same literals are watched.
    fn restore(&mut self, id: u32) {
        self.states[id as usize].is_present = true;
        if self.states[id as usize].is_watched {
            self.watch(id);
        }
    }

    /// Takes back an addition with all that followed.
    fn withdraw(&mut self, id: u32) {
        self.states[id as usize].is_present = false;
        if self.states[id as usize].is_watched {
            self.unwatch(id);
        } else if self.is_reason(id) {
            let unit = self.literals[self.range(id).start];
            self.undo(self.reasons[unit.atom().0 as usize].1 as usize);
        }
        self.propagated = [self.trail.len(); 2];
        self.conflict = NONE;
    }

    /// Makes everything true that follows by unit propagation, up to a conflict: first all by
    /// clauses that are needed anyway.
    fn propagate(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        while self.conflict == NONE {
            let kind = usize::from(self.propagated[1] < self.trail.len());
            let Some(&literal) = self.trail.get(self.propagated[kind]) else {
                break;
            };
            budget.check()?;
            self.propagated[kind] += 1;
            let mut watching = std::mem::take(&mut self.watches[kind][(!literal).index()]);
            watching.retain_mut(|watch| self.visit(kind, watch, !literal));
            self.watches[kind][(!literal).index()] = watching;
        }
        Ok(())
    }

    /// Visits a clause that watches a literal now false; returns whether it still watches it.
    fn visit(&mut self, kind: usize, watch: &mut Watch, falsified: Literal) -> bool {
        if self.conflict != NONE || self.value(watch.blocker) == Some(true) {
            return true;
        }
        let range = self.range(watch.id);
        let start = range.start;
        if self.literals[start] == falsified {
            self.literals.swap(start, start + 1);
        }
        let first = self.literals[start];
        watch.blocker = first;
        if self.value(first) == Some(true) {
            return true;
        }
        let mut others = start + 2..range.end;
        if let Some(other) = others.find(|&at| self.value(self.literals[at]) != Some(false)) {
            self.literals.swap(start + 1, other);
            let watched = self.literals[start + 1];
            self.watches[kind][watched.index()].push(Watch { id: watch.id, blocker: first });
            return false;
        }
        match self.value(first) {
            None => self.assign(first, watch.id),
            _ => self.conflict = watch.id,
        }
        true
    }

    /// All clauses on which the conflict rests are needed.
    fn explain_conflict(&mut self) {
        self.need(vec![self.conflict]);
    }

    /// These clauses are needed, and so are the reasons why their literals are false.
    fn need(&mut self, mut pending: Vec<u32>) {
        while let Some(id) = pending.pop() {
            let state = self.states[id as usize];
            if !state.is_needed {
                if state.is_watched {
                    self.unwatch(id);
                }
                self.states[id as usize].is_needed = true;
                if state.is_watched {
                    self.watch(id);
                }
            }
            for at in self.range(id) {
                self.explain(self.literals[at], &mut pending);
            }
        }
    }

    /// The reason of a literal's value is needed, if it has one and that is news.
    fn explain(&mut self, literal: Literal, pending: &mut Vec<u32>) {
        let atom = literal.atom().0 as usize;
        let reason = self.reasons[atom].0;
        let is_news = self.values[atom].is_some() && !self.is_explained[atom];
        if is_news && reason != NONE {
            self.is_explained[atom] = true;
            pending.push(reason);
        }
    }

    /// Denies every literal but `except` and propagates; returns whether that is contradictory. All
    /// that this rests on is needed.
    fn contradicts(
        &mut self,
        clause: &[Literal],
        except: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        for &literal in clause.iter().filter(|&&literal| Some(literal) != except) {
            match self.value(literal) {
                Some(true) => {
                    let mut pending = Vec::new();
                    self.explain(literal, &mut pending);
                    self.need(pending);
                    return Ok(true);
                }
                Some(false) => {}
                None => self.assign(!literal, NONE),
            }
        }
        self.propagate(budget)?;
        let is_contradictory = self.conflict != NONE;
        if is_contradictory {
            self.explain_conflict();
            self.conflict = NONE;
        }
        Ok(is_contradictory)
    }

    /// Whether a clause that was withdrawn is RUP or RAT.
    fn follows(&mut self, clause: &[Literal], id: u32, budget: &mut Budget) -> Result<bool, Stop> {
        let known = self.trail.len();
        let follows = self.contradicts(clause, None, budget)? || self.is_rat(clause, id, budget)?;
        self.undo(known);
        Ok(follows)
    }

    /// The RAT check, when the trail holds what denying the clause brought.
    fn is_rat(&mut self, clause: &[Literal], id: u32, budget: &mut Budget) -> Result<bool, Stop> {
        let Some(&pivot) = clause.first() else {
            return Ok(false);
        };
        let denied = self.trail.len();
        for other in 0..id {
            budget.check()?;
            let range = self.range(other);
            let is_present = self.states[other as usize].is_present;
            if !is_present || !self.literals[range.clone()].contains(&!pivot) {
                continue;
            }
            let other = self.literals[range].to_vec();
            let is_contradictory = self.contradicts(&other, Some(!pivot), budget)?;
            self.undo(denied);
            if !is_contradictory {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The literals ascending and once each; `None` for a tautology.
fn normal_form(clause: &[Literal]) -> Option<Vec<Literal>> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_tautology).then_some(clause)
}

/// A hash that does not depend on the order of the literals.
fn hash(clause: &[Literal]) -> u64 {
    let mixed = |literal: &Literal| {
        let spread = (literal.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread ^ spread >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    clause.iter().map(mixed).fold(0, u64::wrapping_add)
}
