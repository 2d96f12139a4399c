//! Sentences with terms in the place of their free variables.

use rustc_hash::FxHashMap;

use super::{Theory, TheorySentence, TheorySentenceId, TheoryTerm, TheoryTermId, TheoryVariable};

/// What variables stand for.
type Values = FxHashMap<TheoryVariable, TheoryTermId>;

impl Theory {
    /// A sentence with terms in the place of free variables. Its quantifiers bind the same variables.
    pub fn instance(&mut self, root: TheorySentenceId, values: &Values) -> TheorySentenceId {
        let mut known: FxHashMap<TheorySentenceId, TheorySentenceId> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let sentence = self.get(id).clone();
            let missing = sentence.parts().into_iter().filter(|it| !known.contains_key(it));
            let missing: Vec<_> = missing.collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let parts = |parts: &[TheorySentenceId]| parts.iter().map(|it| known[it]).collect();
            let changed = match &sentence {
                TheorySentence::Truth(_) => sentence,
                TheorySentence::Atom(predicate, terms) => {
                    let terms = terms.iter().map(|it| self.term_instance(*it, values)).collect();
                    TheorySentence::Atom(*predicate, terms)
                }
                TheorySentence::Equal(one, other) => TheorySentence::Equal(
                    self.term_instance(*one, values),
                    self.term_instance(*other, values),
                ),
                TheorySentence::Not(part) => TheorySentence::Not(known[part]),
                TheorySentence::And(all) => TheorySentence::And(parts(all)),
                TheorySentence::Or(all) => TheorySentence::Or(parts(all)),
                TheorySentence::Implies(one, other) => {
                    TheorySentence::Implies(known[one], known[other])
                }
                TheorySentence::Iff(one, other) => TheorySentence::Iff(known[one], known[other]),
                TheorySentence::Quantified(quantifier, variable, part) => {
                    TheorySentence::Quantified(*quantifier, *variable, known[part])
                }
            };
            let changed = self.sentence(changed);
            known.insert(id, changed);
            open.pop();
        }
        known[&root]
    }

    fn term_instance(&mut self, root: TheoryTermId, values: &Values) -> TheoryTermId {
        let mut known: FxHashMap<TheoryTermId, TheoryTermId> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let changed = match self.get_term(id).clone() {
                TheoryTerm::Variable(variable) => values.get(&variable).copied().unwrap_or(id),
                TheoryTerm::Apply(function, terms) => {
                    let missing: Vec<_> =
                        terms.iter().filter(|it| !known.contains_key(it)).copied().collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let terms = terms.iter().map(|it| known[it]).collect();
                    self.term(TheoryTerm::Apply(function, terms))
                }
            };
            known.insert(id, changed);
            open.pop();
        }
        known[&root]
    }
}
