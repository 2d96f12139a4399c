//! First-order sentences over finite sorts as clauses: one atom for each predicate and tuple of
//! elements, and one for each function, tuple and value.
//!
//! A sentence that is true becomes clauses of its instances (`assert`). Of a part that is no literal there,
//! and of a sentence that is asked about, each part becomes a table with a literal for each assignment to
//! its free variables, and every term one with a literal for each assignment and value. Tables are made from
//! the leaves to the root, so no sentence is too deep; a quantifier folds the column of its variable away.

mod assert;
mod facts;
mod forms;
mod signature;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::first_order::{
    Structure, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};

/// An atom that is true.
pub const TRUE: Literal = Literal::new(Atom(0), true);
const FALSE: Literal = Literal::new(Atom(0), false);

/// Cells of a table at most.
const MOST_CELLS: usize = 1 << 28;

const TOO_LARGE: Stop = Stop::Size("a sentence has too many instances over these sorts");

/// A literal for each assignment to the free variables, the last of which varies fastest. In the
/// table of a term there are as many as its sort has elements for each assignment.
#[derive(Clone, Debug)]
pub struct LiteralTable {
    /// The free variables, ascending.
    pub free: Vec<TheoryVariable>,
    /// The literals.
    pub cells: Vec<Literal>,
}

/// The clauses of a theory over sorts of certain sizes.
pub struct GroundClauses<'t> {
    theory: &'t Theory,
    /// The number of elements of each sort.
    pub sizes: Vec<u32>,
    /// The clauses; they define every literal of a table, and say what was asserted.
    pub cnf: Cnf,
    /// The first atom of each predicate.
    predicates: Vec<u32>,
    /// The first atom of each function, `None` where its value is known.
    functions: Vec<Option<u32>>,
    /// The first atom of each function that has some, and how many values it may have.
    rows: Vec<(u32, u32)>,
    /// What each constant of a listed sort is.
    elements: FxHashMap<TheoryFunction, u32>,
    conjunctions: FxHashMap<Box<[Literal]>, Literal>,
    /// Where the clauses begin that define each atom behind those of the signature.
    defined: Vec<usize>,
    /// Which literals are known to be true, by their index.
    facts: Vec<bool>,
    terms: FxHashMap<TheoryTermId, LiteralTable>,
}

impl<'t> GroundClauses<'t> {
    /// What is true of any structure whose sorts have these sizes; and literals for whether each of some
    /// sentences is chosen, of which nothing is said.
    ///
    /// # Errors
    /// A limit, or that there are too many tuples.
    pub fn new(
        theory: &'t Theory,
        sizes: Vec<u32>,
        choices: usize,
        budget: &mut Budget,
    ) -> Result<(Self, Vec<Literal>), Stop> {
        let listed = theory.signature.sorts.iter().flatten();
        let elements = listed.flat_map(|it| it.iter().copied().zip(0..)).collect();
        let mut ground = Self {
            theory,
            sizes,
            cnf: Cnf::new(1),
            predicates: Vec::new(),
            functions: Vec::new(),
            rows: Vec::new(),
            elements,
            conjunctions: FxHashMap::default(),
            defined: Vec::new(),
            facts: Vec::new(),
            terms: FxHashMap::default(),
        };
        ground.add_symbols()?;
        let first = ground.new_atoms(choices)?;
        let choices = first..first + choices as u32;
        ground.says_symbols(budget)?;
        Ok((ground, choices.map(|it| Literal::new(Atom(it), true)).collect()))
    }

    fn size(&self, sort: TheorySort) -> usize {
        self.sizes[sort.0 as usize] as usize
    }

    fn tuples(&self, sorts: impl IntoIterator<Item = TheorySort>) -> Result<usize, Stop> {
        let mut sorts = sorts.into_iter();
        let product = sorts.try_fold(1_usize, |product, it| product.checked_mul(self.size(it)));
        product.filter(|it| *it <= MOST_CELLS).ok_or(TOO_LARGE)
    }

    fn new_atoms(&mut self, count: usize) -> Result<u32, Stop> {
        let first = self.cnf.atoms();
        if count + first as usize >= Literal::MAX_ATOMS as usize {
            return Err(TOO_LARGE);
        }
        (0..count).for_each(|_| {
            self.cnf.add_atom();
        });
        Ok(first)
    }

    /// The literal of a conjunction.
    fn and(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.retain(|it| *it != TRUE && !self.is_fact(*it));
        literals.sort_unstable();
        literals.dedup();
        let is_false = |pair: &[Literal]| pair[0] == !pair[1];
        if literals.contains(&FALSE)
            || literals.iter().any(|it| self.is_fact(!*it))
            || literals.windows(2).any(is_false)
        {
            return FALSE;
        }
        match literals[..] {
            [] => return TRUE,
            [one] => return one,
            _ => {}
        }
        if let Some(known) = self.conjunctions.get(literals.as_slice()) {
            return *known;
        }
        let all = Literal::new(self.cnf.add_atom(), true);
        self.defined.push(self.cnf.len());
        for literal in &literals {
            self.cnf.add([!all, *literal]);
        }
        self.cnf.add(literals.iter().map(|it| !*it).chain([all]));
        self.conjunctions.insert(literals.into(), all);
        all
    }

    fn or(&mut self, literals: Vec<Literal>) -> Literal {
        !self.and(literals.into_iter().map(|it| !it).collect())
    }

    fn iff(&mut self, one: Literal, other: Literal) -> Literal {
        let both = self.and(vec![one, other]);
        let none = self.and(vec![!one, !other]);
        self.or(vec![both, none])
    }

    /// Whether at least so many of some literals are true.
    fn at_least(&mut self, count: u32, literals: &[Literal]) -> Literal {
        let count = count as usize;
        if count > literals.len() {
            return FALSE;
        }
        // Whether so many of the literals seen so far are true, for each number up to `count`.
        let mut reached = vec![FALSE; count + 1];
        reached[0] = TRUE;
        for literal in literals {
            for number in (1..=count).rev() {
                let one_more = self.and(vec![reached[number - 1], *literal]);
                reached[number] = self.or(vec![reached[number], one_more]);
            }
        }
        reached[count]
    }

    /// The table of a term that is no variable and no listed element: of those it is [known](Self::known) what they are.
    fn term(&mut self, root: TheoryTermId, budget: &mut Budget) -> Result<LiteralTable, Stop> {
        let theory = self.theory;
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            if self.terms.contains_key(&id) {
                open.pop();
                continue;
            }
            let TheoryTerm::Apply(function, arguments) = theory.get_term(id) else { break };
            let is_missing =
                |it: &&TheoryTermId| !self.is_known(**it) && !self.terms.contains_key(it);
            let missing: Vec<_> = arguments.iter().filter(is_missing).copied().collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let Some(first) = self.functions[function.0 as usize] else { break };
            let sorts = &theory.signature.functions[function.0 as usize];
            let values = self.size(sorts.result);
            let table = self.applied(&sorts.arguments, arguments, values, first, budget)?;
            self.terms.insert(id, table);
        }
        Ok(self.terms[&root].clone())
    }

    /// What is said of some terms by atoms that stand in a row: `width` of them for each tuple.
    fn applied(
        &mut self,
        sorts: &[TheorySort],
        arguments: &[TheoryTermId],
        width: usize,
        first: u32,
        budget: &mut Budget,
    ) -> Result<LiteralTable, Stop> {
        let mut tables = Vec::new();
        for it in arguments {
            tables.push(if self.is_known(*it) { None } else { Some(self.term(*it, budget)?) });
        }
        let spoken_of: Vec<_> = arguments.iter().map(|it| self.free(*it)).collect();
        let free = union(spoken_of.iter());
        let count = self.tuples(self.sorts(&free))?;
        let mut cells = Vec::new();
        let mut assignment = vec![0; free.len()];
        for _ in 0..count {
            budget.check()?;
            // For each tuple that the terms may be, when they are.
            let mut tuples = vec![(0_usize, Vec::new())];
            for ((term, table), sort) in arguments.iter().zip(&tables).zip(sorts) {
                let size = self.size(*sort);
                let values: Vec<(usize, Literal)> = match table {
                    None => vec![(self.known(*term, &free, &assignment), TRUE)],
                    Some(table) => {
                        let row = self.row(table, &free, &assignment) * size;
                        let cells = table.cells[row..row + size].iter().copied().enumerate();
                        cells.filter(|(_, cell)| *cell != FALSE).collect()
                    }
                };
                tuples = tuples
                    .iter()
                    .flat_map(|(tuple, when)| {
                        values.iter().map(move |(value, cell)| {
                            (tuple * size + value, [when.as_slice(), &[*cell]].concat())
                        })
                    })
                    .collect();
            }
            for value in 0..width {
                let cases: Vec<_> = tuples
                    .iter()
                    .map(|(tuple, when)| {
                        let atom = Atom(first + (tuple * width + value) as u32);
                        self.and([when.as_slice(), &[Literal::new(atom, true)]].concat())
                    })
                    .collect();
                let cell = self.or(cases);
                cells.push(cell);
            }
            self.advance(&free, &mut assignment);
        }
        Ok(LiteralTable { free, cells })
    }

    fn sorts<'s>(
        &'s self,
        variables: &'s [TheoryVariable],
    ) -> impl Iterator<Item = TheorySort> + 's {
        variables.iter().map(|it| self.theory.variables[it.0 as usize])
    }

    /// The row of a table under an assignment to variables among which are its own.
    fn row(
        &self,
        table: &LiteralTable,
        variables: &[TheoryVariable],
        assignment: &[usize],
    ) -> usize {
        table.free.iter().zip(self.sorts(&table.free)).fold(0, |row, (variable, sort)| {
            let at = variables.binary_search(variable).unwrap_or_default();
            row * self.size(sort) + assignment[at]
        })
    }

    /// The next assignment, the last variable varying fastest.
    fn advance(&self, variables: &[TheoryVariable], assignment: &mut [usize]) {
        let sizes: Vec<_> = self.sorts(variables).map(|it| self.size(it)).collect();
        for (value, size) in assignment.iter_mut().zip(sizes).rev() {
            *value += 1;
            if *value < size {
                return;
            }
            *value = 0;
        }
    }

    /// The table of a sentence: one literal when it has no free variables.
    ///
    /// # Errors
    /// A limit, or that there are too many instances.
    pub fn sentence(
        &mut self,
        root: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<LiteralTable, Stop> {
        let theory = self.theory;
        let mut tables: FxHashMap<TheorySentenceId, LiteralTable> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            if tables.contains_key(&id) {
                open.pop();
                continue;
            }
            let sentence = theory.get(id);
            let missing: Vec<_> =
                sentence.parts().iter().filter(|it| !tables.contains_key(it)).copied().collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            budget.check()?;
            let parts: Vec<_> = sentence.parts().iter().map(|it| &tables[it]).collect();
            let table = match sentence {
                TheorySentence::Truth(value) => LiteralTable {
                    free: Vec::new(),
                    cells: vec![if *value { TRUE } else { FALSE }],
                },
                TheorySentence::Atom(predicate, arguments) => {
                    let sorts = &theory.signature.predicates[predicate.0 as usize];
                    let first = self.predicates[predicate.0 as usize];
                    self.applied(sorts, arguments, 1, first, budget)?
                }
                TheorySentence::Equal(one, other) => self.equal(*one, *other, budget)?,
                TheorySentence::Quantified(quantifier, variable, _) => {
                    self.quantified(*quantifier, *variable, parts[0], budget)?
                }
                _ => self.connected(sentence, &parts, budget)?,
            };
            tables.insert(id, table);
        }
        Ok(tables.remove(&root).expect("the root is done last"))
    }

    /// The variables of a term of which the table was made, if it has one.
    fn free(&self, term: TheoryTermId) -> Vec<TheoryVariable> {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(variable) => vec![*variable],
            TheoryTerm::Apply(..) => self.terms.get(&term).map_or(Vec::new(), |it| it.free.clone()),
        }
    }

    /// Which element a term is, for an assignment to variables, where that [is known](Self::is_known).
    fn known(
        &self,
        term: TheoryTermId,
        variables: &[TheoryVariable],
        assignment: &[usize],
    ) -> usize {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(variable) => {
                assignment[variables.binary_search(variable).unwrap_or_default()]
            }
            TheoryTerm::Apply(constant, _) => self.elements[constant] as usize,
        }
    }

    /// Whether it is known which element a term is when its variables are.
    fn is_known(&self, term: TheoryTermId) -> bool {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(_) => true,
            TheoryTerm::Apply(function, _) => self.functions[function.0 as usize].is_none(),
        }
    }

    /// A function says of a value that is known what a predicate says of one more argument, so none of its
    /// other values is spoken of.
    fn has_value(
        &mut self,
        term: TheoryTermId,
        value: TheoryTermId,
        budget: &mut Budget,
    ) -> Result<Option<LiteralTable>, Stop> {
        let theory = self.theory;
        let TheoryTerm::Apply(function, arguments) = theory.get_term(term) else { return Ok(None) };
        let sorts = &theory.signature.functions[function.0 as usize];
        let (Some(first), true) = (self.functions[function.0 as usize], self.is_known(value))
        else {
            return Ok(None);
        };
        let sorts: Vec<_> = sorts.arguments.iter().copied().chain([sorts.result]).collect();
        let terms: Vec<_> = arguments.iter().copied().chain([value]).collect();
        self.applied(&sorts, &terms, 1, first, budget).map(Some)
    }

    fn equal(
        &mut self,
        one: TheoryTermId,
        other: TheoryTermId,
        budget: &mut Budget,
    ) -> Result<LiteralTable, Stop> {
        for (term, value) in [(one, other), (other, one)] {
            if let Some(table) = self.has_value(term, value, budget)? {
                return Ok(table);
            }
        }
        let is_known = self.is_known(one);
        let tables = match is_known {
            true => None,
            false => Some([self.term(one, budget)?, self.term(other, budget)?]),
        };
        let free = union([one, other].map(|it| self.free(it)).iter());
        let values = self.size(self.theory.sort(one));
        let count = self.tuples(self.sorts(&free))?;
        let mut cells = Vec::new();
        let mut assignment = vec![0; free.len()];
        for _ in 0..count {
            budget.check()?;
            let cell = match &tables {
                None => {
                    let known = [one, other].map(|it| self.known(it, &free, &assignment));
                    if known[0] == known[1] { TRUE } else { FALSE }
                }
                Some(tables) => {
                    let rows =
                        tables.each_ref().map(|it| self.row(it, &free, &assignment) * values);
                    let is = |side: usize, value: usize| tables[side].cells[rows[side] + value];
                    let both = (0..values).map(|value| [is(0, value), is(1, value)]);
                    let cases = both.map(|it| self.and(it.to_vec())).collect();
                    self.or(cases)
                }
            };
            cells.push(cell);
            self.advance(&free, &mut assignment);
        }
        Ok(LiteralTable { free, cells })
    }

    fn connected(
        &mut self,
        sentence: &TheorySentence,
        parts: &[&LiteralTable],
        budget: &mut Budget,
    ) -> Result<LiteralTable, Stop> {
        let free = union(parts.iter().map(|it| &it.free));
        let count = self.tuples(self.sorts(&free))?;
        let mut cells = Vec::new();
        let mut assignment = vec![0; free.len()];
        for _ in 0..count {
            budget.check()?;
            let values: Vec<_> =
                parts.iter().map(|it| it.cells[self.row(it, &free, &assignment)]).collect();
            let cell = match sentence {
                TheorySentence::Not(_) => !values[0],
                TheorySentence::And(_) => self.and(values),
                TheorySentence::Implies(..) => self.or(vec![!values[0], values[1]]),
                TheorySentence::Iff(..) => self.iff(values[0], values[1]),
                _ => self.or(values),
            };
            cells.push(cell);
            self.advance(&free, &mut assignment);
        }
        Ok(LiteralTable { free, cells })
    }

    fn quantified(
        &mut self,
        quantifier: TheoryQuantifier,
        variable: TheoryVariable,
        part: &LiteralTable,
        budget: &mut Budget,
    ) -> Result<LiteralTable, Stop> {
        let size = self.size(self.theory.variables[variable.0 as usize]);
        let mut free = part.free.clone();
        free.retain(|it| *it != variable);
        let inner = union([&free, &vec![variable]]);
        let at = inner.binary_search(&variable).unwrap_or_default();
        let count = self.tuples(self.sorts(&free))?;
        let mut cells = Vec::new();
        let mut assignment = vec![0; free.len()];
        for _ in 0..count {
            budget.check()?;
            let values: Vec<_> = (0..size)
                .map(|value| {
                    let mut inside = assignment.clone();
                    inside.insert(at, value);
                    part.cells[self.row(part, &inner, &inside)]
                })
                .collect();
            let cell = match quantifier {
                TheoryQuantifier::All => self.and(values),
                TheoryQuantifier::Some => self.or(values),
                TheoryQuantifier::AtLeast(least) => self.at_least(least, &values),
                TheoryQuantifier::AtMost(most) => !self.at_least(most.saturating_add(1), &values),
                TheoryQuantifier::Exactly(number) => {
                    let least = self.at_least(number, &values);
                    let more = self.at_least(number.saturating_add(1), &values);
                    self.and(vec![least, !more])
                }
            };
            cells.push(cell);
            self.advance(&free, &mut assignment);
        }
        Ok(LiteralTable { free, cells })
    }

    /// All lists of elements for some variables.
    pub(crate) fn assignments(
        &self,
        variables: &[TheoryVariable],
    ) -> impl Iterator<Item = Vec<u32>> + '_ {
        let sizes: Vec<_> = self.sorts(variables).map(|it| self.sizes[it.0 as usize]).collect();
        let count: usize = sizes.iter().map(|it| *it as usize).product();
        (0..count as u32).map(move |mut rest| {
            let mut values = vec![0; sizes.len()];
            for (value, size) in values.iter_mut().zip(&sizes).rev() {
                *value = rest % size;
                rest /= size;
            }
            values
        })
    }

    /// The literal of a table for some values of variables among which are its own.
    pub(crate) fn cell(
        &self,
        table: &LiteralTable,
        variables: &[TheoryVariable],
        values: &[u32],
    ) -> Literal {
        let row = table.free.iter().zip(self.sorts(&table.free)).fold(0, |row, (it, sort)| {
            let at = variables.iter().position(|other| other == it).unwrap_or_default();
            row * self.size(sort) + values[at] as usize
        });
        table.cells[row]
    }

    /// The structure that a model of the clauses is.
    pub(crate) fn structure(&self, model: &[bool]) -> Structure {
        let signature = &self.theory.signature;
        let mut functions = Vec::with_capacity(signature.functions.len());
        for (index, function) in (0..).zip(&signature.functions) {
            let values = self.size(function.result);
            functions.push(match self.functions[index as usize] {
                None => vec![self.elements[&TheoryFunction(index)]],
                Some(first) => {
                    let tuples: usize =
                        function.arguments.iter().map(|it| self.size(*it)).product();
                    let value = |tuple: usize| {
                        let from = first as usize + tuple * values;
                        let is = model[from..from + values].iter().position(|it| *it);
                        is.unwrap_or_default() as u32
                    };
                    (0..tuples).map(value).collect()
                }
            });
        }
        let predicates = signature.predicates.iter().zip(&self.predicates).map(|(sorts, first)| {
            let tuples: usize = sorts.iter().map(|it| self.size(*it)).product();
            model[*first as usize..*first as usize + tuples].to_vec()
        });
        Structure { sizes: self.sizes.clone(), functions, predicates: predicates.collect() }
    }
}

/// All the variables, ascending.
fn union<'v>(lists: impl IntoIterator<Item = &'v Vec<TheoryVariable>>) -> Vec<TheoryVariable> {
    let mut all: Vec<_> = lists.into_iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}
