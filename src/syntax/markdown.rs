//! Puzzles in Markdown: the fenced blocks whose first word is `puzzle` are one program, and everything
//! around them is prose. Places in it are places in the Markdown, so that all else reads it as any text.

use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// The endings of Markdown; the last one is that of notebooks, which editors show as cells.
const ENDINGS: [&str; 3] = ["md", "markdown", "puzzlebook"];

/// Whether the ending of a file's name tells that it is Markdown.
pub fn is_markdown(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|it| ENDINGS.iter().any(|known| it.eq_ignore_ascii_case(known)))
}

/// A block of a program.
struct PuzzleBlock {
    /// What stands before each of its lines: the blanks before its fence, and the signs of quotations.
    margin: String,
    /// Its lines without their margins.
    lines: Vec<Range<usize>>,
}

fn blocks(text: &str) -> Vec<PuzzleBlock> {
    let mut found: Vec<PuzzleBlock> = Vec::new();
    let mut is_puzzle = false;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                is_puzzle = info
                    .split_whitespace()
                    .next()
                    .is_some_and(|it| it.eq_ignore_ascii_case("puzzle"));
                if is_puzzle {
                    found
                        .push(PuzzleBlock { margin: margin(text, range.start), lines: Vec::new() });
                }
            }
            Event::Text(_) if is_puzzle => found.last_mut().expect("it began").lines.push(range),
            Event::End(TagEnd::CodeBlock) => is_puzzle = false,
            _ => {}
        }
    }
    found
}

/// What stands before the lines of a block that begins at an offset.
fn margin(text: &str, start: usize) -> String {
    let line = &text[start_of_line(text, start)..];
    let before = line.find(['`', '~']).map_or("", |fence| &line[..fence]);
    // The sign of an item stands on its first line only.
    before.chars().map(|it| if it == '>' || it.is_whitespace() { it } else { ' ' }).collect()
}

fn start_of_line(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |at| at + 1)
}

/// The program in a text: the lines of its blocks, and blanks for all else.
pub fn program(text: &str) -> String {
    let mut program: Vec<u8> =
        text.bytes().map(|it| if matches!(it, b'\n' | b'\r') { it } else { b' ' }).collect();
    for range in blocks(text).into_iter().flat_map(|it| it.lines) {
        program[range.clone()].copy_from_slice(&text.as_bytes()[range]);
    }
    String::from_utf8(program).expect("whole characters are replaced")
}

/// The text with each of its blocks rewritten.
pub fn rewritten(text: &str, rewrite: impl Fn(&str) -> String) -> String {
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for PuzzleBlock { margin, lines } in blocks(text) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { continue };
        let block: String = lines.iter().map(|it| &text[it.clone()]).collect();
        result.push_str(&text[done..start_of_line(text, first.start)]);
        for line in rewrite(&block).lines() {
            let margin = if line.is_empty() { margin.trim_end() } else { &margin };
            result.extend([margin, line, "\n"]);
        }
        done = last.end;
    }
    result + &text[done..]
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    /// What a random text is made of.
    const PARTS: [&str; 14] = [
        "```puzzle\n",
        "```\n",
        "~~~ puzzle\n",
        "~~~\n",
        "````puzzle x\r\n",
        "- ",
        "> ",
        "  ",
        "\n",
        "\t",
        "solve ∧ x\n",
        "a",
        "`",
        "1. b\n",
    ];

    const LECTURE: &str = "# One ∧ two\n\n```puzzle\nsolve  (x*y)\n```\n\n- an item\n\n  ```puzzle a.puzzle\n  maze cave {\n\n  steps 1\n  }\n  ```\n\n```rust\nsolve\n```\n";

    #[test]
    fn what_is_no_puzzle_is_blank_and_places_stay() {
        let program = program(LECTURE);
        assert_eq!(program.len(), LECTURE.len());
        let words: Vec<_> = program.split_whitespace().collect();
        assert_eq!(words, ["solve", "(x*y)", "maze", "cave", "{", "steps", "1", "}"]);
        assert_eq!(program.find("steps"), LECTURE.find("steps"));
    }

    #[test]
    fn blocks_are_rewritten_where_they_stand() {
        let told = rewritten(LECTURE, |it| it.replace("  ", " ").replace("steps", "  steps"));
        assert!(told.contains("```puzzle\nsolve (x*y)\n```"), "{told}");
        assert!(told.contains("\n  maze cave {\n\n    steps 1\n  }\n  ```\n"), "{told}");
        assert_eq!(rewritten(LECTURE, str::to_owned), LECTURE);
    }

    #[test]
    fn a_block_without_end_or_lines_is_one() {
        assert_eq!(program("```puzzle\n```\n").trim(), "");
        assert_eq!(program("```puzzle\nsolve x").trim(), "solve x");
        assert_eq!(program("```Puzzle\nsolve x").trim(), "solve x");
        assert_eq!(rewritten("```puzzle\n```\n", |_| String::new()), "```puzzle\n```\n");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn places_stay_in_any_text(parts in vec(select(&PARTS[..]), 0..30)) {
            let text = parts.concat();
            let program = program(&text);
            prop_assert_eq!(program.len(), text.len());
            let lines = |it: &str| it.split('\n').map(str::len).collect::<Vec<_>>();
            prop_assert_eq!(lines(&program), lines(&text));
            // A part of a tab may belong to a line, and cannot be written again.
            if text.contains('\t') {
                return Ok(());
            }
            let once = rewritten(&text, str::to_owned);
            prop_assert_eq!(&rewritten(&once, str::to_owned), &once);
            // What stands before the lines of a block within a list or a quotation is no part of it.
            let words = |it: &str| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(words(&super::program(&once)), words(&program));
        }
    }

    #[test]
    fn endings_tell_markdown() {
        assert!(["a.md", "B.MD", "c/d.markdown", "e.puzzlebook"].into_iter().all(is_markdown));
        assert!(!["a.puzzle", "md", "a.md.puzzle"].into_iter().any(is_markdown));
    }
}
