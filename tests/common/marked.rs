//! Answers to what an editor asks, as people read them: cases in the folders of `tests/ide/`, whose
//! snapshots show the lines with a mark `|` and beneath each what is answered there. The marks
//! themselves are no part of the program.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use puzzle_lang::disk::{self, Disk};
use puzzle_lang::ide::EditorPlace;
use puzzle_lang::kinds::Document;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::load_parts;
use puzzle_lang::text::Source;

use crate::whole::{Whole, many_parts, one_part};

/// Shows what is answered about each file in a folder.
pub(crate) fn show(folder: &str, answer: impl Fn(&str) -> String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../ide/{folder}/snapshots"));
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

/// What is answered about a file in the folder of the examples: the same for its text as a whole
/// and cut into as many parts as can be.
pub(crate) fn whole(text: &str, answer: impl Fn(Analysis<'_>) -> String) -> String {
    let source = || Arc::new(Source::new("case.puzzle", text));
    let answer = |parts: Vec<Arc<Document>>| {
        let path = disk::locate(Path::new("examples")).join("case.puzzle");
        let program = load_parts(parts, &path, &Disk);
        answer(check(program, &Levels::default()).analysis())
    };
    let whole = answer(one_part(source()));
    assert_eq!(answer(many_parts(&source())), whole);
    whole
}

/// The lines with marks, beneath each the answer at its mark.
pub(crate) fn at_marks(
    marked: &str,
    answer: impl Fn(Analysis<'_>, EditorPlace) -> String,
) -> String {
    whole(&marked.replace('|', ""), |analysis| {
        let mut shown = String::new();
        for (index, (at, _)) in marked.match_indices('|').enumerate() {
            let start = marked[..at].rfind('\n').map_or(0, |it| it + 1);
            let line = marked[start..].lines().next().unwrap_or_default();
            let (before, behind) = line.split_at(at - start);
            let line = format!("{}|{}", before.replace('|', ""), behind.replace('|', ""));
            let place = Whole(analysis.scope.program).place((at - index) as u32);
            let _ = writeln!(shown, "{}", line.trim_end());
            for line in answer(analysis, place).lines() {
                let _ = writeln!(shown, "{}", format!("      {line}").trim_end());
            }
        }
        shown
    })
}
