//! The language server after random edits: each of its answers must be that of a server that has
//! just started and sees the text for the first time.

#[path = "common/client.rs"]
mod client;
#[path = "common/edits.rs"]
mod edits;

use client::Client;
use edits::{addressable, edits, position_in};
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_lang::text::Encoding;
use puzzle_lang::workspace::Position;
use serde_json::{Value, json};

const URI: &str = "file:///tests/edited.puzzle";

/// Requests about a whole document.
const ABOUT_DOCUMENT: [&str; 5] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
];

/// Requests about a place.
const ABOUT_PLACE: [&str; 7] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/selectionRange",
];

fn start() -> Client {
    let mut client = Client::start();
    // Answers come when they are known; here it is about what is known at once.
    let options = json!({ "answers": { "enable": false } });
    let params = json!({
        "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options,
    });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client
}

/// Everything that a server says about a text and a place in it.
fn said(client: &mut Client, version: i64, place: Position) -> Vec<(String, Value)> {
    let mut said = vec![("diagnostics".to_owned(), Value::Array(client.diagnostics(URI, version)))];
    let position = json!({ "line": place.line, "character": place.column });
    for method in ABOUT_DOCUMENT.into_iter().chain(ABOUT_PLACE) {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": position,
            "positions": [position],
            "context": { "includeDeclaration": true },
            "options": { "tabSize": 4, "insertSpaces": true },
        });
        let id = client.ask(method, params);
        let mut answer = client.answer(id);
        // Numbers of results and of messages differ.
        if let Some(result) = answer["result"].as_object_mut() {
            result.remove("resultId");
        }
        let answer = json!({ "result": answer["result"], "error": answer.get("error") });
        said.push((method.to_owned(), answer));
    }
    said
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24, failure_persistence: None, max_shrink_iters: 500, ..ProptestConfig::default()
    })]

    #[test]
    fn every_answer_is_that_of_a_fresh_start(
        (pieces, edits) in edits(),
        looks in prop::collection::vec(any::<Index>(), 8),
    ) {
        let mut text = pieces.concat();
        let mut kept = start();
        kept.open(URI, &text);
        kept.diagnostics(URI, 1);
        for (((at, length, new), look), version) in edits.into_iter().zip(looks).zip(2..) {
            let start_offset = addressable(&text, at.index(text.len() + 1));
            let end_offset = addressable(&text, (start_offset + length).min(text.len()));
            let [start_at, end_at] =
                [start_offset, end_offset].map(|it| position_in(&text, it, Encoding::Utf16));
            let range = [start_at.line, start_at.column, end_at.line, end_at.column];
            kept.edit(URI, version, range, &new.concat());
            text.replace_range(start_offset..end_offset, &new.concat());
            let place = addressable(&text, look.index(text.len() + 1));
            let place = position_in(&text, place, Encoding::Utf16);
            let mut fresh = start();
            fresh.open(URI, &text);
            let fresh = said(&mut fresh, 1, place);
            for (kept, fresh) in said(&mut kept, version, place).into_iter().zip(fresh) {
                prop_assert_eq!(kept, fresh);
            }
        }
    }
}
