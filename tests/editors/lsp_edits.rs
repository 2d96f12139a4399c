//! The language server after random edits: each of its answers must be that of a server that has
//! just started and sees the text for the first time.

use super::changed;
use super::client::Client;
use super::edits::{addressable, edits, position_in};
use super::sample;
use super::telling::some;
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_lang::text::ColumnUnit;
use puzzle_lang::workspace::EditorPosition;
use serde_json::{Value, json};

const URI: &str = "file:///tests/edited.puzzle";

/// Requests about a document or a place in it.
const REQUESTS: [&str; 17] = [
    "diagnostic",
    "documentSymbol",
    "foldingRange",
    "documentLink",
    "semanticTokens/full",
    "formatting",
    "codeLens",
    "inlayHint",
    "codeAction",
    "completion",
    "signatureHelp",
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "selectionRange",
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

/// Everything that a server says about a text, and about a place in it.
fn said(client: &mut Client, version: i64, place: EditorPosition) -> Vec<(&'static str, Value)> {
    let published = Value::Array(client.diagnostics(URI, version));
    let position = json!({ "line": place.line, "character": place.column });
    let params = json!({
        "textDocument": { "uri": URI },
        "position": position,
        "positions": [position],
        "range": { "start": position, "end": position },
        "context": {
            "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false, "diagnostics": [],
        },
        "options": { "tabSize": 4, "insertSpaces": true },
    });
    let asked = REQUESTS.map(|it| client.ask(&format!("textDocument/{it}"), params.clone()));
    let answers = REQUESTS.into_iter().zip(asked).map(|(request, id)| {
        let mut answer = client.answer(id);
        if let Some(result) = answer["result"].as_object_mut() {
            result.remove("resultId");
        }
        (request, json!([answer["result"], answer["error"]]))
    });
    std::iter::once(("publication", published)).chain(answers).collect()
}

/// The semantic tokens after a change, from those before it.
fn follow(client: &mut Client, tokens: &mut Value) {
    let document = json!({ "uri": URI });
    let params = json!({ "textDocument": document, "previousResultId": tokens["resultId"] });
    let answer = client.request("textDocument/semanticTokens/full/delta", params);
    let mut data = tokens["data"].as_array().expect("numbers").clone();
    for edit in answer["edits"].as_array().expect("edits") {
        let number = |key: &str| edit[key].as_u64().expect("a number") as usize;
        let end = number("start") + number("deleteCount");
        data.splice(number("start")..end, edit["data"].as_array().into_iter().flatten().cloned());
    }
    *tokens = json!({ "resultId": answer["resultId"], "data": data });
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: sample::cases(24), failure_persistence: None, max_shrink_iters: 500, ..ProptestConfig::default()
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
        let full = "textDocument/semanticTokens/full";
        let document = json!({ "textDocument": { "uri": URI } });
        let mut tokens = kept.request(full, document.clone());
        for (((at, length, new), look), version) in edits.into_iter().zip(looks).zip(2..) {
            let start_offset = addressable(&text, at.index(text.len() + 1));
            let end_offset = addressable(&text, (start_offset + length).min(text.len()));
            let [start_at, end_at] =
                [start_offset, end_offset].map(|it| position_in(&text, it, ColumnUnit::Utf16));
            let range = [start_at.line, start_at.column, end_at.line, end_at.column];
            kept.edit(URI, version, range, &new.concat());
            text.replace_range(start_offset..end_offset, &new.concat());
            let place = addressable(&text, look.index(text.len() + 1));
            let place = position_in(&text, place, ColumnUnit::Utf16);
            let mut fresh = start();
            fresh.open(URI, &text);
            follow(&mut kept, &mut tokens);
            prop_assert_eq!(&tokens["data"], &fresh.request(full, document.clone())["data"]);
            let fresh = said(&mut fresh, 1, place);
            for (kept, fresh) in said(&mut kept, version, place).into_iter().zip(fresh) {
                prop_assert_eq!(kept, fresh);
            }
            // What was asked last counts.
            tokens = kept.request(full, document.clone());
        }
    }
}

/// Requests beside [`REQUESTS`], with the space before their names.
const OTHERS: [&str; 15] = [
    "textDocument/rename",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
    "textDocument/semanticTokens/range",
    "textDocument/semanticTokens/full/delta",
    "puzzle/join",
    "puzzle/live",
    "puzzle/play",
    "puzzle/offers",
    "puzzle/queries",
    "puzzle/answers",
    "workspace/diagnostic",
    "workspace/symbol",
    "workspace/willRenameFiles",
    "workspace/executeCommand",
];

const COMMANDS: [&str; 5] = ["solve", "bestMove", "draw", "why", "test"];

/// Asks every question about places of a text that has become another one. What is asked must be
/// answered, be it that there is nothing to say.
#[test]
fn places_of_a_text_that_has_changed_are_asked_about_in_vain_at_worst() {
    let mut client = Client::start();
    let options = json!({ "answers": { "enable": false }, "solve": { "timeLimit": 20 } });
    let params = json!({
        "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options,
    });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    let entries = std::fs::read_dir("examples").expect("the examples");
    let mut paths: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    let texts = paths.iter().filter_map(|it| std::fs::read_to_string(it).ok());
    let mut count = 0;
    for (number, text) in texts.enumerate() {
        let uri = format!("file:///tests/changed-{number}.puzzle");
        client.open(&uri, &text);
        let all = changed::changed(&text);
        for (index, new) in some(all.iter().enumerate(), number, 3) {
            let version = 2 * index as i64 + 2;
            client.edit(&uri, version, [0, 0, u32::MAX, 0], new);
            let place = addressable(&text, index * text.len() / (all.len() - 1));
            ask_everything(&mut client, &uri, position_in(&text, place, ColumnUnit::Utf16), index);
            count += 1;
            client.edit(&uri, version + 1, [0, 0, u32::MAX, 0], &text);
        }
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    assert!(count > 150, "{count} places");
}

fn ask_everything(client: &mut Client, uri: &str, place: EditorPosition, index: usize) {
    let position = json!({ "line": place.line, "character": place.column });
    let end = json!({ "line": place.line + 1, "character": 0 });
    let typed = ["\n", ")", "}"][index % 3];
    let aspect = ["answer", "why", "picture"][index % 3];
    let params = json!({
        "textDocument": { "uri": uri },
        "position": position,
        "positions": [position],
        "range": { "start": position, "end": end },
        "context": {
            "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false, "diagnostics": [],
        },
        "options": { "tabSize": 4, "insertSpaces": true },
        "ch": typed,
        "newName": "fresh",
        "previousResultId": "0",
        "previousResultIds": [{ "uri": uri, "value": "0" }],
        "show": aspect,
        "solution": true,
        "world": index % 3,
        "patient": true,
        "files": [{ "oldUri": uri, "newUri": "file:///tests/moved.puzzle" }],
        "stamps": ["0"],
        "query": "",
        "command": format!("puzzle.server.{}", COMMANDS[index % COMMANDS.len()]),
        "arguments": [{ "uri": uri, "position": position }],
    });
    let methods = REQUESTS.map(|it| format!("textDocument/{it}")).into_iter();
    let methods: Vec<_> = methods.chain(OTHERS.map(str::to_owned)).collect();
    // What was offered before the text changed, at a place that may be another one now.
    let find = ["Answer", "Mentions"][index % 2];
    let data = json!({ "uri": uri, "position": position, "find": find });
    let offered = ("codeAction/resolve", json!({ "title": "offered", "data": data }));
    let asked: Vec<_> = methods.iter().map(|it| (it.as_str(), params.clone())).collect();
    let asked = asked.into_iter().chain([offered]);
    let ids: Vec<_> = asked.map(|(method, params)| (method, client.ask(method, params))).collect();
    for (method, id) in ids {
        let answer = client.answer(id);
        assert_ne!(answer["error"]["code"], -32603, "{method} at {place:?} of {uri}: {answer}");
        assert_ne!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
}
