//! The files in `tests/mcp`: what a client says behind `>`, what it is told behind `<`, and the text of an
//! answer behind `|`. `UPDATE_MCP=1` writes anew what is told.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use puzzle_lang::console::SearchLimits;
use puzzle_lang::mcp::serve;
use serde_json::Value;

#[path = "../common/hard.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod hard;

/// What a client is told that says this.
fn told(said: &str, limits: SearchLimits) -> Vec<String> {
    let mut output = Vec::new();
    serve(said.as_bytes(), &mut output, limits).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// A reply for people: the text of an answer in lines of its own.
fn shown(reply: &str) -> String {
    let mut reply: Value = serde_json::from_str(reply).unwrap();
    let text = reply.pointer_mut("/result/content/0/text").map(Value::take);
    let mut shown = format!("< {reply}\n");
    for line in text.iter().filter_map(Value::as_str).flat_map(str::lines) {
        let _ = writeln!(shown, "{}", format!("| {line}").trim_end());
    }
    shown
}

#[test]
fn files_say_what_a_client_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp");
    for file in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        let expected = fs::read_to_string(&file).unwrap();
        let mut found = String::new();
        for said in expected.lines().filter_map(|it| it.strip_prefix("> ")) {
            let _ = writeln!(found, "> {said}");
            for reply in told(said, SearchLimits::default()) {
                found.push_str(&shown(&reply));
            }
        }
        if std::env::var_os("UPDATE_MCP").is_some() {
            fs::write(&file, &found).unwrap();
        } else {
            assert_eq!(found, expected, "{}", file.display());
        }
    }
}

fn call(id: u32, text: &str, query: &str) -> String {
    let arguments = serde_json::json!({ "text": text, "query": query });
    let params = serde_json::json!({ "name": "solve", "arguments": arguments });
    let call =
        serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
    format!("{call}\n")
}

#[test]
fn a_call_that_is_cancelled_gets_no_answer_and_holds_up_no_other() {
    let rows = hard::rows();
    let (_, pigeons) = rows.iter().find(|it| it.0 == "pigeons.puzzle").unwrap();
    let cancelled =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let said = [
        call(1, pigeons, "count pigeons"),
        format!("{cancelled}\n"),
        call(2, "formula both = (x*y)", "count both"),
    ];
    let replies = told(&said.concat(), SearchLimits::default());
    let [reply] = &replies[..] else { panic!("{replies:?}") };
    assert!(reply.contains("\"id\":2") && reply.contains("count both => 1"), "{reply}");
}

#[test]
fn a_limit_that_is_reached_is_no_no() {
    let rows = hard::rows();
    let (_, boxes) = rows.iter().find(|it| it.0 == "boxes.puzzle").unwrap();
    let limits = SearchLimits { timeout: Some(Duration::from_millis(50)), max_memory: None };
    let name = boxes.split(['{', ':']).next().unwrap().trim().rsplit(' ').next().unwrap();
    let replies = told(&call(1, boxes, &format!("solve {name}")), limits);
    assert!(replies[0].contains("=> unknown"), "{replies:?}");
}
