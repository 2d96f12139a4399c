//! A discrimination tree (P. Graf, *Term Indexing*, 1996): terms are strings of symbols, read from the
//! left, in which all variables are one sign. What it finds may fit; whether it does when a variable
//! comes twice is not looked at. Each branch knows the age of what is below it, so that a term that was looked up
//! before is compared with what is newer only (S. Schulz, *Fingerprint Indexing for Paramodulation and Rewriting*,
//! 2012, calls these age constraints).

use smallvec::{SmallVec, smallvec};

use super::term::{Bank, SharedTerm, TermArguments, TermHead, TermSymbol};

/// How terms in the tree shall fit those that are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// Both may have a common instance.
    Unifiable,
    /// Those that are asked for may be an instance of those in the tree.
    General,
    /// Those in the tree may be an instance of those that are asked for.
    Instance,
}

#[derive(Debug)]
struct Node<T> {
    /// Where a variable or a symbol leads, ascending.
    children: Vec<(Option<TermSymbol>, u32)>,
    /// How many arguments its symbol has.
    arity: u32,
    /// The number of the last value that was put here or below.
    newest: u32,
    values: Vec<(u32, T)>,
}

impl<T> Node<T> {
    const fn new(arity: u32) -> Self {
        Self { children: Vec::new(), arity, newest: 0, values: Vec::new() }
    }

    fn child(&self, key: Option<TermSymbol>) -> Option<u32> {
        let at = self.children.binary_search_by_key(&key, |it| it.0).ok()?;
        Some(self.children[at].1)
    }
}

/// Values by lists of terms. All lists that begin alike are as long.
#[derive(Debug)]
pub struct DiscriminationTree<T> {
    nodes: Vec<Node<T>>,
    /// How many values were put in so far.
    count: u32,
}

impl<T> Default for DiscriminationTree<T> {
    fn default() -> Self {
        Self { nodes: vec![Node::new(0)], count: 0 }
    }
}

/// The end of a list of terms that are still to be read.
const END: u32 = u32::MAX;

impl<T: Copy + PartialEq> DiscriminationTree<T> {
    /// How many values were put in so far, which is the number of the last one.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Adds a value.
    pub fn insert(&mut self, bank: &Bank, terms: &[SharedTerm], value: T) {
        self.count += 1;
        let mut node = 0;
        self.nodes[node].newest = self.count;
        for (key, arity) in string(bank, terms) {
            let children = &self.nodes[node].children;
            node = match children.binary_search_by_key(&key, |it| it.0) {
                Ok(at) => children[at].1 as usize,
                Err(at) => {
                    let new = self.nodes.len();
                    self.nodes[node].children.insert(at, (key, new as u32));
                    self.nodes.push(Node::new(arity));
                    new
                }
            };
            self.nodes[node].newest = self.count;
        }
        self.nodes[node].values.push((self.count, value));
    }

    /// Takes a value out.
    pub fn remove(&mut self, bank: &Bank, terms: &[SharedTerm], value: T) {
        let mut node = 0;
        for (key, _) in string(bank, terms) {
            let Some(child) = self.nodes[node].child(key) else { return };
            node = child as usize;
        }
        self.nodes[node].values.retain(|it| it.1 != value);
    }

    /// The values of terms that may fit.
    pub fn find(&self, bank: &Bank, terms: &[SharedTerm], fit: Fit) -> Vec<T> {
        self.find_newer(bank, terms, fit, 0)
    }

    /// The same, of those only that have a greater number than `since`.
    pub fn find_newer(&self, bank: &Bank, terms: &[SharedTerm], fit: Fit, since: u32) -> Vec<T> {
        let mut found = Vec::new();
        // Lists of terms that share their ends; `None` is any term.
        let mut cells: SmallVec<[(Option<SharedTerm>, u32); 16]> = SmallVec::new();
        let mut list = END;
        for term in terms.iter().rev() {
            cells.push((Some(*term), list));
            list = cells.len() as u32 - 1;
        }
        let mut open: SmallVec<[_; 16]> = smallvec![(0_u32, list)];
        while let Some((node, list)) = open.pop() {
            let node = &self.nodes[node as usize];
            if node.newest <= since {
                continue;
            }
            let Some(&(term, rest)) = cells.get(list as usize) else {
                found.extend(node.values.iter().filter(|it| it.0 > since).map(|it| it.1));
                continue;
            };
            let symbol = term.and_then(|it| match bank.head(it) {
                TermHead::Symbol(symbol) => Some((symbol, it)),
                TermHead::Variable(_) => None,
            });
            let variable = node.child(None).map(|child| (child, rest));
            match symbol {
                Some((symbol, term)) => {
                    open.extend(variable.filter(|_| fit != Fit::Instance));
                    if let Some(child) = node.child(Some(symbol)) {
                        let mut list = rest;
                        for argument in bank.arguments(term).iter().rev() {
                            cells.push((Some(*argument), list));
                            list = cells.len() as u32 - 1;
                        }
                        open.push((child, list));
                    }
                }
                None if fit == Fit::General => open.extend(variable),
                None => {
                    for &(_, child) in &node.children {
                        let mut list = rest;
                        for _ in 0..self.nodes[child as usize].arity {
                            cells.push((None, list));
                            list = cells.len() as u32 - 1;
                        }
                        open.push((child, list));
                    }
                }
            }
        }
        found
    }
}

/// Terms read from the left: symbols, `None` for variables, and how many arguments they have.
fn string<'b>(
    bank: &'b Bank,
    terms: &[SharedTerm],
) -> impl Iterator<Item = (Option<TermSymbol>, u32)> + 'b {
    let mut open: TermArguments = terms.iter().rev().copied().collect();
    std::iter::from_fn(move || {
        let term = open.pop()?;
        let arguments = bank.arguments(term);
        open.extend(arguments.iter().rev().copied());
        let symbol = match bank.head(term) {
            TermHead::Symbol(symbol) => Some(symbol),
            TermHead::Variable(_) => None,
        };
        Some((symbol, arguments.len() as u32))
    })
}
