//! Where the words of a program lead and what a file looks like to an editor, as people read it. Each
//! file in a folder of `tests/ide/` is a program; marks `|` are places that an editor asks about
//! and no part of it. The snapshot shows each marked line and beneath it what is answered there, or
//! the answer for the whole file.
//!
//! To add a case, add a file or a line and run `INSTA_UPDATE=always cargo test --test ide_places`;
//! then read the snapshot. Files that cases name lie in `examples/`.

#[path = "common/program.rs"]
#[expect(dead_code, reason = "nothing is found fault with here")]
mod program;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use puzzle_lang::diagnostic::fix::{Edit, apply};
use puzzle_lang::ide::definition::{Target, definition};
use puzzle_lang::ide::folding::folding;
use puzzle_lang::ide::formatting::{Change, in_file, in_range, typed};
use puzzle_lang::ide::highlights::highlights;
use puzzle_lang::ide::links::links;
use puzzle_lang::ide::references::references;
use puzzle_lang::ide::rename::{prepare, rename};
use puzzle_lang::ide::selection::selection;
use puzzle_lang::ide::symbols::{self, Entry};
use puzzle_lang::ide::tokens::{TokenSort, in_document};
use puzzle_lang::ide::{Location, Place, Range};
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::text::{Source, Span};

/// Shows what is answered about each file in a folder.
fn show(folder: &str, answer: fn(&str) -> String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("ide/{folder}/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let entries = fs::read_dir(format!("tests/ide/{folder}")).expect("the cases");
    let paths = entries.map(|it| it.expect("an entry").path());
    for path in paths.filter(|it| it.is_file()) {
        let marked = fs::read_to_string(&path).expect("a readable case");
        let name = path.file_stem().expect("a name").to_string_lossy();
        settings.bind(|| insta::assert_snapshot!(&*name, answer(&marked)));
    }
}

/// What is answered about a whole program.
fn whole(text: &str, answer: impl Fn(Analysis<'_>, u32) -> String) -> String {
    let checked = check(program::program("case.puzzle", text), &Levels::default());
    answer(checked.analysis(), checked.program().documents.len() as u32 - 1)
}

/// The lines with marks, beneath each what is answered there.
fn at_marks(marked: &str, answer: impl Fn(Analysis<'_>, Place) -> String) -> String {
    whole(&marked.replace('|', ""), |analysis, document| {
        let mut shown = String::new();
        for (index, (at, _)) in marked.match_indices('|').enumerate() {
            let start = marked[..at].rfind('\n').map_or(0, |it| it + 1);
            let line = marked[start..].lines().next().unwrap_or_default();
            let (before, behind) = line.split_at(at - start);
            let line = format!("{}|{}", before.replace('|', ""), behind.replace('|', ""));
            let place = Place { document, offset: (at - index) as u32 };
            let _ = writeln!(shown, "{}", line.trim_end());
            for line in answer(analysis, place).lines() {
                let _ = writeln!(shown, "{}", format!("      {line}").trim_end());
            }
        }
        shown
    })
}

/// A stretch with its line.
fn shown(analysis: Analysis<'_>, Location { document, span }: Location) -> String {
    let source = analysis.scope.source(document);
    let line = source.line_span(source.line_of(span.start));
    let (before, behind) = (Span::new(line.start, span.start), Span::new(span.end, line.end));
    let file = Path::new(source.name()).file_name().unwrap_or_default().to_string_lossy();
    let [before, word, behind] = [before, span, behind].map(|it| source.slice(it));
    format!("{file}:{}: {before}«{word}»{behind}\n", source.line_of(span.start) + 1)
}

#[test]
fn definitions() {
    show("definition", |marked| {
        at_marks(marked, |analysis, place| match definition(analysis, place) {
            Some((_, Target::Word(location))) => shown(analysis, location),
            Some((_, Target::File(path))) => {
                format!("file {}\n", path.file_name().unwrap_or_default().to_string_lossy())
            }
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
            let mut shown = String::new();
            for Range { from, to } in selection(analysis, place) {
                let text = analysis.scope.source(place.document);
                let text = text.slice(Span::new(from.offset, to.offset));
                let _ = writeln!(shown, "{}", text.replace('\n', "⏎"));
            }
            shown
        })
    });
}

/// The lines of a text from one offset to another, both from 1.
fn lines(source: &Source, Range { from, to }: Range) -> String {
    format!("{}-{}", source.line_of(from.offset) + 1, source.line_of(to.offset) + 1)
}

#[test]
fn folds() {
    show("folding", |text| {
        whole(text, |analysis, document| {
            let source = analysis.scope.source(document);
            let folds = folding(analysis, analysis.scope.program.files.len() - 1);
            let mut shown = String::new();
            for (number, line) in (1..).zip(source.text().lines()) {
                let starts =
                    folds.iter().filter(|it| source.line_of(it.range.from.offset) + 1 == number);
                let starts = starts.map(|it| format!("{:?} {}", it.sort, lines(source, it.range)));
                let _ = writeln!(shown, "{:18}{line}", starts.collect::<Vec<_>>().join(", "));
            }
            shown
        })
    });
}

#[test]
fn all_links() {
    show("links", |text| {
        whole(text, |analysis, _| {
            let links = links(analysis, analysis.scope.program.files.len() - 1);
            let leads = links.into_iter().map(|it| {
                let path = it.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                format!("{}      {path}\n", shown(analysis, it.location))
            });
            leads.collect()
        })
    });
}

#[test]
fn outlines() {
    fn outline(entries: &[Entry], depth: usize, shown: &mut String) {
        for it in entries {
            let indentation = "  ".repeat(depth);
            let _ = writeln!(shown, "{indentation}{:?} {} — {}", it.sort, it.name, it.detail);
            outline(&it.parts, depth + 1, shown);
        }
    }
    show("symbols", |text| {
        whole(text, |analysis, _| {
            let file = analysis.scope.program.files.len() - 1;
            let mut shown = String::new();
            outline(&symbols::in_file(analysis, file), 0, &mut shown);
            shown
        })
    });
}

#[test]
fn colours() {
    show("tokens", |text| {
        whole(text, |analysis, document| {
            let source = analysis.scope.source(document);
            let tokens = in_document(analysis, document);
            let mut shown = String::new();
            for (number, line) in (0..).zip(source.text().lines()) {
                let _ = writeln!(shown, "{line}");
                for token in tokens.iter().filter(|it| source.line_of(it.span.start) == number) {
                    let (_, name) = TokenSort::ALL[token.sort as usize];
                    let declaration = if token.is_declaration { " declaration" } else { "" };
                    let documentation = if token.is_documentation { " documentation" } else { "" };
                    let word = source.slice(token.span);
                    let _ = writeln!(shown, "      {name}{declaration}{documentation}: {word}");
                }
            }
            shown
        })
    });
}

/// A text with what replaces stretches of it in brackets.
fn with_changes(source: &Source, changes: &[Change]) -> String {
    let edit = |it: &Change| {
        let span = Span::new(it.range.from.offset, it.range.to.offset);
        Edit::replace(span, format!("[{}→{}]", source.slice(span), it.text).replace('\n', "⏎"))
    };
    apply(source.text(), &changes.iter().map(edit).collect::<Vec<_>>())
}

#[test]
fn formats() {
    show("formatting", |marked| {
        let everything = whole(&marked.replace('|', ""), |analysis, document| {
            let changes = in_file(analysis, analysis.scope.program.files.len() - 1);
            with_changes(analysis.scope.source(document), &changes)
        });
        let items = at_marks(marked, |analysis, place| {
            let range = Range { from: place, to: place };
            with_changes(analysis.scope.source(place.document), &in_range(analysis, range))
        });
        format!("{everything}\n{items}")
    });
}

#[test]
fn formats_while_typing() {
    show("typing", |marked| {
        at_marks(marked, |analysis, place| {
            let source = analysis.scope.source(place.document);
            let typed_last = source.text()[..place.offset as usize].chars().next_back();
            with_changes(source, &typed(analysis, place, typed_last.unwrap_or_default()))
        })
    });
}
