//! What a line of a theory, and a sentence that is asked of one, may say.

use super::{Offers, Sort};
use crate::ide::theory::{What, parts};
use crate::kinds::Definition;
use crate::syntax::keyword::SENTENCE_WORDS;
use crate::syntax::terminal::Terminal;

impl Offers<'_> {
    /// The words that may start a line, and those of sentences.
    pub fn theory_line(&mut self, theory: Definition) {
        for keyword in &SENTENCE_WORDS {
            if starts_line(keyword.terminal) {
                self.keyword(keyword, &format!("{} $0", keyword.word));
            }
        }
        self.sentence(theory);
    }

    /// The symbols of a theory and the words that a sentence is built with.
    pub fn sentence(&mut self, theory: Definition) {
        self.symbols(theory, |it| it != What::Sort);
        for keyword in &SENTENCE_WORDS {
            if !starts_line(keyword.terminal) {
                self.keyword(keyword, &format!("{} $0", keyword.word));
            }
        }
    }

    /// The sorts of a theory.
    pub fn sorts(&mut self, theory: Definition) {
        self.symbols(theory, |it| it == What::Sort);
    }

    fn symbols(&mut self, theory: Definition, is_possible: fn(What) -> bool) {
        let text = self.analysis.scope.text(theory.document);
        for part in parts(&self.analysis.scope, theory) {
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
