//! Why a sentence follows for some values and not for others: of each of the former the fewest rules and told
//! values, of each of the latter a state in which it is false for them.

use super::ask::Candidate;
use super::finder::{Finder, StepChecker};
use super::instances::RuleInstances;
use super::why::{ToldValues, Wanted};
use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::sheet::{SentenceId, SheetState, SheetVariable};
use crate::problem::sheet::{AnswersWhy, SheetFound, SheetTask, aim};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::verify::sheet::{Assumed, StepConclusion};

impl Problem for SheetTask<aim::FindWhyAnswers> {
    type Solution = SheetFound<AnswersWhy>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<AnswersWhy>>, Failure> {
        let aim::FindWhyAnswers(sentence, variables) = &self.aim;
        AskedSheet::new(&self.sheet, budget)?.why_answers(*sentence, variables, budget)
    }
}

/// The values of a list.
fn listed(it: &Candidate) -> Vec<i64> {
    it.values.iter().map(|it| it.1).collect()
}

impl AskedSheet<'_> {
    fn why_answers(
        &mut self,
        sentence: SentenceId,
        variables: &[SheetVariable],
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<AnswersWhy>>, Failure> {
        let Decided::World(first) = self.decide(&[], &[], budget)? else {
            return self.none(&[], SheetFound::Contradictory, budget);
        };
        let mut open = Vec::new();
        for values in self.lists(variables, budget)? {
            let literal = self.ground.literal(sentence, &values, budget)?;
            open.push(Candidate { values, literal });
        }
        let (mut all_others, mut others) = (Vec::new(), Vec::new());
        let mut seen = first.clone().into_inner();
        loop {
            // The reader reads the state that was found last.
            let before = all_others.len();
            self.part(sentence, &mut open, &mut all_others, budget)?;
            let new: Vec<_> = all_others[before..].iter().map(listed).collect();
            if !new.is_empty() {
                others.push((seen, new));
            }
            let is_other = self.one_of(&open, false);
            match self.decide(&[is_other], &[], budget)? {
                Decided::World(next) => seen = next.into_inner(),
                Decided::None(_) => break,
            }
        }
        let mut assumed = Vec::new();
        let no_others = self.why_no_others(sentence, &all_others, &mut assumed, budget)?;
        let mut instances = RuleInstances::of(self);
        instances.copy(self);
        let told = ToldValues::of(self, &instances);
        let mut checker = StepChecker::default();
        let mut finder = Finder::new(self, &mut instances);
        let mut answers = Vec::with_capacity(open.len());
        for it in &open {
            let Candidate { values, literal } = it;
            let wanted = Wanted { sentence, values, value: true, literal: *literal };
            let why = told.why(wanted, &mut finder, &mut checker, budget)?;
            answers.push((listed(it), why.into_inner()));
            assumed.push((Some(!*literal), Assumed::Sentence(sentence, values.clone(), false)));
        }
        let found = first
            .told_as(|_: SheetState| SheetFound::Found(AnswersWhy { answers, others, no_others }));
        self.resting_on_clauses(found, &assumed, budget)
    }

    /// The rules by which a sentence is false for all of some lists, and whether it is known that no fewer are enough;
    /// `None` where it may be true.
    fn why_no_others(
        &mut self,
        sentence: SentenceId,
        others: &[Candidate],
        assumed: &mut Vec<super::Assumption>,
        budget: &mut Budget,
    ) -> Result<Option<(Vec<usize>, bool)>, Failure> {
        let is_one = self.one_of(others, true);
        if let Decided::World(_) = self.decide(&[is_one], &[], budget)? {
            return Ok(None);
        }
        let lists: Vec<_> = others.iter().map(|it| it.values.clone()).collect();
        let with_literals = others.iter().map(|it| (it.values.clone(), it.literal)).collect();
        let mut instances = RuleInstances::by_rule(self);
        instances.copy(self);
        let conclusion = StepConclusion::NoneOf(sentence, &lists);
        let found = self.fewest_rules(is_one, conclusion, &mut instances, budget)?;
        assumed.push((Some(is_one), Assumed::OneOf(sentence, with_literals, true)));
        Ok(Some(found.into_inner()))
    }
}
