//! The questions of a program that want an answer, each with a key: a digest of what it says and of
//! all declarations it depends on. As long as the key is the same, so is the answer.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::kinds::{Definition, Kind, ScopeFile};
use crate::service::check::Analysis;
use crate::service::slice::Slice;
use crate::syntax::ast::{ItemKind, Verb};
use crate::text::{indentation, newline};

/// What an answer is known by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QuestionKey(u64);

impl fmt::Display for QuestionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A question that wants an answer: a query, or who wins a declared game.
#[derive(Clone, Copy, Debug)]
pub struct AskedQuestion {
    /// The item that asks, or the game.
    pub item: Definition,
    /// What its answer is known by.
    pub key: QuestionKey,
}

/// The questions of a program, kept up to date at the cost of what has changed.
#[derive(Debug, Default)]
pub struct Questions(Vec<Noted>);

/// What was seen of a document.
#[derive(Debug, Default)]
struct Noted {
    stamp: Arc<()>,
    /// Digests of declarations, by item.
    digests: Vec<Option<u64>>,
    questions: Vec<AskedQuestion>,
}

impl Questions {
    /// None, of a program that was not looked at.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Looks at what has changed; `file` is the one whose questions count.
    pub fn update(&mut self, analysis: Analysis<'_>, file: &ScopeFile) {
        let documents = &analysis.scope.program.documents;
        self.0.resize_with(documents.len(), Noted::default);
        let mut stale = FxHashSet::default();
        for (noted, document) in self.0.iter_mut().zip(0..) {
            let stamp = analysis.stamp(document);
            if !Arc::ptr_eq(&noted.stamp, stamp) {
                let items = documents[document as usize].tree.items.len();
                let stamp = Arc::clone(stamp);
                *noted = Noted { stamp, digests: vec![None; items], questions: Vec::new() };
                stale.insert(document);
            }
        }
        for &document in file.parts.iter().filter(|it| stale.contains(it)) {
            let items = (0..).zip(&documents[document as usize].tree.items);
            let asking = items.filter_map(|(item, it)| {
                let definition = Definition { document, item };
                let asks = matches!(it.kind, ItemKind::Query(_)) || is_game(analysis, definition);
                (asks && analysis.is_sound(definition)).then_some(definition)
            });
            self.0[document as usize].questions =
                asking.map(|item| AskedQuestion { item, key: self.key(analysis, item) }).collect();
        }
    }

    /// The questions of a document.
    pub fn of(&self, document: u32) -> &[AskedQuestion] {
        self.0.get(document as usize).map_or(&[], |it| &it.questions)
    }

    /// All questions.
    pub fn all(&self) -> impl Iterator<Item = AskedQuestion> + '_ {
        self.0.iter().flat_map(|it| &it.questions).copied()
    }

    /// What answers to the questions of an item are known by: a query, or a declaration. It has to be
    /// one of the program that was looked at last.
    pub fn key(&mut self, analysis: Analysis<'_>, item: Definition) -> QuestionKey {
        let scope = &analysis.scope;
        let (text, span) = (scope.text(item.document), scope.item(item).span);
        let mut hasher = DefaultHasher::new();
        if let ItemKind::Query(_) = scope.item(item).kind {
            // An answer of several lines is written with them.
            (indentation(text, span), newline(text, span)).hash(&mut hasher);
            text[span.range()].hash(&mut hasher);
            for referred in referred(analysis, item) {
                self.digest(analysis, referred).hash(&mut hasher);
            }
        } else {
            self.digest(analysis, item).hash(&mut hasher);
        }
        QuestionKey(hasher.finish())
    }

    /// The digest of a declaration and all that it depends on.
    fn digest(&mut self, analysis: Analysis<'_>, definition: Definition) -> u64 {
        // Whether what it depends on is done already.
        let mut stack = vec![(definition, false)];
        while let Some((top, is_ready)) = stack.pop() {
            if is_ready {
                let mut hasher = DefaultHasher::new();
                let item = analysis.scope.item(top);
                analysis.scope.text(top.document)[item.span.range()].hash(&mut hasher);
                if let Some(foreign) = analysis.scope.program.foreign.get(&top) {
                    foreign.texts().for_each(|it| it.0.text().hash(&mut hasher));
                }
                for referred in referred(analysis, top) {
                    self.noted(referred).unwrap_or_default().hash(&mut hasher);
                }
                *self.noted(top) = Some(hasher.finish());
            } else if self.noted(top).is_none() {
                // In case something refers to itself, which has no meaning.
                *self.noted(top) = Some(0);
                stack.push((top, true));
                stack.extend(referred(analysis, top).map(|it| (it, false)));
            }
        }
        self.noted(definition).unwrap_or_default()
    }

    fn noted(&mut self, definition: Definition) -> &mut Option<u64> {
        &mut self.0[definition.document as usize].digests[definition.item as usize]
    }
}

impl AskedQuestion {
    /// The question with all that it depends on.
    pub fn slice(&self, analysis: Analysis<'_>) -> Option<Slice> {
        match analysis.scope.item(self.item).kind {
            ItemKind::Query(_) => Slice::of_query(&analysis, self.item),
            _ => Slice::about(&analysis, self.item, Verb::Solve),
        }
    }
}

/// Whether a declaration, the first of its name, is of a kind of game that somebody wins.
fn is_game(analysis: Analysis<'_>, definition: Definition) -> bool {
    let facts = analysis.kind(definition).map(Kind::facts);
    facts.is_some_and(|it| !it.settings.is_empty() && it.verbs.contains(&Verb::Solve))
        && analysis.scope.find(analysis.scope.program.name(definition)) == Some(definition)
}

/// The declarations that an item mentions.
fn referred<'a>(
    analysis: Analysis<'a>,
    definition: Definition,
) -> impl Iterator<Item = Definition> + use<'a> {
    let scope = analysis.scope;
    let document = &scope.program.documents[definition.document as usize];
    let item = scope.item(definition);
    document.mentions(item).filter_map(move |(name, _)| scope.find(name))
}
