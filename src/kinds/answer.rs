//! Answers in a puzzle's words: what one comes to, the whole of it, and the remarks that explain
//! it.

use std::fmt;
use std::sync::Arc;

use super::{Correction, Engine, Told};
use crate::diagnostic::Related;
use crate::text::{Source, Span};

/// An answer in the puzzle's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What an expectation may say instead of the whole answer ("satisfiable").
    pub head: AnswerHead,
    /// The whole answer as an expectation would be written ("x=0 y=1"); of a drawing its lines.
    pub text: String,
    /// Remarks: what explains the answer.
    pub notes: Vec<Note>,
    /// What introduces the places it follows from, as in "it follows from:".
    pub heading: Option<String>,
    /// Of a no, the places it follows from, each with its source.
    pub because: Vec<Related>,
    /// Changes of the puzzle's text that each make a yes of a no.
    pub corrections: Vec<Correction>,
    /// What would change the value that `eval` has found.
    pub flip: Option<Flip>,
    /// Which of its engines a kind that picks one has the answer from.
    pub engine: Option<Engine>,
    /// It rests on what no other code has checked; its notes say on what.
    pub is_unchecked: bool,
    /// Proofs, a line a step.
    pub proofs: Vec<Listing>,
    /// The things that it tells, if it tells things.
    pub told: Option<Told>,
}

/// The fewest of the values that `eval` is given by whose change a formula gets another value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flip {
    /// Which of them, as they are written.
    pub bindings: Vec<usize>,
    /// The value that it gets.
    pub value: bool,
}

/// A remark on an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A sentence, which says something by itself.
    Summary(String),
    /// A sentence on what was not checked.
    Doubt(&'static str),
    /// Lines that belong together, such as a world or a table.
    Table(Listing),
}

/// Lines, and what introduces them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// What stands above them, as in "true when:".
    pub heading: Option<String>,
    /// The lines, of which there is at least one.
    pub lines: Vec<String>,
}

impl Note {
    /// Its lines, a heading included.
    pub fn lines(&self) -> Vec<&str> {
        match self {
            Self::Summary(words) => vec![words],
            Self::Doubt(words) => vec![words],
            Self::Table(listing) => listing.all().collect(),
        }
    }
}

impl Listing {
    /// The heading, if any, and the lines.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.heading.iter().chain(&self.lines).map(String::as_str)
    }
}

impl Answer {
    /// An answer that is its own head.
    pub fn plain(head: impl Into<AnswerHead>) -> Self {
        let head = head.into();
        let text = head.words().to_owned();
        Self::witness(head, text)
    }

    /// An answer with a solution to show.
    pub fn witness(head: impl Into<AnswerHead>, text: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            text: text.into(),
            notes: Vec::new(),
            heading: None,
            because: Vec::new(),
            corrections: Vec::new(),
            flip: None,
            engine: None,
            is_unchecked: false,
            proofs: Vec::new(),
            told: None,
        }
    }

    /// Whether it comes to this.
    pub fn is(&self, verdict: AnswerVerdict) -> bool {
        self.head == AnswerHead::Verdict(verdict)
    }

    /// Whether it says no more than what it comes to.
    pub fn is_bare(&self) -> bool {
        self.text == self.head.words()
    }

    /// What stands below a picture of it: nothing where it has several lines, since these are what is drawn.
    pub fn caption(&self) -> &str {
        if self.text.contains('\n') { "" } else { &self.text }
    }

    /// With a sentence as a remark.
    #[must_use]
    pub fn note(mut self, words: impl Into<String>) -> Self {
        self.notes.push(Note::Summary(words.into()));
        self
    }

    /// With the remark that it is open whether something follows for these others, too.
    #[must_use]
    pub fn open_for(self, others: impl Iterator<Item = String>) -> Self {
        /// More are not named.
        const MOST: usize = 5;
        let others: Vec<_> = others.take(MOST + 1).collect();
        let named = match others.len() {
            1..=MOST => others.join(" or "),
            _ => "others".to_owned(),
        };
        self.note(format!("whether for {named}, too, is open"))
    }

    /// With lines, perhaps under a heading, as a remark.
    #[must_use]
    pub fn table(mut self, heading: Option<&str>, lines: Vec<String>) -> Self {
        if !lines.is_empty() {
            self.notes.push(Note::Table(Listing { heading: heading.map(str::to_owned), lines }));
        }
        self
    }

    /// The remarks that are sentences about the answer.
    pub fn summaries(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().filter_map(|it| match it {
            Note::Summary(words) => Some(words.as_str()),
            Note::Doubt(_) | Note::Table(_) => None,
        })
    }

    /// The remarks that are sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().filter_map(|it| match it {
            Note::Summary(words) => Some(words.as_str()),
            Note::Doubt(words) => Some(*words),
            Note::Table(_) => None,
        })
    }

    /// The remarks that are sentences, as running text.
    pub fn in_sentences(&self) -> String {
        let sentence = |words: &str| {
            // A letter alone is a name.
            let is_word = words.chars().take_while(char::is_ascii_lowercase).count() > 1;
            let (first, rest) = words.split_at(usize::from(is_word));
            format!("{}{rest}.", first.to_ascii_uppercase())
        };
        self.sentences().map(sentence).collect::<Vec<_>>().join(" ")
    }

    /// The places that it follows from, as lines about a text in `source`. Of very many those on one line of the text
    /// stand together.
    pub fn places(&self, source: &Source) -> Vec<String> {
        /// Places that each have a line.
        const MOST_APART: usize = 10;
        let mut lines: Vec<(String, String)> = Vec::new();
        for place in &self.because {
            let line = line_of(place.source.as_deref().unwrap_or(source), place.span, source);
            match lines.last_mut().filter(|it| it.0 == line && self.because.len() > MOST_APART) {
                Some((_, words)) => words.push_str(&format!("; {}", place.message)),
                None => lines.push((line, place.message.clone())),
            }
        }
        lines.into_iter().map(|(line, words)| format!("{line}: {words}")).collect()
    }

    /// With what introduces the places it follows from.
    #[must_use]
    pub fn heading(self, words: impl Into<String>) -> Self {
        Self { heading: Some(words.into()), ..self }
    }

    /// With a place in a source that it follows from.
    #[must_use]
    pub fn because(mut self, source: &Arc<Source>, span: Span, words: impl Into<String>) -> Self {
        let source = Some(Arc::clone(source));
        self.because.push(Related { source, span, message: words.into() });
        self
    }
}

/// The line of a place, with its file where that is another one than `source`.
pub fn line_of(written: &Source, place: Span, source: &Source) -> String {
    let line = written.line_column(place.start).line;
    match written.name() == source.name() {
        true => format!("line {line}"),
        false => format!("{}, line {line}", written.name()),
    }
}

/// What the answers of all kinds come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnswerVerdict {
    /// `satisfiable`: there is a solution.
    Satisfiable,
    /// `unsatisfiable`: there is none.
    Unsatisfiable,
    /// `unique`: there is exactly one, which only an expectation says.
    Unique,
    /// `contradictory`: the sentences of a theory cannot all be true.
    Contradictory,
    /// `valid`: a formula is true whatever its variables are.
    Valid,
    /// `not valid`: it is not.
    NotValid,
    /// `equivalent`: two formulas or sentences say the same.
    Equivalent,
    /// `not equivalent`: they do not.
    NotEquivalent,
    /// `proved`: a sentence follows.
    Proved,
    /// `refuted`: its negation does.
    Refuted,
    /// `neither`: neither does.
    Neither,
    /// `everything`: a sentence follows for all things.
    Everything,
    /// `none`: it follows for nothing.
    Nothing,
    /// `solvable`: there is a path.
    Solvable,
    /// `no solution`: there is none within the limit.
    NoSolution,
    /// `drawn`: there is a drawing.
    Drawn,
}

impl AnswerVerdict {
    /// Whether it says that there is no solution at all.
    pub const fn is_no_solution(self) -> bool {
        matches!(self, Self::Unsatisfiable | Self::Contradictory | Self::NoSolution)
    }

    /// How it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Satisfiable => "satisfiable",
            Self::Unsatisfiable => "unsatisfiable",
            Self::Unique => "unique",
            Self::Contradictory => "contradictory",
            Self::Valid => "valid",
            Self::NotValid => "not valid",
            Self::Equivalent => "equivalent",
            Self::NotEquivalent => "not equivalent",
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Neither => "neither",
            Self::Everything => "everything",
            Self::Nothing => "none",
            Self::Solvable => "solvable",
            Self::NoSolution => "no solution",
            Self::Drawn => "drawn",
        }
    }
}

/// What an answer comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerHead {
    /// A verdict.
    Verdict(AnswerVerdict),
    /// Something else in the puzzle's words, such as a number, a winner, or things.
    Words(String),
}

impl AnswerHead {
    /// How it is written.
    pub fn words(&self) -> &str {
        match self {
            Self::Verdict(verdict) => verdict.word(),
            Self::Words(words) => words,
        }
    }
}

impl fmt::Display for AnswerHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl From<AnswerVerdict> for AnswerHead {
    fn from(verdict: AnswerVerdict) -> Self {
        Self::Verdict(verdict)
    }
}

impl From<String> for AnswerHead {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for AnswerHead {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}
