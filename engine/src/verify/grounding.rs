//! Checks that ground clauses say what a theory says over its listed sorts, for answers that rest on a
//! refutation of them or on the number of their models. Shares nothing with what writes them: knows where
//! the atoms of the signature lie and what follows of them, takes every other atom for the conjunction
//! that its clauses define, and finds the literal of a sentence by its meaning, from the parts to the whole.

mod axioms;
mod facts;
mod signature;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::first_order::{
    Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId, TheorySort,
    TheoryTerm, TheoryTermId, TheoryVariable,
};

/// The first atom is true.
const TRUE: Literal = Literal::new(Atom(0), true);

const TOO_LARGE: Stop = Stop::Size("a sentence has too many instances over these sorts");

/// What clauses say, as far as they were read.
pub struct Grounding<'t> {
    theory: &'t Theory,
    sizes: Vec<u32>,
    /// The first atom of each predicate, and of each function that is no listed element: of tuples and
    /// values the last varies fastest.
    predicates: Vec<u32>,
    functions: Vec<Option<u32>>,
    /// Where the atoms of functions begin, ascending, each with the number of values.
    widths: Vec<(u32, u32)>,
    /// What each listed constant is.
    elements: FxHashMap<TheoryFunction, u32>,
    /// The atoms that say whether an axiom is chosen.
    chosen: std::ops::Range<u32>,
    /// How many clauses were read, and the next atom that they may define.
    read: usize,
    next: u32,
    conjunctions: FxHashMap<Vec<Literal>, Literal>,
    /// What each atom that clauses define is the conjunction of, one behind the other, and where each ends.
    operands: Vec<Literal>,
    ends: Vec<usize>,
    /// Which literals are true wherever the axioms are that were taken for true.
    facts: FxHashSet<Literal>,
    /// The last atom that stands for a conjunction that no clauses define; they go downwards.
    undefined: u32,
    terms: FxHashMap<TheoryTermId, MeantLiterals>,
    sentences: FxHashMap<TheorySentenceId, MeantLiterals>,
    /// What the variables are at the moment.
    values: Vec<u32>,
}

/// A literal for every row of values of the free variables, and of a term one for each value in a row.
#[derive(Clone, Default)]
struct MeantLiterals {
    free: Vec<TheoryVariable>,
    width: usize,
    literals: Vec<Literal>,
}

impl<'t> Grounding<'t> {
    /// Before any clause is read, and where clauses say of so many axioms what is so if they are chosen; of
    /// none, what is so as all are true. `None` when a sort is not listed or has elements that may be the same, so
    /// that it may be of any size.
    ///
    /// # Errors
    /// That there are too many tuples.
    pub fn new(theory: &'t Theory, choices: usize) -> Result<Option<Self>, Stop> {
        let signature = &theory.signature;
        let mut sizes = Vec::new();
        let mut elements = FxHashMap::default();
        for sort in &signature.sorts {
            let Some(listed) = sort else { return Ok(None) };
            let is_whole = |it: &Vec<TheoryFunction>| {
                it == listed || listed.iter().all(|one| it.contains(one))
            };
            if listed.len() != 1 && !signature.distinct.iter().any(is_whole) {
                return Ok(None);
            }
            sizes.push(listed.len() as u32);
            elements.extend(listed.iter().copied().zip(0..));
        }
        let mut grounding = Self {
            theory,
            sizes,
            predicates: Vec::new(),
            functions: Vec::new(),
            widths: Vec::new(),
            elements,
            chosen: 0..0,
            read: 0,
            next: 1,
            conjunctions: FxHashMap::default(),
            operands: Vec::new(),
            ends: Vec::new(),
            facts: FxHashSet::default(),
            undefined: Literal::MAX_ATOMS,
            terms: FxHashMap::default(),
            sentences: FxHashMap::default(),
            values: vec![0; theory.variables.len()],
        };
        for sorts in &signature.predicates {
            let count = grounding.rows(sorts)?;
            grounding.predicates.push(grounding.next);
            grounding.skip(count)?;
        }
        for (function, sorts) in (0..).map(TheoryFunction).zip(&signature.functions) {
            if grounding.elements.contains_key(&function) {
                grounding.functions.push(None);
                continue;
            }
            let count = grounding.rows(sorts.arguments.iter().chain([&sorts.result]))?;
            grounding.functions.push(Some(grounding.next));
            grounding.widths.push((grounding.next, grounding.size(sorts.result) as u32));
            grounding.skip(count)?;
        }
        let first = grounding.next;
        grounding.skip(choices)?;
        grounding.chosen = first..grounding.next;
        Ok(Some(grounding))
    }

    /// Goes on with the clauses behind those of the axioms. Whether they are definitions: that an atom implies
    /// each of some literals before it, and these together imply it. So every structure of the theory makes
    /// them true in one way.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn reads(&mut self, cnf: &Cnf, budget: &mut Budget) -> Result<bool, Stop> {
        let is_right = self.reads_definitions(cnf, budget)?;
        Ok(is_right && self.read == cnf.len() && self.next == cnf.atoms())
    }

    /// Reads definitions as long as there is another one. Whether none of them is broken.
    fn reads_definitions(&mut self, cnf: &Cnf, budget: &mut Budget) -> Result<bool, Stop> {
        loop {
            let defined = Literal::new(Atom(self.next), true);
            let begins = |it: &[Literal]| it.first() == Some(&!defined);
            if self.read == cnf.len() || !begins(cnf.clause(self.read)) {
                return Ok(true);
            }
            let mut operands = Vec::new();
            loop {
                budget.check()?;
                if self.read == cnf.len() {
                    return Ok(false);
                }
                let clause = cnf.clause(self.read);
                self.read += 1;
                match *clause {
                    [denied, operand] if denied == !defined => operands.push(operand),
                    _ => {
                        let mut whole: Vec<_> = operands.iter().map(|it| !*it).collect();
                        whole.push(defined);
                        if sorted(whole) != sorted(clause.to_vec()) {
                            return Ok(false);
                        }
                        break;
                    }
                }
            }
            if operands.iter().any(|it| it.atom().0 >= self.next) {
                return Ok(false);
            }
            self.operands.extend(&operands);
            self.ends.push(self.operands.len());
            self.conjunctions.insert(sorted(operands), defined);
            self.next += 1;
        }
    }

    /// Whether the next clause consists of these literals; goes on behind it.
    fn reads_clause(&mut self, cnf: &Cnf, clause: Vec<Literal>) -> bool {
        let is_next =
            self.read < cnf.len() && sorted(cnf.clause(self.read).to_vec()) == sorted(clause);
        self.read += 1;
        is_next
    }

    /// Whether a literal is true exactly where a sentence has a value, when its free variables are these
    /// elements.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn stands_for(
        &mut self,
        literal: Literal,
        (sentence, value): (TheorySentenceId, bool),
        values: &[(TheoryVariable, u32)],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if !self.sentences.contains_key(&sentence) {
            let table = self.evaluate(sentence, budget)?;
            self.sentences.insert(sentence, table);
        }
        for (variable, value) in values {
            self.values[variable.0 as usize] = *value;
        }
        let table = &self.sentences[&sentence];
        let meant = table.literals[self.row(table)];
        Ok(literal == if value { meant } else { !meant })
    }

    fn size(&self, sort: TheorySort) -> usize {
        self.sizes[sort.0 as usize] as usize
    }

    /// How many tuples there are.
    fn rows<'s>(&self, sorts: impl IntoIterator<Item = &'s TheorySort>) -> Result<usize, Stop> {
        let mut sizes = sorts.into_iter().map(|it| self.size(*it));
        let rows = sizes.try_fold(1, usize::checked_mul);
        rows.filter(|it| *it < Literal::MAX_ATOMS as usize).ok_or(TOO_LARGE)
    }

    fn skip(&mut self, atoms: usize) -> Result<(), Stop> {
        let next = self.next as usize + atoms;
        self.next = next as u32;
        if next < Literal::MAX_ATOMS as usize { Ok(()) } else { Err(TOO_LARGE) }
    }

    fn sort(&self, variable: TheoryVariable) -> TheorySort {
        self.theory.variables[variable.0 as usize]
    }

    /// The row of a table for what the variables are.
    fn row(&self, table: &MeantLiterals) -> usize {
        table.free.iter().fold(0, |row, variable| {
            row * self.size(self.sort(*variable)) + self.values[variable.0 as usize] as usize
        })
    }

    /// The literals of a term's values, for what the variables are.
    fn values_of(&self, term: TheoryTermId) -> &[Literal] {
        let table = &self.terms[&term];
        let row = self.row(table) * table.width;
        &table.literals[row..row + table.width]
    }

    /// A table over free variables, filled row by row.
    fn fill(
        &mut self,
        free: Vec<TheoryVariable>,
        width: usize,
        budget: &mut Budget,
        mut row: impl FnMut(&mut Self, &mut Vec<Literal>),
    ) -> Result<MeantLiterals, Stop> {
        let sorts: Vec<_> = free.iter().map(|it| self.sort(*it)).collect();
        let rows = self.rows(&sorts)?;
        let mut literals = Vec::new();
        free.iter().for_each(|it| self.values[it.0 as usize] = 0);
        for _ in 0..rows {
            budget.check()?;
            row(self, &mut literals);
            for variable in free.iter().rev() {
                let size = self.size(self.sort(*variable)) as u32;
                let value = &mut self.values[variable.0 as usize];
                *value = (*value + 1) % size;
                if *value > 0 {
                    break;
                }
            }
        }
        Ok(MeantLiterals { free, width, literals })
    }

    /// The literal that is true where all of some are.
    fn all(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        let is_true = |it: &Literal| *it == TRUE || self.facts.contains(it);
        let open = literals.into_iter().filter(|it| !is_true(it));
        let mut literals = sorted(open.collect());
        literals.dedup();
        let denies = |pair: &[Literal]| pair[0] == !pair[1];
        if literals.iter().any(|it| is_true(&!*it)) || literals.windows(2).any(denies) {
            return !TRUE;
        }
        match literals[..] {
            [] => TRUE,
            [one] => one,
            _ => self.conjunctions.get(&literals).copied().unwrap_or_else(|| {
                self.undefined -= 1;
                Literal::new(Atom(self.undefined), true)
            }),
        }
    }

    /// The literal that is true where one of some is.
    fn any(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        !self.all(literals.into_iter().map(|it| !it))
    }

    /// The literal that is true where so many of some are.
    fn at_least(&mut self, number: u32, literals: &[Literal]) -> Literal {
        // By how many of those before: whether there are as many.
        let mut reached = vec![TRUE];
        for literal in literals {
            let longest = reached.len().min(number as usize);
            let mut next = vec![TRUE];
            for many in 1..=longest {
                let by_this = self.all([reached[many - 1], *literal]);
                next.push(self.any([reached.get(many).copied().unwrap_or(!TRUE), by_this]));
            }
            reached = next;
        }
        reached.get(number as usize).copied().unwrap_or(!TRUE)
    }

    /// Which element a term is for what the variables are, if it is a variable or a listed element.
    fn single(&self, term: TheoryTermId) -> Option<usize> {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(variable) => Some(self.values[variable.0 as usize] as usize),
            TheoryTerm::Apply(constant, _) => self.elements.get(constant).map(|it| *it as usize),
        }
    }

    /// The free variables of a term, which has a table where it is not [single](Self::single).
    fn free(&self, term: TheoryTermId) -> Vec<TheoryVariable> {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(variable) => vec![*variable],
            TheoryTerm::Apply(..) => self.terms.get(&term).map_or(Vec::new(), |it| it.free.clone()),
        }
    }

    /// Makes the tables of terms that are not single, and of what they are made of.
    fn read_terms(&mut self, roots: &[TheoryTermId], budget: &mut Budget) -> Result<(), Stop> {
        let theory = self.theory;
        let parts = |id: &TheoryTermId| match theory.get_term(*id) {
            TheoryTerm::Apply(_, arguments) => arguments.to_vec(),
            TheoryTerm::Variable(_) => Vec::new(),
        };
        let mut needed = within(roots.to_vec(), parts, budget)?;
        // Arguments come before what is applied to them.
        needed.retain(|it| !self.terms.contains_key(it) && self.single(*it).is_none());
        for id in needed {
            let TheoryTerm::Apply(function, arguments) = theory.get_term(id) else { continue };
            let Some(first) = self.functions[function.0 as usize] else { continue };
            let table = self.application(first, arguments, self.size(theory.sort(id)), budget)?;
            self.terms.insert(id, table);
        }
        Ok(())
    }

    /// The table of a symbol that is applied to terms; a predicate has no values but one atom.
    fn application(
        &mut self,
        first: u32,
        arguments: &[TheoryTermId],
        width: usize,
        budget: &mut Budget,
    ) -> Result<MeantLiterals, Stop> {
        let spoken_of: Vec<_> = arguments.iter().map(|it| self.free(*it)).collect();
        self.fill(joined(&spoken_of), width, budget, |it, row| {
            let mut tuples = Vec::new();
            it.tuples(arguments, 0, &mut Vec::new(), &mut tuples);
            for value in 0..width {
                let mut cases = Vec::new();
                for (tuple, when) in &tuples {
                    let atom = Literal::new(Atom(first + (tuple * width + value) as u32), true);
                    cases.push(it.all(when.iter().copied().chain([atom])));
                }
                let cell = it.any(cases);
                row.push(cell);
            }
        })
    }

    /// The table of an equation.
    fn same(
        &mut self,
        one: TheoryTermId,
        other: TheoryTermId,
        budget: &mut Budget,
    ) -> Result<MeantLiterals, Stop> {
        if let Some((first, terms)) = self.valued(one, other).or_else(|| self.valued(other, one)) {
            self.read_terms(&terms, budget)?;
            return self.application(first, &terms, 1, budget);
        }
        self.read_terms(&[one, other], budget)?;
        let free = joined(&[one, other].map(|it| self.free(it)));
        self.fill(free, 1, budget, |it, row| {
            if let [Some(one), Some(other)] = [one, other].map(|term| it.single(term)) {
                row.push(if one == other { TRUE } else { !TRUE });
                return;
            }
            let pairs = it.values_of(one).iter().zip(it.values_of(other));
            let pairs: Vec<_> = pairs.map(|it| [*it.0, *it.1]).collect();
            let same: Vec<_> = pairs.into_iter().map(|pair| it.all(pair)).collect();
            let cell = it.any(same);
            row.push(cell);
        })
    }

    /// The first atom of a function and its arguments with a value behind them that one element or variable is:
    /// what is said of these is what a predicate would say.
    fn valued(&self, term: TheoryTermId, value: TheoryTermId) -> Option<(u32, Vec<TheoryTermId>)> {
        let TheoryTerm::Apply(function, arguments) = self.theory.get_term(term) else {
            return None;
        };
        let is_single = match self.theory.get_term(value) {
            TheoryTerm::Variable(_) => true,
            TheoryTerm::Apply(constant, _) => self.elements.contains_key(constant),
        };
        let first = self.functions[function.0 as usize].filter(|_| is_single)?;
        Some((first, [arguments, &[value][..]].concat()))
    }

    /// The tuples that terms may be, each with the literals that say so.
    fn tuples(
        &self,
        terms: &[TheoryTermId],
        tuple: usize,
        when: &mut Vec<Literal>,
        found: &mut Vec<(usize, Vec<Literal>)>,
    ) {
        let Some((term, rest)) = terms.split_first() else {
            found.push((tuple, when.clone()));
            return;
        };
        if let Some(value) = self.single(*term) {
            let size = self.size(self.theory.sort(*term));
            return self.tuples(rest, tuple * size + value, when, found);
        }
        let values = self.values_of(*term);
        for (value, literal) in values.iter().enumerate().filter(|it| *it.1 != !TRUE) {
            when.push(*literal);
            self.tuples(rest, tuple * values.len() + value, when, found);
            when.pop();
        }
    }

    /// The table of a sentence.
    fn evaluate(
        &mut self,
        root: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<MeantLiterals, Stop> {
        let theory = self.theory;
        // Parts come before what they are parts of.
        let parts = within(vec![root], |it| theory.get(*it).parts(), budget)?;
        let mut known: FxHashMap<TheorySentenceId, MeantLiterals> = FxHashMap::default();
        for id in parts {
            let sentence = theory.get(id);
            let inner = sentence.parts();
            let of = |it: &Self,
                      known: &FxHashMap<_, MeantLiterals>,
                      part: &TheorySentenceId|
             -> Literal {
                let table = &known[part];
                table.literals[it.row(table)]
            };
            let free = joined(inner.iter().map(|it| &known[it].free));
            let table = match sentence {
                TheorySentence::Truth(truth) => self.fill(free, 1, budget, |_, row| {
                    row.push(if *truth { TRUE } else { !TRUE });
                })?,
                TheorySentence::Atom(predicate, terms) => {
                    self.read_terms(terms, budget)?;
                    let first = self.predicates[predicate.0 as usize];
                    self.application(first, terms, 1, budget)?
                }
                TheorySentence::Equal(one, other) => self.same(*one, *other, budget)?,
                TheorySentence::Quantified(quantifier, variable, part) => {
                    let free = free.into_iter().filter(|it| it != variable).collect();
                    let size = self.size(self.sort(*variable)) as u32;
                    self.fill(free, 1, budget, |it, row| {
                        let each = (0..size).map(|value| {
                            it.values[variable.0 as usize] = value;
                            of(it, &known, part)
                        });
                        let each: Vec<_> = each.collect();
                        let cell = it.quantified(*quantifier, &each);
                        row.push(cell);
                    })?
                }
                _ => self.fill(free, 1, budget, |it, row| {
                    let each: Vec<_> = inner.iter().map(|part| of(it, &known, part)).collect();
                    let cell = match sentence {
                        TheorySentence::Not(_) => !each[0],
                        TheorySentence::And(_) => it.all(each),
                        TheorySentence::Implies(..) => it.any([!each[0], each[1]]),
                        TheorySentence::Iff(..) => {
                            let both = it.all([each[0], each[1]]);
                            let none = it.all([!each[0], !each[1]]);
                            it.any([both, none])
                        }
                        _ => it.any(each),
                    };
                    row.push(cell);
                })?,
            };
            known.insert(id, table);
        }
        Ok(known.remove(&root).unwrap_or_default())
    }

    fn quantified(&mut self, quantifier: TheoryQuantifier, each: &[Literal]) -> Literal {
        match quantifier {
            TheoryQuantifier::All => self.all(each.iter().copied()),
            TheoryQuantifier::Some => self.any(each.iter().copied()),
            TheoryQuantifier::AtLeast(number) => self.at_least(number, each),
            TheoryQuantifier::AtMost(number) => !self.at_least(number.saturating_add(1), each),
            TheoryQuantifier::Exactly(number) => {
                let enough = self.at_least(number, each);
                let more = self.at_least(number.saturating_add(1), each);
                self.all([enough, !more])
            }
        }
    }
}

fn sorted(mut literals: Vec<Literal>) -> Vec<Literal> {
    literals.sort_unstable();
    literals
}

/// Some things and all that they are made of, ascending.
fn within<T: Copy + Ord + std::hash::Hash>(
    mut open: Vec<T>,
    parts: impl Fn(&T) -> Vec<T>,
    budget: &mut Budget,
) -> Result<Vec<T>, Stop> {
    let mut seen: FxHashSet<T> = FxHashSet::default();
    while let Some(next) = open.pop() {
        budget.check()?;
        if seen.insert(next) {
            open.extend(parts(&next));
        }
    }
    let mut all: Vec<_> = seen.into_iter().collect();
    all.sort_unstable();
    Ok(all)
}

/// The variables of several tables.
fn joined<'f>(free: impl IntoIterator<Item = &'f Vec<TheoryVariable>>) -> Vec<TheoryVariable> {
    let mut all: Vec<_> = free.into_iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}
