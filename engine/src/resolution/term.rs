//! Terms of the prover, each stored once, so that equal terms are equal numbers. An atom is a term
//! whose head is a predicate. Variables are numbered in each clause from 0.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::evidence::refutation::{ProofTerm, ProofTermKind, SortNumber};

/// A term by its index in the [`Bank`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SharedTerm(pub u32);

/// Arguments of a term that is being made, without allocation as long as they are few.
pub(super) type TermArguments = SmallVec<[SharedTerm; 8]>;

/// What a term begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TermHead {
    /// A variable by its number in its clause.
    Variable(u32),
    /// A symbol by its index in the bank's.
    Symbol(TermSymbol),
}

/// A function or predicate by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermSymbol(pub u32);

/// What is known of a term.
#[derive(Clone, Copy, Debug)]
struct Known {
    head: TermHead,
    sort: SortNumber,
    /// Where its arguments lie.
    start: u32,
    end: u32,
    /// Symbols and variables in it.
    weight: u32,
    /// Those of them that weigh nothing when terms are ordered.
    weightless: u32,
    depth: u32,
    /// One more than the greatest number of a variable in it; 0 if there is none.
    span: u32,
    /// The one before it with the same hash.
    before: Option<SharedTerm>,
}

/// All terms of a search.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    known: Vec<Known>,
    arguments: Vec<SharedTerm>,
    /// The last term with each hash.
    by_hash: FxHashMap<u32, SharedTerm>,
    /// The symbol that weighs nothing when terms are ordered.
    weightless: Option<TermSymbol>,
}

impl Bank {
    /// The variable with that number and sort.
    pub fn variable(&mut self, number: u32, sort: SortNumber) -> SharedTerm {
        self.term(TermHead::Variable(number), sort, &[])
    }

    /// A symbol applied to arguments.
    pub fn apply(
        &mut self,
        symbol: TermSymbol,
        sort: SortNumber,
        arguments: &[SharedTerm],
    ) -> SharedTerm {
        self.term(TermHead::Symbol(symbol), sort, arguments)
    }

    fn term(&mut self, head: TermHead, sort: SortNumber, arguments: &[SharedTerm]) -> SharedTerm {
        let hash = hash(head, sort, arguments);
        let before = self.by_hash.get(&hash).copied();
        if let Some(known) = self.among(before, head, sort, arguments) {
            return known;
        }
        let weight = arguments.iter().fold(1_u32, |sum, it| sum.saturating_add(self.weight(*it)));
        let depth = arguments.iter().map(|it| self.depth(*it)).max().unwrap_or(0) + 1;
        let span = match head {
            TermHead::Variable(number) => number + 1,
            TermHead::Symbol(_) => arguments.iter().map(|it| self.span(*it)).max().unwrap_or(0),
        };
        let weightless = self.weightless_in(head, arguments);
        let start = self.arguments.len() as u32;
        self.arguments.extend(arguments);
        let end = self.arguments.len() as u32;
        let term = SharedTerm(self.known.len() as u32);
        self.known.push(Known { head, sort, start, end, weight, weightless, depth, span, before });
        self.by_hash.insert(hash, term);
        term
    }

    /// A symbol applied to arguments, if that is here already.
    pub fn find(
        &self,
        symbol: TermSymbol,
        sort: SortNumber,
        arguments: &[SharedTerm],
    ) -> Option<SharedTerm> {
        let head = TermHead::Symbol(symbol);
        let last = self.by_hash.get(&hash(head, sort, arguments)).copied();
        self.among(last, head, sort, arguments)
    }

    /// The term that is such, if it is a given one or before that.
    fn among(
        &self,
        mut last: Option<SharedTerm>,
        head: TermHead,
        sort: SortNumber,
        arguments: &[SharedTerm],
    ) -> Option<SharedTerm> {
        while let Some(term) = last {
            let known = self.known(term);
            if (known.head, known.sort) == (head, sort) && self.arguments(term) == arguments {
                break;
            }
            last = known.before;
        }
        last
    }

    fn known(&self, term: SharedTerm) -> &Known {
        &self.known[term.0 as usize]
    }

    /// What a term begins with.
    pub fn head(&self, term: SharedTerm) -> TermHead {
        self.known(term).head
    }

    /// The number of a term that is a variable.
    pub fn as_variable(&self, term: SharedTerm) -> Option<u32> {
        match self.head(term) {
            TermHead::Variable(number) => Some(number),
            TermHead::Symbol(_) => None,
        }
    }

    /// The arguments of a term.
    pub fn arguments(&self, term: SharedTerm) -> &[SharedTerm] {
        let known = self.known(term);
        &self.arguments[known.start as usize..known.end as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, term: SharedTerm) -> SortNumber {
        self.known(term).sort
    }

    /// How many symbols and variables it has.
    pub fn weight(&self, term: SharedTerm) -> u32 {
        self.known(term).weight
    }

    /// Lets a symbol, if any, weigh nothing when terms are ordered, and all others one.
    pub(super) fn weigh_nothing(&mut self, symbol: Option<TermSymbol>) {
        self.weightless = symbol;
        // Arguments stand before what is made of them.
        for at in 0..self.known.len() {
            let term = SharedTerm(at as u32);
            self.known[at].weightless = self.weightless_in(self.head(term), self.arguments(term));
        }
    }

    fn weightless_in(&self, head: TermHead, arguments: &[SharedTerm]) -> u32 {
        let Some(symbol) = self.weightless else { return 0 };
        let own = u32::from(head == TermHead::Symbol(symbol));
        arguments.iter().fold(own, |sum, it| sum.saturating_add(self.known(*it).weightless))
    }

    /// Its weight when terms are ordered.
    pub(super) fn ordered_weight(&self, term: SharedTerm) -> u32 {
        let known = self.known(term);
        known.weight.saturating_sub(known.weightless)
    }

    /// How deep it is; a constant or variable has depth 1.
    pub fn depth(&self, term: SharedTerm) -> u32 {
        self.known(term).depth
    }

    /// Whether it has no variables.
    pub fn is_ground(&self, term: SharedTerm) -> bool {
        self.span(term) == 0
    }

    /// One more than the greatest number of a variable in it; 0 if there is none.
    pub fn span(&self, term: SharedTerm) -> u32 {
        self.known(term).span
    }

    /// Counts its variables: `count` hears each, as often as it occurs.
    pub fn variables(&self, term: SharedTerm, count: &mut impl FnMut(u32)) {
        if self.is_ground(term) {
            return;
        }
        match self.head(term) {
            TermHead::Variable(number) => count(number),
            TermHead::Symbol(_) => {
                let known = *self.known(term);
                for at in known.start..known.end {
                    self.variables(self.arguments[at as usize], count);
                }
            }
        }
    }

    /// Which argument of a term the part with a number is in, and its number there. Parts are
    /// numbered as they begin, from left to right, the whole being 0.
    fn step(&self, term: SharedTerm, at: u32) -> (usize, u32) {
        let mut rest = at - 1;
        for (which, argument) in self.arguments(term).iter().enumerate() {
            let weight = self.weight(*argument);
            if rest < weight {
                return (which, rest);
            }
            rest -= weight;
        }
        unreachable!("a term has as many parts as it weighs")
    }

    /// The part of a term with a number.
    pub fn part(&self, mut term: SharedTerm, mut at: u32) -> SharedTerm {
        while at > 0 {
            let (which, rest) = self.step(term, at);
            (term, at) = (self.arguments(term)[which], rest);
        }
        term
    }

    /// A term with another one in place of a part; all that stands beside it is changed, too.
    pub fn replaced(
        &mut self,
        term: SharedTerm,
        at: u32,
        by: SharedTerm,
        change: &mut impl FnMut(&mut Self, SharedTerm) -> SharedTerm,
    ) -> SharedTerm {
        let (TermHead::Symbol(symbol), true) = (self.head(term), at > 0) else { return by };
        let (which, rest) = self.step(term, at);
        let mut arguments = TermArguments::from_slice(self.arguments(term));
        for (other, argument) in arguments.iter_mut().enumerate() {
            *argument = if other == which {
                self.replaced(*argument, rest, by, change)
            } else {
                change(self, *argument)
            };
        }
        let sort = self.sort(term);
        self.apply(symbol, sort, &arguments)
    }
}

/// The upper half of the hash of a term, so that twice as many fit into the cache.
fn hash(head: TermHead, sort: SortNumber, arguments: &[SharedTerm]) -> u32 {
    (FxBuildHasher.hash_one((head, sort, arguments)) >> 32) as u32
}

/// A term as proofs write it. Its depth is bounded.
pub fn written(bank: &Bank, term: SharedTerm) -> ProofTerm {
    let kind = match bank.head(term) {
        TermHead::Variable(number) => ProofTermKind::Variable(number),
        TermHead::Symbol(symbol) => {
            let arguments = bank.arguments(term).iter().map(|it| written(bank, *it));
            ProofTermKind::Apply(symbol.0, arguments.collect())
        }
    };
    ProofTerm { sort: bank.sort(term), kind }
}
