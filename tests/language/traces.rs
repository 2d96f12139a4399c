//! The steps of both procedures, done again by the data alone: each is right where it stands.

mod play;
mod proof;

use super::program::program;
use super::programs::clauses_text;
use super::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::solve::{NoAnswer, asked_last};
use puzzle_lang::service::trace::{Procedure, Trace, page, trace};
use serde_json::Value;

const ATOMS: i64 = 7;

/// The steps of a procedure on what the last line of a text asks.
///
/// # Panics
/// If the question has no meaning.
fn steps(text: &str, question: &str, by: Option<Procedure>) -> Result<Trace, NoAnswer> {
    let program = program("traced.puzzle", &format!("{text}\n{question}\n"));
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let asked = asked_last(&analysis).expect("the question has a meaning");
    let budget = &mut Budget::unlimited();
    trace(asked.puzzle.as_ref(), &asked.question, by, &mut |_| {}, budget)
}

/// The same as data; `None` where the question has no meaning.
fn traced(text: &str, question: &str, by: Option<Procedure>) -> Option<Value> {
    let program = program("traced.puzzle", &format!("{text}\n{question}\n"));
    let checked = check(program, &Levels::default());
    asked_last(&checked.analysis())?;
    Some(serde_json::to_value(steps(text, question, by).unwrap()).unwrap())
}

fn traced_clauses(clauses: &[Vec<i64>], by: Procedure) -> Trace {
    steps(&clauses_text("random", clauses), "solve random", Some(by)).unwrap()
}

/// Whether every assignment that makes the clauses true makes this one true.
fn follows(clauses: &[Vec<i64>], clause: &[i64]) -> bool {
    let holds = |model: i64, clause: &[i64]| {
        clause.iter().any(|it| (model >> (it.abs() - 1) & 1 == 1) == (*it > 0))
    };
    (0..1 << ATOMS).all(|model| holds(model, clause) || !clauses.iter().all(|it| holds(model, it)))
}

/// What is true, each literal with its level, and the clauses so far.
struct Replay {
    trail: Vec<(i64, u64)>,
    clauses: Vec<Vec<i64>>,
    given: usize,
}

impl Replay {
    fn is_true(&self, literal: i64) -> bool {
        self.trail.iter().any(|it| it.0 == literal)
    }

    fn is_open(&self, literal: i64) -> bool {
        !self.is_true(literal) && !self.is_true(-literal)
    }

    fn clause(&self, step: &Value) -> &[i64] {
        &self.clauses[step["item"].as_u64().unwrap() as usize - 1]
    }

    /// The clauses that a step follows from, with what was true before any split.
    fn from(&self, step: &Value) -> Vec<Vec<i64>> {
        let numbers = step["from"].as_array().unwrap().iter();
        let clauses = numbers.map(|it| self.clauses[it.as_u64().unwrap() as usize - 1].clone());
        let fixed = self.trail.iter().filter(|it| it.1 == 0).map(|it| vec![it.0]);
        clauses.chain(fixed).collect()
    }

    fn step(&mut self, step: &Value, learnt: &[Vec<i64>]) {
        let level = step["level"].as_u64().unwrap();
        let literal = step["entry"].as_str().map(|it| it.parse::<i64>().unwrap());
        match step["kind"].as_str().unwrap() {
            "unit" => {
                let literal = literal.unwrap();
                let clause = self.clause(step);
                assert!(self.is_open(literal) && clause.contains(&literal));
                assert!(clause.iter().all(|it| *it == literal || self.is_true(-it)));
            }
            "pure" => {
                let literal = literal.unwrap();
                assert!(self.is_open(literal));
                let is_satisfied = |clause: &[i64]| {
                    clause.iter().any(|it| self.is_true(*it) || clause.contains(&-it))
                };
                let mut naming = self.clauses.iter().filter(|it| it.contains(&-literal));
                assert!(naming.all(|it| is_satisfied(it)));
            }
            "split" => {
                assert!(self.is_open(literal.unwrap()));
                assert_eq!(level, self.trail.last().map_or(0, |it| it.1) + 1);
            }
            "conflict" => assert!(self.clause(step).iter().all(|it| self.is_true(-it))),
            "learnt" => {
                let clause = learnt[self.clauses.len() - self.given].clone();
                assert!(follows(&self.clauses, &clause));
                assert!(follows(&self.from(step), &clause));
                self.clauses.push(clause);
                assert_eq!(step["item"].as_u64(), Some(self.clauses.len() as u64));
            }
            "backtrack" => {
                assert!(self.trail.iter().any(|it| it.1 > level));
                self.trail.retain(|it| it.1 <= level);
            }
            "satisfied" => {
                // What is open may be false.
                let holds = |it: &i64| self.is_true(*it) || *it < 0 && self.is_open(*it);
                let is_satisfied =
                    |clause: &Vec<i64>| clause.iter().any(|it| holds(it) || clause.contains(&-it));
                assert!(self.clauses.iter().all(is_satisfied));
            }
            "refuted" => {
                assert_eq!(level, 0);
                if step["from"].is_array() {
                    assert!(follows(&self.from(step), &[]));
                }
            }
            other => panic!("`{other}` is no step"),
        }
        self.trail.extend(literal.map(|it| (it, level)));
    }
}

fn replay(clauses: &[Vec<i64>], by: Procedure) {
    let data = serde_json::to_value(traced_clauses(clauses, by)).unwrap();
    let told = data["items"].as_array().unwrap().iter().map(|clause| {
        let literals = clause["parts"].as_array().unwrap().iter();
        literals.map(|it| it.as_str().unwrap().parse().unwrap()).collect::<Vec<i64>>()
    });
    let told: Vec<_> = told.collect();
    let (given, learnt) = told.split_at(data["given"].as_u64().unwrap() as usize);
    for (at, clause) in data["items"].as_array().unwrap()[..given.len()].iter().enumerate() {
        assert_eq!(clause["place"]["line"], at as u64 + 2, "each stands on a line of its own");
    }
    let mut replay = Replay { trail: Vec::new(), clauses: given.to_vec(), given: given.len() };
    let steps = data["steps"].as_array().unwrap();
    for step in steps {
        replay.step(step, learnt);
    }
    assert_eq!(replay.clauses.len(), told.len());
    let is_refuted = follows(given, &[]);
    let end = if is_refuted { "refuted" } else { "satisfied" };
    assert_eq!(steps.last().unwrap()["kind"], end);
    assert_eq!(data["answer"] == "unsatisfiable", is_refuted);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(600)))]

    #[test]
    fn each_step_is_right_where_it_stands(
        clauses in vec(vec((1..=ATOMS, any::<bool>()), 1..4), 1..36),
    ) {
        let clauses: Vec<Vec<i64>> = clauses
            .iter()
            .map(|clause| clause.iter().map(|(n, sign)| if *sign { *n } else { -n }).collect())
            .collect();
        replay(&clauses, Procedure::Dpll);
        replay(&clauses, Procedure::Cdcl);
    }
}

#[test]
fn steps_are_kept_up_to_a_limit() {
    // Seven atoms are too few: pigeons, ten of whom find no room in nine holes.
    let literal = |pigeon: i64, hole: i64| 9 * pigeon + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..10 {
        clauses.push((0..9).map(|hole| literal(pigeon, hole)).collect());
        for other in 0..pigeon {
            for hole in 0..9 {
                clauses.push(vec![-literal(pigeon, hole), -literal(other, hole)]);
            }
        }
    }
    // That of the textbook would take far longer: the answer is found otherwise.
    for by in [Procedure::Dpll, Procedure::Cdcl] {
        let trace = traced_clauses(&clauses, by);
        let data = serde_json::to_value(&trace).unwrap();
        assert_eq!(data["steps"].as_array().unwrap().len(), 10_000);
        assert_eq!((&data["is_cut"], &data["answer"]), (&true.into(), &"unsatisfiable".into()));
        let more = trace.lines().find(|it| it.starts_with('…'));
        assert_eq!(more.as_deref(), Some("… and more steps, which are not shown"));
    }
}

#[test]
fn what_does_not_fit_is_refused_with_what_does() {
    let refused = |text: &str, question: &str, by| match steps(text, question, by) {
        Err(NoAnswer::Refused(reason)) => reason,
        other => panic!("{:?}", other.map(|it| it.lines().collect::<Vec<_>>())),
    };
    let clauses = "clauses tiny {\n    1 2\n}";
    let game = "game six: subtract-square {\n    value 6\n}";
    let theory = "theory rain {\n    rule wet: rain -> wet\n}";
    let resolution = Some(Procedure::Resolution);
    assert_eq!(
        refused(clauses, "solve tiny", resolution),
        "`resolution` works on sentences of theories; here steps are shown by `dpll` and `cdcl`"
    );
    assert_eq!(
        refused(game, "solve six", Some(Procedure::Cdcl)),
        "`cdcl` needs clauses; here steps are shown by `minimax` and `alphabeta`"
    );
    assert_eq!(
        refused(theory, "prove rain: wet", Some(Procedure::AlphaBeta)),
        "`alphabeta` searches the plays of games; here steps are shown by `resolution`"
    );
    assert_eq!(
        refused(theory, "equivalent rain: wet, rain", None),
        "of a theory the steps of `solve` and `prove` are shown"
    );
    let hands = "game hands: chopsticks {\n}";
    assert_eq!(
        refused(hands, "solve hands", None),
        "positions repeat in this game, so its plays need not end"
    );
}

#[test]
fn a_page_needs_nothing_else_and_holds_the_data() {
    let trace =
        traced_clauses(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]], Procedure::Cdcl);
    let page = page(&trace, "a <b> & c <!--data-->");
    assert!(page.contains("<title>a &lt;b> &amp; c &lt;!--data--></title>"));
    let (_, data) = page.split_once("type=\"application/json\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data, serde_json::to_value(&trace).unwrap());
    for foreign in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "the page asks for something: `{foreign}`");
    }
}
