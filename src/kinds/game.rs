//! What all games have in common as puzzles: the questions about them, moves read and written, the
//! answers in words. A game adds its rules ([`Game`]) and its words ([`Wording`]).

mod efforts;
mod line;
mod reasons;
mod traced;
mod walk;
mod worths;

use std::sync::Arc;

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::kinds::AnswerVerdict::Drawn;
use crate::kinds::settings::Settings;
use crate::kinds::{
    Answer, Claim, Comparable, Definition, Engine, Facts, Kind, Lowered, NotAnAnswer, PlayPosition,
    Posed, Puzzle, Question, Refusal, Scope, Solved, Target, Traced, Turn, Unlowered, WrongWord,
};
use crate::picture::{Format, Picture, PictureBody};
use crate::syntax::ast::{ItemKind, Verb};
use crate::syntax::token::moves_in;
use crate::text::Span;
use efforts::{comparison, effort, table};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::game::{Game, GameValue, Length, Side};
use puzzle_engine::problem::game::{AnyGame, BestMoves, GameMethod, GameTask, aim};
pub use walk::GameWalk;
use worths::points;
pub use worths::{MoveWorth, listed};

/// The questions that every game answers.
pub const VERBS: &[Verb] =
    &[Verb::Solve, Verb::Play2Win, Verb::Line, Verb::Moves, Verb::Draw, Verb::Compare];

/// What may stand behind `by`.
pub const ENGINES: &[Engine] = &[
    Engine::Play(GameMethod::Search),
    Engine::Play(GameMethod::Minimax),
    Engine::Play(GameMethod::AlphaBeta),
    Engine::Play(GameMethod::Memo),
    Engine::Play(GameMethod::Retrograde),
];

/// What people say of a game.
pub trait Wording: Game {
    /// The game as the engine is asked about it. Games whose rules the engine has are searched by code
    /// that was compiled with it; that for any other game is compiled here.
    fn posed(self: Arc<Self>) -> Arc<dyn AnyGame>
    where
        Self: Sized + 'static,
    {
        self
    }

    /// What a player is called.
    fn player(&self, side: Side) -> &str;

    /// A move as it stands behind `after`: one word or number.
    fn write(&self, state: &Self::State, chosen: Self::Move) -> String;

    /// The same where more than the words behind `after` is told.
    fn told(&self, state: &Self::State, chosen: Self::Move) -> String {
        self.write(state, chosen)
    }

    /// What the text says of a move, and where.
    fn place(&self, _: Self::Move) -> Option<Related> {
        None
    }

    /// Which of the moves a word stands for.
    fn read(&self, state: &Self::State, moves: &[Self::Move], word: &str) -> Option<usize> {
        moves.iter().position(|it| self.write(state, *it) == word)
    }

    /// What is said of moves that are as good as the one that is told.
    fn as_good(&self, others: &[String]) -> String {
        let are = if others.len() == 1 { "is" } else { "are" };
        format!("{} {are} as good", others.join(" "))
    }

    /// How the winner plays on, where a few words say that.
    fn replies(&self, _: &Self::State) -> Posed<'static, Option<String>> {
        Posed::known(None)
    }

    /// What there is to choose, in a few words.
    fn choice(&self, state: &Self::State) -> String;

    /// The position, with a move marked.
    fn body(&self, state: &Self::State, best: Option<Self::Move>) -> PictureBody;

    /// The same, when these moves led there from the start: a picture may show more of them than the
    /// position does.
    fn body_after(
        &self,
        _made: &[Self::Move],
        state: &Self::State,
        best: Option<Self::Move>,
    ) -> PictureBody {
        self.body(state, best)
    }

    /// The settings that stand for a game that starts in this position, a line each.
    fn settings(&self, state: &Self::State) -> String;

    /// In a game of points, those of both players at the end, when from the start on the first
    /// gains that much more than the second.
    fn totals(&self, _margin: i32) -> Option<[i64; 2]> {
        None
    }

    /// What a picture does not show when these moves were made, in one line: points so far, moves left.
    fn standing(&self, _made: &[Self::Move]) -> Option<String> {
        None
    }

    /// Other files that `puzzle build` writes.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn tables(&self, _: &mut Budget) -> Result<Vec<(&'static str, String)>, Stop> {
        Ok(Vec::new())
    }
}

/// A kind of game: its facts, and how its settings become a game.
pub struct GameKind<G> {
    /// What it says about itself.
    pub facts: &'static Facts,
    /// The game that settings describe. Faults go to the list; it is `None` when they leave it
    /// without a meaning.
    pub read: fn(&Settings<'_>, &mut Vec<Diagnostic>) -> Option<G>,
}

impl<G: Wording + 'static> Kind for GameKind<G> {
    fn facts(&self) -> &'static Facts {
        self.facts
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
        let settings = Settings::read(text, game, self.facts, diagnostics);
        let rules = (self.read)(&settings, diagnostics);
        if game.is_broken {
            // It may stand on a line that could not be read.
            let missing = diagnostics[before..].iter_mut().filter(|it| it.code == MISSING_SETTING);
            missing.for_each(|it| it.is_consequence = true);
        }
        let rules = rules?;
        let is_sound = diagnostics.len() == before && !game.is_broken;
        let name = game.name.map_or("", |span| &text[span.range()]);
        let title = format!("{} game {name}", self.facts.name);
        is_sound.then(|| -> Box<dyn Puzzle> { Box::new(GamePuzzle::new(rules, title)) })
    }
}

/// A declared game.
#[derive(Debug)]
pub struct GamePuzzle<G> {
    game: Arc<G>,
    /// The same, as the engine is asked about it.
    posed: Arc<dyn AnyGame>,
    title: String,
}

/// Where some moves lead.
#[derive(Clone)]
struct Played<S> {
    state: S,
    /// The index of each move.
    moves: Vec<u32>,
    /// What they have gained the first player.
    gained: i32,
}

/// A word that is no move: its index, and the moves that there are.
struct NoMove {
    index: usize,
    moves: Vec<String>,
}

impl<G> Clone for GamePuzzle<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            posed: Arc::clone(&self.posed),
            title: self.title.clone(),
        }
    }
}

impl<G: Wording> GamePuzzle<G> {
    /// The game; `title` says in a few words which one.
    pub fn new(game: G, title: String) -> Self
    where
        G: 'static,
    {
        let game = Arc::new(game);
        let posed = Arc::clone(&game).posed();
        Self { game, posed, title }
    }

    /// The same of a game whose words outlive what is asked about it.
    pub fn posed(game: G, posed: Arc<dyn AnyGame>, title: String) -> Self {
        Self { game: Arc::new(game), posed, title }
    }

    fn moves(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves
    }

    fn words(&self, state: &G::State) -> Vec<String> {
        self.moves(state).into_iter().map(|it| self.game.write(state, it)).collect()
    }

    /// Makes some moves.
    fn play<'w>(
        &self,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<Played<G::State>, NoMove> {
        let mut played = Played { state: self.game.start(), moves: Vec::new(), gained: 0 };
        for (index, word) in words.into_iter().enumerate() {
            let moves = self.moves(&played.state);
            let Some(at) = self.game.read(&played.state, &moves, word) else {
                return Err(NoMove { index, moves: self.words(&played.state) });
            };
            played.gained += self.game.gain(&played.state, moves[at]);
            played.state = self.game.apply(&played.state, moves[at]);
            played.moves.push(at as u32);
        }
        Ok(played)
    }

    /// As [`GamePuzzle::play`], of moves that were checked to be some.
    fn after(&self, question: &Question) -> Result<Played<G::State>, Refusal> {
        let words = question.after.iter().map(String::as_str);
        self.play(words).map_err(|it| format!("`{}` is no move here", question.after[it.index]))
    }

    /// As [`GamePuzzle::play`], of moves that nobody has checked.
    fn made(&self, moves: &[String]) -> Result<Played<G::State>, Refusal> {
        self.play(moves.iter().map(String::as_str))
            .map_err(|it| format!("`{}` is no move; {}", moves[it.index], listed(&it.moves)))
    }

    /// Who wins when the first player gets a score from the start on.
    fn outcome(&self, score: i32) -> String {
        self.winner(match self.game.totals(score) {
            Some([first, second]) => first.cmp(&second) as i32,
            None => score,
        })
    }

    fn winner(&self, score: i32) -> String {
        match score {
            0 if self.game.repeats() => "endless".to_owned(),
            0 => "tie".to_owned(),
            1.. => format!("{} wins", self.game.player(Side::First)),
            _ => format!("{} wins", self.game.player(Side::Second)),
        }
    }

    /// How the play ends, with the points where they count.
    fn ending(&self, score: i32) -> String {
        let outcome = self.outcome(score);
        match self.game.totals(score) {
            Some([first, second]) => format!("{outcome}, {first} to {second}"),
            None => outcome,
        }
    }

    /// How the play ends, with how long that takes where it is known. `gained` is what the first
    /// player has already.
    fn prospect(&self, gained: i32, value: GameValue) -> String {
        let outcome = self.ending(gained + value.score);
        match value.length {
            Length::Plies(0) | Length::Unknown | Length::Endless => outcome,
            Length::Plies(1) => format!("{outcome} in 1 move"),
            Length::Plies(plies) => format!("{outcome} in {plies} moves"),
        }
    }

    /// The moves that have these indices, and where they lead.
    fn replayed(&self, moves: &[u32]) -> (Vec<G::Move>, G::State) {
        let (mut state, mut made) = (self.game.start(), Vec::new());
        for &index in moves {
            let chosen = self.moves(&state)[index as usize];
            state = self.game.apply(&state, chosen);
            made.push(chosen);
        }
        (made, state)
    }

    /// The best move where a picture marks it. In a lost position none is good, but in a game of points.
    fn marked(&self, played: &Played<G::State>, best: &BestMoves) -> Option<u32> {
        let score = (played.gained + best.value.score) * self.game.to_move(&played.state).win();
        (score >= 0 || self.game.totals(0).is_some()).then_some(best.moves[0])
    }

    /// The position after some moves, by their indices, with the best one marked.
    fn drawn(&self, moves: &[u32], best: Option<u32>) -> Picture {
        let (made, state) = self.replayed(moves);
        let best = best.map(|index| self.moves(&state)[index as usize]);
        let body = self.game.body_after(&made, &state, best);
        Picture { title: self.title.clone(), caption: self.turn_told(&state, &body), body }
    }
}

impl<G: Wording> Puzzle for GamePuzzle<G> {
    fn lower<'p>(
        &'p self,
        question: &'p Question,
        _: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        self.lowered(question)
    }

    fn refuse(&self, question: &Question, text: &str, place: Span) -> Option<Diagnostic> {
        match self.play(question.after.iter().map(String::as_str)) {
            Ok(played) => {
                let is_over = self.moves(&played.state).is_empty();
                let message = "the game is over";
                is_over.then(|| {
                    Diagnostic::new(GAME_OVER, place, message, "no move is left")
                        .help("ask about a position in which somebody can move")
                })
            }
            Err(NoMove { index, moves }) => {
                let span = moves_in(text, place).into_iter().nth(index).map_or(place, |it| it.1);
                let word = &question.after[index];
                let message = format!("`{word}` is no move here");
                let made = question.after[..index].iter().position(|it| it == word);
                let label = made.map(|it| format!("it was move {}", it + 1));
                let label = label.unwrap_or_else(|| "not among the moves".to_owned());
                let diagnostic = Diagnostic::new(ILLEGAL_MOVE, span, message, label);
                Some(match did_you_mean(word, moves.iter().map(String::as_str)) {
                    Some(similar) => {
                        diagnostic.help(format!("did you mean `{similar}`?")).fix(Fix::maybe(
                            format!("write `{similar}`"),
                            vec![Edit::replace(span, similar)],
                        ))
                    }
                    None => diagnostic.help(listed(&moves)),
                })
            }
        }
    }

    fn turn(&self, moves: &[String]) -> Result<Turn, Refusal> {
        let Played { state, gained, .. } = self.made(moves)?;
        let words = self.words(&state);
        Ok(if words.is_empty() {
            Turn::Over(self.ending(gained + self.game.score(&state)))
        } else {
            Turn::Move {
                player: self.game.player(self.game.to_move(&state)).to_owned(),
                choice: self.game.choice(&state),
                moves: words,
            }
        })
    }

    fn meant(&self, moves: &[String], word: &str) -> Option<String> {
        let state = self.made(moves).ok()?.state;
        let moves = self.moves(&state);
        let at = self.game.read(&state, &moves, word)?;
        Some(self.game.write(&state, moves[at]))
    }

    fn move_worths(&self, moves: &[String]) -> Result<Posed<'_, Vec<MoveWorth>>, Refusal> {
        self.valued(moves)
    }

    fn position(&self, moves: &[String]) -> Result<PlayPosition, Refusal> {
        let Played { moves, gained, .. } = self.made(moves)?;
        let players = [Side::First, Side::Second].map(|side| self.game.player(side).to_owned());
        let players = players.to_vec();
        let standing = self.game.standing(&self.replayed(&moves).0);
        Ok(PlayPosition { picture: self.drawn(&moves, None), players, gained, standing })
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match question.verb {
            Verb::Draw => Claim::block(words),
            Verb::Compare => comparison(words),
            Verb::Play2Win | Verb::Line => self.best_moves(question, words),
            Verb::Moves => self.claimed_worths(question, words),
            _ => {
                let outcomes = [1, -1, 0].map(|score| self.winner(score));
                let outcome = Claim::one_of(words, &outcomes);
                match self.game.totals(0) {
                    Some(_) => outcome.or_else(|other| points(words, &other.usage)),
                    None => outcome,
                }
            }
        }
    }

    fn targets(&self, budget: &mut Budget) -> Result<Vec<Target>, Stop> {
        let mut targets = vec![("game", self.game.settings(&self.game.start()))];
        targets.extend(self.game.tables(budget)?);
        Ok(targets.into_iter().map(|(ending, text)| (ending, Ok(text))).collect())
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        Ok(Comparable::Game(self.walk()))
    }

    fn traced<'p>(
        &'p self,
        question: &'p Question,
        _: &Answer,
    ) -> Result<Option<Traced<'p>>, Refusal> {
        self.traced_play(question).map(|it| Some(Traced::Play(it)))
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        Ok(self.drawn(&[], None))
    }
}

impl<G: Wording> GamePuzzle<G> {
    /// A question in numbers, which outlives the puzzle.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub fn lowered<'a>(&self, question: &Question) -> Result<Lowered<'a>, Unlowered>
    where
        G: 'a,
    {
        let played = self.after(question)?;
        let is_over = self.moves(&played.state).is_empty();
        match question.verb {
            Verb::Play2Win | Verb::Line | Verb::Moves if is_over => {
                return Err("the game is over".to_owned().into());
            }
            Verb::Draw if is_over => {
                let drawn = self.drawn(&played.moves, None).render(Format::Text);
                let drawn = drawn.map_err(|it| it.to_string())?;
                return Ok(Lowered::known(Answer::witness(Drawn, drawn)));
            }
            _ => {}
        }
        let method = self.method(question)?;
        let reasons = (question.is_why && !is_over).then(|| self.reasons(played.clone(), method));
        let (puzzle, made) = (self.clone(), played.moves.clone());
        let lowered = match question.verb {
            Verb::Draw => {
                Lowered::problem(self.task(made, aim::FindMove, method), move |_, best| {
                    // That it is small enough to be drawn depends on the position alone.
                    let drawn = puzzle
                        .drawn(&played.moves, puzzle.marked(&played, &best))
                        .render(Format::Text);
                    Answer::witness(Drawn, drawn.unwrap_or_else(|it| it.to_string())).into()
                })
            }
            Verb::Play2Win if question.is_one_enough => {
                Lowered::problem(self.task(made, aim::FindMove, method), move |_, best| {
                    puzzle.best(&played, &best)
                })
            }
            Verb::Play2Win => {
                Lowered::problem(self.task(made, aim::FindBestMoves, method), move |_, best| {
                    puzzle.best(&played, &best)
                })
            }
            Verb::Line => {
                Lowered::problem(self.task(made, aim::FindBestLine, method), move |_, best| {
                    puzzle.best_line(played, best)
                })
            }
            Verb::Moves => {
                Lowered::problem(self.task(made, aim::ValueMoves, method), move |_, values| {
                    Answer::plain(puzzle.worths(&played, &values)).into()
                })
            }
            Verb::Compare => {
                Lowered::problem(self.task(made, aim::Compare, method), |_, efforts| {
                    let words: Vec<_> = efforts.iter().map(effort).collect();
                    Answer::plain(words.join(" ")).table(None, table(&efforts)).into()
                })
            }
            _ if question.engine.is_some() => {
                puzzle.measured(self.task(made, aim::MeasureValue, method), played.gained)
            }
            _ => Lowered::problem(self.task(made, aim::FindValue, method), move |_, value| {
                Solved { worth: Some(value), ..puzzle.worth(played.gained, value).into() }
            }),
        };
        Ok(lowered.reasoned(reasons))
    }

    fn task<Aim>(&self, played: Vec<u32>, aim: Aim, method: GameMethod) -> GameTask<Aim> {
        let game = Arc::clone(&self.posed);
        GameTask { game, played, aim, method }
    }

    /// The method that a question names, if it is one for this game.
    fn method(&self, question: &Question) -> Result<GameMethod, Refusal> {
        let method = match question.engine {
            Some(Engine::Play(method)) => method,
            _ => GameMethod::Search,
        };
        let name = method.name();
        if self.game.repeats() && !method.allows_repetition() {
            return Err(format!("positions repeat in this game, so `{name}` would never end"));
        }
        if self.game.counts_points() && !method.counts_points() {
            return Err(format!("`{name}` tells only wins from losses, not scores"));
        }
        Ok(method)
    }

    /// What a position is worth; `gained` is what the first player has already.
    fn worth(&self, gained: i32, value: GameValue) -> Answer {
        let outcome = self.outcome(gained + value.score);
        if let Some([first, second]) = self.game.totals(gained + value.score) {
            let points = format!("{first} {second}");
            return Answer::witness(outcome.clone(), points).note(outcome);
        }
        let answer = Answer::plain(outcome);
        let prospect = self.prospect(gained, value);
        if prospect == answer.text { answer } else { answer.note(prospect) }
    }

    /// The best moves after those that were made.
    fn best<'a>(&self, played: &Played<G::State>, best: &BestMoves) -> Solved<'a>
    where
        G: 'a,
    {
        let words = |moves: &[u32]| -> Vec<String> {
            moves.iter().map(|at| self.line(&played.state, &[*at]).remove(0)).collect()
        };
        let (first, others) = best.moves.split_at(1);
        let answer = Answer::plain(words(first).remove(0));
        let mut answer = answer.note(self.prospect(played.gained, best.value));
        if let Some(open) = &best.open {
            answer = match words(others).as_slice() {
                [] if open.is_empty() => answer.note("every other move is worse"),
                [] => answer,
                others => answer.note(self.game.as_good(others)),
            };
            if !open.is_empty() {
                let are = if open.len() == 1 { "is" } else { "are" };
                answer = answer.note(format!("perhaps {} {are} as good", words(open).join(" ")));
            }
        }
        let (puzzle, marked) = (self.clone(), self.marked(played, best));
        Solved::from(answer).shown(move || Ok(puzzle.drawn(&[], marked)))
    }
}

impl<G: Wording> GamePuzzle<G> {
    /// Moves are right when the play is worth as much after each of them as before.
    fn best_moves(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        let made = question.after.iter().map(String::as_str);
        let all: Vec<&str> = made.chain(words.iter().copied()).collect();
        let wrong = |it: NoMove| {
            let index = it.index.saturating_sub(question.after.len());
            let meant = did_you_mean(words[index], it.moves.iter().map(String::as_str));
            let meant = meant.map(str::to_owned);
            let word = WrongWord { index, reason: "not among the moves", meant };
            NotAnAnswer { usage: listed(&it.moves), word: Some(word) }
        };
        let Played { state, .. } = self.play(all.iter().copied()).map_err(wrong)?;
        let is_line = question.verb == Verb::Line;
        if !is_line && words.len() != 1 {
            return Err("write one move".to_owned().into());
        }
        let is_over = self.moves(&state).is_empty();
        if is_line && !self.game.repeats() && !is_over {
            return Err("write the moves up to the end of the game".to_owned().into());
        }
        let asked = question.after.len()..=all.len();
        let after = |made: usize| all[..made].iter().map(|it| (*it).to_owned()).collect();
        let asked = asked.map(|made| Question {
            engine: question.engine,
            after: after(made),
            ..Question::new(Verb::Solve)
        });
        let questions = asked.collect();
        Ok(match is_line {
            true => Claim::Line { questions, is_over },
            false => Claim::Moves(questions),
        })
    }
}
