//! A client of the language server for tests: synchronous, over the streams of a process or of a
//! server in this one.
#![allow(dead_code, reason = "each test needs a part of it")]
#![allow(clippy::needless_pass_by_value, reason = "values are made by `json!` where they are sent")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The program.
pub(crate) fn puzzle() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The name of a file for a server.
pub(crate) fn uri(path: &Path) -> String {
    let path = path.to_str().expect("a path").replace('\\', "/");
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}

/// A client.
pub(crate) struct Client {
    input: Option<Box<dyn Write>>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    pending: VecDeque<Value>,
    last_id: i64,
    /// What `workspace/configuration` is answered.
    pub settings: Value,
    /// The requests of the server, as they came.
    pub asked: Vec<Value>,
    /// The process, if it is one.
    pub process: Option<Child>,
}

impl Client {
    /// Starts the program.
    pub(crate) fn start() -> Self {
        let mut process = puzzle().spawn().expect("the program");
        let input: ChildStdin = process.stdin.take().expect("its input");
        let output = process.stdout.take().expect("its output");
        let mut client = Self::over(input, output);
        client.process = Some(process);
        client
    }

    /// A client over streams.
    pub(crate) fn over(input: impl Write + 'static, output: impl Read + Send + 'static) -> Self {
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            input: Some(Box::new(input)),
            messages,
            pending: VecDeque::new(),
            last_id: 0,
            settings: Value::Null,
            asked: Vec::new(),
            process: None,
        }
    }

    /// Starts the program and introduces itself as a client with these capabilities.
    pub(crate) fn introduced(capabilities: Value) -> Self {
        let mut client = Self::start();
        client.introduce(capabilities);
        client
    }

    /// Introduces itself; returns what the server says of itself.
    pub(crate) fn introduce(&mut self, capabilities: Value) -> Value {
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let answer = self.request("initialize", params);
        self.notify("initialized", json!({}));
        answer
    }

    /// Writes bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(bytes).and_then(|()| input.flush()).expect("a server that reads");
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; returns its number.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Sends a request and waits for its result.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Waits for a message, and answers what the server asks in the meantime.
    pub(crate) fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.pending.iter().position(&is_wanted) {
            return self.pending.remove(at).expect("a message");
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left).expect("the server is silent");
            self.oblige(&message);
            if is_wanted(&message) {
                return message;
            }
            self.pending.push_back(message);
        }
    }

    /// Everything that comes until there is silence for some time.
    pub(crate) fn rest(&mut self, silence: Duration) -> Vec<Value> {
        let mut all: Vec<Value> = self.pending.drain(..).collect();
        while let Ok(message) = self.messages.recv_timeout(silence) {
            self.oblige(&message);
            all.push(message);
        }
        all
    }

    /// Answers a request of the server.
    fn oblige(&mut self, message: &Value) {
        if message.get("method").is_none() || message.get("id").is_none() {
            return;
        }
        self.asked.push(message.clone());
        let result = match message["method"].as_str() {
            Some("workspace/configuration") => json!([self.settings]),
            _ => Value::Null,
        };
        self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }));
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "puzzle", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Edits a document: `range` is start line, start column, end line, end column.
    pub(crate) fn edit(&mut self, uri: &str, version: i64, range: [u32; 4], text: &str) {
        let [line, column, end_line, end_column] = range;
        let range = json!({
            "start": { "line": line, "character": column },
            "end": { "line": end_line, "character": end_column },
        });
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "range": range, "text": text }],
            }),
        );
    }

    /// The diagnostics that are published for a version of a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let mut message = self.wait(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
        });
        let Value::Array(found) = message["params"]["diagnostics"].take() else {
            panic!("{message}")
        };
        found
    }

    /// Closes the input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let process = self.process.as_mut().expect("a process");
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = process.try_wait().expect("its status") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Reads a message; `None` at the end of the stream.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            None if line == "\r\n" => break,
            Some(("Content-Length", value)) => length = value.parse().expect("a length"),
            _ => panic!("not a header: {line:?}"),
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("a message"))
}
