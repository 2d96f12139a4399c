//! The program as a process: exit codes, streams, pipes that close and disks that are full.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn puzzle(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.args(args).env_clear().stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = puzzle(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

#[test]
fn explain_prints_the_page_and_knows_names_numbers_and_slips() {
    let page = include_str!("../../docs/errors/E0202.md");
    for name in ["E0202", "e0202", "missing-parentheses"] {
        assert_eq!(run(&["explain", name]), (0, page.to_owned(), String::new()));
    }
    let (code, out, err) = run(&["explain", "mising-parenthesis"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("did you mean `missing-parentheses`?"), "{err}");
    assert_eq!(run(&["explain", "\u{1b}[2J"]).2.matches(char::is_control).count(), 1);
    assert!(run(&["--color", "always", "explain", "E0202"]).1.starts_with("\u{1b}[1mE0202"));
}

#[test]
fn wrong_usage_is_2_and_help_is_0() {
    assert_eq!(run(&[]).0, 2);
    assert!(run(&[]).2.contains("Usage: puzzle"));
    assert_eq!(run(&["decode", "--from"]).0, 2);
    assert_eq!(run(&["explian", "E0202"]).0, 2);
    // It answers in the format of its file.
    assert_eq!(run(&["solve", "--format", "json", "cave.maze"]).0, 2);
    let (code, out, err) = run(&["--version"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, format!("puzzle {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&["--help"]).0, 0);
}

#[test]
fn each_shell_has_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, out, _) = run(&["completions", shell]);
        assert_eq!(code, 0);
        assert!(out.contains("PUZZLE_COMPLETE"), "{shell}: {out}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [&["completions", "bash"][..], &["explain", "E0202"], &["--help"]] {
        let mut child = puzzle(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["completions", "bash"][..], &["explain", "E0202"], &["--help"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = puzzle(args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(said, "error: cannot write the output: no space left on the device\n");
    }
}

#[test]
fn build_says_what_it_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("crowd.puzzle");
    let text = "theory crowd {\n    sort Person\n    predicate here(Person)\n    rule many: at least 2 x. here(x)\n}\n\
                prove crowd: at least 2000 x. here(x)\nprove crowd: some x. here(x)\n";
    std::fs::write(&source, text).unwrap();
    let target = folder.path().join("build");
    let (code, _, told) = run(&["build", source.to_str().unwrap(), "-o", target.to_str().unwrap()]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("E0605") && told.contains("is not written: spelling out"), "{told}");
    let manifest = std::fs::read_to_string(target.join("manifest.json")).unwrap();
    assert_eq!(manifest.matches("\"crowd.").count(), 2, "{manifest}");
}

/// A folder for the files of a test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
            fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs the program here, with this on its standard input.
    fn run(&self, args: &[&str], input: Stdio) -> (i32, String) {
        let output = puzzle(args).current_dir(self.0.path()).stdin(input).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// How many files there are.
    fn count(&self) -> usize {
        fs::read_dir(self.0.path()).unwrap().count()
    }
}

const REFUTED: &str = "p cnf 1 2\n1 0\n-1 0\n";
const WON: &str = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n";

#[cfg(unix)]
#[test]
fn no_output_replaces_what_is_read() {
    use std::os::unix::fs::symlink;
    for (file, text, option) in [("a.cnf", REFUTED, "--proof"), ("a.qdimacs", WON, "--strategy")] {
        let folder = Folder::with(&[(file, text)]);
        symlink(file, folder.path("soft")).unwrap();
        fs::hard_link(folder.path(file), folder.path("hard")).unwrap();
        let format = file.rsplit_once('.').unwrap().1;
        for (input, stdin) in [(file, false), ("soft", false), ("hard", false), ("-", true)] {
            for output in [file, "soft", "hard", "./hard"] {
                let stdin = match stdin {
                    true => fs::File::open(folder.path(file)).unwrap().into(),
                    false => Stdio::null(),
                };
                let args = ["solve", "--from", format, input, option, output];
                let (code, told) = folder.run(&args, stdin);
                assert_eq!(code, 2, "{args:?}: {told}");
                assert!(told.contains("it is a file that was read"), "{args:?}: {told}");
                assert_eq!((folder.read(file).as_str(), folder.count()), (text, 3), "{args:?}");
            }
        }
        let args = ["solve", file, option, "out"];
        assert!(folder.run(&args, Stdio::null()).0 >= 10);
        assert!(!folder.read("out").is_empty());
    }
}

#[test]
fn a_proof_takes_the_place_of_another_only_when_there_is_one() {
    let folder = Folder::with(&[
        ("yes.cnf", "p cnf 1 1\n1 0\n"),
        ("no.cnf", REFUTED),
        ("broken.cnf", "p cnf 1 1\nx\n"),
        ("proof", "old"),
    ]);
    for (file, code) in [("yes.cnf", 10), ("broken.cnf", 1)] {
        assert_eq!(folder.run(&["solve", file, "--proof", "proof"], Stdio::null()).0, code);
        assert_eq!(folder.read("proof"), "old");
    }
    let args = ["--timeout", "0", "solve", "no.cnf", "--proof", "proof"];
    assert_eq!(folder.run(&args, Stdio::null()).0, 3);
    assert_eq!(folder.read("proof"), "old");
    assert_eq!(folder.run(&["solve", "no.cnf", "--proof", "proof"], Stdio::null()).0, 20);
    assert_eq!(folder.run(&["verify", "no.cnf", "proof"], Stdio::null()).0, 0);
    assert_eq!(folder.count(), 4);
}

#[cfg(unix)]
#[test]
fn build_replaces_links_and_not_what_they_lead_to() {
    use std::os::unix::fs::symlink;
    let source = "clauses cs = file \"c.cnf\"\n";
    let files = [("p.puzzle", source), ("c.cnf", REFUTED), ("victim", "old"), ("far/c.cnf", "old")];
    let folder = Folder::with(&files);
    let build = || folder.run(&["build", "p.puzzle", "-o", "out"], Stdio::null());
    assert_eq!(build().0, 0);
    let made: Vec<_> = fs::read_dir(folder.path("out/p")).unwrap().map(|it| it.unwrap()).collect();
    assert!(!made.is_empty());
    let manifest = folder.read("out/manifest.json");
    for file in made.iter().map(fs::DirEntry::path).chain([folder.path("out/manifest.json")]) {
        fs::remove_file(&file).unwrap();
        symlink(folder.path("victim"), &file).unwrap();
    }
    assert_eq!(build().0, 0);
    for file in &made {
        assert!(fs::symlink_metadata(file.path()).unwrap().is_file(), "{file:?}");
    }
    assert_eq!((folder.read("out/manifest.json"), folder.read("victim")), (manifest, "old".into()));
    fs::remove_dir_all(folder.path("out/p")).unwrap();
    symlink(folder.path("far"), folder.path("out/p")).unwrap();
    let (code, told) = build();
    assert_eq!(code, 2);
    assert!(told.contains("`out/p` is in the way: it is no directory"), "{told}");
    assert_eq!((folder.read("far/c.cnf").as_str(), folder.count()), ("old", 5));
}

#[test]
fn build_replaces_none_of_its_sources() {
    let folder = Folder::with(&[("p.puzzle", "clauses cs = file \"c.cnf\"\n"), ("c.cnf", REFUTED)]);
    assert_eq!(folder.run(&["build", "p.puzzle", "-o", "."], Stdio::null()).0, 0);
    // From now on what was built is a source.
    let made: Vec<_> = fs::read_dir(folder.path("p")).unwrap().map(|it| it.unwrap()).collect();
    let is_clauses = |it: &&fs::DirEntry| it.path().extension().is_some_and(|it| it == "cnf");
    let clauses = made.iter().find(is_clauses).unwrap().file_name().into_string().unwrap();
    let source = format!("clauses cs = file \"p/{clauses}\"\n");
    fs::write(folder.path("p.puzzle"), &source).unwrap();
    let before = folder.read(&format!("p/{clauses}"));
    let (code, told) = folder.run(&["build", "p.puzzle", "-o", "."], Stdio::null());
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("cannot write it: it is a file that was read"), "{told}");
    assert_eq!(folder.read(&format!("p/{clauses}")), before);
}

/// A session of the REPL on standard input; what it tells.
fn session(folder: &Folder, args: &[&str], typed: &str) -> String {
    fs::write(folder.path("typed"), typed).unwrap();
    folder.run(args, fs::File::open(folder.path("typed")).unwrap().into()).1
}

#[cfg(unix)]
#[test]
fn a_session_replaces_no_file_that_it_reads_and_no_other_without_leave() {
    let text = "formula either = (x+y)\n";
    let import = "import \"a.puzzle\"\nclauses cs = file \"c.cnf\"\n";
    let files = [
        ("a.puzzle", text),
        ("b.puzzle", import),
        ("c.cnf", REFUTED),
        ("d.svg", "old"),
        ("d.puzzle", "old"),
    ];
    let folder = Folder::with(&files);
    fs::hard_link(folder.path("a.puzzle"), folder.path("hard")).unwrap();
    for file in ["a.puzzle", "b.puzzle", "c.cnf", "hard", "./a.puzzle"] {
        let told =
            session(&folder, &["repl"], &format!(":load b.puzzle\n:save {file}\n:save! {file}\n"));
        let refusal = format!("error: {file}: it is a file that was read; name another\n");
        assert_eq!(told.matches(&refusal).count(), 2, "{told}");
    }
    for (name, text) in files {
        assert_eq!(folder.read(name), text);
    }
    for (word, file) in [("save", "d.puzzle"), ("draw", "d.svg")] {
        let write = |mark| match word {
            "save" => format!(":save{mark} {file}\n"),
            _ => format!(":draw{mark} either > {file}\n"),
        };
        let told = session(&folder, &["repl"], &format!("{text}{}", write("")));
        let refusal = format!("there is such a file; with `!` behind `{word}` it is replaced");
        assert!(told.contains(&refusal), "{told}");
        assert_eq!(folder.read(file), "old");
        let again = format!("{text}{}{text}{}", write("!"), write(""));
        let told = session(&folder, &["repl"], &again);
        assert!(!told.contains("error"), "{told}");
        assert!(folder.read(file).len() > 10);
    }
}

#[test]
fn a_play_goes_on_in_its_own_file_and_replaces_no_other_that_is_read() {
    let text = "game heap: subtract-square {\n    value 6\n}\nformula ff = x\n";
    let folder = Folder::with(&[("heap.puzzle", text)]);
    let play = ["play", "heap.puzzle", "--against", "person"];
    let told = session(
        &folder,
        &play,
        "1\nsave heap.puzzle\nsave! heap.puzzle\nsave kept.puzzle\n4\nsave\n",
    );
    assert_eq!(
        told.matches("heap.puzzle: it is a file that was read; name another").count(),
        2,
        "{told}"
    );
    assert_eq!(folder.read("heap.puzzle"), text);
    assert!(folder.read("kept.puzzle").contains("// 2. second 4"), "{told}");
    let told = session(&folder, &["play", "kept.puzzle"], "undo\n1\nsave\n");
    assert!(folder.read("kept.puzzle").contains("// 2. second 1"), "{told}");
}
