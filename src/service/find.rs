//! Finds the puzzle that a person names.

use rustc_hash::FxHashSet;

use super::check::Analysis;
use super::slice::Slice;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::{Definition, Facts, Kind, Puzzle};
use crate::syntax::ast::ItemKind;

/// A puzzle and its kind.
pub struct FoundPuzzle<'s> {
    /// Where it is declared.
    pub definition: Definition,
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle + 's>,
    /// The facts of its kind.
    pub facts: &'static Facts,
}

/// Why there is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absence {
    /// Nothing is meant, for a person.
    NotMeant(String),
    /// Any of several may be meant, for a person; the name of one.
    Several(String, String),
    /// It has errors, which is all there is to say of it.
    Broken(String),
}

impl Absence {
    fn broken(name: &str) -> Self {
        Self::Broken(format!("`{name}` has errors"))
    }

    /// In words.
    pub fn reason(self) -> String {
        match self {
            Self::NotMeant(reason) | Self::Several(reason, _) | Self::Broken(reason) => reason,
        }
    }
}

impl From<String> for Absence {
    fn from(reason: String) -> Self {
        Self::NotMeant(reason)
    }
}

/// The puzzle called `name`; without a name the only one of the file.
///
/// # Errors
/// Why there is none, for a person.
pub fn puzzle<'s>(
    analysis: &'s Analysis<'_>,
    name: Option<&str>,
) -> Result<FoundPuzzle<'s>, Absence> {
    let definition = match name {
        Some(name) => analysis.scope.find(name).ok_or_else(|| unknown(analysis, name))?,
        None => only(analysis)?,
    };
    let name = analysis
        .scope
        .item(definition)
        .kind
        .declared()
        .map_or("", |span| &analysis.scope.text(definition.document)[span.range()]);
    if !analysis.scope.item(definition).kind.parameters().is_empty() {
        let reason = format!("`{name}` has parameters, so that it is no puzzle by itself");
        return Err(reason.into());
    }
    if analysis.scope.item(definition).kind.is_variable() {
        return Err(format!("`{name}` is a variable of formulas, and no puzzle").into());
    }
    let broken = || Absence::broken(name);
    let facts = analysis.kind(definition).ok_or_else(broken)?.facts();
    let puzzle = analysis.puzzle(definition).ok_or_else(broken)?;
    Ok(FoundPuzzle { definition, puzzle, facts })
}

/// What is played and called `name`, as the question about its next move; without a name the only one
/// of the file.
///
/// # Errors
/// Why there is none, for a person.
pub fn played(analysis: &Analysis<'_>, name: Option<&str>) -> Result<Slice, Absence> {
    let verb = |it: &Definition| {
        let kind = analysis.kind(*it).filter(|_| analysis.is_sound(*it));
        kind.and_then(|kind| kind.played(*it, analysis.scope))
    };
    let found = match name {
        Some(name) => analysis.scope.find(name).ok_or_else(|| unknown(analysis, name))?,
        None => {
            let program = analysis.scope.program;
            let all = program.items(program.root()).map(|it| it.0);
            let games: Vec<_> = all.filter(|it| verb(it).is_some()).collect();
            match *without_rules(analysis, games.clone()) {
                [game] => game,
                [] => return Err("it declares no game".to_owned().into()),
                _ => {
                    let listed = listed(analysis, &games);
                    let reason = format!("it declares several games; name one of {listed}");
                    return Err(reason.into());
                }
            }
        }
    };
    let name = analysis.scope.program.name(found);
    let broken = || Absence::broken(name);
    let facts = analysis.kind(found).map(Kind::facts).ok_or_else(broken)?;
    if !analysis.is_sound(found) {
        return Err(broken());
    }
    let nobody = || format!("`{name}` is {}, which nobody plays", facts.with_article());
    Slice::about(analysis, found, verb(&found).ok_or_else(nobody)?).ok_or_else(broken)
}

fn unknown(analysis: &Analysis<'_>, name: &str) -> String {
    let declared = declared(analysis);
    match did_you_mean(name, analysis.scope.names()) {
        Some(similar) => format!("it declares no `{name}`; did you mean `{similar}`?"),
        None if declared.is_empty() => format!("it declares no `{name}`, nor anything else"),
        None => format!("it declares no `{name}`; there is {}", listed(analysis, &declared)),
    }
}

fn only(analysis: &Analysis<'_>) -> Result<Definition, Absence> {
    let declared = declared(analysis);
    match *without_rules(analysis, declared.clone()) {
        [only] => Ok(only),
        [] => Err("it declares no puzzle".to_owned().into()),
        [first, ..] => {
            let listed = listed(analysis, &declared);
            let reason = format!("it declares several puzzles; name one of {listed}");
            Err(Absence::Several(reason, analysis.scope.program.name(first).to_owned()))
        }
    }
}

/// Those of which no other one takes its rules.
fn without_rules(analysis: &Analysis<'_>, mut declared: Vec<Definition>) -> Vec<Definition> {
    let rules = declared.iter().filter_map(|it| match &analysis.scope.item(*it).kind {
        ItemKind::Puzzle { rules: Some(rules), .. } => {
            analysis.scope.find(&analysis.scope.text(it.document)[rules.range()])
        }
        _ => None,
    });
    let rules: FxHashSet<Definition> = rules.collect();
    declared.retain(|it| !rules.contains(it));
    declared
}

/// What the file declares that was asked for.
fn declared(analysis: &Analysis<'_>) -> Vec<Definition> {
    let program = analysis.scope.program;
    let items = program.items(program.root());
    let is_puzzle =
        |it: &ItemKind| it.declared().is_some() && it.parameters().is_empty() && !it.is_variable();
    items.filter(|(_, item)| is_puzzle(&item.kind)).map(|it| it.0).collect()
}

/// Names in a sentence, of many the first.
fn listed(analysis: &Analysis<'_>, definitions: &[Definition]) -> String {
    const MOST: usize = 8;
    let names =
        definitions.iter().take(MOST).map(|it| format!("`{}`", analysis.scope.program.name(*it)));
    let names = names.collect::<Vec<_>>().join(", ");
    match definitions.len().checked_sub(MOST) {
        Some(more @ 1..) => format!("{names} and {more} more"),
        _ => names,
    }
}
