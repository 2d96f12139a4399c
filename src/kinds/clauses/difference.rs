//! Clause sets compared: values of all atoms of both that satisfy the clauses of one and not of the other.

use rustc_hash::FxHashMap;

use super::ClauseSet;
use crate::kinds::Posed;
use crate::kinds::difference::{Difference, PosedDifference, numbered};
use puzzle_engine::SatEngine;
use puzzle_engine::logic::cnf::Cnf;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::problem::TellApart;

/// What tells two clause sets apart.
pub fn difference<'p>(one: &'p ClauseSet<'p>, other: &'p ClauseSet<'p>) -> PosedDifference<'p> {
    let sets = [one, other];
    let (names, atoms) = numbered(sets.map(|it| &it.atoms[..]));
    let spare = FormulaVariable(names.len() as u32);
    let [first, second] = [0, 1].map(|side| formula(&sets[side].cnf, &atoms[side], spare));
    Posed::new(TellApart(first, second, SatEngine::Cdcl), move |_, values| {
        let values: FxHashMap<FormulaVariable, bool> = values?.into_iter().collect();
        let value = |atom: u32| values.get(&FormulaVariable(atom)) == Some(&true);
        let literal = |(atom, name): (u32, &&str)| match value(atom) {
            true => (*name).to_owned(),
            false => format!("-{name}"),
        };
        let literals: Vec<String> = (0..).zip(&names).map(literal).collect();
        let line = match literals.is_empty() {
            true => "without atoms".to_owned(),
            false => literals.join(" "),
        };
        let says = |side: usize| {
            let (set, atoms) = (sets[side], &atoms[side]);
            let values: Vec<bool> = atoms.iter().map(|it| value(*it)).collect();
            match set.violated(&values) {
                None => "a model".to_owned(),
                Some(clause) if clause.is_empty() => {
                    "a clause without literals is false".to_owned()
                }
                Some(clause) => format!("the clause `{clause}` is false"),
            }
        };
        Some(Difference { lines: vec![line], each: [says(0), says(1)] })
    })
}

impl ClauseSet<'_> {
    /// The first clause that values violate.
    fn violated(&self, values: &[bool]) -> Option<String> {
        let is_true = |it: &puzzle_engine::logic::cnf::Literal| {
            values[it.atom().0 as usize] == it.is_positive()
        };
        let clause = self.cnf.clauses().find(|it| !it.iter().any(is_true))?;
        let words: Vec<String> = clause.iter().map(|it| self.literal(*it)).collect();
        Some(words.join(" "))
    }
}

/// Clauses as a formula, with a variable to spare for what is always true or always false.
fn formula(cnf: &Cnf, atoms: &[u32], spare: FormulaVariable) -> Formula {
    let constant =
        [FormulaSymbol::Variable(spare), FormulaSymbol::Variable(spare), FormulaSymbol::Not];
    let mut nodes = Vec::new();
    for clause in cnf.clauses() {
        for literal in clause {
            let atom = atoms[literal.atom().0 as usize];
            nodes.push(FormulaSymbol::Variable(FormulaVariable(atom)));
            nodes.extend((!literal.is_positive()).then_some(FormulaSymbol::Not));
        }
        match clause.len() {
            0 => {
                nodes.extend(constant);
                nodes.push(FormulaSymbol::And(2));
            }
            1 => {}
            several => nodes.push(FormulaSymbol::Or(several as u32)),
        }
    }
    match cnf.len() {
        0 => {
            nodes.extend(constant);
            nodes.push(FormulaSymbol::Or(2));
        }
        1 => {}
        several => nodes.push(FormulaSymbol::And(several as u32)),
    }
    Formula::from_post_order(nodes)
}
