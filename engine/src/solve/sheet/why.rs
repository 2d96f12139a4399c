//! Why a sentence follows, or its negation does: the fewest rules, and of what single rules tell the fewest
//! values; found and checked as steps are.

use super::finder::{Finder, StepChecker};
use super::instances::{GivenValue, RuleInstances};
use super::meanings::Meanings;
use super::steps::given;
use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, SheetVariable};
use crate::problem::sheet::{FollowsFrom, SentenceWhy, SheetFound, SheetTask, aim};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::sat::steps::ImpliedSteps;
use crate::verify::checked::Checked;
use crate::verify::sheet::{Assumed, StepConclusion};

impl Problem for SheetTask<aim::FindWhy> {
    type Solution = SheetFound<SentenceWhy>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SentenceWhy>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.why(self.aim.0, budget)
    }
}

impl AskedSheet<'_> {
    fn why(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SentenceWhy>>, Failure> {
        let first = match self.decide(&[], &[], budget)? {
            Decided::World(first) => first,
            Decided::None(_) => return self.none(&[], SheetFound::Contradictory, budget),
        };
        let value = self.reader.is_true(sentence, &[], budget)?;
        let literal = self.ground.literal(sentence, &[], budget)?;
        let literal = if value { literal } else { !literal };
        if let Decided::World(second) =
            self.decide(&[!literal], &[(sentence, &[], !value)], budget)?
        {
            let both = |first| match value {
                true => SheetFound::Found(SentenceWhy::Neither(first, second.into_inner())),
                false => SheetFound::Found(SentenceWhy::Neither(second.into_inner(), first)),
            };
            return Ok(first.told_as(both).into());
        }
        let mut instances = RuleInstances::of(self);
        instances.copy(self);
        let told = ToldValues::of(self, &instances);
        let wanted = Wanted { sentence, values: &[], value, literal };
        let mut checker = StepChecker::default();
        let mut finder = Finder::new(self, &mut instances);
        let from = told.why(wanted, &mut finder, &mut checker, budget)?;
        let told = from.told_as(|from| SheetFound::Found(SentenceWhy::Decided { value, from }));
        let assumed = Assumed::Sentence(sentence, Vec::new(), !value);
        self.resting_on_clauses(told, &[(Some(!literal), assumed)], budget)
    }
}

/// What follows: that a sentence has a value, when its free variables have these.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'w> {
    pub(super) sentence: SentenceId,
    pub(super) values: &'w [(SheetVariable, i64)],
    pub(super) value: bool,
    /// True if and only if it has.
    pub(super) literal: Literal,
}

/// What single rules tell, and the other rules.
pub(super) struct ToldValues {
    meanings: Meanings,
    given: Vec<GivenValue>,
    rules: Vec<Literal>,
    facts: Vec<Literal>,
}

impl ToldValues {
    /// Of these instances.
    pub(super) fn of(asked: &AskedSheet<'_>, instances: &RuleInstances) -> Self {
        let meanings = asked.meanings(instances);
        let given = given(instances, &meanings);
        let (rules, facts) = instances.members(&given);
        Self { meanings, given, rules, facts }
    }

    /// The fewest rules and told values that something follows from.
    pub(super) fn why(
        &self,
        wanted: Wanted<'_>,
        finder: &mut Finder<'_, '_>,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<FollowsFrom>, Failure> {
        let Wanted { sentence, values, value, literal } = wanted;
        let sought = finder.instances.renamed(literal);
        let mut search = ImpliedSteps::new(self.rules.clone(), self.facts.clone(), &[sought]);
        let found = search.next(finder, budget)?;
        let lost = || Failure::Unverified("what follows has no reason".to_owned());
        let found = found.ok_or_else(lost)?;
        let conclusion = StepConclusion::Sentence(sentence, values, value);
        let (asked, instances) = (&mut *finder.asked, &mut *finder.instances);
        let following = (&found, conclusion);
        let reasons = asked.reasons(following, &self.meanings, instances, checker, budget)?;
        Ok(reasons.told_as(|(rules, facts)| {
            let rule = |it: &_| self.given.iter().find(|(_, value, _)| value == it);
            let rule = |it: &_| rule(it).map_or(0, |it| instances.groups[it.2].rule);
            let facts = facts.into_iter().map(|it| (it.value, rule(&it.value))).collect();
            FollowsFrom { rules, facts, is_smallest: found.is_smallest }
        }))
    }
}
