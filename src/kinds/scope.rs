//! What names mean: a file with all that it imports.

mod resolved;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Kinds;
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Severity};
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::tptp::TptpProblem;
use crate::syntax::ast::{Item, ItemKind, MazeBlock, Op, SyntaxTree, WrittenFormula};
use crate::text::{Source, Span};
use puzzle_engine::logic::dots::DotsGame;
pub use resolved::{FormulaInfo, Formulas, ResolveProgress};

/// The most blocks that a puzzle is made up of. Each puzzle of a chain is understood with all lines above it, so
/// that a longer chain would take time by the square of its length.
pub const MAX_BLOCKS: usize = 256;

/// A text that is parsed alone: a whole `.puzzle` file or, of a file that is being edited, a part
/// of it. All positions are relative to the text.
#[derive(Debug, Default)]
pub struct Document {
    /// Its text.
    pub source: Arc<Source>,
    /// Its tree.
    pub tree: SyntaxTree,
    /// What is wrong with its lines.
    pub diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// The names that the formulas of one of its items mention, and of a puzzle the one whose rules it has, each
    /// with its place. A letter that a query is about may be one.
    pub fn mentions<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = (&'a str, Span)> {
        let is_query = matches!(item.kind, ItemKind::Query(_));
        let names = item.kind.formulas().flat_map(move |formula| {
            let nodes = self.tree.formula(formula);
            let is_alone = is_query && nodes.len() == 1;
            nodes.iter().filter_map(move |node| match node.op {
                Op::Variable(_) => is_alone.then_some(node.span),
                _ => node.reference(self.source.text()),
            })
        });
        let rules = match &item.kind {
            ItemKind::Puzzle { rules, .. } => *rules,
            _ => None,
        };
        // A word that gets a value is a variable.
        let bound = match &item.kind {
            ItemKind::Query(query) => &query.bindings[..],
            _ => &[],
        };
        let bound = bound.iter().map(|it| it.variable).filter(|it| it.len() > 1);
        let spans = names.chain(rules).chain(bound);
        spans.map(|span| (self.source.slice(span), span))
    }
}

/// A `.puzzle` file.
#[derive(Clone, Debug)]
pub struct ScopeFile {
    /// Where it is, in the form that [`Files::locate`](crate::service::import::Files::locate)
    /// gives.
    pub path: PathBuf,
    /// Its texts in order, as indices of [`Program::documents`].
    pub parts: Vec<u32>,
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
    Maze(MazeBlock),
    /// A board of Dots and Boxes, unless it is too broken for one.
    Dots(Option<DotsGame>),
    /// A theory, from a problem in TPTP.
    Theory(Box<TptpProblem>),
}

/// A file in a foreign format that a declaration names.
#[derive(Debug)]
pub struct ForeignFile {
    /// Its text.
    pub source: Arc<Source>,
    /// What it holds.
    pub content: Content,
    /// What was wrong with its lines.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that it includes.
    pub included: Vec<ReadText>,
}

/// A text that was asked for, or that another one includes.
#[derive(Clone, Debug)]
pub struct ReadText {
    /// The text.
    pub source: Arc<Source>,
    /// What was wrong with its lines.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the text that was asked for names it, or names what includes it in its turn; of that text itself its start.
    pub place: Span,
}

impl ForeignFile {
    /// All its texts, that of the file itself first, each with what was wrong with its lines.
    pub fn texts(&self) -> impl Iterator<Item = (&Arc<Source>, &[Diagnostic])> {
        let included = self.included.iter().map(|it| (&it.source, &it.diagnostics[..]));
        std::iter::once((&self.source, &self.diagnostics[..])).chain(included)
    }

    /// Whether a line is wrong.
    pub fn has_errors(&self) -> bool {
        let mut all = self.texts().flat_map(|it| it.1);
        all.any(|it| it.severity == Severity::Error)
    }
}

/// What the files that a document names bring to it.
#[derive(Clone, Debug, Default)]
pub struct BroughtFiles {
    /// Files in foreign formats, each behind the item that names it.
    pub foreign: Vec<(u32, Arc<ForeignFile>)>,
    /// What is wrong with imports and with what they name.
    pub faults: Vec<Diagnostic>,
    /// Whether an import brought nothing, so that names may be missing.
    pub is_lacking: bool,
}

/// A file and all that it imports.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All texts, in no order: see [`Program::files`].
    pub documents: Vec<Arc<Document>>,
    /// The files, each behind those it imports; the last is the one that was asked for.
    pub files: Vec<ScopeFile>,
    /// What is wrong with imports and with what they name, by document.
    pub import_findings: BTreeMap<u32, Vec<Diagnostic>>,
    /// Documents of which an import brought nothing, so that names may be missing.
    pub lacking: BTreeSet<u32>,
    /// Files in foreign formats by the declaration that names them.
    pub foreign: FxHashMap<Definition, Arc<ForeignFile>>,
    /// The kinds its declarations may be of.
    pub kinds: Kinds,
    /// It stands for a text in the format of another program: to solve what it declares is to answer what that text
    /// asks.
    pub asks_whole: bool,
}

impl Program {
    /// The file that was asked for.
    ///
    /// # Panics
    /// On an empty program, which nobody makes.
    pub fn root(&self) -> &ScopeFile {
        self.files.last().expect("a program has a root")
    }

    /// The file that a text is a part of, as an index of [`Program::files`].
    pub fn file_of(&self, document: u32) -> usize {
        let holds = |file: &ScopeFile| file.parts.contains(&document);
        self.files.iter().position(holds).unwrap_or_default()
    }

    /// Takes away what a document was brought.
    pub fn take_brought(&mut self, document: u32) -> BroughtFiles {
        let items = 0..self.documents[document as usize].tree.items.len() as u32;
        let foreign = items
            .filter_map(|item| Some((item, self.foreign.remove(&Definition { document, item })?)));
        BroughtFiles {
            foreign: foreign.collect(),
            faults: self.import_findings.remove(&document).unwrap_or_default(),
            is_lacking: self.lacking.remove(&document),
        }
    }

    /// Brings a document what the files that it names hold.
    pub fn bring(&mut self, document: u32, brought: BroughtFiles) {
        for (item, foreign) in brought.foreign {
            self.foreign.insert(Definition { document, item }, foreign);
        }
        if !brought.faults.is_empty() {
            self.import_findings.insert(document, brought.faults);
        }
        if brought.is_lacking {
            self.lacking.insert(document);
        }
    }

    /// All texts in the order of the files, each by its index.
    pub fn in_order(&self) -> impl Iterator<Item = u32> + '_ {
        self.files.iter().flat_map(|file| &file.parts).copied()
    }

    /// The items of a file in order, each with where it is declared.
    pub fn items<'a>(
        &'a self,
        file: &'a ScopeFile,
    ) -> impl Iterator<Item = (Definition, &'a Item)> {
        file.parts.iter().flat_map(|&document| {
            let items = &self.documents[document as usize].tree.items;
            (0..).zip(items).map(move |(item, it)| (Definition { document, item }, it))
        })
    }

    /// The item of a definition.
    pub fn item(&self, definition: Definition) -> &Item {
        &self.documents[definition.document as usize].tree.items[definition.item as usize]
    }

    /// The name that a definition declares; empty when it declares none.
    pub fn name(&self, definition: Definition) -> &str {
        let document = &self.documents[definition.document as usize];
        let item = &document.tree.items[definition.item as usize];
        item.kind.declared().map_or("", |name| document.source.slice(name))
    }
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Definition {
    /// Index of the text in [`Program::documents`].
    pub document: u32,
    /// Index of the item in its tree.
    pub item: u32,
}

/// Where each name of a program is declared: first, which is what it means, and again.
#[derive(Debug, Default)]
pub struct DeclaredNames {
    first: HashTable<Definition>,
    /// By the hash of the name.
    again: BTreeSet<(u64, Definition)>,
}

impl DeclaredNames {
    fn hash(name: &str) -> u64 {
        FxBuildHasher.hash_one(name)
    }

    /// Where a name is declared.
    pub fn find(&self, program: &Program, name: &str) -> Option<Definition> {
        self.first.find(Self::hash(name), |&it| program.name(it) == name).copied()
    }

    /// Makes room for that many more.
    pub fn reserve(&mut self, program: &Program, count: usize) {
        self.first.reserve(count, |&it| Self::hash(program.name(it)));
    }

    /// Whether every name is declared once.
    pub fn are_unique(&self) -> bool {
        self.again.is_empty()
    }

    /// Where a name is declared again.
    pub fn again<'a>(
        &'a self,
        program: &'a Program,
        name: &'a str,
    ) -> impl Iterator<Item = Definition> + 'a {
        let hash = Self::hash(name);
        let same = self.again.range((hash, Definition::default())..);
        let same = same.take_while(move |it| it.0 == hash).map(|it| it.1);
        same.filter(move |it| program.name(*it) == name)
    }

    /// Adds the name of a definition. `place` tells which of two stands first.
    pub fn insert<P: Ord>(
        &mut self,
        program: &Program,
        definition: Definition,
        place: impl Fn(Definition) -> P,
    ) {
        use hashbrown::hash_table::Entry;
        let name = program.name(definition);
        let hash = Self::hash(name);
        let is_same = |&it: &Definition| program.name(it) == name;
        match self.first.entry(hash, is_same, |&it| Self::hash(program.name(it))) {
            Entry::Occupied(mut entry) => {
                let first = entry.get_mut();
                let later = match place(definition) < place(*first) {
                    true => std::mem::replace(first, definition),
                    false => definition,
                };
                self.again.insert((hash, later));
            }
            Entry::Vacant(entry) => {
                entry.insert(definition);
            }
        }
    }

    /// Removes a definition while its document still says its name: of several the last one first.
    pub fn remove<P: Ord>(
        &mut self,
        program: &Program,
        definition: Definition,
        place: impl Fn(Definition) -> P,
    ) {
        let name = program.name(definition);
        let hash = Self::hash(name);
        if self.again.remove(&(hash, definition)) {
            return;
        }
        let next = self.again(program, name).min_by_key(|it| place(*it));
        let Ok(mut entry) = self.first.find_entry(hash, |it| *it == definition) else { return };
        match next {
            Some(next) => {
                *entry.get_mut() = next;
                self.again.remove(&(hash, next));
            }
            None => drop(entry.remove()),
        }
    }
}

/// The texts of a program and where its names are declared.
#[derive(Clone, Copy, Debug)]
pub struct Namespace<'a> {
    /// The files.
    pub program: &'a Program,
    names: &'a DeclaredNames,
}

impl<'a> Namespace<'a> {
    /// The names of a program.
    pub fn new(program: &'a Program, names: &'a DeclaredNames) -> Self {
        Self { program, names }
    }

    /// What is said of a declaration whose name is taken.
    pub fn duplicate(&self, second: Definition, first: Definition) -> Diagnostic {
        let document = second.document;
        let name = self.item(second).kind.declared().unwrap_or_default();
        let word = &self.text(document)[name.range()];
        let message = format!("`{word}` is declared twice");
        let root = &self.program.root().parts;
        let are_imported = second.document != first.document
            && ![first, second].iter().any(|it| root.contains(&it.document));
        let diagnostic = Diagnostic::new(DUPLICATE_NAME, name, message, "the second declaration")
            .help(match are_imported {
                true => "names are unique in a file and its imports; rename one of them, or compare the files by `puzzle diff` or `puzzle grade`",
                false => "names are unique in a file and its imports; rename one of them",
            });
        self.related(diagnostic, document, first, "the first declaration")
    }

    /// Points from a diagnostic on a document to the name of a declaration.
    pub fn related(
        &self,
        diagnostic: Diagnostic,
        document: u32,
        declared: Definition,
        words: &str,
    ) -> Diagnostic {
        let name = self.item(declared).kind.declared().unwrap_or_default();
        if declared.document == document {
            return diagnostic.related(name, words);
        }
        diagnostic.related_in(Arc::clone(self.source(declared.document)), name, words)
    }

    /// The text of a document.
    pub fn text(&self, document: u32) -> &'a str {
        self.source(document).text()
    }

    /// The source of a document.
    pub fn source(&self, document: u32) -> &'a Arc<Source> {
        &self.program.documents[document as usize].source
    }

    /// The tree of a document.
    pub fn tree(&self, document: u32) -> &'a SyntaxTree {
        &self.program.documents[document as usize].tree
    }

    /// The item of a definition.
    pub fn item(&self, definition: Definition) -> &'a Item {
        self.program.item(definition)
    }

    /// What a name means.
    pub fn find(&self, name: &str) -> Option<Definition> {
        self.names.find(self.program, name)
    }

    /// The name that a formula of a query is: one word, which is a variable if it is a letter and nothing is
    /// called so.
    pub fn named(&self, document: u32, formula: &WrittenFormula) -> Option<Span> {
        self.named_in(&self.program.documents[document as usize], formula)
    }

    /// As [`Self::named`].
    pub fn named_in(&self, document: &Document, formula: &WrittenFormula) -> Option<Span> {
        let [node] = document.tree.formula(formula) else { return None };
        let is_name = match node.op {
            Op::Name => true,
            Op::Variable(_) => self.find(document.source.slice(node.span)).is_some(),
            Op::Parameter(_) | Op::Apply(_) | Op::Not | Op::And(_) | Op::Or(_) => false,
        };
        is_name.then_some(node.span)
    }

    /// All names in the order of their declarations.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + 'a {
        let program = self.program;
        let items = program.files.iter().flat_map(|file| program.items(file));
        items.map(|(definition, _)| program.name(definition)).filter(|name| !name.is_empty())
    }
}

/// What the names of a program mean, formulas being resolved.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    namespace: Namespace<'a>,
    formulas: &'a Formulas,
}

impl<'a> Scope<'a> {
    /// The names of a program and what is known of its formulas.
    pub fn new(namespace: Namespace<'a>, formulas: &'a Formulas) -> Self {
        Self { namespace, formulas }
    }
}

impl<'a> Deref for Scope<'a> {
    type Target = Namespace<'a>;

    fn deref(&self) -> &Self::Target {
        &self.namespace
    }
}
