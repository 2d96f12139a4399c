//! What a query is about that may be half typed.

use super::cursor::LineCursor;
use super::slot::QueryAt;
use crate::kinds::formula::{self, VariableWords};
use crate::kinds::{Definition, Facts, Kind, Scope};
use crate::syntax::ast::ItemKind;
use crate::syntax::terminal::variable;
use crate::syntax::token::{Lexeme, Token};

/// What a query is about.
#[derive(Clone, Debug)]
pub(super) struct QuerySubject {
    /// The puzzle that it names.
    pub definition: Option<Definition>,
    /// The facts of its kind; what is not declared may be a formula.
    pub facts: &'static Facts,
    /// The variables of its formulas in alphabetical order.
    pub variables: Vec<String>,
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
        let mut words = VariableWords::default();
        let letters = query.targets.iter().flatten().fold(0, |bits, lexeme| {
            let word = &cursor.text[lexeme.span.range()];
            if let Some(letter) = variable(word) {
                return bits | 1 << (letter - b'a');
            }
            let Some(named) = definition(lexeme) else { return bits };
            words = words.with(&match &scope.item(named).kind {
                ItemKind::Variable { .. } => VariableWords::from(word.to_owned()),
                ItemKind::Formula { body, .. } => VariableWords::of(scope, named.document, body),
                _ => VariableWords::default(),
            });
            bits | scope.formula_info(named).map_or(0, |info| info.variables)
        });
        let variables = words.all(letters).into_iter().map(|it| it.0).collect();
        let facts = kind.map_or(formula::KIND.facts(), |it| it.facts());
        Self { definition: named, facts, variables }
    }
}
