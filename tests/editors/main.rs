//! What editors ask: the questions in process, the language server as a process.

#[path = "../common/annotated.rs"]
mod annotated;
#[path = "../common/answers.rs"]
mod answers;
#[path = "../common/changed.rs"]
mod changed;
#[path = "../common/client.rs"]
mod client;
#[path = "../common/edits.rs"]
mod edits;
#[path = "../common/marked.rs"]
mod marked;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/sample.rs"]
mod sample;
#[path = "../common/telling.rs"]
mod telling;
#[path = "../common/whole.rs"]
mod whole;

mod ide;
mod ide_everywhere;
mod ide_laws;
mod ide_places;
mod lsp;
mod lsp_answers;
mod lsp_edits;
mod lsp_files;
mod lsp_lenses;
mod lsp_texts;
mod workspace;
