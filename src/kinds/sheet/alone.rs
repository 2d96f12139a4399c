//! A puzzle of doing that somebody plays: where they stand, what they can do next, and why something
//! cannot be done.

use super::claimed::Claimed;
use super::goals::PlanGoals;
use super::puzzle::SheetPuzzle;
use crate::kinds::{Answer, PlayPosition, Question, Refusal, Solved, Turn};
use crate::picture::PictureBody;
use crate::syntax::ast::Verb;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::actions::{Bar, Flaw, SheetStep};
use puzzle_engine::problem::plan::{Plan, PlanTask, Planned, Stand, aim};
use puzzle_engine::{Failure, Problem};

/// What the one is called who plays alone.
const PLAYER: &str = "you";

/// Steps of reading what can be done in a state.
const EFFORT: u64 = 1 << 30;

/// Why nobody stands anywhere.
enum NoStand {
    /// A step, by index, that is no step at all, or cannot be done.
    Step(usize, Option<Bar>),
    Other(Refusal),
}

impl SheetPuzzle<'_> {
    /// The steps that words are, or the index of one that is none.
    pub(super) fn read_steps(&self, words: &[String]) -> Result<Vec<SheetStep>, usize> {
        let claimed = Claimed { understood: &self.understood };
        let read = |(at, word): (usize, &String)| claimed.step(word).ok_or(at);
        words.iter().enumerate().map(read).collect()
    }

    fn stand(&self, moves: &[String]) -> Result<Stand, NoStand> {
        let other = |reason: &str| NoStand::Other(reason.to_owned());
        let steps = self.read_steps(moves).map_err(|at| NoStand::Step(at, None))?;
        let (sheet, done) = self.task(&Question::new(Verb::Solve)).map_err(NoStand::Other)?;
        let PlanGoals { mut actions, goal, .. } = done;
        actions.done = steps;
        let goal = goal.ok_or_else(|| other("the puzzle has no goal"))?;
        let task = PlanTask { sheet, actions, aim: aim::NextSteps(goal) };
        match task.answer(&mut Budget::unlimited().part(EFFORT)) {
            Ok(found) => match found.into_inner() {
                Ok(Ok(stand)) => Ok(stand),
                Ok(Err(_)) => Err(other("the start breaks a rule, so that nothing can be done")),
                Err(Flaw::Undoable(at, bar)) => Err(NoStand::Step(at, bar)),
                Err(flaw) => Err(NoStand::Other(self.flaw(&flaw))),
            },
            Err(Failure::Stopped(stop)) => Err(NoStand::Other(stop.to_string())),
            Err(Failure::Refused(reason) | Failure::Unverified(reason)) => {
                Err(NoStand::Other(reason))
            }
        }
    }

    /// As [`SheetPuzzle::stand`], with a reason for a person.
    fn stands(&self, moves: &[String]) -> Result<Stand, Refusal> {
        self.stand(moves).map_err(|reason| match reason {
            NoStand::Step(at, bar) => {
                let why = bar.and_then(|bar| self.barring(moves.get(at)?, bar));
                let why = why.map_or_else(String::new, |it| format!(": {it}"));
                format!("`{}` cannot be done{why}", moves.get(at).map_or("", String::as_str))
            }
            NoStand::Other(reason) => reason,
        })
    }

    /// What bars a step, in words.
    fn barring(&self, word: &str, bar: Bar) -> Option<String> {
        let step = Claimed { understood: &self.understood }.step(word)?;
        let words = self.bar(&(Some(step.action), bar))?.1;
        Some(match bar {
            Bar::Rule(_) => format!("it would break the rule {words}"),
            _ => words,
        })
    }

    /// Where a play stands.
    pub(super) fn turn_alone(&self, moves: &[String]) -> Result<Turn, Refusal> {
        let stand = self.stands(moves)?;
        let words: Vec<String> = stand.next.iter().map(|it| self.step(it)).collect();
        Ok(match (stand.is_goal, words.is_empty()) {
            (true, _) => Turn::Over(format!("solved in {}", counted(moves.len()))),
            (false, true) => Turn::Over("nothing can be done any more".to_owned()),
            (false, false) => Turn::Move {
                player: PLAYER.to_owned(),
                choice: "the next step".to_owned(),
                moves: words,
            },
        })
    }

    /// The step that a word stands for: its values alone, where only one step has them.
    pub(super) fn meant_alone(&self, moves: &[String], word: &str) -> Option<String> {
        let letters = |it: &str| -> String {
            it.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let stand = self.stand(moves).ok()?;
        let words = stand.next.iter().map(|it| self.step(it));
        let mut meant = words.filter(|it| {
            it.split_once('(').is_some_and(|(_, values)| letters(values) == letters(word))
        });
        meant.next().filter(|_| meant.next().is_none())
    }

    /// Why something that is written like a step cannot be done after some moves.
    pub(super) fn barred_alone(&self, moves: &[String], word: &str) -> Option<String> {
        let all = [moves, &[word.to_owned()]].concat();
        match self.stand(&all) {
            Err(NoStand::Step(at, Some(bar))) if at == moves.len() => self.barring(word, bar),
            _ => None,
        }
    }

    /// What there is to see after some moves.
    pub(super) fn position_alone(&self, moves: &[String]) -> Result<PlayPosition, Refusal> {
        let done = self.stands(moves)?.done;
        let body = match (super::board::shown(&self.understood).is_empty(), done.states.last()) {
            (false, Some(last)) => PictureBody::Board(self.understood.board(last, None)?),
            _ => {
                let mut course = self.course(&done);
                course.rows.drain(..course.rows.len().saturating_sub(1));
                PictureBody::Table(course)
            }
        };
        Ok(PlayPosition {
            picture: self.titled(body),
            players: vec![PLAYER.to_owned()],
            gained: 0,
            standing: None,
        })
    }

    /// The first step of a plan, and how long the plan is.
    pub(super) fn hint(&self, found: Planned) -> Solved<'_> {
        match found {
            Ok(Plan { steps, .. }) => match steps.first() {
                Some(first) => {
                    let length = format!("a way to the goal takes {}", counted(steps.len()));
                    Answer::plain(self.step(first)).note(length).into()
                }
                None => Answer::plain("nothing").note("the goal is reached").into(),
            },
            Err(reached) => Solved::none(self.unreached(&reached)),
        }
    }
}

fn counted(steps: usize) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}
