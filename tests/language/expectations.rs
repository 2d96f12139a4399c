//! Expectations of every kind of puzzle and every question: the right ones hold, and whatever else somebody may
//! write fails. Those about formulas, clauses and mazes at random are in `service.rs`, those of `ask` in
//! `random_questions.rs`.

use super::program;
use std::collections::{BTreeSet, HashMap};

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_lang::kinds::{ALL, Puzzle, Turn};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::solve::asked;
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, TestReport, run};
use puzzle_lang::syntax::ast::{ItemKind, Verb};

fn reports(text: &str) -> Vec<TestReport> {
    let checked = check(program::program("expected.puzzle", text), &Levels::default());
    let analysis = checked.analysis();
    run(&analysis, TestPurpose::Reading, Budget::unlimited).collect()
}

/// Expectations of a query and whether they are right.
fn judge(declarations: &str, query: &str, claims: &[(String, bool)]) {
    let queries = claims.iter().map(|(claim, _)| format!("{query} => {claim}\n"));
    let text = format!("{declarations}\n{}", queries.collect::<String>());
    let reports = reports(&text);
    assert_eq!(reports.len(), claims.len(), "{text}");
    for (report, (claim, is_right)) in reports.iter().zip(claims) {
        let expected =
            if *is_right { ExpectationVerdict::Holds } else { ExpectationVerdict::Fails };
        assert_eq!(report.verdict, Some(expected), "{query} => {claim}\n{declarations}");
    }
}

const DECLARED: &str = r#"
formula either = ((x*-y)+(-x*y))
formula never = (x*-x)
formula nested = ((x+(y+z))*x)
clauses free {
    1 2
    -1 -2
}
clauses stuck {
    1
    -1
}
clauses fixed {
    Rain
    -Rain Wet
}
maze cave {
    steps 4
    START -> A B
    A treasures KEY -> B
    B tolls KEY -> GOAL
    GOAL
}
maze blocked {
    steps 9
    START -> B
    B tolls KEY -> GOAL
    GOAL
}
theory pets {
    sort Pet = Tom, Rex
    predicate cat(Pet), old(Pet)
    cat(Tom)
    all x. cat(x) -> not old(x)
}
theory one {
    sort Pet = Tom
    predicate cat(Pet)
    cat(Tom)
}
theory never_so {
    sort Pet = Tom, Rex
    predicate cat(Pet)
    all x. cat(x)
    not cat(Rex)
}
puzzle towers {
    grid Cell = 1 by 3
    function height(Cell): 1..3
    distinct height
    height(a1) < height(b1)
}
puzzle rising: towers {
    height(c1) = 3
}
puzzle sunk: rising {
    height(a1) = 3
}
game pile {
    players first, second
    function stones: 0..4
    start stones = 4
    action take(n: 1..2)
        when n <= stones
        then stones becomes stones - n
    loses p: stuck(p)
}
puzzle ferry {
    grid Place = 1 by 2
    function boat: Place
    sign "@": boat = here
    start boat = a1
    goal boat = b1
    action row(s: Side)
        then boat becomes boat + s
}
game duel: formula {
    formula ((x+y)*((y+z)*(-y+-z)))
    turns EEA
    variables xyz
    values 0
}
game heap: subtract-square {
    value 12
}
game hands: chopsticks {
    moves 3
    hands 03 40
}
game rounds: chopsticks {
    hands 12 01
}
game circle: chopsticks {
    hands 04 13
}
game board: tippy {
    board """
        . X O
        . X .
        O . .
        """
}
game pair: dots {
    edges """
        .---.   .
        |   |
        .   .   .
        """
    scores 5 0
}
"#;

/// Queries, and all expectations of those that stand here for the same question that hold.
const ANSWERS: &[(&str, &[&str])] = &[
    ("solve either", &["satisfiable", "x=1 y=0", "satisfiable x=0 y=1"]),
    ("solve never", &["unsatisfiable"]),
    ("solve (x*-y)", &["satisfiable", "unique", "x=1 y=0"]),
    ("count either", &["2"]),
    ("count never", &["0"]),
    ("eval either x=1 y=0", &["1"]),
    ("eval either x=1 y=1", &["0"]),
    ("valid either", &["not valid", "not valid x=0 y=0", "x=1 y=1"]),
    ("valid -never", &["valid"]),
    ("equivalent either never", &["not equivalent", "not equivalent x=1 y=0", "x=0 y=1"]),
    ("equivalent either either", &["equivalent"]),
    ("simplify nested", &["((x+y+z)*x)", "((x + y + z) * x)"]),
    ("simplify never", &["(x*-x)"]),
    ("solve free", &["satisfiable", "1 -2", "-1 2", "2 -1"]),
    ("solve stuck", &["unsatisfiable"]),
    ("solve fixed", &["satisfiable", "unique", "Rain Wet"]),
    ("count free", &["2"]),
    ("count stuck", &["0"]),
    ("count fixed", &["1"]),
    ("solve cave", &["solvable", "unique", "START A B GOAL", "START, A, B, GOAL"]),
    ("solve blocked", &["no solution"]),
    ("shortest cave", &["3"]),
    ("shortest blocked", &["no solution"]),
    ("count cave", &["1"]),
    ("count blocked", &["0"]),
    ("solve pets", &["satisfiable"]),
    ("solve one", &["satisfiable", "unique"]),
    ("solve never_so", &["contradictory"]),
    ("count pets", &["3"]),
    ("count one", &["1"]),
    ("count never_so", &["0"]),
    ("prove pets: not old(Tom)", &["proved"]),
    ("prove pets: old(Tom)", &["refuted"]),
    ("prove pets: old(Rex)", &["neither"]),
    ("prove never_so: cat(Tom)", &["contradictory"]),
    ("equivalent pets: cat(Tom), not old(Tom)", &["equivalent"]),
    ("equivalent pets: cat(Rex), old(Rex)", &["not equivalent"]),
    ("equivalent never_so: cat(Tom), cat(Rex)", &["contradictory"]),
    ("ask pets: cat(?x)", &["Tom"]),
    ("ask pets: not old(?x)", &["Tom"]),
    ("ask one: cat(?x)", &["Tom", "Tom and no others"]),
    ("ask pets: cat(?x) and old(?x)", &["none", "none at all"]),
    ("ask pets: cat(?x) and not cat(?y)", &["none"]),
    (
        "ask pets: cat(?x) and (cat(?x) or old(?y))",
        &["x=Tom y=Rex, x=Tom y=Tom", "Tom Tom, Tom Rex"],
    ),
    ("ask never_so: cat(?x)", &["contradictory"]),
    ("solve towers", &["solvable", "\"\"\"\n1 2 3\n\"\"\"", "\"\"\"\n2 3 1\n\"\"\""]),
    ("solve rising", &["solvable", "unique", "\"\"\"\n1 2 3\n\"\"\""]),
    ("solve sunk", &["no solution"]),
    ("why towers: height(a1) < height(b1)", &["proved"]),
    ("why solve sunk", &["no solution"]),
    ("solve ferry", &["solvable", "row(right)", "row(right) row(left) row(right)"]),
    ("shortest ferry", &["1"]),
    ("count ferry", &["1"]),
    ("prove ferry: boat = a1", &["refuted"]),
    ("largest ferry: column(boat)", &["2"]),
    ("solve pile", &["first wins"]),
    ("play2win pile", &["1"]),
    ("line pile", &["1 2 1", "1 1 2"]),
    ("prove pile: stones <= 4", &["proved"]),
    ("prove pile: stones != 2", &["refuted"]),
    ("count towers", &["3"]),
    ("count rising", &["1"]),
    ("count sunk", &["0"]),
    ("smallest towers: height(b1) + height(c1)", &["4"]),
    ("largest towers: height(b1) - height(a1)", &["2"]),
    ("smallest sunk: height(a1)", &["no solution"]),
    ("prove towers: height(a1) <= 2", &["proved"]),
    ("prove towers: height(b1) = 1", &["refuted"]),
    ("prove towers: height(c1) = 2", &["neither"]),
    ("prove sunk: height(c1) = 2", &["no solution"]),
    ("ask rising: height(b1) = ?h", &["2", "2 and no others"]),
    ("ask towers: height(?c) = 1", &["none"]),
    ("ask sunk: height(?c) = 1", &["no solution"]),
    ("solve duel", &["A wins"]),
    ("play2win duel", &["1"]),
    ("line duel", &["1 1", "0 0", "0 1"]),
    ("solve heap", &["second wins"]),
    ("play2win heap after 1", &["1", "4", "9"]),
    ("line heap", &["9 1 1 1", "1 9 1 1"]),
    ("solve hands", &["A wins"]),
    ("play2win hands", &["RL"]),
    ("line hands", &["RL"]),
    ("solve rounds", &["A wins"]),
    ("play2win rounds", &["03", "30", "LR"]),
    ("line rounds", &["03 RR RR"]),
    ("solve circle", &["endless"]),
    ("play2win circle", &["22"]),
    ("line circle", &["22", "22 22", "22 22 LL RL LR 22 RL LR 22"]),
    ("solve board", &["X wins"]),
    ("play2win board", &["c2", "a2", "b3"]),
    ("line board", &["c2 a1 c3"]),
    ("solve pair", &["first wins", "7 0"]),
    ("play2win pair", &["a2b2"]),
    ("line pair", &["a2b2 b1c1 b2c2 c1c2"]),
];

/// Expectations that are right of nothing here: lines that stop early, values that are given twice.
const WRONG: [&str; 6] =
    ["03 RR", "c2 a1", "1 -1 2 -2", "x=1 x=0 y=0", "x=1 y=0 z=1", "none and others"];

/// What may be drawn and compared, by the kinds in the order in which they are listed.
const NAMES: [&[&str]; 11] = [
    &["either", "never", "nested"],
    &["free", "stuck", "fixed"],
    &["cave", "blocked"],
    &["pets", "one", "never_so"],
    &["towers", "rising", "ferry"],
    &["duel"],
    &["heap"],
    &["hands", "rounds", "circle"],
    &["board"],
    &["pair"],
    &["pile"],
];

fn verb_of(query: &str) -> &str {
    query.split(' ').next().unwrap_or_default()
}

/// Questions to which no other answer is right than the one that is given.
fn is_exact(query: &str) -> bool {
    let theory = NAMES[3].iter().any(|it| query.contains(&format!(" {it}:")));
    match verb_of(query) {
        "count" | "shortest" | "compare" | "eval" | "simplify" | "draw" | "prove" | "moves" => true,
        "equivalent" => theory,
        _ => false,
    }
}

/// All queries of the table, and those whose answers are long.
fn queries() -> Vec<String> {
    let mut queries: Vec<String> = ANSWERS.iter().map(|it| it.0.to_owned()).collect();
    for (kind, names) in ALL.0.iter().zip(NAMES) {
        let verbs = [Verb::Draw, Verb::Compare, Verb::Moves].into_iter();
        for verb in verbs.filter(|it| kind.facts().verbs.contains(it)) {
            // Where a play need not end, it takes long to find out that minimax never does.
            let ends = |it: &&&str| !["rounds", "circle"].contains(*it);
            let names = names.iter().filter(|it| verb != Verb::Compare || ends(it));
            queries.extend(names.map(|name| format!("{} {name}", verb.word())));
        }
    }
    queries
}

#[test]
fn every_kind_is_asked_everything() {
    let queries = queries();
    assert_eq!(ALL.0.len(), NAMES.len());
    for (kind, names) in ALL.0.iter().zip(NAMES) {
        for verb in kind.facts().verbs {
            let asks = |query: &String| {
                let mut words = query.split([' ', ':']);
                words.next() == Some(verb.word()) && names.contains(&words.next().unwrap_or(""))
            };
            assert!(queries.iter().any(asks), "{} {}", kind.facts().name, verb.word());
        }
    }
}

/// With `why` before it a question has the same answers.
#[test]
fn of_all_answers_that_somebody_may_expect_the_right_ones_hold() {
    for (query, right) in ANSWERS {
        let same = ANSWERS.iter().filter(|it| verb_of(it.0) == verb_of(query));
        let mut pool: BTreeSet<&str> = same.flat_map(|it| it.1).copied().collect();
        pool.extend(WRONG);
        let claims = pool.into_iter().map(|it| (it.to_owned(), right.contains(&it)));
        let claims: Vec<_> = claims.collect();
        judge(DECLARED, query, &claims);
        if !query.starts_with("why ") {
            judge(DECLARED, &format!("why {query}"), &claims);
        }
    }
}

/// The same text with one letter or digit changed, or a word or line left out or said twice.
fn changed(text: &str) -> Vec<String> {
    let other = |it: char| match it {
        '9' | 'z' => '0',
        it => char::from_u32(it as u32 + 1).unwrap_or('?'),
    };
    // With another parenthesis or colon it would be no query.
    let is_sign = |it: &(usize, char)| !it.1.is_whitespace() && !['(', ')', ':'].contains(&it.1);
    let signs: Vec<_> = text.char_indices().filter(is_sign).collect();
    let step = signs.len().div_ceil(8);
    let mut all: Vec<_> = signs
        .into_iter()
        .step_by(step)
        .map(|(at, it)| format!("{}{}{}", &text[..at], other(it), &text[at + it.len_utf8()..]))
        .collect();
    let between = if text.contains('\n') { '\n' } else { ' ' };
    let parts: Vec<_> = text.split(between).collect();
    let between = between.to_string();
    for at in [0, parts.len() / 2, parts.len() - 1] {
        if !parts[at].trim().is_empty() {
            all.push([&parts[..at], &parts[at + 1..]].concat().join(&between));
            all.push([&parts[..at], &parts[at..=at], &parts[at..]].concat().join(&between));
        }
    }
    all.retain(|it| !it.trim().is_empty());
    all
}

fn written(verb: &str, answer: &str) -> String {
    let block = || format!("\"\"\"\n    {}\n    \"\"\"", answer.replace('\n', "\n    "));
    if verb == "draw" { block() } else { answer.to_owned() }
}

#[test]
fn whatever_else_is_expected_of_an_exact_answer_fails() {
    for query in queries().iter().filter(|it| is_exact(it)) {
        let answers = reports(&format!("{DECLARED}\n{query}\n"));
        let answer = answers[0].answer.clone().expect("an answer").text;
        let right = std::iter::once((written(verb_of(query), &answer), true));
        let wrong = changed(&answer).into_iter().map(|it| (written(verb_of(query), &it), false));
        judge(DECLARED, query, &right.chain(wrong).collect::<Vec<_>>());
    }
}

/// What plays are worth to the first player, by brute force.
struct Worths<'p> {
    puzzle: &'p dyn Puzzle,
    players: Vec<String>,
    known: HashMap<Vec<String>, (i64, i64)>,
}

impl Worths<'_> {
    /// The score from some moves on, and how many moves it takes when who wins hurries and who loses does not.
    fn of(&mut self, made: &[String]) -> (i64, i64) {
        if let Some(known) = self.known.get(made) {
            return *known;
        }
        let worth = match self.puzzle.turn(made).expect("moves") {
            Turn::Over(ending) => (self.score(&ending), 0),
            Turn::Move { player, moves, .. } => {
                let sign = if player == self.players[0] { 1 } else { -1 };
                let next = moves.into_iter().map(|it| self.of(&[made, &[it]].concat()));
                let better = |it: &(i64, i64)| (sign * it.0, -(sign * it.0).signum() * it.1);
                let (score, plies) = next.max_by_key(better).expect("a move");
                (score, plies + 1)
            }
        };
        self.known.insert(made.to_vec(), worth);
        worth
    }

    fn score(&self, ending: &str) -> i64 {
        if let Some((one, other)) = ending.split_once(", ").and_then(|it| it.1.split_once(" to ")) {
            return one.parse::<i64>().unwrap() - other.parse::<i64>().unwrap();
        }
        match self.players.iter().position(|it| ending == format!("{it} wins")) {
            Some(0) => 1,
            Some(_) => -1,
            None => 0,
        }
    }
}

/// What may be written behind `play2win` and `line` after some moves of a game, and whether it is right. The moves
/// are made at random until so many plies are left at most; where the game `hurries`, a winner has to.
fn moves_of(
    declaration: &str,
    left: usize,
    hurries: bool,
    mut random: impl FnMut(usize) -> usize,
) -> Vec<(String, Vec<(String, bool)>)> {
    let text = format!("{declaration}\nsolve it\n");
    let checked = check(program::program("game.puzzle", &text), &Levels::default());
    let analysis = checked.analysis();
    let document = analysis.scope.program.root().parts[0];
    let items = &analysis.scope.tree(document).items;
    let query = items.iter().find_map(|it| match &it.kind {
        ItemKind::Query(query) => Some(query),
        _ => None,
    });
    let found = query.and_then(|it| asked(&analysis, document, it));
    let puzzle = found.unwrap_or_else(|| panic!("{text}{:?}", program::findings(&analysis))).puzzle;
    let players = puzzle.position(&[]).expect("a position").players;
    let mut made = Vec::new();
    let mut play = |made: &mut Vec<String>, plies: usize| {
        for _ in 0..plies {
            let Ok(Turn::Move { moves, .. }) = puzzle.turn(made) else { break };
            made.push(moves[random(moves.len())].clone());
        }
    };
    // The longest play tells how many moves there are.
    let mut whole = Vec::new();
    play(&mut whole, 40);
    made.extend(whole[..whole.len().saturating_sub(left)].iter().cloned());
    let Ok(Turn::Move { player, moves, .. }) = puzzle.turn(&made) else { return Vec::new() };
    let after = if made.is_empty() { String::new() } else { format!(" after {}", made.join(" ")) };
    let mut worths = Worths { puzzle: puzzle.as_ref(), players, known: HashMap::new() };
    let (score, _) = worths.of(&made);
    let mut one: Vec<_> = moves
        .iter()
        .map(|it| {
            (it.clone(), worths.of(&[&made[..], std::slice::from_ref(it)].concat()).0 == score)
        })
        .collect();
    if declaration.contains(": formula") && one.iter().all(|it| it.1) {
        // The rule tells which of two values it is.
        let named = if player == "E" { "1" } else { "0" };
        one.iter_mut().for_each(|it| it.1 = it.0 == named);
    }
    let mut lines = Vec::new();
    for _ in 0..8 {
        let start = made.len();
        let mut line = made.clone();
        play(&mut line, 40);
        let along: Vec<_> = (start..=line.len()).map(|it| worths.of(&line[..it])).collect();
        let is_kept = along.iter().all(|it| it.0 == score);
        let in_time = along.windows(2).all(|it| it[1].1 + 1 == it[0].1);
        let is_right = is_kept && (in_time || score == 0 || !hurries);
        lines.push((line[start..].join(" "), is_right));
    }
    let every = every_move(declaration, &after, &made, &moves, &mut worths);
    vec![
        (format!("play2win it{after}"), one),
        (format!("line it{after}"), lines),
        (format!("moves it{after}"), every),
    ]
}

/// What may be written behind `moves`, which tells of every move what it is worth by brute force.
fn every_move(
    declaration: &str,
    after: &str,
    made: &[String],
    moves: &[String],
    worths: &mut Worths<'_>,
) -> Vec<(String, bool)> {
    let told = reports(&format!("{declaration}\nmoves it{after}\n"));
    let told = told[0].answer.clone().expect("an answer").text;
    let each = moves.iter().map(|it| (it, worths.of(&[made, std::slice::from_ref(it)].concat())));
    let are_right = tells_worths(&told, &each.collect::<Vec<_>>(), worths);
    assert!(are_right, "moves it{after} => {told}\n{declaration}");
    let mut backwards: Vec<_> = told.split(", ").collect();
    backwards.reverse();
    let backwards = backwards.join(", ");
    let mut every = vec![(told.clone(), true)];
    // Points have commas of their own.
    if !told.contains(" to ") {
        every.push((backwards, true));
    }
    every
}

/// Whether the answer to `moves` says of each move what it is worth by brute force, and how soon where it says that.
fn tells_worths(told: &str, each: &[(&String, (i64, i64))], worths: &Worths<'_>) -> bool {
    let mut rest = told;
    for (at, (chosen, (score, plies))) in each.iter().enumerate() {
        let Some(behind) = rest.strip_prefix(&format!("{chosen}: ")) else { return false };
        let end = each.get(at + 1).and_then(|(next, _)| behind.find(&format!(", {next}: ")));
        let (worth, after) = behind.split_at(end.unwrap_or(behind.len()));
        rest = after.strip_prefix(", ").unwrap_or(after);
        let (ending, length) = worth.split_once(" in ").unwrap_or((worth, ""));
        let length = length.split(' ').next().and_then(|it| it.parse::<i64>().ok());
        if worths.score(ending) != *score || length.is_some_and(|it| it != *plies) {
            return false;
        }
    }
    rest.is_empty()
}

fn judge_moves(declaration: &str, left: usize, hurries: bool, seed: u64) {
    let mut state = seed;
    let random = |sides: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    };
    for (query, claims) in moves_of(declaration, left, hurries, random) {
        judge(declaration, &query, &claims);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn moves_of_dots_and_boxes(seed in any::<u64>(), rows in 1..3_u32, scores in (0..4_u32, 0..4_u32)) {
        let (one, other) = scores;
        let settings = format!("    size {rows} 2\n    scores {one} {other}\n");
        judge_moves(&format!("game it: dots {{\n{settings}}}"), 5, false, seed);
    }

    #[test]
    fn moves_of_tippy(seed in any::<u64>()) {
        judge_moves("game it: tippy {\n    size 3\n}", 3, true, seed);
    }

    #[test]
    fn moves_of_chopsticks(seed in any::<u64>(), hands in (0..5_u32, 1..5_u32, 0..5_u32, 1..5_u32)) {
        let (a, b, c, d) = hands;
        let settings = format!("    moves 2\n    hands {a}{b} {c}{d}\n");
        judge_moves(&format!("game it: chopsticks {{\n{settings}}}"), 4, false, seed);
    }

    #[test]
    fn moves_of_heaps(seed in any::<u64>(), value in 1..23_u32) {
        judge_moves(&format!("game it: subtract-square {{\n    value {value}\n}}"), 6, false, seed);
    }

    #[test]
    fn moves_of_formula_games(seed in any::<u64>(), turns in vec(any::<bool>(), 4), formula in 0..FORMULAS.len()) {
        let turns: String = turns.into_iter().map(|it| if it { 'A' } else { 'E' }).collect();
        let settings =
            format!("    formula {}\n    turns {turns}\n    variables xyzu\n", FORMULAS[formula]);
        judge_moves(&format!("game it: formula {{\n{settings}}}"), 4, false, seed);
    }
}

const FORMULAS: [&str; 4] = [
    "((x+y)*(z+-u)*(-x+u))",
    "((x*-y)+(-x*y)+(z*u))",
    "(((x+z)*(y+u))+(-x*-u))",
    "((x+-z)*(-x+z)*(y+-u)*(-y+u))",
];
