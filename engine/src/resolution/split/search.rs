//! The search with splitting: clauses are split, and taken out and in again as the solver chooses other names.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::ComponentName;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ATOM, InferenceRule};
use crate::logic::cnf::Atom;
use crate::resolution::clause::{ClauseId, ClauseOrigin, FirstOrderClause, FirstOrderLiteral};
use crate::resolution::clausify::numbered;
use crate::resolution::saturate::Saturation;
use crate::resolution::term::{Bank, SharedTerm, TermSymbol};
use crate::sat::cdcl::SolverOutcome;

/// Steps of the solver that take as long as a unit of work.
const TICKS: u64 = 30;

impl Saturation {
    /// The names that the clauses rest on from which something follows.
    pub(in crate::resolution) fn names_of(
        &self,
        parents: impl Iterator<Item = ClauseId>,
    ) -> Vec<ComponentName> {
        let mut names = Vec::new();
        for parent in parents {
            names.extend_from_slice(&self.clauses[parent as usize].names);
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Notes which names a clause rests on.
    pub(in crate::resolution) fn note_names(&mut self, clause: ClauseId) {
        for name in &self.clauses[clause as usize].names {
            if let Some(splitter) = &mut self.splitter {
                splitter.resting[*name as usize].push(clause);
            }
        }
    }

    /// A clause is not needed as long as these names are true.
    pub(in crate::resolution) fn lock(&mut self, clause: ClauseId, names: &[ComponentName]) {
        let Some(splitter) = &mut self.splitter else { return };
        splitter.locked.insert(clause);
        for name in names {
            splitter.spared[*name as usize].push(clause);
        }
    }

    /// Splits a clause, if it has parts that share no variable; whether it has.
    pub(in crate::resolution) fn split(&mut self, clause: &FirstOrderClause) -> bool {
        if self.splitter.is_none() || clause.literals.len() < 2 {
            return false;
        }
        let parts = parts(&self.bank, &clause.literals);
        if parts.len() < 2 {
            return false;
        }
        let parent = self.clauses.len() as ClauseId;
        self.clauses.push(clause.clone());
        // Of each variable the one that it is in the parts, which are written with variables of their own.
        let mut values: FxHashMap<SharedTerm, SharedTerm> = FxHashMap::default();
        let mut names: Vec<ComponentName> = Vec::new();
        let mut offsets: FxHashMap<ComponentName, u32> = FxHashMap::default();
        let mut count = 0;
        for part in parts {
            let (name, own) = self.component(part, clause.is_from_goal);
            let offset = *offsets.entry(name).or_insert(count);
            if !names.contains(&name) {
                names.push(name);
                count += own.len() as u32;
            }
            for (variable, number) in own {
                let sort = self.bank.sort(variable);
                values.insert(variable, self.bank.variable(offset + number, sort));
            }
        }
        let instance = clause.variables.iter().map(|it| values.get(it).copied().unwrap_or(*it));
        let origin = ClauseOrigin {
            rule: InferenceRule::Split,
            parents: vec![(parent, instance.collect())],
        };
        let literals = names.iter().map(|it| self.name(*it, true)).collect();
        let mut told = FirstOrderClause::new(&mut self.bank, literals, origin, clause.is_from_goal);
        told.names.clone_from(&clause.names);
        let told_at = self.clauses.len() as ClauseId;
        self.clauses.push(told);
        if let Some(splitter) = &mut self.splitter {
            splitter.give(told_at, &names, &clause.names);
        }
        true
    }

    /// The literal of a name.
    pub(in crate::resolution) fn name(
        &mut self,
        name: ComponentName,
        is_positive: bool,
    ) -> FirstOrderLiteral {
        let first = self.splitter.as_ref().map_or(0, |it| it.first);
        let left = self.bank.apply(TermSymbol(first + name), ATOM, &[]);
        FirstOrderLiteral { is_positive, left, right: None }
    }

    /// The name of a part, and the numbers of its variables there.
    fn component(
        &mut self,
        mut part: Vec<FirstOrderLiteral>,
        is_from_goal: bool,
    ) -> (ComponentName, Vec<(SharedTerm, u32)>) {
        let bank = &mut self.bank;
        part.sort_by_key(|it| (it.is_positive, bank.head(it.left), bank.weight(it.left)));
        let (mut known, mut count) = (FxHashMap::default(), 0);
        let literals: Vec<_> = part
            .iter()
            .map(|it| it.map(|term| numbered(bank, term, &mut known, &mut count)))
            .collect();
        let mut own: Vec<(SharedTerm, u32)> = Vec::new();
        for (old, new) in known {
            own.extend(bank.as_variable(old).and(bank.as_variable(new)).map(|it| (old, it)));
        }
        own.sort_unstable_by_key(|it| it.1);
        let sorts: Vec<_> = own.iter().map(|it| bank.sort(it.0)).collect();
        let Some(splitter) = &mut self.splitter else { return (0, own) };
        let new = splitter.components.len() as ComponentName;
        let name = *splitter.known.entry(literals.clone()).or_insert(new);
        if name < new {
            return (name, own);
        }
        splitter.solver.add_atom();
        splitter.components.push((literals.clone(), sorts));
        splitter.truths.push(false);
        splitter.resting.push(Vec::new());
        splitter.spared.push(Vec::new());
        let id = self.clauses.len() as ClauseId;
        splitter.off.insert(id);
        let origin = ClauseOrigin { rule: InferenceRule::Component, parents: Vec::new() };
        let mut clause = FirstOrderClause::new(bank, literals, origin, is_from_goal);
        clause.names = vec![name];
        self.clauses.push(clause);
        self.note_names(id);
        (name, own)
    }

    /// A contradiction that rests on names: they are not true together.
    pub(in crate::resolution) fn exclude(&mut self, empty: ClauseId) {
        if let Some(splitter) = &mut self.splitter {
            splitter.give(empty, &[], &self.clauses[empty as usize].names);
        }
    }

    /// Lets the solver choose which names are taken to be true, if it has to; the empty clause when it cannot.
    pub(in crate::resolution) fn choose(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Option<ClauseId>, Stop> {
        let Some(splitter) = self.splitter.as_mut().filter(|it| it.is_stale) else {
            return Ok(None);
        };
        let before = splitter.solver.ticks();
        let outcome = splitter.solver.solve(&[], budget);
        self.work += (splitter.solver.ticks() - before) / TICKS;
        if outcome? == SolverOutcome::Unsatisfiable {
            return Ok(self.refuted());
        }
        splitter.is_stale = false;
        let mut changed = [Vec::new(), Vec::new()];
        for (name, truth) in splitter.truths.iter_mut().enumerate() {
            let new = splitter.solver.value(Atom(name as u32));
            if std::mem::replace(truth, new) != new {
                changed[usize::from(new)].push(name);
            }
        }
        let [gone, come] = changed;
        for name in gone {
            self.turn_off(name);
        }
        for name in come {
            self.turn_on(name);
        }
        Ok(None)
    }

    /// Takes out what rests on a name that is not true any more, and brings back what was spared by it.
    fn turn_off(&mut self, name: usize) {
        let Some(splitter) = &mut self.splitter else { return };
        let resting = splitter.resting[name].clone();
        let spared = std::mem::take(&mut splitter.spared[name]);
        for clause in resting {
            let is_active = self.splitter.as_ref().is_some_and(|it| it.active.contains(&clause));
            if is_active {
                self.deactivate(clause);
            }
            if let Some(splitter) = self.splitter.as_mut()
                && (self.queue.remove(clause) || is_active)
            {
                splitter.off.insert(clause);
            }
        }
        for clause in spared {
            let Some(splitter) = &mut self.splitter else { return };
            if !splitter.locked.remove(&clause) {
                continue;
            }
            if splitter.are_true(&self.clauses[clause as usize].names) {
                self.enqueue_again(clause);
            } else {
                splitter.off.insert(clause);
            }
        }
    }

    /// Searches again what rests on a name that is true now.
    fn turn_on(&mut self, name: usize) {
        let Some(splitter) = &self.splitter else { return };
        for clause in splitter.resting[name].clone() {
            let Some(splitter) = &mut self.splitter else { return };
            if splitter.are_true(&self.clauses[clause as usize].names)
                && splitter.off.remove(&clause)
            {
                self.enqueue_again(clause);
            }
        }
    }

    /// The empty clause, from what the solver was given and learnt.
    fn refuted(&mut self) -> Option<ClauseId> {
        let log = Rc::clone(&self.splitter.as_ref()?.log);
        let log = log.borrow();
        let mut found: FxHashMap<u64, ClauseId> = FxHashMap::default();
        for number in log.order() {
            let id = match log.given(number) {
                Some(clause) => clause,
                None => {
                    let (literals, reasons) = log.learnt(number)?;
                    let literals =
                        literals.iter().map(|it| self.name(it.atom().0, it.is_positive()));
                    let literals = literals.collect();
                    let parents = reasons.iter().map(|it| (found[it], Box::default())).collect();
                    let origin = ClauseOrigin { rule: InferenceRule::Propagation, parents };
                    let clause = FirstOrderClause::new(&mut self.bank, literals, origin, false);
                    self.clauses.push(clause);
                    self.clauses.len() as ClauseId - 1
                }
            };
            found.insert(number, id);
        }
        found.get(&log.empty?).copied()
    }
}

/// The parts of a clause that share no variable, in the order in which they begin.
fn parts(bank: &Bank, literals: &[FirstOrderLiteral]) -> Vec<Vec<FirstOrderLiteral>> {
    let mut parts: Vec<(Vec<u32>, Vec<usize>)> = Vec::new();
    for (at, literal) in literals.iter().enumerate() {
        let (mut variables, mut places) = (Vec::new(), vec![at]);
        literal.terms().for_each(|term| bank.variables(term, &mut |it| variables.push(it)));
        parts.retain_mut(|(others, those)| {
            let is_apart = !others.iter().any(|it| variables.contains(it));
            if !is_apart {
                variables.append(others);
                places.append(those);
            }
            is_apart
        });
        parts.push((variables, places));
    }
    parts
        .into_iter()
        .map(|(_, mut places)| {
            places.sort_unstable();
            places.into_iter().map(|at| literals[at]).collect()
        })
        .collect()
}
