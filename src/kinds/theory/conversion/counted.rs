//! Numbers of things on the way to clauses, said by `all`, `some`, equations, and lists of few things.

use rustc_hash::FxHashMap;

use super::ClausalConversion;
use puzzle_engine::logic::first_order::{
    MOST_SPELT_OUT, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryTerm,
    TheoryVariable, choices,
};

/// What a quantifier binds, and what it says of that.
type Bound = (TheoryVariable, TheorySentenceId);

impl ClausalConversion {
    /// With one conjunction or disjunction for those inside each other, and, where that is wanted, "at most" and "at
    /// least" for "exactly".
    pub(super) fn plain(&mut self, id: TheorySentenceId, has_bounds: bool) -> TheorySentenceId {
        let sentence = match self.theory.get(id).clone() {
            TheorySentence::Truth(_) | TheorySentence::Atom(..) | TheorySentence::Equal(..) => {
                return id;
            }
            TheorySentence::Not(part) => TheorySentence::Not(self.plain(part, has_bounds)),
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.plain(*it, has_bounds)).collect();
                return self.joined(true, parts);
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.plain(*it, has_bounds)).collect();
                return self.joined(false, parts);
            }
            TheorySentence::Implies(one, other) => {
                TheorySentence::Implies(self.plain(one, has_bounds), self.plain(other, has_bounds))
            }
            TheorySentence::Iff(one, other) => {
                TheorySentence::Iff(self.plain(one, has_bounds), self.plain(other, has_bounds))
            }
            TheorySentence::Quantified(TheoryQuantifier::Exactly(number), variable, body)
                if has_bounds =>
            {
                let body = self.plain(body, has_bounds);
                let most = self.quantified(TheoryQuantifier::AtMost(number), variable, body);
                if number == 0 {
                    return most;
                }
                let least = self.quantified(TheoryQuantifier::AtLeast(number), variable, body);
                return self.joined(true, vec![most, least]);
            }
            TheorySentence::Quantified(quantifier, variable, body) => {
                TheorySentence::Quantified(quantifier, variable, self.plain(body, has_bounds))
            }
        };
        self.theory.sentence(sentence)
    }

    /// With `all` and `some` for numbers, and with all cases where few things are listed of which there is one: that
    /// depends on the value that the sentence shall have. `None` where a number is too large.
    pub(super) fn counted(
        &mut self,
        id: TheorySentenceId,
        value: bool,
    ) -> Option<TheorySentenceId> {
        Some(match self.theory.get(id).clone() {
            TheorySentence::Not(part) => {
                let part = self.counted(part, !value)?;
                self.not(part)
            }
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.counted(*it, value));
                let parts = parts.collect::<Option<_>>()?;
                self.joined(true, parts)
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.counted(*it, value));
                let parts = parts.collect::<Option<_>>()?;
                self.joined(false, parts)
            }
            TheorySentence::Quantified(quantifier, variable, body) => match quantifier {
                TheoryQuantifier::AtLeast(0) => self.theory.sentence(TheorySentence::Truth(true)),
                TheoryQuantifier::Some | TheoryQuantifier::AtLeast(1) => {
                    let body = self.counted(body, value)?;
                    self.there_is((variable, body), false, value)
                }
                TheoryQuantifier::All => {
                    let body = self.counted(body, value)?;
                    self.there_is((variable, body), true, !value)
                }
                TheoryQuantifier::AtMost(0) => {
                    let body = self.counted(body, !value)?;
                    let body = self.not(body);
                    self.there_is((variable, body), true, !value)
                }
                TheoryQuantifier::AtLeast(number) => {
                    let body = self.counted(body, value)?;
                    self.at_least(number, (variable, body), value)?
                }
                TheoryQuantifier::AtMost(number) => {
                    let body = self.counted(body, !value)?;
                    self.at_most(number, (variable, body), value)?
                }
                TheoryQuantifier::Exactly(_) => return None,
            },
            _ => id,
        })
    }

    /// What some or all things are, by cases where that says that there is one among few.
    fn there_is(&mut self, bound: Bound, is_all: bool, by_cases: bool) -> TheorySentenceId {
        match self.few(bound.0).filter(|_| by_cases) {
            Some(elements) => {
                let cases = elements.iter().map(|it| self.instance(bound, *it)).collect();
                self.joined(is_all, cases)
            }
            None => {
                let quantifier =
                    if is_all { TheoryQuantifier::All } else { TheoryQuantifier::Some };
                self.quantified(quantifier, bound.0, bound.1)
            }
        }
    }

    /// The elements of a variable's sort, where they are few.
    fn few(&self, variable: TheoryVariable) -> Option<Vec<TheoryFunction>> {
        let sort = self.theory.variables[variable.0 as usize];
        self.theory.signature.few(sort).map(<[_]>::to_vec)
    }

    fn instance(&mut self, (variable, body): Bound, element: TheoryFunction) -> TheorySentenceId {
        let element = self.theory.constant(element);
        self.theory.instance(body, &FxHashMap::from_iter([(variable, element)]))
    }

    fn at_least(&mut self, number: u32, bound: Bound, value: bool) -> Option<TheorySentenceId> {
        if let Some(elements) = self.few(bound.0) {
            let wanted = number as usize;
            let Some(without) = elements.len().checked_sub(wanted) else {
                return Some(self.theory.sentence(TheorySentence::Truth(false)));
            };
            // Of any so many one has it; or, to be denied: any so many have it.
            let size = if value { without + 1 } else { wanted };
            if let Some(all) = choices(elements.len(), size) {
                return Some(self.chosen(&elements, &all, bound, value));
            }
        }
        let (things, mut parts) = (self.things(number, bound.0)?, Vec::new());
        for (at, thing) in things.iter().enumerate() {
            parts.push(self.said_of(bound, *thing));
            for other in &things[..at] {
                let same = self.same(*other, *thing);
                parts.push(self.not(same));
            }
        }
        let body = self.joined(true, parts);
        Some(
            things
                .iter()
                .rev()
                .fold(body, |body, thing| self.quantified(TheoryQuantifier::Some, *thing, body)),
        )
    }

    fn at_most(&mut self, number: u32, bound: Bound, value: bool) -> Option<TheorySentenceId> {
        if let Some(elements) = self.few(bound.0) {
            let Some(without) = elements.len().checked_sub(number as usize + 1) else {
                return Some(self.theory.sentence(TheorySentence::Truth(true)));
            };
            // Of any one more, one has it not; or, to be denied: all but so many have it not.
            let size = if value { number as usize + 1 } else { without + 1 };
            if let Some(all) = choices(elements.len(), size) {
                let body = self.not(bound.1);
                return Some(self.chosen(&elements, &all, (bound.0, body), value));
            }
        }
        let things = self.things(number.checked_add(1)?, bound.0)?;
        let mut parts = Vec::new();
        for thing in &things {
            let part = self.said_of(bound, *thing);
            parts.push(self.not(part));
        }
        for (at, thing) in things.iter().enumerate() {
            for other in &things[..at] {
                parts.push(self.same(*other, *thing));
            }
        }
        let body = self.joined(false, parts);
        Some(
            things
                .iter()
                .rev()
                .fold(body, |body, thing| self.quantified(TheoryQuantifier::All, *thing, body)),
        )
    }

    /// Of each choice of elements what is said of one of them, or, to be denied, of one choice what is said of all.
    fn chosen(
        &mut self,
        elements: &[TheoryFunction],
        choices: &[Vec<usize>],
        bound: Bound,
        value: bool,
    ) -> TheorySentenceId {
        let mut parts = Vec::new();
        for choice in choices {
            let inside = choice.iter().map(|it| self.instance(bound, elements[*it])).collect();
            parts.push(self.joined(!value, inside));
        }
        self.joined(value, parts)
    }

    /// Variables for so many different things.
    fn things(&mut self, number: u32, variable: TheoryVariable) -> Option<Vec<TheoryVariable>> {
        if number as usize > MOST_SPELT_OUT {
            return None;
        }
        let mut things = Vec::new();
        for at in 0..number {
            let own = self.names[variable.0 as usize].clone();
            let name = if at == 0 { own } else { self.fresh_name(&own) };
            let thing = self.copy_of(variable, name);
            self.source.origins.insert(thing, (variable, at, number));
            things.push(thing);
        }
        Some(things)
    }

    /// What is said of a variable, said of another one.
    fn said_of(&mut self, (variable, body): Bound, thing: TheoryVariable) -> TheorySentenceId {
        let thing = self.theory.term(TheoryTerm::Variable(thing));
        self.theory.instance(body, &FxHashMap::from_iter([(variable, thing)]))
    }

    fn same(&mut self, one: TheoryVariable, other: TheoryVariable) -> TheorySentenceId {
        let [one, other] = [one, other].map(|it| self.theory.term(TheoryTerm::Variable(it)));
        self.theory.sentence(TheorySentence::Equal(one, other))
    }
}
