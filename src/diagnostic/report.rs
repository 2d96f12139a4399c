//! Diagnostics drawn for a terminal by miette, which is known nowhere else. Miette gets an
//! `Excerpt` to draw, never the source: its own reading of source text starts at the first
//! byte each time and prints lines whole, however long.

mod excerpt;

use std::borrow::Cow;
use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, ThemeCharacters, ThemeStyles};

use super::{Diagnostic, Related, Severity};
use crate::text::{LineColumn, Source, Span};
use excerpt::{Excerpt, ExcerptMark, visible};

/// How a report looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether lines and arrows may be drawn with characters outside ASCII.
    pub unicode: bool,
    /// Whether colours may be used.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// Characters of a message or a label that are shown; what is longer is cut in its middle.
const MAX_TEXT: usize = 600;

/// Draws one diagnostic of `source`, with a line feed at its end.
///
/// # Errors
/// Those of `out`.
pub fn render(
    diagnostic: &Diagnostic,
    source: &Source,
    style: &Style,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let (labels, notes) = split_related(diagnostic, source);
    let mut marks = vec![ExcerptMark::primary(diagnostic.span, show(&diagnostic.label, style))];
    marks.extend(
        labels.iter().map(|place| ExcerptMark::new(place.span, show(&place.message, style))),
    );
    let report = Report {
        diagnostic,
        message: show(&diagnostic.message, style),
        help: diagnostic.help.as_deref().map(|help| show(help, style)),
        excerpt: Excerpt::new(source, marks, style),
    };
    let theme = theme(style);
    let heading = theme.styles.help;
    GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .without_cause_chain()
        .without_syntax_highlighting()
        .render_report(out, &report)?;
    for note in notes {
        let source = note.source.as_deref().unwrap_or(source);
        let LineColumn { line, column } = source.line_column(note.span.start);
        let (message, name) = (show(&note.message, style), show(source.name(), style));
        writeln!(out, "{}{message} at {name}:{line}:{column}", heading.style("  note: "))?;
    }
    for fix in &diagnostic.fixes {
        writeln!(out, "{}{}", heading.style("  fix: "), show(&fix.title, style))?;
    }
    Ok(())
}

/// Related places that become labels of the excerpt, and the rest: those of other sources and
/// those that overlap another label of their line, where two underlines would need one place.
fn split_related<'a>(
    diagnostic: &'a Diagnostic,
    source: &Source,
) -> (Vec<&'a Related>, Vec<&'a Related>) {
    let mut taken = vec![diagnostic.span];
    diagnostic.related.iter().partition(|place| {
        let is_label = place.source.is_none()
            && taken.iter().all(|&other| !share_a_line_and_overlap(place.span, other, source));
        if is_label {
            taken.push(place.span);
        }
        is_label
    })
}

/// Whether two spans lie in one and the same line and share a column.
fn share_a_line_and_overlap(one: Span, other: Span, source: &Source) -> bool {
    let width = |span: Span| span.len().max(1);
    let overlap = one.start < other.start + width(other) && other.start < one.start + width(one);
    let both = one.to(other);
    overlap && source.line_of(both.start) == source.line_of(both.end)
}

/// Text that is fit for a terminal: nothing in it moves the cursor, and its length is bounded.
fn show<'a>(text: &'a str, style: &Style) -> Cow<'a, str> {
    let is_short = text.len() <= MAX_TEXT;
    if is_short && !text.chars().any(|c| c != '\n' && visible(c, style.unicode) != c) {
        return Cow::Borrowed(text);
    }
    let visible = |c: char| if c == '\n' { c } else { visible(c, style.unicode) };
    if is_short {
        return Cow::Owned(text.chars().map(visible).collect());
    }
    let head = &text[..text.floor_char_boundary(MAX_TEXT * 2 / 3)];
    let tail = &text[text.ceil_char_boundary(text.len() - MAX_TEXT / 3)..];
    // Whole lines are left out where there are any.
    let (head, between, tail) = match (head.rfind('\n'), tail.find('\n')) {
        (Some(end), Some(start)) => (&head[..end], "\n...\n", &tail[start + 1..]),
        _ => (head, " ... ", tail),
    };
    let head = head.chars().map(visible);
    Cow::Owned(head.chain(between.chars()).chain(tail.chars().map(visible)).collect())
}

fn theme(style: &Style) -> GraphicalTheme {
    GraphicalTheme {
        characters: match style.unicode {
            true => ThemeCharacters::unicode(),
            false => ThemeCharacters::ascii(),
        },
        styles: if style.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    }
}

/// A diagnostic as miette wants to see it.
#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    message: Cow<'a, str>,
    help: Option<Cow<'a, str>>,
    excerpt: Excerpt,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let code = self.diagnostic.code;
        Some(Box::new(format!("{} {}", code.number(), code.name())))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Hint => miette::Severity::Advice,
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labels()))
    }
}
