//! Diagnoses a program: names, declarations, questions and lints. Nothing is solved here, so it
//! is quick enough for every keystroke.

mod bindings;
mod conclude;
mod gather;
mod lints;
mod misworded;
mod queries;
mod question;
mod repairs;
mod update;

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::shelf::ShelfSheet;
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, LintLevel, Severity};
use crate::kinds::formula;
use crate::kinds::scope::{Formulas, ResolveProgress};
use crate::kinds::theory;
use crate::kinds::{DeclaredNames, Definition, Kind, Namespace, Program, Puzzle, Scope};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};

use conclude::{DocumentMarks, pointed_at};
pub use lints::Levels;
use lints::LevelsSet;
pub(super) use misworded::{not_an_answer, quoted, spans_of_words};
use queries::Queries;
pub use question::{Puzzles, QueryTarget, question};

/// A program and what is known of it.
#[derive(Debug)]
pub struct CheckedProgram {
    program: Program,
    /// Levels that go before those a file sets for itself.
    levels: Levels,
    /// The levels that each file sets, and those that count in it.
    levels_set: Vec<LevelsSet>,
    levels_in_files: Vec<Levels>,
    names: DeclaredNames,
    formulas: Formulas,
    /// What is known of each document but its formulas.
    documents: Vec<DocumentFindings>,
    /// What is said of each document, in source order.
    findings: Vec<Vec<Diagnostic>>,
    /// The file of each document, and which of its parts it is.
    places: Vec<(u32, u32)>,
    /// What concerns more than the document that says it.
    marks: DocumentMarks,
    /// Which files have lines in no block.
    loses_lines: Vec<bool>,
    /// Whether each file says a long word that nothing declares in a formula.
    says_words: Vec<bool>,
    /// Of which files it is said that formulas are not used.
    said_unused: Vec<bool>,
    /// The first file of which it is not said that names are unknown, since an import brought nothing.
    lacking_from: u32,
    /// What an update needs and a single look does not.
    index: Option<update::MentionIndex>,
}

/// What is known of a document.
#[derive(Clone, Debug, Default)]
struct DocumentFindings {
    /// Another one whenever the document is looked at again.
    stamp: Arc<()>,
    /// Which items have a meaning.
    is_sound: Vec<bool>,
    /// What is wrong, before lint levels.
    faults: Vec<Diagnostic>,
    /// Formulas that nothing mentions.
    unused: Vec<Diagnostic>,
}

/// A view of a program and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Analysis<'a> {
    /// What its names mean.
    pub scope: Scope<'a>,
    /// What is wrong, a list a document, in source order.
    pub findings: &'a [Vec<Diagnostic>],
    documents: &'a [DocumentFindings],
    places: &'a [(u32, u32)],
    levels: &'a [Levels],
}

/// Checks a program. `levels` go before those that a file sets for itself.
pub fn check(program: Program, levels: &Levels) -> CheckedProgram {
    check_within(program, levels, &mut Budget::unlimited()).expect("there are no limits")
}

/// As [`check`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn check_within(
    program: Program,
    levels: &Levels,
    budget: &mut Budget,
) -> Result<CheckedProgram, Stop> {
    let count = program.documents.len();
    let mut checked = CheckedProgram {
        program,
        levels: levels.clone(),
        levels_set: Vec::new(),
        levels_in_files: Vec::new(),
        names: DeclaredNames::default(),
        formulas: vec![Vec::new(); count],
        documents: vec![DocumentFindings::default(); count],
        findings: vec![Vec::new(); count],
        places: vec![(0, 0); count],
        marks: DocumentMarks::default(),
        loses_lines: Vec::new(),
        says_words: Vec::new(),
        said_unused: Vec::new(),
        lacking_from: u32::MAX,
        index: None,
    };
    checked.check(budget)?;
    Ok(checked)
}

impl CheckedProgram {
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
            places: &self.places,
            levels: &self.levels_in_files,
        }
    }

    /// The file of a document, and which of its parts it is.
    pub fn place(&self, document: u32) -> (usize, usize) {
        let (file, part) = self.places[document as usize];
        (file as usize, part as usize)
    }

    /// The documents of which an error is said, in order.
    pub fn with_errors(&self) -> Vec<u32> {
        let mut documents: Vec<_> = self.marks.with_errors.iter().copied().collect();
        documents.sort_by_key(|it| self.places[*it as usize]);
        documents
    }

    fn namespace(&self) -> Namespace<'_> {
        Namespace::new(&self.program, &self.names)
    }

    /// Checks everything.
    fn check(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.names = DeclaredNames::default();
        self.marks = DocumentMarks::default();
        let files = 0..self.program.files.len();
        for file in files.clone() {
            self.number(file, 0..self.program.files[file].parts.len());
        }
        self.levels_set = files.map(|it| self.levels_set(it)).collect();
        self.levels_in_files = self.levels_set.iter().map(|it| self.levels.in_file(it)).collect();
        let documents: Vec<_> = self.program.in_order().collect();
        self.begin(&documents);
        self.declare(&documents);
        self.report_duplicates(&documents);
        self.understand(&documents, budget)?;
        let mentioned = mentioned(&self.program);
        let unused: Vec<Vec<_>> =
            documents.iter().map(|&it| self.unused(it, |name| mentioned.contains(name))).collect();
        for (&document, unused) in documents.iter().zip(unused) {
            self.documents[document as usize].unused = unused;
        }
        self.conclude(None);
        Ok(())
    }

    /// The levels that a file sets.
    fn levels_set(&self, file: usize) -> LevelsSet {
        let mut set = LevelsSet::default();
        for (part, &document) in (0..).zip(&self.program.files[file].parts) {
            set.add(part, &self.program.documents[document as usize]);
        }
        set
    }

    /// Notes the places of some parts of a file.
    fn number(&mut self, file: usize, parts: Range<usize>) {
        for part in parts {
            let document = self.program.files[file].parts[part];
            self.places[document as usize] = (file as u32, part as u32);
        }
    }

    /// Starts documents with what is wrong with their lines and imports, and forgets the rest.
    fn begin(&mut self, documents: &[u32]) {
        for &document in documents {
            self.forget_places(document);
            let it = &self.program.documents[document as usize];
            let items = it.tree.items.len();
            self.formulas[document as usize] = vec![ResolveProgress::Untouched; items];
            let faults = it.diagnostics.clone();
            self.documents[document as usize] =
                DocumentFindings { faults, ..DocumentFindings::default() };
        }
        for document in documents {
            let findings = self.program.import_findings.get(document).into_iter().flatten();
            self.documents[*document as usize].faults.extend(findings.cloned());
        }
    }

    /// Forgets where a document points to, before it is looked at again.
    fn forget_places(&mut self, document: u32) {
        for address in pointed_at(&self.documents[document as usize].faults) {
            self.marks.pointing.remove(&(address, document));
        }
    }

    /// Collects the names that documents declare.
    fn declare(&mut self, documents: &[u32]) {
        let Self { program, names, places, .. } = self;
        let items = documents.iter().map(|it| program.documents[*it as usize].tree.items.len());
        names.reserve(program, items.sum());
        let place = |it: Definition| (places[it.document as usize], it.item);
        for definition in declarations(program, documents) {
            names.insert(program, definition, place);
        }
    }

    /// Says of documents which of their names were declared before.
    fn report_duplicates(&mut self, documents: &[u32]) {
        if self.names.are_unique() {
            return;
        }
        let namespace = Namespace::new(&self.program, &self.names);
        for definition in declarations(&self.program, documents) {
            let first = namespace.find(self.program.name(definition));
            // What could not be read may have another name.
            let is_read =
                |it: Definition| !matches!(namespace.item(it).kind, ItemKind::Broken { .. });
            // A variable is the same one wherever that is said.
            let is_variable =
                |it: Definition| matches!(namespace.item(it).kind, ItemKind::Variable { .. });
            if let Some(first) = first.filter(|it| *it != definition && is_read(*it))
                && is_read(definition)
                && !(is_variable(first) && is_variable(definition))
            {
                let finding = namespace.duplicate(definition, first);
                self.documents[definition.document as usize].faults.push(finding);
            }
        }
    }

    /// Resolves the formulas of documents, then checks their declarations, then their queries.
    fn understand(&mut self, documents: &[u32], budget: &mut Budget) -> Result<(), Stop> {
        let program = &self.program;
        let definitions = documents.iter().flat_map(|&document| {
            let items = program.documents[document as usize].tree.items.len() as u32;
            (0..items).map(move |item| Definition { document, item })
        });
        let mut is_within = Ok(());
        let definitions = definitions.take_while(|_| {
            is_within = budget.check();
            is_within.is_ok()
        });
        let namespace = Namespace::new(program, &self.names);
        let place = |it: Definition| (self.places[it.document as usize], it.item);
        let found = formula::resolve(namespace, &mut self.formulas, definitions, place);
        is_within?;
        for (document, finding) in found {
            self.documents[document as usize].faults.push(finding);
        }
        let mut queries = Queries::of(self.analysis().scope, documents);
        for &document in documents {
            let (is_sound, found) = self.analysis().declarations(document, &mut queries, budget)?;
            let known = &mut self.documents[document as usize];
            known.is_sound = is_sound;
            known.faults.extend(found);
            let mut faults = std::mem::take(&mut self.documents[document as usize].faults);
            let scope = self.analysis().scope;
            let count = program.documents[document as usize].diagnostics.len();
            faults[..count].sort_by_key(|it| it.span.start);
            for item in 0..scope.tree(document).items.len() as u32 {
                let definition = Definition { document, item };
                theory::retain_sound(scope, definition, &mut faults[..count]);
                theory::mark_misnamed(scope, definition, &mut faults[..count]);
            }
            self.documents[document as usize].faults = faults;
        }
        let analysis = self.analysis();
        let mut puzzles = Puzzles::new(analysis);
        let asked =
            documents.iter().map(|&it| analysis.questions(it, &mut queries, &mut puzzles, budget));
        let asked: Vec<_> = asked.collect::<Result<_, _>>()?;
        drop(puzzles);
        for (&document, (asking, found)) in documents.iter().zip(asked) {
            let known = &mut self.documents[document as usize];
            for item in asking {
                known.is_sound[item] = true;
            }
            known.faults.extend(found);
        }
        Ok(())
    }

    /// The formulas of a document that nothing mentions.
    fn unused(&self, document: u32, is_mentioned: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
        let document = &self.program.documents[document as usize];
        lints::unused_formulas(document.source.text(), &document.tree, is_mentioned).collect()
    }
}

/// Where documents declare names, in order.
fn declarations(
    program: &Program,
    documents: &[u32],
) -> impl DoubleEndedIterator<Item = Definition> {
    documents.iter().flat_map(|&document| {
        let items = program.documents[document as usize].tree.items.iter().enumerate();
        let declared = items.filter(|(_, it)| it.kind.declared().is_some());
        declared.map(move |(item, _)| Definition { document, item: item as u32 })
    })
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
        let mut foreign = self.scope.program.foreign.values();
        self.findings.iter().flatten().any(|it| it.severity == Severity::Error)
            || foreign.any(|it| it.has_errors())
    }

    /// Whether an item has a meaning: a declaration, or a query.
    pub fn is_sound(&self, definition: Definition) -> bool {
        self.documents[definition.document as usize].is_sound[definition.item as usize]
    }

    /// The file of a document, and which of its parts it is.
    pub fn place(&self, document: u32) -> (usize, usize) {
        let (file, part) = self.places[document as usize];
        (file as usize, part as usize)
    }

    /// The level of a lint in the file of a document.
    pub fn level(&self, document: u32, lint: Code) -> LintLevel {
        self.levels_of(document).of(lint).unwrap_or(lint.level())
    }

    fn levels_of(&self, document: u32) -> &'a Levels {
        let (file, _) = self.places[document as usize];
        &self.levels[file as usize]
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

    /// Checks the declarations of a document: which items have a meaning, and what is wrong. The queries about
    /// one are checked beside it, while there is what it says.
    fn declarations(
        &self,
        document: u32,
        queries: &mut Queries,
        budget: &mut Budget,
    ) -> Result<(Vec<bool>, Vec<Diagnostic>), Stop> {
        let text = self.scope.text(document);
        let mut findings = Vec::new();
        let mut check = |item: &Item, index: u32| {
            let definition = Definition { document, item: index };
            if let ItemKind::Formula { .. } | ItemKind::Variable { .. } = item.kind {
                return self.scope.formula_info(definition).is_some_and(|info| !info.is_broken);
            }
            if let ItemKind::Game(game) = &item.kind
                && let Some(span) = game.kind
                && self.kind(definition).is_none()
            {
                findings.push(self.unknown_kind(&text[span.range()], span));
            }
            let Some(kind) = self.kind(definition) else { return false };
            let puzzle = kind.check(definition, self.scope, &mut findings);
            let is_sound = puzzle.is_some();
            if let Some(puzzle) = puzzle {
                queries.check(*self, definition, puzzle);
            }
            is_sound
        };
        let items = self.scope.tree(document).items.iter().zip(0..);
        let is_sound = items.map(|(item, index)| budget.check().map(|()| check(item, index)));
        let is_sound = is_sound.collect::<Result<_, _>>()?;
        Ok((is_sound, findings))
    }

    /// Checks what needs all declarations: queries, levels and the lints of a document. Tells which
    /// queries have a meaning, and what is wrong.
    fn questions(
        &self,
        document: u32,
        queries: &mut Queries,
        puzzles: &mut Puzzles<'a>,
        budget: &mut Budget,
    ) -> Result<(Vec<usize>, Vec<Diagnostic>), Stop> {
        let (mut asking, mut findings) = (Vec::new(), Vec::new());
        let (text, tree) = (self.scope.text(document), self.scope.tree(document));
        for (index, item) in tree.items.iter().enumerate() {
            budget.check()?;
            match &item.kind {
                ItemKind::Query(query) => {
                    let definition = Definition { document, item: index as u32 };
                    let checked = queries.take(definition);
                    let (makes_sense, found) =
                        checked.unwrap_or_else(|| self.query(definition, puzzles));
                    findings.extend(found);
                    if makes_sense {
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
        lints::n_ary_connectives(tree, self.levels_of(document), &mut findings);
        Ok((asking, findings))
    }

    /// A game of a kind that there is not.
    fn unknown_kind(&self, word: &str, span: Span) -> Diagnostic {
        let declared = self.scope.find(word).map(|it| &self.scope.item(it).kind);
        if let Some(ItemKind::Puzzle { .. }) = declared {
            let message = format!("`{word}` has rules of its own, and this block adds none");
            return Diagnostic::new(UNKNOWN_KIND, span, message, "not a kind of game")
                .help(format!("write the rules that it adds in the block, or ask about `{word}`"));
        }
        let names: Vec<_> =
            self.scope.program.kinds.games().map(|kind| kind.facts().name).collect();
        let diagnostic = Diagnostic::new(
            UNKNOWN_KIND,
            span,
            format!("there is no game `{word}`"),
            "not a kind of game",
        );
        let similar = did_you_mean(word, names.iter().copied());
        match (similar, ShelfSheet::near(word).filter(|it| similar.is_none() || it.name == word)) {
            (_, Some(sheet)) => diagnostic.help(sheet.offer()),
            (Some(similar), None) => diagnostic
                .help(format!("did you mean `{similar}`?"))
                .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
            (None, None) => diagnostic.help(format!(
                "the kinds of games are: {}; a game by rules is declared by `game NAME {{ RULES }}`",
                names.join(", ")
            )),
        }
    }
}
