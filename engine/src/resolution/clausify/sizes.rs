//! How many clauses the parts of sentences come to, and which of them a name saves some: sides of
//! equivalences, of which both values are spoken of, and in an equivalence within another one twice (A.
//! Nonnengart and C. Weidenbach, *Computing small clause normal forms*, 2001).

use rustc_hash::FxHashSet;

use crate::logic::first_order::{
    MOST_SPELT_OUT, Theory, TheoryQuantifier, TheorySentence, TheorySentenceId,
};

/// How many clauses say that a part is false, and that it is true.
type Size = [u32; 2];

/// The sides of equivalences that get a name: there are many clauses without, and fewer with it.
pub(super) fn large(theory: &Theory) -> FxHashSet<TheorySentenceId> {
    let is_twice = spoken_of_twice(theory);
    let mut large = FxHashSet::default();
    let mut sizes: Vec<Size> = Vec::with_capacity(theory.sentences().len());
    for (id, sentence) in theory.sentences().iter().enumerate() {
        let of = |it: &TheorySentenceId| sizes[it.0 as usize];
        let sum = |parts: &[TheorySentenceId], value: usize| {
            parts.iter().fold(0_u32, |sum, it| sum.saturating_add(of(it)[value]))
        };
        let product = |parts: &[TheorySentenceId], value: usize| {
            parts.iter().fold(1_u32, |product, it| product.saturating_mul(of(it)[value]))
        };
        let size = match sentence {
            TheorySentence::Truth(_) | TheorySentence::Atom(..) | TheorySentence::Equal(..) => {
                [1, 1]
            }
            TheorySentence::Not(part) => [of(part)[1], of(part)[0]],
            TheorySentence::And(parts) => [product(parts, 0), sum(parts, 1)],
            TheorySentence::Or(parts) => [sum(parts, 0), product(parts, 1)],
            TheorySentence::Implies(one, other) => {
                [of(one)[1].saturating_add(of(other)[0]), of(one)[0].saturating_mul(of(other)[1])]
            }
            TheorySentence::Iff(one, other) => {
                let sides = [*one, *other];
                let mut both = sides.map(|it| of(&it));
                for at in 0..2 {
                    let ([side, that], uses) =
                        ([both[at], both[1 - at]], 1 + u32::from(is_twice[id]));
                    let without =
                        iff(side, that).into_iter().max().unwrap_or(0).saturating_mul(uses);
                    let with = that[0].saturating_add(that[1]).saturating_mul(uses);
                    let with = with.saturating_add(side[0]).saturating_add(side[1]);
                    if without > MOST_SPELT_OUT as u32 && without > with {
                        large.insert(sides[at]);
                        both[at] = [1, 1];
                    }
                }
                iff(both[0], both[1])
            }
            TheorySentence::Quantified(quantifier, _, part) => quantified(*quantifier, of(part)),
        };
        // Where there is none, something is read all the same.
        sizes.push(size.map(|it| it.max(1)));
    }
    large
}

fn iff(one: Size, other: Size) -> Size {
    let pairs = |at: usize| {
        let first = one[0].saturating_mul(other[at]);
        first.saturating_add(one[1].saturating_mul(other[1 - at]))
    };
    [pairs(0), pairs(1)]
}

/// That there are so many things, or at most so many: of at most, the product over one more.
fn quantified(quantifier: TheoryQuantifier, part: Size) -> Size {
    let least = |number: u32| {
        let pairs = number.saturating_mul(number.saturating_sub(1)) / 2;
        number.saturating_mul(part[1]).saturating_add(pairs)
    };
    let most = |number: u32| part[0].saturating_pow(number.saturating_add(1));
    match quantifier {
        TheoryQuantifier::All | TheoryQuantifier::Some => part,
        TheoryQuantifier::AtLeast(number) => [most(number.saturating_sub(1)), least(number)],
        TheoryQuantifier::AtMost(number) => [least(number.saturating_add(1)), most(number)],
        TheoryQuantifier::Exactly(number) => [
            least(number.saturating_add(1)).saturating_mul(most(number.saturating_sub(1))),
            least(number).saturating_add(most(number)),
        ],
    }
}

/// Of each sentence whether it is a part of an equivalence, so that both its values are spoken of.
fn spoken_of_twice(theory: &Theory) -> Vec<bool> {
    let sentences = theory.sentences();
    let mut is_twice = vec![false; sentences.len()];
    // What is made of parts comes behind them.
    for (at, sentence) in sentences.iter().enumerate().rev() {
        let is_within = is_twice[at] || matches!(sentence, TheorySentence::Iff(..));
        for part in sentence.parts() {
            is_twice[part.0 as usize] |= is_within;
        }
    }
    is_twice
}
