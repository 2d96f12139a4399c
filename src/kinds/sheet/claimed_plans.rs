//! What an expectation claims where something is done: a verdict, a number, or steps, which are as
//! right as any others that lead to the goal.

use std::sync::Arc;

use super::claimed::Claimed;
use super::goals::{PlanGoals, SheetGoals};
use super::lower::Lowering;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::{AnswerHead, Claim, Demand, NotAnAnswer, Payload, Question, WrongWord};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::sheet::actions::SheetStep;

impl Claimed<'_, '_> {
    /// Steps, or whether there are some.
    pub(super) fn plan(&self, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        if let Ok(claim) = Claim::one_of(words, &[Solvable, NoSolution]) {
            return Ok(claim);
        }
        let steps = self.steps(words)?;
        let lowered = || -> Option<SheetGoals> {
            let mut lowering = Lowering::new(self.understood, &[]).ok()?;
            let (actions, goal) = lowering.doing()?;
            let done = PlanGoals { actions, goal, worth: None, steps: Some(steps) };
            let (sheet, symbols) = (Arc::new(lowering.sheet), Arc::new(lowering.symbols));
            let named = Arc::new(lowering.named);
            let (sentence, term, asked) = (None, None, Vec::new());
            Some(SheetGoals { sheet, symbols, named, sentence, term, asked, done: Some(done) })
        };
        let goals = lowered().ok_or("an action has no meaning".to_owned())?;
        let question =
            Question { payload: Some(Payload::new(goals)), ..Question::new(Verb::Prove) };
        let otherwise = "these steps cannot be done, or do not lead to the goal".to_owned();
        let demand = Demand { question, follows: true, part: None, otherwise };
        let said = AnswerHead::Words(words.join(" "));
        Ok(Claim::Tells { said, told: None, demands: vec![demand] })
    }

    /// A step that is written so, in any spacing.
    pub(super) fn step(&self, text: &str) -> Option<SheetStep> {
        let is_sign = |it: char| matches!(it, '(' | ')' | ',' | '-') || it.is_whitespace();
        let words = text.split_inclusive(is_sign).flat_map(|part| {
            let word = part.trim_end_matches(is_sign);
            [word, part[word.len()..].trim()].into_iter().filter(|it| !it.is_empty())
        });
        match &self.steps(&words.collect::<Vec<_>>()).ok()?[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Steps as they are written: `NAME` or `NAME(VALUES)`.
    fn steps(&self, words: &[&str]) -> Result<Vec<SheetStep>, NotAnAnswer> {
        let usage = "write steps as in `NAME(VALUES)`, `solvable` or `no solution`";
        let wrong = |index: usize, reason: &'static str, meant: Option<String>| NotAnAnswer {
            usage: usage.to_owned(),
            word: Some(WrongWord { index, reason, meant }),
        };
        let understood = self.understood;
        let mut steps = Vec::new();
        let mut words = words.iter().copied().enumerate().peekable();
        while let Some((index, word)) = words.next() {
            if word == "," {
                continue;
            }
            let actions = &understood.doing.actions;
            let Some(action) = actions.iter().position(|it| it.name == word) else {
                let meant = did_you_mean(word, actions.iter().map(|it| it.name));
                return Err(wrong(index, "not an action of the puzzle", meant.map(str::to_owned)));
            };
            let mut arguments = Vec::new();
            let mut is_negative = false;
            if words.next_if(|it| it.1 == "(").is_some() {
                loop {
                    let Some((at, value)) = words.next() else {
                        return Err(usage.to_owned().into());
                    };
                    match value {
                        ")" => break,
                        "," => continue,
                        "-" => {
                            is_negative = true;
                            continue;
                        }
                        _ => {}
                    }
                    let parameter = actions[action].parameters.get(arguments.len());
                    let sort = parameter
                        .and_then(|it| understood.variables[*it as usize].sort)
                        .ok_or_else(|| wrong(at, "one value too many", None))?;
                    let read = understood.symbols.read_value(sort, value);
                    let read = read.map(|it| if is_negative { -it } else { it });
                    is_negative = false;
                    let range = understood.symbols.range_of(sort);
                    let fits = |it: &i64| range.is_some_and(|(a, b)| a <= *it && *it <= b);
                    let read = read.filter(fits);
                    arguments.push(read.ok_or_else(|| wrong(at, "not a value that fits", None))?);
                }
            }
            if arguments.len() != actions[action].parameters.len() {
                return Err(wrong(index, "one that takes more values", None));
            }
            steps.push(SheetStep { action, arguments });
        }
        Ok(steps)
    }
}
