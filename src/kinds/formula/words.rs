//! What the variables of a formula are called. Letters have numbers of their own; those that are words are numbered
//! behind them, in alphabetical order, for each formula anew.

use rustc_hash::FxHashSet;

use super::unfold::expand_named;
use crate::kinds::scope::{Definition, Scope};
use crate::syntax::ast::{ItemKind, Op, WrittenFormula};
use crate::syntax::terminal::variable;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};

/// The letters there are.
const LETTERS: u32 = 26;

/// The variables of a formula that are words, in alphabetical order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableWords(Vec<String>);

impl From<String> for VariableWords {
    fn from(word: String) -> Self {
        Self(vec![word])
    }
}

impl VariableWords {
    /// Those of a formula with its names written out.
    pub fn of(scope: &Scope<'_>, document: u32, formula: &WrittenFormula) -> Self {
        let mut found: FxHashSet<&str> = FxHashSet::default();
        let mut seen: FxHashSet<Definition> = FxHashSet::default();
        let mut pending = vec![(document, formula)];
        while let Some((document, formula)) = pending.pop() {
            let text = scope.text(document);
            // Whether each of the subtrees at the end of what was not yet read is a part of what is written out.
            let mut counts = vec![true];
            for node in scope.tree(document).formula(formula).iter().rev() {
                let is_part = counts.pop().unwrap_or_default();
                if let Op::Not = node.op {
                    counts.push(is_part);
                } else if let Op::And(count) | Op::Or(count) = node.op {
                    counts.extend(std::iter::repeat_n(is_part, count as usize));
                }
                let Some(name) = node.reference(text).map(|it| &text[it.range()]) else { continue };
                let named = scope.find(name).and_then(|it| Some((it, scope.formula_info(it)?)));
                if let Op::Apply(count) = node.op {
                    let of_given = named.as_ref().and_then(|it| it.1.parameters.as_deref());
                    let is_used = |it: usize| of_given.and_then(|of| of.get(it)) != Some(&0);
                    counts.extend((0..count as usize).map(|it| is_part && is_used(it)));
                }
                let Some((definition, info)) = named.filter(|it| is_part && it.1.has_words) else {
                    continue;
                };
                match &scope.item(definition).kind {
                    ItemKind::Formula { body, .. } if seen.insert(definition) && info.has_words => {
                        pending.push((definition.document, body));
                    }
                    ItemKind::Variable { .. } => _ = found.insert(name),
                    _ => {}
                }
            }
        }
        let mut words: Vec<_> = found.into_iter().map(str::to_owned).collect();
        words.sort_unstable();
        Self(words)
    }

    /// The words.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// The variable of that name.
    pub fn find(&self, word: &str) -> Option<FormulaVariable> {
        if let Some(letter) = variable(word) {
            return Some(FormulaVariable(u32::from(letter - b'a')));
        }
        let at = self.0.binary_search_by(|it| it.as_str().cmp(word)).ok()?;
        Some(FormulaVariable(LETTERS + at as u32))
    }

    /// What a variable is called.
    pub fn name(&self, variable: FormulaVariable) -> String {
        let at = variable.0.checked_sub(LETTERS);
        match at.and_then(|at| self.0.get(at as usize)) {
            Some(word) => word.clone(),
            None => variable.to_string(),
        }
    }

    /// All variables of a formula in alphabetical order: the letters that are bits, and the words.
    pub fn all(&self, letters: u32) -> Vec<(String, FormulaVariable)> {
        let letters = (0..LETTERS).filter(|bit| letters & 1 << bit != 0);
        let words = (LETTERS..).take(self.0.len());
        let all = letters.chain(words).map(FormulaVariable);
        let mut all: Vec<_> = all.map(|it| (self.name(it), it)).collect();
        all.sort_unstable();
        all
    }

    /// `rain=1 x=0`, in alphabetical order.
    pub fn assignment(&self, values: &[(FormulaVariable, bool)]) -> String {
        let mut named: Vec<_> = values.iter().map(|(it, value)| (self.name(*it), *value)).collect();
        named.sort_unstable();
        let pairs = named.into_iter().map(|(name, value)| format!("{name}={}", u8::from(value)));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// Those of both.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        let mut all = [&self.0[..], &others.0].concat();
        all.sort_unstable();
        all.dedup();
        Self(all)
    }
}

/// Where a formula is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormulaText {
    /// The file that it stands in.
    pub document: u32,
    /// Its text.
    pub written: WrittenFormula,
}

/// A formula, what those of its variables are called that are words, and where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFormula {
    /// The formula.
    pub formula: Formula,
    /// The words.
    pub words: VariableWords,
    /// Where it is written.
    pub text: FormulaText,
}

impl NamedFormula {
    /// A written formula with its names written out. `None` when that is too large.
    ///
    /// # Errors
    /// The limit that was reached before.
    pub fn expand(
        scope: &Scope<'_>,
        document: u32,
        formula: &WrittenFormula,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let words = VariableWords::of(scope, document, formula);
        let found = |word: &str| words.find(word);
        let expanded = expand_named(scope, document, formula, &found, budget)?;
        let text = FormulaText { document, written: formula.clone() };
        Ok(expanded.map(|formula| Self { formula, words, text }))
    }

    /// The formula with its variables numbered as in a larger list of words.
    pub fn among(self, words: &VariableWords) -> Formula {
        if self.words == *words {
            return self.formula;
        }
        let renamed = |node: &FormulaSymbol| match *node {
            FormulaSymbol::Variable(it) => {
                FormulaSymbol::Variable(words.find(&self.words.name(it)).unwrap_or(it))
            }
            other => other,
        };
        Formula::from_post_order(self.formula.nodes().iter().map(renamed).collect())
    }
}
