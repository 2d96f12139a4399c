//! A server that followed random edits answers as one that has just started with the same text.

#[path = "common/client.rs"]
mod client;

use client::Client;
use serde_json::{Value, json};

const URI: &str = "file:///tests/edited.puzzle";

/// What is typed: whatever may change what stands around it.
const WORDS: &[&str] = &[
    "",
    "",
    "",
    "\n",
    "\n\n",
    " ",
    "x",
    "(x*y)",
    "(",
    ")",
    "{",
    "}",
    "+",
    "-",
    "*",
    "=>",
    " => 3\n",
    "\"",
    "\"\"\"",
    "//",
    "///",
    "é∀𝄞",
    "\r\n",
    "\t",
    "0",
    "formula other = x\n",
    "formula ",
    "solve ",
    "count",
    "clash",
    "maze cave {\n",
    "steps 5\n",
    "START -> GOAL\n",
    "clauses c {\n",
    "import \"library.puzzle\"\n",
    "allow unused-formula\n",
    "deny n-ary-connective\n",
    "game duel: formula {\n",
    "turns E\n",
    "variables xyz\n",
];

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    /// An offset in a text that has a position.
    fn offset(&mut self, text: &str) -> usize {
        floor(text, self.below(text.len() + 1))
    }
}

/// The nearest offset at or before another one that has a position: it is between two characters,
/// and not within the end of a line.
fn floor(text: &str, offset: usize) -> usize {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    if text[..offset].ends_with('\r') { offset - 1 } else { offset }
}

/// A position in UTF-16.
fn position(text: &str, offset: usize) -> [u32; 2] {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[start..].encode_utf16().count();
    [before.matches('\n').count() as u32, column as u32]
}

fn start() -> Client {
    let mut client = Client::start();
    // What is answered in the background comes when it comes.
    let options = json!({ "answers": { "enable": false } });
    let capabilities = json!({});
    let params = json!({ "capabilities": capabilities, "initializationOptions": options });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client
}

/// Everything that a server says about a text, and about a place in it.
fn said(client: &mut Client, [line, character]: [u32; 2]) -> Vec<(&'static str, Value)> {
    let methods = [
        "diagnostic",
        "documentSymbol",
        "foldingRange",
        "documentLink",
        "formatting",
        "codeLens",
        "hover",
        "completion",
        "signatureHelp",
        "definition",
        "references",
        "documentHighlight",
        "selectionRange",
        "prepareRename",
    ];
    let position = json!({ "line": line, "character": character });
    let params = json!({
        "textDocument": { "uri": URI },
        "position": position,
        "positions": [position],
        "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
        "options": { "tabSize": 4, "insertSpaces": true },
    });
    let asked = methods.map(|method| client.ask(&format!("textDocument/{method}"), params.clone()));
    let answers = methods.into_iter().zip(asked).map(|(method, id)| {
        let mut answer = client.answer(id);
        if let Some(result) = answer["result"].as_object_mut() {
            result.remove("resultId");
        }
        (method, json!([answer["result"], answer["error"]]))
    });
    answers.collect()
}

/// The semantic tokens after a change, from those before it.
fn followed(client: &mut Client, before: &mut Value) {
    let params = json!({
        "textDocument": { "uri": URI },
        "previousResultId": before["resultId"],
    });
    let mut answer = client.request("textDocument/semanticTokens/full/delta", params);
    let mut data = before["data"].as_array().expect("numbers").clone();
    for edit in answer["edits"].as_array().expect("edits") {
        let start = edit["start"].as_u64().expect("a number") as usize;
        let end = start + edit["deleteCount"].as_u64().expect("a number") as usize;
        data.splice(start..end, edit["data"].as_array().into_iter().flatten().cloned());
    }
    *before = json!({ "resultId": answer["resultId"].take(), "data": data });
}

#[test]
fn answers_do_not_depend_on_how_the_text_came_about() {
    let mut random = Random(88_172_645_463_325_252);
    let examples = ["boat", "duel", "knights", "cave", "three-clauses"];
    let whole: String = examples
        .iter()
        .map(|name| std::fs::read_to_string(format!("examples/{name}.puzzle")).expect("an example"))
        .collect();
    let mut text = whole.clone();
    let mut client = start();
    client.open(URI, &text);
    let params = json!({ "textDocument": { "uri": URI } });
    let mut tokens = client.request("textDocument/semanticTokens/full", params.clone());
    for round in 0..60 {
        if text.len() < whole.len() / 2 {
            text.clone_from(&whole);
            let document = json!({ "uri": URI, "version": round + 2 });
            let changes = json!([{ "text": whole }]);
            let params = json!({ "textDocument": document, "contentChanges": changes });
            client.notify("textDocument/didChange", params);
        }
        // Some edits go by before anybody asks.
        let mut edits = Vec::new();
        for _ in 0..=random.below(4) {
            let start = random.offset(&text);
            let longest = [0, 0, 3, 40, 400][random.below(5)];
            let end = floor(&text, start + random.below(longest)).max(start);
            let word = WORDS[random.below(WORDS.len())];
            let ([line, column], [to, until]) = (position(&text, start), position(&text, end));
            client.edit(URI, round + 2, [line, column, to, until], word);
            edits.push((start..end, word));
            text.replace_range(start..end, word);
        }
        let offset = random.offset(&text);
        let at = position(&text, offset);
        let mut fresh = start();
        fresh.open(URI, &text);
        let (found, expected) = (said(&mut client, at), said(&mut fresh, at));
        for ((method, found), (_, expected)) in found.into_iter().zip(expected) {
            assert_eq!(found, expected, "{method} at {at:?} after {edits:?} in\n{text}");
        }
        followed(&mut client, &mut tokens);
        let expected = fresh.request("textDocument/semanticTokens/full", params.clone());
        assert_eq!(tokens["data"], expected["data"], "after {edits:?} in\n{text}");
    }
}
