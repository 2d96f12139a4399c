//! A session: a text in, events out. Knows no terminal; files are read and written through
//! [`World`], and a search is interrupted through the signal that each text comes with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::entries::{Entries, Entry, Together};
use super::event::Event;
use super::it::It;
use super::known::{Known, item_at};
use super::reading::{Context, Reading};
use super::shape::{Shape, is_name};
use super::{command, show};
use crate::budget::{Budget, Signal};
use crate::diagnostic::code::UNKNOWN_BINDING;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kinds::{Definition, Kind, formula};
use crate::service::check::{Analysis, check};
use crate::service::import::Files;
use crate::service::test::{self, Explain, Verdict};
use crate::syntax::ast::{Item, ItemKind, Verb};
use crate::text::{Source, Span};

/// What lies outside of a session.
pub trait World: Files {
    /// Writes a file; one that exists is replaced only if `replaces`.
    ///
    /// # Errors
    /// Why it cannot be written, in a few words.
    fn write(&self, path: &Path, text: &str, replaces: bool) -> Result<(), String>;
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    Goes,
    /// The person leaves.
    Ends,
}

/// What each search may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time.
    pub timeout: Option<Duration>,
    /// Resident bytes of the process.
    pub max_memory: Option<usize>,
}

/// To whom events are told as they happen.
pub type Tell<'t> = &'t mut dyn FnMut(Event);

/// What was said and declared so far.
pub struct Session<'w> {
    pub(super) world: &'w dyn World,
    pub(super) entries: Entries<'w>,
    /// What is declared.
    pub(super) known: Known,
    pub(super) limits: Limits,
    pub(super) signal: Signal,
    /// The last query, as it is understood.
    pub(super) last_query: Option<String>,
    /// The code of the last diagnostic.
    pub(super) last_code: Option<Code>,
    /// Files that the session wrote.
    pub(super) saved: Vec<PathBuf>,
    /// What was declared or asked about, the last one at the end.
    recent: Vec<String>,
    it: Option<It>,
    /// The name under which typed text is shown.
    name: &'static str,
    /// Lines that were typed.
    lines: u32,
}

impl<'w> Session<'w> {
    /// A session that knows nothing; typed text is shown under `name`.
    pub fn new(world: &'w dyn World, name: &'static str, limits: Limits) -> Self {
        Self {
            world,
            entries: Entries::new(world),
            known: Known::default(),
            limits,
            signal: Signal::default(),
            last_query: None,
            last_code: None,
            saved: Vec::new(),
            recent: Vec::new(),
            it: None,
            name,
            lines: 0,
        }
    }

    /// Takes a text: declarations, queries or a command. `signal` interrupts its searches.
    pub fn enter(&mut self, typed: &str, signal: Signal, tell: Tell<'_>) -> Flow {
        let source = Source::new(self.name, typed).behind(self.lines);
        self.lines += source.line_count() - u32::from(typed.ends_with('\n'));
        self.signal = signal;
        if typed.trim().is_empty() {
            return Flow::Goes;
        }
        match command::split(typed) {
            Some(command) => command::run(self, command, Arc::new(source), tell),
            None => {
                self.read(Arc::new(source), tell);
                Flow::Goes
            }
        }
    }

    /// Takes what a file may hold, a bare formula, or a bare name.
    pub(super) fn read(&mut self, typed: Arc<Source>, tell: Tell<'_>) {
        match Shape::of(typed.text(), &self.known) {
            Shape::Items => self.take(&typed, tell),
            Shape::Formula => show::formula(self, &typed, tell),
            Shape::Name(name) => show::name(self, &name, tell),
            Shape::It => show::it(self.it.as_ref(), tell),
        }
    }

    /// What each search may use from now on.
    pub(super) fn budget(&self) -> Budget {
        Budget::new(self.signal.clone(), self.limits.timeout, self.limits.max_memory)
    }

    /// What a verb alone asks about: what was named last among all that can answer it.
    fn target(&self, verb: Verb) -> Option<String> {
        let answers = |text: &&String| match self.known.find(text) {
            Some(declared) => declared.facts.is_some_and(|it| it.verbs.contains(&verb)),
            None => {
                let is_name = is_name(text);
                !is_name && formula::KIND.facts().verbs.contains(&verb)
            }
        };
        self.recent.iter().rev().find(answers).cloned()
    }

    /// Notes what was declared or asked about.
    pub(super) fn name(&mut self, target: &str) {
        self.recent.retain(|it| it != target);
        self.recent.push(target.to_owned());
    }

    /// Understands a typed text, or its end as a question in which `verb` stands for its first
    /// bytes. What keeps it from being understood is told.
    pub(super) fn understand(
        &mut self,
        typed: &Arc<Source>,
        verb: Option<(Verb, Span)>,
        tell: Tell<'_>,
    ) -> Option<Understood> {
        let mut without = Vec::new();
        loop {
            let context = Context {
                it: self.it.as_ref(),
                declares_it: self.known.find("it").is_some(),
                target: &|verb| self.target(verb),
                without: without.clone(),
            };
            let reading = match verb {
                Some((verb, place)) => Reading::asking(verb, place, typed.text(), &context),
                None => Reading::of(typed.text(), &context),
            };
            let reading = match reading {
                Ok(reading) => reading,
                Err(faults) => {
                    self.tell_all(faults, typed, tell);
                    return None;
                }
            };
            let source = Source::new(typed.name(), reading.text.as_str()).behind(typed.lines_before());
            let source = Arc::new(source);
            let entry = Entry::Typed { source, kept: Vec::new(), answers: Vec::new() };
            let together = self.entries.together(Some(&entry));
            let understood = Understood { reading, typed: Arc::clone(typed), entry, together };
            // `it` may give values to variables that are not in the formula.
            let foreign = self.foreign_values(&understood);
            if foreign.is_empty() || !without.is_empty() {
                return Some(understood);
            }
            without = foreign;
        }
    }

    /// The variables to which `it` gives a value in vain.
    fn foreign_values(&self, understood: &Understood) -> Vec<String> {
        if understood.reading.is_typed() || self.it.as_ref().is_none_or(|it| it.values.is_empty()) {
            return Vec::new();
        }
        let analysis = check(&understood.together.program, &self.known.levels);
        let root = analysis.root();
        let findings = analysis.findings[root as usize].iter();
        let foreign = findings.filter(|it| it.code == UNKNOWN_BINDING && understood.reading.is_in_it(it.span));
        foreign.map(|it| analysis.scope.text(root)[it.span.range()].to_owned()).collect()
    }

    /// Takes declarations, queries and the rest of what a file may hold.
    fn take(&mut self, typed: &Arc<Source>, tell: Tell<'_>) {
        let Some(mut understood) = self.understand(typed, None, tell) else { return };
        self.add(&mut understood, tell);
    }

    /// Checks what is new, answers its queries, and keeps what is sound.
    pub(super) fn add(&mut self, new: &mut Understood, tell: Tell<'_>) {
        let levels = self.known.levels.clone();
        let analysis = check(&new.together.program, &levels);
        self.tell_findings(&analysis, new, tell);
        let mut kept = kept(&analysis);
        let answers = self.answer(&analysis, new, &mut kept, tell);
        let root = analysis.root();
        let items = analysis.scope.tree(root).items.iter().zip(&kept);
        let declared = items.filter(|(_, kept)| **kept).filter_map(|(it, _)| it.kind.declared());
        let names: Vec<_> =
            declared.map(|name| analysis.scope.text(root)[name.range()].to_owned()).collect();
        if let Entry::Typed { kept: of_entry, answers: of_queries, .. } = &mut new.entry {
            if !kept.contains(&true) {
                return;
            }
            (*of_entry, *of_queries) = (kept, answers);
        }
        let replaced: Vec<_> =
            names.iter().filter(|name| self.known.find(name).is_some()).map(|it| it.as_str()).collect();
        if !replaced.is_empty() {
            let verb = if replaced.len() == 1 { "replaces the one" } else { "replace those" };
            tell(Event::Note(format!("{} {verb} declared before", quoted(&replaced))));
        }
        names.iter().for_each(|name| self.name(name));
        self.entries.list.push(new.entry.clone());
        let is_query = |item: &Item| matches!(item.kind, ItemKind::Query(_));
        if !analysis.scope.tree(root).items.iter().all(is_query) {
            self.refresh(tell);
        }
    }

    /// Looks again at what is declared, and tells what went wrong by the last change.
    pub(super) fn refresh(&mut self, tell: Tell<'_>) {
        let before = std::mem::replace(&mut self.known, Known::of(&self.entries));
        for (error, source) in self.known.new_errors(&before) {
            self.last_code = Some(error.code);
            tell(Event::Diagnostic(error, source));
        }
    }

    fn tell_all(&mut self, found: Vec<Diagnostic>, source: &Arc<Source>, tell: Tell<'_>) {
        for diagnostic in found {
            self.last_code = Some(diagnostic.code);
            tell(Event::Diagnostic(diagnostic, Arc::clone(source)));
        }
    }

    /// Tells what is wrong with a new text, with what it imports and with files it names.
    pub(super) fn tell_findings(&mut self, analysis: &Analysis<'_>, new: &Understood, tell: Tell<'_>) {
        let root = analysis.root();
        let program = analysis.scope.program;
        let is_grave = |it: &&Diagnostic| it.severity > Severity::Hint;
        for (document, &owner) in (0..).zip(&new.together.owners) {
            if owner != self.entries.list.len() || document == root {
                continue;
            }
            let found = analysis.findings[document as usize].iter().filter(is_grave);
            self.tell_all(found.cloned().collect(), analysis.scope.source(document), tell);
        }
        let found = analysis.findings[root as usize].iter().filter(is_grave);
        let found = found.map(|it| new.reading.in_typed(it.clone())).collect();
        self.tell_all(found, &new.typed, tell);
        let foreign = program.foreign.iter().filter(|(at, _)| new.together.owners[at.document as usize] == self.entries.list.len());
        let mut foreign: Vec<_> = foreign.map(|(_, it)| it).collect();
        foreign.sort_by_key(|it| it.source.name());
        for file in foreign {
            let found = file.diagnostics.iter().filter(is_grave).cloned().collect();
            self.tell_all(found, &file.source, tell);
        }
    }

    /// Answers the queries of a new text. Returns the answers to be kept, by item.
    fn answer(
        &mut self,
        analysis: &Analysis<'_>,
        new: &Understood,
        kept: &mut [bool],
        tell: Tell<'_>,
    ) -> Vec<(usize, String)> {
        let root = analysis.root();
        let (source, items) = (analysis.scope.source(root), &analysis.scope.tree(root).items);
        let is_typed = new.reading.is_typed() && items.len() == 1;
        let mut answers = Vec::new();
        let (signal, limits) = (self.signal.clone(), self.limits);
        let budget = || Budget::new(signal.clone(), limits.timeout, limits.max_memory);
        let mut is_answered = vec![false; items.len()];
        for mut report in test::run(analysis, Explain::All, budget) {
            let Some(index) = item_at(items, report.span) else { continue };
            let ItemKind::Query(query) = &items[index].kind else { continue };
            is_answered[index] = true;
            let found = std::mem::take(&mut report.diagnostics);
            if let Some(it) = It::of(&report, query, source.text()) {
                kept[index] &= report.verdict != Some(Verdict::Fails);
                answers.push((index, it.answer.clone()));
                self.it = Some(it);
            } else {
                kept[index] = false;
            }
            self.last_query = Some(report.name.clone());
            self.name(source.slice(query.target.span));
            tell(Event::Answer { report, source: Arc::clone(source), is_typed });
            let found = found.into_iter().map(|it| new.reading.in_typed(it)).collect();
            self.tell_all(found, &new.typed, tell);
            if self.signal.is_cancelled() {
                break;
            }
        }
        // A query may be refused for what is wrong with a declaration made before.
        let is_refused = |index: &usize| {
            matches!(items[*index].kind, ItemKind::Query(_)) && kept[*index] && !is_answered[*index]
        };
        if !self.signal.is_cancelled() && (0..items.len()).any(|index| is_refused(&index)) {
            for (error, source) in self.known.errors.clone() {
                self.tell_all(vec![error], &source, tell);
            }
        }
        for (index, item) in items.iter().enumerate() {
            kept[index] &= !matches!(item.kind, ItemKind::Query(_)) || is_answered[index];
        }
        answers
    }
}

/// A text that is understood as part of the session.
pub(super) struct Understood {
    /// How it was understood.
    pub reading: Reading,
    /// The text as it was typed.
    pub typed: Arc<Source>,
    /// What becomes of it in the session.
    pub entry: Entry,
    /// The session with it.
    pub together: Together,
}

/// Which items of the file asked for have nothing wrong with them.
fn kept(analysis: &Analysis<'_>) -> Vec<bool> {
    let document = analysis.root();
    let items = &analysis.scope.tree(document).items;
    let is_sound = |(item, index): (&Item, u32)| {
        item.kind.declared().is_none() && !matches!(item.kind, ItemKind::Broken { .. })
            || analysis.is_sound(Definition { document, item: index })
    };
    let mut kept: Vec<_> = items.iter().zip(0..).map(is_sound).collect();
    let errors = analysis.findings[document as usize].iter().filter(|it| it.severity == Severity::Error);
    for error in errors {
        if let Some(index) = item_at(items, error.span) {
            kept[index] = false;
        }
    }
    kept
}

/// Names as a sentence has them.
pub(super) fn quoted(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
