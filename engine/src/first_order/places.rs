//! Which places of symbols take the same things: arguments and values between which variables and
//! terms go to and fro are of one inferred sort, others are not.

use rustc_hash::FxHashMap;

use crate::evidence::refutation::SortNumber;
use crate::resolution::{Bank, FirstOrderLiteral, Input, SharedTerm, TermHead, TermSymbol};

/// A place: an argument of a symbol, or its value.
pub(super) type ArgumentPlace = usize;

/// The places of all symbols, joined to sorts.
pub(super) struct InferredSorts {
    /// The number of each symbol's first place.
    starts: Vec<ArgumentPlace>,
    sorts: Vec<SortNumber>,
    joined: Vec<ArgumentPlace>,
}

impl InferredSorts {
    /// Each place alone.
    pub(super) fn new(input: &Input) -> Self {
        let mut places = Self { starts: Vec::new(), sorts: Vec::new(), joined: Vec::new() };
        for (arguments, result) in &input.symbols {
            places.starts.push(places.sorts.len());
            places.sorts.extend(arguments.iter().chain(result));
        }
        places.joined = (0..places.sorts.len()).collect();
        places
    }

    /// Those of clauses joined by their terms.
    pub(super) fn of_terms(input: &Input) -> Self {
        let mut places = Self::new(input);
        for clause in &input.clauses {
            let mut variables: FxHashMap<u32, ArgumentPlace> = FxHashMap::default();
            for term in clause.literals.iter().flat_map(|it| it.terms()) {
                places.note(&input.bank, term, &mut variables);
            }
        }
        places
    }

    /// Joins what a term's arguments are with where they stand.
    fn note(
        &mut self,
        bank: &Bank,
        term: SharedTerm,
        variables: &mut FxHashMap<u32, ArgumentPlace>,
    ) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            let TermHead::Symbol(symbol) = bank.head(term) else { continue };
            for (at, argument) in bank.arguments(term).iter().enumerate() {
                let place = self.place(symbol, at);
                let other = match bank.head(*argument) {
                    TermHead::Variable(variable) => *variables.entry(variable).or_insert(place),
                    TermHead::Symbol(inner) => self.place(inner, bank.arguments(*argument).len()),
                };
                self.join(place, other);
                open.push(*argument);
            }
        }
    }

    /// The place of an argument; behind the last one that of the value.
    pub(super) fn place(&self, symbol: TermSymbol, at: usize) -> ArgumentPlace {
        self.starts[symbol.0 as usize] + at
    }

    /// The sort of a place in the theory.
    pub(super) fn sort(&self, place: ArgumentPlace) -> SortNumber {
        self.sorts[place]
    }

    /// How many places there are.
    pub(super) fn count(&self) -> usize {
        self.sorts.len()
    }

    /// The first of the places that are joined with one.
    pub(super) fn root(&self, mut place: ArgumentPlace) -> ArgumentPlace {
        while self.joined[place] != place {
            place = self.joined[place];
        }
        place
    }

    /// Makes the sorts of two places one.
    pub(super) fn join(&mut self, one: ArgumentPlace, other: ArgumentPlace) {
        let (one, other) = (self.root(one), self.root(other));
        self.joined[one.max(other)] = one.min(other);
    }

    /// The constants in clauses by the root of the place of their value.
    pub(super) fn constants(
        &self,
        input: &Input,
        bank: &mut Bank,
    ) -> FxHashMap<ArgumentPlace, Vec<SharedTerm>> {
        let mut found: FxHashMap<ArgumentPlace, Vec<SharedTerm>> = FxHashMap::default();
        let used = self.used(input);
        for (symbol, (arguments, result)) in (0..).zip(&input.symbols) {
            if let (true, Some(sort)) = (arguments.is_empty() && used[symbol as usize], result) {
                let root = self.root(self.place(TermSymbol(symbol), 0));
                let constant = bank.apply(TermSymbol(symbol), *sort, &[]);
                found.entry(root).or_default().push(constant);
            }
        }
        found
    }

    /// Whether a function with arguments is in the clauses.
    pub(super) fn has_functions(&self, input: &Input) -> bool {
        let is_function =
            |it: &(Vec<SortNumber>, Option<SortNumber>)| !it.0.is_empty() && it.1.is_some();
        self.used(input).iter().zip(&input.symbols).any(|(used, it)| *used && is_function(it))
    }

    fn used(&self, input: &Input) -> Vec<bool> {
        let mut used = vec![false; input.symbols.len()];
        let mut open: Vec<SharedTerm> = Vec::new();
        for clause in &input.clauses {
            open.extend(clause.literals.iter().flat_map(|it| it.terms()));
            while let Some(term) = open.pop() {
                if let TermHead::Symbol(symbol) = input.bank.head(term) {
                    used[symbol.0 as usize] = true;
                    open.extend(input.bank.arguments(term));
                }
            }
        }
        used
    }

    /// The root of a place at which a clause has a variable.
    pub(super) fn of_variable(
        &self,
        bank: &Bank,
        literals: &[FirstOrderLiteral],
        variable: u32,
    ) -> Option<ArgumentPlace> {
        let mut open: Vec<SharedTerm> = literals.iter().flat_map(|it| it.terms()).collect();
        while let Some(term) = open.pop() {
            let TermHead::Symbol(symbol) = bank.head(term) else { continue };
            for (at, argument) in bank.arguments(term).iter().enumerate() {
                if bank.as_variable(*argument) == Some(variable) {
                    return Some(self.root(self.place(symbol, at)));
                }
                open.push(*argument);
            }
        }
        None
    }
}
