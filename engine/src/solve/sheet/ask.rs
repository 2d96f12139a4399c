//! For which values a sentence follows, all at once: those remain for which it is true in every
//! world found so far, and the next world is to differ from one of them.

use super::{AskedSheet, Decided};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, SheetVariable};
use crate::problem::sheet::{Answers, SheetFound};
use crate::problem::{Failure, ProblemAnswer};
use crate::verify::sheet::Assumed;

/// Lists of values that may be asked about.
const MOST: usize = 1 << 20;

/// A list of values, and what is true if and only if the sentence is, of them.
pub(super) struct Candidate {
    pub(super) values: Vec<(SheetVariable, i64)>,
    pub(super) literal: Literal,
}

impl AskedSheet<'_> {
    pub(super) fn ask(
        &mut self,
        sentence: SentenceId,
        variables: &[SheetVariable],
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<Answers>>, Failure> {
        if let Decided::None(_) = self.decide(&[], &[], budget)? {
            return self.none(&[], SheetFound::Contradictory, budget);
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
            let is_other = self.one_of(&open, false);
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
                    let is_one = self.one_of(&others, true);
                    let decided = self.decide(&[is_one], &[], budget)?;
                    let no_others = matches!(decided, Decided::None(_));
                    let said = |lists: &[Candidate], value| {
                        let lists = lists.iter().map(|it| (it.values.clone(), it.literal));
                        Assumed::OneOf(sentence, lists.collect(), value)
                    };
                    let mut assumed = vec![(Some(is_other), said(&open, false))];
                    if no_others {
                        assumed.push((Some(is_one), said(&others, true)));
                    }
                    let of = |it: Candidate| it.values.into_iter().map(|it| it.1).collect();
                    let answers = open.into_iter().map(of).collect();
                    let answers = Answers { answers, no_others };
                    let found = refuted.told_as(|()| SheetFound::Found(answers));
                    return self.resting_on_clauses(found, &assumed, budget);
                }
            }
        }
    }

    /// All lists of values of variables.
    pub(super) fn lists(
        &self,
        variables: &[SheetVariable],
        budget: &mut Budget,
    ) -> Result<Vec<Vec<(SheetVariable, i64)>>, Stop> {
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
    pub(super) fn part(
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

    /// What is true only where the sentence has a value for one of some lists.
    pub(super) fn one_of(&mut self, lists: &[Candidate], value: bool) -> Literal {
        let is_one = self.ground.atom();
        let of = |it: &Candidate| if value { it.literal } else { !it.literal };
        let clause: Vec<_> = lists.iter().map(of).chain([!is_one]).collect();
        self.ground.add(&clause);
        is_one
    }
}
