//! How plans are found: states packed into words, actions as trees of decisions that grow with what
//! states ask, and searches that keep every state they see, one of them led by pattern databases.

mod abstraction;
mod astar;
mod both_ends;
mod breadth;
mod cases;
mod cheapest;
mod compile;
mod conditions;
mod counting;
mod dead_ends;
mod evaluate;
mod folding;
pub mod game;
mod ground;
mod layers;
mod mirrors;
mod mover;
mod moves;
mod patterns;
mod places;
mod progress;
mod reached;
mod reads;
mod rule_graph;
mod score;
mod seen;
mod states;
mod steps;
mod successors;
mod symmetries;
mod tree;
mod wins;
mod writes;

pub use astar::AStar;
pub use both_ends::{BothEnds, Meeting};
pub use breadth::{BreadthSearch, Ending};
pub use cases::{cases, goal_cases};
pub use cheapest::{Cheapest, CheapestEnded};
pub use conditions::ConditionWriter;
pub use dead_ends::DeadEnds;
pub use layers::LayeredSearch;
pub use moves::{Clash, Packed};
pub use patterns::Estimates;
pub use reached::ReachedStates;
