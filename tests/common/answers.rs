//! Answers of the language server as lines for people: places are shown by the text there, `⟦so⟧`,
//! and edits by the lines they make.

use std::collections::BTreeMap;

use serde_json::Value;

/// The texts that answers are about, by their names for the server.
pub(crate) struct Texts {
    /// What all names start with.
    pub root: String,
    /// The texts by name.
    pub texts: BTreeMap<String, String>,
    /// The name of the one that is asked about.
    pub open: String,
}

/// The lines of the answer to a request.
#[expect(clippy::too_many_lines, reason = "an arm for each request")]
pub(crate) fn lines(method: &str, argument: &str, answer: &Value, texts: &Texts) -> Vec<String> {
    if let Some(error) = answer.get("error") {
        return vec![format!("error: {}", text(&error["message"]))];
    }
    let result = &answer["result"];
    if result.is_null() || result.as_array().is_some_and(Vec::is_empty) {
        return vec!["nothing".to_owned()];
    }
    let open = &texts.open;
    let lines: Vec<String> = match method {
        "hover" => {
            let range = texts.range(open, &result["range"]);
            std::iter::once(range).chain(block(&result["contents"]["value"])).collect()
        }
        "definition" | "typeDefinition" | "references" => each(result, |it| texts.location(it)),
        "documentHighlight" => each(result, |it| {
            let kind = ["", "text", "read", "write"][number(&it["kind"])];
            format!("{kind} {}", texts.range(open, &it["range"]))
        }),
        "prepareRename" => {
            vec![format!(
                "{} {}",
                texts.range(open, &result["range"]),
                text(&result["placeholder"])
            )]
        }
        "rename" => texts.edited(result),
        "formatting" | "rangeFormatting" | "onTypeFormatting" => {
            texts.changed(open, result.as_array().expect("edits"))
        }
        "completion" => completion(result, argument),
        "signatureHelp" => signature(result),
        "codeAction" => actions(result, argument, texts),
        "documentSymbol" => {
            let mut lines = Vec::new();
            symbols(result, 0, texts, &mut lines);
            lines
        }
        "workspace/symbol" => each(result, |it| {
            let kind = SYMBOLS[number(&it["kind"])];
            let within = it["containerName"].as_str().map(|it| format!(" of {it}"));
            let within = within.unwrap_or_default();
            format!("{}{within} ({kind}) {}", text(&it["name"]), texts.location(&it["location"]))
        }),
        "foldingRange" => each(result, |it| {
            let line = |key: &str| texts.line(open, number(&it[key])).trim().to_owned();
            let kind = it["kind"].as_str().map(|kind| format!(" ({kind})")).unwrap_or_default();
            format!("{} … {}{kind}", line("startLine"), line("endLine"))
        }),
        "selectionRange" => {
            let mut lines = Vec::new();
            let mut next = &result[0];
            while next.is_object() {
                lines.push(texts.range(open, &next["range"]));
                next = &next["parent"];
            }
            lines
        }
        "documentLink" => each(result, |it| {
            let target = texts.name(text(&it["target"]));
            format!("{} -> {target}", texts.range(open, &it["range"]))
        }),
        "inlayHint" => each(result, |it| {
            let position = &it["position"];
            let line = texts.line(open, number(&position["line"]));
            let (before, behind) = line.split_at(number(&position["character"]));
            let label = match &it["label"] {
                Value::Array(parts) => parts.iter().map(|part| text(&part["value"])).collect(),
                label => text(label).to_owned(),
            };
            format!("{before}⟨{label}⟩{behind}").trim().to_owned()
        }),
        "codeLens" => each(result, |it| {
            let command = &it["command"];
            let range = texts.range(open, &it["range"]);
            format!("{} [{}] {range}", text(&command["title"]), text(&command["command"]))
        }),
        "workspace/executeCommand" => answer_of_command(result, texts),
        "puzzle/queries" => each(result, |it| {
            let test = if it["isTest"] == true { " (a test)" } else { "" };
            format!("{}{test} {}", text(&it["label"]), texts.range(open, &it["range"]))
        }),
        "workspace/willRenameFiles" | "puzzle/join" if result.is_object() => texts.edited(result),
        "puzzle/live" => {
            let name = text(&result["name"]);
            let played = if result["isPlayed"] == true { " (a game)" } else { "" };
            let joined = if result["isJoined"] == true { " (joined by hand)" } else { "" };
            let bare = if result["isSolved"] == true { "" } else { " (without solution)" };
            let head =
                format!("{name}{played}{joined}{bare} {}", texts.range(open, &result["range"]));
            let part = |it: &Value| {
                format!("    part {}: {}", text(&it["name"]), texts.location(&it["location"]))
            };
            let answer = answer_of_command(&result["answer"], texts);
            let world = result.get("world").map(|it| {
                let last = if it["isLast"] == true { ", the last" } else { "" };
                let marked = it.get("marked").map_or("", |_| ", what differs marked");
                format!("    {} {}{last}{marked}", text(&it["called"]), it["number"])
            });
            let steps = result.get("steps").map(|it| steps(it, texts)).unwrap_or_default();
            let answer = answer.into_iter().chain(world).chain(steps);
            std::iter::once(head).chain(answer).chain(each(&result["parts"], part)).collect()
        }
        "puzzle/play" => play(result),
        "diagnostic" => result["items"]
            .as_array()
            .expect("items")
            .iter()
            .flat_map(|it| diagnostic(it, texts))
            .collect(),
        "semanticTokens/full" | "semanticTokens/range" => tokens(result, texts),
        _ => {
            let mut shown = result.clone();
            if let Some(svg) = shown.get_mut("svg").filter(|it| *it != "") {
                *svg = Value::from("<svg …>");
            }
            block(&Value::String(serde_json::to_string_pretty(&shown).expect("JSON")))
        }
    };
    let lines = lines.into_iter().map(|line| line.replace(&texts.root, ""));
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() { vec!["nothing".to_owned()] } else { lines }
}

/// Frames, each with its picture as text.
fn steps(steps: &Value, texts: &Texts) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, frame) in steps["frames"].as_array().expect("frames").iter().enumerate() {
        let said = each(&frame["said"], |it| text(it).to_owned());
        let place = frame.get("location").map(|it| format!(" {}", texts.location(it)));
        let caption = text(&frame["caption"]);
        lines.push(format!("    step {number} {caption}{}", place.unwrap_or_default()));
        lines.extend(said.into_iter().map(|it| format!("        says {it}")));
        if let Some(drawn) = frame.get("text") {
            lines.extend(
                text(drawn).lines().map(|it| format!("        {it}").trim_end().to_owned()),
            );
        }
        assert_eq!(frame.get("text").is_some(), frame.get("svg").is_some(), "{caption}");
    }
    if steps["isWhole"] == false {
        lines.push("    and more steps".to_owned());
    }
    lines
}

impl Texts {
    fn name<'a>(&self, uri: &'a str) -> &'a str {
        uri.strip_prefix(&self.root).unwrap_or(uri)
    }

    fn line(&self, uri: &str, line: usize) -> &str {
        self.texts.get(uri).and_then(|text| text.lines().nth(line)).unwrap_or_default()
    }

    /// The line of a range with the range marked.
    fn range(&self, uri: &str, range: &Value) -> String {
        if range.is_null() {
            return "(no range)".to_owned();
        }
        let at = |end: &str| {
            let position = &range[end];
            (number(&position["line"]), number(&position["character"]))
        };
        let ((line, start), (last, end)) = (at("start"), at("end"));
        let first = self.line(uri, line);
        if line == last {
            let (before, rest) = first.split_at(start.min(first.len()));
            let (within, behind) = rest.split_at((end - start).min(rest.len()));
            return format!("{before}⟦{within}⟧{behind}").trim().to_owned();
        }
        let within = &first[start.min(first.len())..];
        let before = self.line(uri, last);
        format!("⟦{} … {}⟧", within.trim(), before[..end.min(before.len())].trim())
    }

    /// A place, with the file when it is another one.
    fn location(&self, location: &Value) -> String {
        let uri = text(&location["uri"]);
        let range = self.range(uri, &location["range"]);
        match uri == self.open {
            true => range,
            false => format!("{}: {range}", self.name(uri)),
        }
    }

    /// What edits make of a text: the lines that are new, and how many are gone.
    fn changed(&self, uri: &str, edits: &[Value]) -> Vec<String> {
        let before = &self.texts[uri];
        let mut edits: Vec<_> = edits
            .iter()
            .map(|edit| {
                let at = |end: &str| offset(before, &edit["range"][end]);
                (at("start")..at("end"), text(&edit["newText"]))
            })
            .collect();
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut after = before.clone();
        for (range, new) in edits.into_iter().rev() {
            after.replace_range(range, new);
        }
        difference(before, &after)
    }

    /// What an edit of several files makes of them.
    fn edited(&self, edit: &Value) -> Vec<String> {
        let mut changes: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for (uri, edits) in edit["changes"].as_object().into_iter().flatten() {
            changes.entry(uri).or_default().extend(edits.as_array().expect("edits").clone());
        }
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            let uri = text(&change["textDocument"]["uri"]);
            let edits = change["edits"].as_array().expect("edits");
            changes.entry(uri).or_default().extend(edits.clone());
        }
        let mut lines = Vec::new();
        for (uri, edits) in changes {
            if uri != self.open {
                lines.push(format!("{}:", self.name(uri)));
            }
            lines.extend(self.changed(uri, &edits));
        }
        lines
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_default() as usize
}

fn block(value: &Value) -> Vec<String> {
    text(value).lines().map(str::to_owned).collect()
}

fn each(values: &Value, show: impl Fn(&Value) -> String) -> Vec<String> {
    match values {
        Value::Array(values) => values.iter().map(show).collect(),
        value => vec![show(value)],
    }
}

fn offset(text: &str, position: &Value) -> usize {
    let line = number(&position["line"]);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    (start + number(&position["character"])).min(text.len())
}

/// Lines that are gone and lines that are new.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most);
    let tail = tail.take_while(|(old, new)| old == new).count();
    let (gone, come) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    // Lines that stay between others are left out.
    let is_pair = |at: &usize| gone.len() != come.len() || gone[*at] != come[*at];
    let show = |sign: char, lines: &[&str]| -> Vec<String> {
        let changed = (0..lines.len()).filter(is_pair).map(|at| match lines[at] {
            line if line.trim().is_empty() => format!("{sign} ({} blanks)", line.len()),
            line => format!("{sign} {line}"),
        });
        changed.collect()
    };
    let lines = [show('-', gone), show('+', come)].concat();
    if lines.is_empty() { vec!["nothing changes".to_owned()] } else { lines }
}

/// The candidates, a line each; one alone, called by its label, with everything about it.
fn completion(result: &Value, label: &str) -> Vec<String> {
    let items = result.get("items").unwrap_or(result).as_array().expect("items");
    let mut items: Vec<_> = items.iter().collect();
    items.sort_by_key(|it| it["sortText"].as_str().unwrap_or(text(&it["label"])).to_owned());
    let mut lines = Vec::new();
    for it in items.into_iter().filter(|it| label.is_empty() || it["label"] == label) {
        let kind = COMPLETIONS[number(&it["kind"])];
        let detail = it["detail"].as_str().or(it["labelDetails"]["description"].as_str());
        let detail = detail.map(|detail| format!(" {detail}")).unwrap_or_default();
        lines.push(format!("{} ({kind}){detail}", text(&it["label"])));
        if !label.is_empty() {
            let new = it["textEdit"]["newText"].as_str().or(it["insertText"].as_str());
            lines.extend(new.unwrap_or(label).lines().map(|line| format!("  inserts {line}")));
            lines.extend(it["filterText"].as_str().map(|it| format!("  is found by {it:?}")));
            let documentation = it["documentation"].get("value").unwrap_or(&it["documentation"]);
            lines.extend(block(documentation).into_iter().map(|line| format!("  | {line}")));
        }
    }
    lines
}

/// The label with the active parameter marked, and the documentation.
fn signature(result: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for it in result["signatures"].as_array().into_iter().flatten() {
        let label = text(&it["label"]);
        let active = it.get("activeParameter").unwrap_or(&result["activeParameter"]);
        let parameter = active.as_u64().and_then(|active| it["parameters"].get(active as usize));
        let marked = match parameter.map(|parameter| &parameter["label"]) {
            Some(Value::Array(ends)) => {
                let (start, end) = (number(&ends[0]), number(&ends[1]));
                format!("{}⟦{}⟧{}", &label[..start], &label[start..end], &label[end..])
            }
            Some(Value::String(name)) => label.replacen(name, &format!("⟦{name}⟧"), 1),
            _ => label.to_owned(),
        };
        lines.push(marked);
        for documentation in [Some(it), parameter].into_iter().flatten() {
            let words = &documentation["documentation"];
            lines.extend(block(words.get("value").unwrap_or(words)));
        }
    }
    lines
}

/// The titles; of one alone, called by its title, what it makes of the text.
fn actions(result: &Value, title: &str, texts: &Texts) -> Vec<String> {
    let actions = result.as_array().expect("actions");
    match actions.iter().find(|it| it["title"] == title) {
        Some(action) => texts.edited(&action["edit"]),
        None => each(result, |it| {
            let preferred = if it["isPreferred"] == true { " (preferred)" } else { "" };
            format!("{}: {}{preferred}", text(&it["kind"]), text(&it["title"]))
        }),
    }
}

/// What a command found out.
fn answer_of_command(result: &Value, texts: &Texts) -> Vec<String> {
    let (question, status) = (text(&result["question"]), text(&result["status"]));
    let mut lines = vec![format!("{question} ({status})")];
    lines.extend(block(&result["text"]));
    for note in result["notes"].as_array().into_iter().flatten() {
        lines.extend(listing(note, "text", text(&note["sort"])));
        let rows = note["lines"].as_array().into_iter().flatten();
        lines.extend(rows.map(|it| format!("        {}", text(it))));
    }
    lines.extend(listing(&result["because"], "none", "because"));
    for reason in result["because"]["places"].as_array().into_iter().flatten() {
        let place = texts.location(&reason["location"]);
        lines.push(format!("        {}: {place}", text(&reason["message"])));
    }
    lines.extend(result["svg"].as_str().map(|_| "(a picture)".to_owned()));
    lines
}

/// Where a play stands: the moves, what was said, the board, and what there is to choose or how it ended.
fn play(result: &Value) -> Vec<String> {
    let players = each(&result["players"], |it| text(it).to_owned()).join(", ");
    let mut lines = vec![format!("{}: {players}", text(&result["name"]))];
    let move_of = |it: &Value| format!("{}: {}", text(&it["player"]), text(&it["chosen"]));
    lines.extend(each(&result["made"], move_of));
    lines.extend(each(&result["said"], |it| {
        format!("{}: {}", text(&it["sort"]), text(&it["text"]))
    }));
    lines.extend(block(&result["text"]));
    lines.extend(result["svg"].as_str().map(|_| "(a picture)".to_owned()));
    if let Some(turn) = result.get("turn") {
        let moves = each(&turn["moves"], |it| text(it).to_owned()).join(" ");
        lines.push(format!("{} moves, {}: {moves}", text(&turn["player"]), text(&turn["choice"])));
    }
    lines.extend(result["over"].as_str().map(|it| format!("over: {it}")));
    lines
}

/// The sentence of a note or the heading of a list, with what it is.
fn listing(value: &Value, key: &str, sort: &str) -> Option<String> {
    let words = value[key].as_str().or(value["heading"].as_str());
    let words = words.or(value["lines"].as_array().map(|_| ""));
    words.map(|it| format!("    {sort}: {it}").trim_end().to_owned())
}

fn symbols(result: &Value, depth: usize, texts: &Texts, lines: &mut Vec<String>) {
    for it in result.as_array().into_iter().flatten() {
        let kind = SYMBOLS[number(&it["kind"])];
        let detail = it["detail"].as_str().map(|it| format!(" {it}")).unwrap_or_default();
        let range = texts.range(&texts.open, &it["selectionRange"]);
        let indent = "    ".repeat(depth);
        lines.push(format!("{indent}{} ({kind}){detail} {range}", text(&it["name"])));
        symbols(&it["children"], depth + 1, texts, lines);
    }
}

fn diagnostic(it: &Value, texts: &Texts) -> Vec<String> {
    let severity = ["", "error", "warning", "information", "hint"][number(&it["severity"])];
    let tags = it["tags"].as_array().into_iter().flatten().map(|tag| match number(tag) {
        1 => " (unnecessary)",
        _ => " (deprecated)",
    });
    let tags: String = tags.collect();
    let range = texts.range(&texts.open, &it["range"]);
    let mut lines = vec![format!("{severity} {}{tags} {range}", text(&it["code"]))];
    lines.extend(block(&it["message"]).into_iter().map(|line| format!("    {line}")));
    for related in it["relatedInformation"].as_array().into_iter().flatten() {
        let place = texts.location(&related["location"]);
        let message = text(&related["message"]).replace('\n', " ");
        lines.push(format!("    {message}: {place}"));
    }
    lines
}

/// The tokens of each line.
fn tokens(result: &Value, texts: &Texts) -> Vec<String> {
    let data: Vec<usize> = result["data"].as_array().into_iter().flatten().map(number).collect();
    let legend = |key: &str| texts.texts.get(key).map_or("", String::as_str).lines();
    let kinds: Vec<&str> = legend("tokenTypes").collect();
    let modifiers: Vec<&str> = legend("tokenModifiers").collect();
    let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let (mut line, mut column) = (0, 0);
    for token in data.chunks(5) {
        let [lines_on, columns_on, length, kind, bits] = token else { panic!("five numbers") };
        column = if *lines_on > 0 { *columns_on } else { column + columns_on };
        line += lines_on;
        let word = &texts.line(&texts.open, line)[column..column + length];
        let set = modifiers.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
        let set: String = set.map(|(_, name)| format!(".{name}")).collect();
        lines.entry(line).or_default().push(format!("{word} ({}{set})", kinds[*kind]));
    }
    lines.into_values().map(|words| words.join(" ")).collect()
}

const SYMBOLS: [&str; 27] = [
    "",
    "file",
    "module",
    "namespace",
    "package",
    "class",
    "method",
    "property",
    "field",
    "constructor",
    "enum",
    "interface",
    "function",
    "variable",
    "constant",
    "string",
    "number",
    "boolean",
    "array",
    "object",
    "key",
    "null",
    "enum member",
    "struct",
    "event",
    "operator",
    "type parameter",
];

const COMPLETIONS: [&str; 26] = [
    "",
    "text",
    "method",
    "function",
    "constructor",
    "field",
    "variable",
    "class",
    "interface",
    "module",
    "property",
    "unit",
    "value",
    "enum",
    "keyword",
    "snippet",
    "color",
    "file",
    "reference",
    "folder",
    "enum member",
    "constant",
    "struct",
    "event",
    "operator",
    "type parameter",
];
