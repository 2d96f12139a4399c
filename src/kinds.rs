//! The kinds of puzzles: the table of them all. What a kind is stands in `contract`.

mod all_solutions;
mod answer;
mod argument;
mod chance;
pub mod chopsticks;
mod claim;
pub mod clauses;
mod consequences;
mod contract;
mod coordinates;
mod correction;
pub mod difference;
pub mod dots;
mod doubt;
pub mod editor;
pub mod formula;
pub mod formula_game;
mod frame;
mod freedom;
pub mod game;
mod hint;
mod joined;
mod made;
pub mod maze;
mod posed;
mod question;
mod reasons;
mod resizing;
pub mod scope;
mod sentence_errors;
pub mod settings;
pub mod sheet;
pub mod subtract_square;
mod tableau;
pub mod theory;
pub mod tippy;
mod traced;
mod world_lines;
mod world_table;
mod worlds;

pub use answer::{Answer, AnswerHead, AnswerVerdict, Flip, Listing, Note, line_of};
pub use chance::Chance;
pub use claim::{Claim, Demand, Judgement, NotAnAnswer, Told, WrongWord};
pub use contract::{
    Facts, HAS_SHEET_TARGETS, Kind, NamedClauses, PlayPosition, Puzzle, ReadDeduction, ReadModel,
    Refusal, Review, SettingFacts, ShownProof, Target, TaughtProof, Turn, Unlowered,
};
pub use correction::Correction;
pub use difference::{Comparable, Difference, differences};
pub use doubt::doubts_told;
pub use frame::{MOST_FRAMES, PoseFrames, PosedFrames, StepFrame, StepFrames};
pub use game::MoveWorth;
pub use hint::{Hint, HintOrigin, HintReason, Hints, HintsEnd};
pub use made::{Attempt, Made, Making};
pub use posed::{Lowered, Other, Others, Posed, ShowBarred, Solved, WITHOUT_PROOF, Why, few};
pub use question::{Engine, Payload, Question};
pub use reasons::{PoseReasons, Reasons};
use reasons::{fewest, not_smallest};
pub use scope::{DeclaredNames, Definition, Document, Namespace, Program, Scope, ScopeFile};
pub use sentence_errors::is_unknown_symbol;
pub use traced::{SaidClause, Traced, TracedPlay, TracedProof};
pub use worlds::{LastWorlds, PosedWorlds, WITHOUT_WORLDS};

use crate::syntax::ast::{BlockKind, Item, ItemKind};

/// All kinds of this crate.
pub const ALL: Kinds = Kinds(&[
    &formula::KIND,
    &clauses::KIND,
    &maze::KIND,
    &theory::KIND,
    &sheet::KIND,
    &formula_game::KIND,
    &subtract_square::KIND,
    &chopsticks::KIND,
    &tippy::KIND,
    &dots::KIND,
    &sheet::GAME,
]);

/// The kinds of puzzles that a program may declare: those with a notation of their own, and games.
#[derive(Clone, Copy)]
pub struct Kinds(pub &'static [&'static dyn Kind]);

impl Kinds {
    /// The kind of a declaration; `None` for items that declare no puzzle or a game of unknown
    /// kind.
    pub fn of(self, item: &Item, text: &str) -> Option<&'static dyn Kind> {
        match &item.kind {
            // With parameters it is no puzzle before they are given.
            ItemKind::Formula { parameters, .. } if !parameters.is_empty() => None,
            ItemKind::Formula { .. } => Some(&formula::KIND),
            ItemKind::Clauses { .. } | ItemKind::File { sort: BlockKind::Clauses, .. } => {
                Some(&clauses::KIND)
            }
            ItemKind::Maze { .. } | ItemKind::File { sort: BlockKind::Maze, .. } => {
                Some(&maze::KIND)
            }
            ItemKind::Theory { .. } | ItemKind::File { sort: BlockKind::Theory, .. } => {
                Some(&theory::KIND)
            }
            ItemKind::Puzzle { is_game: true, .. } => Some(&sheet::GAME),
            ItemKind::Puzzle { .. } => Some(&sheet::KIND),
            ItemKind::File { sort: BlockKind::Game, .. } => Some(&dots::KIND),
            ItemKind::Game(game) => {
                let name = &text[game.kind?.range()];
                self.games().find(|kind| kind.facts().name == name)
            }
            ItemKind::Variable { .. }
            | ItemKind::Import { .. }
            | ItemKind::Level { .. }
            | ItemKind::Query(_)
            | ItemKind::Broken { .. } => None,
        }
    }

    /// The kinds that `game NAME: KIND` may name.
    pub fn games(self) -> impl Iterator<Item = &'static dyn Kind> {
        self.0.iter().copied().filter(|kind| !kind.facts().settings.is_empty())
    }
}

impl Default for Kinds {
    fn default() -> Self {
        ALL
    }
}

impl std::fmt::Debug for Kinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|kind| kind.facts().name)).finish()
    }
}
