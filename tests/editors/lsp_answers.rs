//! The language server solves: commands with progress and an end, answers in the background that are
//! never out of date.

use std::time::Instant;

use super::client::{Client, PATIENCE};
use serde_json::{Value, json};

const URI: &str = "file:///tests/a.puzzle";

/// More pigeons than holes: no search of this textbook kind ends before a person's patience.
fn hard() -> String {
    let holes = 11;
    let number = |pigeon: u32, hole: u32| pigeon * holes + hole + 1;
    let mut lines = Vec::new();
    for pigeon in 0..=holes {
        let places: Vec<_> = (0..holes).map(|hole| number(pigeon, hole).to_string()).collect();
        lines.push(places.join(" "));
        for other in 0..pigeon {
            let pair = |hole| format!("-{} -{}", number(pigeon, hole), number(other, hole));
            lines.extend((0..holes).map(pair));
        }
    }
    format!("clauses pigeons {{\n{}\n}}\n", lines.join("\n"))
}

fn command(name: &str, line: u32) -> Value {
    let target = json!({ "uri": URI, "position": { "line": line, "character": 9 } });
    json!({ "command": format!("puzzle.server.{name}"), "arguments": [target] })
}

fn codes(message: &Value) -> Vec<&str> {
    let found = message["params"]["diagnostics"].as_array().expect("diagnostics");
    found.iter().map(|it| it["code"].as_str().expect("a code")).collect()
}

fn is_published(message: &Value, version: i64) -> bool {
    message["method"] == "textDocument/publishDiagnostics"
        && message["params"]["version"] == version
}

#[test]
fn failed_expectations_are_told_and_never_out_of_date() {
    let mut client = Client::introduced(json!({}));
    client.open(URI, "formula both = (x*y)\ncount both => 2\n");
    let first = client.wait(|it| is_published(it, 1));
    assert_eq!(codes(&first), [""; 0], "nothing is solved before it is told what is wrong");
    let second = client.wait(|it| is_published(it, 1));
    assert_eq!(codes(&second), ["E0601"]);
    // Elsewhere: what is known stays known.
    client.edit(URI, 2, [2, 0, 2, 0], "formula other = (a*b)\n");
    let elsewhere = client.wait(|it| is_published(it, 2));
    assert_eq!(codes(&elsewhere), ["E0601", "L0202"]);
    // The formula: what was known says nothing any more.
    client.edit(URI, 3, [0, 17, 0, 18], "+");
    let edited = client.wait(|it| is_published(it, 3));
    assert_eq!(codes(&edited), ["L0202"]);
    let solved = client.wait(|it| is_published(it, 3));
    assert_eq!(codes(&solved), ["E0601", "L0202"]);
    let message = solved["params"]["diagnostics"][0]["message"].as_str().expect("words");
    assert!(message.contains("the answer is `3`"), "{message}");
}

#[test]
fn answers_in_the_background_can_be_switched_off() {
    let mut client = Client::introduced(json!({}));
    let settings = json!({ "puzzle": { "answers": { "enable": false } } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    client.open(URI, "count (x*y) => 2\n");
    client.wait(|it| is_published(it, 1));
    let rest = client.rest(std::time::Duration::from_millis(500));
    assert!(rest.iter().all(|it| !is_published(it, 1)), "{rest:?}");
}

#[test]
fn a_limit_in_the_background_is_no_answer() {
    let mut client = Client::introduced(json!({}));
    let settings = json!({ "puzzle": { "answers": { "timeLimit": 50 } } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    client.open(URI, &format!("solve pigeons => satisfiable\nsolve pigeons\n{}", hard()));
    client.wait(|it| is_published(it, 1));
    let params = || {
        let range = json!({ "start": { "line": 0, "character": 0 },
                            "end": { "line": 9, "character": 0 } });
        json!({ "textDocument": { "uri": URI }, "range": range })
    };
    let start = Instant::now();
    let hints = loop {
        let hints = client.request("textDocument/inlayHint", params());
        if hints != json!([]) || start.elapsed() > PATIENCE {
            break hints;
        }
    };
    assert_eq!(hints[0]["label"], "=> unknown");
    assert_eq!(hints[1], Value::Null);
    let rest = client.rest(std::time::Duration::from_millis(300));
    assert!(rest.iter().filter(|it| is_published(it, 1)).all(|it| codes(it).is_empty()));
}

#[test]
fn a_long_solve_tells_its_progress_and_ends_when_what_it_is_about_changes() {
    let support = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::introduced(support);
    client.open(URI, &hard());
    let solve = client.ask("workspace/executeCommand", command("solve", 0));
    let begin = client.wait(|it| it["method"] == "$/progress");
    assert_eq!(begin["params"]["value"]["kind"], "begin");
    assert_eq!(begin["params"]["value"]["title"], "solve pigeons");
    // Meanwhile everything else goes on.
    let params = json!({ "textDocument": { "uri": URI } });
    let lenses = client.request("textDocument/codeLens", params);
    assert_eq!(lenses[0]["command"]["title"], "Solve");
    // What is typed elsewhere does not end it, wherever that moves it.
    client.edit(URI, 2, [0, 0, 0, 0], "// typed\nformula other = (x*y)\n");
    client.wait(|it| is_published(it, 2));
    let rest = client.rest(std::time::Duration::from_millis(300));
    let has_ended = |it: &Value| it["id"] == solve || it["params"]["value"]["kind"] == "end";
    assert!(!rest.iter().any(has_ended), "{rest:?}");
    // Its own text does.
    client.edit(URI, 3, [3, 0, 3, 0], "1 ");
    let answer = client.answer(solve);
    assert_eq!(answer["result"]["status"], "unknown");
    assert_eq!(answer["result"]["text"], "the answer is unknown: interrupted");
    client.wait(|it| it["params"]["value"]["kind"] == "end");
}

#[test]
fn an_edit_makes_those_answers_stale_that_depend_on_it() {
    let mut client = Client::introduced(json!({}));
    client.open(
        URI,
        "formula both = (x*y)\nformula all = (both*z)\nsolve both\nsolve all\nsolve all\n",
    );
    let about = |client: &mut Client, line| {
        let answer = client.request("workspace/executeCommand", command("solve", line));
        assert_eq!(answer["about"]["range"]["start"]["line"], line, "{answer}");
        answer["about"]["stamp"].as_str().expect("a stamp").to_owned()
    };
    let stamps: Vec<_> = (0..4).map(|line| about(&mut client, line)).collect();
    // The lines of those that are true, by their stamps.
    let current = |client: &mut Client| {
        let params = json!({ "textDocument": { "uri": URI }, "stamps": stamps });
        let found = client.request("puzzle/answers", params);
        let line = |it: &Value| {
            let stamp = stamps.iter().position(|stamp| it["stamp"] == **stamp).expect("asked for");
            (stamp, it["range"]["start"]["line"].as_u64().expect("a line"))
        };
        found.as_array().expect("a list").iter().map(line).collect::<Vec<_>>()
    };
    let all = [(0, 0), (1, 1), (2, 2), (3, 3), (3, 4)];
    assert_eq!(current(&mut client), all);
    client.edit(URI, 2, [0, 0, 0, 0], "// A comment.\n\n");
    assert_eq!(current(&mut client), all.map(|(stamp, line)| (stamp, line + 2)));
    client.edit(URI, 3, [3, 20, 3, 21], "w");
    assert_eq!(current(&mut client), [(0, 2), (2, 4)]);
    client.edit(URI, 4, [2, 18, 2, 19], "w");
    assert_eq!(current(&mut client), []);
    // Who takes it back has the answers back.
    client.edit(URI, 5, [2, 18, 2, 19], "y");
    client.edit(URI, 6, [3, 20, 3, 21], "z");
    assert_eq!(current(&mut client), all.map(|(stamp, line)| (stamp, line + 2)));
}

#[test]
fn the_person_can_cancel_a_solve() {
    let support = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::introduced(support);
    client.open(URI, &hard());
    let solve = client.ask("workspace/executeCommand", command("solve", 0));
    let begin = client.wait(|it| it["method"] == "$/progress");
    let token = begin["params"]["token"].clone();
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    assert_eq!(client.answer(solve)["result"]["status"], "unknown");

    let solve = client.ask("workspace/executeCommand", command("solve", 0));
    client.notify("$/cancelRequest", json!({ "id": solve }));
    assert_eq!(client.answer(solve)["error"]["code"], -32800);
}

#[test]
fn a_solve_has_a_time_limit() {
    let mut client = Client::introduced(json!({}));
    let settings = json!({ "puzzle": { "solve": { "timeLimit": 50 } } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    client.open(URI, &hard());
    let answer = client.request("workspace/executeCommand", command("solve", 0));
    assert_eq!(answer["status"], "unknown");
    assert_eq!(answer["text"], "the answer is unknown: time limit reached");
}

#[test]
fn an_answer_is_shown_to_clients_that_do_not_show_it() {
    let mut client = Client::introduced(json!({}));
    client.open(URI, "solve    (x*-x)\n");
    client.request("workspace/executeCommand", command("why", 0));
    let shown = client.wait(|it| it["method"] == "window/showMessage");
    let message = shown["params"]["message"].as_str().expect("words");
    assert!(message.starts_with("why solve (x*-x): unsatisfiable\n"), "{message}");
    assert!(message.contains("`x` must be true"), "{message}");
}
