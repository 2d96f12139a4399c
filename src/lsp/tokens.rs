//! Semantic tokens: of a file, of a stretch of it, and what is different since the last time.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::state::ServerState;
use super::types::*;
use super::view::View;
use crate::ide::tokens::{ColouredToken, TokenSort, delta, in_document, in_range};
use crate::ide::{self, EditorPlace};
use crate::text::Span;

/// The tokens that the client has, by file, each list with its name.
pub(super) type Sent = FxHashMap<PathBuf, (String, Vec<SemanticToken>)>;

/// What the numbers of tokens mean: bits in their order.
const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DOCUMENTATION];

/// What the server announces.
pub(super) fn options() -> SemanticTokensOptions {
    let kinds = TokenSort::ALL.iter().map(|(_, name)| SemanticTokenType::new(name));
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: kinds.collect(),
            token_modifiers: MODIFIERS.to_vec(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..SemanticTokensOptions::default()
    }
}

/// Answers `textDocument/semanticTokens/full`.
pub(super) fn full(state: &mut ServerState, path: &Path) -> Option<SemanticTokensResult> {
    let (result_id, data) = remember(state, path)?;
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: Some(result_id), data }))
}

/// Answers `textDocument/semanticTokens/full/delta`.
pub(super) fn changed(
    state: &mut ServerState,
    path: &Path,
    previous: &str,
) -> Option<SemanticTokensFullDeltaResult> {
    let before = state.tokens.remove(path).filter(|(id, _)| id == previous);
    let (result_id, data) = remember(state, path)?;
    let result_id = Some(result_id);
    let Some((_, before)) = before else {
        return Some(SemanticTokensFullDeltaResult::Tokens(SemanticTokens { result_id, data }));
    };
    let (start, delete, new) = delta(&before, &data);
    // A token is five numbers, and numbers are counted.
    let edit = SemanticTokensEdit {
        start: start as u32 * 5,
        delete_count: delete as u32 * 5,
        data: Some(new.to_vec()),
    };
    let edits = if delete == 0 && new.is_empty() { Vec::new() } else { vec![edit] };
    Some(SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta { result_id, edits }))
}

/// The tokens of a file and their name. What the client has of a file that is closed is of no use.
fn remember(state: &mut ServerState, path: &Path) -> Option<(String, Vec<SemanticToken>)> {
    let view = state.view(path)?;
    let mut tokens = Tokens::new(&view);
    for &part in &view.program().root().parts {
        tokens.push(part, in_document(view.analysis, part));
    }
    let tokens = tokens.list;
    let name = state.generation.to_string();
    if state.names.at(path).is_some() {
        state.tokens.insert(path.to_owned(), (name.clone(), tokens.clone()));
    }
    Some((name, tokens))
}

/// Answers `textDocument/semanticTokens/range`.
pub(super) fn within(view: &View<'_>, range: Range) -> SemanticTokensRangeResult {
    let (from, to) = (view.place(range.start), view.place(range.end));
    let parts = &view.program().root().parts;
    let at = |place: EditorPlace| parts.iter().position(|&part| part == place.document);
    let mut tokens = Tokens::new(view);
    let asked = at(from).unwrap_or_default()..=at(to).unwrap_or_default();
    for &document in parts.get(asked).unwrap_or_default() {
        let length = view.analysis.scope.text(document).len() as u32;
        let start = if document == from.document { from.offset } else { 0 };
        let end = if document == to.document { to.offset } else { length };
        let location = ide::TextLocation { document, span: Span::new(start, end) };
        tokens.push(document, in_range(view.analysis, location));
    }
    SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data: tokens.list })
}

/// Tokens as the protocol says them: each by its distance from the one before.
struct Tokens<'a> {
    view: &'a View<'a>,
    list: Vec<SemanticToken>,
    last: Position,
}

impl<'a> Tokens<'a> {
    fn new(view: &'a View<'a>) -> Self {
        Self { view, list: Vec::new(), last: Position::default() }
    }

    /// Adds the tokens of a document.
    fn push(&mut self, document: u32, tokens: Vec<ColouredToken>) {
        for token in tokens {
            let Range { start, end } = self.view.range(document, token.span);
            let delta_line = start.line - self.last.line;
            let before = if delta_line == 0 { self.last.character } else { 0 };
            let kind = TokenSort::ALL.iter().position(|(sort, _)| *sort == token.sort);
            self.list.push(SemanticToken {
                delta_line,
                delta_start: start.character - before,
                length: end.character - start.character,
                token_type: kind.unwrap_or_default() as u32,
                token_modifiers_bitset: u32::from(token.is_declaration)
                    | u32::from(token.is_documentation) << 1,
            });
            self.last = start;
        }
    }
}
