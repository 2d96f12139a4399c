//! The blocks that make up a puzzle: its own, and before it those whose lines hold here as well. A
//! fault in a line of another block is reported there, or at the name of this puzzle where only this
//! puzzle makes it one.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::errors;
use super::ranges::{MOST, Range};
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::consequences::mark_consequences;
use crate::kinds::formula::{NO_RULES, unknown_name};
use crate::kinds::scope::MAX_BLOCKS;
use crate::kinds::{AnswerVerdict, Definition, Scope};
use crate::syntax::ast::{ItemKind, NumberRange, SyntaxTree, WrittenTheory};
use crate::syntax::keyword::GAMES;
use crate::text::{Source, Span};

/// A block of lines.
#[derive(Clone, Copy, Debug)]
pub struct SheetBlock<'a> {
    /// Where it is declared.
    pub definition: Definition,
    /// The text it stands in.
    pub source: &'a Arc<Source>,
    /// The tree of that text.
    pub tree: &'a SyntaxTree,
    /// Its lines.
    pub body: &'a WrittenTheory,
    pub name: Span,
}

impl<'a> SheetBlock<'a> {
    /// The text it stands in.
    pub fn text(&self) -> &'a str {
        self.source.text()
    }

    /// A part of its text.
    pub fn slice(&self, span: Span) -> &'a str {
        &self.text()[span.range()]
    }
}

/// A place in one of the blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockPlace {
    pub block: usize,
    /// Where in its text.
    pub span: Span,
}

/// A name whose sorts follow from its use.
#[derive(Clone, Debug)]
pub struct InferredName<'a> {
    /// Where it is used first.
    pub place: Span,
    /// The sorts that it is applied to, by their names.
    pub arguments: Vec<&'a str>,
    /// The sort of its values; `None` of a predicate.
    pub result: Option<&'a str>,
}

/// The block of a question, which is none of the puzzle's.
pub(super) const QUESTION: usize = usize::MAX;

/// The blocks of a puzzle, its own one last.
#[derive(Clone, Debug)]
pub struct Lineage<'a> {
    /// Whether it is a theory, which has other words for answers.
    pub is_theory: bool,
    pub blocks: Vec<SheetBlock<'a>>,
    /// Whether the word of the own one is `game`.
    pub is_game: bool,
    /// What the names are that the own one does not declare.
    pub inferred: Vec<InferredName<'a>>,
}

fn block<'a>(definition: Definition, scope: Scope<'a>) -> Option<(SheetBlock<'a>, Option<Span>)> {
    let (name, rules, body) = match &scope.item(definition).kind {
        ItemKind::Puzzle { name, rules, body, .. } => (name, rules, body),
        ItemKind::Theory { name, body } => (name, &None, body),
        _ => return None,
    };
    let (source, tree) = (scope.source(definition.document), scope.tree(definition.document));
    Some((SheetBlock { definition, source, tree, body, name: *name }, *rules))
}

/// Why an item by rules of its own cannot have a name: `game NAME: tippy` is of that kind.
pub fn not_a_name(item: &ItemKind, name: &str) -> Option<&'static str> {
    let is_taken = matches!(item, ItemKind::Puzzle { .. }) && GAMES.contains(&name);
    is_taken.then_some("a kind of game that the language brings has this name")
}

impl<'a> Lineage<'a> {
    /// The blocks of a declaration; `None` when one of them is missing, which is said in
    /// `diagnostics` where it is the fault of this one.
    pub fn of(
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let (own, mut rules) = block(definition, scope)?;
        if let Some(why) = not_a_name(&scope.item(definition).kind, own.slice(own.name)) {
            diagnostics.push(errors::named_as_a_game(own.slice(own.name), why, own.name));
        }
        let mut seen = FxHashSet::from_iter([definition]);
        let mut blocks = vec![own];
        while let Some(span) = rules {
            let child: &SheetBlock<'_> = &blocks[blocks.len() - 1];
            let is_own = blocks.len() == 1;
            let name = child.slice(span);
            let Some(parent) = scope.find(name) else {
                if is_own {
                    diagnostics.push(unknown_name(name, span, NO_RULES));
                }
                return None;
            };
            if parent == definition {
                let own = own_rules(definition, scope).unwrap_or(span);
                diagnostics.push(errors::extends_itself(scope.program.name(definition), own));
                return None;
            }
            if !seen.insert(parent) {
                return None;
            }
            let item = scope.item(parent);
            let is_puzzle = matches!(item.kind, ItemKind::Puzzle { .. });
            let Some((next, its_rules)) = block(parent, scope).filter(|_| is_puzzle) else {
                if is_own && !matches!(item.kind, ItemKind::Broken { .. }) {
                    let kind = scope.program.kinds.of(item, scope.text(parent.document));
                    let what = kind.map(|it| it.facts().with_article()).unwrap_or_default();
                    diagnostics.push(errors::no_rules(name, span, &what));
                }
                return None;
            };
            blocks.push(next);
            rules = its_rules;
            if blocks.len() > MAX_BLOCKS {
                // Said of the first puzzle that stands on too many, and, as circles have no such, where one is
                // declared before the one that it stands on.
                if rules.is_none() || blocks[1].definition > definition {
                    let own = own_rules(definition, scope).unwrap_or(span);
                    diagnostics.push(errors::stands_on_too_many(own, MAX_BLOCKS - 1));
                }
                return None;
            }
        }
        blocks.reverse();
        let own = &scope.item(definition).kind;
        let is_theory = matches!(own, ItemKind::Theory { .. });
        let is_game = matches!(own, ItemKind::Puzzle { is_game: true, .. });
        Some(Self { is_theory, blocks, is_game, inferred: Vec::new() })
    }

    /// The puzzle's own block.
    pub fn own(&self) -> SheetBlock<'a> {
        self.blocks[self.blocks.len() - 1]
    }

    /// Whether every line could be read.
    pub fn is_whole(&self) -> bool {
        self.blocks.iter().all(|it| !it.body.is_broken)
    }

    /// That there are solutions, in the words of a puzzle or a theory.
    pub fn some(&self) -> AnswerVerdict {
        if self.is_theory { AnswerVerdict::Satisfiable } else { AnswerVerdict::Solvable }
    }

    /// What one of them is called.
    pub fn world(&self) -> &'static str {
        if self.is_theory { "world" } else { "solution" }
    }

    /// That there are none.
    pub fn none(&self) -> AnswerVerdict {
        if self.is_theory { AnswerVerdict::Contradictory } else { AnswerVerdict::NoSolution }
    }

    /// The text at a place.
    pub fn slice(&self, place: BlockPlace) -> &'a str {
        self.blocks[place.block].slice(place.span)
    }
}

fn own_rules(definition: Definition, scope: Scope<'_>) -> Option<Span> {
    block(definition, scope)?.1
}

/// What is wrong, each with the block that it is said of.
#[derive(Debug)]
pub struct Findings<'l, 'a> {
    /// The blocks.
    pub lineage: &'l Lineage<'a>,
    /// The block that is being read, or [`QUESTION`].
    pub block: usize,
    /// What was found.
    pub found: Vec<(usize, Diagnostic)>,
    /// How many of these are about declarations.
    declared: usize,
}

impl<'l, 'a> Findings<'l, 'a> {
    /// Nothing yet.
    pub fn new(lineage: &'l Lineage<'a>, block: usize) -> Self {
        Self { lineage, block, found: Vec::new(), declared: 0 }
    }

    /// Adds a fault of the block that is being read.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push((self.block, diagnostic));
    }

    /// A range in the block that is being read; its faults are added.
    pub(super) fn range(&mut self, range: NumberRange) -> Option<Range> {
        let text = self.lineage.blocks[self.block].text();
        self.range_in(text, range)
    }

    /// A range in a text; its faults are added.
    pub(super) fn range_in(&mut self, text: &str, range: NumberRange) -> Option<Range> {
        let mut number = |span: Span| {
            let digits: String =
                text[span.range()].chars().filter(|it| !it.is_whitespace()).collect();
            let number = digits.parse().ok().filter(|it: &i64| it.abs() <= MOST);
            if number.is_none() {
                self.push(errors::number_too_large(span));
            }
            number
        };
        let (least, most) = (number(range.least)?, number(range.most)?);
        if least > most {
            let whole = range.least.to(range.most);
            self.push(errors::empty_range(whole, least, most));
            return None;
        }
        Some((least, most))
    }

    /// Adds a fault of a block.
    pub fn push_at(&mut self, block: usize, diagnostic: Diagnostic) {
        self.found.push((block, diagnostic));
    }

    /// Points from a fault of a block to a place.
    pub fn related_from(
        &self,
        block: usize,
        diagnostic: Diagnostic,
        place: BlockPlace,
        words: &str,
    ) -> Diagnostic {
        if place.block == QUESTION {
            return diagnostic.related(place.span, words);
        }
        let other = &self.lineage.blocks[place.block];
        let is_same = self
            .lineage
            .blocks
            .get(block)
            .is_some_and(|it| it.definition.document == other.definition.document);
        match is_same {
            true => diagnostic.related(place.span, words),
            false => diagnostic.related_in(Arc::clone(other.source), place.span, words),
        }
    }

    /// Points from a fault of the block that is being read to a place.
    pub fn related(&self, diagnostic: Diagnostic, place: BlockPlace, words: &str) -> Diagnostic {
        self.related_from(self.block, diagnostic, place, words)
    }

    /// What was found until now is about declarations.
    pub fn end_declarations(&mut self) {
        self.declared = self.found.len();
    }

    /// Marks what may follow from declarations that are wrong.
    pub fn mark_consequences(&mut self) {
        let blocks: Vec<_> = self.lineage.blocks.iter().map(|it| it.body).collect();
        mark_consequences(&blocks, self.found.iter_mut().map(|(_, it)| it), self.declared);
    }

    /// Where faults begin, each behind its block, in order.
    pub fn places(&self) -> Vec<(usize, u32)> {
        let faults = self.found.iter().filter(|(_, it)| it.severity == Severity::Error);
        let mut places: Vec<_> = faults.map(|(block, it)| (*block, it.span.start)).collect();
        places.sort_unstable();
        places
    }

    /// Whether something is wrong within a place.
    pub fn blame(&self, place: BlockPlace) -> bool {
        // What is wrong with a line was found last.
        self.found.iter().rev().any(|(block, it)| {
            *block == place.block && it.severity == Severity::Error && place.span.contains(it.span)
        })
    }

    /// Whether nothing is wrong with declarations.
    pub fn is_well_declared(&self) -> bool {
        self.found[..self.declared].iter().all(|(_, it)| it.severity != Severity::Error)
    }

    /// Whether nothing keeps the puzzle from having a meaning.
    pub fn are_harmless(&self) -> bool {
        self.found.iter().all(|(_, it)| it.severity != Severity::Error)
    }

    /// Whether a block of others has a fault.
    pub fn blames_others(&self) -> bool {
        let own = self.lineage.blocks.len() - 1;
        self.found.iter().any(|(block, it)| *block != own && it.severity == Severity::Error)
    }

    /// What is said of the own block: its own faults, and if it is the fault of this puzzle also the first of
    /// those in lines of others.
    pub fn told(self, tells_others: bool) -> Vec<Diagnostic> {
        let own = self.lineage.blocks.len() - 1;
        let name = self.lineage.own().name;
        let mut told = Vec::new();
        let mut has_other = false;
        for (block, finding) in self.found {
            if block == own || block == QUESTION {
                told.push(finding);
            } else if tells_others && !has_other && finding.severity == Severity::Error {
                has_other = true;
                let source = self.lineage.blocks[block].source;
                let of_own = Diagnostic::new(finding.code, name, finding.message, "in this puzzle");
                let of_own = of_own.related_in(Arc::clone(source), finding.span, finding.label);
                told.push(Diagnostic { help: finding.help, ..of_own });
            }
        }
        told
    }
}
