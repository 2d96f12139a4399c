//! A proof by structural induction. What its cases are follows from the sort's declaration and is not part of it.

use super::refutation::Refutation;

/// A proof by induction of what a sentence says of all things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Induction {
    /// On which of the variables of which the sentence says it.
    pub on: usize,
    /// A proof for each constructor of the variable's sort.
    pub cases: Vec<CaseProof>,
}

/// A proof of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseProof {
    /// The axioms, the hypotheses and the denial of the case contradict each other.
    Refutation(Refutation),
    /// By another induction.
    Induction(Induction),
}

impl Induction {
    /// All refutations of its cases.
    pub fn refutations(&self) -> Vec<&Refutation> {
        let (mut open, mut found) = (vec![self], Vec::new());
        while let Some(induction) = open.pop() {
            for case in &induction.cases {
                match case {
                    CaseProof::Refutation(proof) => found.push(proof),
                    CaseProof::Induction(inner) => open.push(inner),
                }
            }
        }
        found
    }
}
