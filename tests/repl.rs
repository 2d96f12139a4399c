//! Sessions of the REPL: each `tests/repl/*.txt` holds what is typed and what is shown. To add one,
//! write what is typed and run `UPDATE_REPL=1 cargo test --test repl`, which fills in the rest.
//!
//! ```text
//! > formula both = (x*y)     what is typed
//! . …                        its next line
//! $ cat FILE                 shows a file that the session wrote
//! $ write FILE               writes one, with the lines `. …` below
//! ```

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use proptest::prelude::*;
use puzzle_lang::budget::Signal;
use puzzle_lang::cli::output::Output;
use puzzle_lang::diagnostic::report::Style;
use puzzle_lang::repl::display::Display;
use puzzle_lang::repl::event::Event;
use puzzle_lang::repl::session::{Flow, Limits, Session, World};
use puzzle_lang::service::import::Files;
use puzzle_lang::text::Source;

/// Files in memory, before those of the repository.
#[derive(Default)]
struct Memory(RefCell<BTreeMap<PathBuf, String>>);

impl Files for Memory {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        let path = from.parent().unwrap_or(Path::new("")).join(relative);
        path.strip_prefix(".").map_or(path.clone(), Path::to_owned)
    }

    fn read(&self, path: &Path) -> Result<Source, String> {
        let name = path.to_str().unwrap().replace('\\', "/");
        let text = self.0.borrow().get(path).cloned();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = text.or_else(|| fs::read_to_string(root.join(path)).ok());
        text.map(|text| Source::new(name, text)).ok_or("there is no such file".to_owned())
    }
}

impl World for Memory {
    fn write(&self, path: &Path, text: &str, replaces: bool) -> Result<(), String> {
        if !replaces && self.0.borrow().contains_key(path) {
            return Err("there is such a file; `:save!` replaces it".to_owned());
        }
        self.0.borrow_mut().insert(path.to_owned(), text.to_owned());
        Ok(())
    }
}

/// A stream that remembers what was written to it.
#[derive(Clone, Default)]
struct Shown(Rc<RefCell<Vec<u8>>>);

impl Shown {
    fn take(&self) -> String {
        String::from_utf8(self.0.take()).unwrap()
    }
}

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is typed at once, with its lines as they stand in the file.
struct Step {
    lines: Vec<String>,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if line.starts_with("> ") || line.starts_with("$ ") || line == ">" {
            steps.push(Step { lines: vec![line.to_owned()] });
        } else if line.starts_with(". ") || line == "." {
            steps.last_mut().expect("a session starts with `> `").lines.push(line.to_owned());
        }
    }
    steps
}

/// The session as it comes out.
fn play(text: &str) -> String {
    let world = Memory::default();
    let mut session = Session::new(&world, "<repl>", Limits::default());
    let shown = Shown::default();
    let mut output = Output::new(shown.clone(), shown.clone());
    let style = Style { unicode: true, color: false, width: 90 };
    let display = Display { is_conversation: true, results: style, diagnostics: style };
    let mut played = String::new();
    for Step { lines } in steps(text) {
        played += &lines.join("\n");
        played.push('\n');
        let typed: Vec<_> = lines.iter().map(|line| line.get(2..).unwrap_or_default()).collect();
        if lines[0].starts_with("$ ") {
            let (verb, file) = typed[0].split_once(' ').unwrap();
            match verb {
                "cat" => played += world.read(Path::new(file)).unwrap().text(),
                "write" => world.write(Path::new(file), &typed[1..].join("\n"), true).unwrap(),
                _ => panic!("{verb}"),
            }
            continue;
        }
        let mut tell = |event: Event| {
            display.show(&event, &mut output).unwrap();
        };
        let flow = session.enter(&typed.join("\n"), Signal::default(), &mut tell);
        output.flush().unwrap();
        played += &without_times(&shown.take());
        if flow == Flow::Ends {
            break;
        }
    }
    played
}

/// Times differ from run to run.
fn without_times(shown: &str) -> String {
    let is_time = |line: &str| {
        line.strip_prefix("in ").is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
    };
    shown
        .lines()
        .map(|line| if is_time(line) { "in …\n".into() } else { format!("{line}\n") })
        .collect()
}

#[test]
fn sessions() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl");
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let played = play(&text);
        count += 1;
        if std::env::var_os("UPDATE_REPL").is_some() {
            fs::write(&path, played).unwrap();
        } else {
            assert!(played == text, "{}:\n{played}", path.display());
        }
    }
    assert!(count > 5, "only {count} sessions");
}

/// Pieces of lines, right and wrong.
fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("formula ab = (x+y)"),
        Just("formula cd = (ab*-z)"),
        Just("game gg: formula { formula ab turns EA variables xy }"),
        Just("game gg: formula {\nformula it\nturns EA\nvariables xy\n}"),
        Just("maze mm { steps 2\nSTART -> GOAL\nGOAL }"),
        Just("clauses cc { 1 -2\n2 }"),
        Just("import \"examples/gates.puzzle\""),
        Just("warn n-ary-connective"),
        Just("solve"),
        Just("play2win"),
        Just("simplify"),
        Just("eval"),
        Just("draw"),
        Just(" ab"),
        Just(" it"),
        Just(" after"),
        Just(" => "),
        Just("(x*it)"),
        Just("\n"),
        Just("{"),
        Just("}"),
        Just("\"\"\""),
        Just(":undo"),
        Just(":list"),
        Just(":save out"),
        Just(":reload"),
        Just(":load examples/gates.puzzle"),
        Just(":draw "),
        Just(":trace "),
        Just(":time "),
        Just(":explain "),
        Just("/// é"),
    ];
    let any = prop_oneof![4 => piece.prop_map(str::to_owned), 1 => "\\PC{0,6}"];
    prop::collection::vec(any, 1..4).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_line_ends_the_session(lines in prop::collection::vec(line(), 1..12)) {
        let world = Memory::default();
        let limits = Limits { timeout: Some(std::time::Duration::from_secs(1)), max_memory: None };
        let mut session = Session::new(&world, "<repl>", limits);
        for line in lines {
            let mut output = Output::new(io::sink(), io::sink());
            let style = Style { unicode: true, color: true, width: 60 };
            let display = Display { is_conversation: true, results: style, diagnostics: style };
            session.enter(&line, Signal::default(), &mut |event| {
                display.show(&event, &mut output).unwrap();
            });
        }
    }

    /// What a session saves is right, and says the same.
    #[test]
    fn what_is_saved_holds(lines in prop::collection::vec(line(), 1..12)) {
        let world = Memory::default();
        let mut session = Session::new(&world, "<repl>", Limits::default());
        for line in lines.iter().map(String::as_str).chain([":save saved.puzzle"]) {
            session.enter(line, Signal::default(), &mut |_| {});
        }
        if world.0.borrow().contains_key(Path::new("saved.puzzle")) {
            let mut again = Session::new(&world, "<repl>", Limits::default());
            let mut faults = Vec::new();
            again.load("saved.puzzle", Signal::default(), &mut |event| match event {
                Event::Diagnostic(diagnostic, _) => faults.push(diagnostic.message),
                Event::Failure(message, _) => faults.push(message),
                _ => {}
            });
            let text = world.read(Path::new("saved.puzzle")).unwrap();
            prop_assert!(faults.is_empty(), "{faults:?} in\n{}", text.text());
        }
    }
}
