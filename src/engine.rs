//! How to search and prove. Sees `logic` and `budget` only: numbers in, numbers out; names and
//! source positions stay with the puzzle that asked.

pub mod quantified;
pub mod sat;
pub mod search;
pub mod verify;
