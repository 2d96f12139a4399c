//! Tableaux of theories at random: those that are found are accepted, and of those that were changed at random none is
//! accepted whose premises and denial are true together in a small world.

use std::collections::BTreeMap;

use super::program;
use super::small_worlds::{Dice, Signature};
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::tableau::{ClosedTableau, TableauClosing, TableauRule};
use puzzle_engine::logic::first_order::{Structure, TheoryQuantifier, TheorySort};
use puzzle_engine::logic::statements::{
    NameNumber, StatedTerm, Statement, StatementNumber, TermNumber,
};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{TheoryDecision, TheoryMethod, TheoryTask, aim};
use puzzle_engine::verify::tableau::flaw;
use puzzle_engine::{Problem, ProblemAnswer};
use puzzle_lang::kinds::theory::TheoryGoals;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::solve::asked_last;

const SIGNATURES: [(Signature, [&[usize]; 2]); 3] = [
    (
        Signature {
            sorts: &[("Thing", &[])],
            constants: &[("Tom", 0), ("Ann", 0)],
            functions: &[],
            predicates: &[("cat", &[0]), ("likes", &[0, 0]), ("rain", &[])],
            has_equality: false,
        },
        [&[2], &[1]],
    ),
    (
        Signature {
            sorts: &[("Boy", &[]), ("Girl", &[])],
            constants: &[("Tom", 0), ("Ann", 1)],
            functions: &[("friend", 0, 1)],
            predicates: &[("tall", &[0]), ("met", &[0, 1])],
            has_equality: true,
        },
        [&[2, 1], &[1, 2]],
    ),
    (
        Signature {
            sorts: &[("Day", &["Mon", "Tue"])],
            constants: &[("today", 0)],
            functions: &[],
            predicates: &[("wet", &[0]), ("before", &[0, 0])],
            has_equality: true,
        },
        [&[2], &[2]],
    ),
];

/// The tableau for a sentence or its negation, or for a contradiction; and whether one was wanted.
fn tableau(theory: &str, goal: &str) -> (Option<ClosedTableau>, bool) {
    let text = format!("{theory}\nprove random: {goal}\n");
    let checked = check(program::program("random.puzzle", &text), &Levels::default());
    let analysis = checked.analysis();
    let Some(asked) = asked_last(&analysis) else { return (None, false) };
    let goals = TheoryGoals::of(&asked.question).unwrap();
    let task = TheoryTask {
        theory: goals.theory.as_ref().clone(),
        aim: aim::ProveSentence(goals.sentences[0]),
        method: TheoryMethod::Tableau,
    };
    let answer = task.answer(&mut Budget::unlimited().part(400_000));
    match answer.map(ProblemAnswer::into_inner) {
        Ok(Outcome::Found(TheoryDecision::Neither(..))) | Err(_) => (None, false),
        Ok(
            Outcome::Contradictory(reason)
            | Outcome::Found(TheoryDecision::Proved(reason) | TheoryDecision::Refuted(reason)),
        ) => (reason.tableau.map(|it| *it), true),
    }
}

/// What premises a tableau has, and what it shows of them.
fn shown(tableau: &mut ClosedTableau) -> (Vec<StatementNumber>, StatementNumber) {
    let of = |rule: TableauRule| {
        let nodes = tableau.nodes.iter().filter(move |it| it.rule == rule);
        nodes.map(|it| it.statement).collect::<Vec<_>>()
    };
    let (premises, denials) = (of(TableauRule::Premise), of(TableauRule::Denial));
    let conclusion = match denials.first() {
        Some(denial) => tableau.statements.not(*denial),
        None => tableau.statements.statement(Statement::Truth(false)),
    };
    (premises, conclusion)
}

/// Things that names and bound variables stand for.
#[derive(Clone, Default)]
struct Meant {
    bound: Vec<u32>,
    names: BTreeMap<NameNumber, u32>,
}

/// Evaluates what is said in a tableau.
struct World<'t> {
    tableau: &'t ClosedTableau,
    structure: &'t Structure,
}

impl World<'_> {
    fn value(&self, term: TermNumber, meant: &Meant) -> u32 {
        match self.tableau.statements.get_term(term) {
            StatedTerm::Bound(at) => meant.bound[meant.bound.len() - 1 - *at as usize],
            StatedTerm::Name(name) => meant.names[name],
            StatedTerm::Apply(function, arguments) => {
                let place = arguments.first().map_or(0, |it| self.value(*it, meant));
                self.structure.functions[function.0 as usize][place as usize]
            }
        }
    }

    fn is_true(&self, id: StatementNumber, meant: &mut Meant) -> bool {
        let sizes = &self.structure.sizes;
        match self.tableau.statements.get(id).clone() {
            Statement::Truth(value) => value,
            Statement::Atom(predicate, terms) => {
                let sorts = &self.tableau.statements.signature.predicates[predicate.0 as usize];
                let values: Vec<_> = terms.iter().map(|it| self.value(*it, meant)).collect();
                self.structure.holds(predicate, sorts, &values)
            }
            Statement::Equal(one, other) => self.value(one, meant) == self.value(other, meant),
            Statement::Not(part) => !self.is_true(part, meant),
            Statement::And(parts) => parts.iter().all(|it| self.is_true(*it, meant)),
            Statement::Or(parts) => parts.iter().any(|it| self.is_true(*it, meant)),
            Statement::Implies(one, other) => {
                !self.is_true(one, meant) || self.is_true(other, meant)
            }
            Statement::Iff(one, other) => self.is_true(one, meant) == self.is_true(other, meant),
            Statement::Quantified(quantifier, sort, body) => {
                let mut count = 0;
                for thing in 0..sizes[sort.0 as usize] {
                    meant.bound.push(thing);
                    count += u32::from(self.is_true(body, meant));
                    meant.bound.pop();
                }
                match quantifier {
                    TheoryQuantifier::All => count == sizes[sort.0 as usize],
                    TheoryQuantifier::Some => count > 0,
                    TheoryQuantifier::AtLeast(least) => count >= least,
                    TheoryQuantifier::AtMost(most) => count <= most,
                    TheoryQuantifier::Exactly(number) => count == number,
                }
            }
        }
    }
}

/// Whether all statements are true together in a world, whatever names stand for in it.
fn are_true_together(
    tableau: &ClosedTableau,
    said: &[StatementNumber],
    worlds: &[Structure],
) -> bool {
    let names: Vec<(NameNumber, TheorySort)> = (0..)
        .map(NameNumber)
        .zip(tableau.statements.names.iter().copied())
        .filter(|(name, _)| said.iter().any(|it| tableau.statements.mentions(*it, *name)))
        .collect();
    worlds.iter().any(|structure| {
        let world = World { tableau, structure };
        let mut all = vec![Meant::default()];
        for (name, sort) in &names {
            let with = |meant: &Meant| {
                let meant = meant.clone();
                (0..structure.sizes[sort.0 as usize]).map(move |thing| {
                    let mut meant = meant.clone();
                    meant.names.insert(*name, thing);
                    meant
                })
            };
            all = all.iter().flat_map(with).collect();
        }
        all.iter_mut().any(|meant| said.iter().all(|it| world.is_true(*it, meant)))
    })
}

/// One thing is another one, everywhere.
fn exchange(dice: &mut Dice, tableau: &mut ClosedTableau) {
    let mut terms: Vec<TermNumber> = (tableau.nodes.iter())
        .flat_map(|it| tableau.statements.closed_terms(it.statement))
        .collect();
    terms.sort_unstable();
    terms.dedup();
    if terms.is_empty() {
        return;
    }
    let (from, to) = (terms[dice.roll(terms.len())], terms[dice.roll(terms.len())]);
    if tableau.statements.sort(from) != tableau.statements.sort(to) {
        return;
    }
    for node in &mut tableau.nodes {
        node.statement = tableau.statements.exchanged(node.statement, from, to);
        node.things.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
    }
}

/// A node is left out, with what stands below it.
fn leave_out(at: usize, tableau: &mut ClosedTableau) {
    let count = tableau.nodes.len();
    let mut gone = vec![at];
    for (place, node) in tableau.nodes.iter().enumerate() {
        if node.above.is_some_and(|it| gone.contains(&it)) {
            gone.push(place);
        }
    }
    let kept: Vec<_> = (0..count).filter(|it| !gone.contains(it)).collect();
    if kept.is_empty() {
        return;
    }
    let moved = |it: usize| kept.iter().filter(|kept| **kept < it).count();
    let nodes = std::mem::take(&mut tableau.nodes);
    for place in &kept {
        let mut node = nodes[*place].clone();
        node.above = node.above.map(moved);
        node.from.iter_mut().for_each(|it| *it = moved(*it));
        node.closing = node.closing.map(|it| match it {
            TableauClosing::Pair(one, other) => TableauClosing::Pair(moved(one), moved(other)),
            TableauClosing::Alone(one) => TableauClosing::Alone(moved(one)),
        });
        tableau.nodes.push(node);
    }
}

/// The tableau with something else in it.
fn change(dice: &mut Dice, tableau: &mut ClosedTableau) {
    let count = tableau.nodes.len();
    let (at, other) = (dice.roll(count), dice.roll(count));
    let node = tableau.nodes[other].clone();
    match dice.roll(10) {
        // One thing is another one, everywhere.
        0 | 1 => exchange(dice, tableau),
        // One statement is another one, or its negation, at one place or everywhere.
        2 | 3 => {
            let from = tableau.nodes[at].statement;
            let to = match dice.roll(3) {
                0 => tableau.statements.not(node.statement),
                1 => tableau.statements.not(from),
                _ => node.statement,
            };
            let is_everywhere = dice.roll(2) == 0;
            for (place, node) in tableau.nodes.iter_mut().enumerate() {
                if place == at || is_everywhere && node.statement == from {
                    node.statement = to;
                }
            }
        }
        // Another quantifier or connective.
        4 | 5 => {
            let changed = match tableau.statements.get(tableau.nodes[at].statement).clone() {
                Statement::Quantified(TheoryQuantifier::All, sort, body) => {
                    Statement::Quantified(TheoryQuantifier::Some, sort, body)
                }
                Statement::Quantified(TheoryQuantifier::Exactly(1), sort, body) => {
                    Statement::Quantified(TheoryQuantifier::AtLeast(1), sort, body)
                }
                Statement::Quantified(_, sort, body) => {
                    Statement::Quantified(TheoryQuantifier::All, sort, body)
                }
                Statement::And(parts) => Statement::Or(parts),
                Statement::Iff(one, other) => Statement::Implies(one, other),
                Statement::Implies(one, other) => Statement::Implies(other, one),
                Statement::Or(parts) => Statement::Or(parts[1..].into()),
                same => same,
            };
            tableau.nodes[at].statement = tableau.statements.statement(changed);
        }
        // Another reason.
        6 => {
            (tableau.nodes[at].rule, tableau.nodes[at].from) = (node.rule, node.from);
            tableau.nodes[at].things = node.things;
        }
        // Another place.
        7 => tableau.nodes[at].above = node.above,
        // A case is left out, with what stands below it.
        8 => leave_out(at, tableau),
        // Another end.
        _ => tableau.nodes[at].closing = node.closing.or(Some(TableauClosing::Pair(at, other))),
    }
}

#[test]
fn found_tableaux_are_accepted_and_no_wrong_ones() {
    let mut dice = Dice(7);
    let (mut wanted, mut found, mut accepted, mut refused, mut spoilt) = (0, 0, 0, 0, 0);
    for round in 0..240 {
        let (signature, sizes) = &SIGNATURES[round % 3];
        let sentence = |dice: &mut Dice| signature.sentence(dice, &mut Vec::new(), 3);
        let mut theory = format!("theory random {{\n{}", signature.text());
        for at in 0..2 + dice.roll(3) {
            let written = signature.written(&sentence(&mut dice), &mut Vec::new());
            theory += &format!("    rule r{at}: {written}\n");
        }
        theory += "}\n";
        let goal = signature.written(&sentence(&mut dice), &mut Vec::new());
        let (tableau, is_wanted) = tableau(&theory, &goal);
        wanted += usize::from(is_wanted);
        let Some(tableau) = tableau else { continue };
        found += 1;
        let worlds: Vec<_> = sizes.iter().flat_map(|it| signature.worlds(it)).collect();
        for changes in 0..24_usize {
            let mut changed = tableau.clone();
            (0..changes.div_ceil(8)).for_each(|_| change(&mut dice, &mut changed));
            let (premises, conclusion) = shown(&mut changed);
            let is_refused =
                flaw(&changed, &premises, conclusion, &mut Budget::unlimited()).unwrap();
            let denial = changed.statements.not(conclusion);
            let roots = [&premises[..], &[denial]].concat();
            let is_wrong = are_true_together(&changed, &roots, &worlds);
            if changes == 0 {
                assert_eq!(is_refused, None, "{theory}{goal}\n{tableau:?}");
            }
            assert!(is_refused.is_some() || !is_wrong, "{theory}{goal}\n{changed:?}");
            accepted += usize::from(is_refused.is_none());
            refused += usize::from(is_refused.is_some());
            spoilt += usize::from(is_wrong);
        }
    }
    assert!(found > 100 && found * 20 > wanted * 19, "{found} of {wanted} tableaux");
    assert!(accepted > 300 && refused > 1000, "{accepted} accepted, {refused} refused");
    assert!(spoilt > 300, "{spoilt} wrong ones");
}
