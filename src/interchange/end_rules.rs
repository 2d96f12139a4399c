//! Conditions on cells as rules, of which each has what has to be true for it: for languages that know facts and no nested
//! conditions. What is said of one part of a condition in more than one rule is a part of its own.

use puzzle_engine::logic::sheet::actions::CellCondition;

/// What stands in a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleLiteral {
    /// A cell has a value, or has not.
    Is(usize, Option<i64>, bool),
    /// A part is true, by its number.
    Part(usize),
    /// What is defined by itself holds, or does not, by its number.
    Defined(usize, bool),
}

/// What has to be true, all of it. What is denied stands last: some programs want to know first of what.
pub(super) type RuleBody = Vec<RuleLiteral>;

/// Parts of conditions, each with its rules.
#[derive(Default)]
pub(super) struct RuleParts(Vec<Vec<RuleBody>>);

impl RuleParts {
    /// The rules by which a condition is true, or by which it is false.
    pub(super) fn rules(&mut self, condition: &CellCondition, truth: bool) -> Vec<RuleBody> {
        match (condition, truth) {
            (CellCondition::Truth(it), _) if *it == truth => vec![Vec::new()],
            (CellCondition::Truth(_), _) => Vec::new(),
            (CellCondition::Is(cell, value), _) => {
                vec![vec![RuleLiteral::Is(*cell, *value, truth)]]
            }
            (CellCondition::Defined(number), _) => vec![vec![RuleLiteral::Defined(*number, truth)]],
            (CellCondition::Not(part), _) => self.rules(part, !truth),
            (CellCondition::All(parts), false) | (CellCondition::Any(parts), true) => {
                parts.iter().flat_map(|it| self.rules(it, truth)).collect()
            }
            (CellCondition::All(parts), true) | (CellCondition::Any(parts), false) => {
                let (mut body, before) = (RuleBody::new(), self.0.len());
                for part in parts {
                    let mut rules = self.rules(part, truth);
                    match rules.len() {
                        0 => {
                            self.0.truncate(before);
                            return Vec::new();
                        }
                        1 => body.append(&mut rules[0]),
                        _ => {
                            body.push(RuleLiteral::Part(self.0.len()));
                            self.0.push(rules);
                        }
                    }
                }
                let is_denied = |it: &RuleLiteral| {
                    matches!(it, RuleLiteral::Is(.., false) | RuleLiteral::Defined(_, false))
                };
                body.sort_by_key(is_denied);
                vec![body]
            }
        }
    }

    /// The rules of each part, by its number.
    pub(super) fn into_rules(self) -> Vec<Vec<RuleBody>> {
        self.0
    }
}
