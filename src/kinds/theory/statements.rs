//! Statements in the language of a theory.

use super::proof::{numbered, symbols};
use super::{THING, UnderstoodTheory};
use puzzle_engine::logic::first_order::{TheoryQuantifier, TheorySort};
use puzzle_engine::logic::statements::{
    NameNumber, StatedTerm, Statement, StatementNumber, Statements, TermNumber,
};

/// Letters for things that are given a name, in the order in which they are taken.
const LETTERS: [&str; 8] = ["c", "d", "e", "f", "g", "h", "a", "b"];

/// Letters for bound variables whose own name is taken.
const VARIABLES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

/// Statements whose symbols, sorts and variables have names.
pub(super) struct NamedStatements<'d> {
    pub statements: &'d Statements,
    /// The names of functions, then of predicates.
    pub symbols: Vec<String>,
    /// The names of the theory's variables.
    pub variables: &'d [String],
    /// The names of sorts, where they are told.
    pub sorts: Vec<String>,
    /// How many functions there are, which come before the predicates.
    pub functions: usize,
    /// What things are called that are given a name.
    pub things: Vec<String>,
}

/// The names of a theory's sorts, where it needs them to tell what variables are.
pub(super) fn sorts_told(understood: &UnderstoodTheory<'_>) -> Vec<String> {
    let sorts = &understood.symbols.sorts;
    let are_told = sorts.len() > 1 && sorts.iter().all(|it| it.name != THING);
    sorts.iter().filter(|_| are_told).map(|it| it.name.to_owned()).collect()
}

/// What is still to be written.
enum Piece {
    Words(String),
    Statement(StatementNumber, Place),
    Term(TermNumber),
    /// The innermost bound variable is bound no more.
    Unbind,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Alone, or behind a quantifier.
    Whole,
    /// Beside `->` or `<->`.
    Side,
    /// Between `and` or `or`.
    Part,
    /// Behind `not`.
    Denied,
}

impl<'d> NamedStatements<'d> {
    /// Statements in a theory's words, with letters for things that are given a name, in this order.
    pub(super) fn of(
        statements: &'d Statements,
        understood: &UnderstoodTheory<'_>,
        variables: &'d [String],
        names: impl Iterator<Item = NameNumber>,
    ) -> Self {
        let symbols = symbols(understood);
        let mut things = vec![String::new(); statements.names.len()];
        let is_free = |it: &String| !symbols.contains(it) && !variables.contains(it);
        let mut free = (0..).flat_map(|round| LETTERS.map(|it| numbered(it, round)));
        for name in names {
            let thing = &mut things[name.0 as usize];
            if thing.is_empty() {
                *thing = free.find(is_free).unwrap_or_default();
            }
        }
        let functions = understood.meaning.functions.len();
        let sorts = sorts_told(understood);
        Self { statements, symbols, variables, sorts, functions, things }
    }
}

impl NamedStatements<'_> {
    pub(super) fn of_sort(&self, sort: TheorySort) -> String {
        self.sorts.get(sort.0 as usize).map_or_else(String::new, |it| format!(": {it}"))
    }

    /// A statement as the theory's language has it.
    pub(super) fn statement(&self, root: StatementNumber) -> String {
        let mut text = String::new();
        let mut bound: Vec<String> = Vec::new();
        let mut open = vec![Piece::Statement(root, Place::Whole)];
        while let Some(piece) = open.pop() {
            let first = open.len();
            match piece {
                Piece::Words(words) => text.push_str(&words),
                Piece::Unbind => drop(bound.pop()),
                Piece::Term(term) => self.term(term, &bound, &mut open),
                Piece::Statement(statement, place) => {
                    self.pieces(statement, place, &mut bound, &mut open);
                }
            }
            open[first..].reverse();
        }
        text
    }

    fn term(&self, term: TermNumber, bound: &[String], pieces: &mut Vec<Piece>) {
        let words = |it: &str| Piece::Words(it.to_owned());
        match self.statements.get_term(term) {
            StatedTerm::Bound(at) => {
                let name = bound.len().checked_sub(*at as usize + 1).and_then(|it| bound.get(it));
                pieces.extend(name.map(|it| words(it)));
            }
            StatedTerm::Name(name) => pieces.push(words(&self.things[name.0 as usize])),
            StatedTerm::Apply(function, arguments) => {
                self.applied(function.0 as usize, arguments, pieces);
            }
        }
    }

    fn applied(&self, symbol: usize, arguments: &[TermNumber], pieces: &mut Vec<Piece>) {
        pieces.push(Piece::Words(self.symbols[symbol].clone()));
        for (at, argument) in arguments.iter().enumerate() {
            let before = if at == 0 { "(" } else { ", " };
            pieces.extend([Piece::Words(before.to_owned()), Piece::Term(*argument)]);
        }
        if !arguments.is_empty() {
            pieces.push(Piece::Words(")".to_owned()));
        }
    }

    fn pieces(
        &self,
        id: StatementNumber,
        place: Place,
        bound: &mut Vec<String>,
        pieces: &mut Vec<Piece>,
    ) {
        let words = |it: &str| Piece::Words(it.to_owned());
        let statement = self.statements.get(id);
        let is_enclosed = match statement {
            Statement::Truth(_) | Statement::Atom(..) => false,
            Statement::Equal(..) | Statement::Not(_) => place == Place::Denied,
            Statement::And(_) | Statement::Or(_) => matches!(place, Place::Part | Place::Denied),
            Statement::Implies(..) | Statement::Iff(..) | Statement::Quantified(..) => {
                place != Place::Whole
            }
        };
        if is_enclosed {
            pieces.push(words("("));
        }
        let side = |it: &StatementNumber| Piece::Statement(*it, Place::Side);
        match statement {
            Statement::Truth(value) => pieces.push(words(if *value { "true" } else { "false" })),
            Statement::Atom(predicate, arguments) => {
                self.applied(self.functions + predicate.0 as usize, arguments, pieces);
            }
            Statement::Equal(one, other) => {
                pieces.extend([Piece::Term(*one), words(" = "), Piece::Term(*other)]);
            }
            Statement::Not(inner) => match self.statements.get(*inner) {
                Statement::Equal(one, other) => {
                    pieces.extend([Piece::Term(*one), words(" != "), Piece::Term(*other)]);
                }
                _ => pieces.extend([words("not "), Piece::Statement(*inner, Place::Denied)]),
            },
            Statement::And(parts) | Statement::Or(parts) => {
                let sign = if matches!(statement, Statement::And(_)) { " and " } else { " or " };
                for (at, part) in parts.iter().enumerate() {
                    pieces.extend((at > 0).then(|| words(sign)));
                    pieces.push(Piece::Statement(*part, Place::Part));
                }
            }
            Statement::Implies(one, other) => {
                pieces.extend([side(one), words(" -> "), side(other)]);
            }
            Statement::Iff(one, other) => {
                pieces.extend([side(one), words(" <-> "), side(other)]);
            }
            Statement::Quantified(quantifier, sort, body) => {
                let name = self.bound_name(id, bound);
                let quantifier = match quantifier {
                    TheoryQuantifier::All => "all".to_owned(),
                    TheoryQuantifier::Some => "some".to_owned(),
                    TheoryQuantifier::AtLeast(count) => format!("at least {count}"),
                    TheoryQuantifier::AtMost(count) => format!("at most {count}"),
                    TheoryQuantifier::Exactly(count) => format!("exactly {count}"),
                };
                pieces.push(Piece::Words(format!("{quantifier} {name}{}. ", self.of_sort(*sort))));
                pieces.extend([Piece::Statement(*body, Place::Whole), Piece::Unbind]);
                bound.push(name);
            }
        }
        if is_enclosed {
            pieces.push(words(")"));
        }
    }

    /// What a quantifier's variable is called: what it was in the theory, unless that is bound around it.
    fn bound_name(&self, quantified: StatementNumber, bound: &[String]) -> String {
        let own = self.statements.variable(quantified);
        let own = own.and_then(|it| self.variables.get(it.0 as usize)).cloned();
        let is_free = |it: &String| {
            !it.is_empty()
                && !bound.contains(it)
                && !self.symbols.contains(it)
                && !self.things.contains(it)
        };
        let others = (0..).flat_map(|round| VARIABLES.map(|it| numbered(it, round)));
        own.into_iter().chain(others).find(is_free).unwrap_or_default()
    }
}
