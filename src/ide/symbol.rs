//! What stands at a place of a program, and every other place that says the same.

use rustc_hash::FxHashSet;

use super::mention::{NameMention, What, mentions, subject};
use super::{EditorPlace, TextLocation};
use crate::kinds::editor::WordRole;
use crate::kinds::formula::resolve_inline;
use crate::kinds::scope::FormulaInfo;
use crate::kinds::{Definition, Document, Scope};
use crate::service::check::Analysis;
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// Something that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolAt<'a> {
    /// A declared puzzle: where it is declared first.
    Declared(Definition),
    /// What a kind says that a word of its block names.
    Block(Definition, WordRole, &'a str),
    /// A variable, by its letter, of the formulas that an item is made of.
    Variable(Definition, &'a str),
    /// A variable of a sentence in an item, by the place where it is bound.
    Bound(Definition, Span),
    /// A file that an item names.
    Path(Definition),
}

/// A place that names a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// Where.
    pub location: TextLocation,
    /// The symbol exists because of it.
    pub is_declaration: bool,
}

/// The item at a place, its last sign included.
pub fn item_at(scope: &Scope<'_>, place: EditorPlace) -> Option<Definition> {
    let items = &scope.tree(place.document).items;
    let item = items.partition_point(|it| it.span.end < place.offset);
    let is_in = items.get(item).is_some_and(|it| it.span.start <= place.offset);
    // Each of the variables of a line is an item.
    let is_next = |it: &&Item| {
        let starts = it.kind.declared().is_some_and(|name| name.start <= place.offset);
        matches!(it.kind, ItemKind::Variable { .. }) && it.span.start <= place.offset && starts
    };
    let more = items[item.min(items.len())..].iter().take_while(is_next).count();
    let item = item + more.saturating_sub(1);
    is_in.then_some(Definition { document: place.document, item: item as u32 })
}

/// The symbol at a place, and its word there.
pub fn at<'a>(analysis: Analysis<'a>, place: EditorPlace) -> Option<(SymbolAt<'a>, Span)> {
    let scope = analysis.scope;
    let definition = item_at(&scope, place)?;
    let document = &scope.program.documents[place.document as usize];
    let touching = mentions(&scope, document, scope.item(definition)).into_iter();
    let touching = touching.filter(|it| it.span.contains(Span::at(place.offset)));
    // Of two letters side by side the one behind the place is meant.
    let mention = touching.max_by_key(|it| it.span.start)?;
    Some((symbol(&scope, definition, mention)?, mention.span))
}

/// What a mention in an item names, if that exists.
fn symbol<'a>(
    scope: &Scope<'a>,
    definition: Definition,
    NameMention { span, what, .. }: NameMention,
) -> Option<SymbolAt<'a>> {
    let word = &scope.text(definition.document)[span.range()];
    let document = &scope.program.documents[definition.document as usize];
    let owner = match &scope.item(definition).kind {
        ItemKind::Query(query) if matches!(what, What::Block(_)) => {
            subject(scope, document, query)?
        }
        _ => definition,
    };
    Some(match what {
        What::Name => SymbolAt::Declared(scope.find(word)?),
        What::Variable => SymbolAt::Variable(definition, word),
        What::Path => SymbolAt::Path(definition),
        What::Block(role) => {
            let editor = scope.editor(owner)?;
            let name = editor.name(role, word)?;
            let owner = editor.owner(scope, owner, name);
            let exists = owner == definition || editor.has(scope, owner, role, name);
            exists.then_some(SymbolAt::Block(owner, role, name))?
        }
        What::Bound(place) => SymbolAt::Bound(definition, place),
    })
}

/// All places that name a symbol, in the order of the program.
pub fn occurrences(analysis: Analysis<'_>, symbol: SymbolAt<'_>) -> Vec<Occurrence> {
    let scope = analysis.scope;
    match symbol {
        SymbolAt::Declared(definition) => declared(&scope, scope.program.name(definition)),
        SymbolAt::Path(definition) | SymbolAt::Bound(definition, _) => {
            within(&scope, definition, symbol)
        }
        SymbolAt::Variable(definition, letter) => {
            let linked = linked(&scope, definition, letter);
            linked.into_iter().flat_map(|it| within(&scope, it, symbol)).collect()
        }
        SymbolAt::Block(owner, ..) => {
            let is_about = |(it, document, item): &(Definition, &Document, &Item)| {
                let block = match &item.kind {
                    ItemKind::Query(query) => subject(&scope, document, query),
                    _ => Some(*it),
                };
                let blocks = |it| scope.editor(it).map(|editor| editor.blocks(&scope, it));
                block.and_then(blocks).is_some_and(|it| it.contains(&owner))
            };
            let items = items(&scope).filter(is_about);
            items.flat_map(|(it, ..)| within(&scope, it, symbol)).collect()
        }
    }
}

/// All items of a program in order.
fn items<'a>(
    scope: &Scope<'a>,
) -> impl Iterator<Item = (Definition, &'a Document, &'a Item)> + use<'a> {
    let program = scope.program;
    let items = program.files.iter().flat_map(|file| program.items(file));
    items.map(|(it, item)| (it, &*program.documents[it.document as usize], item))
}

/// The places that declare or mention a name.
fn declared(scope: &Scope<'_>, name: &str) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let of_name = scope.find(name).map(|it| &scope.item(it).kind);
    // In values and answers as well, and each time where it is declared again.
    let is_variable = matches!(of_name, Some(ItemKind::Variable { .. }));
    for (Definition { document: index, .. }, document, item) in items(scope) {
        let mut add = |span, is_declaration| {
            let location = TextLocation { document: index, span };
            found.push(Occurrence { location, is_declaration });
        };
        if is_variable {
            let of_name =
                |it: &NameMention| it.what == What::Name && document.source.slice(it.span) == name;
            let mentions = mentions(scope, document, item).into_iter().filter(of_name);
            mentions.for_each(|it| add(it.span, it.is_declaration));
            continue;
        }
        let own = item.kind.declared().filter(|it| document.source.slice(*it) == name);
        own.into_iter().for_each(|span| add(span, true));
        let mentions = document.mentions(item).filter(|(word, _)| *word == name);
        let mut mentions: Vec<_> = mentions.map(|it| it.1).collect();
        mentions.sort_unstable();
        mentions.into_iter().for_each(|span| add(span, false));
    }
    found
}

/// The places in an item that name a symbol.
pub fn within(scope: &Scope<'_>, definition: Definition, sought: SymbolAt<'_>) -> Vec<Occurrence> {
    let document = &scope.program.documents[definition.document as usize];
    let editor = match sought {
        SymbolAt::Block(block, ..) => scope.editor(block),
        _ => None,
    };
    let has_word = |it: &NameMention| {
        let word = document.source.slice(it.span);
        match sought {
            SymbolAt::Block(_, role, name) => {
                it.what == What::Block(role)
                    && editor.is_some_and(|editor| editor.name(role, word) == Some(name))
            }
            SymbolAt::Variable(_, letter) => it.what == What::Variable && word == letter,
            SymbolAt::Bound(_, place) => it.what == What::Bound(place),
            SymbolAt::Declared(_) | SymbolAt::Path(_) => true,
        }
    };
    let is_sought = |it: &NameMention| match sought {
        SymbolAt::Variable(..) | SymbolAt::Bound(..) => true,
        _ => symbol(scope, definition, *it) == Some(sought),
    };
    let found = mentions(scope, document, scope.item(definition)).into_iter();
    let found = found.filter(|it| has_word(it) && is_sought(it));
    let occurrence = |it: NameMention| Occurrence {
        location: TextLocation { document: definition.document, span: it.span },
        is_declaration: it.is_declaration,
    };
    found.map(occurrence).collect()
}

/// The items in which a variable is the same as in one of them: those that mention formulas with
/// this variable, and these.
pub fn linked(scope: &Scope<'_>, definition: Definition, letter: &str) -> Vec<Definition> {
    let mut links = Vec::new();
    for (it, document, item) in items(scope) {
        let names = document.mentions(item).filter_map(|(name, _)| scope.find(name));
        for other in names.filter(|it| has_variable(scope, *it, letter)) {
            links.extend([(it, other), (other, it)]);
        }
    }
    links.sort_unstable();
    let mut seen = FxHashSet::from_iter([definition]);
    let mut pending = vec![definition];
    while let Some(it) = pending.pop() {
        let from = links.partition_point(|(from, _)| *from < it);
        let others = links[from..].iter().take_while(|(from, _)| *from == it);
        pending.extend(others.map(|(_, other)| *other).filter(|other| seen.insert(*other)));
    }
    items(scope).map(|(it, ..)| it).filter(|it| seen.contains(it)).collect()
}

/// Whether a definition is a formula with this variable once names are written out.
pub fn has_variable(scope: &Scope<'_>, definition: Definition, letter: &str) -> bool {
    scope.formula_info(definition).is_some_and(|it| it.variables & bit(letter) != 0)
}

/// The bit of a variable in sets of variables.
pub fn bit(letter: &str) -> u32 {
    variable(letter).map_or(0, |letter| 1 << (letter - b'a'))
}

/// What is known of the formulas that an item is made of, taken together.
pub fn resolved(scope: &Scope<'_>, definition: Definition) -> FormulaInfo {
    let mut all = FormulaInfo::default();
    for formula in scope.item(definition).kind.formulas() {
        all.include(&resolve_inline(scope, definition.document, formula, &mut Vec::new()));
    }
    all
}
