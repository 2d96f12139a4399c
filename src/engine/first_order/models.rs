//! Finite models of growing size, by one incremental solver for clauses (as the finder Paradox: K.
//! Claessen and N. Sörensson, *New techniques that improve MACE-style finite model finding*, 2003). Each
//! size adds the instances that are about its new elements; that a function has a value among so many
//! is assumed. Constants take the least elements that are free, so that no two models differ by
//! names alone.

mod flatten;

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use self::flatten::{Elements, Flat, FlatClause, FlatSet, Profile, Slot, flatten};
use crate::budget::{Budget, Stop};
use crate::engine::resolution::{Head, Input, Pure, Symbol, Term};
use crate::engine::sat::cdcl::{Options, Outcome, Solver};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::{Sort, Structure, Theory};

/// Instances of one clause that a size may add.
const MOST_INSTANCES: u64 = 4_000_000;

/// A search for a finite model, which goes on where it stopped.
pub struct Finder<'t> {
    theory: &'t Theory,
    set: FlatSet,
    solver: Solver<'static>,
    /// Of each symbol its atoms, by what it is applied to.
    atoms: Vec<FxHashMap<Box<[u32]>, Atom>>,
    /// The sizes of listed sorts.
    listed: Vec<Option<u32>>,
    /// The size that open sorts have, the one before it, and whether it is time for the next.
    size: u32,
    old: u32,
    is_ready: bool,
    /// The next instance of this size: its clause, and its values unless it is the clause's first.
    clause: usize,
    values: Option<Vec<u32>>,
    guard: Literal,
    /// Constants of each inferred sort that is open.
    constants: Vec<Vec<u32>>,
    /// Constants of which it is known which elements they are.
    known: FxHashSet<u32>,
    /// How many terms of each sort of the theory are known to be different.
    fixed: Vec<u32>,
    /// Which elements the constants of listed sorts are.
    elements: FxHashMap<u32, u32>,
    pure: Pure,
}

/// How a search for finite models went on.
pub enum Searched {
    /// There is one.
    Model(Box<Structure>),
    /// There is none of any size.
    None,
}

impl<'t> Finder<'t> {
    /// A search for a model of clauses made of a theory.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(theory: &'t Theory, input: &Input, budget: &mut Budget) -> Result<Self, Stop> {
        let listed = theory.signature.sorts.iter().flatten();
        let listed = listed.flat_map(|it| it.iter().map(|it| it.0).zip(0..)).collect();
        let different = different(theory, input, budget)?;
        let fixed = different.iter().flat_map(|it| it.iter().copied().zip(0..)).collect();
        let elements = Elements { listed, fixed };
        let set = flatten(input, &elements, budget)?;
        let sizes = theory.signature.sorts.iter();
        let listed: Vec<_> = sizes.map(|it| it.as_ref().map(|it| it.len() as u32)).collect();
        let is_constant = |it: &Term| input.bank.arguments(*it).is_empty();
        let known = elements.fixed.keys().filter(|it| is_constant(it));
        let known: FxHashSet<u32> = known
            .filter_map(|it| match input.bank.head(*it) {
                Head::Symbol(symbol) => Some(symbol.0),
                Head::Variable(_) => None,
            })
            .collect();
        let mut constants = vec![Vec::new(); set.sorts.len()];
        for (symbol, profile) in (0..).zip(&set.profiles) {
            if let ([sort], true) = (&profile.sorts[..], profile.is_function)
                && listed[set.sorts[*sort] as usize].is_none()
                && !known.contains(&symbol)
            {
                constants[*sort].push(symbol);
            }
        }
        Ok(Self {
            theory,
            solver: Solver::new(Options::default()),
            atoms: vec![FxHashMap::default(); set.profiles.len()],
            set,
            listed,
            size: 0,
            old: 0,
            is_ready: true,
            clause: 0,
            values: None,
            guard: Literal::new(Atom(0), true),
            constants,
            known,
            fixed: different.iter().map(|it| it.len() as u32).collect(),
            elements: elements.listed,
            pure: input.pure.clone(),
        })
    }

    /// Searches on; the answer is not checked yet. `at_once` says that the clauses of a size are made wholly
    /// or not at all.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on, except after
    /// [`Stop::Size`].
    pub fn search(&mut self, at_once: bool, budget: &mut Budget) -> Result<Searched, Stop> {
        loop {
            budget.look()?;
            if self.is_ready {
                budget.whole(|budget| self.grow(budget))?;
            }
            if at_once {
                budget.whole(|budget| self.fill(budget))?;
            } else {
                self.fill(budget)?;
            }
            let outcome = self.solver.solve(&[self.guard], budget)?;
            if outcome == Outcome::Satisfiable {
                return Ok(Searched::Model(Box::new(self.structure())));
            }
            let has_open_sorts = self.listed.iter().any(Option::is_none);
            if self.solver.core().is_empty() || !has_open_sorts {
                return Ok(Searched::None);
            }
            self.solver.add_clause(&[!self.guard]);
            self.is_ready = true;
        }
    }

    fn size_of(&self, sort: usize, size: u32) -> u32 {
        self.listed[self.set.sorts[sort] as usize].unwrap_or(size)
    }

    /// Begins the next size: what functions and constants may be.
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let least = self.fixed.iter().copied().max().unwrap_or_default();
        let (old, new) = (self.size, (self.size + 1).max(least));
        let instances = |clause: &FlatClause| {
            clause.sorts.iter().fold(1_u64, |product, it| {
                product.saturating_mul(u64::from(self.size_of(*it, new)))
            })
        };
        let all = self.set.clauses.iter().fold(0_u64, |sum, it| sum.saturating_add(instances(it)));
        if all > MOST_INSTANCES {
            return Err(Stop::Size("larger models have too many instances of the axioms"));
        }
        self.guard = Literal::new(self.solver.add_atom(), true);
        for symbol in 0..self.set.profiles.len() {
            if self.known.contains(&(symbol as u32)) {
                continue;
            }
            let Profile { sorts, is_function: true } = self.set.profiles[symbol].clone() else {
                continue;
            };
            let Some((result, arguments)) = sorts.split_last() else { continue };
            let values = self.size_of(*result, new);
            let is_open = self.listed[self.set.sorts[*result] as usize].is_none();
            let old_values = if is_open { old } else { 0 };
            let sizes: Vec<_> = arguments.iter().map(|it| self.size_of(*it, new)).collect();
            let mut tuple = vec![0; sizes.len()];
            loop {
                budget.check()?;
                let is_old = old > 0
                    && tuple.iter().zip(arguments).all(|(it, sort)| {
                        self.listed[self.set.sorts[*sort] as usize].is_some() || *it < old
                    });
                self.function(
                    symbol as u32,
                    &tuple,
                    (if is_old { old_values } else { 0 }, values),
                    is_open,
                    is_old,
                    budget,
                )?;
                if !advance(&mut tuple, &sizes) {
                    break;
                }
            }
        }
        for sort in 0..self.constants.len() {
            let fixed = self.fixed[self.set.sorts[sort] as usize];
            for element in old.max(fixed)..new {
                self.order_constants(sort, fixed, element, budget)?;
            }
        }
        (self.old, self.size, self.is_ready, self.clause) = (old, new, false, 0);
        Ok(())
    }

    /// Adds the clauses of this size that are missing.
    fn fill(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        while let Some(clause) = self.set.clauses.get(self.clause).cloned() {
            self.instances(&clause, budget)?;
            self.clause += 1;
        }
        Ok(())
    }

    /// That a function has one value for some arguments; below the first of the values that is done.
    fn function(
        &mut self,
        symbol: u32,
        tuple: &[u32],
        (first, values): (u32, u32),
        is_open: bool,
        is_old: bool,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut place = tuple.to_vec();
        place.push(0);
        let mut all = Vec::with_capacity(values as usize + 1);
        for value in 0..values {
            place[tuple.len()] = value;
            all.push(Literal::new(self.atom(symbol, &place), true));
        }
        for value in first.max(1)..values {
            budget.check()?;
            for other in 0..value {
                self.solver.add_clause(&[!all[value as usize], !all[other as usize]]);
            }
        }
        if is_open {
            all.push(!self.guard);
        } else if is_old {
            return Ok(());
        }
        self.solver.add_clause(&all);
        Ok(())
    }

    /// A constant is among the elements that those before it leave, or the next one.
    fn order_constants(
        &mut self,
        sort: usize,
        fixed: u32,
        element: u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let constants = self.constants[sort].clone();
        for (at, constant) in (0..).zip(&constants) {
            budget.check()?;
            let is = Literal::new(self.atom(*constant, &[element]), true);
            if at < element - fixed {
                self.solver.add_clause(&[!is]);
            } else if element > fixed {
                let mut clause = vec![!is];
                for before in &constants[..at as usize] {
                    clause.push(Literal::new(self.atom(*before, &[element - 1]), true));
                }
                self.solver.add_clause(&clause);
            }
        }
        Ok(())
    }

    /// The instances of a clause with a new element, from where that stopped.
    fn instances(&mut self, clause: &FlatClause, budget: &mut Budget) -> Result<(), Stop> {
        let (old, new) = (self.old, self.size);
        let is_open = |it: &usize| -> bool { self.listed[self.set.sorts[*it] as usize].is_none() };
        let open: Vec<usize> =
            (0..clause.sorts.len()).filter(|it| is_open(&clause.sorts[*it])).collect();
        if open.is_empty() && old > 0 {
            return Ok(());
        }
        let sizes: Vec<u32> = clause.sorts.iter().map(|it| self.size_of(*it, new)).collect();
        let mut values = self.values.take().unwrap_or_else(|| vec![0; sizes.len()]);
        let mut literals = Vec::new();
        loop {
            if let Err(stop) = budget.check() {
                self.values = Some(values);
                return Err(stop);
            }
            if old == 0 || open.iter().any(|it| values[*it] >= old) {
                self.instance(clause, &values, &mut literals);
            }
            if !advance(&mut values, &sizes) {
                return Ok(());
            }
        }
    }

    fn instance(&mut self, clause: &FlatClause, values: &[u32], literals: &mut Vec<Literal>) {
        let value = |it: &Slot| match it {
            Slot::Variable(variable) => values[*variable as usize],
            Slot::Element(element) => *element,
        };
        literals.clear();
        for literal in &clause.literals {
            match literal {
                Flat::Same(one, other) if value(one) == value(other) => return,
                Flat::Same(..) => {}
                Flat::Atom(sign, symbol, slots) => {
                    let place: SmallVec<[u32; 16]> = slots.iter().map(value).collect();
                    literals.push(Literal::new(self.atom(symbol.0, &place), *sign));
                }
            }
        }
        self.solver.add_clause(literals);
    }

    fn atom(&mut self, symbol: u32, place: &[u32]) -> Atom {
        let atoms = &mut self.atoms[symbol as usize];
        if let Some(known) = atoms.get(place) {
            return *known;
        }
        let atom = self.solver.add_atom();
        atoms.insert(place.into(), atom);
        atom
    }

    /// What the solver's model says of the symbols of the theory.
    fn structure(&self) -> Structure {
        let is_true = |symbol: u32, place: &[u32]| {
            self.atoms[symbol as usize].get(place).is_some_and(|it| self.solver.value(*it))
        };
        let signature = &self.theory.signature;
        let sizes = self.listed.iter().map(|it| it.unwrap_or(self.size)).collect();
        let mut structure = Structure { sizes, ..Structure::default() };
        let places = |structure: &Structure, sorts: &[Sort]| {
            let sizes: Vec<u32> = sorts.iter().map(|it| structure.sizes[it.0 as usize]).collect();
            let mut places = vec![vec![0; sizes.len()]];
            let mut place = places[0].clone();
            while advance(&mut place, &sizes) {
                places.push(place.clone());
            }
            places
        };
        for (symbol, function) in (0..).zip(&signature.functions) {
            if let Some(element) = self.elements.get(&symbol) {
                structure.functions.push(vec![*element]);
                continue;
            }
            let values = structure.sizes[function.result.0 as usize];
            let value = |place: &Vec<u32>| {
                let is = |it: &u32| is_true(symbol, &[&place[..], &[*it]].concat());
                (0..values).find(is).unwrap_or_default()
            };
            let table = places(&structure, &function.arguments).iter().map(value).collect();
            structure.functions.push(table);
        }
        let first = signature.functions.len() as u32;
        for (symbol, sorts) in (first..).zip(&signature.predicates) {
            let table = self.pure.table(Symbol(symbol), &structure, sorts).unwrap_or_else(|| {
                places(&structure, sorts).iter().map(|it| is_true(symbol, it)).collect()
            });
            structure.predicates.push(table);
        }
        structure
    }
}

/// Of each open sort terms without variables that are all different: they may be taken for its first elements.
/// The most constants that the signature says are different come first, then what clauses say.
fn different(theory: &Theory, input: &Input, budget: &mut Budget) -> Result<Vec<Vec<Term>>, Stop> {
    let mut pairs: FxHashSet<(Term, Term)> = FxHashSet::default();
    let mut degrees: FxHashMap<Term, u32> = FxHashMap::default();
    for clause in &input.clauses {
        budget.check()?;
        let [literal] = clause.literals[..] else { continue };
        let (false, Some(right)) = (literal.is_positive, literal.right) else { continue };
        if input.bank.is_ground(literal.left) && input.bank.is_ground(right) {
            pairs.extend([(literal.left, right), (right, literal.left)]);
            *degrees.entry(literal.left).or_default() += 1;
            *degrees.entry(right).or_default() += 1;
        }
    }
    let mut found = vec![Vec::new(); theory.signature.sorts.len()];
    for (sort, constants) in input.distinct.sets() {
        let found = &mut found[*sort as usize];
        let known = |it: &Symbol| input.bank.find(*it, *sort, &[]);
        let constants: Vec<_> = constants.iter().filter_map(known).collect();
        if constants.len() > found.len() {
            *found = constants;
        }
    }
    let mut terms: Vec<Term> = degrees.keys().copied().collect();
    // Simple terms first: others are then known by them.
    terms.sort_unstable_by_key(|it| (input.bank.weight(*it), Reverse(degrees[it]), *it));
    for term in terms {
        budget.check()?;
        let found = &mut found[input.bank.sort(term) as usize];
        let differs = |it: &Term| {
            pairs.contains(&(*it, term)) || input.distinct.differ(&input.bank, *it, term)
        };
        if found.iter().all(differs) {
            found.push(term);
        }
    }
    for (listed, found) in theory.signature.sorts.iter().zip(&mut found) {
        if listed.is_some() {
            found.clear();
        }
    }
    Ok(found)
}

/// Goes to the next list of elements, the last one fastest; false behind the last list.
fn advance(values: &mut [u32], sizes: &[u32]) -> bool {
    for at in (0..values.len()).rev() {
        values[at] += 1;
        if values[at] < sizes[at] {
            return true;
        }
        values[at] = 0;
    }
    false
}
