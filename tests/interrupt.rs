//! Ctrl-C, sent to a copy of this test that searches for ever.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use puzzle_lang::budget::{Budget, Stop};
use puzzle_lang::cli::interrupt;

/// What the copy does.
fn search(mode: &str) {
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

fn start(mode: &str) -> (Child, impl Iterator<Item = String>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "the_first_interrupt_ends_the_search_only"])
        .env("MODE", mode)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    (child, lines)
}

fn press(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
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
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
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
    fs::write(&file, theory).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args([OsStr::new("run"), file.as_os_str()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(child.try_wait().unwrap(), None, "it still searches");
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
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
    let is_busy = || fs::metadata(&proof).is_ok_and(|it| it.len() > 0);
    let arguments = ["-v", "--proof", proof.to_str().unwrap()];
    let (printed, code) = interrupted(folder.path(), &pigeons(20), &arguments, is_busy);
    assert!(printed.contains("c conflicts"), "{printed}");
    assert!(printed.ends_with("s UNKNOWN\n"), "{printed}");
    assert_eq!(code, Some(130));
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
    for limit in [["--timeout", "300ms"], ["--max-memory", "20MB"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
        let answer = command.args(limit).arg("solve").arg(&file).arg("-v").output().unwrap();
        let printed = String::from_utf8(answer.stdout).unwrap();
        assert!(printed.starts_with("c conflicts"), "{printed}");
        assert!(printed.ends_with("s UNKNOWN\n"), "{printed}");
        assert_eq!(answer.status.code(), Some(3));
    }
}

#[test]
fn an_interrupt_ends_another_solver_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let is_busy = || fs::read_to_string(&ids).is_ok_and(|text| text.lines().count() == 2);
    let script = format!("sh -c 'sleep 60 & (echo $!; echo $$) > {}; wait' -", ids.display());
    let (printed, code) = interrupted(folder.path(), "1 0\n", &["--solver", &script], is_busy);
    assert_eq!((&*printed, code), ("s UNKNOWN\n", Some(130)));
    assert_all_ended(&ids);
}

/// Whether all processes have ended whose numbers stand in a file.
fn assert_all_ended(ids: &Path) {
    for id in fs::read_to_string(ids).unwrap().lines() {
        // An orphan that nobody has waited for yet is ended, too.
        let state = || fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let is_ended = || state().is_empty() || state().contains(") Z ");
        // The signal was sent, but takes its time.
        for _ in 0..100 {
            if !is_ended() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        assert!(is_ended(), "{}", state());
    }
}

/// A solver that starts what is hard to find: a process in a session of its own, one whose starter has
/// ended, and one that does not end when asked to. Then it does what `end` says. All write their numbers
/// into `ids`.
#[cfg(target_os = "linux")]
fn scatter(folder: &Path, end: &str) -> (std::path::PathBuf, String) {
    let (ids, script) = (folder.join("ids"), folder.join("solver.sh"));
    let text = format!(
        "ids='{}'\nexport ids\nexec 3>&1 >/dev/null 2>&1\n\
         setsid sh -c 'echo $$ >> $ids; exec sleep 600' 3>&- &\n\
         (setsid sh -c 'echo $$ >> $ids; exec sleep 600' 3>&- &)\n\
         setsid sh -c 'trap \"\" TERM; echo $$ >> $ids; while :; do sleep 600; done' 3>&- &\n\
         while [ \"$(wc -l < $ids)\" -lt 3 ]; do sleep 0.01; done\n\
         echo $$ >> $ids\n{end}\n",
        ids.display()
    );
    fs::write(&ids, "").unwrap();
    fs::write(&script, text).unwrap();
    (ids, format!("sh '{}' {{}}", script.display()))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_another_solver_started_outlives_an_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let (ids, command) = scatter(folder.path(), "sleep 600");
    let is_busy = || fs::read_to_string(&ids).is_ok_and(|text| text.lines().count() == 4);
    let (printed, code) = interrupted(folder.path(), "1 0\n", &["--solver", &command], is_busy);
    assert_eq!((&*printed, code), ("s UNKNOWN\n", Some(130)));
    assert_all_ended(&ids);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_another_solver_started_outlives_its_answer_or_a_limit() {
    let clauses = "p cnf 1 1\n1 0\n";
    for (end, limit, code) in [
        ("echo 's SATISFIABLE' >&3; echo 'v 1 0' >&3", "10m", 10),
        ("echo 's UNKNOWN' >&3", "10m", 3),
        ("sleep 600", "2s", 3),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (ids, command) = scatter(folder.path(), end);
        let file = folder.path().join("a.cnf");
        fs::write(&file, clauses).unwrap();
        let answer = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .arg("solve")
            .arg(&file)
            .args(["--timeout", limit, "--solver", &command])
            .output()
            .unwrap();
        assert_eq!(answer.status.code(), Some(code), "{end}: {answer:?}");
        assert_all_ended(&ids);
    }
}

/// Open MPI puts each rank into a group of its own, and ends them when it is asked to end.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_rank_running() {
    let version = Command::new("mpirun").arg("--version").output();
    if !version.is_ok_and(|it| String::from_utf8_lossy(&it.stdout).contains("Open MPI")) {
        return eprintln!("skipped: there is no `mpirun` of Open MPI here");
    }
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let command = format!(
        "mpirun --allow-run-as-root --oversubscribe -np 2 sh -c 'echo $$ >> {}; exec sleep 600' -",
        ids.display()
    );
    let is_busy = || fs::read_to_string(&ids).is_ok_and(|text| text.lines().count() == 2);
    let (printed, code) = interrupted(folder.path(), "1 0\n", &["--solver", &command], is_busy);
    assert_eq!((&*printed, code), ("s UNKNOWN\n", Some(130)));
    assert_all_ended(&ids);
}

/// A relation of eight things, of which there are nine.
fn relation() -> String {
    let variables = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let things = variables.map(|it| format!("thing({it})")).join(" & ");
    let (all, mut turned) = (variables.join(","), variables);
    turned.rotate_left(1);
    let turned = turned.join(",");
    let mut text = format!(
        "fof(one, axiom, ! [{all}] : ( ( {things} ) => ( p({all}) | q({turned}) ) )).\n\
         fof(both, axiom, ! [{all}] : ~ ( p({turned}) & q({all}) )).\n\
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
