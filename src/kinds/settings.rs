//! The settings of a game, checked against the facts of its kind: every name known, none given
//! twice, none missing.

use rustc_hash::FxHashMap;

use super::{Facts, SettingFacts};
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{GameBlock, Setting, SettingValue};
use crate::syntax::token::{Token, lex_span, text_lines};
use crate::text::Span;

/// The settings of a game by name.
pub struct Settings<'a> {
    text: &'a str,
    game: &'a GameBlock,
    facts: &'a Facts,
}

impl<'a> Settings<'a> {
    /// Checks the names of the settings; what the values mean is left to the kind.
    pub fn read(
        text: &'a str,
        game: &'a GameBlock,
        facts: &'a Facts,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let settings = Self { text, game, facts };
        let is_missing = |known: &&str| settings.find(known).is_none();
        let missing: Vec<_> = facts.settings.iter().map(|it| it.name).filter(is_missing).collect();
        // What misspelt names were surely meant to be is not missing as well.
        let (mut meant, mut is_one_unknown) = (Vec::new(), false);
        let mut first: FxHashMap<&str, Span> = FxHashMap::default();
        for setting in &game.settings {
            let name = &text[setting.name.range()];
            if !facts.settings.iter().any(|known| known.name == name) {
                let similar = did_you_mean(name, missing.iter().copied());
                let is_new = similar.is_some_and(|it| !meant.contains(&it));
                meant.extend(similar.filter(|_| is_new));
                is_one_unknown |= similar.is_none();
                diagnostics.push(unknown(facts, name, setting.name, similar));
            } else if let Some(first) = first.get(name) {
                diagnostics.push(duplicate(text, name, setting, *first));
            } else {
                first.insert(name, setting.name);
            }
        }
        let is_lacking = |known: &&SettingFacts| {
            // A line that could not be read, or that says what nobody knows, may be the missing one.
            known.is_required
                && missing.contains(&known.name)
                && !meant.contains(&known.name)
                && !game.is_broken
                && !is_one_unknown
        };
        let lacking: Vec<_> = facts.settings.iter().filter(is_lacking).collect();
        diagnostics.extend(lacking_settings(game.name.unwrap_or_default(), &lacking));
        settings
    }

    /// The first setting of that name.
    pub fn find(&self, name: &str) -> Option<&'a Setting> {
        self.game.settings.iter().find(|setting| &self.text[setting.name.range()] == name)
    }

    /// The characters at a place that are not blanks, each with its own place.
    pub fn characters(&self, span: Span) -> impl Iterator<Item = (char, Span)> + 'a {
        characters(self.text, span)
    }

    /// The text at a place.
    pub fn text(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// The place of the game's name.
    pub fn name(&self) -> Span {
        self.game.name.unwrap_or_default()
    }

    /// A part of the text that the settings stand in.
    pub fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// The words and numbers of a setting, with their places; none when it is not given.
    pub fn words(&self, name: &str) -> Vec<(&'a str, Span)> {
        let Some(span) = self.value(name) else { return Vec::new() };
        let lexemes = lex_span(self.text, span);
        let words = lexemes.filter(|it| !matches!(it.token, Token::Comment | Token::Newline));
        words.map(|it| (&self.text[it.span.range()], it.span)).collect()
    }

    /// The words of a setting that are among its choices; the others are reported.
    pub fn chosen(&self, name: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<&'a str> {
        let choices = self.facts.choices(name);
        let (chosen, others): (Vec<_>, Vec<_>) =
            self.words(name).into_iter().partition(|(word, _)| choices.contains(word));
        diagnostics.extend(others.iter().map(|(word, span)| no_choice(name, word, *span, choices)));
        chosen.into_iter().map(|(word, _)| word).collect()
    }

    /// The one word of a setting, which must be among its choices; `None` when it is not given or
    /// was reported.
    pub fn choice(&self, name: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<&'a str> {
        if let [_, (word, span), ..] = self.words(name)[..] {
            let message = format!("`{name}` is one word");
            let label = format!("`{word}` is too much");
            let help = "keep one of them";
            diagnostics.push(Diagnostic::new(BAD_SETTING, span, message, label).help(help));
            return None;
        }
        self.chosen(name, diagnostics).first().copied()
    }

    /// The lines of a text that a setting says, each with its place: a drawing that can be pointed
    /// into. `None` when it is not given or no text.
    pub fn lines(&self, name: &str) -> Option<Vec<(&'a str, Span)>> {
        let span = self.value(name)?;
        let text = self.text(span);
        let place = |(offset, line): (usize, &'a str)| {
            let start = span.start + offset as u32;
            (line, Span::new(start, start + line.len() as u32))
        };
        text.starts_with('"').then(|| text_lines(text).into_iter().map(place).collect())
    }

    /// The whole number that a setting says, which must be in a range; `None` when it is not given or
    /// was reported.
    pub fn number(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<u32>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<u32> {
        let span = self.value(name)?;
        let word = &self.text[span.range()];
        let number = word.parse().ok().filter(|it| range.contains(it));
        if number.is_none() {
            let (least, most) = range.into_inner();
            let label = format!("not a number from {least} to {most}");
            let message = format!("`{name}` cannot be `{word}`");
            let help = format!(
                "write a whole number from {least} to {most}, as in `{name} {}`",
                least.max(10).min(most)
            );
            diagnostics.push(Diagnostic::new(BAD_SETTING, span, message, label).help(help));
        }
        number
    }

    /// The numbers of a setting that are written as a product, as in `2x3`, with its place.
    pub fn product(&self, name: &str) -> Option<(Span, u32, u32)> {
        let span = self.value(name)?;
        let text = self.text(span);
        let signs = ["x", "X", "*", ",", "by"].into_iter();
        let (left, right) = signs.filter_map(|sign| text.split_once(sign)).next()?;
        let number = |it: &str| it.trim().parse().ok().filter(|it| *it > 0);
        Some((span, number(left)?, number(right)?))
    }

    /// The place of the value of a setting that is not a formula.
    pub fn value(&self, name: &str) -> Option<Span> {
        match self.find(name)?.value {
            SettingValue::Plain(span) => Some(span),
            SettingValue::Formula(_) => None,
        }
    }
}

/// The characters at a place that are not blanks, with their places.
pub fn characters(text: &str, span: Span) -> impl Iterator<Item = (char, Span)> + '_ {
    text[span.range()].char_indices().filter(|(_, it)| !it.is_whitespace()).map(move |(at, it)| {
        let start = span.start + at as u32;
        (it, Span::new(start, start + it.len_utf8() as u32))
    })
}

/// What is said of settings that a game lacks, if it lacks any.
fn lacking_settings(place: Span, lacking: &[&SettingFacts]) -> Option<Diagnostic> {
    let names: Vec<_> = lacking.iter().map(|it| format!("`{}`", it.name)).collect();
    let says = lacking.iter().map(|it| format!("`{}` says {}", it.name, it.summary));
    let says = says.collect::<Vec<_>>().join("; ");
    let (last, first) = names.split_last()?;
    let (named, label, each) = match first {
        [] => (last.clone(), format!("{last} is not given"), "it"),
        _ => (format!("{} and {last}", first.join(", ")), "these are not given".to_owned(), "each"),
    };
    let message = format!("the game lacks {named}");
    let fault = Diagnostic::new(MISSING_SETTING, place, message, label);
    Some(fault.help(format!("give {each} on a line of its own; {says}")))
}

fn unknown(facts: &Facts, name: &str, span: Span, meant: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        UNKNOWN_SETTING,
        span,
        format!("a {} game has no setting `{name}`", facts.name),
        "not a setting of this game",
    );
    if let Some(similar) = meant {
        return diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)]));
    }
    let known: Vec<_> = facts.settings.iter().map(|it| format!("`{}`", it.name)).collect();
    diagnostic.help(format!("its settings are {}", known.join(", ")))
}

fn no_choice(name: &str, word: &str, span: Span, choices: &[&str]) -> Diagnostic {
    let message = format!("`{name}` cannot be `{word}`");
    let known: Vec<_> = choices.iter().map(|it| format!("`{it}`")).collect();
    let label = format!("not {}", known.join(" or "));
    let diagnostic = Diagnostic::new(BAD_SETTING, span, message, label);
    match did_you_mean(word, choices.iter().copied()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => {
            let lines: Vec<_> = choices.iter().map(|it| format!("`{name} {it}`")).collect();
            diagnostic.help(format!("write {}", lines.join(" or ")))
        }
    }
}

fn duplicate(text: &str, name: &str, setting: &Setting, first: Span) -> Diagnostic {
    let whole = setting.name.to(setting.value.span());
    Diagnostic::new(
        DUPLICATE_SETTING,
        setting.name,
        format!("`{name}` is given twice"),
        "the second one",
    )
    .related(first, "the first one")
    .help("keep one of them")
    .fix(Fix::maybe("delete this one", vec![Edit::delete_line(text, whole)]))
}
