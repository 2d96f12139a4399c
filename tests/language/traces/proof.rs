//! The steps of the prover on random theories: they end as the answer says, each clause is checked by code of its
//! own, and no clause is used that is not there.

use std::collections::HashMap;

use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::refutation::InferenceRule;
use puzzle_engine::logic::first_order::{Predicate, Theory, TheorySentence};
use puzzle_engine::problem::theory::{ProverEnd, ProverStep};
use puzzle_engine::solve::theory::traced::traced as traced_by_engine;
use puzzle_engine::verify::{clause_form, refutation};
use serde_json::Value;

use super::super::small_worlds::{Dice, Signature};
use super::{sample, traced};

const MONADIC: Signature = Signature {
    sorts: &[("Thing", &[])],
    constants: &[("Tom", 0)],
    functions: &[],
    predicates: &[("cat", &[0]), ("old", &[0])],
    has_equality: false,
};

const LISTED: Signature = Signature {
    sorts: &[("Row", &["Upper", "Lower"]), ("Cell", &["Left", "Right"])],
    constants: &[("Home", 1)],
    functions: &[("first", 0, 1)],
    predicates: &[("full", &[0]), ("marked", &[0, 1]), ("over", &[])],
    has_equality: true,
};

/// What is said of clauses fits what is done with them.
fn replay(data: &Value) {
    let items = data["items"].as_array().unwrap();
    let given = data["given"].as_u64().unwrap();
    let mut marks: HashMap<u64, String> = HashMap::new();
    for step in data["steps"].as_array().unwrap() {
        let kind = step["kind"].as_str().unwrap();
        let item = step["item"].as_u64();
        let before = item.and_then(|it| marks.get(&it)).map(String::as_str);
        match kind {
            "given" => assert_eq!(before, Some("waits")),
            "redundant" => assert_eq!(before, Some("waits")),
            "subsumed" | "returned" => assert_eq!(before, Some("active")),
            // A sentence that is never true.
            "refuted" if before == Some("waits") => assert!(item.unwrap() <= given),
            "derived" | "refuted" | "simplify" => {
                let item = item.unwrap();
                assert!(before.is_none() && item > given && item <= items.len() as u64);
                let from = step["from"].as_array().unwrap();
                assert!(!from.is_empty() && from.iter().all(|it| it.as_u64().unwrap() < item));
            }
            "start" | "dropped" | "saturated" | "ended" => {}
            other => panic!("`{other}` is no step"),
        }
        for mark in step["marks"].as_array().into_iter().flatten() {
            marks.insert(mark["item"].as_u64().unwrap(), mark["says"].as_str().unwrap().to_owned());
        }
    }
}

#[test]
fn steps_end_as_the_answer_says() {
    let mut ends: HashMap<String, usize> = HashMap::new();
    for (seed, signature) in (0..sample::cases(240)).zip([&MONADIC, &LISTED].into_iter().cycle()) {
        let mut dice = Dice(u64::from(seed));
        let rules = (0..1 + dice.roll(3)).map(|at| {
            let sentence = signature.sentence(&mut dice, &mut Vec::new(), 3);
            format!("    rule r{at}: {}\n", signature.written(&sentence, &mut Vec::new()))
        });
        let rules: String = rules.collect();
        let goal = signature.sentence(&mut dice, &mut Vec::new(), 2);
        let goal = signature.written(&goal, &mut Vec::new());
        let text = format!("theory random {{\n{}{rules}}}\n", signature.text());
        // A sentence may be refused for what it says.
        let Some(data) = traced(&text, &format!("prove random: {goal}"), None) else { continue };
        replay(&data);
        let last = data["steps"].as_array().unwrap().last().unwrap()["kind"].as_str().unwrap();
        let follows = data["answer"] != "neither";
        match last {
            "refuted" => assert!(follows, "{text}{goal}"),
            "saturated" => assert!(!follows, "{text}{goal}"),
            // What is too large was left out, or there are more steps.
            other => assert!(other == "ended" || data["is_cut"] == true, "{text}{goal}"),
        }
        *ends.entry(last.to_owned()).or_default() += 1;
    }
    assert!(ends["refuted"] > 10 && ends["saturated"] > 10, "{ends:?}");
}

/// `p` and `not p`, and a sentence that follows from nothing.
fn theory() -> Theory {
    let mut theory = Theory::default();
    theory.signature.predicates = vec![Vec::new(), Vec::new()];
    let atom = |theory: &mut Theory, at: u32| {
        theory.sentence(TheorySentence::Atom(Predicate(at), Box::default()))
    };
    let (p, q) = (atom(&mut theory, 0), atom(&mut theory, 1));
    let denied = theory.sentence(TheorySentence::Not(p));
    let either = theory.sentence(TheorySentence::Or(Box::new([p, q])));
    theory.axioms = vec![either, denied];
    theory
}

#[test]
fn a_clause_that_does_not_follow_is_found() {
    let theory = theory();
    let q = theory.axioms[0];
    let budget = &mut Budget::unlimited();
    let trace = traced_by_engine(&theory, &[(q, false)], 100, budget).unwrap();
    assert_eq!(trace.end, ProverEnd::Refuted);
    assert!(matches!(
        trace.steps.last(),
        Some(ProverStep::Kept(_) | ProverStep::Simplified { .. })
    ));
    let cut = traced_by_engine(&theory, &[(q, false)], 1, budget).unwrap();
    assert_eq!((cut.end, cut.steps.len()), (ProverEnd::Cut, 1));
    let mut clauses = trace.clauses;
    assert_eq!(refutation::wrong_step(&clauses, budget), Ok(None));
    assert_eq!(clause_form::flaw(&theory, &[(q, false)], &clauses, budget), Ok(None));
    let derived = clauses.steps.iter().position(|it| !matches!(it.rule, InferenceRule::Input(_)));
    let derived = derived.unwrap();
    clauses.steps[derived].parents.pop();
    assert_eq!(refutation::wrong_step(&clauses, budget), Ok(Some(derived)));
}
