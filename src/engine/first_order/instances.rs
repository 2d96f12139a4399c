//! Instances of clauses without equality, given to a solver for propositional clauses. An instance is
//! needed only when each atom that it denies may be true, that is, occurs in an instance that is there:
//! atoms that never come may be false. So instances are made from the facts on, each once (as in the
//! grounders of answer set programming: M. Gebser, T. Schaub and S. Thiele, *Gringo: a new grounder for answer set programming*, 2007). Where
//! all variables are bound so, or there are only constants, the end of that decides both ways.

mod model;
mod refutation;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use self::refutation::Log;
use super::places::Places;
use crate::budget::{Budget, Stop};
use crate::engine::resolution::proof::Refutation;
use crate::engine::resolution::{Bank, Bindings, Head, Input, SortId, Symbol, Term};
use crate::engine::sat::cdcl::{Options, Outcome, Solver};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::{Structure, Theory};

/// Instances that are made at most.
const MOST_INSTANCES: usize = 4_000_000;

/// A clause: what it denies, what it states, and its variables.
struct Rule {
    denied: Vec<Term>,
    stated: Vec<Term>,
    variables: Vec<Term>,
    /// The terms that each variable may stand for that no denied atom binds.
    free: Vec<Vec<Term>>,
}

/// How the search goes on.
pub enum Searched {
    /// The instances contradict each other.
    Refuted(Refutation),
    /// There is a model; it is shown when its tables are not too large.
    Model(Option<Box<Structure>>),
}

/// A search, which goes on where it stopped.
pub struct Instances {
    bank: Bank,
    bindings: Bindings,
    rules: Vec<Rule>,
    /// Rules that deny an atom of a predicate, and which atom.
    denying: FxHashMap<Symbol, Vec<(u32, u32)>>,
    /// The atoms that may be true, in the order in which they came.
    atoms: Vec<Term>,
    known: FxHashMap<Term, u32>,
    by_predicate: FxHashMap<Symbol, Vec<u32>>,
    by_argument: FxHashMap<(Symbol, usize, Term), Vec<u32>>,
    /// The atoms before this one were combined with all before them.
    next: usize,
    /// The rules before this one that deny nothing have all their instances.
    begun: usize,
    solver: Solver<'static>,
    log: Rc<RefCell<Log>>,
    /// Variables that stand for anything, where no constant does.
    anything: Vec<SortId>,
    places: Places,
}

impl Instances {
    /// A search, when the clauses are such that it ends; or goes on for ever only with functions.
    pub fn new(input: &Input) -> Option<Self> {
        let has_equations =
            input.clauses.iter().flat_map(|it| &it.literals).any(|it| it.right.is_some());
        if has_equations {
            return None;
        }
        let mut bank = input.bank.clone();
        let places = Places::of_terms(input);
        let constants = places.constants(input, &mut bank);
        let mut anything = Vec::new();
        let mut rules = Vec::new();
        let mut denying: FxHashMap<Symbol, Vec<(u32, u32)>> = FxHashMap::default();
        let has_functions = places.has_functions(input);
        for clause in &input.clauses {
            let atoms = |sign: bool| {
                let those = clause.literals.iter().filter(move |it| it.is_positive == sign);
                those.map(|it| it.left).collect::<Vec<Term>>()
            };
            let (denied, stated) = (atoms(false), atoms(true));
            let mut bound = vec![false; clause.variables.len()];
            for atom in &denied {
                bank.variables(*atom, &mut |it| bound[it as usize] = true);
            }
            if has_functions && bound.contains(&false) {
                return None;
            }
            let mut free = Vec::new();
            for (variable, term) in clause.variables.iter().enumerate() {
                if bound[variable] {
                    free.push(Vec::new());
                    continue;
                }
                let place = places.of_variable(&bank, &clause.literals, variable as u32);
                let those = place.and_then(|it| constants.get(&it)).cloned().unwrap_or_default();
                if those.is_empty() {
                    let sort = bank.sort(*term);
                    let at = anything.iter().position(|it| *it == sort).unwrap_or_else(|| {
                        anything.push(sort);
                        anything.len() - 1
                    });
                    free.push(vec![bank.variable(at as u32, sort)]);
                } else {
                    free.push(those);
                }
            }
            for (at, atom) in (0..).zip(&denied) {
                if let Head::Symbol(predicate) = bank.head(*atom) {
                    denying.entry(predicate).or_default().push((rules.len() as u32, at));
                }
            }
            rules.push(Rule { denied, stated, variables: clause.variables.clone(), free });
        }
        let log = Rc::new(RefCell::new(Log::default()));
        let solver = Solver::with_tracer(Options::default(), Box::new(Rc::clone(&log)));
        Some(Self {
            bank,
            bindings: Bindings::default(),
            rules,
            denying,
            atoms: Vec::new(),
            known: FxHashMap::default(),
            by_predicate: FxHashMap::default(),
            by_argument: FxHashMap::default(),
            next: 0,
            begun: 0,
            solver,
            log,
            anything,
            places,
        })
    }

    /// Searches on. A refutation is not checked yet, nor is a model.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on, except after [`Stop::Size`].
    pub fn search(
        &mut self,
        theory: &Theory,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<Searched, Stop> {
        let grown = self.grow(budget);
        if matches!(grown, Err(ref stop) if *stop != Stop::Steps) {
            grown?;
        }
        // What is there may contradict itself already.
        let outcome = self.solver.solve(&[], budget)?;
        if outcome == Outcome::Unsatisfiable {
            return Ok(Searched::Refuted(self.refutation(input)));
        }
        grown?;
        Ok(Searched::Model(self.structure(theory, input).map(Box::new)))
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
        while self.next < self.atoms.len() {
            budget.whole(|budget| {
                self.combine(self.atoms[self.next], budget)?;
                self.next += 1;
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Makes the instances of rules that deny an atom, the others being older ones.
    fn combine(&mut self, atom: Term, budget: &mut Budget) -> Result<(), Stop> {
        let Head::Symbol(predicate) = self.bank.head(atom) else { return Ok(()) };
        let denying = self.denying.get(&predicate).cloned().unwrap_or_default();
        for (rule, at) in denying {
            budget.check()?;
            let (rule, at) = (rule as usize, at as usize);
            self.bindings.clear();
            let denied = self.rules[rule].denied[at];
            if self.bindings.matches(&self.bank, denied, atom) {
                let mut open: Vec<usize> =
                    (0..self.rules[rule].denied.len()).filter(|it| *it != at).collect();
                self.join(rule, at, &mut open, budget)?;
            }
        }
        Ok(())
    }

    /// Matches the atoms of a rule that are open, those before the given one with older atoms.
    fn join(
        &mut self,
        rule: usize,
        given: usize,
        open: &mut Vec<usize>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // The one with the fewest candidates first.
        let mut best: Option<(Vec<u32>, usize)> = None;
        for (it, at) in open.iter().enumerate() {
            let candidates = self.candidates(rule, given, *at);
            let is_decided = candidates.len() <= 1;
            if best.as_ref().is_none_or(|it| candidates.len() < it.0.len()) {
                best = Some((candidates, it));
            }
            if is_decided {
                break;
            }
        }
        let Some((candidates, best)) = best else { return self.instances(rule, budget) };
        let at = open.swap_remove(best);
        let pattern = self.rules[rule].denied[at];
        for candidate in candidates {
            let mark = self.bindings.mark();
            let atom = self.atoms[candidate as usize];
            if self.bindings.matches(&self.bank, pattern, atom) {
                self.join(rule, given, open, budget)?;
            }
            self.bindings.undo(mark);
        }
        open.push(at);
        let last = open.len() - 1;
        open.swap(best, last);
        Ok(())
    }

    /// The atoms that one of a rule may be, by what is known of its arguments.
    fn candidates(&mut self, rule: usize, given: usize, at: usize) -> Vec<u32> {
        let pattern = self.rules[rule].denied[at];
        let Head::Symbol(predicate) = self.bank.head(pattern) else { return Vec::new() };
        let last = if at < given { self.next } else { self.next + 1 };
        let atom = self.bindings.instance(&mut self.bank, pattern);
        if self.bank.is_ground(atom) {
            let known = self.known.get(&atom).copied();
            return known.filter(|it| (*it as usize) < last).into_iter().collect();
        }
        let mut best = self.by_predicate.get(&predicate);
        let count = self.bank.arguments(pattern).len();
        for place in 0..count {
            let argument = self.bank.arguments(pattern)[place];
            let argument = self.bindings.instance(&mut self.bank, argument);
            let is_bound = match self.bank.as_variable(self.bank.arguments(pattern)[place]) {
                Some(variable) => self.bindings.is_bound(variable),
                None => self.bank.is_ground(argument),
            };
            if is_bound {
                let those = self.by_argument.get(&(predicate, place, argument));
                match (those, best) {
                    (None, _) => return Vec::new(),
                    (Some(those), Some(known)) if those.len() < known.len() => best = Some(those),
                    _ => {}
                }
            }
        }
        let all = best.map_or(&[][..], |it| &it[..]);
        all[..all.partition_point(|it| (*it as usize) < last)].to_vec()
    }

    /// The instances of a rule whose denied atoms are matched.
    fn instances(&mut self, rule: usize, budget: &mut Budget) -> Result<(), Stop> {
        let variables = self.rules[rule].variables.clone();
        let choices: Vec<Vec<Term>> = variables
            .iter()
            .zip(&self.rules[rule].free)
            .map(|(variable, free)| match self.bank.as_variable(*variable) {
                Some(number) if self.bindings.is_bound(number) => {
                    vec![self.bindings.instance(&mut self.bank, *variable)]
                }
                _ => free.clone(),
            })
            .collect();
        let mut chosen = vec![0; choices.len()];
        if choices.iter().any(Vec::is_empty) {
            return Ok(());
        }
        loop {
            budget.check()?;
            if self.log.borrow().instances.len() > MOST_INSTANCES {
                return Err(Stop::Size("the axioms have too many instances"));
            }
            let values: Box<[Term]> =
                choices.iter().zip(&chosen).map(|(all, at)| all[*at]).collect();
            self.add(rule, values);
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

    fn add(&mut self, rule: usize, values: Box<[Term]>) {
        let count = self.rules[rule].denied.len();
        let all = count + self.rules[rule].stated.len();
        let mut literals = Vec::with_capacity(all);
        for at in 0..all {
            let of = &self.rules[rule];
            let pattern = if at < count { of.denied[at] } else { of.stated[at - count] };
            let atom = filled(&mut self.bank, pattern, &values);
            literals.push(Literal::new(Atom(self.number(atom)), at >= count));
        }
        self.log.borrow_mut().instances.push((rule as u32, values));
        self.solver.add_clause(&literals);
    }

    fn number(&mut self, atom: Term) -> u32 {
        if let Some(known) = self.known.get(&atom) {
            return *known;
        }
        let number = self.atoms.len() as u32;
        self.atoms.push(atom);
        self.known.insert(atom, number);
        self.solver.add_atom();
        if let Head::Symbol(predicate) = self.bank.head(atom) {
            self.by_predicate.entry(predicate).or_default().push(number);
            for (place, argument) in self.bank.arguments(atom).iter().enumerate() {
                self.by_argument.entry((predicate, place, *argument)).or_default().push(number);
            }
        }
        number
    }
}

/// A term with its variables replaced, all at once.
fn filled(bank: &mut Bank, term: Term, values: &[Term]) -> Term {
    if bank.is_ground(term) {
        return term;
    }
    match bank.head(term) {
        Head::Variable(variable) => values[variable as usize],
        Head::Symbol(symbol) => {
            let arguments = bank.arguments(term).to_vec();
            let arguments: Vec<_> =
                arguments.into_iter().map(|it| filled(bank, it, values)).collect();
            let sort = bank.sort(term);
            bank.apply(symbol, sort, &arguments)
        }
    }
}
