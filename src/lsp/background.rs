//! Answers in the background: when the text has come to rest, the questions of the open files whose
//! answers are not known are answered on threads of their own, and what that tells is published.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::actor::{Actor, report};
use super::client::Outbox;
use super::settings::ClientSettings;
use super::state::ServerState;
use super::system::{BATCH, MAX_ANSWER, ServerTime, begin, catch, now};
use super::types::request::{CodeLensRefresh, InlayHintRefreshRequest};
use super::view::View;
use crate::ide::answers::{AskedProgram, AskedQuestion, KnownAnswers, QuestionKey, Questions};
use crate::service::check::Analysis;
use crate::service::slice::{Answered, Slice};
use crate::service::test::TestPurpose;
use puzzle_engine::budget::{Budget, Signal};

/// How long the text has to rest before questions are answered.
const REST: Duration = Duration::from_millis(100);

/// How long answers are collected before they are told: at first …
const COLLECT: Duration = Duration::from_millis(50);

/// … and when there are many. Each time takes as long as the file is.
const MAX_COLLECT: Duration = Duration::from_secs(2);

/// What the work is called in the log.
const METHOD: &str = "answers in the background";

/// The memory of the process at which a search in the background gives up.
const MAX_MEMORY: usize = 4 << 30;

/// What is known of the answers, and who looks for more.
#[derive(Debug, Default)]
pub(super) struct Background {
    answers: KnownAnswers,
    /// The questions of each open file.
    questions: FxHashMap<PathBuf, Questions>,
    /// What is still to be asked.
    pending: VecDeque<(PathBuf, AskedQuestion)>,
    batches: Vec<Batch>,
    /// When the questions are looked at again.
    plan_at: Option<ServerTime>,
    is_planning: bool,
    /// When the answers that have arrived are told, and how long the next ones are collected.
    tell_at: Option<ServerTime>,
    collect: Duration,
    /// Those of them that the diagnostics tell.
    remarkable: FxHashSet<QuestionKey>,
}

/// Questions that a thread is answering.
#[derive(Debug)]
struct Batch {
    signal: Signal,
    keys: Vec<QuestionKey>,
    is_done: Arc<AtomicBool>,
}

impl Background {
    /// When there is something to do.
    pub(super) fn due(&self) -> Option<ServerTime> {
        self.plan_at.into_iter().chain(self.tell_at).min()
    }

    /// Takes note that something has changed: what was to be asked may be asked no more.
    pub(super) fn rest(&mut self) {
        self.pending.clear();
        self.collect = COLLECT;
        // What has panicked would do so again until something changes.
        let has_panicked = std::mem::take(&mut self.is_planning);
        self.plan_at = (!has_panicked).then(|| now() + REST);
    }

    /// Forgets what other settings may answer in another way.
    pub(super) fn forget(&mut self, settings: &ClientSettings) {
        if settings.answers {
            self.answers.forget_unknown();
        } else {
            *self = Self { batches: std::mem::take(&mut self.batches), ..Self::default() };
        }
    }

    /// What is known of the answers to the questions of a file.
    pub(super) fn known(&mut self, path: &Path, analysis: Analysis<'_>) -> AskedProgram<'_> {
        let Self { questions, answers, .. } = self;
        AskedProgram { questions: up_to_date(questions, path, analysis), answers }
    }

    /// The questions of a file.
    pub(super) fn of(&mut self, path: &Path, analysis: Analysis<'_>) -> &mut Questions {
        up_to_date(&mut self.questions, path, analysis)
    }
}

impl ServerState {
    /// The program whose root is this file, with the answers that are known; `None` of a text in the format of
    /// another program.
    pub(super) fn view_with_answers(
        &mut self,
        path: &Path,
    ) -> Option<(View<'_>, AskedProgram<'_>)> {
        if self.files.foreign(path).is_some() {
            return None;
        }
        self.asked_with_answers(path)
    }

    /// As [`ServerState::asked`], with the answers that are known.
    pub(super) fn asked_with_answers(
        &mut self,
        path: &Path,
    ) -> Option<(View<'_>, AskedProgram<'_>)> {
        let view = View::asked(&mut self.files, path, &self.names, &self.client)?;
        let known = self.background.known(path, view.analysis);
        Some((view, known))
    }

    /// Does in the background what is due.
    pub(super) fn wake(&mut self) {
        let now = now();
        if self.background.plan_at.take_if(|at| *at <= now).is_some() {
            self.background.is_planning = true;
            self.plan();
            self.background.is_planning = false;
        }
        if self.background.tell_at.take_if(|at| *at <= now).is_some() {
            self.tell_answers();
        }
    }

    /// Finds out what is asked and not answered.
    fn plan(&mut self) {
        let Self { files, background, settings, .. } = self;
        let open: Vec<PathBuf> = match settings.answers {
            true => files.open_files().map(|(path, _)| path.to_owned()).collect(),
            false => Vec::new(),
        };
        background.questions.retain(|path, _| open.contains(path));
        let mut asked = FxHashSet::default();
        let mut pending = VecDeque::new();
        for path in open {
            let Some(analysis) = files.analysis(&path) else { continue };
            let questions: Vec<_> = background.known(&path, analysis).questions.all().collect();
            for question in questions {
                if asked.insert(question.key) && !background.answers.has(question.key) {
                    pending.push_back((path.clone(), question));
                }
            }
        }
        background.answers.retain(&asked);
        for batch in &background.batches {
            let is_known = |key: &QuestionKey| background.answers.has(*key);
            if !batch.keys.iter().all(|key| asked.contains(key) || is_known(key)) {
                batch.signal.cancel();
            }
        }
        let running = background.batches.iter().filter(|it| !it.signal.is_cancelled());
        let running: FxHashSet<QuestionKey> =
            running.flat_map(|it| it.keys.iter().copied()).collect();
        pending.retain(|(_, question)| !running.contains(&question.key));
        background.pending = pending;
        self.start_batches();
    }

    /// Gives questions to threads that have nothing to do.
    fn start_batches(&mut self) {
        self.background.batches.retain(|it| !it.is_done.load(Ordering::Relaxed));
        // Half of the machine is left to others.
        let most = thread::available_parallelism().map_or(1, |it| it.get().div_ceil(2));
        while self.background.batches.len() < most && !self.background.pending.is_empty() {
            let Self { files, background, .. } = &mut *self;
            let count = background.pending.len().div_ceil(most).min(BATCH);
            let mut work = Vec::new();
            for (path, question) in background.pending.drain(..count) {
                let Some(analysis) = files.analysis(&path) else { continue };
                match question.slice(analysis) {
                    Some(slice) => work.push((question.key, slice)),
                    None => {
                        background.answers.insert(question.key, None);
                    }
                }
            }
            let signal = Signal::default();
            let keys = work.iter().map(|(key, _)| *key).collect();
            let is_done = Arc::new(AtomicBool::new(false));
            let batch = Batch { signal: signal.clone(), keys, is_done: Arc::clone(&is_done) };
            background.batches.push(batch);
            let (actor, outbox) = (self.actor.clone(), self.outbox.clone());
            let limit = self.settings.answer_time.min(MAX_ANSWER);
            // The batch says itself when it is done.
            let _begun = begin(move || {
                answer_all(&work, &signal, limit, &actor, &outbox);
                is_done.store(true, Ordering::Relaxed);
                actor.tell(METHOD, Self::start_batches);
            });
        }
    }

    fn answered(&mut self, key: QuestionKey, answered: Option<Answered>) {
        let background = &mut self.background;
        if background.answers.insert(key, answered) {
            background.remarkable.insert(key);
        }
        if background.tell_at.is_none() {
            background.tell_at = Some(now() + background.collect);
            background.collect = (background.collect * 2).min(MAX_COLLECT);
        }
    }

    /// Tells the client what the answers that have arrived are about.
    fn tell_answers(&mut self) {
        let remarkable = std::mem::take(&mut self.background.remarkable);
        let concerns = |it: &Questions| it.all().any(|it| remarkable.contains(&it.key));
        let files = self.background.questions.iter();
        let concerned = files.filter(|(_, it)| !remarkable.is_empty() && concerns(it));
        for path in concerned.map(|(path, _)| path.clone()).collect::<Vec<_>>() {
            self.files.touch(&path);
            self.generation += 1;
            self.is_unpublished = true;
            self.is_outdated = true;
        }
        if self.client.refreshes_hints && self.settings.inlay_hints {
            let done = |_: &mut Self, _| {};
            self.outbox.request::<InlayHintRefreshRequest>(&self.actor, (), done);
        }
        if self.client.refreshes_lenses && self.settings.lenses {
            let done = |_: &mut Self, _| {};
            self.outbox.request::<CodeLensRefresh>(&self.actor, (), done);
        }
    }
}

/// The questions of a file as it is now.
fn up_to_date<'q>(
    all: &'q mut FxHashMap<PathBuf, Questions>,
    path: &Path,
    analysis: Analysis<'_>,
) -> &'q mut Questions {
    let questions = all.entry(path.to_owned()).or_default();
    questions.update(analysis, analysis.scope.program.root());
    questions
}

/// Answers questions one after the other, until they are cancelled.
fn answer_all(
    work: &[(QuestionKey, Slice)],
    signal: &Signal,
    limit: Duration,
    actor: &Actor,
    outbox: &Outbox,
) {
    for (key, slice) in work {
        let budget = Budget::new(signal.clone(), Some(limit), Some(MAX_MEMORY));
        let answer = || slice.answer(TestPurpose::Reading, budget);
        let answered = catch(answer).unwrap_or_else(|panic| {
            report(METHOD, &panic, outbox);
            Err(String::new())
        });
        if signal.is_cancelled() {
            break;
        }
        let key = *key;
        actor.tell(METHOD, move |state| state.answered(key, answered.ok()));
    }
}
