//! Feature vectors: numbers that are no smaller for a clause than for any clause that subsumes it,
//! and a tree of clauses by them (S. Schulz, *Simple and efficient clause subsumption with feature
//! vector indexing*, 2004).

use super::clause::{ClauseId, FirstOrderLiteral};
use super::term::{Bank, SharedTerm, TermHead};

/// Symbols are counted in so many groups of each sign.
const GROUPS: usize = 8;
const COUNT: usize = 2 * GROUPS + 3;

/// The numbers of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features([u32; COUNT]);

impl Features {
    /// Those of some literals.
    pub(super) fn of(bank: &Bank, literals: &[FirstOrderLiteral]) -> Self {
        let mut features = [0_u32; COUNT];
        for literal in literals {
            let sign = usize::from(literal.is_positive);
            features[sign] += 1;
            for term in literal.terms() {
                features[2] = features[2].saturating_add(bank.weight(term));
                count(bank, term, &mut features[3 + sign * GROUPS..][..GROUPS]);
            }
        }
        Self(features)
    }
}

fn count(bank: &Bank, term: SharedTerm, groups: &mut [u32]) {
    if let TermHead::Symbol(symbol) = bank.head(term) {
        groups[symbol.0 as usize % GROUPS] += 1;
        bank.arguments(term).iter().for_each(|it| count(bank, *it, groups));
    }
}

/// Clauses in a leaf that is not divided yet.
const MOST_IN_LEAF: usize = 16;

#[derive(Debug)]
enum Node {
    /// Clauses with their features.
    Leaf(Vec<(Features, ClauseId)>),
    /// Nodes by the next feature, ascending.
    Inner(Vec<(u32, u32)>),
}

/// Clauses by their features.
#[derive(Debug)]
pub(super) struct FeatureTree {
    nodes: Vec<Node>,
}

impl Default for FeatureTree {
    fn default() -> Self {
        Self { nodes: vec![Node::Leaf(Vec::new())] }
    }
}

impl FeatureTree {
    /// Adds a clause.
    pub(super) fn insert(&mut self, features: Features, clause: ClauseId) {
        let (mut node, mut level) = (0, 0);
        loop {
            match &mut self.nodes[node] {
                Node::Leaf(leaf) if leaf.len() < MOST_IN_LEAF || level == COUNT => {
                    leaf.push((features, clause));
                    return;
                }
                Node::Leaf(leaf) => {
                    let leaf = std::mem::take(leaf);
                    self.nodes[node] = Node::Inner(Vec::new());
                    for (features, clause) in leaf {
                        let child = self.child(node, features.0[level]);
                        if let Node::Leaf(leaf) = &mut self.nodes[child] {
                            leaf.push((features, clause));
                        }
                    }
                }
                Node::Inner(_) => {
                    node = self.child(node, features.0[level]);
                    level += 1;
                }
            }
        }
    }

    /// The child of an inner node, new if there was none.
    fn child(&mut self, node: usize, feature: u32) -> usize {
        let new = self.nodes.len();
        let Node::Inner(children) = &mut self.nodes[node] else { return node };
        match children.binary_search_by_key(&feature, |it| it.0) {
            Ok(at) => children[at].1 as usize,
            Err(at) => {
                children.insert(at, (feature, new as u32));
                self.nodes.push(Node::Leaf(Vec::new()));
                new
            }
        }
    }

    /// Takes a clause out.
    pub(super) fn remove(&mut self, features: Features, clause: ClauseId) {
        let mut node = 0;
        for feature in features.0 {
            let Node::Inner(children) = &self.nodes[node] else { break };
            let Ok(at) = children.binary_search_by_key(&feature, |it| it.0) else { return };
            node = children[at].1 as usize;
        }
        if let Node::Leaf(leaf) = &mut self.nodes[node] {
            leaf.retain(|it| it.1 != clause);
        }
    }

    /// The clauses that may subsume one with these features.
    pub(super) fn subsuming(&self, features: Features) -> Vec<ClauseId> {
        self.find(features, |has, wanted| has <= wanted)
    }

    /// The clauses that one with these features may subsume.
    pub(super) fn subsumed(&self, features: Features) -> Vec<ClauseId> {
        self.find(features, |has, wanted| has >= wanted)
    }

    fn find(&self, features: Features, fits: impl Fn(u32, u32) -> bool) -> Vec<ClauseId> {
        let fits_all = |it: &Features| it.0.iter().zip(features.0).all(|(has, it)| fits(*has, it));
        let mut found = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((node, level)) = open.pop() {
            match &self.nodes[node as usize] {
                Node::Leaf(leaf) => {
                    found.extend(leaf.iter().filter(|it| fits_all(&it.0)).map(|it| it.1));
                }
                Node::Inner(children) => {
                    let fitting = children.iter().filter(|it| fits(it.0, features.0[level]));
                    open.extend(fitting.map(|it| (it.1, level + 1)));
                }
            }
        }
        found
    }
}
