//! Why a formula never has a value, step by step, in its own parts: where its conjuncts are clauses by these, else by what
//! each part of it makes of its operands.

use super::whys::clause;
use super::{VariableWords, conjuncts};
use crate::kinds::argument::{ArgumentWords, ClauseWords, since, truth};
use crate::kinds::scope::Scope;
use crate::kinds::{Posed, Reasons};
use crate::syntax::ast::WrittenFormula;
use puzzle_engine::evidence::argument::ForcedLiteral;
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::tseitin::FormulaEncoding;
use puzzle_engine::problem::FindFormulaArgument;

/// Poses an argument that a formula, written out from what stands in a document, is never true.
pub(super) fn never_true<'a>(
    written: (Scope<'a>, u32, &'a WrittenFormula),
    formula: Formula,
    words: VariableWords,
) -> Posed<'a, Reasons> {
    match clause_words(written, &formula, &words) {
        Some(words) => words.argument(),
        None => never(formula, true, words),
    }
}

/// The conjuncts as clauses, where each of them is one.
fn clause_words<'a>(
    (scope, document, body): (Scope<'a>, u32, &'a WrittenFormula),
    formula: &Formula,
    words: &VariableWords,
) -> Option<ClauseWords<'a>> {
    let mut cnf = Cnf::new(formula.variables().iter().map(|it| it.0 + 1).max()?);
    for it in formula.conjuncts() {
        cnf.add(clause(&it)?);
    }
    let conjuncts = conjuncts(&scope, document, body);
    let clause = move |it: usize| {
        let (document, span) = conjuncts[it];
        format!("`{}`", scope.source(document).slice(span))
    };
    let words = words.clone();
    let value = move |it: Literal| truth(&words.name(FormulaVariable(it.atom().0)), it);
    let (clause, value) = (Box::new(clause), Box::new(value));
    Some(ClauseWords { cnf, are_quoted: true, clause, value })
}

/// Poses an argument that a formula never has a value.
pub(super) fn never<'a>(formula: Formula, value: bool, words: VariableWords) -> Posed<'a, Reasons> {
    let problem = FindFormulaArgument(formula, value);
    Posed::new(problem, move |FindFormulaArgument(formula, value), (encoding, argument)| {
        let parts = PartWords::new(&formula, value, &words, &encoding);
        Reasons::argued(parts.lines(&argument))
    })
}

/// The parts of a formula that the atoms of its encoding stand for.
struct PartWords<'f> {
    formula: &'f Formula,
    words: &'f VariableWords,
    encoding: &'f FormulaEncoding,
    /// Of each conjunction and disjunction, which node it is.
    nodes: Vec<usize>,
    /// What is so of these as the formula has its value: of that nothing need be said.
    is_given: Vec<bool>,
}

impl<'f> PartWords<'f> {
    fn new(
        formula: &'f Formula,
        value: bool,
        words: &'f VariableWords,
        encoding: &'f FormulaEncoding,
    ) -> Self {
        let is_joined =
            |it: &FormulaSymbol| matches!(it, FormulaSymbol::And(_) | FormulaSymbol::Or(_));
        let all = formula.nodes().iter().enumerate();
        let nodes: Vec<usize> = all.filter(|it| is_joined(it.1)).map(|it| it.0).collect();
        let mut is_given = vec![false; nodes.len()];
        // Backwards, each node comes before its operands. Of these what they have to be, if that is so.
        let mut demands = vec![Some(value)];
        for (at, node) in formula.nodes().iter().enumerate().rev() {
            let demanded = demands.pop().flatten();
            let passed = match node {
                FormulaSymbol::And(_) => demanded.filter(|it| *it),
                FormulaSymbol::Or(_) => demanded.filter(|it| !it),
                _ => demanded.map(|it| !it),
            };
            if let (Ok(part), Some(_), true) = (nodes.binary_search(&at), passed, is_joined(node)) {
                is_given[part] = true;
            }
            demands.extend(std::iter::repeat_n(passed, node.operands() as usize));
        }
        Self { formula, words, encoding, nodes, is_given }
    }

    /// Which conjunction or disjunction a literal is about.
    fn part(&self, literal: Literal) -> Option<usize> {
        (literal.atom().0 as usize).checked_sub(self.encoding.variables.len())
    }

    fn is_given(&self, literal: Literal) -> bool {
        self.part(literal).is_some_and(|it| self.is_given[it])
    }

    fn name(&self, literal: Literal) -> String {
        let name = |it| self.words.name(it);
        let Some(part) = self.part(literal) else {
            return name(self.encoding.variables[literal.atom().0 as usize]);
        };
        let all = self.formula.nodes();
        let (mut start, mut missing) = (self.nodes[part] + 1, 1);
        while missing > 0 {
            start -= 1;
            missing += all[start].operands() as usize;
            missing -= 1;
        }
        Formula::from_post_order(all[start..=self.nodes[part]].to_vec()).text(name)
    }

    /// That all literals of a clause but one are false.
    fn since(&self, clause: usize, but: Literal) -> String {
        let others = self.encoding.cnf.clause(clause).iter().filter(|it| **it != but);
        let told = others.filter(|it| !self.is_given(**it)).map(|it| self.value(!*it));
        since(&told.collect::<Vec<_>>())
    }
}

impl ArgumentWords for PartWords<'_> {
    fn forced(&self, it: &ForcedLiteral) -> Option<String> {
        let told = || format!("{}{}", self.value(it.literal), self.since(it.clause, it.literal));
        (!self.is_given(it.literal)).then(told)
    }

    fn conflict(&self, clause: usize) -> String {
        // A part has a later atom than its operands.
        let literals = self.encoding.cnf.clause(clause).iter();
        let Some(part) = literals.copied().max_by_key(|it| it.atom()) else { return String::new() };
        let name = self.name(part);
        format!("`{name}` cannot be {}{}", !part.is_positive(), self.since(clause, part))
    }

    fn value(&self, literal: Literal) -> String {
        truth(&self.name(literal), literal)
    }
}
