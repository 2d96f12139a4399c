//! Where it is declared what something at a place is: the sort of a constant, of the values of a function or of a
//! variable, and the rules of a puzzle.

use super::mention::subject;
use super::symbol::{self, SymbolAt, occurrences};
use super::{EditorPlace, TextLocation};
use crate::kinds::editor::{Editor, WordRole};
use crate::kinds::theory::starts;
use crate::kinds::{Definition, Scope};
use crate::service::check::Analysis;
use crate::syntax::ast::{BoundName, ItemKind, SentenceOp};
use crate::text::Span;

/// Where the sort or the rules are declared of what stands at a place, as far as the text tells which they are.
pub fn type_definition(analysis: Analysis<'_>, place: EditorPlace) -> Option<TextLocation> {
    let scope = &analysis.scope;
    let (block, sort) = match symbol::at(analysis, place)?.0 {
        SymbolAt::Declared(puzzle) => return rules(scope, puzzle),
        SymbolAt::Block(block, _, name) => (block, scope.editor(block)?.sort(scope, block, name)?),
        SymbolAt::Bound(item, variable) => {
            let block = block(scope, item)?;
            let written = written(scope, item, variable);
            (block, written.or_else(|| inferred(analysis, item, block, variable))?)
        }
        SymbolAt::Variable(..) | SymbolAt::Path(_) => return None,
    };
    let owner = scope.editor(block)?.owner(scope, block, sort);
    let places = occurrences(analysis, SymbolAt::Block(owner, WordRole::Part, sort));
    places.iter().find(|it| it.is_declaration).map(|it| it.location)
}

/// Where the rules of a puzzle are declared, if it names some.
fn rules(scope: &Scope<'_>, puzzle: Definition) -> Option<TextLocation> {
    let ItemKind::Puzzle { rules, .. } = &scope.item(puzzle).kind else { return None };
    let rules = scope.find(&scope.text(puzzle.document)[(*rules)?.range()])?;
    let span = scope.item(rules).kind.declared()?;
    Some(TextLocation { document: rules.document, span })
}

/// The block that the sentences of an item speak of.
fn block(scope: &Scope<'_>, item: Definition) -> Option<Definition> {
    match &scope.item(item).kind {
        ItemKind::Query(query) => {
            subject(scope, &scope.program.documents[item.document as usize], query)
        }
        _ => Some(item),
    }
}

/// The sort that is written where a variable is bound.
fn written<'a>(scope: &Scope<'a>, item: Definition, variable: Span) -> Option<&'a str> {
    let parameters = scope.item(item).kind.sentences().flat_map(|(_, parameters)| parameters);
    let mut bound = parameters.chain(&scope.tree(item.document).bound);
    let BoundName { sort, .. } = bound.find(|it| it.name == variable)?;
    Some(&scope.text(item.document)[sort.as_ref()?.sort()?.range()])
}

/// The sort of the first place of a predicate or a function at which a variable stands.
fn inferred<'a>(
    analysis: Analysis<'a>,
    item: Definition,
    block: Definition,
    variable: Span,
) -> Option<&'a str> {
    let scope = &analysis.scope;
    let (tree, text) = (scope.tree(item.document), scope.text(item.document));
    let editor: &dyn Editor = scope.editor(block)?;
    let places = occurrences(analysis, SymbolAt::Bound(item, variable));
    let is_variable = |span| places.iter().any(|it| it.location.span == span);
    for (sentence, _) in scope.item(item).kind.sentences() {
        let nodes = tree.sentence(sentence);
        let starts = starts(nodes);
        for (index, node) in nodes.iter().enumerate() {
            let SentenceOp::Apply { name: applied, arguments } = node.op else { continue };
            let mut behind = index;
            for argument in (0..arguments as usize).rev() {
                let Some(last) = behind.checked_sub(1) else { break };
                behind = starts[last];
                let (SentenceOp::Apply { name, arguments: 0 } | SentenceOp::Asked { name }) =
                    nodes[last].op
                else {
                    continue;
                };
                if is_variable(name) {
                    return editor.argument_sort(scope, block, &text[applied.range()], argument);
                }
            }
        }
    }
    None
}
