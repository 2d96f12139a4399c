//! Counts made again one by one, without any idea that saves work: a step of the budget for each
//! part of each thing that is looked at.

use num_bigint::BigUint;

use super::model::check_model;
use super::path::{TreasureState, enter};
use super::structure;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Cnf;
use crate::logic::first_order::{Structure, Theory, TheoryFunction};
use crate::logic::formula::Formula;
use crate::logic::maze::Maze;

/// How many assignments to its variables make a formula true.
///
/// # Errors
/// The limit of the budget that was reached.
pub(crate) fn assignments(formula: &Formula, budget: &mut Budget) -> Result<BigUint, Stop> {
    let variables = formula.variables();
    let mut count = BigUint::ZERO;
    let mut wheel = Wheel::new(vec![2; variables.len()]);
    loop {
        pay(formula.nodes().len(), budget)?;
        let digit = |variable| variables.binary_search(&variable).map(|at| wheel.digits[at]);
        count += u32::from(formula.evaluate(|variable| digit(variable) == Ok(1)));
        if !wheel.turn() {
            return Ok(count);
        }
    }
}

/// How many values of all atoms satisfy the clauses.
///
/// # Errors
/// As [`assignments`].
pub(crate) fn models(cnf: &Cnf, budget: &mut Budget) -> Result<BigUint, Stop> {
    let mut count = BigUint::ZERO;
    let mut wheel = Wheel::new(vec![2; cnf.atoms() as usize]);
    loop {
        pay(cnf.literals() + wheel.digits.len(), budget)?;
        let values: Vec<_> = wheel.digits.iter().map(|&digit| digit == 1).collect();
        count += u32::from(check_model(cnf, &values).is_ok());
        if !wheel.turn() {
            return Ok(count);
        }
    }
}

/// How many walks of at most so many steps come from START to GOAL, the last step from elsewhere.
///
/// # Errors
/// As [`assignments`].
pub(crate) fn plays(maze: &Maze, steps: u64, budget: &mut Budget) -> Result<BigUint, Stop> {
    let mut count = BigUint::ZERO;
    let mut open = vec![(maze.start, vec![TreasureState::Home; maze.treasures as usize], steps)];
    while let Some((node, places, left)) = open.pop() {
        let Some(left) = left.checked_sub(1) else { continue };
        for &next in &maze.nodes[node.0 as usize].next {
            pay(1 + places.len(), budget)?;
            let mut places = places.clone();
            if enter(maze, next, &mut places).is_ok() {
                count += u32::from(next == maze.goal && node != maze.goal);
                open.push((next, places, left));
            }
        }
    }
    Ok(count)
}

/// How many structures of these sizes make all axioms of a theory true. The elements that a sort
/// lists are its elements in that order.
///
/// # Errors
/// As [`assignments`].
pub(crate) fn worlds(theory: &Theory, sizes: &[u32], budget: &mut Budget) -> Result<BigUint, Stop> {
    let signature = &theory.signature;
    let mut structure = Structure { sizes: sizes.to_vec(), ..Structure::default() };
    let is_element = |it| signature.sorts.iter().flatten().any(|listed| listed.contains(&it));
    let too_large = Stop::Size("there are too many worlds to count");
    let mut cells = Vec::new();
    for (sorts, function) in signature.functions.iter().zip((0..).map(TheoryFunction)) {
        let length = structure.tuples(&sorts.arguments).ok_or(too_large)?;
        let place = |listed: &Vec<TheoryFunction>| listed.iter().position(|it| *it == function);
        let value = signature.sorts.iter().flatten().find_map(place).unwrap_or_default();
        structure.functions.push(vec![value as u32; length]);
        if !is_element(function) {
            cells.extend(vec![sizes[sorts.result.0 as usize]; length]);
        }
    }
    for sorts in &signature.predicates {
        let length = structure.tuples(sorts).ok_or(too_large)?;
        structure.predicates.push(vec![false; length]);
        cells.extend(vec![2; length]);
    }
    let mut count = BigUint::ZERO;
    let mut wheel = Wheel::new(cells);
    loop {
        pay(1 + wheel.digits.len(), budget)?;
        let mut digits = wheel.digits.iter();
        for (table, function) in structure.functions.iter_mut().zip((0..).map(TheoryFunction)) {
            if !is_element(function) {
                table.iter_mut().zip(&mut digits).for_each(|(cell, digit)| *cell = *digit);
            }
        }
        for cell in structure.predicates.iter_mut().flatten() {
            *cell = digits.next() == Some(&1);
        }
        let mut is_world = structure::fits(theory, &structure);
        for &axiom in &theory.axioms {
            is_world = is_world && structure::is_true(theory, &structure, axiom, &[], budget)?;
        }
        count += u32::from(is_world);
        if !wheel.turn() {
            return Ok(count);
        }
    }
}

fn pay(steps: usize, budget: &mut Budget) -> Result<(), Stop> {
    (0..steps).try_for_each(|_| budget.check())
}

/// Digits that run through all their values, like those of a meter.
struct Wheel {
    digits: Vec<u32>,
    sizes: Vec<u32>,
}

impl Wheel {
    fn new(sizes: Vec<u32>) -> Self {
        Self { digits: vec![0; sizes.len()], sizes }
    }

    /// Goes on to the next values; whether there are any.
    fn turn(&mut self) -> bool {
        for (digit, &size) in self.digits.iter_mut().zip(&self.sizes) {
            *digit += 1;
            if *digit < size {
                return true;
            }
            *digit = 0;
        }
        false
    }
}
