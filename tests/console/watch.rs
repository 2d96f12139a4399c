//! `--watch`: a command is done again when a file that it read changes, and Ctrl-C ends it.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const WAITING: &str = "waiting for a change; Ctrl-C ends this";

/// A process that watches; it is ended with the test.
struct Watching {
    child: Child,
    lines: Box<dyn Iterator<Item = String>>,
}

impl Watching {
    fn start(folder: &Path, arguments: &str) -> Self {
        let line = format!("exec '{}' {arguments} 2>&1", env!("CARGO_BIN_EXE_puzzle"));
        let mut child = Command::new("sh")
            .args(["-c", &line])
            .env("NO_COLOR", "1")
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines: Box::new(lines.map(Result::unwrap)) }
    }

    /// What is said until it waits.
    fn said(&mut self) -> Vec<String> {
        self.lines.by_ref().take_while(|it| it != WAITING).collect()
    }

    fn end(mut self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(self.child.wait().unwrap().code(), Some(130));
        assert_eq!(self.lines.next(), None);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn a_file_that_changes_is_answered_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.puzzle");
    fs::write(&file, "count (x*-x)\n").unwrap();
    let mut watching = Watching::start(folder.path(), "run --watch a.puzzle");
    let sum = "1 answered in a.puzzle";
    assert_eq!(watching.said(), ["count (x*-x) => 0", sum]);
    fs::write(&file, "solve (x*y)\n").unwrap();
    let changed = "a.puzzle has changed";
    assert_eq!(watching.said(), [changed, "solve (x*y) => satisfiable x=1 y=1", sum]);
    fs::remove_file(&file).unwrap();
    let gone = "error: a.puzzle: cannot read it: there is no such file";
    assert_eq!(watching.said(), [changed, gone]);
    fs::write(&file, "count (x+y)\n").unwrap();
    assert_eq!(watching.said(), [changed, "count (x+y) => 3", sum]);
    watching.end();
}

#[test]
fn imports_and_files_that_are_new_in_a_folder_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("sheets")).unwrap();
    write("facts.puzzle", "formula both = (x*y)\n");
    write("sheets/a.puzzle", "import \"../facts.puzzle\"\ncount both => 1\n");
    let mut watching = Watching::start(folder.path(), "test --watch sheets");
    assert_eq!(watching.said(), ["1 passed in sheets/a.puzzle"]);
    write("facts.puzzle", "formula both = (x*(y*-z))\n");
    assert_eq!(watching.said(), ["facts.puzzle has changed", "1 passed in sheets/a.puzzle"]);
    write("sheets/b.puzzle", "count (x+y) => 3\n");
    assert_eq!(watching.said(), ["sheets has changed", "2 passed in 2 files"]);
    watching.end();
}

#[test]
fn a_search_gives_way_to_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.puzzle");
    // More plays than anybody counts.
    fs::write(&file, "game wide: tippy {\n    size 40\n}\nsolve wide by minimax\n").unwrap();
    let mut watching = Watching::start(folder.path(), "run --watch --timeout 100s a.puzzle");
    std::thread::sleep(std::time::Duration::from_millis(500));
    fs::write(&file, "count (x+y)\n").unwrap();
    let said = watching.said();
    let expected = ["a.puzzle has changed", "count (x+y) => 3", "1 answered in a.puzzle"];
    assert_eq!(said[said.len() - 3..], expected, "{said:?}");
    watching.end();
}

#[test]
fn a_picture_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| fs::write(folder.path().join("a.puzzle"), text).unwrap();
    let picture = || fs::read_to_string(folder.path().join("a.txt")).unwrap();
    write("formula both = (x*y)\n");
    let mut watching = Watching::start(folder.path(), "draw --watch a.puzzle -o a.txt");
    assert_eq!(watching.said(), Vec::<String>::new());
    assert!(picture().starts_with('*'), "{}", picture());
    write("formula both = (x+y)\n");
    assert_eq!(watching.said(), ["a.puzzle has changed"]);
    assert!(picture().starts_with('+'), "{}", picture());
    watching.end();
}

#[test]
fn what_nobody_can_change_is_not_watched() {
    let folder = tempfile::tempdir().unwrap();
    let mut watching = Watching::start(folder.path(), "run --watch - < /dev/null");
    let expected = "error: <stdin>: `--watch` waits for files to change; standard input is none";
    assert_eq!(watching.said(), [expected]);
    assert_eq!(watching.child.wait().unwrap().code(), Some(2));
}
