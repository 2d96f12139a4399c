//! The clauses that a sentence is, before anything is put for their variables: universal quantifiers in
//! front, a conjunction in parts, and what is left is a list of parts of which one has its value.

use crate::logic::first_order::{
    Theory, TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryVariable,
};

/// Cases of a part among other parts that become clauses of their own, once for each clause.
const MOST_CASES: usize = 8;

/// Variables of a clause at most, and those of one part that are not for all values. More stay inside their part.
const MOST_VARIABLES: usize = 64;
const MOST_EACH: usize = 4;

/// That a sentence has a value, for one at least of all values of some variables.
#[derive(Clone)]
pub(super) struct ClausePart {
    pub sentence: TheorySentenceId,
    pub value: bool,
    pub each: Vec<TheoryVariable>,
}

/// For all values of some variables one of its parts is so.
#[derive(Clone, Default)]
pub(super) struct ClauseForm {
    pub variables: Vec<TheoryVariable>,
    pub parts: Vec<ClausePart>,
    /// Parts that are not looked at yet, the next one last.
    open: Vec<ClausePart>,
    is_divided: bool,
}

/// The clauses that a sentence is when it is true.
pub(super) fn clause_forms(theory: &Theory, sentence: TheorySentenceId) -> Vec<ClauseForm> {
    let whole = ClausePart { sentence, value: true, each: Vec::new() };
    let mut open = vec![ClauseForm { open: vec![whole], ..ClauseForm::default() }];
    let mut forms = Vec::new();
    while let Some(mut form) = open.pop() {
        let Some(part) = form.open.pop() else {
            forms.push(form);
            continue;
        };
        let (sentence, value) = (theory.get(part.sentence), part.value);
        let with = |(sentence, value)| ClausePart { sentence, value, each: part.each.clone() };
        if let Some((variable, is_all, inner)) = bound(sentence, value) {
            let mut each = part.each.clone();
            let is_new = !form.variables.contains(&variable);
            if is_all && is_new && each.is_empty() && form.variables.len() < MOST_VARIABLES {
                form.variables.push(variable);
                form.open.push(ClausePart { sentence: inner, value, each });
            } else if !is_all && is_new && each.len() < MOST_EACH {
                each.push(variable);
                form.open.push(ClausePart { sentence: inner, value, each });
            } else {
                form.parts.push(part);
            }
        } else if let Some(parts) = either(sentence, value) {
            form.open.extend(parts.into_iter().rev().map(with));
        } else if let Some(cases) =
            cases(sentence, value).filter(|it| form.divides(&part, it.len()))
        {
            form.is_divided |= !form.is_empty();
            let clause = |case: Vec<_>| {
                let mut clause = form.clone();
                clause.open.extend(case.into_iter().rev().map(with));
                clause
            };
            open.extend(cases.into_iter().rev().map(clause));
            continue;
        } else {
            form.parts.push(part);
        }
        open.push(form);
    }
    forms
}

impl ClauseForm {
    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.parts.is_empty()
    }

    /// Whether there shall be a clause for each case of a part: of what would be written several times
    /// there must not be much.
    fn divides(&self, part: &ClausePart, cases: usize) -> bool {
        part.each.is_empty() && (self.is_empty() || !self.is_divided && cases <= MOST_CASES)
    }
}

/// What is said for all values of a variable, or else for one.
fn bound(
    sentence: &TheorySentence,
    value: bool,
) -> Option<(TheoryVariable, bool, TheorySentenceId)> {
    match sentence {
        TheorySentence::Quantified(TheoryQuantifier::All, variable, inner) => {
            Some((*variable, value, *inner))
        }
        TheorySentence::Quantified(TheoryQuantifier::Some, variable, inner) => {
            Some((*variable, !value, *inner))
        }
        _ => None,
    }
}

type Valued = (TheorySentenceId, bool);

/// The parts of which one is so where a sentence has a value.
fn either(sentence: &TheorySentence, value: bool) -> Option<Vec<Valued>> {
    match sentence {
        TheorySentence::Not(inner) => Some(vec![(*inner, !value)]),
        TheorySentence::And(parts) | TheorySentence::Or(parts) if parts.len() == 1 => {
            Some(vec![(parts[0], value)])
        }
        TheorySentence::Or(parts) if value => Some(parts.iter().map(|it| (*it, true)).collect()),
        TheorySentence::And(parts) if !value => Some(parts.iter().map(|it| (*it, false)).collect()),
        TheorySentence::Implies(one, other) if value => Some(vec![(*one, false), (*other, true)]),
        _ => None,
    }
}

/// The lists of parts of each of which one is so where a sentence has a value.
fn cases(sentence: &TheorySentence, value: bool) -> Option<Vec<Vec<Valued>>> {
    match sentence {
        TheorySentence::And(parts) if value => {
            Some(parts.iter().map(|it| vec![(*it, true)]).collect())
        }
        TheorySentence::Or(parts) if !value => {
            Some(parts.iter().map(|it| vec![(*it, false)]).collect())
        }
        TheorySentence::Implies(one, other) if !value => {
            Some(vec![vec![(*one, true)], vec![(*other, false)]])
        }
        TheorySentence::Iff(one, other) => {
            Some(vec![vec![(*one, false), (*other, value)], vec![(*one, true), (*other, !value)]])
        }
        _ => None,
    }
}
