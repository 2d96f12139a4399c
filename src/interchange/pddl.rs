//! Plans for other planners: a domain and a problem in PDDL (AIPS-98 competition committee, *PDDL, the planning
//! domain definition language*, 1998; costs of actions as in PDDL 3.1). Everything is written out as
//! facts, so that no more than the plainest part of the language is asked of a planner.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::cases::{CaseNames, DistinctNames, identifier};
use super::end_rules::{RuleBody, RuleLiteral, RuleParts};
use puzzle_engine::logic::sheet::actions::{CellContent, PlanCases, StepCase};

/// A domain and a problem. What is wanted small are the steps, or the sum of some meters, by their
/// cells. A goal that is more than facts is reached by actions of their own, which cost nothing; where it has parts, each of
/// which may be true for more than one reason, they come behind all other actions, as nothing may change any more then.
///
/// # Errors
/// That a step makes the sum smaller.
pub fn write(
    PlanCases { doing, goal }: &PlanCases,
    meters: Option<&[usize]>,
    names: &dyn CaseNames,
) -> Result<(String, String), String> {
    let taken = DistinctNames::besides(&["solved", "ending"]);
    let mut writer = Writer { names, words: BTreeMap::new(), taken };
    let mut parts = RuleParts::default();
    let goals = parts.rules(goal, true);
    let parts = parts.into_rules();
    let mut values: BTreeMap<usize, BTreeSet<Option<i64>>> = BTreeMap::new();
    let reads = doing.cases.iter().flat_map(|it| it.reads.iter().chain(&it.writes)).copied();
    for (cell, value) in reads.chain(goals.iter().chain(parts.iter().flatten()).flat_map(asked)) {
        values.entry(cell).or_default().insert(value);
    }
    for (cell, values) in &mut values {
        values.insert(doing.start[*cell]);
    }
    let title = writer.taken.add(&names.title());
    let mut domain =
        format!("; The puzzle {}. Its steps are written out as facts.\n", names.title());
    domain += &format!("(define (domain {title})\n");
    domain += "  (:requirements :strips :negative-preconditions :action-costs)\n  (:predicates";
    domain += &facts(&mut writer, &values, names);
    let has_ends = goals.len() != 1 || !parts.is_empty();
    if has_ends {
        domain += "\n    (solved)";
    }
    let part_names: Vec<String> =
        (1..=parts.len()).map(|it| writer.taken.add(&format!("part {it}"))).collect();
    let declared = part_names.iter().map(String::as_str);
    for name in (!parts.is_empty()).then_some("ending").into_iter().chain(declared) {
        write!(domain, "\n    ({name})").ok();
    }
    domain += ")\n  (:functions (total-cost) - number)\n";
    for (number, case) in doing.cases.iter().enumerate() {
        let cost = cost(case, meters)?;
        let name = format!("{}--{number}", identifier(&names.step(&case.step)));
        let effects = writer.effects(case, &values);
        let reads = case.reads.iter().map(|it| writer.literal(it.0, it.1));
        let mut reads: Vec<_> = reads.collect();
        reads.extend((!parts.is_empty()).then(|| "(not (ending))".to_owned()));
        domain += &action(&name, &reads, &effects, cost);
    }
    if !parts.is_empty() {
        domain += &action("finish", &[], &["(ending)".to_owned()], 0);
    }
    for (name, rules) in part_names.iter().zip(&parts) {
        for (number, rule) in rules.iter().enumerate() {
            let reads = writer.asked_at_the_end(rule, &part_names);
            domain += &action(&format!("{name}--by--{number}"), &reads, &[format!("({name})")], 0);
        }
    }
    for (number, goal) in goals.iter().enumerate().filter(|_| has_ends) {
        let reads = writer.asked_at_the_end(goal, &part_names);
        domain += &action(&format!("solved--by--{number}"), &reads, &["(solved)".to_owned()], 0);
    }
    domain += ")\n";
    let wanted = match &goals[..] {
        [only] if !has_ends => writer.asked_at_the_end(only, &[]),
        _ => vec!["(solved)".to_owned()],
    };
    Ok((domain, problem(&mut writer, &title, &doing.start, values.keys(), &wanted)))
}

/// The cells of which a rule speaks, with the values.
fn asked(rule: &RuleBody) -> impl Iterator<Item = CellContent> + '_ {
    rule.iter().filter_map(|it| match it {
        RuleLiteral::Is(cell, value, _) => Some((*cell, *value)),
        RuleLiteral::Part(_) | RuleLiteral::Defined(..) => None,
    })
}

/// What a step costs.
fn cost(case: &StepCase, meters: Option<&[usize]>) -> Result<i64, String> {
    let cost = meters.map_or(1, |meters| {
        let counts = case.amounts.iter().filter(|it| meters.contains(&it.0));
        counts.map(|it| it.1).fold(0_i64, i64::saturating_add)
    });
    if cost < 0 { Err("a step makes the sum smaller".to_owned()) } else { Ok(cost) }
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
    start: &[Option<i64>],
    cells: impl Iterator<Item = &'v usize>,
    wanted: &[String],
) -> String {
    let mut problem = format!("(define (problem {title}-problem)\n  (:domain {title})\n  (:init");
    for cell in cells {
        let start = start[*cell];
        if writer.names.value(*cell, start).is_some() || start == Some(1) {
            write!(problem, "\n    ({})", writer.fact(*cell, start)).ok();
        }
    }
    problem += "\n    (= (total-cost) 0))\n  (:goal (and";
    for fact in wanted {
        write!(problem, "\n    {fact}").ok();
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

    /// What a step changes.
    fn effects(
        &mut self,
        case: &StepCase,
        values: &BTreeMap<usize, BTreeSet<Option<i64>>>,
    ) -> Vec<String> {
        let mut effects: Vec<String> = Vec::new();
        for (cell, value) in &case.writes {
            let before = case.reads.iter().find(|it| it.0 == *cell).map(|it| it.1);
            if before == Some(*value) {
                continue;
            }
            if self.names.value(*cell, *value).is_none() {
                effects.push(self.literal(*cell, *value));
                continue;
            }
            let gone = values[cell].iter().filter(|it| *it != value);
            let gone = gone.filter(|it| before.is_none_or(|before| before == **it));
            effects.extend(gone.map(|it| format!("(not ({}))", self.fact(*cell, *it))));
            effects.push(self.literal(*cell, *value));
        }
        effects
    }

    /// What has to be true for a rule, behind all steps where it speaks of parts.
    fn asked_at_the_end(&mut self, rule: &RuleBody, part_names: &[String]) -> Vec<String> {
        let ending = (!part_names.is_empty()).then(|| "(ending)".to_owned());
        let asked = rule.iter().filter_map(|it| match it {
            RuleLiteral::Is(cell, value, true) => Some(self.literal(*cell, *value)),
            RuleLiteral::Is(cell, value, false) => Some(self.denied(*cell, *value)),
            RuleLiteral::Part(number) => Some(format!("({})", part_names[*number])),
            // No goal speaks of what is defined by itself.
            RuleLiteral::Defined(..) => None,
        });
        ending.into_iter().chain(asked).collect()
    }

    /// That a cell does not have a value.
    fn denied(&mut self, cell: usize, value: Option<i64>) -> String {
        match (self.names.value(cell, value), value) {
            (None, Some(1)) | (Some(_), _) => format!("(not ({}))", self.fact(cell, value)),
            (None, _) => format!("({})", self.fact(cell, Some(1))),
        }
    }

    /// The same as a condition or an effect.
    fn literal(&mut self, cell: usize, value: Option<i64>) -> String {
        match (self.names.value(cell, value), value) {
            (None, Some(1)) | (Some(_), _) => format!("({})", self.fact(cell, value)),
            (None, _) => format!("(not ({}))", self.fact(cell, Some(1))),
        }
    }
}
