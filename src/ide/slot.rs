//! What belongs at a place of a line: the grammar's view of where a person types.

use super::cursor::LineCursor;
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{ItemKind, VERBS, Verb};
use crate::syntax::terminal::{can_be_applied, is_before_parenthesis};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// What belongs at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum QuerySlot {
    /// The first word of an item.
    Item,
    /// The name that a declaration gives.
    NewName,
    /// What stands between a declaration's name and its body.
    Body,
    /// The kind behind the colon of a game, with its text so far.
    Kind(Span),
    /// The name of a setting in a game.
    Setting(Definition),
    /// The value of a setting, other than a formula.
    Value(Definition),
    /// A word of a line of which the kind knows more.
    Block(Definition),
    /// A word of a sentence that is asked of a theory.
    Sentence(Definition),
    /// The lint behind `allow`, `warn` or `deny`, with its text so far.
    Lint(Span),
    /// The path of a file that an item names.
    Path,
    /// An operand of a formula.
    Operand,
    /// A sign between operands, or the end of a formula.
    Sign,
    /// A place in a query.
    Query(QueryAt),
}

/// A query up to a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct QueryAt {
    /// What is asked.
    pub verb: Verb,
    /// The tokens of each formula or name that is complete before the place.
    pub targets: Vec<Vec<Lexeme>>,
    /// Index of the first token behind them.
    pub tail: usize,
    /// Where in the query the place is.
    pub place: QueryPlace,
}

/// A place in a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QueryPlace {
    /// What is asked about.
    Target,
    /// An operand of a formula that is written out.
    Operand,
    /// Within a formula, behind an operand.
    Sign,
    /// Behind what is asked about.
    Tail,
    /// The engine, with its text so far.
    Engine(Span),
    /// A move behind `after`.
    Move,
    /// The value of a variable.
    Value,
    /// The answer; the index of its first token.
    Answer(usize),
}

/// What belongs at a place; `None` where nothing is known to.
pub(super) fn at(scope: &Scope<'_>, cursor: &LineCursor<'_>) -> Option<QuerySlot> {
    let tokens = &cursor.before;
    if cursor.is_text {
        let is_path = cursor.before(0) == "import" || cursor.last() == "file";
        return is_path.then_some(QuerySlot::Path);
    }
    if cursor.is_in_block {
        return in_block(scope, cursor);
    }
    if tokens.is_empty() {
        return Some(QuerySlot::Item);
    }
    let word = cursor.before(0);
    let is_asked = matches!(word, "prove" | "ask" | "equivalent" | "why");
    if is_asked && tokens.get(2).is_some_and(|it| it.token == Token::Colon) {
        let is_over =
            |it: &Lexeme| it.token == Token::Expect || &cursor.text[it.span.range()] == "by";
        if !tokens[3..].iter().any(is_over) {
            return scope.find(cursor.before(1)).map(QuerySlot::Sentence);
        }
    }
    if word == "why" {
        return Some(QuerySlot::Query(query(cursor, Verb::Solve)));
    }
    if let Some((_, verb)) = VERBS.iter().find(|(it, _)| *it == word) {
        return Some(QuerySlot::Query(query(cursor, *verb)));
    }
    let is_third = |token| tokens.get(2).is_some_and(|it| it.token == token);
    Some(match word {
        "formula" | "game" | "clauses" | "maze" | "theory" | "puzzle" if tokens.len() == 1 => {
            QuerySlot::NewName
        }
        "variables" => QuerySlot::NewName,
        "formula" if is_third(Token::Equals) => in_formula(cursor, 3),
        "formula" if is_third(Token::OpenParenthesis) => {
            let equals = tokens.iter().position(|it| it.token == Token::Equals)?;
            in_formula(cursor, equals + 1)
        }
        "game" if is_third(Token::Colon) => QuerySlot::Kind(cursor.hyphenated(3)),
        "formula" | "game" | "clauses" | "maze" => QuerySlot::Body,
        "allow" | "warn" | "deny" => QuerySlot::Lint(cursor.hyphenated(1)),
        _ => return None,
    })
}

fn in_block(scope: &Scope<'_>, cursor: &LineCursor<'_>) -> Option<QuerySlot> {
    let block = cursor.item?;
    let is_first = cursor.before.is_empty();
    Some(match scope.item(block).kind {
        ItemKind::Game(_) if is_first => QuerySlot::Setting(block),
        ItemKind::Game(_) if cursor.before(0) == "formula" => in_formula(cursor, 1),
        ItemKind::Game(_) => QuerySlot::Value(block),
        _ => return scope.editor(block).map(|_| QuerySlot::Block(block)),
    })
}

fn in_formula(cursor: &LineCursor<'_>, start: usize) -> QuerySlot {
    match formula(cursor, start) {
        End::Operand => QuerySlot::Operand,
        End::Sign | End::Behind(_) => QuerySlot::Sign,
    }
}

fn query(cursor: &LineCursor<'_>, verb: Verb) -> QueryAt {
    let wanted = if verb == Verb::Equivalent { 2 } else { 1 };
    let mut query = QueryAt { verb, targets: Vec::new(), tail: 1, place: QueryPlace::Target };
    for _ in 0..wanted {
        match formula(cursor, query.tail) {
            End::Operand if query.tail == cursor.before.len() => return query,
            End::Operand => return QueryAt { place: QueryPlace::Operand, ..query },
            End::Sign => return QueryAt { place: QueryPlace::Sign, ..query },
            End::Behind(end) => {
                query.targets.push(cursor.before[query.tail..end].to_vec());
                query.tail = end;
            }
        }
    }
    query.place = tail(cursor, verb, query.tail);
    query
}

fn tail(cursor: &LineCursor<'_>, verb: Verb, start: usize) -> QueryPlace {
    let tokens = &cursor.before;
    let last_token = tokens.last().map(|it| it.token);
    let last = |is_it: &dyn Fn(&Lexeme) -> bool| {
        tokens[start..].iter().rposition(is_it).map(|index| start + index)
    };
    if let Some(arrow) = last(&|it| it.token == Token::Expect) {
        return QueryPlace::Answer(arrow + 1);
    }
    let keyword = last(&|it| matches!(&cursor.text[it.span.range()], "by" | "after"));
    match keyword.map(|index| (index, cursor.before(index))) {
        Some((by, "by")) if by + 1 == tokens.len() || last_token == Some(Token::Minus) => {
            QueryPlace::Engine(cursor.hyphenated(by + 1))
        }
        Some((_, "after")) => QueryPlace::Move,
        _ if last_token == Some(Token::Equals) && verb == Verb::Eval => QueryPlace::Value,
        _ => QueryPlace::Tail,
    }
}

/// How far a formula goes that starts at a token.
enum End {
    /// To the word, which belongs where an operand does.
    Operand,
    /// To the word, which belongs where a sign does.
    Sign,
    /// Up to that token: it is complete before the word.
    Behind(usize),
}

fn formula(cursor: &LineCursor<'_>, start: usize) -> End {
    let tokens = &cursor.before;
    let is_connective = |it: Token| {
        use Token::{ForeignAnd, ForeignOr, ForeignXor, Plus, Star};
        matches!(it, Star | Plus | ForeignAnd | ForeignOr | ForeignXor)
    };
    let mut depth = 0_u32;
    let mut is_open = true;
    for (index, lexeme) in tokens.iter().enumerate().skip(start) {
        match lexeme.token {
            Token::Expect => return End::Behind(index),
            Token::OpenParenthesis => (depth, is_open) = (depth + 1, true),
            Token::CloseParenthesis => (depth, is_open) = (depth.saturating_sub(1), false),
            Token::Minus | Token::ForeignNot => is_open = true,
            Token::Comma if depth > 0 => is_open = true,
            token => is_open = is_connective(token),
        }
        let is_applied = is_before_parenthesis(tokens, index)
            && can_be_applied(&cursor.text[lexeme.span.range()]);
        let goes_on = is_applied || tokens.get(index + 1).is_some_and(|it| is_connective(it.token));
        if depth == 0 && !is_open && !goes_on {
            return End::Behind(index + 1);
        }
    }
    if is_open { End::Operand } else { End::Sign }
}
