//! What holds inside a room: which files may lie in circles, and that a type which other files name has its name
//! for itself. `benches/house.py` counts both as this test does.

use std::collections::{BTreeMap, BTreeSet};

use super::{code, files, paths, room};

/// The files in circles, by their folder; `docs/architecture.md` says why they may.
const CIRCLES: [(&str, &str); 5] = [
    ("engine/src/grounding", "diagram number operations totalizer"),
    ("engine/src/planning", "game progress"),
    (
        "src/kinds/sheet",
        "action_errors actions atoms changes definitions drawing_errors errors grid lineage lints lower \
         lower_actions players resolve settle sums symbols tables told understood variables",
    ),
    ("src/lsp", "actor background client jobs state tokens"),
    ("src/repl", "command editing files playing save session settings show"),
];

/// In a browser they take the places of `budget/system.rs`, `disk.rs`, `lsp/pages.rs` and `lsp/system.rs`, so they have
/// the same names.
const ALTERNATIVES: [&str; 4] =
    ["engine/src/budget/host", "src/disk/host", "src/lsp/page_addresses", "src/lsp/host"];

/// The code of both crates but for their roots and tests, by the path of its file without the ending.
fn source() -> BTreeMap<String, String> {
    let roots = ["src/lib.rs", "src/main.rs", "engine/src/lib.rs"];
    let all = files(&["src", "engine/src"], &["rs"]).into_iter();
    all.filter(|(name, _)| !roots.contains(&&**name) && !name.ends_with("/tests.rs"))
        .map(|(name, text)| (name.trim_end_matches(".rs").to_owned(), code(&text)))
        .collect()
}

/// Whether one file lies below the other, or is it.
fn is_in_line(one: &str, other: &str) -> bool {
    let is_above =
        |it: &str, that: &str| that.strip_prefix(it).is_some_and(|it| it.starts_with('/'));
    one == other || is_above(one, other) || is_above(other, one)
}

/// The files of the same room that a file names, but for those above and below it.
fn imports<'s>(own: &str, source: &'s BTreeMap<String, String>) -> BTreeSet<&'s str> {
    let root = if own.starts_with("engine/") { "engine/src" } else { "src" };
    let mut bases = vec![(root, "crate::".to_owned())];
    for (depth, (at, _)) in own[root.len()..].rmatch_indices('/').enumerate() {
        bases.push((&own[..root.len() + at], "super::".repeat(depth + 1)));
    }
    let mut found = BTreeSet::new();
    for (base, prefix) in bases {
        for path in paths(&source[own], &prefix) {
            let mut path = format!("{base}/{}", path.replace("::", "/"));
            while let (false, Some(at)) = (source.contains_key(&path), path.rfind('/')) {
                path.truncate(at);
            }
            found.extend(source.get_key_value(&path).map(|it| it.0.as_str()));
        }
    }
    found.retain(|it| room(it) == room(own) && !is_in_line(it, own));
    found
}

#[test]
fn files_in_circles_are_those_that_have_a_reason() {
    let source = source();
    let arrows: BTreeMap<_, _> = source.keys().map(|it| (&**it, imports(it, &source))).collect();
    let reached = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut open: Vec<_> = arrows[from].iter().copied().collect();
        while let Some(file) = open.pop() {
            if reached.insert(file) {
                open.extend(&arrows[file]);
            }
        }
        reached
    };
    let reached: BTreeMap<_, _> = arrows.keys().map(|it| (*it, reached(it))).collect();
    let circle = |(file, all): (&&str, &BTreeSet<&str>)| -> Vec<String> {
        let both = all.iter().filter(|it| reached[**it].contains(file));
        both.map(|it| (*it).to_owned()).collect()
    };
    let mut circles: BTreeSet<_> = reached.iter().map(circle).collect();
    circles.remove(&Vec::new());
    let expected = CIRCLES.map(|(folder, names)| -> Vec<String> {
        names.split_whitespace().map(|it| format!("{folder}/{it}")).collect()
    });
    let expected = BTreeSet::from(expected);
    let new: Vec<_> = circles.difference(&expected).collect();
    let gone: Vec<_> = expected.difference(&circles).collect();
    assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\nno more: {gone:#?}");
}

/// The types that a file declares, and whether it shows them to others. Those of traits are none.
fn types(code: &str) -> impl Iterator<Item = (&str, bool)> {
    code.lines().filter_map(|line| {
        let (is_shown, rest) = match line.trim_start().strip_prefix("pub") {
            None => (false, line.trim_start()),
            Some(rest) if rest.starts_with('(') => (true, rest.split_once(") ")?.1),
            Some(rest) => (true, rest.strip_prefix(' ')?),
        };
        let (kind, rest) = rest.split_once(' ')?;
        let is_type = ["struct", "enum", "trait", "union"].contains(&kind)
            || kind == "type" && !line.starts_with(' ');
        let end = rest.find(|it: char| !is_of_word(it)).unwrap_or(rest.len());
        is_type.then_some((&rest[..end], is_shown))
    })
}

const fn is_of_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(is_of_word) && !code[at + word.len()..].starts_with(is_of_word)
    })
}

#[test]
fn types_that_other_files_name_have_their_names_for_themselves() {
    let mut source = source();
    ALTERNATIVES.iter().for_each(|it| _ = source.remove(*it).expect("a file"));
    let mut declared: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
    for (file, code) in &source {
        let below = source.range(format!("{file}/")..format!("{file}0"));
        for (name, is_shown) in types(code) {
            let crosses = is_shown || below.clone().any(|it| has_word(it.1, name));
            declared.entry(name).or_default().push((file, crosses));
        }
    }
    assert!(declared.len() > 1000, "the types were found: {}", declared.len());
    declared.retain(|_, places| places.len() > 1 && places.iter().any(|it| it.1));
    let twice: Vec<_> = declared
        .iter()
        .map(|(name, places)| {
            let places: Vec<_> = places.iter().map(|it| it.0).collect();
            format!("`{name}`: {}; let each name say what it is about", places.join(", "))
        })
        .collect();
    assert!(twice.is_empty(), "\n{}", twice.join("\n"));
}
