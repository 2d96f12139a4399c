//! What `+` and `-` mean: they calculate with numbers, and lead from a cell to another one. Which of
//! both is known once one of the parts is.

use super::classes::{Class, Type};
use super::resolve::Resolver;
use crate::text::Span;

/// A sum or a difference: of numbers, or a step from a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    /// Where it stands.
    pub block: usize,
    /// What it yields.
    pub sum: Class,
    /// What something is added to, or taken from.
    pub left: Summand,
    /// What is added or taken.
    pub right: Summand,
}

/// A side of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summand {
    pub class: Class,
    pub span: Span,
    /// The variable that it is.
    pub variable: Option<u32>,
}

impl Resolver<'_, '_, '_> {
    /// Finds out what sums are of: from the first on, until nothing is new.
    pub(super) fn settle_sums(&mut self, first: usize) {
        let mut is_new = true;
        let mut is_forward = true;
        while is_new {
            is_new = false;
            let mut open = self.sums.split_off(first);
            if !is_forward {
                open.reverse();
            }
            let count = open.len();
            open.retain(|it| !self.settle_sum(*it, false));
            is_new |= open.len() < count && !open.is_empty();
            if !is_forward {
                open.reverse();
            }
            self.sums.extend(open);
            is_forward = !is_forward;
        }
    }

    /// Takes all sums of which nothing is known for those of numbers. Everything has a type then.
    pub(super) fn finish(&mut self) {
        self.settle_sums(0);
        for sum in std::mem::take(&mut self.sums) {
            self.settle_sum(sum, true);
        }
        self.symbols.classes.settle();
    }

    /// Whether it is known what a sum is of.
    fn settle_sum(&mut self, sum: Sum, is_last: bool) -> bool {
        let cells = self.symbols.grid.as_ref().map(|it| it.cells);
        let type_of = |class: Class| self.symbols.classes.type_of(class);
        let [whole, left, right] = [sum.sum, sum.left.class, sum.right.class].map(type_of);
        let is_number = [whole, left, right].contains(&Some(Type::Number)) && cells.is_none()
            || whole == Some(Type::Number)
            || left == Some(Type::Number)
            || right == Some(Type::Number);
        let is_cell = |it: Option<Type>| cells.is_some() && it == cells.map(Type::Thing);
        let of = if is_cell(whole) || is_cell(left) || right == Some(Type::Step) && !is_number {
            cells.map(|it| (Type::Thing(it), Type::Step))
        } else if is_number || is_last || whole.or(left).or(right).is_some() {
            Some((Type::Number, Type::Number))
        } else {
            None
        };
        let Some((whole, step)) = of else { return false };
        let outer = std::mem::replace(&mut self.findings.block, sum.block);
        let text = match self.findings.lineage.blocks.get(sum.block) {
            Some(block) => block.text(),
            None => "",
        };
        let span = sum.left.span.to(sum.right.span);
        let sum_itself = Summand { class: sum.sum, span, variable: None };
        for (part, wanted) in [(sum.left, whole), (sum.right, step), (sum_itself, whole)] {
            let known = self.symbols.classes.add(Some(wanted));
            if let Err((wanted, found)) = self.symbols.classes.join(known, part.class) {
                self.ill_sorted(text, part.span, [found, wanted], part.variable);
                break;
            }
        }
        self.findings.block = outer;
        true
    }
}
