//! Lints and their levels: remarks on programs that are right.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix, LintLevel, Severity};
use crate::kinds::Document;
use crate::syntax::ast::{ItemKind, Op, Query, SyntaxTree};
use crate::text::Span;

/// The levels of lints that differ from their own, each lint once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Levels(Vec<(Code, LintLevel)>);

impl Levels {
    /// Sets a level; the last one counts.
    pub fn set(&mut self, lint: Code, level: LintLevel) {
        match self.0.iter_mut().find(|(it, _)| *it == lint) {
            Some(known) => known.1 = level,
            None => self.0.push((lint, level)),
        }
    }

    pub(super) fn of(&self, lint: Code) -> Option<LintLevel> {
        self.0.iter().find(|(it, _)| *it == lint).map(|(_, level)| *level)
    }

    /// The levels that count in a file: those that it sets, then these.
    pub(super) fn in_file(&self, set: &LevelsSet) -> Self {
        let mut levels = Self::default();
        for (lint, places) in set.0.values() {
            places.values().next_back().into_iter().for_each(|it| levels.set(*lint, *it));
        }
        self.0.iter().for_each(|(lint, level)| levels.set(*lint, *level));
        levels
    }

    /// Gives findings the severity of their level and drops those that are allowed.
    pub(super) fn apply(&self, findings: &mut Vec<Diagnostic>) {
        let mut effective: FxHashMap<&str, Option<Severity>> = FxHashMap::default();
        for finding in findings.iter_mut().filter(|it| it.code.is_lint()) {
            let level = || self.of(finding.code).unwrap_or(finding.code.level()).severity();
            if let Some(severity) = *effective.entry(finding.code.number()).or_insert_with(level) {
                finding.severity = severity;
            }
        }
        findings.retain(|it| effective.get(it.code.number()).is_none_or(Option::is_some));
    }
}

/// Where a level is set: the part of the file, and the place in it.
type LevelsByPlace = BTreeMap<(u32, u32), LintLevel>;

/// Where the parts of a file set the level of a lint, by its number: the last place counts.
#[derive(Debug, Default)]
pub(super) struct LevelsSet(BTreeMap<&'static str, (Code, LevelsByPlace)>);

impl LevelsSet {
    pub(super) fn add(&mut self, part: u32, document: &Document) {
        for (item, lint, level) in levels_set(document) {
            let places = self.0.entry(lint.number()).or_insert_with(|| (lint, BTreeMap::new()));
            places.1.insert((part, item), level);
        }
    }

    pub(super) fn remove(&mut self, part: u32, document: &Document) {
        for (item, lint, _) in levels_set(document) {
            self.0.get_mut(lint.number()).into_iter().for_each(|it| _ = it.1.remove(&(part, item)));
        }
    }
}

/// The levels that a document sets, each behind its item.
fn levels_set(document: &Document) -> impl Iterator<Item = (u32, Code, LintLevel)> {
    (0..).zip(&document.tree.items).filter_map(|(index, item)| match item.kind {
        ItemKind::Level { level, lint } => {
            Some((index, find_lint(document.source.slice(lint))?, level))
        }
        _ => None,
    })
}

fn find_lint(name: &str) -> Option<Code> {
    Code::find(name).filter(|code| code.is_lint())
}

/// A level of something that is no lint, if this is one.
pub(super) fn unknown_level(text: &str, lint: Span) -> Option<Diagnostic> {
    let word = &text[lint.range()];
    find_lint(word).is_none().then(|| unknown_lint(word, lint))
}

/// Connectives with more than two operands, when the lint is on: it costs a look at every node.
pub(super) fn n_ary_connectives(
    tree: &SyntaxTree,
    levels: &Levels,
    findings: &mut Vec<Diagnostic>,
) {
    if levels.of(N_ARY_CONNECTIVE).unwrap_or(N_ARY_CONNECTIVE.level()) == LintLevel::Allow {
        return;
    }
    // Operands that wait for their connective; nodes lie in post-order.
    let mut operands: Vec<Span> = Vec::new();
    for node in &tree.nodes {
        let count = match node.op {
            Op::Variable(_) | Op::Name | Op::Parameter(_) => 0,
            Op::Not => 1,
            Op::And(count) | Op::Or(count) | Op::Apply(count) => count as usize,
        };
        let of_node = operands.split_off(operands.len().saturating_sub(count));
        if count > 2 && !matches!(node.op, Op::Apply(_)) {
            findings.push(n_ary(node.span, &of_node));
        }
        operands.push(node.span);
    }
}

/// The formulas of a document that nothing mentions.
pub(super) fn unused_formulas<'a>(
    text: &'a str,
    tree: &'a SyntaxTree,
    is_mentioned: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = Diagnostic> + 'a {
    tree.items.iter().filter_map(move |item| {
        let ItemKind::Formula { name, .. } = item.kind else { return None };
        let word = &text[name.range()];
        (!is_mentioned(word)).then(|| {
            let message = format!("`{word}` is never used");
            let label = "neither asked about nor referred to";
            Diagnostic::new(UNUSED_FORMULA, name, message, label)
                .help("ask something about it, or delete it")
        })
    })
}

pub(super) fn missing_expectation(query: &Query) -> Diagnostic {
    Diagnostic::new(
        MISSING_EXPECTATION,
        query.verb_span,
        "this query expects no answer",
        "no `=>` follows",
    )
    .help("write `=> ANSWER`; `puzzle test --update` writes it for you")
}

fn n_ary(span: Span, operands: &[Span]) -> Diagnostic {
    let count = operands.len();
    let opening = Edit::insert(operands[0].start, "(".repeat(count - 2));
    let closing = operands[1..count - 1].iter().map(|operand| Edit::insert(operand.end, ")"));
    Diagnostic::new(
        N_ARY_CONNECTIVE,
        span,
        format!("a connective with {count} operands"),
        "more than two operands",
    )
    .help("put parentheses around every two operands")
    .fix(Fix::certain("pair them from the left", std::iter::once(opening).chain(closing).collect()))
}

fn unknown_lint(word: &str, span: Span) -> Diagnostic {
    let lints = Code::ALL.iter().filter(|code| code.is_lint()).map(|code| code.name());
    if Code::find(word).is_some() {
        let message = format!("`{word}` is not a lint");
        return Diagnostic::new(UNKNOWN_LINT, span, message, "this is always an error")
            .help("repair what it reports; only lints, whose numbers start with `L`, have levels");
    }
    let diagnostic =
        Diagnostic::new(UNKNOWN_LINT, span, format!("there is no lint `{word}`"), "not a lint");
    match did_you_mean(word, lints.clone()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help(format!("the lints are: {}", lints.collect::<Vec<_>>().join(", "))),
    }
}
