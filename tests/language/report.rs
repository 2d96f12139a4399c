//! Rendered diagnostics of hostile sources, as people see them.

use std::sync::Arc;

use puzzle_lang::diagnostic::code::{
    DUPLICATE_NAME, MISSING_PARENTHESES, N_ARY_CONNECTIVE, UNCLOSED_BLOCK, UNKNOWN_CHARACTER,
    UNKNOWN_NODE,
};
use puzzle_lang::diagnostic::report::{Style, render};
use puzzle_lang::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use puzzle_lang::text::{Source, Span};

const PLAIN: Style = Style { unicode: true, color: false, width: 80 };
const ASCII: Style = Style { unicode: false, ..PLAIN };

fn draw(diagnostic: &Diagnostic, source: &Source, style: &Style) -> String {
    let mut out = String::new();
    render(diagnostic, source, style, &mut out).unwrap();
    // Nobody sees blanks at the end of a line, and snapshots do not keep the last ones.
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The span of the `nth` occurrence of `needle`, from 0.
fn find(source: &Source, needle: &str, nth: usize) -> Span {
    let (at, _) = source.text().match_indices(needle).nth(nth).unwrap();
    Span::new(at as u32, (at + needle.len()) as u32)
}

fn missing(span: Span) -> Diagnostic {
    let message = "a formula with a connective has parentheses around it";
    Diagnostic::new(MISSING_PARENTHESES, span, message, "parentheses are missing here")
}

fn simple(code: Code, span: Span) -> Diagnostic {
    Diagnostic::new(code, span, "something is wrong", "here")
}

#[test]
fn one_line_with_help_and_two_fixes() {
    let source = Source::new("a.puzzle", "// first\nformula f = x*y\n\nsolve f\n");
    let span = find(&source, "x*y", 0);
    let diagnostic = missing(span)
        .help("put parentheses around the connective and its two operands")
        .fix(Fix::certain("write `(x*y)`", vec![Edit::replace(span, "(x*y)")]))
        .fix(Fix::maybe("write `(x+y)`", vec![Edit::replace(span, "(x+y)")]));
    insta::assert_snapshot!("simple", draw(&diagnostic, &source, &PLAIN));
    insta::assert_snapshot!("simple_ascii", draw(&diagnostic, &source, &ASCII));
    let color = draw(&diagnostic, &source, &Style { color: true, ..PLAIN });
    insta::assert_snapshot!("simple_color", color.replace('\u{1b}', "ESC"));
}

#[test]
fn each_severity() {
    let source = Source::new("a.puzzle", "formula f = (x+y+z)\n");
    let mut diagnostic = simple(N_ARY_CONNECTIVE, find(&source, "x+y+z", 0));
    let mut out = draw(&diagnostic, &source, &PLAIN);
    diagnostic.severity = Severity::Warning;
    out += &draw(&diagnostic, &source, &PLAIN);
    insta::assert_snapshot!(out);
}

#[test]
fn tabs_and_wide_characters() {
    let source = Source::new("謎.puzzle", "formula 真\t= (家∧\t犬*y)\r\n// 終\r\n");
    insta::assert_snapshot!(draw(&missing(find(&source, "犬*y", 0)), &source, &PLAIN));
}

#[test]
fn crlf_and_a_span_over_the_line_ending() {
    let source = Source::new("a.puzzle", "steps 5\r\nSTART -> A\r\nA -> B\r\n");
    let mut out = draw(&simple(UNKNOWN_NODE, find(&source, "A\r\n", 0)), &source, &PLAIN);
    out += &draw(&simple(UNKNOWN_NODE, find(&source, "\r\n", 0)), &source, &PLAIN);
    assert!(!out.contains('\r'));
    insta::assert_snapshot!(out);
}

#[test]
fn control_characters_and_bytes_that_are_not_utf8() {
    let bytes = b"x\0\x1b[31m\x7f \xff\xfe \xe2\x80\xae* \ry\n".to_vec();
    let source = Source::from_bytes("a\u{1b}.puzzle", bytes);
    let mut diagnostic = simple(UNKNOWN_CHARACTER, find(&source, "*", 0));
    diagnostic.message = "what is `\0\u{1b}[2J`".to_owned();
    insta::assert_snapshot!("control", draw(&diagnostic, &source, &PLAIN));
    insta::assert_snapshot!("control_ascii", draw(&diagnostic, &source, &ASCII));
}

#[test]
fn empty_file_and_end_of_file() {
    let empty = Source::new("empty.puzzle", "");
    let mut out = draw(&simple(UNCLOSED_BLOCK, Span::at(0)), &empty, &PLAIN);
    for text in ["maze m {\n    steps 5\n", "maze m {\n    steps 5"] {
        let source = Source::new("a.puzzle", text);
        let end = Span::at(text.len() as u32);
        out += &draw(&simple(UNCLOSED_BLOCK, end), &source, &PLAIN);
    }
    insta::assert_snapshot!(out);
}

#[test]
fn empty_spans() {
    let source = Source::new("a.puzzle", "formula f = (x*)\n\nsolve f\n");
    let mut out = draw(&simple(UNKNOWN_CHARACTER, Span::at(15)), &source, &PLAIN);
    out += &draw(&simple(UNKNOWN_CHARACTER, Span::at(0)), &source, &PLAIN);
    out += &draw(&simple(UNKNOWN_CHARACTER, Span::at(17)), &source, &PLAIN);
    insta::assert_snapshot!(out);
}

#[test]
fn several_labels_near_far_nested_and_elsewhere() {
    let mut text =
        "maze cave {\n    A treasures GOLD -> B C\n    B treasures GOLD -> A\n".to_owned();
    text += &"    X -> Y\n".repeat(30);
    text += "    Z treasures GOLD -> A\n}\n";
    let source = Source::new("cave.puzzle", text);
    let other = Arc::new(Source::new("library.puzzle", "// one\nmaze cave {\n}\n"));
    let name = find(&other, "cave", 0);
    let message = "the treasure `GOLD` has three homes";
    let diagnostic =
        Diagnostic::new(DUPLICATE_NAME, find(&source, "GOLD -> A", 0), message, "a second home")
            .related(find(&source, "GOLD", 0), "its first home")
            .related(find(&source, "GOLD", 1), "the same name")
            .related(find(&source, "GOLD", 2), "a third home")
            .related_in(other, name, "another maze of this name");
    insta::assert_snapshot!(draw(&diagnostic, &source, &PLAIN));
}

#[test]
fn two_labels_in_one_line() {
    let source = Source::new("a.puzzle", "play2win duel after 1 0 1 0\n");
    let diagnostic = simple(UNKNOWN_NODE, find(&source, "1 0 1 0", 0))
        .related(find(&source, "duel", 0), "has three turns");
    insta::assert_snapshot!(draw(&diagnostic, &source, &PLAIN));
}

#[test]
fn spans_of_several_lines() {
    let source = Source::new("a.puzzle", "solve (x\n  *\n  y)\n\nsolve z\n");
    let mut out = draw(&simple(UNCLOSED_BLOCK, Span::new(6, 17)), &source, &PLAIN);
    out += &draw(&simple(UNCLOSED_BLOCK, Span::new(6, 18)), &source, &PLAIN);
    let tall = format!("maze m {{\n{}    }}\n", "    A -> B\n".repeat(1000));
    let tall = Source::new("a.puzzle", tall);
    let whole = Span::new(0, tall.text().len() as u32);
    out += &draw(&simple(UNCLOSED_BLOCK, whole), &tall, &PLAIN);
    insta::assert_snapshot!(out);
}

#[test]
fn long_lines_are_clipped_around_the_labels() {
    let half = "(é+x)*".repeat(1_000_000);
    let source = Source::new("a.puzzle", format!("{half}WRONG*{half}\n(x+y)\n"));
    let wrong = find(&source, "WRONG", 0);
    let mut out = draw(&simple(UNKNOWN_CHARACTER, wrong), &source, &PLAIN);
    out += &draw(&simple(UNKNOWN_CHARACTER, wrong), &source, &ASCII);
    out += &draw(&simple(UNKNOWN_CHARACTER, Span::new(1, 9)), &source, &PLAIN);
    let end = source.line_span(0).end;
    out += &draw(&simple(UNKNOWN_CHARACTER, Span::at(end)), &source, &PLAIN);
    out += &draw(&simple(UNKNOWN_CHARACTER, Span::new(7, end)), &source, &PLAIN);
    out += &draw(&simple(UNKNOWN_CHARACTER, find(&source, "x+y", 0)), &source, &PLAIN);
    let both = simple(UNKNOWN_CHARACTER, wrong).related(Span::new(0, 4), "the first operand");
    out += &draw(&both, &source, &PLAIN);
    insta::assert_snapshot!(out);
}

#[test]
fn long_messages_are_cut_and_narrow_terminals_wrap() {
    let source = Source::new("a.puzzle", "x*y\n");
    let mut diagnostic = missing(Span::new(0, 3)).help("é".repeat(10_000));
    diagnostic.label = "long ".repeat(1_000);
    let out = draw(&diagnostic, &source, &Style { width: 40, ..PLAIN });
    assert!(out.len() < 4_000, "{}", out.len());
    insta::assert_snapshot!(out);
}

#[test]
fn spans_outside_of_the_text_are_moved_into_it() {
    let source = Source::new("a.puzzle", "é");
    for (start, end) in [(0, 99), (1, 1), (50, 60), (1, 99)] {
        let out = draw(&simple(UNKNOWN_CHARACTER, Span::new(start, end)), &source, &PLAIN);
        assert!(out.contains("here"), "{out}");
    }
}

/// Every offset of a text full of traps is drawn, at the line and column of the source.
#[test]
fn every_span_has_its_line_and_column() {
    let line = "\tδ謎\u{0}x ".repeat(40);
    let source = Source::new("t", format!("\u{feff}ab\r\n\n{line}\r\n\r\n {line}"));
    for width in [0, 30, 100] {
        for start in 0..source.text().len() as u32 {
            let span = Span::new(start, start + 1);
            let at = source.line_column(start.min(source.line_span(source.line_of(start)).end));
            let style = Style { width, ..PLAIN };
            let out = draw(&simple(UNKNOWN_CHARACTER, span), &source, &style);
            let place = format!("[t:{}:{}]", at.line, at.column);
            assert!(out.contains(&place), "{place} not in\n{out}");
            assert!(out.contains("here"), "{out}");
        }
    }
}
