//! First-order logic with sorts and equality, in numbers: signatures, terms, sentences, and the
//! finite structures in which they are true or false. Names stay with the theory that was written.
//!
//! Terms and sentences lie in one store each, operands before what they are operands of. What goes
//! from the leaves to the root is a loop over them, so no sentence is too deep.

mod choices;
mod constructors;
mod copied;
mod induction;
mod instance;

pub use choices::{MOST_SPELT_OUT, choices};
pub use copied::Renamed;
pub use induction::InductionCase;

use rustc_hash::FxHashMap;

/// A sort by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TheorySort(pub u32);

/// A function by its index; a constant is one without arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TheoryFunction(pub u32);

/// A predicate by its index; a proposition is one without arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Predicate(pub u32);

/// A variable by its index. Every quantifier of a theory binds another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TheoryVariable(pub u32);

/// What a function is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionSorts {
    /// What it is applied to.
    pub arguments: Vec<TheorySort>,
    /// What it yields.
    pub result: TheorySort,
}

/// What there is to speak about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TheorySignature {
    /// Of each sort the constants that are all its elements, when they were listed. Every sort
    /// has an element.
    pub sorts: Vec<Option<Vec<TheoryFunction>>>,
    /// The functions.
    pub functions: Vec<FunctionSorts>,
    /// What each predicate is applied to.
    pub predicates: Vec<Vec<TheorySort>>,
    /// Constants of one sort that are all different, as listed elements of a sort usually are.
    pub distinct: Vec<Vec<TheoryFunction>>,
    /// Sorts of which each element is what one of these functions leads to, in one way only and after
    /// finitely many of them. What of that can be said by sentences are
    /// [axioms](Theory::add_constructors); the rest is what [induction](Theory::induction) rests on.
    pub constructors: Vec<(TheorySort, Vec<TheoryFunction>)>,
}

/// A term by its index in [`Theory::terms`]; equal terms have equal indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TheoryTermId(pub u32);

/// A sentence or a part of one, by its index in [`Theory::sentences`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TheorySentenceId(pub u32);

/// A term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TheoryTerm {
    /// A variable.
    Variable(TheoryVariable),
    /// A function of as many terms as it has arguments.
    Apply(TheoryFunction, Box<[TheoryTermId]>),
}

/// A sentence, or a part of one in which variables are free.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheorySentence {
    /// True, or false.
    Truth(bool),
    /// A predicate of as many terms as it has arguments.
    Atom(Predicate, Box<[TheoryTermId]>),
    /// Two terms of one sort are the same.
    Equal(TheoryTermId, TheoryTermId),
    /// Negation.
    Not(TheorySentenceId),
    /// All of them.
    And(Box<[TheorySentenceId]>),
    /// At least one of them.
    Or(Box<[TheorySentenceId]>),
    /// If the first, then the second.
    Implies(TheorySentenceId, TheorySentenceId),
    /// Both or none.
    Iff(TheorySentenceId, TheorySentenceId),
    /// For so many elements of the variable's sort.
    Quantified(TheoryQuantifier, TheoryVariable, TheorySentenceId),
}

impl TheorySentence {
    /// What it is made of.
    pub fn parts(&self) -> Vec<TheorySentenceId> {
        match self {
            Self::Truth(_) | Self::Atom(..) | Self::Equal(..) => Vec::new(),
            Self::Not(part) | Self::Quantified(_, _, part) => vec![*part],
            Self::And(parts) | Self::Or(parts) => parts.to_vec(),
            Self::Implies(one, other) | Self::Iff(one, other) => vec![*one, *other],
        }
    }
}

/// For how many elements something is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheoryQuantifier {
    /// For each.
    All,
    /// For one or more.
    Some,
    /// For that many or more.
    AtLeast(u32),
    /// For that many or fewer.
    AtMost(u32),
    /// For that many.
    Exactly(u32),
}

/// A signature and sentences over it that are taken to be true.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Theory {
    /// What there is to speak about.
    pub signature: TheorySignature,
    /// The sort of each variable.
    pub variables: Vec<TheorySort>,
    /// The sentences that are taken to be true, without free variables.
    pub axioms: Vec<TheorySentenceId>,
    terms: Vec<TheoryTerm>,
    known: FxHashMap<TheoryTerm, TheoryTermId>,
    sentences: Vec<TheorySentence>,
}

impl Theory {
    /// The term; the one that there is when it is there already.
    pub fn term(&mut self, term: TheoryTerm) -> TheoryTermId {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let id = TheoryTermId(self.terms.len() as u32);
        self.terms.push(term.clone());
        self.known.insert(term, id);
        id
    }

    /// The constant as a term.
    pub fn constant(&mut self, constant: TheoryFunction) -> TheoryTermId {
        self.term(TheoryTerm::Apply(constant, Box::default()))
    }

    /// A new sentence, whose parts are there.
    pub fn sentence(&mut self, sentence: TheorySentence) -> TheorySentenceId {
        self.sentences.push(sentence);
        TheorySentenceId(self.sentences.len() as u32 - 1)
    }

    /// A new variable.
    pub fn variable(&mut self, sort: TheorySort) -> TheoryVariable {
        self.variables.push(sort);
        TheoryVariable(self.variables.len() as u32 - 1)
    }

    /// All terms, arguments before what is applied to them.
    pub fn terms(&self) -> &[TheoryTerm] {
        &self.terms
    }

    /// All sentences, parts before what they are parts of.
    pub fn sentences(&self) -> &[TheorySentence] {
        &self.sentences
    }

    /// What a term is.
    pub fn get_term(&self, id: TheoryTermId) -> &TheoryTerm {
        &self.terms[id.0 as usize]
    }

    /// What a sentence says.
    pub fn get(&self, id: TheorySentenceId) -> &TheorySentence {
        &self.sentences[id.0 as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, id: TheoryTermId) -> TheorySort {
        match self.get_term(id) {
            TheoryTerm::Variable(variable) => self.variables[variable.0 as usize],
            TheoryTerm::Apply(function, _) => self.signature.functions[function.0 as usize].result,
        }
    }
}

/// A finite structure: how many elements each sort has, and what functions and predicates are.
/// Elements are numbered from 0 in each sort; of arguments the last one varies fastest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// The number of elements of each sort, at least one.
    pub sizes: Vec<u32>,
    /// Of each function its value for all arguments.
    pub functions: Vec<Vec<u32>>,
    /// Of each predicate whether it holds, for all arguments; once only where that is too much and
    /// always the same.
    pub predicates: Vec<Vec<bool>>,
}

impl Structure {
    /// Whether a predicate of such sorts holds for some arguments.
    pub fn holds(&self, predicate: Predicate, sorts: &[TheorySort], arguments: &[u32]) -> bool {
        match self.predicates[predicate.0 as usize][..] {
            [same] => same,
            ref table => table[self.index(sorts, arguments)],
        }
    }

    /// How many lists of arguments of such sorts there are; `None` when they cannot be counted.
    pub fn tuples(&self, sorts: &[TheorySort]) -> Option<usize> {
        let mut sizes = sorts.iter().map(|it| self.sizes[it.0 as usize] as usize);
        sizes.try_fold(1, usize::checked_mul)
    }

    /// Where the value for some arguments stands in the table of a function or predicate.
    pub fn index(&self, sorts: &[TheorySort], arguments: &[u32]) -> usize {
        sorts.iter().zip(arguments).fold(0, |index, (sort, &argument)| {
            index * self.sizes[sort.0 as usize] as usize + argument as usize
        })
    }
}
