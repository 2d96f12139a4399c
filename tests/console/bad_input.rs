//! Bad input to the program as a process: whatever a file holds, each command says so with the
//! right exit code, without a panic, and loses nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory in which the program runs.
struct Place(tempfile::TempDir);

/// What a run of the program came to.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), bytes).unwrap();
        self
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn run(&self, line: &str) -> Run {
        self.pipe(line, b"")
    }

    /// Runs `puzzle` with the words of `line`, and `input` on standard input.
    fn pipe(&self, line: &str, input: &[u8]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args(line.split(' '))
            .current_dir(&self.0)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that reads nothing closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let run = Run { code: status.code(), out: text(stdout), err: text(stderr) };
        for sign in ["panicked", "internal error", "overflow"] {
            assert!(!run.err.contains(sign) && !run.out.contains(sign), "{line}: {}", run.err);
        }
        run
    }
}

impl Run {
    /// The codes of the diagnostics of a run with `--format short`, in order.
    fn codes(&self) -> Vec<&str> {
        let code = |line| -> Option<&str> {
            let (_, rest) = str::split_once(line, '[')?;
            rest.split(']').next()
        };
        self.err.lines().filter_map(code).collect()
    }
}

const PUZZLE: &[u8] = b"formula either = (x+y)
solve either => satisfiable
maze cave {
    steps 2
    START -> A
    A     -> GOAL
    GOAL
}
solve cave   => START A GOAL
";
const MAZE: &[u8] = b"START A GOAL\nKEY\n2\nSTART TREASURES TOLLS NEXT A
A TREASURES KEY TOLLS NEXT GOAL\nGOAL TREASURES TOLLS NEXT GOAL\n";
const DIMACS: &[u8] = b"p cnf 2 2\n1 2 0\n-1 0\n";
const DAVIS_PUTNAM: &[u8] = b"1 2\n-1\n0\nback \xff matter\0";

fn replaced(bytes: &[u8], from: u8, to: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|&it| if it == from { to.to_vec() } else { vec![it] }).collect()
}

/// Ways to disturb a good file that leave it good.
fn harmless(good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("as it is", good.to_vec()),
        ("byte-order mark", [b"\xef\xbb\xbf", good].concat()),
        ("CRLF", replaced(good, b'\n', b"\r\n")),
        ("tabs", replaced(good, b' ', b"\t")),
        ("blanks at line ends", replaced(good, b'\n', b" \t\n")),
        ("no last newline", good.strip_suffix(b"\n").unwrap_or(good).to_vec()),
    ]
}

/// Ways to disturb a good file that spoil it.
fn spoilt(good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("NUL in front", [b"\0", good].concat()),
        ("only NUL", vec![0; 1000]),
        ("not UTF-8", [b"\xff\xc3", good].concat()),
        ("escape sequence", [b"\x1b[2J", good].concat()),
        ("noise", (0..=250).rev().cycle().take(5000).collect()),
    ]
}

const OF_PUZZLES: [&str; 7] = [
    "check FILE",
    "run FILE",
    "test FILE",
    "fmt FILE",
    "build FILE -o out",
    "fmt --check FILE",
    "draw FILE cave",
];
const OF_MAZES: [&str; 3] = ["check FILE", "solve FILE", "encode FILE"];
const OF_DIMACS: [&str; 2] = ["check FILE", "solve FILE"];
const OF_DAVIS_PUTNAM: [&str; 3] = ["check FILE", "solve FILE", "dpll FILE"];

#[test]
fn what_only_looks_different_is_read_all_the_same() {
    for (name, good, commands) in [
        ("a.puzzle", PUZZLE, &OF_PUZZLES[..5]),
        ("a.maze", MAZE, &OF_MAZES),
        ("a.cnf", DIMACS, &OF_DIMACS),
        ("a.dp", DAVIS_PUTNAM, &OF_DAVIS_PUTNAM),
    ] {
        for (how, bytes) in harmless(good) {
            for command in commands {
                let place = Place::new().with(name, &bytes);
                let run = place.run(&command.replace("FILE", name));
                let is_dimacs = name == "a.cnf" && command.starts_with("solve");
                let expected = if is_dimacs { 10 } else { 0 };
                assert_eq!(run.code, Some(expected), "{command} {name}, {how}: {}", run.err);
            }
        }
    }
}

#[test]
fn what_is_spoilt_is_an_error_and_stays_as_it_was() {
    for (name, good, commands) in [
        ("a.puzzle", PUZZLE, &OF_PUZZLES[..3]),
        ("a.maze", MAZE, &OF_MAZES),
        ("a.cnf", DIMACS, &OF_DIMACS),
        ("a.dp", &DAVIS_PUTNAM[..7], &OF_DAVIS_PUTNAM),
    ] {
        // Without a line there are no questions.
        let empty = if name == "a.puzzle" { vec![] } else { vec![("empty", vec![])] };
        for (how, bytes) in spoilt(good).into_iter().chain(empty) {
            let place = Place::new().with(name, &bytes);
            // In clauses a zero byte is a fault at its place, unless the whole is no text.
            let is_refused =
                matches!(name, "a.puzzle" | "a.maze") || std::str::from_utf8(&bytes).is_err();
            let expected = if is_refused && bytes.contains(&0) { 2 } else { 1 };
            for command in commands {
                let run = place.run(&command.replace("FILE", name));
                assert_eq!(run.code, Some(expected), "{command} {name}, {how}: {}", run.err);
                assert!(!run.err.is_empty(), "{command} {name}, {how}");
                assert!(!run.err.contains(['\0', '\u{1b}']), "{command} {name}, {how}");
            }
            assert_eq!(place.read(name), bytes, "{how}");
        }
    }
}

#[test]
fn an_empty_puzzle_file_is_a_puzzle_file() {
    let place = Place::new().with("a.puzzle", "");
    for command in &OF_PUZZLES[..6] {
        let run = place.run(&command.replace("FILE", "a.puzzle"));
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{command}");
        let said = ["", "nothing is asked in a.puzzle\n"];
        assert!(said.contains(&run.err.as_str()), "{command}: {}", run.err);
    }
    for command in ["solve a.puzzle", "draw a.puzzle cave"] {
        assert_eq!(place.run(command).code, Some(2), "{command}");
    }
}

#[test]
fn what_is_not_text_is_not_rewritten() {
    for bytes in [&b"formula   ab = (x+y) // \xff\n"[..], b"\xff\xfes\0o\0"] {
        let place = Place::new().with("a.puzzle", bytes);
        for command in ["fmt a.puzzle", "fmt --check a.puzzle"] {
            assert_eq!(place.run(command).code, Some(2), "{command}");
        }
        assert_ne!(place.run("test --update a.puzzle").code, Some(0));
        assert_eq!(place.read("a.puzzle"), bytes);
    }
}

/// Each character of UTF-16 read as UTF-8 would be a fault of its own.
#[test]
fn utf16_is_one_fault() {
    let text = String::from_utf8(PUZZLE.to_vec()).unwrap();
    let bytes: Vec<u8> =
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let place = Place::new().with("a.puzzle", &bytes).with("b.puzzle", "import \"a.puzzle\"\n");
    for command in OF_PUZZLES {
        let run = place.run(&command.replace("FILE", "a.puzzle"));
        assert_eq!(run.code, Some(2), "{command}");
        assert!(run.err.contains("save it as UTF-8"), "{command}: {}", run.err);
    }
    assert_eq!(place.run("check --format short b.puzzle").codes(), ["E0105"]);
}

fn all_commands() -> impl Iterator<Item = &'static str> {
    let others =
        ["solve FILE", "dpll FILE", "decode FILE", "encode FILE", "check --format json FILE"];
    OF_PUZZLES.into_iter().chain(others)
}

#[test]
fn what_cannot_be_read_is_wrong_usage() {
    let place = Place::new();
    fs::create_dir(place.path("directory.puzzle")).unwrap();
    let mut files = vec!["missing.puzzle", "directory.puzzle", "missing/a.puzzle"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", place.path("link.puzzle")).unwrap();
        std::os::unix::net::UnixListener::bind(place.path("socket.puzzle")).unwrap();
        files.extend(["link.puzzle", "socket.puzzle"]);
        files.extend(Path::new("/proc/self/mem").exists().then_some("/proc/self/mem"));
    }
    for file in files {
        for command in all_commands() {
            let run = place.run(&command.replace("FILE", file));
            let shown = if command.contains("json") { &run.out } else { &run.err };
            assert_eq!(run.code, Some(2), "{command} {file}: {}", run.err);
            assert!(shown.contains(file), "{command} {file}: {shown}");
        }
    }
}

/// As puzzles each of their lines would be a fault, and formatting would take the blank line that
/// says that a maze has no treasures for one too many.
#[test]
fn files_in_foreign_formats_are_checked_and_drawn_but_neither_run_nor_rewritten() {
    for (name, bytes) in [("a.maze", MAZE), ("a.cnf", DIMACS), ("a.dp", DAVIS_PUTNAM)] {
        let place = Place::new().with(name, bytes);
        assert_eq!(place.run(&format!("check {name}")).code, Some(0), "{name}");
        let drawn = place.run(&format!("draw {name}"));
        assert!(drawn.code == Some(0) && !drawn.out.is_empty(), "{name}: {}", drawn.err);
        for command in ["run FILE", "test FILE", "fmt FILE", "fmt --check FILE"] {
            let run = place.run(&command.replace("FILE", name));
            assert_eq!(run.code, Some(2), "{command} {name}");
            assert!(run.err.contains("not a `.puzzle` file"), "{command} {name}: {}", run.err);
        }
        assert_eq!(place.read(name), bytes);
    }
}

#[test]
fn files_that_import_each_other_are_told_so_whichever_is_asked_for() {
    let place = Place::new()
        .with("a.puzzle", "import \"b.puzzle\"\nformula aa = x\nsolve bb\n")
        .with("b.puzzle", "import \"a.puzzle\"\nformula bb = y\nsolve aa\n")
        .with("c.puzzle", "import \"a.puzzle\"\nsolve aa\n")
        .with("self.puzzle", "import \"self.puzzle\"\nsolve (x+y)\n");
    for (files, codes, answers) in [
        ("a.puzzle", &["E0104"][..], 1),
        ("b.puzzle", &["E0104"], 1),
        ("c.puzzle", &["E0104"], 1),
        ("self.puzzle", &["E0104"], 1),
        ("a.puzzle b.puzzle", &["E0104", "E0104"], 2),
        ("b.puzzle a.puzzle c.puzzle", &["E0104", "E0104"], 3),
    ] {
        let run = place.run(&format!("run --format short {files}"));
        assert_eq!((run.code, run.codes().as_slice()), (Some(1), codes), "{files}: {}", run.err);
        assert_eq!(run.out.matches("=>").count(), answers, "{files}: {}", run.out);
    }
}

#[test]
fn imports_name_puzzle_files_and_nothing_else() {
    let place = Place::new()
        .with("base.puzzle", "formula base = (x+y)\n")
        .with("left.puzzle", "import \"./base.puzzle\"\n")
        .with("right.puzzle", "import \"base.puzzle\"\n")
        .with("top.puzzle", "import \"left.puzzle\"\nimport \"right.puzzle\"\nsolve base\n")
        .with("a.maze", MAZE)
        .with("odd.puzzle", "import \"a.maze\"\nimport \"-\"\nimport \"\"\nimport \".\"\n");
    assert_eq!(place.run("run top.puzzle").code, Some(0));
    let run = place.pipe("check --format short odd.puzzle", b"formula ab = x*y\n");
    assert_eq!(run.codes(), ["E0113", "E0105", "E0105", "E0105"], "{}", run.err);
}

#[test]
fn a_long_chain_of_imports_is_loaded() {
    let place = Place::new();
    let files = 2_000;
    for index in 0..files {
        let next = index + 1;
        let text = format!("import \"f{next}.puzzle\"\nformula n{index} = (x+n{next})\n");
        fs::write(place.path(&format!("f{index}.puzzle")), text).unwrap();
    }
    let place = place.with(&format!("f{files}.puzzle"), format!("formula n{files} = y\n"));
    let place = place.with("top.puzzle", "import \"f0.puzzle\"\nsolve n0\n");
    assert_eq!(place.run("run top.puzzle").out, "solve n0 => satisfiable x=0 y=1\n");
}

#[test]
fn numbers_of_any_size_mean_what_they_say() {
    let huge = "1".repeat(31);
    let maze = String::from_utf8(MAZE.to_vec()).unwrap().replace("\n2\n", &format!("\n{huge}\n"));
    let place = Place::new().with("a.maze", maze).with(
        "a.puzzle",
        format!(
            "clauses cc {{\n {huge} -{huge}2\n -{huge}\n}}\nsolve cc => -{huge} -{huge}2\n
maze mm {{\n steps {huge}\n START -> GOAL\n GOAL\n}}\nsolve mm => START GOAL\nsolve mm by sat\n"
        ),
    );
    assert_eq!(place.run("solve a.maze").out, "START A GOAL\n");
    assert_eq!(place.run("test a.puzzle").code, Some(0));
    for (name, text, code) in [
        ("literal.cnf", format!("p cnf 1 1\n{huge} 0\n"), 1),
        ("literal.dp", format!("{huge}\n0\n"), 1),
        ("atoms.cnf", format!("p cnf {huge} 1\n1 0\n"), 10),
        ("clauses.cnf", format!("p cnf 1 {huge}\n1 0\n"), 10),
        ("negative.cnf", "p cnf -1 -1\n1 0\n".to_owned(), 1),
    ] {
        let place = Place::new().with(name, text);
        assert_eq!(place.run(&format!("solve {name}")).code, Some(code), "{name}");
    }
}

#[test]
fn depth_is_no_danger_to_any_command() {
    let levels = 100_000;
    let formula = format!("{}x{}", "(".repeat(levels), "+y)".repeat(levels));
    let text = format!(
        "formula deep = {formula}\nsolve deep\ncount deep => 3\nvalid deep\nsimplify deep\n\
         eval deep x=0 y=1 => 1\nequivalent deep (x+y) => equivalent\ndraw deep\n"
    );
    let place = Place::new().with("a.puzzle", &text);
    for (command, code) in [
        ("check a.puzzle", 0),
        // The drawing would have more than 10¹⁰ characters: its answer stays unknown.
        ("run a.puzzle", 3),
        ("solve a.puzzle deep", 0),
        ("build a.puzzle -o out", 0),
        ("draw a.puzzle deep", 2),
        ("draw --format svg a.puzzle deep", 2),
        ("draw --format dot a.puzzle deep", 0),
        ("fmt --check a.puzzle", 1),
    ] {
        let run = place.run(command);
        assert_eq!(run.code, Some(code), "{command}: {}", &run.err[..run.err.len().min(500)]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let place = Place::new()
        .with("a.puzzle", PUZZLE)
        .with("a.maze", MAZE)
        .with("a.cnf", DIMACS)
        .with("a.dp", DAVIS_PUTNAM)
        .with("answer", place_answer());
    for command in [
        "run a.puzzle",
        "check --format json a.puzzle",
        "check --format sarif a.puzzle",
        "test --format junit a.puzzle",
        "solve a.puzzle cave",
        "solve a.maze",
        "solve a.cnf",
        "dpll a.dp",
        "encode a.maze",
        "decode answer",
        "draw a.puzzle cave",
        "explain E0202",
        "completions bash",
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args(command.split(' '))
            .current_dir(&place.0)
            .stdout(full)
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {err}");
        assert!(err.contains("no space left on the device"), "{command}: {err}");
    }
}

/// The answer to the clauses of the maze.
#[cfg(target_os = "linux")]
fn place_answer() -> Vec<u8> {
    let place = Place::new().with("a.maze", MAZE);
    let clauses = place.run("encode a.maze").out;
    place.pipe("dpll", clauses.as_bytes()).out.into_bytes()
}

/// The pigeonhole principle as clauses, which resolution cannot refute in time.
fn pigeons() -> String {
    let (holes, mut clauses) = (14, String::new());
    let atom = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    for pigeon in 0..=holes {
        let line: Vec<_> = (0..holes).map(|hole| atom(pigeon, hole).to_string()).collect();
        clauses += &format!("{}\n", line.join(" "));
        for other in 0..pigeon {
            (0..holes).for_each(|hole| {
                clauses += &format!("-{} -{}\n", atom(pigeon, hole), atom(other, hole));
            });
        }
    }
    clauses
}

#[test]
fn a_search_whose_steps_nobody_hears_ends() {
    let place = Place::new().with("a.dp", format!("{}0\n", pigeons()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(["--timeout", "60s", "dpll", "--trace", "a.dp"])
        .current_dir(&place.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    // Its limit would end it with another code.
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_is_told_by_the_exit_code() {
    let clauses = pigeons();
    let place = Place::new()
        .with("a.dp", format!("{clauses}0\n"))
        .with("a.puzzle", format!("clauses php {{\n{clauses}}}\nsolve php\n"));
    for command in ["dpll a.dp", "solve a.dp", "solve a.puzzle php", "run a.puzzle"] {
        let child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args(command.split(' '))
            .current_dir(&place.0)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{command}: {err}");
        assert!(err.contains("interrupted"), "{command}: {err}");
        let limited = place.run(&format!("--timeout 50ms {command}"));
        assert_eq!(limited.code, Some(3), "{command}: {}", limited.err);
    }
}

/// What is left of a line without a character that means nothing may mean something else.
#[test]
fn what_is_half_readable_is_not_answered() {
    let text = "formula ab = (x+§y)\nsolve ab\nformula cd = (ab*y)\nsolve cd\nsolve (x*§-x)\n\
                formula ef = (x+y) # readable all the same\nsolve ef\n";
    let run = Place::new().with("a.puzzle", text).run("run --format short a.puzzle");
    assert_eq!(run.codes(), ["E0002"; 3], "{}", run.err);
    assert_eq!(run.out, "solve ef => satisfiable x=0 y=1\n");
}

#[test]
fn an_update_of_standard_input_writes_nowhere() {
    let place = Place::new().with("-", "a file that is called like it\n");
    let run = place.pipe("test --update -", b"solve (x+y)\n");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert_eq!(place.read("-"), b"a file that is called like it\n");
}

#[test]
fn a_procedure_that_a_puzzle_does_not_have_is_wrong_usage() {
    let game = "game duel: formula {\n formula (x+y)\n turns EA\n variables xy\n}\n";
    let run = Place::new().with("a.puzzle", game).run("solve --textbook a.puzzle duel");
    assert_eq!(run.code, Some(2), "{}", run.err);
}

#[test]
fn a_killed_update_leaves_the_old_file_or_the_new_one() {
    let old = "solve (x+y) // é\n".repeat(300);
    let place = Place::new().with("a.puzzle", &old);
    assert_eq!(place.run("test --update a.puzzle").code, Some(0));
    let new = place.read("a.puzzle");
    let mut was_old = 0;
    for delay in 0..30 {
        fs::write(place.path("a.puzzle"), &old).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args(["test", "--update", "a.puzzle"])
            .current_dir(&place.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = place.read("a.puzzle");
        assert!(found == old.as_bytes() || found == new, "after {delay} ms");
        was_old += usize::from(found == old.as_bytes());
    }
    assert!(was_old > 0, "no update was killed in time");
}

#[cfg(unix)]
#[test]
fn links_stay_links_when_their_target_is_rewritten() {
    let place = Place::new().with("a.puzzle", "solve   (x+y)\n");
    std::os::unix::fs::symlink("a.puzzle", place.path("link.puzzle")).unwrap();
    assert_eq!(place.run("fmt link.puzzle").code, Some(0));
    assert_eq!(place.run("test --update link.puzzle").code, Some(0));
    assert!(fs::symlink_metadata(place.path("link.puzzle")).unwrap().is_symlink());
    assert_eq!(place.read("a.puzzle"), b"solve (x+y) => satisfiable x=0 y=1\n");
}
