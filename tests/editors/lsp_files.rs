//! What the language server answers, as files that anybody can add: each file in `tests/lsp/` holds
//! a puzzle, requests and the answers expected. The form is described in `common/annotated.rs`.
//!
//! To add a case, write the requests, run `UPDATE_LSP=1 cargo test --test editors lsp_files::`, and read the
//! answers that it wrote into the file.

use super::answers;
use std::fs;
use std::time::{Duration, Instant};

use super::annotated::{Annotated, Place, Request};
use super::answers::Texts;
use super::client::{Client, PATIENCE, uri};
use serde_json::{Value, json};

#[test]
fn answers_are_as_expected() {
    let is_update = std::env::var_os("UPDATE_LSP").is_some();
    let mut faults = Vec::new();
    let entries = fs::read_dir("tests/lsp").expect("the cases");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a case");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let case = Annotated::read(&name, &text);
        let found = ask(&case, is_update);
        if is_update {
            fs::write(&path, case.with_answers(&found)).expect("a file");
            continue;
        }
        for (request, found) in case.requests.iter().zip(&found) {
            if request.expected != *found {
                let Request { method, expected, .. } = request;
                faults.push(format!(
                    "{name}: {method}: expected\n{}\nfound\n{}\n",
                    expected.join("\n"),
                    found.join("\n")
                ));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The answers to the requests of a case.
fn ask(case: &Annotated, is_update: bool) -> Vec<Vec<String>> {
    let directory = tempfile::tempdir().expect("a directory");
    let root = fs::canonicalize(directory.path()).expect("a directory");
    for (name, text) in &case.files {
        fs::write(root.join(name), text).expect("a file");
    }
    let root = format!("{}/", uri(&root));
    let mut client = Client::start();
    client.settings = case.settings.clone();
    let capabilities: Value =
        serde_json::from_str(include_str!("../common/capabilities.json")).expect("JSON");
    let answer = client.request(
        "initialize",
        json!({
            "capabilities": capabilities,
            "initializationOptions": { "puzzle": case.settings },
            "workspaceFolders": [{ "uri": root, "name": "tests" }],
        }),
    );
    client.notify("initialized", json!({}));
    let open = format!("{root}{}", case.files[0].0);
    client.open(&open, &case.files[0].1);
    let named = case.files.iter().map(|(name, text)| (format!("{root}{name}"), text.clone()));
    let mut texts = Texts { texts: named.collect(), root, open };
    let legend = &answer["capabilities"]["semanticTokensProvider"]["legend"];
    for (key, names) in legend.as_object().into_iter().flatten() {
        let names = names.as_array().expect("names").iter().filter_map(Value::as_str);
        texts.texts.insert(key.clone(), names.collect::<Vec<_>>().join("\n"));
    }
    let mut version = 1;
    let mut answers = Vec::new();
    for request in &case.requests {
        let start = Instant::now();
        let answer = loop {
            let answer = one(&mut client, &mut texts, &mut version, request);
            // On a busy machine the background may need longer than was waited for it.
            let is_late = match is_update {
                true => answer == ["error: Content modified"],
                false => answer != request.expected,
            };
            if !is_late || start.elapsed() > PATIENCE / 10 {
                break answer;
            }
            client.rest(Duration::from_millis(10));
        };
        answers.push(answer);
    }
    answers
}

/// The answer to a request.
fn one(
    client: &mut Client,
    texts: &mut Texts,
    version: &mut i64,
    request: &Request,
) -> Vec<String> {
    if request.method == "answers" {
        client.wait(|message| message["method"] == "workspace/inlayHint/refresh");
        client.rest(Duration::from_millis(300));
        return Vec::new();
    }
    let before = texts.texts[&texts.open].clone();
    let mut place = request.place;
    if let (Some(place), Some(typed)) = (&mut place, &request.typed) {
        type_in(client, texts, version, place, typed);
    }
    let params = params(client, texts, place, request);
    let is_whole = ["workspace/", "puzzle/"].iter().any(|it| request.method.starts_with(it));
    let namespace = if is_whole { "" } else { "textDocument/" };
    let id = client.ask(&format!("{namespace}{}", request.method), params);
    let mut answer = client.answer(id);
    for action in answer["result"].as_array_mut().into_iter().flatten() {
        if action["title"] == *request.argument && action.get("data").is_some() {
            *action = client.request("codeAction/resolve", action.clone());
        }
    }
    let lines = answers::lines(&request.method, &request.argument, &answer, texts);
    if request.typed.is_some() {
        *version += 1;
        let document = json!({ "uri": texts.open, "version": version });
        let changes = json!([{ "text": before }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        client.notify("textDocument/didChange", params);
        texts.texts.insert(texts.open.clone(), before);
    }
    lines
}

/// Types a text at the cursor, which stands behind it then.
fn type_in(
    client: &mut Client,
    texts: &mut Texts,
    version: &mut i64,
    place: &mut Place,
    typed: &str,
) {
    *version += 1;
    let (line, column) = (place.line as u32, place.column as u32);
    client.edit(&texts.open, *version, [line, column, line, column], typed);
    let text = texts.texts.get_mut(&texts.open).expect("the open text");
    let start: usize = text.split_inclusive('\n').take(place.line).map(str::len).sum();
    text.insert_str(start + place.column, typed);
    match typed.rsplit_once('\n') {
        None => place.column += typed.len(),
        Some((before, last)) => {
            place.line += before.matches('\n').count() + 1;
            place.column = last.len();
        }
    }
    place.quoted = (place.column, place.column);
}

/// What is sent with a request: everything that some method may want.
fn params(client: &mut Client, texts: &Texts, place: Option<Place>, request: &Request) -> Value {
    let at = |line: usize, column: usize| json!({ "line": line, "character": column });
    let document = json!({ "uri": texts.open });
    let range = match place {
        Some(Place { line, column, quoted: (start, end) }) => {
            let is_cursor = request.method == "codeAction" && column > start;
            let (start, end) = if is_cursor { (column, column) } else { (start, end) };
            json!({ "start": at(line, start), "end": at(line, end) })
        }
        None => json!({ "start": at(0, 0), "end": at(1_000_000, 0) }),
    };
    let position = place.map_or_else(|| at(0, 0), |it| at(it.line, it.column));
    let diagnostics = match request.method.as_str() {
        "codeAction" => {
            let params = json!({ "textDocument": document });
            client.request("textDocument/diagnostic", params)["items"].take()
        }
        _ => json!([]),
    };
    let mut params = json!({
        "textDocument": document,
        "position": position,
        "positions": [position],
        "range": range,
        "context": {
            "includeDeclaration": true,
            "diagnostics": diagnostics,
            "triggerKind": 1,
            "isRetrigger": false,
        },
        "newName": request.argument,
        "query": request.argument,
        "options": { "tabSize": 4, "insertSpaces": true },
        "ch": request.typed,
        "command": request.argument,
        "arguments": [{ "uri": texts.open, "position": position }],
        "files": renamed(texts, &request.argument),
    });
    if request.method.starts_with("puzzle/") && !request.argument.is_empty() {
        let members: Value = serde_json::from_str(&request.argument).expect("JSON");
        let all = params.as_object_mut().expect("an object");
        all.extend(members.as_object().expect("an object").clone());
    }
    params
}

/// A file that gets another name, as in `old.puzzle new.puzzle`.
fn renamed(texts: &Texts, argument: &str) -> Value {
    let uri = |name: &str| format!("{}{name}", texts.root);
    match argument.split_once(' ') {
        Some((old, new)) => json!([{ "oldUri": uri(old), "newUri": uri(new) }]),
        None => json!([]),
    }
}
