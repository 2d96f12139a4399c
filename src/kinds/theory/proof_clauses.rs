//! Clauses of forms among those of a proof: they are the same whatever their variables and Skolem functions are called, and in
//! whatever order their literals stand.

use super::conversion::ClausalConversion;
use puzzle_engine::evidence::refutation::{
    ATOM, ProofLiteral, ProofTerm, ProofTermKind, SIGNATURE,
};
use puzzle_engine::logic::first_order::{
    TheorySentence, TheorySentenceId, TheoryTerm, TheoryTermId,
};

/// Reads clauses of a conversion as those of a proof.
pub(super) struct ProofClauses<'c> {
    pub conversion: &'c ClausalConversion,
    /// Which symbols of the proof the Skolem functions are.
    pub made: &'c [Option<u32>],
}

impl ProofClauses<'_> {
    /// The literals of a clause, whose variables have the numbers that they have in the theory.
    pub(super) fn literals(&self, clause: &[TheorySentenceId]) -> Vec<ProofLiteral> {
        clause.iter().map(|it| self.literal(*it, true)).collect()
    }

    fn literal(&self, id: TheorySentenceId, is_positive: bool) -> ProofLiteral {
        let functions = self.conversion.own_functions() as u32;
        match self.conversion.theory.get(id) {
            TheorySentence::Not(part) => self.literal(*part, !is_positive),
            TheorySentence::Equal(one, other) => {
                let right = Some(self.term(*other));
                ProofLiteral { is_positive, left: self.term(*one), right }
            }
            TheorySentence::Atom(predicate, arguments) => {
                let arguments = arguments.iter().map(|it| self.term(*it)).collect();
                let kind = ProofTermKind::Apply(functions + predicate.0, arguments);
                ProofLiteral { is_positive, left: ProofTerm { sort: ATOM, kind }, right: None }
            }
            _ => {
                let kind = ProofTermKind::Apply(SIGNATURE, Vec::new());
                ProofLiteral { is_positive, left: ProofTerm { sort: ATOM, kind }, right: None }
            }
        }
    }

    fn term(&self, id: TheoryTermId) -> ProofTerm {
        let theory = &self.conversion.theory;
        let kind = match theory.get_term(id) {
            TheoryTerm::Variable(variable) => ProofTermKind::Variable(variable.0),
            TheoryTerm::Apply(function, arguments) => {
                let made = (function.0 as usize).checked_sub(self.conversion.own_functions());
                let symbol = made.map_or(Some(function.0), |it| self.made[it]);
                let arguments = arguments.iter().map(|it| self.term(*it)).collect();
                ProofTermKind::Apply(symbol.unwrap_or(SIGNATURE), arguments)
            }
        };
        ProofTerm { sort: theory.sort(id).0, kind }
    }
}

/// What variables of one clause are called in another one.
pub(super) type VariablePairs = Vec<(u32, u32)>;

/// Which variable of the second clause each one of the first is, where both say the same.
pub(super) fn alike(one: &[ProofLiteral], other: &[ProofLiteral]) -> Option<VariablePairs> {
    let mut pairs = VariablePairs::new();
    let mut others: Vec<&ProofLiteral> = other.iter().collect();
    if one.len() != other.len() {
        return None;
    }
    if one.iter().zip(other).all(|(one, other)| are_alike(one, other, &mut pairs)) {
        return Some(pairs);
    }
    pairs.clear();
    if one.len() > MOST_LITERALS {
        return None;
    }
    let mut tries = MOST_TRIES;
    in_any_order(one, &mut others, &mut pairs, &mut tries).then_some(pairs)
}

/// So many pairs of literals are compared to find the order in which two clauses are alike.
const MOST_TRIES: usize = 1 << 14;

/// Of longer clauses another order is not looked for.
const MOST_LITERALS: usize = 256;

fn in_any_order(
    one: &[ProofLiteral],
    others: &mut Vec<&ProofLiteral>,
    pairs: &mut VariablePairs,
    tries: &mut usize,
) -> bool {
    let Some((first, rest)) = one.split_first() else { return true };
    for at in 0..others.len() {
        let before = pairs.len();
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        if are_alike(first, others[at], pairs) {
            let other = others.remove(at);
            if in_any_order(rest, others, pairs, tries) {
                return true;
            }
            others.insert(at, other);
        }
        pairs.truncate(before);
    }
    false
}

fn are_alike(one: &ProofLiteral, other: &ProofLiteral, pairs: &mut VariablePairs) -> bool {
    one.is_positive == other.is_positive
        && are_terms_alike(&one.left, &other.left, pairs)
        && match (&one.right, &other.right) {
            (Some(one), Some(other)) => are_terms_alike(one, other, pairs),
            (one, other) => one.is_none() && other.is_none(),
        }
}

fn are_terms_alike(one: &ProofTerm, other: &ProofTerm, pairs: &mut VariablePairs) -> bool {
    match (&one.kind, &other.kind) {
        _ if one.sort != other.sort => false,
        (ProofTermKind::Variable(one), ProofTermKind::Variable(other)) => {
            let mut known = pairs.iter().filter(|it| it.0 == *one || it.1 == *other);
            match known.next() {
                Some(pair) => *pair == (*one, *other),
                None => {
                    pairs.push((*one, *other));
                    true
                }
            }
        }
        (ProofTermKind::Apply(one, inner), ProofTermKind::Apply(other, arguments)) => {
            one == other
                && inner.len() == arguments.len()
                && inner
                    .iter()
                    .zip(arguments)
                    .all(|(one, other)| are_terms_alike(one, other, pairs))
        }
        _ => false,
    }
}
