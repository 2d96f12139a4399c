//! The one writer of the output: frames come whole, so that no two of them mix, whoever sends them.

use std::io::{self, Write};
use std::pin::Pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// A sender of frames.
#[derive(Clone, Debug)]
pub(super) struct FrameSender(Sender<Vec<u8>>);

/// The end of the writer: it hangs up when all frames are written and nobody sends more.
pub(super) type OutputEnd = Receiver<()>;

impl FrameSender {
    /// Starts the writer. It ends the session when nobody reads what it writes.
    pub(super) fn start(
        mut output: impl Write + Send + 'static,
        ended: Sender<bool>,
    ) -> (Self, OutputEnd) {
        let (frames, queue) = channel::<Vec<u8>>();
        let (end, written) = channel::<()>();
        std::thread::spawn(move || {
            let _end = end;
            while let Ok(frame) = queue.recv() {
                if output.write_all(&frame).and_then(|()| output.flush()).is_err() {
                    let _ = ended.send(false);
                    return;
                }
            }
        });
        (Self(frames), written)
    }

    /// Sends one message.
    pub(super) fn message(&self, body: &str) {
        // Whoever hung up does not want it.
        let _ = self.0.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
    }
}

/// The framework writes whole frames, and what it writes is taken whole.
impl AsyncWrite for FrameSender {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        frames: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = self.0.send(frames.to_vec());
        let sent = sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe));
        Poll::Ready(sent.map(|()| frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
