//! For which values a sentence follows, all at once: those remain for which it is true in every
//! world found so far, and the next world is to differ from one of them.

use super::{Asked, Decided, resting_on_clauses};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, Variable};
use crate::problem::sheet::Found;
use crate::problem::{Answer, Failure};

/// Lists of values that may be asked about.
const MOST: usize = 1 << 20;

/// A list of values, and what is true if and only if the sentence is, of them.
struct Candidate {
    values: Vec<(Variable, i64)>,
    literal: Literal,
}

impl Asked<'_> {
    pub(super) fn ask(
        &mut self,
        sentence: SentenceId,
        variables: &[Variable],
        budget: &mut Budget,
    ) -> Result<Answer<Found>, Failure> {
        if let Decided::None(_) = self.decide(&[], &[], budget)? {
            return self.none(&[], Found::None, budget);
        }
        let mut open = Vec::new();
        for values in self.lists(variables, budget)? {
            let literal = self.ground.literal(sentence, &values, budget)?;
            open.push(Candidate { values, literal });
        }
        // The reader still reads the world that was found last.
        let mut others = Vec::new();
        self.part(sentence, &mut open, &mut others, budget)?;
        loop {
            let is_other = self.one_false(&open);
            match self.decide(&[is_other], &[], budget)? {
                Decided::World(_) => {
                    let before = open.len();
                    self.part(sentence, &mut open, &mut others, budget)?;
                    if open.len() == before {
                        let what = "a world differs from what follows, and does not";
                        return Err(Failure::Unverified(what.to_owned()));
                    }
                }
                Decided::None(refuted) => {
                    let no_others = self.none_true(&others, budget)?;
                    let of = |it: Candidate| it.values.into_iter().map(|it| it.1).collect();
                    let answers = open.into_iter().map(of).collect();
                    let found = refuted.told_as(|()| Found::Answers { answers, no_others });
                    return Ok(resting_on_clauses(found));
                }
            }
        }
    }

    /// All lists of values of variables.
    fn lists(
        &self,
        variables: &[Variable],
        budget: &mut Budget,
    ) -> Result<Vec<Vec<(Variable, i64)>>, Stop> {
        let mut lists = vec![Vec::new()];
        for variable in variables {
            let mut longer = Vec::new();
            for list in lists {
                for value in self.sheet.values(*variable) {
                    budget.check()?;
                    if longer.len() == MOST {
                        return Err(Stop::Size("the question has too many possible answers"));
                    }
                    longer.push([&list[..], &[(*variable, value)]].concat());
                }
            }
            lists = longer;
        }
        Ok(lists)
    }

    /// Takes out the lists for which the sentence is false in the world that was read last.
    fn part(
        &mut self,
        sentence: SentenceId,
        open: &mut Vec<Candidate>,
        others: &mut Vec<Candidate>,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        for it in std::mem::take(open) {
            let is_true = self.reader.is_true(sentence, &it.values, budget)?;
            (if is_true { &mut *open } else { &mut *others }).push(it);
        }
        Ok(())
    }

    /// What is true only where the sentence is false for one of some lists.
    fn one_false(&mut self, open: &[Candidate]) -> Literal {
        let is_other = self.ground.atom();
        let clause: Vec<_> = open.iter().map(|it| !it.literal).chain([!is_other]).collect();
        self.ground.add(&clause);
        is_other
    }

    /// Whether the sentence is false for all of some lists in all worlds.
    fn none_true(&mut self, others: &[Candidate], budget: &mut Budget) -> Result<bool, Failure> {
        let is_one = self.ground.atom();
        let clause: Vec<_> = others.iter().map(|it| it.literal).chain([!is_one]).collect();
        self.ground.add(&clause);
        Ok(matches!(self.decide(&[is_one], &[], budget)?, Decided::None(_)))
    }
}
