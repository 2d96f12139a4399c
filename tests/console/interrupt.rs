//! Ctrl-C and limits: what searches for ever ends, what waits for ever ends, and nothing is left behind.
#![cfg(unix)]

mod other_solvers;

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use puzzle_engine::budget::{Budget, Stop};
use puzzle_lang::console::interrupt;
use puzzle_lang::disk::temporary::{TemporaryFile, TemporaryFolder};

/// What the copy of this test that a test starts does.
fn search(mode: &str) {
    if mode == "session" {
        let _signal = interrupt::Searches::listen().next();
        println!("ready");
        std::thread::sleep(Duration::from_secs(60));
    }
    if mode == "files" {
        let folder = TemporaryFolder::new("puzzle-test-").unwrap();
        let _file = TemporaryFile::new(&std::env::temp_dir(), true).unwrap();
        let _inner = TemporaryFile::new(folder.path(), false).unwrap();
        fs::write(folder.path().join("another"), "text").unwrap();
        interrupt::end_at_first();
        println!("ready");
        std::thread::sleep(Duration::from_secs(60));
    }
    let mut budget = Budget::new(interrupt::listen(), None, None);
    println!("ready");
    if mode == "waits" {
        interrupt::while_waiting(|| {
            println!("waiting");
            std::thread::sleep(Duration::from_secs(60));
        });
    }
    while budget.check().is_ok() {}
    assert_eq!(budget.look(), Err(Stop::Cancelled));
    println!("stopped");
    if mode == "stubborn" {
        std::thread::sleep(Duration::from_secs(60));
    }
}

/// Where copies keep what is temporary.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().unwrap()).path()
}

/// The names of what lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
}

fn start(mode: &str) -> (Child, impl Iterator<Item = String>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "interrupt::the_first_interrupt_ends_the_search_only"])
        .env("MODE", mode)
        .env("TMPDIR", folder())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    (child, lines)
}

fn press(child: &Child) {
    send("-INT", child);
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn wait_for(line: &str, lines: &mut impl Iterator<Item = String>) {
    assert!(lines.any(|found| found.ends_with(line)), "{line}");
}

#[test]
fn the_first_interrupt_ends_the_search_only() {
    // The copies that these tests start are of this one.
    if let Ok(mode) = std::env::var("MODE") {
        return search(&mode);
    }
    let (mut child, mut lines) = start("patient");
    wait_for("ready", &mut lines);
    press(&child);
    wait_for("stopped", &mut lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_second_interrupt_ends_the_process() {
    let (mut child, mut lines) = start("stubborn");
    wait_for("ready", &mut lines);
    press(&child);
    wait_for("stopped", &mut lines);
    // Two that come together are one.
    std::thread::sleep(Duration::from_millis(200));
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// As `timeout` sends them, to the process and to its group.
#[test]
fn two_signals_together_end_the_search_only() {
    let (mut child, mut lines) = start("patient");
    wait_for("ready", &mut lines);
    let both = format!("kill -TERM {0}; kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &both]).status().unwrap().success());
    wait_for("stopped", &mut lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_second_interrupt_ends_a_session_that_does_not_heed_the_first() {
    let (mut child, mut lines) = start("session");
    wait_for("ready", &mut lines);
    press(&child);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(child.try_wait().unwrap(), None);
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_is_temporary_goes_with_the_process() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let (mut child, mut lines) = start("files");
        wait_for("ready", &mut lines);
        assert_eq!(names(folder()).len(), 2);
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(names(folder()).len(), 0);
    }
}

/// A folder with puzzles that `fmt` and `test --update` change, and `puzzle` that is to change them.
fn changing(arguments: &[&str], count: usize) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..count {
        fs::write(folder.path().join(format!("p{index}.puzzle")), unchanged()).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.args(arguments).arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    (folder, command)
}

fn unchanged() -> String {
    let formulas = (0..50).map(|it| format!("formula f{it}  =  (x+y)\n"));
    formulas.collect::<String>() + "solve (x*-y) =>  unsatisfiable\n"
}

#[test]
fn a_signal_while_files_are_written_leaves_them_whole_and_nothing_else() {
    const FILES: usize = 200;
    for arguments in [&["fmt", "-j8"][..], &["test", "--update", "-j8"]] {
        let (folder, mut command) = changing(arguments, 1);
        assert!(command.status().unwrap().success());
        let (old, new) =
            (unchanged(), fs::read_to_string(folder.path().join("p0.puzzle")).unwrap());
        assert_ne!(old, new);
        let signals = ["-INT", "-TERM", "-HUP"].into_iter();
        for (signal, times) in signals.flat_map(|it| [(it, 1), (it, 2), (it, 2)]) {
            let (folder, mut command) = changing(arguments, FILES);
            let mut child = command.spawn().unwrap();
            let first = folder.path().join("p0.puzzle");
            while fs::read_to_string(&first).unwrap() == old {
                std::thread::yield_now();
            }
            if child.try_wait().unwrap().is_none() {
                (0..times).for_each(|_| send(signal, &child));
            }
            let code = child.wait().unwrap().code();
            let names = names(folder.path());
            assert_eq!(names.len(), FILES, "{names:?}");
            let texts = names.iter().map(|it| fs::read_to_string(folder.path().join(it)).unwrap());
            let changed = texts.inspect(|it| assert!(*it == old || *it == new, "{it}"));
            let changed = changed.filter(|it| *it == new).count();
            // It may have been done before.
            assert!(code == Some(130) || code == Some(0) && changed == FILES, "{code:?} {changed}");
        }
    }
}

#[test]
fn the_first_interrupt_ends_a_process_that_waits_for_input() {
    let (mut child, mut lines) = start("waits");
    wait_for("waiting", &mut lines);
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// `puzzle solve` with further arguments on a file of this name, interrupted as soon as `ready`
/// says so; what it printed, and its exit code.
fn interrupted(
    folder: &Path,
    clauses: &str,
    arguments: &[&str],
    ready: impl Fn() -> bool,
) -> (String, Option<i32>) {
    let file = folder.join("clauses.cnf");
    fs::write(&file, clauses).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args([OsStr::new("solve"), file.as_os_str()])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !ready() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    press(&child);
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    (printed, child.wait().unwrap().code())
}

#[test]
fn an_interrupt_ends_the_search_of_a_theory() {
    // Nobody has the patience for all the ways in which of 41 things two may be the same.
    let theory = "theory big {
    sort Thing
    predicate red(Thing)
    rule one: at most 40 x. red(x)
    rule two: at least 41 x. red(x)
}
solve big
";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.puzzle");
    fs::write(&file, format!("solve (x*y)\n{theory}")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args([OsStr::new("run"), file.as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // An answer is shown while the next one is searched for.
    let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = printed.next().unwrap().unwrap();
    assert_eq!(first, "solve (x*y) => satisfiable x=1 y=1");
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(child.try_wait().unwrap(), None, "it still searches");
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    printed.for_each(|it| drop(it.unwrap()));
}

/// More pigeons than any solver by resolution puts into their holes.
fn pigeons(holes: usize) -> String {
    let atom = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut text = String::new();
    for pigeon in 0..=holes {
        (0..holes).for_each(|hole| text += &format!("{} ", atom(pigeon, hole)));
        text += "0\n";
        for (other, hole) in (0..pigeon).flat_map(|it| (0..holes).map(move |hole| (it, hole))) {
            text += &format!("-{} -{} 0\n", atom(pigeon, hole), atom(other, hole));
        }
    }
    text
}

#[test]
fn an_interrupted_solver_prints_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    fs::write(&proof, "old").unwrap();
    let is_written = |name: &String| {
        let is_new = name != "proof" && name != "clauses.cnf";
        is_new && fs::metadata(folder.path().join(name)).is_ok_and(|it| it.len() > 0)
    };
    let is_busy = || names(folder.path()).iter().any(is_written);
    let arguments = ["-v", "--proof", proof.to_str().unwrap()];
    let (printed, code) = interrupted(folder.path(), &pigeons(20), &arguments, is_busy);
    assert!(printed.contains("c conflicts"), "{printed}");
    assert!(printed.ends_with("s UNKNOWN\n"), "{printed}");
    assert_eq!(code, Some(130));
    // What proves nothing is no proof.
    assert_eq!(fs::read_to_string(proof).unwrap(), "old");
    assert_eq!(names(folder.path()).len(), 2);
}

/// `puzzle` with these arguments and a pipe that `write` writes to, in the place of `PIPE`, and that
/// never ends; what it printed, and its exit code.
fn reading(arguments: &[&str], write: impl FnOnce(&mut Child, &mut File)) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.cnf");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let argument = |it: &&str| if *it == "PIPE" { pipe.clone() } else { it.into() };
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(arguments.iter().map(argument))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // This waits until the program reads.
    let mut file = OpenOptions::new().write(true).open(&pipe).unwrap();
    write(&mut child, &mut file);
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    (printed, child.wait().unwrap().code())
}

#[test]
fn an_interrupt_while_a_file_is_read_is_answered() {
    for arguments in [["solve", "PIPE", "-v"], ["verify", "PIPE", "-"]] {
        let answer = reading(&arguments, |child, file| {
            file.write_all(b"p cnf 2 2\n1 2 0\n").unwrap();
            press(child);
        });
        assert_eq!(answer, ("s UNKNOWN\n".to_owned(), Some(130)), "{arguments:?}");
    }
}

#[test]
fn limits_hold_while_a_file_is_read() {
    let unknown = || ("s UNKNOWN\n".to_owned(), Some(3));
    for arguments in [["solve", "PIPE"], ["verify", "PIPE"], ["verify", "examples/pigeons.cnf"]] {
        let last: &[&str] = if arguments[1] == "PIPE" { &["/dev/null"] } else { &["PIPE"] };
        let last = if arguments[0] == "solve" { &[] } else { last };
        let arguments = [&["--timeout", "200ms"], &arguments[..], last].concat();
        assert_eq!(reading(&arguments, |_, _| {}), unknown(), "{arguments:?}");
    }
    let arguments = ["--max-memory", "100MB", "solve", "PIPE"];
    let answer = reading(&arguments, |_, file| {
        // The program ends before it has read all of that.
        let lines = b"1 -2 3 0\n".repeat(1 << 17);
        while file.write_all(&lines).is_ok() {}
    });
    assert_eq!(answer, unknown());
}

/// Commands that read a file, which stands where `PIPE` does.
const READERS: [&[&str]; 16] = [
    &["run", "PIPE"],
    &["check", "PIPE"],
    &["test", "PIPE"],
    &["test", "--update", "PIPE"],
    &["build", "PIPE", "-o", "/dev/null/none"],
    &["fmt", "PIPE"],
    &["fmt", "--check", "PIPE"],
    &["solve", "PIPE"],
    &["solve", "--from", "cnf", "PIPE"],
    &["solve", "--from", "qcir", "PIPE"],
    &["solve", "--from", "tptp", "PIPE"],
    &["prove", "PIPE", "campus: some x. tall(x)"],
    &["draw", "PIPE"],
    &["play", "PIPE"],
    &["repl", "PIPE"],
    &["solve", "examples/pigeons.cnf", "--proof", "PIPE"],
];

/// The same for other formats.
const FOREIGN_READERS: [(&str, &[&str]); 4] = [
    ("maze", &["encode", "PIPE"]),
    ("dp", &["dpll", "PIPE"]),
    ("dp", &["decode", "PIPE"]),
    ("cnf", &["verify", "PIPE", "examples/pigeons.cnf"]),
];

/// `puzzle` with a pipe of this name, whose other end nobody opens.
fn stuck(name: &str, arguments: &[&str]) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join(name);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let argument = |it: &&str| if *it == "PIPE" { pipe.clone() } else { it.into() };
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.args(arguments.iter().map(argument));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    (folder, command)
}

fn readers() -> impl Iterator<Item = (String, &'static [&'static str])> {
    let puzzles = READERS.into_iter().map(|it| ("a.puzzle".to_owned(), it));
    puzzles.chain(FOREIGN_READERS.into_iter().map(|(ending, it)| (format!("a.{ending}"), it)))
}

#[test]
fn a_pipe_that_nobody_writes_to_keeps_no_command_waiting() {
    for (name, arguments) in readers() {
        let (_folder, mut command) = stuck(&name, arguments);
        let status = command.args(["--timeout", "100ms"]).status().unwrap();
        assert_eq!(status.code(), Some(3), "{arguments:?}");
    }
}

#[test]
fn an_interrupt_ends_a_command_that_waits_for_a_pipe() {
    for (name, arguments) in readers() {
        let (_folder, mut command) = stuck(&name, arguments);
        let mut child = command.spawn().unwrap();
        // It waits, or has not begun: then the interrupt ends it without a word.
        std::thread::sleep(Duration::from_millis(150));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?}");
        press(&child);
        let status = child.wait().unwrap();
        assert!(status.code() == Some(130) || status.signal() == Some(2), "{arguments:?} {status}");
    }
}

#[test]
fn what_a_file_names_has_to_be_a_regular_file() {
    for (name, text) in [
        ("pipe.puzzle", "import \"pipe.puzzle\"\n"),
        ("pipe.cnf", "clauses cs = file \"pipe.cnf\"\nsolve cs\n"),
        ("pipe.maze", "maze cs = file \"pipe.maze\"\nsolve cs\n"),
    ] {
        let (folder, _) = stuck(name, &[]);
        let file = folder.path().join("names.puzzle");
        fs::write(&file, text).unwrap();
        for command in ["check", "run", "test", "draw"] {
            let mut puzzle = Command::new(env!("CARGO_BIN_EXE_puzzle"));
            let output = puzzle.arg(command).arg(&file).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.contains("it is not a regular file"), "{name} {command}: {told}");
        }
        let mut puzzle = Command::new(env!("CARGO_BIN_EXE_puzzle"));
        puzzle.args(["repl", file.to_str().unwrap()]).stdin(Stdio::null());
        let told = String::from_utf8(puzzle.output().unwrap().stderr).unwrap();
        assert!(told.contains("it is not a regular file"), "{name}: {told}");
    }
    // Nobody named it but the folder around it.
    let (folder, _) = stuck("a.puzzle", &[]);
    let mut puzzle = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    let output = puzzle.arg("check").arg(folder.path()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.ends_with("a.puzzle: cannot read it: it is not a regular file\n"), "{told}");
}

#[test]
fn a_pipe_is_read_and_a_device_is_read_within_the_limits() {
    for command in ["run", "check", "test", "fmt", "draw", "solve", "repl"] {
        let script = format!("puzzle {command} <(echo 'formula ff = (x+y)') < /dev/null");
        let path = Path::new(env!("CARGO_BIN_EXE_puzzle")).parent().unwrap();
        let path = format!("{}:/usr/bin:/bin", path.display());
        let status = Command::new("bash").args(["-c", &script]).env("PATH", path).output().unwrap();
        let told = String::from_utf8(status.stderr).unwrap();
        // Only what is called a puzzle is formatted.
        let expected = if command == "fmt" { 2 } else { 0 };
        assert_eq!(status.status.code(), Some(expected), "{command}: {told}");
    }
    for limit in [["--timeout", "100ms"], ["--max-memory", "40MB"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
        let output = command.args(limit).args(["check", "/dev/zero"]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.starts_with("error: /dev/zero: cannot read it: "), "{told}");
    }
}

/// An allocation that fails would end the process.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_allows_is_a_limit() {
    let things: Vec<_> = (0..200).map(|it| format!("T{it}")).collect();
    let things = things.join(", ");
    let rule = "all x, y, z. less(x, y) and less(y, z) -> less(x, z)";
    let theory =
        format!("theory t {{\nsort S = {things}\npredicate less(S, S)\n{rule}\n}}\nsolve t\n");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.puzzle"), theory).unwrap();
    let script = "ulimit -v 600000; exec \"$0\" run t.puzzle";
    let mut command = Command::new("bash");
    command.args(["-c", script, env!("CARGO_BIN_EXE_puzzle")]).current_dir(folder.path());
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("memory limit reached"), "{told}");
}

#[test]
fn limits_hold_while_a_text_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let mut texts =
        [("a.puzzle", String::new()), ("a.dp", String::new()), ("a.maze", String::new())];
    for line in 0..400_000 {
        texts[0].1 += &format!("formula name{line} = (x+(y*z))\n");
        texts[1].1 += &format!("{line} -1 2 3 4 5 6 7 8 9\n");
    }
    texts[2].1 = format!("START GOAL {}\nG\n5\n", "N".repeat(20_000_000));
    for (name, text) in texts {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for arguments in [
        "check a.puzzle",
        "run a.puzzle",
        "test a.puzzle",
        "build a.puzzle -o out",
        "fmt --check a.puzzle",
        "draw a.puzzle name1",
        "solve a.puzzle name1",
        "play a.puzzle name1",
        "dpll a.dp",
        "decode a.dp",
        "encode a.maze",
    ] {
        let answer = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args(["--max-memory", "32MB"])
            .args(arguments.split(' '))
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = String::from_utf8(answer.stderr).unwrap();
        assert_eq!(answer.status.code(), Some(3), "{arguments}: {said}");
        assert!(said.contains("memory limit reached"), "{arguments}: {said}");
    }
}

#[test]
fn limits_of_a_solver_print_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clauses.cnf");
    fs::write(&file, pigeons(20)).unwrap();
    // Without optimisation the program itself takes more than half of it.
    for limit in [["--timeout", "300ms"], ["--max-memory", "40MB"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
        let answer = command.args(limit).arg("solve").arg(&file).arg("-v").output().unwrap();
        let printed = String::from_utf8(answer.stdout).unwrap();
        assert!(printed.starts_with("c conflicts"), "{printed}");
        assert!(printed.ends_with("s UNKNOWN\n"), "{printed}");
        assert_eq!(answer.status.code(), Some(3));
    }
}

/// A relation of eight things, of which there are nine.
fn relation() -> String {
    let variables = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let things = variables.map(|it| format!("thing({it})")).join(" & ");
    let rotated = |places: usize| {
        let mut rotated = variables;
        rotated.rotate_left(places);
        rotated.join(",")
    };
    let [all, turned, second, third] = [0, 1, 2, 3].map(rotated);
    let mut reversed = variables;
    reversed.reverse();
    let reversed = reversed.join(",");
    let mut text = format!(
        "fof(one, axiom, ! [{all}] : ( ( {things} ) => ( p({all}) | q({turned}) ) )).\n\
         fof(both, axiom, ! [{all}] : ~ ( p({turned}) & q({all}) )).\n\
         fof(more, axiom, ! [{all}] : ( p({all}) | p({second}) | ~ q({third}) )).\n\
         fof(most, axiom, ! [{all}] : ( q({all}) | ~ p({second}) | ~ q({reversed}) )).\n\
         fof(same, axiom, ! [A] : same(A, A)).\n"
    );
    for one in 0..9 {
        text += &format!("fof(thing{one}, axiom, thing(c{one})).\n");
        for other in 0..one {
            text += &format!("fof(other, axiom, ~ same(c{one}, c{other})).\n");
        }
    }
    text
}

#[test]
fn instances_of_a_problem_stay_within_the_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.p");
    fs::write(&file, relation()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    let answer = command.args(["--max-memory", "60MB", "solve"]).arg(&file).output().unwrap();
    let printed = String::from_utf8(answer.stdout).unwrap();
    assert!(
        printed.starts_with("% SZS status MemoryOut for large\n% What was tried: "),
        "{printed}"
    );
    assert_eq!(answer.status.code(), Some(3));
}
