//! The picture of a clause set: a row for each clause and a column for each atom, with the true literals of a model
//! or the clauses of an unsatisfiable core marked.

use super::ClauseSet;
use crate::diagnostic::Related;
use crate::picture::{Label, PartRole, Picture, PictureBody, PictureTable, TableRow};
use crate::text::Span;
use puzzle_engine::logic::cnf::Literal;

impl ClauseSet<'_> {
    /// The picture, with a model marked, or the clauses of a core.
    pub(super) fn drawn(&self, model: Option<&[bool]>, core: &[Related]) -> Picture {
        let is_true = |literal: &Literal| {
            model.is_some_and(|it| it[literal.atom().0 as usize] == literal.is_positive())
        };
        let cell = |literal: &Literal| {
            let (sign, role) =
                if literal.is_positive() { ("+", PartRole::Plus) } else { ("-", PartRole::Minus) };
            let role = if is_true(literal) { PartRole::Highlight } else { role };
            (literal.atom().0 as usize, Label::new(sign, role))
        };
        let is_core = |place: &Span| core.iter().any(|it| it.span == *place);
        let places = if core.is_empty() { Vec::new() } else { self.places() };
        let rows = (1..).zip(self.cnf.clauses()).map(|(number, clause): (usize, _)| {
            let place = places.get(number - 1).copied().flatten();
            let label = match place.is_some_and(|it| is_core(&it)) {
                true => Label::new(format!("core {number}"), PartRole::Highlight),
                false => Label::from(number.to_string()),
            };
            TableRow { label, cells: clause.iter().map(cell).collect() }
        });
        let table = PictureTable {
            columns: self.atoms.iter().map(|it| Label::from(it.as_str())).collect(),
            rows: rows.collect(),
        };
        let said = match core {
            [] => "",
            _ => ", which have no model: those of the core cannot all be true",
        };
        let title = format!("clauses {}{said}", self.name);
        Picture { caption: None, title, body: PictureBody::Table(table) }
    }
}
