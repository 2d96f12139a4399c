//! The program as a process: exit codes, streams, pipes that close and disks that are full.

use std::io::Read;
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
    let page = include_str!("../docs/errors/E0202.md");
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
    assert_eq!(run(&["explain"]).0, 2);
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
        assert!(out.contains("puzzle") && out.contains("explain"), "{shell}: {out}");
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
