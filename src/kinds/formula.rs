//! Formulas: what their names refer to, and the questions they answer.

mod another;
mod argued;
mod blame;
mod circles;
mod claimed;
mod listed;
mod names;
mod puzzle;
mod size;
mod tableau;
mod unfold;
mod whys;
mod words;

pub use names::{
    NO_FORMULA, NO_PUZZLE, NO_RULES, is_long_word, is_undeclared, resolve, resolve_inline,
    resolve_named, suggest, unknown_name, wrong_arity,
};
pub(crate) use puzzle::tree;
pub use puzzle::{FormulaPuzzle, KIND};
use unfold::conjuncts;
pub use unfold::expand_named;
pub use words::{FormulaText, NamedFormula, VariableWords};

use super::scope::FormulaInfo;
use crate::diagnostic::code::{FORMULA_TOO_LARGE, NOT_A_VALUE, UNKNOWN_CHARACTER};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::parse_formula;
use crate::syntax::token::{Token, lex};
use crate::text::Span;
use puzzle_engine::logic::formula::Formula;

/// The largest formula after its names are written out, in nodes. Names that refer to names can
/// double a formula a line, so there has to be a bound.
pub const MAX_NODES: u64 = 1 << 26;

/// Builds the tree of a formula whose variables are the letters `a`–`z`. Unlike in a `.puzzle` file, blanks
/// and comments are no part of a formula.
///
/// # Errors
/// What is wrong with the text.
///
/// ```
/// use puzzle_lang::course::build_tree;
/// let formula = build_tree("((-x+y)*-(-y+x))").unwrap();
/// assert_eq!(formula.draw(), "* - + x\n      - y\n  + y\n    - x");
/// assert_eq!(build_tree("x*y").unwrap_err()[0].code.name(), "missing-parentheses");
/// ```
pub fn build_tree(text: &str) -> Result<Formula, Vec<Diagnostic>> {
    let gaps: Vec<_> = blanks(text).chain(comments(text)).collect();
    if !gaps.is_empty() {
        return Err(gaps);
    }
    let (tree, formula) = parse_formula(text)?;
    let nodes = tree.formula(&formula);
    let faults: Vec<_> = nodes
        .iter()
        .filter_map(|node| node.reference(text))
        .map(|name| names::not_a_variable(&text[name.range()], name, None, false))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Formula::from_post_order(
        nodes.iter().filter_map(|node| unfold::symbol_of(node.op)).collect(),
    ))
}

/// What is said of each run of blanks in a formula that may have none.
fn blanks(text: &str) -> impl Iterator<Item = Diagnostic> + '_ {
    let is_blank =
        |(_, character): &(usize, char)| character.is_whitespace() || *character == '\u{feff}';
    text.char_indices().filter(is_blank).map(|(at, character)| {
        let span = Span::new(at as u32, (at + character.len_utf8()) as u32);
        not_part("a blank", span)
    })
}

/// What is said of each comment in a formula that may have none.
fn comments(text: &str) -> impl Iterator<Item = Diagnostic> + '_ {
    let is_comment = |token| matches!(token, Token::Comment | Token::DocComment);
    lex(text).filter(move |it| is_comment(it.token)).map(|it| not_part("a comment", it.span))
}

fn not_part(what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} is not part of a formula");
    Diagnostic::new(UNKNOWN_CHARACTER, span, message, what)
        .help("delete it")
        .fix(Fix::certain("delete it", vec![Edit::delete(span)]))
}

/// The refusal to write out a formula that is too large.
pub(super) fn too_large() -> String {
    format!("written out, the formula has more than {MAX_NODES} parts")
}

/// The diagnostic for a formula at `place` that is too large to be written out, if it is.
pub fn check_size(info: &FormulaInfo, place: Span) -> Option<Diagnostic> {
    let is_too_large = !info.is_broken && info.size > MAX_NODES;
    is_too_large.then(|| {
        Diagnostic::new(FORMULA_TOO_LARGE, place, too_large(), "too large with its names")
            .help("ask about a smaller part: names that refer to names twice double it each time")
    })
}

/// The diagnostic for a word that should be a value of a variable.
pub fn not_a_value(word: &str, place: Span) -> Diagnostic {
    let message = format!("`{word}` is not a value");
    let diagnostic = Diagnostic::new(NOT_A_VALUE, place, message, "a value is `0` or `1`");
    let meant = match word.to_ascii_lowercase().as_str() {
        "t" | "true" => "1",
        "f" | "false" => "0",
        _ => return diagnostic,
    };
    diagnostic.fix(Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(place, meant)]))
}
