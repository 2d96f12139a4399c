//! From the repairs that faults propose to the fixes that are offered: those that were proved.

use super::SyntaxFault;
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Edit, Fix};
use crate::syntax::ast::SyntaxTree;
use crate::syntax::parse::parse_tokens;
use crate::syntax::token::{Lexeme, Token, lex};
use crate::text::Span;

/// Bytes of formulas that are parsed to prove the fixes of one of them; beyond that none is
/// offered, since typing is never held up.
const MAX_PROOF_BYTES: usize = 1 << 20;
/// Formulas up to this length are written out in the title of a fix.
const MAX_TITLE: usize = 60;

/// From the first token to the last.
fn whole(tokens: &[Lexeme]) -> Span {
    match tokens {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}

/// The formula's text after `edits`, if that is a valid formula.
fn repaired(text: &str, tokens: &[Lexeme], edits: &[Edit]) -> Option<String> {
    let span = whole(tokens);
    // The blank behind a last word goes with it, and stands outside.
    if edits.iter().any(|it| !span.contains(it.span)) {
        return None;
    }
    let shifted: Vec<_> = edits
        .iter()
        .map(|edit| {
            Edit::replace(
                Span::new(edit.span.start - span.start, edit.span.end - span.start),
                edit.text.clone(),
            )
        })
        .collect();
    let result = apply(&text[span.range()], &shifted);
    let tokens: Vec<_> = lex(&result)
        .filter(|it| !matches!(it.token, Token::Newline | Token::Comment | Token::DocComment))
        .collect();
    parse_tokens(&result, &tokens, &mut SyntaxTree::default()).map(|_| result)
}

pub(super) fn offer_fixes(text: &str, tokens: &[Lexeme], faults: &mut [SyntaxFault]) {
    let tries: usize = faults.iter().map(|fault| fault.repairs.len()).sum();
    let is_repairable = faults.iter().all(|fault| !fault.repairs.is_empty());
    if !is_repairable || tries * whole(tokens).len() as usize > MAX_PROOF_BYTES {
        return;
    }
    let is_certain = faults.iter().all(|fault| fault.repairs.len() == 1 && !fault.is_guess);
    for index in 0..faults.len() {
        let mut fixes = Vec::new();
        for choice in 0..faults[index].repairs.len() {
            let mut edits: Vec<Edit> = Vec::new();
            for (other, fault) in faults.iter().enumerate() {
                let choice =
                    if other == index { choice } else { choice.min(fault.repairs.len() - 1) };
                edits.extend(fault.repairs[choice].iter().cloned());
            }
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            // Two faults of one token may both want to replace it.
            let mut done = 0;
            edits.retain(|edit| {
                let is_apart = edit.span.start >= done;
                done = done.max(edit.span.end);
                is_apart
            });
            let Some(result) = repaired(text, tokens, &edits) else { continue };
            let title = if result.len() <= MAX_TITLE && !result.contains('\n') {
                format!("write `{}`", result.trim())
            } else {
                "repair the formula".to_owned()
            };
            fixes.push(if is_certain {
                Fix::certain(title, edits)
            } else {
                Fix::maybe(title, edits)
            });
        }
        faults[index].diagnostic.fixes = fixes;
    }
}

/// The fault with those of two repairs that make the formula valid.
pub(super) fn keep_valid(
    text: &str,
    tokens: &[Lexeme],
    mut fault: SyntaxFault,
    candidates: [Vec<Edit>; 2],
) -> SyntaxFault {
    let length = whole(tokens).len() as usize;
    fault.repairs = candidates
        .into_iter()
        .filter(|edits| length < MAX_PROOF_BYTES && repaired(text, tokens, edits).is_some())
        .collect();
    fault
}
