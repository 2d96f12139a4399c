//! A fix never makes it worse: each is tried before it is offered, on the items that it touches and on those
//! that depend on these. It goes when they have a fault afterwards that they did not have, or keep the one that
//! it is for. What is wrong with another line, and nobody saw for the fault, is no reason.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::queries::Queries;
use super::question::declared;
use super::update::MentionIndex;
use super::{CheckedProgram, DocumentFindings, Puzzles, declarations};
use crate::diagnostic::code::{MISSING_END, MISSING_SETTING, UNKNOWN_NAME, UNKNOWN_NODE};
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use crate::kinds::formula;
use crate::kinds::scope::ResolveProgress;
use crate::kinds::{Definition, Document, Namespace};
use crate::service::import::document;
use crate::syntax::ast::ItemKind;
use crate::text::{Source, Span};
use puzzle_engine::budget::Budget;

/// Bytes that may be tried for a document, as a multiple of its length and some more. Beyond that no fix is
/// offered, since typing is never held up.
const TRIED_FOR_EACH_BYTE: usize = 8;
const TRIED_ANYWAY: usize = 1 << 16;

/// A fault: its code, its words, and whether it is only a consequence, so that nobody is told.
type Fault = (&'static str, String, bool);

/// How often each fault is found.
type Faults = FxHashMap<Fault, usize>;

/// What is wrong after a fix.
struct FaultsAfter {
    faults: Faults,
    /// That on the lines of the fix, and with what depends on these.
    near: Faults,
}

/// The words of the lines that a fix touches.
struct WordsOfFix {
    /// As they are, and as they will be.
    words: FxHashSet<String>,
    /// Those that will be there, if it only puts signs among them or writes other words in their place. Of other words
    /// it is known then that these lines do not declare them.
    reworded: Option<FxHashSet<String>>,
    /// Whether they begin an item, which says how its other lines are read.
    are_head: bool,
}

/// The lines that fixes touch.
struct Region {
    span: Span,
    /// The items that stand there.
    items: Range<usize>,
    /// What depends on them.
    dependents: Arc<Document>,
    /// Both, wherever they stand.
    replaced: Vec<Definition>,
    /// Bytes of what questions among them are about, and is read as well.
    asked: usize,
    /// What is wrong with them as they are.
    faults: Faults,
}

impl CheckedProgram {
    /// Leaves out the fixes for a document that make it worse.
    pub(super) fn retain_repairs(&mut self, place: u32, found: &mut [Diagnostic]) {
        if found.iter().all(|it| it.fixes.is_empty()) {
            return;
        }
        let whole = Arc::clone(&self.program.documents[place as usize]);
        let text = whole.source.text();
        let mut room = TRIED_FOR_EACH_BYTE * text.len() + TRIED_ANYWAY;
        let mut regions: FxHashMap<Span, Region> = FxHashMap::default();
        for diagnostic in found {
            let fixed = (diagnostic.code.number(), diagnostic.message.clone(), false);
            let at = diagnostic.span;
            diagnostic.fixes.retain(|fix| {
                let (span, items) = touched(&whole, at, fix);
                let region = match regions.get(&span) {
                    Some(region) => region,
                    None => {
                        let Some(region) = self.region(place, span, items, &mut room) else {
                            return false;
                        };
                        regions.entry(span).or_insert(region)
                    }
                };
                if !takes(&mut room, region.length()) {
                    return false;
                }
                let after = repaired(text, span, fix);
                let lines = lines_after(text, span, fix, &after);
                let after = self.tried(place, region, after, lines);
                is_better(&fixed, &region.faults, &after, &said(&whole, &region.items, at, fix))
            });
        }
    }

    /// A region of a document, if there is room to try it.
    fn region(
        &mut self,
        place: u32,
        span: Span,
        items: Range<usize>,
        room: &mut usize,
    ) -> Option<Region> {
        let Self { program, index, .. } = self;
        let within = items.clone().map(|it| Definition { document: place, item: it as u32 });
        let mut replaced: Vec<_> = within.collect();
        let names: Vec<_> = replaced.iter().map(|it| program.name(*it)).collect();
        let mut text = String::new();
        if names.iter().any(|it| !it.is_empty()) {
            let index = index.get_or_insert_with(|| MentionIndex::new(program));
            let seen: FxHashSet<_> = replaced.iter().copied().collect();
            for it in index.dependent_items(program, &names) {
                if seen.contains(&it) {
                    continue;
                }
                let item = program.item(it);
                text.push_str(program.documents[it.document as usize].source.slice(item.span));
                text.push('\n');
                replaced.push(it);
                if text.len() > *room {
                    return None;
                }
            }
        }
        let dependents = document(Arc::new(Source::new("", text)));
        let (asked, faults) = (self.length_of_targets(&replaced), Faults::default());
        let mut region = Region { span, items, dependents, replaced, asked, faults };
        if !takes(room, region.length()) {
            return None;
        }
        let before = self.program.documents[place as usize].source.slice(span).to_owned();
        region.faults = self.tried(place, &region, before, Span::at(0)).faults;
        Some(region)
    }

    /// Bytes of what the questions among some items are about, besides these.
    fn length_of_targets(&self, items: &[Definition]) -> usize {
        let scope = self.analysis().scope;
        let mut counted: FxHashSet<_> = items.iter().copied().collect();
        let target = |it: &Definition| match &scope.item(*it).kind {
            ItemKind::Query(query) => declared(&scope, it.document, query),
            _ => None,
        };
        let targets = items.iter().filter_map(target).filter(|it| counted.insert(*it));
        targets.map(|it| scope.item(it).span.len() as usize).sum()
    }

    /// The faults of a text in the place of a region, and of what depends on it; those apart that stand in `lines`.
    fn tried(&mut self, place: u32, region: &Region, text: String, lines: Span) -> FaultsAfter {
        let first = self.program.documents.len();
        let tried = document(Arc::new(Source::new("", text)));
        for it in [tried, Arc::clone(&region.dependents)] {
            self.formulas.push(vec![ResolveProgress::Untouched; it.tree.items.len()]);
            self.documents.push(DocumentFindings {
                faults: it.diagnostics.clone(),
                ..DocumentFindings::default()
            });
            self.places.push(self.places[place as usize]);
            self.findings.push(Vec::new());
            self.program.documents.push(it);
        }
        let trials = [first as u32, first as u32 + 1];
        let before = region.items.start as u32;
        let order = |places: &[(u32, u32)], it: Definition| {
            let item = if it.document as usize >= first { before } else { it.item };
            (places[it.document as usize], item, it)
        };
        let Self { program, names, places, .. } = self;
        let replaced = region.replaced.iter().filter(|it| !program.name(**it).is_empty());
        let replaced: Vec<_> = replaced.copied().collect();
        replaced.iter().rev().for_each(|it| names.remove(program, *it, |it| order(places, it)));
        for it in declarations(program, &trials) {
            names.insert(program, it, |it| order(places, it));
        }
        self.report_duplicates(&trials);
        self.find_faults(&trials);
        let Self { program, names, places, .. } = self;
        for it in declarations(program, &trials).rev() {
            names.remove(program, it, |it| order(places, it));
        }
        for it in replaced {
            names.insert(program, it, |it| order(places, it));
        }
        let known = self.documents.split_off(first);
        self.program.documents.truncate(first);
        self.formulas.truncate(first);
        self.places.truncate(first);
        self.findings.truncate(first);
        let near = known[0].faults.iter().filter(|it| lines.contains(it.span));
        let near = counted(near.chain(&known[1].faults));
        FaultsAfter { faults: counted(known.iter().flat_map(|it| &it.faults)), near }
    }

    /// Finds what is wrong with documents that are in no file.
    fn find_faults(&mut self, documents: &[u32]) {
        let definitions = documents.iter().flat_map(|&document| {
            let items = self.program.documents[document as usize].tree.items.len() as u32;
            (0..items).map(move |item| Definition { document, item })
        });
        let namespace = Namespace::new(&self.program, &self.names);
        let place = |it: Definition| (self.places[it.document as usize], it.item);
        let found = formula::resolve(namespace, &mut self.formulas, definitions, place);
        for (document, finding) in found {
            // What else depends on them is looked at where it stands.
            self.documents[document as usize].faults.push(finding);
        }
        let budget = &mut Budget::unlimited();
        let mut queries = Queries::of(self.analysis().scope, documents);
        for &document in documents {
            let found = self.analysis().declarations(document, &mut queries, budget);
            let (is_sound, found) = found.expect("there are no limits");
            let known = &mut self.documents[document as usize];
            known.is_sound = is_sound;
            known.faults.extend(found);
        }
        for &document in documents {
            let mut puzzles = Puzzles::new(self.analysis());
            let asked = self.analysis().questions(document, &mut queries, &mut puzzles, budget);
            let (_, found) = asked.expect("there are no limits");
            drop(puzzles);
            self.documents[document as usize].faults.extend(found);
        }
    }
}

impl Region {
    fn length(&self) -> usize {
        self.span.len() as usize + self.dependents.source.text().len() + self.asked
    }
}

/// Whether there is room for so much, which is taken then.
fn takes(room: &mut usize, length: usize) -> bool {
    let is_enough = length <= *room;
    *room = room.saturating_sub(length);
    is_enough
}

/// The lines of the items that a fix of a fault touches, and these; where there are none, its own lines.
fn touched(document: &Document, fault: Span, fix: &Fix) -> (Span, Range<usize>) {
    let (text, items) = (document.source.text(), &document.tree.items);
    let mut whole = fix.edits.iter().fold(fault, |whole, edit| whole.to(edit.span));
    let first = items.partition_point(|it| it.span.end < whole.start);
    let mut last = first;
    while let Some(item) = items.get(last).filter(|it| it.span.start <= whole.end) {
        whole = whole.to(item.span);
        last += 1;
    }
    (lines_of(text, whole), first..last)
}

/// The whole lines of a part of a text.
fn lines_of(text: &str, part: Span) -> Span {
    let start = text[..part.start as usize].rfind('\n').map_or(0, |it| it + 1);
    let end = text[part.end as usize..].find('\n').map_or(text.len(), |it| part.end as usize + it);
    Span::new(start as u32, end as u32)
}

/// A region of a text after a fix.
fn repaired(text: &str, region: Span, fix: &Fix) -> String {
    let moved = |it: &Edit| {
        let span = Span::new(it.span.start - region.start, it.span.end - region.start);
        Edit::replace(span, it.text.as_str())
    };
    let edits: Vec<_> = fix.edits.iter().map(moved).collect();
    apply(&text[region.range()], &edits)
}

fn counted<'d>(faults: impl Iterator<Item = &'d Diagnostic>) -> Faults {
    let mut counted = Faults::default();
    for it in faults.filter(|it| it.severity == Severity::Error) {
        *counted.entry((it.code.number(), it.message.clone(), it.is_consequence)).or_default() += 1;
    }
    counted
}

/// The lines of a fix in the text of its region afterwards.
fn lines_after(text: &str, region: Span, fix: &Fix, after: &str) -> Span {
    let (Some(start), Some(end)) = (
        fix.edits.iter().map(|it| it.span.start).min(),
        fix.edits.iter().map(|it| it.span.end).max(),
    ) else {
        return lines_of(after, Span::new(0, after.len() as u32));
    };
    let lines = lines_of(text, Span::new(start, end));
    Span::new(lines.start - region.start, after.len() as u32 - (region.end - lines.end))
}

/// The words of the lines that a fix of a fault touches.
fn said(document: &Document, items: &Range<usize>, fault: Span, fix: &Fix) -> WordsOfFix {
    let text = document.source.text();
    let lines = lines_of(text, fix.edits.iter().fold(fault, |whole, edit| whole.to(edit.span)));
    let fixed = repaired(text, lines, fix);
    let before = &text[lines.range()];
    let all = |of: &str| words(of).map(str::to_owned).collect::<FxHashSet<_>>();
    let is_reworded = words(before).count() == words(&fixed).count();
    WordsOfFix {
        words: all(before).into_iter().chain(all(&fixed)).collect(),
        reworded: is_reworded.then(|| all(&fixed)),
        are_head: document.tree.items[items.clone()]
            .iter()
            .any(|it| lines.contains(Span::at(it.span.start))),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty())
}

/// Whether nothing is wrong after a fix that was not so before, and what it is for less often. A name that is unknown
/// elsewhere was so before, though nobody was told, unless the lines of the fix say it.
fn is_better(fixed: &Fault, before: &Faults, after: &FaultsAfter, said: &WordsOfFix) -> bool {
    let count = |of: &Faults, fault: &Fault| of.get(fault).copied().unwrap_or(0);
    let names_none = |message: &str, words: &FxHashSet<String>| {
        let mut named = message.split('`').skip(1).step_by(2);
        !named.any(|it| words.contains(it))
    };
    let is_elsewhere =
        |message: &str| said.reworded.as_ref().is_some_and(|words| names_none(message, words));
    let was_so = |(fault, times): (&Fault, &usize)| {
        let (code, message, is_consequence) = fault;
        let is_unknown = *code == UNKNOWN_NAME.number();
        if *is_consequence {
            // Another line that cannot be read may declare the name.
            return is_unknown || *times <= count(before, fault);
        }
        // What a line that cannot be read may hide was so before, if it is so afterwards.
        let is_hidden =
            [MISSING_END, UNKNOWN_NODE, MISSING_SETTING].map(Code::number).contains(code);
        let untold = match is_hidden || is_unknown && is_elsewhere(message) {
            true => count(before, &(code, message.clone(), true)),
            false => 0,
        };
        // What names nothing is about the whole of an item.
        let may_be_elsewhere =
            !is_unknown && message.contains('`') && (said.reworded.is_some() || !said.are_head);
        *times <= count(before, fault) + untold
            || may_be_elsewhere
                && count(&after.near, fault) == 0
                && names_none(message, &said.words)
    };
    let hidden = (fixed.0, fixed.1.clone(), true);
    let all = |of: &Faults| count(of, fixed) + count(of, &hidden);
    after.faults.iter().all(was_so) && all(&after.faults) <= all(before).saturating_sub(1)
}
