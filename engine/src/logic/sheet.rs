//! Rule sheets in numbers: finite sorts, what is given and what is to be found over them, and the
//! sentences that a solution makes true. Names, drawings and places stay with the puzzle that was
//! written.
//!
//! Every value is a whole number: a number is itself, a thing is its index in its sort. A term may
//! be missing: off the board, outside the range of an argument, divided by zero, without a value.
//! A comparison with something missing is false, and so is a predicate of it. Terms and sentences
//! lie in one store each, operands before what they are operands of.

pub mod actions;
pub mod definitions;
mod joined;
pub mod rules;

use std::ops::RangeInclusive;

use smallvec::SmallVec;

/// A sort by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortId(pub u32);

/// A function or predicate by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub u32);

/// A variable by its index. Every quantifier, aggregate and definition binds others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SheetVariable(pub u32);

/// A term by its index in [`Sheet::terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// A sentence or a part of one, by its index in [`Sheet::sentences`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SentenceId(pub u32);

/// The values of a sort: these whole numbers, at least one.
pub type SheetSort = RangeInclusive<i64>;

/// What a symbol is applied to.
pub type SheetArguments = SmallVec<[i64; 3]>;

/// What a function may yield.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValues {
    /// These numbers.
    pub range: RangeInclusive<i64>,
    /// It may have no value.
    pub or_none: bool,
}

/// A function or a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetSymbol {
    /// The sorts that it is applied to.
    pub arguments: Vec<SortId>,
    /// What it yields; `None` for a predicate.
    pub values: Option<FunctionValues>,
    /// What is known of it.
    pub origin: SymbolOrigin,
}

/// What is known of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolOrigin {
    /// It is to be found.
    Found,
    /// The value of a function for all arguments, of which the last varies fastest; it need not
    /// lie in [`SheetSymbol::values`] where that only says what may be told.
    Values(Vec<Option<i64>>),
    /// Whether a predicate holds, for all arguments, of which the last varies fastest.
    Truths(Vec<bool>),
    /// What a predicate says of its parameters. It may mention itself, and others that mention it,
    /// where that is not denied: then it holds of what follows in finitely many steps.
    Sentence(Vec<SheetVariable>, SentenceId),
    /// What a function yields for its parameters. It does not depend on itself.
    Term(Vec<SheetVariable>, TermId),
}

/// A term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A number, or a thing by its index.
    Number(i64),
    /// A variable.
    Variable(SheetVariable),
    /// A function of as many terms as it has arguments; missing where one of these is missing or
    /// not in its sort.
    Apply(SymbolId, Box<[TermId]>),
    /// What an operation makes of two numbers.
    Binary(Operation, TermId, TermId),
    /// The number without its sign.
    Absolute(TermId),
    /// How many lists of values of the variables there are for which the sentence is true.
    Count(Box<[SheetVariable]>, SentenceId),
    /// The terms of all lists of values for which the sentence is true, put together. Missing when
    /// one of these terms is.
    Fold(Fold, Box<[SheetVariable]>, SentenceId, TermId),
}

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Their sum.
    Plus,
    /// Their difference.
    Minus,
    /// Their product.
    Times,
    /// Their quotient, rounded down; missing when the second is zero.
    Quotient,
    /// What the quotient leaves over, with the sign of the second number; missing when that is zero.
    Remainder,
    /// The smaller one.
    Least,
    /// The greater one.
    Greatest,
}

/// How many numbers are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fold {
    /// Their sum; of none it is zero.
    Sum,
    /// The smallest; of none it is missing.
    Least,
    /// The greatest; of none it is missing.
    Greatest,
}

/// A sentence, or a part of one in which variables are free.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetSentence {
    /// True, or false.
    Truth(bool),
    /// A predicate of as many terms as it has arguments; false where one of these is missing or
    /// not in its sort.
    Holds(SymbolId, Box<[TermId]>),
    /// How two numbers or things compare; false when one is missing.
    Compare(Comparison, TermId, TermId),
    /// The term is missing.
    Missing(TermId),
    /// Negation.
    Not(SentenceId),
    /// All of them.
    And(Box<[SentenceId]>),
    /// At least one of them.
    Or(Box<[SentenceId]>),
    /// Both or none.
    Iff(SentenceId, SentenceId),
    /// For all lists of values of the variables.
    All(Box<[SheetVariable]>, SentenceId),
    /// For one or more lists of values of the variables.
    Some(Box<[SheetVariable]>, SentenceId),
    /// The terms of all lists of values for which the sentence is true differ from each other. What
    /// is missing is not compared.
    Distinct(Box<[SheetVariable]>, SentenceId, TermId),
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// They are the same.
    Equal,
    /// The first is smaller.
    Less,
    /// The first is not greater.
    AtMost,
}

/// What is so: symbols over finite sorts, and sentences that a solution makes true.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// The sorts.
    pub sorts: Vec<SheetSort>,
    /// The functions and predicates.
    pub symbols: Vec<SheetSymbol>,
    /// The sort of each variable.
    pub variables: Vec<SortId>,
    /// The sentences that are to be true, without free variables.
    pub rules: Vec<SentenceId>,
    terms: Vec<Term>,
    sentences: Vec<SheetSentence>,
}

impl Sheet {
    /// A new term, whose parts are there.
    pub fn term(&mut self, term: Term) -> TermId {
        self.terms.push(term);
        TermId(self.terms.len() as u32 - 1)
    }

    /// A new sentence, whose parts are there.
    pub fn sentence(&mut self, sentence: SheetSentence) -> SentenceId {
        self.sentences.push(sentence);
        SentenceId(self.sentences.len() as u32 - 1)
    }

    /// A new variable.
    pub fn variable(&mut self, sort: SortId) -> SheetVariable {
        self.variables.push(sort);
        SheetVariable(self.variables.len() as u32 - 1)
    }

    /// All terms, parts before what is made of them.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// All sentences, parts before what they are parts of.
    pub fn sentences(&self) -> &[SheetSentence] {
        &self.sentences
    }

    /// The sentences all of which are true where one is.
    pub fn conjuncts(&self, id: SentenceId) -> Vec<SentenceId> {
        let (mut open, mut found) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            match self.get(id) {
                SheetSentence::And(parts) => open.extend(parts.iter().rev()),
                _ => found.push(id),
            }
        }
        found
    }

    /// What a term is.
    pub fn get_term(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }

    /// What a sentence says.
    pub fn get(&self, id: SentenceId) -> &SheetSentence {
        &self.sentences[id.0 as usize]
    }

    /// What a symbol is.
    pub fn symbol(&self, id: SymbolId) -> &SheetSymbol {
        &self.symbols[id.0 as usize]
    }

    /// The values of a variable.
    pub fn values(&self, variable: SheetVariable) -> SheetSort {
        self.sorts[self.variables[variable.0 as usize].0 as usize].clone()
    }

    /// Gives variables their first values.
    pub fn start(&self, variables: &[SheetVariable], values: &mut [i64]) {
        for it in variables {
            values[it.0 as usize] = *self.values(*it).start();
        }
    }

    /// Gives variables their next values, those of the last one first; whether there are any.
    pub fn turn(&self, variables: &[SheetVariable], values: &mut [i64]) -> bool {
        for it in variables.iter().rev() {
            let sort = self.values(*it);
            let value = &mut values[it.0 as usize];
            if *value < *sort.end() {
                *value += 1;
                return true;
            }
            *value = *sort.start();
        }
        false
    }

    /// How many lists of arguments a symbol has; `None` when they cannot be counted.
    pub fn tuples(&self, symbol: SymbolId) -> Option<usize> {
        let size = |it: &SortId| {
            let (least, most) = self.sorts[it.0 as usize].clone().into_inner();
            usize::try_from(most.checked_sub(least)?.checked_add(1)?).ok()
        };
        let mut arguments = self.symbol(symbol).arguments.iter();
        arguments.try_fold(1_usize, |product, it| product.checked_mul(size(it)?))
    }

    /// Those of so many places in the table of a symbol where it may be something: of a predicate of which it is
    /// told where it holds, those places.
    pub fn places(&self, symbol: SymbolId, count: usize) -> impl Iterator<Item = usize> + '_ {
        let truths = match &self.symbol(symbol).origin {
            SymbolOrigin::Truths(truths) => Some(&truths[..]),
            _ => None,
        };
        let (told, others) = (truths.unwrap_or(&[]), truths.map_or(count, |_| 0));
        let told = told.iter().take(count).enumerate().filter(|it| *it.1).map(|it| it.0);
        told.chain(0..others)
    }

    /// Where the value for some arguments stands in the table of a symbol; `None` when one is not
    /// in its sort.
    pub fn index(&self, symbol: SymbolId, arguments: &[i64]) -> Option<usize> {
        let sorts = self.symbol(symbol).arguments.iter().map(|it| &self.sorts[it.0 as usize]);
        sorts.zip(arguments).try_fold(0, |index, (sort, argument)| {
            if !sort.contains(argument) {
                return None;
            }
            let width = (sort.end() - sort.start() + 1) as usize;
            Some(index * width + (argument - sort.start()) as usize)
        })
    }

    /// The arguments for which a value stands at a place in the table of a symbol.
    pub fn arguments(&self, symbol: SymbolId, index: usize) -> SheetArguments {
        let mut rest = index;
        let sorts = &self.symbol(symbol).arguments;
        let mut arguments = SheetArguments::from_elem(0, sorts.len());
        for (argument, sort) in arguments.iter_mut().zip(sorts).rev() {
            let (least, most) = self.sorts[sort.0 as usize].clone().into_inner();
            let width = (most - least + 1) as usize;
            *argument = least + (rest % width) as i64;
            rest /= width;
        }
        arguments
    }
}

/// What every symbol that is to be found is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SheetState {
    /// By symbol, for all arguments, of which the last varies fastest. Of a predicate 1 stands for
    /// true, 0 for false. Empty for a symbol that is given or defined.
    pub tables: Vec<Vec<Option<i64>>>,
}
