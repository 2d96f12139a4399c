//! A session over two streams, with a thread each and one for the framework.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::actor::Actor;
use super::client::Outbox;
use super::output::FrameSender;
use super::pages::Pages;
use super::server::Server;
use super::state::ServerState;
use super::types::MessageType;
use super::{MAX_REQUESTS, guard, log, service};
use crate::service::import::Files;

/// How long answers that are under way may keep a session from ending.
const GRACE: Duration = Duration::from_secs(1);

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
    let output = Arc::new(output);
    // What is never dropped keeps no output open.
    let frames = Arc::downgrade(&output);
    let write = move |body: &str| _ = frames.upgrade().map(|it| it.message(body));
    let (outbox, outgoing) = Outbox::new(write);
    let pages = Arc::new(Pages::default());
    let (actor, work) =
        Actor::new(|actor| ServerState::new(actor, outbox, Arc::clone(&pages), disk));
    std::thread::spawn(move || work.work());
    let (handle, errors, died) = (runtime.handle().clone(), Arc::clone(&output), ended.clone());
    std::thread::spawn(move || ended.send(guard::pass(input, sound, &handle, &errors)));
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let (service, socket) = service(|client| {
                tokio::spawn(outgoing.deliver(client));
                Server { actor, died }
            });
            let server = tower_lsp::Server::new(messages, FrameSender::clone(&output), socket);
            server.concurrency_level(MAX_REQUESTS).serve(service).await;
            drop(output);
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
