//! Signs of drawings: what is written at a place, with letters in it that stand for numbers.

use crate::syntax::ast::{BoundName, SentenceNode, SentenceOp, SyntaxTree};
use crate::syntax::terminal::variable;

/// A part of a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SignPiece {
    /// This character.
    Literal(char),
    /// A number, by its index.
    Number(usize),
}

/// A sign.
#[derive(Clone, Debug)]
pub struct CellSign<'a> {
    /// It, without quotes.
    pub text: &'a str,
    /// The letters in it that stand for numbers.
    pub letters: Vec<String>,
    pieces: Vec<SignPiece>,
}

impl<'a> CellSign<'a> {
    /// The sign of a text. Letters that its sentence uses and does not bind are numbers, but for those that are
    /// names of something.
    pub fn new(
        text: &'a str,
        (source, tree): (&str, &SyntaxTree),
        nodes: &[SentenceNode],
        is_name: impl Fn(&str) -> bool,
    ) -> Self {
        let mut letters: Vec<String> = Vec::new();
        let mut pieces = Vec::new();
        for character in text.chars() {
            let mut buffer = [0; 4];
            let word: &str = character.encode_utf8(&mut buffer);
            let known = letters.iter().position(|it| it == word);
            pieces.push(match known {
                Some(at) => SignPiece::Number(at),
                None if !is_name(word) && is_used(word, source, nodes, tree) => {
                    letters.push(word.to_owned());
                    SignPiece::Number(letters.len() - 1)
                }
                None => SignPiece::Literal(character),
            });
        }
        Self { text, letters, pieces }
    }

    /// The numbers of a word that is this sign.
    pub fn read(&self, word: &str) -> Option<Vec<i64>> {
        let mut numbers = vec![None; self.letters.len()];
        let mut rest = word;
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece {
                SignPiece::Literal(character) => rest = rest.strip_prefix(*character)?,
                SignPiece::Number(index) => {
                    let is_next_number =
                        matches!(self.pieces.get(at + 1), Some(SignPiece::Number(_)));
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    let digits = if is_next_number { digits.min(1) } else { digits };
                    let number = rest[..digits].parse().ok()?;
                    rest = &rest[digits..];
                    if numbers[*index].replace(number).is_some_and(|it| it != number) {
                        return None;
                    }
                }
            }
        }
        if rest.is_empty() { numbers.into_iter().collect() } else { None }
    }

    /// The sign with these numbers.
    pub fn write(&self, numbers: &[i64]) -> String {
        let piece = |it: &SignPiece| match it {
            SignPiece::Literal(character) => character.to_string(),
            SignPiece::Number(index) => numbers[*index].to_string(),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// Whether a sentence uses a letter that it does not bind.
fn is_used(word: &str, source: &str, nodes: &[SentenceNode], tree: &SyntaxTree) -> bool {
    let binds = |first: u32, count: u32| {
        let bound: &[BoundName] = &tree.bound[first as usize..(first + count) as usize];
        bound.iter().any(|it| &source[it.name.range()] == word)
    };
    variable(word).is_some()
        && nodes.iter().any(|it| match it.op {
            SentenceOp::Apply { name, arguments: 0 } => &source[name.range()] == word,
            _ => false,
        })
        && !nodes.iter().any(|it| match it.op {
            SentenceOp::Quantified { first, count, .. }
            | SentenceOp::Counted { first, count, .. }
            | SentenceOp::Aggregate { first, count, .. } => binds(first, count),
            _ => false,
        })
}
