//! The steps of a procedure kept as data: the items, what was done in order, and the answer. What shows them
//! needs to know no procedure.

use serde::Serialize;

use super::{Hears, MOST_STEPS, Procedure, TracedItem, TracedStep};
use crate::kinds::{StepFrame, StepFrames};
use crate::picture::{Picture, PictureBody, PictureTree};
use puzzle_engine::budget::Signal;

/// What a procedure did.
#[derive(Serialize)]
pub struct Trace {
    version: u32,
    /// The name of the procedure, as behind `by`.
    procedure: &'static str,
    /// What it is, in a few words.
    summary: &'static str,
    /// What the entries on levels are called together, if there are any.
    #[serde(skip_serializing_if = "str::is_empty")]
    levels: &'static str,
    /// What the items are called.
    kind: &'static str,
    /// What stands between the parts of an item.
    between: &'static str,
    /// The items by their numbers from 1: those given, and behind them those that came up.
    items: Vec<TracedItem>,
    /// How many of them there were before the first step.
    given: usize,
    steps: Vec<TracedStep>,
    /// There are more steps, which are not among them.
    is_cut: bool,
    /// The answer, in the words of the puzzle.
    answer: String,
    /// What was looked at as a tree, where it is one.
    #[serde(skip)]
    tree: Option<PictureTree>,
}

/// What is said where there are more steps than are shown.
const CUT: &str = "… and more steps, which are not shown";

impl Trace {
    /// The steps as lines, and the answer.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        (1..).zip(&self.steps).map(|(number, it)| it.line(number)).chain(self.end())
    }

    /// The steps as what there is to step through, with what they have come to.
    pub(in crate::service) fn frames(&self) -> StepFrames {
        let mut levels: Vec<&TracedStep> = Vec::new();
        let frames = self.steps.iter().map(|step| {
            levels.retain(|it| it.level <= step.level);
            levels.extend(step.entry.is_some().then_some(step));
            let entries: Vec<_> = levels.iter().filter_map(|it| it.entry.as_deref()).collect();
            let said = match (self.levels, &entries[..]) {
                ("", _) => Vec::new(),
                (levels, []) => vec![format!("{levels}: nothing")],
                (levels, entries) => vec![format!("{levels}: {}", entries.join(", "))],
            };
            let of = |number: &usize| self.items.get(number.checked_sub(1)?)?.place.as_ref();
            let place = step.item.iter().chain(&step.from).find_map(of);
            let place = place.map(|it| it.related.clone());
            Ok(StepFrame { said, place, ..StepFrame::said(&step.says) })
        });
        let frames = StepFrames::of(frames).unwrap_or_default();
        StepFrames { are_all: frames.are_all && !self.is_cut, ..frames }
    }

    /// The positions that were looked at as a tree, each with its value.
    ///
    /// # Errors
    /// Why there is no tree.
    pub fn picture(&self, title: &str) -> Result<Picture, &'static str> {
        let tree = match &self.tree {
            Some(tree) => tree.clone(),
            None if self.is_cut => return Err("these are more positions than are drawn"),
            None => return Err("only the steps of `minimax` and `alphabeta` are drawn, as a tree"),
        };
        Ok(Picture { caption: None, title: title.to_owned(), body: PictureBody::Tree(tree) })
    }

    /// The lines behind those of the steps.
    pub fn end(&self) -> impl Iterator<Item = String> {
        let more = self.is_cut.then(|| CUT.to_owned());
        more.into_iter().chain([self.answer.clone()])
    }
}

/// Keeps steps, and ends the procedure when they are enough.
pub(super) struct StepRecorder {
    given: Vec<TracedItem>,
    items: Vec<TracedItem>,
    steps: Vec<TracedStep>,
    is_cut: bool,
    tree: Option<PictureTree>,
    enough: Signal,
}

impl StepRecorder {
    /// Nothing is kept; `enough` ends the procedure.
    pub(super) fn new(enough: Signal) -> Self {
        Self {
            given: Vec::new(),
            items: Vec::new(),
            steps: Vec::new(),
            is_cut: false,
            tree: None,
            enough,
        }
    }

    /// The items there are before the first step.
    pub(super) fn give(&mut self, items: Vec<TracedItem>) {
        self.given = items;
    }

    /// What was looked at is a tree.
    pub(super) fn draw(&mut self, tree: PictureTree) {
        self.tree = Some(tree);
    }

    /// There are more steps than were heard of.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Whether there are more steps than are kept.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What was heard, with the answer.
    pub(super) fn trace(self, procedure: Procedure, answer: String) -> Trace {
        let Self { given: mut items, items: mut others, steps, is_cut, tree, .. } = self;
        let given = items.len();
        items.append(&mut others);
        Trace {
            version: 2,
            procedure: procedure.name(),
            summary: procedure.summary(),
            levels: procedure.levels(),
            kind: procedure.kind(),
            between: procedure.between(),
            items,
            given,
            steps,
            is_cut,
            answer,
            tree,
        }
    }
}

impl Hears for StepRecorder {
    fn item(&mut self, item: TracedItem) {
        if self.steps.len() < MOST_STEPS {
            self.items.push(item);
        }
    }

    fn step(&mut self, step: TracedStep) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        } else {
            self.is_cut = true;
            self.enough.cancel();
        }
    }
}

/// Keeps what it hears, and tells each step that is kept in a line.
pub(super) struct TellingRecorder<'a> {
    pub(super) recorder: StepRecorder,
    number: usize,
    tell: &'a mut dyn FnMut(&str),
}

impl<'a> TellingRecorder<'a> {
    pub(super) fn new(recorder: StepRecorder, tell: &'a mut dyn FnMut(&str)) -> Self {
        Self { recorder, number: 0, tell }
    }
}

impl Hears for TellingRecorder<'_> {
    fn item(&mut self, item: TracedItem) {
        self.recorder.item(item);
    }

    fn step(&mut self, step: TracedStep) {
        self.number += 1;
        if self.number <= MOST_STEPS {
            (self.tell)(&step.line(self.number));
        }
        self.recorder.step(step);
    }
}
