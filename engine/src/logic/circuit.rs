//! A formula compiled for fast evaluation: an and-inverter graph (Kuehlmann and others, *Robust
//! Boolean reasoning*, 2002). Every gate is a conjunction, negation is a bit on an edge, equal
//! gates are one gate, and constants are folded away, so fixing an input shrinks the graph.

use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use rustc_hash::FxHashMap;
use std::ops::Not;

/// What a gate reads: twice the node's index, plus one when negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CircuitEdge(u32);

impl CircuitEdge {
    const FALSE: Self = Self(0);

    /// The constant.
    pub const fn constant(value: bool) -> Self {
        Self(value as u32)
    }

    const fn to(node: usize) -> Self {
        Self(2 * node as u32)
    }

    /// Index of the node it leads to.
    pub const fn node(self) -> usize {
        self.0 as usize / 2
    }

    /// Whether it negates.
    pub const fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }

    /// Negated on that condition.
    #[must_use]
    pub const fn negate_if(self, condition: bool) -> Self {
        Self(self.0 ^ condition as u32)
    }
}

impl Not for CircuitEdge {
    type Output = Self;

    fn not(self) -> Self {
        self.negate_if(true)
    }
}

/// A Boolean function of its inputs.
///
/// Node 0 is the constant false; then come the inputs, then the gates, each behind the nodes it
/// reads. Every node is needed for the root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Circuit {
    inputs: Vec<u32>,
    gates: Vec<[CircuitEdge; 2]>,
    root: CircuitEdge,
}

impl Circuit {
    /// The formula as a function of the variables in `order` but the first ones, which have the
    /// given values.
    ///
    /// # Panics
    /// When a variable of the formula is not in `order`.
    pub fn new(formula: &Formula, order: &[FormulaVariable], values: &[bool]) -> Self {
        let open = values.len()..order.len();
        let mut builder = GrowingCircuit::new(open.len());
        let fixed = values.iter().map(|&value| CircuitEdge::constant(value));
        let inputs = (1..=open.len()).map(CircuitEdge::to);
        let edges: FxHashMap<_, _> = order.iter().copied().zip(fixed.chain(inputs)).collect();
        let mut stack: Vec<CircuitEdge> = Vec::new();
        for node in formula.nodes() {
            let first = stack.len() - node.operands() as usize;
            let mut operands = stack[first..].iter().copied();
            let is_or = matches!(node, FormulaSymbol::Or(_));
            let result = match node {
                FormulaSymbol::Variable(variable) => Some(edges[variable]),
                FormulaSymbol::Not => operands.next().map(CircuitEdge::not),
                // De Morgan: a disjunction is a conjunction negated on all sides.
                FormulaSymbol::And(_) | FormulaSymbol::Or(_) => operands
                    .map(|edge| edge.negate_if(is_or))
                    .reduce(|a, b| builder.and(a, b))
                    .map(|edge| edge.negate_if(is_or)),
            };
            stack.truncate(first);
            stack.extend(result);
        }
        builder.finish(&open.map(|position| position as u32).collect::<Vec<_>>(), stack[0])
    }

    /// The inputs that matter, by their position in the order, ascending. Each is in the graph,
    /// but the function may still not depend on it.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    /// The gates; gate `i` is node `1 + inputs + i`.
    pub fn gates(&self) -> &[[CircuitEdge; 2]] {
        &self.gates
    }

    /// Whose value is the function's.
    pub fn root(&self) -> CircuitEdge {
        self.root
    }

    /// The function when the first of its inputs is fixed.
    ///
    /// # Panics
    /// When it has no inputs.
    #[must_use]
    pub fn fix_first(&self, value: bool) -> Self {
        let open = self.inputs[1..].to_vec();
        let mut builder = GrowingCircuit::new(open.len());
        let mut edges = Vec::with_capacity(2 + open.len() + self.gates.len());
        edges.extend([CircuitEdge::FALSE, CircuitEdge::constant(value)]);
        edges.extend((1..=open.len()).map(CircuitEdge::to));
        for &[a, b] in &self.gates {
            let gate = builder.and(moved(a, &edges), moved(b, &edges));
            edges.push(gate);
        }
        builder.finish(&open, moved(self.root, &edges))
    }
}

/// The edge that takes the place of `edge` when each node is replaced by the given one.
fn moved(edge: CircuitEdge, edges: &[CircuitEdge]) -> CircuitEdge {
    edges[edge.node()].negate_if(edge.is_negated())
}

/// A graph that grows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrowingCircuit {
    /// Nodes before the first gate.
    sources: usize,
    gates: Vec<[CircuitEdge; 2]>,
    /// The node of each gate there is.
    known: FxHashMap<[CircuitEdge; 2], usize>,
}

impl GrowingCircuit {
    /// A graph without gates.
    pub fn new(inputs: usize) -> Self {
        Self { sources: 1 + inputs, gates: Vec::new(), known: FxHashMap::default() }
    }

    /// The input of that index.
    pub fn input(&self, index: usize) -> CircuitEdge {
        CircuitEdge::to(1 + index)
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.sources - 1
    }

    /// The gates; gate `i` is node `1 + inputs + i`.
    pub fn gates(&self) -> &[[CircuitEdge; 2]] {
        &self.gates
    }

    /// One of two values.
    pub fn choose(
        &mut self,
        condition: CircuitEdge,
        then: CircuitEdge,
        other: CircuitEdge,
    ) -> CircuitEdge {
        let (then, other) = (self.and(condition, then), self.and(!condition, other));
        !self.and(!then, !other)
    }

    /// The conjunction.
    pub fn and(&mut self, a: CircuitEdge, b: CircuitEdge) -> CircuitEdge {
        let (a, b) = (a.min(b), a.max(b));
        if a == CircuitEdge::FALSE || a == !b {
            return CircuitEdge::FALSE;
        }
        if a == !CircuitEdge::FALSE || a == b {
            return b;
        }
        let node = *self.known.entry([a, b]).or_insert_with(|| {
            self.gates.push([a, b]);
            self.sources + self.gates.len() - 1
        });
        CircuitEdge::to(node)
    }

    /// The circuit of what the root needs; `inputs` are named in the order of their nodes.
    fn finish(self, inputs: &[u32], root: CircuitEdge) -> Circuit {
        let mut is_needed = vec![false; self.sources + self.gates.len()];
        is_needed[root.node()] = true;
        for (index, gate) in self.gates.iter().enumerate().rev() {
            if is_needed[self.sources + index] {
                for edge in gate {
                    is_needed[edge.node()] = true;
                }
            }
        }
        is_needed[0] = true;
        let mut nodes = 0;
        let edges: Vec<CircuitEdge> = is_needed
            .iter()
            .map(|&is_needed| {
                nodes += usize::from(is_needed);
                CircuitEdge::to(nodes - 1)
            })
            .collect();
        let needed_inputs = inputs.iter().zip(&is_needed[1..]);
        let needed_gates = self.gates.iter().zip(&is_needed[self.sources..]);
        Circuit {
            inputs: needed_inputs.filter(|needed| *needed.1).map(|(&input, _)| input).collect(),
            gates: needed_gates
                .filter(|needed| *needed.1)
                .map(|(gate, _)| gate.map(|edge| moved(edge, &edges)))
                .collect(),
            root: moved(root, &edges),
        }
    }
}
