//! Diagnoses a program: names, declarations, questions and lints. Nothing is solved here, so it
//! is quick enough for every keystroke.

mod lints;
mod question;
mod repairs;
mod update;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::{MAX_WORDS, did_you_mean};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Level, Severity};
use crate::kinds::formula;
use crate::kinds::scope::{Formulas, Progress};
use crate::kinds::theory;
use crate::kinds::{Definition, Kind, Kinds, Names, Namespace, Program, Puzzle, Scope};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Stop};

pub use lints::Levels;
use lints::LevelsSet;
pub use question::{Puzzles, Target, question};

/// A program and what is known of it.
#[derive(Debug)]
pub struct Checked {
    program: Program,
    /// Levels that go before those a file sets for itself.
    levels: Levels,
    /// The levels that each file sets, and those that count in it.
    levels_set: Vec<LevelsSet>,
    levels_in_files: Vec<Levels>,
    names: Names,
    formulas: Formulas,
    /// What is known of each document but its formulas.
    documents: Vec<Known>,
    /// What is said of each document, in source order.
    findings: Vec<Vec<Diagnostic>>,
    /// The file of each document, and which of its parts it is.
    places: Vec<(u32, u32)>,
    /// What concerns more than the document that says it.
    marks: Marks,
    /// Of which files it is said that formulas are not used.
    said_unused: Vec<bool>,
    /// The first file of which it is not said that names are unknown, since an import brought nothing.
    lacking_from: u32,
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
}

/// Documents of which others have to know, so that none of them has to be looked for.
#[derive(Debug, Default)]
struct Marks {
    /// Those with an error, before lint levels, each behind its file.
    wrong: BTreeSet<(u32, u32)>,
    /// Those that ask something, each behind its file.
    asking: BTreeSet<(u32, u32)>,
    /// Those that say a name that nothing declares, each behind its file.
    lacking_names: BTreeSet<(u32, u32)>,
    /// Those of them of which names are compared with those that there are.
    compared: BTreeSet<u32>,
    /// Those of which an import brought nothing, each behind its file.
    lacking_imports: BTreeSet<(u32, u32)>,
    /// Those of which an error is said.
    with_errors: BTreeSet<u32>,
    /// Those that say something of a place in another text, each behind the address of that text.
    pointing: BTreeSet<(usize, u32)>,
}

impl Marks {
    /// The marks that stand behind their files.
    fn in_files(&mut self) -> [&mut BTreeSet<(u32, u32)>; 4] {
        let Self { wrong, asking, lacking_names, lacking_imports, .. } = self;
        [wrong, asking, lacking_names, lacking_imports]
    }

    /// The first file that may lack names since an import brought nothing, and so may all behind it.
    fn first_lacking(&self) -> u32 {
        self.lacking_imports.first().map_or(u32::MAX, |it| it.0)
    }

    fn remove(&mut self, file: u32, document: u32) {
        for marked in self.in_files() {
            marked.remove(&(file, document));
        }
        self.compared.remove(&document);
        self.with_errors.remove(&document);
    }

    /// The documents that say something of a place in this text.
    fn pointing_at(&self, text: &Arc<Source>) -> impl Iterator<Item = u32> {
        let address = address(text);
        self.pointing.range((address, 0)..=(address, u32::MAX)).map(|it| it.1)
    }
}

fn address(text: &Arc<Source>) -> usize {
    Arc::as_ptr(text) as usize
}

/// The addresses of other texts in which findings have a place.
fn pointed_at(found: &[Diagnostic]) -> impl Iterator<Item = usize> {
    let related = found.iter().flat_map(|it| &it.related);
    related.filter_map(|it| it.source.as_ref().map(address))
}

/// What an update changed.
struct Change<'a> {
    /// The file of which parts were replaced.
    file: usize,
    /// The documents that were looked at again.
    documents: FxHashSet<u32>,
    /// Names that may mean something else.
    names: Vec<&'a str>,
}

/// Adds a member to a set, or takes it away.
fn set<T: Ord>(members: &mut BTreeSet<T>, member: T, is_member: bool) {
    if is_member {
        members.insert(member);
    } else {
        members.remove(&member);
    }
}

/// A view of a program and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Analysis<'a> {
    /// What its names mean.
    pub scope: Scope<'a>,
    /// What is wrong, a list a document, in source order.
    pub findings: &'a [Vec<Diagnostic>],
    documents: &'a [Known],
    places: &'a [(u32, u32)],
    levels: &'a [Levels],
}

/// Checks a program. `levels` go before those that a file sets for itself.
pub fn check(program: Program, levels: &Levels) -> Checked {
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
) -> Result<Checked, Stop> {
    let count = program.documents.len();
    let mut checked = Checked {
        program,
        levels: levels.clone(),
        levels_set: Vec::new(),
        levels_in_files: Vec::new(),
        names: Names::default(),
        formulas: vec![Vec::new(); count],
        documents: vec![Known::default(); count],
        findings: vec![Vec::new(); count],
        places: vec![(0, 0); count],
        marks: Marks::default(),
        said_unused: Vec::new(),
        lacking_from: u32::MAX,
        index: None,
    };
    checked.check(budget)?;
    Ok(checked)
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
        self.names = Names::default();
        self.marks = Marks::default();
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
            self.formulas[document as usize] = vec![Progress::Untouched; items];
            let faults = it.diagnostics.clone();
            self.documents[document as usize] = Known { faults, ..Known::default() };
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
            if let Some(first) = first.filter(|it| *it != definition) {
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
        for &document in documents {
            let (is_sound, found) = self.analysis().declarations(document, budget)?;
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
        let analysis = self.analysis();
        let mut puzzles = Puzzles::new(analysis);
        let asked = documents.iter().map(|&it| analysis.questions(it, &mut puzzles, budget));
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

    /// Says what is known: with lint levels, and what a misspelt name may have been meant to be. What was
    /// said of documents that did not `change` stays, where neither the names of others nor the rest of their file,
    /// of which a part may be gone, has a say in it.
    fn conclude(&mut self, change: Option<&Change<'_>>) {
        let mut documents: FxHashSet<u32> = match change {
            Some(change) => change.documents.clone(),
            None => self.program.in_order().collect(),
        };
        for &document in &documents {
            self.mark(document);
        }
        let mut files: Vec<_> = documents.iter().map(|it| self.place(*it).0).collect();
        files.extend(change.map(|it| it.file));
        self.said_unused.resize(self.program.files.len(), false);
        for file in files {
            let says_unused = self.says_unused(file);
            if std::mem::replace(&mut self.said_unused[file], says_unused) != says_unused {
                documents.extend(&self.program.files[file].parts);
            }
        }
        let lacking = self.marks.first_lacking();
        let before = std::mem::replace(&mut self.lacking_from, lacking);
        if lacking != before {
            let concerned = self.marks.lacking_names.range((lacking.min(before), 0)..);
            documents.extend(concerned.map(|it| it.1));
        }
        let compared = self.compared();
        let before = std::mem::replace(&mut self.marks.compared, compared);
        let compared = &self.marks.compared;
        documents.extend(compared.symmetric_difference(&before));
        let names = change.map_or(&[][..], |it| &it.names);
        documents.extend(compared.iter().filter(|it| self.has_similar_word(**it, names)));
        let is_compared_only = |it: &u32| !documents.contains(it);
        let others: Vec<_> = compared.iter().copied().filter(is_compared_only).collect();
        let mut in_order: Vec<_> = documents.iter().copied().chain(others).collect();
        in_order.sort_unstable_by_key(|it| self.places[*it as usize]);
        self.findings.resize(self.documents.len(), Vec::new());
        let mut suggestions = 0;
        for document in in_order {
            if !documents.contains(&document) {
                suggestions += self.unknown_names(document).count();
                continue;
            }
            let mut found = self.found(document, &mut suggestions);
            self.retain_repairs(document, &mut found);
            set(&mut self.marks.with_errors, document, has_errors(&found));
            self.findings[document as usize] = found;
        }
    }

    /// Takes note of what concerns more than this document.
    fn mark(&mut self, document: u32) {
        let (file, _) = self.places[document as usize];
        let faults = &self.documents[document as usize].faults;
        let items = &self.program.documents[document as usize].tree.items;
        let asks = items.iter().any(|it| matches!(it.kind, ItemKind::Query(_)));
        let lacks_names = self.unknown_names(document).next().is_some();
        let lacks_import = self.program.lacking.contains(&document);
        set(&mut self.marks.asking, (file, document), asks);
        set(&mut self.marks.wrong, (file, document), has_errors(faults));
        set(&mut self.marks.lacking_names, (file, document), lacks_names);
        set(&mut self.marks.lacking_imports, (file, document), lacks_import);
        self.marks.pointing.extend(pointed_at(faults).map(|it| (it, document)));
    }

    /// Where a document says names that nothing declares.
    fn unknown_names(&self, document: u32) -> impl Iterator<Item = Span> {
        let faults = &self.documents[document as usize].faults;
        faults.iter().filter(|it| it.code == UNKNOWN_NAME).map(|it| it.span)
    }

    /// Whether one of these names may be meant by one that nothing declares.
    fn has_similar_word(&self, document: u32, names: &[&str]) -> bool {
        let source = &self.program.documents[document as usize].source;
        let is_similar = |span| did_you_mean(source.slice(span), names.iter().copied()).is_some();
        self.unknown_names(document).any(is_similar)
    }

    /// The documents with the first names that nothing declares, as many as are compared with those that there are.
    fn compared(&self) -> BTreeSet<u32> {
        let (mut compared, mut words) = (BTreeSet::new(), 0);
        let mut next = self.marks.lacking_names.first();
        while let Some(&(file, _)) = next {
            let of_file = self.marks.lacking_names.range((file, 0)..=(file, u32::MAX));
            let mut documents: Vec<_> = of_file.map(|it| it.1).collect();
            documents.sort_unstable_by_key(|it| self.places[*it as usize]);
            for document in documents {
                if words >= MAX_WORDS {
                    return compared;
                }
                words += self.unknown_names(document).count();
                compared.insert(document);
            }
            next = self.marks.lacking_names.range((file + 1, 0)..).next();
        }
        compared
    }

    /// What is said of a document, of which so many unknown names were compared with others before.
    fn found(&self, document: u32, suggestions: &mut usize) -> Vec<Diagnostic> {
        let known = &self.documents[document as usize];
        let (file, _) = self.place(document);
        let mut found = known.faults.clone();
        if self.said_unused[file] {
            found.extend_from_slice(&known.unused);
        }
        let scope = self.analysis().scope;
        for finding in found.iter_mut().filter(|it| it.code == UNKNOWN_NAME) {
            *suggestions += 1;
            let may_compare = *suggestions <= MAX_WORDS;
            formula::suggest(&scope, document, finding, may_compare);
            question::suggest(&scope, document, finding, may_compare);
        }
        if file >= self.marks.first_lacking() as usize {
            found.retain(|it| !formula::is_undeclared(it));
        }
        self.levels_in_files[file].apply(&mut found);
        found.sort_by_key(|it| (it.span.start, it.span.end));
        found
    }

    /// A file that asks nothing is a library, whose formulas are for others. While something is
    /// wrong with a file, a use may hide there.
    fn says_unused(&self, file: usize) -> bool {
        let of_file = |documents: &BTreeSet<(u32, u32)>| {
            let file = file as u32;
            documents.range((file, 0)..=(file, u32::MAX)).next().is_some()
        };
        let level = self.levels_in_files[file].of(UNUSED_FORMULA);
        level != Some(Level::Allow) && of_file(&self.marks.asking) && !of_file(&self.marks.wrong)
    }
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|it| it.severity == Severity::Error)
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
    pub fn level(&self, document: u32, lint: Code) -> Level {
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

    /// Checks the declarations of a document: which items have a meaning, and what is wrong.
    fn declarations(
        &self,
        document: u32,
        budget: &mut Budget,
    ) -> Result<(Vec<bool>, Vec<Diagnostic>), Stop> {
        let text = self.scope.text(document);
        let mut findings = Vec::new();
        let mut check = |item: &Item, index: u32| {
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
        puzzles: &mut Puzzles<'a>,
        budget: &mut Budget,
    ) -> Result<(Vec<usize>, Vec<Diagnostic>), Stop> {
        let (mut asking, mut findings) = (Vec::new(), Vec::new());
        let (text, tree) = (self.scope.text(document), self.scope.tree(document));
        for (index, item) in tree.items.iter().enumerate() {
            budget.check()?;
            match &item.kind {
                ItemKind::Query(query) => {
                    let asked = question(puzzles, document, query, &mut findings);
                    let makes_sense = asked.is_some_and(|(target, _)| match target {
                        Target::Declared(definition) if !query.sentences.is_empty() => puzzles
                            .puzzle(definition)
                            .is_some_and(|it| it.understands(query, (text, tree), &mut findings)),
                        _ => true,
                    });
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
