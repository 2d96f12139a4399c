//! What a line of a theory, and a sentence that is asked of one, may say.

use super::{Offers, Sort};
use crate::ide::theory::{What, blocks, parts};
use crate::kinds::Definition;
use crate::syntax::ast::ItemKind;
use crate::syntax::keyword::SENTENCE_WORDS;
use crate::syntax::terminal::Terminal;

impl Offers<'_> {
    /// The words that may start a line, and those of sentences.
    pub fn theory_line(&mut self, theory: Definition) {
        let is_puzzle = matches!(self.analysis.scope.item(theory).kind, ItemKind::Puzzle { .. });
        for keyword in &SENTENCE_WORDS {
            if starts_line(keyword.terminal) || is_puzzle && starts_puzzle_line(keyword.terminal) {
                self.keyword(keyword, &format!("{} $0", keyword.word));
            }
        }
        self.sentence(theory);
    }

    /// The symbols of a theory and the words that a sentence is built with.
    pub fn sentence(&mut self, theory: Definition) {
        self.symbols(theory, |it| it != What::Sort);
        for keyword in &SENTENCE_WORDS {
            if !starts_line(keyword.terminal) && !starts_puzzle_line(keyword.terminal) {
                self.keyword(keyword, &format!("{} $0", keyword.word));
            }
        }
    }

    /// The sorts of a theory.
    pub fn sorts(&mut self, theory: Definition) {
        self.symbols(theory, |it| it == What::Sort);
    }

    fn symbols(&mut self, theory: Definition, is_possible: fn(What) -> bool) {
        let scope = self.analysis.scope;
        let blocks = blocks(&scope, theory);
        let all = blocks.iter().flat_map(|it| {
            let text = scope.text(it.document);
            parts(&scope, *it).into_iter().map(move |part| (text, part))
        });
        let all: Vec<_> = all.collect();
        for (text, part) in all {
            let sort = match part.what {
                What::Sort => Sort::Kind,
                What::Constant => Sort::Value,
                What::Function | What::Predicate | What::Undeclared => Sort::Formula,
            };
            if is_possible(part.what) && part.name != self.cursor.word {
                self.offer(sort, &text[part.name.range()], part.what.words());
            }
        }
    }
}

fn starts_line(terminal: Terminal) -> bool {
    use Terminal::{Constant, Distinct, Function, Predicate, Rule, Sort};
    matches!(terminal, Sort | Predicate | Function | Constant | Distinct | Rule)
}

/// Whether it starts a line that only puzzles have.
fn starts_puzzle_line(terminal: Terminal) -> bool {
    use Terminal::{Define, Drawing, Given, Grid, Sign};
    matches!(terminal, Grid | Given | Define | Sign | Drawing)
}
