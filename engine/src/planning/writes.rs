//! What a step writes, where what comes to stand in each cell is the same in all states: bits of all words at once. A word that
//! is written alone would have to be waited for when the whole state is copied next.

use super::ground::{Condition, GroundNumber, GroundReader};
use super::states::Layout;
use super::steps::{ChangeTarget, GroundStep};

/// Bits that go and bits that come.
#[derive(Clone, Debug)]
struct Bits<const WORDS: usize> {
    goes: [u64; WORDS],
    comes: [u64; WORDS],
}

impl<const WORDS: usize> Bits<WORDS> {
    const NONE: Self = Self { goes: [0; WORDS], comes: [0; WORDS] };

    #[inline]
    fn written(&self, state: &[u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|it| state[it] & !self.goes[it] | self.comes[it])
    }
}

/// What a step writes.
#[derive(Clone, Debug)]
pub(super) struct StepWrites<const WORDS: usize> {
    always: Bits<WORDS>,
    /// What depends on the state before.
    sometimes: Box<[(Condition, Bits<WORDS>)]>,
}

impl<const WORDS: usize> StepWrites<WORDS> {
    /// That of a step, unless it has to be calculated, or may turn out not to be possible.
    pub(super) fn of(step: &GroundStep, layout: &Layout) -> Option<Self> {
        let (mut always, mut sometimes) = (Bits::NONE, Vec::new());
        for effect in step.effects.iter().filter(|_| !step.is_open) {
            let (ChangeTarget::Cell(at), GroundNumber::Constant(value)) =
                (&effect.target, &effect.to)
            else {
                return None;
            };
            let cell = &layout.cells[*at];
            let mut own = Bits::NONE;
            let bits = match effect.condition {
                Condition::Truth(true) => &mut always,
                _ => &mut own,
            };
            bits.goes[cell.word] |= cell.mask << cell.shift;
            bits.comes[cell.word] |= cell.number(*value) << cell.shift;
            if effect.condition != Condition::Truth(true) {
                sometimes.push((effect.condition.clone(), own));
            }
        }
        (!step.is_open).then(|| Self { always, sometimes: sometimes.into() })
    }

    /// A state with it.
    #[inline]
    pub(super) fn written(&self, state: &[u64; WORDS], ground: &GroundReader<'_>) -> [u64; WORDS] {
        let mut next = self.always.written(state);
        for (condition, bits) in &self.sometimes {
            if condition.holds(state, ground) {
                next = bits.written(&next);
            }
        }
        next
    }
}
