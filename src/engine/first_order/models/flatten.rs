//! Clauses as a finder of models wants them: no term stands inside another one, and few variables
//! stand together (K. Claessen and N. Sörensson, *New techniques that improve MACE-style finite model
//! finding*, 2003). `p(f(x))` becomes `f(x) != y or p(y)`; a clause falls into two where few
//! variables link its parts; and sorts are inferred from which symbols share variables.

use rustc_hash::FxHashMap;

use super::super::places::{Place, Places};
use crate::engine::resolution::{Bank, Head, Input, Literal, SortId, Symbol, Term};

/// What a symbol is applied to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// A variable of the clause.
    Variable(u32),
    /// An element.
    Element(u32),
}

/// A literal without terms inside terms. An atom is a symbol with its arguments; an equation `f(x) = y`
/// is one whose last argument is the value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Flat {
    /// Whether the atom is true.
    Atom(bool, Symbol, Vec<Slot>),
    /// Two slots are the same.
    Same(Slot, Slot),
}

impl Flat {
    fn slots(&self) -> Vec<Slot> {
        match self {
            Self::Atom(_, _, slots) => slots.clone(),
            Self::Same(one, other) => vec![*one, *other],
        }
    }

    fn variables(&self) -> impl Iterator<Item = u32> {
        self.slots().into_iter().filter_map(|it| match it {
            Slot::Variable(variable) => Some(variable),
            Slot::Element(_) => None,
        })
    }

    fn map(&mut self, change: impl Fn(Slot) -> Slot) {
        match self {
            Self::Atom(_, _, slots) => slots.iter_mut().for_each(|it| *it = change(*it)),
            Self::Same(one, other) => (*one, *other) = (change(*one), change(*other)),
        }
    }
}

/// A flat clause with the inferred sort of each of its variables.
#[derive(Clone, Debug)]
pub struct FlatClause {
    /// Its literals.
    pub literals: Vec<Flat>,
    /// The sorts of its variables.
    pub sorts: Vec<usize>,
}

/// What a symbol of flat clauses is about.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The inferred sorts of its arguments, behind them that of its value if it is a function.
    pub sorts: Vec<usize>,
    /// Whether it is a function.
    pub is_function: bool,
}

/// A set of flat clauses.
#[derive(Debug, Default)]
pub struct FlatSet {
    /// The clauses.
    pub clauses: Vec<FlatClause>,
    /// The symbols, those that were made for parts of clauses behind the others.
    pub profiles: Vec<Profile>,
    /// Of each inferred sort the sort of the theory.
    pub sorts: Vec<SortId>,
}

/// Which terms are elements: constants of listed sorts, by their symbol, and terms that are fixed.
#[derive(Default)]
pub struct Elements {
    /// Constants of listed sorts.
    pub listed: FxHashMap<u32, u32>,
    /// Terms without variables that are taken to be these elements.
    pub fixed: FxHashMap<Term, u32>,
}

/// Flattens clauses. Terms that are elements stand for themselves.
pub fn flatten(input: &Input, elements: &Elements) -> FlatSet {
    let mut places = Places::new(input);
    join_listed(&mut places, input, elements);
    let mut flat = Vec::new();
    for clause in &input.clauses {
        let variables = clause.variables.len() as u32;
        let mut maker =
            Maker { bank: &input.bank, elements, named: FxHashMap::default(), variables };
        if let Some(literals) = maker.flatten(&clause.literals) {
            note(&mut places, &literals);
            flat.push(literals);
        }
    }
    for (term, element) in &elements.fixed {
        let mut maker =
            Maker { bank: &input.bank, elements, named: FxHashMap::default(), variables: 0 };
        let mut literals = Vec::new();
        if let Head::Symbol(symbol) = input.bank.head(*term) {
            let arguments = input.bank.arguments(*term).iter();
            let mut slots: Vec<_> = arguments.map(|it| maker.slot(*it, &mut literals)).collect();
            slots.push(Slot::Element(*element));
            literals.push(Flat::Atom(true, symbol, slots));
            let literals = numbered(literals);
            note(&mut places, &literals);
            flat.push(literals);
        }
    }
    let mut set = profiles(&places, input);
    for literals in flat {
        let sorts = variable_sorts(&literals, &set.profiles);
        split(FlatClause { literals, sorts }, &mut set);
    }
    set
}

/// Flattens one clause.
struct Maker<'a> {
    bank: &'a Bank,
    elements: &'a Elements,
    named: FxHashMap<Term, Slot>,
    variables: u32,
}

impl Maker<'_> {
    /// The flat literals of a clause; `None` when it is always true.
    fn flatten(&mut self, literals: &[Literal]) -> Option<Vec<Flat>> {
        let mut flat = Vec::new();
        let mut same: Vec<(Slot, Slot)> = Vec::new();
        for literal in literals {
            let Some(right) = literal.right else {
                let atom = self.applied(literal.left, &mut flat)?;
                flat.push(Flat::Atom(literal.is_positive, atom.0, atom.1));
                continue;
            };
            let (mut one, mut other) = (literal.left, right);
            if self.is_simple(one) {
                std::mem::swap(&mut one, &mut other);
            }
            let value = self.slot(other, &mut flat);
            match self.applied(one, &mut flat) {
                Some((symbol, mut slots)) => {
                    slots.push(value);
                    flat.push(Flat::Atom(literal.is_positive, symbol, slots));
                }
                None => {
                    let one = self.slot(one, &mut flat);
                    match literal.is_positive {
                        true => flat.push(Flat::Same(one, value)),
                        false => same.push((one, value)),
                    }
                }
            }
        }
        // What is denied to be different is made one.
        while let Some((one, other)) = same.pop() {
            let (from, to) = match (one, other) {
                (Slot::Element(one), Slot::Element(other)) if one != other => return None,
                (Slot::Variable(_), _) => (one, other),
                _ => (other, one),
            };
            let change = |it: Slot| if it == from { to } else { it };
            flat.iter_mut().for_each(|it| it.map(change));
            same.iter_mut().for_each(|it| *it = (change(it.0), change(it.1)));
        }
        let is_true = |it: &Flat| matches!(it, Flat::Same(one, other) if one == other);
        let is_false = |it: &Flat| matches!(it, Flat::Same(Slot::Element(_), Slot::Element(_)));
        if flat.iter().any(is_true) {
            return None;
        }
        flat.retain(|it| !is_false(it));
        Some(numbered(flat))
    }

    /// Whether a term is a variable or an element.
    fn is_simple(&self, term: Term) -> bool {
        match self.bank.head(term) {
            Head::Variable(_) => true,
            Head::Symbol(symbol) => {
                self.elements.listed.contains_key(&symbol.0)
                    || self.elements.fixed.contains_key(&term)
            }
        }
    }

    /// A symbol and its arguments; `None` for a variable or an element.
    fn applied(&mut self, term: Term, flat: &mut Vec<Flat>) -> Option<(Symbol, Vec<Slot>)> {
        match self.bank.head(term) {
            Head::Symbol(symbol) if !self.is_simple(term) => {
                let arguments = self.bank.arguments(term);
                Some((symbol, arguments.iter().map(|it| self.slot(*it, flat)).collect()))
            }
            _ => None,
        }
    }

    /// What stands for a term: the depth of terms is bounded.
    fn slot(&mut self, term: Term, flat: &mut Vec<Flat>) -> Slot {
        match self.bank.head(term) {
            Head::Variable(variable) => return Slot::Variable(variable),
            Head::Symbol(symbol) => {
                let (listed, fixed) = (&self.elements.listed, &self.elements.fixed);
                if let Some(element) = listed.get(&symbol.0).or_else(|| fixed.get(&term)) {
                    return Slot::Element(*element);
                }
            }
        }
        if let Some(known) = self.named.get(&term) {
            return *known;
        }
        let name = Slot::Variable(self.variables);
        self.variables += 1;
        self.named.insert(term, name);
        if let Some((symbol, mut slots)) = self.applied(term, flat) {
            slots.push(name);
            flat.push(Flat::Atom(false, symbol, slots));
        }
        name
    }
}

/// Numbers variables from 0 in the order in which they come.
fn numbered(mut literals: Vec<Flat>) -> Vec<Flat> {
    let mut numbers: Vec<u32> = Vec::new();
    for literal in &literals {
        for variable in literal.variables() {
            if !numbers.contains(&variable) {
                numbers.push(variable);
            }
        }
    }
    let change = |it: Slot| match it {
        Slot::Variable(variable) => {
            let at = numbers.iter().position(|it| *it == variable);
            Slot::Variable(at.unwrap_or_default() as u32)
        }
        element => element,
    };
    literals.iter_mut().for_each(|it| it.map(change));
    literals
}

/// A sort with known elements is one, whatever its places.
fn join_listed(places: &mut Places, input: &Input, elements: &Elements) {
    let is_listed = |it: &u32| input.symbols[*it as usize].1;
    let mut listed: Vec<SortId> = elements.listed.keys().filter_map(is_listed).collect();
    listed.extend(elements.fixed.keys().map(|it| input.bank.sort(*it)));
    listed.sort_unstable();
    listed.dedup();
    let mut first: FxHashMap<SortId, Place> = FxHashMap::default();
    for place in 0..places.count() {
        let sort = places.sort(place);
        if listed.contains(&sort) {
            let first = *first.entry(sort).or_insert(place);
            places.join(first, place);
        }
    }
}

/// Joins the places that a variable of a clause is at.
fn note(places: &mut Places, literals: &[Flat]) {
    let mut first: FxHashMap<u32, Place> = FxHashMap::default();
    for literal in literals {
        let Flat::Atom(_, symbol, slots) = literal else { continue };
        for (at, slot) in slots.iter().enumerate() {
            if let Slot::Variable(variable) = slot {
                let place = places.place(*symbol, at);
                let first = *first.entry(*variable).or_insert(place);
                places.join(first, place);
            }
        }
    }
    for literal in literals {
        if let Flat::Same(Slot::Variable(one), Slot::Variable(other)) = literal
            && let (Some(one), Some(other)) = (first.get(one), first.get(other))
        {
            places.join(*one, *other);
        }
    }
}

/// The symbols with the sorts inferred.
fn profiles(places: &Places, input: &Input) -> FlatSet {
    let mut set = FlatSet::default();
    let mut numbers: FxHashMap<Place, usize> = FxHashMap::default();
    for (symbol, (arguments, result)) in (0..).zip(&input.symbols) {
        let count = arguments.len() + usize::from(result.is_some());
        let sorts = (0..count).map(|at| {
            let root = places.root(places.place(Symbol(symbol), at));
            *numbers.entry(root).or_insert_with(|| {
                set.sorts.push(places.sort(root));
                set.sorts.len() - 1
            })
        });
        let profile = Profile { sorts: sorts.collect(), is_function: result.is_some() };
        set.profiles.push(profile);
    }
    set
}

/// The inferred sorts of a clause's variables.
fn variable_sorts(literals: &[Flat], profiles: &[Profile]) -> Vec<usize> {
    let mut sorts: Vec<Option<usize>> = Vec::new();
    for literal in literals {
        let places = match literal {
            Flat::Atom(_, symbol, _) => &profiles[symbol.0 as usize].sorts[..],
            Flat::Same(..) => &[],
        };
        for (at, slot) in literal.slots().into_iter().enumerate() {
            let Slot::Variable(variable) = slot else { continue };
            let variable = variable as usize;
            sorts.resize(sorts.len().max(variable + 1), None);
            sorts[variable] = sorts[variable].or(places.get(at).copied());
        }
    }
    // A variable that only equations have is of the sort of the other side.
    for literal in literals {
        if let Flat::Same(Slot::Variable(one), Slot::Variable(other)) = literal {
            let (one, other) = (*one as usize, *other as usize);
            sorts[one] = sorts[one].or(sorts[other]);
            sorts[other] = sorts[other].or(sorts[one]);
        }
    }
    sorts.into_iter().map(Option::unwrap_or_default).collect()
}

/// Adds a clause, cut where few variables link a variable's literals with the others.
fn split(mut clause: FlatClause, set: &mut FlatSet) {
    loop {
        let count = clause.sorts.len() as u32;
        let neighbours = |variable: u32| {
            let mut found: Vec<u32> = Vec::new();
            for literal in &clause.literals {
                if literal.variables().any(|it| it == variable) {
                    found.extend(literal.variables().filter(|it| *it != variable));
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        };
        let best = (0..count).map(|it| (it, neighbours(it))).min_by_key(|it| it.1.len());
        let Some((variable, links)) = best.filter(|it| it.1.len() + 1 < count as usize) else {
            break;
        };
        let symbol = Symbol(set.profiles.len() as u32);
        let sorts = links.iter().map(|it| clause.sorts[*it as usize]).collect();
        set.profiles.push(Profile { sorts, is_function: false });
        let slots: Vec<_> = links.iter().map(|it| Slot::Variable(*it)).collect();
        let has_it = |it: &Flat| it.variables().any(|it| it == variable);
        let (mut part, mut rest): (Vec<_>, Vec<_>) = clause.literals.into_iter().partition(has_it);
        part.push(Flat::Atom(true, symbol, slots.clone()));
        rest.push(Flat::Atom(false, symbol, slots));
        let renumbered = |literals: Vec<Flat>| {
            let mut old: Vec<u32> = Vec::new();
            for variable in literals.iter().flat_map(Flat::variables) {
                if !old.contains(&variable) {
                    old.push(variable);
                }
            }
            let sorts = old.iter().map(|it| clause.sorts[*it as usize]).collect();
            FlatClause { literals: numbered(literals), sorts }
        };
        set.clauses.push(renumbered(part));
        clause = renumbered(rest);
    }
    set.clauses.push(clause);
}
