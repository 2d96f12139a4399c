//! What is asked of each parser, whatever the input: that it returns, and that what it returns
//! hangs together. One function a target; `tests/language/fuzz_corpus.rs` runs them, too, on every seed.

pub mod sheets;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal};
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::logic::maze_encoding::{MazeAxioms, encode};
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::qbf;
use puzzle_engine::sat::cdcl::{Options, Solver, SolverOutcome};
use puzzle_engine::verify::qbf::is_won;
use puzzle_lang::course::build_tree;
use puzzle_lang::diagnostic::code::UNVERIFIED;
use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::diagnostic::report::{Style, render};
use puzzle_lang::diagnostic::{Diagnostic, Severity};
use puzzle_lang::interchange::proof::ClauseProofFormat;
use puzzle_lang::interchange::{davis_putnam, dimacs, dots, fitch, icnf, maze_text, qcir, qdimacs};
use puzzle_lang::kinds::Program;
use puzzle_lang::kinds::maze::check::check as check_maze;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::cubes::CubeList;
use puzzle_lang::service::deduction::faults;
use puzzle_lang::service::import::{NoFiles, load, tptp};
use puzzle_lang::service::proof::{ProofVerdict, verify};
use puzzle_lang::service::solve::asked;
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, TestReport, run};
use puzzle_lang::service::theorem;
use puzzle_lang::syntax::ast::ItemKind;
use puzzle_lang::syntax::format::format;
use puzzle_lang::syntax::{parse, parse_formula};
use puzzle_lang::text::{Source, Span};

/// What a target does with an input.
pub type Target = fn(&[u8]);

/// A function for each target, by its name.
pub const TARGETS: [(&str, Target); 16] = [
    ("puzzle_file", puzzle_file),
    ("formula", formula),
    ("queries", queries),
    ("dimacs", clauses_in_dimacs),
    ("davis_putnam", clauses_in_davis_putnam),
    ("qdimacs", quantified_clauses),
    ("qcir", circuit),
    ("tptp", problem_in_tptp),
    ("answer", answer_in_davis_putnam),
    ("maze", maze),
    ("dots", board_of_dots),
    ("cdcl", clause_learning),
    ("cubes", cubes),
    ("proof", proof),
    ("deduction", deduction),
    ("sheets", sheets::answers),
];

/// Quantified clauses are read, and what learning says of them within some steps is shown.
pub fn quantified_clauses(data: &[u8]) {
    let source = Source::from_bytes("fuzz.qdimacs", data.to_vec());
    let (document, diagnostics) = qdimacs::parse(source.text().as_bytes());
    show(&source, &diagnostics);
    play_out(&document.game);
}

/// As [`quantified_clauses`], of a circuit.
pub fn circuit(data: &[u8]) {
    let source = Source::from_bytes("fuzz.qcir", data.to_vec());
    let (game, diagnostics) = qcir::parse(source.text().as_bytes());
    show(&source, &diagnostics);
    assert_eq!(game.is_none(), !diagnostics.is_empty(), "a circuit without faults is a game");
    if let Some(document) = game {
        play_out(&document.game);
    }
}

/// A problem in TPTP is read, and what provers and finders of models say of it within some steps is shown.
pub fn problem_in_tptp(data: &[u8]) {
    let source = Arc::new(Source::from_bytes("fuzz.p", data.to_vec()));
    let path = Path::new("fuzz.p");
    let mut unlimited = Budget::unlimited();
    let loaded = tptp::load(Arc::clone(&source), path, &NoFiles, None, &mut unlimited);
    let loaded = loaded.expect("no limit");
    show(&source, &loaded.texts[0].diagnostics);
    if !loaded.has_errors() {
        let mut budget = Budget::unlimited().part(1 << 12);
        let answer = theorem::solve(&loaded, &mut budget).expect("answers pass their checks");
        assert!(answer.text("fuzz").starts_with("% SZS status "));
    }
}

fn play_out(game: &Prenex) {
    let dual = qbf::definitions::with_dual(game, &mut Budget::unlimited()).expect("no limit");
    let game = dual.as_ref().unwrap_or(game);
    let mut search = qbf::QbfSearch::new(game, qbf::Freedom::Late);
    if let Ok((winner, proof)) = search.run(&mut Budget::unlimited().part(1 << 14)) {
        assert_eq!(is_won(game, winner, &proof, &mut Budget::unlimited()), Ok(true));
    }
}

/// A file is parsed, checked and drawn; formatting twice equals once and adds no fault.
pub fn puzzle_file(data: &[u8]) {
    let source = Arc::new(Source::from_bytes("fuzz.puzzle", data.to_vec()));
    let program = open(&source);
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    show(&source, analysis.findings.iter().flatten());
    let once = format(source.text());
    assert_eq!(format(&once), once, "formatting twice equals once");
    let is_clean = |text: &str| parse(text).diagnostics.is_empty();
    assert!(!is_clean(source.text()) || is_clean(&once), "formatting adds no fault");
}

/// A formula is what it is printed as; the fixes of what is none make it one.
pub fn formula(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match build_tree(&text) {
        Ok(formula) => {
            assert_eq!(build_tree(&formula.to_string()).as_ref(), Ok(&formula));
            let simple = formula.simplify();
            assert_eq!(simple.simplify(), simple, "simplifying twice equals once");
            for all in [false, true] {
                assert_eq!(formula.evaluate(|_| all), simple.evaluate(|_| all));
            }
            // A drawing may be as large as the square of the formula.
            if data.len() < 2000 {
                assert!(!formula.draw().is_empty());
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "what is no formula has a fault");
            show(&Source::new("fuzz", &*text), &faults);
        }
    }
    let Err(faults) = parse_formula(&text) else { return };
    assert!(!faults.is_empty(), "what is no formula has a fault");
    show(&Source::new("fuzz", &*text), &faults);
    for fix in faults.iter().flat_map(|fault| &fault.fixes) {
        let fixed = apply(&text, &fix.edits);
        assert!(parse_formula(&fixed).is_ok(), "{}: {fixed}", fix.title);
    }
}

/// Every answer passes its check, and a sound file with the answers written in expects the right
/// ones.
pub fn queries(data: &[u8]) {
    let source = Arc::new(Source::from_bytes("fuzz.puzzle", data.to_vec()));
    let (is_sound, reports) = answers(&source);
    let updates: Vec<_> = reports.iter().filter_map(|report| report.update.clone()).collect();
    if updates.is_empty() || !is_sound {
        return;
    }
    let updated = apply(source.text(), &updates);
    for report in answers(&Arc::new(Source::new("fuzz.puzzle", updated))).1 {
        assert_ne!(
            report.verdict,
            Some(ExpectationVerdict::Fails),
            "{} in an updated file",
            report.name
        );
    }
}

/// Clause learning with any techniques agrees with trying all values. The first two bytes switch
/// techniques, each further one is a literal of eight atoms; two in the upper half end a clause or
/// ask a question whose assumptions are the clause.
pub fn clause_learning(data: &[u8]) {
    let [first, second, words @ ..] = data else { return };
    let is_on = |bit: u32| u32::from_le_bytes([*first, *second, 0, 0]) >> bit & 1 == 1;
    let mut solver = Solver::new(Options {
        seed: u64::from(*first),
        interval: if is_on(15) { 1000 } else { 1 },
        initial_phase: is_on(0),
        minimisation: is_on(1),
        restarts: is_on(3),
        reduction: is_on(4),
        stable_mode: is_on(5),
        phase_saving: is_on(6),
        target_phases: is_on(7),
        rephasing: is_on(8),
        subsumption: is_on(9),
        elimination: is_on(10),
        vivification: is_on(11),
        equivalence: is_on(12),
        probing: is_on(13),
        reason_bumping: is_on(14),
        local_search: is_on(1) != is_on(12),
        addition: is_on(2),
    });
    if is_on(9) {
        while solver.atoms() < 8 {
            solver.add_atom();
        }
        solver.seal();
    }
    let mut clauses: Vec<Vec<Literal>> = Vec::new();
    let mut clause = Vec::new();
    for word in words {
        match word {
            0..128 => clause.push(Literal::from_index(u32::from(word % 16))),
            128..240 => {
                solver.add_clause(&clause);
                clauses.push(std::mem::take(&mut clause));
            }
            240.. => {
                let outcome = solver.solve(&clause, &mut Budget::unlimited());
                let is_model = |bits: u32, literals: &[Literal]| {
                    let holds = |it: &Literal| (bits >> it.atom().0 & 1 == 1) == it.is_positive();
                    clauses.iter().all(|clause| clause.iter().any(holds))
                        && literals.iter().all(holds)
                };
                let has_model = |literals: &[Literal]| (0..256).any(|it| is_model(it, literals));
                if outcome == Ok(SolverOutcome::Satisfiable) {
                    let bit = |atom| u32::from(solver.value(Atom(atom))) << atom;
                    assert!(is_model((0..8).map(bit).sum(), &clause), "the model is none");
                } else {
                    assert!(!has_model(&clause), "there is a model");
                    assert!(!has_model(solver.core()), "the core is none");
                }
                clause.clear();
            }
        }
    }
}

/// Clauses with one model, and one more that rules it out.
const CLAUSES: [&[u8]; 2] = [
    b"p cnf 3 6\n1 2 3 0 1 2 -3 0 1 -2 0 -1 2 0 -1 -2 3 0 2 3 0\n",
    b"p cnf 3 7\n1 2 3 0 1 2 -3 0 1 -2 0 -1 2 0 -1 -2 3 0 2 3 0 -1 -2 -3 0\n",
];

/// A proof in any format is read and judged; none refutes clauses that have a model.
pub fn proof(data: &[u8]) {
    let source = Source::from_bytes("fuzz.drat", data.to_vec());
    for (clauses, has_model) in CLAUSES.into_iter().zip([true, false]) {
        let clauses = dimacs::parse(clauses).0.clauses;
        for format in [
            ClauseProofFormat::of(data),
            ClauseProofFormat::Drat,
            ClauseProofFormat::DratBinary,
            ClauseProofFormat::Lrat,
            ClauseProofFormat::LratBinary,
        ] {
            match verify(&clauses, data, format, &mut Budget::unlimited()) {
                Ok(ProofVerdict::Faulty(fault)) => show(&source, [&*fault]),
                Ok(ProofVerdict::Verified) => assert!(!has_model, "there is a model"),
                Err(stop) => panic!("there is no limit, but {stop}"),
            }
        }
    }
}

/// A list of cubes is read and judged; one that leaves nothing out has a cube for the model,
/// in which all atoms are true.
pub fn cubes(data: &[u8]) {
    let source = Source::from_bytes("fuzz.icnf", data.to_vec());
    for (clauses, has_model) in CLAUSES.into_iter().zip([true, false]) {
        let clauses = dimacs::parse(clauses).0.clauses;
        let list = match CubeList::read(&clauses, data) {
            Ok(list) => list,
            Err(fault) => return show(&source, [&*fault]),
        };
        let cubes = icnf::parse(data).expect("it has been read");
        let has_ones = cubes.iter().any(|it| it.literals.iter().all(|(number, _)| *number > 0));
        match list.gap(&clauses, &mut Budget::unlimited()) {
            Ok(Some(fault)) => show(&source, [&*fault]),
            Ok(None) => assert!(!has_model || has_ones, "the model is in no cube"),
            Err(stop) => panic!("there is no limit, but {stop}"),
        }
    }
}

/// Clauses survive writing and reading.
pub fn clauses_in_dimacs(data: &[u8]) {
    let (read, faults) = dimacs::parse(data);
    show(&Source::from_bytes("fuzz.cnf", data.to_vec()), &faults);
    if faults.iter().any(|it| it.severity == Severity::Error) {
        return;
    }
    let mut written = Vec::new();
    dimacs::write(&mut written, &read.clauses.cnf, |_| None).expect("memory takes everything");
    let (again, faults) = dimacs::parse(&written);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(again.clauses.cnf, read.clauses.cnf);
}

/// Clauses and back matter survive writing and reading.
pub fn clauses_in_davis_putnam(data: &[u8]) {
    let (read, faults) = davis_putnam::parse(data);
    show(&Source::from_bytes("fuzz.dp", data.to_vec()), &faults);
    if !faults.is_empty() {
        return;
    }
    let clauses = &read.clauses;
    let mut written = Vec::new();
    let number = |atom: Atom| clauses.number(atom);
    davis_putnam::write(&mut written, &clauses.cnf, number, read.back_matter)
        .expect("memory takes everything");
    let (again, faults) = davis_putnam::parse(&written);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(again.back_matter, read.back_matter);
    // The format has no empty clause; one is written as a contradiction.
    if clauses.cnf.clauses().all(|clause| !clause.is_empty()) {
        assert_eq!(again.clauses.cnf, clauses.cnf);
        assert_eq!(again.clauses.numbers, clauses.numbers);
    }
}

/// An answer survives writing and reading, and a path is read from its key or refused.
pub fn answer_in_davis_putnam(data: &[u8]) {
    let source = Source::from_bytes("fuzz.txt", data.to_vec());
    let text = source.text();
    let (read, mut faults) = davis_putnam::parse_answer(text.as_bytes());
    show(&source, &faults);
    if !faults.is_empty() {
        return;
    }
    let mut written = Vec::new();
    davis_putnam::write_satisfiable(&mut written, read.values.iter().copied(), read.back_matter)
        .expect("memory takes everything");
    assert_eq!(davis_putnam::parse_answer(&written), (read.clone(), Vec::new()));
    let start = (text.len() - read.back_matter.len()) as u32;
    let is_true = |atom: Atom| read.values.contains(&(u64::from(atom.0) + 1, true));
    let path = maze_text::key::read_path(text, start, is_true, &mut faults);
    assert_eq!(path.is_none(), !faults.is_empty(), "a path or a reason");
    show(&source, &faults);
}

/// A theory whose sentences do not lead to what is asked, so that no proof of it is right.
const THEORY: &str = "theory family {
    sort Person
    sort Pet
    constant Ann: Person
    constant Rex: Pet
    function owner(Pet): Person
    predicate happy(Person), feeds(Person, Pet)

    all x: Pet. feeds(owner(x), x)
    all x: Person, y: Pet. feeds(x, y) -> happy(x) or owner(y) = x
    some x: Pet. owner(x) = Ann
}
prove family: happy(Ann)
";

/// A natural deduction is read and checked line by line; none shows what does not follow.
pub fn deduction(data: &[u8]) {
    let source = Source::from_bytes("fuzz.txt", data.to_vec());
    let written = fitch::parse(source.text());
    let checked = check(open(&Arc::new(Source::new("fuzz.puzzle", THEORY))), &Levels::default());
    let analysis = checked.analysis();
    let program = analysis.scope.program;
    let last = program.items(program.root()).last();
    let asked = last.and_then(|(definition, item)| match &item.kind {
        ItemKind::Query(query) => asked(&analysis, definition.document, query),
        _ => None,
    });
    let asked = asked.expect("the theory is sound");
    let mut unlimited = Budget::unlimited();
    let (puzzle, question) = (asked.puzzle.as_ref(), &asked.question);
    let found = faults(puzzle, question, &source, &written, &mut unlimited).expect("no limit");
    assert!(!found.is_empty(), "what does not follow has a proof");
    show(&source, &found);
}

/// A maze survives writing and reading; a small one is encoded.
pub fn maze(data: &[u8]) {
    let source = Source::from_bytes("fuzz.maze", data.to_vec());
    let mut faults = Vec::new();
    let tree = maze_text::parse(source.text(), &mut faults);
    assert!(tree.is_some() || !faults.is_empty(), "a maze or a fault");
    let checked = tree.map(|tree| check_maze(&tree, source.text(), Span::default(), &mut faults));
    show(&source, &faults);
    let is_sound = faults.iter().all(|it| it.severity != Severity::Error);
    let Some((Some(maze), names)) = checked.filter(|_| is_sound) else { return };
    // Encoding may take long; it stops at its limit.
    let _ = encode(&maze, MazeAxioms::Pruned, maze.useful_steps(), &mut budget());
    let Ok(written) = maze_text::write(&maze, &names.nodes, &names.treasures) else { return };
    let mut faults = Vec::new();
    let again = maze_text::parse(&written, &mut faults).expect("what was written is a maze");
    let (again, _) = check_maze(&again, &written, Span::default(), &mut faults);
    assert_eq!(again, Some(maze), "{written}");
}

/// A board of Dots and Boxes survives writing and reading.
pub fn board_of_dots(data: &[u8]) {
    let source = Source::from_bytes("fuzz.dots", data.to_vec());
    let (game, faults) = dots::parse(source.text().as_bytes());
    show(&source, &faults);
    let is_sound = faults.iter().all(|it| it.severity != Severity::Error);
    assert_eq!(game.is_some(), is_sound, "a board or a fault");
    let Some(game) = game else { return };
    let written = dots::write(&game);
    let (again, faults) = dots::parse(written.as_bytes());
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(dots::write(&again.expect("what was written is a board")), written);
}

fn open(source: &Arc<Source>) -> Program {
    load(Arc::clone(source), Path::new("fuzz.puzzle"), &NoFiles)
}

/// Whether the file is sound, and the reports on all queries, none of which may be unverified.
fn answers(source: &Arc<Source>) -> (bool, Vec<TestReport>) {
    let program = open(source);
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let reports: Vec<_> = run(&analysis, TestPurpose::Reading, budget).collect();
    for report in &reports {
        assert!(report.diagnostics.iter().all(|it| it.code != UNVERIFIED), "{report:?}");
    }
    (!analysis.has_errors(), reports)
}

fn budget() -> Budget {
    Budget::new(Signal::default(), Some(Duration::from_millis(20)), None)
}

/// Draws the first diagnostics, and applies all their fixes.
fn show<'a>(source: &Source, diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    let style = Style { unicode: true, color: false, width: 80 };
    for diagnostic in diagnostics.into_iter().take(10) {
        let mut drawn = String::new();
        render(diagnostic, source, &style, &mut drawn).expect("memory takes everything");
        assert!(drawn.contains(diagnostic.code.number()));
        for fix in &diagnostic.fixes {
            assert_ne!(apply(source.text(), &fix.edits), source.text(), "a fix changes something");
        }
    }
}
