//! The language server as a process: that it obeys the protocol, whatever a client does.

use super::client;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::client::{Client, PATIENCE};
use puzzle_lang::service::import::Files;
use puzzle_lang::text::Source;
use serde_json::{Value, json};

const URI: &str = "file:///tests/a.puzzle";

/// A text with one mistake, and its code.
const MISTAKE: (&str, &str) = ("solve x*y\n", "E0202");

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|it| it["code"].as_str().expect("a code")).collect()
}

#[test]
fn exit_tells_whether_shutdown_came_before() {
    let mut client = Client::introduced(json!({}));
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.end().code(), Some(0));

    let mut client = Client::introduced(json!({}));
    client.notify("exit", Value::Null);
    assert_eq!(client.end().code(), Some(1));

    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.end().code(), Some(1), "before `initialize`, too");
}

#[test]
fn what_was_asked_before_exit_is_answered() {
    let mut client = Client::introduced(json!({}));
    client.open(URI, MISTAKE.0);
    let params = json!({ "textDocument": { "uri": URI } });
    let asked = client.ask("textDocument/diagnostic", params);
    let shutdown = client.ask("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.end().code(), Some(0));
    assert_eq!(client.answer(asked)["result"]["items"][0]["code"], MISTAKE.1);
    assert!(client.answer(shutdown).get("error").is_none());
}

#[test]
fn what_is_wrong_is_told_before_what_is_asked_about_the_whole_text() {
    let mut client = Client::introduced(json!({}));
    let text: String = (0..2000).map(|it| format!("formula F{it} = x*y\nsolve F{it}\n")).collect();
    client.open(URI, &text);
    client.diagnostics(URI, 1);
    for version in 2..20 {
        let (range, new) =
            if version % 2 == 0 { ([2000, 18, 2000, 19], "") } else { ([2000, 18, 2000, 18], "y") };
        client.edit(URI, version, range, new);
        let asked = client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
        let first = client.wait(|it| {
            it["id"] == asked && it.get("result").is_some() || it["params"]["version"] == version
        });
        assert_eq!(first["method"], "textDocument/publishDiagnostics", "version {version}");
        client.answer(asked);
    }
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let mut client = Client::introduced(json!({}));
    client.hang_up();
    assert_eq!(client.end().code(), Some(1));

    let mut client = Client::introduced(json!({}));
    client.request("shutdown", Value::Null);
    client.hang_up();
    assert_eq!(client.end().code(), Some(0));

    let mut client = Client::start();
    client.raw(b"Content-Length: 100\r\n\r\n{\"half\":");
    client.hang_up();
    assert_eq!(client.end().code(), Some(1));
}

#[test]
fn a_client_that_no_longer_reads_is_the_end() {
    let mut process = client::puzzle().spawn().expect("the program");
    drop(process.stdout.take());
    let mut input = process.stdin.take().expect("its input");
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("a server that reads");
    let start = Instant::now();
    while process.try_wait().expect("its status").is_none() {
        assert!(start.elapsed() < PATIENCE, "the server does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn null_params_are_as_good_as_none() {
    let mut client = Client::introduced(json!({}));
    client.send(&json!({ "jsonrpc": "2.0", "id": 77, "method": "shutdown", "params": null }));
    let answer = client.answer(77);
    assert!(answer.get("error").is_none(), "{answer}");
    client.send(&json!({ "jsonrpc": "2.0", "id": "no params", "method": "shutdown" }));
    client.wait(|it| it["id"] == "no params");
}

#[test]
fn malformed_messages_are_answered_and_survived() {
    let mut client = Client::introduced(json!({}));
    let body = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let deep = "[".repeat(100_000);
    let cases = [
        (body("{\"jsonrpc\":\"2.0\","), -32700),
        (body(""), -32700),
        (body(&deep), -32700),
        (body("[]"), -32600),
        (body("42"), -32600),
        (body("{}"), -32600),
        (body("{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"shutdown\"}"), -32600),
        (body("{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"shutdown\"}"), -32600),
        (body("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\",\"method\":\"b\"}"), -32600),
        ("Content-Length: many\r\n\r\n{}".to_owned(), -32700),
        ("Content-Type: none\r\n\r\n".to_owned(), -32700),
        ("good morning\r\n".to_owned(), -32700),
    ];
    for (bytes, code) in cases {
        client.raw(bytes.as_bytes());
        let id = client.ask("puzzle/unknown", json!({}));
        let error = client.wait(|it| it.get("error").is_some() && it["id"] != id);
        assert_eq!(error["error"]["code"], code, "{bytes:.100}");
        assert_eq!(client.answer(id)["error"]["code"], -32601, "{bytes:.100}");
    }
    client.raw(b"Content-Length: 2\r\n\r\n\xff\xfe");
    assert_eq!(client.wait(|it| it["id"].is_null())["error"]["code"], -32700);
    // An answer to a question that nobody asked.
    client.send(&json!({ "jsonrpc": "2.0", "id": 99, "result": null }));
    client.open(URI, MISTAKE.0);
    assert_eq!(codes(&client.diagnostics(URI, 1)), [MISTAKE.1]);
}

#[test]
fn requests_that_make_no_sense_are_answered_and_survived() {
    let mut client = Client::start();
    let answer = client.introduce(json!({}));
    let providers = answer["capabilities"].as_object().expect("an object").keys();
    let methods = providers.filter_map(|name| name.strip_suffix("Provider"));
    let methods = methods.map(|name| format!("textDocument/{name}"));
    let others = ["workspace/symbol", "workspace/executeCommand", "workspace/diagnostic"];
    let methods: Vec<_> = methods.chain(others.map(str::to_owned)).collect();
    assert!(methods.len() > 15);
    client.open(URI, "formula name = (x*y)\nsolve name");
    client.open("untitled:Untitled-1", MISTAKE.0);
    assert_eq!(codes(&client.diagnostics("untitled:Untitled-1", 1)), [MISTAKE.1]);
    let at = |line: u64, character: u64| json!({ "line": line, "character": character });
    for uri in [URI, "untitled:Untitled-1", "file:///nowhere.puzzle", "file:///%FF", "file:", "?"] {
        for end in [0, 5, u64::from(u32::MAX), u64::MAX] {
            let range = json!({ "start": at(end, end), "end": at(0, 0) });
            let params = json!({
                "textDocument": { "uri": uri, "version": end },
                "position": at(end, end),
                "positions": [at(0, end), at(end, 0)],
                "range": range,
                "context": { "includeDeclaration": true, "diagnostics": [] },
                "newName": "\0",
                "query": "\0",
                "ch": "",
                "options": { "tabSize": end, "insertSpaces": true },
                "contentChanges": [{ "range": range, "text": "" }],
                "previousResultIds": [],
                "command": "puzzle.server.solve",
                "arguments": [{ "uri": uri, "position": at(end, end) }],
            });
            for method in &methods {
                let id = client.ask(method, params.clone());
                assert_ne!(client.answer(id)["error"]["code"], -32603, "{method} {params}");
            }
            client.notify("textDocument/didChange", params);
        }
    }
    for params in [json!(null), json!([]), json!({}), json!(42), json!("x"), json!([{}, null])] {
        for method in &methods {
            let id = client.ask(method, params.clone());
            assert_ne!(client.answer(id)["error"]["code"], -32603, "{method} {params}");
        }
        for method in ["didOpen", "didChange", "didClose", "didSave"] {
            client.notify(&format!("textDocument/{method}"), params.clone());
        }
        for method in ["didChangeConfiguration", "didChangeWatchedFiles", "executeCommand"] {
            client.notify(&format!("workspace/{method}"), params.clone());
        }
        client.notify("$/cancelRequest", params.clone());
        client.notify("$/setTrace", params);
    }
    client.open("file:///tests/b.puzzle", MISTAKE.0);
    assert_eq!(codes(&client.diagnostics("file:///tests/b.puzzle", 1)), [MISTAKE.1]);
}

#[test]
fn requests_before_initialize_are_refused() {
    let mut client = Client::start();
    let id = client.ask("shutdown", Value::Null);
    assert_eq!(client.answer(id)["error"]["code"], -32002);
    client.introduce(json!({}));
    let id = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(client.answer(id)["error"]["code"], -32600);
}

#[test]
fn work_is_traced_for_a_client_that_wants_it() {
    let mut client = Client::introduced(json!({}));
    client.notify("$/setTrace", json!({ "value": "messages" }));
    client.open(URI, "");
    let is_trace = |it: &Value| it["method"] == "$/logTrace";
    let line =
        client.wait(|it| is_trace(it) && it["params"]["message"].to_string().contains("didOpen"));
    assert!(line["params"]["message"].as_str().expect("a line").ends_with(" ms"), "{line}");
    client.notify("$/setTrace", json!({ "value": "off" }));
    client.rest(Duration::from_millis(200));
    client.edit(URI, 2, [0, 0, 0, 0], "x");
    assert!(!client.rest(Duration::from_millis(200)).iter().any(is_trace));
}

/// A disk with a fault: whoever reads `faulty.puzzle` panics.
struct Faulty;

impl Files for Faulty {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        from.with_file_name(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        assert!(!path.ends_with("faulty.puzzle"), "as the test wants it");
        Err("there is no such file".to_owned())
    }
}

#[test]
fn a_panic_is_answered_as_an_error() {
    let (input, sends) = std::io::pipe().expect("a pipe");
    let (receives, output) = std::io::pipe().expect("a pipe");
    let server = std::thread::spawn(|| {
        puzzle_lang::lsp::serve(Box::new(input), Box::new(output), Box::new(Faulty))
    });
    let mut client = Client::over(sends, receives);
    client.introduce(json!({}));
    client.open(URI, "import \"faulty.puzzle\"\n");
    let log = client.wait(|it| it["method"] == "window/logMessage");
    assert_eq!(log["params"]["type"], 1);
    let message = log["params"]["message"].as_str().expect("a message");
    assert!(message.ends_with("please report it: as the test wants it"), "{message}");
    let id = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.answer(id)["error"]["code"], -32603);
    client.edit(URI, 2, [0, 0, 1, 0], MISTAKE.0);
    assert_eq!(codes(&client.diagnostics(URI, 2)), [MISTAKE.1], "the server lives on");
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert!(server.join().expect("no panic").expect("a server"));
}

/// Clauses that no search decides in a lifetime: more pigeons than holes.
fn pigeons() -> String {
    const HOLES: usize = 14;
    let atom = |pigeon: usize, hole: usize| (pigeon * HOLES + hole + 1).to_string();
    let mut text = "clauses pigeons {\n".to_owned();
    for pigeon in 0..=HOLES {
        let holes: Vec<_> = (0..HOLES).map(|hole| atom(pigeon, hole)).collect();
        text += &format!("    {}\n", holes.join(" "));
        for other in 0..pigeon {
            for hole in 0..HOLES {
                text += &format!("    -{} -{}\n", atom(other, hole), atom(pigeon, hole));
            }
        }
    }
    text + "}\n"
}

/// A client of a server whose answers may take this many milliseconds, with [`pigeons`] open.
fn patient(milliseconds: u64) -> Client {
    let mut client = Client::start();
    let options = json!({ "answers.enable": false, "solve.timeLimit": milliseconds });
    let params = json!({ "capabilities": {}, "initializationOptions": options });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client.open(URI, &pigeons());
    client.diagnostics(URI, 1);
    client
}

fn solve(client: &mut Client) -> i64 {
    let target = json!({ "uri": URI, "position": { "line": 0, "character": 10 } });
    let params = json!({ "command": "puzzle.server.solve", "arguments": [target] });
    client.ask("workspace/executeCommand", params)
}

#[test]
fn long_work_delays_nothing_and_is_cancelled() {
    let mut client = patient(3_600_000);
    let slow: Vec<_> = (0..5).map(|_| solve(&mut client)).collect();
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.request("textDocument/documentSymbol", document);
    assert_eq!(symbols[0]["name"], "pigeons");
    assert!(client.rest(Duration::from_millis(100)).is_empty(), "the others are not answered yet");
    // By the client …
    client.notify("$/cancelRequest", json!({ "id": slow[0] }));
    assert_eq!(client.answer(slow[0])["error"]["code"], -32800);
    // … by an edit of what is solved, which is not delayed either …
    client.edit(URI, 2, [0, 8, 0, 8], "x");
    client.diagnostics(URI, 2);
    for id in &slow[1..] {
        assert_eq!(client.answer(*id)["result"]["status"], "unknown");
    }
    // … and by the end.
    let last = solve(&mut client);
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.end().code(), Some(0));
    client.answer(last);
}

#[test]
fn long_work_has_a_time_limit() {
    let mut client = patient(50);
    let id = solve(&mut client);
    assert_eq!(client.answer(id)["result"]["status"], "unknown");
}

/// A client that is killed, as a copy of this test: it starts a server that reads what *we* write,
/// so that its input stays open.
#[cfg(unix)]
#[test]
fn client_to_be_killed() {
    if std::env::var_os("CLIENT").is_none() {
        return;
    }
    let mut server = client::puzzle().stdin(Stdio::inherit()).spawn().expect("the program");
    println!("\nstarted {} {}", std::process::id(), server.id());
    // It is killed here; should nobody do so, nothing is left behind.
    std::thread::sleep(PATIENCE);
    server.kill().and_then(|()| server.wait()).expect("its end");
}

#[cfg(unix)]
#[test]
fn the_death_of_the_client_is_the_end() {
    let mut client = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "--nocapture", "lsp::client_to_be_killed"])
        .env("CLIENT", "yes")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a copy");
    let mut lines = BufReader::new(client.stdout.take().expect("its output")).lines();
    let line =
        lines.find_map(|line| line.expect("text").strip_prefix("started ").map(str::to_owned));
    let line = line.expect("both started");
    let (own, server) = line.split_once(' ').expect("two numbers");
    let mut input = client.stdin.take().expect("its input");
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"processId":{own},"capabilities":{{}}}}}}"#
    );
    write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("a server that reads");
    let is_alive = || {
        let status = Command::new("kill").args(["-0", server]).stderr(Stdio::null()).status();
        status.expect("kill").success()
    };
    std::thread::sleep(Duration::from_millis(300));
    assert!(is_alive());
    client.kill().expect("to kill it");
    client.wait().expect("its end");
    let start = Instant::now();
    while is_alive() {
        assert!(start.elapsed() < PATIENCE, "the server outlives its client");
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(input);
}
