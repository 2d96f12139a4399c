//! What an editor is told, as people read it. Each file in a folder of `tests/ide/` is a program
//! with marks `|` where somebody types; its snapshot shows each marked line and beneath it what is
//! answered there. The marks themselves are no part of the program.
//!
//! To add a case, add a file or a line and run `INSTA_UPDATE=always cargo test --test editors ide::`; then
//! read the snapshot. Files that cases name lie in `examples/`.

use super::marked;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::marked::at_marks;
use puzzle_engine::budget::Budget;
use puzzle_lang::disk::{self, Disk};
use puzzle_lang::ide::EditorPlace;
use puzzle_lang::ide::completion::{Completion, completion};
use puzzle_lang::ide::hover::hover;
use puzzle_lang::ide::signature::signature;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::load;
use puzzle_lang::text::Source;

/// Shows the answers at all marks of each file in a folder.
fn show(folder: &str, answer: impl Fn(Analysis<'_>, EditorPlace) -> String) {
    marked::show(folder, |marked| at_marks(marked, &answer));
}

#[test]
fn completions() {
    show("completion", |analysis, place| {
        let found =
            completion(analysis, place, &|from, folder| disk::list(&from.with_file_name(folder)));
        let mut shown: String = found.items.iter().map(|it| line(it, place.offset)).collect();
        if found.items.is_empty() {
            shown.push_str("(nothing)\n");
        }
        if found.is_incomplete {
            shown.push_str("…\n");
        }
        shown
    });
}

/// A completion on a line: how far before and behind the mark it replaces, if at all, and how.
fn line(it: &Completion, offset: u32) -> String {
    let (before, behind) = (offset - it.edit.span.start, it.edit.span.end - offset);
    let mut shown = format!("{:16} {:?}", it.label, it.sort).to_lowercase();
    shown.replace_range(..it.label.len(), &it.label);
    let _ = write!(shown, " -{before}+{behind}");
    for words in [&it.detail, &it.documentation] {
        if !words.is_empty() {
            let _ = write!(shown, "; {}", words.replace('\n', " / "));
        }
    }
    if it.edit.text != it.label {
        let _ = write!(shown, "; writes {:?}", it.edit.text);
    }
    if let Some(snippet) = &it.snippet {
        let _ = write!(shown, "; {snippet:?}");
    }
    shown + "\n"
}

#[test]
fn hovers() {
    show("hover", |analysis, place| match hover(analysis, place, &Budget::unlimited()) {
        Some(found) => found.markdown,
        None => "(nothing)".to_owned(),
    });
}

#[test]
fn signatures() {
    show("signature", |analysis, place| {
        let Some(found) = signature(analysis, place) else { return "(nothing)".to_owned() };
        let mut shown = found.label.clone();
        if let Some(active) = found.active.map(|it| &found.parameters[it]) {
            let (before, behind) = (active.range.start, active.range.len());
            let _ = write!(shown, "\n{}{}", " ".repeat(before), "^".repeat(behind));
            let _ = write!(shown, " {}", active.documentation);
        }
        shown
    });
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let formulas = (0..300).map(|it| format!("formula part_{it} = (x*y)\n"));
    let text = formulas.collect::<String>() + "solve part_";
    let source = Arc::new(Source::new("", &*text));
    let checked = check(load(source, Path::new("long.puzzle"), &Disk), &Levels::default());
    let place = EditorPlace { document: 0, offset: text.len() as u32 };
    let found = completion(checked.analysis(), place, &|_, _| Vec::new());
    assert!(found.is_incomplete);
    let labels: Vec<_> = found.items.iter().map(|it| &*it.label).collect();
    assert_eq!((labels[0], labels[199], labels.len()), ("part_299", "part_100", 200));
}
