//! A theory as the prover works on it, to be shown step by step: its axioms, and of a question what is assumed in
//! order to be refuted.

use std::sync::Arc;

use super::TheoryAxiom;
use super::conclusion::TheorySays;
use super::goals::TheoryGoals;
use super::proof::ClauseSource;
use super::puzzle::TheoryPuzzle;
use crate::diagnostic::Related;
use crate::kinds::AnswerVerdict::{Contradictory, Refuted};
use crate::kinds::traced::SayClauses;
use crate::kinds::{Answer, Question, Refusal, SaidClause, TracedProof};
use crate::syntax::ast::Verb;
use puzzle_engine::evidence::refutation::Refutation;

impl TheoryPuzzle<'_> {
    /// The sentences whose contradiction shows an answer; where nothing follows, those with which the prover
    /// tries.
    ///
    /// # Errors
    /// Why no such sentences belong to the question.
    pub(super) fn traced_proof<'p>(
        &'p self,
        question: &'p Question,
        answer: &Answer,
    ) -> Result<TracedProof<'p>, Refusal> {
        let question = self.meant(question);
        let axioms = &self.understood.meaning.theory;
        let (theory, demands, says) = match (question.verb, TheoryGoals::of(question)) {
            (Verb::Solve, _) => (axioms.clone(), Vec::new(), TheorySays::Contradiction),
            (Verb::Prove, Some(goals)) => {
                let says = match () {
                    () if answer.is(Contradictory) => TheorySays::Contradiction,
                    () if answer.is(Refuted) => TheorySays::Negation,
                    () => TheorySays::Sentence,
                };
                let demands = match says {
                    TheorySays::Contradiction => Vec::new(),
                    _ => vec![(goals.sentences[0], matches!(says, TheorySays::Negation))],
                };
                ((*goals.theory).clone(), demands, says)
            }
            _ => return Err("of a theory the steps of `solve` and `prove` are shown".to_owned()),
        };
        let say: SayClauses<'p> = Box::new(move |clauses| self.say(question, &says, clauses));
        Ok(TracedProof { theory, demands, say })
    }

    fn say(&self, question: &Question, says: &TheorySays, clauses: &Refutation) -> Vec<SaidClause> {
        let rules = &self.understood.rules;
        let mut named = self.named(question, says, clauses);
        named.is_denied = matches!(says, TheorySays::Sentence);
        let said = (0..clauses.steps.len()).map(|at| {
            let source = named.source(at, rules.len());
            let sentence = match source {
                ClauseSource::Axiom(axiom) => {
                    let TheoryAxiom { place, source, .. } = rules[axiom];
                    let source = Some(Arc::clone(source));
                    Some(Related { source, span: place, message: String::new() })
                }
                _ => None,
            };
            let origin = match source {
                ClauseSource::Clauses => named.derivation(at),
                _ => self.source_name(question, &named, &source),
            };
            SaidClause { literals: named.literals(at), origin, sentence }
        });
        said.collect()
    }
}
