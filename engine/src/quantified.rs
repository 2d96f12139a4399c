//! Who wins a formula game. The outer choices are tried one after the other, each folding the
//! circuit smaller, and the second only when the first loses; the innermost ones are decided all
//! at once, by folding a truth table along its inputs (a maximum where E chooses, a minimum
//! where A does).

mod evidence;
mod strategy;

pub use evidence::evidence;
pub use strategy::strategy;

use crate::budget::{Budget, Stop};
use crate::logic::circuit::Circuit;
use crate::logic::quantified::Player;
use crate::logic::truth_table::for_each_block;
use rustc_hash::FxHashMap;

/// Inputs from which on a truth table takes over: so many that making the circuit for a table
/// costs little beside evaluating it, and no more, because a table is never cut short.
const TABLE_INPUTS: usize = 14;

/// Gates that are folded as quickly as other searches make a step.
const GATES_A_STEP: usize = 64;

/// What is remembered of circuits: their values under perfect play. However a formula is built, what
/// is left of it after some choices is often the same as after others.
#[derive(Default)]
struct KnownCircuits {
    values: FxHashMap<Circuit, bool>,
    gates: usize,
}

/// Gates of circuits that are remembered: some ten megabytes. When there are more, all is forgotten.
const MOST_GATES: usize = 1 << 20;

impl KnownCircuits {
    fn insert(&mut self, circuit: Circuit, value: bool) {
        self.gates += circuit.gates().len();
        if self.gates > MOST_GATES {
            *self = Self { gates: circuit.gates().len(), ..Self::default() };
        }
        self.values.insert(circuit, value);
    }
}

/// A circuit whose first choice is being tried.
struct OpenCircuit {
    player: Player,
    circuit: Circuit,
    /// Whether it is the last one that there is to try.
    is_last: bool,
}

/// The formula's value under perfect play; `turns` are those of the circuit's inputs.
fn outcome(
    circuit: Circuit,
    turns: &[Player],
    known: &mut KnownCircuits,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut open: Vec<OpenCircuit> = Vec::new();
    let mut current = circuit;
    loop {
        budget.work(current.gates().len() / GATES_A_STEP)?;
        budget.check()?;
        let value = if current.inputs().len() <= TABLE_INPUTS {
            let mut table = table(&current, budget)?;
            for (place, &input) in current.inputs().iter().rev().enumerate() {
                fold(&mut table, place, turns[input as usize]);
            }
            table[0] & 1 == 1
        } else if let Some(&value) = known.values.get(&current) {
            value
        } else {
            let player = turns[current.inputs()[0] as usize];
            let next = current.fix_first(player.goal());
            open.push(OpenCircuit { player, circuit: current, is_last: false });
            current = next;
            continue;
        };
        // The other value is worth a try only to who loses by the preferred one, and then the
        // game is worth what it yields.
        loop {
            let Some(last) = open.last_mut() else { return Ok(value) };
            if last.is_last || last.player.goal() == value {
                let last = open.pop().expect("there is a last one");
                known.insert(last.circuit, value);
            } else {
                last.is_last = true;
                current = last.circuit.fix_first(!last.player.goal());
                break;
            }
        }
    }
}

/// The whole truth table, 64 rows a word.
fn table(circuit: &Circuit, budget: &mut Budget) -> Result<Vec<u64>, Stop> {
    let mut table = Vec::new();
    for_each_block(circuit, budget, |block| table.extend_from_slice(block))?;
    Ok(table)
}

/// Lets `player` choose the input that is bit `place` of a row's number; those of the lower bits
/// are chosen already. Their rows stay behind as garbage in a word, but the words halve.
fn fold(table: &mut Vec<u64>, place: usize, player: Player) {
    let better = |a: u64, b: u64| match player {
        Player::A => a & b,
        Player::E => a | b,
    };
    if place < 6 {
        for word in table {
            *word = better(*word, *word >> (1 << place));
        }
    } else {
        for index in 0..table.len() / 2 {
            table[index] = better(table[2 * index], table[2 * index + 1]);
        }
        table.truncate(table.len() / 2);
    }
}
