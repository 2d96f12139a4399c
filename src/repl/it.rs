//! `it`: the last answer, as what the place needs where the word stands.

use crate::service::test::TestReport;
use crate::syntax::ast::{Query, Verb};
use crate::syntax::token::{Token, lex, lex_span};

/// The last answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct It {
    /// As an expectation would be written.
    pub answer: String,
    /// The values it gives to variables, as `eval` binds them.
    pub values: Vec<(String, String)>,
    /// The moves of a game up to and with this one.
    pub moves: Option<String>,
    pub formula: Option<String>,
}

impl It {
    /// The answer to a query of `text`; `None` when there is none.
    pub(super) fn of(report: &TestReport, query: &Query, text: &str) -> Option<Self> {
        let answer = report.answer.as_ref()?;
        let mut moves = query.after.map_or_else(Vec::new, |after| {
            let words = lex_span(text, after).filter(|it| it.token != Token::Newline);
            words.map(|it| &text[it.span.range()]).collect()
        });
        moves.push(&answer.text);
        Some(Self {
            answer: as_expectation(query.verb, &answer.text),
            values: values(&answer.text),
            moves: query.verb.takes_moves().then(|| moves.join(" ")),
            formula: (query.verb == Verb::Simplify).then(|| answer.text.clone()),
        })
    }

    /// A formula that was shown.
    pub(super) fn formula(text: &str) -> Self {
        Self { answer: text.to_owned(), formula: Some(text.to_owned()), ..Self::default() }
    }

    /// The values as `x=1 y=0`, without those of the variables in `without`.
    pub(super) fn bindings(&self, without: &[String]) -> Option<String> {
        let kept = self.values.iter().filter(|(variable, _)| !without.contains(variable));
        let pairs: Vec<_> = kept.map(|(variable, value)| format!("{variable}={value}")).collect();
        (!self.values.is_empty()).then(|| pairs.join(" "))
    }
}

fn as_expectation(verb: Verb, answer: &str) -> String {
    if verb != Verb::Draw {
        return answer.to_owned();
    }
    let lines: Vec<_> = answer.lines().collect();
    format!("\"\"\"\n    {}\n    \"\"\"", lines.join("\n    "))
}

/// The values in an answer such as `satisfiable x=1 y=0`.
fn values(answer: &str) -> Vec<(String, String)> {
    let tokens: Vec<_> = lex(answer).collect();
    let word = |index: usize| answer[tokens[index].span.range()].to_owned();
    let is_sign = |index: &usize| tokens[*index].token == Token::Equals;
    let signs = (1..tokens.len().saturating_sub(1)).filter(is_sign);
    signs.map(|index| (word(index - 1), word(index + 1))).collect()
}
