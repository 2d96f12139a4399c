//! Where the words of a program lead and what a file looks like to an editor, as people read it. Each
//! file in a folder of `tests/ide/` is a program; marks `|` are places that an editor asks about
//! and no part of it. The snapshot shows each marked line and beneath it what is answered there, or
//! the answer for the whole file.
//!
//! To add a case, add a file or a line and run `INSTA_UPDATE=always cargo test --test editors ide_places::`;
//! then read the snapshot. Files that cases name lie in `examples/`.

use std::fmt::Write;

use super::marked::{at_marks, show, whole};
use puzzle_lang::diagnostic::fix::{Edit, apply};
use puzzle_lang::ide::definition::{DefinitionTarget, definition};
use puzzle_lang::ide::folding::folding;
use puzzle_lang::ide::formatting::{TextChange, in_file, in_range, typed};
use puzzle_lang::ide::highlights::highlights;
use puzzle_lang::ide::item::item_beside;
use puzzle_lang::ide::links::links;
use puzzle_lang::ide::references::references;
use puzzle_lang::ide::rename::{prepare, rename};
use puzzle_lang::ide::selection::selection;
use puzzle_lang::ide::symbols::{self, OutlineEntry};
use puzzle_lang::ide::tokens::{TokenSort, in_document};
use puzzle_lang::ide::type_definition::type_definition;
use puzzle_lang::ide::{FileRange, TextLocation};
use puzzle_lang::service::check::Analysis;
use puzzle_lang::text::{Source, Span};

use crate::whole::Whole;

/// A stretch with its line.
fn shown(analysis: Analysis<'_>, location: TextLocation) -> String {
    let whole = Whole(analysis.scope.program);
    let (file, span) = whole.span(location);
    let source = Source::new("", whole.text(file));
    let line = source.line_span(source.line_of(span.start));
    let (before, behind) = (Span::new(line.start, span.start), Span::new(span.end, line.end));
    let [before, word, behind] = [before, span, behind].map(|it| source.slice(it));
    let number = source.line_of(span.start) + 1;
    format!("{}:{number}: {before}«{word}»{behind}\n", whole.name(file))
}

/// The text of the file that was asked for.
fn root(analysis: Analysis<'_>) -> Source {
    let whole = Whole(analysis.scope.program);
    Source::new("", whole.text(whole.root()))
}

/// A stretch of that file.
fn span(analysis: Analysis<'_>, range: FileRange) -> Span {
    Whole(analysis.scope.program).span(range).1
}

/// The index of that file.
fn index(analysis: Analysis<'_>) -> usize {
    Whole(analysis.scope.program).root()
}

#[test]
fn items() {
    show("item", |marked| {
        at_marks(marked, |analysis, place| match item_beside(&analysis.scope, place) {
            Some(item) => {
                let span = analysis.scope.item(item).span;
                shown(
                    analysis,
                    TextLocation { document: item.document, span: Span::at(span.start) },
                )
            }
            None => "(nothing)".to_owned(),
        })
    });
}

#[test]
fn definitions() {
    show("definition", |marked| {
        at_marks(marked, |analysis, place| match definition(analysis, place) {
            Some((_, DefinitionTarget::Word(location))) => shown(analysis, location),
            Some((_, DefinitionTarget::File(path))) => {
                format!("file {}\n", path.file_name().unwrap_or_default().to_string_lossy())
            }
            None => "(nothing)\n".to_owned(),
        })
    });
}

#[test]
fn type_definitions() {
    show("type_definition", |marked| {
        at_marks(marked, |analysis, place| match type_definition(analysis, place) {
            Some(location) => shown(analysis, location),
            None => "(nothing)\n".to_owned(),
        })
    });
}

#[test]
fn all_references() {
    show("references", |marked| {
        at_marks(marked, |analysis, place| {
            let highlighted = highlights(analysis, place);
            let mut all = String::new();
            for location in references(analysis, place, true) {
                let highlight = highlighted.iter().find(|it| it.location == location);
                all.push_str(match highlight.map(|it| it.is_declaration) {
                    Some(true) => "write ",
                    Some(false) => "read  ",
                    None => "      ",
                });
                all.push_str(&shown(analysis, location));
            }
            all
        })
    });
}

#[test]
fn renamings() {
    show("rename", |marked| {
        // Names that a marked word is given stand in the first line.
        let (names, marked) = marked.split_once('\n').expect("a first line");
        at_marks(marked, |analysis, place| match prepare(analysis, place) {
            Err(reason) => reason,
            Ok(_) => {
                names.trim_start_matches("// ").split(' ').fold(String::new(), |said, name| {
                    said + &match rename(analysis, place, name) {
                        Ok(places) => format!("{name}: {} places\n", places.len()),
                        Err(reason) => format!("{reason}\n"),
                    }
                })
            }
        })
    });
}

#[test]
fn selections() {
    show("selection", |marked| {
        at_marks(marked, |analysis, place| {
            let text = root(analysis);
            let ranges = selection(analysis, place).into_iter();
            let texts = ranges.map(|it| text.slice(span(analysis, it)).replace('\n', "⏎") + "\n");
            texts.collect()
        })
    });
}

#[test]
fn folds() {
    show("folding", |text| {
        whole(text, |analysis| {
            let source = root(analysis);
            let folds: Vec<_> = folding(analysis, index(analysis))
                .into_iter()
                .map(|it| (span(analysis, it.range), it.sort))
                .map(|(it, sort)| (source.line_of(it.start), source.line_of(it.end), sort))
                .collect();
            let mut shown = String::new();
            for (number, line) in (0..).zip(source.text().lines()) {
                let starts = folds.iter().filter(|(first, ..)| *first == number);
                let starts = starts
                    .map(|(first, last, sort)| format!("{sort:?} {}-{}", first + 1, last + 1));
                let _ = writeln!(shown, "{:18}{line}", starts.collect::<Vec<_>>().join(", "));
            }
            shown
        })
    });
}

#[test]
fn all_links() {
    show("links", |text| {
        whole(text, |analysis| {
            let links = links(analysis, index(analysis)).into_iter();
            let leads = links.map(|it| {
                let path = it.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                format!("{}      {path}\n", shown(analysis, it.location))
            });
            leads.collect()
        })
    });
}

#[test]
fn outlines() {
    fn outline(entries: &[OutlineEntry], depth: usize, shown: &mut String) {
        for it in entries {
            let indentation = "  ".repeat(depth);
            let _ = writeln!(shown, "{indentation}{:?} {} — {}", it.sort, it.name, it.detail);
            outline(&it.parts, depth + 1, shown);
        }
    }
    show("symbols", |text| {
        whole(text, |analysis| {
            let mut shown = String::new();
            outline(&symbols::in_file(analysis, index(analysis)), 0, &mut shown);
            shown
        })
    });
}

#[test]
fn colours() {
    show("tokens", |text| {
        whole(text, |analysis| {
            let mut shown = String::new();
            for &document in &analysis.scope.program.root().parts {
                let source = analysis.scope.source(document);
                let tokens = in_document(analysis, document);
                for (number, line) in (0..).zip(source.text().lines()) {
                    let _ = writeln!(shown, "{line}");
                    let is_here = |start| source.line_of(start) == number;
                    for token in tokens.iter().filter(|it| is_here(it.span.start)) {
                        let (_, name) = TokenSort::ALL[token.sort as usize];
                        let declaration = if token.is_declaration { " declaration" } else { "" };
                        let documentation =
                            if token.is_documentation { " documentation" } else { "" };
                        let word = source.slice(token.span);
                        let _ = writeln!(shown, "      {name}{declaration}{documentation}: {word}");
                    }
                }
            }
            shown
        })
    });
}

/// The file that was asked for with what replaces stretches of it in brackets.
fn with_changes(analysis: Analysis<'_>, changes: &[TextChange]) -> String {
    let source = root(analysis);
    let edit = |it: &TextChange| {
        let span = span(analysis, it.range);
        Edit::replace(span, format!("[{}→{}]", source.slice(span), it.text).replace('\n', "⏎"))
    };
    apply(source.text(), &changes.iter().map(edit).collect::<Vec<_>>())
}

#[test]
fn formats() {
    show("formatting", |marked| {
        let everything = whole(&marked.replace('|', ""), |analysis| {
            with_changes(analysis, &in_file(analysis, index(analysis)))
        });
        let items = at_marks(marked, |analysis, place| {
            with_changes(analysis, &in_range(analysis, FileRange { from: place, to: place }))
        });
        format!("{everything}\n{items}")
    });
}

#[test]
fn formats_while_typing() {
    show("typing", |marked| {
        at_marks(marked, |analysis, place| {
            let (_, offset) = Whole(analysis.scope.program).offset(place);
            let source = root(analysis);
            let typed_last = source.text()[..offset as usize].chars().next_back();
            with_changes(analysis, &typed(analysis, place, typed_last.unwrap_or_default()))
        })
    });
}
