//! What the server says to the client by itself: notifications, which are written at once, so that what is
//! answered later comes behind them, and requests, whose answers come back to the actor.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::log;
use super::state::ServerState;
use super::system::spawn;
use super::types::notification::{LogMessage, Notification};
use super::types::request::Request;
use super::types::{LogMessageParams, MessageType};

/// Asks the client something, and passes on what it answers.
type ClientRequest = Box<dyn FnOnce(Client) + Send>;

/// Sends messages to the client, from any thread and without waiting.
#[derive(Clone)]
pub(super) struct Outbox {
    write: Arc<dyn Fn(&str) + Send + Sync>,
    requests: UnboundedSender<ClientRequest>,
}

/// Requests that were sent and are not delivered yet.
pub(super) struct Outgoing(UnboundedReceiver<ClientRequest>);

impl Outbox {
    /// A new outbox, whose notifications `write` takes whole, and what delivers its requests.
    pub(super) fn new(write: impl Fn(&str) + Send + Sync + 'static) -> (Self, Outgoing) {
        let (requests, receiver) = unbounded_channel();
        (Self { write: Arc::new(write), requests }, Outgoing(receiver))
    }

    /// Sends a notification.
    pub(super) fn notify<N: Notification>(&self, params: &N::Params) {
        let message = json!({ "jsonrpc": "2.0", "method": N::METHOD, "params": params });
        (self.write)(&message.to_string());
    }

    /// Sends a request; its answer is given to `then`.
    pub(super) fn request<R: Request<Params: Send, Result: Send>>(
        &self,
        actor: &Actor,
        params: R::Params,
        then: impl FnOnce(&mut ServerState, Result<R::Result>) + Send + 'static,
    ) {
        let actor = actor.clone();
        let request: ClientRequest = Box::new(|client| {
            // The requests behind it do not wait for the answer.
            spawn(async move {
                let answer = client.send_request::<R>(params).await;
                actor.tell(R::METHOD, move |state| then(state, answer));
            });
        });
        // Nobody listens any more when the session is over.
        let _ = self.requests.send(request);
    }

    /// Writes a line into the log, and into that of the client.
    pub(super) fn log(&self, level: MessageType, message: impl Into<String>) {
        let message = message.into();
        log::line(level, &message);
        self.notify::<LogMessage>(&LogMessageParams { typ: level, message });
    }
}

impl Outgoing {
    /// Delivers requests until the session is over.
    pub(super) async fn deliver(mut self, client: Client) {
        while let Some(request) = self.0.recv().await {
            request(client.clone());
        }
    }
}
