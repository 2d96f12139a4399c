//! Follows an edit: replaces some texts of a program and checks again what they and those who
//! refer to them say, however indirectly. The rest is left as it was.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Checked;
use crate::kinds::{Definition, Document, Program};

/// Where names are mentioned.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// By the hash of the name. Two names with one hash cost a look too many and no more.
    mentions: FxHashMap<u64, Vec<Definition>>,
    /// Indices of documents that are no part of any file.
    free: Vec<u32>,
}

impl Index {
    fn new(program: &Program) -> Self {
        let mut index = Self::default();
        program.in_order().for_each(|document| index.add(program, document));
        index
    }

    fn add(&mut self, program: &Program, document: u32) {
        let it = &program.documents[document as usize];
        for (item, mentioning) in (0..).zip(&it.tree.items) {
            for (name, _) in it.mentions(mentioning) {
                let places = self.mentions.entry(hash(name)).or_default();
                let definition = Definition { document, item };
                if places.last() != Some(&definition) {
                    places.push(definition);
                }
            }
        }
    }

    fn remove(&mut self, program: &Program, documents: &[u32]) {
        let names = documents.iter().flat_map(|&it| mentions(program, it));
        for name in names.map(hash).collect::<FxHashSet<_>>() {
            if let Some(places) = self.mentions.get_mut(&name) {
                places.retain(|it| !documents.contains(&it.document));
                if places.is_empty() {
                    self.mentions.remove(&name);
                }
            }
        }
    }

    /// The documents in which something depends on one of these names, however indirectly.
    fn dependents(&self, program: &Program, names: impl Iterator<Item = u64>) -> FxHashSet<u32> {
        let mut seen: FxHashSet<u64> = names.collect();
        let mut pending: Vec<_> = seen.iter().copied().collect();
        let mut documents = FxHashSet::default();
        while let Some(name) = pending.pop() {
            for &definition in self.mentions.get(&name).into_iter().flatten() {
                documents.insert(definition.document);
                let declared = hash(program.name(definition));
                if seen.insert(declared) {
                    pending.push(declared);
                }
            }
        }
        documents
    }
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// The names that a document mentions.
fn mentions(program: &Program, document: u32) -> impl Iterator<Item = &str> {
    let document = &program.documents[document as usize];
    document.tree.items.iter().flat_map(|it| document.mentions(it)).map(|(name, _)| name)
}

/// What documents declare: the hash of each name and the texts that declare it.
fn declared(program: &Program, documents: &[u32]) -> FxHashMap<u64, Vec<String>> {
    let mut declared: FxHashMap<u64, Vec<String>> = FxHashMap::default();
    for &document in documents {
        let document = &program.documents[document as usize];
        for item in &document.tree.items {
            if let Some(name) = item.kind.declared() {
                let text = document.source.slice(item.span).to_owned();
                declared.entry(hash(document.source.slice(name))).or_default().push(text);
            }
        }
    }
    declared
}

impl Checked {
    /// Replaces parts of a file, both given by their indices, by other documents that import
    /// nothing and set no lint levels, as little as those they replace. What is known afterwards is
    /// what [`check`](super::check) would find.
    pub fn replace(&mut self, file: usize, parts: Range<usize>, documents: Vec<Arc<Document>>) {
        let mut index = self.index.take().unwrap_or_else(|| Index::new(&self.program));
        let removed: Vec<_> = self.program.files[file].parts[parts.clone()].to_vec();
        let before = declared(&self.program, &removed);
        // Whether a formula is used may change where one is mentioned, or was.
        let mut mentioned: FxHashSet<Definition> = FxHashSet::default();
        let mut note = |checked: &Self, documents: &[u32]| {
            let names = documents.iter().flat_map(|&it| mentions(&checked.program, it));
            mentioned.extend(names.filter_map(|name| checked.namespace().find(name)));
        };
        note(self, &removed);
        index.remove(&self.program, &removed);
        for &document in &removed {
            for item in 0..self.program.documents[document as usize].tree.items.len() as u32 {
                self.names.remove(&self.program, Definition { document, item });
            }
        }
        let added = self.place(&removed, documents, &mut index.free);
        self.program.files[file].parts.splice(parts, added.iter().copied());
        added.iter().for_each(|&it| index.add(&self.program, it));
        let after = declared(&self.program, &added);
        let is_changed = |name: &&u64| before.get(name) != after.get(name);
        let changed = before.keys().chain(after.keys()).filter(is_changed).copied();
        let mut dirty = index.dependents(&self.program, changed);
        dirty.extend(&added);
        self.begin(&dirty.iter().copied().collect::<Vec<_>>());
        self.declare(&added);
        let dirty: Vec<_> = dirty.into_iter().collect();
        if !self.is_tangled {
            self.understand(&dirty);
        }
        if self.is_tangled {
            self.index = Some(index);
            return self.check();
        }
        note(self, &added);
        let mut unused: FxHashSet<u32> = mentioned.iter().map(|it| it.document).collect();
        unused.extend(dirty);
        for &document in &unused {
            let found = self.unused(document, |name| index.mentions.contains_key(&hash(name)));
            self.documents[document as usize].unused = found;
        }
        self.conclude(Some(&unused));
        self.index = Some(index);
    }

    /// Puts documents in the places of those that were removed, and in new ones where these do not
    /// suffice. Returns their indices.
    fn place(
        &mut self,
        removed: &[u32],
        documents: Vec<Arc<Document>>,
        free: &mut Vec<u32>,
    ) -> Vec<u32> {
        for &document in removed {
            self.program.documents[document as usize] = Arc::default();
            self.begin(&[document]);
            self.findings[document as usize] = Vec::new();
        }
        free.extend(removed.iter().rev());
        let place = |document| {
            let index = free.pop().unwrap_or_else(|| {
                self.program.documents.push(Arc::default());
                self.formulas.push(Vec::new());
                self.documents.push(super::Known::default());
                self.findings.push(Vec::new());
                self.program.documents.len() as u32 - 1
            });
            self.program.documents[index as usize] = document;
            index
        };
        documents.into_iter().map(place).collect()
    }
}
