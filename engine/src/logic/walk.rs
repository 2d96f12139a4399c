//! What goes on step by step, as it looks from outside: plays of a game, ways through a maze, plans. Two such
//! things say the same when whoever takes the same steps in both sees the same.

use std::fmt::Debug;
use std::hash::Hash;

use crate::budget::{Budget, Stop};

/// Something in which steps are taken.
pub trait Walk {
    /// All that what follows depends on.
    type State: Clone + Eq + Hash + Debug;
    /// What a step is called. In one state no two have the same name.
    type Step: Clone + Ord + Debug;
    /// What is seen of a state.
    type Sight: PartialEq;

    /// The state before the first step.
    ///
    /// # Errors
    /// The limit that was reached.
    fn start(&mut self, budget: &mut Budget) -> Result<Self::State, Stop>;

    /// The steps that can be taken, each with the state that it leads to.
    ///
    /// # Errors
    /// The limit that was reached.
    fn steps(
        &mut self,
        state: &Self::State,
        budget: &mut Budget,
    ) -> Result<WalkSuccessors<Self>, Stop>;

    /// What is seen of a state; `None` where it looks as if a step had been taken that there is not.
    ///
    /// # Errors
    /// The limit that was reached.
    fn sight(
        &mut self,
        state: &Self::State,
        budget: &mut Budget,
    ) -> Result<Option<Self::Sight>, Stop>;
}

/// Steps, each with the state that it leads to.
pub type WalkSuccessors<W> = Vec<(<W as Walk>::Step, <W as Walk>::State)>;

/// Where the same steps lead in two walks; `None` where one of them is none.
pub type JointState<S> = [Option<S>; 2];
