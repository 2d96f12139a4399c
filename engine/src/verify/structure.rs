//! Whether a sentence is true in a finite structure, by its definition: every part is evaluated for
//! every assignment to the variables around it. Shares nothing with what finds structures.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::first_order::{
    Structure, Theory, TheoryQuantifier, TheorySentence, TheorySentenceId, TheorySort, TheoryTerm,
    TheoryTermId, TheoryVariable,
};

/// Whether a structure is one for the signature of a theory: sizes, tables, listed elements,
/// different constants.
pub fn fits(theory: &Theory, structure: &Structure) -> bool {
    let signature = &theory.signature;
    if structure.sizes.len() != signature.sorts.len()
        || structure.functions.len() != signature.functions.len()
        || structure.predicates.len() != signature.predicates.len()
    {
        return false;
    }
    let is_full = |sorts: &[TheorySort], length| structure.tuples(sorts) == Some(length);
    let functions = signature.functions.iter().zip(&structure.functions).all(|(sorts, table)| {
        let size = structure.sizes[sorts.result.0 as usize];
        is_full(&sorts.arguments, table.len()) && table.iter().all(|it| *it < size)
    });
    let predicates = signature.predicates.iter().zip(&structure.predicates);
    let sorts = signature.sorts.iter().zip(&structure.sizes).all(|(elements, &size)| {
        // All that there is is listed.
        size > 0
            && elements.as_ref().is_none_or(|it| {
                let mut is_named = vec![false; size.min(it.len() as u32) as usize];
                for at in it {
                    if let [value] = structure.functions[at.0 as usize][..]
                        && let Some(named) = is_named.get_mut(value as usize)
                    {
                        *named = true;
                    }
                }
                is_named.len() == size as usize && is_named.iter().all(|it| *it)
            })
    });
    let distinct = signature.distinct.iter().all(|constants| {
        let mut values: Vec<_> =
            constants.iter().map(|it| &structure.functions[it.0 as usize]).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    });
    functions
        && predicates
            .into_iter()
            .all(|(sorts, table)| table.len() == 1 || is_full(sorts, table.len()))
        && sorts
        && distinct
}

/// A part of a sentence that is being evaluated.
struct Open {
    sentence: TheorySentenceId,
    /// Which of its parts, or which value of its variable, is next.
    next: u32,
    /// How many of them were true.
    count: u32,
}

/// Whether a sentence is true in a structure when its free variables have these values.
///
/// # Errors
/// The limit of the budget that was reached.
#[expect(clippy::too_many_lines, reason = "one walk with an arm for each sort of sentence")]
pub fn is_true(
    theory: &Theory,
    structure: &Structure,
    sentence: TheorySentenceId,
    values: &[(TheoryVariable, u32)],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut values: FxHashMap<TheoryVariable, u32> = values.iter().copied().collect();
    let mut open = vec![Open { sentence, next: 0, count: 0 }];
    let mut done: Option<bool> = None;
    while let Some(top) = open.last_mut() {
        budget.check()?;
        if let Some(value) = done.take() {
            top.next += 1;
            top.count += u32::from(value);
        }
        let (next, count) = (top.next, top.count);
        let part = |part: TheorySentenceId| Err(part);
        let step = match theory.get(top.sentence) {
            TheorySentence::Truth(value) => Ok(*value),
            TheorySentence::Atom(predicate, terms) => {
                let sorts = &theory.signature.predicates[predicate.0 as usize];
                let arguments: Vec<_> =
                    terms.iter().map(|it| value(theory, structure, *it, &values)).collect();
                Ok(structure.holds(*predicate, sorts, &arguments))
            }
            TheorySentence::Equal(one, other) => Ok(value(theory, structure, *one, &values)
                == value(theory, structure, *other, &values)),
            TheorySentence::Not(inner) if next == 0 => part(*inner),
            TheorySentence::Not(_) => Ok(count == 0),
            TheorySentence::And(_) if count < next => Ok(false),
            TheorySentence::And(parts) => parts.get(next as usize).map_or(Ok(true), |it| part(*it)),
            TheorySentence::Or(_) if count > 0 => Ok(true),
            TheorySentence::Or(parts) => parts.get(next as usize).map_or(Ok(false), |it| part(*it)),
            TheorySentence::Implies(one, other) => match (next, count) {
                (0, _) => part(*one),
                (1, 0) => Ok(true),
                (1, _) => part(*other),
                _ => Ok(count == 2),
            },
            TheorySentence::Iff(one, other) => match next {
                0 => part(*one),
                1 => part(*other),
                _ => Ok(count != 1),
            },
            TheorySentence::Quantified(TheoryQuantifier::All, ..) if count < next => Ok(false),
            TheorySentence::Quantified(TheoryQuantifier::Some, ..) if count > 0 => Ok(true),
            TheorySentence::Quantified(quantifier, variable, inner) => {
                let size = structure.sizes[theory.variables[variable.0 as usize].0 as usize];
                if next < size {
                    values.insert(*variable, next);
                    part(*inner)
                } else {
                    Ok(match *quantifier {
                        TheoryQuantifier::All => count == size,
                        TheoryQuantifier::Some => count > 0,
                        TheoryQuantifier::AtLeast(least) => count >= least,
                        TheoryQuantifier::AtMost(most) => count <= most,
                        TheoryQuantifier::Exactly(number) => count == number,
                    })
                }
            }
        };
        match step {
            Ok(value) => {
                done = Some(value);
                open.pop();
            }
            Err(sentence) => open.push(Open { sentence, next: 0, count: 0 }),
        }
    }
    Ok(done.unwrap_or_default())
}

/// What a term is.
fn value(
    theory: &Theory,
    structure: &Structure,
    root: TheoryTermId,
    values: &FxHashMap<TheoryVariable, u32>,
) -> u32 {
    // Most terms are a variable or a constant.
    match theory.get_term(root) {
        TheoryTerm::Variable(variable) => return values.get(variable).copied().unwrap_or_default(),
        TheoryTerm::Apply(function, terms) if terms.is_empty() => {
            return structure.functions[function.0 as usize][0];
        }
        TheoryTerm::Apply(..) => {}
    }
    let mut known: FxHashMap<TheoryTermId, u32> = FxHashMap::default();
    let mut open = vec![root];
    while let Some(&id) = open.last() {
        let value = match theory.get_term(id) {
            TheoryTerm::Variable(variable) => values.get(variable).copied().unwrap_or_default(),
            TheoryTerm::Apply(function, terms) => {
                let missing: Vec<_> =
                    terms.iter().filter(|it| !known.contains_key(it)).copied().collect();
                if !missing.is_empty() {
                    open.extend(missing);
                    continue;
                }
                let arguments: Vec<_> = terms.iter().map(|it| known[it]).collect();
                let sorts = &theory.signature.functions[function.0 as usize].arguments;
                structure.functions[function.0 as usize][structure.index(sorts, &arguments)]
            }
        };
        known.insert(id, value);
        open.pop();
    }
    known[&root]
}
