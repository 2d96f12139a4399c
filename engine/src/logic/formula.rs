//! Propositional formulas, kept as their post-order: operands before their connective.
//!
//! ```text
//! ((-x+y)*-(-y+x))   is   x ¬ y ∨₂ y ¬ x ∨₂ ¬ ∧₂
//! ```
//!
//! One flat vector needs no pointers, is compared and dropped without recursion, and every
//! operation is one pass over it: forwards with a stack of values it evaluates, backwards it is
//! the order in which the tree is drawn (root first, last operand on top).

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use rustc_hash::FxHashSet;

use crate::budget::{Budget, Stop};

/// A variable by its index; 0–25 are the letters `a`–`z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormulaVariable(pub u32);

/// The letter, or `v` and the index where the letters end: `a`, `z`, `v26`.
impl fmt::Display for FormulaVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.0) {
            Ok(index @ ..26) => write!(f, "{}", char::from(b'a' + index)),
            _ => write!(f, "v{}", self.0),
        }
    }
}

/// A symbol of the post-order: a node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FormulaSymbol {
    /// A leaf.
    Variable(FormulaVariable),
    /// Negation of the operand before it.
    Not,
    /// Conjunction of that many operands before it, two or more.
    And(u32),
    /// Disjunction of that many operands before it, two or more.
    Or(u32),
}

impl FormulaSymbol {
    /// Number of operands.
    pub const fn operands(self) -> u32 {
        match self {
            Self::Variable(_) => 0,
            Self::Not => 1,
            Self::And(operands) | Self::Or(operands) => operands,
        }
    }

    /// As the formula language writes it: the variable's name or the connective's sign.
    fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Variable(variable) => write!(out, "{variable}"),
            Self::Not => out.write_char('-'),
            Self::And(_) => out.write_char('*'),
            Self::Or(_) => out.write_char('+'),
        }
    }
}

/// A formula: a tree in post-order. Never empty.
///
/// ```
/// use puzzle_engine::logic::formula::{Formula, FormulaVariable};
/// let [x, y] = [23, 24].map(|index| Formula::variable(FormulaVariable(index)));
/// let formula = Formula::and([Formula::or([!x.clone(), y.clone()]), !Formula::or([!y, x])]);
/// assert_eq!(formula.to_string(), "((-x+y)*-(-y+x))");
/// assert_eq!(formula.draw(), "* - + x\n      - y\n  + y\n    - x");
/// assert!(formula.evaluate(|variable| variable == FormulaVariable(24)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Formula {
    nodes: Vec<FormulaSymbol>,
}

impl Formula {
    /// The formula with these nodes, operands before their connective.
    ///
    /// # Panics
    /// When the nodes are not the post-order of exactly one tree, or a conjunction or
    /// disjunction has fewer than two operands.
    pub fn from_post_order(nodes: Vec<FormulaSymbol>) -> Self {
        let mut complete = 0_usize;
        for node in &nodes {
            let operands = node.operands() as usize;
            assert!(
                operands >= 2 || !matches!(node, FormulaSymbol::And(_) | FormulaSymbol::Or(_)),
                "a conjunction or disjunction has two operands or more"
            );
            assert!(operands <= complete, "operands come before their connective");
            complete = complete - operands + 1;
        }
        assert_eq!(complete, 1, "a formula is one tree");
        Self { nodes }
    }

    /// The formula that is one variable.
    pub fn variable(variable: FormulaVariable) -> Self {
        Self { nodes: vec![FormulaSymbol::Variable(variable)] }
    }

    /// The conjunction of two or more formulas. Copies all operands but the first; long chains
    /// nested to the right are built faster by [`Formula::from_post_order`].
    ///
    /// # Panics
    /// When there are fewer than two operands.
    pub fn and(operands: impl IntoIterator<Item = Self>) -> Self {
        Self::join(operands, FormulaSymbol::And)
    }

    /// The disjunction of two or more formulas, else as [`Formula::and`].
    ///
    /// # Panics
    /// When there are fewer than two operands.
    pub fn or(operands: impl IntoIterator<Item = Self>) -> Self {
        Self::join(operands, FormulaSymbol::Or)
    }

    fn join(operands: impl IntoIterator<Item = Self>, node: fn(u32) -> FormulaSymbol) -> Self {
        let mut nodes = Vec::new();
        let mut count = 0;
        for operand in operands {
            if count == 0 {
                nodes = operand.nodes;
            } else {
                nodes.extend(operand.nodes);
            }
            count += 1;
        }
        assert!(count >= 2, "a conjunction or disjunction has two operands or more");
        nodes.push(node(count));
        Self { nodes }
    }

    /// Its nodes, operands before their connective; the last one is the root.
    pub fn nodes(&self) -> &[FormulaSymbol] {
        &self.nodes
    }

    /// The operands of the conjunctions at its root, in order; itself when it is no conjunction.
    pub fn conjuncts(&self) -> Vec<Self> {
        let mut conjuncts = Vec::new();
        // Backwards, every node comes before its operands. So many subtrees are still to come:
        let (mut end, mut open) = (self.nodes.len(), 1);
        while open > 0 {
            if let FormulaSymbol::And(operands) = self.nodes[end - 1] {
                open += operands as usize - 1;
                end -= 1;
                continue;
            }
            let (mut start, mut missing) = (end, 1);
            while missing > 0 {
                start -= 1;
                missing += self.nodes[start].operands() as usize;
                missing -= 1;
            }
            conjuncts.push(Self { nodes: self.nodes[start..end].to_vec() });
            (end, open) = (start, open - 1);
        }
        conjuncts.reverse();
        conjuncts
    }

    /// The variables in it, ascending, each once.
    pub fn variables(&self) -> Vec<FormulaVariable> {
        let leaves = self.nodes.iter().filter_map(|node| match node {
            FormulaSymbol::Variable(variable) => Some(*variable),
            _ => None,
        });
        let mut variables: Vec<_> = leaves.collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// Its value when each variable has the given one: of one assignment with `bool`, of 64 at
    /// once with `u64`.
    pub fn evaluate<T>(&self, value: impl Fn(FormulaVariable) -> T) -> T
    where
        T: Copy + Not<Output = T> + BitAnd<Output = T> + BitOr<Output = T>,
    {
        let mut values: Vec<T> = Vec::new();
        for node in &self.nodes {
            let first = values.len() - node.operands() as usize;
            let mut operands = values[first..].iter().copied();
            let result = match node {
                FormulaSymbol::Variable(variable) => Some(value(*variable)),
                FormulaSymbol::Not => operands.next().map(T::not),
                FormulaSymbol::And(_) => operands.reduce(T::bitand),
                FormulaSymbol::Or(_) => operands.reduce(T::bitor),
            };
            values.truncate(first);
            values.extend(result);
        }
        values[0]
    }

    /// Whether it is true where variables have these values, and all others are false.
    pub fn is_true_with(&self, values: &[(FormulaVariable, bool)]) -> bool {
        let is_true: FxHashSet<_> = values.iter().filter(|it| it.1).map(|it| it.0).collect();
        self.evaluate(|it| is_true.contains(&it))
    }

    /// The equivalent formula in which no conjunction is an operand of a conjunction and no
    /// disjunction one of a disjunction: `(x*(y*z))` becomes `(x*y*z)`. The order of the
    /// operands and double negations stay.
    #[must_use]
    pub fn simplify(&self) -> Self {
        self.simplify_within(&mut Budget::unlimited()).expect("there are no limits")
    }

    /// As [`Self::simplify`], within limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn simplify_within(&self, budget: &mut Budget) -> Result<Self, Stop> {
        // Backwards, a connective merges into its parent's node when that has the same sign: its
        // operands already stand where they belong.
        struct Open {
            operands_left: u32,
            /// Where its node, or the one it was merged into, stands in `nodes`.
            at: usize,
        }
        let mut nodes: Vec<FormulaSymbol> = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<Open> = Vec::new();
        for &node in self.nodes.iter().rev() {
            budget.work(1)?;
            let parent = open.last_mut().map(|parent| {
                parent.operands_left -= 1;
                parent.at
            });
            let at = match (node, parent.map(|at| (at, &mut nodes[at]))) {
                (FormulaSymbol::And(more), Some((at, FormulaSymbol::And(operands))))
                | (FormulaSymbol::Or(more), Some((at, FormulaSymbol::Or(operands)))) => {
                    *operands += more - 1;
                    at
                }
                _ => {
                    nodes.push(node);
                    nodes.len() - 1
                }
            };
            open.push(Open { operands_left: node.operands(), at });
            while open.pop_if(|node| node.operands_left == 0).is_some() {}
        }
        nodes.reverse();
        Ok(Self { nodes })
    }

    /// The tree as text, rotated so that the root is at the left and the last operand on top.
    /// A node's last operand follows it on its line; every other one has a line of its own, two
    /// columns further in for each level below the root. No line break at the end.
    ///
    /// A line is as long as its node is deep, so the drawing of a tree of `n` nodes can have
    /// `n²` characters; [`Formula::draw_to`] does not hold them all.
    pub fn draw(&self) -> String {
        let mut drawing = String::new();
        self.draw_to(&mut drawing).expect("writing to a string does not fail");
        drawing
    }

    /// Writes what [`Formula::draw`] returns.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn draw_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        // For each ancestor the operands not drawn yet.
        let mut operands_left: Vec<u32> = Vec::new();
        let mut starts_line = false;
        for &node in self.nodes.iter().rev() {
            let level = operands_left.len();
            if starts_line {
                // Not by the width of a format, which is 65,535 at most.
                out.write_char('\n')?;
                (0..level).try_for_each(|_| out.write_str("  "))?;
            } else if level > 0 {
                out.write_char(' ')?;
            }
            node.write_to(out)?;
            if let Some(parent) = operands_left.last_mut() {
                *parent -= 1;
            }
            operands_left.push(node.operands());
            while operands_left.pop_if(|left| *left == 0).is_some() {}
            starts_line = node.operands() == 0;
        }
        Ok(())
    }

    /// Its text, with other names for its variables.
    pub fn text(&self, name: impl Fn(FormulaVariable) -> String) -> String {
        self.text_within(name, &mut Budget::unlimited()).expect("there are no limits")
    }

    /// As [`Self::text`], within limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn text_within(
        &self,
        name: impl Fn(FormulaVariable) -> String,
        budget: &mut Budget,
    ) -> Result<String, Stop> {
        // Parentheses and signs stand before the operands they belong to, which post-order
        // learns only afterwards: hence the text is made from its end, and then reversed.
        let mut reversed = String::with_capacity(2 * self.nodes.len());
        let mut open: Vec<(FormulaSymbol, u32)> = Vec::new();
        for &node in self.nodes.iter().rev() {
            budget.work(1)?;
            match node {
                FormulaSymbol::Variable(variable) => reversed.extend(name(variable).chars().rev()),
                FormulaSymbol::Not => {}
                FormulaSymbol::And(_) | FormulaSymbol::Or(_) => reversed.push(')'),
            }
            if node.operands() > 0 {
                open.push((node, node.operands()));
                continue;
            }
            while let Some((parent, left)) = open.last_mut() {
                *left -= 1;
                if *left > 0 {
                    reversed.push(if matches!(parent, FormulaSymbol::And(_)) { '*' } else { '+' });
                    break;
                }
                reversed.push(if *parent == FormulaSymbol::Not { '-' } else { '(' });
                open.pop();
            }
        }
        budget.look()?;
        Ok(reversed.chars().rev().collect())
    }
}

impl Not for Formula {
    type Output = Self;

    fn not(mut self) -> Self {
        self.nodes.push(FormulaSymbol::Not);
        self
    }
}

/// The formula's text, parentheses around every conjunction and disjunction and nowhere else.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|variable| variable.to_string()))
    }
}

/// `Formula("(x+y)")`: the text between the quotes reads back as an equal formula.
impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Formula").field(&self.to_string()).finish()
    }
}
