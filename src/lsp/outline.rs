//! What files consist of: symbols, folds, and ever larger selections.

use std::path::PathBuf;

use super::state::ServerState;
use super::types::*;
use super::view::View;
use crate::disk::{self, puzzles_below};
use crate::ide::folding::{FoldSort, FoldedLines, folding};
use crate::ide::selection::selection;
use crate::ide::symbols::{EntrySort, FoundSymbol, OutlineEntry, in_file, search};

/// Answers `textDocument/documentSymbol`.
pub(super) fn symbols(view: &View<'_>) -> Vec<DocumentSymbol> {
    in_file(view.analysis, view.root()).into_iter().map(|entry| symbol(view, entry)).collect()
}

fn symbol(view: &View<'_>, entry: OutlineEntry) -> DocumentSymbol {
    let parts: Vec<_> = entry.parts.into_iter().map(|part| symbol(view, part)).collect();
    #[expect(deprecated, reason = "the type has such a field")]
    DocumentSymbol {
        name: entry.name,
        detail: Some(entry.detail).filter(|it| !it.is_empty()),
        kind: kind(entry.sort),
        tags: None,
        deprecated: None,
        range: view.range(entry.document, entry.span),
        selection_range: view.range(entry.document, entry.name_span),
        children: Some(parts).filter(|it| !it.is_empty()),
    }
}

/// As the same things have it in semantic tokens.
pub(super) const fn kind(sort: EntrySort) -> SymbolKind {
    match sort {
        EntrySort::Formula | EntrySort::Broken => SymbolKind::FUNCTION,
        EntrySort::Block => SymbolKind::CLASS,
        EntrySort::Sort => SymbolKind::INTERFACE,
        EntrySort::Symbol => SymbolKind::FUNCTION,
        EntrySort::Setting | EntrySort::Rule => SymbolKind::PROPERTY,
        EntrySort::Node => SymbolKind::ENUM_MEMBER,
    }
}

/// Answers `workspace/symbol`: declarations of open files and of those in the folders, and their parts.
pub(super) fn workspace_symbols(state: &mut ServerState, query: &str) -> Vec<SymbolInformation> {
    let below = state.client.folders.iter().flat_map(|folder| puzzles_below(folder)).flatten();
    let mut paths: Vec<PathBuf> = below.map(|path| disk::locate(&path)).collect();
    paths.extend(state.files.open_files().map(|(path, _)| path.to_owned()));
    paths.sort();
    paths.dedup();
    let analyses = state.files.analyses(&paths);
    let found = search(&analyses, query);
    let (names, client) = (&state.names, &state.client);
    let views: Vec<_> = analyses.into_iter().map(|it| View::new(it, names, client)).collect();
    let information = |FoundSymbol { entry, within, program }: FoundSymbol| {
        let view: &View<'_> = &views[program];
        #[expect(deprecated, reason = "the type has such a field")]
        Some(SymbolInformation {
            name: entry.name,
            kind: kind(entry.sort),
            tags: None,
            deprecated: None,
            location: Location {
                uri: view.uri(entry.document)?,
                range: view.range(entry.document, entry.name_span),
            },
            container_name: within,
        })
    };
    found.into_iter().filter_map(information).collect()
}

/// Answers `textDocument/foldingRange`.
pub(super) fn folds(view: &View<'_>) -> Vec<FoldingRange> {
    let fold = |it: FoldedLines| {
        let range = view.stretch(it.range);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(match it.sort {
                FoldSort::Comments => FoldingRangeKind::Comment,
                FoldSort::Imports => FoldingRangeKind::Imports,
                FoldSort::Region => FoldingRangeKind::Region,
            }),
            ..FoldingRange::default()
        }
    };
    folding(view.analysis, view.root()).into_iter().map(fold).collect()
}

/// How many stretches around one place are told at most. Each is nested in the one before, and
/// readers of messages limit the depth, some to little more than a hundred.
const STRETCHES: usize = 100;

/// Answers `textDocument/selectionRange`. Of too many stretches the innermost and the outermost
/// are told.
pub(super) fn selections(view: &View<'_>, positions: &[Position]) -> Vec<SelectionRange> {
    let around = |&position: &Position| {
        let mut stretches = selection(view.analysis, view.place(position));
        if stretches.len() > STRETCHES {
            stretches.drain(STRETCHES / 2..stretches.len() - STRETCHES / 2);
        }
        let nested = stretches.into_iter().rev().fold(None, |parent, it| {
            Some(SelectionRange { range: view.stretch(it), parent: parent.map(Box::new) })
        });
        let here = SelectionRange { range: Range::new(position, position), parent: None };
        nested.unwrap_or(here)
    };
    positions.iter().map(around).collect()
}
