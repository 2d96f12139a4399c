//! What of a file can be folded away: blocks, runs of comments and imports, texts over lines.

use super::{EditorPlace, FileRange};
use crate::service::check::Analysis;
use crate::syntax::ast::ItemKind;
use crate::syntax::token::{Token, lex};
use crate::text::{Source, Span};

/// Lines of which the first stays when they are folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldedLines {
    /// From the first line to the end of the last one.
    pub range: FileRange,
    /// What they are.
    pub sort: FoldSort,
}

/// What lines are that can be folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldSort {
    /// Comments or documentation.
    Comments,
    /// Imports.
    Imports,
    /// A block, a long formula or a text, without the line that closes it.
    Region,
}

/// What a line is that may belong to a run of such lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Comment,
    Documentation,
    Import,
}

/// The folds of a file, by its index, in the order of their starts.
pub fn folding(analysis: Analysis<'_>, file: usize) -> Vec<FoldedLines> {
    let mut folder = FoldFinder::default();
    let program = analysis.scope.program;
    for &document in &program.files[file].parts {
        let it = &program.documents[document as usize];
        let mut items = it.tree.items.iter().peekable();
        for lexeme in lex(it.source.text()) {
            let is_first = std::mem::take(&mut folder.is_line_start);
            while items.next_if(|it| it.span.end <= lexeme.span.start).is_some() {}
            let item = items.peek().filter(|it| it.span.start == lexeme.span.start);
            let line = match lexeme.token {
                Token::Newline => {
                    folder.is_line_start = true;
                    if is_first {
                        folder.end_run();
                    }
                    continue;
                }
                Token::Comment => Some(Line::Comment),
                Token::DocComment => Some(Line::Documentation),
                _ if item.is_some_and(|it| matches!(it.kind, ItemKind::Import { .. })) => {
                    Some(Line::Import)
                }
                _ => None,
            };
            let place = |offset| EditorPlace { document, offset };
            let range = FileRange { from: place(lexeme.span.start), to: place(lexeme.span.end) };
            if is_first {
                folder.line(line, range);
            }
            if let Some(item) = item.filter(|it| !matches!(it.kind, ItemKind::Query(_))) {
                folder.region(&it.source, document, item.span);
            }
            if let Token::Text(_) = lexeme.token {
                folder.region(&it.source, document, lexeme.span);
            }
        }
    }
    folder.end_run();
    folder.folds
}

struct FoldFinder {
    folds: Vec<FoldedLines>,
    /// Lines of one sort without another one between them, and how many they are.
    run: Option<(Line, FileRange, u32)>,
    is_line_start: bool,
}

impl Default for FoldFinder {
    fn default() -> Self {
        Self { folds: Vec::new(), run: None, is_line_start: true }
    }
}

impl FoldFinder {
    fn line(&mut self, line: Option<Line>, range: FileRange) {
        if let Some((sort, run, count)) = &mut self.run
            && Some(*sort) == line
        {
            run.to = range.to;
            *count += 1;
            return;
        }
        self.end_run();
        self.run = line.map(|it| (it, range, 1));
    }

    fn end_run(&mut self) {
        if let Some((line, range, 2..)) = self.run.take() {
            let sort = if line == Line::Import { FoldSort::Imports } else { FoldSort::Comments };
            self.folds.push(FoldedLines { range, sort });
        }
    }

    /// Folds something that goes over several lines, but for a last one that only closes it.
    fn region(&mut self, source: &Source, document: u32, span: Span) {
        let (first, mut last) = (source.line_of(span.start), source.line_of(span.end));
        let line = source.line_span(last);
        let closing = source.slice(Span::new(line.start, span.end)).trim_start();
        if last > first && matches!(closing, "}" | "\"\"\"" | ")") {
            last -= 1;
        }
        if last > first {
            let end = source.line_span(last).end.min(span.end);
            let place = |offset| EditorPlace { document, offset };
            let range = FileRange { from: place(span.start), to: place(end) };
            self.folds.push(FoldedLines { range, sort: FoldSort::Region });
        }
    }
}
