//! Truth tables, 512 rows at once: a row is an assignment, and each node of the circuit is
//! evaluated for a whole block of rows by a few word operations. Memory is one block a node,
//! whatever the number of rows.

use crate::budget::{Budget, Stop};
use crate::logic::circuit::{Circuit, CircuitEdge};
use crate::logic::formula::Formula;

/// Inputs that vary within a block.
const BLOCK_INPUTS: usize = 9;

const BLOCK_WORDS: usize = 1 << (BLOCK_INPUTS - 6);

/// The function's values in 512 consecutive rows, the first in the lowest bit of the first word.
pub type TruthBlock = [u64; BLOCK_WORDS];

/// The most inputs of a table: its rows are numbered, and counted, in 64 bits.
const MAX_INPUTS: usize = 63;

/// Gates evaluated between two looks at the budget.
const GATES_PER_CHECK: usize = 4096;

/// Number of assignments of the formula's variables that make it true. Time is exponential in
/// the number of variables: 2²⁶ assignments of a formula with 100 nodes take less than a tenth of a
/// second.
///
/// # Errors
/// [`Stop::Size`] beyond 63 variables, and the budget's limits.
pub fn count_models(formula: &Formula, budget: &mut Budget) -> Result<u64, Stop> {
    let variables = formula.variables();
    if variables.len() > MAX_INPUTS {
        return Err(TOO_WIDE);
    }
    let circuit = Circuit::new(formula, &variables, &[]);
    let mut count = 0;
    for_each_block(&circuit, budget, |block| {
        count += block.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    })?;
    // Rows repeat within a small table, and variables without influence have none.
    let rows = circuit.inputs().len().max(BLOCK_INPUTS);
    let repeated = rows.saturating_sub(variables.len());
    Ok(count >> repeated << variables.len().saturating_sub(rows))
}

const TOO_WIDE: Stop = Stop::Size("a truth table has at most 63 variables");

/// Shows `visit` the table block by block. The last
/// input is the lowest bit of a row's number; a table of less than 512 rows repeats within its
/// block.
///
/// # Errors
/// As [`count_models`].
pub fn for_each_block(
    circuit: &Circuit,
    budget: &mut Budget,
    mut visit: impl FnMut(&TruthBlock),
) -> Result<(), Stop> {
    let inputs = circuit.inputs().len();
    if inputs > MAX_INPUTS {
        return Err(TOO_WIDE);
    }
    let first_gate = 1 + inputs;
    let mut nodes = vec![TruthBlock::default(); first_gate + circuit.gates().len()];
    for (place, node) in nodes[1..first_gate].iter_mut().rev().enumerate() {
        *node = std::array::from_fn(|word| column(place, word as u64));
    }
    let outer_inputs = inputs.saturating_sub(BLOCK_INPUTS);
    for number in 0..1_u64 << outer_inputs {
        for (place, node) in nodes[1..=outer_inputs].iter_mut().rev().enumerate() {
            *node = [splat(number >> place & 1 == 1); BLOCK_WORDS];
        }
        let mut at = first_gate;
        for gates in circuit.gates().chunks(GATES_PER_CHECK) {
            budget.check()?;
            for &[a, b] in gates {
                let (a, b) = (read(&nodes, a), read(&nodes, b));
                nodes[at] = std::array::from_fn(|word| a[word] & b[word]);
                at += 1;
            }
        }
        visit(&read(&nodes, circuit.root()));
    }
    Ok(())
}

/// 64 rows, from row `64 * word`, of the input that is bit `place` of a row's number.
fn column(place: usize, word: u64) -> u64 {
    const WITHIN_WORD: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match WITHIN_WORD.get(place) {
        Some(&column) => column,
        None => splat(word >> (place - WITHIN_WORD.len()) & 1 == 1),
    }
}

/// The same value 64 times.
const fn splat(value: bool) -> u64 {
    (value as u64).wrapping_neg()
}

fn read(nodes: &[TruthBlock], edge: CircuitEdge) -> TruthBlock {
    let mask = splat(edge.is_negated());
    nodes[edge.node()].map(|word| word ^ mask)
}
