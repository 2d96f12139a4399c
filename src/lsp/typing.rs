//! What a person sees while typing and pointing: completions, and what a word is.

use std::time::Duration;

use super::types::*;
use super::view::View;
use crate::budget::{Budget, Signal};
use crate::disk;
use crate::ide::completion::{self, Completion, Sort, completion};
use crate::ide::hover::hover;

/// What a hover may take: it is wanted at once, and edits wait for it.
const GLANCE: Duration = Duration::from_millis(20);

/// What the server announces: signs that are no letters and behind which a list is of use.
pub fn options() -> CompletionOptions {
    let signs = ["\"", "/", "(", "*", "+", "-", "=", ">", ":"];
    CompletionOptions {
        trigger_characters: Some(signs.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    }
}

/// Answers `textDocument/completion`.
pub fn completions(view: &View<'_>, position: Position) -> CompletionList {
    let place = view.place(position);
    let list = |from: &std::path::Path, folder: &str| disk::list(&from.with_file_name(folder));
    let found = completion(view.analysis, place, &list);
    let item = |(index, it): (usize, Completion)| {
        let snippet = it.snippet.filter(|_| view.client.has_snippets);
        let format = match snippet {
            Some(_) => InsertTextFormat::SNIPPET,
            None => InsertTextFormat::PLAIN_TEXT,
        };
        let edit = TextEdit {
            range: view.range(place.document, it.edit.span),
            new_text: snippet.unwrap_or(it.edit.text),
        };
        CompletionItem {
            label: it.label,
            kind: Some(kind(it.sort)),
            detail: Some(it.detail).filter(|it| !it.is_empty()),
            documentation: markup(it.documentation, &view.client.item_format)
                .map(|it| Documentation::MarkupContent(it)),
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

const fn kind(sort: completion::Sort) -> CompletionItemKind {
    match sort {
        Sort::Keyword => CompletionItemKind::KEYWORD,
        Sort::Puzzle => CompletionItemKind::CLASS,
        Sort::Formula => CompletionItemKind::FUNCTION,
        Sort::Variable | Sort::Atom => CompletionItemKind::VARIABLE,
        Sort::Kind => CompletionItemKind::INTERFACE,
        Sort::Setting | Sort::Treasure => CompletionItemKind::PROPERTY,
        Sort::Value => CompletionItemKind::VALUE,
        Sort::Node | Sort::Engine | Sort::Lint => CompletionItemKind::ENUM_MEMBER,
        Sort::File => CompletionItemKind::FILE,
    }
}

/// Answers `textDocument/hover`.
pub fn hover_at(view: &View<'_>, position: Position) -> Option<Hover> {
    let place = view.place(position);
    let budget = Budget::new(Signal::default(), Some(GLANCE), None);
    let found = hover(view.analysis, place, &budget)?;
    Some(Hover {
        contents: HoverContents::Markup(markup(found.markdown, &view.client.hover_format)?),
        range: Some(view.range(place.document, found.span)),
    })
}

/// Markdown in a format that the client shows; it can be read as it is.
fn markup(value: String, format: &MarkupKind) -> Option<MarkupContent> {
    (!value.is_empty()).then(|| MarkupContent { kind: format.clone(), value })
}
