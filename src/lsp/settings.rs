//! The settings of `docs/language-server.md`, as the client states them. What is missing or makes
//! no sense keeps its default.

use std::time::Duration;

use serde_json::Value;

use crate::diagnostic::{Code, LintLevel};
use crate::service::check::Levels;

/// What a person may set.
#[derive(Clone, Debug)]
pub(super) struct ClientSettings {
    /// Whether answers are computed in the background.
    pub answers: bool,
    /// The time for one answer in the background.
    pub answer_time: Duration,
    /// The time for an answer that a command asks for.
    pub solve_time: Duration,
    /// Whether answers are shown behind queries.
    pub inlay_hints: bool,
    /// Whether they tell who wins games without being asked.
    pub winners: bool,
    /// Whether lenses are shown.
    pub lenses: bool,
    /// Whether one of them runs a query that expects an answer; editors with a view of tests offer that there.
    pub test_lenses: bool,
    /// The levels of lints.
    pub lints: Levels,
}

impl Default for ClientSettings {
    fn default() -> Self {
        Self {
            answers: true,
            answer_time: Duration::from_millis(2000),
            solve_time: Duration::from_millis(60_000),
            inlay_hints: true,
            winners: true,
            lenses: true,
            test_lenses: true,
            lints: Levels::default(),
        }
    }
}

impl ClientSettings {
    /// Reads settings; `value` is the section `puzzle` or an object that holds it. Also told is
    /// what makes no sense in it.
    pub(super) fn read(value: &Value) -> (Self, Vec<String>) {
        let section = value.get("puzzle").unwrap_or(value);
        let mut settings = Self::default();
        let mut faults = Vec::new();
        let mut flag = |path: &str, flag: &mut bool| match look_up(section, path) {
            None => {}
            Some(Value::Bool(value)) => *flag = *value,
            Some(other) => faults.push(format!("`puzzle.{path}` is true or false, not {other}")),
        };
        flag("answers.enable", &mut settings.answers);
        flag("inlayHints.enable", &mut settings.inlay_hints);
        flag("inlayHints.winners", &mut settings.winners);
        flag("lenses.enable", &mut settings.lenses);
        flag("lenses.tests", &mut settings.test_lenses);
        let mut time = |path: &str, time: &mut Duration| match look_up(section, path) {
            None => {}
            Some(value) => match value.as_u64() {
                Some(milliseconds) => *time = Duration::from_millis(milliseconds),
                None => {
                    faults
                        .push(format!("`puzzle.{path}` is a number of milliseconds, not {value}"));
                }
            },
        };
        time("answers.timeLimit", &mut settings.answer_time);
        time("solve.timeLimit", &mut settings.solve_time);
        for (name, level) in section.get("lints").and_then(Value::as_object).into_iter().flatten() {
            let lint = Code::find(name).filter(|code| code.is_lint());
            match (lint, level.as_str().and_then(level_called)) {
                (Some(lint), Some(level)) => settings.lints.set(lint, level),
                (None, _) => faults.push(format!("`puzzle.lints`: there is no lint `{name}`")),
                (_, None) => faults
                    .push(format!("`puzzle.lints`: a level is allow, warn or deny, not {level}")),
            }
        }
        (settings, faults)
    }
}

/// The value at a path. `null` is how some clients say that nothing is set.
fn look_up<'a>(section: &'a Value, path: &str) -> Option<&'a Value> {
    let found = path.split('.').try_fold(section, |value, name| value.get(name));
    found.or_else(|| section.get(path)).filter(|value| !value.is_null())
}

fn level_called(name: &str) -> Option<LintLevel> {
    Some(match name {
        "allow" => LintLevel::Allow,
        "warn" => LintLevel::Warn,
        "deny" => LintLevel::Deny,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_makes_no_sense_keeps_its_default_and_is_told() {
        let (settings, faults) = ClientSettings::read(&json!({ "puzzle": {
            "answers": { "enable": false, "timeLimit": "soon" },
            "inlayHints": { "enable": null },
            "solve.timeLimit": 5,
            "lints": { "unused-formula": "never", "unused": "deny", "unused-formula ": 1 },
        }}));
        assert!(!settings.answers && settings.inlay_hints);
        assert_eq!(settings.answer_time, Duration::from_secs(2));
        assert_eq!(settings.solve_time, Duration::from_millis(5));
        assert_eq!(
            faults,
            [
                "`puzzle.answers.timeLimit` is a number of milliseconds, not \"soon\"",
                "`puzzle.lints`: there is no lint `unused`",
                "`puzzle.lints`: a level is allow, warn or deny, not \"never\"",
                "`puzzle.lints`: there is no lint `unused-formula `",
            ]
        );
    }
}
