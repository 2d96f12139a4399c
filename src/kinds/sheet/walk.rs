//! A plan as it is carried out: state by state, each with the step that leads there and the action that it is of.

use super::plans::step_of;
use super::puzzle::SheetPuzzle;
use super::understood::Understood;
use crate::diagnostic::Related;
use crate::kinds::{Posed, PosedFrames, StepFrame, StepFrames};
use puzzle_engine::logic::sheet::actions::SheetStep;
use puzzle_engine::problem::plan::Plan;

impl SheetPuzzle<'_> {
    /// The states of a plan.
    pub(super) fn walk(&self, plan: &Plan) -> PosedFrames<'_> {
        let frames = plan.states.iter().enumerate().map(|(at, state)| {
            let step = at.checked_sub(1).map(|before| &plan.steps[before]);
            let before = at.checked_sub(1).map_or(state, |before| &plan.states[before]);
            let caption = step.map_or_else(|| "start".to_owned(), |it| self.step(it));
            let place = step.and_then(|it| self.understood.place_of_step(it));
            let picture = Some(self.pictured(before, Some(state), false)?);
            Ok(StepFrame { caption, said: Vec::new(), picture, place })
        });
        Posed::known(StepFrames::of(frames))
    }
}

impl Understood<'_> {
    /// Where the action of a step is declared.
    pub(super) fn place_of_step(&self, step: &SheetStep) -> Option<Related> {
        let place = self.doing.actions.get(step.action)?.place;
        let source = Some(self.lineage.blocks.get(place.block)?.source.clone());
        Some(Related { source, span: place.span, message: step_of(self, step) })
    }
}
