//! Follows an edit: replaces some texts of a program and checks again what they and those who
//! refer to them say, however indirectly. The rest is left as it was.

use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::conclude::ProgramChange;
use super::lints::LevelsSet;
use super::{CheckedProgram, declarations};
use crate::kinds::scope::{BroughtFiles, ResolveProgress, ScopeFile};
use crate::kinds::{Definition, Document, Program};
use puzzle_engine::budget::{Budget, Stop};

/// Where names are mentioned.
#[derive(Debug, Default)]
pub(super) struct MentionIndex {
    /// Behind the hash of the name. Two names with one hash cost a look too many and no more.
    mentions: BTreeSet<(u64, Definition)>,
    /// Indices of documents that are no part of any file.
    free: Vec<u32>,
}

impl MentionIndex {
    pub(super) fn new(program: &Program) -> Self {
        let mut index = Self::default();
        program.in_order().for_each(|document| index.add(program, document));
        index
    }

    fn add(&mut self, program: &Program, document: u32) {
        let it = &program.documents[document as usize];
        for (item, mentioning) in (0..).zip(&it.tree.items) {
            let definition = Definition { document, item };
            self.mentions.extend(it.mentions(mentioning).map(|(name, _)| (hash(name), definition)));
        }
    }

    fn remove(&mut self, program: &Program, document: u32) {
        let it = &program.documents[document as usize];
        for (item, mentioning) in (0..).zip(&it.tree.items) {
            for (name, _) in it.mentions(mentioning) {
                self.mentions.remove(&(hash(name), Definition { document, item }));
            }
        }
    }

    /// Where a name is mentioned.
    fn of(&self, name: u64) -> impl Iterator<Item = Definition> {
        let of_name = self.mentions.range((name, Definition::default())..);
        of_name.take_while(move |it| it.0 == name).map(|it| it.1)
    }

    /// The items that depend on one of these names, however indirectly, in the order of their documents.
    pub(super) fn dependent_items(&self, program: &Program, names: &[&str]) -> Vec<Definition> {
        let mut seen: FxHashSet<u64> = names.iter().map(|it| hash(it)).collect();
        let mut pending: Vec<_> = seen.iter().copied().collect();
        let mut items = BTreeSet::new();
        while let Some(name) = pending.pop() {
            for definition in self.of(name).filter(|it| items.insert(*it)) {
                let declared = hash(program.name(definition));
                pending.extend(seen.insert(declared).then_some(declared));
            }
        }
        items.into_iter().collect()
    }
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// The names that a document mentions.
fn mentions(document: &Document) -> impl Iterator<Item = &str> {
    document.tree.items.iter().flat_map(|it| document.mentions(it)).map(|(name, _)| name)
}

/// The names that a document declares.
fn declared(document: &Document) -> impl Iterator<Item = &str> {
    let names = document.tree.items.iter().filter_map(|it| it.kind.declared());
    names.map(|name| document.source.slice(name))
}

/// What a name means: where it is declared, and the text that declares it.
type DeclaredMeaning = Option<(Definition, String)>;

impl CheckedProgram {
    fn meaning(&self, name: &str) -> DeclaredMeaning {
        let definition = self.namespace().find(name)?;
        let text = self.namespace().source(definition.document);
        Some((definition, text.slice(self.program.item(definition).span).to_owned()))
    }

    /// Adds a file in front of the one asked for, within limits, and what it is brought by those that it names.
    ///
    /// # Errors
    /// The limit that was reached. Nothing here is of use then.
    pub fn add_file(
        &mut self,
        path: PathBuf,
        document: Arc<Document>,
        brought: BroughtFiles,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let file = self.program.files.len() - 1;
        self.program.files.insert(file, ScopeFile { path, parts: Vec::new() });
        self.levels_set.insert(file, LevelsSet::default());
        self.levels_in_files.insert(file, self.levels.clone());
        self.said_unused.insert(file, false);
        self.loses_lines.insert(file, false);
        self.says_words.insert(file, false);
        self.move_root(file, file + 1);
        self.replace_within(file, 0..0, vec![document], Some(brought), budget)
    }

    /// Removes the file in front of the one asked for.
    pub fn remove_file(&mut self) {
        let file = self.program.files.len() - 2;
        self.replace(file, 0..self.program.files[file].parts.len(), Vec::new());
        self.program.files.remove(file);
        self.levels_set.remove(file);
        self.levels_in_files.remove(file);
        self.said_unused.remove(file);
        self.loses_lines.remove(file);
        self.says_words.remove(file);
        self.move_root(file + 1, file);
    }

    /// Notes that the file asked for has another index.
    fn move_root(&mut self, from: usize, to: usize) {
        self.number(to, 0..self.program.files[to].parts.len());
        for marked in self.marks.in_files() {
            let of_root = marked.split_off(&(from.min(to) as u32, 0));
            marked.extend(of_root.into_iter().map(|(_, document)| (to as u32, document)));
        }
    }

    /// Replaces parts of a file, both given by their indices, by other documents that name no file, as little as
    /// those they replace. What is known afterwards is what [`check`](super::check) would find.
    pub fn replace(&mut self, file: usize, parts: Range<usize>, documents: Vec<Arc<Document>>) {
        let mut unlimited = Budget::unlimited();
        self.replace_within(file, parts, documents, None, &mut unlimited)
            .expect("there are no limits");
    }

    /// As [`Self::replace`], within limits, where the first of the documents is `brought` something by the files that
    /// it names; otherwise what was brought stays where a document and the one in its place are of one text.
    ///
    /// # Errors
    /// The limit that was reached. Nothing here is of use then.
    pub fn replace_within(
        &mut self,
        file: usize,
        parts: Range<usize>,
        documents: Vec<Arc<Document>>,
        brought: Option<BroughtFiles>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut index = self.index.take().unwrap_or_else(|| MentionIndex::new(&self.program));
        let removed: Vec<_> = self.program.files[file].parts[parts.clone()].to_vec();
        let old = removed.iter().map(|&it| &self.program.documents[it as usize]);
        let mentioned = old.clone().chain(&documents).flat_map(|it| mentions(it));
        let mentioned: BTreeSet<_> = mentioned.map(str::to_owned).collect();
        let is_mentioned = |index: &MentionIndex, name: &str| index.of(hash(name)).next().is_some();
        let was_mentioned: Vec<_> = mentioned.iter().map(|it| is_mentioned(&index, it)).collect();
        let names: BTreeSet<_> =
            old.chain(&documents).flat_map(|it| declared(it)).map(str::to_owned).collect();
        let before: Vec<_> = names.iter().map(|it| self.meaning(it)).collect();
        let circular = removed.iter().flat_map(|&it| self.circular(it)).collect();
        let old = removed.iter().map(|&it| &self.program.documents[it as usize].source);
        let pointing: Vec<_> = old.flat_map(|it| self.marks.pointing_at(it)).collect();
        removed.iter().for_each(|&it| index.remove(&self.program, it));
        self.forget(file, &removed, parts.start);
        let kept = self.take_brought(&removed, &documents);
        let added = self.exchange(&removed, documents, &mut index.free);
        let brought = match brought {
            Some(brought) => vec![(0, brought)],
            None => kept,
        };
        for (part, brought) in brought {
            self.program.bring(added[part], brought);
        }
        self.put(file, parts, &added);
        added.iter().for_each(|&it| index.add(&self.program, it));
        self.declare(&added);
        let gone: FxHashSet<u32> = removed.iter().copied().collect();
        let pointing = pointing.into_iter().filter(|it| !gone.contains(it));
        let mut dirty: FxHashSet<_> = added.iter().copied().chain(pointing).collect();
        let mut changed: Vec<u64> = circular;
        for (name, before) in names.iter().zip(before) {
            changed.extend(self.changed_meaning(name, &before, &gone, &mut dirty));
        }
        dirty.extend(self.after_changed_levels(file));
        self.spread(&index, changed, &mut dirty);
        let dirty: Vec<_> = dirty.into_iter().collect();
        self.begin(&dirty);
        self.report_duplicates(&dirty);
        self.understand(&dirty, budget)?;
        let mut unused: FxHashSet<u32> = dirty.into_iter().collect();
        for (name, was_mentioned) in mentioned.iter().zip(was_mentioned) {
            if is_mentioned(&index, name) != was_mentioned {
                unused.extend(self.declaring(name));
            }
        }
        for &document in &unused {
            let found = self.unused(document, |name| is_mentioned(&index, name));
            self.documents[document as usize].unused = found;
        }
        let names = names.iter().map(String::as_str);
        let again = unused.iter().map(|&it| Arc::clone(&self.program.documents[it as usize]));
        let again: Vec<_> = again.collect();
        let names = names.chain(again.iter().flat_map(|it| declared(it))).collect();
        self.index = Some(index);
        self.conclude(Some(&ProgramChange { file, documents: unused, names }));
        Ok(())
    }

    /// The documents of a file whose levels are other ones than before.
    fn after_changed_levels(&mut self, file: usize) -> Vec<u32> {
        let levels = self.levels.in_file(&self.levels_set[file]);
        if levels == self.levels_in_files[file] {
            return Vec::new();
        }
        self.levels_in_files[file] = levels;
        self.program.files[file].parts.clone()
    }

    /// Takes the names that documents declare and the levels that they set out of what is known of a file.
    fn forget(&mut self, file: usize, removed: &[u32], first: usize) {
        let Self { program, names: known, places, .. } = self;
        let place = |it: Definition| (places[it.document as usize], it.item);
        for definition in declarations(program, removed).rev() {
            known.remove(program, definition, place);
        }
        for (&document, part) in removed.iter().zip((first as u32)..) {
            self.levels_set[file].remove(part, &self.program.documents[document as usize]);
        }
    }

    /// Puts documents in the place of parts of a file, and notes which levels they set.
    fn put(&mut self, file: usize, parts: Range<usize>, added: &[u32]) {
        let is_behind = parts.end < self.program.files[file].parts.len();
        let is_as_many = added.len() == parts.len();
        self.program.files[file].parts.splice(parts.clone(), added.iter().copied());
        let end = match is_as_many {
            true => parts.end,
            false => self.program.files[file].parts.len(),
        };
        self.number(file, parts.start..end);
        if is_behind && !is_as_many {
            self.levels_set[file] = self.levels_set(file);
        } else {
            for (&document, part) in added.iter().zip((parts.start as u32)..) {
                self.levels_set[file].add(part, &self.program.documents[document as usize]);
            }
        }
    }

    /// The hash of a name whose declaration says something else than `before`; documents that have to be looked at
    /// even where it only moved are `dirty`.
    fn changed_meaning(
        &self,
        name: &str,
        before: &DeclaredMeaning,
        gone: &FxHashSet<u32>,
        dirty: &mut FxHashSet<u32>,
    ) -> Option<u64> {
        let after = self.meaning(name);
        let stays = |it: &(Definition, String)| !gone.contains(&it.0.document);
        if *before != after || !before.as_ref().is_none_or(stays) {
            // What declares it again points to another place, or is not the second one any more.
            let again = self.names.again(&self.program, name);
            dirty.extend(again.chain(after.as_ref().map(|it| it.0)).map(|it| it.document));
        }
        let said = |it: &DeclaredMeaning| it.as_ref().map(|(_, text)| text.clone());
        (said(before) != said(&after)).then(|| hash(name))
    }

    /// The documents that declare a name.
    fn declaring(&self, name: &str) -> Vec<u32> {
        let again = self.names.again(&self.program, name);
        let declared = self.namespace().find(name).into_iter().chain(again);
        declared.map(|it| it.document).collect()
    }

    /// Adds the documents in which something depends on one of these names, however indirectly, and of a circle
    /// that has a part in one of them all others: what is said of it is said once.
    fn spread(&self, index: &MentionIndex, changed: Vec<u64>, documents: &mut FxHashSet<u32>) {
        let of_circles = documents.iter().flat_map(|it| self.circular(*it));
        let mut seen: FxHashSet<u64> = changed.into_iter().chain(of_circles).collect();
        let mut pending: Vec<_> = seen.iter().copied().collect();
        while let Some(name) = pending.pop() {
            for definition in index.of(name) {
                let declared = hash(self.program.name(definition));
                pending.extend(seen.insert(declared).then_some(declared));
                if documents.insert(definition.document) {
                    let others = self.circular(definition.document);
                    pending.extend(others.filter(|it| seen.insert(*it)));
                }
            }
        }
    }

    /// The formulas of a document that refer to themselves, however indirectly.
    fn circular(&self, document: u32) -> impl Iterator<Item = u64> {
        let formulas = (0..).zip(&self.formulas[document as usize]);
        let is_circular =
            |it: &ResolveProgress| matches!(it, ResolveProgress::Known(it) if it.is_circular);
        let circular = formulas.filter(move |(_, it)| is_circular(it));
        circular.map(move |(item, _)| hash(self.program.name(Definition { document, item })))
    }

    /// Takes away what documents were brought. Returns what stays, behind the index of the document that takes the
    /// place of theirs.
    fn take_brought(
        &mut self,
        removed: &[u32],
        documents: &[Arc<Document>],
    ) -> Vec<(usize, BroughtFiles)> {
        let mut kept = Vec::new();
        for (part, &document) in removed.iter().enumerate() {
            let brought = self.program.take_brought(document);
            let old = &self.program.documents[document as usize].source;
            if documents.get(part).is_some_and(|it| Arc::ptr_eq(&it.source, old)) {
                kept.push((part, brought));
            }
        }
        kept
    }

    /// Puts documents in the places of those that were removed, and in new ones where these do not
    /// suffice. Returns their indices.
    fn exchange(
        &mut self,
        removed: &[u32],
        documents: Vec<Arc<Document>>,
        free: &mut Vec<u32>,
    ) -> Vec<u32> {
        for &document in removed {
            self.forget_places(document);
            self.marks.remove(self.places[document as usize].0, document);
            self.program.documents[document as usize] = Arc::default();
            self.formulas[document as usize] = Vec::new();
            self.documents[document as usize] = super::DocumentFindings::default();
            self.findings[document as usize] = Vec::new();
        }
        free.extend(removed.iter().rev());
        let place = |document| {
            let index = free.pop().unwrap_or_else(|| {
                self.program.documents.push(Arc::default());
                self.formulas.push(Vec::new());
                self.documents.push(super::DocumentFindings::default());
                self.findings.push(Vec::new());
                self.places.push((0, 0));
                self.program.documents.len() as u32 - 1
            });
            self.program.documents[index as usize] = document;
            index
        };
        documents.into_iter().map(place).collect()
    }
}
