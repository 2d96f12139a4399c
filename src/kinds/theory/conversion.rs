//! The way from a sentence to clauses, form by form, as textbooks go it: connectives, counting, negations, names of variables,
//! Skolem terms, quantifiers, distribution. Each form is a sentence of a theory that grows on the way.
//!
//! The clauses are those that provers make, unless these give names to parts.

mod clauses;
mod counted;
mod forms;

use rustc_hash::FxHashMap;

use puzzle_engine::logic::first_order::{
    MOST_SPELT_OUT, Theory, TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryTerm,
    TheoryTermId, TheoryVariable,
};

/// What leads to a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConversionStep {
    /// Nothing: it is the sentence.
    Given,
    /// The sentence is denied.
    Denied,
    /// Implications and equivalences are said by `not`, `and` and `or`.
    Connectives,
    /// Numbers of things are said by `all`, `some` and equations, and `some` of few listed things by `or`.
    Counting,
    /// Negations stand before atoms only.
    Negations,
    /// Each quantifier has another variable.
    Apart,
    /// Skolem terms stand for what there is.
    Skolem,
    /// Variables are meant universally without saying so.
    Universal,
    /// It is a conjunction of disjunctions.
    Distribution,
    /// Literals that repeat others are gone, and so are disjunctions that are true in any case.
    Tidy,
}

/// A Skolem function, and of which thing it is a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkolemFunction {
    /// The term in its place, and the variable of the form before.
    pub term: TheoryTermId,
    /// See [`term`](Self::term).
    pub bound: TheoryVariable,
    /// The variable in the sentence.
    pub variable: TheoryVariable,
    /// What the sentence says of it.
    pub part: TheorySentenceId,
    /// With which value.
    pub value: bool,
    /// Which one it is of several different things.
    pub at: u32,
    /// How many of them there are.
    pub of: u32,
}

/// A sentence on its way to clauses.
#[derive(Clone, Debug)]
pub struct ClausalConversion {
    /// The theory, with Skolem functions behind its own functions, and with all forms.
    pub theory: Theory,
    /// The names of its variables.
    pub names: Vec<String>,
    /// The forms, each with what leads to it from the one before. Steps that change nothing are left out. There are none
    /// of a sentence that is so deep, or comes to so much, that provers give names to parts.
    pub forms: Vec<(ConversionStep, TheorySentenceId)>,
    /// The Skolem functions.
    pub skolem: Vec<SkolemFunction>,
    /// The literals of the clauses; `None` where they are so many that provers give names to parts.
    pub clauses: Option<Vec<Vec<TheorySentenceId>>>,
    /// What has been converted.
    source: ConvertedSource,
}

/// Of the variables of forms, what they come from.
#[derive(Clone, Debug, Default)]
struct ConvertedSource {
    /// Of each quantifier of the sentence what it says, and whether it says that of all.
    bodies: FxHashMap<TheoryVariable, (TheorySentenceId, bool)>,
    /// Of each variable that was made which one of the sentence it is, which one of how many.
    origins: FxHashMap<TheoryVariable, (TheoryVariable, u32, u32)>,
    /// Names that no other variable may have.
    taken: Vec<String>,
}

/// Levels of sentences and terms; provers give names to what is deeper.
const MOST_LEVELS: usize = 500;

/// Parts of a sentence whose connectives and numbers are written out. Longer forms are not read, and provers give names to
/// parts.
const MOST_PARTS: usize = 1 << 14;

impl ClausalConversion {
    /// Converts what says that a sentence has a value. `names` are those of variables, and `taken` are no names for
    /// others.
    pub fn of(
        theory: &Theory,
        sentence: TheorySentenceId,
        value: bool,
        names: &[String],
        taken: &[String],
    ) -> Self {
        let mut names = names.to_vec();
        names.resize(theory.variables.len(), "x".to_owned());
        let mut conversion = Self {
            theory: theory.clone(),
            names,
            forms: Vec::new(),
            skolem: Vec::new(),
            clauses: None,
            source: ConvertedSource { taken: taken.to_vec(), ..ConvertedSource::default() },
        };
        if depth(theory, sentence) <= MOST_LEVELS
            && spelt_out(theory, sentence).into_iter().all(|it| it <= MOST_PARTS)
        {
            conversion.convert(sentence, value);
        }
        conversion
    }

    fn convert(&mut self, sentence: TheorySentenceId, value: bool) {
        let mut open = vec![sentence];
        while let Some(id) = open.pop() {
            if let TheorySentence::Quantified(quantifier, variable, body) = self.theory.get(id) {
                let is_all = *quantifier == TheoryQuantifier::All;
                self.source.bodies.insert(*variable, (*body, is_all));
                self.source.taken.push(self.names[variable.0 as usize].clone());
            }
            open.extend(self.theory.get(id).parts());
        }
        let mut form = self.plain(sentence, false);
        self.forms.push((ConversionStep::Given, form));
        if !value {
            form = self.theory.sentence(TheorySentence::Not(form));
            self.forms.push((ConversionStep::Denied, form));
        }
        form = self.plain(form, true);
        self.reached(ConversionStep::Counting, form);
        form = self.connectives(form, true);
        self.reached(ConversionStep::Connectives, form);
        let Some(counted) = self.counted(form, true) else { return };
        self.reached(ConversionStep::Counting, counted);
        form = self.negations(counted, true);
        self.reached(ConversionStep::Negations, form);
        form = self.apart(form);
        self.reached(ConversionStep::Apart, form);
        form = self.skolemised(form);
        self.reached(ConversionStep::Skolem, form);
        form = self.without_quantifiers(form);
        self.reached(ConversionStep::Universal, form);
        let Some(clauses) = self.distributed(form) else { return };
        let form = self.conjunction(&clauses);
        self.reached(ConversionStep::Distribution, form);
        let clauses = self.tidied(clauses);
        let form = self.conjunction(&clauses);
        self.reached(ConversionStep::Tidy, form);
        self.clauses = Some(clauses);
    }

    /// Adds a form, unless it is the last one.
    fn reached(&mut self, step: ConversionStep, form: TheorySentenceId) {
        let last = self.forms[self.forms.len() - 1].1;
        if !is_same(&self.theory, last, form) {
            self.forms.push((step, form));
        }
    }

    /// The functions of the theory that was given.
    pub fn own_functions(&self) -> usize {
        self.theory.signature.functions.len() - self.skolem.len()
    }

    fn quantified(
        &mut self,
        quantifier: TheoryQuantifier,
        variable: TheoryVariable,
        body: TheorySentenceId,
    ) -> TheorySentenceId {
        self.theory.sentence(TheorySentence::Quantified(quantifier, variable, body))
    }

    fn not(&mut self, part: TheorySentenceId) -> TheorySentenceId {
        self.theory.sentence(TheorySentence::Not(part))
    }

    /// A conjunction or a disjunction; of one part that part, and what is joined alike counts as its own.
    fn joined(&mut self, is_and: bool, parts: Vec<TheorySentenceId>) -> TheorySentenceId {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match self.theory.get(part) {
                TheorySentence::And(inner) if is_and => flat.extend(inner.iter().copied()),
                TheorySentence::Or(inner) if !is_and => flat.extend(inner.iter().copied()),
                _ => flat.push(part),
            }
        }
        match (&flat[..], is_and) {
            ([only], _) => *only,
            ([], _) => self.theory.sentence(TheorySentence::Truth(is_and)),
            (_, true) => self.theory.sentence(TheorySentence::And(flat.into())),
            (_, false) => self.theory.sentence(TheorySentence::Or(flat.into())),
        }
    }

    /// A conjunction of disjunctions of literals.
    fn conjunction(&mut self, clauses: &[Vec<TheorySentenceId>]) -> TheorySentenceId {
        let clauses = clauses.iter().map(|it| self.joined(false, it.clone())).collect();
        self.joined(true, clauses)
    }

    /// A new variable of the sort of another one, which it stands for.
    fn copy_of(&mut self, variable: TheoryVariable, name: String) -> TheoryVariable {
        let copy = self.theory.variable(self.theory.variables[variable.0 as usize]);
        self.source.taken.push(name.clone());
        self.names.push(name);
        let origin = self.origin(variable);
        self.source.origins.insert(copy, origin);
        copy
    }

    /// The variable of the sentence that a variable of a form is, and which one of how many copies.
    fn origin(&self, variable: TheoryVariable) -> (TheoryVariable, u32, u32) {
        self.source.origins.get(&variable).copied().unwrap_or((variable, 0, 1))
    }

    /// A name for a variable that is like another one.
    fn fresh_name(&self, like: &str) -> String {
        let letters = super::proof::LETTERS;
        let is_letter = letters.contains(&like);
        let single = letters.iter().filter(|_| is_letter).map(|it| (*it).to_owned());
        let numbered = (1..).map(|it| format!("{like}{it}"));
        let is_free = |it: &String| !self.source.taken.contains(it);
        single.chain(numbered).find(is_free).unwrap_or_default()
    }
}

/// How deep sentences and terms stand inside each other; chains of one connective are one level.
fn depth(theory: &Theory, root: TheorySentenceId) -> usize {
    let mut terms: Vec<usize> = Vec::with_capacity(theory.terms().len());
    for term in theory.terms() {
        let inside = match term {
            TheoryTerm::Variable(_) => 0,
            TheoryTerm::Apply(_, arguments) => {
                arguments.iter().map(|it| terms[it.0 as usize]).max().unwrap_or(0)
            }
        };
        terms.push(inside + 1);
    }
    let mut deepest = 0;
    let mut open = vec![(root, 1)];
    while let Some((id, level)) = open.pop() {
        let sentence = theory.get(id);
        let of_terms = |all: &[TheoryTermId]| all.iter().map(|it| terms[it.0 as usize]).max();
        let inside = match sentence {
            TheorySentence::Atom(_, arguments) => of_terms(arguments),
            TheorySentence::Equal(one, other) => of_terms(&[*one, *other]),
            _ => None,
        };
        deepest = deepest.max(level + inside.unwrap_or(0));
        open.extend(sentence.parts().into_iter().map(|it| (it, level + 1)));
    }
    deepest
}

/// How many parts a sentence has at most once its equivalences and numbers of things are written out, and how many its
/// negation has.
fn spelt_out(theory: &Theory, id: TheorySentenceId) -> [usize; 2] {
    let add = |[one, other]: [usize; 2], [more, others]: [usize; 2]| {
        [one.saturating_add(more), other.saturating_add(others)]
    };
    let denied = |[one, other]: [usize; 2]| [other, one];
    match theory.get(id) {
        TheorySentence::Truth(_) | TheorySentence::Atom(..) | TheorySentence::Equal(..) => [1, 1],
        TheorySentence::Not(part) => add([1, 1], denied(spelt_out(theory, *part))),
        TheorySentence::And(parts) | TheorySentence::Or(parts) => {
            parts.iter().map(|it| spelt_out(theory, *it)).fold([1, 1], add)
        }
        TheorySentence::Implies(one, other) => {
            let sides = add(denied(spelt_out(theory, *one)), spelt_out(theory, *other));
            add([1, 1], sides)
        }
        TheorySentence::Iff(one, other) => {
            let sides = add(spelt_out(theory, *one), spelt_out(theory, *other));
            add([1, 1], add(sides, denied(sides)))
        }
        TheorySentence::Quantified(quantifier, variable, body) => {
            let sort = theory.variables[variable.0 as usize];
            let few = theory.signature.few(sort).map_or(1, <[_]>::len);
            let times = |count: usize, number: usize| count.saturating_mul(number);
            let [yes, no] = spelt_out(theory, *body);
            // A choice of things for each of some others, or pairs of things.
            let many = |number: u32| {
                let pairs = (number as usize).saturating_add(2).saturating_pow(2);
                pairs.saturating_add(few * MOST_SPELT_OUT)
            };
            let said = match *quantifier {
                TheoryQuantifier::Some | TheoryQuantifier::AtLeast(0 | 1) => [times(few, yes), no],
                TheoryQuantifier::All => [yes, times(few, no)],
                TheoryQuantifier::AtMost(0) => [no, times(few, yes)],
                TheoryQuantifier::AtLeast(number) => [yes, no].map(|it| times(many(number), it)),
                TheoryQuantifier::AtMost(number) => [no, yes].map(|it| times(many(number), it)),
                TheoryQuantifier::Exactly(number) => {
                    [times(many(number), yes.saturating_add(no)); 2]
                }
            };
            add([1, 1], said)
        }
    }
}

/// Whether two sentences are the same, name by name.
fn is_same(theory: &Theory, one: TheorySentenceId, other: TheorySentenceId) -> bool {
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        if one == other {
            continue;
        }
        let (left, right) = (theory.get(one), theory.get(other));
        let is_alike = match (left, right) {
            (
                TheorySentence::Quantified(one, first, _),
                TheorySentence::Quantified(other, second, _),
            ) => one == other && first == second,
            (TheorySentence::Not(_), TheorySentence::Not(_))
            | (TheorySentence::Implies(..), TheorySentence::Implies(..))
            | (TheorySentence::Iff(..), TheorySentence::Iff(..)) => true,
            (TheorySentence::And(one), TheorySentence::And(other))
            | (TheorySentence::Or(one), TheorySentence::Or(other)) => one.len() == other.len(),
            _ => left == right,
        };
        if !is_alike {
            return false;
        }
        open.extend(left.parts().into_iter().zip(right.parts()));
    }
    true
}
