//! What a query is about that may be half typed.

use super::cursor::LineCursor;
use super::slot::QueryAt;
use crate::kinds::{Definition, Facts, Kind, Scope, formula};
use crate::syntax::terminal::variable;
use crate::syntax::token::{Lexeme, Token};

/// What a query is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuerySubject {
    /// The puzzle that it names.
    pub definition: Option<Definition>,
    /// The facts of its kind; what is not declared may be a formula.
    pub facts: &'static Facts,
    /// The variables of its formulas, a bit a letter.
    pub variables: u32,
}

impl QuerySubject {
    /// What a query is about, as far as it is typed.
    pub(super) fn of(scope: &Scope<'_>, cursor: &LineCursor<'_>, query: &QueryAt) -> Self {
        let definition = |lexeme: &Lexeme| {
            let is_name = lexeme.token == Token::Word;
            scope.find(&cursor.text[lexeme.span.range()]).filter(|_| is_name)
        };
        let named = match query.targets.first().map(Vec::as_slice) {
            Some([name]) => definition(name),
            _ => None,
        };
        let kind =
            named.and_then(|it| scope.program.kinds.of(scope.item(it), scope.text(it.document)));
        let variables = query.targets.iter().flatten().fold(0, |bits, lexeme| {
            let letter = variable(&cursor.text[lexeme.span.range()]);
            let of_name = || definition(lexeme).and_then(|it| scope.formula_info(it));
            bits | match letter {
                Some(letter) => 1 << (letter - b'a'),
                None => of_name().map_or(0, |info| info.variables),
            }
        });
        let facts = kind.map_or(formula::KIND.facts(), |it| it.facts());
        Self { definition: named, facts, variables }
    }
}
