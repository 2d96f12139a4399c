//! Programs that are being edited: after any edits what is known must be what a fresh look at the
//! whole text finds.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::edits::{addressable, edits, piece, position_in};
use super::sample;
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::diagnostic::code::UNREADABLE_FILE;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::{Files, load};
use puzzle_lang::text::{ColumnUnit, Source, Span};
use puzzle_lang::workspace::{EditorPosition, Workspace, first_line, place, position};

/// A disk in memory.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<BTreeMap<PathBuf, String>>>);

impl Shelf {
    fn put(&self, path: &str, text: &str) {
        self.0.lock().unwrap().insert(PathBuf::from(path), text.to_owned());
    }
}

impl Files for Shelf {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let files = self.0.lock().unwrap();
        let text = files.get(path).ok_or("there is no such file")?;
        Ok(Arc::new(Source::new(path.to_string_lossy(), text)))
    }
}

/// Everything said about a program, a line a diagnostic, with places in whole files.
fn said(analysis: &Analysis<'_>) -> Vec<String> {
    let program = analysis.scope.program;
    let mut lines = Vec::new();
    for file in &program.files {
        let mut start = 0;
        let mut starts = Vec::new();
        for &part in &file.parts {
            let source = &program.documents[part as usize].source;
            starts.push((Arc::clone(source), start));
            start += source.text().len() as u32;
        }
        for (&part, (source, _)) in file.parts.iter().zip(&starts) {
            for it in &analysis.findings[part as usize] {
                lines.push(line(&file.path, it, |other, span| {
                    let other = other.unwrap_or(source);
                    let found = starts.iter().find(|(it, _)| Arc::ptr_eq(it, other));
                    let start = found.map_or(1_000_000, |(_, start)| *start);
                    Span::new(span.start + start, span.end + start)
                }));
            }
        }
    }
    lines
}

fn line(
    path: &Path,
    it: &Diagnostic,
    place: impl Fn(Option<&Arc<Source>>, Span) -> Span,
) -> String {
    let mut line = format!(
        "{}: {:?} {:?} {:?} {} | {} | {:?}",
        path.display(),
        place(None, it.span),
        it.code,
        it.severity,
        it.message,
        it.label,
        it.help
    );
    for related in &it.related {
        let span = place(related.source.as_ref(), related.span);
        write!(line, " | {span:?} {}", related.message).unwrap();
    }
    for fix in &it.fixes {
        write!(line, " | {}", fix.title).unwrap();
        for edit in &fix.edits {
            write!(line, " {:?} {:?}", place(None, edit.span), edit.text).unwrap();
        }
    }
    line
}

fn shelf() -> Shelf {
    let shelf = Shelf::default();
    shelf.put("other.puzzle", "formula f3 = (x*y)\nformula other = f3\n");
    shelf.put("k.cnf", "p cnf 2 1\n1 2 0\n");
    shelf
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: sample::cases(256), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn after_any_edits_a_program_is_known_as_if_it_were_new(
        (pieces, edits) in edits(),
        encoding in prop::sample::select(&[ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32][..]),
    ) {
        let path = Path::new("main.puzzle");
        let shelf = shelf();
        let mut text = pieces.concat();
        let mut workspace = Workspace::new(Box::new(shelf.clone()));
        workspace.open(path.to_owned(), "main.puzzle", &text, 0);
        workspace.analysis(path);
        let number = edits.len();
        for (count, (at, length, new)) in (1..).zip(edits) {
            let start = addressable(&text, at.index(text.len() + 1));
            let end = addressable(&text, (start + length).min(text.len()));
            let new = new.concat();
            let range = position_in(&text, start, encoding)..position_in(&text, end, encoding);
            workspace.edit(path, encoding, 0, &[(Some(range), &*new)]);
            text.replace_range(start..end, &new);
            prop_assert_eq!(workspace.buffer(path).unwrap().text(), &*text);
            // Now and then several edits go by before anybody asks.
            if at.index(3) == 0 && count < number {
                continue;
            }
            let analysis = workspace.analysis(path).unwrap();
            let program = load(Arc::new(Source::new("main.puzzle", &*text)), path, &shelf);
            let fresh = check(program, &Levels::default());
            let (kept, fresh) = (said(&analysis), said(&fresh.analysis()));
            for (kept, fresh) in kept.iter().zip(&fresh) {
                prop_assert_eq!(kept, fresh);
            }
            prop_assert_eq!(kept.len(), fresh.len());
        }
    }

    #[test]
    fn changes_told_together_are_made_one_after_the_other(
        (pieces, edits) in edits(),
        encoding in prop::sample::select(&[ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32][..]),
    ) {
        let path = Path::new("k.cnf");
        let mut text = pieces.concat();
        let mut workspace = Workspace::new(Box::new(shelf()));
        workspace.open_as("", path.to_owned(), "k.cnf", &text, 0);
        let mut changes = Vec::new();
        for (at, length, new) in edits {
            let start = addressable(&text, at.index(text.len() + 1));
            let end = addressable(&text, (start + length).min(text.len()));
            let range = position_in(&text, start, encoding)..position_in(&text, end, encoding);
            changes.push((range, new.concat()));
            text.replace_range(start..end, &new.concat());
        }
        let changes: Vec<_> = changes.iter().map(|(range, new)| (Some(range.clone()), &**new)).collect();
        workspace.edit(path, encoding, 0, &changes);
        prop_assert_eq!(workspace.foreign(path).unwrap().source.text(), text);
    }

    #[test]
    fn what_is_typed_may_arrive_in_another_order(
        (pieces, edits) in edits(),
        delays in prop::collection::vec(0_i32..4, 64),
    ) {
        let path = Path::new("main.puzzle");
        let (start, encoding) = (pieces.concat(), ColumnUnit::Utf16);
        let mut text = start.clone();
        let mut changes = Vec::new();
        for (version, (at, length, new)) in (1..).zip(edits) {
            let start = addressable(&text, at.index(text.len() + 1));
            let end = addressable(&text, (start + length).min(text.len()));
            let [first, last] = [start, end].map(|it| position_in(&text, it, encoding));
            let new: String = new.concat().chars().take(40).collect();
            text.replace_range(start..end, &new);
            changes.push((version, first..last, new));
        }
        changes.sort_by_key(|(version, ..)| version + delays[*version as usize % delays.len()]);
        let foreign = Path::new("k.cnf");
        let mut workspace = Workspace::new(Box::new(shelf()));
        workspace.open(path.to_owned(), "main.puzzle", &start, 0);
        workspace.open_as("", foreign.to_owned(), "k.cnf", &start, 0);
        for (version, range, new) in changes {
            for path in [path, foreign] {
                workspace.edit(path, encoding, version, &[(Some(range.clone()), &*new)]);
            }
            workspace.analysis(path);
        }
        prop_assert_eq!(workspace.buffer(path).unwrap().text(), &*text);
        prop_assert_eq!(workspace.foreign(foreign).unwrap().source.text(), &*text);
        let fresh = check(load(Arc::new(Source::new("main.puzzle", &*text)), path, &shelf()), &Levels::default());
        prop_assert_eq!(said(&workspace.analysis(path).unwrap()), said(&fresh.analysis()));
    }

    #[test]
    fn an_edit_of_a_text_that_was_replaced_meanwhile_is_left_out(text in piece(40), late in piece(10)) {
        let path = Path::new("main.puzzle");
        let mut workspace = Workspace::new(Box::new(shelf()));
        workspace.open(path.to_owned(), "main.puzzle", "solve x", 1);
        let start = EditorPosition::default();
        workspace.edit(path, ColumnUnit::Utf16, 3, &[(None, &text)]);
        workspace.edit(path, ColumnUnit::Utf16, 2, &[(Some(start..start), &late)]);
        prop_assert_eq!(workspace.buffer(path).unwrap().text(), text);
    }

    #[test]
    fn positions_and_places_are_each_others_inverse(
        pieces in prop::collection::vec(piece(300), 0..200),
        at in any::<Index>(),
        encoding in prop::sample::select(&[ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32][..]),
    ) {
        let path = Path::new("main.puzzle");
        let text = pieces.concat().replace("\r\n", "\n");
        let mut workspace = Workspace::new(Box::new(shelf()));
        workspace.open(path.to_owned(), "main.puzzle", &text, 0);
        let program = workspace.analysis(path).unwrap().scope.program;
        let expected = position_in(&text, addressable(&text, at.index(text.len() + 1)), encoding);
        let place = place(program, expected, encoding);
        let document = &program.documents[place.document as usize];
        let line = first_line(program, place.document);
        prop_assert_eq!(position(document, line, place.offset, encoding), expected);
    }
}

/// A workspace with a file that imports another.
fn with_import() -> (Shelf, Workspace, PathBuf) {
    let shelf = Shelf::default();
    shelf.put("library.puzzle", "formula both = (x*y)\n");
    let mut workspace = Workspace::new(Box::new(shelf.clone()));
    let root = PathBuf::from("main.puzzle");
    workspace.open(
        root.clone(),
        "main.puzzle",
        "import \"library.puzzle\"\nsolve both => x=1 y=1\n",
        0,
    );
    workspace.take_touched();
    assert_eq!(said(&workspace.analysis(&root).unwrap()), [""; 0]);
    (shelf, workspace, root)
}

#[test]
fn an_open_import_goes_before_the_disk_until_it_is_closed() {
    let (_, mut workspace, root) = with_import();
    let library = PathBuf::from("library.puzzle");
    workspace.open(library.clone(), "library.puzzle", "formula either = (x+y)\n", 0);
    assert_eq!(workspace.take_touched(), [library.clone(), root.clone()]);
    assert_eq!(said(&workspace.analysis(&root).unwrap()).len(), 1);
    let start = EditorPosition { line: 0, column: 8 }..EditorPosition { line: 0, column: 14 };
    workspace.edit(&library, ColumnUnit::Utf16, 0, &[(Some(start), "both")]);
    assert_eq!(said(&workspace.analysis(&root).unwrap()), [""; 0]);
    workspace.edit(&library, ColumnUnit::Utf16, 0, &[(None, "")]);
    assert_eq!(said(&workspace.analysis(&root).unwrap()).len(), 1);
    workspace.close(&library);
    assert_eq!(said(&workspace.analysis(&root).unwrap()), [""; 0]);
}

#[test]
fn a_change_on_the_disk_is_followed() {
    let (shelf, mut workspace, root) = with_import();
    let library = PathBuf::from("library.puzzle");
    shelf.put("library.puzzle", "");
    assert_eq!(said(&workspace.analysis(&root).unwrap()), [""; 0], "nobody has told it yet");
    workspace.refresh(&library);
    assert_eq!(workspace.take_touched(), std::slice::from_ref(&root));
    assert_eq!(said(&workspace.analysis(&root).unwrap()).len(), 1);
    shelf.0.lock().unwrap().clear();
    workspace.refresh(&library);
    let told = workspace.analysis(&root).unwrap();
    assert_eq!(
        told.findings.iter().flatten().map(|it| it.code).collect::<Vec<_>>(),
        [UNREADABLE_FILE]
    );
    shelf.put("library.puzzle", "formula both = (x*y)\n");
    workspace.refresh(&library);
    assert_eq!(said(&workspace.analysis(&root).unwrap()), [""; 0]);
}

/// What is declared, and what says something of the place of that, in another part of the file.
const POINTING: &[(&str, &str)] = &[
    ("formula far = x\n", "formula far = y\n"),
    ("formula far = near\n", "formula near = far\n"),
    (
        "formula far = (near*far)\nformula hub = kin\n",
        "formula near = far\nformula kin = (hub+far)\n",
    ),
    (
        "puzzle p {\n    grid Cell = 2 by 2\n    given n: 1..3\n    predicate star(Cell)\n}\n",
        "solve p\n",
    ),
    ("theory t {\n    sort S\n    predicate p(S)\n}\n", "count t\n"),
];

#[test]
fn what_is_said_of_another_part_follows_that_part() {
    let path = Path::new("main.puzzle");
    for (declared, pointing) in POINTING {
        let between = "formula between = (x*y)\n".replace("between", "b");
        let between: String =
            (0..300).map(|it| between.replace(" b ", &format!(" b{it} "))).collect();
        for (first, last) in [(declared, pointing), (pointing, declared)] {
            let mut text = format!("// c\n{first}{between}// c\n{last}");
            let mut workspace = Workspace::new(Box::new(shelf()));
            workspace.open(path.to_owned(), "main.puzzle", &text, 0);
            let analysis = workspace.analysis(path).unwrap();
            let related = analysis.findings.iter().flatten().flat_map(|it| &it.related);
            assert!(related.filter(|it| it.source.is_some()).count() > 0, "{text}");
            let lines = text.lines().count() as u32;
            let end = lines - last.lines().count() as u32 - 1;
            for line in [0, end, 0, end] {
                let at = EditorPosition { line, column: 2 };
                workspace.edit(path, ColumnUnit::Utf16, 0, &[(Some(at..at), "new ")]);
                let start =
                    text.split_inclusive('\n').take(line as usize).map(str::len).sum::<usize>();
                text.insert_str(start + 2, "new ");
                let kept = said(&workspace.analysis(path).unwrap());
                let program = load(Arc::new(Source::new("main.puzzle", &*text)), path, &shelf());
                let fresh = check(program, &Levels::default());
                assert_eq!(kept, said(&fresh.analysis()), "{text}");
            }
        }
    }
}

/// Files that nobody waits for any more.
struct Interrupted;

impl Files for Interrupted {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, _: &Path) -> Result<Arc<Source>, String> {
        Err("there is no such file".to_owned())
    }

    fn limits(&self) -> Budget {
        let signal = Signal::default();
        signal.cancel();
        Budget::new(signal, None, None)
    }
}

#[test]
fn a_text_in_another_format_that_could_not_be_read_is_told_of() {
    let path = PathBuf::from("k.cnf");
    let mut workspace = Workspace::new(Box::new(Interrupted));
    workspace.open_as("", path.clone(), "k.cnf", "p cnf 2 1\n1 2 0\n", 0);
    let found = workspace.foreign_findings(&path);
    let [text] = &found[..] else { panic!("one text") };
    assert_eq!(text.source.name(), "k.cnf");
    let faults: Vec<_> = text.diagnostics.iter().map(|it| (it.code, it.span)).collect();
    assert_eq!(faults, [(UNREADABLE_FILE, Span::at(0))]);
}

#[test]
fn a_text_in_another_format_is_read_again_when_one_changes_that_it_includes() {
    let shelf = Shelf::default();
    let mut workspace = Workspace::new(Box::new(shelf.clone()));
    let [theory, clauses, axioms] = ["a.p", "b.cnf", "lib/x.ax"].map(PathBuf::from);
    workspace.open_as("", theory.clone(), "a.p", "include('lib/x.ax').\n", 0);
    workspace.open_as("", clauses.clone(), "b.cnf", "p cnf 1 1\n1 0\n", 0);
    let counts = |workspace: &mut Workspace| {
        workspace.take_touched();
        let texts = [&theory, &clauses].map(|it| workspace.foreign_findings(it));
        texts.map(|it| it.iter().map(|it| it.diagnostics.len()).sum::<usize>())
    };
    assert_eq!(counts(&mut workspace), [1, 0], "a file is lacking");
    let at = EditorPosition { line: 1, column: 0 };
    workspace.edit(&clauses, ColumnUnit::Utf16, 0, &[(Some(at..at), "-")]);
    assert_eq!(workspace.take_touched(), std::slice::from_ref(&clauses), "the other one is kept");
    for (text, faults) in [("fof(a, axiom, p).\n", 0), ("fof(a, axiom, ).\n", 1)] {
        shelf.put("lib/x.ax", text);
        workspace.refresh(&axioms);
        assert_eq!(workspace.take_touched(), std::slice::from_ref(&theory));
        assert_eq!(counts(&mut workspace), [faults, 0]);
    }
}
