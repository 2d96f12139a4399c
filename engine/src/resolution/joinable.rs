//! Equations that need not be kept since each instance without variables has sides that become the same by active
//! equations, though one rewriting does not show it for all: which way an equation can be used hangs on which variable
//! stands for the greater term. So all orders of the variables are tried (ground joinability: U. Martin and T. Nipkow,
//! *Ordered rewriting and confluence*, CADE 1990; A. Duarte and K. Korovin, *Ground joinability and connectedness in the
//! superposition calculus*, IJCAR 2022), and more variables are put in order only where fewer do not suffice. Only a given
//! clause is looked at: one that was active before the equations that join it stays.

use super::clause::FirstOrderLiteral;
use super::precedence::VariableOrder;
use super::saturate::Saturation;
use super::simplify::Simplifiers;
use super::term::SharedTerm;

/// Variables of an equation whose orders are tried: there are 75 of four, 541 of five.
const MOST_VARIABLES: usize = 4;

impl Saturation {
    /// Whether a clause is one equation whose instances without variables all follow from less by active equations, and by
    /// which ones.
    pub(super) fn is_ground_joinable(
        &mut self,
        literals: &[FirstOrderLiteral],
        uses: &mut Simplifiers,
    ) -> bool {
        let [literal] = *literals else { return false };
        if !literal.is_positive || literal.right.is_none() {
            return false;
        }
        let variables = self.variables_of(literal).len();
        let before = uses.len();
        let is = (2..=MOST_VARIABLES).contains(&variables)
            && self.is_joined_in(literal, &VariableOrder::new(), uses);
        if !is {
            uses.truncate(before);
        }
        is
    }

    /// Whether the sides become the same wherever some variables are in an order.
    fn is_joined_in(
        &mut self,
        literal: FirstOrderLiteral,
        order: &VariableOrder,
        uses: &mut Simplifiers,
    ) -> bool {
        self.order.assume(order);
        let mut changed = [literal];
        self.demodulate(&mut changed, uses);
        self.order.assume(&[]);
        if changed[0].right == Some(changed[0].left) {
            return true;
        }
        let mut variables = self.variables_of(literal).into_iter();
        let is_open = |it: &(u32, SharedTerm)| !order.contains(&it.0);
        let Some((next, term)) = variables.find(is_open) else { return false };
        let between = (0..=order.len()).all(|at| {
            let mut order = order.clone();
            order.insert(at, next);
            self.is_joined_in(literal, &order, uses)
        });
        between
            && order.iter().all(|same| {
                let same = self.bank.variable(*same, self.bank.sort(term));
                // Of another sort it is another variable, and never equal.
                !self.variables_of(literal).iter().any(|it| it.1 == same) || {
                    self.bindings.clear();
                    self.bindings.matches(&self.bank, term, same);
                    let literal = literal.map(|it| self.bindings.instance(&mut self.bank, it));
                    self.bindings.clear();
                    self.is_joined_in(literal, order, uses)
                }
            })
    }

    /// The variables of a literal, each once.
    fn variables_of(&self, literal: FirstOrderLiteral) -> Vec<(u32, SharedTerm)> {
        let mut found: Vec<(u32, SharedTerm)> = Vec::new();
        let mut open: Vec<SharedTerm> = literal.terms().collect();
        while let Some(term) = open.pop() {
            match self.bank.as_variable(term) {
                Some(number) if !found.contains(&(number, term)) => found.push((number, term)),
                Some(_) => {}
                None if self.bank.is_ground(term) => {}
                None => open.extend_from_slice(self.bank.arguments(term)),
            }
        }
        found
    }
}
