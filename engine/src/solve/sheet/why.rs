//! Why a sentence follows, or its negation does: the fewest rules, and of what single rules tell the fewest
//! values; found and checked as steps are.

use super::steps::{Finder, RuleInstances, StepChecker, ValuesByLiteral, given};
use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::sheet::SentenceId;
use crate::problem::sheet::{SentenceWhy, SheetFound, SheetTask, aim};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::sat::steps::ImpliedSteps;
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
        let values = self.values_of(&first);
        let values = values.iter().map(|(value, literal)| (instances.renamed(*literal), *value));
        let literals: ValuesByLiteral = values.collect();
        let given = given(&instances, &literals);
        let (rules, facts) = instances.members(&given);
        let sought = instances.renamed(literal);
        let mut search = ImpliedSteps::new(rules, facts, &[sought]);
        let found = search.next(&mut Finder::new(self, &mut instances), budget)?;
        let lost = || Failure::Unverified("what follows has no reason".to_owned());
        let found = found.ok_or_else(lost)?;
        let conclusion = StepConclusion::Sentence(sentence, value);
        let mut checker = StepChecker::default();
        let reasons =
            self.reasons((&found, conclusion), &literals, &mut instances, &mut checker, budget)?;
        let told = reasons.told_as(|(rules, facts)| {
            let rule = |it: &_| given.iter().find(|(_, value, _)| value == it);
            let rule = |it: &_| rule(it).map_or(0, |it| instances.groups[it.2].rule);
            let facts = facts.into_iter().map(|it| (it, rule(&it))).collect();
            let is_smallest = found.is_smallest;
            SheetFound::Found(SentenceWhy::Decided { value, rules, facts, is_smallest })
        });
        let assumed = Assumed::Sentence(sentence, Vec::new(), !value);
        self.resting_on_clauses(told, &[(Some(!literal), assumed)], budget)
    }
}
