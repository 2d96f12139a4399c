//! Sessions of the REPL: each `tests/repl/*.txt`, and each play in `tests/play/*.txt`, holds what is typed and what is shown. To add one,
//! write what is typed and run `UPDATE_REPL=1 cargo test --test console repl::`, which fills in the rest.
//!
//! ```text
//! > formula both = (x*y)     what is typed; lines that it lacks follow as they are typed
//! . solve both               one more line at once, as in a paste
//! $ cat FILE                 shows a file that the session wrote
//! $ write FILE               writes one, with the lines `. …` below
//! ```
//!
//! The blocks ```` ```repl ```` of a document are one session.

use super::sample;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use puzzle_engine::budget::Signal;
use puzzle_lang::console::SearchLimits;
use puzzle_lang::console::output::Output;
use puzzle_lang::diagnostic::report::Style;
use puzzle_lang::repl::display::Display;
use puzzle_lang::repl::event::SessionEvent;
use puzzle_lang::repl::session::{Flow, NotWritten, Session, SessionWorld};
use puzzle_lang::service::import::Files;
use puzzle_lang::syntax::unfinished::Unfinished;
use puzzle_lang::text::Source;

/// Files in memory, before those of the repository.
#[derive(Default)]
struct Memory(RefCell<BTreeMap<PathBuf, String>>);

impl Files for Memory {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        let path = from.parent().unwrap_or(Path::new("")).join(relative);
        path.strip_prefix(".").map_or(path.clone(), Path::to_owned)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.to_str().unwrap().replace('\\', "/");
        let text = self.0.borrow().get(path).cloned();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = text.or_else(|| fs::read_to_string(root.join(path)).ok());
        text.map(|text| Arc::new(Source::new(name, text))).ok_or("there is no such file".to_owned())
    }
}

impl SessionWorld for Memory {
    fn write(&self, path: &Path, bytes: &[u8], replaces: bool) -> Result<(), NotWritten> {
        if !replaces && self.0.borrow().contains_key(path) {
            return Err(NotWritten::Exists);
        }
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.borrow_mut().insert(path.to_owned(), text);
        Ok(())
    }

    fn list(&self, _: &Path, _: &str) -> Vec<String> {
        self.0.borrow().keys().map(|it| it.to_str().unwrap().to_owned()).collect()
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

/// What is typed at once: its lines as they stand in the file, and its text.
struct Step {
    lines: Vec<String>,
    text: String,
}

impl Step {
    fn push(&mut self, line: &str, text: &str) {
        if !self.lines.is_empty() {
            self.text.push('\n');
        }
        self.lines.push(line.to_owned());
        self.text.push_str(text);
    }
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if line.starts_with(['>', '$']) {
            steps.push(Step { lines: Vec::new(), text: String::new() });
        }
        let step = steps.last_mut().expect("a session starts with `> `");
        if step.lines.is_empty() || line == "." || line.starts_with(". ") {
            step.push(line, line.get(2..).unwrap_or_default());
        } else if !step.text.starts_with(':')
            && !matches!(Unfinished::of(&step.text), None | Some(Unfinished::Parentheses))
        {
            step.push(line, line);
        }
    }
    steps
}

/// A session that goes on from text to text.
struct Player<'w> {
    world: &'w Memory,
    session: Session<'w>,
}

impl<'w> Player<'w> {
    fn new(world: &'w Memory) -> Self {
        Self { world, session: Session::new(world, "<repl>", SearchLimits::default()) }
    }

    /// The text as it comes out.
    fn play(&mut self, text: &str) -> String {
        let shown = Shown::default();
        let mut output = Output::new(shown.clone(), shown.clone());
        let style = Style { unicode: true, color: false, width: 90 };
        let display = Display { is_conversation: true, results: style, diagnostics: style };
        let mut played = String::new();
        for Step { lines, text } in steps(text) {
            played += &lines.join("\n");
            played.push('\n');
            if lines[0].starts_with('$') {
                played += &self.file(&text);
                continue;
            }
            let mut tell = |event: SessionEvent| {
                display.show(&event, &mut output).unwrap();
            };
            let flow = self.session.enter(&text, Signal::default(), &mut tell);
            output.flush().unwrap();
            played += &without_times(&shown.take());
            if flow == Flow::Ends {
                break;
            }
        }
        played
    }

    /// Shows or writes a file.
    fn file(&self, text: &str) -> String {
        let (command, lines) = text.split_once('\n').unwrap_or((text, ""));
        let (verb, file) = command.split_once(' ').unwrap();
        match verb {
            "cat" => return self.world.read(Path::new(file)).unwrap().text().to_owned(),
            "write" => self.world.write(Path::new(file), lines.as_bytes(), true).unwrap(),
            _ => panic!("{verb}"),
        }
        String::new()
    }
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

/// Compares a file with what it should be, or writes it.
fn settle(path: &Path, text: &str, played: &str) {
    if std::env::var_os("UPDATE_REPL").is_some() {
        fs::write(path, played).unwrap();
    } else {
        assert!(played == text, "{}:\n{played}", path.display());
    }
}

/// The sessions in a folder.
fn sessions(folder: &str, least: usize) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        settle(&path, &text, &Player::new(&Memory::default()).play(&text));
        count += 1;
    }
    assert!(count >= least, "only {count} sessions");
}

#[test]
fn sessions_of_all_kinds() {
    sessions("tests/repl", 5);
}

#[test]
fn plays_of_all_games() {
    sessions("tests/play", 6);
}

/// The sessions in a document.
fn sessions_in(document: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&path).unwrap();
    let world = Memory::default();
    let mut player = Player::new(&world);
    let mut played = String::new();
    let mut rest = text.as_str();
    let mut count = 0;
    while let Some((before, block)) = rest.split_once("```repl\n") {
        let (block, after) = block.split_once("```\n").unwrap();
        played += &format!("{before}```repl\n{}```\n", player.play(block));
        rest = after;
        count += 1;
    }
    assert!(count >= least, "only {count} blocks");
    settle(&path, &text, &(played + rest));
}

#[test]
fn sessions_in_the_documents() {
    sessions_in("docs/repl.md", 5);
    sessions_in("docs/play.md", 3);
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
        Just(":add ab: "),
        Just("add cc: 1"),
        Just(":edit "),
        Just(":list"),
        Just(":save out"),
        Just(":reload"),
        Just(":load examples/gates.puzzle"),
        Just(":draw "),
        Just(":trace "),
        Just(":time "),
        Just(":explain "),
        Just("play"),
        Just("1"),
        Just("save out"),
        Just("quit"),
        Just("/// é"),
    ];
    let any = prop_oneof![4 => piece.prop_map(str::to_owned), 1 => "\\PC{0,6}"];
    prop::collection::vec(any, 1..4).prop_map(|pieces| pieces.concat())
}

#[test]
fn what_is_edited_is_a_declaration_or_what_was_typed_last() {
    let world = Memory::default();
    let mut session = Session::new(&world, "<repl>", SearchLimits::default());
    let mut edited = |typed: &str| {
        let mut edited = None;
        session.enter(typed, Signal::default(), &mut |event| {
            if let SessionEvent::Edit(text) = event {
                edited = Some(text);
            }
        });
        edited
    };
    assert_eq!(edited(":edit"), None);
    let (broken, sound) = ("theory t {\nsort S = A\np(A\n}", "/// One.\nclauses c {\n    A B\n}");
    assert_eq!(edited(broken), None);
    assert_eq!(edited("edit").as_deref(), Some(broken));
    edited(sound);
    edited("solve c");
    assert_eq!(edited(":edit c").as_deref(), Some(sound));
    assert_eq!(edited(":edit").as_deref(), Some("solve c"));
    edited(":add c: )");
    assert_eq!(edited(":edit").as_deref(), Some("/// One.\nclauses c {\n    A B\n    )\n}"));
    assert_eq!(edited(":edit t"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(500)))]

    #[test]
    fn no_line_is_too_much(lines in prop::collection::vec(line(), 1..12)) {
        let world = Memory::default();
        let limits = SearchLimits { timeout: Some(std::time::Duration::from_secs(1)), max_memory: None };
        let mut session = Session::new(&world, "<repl>", limits);
        for line in lines {
            let mut output = Output::new(io::sink(), io::sink());
            let style = Style { unicode: true, color: true, width: 60 };
            let display = Display { is_conversation: true, results: style, diagnostics: style };
            let mut faults = Vec::new();
            session.enter(&line, Signal::default(), &mut |event| {
                display.show(&event, &mut output).unwrap();
                if let SessionEvent::Failure(message, _) = event {
                    faults.extend(message.contains("internal error").then_some(message));
                }
            });
            prop_assert!(faults.is_empty(), "{line}: {faults:?}");
        }
    }

    /// What a session saves is right, and says the same.
    #[test]
    fn what_is_saved_holds(lines in prop::collection::vec(line(), 1..12)) {
        let world = Memory::default();
        let mut session = Session::new(&world, "<repl>", SearchLimits::default());
        for line in lines.iter().map(String::as_str).chain([":save saved.puzzle"]) {
            session.enter(line, Signal::default(), &mut |_| {});
        }
        if world.0.borrow().contains_key(Path::new("saved.puzzle")) {
            let mut again = Session::new(&world, "<repl>", SearchLimits::default());
            let mut faults = Vec::new();
            again.load("saved.puzzle", Signal::default(), &mut |event| match event {
                SessionEvent::Diagnostic(diagnostic, _) => faults.push(diagnostic.message),
                SessionEvent::Failure(message, _) => faults.push(message),
                _ => {}
            });
            let text = world.read(Path::new("saved.puzzle")).unwrap();
            prop_assert!(faults.is_empty(), "{faults:?} in\n{}", text.text());
        }
    }
}
