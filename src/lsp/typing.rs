//! What a person sees while typing and pointing: completions, how a line is written, and what a word
//! is.

use std::time::Duration;

use super::types::*;
use super::view::View;
use crate::disk;
use crate::ide::completion::{self, Completion, CompletionSort, completion, opens_behind_blank};
use crate::ide::hover::hover;
use crate::ide::signature::signature;
use crate::text::ColumnUnit;
use puzzle_engine::budget::{Budget, Signal};

/// What a hover may take at most: edits wait for it. It counts its steps, and is done much sooner.
const GLANCE: Duration = Duration::from_millis(250);

/// What the server announces: signs that are no letters and behind which a list is of use; behind a blank it is only
/// in some places.
pub(super) fn options() -> CompletionOptions {
    let signs = ["\"", "/", "(", "*", "+", "-", "=", ">", ":", " "];
    CompletionOptions {
        trigger_characters: Some(signs.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    }
}

/// Answers `textDocument/completion`; `sign` is what was typed, if the list was asked for because of that.
pub(super) fn completions(
    view: &View<'_>,
    position: Position,
    sign: Option<&str>,
) -> CompletionList {
    let place = view.place(position);
    if sign == Some(" ") && !opens_behind_blank(view.analysis, place) {
        return CompletionList::default();
    }
    let list = |from: &std::path::Path, folder: &str| disk::list(&from.with_file_name(folder));
    let found = completion(view.analysis, place, &list);
    let item = |(index, it): (usize, Completion)| {
        let snippet = it.snippet.filter(|_| view.client.has_snippets);
        let format = match snippet {
            Some(_) => InsertTextFormat::SNIPPET,
            None => InsertTextFormat::PLAIN_TEXT,
        };
        // What is typed is compared with the whole of what is written, the blank before it included.
        let is_apart = it.edit.text.starts_with(' ');
        let edit = TextEdit {
            range: view.range(place.document, it.edit.span),
            new_text: snippet.unwrap_or(it.edit.text),
        };
        CompletionItem {
            filter_text: is_apart.then(|| format!(" {}", it.label)),
            label: it.label,
            kind: Some(kind(it.sort)),
            detail: Some(it.detail).filter(|it| !it.is_empty()),
            documentation: markup(it.documentation, &view.client.item_format)
                .map(Documentation::MarkupContent),
            // The list is in order; a client sorts it by this.
            sort_text: Some(format!("{index:04}")),
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        }
    };
    CompletionList {
        is_incomplete: found.is_incomplete,
        items: found.items.into_iter().enumerate().map(item).collect(),
    }
}

const fn kind(sort: completion::CompletionSort) -> CompletionItemKind {
    match sort {
        CompletionSort::Keyword => CompletionItemKind::KEYWORD,
        CompletionSort::Puzzle => CompletionItemKind::CLASS,
        CompletionSort::Formula => CompletionItemKind::FUNCTION,
        CompletionSort::Variable | CompletionSort::Atom => CompletionItemKind::VARIABLE,
        CompletionSort::Kind => CompletionItemKind::INTERFACE,
        CompletionSort::Setting | CompletionSort::Treasure => CompletionItemKind::PROPERTY,
        CompletionSort::Value => CompletionItemKind::VALUE,
        CompletionSort::Node | CompletionSort::Engine | CompletionSort::Lint => {
            CompletionItemKind::ENUM_MEMBER
        }
        CompletionSort::File => CompletionItemKind::FILE,
    }
}

/// What the server announces: signs behind which another part of a line begins.
pub(super) fn signature_options() -> SignatureHelpOptions {
    let signs = [" ", "=", ">"];
    SignatureHelpOptions {
        trigger_characters: Some(signs.map(str::to_owned).to_vec()),
        ..SignatureHelpOptions::default()
    }
}

/// Answers `textDocument/signatureHelp`.
pub(super) fn signature_at(view: &View<'_>, position: Position) -> Option<SignatureHelp> {
    let found = signature(view.analysis, view.place(position))?;
    let documentation = |text: String| {
        markup(text, &view.client.signature_format).map(Documentation::MarkupContent)
    };
    // The protocol counts in UTF-16 here, whatever was agreed on for positions.
    let length = |end: usize| ColumnUnit::Utf16.length(&found.label[..end]);
    let parameters = found.parameters.into_iter().map(|it| ParameterInformation {
        label: match view.client.has_label_offsets {
            true => ParameterLabel::LabelOffsets([length(it.range.start), length(it.range.end)]),
            false => ParameterLabel::Simple(found.label[it.range].to_owned()),
        },
        documentation: documentation(it.documentation),
    });
    let active = found.active.map(|it| it as u32);
    let information = SignatureInformation {
        parameters: Some(parameters.collect()),
        active_parameter: active,
        documentation: documentation(found.documentation),
        label: found.label,
    };
    Some(SignatureHelp {
        signatures: vec![information],
        active_signature: Some(0),
        active_parameter: active,
    })
}

/// Answers `textDocument/hover`.
pub(super) fn hover_at(view: &View<'_>, position: Position) -> Option<Hover> {
    let place = view.place(position);
    let budget = Budget::new(Signal::default(), Some(GLANCE), None);
    let found = hover(view.analysis, place, &budget)?;
    Some(Hover {
        contents: HoverContents::Markup(markup(found.markdown, &view.client.hover_format)?),
        range: Some(view.range(place.document, found.span)),
    })
}

/// Markdown in a format that the client shows. It can be read as it is, but for the fences.
pub(super) fn markup(value: String, format: &MarkupKind) -> Option<MarkupContent> {
    let value = if *format == MarkupKind::PlainText { without_fences(&value) } else { value };
    (!value.is_empty()).then(|| MarkupContent { kind: format.clone(), value })
}

/// Markdown without the lines around its blocks of code.
fn without_fences(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_without_markdown_sees_no_fences() {
        let text = "```puzzle\nformula both = (x*y)\n```\n\nBoth.".to_owned();
        let plain = markup(text.clone(), &MarkupKind::PlainText).map(|it| it.value);
        assert_eq!(plain.as_deref(), Some("formula both = (x*y)\n\nBoth."));
        let rich = markup(text.clone(), &MarkupKind::Markdown).map(|it| it.value);
        assert_eq!(rich, Some(text));
    }
}
