//! What an editor is told, as people read it. Each file in a folder of `tests/ide/` is a program
//! with marks `|` where somebody types; its snapshot shows each marked line and beneath it what is
//! answered there. The marks themselves are no part of the program.
//!
//! To add a case, add a file or a line and run `INSTA_UPDATE=always cargo test --test ide`; then
//! read the snapshot. Files that cases name lie in `examples/`.

#[path = "common/program.rs"]
#[expect(dead_code, reason = "nothing is found fault with here")]
mod program;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use puzzle_lang::budget::Budget;
use puzzle_lang::ide::Place;
use puzzle_lang::ide::completion::{Completion, completion};
use puzzle_lang::ide::hover::hover;
use puzzle_lang::service::check::{Analysis, Levels, check};

type Answer = fn(Analysis<'_>, Place) -> String;

/// Shows the answers at all marks of each file in a folder.
fn show(folder: &str, answer: Answer) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("ide/{folder}/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("ide", &format!("{folder}/*.puzzle"), |path| {
            let marked = fs::read_to_string(path).expect("a readable case");
            insta::assert_snapshot!(answers(&marked, answer));
        });
    });
}

/// The lines with marks, beneath each the answer at its mark.
fn answers(marked: &str, answer: Answer) -> String {
    let text = marked.replace('|', "");
    let checked = check(program::program("case.puzzle", &text), &Levels::default());
    let document = checked.program().documents.len() as u32 - 1;
    let mut shown = String::new();
    for (index, (at, _)) in marked.match_indices('|').enumerate() {
        let start = marked[..at].rfind('\n').map_or(0, |it| it + 1);
        let line = marked[start..].lines().next().unwrap_or_default();
        let (before, behind) = line.split_at(at - start);
        let line = format!("{}|{}", before.replace('|', ""), behind.replace('|', ""));
        let place = Place { document, offset: (at - index) as u32 };
        let _ = writeln!(shown, "{}", line.trim_end());
        for line in answer(checked.analysis(), place).lines() {
            let _ = writeln!(shown, "{}", format!("      {line}").trim_end());
        }
    }
    shown
}

fn list(from: &Path, folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(from.with_file_name(folder)) else { return Vec::new() };
    let mut names: Vec<_> =
        entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn completions() {
    show("completion", |analysis, place| {
        let found = completion(analysis, place, &list);
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
