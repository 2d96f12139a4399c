//! Gives what stands at a place another name, or says why that cannot be.

use super::mention::mentions;
use super::symbol::{Occurrence, Symbol, at, bit, linked, occurrences, resolved, within};
use super::{Location, Place, theory};
use crate::kinds::clauses::atom_name;
use crate::kinds::{Definition, Scope};
use crate::service::check::Analysis;
use crate::service::shelf;
use crate::syntax::ast::ItemKind;
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::{is_foreign_connective, is_reserved, reserved_name, variable};
use crate::syntax::token::{Token, lex};
use crate::text::Span;

/// Why a name cannot be given: a sentence for a person.
pub type Refusal = String;

/// The word at a place, if it can be given another name.
///
/// # Errors
/// Why it cannot.
pub fn prepare(analysis: Analysis<'_>, place: Place) -> Result<Span, Refusal> {
    let (symbol, span) = at(analysis, place).ok_or("there is no name here")?;
    match symbol {
        Symbol::Path(_) => Err("this is the path of a file".to_owned()),
        Symbol::Block(block, role, name) => {
            let editor = analysis.scope.editor(block);
            editor.and_then(|it| it.keeps(role, name)).map_or(Ok(span), Err)
        }
        Symbol::Part(owner, name) if comes_with_puzzles(&analysis.scope, owner, name) => {
            Err(format!("`{name}` comes with boards and numbers; nothing here declares it"))
        }
        Symbol::Variable(item, letter) if is_unclear(&analysis.scope, item, letter) => {
            Err(format!("a formula that may use `{letter}` has mistakes: mend them first"))
        }
        _ => {
            let program = analysis.scope.program;
            let path = |it: &Occurrence| &program.files[program.file_of(it.location.document)].path;
            match occurrences(analysis, symbol).iter().map(path).any(|it| shelf::holds(it)) {
                true => Err("a sheet of the shelf mentions it, which stays as it is".to_owned()),
                false => Ok(span),
            }
        }
    }
}

/// Whether a word of a puzzle is declared by none of its lines: it has a meaning in all puzzles.
fn comes_with_puzzles(scope: &Scope<'_>, owner: Definition, name: &str) -> bool {
    let is_puzzle = matches!(scope.item(owner).kind, ItemKind::Puzzle { .. });
    is_puzzle && !theory::declares(scope, owner, name)
}

/// Whether a variable may be used where nobody can tell.
fn is_unclear(scope: &Scope<'_>, item: Definition, letter: &str) -> bool {
    linked(scope, item, letter).into_iter().any(|it| resolved(scope, it).is_broken)
}

/// The places at which the new name has to be written, in the order of the program.
///
/// # Errors
/// Why the name cannot be given.
pub fn rename(analysis: Analysis<'_>, place: Place, name: &str) -> Result<Vec<Location>, Refusal> {
    let word = prepare(analysis, place)?;
    let Some((symbol, _)) = at(analysis, place) else { return Ok(Vec::new()) };
    let scope = &analysis.scope;
    if &scope.text(place.document)[word.range()] != name {
        can_be(scope, symbol, name)?;
        is_free(scope, symbol, name)?;
    }
    Ok(occurrences(analysis, symbol).into_iter().map(|it| it.location).collect())
}

/// Whether a word can be the name of such a symbol.
fn can_be(scope: &Scope<'_>, symbol: Symbol<'_>, name: &str) -> Result<(), Refusal> {
    let is_one = |token| {
        let mut tokens = lex(name);
        tokens.next().is_some_and(|it| it.token == token && it.span.range() == (0..name.len()))
    };
    let is_word = is_one(Token::Word);
    let reason = match symbol {
        Symbol::Variable(..) if variable(name).is_none() => "a variable is one lower-case letter",
        Symbol::Variable(..) => return Ok(()),
        Symbol::Declared(_) if !is_word => "a name is a letter or `_`, then letters, digits or `_`",
        Symbol::Declared(_) => match reserved_name(name) {
            Some(reason) => reason,
            None => return Ok(()),
        },
        Symbol::Part(..) | Symbol::Bound(..) if !is_word => {
            "a name is a letter or `_`, then letters, digits or `_`"
        }
        Symbol::Part(..) | Symbol::Bound(..) if Keyword::find_in_sentence(name).is_some() => {
            "this word has a meaning in sentences"
        }
        Symbol::Part(..) if variable(name).is_some() => "a single lower-case letter is a variable",
        Symbol::Part(..) | Symbol::Bound(..) => return Ok(()),
        _ if !is_word && !is_one(Token::Number) => "a name is a word or a number",
        _ if is_reserved(name) => "this word starts a line of its own",
        Symbol::Atom(..) if is_foreign_connective(name) => {
            "this word is a connective of other notations"
        }
        Symbol::Atom(..) if atom_name(name) == "0" => "atoms are numbered from 1",
        Symbol::Block(block, ..) => match scope.editor(block).and_then(|it| it.forbids(name)) {
            Some(reason) => reason,
            None => return Ok(()),
        },
        _ => return Ok(()),
    };
    Err(format!("`{name}` cannot be its name: {reason}"))
}

/// Whether nothing else has a name where a symbol would get it.
fn is_free(scope: &Scope<'_>, symbol: Symbol<'_>, name: &str) -> Result<(), Refusal> {
    let (is_taken, what) = match symbol {
        Symbol::Declared(_) => (scope.find(name).is_some(), "declaration"),
        Symbol::Variable(item, letter) => {
            let has_name = |it| {
                let is_mentioned = is_in(scope, it, Symbol::Variable(it, name));
                is_mentioned || resolved(scope, it).variables & bit(name) != 0
            };
            (linked(scope, item, letter).into_iter().any(has_name), "variable")
        }
        Symbol::Block(block, role, _) => {
            (is_in(scope, block, Symbol::Block(block, role, name)), role.word())
        }
        Symbol::Atom(set, _) => (is_in(scope, set, Symbol::Atom(set, atom_name(name))), "atom"),
        Symbol::Part(theory, _) => {
            let text = scope.text(theory.document);
            let mut bound = scope.tree(theory.document).bound.iter();
            let is_bound = bound.any(|it| &text[it.name.range()] == name);
            (is_bound || is_in(scope, theory, Symbol::Part(theory, name)), "word of the theory")
        }
        // A variable of that name, or a symbol that it would hide.
        Symbol::Bound(item, _) => {
            let document = &scope.program.documents[item.document as usize];
            let mut words = mentions(scope, document, scope.item(item)).into_iter();
            (words.any(|it| document.source.slice(it.span) == name), "word near it")
        }
        Symbol::Path(_) => (false, "file"),
    };
    if is_taken { Err(format!("`{name}` is taken by another {what}")) } else { Ok(()) }
}

fn is_in(scope: &Scope<'_>, item: Definition, symbol: Symbol<'_>) -> bool {
    !within(scope, item, symbol).is_empty()
}
