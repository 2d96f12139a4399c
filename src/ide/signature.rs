//! How the line is written that somebody types: of a query its parts, with what they are for the
//! puzzle it is about; of a setting what it says; of a node what may follow it. And which part the
//! place is in.

use std::ops::Range;

use super::EditorPlace;
use super::cursor::LineCursor;
use super::slot::{self, QueryAt, QueryPlace, QuerySlot};
use super::target::QuerySubject;
use crate::kinds::{Definition, Kind, Scope, sheet};
use crate::service::check::Analysis;
use crate::syntax::ast::Verb;
use crate::syntax::keyword::Keyword;
use crate::syntax::token::Token;

/// How a line is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// The line.
    pub label: String,
    /// What it says.
    pub documentation: String,
    /// Its parts.
    pub parameters: Vec<SignaturePart>,
    /// The part that a place is in, as an index.
    pub active: Option<usize>,
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignaturePart {
    /// Where it stands in the label, in bytes.
    pub range: Range<usize>,
    /// What it says; empty when there is nothing to say.
    pub documentation: String,
}

impl Signature {
    fn new(label: &str, documentation: &str) -> Self {
        Self { label: label.to_owned(), documentation: documentation.to_owned(), ..Self::default() }
    }

    /// With a further part.
    fn part(&mut self, text: &str, documentation: &str, is_active: bool) {
        self.label.push(' ');
        let start = self.label.len();
        self.label.push_str(text);
        if is_active {
            self.active = Some(self.parameters.len());
        }
        let range = start..self.label.len();
        self.parameters.push(SignaturePart { range, documentation: documentation.to_owned() });
    }
}

/// How the line at a place is written; `None` where a line tells no more than its words.
pub fn signature(analysis: Analysis<'_>, place: EditorPlace) -> Option<Signature> {
    let scope = &analysis.scope;
    let cursor = LineCursor::in_word(scope, place)?;
    match slot::at(scope, &cursor)? {
        QuerySlot::Query(query) => Some(of_query(scope, &cursor, &query)),
        QuerySlot::Value(game) => of_setting(analysis, game, cursor.before(0)),
        QuerySlot::Operand | QuerySlot::Sign if cursor.is_in_block => {
            of_setting(analysis, cursor.item?, cursor.before(0))
        }
        QuerySlot::Block(block) => of_block(scope, block, &cursor),
        _ => None,
    }
}

/// What a word or sign of the language says.
fn summary(word: &str) -> String {
    let keyword = Keyword::find(word).or_else(|| Keyword::find_part(word));
    keyword.map_or_else(String::new, |it| it.summary.to_owned())
}

fn of_query(scope: &Scope<'_>, cursor: &LineCursor<'_>, query: &QueryAt) -> Signature {
    let target = QuerySubject::of(scope, cursor, query);
    let mut signature = Signature::new(cursor.before(0), &summary(cursor.before(0)));
    for (index, (name, documentation)) in about(query.verb).iter().enumerate() {
        let tokens = query.targets.get(index).and_then(|it| it.first().zip(it.last()));
        let written = tokens.map(|(first, last)| &cursor.text[first.span.to(last.span).range()]);
        let is_active = query.targets.len() == index && query.place != QueryPlace::Tail;
        signature.part(written.unwrap_or(name), documentation, is_active);
    }
    if query.verb == Verb::Solve && target.facts.name == sheet::KIND.facts().name {
        signature.part("all COUNT", &summary("all"), false);
    }
    let engines = target.facts.engines;
    if query.verb == Verb::Eval {
        bindings(&mut signature, cursor, query, &target.variables);
    } else if engines.len() > 1 && !query.targets.is_empty() {
        let is_active = matches!(query.place, QueryPlace::Engine(_));
        let names: Vec<_> = engines.iter().map(|it| it.name()).collect();
        signature.part(&format!("by {}", names.join("|")), &summary("by"), is_active);
    }
    if query.verb.takes_moves() {
        signature.part("after MOVES", &summary("after"), query.place == QueryPlace::Move);
    }
    let answers: Vec<_> =
        target.facts.answers(query.verb).iter().map(|it| format!("`{it}`")).collect();
    let answers = match answers.as_slice() {
        [] => summary("=>"),
        some => format!("{}: {}", summary("=>"), some.join(", ")),
    };
    signature.part("=> ANSWER", &answers, matches!(query.place, QueryPlace::Answer(_)));
    signature
}

/// What stands for what a verb asks about, and what it is.
const fn about(verb: Verb) -> &'static [(&'static str, &'static str)] {
    match verb {
        Verb::Solve | Verb::Count | Verb::Draw => &[("NAME", "a puzzle, or a formula written out")],
        Verb::Eval | Verb::Valid | Verb::Simplify => &[("FORMULA", "a formula or its name")],
        Verb::Equivalent => &[
            ("FORMULA", "a formula or its name"),
            ("FORMULA", "the formula or the name that it is compared with"),
        ],
        Verb::Play2Win | Verb::Line | Verb::Moves | Verb::Compare => {
            &[("GAME", "the name of a game")]
        }
        Verb::Shortest => &[("MAZE", "the name of a maze")],
        Verb::Prove | Verb::Ask => &[("THEORY", "the name of a theory or a puzzle")],
        Verb::Smallest | Verb::Largest => &[("PUZZLE", "the name of a puzzle")],
    }
}

/// A part for the value of each variable; the active one is that which is typed, or the next.
fn bindings(
    signature: &mut Signature,
    cursor: &LineCursor<'_>,
    query: &QueryAt,
    variables: &[String],
) {
    let count = cursor.before.len();
    let bound: Vec<_> = (query.tail..count).map(|it| cursor.before(it)).collect();
    let has_digits = cursor.before.get(query.tail).is_some_and(|it| it.token == Token::Number);
    let mut is_next = query.place == QueryPlace::Tail && !has_digits;
    for name in variables {
        let is_typed = query.place == QueryPlace::Value && cursor.before(count - 2) == name;
        let is_active = is_typed || (is_next && !bound.contains(&name.as_str()));
        is_next &= !is_active;
        let documentation = format!("the value of `{name}`: `0` or `1`");
        signature.part(&format!("{name}=VALUE"), &documentation, is_active);
    }
}

fn of_setting(analysis: Analysis<'_>, game: Definition, name: &str) -> Option<Signature> {
    let settings = analysis.kind(game)?.facts().settings;
    let setting = settings.iter().find(|it| it.name == name)?;
    let mut signature = Signature::new(name, setting.summary);
    signature.part("VALUE", "", true);
    Some(signature)
}

fn of_block(scope: &Scope<'_>, block: Definition, cursor: &LineCursor<'_>) -> Option<Signature> {
    let before = cursor.words(0);
    let usage = scope.editor(block)?.usage(&before)?;
    let mut signature = Signature::new(usage.word, usage.summary);
    for (part, summary, is_active) in usage.parts {
        signature.part(part, summary, is_active);
    }
    Some(signature)
}
