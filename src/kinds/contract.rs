//! What a kind of puzzle is. A kind understands its declarations, turns a question about one into a
//! [`Problem`](puzzle_engine::Problem) of numbers, and says what the solution means in the puzzle's
//! own words. Knows nothing of how problems are solved.

use super::editor::Editor;
use super::scope::{Definition, Scope};
use super::{
    Answer, Attempt, Chance, Claim, Comparable, Correction, Engine, Hints, Lowered, Making,
    MoveWorth, NotAnAnswer, Payload, Posed, PosedWorlds, Question, Traced, WITHOUT_WORLDS,
};
use crate::diagnostic::{Code, Diagnostic, Related};
use crate::interchange::fitch::WrittenDeduction;
use crate::picture::Picture;
use crate::syntax::ast::{Query, SyntaxTree, Verb};
use crate::text::{Source, Span};
use puzzle_engine::Violation;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::deduction::Deduction;
use puzzle_engine::logic::cnf::Cnf;
use puzzle_engine::logic::formula::{Formula, FormulaVariable};
use puzzle_engine::logic::maze::NodeId;
use puzzle_engine::logic::statements::StatementNumber;

/// What a kind says about itself; help, completion and messages follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Its name: a keyword, or what stands behind the colon of a game.
    pub name: &'static str,
    /// What such a puzzle is, in one line.
    pub summary: &'static str,
    /// The questions it answers.
    pub verbs: &'static [Verb],
    /// Answers that every such puzzle may have, by the verb that asks for them. There may be
    /// others.
    pub answers: &'static [(Verb, &'static [&'static str])],
    /// The engines `by` may name; the first is the default.
    pub engines: &'static [Engine],
    /// Whether its picture shows a solution.
    pub shows_solution: bool,
    /// The settings of a game.
    pub settings: &'static [SettingFacts],
}

impl Facts {
    /// The [`Facts::answers`] to a verb.
    pub fn answers(&self, verb: Verb) -> &'static [&'static str] {
        self.answers.iter().find(|(it, _)| *it == verb).map_or(&[], |(_, answers)| answers)
    }

    /// The [`SettingFacts::choices`] of a setting.
    pub fn choices(&self, setting: &str) -> &'static [&'static str] {
        self.settings.iter().find(|it| it.name == setting).map_or(&[], |it| it.choices)
    }

    /// Such a puzzle with its article, as in "a maze" and "a formula game".
    pub fn with_article(&self) -> String {
        match self.name {
            "clauses" => "a clause set".to_owned(),
            name if self.settings.is_empty() => format!("a {name}"),
            name => format!("a {name} game"),
        }
    }
}

/// What a kind of game says about one of its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingFacts {
    /// Its name.
    pub name: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
    /// Whether every such game needs it.
    pub is_required: bool,
    /// A value of a game to begin with; `None` where that one does without.
    pub sample: Option<&'static str>,
    /// The words that its value may consist of; none when they are not a choice.
    pub choices: &'static [&'static str],
}

/// A kind of puzzle.
pub trait Kind: Sync {
    /// What it says about itself.
    fn facts(&self) -> &'static Facts;

    /// Understands a declaration of this kind. Faults go to `diagnostics`; the puzzle is `None`
    /// when they leave it without a meaning.
    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>>;

    /// Of a declaration with faults a puzzle that knows its names and nothing else, so that the words of questions about it
    /// can be understood; and whether it knows all of them.
    fn named<'a>(&self, _: Definition, _: Scope<'a>) -> Option<(Box<dyn Puzzle + 'a>, bool)> {
        None
    }

    /// What editors ask about its blocks, where these have lines of their own.
    fn editor(&self) -> Option<&'static dyn Editor> {
        None
    }

    /// Whether editors offer a question about a declaration: not where it can have no answer.
    fn offers(&self, _: Verb, _: Definition, _: Scope<'_>) -> bool {
        true
    }

    /// The question whose answer is the next move in a declaration that can be played, by two or alone;
    /// `None` where nobody plays.
    fn played(&self, _: Definition, _: Scope<'_>) -> Option<Verb> {
        self.facts().verbs.contains(&Verb::Play2Win).then_some(Verb::Play2Win)
    }

    /// The lints that take solving.
    fn reviews(&self) -> &'static [Code] {
        &[]
    }

    /// What may stand next in the value of a setting of a game, for completion.
    fn choices(&self, _game: Definition, setting: &str, _scope: Scope<'_>) -> Vec<String> {
        self.facts().choices(setting).iter().map(|it| (*it).to_owned()).collect()
    }

    /// Whether the letters of a setting's value are variables of the game's formula.
    fn lists_variables(&self, _setting: &str) -> bool {
        false
    }
}

/// Where a play of a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Somebody has to move.
    Move {
        /// Who.
        player: String,
        /// What there is to choose, in a few words, as in "the value of x".
        choice: String,
        /// The moves that the rules allow, as they are written behind `after`.
        moves: Vec<String>,
    },
    /// It is over: how it ended, as in "E wins".
    Over(String),
}

/// What people see of a play.
#[derive(Clone, Debug)]
pub struct PlayPosition {
    /// What lies on the table.
    pub picture: Picture,
    /// What the players are called, the first one first; one who plays alone has no opponent.
    pub players: Vec<String>,
    /// In a game of points, how many more than the second the moves have gained the first player.
    pub gained: i32,
    /// What the table does not show, in one line: points so far, moves left.
    pub standing: Option<String>,
}

/// Why a question has no answer, though the puzzle has a meaning: for a person.
pub type Refusal = String;

/// Why a question is not turned into a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unlowered {
    /// The puzzle has no answer to it.
    Refused(Refusal),
    /// A limit was reached before.
    Stopped(Stop),
}

impl From<Refusal> for Unlowered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Stop> for Unlowered {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// What other programs can read: the ending of a file, and its text or why there is none.
pub type Target = (&'static str, Result<String, Refusal>);

/// Whether sheets are written for other programs. A page does not ask for that, and is loaded sooner without it.
pub const HAS_SHEET_TARGETS: bool = cfg!(not(target_family = "wasm"));

/// Says in the puzzle's words what a model of its clauses stands for, or that there is none.
pub type ReadModel<'a> = Box<dyn Fn(Option<&[bool]>) -> Answer + 'a>;

/// Poses whether what a model stands for is a solution.
pub(super) type FitModel<'a> = Box<dyn Fn(&[bool]) -> Posed<'a, ()> + 'a>;

/// Clauses that say what a puzzle says, in words as well.
pub struct NamedClauses<'a> {
    /// The clauses.
    pub cnf: Cnf,
    /// What each atom says.
    pub atoms: Vec<String>,
    /// Where each clause comes from ("axiom 3"); empty when the clauses are the puzzle.
    pub origins: Vec<String>,
    /// The line in which each clause is written, an empty place where it stands nowhere; empty when none is.
    pub places: Vec<Related>,
    /// The answer to `solve` that a model of the clauses stands for.
    pub answer: ReadModel<'a>,
    /// Poses whether what a model stands for is a solution, where the words of that answer are no
    /// claim that could be judged; what is none is a failure.
    pub fits: Option<FitModel<'a>>,
}

/// A proof by resolution, for other programs and to look at.
#[derive(Clone, Debug)]
pub struct ShownProof {
    /// As a derivation in TPTP.
    pub tstp: String,
    /// As a graph of clauses.
    pub picture: Picture,
    /// By natural deduction or a tableau, where that was asked for and found.
    pub taught: Option<TaughtProof>,
    /// As textbooks write it, for LaTeX, where that was asked for.
    pub textbook: Option<String>,
}

/// A proof as courses teach it, by natural deduction or a tableau.
#[derive(Clone, Debug)]
pub struct TaughtProof {
    /// What it shows.
    pub conclusion: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// The same for LaTeX.
    pub latex: String,
}

/// A proof by natural deduction that somebody wrote, in numbers.
#[derive(Clone, Debug)]
pub struct ReadDeduction {
    /// Its lines; a line that says nothing where it could not be read.
    pub deduction: Deduction,
    /// What may be a premise.
    pub premises: Vec<StatementNumber>,
    /// What is to be shown.
    pub goal: Option<StatementNumber>,
    /// What cannot be read or understood.
    pub findings: Vec<Diagnostic>,
}

/// A remark on a puzzle that takes solving a problem, so that it is made only on request: what the
/// solution says against the puzzle, if anything. The problem is made when it is wanted, as each
/// may be as large as the puzzle.
pub type Review<'a> = Box<dyn Fn() -> Posed<'a, Option<Diagnostic>> + 'a>;

/// Where nothing is said to follow from rules.
const WITHOUT_REASONS: &str =
    "hints are for puzzles by rules, and for theories that list all their sorts";

/// A puzzle with a meaning.
pub trait Puzzle {
    /// Turns a question into a problem, and says what its solution means. The verb and the engine
    /// are among the kind's.
    ///
    /// # Errors
    /// Why this puzzle has no answer to it, or the limit that was reached.
    fn lower<'p>(
        &'p self,
        question: &'p Question,
        budget: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered>;

    /// What the file asks that it was read from, where its format has questions.
    fn held_question(&self) -> Option<Question> {
        None
    }

    /// What is wrong with the moves after which a question is asked, or with counting; told without
    /// solving anything. The moves stand at `place` in `text`, the file of the question; the place
    /// is what the question is about when there are none.
    fn refuse(&self, _: &Question, _text: &str, _place: Span) -> Option<Diagnostic> {
        None
    }

    /// Whether it can show all its solutions.
    fn lists_all(&self) -> bool {
        false
    }

    /// Whether the reasons of a solution show another one.
    fn tells_another(&self) -> bool {
        false
    }

    /// What its solutions are called where [`worlds`](Self::worlds) shows them one after the other.
    fn world_word(&self) -> Option<&'static str> {
        None
    }

    /// The last of its solutions up to so many of them, at least one, in the order in which they are found; the
    /// first is the one that is found for `solve`.
    ///
    /// # Errors
    /// Why they are not shown one after the other.
    fn worlds(&self, _most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        Err(WITHOUT_WORLDS.to_owned())
    }

    /// What follows step by step; so many steps at most.
    ///
    /// # Errors
    /// Why that cannot be told.
    fn hints(&self, _most: usize) -> Result<Posed<'_, Hints>, Refusal> {
        Err(WITHOUT_REASONS.to_owned())
    }

    /// Reads a proof by natural deduction of what a question asks, which stands in a text of its own.
    ///
    /// # Errors
    /// Why nothing is proved so about it, or the limit that was reached.
    fn deduction(
        &self,
        _: &Question,
        _source: &Source,
        _written: &WrittenDeduction,
        _: &mut Budget,
    ) -> Result<ReadDeduction, Unlowered> {
        Err(Unlowered::Refused(
            "only from a theory something follows by natural deduction".to_owned(),
        ))
    }

    /// Where its drawings tell of the places of a board, each by what a picture calls it.
    fn drawn_places(&self) -> Vec<(String, Related)> {
        Vec::new()
    }

    /// The lines that its author may leave out one by one, each with what it says.
    fn clues(&self) -> Vec<Related> {
        Vec::new()
    }

    /// Whether one of these, by index, follows from some others and from what is none of them.
    ///
    /// # Errors
    /// Why that cannot be asked.
    fn follows(&self, _clue: usize, _from: &[usize]) -> Result<Posed<'_, bool>, Refusal> {
        Err("it has no lines that could be left out".to_owned())
    }

    /// Lines that its author would draw by chance before anything is made of it, such as areas; none where it needs none.
    ///
    /// # Errors
    /// Why nothing can be made of it.
    fn groundwork(&self, _chance: &mut Chance) -> Result<Vec<String>, Refusal> {
        Ok(Vec::new())
    }

    /// One try to make a puzzle of what it leaves open, with one solution and no given too many.
    ///
    /// # Errors
    /// Why nothing can be made of it.
    fn attempt(&self, _chance: &mut Chance, _: Making) -> Result<Attempt<'_>, Refusal> {
        Err("only mazes and puzzles that say what is so are made".to_owned())
    }

    /// Changes of its text that each take back one member of what a no follows from, and may make a yes of it.
    ///
    /// # Errors
    /// The limit that was reached.
    fn corrections(&self, _no: &Answer, _: &mut Budget) -> Result<Vec<Correction>, Stop> {
        Ok(Vec::new())
    }

    /// Changes of its text that each set another bound than one that a no rests on: lists of them, smaller ones
    /// first, of which the first that makes a yes of it is wanted.
    fn loosened(&self, _no: &Answer) -> Vec<Vec<Correction>> {
        Vec::new()
    }

    /// The part of a sentence that stands at an offset of a document, and what it may be, as in
    /// "1..9"; without solving anything.
    fn part_at(&self, _document: u32, _offset: u32) -> Option<(Span, String)> {
        None
    }

    /// How an answer is looked for, to be told where a limit leaves it unknown.
    fn tried(&self, _: &Question) -> Option<&'static str> {
        None
    }

    /// Understands the sentences of a question. Faults go to `findings`.
    fn read(
        &self,
        _query: &Query,
        _document: (&str, &SyntaxTree),
        _findings: &mut Vec<Diagnostic>,
    ) -> Option<Payload> {
        None
    }

    /// Whether the sentences of a question can be understood, as [`Self::read`] does. Takes no
    /// longer than they are long. Faults go to `findings`.
    fn understands(
        &self,
        _query: &Query,
        _document: (&str, &SyntaxTree),
        _findings: &mut Vec<Diagnostic>,
    ) -> bool {
        false
    }

    /// The remarks of a lint that takes solving, one of [`Kind::reviews`].
    fn reviews(&self, _lint: Code) -> Vec<Review<'_>> {
        Vec::new()
    }

    /// Where a play stands after some moves. Every kind that answers `play2win` says so.
    ///
    /// # Errors
    /// Why the moves cannot be made.
    fn turn(&self, _moves: &[String]) -> Result<Turn, Refusal> {
        Err("nobody moves here".to_owned())
    }

    /// The move that a word stands for after some moves, written as in an answer. People write some
    /// moves in several ways.
    fn meant(&self, _moves: &[String], _word: &str) -> Option<String> {
        None
    }

    /// Why something that is written like a move cannot be made after some moves, if that can be told.
    fn barred(&self, _moves: &[String], _word: &str) -> Option<String> {
        None
    }

    /// What each move leads to after some moves, in the order of the rules; none where the play is over. Every kind
    /// that answers `play2win` says so.
    ///
    /// # Errors
    /// Why the moves cannot be made.
    fn move_worths(&self, _moves: &[String]) -> Result<Posed<'_, Vec<MoveWorth>>, Refusal> {
        Err("nobody moves here".to_owned())
    }

    /// What people see after some moves. Every kind that answers `play2win` says so.
    ///
    /// # Errors
    /// Why the moves cannot be made, or the position cannot be shown.
    fn position(&self, _moves: &[String]) -> Result<PlayPosition, Refusal> {
        Err("nobody moves here".to_owned())
    }

    /// Reads an expectation by its meaning. `words` are its tokens, a text block being one.
    ///
    /// # Errors
    /// What an answer to this question looks like.
    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer>;

    /// What is wrong with an expectation of one or two plain words, if that is told at no greater cost than reading
    /// a few thousand names.
    fn misworded(&self, question: &Question, words: &[&str]) -> Option<NotAnAnswer> {
        self.claim(question, words).err()
    }

    /// Says in the puzzle's words which rule a path breaks.
    fn violation(&self, _: &[NodeId], violation: Violation) -> String {
        format!("{violation:?}")
    }

    /// The clauses whose models are its solutions; `None` when it has none.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn clauses(&self, _: &mut Budget) -> Result<Option<NamedClauses<'_>>, Stop> {
        Ok(None)
    }

    /// What else than its clauses a procedure works on whose steps are shown, for a question with this answer;
    /// `None` where there is no such procedure.
    ///
    /// # Errors
    /// Why the steps of this question are not shown.
    fn traced<'p>(&'p self, _: &'p Question, _: &Answer) -> Result<Option<Traced<'p>>, Refusal> {
        Ok(None)
    }

    /// What `puzzle build` writes for it, besides its clauses.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn targets(&self, _: &mut Budget) -> Result<Vec<Target>, Stop> {
        Ok(Vec::new())
    }

    /// What `puzzle build` writes for a question about it. `said` is how the question reads.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn posed(&self, _: &Question, _said: &str, _: &mut Budget) -> Result<Vec<Target>, Stop> {
        Ok(Vec::new())
    }

    /// Its picture, without a solution.
    ///
    /// # Errors
    /// Why there is none.
    fn picture(&self) -> Result<Picture, Refusal>;

    /// The variables that `eval` binds.
    ///
    /// # Errors
    /// Why they cannot be told.
    fn variables(&self) -> Result<Vec<FormulaVariable>, Refusal> {
        Ok(Vec::new())
    }

    /// What it is compared with another puzzle by.
    ///
    /// # Errors
    /// Why it cannot be compared.
    fn comparable(&self) -> Result<Comparable<'_>, Refusal>;

    /// The formula it is, for `equivalent`.
    fn formula(&self) -> Option<Result<Formula, Refusal>> {
        None
    }
}
