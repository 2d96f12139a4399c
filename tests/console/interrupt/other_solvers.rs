//! What another solver has started ends with it, wherever it hides.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{interrupted, names, press};

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

/// The first interrupt asks the solver to end and waits for it; the second one does not.
#[cfg(target_os = "linux")]
#[test]
fn nothing_of_another_solver_outlives_the_second_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    let (ids, command) = scatter(folder.path(), "sleep 600");
    let clauses = folder.path().join("a.cnf");
    fs::write(&clauses, "p cnf 1 1\n1 0\n").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .arg("solve")
        .arg(&clauses)
        .args(["--solver", &command])
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while fs::read_to_string(&ids).unwrap().lines().count() < 4 {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(names(&temporary).len(), 1);
    // One of the processes does not end when it is asked to, so that the first interrupt takes a second.
    press(&child);
    std::thread::sleep(Duration::from_millis(100));
    press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_all_ended(&ids);
    assert_eq!(names(&temporary).len(), 0);
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

/// Open MPI puts each rank into a group of its own, and ends them when it is asked to end. With
/// `PUZZLE_NEEDS_MPI=1` it has to be there.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_rank_running() {
    let version = Command::new("mpirun").arg("--version").output();
    if !version.is_ok_and(|it| String::from_utf8_lossy(&it.stdout).contains("Open MPI")) {
        let is_needed = std::env::var_os("PUZZLE_NEEDS_MPI").is_some();
        assert!(!is_needed, "there is no `mpirun` of Open MPI here");
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
