//! Names that the program declares, the nearest first.

use super::{CompletionSort, Offers, fits};
use crate::ide::{EditorPlace, documentation};
use crate::kinds::{Definition, Facts, Kind, Scope, formula};
use crate::syntax::terminal::variable;
use crate::syntax::token::{Lexeme, Token};

impl Offers<'_> {
    /// Names of the puzzles of some kinds.
    pub(super) fn puzzles(&mut self, is_wanted: impl Fn(&'static Facts) -> bool) {
        let analysis = self.analysis;
        let scope = &analysis.scope;
        for definition in nearest(scope, self.place) {
            let name = scope.program.name(definition);
            // A formula may not refer to itself, and a variable is no name.
            let is_here = self.cursor.item == Some(definition);
            if name.len() < 2 || is_here || !fits(self.typed, name) {
                continue;
            }
            let item = scope.item(definition);
            let parameters = item.kind.parameters();
            let facts = match analysis.kind(definition) {
                Some(kind) => kind.facts(),
                None if !parameters.is_empty() => formula::KIND.facts(),
                None => continue,
            };
            if !is_wanted(facts) {
                continue;
            }
            let sort =
                if is_formula(facts) { CompletionSort::Formula } else { CompletionSort::Puzzle };
            if let Some(offer) = self.offer(sort, name, &facts.with_article()) {
                offer.documentation = documentation::of(scope, definition);
                if !parameters.is_empty() {
                    let text = scope.text(definition.document);
                    let given = (1..).zip(parameters);
                    let given = given.map(|(at, it)| format!("${{{at}:{}}}", &text[it.range()]));
                    let given = given.collect::<Vec<_>>().join(", ");
                    offer.snippet = Some(format!("{name}({given})"));
                }
            }
            if self.found.is_incomplete {
                return;
            }
        }
    }

    /// What may be an operand of a formula: its parameters, the variables that the line has so far, and formulas.
    pub(super) fn operands(&mut self) {
        let analysis = self.analysis;
        let scope = &analysis.scope;
        if let Some(definition) = self.cursor.item {
            for it in scope.item(definition).kind.parameters() {
                let name = &scope.text(definition.document)[it.range()];
                self.offer(CompletionSort::Variable, name, "a parameter");
            }
        }
        let letters = self.letters(&self.cursor.before);
        for letter in (b'a'..=b'z').filter(|it| letters & 1 << (it - b'a') != 0) {
            self.offer(CompletionSort::Variable, &char::from(letter).to_string(), "a variable");
        }
        for definition in nearest(scope, self.place) {
            let name = scope.program.name(definition);
            if scope.item(definition).kind.is_variable()
                && fits(self.typed, name)
                && let Some(offer) = self.offer(CompletionSort::Variable, name, "a variable")
            {
                offer.documentation = documentation::of(scope, definition);
            }
        }
        self.puzzles(is_formula);
    }

    /// The variables among tokens, a bit a letter.
    pub(super) fn letters(&self, tokens: &[Lexeme]) -> u32 {
        let words = tokens.iter().filter(|it| it.token == Token::Word);
        let letters = words.filter_map(|it| variable(&self.cursor.text[it.span.range()]));
        letters.fold(0, |bits, letter| bits | 1 << (letter - b'a'))
    }
}

pub(super) fn is_formula(facts: &Facts) -> bool {
    facts == formula::KIND.facts()
}

/// All declarations: those before the place upwards, those behind it, then those of imported files.
fn nearest<'a>(scope: &Scope<'a>, place: EditorPlace) -> impl Iterator<Item = Definition> + 'a {
    let program = scope.program;
    let file = program.file_of(place.document);
    let parts = &program.files[file].parts;
    let part = parts.iter().position(|it| *it == place.document).unwrap_or_default();
    let count = |document: u32| program.documents[document as usize].tree.items.len() as u32;
    let definition = |document| move |item| Definition { document, item };
    let items = &program.documents[place.document as usize].tree.items;
    let here = items.partition_point(|it| it.span.start <= place.offset) as u32;
    let above = (0..here).rev().map(definition(place.document));
    let parts_above = parts[..part].iter().rev();
    let parts_above = parts_above.flat_map(move |&it| (0..count(it)).rev().map(definition(it)));
    let below = (here..items.len() as u32).map(definition(place.document));
    let imported = program.files.iter().enumerate().rev().filter(move |(index, _)| *index != file);
    let others = parts[part + 1..].iter().chain(imported.flat_map(|(_, it)| &it.parts));
    let others = others.flat_map(move |&it| (0..count(it)).map(definition(it)));
    above.chain(parts_above).chain(below).chain(others)
}
