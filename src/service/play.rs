//! A play of a game: a text in, events out. A person plays against the computer, perfect or random,
//! or two persons do; the command line, the REPL and the language server show it in their own ways.

pub mod setup;
pub mod step;
mod table;
pub mod transcript;
mod words;

use std::collections::BTreeMap;

use super::slice::Slice;
use super::solve::NoAnswer;
use crate::kinds::game::listed;
use crate::kinds::{Note, Refusal, Turn};
use crate::picture::Picture;
use puzzle_engine::budget::Budget;
use setup::{Computer, PlayChoices, Strength};
use table::GameTable;
use words::{TypedMeaning, WORDS, Word};

/// One thing that a play tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The position.
    Board {
        /// Who plays.
        title: String,
        /// The position as text.
        drawing: String,
        /// Whether a person looks at it before something else happens.
        is_awaited: bool,
    },
    /// A move was made.
    Moved(MadeMove),
    /// A person's move has given something away.
    Comment(String),
    /// A remark.
    Note(String),
    /// Something that was asked for, in lines.
    Text(String),
    /// The play is over: how it ended.
    Over(String),
    /// What was typed is not understood, or cannot be done now.
    Refused(String),
    /// The computer knows no move: a limit was reached.
    Unknown(String),
    /// A file is to be written.
    Save {
        /// Its path, as it was typed.
        file: String,
        /// What it holds.
        text: String,
        /// Whether `!` says that one that exists is replaced.
        is_forced: bool,
    },
}

/// To whom events are told as they happen.
pub type Tell<'t> = &'t mut dyn FnMut(Event);

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeMove {
    /// Which one, from 1.
    pub number: usize,
    /// Who made it.
    pub player: String,
    /// What there was to choose.
    pub choice: String,
    /// The move.
    pub chosen: String,
}

/// The computer's move.
struct Reply {
    chosen: String,
    /// Whether it wins for sure, where it looked at that.
    wins: Option<bool>,
}

/// What a play says when it is over.
const AFTERWARDS: &str = "`undo` takes moves back, `save FILE` keeps the play, `quit` leaves";

/// A play.
#[derive(Clone, Debug)]
pub struct Play {
    /// The game, with all that it depends on.
    slice: Slice,
    name: String,
    /// One who plays alone, or two.
    players: Vec<String>,
    /// Whom the computer plays.
    computer: Option<Computer>,
    made: Vec<MadeMove>,
    /// Where the play stands.
    turn: Turn,
    /// Who gave up.
    resigned: Option<String>,
    /// The file that tells the play.
    file: Option<String>,
    /// Whether the computer said last that it wins.
    claimed: Option<bool>,
    /// What each player was told last that there is to choose.
    asked: BTreeMap<String, String>,
}

impl Play {
    /// A play of the game that a slice is about. `chance` is the seed of a weak opponent for whom
    /// none was named.
    ///
    /// # Errors
    /// Why it cannot be played so.
    pub fn start(slice: Slice, choices: &PlayChoices, chance: u64) -> Result<Self, Refusal> {
        let (turn, position) = slice.with_puzzle(|puzzle, facts| {
            let table = GameTable { puzzle, facts, is_alone: false };
            Ok::<_, Refusal>((table.turn(&[])?, table.position(&[])?))
        })??;
        let players = position.players;
        let starter = match &turn {
            Turn::Move { player, .. } => player,
            // Who is alone sees why nothing can be done.
            Turn::Over(_) if players.len() == 1 => &players[0],
            Turn::Over(_) => return Err("the game is over before the first move".to_owned()),
        };
        let computer = choices.computer(&players, starter, chance)?;
        let name = slice.question().split_whitespace().nth(1).unwrap_or_default().to_owned();
        let (made, resigned, file, claimed) = (Vec::new(), None, None, None);
        let asked = BTreeMap::new();
        Ok(Self { slice, name, players, computer, made, turn, resigned, file, claimed, asked })
    }

    /// Says that a file tells the play, which goes on there when it is saved.
    pub fn told_by(&mut self, file: String) {
        self.file = Some(file);
    }

    /// The file that tells the play.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the players are called, the first one first.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Whether there is no opponent.
    pub fn is_alone(&self) -> bool {
        self.players.len() == 1
    }

    /// The moves made so far.
    pub fn made(&self) -> &[MadeMove] {
        &self.made
    }

    /// Where it stands, whether or not somebody gave up.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Who has to move; `None` when the play is over.
    pub fn mover(&self) -> Option<&str> {
        match &self.turn {
            Turn::Move { player, .. } if self.resigned.is_none() => Some(player),
            _ => None,
        }
    }

    /// How it ended; `None` while it goes on.
    pub fn end(&self) -> Option<String> {
        let outcome = match (&self.resigned, &self.turn) {
            (Some(_), _) if self.is_alone() => "you gave up".to_owned(),
            (Some(player), _) => format!("{player} resigned, {} wins", self.other(player)),
            (None, Turn::Over(outcome)) => outcome.clone(),
            (None, Turn::Move { .. }) => return None,
        };
        // Behind the comma stands who wins because the other one gave up.
        let winner = outcome.rsplit(", ").find(|it| it.contains(" wins")).unwrap_or_default();
        let has_won = |player: &str| winner.starts_with(&format!("{player} wins"));
        Some(match &self.computer {
            Some(computer) if has_won(&computer.player) => format!("{outcome}: you lost"),
            Some(computer) if has_won(self.other(&computer.player)) => {
                format!("{outcome}: you won")
            }
            _ => outcome,
        })
    }

    /// What lies on the table.
    ///
    /// # Errors
    /// Why it cannot be shown.
    pub fn picture(&self) -> Result<Picture, Refusal> {
        self.at_table(|table| Ok(table.position(&self.words())?.picture))
    }

    /// What stands before the text that a person types.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.mover().unwrap_or(&self.name))
    }

    /// What may be typed, each with what it is.
    pub fn offers(&self) -> Vec<(String, &'static str)> {
        let words =
            WORDS.iter().map(|(_, usage, summary)| (Word::name(usage).to_owned(), *summary));
        self.allowed().iter().map(|it| (it.clone(), "")).chain(words).collect()
    }

    /// In a few words who plays, and where to read more.
    fn title(&self) -> String {
        let who = match &self.computer {
            None if self.is_alone() => format!("{}: you play alone", self.name),
            None => format!(
                "{}: two persons play {} and {}",
                self.name, self.players[0], self.players[1]
            ),
            Some(Computer { player, strength }) => {
                let how = match strength {
                    Strength::Perfect => "plays perfectly".to_owned(),
                    Strength::Random(seed) => format!("plays at random (seed {seed})"),
                };
                format!("{}: you are {}, {player} {how}", self.name, self.other(player))
            }
        };
        format!("{who}; `help` lists the words")
    }

    /// Begins, or goes on where the moves made so far lead. `budget` makes that of each search.
    pub fn open(&mut self, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        tell(Event::Note(self.title()));
        self.made.iter().for_each(|it| tell(Event::Moved(it.clone())));
        self.advance(budget, tell);
    }

    /// Takes what a person types: a move or a word. Whether they stay.
    pub fn enter(&mut self, typed: &str, budget: &dyn Fn() -> Budget, tell: Tell<'_>) -> bool {
        let meant = self.at_table(|table| words::read(typed, &self.words(), self.allowed(), table));
        match meant {
            TypedMeaning::Nothing if self.mover().is_some_and(|it| self.is_computer(it)) => {
                self.advance(budget, tell);
            }
            TypedMeaning::Nothing => {}
            TypedMeaning::Unknown(reason) => tell(Event::Refused(reason)),
            TypedMeaning::Move(chosen) => self.make_and_comment(&chosen, budget, tell),
            TypedMeaning::Word(Word::Help, _) => tell(Event::Text(self.help())),
            TypedMeaning::Word(Word::Moves | Word::Hint | Word::Why | Word::Resign, _)
                if self.mover().is_none() =>
            {
                tell(Event::Refused(format!("the game is over; {AFTERWARDS}")));
            }
            TypedMeaning::Word(Word::Moves, _) => {
                tell(Event::Text(format!("{}\n", self.allowed().join(" "))));
            }
            TypedMeaning::Word(Word::Hint, _) => self.hint(budget, tell),
            TypedMeaning::Word(Word::Why, _) => self.why(budget, tell),
            TypedMeaning::Word(Word::Board, _) => self.show(true, tell),
            TypedMeaning::Word(Word::Undo, _) => self.undo(budget, tell),
            TypedMeaning::Word(Word::Resign, _) => self.resign(budget, tell),
            TypedMeaning::Word(Word::Save, file) => self.save(file, false, tell),
            TypedMeaning::Replace(file) => self.save(file, true, tell),
            TypedMeaning::Word(Word::Quit, _) => return false,
        }
        true
    }

    /// Makes a move that is written as the game writes it.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn make(&mut self, chosen: &str) -> Result<(), Refusal> {
        let (Turn::Move { player, choice, moves }, None) = (&self.turn, &self.resigned) else {
            return Err("the game is over before it".to_owned());
        };
        let mut made = self.words();
        made.push(chosen.to_owned());
        let turn = self.at_table(|table| table.turn(&made)).map_err(|_| listed(moves))?;
        let (player, choice, chosen) = (player.clone(), choice.clone(), chosen.to_owned());
        self.made.push(MadeMove { number: made.len(), player, choice, chosen });
        self.turn = turn;
        Ok(())
    }

    fn make_and_comment(&mut self, chosen: &str, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        let player = self.mover().unwrap_or_default().to_owned();
        if let Err(reason) = self.make(chosen) {
            return tell(Event::Refused(reason));
        }
        self.tell_last(tell);
        self.show(false, tell);
        // A move that a person makes for the computer is no business of theirs.
        if !self.is_computer(&player) {
            match self.at_table(|table| table.comment(&self.words(), &player, &budget())) {
                Ok(Some(comment)) => tell(Event::Comment(comment)),
                Ok(None) => {}
                Err(fault) => tell(Event::Unknown(fault.words())),
            }
        }
        self.advance(budget, tell);
    }

    /// Goes on until a person has to move, or the play is over.
    fn advance(&mut self, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        while let (Turn::Move { player, choice, .. }, None) = (&self.turn, &self.resigned) {
            if !self.is_computer(player) {
                // What there is to choose is said once.
                let (player, choice) = (player.clone(), choice.clone());
                let before = self.asked.insert(player.clone(), choice.clone());
                let note = match before == Some(choice.clone()) && !self.is_alone() {
                    true => format!("{player} to move"),
                    false => format!("{player}: {choice}"),
                };
                self.show(true, tell);
                self.standing().into_iter().for_each(|it| tell(Event::Note(it)));
                return tell(Event::Note(note));
            }
            let Reply { chosen, wins } = match self.reply(&mut budget()) {
                Ok(reply) => reply,
                Err(no_answer) => {
                    let player = self.mover().unwrap_or_default();
                    let reason = no_answer.words();
                    tell(Event::Unknown(format!("{player} has found no move: {reason}")));
                    return tell(Event::Note(format!(
                        "Enter lets {player} think again, and you may move for it"
                    )));
                }
            };
            if let Err(reason) = self.make(&chosen) {
                return tell(Event::Unknown(reason));
            }
            self.tell_last(tell);
            self.show(false, tell);
            self.claim(wins, tell);
        }
        if let Some(end) = self.end() {
            self.show(true, tell);
            tell(Event::Over(end));
            tell(Event::Note(AFTERWARDS.to_owned()));
        }
    }

    /// The computer's move.
    fn reply(&self, budget: &mut Budget) -> Result<Reply, NoAnswer> {
        if let Some(Computer { strength: Strength::Random(seed), .. }) = self.computer {
            let chosen = Strength::pick(seed, self.made.len(), self.allowed());
            return Ok(Reply { chosen, wins: None });
        }
        let best = self.at_table(|table| table.best(&self.words(), budget))?;
        let player = self.mover().unwrap_or_default();
        let wins = best.sentences().any(|it| it.starts_with(&format!("{player} wins")));
        Ok(Reply { chosen: best.text, wins: Some(wins) })
    }

    /// The computer says whether it will win, unless it has said so.
    fn claim(&mut self, wins: Option<bool>, tell: Tell<'_>) {
        let (Some(claim), Some(computer)) = (wins, &self.computer) else { return };
        if self.mover().is_some() && self.claimed.replace(claim) != wins {
            let says = if claim { "I will win" } else { "I may not win" };
            tell(Event::Note(format!("{}: {says}", computer.player)));
        }
    }

    /// What the table does not show, in one line.
    pub fn standing(&self) -> Option<String> {
        self.at_table(|table| table.position(&self.words())).ok()?.standing
    }

    fn hint(&self, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        match self.at_table(|table| table.best(&self.words(), &mut budget())) {
            Ok(best) => {
                let mover = self.mover().unwrap_or_default();
                let is_lost = |it: &str| {
                    !self.is_alone() && it.starts_with(&format!("{} wins", self.other(mover)))
                };
                let remarks = best.sentences().map(|it| match is_lost(it) {
                    true => format!("{it}, whatever {mover} plays"),
                    false => it.to_owned(),
                });
                let remarks = remarks.collect::<Vec<_>>().join("; ");
                let colon = if remarks.is_empty() { "" } else { ": " };
                tell(Event::Text(format!("{}{colon}{remarks}\n", best.text)));
            }
            Err(no_answer) => {
                tell(Event::Unknown(format!("the best move is unknown: {}", no_answer.words())));
            }
        }
    }

    /// Says why the position is worth what it is.
    fn why(&self, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        match self.at_table(|table| table.reasons(&self.words(), &mut budget())) {
            Ok(answer) => {
                let notes = answer.notes.iter().flat_map(Note::lines);
                let lines: String = notes.map(|it| format!("{it}\n")).collect();
                tell(Event::Text(format!("{}\n{lines}", answer.text)));
            }
            Err(no_answer) => {
                tell(Event::Unknown(format!("the reasons are unknown: {}", no_answer.words())));
            }
        }
    }

    /// Takes back what was done since a person had to move the last time.
    fn undo(&mut self, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        self.asked.clear();
        if let Some(player) = self.resigned.take() {
            tell(Event::Note(format!("{player} goes on")));
            return self.advance(budget, tell);
        }
        let Some(at) = self.made.iter().rposition(|it| !self.is_computer(&it.player)) else {
            return tell(Event::Refused("there is no move to take back".to_owned()));
        };
        let words = self.words();
        match self.at_table(|table| table.turn(&words[..at])) {
            Ok(turn) => {
                tell(Event::Note(format!("took back {}", words[at..].join(" "))));
                self.made.truncate(at);
                (self.turn, self.claimed) = (turn, None);
                self.advance(budget, tell);
            }
            Err(reason) => tell(Event::Refused(reason)),
        }
    }

    fn resign(&mut self, budget: &dyn Fn() -> Budget, tell: Tell<'_>) {
        let mover = self.mover().unwrap_or_default();
        let person = self.computer.as_ref().map_or(mover, |it| self.other(&it.player));
        self.resigned = Some(person.to_owned());
        self.advance(budget, tell);
    }

    fn save(&mut self, file: String, is_forced: bool, tell: Tell<'_>) {
        let named = Some(file).filter(|it| !it.is_empty());
        let Some(file) = named.or_else(|| self.file.clone()) else {
            return tell(Event::Refused("write `save FILE`".to_owned()));
        };
        let text = transcript::write(self);
        tell(Event::Save { file, text, is_forced });
    }

    /// Tells the last move.
    fn tell_last(&self, tell: Tell<'_>) {
        self.made.iter().last().into_iter().for_each(|it| tell(Event::Moved(it.clone())));
    }

    fn show(&self, is_awaited: bool, tell: Tell<'_>) {
        match self.at_table(|table| table.drawing(&self.words())) {
            Ok(drawing) => tell(Event::Board { title: self.title(), drawing, is_awaited }),
            Err(reason) => tell(Event::Note(reason)),
        }
    }

    fn help(&self) -> String {
        let mut text = String::new();
        match &self.turn {
            Turn::Move { player, choice, .. } => text.push_str(&format!("{player}: {choice}\n")),
            Turn::Over(_) => text.push_str("the game is over\n"),
        }
        for (_, usage, summary) in WORDS {
            text.push_str(&format!("    {usage:<12}{summary}\n"));
        }
        text
    }

    /// The choices that lead to this play again.
    fn choices(&self) -> String {
        match &self.computer {
            None if self.is_alone() => String::new(),
            None => " against person".to_owned(),
            Some(Computer { player, strength }) => {
                let against = match strength {
                    Strength::Perfect => "strong".to_owned(),
                    Strength::Random(seed) => format!("weak seed {seed}"),
                };
                format!(" as {} against {against}", self.other(player))
            }
        }
    }

    fn at_table<R>(&self, work: impl FnOnce(&GameTable<'_>) -> R) -> R {
        let asked = self.slice.with_puzzle(|puzzle, facts| {
            work(&GameTable { puzzle, facts, is_alone: self.is_alone() })
        });
        asked.expect("the game has started, so it has a meaning")
    }

    /// The moves made so far, as they are written.
    fn words(&self) -> Vec<String> {
        self.made.iter().map(|it| it.chosen.clone()).collect()
    }

    /// The moves that the rules allow.
    fn allowed(&self) -> &[String] {
        match &self.turn {
            Turn::Move { moves, .. } if self.resigned.is_none() => moves,
            _ => &[],
        }
    }

    fn is_computer(&self, player: &str) -> bool {
        self.computer.as_ref().is_some_and(|it| it.player == player)
    }

    fn other(&self, player: &str) -> &str {
        &self.players[usize::from(self.players[0] == player)]
    }
}
