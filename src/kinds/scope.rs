//! What names mean: a file with all that it imports.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Kinds;
use super::formula::Progress;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::*;
use crate::interchange::numbered::NumberedClauses;
use crate::syntax::ast::{Item, Maze, Tree};
use crate::text::{Source, Span};

/// A `.puzzle` file as parsed.
#[derive(Debug)]
pub struct Document {
    /// Its text.
    pub source: Arc<Source>,
    /// Its tree.
    pub tree: Tree,
    /// What was wrong so far: with its lines and its imports.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a file in a foreign format holds.
#[derive(Debug)]
pub enum Content {
    /// Clauses, from DIMACS or the Davis-Putnam format.
    Clauses {
        /// The clauses.
        clauses: NumberedClauses,
        /// Atoms that the header counts and no clause names.
        free_atoms: u64,
    },
    /// A maze in the text format.
    Maze(Maze),
}

/// A file in a foreign format that a declaration names.
#[derive(Debug)]
pub struct Foreign {
    /// Its text.
    pub source: Arc<Source>,
    /// What it holds.
    pub content: Content,
    /// What was wrong with its lines.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file and all that it imports.
#[derive(Debug, Default)]
pub struct Program {
    /// The files, each behind those it imports; the last is the one that was asked for.
    pub documents: Vec<Document>,
    /// Files in foreign formats by the declaration that names them.
    pub foreign: FxHashMap<Definition, Foreign>,
    /// The kinds its declarations may be of.
    pub kinds: Kinds,
}

impl Program {
    /// The file that was asked for.
    ///
    /// # Panics
    /// On an empty program, which nobody makes.
    pub fn root(&self) -> &Document {
        self.documents.last().expect("a program has a root")
    }

    /// The item of a definition.
    pub fn item(&self, definition: Definition) -> &Item {
        &self.documents[definition.document as usize].tree.items[definition.item as usize]
    }
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Definition {
    /// Index of the file in [`Program::documents`].
    pub document: u32,
    /// Index of the item in its tree.
    pub item: u32,
}

/// The names of a program.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The files.
    pub program: &'a Program,
    names: FxHashMap<&'a str, Definition>,
    /// What is known of every formula, by file and item; of other items nothing.
    pub(super) formulas: Vec<Vec<Progress>>,
}

impl<'a> Scope<'a> {
    /// Collects the names; `findings` holds a list a file.
    pub fn new(program: &'a Program, findings: &mut [Vec<Diagnostic>]) -> Self {
        let count = program.documents.iter().map(|document| document.tree.items.len()).sum();
        let mut names = FxHashMap::default();
        names.reserve(count);
        let mut scope = Self { program, names, formulas: Vec::new() };
        for (document, findings) in (0..).zip(findings.iter_mut()) {
            let text = scope.text(document);
            for (index, item) in (0..).zip(&program.documents[document as usize].tree.items) {
                let Some(name) = item.kind.declared() else { continue };
                let definition = Definition { document, item: index };
                match scope.names.entry(&text[name.range()]) {
                    std::collections::hash_map::Entry::Vacant(entry) => {
                        entry.insert(definition);
                    }
                    std::collections::hash_map::Entry::Occupied(entry) => {
                        let first = *entry.get();
                        findings.push(scope.duplicate(name, document, first));
                    }
                }
            }
        }
        scope
    }

    fn duplicate(&self, name: Span, document: u32, first: Definition) -> Diagnostic {
        let word = &self.text(document)[name.range()];
        let message = format!("`{word}` is declared twice");
        let diagnostic = Diagnostic::new(DUPLICATE_NAME, name, message, "the second declaration")
            .help("names are unique in a file and its imports; rename one of them");
        let declared = self.item(first).kind.declared().unwrap_or_default();
        if first.document == document {
            return diagnostic.related(declared, "the first declaration");
        }
        let source = Arc::clone(&self.program.documents[first.document as usize].source);
        diagnostic.related_in(source, declared, "the first declaration")
    }

    /// The text of a file.
    pub fn text(&self, document: u32) -> &'a str {
        self.source(document).text()
    }

    /// The source of a file.
    pub fn source(&self, document: u32) -> &'a Arc<Source> {
        &self.program.documents[document as usize].source
    }

    /// The tree of a file.
    pub fn tree(&self, document: u32) -> &'a Tree {
        &self.program.documents[document as usize].tree
    }

    /// The item of a definition.
    pub fn item(&self, definition: Definition) -> &'a Item {
        self.program.item(definition)
    }

    /// What a name means.
    pub fn find(&self, name: &str) -> Option<Definition> {
        self.names.get(name).copied()
    }

    /// All names, in no order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.names.keys().copied()
    }
}
