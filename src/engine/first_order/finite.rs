//! Theories whose sorts are all listed. Their sentences are clauses, which decide everything in both
//! directions; one solver answers all that a question comes down to.

use super::ground::{Ground, TRUE, Table};
use super::smallest::smallest;
use super::{Aim, Found, ProofTerm, ProofTermKind, Reason, SMALLEST_STEPS};
use crate::budget::{Budget, Stop};
use crate::engine::learn::{Assumed, Growing};
use crate::engine::sat::count;
use crate::engine::verify;
use crate::engine::verify::structure::{fits, is_true};
use crate::engine::{Failure, recounted};
use crate::logic::cnf::Literal;
use crate::logic::first_order::{SentenceId, Structure, Theory, Variable};

/// A theory over sorts of known sizes.
pub struct Finite<'t> {
    theory: &'t Theory,
    ground: Ground<'t>,
    /// What each axiom demands.
    axioms: Vec<Literal>,
    solver: Growing,
}

impl<'t> Finite<'t> {
    /// Makes clauses of the theory.
    ///
    /// # Errors
    /// A limit, or that there would be too many.
    pub fn new(theory: &'t Theory, sizes: Vec<u32>, budget: &mut Budget) -> Result<Self, Failure> {
        let mut ground = Ground::new(theory, sizes, budget)?;
        let mut axioms = Vec::with_capacity(theory.axioms.len());
        for &axiom in &theory.axioms {
            axioms.push(ground.sentence(axiom, budget)?.cells[0]);
        }
        Ok(Self { theory, ground, axioms, solver: Growing::default() })
    }

    /// The checked answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn answer(mut self, aim: &Aim, budget: &mut Budget) -> Result<Found, Failure> {
        if *aim == Aim::Count {
            let cnf = &mut self.ground.cnf;
            self.axioms.iter().for_each(|it| cnf.add([*it]));
            let count = count::count(cnf, budget)?;
            let (theory, sizes) = (self.theory, &self.ground.sizes);
            let again = |part: &mut Budget| verify::count::worlds(theory, sizes, part);
            return Ok(Found::Count(recounted(count, again, budget)?));
        }
        let Some(model) = self.world(&[], budget)? else {
            return Ok(Found::Contradictory(Reason::of_axioms(self.smallest(budget)?)));
        };
        match aim {
            Aim::Model | Aim::Count => Ok(Found::Model(model)),
            Aim::Prove(sentence) => {
                let goal = self.ground.sentence(*sentence, budget)?.cells[0];
                let Some(yes) = self.world(&[goal], budget)? else {
                    return Ok(Found::Refuted(Reason::of_axioms(self.core(goal, budget)?)));
                };
                let Some(no) = self.world(&[!goal], budget)? else {
                    return Ok(Found::Proved(Reason::of_axioms(self.core(!goal, budget)?)));
                };
                self.has_value(*sentence, &yes, true, budget)?;
                self.has_value(*sentence, &no, false, budget)?;
                Ok(Found::Neither(yes, no))
            }
            Aim::Equivalent(one, other) => self.equivalent(*one, *other, budget),
            Aim::Ask(sentence, variables) => {
                let table = self.ground.sentence(*sentence, budget)?;
                self.ask(&table, variables, budget)
            }
        }
    }

    fn equivalent(
        &mut self,
        one: SentenceId,
        other: SentenceId,
        budget: &mut Budget,
    ) -> Result<Found, Failure> {
        let [first, second] = [one, other].map(|it| self.ground.sentence(it, budget));
        let (first, second) = (first?.cells[0], second?.cells[0]);
        for (is_first, demands) in [(true, [first, !second]), (false, [!first, second])] {
            if let Some(world) = self.world(&demands, budget)? {
                self.has_value(one, &world, is_first, budget)?;
                self.has_value(other, &world, !is_first, budget)?;
                return Ok(Found::Differ(world));
            }
        }
        Ok(Found::Proved(Reason::default()))
    }

    /// A structure in which the axioms and some literals are true.
    fn world(
        &mut self,
        demands: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Structure>, Failure> {
        let Assumed::Model(model) = self.decide(demands, budget)? else { return Ok(None) };
        let structure = self.ground.structure(&model);
        if !fits(self.theory, &structure) {
            return Err(Failure::Unverified("a structure does not fit its theory".to_owned()));
        }
        for axiom in &self.theory.axioms {
            self.has_value(*axiom, &structure, true, budget)?;
        }
        Ok(Some(structure))
    }

    /// What the axioms and some literals come to.
    fn decide(&mut self, demands: &[Literal], budget: &mut Budget) -> Result<Assumed, Failure> {
        let all = [&self.axioms, demands].concat();
        self.solver.decide(&self.ground.cnf, &all, budget)
    }

    /// Whether they contradict each other.
    fn contradicts(&mut self, demands: &[Literal], budget: &mut Budget) -> Result<bool, Failure> {
        Ok(matches!(self.decide(demands, budget)?, Assumed::Core(_)))
    }

    fn has_value(
        &self,
        sentence: SentenceId,
        structure: &Structure,
        value: bool,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        if is_true(self.theory, structure, sentence, &[], budget)? == value {
            return Ok(());
        }
        Err(Failure::Unverified("a sentence has another value in a structure".to_owned()))
    }

    /// The fewest axioms that leave no structure, or, where finding them takes long, axioms none of
    /// which can be left out.
    fn smallest(&mut self, budget: &mut Budget) -> Result<Vec<usize>, Failure> {
        let (mut choice, mut part) = (budget.part(SMALLEST_STEPS), budget.part(SMALLEST_STEPS));
        let (axioms, cnf) = (&self.axioms, &self.ground.cnf);
        let is_contradictory = |some: &[usize]| {
            let literals: Vec<_> = some.iter().map(|it| axioms[*it]).collect();
            Ok(matches!(self.solver.decide(cnf, &literals, &mut part)?, Assumed::Core(_)))
        };
        match smallest(axioms.len(), is_contradictory, &mut choice) {
            Err(Failure::Stopped(Stop::Steps)) => self.core(TRUE, budget),
            found => found,
        }
    }

    /// Axioms that leave no structure in which a literal is true, while any one less would.
    fn core(&mut self, demand: Literal, budget: &mut Budget) -> Result<Vec<usize>, Failure> {
        let mut core: Vec<usize> = (0..self.axioms.len()).collect();
        for axiom in 0..self.axioms.len() {
            if !core.contains(&axiom) {
                continue;
            }
            let without: Vec<_> = core.iter().copied().filter(|it| *it != axiom).collect();
            let literals = without.iter().map(|it| self.axioms[*it]).chain([demand]);
            let literals: Vec<_> = literals.collect();
            // What the solver did not need can be left out as well.
            if let Assumed::Core(needed) =
                self.solver.decide(&self.ground.cnf, &literals, budget)?
            {
                core = without;
                core.retain(|it| needed.contains(&self.axioms[*it]));
            }
        }
        Ok(core)
    }

    /// For which elements a sentence follows. `table` has a literal for each.
    fn ask(
        &mut self,
        table: &Table,
        variables: &[Variable],
        budget: &mut Budget,
    ) -> Result<Found, Failure> {
        let (mut answers, mut rest) = (Vec::new(), Vec::new());
        let mut open = self.tuples(table, variables);
        open.reverse();
        while let Some((tuple, literal)) = open.pop() {
            match self.decide(&[!literal], budget)? {
                Assumed::Core(_) => answers.push(tuple),
                Assumed::Model(model) => {
                    rest.push((tuple, literal));
                    // What is false there does not follow either.
                    let is_false =
                        |it: &mut (_, Literal)| model[it.1.atom().0 as usize] != it.1.is_positive();
                    rest.extend(open.extract_if(.., is_false));
                }
            }
        }
        rest.sort_unstable();
        let mut either = Vec::new();
        let denied = |some: &[(Vec<u32>, Literal)]| some.iter().map(|it| !it.1).collect::<Vec<_>>();
        if self.contradicts(&denied(&rest), budget)? {
            let mut core = rest.clone();
            for one in rest.iter().rev() {
                let fewer: Vec<_> = core.iter().filter(|it| *it != one).cloned().collect();
                if self.contradicts(&denied(&fewer), budget)? {
                    core = fewer;
                }
            }
            rest.retain(|it| !core.contains(it));
            either.push(core.iter().map(|it| self.named(variables, &it.0)).collect());
        }
        let mut no_others = true;
        for (_, literal) in &rest {
            no_others = no_others && self.contradicts(&[*literal], budget)?;
        }
        let answers = answers.iter().map(|it| self.named(variables, it)).collect();
        let reason = Reason::default();
        Ok(Found::Answers { answers, either, no_others: Some(no_others), reason })
    }

    /// The constants that elements of listed sorts are.
    fn named(&self, variables: &[Variable], tuple: &[u32]) -> Vec<ProofTerm> {
        let sorts = variables.iter().map(|it| self.theory.variables[it.0 as usize]);
        let named = sorts.zip(tuple).filter_map(|(sort, element)| {
            let elements = self.theory.signature.sorts[sort.0 as usize].as_ref()?;
            let kind = ProofTermKind::Apply(elements[*element as usize].0, Vec::new());
            Some(ProofTerm { sort: sort.0, kind })
        });
        named.collect()
    }

    /// All lists of elements for the variables, each with the literal of the sentence for them.
    fn tuples(&self, table: &Table, variables: &[Variable]) -> Vec<(Vec<u32>, Literal)> {
        self.ground
            .assignments(variables)
            .map(|tuple| {
                let literal = self.ground.cell(table, variables, &tuple);
                (tuple, literal)
            })
            .collect()
    }
}
