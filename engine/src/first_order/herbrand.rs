//! Clauses, with equations among them, over a Herbrand universe that is finite: variables are of sorts that have
//! finitely many terms, such as constants alone. A solver for propositional clauses is given instances. Its model
//! shows what it was not given yet, first where equals are not treated alike, and then, of the world whose things are
//! the classes of equal terms, the instances that are false in it (lemmas on demand: L. de Moura, H. Rueß and
//! M. Sorea, *Lazy theorem proving for bounded model checking over infinite domains*, CADE 2002). There are finitely
//! many of both, so that ends: problems with constants only are decided.

mod closure;
mod universe;
mod world;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::closure::EqualTerms;
use self::universe::is_finite;
use self::world::FalsifyingSearch;
use super::instances::{any_of_sort, filled};
use super::models::{LITERAL, TICKS};
use super::propagated::{GivenClause, GivenOrigin, GivesClauses, SolverLog};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{
    ATOM, InferenceRule, ProofTerm, Refutation, SIGNATURE, SortNumber,
};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::{Structure, Theory};
use crate::resolution::{
    Bank, Distinct, FirstOrderLiteral, Input, MOST_DEPTH, SharedTerm, TermHead, TermSymbol, written,
};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// What an atom of the solver says: a term that is an atom, or the sides of an equation, the older term first.
type AtomStatement = (SharedTerm, Option<SharedTerm>);

/// A clause that the solver was given.
enum Given {
    /// Of a clause, by its number, and what its variables are.
    Instance(u32, Box<[SharedTerm]>),
    /// It is true since equals are alike.
    Congruence(Vec<Literal>),
    /// Two constants are different.
    Difference(Literal),
}

/// How the search ends.
pub(crate) enum HerbrandSearched {
    /// The instances contradict each other.
    Refuted(Refutation),
    /// A model.
    Model(Box<Structure>),
    /// A world that cannot be told as a structure.
    Untold,
}

/// A search, which goes on where it stopped.
pub(crate) struct Herbrand {
    bank: Bank,
    statements: Vec<AtomStatement>,
    numbers: FxHashMap<AtomStatement, Atom>,
    /// The terms that are no atoms, in the order in which they came.
    terms: Vec<SharedTerm>,
    places: FxHashMap<SharedTerm, u32>,
    given: Vec<Given>,
    /// Terms of which the solver knows that equality is transitive.
    triangles: FxHashSet<[SharedTerm; 3]>,
    distinct: Distinct,
    solver: Solver<'static>,
    log: Rc<RefCell<SolverLog>>,
    /// Variables that stand for anything, where no constant does.
    anything: Vec<SortNumber>,
    has_begun: bool,
    /// What the world of the last model is searched for, if that has not ended.
    falsifying: Option<FalsifyingSearch>,
    /// Terms that were compared, and literals of instances.
    tried: u64,
}

impl Herbrand {
    /// A search, when there are equations and the universe is finite.
    pub(crate) fn new(input: &Input) -> Option<Self> {
        let literals = || input.clauses.iter().flat_map(|it| &it.literals);
        let is_deep = |it: SharedTerm| input.bank.depth(it) > MOST_DEPTH;
        let has_equations = literals().any(|it| it.right.is_some());
        if !has_equations || literals().any(|it| it.terms().any(is_deep)) || !is_finite(input) {
            return None;
        }
        let log = Rc::new(RefCell::new(SolverLog::default()));
        let solver = Solver::with_tracer(Options::default(), Box::new(Rc::clone(&log)));
        let mut search = Self {
            bank: input.bank.clone(),
            statements: Vec::new(),
            numbers: FxHashMap::default(),
            terms: Vec::new(),
            places: FxHashMap::default(),
            given: Vec::new(),
            triangles: FxHashSet::default(),
            distinct: input.distinct.clone(),
            solver,
            log,
            anything: Vec::new(),
            has_begun: false,
            falsifying: None,
            tried: 0,
        };
        for term in literals().flat_map(|it| it.terms()) {
            search.note_ground(term);
        }
        for (sort, constants) in input.distinct.sets() {
            for constant in constants {
                let term = search.bank.apply(*constant, *sort, &[]);
                search.note(term);
            }
        }
        let mut with_terms: FxHashSet<SortNumber> =
            search.terms.iter().map(|it| search.bank.sort(*it)).collect();
        let variables = input.clauses.iter().flat_map(|it| &it.variables);
        for sort in variables.map(|it| input.bank.sort(*it)) {
            if with_terms.insert(sort) {
                let any = any_of_sort(sort, &mut search.anything, &mut search.bank);
                search.note(any);
            }
        }
        Some(search)
    }

    /// The work so far.
    pub(crate) fn work(&self) -> u64 {
        self.tried * LITERAL + self.solver.ticks() / TICKS
    }

    /// Searches on. A refutation is not checked yet, nor is a model.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on.
    pub(crate) fn search(
        &mut self,
        theory: &Theory,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<HerbrandSearched, Stop> {
        if !self.has_begun {
            self.has_begun = true;
            for (number, clause) in (0..).zip(&input.clauses) {
                if clause.variables.is_empty() {
                    self.instance(input, number, Box::default());
                }
            }
        }
        loop {
            if let Some(mut search) = self.falsifying.take() {
                if let Err(stop) = self.falsify(&mut search, input, budget) {
                    self.falsifying = Some(search);
                    return Err(stop);
                }
                if self.given.len() == search.given_count {
                    let told = search.world.structure(theory, input).map(Box::new);
                    return Ok(told.map_or(HerbrandSearched::Untold, HerbrandSearched::Model));
                }
            }
            if self.solver.solve(&[], budget)? == SolverOutcome::Unsatisfiable {
                let (log, anything) = (Rc::clone(&self.log), self.anything.clone());
                let proof = log.borrow().refutation(input, &anything, self);
                return Ok(HerbrandSearched::Refuted(proof));
            }
            budget.whole(|budget| {
                let given_count = self.given.len();
                let equal = self.closed(budget)?;
                if self.given.len() == given_count {
                    let world = self.world(&equal);
                    self.falsifying = Some(FalsifyingSearch::new(world, given_count));
                }
                Ok(())
            })?;
        }
    }

    /// Takes note of the terms without variables in a term.
    fn note_ground(&mut self, term: SharedTerm) {
        if self.bank.is_ground(term) {
            self.note(term);
            return;
        }
        for at in 0..self.bank.arguments(term).len() {
            self.note_ground(self.bank.arguments(term)[at]);
        }
    }

    /// Takes note of a term and its parts, unless it is an atom: then of its parts alone.
    fn note(&mut self, term: SharedTerm) {
        if self.places.contains_key(&term) {
            return;
        }
        for at in 0..self.bank.arguments(term).len() {
            self.note(self.bank.arguments(term)[at]);
        }
        if self.bank.sort(term) != ATOM {
            self.places.insert(term, self.terms.len() as u32);
            self.terms.push(term);
        }
    }

    /// Adds the instance of a clause.
    fn instance(&mut self, input: &Input, number: u32, values: Box<[SharedTerm]>) {
        let clause = &input.clauses[number as usize];
        self.tried += clause.literals.len() as u64 + 1;
        let mut literals = Vec::new();
        for literal in &clause.literals {
            let literal = literal.map(|it| filled(&mut self.bank, it, &values));
            match self.literal(literal) {
                Ok(literal) => literals.push(literal),
                Err(true) => return,
                Err(false) => {}
            }
        }
        self.give(Given::Instance(number, values), &literals);
    }

    /// The literal of the solver that says the same; or its value, where a term equals itself.
    fn literal(&mut self, literal: FirstOrderLiteral) -> Result<Literal, bool> {
        match literal.right {
            Some(right) if right == literal.left => Err(literal.is_positive),
            Some(right) => {
                Ok(Literal::new(self.equation(literal.left, right), literal.is_positive))
            }
            None => Ok(Literal::new(self.atom((literal.left, None)), literal.is_positive)),
        }
    }

    /// The atom that two different terms are equal.
    fn equation(&mut self, one: SharedTerm, other: SharedTerm) -> Atom {
        self.atom((one.min(other), Some(one.max(other))))
    }

    fn atom(&mut self, statement: AtomStatement) -> Atom {
        if let Some(known) = self.numbers.get(&statement) {
            return *known;
        }
        self.note(statement.0);
        statement.1.into_iter().for_each(|it| self.note(it));
        let atom = self.solver.add_atom();
        self.statements.push(statement);
        self.numbers.insert(statement, atom);
        atom
    }

    fn give(&mut self, given: Given, literals: &[Literal]) {
        self.given.push(given);
        self.log.borrow_mut().given_count += 1;
        self.solver.add_clause(literals);
    }

    fn is_true(&self, atom: Atom) -> bool {
        self.solver.value(atom)
    }

    /// The classes of equal terms in the solver's model; clauses that it lacks are added.
    fn closed(&mut self, budget: &mut Budget) -> Result<EqualTerms, Stop> {
        let known = self.statements.len();
        let mut equal = EqualTerms::new(self.terms.len());
        for at in 0..known {
            if let (left, Some(right)) = self.statements[at]
                && self.is_true(Atom(at as u32))
            {
                equal.join(self.places[&left], self.places[&right]);
            }
        }
        self.tried += (known + self.terms.len()) as u64;
        // What is equal but not for the solver.
        for at in 0..known {
            budget.check()?;
            let (left, right) = self.statements[at];
            if let Some(right) = right
                && !self.is_true(Atom(at as u32))
                && equal.are(self.places[&left], self.places[&right])
            {
                self.connect(&equal, left, right);
            }
        }
        // What is alike, and is not the same for the solver.
        let mut alike: FxHashMap<(TermSymbol, Vec<u32>), SharedTerm> = FxHashMap::default();
        let atoms = (0..known).map(|at| self.statements[at]).filter(|it| it.1.is_none());
        let applied: Vec<SharedTerm> =
            self.terms.iter().copied().chain(atoms.map(|it| it.0)).collect();
        for term in applied {
            budget.check()?;
            let TermHead::Symbol(symbol) = self.bank.head(term) else { continue };
            let arguments = self.bank.arguments(term).iter().map(|it| equal.class(self.places[it]));
            let other = *alike.entry((symbol, arguments.collect())).or_insert(term);
            if other != term && !self.are_same(&equal, term, other) {
                self.make_same(&equal, other, term);
            }
        }
        for (one, other) in self.confused(&equal) {
            budget.check()?;
            self.connect(&equal, one, other);
            let differ = Literal::new(self.equation(one, other), false);
            self.give(Given::Difference(differ), &[differ]);
        }
        Ok(equal)
    }

    /// Different constants that are equal, each with the first one of its class.
    fn confused(&self, equal: &EqualTerms) -> Vec<(SharedTerm, SharedTerm)> {
        let mut first: FxHashMap<(SortNumber, u32), SharedTerm> = FxHashMap::default();
        let mut confused = Vec::new();
        for term in self.terms.iter().copied() {
            let is_one =
                matches!(self.bank.head(term), TermHead::Symbol(it) if self.distinct.contains(it));
            if is_one {
                let class = equal.class(self.places[&term]);
                let other = *first.entry((self.bank.sort(term), class)).or_insert(term);
                if other != term {
                    confused.push((other, term));
                }
            }
        }
        confused
    }

    /// Whether two terms with the same symbol are one for the solver: equal, or both true or false.
    fn are_same(&self, equal: &EqualTerms, one: SharedTerm, other: SharedTerm) -> bool {
        match (self.places.get(&one), self.places.get(&other)) {
            (Some(one), Some(other)) => equal.are(*one, *other),
            _ => {
                let is_true = |it| self.is_true(self.numbers[&(it, None)]);
                is_true(one) == is_true(other)
            }
        }
    }

    /// Lets the solver know that what equal terms are put in is the same.
    fn make_same(&mut self, equal: &EqualTerms, one: SharedTerm, other: SharedTerm) {
        let mut literals = Vec::new();
        for at in 0..self.bank.arguments(one).len() {
            let (left, right) = (self.bank.arguments(one)[at], self.bank.arguments(other)[at]);
            if left != right {
                self.connect(equal, left, right);
                literals.push(Literal::new(self.equation(left, right), false));
            }
        }
        if self.places.contains_key(&one) {
            literals.push(Literal::new(self.equation(one, other), true));
        } else {
            let (one, other) = (self.numbers[&(one, None)], self.numbers[&(other, None)]);
            let is_true = self.is_true(one);
            literals.push(Literal::new(one, !is_true));
            literals.push(Literal::new(other, is_true));
        }
        self.give(Given::Congruence(literals.clone()), &literals);
    }

    /// Lets the solver know that two terms of a class are equal: along the shortest way of equations that are true.
    fn connect(&mut self, equal: &EqualTerms, one: SharedTerm, other: SharedTerm) {
        let way = equal.way(self.places[&one], self.places[&other]);
        let way: Vec<SharedTerm> = way.into_iter().map(|it| self.terms[it as usize]).collect();
        for pair in way.windows(2).skip(1) {
            self.tried += 1;
            let mut corners = [one, pair[0], pair[1]];
            corners.sort_unstable();
            // Each of the three ways to say so has two equations that are false.
            if corners[0] == corners[1]
                || corners[1] == corners[2]
                || !self.triangles.insert(corners)
            {
                continue;
            }
            let [first, second, third] = corners;
            let sides = [(first, second), (second, third), (first, third)];
            let sides = sides.map(|(left, right)| self.equation(left, right));
            for stated in sides {
                let literals = sides.map(|it| Literal::new(it, it == stated)).to_vec();
                self.give(Given::Congruence(literals.clone()), &literals);
            }
        }
    }
}

impl GivesClauses for Herbrand {
    fn statement(&self, atom: Atom) -> (ProofTerm, Option<ProofTerm>) {
        let (left, right) = self.statements[atom.0 as usize];
        (written(&self.bank, left), right.map(|it| written(&self.bank, it)))
    }

    fn clause(&mut self, at: u32) -> GivenClause {
        let (literals, origin) = match &self.given[at as usize] {
            Given::Congruence(literals) => {
                (literals.clone(), GivenOrigin::Rule(InferenceRule::Congruence))
            }
            Given::Difference(literal) => {
                (vec![*literal], GivenOrigin::Rule(InferenceRule::Input(SIGNATURE)))
            }
            Given::Instance(number, values) => {
                let values = values.iter().map(|it| written(&self.bank, *it)).collect();
                // It is the last clause of a refutation only where it is empty.
                (Vec::new(), GivenOrigin::Instance(*number, values))
            }
        };
        GivenClause { literals, origin, facts: Vec::new() }
    }
}
