//! From sentences to clauses: negations go inwards, what exists gets a name (Skolem terms), what is
//! said of everything gets a variable, and disjunctions of conjunctions are multiplied out, unless a
//! new predicate for a part keeps that small (A. Nonnengart and C. Weidenbach, *Computing small clause
//! normal forms*, 2001).

mod named;
mod parts;
mod sizes;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Clause, Literal, Origin};
use super::distinct::Distinct;
use super::proof::written;
use super::pure::Pure;
use super::term::{Bank, Symbol, Term};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ATOM, Made, Rule, SIGNATURE, SortId, Thing};
use crate::logic::first_order as logic;
use crate::logic::first_order::{Quantifier, Sentence, SentenceId, TermId, Theory, Variable};
use named::Named;
use parts::{chain, choices, free_variables, numbered, variables};
use sizes::large;

/// Clauses that a product may have before a part gets a name: names keep the product of many parts small, and
/// of few parts they would only hide what the clauses say.
const MOST_PRODUCT: usize = 24;
/// Parts of a clause without common variables that it may have before they become clauses.
const MOST_PARTS: usize = 2;
/// Levels of a sentence that are read by recursion, chains of one connective being one: what is deeper gets
/// a name, and is read on its own.
const MOST_LEVELS: u32 = 500;

/// A disjunction of literals whose variables are numbered in the whole sentence.
type Disjunction = Vec<Literal>;

/// What the variables of a sentence stand for: variables of clauses or Skolem terms.
type Environment = FxHashMap<Variable, Term>;

/// What a symbol is applied to, and the sort of its value if it is a function.
pub type Profile = (Vec<SortId>, Option<SortId>);

/// The clauses of a search.
#[derive(Clone)]
pub struct Input {
    /// Their terms.
    pub bank: Bank,
    /// They themselves.
    pub clauses: Vec<Clause>,
    /// The functions of the theory, its predicates, and what was made.
    pub symbols: Vec<Profile>,
    /// What the symbols are that the theory does not have.
    pub made: Vec<Made>,
    /// The predicates whose clauses were left out.
    pub pure: Pure,
    /// The constants that are different.
    pub distinct: Distinct,
}

/// Makes clauses of sentences.
pub struct Clausifier<'t> {
    theory: &'t Theory,
    bank: Bank,
    symbols: Vec<Profile>,
    variables: u32,
    clauses: Vec<Clause>,
    levels: u32,
    /// What the symbols are that the theory does not have.
    made: Vec<Made>,
    /// The constants that are different.
    distinct: Distinct,
    /// The parts that get a name, and those that have one: with a value, and for some things.
    large: FxHashSet<SentenceId>,
    named: FxHashMap<(SentenceId, bool, Vec<Term>), Literal>,
    /// Those of which no clause says yet what they are.
    open: Vec<Named>,
}

impl<'t> Clausifier<'t> {
    /// With what the signature says of constants: which are different. The most constants of a sort for
    /// which it does are left to [`Distinct`]; of others there is a clause for each pair.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(theory: &'t Theory, budget: &mut Budget) -> Result<Self, Stop> {
        let signature = &theory.signature;
        let sorts = |it: &[logic::Sort]| it.iter().map(|it| it.0).collect::<Vec<_>>();
        let functions = signature.functions.iter();
        let functions = functions.map(|it| (sorts(&it.arguments), Some(it.result.0)));
        let predicates = signature.predicates.iter().map(|it| (sorts(it), None));
        let mut clausifier = Self {
            theory,
            bank: Bank::default(),
            symbols: functions.chain(predicates).collect(),
            variables: 0,
            clauses: Vec::new(),
            levels: 0,
            made: Vec::new(),
            distinct: Distinct::default(),
            large: large(theory),
            named: FxHashMap::default(),
            open: Vec::new(),
        };
        let mut sets: Vec<_> = signature.distinct.iter().filter(|it| it.len() > 1).collect();
        sets.sort_by_key(|it| Reverse(it.len()));
        for constants in sets {
            let sort = signature.functions[constants[0].0 as usize].result.0;
            let term = |it: &logic::Function| clausifier.bank.apply(Symbol(it.0), sort, &[]);
            let terms: Vec<_> = constants.iter().map(term).collect();
            if !clausifier.distinct.has(sort) {
                let symbols = constants.iter().map(|it| Symbol(it.0)).collect();
                clausifier.distinct.add(sort, symbols);
                continue;
            }
            for (at, left) in terms.iter().enumerate() {
                for right in &terms[at + 1..] {
                    budget.check()?;
                    let (left, right) = (*left, Some(*right));
                    let literal = Literal { is_positive: false, left, right };
                    clausifier.push(vec![literal], SIGNATURE, false);
                }
            }
        }
        Ok(clausifier)
    }

    /// Adds what says that a sentence is true, or false.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn add(
        &mut self,
        sentence: SentenceId,
        value: bool,
        index: u32,
        is_goal: bool,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let disjunctions =
            self.clauses_of(sentence, value, &Environment::default(), (index, is_goal), budget)?;
        for literals in disjunctions {
            budget.check()?;
            self.push(literals, index, is_goal);
        }
        while let Some(Named { part, value, environment, denial }) = self.open.pop() {
            self.levels = 0;
            let clauses = self.clauses_of(part, value, &environment, (index, is_goal), budget)?;
            for literals in clauses {
                budget.check()?;
                self.push_whole([&[denial], &literals[..]].concat(), index, is_goal);
            }
        }
        Ok(())
    }

    /// That listed sorts have no other elements. Every instance of a clause is about terms, so that is said of
    /// the terms that are no elements: functions and constants of such a sort. A variable in their place would
    /// be equal to everything.
    fn close_sorts(&mut self) {
        let signature = &self.theory.signature;
        for (sort, elements) in (0..).zip(&signature.sorts) {
            let Some(elements) = elements else { continue };
            let is_element = |it: u32| elements.contains(&logic::Function(it));
            let others: Vec<u32> = (0..)
                .zip(&self.symbols)
                .filter(|(index, it)| it.1 == Some(sort) && !is_element(*index))
                .map(|it| it.0)
                .collect();
            for other in others {
                let arguments = self.symbols[other as usize].0.clone();
                let variables = (0..).zip(arguments).map(|(at, it)| self.bank.variable(at, it));
                let variables: Vec<_> = variables.collect();
                let thing = self.bank.apply(Symbol(other), sort, &variables);
                let literals = elements.iter().map(|it| {
                    let element = self.bank.apply(Symbol(it.0), sort, &[]);
                    Literal { is_positive: true, left: thing, right: Some(element) }
                });
                let literals = literals.collect();
                self.push(literals, SIGNATURE, false);
            }
        }
    }

    /// All clauses.
    pub fn finish(mut self) -> Input {
        self.close_sorts();
        let Self { bank, clauses, symbols, made, distinct, .. } = self;
        let pure = Pure::default();
        let mut input = Input { bank, clauses, symbols, made, pure, distinct };
        Pure::leave_out(&mut input);
        input
    }

    /// Adds a clause; one of many parts that share no variable as several, which names link.
    fn push(&mut self, literals: Disjunction, index: u32, is_goal: bool) {
        // Of each literal one that it shares a variable with, in the end the first of the part.
        let mut joined: Vec<usize> = (0..literals.len()).collect();
        let root = |joined: &mut Vec<usize>, mut at: usize| {
            while joined[at] != at {
                joined[at] = joined[joined[at]];
                at = joined[at];
            }
            at
        };
        let mut first: FxHashMap<Term, usize> = FxHashMap::default();
        let mut linked = Disjunction::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, literal) in literals.iter().enumerate() {
            let mut found = Vec::new();
            literal.terms().for_each(|it| variables(&self.bank, it, &mut found));
            if found.is_empty() {
                linked.push(*literal);
            } else {
                open.push(at);
            }
            for variable in found {
                let other = *first.entry(variable).or_insert(at);
                let (one, other) = (root(&mut joined, at), root(&mut joined, other));
                joined[one.max(other)] = one.min(other);
            }
        }
        let mut parts: BTreeMap<usize, Disjunction> = BTreeMap::new();
        for at in open {
            parts.entry(root(&mut joined, at)).or_default().push(literals[at]);
        }
        if parts.len() <= MOST_PARTS {
            self.push_whole(literals, index, is_goal);
            return;
        }
        for literals in parts.into_values() {
            linked.push(self.name_for(&[], &[literals], (index, is_goal)));
        }
        self.push_whole(linked, index, is_goal);
    }

    fn push_whole(&mut self, literals: Disjunction, index: u32, is_goal: bool) {
        // Variables are numbered anew in each clause.
        let mut known = FxHashMap::default();
        let mut count = 0;
        let bank = &mut self.bank;
        let literals: Vec<_> = literals
            .into_iter()
            .map(|it| it.map(|term| numbered(bank, term, &mut known, &mut count)))
            .collect();
        let origin = Origin { rule: Rule::Input(index), parents: Vec::new() };
        self.clauses.push(Clause::new(bank, literals, origin, is_goal));
    }

    /// A new symbol for things of a sort, or for atoms.
    fn new_symbol(&mut self, arguments: &[Term], result: Option<SortId>, made: Made) -> Symbol {
        let sorts = arguments.iter().map(|it| self.bank.sort(*it)).collect();
        self.symbols.push((sorts, result));
        self.made.push(made);
        Symbol(self.symbols.len() as u32 - 1)
    }

    fn new_variable(&mut self, sort: SortId) -> Term {
        self.variables += 1;
        self.bank.variable(self.variables - 1, sort)
    }

    /// The clauses that say that a sentence has a value.
    fn clauses_of(
        &mut self,
        id: SentenceId,
        value: bool,
        environment: &Environment,
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        budget.check()?;
        let theory = self.theory;
        if self.levels > MOST_LEVELS && !theory.get(id).parts().is_empty() {
            budget.look()?;
            return Ok(vec![vec![self.name_of(id, value, environment)]]);
        }
        self.levels += 1;
        let clauses = match theory.get(id) {
            Sentence::Truth(truth) if *truth == value => Vec::new(),
            Sentence::Truth(_) => vec![Vec::new()],
            Sentence::Atom(predicate, arguments) => {
                let arguments = self.terms(arguments, environment);
                let symbol = Symbol(theory.signature.functions.len() as u32 + predicate.0);
                let left = self.bank.apply(symbol, ATOM, &arguments);
                vec![vec![Literal { is_positive: value, left, right: None }]]
            }
            Sentence::Equal(one, other) => {
                let sides = self.terms(&[*one, *other], environment);
                let literal = Literal { is_positive: value, left: sides[0], right: Some(sides[1]) };
                vec![vec![literal]]
            }
            Sentence::Not(part) => self.clauses_of(*part, !value, environment, source, budget)?,
            Sentence::And(_) | Sentence::Or(_) => {
                let is_and = matches!(theory.get(id), Sentence::And(_));
                let parts = chain(theory, id, is_and);
                let parts: Vec<_> = parts
                    .into_iter()
                    .map(|it| self.clauses_of(it, value, environment, source, budget))
                    .collect::<Result<_, _>>()?;
                if is_and == value { parts.concat() } else { self.multiply(parts, source, budget)? }
            }
            Sentence::Implies(one, other) => {
                let one = self.clauses_of(*one, !value, environment, source, budget)?;
                let other = self.clauses_of(*other, value, environment, source, budget)?;
                match value {
                    true => self.multiply(vec![one, other], source, budget)?,
                    false => [one, other].concat(),
                }
            }
            Sentence::Iff(one, other) => {
                let mut clauses = Vec::new();
                for first in [false, true] {
                    let one = self.side_of(*one, first, environment, source, budget)?;
                    let second = if value { !first } else { first };
                    let other = self.side_of(*other, second, environment, source, budget)?;
                    clauses.extend(self.multiply(vec![one, other], source, budget)?);
                }
                clauses
            }
            Sentence::Quantified(quantifier, variable, part) => {
                let inside = (*variable, *part, environment);
                match (quantifier, value) {
                    (Quantifier::All, true) => self.at_most(0, false, inside, source, budget)?,
                    (Quantifier::All, false) => self.at_least(1, false, inside, source, budget)?,
                    (Quantifier::Some, true) => self.at_least(1, true, inside, source, budget)?,
                    (Quantifier::Some, false) => self.at_most(0, true, inside, source, budget)?,
                    (Quantifier::AtLeast(0), true) => Vec::new(),
                    (Quantifier::AtLeast(0), false) => vec![Vec::new()],
                    (Quantifier::AtLeast(number), true) => {
                        self.at_least(*number, true, inside, source, budget)?
                    }
                    (Quantifier::AtLeast(number), false) => {
                        self.at_most(*number - 1, true, inside, source, budget)?
                    }
                    (Quantifier::AtMost(number), true) => {
                        self.at_most(*number, true, inside, source, budget)?
                    }
                    (Quantifier::AtMost(number), false) => {
                        self.at_least(number.saturating_add(1), true, inside, source, budget)?
                    }
                    (Quantifier::Exactly(number), true) => {
                        let mut both = self.at_most(*number, true, inside, source, budget)?;
                        both.extend(self.at_least(*number, true, inside, source, budget)?);
                        both
                    }
                    (Quantifier::Exactly(number), false) => {
                        let more = number.saturating_add(1);
                        let more = self.at_least(more, true, inside, source, budget)?;
                        let fewer = match number.checked_sub(1) {
                            Some(fewer) => self.at_most(fewer, true, inside, source, budget)?,
                            None => vec![Vec::new()],
                        };
                        self.multiply(vec![more, fewer], source, budget)?
                    }
                }
            }
        };
        self.levels -= 1;
        Ok(clauses)
    }

    /// The elements of a listed sort, when they are few and all different: then a number of them is
    /// spelt out.
    fn few(&self, sort: SortId) -> Option<&'t [logic::Function]> {
        let signature = &self.theory.signature;
        let elements = signature.sorts[sort as usize].as_deref()?;
        let is_among = |it: &Vec<logic::Function>| elements.iter().all(|e| it.contains(e));
        let is_few = elements.len() <= MOST_PRODUCT;
        (is_few && (elements.len() == 1 || signature.distinct.iter().any(is_among)))
            .then_some(elements)
    }

    /// That of so many elements of a listed sort, however chosen, one has a part with a value; `None`
    /// when there are too many ways to choose them.
    fn one_of_each(
        &mut self,
        number: usize,
        value: bool,
        (variable, part, environment): (Variable, SentenceId, &Environment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Option<Vec<Disjunction>>, Stop> {
        let sort = self.theory.variables[variable.0 as usize].0;
        let Some(elements) = self.few(sort) else { return Ok(None) };
        let Some(choices) = choices(elements.len(), number) else { return Ok(None) };
        let mut clauses = Vec::new();
        for choice in choices {
            budget.check()?;
            let mut parts = Vec::new();
            for at in choice {
                let element = self.bank.apply(Symbol(elements[at].0), sort, &[]);
                let mut inner = environment.clone();
                inner.insert(variable, element);
                parts.push(self.clauses_of(part, value, &inner, source, budget)?);
            }
            clauses.extend(self.multiply(parts, source, budget)?);
        }
        Ok(Some(clauses))
    }

    /// That so many different things have a part with a value: each gets a name.
    fn at_least(
        &mut self,
        number: u32,
        value: bool,
        (variable, part, environment): (Variable, SentenceId, &Environment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        let sort = self.theory.variables[variable.0 as usize].0;
        if let Some(elements) = self.few(sort) {
            // Any one more than may be without it: one of them has it.
            let Some(without) = elements.len().checked_sub(number as usize) else {
                return Ok(vec![Vec::new()]);
            };
            let inside = (variable, part, environment);
            if let Some(clauses) = self.one_of_each(without + 1, value, inside, source, budget)? {
                return Ok(clauses);
            }
        }
        budget.look()?;
        let universal = self.universal(part, environment);
        // Their symbols stand in a row, before those that are made for the part.
        let mut things: Vec<Term> = Vec::new();
        for at in 0..number {
            budget.check()?;
            let made = self.thing(at, number, value, (variable, part, environment), &universal);
            let symbol = self.new_symbol(&universal, Some(sort), made);
            things.push(self.bank.apply(symbol, sort, &universal));
        }
        let mut clauses = Vec::new();
        for (at, thing) in things.iter().enumerate() {
            let mut inner = environment.clone();
            inner.insert(variable, *thing);
            clauses.extend(self.clauses_of(part, value, &inner, source, budget)?);
            for other in &things[..at] {
                let literal = Literal { is_positive: false, left: *other, right: Some(*thing) };
                clauses.push(vec![literal]);
            }
        }
        Ok(clauses)
    }

    /// That at most so many things have a part with a value: of more, two are the same.
    fn at_most(
        &mut self,
        number: u32,
        value: bool,
        (variable, part, environment): (Variable, SentenceId, &Environment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        let sort = self.theory.variables[variable.0 as usize].0;
        if let Some(elements) = self.few(sort).filter(|_| number > 0) {
            // Of any one more, one has it not.
            if number as usize >= elements.len() {
                return Ok(Vec::new());
            }
            let (inside, more) = ((variable, part, environment), number as usize + 1);
            if let Some(clauses) = self.one_of_each(more, !value, inside, source, budget)? {
                return Ok(clauses);
            }
        }
        let mut parts = Vec::new();
        let mut things: Vec<Term> = Vec::new();
        let mut same = Disjunction::new();
        for _ in 0..=number {
            budget.check()?;
            let thing = self.new_variable(sort);
            let mut inner = environment.clone();
            inner.insert(variable, thing);
            parts.push(self.clauses_of(part, !value, &inner, source, budget)?);
            for other in &things {
                same.push(Literal { is_positive: true, left: *other, right: Some(thing) });
            }
            things.push(thing);
        }
        if !same.is_empty() {
            parts.push(vec![same]);
        }
        self.multiply(parts, source, budget)
    }

    /// The clauses that say that one of some sets of clauses is true.
    fn multiply(
        &mut self,
        mut parts: Vec<Vec<Disjunction>>,
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        parts.sort_by_key(Vec::len);
        let mut product: Vec<Disjunction> = vec![Vec::new()];
        for part in parts {
            budget.check()?;
            let is_large =
                part.len() > 1 && product.len().saturating_mul(part.len()) > MOST_PRODUCT;
            let part = if is_large { vec![vec![self.name(&part, source)]] } else { part };
            if let ([one], [other]) = (&mut product[..], &part[..]) {
                one.extend(other);
                continue;
            }
            product = product
                .iter()
                .flat_map(|one| part.iter().map(move |other| [&one[..], other].concat()))
                .collect();
        }
        Ok(product)
    }

    /// A new atom from which some clauses follow.
    fn name(&mut self, part: &[Disjunction], source: (u32, bool)) -> Literal {
        let mut free: Vec<Term> = Vec::new();
        for term in part.iter().flatten().flat_map(|it| it.terms()) {
            variables(&self.bank, term, &mut free);
        }
        self.name_for(&free, part, source)
    }

    /// A new atom about some variables from which some clauses follow.
    fn name_for(&mut self, free: &[Term], part: &[Disjunction], source: (u32, bool)) -> Literal {
        let symbol = self.new_symbol(free, None, Made::Name);
        let left = self.bank.apply(symbol, ATOM, free);
        let denied = Literal { is_positive: false, left, right: None };
        for literals in part {
            let literals = [&[denied], &literals[..]].concat();
            self.push(literals, source.0, source.1);
        }
        Literal { is_positive: true, ..denied }
    }

    /// What a Skolem term stands for.
    fn thing(
        &self,
        at: u32,
        of: u32,
        value: bool,
        (variable, part, environment): (Variable, SentenceId, &Environment),
        universal: &[Term],
    ) -> Made {
        let written = |it: &Term| written(&self.bank, *it);
        let free = free_variables(self.theory, part).into_iter();
        let environment = free.filter_map(|it| Some((it, written(environment.get(&it)?))));
        let environment = environment.filter(|it| it.0 != variable).collect();
        let parameters = universal.iter().map(written).collect();
        Made::Thing(Thing { variable, part, value, at, of, parameters, environment })
    }

    /// The variables of clauses on which a part depends.
    fn universal(&self, part: SentenceId, environment: &Environment) -> Vec<Term> {
        let mut found = Vec::new();
        for variable in free_variables(self.theory, part) {
            if let Some(term) = environment.get(&variable) {
                variables(&self.bank, *term, &mut found);
            }
        }
        found
    }

    fn terms(&mut self, ids: &[TermId], environment: &Environment) -> Vec<Term> {
        let mut known: FxHashMap<TermId, Term> = FxHashMap::default();
        let theory = self.theory;
        let mut open: Vec<TermId> = ids.to_vec();
        while let Some(&id) = open.last() {
            let term = match theory.get_term(id) {
                logic::Term::Variable(variable) => environment[variable],
                logic::Term::Apply(function, arguments) => {
                    let missing: Vec<_> =
                        arguments.iter().filter(|it| !known.contains_key(it)).copied().collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let arguments: Vec<_> = arguments.iter().map(|it| known[it]).collect();
                    let sort = theory.signature.functions[function.0 as usize].result.0;
                    self.bank.apply(Symbol(function.0), sort, &arguments)
                }
            };
            known.insert(id, term);
            open.pop();
        }
        ids.iter().map(|it| known[it]).collect()
    }
}
