//! What is known of a program, in the client's words for places: documents by their names, lines
//! and columns counted as agreed.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::client_facts::ClientFacts;
use super::edits::workspace_edit;
use super::names::OpenDocuments;
use super::types::*;
use crate::diagnostic::{Edit, Related};
use crate::disk;
use crate::ide::{self, EditorPlace};
use crate::kinds::{Document, Program, ScopeFile};
use crate::service::check::Analysis;
use crate::service::import::Files;
use crate::syntax::token::text_value;
use crate::text::{ColumnUnit, Source, Span};
use crate::workspace::{self, Workspace, position};

/// A program as the client knows it.
pub(super) struct View<'a> {
    /// What is known of it.
    pub analysis: Analysis<'a>,
    names: &'a OpenDocuments,
    /// What the client can do.
    pub client: &'a ClientFacts,
    /// All of a text in the format of another program: the program is the line that declares what it holds, and
    /// every place of the text is one of that line.
    whole: Option<Range>,
    /// Of each document the file it is a part of, and the line of that file in which it begins.
    documents: Vec<(usize, u32)>,
    /// The documents by their sources, which few questions need.
    sources: OnceCell<FxHashMap<*const Source, u32>>,
}

impl<'a> View<'a> {
    /// A view of a program.
    pub(super) fn new(
        analysis: Analysis<'a>,
        names: &'a OpenDocuments,
        client: &'a ClientFacts,
    ) -> Self {
        let program = analysis.scope.program;
        let mut documents = vec![(0, 0); program.documents.len()];
        for (index, file) in program.files.iter().enumerate() {
            let mut line = 0;
            for &part in &file.parts {
                let source = &program.documents[part as usize].source;
                documents[part as usize] = (index, line);
                line += source.line_count() - 1;
            }
        }
        Self { analysis, names, client, whole: None, documents, sources: OnceCell::new() }
    }

    /// What can be asked in a file: its program; of a text in the format of another program that is the line that
    /// declares what it holds.
    pub(super) fn asked(
        files: &'a mut Workspace,
        path: &Path,
        names: &'a OpenDocuments,
        client: &'a ClientFacts,
    ) -> Option<Self> {
        let whole = files.foreign(path).map(|it| range(&it.source, it.whole(), client.encoding));
        let analysis = files.analysis(path)?;
        Some(Self { whole, ..Self::new(analysis, names, client) })
    }

    /// Edits of its files.
    pub(super) fn edit(&self, changes: HashMap<Uri, Vec<TextEdit>>) -> WorkspaceEdit {
        workspace_edit(changes, self.names, self.client)
    }

    pub(super) fn program(&self) -> &'a Program {
        self.analysis.scope.program
    }

    /// The place at a position of the root.
    pub(super) fn place(&self, position: Position) -> EditorPlace {
        match self.whole {
            Some(_) => EditorPlace { document: 0, offset: 0 },
            None => workspace::place(self.program(), from_client(position), self.client.encoding),
        }
    }

    /// The range of a span of a document in its file.
    pub(super) fn range(&self, document: u32, span: Span) -> Range {
        if let Some(whole) = self.whole {
            return whole;
        }
        let (_, line) = self.documents[document as usize];
        let document = &self.program().documents[document as usize];
        let at = |offset| to_client(position(document, line, offset, self.client.encoding));
        Range::new(at(span.start), at(span.end))
    }

    /// The range of a stretch of a file.
    pub(super) fn stretch(&self, stretch: ide::FileRange) -> Range {
        let at = |place: EditorPlace| self.range(place.document, Span::at(place.offset)).start;
        Range::new(at(stretch.from), at(stretch.to))
    }

    /// The index of the file that the program was loaded for.
    pub(super) fn root(&self) -> usize {
        self.program().files.len() - 1
    }

    /// The index of a document that may be a part of several programs.
    pub(super) fn index_of(&self, document: &Arc<Document>) -> Option<u32> {
        self.holding(&document.source)
    }

    /// The document with a source.
    fn holding(&self, source: &Source) -> Option<u32> {
        let sources = self.sources.get_or_init(|| {
            let documents = (0..).zip(&self.program().documents);
            documents.map(|(index, it)| (Arc::as_ptr(&it.source), index)).collect()
        });
        sources.get(&std::ptr::from_ref(source)).copied()
    }

    /// The name of a file that a text names.
    pub(super) fn file(&self, path: &Path) -> Option<Uri> {
        self.names.uri(&disk::locate(path))
    }

    /// The name of the file that a document is a part of.
    pub(super) fn uri(&self, document: u32) -> Option<Uri> {
        let (file, _) = self.documents[document as usize];
        self.names.uri(&self.program().files[file].path)
    }

    /// A place of a program.
    pub(super) fn location(&self, place: ide::TextLocation) -> Option<Location> {
        let range = self.range(place.document, place.span);
        Some(Location { uri: self.uri(place.document)?, range })
    }

    /// The file that an import of the root names, unless it is open or was not read.
    pub(super) fn imported(&self, document: u32, path: Span) -> Option<&'a ScopeFile> {
        let program = self.program();
        let relative = text_value(program.documents[document as usize].source.slice(path));
        let path = disk::Disk.import(&program.root().path, &relative);
        let found = program.files.iter().find(|file| file.path == path)?;
        self.names.at(&path).is_none().then_some(found)
    }

    /// A further place of a value of the library that is about a document.
    pub(super) fn related(&self, document: u32, related: &Related) -> Option<Location> {
        match &related.source {
            Some(source) => self.location_in(source, related.span),
            None => self.location(ide::TextLocation { document, span: related.span }),
        }
    }

    /// An edit of a document.
    pub(super) fn text_edit(&self, document: u32, edit: &Edit) -> TextEdit {
        TextEdit { range: self.range(document, edit.span), new_text: edit.text.clone() }
    }

    /// The documents of the root from one to another.
    pub(super) fn parts(&self, from: u32, to: u32) -> impl Iterator<Item = u32> + use<'a> {
        let parts = self.program().root().parts.iter().copied();
        let mut is_behind = false;
        parts
            .skip_while(move |it| *it != from)
            .take_while(move |it| !std::mem::replace(&mut is_behind, *it == to))
    }

    /// A place in a source that a value of the library names.
    pub(super) fn location_in(&self, source: &Source, span: Span) -> Option<Location> {
        if let Some(document) = self.holding(source) {
            return self.location(ide::TextLocation { document, span });
        }
        // A file in a foreign format.
        let uri = self.names.uri(&disk::unshown(Path::new(source.name())))?;
        Some(Location { uri, range: range(source, span, self.client.encoding) })
    }
}

/// The range of a span of a whole file.
pub(super) fn range(source: &Source, span: Span, encoding: ColumnUnit) -> Range {
    let at = |offset| {
        let line = source.line_of(offset);
        let start = source.line_span(line).start;
        Position::new(line, encoding.length(source.slice(Span::new(start, offset.max(start)))))
    };
    Range::new(at(span.start), at(span.end))
}

/// A position of the client.
pub(super) const fn from_client(position: Position) -> workspace::EditorPosition {
    workspace::EditorPosition { line: position.line, column: position.character }
}

const fn to_client(position: workspace::EditorPosition) -> Position {
    Position::new(position.line, position.column)
}
