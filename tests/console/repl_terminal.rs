//! The REPL in a real pseudo-terminal, judged by what a person would see on the screen.

#![cfg(unix)]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, open};
use tempfile::TempDir;

/// Longer than anything takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_R: &str = "\u{12}";
const UP: &str = "\u{1b}[A";
const RIGHT: &str = "\u{1b}[C";
const LEFT: &str = "\u{1b}[D";
const END: &str = "\u{5}";

struct Terminal {
    child: Child,
    keys: File,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Starts `puzzle repl`, whose history lies in a directory.
    fn start(state: &Path, arguments: &[&str]) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(40, 80)).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .arg("repl")
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env_clear()
            .envs([("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")])
            .envs([("XDG_STATE_HOME", state), ("HOME", state)])
            .spawn(pts)
            .unwrap();
        let keys = File::from(OwnedFd::from(pty));
        let mut output = keys.try_clone().unwrap();
        let size = |count| NonZero::new(count).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size(40), size(80), 0)));
        let shared = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the terminal is an error.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        let terminal = Self { child, keys, screen };
        terminal.see(">");
        terminal
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line.
    fn enter(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// The lines of the screen that are not empty.
    fn lines(&self) -> Vec<String> {
        let contents = self.screen.lock().unwrap().screen().contents();
        let lines = contents.lines().map(|line| line.trim_end().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// Waits until the screen ends with a line.
    fn see(&self, last: &str) {
        self.wait(last, |lines| lines.last().is_some_and(|line| line == last));
    }

    /// Waits until some line of the screen is this one.
    fn see_line(&self, sought: &str) {
        self.wait(sought, |lines| lines.iter().any(|line| line == sought));
    }

    fn wait(&self, what: &str, is_seen: impl Fn(&[String]) -> bool) {
        let start = Instant::now();
        while !is_seen(&self.lines()) {
            let lines = self.lines().join("\n");
            assert!(start.elapsed() < PATIENCE, "waited for `{what}`, but saw\n{lines}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The colour of the first sign of some text in the last line.
    fn color_of(&self, text: &str) -> vt100::Color {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        let rows: Vec<_> = screen.rows(0, 80).collect();
        let row = rows.iter().rposition(|row| row.contains(text)).unwrap();
        let column = rows[row].find(text).unwrap();
        screen.cell(row as u16, column as u16).unwrap().fgcolor()
    }

    /// Waits for the end and returns the exit code.
    fn exit_code(mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.lines().join("\n"));
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn state() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_conversation() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.enter("formula either = (x+y)");
    terminal.enter("solve either");
    terminal.see_line("satisfiable x=0 y=1");
    terminal.enter("solve (x");
    terminal.enter("");
    terminal.see_line("  × mismatched parentheses");
    terminal.enter("x*y");
    terminal.see_line("  × missing parentheses");
    terminal.see(">");
    terminal.press(CTRL_D);
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn blocks_go_on_until_they_end() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.enter("maze short {");
    terminal.see("`}` ends the block");
    terminal.enter("    steps 2");
    terminal.enter("    START -> GOAL");
    terminal.enter("    GOAL");
    terminal.enter("}");
    terminal.see(">");
    terminal.enter("solve");
    terminal.see_line("solve short => START GOAL");
    // All lines of it come back at once.
    terminal.press(UP);
    terminal.see("> solve");
    terminal.press(UP);
    terminal.see("}");
    assert!(terminal.lines().contains(&"> maze short {".to_owned()), "{:?}", terminal.lines());
}

#[test]
fn a_mistake_in_a_block_is_edited() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    for line in
        ["theory ball {", "sort Guest = Ann, Bob", "predicate comes(Guest)", "comes(An)", "}"]
    {
        terminal.enter(line);
    }
    terminal.wait("the message", |lines| lines.iter().any(|it| it.contains("`An`")));
    terminal.see(">");
    terminal.enter(":edit");
    terminal.see("}");
    assert!(terminal.lines().contains(&"comes(An)".to_owned()), "{:?}", terminal.lines());
    // The line above the brace, before its last character.
    terminal.press(&format!("{UP}{END}{LEFT}n"));
    terminal.see_line("comes(Ann)");
    terminal.press("\r");
    terminal.enter("count ball");
    terminal.see_line("2");
}

#[test]
fn a_paste_is_taken_as_a_whole() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.press("\u{1b}[200~formula both = (x*y)\nsolve both\ncount both\u{1b}[201~\r");
    terminal.see_line("solve both => satisfiable x=1 y=1");
    terminal.see_line("count both => 1");
}

#[test]
fn what_is_typed_ahead_is_kept() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.press("formula both = (x*y)\rsolve both\rcount both\r");
    terminal.see_line("satisfiable x=1 y=1");
    terminal.see_line("1");
    terminal.see(">");
}

#[test]
fn words_have_colours() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.press("formula both = (x*y)");
    terminal.see("> formula both = (x*y)");
    let colors = ["formula", "both", "*", "x"].map(|text| terminal.color_of(text));
    assert_ne!(colors[0], vt100::Color::Default);
    assert_ne!(colors[1], colors[0]);
    assert_ne!(colors[2], vt100::Color::Default);
    assert_eq!(colors[3], vt100::Color::Default);
}

#[test]
fn words_are_completed() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.enter("formula either = (x+y)");
    terminal.enter("formula eitheror = (x+y)");
    terminal.enter("clauses tiny { 1 2 }");
    // A hint shows the only way to go on, and the arrow takes it.
    terminal.press("solve ti");
    terminal.see("> solve tiny");
    terminal.press(RIGHT);
    terminal.press("\r");
    terminal.see_line("1 2");
    terminal.press("sol\tei\t");
    terminal.see("> solve either");
    terminal.press("\t");
    terminal.wait("a list", |lines| lines.iter().any(|line| line.starts_with("eitheror  ")));
    terminal.press(CTRL_C);
    terminal.see(">");
    terminal.press(":expl\tE020\t");
    terminal.wait("a list", |lines| lines.iter().any(|line| line.starts_with("E0202  ")));
    terminal.press(CTRL_C);
    terminal.see(">");
    terminal.press(":tra\ttin\t b\tc\t");
    terminal.see("> :trace tiny by cdcl");
    terminal.press("\r");
    terminal.see_line("-1 2");
    terminal.press(":load examples/cave.p\t\r");
    terminal.see_line("count unhurried => 15");
}

/// The pigeonhole principle, which the textbook's procedure does not refute in time.
fn pigeons() -> String {
    let (holes, mut clauses) = (14, String::from("clauses pigeons {\n"));
    let atom = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    for pigeon in 0..=holes {
        let line: Vec<_> = (0..holes).map(|hole| atom(pigeon, hole).to_string()).collect();
        let _ = writeln!(clauses, "{}", line.join(" "));
        for other in 0..pigeon {
            for hole in 0..holes {
                let _ = writeln!(clauses, "-{} -{}", atom(pigeon, hole), atom(other, hole));
            }
        }
    }
    clauses + "}\n"
}

#[test]
fn ctrl_c_ends_a_search_and_keeps_the_session() {
    let state = state();
    let file = state.path().join("pigeons.puzzle");
    std::fs::write(&file, pigeons()).unwrap();
    let mut terminal = Terminal::start(state.path(), &[file.to_str().unwrap()]);
    for _ in 0..2 {
        terminal.enter("solve pigeons");
        // The sign of life shows that it is searching.
        terminal.wait("steps", |lines| lines.last().is_some_and(|line| line.ends_with(" steps")));
        terminal.press(CTRL_C);
        terminal.see(">");
        terminal.see_line("interrupted");
    }
    terminal.enter("solve (x*y)");
    terminal.see_line("satisfiable x=1 y=1");
    // At the prompt it clears the line.
    terminal.press("half a li");
    terminal.see("> half a li");
    terminal.press(CTRL_C);
    terminal.see(">");
    terminal.press(CTRL_D);
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn what_is_typed_during_a_search_is_not_in_its_sign_of_life() {
    let state = state();
    let file = state.path().join("pigeons.puzzle");
    std::fs::write(&file, pigeons()).unwrap();
    let mut terminal = Terminal::start(state.path(), &[file.to_str().unwrap()]);
    terminal.enter("solve pigeons");
    let seconds = |lines: &[String]| {
        let line = lines.last().filter(|it| it.ends_with(" steps"))?;
        line.split_whitespace().nth(1).map(str::to_owned)
    };
    terminal.wait("steps", |lines| seconds(lines).is_some());
    terminal.press("half a\rline");
    let before = seconds(&terminal.lines());
    terminal.wait("more steps", |lines| seconds(lines).is_some_and(|it| Some(it) != before));
    let lines = terminal.lines();
    assert!(!lines.iter().any(|it| it.contains("half") || it.contains("line")), "{lines:?}");
    // At the prompt it is seen again.
    terminal.press(CTRL_C);
    terminal.see(">");
    terminal.press("whole");
    terminal.see("> whole");
}

#[test]
fn limits_hold_for_each_question() {
    let state = state();
    let file = state.path().join("pigeons.puzzle");
    std::fs::write(&file, pigeons()).unwrap();
    let mut terminal = Terminal::start(state.path(), &[file.to_str().unwrap()]);
    terminal.enter(":set timeout 50ms");
    terminal.enter("solve pigeons");
    terminal.see_line("  ⚠ the answer is unknown: time limit reached");
    terminal.enter(":quit");
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn history_goes_from_session_to_session() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.enter("clauses tiny {");
    // Not as the answer is written, which is waited for.
    terminal.enter("2 1 }");
    terminal.enter("solve tiny");
    terminal.see_line("1 2");
    // Also of one that is killed.
    drop(terminal);
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.press(UP);
    terminal.see("> solve tiny");
    terminal.press(UP);
    terminal.see("2 1 }");
    terminal.press(CTRL_C);
    terminal.see(">");
    terminal.press(CTRL_R);
    terminal.press("tin");
    terminal.wait("the search", |lines| lines.iter().any(|line| line.ends_with("solve tiny")));
}

#[test]
fn a_play_stays_at_the_top_of_the_screen() {
    let state = state();
    let mut terminal = Terminal::start(state.path(), &[]);
    terminal.enter("game board: tippy { size 3 }");
    terminal.enter("play board against person");
    terminal.see("X>");
    let title = "board: two persons play X and O; `help` lists the words";
    let first = |lines: &[String]| lines.first().is_some_and(|line| line == title);
    terminal.wait(title, first);
    terminal.see_line("2 . . .");
    terminal.enter("b2");
    terminal.see("O>");
    terminal.wait(title, first);
    // There is one board, the new one.
    assert_eq!(terminal.lines()[2..4], ["1 . . .", "2 . X ."]);
    assert!(terminal.lines().contains(&"1. X b2".to_owned()));
    terminal.enter("nothing");
    terminal.wait("a message", |lines| lines.iter().any(|it| it.starts_with("error: `nothing`")));
    terminal.enter("a1");
    terminal.see("X>");
    terminal.wait("a clean screen", |lines| !lines.iter().any(|it| it.starts_with("error")));
    terminal.press("un\t\r");
    terminal.see_line("took back a1");
    terminal.see("O>");
    terminal.press("a\t");
    terminal.wait("moves", |lines| lines.iter().any(|it| it.starts_with("a1")));
    terminal.press(CTRL_C);
    terminal.see("O>");
    // The end of the play is not that of the session.
    terminal.press(CTRL_D);
    terminal.see(">");
    terminal.enter("solve board");
    terminal.see_line("X wins");
    terminal.see(">");
    terminal.press(CTRL_D);
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn ctrl_c_ends_the_thinking_of_an_opponent_and_not_the_play() {
    let state = state();
    let file = state.path().join("large.puzzle");
    std::fs::write(&file, "game large: dots { size 5 }\n").unwrap();
    let mut terminal = Terminal::start(state.path(), &[file.to_str().unwrap()]);
    terminal.enter("play large as second");
    terminal.wait("steps", |lines| lines.last().is_some_and(|line| line.ends_with(" steps")));
    terminal.press(CTRL_C);
    terminal.see("first>");
    terminal.wait("why", |lines| lines.iter().any(|it| it.ends_with("no move: interrupted")));
    terminal.enter("a1b1");
    terminal.see("second>");
    terminal.enter("quit");
    terminal.see(">");
}
