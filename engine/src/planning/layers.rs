//! Plans by clauses (Kautz and Selman, "Planning as satisfiability", 1992). Many steps stand in one layer
//! where, done in the order of their numbers, none takes away what a later one asks for (Rintanen, Heljanko
//! and Niemelä, "Planning as satisfiability: parallel plans and algorithms for plan search", 2006). So a long
//! plan may have few layers, and how many states there are does not matter.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cases::reachable;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::actions::{CellCondition, PlanCases, SheetStep};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// Numbers of layers that are tried at the same time.
const TOGETHER: usize = 4;

/// Steps of the solver for each of them in the first turn, which double with each.
const FIRST: u64 = 1 << 12;

/// Literals of all clauses for a number of layers at most.
const LITERALS: usize = 1 << 25;

/// A cell with the number of a value that it may come to have.
type Fact = (usize, usize);

/// A step where cells have certain values.
struct LayerStep {
    step: SheetStep,
    reads: Vec<Fact>,
    /// What it changes.
    writes: Vec<Fact>,
}

/// What stands in each layer.
struct Layer {
    /// Of each cell the values that it may come to have, and its first atom.
    cells: Vec<(Vec<Option<i64>>, u32)>,
    steps: Vec<LayerStep>,
    /// The atom of the first step.
    first_step: u32,
    /// Where the goal is reached.
    goal: CellCondition,
    /// What leads from a layer to the next one. The atoms of that stand behind its own.
    clauses: Cnf,
    /// Atoms of a layer.
    atoms: u32,
}

/// A number of layers that is tried.
struct LayerHorizon {
    layers: u32,
    solver: Solver<'static>,
}

/// A search for a plan.
pub struct LayeredSearch {
    layer: Layer,
    open: Vec<LayerHorizon>,
    /// The number of layers to be tried next.
    next: u32,
    share: u64,
}

impl LayeredSearch {
    /// Of steps that are written out; `None` when no goal can be reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(cases: &PlanCases, budget: &mut Budget) -> Result<Option<Self>, Stop> {
        let Some(layer) = Layer::new(cases, budget)? else { return Ok(None) };
        Ok(Some(Self { layer, open: Vec::new(), next: 1, share: FIRST }))
    }

    /// Steps from the start to the goal. It goes on where it was left; `None` when no number of layers is left to
    /// be tried.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn run(&mut self, budget: &mut Budget) -> Result<Option<Vec<SheetStep>>, Stop> {
        loop {
            while self.open.len() < TOGETHER && self.layer.literals(self.next) <= LITERALS {
                let solver = self.layer.solver(self.next, budget)?;
                self.open.push(LayerHorizon { layers: self.next, solver });
                // The more layers, the less it matters whether there is one more.
                self.next += 1 + self.next / 8;
            }
            if self.open.is_empty() {
                return Ok(None);
            }
            let mut at = 0;
            while let Some(horizon) = self.open.get_mut(at) {
                let (outcome, _) = budget.turn(self.share, |part| horizon.solver.solve(&[], part));
                match outcome {
                    Ok(SolverOutcome::Satisfiable) => {
                        return Ok(Some(self.layer.plan(&self.open[at])));
                    }
                    Ok(SolverOutcome::Unsatisfiable) => _ = self.open.remove(at),
                    Err(Stop::Steps) => at += 1,
                    Err(stop) => return Err(stop),
                }
                budget.look()?;
            }
            self.share = self.share.saturating_mul(2);
        }
    }
}

impl Layer {
    fn new(
        PlanCases { doing: cases, goal }: &PlanCases,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let values = reachable(cases, budget)?;
        let number = |(cell, value): &(usize, Option<i64>)| {
            values[*cell].iter().position(|it| it == value).map(|at| (*cell, at))
        };
        let all = |facts: &[(usize, Option<i64>)]| -> Option<Vec<Fact>> {
            facts.iter().map(number).collect()
        };
        let mut steps = Vec::new();
        for case in &cases.cases {
            let Some((reads, writes)) = all(&case.reads).zip(all(&case.writes)) else { continue };
            let writes: Vec<Fact> = writes.into_iter().filter(|it| !reads.contains(it)).collect();
            if !writes.is_empty() {
                steps.push(LayerStep { step: case.step.clone(), reads, writes });
            }
        }
        if !may_be(goal, true, &values) {
            return Ok(None);
        }
        let mut atoms = 0;
        let mut cells = Vec::with_capacity(values.len());
        for values in values {
            let own = if values.len() > 2 { values.len() } else { values.len() - 1 };
            cells.push((values, atoms));
            atoms += own as u32;
        }
        let (first_step, clauses) = (atoms, Cnf::default());
        atoms += steps.len() as u32;
        let goal = goal.clone();
        let mut layer = Self { cells, steps, first_step, goal, clauses, atoms };
        layer.order(budget)?;
        layer.connect(budget)?;
        Ok(Some(layer))
    }

    /// That a cell has a value behind so many atoms; `None` where it has no other.
    fn fact(&self, (cell, number): Fact, behind: u32) -> Option<Literal> {
        let (values, first) = &self.cells[cell];
        match values.len() {
            1 => None,
            2 => Some(Literal::new(Atom(behind + first), number == 1)),
            _ => Some(Literal::new(Atom(behind + first + number as u32), true)),
        }
    }

    fn step(&self, number: usize, behind: u32) -> Literal {
        Literal::new(Atom(behind + self.first_step + number as u32), true)
    }

    /// Lets no step take away what a later one of the same layer asks for: an atom for each of those that take
    /// it away says that one of them or of those before is done.
    fn order(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let mut asks: FxHashMap<Fact, Vec<usize>> = FxHashMap::default();
        let mut changes: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.cells.len()];
        for (at, step) in self.steps.iter().enumerate() {
            for read in &step.reads {
                asks.entry(*read).or_default().push(at);
            }
            for (cell, number) in &step.writes {
                changes[*cell].push((at, *number));
            }
        }
        let mut facts: Vec<(Fact, Vec<usize>)> = asks.into_iter().collect();
        facts.sort_unstable();
        for (fact, asking) in facts {
            let taking = changes[fact.0].iter().filter(|it| it.1 != fact.1).map(|it| it.0);
            let mut taking = taking.peekable();
            let mut done: Option<Literal> = None;
            for later in asking {
                while let Some(at) = taking.next_if(|it| *it < later) {
                    budget.check()?;
                    let (taken, known) = (self.step(at, 0), Literal::new(Atom(self.atoms), true));
                    self.atoms += 1;
                    self.clauses.add([!taken, known]);
                    if let Some(done) = done {
                        self.clauses.add([!done, known]);
                    }
                    done = Some(known);
                }
                if let Some(done) = done {
                    self.clauses.add([!done, !self.step(later, 0)]);
                }
            }
        }
        Ok(())
    }

    /// What steps ask for and lead to, and that nothing changes by itself.
    fn connect(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let behind = self.atoms;
        let mut makers: FxHashMap<Fact, Vec<Literal>> = FxHashMap::default();
        let mut clauses = std::mem::take(&mut self.clauses);
        for (at, step) in self.steps.iter().enumerate() {
            budget.check()?;
            let done = self.step(at, 0);
            let asked = step.reads.iter().map(|it| self.fact(*it, 0));
            let made = step.writes.iter().map(|it| self.fact(*it, behind));
            asked.chain(made).flatten().for_each(|it| clauses.add([!done, it]));
            for write in &step.writes {
                makers.entry(*write).or_default().push(done);
            }
        }
        for (cell, (values, _)) in self.cells.iter().enumerate().filter(|it| it.1.0.len() > 1) {
            budget.check()?;
            let next: Vec<Literal> =
                (0..values.len()).filter_map(|it| self.fact((cell, it), behind)).collect();
            for number in 0..values.len() {
                let fact = (cell, number);
                let (Some(before), Some(after)) = (self.fact(fact, 0), self.fact(fact, behind))
                else {
                    continue;
                };
                let makers = makers.get(&fact).into_iter().flatten().copied();
                clauses.add(makers.chain([!after, before]));
            }
            if values.len() > 2 {
                clauses.add(next.iter().copied());
                for (at, one) in next.iter().enumerate() {
                    next[..at].iter().for_each(|other| clauses.add([!*one, !*other]));
                }
            }
        }
        self.clauses = clauses;
        Ok(())
    }

    /// The literals of all clauses for so many layers, about.
    fn literals(&self, layers: u32) -> usize {
        self.clauses.literals().saturating_mul(layers as usize)
    }

    /// A solver that knows what so many layers are.
    fn solver(&self, layers: u32, budget: &mut Budget) -> Result<Solver<'static>, Stop> {
        let mut solver = Solver::new(Options::default());
        for (cell, (values, _)) in self.cells.iter().enumerate() {
            // What stands there at the start comes first among the values.
            let others = (1..values.len()).filter_map(|it| self.fact((cell, it), 0)).map(|it| !it);
            let start = self.fact((cell, 0), 0);
            others.chain(start).for_each(|it| solver.add_clause(&[it]));
        }
        let mut shifted = Vec::new();
        for layer in 0..layers {
            for clause in self.clauses.clauses() {
                budget.check()?;
                let shift = |it: &Literal| {
                    Literal::new(Atom(it.atom().0 + layer * self.atoms), it.is_positive())
                };
                shifted.clear();
                shifted.extend(clause.iter().map(shift));
                solver.add_clause(&shifted);
            }
        }
        let behind = layers * self.atoms;
        let mut fresh = behind + self.first_step;
        self.claim(&mut solver, (&self.goal, true), behind, (None, &mut fresh));
        Ok(solver)
    }

    /// The number of a value of a cell, if it may come to have it.
    fn known(&self, cell: usize, value: Option<i64>) -> Option<Fact> {
        self.cells[cell].0.iter().position(|it| *it == value).map(|at| (cell, at))
    }

    /// Lets a condition be true or false behind so many atoms, if something is chosen, for which there are atoms from
    /// some number on.
    fn claim(
        &self,
        solver: &mut Solver<'static>,
        (condition, truth): (&CellCondition, bool),
        behind: u32,
        (chosen, fresh): (Option<Literal>, &mut u32),
    ) {
        let unless = chosen.map(|it| !it);
        match (condition, truth) {
            (CellCondition::Truth(it), _) if *it == truth => {}
            // What is defined by itself is in no goal.
            (CellCondition::Truth(_) | CellCondition::Defined(_), _) => {
                solver.add_clause(unless.as_slice());
            }
            (CellCondition::Is(cell, value), _) => {
                let fact = self.known(*cell, *value);
                let clause = match fact.map(|it| self.fact(it, behind)) {
                    Some(None) if truth => return,
                    None if !truth => return,
                    None | Some(None) => None,
                    Some(Some(literal)) => Some(if truth { literal } else { !literal }),
                };
                let clause: Vec<Literal> = unless.into_iter().chain(clause).collect();
                solver.add_clause(&clause);
            }
            (CellCondition::Not(part), _) => {
                self.claim(solver, (part, !truth), behind, (chosen, fresh));
            }
            (CellCondition::All(parts), true) | (CellCondition::Any(parts), false) => {
                for part in parts {
                    self.claim(solver, (part, truth), behind, (chosen, fresh));
                }
            }
            (CellCondition::All(parts), false) | (CellCondition::Any(parts), true) => {
                let first = *fresh;
                *fresh += parts.len() as u32;
                let choices = (first..*fresh).map(|it| Literal::new(Atom(it), true));
                let clause: Vec<Literal> = unless.into_iter().chain(choices.clone()).collect();
                solver.add_clause(&clause);
                for (part, choice) in parts.iter().zip(choices) {
                    self.claim(solver, (part, truth), behind, (Some(choice), fresh));
                }
            }
        }
    }

    /// Facts of a state by which a condition is true or false there; `None` where it is not.
    fn reasons(
        &self,
        (condition, truth): (&CellCondition, bool),
        holds: &impl Fn(Fact) -> bool,
    ) -> Option<Vec<Fact>> {
        match (condition, truth) {
            (CellCondition::Truth(it), _) => (*it == truth).then(Vec::new),
            (CellCondition::Defined(_), _) => None,
            (CellCondition::Is(cell, value), _) => {
                let stands = (0..self.cells[*cell].0.len()).map(|it| (*cell, it));
                let stands = stands.into_iter().find(|it| holds(*it))?;
                ((self.known(*cell, *value) == Some(stands)) == truth).then(|| vec![stands])
            }
            (CellCondition::Not(part), _) => self.reasons((part, !truth), holds),
            (CellCondition::All(parts), true) | (CellCondition::Any(parts), false) => {
                let each = parts.iter().map(|it| self.reasons((it, truth), holds));
                each.collect::<Option<Vec<_>>>().map(|it| it.concat())
            }
            (CellCondition::All(parts), false) | (CellCondition::Any(parts), true) => {
                parts.iter().find_map(|it| self.reasons((it, truth), holds))
            }
        }
    }

    /// The steps of a model, in their order, without those that nothing needs.
    fn plan(&self, found: &LayerHorizon) -> Vec<SheetStep> {
        let is_true = |it: Literal| found.solver.value(it.atom()) == it.is_positive();
        let behind = found.layers * self.atoms;
        let holds = |it: Fact| self.fact(it, behind).is_none_or(is_true);
        let reasons = self.reasons((&self.goal, true), &holds);
        let mut needed: FxHashSet<Fact> = reasons.into_iter().flatten().collect();
        let mut plan = Vec::new();
        for layer in (0..found.layers).rev() {
            for (at, step) in self.steps.iter().enumerate().rev() {
                let is_done = is_true(self.step(at, layer * self.atoms));
                if is_done && step.writes.iter().any(|it| needed.contains(it)) {
                    step.writes.iter().for_each(|it| _ = needed.remove(it));
                    needed.extend(step.reads.iter().copied());
                    plan.push(step.step.clone());
                }
            }
        }
        plan.reverse();
        plan
    }
}

/// Whether a condition may be true or false, where cells have some of these values.
fn may_be(condition: &CellCondition, truth: bool, values: &[Vec<Option<i64>>]) -> bool {
    match (condition, truth) {
        (CellCondition::Truth(it), _) => *it == truth,
        (CellCondition::Defined(_), _) => false,
        (CellCondition::Is(cell, value), _) => {
            values[*cell].iter().any(|it| (it == value) == truth)
        }
        (CellCondition::Not(part), _) => may_be(part, !truth, values),
        (CellCondition::All(parts), true) | (CellCondition::Any(parts), false) => {
            parts.iter().all(|it| may_be(it, truth, values))
        }
        (CellCondition::All(parts), false) | (CellCondition::Any(parts), true) => {
            parts.iter().any(|it| may_be(it, truth, values))
        }
    }
}
