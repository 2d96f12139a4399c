//! From sentences to clauses: negations go inwards, what exists gets a name (Skolem terms), what is
//! said of everything gets a variable, and disjunctions of conjunctions are multiplied out, unless a
//! new predicate for a part keeps that small (A. Nonnengart and C. Weidenbach, *Computing small clause
//! normal forms*, 2001).

mod counted;
mod named;
mod parts;
mod sizes;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{ClauseOrigin, FirstOrderClause, FirstOrderLiteral};
use super::distinct::Distinct;
use super::pure::Pure;
use super::term::{Bank, SharedTerm, TermSymbol, written};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{
    ATOM, InferenceRule, MadeSymbol, SIGNATURE, SkolemThing, SortNumber,
};
use crate::logic::first_order::{
    MOST_SPELT_OUT, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use named::NamedParts;
pub(super) use parts::numbered;
use parts::{chain, free_variables, variables};
use sizes::large;

/// Parts of a clause without common variables that it may have before they become clauses.
const MOST_PARTS: usize = 2;
/// Levels of a sentence that are read by recursion, chains of one connective being one: what is deeper gets
/// a name, and is read on its own.
const MOST_LEVELS: u32 = 500;

/// A disjunction of literals whose variables are numbered in the whole sentence.
type Disjunction = Vec<FirstOrderLiteral>;

/// What the variables of a sentence stand for: variables of clauses or Skolem terms.
type ClausifiedEnvironment = FxHashMap<TheoryVariable, SharedTerm>;

/// What a symbol is applied to, and the sort of its value if it is a function.
pub(super) type Profile = (Vec<SortNumber>, Option<SortNumber>);

/// The clauses of a search.
#[derive(Clone)]
pub struct Input {
    /// Their terms.
    pub bank: Bank,
    /// They themselves.
    pub clauses: Vec<FirstOrderClause>,
    /// The functions of the theory, its predicates, and what was made.
    pub symbols: Vec<Profile>,
    /// What the symbols are that the theory does not have.
    pub made: Vec<MadeSymbol>,
    /// The predicates whose clauses were left out.
    pub pure: Pure,
    /// The constants that are different.
    pub distinct: Distinct,
}

/// Makes clauses of sentences.
pub(super) struct Clausifier<'t> {
    theory: &'t Theory,
    bank: Bank,
    symbols: Vec<Profile>,
    variables: u32,
    clauses: Vec<FirstOrderClause>,
    levels: u32,
    /// What the symbols are that the theory does not have.
    made: Vec<MadeSymbol>,
    /// The constants that are different.
    distinct: Distinct,
    /// The parts that get a name, and those that have one: with a value, and for some things.
    large: FxHashSet<TheorySentenceId>,
    named: FxHashMap<(TheorySentenceId, bool, Vec<SharedTerm>), FirstOrderLiteral>,
    /// Those of which no clause says yet what they are.
    open: Vec<NamedParts>,
}

impl<'t> Clausifier<'t> {
    /// With what the signature says of constants: which are different. The most constants of a sort for
    /// which it does are left to [`Distinct`]; of others there is a clause for each pair.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(theory: &'t Theory, budget: &mut Budget) -> Result<Self, Stop> {
        let signature = &theory.signature;
        let sorts = |it: &[TheorySort]| it.iter().map(|it| it.0).collect::<Vec<_>>();
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
            let term = |it: &TheoryFunction| clausifier.bank.apply(TermSymbol(it.0), sort, &[]);
            let terms: Vec<_> = constants.iter().map(term).collect();
            if !clausifier.distinct.has(sort) {
                let symbols = constants.iter().map(|it| TermSymbol(it.0)).collect();
                clausifier.distinct.add(sort, symbols);
                continue;
            }
            for (at, left) in terms.iter().enumerate() {
                for right in &terms[at + 1..] {
                    budget.check()?;
                    let (left, right) = (*left, Some(*right));
                    let literal = FirstOrderLiteral { is_positive: false, left, right };
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
    pub(super) fn add(
        &mut self,
        sentence: TheorySentenceId,
        value: bool,
        index: u32,
        is_goal: bool,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let disjunctions = self.clauses_of(
            sentence,
            value,
            &ClausifiedEnvironment::default(),
            (index, is_goal),
            budget,
        )?;
        for literals in disjunctions {
            budget.check()?;
            self.push(literals, index, is_goal);
        }
        while let Some(NamedParts { part, value, environment, denial }) = self.open.pop() {
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
            let is_element = |it: u32| elements.contains(&TheoryFunction(it));
            let others: Vec<u32> = (0..)
                .zip(&self.symbols)
                .filter(|(index, it)| it.1 == Some(sort) && !is_element(*index))
                .map(|it| it.0)
                .collect();
            for other in others {
                let arguments = self.symbols[other as usize].0.clone();
                let variables = (0..).zip(arguments).map(|(at, it)| self.bank.variable(at, it));
                let variables: Vec<_> = variables.collect();
                let thing = self.bank.apply(TermSymbol(other), sort, &variables);
                let literals = elements.iter().map(|it| {
                    let element = self.bank.apply(TermSymbol(it.0), sort, &[]);
                    FirstOrderLiteral { is_positive: true, left: thing, right: Some(element) }
                });
                let literals = literals.collect();
                self.push(literals, SIGNATURE, false);
            }
        }
    }

    /// All clauses.
    pub(super) fn finish(mut self) -> Input {
        self.close_sorts();
        let Self { bank, mut clauses, symbols, made, distinct, .. } = self;
        let predicates = (0..).map(TermSymbol).zip(&symbols).filter(|(_, it)| it.1.is_none());
        let predicates: Vec<_> = predicates.map(|it| it.0).collect();
        let pure = Pure::leave_out(&mut clauses, &bank, &predicates);
        Input { bank, clauses, symbols, made, pure, distinct }
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
        let mut first: FxHashMap<SharedTerm, usize> = FxHashMap::default();
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
        let origin = ClauseOrigin { rule: InferenceRule::Input(index), parents: Vec::new() };
        self.clauses.push(FirstOrderClause::new(bank, literals, origin, is_goal));
    }

    /// A new symbol for things of a sort, or for atoms.
    fn new_symbol(
        &mut self,
        arguments: &[SharedTerm],
        result: Option<SortNumber>,
        made: MadeSymbol,
    ) -> TermSymbol {
        let sorts = arguments.iter().map(|it| self.bank.sort(*it)).collect();
        self.symbols.push((sorts, result));
        self.made.push(made);
        TermSymbol(self.symbols.len() as u32 - 1)
    }

    fn new_variable(&mut self, sort: SortNumber) -> SharedTerm {
        self.variables += 1;
        self.bank.variable(self.variables - 1, sort)
    }

    /// The clauses that say that a sentence has a value.
    fn clauses_of(
        &mut self,
        id: TheorySentenceId,
        value: bool,
        environment: &ClausifiedEnvironment,
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
            TheorySentence::Truth(truth) if *truth == value => Vec::new(),
            TheorySentence::Truth(_) => vec![Vec::new()],
            TheorySentence::Atom(predicate, arguments) => {
                let arguments = self.terms(arguments, environment);
                let symbol = TermSymbol(theory.signature.functions.len() as u32 + predicate.0);
                let left = self.bank.apply(symbol, ATOM, &arguments);
                vec![vec![FirstOrderLiteral { is_positive: value, left, right: None }]]
            }
            TheorySentence::Equal(one, other) => {
                let sides = self.terms(&[*one, *other], environment);
                let literal =
                    FirstOrderLiteral { is_positive: value, left: sides[0], right: Some(sides[1]) };
                vec![vec![literal]]
            }
            TheorySentence::Not(part) => {
                self.clauses_of(*part, !value, environment, source, budget)?
            }
            TheorySentence::And(_) | TheorySentence::Or(_) => {
                let is_and = matches!(theory.get(id), TheorySentence::And(_));
                let parts = chain(theory, id, is_and);
                let parts: Vec<_> = parts
                    .into_iter()
                    .map(|it| self.clauses_of(it, value, environment, source, budget))
                    .collect::<Result<_, _>>()?;
                if is_and == value { parts.concat() } else { self.multiply(parts, source, budget)? }
            }
            TheorySentence::Implies(one, other) => {
                let one = self.clauses_of(*one, !value, environment, source, budget)?;
                let other = self.clauses_of(*other, value, environment, source, budget)?;
                match value {
                    true => self.multiply(vec![one, other], source, budget)?,
                    false => [one, other].concat(),
                }
            }
            TheorySentence::Iff(one, other) => {
                let mut clauses = Vec::new();
                for first in [false, true] {
                    let one = self.side_of(*one, first, environment, source, budget)?;
                    let second = if value { !first } else { first };
                    let other = self.side_of(*other, second, environment, source, budget)?;
                    clauses.extend(self.multiply(vec![one, other], source, budget)?);
                }
                clauses
            }
            TheorySentence::Quantified(quantifier, variable, part) => {
                let inside = (*variable, *part, environment);
                self.clauses_of_counted(*quantifier, value, inside, source, budget)?
            }
        };
        self.levels -= 1;
        Ok(clauses)
    }

    /// The clauses of a quantified sentence, or of its negation: of how many things at least, and of how many at most,
    /// the part inside is true, or false.
    fn clauses_of_counted(
        &mut self,
        quantifier: TheoryQuantifier,
        value: bool,
        inside: (TheoryVariable, TheorySentenceId, &ClausifiedEnvironment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        Ok(match (quantifier, value) {
            (TheoryQuantifier::All, true) => self.at_most(0, false, inside, source, budget)?,
            (TheoryQuantifier::All, false) => self.at_least(1, false, inside, source, budget)?,
            (TheoryQuantifier::Some, true) => self.at_least(1, true, inside, source, budget)?,
            (TheoryQuantifier::Some, false) => self.at_most(0, true, inside, source, budget)?,
            (TheoryQuantifier::AtLeast(0), true) => Vec::new(),
            (TheoryQuantifier::AtLeast(0), false) => vec![Vec::new()],
            (TheoryQuantifier::AtLeast(number), true) => {
                self.at_least(number, true, inside, source, budget)?
            }
            (TheoryQuantifier::AtLeast(number), false) => {
                self.at_most(number - 1, true, inside, source, budget)?
            }
            (TheoryQuantifier::AtMost(number), true) => {
                self.at_most(number, true, inside, source, budget)?
            }
            (TheoryQuantifier::AtMost(number), false) => {
                self.at_least(number.saturating_add(1), true, inside, source, budget)?
            }
            (TheoryQuantifier::Exactly(number), true) => {
                let mut both = self.at_most(number, true, inside, source, budget)?;
                both.extend(self.at_least(number, true, inside, source, budget)?);
                both
            }
            (TheoryQuantifier::Exactly(number), false) => {
                let more = number.saturating_add(1);
                let more = self.at_least(more, true, inside, source, budget)?;
                let fewer = match number.checked_sub(1) {
                    Some(fewer) => self.at_most(fewer, true, inside, source, budget)?,
                    None => vec![Vec::new()],
                };
                self.multiply(vec![more, fewer], source, budget)?
            }
        })
    }

    /// The clauses that say that one of some sets of clauses is true. Names keep the product of many parts small,
    /// and of few parts they would only hide what the clauses say.
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
                part.len() > 1 && product.len().saturating_mul(part.len()) > MOST_SPELT_OUT;
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
    fn name(&mut self, part: &[Disjunction], source: (u32, bool)) -> FirstOrderLiteral {
        let mut free: Vec<SharedTerm> = Vec::new();
        for term in part.iter().flatten().flat_map(|it| it.terms()) {
            variables(&self.bank, term, &mut free);
        }
        self.name_for(&free, part, source)
    }

    /// A new atom about some variables from which some clauses follow.
    fn name_for(
        &mut self,
        free: &[SharedTerm],
        part: &[Disjunction],
        source: (u32, bool),
    ) -> FirstOrderLiteral {
        let symbol = self.new_symbol(free, None, MadeSymbol::Name);
        let left = self.bank.apply(symbol, ATOM, free);
        let denied = FirstOrderLiteral { is_positive: false, left, right: None };
        for literals in part {
            let literals = [&[denied], &literals[..]].concat();
            self.push(literals, source.0, source.1);
        }
        FirstOrderLiteral { is_positive: true, ..denied }
    }

    /// What a Skolem term stands for.
    fn thing(
        &self,
        at: u32,
        of: u32,
        value: bool,
        (variable, part, environment): (TheoryVariable, TheorySentenceId, &ClausifiedEnvironment),
        universal: &[SharedTerm],
    ) -> MadeSymbol {
        let written = |it: &SharedTerm| written(&self.bank, *it);
        let free = free_variables(self.theory, part).into_iter();
        let environment = free.filter_map(|it| Some((it, written(environment.get(&it)?))));
        let environment = environment.filter(|it| it.0 != variable).collect();
        let parameters = universal.iter().map(written).collect();
        MadeSymbol::Thing(SkolemThing { variable, part, value, at, of, parameters, environment })
    }

    /// The variables of clauses on which a part depends.
    fn universal(
        &self,
        part: TheorySentenceId,
        environment: &ClausifiedEnvironment,
    ) -> Vec<SharedTerm> {
        let mut found = Vec::new();
        for variable in free_variables(self.theory, part) {
            if let Some(term) = environment.get(&variable) {
                variables(&self.bank, *term, &mut found);
            }
        }
        found
    }

    fn terms(
        &mut self,
        ids: &[TheoryTermId],
        environment: &ClausifiedEnvironment,
    ) -> Vec<SharedTerm> {
        let mut known: FxHashMap<TheoryTermId, SharedTerm> = FxHashMap::default();
        let theory = self.theory;
        let mut open: Vec<TheoryTermId> = ids.to_vec();
        while let Some(&id) = open.last() {
            let term = match theory.get_term(id) {
                TheoryTerm::Variable(variable) => environment[variable],
                TheoryTerm::Apply(function, arguments) => {
                    let missing: Vec<_> =
                        arguments.iter().filter(|it| !known.contains_key(it)).copied().collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let arguments: Vec<_> = arguments.iter().map(|it| known[it]).collect();
                    let sort = theory.signature.functions[function.0 as usize].result.0;
                    self.bank.apply(TermSymbol(function.0), sort, &arguments)
                }
            };
            known.insert(id, term);
            open.pop();
        }
        ids.iter().map(|it| known[it]).collect()
    }
}
