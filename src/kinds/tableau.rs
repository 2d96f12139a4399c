//! What is said of a closed tableau, whatever it is about.

use super::Listing;
use crate::interchange::tableau::{ShownNode, write};
use puzzle_engine::problem::theory::MOST_TABLEAU_NODES;

/// A tableau below its heading.
pub(super) fn listing(nodes: &[ShownNode]) -> Listing {
    Listing { heading: Some("proof by a tableau:".to_owned()), lines: write(nodes) }
}

/// That no tableau was found that could be shown.
pub(super) fn without_tableau() -> String {
    format!("no closed tableau of up to {MOST_TABLEAU_NODES} nodes was found")
}
