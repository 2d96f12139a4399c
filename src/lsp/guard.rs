//! What stands between the input and the framework, which ends the connection at the first message
//! it cannot read and knows neither the exit codes nor the end of its client: only sound messages
//! pass, and the end of the session is told apart here.

use std::io::Read;
use std::sync::mpsc::Sender;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tokio::runtime::Handle;
use tower_lsp::jsonrpc::{Error, Request};

use super::frames::{Frames, MessageFrame};
use super::log;
use super::output::FrameSender;
use super::types::MessageType;

/// Forwards the sound messages of `input` and answers the others. Returns when the session is
/// over: whether the client said so, by `exit` after `shutdown`.
pub(super) fn pass(
    input: impl Read,
    mut framework: DuplexStream,
    runtime: &Handle,
    output: &FrameSender,
) -> bool {
    let mut frames = Frames::new(input);
    let mut is_shut_down = false;
    while let Ok(Some(frame)) = frames.next() {
        let body = match frame {
            MessageFrame::Body(body) => body,
            MessageFrame::Garbage => {
                refuse(output, &Error::parse_error(), &Value::Null);
                continue;
            }
        };
        let message = match understand(&body) {
            Ok(message) => message,
            Err((error, id)) => {
                refuse(output, &error, &id);
                continue;
            }
        };
        match message.method() {
            "exit" => return is_shut_down,
            "shutdown" => is_shut_down = true,
            _ => {}
        }
        let header = format!("Content-Length: {}\r\n\r\n", body.len());
        let bytes = [header.as_bytes(), &body].concat();
        if runtime.block_on(framework.write_all(&bytes)).is_err() {
            break;
        }
    }
    is_shut_down
}

/// A message as the framework would read it. The type is that of requests and notifications, but
/// takes answers as well; that of answers would not take the others.
fn understand(body: &[u8]) -> Result<Request, (Error, Value)> {
    let text = str::from_utf8(body).map_err(|_| (Error::parse_error(), Value::Null))?;
    serde_json::from_str(text).map_err(|error| match serde_json::from_str::<Value>(text) {
        Ok(value) if error.is_data() => {
            (Error::invalid_request(), value.get("id").cloned().unwrap_or_default())
        }
        _ => (Error::parse_error(), Value::Null),
    })
}

fn refuse(output: &FrameSender, error: &Error, id: &Value) {
    log::line(MessageType::WARNING, format_args!("refused a message: {}", error.message));
    output.message(&json!({ "jsonrpc": "2.0", "error": error, "id": id }).to_string());
}

/// Ends the session when the client with this process id is gone, where the system tells it: a
/// process whose parent died has another one. In any case the end of the input says it, too, unless
/// somebody else holds its other end open.
#[cfg(unix)]
pub(super) fn watch(client: u32, ended: Sender<bool>) {
    use std::os::unix::process::parent_id;

    if parent_id() == client {
        std::thread::spawn(move || {
            while parent_id() == client {
                std::thread::sleep(std::time::Duration::from_secs(1));
            }
            // Somebody else may have said so before.
            let _ = ended.send(false);
        });
    }
}

/// The end of the input has to do here.
#[cfg(not(unix))]
pub(super) fn watch(_: u32, _: Sender<bool>) {}
