//! From text to answers: random programs are answered, their answers written into the text and
//! judged; expectations hold exactly when brute force says so.

use super::mazes;
use super::programs;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::programs::{Program, VARIABLES, clauses_text, maze_text, node_name, program};
use super::sample;
use super::trees::{Tree, tree};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::code::{NOT_AN_ANSWER, UNKNOWN_NAME};
use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::diagnostic::{Diagnostic, Edit, Related, Severity};
use puzzle_lang::kinds::{Answer, Note};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{Files, load};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, TestReport, run};
use puzzle_lang::text::{Source, Span};

/// Files that exist in a test only.
#[derive(Default)]
struct Shelf(HashMap<PathBuf, String>);

impl Files for Shelf {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let text = self.0.get(path).ok_or("no such file")?;
        Ok(Arc::new(Source::new(path.to_string_lossy(), text.clone())))
    }
}

/// The errors of a program and the reports on its queries.
fn answered(text: &str, shelf: &Shelf) -> (Vec<Diagnostic>, Vec<TestReport>) {
    let source = Arc::new(Source::new("main.puzzle", text));
    let program = load(source, Path::new("main.puzzle"), shelf);
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let errors = analysis.findings.iter().flatten().filter(|it| it.severity == Severity::Error);
    (errors.cloned().collect(), run(&analysis, TestPurpose::Reading, Budget::unlimited).collect())
}

fn reports(text: &str) -> Vec<TestReport> {
    let (mut errors, reports) = answered(text, &Shelf::default());
    // The reports say it as well.
    errors.retain(|it| it.code != NOT_AN_ANSWER);
    assert_eq!(errors, [], "{text}");
    reports
}

fn verdicts(text: &str) -> Vec<Option<ExpectationVerdict>> {
    reports(text).iter().map(|report| report.verdict).collect()
}

fn updates(reports: &[TestReport]) -> Vec<Edit> {
    reports.iter().filter_map(|report| report.update.clone()).collect()
}

fn updated(text: &str) -> String {
    apply(text, &updates(&reports(text)))
}

/// The remarks on an answer and what introduces the places it follows from.
fn notes(answer: &Answer) -> Vec<String> {
    let lines = answer.notes.iter().flat_map(Note::lines).map(str::to_owned);
    lines.chain(answer.heading.clone()).collect()
}

/// All that a report says of the answer: the query, the answer, the remarks, and the text and words
/// of each place that explains it.
fn told(report: &TestReport) -> (String, String, Vec<String>, Vec<(String, String)>) {
    let answer = report.answer.clone().unwrap();
    let notes = notes(&answer);
    let place = |it: Related| (it.source.unwrap().slice(it.span).to_owned(), it.message);
    let because = answer.because.into_iter().map(place).collect();
    (report.name.clone(), answer.text, notes, because)
}

/// Each query with the verdict that brute force has on its expectation.
struct Judged {
    text: String,
    is_right: Vec<bool>,
}

impl Judged {
    fn new(declaration: &str) -> Self {
        Self { text: format!("{declaration}\n"), is_right: Vec::new() }
    }

    fn claim(&mut self, query: &str, expectation: &str, is_right: bool) {
        self.text += &format!("{query} => {expectation}\n");
        self.is_right.push(is_right);
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let reports = reports(&self.text);
        prop_assert_eq!(reports.len(), self.is_right.len(), "{}", self.text);
        for (report, is_right) in reports.iter().zip(&self.is_right) {
            let verdict =
                if *is_right { ExpectationVerdict::Holds } else { ExpectationVerdict::Fails };
            let shown = &self.text[report.span.range()];
            prop_assert_eq!(report.verdict, Some(verdict), "{}\n{}", shown, self.text);
        }
        Ok(())
    }
}

/// What an unreadable import brings nobody knows, so names may be missing in the file that names it and in those behind
/// it, which may import it; before it, what nothing declares is said.
#[test]
fn a_missing_import_excuses_no_other_file() {
    let lacking = "import \"none.puzzle\"\nformula inner = missing\n".to_owned();
    let alone = "formula other = unknown\n".to_owned();
    let files = [("alone.puzzle", alone), ("lacking.puzzle", lacking)];
    let shelf = Shelf(files.map(|(path, text)| (PathBuf::from(path), text)).into());
    let unknown = |imports: [&str; 2]| -> Vec<String> {
        let [one, two] = imports.map(|it| format!("import \"{it}.puzzle\"\n"));
        let (errors, _) = answered(&format!("{one}{two}formula mine = absent\n"), &shelf);
        let unknown = errors.into_iter().filter(|it| it.code == UNKNOWN_NAME);
        unknown.map(|it| it.message).collect()
    };
    assert_eq!(unknown(["alone", "none"]), ["`unknown` is not declared"]);
    assert_eq!(unknown(["none", "alone"]), ["`unknown` is not declared"]);
    assert_eq!(unknown(["alone", "lacking"]), ["`unknown` is not declared"]);
    assert_eq!(
        unknown(["alone", "alone"]),
        ["`unknown` is not declared", "`absent` is not declared"]
    );
}

/// Blanks, comments and line ends that a person might leave.
#[derive(Clone, Copy, Debug)]
struct Manner {
    has_comments: bool,
    is_indented: bool,
    is_crlf: bool,
    ends_in_newline: bool,
}

impl Manner {
    fn write(self, program: &Program) -> String {
        let mut text = program.declarations().join("\n\n") + "\n";
        for query in program.queries() {
            let indentation = if self.is_indented { "\t  " } else { "" };
            let comment = if self.has_comments { " // why? é" } else { "" };
            text += &format!("{indentation}{query}{comment}\n");
        }
        if !self.ends_in_newline {
            text.pop();
        }
        if self.is_crlf { text.replace('\n', "\r\n") } else { text }
    }
}

fn manner() -> impl Strategy<Value = Manner> {
    any::<[bool; 4]>().prop_map(|[has_comments, is_indented, is_crlf, ends_in_newline]| Manner {
        has_comments,
        is_indented,
        is_crlf,
        ends_in_newline,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(300)))]

    #[test]
    fn answers_written_into_the_file_hold(program in program(), manner in manner()) {
        let text = manner.write(&program);
        let before = reports(&text);
        prop_assert_eq!(before.len(), program.queries().len());
        let edits = updates(&before);
        prop_assert_eq!(edits.len(), before.len());
        for edit in &edits {
            prop_assert!(edit.span.is_empty() && edit.text.starts_with(" => "), "{edit:?}");
        }
        let written = apply(&text, &edits);
        let line_ends = written.matches('\n').count();
        let own_line_ends = written.matches(if manner.is_crlf { "\r\n" } else { "\n" }).count();
        prop_assert_eq!(line_ends, own_line_ends);
        let after = reports(&written);
        prop_assert_eq!(after.len(), before.len());
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(after.verdict, Some(ExpectationVerdict::Holds), "{}", written);
            prop_assert_eq!(&after.update, &None, "a second update changes nothing");
            prop_assert_eq!(told(after), told(before));
            prop_assert_eq!(&after.name, &before.name);
        }
    }

    #[test]
    fn wrong_expectations_fail_and_their_fix_mends_them(
        program in program(),
        pick in any::<Index>(),
        other in any::<Index>(),
        is_strange in any::<bool>(),
    ) {
        const STRANGE: [&str; 9] = [
            "satisfiable", "no solution", "7", "unique", "START GOAL", "E wins", "a=1 z=0", "-1 1",
            "\"\"\"\n    nonsense\n    \"\"\"",
        ];
        let text = program.text();
        let right = reports(&text);
        let at = pick.index(right.len());
        let wrong = if is_strange {
            STRANGE[other.index(STRANGE.len())].to_owned()
        } else {
            let answer = &right[other.index(right.len())].answer.as_ref().unwrap().text;
            // A drawing is not written on the line.
            if answer.is_empty() || answer.contains('\n') { "0".to_owned() } else { answer.clone() }
        };
        let edits = vec![Edit::insert(right[at].span.end, format!(" => {wrong}"))];
        let corrupted = apply(&text, &edits);
        let report = &reports(&corrupted)[at];
        let Some(ExpectationVerdict::Fails) = report.verdict else {
            prop_assert_eq!(report.verdict, Some(ExpectationVerdict::Holds));
            prop_assert_eq!(&report.update, &None);
            return Ok(());
        };
        prop_assert_eq!(report.diagnostics.len(), 1);
        let diagnostic = &report.diagnostics[0];
        prop_assert!(["E0601", "E0602"].contains(&diagnostic.code.number()), "{diagnostic:?}");
        // Whoever wants one solution is not offered to put up with several.
        if diagnostic.message.contains("another solution") {
            prop_assert_eq!(&diagnostic.fixes, &[]);
            prop_assert_eq!(&report.update, &None);
            return Ok(());
        }
        let update = diagnostic.fixes.first().map(|it| &it.edits[..]);
        prop_assert_eq!(Some(report.update.as_slice()), update);
        for fix in &diagnostic.fixes {
            let mended = apply(&corrupted, &fix.edits);
            prop_assert_eq!(verdicts(&mended)[at], Some(ExpectationVerdict::Holds), "{}", mended);
        }
    }

    #[test]
    fn a_program_in_two_files_has_the_same_answers(program in program(), cut in any::<Index>()) {
        let declarations = program.declarations();
        let (library, own) = declarations.split_at(cut.index(declarations.len() + 1));
        let shelf = Shelf(HashMap::from([("library.puzzle".into(), library.join("\n"))]));
        let queries = program.queries().join("\n");
        let main = format!("import \"library.puzzle\"\n{}\n{queries}\n", own.join("\n"));
        let (errors, split) = answered(&main, &shelf);
        prop_assert_eq!(errors, []);
        let whole = reports(&program.text());
        prop_assert_eq!(
            split.iter().map(told).collect::<Vec<_>>(),
            whole.iter().map(told).collect::<Vec<_>>()
        );
    }

    #[test]
    fn broken_declarations_leave_the_others_alone(
        program in program(),
        faults in vec((0..BROKEN.len(), any::<Index>()), 1..5),
    ) {
        let sound = reports(&program.text());
        let mut items: Vec<String> = program.declarations().into_iter().map(str::to_owned).collect();
        items.extend(program.queries());
        for (number, (fault, at)) in faults.iter().enumerate() {
            let at = at.index(items.len() + 1);
            items.insert(at, BROKEN[*fault].replace('#', &number.to_string()));
        }
        let text = items.join("\n") + "\n";
        let (errors, all) = answered(&text, &Shelf::default());
        prop_assert!(!errors.is_empty());
        let about_sound = all.iter().filter(|report| !report.name.contains("Bad"));
        let told = |report: &TestReport| (report.name.clone(), report.answer.clone().map(|it| it.text));
        prop_assert_eq!(
            about_sound.map(told).collect::<Vec<_>>(),
            sound.iter().map(told).collect::<Vec<_>>(),
            "{}", text
        );
        prop_assert!(all.iter().all(|report| report.verdict != Some(ExpectationVerdict::Fails)), "{text}");
    }
}

/// Items with mistakes and queries about them; `#` is a number that tells them apart.
const BROKEN: [&str; 14] = [
    "formula Bad# = (x*y",
    "formula Bad# = x*y\nsolve Bad# => satisfiable",
    "formula Bad# = (x*Nobody)\ncount Bad# => 3",
    "formula Bad# = -Bad#\nvalid Bad#",
    "clauses Bad# {\n    1 2 0\n    3\n}\nsolve Bad# => unsatisfiable",
    "clauses Bad# {\n    1 * 2\n}\ncount Bad#",
    "maze Bad# {\n    steps many\n    START -> GOAL\n    GOAL\n}\nsolve Bad# => no solution",
    "maze Bad# {\n    steps 3\n    START -> Elsewhere\n    GOAL\n}\nshortest Bad# => 3",
    "maze Bad# {\n    steps 3\n    START -> GOAL\n",
    "game Bad#: chess {\n    board 8\n}\nsolve Bad#",
    "game Bad#: formula {\n    formula (x*y)\n    turns A\n    variables xy\n}\nsolve Bad# => E wins",
    "solve BadName# => satisfiable",
    "frmula Bad# = (x*y)",
    "} { ) Bad# => ?",
];

/// What the language says of a value: `a=0 b=1`.
fn assignment(tree: &Tree, row: u32) -> String {
    let variables = tree.formula().variables();
    let pairs: Vec<_> = variables.iter().map(|it| format!("{it}={}", row >> it.0 & 1)).collect();
    pairs.join(" ")
}

/// The assignments to a formula's own variables.
fn rows(tree: &Tree) -> Vec<u32> {
    let variables = tree.formula().variables();
    let used: u32 = variables.iter().map(|it| 1 << it.0).sum();
    (0..1 << VARIABLES).filter(|row| row & !used == 0).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(400)))]

    #[test]
    fn expectations_of_formulas_are_judged_by_meaning(
        one in tree(VARIABLES, 12),
        two in tree(VARIABLES, 12),
    ) {
        let (first, second) = (one.formula(), two.formula());
        let mut judged = Judged::new(&format!("formula one = {first}\nformula two = {second}"));
        let rows_of_one = rows(&one);
        let models = rows_of_one.iter().filter(|row| one.value(**row)).count();
        for &row in &rows_of_one {
            let (values, is_true) = (assignment(&one, row), one.value(row));
            judged.claim("solve one", &format!("satisfiable {values}"), is_true);
            judged.claim("valid one", &format!("not valid {values}"), !is_true);
            judged.claim(&format!("eval one {values}"), "1", is_true);
        }
        judged.claim("solve one", "satisfiable", models > 0);
        judged.claim("solve one", "unsatisfiable", models == 0);
        judged.claim("solve one", "unique", models == 1);
        judged.claim("valid one", "valid", models == rows_of_one.len());
        judged.claim("valid one", "not valid", models < rows_of_one.len());
        for count in models.saturating_sub(1)..models + 2 {
            judged.claim("count one", &count.to_string(), count == models);
        }
        let both = Tree::And(vec![one.clone(), two.clone()]);
        let differ = |row: u32| one.value(row) != two.value(row);
        for row in rows(&both) {
            let claim = format!("not equivalent {}", assignment(&both, row));
            judged.claim("equivalent one two", &claim, differ(row));
        }
        let is_equivalent = !rows(&both).into_iter().any(differ);
        judged.claim("equivalent one two", "equivalent", is_equivalent);
        judged.claim("equivalent one two", "not equivalent", !is_equivalent);
        judged.check()?;
    }

    #[test]
    fn expectations_of_clauses_are_judged_by_meaning(clauses in programs::clauses()) {
        let mut judged = Judged::new(&clauses_text("tiny", &clauses));
        let mut atoms: Vec<i64> = clauses.iter().flatten().map(|literal| literal.abs()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut models = 0;
        // Each atom is true, false or not mentioned.
        for row in 0..3_usize.pow(atoms.len() as u32) {
            let sign = |index: usize| row / 3_usize.pow(index as u32) % 3;
            let literals: Vec<i64> = (0..atoms.len())
                .filter(|&index| sign(index) < 2)
                .map(|index| if sign(index) == 0 { atoms[index] } else { -atoms[index] })
                .collect();
            let is_model = clauses.iter().all(|clause| clause.iter().any(|it| literals.contains(it)));
            if literals.len() == atoms.len() {
                models += usize::from(is_model);
            }
            if !literals.is_empty() {
                let words: Vec<_> = literals.iter().map(i64::to_string).collect();
                judged.claim("solve tiny", &words.join(" "), is_model);
            }
        }
        judged.claim("solve tiny", "satisfiable", models > 0);
        judged.claim("solve tiny", "unsatisfiable", models == 0);
        judged.claim("solve tiny", "unique", models == 1);
        for count in models.saturating_sub(1)..models + 2 {
            judged.claim("count tiny", &count.to_string(), count == models);
        }
        judged.check()?;
    }

    #[test]
    fn expectations_of_mazes_are_judged_by_meaning(
        maze in mazes::maze(5, 2, 5),
        walks in vec(vec(0..5_u32, 1..6), 30),
    ) {
        let mut judged = Judged::new(&maze_text("cave", &maze));
        let plays = mazes::plays(&maze, maze.steps);
        let words = |nodes: &[u32]| {
            let names: Vec<_> = nodes.iter().map(|id| node_name(*id)).collect();
            names.join(" ")
        };
        let mut paths: Vec<Vec<u32>> =
            plays.iter().take(30).map(|play| play.iter().map(|node| node.0).collect()).collect();
        let nodes = maze.nodes.len() as u32;
        paths.extend(walks.iter().map(|walk| {
            let inner = walk.iter().map(|node| node % nodes);
            std::iter::once(0).chain(inner).chain([1]).collect::<Vec<_>>()
        }));
        // Waiting at GOAL is left out of plays.
        for path in paths.iter().filter(|path| !path.ends_with(&[1, 1])) {
            let is_play = plays.iter().any(|play| play.iter().map(|node| node.0).eq(path.iter().copied()));
            for engine in ["", " by sat"] {
                judged.claim(&format!("solve cave{engine}"), &words(path), is_play);
            }
        }
        let least = plays.iter().map(|play| play.len() - 1).min();
        judged.claim("solve cave", "solvable", !plays.is_empty());
        judged.claim("solve cave", "no solution", plays.is_empty());
        judged.claim("solve cave", "unique", plays.len() == 1);
        for count in plays.len().saturating_sub(1)..plays.len() + 2 {
            judged.claim("count cave", &count.to_string(), count == plays.len());
        }
        if let Some(least) = least {
            for steps in least.saturating_sub(1)..least + 2 {
                judged.claim("shortest cave", &steps.to_string(), steps == least);
            }
            judged.claim("shortest cave", "no solution", false);
        }
        judged.check()?;
    }
}

/// The answer to the only query, and the places that explain it.
fn explained(text: &str) -> (String, Vec<(usize, String)>) {
    let [report] = &reports(text)[..] else { panic!("{text}") };
    let answer = report.answer.as_ref().unwrap();
    let places = answer.because.iter().map(|place| {
        let source = place.source.as_ref().unwrap();
        (place.span.start as usize, source.slice(place.span).to_owned())
    });
    (answer.text.clone(), places.collect())
}

fn contradiction() -> impl Strategy<Value = Vec<Vec<i64>>> {
    let is_contradiction = |clauses: &Vec<Vec<i64>>| {
        (0..1 << VARIABLES).all(|row| {
            let is_true = |literal: &i64| (row >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
            clauses.iter().any(|clause| !clause.iter().any(is_true))
        })
    };
    vec(programs::clauses(), 2)
        .prop_map(|sets| sets.concat())
        .prop_filter("a contradiction", is_contradiction)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(200)))]

    /// A text with only the clauses that are shown has no model, and with one less it has one.
    #[test]
    fn the_clauses_shown_contradict_each_other(clauses in contradiction()) {
        let ask = |clauses: &[String]| {
            explained(&format!("clauses tiny {{\n{}\n}}\nsolve tiny", clauses.join("\n")))
        };
        let all: Vec<_> = clauses_text("tiny", &clauses).lines().map(str::to_owned).collect();
        let (answer, places) = ask(&all[1..all.len() - 1]);
        prop_assert_eq!(answer, "unsatisfiable");
        let shown: Vec<String> = places.into_iter().map(|(_, text)| text).collect();
        prop_assert_eq!(ask(&shown).0, "unsatisfiable");
        for left_out in 0..shown.len() {
            let mut rest = shown.clone();
            rest.remove(left_out);
            prop_assert_ne!(ask(&rest).0, "unsatisfiable");
        }
    }

    /// A text without the tolls that are not shown still has no path.
    #[test]
    fn the_tolls_shown_bar_every_way(maze in mazes::maze(6, 3, 6)) {
        let text = format!("{}\nshortest cave", maze_text("cave", &maze));
        let (answer, places) = explained(&text);
        if answer != "no solution" {
            prop_assert_eq!(places, []);
            return Ok(());
        }
        prop_assert!(!places.is_empty());
        let shown: Vec<usize> = places.into_iter().map(|(at, _)| at).collect();
        let mut waived = Vec::new();
        for line in text.lines() {
            let Some((_, rest)) = line.split_once(" tolls ") else { continue };
            let tolls = rest.split(" ->").next().unwrap_or_default();
            for toll in tolls.split(' ') {
                let at = toll.as_ptr() as usize - text.as_ptr() as usize;
                if !shown.contains(&at) {
                    waived.push(Edit::delete(Span::new(at as u32, (at + toll.len()) as u32)));
                }
            }
        }
        let waived = apply(&text, &waived);
        prop_assert_eq!(explained(&waived).0, "no solution", "{}\n{}", text, waived);
    }
}

#[test]
fn an_unexpected_no_points_at_the_lines_it_follows_from() {
    let library = "formula sure = ((x+y)*-y)\n";
    let shelf = Shelf(HashMap::from([("library.puzzle".into(), library.to_owned())]));
    let text = "import \"library.puzzle\"\nsolve (sure*((z+-z)*-x)) => satisfiable\n";
    let (errors, reports) = answered(text, &shelf);
    assert_eq!(errors, []);
    let [diagnostic] = &reports[0].diagnostics[..] else { panic!("{reports:?}") };
    let places: Vec<_> = diagnostic
        .related
        .iter()
        .map(|place| match &place.source {
            Some(source) => (source.name(), source.slice(place.span), place.message.as_str()),
            None => ("main.puzzle", &text[place.span.range()], place.message.as_str()),
        })
        .collect();
    assert_eq!(
        places,
        [
            ("library.puzzle", "(x+y)", "`(x+y)` must be true"),
            ("library.puzzle", "-y", "`-y` must be true"),
            ("main.puzzle", "-x", "`-x` must be true"),
        ]
    );
}

#[test]
fn every_no_says_why_in_the_words_of_its_puzzle() {
    let maze = "maze cave {\n    steps 3\n    START -> A\n    A treasures KEY tolls LAMP -> B\n    \
                B treasures LAMP tolls KEY -> GOAL\n    GOAL\n}\n";
    let told = |text: &str| {
        let answer = reports(text)[0].answer.clone().unwrap();
        let notes = notes(&answer);
        let words = answer.because.into_iter().map(|place| place.message);
        notes.into_iter().chain(words).collect::<Vec<_>>()
    };
    assert_eq!(
        told(&format!("{maze}solve cave\n")),
        [
            "no number of steps is enough",
            "by search",
            "these tolls bar every way, even if all others were waived:",
            "`A` asks for `LAMP`, which is at `B`",
        ]
    );
    let open = maze.replace(" tolls LAMP", "").replace("steps 3", "steps 2");
    assert_eq!(
        told(&format!("{open}solve cave by sat\n")),
        ["the shortest path takes 3 steps", "the limit is 2 steps"]
    );
    let cut = maze.replace("-> GOAL", "");
    assert_eq!(
        told(&format!("{cut}shortest cave\n")),
        ["no number of steps is enough", "by search", "no corridors lead from here to GOAL"]
    );
    assert_eq!(
        told(
            "clauses wet {\n    rain wet\n    -rain\n    snow\n    -wet snow\n    -wet\n}\nsolve wet\n"
        ),
        [
            "these clauses cannot all be true:",
            "`rain` or `wet` must be true",
            "`-rain` must be true",
            "`-wet` must be true",
        ]
    );
    assert_eq!(told("solve -(x+-x)\n"), [""; 0], "there are no parts to point at");
}

#[test]
fn an_update_writes_over_a_wrong_answer_and_nothing_else() {
    let text = "// é\r\nclauses tiny { // one\r\n    1\r\n}\r\n\tsolve  tiny =>  -1 // wrong\r\n";
    assert_eq!(updated(text), text.replace("-1 //", "1 //"));
}
