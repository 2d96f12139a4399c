//! Sums in binary: the bits of the parts are those of their values, each adder keeps the sum of what it
//! takes, and what is left is one bit for each power of two, which are compared from the lowest on.

use std::collections::BTreeMap;

use super::propagation::Propagation;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Adder;
use crate::logic::cnf::{Atom, Literal};

/// The literal that is always false.
const NEVER: Literal = Literal::new(Atom(0), false);

/// Whether the outputs of an adder are the bits of the sum of its parts.
pub(super) fn adds(
    known: &mut Propagation,
    adder: &Adder,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    // Literals by the power of two that they are worth.
    let mut places: BTreeMap<u32, Vec<Literal>> = BTreeMap::new();
    for (products, bits) in &adder.parts {
        for (product, chosen) in products {
            let mark = known.mark();
            let is_possible = known.assume(*chosen, budget)?;
            let bit = |place: usize| product >> place & 1 == 1;
            let is_right = !is_possible
                || *product >= 0
                    && bits.len() < 63
                    && product >> bits.len() == 0
                    && bits.iter().enumerate().all(|it| said(known, *it.1) == Some(bit(it.0)));
            known.undo(mark);
            if !is_right {
                return Ok(false);
            }
        }
        for (place, bit) in (0..).zip(bits).filter(|it| *it.1 != NEVER) {
            places.entry(place).or_default().push(*bit);
        }
    }
    for (place, inputs, sum, carry) in &adder.steps {
        for input in inputs.iter().filter(|it| **it != NEVER) {
            let left = places.entry(*place).or_default();
            let Some(at) = left.iter().position(|it| it == input) else { return Ok(false) };
            left.swap_remove(at);
        }
        if *place > 62 || !is_full_adder(known, *inputs, [*sum, *carry], budget)? {
            return Ok(false);
        }
        places.entry(*place).or_default().push(*sum);
        places.entry(*place + 1).or_default().push(*carry);
    }
    places.retain(|_, it| !it.is_empty());
    let outputs = (0..).zip(&adder.outputs).filter(|it| *it.1 != NEVER);
    Ok(adder.outputs.len() < 64 && outputs.map(|it| (it.0, vec![*it.1])).eq(places))
}

/// What a literal is known to be.
fn said(known: &Propagation, literal: Literal) -> Option<bool> {
    match (known.is_true(literal), known.is_false(literal)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Whether values of some literals settle others as they should.
fn settles<const N: usize>(
    known: &mut Propagation,
    inputs: [Literal; N],
    outputs: &[Literal],
    should: impl Fn([bool; N]) -> u32,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    for values in 0..1_u32 << N {
        let value = |at: usize| values >> at & 1 == 1;
        let mark = known.mark();
        let mut is_possible = true;
        for (at, input) in inputs.iter().enumerate() {
            let literal = if value(at) { *input } else { !*input };
            is_possible = is_possible && known.assume(literal, budget)?;
        }
        let result = should(std::array::from_fn(value));
        let mut bits = (0..).zip(outputs);
        let is_right =
            !is_possible || bits.all(|(at, it)| said(known, *it) == Some(result >> at & 1 == 1));
        known.undo(mark);
        if !is_right {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_full_adder(
    known: &mut Propagation,
    inputs: [Literal; 3],
    outputs: [Literal; 2],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let count = |values: [bool; 3]| values.into_iter().map(u32::from).sum();
    settles(known, inputs, &outputs, count, budget)
}

/// Whether the last of some literals, one for each output, is true where the outputs are the bits of at
/// most a number.
pub(super) fn compares(
    known: &mut Propagation,
    outputs: &[Literal],
    (most, chain): &(i64, Vec<Literal>),
    budget: &mut Budget,
) -> Result<bool, Stop> {
    if outputs.len() > 62 || chain.len() != outputs.len() || *most < 0 || most >> chain.len() > 0 {
        return Ok(false);
    }
    let mut before = !NEVER;
    for (place, (output, literal)) in outputs.iter().zip(chain).enumerate() {
        let bit = most >> place & 1 == 1;
        let is_at_most =
            |[output, before]: [bool; 2]| u32::from(if output == bit { before } else { bit });
        if !settles(known, [*output, before], &[*literal], is_at_most, budget)? {
            return Ok(false);
        }
        before = *literal;
    }
    Ok(true)
}
