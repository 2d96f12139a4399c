//! Natural deductions of theories at random: what is printed is accepted when it is read again, and what is accepted of
//! proofs that were changed at random is true in every small world in which the theory is.

use super::program;
use super::small_worlds::{Dice, Signature};
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::first_order::Structure;
use puzzle_engine::verify::structure::is_true;
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::interchange::fitch;
use puzzle_lang::kinds::TaughtProof;
use puzzle_lang::kinds::theory::TheoryGoals;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::deduction::faults;
use puzzle_lang::service::solve::{AskedPuzzle, answer_to, asked};
use puzzle_lang::syntax::ast::ItemKind;
use puzzle_lang::text::Source;

const ONE_SORT: Signature = Signature {
    sorts: &[("Thing", &[])],
    constants: &[("Tom", 0), ("Ann", 0)],
    functions: &[],
    predicates: &[("cat", &[0]), ("likes", &[0, 0]), ("rain", &[])],
    has_equality: false,
};

const TWO_SORTS: Signature = Signature {
    sorts: &[("Boy", &[]), ("Girl", &[])],
    constants: &[("Tom", 0), ("Ann", 1)],
    functions: &[("friend", 0, 1)],
    predicates: &[("tall", &[0]), ("met", &[0, 1])],
    has_equality: true,
};

/// The theory with a question about it.
fn with_question<T>(
    theory: &str,
    question: &str,
    work: impl FnOnce(&AskedPuzzle<'_>) -> T,
) -> Option<T> {
    let text = format!("{theory}\n{question}\n");
    let program = program::program("random.puzzle", &text);
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let scope = analysis.scope;
    let (definition, item) = scope.program.items(scope.program.root()).last()?;
    let ItemKind::Query(query) = &item.kind else { return None };
    asked(&analysis, definition.document, query).map(|it| work(&it))
}

/// The natural deduction of a sentence, if one is found.
fn deduction(theory: &str, sentence: &str) -> Option<TaughtProof> {
    let question = format!("prove random: {sentence} by deduction");
    with_question(theory, &question, |asked| {
        let mut budget = Budget::unlimited().part(400_000);
        let solved = answer_to(asked.puzzle.as_ref(), &asked.question, &mut budget).ok()?;
        solved.proof?().ok()?.taught
    })
    .flatten()
}

/// What is wrong with a proof, and whether its conclusion is true in each of the worlds in which the theory is;
/// nothing where the conclusion cannot be read.
fn judged(
    theory: &str,
    conclusion: &str,
    lines: &[String],
    worlds: &[Structure],
) -> Option<(Vec<Diagnostic>, bool)> {
    let text = format!("prove random: {conclusion}\n{}\n", lines.join("\n"));
    let proof = Source::new("proof.txt", text);
    let written = fitch::parse(proof.text());
    let question = format!("prove random: {conclusion}");
    with_question(theory, &question, |asked| {
        let budget = &mut Budget::unlimited();
        let (puzzle, question) = (asked.puzzle.as_ref(), &asked.question);
        let found = faults(puzzle, question, &proof, &written, budget).unwrap();
        let goals = TheoryGoals::of(question).unwrap();
        let mut is = |sentence, world: &Structure| {
            is_true(&goals.theory, world, sentence, &[], budget).unwrap()
        };
        let mut holds = |world: &Structure| {
            goals.theory.axioms.iter().any(|it| !is(*it, world)) || is(goals.sentences[0], world)
        };
        (found, worlds.iter().all(&mut holds))
    })
}

/// One of the lines with something else in it, and the conclusion that goes with them.
fn changed(dice: &mut Dice, shown: &TaughtProof) -> (String, Vec<String>) {
    let mut lines = shown.lines.clone();
    let mut conclusion = shown.conclusion.clone();
    let written = |it: &&mut String| it.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let mut own: Vec<_> = lines.iter_mut().filter(written).collect();
    let at = dice.roll(own.len());
    let other = own[dice.roll(own.len())].clone();
    let digit = ["1", "2", "3", "4", "5", "6", "7"][dice.roll(7)];
    match dice.roll(7) {
        // Another sentence.
        0 => {
            let before = own[at].rfind("  ").unwrap_or_default();
            let reason = own[at][before..].to_owned();
            let said = other.rfind("  ").unwrap_or(other.len());
            let head: String = own[at].chars().take_while(|it| !it.is_alphabetic()).collect();
            let said = other[..said].trim_start_matches(|it: char| !it.is_alphabetic());
            *own[at] = format!("{head}{}{reason}", said.trim_end());
            if at + 1 == own.len() {
                conclusion = said.trim_end().to_owned();
            }
        }
        // Another citation.
        1 | 2 => {
            let cut = own[at].rfind(|it: char| it.is_ascii_digit()).unwrap_or_default();
            own[at].truncate(cut);
            own[at].push_str(digit);
        }
        // Another rule.
        3 => {
            let reason = other.rfind("  ").map_or("", |it| &other[it..]);
            let cut = own[at].rfind("  ").unwrap_or(own[at].len());
            let line = format!("{}{reason}", &own[at][..cut]);
            *own[at] = line;
        }
        // Another quantifier, or another name.
        4 => *own[at] = own[at].replacen("all ", "some ", 1),
        5 => *own[at] = own[at].replacen("[c", "[d", 1),
        // Out of its subproof.
        _ => {
            if let Some(bar) = own[at].rfind("│ ") {
                own[at].replace_range(bar..bar + "│ ".len(), "");
            }
        }
    }
    if dice.roll(4) == 0 {
        conclusion = conclusion.replace("Tom", "Ann");
        for line in &mut lines {
            *line = line.replacen("Tom", "Ann", dice.roll(3));
        }
    }
    (conclusion, lines)
}

#[test]
fn printed_proofs_are_accepted_and_accepted_proofs_are_sound() {
    let mut dice = Dice(7);
    let (mut proved, mut accepted, mut refused) = (0, 0, 0);
    let signatures = [(&ONE_SORT, [[2].as_slice(), &[1]]), (&TWO_SORTS, [&[2, 1], &[1, 2]])];
    for round in 0..160 {
        let (signature, sizes) = &signatures[round % 2];
        let sentence = |dice: &mut Dice| signature.sentence(dice, &mut Vec::new(), 3);
        let mut theory = format!("theory random {{\n{}", signature.text());
        for at in 0..2 + dice.roll(3) {
            theory += &format!(
                "    rule r{at}: {}\n",
                signature.written(&sentence(&mut dice), &mut Vec::new())
            );
        }
        theory += "}\n";
        let goal = signature.written(&sentence(&mut dice), &mut Vec::new());
        let Some(shown) = deduction(&theory, &goal) else { continue };
        proved += 1;
        let worlds: Vec<_> = sizes.iter().flat_map(|it| signature.worlds(it)).collect();
        let (found, holds) = judged(&theory, &shown.conclusion, &shown.lines, &worlds).unwrap();
        assert!(
            found.is_empty(),
            "{theory}{}\n{}\n{found:?}",
            shown.conclusion,
            shown.lines.join("\n")
        );
        assert!(holds, "{theory}{}", shown.conclusion);
        for _ in 0..12 {
            let (conclusion, lines) = changed(&mut dice, &shown);
            match judged(&theory, &conclusion, &lines, &worlds) {
                Some((found, holds)) if found.is_empty() => {
                    assert!(holds, "{theory}{conclusion}\n{}", lines.join("\n"));
                    accepted += 1;
                }
                _ => refused += 1,
            }
        }
    }
    assert!(proved > 20, "{proved} proofs");
    assert!(accepted > 10 && refused > 100, "{accepted} accepted, {refused} refused");
}
