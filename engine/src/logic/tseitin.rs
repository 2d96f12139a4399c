//! From formulas to clauses with one new atom for each conjunction and disjunction (G. Tseitin,
//! *On the complexity of derivation in propositional calculus*, 1968). Both directions of every
//! definition are written, so each assignment of the variables extends to exactly one of all
//! atoms: models correspond one to one.

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};

/// Clauses that define formulas, and where their variables went.
#[derive(Clone, Debug)]
pub struct FormulaEncoding {
    /// The clauses.
    pub cnf: Cnf,
    /// The variable of each atom, ascending; the atoms behind them are definitions.
    pub variables: Vec<FormulaVariable>,
}

impl FormulaEncoding {
    /// The clauses whose models are those of `formula`, or its counter-models when `value` is
    /// false.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(formula: &Formula, value: bool, budget: &mut Budget) -> Result<Self, Stop> {
        let mut encoding = Self::over(formula.variables());
        let root = encoding.define(formula, budget)?;
        encoding.cnf.add([if value { root } else { !root }]);
        Ok(encoding)
    }

    /// The clauses whose models are the assignments in which the two formulas differ: there is
    /// none exactly when they are equivalent.
    ///
    /// # Errors
    /// As [`FormulaEncoding::of`].
    pub fn of_difference(
        first: &Formula,
        second: &Formula,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let (mut encoding, roots) = Self::definitions(&[first, second], budget)?;
        encoding.cnf.add(roots.iter().copied());
        encoding.cnf.add(roots.iter().map(|&root| !root));
        Ok(encoding)
    }

    /// The clauses that define the formulas and demand nothing of them, and the literal that
    /// equals each formula.
    ///
    /// # Errors
    /// As [`FormulaEncoding::of`].
    pub fn definitions(
        formulas: &[&Formula],
        budget: &mut Budget,
    ) -> Result<(Self, Vec<Literal>), Stop> {
        let mut variables: Vec<_> =
            formulas.iter().flat_map(|formula| formula.variables()).collect();
        variables.sort_unstable();
        variables.dedup();
        let mut encoding = Self::over(variables);
        let roots = formulas.iter().map(|formula| encoding.define(formula, budget));
        let roots = roots.collect::<Result<_, _>>()?;
        Ok((encoding, roots))
    }

    /// No clauses over these variables, which are ascending.
    fn over(variables: Vec<FormulaVariable>) -> Self {
        Self { cnf: Cnf::new(variables.len() as u32), variables }
    }

    /// The atom of a variable; `None` when no formula has it.
    pub fn atom(&self, variable: FormulaVariable) -> Option<Atom> {
        self.variables.binary_search(&variable).ok().map(|index| Atom(index as u32))
    }

    /// Adds the definitions of the formula's connectives; returns the literal that equals it.
    fn define(&mut self, formula: &Formula, budget: &mut Budget) -> Result<Literal, Stop> {
        let mut stack: Vec<Literal> = Vec::new();
        for node in formula.nodes() {
            budget.work(1)?;
            let literal = match node {
                FormulaSymbol::Variable(variable) => {
                    let atom = self.atom(*variable).expect("the encoding is over all variables");
                    Literal::new(atom, true)
                }
                FormulaSymbol::Not => !stack.pop().expect("operands come before their connective"),
                FormulaSymbol::And(operands) | FormulaSymbol::Or(operands) => {
                    let operands = stack.split_off(stack.len() - *operands as usize);
                    let is_or = matches!(node, FormulaSymbol::Or(_));
                    self.define_connective(&operands, is_or)
                }
            };
            stack.push(literal);
        }
        Ok(stack[0])
    }

    fn define_connective(&mut self, operands: &[Literal], is_or: bool) -> Literal {
        let name = Literal::new(self.cnf.add_atom(), true);
        // What one operand alone decides: false a conjunction, true a disjunction.
        let decide = |literal: Literal| if is_or { !literal } else { literal };
        for &operand in operands {
            self.cnf.add([decide(!name), decide(operand)]);
        }
        let all = operands.iter().map(|&operand| decide(!operand));
        self.cnf.add(std::iter::once(decide(name)).chain(all));
        name
    }
}
