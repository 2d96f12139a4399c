//! What each word of a text is, for colours.

use rustc_hash::FxHashMap;

use super::TextLocation;
use super::mention::{What, mentions, subject};
use crate::kinds::editor::WordRole;
use crate::kinds::{Definition, Document, Scope};
use crate::service::check::Analysis;
use crate::syntax::ast::{Item, ItemKind, SettingValue};
use crate::syntax::keyword::Keyword;
use crate::syntax::parse;
use crate::syntax::token::{self as lexer, Lexeme, lex, lex_span};
use crate::text::{Source, Span};

/// A stretch of one line that has a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColouredToken {
    /// Where in its text.
    pub span: Span,
    /// What it is.
    pub sort: TokenSort,
    /// It makes what it names exist.
    pub is_declaration: bool,
    /// It documents a declaration.
    pub is_documentation: bool,
}

impl ColouredToken {
    fn new(span: Span, sort: TokenSort) -> Self {
        Self { span, sort, is_declaration: false, is_documentation: false }
    }
}

/// What a stretch of text is, in the words that the themes of editors know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TokenSort {
    /// A comment, documentation included.
    Comment,
    /// A word of the language.
    Keyword,
    /// The name of a formula.
    Function,
    /// The name of any other puzzle.
    Class,
    /// A kind of game.
    Type,
    /// A setting of a game; a thing in a puzzle.
    Property,
    /// A variable of a formula; an atom that has a name; a name that nothing has.
    Variable,
    /// A place in a puzzle; an engine, a lint, a word that a kind of puzzle gives its meaning.
    EnumMember,
    /// A number.
    Number,
    /// A text in quotes.
    String,
    /// A connective or an arrow.
    Operator,
}

impl TokenSort {
    /// Every sort with its standard name, in order.
    pub const ALL: [(Self, &str); 11] = [
        (Self::Comment, "comment"),
        (Self::Keyword, "keyword"),
        (Self::Function, "function"),
        (Self::Class, "class"),
        (Self::Type, "type"),
        (Self::Property, "property"),
        (Self::Variable, "variable"),
        (Self::EnumMember, "enumMember"),
        (Self::Number, "number"),
        (Self::String, "string"),
        (Self::Operator, "operator"),
    ];
}

/// The tokens of one text of a program, in order.
pub fn in_document(analysis: Analysis<'_>, document: u32) -> Vec<ColouredToken> {
    tokens(&analysis.scope, &analysis.scope.program.documents[document as usize])
}

/// Those of them that touch a stretch.
pub fn in_range(analysis: Analysis<'_>, location: TextLocation) -> Vec<ColouredToken> {
    let mut tokens = in_document(analysis, location.document);
    let Span { start, end } = location.span;
    tokens.retain(|it| it.span.start <= end && start <= it.span.end);
    tokens
}

/// The tokens of a text that is no part of the program but may use its names.
pub fn in_text(analysis: Analysis<'_>, text: &str) -> Vec<ColouredToken> {
    let tree = parse(text).tree;
    let source = Source::new("", text).into();
    tokens(&analysis.scope, &Document { source, tree, diagnostics: Vec::new() })
}

/// What makes one list of tokens another: how many stay at the start, how many behind them go, and
/// what comes in their place.
pub fn delta<'a, T: PartialEq>(before: &[T], after: &'a [T]) -> (usize, usize, &'a [T]) {
    let common =
        |pairs: &mut dyn Iterator<Item = (&T, &T)>| pairs.take_while(|(a, b)| a == b).count();
    let start = common(&mut before.iter().zip(after));
    let (before, after) = (&before[start..], &after[start..]);
    let end = common(&mut before.iter().rev().zip(after.iter().rev()));
    (start, before.len() - end, &after[..after.len() - end])
}

fn tokens(scope: &Scope<'_>, document: &Document) -> Vec<ColouredToken> {
    let text = document.source.text();
    let items = document.tree.items.iter();
    // Many questions may be about one block.
    let mut roles = FxHashMap::default();
    let mut named = items.flat_map(|it| item(scope, document, it, &mut roles)).peekable();
    let mut tokens: Vec<ColouredToken> = Vec::new();
    for lexeme in lex(text) {
        while let Some(token) = named.next_if(|it| it.span.start < lexeme.span.end) {
            if tokens.last().is_none_or(|it| it.span.end <= token.span.start) {
                tokens.push(token);
            }
        }
        let is_done = tokens.last().is_some_and(|it| it.span.end > lexeme.span.start);
        if let Some(sort) = plain(text, lexeme).filter(|_| !is_done) {
            let is_documentation = lexeme.token == lexer::Token::DocComment;
            let lines = lines(text, lexeme.span);
            tokens.extend(
                lines.map(|it| ColouredToken { is_documentation, ..ColouredToken::new(it, sort) }),
            );
        }
    }
    tokens
}

/// The stretches of a span that each lie on one line, as editors count them: a carriage return ends one, too.
fn lines(text: &str, span: Span) -> impl Iterator<Item = Span> + '_ {
    let mut start = span.start;
    text[span.range()].split(['\n', '\r']).filter_map(move |line| {
        let body = line.trim();
        let blanks = (line.len() - line.trim_start().len()) as u32;
        let found = Span::new(start + blanks, start + blanks + body.len() as u32);
        start += line.len() as u32 + 1;
        (!body.is_empty()).then_some(found)
    })
}

/// What a lexeme is that names nothing.
fn plain(text: &str, lexeme: Lexeme) -> Option<TokenSort> {
    use lexer::Token::*;
    Some(match lexeme.token {
        Comment | DocComment => TokenSort::Comment,
        Text(_) => TokenSort::String,
        Number => TokenSort::Number,
        Word if is_keyword(&text[lexeme.span.range()]) => TokenSort::Keyword,
        Star | Plus | Minus | Arrow | Expect | Equals => TokenSort::Operator,
        _ => return None,
    })
}

/// Whether a word that names nothing belongs to the language.
fn is_keyword(word: &str) -> bool {
    let part = || Keyword::find_part(word).or_else(|| Keyword::find_in_sentence(word));
    Keyword::find(word).or_else(part).is_some()
}

/// What has each name of a block.
type Roles<'a> = FxHashMap<&'a str, WordRole>;

/// The tokens of an item that follow from what it says, in order.
fn item<'a>(
    scope: &Scope<'a>,
    document: &Document,
    item: &Item,
    known: &mut FxHashMap<Definition, Roles<'a>>,
) -> Vec<ColouredToken> {
    let text = document.source.text();
    let mut tokens = Vec::new();
    let of_block = |block| scope.editor(block).map(|it| it.roles(scope, block)).unwrap_or_default();
    let roles = block(scope, document, item)
        .map(|block| &*known.entry(block).or_insert_with(|| of_block(block)));
    let role_of = |word: &str| roles.and_then(|it| it.get(word)).copied();
    for mention in mentions(scope, document, item) {
        let word = &text[mention.span.range()];
        let sort = match mention.what {
            What::Name if mention.is_declaration => name(&item.kind),
            What::Name => {
                scope.find(word).map_or(TokenSort::Variable, |it| name(&scope.item(it).kind))
            }
            What::Block(WordRole::Atom) if word.starts_with(|it: char| it.is_ascii_digit()) => {
                TokenSort::Number
            }
            What::Block(role) => block_word(role_of(word).unwrap_or(role)),
            What::Variable | What::Bound(_) => TokenSort::Variable,
            What::Path => TokenSort::String,
        };
        let is_declaration = mention.is_declaration;
        tokens.push(ColouredToken { is_declaration, ..ColouredToken::new(mention.span, sort) });
    }
    let mut others = Vec::new();
    for word in free(item).flat_map(|span| lex_span(text, span)) {
        let is_named = tokens.binary_search_by_key(&word.span.start, |it| it.span.start).is_ok();
        if word.token == lexer::Token::Word && !is_named {
            others.push(ColouredToken::new(word.span, TokenSort::EnumMember));
        }
    }
    match &item.kind {
        ItemKind::Game(game) => {
            others.extend(game.kind.map(|span| ColouredToken::new(span, TokenSort::Type)));
            let settings = game.settings.iter();
            others.extend(settings.map(|it| ColouredToken::new(it.name, TokenSort::Property)));
        }
        ItemKind::Level { lint, .. } => {
            others.push(ColouredToken::new(*lint, TokenSort::EnumMember));
        }
        ItemKind::Query(query) => {
            others.extend(query.engine.map(|span| ColouredToken::new(span, TokenSort::EnumMember)));
        }
        _ => {}
    }
    tokens.extend(others);
    tokens.sort_by_key(|it| it.span.start);
    tokens
}

/// The block that an item is, or that a query is about, where that is not seen.
fn block(scope: &Scope<'_>, document: &Document, item: &Item) -> Option<Definition> {
    match &item.kind {
        ItemKind::Query(query) if query.sentences.is_empty() => None,
        ItemKind::Query(query) => subject(scope, document, query),
        kind => kind.declared().and_then(|name| scope.find(document.source.slice(name))),
    }
}

fn block_word(role: WordRole) -> TokenSort {
    match role {
        WordRole::Node | WordRole::Constant => TokenSort::EnumMember,
        WordRole::Treasure => TokenSort::Property,
        WordRole::Sort => TokenSort::Type,
        WordRole::Function | WordRole::Predicate | WordRole::Action => TokenSort::Function,
        WordRole::Atom | WordRole::Part | WordRole::Symbol | WordRole::Rule => TokenSort::Variable,
    }
}

/// The values and answers of an item whose words have their meaning from the kind of puzzle.
fn free<'a>(item: &'a Item) -> impl Iterator<Item = Span> + 'a {
    let (settings, query) = match &item.kind {
        ItemKind::Game(game) => (&game.settings[..], None),
        ItemKind::Query(query) => (&[][..], Some(query)),
        _ => (&[][..], None),
    };
    let plain = settings.iter().filter_map(|setting| match setting.value {
        SettingValue::Plain(span) => Some(span),
        SettingValue::Formula(_) => None,
    });
    plain.chain(query.and_then(|it| it.expectation).map(|it| it.span))
}

fn name(kind: &ItemKind) -> TokenSort {
    match kind {
        ItemKind::Formula { .. } => TokenSort::Function,
        ItemKind::Variable { .. } => TokenSort::Variable,
        _ => TokenSort::Class,
    }
}
