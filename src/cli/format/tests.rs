//! One run shown in every format.

use std::sync::Arc;

use super::*;
use crate::console::output::tests::MemoryStream;
use crate::diagnostic::code::{
    DUPLICATE_LITERAL, EXPECTATION_FAILED, MISSING_PARENTHESES, UNUSED_FORMULA,
};
use crate::diagnostic::{Edit, Fix};
use crate::text::{Source, Span};

/// Two files and one that cannot be read.
fn run() -> (Vec<FileReport>, CommandFailure) {
    let text = "formula é = x*y\nsolve (a+b) => no solution\nsolve (c*d)\n";
    let source = Arc::new(Source::new("dir/a b,1%.puzzle", text));
    let library = Arc::new(Source::new("library.puzzle", "// one\nformula é = x\n"));
    let span = Span::new(13, 16);
    let missing = Diagnostic::new(MISSING_PARENTHESES, span, "not a formula: `x*y`", "no (\n here")
        .help("put parentheses around it")
        .related(Span::new(8, 10), "the formula's name")
        .related_in(library, Span::new(15, 17), "another `é`")
        .fix(Fix::certain("write `(x*y)`", vec![Edit::insert(13, "("), Edit::insert(16, ")")]));
    let failed = Diagnostic::new(EXPECTATION_FAILED, Span::new(17, 43), "it is satisfiable", "");
    let test = |span: Span, outcome, message: &str| TestResult {
        name: source.slice(span).to_owned(),
        span,
        outcome,
        message: message.to_owned(),
        remarks: Vec::new(),
        engine: None,
        is_unchecked: false,
        heading: None,
        because: Vec::new(),
        corrections: Vec::new(),
        proofs: Vec::new(),
        points: None,
        seconds: 0.25,
    };
    let first = FileReport {
        answers: "a=1 b=1\n".to_owned(),
        diagnostics: vec![missing, failed],
        tests: vec![
            test(Span::new(17, 43), QueryOutcome::Failed, "the answer is a=1 b=1"),
            test(Span::new(44, 55), QueryOutcome::Unknown, "time limit reached"),
        ],
        source,
    };
    let source = Arc::new(Source::new("b.puzzle", "formula f =\n  (x+\n   y)\n"));
    let hint = Diagnostic::new(UNUSED_FORMULA, Span::new(8, 24), "`f` is never used", "here");
    let second =
        FileReport { source, answers: String::new(), diagnostics: vec![hint], tests: vec![] };
    (
        vec![first, second],
        CommandFailure::unusable("none.puzzle", "cannot read it: there is no such file"),
    )
}

/// What arrives on standard output and on standard error.
fn show(format: ReportFormat) -> String {
    let (results, diagnostics) = (MemoryStream::default(), MemoryStream::default());
    let mut output = Output::new(results.clone(), diagnostics.clone());
    let mut reporter = format.reporter(Style { unicode: true, color: false, width: 80 });
    let (reports, failure) = run();
    reporter.file(&reports[0], &mut output).unwrap();
    reporter.failure(&failure, &mut output).unwrap();
    reporter.file(&reports[1], &mut output).unwrap();
    reporter.finish(&mut output).unwrap();
    output.flush().unwrap();
    format!("{}----\n{}", results.text(), diagnostics.text())
}

#[test]
fn text() {
    insta::assert_snapshot!(show(ReportFormat::Text));
}

#[test]
fn short() {
    insta::assert_snapshot!(show(ReportFormat::Short));
}

#[test]
fn github() {
    insta::assert_snapshot!(show(ReportFormat::Github));
}

#[test]
fn junit() {
    insta::assert_snapshot!(show(ReportFormat::Junit));
}

/// A document for programs.
fn document(format: ReportFormat) -> serde_json::Value {
    let shown = show(format);
    serde_json::from_str(shown.trim_end().strip_suffix("----").unwrap()).unwrap()
}

#[test]
fn json() {
    let document = document(ReportFormat::Json);
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn sarif() {
    let mut document = document(ReportFormat::Sarif);
    let driver = &mut document["runs"][0]["tool"]["driver"];
    assert_eq!(driver["semanticVersion"].take(), env!("CARGO_PKG_VERSION"));
    let rule = &mut driver["rules"][0];
    assert_eq!(rule["help"]["markdown"], MISSING_PARENTHESES.page());
    // The words of the pages are not this test's matter.
    for rule in driver["rules"].as_array_mut().unwrap() {
        rule.as_object_mut().unwrap().retain(|key, _| key != "help" && key != "shortDescription");
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn names_cannot_move_the_cursor() {
    let failure = CommandFailure::unusable("\u{1b}[2J\n.puzzle", "cannot read it");
    for format in [ReportFormat::Text, ReportFormat::Short, ReportFormat::Github] {
        let (results, diagnostics) = (MemoryStream::default(), MemoryStream::default());
        let mut output = Output::new(results.clone(), diagnostics.clone());
        let mut reporter = format.reporter(Style { unicode: true, color: false, width: 80 });
        reporter.failure(&failure, &mut output).unwrap();
        output.flush().unwrap();
        let text = results.text() + &diagnostics.text();
        assert_eq!(text.matches(char::is_control).collect::<Vec<_>>(), ["\n"], "{text:?}");
    }
}

#[test]
fn exits_follow_the_worst_finding() {
    let (mut reports, failure) = run();
    assert_eq!(reports[0].exit(), Exit::Errors);
    assert_eq!(reports[1].exit(), Exit::Fine);
    assert_eq!(failure.exit, Exit::Usage);
    reports[0].diagnostics.clear();
    reports[0].tests.remove(0);
    assert_eq!(reports[0].exit(), Exit::Unknown);
}

#[test]
fn one_clean_file_is_summed_up_only_if_it_has_tests() {
    let mut counts = QueryCounts::default();
    assert_eq!(counts.to_string(), "");
    counts.add(&run().0[0]);
    assert_eq!(counts.to_string(), "1 failed, 1 unknown, 1 error");
}

#[test]
fn of_very_many_the_first_are_drawn_and_errors_before_warnings() {
    let source = Arc::new(Source::new("a.puzzle", "f\n".repeat(400)));
    let at = |code, line: u32| Diagnostic::new(code, Span::new(2 * line, 2 * line + 1), "it", "");
    let shown = |errors: u32| {
        let warnings = (0..150).map(|line| at(DUPLICATE_LITERAL, line));
        let errors = (150..150 + errors).map(|line| at(MISSING_PARENTHESES, line));
        let report = FileReport::new(Arc::clone(&source), warnings.chain(errors).collect());
        let diagnostics = MemoryStream::default();
        let mut output = Output::new(MemoryStream::default(), diagnostics.clone());
        let style = Style { unicode: false, color: false, width: 80 };
        let mut reporter = ReportFormat::Text.reporter(style);
        reporter.file(&report, &mut output).unwrap();
        reporter.finish(&mut output).unwrap();
        output.flush().unwrap();
        let text = diagnostics.text();
        let count = |number: &str| text.matches(&format!("{number} ")).count();
        let drawn = (count(DUPLICATE_LITERAL.number()), count(MISSING_PARENTHESES.number()));
        (drawn, text.lines().rev().take(3).map(str::to_owned).collect::<Vec<_>>())
    };
    let more = |count| format!("... and {count} more in a.puzzle; `--format short` shows all");
    let (drawn, end) = shown(20);
    assert_eq!(drawn, (80, 20));
    assert_eq!(end, ["20 errors, 150 warnings in a.puzzle".to_owned(), String::new(), more(70)]);
    assert_eq!(shown(130).0, (0, 100));
    assert_eq!(shown(130).1[2], more(180));
}
