//! What commands do with a puzzle beyond answering its questions: reasons, hints, reports, steps, other worlds,
//! comparisons, made puzzles, worksheets, grades and written deductions.

use super::*;
use puzzle_lang::interchange::fitch;
use puzzle_lang::kinds::Making;
use puzzle_lang::service::appraisal::appraise;
use puzzle_lang::service::deduction::faults as faults_of;
use puzzle_lang::service::diff::difference;
use puzzle_lang::service::game_appraisal::appraise_game;
use puzzle_lang::service::grade::AnswerKey;
use puzzle_lang::service::handout::{HandoutFormat, handout};
use puzzle_lang::service::hint::hints;
use puzzle_lang::service::make::make;
use puzzle_lang::service::trace::{PROCEDURES, trace};

/// All that is done with a puzzle that has this name in the list.
pub(super) fn run_commands(
    called: &str,
    (definition, kind, puzzle): (Definition, &'static dyn Kind, &dyn Puzzle),
    analysis: &Analysis<'_>,
    faults: &mut Vec<String>,
) {
    let facts = kind.facts();
    for verb in facts.verbs.iter().filter(|verb| !WITH_WORDS.contains(verb)) {
        let question = Question { is_why: true, ..Question::new(*verb) };
        if puzzle.refuse(&question, "", Span::default()).is_none() {
            run(&format!("why {} {called}", verb.word()), faults, |budget| {
                let mut budget = budget();
                if let Ok(solved) = answer_to(puzzle, &question, &mut budget) {
                    let _ = solved.explained(&budget);
                }
            });
        }
    }
    run(&format!("hint {called}"), faults, |budget| {
        let _ = hints(puzzle, usize::MAX, &mut budget());
    });
    run(&format!("report {called}"), faults, |budget| {
        if facts.verbs.contains(&Verb::Play2Win) {
            let _ = appraise_game(puzzle, budget);
        } else {
            let _ = appraise(puzzle, budget);
        }
    });
    run(&format!("make {called}"), faults, |budget| {
        let making = Making::default();
        let _ = make(analysis, (definition, puzzle), 1, making, &mut budget());
    });
    run(&format!("draw --world {called}"), faults, |budget| {
        let _ = draw::world(puzzle, 3, &mut budget());
    });
    run(&format!("diff {called}"), faults, |budget| {
        let _ = difference(puzzle, puzzle, &mut budget());
    });
    for procedure in PROCEDURES {
        run(&format!("trace {called} by {procedure:?}"), faults, |budget| {
            let question = Question::new(Verb::Solve);
            let _ = trace(puzzle, &question, Some(procedure), &mut |_| {}, &mut budget());
        });
    }
}

/// The worksheet of a program.
pub(super) fn run_handout(name: &str, analysis: &Analysis<'_>, faults: &mut Vec<String>) {
    for format in [HandoutFormat::Html, HandoutFormat::Tex] {
        run(&format!("draw handout {name} {format:?}"), faults, |budget| {
            let _ = handout(analysis, ("title", "stem"), format, true, budget);
        });
    }
}

#[test]
fn grades_keep_to_the_limits() {
    if is_done_apart(grades_keep_to_the_limits) {
        return;
    }
    let mut faults = Vec::new();
    let hard: Vec<_> = hard::rows();
    let hard = &hard.iter().find(|it| it.0 == "parity.puzzle").unwrap().1;
    let key = "formula odd = x\nformula never = (x*-x)\ncount odd => 1\nsolve never\n";
    let source = |text: &str| Arc::new(Source::new("a.puzzle", text));
    let path = Path::new("a.puzzle");
    let checked = |text: &str| check(load(source(text), path, &NoFiles), &Levels::default());
    let easy = checked(key);
    let made = AnswerKey::new(&easy.analysis(), &NoFiles, Budget::unlimited);
    let made = made.ok().expect("a key");
    let work = source(hard);
    let is_cancelled = run("grade", &mut faults, |budget| {
        let _ = made.grade(&work, path, &NoFiles, budget, &|| 0.0);
    });
    assert!(is_cancelled, "what is graded is not hard");
    let hard = checked(hard);
    let is_cancelled = run("grade, the key", &mut faults, |budget| {
        let _ = AnswerKey::new(&hard.analysis(), &NoFiles, budget);
    });
    assert!(is_cancelled, "the key is not hard");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn written_deductions_keep_to_the_limits() {
    if is_done_apart(written_deductions_keep_to_the_limits) {
        return;
    }
    let mut faults = Vec::new();
    let theory = "theory t {\nsort S = Ann, Bob\npredicate p(S)\np(Ann)\n}\nprove t: p(Ann)\n";
    let theory = Arc::new(Source::new("a.puzzle", theory));
    let checked = check(load(theory, Path::new("a.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let asked = asked_last(&analysis).unwrap();
    for line in ["p(Ann)  R 1\n", "p(Bob)  R 1\n", "p(Ann and  R 1\n", "| p(Bob)  assumption\n"] {
        let text = format!("prove t: p(Ann)\np(Ann)  premise\n{}", line.repeat(20_000));
        let proof = Source::new("proof.txt", text);
        let written = fitch::parse(proof.text());
        let is_cancelled = run(&format!("verify {}", line.trim()), &mut faults, |budget| {
            let (puzzle, question) = (asked.puzzle.as_ref(), &asked.question);
            let _ = faults_of(puzzle, question, &proof, &written, &mut budget());
        });
        assert!(is_cancelled, "{line}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
