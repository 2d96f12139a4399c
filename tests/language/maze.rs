//! The engines for mazes against trying every walk, and the reading of mazes.

use super::mazes;
use super::sample;
use std::collections::BTreeSet;

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::evidence::maze::{Certificate, Inventory, Landmark, MazeState};
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::maze::{Maze, NodeId, TreasureId};
use puzzle_engine::logic::maze_encoding::{MazeAtom, MazeAxioms, MazeEncoding, encode};
use puzzle_engine::problem::{CountPlays, FindPath, FindShortestPath, Violation};
use puzzle_engine::sat::cdcl::{Options, Solver, SolverOutcome};
use puzzle_engine::search::path::{count, shortest, within};
use puzzle_engine::verify::path::check_path;
use puzzle_engine::verify::unreachable::{CertificateFlaw, check_unreachable};
use puzzle_engine::{MazeEngine, Problem};
use puzzle_lang::diagnostic::{Diagnostic, Severity};
use puzzle_lang::interchange::maze_text;
use puzzle_lang::kinds::maze::check::check;
use puzzle_lang::kinds::maze::names::MazeNames;
use puzzle_lang::text::Span;

const CAVE: &str = "\
START A B C D E F G  GOAL
GOLD WAND RUBY
5
START TREASURES TOLLS NEXT A C D
A TREASURES TOLLS NEXT START B D
B TREASURES GOLD TOLLS WAND NEXT A E
C TREASURES TOLLS GOLD NEXT START D GOAL
D TREASURES WAND TOLLS NEXT START A C E F
E TREASURES TOLLS NEXT B D F G
F TREASURES TOLLS RUBY NEXT D E G GOAL
G TREASURES RUBY TOLLS WAND NEXT E F
GOAL TREASURES TOLLS NEXT C F GOAL
";

fn free() -> Budget {
    Budget::unlimited()
}

fn read(text: &str) -> (Option<Maze>, MazeNames, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let Some(tree) = maze_text::parse(text, &mut diagnostics) else {
        return (None, MazeNames::default(), diagnostics);
    };
    let (maze, names) = check(&tree, text, Span::at(0), &mut diagnostics);
    let is_wrong = diagnostics.iter().any(|it| it.severity == Severity::Error);
    (maze.filter(|_| !is_wrong), names, diagnostics)
}

fn cave() -> (Maze, MazeNames) {
    let (maze, names, diagnostics) = read(CAVE);
    assert_eq!(diagnostics, []);
    (maze.unwrap(), names)
}

fn path(names: &MazeNames, words: &str) -> Vec<NodeId> {
    names.path(words.split(' ')).unwrap()
}

/// All models, found by trying values in the order of the atoms.
/// All models of clauses that differ in the first atoms, of which each is told that far.
fn some_models(cnf: &Cnf, atoms: usize) -> BTreeSet<Vec<bool>> {
    let mut solver = Solver::new(Options::default());
    cnf.clauses().for_each(|clause| solver.add_clause(clause));
    let mut models = BTreeSet::new();
    while solver.solve(&[], &mut free()).unwrap() == SolverOutcome::Satisfiable {
        let model: Vec<_> = (0..atoms as u32).map(|atom| solver.value(Atom(atom))).collect();
        let other = |(atom, value): (u32, &bool)| Literal::new(Atom(atom), !value);
        let clause: Vec<_> = (0..).zip(&model).map(other).collect();
        solver.add_clause(&clause);
        assert!(models.insert(model));
    }
    models
}

fn models(cnf: &Cnf) -> Vec<Vec<bool>> {
    let mut by_last = vec![Vec::new(); cnf.atoms() as usize];
    for clause in cnf.clauses() {
        let last = clause.iter().map(|literal| literal.atom().0).max().unwrap();
        by_last[last as usize].push(clause);
    }
    let mut models = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(model) = open.pop() {
        if model.len() == by_last.len() {
            models.push(model);
            continue;
        }
        for value in [false, true] {
            let mut longer = model.clone();
            longer.push(value);
            let holds = |clause: &&[_]| {
                clause.iter().any(|literal: &puzzle_engine::logic::cnf::Literal| {
                    longer[literal.atom().0 as usize] == literal.is_positive()
                })
            };
            if by_last[model.len()].iter().all(holds) {
                open.push(longer);
            }
        }
    }
    models
}

fn accepts(maze: &Maze, certificate: &Certificate, steps: u64) -> bool {
    check_unreachable(maze, certificate, steps, &mut free()).is_ok()
}

/// Mazes of every shape: without order, and grids with doors and a gate.
fn any_maze() -> impl Strategy<Value = Maze> {
    prop_oneof![
        mazes::maze(6, 4, 0),
        mazes::maze(9, 6, 0),
        mazes::grid(3, 3, 4),
        mazes::grid(4, 4, 6),
        mazes::grid(6, 2, 5),
    ]
}

/// Changes something of a certificate.
fn mutate(certificate: &mut Certificate, change: usize, pick: &prop::sample::Index, number: i64) {
    let Certificate { landmarks, inventories, states } = certificate;
    let node = NodeId(number.unsigned_abs() as u32 % 20);
    match change {
        0 if !states.is_empty() => drop(states.remove(pick.index(states.len()))),
        1 if !states.is_empty() => {
            let state = pick.get(states);
            let step = state.step.saturating_add_signed(number);
            let changed = MazeState { step, ..*state };
            states.push(changed);
        }
        2 if !states.is_empty() => {
            let changed = MazeState { node, ..*pick.get(states) };
            states.push(changed);
        }
        3 if !landmarks.is_empty() => {
            let index = pick.index(landmarks.len());
            landmarks[index].price += number;
        }
        4 if !landmarks.is_empty() => drop(landmarks.remove(pick.index(landmarks.len()))),
        5 => landmarks.push(Landmark { node, price: number }),
        6 if !inventories.is_empty() => {
            let index = pick.index(inventories.len());
            let Inventory { held, spent } = &mut inventories[index];
            if number % 2 == 0 {
                held.pop();
            } else {
                spent.append(held);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1500)))]

    #[test]
    fn search_and_count_agree_with_all_walks(maze in mazes::maze(6, 3, 7)) {
        let plays = mazes::plays(&maze, maze.steps);
        let least = plays.iter().map(|play| play.len() as u64 - 1).min();
        for play in &plays {
            prop_assert_eq!(check_path(&maze, play, maze.steps), Ok(()));
        }
        let found = within(&maze, maze.steps, &mut free()).unwrap();
        let refuted = if found.path.is_none() { u64::MAX } else { maze.steps };
        match found.path.filter(|path| path.len() as u64 - 1 <= maze.steps) {
            Some(path) => {
                prop_assert_eq!(check_path(&maze, &path, maze.steps), Ok(()));
                prop_assert_eq!(least, Some(path.len() as u64 - 1));
            }
            None => {
                prop_assert_eq!(least, None);
                prop_assert!(accepts(&maze, &found.certificate.unwrap(), refuted));
            }
        }
        prop_assert_eq!(count(&maze, maze.steps, &mut free()).unwrap(), plays.len().into());
    }

    #[test]
    fn the_least_steps_are_found_and_proved(maze in any_maze()) {
        let least = mazes::least_steps(&maze);
        let found = shortest(&maze, &mut free()).unwrap();
        let certificate = found.certificate.unwrap();
        prop_assert_eq!(found.path.as_ref().map(|path| path.len() as u64 - 1), least);
        let too_few = least.map_or(u64::MAX, |least| least - 1);
        prop_assert_eq!(check_unreachable(&maze, &certificate, too_few, &mut free()), Ok(()));
        if let Some(least) = least {
            prop_assert_eq!(check_path(&maze, &found.path.unwrap(), least), Ok(()));
            prop_assert!(!accepts(&maze, &certificate, least));
            prop_assert!(!accepts(&maze, &certificate, u64::MAX));
            let unlimited = Maze { steps: u64::MAX, ..maze.clone() };
            prop_assert!(least <= unlimited.useful_steps());
        }
    }

    #[test]
    fn clauses_find_the_least_steps(maze in any_maze()) {
        let question = FindShortestPath(maze.clone(), Some(MazeEngine::Sat));
        let found = question.answer(&mut free()).unwrap().into_inner();
        prop_assert_eq!(found.by, MazeEngine::Sat);
        prop_assert_eq!(found.path.ok().map(|path| path.len() as u64 - 1), mazes::least_steps(&maze));
    }

    #[test]
    fn clauses_count_the_plays(maze in mazes::maze(5, 3, 6)) {
        let plays = mazes::plays(&maze, maze.steps).len();
        let counted = CountPlays(maze, MazeEngine::Sat).answer(&mut free()).unwrap();
        prop_assert_eq!(counted.into_inner(), plays.into());
    }

    #[test]
    fn encodings_have_one_model_a_play(maze in mazes::maze(4, 2, 4)) {
        let plays = mazes::plays(&maze, maze.steps);
        for axioms in [MazeAxioms::All, MazeAxioms::Pruned] {
            let encoding = encode(&maze, axioms, maze.steps, &mut free()).unwrap();
            let models = models(&encoding.cnf);
            let mut paths: Vec<_> = models.iter().map(|model| encoding.decode(model)).collect();
            paths.sort();
            prop_assert_eq!(&paths, &plays, "{:?}", axioms);
        }
    }

    /// Of what both speak of, the compact encoding has the same models.
    #[test]
    fn the_compact_encoding_says_the_same(maze in mazes::maze(9, 2, 4)) {
        let [pruned, compact] = [MazeAxioms::Pruned, MazeAxioms::Compact]
            .map(|axioms| encode(&maze, axioms, maze.steps, &mut free()).unwrap());
        prop_assert_eq!(&pruned.meaning, &compact.meaning);
        let shared = pruned.meaning.len();
        prop_assert_eq!(some_models(&pruned.cnf, shared), some_models(&compact.cnf, shared));
    }

    /// Whatever is changed, a certificate is never accepted for a number of steps that is enough.
    #[test]
    fn no_certificate_proves_what_is_wrong(
        maze in any_maze(),
        other in any_maze(),
        changes in prop::collection::vec((0..7usize, any::<prop::sample::Index>(), -40..40i64), 0..6),
    ) {
        let Some(least) = mazes::least_steps(&maze) else { return Ok(()) };
        for from in [&maze, &other] {
            let mut certificate = shortest(from, &mut free()).unwrap().certificate.unwrap();
            for (change, pick, number) in &changes {
                mutate(&mut certificate, *change, pick, *number);
            }
            for steps in [least, least + 1, u64::MAX] {
                prop_assert!(!accepts(&maze, &certificate, steps), "{:?}", certificate);
            }
        }
    }

    #[test]
    fn written_mazes_read_the_same(maze in mazes::maze(6, 3, 9)) {
        let nodes: Vec<String> = (0..maze.nodes.len()).map(|id| match id {
            0 => "START".into(),
            1 => "GOAL".into(),
            _ => format!("n{id}∧"),
        }).collect();
        let treasures: Vec<String> = (0..maze.treasures).map(|id| format!("t{id}")).collect();
        let text = maze_text::write(&maze, &nodes, &treasures).unwrap();
        let (again, names, diagnostics) = read(&text);
        prop_assert!(diagnostics.iter().all(|it| it.severity == Severity::Warning), "{:?}", diagnostics);
        prop_assert_eq!(again.as_ref(), Some(&maze));
        prop_assert_eq!((names.nodes, names.treasures), (nodes, treasures));
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        lines in prop::collection::vec("((START|GOAL|A|TREASURES|TOLLS|TOLS|NEXT|GOLD|5|é|\u{feff}|\u{0}|-1)( |\t|\r)?){0,9}", 0..8)
    ) {
        read_soundly(&lines.join("\n"))?;
    }

    #[test]
    fn no_bytes_make_the_reader_panic(text in "\\PC*") {
        read_soundly(&text)?;
    }

    #[test]
    fn a_changed_maze_is_read_or_refused(at in 0..CAVE.len(), text in "[A-G 0-9\n\t]{0,3}", cut in 0..12usize) {
        let end = (at + cut).min(CAVE.len());
        read_soundly(&format!("{}{text}{}", &CAVE[..at], &CAVE[end..]))?;
    }
}

/// Every text gives a maze or an error, diagnostics lie within the text, and fixes help.
fn read_soundly(text: &str) -> Result<(), TestCaseError> {
    let (maze, _, diagnostics) = read(text);
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
    prop_assert_eq!(maze.is_none(), errors > 0, "{:?}", diagnostics);
    for diagnostic in &diagnostics {
        let spans = diagnostic.related.iter().map(|it| it.span).chain([diagnostic.span]);
        for span in spans {
            prop_assert!(text.get(span.range()).is_some(), "{:?}", diagnostic);
        }
        for fix in &diagnostic.fixes {
            let fixed = puzzle_lang::diagnostic::fix::apply(text, &fix.edits);
            let (_, _, after) = read(&fixed);
            let same = |all: &[Diagnostic]| {
                all.iter().filter(|it| it.message == diagnostic.message).count()
            };
            let is_better = same(&after) < same(&diagnostics) || after.len() < diagnostics.len();
            prop_assert!(is_better, "{:?}\n{}", diagnostic, fixed);
        }
    }
    Ok(())
}

#[test]
fn the_cave_has_the_two_paths_of_its_source() {
    let (maze, names) = cave();
    let five = path(&names, "START D E G F GOAL");
    let seven = path(&names, "START D A B A D C GOAL");
    assert_eq!(check_path(&maze, &five, 5), Ok(()));
    assert_eq!(check_path(&maze, &seven, 7), Ok(()));
    assert_eq!(check_path(&maze, &seven, 6), Err(Violation::TooManySteps { steps: 7 }));
    let eight = path(&names, "START D A B A D C GOAL GOAL");
    assert_eq!(check_path(&maze, &eight, 7), Err(Violation::TooManySteps { steps: 8 }));
    let shortest = shortest(&maze, &mut free()).unwrap();
    assert_eq!(shortest.path, Some(five.clone()));
    assert!(accepts(&maze, &shortest.certificate.unwrap(), 4));
    assert_eq!(count(&maze, 5, &mut free()).unwrap(), 1_u32.into());
    assert!(matches!(count(&maze, u64::MAX, &mut free()), Err(Stop::Size(_))));
    assert_eq!(maze.useful_steps(), 5);
    assert_eq!(Maze { steps: u64::MAX, ..maze }.useful_steps(), 7 * 9);
}

#[test]
fn each_flaw_of_a_certificate_is_named() {
    let (maze, names) = cave();
    let [start, d, goal] = ["START", "D", "GOAL"].map(|name| names.path([name]).unwrap()[0]);
    let check = |certificate: &Certificate, steps| {
        check_unreachable(&maze, certificate, steps, &mut free())
    };
    let good = shortest(&maze, &mut free()).unwrap().certificate.unwrap();
    assert_eq!(check(&good, 4), Ok(()));
    let nothing = Certificate { inventories: vec![Inventory::default()], ..Default::default() };
    assert_eq!(check(&nothing, 4), Err(CertificateFlaw::Start));
    let mut bad = nothing.clone();
    bad.states.push(MazeState { node: start, inventory: 0, step: 0 });
    assert_eq!(check(&bad, 4), Err(CertificateFlaw::Open(0, d)));
    // The other way to GOAL leads by F.
    let c = names.path(["C"]).unwrap()[0];
    bad.landmarks.push(Landmark { node: c, price: 0 });
    assert_eq!(check(&bad, 4), Err(CertificateFlaw::Landmark(c)));
    let mut bad = nothing.clone();
    bad.states.push(MazeState { node: start, inventory: 7, step: 0 });
    assert_eq!(check(&bad, 4), Err(CertificateFlaw::Malformed));
    let mut bad = nothing;
    bad.inventories[0].held.push(TreasureId(7));
    assert_eq!(check(&bad, 4), Err(CertificateFlaw::Malformed));
    let mut bad = good;
    bad.landmarks.push(Landmark { node: goal, price: i64::MIN });
    assert_eq!(check(&bad, 4), Err(CertificateFlaw::Malformed));
}

#[test]
fn the_cave_has_the_atoms_and_clauses_of_its_source() {
    let (maze, names) = cave();
    let all = encode(&maze, MazeAxioms::All, 5, &mut free()).unwrap();
    assert_eq!(all.cnf.atoms(), 90);
    // Six times, 36 pairs of nodes, three treasures with a home each, 45 corridors' ends.
    let tolls = maze.nodes.iter().map(|node| node.tolls.len()).sum::<usize>();
    let not_tolls = 27 - tolls;
    let expected =
        [6 * 36, 18, 45, 5 * tolls, 15, 6 * tolls, 5 * 24, 15, 15, 5 * not_tolls, 1, 3, 1];
    let mut counts = [0; 13];
    for clause in 0..all.cnf.len() {
        counts[all.axiom(clause) as usize - 1] += 1;
    }
    assert_eq!(counts, expected);
    let pruned = encode(&maze, MazeAxioms::Pruned, 5, &mut free()).unwrap();
    assert!(pruned.cnf.len() < all.cnf.len() / 2, "{} clauses", pruned.cnf.len());
    let unit = |encoding: &MazeEncoding, axiom| {
        let index = (0..encoding.cnf.len()).find(|&it| encoding.axiom(it) == axiom).unwrap();
        encoding.meaning[encoding.cnf.clause(index)[0].atom().0 as usize]
    };
    for encoding in [&all, &pruned] {
        assert_eq!(unit(encoding, 11), MazeAtom::At(maze.start, 0));
        assert_eq!(unit(encoding, 13), MazeAtom::At(maze.goal, 5));
    }
    let models = models(&pruned.cnf);
    assert_eq!(models.len(), 1);
    let text = format!("behind this\n{}", maze_text::key::write(&pruned, &names.nodes));
    let is_true = |Atom(atom)| models[0][atom as usize];
    let read = |text: &str, start, is_true: &dyn Fn(Atom) -> bool| {
        let mut diagnostics = Vec::new();
        let path = maze_text::key::read_path(text, start, is_true, &mut diagnostics);
        path.ok_or_else(|| (diagnostics[0].message.clone(), diagnostics[0].span))
    };
    assert_eq!(read(&text, 12, &is_true).unwrap(), "START D E G F GOAL");
    let message = |is_true: &dyn Fn(Atom) -> bool| read(&text, 12, is_true).unwrap_err().0;
    assert_eq!(message(&|_| true), "the player is at two nodes at time 1");
    let without_start = |atom| atom != Atom(0) && is_true(atom);
    assert_eq!(message(&without_start), "the player is nowhere at time 0");
    assert_eq!(message(&|_| false), "the player is nowhere at time 0");
    let broken = read("1 START 0\n2 GOAL\n", 0, &|_| true).unwrap_err();
    assert_eq!(broken.1, Span::new(10, 16));
    assert_eq!(read("1 A 0\n2 B 1\n3 GOAL 2\n4 GOAL 3\n", 0, &|_| true).unwrap(), "A B GOAL");
}

#[test]
fn a_goal_too_far_gives_plainly_unsatisfiable_clauses() {
    let (maze, _) = cave();
    let encoding = encode(&maze, MazeAxioms::Pruned, 1, &mut free()).unwrap();
    let clauses: Vec<_> = encoding
        .cnf
        .clauses()
        .map(|it| it.iter().map(|it| it.to_dimacs()).collect::<Vec<_>>())
        .collect();
    assert_eq!(clauses, [[-1], [1]]);
    assert_eq!((encoding.axiom(0), encoding.axiom(1)), (3, 13));
}

#[test]
fn limits_stop_what_is_too_large() {
    let (maze, _) = cave();
    let stop =
        |axioms, steps, budget: &mut Budget| encode(&maze, axioms, steps, budget).unwrap_err();
    assert!(matches!(stop(MazeAxioms::All, u64::MAX, &mut free()), Stop::Size(_)));
    assert!(matches!(stop(MazeAxioms::Pruned, u64::MAX, &mut free()), Stop::Size(_)));
    let small = || Budget::new(Signal::default(), None, Some(1));
    assert_eq!(stop(MazeAxioms::Pruned, 1 << 20, &mut small()), Stop::Memory);
    assert!(matches!(count(&maze, u64::MAX, &mut free()), Err(Stop::Size(_))));
    let signal = Signal::default();
    signal.cancel();
    assert_eq!(count(&maze, 10_000, &mut Budget::new(signal, None, None)), Err(Stop::Cancelled));
}

/// A row of rooms, each asking for the treasure of the one before.
#[test]
fn many_treasures_are_no_obstacle_by_themselves() {
    let mut text = String::from("START GOAL");
    (0..100).for_each(|i| text += &format!(" A{i} D{i}"));
    text.push('\n');
    (0..100).for_each(|i| text += &format!("K{i} "));
    text += "\n1000000000000000000000000000000\nSTART TREASURES TOLLS NEXT A0\n";
    for i in 0..100 {
        let next = if i == 99 { "GOAL".into() } else { format!("A{}", i + 1) };
        text += &format!(
            "A{i} TREASURES K{i} TOLLS NEXT D{i}\nD{i} TREASURES TOLLS K{i} NEXT {next}\n"
        );
    }
    text += "GOAL TREASURES TOLLS NEXT\n";
    let (maze, _, diagnostics) = read(&text);
    assert_eq!(diagnostics, []);
    let maze = maze.unwrap();
    assert_eq!(maze.steps, u64::MAX);
    assert_eq!(maze.useful_steps(), 201 * 202);
    let shortest = shortest(&maze, &mut free()).unwrap();
    assert_eq!(shortest.path.unwrap().len(), 202);
    assert!(accepts(&maze, &shortest.certificate.unwrap(), 200));
    assert_eq!(count(&maze, maze.steps, &mut free()).unwrap(), 1u32.into());
}

#[test]
fn steps_beyond_all_use_are_no_more_than_enough() {
    let text = CAVE.replacen("\n5\n", "\n1000000000000000000000000000000\n", 1);
    let maze = read(&text).0.unwrap();
    assert_eq!(maze.steps, u64::MAX);
    for engine in [None, Some(MazeEngine::Search), Some(MazeEngine::Sat)] {
        let found = FindPath(maze.clone(), engine).answer(&mut free()).unwrap();
        assert!(found.path.is_ok(), "{engine:?}: {found:?}");
    }
    let steps = maze.useful_steps();
    assert!(encode(&maze, MazeAxioms::Compact, steps, &mut free()).is_ok());
}
