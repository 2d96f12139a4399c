//! What each rule of natural deduction leads to.

use rustc_hash::FxHashSet;

use super::super::stated::{are_apart, constant, exchanges, read_off};
use super::DeductionFlaw::{DoesNotFollow, NotAPremise, OtherCitations};
use super::{Citations, DeductionChecker, DeductionFlaw, Subproof};
use crate::evidence::deduction::DeductionRule as Rule;
use crate::logic::first_order::TheoryQuantifier;
use crate::logic::statements::{StatedTerm, Statement, StatementNumber, TermNumber};

/// Whether it holds, as a result.
const fn holds(it: bool) -> Result<(), DeductionFlaw> {
    if it { Ok(()) } else { Err(DoesNotFollow) }
}

impl DeductionChecker<'_> {
    fn get(&self, statement: StatementNumber) -> &Statement {
        self.statements.get(statement)
    }

    /// Whether a line follows by its rule from what it cites.
    #[expect(clippy::too_many_lines, reason = "an arm for each rule")]
    pub(super) fn follows(
        &self,
        rule: Rule,
        said: StatementNumber,
        cited: &Citations,
    ) -> Result<(), DeductionFlaw> {
        let Citations { lines, subproofs } = cited;
        match (rule, &lines[..], &subproofs[..]) {
            (Rule::Premise, [], []) => {
                if self.premises.contains(&said) {
                    Ok(())
                } else {
                    Err(NotAPremise)
                }
            }
            (Rule::Assumption, [], []) => Ok(()),
            (Rule::Reiteration, [one], []) => holds(*one == said),
            (Rule::AndIntroduction, [_, ..], []) => holds(self.joins(said, lines)),
            (Rule::AndElimination, [one], []) => holds(self.is_part_of(said, *one)),
            (Rule::OrIntroduction, [one], []) => holds(self.is_weaker(said, *one)),
            (Rule::OrElimination, [one], [_, ..]) => self.cases(said, *one, subproofs),
            (Rule::ImpliesIntroduction, [], [sub]) => {
                let wanted = Statement::Implies(sub.plain()?, sub.last);
                holds(*self.get(said) == wanted)
            }
            (Rule::ImpliesElimination, [one, other], []) => {
                let leads = |rule, to| *self.get(rule) == Statement::Implies(to, said);
                holds(leads(*one, *other) || leads(*other, *one))
            }
            (Rule::IffIntroduction, [], [one, other]) => {
                let (left, right) = (one.plain()?, other.plain()?);
                let is_both = matches!(self.get(said), Statement::Iff(a, b)
                    if (*a, *b) == (left, right) || (*a, *b) == (right, left));
                holds(is_both && one.last == right && other.last == left)
            }
            (Rule::IffElimination, [one, other], []) => {
                let leads = |rule, to| match *self.get(rule) {
                    Statement::Iff(a, b) => (a, b) == (to, said) || (b, a) == (to, said),
                    _ => false,
                };
                holds(leads(*one, *other) || leads(*other, *one))
            }
            (Rule::NotElimination, [one, other], []) => {
                let contradict = self.denies(*one, *other) || self.denies(*other, *one);
                holds(contradict && self.is_false(said))
            }
            (Rule::NotIntroduction | Rule::Contradiction, [], [sub]) => {
                let assumed = sub.plain()?;
                let is_denied = self.denies(said, assumed)
                    || rule == Rule::Contradiction && self.denies(assumed, said);
                holds(is_denied && self.is_false(sub.last))
            }
            (Rule::DoubleNegation, [one], []) => holds(match *self.get(*one) {
                Statement::Not(inner) => *self.get(inner) == Statement::Not(said),
                _ => false,
            }),
            (Rule::FalseElimination, [one], []) => holds(self.is_false(*one)),
            (Rule::ModusTollens, [one, other], []) => {
                let leads = |rule, no| match *self.get(rule) {
                    Statement::Implies(a, b) => self.denies(no, b) && self.denies(said, a),
                    _ => false,
                };
                holds(leads(*one, *other) || leads(*other, *one))
            }
            (Rule::DisjunctiveSyllogism, [_, _, ..], []) => holds(self.is_left_over(said, lines)),
            (Rule::ExcludedMiddle, [], []) => {
                let parts = self.parts(said, false);
                holds(parts.iter().filter_map(|it| self.denied(*it)).any(|it| parts.contains(&it)))
            }
            (Rule::TrueIntroduction, [], []) => holds(*self.get(said) == Statement::Truth(true)),
            (Rule::AllIntroduction, [], [sub]) => self.generalises(said, *sub),
            (Rule::AllElimination, [one], []) => {
                holds(self.is_instance(said, *one, TheoryQuantifier::All))
            }
            (Rule::SomeIntroduction, [one], []) => {
                holds(self.is_instance(*one, said, TheoryQuantifier::Some))
            }
            (Rule::SomeElimination, [one], [sub]) => self.witness(said, *one, *sub),
            (Rule::EqualIntroduction, [], []) => {
                holds(matches!(self.get(said), Statement::Equal(one, other) if one == other))
            }
            (Rule::EqualElimination, [one, other], []) => {
                let is_exchanged =
                    |equation, from| exchanges(self.statements, equation, from, said);
                holds(is_exchanged(*one, *other) || is_exchanged(*other, *one))
            }
            (Rule::Listed, [], []) => holds(self.is_list(said)),
            (Rule::Different, [], []) => holds(self.is_apart(said)),
            (Rule::Nonempty, [], []) => holds(match self.get(said) {
                Statement::Quantified(TheoryQuantifier::Some, _, body) => {
                    matches!(self.get(*body), Statement::Equal(one, other) if one == other)
                }
                _ => false,
            }),
            _ => Err(OtherCitations),
        }
    }

    fn is_false(&self, statement: StatementNumber) -> bool {
        *self.get(statement) == Statement::Truth(false)
    }

    fn denies(&self, denial: StatementNumber, denied: StatementNumber) -> bool {
        self.denied(denial) == Some(denied)
    }

    /// What a negation denies.
    fn denied(&self, denial: StatementNumber) -> Option<StatementNumber> {
        match self.get(denial) {
            Statement::Not(denied) => Some(*denied),
            _ => None,
        }
    }

    /// The members of a conjunction or a disjunction; of anything else itself.
    fn parts(&self, statement: StatementNumber, is_and: bool) -> FxHashSet<StatementNumber> {
        match self.get(statement) {
            Statement::And(parts) if is_and => parts.iter().copied().collect(),
            Statement::Or(parts) if !is_and => parts.iter().copied().collect(),
            _ => FxHashSet::from_iter([statement]),
        }
    }

    fn joins(&self, said: StatementNumber, lines: &[StatementNumber]) -> bool {
        let all: FxHashSet<_> = lines.iter().flat_map(|it| self.parts(*it, true)).collect();
        matches!(self.get(said), Statement::And(_)) && self.parts(said, true) == all
    }

    fn is_part_of(&self, said: StatementNumber, whole: StatementNumber) -> bool {
        matches!(self.get(whole), Statement::And(_))
            && self.parts(said, true).is_subset(&self.parts(whole, true))
    }

    fn is_weaker(&self, said: StatementNumber, one: StatementNumber) -> bool {
        matches!(self.get(said), Statement::Or(_))
            && self.parts(one, false).is_subset(&self.parts(said, false))
    }

    /// Whether the statement follows in each of the cases of another one.
    fn cases(
        &self,
        said: StatementNumber,
        one: StatementNumber,
        subproofs: &[Subproof],
    ) -> Result<(), DeductionFlaw> {
        let mut met = FxHashSet::default();
        for sub in subproofs {
            met.extend(self.parts(sub.plain()?, false));
            holds(sub.last == said)?;
        }
        holds(matches!(self.get(one), Statement::Or(_)) && self.parts(one, false).is_subset(&met))
    }

    /// Whether a disjunction, one of the lines, has nothing but the statement and what the others deny.
    fn is_left_over(&self, said: StatementNumber, lines: &[StatementNumber]) -> bool {
        let left = self.parts(said, false);
        let lines: FxHashSet<_> = lines.iter().copied().collect();
        let denied: FxHashSet<_> = lines.iter().filter_map(|it| self.denied(*it)).collect();
        let is_denied = |part: &StatementNumber| {
            denied.contains(part) || self.denied(*part).is_some_and(|it| lines.contains(&it))
        };
        lines.iter().any(|it| {
            let parts = self.parts(*it, false);
            matches!(self.get(*it), Statement::Or(_))
                && parts.iter().all(|it| left.contains(it) || is_denied(it))
        })
    }

    /// Whether it is an instance of what is said with one or more quantifiers.
    fn is_instance(
        &self,
        instance: StatementNumber,
        mut quantified: StatementNumber,
        wanted: TheoryQuantifier,
    ) -> bool {
        let mut sorts = Vec::new();
        while let Statement::Quantified(quantifier, sort, body) = *self.get(quantified)
            && quantifier == wanted
        {
            sorts.push(sort);
            quantified = body;
            let Some(values) = read_off(self.statements, (body, sorts.len() as u32), instance)
            else {
                continue;
            };
            // The innermost variable has the number 0.
            let mut pairs = values.iter().zip(sorts.iter().rev());
            if pairs
                .all(|(value, sort)| value.is_none_or(|it| self.statements.sort(it) == Some(*sort)))
            {
                return true;
            }
        }
        false
    }

    /// Whether what is shown of a thing that was only given a name is said of all.
    fn generalises(&self, said: StatementNumber, sub: Subproof) -> Result<(), DeductionFlaw> {
        let name = sub.thing()?;
        let Statement::Quantified(TheoryQuantifier::All, sort, body) = *self.get(said) else {
            return Err(DoesNotFollow);
        };
        // Where something is assumed of the thing, all things are meant of which that is true.
        let wanted = match (sub.assumed, self.get(body)) {
            (None, _) => vec![(body, sub.last)],
            (Some(assumed), Statement::Implies(one, other)) => {
                vec![(*one, assumed), (*other, sub.last)]
            }
            _ => return Err(DoesNotFollow),
        };
        holds(self.statements.names[name.0 as usize] == sort)?;
        for (part, shown) in wanted {
            let values = read_off(self.statements, (part, 1), shown).ok_or(DoesNotFollow)?;
            let is_thing = |it: TermNumber| *self.statements.get_term(it) == StatedTerm::Name(name);
            holds(values[0].is_none_or(is_thing))?;
        }
        Ok(())
    }

    /// Whether what follows for a thing of which something is said follows from there being one.
    fn witness(
        &self,
        said: StatementNumber,
        one: StatementNumber,
        sub: Subproof,
    ) -> Result<(), DeductionFlaw> {
        let name = sub.thing()?;
        let Some(assumed) = sub.assumed else { return Err(DoesNotFollow) };
        let Statement::Quantified(TheoryQuantifier::Some, sort, body) = *self.get(one) else {
            return Err(DoesNotFollow);
        };
        let values = read_off(self.statements, (body, 1), assumed).ok_or(DoesNotFollow)?;
        let is_thing = |it: TermNumber| *self.statements.get_term(it) == StatedTerm::Name(name);
        holds(
            values[0].is_none_or(is_thing)
                && self.statements.names[name.0 as usize] == sort
                && sub.last == said,
        )
    }

    /// Whether it says that each thing of a listed sort is one of those that are listed.
    fn is_list(&self, said: StatementNumber) -> bool {
        let Statement::Quantified(TheoryQuantifier::All, sort, body) = *self.get(said) else {
            return false;
        };
        let Some(elements) = &self.statements.signature.sorts[sort.0 as usize] else {
            return false;
        };
        let member = |it: StatementNumber| match *self.get(it) {
            Statement::Equal(one, other)
                if *self.statements.get_term(one) == StatedTerm::Bound(0) =>
            {
                constant(self.statements, other)
            }
            _ => None,
        };
        let members: Option<FxHashSet<_>> =
            self.parts(body, false).into_iter().map(member).collect();
        members.is_some_and(|members| elements.iter().all(|it| members.contains(it)))
    }

    /// Whether it says that two constants are not the same that the theory says are different.
    fn is_apart(&self, said: StatementNumber) -> bool {
        let Statement::Not(inner) = *self.get(said) else { return false };
        let Statement::Equal(one, other) = *self.get(inner) else { return false };
        are_apart(self.statements, one, other)
    }
}
