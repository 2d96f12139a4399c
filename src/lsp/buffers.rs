//! Stand-in for `workspace::Workspace`: the open files, each analysed as a whole.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::kinds::Program;
use crate::service::import::{Files, load};
use crate::text::{Source, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

#[derive(Default)]
pub struct Buffers {
    pub texts: FxHashMap<PathBuf, String>,
    pub changed: Vec<PathBuf>,
    pub encoding: Encoding,
}

pub type LineColumn = (u32, u32);

impl Buffers {
    pub fn open(&mut self, path: &Path, text: String) {
        self.texts.insert(path.to_owned(), text);
        self.changed = self.texts.keys().cloned().collect();
    }

    pub fn close(&mut self, path: &Path) {
        self.texts.remove(path);
        self.changed = self.texts.keys().cloned().collect();
    }

    pub fn edit(&mut self, path: &Path, start: LineColumn, end: LineColumn, new: &str) {
        let Some(text) = self.texts.get_mut(path) else { return };
        let (start, end) = (offset(text, start, self.encoding), offset(text, end, self.encoding));
        text.replace_range(start..end.max(start), new);
        self.changed = self.texts.keys().cloned().collect();
    }

    pub fn program(&self, path: &Path) -> Option<Program> {
        let text = self.texts.get(path)?;
        let source = Source::new(path.to_string_lossy(), text.as_str());
        Some(load(Arc::new(source), path, self))
    }

    pub fn range(&self, source: &Source, span: Span) -> (LineColumn, LineColumn) {
        let at = |offset: u32| {
            let line = source.line_of(offset);
            let start = source.line_span(line).start;
            let before = source.slice(Span::new(start, offset.max(start)));
            let column = before.chars().map(|it| width(it, self.encoding)).sum();
            (line, column)
        };
        (at(span.start), at(span.end))
    }
}

const fn width(character: char, encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Utf8 => character.len_utf8() as u32,
        Encoding::Utf16 => character.len_utf16() as u32,
        Encoding::Utf32 => 1,
    }
}

fn offset(text: &str, (line, column): LineColumn, encoding: Encoding) -> usize {
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return text.len(),
        }
    }
    let mut left = column;
    for (at, character) in text[start..].char_indices() {
        if left < width(character, encoding) || character == '\n' {
            return start + at;
        }
        left -= width(character, encoding);
    }
    text.len()
}

impl Files for Buffers {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        let path = from.parent().unwrap_or(Path::new("")).join(relative);
        std::fs::canonicalize(&path).unwrap_or(path)
    }

    fn read(&self, path: &Path) -> Result<Source, String> {
        match self.texts.get(path) {
            Some(text) => Ok(Source::new(path.to_string_lossy(), text.as_str())),
            None => std::fs::read(path)
                .map(|bytes| Source::from_bytes(path.to_string_lossy(), bytes))
                .map_err(|error| error.to_string()),
        }
    }
}
