//! What is said of what was found out about a theory, and why it is so.

use super::puzzle::{Goals, TheoryPuzzle};
use super::shown;
use super::world::{described, differences};
use crate::kinds::AnswerVerdict::*;
use crate::kinds::{Answer, Engine, Others, Posed, Question, Solved};
use puzzle_engine::evidence::refutation::ProofTerm;
use puzzle_engine::logic::first_order::Structure;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{
    Answers, Comparison, Decision, Found, Method, Reason, Task, World, aim,
};

/// What follows, and why.
pub struct Conclusion {
    /// What.
    pub says: Says,
    /// Why.
    pub reason: Reason,
}

/// What follows.
pub enum Says {
    /// That no world is possible.
    Contradiction,
    /// The sentence of the question.
    Sentence,
    /// Its negation.
    Negation,
    /// That its two sentences are equivalent.
    Equivalence,
    /// Its sentence for these things.
    Answers(Vec<Vec<ProofTerm>>),
}

impl TheoryPuzzle<'_> {
    /// A question in numbers.
    pub fn task<Aim>(&self, question: &Question, aim: Aim) -> Task<Aim> {
        let goals = Goals::of(question);
        let theory = goals.map_or(&self.understood.meaning.theory, |it| &*it.theory).clone();
        let method = match question.engine {
            Some(Engine::Theory(method)) => method,
            _ => Method::Auto,
        };
        Task { theory, aim, method }
    }

    /// What is said of a sentence that somebody asked about.
    pub fn decision<'p>(&'p self, question: &'p Question, found: Found<Decision>) -> Solved<'p> {
        let decision = match found {
            Outcome::Contradictory(reason) => return self.contradictory(question, reason),
            Outcome::Found(decision) => decision,
        };
        let (verdict, says, reason, words) = match decision {
            Decision::Proved(reason) => (Proved, Says::Sentence, reason, "it follows from:"),
            Decision::Refuted(reason) => {
                (Refuted, Says::Negation, reason, "its negation follows from:")
            }
            Decision::Neither(yes, no) => {
                let answer = Answer::plain(Neither);
                let (head, unseen) = ("true when:", "a world where it is true");
                let answer = self.with_world(answer, Some(head), unseen, &yes);
                let (head, unseen) = ("false when:", "a world where it is false");
                return self.with_world(answer, Some(head), unseen, &no).into();
            }
        };
        self.since(Answer::plain(verdict), question, Conclusion { says, reason }, words)
    }

    /// What is said of two sentences.
    pub fn comparison<'p>(
        &'p self,
        question: &'p Question,
        found: Found<Comparison>,
    ) -> Solved<'p> {
        match found {
            Outcome::Contradictory(reason) => self.contradictory(question, reason),
            Outcome::Found(Comparison::Equivalent(reason)) => {
                let conclusion = Conclusion { says: Says::Equivalence, reason };
                let answer = Answer::plain(Equivalent);
                self.since(answer, question, conclusion, "by what is said in:")
            }
            Outcome::Found(Comparison::Differ(world)) => {
                let answer = Answer::plain(NotEquivalent);
                let (head, unseen) = ("they differ when:", "a world where they differ");
                self.with_world(answer, Some(head), unseen, &world).into()
            }
        }
    }

    /// What is said of the things that somebody asked for.
    pub fn told<'p>(&'p self, question: &'p Question, found: Found<Answers>) -> Solved<'p> {
        let Answers { answers, either, no_others, reason } = match found {
            Outcome::Contradictory(reason) => return self.contradictory(question, reason),
            Outcome::Found(found) => found,
        };
        let asked = Goals::of(question).map_or(&[][..], |it| &it.asked);
        let answer = self.answers(asked, &answers, &either, no_others);
        let conclusion = Conclusion { says: Says::Answers(answers), reason };
        self.since(answer, question, conclusion, "it follows from:")
    }

    /// What is said of a world, or of there being none.
    pub fn model<'p>(
        &'p self,
        question: &'p Question,
        task: Task<aim::Model>,
        found: Found<World>,
    ) -> Solved<'p> {
        let shown = match found {
            Outcome::Contradictory(reason) => return self.contradictory(question, reason),
            Outcome::Found(world) => world,
        };
        let answer = self.with_world(Answer::plain(Satisfiable), None, "a world", &shown);
        let solved = Solved::from(answer);
        match shown {
            World::Shown(first) => solved.or(move || self.another(task, first)),
            World::Unseen(_) => {
                let why = "no world is shown from which others could be told";
                Solved { others: Others::Untold(why), ..solved }
            }
        }
    }

    /// Another world than one.
    fn another(
        &self,
        Task { mut theory, method, .. }: Task<aim::Model>,
        first: Structure,
    ) -> Posed<'_, Option<Vec<String>>> {
        let aim = aim::Another(described(&mut theory, &first));
        Posed::new(Task { theory, aim, method }, move |_, found| match found {
            Outcome::Found(World::Shown(other)) => {
                Some(differences(&self.understood, &first, &other))
            }
            Outcome::Found(World::Unseen(_)) => Some(Vec::new()),
            // That something differs is refuted.
            Outcome::Contradictory(_) => None,
        })
    }

    /// That no world is possible.
    fn contradictory<'p>(&'p self, question: &'p Question, reason: Reason) -> Solved<'p> {
        let conclusion = Conclusion { says: Says::Contradiction, reason };
        let answer = Answer::plain(Contradictory);
        let solved = self.since(answer, question, conclusion, "cannot all be true:");
        Solved { others: Others::NoSolution, ..solved }
    }

    /// An answer, why it is so, and its proof.
    fn since<'p>(
        &'p self,
        answer: Answer,
        question: &'p Question,
        conclusion: Conclusion,
        words: &str,
    ) -> Solved<'p> {
        let answer = self.because(answer, question, &conclusion, words);
        Solved::from(answer).proved(move || shown::proof(self, question, &conclusion))
    }
}
