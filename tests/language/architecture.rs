//! The borders of the source, kept by a machine: which room may see which, how long a file may be,
//! and what may not be left lying about. `docs/architecture.md` says why the rooms are as they are.

mod inside;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room of the crate `puzzle-engine` and the rooms it may see. Tests beneath the code may see everything.
const ENGINE_ROOMS: &[(&str, &[&str])] = &[
    ("budget", &[]),
    ("logic", &["budget"]),
    // The plain reading of rule sheets, by which procedures are checked.
    ("reader", &["budget", "logic"]),
    // What procedures say and checkers read.
    ("evidence", &["budget", "logic"]),
    // The seal, which is kept in `verify` so that nobody else can put it on something.
    ("checked", &[]),
    ("problem", &["budget", "logic", "evidence", "checked"]),
    // Who may work how long beside others.
    ("portfolio", &["budget", "problem"]),
    // A checker sees no procedure, and no procedure sees a checker.
    ("verify", &["budget", "logic", "reader", "evidence", "checked", "problem"]),
    ("sat", &["budget", "logic", "evidence", "problem"]),
    ("qbf", &["budget", "logic", "evidence", "problem", "sat"]),
    ("quantified", &["budget", "logic", "evidence", "problem", "portfolio", "qbf"]),
    ("search", &["budget", "logic", "evidence", "problem", "portfolio", "sat", "quantified"]),
    ("grounding", &["budget", "logic", "evidence"]),
    ("planning", &["budget", "logic", "evidence", "sat"]),
    ("resolution", &["budget", "logic", "evidence", "problem", "sat"]),
    ("first_order", &["budget", "logic", "evidence", "problem", "sat", "resolution"]),
    // Here what was found is handed to a checker, and nowhere else.
    (
        "solve",
        &[
            "budget",
            "logic",
            "reader",
            "evidence",
            "checked",
            "problem",
            "portfolio",
            "verify",
            "sat",
            "qbf",
            "quantified",
            "search",
            "grounding",
            "planning",
            "resolution",
            "first_order",
        ],
    ),
];

/// Where it is said what has passed a check.
const SEAL: &str = "engine/src/verify/checked.rs";

/// Each room of the package and the rooms it may see, those of the engine among them.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("diagnostic", &["text"]),
    ("syntax", &["text", "diagnostic", "budget"]),
    ("picture", &[]),
    // The maze text format yields the tree that a maze in a `.puzzle` file yields, so that both
    // are checked by the same code.
    // A short problem in TPTP may stand for a long one, so it is read within the limits.
    ("interchange", &["text", "diagnostic", "budget", "syntax", "logic", "evidence"]),
    // Of the engine a kind names the question, the answer and what shows it, not how it is found.
    (
        "kinds",
        &[
            "text",
            "diagnostic",
            "budget",
            "syntax",
            "logic",
            "picture",
            "evidence",
            "problem",
            "interchange",
        ],
    ),
    (
        "service",
        &[
            "text",
            "diagnostic",
            "budget",
            "syntax",
            "logic",
            "picture",
            "evidence",
            "problem",
            "verify",
            "sat",
            "solve",
            "interchange",
            "kinds",
        ],
    ),
    // What an editor asks, for the language server and the REPL alike. It solves nothing.
    (
        "ide",
        &[
            "text",
            "diagnostic",
            "budget",
            "syntax",
            "logic",
            "picture",
            "interchange",
            "kinds",
            "service",
        ],
    ),
    // What a page in a browser asks, whether it is in the page itself or in a server that the answers are.
    ("page", &["text", "budget", "syntax", "picture", "kinds", "service", "ide"]),
    // Programs that are being edited.
    (
        "workspace",
        &["text", "diagnostic", "budget", "syntax", "interchange", "kinds", "service", "ide"],
    ),
    // Files as the front ends read and write them.
    ("disk", &["text", "budget", "service"]),
    // What the front ends share.
    ("console", &["text", "diagnostic", "budget", "kinds", "service", "disk"]),
    // A front end that talks to editors: it converts, and answers nothing itself.
    (
        "lsp",
        &[
            "text",
            "diagnostic",
            "budget",
            "syntax",
            "picture",
            "kinds",
            "service",
            "disk",
            "console",
            "ide",
            "workspace",
        ],
    ),
    // A front end for assistants, which know only texts: beside the others.
    ("mcp", &["text", "diagnostic", "budget", "syntax", "picture", "kinds", "service", "console"]),
    // A front end for browsers: it passes on what a page asks.
    ("serve", &["text", "budget", "service", "disk", "console", "page"]),
    // For programs that use the crate: thin words over the engine, with no language around them.
    ("course", &["budget", "logic", "problem", "solve", "kinds"]),
    // A front end that reads and writes the formats of other programs, hence `interchange` and
    // `logic`; it never solves anything itself.
    (
        "cli",
        &[
            "text",
            "diagnostic",
            "budget",
            "syntax",
            "logic",
            "picture",
            "interchange",
            "kinds",
            "service",
            "disk",
            "console",
        ],
    ),
    // A front end beside the command line; neither knows the other.
    (
        "repl",
        &[
            "text",
            "diagnostic",
            "budget",
            "syntax",
            "picture",
            "kinds",
            "service",
            "ide",
            "disk",
            "console",
        ],
    ),
];

const MAX_LINES: usize = 600;

/// Spelt in two parts, so that this file does not contain them.
const FORBIDDEN: [(&str, &str); 7] = [
    ("todo", "!"),
    ("unimplemented", "!"),
    ("dbg", "!"),
    ("#[ign", "ore"),
    ("for n", "ow"),
    ("FIX", "ME"),
    ("XX", "X"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a directory with one of the endings, by path from the root.
fn files(directories: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let mut pending: Vec<PathBuf> = directories.iter().map(|name| root().join(name)).collect();
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let is_output = path.file_name().is_some_and(|name| name == "target");
            if !is_output {
                pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
        } else if path.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending)) {
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

fn rust_files() -> Vec<(String, String)> {
    files(
        &["grammar/generate.rs", "src", "engine", "tests", "benches", "fuzz", "playground"]
            .map(existing),
        &["rs"],
    )
}

/// A directory that there may not be yet counts as one that is empty.
fn existing(name: &str) -> &str {
    if root().join(name).exists() { name } else { "grammar/generate.rs" }
}

/// The room of a file of a library: the first part of its path below `src`.
fn room(name: &str) -> &str {
    if name == SEAL {
        return "checked";
    }
    let path = name.trim_start_matches("engine/").trim_start_matches("src/");
    path.split_once('/').map_or(path.trim_end_matches(".rs"), |(room, _)| room)
}

/// The room of a path from the root of the engine's crate, where types are those of problems.
fn engine_room(path: &str) -> &str {
    let first = path.split_once("::").map_or(path, |(first, _)| first);
    match path {
        _ if path.starts_with("verify::checked") => "checked",
        _ if first.starts_with(char::is_uppercase) => "problem",
        _ => first,
    }
}

/// The code of a file without comments and without the tests beneath it.
fn code(text: &str) -> String {
    let body = text.lines().take_while(|line| *line != "#[cfg(test)]");
    body.filter(|line| !line.trim_start().starts_with("//")).fold(
        String::new(),
        |mut code, line| {
            let _ = writeln!(code, "{line}");
            code
        },
    )
}

/// The paths that follow each `prefix` (such as `crate::`), a group in braces being several.
fn paths(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let is_start =
            !code[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == ':');
        if is_start {
            expand("", &code[at + prefix.len()..], &mut paths);
        }
    }
    paths
}

/// Adds the paths at the start of `rest`, each behind `before`.
fn expand(before: &str, rest: &str, paths: &mut BTreeSet<String>) {
    let rest = rest.trim_start();
    if let Some(group) = rest.strip_prefix('{') {
        let mut depth = 0;
        let mut start = 0;
        for (at, sign) in group.char_indices() {
            match sign {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    if !group[start..at].trim().is_empty() {
                        expand(before, &group[start..at], paths);
                    }
                    start = at + 1;
                    if sign == '}' {
                        return;
                    }
                }
                _ => {}
            }
        }
        return;
    }
    let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
    let path = format!("{before}{}", &rest[..end]);
    match rest[end..].strip_prefix("::") {
        Some(deeper) => expand(&format!("{path}::"), deeper, paths),
        None => {
            paths.insert(path.trim_end_matches("::").to_owned());
        }
    }
}

#[test]
fn paths_are_read_as_rust_reads_them() {
    let code = "use crate::logic::{cnf::{Atom, Cnf}, tseitin};\nlet x = crate::text::Span::at(0);\n\
                use crate::{budget::Budget,\n    engine,\n};\nuse mycrate::nothing;";
    let found: Vec<_> = paths(code, "crate::").into_iter().collect();
    let expected = [
        "budget::Budget",
        "engine",
        "logic::cnf::Atom",
        "logic::cnf::Cnf",
        "logic::tseitin",
        "text::Span::at",
    ];
    assert_eq!(found, expected);
}

#[test]
fn each_room_sees_only_those_it_may() {
    let mut breaches = Vec::new();
    for (name, text) in files(&["src", "engine/src"], &["rs"]) {
        let is_root = ["src/lib.rs", "src/main.rs", "engine/src/lib.rs"].contains(&&*name);
        if is_root || name.ends_with("/tests.rs") {
            continue;
        }
        let is_engine = name.starts_with("engine/");
        let rooms = if is_engine { ENGINE_ROOMS } else { ROOMS };
        let room = room(&name);
        let Some((_, seen)) = rooms.iter().find(|(known, _)| *known == room) else {
            breaches.push(format!("{name}: `{room}` is no room of the table"));
            continue;
        };
        let code = code(&text);
        // The file of a room is one step below the crate, its files are two steps below.
        let depth = name.matches('/').count() - usize::from(is_engine);
        let mut found = paths(&code, "crate::");
        found.extend(paths(&code, &"super::".repeat(depth)));
        let mut inside: Vec<_> = found.into_iter().map(|path| (path, is_engine)).collect();
        inside.extend(paths(&code, "puzzle_engine::").into_iter().map(|path| (path, true)));
        for (path, is_engine) in inside {
            let first = path.split_once("::").map_or(&*path, |(first, _)| first);
            let other = if is_engine { engine_room(&path) } else { first };
            let is_room = ROOMS.iter().chain(ENGINE_ROOMS).any(|(known, _)| *known == other);
            if other == room || !is_room {
                continue;
            }
            if !seen.contains(&other) {
                breaches.push(format!("{name}: `{room}` may not see `{other}`"));
            }
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// What has passed a check may be told in other words by a door, which knows what was checked.
#[test]
fn only_doors_tell_what_was_checked_in_other_words() {
    for (name, text) in files(&["engine/src"], &["rs"]) {
        let may =
            ["solve", "checked"].contains(&room(&name)) || name.ends_with("problem/answer.rs");
        let does =
            ["told_as(", "doubted(", "resting_on("].iter().any(|it| code(&text).contains(it));
        assert!(may || !does, "{name} tells in other words what was checked");
    }
}

#[test]
fn the_tables_have_no_circle_and_no_idle_row() {
    let rooms: Vec<_> = ENGINE_ROOMS.iter().chain(ROOMS).collect();
    for (index, (room, seen)) in rooms.iter().enumerate() {
        for other in *seen {
            let above = rooms[..index].iter().any(|(known, _)| known == other);
            assert!(above, "`{room}` sees `{other}`, which does not stand above it");
        }
        let is_there = ["src", "engine/src"].iter().any(|it| root().join(it).join(room).exists());
        let file = format!("src/{room}.rs");
        let is_file = root().join(&file).exists() || root().join("engine").join(&file).exists();
        let is_seal = *room == "checked" && root().join(SEAL).exists();
        assert!(is_there || is_file || is_seal, "there is no room `{room}`");
    }
}

#[test]
fn files_open_with_their_idea_and_are_short_enough() {
    let mut faults = Vec::new();
    for (name, text) in rust_files() {
        if !text.starts_with("//! ") {
            faults.push(format!("{name}: it does not open with `//!` and its idea"));
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            faults.push(format!("{name}: {lines} lines; divide it by idea"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn nothing_is_left_lying_about() {
    let mut faults = Vec::new();
    for (name, text) in rust_files().into_iter().chain(files(&["grammar"], &["lalrpop"])) {
        for (line, number) in text.lines().zip(1..) {
            for (start, end) in FORBIDDEN {
                let is_found = line.match_indices(start).any(|(at, _)| {
                    let is_word = !line[..at].ends_with(|it: char| it.is_alphanumeric());
                    is_word && line[at + start.len()..].starts_with(end)
                });
                if is_found {
                    faults.push(format!("{name}:{number}: {start}{end}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_dependency_has_a_reason() {
    let manifests = [
        "Cargo.toml",
        "engine/Cargo.toml",
        "engine/tests/Cargo.toml",
        "grammar/Cargo.toml",
        "playground/module/Cargo.toml",
    ];
    let manifests = manifests.map(|it| fs::read_to_string(root().join(it)).unwrap()).concat();
    let mut is_listed = false;
    let mut count = 0;
    for line in manifests.lines().map(str::trim) {
        if line.starts_with('[') {
            is_listed = line.ends_with("dependencies]");
        } else if is_listed && !line.is_empty() && !line.starts_with('#') {
            let reason = line.split_once(" # ").map_or("", |(_, reason)| reason.trim());
            assert!(!reason.is_empty(), "no reason behind `#`: {line}");
            count += 1;
        }
    }
    assert!(count > 5, "the dependencies were found: {count}");
}
