//! Worksheets: what stands in them is what the file says, and signs that mean something to a format do not.

use super::examples::examples;
use super::program;
use std::path::Path;
use std::sync::Arc;

use puzzle_engine::budget::Budget;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::handout::{Handout, HandoutFormat, handout};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::text::Source;

const FILE: &str = "// Of <b>, {x} & 100 %; `x` \\ ~
formula one = (x*-y) // behind it
// A paragraph
//
// and another.
solve one => x=1 y=0
count one => 3
";

fn written(format: HandoutFormat, with_answers: bool) -> Handout {
    let source = Arc::new(Source::new("tried.puzzle", FILE.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    handout(&checked.analysis(), ("a_b", "page"), format, with_answers, Budget::unlimited)
        .expect("no limit")
}

#[test]
fn no_sign_of_a_text_is_one_of_the_format() {
    let html = written(HandoutFormat::Html, false);
    for part in ["<p>Of &lt;b&gt;, {x} &amp; 100 %; `x` \\ ~</p>", "<p>behind it</p>", "<svg"] {
        assert!(html.page.contains(part), "{part} in {}", html.page);
    }
    assert_eq!(html.pictures, []);
    let tex = written(HandoutFormat::Tex, false).page;
    let words = r"Of <b>, \{x\} \& 100 \%; `x` \textbackslash{} \textasciitilde{}";
    for part in [
        words,
        r"\title{a\_b}",
        r"\noindent
formula one = (x*-y)\par",
        r"\end{document}",
    ] {
        assert!(tex.contains(part), "{part} in {tex}");
    }
    let markdown = written(HandoutFormat::Markdown, true);
    assert!(markdown.page.contains("![one](<page-one.svg>)"), "{}", markdown.page);
    let ends: Vec<_> = markdown.pictures.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(ends, ["-one.svg", "-one-solved.svg"], "the second shows the solution");
}

#[test]
fn answers_are_found_and_what_is_expected_is_told_nowhere() {
    for format in [HandoutFormat::Html, HandoutFormat::Markdown, HandoutFormat::Tex] {
        let sheet = written(format, false);
        assert!(!sheet.page.contains("x=1") && !sheet.page.contains("=>"), "{}", sheet.page);
        assert!(!sheet.page.contains("Answers") && sheet.page.contains("A paragraph"));
        assert_eq!((sheet.wrong, sheet.unknown), (Vec::new(), Vec::new()));
        let key = written(format, true);
        let (_, answers) = key.page.split_once("Answers").expect("answers");
        let answers = answers.replace('~', " ");
        assert!(answers.contains("satisfiable x=1 y=0"), "{answers}");
        assert_eq!(key.wrong, ["count one: expected `3`, but the answer is `1`"]);
    }
}

#[test]
fn every_example_has_a_worksheet() {
    for (name, text) in examples() {
        let checked = check(program::program(&name, &text), &Levels::default());
        for format in [HandoutFormat::Html, HandoutFormat::Markdown, HandoutFormat::Tex] {
            let names = (name.as_str(), "page");
            let sheet = handout(&checked.analysis(), names, format, false, Budget::unlimited);
            let page = sheet.unwrap().page;
            let asked = text.lines().filter(|it| it.starts_with("solve ")).count();
            assert!(page.matches("solve ").count() >= asked, "{name}: {page}");
        }
    }
}
