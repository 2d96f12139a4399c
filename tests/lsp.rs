//! The language server as a process: that it obeys the protocol, whatever a client does.

#[path = "common/client.rs"]
mod client;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use client::{Client, PATIENCE};
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
fn mistakes_are_told_and_taken_back() {
    let mut client = Client::introduced(json!({}));
    client.open(URI, MISTAKE.0);
    let found = client.diagnostics(URI, 1);
    assert_eq!(codes(&found), [MISTAKE.1]);
    assert_eq!(found[0]["source"], "puzzle");
    client.edit(URI, 2, [0, 6, 0, 9], "(x*y)");
    assert_eq!(client.diagnostics(URI, 2), [json!(null); 0]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    client.wait(|it| it["params"]["uri"] == URI && it["params"]["version"].is_null());
}

#[test]
fn a_message_links_to_its_page() {
    let support =
        json!({ "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } } });
    let mut client = Client::introduced(support);
    client.open(URI, MISTAKE.0);
    let found = client.diagnostics(URI, 1);
    let link = found[0]["codeDescription"]["href"].as_str().expect("a link");
    let path = link.strip_prefix("file://").expect("a file").to_owned();
    #[cfg(unix)]
    assert!(std::fs::read_to_string(&path).expect("a page").starts_with("# E0202"), "{path}");
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert!(client.end().success());
    assert!(!std::path::Path::new(&path).exists(), "the pages are removed");
}

#[test]
fn two_thousand_edits_are_applied_in_order() {
    let mut client = Client::introduced(json!({}));
    let start = "solve ";
    client.open(URI, start);
    // Each edit writes one character behind the others: in another order they are no formula.
    let formula = format!("{}x{}", "(x*".repeat(500), ")".repeat(500));
    let mut version = 1;
    for (sign, column) in formula.chars().zip(start.len() as u32..) {
        version += 1;
        client.edit(URI, version, [0, column, 0, column], &sign.to_string());
    }
    assert_eq!(version, 2002);
    assert_eq!(client.diagnostics(URI, version), [json!(null); 0]);
    client.edit(URI, version + 1, [0, 100, 0, 101], "");
    assert_eq!(client.diagnostics(URI, version + 1).len(), 1);
}

#[test]
fn a_burst_of_edits_is_published_few_times_and_the_last_one_right() {
    let mut client = Client::introduced(json!({}));
    client.open(URI, "solve (x*y)\n");
    client.diagnostics(URI, 1);
    for version in 2..=52 {
        // The mistake comes and goes; at the end it is there.
        match version % 2 {
            0 => client.edit(URI, version, [0, 6, 0, 11], "x*y"),
            _ => client.edit(URI, version, [0, 6, 0, 9], "(x*y)"),
        }
    }
    let published: Vec<_> = client.rest(Duration::from_millis(500));
    let versions: Vec<_> = published.iter().map(|it| it["params"]["version"].as_i64()).collect();
    assert!(versions.is_sorted() && versions.len() <= 5, "{versions:?}");
    let last = &published.last().expect("a publication")["params"];
    assert_eq!(last["version"], 52);
    assert_eq!(last["diagnostics"][0]["code"], MISTAKE.1);
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
fn requests_before_initialize_are_refused() {
    let mut client = Client::start();
    let id = client.ask("shutdown", Value::Null);
    assert_eq!(client.answer(id)["error"]["code"], -32002);
    client.introduce(json!({}));
    let id = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(client.answer(id)["error"]["code"], -32600);
}

#[test]
fn columns_are_counted_as_agreed() {
    for (offered, agreed, end) in [
        (json!(null), "utf-16", 20),
        (json!(["utf-16"]), "utf-16", 20),
        (json!(["utf-32", "utf-16", "utf-8"]), "utf-8", 25),
    ] {
        let mut client = Client::start();
        let answer = client.introduce(json!({ "general": { "positionEncodings": offered } }));
        assert_eq!(answer["capabilities"]["positionEncoding"], agreed);
        // Characters of one, two, three and four bytes, in a file that does not exist.
        client.open(URI, "import \"é∀𝄞.puzzle\"\n");
        let range = client.diagnostics(URI, 1)[0]["range"].take();
        assert_eq!(range["start"], json!({ "line": 0, "character": 7 }));
        assert_eq!(range["end"], json!({ "line": 0, "character": end }));
        // An edit behind them.
        client.edit(URI, 2, [0, 0, 0, end], "solve x");
        assert_eq!(client.diagnostics(URI, 2), [json!(null); 0]);
    }
}

#[test]
fn settings_are_read_at_the_start_and_when_they_change() {
    let text = "solve (x*y)\n";
    let denied = json!({ "lints": { "missing-expectation": "deny" } });
    let mut client = Client::start();
    let options = json!({ "puzzle": denied });
    client.request("initialize", json!({ "capabilities": {}, "initializationOptions": options }));
    client.notify("initialized", json!({}));
    client.open(URI, text);
    assert_eq!(codes(&client.diagnostics(URI, 1)), ["L0601"]);
    let change = json!({ "settings": { "puzzle": {} } });
    client.notify("workspace/didChangeConfiguration", change);
    assert_eq!(client.diagnostics(URI, 1).len(), 0);

    // A client that is asked.
    let capabilities = json!({ "workspace": { "configuration": true } });
    let mut client = Client::start();
    client.settings = denied;
    client.introduce(capabilities);
    client.wait(|it| it["method"] == "workspace/configuration");
    client.open(URI, text);
    client.wait(|it| it["params"]["diagnostics"][0]["code"] == "L0601");
    client.settings = json!({});
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.wait(|it| it["params"]["diagnostics"] == json!([]));
}

#[test]
fn a_client_that_pulls_is_not_pushed_to() {
    let mut client = Client::introduced(json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    }));
    client.open(URI, MISTAKE.0);
    let params = json!({ "textDocument": { "uri": URI } });
    let report = client.request("textDocument/diagnostic", params.clone());
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], MISTAKE.1);
    let again = json!({ "textDocument": { "uri": URI }, "previousResultId": report["resultId"] });
    assert_eq!(client.request("textDocument/diagnostic", again)["kind"], "unchanged");
    let pushed = client.rest(Duration::from_millis(100));
    assert!(pushed.iter().all(|it| it["method"] != "textDocument/publishDiagnostics"));
}

/// A directory with files, and the names of these for the server.
fn files(files: &[(&str, &str)]) -> (tempfile::TempDir, Vec<String>) {
    let directory = tempfile::tempdir().expect("a directory");
    let uris = files.iter().map(|(name, text)| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        uri(&path)
    });
    let uris = uris.collect();
    (directory, uris)
}

fn uri(path: &Path) -> String {
    let path = path.to_str().expect("a path").replace('\\', "/");
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}

#[test]
fn files_that_import_each_other_are_checked_together() {
    let (directory, uris) = files(&[
        ("a.puzzle", "import \"b.puzzle\"\nsolve other\n"),
        ("b.puzzle", "formula wrong = (x+y\n"),
    ]);
    let [a, b] = [&uris[0], &uris[1]];
    let mut client = Client::introduced(json!({}));
    client.open(a, "import \"b.puzzle\"\nsolve other\n");
    let found = client.diagnostics(a, 1);
    assert_eq!(codes(&found), ["E0204", "E0101"], "a fault of a file is told where it is named");
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], **b);
    // The buffer of the editor goes before the file, and its edits concern those who import it.
    client.open(b, "formula other = (x+y)\n");
    assert_eq!(client.diagnostics(a, 1), [json!(null); 0]);
    client.edit(b, 2, [0, 8, 0, 13], "another");
    assert_eq!(codes(&client.diagnostics(a, 1)), ["E0101"]);
    assert_eq!(client.diagnostics(b, 2), [json!(null); 0]);
    // What is on the disk counts again, and when it changes there.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": b } }));
    assert_eq!(codes(&client.diagnostics(a, 1)), ["E0204", "E0101"]);
    std::fs::write(directory.path().join("b.puzzle"), "formula other = x\n").expect("a file");
    let changes = json!({ "changes": [{ "uri": b, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(client.diagnostics(a, 1), [json!(null); 0]);
}

#[test]
fn the_faults_of_foreign_files_are_told_where_they_are_named() {
    let (_directory, uris) = files(&[("a.puzzle", ""), ("bad.cnf", "p cnf 1 1\n1 nonsense 0\n")]);
    let mut client = Client::introduced(json!({}));
    client.open(&uris[0], "clauses bad = file \"bad.cnf\"\n");
    let found = client.diagnostics(&uris[0], 1);
    assert_eq!(codes(&found), ["E0401"]);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": 19 }));
    let place = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(place["uri"], *uris[1]);
    assert_eq!(place["range"]["start"], json!({ "line": 1, "character": 2 }));
}

#[test]
fn a_client_that_pulls_gets_the_files_of_its_folders() {
    let (directory, uris) =
        files(&[("a.puzzle", "solve x\n"), ("b.puzzle", MISTAKE.0), ("c.puzzle", MISTAKE.0)]);
    let folder = json!({ "uri": uri(directory.path()), "name": "tests" });
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let mut client = Client::start();
    let params = json!({ "capabilities": capabilities, "workspaceFolders": [folder] });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client.open(&uris[2], MISTAKE.0);
    let all = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let counts: Vec<_> = all["items"]
        .as_array()
        .expect("reports")
        .iter()
        .map(|it| (it["uri"].as_str().expect("a name"), it["items"].as_array().map(Vec::len)))
        .collect();
    assert_eq!(counts, [(&*uris[0], Some(0)), (&*uris[1], Some(1))], "without the open one");
    let ask = |client: &mut Client| {
        let id = &all["items"][0]["resultId"];
        let known = json!({ "previousResultIds": [{ "uri": uris[0], "value": id }] });
        client.request("workspace/diagnostic", known)["items"].as_array().map(Vec::len)
    };
    assert_eq!(ask(&mut client), Some(0), "nothing is new");
    client.edit(&uris[2], 2, [0, 6, 0, 9], "(x*y)");
    assert_eq!(ask(&mut client), Some(2));
    // What changes without an edit is told.
    let changes = json!({ "changes": [{ "uri": uris[0], "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    client.wait(|it| it["method"] == "workspace/diagnostic/refresh");
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

    fn read(&self, path: &Path) -> Result<Source, String> {
        assert!(!path.ends_with("faulty.puzzle"), "as the test wants it");
        Err("there is no such file".to_owned())
    }
}

#[test]
fn a_panic_is_answered_as_an_error() {
    let (input, sends) = std::io::pipe().expect("a pipe");
    let (receives, output) = std::io::pipe().expect("a pipe");
    let server = std::thread::spawn(|| puzzle_lang::lsp::serve(input, output, Box::new(Faulty)));
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

#[test]
fn capabilities() {
    let capabilities = include_str!("common/capabilities.json");
    let capabilities: Value = serde_json::from_str(capabilities).expect("JSON");
    let mut answer = Client::start().introduce(capabilities);
    answer["serverInfo"].as_object_mut().expect("an object").remove("version");
    insta::assert_json_snapshot!(answer);
}

/// A client that is killed, as a copy of this test: it starts a server that reads what *we* write,
/// so that its input stays open.
#[cfg(unix)]
#[test]
fn client_to_be_killed() {
    if std::env::var_os("CLIENT").is_none() {
        return;
    }
    let server = client::puzzle().stdin(Stdio::inherit()).spawn().expect("the program");
    println!("\nstarted {} {}", std::process::id(), server.id());
    std::thread::sleep(PATIENCE);
}

#[cfg(unix)]
#[test]
fn the_death_of_the_client_is_the_end() {
    let mut client = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "--nocapture", "client_to_be_killed"])
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
