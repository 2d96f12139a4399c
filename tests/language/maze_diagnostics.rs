//! Each mistake in a maze has one message, with the right code at the right place.

use puzzle_lang::diagnostic::{Diagnostic, fix};
use puzzle_lang::interchange::maze_text;
use puzzle_lang::kinds::maze::check::check;
use puzzle_lang::syntax::ast;
use puzzle_lang::text::{Source, Span};

/// A sound maze in the text format, to be spoilt in one place.
const SOUND: &str = "\
START ROOM DOOR GOAL
GOLD RUBY
5
START TREASURES TOLLS NEXT ROOM
ROOM TREASURES GOLD RUBY TOLLS NEXT DOOR START
DOOR TREASURES TOLLS GOLD NEXT GOAL
GOAL TREASURES TOLLS NEXT
";

fn of_text(text: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if let Some(tree) = maze_text::parse(text, &mut diagnostics) {
        check(&tree, text, Span::at(0), &mut diagnostics);
    }
    diagnostics
}

/// The tree of a block whose lines are `steps K`, `NAME treasures … tolls … -> …` or, broken,
/// `NAME ?`.
fn tree(text: &str) -> ast::MazeBlock {
    let mut maze = ast::MazeBlock::default();
    for line in text.lines() {
        let mut node = ast::MazeNode {
            name: Span::default(),
            treasures: Vec::new(),
            tolls: Vec::new(),
            next: Vec::new(),
            is_broken: false,
        };
        let mut part = "";
        for word in line.split_whitespace() {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let span = Span::new(start as u32, (start + word.len()) as u32);
            match (part, word) {
                (_, "steps" | "treasures" | "tolls" | "->") => part = word,
                (_, "?") => node.is_broken = true,
                ("steps", _) => maze.steps = Some(span),
                ("treasures", _) => node.treasures.push(span),
                ("tolls", _) => node.tolls.push(span),
                ("->", _) => node.next.push(span),
                _ => node.name = span,
            }
        }
        if part != "steps" {
            maze.nodes.push(node);
        }
    }
    maze
}

fn of_block(text: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let (maze, _) = check(&tree(text), text, Span::at(0), &mut diagnostics);
    let has_error = diagnostics.iter().any(|it| it.code.number().starts_with('E'));
    assert_eq!(maze.is_none(), has_error || text.contains('?'));
    diagnostics
}

/// Code, line, column and text of each place, and the further places' lines.
fn shown(text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let source = Source::new("maze", text);
    let show = |it: &Diagnostic| {
        let at = source.line_column(it.span.start);
        let mut shown = format!("{} {}:{}", it.code.number(), at.line, at.column);
        if !it.span.is_empty() {
            shown += &format!(" {}", source.slice(it.span));
        }
        for related in &it.related {
            shown += &format!(" <{}", source.line_of(related.span.start) + 1);
        }
        shown
    };
    diagnostics.iter().map(show).collect()
}

#[track_caller]
fn text_case(from: &str, to: &str, expected: &[&str]) {
    assert!(SOUND.contains(from), "{from}");
    let text = SOUND.replacen(from, to, 1);
    let found = of_text(&text);
    assert_eq!(shown(&text, &found), expected, "{found:#?}\n{text}");
}

/// As [`text_case`], and the first fix gives a maze without any message.
#[track_caller]
fn fixed_text_case(from: &str, to: &str, expected: &[&str]) {
    text_case(from, to, expected);
    let text = SOUND.replacen(from, to, 1);
    let fixed = fix::apply(&text, &of_text(&text)[0].fixes[0].edits);
    assert_eq!(shown(&fixed, &of_text(&fixed)), [""; 0], "{fixed}");
}

#[track_caller]
fn block_case(text: &str, expected: &[&str]) {
    let found = of_block(text);
    assert_eq!(shown(text, &found), expected, "{found:#?}");
}

#[test]
fn sound_mazes_have_no_message() {
    assert_eq!(of_text(SOUND), []);
    for text in [
        SOUND.replace('\n', "\r\n"),
        format!("\u{feff}{SOUND}"),
        SOUND.replace(' ', "\t  "),
        SOUND.replace("\nDOOR", "\n\n \t\nDOOR"),
        SOUND.trim_end().to_owned(),
        SOUND.replace("\n5\n", "\n 007 \n"),
        "START GOAL\n\n0\nSTART TREASURES TOLLS NEXT GOAL GOAL\nGOAL TREASURES TOLLS NEXT GOAL\n"
            .to_owned(),
    ] {
        assert_eq!(of_text(&text), [], "{text:?}");
    }
    block_case("steps 3\nSTART -> A\nA treasures T -> A B\nB tolls T -> GOAL\nGOAL", &[]);
}

#[test]
fn unknown_nodes() {
    fixed_text_case("NEXT DOOR START", "NEXT DOOOR START", &["E0501 5:37 DOOOR"]);
    text_case("NEXT DOOR START", "NEXT DOOR START CAVE", &["E0501 5:48 CAVE"]);
    block_case(
        "steps 3\nSTART -> Hall\nGOAL -> Hall hall",
        &["E0501 2:10 Hall <3", "E0501 3:14 hall"],
    );
    block_case("steps 3\nSTART -> start\nGOAL", &["E0501 2:10 start"]);
}

#[test]
fn duplicate_nodes() {
    fixed_text_case("DOOR GOAL\n", "DOOR GOAL DOOR\n", &["E0502 1:22 DOOR <1"]);
    text_case(
        "GOAL TREASURES",
        "ROOM TREASURES GOLD TOLLS NEXT\nGOAL TREASURES",
        &["E0502 7:1 ROOM <5"],
    );
    block_case("steps 3\nSTART -> A\nGOAL\nSTART -> GOAL", &["E0501 2:10 A", "E0502 4:1 START <2"]);
}

#[test]
fn undeclared_treasures() {
    fixed_text_case("TOLLS GOLD", "TOLLS GOLDD", &["E0503 6:22 GOLDD"]);
    fixed_text_case("TREASURES GOLD RUBY", "TREASURES GLOD RUBY", &["E0503 5:16 GLOD"]);
    fixed_text_case("TREASURES GOLD RUBY", "TREASURES GOLD RUBY WAND", &["E0503 5:26 WAND"]);
    text_case("GOLD RUBY\n", "RUBY\n", &["E0503 5:16 GOLD <6"]);
}

#[test]
fn treasures_with_two_homes() {
    text_case("DOOR TREASURES", "DOOR TREASURES RUBY", &["E0504 6:16 RUBY <5"]);
    block_case(
        "steps 3\nSTART -> A\nA treasures T -> B\nB treasures T -> GOAL\nGOAL",
        &["E0504 4:13 T <3"],
    );
}

#[test]
fn lines_and_list_that_differ() {
    text_case("ROOM DOOR GOAL\n", "ROOM DOOR GOAL CAVE\n", &["E0505 1:22 CAVE"]);
    fixed_text_case("ROOM DOOR GOAL\n", "ROOM GOAL\n", &["E0506 6:1 DOOR"]);
    fixed_text_case("DOOR TREASURES", "DOORS TREASURES", &["E0506 6:1 DOORS <1"]);
    fixed_text_case("START ROOM", "STRAT ROOM", &["E0506 4:1 START <1"]);
    text_case("ROOM DOOR", "CELL DOOR", &["E0505 1:7 CELL", "E0506 5:1 ROOM"]);
}

#[test]
fn steps() {
    for word in ["five", "-1", "5.0", "+5", "5x"] {
        text_case("\n5\n", &format!("\n{word}\n"), &[&format!("E0507 3:1 {word}")]);
    }
    text_case("\n5\n", "\nmany steps\n", &["E0507 3:1 many steps"]);
    block_case("steps x\nSTART -> GOAL\nGOAL", &["E0507 1:7 x"]);
    block_case("START -> GOAL\nGOAL", &["E0109 1:1"]);
    block_case("steps 1000000000000000000000000000000\nSTART -> GOAL\nGOAL", &[]);
}

#[test]
fn missing_ends() {
    block_case("steps 1\nSTART", &["E0508 1:1"]);
    block_case("steps 1", &["E0508 1:1", "E0508 1:1"]);
    let text = "steps 1\nStart -> A\nA -> Start GOAL\nGOAL";
    block_case(text, &["E0508 2:1 Start"]);
    let fixed = fix::apply(text, &of_block(text)[0].fixes[0].edits);
    assert_eq!(of_block(&fixed), []);
    let text = "START\n\n5\nSTART TREASURES TOLLS NEXT GOAL\n";
    assert_eq!(shown(text, &of_text(text)), ["E0508 1:1 START"]);
}

#[test]
fn burdened_ends() {
    text_case("START TREASURES", "START TREASURES GOLD RUBY", &["E0509 4:17 GOLD RUBY"]);
    text_case(
        "GOAL TREASURES TOLLS",
        "GOAL TREASURES WAND TOLLS GOLD",
        &["E0509 7:16 WAND", "E0509 7:27 GOLD"],
    );
    block_case("steps 1\nSTART treasures T -> A\nA tolls T -> GOAL\nGOAL", &["E0509 2:17 T"]);
}

#[test]
fn treasures_named_twice() {
    fixed_text_case("GOLD RUBY\n", "GOLD RUBY GOLD\n", &["E0511 2:11 GOLD <2"]);
    fixed_text_case("GOLD RUBY TOLLS", "GOLD RUBY GOLD TOLLS", &["E0511 5:26 GOLD <5"]);
    fixed_text_case("TOLLS GOLD", "TOLLS GOLD GOLD", &["E0511 6:27 GOLD <6"]);
}

#[test]
fn lints() {
    fixed_text_case("GOLD RUBY\n", "GOLD RUBY WAND\n", &["L0502 2:11 WAND"]);
    text_case("TREASURES GOLD RUBY", "TREASURES RUBY", &["L0501 6:22 GOLD <2"]);
    text_case(
        "DOOR TREASURES TOLLS",
        "DOOR TREASURES TOLLS GOLD RUBY NEXT GOAL\nX TREASURES GOLD TOLLS",
        &["E0506 7:1 X", "E0504 7:13 GOLD <5"],
    );
    block_case("steps 3\nSTART -> A\nA treasures T tolls T -> GOAL\nGOAL", &["L0503 3:21 T <3"]);
    block_case("steps 3\nSTART -> A\nA treasures T B\nB -> GOAL\nGOAL", &["L0504 3:15 B <4"]);
    block_case("steps 3\nSTART -> A\nA treasures B -> B\nB -> GOAL\nGOAL", &[]);
    let text =
        "steps 3\nSTART -> A B\nA treasures GOLD -> A\nB tolls GLOD -> GOAL\nGOAL\nC tolls GLOD";
    block_case(text, &["L0501 4:9 GLOD <6"]);
    let fixed = fix::apply(text, &of_block(text)[0].fixes[0].edits);
    assert_eq!(of_block(&fixed), []);
}

#[test]
fn nothing_is_concluded_from_broken_lines() {
    block_case("steps 3\nSTART -> A\nA ?\nGOAL tolls X", &["E0509 4:12 X"]);
    block_case("steps 3\nSTART -> A B\nA ?\nB tolls GOLD -> A\nGOAL", &[]);
    block_case("A -> B\n?", &[]);
    text_case("ROOM TREASURES", "ROOM TREASURE", &["E0510 5:6 TREASURE"]);
    text_case("ROOM TREASURES", "TREASURES", &["E0510 5:1 TREASURES"]);
}

#[test]
fn malformed_lines() {
    fixed_text_case("DOOR TREASURES TOLLS", "DOOR TOLLS", &["E0510 6:5"]);
    fixed_text_case("START TREASURES TOLLS NEXT", "START TREASURES NEXT", &["E0510 4:17"]);
    fixed_text_case("TOLLS GOLD NEXT GOAL", "TOLLS GOLD GOAL", &["E0510 6:27"]);
    fixed_text_case("GOAL TREASURES TOLLS NEXT", "GOAL TREASURES TOLLS", &["E0510 7:21"]);
    fixed_text_case("DOOR TREASURES TOLLS", "DOOR treasures TOLLS", &["E0510 6:6 treasures"]);
    fixed_text_case("TOLLS GOLD", "TOLL GOLD", &["E0510 6:16 TOLL"]);
    text_case("START TREASURES TOLLS NEXT ROOM", "START ROOM", &["E0510 4:6"]);
    text_case("TOLLS GOLD NEXT GOAL", "NEXT GOAL TOLLS GOLD", &["E0510 6:26 TOLLS <6"]);
    text_case("TOLLS GOLD", "TOLLS GOLD TOLLS", &["E0510 6:27 TOLLS <6"]);
    text_case("DOOR TREASURES", "DOOR A B TREASURES", &["E0510 6:6 A B"]);
    text_case("\n5\n", "\n5 steps\n", &["E0510 3:3 steps"]);
    text_case("\n5\n", "\n\n", &["E0510 3:1"]);
    text_case("GOLD RUBY\n5\n", "GOLD RUBY\n", &["E0510 3:1 START TREASURES TOLLS NEXT ROOM"]);
    text_case("GOLD RUBY\n5\n", "", &["E0510 2:1 START TREASURES TOLLS NEXT ROOM"]);
    text_case(
        "START ROOM DOOR GOAL\nGOLD RUBY\n5\n",
        "",
        &["E0510 1:1 START TREASURES TOLLS NEXT ROOM"],
    );
    text_case("START ROOM DOOR GOAL\n", "\n", &["E0510 1:1"]);
    text_case("DOOR GOAL\n", "DOOR GOAL NEXT\n", &["E0510 1:22 NEXT"]);
    let forgotten = "START GOAL\n5\nSTART TREASURES TOLLS NEXT GOAL\nGOAL TREASURES TOLLS NEXT\n";
    let found = of_text(forgotten);
    assert_eq!(shown(forgotten, &found), ["E0510 2:1 5"]);
    assert_eq!(of_text(&fix::apply(forgotten, &found[0].fixes[0].edits)), []);
    for text in ["", "\n \n", "\u{feff}", "START GOAL", "START GOAL\n5\n"] {
        let found = of_text(text);
        assert_eq!(
            found.iter().map(|it| it.code.number()).collect::<Vec<_>>(),
            ["E0510"],
            "{text:?}"
        );
    }
}

#[test]
fn twenty_mistakes_have_twenty_messages() {
    let mut text = String::from("steps 5\nSTART -> Room0\nGOAL\n");
    (0..20).for_each(|i| text += &format!("Room{i} -> Nowhere{i}\n"));
    let found = of_block(&text);
    let lines: Vec<u32> =
        found.iter().map(|it| Source::new("", text.as_str()).line_of(it.span.start)).collect();
    assert_eq!(lines, (3..23).collect::<Vec<_>>());
}
