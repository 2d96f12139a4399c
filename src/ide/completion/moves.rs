//! The moves behind `after`: those that the rules allow and behind which the question still makes
//! sense.

use super::{CompletionSort, Offers};
use crate::ide::target::QuerySubject;
use crate::kinds::{Puzzle, Question, Turn};
use crate::syntax::ast::Verb;
use crate::text::Span;

impl Offers<'_> {
    /// The moves behind those that are typed: as a word, and, where moves may join as in `after 01`,
    /// joined to what is typed of the word.
    pub(super) fn moves(&mut self, target: &QuerySubject) {
        let Some(definition) = target.definition else { return };
        let Some(puzzle) = self.analysis.puzzle(definition) else { return };
        let words = (0..self.cursor.before.len()).map(|it| self.cursor.before(it));
        let words: Vec<_> = words.skip_while(|it| *it != "after").skip(1).collect();
        let mut question = Question::new(Verb::Play2Win);
        question.after = words.iter().map(|&it| it.to_owned()).collect();
        let mut made = Vec::new();
        for word in words {
            make(puzzle.as_ref(), &mut made, word);
        }
        self.moves_joined(puzzle.as_ref(), &question, &made, "");
        if !self.typed.is_empty() {
            make(puzzle.as_ref(), &mut made, self.typed);
            let whole = self.span;
            let typed = self.typed;
            self.within(Span::at(self.cursor.offset));
            self.moves_joined(puzzle.as_ref(), &question, &made, typed);
            self.within(whole);
        }
    }

    /// The moves behind those that are made; each joins what stands before it of the word.
    fn moves_joined(
        &mut self,
        puzzle: &dyn Puzzle,
        question: &Question,
        made: &[String],
        before: &str,
    ) {
        let Ok(Turn::Move { player, choice, moves }) = puzzle.turn(made) else { return };
        let typed = self.typed;
        for next in moves.iter().filter(|it| *it != typed) {
            let mut question = question.clone();
            question.after.push(format!("{before}{next}"));
            let text = question.after.join(" ");
            let place = Span::new(0, text.len() as u32);
            if puzzle.refuse(&question, &text, place).is_none() {
                self.offer(CompletionSort::Value, next, &format!("{player}: {choice}"));
            }
        }
    }
}

/// Adds the move that a word is, or those that join in it.
fn make(puzzle: &dyn Puzzle, made: &mut Vec<String>, word: &str) {
    made.push(word.to_owned());
    if puzzle.turn(made).is_err() {
        made.pop();
        made.extend(word.chars().map(String::from));
    }
}
