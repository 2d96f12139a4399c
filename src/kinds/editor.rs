//! What an editor asks about the lines of a block. The kind of the block answers, so that an editor
//! knows nothing of its lines.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::scope::{Definition, Scope};
use crate::diagnostic::{Edit, Fix};
use crate::syntax::ast::{Item, Verb};
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::is_reserved;
use crate::syntax::token::{Token, lex};
use crate::text::{Source, Span};

/// What a word in a block names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordRole {
    /// A place that one can be in.
    Node,
    /// A thing that one can have.
    Treasure,
    /// What is true or false.
    Atom,
    /// A sort or a symbol: what a word of a sentence names.
    Part,
    /// What things are.
    Sort,
    /// A thing with a name.
    Constant,
    /// A function.
    Function,
    /// A predicate.
    Predicate,
    /// Something that may be done.
    Action,
    /// A symbol that no line declares.
    Symbol,
    /// A rule that has a label.
    Rule,
}

impl WordRole {
    /// What people call it, with its article.
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Node => "a node",
            Self::Treasure => "a treasure",
            Self::Atom => "an atom",
            Self::Part => "a word of the theory",
            Self::Sort => "a sort",
            Self::Constant => "a constant",
            Self::Function => "a function",
            Self::Predicate => "a predicate",
            Self::Action => "an action",
            Self::Symbol => "a symbol",
            Self::Rule => "a rule",
        }
    }

    /// What people call it.
    pub fn word(self) -> &'static str {
        self.with_article().split_once(' ').map_or("", |(_, word)| word)
    }
}

/// A word in a block that names something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockWord {
    /// Where.
    pub span: Span,
    /// What it names.
    pub role: WordRole,
    /// It makes what it names exist.
    pub is_declaration: bool,
}

/// What a block consists of, for an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockOutline {
    /// In a few words.
    pub detail: String,
    /// What it consists of.
    pub parts: Vec<OutlinePart>,
}

/// A part of a block in an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutlinePart {
    /// Its name.
    pub name: Span,
    /// What has the name.
    pub role: WordRole,
    /// What stands behind the name, if that tells more than the role.
    pub rest: Span,
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
        role: WordRole,
        /// What it is, in a few words.
        detail: &'static str,
        /// What goes on behind it, where nothing stands there.
        rest: Option<&'static str>,
    },
}

impl<'a> BlockOffer<'a> {
    /// A name, and no more than that.
    pub fn name(name: &'a str, role: WordRole) -> Self {
        Self::Name { name, role, detail: role.with_article(), rest: None }
    }
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

    /// The name that a word says, which may be written in several ways; `None` where nothing can have
    /// it.
    fn name<'t>(&self, _: WordRole, word: &'t str) -> Option<&'t str> {
        Some(word)
    }

    /// A block, and those whose lines hold in it as well.
    fn blocks(&self, _: &Scope<'_>, block: Definition) -> Vec<Definition> {
        vec![block]
    }

    /// Which of its [blocks](Self::blocks) has a name.
    fn owner(&self, _: &Scope<'_>, block: Definition, _name: &str) -> Definition {
        block
    }

    /// Whether a line of a block is about something of this name.
    fn has(&self, scope: &Scope<'_>, block: Definition, role: WordRole, name: &str) -> bool;

    /// What the words of an answer name, if they name words of a block.
    fn answers(&self, verb: Verb) -> Option<WordRole>;

    /// What has each name, where its place does not tell.
    fn roles<'a>(&self, _: &Scope<'a>, _block: Definition) -> FxHashMap<&'a str, WordRole> {
        FxHashMap::default()
    }

    /// What the sort is called of what a name stands for, or what a function of this name yields.
    fn sort<'a>(&self, _: &Scope<'a>, _block: Definition, _name: &str) -> Option<&'a str> {
        None
    }

    /// What the sort is called of an argument, by its index, of what a name stands for.
    fn argument_sort<'a>(
        &self,
        _: &Scope<'a>,
        _block: Definition,
        _name: &str,
        _index: usize,
    ) -> Option<&'a str> {
        None
    }

    /// What a block consists of.
    fn outline(&self, item: &Item, text: &str) -> BlockOutline;

    /// The lines of a block and their parts, in no order.
    fn stretches(&self, item: &Item, text: &str) -> Vec<Span>;

    /// Why something cannot have another name.
    fn keeps(&self, _: &Scope<'_>, _block: Definition, _: WordRole, _name: &str) -> Option<String> {
        None
    }

    /// Why nothing can have this name.
    fn forbids(&self, name: &str) -> Option<&'static str>;

    /// Whether a name has a meaning in a block that is none of a word of it.
    fn is_taken(&self, _: &Scope<'_>, _block: Definition, _name: &str) -> bool {
        false
    }

    /// What sorts the lines of a block, and what that is called; `None` where a line shares its
    /// place with something else.
    fn sorted(&self, _: &Item, _text: &str) -> Option<(&'static str, Vec<Edit>)> {
        None
    }

    /// What is said of a name.
    fn describe(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        role: WordRole,
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
    fn offer_answer(&self, _: &Scope<'_>, _block: Definition, _said: &[&str], _: AddOffer<'_>) {}

    /// What may be typed in a sentence of a question behind some words of it.
    fn offer_sentence(&self, _: &Scope<'_>, _block: Definition, _before: &[&str], _: AddOffer<'_>) {
    }

    /// Whether parts of its picture are joined by hand.
    fn joins(&self) -> bool {
        false
    }

    /// The change of a text that joins one part of its picture to another.
    ///
    /// # Errors
    /// Why they are not joined.
    fn join(
        &self,
        _: &Scope<'_>,
        _block: Definition,
        _parts: [&str; 2],
    ) -> Result<(Arc<Source>, Fix), String> {
        Err("only nodes of a maze are joined".to_owned())
    }

    /// How a line is written that begins with these words; `None` where it tells no more than its
    /// words.
    fn usage<'a>(&self, _before: &[&'a str]) -> Option<BlockUsage<'a>> {
        None
    }
}

impl Scope<'_> {
    /// What editors ask about the block of a definition.
    pub fn editor(&self, definition: Definition) -> Option<&'static dyn Editor> {
        let (item, text) = (self.item(definition), self.text(definition.document));
        self.program.kinds.of(item, text)?.editor()
    }
}

/// Whether a text is one word.
pub fn is_word(text: &str) -> bool {
    is_one(Token::Word, text)
}

fn is_one(token: Token, text: &str) -> bool {
    let first = lex(text).next();
    first.is_some_and(|it| it.token == token && it.span.range() == (0..text.len()))
}

/// Why a text cannot be a name in a sentence.
pub fn not_in_sentences(text: &str) -> Option<&'static str> {
    match Keyword::find_in_sentence(text) {
        _ if !is_word(text) => Some("a name is a letter or `_`, then letters, digits or `_`"),
        Some(_) => Some("this word has a meaning in sentences"),
        None => None,
    }
}

/// Why a text cannot be a name in a block whose names are words and numbers.
pub fn not_in_lines(text: &str) -> Option<&'static str> {
    match text {
        _ if !is_word(text) && !is_one(Token::Number, text) => Some("a name is a word or a number"),
        _ if is_reserved(text) => Some("this word starts a line of its own"),
        _ => None,
    }
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
