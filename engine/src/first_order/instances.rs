//! Instances of clauses without equality, given to a solver for propositional clauses. An instance is
//! needed only when each atom that it denies may be true, that is, occurs in an instance that is there:
//! atoms that never come may be false. So instances are made from the facts on, each once, and what
//! follows from facts alone is a fact, which the solver need not find (as in the grounders of answer set
//! programming: M. Gebser, T. Schaub and S. Thiele, *Gringo: a new grounder for answer set programming*,
//! 2007). Where all variables are bound so, or there are only constants, the end of that decides both ways.

mod model;
mod refutation;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::models::{LITERAL, TICKS};
use super::places::InferredSorts;
use super::propagated::SolverLog;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{Refutation, SortNumber};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::{Structure, Theory};
use crate::resolution::{
    Bank, DiscriminationTree, FirstOrderClause, Fit, Input, MOST_DEPTH, SharedTerm, TermBindings,
    TermHead, TermSymbol,
};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// Instances that are made at most.
const MOST_INSTANCES: usize = 4_000_000;

/// A clause: what it denies, what it states, and its variables.
struct Rule {
    denied: Vec<SharedTerm>,
    stated: Vec<SharedTerm>,
    variables: Vec<SharedTerm>,
    /// The terms that each variable may stand for that no denied atom binds.
    free: Vec<Vec<SharedTerm>>,
}

/// Which denied atoms of a rule are not matched yet.
type Open = SmallVec<[usize; 16]>;

/// The terms that a variable may stand for.
type Choices = SmallVec<[SharedTerm; 4]>;

/// How the search goes on.
pub(crate) enum InstancesSearched {
    /// The instances contradict each other.
    Refuted(Refutation),
    /// There is a model; it is shown when its tables are not too large.
    Model(Option<Box<Structure>>),
}

/// A search, which goes on where it stopped.
pub(crate) struct Instances {
    bank: Bank,
    bindings: TermBindings,
    rules: Vec<Rule>,
    /// Rules by the atoms that they deny, and which atom that is.
    denying: DiscriminationTree<(u32, u32)>,
    /// The atoms that may be true, in the order in which they came.
    atoms: Vec<SharedTerm>,
    /// The instance that states an atom and denies facts alone.
    facts: Vec<Option<u32>>,
    known: FxHashMap<SharedTerm, u32>,
    by_predicate: FxHashMap<TermSymbol, Vec<u32>>,
    by_argument: FxHashMap<(TermSymbol, usize, SharedTerm), Vec<u32>>,
    /// The atoms that those a rule denies are matched with.
    matched: Vec<u32>,
    /// The atoms before this one were combined with all before them.
    next: usize,
    /// The rules before this one that deny nothing have all their instances.
    begun: usize,
    /// The instances, in the order in which the solver was given them: the clause and what its variables are.
    made: Vec<(u32, Box<[SharedTerm]>)>,
    solver: Solver<'static>,
    log: Rc<RefCell<SolverLog>>,
    /// Variables that stand for anything, where no constant does.
    anything: Vec<SortNumber>,
    places: InferredSorts,
    has_functions: bool,
    /// Atoms that were matched, and literals of instances.
    tried: u64,
}

impl Instances {
    /// A search, when the clauses are such that it ends; or goes on for ever only with functions.
    pub(crate) fn new(input: &Input) -> Option<Self> {
        let has_equations =
            input.clauses.iter().flat_map(|it| &it.literals).any(|it| it.right.is_some());
        let mut terms = input.clauses.iter().flat_map(|it| &it.literals).map(|it| it.left);
        if has_equations || terms.any(|it| input.bank.depth(it) > MOST_DEPTH) {
            return None;
        }
        let mut bank = input.bank.clone();
        let places = InferredSorts::of_terms(input);
        let constants = places.constants(input, &mut bank);
        let mut anything = Vec::new();
        let mut rules = Vec::new();
        let mut denying = DiscriminationTree::default();
        let has_functions = places.has_functions(input);
        for clause in &input.clauses {
            let atoms = |sign: bool| {
                let those = clause.literals.iter().filter(move |it| it.is_positive == sign);
                those.map(|it| it.left).collect::<Vec<SharedTerm>>()
            };
            let (denied, stated) = (atoms(false), atoms(true));
            let mut bound = vec![false; clause.variables.len()];
            for atom in &denied {
                bank.variables(*atom, &mut |it| bound[it as usize] = true);
            }
            if has_functions && bound.contains(&false) {
                return None;
            }
            let free = free_terms(clause, &bound, (&places, &constants), &mut anything, &mut bank);
            for (at, atom) in (0..).zip(&denied) {
                denying.insert(&bank, &[*atom], (rules.len() as u32, at));
            }
            rules.push(Rule { denied, stated, variables: clause.variables.clone(), free });
        }
        let log = Rc::new(RefCell::new(SolverLog::default()));
        let solver = Solver::with_tracer(Options::default(), Box::new(Rc::clone(&log)));
        Some(Self {
            bank,
            bindings: TermBindings::default(),
            rules,
            denying,
            atoms: Vec::new(),
            facts: Vec::new(),
            known: FxHashMap::default(),
            by_predicate: FxHashMap::default(),
            by_argument: FxHashMap::default(),
            matched: Vec::new(),
            next: 0,
            begun: 0,
            made: Vec::new(),
            solver,
            log,
            anything,
            places,
            has_functions,
            tried: 0,
        })
    }

    /// Whether there are no more than so many instances.
    pub(crate) fn ends(&self) -> bool {
        !self.has_functions
    }

    /// The work so far.
    pub(crate) fn work(&self) -> u64 {
        self.tried * LITERAL + self.solver.ticks() / TICKS
    }

    /// Searches on. A refutation is not checked yet, nor is a model.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on, except after [`Stop::Size`].
    pub(crate) fn search(
        &mut self,
        theory: &Theory,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<InstancesSearched, Stop> {
        let grown = self.grow(budget);
        if matches!(grown, Err(ref stop) if *stop != Stop::Steps) {
            grown?;
        }
        // What is there may contradict itself already.
        let outcome = self.solver.solve(&[], budget)?;
        if outcome == SolverOutcome::Unsatisfiable {
            return Ok(InstancesSearched::Refuted(self.refutation(input)));
        }
        grown?;
        Ok(InstancesSearched::Model(self.structure(theory, input).map(Box::new)))
    }

    /// Makes instances until none is missing.
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        // A rule or an atom is done wholly or not at all, so a turn may last longer than it should.
        while self.begun < self.rules.len() {
            budget.whole(|budget| {
                self.begun += 1;
                self.bindings.clear();
                let is_fact = self.rules[self.begun - 1].denied.is_empty();
                if is_fact { self.instances(self.begun - 1, budget) } else { Ok(()) }
            })?;
        }
        while self.next < self.atoms.len() && !self.log.borrow().is_refuted() {
            budget.whole(|budget| {
                self.combine(self.next as u32, budget)?;
                self.next += 1;
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Makes the instances of rules that deny an atom, the others being older ones.
    fn combine(&mut self, number: u32, budget: &mut Budget) -> Result<(), Stop> {
        let atom = self.atoms[number as usize];
        for (rule, at) in self.denying.find(&self.bank, &[atom], Fit::General) {
            budget.check()?;
            let (rule, at) = (rule as usize, at as usize);
            self.bindings.clear();
            let denied = &self.rules[rule].denied;
            if self.bindings.matches(&self.bank, denied[at], atom) {
                let open: Open = (0..denied.len()).filter(|it| *it != at).collect();
                self.matched.resize(denied.len(), 0);
                self.matched[at] = number;
                self.join(rule, at, &open, budget)?;
            }
        }
        Ok(())
    }

    /// Matches the atoms of a rule that are open, those before the given one with older atoms.
    fn join(
        &mut self,
        rule: usize,
        given: usize,
        open: &[usize],
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let next = self.next as u32;
        let last = |at: usize| if at < given { next } else { next + 1 };
        // Those that are known wholly are looked up, and the one with the fewest candidates is next.
        let mut rest = Open::new();
        let mut best = (usize::MAX, 0);
        for &at in open {
            let (candidates, is_bound) = self.candidates(self.rules[rule].denied[at]);
            let Some(first) = candidates.first().filter(|it| **it < last(at)) else {
                return Ok(());
            };
            if is_bound {
                self.matched[at] = *first;
            } else {
                best = best.min((candidates.len(), at));
                rest.push(at);
            }
        }
        if rest.is_empty() {
            return self.instances(rule, budget);
        }
        let at = best.1;
        rest.retain(|it| *it != at);
        let pattern = self.rules[rule].denied[at];
        let candidates = self.candidates(pattern).0;
        let before = candidates.partition_point(|it| *it < last(at));
        let candidates: SmallVec<[u32; 16]> = SmallVec::from_slice(&candidates[..before]);
        self.tried += candidates.len() as u64;
        for candidate in candidates {
            let mark = self.bindings.mark();
            let atom = self.atoms[candidate as usize];
            if self.bindings.matches(&self.bank, pattern, atom) {
                self.matched[at] = candidate;
                self.join(rule, given, &rest, budget)?;
            }
            self.bindings.undo(mark);
        }
        Ok(())
    }

    /// The atoms that a denied one may be, by what is known of its arguments; and whether that is all.
    fn candidates(&self, pattern: SharedTerm) -> (&[u32], bool) {
        let TermHead::Symbol(predicate) = self.bank.head(pattern) else { return (&[], true) };
        if let Ok(atom) = self.bindings.known_instance(&self.bank, pattern) {
            let number = atom.and_then(|it| self.known.get(&it));
            return (number.map_or(&[], std::slice::from_ref), true);
        }
        let mut best = self.by_predicate.get(&predicate).map_or(&[][..], |it| it);
        for (place, argument) in self.bank.arguments(pattern).iter().enumerate() {
            if let Ok(argument) = self.bindings.known_instance(&self.bank, *argument) {
                let key = argument.map(|it| (predicate, place, it));
                let those = key.and_then(|it| self.by_argument.get(&it)).map_or(&[][..], |it| it);
                if those.len() < best.len() {
                    best = those;
                }
            }
        }
        (best, false)
    }

    /// The instances of a rule whose denied atoms are matched.
    fn instances(&mut self, rule: usize, budget: &mut Budget) -> Result<(), Stop> {
        let Rule { variables, free, .. } = &self.rules[rule];
        let choices: Vec<Choices> = variables
            .iter()
            .zip(free)
            .map(|(variable, free)| match self.bindings.known_instance(&self.bank, *variable) {
                Ok(Some(term)) => Choices::from_slice(&[term]),
                _ => Choices::from_slice(free),
            })
            .collect();
        if choices.iter().any(SmallVec::is_empty) {
            return Ok(());
        }
        let mut chosen = vec![0; choices.len()];
        loop {
            budget.check()?;
            if self.made.len() > MOST_INSTANCES {
                return Err(Stop::Size("the axioms have too many instances"));
            }
            let values = choices.iter().zip(&chosen).map(|(all, at): (_, &usize)| all[*at]);
            self.add(rule, values.collect());
            let mut at = chosen.len();
            loop {
                if at == 0 {
                    return Ok(());
                }
                at -= 1;
                chosen[at] += 1;
                if chosen[at] < choices[at].len() {
                    break;
                }
                chosen[at] = 0;
            }
        }
    }

    /// Adds an instance whose denied atoms are matched, without those of them that are facts.
    fn add(&mut self, rule: usize, values: Box<[SharedTerm]>) {
        let mut literals: SmallVec<[Literal; 8]> = SmallVec::new();
        self.tried += (self.rules[rule].stated.len() + self.rules[rule].denied.len() + 1) as u64;
        for at in 0..self.rules[rule].stated.len() {
            let atom = filled(&mut self.bank, self.rules[rule].stated[at], &values);
            let number = self.number(atom);
            if self.facts[number as usize].is_some() {
                return;
            }
            literals.push(Literal::new(Atom(number), true));
        }
        let denied = &self.matched[..self.rules[rule].denied.len()];
        let open = denied.iter().filter(|it| self.facts[**it as usize].is_none());
        literals.extend(open.map(|it| Literal::new(Atom(*it), false)));
        let instance = self.made.len() as u32;
        self.made.push((rule as u32, values));
        self.log.borrow_mut().given_count += 1;
        if let [fact] = literals[..]
            && fact.is_positive()
        {
            self.facts[fact.atom().0 as usize] = Some(instance);
        }
        self.solver.add_clause(&literals);
    }

    fn number(&mut self, atom: SharedTerm) -> u32 {
        if let Some(known) = self.known.get(&atom) {
            return *known;
        }
        let number = self.atoms.len() as u32;
        self.atoms.push(atom);
        self.facts.push(None);
        self.known.insert(atom, number);
        self.solver.add_atom();
        if let TermHead::Symbol(predicate) = self.bank.head(atom) {
            self.by_predicate.entry(predicate).or_default().push(number);
            for (place, argument) in self.bank.arguments(atom).iter().enumerate() {
                self.by_argument.entry((predicate, place, *argument)).or_default().push(number);
            }
        }
        number
    }
}

/// A term with its variables replaced, all at once.
pub(super) fn filled(bank: &mut Bank, term: SharedTerm, values: &[SharedTerm]) -> SharedTerm {
    if bank.is_ground(term) {
        return term;
    }
    match bank.head(term) {
        TermHead::Variable(variable) => values[variable as usize],
        TermHead::Symbol(symbol) => {
            let arguments = bank.arguments(term).to_vec();
            let arguments: Vec<_> =
                arguments.into_iter().map(|it| filled(bank, it, values)).collect();
            let sort = bank.sort(term);
            bank.apply(symbol, sort, &arguments)
        }
    }
}

/// By variable of a clause the terms that it may be: none where an atom that is denied binds it, the constants of its
/// place, or a variable for anything of its sort.
fn free_terms(
    clause: &FirstOrderClause,
    bound: &[bool],
    (places, constants): (&InferredSorts, &FxHashMap<usize, Vec<SharedTerm>>),
    anything: &mut Vec<SortNumber>,
    bank: &mut Bank,
) -> Vec<Vec<SharedTerm>> {
    let mut free = Vec::new();
    for (variable, term) in clause.variables.iter().enumerate() {
        if bound[variable] {
            free.push(Vec::new());
            continue;
        }
        let place = places.of_variable(bank, &clause.literals, variable as u32);
        let those = place.and_then(|it| constants.get(&it)).cloned().unwrap_or_default();
        free.push(match those.is_empty() {
            true => vec![any_of_sort(bank.sort(*term), anything, bank)],
            false => those,
        });
    }
    free
}

/// The variable that stands for anything of a sort, one for each sort that is met.
pub(super) fn any_of_sort(
    sort: SortNumber,
    anything: &mut Vec<SortNumber>,
    bank: &mut Bank,
) -> SharedTerm {
    let at = anything.iter().position(|it| *it == sort).unwrap_or_else(|| {
        anything.push(sort);
        anything.len() - 1
    });
    bank.variable(at as u32, sort)
}
