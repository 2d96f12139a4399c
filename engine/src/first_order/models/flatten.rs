//! Clauses as a finder of models wants them: no term stands inside another one, and few variables
//! stand together (K. Claessen and N. Sörensson, *New techniques that improve MACE-style finite model
//! finding*, 2003). `p(f(x))` becomes `f(x) != y or p(y)`; a clause falls into two where few
//! variables link its parts; and sorts are inferred from which symbols share variables.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::places::{ArgumentPlace, InferredSorts};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::SortNumber;
use crate::resolution::{Bank, FirstOrderLiteral, Input, SharedTerm, TermHead, TermSymbol};

/// What a symbol is applied to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum FlatArgument {
    /// A variable of the clause.
    Variable(u32),
    Element(u32),
}

/// A literal without terms inside terms. An atom is a symbol with its arguments; an equation `f(x) = y`
/// is one whose last argument is the value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Flat {
    /// Whether the atom is true.
    Atom(bool, TermSymbol, Vec<FlatArgument>),
    /// Two slots are the same.
    Same(FlatArgument, FlatArgument),
}

impl Flat {
    fn slots(&self) -> SmallVec<[FlatArgument; 8]> {
        match self {
            Self::Atom(_, _, slots) => SmallVec::from_slice(slots),
            Self::Same(one, other) => SmallVec::from_slice(&[*one, *other]),
        }
    }

    fn variables(&self) -> impl Iterator<Item = u32> {
        self.slots().into_iter().filter_map(|it| match it {
            FlatArgument::Variable(variable) => Some(variable),
            FlatArgument::Element(_) => None,
        })
    }

    fn map(&mut self, mut change: impl FnMut(FlatArgument) -> FlatArgument) {
        match self {
            Self::Atom(_, _, slots) => slots.iter_mut().for_each(|it| *it = change(*it)),
            Self::Same(one, other) => (*one, *other) = (change(*one), change(*other)),
        }
    }
}

/// A flat clause with the inferred sort of each of its variables.
#[derive(Clone, Debug)]
pub(super) struct FlatClause {
    pub literals: Vec<Flat>,
    /// The sorts of its variables.
    pub sorts: Vec<usize>,
}

/// What a symbol of flat clauses is about.
#[derive(Clone, Debug)]
pub(super) struct SymbolProfile {
    /// The inferred sorts of its arguments, behind them that of its value if it is a function.
    pub sorts: Vec<usize>,
    pub is_function: bool,
}

/// A set of flat clauses.
#[derive(Debug, Default)]
pub(super) struct FlatSet {
    pub clauses: Vec<FlatClause>,
    /// The symbols, those that were made for parts of clauses behind the others.
    pub profiles: Vec<SymbolProfile>,
    /// Of each inferred sort the sort of the theory.
    pub sorts: Vec<SortNumber>,
}

/// Which terms are elements: constants of listed sorts, by their symbol, and terms that are fixed.
#[derive(Default)]
pub(super) struct FixedElements {
    /// Constants of listed sorts.
    pub listed: FxHashMap<u32, u32>,
    /// Terms without variables that are taken to be these elements.
    pub fixed: FxHashMap<SharedTerm, u32>,
}

impl FixedElements {
    /// The pairs of constants that are different and not both elements.
    fn different(
        &self,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<Vec<(SharedTerm, SharedTerm)>, Stop> {
        let mut pairs = Vec::new();
        for (sort, constants) in input.distinct.sets() {
            let is_element = |it: &TermSymbol, term: &SharedTerm| {
                self.listed.contains_key(&it.0) || self.fixed.contains_key(term)
            };
            let known = |it: &TermSymbol| {
                let term = input.bank.find(*it, *sort, &[])?;
                Some((term, is_element(it, &term)))
            };
            let known: Vec<_> = constants.iter().filter_map(known).collect();
            let (elements, others): (Vec<_>, Vec<_>) = known.into_iter().partition(|it| it.1);
            for (at, (one, _)) in others.iter().enumerate() {
                for (other, _) in elements.iter().chain(&others[at + 1..]) {
                    budget.check()?;
                    pairs.push((*one, *other));
                }
            }
        }
        Ok(pairs)
    }
}

/// Flattens clauses. Terms that are elements stand for themselves.
///
/// # Errors
/// The limit that was reached.
pub(super) fn flatten(
    input: &Input,
    elements: &FixedElements,
    budget: &mut Budget,
) -> Result<FlatSet, Stop> {
    let mut places = InferredSorts::new(input);
    join_listed(&mut places, input, elements);
    let mut flat = Vec::new();
    for clause in &input.clauses {
        budget.check()?;
        let mut maker = Maker::new(&input.bank, elements, &clause.variables);
        if let Some(found) = maker.flatten(&clause.literals) {
            note(&mut places, &found.0);
            flat.push(found);
        }
    }
    for (one, other) in elements.different(input, budget)? {
        let literal = FirstOrderLiteral { is_positive: false, left: one, right: Some(other) };
        let mut maker = Maker::new(&input.bank, elements, &[]);
        if let Some(found) = maker.flatten(&[literal]) {
            note(&mut places, &found.0);
            flat.push(found);
        }
    }
    for (term, element) in &elements.fixed {
        budget.check()?;
        let mut maker = Maker::new(&input.bank, elements, &[]);
        if let TermHead::Symbol(symbol) = input.bank.head(*term) {
            let arguments = input.bank.arguments(*term).iter();
            let mut slots: Vec<_> = arguments.map(|it| maker.slot(*it)).collect();
            slots.push(FlatArgument::Element(*element));
            let mut literals = vec![Flat::Atom(true, symbol, slots)];
            maker.define(&mut literals);
            let found = maker.numbered(literals);
            note(&mut places, &found.0);
            flat.push(found);
        }
    }
    let mut set = profiles(&places, input);
    for (literals, sorts) in flat {
        let sorts = variable_sorts(&literals, &sorts, &mut set);
        split(literals, &sorts, &mut set, budget)?;
    }
    Ok(set)
}

/// Flattens one clause.
struct Maker<'a> {
    bank: &'a Bank,
    elements: &'a FixedElements,
    named: FxHashMap<SharedTerm, FlatArgument>,
    /// The sorts of the variables in the theory.
    variables: Vec<SortNumber>,
    /// Terms that have a name, of which no literal says yet what it is.
    open: Vec<(SharedTerm, FlatArgument)>,
}

impl<'a> Maker<'a> {
    fn new(bank: &'a Bank, elements: &'a FixedElements, variables: &[SharedTerm]) -> Self {
        let variables = variables.iter().map(|it| bank.sort(*it)).collect();
        Self { bank, elements, named: FxHashMap::default(), variables, open: Vec::new() }
    }

    /// The flat literals of a clause and the sorts of their variables; `None` when it is always true.
    fn flatten(&mut self, literals: &[FirstOrderLiteral]) -> Option<(Vec<Flat>, Vec<SortNumber>)> {
        let mut flat = Vec::new();
        let mut same: Vec<(FlatArgument, FlatArgument)> = Vec::new();
        for literal in literals {
            let Some(right) = literal.right else {
                let atom = self.applied(literal.left)?;
                flat.push(Flat::Atom(literal.is_positive, atom.0, atom.1));
                continue;
            };
            let (mut one, mut other) = (literal.left, right);
            if self.is_simple(one) {
                std::mem::swap(&mut one, &mut other);
            }
            let value = self.slot(other);
            match self.applied(one) {
                Some((symbol, mut slots)) => {
                    slots.push(value);
                    flat.push(Flat::Atom(literal.is_positive, symbol, slots));
                }
                None => {
                    let one = self.slot(one);
                    match literal.is_positive {
                        true => flat.push(Flat::Same(one, value)),
                        false => same.push((one, value)),
                    }
                }
            }
        }
        self.define(&mut flat);
        // What is denied to be different is made one.
        let mut joined = FxHashMap::default();
        for (one, other) in same {
            match (root(&mut joined, one), root(&mut joined, other)) {
                (one, other) if one == other => {}
                (FlatArgument::Variable(one), other) => _ = joined.insert(one, other),
                (one, FlatArgument::Variable(other)) => _ = joined.insert(other, one),
                (FlatArgument::Element(_), FlatArgument::Element(_)) => return None,
            }
        }
        flat.iter_mut().for_each(|it| it.map(|it| root(&mut joined, it)));
        let is_true = |it: &Flat| matches!(it, Flat::Same(one, other) if one == other);
        let is_false = |it: &Flat| {
            matches!(it, Flat::Same(FlatArgument::Element(_), FlatArgument::Element(_)))
        };
        if flat.iter().any(is_true) {
            return None;
        }
        flat.retain(|it| !is_false(it));
        Some(self.numbered(flat))
    }

    /// Literals whose variables are numbered anew, and the sorts of these.
    fn numbered(&self, literals: Vec<Flat>) -> (Vec<Flat>, Vec<SortNumber>) {
        let (literals, before) = numbered(literals);
        (literals, before.iter().map(|it| self.variables[*it as usize]).collect())
    }

    /// Whether a term is a variable or an element.
    fn is_simple(&self, term: SharedTerm) -> bool {
        match self.bank.head(term) {
            TermHead::Variable(_) => true,
            TermHead::Symbol(symbol) => {
                self.elements.listed.contains_key(&symbol.0)
                    || self.elements.fixed.contains_key(&term)
            }
        }
    }

    /// A symbol and its arguments; `None` for a variable or an element.
    fn applied(&mut self, term: SharedTerm) -> Option<(TermSymbol, Vec<FlatArgument>)> {
        match self.bank.head(term) {
            TermHead::Symbol(symbol) if !self.is_simple(term) => {
                let arguments = self.bank.arguments(term);
                Some((symbol, arguments.iter().map(|it| self.slot(*it)).collect()))
            }
            _ => None,
        }
    }

    /// What stands for a term.
    fn slot(&mut self, term: SharedTerm) -> FlatArgument {
        match self.bank.head(term) {
            TermHead::Variable(variable) => return FlatArgument::Variable(variable),
            TermHead::Symbol(symbol) => {
                let (listed, fixed) = (&self.elements.listed, &self.elements.fixed);
                if let Some(element) = listed.get(&symbol.0).or_else(|| fixed.get(&term)) {
                    return FlatArgument::Element(*element);
                }
            }
        }
        if let Some(known) = self.named.get(&term) {
            return *known;
        }
        let name = FlatArgument::Variable(self.variables.len() as u32);
        self.variables.push(self.bank.sort(term));
        self.named.insert(term, name);
        self.open.push((term, name));
        name
    }

    /// Says of all names what they are.
    fn define(&mut self, flat: &mut Vec<Flat>) {
        while let Some((term, name)) = self.open.pop() {
            if let Some((symbol, mut slots)) = self.applied(term) {
                slots.push(name);
                flat.push(Flat::Atom(false, symbol, slots));
            }
        }
    }
}

/// What a variable is joined with in the end.
fn root(joined: &mut FxHashMap<u32, FlatArgument>, slot: FlatArgument) -> FlatArgument {
    let next = |joined: &FxHashMap<u32, FlatArgument>, slot| match slot {
        FlatArgument::Variable(variable) => joined.get(&variable).copied(),
        FlatArgument::Element(_) => None,
    };
    let mut root = slot;
    while let Some(next) = next(joined, root) {
        root = next;
    }
    // The way there is shorter from now on.
    let mut at = slot;
    while let (FlatArgument::Variable(variable), Some(next)) = (at, next(joined, at)) {
        joined.insert(variable, root);
        at = next;
    }
    root
}

/// Numbers variables from 0 in the order in which they come; these are the numbers they had.
fn numbered(mut literals: Vec<Flat>) -> (Vec<Flat>, Vec<u32>) {
    let mut before: Vec<u32> = Vec::new();
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    for literal in &mut literals {
        literal.map(|it| match it {
            FlatArgument::Variable(variable) => {
                FlatArgument::Variable(*numbers.entry(variable).or_insert_with(|| {
                    before.push(variable);
                    before.len() as u32 - 1
                }))
            }
            element => element,
        });
    }
    (literals, before)
}

/// A sort with known elements is one, whatever its places.
fn join_listed(places: &mut InferredSorts, input: &Input, elements: &FixedElements) {
    let is_listed = |it: &u32| input.symbols[*it as usize].1;
    let mut listed: Vec<SortNumber> = elements.listed.keys().filter_map(is_listed).collect();
    listed.extend(elements.fixed.keys().map(|it| input.bank.sort(*it)));
    listed.sort_unstable();
    listed.dedup();
    let mut first: FxHashMap<SortNumber, ArgumentPlace> = FxHashMap::default();
    for place in 0..places.count() {
        let sort = places.sort(place);
        if listed.contains(&sort) {
            let first = *first.entry(sort).or_insert(place);
            places.join(first, place);
        }
    }
}

/// Joins the places that a variable of a clause is at.
fn note(places: &mut InferredSorts, literals: &[Flat]) {
    let mut first: FxHashMap<u32, ArgumentPlace> = FxHashMap::default();
    for literal in literals {
        let Flat::Atom(_, symbol, slots) = literal else { continue };
        for (at, slot) in slots.iter().enumerate() {
            if let FlatArgument::Variable(variable) = slot {
                let place = places.place(*symbol, at);
                let first = *first.entry(*variable).or_insert(place);
                places.join(first, place);
            }
        }
    }
    for literal in literals {
        if let Flat::Same(FlatArgument::Variable(one), FlatArgument::Variable(other)) = literal
            && let (Some(one), Some(other)) = (first.get(one), first.get(other))
        {
            places.join(*one, *other);
        }
    }
}

/// The symbols with the sorts inferred.
fn profiles(places: &InferredSorts, input: &Input) -> FlatSet {
    let mut set = FlatSet::default();
    let mut numbers: FxHashMap<ArgumentPlace, usize> = FxHashMap::default();
    for (symbol, (arguments, result)) in (0..).zip(&input.symbols) {
        let count = arguments.len() + usize::from(result.is_some());
        let sorts = (0..count).map(|at| {
            let root = places.root(places.place(TermSymbol(symbol), at));
            *numbers.entry(root).or_insert_with(|| {
                set.sorts.push(places.sort(root));
                set.sorts.len() - 1
            })
        });
        let profile = SymbolProfile { sorts: sorts.collect(), is_function: result.is_some() };
        set.profiles.push(profile);
    }
    set
}

/// The inferred sorts of a clause's variables, whose sorts in the theory are given.
fn variable_sorts(literals: &[Flat], of_theory: &[SortNumber], set: &mut FlatSet) -> Vec<usize> {
    let mut sorts: Vec<Option<usize>> = vec![None; of_theory.len()];
    for literal in literals {
        let Flat::Atom(_, symbol, slots) = literal else { continue };
        for (slot, sort) in slots.iter().zip(&set.profiles[symbol.0 as usize].sorts) {
            if let FlatArgument::Variable(variable) = slot {
                sorts[*variable as usize].get_or_insert(*sort);
            }
        }
    }
    // Of a variable that only equations have nothing but its size matters.
    let inferred = sorts.into_iter().zip(of_theory).map(|(sort, of_theory)| {
        sort.unwrap_or_else(|| {
            let known = set.sorts.iter().position(|it| it == of_theory);
            known.unwrap_or_else(|| {
                set.sorts.push(*of_theory);
                set.sorts.len() - 1
            })
        })
    });
    inferred.collect()
}

/// Adds a clause, cut where few variables link a variable's literals with the others.
fn split(
    literals: Vec<Flat>,
    sorts: &[usize],
    set: &mut FlatSet,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let mut places = vec![Vec::new(); sorts.len()];
    let mut literals: Vec<Option<Flat>> = literals.into_iter().map(Some).collect();
    for (at, literal) in literals.iter().enumerate() {
        literal.iter().flat_map(Flat::variables).for_each(|it| places[it as usize].push(at));
    }
    // The variables that stand in a literal with a given one.
    let links = |variable: u32, places: &[Vec<usize>], literals: &[Option<Flat>]| {
        let those = places[variable as usize].iter().filter_map(|at| literals[*at].as_ref());
        let mut links: Vec<u32> = those.flat_map(Flat::variables).collect();
        links.sort_unstable();
        links.dedup();
        links.retain(|it| *it != variable);
        links
    };
    let add = |literals: Vec<Flat>, set: &mut FlatSet| {
        let (literals, before) = numbered(literals);
        let sorts = before.iter().map(|it| sorts[*it as usize]).collect();
        set.clauses.push(FlatClause { literals, sorts });
    };
    let mut counts = Vec::new();
    for variable in 0..sorts.len() as u32 {
        budget.check()?;
        counts.push(links(variable, &places, &literals).len());
    }
    let mut order: BTreeSet<(usize, u32)> = counts.iter().copied().zip(0..).collect();
    while let Some(&(count, variable)) = order.first()
        && count + 1 < order.len()
    {
        budget.check()?;
        order.pop_first();
        let linked = links(variable, &places, &literals);
        let symbol = TermSymbol(set.profiles.len() as u32);
        let profile = linked.iter().map(|it| sorts[*it as usize]).collect();
        set.profiles.push(SymbolProfile { sorts: profile, is_function: false });
        let slots: Vec<_> = linked.iter().map(|it| FlatArgument::Variable(*it)).collect();
        let those = places[variable as usize].iter().filter_map(|at| literals[*at].take());
        let mut part: Vec<Flat> = those.collect();
        part.push(Flat::Atom(true, symbol, slots.clone()));
        add(part, set);
        literals.push(Some(Flat::Atom(false, symbol, slots)));
        for it in linked {
            budget.check()?;
            places[it as usize].retain(|at| literals[*at].is_some());
            places[it as usize].push(literals.len() - 1);
            let count = links(it, &places, &literals).len();
            order.remove(&(counts[it as usize], it));
            order.insert((count, it));
            counts[it as usize] = count;
        }
    }
    add(literals.into_iter().flatten().collect(), set);
    Ok(())
}
