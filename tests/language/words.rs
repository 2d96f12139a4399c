//! The table of words in `docs/language.md`: what each means follows from the tables of `syntax::keyword`, and what
//! cannot be called so is found by calling it so (`UPDATE_DOCS=1 cargo test --test language words::` rewrites it).

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use super::diagnose::diagnose;
use puzzle_lang::diagnostic::{Diagnostic, Severity};
use puzzle_lang::syntax::keyword::{KEYWORDS, Keyword, PARTS, SENTENCE_WORDS, SHEET_WORDS};
use puzzle_lang::syntax::terminal::FOREIGN_CONNECTIVES;

/// Where the table stands.
const GUIDE: &str = "docs/language.md";

/// What a word may be the name of, with a program in which `NAME` is called so: declared, and used.
const DECLARATIONS: [(&str, &str); 6] = [
    ("formula", "formula NAME = (a+b)\nvalid (NAME+c)\nsolve NAME by dpll\n"),
    (
        "game",
        "game NAME: subtract-square {\n    value 6\n}\nsolve NAME by memo\nplay2win NAME after 1\n",
    ),
    ("clauses", "clauses NAME {\n    p -q\n}\nsolve NAME\ncount NAME\n"),
    (
        "maze",
        "maze NAME {\n    steps 2\n    START -> GOAL\n    GOAL\n}\nsolve NAME by sat\nshortest NAME\n",
    ),
    (
        "theory",
        "theory NAME {\n    sort S = a, b\n    predicate P(S)\n    P(a)\n}\nprove NAME: P(b)\nwhy NAME: P(b)\n",
    ),
    (
        "puzzle",
        "puzzle NAME {\n    constant v: 1..3\n    v > 2\n}\nsolve NAME all\nsmallest NAME: v\n",
    ),
];
const OF_BLOCKS: [(&str, &str); 3] = [
    ("atom", "clauses c {\n    NAME -q\n    -NAME q\n    q\n}\n"),
    (
        "node",
        "maze m {\n    steps 5\n    START -> NAME\n    NAME treasures T -> lamp GOAL NAME\n    lamp tolls T -> GOAL\n    GOAL\n}\n",
    ),
    (
        "treasure",
        "maze m {\n    steps 5\n    START -> lamp door\n    lamp treasures NAME T -> door\n    door tolls T NAME -> GOAL\n    GOAL\n}\n",
    ),
];
const OF_THEORIES: [(&str, &str); 6] = [
    ("sort", "theory t {\n    sort NAME = a, b\n    predicate P(NAME)\n    all x: NAME. P(x)\n}\n"),
    (
        "thing",
        "theory t {\n    sort S = NAME, b\n    predicate P(S)\n    P(b) or not P(NAME) and NAME != b\n}\nprove t: P(NAME) and not P(b)\n",
    ),
    (
        "predicate",
        "theory t {\n    sort S = a, b\n    predicate NAME(S)\n    NAME(a) -> not NAME(b)\n    some x: S. NAME(x)\n}\nprove t: NAME(a) or NAME(b)\n",
    ),
    (
        "proposition",
        "theory t {\n    predicate NAME, q\n    NAME and q or not NAME\n    q -> NAME\n}\nprove t: NAME\n",
    ),
    (
        "function",
        "theory t {\n    sort S = a, b\n    function NAME(S): S\n    NAME(a) = b and b = NAME(NAME(b))\n}\n",
    ),
    (
        "constant",
        "theory t {\n    sort S = a, b\n    predicate P(S)\n    constant NAME: S\n    NAME = a or P(NAME)\n}\nprove t: NAME = a\n",
    ),
];
const OF_PUZZLES: [(&str, &str); 6] = [
    (
        "sort",
        "puzzle p {\n    sort NAME = 1..3\n    function f(NAME): NAME\n    all x: NAME. f(x) = x\n}\n",
    ),
    (
        "predicate",
        "puzzle p {\n    sort S = 1..3\n    predicate NAME(S)\n    NAME(1) -> not NAME(2)\n    count(x: S where NAME(x)) = 1\n}\n",
    ),
    (
        "function",
        "puzzle p {\n    sort S = 1..3\n    function NAME(S): S\n    NAME(1) + 1 = NAME(2) and 2 > NAME(1)\n    sum(NAME(x) for x: S) > 3\n}\n",
    ),
    (
        "constant",
        "puzzle p {\n    constant NAME, v: 1..3\n    NAME + v = 3\n    NAME < 2 or v = NAME\n}\nsmallest p: NAME + v\n",
    ),
    (
        "definition",
        "puzzle p {\n    constant v: 1..3\n    define NAME: v > 1\n    NAME and v < 3\n    not NAME or NAME\n}\n",
    ),
    (
        "action",
        "puzzle p {\n    constant v: 1..3\n    start v = 1\n    goal v = 3\n    action NAME when v < 3 then v becomes v + 1\n}\n",
    ),
];

/// What a word is in the program: what is wrong with it, errors only.
fn faults(program: &str, word: &str) -> Vec<Diagnostic> {
    let text = program.replace("NAME", word);
    let found = diagnose("words.puzzle", text.as_bytes(), &|_| None);
    found.into_iter().flat_map(|it| it.1).filter(|it| it.severity == Severity::Error).collect()
}

/// Which of these nothing of that name can be.
fn refused(roles: &[(&'static str, &str)], word: &str) -> Vec<&'static str> {
    let refuses = |it: &&(&'static str, &str)| !faults(it.1, word).is_empty();
    roles.iter().filter(refuses).map(|it| it.0).collect()
}

/// Every word that has a meaning somewhere.
fn words() -> BTreeSet<String> {
    let tables = KEYWORDS.iter().chain(&PARTS).chain(&SENTENCE_WORDS).chain(&SHEET_WORDS);
    let is_word = |it: &&str| it.chars().all(|it| it.is_ascii_alphanumeric());
    let listed =
        tables.map(|it| it.word).filter(is_word).chain(FOREIGN_CONNECTIVES.iter().copied());
    // Those that only the grammar has, such as `least`.
    let grammar = fs::read_to_string("grammar/puzzle.lalrpop").unwrap();
    let terminals = grammar.lines().filter_map(|line| {
        let (word, name) = line.trim().strip_prefix('"')?.split_once("\" => Terminal::")?;
        let is_its_own = name.trim_end_matches(',').to_lowercase() == word;
        is_its_own.then(|| word.to_owned())
    });
    let placeholders = ["text", "number"];
    let terminals = terminals.filter(|it| !placeholders.contains(&it.as_str()));
    // Those that are numbers or names to the grammar.
    let others = ["here", "one"].map(str::to_owned);
    listed.map(str::to_owned).chain(terminals).chain(others).collect()
}

/// What a word is for, and where.
fn meanings(word: &str) -> String {
    let places: [(&str, &[Keyword]); 4] = [
        ("starts an item", &KEYWORDS),
        ("further on in a line", &PARTS),
        ("theories", &SENTENCE_WORDS),
        ("puzzles", &SHEET_WORDS),
    ];
    let mut found = Vec::new();
    for (place, table) in places {
        let own = table.iter().find(|it| it.word == word);
        let has_word = |it: &&Keyword| {
            let mut words = it.usage.split(' ');
            words.any(|it| it == word) || it.summary.contains(&format!("{word}`"))
        };
        let inside = || table.iter().find(|it| has_word(it) && is_of_grammar_alone(word));
        if let Some(keyword) = own.or_else(inside) {
            found.push(format!("{place}: `{}`", keyword.usage));
        }
    }
    if FOREIGN_CONNECTIVES.contains(&word) {
        found.push("a connective of other notations".to_owned());
    }
    found.join("; ")
}

/// Whether a word has no line of its own in the tables.
fn is_of_grammar_alone(word: &str) -> bool {
    let mut tables = KEYWORDS.iter().chain(&PARTS).chain(&SENTENCE_WORDS).chain(&SHEET_WORDS);
    !tables.any(|it| it.word == word)
}

/// What cannot be called so.
fn reserved_for(word: &str) -> String {
    let mut parts = Vec::new();
    let groups: [(&str, &[(&str, &str)]); 4] = [
        ("declarations", &DECLARATIONS),
        ("of clauses and mazes", &OF_BLOCKS),
        ("of theories", &OF_THEORIES),
        ("of puzzles", &OF_PUZZLES),
    ];
    for (group, roles) in groups {
        let refused = refused(roles, word);
        match (group, refused.len()) {
            (_, 0) => {}
            ("declarations", some) if some == roles.len() => parts.push("declarations".to_owned()),
            ("declarations", _) => parts.push(refused.join(", ")),
            (_, some) if some == roles.len() => parts.push(format!("anything {group}")),
            ("of clauses and mazes", _) => parts.push(refused.join(", ")),
            _ => parts.push(format!("{} {group}", refused.join(", "))),
        }
    }
    if parts.is_empty() { "–".to_owned() } else { parts.join("; ") }
}

#[test]
fn an_ordinary_word_names_everything() {
    for (what, program) in
        DECLARATIONS.iter().chain(&OF_BLOCKS).chain(&OF_THEORIES).chain(&OF_PUZZLES)
    {
        let faults: Vec<_> = faults(program, "ordinary").into_iter().map(|it| it.message).collect();
        assert_eq!(faults, [""; 0], "a {what}");
    }
}

#[test]
fn the_table_of_words_is_that_of_the_language() {
    let mut table =
        String::from("| word | means something | is no name of |\n| --- | --- | --- |\n");
    for word in words() {
        let meaning = meanings(&word).replace('|', "\\|");
        writeln!(table, "| `{word}` | {meaning} | {} |", reserved_for(&word)).unwrap();
    }
    let guide = fs::read_to_string(GUIDE).unwrap();
    let start = guide.find("| word | means something |").expect("the table");
    let end = start + guide[start..].find("\n\n").expect("its end") + 1;
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(GUIDE, format!("{}{table}{}", &guide[..start], &guide[end..])).unwrap();
    } else {
        assert_eq!(table, guide[start..end], "UPDATE_DOCS=1 writes it");
    }
}
