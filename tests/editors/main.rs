//! What editors ask: the questions in process, the language server as a process.

#[path = "../../tests/common/annotated.rs"]
mod annotated;
#[path = "../../tests/common/answers.rs"]
mod answers;
#[path = "../../tests/common/changed.rs"]
mod changed;
#[path = "../../tests/common/client.rs"]
mod client;
#[path = "../../tests/common/edits.rs"]
mod edits;
#[path = "../../tests/common/marked.rs"]
mod marked;
#[path = "../../tests/common/program.rs"]
mod program;
#[path = "../../tests/common/whole.rs"]
mod whole;

mod ide;
mod ide_everywhere;
mod ide_laws;
mod ide_places;
mod lsp;
mod lsp_answers;
mod lsp_edits;
mod lsp_files;
mod lsp_texts;
mod workspace;
