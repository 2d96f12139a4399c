//! Answers that are kept while a program is edited: after any edits they tell what a fresh look at
//! the whole text tells, and nothing is solved twice.

use std::path::Path;
use std::sync::Arc;

use super::programs::program;
use super::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::ide::answers::{AskedProgram, KnownAnswers, Questions, diagnostics};
use puzzle_lang::kinds::Definition;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::report::with_told;
use puzzle_lang::service::slice::Slice;
use puzzle_lang::service::test::{TestPurpose, run};
use puzzle_lang::syntax::ast::{Item, ItemKind, Verb};
use puzzle_lang::text::{ColumnUnit, Source};
use puzzle_lang::workspace::{EditorPosition, Workspace};

const FILE: &str = "main.puzzle";

/// A file that is being edited, with its answers.
struct Edited {
    workspace: Workspace,
    questions: Questions,
    answers: KnownAnswers,
}

impl Edited {
    fn open(text: &str) -> Self {
        let mut workspace = Workspace::new(Box::new(NoFiles));
        workspace.open(FILE.into(), FILE, text, 0);
        Self { workspace, questions: Questions::default(), answers: KnownAnswers::default() }
    }

    fn text(&self) -> String {
        self.workspace.buffer(Path::new(FILE)).expect("it is open").text()
    }

    /// Replaces lines.
    fn edit(&mut self, from: usize, to: usize, text: &str) {
        let start = |line: usize| EditorPosition { line: line as u32, column: 0 };
        let range = start(from)..start(to);
        self.workspace.edit(Path::new(FILE), ColumnUnit::Utf8, 0, &[(Some(range), text)]);
    }

    /// Answers what is not answered yet; tells how much that was.
    fn answer(&mut self) -> usize {
        let analysis = self.workspace.analysis(Path::new(FILE)).expect("a program");
        self.questions.update(analysis, analysis.scope.program.root());
        let mut count = 0;
        for question in self.questions.all() {
            if !self.answers.has(question.key) {
                let slice = question.slice(analysis).unwrap_or_else(|| {
                    let asked = analysis.scope.source(question.item.document);
                    panic!("{question:?} in\n{}", asked.text())
                });
                let answered = slice.answer(TestPurpose::Reading, Budget::unlimited());
                self.answers.insert(question.key, Some(answered.expect("an answer")));
                count += 1;
            }
        }
        count
    }

    /// What may be asked about, and the stamps of the answers.
    fn asked(&mut self) -> Vec<(Slice, String)> {
        let Self { workspace, questions, .. } = self;
        let analysis = workspace.analysis(Path::new(FILE)).expect("a program");
        let program = analysis.scope.program;
        questions.update(analysis, program.root());
        let slice = |(definition, item): (Definition, &Item)| {
            let slice = match item.kind {
                ItemKind::Query(_) => Slice::of_query(&analysis, definition),
                _ => Slice::about(&analysis, definition, Verb::Solve),
            };
            let key = slice.is_some().then(|| questions.key(analysis, definition).to_string());
            slice.zip(key)
        };
        program.items(program.root()).filter_map(slice).collect()
    }

    /// What is told, with places in the whole text.
    fn told(&mut self) -> Vec<String> {
        let Self { workspace, questions, answers } = self;
        let analysis = workspace.analysis(Path::new(FILE)).expect("a program");
        questions.update(analysis, analysis.scope.program.root());
        let known = AskedProgram { questions, answers };
        let parts = &analysis.scope.program.root().parts;
        let told = |&part: &u32| -> Vec<String> {
            let found = diagnostics(analysis, part, known);
            found.iter().map(|it| line(analysis, part, it)).collect()
        };
        let mut lines: Vec<_> = parts.iter().flat_map(told).collect();
        lines.sort();
        lines
    }
}

/// Where a document begins in the text.
fn start(analysis: Analysis<'_>, document: u32) -> usize {
    let parts = &analysis.scope.program.root().parts;
    let before = parts.iter().take_while(|it| **it != document);
    before.map(|&it| analysis.scope.text(it).len()).sum()
}

fn line(analysis: Analysis<'_>, document: u32, it: &Diagnostic) -> String {
    let own = start(analysis, document);
    let mut line =
        format!("{:>5} {} {}", own + it.span.start as usize, it.code.number(), it.message);
    for related in &it.related {
        let is_meant = |document: &&u32| {
            let source = analysis.scope.source(**document);
            related.source.as_ref().is_some_and(|it| Arc::ptr_eq(it, source))
        };
        let parts = &analysis.scope.program.root().parts;
        let other = parts.iter().find(is_meant).map_or(own, |it| start(analysis, *it));
        line += &format!(" [{} {}]", other + related.span.start as usize, related.message);
    }
    for edit in it.fixes.iter().flat_map(|fix| &fix.edits) {
        let at = own + edit.span.start as usize;
        line += &format!(" ({at} {} {})", edit.span.len(), edit.text);
    }
    line
}

/// What a fresh look tells once everything is solved, and before.
fn fresh(text: &str) -> [Vec<String>; 2] {
    let source = Arc::new(Source::new(FILE, text));
    let checked = check(load(source, Path::new(FILE), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let reports = run(&analysis, TestPurpose::Reading, Budget::unlimited);
    let failed: Vec<_> = reports.flat_map(|it| it.diagnostics).collect();
    let found = analysis.findings[0].clone();
    [with_told(found.clone(), failed), found].map(|all| {
        let mut lines: Vec<_> = all.iter().map(|it| line(analysis, 0, it)).collect();
        lines.sort();
        lines
    })
}

/// Lines to be typed: of a program, queries with expectations that mostly fail.
fn lines() -> impl Strategy<Value = Vec<String>> {
    program().prop_map(|program| {
        let expected = ["satisfiable", "unsatisfiable", "1", "no solution", "E wins", "valid"];
        let queries = program.queries().into_iter().zip(expected.iter().cycle());
        let queries = queries.filter(|(query, _)| !query.starts_with("draw"));
        let declarations = program.declarations().join("\n");
        let declarations = declarations.lines().map(str::to_owned).collect::<Vec<_>>();
        let queries = queries.map(|(query, answer)| format!("  {query} => {answer}"));
        declarations.into_iter().chain(queries).map(|line| line + "\n").collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(300)))]

    #[test]
    fn what_is_told_is_what_a_fresh_look_tells(
        first in lines(),
        second in lines(),
        edits in vec((any::<Index>(), 0..3_usize, any::<Index>(), 0..4_usize), 1..10),
    ) {
        let mut edited = Edited::open(&first.concat());
        edited.answer();
        prop_assert_eq!(edited.told(), fresh(&first.concat())[0].clone());
        for (at, removed, from, added) in edits {
            let count = edited.text().lines().count();
            let at = at.index(count + 1);
            let from = from.index(second.len());
            let new = second[from..(from + added).min(second.len())].concat();
            edited.edit(at, at + removed, &new);
            // Before anything is solved, nothing is told that is not right.
            let (early, [fresh, unsolved]) = (edited.told(), fresh(&edited.text()));
            for line in early {
                let is_right = fresh.contains(&line) || unsolved.contains(&line);
                prop_assert!(is_right, "{}\n{}", line, edited.text());
            }
            edited.answer();
            prop_assert_eq!(edited.told(), fresh, "{}", edited.text());
        }
    }

    #[test]
    fn a_question_is_followed_as_long_as_somebody_asks_it(
        first in lines(),
        second in lines(),
        edits in vec((any::<Index>(), 0..3_usize, any::<Index>(), 0..4_usize), 1..10),
    ) {
        let mut edited = Edited::open(&first.concat());
        let mut before = edited.asked();
        for (at, removed, from, added) in edits {
            let count = edited.text().lines().count();
            let at = at.index(count + 1);
            let from = from.index(second.len());
            let new = second[from..(from + added).min(second.len())].concat();
            edited.edit(at, at + removed, &new);
            let after = edited.asked();
            let analysis = edited.workspace.analysis(Path::new(FILE)).expect("a program");
            for (slice, stamp) in &before {
                let asks = |(it, _): &&(Slice, String)| it.text() == slice.text();
                let asker = slice.asker(&analysis);
                prop_assert_eq!(asker.is_some(), after.iter().any(|it| asks(&it)), "{:?}", slice);
                if let Some(asker) = asker {
                    let key = edited.questions.key(analysis, asker).to_string();
                    prop_assert_eq!(&key, stamp, "{:?}", slice);
                } else {
                    prop_assert!(after.iter().all(|(_, it)| it != stamp), "{:?}", slice);
                }
            }
            before = after;
        }
    }

    #[test]
    fn an_edit_elsewhere_costs_no_solving(first in lines()) {
        let mut edited = Edited::open(&first.concat());
        edited.answer();
        prop_assert_eq!(edited.answer(), 0);
        edited.edit(0, 0, "// é\nformula elsewhere = (x*y)\n\n");
        prop_assert_eq!(edited.answer(), 0);
    }
}

#[test]
fn an_edit_concerns_those_who_depend_on_it_only() {
    let text = "formula one = (x*y)\nformula two = (one+z)\nformula three = (x+z)\n\
                count one => 1\ncount two => 5\ncount three => 3\nvalid (two*three)\n";
    let mut edited = Edited::open(text);
    assert_eq!(edited.answer(), 4);
    edited.edit(0, 1, "formula one = (x+y)\n");
    assert_eq!(edited.answer(), 3, "all but `count three`");
    // What was known before is known again.
    edited.edit(0, 1, "formula one = (x*y)\n");
    assert_eq!(edited.answer(), 0);
    edited.edit(4, 5, "count two => 6\n");
    assert_eq!(edited.answer(), 1);
}

#[test]
fn a_chain_of_any_length_has_keys() {
    let mut text = "formula f0 = (x*y)\n".to_owned();
    for number in 1..20_000 {
        text += &format!("formula f{number} = -f{}\n", number - 1);
    }
    text += "valid f19999\n";
    let mut edited = Edited::open(&text);
    let analysis = edited.workspace.analysis(Path::new(FILE)).unwrap();
    edited.questions.update(analysis, analysis.scope.program.root());
    assert_eq!(edited.questions.all().count(), 1);
}
