//! The fewest members of a problem by which something is so: clauses that leave no other model, conjuncts that leave
//! no other assignment, values that settle formulas. One solver searches and is believed nothing: that the members
//! are enough is a refutation that is checked, and for each of them there is a model without it.

use super::clauses::{AssumptionResult, Growing};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::formula::{Formula, FormulaVariable};
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::{
    Failure, FewestMembers, FindWhyOnlyAssignment, FindWhyOnlyModel, FindWhyValue, Problem,
    ProblemAnswer, WhyOnly,
};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};
use crate::sat::smallest::within;
use crate::sat::smallest::{CoreMembers, Oracle};
use crate::verify::accept;
use crate::verify::checked::Checked;
use crate::verify::encoding::{FormulaDemand, follows};

/// The search for fewer members is worth so many steps of the budget.
const EFFORT: u64 = 1 << 18;

impl Problem for FindWhyOnlyModel {
    type Solution = WhyOnly<Vec<bool>, Literal>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(cnf, model) = self;
        let model = accept::satisfying(cnf, model.clone())?;
        let is = |(at, value): (u32, &bool)| Literal::new(Atom(at), *value);
        let literals: Vec<Literal> = (0..).zip(model.iter()).map(is).collect();
        let mut other = Cnf::new(cnf.atoms());
        other.add(literals.iter().map(|it| !*it));
        if let Some(found) = fewest(&other, cnf, budget)? {
            return Ok(found.told_as(WhyOnly::Only).into());
        }
        let mut all = cnf.clone();
        all.add(literals.iter().map(|it| !*it));
        let (second, found) = clues(&all, &literals, budget)?;
        Ok(found
            .told_as(|FewestMembers { members, is_smallest }| {
                let clues = members.iter().map(|it| literals[*it]).collect();
                WhyOnly::Another { other: second.into_inner(), clues, is_smallest }
            })
            .into())
    }
}

impl Problem for FindWhyOnlyAssignment {
    type Solution = WhyOnly<Vec<(FormulaVariable, bool)>, (FormulaVariable, bool)>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(formula, first) = self;
        let demand = FormulaDemand::Value(std::slice::from_ref(&formula), true);
        let first = accept::meeting(demand, first.clone())?.into_inner();
        let conjuncts = formula.conjuncts();
        let conjuncts: Vec<_> = conjuncts.iter().collect();
        let (encoding, roots) = FormulaEncoding::definitions(&conjuncts, budget)?;
        says_no_more(&encoding, &conjuncts, &roots, budget)?;
        let literal =
            |it: &(FormulaVariable, bool)| encoding.atom(it.0).map(|atom| Literal::new(atom, it.1));
        let literals: Vec<Literal> = first.iter().filter_map(literal).collect();
        let (mut other, mut members) = (encoding.cnf.clone(), Cnf::new(encoding.cnf.atoms()));
        other.add(literals.iter().map(|it| !*it));
        roots.iter().for_each(|it| members.add([*it]));
        if let Some(found) = fewest(&other, &members, budget)? {
            return Ok(found.told_as(WhyOnly::Only).into());
        }
        roots.iter().for_each(|it| other.add([*it]));
        let (second, found) = clues(&other, &literals, budget)?;
        let second = encoding.variables.iter().copied().zip(second.iter().copied()).collect();
        let other = accept::meeting(demand, second)?.into_inner();
        Ok(found
            .told_as(|FewestMembers { members, is_smallest }| {
                let clues = members.iter().map(|it| first[*it]).collect();
                WhyOnly::Another { other, clues, is_smallest }
            })
            .into())
    }
}

impl Problem for FindWhyValue {
    type Solution = FewestMembers;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<FewestMembers>, Failure> {
        let Self(formulas, values) = self;
        let formulas: Vec<&Formula> = formulas.iter().collect();
        let (encoding, roots) = FormulaEncoding::definitions(&formulas, budget)?;
        says_no_more(&encoding, &formulas, &roots, budget)?;
        let mut denied = encoding.cnf.clone();
        denied.add(
            roots
                .iter()
                .zip(&formulas)
                .map(|(root, formula)| if formula.is_true_with(values) { !*root } else { *root }),
        );
        let mut members = Cnf::new(encoding.cnf.atoms());
        let mut indices = Vec::new();
        for (at, (variable, value)) in values.iter().enumerate() {
            // A variable that no formula has settles nothing.
            if let Some(atom) = encoding.atom(*variable) {
                members.add([Literal::new(atom, *value)]);
                indices.push(at);
            }
        }
        let found = fewest(&denied, &members, budget)?;
        let open = || Failure::Unverified("values of all variables settle nothing".to_owned());
        let own = |it: FewestMembers| FewestMembers {
            members: it.members.iter().map(|it| indices[*it]).collect(),
            ..it
        };
        Ok(found.ok_or_else(open)?.told_as(own).into())
    }
}

/// That what clauses define is so wherever the formulas are what their literals say.
fn says_no_more(
    encoding: &FormulaEncoding,
    formulas: &[&Formula],
    roots: &[Literal],
    budget: &mut Budget,
) -> Result<(), Failure> {
    let mut all = encoding.cnf.clone();
    roots.iter().for_each(|it| all.add([*it]));
    match follows(&all, &encoding.variables, FormulaDemand::Value(formulas, true), budget)? {
        true => Ok(()),
        false => Err(Failure::Unverified("clauses say something else than a formula".to_owned())),
    }
}

/// A model, and the fewest of some literals that all clauses bar together.
fn clues(
    all: &Cnf,
    literals: &[Literal],
    budget: &mut Budget,
) -> Result<(Checked<Vec<bool>>, Checked<FewestMembers>), Failure> {
    let wrong = |what: &str| Failure::Unverified(what.to_owned());
    let AssumptionResult::Model(second) = Growing::default().decide(all, &[], budget)? else {
        return Err(wrong("members leave another model, and do not"));
    };
    let mut members = Cnf::new(all.atoms());
    literals.iter().for_each(|it| members.add([*it]));
    let found = fewest(all, &members, budget)?;
    Ok((second, found.ok_or_else(|| wrong("a whole model leaves another one"))?))
}

/// A solver that searches.
struct Searching {
    solver: Solver<'static>,
    /// The members with what turns each off; behind their atoms stand those that turn them on.
    members: Cnf,
    first: u32,
}

impl Oracle for Searching {
    fn refuted(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        Ok(match self.solver.solve(literals, budget)? {
            SolverOutcome::Satisfiable => None,
            SolverOutcome::Unsatisfiable => Some(self.solver.core().to_vec()),
        })
    }

    /// Of what turns a member on that the member is true.
    fn is_true(&self, literal: Literal) -> bool {
        let has = |it: &&Literal| self.solver.value(it.atom()) == it.is_positive();
        match literal.atom().0.checked_sub(self.first) {
            Some(member) => {
                let mut own = self.members.clause(member as usize).iter();
                own.any(|it| it.atom() != literal.atom() && has(&it))
            }
            None => has(&&literal),
        }
    }
}

/// The fewest members that leave no model with a background, checked; nothing where all of them leave one.
fn fewest(
    background: &Cnf,
    members: &Cnf,
    budget: &mut Budget,
) -> Result<Option<Checked<FewestMembers>>, Failure> {
    let first = background.atoms().max(members.atoms());
    let switch = |it: usize| Literal::new(Atom(first + it as u32), true);
    let (mut switched, mut all) = (Cnf::new(0), background.clone());
    for (at, member) in members.clauses().enumerate() {
        budget.work(member.len())?;
        switched.add(member.iter().copied().chain([!switch(at)]));
        all.add(member.iter().copied().chain([!switch(at)]));
    }
    let mut solver = Solver::new(Options::default());
    solver.reserve(&all);
    for clause in all.clauses() {
        budget.check()?;
        solver.add_clause(clause);
    }
    let mut oracle = Searching { solver, members: switched, first };
    let switches: Vec<_> = (0..members.len()).map(switch).collect();
    let sought = CoreMembers { always: &[], members: &switches };
    let every: Vec<_> = (0..switches.len()).collect();
    let Some(core) = sought.refuted(&every, &mut oracle, budget)? else { return Ok(None) };
    let core = sought.shrunk(core, &mut oracle, budget)?;
    let mut part = budget.part(EFFORT);
    let fewer = sought.fewer(core.len(), &mut oracle, &mut part);
    let (mut chosen, is_smallest) = match within(fewer, budget)? {
        Some(fewer) => (fewer.unwrap_or(core), true),
        None => (core, false),
    };
    chosen.sort_unstable();
    let mut checker = Growing::default();
    let wrong = |what: &str| Failure::Unverified(what.to_owned());
    for left_out in &chosen {
        let others = chosen.iter().filter(|it| *it != left_out).map(|it| switch(*it));
        let without = checker.decide(&all, &others.collect::<Vec<_>>(), budget)?;
        if let AssumptionResult::Core(_) = without {
            return Err(wrong("a member that is said to be needed is not"));
        }
    }
    let assumed: Vec<_> = chosen.iter().map(|it| switch(*it)).collect();
    match checker.decide(&all, &assumed, budget)? {
        AssumptionResult::Core(core) => {
            Ok(Some(core.told_as(|_| FewestMembers { members: chosen, is_smallest })))
        }
        AssumptionResult::Model(_) => Err(wrong("members are not enough")),
    }
}
