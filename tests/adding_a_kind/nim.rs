//! Nim with one heap: players take one, two or three stones in turn; who takes the last one wins.

use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::diagnostic::code::{GAME_OVER, NOT_A_VALUE};
use puzzle_lang::engine::Solution;
use puzzle_lang::kinds::settings::Settings;
use puzzle_lang::kinds::{
    Answer, Claim, Definition, Facts, Kind, Lowered, NotAnAnswer, Puzzle, Question, Refusal, Scope,
    SettingFacts, Turn,
};
use puzzle_lang::picture::{Body, Picture, Tree};
use puzzle_lang::syntax::ast::{ItemKind, Verb};
use puzzle_lang::text::Span;

/// The kind `game …: nim`.
pub struct NimKind;

/// The most stones a move takes.
const MOST: u64 = 3;

const FACTS: Facts = Facts {
    name: "nim",
    summary: "a game: players take one to three stones in turn; who takes the last one wins",
    verbs: &[Verb::Solve, Verb::Play2Win],
    answers: &[(Verb::Solve, &["first wins", "second wins"]), (Verb::Play2Win, &["1", "2", "3"])],
    engines: &["rule"],
    shows_solution: false,
    settings: &[SettingFacts {
        name: "stones",
        summary: "how many stones there are",
        is_required: true,
    }],
};

impl Kind for NimKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let ItemKind::Game(game) = &scope.item(definition).kind else { return None };
        let text = scope.text(definition.document);
        let before = diagnostics.len();
        let span = Settings::read(text, game, &FACTS, diagnostics).value("stones")?;
        let word = &text[span.range()];
        let Ok(stones) = word.parse() else {
            let message = format!("`{word}` is not a number of stones");
            let diagnostic = Diagnostic::new(NOT_A_VALUE, span, message, "not a number");
            diagnostics.push(diagnostic.help("write a whole number, as in `stones 9`"));
            return None;
        };
        let is_sound = diagnostics.len() == before && !game.is_broken;
        is_sound.then(|| -> Box<dyn Puzzle> { Box::new(Nim { stones }) })
    }
}

/// A heap of stones.
struct Nim {
    stones: u64,
}

impl Nim {
    /// The stones that are left after some moves.
    fn after(&self, moves: &[String]) -> Result<u64, Refusal> {
        let mut left = self.stones;
        for word in moves {
            left = match word.parse() {
                Ok(taken @ 1..=MOST) if taken <= left => left - taken,
                _ => return Err(format!("`{word}` is no move here: {left} stones are left")),
            };
        }
        Ok(left)
    }

    /// The stones that are left after the moves of a question.
    fn left(&self, question: &Question) -> Result<u64, Refusal> {
        let left = self.after(&question.after)?;
        if question.verb == Verb::Play2Win && left == 0 {
            return Err("the game is over: no stone is left".to_owned());
        }
        Ok(left)
    }
}

impl Puzzle for Nim {
    fn lower(&self, question: &Question) -> Result<Lowered, Refusal> {
        let left = self.left(question)?;
        // Whoever faces a multiple of four loses: the opponent completes each move to four.
        let wins = left % (MOST + 1);
        Ok(Lowered::Answer(match question.verb {
            Verb::Play2Win if wins == 0 => Answer::plain("1").note("every move loses"),
            Verb::Play2Win => Answer::plain(wins.to_string()),
            _ if wins == 0 => Answer::plain("second wins"),
            _ => Answer::plain("first wins"),
        }))
    }

    fn refuse(&self, question: &Question, _: &str, place: Span) -> Option<Diagnostic> {
        let reason = self.left(question).err()?;
        Some(Diagnostic::new(GAME_OVER, place, reason, "no move can be made here"))
    }

    fn turn(&self, moves: &[String]) -> Result<Turn, Refusal> {
        let left = self.after(moves)?;
        let [mover, other] = match moves.len() % 2 {
            0 => ["first", "second"],
            _ => ["second", "first"],
        };
        Ok(match left {
            0 => Turn::Over(format!("{other} wins")),
            _ => Turn::Move {
                player: mover.to_owned(),
                choice: format!("how many of the {left} stones to take"),
                moves: (1..=left.min(MOST)).map(|taken| taken.to_string()).collect(),
            },
        })
    }

    fn lift(&self, _: &Question, _: &Solution) -> Answer {
        unreachable!("`lower` answers everything itself")
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        Claim::one_of(words, FACTS.answers(question.verb))
    }

    fn picture(&self, _: Option<&Solution>) -> Result<Picture, Refusal> {
        let mut heap = Tree::default();
        heap.push(self.stones.to_string(), 0);
        Ok(Picture { title: format!("a heap of {} stones", self.stones), body: Body::Tree(heap) })
    }
}
