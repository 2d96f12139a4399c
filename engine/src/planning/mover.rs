//! What the rules of a game say while one player is to move, so that no state is asked who that is: as it is grounded, and as it
//! is looked at in states.

use super::compile::Compiler;
use super::ground::{Condition, GroundNumber};
use super::states::Layout;
use super::steps::{GroundStep, StepFinder};
use super::wins::WinsBrought;
use super::writes::StepWrites;
use crate::budget::{Budget, Stop};
use crate::logic::sheet::rules::{Points, Rules};

/// The rules while one player is to move, as they were grounded.
#[derive(Debug)]
pub(super) struct GroundRules {
    pub steps: Vec<GroundStep>,
    /// The rules that hold in every state.
    pub kept: Vec<Condition>,
    /// Who has won, while somebody can move, and when nobody can.
    pub wins: [Condition; 2],
    pub wins_when_stuck: [Condition; 2],
    /// Of what mentions itself the bodies, for both.
    pub defined: [Vec<(u32, Condition)>; 2],
    /// The points of each that do not come from meters.
    pub points: Option<[GroundNumber; 2]>,
}

impl GroundRules {
    /// Of these steps, by compilers of what is read while somebody can move and when nobody can. The first one has read the
    /// steps.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub(super) fn new(
        rules: &Rules,
        steps: Vec<GroundStep>,
        [mut going, mut stuck]: [Compiler<'_>; 2],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let Rules { sheet, players, .. } = rules;
        let kept = sheet.rules.iter().map(|rule| going.condition(*rule, budget));
        let kept = kept.collect::<Result<Vec<_>, Stop>>()?;
        let mut both = |it: &mut Compiler<'_>| {
            let [first, second] = players.wins.map(|win| it.condition(win, budget));
            Ok::<_, Stop>([first?, second?])
        };
        let (wins, wins_when_stuck) = (both(&mut going)?, both(&mut stuck)?);
        let mut number = |points: &Points| {
            let rest = points.rest.map(|it| going.number(it, budget)).transpose()?;
            Ok::<_, Stop>(rest.unwrap_or(GroundNumber::Constant(None)))
        };
        let points = match &players.points {
            Some([first, second]) => Some([number(first)?, number(second)?]),
            None => None,
        };
        let defined = [going, stuck].map(Compiler::into_defined);
        Ok(Self { steps, kept, wins, wins_when_stuck, defined, points })
    }
}

/// The rules while one player is to move.
#[derive(Debug)]
pub(super) struct MoverRules<const WORDS: usize> {
    pub steps: Vec<GroundStep>,
    /// What each of them writes, where that is known beforehand.
    pub writes: Box<[Option<StepWrites<WORDS>>]>,
    pub finder: StepFinder,
    /// The rules that hold in every state.
    pub kept: Vec<Condition>,
    /// Who has won, while somebody can move, and when nobody can and nobody had won before.
    pub wins: [[Condition; 2]; 2],
    /// Of each step who has won behind it, where that is noted.
    pub brought: Box<[WinsBrought<WORDS>]>,
    /// Likewise the bodies of predicates that mention themselves.
    pub defined: [Vec<(u32, Condition)>; 2],
    /// The points of each that do not come from meters.
    pub rest: Option<[GroundNumber; 2]>,
}

impl<const WORDS: usize> MoverRules<WORDS> {
    /// The same rules, to be looked at in states.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn new(
        rules: GroundRules,
        layout: &Layout,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let GroundRules { steps, kept, wins, wins_when_stuck, defined, points } = rules;
        let steps: Vec<GroundStep> = steps.into_iter().map(GroundStep::packed).collect();
        let writes = steps.iter().map(|it| budget.check().map(|()| StepWrites::of(it, layout)));
        let writes = writes.collect::<Result<_, Stop>>()?;
        // Who had not won before has not won for being stuck.
        let when_stuck = match wins_when_stuck == wins && defined[0] == defined[1] {
            true => [const { Condition::Truth(false) }; 2],
            false => wins_when_stuck.map(Condition::packed),
        };
        let packed = |it: (u32, Condition)| (it.0, it.1.packed());
        let defined = defined.map(|it| it.into_iter().map(packed).collect());
        Ok(Self {
            finder: StepFinder::new(&steps),
            steps,
            writes,
            kept: kept.into_iter().map(Condition::packed).collect(),
            wins: [wins.map(Condition::packed), when_stuck],
            brought: Box::default(),
            defined,
            rest: points.map(|it| it.map(GroundNumber::packed)),
        })
    }
}
