//! Plans for other planners: a domain and a problem in PDDL (AIPS-98 competition committee, *PDDL, the planning
//! domain definition language*, 1998; costs of actions as in PDDL 3.1). Everything is written out as
//! facts, so that no more than the plainest part of the language is asked of a planner.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::cases::{CaseNames, DistinctNames, identifier};
use puzzle_engine::logic::sheet::actions::Cases;

/// A domain and a problem. What is wanted small are the steps, or the sum of some meters, by their
/// cells.
///
/// # Errors
/// That a step makes the sum smaller.
pub fn write(
    cases: &Cases,
    meters: Option<&[usize]>,
    names: &dyn CaseNames,
) -> Result<(String, String), String> {
    let mut writer =
        Writer { names, words: BTreeMap::new(), taken: DistinctNames::besides(&["solved"]) };
    let mut values: BTreeMap<usize, BTreeSet<Option<i64>>> = BTreeMap::new();
    let reads = cases.cases.iter().flat_map(|it| it.reads.iter().chain(&it.writes));
    for (cell, value) in reads.chain(cases.goals.iter().flatten()) {
        values.entry(*cell).or_default().insert(*value);
    }
    for (cell, values) in &mut values {
        values.insert(cases.start[*cell]);
    }
    let title = writer.taken.add(&names.title());
    let mut domain =
        format!("; The puzzle {}. Its steps are written out as facts.\n", names.title());
    domain += &format!("(define (domain {title})\n");
    domain += "  (:requirements :strips :negative-preconditions :action-costs)\n  (:predicates";
    domain += &facts(&mut writer, &values, names);
    let has_ends = cases.goals.len() != 1;
    if has_ends {
        domain += "\n    (solved)";
    }
    domain += ")\n  (:functions (total-cost) - number)\n";
    for (number, case) in cases.cases.iter().enumerate() {
        let cost = meters.map_or(1, |meters| {
            let counts = case.amounts.iter().filter(|it| meters.contains(&it.0));
            counts.map(|it| it.1).fold(0_i64, i64::saturating_add)
        });
        if cost < 0 {
            return Err("a step makes the sum smaller".to_owned());
        }
        let name = format!("{}--{number}", identifier(&names.step(&case.step)));
        let mut effects: Vec<String> = Vec::new();
        for (cell, value) in &case.writes {
            let before = case.reads.iter().find(|it| it.0 == *cell).map(|it| it.1);
            if before == Some(*value) {
                continue;
            }
            if names.value(*cell, *value).is_none() {
                effects.push(writer.literal(*cell, *value));
                continue;
            }
            let gone = values[cell].iter().filter(|it| *it != value);
            let gone = gone.filter(|it| before.is_none_or(|before| before == **it));
            effects.extend(gone.map(|it| format!("(not ({}))", writer.fact(*cell, *it))));
            effects.push(writer.literal(*cell, *value));
        }
        let reads: Vec<_> = case.reads.iter().map(|it| writer.literal(it.0, it.1)).collect();
        domain += &action(&name, &reads, &effects, cost);
    }
    for (number, goal) in cases.goals.iter().enumerate().filter(|_| has_ends) {
        let reads: Vec<_> = goal.iter().map(|it| writer.literal(it.0, it.1)).collect();
        domain += &action(&format!("end--{number}"), &reads, &["(solved)".to_owned()], 0);
    }
    domain += ")\n";
    Ok((domain, problem(&mut writer, &title, cases, values.keys(), names)))
}

/// The facts of which a state consists, declared.
fn facts(
    writer: &mut Writer<'_>,
    values: &BTreeMap<usize, BTreeSet<Option<i64>>>,
    names: &dyn CaseNames,
) -> String {
    let mut facts = String::new();
    for (cell, values) in values {
        for value in values {
            if names.value(*cell, *value).is_some() || *value == Some(1) {
                write!(facts, "\n    ({})", writer.fact(*cell, *value)).ok();
            }
        }
        if names.value(*cell, None).is_none() && !values.contains(&Some(1)) {
            write!(facts, "\n    ({})", writer.fact(*cell, Some(1))).ok();
        }
    }
    facts
}

/// The text of the problem: where it starts, what shall be so, and that little be spent.
fn problem<'v>(
    writer: &mut Writer<'_>,
    title: &str,
    cases: &Cases,
    cells: impl Iterator<Item = &'v usize>,
    names: &dyn CaseNames,
) -> String {
    let mut problem = format!("(define (problem {title}-problem)\n  (:domain {title})\n  (:init");
    for cell in cells {
        let start = cases.start[*cell];
        if names.value(*cell, start).is_some() || start == Some(1) {
            write!(problem, "\n    ({})", writer.fact(*cell, start)).ok();
        }
    }
    problem += "\n    (= (total-cost) 0))\n  (:goal (and";
    match &cases.goals[..] {
        [only] => {
            for (cell, value) in only {
                write!(problem, "\n    {}", writer.literal(*cell, *value)).ok();
            }
        }
        _ => problem += "\n    (solved)",
    }
    problem += "))\n  (:metric minimize (total-cost)))\n";
    problem
}

fn action(name: &str, reads: &[String], effects: &[String], cost: i64) -> String {
    let joined = |parts: &[String]| parts.iter().map(|it| format!(" {it}")).collect::<String>();
    format!(
        "  (:action {name}\n    :parameters ()\n    :precondition (and{})\n    :effect (and{} (increase (total-cost) {cost})))\n",
        joined(reads),
        joined(effects)
    )
}

struct Writer<'n> {
    names: &'n dyn CaseNames,
    words: BTreeMap<(usize, Option<i64>), String>,
    taken: DistinctNames,
}

impl Writer<'_> {
    /// That a cell has a value; of a predicate, that it holds.
    fn fact(&mut self, cell: usize, value: Option<i64>) -> String {
        if let Some(word) = self.words.get(&(cell, value)) {
            return word.clone();
        }
        let name = self.names.cell(cell);
        let word = match self.names.value(cell, value) {
            Some(value) => self.taken.add(&format!("{name} is {value}")),
            None => self.taken.add(&name),
        };
        self.words.insert((cell, value), word.clone());
        word
    }

    /// The same as a condition or an effect.
    fn literal(&mut self, cell: usize, value: Option<i64>) -> String {
        match (self.names.value(cell, value), value) {
            (None, Some(1)) | (Some(_), _) => format!("({})", self.fact(cell, value)),
            (None, _) => format!("(not ({}))", self.fact(cell, Some(1))),
        }
    }
}
