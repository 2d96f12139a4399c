//! Limits and Ctrl-C are looked at during every set-up, by every question and command. In place of the
//! time, which no test can rely on, this counts looks at the limits and what is allocated between two
//! of them: a loop without `budget.check()` is one long gap, and a command that ignores a cancelled budget
//! goes on looking at it.
//!
//! What neither allocates nor ends soon is found by its growth: of four times the work there have to be more
//! looks.
//!
//! To add a row, put what is hard, or large, into `rows` under a name whose ending tells the format. Of a
//! `.puzzle` the last declaration is asked everything that its kind answers, by each of its engines, and
//! drawn and played, and each command does its work on it; the file is checked, tested, built and made a worksheet,
//! and its queries are asked by each engine. A kind of puzzle for which no row is hard fails the test. With `cargo test --test costs limits:: -- --nocapture`
//! the longest gaps are shown.

mod commands;

use super::hard;
use super::{ALLOCATOR, is_done_apart};
use std::collections::BTreeSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::logic::maze_encoding::{MazeAxioms, encode};
use puzzle_engine::sat::cubes;
use puzzle_engine::sat::dpll::Silent;
use puzzle_lang::console::SearchLimits;
use puzzle_lang::diagnostic::{Diagnostic, Severity};
use puzzle_lang::interchange::numbered::NumberedClauses;
use puzzle_lang::interchange::proof::ClauseProofFormat;
use puzzle_lang::interchange::{dimacs, dots, maze_text, qcir, qdimacs};
use puzzle_lang::kinds::maze::check::check as check_maze;
use puzzle_lang::kinds::{self, Definition, Kind, Puzzle, Question};
use puzzle_lang::picture;
use puzzle_lang::repl::event::SessionEvent;
use puzzle_lang::repl::session::{NotWritten, Session, SessionWorld};
use puzzle_lang::service::build::build;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::clauses::{self, Options};
use puzzle_lang::service::cubes::{CubeList, SplitClauses};
use puzzle_lang::service::glance::glance;
use puzzle_lang::service::import::{Files, NoFiles, load, tptp};
use puzzle_lang::service::play::setup::PlayChoices;
use puzzle_lang::service::play::{Event, Play};
use puzzle_lang::service::proof::{ProvenClauses, verify};
use puzzle_lang::service::review::review;
use puzzle_lang::service::slice::Slice;
use puzzle_lang::service::solve::{NoAnswer, answer_to, asked, asked_last, win};
use puzzle_lang::service::{draw, test, theorem};
use puzzle_lang::syntax::ast::{ItemKind, Verb};
use puzzle_lang::text::{Source, Span};
use stats_alloc::Stats;

/// What may be allocated between two looks, before the first and after the last: how often, and bytes.
const MOST: Work = Work { allocations: 200_000, bytes: 24 << 20 };

/// The same of what a person looks at, which has a greatest size: a picture, all moves of a board.
const SHOWN: Work = Work { allocations: 8_000_000, bytes: 256 << 20 };

/// Looks after which a question is cancelled, in several runs. After the last it is hard.
const STRIKES: [u64; 2] = [1, 16];

/// Looks that may follow until the command ends.
const MOST_LOOKS_AFTERWARDS: u64 = 200;

/// A time limit that no run reaches.
const FOR_EVER: Duration = Duration::from_secs(1 << 30);

/// What was allocated.
#[derive(Clone, Copy, Default, Debug)]
struct Work {
    allocations: usize,
    bytes: usize,
}

impl Work {
    fn since(before: Stats) -> Self {
        let now = ALLOCATOR.stats();
        let moves = now.reallocations - before.reallocations;
        Self {
            allocations: now.allocations - before.allocations + moves,
            bytes: now.bytes_allocated - before.bytes_allocated,
        }
    }

    fn exceeds(self, most: Self) -> bool {
        self.allocations > most.allocations || self.bytes > most.bytes
    }

    fn most(self, other: Self) -> Self {
        let allocations = self.allocations.max(other.allocations);
        Self { allocations, bytes: self.bytes.max(other.bytes) }
    }
}

/// Hears the looks of a run, and cancels it at one of them.
struct Watch {
    strike: u64,
    looks: u64,
    last: Stats,
    longest: Work,
}

impl Watch {
    fn gap(&mut self) {
        self.longest = self.longest.most(Work::since(self.last));
        self.last = ALLOCATOR.stats();
    }
}

/// How a run ended.
struct Ended {
    looks: u64,
    longest: Work,
    was_cancelled: bool,
}

/// Runs something that is cancelled at a look.
fn watched(strike: u64, run: impl FnOnce(&dyn Fn() -> Budget)) -> Ended {
    let last = ALLOCATOR.stats();
    let watch = Arc::new(Mutex::new(Watch { strike, looks: 0, last, longest: Work::default() }));
    let (own, plain) = (Arc::clone(&watch), Signal::default());
    let cancel = plain.clone();
    let signal = plain.watched(move || {
        let mut watch = own.lock().unwrap();
        watch.gap();
        watch.looks += 1;
        if watch.looks >= watch.strike {
            cancel.cancel();
        }
    });
    let was_cancelled = signal.clone();
    // Some questions are refused unless there is a time limit.
    run(&move || Budget::new(signal.clone(), Some(FOR_EVER), None));
    let mut watch = watch.lock().unwrap();
    watch.gap();
    let was_cancelled = was_cancelled.is_cancelled();
    Ended { looks: watch.looks, longest: watch.longest, was_cancelled }
}

/// Runs something with each of the strikes; whether even the last one cancelled it. What is wrong goes
/// to `faults`.
fn run(name: &str, faults: &mut Vec<String>, work: impl Fn(&dyn Fn() -> Budget)) -> bool {
    let (mut longest, mut was_cancelled) = (Work::default(), true);
    for strike in STRIKES {
        let ended = watched(strike, &work);
        longest = longest.most(ended.longest);
        if ended.looks > strike + MOST_LOOKS_AFTERWARDS {
            faults.push(format!("{name}: {} looks after it was cancelled", ended.looks - strike));
        }
        was_cancelled = ended.was_cancelled;
        if !was_cancelled {
            break;
        }
    }
    println!("{:>9} {:>12}  {name}", longest.allocations, longest.bytes);
    let is_shown = name.starts_with("draw ") || name.starts_with("play ");
    if longest.exceeds(if is_shown { SHOWN } else { MOST }) {
        faults.push(format!("{name}: {longest:?} between two looks"));
    }
    was_cancelled
}

/// Runs what there is to be done with a row, and adds its kind where a question is hard.
fn run_row(name: &str, text: &str, hard: &mut BTreeSet<&'static str>, faults: &mut Vec<String>) {
    let source = Arc::new(Source::new(name, text));
    match name.rsplit_once('.').unwrap().1 {
        "puzzle" => {
            let program = load(source, Path::new(name), &NoFiles);
            let checked = check(program, &Levels::default());
            let analysis = checked.analysis();
            let is_wrong = |it: &Diagnostic| it.severity == Severity::Error;
            let wrong: Vec<_> = analysis.findings.concat().into_iter().filter(is_wrong).collect();
            match wrong.first() {
                Some(first) => faults.push(format!("{name}: {}", first.message)),
                None => run_program(name, &analysis, hard, faults),
            }
        }
        "cnf" => {
            run_clauses(name, &dimacs::parse_clauses(text.as_bytes()).0.clauses, faults);
        }
        "qdimacs" => {
            let game = qdimacs::parse(text.as_bytes()).0.game;
            run(&format!("solve {name}"), faults, |budget| {
                let _ = win(&game, true, &mut budget());
            });
        }
        "qcir" => {
            let game = qcir::parse(text.as_bytes()).0.unwrap().game;
            run(&format!("solve {name}"), faults, |budget| {
                let _ = win(&game, true, &mut budget());
            });
        }
        "p" => {
            run(&format!("solve {name}"), faults, |budget| {
                let mut budget = budget();
                let path = Path::new(name);
                if let Ok(loaded) =
                    tptp::load(Arc::clone(&source), path, &NoFiles, None, &mut budget)
                {
                    let _ = theorem::solve(&loaded, &mut budget);
                }
            });
        }
        "maze" => {
            let tree = maze_text::parse(text, &mut Vec::new()).unwrap();
            let maze = check_maze(&tree, text, Span::default(), &mut Vec::new()).0.unwrap();
            for axioms in [MazeAxioms::All, MazeAxioms::Pruned, MazeAxioms::Compact] {
                run(&format!("encode {name} {axioms:?}"), faults, |budget| {
                    let _ = encode(&maze, axioms, maze.useful_steps(), &mut budget());
                });
            }
        }
        "dots" => assert!(dots::parse(text.as_bytes()).0.is_some(), "{name}"),
        other => panic!("nobody knows what to do with `.{other}`"),
    }
}

/// All that can be done with clauses.
fn run_clauses(name: &str, parsed: &NumberedClauses, faults: &mut Vec<String>) {
    run(&format!("solve {name}"), faults, |budget| {
        let options = Options::default();
        clauses::decide(parsed, options, None, &mut budget());
    });
    run(&format!("solve --proof {name}"), faults, |budget| {
        let mut sink = io::sink();
        let proof = Some((ClauseProofFormat::Lrat, &mut sink as _));
        clauses::decide(parsed, Options::default(), proof, &mut budget());
    });
    run(&format!("solve --textbook {name}"), faults, |budget| {
        let _ = puzzle_engine::solve::decide_by_textbook(&parsed.cnf, &mut Silent, &mut budget());
    });
    for proof in ["1 -2 0\n", "d 1 0\n", "1 2 3 4 0\n"] {
        let proof = proof.repeat(20_000);
        run(&format!("verify {name} drat"), faults, |budget| {
            let _ = verify(parsed, proof.as_bytes(), ClauseProofFormat::Drat, &mut budget());
        });
    }
    run_parts(name, parsed, faults);
}

/// All that can be done with clauses in parts.
fn run_parts(name: &str, whole: &NumberedClauses, faults: &mut Vec<String>) {
    run(&format!("build --cubes {name}"), faults, |budget| {
        let _ = cubes::split(&whole.cnf, 1_000, &mut budget());
    });
    let two = NonZeroUsize::new(2).unwrap();
    let mut unlimited = Budget::unlimited();
    let parts = SplitClauses::new("x", whole.clone(), Vec::new(), two, &mut unlimited).unwrap();
    run(&format!("build --cubes 2 {name}, written"), faults, |budget| {
        let _ = parts.artifacts(&mut budget()).try_for_each(|it| it.map(drop));
    });
    // All valuations of the first atoms but for one: the rest is searched for a gap.
    let atoms = &whole.numbers[..10];
    let literal = |bits: usize, at: usize| if bits >> at & 1 == 1 { "" } else { "-" };
    let cube = |bits: usize| {
        let literals = (0..10).map(|at| format!("{}{} ", literal(bits, at), atoms[at]));
        format!("a {}0\n", literals.collect::<String>())
    };
    let list = (1..1 << 10).map(cube).collect::<String>();
    let list = CubeList::read(whole, list.as_bytes()).unwrap();
    run(&format!("verify {name} cubes"), faults, |budget| {
        let _ = list.gap(whole, &mut budget());
    });
    for (format, proof) in [
        (ClauseProofFormat::Drat, "1 -2 0\nd 1 0\n".repeat(20_000)),
        (ClauseProofFormat::Lrat, format!("{} d 1 0\n", whole.cnf.len() + 11).repeat(20_000)),
    ] {
        run(&format!("verify {name} {format:?} of a part"), faults, |budget| {
            let proven = ProvenClauses::new(whole);
            let _ = list.verify(1, &proven, (proof.as_bytes(), format), &mut budget());
        });
    }
}

/// All that can be done with a program.
fn run_program(
    name: &str,
    analysis: &Analysis<'_>,
    hard: &mut BTreeSet<&'static str>,
    faults: &mut Vec<String>,
) {
    run(&format!("check {name}"), faults, |budget| {
        review(analysis, &budget());
    });
    run(&format!("build {name}"), faults, |budget| {
        let _ = build(analysis, &mut budget());
    });
    for purpose in [test::TestPurpose::Reading, test::TestPurpose::Comparing] {
        run(&format!("test {name}"), faults, |budget| {
            test::run(analysis, purpose, budget).for_each(drop);
        });
    }
    commands::run_handout(name, analysis, faults);
    let program = analysis.scope.program;
    let mut declared = None;
    for (definition, item) in program.items(program.root()) {
        if let ItemKind::Query(query) = &item.kind {
            let asked = asked(analysis, definition.document, query).unwrap();
            let target = analysis.scope.source(definition.document).slice(query.target.span);
            let about = analysis.scope.find(target.split(':').next().unwrap().trim()).unwrap();
            let facts = analysis.kind(about).unwrap().facts();
            for engine in engines(facts) {
                let question = Question { engine, ..asked.question.clone() };
                ask(name, facts.name, asked.puzzle.as_ref(), &question, hard, faults);
            }
        } else {
            declared = analysis.puzzle(definition).map(|puzzle| (definition, puzzle)).or(declared);
        }
    }
    let (definition, puzzle) = declared.unwrap();
    let kind = analysis.kind(definition).unwrap();
    run_puzzle(name, (definition, kind, puzzle.as_ref()), analysis, hard, faults);
}

fn engines(facts: &kinds::Facts) -> impl Iterator<Item = Option<kinds::Engine>> {
    std::iter::once(None).chain(facts.engines.iter().copied().map(Some))
}

/// Questions that cannot be asked without words of their own.
const WITH_WORDS: [Verb; 4] = [Verb::Eval, Verb::Equivalent, Verb::Prove, Verb::Ask];

/// All that can be done with a puzzle.
fn run_puzzle(
    name: &str,
    (definition, kind, puzzle): (Definition, &'static dyn Kind, &dyn Puzzle),
    analysis: &Analysis<'_>,
    hard: &mut BTreeSet<&'static str>,
    faults: &mut Vec<String>,
) {
    let facts = kind.facts();
    let called = format!("{name} {}", analysis.scope.program.name(definition));
    for verb in facts.verbs.iter().filter(|verb| !WITH_WORDS.contains(verb)) {
        for engine in engines(facts) {
            let question = Question { engine, ..Question::new(*verb) };
            if puzzle.refuse(&question, "", Span::default()).is_none() {
                ask(&called, facts.name, puzzle, &question, hard, faults);
            }
        }
    }
    use picture::Format::{Dot, Svg, Text, Tikz};
    for format in [Text, Svg, Dot, Tikz] {
        run(&format!("draw {called} {format:?}"), faults, |budget| {
            let _ = draw::draw(puzzle, facts, format, Some(&mut budget()));
        });
    }
    commands::run_commands(&called, (definition, kind, puzzle), analysis, faults);
    run(&format!("glance {called}"), faults, |budget| {
        glance(analysis, definition, &budget());
    });
    if facts.verbs.contains(&Verb::Play2Win) {
        let slice = Slice::about(analysis, definition, Verb::Play2Win).unwrap();
        for typed in ["hint", ""] {
            run(&format!("play {called} {typed}"), faults, |budget| {
                let choices = PlayChoices { side: None, ..PlayChoices::default() };
                let Ok(mut play) = Play::start(slice.clone(), &choices, 0) else { return };
                let tell = &mut |_: Event| {};
                play.open(budget, tell);
                if typed.is_empty()
                    && let kinds::Turn::Move { moves, .. } = play.turn()
                {
                    let first = moves[0].clone();
                    play.enter(&first, budget, tell);
                }
                play.enter(typed, budget, tell);
            });
        }
    }
}

/// Asks a question, and explains a no.
fn ask(
    name: &str,
    kind: &'static str,
    puzzle: &dyn Puzzle,
    question: &Question,
    hard: &mut BTreeSet<&'static str>,
    faults: &mut Vec<String>,
) {
    let verb = question.verb.word();
    let engine = question.engine.map(|it| format!(" by {it}")).unwrap_or_default();
    let told = format!("{verb} {name}{engine}");
    let outcome = Mutex::new(None);
    let is_cancelled = run(&told, faults, |budget| {
        let mut budget = budget();
        let answered = answer_to(puzzle, question, &mut budget);
        *outcome.lock().unwrap() = answered.as_ref().err().cloned();
        if let Ok(solved) = answered {
            let _ = solved.explained(&budget);
        }
    });
    match outcome.into_inner().unwrap() {
        Some(NoAnswer::Stopped(Stop::Cancelled)) if is_cancelled => {
            hard.insert(kind);
        }
        Some(NoAnswer::Stopped(Stop::Cancelled)) => {
            faults.push(format!("{told}: says that it was cancelled, and was not"));
        }
        Some(NoAnswer::Unverified(what)) => faults.push(format!("{told}: {what}")),
        // An answer came first, or the question is refused, or said to be too large.
        _ => {}
    }
}

#[test]
fn limits_are_looked_at_everywhere() {
    if is_done_apart(limits_are_looked_at_everywhere) {
        return;
    }
    let (mut hard, mut faults) = (BTreeSet::new(), Vec::new());
    for (name, text) in hard::rows() {
        run_row(name, &text, &mut hard, &mut faults);
    }
    for facts in kinds::ALL.0.iter().map(|kind| kind.facts()) {
        if !hard.contains(facts.name) {
            faults.push(format!("no row is hard for {}", facts.with_article()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A disk on which every file is the same.
struct Shelf(Source);

impl Files for Shelf {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, _: &Path) -> Result<Arc<Source>, String> {
        Ok(Arc::new(self.0.clone()))
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

/// However early or late a file is given up that is loaded or imported, the session knows nothing of it.
#[test]
fn a_file_that_is_loaded_or_imported_keeps_to_the_limits() {
    if is_done_apart(a_file_that_is_loaded_or_imported_keeps_to_the_limits) {
        return;
    }
    let lines = (0..20_000).map(|it| format!("formula name{it} = (x*-y)\nsolve name{it}\n"));
    let shelf = Shelf(Source::new("a.puzzle", lines.collect::<String>()));
    let given_up = [
        (":load a.puzzle", "a.puzzle: it was not read to its end: interrupted"),
        ("import \"a.puzzle\"", "what it names was not read to its end: interrupted"),
    ];
    for (typed, words) in given_up {
        let mut failures = 0;
        for strike in [1, 20, 100, 300, 400, 500, 600, 1_000_000] {
            let mut session = Session::new(&shelf, "<repl>", SearchLimits::default());
            let looks = Arc::new(AtomicU64::new(0));
            let (own, cancel) = (Arc::clone(&looks), Signal::default());
            let signal = cancel.clone().watched(move || {
                if own.fetch_add(1, Ordering::Relaxed) + 1 >= strike {
                    cancel.cancel();
                }
            });
            let (mut failed, mut answers) = (false, 0);
            session.enter(typed, signal, &mut |event| match event {
                SessionEvent::Failure(message, _) => {
                    failed = true;
                    assert_eq!(message, words);
                }
                SessionEvent::Answer { .. } => answers += 1,
                _ => {}
            });
            let looks = looks.load(Ordering::Relaxed);
            assert!(looks < strike + MOST_LOOKS_AFTERWARDS, "{typed}, {strike}: {looks}");
            assert!(!failed || answers == 0);
            let mut is_known = false;
            session.enter("solve name7", Signal::default(), &mut |event| {
                is_known |= matches!(event, SessionEvent::Answer { .. });
            });
            assert_eq!(is_known, !failed, "{typed}, {strike}");
            failures += u32::from(failed);
        }
        assert!(failures >= 4, "{typed}: {failures}");
    }
}

/// The same of files in foreign formats, wherever in them they are given up.
#[test]
fn a_file_in_a_foreign_format_keeps_to_the_limits() {
    if is_done_apart(a_file_in_a_foreign_format_keeps_to_the_limits) {
        return;
    }
    let lines = |line: fn(usize) -> String| (1..20_000).map(line).collect::<String>();
    let rows = [
        ("a.cnf", "clauses", lines(|it| format!("{it} -{} 0\n", it + 1))),
        ("a.dp", "clauses", lines(|it| format!("{it} -{}\n", it + 1)) + "0\n"),
        ("a.maze", "maze", {
            let nodes = lines(|it| format!("N{it} "));
            let ways = lines(|it| format!("N{it} TREASURES TOLLS NEXT GOAL\n"));
            let ends = "START TREASURES TOLLS NEXT N1\nGOAL TREASURES TOLLS NEXT\n";
            format!("START {nodes}GOAL\n\n5\n{ends}{ways}")
        }),
        ("a.dots", "game", format!("80\n80\n{}", "0\n".repeat(2 * 80 * 81 + 2))),
        ("a.p", "theory", lines(|it| format!("fof(a{it}, axiom, p(c{it})).\n"))),
    ];
    for (file, sort, text) in rows {
        let shelf = Shelf(Source::new(file, text));
        for typed in [format!("{sort} named = file \"{file}\""), format!(":load {file}")] {
            let mut failures = 0;
            for strike in [1, 2, 4, 8] {
                let mut session = Session::new(&shelf, "<repl>", SearchLimits::default());
                let looks = Arc::new(AtomicU64::new(0));
                let (own, cancel) = (Arc::clone(&looks), Signal::default());
                let signal = cancel.clone().watched(move || {
                    if own.fetch_add(1, Ordering::Relaxed) + 1 >= strike {
                        cancel.cancel();
                    }
                });
                let mut is_given_up = false;
                session.enter(&typed, signal, &mut |event| {
                    is_given_up |=
                        matches!(&event, SessionEvent::Failure(it, _) if it.contains("interrupted"));
                });
                let looks = looks.load(Ordering::Relaxed);
                assert!(looks < strike + MOST_LOOKS_AFTERWARDS, "{typed}, {strike}: {looks}");
                failures += usize::from(is_given_up);
                let mut listed = String::new();
                session.enter(":list", Signal::default(), &mut |event| {
                    if let SessionEvent::Text(text) = event {
                        listed = text;
                    }
                });
                assert_eq!(listed.is_empty(), is_given_up, "{typed}, {strike}: {listed}");
            }
            assert!(failures >= 3, "{typed}: {failures}");
        }
    }
}

/// What allocates nothing is no gap above. But whatever a loop does, of four times the work it has to
/// look more often.
#[test]
fn more_work_takes_more_looks() {
    if is_done_apart(more_work_takes_more_looks) {
        return;
    }
    const MOST_LOOKS: u64 = 100;
    let mut faults = Vec::new();
    for (name, text) in hard::growing() {
        let looks = |size: usize| -> Vec<(String, Ended)> {
            let source = Arc::new(Source::new(name, text(size)));
            let checked = check(load(source, Path::new(name), &NoFiles), &Levels::default());
            let analysis = checked.analysis();
            let items = analysis.scope.program.items(analysis.scope.program.root());
            let (definition, _) = items.last().unwrap();
            let puzzle = analysis.puzzle(definition).unwrap();
            let facts = analysis.kind(definition).unwrap().facts();
            let mut ended = vec![(
                "build".to_owned(),
                watched(MOST_LOOKS, |budget| {
                    let _ = build(&analysis, &mut budget());
                }),
            )];
            for verb in facts.verbs.iter().filter(|verb| !WITH_WORDS.contains(verb)) {
                for engine in engines(facts) {
                    let question = Question { engine, ..Question::new(*verb) };
                    let told = format!("{} by {engine:?}", verb.word());
                    ended.push((
                        told,
                        watched(MOST_LOOKS, |budget| {
                            let _ = answer_to(puzzle.as_ref(), &question, &mut budget());
                        }),
                    ));
                }
            }
            ended
        };
        for ((question, small), (_, large)) in looks(1 << 8).into_iter().zip(looks(1 << 10)) {
            let both_end = !small.was_cancelled && !large.was_cancelled;
            if both_end && small.looks >= 8 && large.looks < 2 * small.looks {
                faults.push(format!("{name}, {question}: {} and {}", small.looks, large.looks));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
