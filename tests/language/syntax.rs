//! Properties of parser and formatter on random files, right and broken.

use super::syntax_files::{broken_text, valid_text};
use super::syntax_meaning::{comments, meaning};
use proptest::prelude::*;
use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::diagnostic::{Code, Diagnostic};
use puzzle_lang::syntax::ast::{ItemKind, Op};
use puzzle_lang::syntax::format::format;
use puzzle_lang::syntax::{parse, parse_formula};
use puzzle_lang::text::{Source, Span};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<Code> {
    diagnostics.iter().map(|it| it.code).collect()
}

/// All that must hold of any text.
fn check_format(text: &str) -> Result<(), TestCaseError> {
    let once = format(text);
    prop_assert_eq!(&format(&once), &once, "formatting twice equals once");
    let (before, after) = (parse(text), parse(&once));
    prop_assert_eq!(meaning(&once, &after), meaning(text, &before), "in\n{}", once);
    prop_assert_eq!(comments(&once), comments(text), "in\n{}", once);
    prop_assert_eq!(codes(&after.diagnostics), codes(&before.diagnostics), "in\n{}", once);
    prop_assert!(once.is_empty() || once.ends_with('\n') && !once.ends_with("\n\n"));
    check_spans(text)
}

/// Spans are in the text, on its characters and in order.
fn check_spans(text: &str) -> Result<(), TestCaseError> {
    let check = |span: Span| {
        prop_assert!(text.get(span.range()).is_some(), "{:?}", span);
        Ok(())
    };
    let parsed = parse(text);
    let mut end = 0;
    for item in &parsed.tree.items {
        check(item.span)?;
        // The variables of a line have one span.
        let is_same = matches!(item.kind, ItemKind::Variable { .. }) && end == item.span.end;
        prop_assert!(end <= item.span.start || is_same, "items are in order");
        end = item.span.end;
    }
    for node in &parsed.tree.nodes {
        check(node.span)?;
    }
    for diagnostic in &parsed.diagnostics {
        check(diagnostic.span)?;
        for related in &diagnostic.related {
            check(related.span)?;
        }
        for fix in &diagnostic.fixes {
            let mut end = 0;
            for edit in &fix.edits {
                check(edit.span)?;
                prop_assert!(end <= edit.span.start, "edits are in order");
                end = edit.span.end;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn valid_files_parse_and_keep_their_meaning(text in valid_text()) {
        prop_assert_eq!(parse(&text).diagnostics, [], "of\n{}", text);
        check_format(&text)?;
    }

    #[test]
    fn broken_files_keep_theirs(text in broken_text()) {
        check_format(&text)?;
    }

    #[test]
    fn any_text(text in any::<String>()) {
        check_format(&text)?;
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        check_format(Source::from_bytes("", bytes).text())?;
    }

    #[test]
    fn any_text_of_the_alphabet(
        text in "([ \t\r\n(){}*+=>:,x1\"/§\u{feff}-]|solve |game |maze |ab|\n\"\"\"|formula ab = ){0,40}",
    ) {
        check_format(&text)?;
    }
}

/// A formula as its definition has it, by trying everything. Letters that are not a variable are
/// operands when `has_names`, and stand directly before the formulas that they are given, if any.
fn is_formula(text: &str, has_names: bool) -> bool {
    let text = text.trim();
    if let Some(operand) = text.strip_prefix('-') {
        return is_formula(operand, has_names);
    }
    if let Some(operands) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return ['*', '+'].iter().any(|&sign| is_sequence(operands, sign, has_names));
    }
    let is_word = |it: &str| !it.is_empty() && it.chars().all(char::is_alphabetic);
    let is_variable = |it: &str| it.len() == 1 && it.chars().all(char::is_lowercase);
    if let Some((name, given)) = text.strip_suffix(')').and_then(|it| it.split_once('(')) {
        let is_name = is_word(name) && !is_variable(name);
        return has_names && is_name && (is_formula(given, true) || is_sequence(given, ',', true));
    }
    is_word(text) && (has_names || is_variable(text))
}

/// Two or more formulas with `sign` between them.
fn is_sequence(text: &str, sign: char, has_names: bool) -> bool {
    text.match_indices(sign).any(|(at, _)| {
        let (first, rest) = (&text[..at], &text[at + 1..]);
        is_formula(first, has_names)
            && (is_formula(rest, has_names) || is_sequence(rest, sign, has_names))
    })
}

/// No formula of a file is wrong once a fix of one has been applied.
fn fixes_give_formulas(text: &str) -> Result<(), TestCaseError> {
    for diagnostic in parse(text).diagnostics.iter().filter(|it| is_of_formulas(it)) {
        for fix in &diagnostic.fixes {
            let fixed = apply(text, &fix.edits);
            let left = parse(&fixed).diagnostics;
            let is_mended = !left.iter().any(is_of_formulas);
            prop_assert!(is_mended, "{}\n{:#?}\n{}\n{:#?}", text, diagnostic, fixed, left);
        }
    }
    Ok(())
}

#[test]
fn fixes_of_two_faults_heed_what_stands_behind_the_formula() {
    fixes_give_formulas("solve ( not x) xx => satisfiable").unwrap();
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn formulas_are_what_the_definition_says(
        text in prop_oneof![
            "[xyX()*+, -]{0,9}",
            // Likelier to be one.
            "-?\\((x|-y|X|\\(x[*+] ?y\\)|xy|[xX]y?\\((x|-X),? ?y?\\))[*+](x|\\(-y\\)|\\(x[*+]y[*+]z\\))[*+]?z?\\)",
        ],
    ) {
        let parsed = parse_formula(&text);
        prop_assert_eq!(parsed.is_ok(), is_formula(&text, true));
        let is_strict = parsed.is_ok_and(|(tree, _)| tree.nodes.iter().all(|it| !matches!(it.op, Op::Name | Op::Apply(_))));
        prop_assert_eq!(is_strict, is_formula(&text, false));
    }

    #[test]
    fn fixes_of_formulas_give_formulas(
        text in prop_oneof![
            "[xyX()*+ -]{0,9}",
            "\\(?[!~-]?[xyz1]?( ?(&&|\\*|\\+|->|<->| and | or | xor |\\|\\|)?\\(?-?( not )?[xyz]\\)?){0,4}\\)?",
        ],
        file in prop_oneof![
            Just(("formula ab = ", "\nsolve ab\n")),
            Just(("game ab: formula {\nformula ", "\nturns E\n}\n")),
            Just(("solve ", " => satisfiable")),
        ],
    ) {
        fixes_give_formulas(&format!("{}{text}{}", file.0, file.1))?;
    }
}

fn is_of_formulas(diagnostic: &Diagnostic) -> bool {
    diagnostic.code.number().starts_with("E02")
}

/// Upper-case variables are names to the parser; what they are is found out with all names.
#[test]
#[expect(clippy::too_many_lines, reason = "a text")]
fn twenty_mistakes_give_twenty_messages() {
    let text = r#"formula good1 = (x+y)
formula bad1 = x*y               // E0202
formula bad2 = -(x)              // E0203
formula bad3 = (x+(y)*z)         // E0204
formula bad4 = ((x+y)            // E0204
formula good2 = -good1
formula bad5 = (x+)              // E0205
formula bad6 = (x)(y)            // E0206
formula bad7 = (x+y*z)           // E0207
formula bad8 = ()                // E0208
formula bad9 = (x&&y)            // E0209
formula bad10 = !x               // E0209
formula bad11 = (x->y)           // E0209
formula bad12 = (x and y)        // E0209
formula bad13 = (x+y§z)          // E0002
formula good4 = (x*z)
solve (good1*good2) => satisfiable
game duel: formula {
    formula (x^y)                // E0209
    turns EE
}
clauses tiny {
    1 -2
    3 - - 4                      // E0401
    -1
}
maze cave {
    START -> GOAL
    A => START                   // E0004
    GOAL
}
fromula good3 = x                // E0007
import "library.puzzle           // E0003
}                                // E0006
formula n = x                    // E0103
draw good2
"#;
    let expected: Vec<_> = (1..)
        .zip(text.lines())
        .filter_map(|(line, text)| text.split_once("// ").map(|(_, code)| (line, code)))
        .collect();
    assert_eq!(expected.len(), 20);
    let parsed = parse(text);
    let source = Source::new("", text);
    let mut found: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|it| (source.line_column(it.span.start).line, it.code.number()))
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected);

    let says = meaning(text, &parsed);
    for line in [
        r#"formula good1 ["x", "y", "+2"] false"#,
        r#"formula good2 ["good1", "-"] false"#,
        r#"solve ["good1", "good2", "*2"] false None None None [] Some("satisfiable")"#,
        "- turns = EE",
        r#"- [(false, "1"), (true, "2")]"#,
        r#"- [(true, "1")]"#,
        r#"- START [[], [], ["GOAL"]] false"#,
        "- GOAL [[], [], []] false",
        r#"formula good3 ["x"] false"#,
        r#"draw ["good2"] false None None None [] None"#,
    ] {
        assert!(says.contains(&line.to_owned()), "{line}\n{says:#?}");
    }
}

#[test]
fn nothing_is_too_deep_or_too_long() {
    // Enough for any recursion to leave the stack of a test.
    const DEEP: usize = 50_000;
    let nested = format!("{}x{}", "(".repeat(DEEP), "*x)".repeat(DEEP));
    let sound = [
        format!("formula deep = {nested}\n"),
        format!("formula deep = {}x\n", "-".repeat(DEEP)),
        format!("formula wide = (x{})\n", "+x".repeat(5 * DEEP)),
        format!("solve ab => {}\n", "\"\" 1 ".repeat(DEEP / 5).trim_end()),
        "formula ab = x\n".repeat(DEEP),
        format!("clauses cc {{\n{}}}\n", "    1 -2\n".repeat(DEEP / 5)),
    ];
    for text in &sound {
        let start = &text[..20];
        assert!(parse(text).diagnostics.is_empty(), "{start}");
        assert!(format(text) == *text, "{start}");
    }
    let broken = [
        format!("formula deep = {}\n", "(".repeat(DEEP)),
        format!("formula deep = {}\n", "-".repeat(DEEP)),
        format!("formula deep = ({nested}\n"),
        format!("{}\n", "{ maze mm".repeat(DEEP / 10)),
        format!("{}\n", "\"\"\"\n\"".repeat(DEEP / 10)),
        format!("formula ab = (x+{}\n", "\n".repeat(DEEP)),
        format!("formula ab = {}\n", "x y ".repeat(DEEP / 5)),
        "}\n".repeat(DEEP / 10),
    ];
    for text in &broken {
        let start = &text[..20];
        assert!(!parse(text).diagnostics.is_empty(), "{start}");
        assert!(!format(text).is_empty(), "{start}");
    }
}
