//! From a sentence without quantifiers to clauses: `or` is distributed over `and`, and what says nothing goes.

use rustc_hash::FxHashSet;

use super::ClausalConversion;
use puzzle_engine::logic::first_order::{
    MOST_SPELT_OUT, Predicate, TheorySentence, TheorySentenceId, TheoryTermId,
};

/// Its value, its predicate if it has one, and its terms.
type LiteralKey = (bool, Option<Predicate>, Box<[TheoryTermId]>);

/// The literals of clauses.
type LiteralSets = Vec<Vec<TheorySentenceId>>;

impl ClausalConversion {
    /// The clauses of a sentence in which negations stand before atoms only; `None` where a product is so large that
    /// provers give names to its parts.
    pub(super) fn distributed(&self, id: TheorySentenceId) -> Option<LiteralSets> {
        match self.theory.get(id) {
            TheorySentence::Truth(true) => Some(Vec::new()),
            TheorySentence::Truth(false) => Some(vec![Vec::new()]),
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.distributed(*it));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.distributed(*it));
                let mut parts = parts.collect::<Option<Vec<_>>>()?;
                parts.sort_by_key(Vec::len);
                parts.into_iter().try_fold(vec![Vec::new()], |product, part| {
                    let is_large = part.len() > 1 && product.len() * part.len() > MOST_SPELT_OUT;
                    let longer = |one: &Vec<_>| {
                        let one = one.clone();
                        part.iter().map(move |other| [&one[..], other].concat()).collect::<Vec<_>>()
                    };
                    (!is_large).then(|| product.iter().flat_map(longer).collect())
                })
            }
            _ => Some(vec![vec![id]]),
        }
    }

    /// Clauses in which no literal repeats another one or is false in any case; of those that are true in any case or
    /// repeat others none.
    pub(super) fn tidied(&self, clauses: LiteralSets) -> LiteralSets {
        let mut seen: FxHashSet<Vec<LiteralKey>> = FxHashSet::default();
        let mut tidy = LiteralSets::new();
        for clause in clauses {
            let (mut literals, mut keys) = (Vec::new(), Vec::new());
            let mut is_true = false;
            for literal in clause {
                let key = self.key(literal);
                let is_identity = key.1.is_none() && key.2.first() == key.2.last();
                let denied = (!key.0, key.1, key.2.clone());
                is_true |= is_identity && key.0 || keys.contains(&denied);
                if !is_identity && !keys.contains(&key) {
                    literals.push(literal);
                    keys.push(key);
                }
            }
            if !is_true && seen.insert(keys) {
                tidy.push(literals);
            }
        }
        tidy
    }

    /// What a literal says, the sides of an equation in order.
    fn key(&self, literal: TheorySentenceId) -> LiteralKey {
        match self.theory.get(literal) {
            TheorySentence::Not(part) => {
                let (value, predicate, terms) = self.key(*part);
                (!value, predicate, terms)
            }
            TheorySentence::Equal(one, other) => {
                (true, None, [*one.min(other), *one.max(other)].into())
            }
            TheorySentence::Atom(predicate, terms) => (true, Some(*predicate), terms.clone()),
            _ => (true, None, Box::default()),
        }
    }
}
