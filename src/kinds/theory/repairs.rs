//! Repairs of lines that could not be read. The parser offers those after which a line is one; here those go
//! that would say what cannot be said in the theory, such as `(Ann and Bob)` of two things: they would only
//! bring another fault.

use super::numbers;
use super::resolve::TheoryResolver;
use super::symbols::{NamedVariable, TheorySymbols};
use crate::diagnostic::code::{SHADOWED_VARIABLE, UNEXPECTED, UNKNOWN_NAME, UNUSED_VARIABLE};
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit, Fix, Severity};
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{ItemKind, SyntaxTree, TheoryLine, WrittenTheory};
use crate::syntax::parse::parse_theory_lines;
use crate::text::Span;

/// Leaves out the repairs in `faults`, what is wrong with the lines of a document in its order, after which a
/// line of the theory would be wrong in another way.
pub fn retain_sound(scope: Scope<'_>, definition: Definition, faults: &mut [Diagnostic]) {
    let item = scope.item(definition);
    let ItemKind::Theory { body, .. } = &item.kind else { return };
    if !body.is_broken {
        return;
    }
    let from = faults.partition_point(|it| it.span.start < item.span.start);
    let within = faults[from..].iter_mut().take_while(|it| it.span.start <= item.span.end);
    let offered: Vec<_> = within.filter(|it| !it.fixes.is_empty()).collect();
    if offered.is_empty() {
        return;
    }
    let (text, tree) = (scope.text(definition.document), scope.tree(definition.document));
    if numbers::first(body, tree, text).is_some() {
        return; // it is understood as a puzzle is
    }
    let mut known = Known::of(text, tree, body);
    for fault in offered {
        let place = fault.span;
        fault.fixes.retain(|fix| known.allows(text, place, fix));
    }
}

/// Marks what is wrong with the line of a question because of the puzzle that it is about, which calls something
/// by a word with a meaning of its own: that is said there.
pub fn mark_misnamed(scope: Scope<'_>, asking: Definition, faults: &mut [Diagnostic]) {
    let item = scope.item(asking);
    let ItemKind::Broken { name: None, .. } = item.kind else { return };
    let said = &scope.text(asking.document)[item.span.range()];
    let mut words = said.split(|it: char| !it.is_alphanumeric() && it != '_');
    let Some(about) = words.nth(1).and_then(|it| scope.find(it)) else { return };
    let (ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. }) = &scope.item(about).kind
    else {
        return;
    };
    let declared = scope.text(about.document);
    if words.any(|word| body.misnamed.iter().any(|it| &declared[it.range()] == word)) {
        let from = faults.partition_point(|it| it.span.start < item.span.start);
        let within = faults[from..].iter_mut().take_while(|it| it.span.start <= item.span.end);
        within.filter(|it| it.code == UNEXPECTED).for_each(|it| it.is_consequence = true);
    }
}

/// What a theory says of its words.
struct Known<'a> {
    symbols: TheorySymbols<'a>,
    variables: Vec<NamedVariable>,
}

impl<'a> Known<'a> {
    fn of(text: &'a str, tree: &SyntaxTree, body: &WrittenTheory) -> Self {
        let mut faults = Vec::new();
        let symbols = TheorySymbols::declared(text, body, &mut faults);
        let mut known = Self { symbols, variables: Vec::new() };
        for line in &body.lines {
            let TheoryLine::Rule { sentence, .. } = line else { continue };
            let nodes = tree.sentence(sentence);
            if !known.symbols.is_undeclared(text, nodes) {
                known.resolver(Some(text), &mut faults).resolve(text, nodes, &tree.bound);
            }
        }
        known
    }

    fn resolver<'r>(
        &'r mut self,
        inferred_in: Option<&'a str>,
        diagnostics: &'r mut Vec<Diagnostic>,
    ) -> TheoryResolver<'r, 'a> {
        let Self { symbols, variables } = self;
        let (may_ask, elsewhere, mismatch) = (false, None, None);
        TheoryResolver {
            symbols,
            variables,
            diagnostics,
            inferred_in,
            may_ask,
            elsewhere,
            mismatch,
        }
    }

    /// Whether the lines that a repair of a fault at `place` makes can be said.
    fn allows(&mut self, text: &str, place: Span, fix: &Fix) -> bool {
        let whole = fix.edits.iter().fold(place, |whole, edit| whole.to(edit.span));
        let start = text[..whole.start as usize].rfind('\n').map_or(0, |it| it + 1) as u32;
        let behind = &text[whole.end as usize..];
        let end = whole.end as usize + behind.find('\n').unwrap_or(behind.len());
        let moved = |it: &Edit| {
            let span = Span::new(it.span.start - start, it.span.end - start);
            Edit::replace(span, it.text.as_str())
        };
        let edits: Vec<_> = fix.edits.iter().map(moved).collect();
        let line = apply(&text[start as usize..end], &edits);
        // What is only a part of a line cannot be judged.
        let Some((tree, lines)) = parse_theory_lines(&line) else { return true };
        let mut faults = Vec::new();
        for it in &lines {
            if let TheoryLine::Rule { sentence, .. } = it {
                let nodes = tree.sentence(sentence);
                self.resolver(None, &mut faults).resolve(&line, nodes, &tree.bound);
            }
        }
        let is_strict = self.symbols.is_strict;
        !faults.iter().filter(|it| !it.is_consequence).any(|it| match it.severity {
            Severity::Error => is_strict || it.code != UNKNOWN_NAME,
            _ => it.code == UNUSED_VARIABLE || it.code == SHADOWED_VARIABLE,
        })
    }
}
