//! What a scope knows of the formulas among its names, once these are resolved: see
//! [`resolve`](crate::kinds::formula::resolve).

use std::sync::Arc;

use super::{Definition, Scope};
use crate::syntax::ast::{ItemKind, Op};

/// What is known of a formula when all names are resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormulaInfo {
    /// The variables it has once names are written out: bit `i` is the letter `a` + `i`.
    pub variables: u32,
    /// Some of its variables are words.
    pub has_words: bool,
    /// Nodes once names are written out, saturating, without what its parameters stand for. A name with parameters
    /// counts as one more.
    pub size: u64,
    /// How often each of its parameters stands there then, if it has some.
    pub parameters: Option<Arc<[u64]>>,
    /// It, or a formula it refers to, has faults that were reported.
    pub is_broken: bool,
    /// It refers to itself, however indirectly.
    pub is_circular: bool,
}

impl FormulaInfo {
    /// Of a formula with faults.
    pub(in crate::kinds) const BROKEN: Self =
        Self { has_words: false, size: 0, is_broken: true, ..Self::WORD };
    /// Of a variable that is a word.
    pub(in crate::kinds) const WORD: Self = Self {
        variables: 0,
        has_words: true,
        size: 1,
        parameters: None,
        is_broken: false,
        is_circular: false,
    };

    /// Adds a node.
    pub(in crate::kinds) fn add(&mut self, op: Op) {
        self.size = self.size.saturating_add(1);
        if let Op::Variable(letter) = op {
            self.variables |= 1 << (letter - b'a');
        }
    }

    /// Adds what is known of another formula.
    pub fn include(&mut self, other: &Self) {
        self.variables |= other.variables;
        self.size = self.size.saturating_add(other.size);
        self.is_broken |= other.is_broken;
        self.has_words |= other.has_words;
    }
}

/// How far a formula is resolved.
#[derive(Clone, Debug, Default)]
pub enum ResolveProgress {
    /// Not yet, or not a formula.
    #[default]
    Untouched,
    /// Its names are being resolved, at this depth; meeting it again closes a circle.
    Resolving(u32),
    /// Done.
    Known(FormulaInfo),
}

/// What is known of every formula, by document and item; of other items nothing.
pub type Formulas = Vec<Vec<ResolveProgress>>;

impl Scope<'_> {
    /// What is known of a formula; `None` when the definition is something else.
    pub fn formula_info(&self, definition: Definition) -> Option<FormulaInfo> {
        match self.item(definition).kind {
            ItemKind::Formula { .. } => match self.progress(definition) {
                ResolveProgress::Known(info) => Some(info.clone()),
                _ => Some(FormulaInfo::BROKEN),
            },
            ItemKind::Variable { .. } => Some(FormulaInfo::WORD),
            // What it is is unknown; nobody complains about its uses.
            ItemKind::Broken { .. } => Some(FormulaInfo::BROKEN),
            _ => None,
        }
    }

    fn progress(&self, definition: Definition) -> &ResolveProgress {
        &self.formulas[definition.document as usize][definition.item as usize]
    }
}
