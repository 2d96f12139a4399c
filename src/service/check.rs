//! Diagnoses a program: names, declarations, questions and lints. Nothing is solved here, so it
//! is quick enough for every keystroke.

mod lints;
mod question;
mod update;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::{MAX_WORDS, did_you_mean};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Level, Severity};
use crate::kinds::formula::{self, Formulas, Progress};
use crate::kinds::theory;
use crate::kinds::{Definition, File, Kind, Kinds, Names, Namespace, Program, Puzzle, Scope};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::Span;

pub use lints::Levels;
pub use question::{Target, question};

/// A program and what is known of it.
#[derive(Debug)]
pub struct Checked {
    program: Program,
    /// Levels that go before those a file sets for itself.
    levels: Levels,
    /// The levels that count in each file.
    levels_in_files: Vec<Levels>,
    names: Names,
    formulas: Formulas,
    /// What is known of each document but its formulas.
    documents: Vec<Known>,
    /// What is said of each document, in source order.
    findings: Vec<Vec<Diagnostic>>,
    /// Of which files it is said that formulas are not used.
    said_unused: Vec<bool>,
    /// A name is declared twice or a formula refers to itself: what is said of that depends on the
    /// order of the whole program.
    is_tangled: bool,
    /// What an update needs and a single look does not.
    index: Option<update::Index>,
}

/// What is known of a document.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Another one whenever the document is looked at again.
    stamp: Arc<()>,
    /// Which items have a meaning.
    is_sound: Vec<bool>,
    /// What is wrong, before lint levels.
    faults: Vec<Diagnostic>,
    /// Formulas that nothing mentions.
    unused: Vec<Diagnostic>,
    /// It says a name that nothing declares, which is compared with those that there are.
    lacks_names: bool,
}

/// A view of a program and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Analysis<'a> {
    /// What its names mean.
    pub scope: Scope<'a>,
    /// What is wrong, a list a document, in source order.
    pub findings: &'a [Vec<Diagnostic>],
    documents: &'a [Known],
    levels: &'a [Levels],
}

/// Checks a program. `levels` go before those that a file sets for itself.
pub fn check(program: Program, levels: &Levels) -> Checked {
    let count = program.documents.len();
    let mut checked = Checked {
        program,
        levels: levels.clone(),
        levels_in_files: Vec::new(),
        names: Names::default(),
        formulas: vec![Vec::new(); count],
        documents: vec![Known::default(); count],
        findings: vec![Vec::new(); count],
        said_unused: Vec::new(),
        is_tangled: false,
        index: None,
    };
    checked.check();
    checked
}

impl Checked {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The view that everything else works with.
    pub fn analysis(&self) -> Analysis<'_> {
        let scope = Scope::new(self.namespace(), &self.formulas);
        Analysis {
            scope,
            findings: &self.findings,
            documents: &self.documents,
            levels: &self.levels_in_files,
        }
    }

    fn namespace(&self) -> Namespace<'_> {
        Namespace::new(&self.program, &self.names)
    }

    /// Checks everything.
    fn check(&mut self) {
        self.is_tangled = false;
        self.names = Names::default();
        let Self { program, levels, .. } = &*self;
        self.levels_in_files = program.files.iter().map(|it| levels.in_file(program, it)).collect();
        let documents: Vec<_> = self.program.in_order().collect();
        self.begin(&documents);
        self.declare(&documents);
        self.understand(&documents);
        let mentioned = mentioned(&self.program);
        let unused: Vec<Vec<_>> =
            documents.iter().map(|&it| self.unused(it, |name| mentioned.contains(name))).collect();
        for (&document, unused) in documents.iter().zip(unused) {
            self.documents[document as usize].unused = unused;
        }
        self.conclude(None);
    }

    /// Starts documents with what is wrong with their lines and imports, and forgets the rest.
    fn begin(&mut self, documents: &[u32]) {
        for &document in documents {
            let it = &self.program.documents[document as usize];
            let items = it.tree.items.len();
            self.formulas[document as usize] = vec![Progress::Untouched; items];
            let faults = it.diagnostics.clone();
            self.documents[document as usize] = Known { faults, ..Known::default() };
        }
        let dirty: FxHashSet<_> = documents.iter().collect();
        for (document, finding) in &self.program.import_findings {
            if dirty.contains(document) {
                self.documents[*document as usize].faults.push(finding.clone());
            }
        }
    }

    /// Collects the names that documents declare.
    fn declare(&mut self, documents: &[u32]) {
        let Self { program, names, .. } = self;
        let items = |document: u32| &program.documents[document as usize].tree.items;
        names.reserve(program, documents.iter().map(|&it| items(it).len()).sum());
        for &document in documents {
            for (item, it) in (0..).zip(items(document)) {
                if it.kind.declared().is_none() {
                    continue;
                }
                let definition = Definition { document, item };
                if let Err(first) = names.insert(program, definition) {
                    let finding = Namespace::new(program, names).duplicate(definition, first);
                    self.documents[document as usize].faults.push(finding);
                    self.is_tangled = true;
                }
            }
        }
    }

    /// Resolves the formulas of documents, then checks their declarations, then their queries.
    fn understand(&mut self, documents: &[u32]) {
        let program = &self.program;
        let definitions = documents.iter().flat_map(|&document| {
            let items = program.documents[document as usize].tree.items.len() as u32;
            (0..items).map(move |item| Definition { document, item })
        });
        let namespace = Namespace::new(program, &self.names);
        let resolved = formula::resolve(namespace, &mut self.formulas, definitions);
        self.is_tangled |= resolved.has_circle;
        for (document, finding) in resolved.findings {
            self.documents[document as usize].faults.push(finding);
        }
        for &document in documents {
            let (is_sound, found) = self.analysis().declarations(document);
            let known = &mut self.documents[document as usize];
            known.is_sound = is_sound;
            known.faults.extend(found);
            let mut faults = std::mem::take(&mut self.documents[document as usize].faults);
            let scope = self.analysis().scope;
            let count = program.documents[document as usize].diagnostics.len();
            faults[..count].sort_by_key(|it| it.span.start);
            for item in 0..scope.tree(document).items.len() as u32 {
                theory::retain_sound(scope, Definition { document, item }, &mut faults[..count]);
            }
            self.documents[document as usize].faults = faults;
        }
        for &document in documents {
            let levels = &self.levels_in_files[self.program.file_of(document)];
            let (asking, found) = self.analysis().questions(document, levels);
            let known = &mut self.documents[document as usize];
            for item in asking {
                known.is_sound[item] = true;
            }
            known.faults.extend(found);
        }
    }

    /// The formulas of a document that nothing mentions.
    fn unused(&self, document: u32, is_mentioned: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
        let document = &self.program.documents[document as usize];
        lints::unused_formulas(document.source.text(), &document.tree, is_mentioned).collect()
    }

    /// Says what is known: with lint levels, and what a misspelt name may have been meant to be. What was
    /// said of documents that did not `change` stays, where neither the names of others nor the rest of their file has
    /// a say in it.
    fn conclude(&mut self, change: Option<&FxHashSet<u32>>) {
        let mut suggestions = 0;
        let mut findings = std::mem::take(&mut self.findings);
        findings.resize(self.documents.len(), Vec::new());
        let said_unused = std::mem::take(&mut self.said_unused);
        for (at, (file, levels)) in self.program.files.iter().zip(&self.levels_in_files).enumerate()
        {
            let says_unused = self.says_unused(file);
            self.said_unused.push(says_unused);
            let change = change.filter(|_| said_unused.get(at) == Some(&says_unused));
            for &document in &file.parts {
                let is_same = change.is_some_and(|it| !it.contains(&document));
                if is_same && !self.documents[document as usize].lacks_names {
                    continue;
                }
                let known = &self.documents[document as usize];
                let found = &mut findings[document as usize];
                found.clone_from(&known.faults);
                if says_unused {
                    found.extend_from_slice(&known.unused);
                }
                let mut lacks_names = false;
                for finding in found.iter_mut().filter(|it| it.code == UNKNOWN_NAME) {
                    lacks_names = true;
                    let scope = self.analysis().scope;
                    suggestions += 1;
                    let may_compare = suggestions <= MAX_WORDS;
                    formula::suggest(&scope, document, finding, may_compare);
                    question::suggest(&scope, document, finding, may_compare);
                }
                if self.program.lacks_names {
                    found.retain(|it| !formula::is_undeclared(it));
                }
                levels.apply(found);
                found.sort_by_key(|it| (it.span.start, it.span.end));
                self.documents[document as usize].lacks_names = lacks_names;
            }
        }
        self.findings = findings;
    }

    /// A file that asks nothing is a library, whose formulas are for others. While something is
    /// wrong with a file, a use may hide there.
    fn says_unused(&self, file: &File) -> bool {
        let is_query = |it: &u32| {
            let items = &self.program.documents[*it as usize].tree.items;
            items.iter().any(|item| matches!(item.kind, ItemKind::Query(_)))
        };
        let is_wrong = |it: &u32| {
            let faults = &self.documents[*it as usize].faults;
            faults.iter().any(|it| it.severity == Severity::Error)
        };
        !file.parts.iter().any(is_wrong) && file.parts.iter().any(is_query)
    }
}

/// The names that are mentioned anywhere in a program.
fn mentioned(program: &Program) -> FxHashSet<&str> {
    let items = program.files.iter().flat_map(|file| program.items(file));
    let mentions = items.flat_map(|(definition, item)| {
        program.documents[definition.document as usize].mentions(item)
    });
    mentions.map(|(name, _)| name).collect()
}

impl<'a> Analysis<'a> {
    /// Whether any file has an error.
    pub fn has_errors(&self) -> bool {
        let foreign = self.scope.program.foreign.values().flat_map(|it| &it.diagnostics);
        self.findings.iter().flatten().chain(foreign).any(|it| it.severity == Severity::Error)
    }

    /// Whether an item has a meaning: a declaration, or a query.
    pub fn is_sound(&self, definition: Definition) -> bool {
        self.documents[definition.document as usize].is_sound[definition.item as usize]
    }

    /// The level of a lint in the file of a document.
    pub fn level(&self, document: u32, lint: Code) -> Level {
        let file = self.scope.program.file_of(document);
        self.levels[file].of(lint).unwrap_or(lint.level())
    }

    /// What tells whether a document was looked at again since: as long as its stamp is the same
    /// one, it and all that it depends on say what they said before.
    pub fn stamp(&self, document: u32) -> &'a Arc<()> {
        &self.documents[document as usize].stamp
    }

    /// The kind and the puzzle of a definition that has a meaning.
    pub fn puzzle(&self, definition: Definition) -> Option<Box<dyn Puzzle + 'a>> {
        let kind = self.kind(definition)?;
        kind.check(definition, self.scope, &mut Vec::new())
    }

    /// The kind of a definition.
    pub fn kind(&self, definition: Definition) -> Option<&'static dyn Kind> {
        let (item, text) = (self.scope.item(definition), self.scope.text(definition.document));
        self.scope.program.kinds.of(item, text)
    }

    /// Checks the declarations of a document: which items have a meaning, and what is wrong.
    fn declarations(&self, document: u32) -> (Vec<bool>, Vec<Diagnostic>) {
        let text = self.scope.text(document);
        let mut findings = Vec::new();
        let check = |(item, index): (&Item, u32)| {
            let definition = Definition { document, item: index };
            if let ItemKind::Formula { .. } = item.kind {
                return self.scope.formula_info(definition).is_some_and(|info| !info.is_broken);
            }
            if let ItemKind::Game(game) = &item.kind
                && let Some(span) = game.kind
                && self.kind(definition).is_none()
            {
                findings.push(unknown_kind(self.scope.program.kinds, &text[span.range()], span));
            }
            let Some(kind) = self.kind(definition) else { return false };
            kind.check(definition, self.scope, &mut findings).is_some()
        };
        let is_sound = self.scope.tree(document).items.iter().zip(0..).map(check).collect();
        (is_sound, findings)
    }

    /// Checks what needs all declarations: queries, levels and the lints of a document. Tells which
    /// queries have a meaning, and what is wrong.
    fn questions(&self, document: u32, levels: &Levels) -> (Vec<usize>, Vec<Diagnostic>) {
        let (mut asking, mut findings) = (Vec::new(), Vec::new());
        let (text, tree) = (self.scope.text(document), self.scope.tree(document));
        for (index, item) in tree.items.iter().enumerate() {
            match &item.kind {
                ItemKind::Query(query) => {
                    if question(self, document, query, &mut findings).is_some() {
                        asking.push(index);
                    }
                    if query.expectation.is_none() {
                        findings.push(lints::missing_expectation(query));
                    }
                }
                ItemKind::Level { lint, .. } => findings.extend(lints::unknown_level(text, *lint)),
                _ => {}
            }
        }
        lints::n_ary_connectives(tree, levels, &mut findings);
        (asking, findings)
    }
}

fn unknown_kind(kinds: Kinds, word: &str, span: Span) -> Diagnostic {
    let names: Vec<_> = kinds.games().map(|kind| kind.facts().name).collect();
    let diagnostic = Diagnostic::new(
        UNKNOWN_KIND,
        span,
        format!("there is no game `{word}`"),
        "not a kind of game",
    );
    match did_you_mean(word, names.iter().copied()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help(format!("the kinds of games are: {}", names.join(", "))),
    }
}
