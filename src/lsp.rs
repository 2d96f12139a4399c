//! The language server: the Language Server Protocol over two streams. It only converts; what is
//! answered comes from `ide` and `service`.
#![allow(clippy::disallowed_methods, reason = "a front end: it has its streams, threads and clock")]

mod actions;
mod actor;
mod answer;
mod background;
mod capabilities;
mod client;
mod client_facts;
mod commands;
mod configuration;
mod convert;
mod diagnostics;
mod edits;
mod foreign;
mod formatting;
mod frames;
#[cfg(not(target_family = "wasm"))]
mod guard;
mod hints;
#[cfg(target_family = "wasm")]
mod host_files;
mod jobs;
mod joining;
mod live;
mod log;
mod moves;
mod names;
mod offers;
mod outline;
#[cfg(not(target_family = "wasm"))]
mod output;
#[cfg_attr(target_family = "wasm", path = "lsp/page_addresses.rs")]
mod pages;
mod picture;
mod places;
mod play;
mod progress;
mod pull;
mod queries;
mod server;
#[cfg(target_family = "wasm")]
mod session;
mod settings;
mod stamps;
mod state;
mod steps;
#[cfg(not(target_family = "wasm"))]
mod streams;
mod sync;
#[cfg_attr(target_family = "wasm", path = "lsp/host.rs")]
mod system;
mod target;
mod tokens;
mod types;
mod typing;
mod view;

use tower_lsp::{Client, ClientSocket, LspService};

use server::Server;
#[cfg(target_family = "wasm")]
pub use session::HostedSession;
#[cfg(not(target_family = "wasm"))]
pub use streams::serve;

/// Requests that may wait for their answers at the same time.
const MAX_REQUESTS: usize = 1024;

/// The service behind a connection, with what the protocol does not know.
fn service(server: impl FnOnce(Client) -> Server) -> (LspService<Server>, ClientSocket) {
    let service = LspService::build(server)
        .custom_method("$/setTrace", Server::set_trace)
        .custom_method("puzzle/answers", Server::answers)
        .custom_method("puzzle/join", Server::join)
        .custom_method("puzzle/live", Server::live)
        .custom_method("puzzle/offers", Server::offers)
        .custom_method("puzzle/play", Server::play)
        .custom_method("puzzle/queries", Server::queries)
        .custom_method("window/workDoneProgress/cancel", Server::cancel_progress);
    #[cfg(target_family = "wasm")]
    let service = service.custom_method("puzzle/text", Server::text);
    service.finish()
}
