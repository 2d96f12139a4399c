//! How things are written: tokens, tree, parser, formatter. Parsing never fails.

pub mod ast;
