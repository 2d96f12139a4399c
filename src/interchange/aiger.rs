//! Functions as an and-inverter graph in the ASCII format of AIGER 1.9 (Biere, Heljanko and Wieringa, 2011),
//! for other programs that check or use strategies.

use std::io::{self, Write};

use puzzle_engine::logic::circuit::CircuitEdge;
use puzzle_engine::logic::cnf::Atom;
use puzzle_engine::logic::functions::Functions;

/// Writes the functions; inputs and outputs are called as `name` says. What has no name is left out.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut impl Write,
    functions: &Functions,
    name: impl Fn(Atom) -> Option<String>,
) -> io::Result<()> {
    let Functions { inputs, graph, outputs } = functions;
    let outputs: Vec<_> = outputs.iter().filter_map(|it| Some((name(it.0)?, it.1))).collect();
    let (count, gates) = (inputs.len(), graph.gates());
    writeln!(out, "aag {} {count} 0 {} {}", count + gates.len(), outputs.len(), gates.len())?;
    for input in 0..count {
        writeln!(out, "{}", literal(graph.input(input)))?;
    }
    for (_, value) in &outputs {
        writeln!(out, "{}", literal(*value))?;
    }
    for (gate, number) in gates.iter().zip(1 + count..) {
        // The format asks for the greater operand first.
        writeln!(out, "{} {} {}", 2 * number, literal(gate[1]), literal(gate[0]))?;
    }
    for (place, input) in inputs.iter().enumerate() {
        if let Some(name) = name(*input) {
            writeln!(out, "i{place} {name}")?;
        }
    }
    for (place, (name, _)) in outputs.iter().enumerate() {
        writeln!(out, "o{place} {name}")?;
    }
    Ok(())
}

fn literal(edge: CircuitEdge) -> usize {
    2 * edge.node() + usize::from(edge.is_negated())
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_engine::logic::circuit::GrowingCircuit;

    #[test]
    fn gates_follow_inputs_and_outputs() {
        let mut graph = GrowingCircuit::new(2);
        let [one, other] = [graph.input(0), graph.input(1)];
        let both = graph.and(one, !other);
        let outputs = vec![(Atom(3), !both), (Atom(4), CircuitEdge::constant(true))];
        let functions = Functions { inputs: vec![Atom(0), Atom(6)], graph, outputs };
        let mut text = Vec::new();
        let name = |atom: Atom| (atom.0 != 4).then(|| format!("x{}", atom.0));
        write(&mut text, &functions, name).unwrap();
        let expected = "aag 3 2 0 1 1\n2\n4\n7\n6 5 2\ni0 x0\ni1 x6\no0 x3\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
