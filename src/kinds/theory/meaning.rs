//! A theory in numbers: its sentences built from the leaves to the root, once it is known what their
//! words are.

use rustc_hash::{FxHashMap, FxHashSet};

use super::resolve::SentenceRole;
use super::symbols::{NamedVariable, TheorySymbols};
use crate::interchange::tptp::TptpProblem;
use crate::syntax::ast::{self, SentenceNode, SentenceOp};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySignature, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};

/// What a symbol is in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberedSymbol {
    /// A function or constant.
    Function(TheoryFunction),
    Predicate(Predicate),
}

/// A theory in numbers and what its numbers stand for.
#[derive(Clone, Debug, Default)]
pub struct TheoryMeaning {
    pub theory: Theory,
    /// Each symbol by its index among the theory's.
    pub symbols: Vec<NumberedSymbol>,
    /// The symbol of each function, then of each predicate.
    pub functions: Vec<u32>,
    /// The symbol of each predicate.
    pub predicates: Vec<u32>,
    /// The name of each variable.
    pub names: Vec<String>,
    /// The number of each named variable.
    variables: FxHashMap<u32, TheoryVariable>,
    /// The variables that something is said of.
    occurring: FxHashSet<TheoryVariable>,
}

/// Builds a node's value from those of its operands.
enum Built {
    Term(TheoryTermId),
    Sentence(TheorySentenceId),
}

impl Built {
    const fn term(&self) -> Option<TheoryTermId> {
        match self {
            Self::Term(term) => Some(*term),
            Self::Sentence(_) => None,
        }
    }

    const fn sentence(&self) -> Option<TheorySentenceId> {
        match self {
            Self::Sentence(sentence) => Some(*sentence),
            Self::Term(_) => None,
        }
    }
}

impl TheoryMeaning {
    /// The signature in numbers. Every class has a sort.
    pub fn of(symbols: &TheorySymbols<'_>) -> Self {
        let mut meaning = Self::default();
        let sort = |class| symbols.sort_of(class).unwrap_or(TheorySort(0));
        let signature = &mut meaning.theory.signature;
        for (index, symbol) in (0..).zip(&symbols.symbols) {
            let arguments = symbol.arguments.iter().map(|it| sort(*it)).collect();
            meaning.symbols.push(match symbol.result {
                Some(result) => {
                    meaning.functions.push(index);
                    let result = sort(result);
                    signature.functions.push(FunctionSorts { arguments, result });
                    NumberedSymbol::Function(TheoryFunction(signature.functions.len() as u32 - 1))
                }
                None => {
                    meaning.predicates.push(index);
                    signature.predicates.push(arguments);
                    NumberedSymbol::Predicate(Predicate(signature.predicates.len() as u32 - 1))
                }
            });
        }
        let constants = |symbols: &[u32]| -> Vec<TheoryFunction> {
            let function = |it: &u32| match meaning.symbols[*it as usize] {
                NumberedSymbol::Function(function) => Some(function),
                NumberedSymbol::Predicate(_) => None,
            };
            symbols.iter().filter_map(function).collect()
        };
        let sorts: Vec<_> =
            symbols.sorts.iter().map(|it| it.elements.as_deref().map(constants)).collect();
        let distinct: Vec<_> = symbols.distinct.iter().map(|it| constants(it)).collect();
        meaning.theory.signature = TheorySignature { sorts, distinct, ..std::mem::take(signature) };
        meaning
    }

    /// Adds what it says that sorts have constructors, as axioms behind the others; of each the sort.
    pub fn add_constructors(&mut self, symbols: &TheorySymbols<'_>) -> Vec<TheorySort> {
        let written = self.theory.axioms.len();
        let mut said = Vec::new();
        for (sort, constructors) in &symbols.constructors {
            let function = |it: &u32| match self.symbols[*it as usize] {
                NumberedSymbol::Function(function) => Some(function),
                NumberedSymbol::Predicate(_) => None,
            };
            let constructors = constructors.iter().filter_map(function).collect();
            self.theory.add_constructors(*sort, constructors);
            said.resize(self.theory.axioms.len() - written, *sort);
        }
        self.names.resize(self.theory.variables.len(), "x".to_owned());
        said
    }

    /// That of a problem in TPTP.
    pub fn of_problem(problem: &TptpProblem, symbols: &TheorySymbols<'_>) -> Self {
        let theory = problem.theory.clone();
        let names = vec!["x".to_owned(); theory.variables.len()];
        Self { theory, names, ..Self::of(symbols) }
    }

    /// The number of a variable.
    pub fn variable(
        &mut self,
        index: u32,
        variables: &[NamedVariable],
        symbols: &TheorySymbols<'_>,
    ) -> TheoryVariable {
        let theory = &mut self.theory;
        let names = &mut self.names;
        *self.variables.entry(index).or_insert_with(|| {
            let NamedVariable { class, ref name, .. } = variables[index as usize];
            names.push(name.clone());
            theory.variable(symbols.sort_of(class).unwrap_or(TheorySort(0)))
        })
    }

    /// Builds a sentence whose words are understood.
    pub fn build(
        &mut self,
        text: &str,
        nodes: &[SentenceNode],
        roles: &[SentenceRole],
        variables: &[NamedVariable],
        symbols: &TheorySymbols<'_>,
    ) -> Option<TheorySentenceId> {
        let mut built: Vec<Built> = Vec::new();
        for (node, role) in nodes.iter().zip(roles) {
            let arguments = built.split_off(built.len().checked_sub(node.op.operands())?);
            let terms = || arguments.iter().map(Built::term).collect::<Option<Box<_>>>();
            let parts = || arguments.iter().map(Built::sentence).collect::<Option<Box<_>>>();
            let sentence = match node.op {
                SentenceOp::Apply { .. } | SentenceOp::Asked { .. } => match *role {
                    SentenceRole::Variable(index) => {
                        let variable = self.variable(index, variables, symbols);
                        self.occurring.insert(variable);
                        built.push(Built::Term(self.theory.term(TheoryTerm::Variable(variable))));
                        continue;
                    }
                    SentenceRole::Symbol(index) => match self.symbols[index as usize] {
                        NumberedSymbol::Function(function) => {
                            let term = self.theory.term(TheoryTerm::Apply(function, terms()?));
                            built.push(Built::Term(term));
                            continue;
                        }
                        NumberedSymbol::Predicate(predicate) => {
                            TheorySentence::Atom(predicate, terms()?)
                        }
                    },
                    SentenceRole::Binds(_) | SentenceRole::Sign => return None,
                },
                SentenceOp::Truth(value) => TheorySentence::Truth(value),
                SentenceOp::Equal => TheorySentence::Equal(terms()?[0], terms()?[1]),
                SentenceOp::Unequal => {
                    let equal = TheorySentence::Equal(terms()?[0], terms()?[1]);
                    TheorySentence::Not(self.theory.sentence(equal))
                }
                SentenceOp::Not => TheorySentence::Not(parts()?[0]),
                SentenceOp::And => TheorySentence::And(parts()?),
                SentenceOp::Or => TheorySentence::Or(parts()?),
                SentenceOp::Implies => TheorySentence::Implies(parts()?[0], parts()?[1]),
                SentenceOp::Iff => TheorySentence::Iff(parts()?[0], parts()?[1]),
                SentenceOp::Compare(_)
                | SentenceOp::Chain { .. }
                | SentenceOp::Binary(_)
                | SentenceOp::Negative
                | SentenceOp::Aggregate { .. }
                | SentenceOp::Counted { .. }
                | SentenceOp::Becomes => return None,
                SentenceOp::Quantified { quantifier, count, .. } => {
                    let SentenceRole::Binds(first) = *role else { return None };
                    let bound = (first..first + count)
                        .map(|it| self.variable(it, variables, symbols))
                        .collect::<Vec<_>>();
                    let part = self.quantified(text, quantifier, &bound, parts()?[0]);
                    built.push(Built::Sentence(part?));
                    continue;
                }
            };
            built.push(Built::Sentence(self.theory.sentence(sentence)));
        }
        match built.pop() {
            Some(Built::Sentence(sentence)) if built.is_empty() => Some(sentence),
            _ => None,
        }
    }

    fn quantified(
        &mut self,
        text: &str,
        quantifier: ast::Quantifier,
        bound: &[TheoryVariable],
        mut part: TheorySentenceId,
    ) -> Option<TheorySentenceId> {
        let count = |number: crate::text::Span| match &text[number.range()] {
            "one" => Some(1),
            digits => digits.parse().ok(),
        };
        let kind = match quantifier {
            ast::Quantifier::All => TheoryQuantifier::All,
            ast::Quantifier::Some | ast::Quantifier::No => TheoryQuantifier::Some,
            ast::Quantifier::AtLeast(number) => TheoryQuantifier::AtLeast(count(number)?),
            ast::Quantifier::AtMost(number) => TheoryQuantifier::AtMost(count(number)?),
            ast::Quantifier::Exactly(number) => TheoryQuantifier::Exactly(count(number)?),
        };
        // As every sort has an element, what is said of nothing there holds for all and for some.
        let is_idle = |it: &TheoryVariable| {
            matches!(kind, TheoryQuantifier::All | TheoryQuantifier::Some)
                && !self.occurring.contains(it)
        };
        let bound: Vec<_> = bound.iter().copied().filter(|it| !is_idle(it)).collect();
        for variable in bound.into_iter().rev() {
            part = self.theory.sentence(TheorySentence::Quantified(kind, variable, part));
        }
        if quantifier == ast::Quantifier::No {
            part = self.theory.sentence(TheorySentence::Not(part));
        }
        Some(part)
    }
}
