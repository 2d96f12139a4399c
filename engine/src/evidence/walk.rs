//! What shows that two walks look alike: all that the same steps lead to in both.

use rustc_hash::FxHashMap;

use crate::logic::walk::JointState;

/// Where steps lead in two walks, each with the fewest steps that lead there. Where neither has such steps is
/// left out.
pub type JointStates<S> = FxHashMap<JointState<S>, u64>;
