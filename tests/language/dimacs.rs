//! Odd clause files, as there are in the wild: `tests/dimacs` holds them, each beside a file
//! `NAME.expected` that says how it is read. First come the faults found, each with its code and
//! place; then the clauses in clean form and whether they have a model; or else that the file is
//! refused.
//!
//! To add a case, add a file and run `UPDATE_DIMACS=1 cargo test --test language dimacs::`; then read what
//! was expected of it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::{Diagnostic, Severity};
use puzzle_lang::disk::{read_file, reason, utf16};
use puzzle_lang::interchange::dimacs;
use puzzle_lang::service::clauses::{Options, decide};
use puzzle_lang::text::Source;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dimacs");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<_> =
        entries.filter(|path| path.extension().is_none_or(|it| it != "expected")).collect();
    cases.sort();
    cases
}

/// How a file is read.
fn reading(path: &Path) -> String {
    let bytes = match read_file(path) {
        Ok(bytes) => bytes,
        Err(error) => return format!("refused: {}\n", reason(&error)),
    };
    if let Some(reason) = utf16(&bytes) {
        return format!("refused: {reason}\n");
    }
    let (document, diagnostics) = dimacs::parse_clauses(&bytes);
    assert_eq!(dimacs::parse(&bytes).1, diagnostics, "{}", path.display());
    let source = Source::from_bytes("", bytes);
    let mut read: String = diagnostics.iter().map(|it| line(&source, it)).collect();
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return read + "refused\n";
    }
    let clauses = &document.clauses;
    let _ = writeln!(read, "p cnf {} {}", document.atoms, clauses.cnf.len());
    for clause in clauses.cnf.clauses() {
        for literal in clause {
            let sign = if literal.is_positive() { "" } else { "-" };
            let _ = write!(read, "{sign}{} ", clauses.number(literal.atom()));
        }
        read += "0\n";
    }
    let answer = decide(clauses, Options::default(), None, &mut Budget::unlimited()).answer;
    read + match answer.unwrap() {
        Some(_) => "s SATISFIABLE\n",
        None => "s UNSATISFIABLE\n",
    }
}

fn line(source: &Source, found: &Diagnostic) -> String {
    let severity = if found.severity == Severity::Error { "error" } else { "warning" };
    let place = source.line_column(found.span.start);
    format!("{severity} {} at {}:{}\n", found.code.number(), place.line, place.column)
}

#[test]
fn odd_files_are_read_right_or_refused() {
    let is_update = std::env::var_os("UPDATE_DIMACS").is_some();
    let mut wrong = Vec::new();
    for path in cases() {
        let mut name = path.clone().into_os_string();
        name.push(".expected");
        let read = reading(&path);
        if is_update {
            fs::write(&name, read).unwrap();
        } else if fs::read_to_string(&name).unwrap_or_default().replace('\r', "") != read {
            wrong.push(format!("{} is read so:\n{read}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
