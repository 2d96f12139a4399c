//! The pages of `docs/errors/`: each code has one, its examples do what they claim, and the index
//! `docs/errors.md` follows from them (`UPDATE_DOCS=1 cargo test --test language errors::` rewrites it).
//!
//! A fenced block of a page names a format (`puzzle`, `maze`, `cnf`, `dp`, `dots`, `qcir`, `p`, `drat`, `lrat`) and what
//! it is for: `wrong` shows the code once and no other message, `right` shows none, `file=NAME` is a
//! file that the examples name. The examples themselves are `example.puzzle` and so on; with
//! `escaped`, `\xNN` stands for a byte.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;

use super::diagnose::diagnose;
use puzzle_lang::diagnostic::code::{CHAIN_TOO_LONG, Code, UNVERIFIED};
use puzzle_lang::diagnostic::{Diagnostic, LintLevel, Severity};

/// Codes without examples: hundreds of puzzles are no example; an answer that fails its check is a fault of the program, and no text
/// is known that provokes one.
const WITHOUT_EXAMPLES: [Code; 2] = [CHAIN_TOO_LONG, UNVERIFIED];

/// A fenced block: the words behind its fence, and its lines.
struct Block<'a> {
    format: &'a str,
    roles: Vec<&'a str>,
    text: String,
}

impl Block<'_> {
    fn is(&self, role: &str) -> bool {
        self.roles.contains(&role)
    }

    fn file(&self) -> Option<&str> {
        self.roles.iter().find_map(|role| role.strip_prefix("file="))
    }

    fn bytes(&self) -> Vec<u8> {
        if !self.is("escaped") {
            return self.text.clone().into_bytes();
        }
        let mut parts = self.text.split("\\x");
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            bytes.push(u8::from_str_radix(&part[..2], 16).expect("two hexadecimal digits"));
            bytes.extend(part[2..].bytes());
        }
        bytes
    }
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_open = false;
    for line in page.lines() {
        if let Some(words) = line.strip_prefix("```") {
            is_open = !is_open;
            let mut words = words.split(' ');
            if is_open {
                let format = words.next().unwrap_or_default();
                blocks.push(Block { format, roles: words.collect(), text: String::new() });
            }
        } else if let Some(block) = blocks.last_mut().filter(|_| is_open) {
            block.text += line;
            block.text += "\n";
        }
    }
    assert!(!is_open, "a block has no end:\n{page}");
    blocks
}

/// What is said of an example, remarks excepted.
fn findings(block: &Block<'_>, files: &HashMap<String, Vec<u8>>) -> Vec<Diagnostic> {
    let name = format!("example.{}", block.format);
    let read = |asked: &str| files.get(asked).cloned();
    diagnose(&name, &block.bytes(), &read).into_iter().flat_map(|(_, found)| found).collect()
}

#[test]
fn examples_do_what_they_claim() {
    for code in Code::ALL {
        let blocks = blocks(code.page());
        let files = blocks.iter().filter_map(|it| Some((it.file()?.to_owned(), it.bytes())));
        let files: HashMap<_, _> = files.collect();
        let (mut wrong, mut right) = (0, 0);
        for block in &blocks {
            let found = findings(block, &files);
            let grave: Vec<_> = found
                .iter()
                .filter(|it| it.severity > Severity::Hint || it.code == *code)
                .map(|it| (it.code, it.message.as_str()))
                .collect();
            let shown = format!("{code:?}: {grave:#?}\n{}", block.text);
            if block.is("wrong") {
                assert_eq!(grave.len(), 1, "{shown}");
                assert_eq!(grave[0].0, *code, "{shown}");
                wrong += 1;
            } else if block.is("right") {
                assert!(grave.is_empty(), "{shown}");
                right += 1;
            } else {
                assert!(block.file().is_some(), "{shown}");
            }
        }
        let has_examples = wrong > 0 && right > 0;
        assert_eq!(has_examples, !WITHOUT_EXAMPLES.contains(code), "{code:?}");
    }
}

#[test]
fn fixes_of_the_examples_repair_them() {
    for code in Code::ALL {
        let blocks = blocks(code.page());
        let files = blocks.iter().filter_map(|it| Some((it.file()?.to_owned(), it.bytes())));
        let files: HashMap<_, _> = files.collect();
        for block in blocks.iter().filter(|it| it.is("wrong")) {
            for fix in findings(block, &files).into_iter().flat_map(|it| it.fixes) {
                let text = puzzle_lang::diagnostic::fix::apply(&block.text, &fix.edits);
                let fixed = Block { text, roles: Vec::new(), ..*block };
                let left: Vec<_> = findings(&fixed, &files)
                    .into_iter()
                    .filter(|it| it.severity > Severity::Hint)
                    .map(|it| it.message)
                    .collect();
                assert_eq!(left, [""; 0], "{code:?}, {}:\n{}", fix.title, fixed.text);
            }
        }
    }
}

/// A title and a name are the same words: capitals, blanks and hyphens apart.
fn plain(words: &str) -> String {
    words.to_lowercase().replace([' ', '-'], "")
}

#[test]
fn the_guide_and_the_settings_of_vs_code_list_all_lints() {
    let guide = fs::read_to_string("docs/language.md").unwrap();
    let settings = fs::read_to_string("editors/vscode/package.json").unwrap();
    for lint in Code::ALL.iter().filter(|it| it.is_lint()) {
        let name = lint.name();
        assert!(guide.contains(&format!("| `{name}` |")), "docs/language.md lacks {name}");
        assert!(settings.contains(&format!("\"{name}\"")), "package.json lacks {name}");
    }
}

#[test]
fn pages_have_the_shape_of_pages() {
    for code in Code::ALL {
        let page = code.page();
        let number = code.number();
        assert_eq!(fs::read_to_string(format!("docs/errors/{number}.md")).unwrap(), page);
        assert!(page.starts_with(&format!("# {number}: {}\n\n", code.title())), "{page}");
        assert_eq!(plain(code.title()), plain(code.name()));
        assert!(!summary(*code).is_empty() && page.ends_with('\n'), "{page}");
    }
    let pages = fs::read_dir("docs/errors").unwrap().map(|page| page.unwrap().file_name());
    for page in pages {
        let page = page.to_string_lossy();
        let number = page.trim_end_matches(".md");
        assert!(Code::find(number).is_some_and(|code| code.number() == number), "{page}");
    }
}

/// What a page says first, on one line.
fn summary(code: Code) -> String {
    let paragraph = code.page().split("\n\n").nth(1).unwrap_or_default();
    paragraph.lines().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_index_follows_from_the_pages() {
    let mut index = String::from(
        "# Diagnostics\n\nEach message has a code; `puzzle explain CODE` prints its page. The level of a code that \
         starts with `L`, a lint, can be set by its name: with `allow`, `warn` or `deny` in a file, or \
         with the options of the same names. An error of some files in formats of other programs is only a \
         warning, where its page says so.\n\n| code | name | level | what it says |\n| --- | --- | --- | --- |\n",
    );
    for &code in Code::ALL {
        let level = match code.level() {
            LintLevel::Allow => "allow",
            LintLevel::Hint => "hint",
            LintLevel::Warn => "warning",
            LintLevel::Deny => "error",
        };
        let (number, name) = (code.number(), code.name());
        let said = summary(code).replace('|', "\\|");
        let _ = writeln!(index, "| [{number}](errors/{number}.md) | `{name}` | {level} | {said} |");
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write("docs/errors.md", &index).expect("the index can be written");
    }
    let written = fs::read_to_string("docs/errors.md").unwrap_or_default();
    assert_eq!(written, index, "docs/errors.md is stale: run with UPDATE_DOCS=1");
}
