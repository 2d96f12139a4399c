//! Grades what somebody else declares by the queries of a key. What a query is about comes from the file that is graded,
//! whatever else it needs from the key. Both may use the same names for the rest.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::check::{Analysis, Levels, check_within};
use super::import::{Files, document_within, load_parts};
use super::points::QueryPoints;
use super::report::{FileReport, QueryOutcome, TestResult, with_told};
use super::test::{self, ExpectationVerdict, TestPurpose, TestReport};
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::kinds::{Definition, Document};
use crate::syntax::ast::{Item, ItemKind, Op};
use crate::syntax::token::{lex_span, text_value};
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Stop};

/// A key: a file with the answers that are expected.
pub struct AnswerKey {
    source: Arc<Source>,
    /// What its queries are about.
    tasks: FxHashSet<String>,
    /// Its queries, as they are called.
    queries: Vec<String>,
    points: QueryPoints,
}

/// Why a file is no key.
pub enum KeyFault {
    /// What is wrong with it.
    Faulty(Vec<FileReport>),
    /// It asks nothing.
    Empty,
}

impl AnswerKey {
    /// The key that a program is: its own answers are expected where it says none.
    ///
    /// # Errors
    /// What keeps it from being a key, such as an expectation of its own that fails.
    pub fn new(
        analysis: &Analysis<'_>,
        files: &dyn Files,
        budget: impl FnMut() -> Budget,
    ) -> Result<Self, KeyFault> {
        let mut reports = super::report::reports(analysis);
        let program = analysis.scope.program;
        let root = program.root();
        let source = analysis.scope.source(root.parts[0]);
        let mut edits = imports_by_path(analysis, files);
        let (mut queries, mut told) = (Vec::new(), Vec::new());
        for query in test::run(analysis, TestPurpose::Writing, budget) {
            queries.push(query.name);
            let is_expected = query.verdict.is_some();
            edits.extend(query.update.filter(|_| !is_expected));
            if query.answer.is_none() || is_expected {
                told.extend(query.diagnostics);
            }
        }
        reports[0].diagnostics = with_told(std::mem::take(&mut reports[0].diagnostics), told);
        let is_error = |it: &Diagnostic| it.severity == Severity::Error;
        let is_faulty = |it: &FileReport| it.diagnostics.iter().any(is_error);
        if reports.iter().any(is_faulty) {
            return Err(KeyFault::Faulty(reports));
        }
        let asked = program.items(root).filter_map(|(definition, item)| match &item.kind {
            ItemKind::Query(query) => {
                let name = analysis.scope.named(definition.document, &query.target);
                Some(name.map(|it| source.slice(it).to_owned()))
            }
            _ => None,
        });
        let asked: Vec<_> = asked.collect();
        if asked.is_empty() {
            return Err(KeyFault::Empty);
        }
        edits.sort_by_key(|it| it.span.start);
        let text = apply(source.text(), &edits);
        let source = Arc::new(Source::new(source.name(), text));
        let tasks = asked.into_iter().flatten().collect();
        Ok(Self { source, tasks, queries, points: QueryPoints::default() })
    }

    /// The key whose queries are worth as many points as a list says.
    ///
    /// # Errors
    /// See [`QueryPoints::read`].
    pub fn worth(mut self, list: &str) -> Result<Self, (usize, String)> {
        self.points = QueryPoints::read(list, &self.queries)?;
        Ok(self)
    }

    /// Grades the file at the located `path`. `clock` tells the seconds since some moment.
    ///
    /// # Errors
    /// The limit that was reached before a query was asked.
    pub fn grade(
        &self,
        work: &Arc<Source>,
        path: &Path,
        files: &dyn Files,
        mut budget: impl FnMut() -> Budget,
        clock: &dyn Fn() -> f64,
    ) -> Result<FileReport, Stop> {
        let mut reading = budget();
        let whole = document_within(Arc::clone(work), &mut reading)?;
        let alone = load_parts(vec![Arc::clone(&whole)], path, files);
        let alone = check_within(alone, &Levels::default(), &mut reading)?;
        let documents = &alone.program().documents;
        let mut declared: FxHashMap<&str, Vec<(&Document, &Item)>> = FxHashMap::default();
        for document in documents {
            for (name, item) in named(document) {
                declared.entry(name).or_default().push((document, item));
            }
        }
        let key = document_within(Arc::clone(&self.source), &mut reading)?;
        let is_declared = |name| documents.iter().any(|it| declares(it, name));
        let is_replaced = |it: &Item| {
            let name = it.kind.declared().map(|it| self.source.slice(it));
            name.is_some_and(|name| is_declared(name) || self.tasks.contains(name))
        };
        let is_level = |it: &Item| matches!(it.kind, ItemKind::Level { .. });
        let is_query = |it: &Item| matches!(it.kind, ItemKind::Query(_));
        let work_text = blanked(&whole, |it| is_query(it) || is_level(it));
        let key_text = blanked(&key, |it| is_replaced(it) || is_level(it));
        let parts = vec![
            document_within(work_text, &mut reading)?,
            document_within(key_text, &mut reading)?,
        ];
        let both = check_within(load_parts(parts, path, files), &Levels::default(), &mut reading)?;
        let barred = |query: Span| {
            let asked = key.tree.items.iter().find(|it| it.span == query)?;
            let is_other = |(name, item): &(&str, &Item)| {
                let of_work = declared.get(name).map_or(&[][..], Vec::as_slice);
                of_work.iter().any(|(document, it)| said(document, it) != said(&key, item))
            };
            self.needed(&key, asked).into_iter().filter(is_other).map(|it| it.0).min()
        };
        Ok(self.graded(&alone.analysis(), &both.analysis(), &barred, (&mut budget, clock)))
    }

    /// The declarations of the key that a query needs besides what it is about.
    fn needed<'k>(&self, key: &'k Document, asked: &Item) -> FxHashMap<&'k str, &'k Item> {
        let all: FxHashMap<_, _> = named(key).collect();
        let mut needed = FxHashMap::default();
        let mut open = vec![asked];
        while let Some(item) = open.pop() {
            for name in mentioned(key, item) {
                let Some((&name, item)) = all.get_key_value(name) else { continue };
                if !self.tasks.contains(name) && needed.insert(name, *item).is_none() {
                    open.push(item);
                }
            }
        }
        needed
    }

    /// Asks the queries of the key about the work, which has to have a meaning without what the key adds to it. `barred` tells
    /// of a query which name that it needs from the key the work declares, too.
    fn graded<'b>(
        &self,
        alone: &Analysis<'_>,
        both: &Analysis<'_>,
        barred: &dyn Fn(Span) -> Option<&'b str>,
        (budget, clock): (&mut dyn FnMut() -> Budget, &dyn Fn() -> f64),
    ) -> FileReport {
        let own = alone.scope.program.root().parts[0];
        let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
        let faults = alone.findings[own as usize].iter().filter(is_error).cloned().collect();
        let mut report = FileReport::new(Arc::clone(alone.scope.source(own)), faults);
        let key = both.scope.program.root().parts[1];
        let document = &both.scope.program.documents[key as usize];
        for (item, asked) in (0..).zip(&document.tree.items) {
            let ItemKind::Query(query) = &asked.kind else { continue };
            let name = both.scope.named(key, &query.target).map(|it| document.source.slice(it));
            let definition = name.and_then(|it| alone.scope.find(it));
            let is_elsewhere = definition.is_some_and(|it| it.document != own);
            let why_not = match (is_elsewhere, barred(asked.span)) {
                (true, _) => Some("what it is about is declared in another file".to_owned()),
                (_, Some(it)) => Some(format!("`{it}` is a name of the key: give it another one")),
                (false, None) => None,
            };
            let is_sound = definition.is_none_or(|it| alone.is_sound(it));
            let has_meaning = why_not.is_none() && is_sound;
            let queries = has_meaning.then_some((Definition { document: key, item }, asked));
            let start = clock();
            let mut told =
                test::run_items(both, queries.into_iter(), TestPurpose::Comparing, &mut *budget);
            let told = told.next();
            let told =
                told.unwrap_or_else(|| self.meaningless(&both.findings[key as usize], asked));
            let mut result = TestResult::of(&told, clock() - start);
            if let Some(why_not) = why_not {
                result.message = why_not;
            } else if result.message.is_empty() {
                result.message = "what it is about has no meaning".to_owned();
            }
            // Places are those of the work.
            let declared = definition.filter(|it| it.document == own);
            let declared = declared.and_then(|it| alone.scope.item(it).kind.declared());
            result.span = declared.unwrap_or_default();
            result.because.clear();
            result.points = Some(self.points.of(&result.name));
            report.tests.push(result);
        }
        report.answers = sheet(&report);
        report
    }

    /// What becomes of a query without a meaning, which the work lacks something for.
    fn meaningless(&self, findings: &[Diagnostic], asked: &Item) -> TestReport {
        let of_query = |it: &&Diagnostic| asked.span.contains(it.span);
        let end = match &asked.kind {
            ItemKind::Query(query) => query.expectation.map(|it| it.arrow.start),
            _ => None,
        };
        let name = self.source.slice(Span::new(asked.span.start, end.unwrap_or(asked.span.end)));
        TestReport {
            query: Definition::default(),
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
            span: asked.span,
            answer: None,
            verdict: Some(ExpectationVerdict::Fails),
            diagnostics: findings.iter().filter(of_query).take(1).cloned().collect(),
            update: None,
        }
    }
}

/// What a document declares, by name. A word may be declared as a variable as often as one likes.
fn named(document: &Document) -> impl Iterator<Item = (&str, &Item)> {
    let declares = |it: &&Item| !matches!(it.kind, ItemKind::Variable { .. });
    let items = document.tree.items.iter().filter(declares);
    items.filter_map(|it| Some((document.source.slice(it.kind.declared()?), it)))
}

/// Whether a document declares a name.
fn declares(document: &Document, name: &str) -> bool {
    let declared = document.tree.items.iter().filter_map(|it| it.kind.declared());
    declared.map(|it| document.source.slice(it)).any(|it| it == name)
}

/// What an item may name: in its formulas, in what it asks about, and behind the `:` of a puzzle.
fn mentioned<'d>(document: &'d Document, item: &Item) -> Vec<&'d str> {
    let rules = match item.kind {
        ItemKind::Puzzle { rules, .. } => rules,
        _ => None,
    };
    let nodes = item.kind.formulas().flat_map(|it| document.tree.formula(it));
    // A letter may be the name of a puzzle.
    let names = nodes.filter_map(|it| match it.op {
        Op::Variable(_) => Some(it.span),
        _ => it.reference(document.source.text()),
    });
    names.chain(rules).map(|it| document.source.slice(it)).collect()
}

/// What a declaration says, word by word.
fn said<'d>(document: &'d Document, item: &Item) -> Vec<&'d str> {
    let tokens = lex_span(document.source.text(), item.span);
    tokens.map(|it| document.source.slice(it.span)).collect()
}

/// A text in which some items are blank, so that all others stand where they stood.
fn blanked(document: &Document, is_blank: impl Fn(&Item) -> bool) -> Arc<Source> {
    let source = &document.source;
    let blank = |character: char| match character {
        '\n' | '\r' => character.to_string(),
        _ => " ".repeat(character.len_utf8()),
    };
    let edit = |it: &Item| {
        let whole = it.documentation.map_or(it.span, |lines| lines.to(it.span));
        Edit::replace(whole, source.slice(whole).chars().map(blank).collect::<String>())
    };
    let items = document.tree.items.iter().filter(|it| is_blank(it));
    let edits: Vec<_> = items.map(edit).collect();
    Arc::new(Source::new(source.name(), apply(source.text(), &edits)))
}

/// Edits after which the files that a program names are found from any other folder as well.
fn imports_by_path(analysis: &Analysis<'_>, files: &dyn Files) -> Vec<Edit> {
    let program = analysis.scope.program;
    let root = program.root();
    let path = |item: &Item| match &item.kind {
        ItemKind::Import { path } | ItemKind::File { path, .. } => Some(*path),
        _ => None,
    };
    let source = analysis.scope.source(root.parts[0]);
    let named = program.items(root).filter_map(|(_, item)| path(item));
    let edit = |span: Span| {
        let relative = text_value(source.slice(span));
        let located = match super::shelf::located(&relative) {
            Some(_) => return None,
            None => files.locate(&root.path, &relative),
        };
        Some(Edit::replace(span, format!("{:?}", located.to_string_lossy())))
    };
    named.filter_map(edit).collect()
}

/// How many points somebody has, and why not more. What is not known is no point, and said.
fn sheet(report: &FileReport) -> String {
    let sum = |of: &dyn Fn(&TestResult) -> u32| report.tests.iter().map(of).sum::<u32>();
    let worth = |it: &TestResult| it.points.unwrap_or_default();
    let all = sum(&worth);
    let reached = sum(&|it| it.reached().unwrap_or_default());
    let unknown = sum(&|it| if it.reached().is_none() { worth(it) } else { 0 });
    let mut sheet = format!("{reached} of {all} {}", if all == 1 { "point" } else { "points" });
    match unknown {
        0 => {}
        1 => sheet += ", and 1 is not known",
        more => _ = write!(sheet, ", and {more} are not known"),
    }
    sheet.push('\n');
    for it in &report.tests {
        let mut points = it.reached().map_or("?".to_owned(), |it| it.to_string());
        if worth(it) != 1 {
            _ = write!(points, " of {}", worth(it));
        }
        _ = match it.outcome {
            QueryOutcome::Passed => writeln!(sheet, "    {points} {}", it.name),
            _ => {
                let message = it.message.replace('\n', "\n        ");
                writeln!(sheet, "    {points} {}: {message}", it.name)
            }
        };
    }
    sheet
}
