//! Files in parts, and places in them as places in the whole file.

use std::path::Path;
use std::sync::Arc;

use puzzle_lang::ide::{EditorPlace, FileRange};
use puzzle_lang::kinds::{Document, Program};
use puzzle_lang::service::import::document;
use puzzle_lang::syntax::{Prefix, parse_prefix};
use puzzle_lang::text::{Source, Span};

/// A text in one part.
pub(crate) fn one_part(source: Arc<Source>) -> Vec<Arc<Document>> {
    vec![document(source)]
}

/// A text in as many parts as can be.
pub(crate) fn many_parts(source: &Source) -> Vec<Arc<Document>> {
    let text = source.text();
    let mut parts = Vec::new();
    let mut start = 0;
    while parts.is_empty() || start < text.len() {
        let Prefix { parsed, length, .. } = parse_prefix(&text[start..], Some(1));
        let source = Arc::new(Source::new(source.name(), &text[start..start + length]));
        let (tree, diagnostics) = (parsed.tree, parsed.diagnostics);
        parts.push(Arc::new(Document { source, tree, diagnostics }));
        start += length;
    }
    parts
}

/// A program whose files are looked at as wholes.
#[derive(Clone, Copy)]
pub(crate) struct Whole<'a>(pub &'a Program);

impl Whole<'_> {
    /// The name of a file, by its index.
    pub(crate) fn name(self, file: usize) -> String {
        let path: &Path = &self.0.files[file].path;
        path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The text of a file, by its index.
    pub(crate) fn text(self, file: usize) -> String {
        let parts = self.0.files[file].parts.iter();
        parts.map(|it| self.0.documents[*it as usize].source.text()).collect()
    }

    /// The index of the file that was asked for.
    pub(crate) fn root(self) -> usize {
        self.0.files.len() - 1
    }

    /// The place of an offset in the file that was asked for.
    pub(crate) fn place(self, mut offset: u32) -> EditorPlace {
        let mut parts = self.0.root().parts.iter().peekable();
        while let Some(&document) = parts.next() {
            let length = self.length(document);
            if offset < length || parts.peek().is_none() {
                return EditorPlace { document, offset };
            }
            offset -= length;
        }
        unreachable!("a file has parts")
    }

    /// The file and the offset in it of a place.
    pub(crate) fn offset(self, place: EditorPlace) -> (usize, u32) {
        let file = self.0.file_of(place.document);
        let before = self.0.files[file].parts.iter().take_while(|it| **it != place.document);
        (file, before.map(|it| self.length(*it)).sum::<u32>() + place.offset)
    }

    /// The file and the span in it of a stretch.
    pub(crate) fn span(self, range: impl Into<FileRange>) -> (usize, Span) {
        let FileRange { from, to } = range.into();
        let ((file, start), (last, end)) = (self.offset(from), self.offset(to));
        assert_eq!(file, last, "a stretch lies in one file");
        assert!(start <= end && end as usize <= self.text(file).len());
        (file, Span::new(start, end))
    }

    fn length(self, document: u32) -> u32 {
        self.0.documents[document as usize].source.text().len() as u32
    }
}
