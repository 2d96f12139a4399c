//! A session: a text in, events out. Knows no terminal; files are read and written through
//! [`SessionWorld`], and a search is interrupted through the signal that each text comes with.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::entries::SessionEntry;
use super::event::SessionEvent;
use super::it::It;
use super::knowledge::{Knowledge, Put};
use super::memory::{LastQuery, LastSaid};
use super::reading::{Context, TypedReading};
use super::shape::EntryShape;
use super::{about, command, editing, files, playing, show};
use crate::console::SearchLimits;
use crate::console::catch::{Panic, catch, fault};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::diagnostic::code::UNKNOWN_BINDING;
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::scope::ForeignFile;
use crate::kinds::{Definition, Document};
use crate::service::check::Analysis;
use crate::service::import::{Files, document};
use crate::service::play::Play;
use crate::service::test::{self, ExpectationVerdict, TestPurpose};
use crate::syntax::ast::{Item, ItemKind, Verb};
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Signal};

/// What lies outside of a session.
pub trait SessionWorld: Files {
    /// The text of a located file that a person names, which may wait for another program.
    ///
    /// # Errors
    /// Why it cannot be read, or which limit was reached.
    fn open(&self, path: &Path, _: &mut Budget) -> Result<Arc<Source>, CommandFailure> {
        let unread = |reason| {
            CommandFailure::unusable(path.to_string_lossy(), format!("cannot read it: {reason}"))
        };
        self.read(path).map_err(unread)
    }

    /// Writes a file; one that exists is replaced only if `replaces`.
    ///
    /// # Errors
    /// Why it is not written.
    fn write(&self, path: &Path, bytes: &[u8], replaces: bool) -> Result<(), NotWritten>;

    /// Whether two paths lead to one file.
    fn is_same(&self, one: &Path, other: &Path) -> bool {
        let root = Path::new("");
        let located = [one, other].map(|it| self.locate(root, &it.to_string_lossy()));
        located[0] == located[1]
    }

    /// The names in a folder, whose path is as the file at `from` would write it; those of folders
    /// end in `/`.
    fn list(&self, from: &Path, folder: &str) -> Vec<String>;
}

/// Why a file is not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWritten {
    /// It exists, and is not to be replaced.
    Exists,
    /// In a few words.
    Failed(String),
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    Goes,
    /// The person leaves.
    Ends,
}

/// To whom events are told as they happen.
pub type TellEvent<'t> = &'t mut dyn FnMut(SessionEvent);

/// What was declared and said so far.
pub struct Session<'w> {
    pub(super) world: &'w dyn SessionWorld,
    pub(super) known: Knowledge<'w>,
    pub(super) memory: LastSaid,
    pub(super) limits: SearchLimits,
    pub(super) signal: Signal,
    /// Files of which was told what is wrong with them.
    pub(super) told: FxHashSet<PathBuf>,
    /// The game that is being played.
    pub(super) play: Option<Play>,
    /// Files that the session wrote.
    pub(super) saved: FxHashSet<PathBuf>,
    /// The file that holds the game which the session was begun to play.
    begun_with: Option<PathBuf>,
    /// The name under which typed text is shown.
    name: &'static str,
    /// Lines that were typed.
    lines: u32,
}

/// A text that was typed, and how it is understood.
pub(super) struct Typed {
    pub source: Arc<Source>,
    pub reading: TypedReading,
}

impl Typed {
    /// The text as it is understood, parsed.
    pub(super) fn document(&self) -> Arc<Document> {
        let source = Source::new(self.source.name(), self.reading.text.as_str());
        document(Arc::new(source.behind(self.source.lines_before())))
    }
}

impl<'w> Session<'w> {
    /// A session that knows nothing; typed text is shown under `name`.
    pub fn new(world: &'w dyn SessionWorld, name: &'static str, limits: SearchLimits) -> Self {
        Self {
            world,
            known: Knowledge::new(world),
            memory: LastSaid::default(),
            limits,
            signal: Signal::default(),
            told: FxHashSet::default(),
            play: None,
            saved: FxHashSet::default(),
            begun_with: None,
            name,
            lines: 0,
        }
    }

    /// Takes a text: declarations, queries or a command. `signal` interrupts its searches.
    pub fn enter(&mut self, typed: &str, signal: Signal, tell: TellEvent<'_>) -> Flow {
        let source = Source::new(self.name, typed).behind(self.lines);
        self.lines += source.line_count() - u32::from(typed.ends_with('\n'));
        self.signal = signal;
        if self.play.is_some() {
            return self.guarded(tell, |session, tell| playing::enter(session, typed, tell));
        }
        if typed.trim().is_empty() {
            return Flow::Goes;
        }
        let source = Arc::new(source);
        self.guarded(tell, |session, tell| {
            match command::split(typed)
                .or_else(|| command::bare(typed).filter(|_| !session.known.declares(typed.trim())))
            {
                Some(command) => command::run(session, command, source, tell),
                None => {
                    session.read(source, tell);
                    Flow::Goes
                }
            }
        })
    }

    /// Begins a play of a game in a file, to which belongs what is typed while it lasts.
    pub fn begin(&mut self, play: Play, file: &Path, signal: Signal, tell: TellEvent<'_>) {
        self.signal = signal;
        self.begun_with = Some(file.to_owned());
        self.guarded(tell, |session, tell| {
            playing::begin(session, play, tell);
            Flow::Goes
        });
    }

    /// Leaves the play; whether there was one.
    pub fn leave_play(&mut self) -> bool {
        self.play.take().is_some()
    }

    /// The game that is being played.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// What stands before the text that a person types.
    pub fn prompt(&self) -> String {
        self.play.as_ref().map_or_else(|| "> ".to_owned(), Play::prompt)
    }

    /// Does some work. A fault of ours costs what was typed, and not the session.
    fn guarded(
        &mut self,
        tell: TellEvent<'_>,
        work: impl FnOnce(&mut Self, TellEvent<'_>) -> Flow,
    ) -> Flow {
        catch(|| work(self, tell)).unwrap_or_else(|Panic(words)| {
            self.known.rebuild();
            tell(SessionEvent::Failure(fault(&words, "what you typed"), Exit::Errors));
            Flow::Goes
        })
    }

    /// Takes a file into the session, as `:load` does.
    pub fn load(&mut self, file: &str, signal: Signal, tell: TellEvent<'_>) {
        self.signal = signal;
        files::open(self, file, tell);
    }

    /// Takes what a file may hold, a bare formula, or a bare name.
    pub(super) fn read(&mut self, source: Arc<Source>, tell: TellEvent<'_>) {
        self.memory.typed = Some(source.text().to_owned());
        let is_declared = |name: &str| self.known.declares(name);
        // Alone it asks for the reasons of the last answer.
        if source.text().trim() == "why" {
            return match self.memory.why(&source) {
                Some(asked) => self.take(Arc::new(asked), tell),
                None => tell(SessionEvent::usage("nothing was answered last; write `why QUERY`")),
            };
        }
        match EntryShape::of(source.text(), &is_declared) {
            EntryShape::Items => self.take(source, tell),
            EntryShape::Formula => show::formula(self, &source, tell),
            EntryShape::Name(name) => show::name(self, &name, tell),
            EntryShape::Values => show::values(self, &source, tell),
            EntryShape::It => show::it(self.memory.it.as_ref(), tell),
        }
    }

    /// Understands a typed text, or its end as a question in which `verb` stands for its first
    /// bytes. What keeps it from being understood is told.
    pub(super) fn understand(
        &mut self,
        source: Arc<Source>,
        verb: Option<(Verb, Span)>,
        tell: TellEvent<'_>,
    ) -> Option<Typed> {
        let reading = match self.reading(&source, verb, &[]) {
            Ok(reading) => reading,
            Err(faults) => {
                self.tell_all(faults, &source, tell);
                return None;
            }
        };
        let typed = Typed { source, reading };
        // `it` may give values to variables that are not in the formula.
        let foreign = self.foreign_values(&typed);
        if foreign.is_empty() {
            return Some(typed);
        }
        let reading = self.reading(&typed.source, verb, &foreign).ok()?;
        Some(Typed { reading, ..typed })
    }

    fn reading(
        &self,
        source: &Source,
        verb: Option<(Verb, Span)>,
        without: &[String],
    ) -> Result<TypedReading, Vec<Diagnostic>> {
        let analysis = self.known.analysis();
        let context = Context {
            it: self.memory.it.as_ref(),
            declares: &|name| self.known.declares(name),
            target: &|verb| self.memory.target(&analysis, verb),
            without,
        };
        match verb {
            Some((verb, place)) => TypedReading::asking(verb, place, source.text(), &context),
            None => TypedReading::of(source.text(), &context),
        }
    }

    /// The variables to which `it` gives a value in vain.
    fn foreign_values(&mut self, typed: &Typed) -> Vec<String> {
        if !typed.reading.has_values {
            return Vec::new();
        }
        let Some(put) = self.put(typed, &mut |_| {}) else { return Vec::new() };
        let document = self.known.line();
        let analysis = self.known.analysis();
        let findings = analysis.findings[document as usize].iter();
        let is_foreign =
            |it: &&Diagnostic| it.code == UNKNOWN_BINDING && typed.reading.is_in_it(it.span);
        let text = analysis.scope.text(document);
        let foreign = findings.filter(is_foreign).map(|it| text[it.span.range()].to_owned());
        let foreign = foreign.collect();
        self.known.drop_line(&put);
        foreign
    }

    /// Puts a typed text behind all others; `None` when it was told which limit was reached before what it
    /// names was read.
    pub(super) fn put(&mut self, typed: &Typed, tell: TellEvent<'_>) -> Option<Put> {
        let mut budget = self.limits.budget(&self.signal);
        let put = self.known.put(typed.document(), &mut budget);
        let unread = |stop| {
            let message = format!("what it names was not read to its end: {stop}");
            tell(SessionEvent::Failure(message, Exit::Unknown));
        };
        put.map_err(unread).ok()
    }

    /// Writes a file for `command`, which replaces one that the session did not write only with `!`, and none
    /// that the session reads.
    pub(super) fn write(
        &mut self,
        (command, is_forced): (&str, bool),
        file: &str,
        bytes: impl AsRef<[u8]>,
    ) -> Result<(), String> {
        let path = PathBuf::from(file);
        let is_same = |it: &Path| self.world.is_same(it, &path);
        // A play goes on in the file that tells it.
        let is_own = self.play.as_ref().and_then(Play::file).is_some_and(|it| is_same(it.as_ref()));
        let is_read =
            || self.begun_with.as_deref().is_some_and(is_same) || self.known.entries.reads(is_same);
        if !is_own && is_read() {
            return Err("it is a file that was read; name another".to_owned());
        }
        let replaces = is_forced || is_own || self.saved.contains(&path);
        match self.world.write(&path, bytes.as_ref(), replaces) {
            Ok(()) => {
                self.saved.insert(path);
                Ok(())
            }
            Err(NotWritten::Exists) => {
                Err(format!("there is such a file; with `!` behind `{command}` it is replaced"))
            }
            Err(NotWritten::Failed(reason)) => Err(reason),
        }
    }

    /// Forgets what files said, so that they are read and told of again.
    pub fn forget_files(&mut self) {
        self.known.entries.forget_files();
        self.told.clear();
    }

    /// Forgets that of files which nothing names any more it was told what is wrong with them.
    fn forget_told(&mut self, gone: &[PathBuf]) {
        gone.iter().for_each(|it| _ = self.told.remove(it));
    }

    /// Takes declarations, queries and the rest of what a file may hold.
    fn take(&mut self, source: Arc<Source>, tell: TellEvent<'_>) {
        let Some(typed) = self.understand(source, None, tell) else { return };
        let Some(put) = self.put(&typed, tell) else { return };
        let document = self.known.line();
        self.tell_findings(&typed, tell);
        let mut kept = kept(&self.known.analysis(), document);
        let answers = self.answer(&typed, &mut kept, tell);
        let items = put.document.tree.items.iter().zip(&kept);
        let declared = items.filter(|(_, kept)| **kept).filter_map(|(it, _)| it.kind.declared());
        let names: Vec<_> = declared.map(|name| put.document.source.slice(name)).collect();
        editing::offer(&put.document, &kept, tell);
        if !kept.contains(&true) {
            let gone = self.known.drop_line(&put);
            return self.forget_told(&gone);
        }
        let replaced: Vec<_> =
            names.iter().copied().filter(|name| put.replaced.contains(*name)).collect();
        if !replaced.is_empty() {
            tell(replacement(&replaced));
        }
        names.iter().for_each(|name| self.memory.name(name));
        if !names.is_empty() {
            self.memory.solved = None;
        }
        let document = Arc::clone(&put.document);
        self.known
            .keep(&put, SessionEntry { document, kept, answers, loaded: None, continues: false });
        if !put.replaced.is_empty() {
            self.tell_new_errors(&put.errors_before, &[], tell);
        }
    }

    /// Takes back the last declaration.
    pub(super) fn undo(&mut self, tell: TellEvent<'_>) {
        let before = self.known.errors();
        let (taken, gone) = self.known.take_back();
        if taken.is_empty() {
            return tell(SessionEvent::usage("there is no declaration to take back"));
        }
        self.forget_told(&gone);
        let said = |entry: &SessionEntry| -> Vec<String> {
            if let Some(path) = &entry.loaded {
                return vec![path.display().to_string()];
            }
            let places = entry.declarations().map(|it| it.kind.declared().unwrap_or(it.span));
            places.map(|it| format!("`{}`", entry.document.source.slice(it))).collect()
        };
        let what: Vec<_> = taken.iter().flat_map(said).collect();
        tell(SessionEvent::Note(format!("took back {}", what.join(", "))));
        self.tell_new_errors(&before, &[], tell);
    }

    /// Tells what went wrong with older declarations by the last change. It was told already of some files.
    pub(super) fn tell_new_errors(
        &mut self,
        before: &[(Diagnostic, Arc<Source>)],
        told: &[Arc<Source>],
        tell: TellEvent<'_>,
    ) {
        let key = |(error, source): &(Diagnostic, Arc<Source>)| {
            let at = source.line_column(error.span.start);
            (source.name().to_owned(), at.line, at.column, error.code.number())
        };
        let old: FxHashSet<_> = before.iter().map(key).collect();
        let is_told = |source: &Arc<Source>| told.iter().any(|it| Arc::ptr_eq(it, source));
        let new = self.known.errors().into_iter();
        for (error, source) in new.filter(|it| !is_told(&it.1) && !old.contains(&key(it))) {
            self.tell_all([error], &source, tell);
        }
    }

    /// Tells what is wrong with something.
    pub(super) fn tell_all(
        &mut self,
        found: impl IntoIterator<Item = Diagnostic>,
        source: &Arc<Source>,
        tell: TellEvent<'_>,
    ) {
        for diagnostic in found {
            self.memory.code = Some(diagnostic.code);
            tell(SessionEvent::Diagnostic(diagnostic, Arc::clone(source)));
        }
    }

    /// Tells what is wrong with the text that was put last, and with files that it brings.
    pub(super) fn tell_findings(&mut self, typed: &Typed, tell: TellEvent<'_>) {
        self.tell_files(tell);
        let found = self.known.analysis().findings[self.known.line() as usize].clone();
        let grave = found.into_iter().filter(|it| it.severity > Severity::Hint);
        let grave = grave.map(|it| typed.reading.in_typed(it));
        let analysis = self.known.analysis();
        let grave: Vec<_> = grave.map(|it| editing::placed(&analysis, &typed.source, it)).collect();
        self.tell_all(grave, &typed.source, tell);
    }

    /// Tells what is wrong with files, once. Returns the files that it told of.
    pub(super) fn tell_files(&mut self, tell: TellEvent<'_>) -> Vec<Arc<Source>> {
        let analysis = self.known.analysis();
        let (files, foreign) = self.known.fresh();
        let mut found = Vec::new();
        for file in files {
            if !self.told.insert(file.path.clone()) {
                continue;
            }
            for &document in &file.parts {
                let source = analysis.scope.source(document);
                found.push((Arc::clone(source), analysis.findings[document as usize].clone()));
            }
        }
        let mut foreign: Vec<_> = foreign.into_iter().flat_map(ForeignFile::texts).collect();
        foreign.sort_by_key(|it| it.0.name());
        for (source, diagnostics) in foreign {
            if self.told.insert(PathBuf::from(source.name())) {
                found.push((Arc::clone(source), diagnostics.to_vec()));
            }
        }
        let told = found.iter().map(|it| Arc::clone(&it.0)).collect();
        for (source, found) in found {
            let grave = found.into_iter().filter(|it| it.severity > Severity::Hint);
            self.tell_all(grave, &source, tell);
        }
        told
    }

    /// Answers the queries of the text that was put last. Returns the answers to be kept, by item.
    fn answer(
        &mut self,
        typed: &Typed,
        kept: &mut [bool],
        tell: TellEvent<'_>,
    ) -> FxHashMap<usize, String> {
        let analysis = self.known.analysis();
        let document = self.known.line();
        let source = analysis.scope.source(document);
        let items = &analysis.scope.tree(document).items;
        let is_typed = typed.reading.is_typed() && items.len() == 1;
        let mut answers = FxHashMap::default();
        let is_query = |index: &usize| matches!(items[*index].kind, ItemKind::Query(_));
        if !(0..items.len()).any(|index| kept[index] && is_query(&index)) {
            return answers;
        }
        let mut is_answered = vec![false; items.len()];
        let (signal, limits) = (self.signal.clone(), self.limits);
        let asked = (0..).zip(items).map(|(item, it)| (Definition { document, item }, it));
        let budget = || limits.budget(&signal);
        for mut report in test::run_items(&analysis, asked, TestPurpose::Showing, budget) {
            let index = report.query.item as usize;
            let ItemKind::Query(query) = &items[index].kind else { continue };
            is_answered[index] = true;
            if !kept[index] {
                // What it was surely meant to be is no reason to answer it.
                continue;
            }
            kept[index] =
                report.answer.is_some() && report.verdict != Some(ExpectationVerdict::Fails);
            if let Some(it) = It::of(&report, query, source.text()) {
                answers.insert(index, it.answer.clone());
                self.memory.it = Some(it);
                self.memory.query = Some(LastQuery::typed(&report.name, source, items[index].span));
            }
            let about = source.slice(query.target.span);
            self.memory.name(about);
            if query.verb == Verb::Solve && query.all.is_none() {
                self.memory.solved = Some((about.to_owned(), 1));
            }
            let found = std::mem::take(&mut report.diagnostics);
            tell(SessionEvent::Answer {
                report: Box::new(report),
                source: Arc::clone(source),
                is_typed,
            });
            if self.signal.is_cancelled() {
                tell(SessionEvent::Note("interrupted".to_owned()));
                break;
            }
            for found in found {
                self.memory.code = Some(found.code);
                let found = in_session(typed.reading.in_typed(found));
                tell(SessionEvent::Diagnostic(found, Arc::clone(&typed.source)));
            }
        }
        let queries = (0..items.len()).filter(is_query);
        let silent: Vec<_> = queries.filter(|&it| kept[it] && !is_answered[it]).collect();
        silent.iter().for_each(|&it| kept[it] = false);
        if !self.signal.is_cancelled() {
            // What is wrong lies in declarations made before, of which that was told.
            let document = &analysis.scope.program.documents[document as usize];
            let open = silent
                .iter()
                .map(|&it| about::open(analysis, &self.known.errors(), document, &items[it]));
            open.for_each(|it| tell(SessionEvent::Failure(it, Exit::Errors)));
        }
        answers
    }
}

/// A diagnostic that names the settings of the session, not the options of the command line.
pub(super) fn in_session(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.help = diagnostic.help.map(|help| {
        help.replace("`--timeout` or `--max-memory`", "`:set timeout` or `:set memory`")
    });
    diagnostic
}

/// The names of a sentence.
pub(super) fn quoted(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// What is said of names that were declared before.
pub(super) fn replacement(names: &[&str]) -> SessionEvent {
    let verb = if names.len() == 1 { "replaces the one" } else { "replace those" };
    SessionEvent::Note(format!("{} {verb} declared before", quoted(names)))
}

/// Which items of a document have nothing wrong with them.
fn kept(analysis: &Analysis<'_>, document: u32) -> Vec<bool> {
    let items = &analysis.scope.tree(document).items;
    let is_sound = |(item, index): (&Item, u32)| match item.kind {
        ItemKind::Broken { .. } => false,
        _ if item.kind.declared().is_none() => true,
        _ => analysis.is_sound(Definition { document, item: index }),
    };
    let mut kept: Vec<_> = items.iter().zip(0..).map(is_sound).collect();
    // What is wrong beside an item on its lines concerns it as well.
    let source = analysis.scope.source(document);
    let lines: Vec<_> = items
        .iter()
        .map(|it| (source.line_of(it.span.start), source.line_of(it.span.end)))
        .collect();
    let found = analysis.findings[document as usize].iter();
    let errors = found.filter(|it| it.severity == Severity::Error);
    let wrong: BTreeSet<u32> = errors.map(|it| source.line_of(it.span.start)).collect();
    for line in wrong {
        let first = lines.partition_point(|(_, last)| *last < line);
        let end = lines.partition_point(|(first, _)| *first <= line);
        kept[first.min(end)..end].fill(false);
    }
    // What refers to something that is left out cannot stay.
    let text = source.text();
    let document = &analysis.scope.program.documents[document as usize];
    let mut mentions: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, item) in items.iter().enumerate() {
        document.mentions(item).for_each(|(name, _)| mentions.entry(name).or_default().push(index));
    }
    let mut lost: Vec<_> = (0..items.len()).filter(|index| !kept[*index]).collect();
    while let Some(index) = lost.pop() {
        let Some(name) = items[index].kind.declared() else { continue };
        for index in mentions.remove(&text[name.range()]).unwrap_or_default() {
            if std::mem::take(&mut kept[index]) {
                lost.push(index);
            }
        }
    }
    kept
}
