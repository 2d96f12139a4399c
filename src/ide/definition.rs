//! Where what stands at a place is declared.

use std::path::PathBuf;

use super::symbol::{self, SymbolAt, has_variable, occurrences};
use super::{EditorPlace, TextLocation, named_file};
use crate::kinds::{Definition, Scope};
use crate::service::check::Analysis;
use crate::syntax::ast::Op;
use crate::syntax::terminal::variable;
use crate::text::Span;

/// Where a word leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DefinitionTarget {
    /// To a word of the program.
    Word(TextLocation),
    /// To a file, as the path of the file that names it and the path written there tell.
    File(PathBuf),
}

/// Where the word at a place leads, and the word. What has no declaration, such as a variable,
/// leads to its first mention.
pub fn definition(analysis: Analysis<'_>, place: EditorPlace) -> Option<(Span, DefinitionTarget)> {
    let scope = analysis.scope;
    let (symbol, span) = symbol::at(analysis, place)?;
    let target = match symbol {
        SymbolAt::Declared(definition) => {
            let span = scope.item(definition).kind.declared()?;
            DefinitionTarget::Word(TextLocation { document: definition.document, span })
        }
        SymbolAt::Path(_) => {
            let file = &scope.program.files[scope.program.file_of(place.document)];
            DefinitionTarget::File(named_file(file, &scope.text(place.document)[span.range()])?)
        }
        SymbolAt::Variable(definition, letter) => {
            DefinitionTarget::Word(first_mention(&scope, definition, letter)?)
        }
        SymbolAt::Block(..) | SymbolAt::Bound(..) => {
            let places = occurrences(analysis, symbol);
            let declared = places.iter().find(|it| it.is_declaration).or(places.first())?;
            DefinitionTarget::Word(declared.location)
        }
    };
    Some((span, target))
}

/// The first mention of a variable in the formulas of an item, or in those that they mention.
fn first_mention(
    scope: &Scope<'_>,
    mut definition: Definition,
    letter: &str,
) -> Option<TextLocation> {
    let variable = variable(letter)?;
    loop {
        let Definition { document, .. } = definition;
        let mut mentioned = None;
        for formula in scope.item(definition).kind.formulas() {
            for node in scope.tree(document).formula(formula) {
                match node.op {
                    Op::Variable(it) if it == variable => {
                        return Some(TextLocation { document, span: node.span });
                    }
                    Op::Name | Op::Apply(_) if mentioned.is_none() => {
                        let text = scope.text(document);
                        let name = node.reference(text).map(|it| &text[it.range()]);
                        let named = name.and_then(|it| scope.find(it));
                        mentioned = named.filter(|it| has_variable(scope, *it, letter));
                    }
                    _ => {}
                }
            }
        }
        definition = mentioned?;
    }
}
