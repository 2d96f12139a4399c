//! The questions that a play asks about its game, and what a move has given away.

use crate::kinds::{
    Answer, AnswerHead, AnswerVerdict, Facts, PlayPosition, Puzzle, Question, Refusal, Turn,
};
use crate::picture::Format;
use crate::service::solve::{NoAnswer, answer_to};
use crate::syntax::ast::Verb;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::game::GameValue;

/// The steps of a search that only serves a comment: what takes more is not commented on.
const EFFORT: u64 = 200_000;

/// The same where it takes all states to know that a goal is out of reach.
const EFFORT_ALONE: u64 = 1 << 25;

/// Moves that a comment shows.
const SHOWN: usize = 12;

/// A game that lies on the table.
pub(super) struct GameTable<'a> {
    pub puzzle: &'a dyn Puzzle,
    pub facts: &'static Facts,
    /// Whether somebody plays without an opponent.
    pub is_alone: bool,
}

/// What a position is worth.
struct Worth {
    /// As in "X wins in 3 moves".
    prospect: String,
    /// How many more points than the second the first player has at the end.
    points: i32,
}

impl GameTable<'_> {
    /// Where a play stands.
    pub(super) fn turn(&self, moves: &[String]) -> Result<Turn, Refusal> {
        self.puzzle.turn(moves)
    }

    /// The move that a word stands for after some moves, as the game writes it.
    pub(super) fn meant(&self, moves: &[String], word: &str) -> Option<String> {
        self.puzzle.meant(moves, word)
    }

    /// Why something that is written like a move cannot be made after some moves.
    pub(super) fn barred(&self, moves: &[String], word: &str) -> Option<String> {
        self.puzzle.barred(moves, word)
    }

    /// What people see of it.
    pub(super) fn position(&self, moves: &[String]) -> Result<PlayPosition, Refusal> {
        self.puzzle.position(moves)
    }

    /// What lies on the table, as text.
    pub(super) fn drawing(&self, moves: &[String]) -> Result<String, Refusal> {
        let picture = self.position(moves)?.picture;
        picture.render(Format::Text).map_err(|it| it.to_string())
    }

    /// A best move, with remarks.
    pub(super) fn best(&self, moves: &[String], budget: &mut Budget) -> Result<Answer, NoAnswer> {
        let question = self.question(Verb::Play2Win, moves);
        let question = Question { is_one_enough: true, ..question };
        Ok(answer_to(self.puzzle, &question, budget)?.answer)
    }

    /// What the position is worth after some moves, with the reasons; alone the way to the goal.
    pub(super) fn reasons(
        &self,
        moves: &[String],
        budget: &mut Budget,
    ) -> Result<Answer, NoAnswer> {
        let verb = if self.is_alone { Verb::Play2Win } else { Verb::Solve };
        let question = Question { is_why: !self.is_alone, ..self.question(verb, moves) };
        Ok(answer_to(self.puzzle, &question, budget)?.answer)
    }

    /// What the last of some moves, made by a player, has given away for sure; `None` when it was a
    /// good one, or that takes too long to find out.
    ///
    /// # Errors
    /// An answer that did not pass its check.
    pub(super) fn comment(
        &self,
        moves: &[String],
        player: &str,
        budget: &Budget,
    ) -> Result<Option<String>, NoAnswer> {
        let Some((_, before)) = moves.split_last() else { return Ok(None) };
        if self.is_alone {
            let is_lost = self.is_lost(moves, budget)? && !self.is_lost(before, budget)?;
            let said = "this can no longer be solved; `undo` takes it back";
            return Ok(is_lost.then(|| said.to_owned()));
        }
        let Some(was) = self.worth(before, budget)? else { return Ok(None) };
        let Some(is) = self.worth(moves, budget)? else { return Ok(None) };
        let Ok(PlayPosition { players, .. }) = self.position(before) else { return Ok(None) };
        let sign = if players.first().is_some_and(|it| it == player) { 1 } else { -1 };
        let (was_ahead, is_ahead) = (sign * was.points, sign * is.points);
        let lost = was_ahead - is_ahead;
        let said = if is_ahead < 0 && was_ahead >= 0 {
            "this loses".to_owned()
        } else if was_ahead > 0 && is_ahead <= 0 {
            "this gives the win away".to_owned()
        } else if lost > 0 {
            format!("this gives away {lost} point{}", if lost == 1 { "" } else { "s" })
        } else {
            return Ok(None);
        };
        let line = self.line(moves, budget)?;
        let shown = line.map_or(String::new(), |it| format!(", as in {it}"));
        Ok(Some(format!("{said}: {}{shown}", is.prospect)))
    }

    /// Whether it is certain that nothing leads to the goal after some moves.
    fn is_lost(&self, moves: &[String], budget: &Budget) -> Result<bool, NoAnswer> {
        let question = self.question(Verb::Play2Win, moves);
        match answer_to(self.puzzle, &question, &mut budget.part(EFFORT_ALONE)) {
            Ok(solved) => {
                let is_no = solved.answer.head == AnswerHead::Verdict(AnswerVerdict::NoSolution);
                Ok(is_no && !solved.answer.is_unchecked)
            }
            Err(fault @ NoAnswer::Unverified(_)) => Err(fault),
            Err(_) => Ok(false),
        }
    }

    fn worth(&self, moves: &[String], budget: &Budget) -> Result<Option<Worth>, NoAnswer> {
        let Some((answer, Some(worth))) = self.effort(Verb::Solve, moves, budget)? else {
            return Ok(None);
        };
        let Ok(position) = self.position(moves) else { return Ok(None) };
        let points = worth.score + position.gained;
        // Of a game of points the answer is the points of both.
        let mut prospect = match answer.is_bare() {
            true => answer.summaries().next().unwrap_or(&answer.text).to_owned(),
            false => format!("{}, {}", answer.head, answer.text.replacen(' ', " to ", 1)),
        };
        if answer.is_unchecked {
            prospect += " (not checked wholly)";
        }
        Ok(Some(Worth { prospect, points }))
    }

    /// How the play goes on when both play perfectly, or its beginning.
    fn line(&self, moves: &[String], budget: &Budget) -> Result<Option<String>, NoAnswer> {
        let is_over = matches!(self.turn(moves), Ok(Turn::Over(_)));
        if is_over || !self.facts.verbs.contains(&Verb::Line) {
            return Ok(None);
        }
        let Some((answer, _)) = self.effort(Verb::Line, moves, budget)? else { return Ok(None) };
        let words: Vec<_> = answer.text.split(' ').collect();
        let more = if words.len() > SHOWN { " …" } else { "" };
        Ok(Some(format!("{}{more}", words[..words.len().min(SHOWN)].join(" "))))
    }

    /// An answer that is found with some effort, and of a position its value; nothing where that does
    /// not suffice.
    fn effort(
        &self,
        verb: Verb,
        moves: &[String],
        budget: &Budget,
    ) -> Result<Option<(Answer, Option<GameValue>)>, NoAnswer> {
        let question = self.question(verb, moves);
        match answer_to(self.puzzle, &question, &mut budget.part(EFFORT)) {
            Ok(solved) => Ok(Some((solved.answer, solved.worth))),
            Err(fault @ NoAnswer::Unverified(_)) => Err(fault),
            Err(_) => Ok(None),
        }
    }

    fn question(&self, verb: Verb, moves: &[String]) -> Question {
        Question { after: moves.to_vec(), ..Question::new(verb) }
    }
}
