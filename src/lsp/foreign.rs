//! What is said of texts in the formats of other programs. Nothing that is about texts in Puzzle is answered there; what
//! is asked of declarations is asked of all of the text.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::convert::{self, sentence};
use super::edits::workspace_edit;
use super::outline::kind;
use super::state::ServerState;
use super::types::*;
use super::typing::markup;
use super::view::{from_client, range};
use crate::diagnostic::{self, Severity};
use crate::disk;
use crate::ide::fixes;
use crate::ide::foreign::{self as ide, ForeignPart};
use crate::kinds::scope::ReadText;
use crate::text::{Source, Span};

/// What is wrong with a text; what is wrong with those that it includes is told where it names them.
pub(super) fn diagnostics(state: &mut ServerState, path: &Path) -> Vec<Diagnostic> {
    let (encoding, pages) = (state.client.encoding, state.linked_pages());
    let found = state.files.foreign_findings(path);
    let Some((text, included)) = found.split_first() else { return Vec::new() };
    let (source, own) = (&text.source, &text.diagnostics);
    let uri_of = |source: &Arc<Source>| {
        state.names.uri(&disk::locate(&disk::unshown(Path::new(source.name()))))
    };
    let here = state.names.uri(path);
    let related = |it: &diagnostic::Diagnostic| {
        let place = it.related.iter().filter_map(|related| {
            let (text, uri) = match &related.source {
                Some(text) => (text, uri_of(text)?),
                None => (source, here.clone()?),
            };
            let location = Location { uri, range: range(text, related.span, encoding) };
            Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
        });
        place.collect()
    };
    let own = own.iter().map(|it| {
        convert::diagnostic(it, range(source, it.span, encoding), related(it), pages.as_deref())
    });
    let mut all: Vec<_> = own.collect();
    for ReadText { source: text, diagnostics, place } in included {
        let errors: Vec<_> =
            diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
        let Some(first) = errors.first() else { continue };
        let here = convert::abroad(first, errors.len() - 1, *place);
        let told = uri_of(text).map(|uri| DiagnosticRelatedInformation {
            location: Location { uri, range: range(text, first.span, encoding) },
            message: convert::message(first),
        });
        let span = range(source, here.span, encoding);
        all.push(convert::diagnostic(&here, span, told.into_iter().collect(), pages.as_deref()));
    }
    all.sort_by_key(|it| it.range.start);
    all
}

/// The fixes of what is wrong in a range, and all that need no choice.
pub(super) fn fixes(state: &mut ServerState, path: &Path, asked: Range) -> Vec<CodeAction> {
    let (encoding, pages) = (state.client.encoding, state.linked_pages());
    let found = state.files.foreign_findings(path);
    let (Some(text), Some(uri)) = (state.files.foreign(path), state.names.uri(path)) else {
        return Vec::new();
    };
    let Some(ReadText { source, diagnostics: own, .. }) = found.first() else {
        return Vec::new();
    };
    let at = |position| text.offset(from_client(position), encoding);
    let edit = |edits: &[diagnostic::Edit]| {
        let edits = edits.iter().map(|it| TextEdit {
            range: range(source, it.span, encoding),
            new_text: it.text.clone(),
        });
        let changes = HashMap::from([(uri.clone(), edits.collect())]);
        Some(workspace_edit(changes, &state.names, &state.client))
    };
    let place = Span::new(at(asked.start), at(asked.end).max(at(asked.start)));
    let fix = fixes::at(own, place).map(|it| {
        let place = range(source, it.diagnostic.span, encoding);
        CodeAction {
            title: sentence(&it.fix.title),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![convert::diagnostic(
                it.diagnostic,
                place,
                Vec::new(),
                pages.as_deref(),
            )]),
            edit: edit(&it.fix.edits),
            is_preferred: it.is_preferred.then_some(true),
            ..CodeAction::default()
        }
    });
    fix.collect()
}

/// What the word at a place is.
pub(super) fn hover(state: &mut ServerState, path: &Path, position: Position) -> Option<Hover> {
    let encoding = state.client.encoding;
    let text = state.files.foreign(path)?.clone();
    let offset = text.offset(from_client(position), encoding);
    let analysis = state.files.analysis(path);
    let found = ide::hover(text.format, &text.source, offset, analysis)?;
    Some(Hover {
        contents: HoverContents::Markup(markup(found.markdown, &state.client.hover_format)?),
        range: Some(range(&text.source, found.span, encoding)),
    })
}

/// What a text consists of; `None` where it is in Puzzle.
pub(super) fn symbols(state: &mut ServerState, path: &Path) -> Option<Vec<DocumentSymbol>> {
    let encoding = state.client.encoding;
    let text = state.files.foreign(path)?.clone();
    let parts = ide::outline(text.format, &text.source, state.files.analysis(path));
    #[expect(deprecated, reason = "the type has such a field")]
    let symbol = |part: ForeignPart| DocumentSymbol {
        name: part.name,
        detail: Some(part.detail).filter(|it| !it.is_empty()),
        kind: kind(part.sort),
        tags: None,
        deprecated: None,
        range: range(&text.source, part.span, encoding),
        selection_range: range(&text.source, part.name_span, encoding),
        children: None,
    };
    Some(parts.into_iter().map(symbol).collect())
}
