//! The language server and the texts of a client: edits, files that import each other, settings, and
//! diagnostics pushed and pulled.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::client::{Client, uri};
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
fn an_edit_that_others_have_overtaken_is_made_before_them() {
    let mut client = Client::introduced(json!({}));
    client.open(URI, "formula pair = (x*y)\n");
    let typed: Vec<(u32, char)> = (0..).zip("valid pair".chars()).collect();
    // The letters of each three are told from the last to the first.
    for &(column, sign) in typed.chunks(3).flat_map(|three| three.iter().rev()) {
        client.edit(URI, 2 + i64::from(column), [1, column, 1, column], &sign.to_string());
    }
    assert_eq!(client.diagnostics(URI, 11), [json!(null); 0]);
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
fn a_formula_of_any_depth_is_answered_about() {
    let depth = 100_000;
    let mut client = Client::introduced(json!({}));
    client.open(URI, &format!("formula deep = {}x{}\n", "(".repeat(depth), "*y)".repeat(depth)));
    // The `x`, with all the formulas around it, and the `y` that stands as often as there are levels.
    let [x, y] = [15 + depth, 15 + depth + 2].map(|it| json!({ "line": 0, "character": it }));
    let document = json!({ "uri": URI });
    let params = json!({ "textDocument": document, "positions": [x] });
    let found = client.request("textDocument/selectionRange", params);
    let mut ranges = vec![&found[0]["range"]];
    let mut next = &found[0]["parent"];
    while !next.is_null() {
        ranges.push(&next["range"]);
        next = &next["parent"];
    }
    assert_eq!(ranges.len(), 100);
    assert_eq!(ranges[0]["start"], x);
    assert_eq!(ranges[99]["end"], json!({ "line": 1, "character": 0 }));
    let context = json!({ "includeDeclaration": true });
    let params = json!({ "textDocument": document, "position": y, "context": context });
    let found = client.request("textDocument/references", params);
    assert_eq!(found.as_array().map(Vec::len), Some(depth));
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
fn edits_tell_the_version_of_the_text_that_they_are_made_for() {
    let (_directory, uris) = files(&[("a.puzzle", "formula ab = x\n")]);
    let text = "import \"a.puzzle\"\nsolve ab\n";
    let open = uris[0].replace("a.puzzle", "b.puzzle");
    for is_versioned in [false, true] {
        let edit = json!({ "documentChanges": is_versioned });
        let mut client = Client::introduced(json!({ "workspace": { "workspaceEdit": edit } }));
        client.open(&open, "import \"a.puzzle\"\n");
        client.edit(&open, 7, [1, 0, 1, 0], &text[18..]);
        let place = json!({ "line": 1, "character": 6 });
        let params = json!({ "textDocument": { "uri": open }, "position": place, "newName": "cd" });
        let renamed = client.request("textDocument/rename", params);
        if !is_versioned {
            assert_eq!(
                renamed["changes"].as_object().map(serde_json::Map::len),
                Some(2),
                "{renamed}"
            );
            assert_eq!(renamed.get("documentChanges"), None);
            continue;
        }
        let changes = renamed["documentChanges"].as_array().expect("changes");
        let versions: Vec<_> = changes.iter().map(|it| &it["textDocument"]).collect();
        let closed = json!({ "uri": uris[0], "version": null });
        assert_eq!(versions, [&closed, &json!({ "uri": open, "version": 7 })]);
        assert_eq!(renamed.get("changes"), None);
    }
}

/// A client that asks for diagnostics, with a folder.
fn pulling(folder: &Path) -> Client {
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let mut client = Client::start();
    let folders = json!([{ "uri": uri(folder), "name": "tests" }]);
    client.request(
        "initialize",
        json!({ "capabilities": capabilities, "workspaceFolders": folders }),
    );
    client.notify("initialized", json!({}));
    client
}

#[test]
fn a_client_that_pulls_gets_the_files_of_its_folders() {
    let (directory, uris) =
        files(&[("a.puzzle", "solve x\n"), ("b.puzzle", MISTAKE.0), ("c.puzzle", MISTAKE.0)]);
    let mut client = pulling(directory.path());
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
fn a_file_that_is_pulled_is_judged_by_the_open_texts_that_it_names() {
    let sound = "p cnf 1 1\n1 0\n";
    let (directory, uris) =
        files(&[("a.puzzle", "clauses k = file \"k.cnf\"\nsolve k\n"), ("k.cnf", sound)]);
    let mut client = pulling(directory.path());
    client.open(&uris[1], sound);
    let ask = |client: &mut Client| {
        let all = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
        let found = all["items"][0]["items"].as_array().expect("diagnostics");
        codes(found).join(" ")
    };
    assert_eq!(ask(&mut client), "");
    client.edit(&uris[1], 2, [1, 0, 1, 1], "nonsense");
    assert_eq!(ask(&mut client), "E0401");
}

#[test]
fn capabilities() {
    let capabilities = include_str!("../common/capabilities.json");
    let capabilities: Value = serde_json::from_str(capabilities).expect("JSON");
    let mut answer = Client::start().introduce(capabilities);
    answer["serverInfo"].as_object_mut().expect("an object").remove("version");
    insta::assert_json_snapshot!(answer);
}

#[test]
fn folders_come_and_go() {
    let (one, _) = files(&[("a.puzzle", "formula in_one = x\n")]);
    let (two, _) = files(&[("a.puzzle", "formula in_two = x\n")]);
    let folder =
        |directory: &tempfile::TempDir| json!({ "uri": uri(directory.path()), "name": "tests" });
    let mut client = Client::start();
    let params = json!({ "capabilities": {}, "workspaceFolders": [folder(&one)] });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    let names = |client: &mut Client| -> Vec<String> {
        let found = client.request("workspace/symbol", json!({ "query": "in" }));
        let found = found.as_array().expect("symbols").iter();
        found.map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&mut client), ["in_one"]);
    let event = json!({ "added": [folder(&two)], "removed": [folder(&one)] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(names(&mut client), ["in_two"]);
}

#[test]
fn the_client_is_asked_to_tell_what_changes() {
    let dynamic = json!({ "dynamicRegistration": true });
    let mut client = Client::introduced(json!({
        "workspace": { "didChangeWatchedFiles": dynamic, "didChangeConfiguration": dynamic },
    }));
    client.wait(|it| it["method"] == "client/registerCapability");
    let asked = client.asked[0]["params"]["registrations"].as_array().expect("an array").clone();
    let methods: Vec<_> = asked.iter().map(|it| &it["method"]).collect();
    assert_eq!(methods, ["workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"]);
    let pattern = &asked[0]["registerOptions"]["watchers"][0]["globPattern"];
    let pattern = pattern.as_str().expect("a pattern");
    assert!(pattern.starts_with("**/*.{puzzle,maze,cnf,dimacs,dp,dots,p,tptp,ax,"), "{pattern}");
    assert!(pattern.ends_with(".xz}") && pattern.contains(",cnf.gz,"), "{pattern}");
}

#[test]
fn a_sheet_of_the_shelf_is_shown_and_not_written_to() {
    let mut client = Client::introduced(json!({}));
    let uri = "file:///tests/shelf.puzzle";
    client.open(uri, "import \"shelf/futoshiki\"\npuzzle mine: futoshiki { grid Cell = 4 by 4 }\n");
    let place = json!({ "line": 1, "character": 15 });
    let params = json!({ "textDocument": { "uri": uri }, "position": place });
    let found = client.request("textDocument/definition", params);
    let location = if found.is_array() { &found[0] } else { &found };
    let target = ["uri", "targetUri"].iter().find_map(|it| location[it].as_str()).expect("a file");
    let path = Path::new(target.strip_prefix("file://").expect("a file"));
    let sheet = Path::new(env!("CARGO_MANIFEST_DIR")).join("shelf/futoshiki.puzzle");
    assert_eq!(fs::read_to_string(path).unwrap(), fs::read_to_string(sheet).unwrap());
    assert!(fs::metadata(path).unwrap().permissions().readonly(), "{target}");
}
