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
mod guard;
mod hints;
mod jobs;
mod joining;
mod live;
mod log;
mod moves;
mod names;
mod offers;
mod outline;
mod output;
mod pages;
mod picture;
mod places;
mod play;
mod progress;
mod pull;
mod queries;
mod server;
mod settings;
mod stamps;
mod state;
mod steps;
mod sync;
mod target;
mod tokens;
mod types;
mod typing;
mod view;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use tower_lsp::LspService;

use crate::service::import::Files;

use actor::Actor;
use client::Outbox;
use output::FrameSender;
use pages::Pages;
use server::Server;
use state::ServerState;
use types::MessageType;

/// How long answers that are under way may keep a session from ending.
const GRACE: Duration = Duration::from_secs(1);

/// Requests that may wait for their answers at the same time.
const MAX_REQUESTS: usize = 1024;

/// Serves a client until it says `exit`, closes `input`, or dies. Tells whether it took its leave
/// properly, by `shutdown`.
///
/// # Errors
/// Those of the system at the start.
pub fn serve(
    input: Box<dyn Read + Send>,
    output: Box<dyn Write + Send>,
    disk: Box<dyn Files + Send>,
) -> io::Result<bool> {
    let (ended, end) = channel();
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let (output, written) = FrameSender::start(output, ended.clone());
    let (sound, messages) = tokio::io::duplex(1 << 16);
    let (outbox, outgoing) = Outbox::new();
    let pages = Arc::new(Pages::default());
    let actor = Actor::start(|actor| ServerState::new(actor, outbox, Arc::clone(&pages), disk));
    let (handle, errors, died) = (runtime.handle().clone(), output.clone(), ended.clone());
    std::thread::spawn(move || ended.send(guard::pass(input, sound, &handle, &errors)));
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let service = LspService::build(|client| {
                tokio::spawn(outgoing.deliver(client));
                Server { actor, died }
            });
            let service = service
                .custom_method("$/setTrace", Server::set_trace)
                .custom_method("puzzle/answers", Server::answers)
                .custom_method("puzzle/join", Server::join)
                .custom_method("puzzle/live", Server::live)
                .custom_method("puzzle/offers", Server::offers)
                .custom_method("puzzle/play", Server::play)
                .custom_method("puzzle/queries", Server::queries)
                .custom_method("window/workDoneProgress/cancel", Server::cancel_progress);
            let (service, socket) = service.finish();
            let server = tower_lsp::Server::new(messages, output, socket);
            server.concurrency_level(MAX_REQUESTS).serve(service).await;
        });
    });

    // The first of several ends counts.
    let is_proper = end.recv().unwrap_or_default();
    let how = if is_proper { "after `shutdown`" } else { "without `shutdown`" };
    log::line(MessageType::INFO, format_args!("the session is over, {how}"));
    // The writer hangs up when everything is said.
    let _ = written.recv_timeout(GRACE);
    pages.remove();
    Ok(is_proper)
}
