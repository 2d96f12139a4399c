//! What an editor is told, as people read it. Each file in a folder of `tests/ide/` is a program
//! with marks `|` where somebody types; its snapshot shows each marked line and beneath it what is
//! answered there. The marks themselves are no part of the program.
//!
//! To add a case, add a file or a line and run `INSTA_UPDATE=always cargo test --test ide`; then
//! read the snapshot. Files that cases name lie in `examples/`.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use puzzle_lang::budget::Budget;
use puzzle_lang::disk::{self, Disk};
use puzzle_lang::ide::Place;
use puzzle_lang::ide::completion::{Completion, completion};
use puzzle_lang::ide::hover::hover;
use puzzle_lang::ide::signature::signature;
use puzzle_lang::kinds::Document;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::{document, load_parts};
use puzzle_lang::syntax::{Prefix, parse_prefix};
use puzzle_lang::text::Source;

type Answer = fn(Analysis<'_>, Place) -> String;

/// Shows the answers at all marks of each file in a folder.
fn show(folder: &str, answer: Answer) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("ide/{folder}/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let entries = fs::read_dir(format!("tests/ide/{folder}")).expect("the cases");
    let paths = entries.map(|it| it.expect("an entry").path());
    for path in paths.filter(|it| it.is_file()) {
        let marked = fs::read_to_string(&path).expect("a readable case");
        let name = path.file_stem().expect("a name").to_string_lossy();
        settings.bind(|| insta::assert_snapshot!(&*name, answers(&marked, answer)));
    }
}

/// The lines with marks, beneath each the answer at its mark: the same for the text as a whole and
/// cut into as many parts as can be.
fn answers(marked: &str, answer: Answer) -> String {
    let text = marked.replace('|', "");
    let whole = shown(marked, vec![document(Arc::new(Source::new("", &*text)))], answer);
    assert_eq!(shown(marked, parts(&text), answer), whole);
    whole
}

fn parts(text: &str) -> Vec<Arc<Document>> {
    let mut parts = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let Prefix { parsed, length, .. } = parse_prefix(&text[start..], Some(1));
        let source = Arc::new(Source::new("", &text[start..start + length]));
        let (tree, diagnostics) = (parsed.tree, parsed.diagnostics);
        parts.push(Arc::new(Document { source, tree, diagnostics }));
        start += length;
    }
    parts
}

fn shown(marked: &str, parts: Vec<Arc<Document>>, answer: Answer) -> String {
    let lengths: Vec<_> = parts.iter().map(|it| it.source.text().len()).collect();
    let program = load_parts(parts, Path::new("examples/case.puzzle"), &Disk);
    let checked = check(program, &Levels::default());
    let documents = &checked.program().root().parts;
    let mut shown = String::new();
    for (index, (at, _)) in marked.match_indices('|').enumerate() {
        let start = marked[..at].rfind('\n').map_or(0, |it| it + 1);
        let line = marked[start..].lines().next().unwrap_or_default();
        let (before, behind) = line.split_at(at - start);
        let line = format!("{}|{}", before.replace('|', ""), behind.replace('|', ""));
        let (mut part, mut offset) = (0, at - index);
        while offset >= lengths[part] && part + 1 < lengths.len() {
            offset -= lengths[part];
            part += 1;
        }
        let place = Place { document: documents[part], offset: offset as u32 };
        let _ = writeln!(shown, "{}", line.trim_end());
        for line in answer(checked.analysis(), place).lines() {
            let _ = writeln!(shown, "{}", format!("      {line}").trim_end());
        }
    }
    shown
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
