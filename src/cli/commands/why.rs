//! `puzzle why`: an answer with its reasons, as `why` in the last line of the file would ask for them.

use std::io::Write;
use std::iter;
use std::sync::Arc;
use std::time::Instant;

use super::prove::{asked_text, split};
use super::unnamed::named;
use crate::cli::answering::failure;
use crate::cli::args::WhyArgs;
use crate::cli::args::hint::HintFormatArg;
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::format::ReportFormat;
use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::{Answer, Correction, Definition};
use crate::service::check::{Analysis, Levels};
use crate::service::concerns::of_question;
use crate::service::correct::corrected;
use crate::service::find::{Absence, puzzle};
use crate::service::report::{FileReport, TestResult};
use crate::service::solve::{AskedPuzzle, NoAnswer, answer_to, asked};
use crate::service::test::{TestPurpose, TestReport, run_items};
use crate::service::unanswered::{unanswered, untold};
use crate::syntax::ast::{Item, ItemKind, VERBS};
use crate::syntax::terminal::variable;
use crate::text::{Source, Span};
use puzzle_engine::budget::Stop;

/// Says why.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &WhyArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    let program = ProgramText::of(&args.file, source, None)?;
    let question = match &args.question {
        Some(question) => question.split_whitespace().collect::<Vec<_>>().join(" "),
        None => only_name(&program, console)?,
    };
    let question = question.strip_prefix("why ").unwrap_or(&question);
    let question = &named("why", question, &program, console);
    let (program, line) = program.with_line(&format!("why {question}"));
    let (source, start) = (Arc::clone(program.source()), line + "why ".len());
    let checked = program.open(&Levels::default(), console.to_read())?;
    let analysis = checked.analysis();
    let scope = analysis.scope;
    let last = scope.program.items(scope.program.root()).last();
    let asked = last.and_then(|it| match &it.1.kind {
        ItemKind::Query(query) => Some((it, query, asked(&analysis, it.0.document, query)?)),
        _ => None,
    });
    let cut = start as u32;
    let Some((item, written, asked)) = asked else {
        return unmeant(&analysis, (question, cut), args.format, console);
    };
    if written.expectation.is_some() {
        return compared(&analysis, item, (question, cut), args.format, console);
    }
    let query = item.0;
    let started = Instant::now();
    let progress = ProgressLine::start(1, console.signal());
    let mut budget = console.budget();
    let answered = answer_to(asked.puzzle.as_ref(), &asked.question, &mut budget)
        .map(|it| corrected(&analysis, query, &asked, it.answer, &mut budget))
        .map(|it| apart(it, &source, (question, cut)));
    drop(progress);
    let (answer, unknown) = match answered {
        Ok(answer) => (Some(answer), None),
        Err(NoAnswer::Stopped(stop)) if stop != Stop::Cancelled => (None, Some(stop)),
        Err(no_answer) => return Err(failure(source.name(), no_answer).into()),
    };
    if args.format == HintFormatArg::Json {
        let name = format!("why {question}");
        let span = scope.item(query).span;
        let (verdict, update) = (None, None);
        let unanswered = unknown.map(|it| unanswered(span, &NoAnswer::Stopped(it), &asked));
        let diagnostics = unanswered.into_iter().collect();
        let told = TestReport { query, name, span, verdict, answer, diagnostics, update };
        let tests = vec![TestResult::of(&told, started.elapsed().as_secs_f64())];
        let report = FileReport { tests, ..FileReport::new(source, Vec::new()) };
        return Ok(commands::show(console, &[report], ReportFormat::Json)?);
    }
    say(answer, unknown, &asked, &source, console)
}

/// Prints an answer, or that it is unknown.
fn say(
    answer: Option<Answer>,
    unknown: Option<Stop>,
    asked: &AskedPuzzle<'_>,
    source: &Source,
    console: &mut Console,
) -> CommandResult {
    let signal = console.signal();
    let results = console.output.results()?;
    let Some(answer) = answer else {
        writeln!(results, "unknown")?;
        for line in unknown.iter().flat_map(|it| untold(it, asked, &signal)) {
            writeln!(results, "    {line}")?;
        }
        return Ok(Exit::Unknown);
    };
    writeln!(results, "{}", answer.text)?;
    for remark in remarks(&answer, source) {
        writeln!(results, "    {remark}")?;
    }
    Ok(Exit::Fine)
}

/// Compares the answer with what the question expects, and says what is wrong with that.
fn compared<'s>(
    analysis: &'s Analysis<'_>,
    item: (Definition, &'s Item),
    (question, start): (&str, u32),
    format: HintFormatArg,
    console: &mut Console,
) -> CommandResult {
    let source = analysis.scope.source(item.0.document);
    let started = Instant::now();
    let progress = ProgressLine::start(1, console.signal());
    let budget = console.budget();
    let purpose = match format {
        HintFormatArg::Text => TestPurpose::Showing,
        HintFormatArg::Json => TestPurpose::Reading,
    };
    let told = run_items(analysis, iter::once(item), purpose, move || budget.clone()).next();
    drop(progress);
    let Some(mut told) = told else {
        return unmeant(analysis, (question, start), format, console);
    };
    told.name = format!("why {question}");
    // It is told of the question, apart from the file.
    told.span = Span::new(0, question.len() as u32);
    told.answer = told.answer.map(|it| apart(it, source, (question, start)));
    let tests = vec![TestResult::of(&told, started.elapsed().as_secs_f64())];
    let exit =
        FileReport { tests: tests.clone(), ..FileReport::new(Arc::clone(source), Vec::new()) };
    let exit = exit.exit();
    let report = FileReport::new(Arc::clone(source), told.diagnostics);
    let mut reports = split(vec![report], start, question);
    if format == HintFormatArg::Json {
        reports[0].tests = tests;
        return Ok(commands::show(console, &reports, ReportFormat::Json)?.max(exit));
    }
    let results = console.output.results()?;
    if let Some(answer) = &told.answer {
        writeln!(results, "{}", answer.text)?;
        for remark in remarks(answer, source) {
            writeln!(results, "    {remark}")?;
        }
    }
    Ok(match exit {
        Exit::Fine => exit,
        _ => commands::show(console, &reports, ReportFormat::Text)?.max(exit),
    })
}

/// The answer to a question that was added to a file, in which changes of the question stand in a text of their own.
fn apart(mut answer: Answer, file: &Arc<Source>, (question, start): (&str, u32)) -> Answer {
    let own = |it: &&mut Correction| Arc::ptr_eq(&it.source, file) && it.place().start >= start;
    for it in answer.corrections.iter_mut().filter(own) {
        it.source = asked_text(question);
        for edit in &mut it.fix.edits {
            edit.span = Span::new(edit.span.start - start, edit.span.end - start);
        }
    }
    answer
}

/// Says why a question has no meaning. It begins at `start` in its text.
fn unmeant(
    analysis: &Analysis<'_>,
    (question, start): (&str, u32),
    format: HintFormatArg,
    console: &mut Console,
) -> CommandResult {
    let reports = of_question(*analysis);
    let name = analysis.scope.program.documents[analysis.scope.program.root().parts[0] as usize]
        .source
        .name();
    if is_name(question)
        && let Err(Absence::NotMeant(reason)) = puzzle(analysis, Some(question))
    {
        return Err(CommandFailure::unusable(name, reason).into());
    }
    if lacks_name(question) {
        let message = format!("`{question}` is no question about it; write `NAME: SENTENCE`");
        return Err(CommandFailure::unusable(name, message).into());
    }
    let format = match format {
        HintFormatArg::Text => ReportFormat::Text,
        HintFormatArg::Json => ReportFormat::Json,
    };
    Ok(commands::show(console, &split(reports, start, question), format)?.max(Exit::Usage))
}

/// Whether a question is a word that may be the name of a puzzle.
pub(super) fn is_name(question: &str) -> bool {
    question.chars().all(|it| it.is_alphanumeric() || it == '_') && variable(question).is_none()
}

/// Whether a question is a sentence and does not say about what.
fn lacks_name(question: &str) -> bool {
    let mut words = question.split(|it: char| !it.is_alphanumeric() && it != '_');
    let first = words.next().unwrap_or_default();
    let is_verb = VERBS.iter().any(|(verb, _)| *verb == first);
    !is_verb && !first.is_empty() && first != question && !question.contains(':')
}

/// The name of the only puzzle of a file.
fn only_name(program: &ProgramText, console: &mut Console) -> CommandResult<String> {
    let source = program.source();
    let checked = program.open(&Levels::default(), console.to_read())?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, None, source.name())?.definition;
    let scope = analysis.scope;
    let name = scope.item(found).kind.declared();
    let name = name.map(|it| scope.text(found.document)[it.range()].to_owned());
    name.ok_or_else(|| CommandFailure::unusable(source.name(), "it declares no puzzle").into())
}
