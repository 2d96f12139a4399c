//! Gives what stands at a place another name, or says why that cannot be.

use super::mention::mentions;
use super::symbol::{
    Occurrence, SymbolAt, at, bit, item_at, linked, occurrences, resolved, within,
};
use super::{EditorPlace, TextLocation};
use crate::kinds::editor::{is_word, not_in_sentences};
use crate::kinds::sheet::not_a_name;
use crate::kinds::{Definition, Scope};
use crate::service::check::Analysis;
use crate::service::shelf;
use crate::syntax::ast::ItemKind;
use crate::syntax::terminal::{can_be_applied, reserved_in_formulas, reserved_name, variable};
use crate::text::Span;

/// Why a name cannot be given: a sentence for a person.
pub type RenameRefusal = String;

/// The word at a place, if it can be given another name.
///
/// # Errors
/// Why it cannot.
pub fn prepare(analysis: Analysis<'_>, place: EditorPlace) -> Result<Span, RenameRefusal> {
    let (symbol, span) = at(analysis, place).ok_or("there is no name here")?;
    match symbol {
        SymbolAt::Path(_) => Err("this is the path of a file".to_owned()),
        SymbolAt::Block(block, role, name) => {
            let editor = analysis.scope.editor(block);
            let kept = editor.and_then(|it| it.keeps(&analysis.scope, block, role, name));
            kept.map_or_else(|| unless_on_shelf(analysis, symbol, span), Err)
        }
        SymbolAt::Variable(item, letter) if is_unclear(&analysis.scope, item, letter) => {
            Err(format!("a formula that may use `{letter}` has mistakes: mend them first"))
        }
        _ => unless_on_shelf(analysis, symbol, span),
    }
}

/// The word, unless a sheet of the shelf has it.
fn unless_on_shelf(
    analysis: Analysis<'_>,
    symbol: SymbolAt<'_>,
    word: Span,
) -> Result<Span, RenameRefusal> {
    let program = analysis.scope.program;
    let path = |it: &Occurrence| &program.files[program.file_of(it.location.document)].path;
    match occurrences(analysis, symbol).iter().map(path).any(|it| shelf::holds(it)) {
        true => Err("a sheet of the shelf mentions it, which stays as it is".to_owned()),
        false => Ok(word),
    }
}

/// Whether a variable may be used where nobody can tell.
fn is_unclear(scope: &Scope<'_>, item: Definition, letter: &str) -> bool {
    linked(scope, item, letter).into_iter().any(|it| resolved(scope, it).is_broken)
}

/// The places at which the new name has to be written, in the order of the program.
///
/// # Errors
/// Why the name cannot be given.
pub fn rename(
    analysis: Analysis<'_>,
    place: EditorPlace,
    name: &str,
) -> Result<Vec<TextLocation>, RenameRefusal> {
    let word = prepare(analysis, place)?;
    let Some((symbol, _)) = at(analysis, place) else { return Ok(Vec::new()) };
    let scope = &analysis.scope;
    if &scope.text(place.document)[word.range()] != name {
        can_be(scope, symbol, name)?;
        is_free(analysis, symbol, name)?;
    }
    Ok(occurrences(analysis, symbol).into_iter().map(|it| it.location).collect())
}

/// Whether a word can be the name of such a symbol.
fn can_be(scope: &Scope<'_>, symbol: SymbolAt<'_>, name: &str) -> Result<(), RenameRefusal> {
    let reason = match symbol {
        SymbolAt::Variable(..) if variable(name).is_none() => {
            Some("a variable is one lower-case letter")
        }
        SymbolAt::Declared(_) if !is_word(name) => {
            Some("a name is a letter or `_`, then letters, digits or `_`")
        }
        SymbolAt::Declared(item)
            if !scope.item(item).kind.parameters().is_empty() && can_be_applied(name) =>
        {
            None
        }
        SymbolAt::Declared(item) => {
            reserved_name(name).or_else(|| not_a_name(&scope.item(item).kind, name))
        }
        SymbolAt::Bound(item, _) => match scope.item(item).kind {
            ItemKind::Formula { .. } if !is_word(name) => {
                Some("a name is a letter or `_`, then letters, digits or `_`")
            }
            ItemKind::Formula { .. } => reserved_in_formulas(name),
            _ => not_in_sentences(name),
        },
        SymbolAt::Block(block, ..) => scope.editor(block).and_then(|it| it.forbids(name)),
        SymbolAt::Variable(..) | SymbolAt::Path(_) => None,
    };
    reason.map_or(Ok(()), |reason| Err(format!("`{name}` cannot be its name: {reason}")))
}

/// Whether nothing else has a name where a symbol would get it.
fn is_free(analysis: Analysis<'_>, symbol: SymbolAt<'_>, name: &str) -> Result<(), RenameRefusal> {
    let scope = &analysis.scope;
    let (is_taken, what) = match symbol {
        SymbolAt::Declared(_) => {
            let is_hidden =
                || occurrences(analysis, symbol).iter().any(|it| hides(scope, it, name));
            match scope.find(name) {
                Some(_) => (true, "declaration"),
                None => (is_hidden(), "parameter"),
            }
        }
        SymbolAt::Variable(item, letter) => {
            let has_name = |it| {
                let is_mentioned = is_in(scope, it, SymbolAt::Variable(it, name));
                let is_hidden = has_parameter(scope, it, name);
                is_mentioned || is_hidden || resolved(scope, it).variables & bit(name) != 0
            };
            (linked(scope, item, letter).into_iter().any(has_name), "variable")
        }
        SymbolAt::Block(block, role, _) => {
            let name = scope.editor(block).and_then(|it| it.name(role, name)).unwrap_or(name);
            let is_other = scope.editor(block).is_some_and(|it| it.is_taken(scope, block, name));
            (is_other || is_in(scope, block, SymbolAt::Block(block, role, name)), role.word())
        }
        // A variable of that name, or a symbol that it would hide.
        SymbolAt::Bound(item, _) => {
            let document = &scope.program.documents[item.document as usize];
            let mut words = mentions(scope, document, scope.item(item)).into_iter();
            (words.any(|it| document.source.slice(it.span) == name), "word near it")
        }
        SymbolAt::Path(_) => (false, "file"),
    };
    if is_taken { Err(format!("`{name}` is taken by another {what}")) } else { Ok(()) }
}

/// Whether a formula has a parameter of that name.
fn has_parameter(scope: &Scope<'_>, item: Definition, name: &str) -> bool {
    let parameters = scope.item(item).kind.parameters().iter();
    parameters.map(|it| &scope.text(item.document)[it.range()]).any(|it| it == name)
}

/// Whether at a place a name would mean a parameter.
fn hides(scope: &Scope<'_>, it: &Occurrence, name: &str) -> bool {
    let TextLocation { document, span } = it.location;
    let place = EditorPlace { document, offset: span.start };
    item_at(scope, place).is_some_and(|it| has_parameter(scope, it, name))
}

fn is_in(scope: &Scope<'_>, item: Definition, symbol: SymbolAt<'_>) -> bool {
    !within(scope, item, symbol).is_empty()
}
