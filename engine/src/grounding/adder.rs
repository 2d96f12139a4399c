//! Sums that may have very many values, in binary: the bits of the parts are added up by full adders
//! until each place has one, and these are compared with a number from the lowest on (Eén and
//! Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2, 2006).

use super::choices::ChoiceId;
use super::clauses::{FALSE, TRUE};
use super::number::Encoder;
use crate::budget::Stop;
use crate::evidence::sheet::Adder;
use crate::logic::cnf::Literal;

const TOO_LARGE: Stop = Stop::Size("a number is too large");

impl Encoder {
    /// What is true if and only if the sum of multiples of choices is at most a number.
    ///
    /// # Errors
    /// That a number is too large.
    pub(super) fn added_up(
        &mut self,
        parts: &[(i64, ChoiceId)],
        most: i64,
    ) -> Result<Literal, Stop> {
        let at = match self.adder_ids.get(parts) {
            Some(at) => *at,
            None => {
                let adder = self.adder(parts)?;
                self.adders.push(adder);
                self.adder_ids.insert(parts.to_vec(), self.adders.len() - 1);
                self.adders.len() - 1
            }
        };
        // The parts were raised to begin with zero.
        let mut most = Some(most);
        for (factor, id) in parts {
            let least = self.products(*factor, *id)?.into_iter().map(|it| it.0).min();
            most = most.and_then(|it| it.checked_sub(least.unwrap_or(0)));
        }
        let most = most.ok_or(TOO_LARGE)?;
        let outputs = self.adders[at].outputs.clone();
        if most < 0 {
            return Ok(FALSE);
        }
        if most >> outputs.len() > 0 {
            return Ok(TRUE);
        }
        let mut literal = TRUE;
        let mut chain = Vec::with_capacity(outputs.len());
        for (place, bit) in outputs.iter().enumerate() {
            let clauses = &mut self.clauses;
            literal = match most >> place & 1 {
                0 => clauses.and([!*bit, literal]),
                _ => clauses.or([!*bit, literal]),
            };
            chain.push(literal);
        }
        let bounds = &mut self.adders[at].bounds;
        if !bounds.iter().any(|it| it.0 == most) {
            bounds.push((most, chain));
        }
        Ok(literal)
    }

    /// What the values of a choice add, each with what is true where it is chosen.
    fn products(&self, factor: i64, id: ChoiceId) -> Result<Vec<(i64, Literal)>, Stop> {
        let product = |it: &(Option<i64>, Literal)| {
            Ok((it.0.unwrap_or(0).checked_mul(factor).ok_or(TOO_LARGE)?, it.1))
        };
        self.choices.get(id).iter().map(product).collect()
    }

    fn adder(&mut self, parts: &[(i64, ChoiceId)]) -> Result<Adder, Stop> {
        let mut adder = Adder::default();
        // Literals of the same worth, by the power of two.
        let mut places: Vec<Vec<Literal>> = Vec::new();
        for (factor, id) in parts {
            let mut products = self.products(*factor, *id)?;
            let least = products.iter().map(|it| it.0).min().unwrap_or(0);
            for (product, _) in &mut products {
                *product = product.checked_sub(least).ok_or(TOO_LARGE)?;
            }
            let most = products.iter().map(|it| it.0).max().unwrap_or(0);
            let mut bits = Vec::new();
            for place in 0..i64::BITS - most.leading_zeros() {
                let has_bit: Vec<_> = products.iter().map(|it| it.0 >> place & 1 == 1).collect();
                bits.push(self.choices.one_of(&mut self.clauses, *id, &has_bit));
            }
            for (place, bit) in bits.iter().enumerate().filter(|it| *it.1 != FALSE) {
                places.resize(places.len().max(place + 1), Vec::new());
                places[place].push(*bit);
            }
            adder.parts.push((products, bits));
        }
        let mut place = 0;
        while place < places.len() {
            if place as u32 + 2 > i64::BITS {
                return Err(TOO_LARGE);
            }
            let mut next = 0;
            while places[place].len() > next + 1 {
                let of = |at: usize| places[place].get(at).copied().unwrap_or(FALSE);
                let inputs = [next, next + 1, next + 2].map(of);
                next = (next + 3).min(places[place].len());
                let (sum, carry) = self.full_adder(inputs);
                places[place].push(sum);
                places.resize(places.len().max(place + 2), Vec::new());
                places[place + 1].push(carry);
                adder.steps.push((place as u32, inputs, sum, carry));
            }
            adder.outputs.push(places[place].last().copied().unwrap_or(FALSE));
            place += 1;
        }
        Ok(adder)
    }

    /// The sum of three literals in two bits. What both say of the inputs is said, too.
    fn full_adder(&mut self, [a, b, c]: [Literal; 3]) -> (Literal, Literal) {
        let clauses = &mut self.clauses;
        let sum = clauses.atom();
        for [a, b, c, sum] in [[a, b, c, sum], [a, !b, !c, sum], [!a, b, !c, sum], [!a, !b, c, sum]]
        {
            clauses.define(&[!a, b, c, sum]);
            clauses.define(&[a, !b, !c, !sum]);
        }
        let carry = clauses.atom();
        for (one, other) in [(a, b), (a, c), (b, c)] {
            clauses.define(&[!one, !other, carry]);
            clauses.define(&[one, other, !carry]);
        }
        for it in [a, b, c] {
            clauses.define(&[!carry, !sum, it]);
            clauses.define(&[carry, sum, !it]);
        }
        (sum, carry)
    }
}
