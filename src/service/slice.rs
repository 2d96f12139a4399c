//! A question with all that it depends on, cut out of its program as a text of its own. It can be
//! answered on another thread, and the answer holds as long as these items say the same, wherever
//! they stand.

mod places;
mod steps;

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::check::{Analysis, CheckedProgram, Levels, check};
use super::draw::{self, DrawnPicture};
use super::import::document;
use super::solve::{NoAnswer, inline};
use super::test::{self, TestPurpose, TestReport};
use crate::diagnostic::code::EXPECTATION_FAILED;
use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::kinds::scope::ForeignFile;
use crate::kinds::{Definition, Facts, Kind, Kinds, Program, Puzzle, Refusal, ScopeFile, formula};
use crate::syntax::ast::{Item, ItemKind, Verb};
use crate::text::{Source, Span, indentation, newline};
pub use places::SlicePlaces;
pub use steps::SliceSteps;

use puzzle_engine::budget::Budget;

/// A question and the declarations it depends on.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The question, with its indentation.
    question: String,
    /// How many of its bytes are not in the program.
    added: u32,
    /// Whether it is a query of the program, and not one that nobody has written.
    is_written: bool,
    /// The declarations, each on lines of its own, with a line break before the first.
    declarations: String,
    /// Where each begins in them, and its name.
    pieces: Vec<(u32, String)>,
    /// The line on which each stands in its file.
    lines: Vec<u32>,
    /// Files in foreign formats by the name of the declaration that names them.
    foreign: FxHashMap<String, Arc<ForeignFile>>,
    kinds: Kinds,
    /// What [`Program::asks_whole`] says.
    asks_whole: bool,
}

/// What became of the question of a slice. Its places are told relative to the items they lie in.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The report. Spans count from where the line of the question begins, blanks included.
    report: TestReport,
    /// The places that a no follows from.
    because: Vec<SlicePlace>,
    /// The changes of declarations that each make a yes of a no, by name and counted from its start.
    corrections: Vec<(Option<String>, Fix)>,
}

/// A place with what is said there.
type SlicePlace = (Origin, Span, String);

/// Where a place is, wherever that stands.
#[derive(Clone, Debug)]
enum Origin {
    Question,
    /// In the declaration of that name, counted from its start.
    Declaration(String),
    /// In a file of a foreign format.
    Foreign(Arc<Source>),
}

impl Slice {
    /// A query of the program; `None` when it makes no sense.
    pub fn of_query(analysis: &Analysis<'_>, query: Definition) -> Option<Self> {
        let scope = &analysis.scope;
        if !analysis.is_sound(query) {
            return None;
        }
        let document = &scope.program.documents[query.document as usize];
        let item = scope.item(query);
        let text = document.source.text();
        let lead = indentation(text, item.span);
        let question = format!("{lead}{}", document.source.slice(item.span));
        let names = document.mentions(item).map(|(name, _)| name);
        let slice = Self::cut(analysis, question, newline(text, item.span), names)?;
        Some(Self { is_written: true, ..slice })
    }

    /// A question about a declaration that nobody has written: a verb, and its name behind it.
    /// `None` when the declaration has no meaning, or its name means another one.
    pub fn about(analysis: &Analysis<'_>, declaration: Definition, verb: Verb) -> Option<Self> {
        let name = analysis.scope.program.name(declaration);
        if analysis.scope.find(name) != Some(declaration) {
            return None;
        }
        let question = format!("{} {name}", verb.word());
        Self::cut(analysis, question, "\n", std::iter::once(name))
    }

    fn cut<'a>(
        analysis: &Analysis<'a>,
        question: String,
        newline: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Option<Self> {
        let scope = &analysis.scope;
        let mut slice = Self {
            question,
            added: 0,
            is_written: false,
            declarations: newline.to_owned(),
            pieces: Vec::new(),
            lines: Vec::new(),
            foreign: FxHashMap::default(),
            kinds: scope.program.kinds,
            asks_whole: scope.program.asks_whole,
        };
        let mut pending: Vec<_> = names.filter_map(|name| scope.find(name)).collect();
        let mut seen: FxHashSet<Definition> = pending.iter().copied().collect();
        while let Some(definition) = pending.pop() {
            if !analysis.is_sound(definition) {
                return None;
            }
            let document = &scope.program.documents[definition.document as usize];
            let item = scope.item(definition);
            let name = scope.program.name(definition).to_owned();
            if let Some(foreign) = scope.program.foreign.get(&definition) {
                slice.foreign.insert(name.clone(), Arc::clone(foreign));
            }
            slice.pieces.push((slice.declarations.len() as u32, name));
            slice.lines.push(line_in_file(analysis, definition));
            slice.declarations.push_str(document.source.slice(item.span));
            slice.declarations.push_str(newline);
            let referred = document.mentions(item).filter_map(|(name, _)| scope.find(name));
            pending.extend(referred.filter(|it| seen.insert(*it)));
        }
        Some(slice)
    }

    /// Another question about what the question is about.
    #[must_use]
    pub fn asking(&self, question: String) -> Self {
        Self { question, is_written: false, ..self.clone() }
    }

    /// The same question with its reasons, whatever is expected.
    #[must_use]
    pub fn why(&self) -> Self {
        let (lead, _) =
            self.question.split_at(self.question.len() - self.question.trim_start().len());
        let asked = self.question();
        let why = if asked.starts_with("why ") { "" } else { "why " };
        Self { added: why.len() as u32, ..self.asking(format!("{lead}{why}{asked}")) }
    }

    /// The question without its expectation.
    pub fn question(&self) -> &str {
        self.question.split("=>").next().unwrap_or_default().trim()
    }

    /// The declarations that the question depends on.
    pub fn declarations(&self) -> &str {
        &self.declarations
    }

    /// The question and all that it depends on.
    pub fn text(&self) -> String {
        format!("{}{}", self.question, self.declarations)
    }

    /// The item of a program that asks the question, be it that it is about that declaration, as
    /// long as the program says everything that the question depends on.
    pub fn asker(&self, analysis: &Analysis<'_>) -> Option<Definition> {
        let (scope, program) = (&analysis.scope, analysis.scope.program);
        let ends = self.pieces.iter().skip(1).map(|(start, _)| *start);
        let ends = ends.chain([self.declarations.len() as u32]);
        for ((start, name), end) in self.pieces.iter().zip(ends) {
            let definition = scope.find(name).filter(|it| analysis.is_sound(*it))?;
            let says = scope.source(definition.document).slice(scope.item(definition).span);
            let said = &self.declarations[*start as usize..end as usize];
            let texts = [self.foreign.get(name), program.foreign.get(&definition)]
                .map(|it| it.map(|it| it.texts().map(|it| it.0.text()).collect::<Vec<_>>()));
            if said.trim_end() != says.trim_end() || texts[0] != texts[1] {
                return None;
            }
        }
        if !self.is_written {
            return scope.find(&self.pieces.first()?.1);
        }
        let asks = |(definition, item): &(Definition, &Item)| {
            let source = scope.source(definition.document);
            let lead = indentation(source.text(), item.span);
            let rest = self.question.strip_prefix(lead);
            matches!(item.kind, ItemKind::Query(_)) && rest == Some(source.slice(item.span))
        };
        program.items(program.root()).find(asks).map(|(definition, _)| definition)
    }

    /// The slice as a program, checked.
    pub fn check(&self) -> CheckedProgram {
        let question = self.question.len() as u32;
        let starts = self.pieces.iter().map(|it| question + it.0);
        let lines = starts.zip(self.lines.iter().copied()).collect();
        let document = document(Arc::new(Source::new("", self.text()).taken_from(lines)));
        let named = |(item, it): (u32, &Item)| {
            let name = document.source.slice(it.kind.declared()?);
            let foreign = Arc::clone(self.foreign.get(name)?);
            Some((Definition { document: 0, item }, foreign))
        };
        let program = Program {
            foreign: (0..).zip(&document.tree.items).filter_map(named).collect(),
            files: vec![ScopeFile { path: PathBuf::new(), parts: vec![0] }],
            kinds: self.kinds,
            asks_whole: self.asks_whole,
            documents: vec![document],
            ..Program::default()
        };
        check(program, &Levels::default())
    }

    /// Answers the question.
    ///
    /// # Errors
    /// Why it makes no sense, as one about a game that is over.
    pub fn answer(&self, purpose: TestPurpose, budget: Budget) -> Result<Answered, Refusal> {
        let checked = self.check();
        let mut budget = Some(budget);
        let mut report =
            test::run(&checked.analysis(), purpose, || budget.take().unwrap_or_default())
                .next()
                .filter(|it| it.query.item == 0)
                .ok_or_else(|| refusal(&checked))?;
        let source = Arc::clone(&checked.program().documents[0].source);
        let places = report.answer.as_mut().map(|it| std::mem::take(&mut it.because));
        let because = places.into_iter().flatten().map(|it| self.relative(it, &source)).collect();
        let corrections = report.answer.as_mut().map(|it| std::mem::take(&mut it.corrections));
        let corrections =
            corrections.into_iter().flatten().filter_map(|it| self.placed_fix(it.fix));
        let corrections = corrections.collect();
        for diagnostic in &mut report.diagnostics {
            // They say again what the answer follows from.
            diagnostic.related.clear();
        }
        Ok(Answered { report, because, corrections })
    }

    /// Draws what the question is about.
    ///
    /// # Errors
    /// Why it cannot be drawn.
    pub fn picture(&self, budget: Option<&mut Budget>) -> Result<DrawnPicture, Refusal> {
        self.with_puzzle(|puzzle, facts| draw::picture(puzzle, facts, budget))?
    }

    /// Draws the solution of that number, from 1, of what the question is about; or the last one.
    ///
    /// # Errors
    /// Why it cannot be drawn, or is not known.
    pub fn world(&self, number: usize, budget: &mut Budget) -> Result<DrawnPicture, Refusal> {
        self.with_puzzle(|puzzle, _| {
            draw::world(puzzle, number, budget).map_err(|no_answer| match no_answer {
                NoAnswer::Stopped(stop) => {
                    let called = puzzle.world_word().unwrap_or("solution");
                    format!("whether there is another {called} is not known: {stop}")
                }
                other => other.words(),
            })
        })?
    }

    /// Does something with the puzzle that the question is about.
    ///
    /// # Errors
    /// Why there is none.
    pub fn with_puzzle<R>(
        &self,
        work: impl FnOnce(&dyn Puzzle, &'static Facts) -> R,
    ) -> Result<R, Refusal> {
        let checked = self.check();
        let analysis = checked.analysis();
        let (puzzle, facts) = target(&analysis).ok_or_else(|| refusal(&checked))?;
        Ok(work(puzzle.as_ref(), facts))
    }

    fn relative(&self, place: Related, own: &Arc<Source>) -> SlicePlace {
        let Related { source, span, message } = place;
        if let Some(foreign) = source.filter(|it| !Arc::ptr_eq(it, own)) {
            return (Origin::Foreign(foreign), span, message);
        }
        match self.piece(span) {
            Some((name, at)) => {
                let span = Span::new(span.start - at, span.end - at);
                (Origin::Declaration(name.to_owned()), span, message)
            }
            None => {
                let at = |offset: u32| offset.saturating_sub(self.added);
                (Origin::Question, Span::new(at(span.start), at(span.end)), message)
            }
        }
    }

    /// The declaration that a place of the slice's text lies in, and where it starts there.
    fn piece(&self, span: Span) -> Option<(&str, u32)> {
        let question = self.question.len() as u32;
        let start = span.start.checked_sub(question)?;
        let index = self.pieces.partition_point(|(at, _)| *at <= start).saturating_sub(1);
        let (at, name) = &self.pieces[index];
        Some((name, at + question))
    }

    /// A change of a declaration with its name, or of the question itself.
    fn placed_fix(&self, fix: Fix) -> Option<(Option<String>, Fix)> {
        let piece = self.piece(fix.edits.first()?.span);
        let (name, at) = piece.map_or((None, self.added), |it| (Some(it.0.to_owned()), it.1));
        let edits = fix.edits.iter().map(|it| {
            let span = Span::new(it.span.start - at, it.span.end - at);
            Edit::replace(span, it.text.as_str())
        });
        Some((name, Fix { edits: edits.collect(), ..fix }))
    }
}

impl Answered {
    /// The report with places of its slice.
    pub fn report(&self) -> &TestReport {
        &self.report
    }

    /// Whether the answer is a no of which is known what it follows from.
    pub fn has_reasons(&self) -> bool {
        !self.because.is_empty()
    }

    /// The diagnostics, where the query stands that was asked.
    pub fn diagnostics<'s>(
        &'s self,
        analysis: &'s Analysis<'_>,
        query: Definition,
    ) -> impl Iterator<Item = Diagnostic> + 's {
        let base = base(analysis, query);
        self.report.diagnostics.iter().map(move |it| Diagnostic {
            span: moved(it.span, base),
            fixes: it.fixes.iter().map(|fix| moved_fix(fix, base)).collect(),
            related: if it.code == EXPECTATION_FAILED {
                self.because(analysis, query)
            } else {
                Vec::new()
            },
            ..it.clone()
        })
    }

    /// The changes that each make a yes of a no, where they are made in the program: the document, and what changes.
    pub fn corrections(&self, analysis: &Analysis<'_>, query: Definition) -> Vec<(u32, Fix)> {
        let scope = &analysis.scope;
        let placed = |(name, fix): &(Option<String>, Fix)| {
            let Some(name) = name else {
                return Some((query.document, moved_fix(fix, base(analysis, query))));
            };
            let definition = scope.find(name)?;
            Some((definition.document, moved_fix(fix, scope.item(definition).span.start)))
        };
        self.corrections.iter().filter_map(placed).collect()
    }

    /// The edit that writes the answer behind the query that was asked.
    pub fn update(&self, analysis: &Analysis<'_>, query: Definition) -> Option<Edit> {
        self.report.update.as_ref().map(|it| moved_edit(it, base(analysis, query)))
    }

    /// The places that a no follows from, where they stand in the program. Those in the document of
    /// the question have no source.
    pub fn because(&self, analysis: &Analysis<'_>, question: Definition) -> Vec<Related> {
        self.because.iter().filter_map(|it| placed(analysis, question, it)).collect()
    }
}

/// A place of a slice where it stands in the program; one in the document of the question has no source.
fn placed(
    analysis: &Analysis<'_>,
    question: Definition,
    (origin, span, message): &SlicePlace,
) -> Option<Related> {
    let scope = &analysis.scope;
    let (source, span) = match origin {
        Origin::Foreign(source) => (Some(Arc::clone(source)), *span),
        Origin::Question => (None, moved(*span, base(analysis, question))),
        Origin::Declaration(name) => {
            let definition = scope.find(name)?;
            let source = Arc::clone(scope.source(definition.document));
            let is_here = definition.document == question.document;
            let start = scope.item(definition).span.start;
            ((!is_here).then_some(source), moved(*span, start))
        }
    };
    Some(Related { source, span, message: message.clone() })
}

/// The line of its file on which an item begins, from 1.
fn line_in_file(analysis: &Analysis<'_>, definition: Definition) -> u32 {
    let (scope, program) = (&analysis.scope, analysis.scope.program);
    let own = scope.source(definition.document);
    let line = own.line_column(scope.item(definition).span.start).line;
    let (file, part) = analysis.place(definition.document);
    // Texts of a session know the lines before them, parts of a file that is edited do not.
    let before = &program.files[file].parts[..if own.lines_before() == 0 { part } else { 0 }];
    let breaks = |it: &u32| scope.source(*it).line_count() - 1;
    line + before.iter().map(breaks).sum::<u32>()
}

/// The puzzle that the question of a slice is about, and the facts of its kind.
fn target<'s>(analysis: &'s Analysis<'_>) -> Option<(Box<dyn Puzzle + 's>, &'static Facts)> {
    let scope = analysis.scope;
    let ItemKind::Query(query) = &scope.tree(0).items.first()?.kind else { return None };
    let name = scope.named(0, &query.target).map(|it| &scope.text(0)[it.range()]);
    match name {
        Some(name) => {
            let definition = scope.find(name)?;
            Some((analysis.puzzle(definition)?, analysis.kind(definition)?.facts()))
        }
        None => Some((inline(*analysis, 0, &query.target), formula::KIND.facts())),
    }
}

/// What is wrong with the question of a slice.
fn refusal(checked: &CheckedProgram) -> Refusal {
    let first = checked.analysis().findings[0].first();
    first.map_or("the question makes no sense".to_owned(), |it| it.message.clone())
}

/// Where the places of a report on a query count from.
fn base(analysis: &Analysis<'_>, query: Definition) -> u32 {
    let item = analysis.scope.item(query);
    match item.kind {
        ItemKind::Query(_) => {
            let lead = indentation(analysis.scope.text(query.document), item.span);
            item.span.start - lead.len() as u32
        }
        _ => item.span.start,
    }
}

fn moved(span: Span, by: u32) -> Span {
    Span::new(span.start + by, span.end + by)
}

fn moved_edit(edit: &Edit, by: u32) -> Edit {
    Edit { span: moved(edit.span, by), text: edit.text.clone() }
}

fn moved_fix(fix: &Fix, by: u32) -> Fix {
    Fix { edits: fix.edits.iter().map(|it| moved_edit(it, by)).collect(), ..fix.clone() }
}
