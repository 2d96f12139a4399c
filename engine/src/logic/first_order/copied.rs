//! Sentences of one theory as another one says them.

use super::{
    Predicate, Theory, TheoryFunction, TheorySentence, TheorySentenceId, TheorySort, TheoryTerm,
    TheoryTermId, TheoryVariable,
};

/// What the sorts and symbols of a theory are in another one, by their indices.
#[derive(Clone, Debug, Default)]
pub struct Renamed {
    /// The sorts.
    pub sorts: Vec<TheorySort>,
    /// The functions.
    pub functions: Vec<TheoryFunction>,
    /// The predicates.
    pub predicates: Vec<Predicate>,
}

impl Theory {
    /// Says the axioms of another theory in this one; they are no axioms of it.
    pub fn copy(&mut self, other: &Self, renamed: &Renamed) -> Vec<TheorySentenceId> {
        let first = self.variables.len() as u32;
        self.variables.extend(other.variables.iter().map(|it| renamed.sorts[it.0 as usize]));
        let variable = |it: TheoryVariable| TheoryVariable(it.0 + first);
        let mut terms: Vec<TheoryTermId> = Vec::new();
        for term in &other.terms {
            let term = match term {
                TheoryTerm::Variable(it) => TheoryTerm::Variable(variable(*it)),
                TheoryTerm::Apply(function, arguments) => TheoryTerm::Apply(
                    renamed.functions[function.0 as usize],
                    arguments.iter().map(|it| terms[it.0 as usize]).collect(),
                ),
            };
            terms.push(self.term(term));
        }
        let mut sentences: Vec<TheorySentenceId> = Vec::new();
        for sentence in &other.sentences {
            let part = |it: &TheorySentenceId| sentences[it.0 as usize];
            let term = |it: &TheoryTermId| terms[it.0 as usize];
            let sentence = match sentence {
                TheorySentence::Truth(value) => TheorySentence::Truth(*value),
                TheorySentence::Atom(predicate, all) => TheorySentence::Atom(
                    renamed.predicates[predicate.0 as usize],
                    all.iter().map(term).collect(),
                ),
                TheorySentence::Equal(one, other) => TheorySentence::Equal(term(one), term(other)),
                TheorySentence::Not(it) => TheorySentence::Not(part(it)),
                TheorySentence::And(all) => TheorySentence::And(all.iter().map(part).collect()),
                TheorySentence::Or(all) => TheorySentence::Or(all.iter().map(part).collect()),
                TheorySentence::Implies(one, other) => {
                    TheorySentence::Implies(part(one), part(other))
                }
                TheorySentence::Iff(one, other) => TheorySentence::Iff(part(one), part(other)),
                TheorySentence::Quantified(quantifier, bound, it) => {
                    TheorySentence::Quantified(*quantifier, variable(*bound), part(it))
                }
            };
            sentences.push(self.sentence(sentence));
        }
        other.axioms.iter().map(|it| sentences[it.0 as usize]).collect()
    }
}
