//! Where active clauses can take part in a rule: by the predicate of an atom, by what the side of
//! an equation or a term inside a literal begins with.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::clause::{ClauseId, Literal, predicate};
use super::order::Precedence;
use super::term::{Bank, Head, Symbol, Term};

/// A side of an equation by which equals are replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equation {
    /// The clause.
    pub clause: ClauseId,
    /// Which of its literals.
    pub literal: usize,
    /// Whether it is read from right to left.
    pub is_flipped: bool,
}

/// A term inside a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The clause.
    pub clause: ClauseId,
    /// Which of its literals.
    pub literal: usize,
    /// Whether it is in the right side.
    pub is_right: bool,
    /// Which argument to go to, level by level.
    pub path: Box<[u16]>,
}

/// What an instance of a clause has at most as much of as a clause that it is part of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// A bit for the symbols of each sign, several sharing one.
    symbols: u64,
    /// A bit for the symbols of either sign.
    unsigned: u64,
    positive: u32,
    negative: u32,
    weight: u32,
}

impl Features {
    /// Those of some literals.
    pub fn of(bank: &Bank, literals: &[Literal]) -> Self {
        let mut features = Self::default();
        for literal in literals {
            let count =
                if literal.is_positive { &mut features.positive } else { &mut features.negative };
            *count += 1;
            for term in literal.terms() {
                features.weight += bank.weight(term);
                mark(bank, term, literal.is_positive, &mut features.symbols);
                features.unsigned |= unsigned(bank, term);
            }
        }
        features
    }

    /// Whether a clause that has these may contain an instance of a term.
    pub fn may_contain(&self, bank: &Bank, term: Term) -> bool {
        unsigned(bank, term) & !self.unsigned == 0
    }

    /// Whether a clause that has those may have a literal that is an instance of the opposite of one.
    pub fn may_be_denied(bank: &Bank, literal: Literal, other: &Self) -> bool {
        let mut symbols = 0;
        for term in literal.terms() {
            mark(bank, term, !literal.is_positive, &mut symbols);
        }
        symbols & !other.symbols == 0
    }

    /// Whether one that has these may be part of one that has those.
    pub fn may_subsume(&self, other: &Self) -> bool {
        self.symbols & !other.symbols == 0
            && self.positive <= other.positive
            && self.negative <= other.negative
            && self.weight <= other.weight
    }
}

fn mark(bank: &Bank, term: Term, is_positive: bool, symbols: &mut u64) {
    if let Head::Symbol(symbol) = bank.head(term) {
        *symbols |= 1 << ((2 * symbol.0 + u32::from(is_positive)) % 64);
        bank.arguments(term).iter().for_each(|it| mark(bank, *it, is_positive, symbols));
    }
}

/// A bit for each symbol of a term.
fn unsigned(bank: &Bank, term: Term) -> u64 {
    match bank.head(term) {
        Head::Variable(_) => 0,
        Head::Symbol(symbol) => {
            let arguments = bank.arguments(term).iter();
            arguments.fold(1 << (symbol.0 % 64), |bits, it| bits | unsigned(bank, *it))
        }
    }
}

/// The active clauses.
#[derive(Debug, Default)]
pub struct Index {
    /// The active clauses, oldest first.
    features: Vec<(ClauseId, Features)>,
    /// Of each clause whether it is active.
    is_active: Vec<bool>,
    /// Eligible atoms by predicate and sign.
    atoms: FxHashMap<(Symbol, bool), Vec<(ClauseId, usize)>>,
    /// Eligible equations by what the replaced side begins with, `None` for a variable.
    equations: FxHashMap<Option<Symbol>, Vec<Equation>>,
    /// Terms of eligible literals by what they begin with.
    places: FxHashMap<Symbol, Vec<Place>>,
    /// Clauses of one equation by what its side begins with.
    demodulators: FxHashMap<Option<Symbol>, Vec<Equation>>,
    /// Clauses of one literal: atoms by predicate and sign, equations by sign.
    units: FxHashMap<(Option<Symbol>, bool), Vec<ClauseId>>,
}

impl Index {
    /// The active clauses with their features, oldest first.
    pub fn active(&self) -> &[(ClauseId, Features)] {
        &self.features
    }

    fn is_active(&self, clause: ClauseId) -> bool {
        self.is_active.get(clause as usize).copied().unwrap_or_default()
    }

    /// Active clauses that may subsume one with these features.
    pub fn subsuming(&self, features: Features) -> Vec<ClauseId> {
        let may = self.features.iter().filter(|(_, it)| it.may_subsume(&features));
        may.map(|(clause, _)| *clause).collect()
    }

    /// Takes a clause out.
    pub fn remove(&mut self, clause: ClauseId) {
        self.is_active[clause as usize] = false;
        self.features.retain(|it| it.0 != clause);
    }

    /// Puts a clause in. When a literal was selected, its equations replace nothing.
    pub fn insert(
        &mut self,
        bank: &Bank,
        order: &Precedence,
        clause: ClauseId,
        literals: &[Literal],
        eligible: &[usize],
        is_selected: bool,
    ) {
        self.features.push((clause, Features::of(bank, literals)));
        let places = self.is_active.len().max(clause as usize + 1);
        self.is_active.resize(places, false);
        self.is_active[clause as usize] = true;
        if let [unit] = literals {
            let key = (predicate(bank, *unit), unit.is_positive);
            self.units.entry(key).or_default().push(clause);
            if unit.is_positive {
                for equation in sides(bank, order, clause, 0, *unit) {
                    let side = if equation.is_flipped { unit.flipped() } else { *unit };
                    let key = head(bank, side.left);
                    self.demodulators.entry(key).or_default().push(equation);
                }
            }
        }
        for &literal in eligible {
            let it = literals[literal];
            match predicate(bank, it) {
                Some(predicate) => {
                    let key = (predicate, it.is_positive);
                    self.atoms.entry(key).or_default().push((clause, literal));
                    self.insert_places(bank, clause, literal, false, it.left);
                }
                None => {
                    for equation in sides(bank, order, clause, literal, it) {
                        let side = if equation.is_flipped { it.flipped() } else { it };
                        if it.is_positive && !is_selected {
                            let key = head(bank, side.left);
                            self.equations.entry(key).or_default().push(equation);
                        }
                        self.insert_places(bank, clause, literal, equation.is_flipped, side.left);
                    }
                }
            }
        }
    }

    fn insert_places(
        &mut self,
        bank: &Bank,
        clause: ClauseId,
        literal: usize,
        is_right: bool,
        term: Term,
    ) {
        // The atom itself is no term.
        let is_atom = bank.sort(term) == super::ATOM;
        let mut open = vec![(term, Vec::new())];
        while let Some((term, path)) = open.pop() {
            let Head::Symbol(symbol) = bank.head(term) else { continue };
            for (at, argument) in (0..).zip(bank.arguments(term)) {
                open.push((*argument, [path.as_slice(), &[at]].concat()));
            }
            if !(is_atom && path.is_empty()) {
                let place = Place { clause, literal, is_right, path: path.into() };
                self.places.entry(symbol).or_default().push(place);
            }
        }
    }

    /// Eligible atoms with that predicate and sign.
    pub fn atoms(&self, predicate: Symbol, is_positive: bool) -> Vec<(ClauseId, usize)> {
        let all = self.atoms.get(&(predicate, is_positive)).into_iter().flatten();
        all.filter(|it| self.is_active(it.0)).copied().collect()
    }

    /// Equations that may replace a term beginning like that.
    pub fn equations(&self, symbol: Symbol) -> Vec<Equation> {
        self.of_equations(&self.equations, symbol)
    }

    /// Clauses of one equation that may replace a term beginning like that.
    pub fn demodulators(&self, symbol: Symbol) -> Vec<Equation> {
        self.of_equations(&self.demodulators, symbol)
    }

    fn of_equations(
        &self,
        all: &FxHashMap<Option<Symbol>, Vec<Equation>>,
        symbol: Symbol,
    ) -> Vec<Equation> {
        let found = [Some(symbol), None].into_iter().filter_map(|it| all.get(&it)).flatten();
        found.filter(|it| self.is_active(it.clause)).copied().collect()
    }

    /// Terms that begin like that; all terms when a variable is to be replaced.
    pub fn places(&self, symbol: Option<Symbol>) -> Vec<Place> {
        let is_active = |it: &&Place| self.is_active(it.clause);
        match symbol {
            Some(symbol) => {
                self.places.get(&symbol).into_iter().flatten().filter(is_active).cloned().collect()
            }
            None => {
                let mut symbols: Vec<_> = self.places.keys().copied().collect();
                symbols.sort_unstable();
                let all = symbols.iter().flat_map(|it| &self.places[it]);
                all.filter(is_active).cloned().collect()
            }
        }
    }

    /// Clauses of one literal of that sign: atoms of a predicate, or equations.
    pub fn units(&self, predicate: Option<Symbol>, is_positive: bool) -> Vec<ClauseId> {
        let all = self.units.get(&(predicate, is_positive)).into_iter().flatten();
        all.filter(|it| self.is_active(**it)).copied().collect()
    }
}

/// What a term begins with.
pub fn head(bank: &Bank, term: Term) -> Option<Symbol> {
    match bank.head(term) {
        Head::Symbol(symbol) => Some(symbol),
        Head::Variable(_) => None,
    }
}

/// The sides of an equation that are not less than the other one.
pub fn sides(
    bank: &Bank,
    order: &Precedence,
    clause: ClauseId,
    literal: usize,
    it: Literal,
) -> Vec<Equation> {
    let Some(right) = it.right else { return Vec::new() };
    let both = [false, true].map(|is_flipped| Equation { clause, literal, is_flipped });
    match order.compare(bank, it.left, right) {
        Some(Ordering::Greater) => vec![both[0]],
        Some(Ordering::Less) => vec![both[1]],
        Some(Ordering::Equal) => Vec::new(),
        None => both.to_vec(),
    }
}
