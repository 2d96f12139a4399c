//! Theories and problems in TPTP of extreme shape: deep, wide, or included again and again. Whatever they are
//! like, the program ends soon after its time limit, without a panic.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long a run may take on a slow machine before it counts as endless.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the program in a folder with a limit of a second; its exit code and what it printed.
fn run(folder: &Path, verb: &str, name: &str) -> (Option<i32>, String) {
    let (out, err) = (folder.join("out"), folder.join("err"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args([verb, name, "--timeout", "1"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let pause = Duration::from_millis(20);
    for _ in 0..PATIENCE.as_millis() / pause.as_millis() {
        if let Some(status) = child.try_wait().unwrap() {
            let err = fs::read_to_string(err).unwrap();
            for sign in ["panicked", "internal error", "overflow"] {
                assert!(!err.contains(sign), "{name}: {err}");
            }
            return (status.code(), fs::read_to_string(out).unwrap());
        }
        std::thread::sleep(pause);
    }
    child.kill().unwrap();
    panic!("{name} does not keep its limit");
}

/// The answer to a problem in TPTP.
fn status(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.p"), text).unwrap();
    let (code, printed) = run(folder.path(), "solve", "a.p");
    let status = printed.lines().find_map(|it| it.strip_prefix("% SZS status "));
    let status = status.and_then(|it| it.split(' ').next()).unwrap_or_default().to_owned();
    let expected = match status.as_str() {
        "Theorem" | "Unsatisfiable" => 20,
        "Satisfiable" | "CounterSatisfiable" => 10,
        _ => 3,
    };
    assert_eq!(code, Some(expected), "{status}");
    status
}

/// Which of the words a problem may be answered with, `Timeout` among them.
fn is_answered(text: &str, words: &[&str]) {
    let status = status(text);
    assert!(status == "Timeout" || words.contains(&status.as_str()), "{status}");
}

/// What numbers from 0 yield, with something between.
fn joined(count: usize, between: &str, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(between)
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    [&open.repeat(depth), inner, &close.repeat(depth)].concat()
}

/// A theory with a query about a number of things, or about a deep term.
fn is_limited(rules: &str, query: &str) {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "theory big {{\n    sort Thing\n    constant A: Thing\n    function s(Thing): Thing\n    \
         predicate red(Thing)\n{rules}}}\n{query}\n"
    );
    fs::write(folder.path().join("a.puzzle"), text).unwrap();
    let (code, printed) = run(folder.path(), "run", "a.puzzle");
    assert!(matches!(code, Some(0 | 3)), "{code:?}: {printed}");
}

#[test]
fn numbers_of_things() {
    for count in [6, 10, 40, 1000] {
        let rules = format!(
            "    rule one: at most {count} x. red(x)\n    rule two: at least {} x. red(x)\n",
            count + 1
        );
        is_limited(&rules, "solve big");
    }
}

#[test]
fn deep_terms() {
    for depth in [400, 1000, 60_000] {
        let term = nested("s(", "A", ")", depth);
        is_limited(&format!("    rule one: red({term})\n"), "prove big: red(A)");
        let equation = format!("    rule one: {term} = A\n    rule two: red(A)\n");
        is_limited(&equation, "prove big: red(s(A))");
    }
    for depth in [700, 8000, 100_000] {
        let (ground, general) = (nested("s(", "a", ")", depth), nested("s(", "X", ")", depth));
        is_answered(&format!("cnf(a,axiom,p({ground})).\n"), &["Satisfiable"]);
        is_answered(&format!("cnf(a,axiom,p({general})|~p(X)).\n"), &["Satisfiable"]);
        is_answered(&format!("cnf(a,axiom,{general}=X).\ncnf(b,axiom,a!=b).\n"), &["Satisfiable"]);
    }
}

#[test]
fn deep_sentences() {
    for depth in [900, 30_000] {
        let words = ["CounterSatisfiable"];
        let implied = nested("(p=>", "p", ")", depth);
        is_answered(&format!("fof(a,axiom,{implied}).\nfof(b,conjecture,q).\n"), &words);
        let equal = nested("(p<=>", "p", ")", depth);
        is_answered(&format!("fof(a,axiom,{equal}).\nfof(b,conjecture,q).\n"), &words);
        let denied = nested("~(", "p", ")", depth);
        is_answered(&format!("fof(a,axiom,{denied}).\nfof(b,conjecture,q).\n"), &words);
        let mut bound = String::new();
        (0..depth).for_each(|it| write!(bound, "![X{it}]:?[Y{it}]:").unwrap());
        is_answered(&format!("fof(a,axiom,{bound} p(X0,Y{})).\n", depth - 1), &["Satisfiable"]);
    }
}

#[test]
fn many_different_things() {
    let things = joined(9000, ",", |it| format!("c{it}"));
    let words = ["Theorem"];
    is_answered(&format!("fof(a,axiom,$distinct({things})).\nfof(b,conjecture,c0!=c1).\n"), &words);
    let facts = joined(1500, "\n", |it| format!("fof(a,axiom,p({it}))."));
    is_answered(&format!("{facts}\nfof(b,conjecture,~ 1=2).\n"), &words);
}

#[test]
fn many_tuples_and_many_instances() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "theory big {{\n    sort Thing\n    constant {}: Thing\n    predicate next(Thing, Thing, \
         Thing)\n    rule one: next(C0, C1, C2)\n}}\nask big: next(?a, ?b, ?c)\n",
        joined(60, ", ", |it| format!("C{it}"))
    );
    fs::write(folder.path().join("a.puzzle"), text).unwrap();
    let (code, printed) = run(folder.path(), "run", "a.puzzle");
    assert!(matches!(code, Some(0 | 3)), "{code:?}: {printed}");
    assert!(code == Some(3) || printed.contains("=> a=C0 b=C1 c=C2"), "{printed}");
    let things = joined(50, ", ", |it| format!("C{it}"));
    let text = format!(
        "theory big {{\n    sort Thing = {things}\n    predicate far(Thing, Thing, Thing, Thing, Thing, \
         Thing)\n    rule one: all a, b, c, d, e, f. far(a, b, c, d, e, f) -> far(b, c, d, e, f, a)\n    \
         rule two: far(C0, C1, C2, C3, C4, C5)\n}}\nprove big: far(C1, C2, C3, C4, C5, C0)\n"
    );
    fs::write(folder.path().join("a.puzzle"), text).unwrap();
    let (code, printed) = run(folder.path(), "run", "a.puzzle");
    assert!(code == Some(3) || code == Some(0) && printed.contains("=> proved"), "{printed}");
}

#[test]
fn wide_clauses() {
    let wide = joined(12_000, "|", |it| format!("p{it}"));
    let denials = joined(12_000, "\n", |it| format!("fof(b,axiom,~p{it})."));
    is_answered(&format!("fof(a,axiom,{wide}).\n{denials}\n"), &["Unsatisfiable"]);
    let wide = joined(4000, "|", |it| format!("p(X{it})"));
    is_answered(
        &format!("cnf(a,axiom,{wide}).\ncnf(b,axiom,~p(a)).\n"),
        &["GaveUp", "Satisfiable"],
    );
    let equal = joined(3000, "|", |it| format!("X{it}!=X{}", it + 1));
    is_answered(&format!("cnf(a,axiom,{equal}|X0=a).\n"), &["GaveUp", "Satisfiable"]);
}

#[test]
fn chains_of_equations() {
    let chain = joined(3000, "\n", |it| format!("fof(a,axiom,c{it}=c{}).", it + 1));
    is_answered(&format!("{chain}\nfof(b,conjecture,c0=c3000).\n"), &["Theorem"]);
}

#[test]
fn a_file_that_is_included_on_many_ways_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    for file in 0..40 {
        let include = format!("include('{}.p').\n", file + 1);
        fs::write(folder.path().join(format!("{file}.p")), include.repeat(2)).unwrap();
    }
    fs::write(folder.path().join("40.p"), "fof(a,axiom,p).\nfof(b,conjecture,p).\n").unwrap();
    let (code, printed) = run(folder.path(), "solve", "0.p");
    assert_eq!(code, Some(20), "{printed}");
    assert_eq!(printed.matches("file('").count(), 2, "{printed}");
}
