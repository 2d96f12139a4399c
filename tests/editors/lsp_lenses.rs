//! Whoever presses a lens is answered: every lens of every example is pressed, and what it says is no
//! refusal, no failed expectation and no empty text.

use std::fs;
use std::path::{Path, PathBuf};

use super::client::{Client, uri};
use serde_json::{Value, json};

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = fs::read_dir(folder).expect("the examples").map(|it| it.expect("a file").path());
    let mut files: Vec<_> =
        files.filter(|it| it.extension().is_some_and(|ending| ending == "puzzle")).collect();
    files.sort();
    files
}

/// What is wrong with the answer to a lens, if anything is.
fn fault(lens: &Value, answer: &Value) -> Option<String> {
    let result = &answer["result"];
    // A question that takes more than a moment is none the less one.
    let is_answered = matches!(result["status"].as_str(), Some("answered" | "holds" | "unknown"));
    let is_said = result["text"].as_str().is_some_and(|it| !it.is_empty());
    let is_drawn = lens["command"]["title"] != "Draw" || result["svg"].is_string();
    let is_told = is_answered && is_said && is_drawn && result["about"].is_object();
    (!is_told).then(|| format!("{lens}: {answer}"))
}

#[test]
fn every_lens_of_every_example_is_answered() {
    let mut client = Client::introduced(json!({}));
    let settings =
        json!({ "puzzle": { "answers": { "enable": false }, "solve": { "timeLimit": 100 } } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    let (mut faults, mut pressed) = (Vec::new(), 0);
    for path in examples() {
        let uri = uri(&path);
        client.open(&uri, &fs::read_to_string(&path).expect("a text"));
        let document = json!({ "textDocument": { "uri": uri } });
        let lenses = client.request("textDocument/codeLens", document.clone());
        let lenses = lenses.as_array().expect("lenses");
        assert!(!lenses.is_empty(), "{uri} has no lens");
        for lens in lenses {
            let (name, arguments) = (&lens["command"]["command"], &lens["command"]["arguments"]);
            let params = json!({ "command": name, "arguments": arguments });
            let id = client.ask("workspace/executeCommand", params);
            let answer = client.answer(id);
            faults.extend(fault(lens, &answer).map(|it| format!("{uri}: {it}")));
            pressed += 1;
        }
        client.notify("textDocument/didClose", document);
    }
    assert!(faults.is_empty(), "{} of {pressed}\n{}", faults.len(), faults.join("\n"));
    assert!(pressed > 300, "only {pressed} lenses");
}
