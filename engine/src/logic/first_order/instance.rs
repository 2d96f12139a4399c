//! Sentences with terms in the place of their free variables.

use rustc_hash::FxHashMap;

use super::{Sentence, SentenceId, Term, TermId, Theory, Variable};

/// What variables stand for.
type Values = FxHashMap<Variable, TermId>;

impl Theory {
    /// A sentence with terms in the place of free variables. Its quantifiers bind the same variables.
    pub fn instance(&mut self, root: SentenceId, values: &Values) -> SentenceId {
        let mut known: FxHashMap<SentenceId, SentenceId> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let sentence = self.get(id).clone();
            let missing = sentence.parts().into_iter().filter(|it| !known.contains_key(it));
            let missing: Vec<_> = missing.collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let parts = |parts: &[SentenceId]| parts.iter().map(|it| known[it]).collect();
            let changed = match &sentence {
                Sentence::Truth(_) => sentence,
                Sentence::Atom(predicate, terms) => {
                    let terms = terms.iter().map(|it| self.term_instance(*it, values)).collect();
                    Sentence::Atom(*predicate, terms)
                }
                Sentence::Equal(one, other) => Sentence::Equal(
                    self.term_instance(*one, values),
                    self.term_instance(*other, values),
                ),
                Sentence::Not(part) => Sentence::Not(known[part]),
                Sentence::And(all) => Sentence::And(parts(all)),
                Sentence::Or(all) => Sentence::Or(parts(all)),
                Sentence::Implies(one, other) => Sentence::Implies(known[one], known[other]),
                Sentence::Iff(one, other) => Sentence::Iff(known[one], known[other]),
                Sentence::Quantified(quantifier, variable, part) => {
                    Sentence::Quantified(*quantifier, *variable, known[part])
                }
            };
            let changed = self.sentence(changed);
            known.insert(id, changed);
            open.pop();
        }
        known[&root]
    }

    fn term_instance(&mut self, root: TermId, values: &Values) -> TermId {
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let changed = match self.get_term(id).clone() {
                Term::Variable(variable) => values.get(&variable).copied().unwrap_or(id),
                Term::Apply(function, terms) => {
                    let missing: Vec<_> =
                        terms.iter().filter(|it| !known.contains_key(it)).copied().collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let terms = terms.iter().map(|it| known[it]).collect();
                    self.term(Term::Apply(function, terms))
                }
            };
            known.insert(id, changed);
            open.pop();
        }
        known[&root]
    }
}
