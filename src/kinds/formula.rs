//! Formulas: what their names refer to, and the questions they answer.

mod circles;
mod names;
mod puzzle;

pub use names::{
    NO_PUZZLE, is_undeclared, resolve, resolve_inline, resolve_named, suggest, unknown_name,
};
pub use puzzle::{FormulaPuzzle, KIND};
pub(crate) use puzzle::{assignment_text, tree};

use super::scope::{FormulaInfo, Scope};
use crate::diagnostic::code::{FORMULA_TOO_LARGE, NOT_A_VALUE, UNKNOWN_CHARACTER};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{self, Op};
use crate::syntax::parse_formula;
use crate::syntax::token::{Token, lex};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};

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
        .filter(|node| node.op == Op::Name)
        .map(|node| names::not_a_variable(&text[node.span.range()], node.span, None, false))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Formula::from_post_order(nodes.iter().filter_map(|node| node_of(node.op)).collect()))
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

/// The formula's node for a node of the tree, `None` for a name.
fn node_of(op: Op) -> Option<FormulaSymbol> {
    Some(match op {
        Op::Variable(letter) => FormulaSymbol::Variable(FormulaVariable(u32::from(letter - b'a'))),
        Op::Not => FormulaSymbol::Not,
        Op::And(operands) => FormulaSymbol::And(operands),
        Op::Or(operands) => FormulaSymbol::Or(operands),
        Op::Name => return None,
    })
}

/// Writes out all names of a sound formula. `None` when it is larger than [`MAX_NODES`].
///
/// # Errors
/// The limit that was reached before.
pub fn expand(
    scope: &Scope<'_>,
    document: u32,
    formula: &ast::WrittenFormula,
    budget: &mut Budget,
) -> Result<Option<Formula>, Stop> {
    expand_named(scope, document, formula, &|_| None, budget)
}

/// As [`expand`], of a formula in which some words are variables.
///
/// # Errors
/// As [`expand`].
pub fn expand_named(
    scope: &Scope<'_>,
    document: u32,
    formula: &ast::WrittenFormula,
    variable: &dyn Fn(&str) -> Option<FormulaVariable>,
    budget: &mut Budget,
) -> Result<Option<Formula>, Stop> {
    let is_variable = |word: &str| variable(word).is_some();
    let size = resolve_named(scope, document, formula, &is_variable, &mut Vec::new()).size;
    if size > MAX_NODES {
        return Ok(None);
    }
    let mut nodes = Vec::with_capacity(size as usize);
    // Formulas being written out: their file and the nodes still to come.
    let mut stack = vec![(document, scope.tree(document).formula(formula).iter())];
    while let Some((document, rest)) = stack.last_mut() {
        budget.work(1)?;
        let Some(node) = rest.next() else {
            stack.pop();
            continue;
        };
        match node_of(node.op) {
            Some(node) => nodes.push(node),
            None => {
                let name = &scope.text(*document)[node.span.range()];
                if let Some(variable) = variable(name) {
                    nodes.push(FormulaSymbol::Variable(variable));
                    continue;
                }
                let definition = scope.find(name).map(|it| (it, &scope.item(it).kind));
                let Some((definition, ast::ItemKind::Formula { body, .. })) = definition else {
                    return Ok(None);
                };
                let body = scope.tree(definition.document).formula(body).iter();
                stack.push((definition.document, body));
            }
        }
    }
    Ok(Some(Formula::from_post_order(nodes)))
}

/// The conjuncts of a sound formula with its names written out: their files and places, in the
/// order of [`Formula::conjuncts`].
fn conjuncts(scope: &Scope<'_>, document: u32, formula: &ast::WrittenFormula) -> Vec<(u32, Span)> {
    let mut conjuncts = Vec::new();
    // Formulas being read: their file, the nodes not yet passed, and how many subtrees at their
    // end are still to come. Backwards, every node comes before its operands.
    let mut stack = vec![(document, scope.tree(document).formula(formula), 1)];
    while let Some((document, nodes, open)) = stack.pop() {
        let (Some((root, rest)), 1..) = (nodes.split_last(), open) else { continue };
        if let Op::And(operands) = root.op {
            stack.push((document, rest, open - 1 + operands));
            continue;
        }
        let before = nodes.partition_point(|node| node.span.end <= root.span.start);
        stack.push((document, &nodes[..before], open - 1));
        let referred = (root.op == Op::Name)
            .then(|| scope.find(&scope.text(document)[root.span.range()]))
            .flatten();
        match referred.map(|it| (it.document, &scope.item(it).kind)) {
            Some((file, ast::ItemKind::Formula { body, .. })) => {
                stack.push((file, scope.tree(file).formula(body), 1));
            }
            _ => conjuncts.push((document, root.span)),
        }
    }
    conjuncts.reverse();
    conjuncts
}

/// The refusal to write out a formula that is too large.
pub(super) fn too_large() -> String {
    format!("written out, the formula has more than {MAX_NODES} parts")
}

/// The diagnostic for a formula at `place` that is too large to be written out, if it is.
pub fn check_size(info: FormulaInfo, place: Span) -> Option<Diagnostic> {
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
