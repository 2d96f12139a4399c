//! The examples are what a visitor reads first: canonical, without a finding, with expectations
//! that hold, and with the same answer from every engine.

use super::program;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use puzzle_engine::SatEngine;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::problem::theory::TheoryMethod;
use puzzle_lang::kinds::AnswerVerdict::{Neither, NotEquivalent, Nothing, Refuted};
use puzzle_lang::kinds::game::ENGINES;
use puzzle_lang::kinds::{Answer, AnswerHead, Engine, Question, formula};
use puzzle_lang::service::by_clauses::answer_by_clauses;
use puzzle_lang::service::check::{Analysis, Levels, Puzzles, QueryTarget, check, question};
use puzzle_lang::service::import::tptp;

use puzzle_lang::service::solve::{AskedPuzzle, NoAnswer, answer_to, asked, decide_by_textbook};
use puzzle_lang::service::test::{self, ExpectationVerdict};
use puzzle_lang::service::theorem;
use puzzle_lang::syntax::ast::{ItemKind, Query, Verb};
use puzzle_lang::syntax::format::format;
use puzzle_lang::syntax::{ast, parse};
use puzzle_lang::text::Source;

/// Examples whose clauses the procedure of the textbook cannot be expected to decide.
const TOO_LARGE_FOR_THE_TEXTBOOK: [&str; 2] = ["castle.puzzle", "warehouse.puzzle"];

pub(super) fn examples() -> Vec<(String, String)> {
    let mut examples: Vec<_> = fs::read_dir(program::examples())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "puzzle"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    examples.sort();
    assert!(examples.len() >= 18, "only {} examples", examples.len());
    examples
}

/// Without a limit of time, within which `compare` would try even what takes longest.
fn budget() -> Budget {
    Budget::unlimited()
}

/// Steps that a prover may take that need not find an answer.
const STEPS_OF_PROVERS: u64 = 50_000;

/// The text of the example itself.
fn document(analysis: &Analysis<'_>) -> u32 {
    analysis.scope.program.root().parts[0]
}

fn queries<'a>(analysis: &Analysis<'a>) -> impl Iterator<Item = &'a Query> {
    let items = &analysis.scope.tree(document(analysis)).items;
    items.iter().filter_map(|item| match &item.kind {
        ItemKind::Query(query) => Some(query.as_ref()),
        _ => None,
    })
}

#[test]
fn examples_are_canonical() {
    for (name, text) in examples() {
        assert_eq!(format(&text), text, "{name}");
    }
}

#[test]
fn examples_are_introduced() {
    for (name, text) in examples() {
        assert!(
            text.starts_with("//") || text.contains("\n\n/// "),
            "{name} starts without a word"
        );
        let is_documented = |item: &ast::Item| item.documentation.is_some();
        assert!(parse(&text).tree.items.iter().any(is_documented), "{name} documents nothing");
    }
}

/// What is found out for the expectations is compared with the answers of engines and provers as well.
#[test]
fn examples_are_clean_and_all_that_answers_them_agrees_with_their_expectations() {
    let (mut by_engines, mut by_provers) = (0, 0);
    for (name, text) in examples() {
        let program = program::program(&name, &text);
        let checked = check(program, &Levels::default());
        let analysis = checked.analysis();
        assert_eq!(program::findings(&analysis), [], "{name}");
        let reports: Vec<_> = test::run(&analysis, test::TestPurpose::Reading, budget).collect();
        assert_eq!(reports.len(), queries(&analysis).count(), "{name}");
        for (query, report) in queries(&analysis).zip(reports) {
            assert_eq!(report.verdict, Some(ExpectationVerdict::Holds), "{name}: {}", report.name);
            let asked = asked(&analysis, document(&analysis), query).unwrap();
            let answer = report.answer.unwrap();
            let label = format!("{name}: {}", report.name);
            let is_too_large = TOO_LARGE_FOR_THE_TEXTBOOK.contains(&name.as_str());
            let engines = engines(&analysis, query);
            by_engines += engines_agree(&asked, &answer, engines, is_too_large, &label);
            by_provers += usize::from(provers_agree(&asked, &answer, &label));
        }
    }
    assert!(by_engines > 150, "only {by_engines} answers of engines were compared");
    assert!(by_provers > 25, "only {by_provers} answers of provers were compared");
}

/// Compares an answer with those of all engines; with how many.
fn engines_agree(
    asked: &AskedPuzzle<'_>,
    answer: &Answer,
    engines: &[Engine],
    is_too_large: bool,
    label: &str,
) -> usize {
    let mut compared = 0;
    for &engine in engines.iter().filter(|it| it.to_string() != "auto") {
        if is_too_large && engine == Engine::Sat(SatEngine::Dpll) {
            continue;
        }
        let question = Question { engine: Some(engine), ..asked.question.clone() };
        let Some(found) = by_engine(asked, &question) else { continue };
        assert_eq!(found.head, answer.head, "{label} by {engine}");
        compared += 1;
    }
    if !is_too_large && let Some(found) = by_textbook(asked) {
        assert_eq!(found, answer.head, "{label} by the textbook's procedure");
        compared += 1;
    }
    compared
}

/// Compares an answer with what is found out about the problem that other provers read; whether that is
/// anything.
fn provers_agree(asked: &AskedPuzzle<'_>, answer: &Answer, label: &str) -> bool {
    let posed = asked.puzzle.posed(&asked.question, label, &mut budget());
    let problem = posed.unwrap().into_iter().find(|it| it.0 == "p");
    let Some((_, Ok(problem))) = problem else { return false };
    let is_no = [Refuted, Neither, NotEquivalent, Nothing].iter().any(|it| answer.is(*it));
    // What follows by induction alone does not follow from what sentences say.
    if problem.contains("by which induction is right") && !is_no {
        return false;
    }
    let expected = if is_no { "CounterSatisfiable" } else { "Theorem" };
    let source = Arc::new(Source::new("question.p", problem));
    let mut budget = budget().part(STEPS_OF_PROVERS);
    let path = Path::new("question.p");
    let loaded = tptp::load(source, path, &program::Disk, None, &mut budget).unwrap();
    let found = theorem::solve(&loaded, &mut budget).unwrap();
    assert!(found.has_model.is_none() || found.status == expected, "{label}: {}", found.status);
    found.has_model.is_some()
}

/// The most nodes that an engine for games may look at.
const MOST_NODES: u64 = 100_000;

/// The answer by an engine. Of those for games one may be too slow, or never end, and find another of
/// several best moves; resolution may be too slow, too: then `None`.
fn by_engine(asked: &AskedPuzzle<'_>, question: &Question) -> Option<Answer> {
    let is_for_games = question.engine.is_some_and(|it| ENGINES[1..].contains(&it));
    if is_for_games && question.verb != Verb::Solve {
        return None;
    }
    let is_resolution = matches!(
        question.engine,
        Some(Engine::Theory(TheoryMethod::Resolution | TheoryMethod::Deduction) | Engine::Textbook)
    );
    let mut budget = match is_for_games {
        true => budget().part(MOST_NODES),
        false if is_resolution => budget().part(STEPS_OF_PROVERS),
        false => budget(),
    };
    match answer_to(asked.puzzle.as_ref(), question, &mut budget) {
        Err(NoAnswer::Stopped(Stop::Steps)) if is_resolution => None,
        Err(NoAnswer::Stopped(Stop::Steps | Stop::Size(_)) | NoAnswer::Refused(_))
            if is_for_games =>
        {
            None
        }
        answer => Some(answer.unwrap().answer),
    }
}

fn engines(analysis: &Analysis<'_>, query: &Query) -> &'static [Engine] {
    let found = question(&mut Puzzles::new(*analysis), document(analysis), query, &mut Vec::new());
    let kind = match found.unwrap().0 {
        QueryTarget::Declared(definition) => analysis.kind(definition).unwrap(),
        QueryTarget::Inline => &formula::KIND,
    };
    kind.facts().engines
}

/// The answer to `solve` from the puzzle's clauses; `None` where there are none.
fn by_textbook(asked: &AskedPuzzle<'_>) -> Option<AnswerHead> {
    if asked.question.verb != Verb::Solve {
        return None;
    }
    let clauses = asked.puzzle.clauses(&mut budget()).unwrap()?;
    let puzzle = asked.puzzle.as_ref();
    let answer = answer_by_clauses(
        puzzle,
        &clauses,
        |words, budget| decide_by_textbook(&clauses.cnf, words, None, budget),
        &mut budget(),
    );
    Some(answer.unwrap().head)
}
