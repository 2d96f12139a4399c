//! What the server says to the client by itself: notifications in the order in which they were
//! sent, and requests, whose answers come back to the actor.

use std::pin::Pin;

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

/// A message that can be sent.
type ClientMessage = Box<dyn FnOnce(Client) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// Sends messages to the client, from any thread and without waiting.
#[derive(Clone)]
pub(super) struct Outbox(UnboundedSender<ClientMessage>);

/// What was sent and is not delivered yet.
pub(super) struct Outgoing(UnboundedReceiver<ClientMessage>);

impl Outbox {
    /// A new outbox and what delivers its messages.
    pub(super) fn new() -> (Self, Outgoing) {
        let (sender, receiver) = unbounded_channel();
        (Self(sender), Outgoing(receiver))
    }

    /// Sends a notification.
    pub(super) fn notify<N: Notification<Params: Send>>(&self, params: N::Params) {
        self.send(Box::new(|client| {
            Box::pin(async move { client.send_notification::<N>(params).await })
        }));
    }

    /// Sends a request; its answer is given to `then`.
    pub(super) fn request<R: Request<Params: Send, Result: Send>>(
        &self,
        actor: &Actor,
        params: R::Params,
        then: impl FnOnce(&mut ServerState, Result<R::Result>) + Send + 'static,
    ) {
        let actor = actor.clone();
        self.send(Box::new(|client| {
            // The messages behind it do not wait for the answer.
            spawn(async move {
                let answer = client.send_request::<R>(params).await;
                actor.tell(R::METHOD, move |state| then(state, answer));
            });
            Box::pin(std::future::ready(()))
        }));
    }

    /// Writes a line into the log, and into that of the client.
    pub(super) fn log(&self, level: MessageType, message: impl Into<String>) {
        let message = message.into();
        log::line(level, &message);
        self.notify::<LogMessage>(LogMessageParams { typ: level, message });
    }

    fn send(&self, message: ClientMessage) {
        // Nobody listens any more when the session is over.
        let _ = self.0.send(message);
    }
}

impl Outgoing {
    /// Delivers messages until the session is over.
    pub(super) async fn deliver(mut self, client: Client) {
        while let Some(message) = self.0.recv().await {
            message(client.clone()).await;
        }
    }
}
