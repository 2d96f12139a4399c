//! Diagnostics as people see them: the snapshot of each file in `tests/ui/` shows the file, the
//! messages about it, and what each offered fix makes of the lines it touches.
//!
//! To add a case, add a file and run `INSTA_UPDATE=always cargo test --test language ui::`; then read the new
//! snapshot. The ending tells the format (`.puzzle`, `.maze`, `.cnf`, `.dp`, `.dots`, `.qcir`, `.p`;
//! `.drat` and `.lrat` are proofs about `files/clauses.cnf`). The name of the file starts with the
//! number of the one code it is about, or with `many-`. Files that cases name lie in
//! `tests/ui/files/`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::diagnose::diagnose;
use puzzle_lang::diagnostic::Severity;
use puzzle_lang::diagnostic::code::{Code, UNVERIFIED};
use puzzle_lang::diagnostic::fix::{Fix, apply};
use puzzle_lang::diagnostic::report::{Style, render};
use puzzle_lang::text::Source;

const STYLE: Style = Style { unicode: true, color: false, width: 100 };

/// Codes without a case: what they report cannot be provoked from outside.
const WITHOUT_CASE: [Code; 1] = [UNVERIFIED];

fn helper(name: &str) -> Option<Vec<u8>> {
    // A case may name itself, to close a circle.
    ["tests/ui/files", "tests/ui"]
        .iter()
        .find_map(|folder| fs::read(Path::new(folder).join(name)).ok())
}

#[test]
fn messages() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../ui/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("../ui", "*.*", |path| {
            let name = path.file_name().expect("a file").to_string_lossy();
            insta::assert_snapshot!(shown(&name, &fs::read(path).expect("a readable case")));
        });
    });
}

/// The program, the messages and the fixes.
fn shown(name: &str, bytes: &[u8]) -> String {
    let findings = diagnose(name, bytes, &helper);
    let mut shown = numbered(&findings[0].0);
    for (source, found) in &findings {
        for diagnostic in found {
            shown.push('\n');
            render(diagnostic, source, &STYLE, &mut shown).expect("rendering to memory");
            shown.extend(diagnostic.fixes.iter().map(|fix| fixed_lines(source, fix)));
        }
    }
    shown.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The text with the numbers of its lines.
fn numbered(source: &Source) -> String {
    let lines = (1..).zip(source.text().lines());
    lines.fold(String::new(), |mut shown, (number, line)| {
        let _ = writeln!(shown, "{number:>3} | {line}");
        shown
    })
}

/// The lines that a fix changes, as they are afterwards.
fn fixed_lines(source: &Source, fix: &Fix) -> String {
    let before = source.text();
    let after = apply(before, &fix.edits);
    let common =
        |pairs: &mut dyn Iterator<Item = (&str, &str)>| pairs.take_while(|(a, b)| a == b).count();
    let head = common(&mut before.lines().zip(after.lines()));
    let tail = common(&mut before.lines().rev().zip(after.lines().rev()));
    let count = after.lines().count();
    let changed = after.lines().take(count - tail.min(count - head)).skip(head);
    changed.fold(String::new(), |shown, line| shown + "     + " + line + "\n")
}

/// The names and bytes of the cases.
fn cases() -> impl Iterator<Item = (String, Vec<u8>)> {
    let entries = fs::read_dir("tests/ui").expect("the cases").map(|it| it.expect("an entry"));
    let files = entries.filter(|entry| entry.path().is_file());
    files.map(|entry| {
        let bytes = fs::read(entry.path()).expect("a readable case");
        (entry.file_name().to_string_lossy().into_owned(), bytes)
    })
}

#[test]
fn a_case_is_about_the_code_it_is_named_for() {
    let mut strays = Vec::new();
    for (name, bytes) in cases().filter(|(name, _)| !name.starts_with("many-")) {
        let found = diagnose(&name, &bytes, &helper).into_iter().flat_map(|(_, found)| found);
        let (own, others): (Vec<_>, Vec<_>) =
            found.partition(|it| name.starts_with(it.code.number()));
        if own.is_empty() {
            strays.push(format!("{name} lacks its code"));
        }
        let others = others.iter().filter(|it| it.severity > Severity::Hint);
        strays.extend(others.map(|it| format!("{name}: {:?}: {}", it.code, it.message)));
    }
    assert!(strays.is_empty(), "{}", strays.join("\n"));
}

#[test]
fn twenty_mistakes_on_twenty_lines_have_twenty_messages() {
    let (name, bytes) =
        cases().find(|(name, _)| name.starts_with("many-formula-mistakes")).expect("the case");
    let (source, found) = diagnose(&name, &bytes, &helper).swap_remove(0);
    let lines: Vec<_> = found.iter().map(|it| source.line_column(it.span.start).line).collect();
    assert_eq!(lines, (1..=20).collect::<Vec<_>>());
}

#[test]
fn each_code_has_a_case() {
    let names: Vec<String> = cases().map(|(name, _)| name).collect();
    for code in Code::ALL {
        let has_case = names.iter().any(|name| name.starts_with(code.number()));
        assert_eq!(has_case, !WITHOUT_CASE.contains(code), "{code:?}");
    }
}
