//! Queries are checked beside the declaration that they are about, so that what this says is worked out once and
//! is not kept.

use rustc_hash::FxHashMap;

use super::Analysis;
use super::misworded::misworded;
use super::question::{Puzzles, QueryTarget, declared, question};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::UNKNOWN_NAME;
use crate::kinds::{Definition, Puzzle, Question, Scope};
use crate::syntax::ast::{ItemKind, Query};

/// Whether a query makes sense, and what is wrong with it.
pub(super) type CheckedQuery = (bool, Vec<Diagnostic>);

/// The queries of some documents.
pub(super) struct Queries {
    /// By what they are about.
    asking: FxHashMap<Definition, Vec<Definition>>,
    /// Those that were checked, until somebody takes that.
    checked: FxHashMap<Definition, CheckedQuery>,
}

impl Queries {
    /// Those of these documents.
    pub(super) fn of(scope: Scope<'_>, documents: &[u32]) -> Self {
        let mut asking = FxHashMap::<_, Vec<_>>::default();
        for &document in documents {
            for (item, index) in scope.tree(document).items.iter().zip(0..) {
                if let ItemKind::Query(query) = &item.kind
                    && let Some(target) = declared(&scope, document, query)
                {
                    asking.entry(target).or_default().push(Definition { document, item: index });
                }
            }
        }
        Self { asking, checked: FxHashMap::default() }
    }

    /// Checks those about a declaration.
    pub(super) fn check<'a>(
        &mut self,
        analysis: Analysis<'a>,
        definition: Definition,
        puzzle: Box<dyn Puzzle + 'a>,
    ) {
        let Some(queries) = self.asking.get(&definition) else { return };
        let mut puzzles = Puzzles::only(analysis, definition, puzzle);
        for query in queries {
            self.checked.insert(*query, analysis.query(*query, &mut puzzles));
        }
    }

    /// What was found out about one, if it was checked.
    pub(super) fn take(&mut self, query: Definition) -> Option<CheckedQuery> {
        self.checked.remove(&query)
    }
}

impl Analysis<'_> {
    /// Checks a query.
    pub(super) fn query(&self, definition: Definition, puzzles: &mut Puzzles<'_>) -> CheckedQuery {
        let mut findings = Vec::new();
        let ItemKind::Query(query) = &self.scope.item(definition).kind else {
            return (false, findings);
        };
        let document = definition.document;
        let source = (self.scope.text(document), self.scope.tree(document));
        let asked = question(puzzles, document, query, &mut findings);
        if asked.is_none() && findings.is_empty() {
            return (false, self.look(document, query, puzzles).unwrap_or_default());
        }
        let wrong =
            asked.as_ref().and_then(|it| misworded(puzzles, document, query, (it.0, &it.1)));
        let makes_sense = asked.is_some_and(|(target, _)| match target {
            QueryTarget::Declared(target) if !query.sentences.is_empty() => puzzles
                .puzzle(target)
                .is_some_and(|it| it.understands(query, source, &mut findings)),
            _ => true,
        });
        if makes_sense {
            findings.extend(wrong);
        }
        (makes_sense, findings)
    }

    /// What is wrong with a query about a puzzle that has faults, as far as its names tell. What that does not know but
    /// says may be a consequence.
    fn look(
        &self,
        document: u32,
        query: &Query,
        puzzles: &mut Puzzles<'_>,
    ) -> Option<Vec<Diagnostic>> {
        let target = declared(&self.scope, document, query)?;
        if query.target.is_broken || puzzles.is_sound(target) {
            return None;
        }
        let named = puzzles.named(target)?;
        let (text, mut findings) = (self.scope.text(document), Vec::new());
        named.puzzle.understands(query, (text, self.scope.tree(document)), &mut findings);
        let is_name =
            |it: &Diagnostic| it.code == UNKNOWN_NAME && it.label.ends_with("does not have it");
        findings.retain(is_name);
        for it in &mut findings {
            let word = &text[it.span.range()];
            it.is_consequence = named.words.as_ref().is_none_or(|it| it.contains(word));
        }
        let asked = Question { is_why: query.why.is_some(), ..Question::new(query.verb) };
        findings.extend(misworded(
            puzzles,
            document,
            query,
            (QueryTarget::Declared(target), &asked),
        ));
        Some(findings)
    }
}
