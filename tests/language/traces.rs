//! The steps of both procedures, done again by the data alone: each is right where it stands.

use super::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::SatEngine;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_lang::service::trace::{Record, TraceWords, page, record};
use serde_json::Value;

const ATOMS: i64 = 7;

fn traced(clauses: &[Vec<i64>], engine: SatEngine) -> Record {
    let mut cnf = Cnf::new(ATOMS as u32);
    for clause in clauses {
        cnf.add(clause.iter().map(|it| Literal::from_dimacs(*it).unwrap()));
    }
    let words = TraceWords { atom: &|atom| (atom + 1).to_string(), origin: &|_| None };
    let (record, model) = record(&cnf, &words, engine, &mut Budget::unlimited()).unwrap();
    record.answered(if model.is_some() { "yes" } else { "no" }.to_owned())
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
        &self.clauses[step["clause"].as_u64().unwrap() as usize - 1]
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
        let literal = step["literal"].as_str().map(|it| it.parse::<i64>().unwrap());
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
                assert_eq!(step["clause"].as_u64(), Some(self.clauses.len() as u64));
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

fn replay(clauses: &[Vec<i64>], engine: SatEngine) {
    let data = serde_json::to_value(traced(clauses, engine)).unwrap();
    let told = data["clauses"].as_array().unwrap().iter().map(|clause| {
        let literals = clause["literals"].as_array().unwrap().iter();
        literals.map(|it| it.as_str().unwrap().parse().unwrap()).collect::<Vec<i64>>()
    });
    let told: Vec<_> = told.collect();
    let (given, learnt) = told.split_at(data["given"].as_u64().unwrap() as usize);
    let mut replay = Replay { trail: Vec::new(), clauses: given.to_vec(), given: given.len() };
    let steps = data["steps"].as_array().unwrap();
    for step in steps {
        replay.step(step, learnt);
    }
    assert_eq!(replay.clauses.len(), told.len());
    let is_refuted = follows(given, &[]);
    let (end, answer) = if is_refuted { ("refuted", "no") } else { ("satisfied", "yes") };
    assert_eq!(steps.last().unwrap()["kind"], end);
    assert_eq!(data["answer"], answer);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(600)))]

    #[test]
    fn each_step_is_right_where_it_stands(
        clauses in vec(vec((1..=ATOMS, any::<bool>()), 0..4), 0..36),
    ) {
        let clauses: Vec<Vec<i64>> = clauses
            .iter()
            // Only now and then an empty clause, which would be the end of each.
            .filter(|clause| !clause.is_empty() || clauses.len() == 7)
            .map(|clause| clause.iter().map(|(n, sign)| if *sign { *n } else { -n }).collect())
            .collect();
        replay(&clauses, SatEngine::Dpll);
        replay(&clauses, SatEngine::Cdcl);
    }
}

#[test]
fn steps_are_kept_up_to_a_limit() {
    // Seven atoms are too few: pigeons, ten of whom find no room in nine holes.
    let mut cnf = Cnf::new(90);
    let literal = |pigeon: i64, hole: i64| Literal::from_dimacs(9 * pigeon + hole + 1).unwrap();
    for pigeon in 0..10 {
        cnf.add((0..9).map(|hole| literal(pigeon, hole)));
        for other in 0..pigeon {
            for hole in 0..9 {
                cnf.add([!literal(pigeon, hole), !literal(other, hole)]);
            }
        }
    }
    let words = TraceWords { atom: &|atom| atom.to_string(), origin: &|_| None };
    let (record, _) = record(&cnf, &words, SatEngine::Cdcl, &mut Budget::unlimited()).unwrap();
    let data = serde_json::to_value(&record).unwrap();
    assert_eq!(data["steps"].as_array().unwrap().len(), 10_000);
    assert!(data["left_out"].as_u64().unwrap() > 0);
    let more = record.lines().find(|it| it.starts_with('…')).unwrap();
    assert_eq!(more, format!("… and {} more steps", data["left_out"]));
}

#[test]
fn a_page_needs_nothing_else_and_holds_the_data() {
    let record = traced(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]], SatEngine::Cdcl)
        .answered("</script><!--title-->".to_owned());
    let page = page(&record, "a <b> & c <!--data-->");
    assert!(page.contains("<title>a &lt;b> &amp; c &lt;!--data--></title>"));
    let (_, data) = page.split_once("type=\"application/json\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data, serde_json::to_value(&record).unwrap());
    for foreign in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "the page asks for something: `{foreign}`");
    }
}
