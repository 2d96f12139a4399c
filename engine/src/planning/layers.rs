//! Plans by clauses (Kautz and Selman, "Planning as satisfiability", 1992). Many steps stand in one layer
//! where, done in the order of their numbers, none takes away what a later one asks for (Rintanen, Heljanko
//! and Niemelä, "Planning as satisfiability: parallel plans and algorithms for plan search", 2006). So a long
//! plan may have few layers, and how many states there are does not matter.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cases::reachable;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::actions::{Cases, SheetStep};
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
    /// Facts that hold where the goal is reached, all of one list.
    goals: Vec<Vec<Fact>>,
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
    pub fn new(cases: &Cases, budget: &mut Budget) -> Result<Option<Self>, Stop> {
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
    fn new(cases: &Cases, budget: &mut Budget) -> Result<Option<Self>, Stop> {
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
        let goals: Vec<_> = cases.goals.iter().filter_map(|it| all(it)).collect();
        if goals.is_empty() {
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
        let mut layer = Self { cells, steps, first_step, goals, clauses, atoms };
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
        let mut chosen = Vec::with_capacity(self.goals.len());
        for (goal, at) in self.goals.iter().zip(behind + self.first_step..) {
            let is_chosen = Literal::new(Atom(at), true);
            chosen.push(is_chosen);
            for fact in goal.iter().filter_map(|it| self.fact(*it, behind)) {
                solver.add_clause(&[!is_chosen, fact]);
            }
        }
        solver.add_clause(&chosen);
        Ok(solver)
    }

    /// The steps of a model, in their order, without those that nothing needs.
    fn plan(&self, found: &LayerHorizon) -> Vec<SheetStep> {
        let is_true = |it: Literal| found.solver.value(it.atom()) == it.is_positive();
        let behind = found.layers * self.atoms;
        let holds = |it: &Fact| self.fact(*it, behind).is_none_or(is_true);
        let reached = self.goals.iter().find(|it| it.iter().all(holds));
        let mut needed: FxHashSet<Fact> = reached.into_iter().flatten().copied().collect();
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
