//! Answers that were found in the background: kept by what they depend on, and told where their
//! questions stand. An edit elsewhere leaves them alone, and one that concerns them hides them until
//! they are found again.

mod questions;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::diagnostic::code::{LIMIT_REACHED, MISSING_EXPECTATION};
use crate::diagnostic::{Diagnostic, Fix};
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::service::report::with_told;
use crate::service::slice::Answered;
use crate::syntax::ast::ItemKind;

pub use questions::{AskedQuestion, QuestionKey, Questions};

/// The answers that are known.
#[derive(Debug, Default)]
pub struct KnownAnswers {
    all: FxHashMap<QuestionKey, Option<Answered>>,
    /// Those of which something is to be said, such as that they were not expected.
    remarkable: FxHashSet<QuestionKey>,
}

impl KnownAnswers {
    /// Keeps an answer, or that there is none. Tells whether something is to be said of it.
    pub fn insert(&mut self, key: QuestionKey, answered: Option<Answered>) -> bool {
        let is_remarkable = answered.as_ref().is_some_and(is_remarkable);
        if is_remarkable {
            self.remarkable.insert(key);
        }
        self.all.insert(key, answered);
        is_remarkable
    }

    /// Whether a question was asked.
    pub fn has(&self, key: QuestionKey) -> bool {
        self.all.contains_key(&key)
    }

    /// The answer to a question, when it is known.
    pub fn get(&self, key: QuestionKey) -> Option<&Answered> {
        self.all.get(&key)?.as_ref()
    }

    /// Forgets what nobody asks any more.
    pub fn retain(&mut self, asked: &FxHashSet<QuestionKey>) {
        self.all.retain(|key, _| asked.contains(key));
        self.remarkable.retain(|key| asked.contains(key));
    }

    /// Forgets questions that found no answer, because the limits have changed.
    pub fn forget_unknown(&mut self) {
        self.all.retain(|_, it| it.as_ref().is_none_or(|it| it.report().answer.is_some()));
    }
}

/// Whether there is something to say. That a limit was reached in the background is nobody's fault.
fn is_remarkable(answered: &Answered) -> bool {
    answered.report().diagnostics.iter().any(|it| it.code != LIMIT_REACHED)
}

/// The questions of a program and the answers to them.
#[derive(Clone, Copy, Debug)]
pub struct AskedProgram<'a> {
    /// The questions.
    pub questions: &'a Questions,
    /// The answers.
    pub answers: &'a KnownAnswers,
}

static NO_QUESTIONS: Questions = Questions::new();
static NO_ANSWERS: KnownAnswers = KnownAnswers {
    all: FxHashMap::with_hasher(FxBuildHasher),
    remarkable: FxHashSet::with_hasher(FxBuildHasher),
};

impl<'a> AskedProgram<'a> {
    /// For files that are only looked at.
    pub const NOTHING: AskedProgram<'static> =
        AskedProgram { questions: &NO_QUESTIONS, answers: &NO_ANSWERS };

    /// The questions of a document whose answers are known.
    pub fn of(self, document: u32) -> impl Iterator<Item = (Definition, &'a Answered)> {
        let questions = self.questions.of(document).iter();
        questions.filter_map(move |it| Some((it.item, self.answers.get(it.key)?)))
    }

    /// The answer to the question that an item asks.
    pub fn answer(self, item: Definition) -> Option<&'a Answered> {
        let question = self.questions.of(item.document).iter().find(|it| it.item == item)?;
        self.answers.get(question.key)
    }
}

/// What is said of a document, with what the answers tell: expectations that fail, and the fix of
/// those that are missing.
pub fn diagnostics(
    analysis: Analysis<'_>,
    document: u32,
    known: AskedProgram<'_>,
) -> Vec<Diagnostic> {
    let mut all = analysis.findings[document as usize].clone();
    for finding in all.iter_mut().filter(|it| it.code == MISSING_EXPECTATION) {
        let is_meant = |item: &Definition| {
            let asked = &analysis.scope.item(*item).kind;
            matches!(asked, ItemKind::Query(query) if query.verb_span == finding.span)
        };
        if let Some((item, answered)) = known.of(document).find(|(item, _)| is_meant(item))
            && let Some(update) = answered.update(&analysis, item)
        {
            finding.fixes.push(Fix::maybe("write the answer", vec![update]));
        }
    }
    let mut told = Vec::new();
    for question in known.questions.of(document) {
        if known.answers.remarkable.contains(&question.key)
            && let Some(answered) = known.answers.get(question.key)
        {
            let found = answered.diagnostics(&analysis, question.item);
            told.extend(found.filter(|it| it.code != LIMIT_REACHED));
        }
    }
    if told.is_empty() { all } else { with_told(all, told) }
}
