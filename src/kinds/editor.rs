//! What an editor asks about the lines of a block. The kind of the block answers, so that an editor
//! knows nothing of its lines.

use super::scope::{Definition, Scope};
use crate::diagnostic::Edit;
use crate::syntax::ast::Item;
use crate::syntax::keyword::Keyword;
use crate::text::Span;

/// What a word in a block names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A place that one can be in.
    Node,
    /// A thing that one can have.
    Treasure,
}

impl Role {
    /// What people call it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Treasure => "treasure",
        }
    }
}

/// A word in a block that names something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockWord {
    /// Where.
    pub span: Span,
    /// What it names.
    pub role: Role,
    /// It makes what it names exist.
    pub is_declaration: bool,
}

/// What a block consists of, for an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockOutline {
    /// In a few words.
    pub detail: String,
    /// The name of each part, and what stands behind it.
    pub parts: Vec<(Span, Span)>,
}

/// A line of a block that somebody types.
#[derive(Clone, Copy, Debug)]
pub struct BlockLine<'a> {
    /// Its words and signs before the one that is typed.
    pub before: &'a [&'a str],
    /// The place of the word that is typed; `None` where that is not in the block.
    pub typed: Option<Span>,
}

/// What a word in a block is.
#[derive(Clone, Debug)]
pub enum Explained {
    /// A word of the language.
    Keyword(&'static Keyword),
    /// Something else, as Markdown.
    Markdown(String),
}

/// What may be typed in a block.
#[derive(Clone, Copy, Debug)]
pub enum BlockOffer<'a> {
    /// A word of the language.
    Keyword(&'static Keyword),
    /// A name.
    Name {
        /// The name.
        name: &'a str,
        /// What it names.
        role: Role,
        /// What it is, in a few words.
        detail: &'static str,
        /// What goes on behind it, where nothing stands there.
        rest: Option<&'static str>,
    },
}

/// How a line of a block is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockUsage<'a> {
    /// Its first word.
    pub word: &'a str,
    /// What it says.
    pub summary: &'static str,
    /// Its parts, what each says, and whether it is the one that is typed.
    pub parts: Vec<(&'static str, &'static str, bool)>,
}

/// Takes an offer; whether there is room for more.
pub type AddOffer<'o> = &'o mut dyn FnMut(BlockOffer<'_>) -> bool;

/// What an editor asks about the blocks of a kind.
pub trait Editor: Sync {
    /// The words of a block that name something, in no order.
    fn words(&self, item: &Item) -> Vec<BlockWord>;

    /// Whether a line of a block is about something of this name.
    fn has(&self, item: &Item, text: &str, role: Role, name: &str) -> bool;

    /// What the words of an answer to `solve` name.
    fn answers(&self) -> Role;

    /// What a block consists of.
    fn outline(&self, item: &Item, text: &str) -> BlockOutline;

    /// The lines of a block and their parts, in no order.
    fn stretches(&self, item: &Item) -> Vec<Span>;

    /// Why something cannot have another name.
    fn keeps(&self, role: Role, name: &str) -> Option<String>;

    /// Why nothing can have this name.
    fn forbids(&self, name: &str) -> Option<&'static str>;

    /// What sorts the lines of a block, and what that is called; `None` where a line shares its
    /// place with something else.
    fn sorted(&self, item: &Item, text: &str) -> Option<(&'static str, Vec<Edit>)>;

    /// What is said of a name.
    fn describe(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        role: Role,
        name: &str,
    ) -> Option<String>;

    /// What a word is behind others of its line.
    fn explain(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        before: &[&str],
        word: &str,
    ) -> Option<Explained>;

    /// What may be typed in a line, the likeliest first.
    fn offer(&self, scope: &Scope<'_>, block: Definition, line: BlockLine<'_>, add: AddOffer<'_>);

    /// What may follow in an answer to `solve`, of which some words stand there.
    fn offer_answer(&self, scope: &Scope<'_>, block: Definition, said: &[&str], add: AddOffer<'_>);

    /// How a line is written that begins with these words; `None` where it tells no more than its
    /// words.
    fn usage<'a>(&self, before: &[&'a str]) -> Option<BlockUsage<'a>>;
}

/// Names, of many only the first; `None` when there are none.
pub fn listed<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    const MOST: usize = 12;
    let names: Vec<_> = names.take(MOST + 1).map(|it| format!("`{it}`")).collect();
    match names.len() {
        0 => None,
        1..=MOST => Some(names.join(", ")),
        _ => Some(format!("{}, …", names[..MOST].join(", "))),
    }
}

/// A block of code in Markdown, fenced by more graves than it has.
pub fn code(language: &str, text: &str) -> String {
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}{language}\n{text}\n{fence}")
}

/// As in "1 clause" and "2 clauses".
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
