//! What is known of a program, in the client's words for places: documents by their names, lines
//! and columns counted as agreed.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::names::Names;
use super::types::*;
use crate::disk;
use crate::ide::{self, Place};
use crate::kinds::Program;
use crate::service::check::Analysis;
use crate::text::{Encoding, Source, Span};
use crate::workspace::{self, position};

/// A program as the client knows it.
pub struct View<'a> {
    /// What is known of it.
    pub analysis: Analysis<'a>,
    names: &'a Names,
    encoding: Encoding,
    /// Of each document the file it is a part of, and the line of that file in which it begins.
    documents: Vec<(usize, u32)>,
    /// The documents by their sources.
    sources: FxHashMap<*const Source, u32>,
}

impl<'a> View<'a> {
    /// A view of a program.
    pub fn new(analysis: Analysis<'a>, names: &'a Names, encoding: Encoding) -> Self {
        let program = analysis.scope.program;
        let mut documents = vec![(0, 0); program.documents.len()];
        let mut sources = FxHashMap::default();
        for (index, file) in program.files.iter().enumerate() {
            let mut line = 0;
            for &part in &file.parts {
                let source = &program.documents[part as usize].source;
                documents[part as usize] = (index, line);
                sources.insert(Arc::as_ptr(source), part);
                line += source.line_count() - 1;
            }
        }
        Self { analysis, names, encoding, documents, sources }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.analysis.scope.program
    }

    /// The place at a position of the root.
    pub fn place(&self, position: Position) -> Place {
        workspace::place(self.program(), from_client(position), self.encoding)
    }

    /// The range of a span of a document in its file.
    pub fn range(&self, document: u32, span: Span) -> Range {
        let (_, line) = self.documents[document as usize];
        let document = &self.program().documents[document as usize];
        let at = |offset| to_client(position(document, line, offset, self.encoding));
        Range::new(at(span.start), at(span.end))
    }

    /// The name of the file that a document is a part of.
    pub fn uri(&self, document: u32) -> Option<Uri> {
        let (file, _) = self.documents[document as usize];
        self.names.uri(&self.program().files[file].path)
    }

    /// A place of a program.
    pub fn location(&self, place: ide::Location) -> Option<Location> {
        let range = self.range(place.document, place.span);
        Some(Location { uri: self.uri(place.document)?, range })
    }

    /// A place in a source that a value of the library names.
    pub fn location_in(&self, source: &Source, span: Span) -> Option<Location> {
        if let Some(&document) = self.sources.get(&std::ptr::from_ref(source)) {
            return self.location(ide::Location { document, span });
        }
        // A file in a foreign format.
        let uri = self.names.uri(&disk::unshown(Path::new(source.name())))?;
        Some(Location { uri, range: range(source, span, self.encoding) })
    }
}

/// The range of a span of a whole file.
pub fn range(source: &Source, span: Span, encoding: Encoding) -> Range {
    let at = |offset| {
        let line = source.line_of(offset);
        let start = source.line_span(line).start;
        Position::new(line, encoding.length(source.slice(Span::new(start, offset.max(start)))))
    };
    Range::new(at(span.start), at(span.end))
}

/// A position of the client.
pub const fn from_client(position: Position) -> workspace::Position {
    workspace::Position { line: position.line, column: position.character }
}

const fn to_client(position: workspace::Position) -> Position {
    Position::new(position.line, position.column)
}
