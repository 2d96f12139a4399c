//! The variables of a formula game: letters, or names that its formula has and nothing declares.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::{Guesses, did_you_mean};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::formula::{VariableWords, resolve_inline};
use crate::kinds::scope::{Definition, Scope};
use crate::kinds::settings::Settings;
use crate::kinds::settings::characters;
use crate::syntax::ast::{ItemKind, Op, SettingValue};
use crate::syntax::terminal::variable;
use crate::text::Span;
use puzzle_engine::logic::formula::FormulaVariable;

/// How the variables are listed.
const LISTED: &str =
    "list the formula's variables in the order in which they get values, as in `xyz`";

/// The letters there are; variables with names are numbered behind them.
const LETTERS: u32 = 26;

/// The names of a game's variables, if they have names.
#[derive(Debug)]
pub(super) struct TurnNames<'a> {
    list: Vec<&'a str>,
    variables: FxHashMap<&'a str, FormulaVariable>,
    /// The words of the formula that are not listed and that nothing declares.
    unlisted: Vec<&'a str>,
    /// The words that are declared as variables and that are not listed.
    missing: Vec<String>,
}

impl<'a> TurnNames<'a> {
    /// The words of `variables` that the formula has and nothing declares.
    pub(super) fn read(settings: &Settings<'a>, scope: &Scope<'_>, document: u32) -> Self {
        let mut names = Self {
            list: Vec::new(),
            variables: FxHashMap::default(),
            unlisted: Vec::new(),
            missing: Vec::new(),
        };
        let Some(SettingValue::Formula(body)) = settings.find("formula").map(|it| &it.value) else {
            return names;
        };
        let nodes = scope.tree(document).formula(body).iter();
        let mut used: FxHashSet<&str> =
            nodes.filter(|it| it.op == Op::Name).map(|it| settings.text(it.span)).collect();
        let is_variable = |word: &str| match scope.find(word) {
            None => true,
            Some(it) => matches!(scope.item(it).kind, ItemKind::Variable { .. }),
        };
        // Those that are declared for all formulas.
        let declared = VariableWords::of(scope, document, body);
        for (word, _) in settings.words("variables") {
            if declared.find(word).is_some() {
                used.insert(word);
            }
            let is_name = used.contains(word) && is_variable(word) && variable(word).is_none();
            if is_name && !names.variables.contains_key(word) {
                names.variables.insert(word, FormulaVariable(LETTERS + names.list.len() as u32));
                names.list.push(word);
            }
        }
        let missing = declared.words().iter();
        let missing = missing.filter(|it| !names.variables.contains_key(it.as_str()));
        names.missing = missing.cloned().collect();
        let is_unlisted = |it: &&str| !names.variables.contains_key(it) && is_variable(it);
        names.unlisted = used.into_iter().filter(is_unlisted).collect();
        names.unlisted.sort_unstable();
        names
    }

    /// Whether the variables are letters.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The variable of that name.
    pub(super) fn variable(&self, word: &str) -> Option<FormulaVariable> {
        self.variables.get(word).copied()
    }

    /// What a variable is called.
    pub(super) fn word(&self, variable: FormulaVariable) -> String {
        match variable.0.checked_sub(LETTERS).and_then(|at| self.list.get(at as usize)) {
            Some(name) => (*name).to_owned(),
            None => variable.to_string(),
        }
    }

    /// The variables as they are listed.
    pub(super) fn order(
        &self,
        settings: &Settings<'_>,
        text: &str,
        span: Span,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<(FormulaVariable, Span)> {
        if self.is_empty() {
            return letters(text, span, diagnostics);
        }
        let mut order: Vec<(FormulaVariable, Span)> = Vec::new();
        let mut first: FxHashMap<FormulaVariable, Span> = FxHashMap::default();
        let mut misspelt: FxHashSet<&str> = FxHashSet::default();
        let guesses = Guesses::default();
        for (word, place) in settings.words("variables") {
            let letter = variable(word).map(|letter| FormulaVariable(u32::from(letter - b'a')));
            let Some(chosen) = self.variable(word).or(letter) else {
                let message = format!("the formula has no variable `{word}`");
                let diagnostic =
                    Diagnostic::new(UNKNOWN_VARIABLE, place, message, "not in the formula");
                let candidates = guesses.among(self.unlisted.iter().copied());
                let diagnostic = match did_you_mean(word, candidates) {
                    Some(similar) => {
                        misspelt.insert(similar);
                        diagnostic.help(format!("did you mean `{similar}`?")).fix(Fix::maybe(
                            format!("write `{similar}`"),
                            vec![Edit::replace(place, similar)],
                        ))
                    }
                    None => diagnostic.help("list the variables of the formula and no others"),
                };
                diagnostics.push(diagnostic);
                continue;
            };
            match first.get(&chosen) {
                Some(&first) => diagnostics.push(repeated(word, place, first)),
                None => {
                    first.insert(chosen, place);
                    order.push((chosen, place));
                }
            }
        }
        if !misspelt.is_empty() {
            // One of both is misspelt, which is one fault.
            diagnostics
                .retain(|it| it.code != UNKNOWN_NAME || !misspelt.contains(&text[it.span.range()]));
        }
        order
    }

    /// A word that is declared as a variable and that is not listed.
    fn missing_word(&self, settings: &Settings<'_>) -> Option<Diagnostic> {
        let (word, span) = (self.missing.first()?, settings.value("variables")?);
        let message = format!("no turn chooses `{word}`");
        let fault = Diagnostic::new(MISSING_VARIABLE, span, message, "a variable is missing");
        Some(fault.help("every variable of the formula stands here once; blanks separate words"))
    }

    /// What is wrong with the variables that are listed, beside those of the formula. Where another formula is meant,
    /// what was told of letters that come twice is taken back.
    pub(super) fn check(
        &self,
        text: &str,
        order: &[(FormulaVariable, Span)],
        of_formula: u32,
        settings: &Settings<'_>,
        told: &mut Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let letters = || order.iter().filter(|(it, _)| it.0 < LETTERS);
        let listed = letters().fold(0, |listed, (it, _)| listed | 1 << it.0);
        let missing: String = (0..26)
            .filter(|bit| of_formula & !listed & 1 << bit != 0)
            .map(|bit| char::from(b'a' + bit))
            .collect();
        let missing_word = self.missing_word(settings).filter(|_| missing.is_empty()).into_iter();
        let unknown: Vec<_> = letters().filter(|(it, _)| of_formula & 1 << it.0 == 0).collect();
        if let [(_, first), .., (_, last)] = unknown[..]
            && listed & of_formula == 0
        {
            // Another formula is meant, which is one fault.
            let place = first.to(*last);
            told.retain(|it| it.code != REPEATED_VARIABLE || !place.contains(it.span));
            return missing_word.chain([other_formula(place, of_formula)]).collect();
        }
        let mut faults: Vec<_> = missing_word.collect();
        for &&(chosen, place) in &unknown {
            let diagnostic = Diagnostic::new(
                UNKNOWN_VARIABLE,
                place,
                format!("the formula has no variable `{chosen}`"),
                "not in the formula",
            )
            .help("list the variables of the formula and no others");
            let is_one_slip = unknown.len() == 1 && missing.len() == 1;
            faults.push(if is_one_slip {
                let title = format!("write `{missing}`");
                diagnostic.fix(Fix::maybe(title, vec![Edit::replace(place, missing.as_str())]))
            } else {
                diagnostic
            });
        }
        // A letter that is listed but unknown is probably the missing one; that was said above.
        if missing.is_empty() || listed & !of_formula != 0 {
            return faults;
        }
        let Some(span) = settings.value("variables") else { return faults };
        let faulty = characters(text, span).any(|(it, _)| !it.is_ascii_lowercase());
        if faulty && self.is_empty() || stand_for_missing(told, &missing) {
            return faults;
        }
        let gap = if self.is_empty() { "" } else { " " };
        let appended: String = missing.chars().map(|it| format!("{gap}{it}")).collect();
        let shown: Vec<_> = missing.chars().map(|it| format!("`{it}`")).collect();
        let diagnostic = Diagnostic::new(
            MISSING_VARIABLE,
            span,
            format!("no turn chooses {}", shown.join(", ")),
            format!("{} missing", if shown.len() == 1 { "a variable is" } else { "variables are" }),
        )
        .help("every variable of the formula stands here once");
        // Each needs a turn of its own.
        let turns = settings.value("turns").map(|it| characters(text, it).count());
        let is_chosen = turns.is_none_or(|it| it == order.len() + missing.len());
        faults.push(match is_chosen && !span.is_empty() {
            true => diagnostic.fix(Fix::maybe(
                format!("append `{missing}`"),
                vec![Edit::insert(span.end, appended)],
            )),
            false => diagnostic,
        });
        faults
    }
}

/// Whether variables are listed twice, so that one of both was meant to be a missing one, which is one fault.
fn stand_for_missing(told: &mut [Diagnostic], missing: &str) -> bool {
    let mut again = told.iter_mut().filter(|it| it.code == REPEATED_VARIABLE);
    let Some(first) = again.next() else { return false };
    if let (None, [_]) = (again.next(), missing.as_bytes()) {
        let edits = vec![Edit::replace(first.span, missing)];
        first.fixes.push(Fix::maybe(format!("write `{missing}`"), edits));
    }
    true
}

/// Variables that are letters, without blanks or with them.
fn letters(
    text: &str,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(FormulaVariable, Span)> {
    let mut order: Vec<(FormulaVariable, Span)> = Vec::new();
    let commas: Vec<_> = characters(text, span).filter(|it| it.0 == ',').map(|it| it.1).collect();
    if let Some(first) = commas.first() {
        let edits = commas.iter().map(|it| Edit::delete(*it)).collect();
        let fault = Diagnostic::new(
            UNKNOWN_VARIABLE,
            *first,
            "`,` is not a variable",
            "no commas stand here",
        );
        diagnostics.push(fault.help(LISTED).fix(Fix::maybe("leave the commas out", edits)));
    }
    for (character, place) in characters(text, span).filter(|it| it.0 != ',') {
        let Some(letter) = variable(character.encode_utf8(&mut [0; 4])) else {
            let diagnostic = Diagnostic::new(
                UNKNOWN_VARIABLE,
                place,
                format!("`{character}` is not a variable"),
                "a variable is a lower-case letter",
            )
            .help(LISTED);
            let lower = character.to_ascii_lowercase();
            diagnostics.push(if character.is_ascii_uppercase() {
                let edits = vec![Edit::replace(place, lower)];
                diagnostic.fix(Fix::maybe(format!("write `{lower}`"), edits))
            } else {
                diagnostic
            });
            continue;
        };
        let chosen = FormulaVariable(u32::from(letter - b'a'));
        match order.iter().find(|(it, _)| *it == chosen) {
            Some(&(_, first)) => {
                let letter = character.encode_utf8(&mut [0; 4]).to_owned();
                diagnostics.push(repeated(&letter, place, first));
            }
            None => order.push((chosen, place)),
        }
    }
    order
}

/// What is said of a variable that is listed again.
fn repeated(word: &str, place: Span, first: Span) -> Diagnostic {
    let message = format!("`{word}` gets a value twice");
    Diagnostic::new(REPEATED_VARIABLE, place, message, "the second time")
        .related(first, "the first time")
        .help("every variable of the formula stands here once")
}

/// The variables of the game's formula that `variables` does not list yet.
pub(super) fn unlisted(game: Definition, scope: &Scope<'_>) -> Vec<String> {
    let ItemKind::Game(declared) = &scope.item(game).kind else { return Vec::new() };
    let text = scope.text(game.document);
    let settings = Settings::read(text, declared, &super::FACTS, &mut Vec::new());
    let Some(SettingValue::Formula(body)) = settings.find("formula").map(|it| &it.value) else {
        return Vec::new();
    };
    let info = resolve_inline(scope, game.document, body, &mut Vec::new());
    let listed = settings.value("variables").map_or("", |span| &text[span.range()]);
    let variables = (b'a'..=b'z').filter(|letter| info.variables & 1 << (letter - b'a') != 0);
    variables.map(char::from).filter(|it| !listed.contains(*it)).map(String::from).collect()
}

/// Letters of which the formula has none.
fn other_formula(place: Span, of_formula: u32) -> Diagnostic {
    let message = "the formula has none of these variables";
    let shown: String = (b'a'..=b'z')
        .filter(|letter| of_formula & 1 << (letter - b'a') != 0)
        .map(|letter| format!(" `{}`", char::from(letter)))
        .collect();
    Diagnostic::new(UNKNOWN_VARIABLE, place, message, "not in the formula").help(
        match shown.as_str() {
            "" => "list the variables of the formula and no others".to_owned(),
            _ => format!("its variables are{shown}"),
        },
    )
}
