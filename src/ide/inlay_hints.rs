//! What is shown behind the text: the answer of a query that expects none or another one, and who
//! wins a declared game.

use super::answers::AskedProgram;
use crate::diagnostic::Edit;
use crate::kinds::Note;
use crate::service::check::Analysis;
use crate::service::slice::Answered;
use crate::service::test::ExpectationVerdict;
use crate::syntax::ast::{ItemKind, Verb};
use crate::text::LONGEST_SHOWN;

/// Words that are shown in a text without being part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlayHint {
    /// Behind which byte of the document.
    pub offset: u32,
    /// What is shown.
    pub label: String,
    /// More about it.
    pub tooltip: String,
    /// Whether nobody asks for it in the text: it tells who wins a game.
    pub is_unasked: bool,
    /// What writes it into the text.
    pub edit: Option<Edit>,
}

/// The hints of a document.
pub fn inlay_hints(
    analysis: Analysis<'_>,
    document: u32,
    known: AskedProgram<'_>,
) -> Vec<InlayHint> {
    let hint = |(definition, answered): (_, &Answered)| {
        let item = analysis.scope.item(definition);
        let report = answered.report();
        let (offset, sign) = match &item.kind {
            ItemKind::Query(query) => match report.verdict {
                // A picture has no room there.
                _ if query.verb == Verb::Draw => return None,
                None => (item.span.end, "=>"),
                Some(ExpectationVerdict::Fails) => (item.span.end, "≠"),
                Some(ExpectationVerdict::Holds | ExpectationVerdict::Unknown) => return None,
            },
            // Within the line it would read as a part of the declaration.
            kind => (end_of_line(analysis.scope.text(document), kind.declared()?.end), "⇒"),
        };
        let is_unasked = !matches!(item.kind, ItemKind::Query(_));
        let Some(answer) = &report.answer else {
            let reason = report.diagnostics.first().map(|it| it.message.clone());
            return (!is_unasked).then(|| InlayHint {
                offset,
                label: format!("{sign} unknown"),
                tooltip: reason.unwrap_or_default(),
                is_unasked,
                edit: None,
            });
        };
        // Of a drawing there is room for one line.
        let (first, more) = answer.text.trim_end().split_once('\n').unwrap_or((&answer.text, ""));
        let mut label = format!("{sign} {first}{}", if more.is_empty() { "" } else { " …" });
        if label.chars().count() > LONGEST_SHOWN {
            label = label.chars().take(LONGEST_SHOWN - 1).chain(['…']).collect();
        }
        let notes = answer.notes.iter().flat_map(Note::lines);
        let edit = match item.kind {
            ItemKind::Query(_) => answered.update(&analysis, definition),
            _ => None,
        };
        let lines = std::iter::once(answer.text.as_str()).chain(notes);
        let tooltip = lines.collect::<Vec<_>>().join("\n");
        Some(InlayHint { offset, label, tooltip, is_unasked, edit })
    };
    known.of(document).filter_map(hint).collect()
}

/// Where the line of an offset ends.
fn end_of_line(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    offset + rest.find(['\r', '\n']).unwrap_or(rest.len()) as u32
}
