//! What the documents show is true. A block of puzzle text is clean and its expectations hold; a
//! console block is run and prints what stands there; a picture is what the program draws.
//!
//! ````text
//! ```puzzle            clean, and its expectations hold
//! ```puzzle lamp.puzzle    the same, and a file for the console blocks below it
//! ```puzzle wrong      has an error or a wrong expectation; may be a file, too
//! ```console           `$ command`, and below it what it prints; `...` stands for any lines
//! ````
//!
//! Commands run in a directory of their own for each document, beside a copy of `examples`.
//! `UPDATE_DOCS=1 cargo test --test language docs::` writes what is printed, and the pictures.

#![cfg(unix)]

use super::program;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::Severity;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::test::{self, ExpectationVerdict, TestReport};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// The README and the documents; of `adding-a-kind.md` a test of its own answers the puzzle, which
/// needs the kind that is built there.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<_> =
        docs.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    documents.retain(|path| !path.ends_with("adding-a-kind.md"));
    documents.push(root().join("README.md"));
    documents.sort();
    documents
}

/// A fenced block: what stands behind its first fence, the line below it, and its lines.
struct Block<'a> {
    info: &'a str,
    line: usize,
    text: String,
}

/// The blocks of a document, between fences of three backquotes at the start of a line.
fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (line, number) in document.lines().zip(1..) {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(info)) => {
                open = Some(Block { info, line: number + 1, text: String::new() });
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

#[test]
fn puzzles_in_the_documents_are_right() {
    let mut seen = 0;
    for path in documents() {
        let document = fs::read_to_string(&path).unwrap();
        for block in blocks(&document).iter().filter(|it| it.info.starts_with("puzzle")) {
            let place = format!("{}:{}", path.display(), block.line);
            let program = program::program("block.puzzle", &block.text);
            let checked = check(program, &Levels::default());
            let analysis = checked.analysis();
            let findings = program::findings(&analysis);
            seen += 1;
            let has_error = findings.iter().any(|it| it.severity == Severity::Error);
            let reports: Vec<_> =
                test::run(&analysis, test::TestPurpose::Reading, Budget::default).collect();
            let fails =
                |it: &TestReport| !matches!(it.verdict, None | Some(ExpectationVerdict::Holds));
            if block.info.starts_with("puzzle wrong") {
                assert!(has_error || reports.iter().any(fails), "{place}: nothing is wrong");
                continue;
            }
            assert_eq!(findings, [], "{place}");
            for report in reports {
                assert!(!fails(&report), "{place}: {}: {:?}", report.name, report.diagnostics);
            }
        }
    }
    assert!(seen > 12, "only {seen} blocks");
}

#[test]
fn console_sessions_in_the_documents_are_real() {
    let mut seen = 0;
    for path in documents() {
        let document = fs::read_to_string(&path).unwrap();
        let directory = workplace();
        let mut updated = String::new();
        let mut rest = document.lines();
        let mut line = 1;
        for block in blocks(&document) {
            updated.extend(rest.by_ref().take(block.line - line).flat_map(|it| [it, "\n"]));
            rest.by_ref().take(block.text.lines().count()).for_each(drop);
            line = block.line + block.text.lines().count();
            if let Some(file) = block.info.split(' ').find(|it| it.ends_with(".puzzle")) {
                fs::write(directory.path().join(file), &block.text).unwrap();
            }
            if block.info != "console" {
                updated.push_str(&block.text);
                continue;
            }
            for (command, shown) in commands(&block.text) {
                let printed = run(command, directory.path());
                if is_update() && !matches(shown, &printed) {
                    updated.push_str(&format!("$ {command}\n{printed}"));
                } else {
                    let place = format!("{}:{}: {command}", path.display(), block.line);
                    assert!(matches(shown, &printed), "{place}\nprints\n{printed}");
                    updated.push_str(&format!("$ {command}\n{shown}"));
                }
                seen += 1;
            }
        }
        updated.extend(rest.flat_map(|it| [it, "\n"]));
        if is_update() {
            fs::write(&path, updated).unwrap();
        }
    }
    assert!(seen > 20, "only {seen} commands");
}

/// A directory with a copy of the examples.
fn workplace() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join("examples");
    fs::create_dir(&copy).unwrap();
    for entry in fs::read_dir(program::examples()).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
    }
    directory
}

/// The commands of a console block, each with the lines below it.
fn commands(block: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<_> = block.match_indices("\n$ ").map(|(at, _)| at + 1).collect();
    assert!(block.starts_with("$ "), "a console block starts with a command:\n{block}");
    starts.insert(0, 0);
    let ends = starts[1..].iter().copied().chain([block.len()]);
    let parts = starts.iter().zip(ends).map(|(&start, end)| &block[start + 2..end]);
    parts.map(|part| part.split_once('\n').unwrap()).collect()
}

/// What a command prints on both streams, its results first; a code other than 0 is told below.
fn run(command: &str, directory: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_puzzle")).parent().unwrap();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env_clear()
        .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()))
        .envs([("LC_ALL", "C.UTF-8"), ("COLUMNS", "88")])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut printed =
        [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).concat();
    let code = output.status.code().unwrap();
    if code != 0 {
        printed.push_str(&format!("[exit code {code}]\n"));
    }
    printed
}

/// Whether the text shown says what was printed; a line `...` stands for any lines.
fn matches(shown: &str, printed: &str) -> bool {
    let mut parts =
        format!("\n{shown}").split("\n...\n").map(|it| format!("{it}\n")).collect::<Vec<_>>();
    let last = parts.pop().unwrap_or_default();
    let printed = format!("\n{printed}\n");
    let mut rest = printed.as_str();
    for (index, part) in parts.iter().enumerate() {
        match rest.find(part.as_str()) {
            Some(at) if index > 0 || at == 0 => rest = &rest[at + part.len() - 1..],
            _ => return false,
        }
    }
    if parts.is_empty() { rest == last } else { rest.ends_with(&last) }
}

/// The site has the pages that `docs/SUMMARY.md` names; those of the messages come by themselves.
#[test]
fn each_document_is_in_the_summary() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.ends_with(".md") || name == "SUMMARY.md" {
            continue;
        }
        let document = fs::read_to_string(&path).unwrap();
        let title = document.lines().next().unwrap().strip_prefix("# ").unwrap();
        let line = format!("- [{title}]({name})");
        assert!(summary.lines().any(|it| it == line), "docs/SUMMARY.md lacks `{line}`");
    }
}

#[test]
fn pictures_are_fresh() {
    let directory = workplace();
    let mistakes = include_str!("../../docs/pictures/mistakes.puzzle");
    fs::write(directory.path().join("mistakes.puzzle"), mistakes).unwrap();
    let diagnostics = run("puzzle run --color always mistakes.puzzle", directory.path());
    let diagnostics = diagnostics.replace("[exit code 1]\n", "");
    let command = "$ puzzle run mistakes.puzzle\n";
    let mut terminal = anstyle_svg::Term::new()
        .palette(anstyle_svg::WIN10_CONSOLE)
        .render_svg(&format!("{command}{diagnostics}"));
    // The palette's dark colours are hard to read on its black.
    for (dark, bright) in [("#C50F1F", "#F4606C"), ("#881798", "#D58FE0"), ("#3A96DD", "#6CB6F0")] {
        assert!(terminal.contains(dark), "the picture has no {dark}");
        terminal = terminal.replace(dark, bright);
    }
    let draw = |what| run(&format!("puzzle draw examples/{what} --format svg"), directory.path());
    let pictures = [
        ("diagnostics.svg", terminal),
        ("castle.svg", draw("castle.puzzle castle")),
        ("cave.svg", draw("cave.puzzle cave")),
        ("dreadbury.svg", draw("dreadbury.puzzle")),
        ("formula.svg", draw("duel.puzzle clash --unsolved")),
    ];
    for (name, picture) in pictures {
        let path = root().join("docs/pictures").join(name);
        if is_update() {
            fs::write(&path, &picture).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == picture, "docs/pictures/{name} is stale; run with UPDATE_DOCS=1");
    }
}
