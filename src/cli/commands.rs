//! The commands: a file each, with a function `run(&its arguments, &mut Session)`.

pub mod completions;
pub mod explain;
