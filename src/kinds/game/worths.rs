//! What each move leads to, as the answer to `moves` and as an expectation says it: the moves in the order
//! of the rules, each with how the play ends.

use super::{GamePuzzle, Played, Wording};
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::{Claim, NotAnAnswer, Posed, Question, Refusal, WrongWord};
use puzzle_engine::logic::game::{GameValue, Side};
use puzzle_engine::problem::game::{GameMethod, aim};

/// What stands there of a move about which nothing was found out.
const UNKNOWN: &str = "unknown";

/// What a move leads to when both play perfectly from then on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveWorth {
    /// The move, as it is written behind `after`.
    pub chosen: String,
    /// How the play ends, as in "A wins in 2 moves"; `None` where a limit was reached.
    pub worth: Option<String>,
    /// Whether no other move gains whoever makes it more, however long that takes; `None` where that is not known.
    pub is_best: Option<bool>,
}

impl<G: Wording> GamePuzzle<G> {
    /// As in "1: B wins in 2 moves, 4: A wins in 1 move".
    pub(super) fn worths(&self, played: &Played<G::State>, values: &[Option<GameValue>]) -> String {
        let each = self.moves(&played.state).into_iter().zip(values).map(|(chosen, value)| {
            let gained = played.gained + self.game.gain(&played.state, chosen);
            let worth = match value {
                Some(value) => self.prospect(gained, *value),
                None => UNKNOWN.to_owned(),
            };
            format!("{}: {worth}", self.game.write(&played.state, chosen))
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// What each move leads to after some moves.
    ///
    /// # Errors
    /// Why the moves cannot be made.
    pub fn valued<'a>(&self, moves: &[String]) -> Result<Posed<'a, Vec<MoveWorth>>, Refusal>
    where
        G: 'a,
    {
        let played = self.made(moves)?;
        if self.moves(&played.state).is_empty() {
            return Ok(Posed::known(Vec::new()));
        }
        let task = self.task(played.moves.clone(), aim::ValueMoves, GameMethod::Search);
        let puzzle = self.clone();
        Ok(Posed::new(task, move |_, values| puzzle.weighed(&played, &values)))
    }

    fn weighed(&self, played: &Played<G::State>, values: &[Option<GameValue>]) -> Vec<MoveWorth> {
        let is_first = self.game.to_move(&played.state) == Side::First;
        let moves = self.moves(&played.state);
        let gained = |at: usize| played.gained + self.game.gain(&played.state, moves[at]);
        let score = |at: usize| {
            let score = gained(at) + values[at]?.score;
            Some(if is_first { score } else { -score })
        };
        let scores: Option<Vec<i32>> = (0..moves.len()).map(score).collect();
        let best = scores.and_then(|it| it.into_iter().max());
        let worth = |at: usize| MoveWorth {
            chosen: self.game.write(&played.state, moves[at]),
            worth: values[at].map(|it| self.prospect(gained(at), it)),
            is_best: best.map(|it| score(at) == Some(it)),
        };
        (0..moves.len()).map(worth).collect()
    }

    /// Reads what an expectation says of each move; the moves may come in any order.
    pub(super) fn claimed_worths(
        &self,
        question: &Question,
        words: &[&str],
    ) -> Result<Claim, NotAnAnswer> {
        let state = self.after(question)?.state;
        let moves = self.moves(&state);
        let written: Vec<_> = moves.iter().map(|it| self.game.write(&state, *it)).collect();
        let usage = || {
            let first = written.first().map_or("1", String::as_str);
            let player = self.game.player(self.game.to_move(&state));
            format!(
                "write each move and what it leads to, as in `{first}: {player} wins in 3 moves`"
            )
        };
        let colons: Vec<_> = (0..words.len()).filter(|it| words[*it] == ":").collect();
        let start = |colon: usize| {
            let comma = words[..colon].iter().rposition(|it| *it == ",");
            comma.map_or(0, |it| it + 1)
        };
        let mut worths: Vec<Option<String>> = vec![None; moves.len()];
        for (at, colon) in colons.iter().enumerate() {
            let word = words[start(*colon)..*colon].concat();
            let end = colons.get(at + 1).map_or(words.len(), |next| start(*next).saturating_sub(1));
            let wrong = |reason, meant| NotAnAnswer {
                usage: listed(&written),
                word: Some(WrongWord { index: start(*colon).min(*colon), reason, meant }),
            };
            let Some(index) = self.game.read(&state, &moves, &word) else {
                let meant = did_you_mean(&word, written.iter().map(String::as_str));
                return Err(wrong("not among the moves", meant.map(str::to_owned)));
            };
            if end <= *colon || worths[index].is_some() {
                return Err(match worths[index] {
                    Some(_) => wrong("this move stands there twice", None),
                    None => usage().into(),
                });
            }
            worths[index] = Some(words[colon + 1..end].join(" ").replace(" ,", ","));
        }
        if colons.first().is_none_or(|it| start(*it) > 0) {
            return Err(usage().into());
        }
        if let Some(missing) = worths.iter().position(Option::is_none) {
            return Err(format!("say what `{}` leads to as well", written[missing]).into());
        }
        let worths = worths.into_iter().flatten();
        let each: Vec<_> =
            written.iter().zip(worths).map(|(it, worth)| format!("{it}: {worth}")).collect();
        Ok(Claim::says(each.join(", ")))
    }
}

/// The points of both players, or what else may stand there.
pub(super) fn points(words: &[&str], other: &str) -> Result<Claim, NotAnAnswer> {
    let (mut numbers, mut sign) = (Vec::new(), "");
    for word in words {
        // The sign of a number is a word of its own.
        if *word == "-" && sign.is_empty() {
            sign = "-";
        } else {
            numbers.push(format!("{sign}{word}").parse::<i64>());
            sign = "";
        }
    }
    match &numbers[..] {
        [Ok(first), Ok(second)] if sign.is_empty() => Ok(Claim::says(format!("{first} {second}"))),
        _ => Err(format!("{other}, or the points of both players, as in `3 1`").into()),
    }
}

/// As in "the moves are 1 4 9", for a person.
pub fn listed(moves: &[String]) -> String {
    const MOST: usize = 20;
    match moves.len() {
        0 => "the game is over before it".to_owned(),
        1 => format!("the only move is {}", moves[0]),
        2..=MOST => format!("the moves are {}", moves.join(" ")),
        count => format!("the moves are {} and {} more", moves[..MOST].join(" "), count - MOST),
    }
}
