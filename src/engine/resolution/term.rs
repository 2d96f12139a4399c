//! Terms of the prover, each stored once, so that equal terms are equal numbers. An atom is a term
//! whose head is a predicate. Variables are numbered in each clause from 0.

use rustc_hash::FxHashMap;

/// A term by its index in the [`Bank`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub u32);

/// What a term begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Head {
    /// A variable by its number in its clause.
    Variable(u32),
    /// A symbol by its index in the bank's.
    Symbol(Symbol),
}

/// A function or predicate by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// The sort of a term; atoms have one of their own.
pub type SortId = u32;

/// What is known of a term.
#[derive(Clone, Copy, Debug)]
struct Known {
    head: Head,
    sort: SortId,
    /// Where its arguments lie.
    start: u32,
    end: u32,
    /// Symbols and variables in it.
    weight: u32,
    depth: u32,
    is_ground: bool,
}

/// All terms of a search.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    known: Vec<Known>,
    arguments: Vec<Term>,
    by_content: FxHashMap<(Head, SortId, Box<[Term]>), Term>,
}

impl Bank {
    /// The variable with that number and sort.
    pub fn variable(&mut self, number: u32, sort: SortId) -> Term {
        self.term(Head::Variable(number), sort, &[])
    }

    /// A symbol applied to arguments.
    pub fn apply(&mut self, symbol: Symbol, sort: SortId, arguments: &[Term]) -> Term {
        self.term(Head::Symbol(symbol), sort, arguments)
    }

    fn term(&mut self, head: Head, sort: SortId, arguments: &[Term]) -> Term {
        let key = (head, sort, arguments.into());
        if let Some(&term) = self.by_content.get(&key) {
            return term;
        }
        let weight = arguments.iter().fold(1_u32, |sum, it| sum.saturating_add(self.weight(*it)));
        let depth = arguments.iter().map(|it| self.depth(*it)).max().unwrap_or(0) + 1;
        let is_ground =
            !matches!(head, Head::Variable(_)) && arguments.iter().all(|it| self.is_ground(*it));
        let start = self.arguments.len() as u32;
        self.arguments.extend(arguments);
        let end = self.arguments.len() as u32;
        let term = Term(self.known.len() as u32);
        self.known.push(Known { head, sort, start, end, weight, depth, is_ground });
        self.by_content.insert(key, term);
        term
    }

    fn known(&self, term: Term) -> &Known {
        &self.known[term.0 as usize]
    }

    /// What a term begins with.
    pub fn head(&self, term: Term) -> Head {
        self.known(term).head
    }

    /// The number of a term that is a variable.
    pub fn as_variable(&self, term: Term) -> Option<u32> {
        match self.head(term) {
            Head::Variable(number) => Some(number),
            Head::Symbol(_) => None,
        }
    }

    /// The arguments of a term.
    pub fn arguments(&self, term: Term) -> &[Term] {
        let known = self.known(term);
        &self.arguments[known.start as usize..known.end as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> SortId {
        self.known(term).sort
    }

    /// How many symbols and variables it has.
    pub fn weight(&self, term: Term) -> u32 {
        self.known(term).weight
    }

    /// How deep it is; a constant or variable has depth 1.
    pub fn depth(&self, term: Term) -> u32 {
        self.known(term).depth
    }

    /// Whether it has no variables.
    pub fn is_ground(&self, term: Term) -> bool {
        self.known(term).is_ground
    }

    /// Counts its variables: `count` hears each, as often as it occurs.
    pub fn variables(&self, term: Term, count: &mut impl FnMut(u32)) {
        if self.is_ground(term) {
            return;
        }
        match self.head(term) {
            Head::Variable(number) => count(number),
            Head::Symbol(_) => {
                let known = *self.known(term);
                for at in known.start..known.end {
                    self.variables(self.arguments[at as usize], count);
                }
            }
        }
    }
}
