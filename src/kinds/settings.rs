//! The settings of a game, checked against the facts of its kind: every name known, none given
//! twice, none missing.

use super::Facts;
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{Game, Setting, Value};
use crate::text::Span;

/// The settings of a game by name.
pub struct Settings<'a> {
    text: &'a str,
    game: &'a Game,
}

impl<'a> Settings<'a> {
    /// Checks the names of the settings; what the values mean is left to the kind.
    pub fn read(
        text: &'a str,
        game: &'a Game,
        facts: &Facts,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut first = vec![None; facts.settings.len()];
        for setting in &game.settings {
            let name = &text[setting.name.range()];
            match facts.settings.iter().position(|known| known.name == name) {
                None => diagnostics.push(unknown(facts, name, setting.name)),
                Some(known) => match first[known] {
                    None => first[known] = Some(setting.name),
                    Some(first) => diagnostics.push(duplicate(name, setting.name, first)),
                },
            }
        }
        let missing = facts.settings.iter().zip(first).filter(|(known, first)| {
            // A line that could not be read may be the missing one.
            known.is_required && first.is_none() && !game.is_broken
        });
        for (known, _) in missing {
            let place = game.name.unwrap_or_default();
            diagnostics.push(
                Diagnostic::new(
                    MISSING_SETTING,
                    place,
                    format!("the game lacks `{}`", known.name),
                    format!("`{}` is not given", known.name),
                )
                .help(format!("add a line `{} …`: {}", known.name, known.summary)),
            );
        }
        Self { text, game }
    }

    /// The first setting of that name.
    pub fn find(&self, name: &str) -> Option<&'a Setting> {
        self.game.settings.iter().find(|setting| &self.text[setting.name.range()] == name)
    }

    /// The place of the value of a setting that is not a formula.
    pub fn value(&self, name: &str) -> Option<Span> {
        match self.find(name)?.value {
            Value::Plain(span) => Some(span),
            Value::Formula(_) => None,
        }
    }
}

fn unknown(facts: &Facts, name: &str, span: Span) -> Diagnostic {
    let known = facts.settings.iter().map(|setting| setting.name);
    let diagnostic = Diagnostic::new(
        UNKNOWN_SETTING,
        span,
        format!("a {} game has no setting `{name}`", facts.name),
        "not a setting of this game",
    );
    if let Some(similar) = did_you_mean(name, known.clone()) {
        return diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)]));
    }
    let known: Vec<_> = known.map(|name| format!("`{name}`")).collect();
    diagnostic.help(format!("its settings are {}", known.join(", ")))
}

fn duplicate(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(DUPLICATE_SETTING, span, format!("`{name}` is given twice"), "the second one")
        .related(first, "the first one")
        .help("keep one of them")
}
