//! The proofs of an answer as lines: by resolution, as textbooks write it, by natural deduction, a tableau or induction.

use super::TheoryAxiom;
use super::conclusion::{Conclusion, TheorySays};
use super::deduction::without_deduction;
use super::goals::TheoryGoals;
use super::proof::{ANOTHER, ClauseSource, NO_OTHERS, NamedProof, heading};
use super::puzzle::TheoryPuzzle;
use super::taught::taught;
use super::textbook::textbook;
use crate::interchange::textbook::write;
use crate::kinds::tableau::without_tableau;
use crate::kinds::{Answer, Engine, Listing, Note, Question};
use crate::syntax::ast::Verb;
use puzzle_engine::evidence::refutation::Refutation;
use puzzle_engine::problem::theory::TheoryMethod;

/// The engines that show proofs.
const PROOFS: [Engine; 4] = [
    Engine::Theory(TheoryMethod::Resolution),
    Engine::Textbook,
    Engine::Theory(TheoryMethod::Deduction),
    Engine::Theory(TheoryMethod::Tableau),
];

/// Lines of a proof that are shown without being asked for.
const MOST_LINES: usize = 24;

impl TheoryPuzzle<'_> {
    /// Adds the proofs, where they are asked for or short.
    pub(super) fn with_proofs(
        &self,
        mut answer: Answer,
        question: &Question,
        conclusion: &Conclusion,
    ) -> Answer {
        let Conclusion { says, reason } = conclusion;
        // Whoever asks for a proof sees it, however long it is.
        let is_by_proof = question.engine.is_some_and(|it| PROOFS.contains(&it));
        let most = if question.is_why || is_by_proof { usize::MAX } else { MOST_LINES };
        if let Some(proof) = taught(&self.understood, question, conclusion) {
            let how = if reason.tableau.is_some() { "a tableau" } else { "natural deduction" };
            let heading = Some(format!("proof by {how}:"));
            answer.proofs = vec![Listing { heading, lines: proof.lines }];
            return answer;
        }
        let is_said = question.verb != Verb::Ask || !reason.proofs.is_empty();
        if let Some(missing) = untaught(question).filter(|_| is_said) {
            answer.notes.insert(0, Note::Summary(missing));
        }
        if let Some(induction) = &reason.induction {
            let (heading, lines) = self.induction_lines(question, says, induction);
            if lines.len() <= most {
                answer.proofs = vec![Listing { heading: Some(heading), lines }];
            } else {
                let words = "a proof by induction; `by resolution` shows it".to_owned();
                answer.notes.insert(0, Note::Summary(words));
            }
            return answer;
        }
        let length: usize = reason.proofs.iter().map(|it| it.steps.len()).sum();
        if question.engine == Some(Engine::Textbook) {
            let proofs = textbook(self, question, conclusion);
            answer.proofs = proofs
                .iter()
                .map(|it| Listing { heading: Some(it.heading.clone()), lines: write(it) })
                .collect();
        } else if length <= most {
            answer.proofs = reason.proofs.iter().map(|it| self.lines(question, says, it)).collect();
            if is_by_proof {
                answer.proofs.extend(self.exclusion_lines(question, says));
            }
        } else {
            let words = self.without_lines(reason, length);
            answer.notes.insert(0, Note::Summary(words));
        }
        answer
    }

    /// The lines of a proof.
    fn lines(&self, question: &Question, says: &TheorySays, proof: &Refutation) -> Listing {
        let axioms = self.understood.rules.len();
        let named = self.named(question, says, proof);
        let lines = named.lines(axioms, |source| self.source_name(question, &named, source));
        Listing { heading: Some(heading(proof)), lines }
    }

    /// The lines of the proof that an answer tells all there is, if there is one.
    fn exclusion_lines(&self, question: &Question, says: &TheorySays) -> Option<Listing> {
        let TheorySays::Answers { exclusion, .. } = says else { return None };
        let proof = exclusion.as_ref()?.proofs.first()?;
        let named = self.named(question, says, proof);
        let lines = named.lines(self.understood.rules.len(), |source| match source {
            ClauseSource::Question(_) => ANOTHER.to_owned(),
            other => self.source_name(question, &named, other),
        });
        Some(Listing { heading: Some(NO_OTHERS.to_owned()), lines })
    }

    /// A proof with names.
    pub(super) fn named<'p>(
        &self,
        question: &Question,
        says: &TheorySays,
        proof: &'p Refutation,
    ) -> NamedProof<'p> {
        let goals = TheoryGoals::of(question);
        let variables = goals.map_or(&self.understood.meaning.names, |it| &it.variables);
        let is_asked = question.verb == Verb::Ask;
        let mut named = NamedProof::of(proof, &self.understood, variables, is_asked);
        named.is_denied = match says {
            TheorySays::Sentence => true,
            TheorySays::Answers { .. } => {
                proof.steps.last().is_some_and(|it| it.literals.is_empty())
            }
            TheorySays::Contradiction | TheorySays::Negation | TheorySays::Equivalence => false,
        };
        named
    }

    /// Where a clause comes from that follows from no others.
    pub(super) fn source_name(
        &self,
        question: &Question,
        named: &NamedProof<'_>,
        source: &ClauseSource,
    ) -> String {
        match source {
            ClauseSource::Axiom(axiom) => match self.understood.rules[*axiom] {
                TheoryAxiom { label: Some(label), .. } => format!("rule {label}"),
                TheoryAxiom { place, source, .. } => {
                    format!("line {}", source.line_column(place.start).line)
                }
            },
            ClauseSource::Question(at) => match (question.verb, at) {
                (Verb::Equivalent, 0) => "the first sentence".to_owned(),
                (Verb::Equivalent, _) => "the second sentence".to_owned(),
                _ if named.is_denied => "the question, denied".to_owned(),
                _ => "the question".to_owned(),
            },
            ClauseSource::Different => "different names".to_owned(),
            ClauseSource::Listed => "all of its sort".to_owned(),
            ClauseSource::Clauses => String::new(),
        }
    }
}

/// What is said where there is no proof of the kind that was asked for.
fn untaught(question: &Question) -> Option<String> {
    let missing = match question.engine {
        Some(Engine::Theory(TheoryMethod::Deduction)) => without_deduction(),
        Some(Engine::Theory(TheoryMethod::Tableau)) => without_tableau(),
        _ => return None,
    };
    Some(match question.verb {
        Verb::Ask => "what `ask` finds is shown by resolution; `prove` with a name in place \
                      of each `?` shows it as asked for"
            .to_owned(),
        _ => missing,
    })
}
