//! Says of documents what is known of them: what more than one of them has a say in is worked out
//! here, and only where a change concerns it.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::gather::gather;
use super::{CheckedProgram, question};
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::{MAX_WORDS, did_you_mean};
use crate::diagnostic::{Diagnostic, LintLevel, Severity};
use crate::kinds::{formula, is_unknown_symbol};
use crate::syntax::ast::{Item, ItemKind};
use crate::text::{Source, Span};

/// Documents of which others have to know, so that none of them has to be looked for.
#[derive(Debug, Default)]
pub(super) struct DocumentMarks {
    /// Those with an error, before lint levels, each behind its file.
    pub(super) wrong: BTreeSet<(u32, u32)>,
    /// Those that ask something, each behind its file.
    pub(super) asking: BTreeSet<(u32, u32)>,
    /// Those that say a name that nothing declares, each behind its file.
    pub(super) lacking_names: BTreeSet<(u32, u32)>,
    /// Those of them of which names are compared with those that there are.
    pub(super) compared: BTreeSet<u32>,
    /// Those of which an import brought nothing, each behind its file.
    pub(super) lacking_imports: BTreeSet<(u32, u32)>,
    /// Those with lines that are in no block, or in one whose head tells no name, each behind its file.
    pub(super) losing_lines: BTreeSet<(u32, u32)>,
    /// Those that say a long word that nothing declares in a formula, each behind its file.
    pub(super) saying_words: BTreeSet<(u32, u32)>,
    /// Those of which an error is said.
    pub(super) with_errors: BTreeSet<u32>,
    /// Those that say something of a place in another text, each behind the address of that text.
    pub(super) pointing: BTreeSet<(usize, u32)>,
}

impl DocumentMarks {
    /// The marks that stand behind their files.
    pub(super) fn in_files(&mut self) -> [&mut BTreeSet<(u32, u32)>; 6] {
        let Self { wrong, asking, lacking_names, lacking_imports, losing_lines, .. } = self;
        [wrong, asking, lacking_names, lacking_imports, losing_lines, &mut self.saying_words]
    }

    /// The first file that may lack names since an import brought nothing, and so may all behind it.
    fn first_lacking(&self) -> u32 {
        self.lacking_imports.first().map_or(u32::MAX, |it| it.0)
    }

    pub(super) fn remove(&mut self, file: u32, document: u32) {
        for marked in self.in_files() {
            marked.remove(&(file, document));
        }
        self.compared.remove(&document);
        self.with_errors.remove(&document);
    }

    /// The documents that say something of a place in this text.
    pub(super) fn pointing_at(&self, text: &Arc<Source>) -> impl Iterator<Item = u32> {
        let address = address(text);
        self.pointing.range((address, 0)..=(address, u32::MAX)).map(|it| it.1)
    }
}

fn address(text: &Arc<Source>) -> usize {
    Arc::as_ptr(text) as usize
}

/// The addresses of other texts in which findings have a place.
pub(super) fn pointed_at(found: &[Diagnostic]) -> impl Iterator<Item = usize> {
    let related = found.iter().flat_map(|it| &it.related);
    related.filter_map(|it| it.source.as_ref().map(address))
}

/// What an update changed.
pub(super) struct ProgramChange<'a> {
    /// The file of which parts were replaced.
    pub(super) file: usize,
    /// The documents that were looked at again.
    pub(super) documents: FxHashSet<u32>,
    /// Names that may mean something else.
    pub(super) names: Vec<&'a str>,
}

/// Adds a member to a set, or takes it away.
fn set<T: Ord>(members: &mut BTreeSet<T>, member: T, is_member: bool) {
    if is_member {
        members.insert(member);
    } else {
        members.remove(&member);
    }
}

impl CheckedProgram {
    /// Says what is known: with lint levels, and what a misspelt name may have been meant to be. What was
    /// said of documents that did not `change` stays, where neither the names of others nor the rest of their file,
    /// of which a part may be gone, has a say in it.
    pub(super) fn conclude(&mut self, change: Option<&ProgramChange<'_>>) {
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
        self.loses_lines.resize(self.program.files.len(), false);
        self.says_words.resize(self.program.files.len(), false);
        for file in files {
            let says_unused = self.says_unused(file);
            let loses_lines = is_marked(&self.marks.losing_lines, file);
            let says_words = is_marked(&self.marks.saying_words, file);
            let changes = [
                std::mem::replace(&mut self.said_unused[file], says_unused) != says_unused,
                std::mem::replace(&mut self.loses_lines[file], loses_lines) != loses_lines,
                std::mem::replace(&mut self.says_words[file], says_words) != says_words,
            ];
            if changes.contains(&true) {
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
        let hides_names = |it: &Item| matches!(it.kind, ItemKind::Broken { hides_names: true, .. });
        let loses_lines = items.iter().any(hides_names);
        let lacks_import = self.program.lacking.contains(&document) || loses_lines;
        set(&mut self.marks.asking, (file, document), asks);
        set(&mut self.marks.wrong, (file, document), has_errors(faults));
        set(&mut self.marks.lacking_names, (file, document), lacks_names);
        set(&mut self.marks.lacking_imports, (file, document), lacks_import);
        set(&mut self.marks.losing_lines, (file, document), loses_lines);
        let is_variable = |it: &Item| matches!(it.kind, ItemKind::Variable { .. });
        let says_words = faults.iter().any(formula::is_long_word) || items.iter().any(is_variable);
        set(&mut self.marks.saying_words, (file, document), says_words);
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
        let told = known.faults.iter().filter(|it| !it.is_consequence);
        let mut found: Vec<_> = told.cloned().collect();
        if self.said_unused[file] {
            found.extend_from_slice(&known.unused);
        }
        let scope = self.analysis().scope;
        for finding in found.iter_mut().filter(|it| it.code == UNKNOWN_NAME) {
            *suggestions += 1;
            let may_compare = *suggestions <= MAX_WORDS;
            formula::suggest(&scope, document, finding, may_compare, self.says_words[file]);
            question::suggest(&scope, document, finding, may_compare);
        }
        if self.loses_lines[file] {
            found.retain(|it| !may_come_of_lost_lines(it));
        }
        if file >= self.marks.first_lacking() as usize {
            found.retain(|it| !formula::is_undeclared(it));
        }
        self.levels_in_files[file].apply(&mut found);
        found.sort_by_key(|it| (it.span.start, it.span.end));
        gather(&self.program.documents[document as usize], &mut found);
        found
    }

    /// A file that asks nothing is a library, whose formulas are for others. While something is
    /// wrong with a file, a use may hide there.
    fn says_unused(&self, file: usize) -> bool {
        let level = self.levels_in_files[file].of(UNUSED_FORMULA);
        level != Some(LintLevel::Allow)
            && is_marked(&self.marks.asking, file)
            && !is_marked(&self.marks.wrong, file)
    }
}

/// Whether something may be missing only because its line stands behind a block that ended too early.
fn may_come_of_lost_lines(fault: &Diagnostic) -> bool {
    let is_lacking = [MISSING_END, UNKNOWN_NODE, MISSING_SETTING].contains(&fault.code);
    is_lacking || is_unknown_symbol(fault)
}

/// Whether a document of a file is among some.
fn is_marked(documents: &BTreeSet<(u32, u32)>, file: usize) -> bool {
    let file = file as u32;
    documents.range((file, 0)..=(file, u32::MAX)).next().is_some()
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|it| it.severity == Severity::Error)
}
