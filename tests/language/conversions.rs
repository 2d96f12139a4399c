//! Sentences at random on their way to clauses: each form is true in the same small worlds as the one before, and with Skolem
//! terms where these can mean something. And what proofs begin with are these clauses.

use super::program;
use super::sample;
use super::small_worlds::{Dice, Signature};
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::first_order::{
    Structure, TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryTerm, TheoryVariable,
};
use puzzle_engine::verify::structure::is_true;
use puzzle_lang::kinds::theory::{ClausalConversion, ConversionStep, TheoryGoals};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::solve::{answer_to, asked_last};

const SIGNATURES: [(Signature, &[&[usize]]); 3] = [
    (
        Signature {
            sorts: &[("Thing", &[])],
            constants: &[("Tom", 0)],
            functions: &[],
            predicates: &[("cat", &[0]), ("old", &[0]), ("rain", &[])],
            has_equality: true,
        },
        &[&[1], &[2], &[3]],
    ),
    (
        Signature {
            sorts: &[("Boy", &[]), ("Girl", &[])],
            constants: &[("Tom", 0)],
            functions: &[("friend", 0, 1)],
            predicates: &[("tall", &[0]), ("met", &[0, 1])],
            has_equality: true,
        },
        &[&[1, 2], &[2, 1], &[2, 2]],
    ),
    (
        Signature {
            sorts: &[("Day", &["Mon", "Tue", "Wed"])],
            constants: &[("today", 0)],
            functions: &[],
            predicates: &[("wet", &[0]), ("dull", &[0])],
            has_equality: true,
        },
        &[&[3]],
    ),
];

/// Sentences, a part of which is tried each day.
const CASES: u32 = 8000;

/// Worlds in which a sentence is looked at, and ways to choose what its Skolem functions are.
const WORLDS: usize = 4;
const MOST_TABLES: usize = 64;

/// Variables of clauses for which all things are tried.
const MOST_FREE: usize = 5;

/// All that some functions may be in worlds of such sizes, unless that is too much.
fn tables(conversion: &ClausalConversion, sizes: &[u32]) -> Option<Vec<Vec<Vec<u32>>>> {
    let size = |sort: usize| sizes[sort] as usize;
    let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for function in &conversion.theory.signature.functions[conversion.own_functions()..] {
        let rows: usize = function.arguments.iter().map(|it| size(it.0 as usize)).product();
        let values = size(function.result.0 as usize);
        let count = values.checked_pow(rows as u32).filter(|it| it * all.len() <= MOST_TABLES)?;
        let table = |number: usize| -> Vec<u32> {
            (0..rows).map(|row| (number / values.pow(row as u32) % values) as u32).collect()
        };
        all = all
            .iter()
            .flat_map(|it| (0..count).map(move |number| [&it[..], &[table(number)]].concat()))
            .collect();
    }
    Some(all)
}

/// A form, said of all things that its free variables may be, unless these are many.
fn closed(conversion: &mut ClausalConversion, form: TheorySentenceId) -> Option<TheorySentenceId> {
    let theory = &mut conversion.theory;
    let (mut open, mut terms, mut bound) = (vec![form], Vec::new(), Vec::new());
    while let Some(id) = open.pop() {
        match theory.get(id) {
            TheorySentence::Atom(_, arguments) => terms.extend(arguments.iter().copied()),
            TheorySentence::Equal(one, other) => terms.extend([*one, *other]),
            TheorySentence::Quantified(_, variable, _) => bound.push(*variable),
            _ => {}
        }
        open.extend(theory.get(id).parts());
    }
    let mut free: Vec<TheoryVariable> = Vec::new();
    while let Some(term) = terms.pop() {
        match theory.get_term(term) {
            TheoryTerm::Variable(it) if bound.contains(it) || free.contains(it) => {}
            TheoryTerm::Variable(it) => free.push(*it),
            TheoryTerm::Apply(_, arguments) => terms.extend(arguments.iter().copied()),
        }
    }
    let all =
        |form, it| theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, it, form));
    (free.len() <= MOST_FREE).then(|| free.into_iter().fold(form, all))
}

/// Compares the forms of what says that a sentence has a value, in a world where it is true or false; whether those with
/// Skolem functions were compared, too.
fn compare(
    conversion: &ClausalConversion,
    forms: &[Option<TheorySentenceId>],
    world: &Structure,
    (truth, value): (bool, bool),
) -> bool {
    let is_plain = |step: &ConversionStep| {
        use ConversionStep::{Distribution, Skolem, Tidy, Universal};
        ![Skolem, Universal, Distribution, Tidy].contains(step)
    };
    let plain = conversion.forms.iter().take_while(|it| is_plain(&it.0)).count();
    let holds = |form: &TheorySentenceId, world: &Structure| {
        is_true(&conversion.theory, world, *form, &[], &mut Budget::unlimited()).unwrap()
    };
    for (form, (step, _)) in forms[..plain].iter().zip(&conversion.forms) {
        let expected = if *step == ConversionStep::Given { truth } else { truth == value };
        assert_eq!(form.map(|it| holds(&it, world)), Some(expected), "{step:?}");
    }
    let Some(last) = forms[plain..].iter().copied().collect::<Option<Vec<_>>>() else {
        return false;
    };
    if last.is_empty() {
        return true;
    }
    let Some(tables) = tables(conversion, &world.sizes) else { return false };
    let mut is_ever_true = false;
    for table in tables {
        let mut world = world.clone();
        world.functions.extend(table);
        let first = holds(&last[0], &world);
        for (form, (step, _)) in last.iter().zip(&conversion.forms[plain..]) {
            assert_eq!(holds(form, &world), first, "{step:?}");
        }
        is_ever_true |= first;
    }
    assert_eq!(is_ever_true, truth == value, "Skolem terms");
    true
}

#[test]
fn forms_say_the_same_in_small_worlds() {
    let (mut compared, mut converted) = (0, 0);
    for seed in 0..sample::cases(CASES) {
        let mut dice = Dice(u64::from(seed));
        let (signature, sizes) = &SIGNATURES[dice.roll(SIGNATURES.len())];
        let sentence = signature.sentence(&mut dice, &mut Vec::new(), 4);
        let written = signature.written(&sentence, &mut Vec::new());
        let text = format!("theory random {{\n{}}}\nprove random: {written}\n", signature.text());
        let checked = check(program::program("random.puzzle", &text), &Levels::default());
        let analysis = checked.analysis();
        let Some(asked) = asked_last(&analysis) else { continue };
        let goals = TheoryGoals::of(&asked.question).unwrap();
        let value = dice.roll(2) == 0;
        let (theory, goal) = (&goals.theory, goals.sentences[0]);
        let mut conversion = ClausalConversion::of(theory, goal, value, &goals.variables, &[]);
        let forms: Vec<_> = conversion.forms.iter().map(|it| it.1).collect();
        let forms: Vec<_> = forms.into_iter().map(|it| closed(&mut conversion, it)).collect();
        converted += usize::from(conversion.clauses.is_some());
        let worlds = signature.worlds(sizes[dice.roll(sizes.len())]);
        for _ in 0..WORLDS {
            let world = &worlds[dice.roll(worlds.len())];
            let truth = signature.holds(world, &sentence, &mut Vec::new());
            compared += usize::from(compare(&conversion, &forms, world, (truth, value)));
        }
    }
    let cases = sample::cases(CASES) as usize;
    assert!(converted > cases * 8 / 10, "{converted}");
    assert!(compared > cases * WORLDS * 8 / 10, "{compared}");
}

/// Each clause with which a proof begins is one of those that the forms come to, unless it has the name of a part.
#[test]
fn proofs_begin_with_the_clauses_of_the_forms() {
    let (mut proofs, mut named) = (0, 0);
    for seed in 0..sample::cases(2000) {
        let mut dice = Dice(u64::from(seed));
        let (signature, _) = &SIGNATURES[dice.roll(SIGNATURES.len())];
        let mut sentence = || {
            let sentence = signature.sentence(&mut dice, &mut Vec::new(), 3);
            signature.written(&sentence, &mut Vec::new())
        };
        let rules = [sentence(), sentence(), sentence()];
        let (goal, declared) = (sentence(), signature.text());
        let text = format!(
            "theory random {{\n{declared}    {}\n}}\nprove random: {goal} by textbook\n",
            rules.join("\n    ")
        );
        let checked = check(program::program("random.puzzle", &text), &Levels::default());
        let analysis = checked.analysis();
        let Some(asked) = asked_last(&analysis) else { continue };
        let mut budget = Budget::unlimited().part(200_000);
        let Ok(solved) = answer_to(asked.puzzle.as_ref(), &asked.question, &mut budget) else {
            continue;
        };
        let goals = TheoryGoals::of(&asked.question).unwrap();
        let sentences = goals.theory.axioms.iter().chain(&goals.sentences);
        let has_many = sentences.into_iter().any(|it| {
            let of =
                |value| ClausalConversion::of(&goals.theory, *it, value, &goals.variables, &[]);
            [true, false].iter().any(|value| of(*value).clauses.is_none())
        });
        for proof in &solved.answer.proofs {
            proofs += 1;
            let of_parts: Vec<_> = proof.lines.iter().filter(|it| it.contains(NAMED)).collect();
            let has_names = has_many || of_parts.iter().any(|it| it.contains("part1"));
            assert!(of_parts.is_empty() || has_names, "{text}\n{}", proof.lines.join("\n"));
            named += usize::from(!of_parts.is_empty());
        }
    }
    assert!(proofs > sample::cases(2000) as usize / 4, "{proofs}");
    assert!(named < proofs / 4, "{named} of {proofs}");
}

/// What is said of clauses with names of parts.
const NAMED: &str = "clauses as the prover makes them";
