//! Values of the library in the protocol's words.

use super::pages::Pages;
use super::types::*;
use crate::diagnostic::code::{
    DUPLICATE_LITERAL, N_ARY_CONNECTIVE, TAUTOLOGICAL_CLAUSE, UNUSED_FORMULA,
};
use crate::diagnostic::{self, Code, Severity};
use crate::text::Span;

/// How grave a diagnostic is.
pub(super) const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// A diagnostic at its range, with further places.
pub(super) fn diagnostic(
    it: &diagnostic::Diagnostic,
    range: Range,
    related: Vec<DiagnosticRelatedInformation>,
    pages: Option<&Pages>,
) -> Diagnostic {
    let page = pages.and_then(|pages| pages.link(it.code));
    Diagnostic {
        range,
        severity: Some(severity(it.severity)),
        code: Some(NumberOrString::String(it.code.number().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("puzzle".to_owned()),
        message: message(it),
        related_information: Some(related).filter(|it| !it.is_empty()),
        tags: tag(it.code).map(|tag| vec![tag]),
        data: None,
    }
}

/// What is said where a file is named, of the first of its faults; `more` is how many others it has.
pub(super) fn abroad(
    first: &diagnostic::Diagnostic,
    more: usize,
    named: Span,
) -> diagnostic::Diagnostic {
    let mut here = first.clone();
    (here.span, here.related, here.help) = (named, Vec::new(), None);
    here.label.clear();
    here.message = match more {
        0 => format!("in this file: {}", first.message),
        more => format!("in this file: {} (and {more} more)", first.message),
    };
    here
}

/// What is wrong, what is there, and what to type.
pub(super) fn message(it: &diagnostic::Diagnostic) -> String {
    let mut message = it.message.clone();
    if !it.label.is_empty() {
        message = format!("{message}: {}", it.label);
    }
    if let Some(help) = &it.help {
        message = format!("{message}\n{help}");
    }
    message
}

/// What may be left out is shown faded, what a person no longer wants is struck out.
fn tag(code: Code) -> Option<DiagnosticTag> {
    let unnecessary = [UNUSED_FORMULA, DUPLICATE_LITERAL, TAUTOLOGICAL_CLAUSE];
    if unnecessary.contains(&code) {
        return Some(DiagnosticTag::UNNECESSARY);
    }
    (code == N_ARY_CONNECTIVE).then_some(DiagnosticTag::DEPRECATED)
}

/// An imperative as editors show it: with a capital letter, and without the marks of code, which they
/// would show as they are.
pub(super) fn sentence(title: &str) -> String {
    let mut rest = title.chars().filter(|it| *it != '`');
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
