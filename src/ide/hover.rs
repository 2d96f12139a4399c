//! What the word at a place is: a declaration with its documentation and what is seen of it at a
//! glance, a part of a block and where else it stands, or a word of the language.

mod block;

use std::fmt::Write;

use super::cursor::LineCursor;
use super::slot::{self, QueryAt, QueryPlace, QuerySlot};
use super::symbol::{self, SymbolAt};
use super::target::QuerySubject;
use super::{EditorPlace, documentation, named_file};
use crate::diagnostic::LintLevel;
use crate::diagnostic::code::Code;
use crate::kinds::editor::{code, count, listed};
use crate::kinds::{Definition, Facts, Kind};
use crate::service::check::Analysis;
use crate::service::glance::glance;
use crate::syntax::ast::{ItemKind, Op};
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::{is_reserved, variable};
use crate::text::Span;
use puzzle_engine::budget::Budget;

/// What is shown of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// What it is, as Markdown.
    pub markdown: String,
    /// The word, in the text of the place.
    pub span: Span,
}

/// What the word at a place is. What needs solving keeps within a small part of the budget.
pub fn hover(analysis: Analysis<'_>, place: EditorPlace, budget: &Budget) -> Option<Hover> {
    let cursor = LineCursor::at_token(&analysis.scope, place)?;
    if let Some(markdown) = parameter(analysis, place) {
        return Some(Hover { markdown, span: cursor.word });
    }
    let slot = slot::at(&analysis.scope, &cursor)?;
    let look = HoverLook { analysis, place, cursor: &cursor, budget };
    let span = match &slot {
        QuerySlot::Kind(span) | QuerySlot::Lint(span) => *span,
        QuerySlot::Query(QueryAt { place: QueryPlace::Engine(span), .. }) => *span,
        _ => cursor.word,
    };
    look.slot(&slot, &cursor.text[span.range()]).map(|markdown| Hover { markdown, span })
}

/// A parameter of a formula, and how often it stands there.
fn parameter(analysis: Analysis<'_>, place: EditorPlace) -> Option<String> {
    let (SymbolAt::Bound(definition, declared), _) = symbol::at(analysis, place)? else {
        return None;
    };
    let scope = &analysis.scope;
    let ItemKind::Formula { parameters, body, .. } = &scope.item(definition).kind else {
        return None;
    };
    let index = parameters.iter().position(|it| *it == declared)? as u32;
    let nodes = scope.tree(definition.document).formula(body).iter();
    let times = match nodes.filter(|it| it.op == Op::Parameter(index)).count() {
        0 => "nowhere".to_owned(),
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    let name = &scope.text(definition.document)[declared.range()];
    let of = scope.program.name(definition);
    Some(format!("`{name}`: a parameter of `{of}`; it stands there {times}"))
}

struct HoverLook<'a> {
    analysis: Analysis<'a>,
    place: EditorPlace,
    cursor: &'a LineCursor<'a>,
    budget: &'a Budget,
}

impl HoverLook<'_> {
    /// What a word is in a slot.
    fn slot(&self, slot: &QuerySlot, word: &str) -> Option<String> {
        match slot {
            QuerySlot::Item => Keyword::find(word).map(keyword),
            QuerySlot::NewName => self.name(word, false),
            QuerySlot::Operand | QuerySlot::Sign => self.operand(word),
            QuerySlot::Body => Keyword::find_part(word).map(keyword),
            QuerySlot::Kind(_) => self.kind(word),
            QuerySlot::Setting(game) => self.setting(*game, word),
            QuerySlot::Value(game) => self.value(*game),
            QuerySlot::Lint(_) => lint(word),
            QuerySlot::Path => self.imported(word),
            QuerySlot::Block(block) | QuerySlot::Sentence(block) => self.in_block(*block, word),
            QuerySlot::Query(query) => self.query(query, word),
        }
    }

    fn query(&self, query: &QueryAt, word: &str) -> Option<String> {
        if query.place == QueryPlace::Target && self.cursor.before(0) == "why" && is_reserved(word)
        {
            return Keyword::find(word).map(keyword);
        }
        let target = QuerySubject::of(&self.analysis.scope, self.cursor, query);
        let is_part = |it: &&Keyword| query.place == QueryPlace::Tail && it.word == word;
        if let Some(part) = Keyword::find_part(word).filter(|it| is_part(it)) {
            return Some(keyword(part));
        }
        match query.place {
            QueryPlace::Engine(_) => engine(target.facts, word),
            QueryPlace::Move | QueryPlace::Value => None,
            QueryPlace::Answer(_) => self.block_name(target.definition?, query.verb, word),
            QueryPlace::Target => self.name(word, true).or_else(|| self.operand(word)),
            QueryPlace::Operand | QueryPlace::Sign | QueryPlace::Tail => self.operand(word),
        }
    }

    fn operand(&self, word: &str) -> Option<String> {
        match variable(word) {
            Some(letter) => self.variable(letter),
            None => self.name(word, true),
        }
    }

    /// A variable, and how often it stands in the item at the place.
    fn variable(&self, letter: u8) -> Option<String> {
        let scope = &self.analysis.scope;
        let (tree, item) = (scope.tree(self.place.document), scope.item(self.cursor.item?));
        let nodes = item.kind.formulas().flat_map(|it| tree.formula(it));
        let times = match nodes.filter(|it| it.op == Op::Variable(letter)).count() {
            0 => String::new(),
            1 => "; it stands here once".to_owned(),
            times => format!("; it stands here {times} times"),
        };
        Some(format!("`{}`: a variable{times}", char::from(letter)))
    }

    /// The value of a setting, or the variable in it that is pointed at.
    fn value(&self, game: Definition) -> Option<String> {
        let name = self.cursor.before(0);
        let kind = self.analysis.kind(game)?;
        let pointed = self.cursor.text.as_bytes().get(self.place.offset as usize);
        let letter = pointed.filter(|it| it.is_ascii_lowercase() && kind.lists_variables(name));
        letter.map_or_else(|| self.setting(game, name), |letter| self.variable(*letter))
    }

    /// A declared puzzle; its declaration is shown elsewhere than there.
    fn name(&self, word: &str, is_elsewhere: bool) -> Option<String> {
        let definition = self.analysis.scope.find(word)?;
        let said = documentation::of(&self.analysis.scope, definition);
        let mut shown = match is_elsewhere {
            true => self.declaration(definition),
            false => self.what(definition),
        };
        if !said.is_empty() {
            let _ = write!(shown, "\n\n{said}");
        }
        let seen = glance(&self.analysis, definition, self.budget);
        if !seen.answers.is_empty() {
            let width = seen.answers.iter().map(|(verb, _)| verb.word().len()).max();
            let lines = seen.answers.iter().map(|(verb, answer)| {
                let question = format!("{} {word}", verb.word());
                let width = width.unwrap_or_default() + 1 + word.chars().count();
                format!("{question:width$} => {answer}")
            });
            shown.push_str("\n\n");
            shown.push_str(&code("puzzle", &lines.collect::<Vec<_>>().join("\n")));
        }
        if let Some((atoms, clauses)) = seen.encoding {
            let _ = write!(
                shown,
                "\n\nits encoding: {}, {}",
                count(atoms as usize, "atom"),
                count(clauses, "clause")
            );
        }
        if let Some(drawing) = seen.drawing {
            shown.push_str("\n\n");
            shown.push_str(&code("text", &drawing));
        }
        Some(shown)
    }

    /// What a declaration declares, in a few words.
    fn what(&self, definition: Definition) -> String {
        let name = self.analysis.scope.program.name(definition);
        let facts = self.analysis.kind(definition).map(Kind::facts);
        format!("`{name}`: {}", facts.map_or("a puzzle".to_owned(), Facts::with_article))
    }

    /// How a puzzle is declared: the whole if it is short, else its head.
    fn declaration(&self, definition: Definition) -> String {
        const MOST_LINES: usize = 16;
        const MOST_BYTES: usize = 1000;
        let source = self.analysis.scope.source(definition.document);
        let item = self.analysis.scope.item(definition);
        let text = source.slice(item.span);
        let is_short = text.len() <= MOST_BYTES && text.lines().count() <= MOST_LINES;
        if is_short {
            return code("puzzle", text);
        }
        let head = text.lines().next().unwrap_or_default();
        let head: String = head.chars().take(80).collect();
        code("puzzle", &format!("{head} …"))
    }

    /// What the file declares that an import names.
    fn imported(&self, quoted: &str) -> Option<String> {
        let program = self.analysis.scope.program;
        let path = named_file(&program.files[program.file_of(self.place.document)], quoted)?;
        let file = program.files.iter().find(|it| it.path == path)?;
        let names = program.items(file).map(|(definition, _)| program.name(definition));
        let names = listed(names.filter(|it| !it.is_empty()))?;
        Some(format!("declares {names}"))
    }

    fn kind(&self, word: &str) -> Option<String> {
        let mut games = self.analysis.scope.program.kinds.games();
        let facts = games.find(|it| it.facts().name == word)?.facts();
        let settings = facts.settings.iter().map(|it| {
            let optional = if it.is_required { "" } else { " (may be left out)" };
            format!("\n- `{}`: {}{optional}", it.name, it.summary)
        });
        Some(format!("{}\n{}", facts.summary, settings.collect::<String>()))
    }

    fn setting(&self, game: Definition, name: &str) -> Option<String> {
        let facts = self.analysis.kind(game)?.facts();
        let setting = facts.settings.iter().find(|it| it.name == name)?;
        Some(format!("`{name}` of {}: {}", facts.with_article(), setting.summary))
    }
}

fn keyword(keyword: &'static Keyword) -> String {
    format!("{}\n\n{}", code("puzzle", keyword.usage), keyword.summary)
}

fn engine(facts: &Facts, word: &str) -> Option<String> {
    let index = facts.engines.iter().position(|it| it.name() == word)?;
    let default = if index == 0 { " (the default)" } else { "" };
    let (summary, of) = (facts.engines[index].summary(), facts.with_article());
    Some(format!("`{word}`{default} answers questions about {of}: {summary}"))
}

fn lint(name: &str) -> Option<String> {
    let lint = Code::find(name).filter(|it| it.is_lint())?;
    let level = match lint.level() {
        LintLevel::Allow => "allow",
        LintLevel::Hint => "a hint",
        LintLevel::Warn => "warn",
        LintLevel::Deny => "deny",
    };
    let (name, number) = (lint.name(), lint.number());
    Some(format!("`{name}` ({number}, by default {level})\n\n{}", lint.summary()))
}
