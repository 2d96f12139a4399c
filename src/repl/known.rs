//! What a session declares: names, kinds and places, told once after each change, so that nothing
//! is checked again while a person types.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::entries::{Entries, Entry, Together};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kinds::{Definition, Facts};
use crate::service::check::{Levels, check};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::{Source, Span};

/// A declaration that is in force.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// The facts of its kind; `None` when it has errors.
    pub facts: Option<&'static Facts>,
    /// Its text, with its documentation.
    pub span: Span,
    /// Where.
    pub source: Arc<Source>,
    /// The entry that it belongs to.
    pub owner: usize,
}

impl Declared {
    /// Its text, with its documentation.
    pub fn text(&self) -> &str {
        self.source.slice(self.span)
    }
}

/// What a session declares.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// In the order of their texts.
    pub declared: Vec<Declared>,
    /// The levels of lints that were typed.
    pub levels: Levels,
    /// The errors that there are now.
    pub errors: Vec<(Diagnostic, Arc<Source>)>,
}

impl Known {
    /// What the entries declare.
    pub fn of(entries: &Entries<'_>) -> Self {
        let together = entries.together(None);
        let mut known = Self { levels: levels(entries, &together), ..Self::default() };
        let analysis = check(&together.program, &known.levels);
        for (document, &owner) in (0..).zip(&together.owners) {
            let source = analysis.scope.source(document);
            for (item, index) in analysis.scope.tree(document).items.iter().zip(0..) {
                let Some(name) = item.kind.declared() else { continue };
                let definition = Definition { document, item: index };
                let is_sound = analysis.is_sound(definition);
                known.declared.push(Declared {
                    name: source.slice(name).to_owned(),
                    facts: analysis.kind(definition).filter(|_| is_sound).map(|it| it.facts()),
                    span: item.documentation.map_or(item.span, |above| above.to(item.span)),
                    source: Arc::clone(source),
                    owner,
                });
            }
            let items = &analysis.scope.tree(document).items;
            let is_hidden = |finding: &Diagnostic| {
                item_at(items, finding.span)
                    .is_some_and(|it| matches!(items[it].kind, ItemKind::Broken { name: None }))
            };
            let errors = analysis.findings[document as usize]
                .iter()
                .filter(|it| it.severity == Severity::Error && !is_hidden(it));
            known.errors.extend(errors.map(|it| (it.clone(), Arc::clone(source))));
        }
        known
    }

    /// The declaration of a name.
    pub fn find(&self, name: &str) -> Option<&Declared> {
        self.declared.iter().find(|it| it.name == name)
    }

    /// The errors that were not there before.
    pub fn new_errors(&self, before: &Self) -> Vec<(Diagnostic, Arc<Source>)> {
        let key = |(error, source): &(Diagnostic, Arc<Source>)| {
            let at = source.line_column(error.span.start);
            (source.name().to_owned(), at.line, at.column, error.code.number())
        };
        let old: FxHashSet<_> = before.errors.iter().map(key).collect();
        self.errors.iter().filter(|it| !old.contains(&key(it))).cloned().collect()
    }
}

/// The levels that were typed, which hold for the whole session.
fn levels(entries: &Entries<'_>, together: &Together) -> Levels {
    let mut levels = Levels::default();
    for (document, &owner) in together.program.documents.iter().zip(&together.owners) {
        let is_typed = |source: &Source| source.name() == document.source.name();
        if !matches!(&entries.list[owner], Entry::Typed { source, .. } if is_typed(source)) {
            continue;
        }
        for item in &document.tree.items {
            if let ItemKind::Level { level, lint } = item.kind
                && let Some(lint) = Code::find(document.source.slice(lint))
            {
                levels.set(lint, level);
            }
        }
    }
    levels
}

/// The item that a place lies in; items are in the order of the text.
pub(super) fn item_at(items: &[Item], place: Span) -> Option<usize> {
    let index = items.partition_point(|it| it.span.start <= place.start).checked_sub(1)?;
    (place.start <= items[index].span.end).then_some(index)
}
