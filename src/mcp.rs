//! The Model Context Protocol (revision 2025-06-18): programs that work with a language model check, answer,
//! explain and draw puzzles. JSON-RPC 2.0, a message a line, on standard input and output. It knows only the
//! texts that it is told, and changes none.
#![allow(clippy::disallowed_methods, reason = "a front end: it has its streams and a thread")]

mod messages;
mod tools;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use puzzle_engine::budget::Signal;
use serde_json::{Value, json};

use crate::console::SearchLimits;
use crate::console::catch::{Panic, catch, fault};
use messages::{CancelledParams, ProtocolError, ReadParams, RpcMessage, RpcReply};
use tools::CallParams;

/// Revisions of the protocol that are spoken, the newest first.
const REVISIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

/// Serves a client until its messages end. Tools are called one after the other, each within the limits;
/// meanwhile messages are read, so that a call can be cancelled.
///
/// # Errors
/// Those of the streams.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send,
    limits: SearchLimits,
) -> io::Result<()> {
    let client = Client { output: Mutex::new(output), calls: Mutex::default() };
    let (calls, called) = channel::<(Value, Signal, CallParams)>();
    thread::scope(|scope| {
        let client = &client;
        let worker = scope.spawn(move || {
            for (id, signal, call) in called {
                let result = catch(|| tools::call(&call, limits, &signal));
                client.calls().remove(&id.to_string());
                let result = result.unwrap_or_else(|Panic(words)| {
                    Err(ProtocolError::internal(fault(&words, "the text")))
                });
                // Nobody waits for what was cancelled.
                if !signal.is_cancelled() {
                    client.reply(id, result)?;
                }
            }
            Ok(())
        });
        let read = input.lines().try_for_each(|line| {
            let line = line?;
            match RpcMessage::read(&line) {
                _ if line.trim().is_empty() => Ok(()),
                Err(error) => client.reply(Value::Null, Err(error)),
                Ok(message) => client.receive(message, |call| {
                    // The worker has ended when the client takes nothing any more.
                    let _gone = calls.send(call);
                }),
            }
        });
        drop(calls);
        let worked = worker.join().unwrap_or(Ok(()));
        read.and(worked)
    })
}

/// The other side: where replies go, and the calls that it waits for.
struct Client<W> {
    output: Mutex<W>,
    /// The signal of each call that did not come to its end, by the id.
    calls: Mutex<HashMap<String, Signal>>,
}

impl<W: Write> Client<W> {
    fn calls(&self) -> MutexGuard<'_, HashMap<String, Signal>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reply(&self, id: Value, result: Result<Value, ProtocolError>) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        serde_json::to_writer(&mut *output, &RpcReply::new(id, result))?;
        writeln!(output)?;
        output.flush()
    }

    /// Answers a message, or lets the worker do so.
    fn receive(
        &self,
        message: RpcMessage,
        call: impl FnOnce((Value, Signal, CallParams)),
    ) -> io::Result<()> {
        let RpcMessage { id, method, params } = message;
        let Some(id) = id else {
            if method == "notifications/cancelled"
                && let Ok(cancelled) = messages::read::<CancelledParams>(params)
                && let Some(signal) = self.calls().get(&cancelled.request_id.to_string())
            {
                signal.cancel();
            }
            return Ok(());
        };
        let result = match method.as_str() {
            "initialize" => Ok(initialized(&params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": tools::list() })),
            "tools/call" => match messages::read::<CallParams>(params) {
                Ok(params) => {
                    let signal = Signal::default();
                    self.calls().insert(id.to_string(), signal.clone());
                    call((id, signal, params));
                    return Ok(());
                }
                Err(error) => Err(error),
            },
            "resources/list" => Ok(json!({ "resources": tools::resources() })),
            "resources/templates/list" => Ok(json!({ "resourceTemplates": [] })),
            "resources/read" => {
                messages::read(params).and_then(|it: ReadParams| tools::read(&it.uri))
            }
            _ => Err(ProtocolError::unknown_method(&method)),
        };
        self.reply(id, result)
    }
}

/// What a client is told at first.
fn initialized(params: &Value) -> Value {
    let wanted = params["protocolVersion"].as_str();
    let revision = REVISIONS.into_iter().find(|it| Some(*it) == wanted).unwrap_or(REVISIONS[0]);
    json!({
        "protocolVersion": revision,
        "capabilities": { "tools": {}, "resources": {} },
        "serverInfo": {
            "name": "puzzle",
            "title": "Puzzle",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "instructions": "Puzzle is a declarative language for logic puzzles and games. Read `reference` \
            before writing a text, `check` it, and ask with `solve`, `why` and `hint`. Answers are checked by \
            code that did not find them; `unknown` means that a limit was reached, never `no`.",
    })
}
