//! What an input costs must not grow with the square of its length. Everything that is done with a text is
//! done with it and with one four times as long, for each line of the tables in `linear/inputs.rs` and `linear/documents.rs`; four times
//! is right, sixteen times is not, and eight lies between them.
//!
//! Two costs are compared. The bytes taken from the heap are the same in each run. They do not
//! show a loop that only looks, so the time that the thread has worked is compared, too, which other programs
//! hardly change. No time is asserted, only how many times as long the longer text took; the
//! least of several runs counts, and what takes no longer than a moment has no square in it.

mod documents;
mod inputs;

use super::{ALLOCATOR, is_done_apart};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use inputs::{Input, Steps};
use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::cli::format::{FileReport, ReportFormat};
use puzzle_lang::console::SearchLimits;
use puzzle_lang::console::output::Output;
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::diagnostic::code::MISSING_PARENTHESES;
use puzzle_lang::diagnostic::report::{Style, render};
use puzzle_lang::ide::{folding, symbols, tokens};
use puzzle_lang::interchange::proof::ClauseProofFormat;
use puzzle_lang::interchange::{dimacs, fitch, qcir, qdimacs};
use puzzle_lang::repl::display::Display;
use puzzle_lang::repl::session::{NotWritten, Session, SessionWorld};
use puzzle_lang::service::check::{CheckedProgram, Levels, check};
use puzzle_lang::service::cubes::CubeList;
use puzzle_lang::service::deduction::faults;
use puzzle_lang::service::import::{FileFormat, Files, NoFiles, load, tptp};
use puzzle_lang::service::points::QueryPoints;
use puzzle_lang::service::review::review;
use puzzle_lang::service::solve::asked_last;
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, run};
use puzzle_lang::service::trace::{Procedure, page, trace};
use puzzle_lang::service::{proof, solve, theorem};
use puzzle_lang::syntax::format::format;
use puzzle_lang::text::{ColumnUnit, Source, Span};
use puzzle_lang::workspace::{EditorPosition, Workspace};

/// How many times as long the longer text is, and how many times as much it may cost.
const LONGER: usize = 4;
const MOST: f64 = 8.0;

/// The square of a long text takes longer than this, in seconds, and the heap of no text takes less, in bytes.
const MOMENT: f64 = 0.004;
const LITTLE: f64 = 1e6;

/// Runs of which the least counts.
const RUNS: usize = 5;

/// How many times as much goes before a step, how many times as much that may cost, and how many bytes
/// each step may take. So many steps are compared.
const LONGER_BEFORE: usize = 8;
const MOST_STEP: f64 = 3.0;
const LITTLE_STEP: f64 = 1e5;
const STEPS_EACH: usize = 6;

/// Steps of a search: how long it takes is another matter than how long the text is.
const STEPS: u64 = 1000;

/// Something done with a text, under its name.
type Work = (&'static str, fn(&str));

fn source(name: &str, text: &str) -> Arc<Source> {
    Arc::new(Source::new(name, text))
}

fn checked(text: &str) -> CheckedProgram {
    let program = load(source("a.puzzle", text), Path::new("a.puzzle"), &NoFiles);
    let checked = check(program, &Levels::default());
    review(&checked.analysis(), &Budget::unlimited());
    checked
}

/// Shows all that is wrong in every format.
fn show(text: &str) {
    let checked = checked(text);
    let analysis = checked.analysis();
    report(Arc::clone(analysis.scope.source(0)), analysis.findings[0].clone());
}

fn report(source: Arc<Source>, diagnostics: Vec<Diagnostic>) {
    let report = FileReport::new(source, diagnostics);
    let style = Style { unicode: true, color: true, width: 80 };
    for shown in [
        ReportFormat::Text,
        ReportFormat::Short,
        ReportFormat::Json,
        ReportFormat::Sarif,
        ReportFormat::Github,
        ReportFormat::Junit,
    ] {
        let mut output = Output::new(io::sink(), io::sink());
        let mut reporter = shown.reporter(style);
        reporter.file(&report, &mut output).expect("a sink takes everything");
        reporter.finish(&mut output).expect("a sink takes everything");
    }
}

/// Answers the queries, or begins to.
fn answer(text: &str) {
    let checked = checked(text);
    run(&checked.analysis(), TestPurpose::Writing, few).for_each(drop);
}

/// Answers the queries, however long that takes.
fn answer_whole(text: &str) {
    let checked = checked(text);
    let analysis = checked.analysis();
    let mut reports = run(&analysis, TestPurpose::Reading, Budget::unlimited);
    assert!(reports.all(|it| it.verdict != Some(ExpectationVerdict::Fails)));
}

fn few() -> Budget {
    Budget::unlimited().part(STEPS)
}

/// Opens the text in an editor, and types some letters into its middle.
fn edit(text: &str) {
    let path = Path::new("a.puzzle");
    let mut workspace = Workspace::new(Box::new(NoFiles));
    workspace.open(path.to_owned(), "a.puzzle", text, 0);
    workspace.analysis(path);
    let line = text.lines().count() as u32 / 2;
    for column in 0..3 {
        let at = EditorPosition { line, column };
        workspace.edit(path, ColumnUnit::Utf16, 0, &[(Some(at..at), "x")]);
        workspace.analysis(path);
    }
}

/// What an editor shows of a text.
fn look(text: &str) {
    let checked = checked(text);
    let analysis = checked.analysis();
    folding::folding(analysis, 0);
    symbols::in_file(analysis, 0);
    tokens::in_document(analysis, 0);
}

/// Opens a text in a foreign format in an editor, which changes each of its lines at once.
fn change(text: &str) {
    let path = Path::new("a.cnf");
    let mut workspace = Workspace::new(Box::new(NoFiles));
    workspace.open_as("", path.to_owned(), "a.cnf", text, 0);
    let lines = (0..text.lines().count() as u32).rev();
    let starts = lines.map(|line| EditorPosition { line, column: 0 });
    let changes: Vec<_> = starts.map(|at| (Some(at..at), "c\n")).collect();
    workspace.edit(path, ColumnUnit::Utf16, 0, &changes);
}

/// Reads a file in a foreign format and shows what is wrong with it.
fn foreign(name: &str, text: &str) {
    let read = FileFormat::of(name).expect("a foreign format").read(
        source(name, text),
        Path::new(name),
        &NoFiles,
    );
    report(read.source, read.diagnostics);
}

fn clauses(text: &str) {
    let (document, _) = dimacs::parse(text.as_bytes());
    let _ = solve::decide(&document.clauses.cnf, &mut few());
    let mut written = Vec::new();
    dimacs::write(&mut written, &document.clauses.cnf, |_| None).expect("memory takes everything");
}

fn quantified_clauses(text: &str) {
    let (document, diagnostics) = qdimacs::parse(text.as_bytes());
    report(source("a.qdimacs", text), diagnostics);
    let _ = solve::win(&document.game, true, &mut Budget::unlimited());
}

fn circuit(text: &str) {
    let (document, diagnostics) = qcir::parse(text.as_bytes());
    report(source("a.qcir", text), diagnostics);
    if let Some(document) = document {
        let _ = solve::win(&document.game, true, &mut Budget::unlimited());
    }
}

fn problem(text: &str) {
    let (path, mut unlimited) = (Path::new("a.p"), Budget::unlimited());
    let loaded = tptp::load(source("a.p", text), path, &NoFiles, None, &mut unlimited);
    let loaded = loaded.expect("no limit");
    for text in &loaded.texts {
        report(Arc::clone(&text.source), text.diagnostics.clone());
    }
    if !loaded.has_errors() {
        let _ = theorem::solve(&loaded, &mut few());
    }
}

/// Checks a proof about clauses that are as many as its lines.
fn refutation(text: &str) {
    let clauses = documents::refuted(text.lines().count());
    let (clauses, _) = dimacs::parse(clauses.as_bytes());
    let format = ClauseProofFormat::Drat;
    proof::verify(&clauses.clauses, text.as_bytes(), format, &mut Budget::unlimited())
        .expect("no limit");
}

/// Reads the list of the cubes of such clauses.
fn cubes(text: &str) {
    let (clauses, _) = dimacs::parse(documents::refuted(text.len() / 4).as_bytes());
    let _ = CubeList::read(&clauses.clauses, text.as_bytes());
}

/// Checks a proof by natural deduction.
fn deduction(text: &str) {
    let checked = checked(&documents::proved(text));
    let analysis = checked.analysis();
    let asked = asked_last(&analysis).expect("a question");
    let proof = source("proof.txt", text);
    let written = fitch::parse(proof.text());
    let mut unlimited = Budget::unlimited();
    let found = faults(asked.puzzle.as_ref(), &asked.question, &proof, &written, &mut unlimited);
    report(proof, found.expect("no limit"));
}

/// Reads a list of points for as many queries as it has lines.
fn points(text: &str) {
    let asked: Vec<_> = (0..text.lines().count()).map(|it| format!("solve f{it}")).collect();
    let _ = QueryPoints::read(text, &asked);
}

/// Shows the steps of a procedure as a page and as data.
fn steps(text: &str, procedure: Procedure) {
    let checked = checked(text);
    let analysis = checked.analysis();
    let asked = asked_last(&analysis).expect("a question");
    let (puzzle, mut unlimited) = (asked.puzzle.as_ref(), Budget::unlimited());
    let trace = trace(puzzle, &asked.question, Some(procedure), &mut |_| {}, &mut unlimited);
    let trace = trace.expect("no limit");
    page(&trace, "steps");
    serde_json::to_writer(io::sink(), &trace).expect("a sink takes everything");
}

/// A world in which each file declares a formula of its own, clauses where that is its format, unless it
/// is called `none`.
struct Shelf;

impl Files for Shelf {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.to_string_lossy();
        let text = match name.split_once('.') {
            _ if name.starts_with("none") => return Err("there is no such file".to_owned()),
            Some((_, "cnf")) => "p cnf 1 1\n1 0\n".to_owned(),
            Some((stem, _)) if stem.starts_with("wrong") => {
                format!("formula of_{stem} = unknown\n")
            }
            Some((stem, _)) => format!("formula of_{stem} = x\n"),
            None => return Err("it has no format".to_owned()),
        };
        Ok(Arc::new(Source::new(name, text)))
    }
}

impl SessionWorld for Shelf {
    fn write(&self, _: &Path, _: &[u8], _: bool) -> Result<(), NotWritten> {
        Ok(())
    }

    fn list(&self, _: &Path, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Enters a text in a session.
fn enter(session: &mut Session<'_>, text: &str) {
    let style = Style { unicode: true, color: true, width: 80 };
    let display = Display { is_conversation: true, results: style, diagnostics: style };
    let mut output = Output::new(io::sink(), io::sink());
    session.enter(text, Signal::default(), &mut |event| {
        display.show(&event, &mut output).expect("a sink takes everything");
    });
}

/// What the further steps cost in a session in which these texts were entered.
fn session<'t>(texts: impl IntoIterator<Item = &'t str>, step: Step) -> Cost {
    let mut session = Session::new(&Shelf, "<repl>", SearchLimits::default());
    texts.into_iter().for_each(|it| enter(&mut session, it));
    Cost::of_steps(|number| enter(&mut session, &step(number)))
}

/// What it costs to type further lines at some place of a text in an editor, which looks after each.
fn editor(text: &str, first: usize, step: Step) -> Cost {
    let path = Path::new("a.puzzle");
    let mut workspace = Workspace::new(Box::new(NoFiles));
    workspace.open(path.to_owned(), "a.puzzle", text, 0);
    workspace.analysis(path);
    Cost::of_steps(|number| {
        let at = EditorPosition { line: (first + number) as u32, column: 0 };
        workspace.edit(path, ColumnUnit::Utf16, 0, &[(Some(at..at), &*step(number))]);
        workspace.analysis(path);
    })
}

/// What something costs.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    bytes: f64,
}

impl Cost {
    fn of(work: fn(&str), text: &str) -> Self {
        let (time, bytes) = (worked(), ALLOCATOR.stats().bytes_allocated);
        work(text);
        let seconds = worked() - time;
        Self { seconds, bytes: (ALLOCATOR.stats().bytes_allocated - bytes) as f64 }
    }

    /// The cost of one of some steps: of the rounds the least, since now and then something is made larger.
    fn of_steps(mut step: impl FnMut(usize)) -> Self {
        let mut least = Self { seconds: f64::INFINITY, bytes: f64::INFINITY };
        for number in 0..STEPS_EACH {
            let (time, bytes) = (worked(), ALLOCATOR.stats().bytes_allocated);
            step(number);
            least.seconds = least.seconds.min(worked() - time);
            let bytes = ALLOCATOR.stats().bytes_allocated - bytes;
            least.bytes = least.bytes.min(bytes as f64);
        }
        least
    }

    /// In what this is too much for a step that has not more to do than the other.
    fn excess_of_step(self, other: Self) -> Vec<String> {
        let compared = [
            ("seconds", self.seconds, other.seconds, MOMENT),
            ("bytes", self.bytes, other.bytes, LITTLE_STEP),
        ];
        let is_too_much = |&(_, long, short, least): &(_, f64, f64, f64)| {
            long > least && long > MOST_STEP * short
        };
        let words = |(what, long, short, _)| format!("{what}: {short} and {long}");
        compared.into_iter().filter(is_too_much).map(words).collect()
    }

    /// In what this is too much beside the cost of a text that is shorter.
    fn excess(self, short: Self) -> Vec<String> {
        let compared = [
            ("seconds", self.seconds, short.seconds, MOMENT),
            ("bytes", self.bytes, short.bytes, LITTLE),
        ];
        let is_too_much =
            |&(_, long, short, least): &(_, f64, f64, f64)| long > least && long > MOST * short;
        let words = |(what, long, short, _)| format!("{what}: {short} and {long}");
        compared.into_iter().filter(is_too_much).map(words).collect()
    }
}

/// For how many seconds this thread has worked.
#[cfg(unix)]
fn worked() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Elsewhere only bytes are compared.
#[cfg(not(unix))]
fn worked() -> f64 {
    0.0
}

/// What is wrong with the costs of a work.
fn compare((what, n, text): &Input, (name, work): &Work) -> Option<String> {
    let [short, long] = [*n, *n * LONGER].map(text);
    let (mut least_short, mut least_long) = (Cost::of(*work, &short), Cost::of(*work, &long));
    for _ in 1..RUNS {
        if least_long.excess(least_short).is_empty() {
            return None;
        }
        let (short, long) = (Cost::of(*work, &short), Cost::of(*work, &long));
        least_short.seconds = least_short.seconds.min(short.seconds);
        least_long.seconds = least_long.seconds.min(long.seconds);
    }
    let excess = least_long.excess(least_short);
    (!excess.is_empty()).then(|| format!("{what}: {name}: {}", excess.join("; ")))
}

fn is_linear(inputs: &[Input], works: &[Work]) {
    // The first run pays for what is done once in a process.
    let (_, n, text) = inputs[0];
    works.iter().for_each(|(_, work)| work(&text(n)));
    let pairs = inputs.iter().flat_map(|input| works.iter().map(move |work| (input, work)));
    let faults = pairs.filter_map(|(input, work)| compare(input, work));
    let faults: Vec<_> = faults.inspect(|it| eprintln!("{it}")).collect();
    assert!(faults.is_empty(), "too much for a text four times as long:\n{}", faults.join("\n"));
}

#[test]
fn checking() {
    if is_done_apart(checking) {
        return;
    }
    is_linear(inputs::PUZZLES, &[("check", |text| drop(checked(text)))]);
}

#[test]
fn formatting() {
    if is_done_apart(formatting) {
        return;
    }
    is_linear(inputs::PUZZLES, &[("format", |text| drop(format(text)))]);
}

/// This takes minutes, so it is done where `LINEAR` is set, as `.ci/slow/linear` does.
#[test]
fn answers_and_edits_of_everything() {
    if std::env::var_os("LINEAR").is_none() || is_done_apart(answers_and_edits_of_everything) {
        return;
    }
    let works: &[Work] = &[("show", show), ("test", answer), ("edit", edit), ("look", look)];
    is_linear(inputs::PUZZLES, works);
}

#[test]
fn foreign_formats() {
    if is_done_apart(foreign_formats) {
        return;
    }
    let read: Work = ("read", |text| foreign("a.cnf", text));
    is_linear(documents::DIMACS, &[read, ("solve", clauses), ("change", change)]);
    is_linear(documents::DAVIS_PUTNAM, &[("read", |text| foreign("a.dp", text))]);
    is_linear(documents::QDIMACS, &[("solve", quantified_clauses)]);
    is_linear(documents::QCIR, &[("solve", circuit)]);
    is_linear(documents::TPTP, &[("solve", problem)]);
    is_linear(documents::MAZES, &[("read", |text| foreign("a.maze", text))]);
    is_linear(documents::BOARDS, &[("read", |text| foreign("a.dots", text))]);
    is_linear(documents::PROOFS, &[("verify", refutation)]);
    is_linear(documents::CUBES, &[("read", cubes)]);
    is_linear(documents::DEDUCTIONS, &[("verify", deduction)]);
    is_linear(documents::POINTS, &[("read", points)]);
}

#[test]
fn answers_and_steps() {
    if is_done_apart(answers_and_steps) {
        return;
    }
    is_linear(inputs::WORDS, &[("test", answer)]);
    is_linear(inputs::ANSWERED, &[("answer", answer_whole)]);
    is_linear(inputs::TRACED, &[("dpll", |text| steps(text, Procedure::Dpll))]);
    is_linear(inputs::TRACED, &[("cdcl", |text| steps(text, Procedure::Cdcl))]);
}

/// The step of a number.
type Step = fn(usize) -> String;

/// A step costs no more when more goes before it, so that many steps together are linear.
fn is_constant(inputs: &[Steps], cost: fn(&str, Step) -> Cost) {
    let mut faults = Vec::new();
    for (what, n, before, step) in inputs {
        let [few, many] = [*n, *n * LONGER_BEFORE].map(before);
        let excess = || cost(&many, *step).excess_of_step(cost(&few, *step));
        let excess = excess();
        if !excess.is_empty() {
            let fault = format!("{what}: {}", excess.join("; "));
            eprintln!("{fault}");
            faults.push(fault);
        }
    }
    assert!(faults.is_empty(), "too much behind eight times as much:\n{}", faults.join("\n"));
}

#[test]
fn sessions() {
    if is_done_apart(sessions) {
        return;
    }
    is_constant(inputs::SESSIONS, |before, step| session(before.lines(), step));
}

#[test]
fn pastes() {
    if is_done_apart(pastes) {
        return;
    }
    is_linear(inputs::PASTES, &[("enter", |text| _ = session([text], |_| String::new()))]);
    is_constant(inputs::BEHIND_PASTES, |before, step| session([before], step));
}

#[test]
fn editors() {
    if is_done_apart(editors) {
        return;
    }
    is_constant(inputs::TYPED, |before, step| editor(before, before.lines().count() / 2, step));
    is_constant(inputs::TYPED, |before, step| editor(before, before.lines().count(), step));
}

/// A report costs the same wherever it points, in many lines and in a long one.
#[test]
fn reports() {
    if is_done_apart(reports) {
        return;
    }
    for piece in ["formula f = x*y\n", "é*y"] {
        let cost = |n: usize| {
            let source = Source::new("a.puzzle", piece.repeat(n));
            let style = Style { unicode: true, color: true, width: 80 };
            Cost::of_steps(|number| {
                for at in 0..20 {
                    let at = (n * at / 20 + number) * piece.len();
                    let span = Span::new(at as u32, at as u32 + 3);
                    let found = Diagnostic::new(MISSING_PARENTHESES, span, "it", "here");
                    let mut drawn = String::new();
                    render(&found, &source, &style, &mut drawn).expect("a text takes everything");
                }
            })
        };
        let excess = cost(20_000 * LONGER_BEFORE).excess_of_step(cost(20_000));
        assert!(excess.is_empty(), "{piece:?}: {}", excess.join("; "));
    }
}

/// Lints that solve a problem for each sentence hold one of these problems at a time, whenever the limits are
/// looked at.
#[test]
fn lints_that_solve_take_little_memory() {
    if is_done_apart(lints_that_solve_take_little_memory) {
        return;
    }
    let held = || {
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated - stats.bytes_deallocated
    };
    let rules = inputs::PUZZLES.iter().find(|(what, ..)| *what == "rules").expect("rules").2;
    let most = |n: usize| {
        let levels = "warn redundant-sentence\nwarn contradictory-sentences\n";
        let before = held();
        let checked = checked(&format!("{levels}{}", rules(n)));
        let most = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&most);
        let signal = Signal::default().watched(move || {
            seen.fetch_max(held() - before, Ordering::Relaxed);
        });
        review(&checked.analysis(), &Budget::new(signal, None, None));
        most.load(Ordering::Relaxed) as f64
    };
    let (short, long) = (most(25), most(25 * LONGER));
    assert!(0.0 < short && long < MOST * short, "{short} and {long} bytes at once");
}

/// The comparison finds squares of either kind, and lets other costs pass.
#[test]
fn squares_are_found() {
    if is_done_apart(squares_are_found) {
        return;
    }
    let text: fn(usize) -> String = |n| "x".repeat(n);
    let looks: fn(&str) = |text| {
        let bytes = text.as_bytes();
        let pairs = bytes.iter().map(|it| bytes.iter().filter(|other| *other == it).count());
        std::hint::black_box(pairs.sum::<usize>());
    };
    let takes: fn(&str) = |text| {
        (0..text.len()).for_each(|end| drop(std::hint::black_box(text[..end].to_owned())));
    };
    let passes: fn(&str) = |text| drop(std::hint::black_box(text.to_uppercase()));
    #[cfg(unix)]
    assert!(compare(&("a text", 1000, text), &("looks", looks)).is_some());
    assert!(compare(&("a text", 2000, text), &("takes", takes)).is_some());
    assert_eq!(compare(&("a text", 2_000_000, text), &("passes", passes)), None);
}
