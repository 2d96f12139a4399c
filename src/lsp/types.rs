//! The types of the protocol, from one door: whatever crate they come from, the server's own files
//! name this module.

pub(super) use tower_lsp::ls_types::*;
