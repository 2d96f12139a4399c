//! Finite models of growing sizes, by one incremental solver for clauses (as the finder Paradox: K.
//! Claessen and N. Sörensson, *New techniques that improve MACE-style finite model finding*, 2003). Each
//! sort has a size of its own; which sizes are next is said in `sizes`. Sizes add the instances about
//! elements that were not there together before. Literals say that a sort has more than so many elements,
//! and are assumed. Constants take the least elements that are free, so that no two models differ by
//! names alone.

mod flatten;
mod sizes;

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use self::flatten::{
    FixedElements, Flat, FlatArgument, FlatClause, FlatSet, SymbolProfile, flatten,
};
use self::sizes::{RefutedSizes, Sizes};
use crate::budget::{Budget, Excluded, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::{Structure, Theory, TheorySort};
use crate::resolution::{Input, Pure, SharedTerm, TermHead, TermSymbol};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// Instances that there may be at some sizes.
const MOST_INSTANCES: u64 = 4_000_000;

/// Work of a literal of an instance.
pub(crate) const LITERAL: u64 = 1;

/// Ticks of the solver that are a unit of work.
pub(crate) const TICKS: u64 = 10;

/// For how many elements of each of some sorts something was said.
type Extent = SmallVec<[u32; 8]>;

/// A search for a finite model, which goes on where it stopped.
pub(crate) struct ModelFinder<'t> {
    theory: &'t Theory,
    set: FlatSet,
    solver: Solver<'static>,
    /// Of each symbol its atoms, by what it is applied to.
    atoms: Vec<FxHashMap<Box<[u32]>, Atom>>,
    /// The sizes of listed sorts.
    listed: Vec<Option<u32>>,
    sizes: Sizes,
    /// Whether the present sizes are begun, and whether some were left out.
    is_begun: bool,
    left_out: bool,
    /// The next instance of these sizes: its clause, and its values unless it is the clause's first.
    clause: usize,
    values: Option<Vec<u32>>,
    /// Of each clause the sizes of its variables' sorts for which all instances are there.
    made: Vec<Vec<Extent>>,
    /// Of each function the sizes of its sorts, that of the value last, for which its values are there.
    valued: Vec<Vec<Extent>>,
    /// Of each sort literals that it has more than 1, 2, 3 elements and so on.
    more: Vec<Vec<Literal>>,
    /// For how many elements of each sort its constants are in order.
    ordered: Vec<u32>,
    /// Constants of each inferred sort that is open.
    constants: Vec<Vec<u32>>,
    /// Constants of which it is known which elements they are.
    known: FxHashSet<u32>,
    /// How many terms of each sort of the theory are known to be different.
    fixed: Vec<u32>,
    /// Which elements the constants of listed sorts are.
    elements: FxHashMap<u32, u32>,
    pure: Pure,
    /// The literals of all instances that were made.
    made_literals: u64,
}

/// How a search for finite models went on.
pub(crate) enum ModelSearched {
    /// There is one.
    Model(Box<Structure>),
    /// There is none of any size.
    None,
}

impl<'t> ModelFinder<'t> {
    /// A search for a model of clauses made of a theory.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn new(
        theory: &'t Theory,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let listed = theory.signature.sorts.iter().flatten();
        let listed = listed.flat_map(|it| it.iter().map(|it| it.0).zip(0..)).collect();
        let different = different(theory, input, budget)?;
        let fixed = different.iter().flat_map(|it| it.iter().copied().zip(0..)).collect();
        let elements = FixedElements { listed, fixed };
        let set = flatten(input, &elements, budget)?;
        let sizes = theory.signature.sorts.iter();
        let listed: Vec<_> = sizes.map(|it| it.as_ref().map(|it| it.len() as u32)).collect();
        let is_constant = |it: &SharedTerm| input.bank.arguments(*it).is_empty();
        let known = elements.fixed.keys().filter(|it| is_constant(it));
        let known: FxHashSet<u32> = known
            .filter_map(|it| match input.bank.head(*it) {
                TermHead::Symbol(symbol) => Some(symbol.0),
                TermHead::Variable(_) => None,
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
        let fixed: Vec<_> = different.iter().map(|it| it.len() as u32).collect();
        let least =
            listed.iter().zip(&fixed).map(|(listed, fixed)| listed.unwrap_or(*fixed).max(1));
        let may_grow = may_grow(input, listed.len(), budget)?;
        Ok(Self {
            theory,
            solver: Solver::new(Options::default()),
            atoms: vec![FxHashMap::default(); set.profiles.len()],
            sizes: Sizes::new(least.collect(), may_grow),
            is_begun: false,
            left_out: false,
            clause: 0,
            values: None,
            made: vec![Vec::new(); set.clauses.len()],
            valued: vec![Vec::new(); set.profiles.len()],
            more: vec![Vec::new(); listed.len()],
            ordered: vec![0; listed.len()],
            set,
            listed,
            constants,
            known,
            fixed,
            elements: elements.listed,
            pure: input.pure.clone(),
            made_literals: 0,
        })
    }

    /// Searches on; the answer is not checked yet.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on, except after
    /// [`Stop::Size`].
    pub(crate) fn search(&mut self, budget: &mut Budget) -> Result<ModelSearched, Stop> {
        loop {
            budget.look()?;
            if !self.is_begun {
                if !self.sizes.advance(budget)? {
                    return match self.left_out {
                        true => {
                            Err(Stop::Size("larger models have too many instances of the axioms"))
                        }
                        false => Ok(ModelSearched::None),
                    };
                }
                if self.is_too_large() {
                    self.left_out = true;
                    continue;
                }
                (self.is_begun, self.clause) = (true, 0);
                budget.whole(|budget| self.begin(budget))?;
            }
            self.fill(budget)?;
            let assumed = self.assumed();
            let literals: Vec<_> = assumed.iter().map(|it| it.1).collect();
            if self.solver.solve(&literals, budget)? == SolverOutcome::Satisfiable {
                return Ok(ModelSearched::Model(Box::new(self.structure())));
            }
            self.is_begun = false;
            if !self.learn(&assumed) {
                return Ok(ModelSearched::None);
            }
            budget.exclude(Excluded::Worlds, self.none_up_to().into());
        }
    }

    /// The work so far.
    pub(crate) fn work(&self) -> u64 {
        self.made_literals * LITERAL + self.solver.ticks() / TICKS
    }

    /// No model has up to so many elements of each sort that is not listed.
    pub(crate) fn none_up_to(&self) -> u32 {
        self.sizes.none_up_to()
    }

    /// The sort of the theory that an inferred sort is part of.
    fn sort(&self, inferred: usize) -> usize {
        self.set.sorts[inferred] as usize
    }

    /// How many elements an inferred sort has at present.
    fn size(&self, inferred: usize) -> u32 {
        self.sizes.tried()[self.sort(inferred)]
    }

    fn extent(&self, inferred: &[usize]) -> Extent {
        inferred.iter().map(|it| self.size(*it)).collect()
    }

    fn is_too_large(&self) -> bool {
        let instances = |clause: &FlatClause| {
            let sizes = clause.sorts.iter().map(|it| u64::from(self.size(*it)));
            sizes.fold(1_u64, u64::saturating_mul)
        };
        let all = self.set.clauses.iter().map(instances).fold(0_u64, u64::saturating_add);
        all > MOST_INSTANCES
    }

    /// That a sort has more than so many elements.
    fn more(&mut self, sort: usize, size: u32) -> Literal {
        while self.more[sort].len() < size as usize {
            let more = Literal::new(self.solver.add_atom(), true);
            if let Some(fewer) = self.more[sort].last() {
                self.solver.add_clause(&[!more, *fewer]);
            }
            self.more[sort].push(more);
        }
        self.more[sort][size as usize - 1]
    }

    /// What says that sorts have their present sizes, each literal with its sort.
    fn assumed(&mut self) -> Vec<(usize, Literal)> {
        let mut assumed = Vec::new();
        for sort in 0..self.listed.len() {
            if self.listed[sort].is_some() {
                continue;
            }
            let size = self.sizes.tried()[sort];
            if !self.sizes.may_grow(sort) && size > self.sizes.least(sort) {
                assumed.push((sort, self.more(sort, size - 1)));
            }
            assumed.push((sort, !self.more(sort, size)));
        }
        assumed
    }

    /// Learns from which sizes no model has; false when it has none of any size.
    fn learn(&mut self, assumed: &[(usize, Literal)]) -> bool {
        let core: Vec<Literal> = self.solver.core().to_vec();
        if core.is_empty() {
            return false;
        }
        let mut refuted = RefutedSizes::default();
        for (sort, literal) in assumed.iter().filter(|it| core.contains(&it.1)) {
            let size = self.sizes.tried()[*sort];
            let is_more = literal.is_positive();
            (if is_more { &mut refuted.least } else { &mut refuted.most }).push((*sort, size));
        }
        let denied: Vec<_> = core.iter().map(|it| !*it).collect();
        self.solver.add_clause(&denied);
        self.sizes.refute(refuted);
        true
    }

    /// Begins with the present sizes: what functions and constants may be.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        for symbol in 0..self.set.profiles.len() {
            if self.known.contains(&(symbol as u32)) {
                continue;
            }
            let SymbolProfile { sorts, is_function: true } = self.set.profiles[symbol].clone()
            else {
                continue;
            };
            let Some(result) = sorts.last() else { continue };
            let new = self.extent(&sorts);
            if !self.valued[symbol].contains(&new) {
                self.function(symbol, &new, self.sort(*result), budget)?;
                self.valued[symbol].push(new);
            }
        }
        for inferred in 0..self.constants.len() {
            let sort = self.sort(inferred);
            let fixed = self.fixed[sort];
            for element in self.ordered[sort].max(fixed)..self.size(inferred) {
                self.order_constants(inferred, fixed, element, budget)?;
            }
        }
        for (ordered, size) in self.ordered.iter_mut().zip(self.sizes.tried()) {
            *ordered = (*ordered).max(*size);
        }
        Ok(())
    }

    /// Adds the clauses of these sizes that are missing.
    fn fill(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        while let Some(clause) = self.set.clauses.get(self.clause).cloned() {
            self.instances(&clause, budget)?;
            self.clause += 1;
        }
        Ok(())
    }

    /// That a function has one value for each of some arguments, unless that was said.
    fn function(
        &mut self,
        symbol: usize,
        new: &[u32],
        result: usize,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let Some((&values, sizes)) = new.split_last() else { return Ok(()) };
        let more = self.listed[result].is_none().then(|| self.more(result, values));
        let mut place = vec![0; new.len()];
        let mut all = Vec::with_capacity(values as usize + 1);
        loop {
            budget.check()?;
            let (last, arguments) = (new.len() - 1, &place[..new.len() - 1]);
            let before = self.valued[symbol].iter().filter(|it| is_within(arguments, it));
            let before: SmallVec<[u32; 16]> = before.map(|it| it[last]).collect();
            all.clear();
            for value in 0..values {
                place[last] = value;
                all.push(Literal::new(self.atom(symbol as u32, &place), true));
            }
            for value in before.iter().copied().max().unwrap_or(0).max(1)..values {
                budget.check()?;
                for other in 0..value {
                    self.solver.add_clause(&[!all[value as usize], !all[other as usize]]);
                }
            }
            if !before.contains(&values) {
                all.extend(more);
                self.solver.add_clause(&all);
            }
            if !advance(&mut place[..last], sizes) {
                return Ok(());
            }
        }
    }

    /// A constant is among the elements that those before it leave, or the next one.
    fn order_constants(
        &mut self,
        inferred: usize,
        fixed: u32,
        element: u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let constants = self.constants[inferred].clone();
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

    /// The instances of a clause that are not there yet, from where that stopped.
    fn instances(&mut self, clause: &FlatClause, budget: &mut Budget) -> Result<(), Stop> {
        let new = self.extent(&clause.sorts);
        let is_part = |of: &[u32], it: &[u32]| it.iter().zip(of).all(|(one, other)| one <= other);
        if self.made[self.clause].iter().any(|it| is_part(it, &new)) {
            return Ok(());
        }
        let guarded = self.guarded(clause);
        let mut values = self.values.take().unwrap_or_else(|| vec![0; new.len()]);
        let mut literals = Vec::new();
        loop {
            if let Err(stop) = budget.check() {
                self.values = Some(values);
                return Err(stop);
            }
            if !self.made[self.clause].iter().any(|it| is_within(&values, it)) {
                self.instance(clause, &values, &guarded, &mut literals);
            }
            if !advance(&mut values, &new) {
                let made = &mut self.made[self.clause];
                made.retain(|it| !is_part(&new, it));
                made.push(new);
                return Ok(());
            }
        }
    }

    /// The sorts of which a clause may speak of elements that are not there in every model with more, each
    /// with the variables that stand for such elements.
    fn guarded(&self, clause: &FlatClause) -> Vec<(usize, Vec<usize>)> {
        let mut guarded: Vec<(usize, Vec<usize>)> = Vec::new();
        for (variable, inferred) in clause.sorts.iter().enumerate() {
            let sort = self.sort(*inferred);
            if self.listed[sort].is_some() || self.sizes.may_grow(sort) {
                continue;
            }
            match guarded.iter_mut().find(|it| it.0 == sort) {
                Some(known) => known.1.push(variable),
                None => guarded.push((sort, vec![variable])),
            }
        }
        guarded
    }

    fn instance(
        &mut self,
        clause: &FlatClause,
        values: &[u32],
        guarded: &[(usize, Vec<usize>)],
        literals: &mut Vec<Literal>,
    ) {
        let value = |it: &FlatArgument| match it {
            FlatArgument::Variable(variable) => values[*variable as usize],
            FlatArgument::Element(element) => *element,
        };
        literals.clear();
        self.made_literals += clause.literals.len() as u64 + 1;
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
        for (sort, variables) in guarded {
            let last = variables.iter().map(|it| values[*it]).max().unwrap_or_default();
            if last >= self.sizes.least(*sort) {
                let is_there = self.more(*sort, last);
                literals.push(!is_there);
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
        let mut structure =
            Structure { sizes: self.sizes.tried().to_vec(), ..Structure::default() };
        let places = |structure: &Structure, sorts: &[TheorySort]| {
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
            let table =
                self.pure.table(TermSymbol(symbol), &structure, sorts).unwrap_or_else(|| {
                    places(&structure, sorts).iter().map(|it| is_true(symbol, it)).collect()
                });
            structure.predicates.push(table);
        }
        structure
    }
}

/// Of each sort whether a model stays one when it has more elements: no clause says of all of them that one
/// is the same as something else.
fn may_grow(input: &Input, sorts: usize, budget: &mut Budget) -> Result<Vec<bool>, Stop> {
    let mut may_grow = vec![true; sorts];
    for clause in &input.clauses {
        budget.check()?;
        for literal in clause.literals.iter().filter(|it| it.is_positive && it.right.is_some()) {
            for side in literal.terms().filter(|it| input.bank.as_variable(*it).is_some()) {
                may_grow[input.bank.sort(side) as usize] = false;
            }
        }
    }
    Ok(may_grow)
}

/// Whether elements are among the first of their sorts, of which there are so many.
fn is_within(elements: &[u32], sizes: &[u32]) -> bool {
    elements.iter().zip(sizes).all(|(element, size)| element < size)
}

/// Of each open sort terms without variables that are all different: they may be taken for its first elements.
/// The most constants that the signature says are different come first, then what clauses say.
fn different(
    theory: &Theory,
    input: &Input,
    budget: &mut Budget,
) -> Result<Vec<Vec<SharedTerm>>, Stop> {
    let mut pairs: FxHashSet<(SharedTerm, SharedTerm)> = FxHashSet::default();
    let mut degrees: FxHashMap<SharedTerm, u32> = FxHashMap::default();
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
        let known = |it: &TermSymbol| input.bank.find(*it, *sort, &[]);
        let constants: Vec<_> = constants.iter().filter_map(known).collect();
        if constants.len() > found.len() {
            *found = constants;
        }
    }
    let mut terms: Vec<SharedTerm> = degrees.keys().copied().collect();
    // Simple terms first: others are then known by them.
    terms.sort_unstable_by_key(|it| (input.bank.weight(*it), Reverse(degrees[it]), *it));
    for term in terms {
        budget.check()?;
        let found = &mut found[input.bank.sort(term) as usize];
        let differs = |it: &SharedTerm| {
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
