//! A problem in TPTP that is asked as a whole: whether what it wants proved follows from its axioms. If not, a world
//! shows that in which they are true and it is false.

use super::conclusion::{Conclusion, TheorySays};
use super::goals::Conjecture;
use super::puzzle::TheoryPuzzle;
use super::shown;
use crate::kinds::AnswerVerdict::{Nothing, Proved};
use crate::kinds::{Answer, AnswerHead, Lowered, Others, Posed, Question, Solved};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::first_order::TheoryVariable;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{TheoryAnswers, TheoryFound, TheoryReason, TheoryWorld, aim};

impl TheoryPuzzle<'_> {
    /// The question that is meant: of a problem as a whole, to solve it is to prove what it wants proved.
    pub(super) fn meant<'p>(&'p self, question: &'p Question) -> &'p Question {
        match &self.conjecture {
            Some(it) if question.verb == Verb::Solve && question.is_why => &it.why,
            Some(it) if question.verb == Verb::Solve => &it.plain,
            _ => question,
        }
    }

    /// Whether the conjecture follows; if it asks for which things something is so, also for which.
    pub(super) fn follows_from_axioms<'p>(
        &'p self,
        Conjecture { goals, asked, .. }: &'p Conjecture,
        question: &'p Question,
    ) -> Lowered<'p> {
        let task = self.task(question, aim::AnotherStructure(goals.sentences[0]));
        let posed = Posed::new(task, |_, found| match found {
            Outcome::Contradictory(reason) => self.conjecture_follows(question, reason),
            Outcome::Found(world) => self.conjecture_fails(&world),
        });
        let Some(said) = *asked else { return Lowered::Problem(posed.map(Ok)) };
        let variables = goals.asked.iter().map(|it| it.1).collect();
        let task = self.task(question, aim::AskForTerms(said, variables));
        Lowered::Problem(posed.and_then(move |solved| {
            if !solved.answer.is(Proved) {
                return Posed::known(Ok(solved));
            }
            let told = move |_, found| self.things_asked_for(&goals.asked, found);
            let things = Posed::new(task, told).unless_stopped(None);
            things.map(move |things| {
                let Solved { answer, .. } = solved;
                Ok(Solved { answer: things.into_iter().fold(answer, Answer::note), ..solved })
            })
        }))
    }

    /// For which things something follows, if it does for any that have names.
    fn things_asked_for(
        &self,
        asked: &[(String, TheoryVariable)],
        found: TheoryFound<TheoryAnswers>,
    ) -> Option<String> {
        let Outcome::Found(found) = found else { return None };
        let TheoryAnswers { answers, either, no_others, .. } = found;
        let answer = self.understood.answers(asked, &answers, &either, no_others);
        (!answer.is(Nothing)).then(|| format!("for {}", answer.text))
    }

    fn conjecture_follows<'p>(
        &'p self,
        question: &'p Question,
        reason: TheoryReason,
    ) -> Solved<'p> {
        if reason.is_without_question(self.understood.meaning.theory.axioms.len()) {
            return self.contradictory(question, reason);
        }
        let conclusion = Conclusion { says: TheorySays::Sentence, reason };
        let drawn = shown::proof(self, question, &conclusion).map(|it| it.picture);
        let answer = Answer::plain(Proved);
        let solved = self.since(answer, question, conclusion, "it follows from:");
        let solved = Solved { others: Others::NoSolution, ..solved };
        match drawn {
            Ok(picture) => solved.shown(|| Ok(picture)),
            Err(_) => solved,
        }
    }

    fn conjecture_fails(&self, world: &TheoryWorld) -> Solved<'_> {
        let answer = Answer::plain(AnswerHead::Words("it does not follow".to_owned()));
        let (head, unseen) = ("false when:", "a world where it is false");
        let solved = Solved::from(self.with_world(answer, Some(head), unseen, world));
        match world {
            TheoryWorld::Shown(world) => {
                let picture = self.drawn(Some(world));
                solved.shown(|| Ok(picture))
            }
            TheoryWorld::Unseen(_) => solved,
        }
    }
}
