//! The world that a model of the solver is, its things being the classes of equal terms, and the instances of clauses
//! that are false in it.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Herbrand;
use super::closure::EqualTerms;
use crate::budget::{Budget, Stop};
use crate::logic::first_order::{Structure, Theory, TheorySort};
use crate::resolution::{Bank, FirstOrderLiteral, Input, SharedTerm, TermHead, TermSymbol};

/// Cells of all tables at most.
const MOST_CELLS: usize = 1 << 22;

/// False instances of a clause that one world adds at most: the next world may be another one.
const MOST_FALSIFIED: usize = 200;

/// A symbol and the things that it is applied to.
type Cell = (TermSymbol, SmallVec<[u32; 4]>);

/// Tables of symbols. What stands in none of them is the first thing of its sort, or false.
pub(super) struct HerbrandWorld {
    /// Of each sort the terms that things are called by.
    things: Vec<Vec<SharedTerm>>,
    functions: FxHashMap<Cell, u32>,
    predicates: FxHashMap<Cell, bool>,
}

impl Herbrand {
    /// The world of the solver's model, which is closed under congruence.
    pub(super) fn world(&mut self, equal: &EqualTerms) -> HerbrandWorld {
        let mut things: Vec<Vec<SharedTerm>> = Vec::new();
        // The thing that each term is.
        let mut element: Vec<u32> = Vec::new();
        for (at, term) in (0..).zip(&self.terms) {
            let class = equal.class(at);
            let sort = self.bank.sort(*term) as usize;
            if things.len() <= sort {
                things.resize(sort + 1, Vec::new());
            }
            if class == at {
                element.push(things[sort].len() as u32);
                things[sort].push(*term);
            } else {
                element.push(element[class as usize]);
            }
        }
        let cell = |term: SharedTerm| match self.bank.head(term) {
            TermHead::Symbol(symbol) => {
                let arguments = self.bank.arguments(term).iter();
                Some((symbol, arguments.map(|it| element[self.places[it] as usize]).collect()))
            }
            TermHead::Variable(_) => None,
        };
        let functions = self.terms.iter().zip(&element);
        let functions = functions.filter_map(|(term, it)| Some((cell(*term)?, *it))).collect();
        let atoms = self.statements.iter().filter(|it| it.1.is_none());
        let predicates = atoms.filter_map(|it| {
            let value = self.is_true(self.numbers[it]);
            Some((cell(it.0)?, value))
        });
        let predicates = predicates.collect();
        self.tried += element.len() as u64;
        HerbrandWorld { things, functions, predicates }
    }

    /// Searches on for instances that are false in a world, and adds them.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on.
    pub(super) fn falsify(
        &mut self,
        search: &mut FalsifyingSearch,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        while let Some(clause) = input.clauses.get(search.clause as usize) {
            if !clause.variables.is_empty() && search.found < MOST_FALSIFIED {
                let mut instances = FalseInstances::new(search, input);
                let found = instances.go_on(budget);
                self.tried += instances.tried;
                if let Some(values) = found? {
                    search.found += 1;
                    self.instance(input, search.clause, values);
                    continue;
                }
            }
            search.begin(search.clause + 1);
        }
        Ok(())
    }
}

/// How far a world was searched for instances that are false in it.
pub(super) struct FalsifyingSearch {
    pub world: HerbrandWorld,
    /// How many clauses the solver had when it gave the world.
    pub given_count: usize,
    /// The clause whose instances are tried, by its number.
    clause: u32,
    /// The things that its first variables are when it is looked at next; none behind its last instance.
    values: Vec<u32>,
    /// Its false instances so far.
    found: usize,
}

impl FalsifyingSearch {
    pub(super) fn new(world: HerbrandWorld, given_count: usize) -> Self {
        Self { world, given_count, clause: 0, values: vec![0], found: 0 }
    }

    fn begin(&mut self, clause: u32) {
        (self.clause, self.found) = (clause, 0);
        self.values.clear();
        self.values.push(0);
    }
}

/// A search for the instances of a clause that are false in a world. Its variables get their things one after the
/// other, and none behind a literal that is true.
struct FalseInstances<'w> {
    world: &'w HerbrandWorld,
    bank: &'w Bank,
    /// The sort of each variable.
    sorts: Vec<usize>,
    /// The literals whose last variable each one is.
    decided: Vec<Vec<FirstOrderLiteral>>,
    values: &'w mut Vec<u32>,
    tried: u64,
}

impl<'w> FalseInstances<'w> {
    fn new(search: &'w mut FalsifyingSearch, input: &'w Input) -> Self {
        let (bank, clause) = (&input.bank, &input.clauses[search.clause as usize]);
        let mut decided = vec![Vec::new(); clause.variables.len()];
        for literal in &clause.literals {
            let mut last = 0;
            literal.terms().for_each(|it| bank.variables(it, &mut |it| last = last.max(it)));
            decided[last as usize].push(*literal);
        }
        let sorts = clause.variables.iter().map(|it| bank.sort(*it) as usize).collect();
        Self { world: &search.world, bank, sorts, decided, values: &mut search.values, tried: 0 }
    }

    /// What the variables are in the next instance.
    fn go_on(&mut self, budget: &mut Budget) -> Result<Option<Box<[SharedTerm]>>, Stop> {
        while let Some(variable) = self.values.len().checked_sub(1) {
            budget.check()?;
            self.tried += self.decided[variable].len() as u64 + 1;
            if self.decided[variable].iter().any(|it| self.is_true(*it)) {
                self.advance();
            } else if self.values.len() < self.sorts.len() {
                self.values.push(0);
            } else {
                let things = self.sorts.iter().zip(&*self.values);
                let terms = things.map(|(sort, it)| self.world.things[*sort][*it as usize]);
                let terms = terms.collect();
                self.advance();
                return Ok(Some(terms));
            }
        }
        Ok(None)
    }

    /// Gives the last variable its next thing, or the one before it when that had its last.
    fn advance(&mut self) {
        while let Some(thing) = self.values.pop() {
            if thing as usize + 1 < self.world.things[self.sorts[self.values.len()]].len() {
                self.values.push(thing + 1);
                return;
            }
        }
    }

    fn is_true(&self, literal: FirstOrderLiteral) -> bool {
        let value = match literal.right {
            Some(right) => self.thing(literal.left) == self.thing(right),
            None => self.world.predicates.get(&self.cell(literal.left)).copied().unwrap_or(false),
        };
        value == literal.is_positive
    }

    fn thing(&self, term: SharedTerm) -> u32 {
        match self.bank.head(term) {
            TermHead::Variable(variable) => self.values[variable as usize],
            TermHead::Symbol(_) => self.world.functions.get(&self.cell(term)).copied().unwrap_or(0),
        }
    }

    fn cell(&self, term: SharedTerm) -> Cell {
        let TermHead::Symbol(symbol) = self.bank.head(term) else {
            unreachable!("a variable has no table")
        };
        (symbol, self.bank.arguments(term).iter().map(|it| self.thing(*it)).collect())
    }
}

impl HerbrandWorld {
    /// The structure of a theory; `None` when its tables are too large, or a listed sort has other things as well.
    pub(super) fn structure(&self, theory: &Theory, input: &Input) -> Option<Structure> {
        let signature = &theory.signature;
        let sizes = (0..signature.sorts.len())
            .map(|sort| self.things.get(sort).map_or(1, |it| it.len().max(1) as u32));
        let mut structure = Structure { sizes: sizes.collect(), ..Structure::default() };
        let mut sorts = signature.sorts.iter().zip(&structure.sizes);
        if sorts.any(|(it, size)| it.as_ref().is_some_and(|it| it.len() != *size as usize)) {
            return None;
        }
        let mut left = MOST_CELLS;
        let mut cells = |structure: &Structure, sorts: &[TheorySort]| {
            let sizes = sorts.iter().map(|it| structure.sizes[it.0 as usize] as usize);
            let product = sizes.into_iter().try_fold(1_usize, usize::checked_mul)?;
            left = left.checked_sub(product)?;
            Some(product)
        };
        for (symbol, function) in (0..).map(TermSymbol).zip(&signature.functions) {
            let mut table = vec![0; cells(&structure, &function.arguments)?];
            for ((_, tuple), value) in self.functions.iter().filter(|it| it.0.0 == symbol) {
                table[structure.index(&function.arguments, tuple)] = *value;
            }
            structure.functions.push(table);
        }
        let first = signature.functions.len() as u32;
        for (symbol, sorts) in (first..).map(TermSymbol).zip(&signature.predicates) {
            let table = match input.pure.table(symbol, &structure, sorts) {
                Some(pure) => pure,
                None => {
                    let mut table = vec![false; cells(&structure, sorts)?];
                    for ((_, tuple), value) in self.predicates.iter().filter(|it| it.0.0 == symbol)
                    {
                        table[structure.index(sorts, tuple)] = *value;
                    }
                    table
                }
            };
            structure.predicates.push(table);
        }
        Some(structure)
    }
}
