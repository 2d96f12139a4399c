//! A session in a browser, where there are neither streams nor threads: messages in, messages out, and turns in between.
//! What is answered is what the other answers, by the same code.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::actor::{Actor, ActorWork};
use super::client::Outbox;
use super::frames::{Frames, MessageFrame};
use super::pages::Pages;
use super::server::Server;
use super::state::ServerState;
use super::system::{drive, now, spawn, work};
use super::{MAX_REQUESTS, host_files, service};
use crate::disk::Disk;

/// Times that all who wait are asked in vain before nothing more is expected: a message goes through several hands
/// before it is seen.
const IN_VAIN: u32 = 8;

/// A session.
pub struct HostedSession {
    messages: Messages,
    work: ActorWork,
}

impl HostedSession {
    /// A session that begins; `tell` takes what is said to the client, a message at a time.
    pub fn new(tell: fn(&[u8])) -> Self {
        let (outbox, outgoing) = Outbox::new(move |body| tell(body.as_bytes()));
        let state = |actor| ServerState::new(actor, outbox, Arc::new(Pages), Box::new(Disk));
        let (actor, work) = Actor::new(state);
        let (service, socket) = service(|client| {
            spawn(outgoing.deliver(client));
            Server { actor }
        });
        let messages = Messages::default();
        let server = tower_lsp::Server::new(messages.clone(), MessageSink(tell), socket);
        spawn(server.concurrency_level(MAX_REQUESTS).serve(service));
        Self { messages, work }
    }

    /// Takes a message of the client.
    pub fn take(&mut self, body: &[u8]) {
        let mut bytes = self.messages.bytes();
        bytes.extend(format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes());
        bytes.extend(body);
    }

    /// Goes on for a while; says how long there is nothing to do then, unless a message comes.
    pub fn turn(&mut self) -> Option<Duration> {
        self.talk();
        if work() {
            self.talk();
            return Some(Duration::ZERO);
        }
        Some(self.work.state().background.due()?.saturating_sub(now()))
    }

    /// Passes on what is said on both sides, until nothing more comes of it.
    fn talk(&mut self) {
        let mut in_vain = 0;
        while in_vain < IN_VAIN {
            drive();
            let has_worked = self.work.turn();
            host_files::read(self.work.state());
            in_vain = if has_worked { 0 } else { in_vain + 1 };
        }
    }
}

/// What the client has said, in frames as they stand in a stream.
#[derive(Clone, Default)]
struct Messages(Arc<Mutex<VecDeque<u8>>>);

impl Messages {
    fn bytes(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsyncRead for Messages {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut bytes = self.bytes();
        if bytes.is_empty() {
            return Poll::Pending;
        }
        let count = bytes.len().min(buffer.remaining());
        let (first, rest) = bytes.as_slices();
        buffer.put_slice(&first[..count.min(first.len())]);
        buffer.put_slice(&rest[..count.saturating_sub(first.len())]);
        bytes.drain(..count);
        Poll::Ready(Ok(()))
    }
}

/// The framework writes whole frames; the client takes what is in them.
struct MessageSink(fn(&[u8]));

impl AsyncWrite for MessageSink {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        frames: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut whole = Frames::new(frames);
        while let Ok(Some(MessageFrame::Body(body))) = whole.next() {
            (self.0)(&body);
        }
        Poll::Ready(Ok(frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
