//! What is said of what was found out about a theory, and why it is so.

use std::rc::Rc;

use super::conclusion::{Conclusion, TheorySays};
use super::goals::TheoryGoals;
use super::puzzle::TheoryPuzzle;
use super::side_by_side::{coinciding, side_by_side};
use super::world::{described, differences};
use super::{TheoryAxiom, frames, shown};
use crate::kinds::AnswerVerdict::*;
use crate::kinds::sheet::NamedTable;
use crate::kinds::{Answer, Engine, Others, Posed, Question, Reasons, Solved};
use crate::text::shortened;
use num_bigint::BigUint;
use puzzle_engine::evidence::refutation::Refutation;
use puzzle_engine::logic::first_order::Structure;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{
    TheoryAnswers, TheoryComparison, TheoryDecision, TheoryFound, TheoryMethod, TheoryReason,
    TheoryTask, TheoryWorld, aim,
};

/// Why another world than one is not looked for.
const OPEN_SORTS: &str = "other worlds are told only where all sorts are listed";

impl TheoryPuzzle<'_> {
    /// A question in numbers.
    pub(super) fn task<Aim>(&self, question: &Question, aim: Aim) -> TheoryTask<Aim> {
        let goals = TheoryGoals::of(question);
        let theory = goals.map_or(&self.understood.meaning.theory, |it| &*it.theory).clone();
        let method = match question.engine {
            Some(Engine::Theory(method)) => method,
            Some(Engine::Textbook) => TheoryMethod::Resolution,
            _ => TheoryMethod::Auto,
        };
        TheoryTask { theory, aim, method }
    }

    /// What is said of a sentence that somebody asked about.
    pub(super) fn decision<'p>(
        &'p self,
        question: &'p Question,
        found: TheoryFound<TheoryDecision>,
    ) -> Solved<'p> {
        let decision = match found {
            Outcome::Contradictory(reason) => return self.contradictory(question, reason),
            Outcome::Found(decision) => decision,
        };
        let (verdict, says, reason, words) = match decision {
            TheoryDecision::Proved(reason) => {
                (Proved, TheorySays::Sentence, reason, "it follows from:")
            }
            TheoryDecision::Refuted(reason) => {
                (Refuted, TheorySays::Negation, reason, "its negation follows from:")
            }
            TheoryDecision::Neither(yes, no) => return self.neither(question, &yes, &no).into(),
        };
        self.since(Answer::plain(verdict), question, Conclusion { says, reason }, words)
    }

    /// That a sentence is true in one world and false in another. Why, only what differs says, where both are shown.
    fn neither(&self, question: &Question, yes: &TheoryWorld, no: &TheoryWorld) -> Answer {
        let both = match (yes, no) {
            (TheoryWorld::Shown(yes), TheoryWorld::Shown(no)) => Some([yes, no]),
            _ => None,
        };
        let heads = ["true when", "false when"];
        let answer = both
            .filter(|_| question.is_why)
            .and_then(|it| side_by_side(&self.understood, heads, it));
        let answer = answer.unwrap_or_else(|| {
            let answer = Answer::plain(Neither);
            let (head, unseen) = ("true when:", "a world where it is true");
            let answer = self.with_world(answer, Some(head), unseen, yes);
            let (head, unseen) = ("false when:", "a world where it is false");
            self.with_world(answer, Some(head), unseen, no)
        });
        match both.and_then(|it| coinciding(&self.understood, it)) {
            Some(words) => answer.note(words),
            None => answer,
        }
    }

    /// What is said of two sentences.
    pub(super) fn comparison<'p>(
        &'p self,
        question: &'p Question,
        found: TheoryFound<TheoryComparison>,
    ) -> Solved<'p> {
        match found {
            Outcome::Contradictory(reason) => self.contradictory(question, reason),
            Outcome::Found(TheoryComparison::Equivalent(reason)) => {
                let conclusion = Conclusion { says: TheorySays::Equivalence, reason };
                let answer = Answer::plain(Equivalent);
                self.since(answer, question, conclusion, "by what is said in:")
            }
            Outcome::Found(TheoryComparison::Differ(world)) => {
                let answer = Answer::plain(NotEquivalent);
                let (head, unseen) = ("they differ when:", "a world where they differ");
                self.with_world(answer, Some(head), unseen, &world).into()
            }
        }
    }

    /// What is said of the things that somebody asked for.
    pub(super) fn told<'p>(
        &'p self,
        question: &'p Question,
        found: TheoryFound<TheoryAnswers>,
    ) -> Solved<'p> {
        let found = match found {
            Outcome::Contradictory(reason) => return self.contradictory(question, reason),
            Outcome::Found(found) => found,
        };
        let TheoryAnswers { answers, either, no_others, reason, exclusion, theory, ruling_out } =
            found;
        let asked = TheoryGoals::of(question).map_or(&[][..], |it| &it.asked);
        let answer = self.understood.answers(asked, &answers, &either, no_others);
        let (exclusion, theory) = (exclusion.map(Box::new), Box::new(theory));
        let says = TheorySays::Answers { things: answers, ruling_out, exclusion, theory };
        let conclusion = Conclusion { says, reason };
        self.since(answer, question, conclusion, "it follows from:")
    }

    /// An answer with its reasons as a puzzle by rules has them, where the question asks for them.
    pub(super) fn reasoned<'p>(&'p self, question: &Question, solved: Solved<'p>) -> Solved<'p> {
        let read = TheoryGoals::of(question).and_then(|it| it.by_rules.as_ref());
        match read.map(|it| self.by_rules()?.why(it, question.verb)) {
            Some(Ok(reasons)) => solved.reasoned(|| reasons),
            _ => solved,
        }
    }

    /// How many worlds there are, and what varies.
    pub(super) fn counted(&self, count: BigUint) -> Solved<'_> {
        let solved = Solved::from(Answer::plain(count.to_string()));
        let reasons = move || self.by_rules()?.why_so_many(&count);
        solved.reasoned(move || Reasons::posed(reasons()))
    }

    /// What is said of a world, or of there being none.
    pub(super) fn model<'p>(
        &'p self,
        question: &'p Question,
        task: TheoryTask<aim::FindStructure>,
        found: TheoryFound<TheoryWorld>,
    ) -> Solved<'p> {
        let shown = match found {
            Outcome::Contradictory(reason) => return self.contradictory(question, reason),
            Outcome::Found(world) => world,
        };
        let answer = self.with_world(Answer::plain(Satisfiable), None, "a world", &shown);
        let solved = Solved::from(answer);
        match shown {
            TheoryWorld::Shown(first) => {
                let marked = first.clone();
                let solved = solved.shown(move || Ok(self.drawn(Some(&marked))));
                let solved = solved.stepped(|| match self.by_rules() {
                    Ok(puzzle) => puzzle.frames(),
                    Err(why) => Posed::known(Err(why)),
                });
                let only = question.is_why.then(|| self.by_rules()?.only(&self.tables(&first)));
                let solved = match self.is_listed() {
                    true => solved.or(move || self.another(task, first)),
                    false => Solved { others: Others::Untold(OPEN_SORTS), ..solved },
                };
                match only {
                    Some(Ok(only)) => solved.reasoned(|| only),
                    _ => solved,
                }
            }
            TheoryWorld::Unseen(_) => {
                let why = "no world is shown from which others could be told";
                Solved { others: Others::Untold(why), ..solved }
            }
        }
    }

    /// What everything in a world is, by its name.
    fn tables(&self, world: &Structure) -> Vec<NamedTable<'_>> {
        let meaning = &self.understood.meaning;
        let name = |it: &u32| self.understood.symbols.symbols[*it as usize].name;
        let values = |it: &Vec<u32>| it.iter().map(|it| Some(i64::from(*it))).collect();
        let truths = |it: &Vec<bool>| it.iter().map(|it| Some(i64::from(*it))).collect();
        let functions = meaning.functions.iter().zip(&world.functions);
        let predicates = meaning.predicates.iter().zip(&world.predicates);
        let functions = functions.map(|(symbol, table)| (name(symbol), values(table)));
        functions.chain(predicates.map(|(symbol, table)| (name(symbol), truths(table)))).collect()
    }

    /// Another world than one.
    fn another(
        &self,
        TheoryTask { mut theory, method, .. }: TheoryTask<aim::FindStructure>,
        first: Structure,
    ) -> Posed<'_, Option<Vec<String>>> {
        let aim = aim::AnotherStructure(described(&mut theory, &first));
        Posed::new(TheoryTask { theory, aim, method }, move |_, found| match found {
            Outcome::Found(TheoryWorld::Shown(other)) => {
                Some(differences(&self.understood, &first, &other))
            }
            Outcome::Found(TheoryWorld::Unseen(_)) => Some(Vec::new()),
            // That something differs is refuted.
            Outcome::Contradictory(_) => None,
        })
    }

    /// That no world is possible.
    pub(super) fn contradictory<'p>(
        &'p self,
        question: &'p Question,
        reason: TheoryReason,
    ) -> Solved<'p> {
        let proof = reason.proofs.first().filter(|_| question.is_why).cloned();
        let conclusion = Conclusion { says: TheorySays::Contradiction, reason };
        let answer = Answer::plain(Contradictory);
        let solved = self.since(answer, question, conclusion, "cannot all be true:");
        let solved = Solved { others: Others::NoSolution, ..solved };
        let listed = question.is_why.then(|| self.by_rules()?.argument());
        match (listed, proof) {
            (Some(Ok(argument)), _) => solved.reasoned(|| argument),
            (_, Some(proof)) => solved.reasoned(|| self.case_argument(question, proof)),
            _ => solved,
        }
    }

    /// An answer, why it is so, and its proof.
    pub(super) fn since<'p>(
        &'p self,
        answer: Answer,
        question: &'p Question,
        conclusion: Conclusion,
        words: &str,
    ) -> Solved<'p> {
        let answer = self.because(answer, question, &conclusion, words);
        let conclusion = Rc::new(conclusion);
        let stepped = Rc::clone(&conclusion);
        let frames = move || Posed::known(frames::of_proof(self, question, &stepped));
        let solved = Solved::from(answer).stepped(frames);
        solved.proved(move || shown::proof(self, question, &conclusion))
    }

    /// What is said of an axiom from which something follows.
    pub(super) fn axiom_told(&self, axiom: usize, says: &TheorySays) -> String {
        let TheoryAxiom { label, place, source, .. } = self.understood.rules[axiom];
        let words = label.map_or_else(|| shortened(source.slice(place)), str::to_owned);
        match says {
            TheorySays::Answers { ruling_out, .. } if ruling_out.contains(&axiom) => {
                format!("{words} (only for “no others”)")
            }
            _ => words,
        }
    }

    /// What is said in place of a long proof.
    pub(super) fn without_lines(&self, reason: &TheoryReason, length: usize) -> String {
        let shown = if self.conjecture.is_some() { "why" } else { "by resolution" };
        match reason.proofs.iter().any(Refutation::is_by_instances) {
            true => format!("a proof of {length} steps by instances"),
            false => format!("a proof of {length} steps; `{shown}` shows it"),
        }
    }
}
