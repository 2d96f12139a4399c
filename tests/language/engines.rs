//! All engines and all ways to an answer against each other and against brute force: on random
//! mazes, clauses, formulas and games, and on the files of `tests/corpus`.
//!
//! A file is added to the corpus without a line of Rust; its name says what is true of it:
//! - `clauses/NAME.sat.cnf`, `NAME.unsat.dp`: whether the clauses have a model;
//! - `mazes/NAME.7.maze`, `NAME.none.maze`: the fewest steps from START to GOAL;
//! - `puzzles/NAME.puzzle`: every query has the answer it expects.

use super::mazes;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::sample;
use super::trees::{Tree, tree};
use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::formula::{Formula, FormulaVariable};
use puzzle_engine::logic::game::{GameValue, Length};
use puzzle_engine::logic::maze::{Maze, NodeId};
use puzzle_engine::logic::maze_encoding::{MazeAxioms, encode};
use puzzle_engine::logic::quantified::{Player, QuantifiedGame};
use puzzle_engine::problem::game::{BestMoves, GameMethod, GameTask, aim};
use puzzle_engine::problem::{
    CountAssignments, CountModels, CountPlays, FindModel, FindPath, FindShortestPath, LeastSteps,
    MakeFalse, MakeTrue, Refutable, TellApart,
};
use puzzle_engine::solve::decide;
use puzzle_engine::verify::model::check_model;
use puzzle_engine::verify::path::check_path;
use puzzle_engine::{MazeEngine, Problem, SatEngine};
use puzzle_lang::interchange::{davis_putnam, dimacs, maze_text};
use puzzle_lang::kinds::maze::check::check;
use puzzle_lang::kinds::maze::names::MazeNames;
use puzzle_lang::service::check::{Levels, check as check_program};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, run};
use puzzle_lang::text::{Source, Span};

fn free() -> Budget {
    Budget::unlimited()
}

fn solved<P: Problem>(problem: &P) -> P::Solution {
    problem.answer(&mut free()).unwrap().into_inner()
}

fn core(problem: &impl Refutable) -> Option<Vec<usize>> {
    problem.core(&free())
}

/// The model or the refutation was checked.
fn model(cnf: &Cnf) -> Option<Vec<bool>> {
    let [learning, textbook] =
        [SatEngine::Cdcl, SatEngine::Dpll].map(|engine| decide(cnf, engine, &mut free()).unwrap());
    assert_eq!(learning.is_some(), textbook.is_some());
    learning.into_inner()
}

/// What `encode FILE | dpll | decode` prints.
fn three_programs(maze: &Maze, nodes: &[String], axioms: MazeAxioms) -> String {
    let encoding = encode(maze, axioms, maze.useful_steps(), &mut free()).unwrap();
    let key = maze_text::key::write(&encoding, nodes);
    let mut clauses = Vec::new();
    let number = |atom: Atom| u64::from(atom.0) + 1;
    davis_putnam::write(&mut clauses, &encoding.cnf, number, key.as_bytes()).unwrap();

    let (document, diagnostics) = davis_putnam::parse(&clauses);
    assert_eq!(diagnostics, []);
    let mut answer = Vec::new();
    match model(&document.clauses.cnf) {
        Some(model) => {
            let values = document.clauses.numbers.iter().copied().zip(model);
            davis_putnam::write_satisfiable(&mut answer, values, document.back_matter).unwrap();
        }
        None => davis_putnam::write_unsatisfiable(&mut answer, document.back_matter).unwrap(),
    }

    let text = String::from_utf8(answer).unwrap();
    let (answer, mut diagnostics) = davis_putnam::parse_answer(text.as_bytes());
    assert_eq!(diagnostics, []);
    if answer.values.is_empty() {
        return maze_text::key::NO_SOLUTION.to_owned();
    }
    let start = (text.len() - answer.back_matter.len()) as u32;
    let is_true = |atom| answer.values.contains(&(number(atom), true));
    maze_text::key::read_path(&text, start, is_true, &mut diagnostics).unwrap()
}

/// Answers a maze in every way there is; the path of each is right, or there is none in all.
fn all_ways(maze: &Maze, names: &MazeNames) -> bool {
    let mut found = Vec::new();
    for engine in [MazeEngine::Search, MazeEngine::Sat] {
        found.push(solved(&FindPath(maze.clone(), Some(engine))).path.ok());
    }
    for axioms in [MazeAxioms::All, MazeAxioms::Pruned, MazeAxioms::Compact] {
        let printed = three_programs(maze, &names.nodes, axioms);
        let path = (printed != maze_text::key::NO_SOLUTION)
            .then(|| names.path(printed.split(' ')).expect("nodes of the maze"));
        found.push(path);
    }
    for path in found.iter().flatten() {
        assert_eq!(check_path(maze, path, maze.steps), Ok(()));
    }
    let solvable = found.iter().filter(|path| path.is_some()).count();
    assert!(solvable == 0 || solvable == found.len(), "{found:?}");
    solvable > 0
}

/// The fewest steps by both engines.
fn least_steps(maze: &Maze) -> Option<usize> {
    let [search, sat] = [MazeEngine::Search, MazeEngine::Sat].map(|engine| {
        let found = solved(&FindShortestPath(maze.clone(), Some(engine)));
        assert_eq!(found.by, engine);
        match found.path {
            Ok(path) => {
                assert_eq!(check_path(maze, &path, u64::MAX), Ok(()));
                Some(path.len() - 1)
            }
            Err(LeastSteps::Never) => None,
            Err(other) => panic!("{other:?}"),
        }
    });
    assert_eq!(search, sat);
    search
}

fn names(maze: &Maze) -> MazeNames {
    let other = (2..maze.nodes.len()).map(|id| format!("N{id}"));
    let nodes = ["START".to_owned(), "GOAL".to_owned()].into_iter().chain(other);
    MazeNames { nodes: nodes.collect(), ..MazeNames::default() }
}

/// Whether any number of steps leads to GOAL: all that can be stood in, a set that only grows.
fn is_open(maze: &Maze) -> bool {
    let mut known = vec![(maze.start, 0_u32, 0_u32)];
    let mut next = 0;
    while let Some(&(node, held, spent)) = known.get(next) {
        next += 1;
        for &to in &maze.nodes[node.0 as usize].next {
            let bits = |ids: &[_]| {
                ids.iter().map(|id: &puzzle_engine::logic::maze::TreasureId| 1 << id.0).sum::<u32>()
            };
            let entered = &maze.nodes[to.0 as usize];
            let tolls = bits(&entered.tolls);
            if held & tolls != tolls {
                continue;
            }
            let spent = spent | tolls;
            let state = (to, (held & !tolls) | (bits(&entered.treasures) & !spent), spent);
            if !known.contains(&state) {
                known.push(state);
            }
        }
    }
    known.iter().any(|&(node, ..)| node == maze.goal)
}

/// The maze with these tolls only, counted node by node.
fn with_tolls(maze: &Maze, kept: &[usize]) -> Maze {
    let mut maze = maze.clone();
    let mut number = 0;
    for node in &mut maze.nodes {
        node.tolls.retain(|_| {
            number += 1;
            kept.contains(&(number - 1))
        });
    }
    maze
}

/// Whether each member of a contradiction is needed: `holds` says whether members contradict.
fn is_minimal(core: &[usize], contradict: impl Fn(&[usize]) -> bool) -> bool {
    contradict(core)
        && core.iter().all(|left_out| {
            let rest: Vec<_> = core.iter().copied().filter(|it| it != left_out).collect();
            !contradict(&rest)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(4000)))]

    #[test]
    fn mazes_have_one_answer(maze in mazes::maze(5, 3, 6)) {
        let plays = mazes::plays(&maze, maze.steps);
        prop_assert_eq!(all_ways(&maze, &names(&maze)), !plays.is_empty());
        let count = BigUint::from(plays.len());
        prop_assert_eq!(solved(&CountPlays(maze.clone(), MazeEngine::Search)), count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1500)))]

    #[test]
    fn shortest_paths_are_as_short_as_walks_can_be(maze in mazes::maze(4, 2, 7)) {
        let least = least_steps(&maze);
        let walked = mazes::plays(&maze, maze.steps).iter().map(|play| play.len() - 1).min();
        prop_assert_eq!(least.filter(|&least| least as u64 <= maze.steps), walked);
        prop_assert_eq!(least.is_some(), is_open(&maze));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(2000)))]

    #[test]
    fn a_barred_maze_is_explained_by_the_tolls_that_bar_it(maze in mazes::maze(6, 3, 6)) {
        let core = core(&FindPath(maze.clone(), None));
        prop_assert_eq!(core.is_none(), is_open(&maze));
        if let Some(core) = core {
            prop_assert!(is_minimal(&core, |tolls| !is_open(&with_tolls(&maze, tolls))));
        }
    }
}

fn clauses(atoms: u32) -> impl Strategy<Value = Cnf> {
    let literal = (0..atoms, any::<bool>()).prop_map(|(atom, sign)| Literal::new(Atom(atom), sign));
    vec(vec(literal, 0..4), 0..25).prop_map(move |clauses| {
        let mut cnf = Cnf::new(atoms);
        clauses.into_iter().for_each(|clause| cnf.add(clause));
        cnf
    })
}

/// How many assignments of all atoms make some of the clauses true.
fn models(cnf: &Cnf, part: &[usize]) -> usize {
    let is_true = |row: u32, it: &Literal| (row >> it.atom().0 & 1 == 1) == it.is_positive();
    let is_model =
        |row: &u32| part.iter().all(|&it| cnf.clause(it).iter().any(|it| is_true(*row, it)));
    (0..1 << cnf.atoms()).filter(is_model).count()
}

fn all(cnf: &Cnf) -> Vec<usize> {
    (0..cnf.len()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(3000)))]

    #[test]
    fn clauses_have_one_answer(cnf in clauses(5)) {
        let count = models(&cnf, &all(&cnf));
        let counted = solved(&CountModels(cnf.clone()));
        prop_assert_eq!(counted, BigUint::from(count));
        let core = core(&FindModel(cnf.clone(), SatEngine::Cdcl));
        match solved(&FindModel(cnf.clone(), SatEngine::Cdcl)) {
            Some(model) => {
                prop_assert!(count > 0);
                prop_assert_eq!(check_model(&cnf, &model), Ok(()));
                prop_assert_eq!(core, None);
            }
            _ => {
                prop_assert_eq!(count, 0);
                prop_assert!(is_minimal(&core.unwrap(), |part| models(&cnf, part) == 0));
            }
        }
    }

    #[test]
    fn formulas_have_one_answer(one in tree(4, 16), two in tree(4, 16)) {
        const ROWS: u32 = 1 << 4;
        let [first, second] = [&one, &two].map(Tree::formula);
        let row = |values: &[(FormulaVariable, bool)]| -> u32 {
            values.iter().map(|(variable, value)| u32::from(*value) << variable.0).sum()
        };
        for wanted in [true, false] {
            let is_possible = (0..ROWS).any(|row| one.value(row) == wanted);
            let engine = SatEngine::Cdcl;
            let found = match wanted {
                true => solved(&MakeTrue(first.clone(), engine)),
                false => solved(&MakeFalse(first.clone(), engine)),
            };
            match found {
                Some(values) => prop_assert_eq!(one.value(row(&values)), wanted),
                None => prop_assert!(!is_possible),
            }
        }
        match solved(&TellApart(first.clone(), second, SatEngine::Cdcl)) {
            Some(values) => {
                prop_assert_ne!(one.value(row(&values)), two.value(row(&values)));
            }
            _ => prop_assert!((0..ROWS).all(|row| one.value(row) == two.value(row))),
        }
        let rows = (0..ROWS).filter(|&row| one.value(row)).count();
        let free_rows = ROWS as usize >> first.variables().len();
        let count = BigUint::from(rows / free_rows);
        prop_assert_eq!(solved(&CountAssignments(first)), count);
    }

    #[test]
    fn a_contradiction_is_explained_by_its_conjuncts(one in tree(3, 24), two in tree(3, 24)) {
        // Two trees in one conjunction contradict each other often enough.
        let whole = Tree::And(vec![one, two]);
        let mut conjuncts = Vec::new();
        collect_conjuncts(&whole, &mut conjuncts);
        let contradict = |part: &[usize]| {
            (0..1 << 3).all(|row| part.iter().any(|&it| !conjuncts[it].value(row)))
        };
        let formula = whole.formula();
        let texts: Vec<Formula> = conjuncts.iter().map(|it| it.formula()).collect();
        prop_assert_eq!(formula.conjuncts(), texts);
        let all: Vec<usize> = (0..conjuncts.len()).collect();
        match core(&MakeTrue(formula, SatEngine::Cdcl)) {
            Some(core) => prop_assert!(is_minimal(&core, contradict)),
            None => prop_assert!(!contradict(&all)),
        }
    }
}

fn collect_conjuncts<'t>(tree: &'t Tree, into: &mut Vec<&'t Tree>) {
    match tree {
        Tree::And(operands) => operands.iter().for_each(|it| collect_conjuncts(it, into)),
        other => into.push(other),
    }
}

/// Whether the formula becomes true when both players do their best.
fn minimax(tree: &Tree, turns: &[Player], order: &[FormulaVariable], row: u32) -> bool {
    let ([variable, order @ ..], [player, turns @ ..]) = (order, turns) else {
        return tree.value(row);
    };
    let mut outcomes =
        [row, row | 1 << variable.0].into_iter().map(|row| minimax(tree, turns, order, row));
    match player {
        Player::A => outcomes.all(|value| value),
        Player::E => outcomes.any(|value| value),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(500)))]

    #[test]
    fn games_have_one_answer_at_every_point_of_play(
        tree in tree(5, 24),
        turns in vec(any::<bool>(), 5),
        order in Just((0..5).map(FormulaVariable).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let turns: Vec<_> = turns.into_iter().map(Player::who_wants).collect();
        let game = QuantifiedGame::new(tree.formula(), turns.clone(), order.clone()).unwrap();
        for made in 0..=order.len() {
            for choices in 0..1_u32 << made {
                let values: Vec<_> = (0..made).map(|turn| choices >> turn & 1 == 1).collect();
                let row = |values: &[bool]| -> u32 {
                    order.iter().zip(values).map(|(it, &value)| u32::from(value) << it.0).sum()
                };
                let is_true_after = |values: &[bool]| {
                    let made = values.len();
                    minimax(&tree, &turns[made..], &order[made..], row(values))
                };
                let winner = Player::who_wants(is_true_after(&values));
                let rules = Choosing { values: values.clone(), ..Choosing::new(game.clone()) };
                let rules = Arc::new(rules).compiled();
                let best = |method| {
                    let (game, played) = (rules.clone(), Vec::new());
                    solved(&GameTask { game, played, aim: aim::FindBestMoves, method })
                };
                let score = if winner == Player::E { 1 } else { -1 };
                let value = GameValue { score, length: Length::Unknown };
                let task = GameTask {
                    game: rules.clone(),
                    played: Vec::new(),
                    aim: aim::FindValue,
                    method: GameMethod::Search,
                };
                prop_assert_eq!(solved(&task), value);
                let Some(&player) = turns.get(made) else { continue };
                let wins = [false, true].map(|choice| {
                    let after = [&values[..], &[choice]].concat();
                    Player::who_wants(is_true_after(&after)) == player
                });
                let chosen = if wins[0] == wins[1] { player == Player::E } else { wins[1] };
                let mut moves = vec![u32::from(chosen)];
                moves.extend((wins[0] == wins[1]).then_some(u32::from(!chosen)));
                // Among choices that are as good the rule holds for every method.
                let expected = BestMoves { value, moves, open: Some(Vec::new()) };
                prop_assert_eq!(&best(GameMethod::Search), &expected);
                prop_assert_eq!(best(GameMethod::Memo), expected);
            }
        }
    }
}

/// The files of a part of the corpus, each with what its name says of it.
fn corpus(part: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(part);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (path, name)
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn the_clauses_of_the_corpus_have_their_status() {
    for (path, name) in corpus("clauses") {
        let is_satisfiable = match name.split('.').collect::<Vec<_>>()[..] {
            [_, "sat", _] => true,
            [_, "unsat", _] => false,
            _ => {
                panic!("{name}: call it NAME.sat.cnf, NAME.unsat.cnf, NAME.sat.dp or NAME.unsat.dp")
            }
        };
        let bytes = fs::read(&path).unwrap();
        let (clauses, diagnostics) = if name.ends_with(".dp") {
            let (document, diagnostics) = davis_putnam::parse(&bytes);
            (document.clauses, diagnostics)
        } else {
            let (document, diagnostics) = dimacs::parse(&bytes);
            (document.clauses, diagnostics)
        };
        assert_eq!(diagnostics, [], "{name}");
        let cnf = clauses.cnf;
        assert_eq!(model(&cnf).is_some(), is_satisfiable, "{name}");
        let count = solved(&CountModels(cnf.clone()));
        assert_eq!(count != BigUint::ZERO, is_satisfiable, "{name}: {count:?}");
        if cnf.atoms() <= 12 {
            let enumerated = models(&cnf, &all(&cnf));
            assert_eq!(count, BigUint::from(enumerated), "{name}");
        }
        if let Some(core) = core(&FindModel(cnf.clone(), SatEngine::Cdcl)) {
            assert!(!is_satisfiable, "{name}");
            let mut part = Cnf::new(cnf.atoms());
            core.iter().for_each(|&clause| part.add(cnf.clause(clause).iter().copied()));
            assert_eq!(model(&part), None, "{name}");
        }
    }
}

#[test]
fn the_mazes_of_the_corpus_take_their_steps() {
    for (path, name) in corpus("mazes") {
        let least = match name.split('.').collect::<Vec<_>>()[..] {
            [_, "none", "maze"] => None,
            [_, steps, "maze"] if steps.parse::<usize>().is_ok() => steps.parse().ok(),
            _ => panic!("{name}: call it NAME.STEPS.maze or NAME.none.maze"),
        };
        let text = fs::read_to_string(&path).unwrap();
        let mut diagnostics = Vec::new();
        let tree = maze_text::parse(&text, &mut diagnostics).expect("a maze");
        let (maze, names) = check(&tree, &text, Span::default(), &mut diagnostics);
        let maze = maze.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
        assert_eq!(least_steps(&maze), least, "{name}");
        let is_solvable = least.is_some_and(|least| least as u64 <= maze.steps);
        assert_eq!(all_ways(&maze, &names), is_solvable, "{name}");
        let is_barred = core(&FindPath(maze, None)).is_some();
        assert_eq!(is_barred, least.is_none(), "{name}");
    }
}

#[test]
fn the_puzzles_of_the_corpus_have_the_answers_they_expect() {
    for (path, name) in corpus("puzzles") {
        let text = fs::read_to_string(&path).unwrap();
        let program = load(Arc::new(Source::new(name.clone(), text)), &path, &NoFiles);
        let checked = check_program(program, &Levels::default());
        let analysis = checked.analysis();
        assert!(!analysis.has_errors(), "{name}: {:?}", analysis.findings);
        let mut queries = 0;
        for report in run(&analysis, TestPurpose::Reading, Budget::unlimited) {
            let problems = &report.diagnostics;
            assert_eq!(
                report.verdict,
                Some(ExpectationVerdict::Holds),
                "{name}: {}: {problems:?}",
                report.name
            );
            queries += 1;
        }
        assert!(queries > 0, "{name} asks nothing");
    }
}

#[test]
fn a_maze_that_only_lacks_steps_is_not_said_to_be_barred() {
    let (path, _) = corpus("mazes").into_iter().find(|(_, name)| name == "cave.7.maze").unwrap();
    let text = fs::read_to_string(path).unwrap().replacen("\n7\n", "\n4\n", 1);
    let tree = maze_text::parse(&text, &mut Vec::new()).unwrap();
    let (maze, _) = check(&tree, &text, Span::default(), &mut Vec::new());
    let problem = FindPath(Maze { start: NodeId(0), ..maze.unwrap() }, Some(MazeEngine::Sat));
    assert_eq!(core(&problem), None);
}
