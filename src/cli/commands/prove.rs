//! `puzzle prove`: a question about a theory, answered by resolution, with the whole proof; or about a puzzle, by its
//! rules.

use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use super::unnamed::named;
use crate::cli::answering::failure;
use crate::cli::args::{Derivation, ProveArgs};
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::format::{FileReport, ReportFormat};
use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::scope::Scope;
use crate::kinds::{Engine, Puzzle, Question, Refusal, ShownProof, Solved, WITHOUT_PROOF};
use crate::picture;
use crate::service::check::Levels;
use crate::service::concerns::of_question;
use crate::service::report;
use crate::service::solve::{AskedPuzzle, answer_to, asked_last};
use crate::syntax::ast::{BlockKind, ItemKind};
use crate::syntax::parse::parse;
use crate::syntax::terminal::lacks_theory;
use crate::syntax::token::lex;
use crate::text::{Source, Span};

/// Answers the question.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &ProveArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    let program = ProgramText::of(&args.file, source, None)?;
    let by = match args.format {
        Derivation::Fitch | Derivation::Latex => "deduction",
        Derivation::Tableau | Derivation::TableauLatex => "tableau",
        Derivation::Textbook | Derivation::TextbookLatex => "textbook",
        Derivation::Text | Derivation::Tstp | Derivation::Svg | Derivation::Dot => "resolution",
    };
    match &args.question {
        Some(question) => typed(question, Some(by), args.format, &program, console),
        None => held(by, args.format, &program, console),
    }
}

/// Answers the question of a person, by an engine of theories or by what rules ask for.
fn typed(
    question: &str,
    by: Option<&str>,
    format: Derivation,
    program: &ProgramText,
    console: &mut Console,
) -> CommandResult {
    // The question is what it would be as the last line of the file.
    let verb = if question.contains('?') { "ask" } else { "prove" };
    let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
    let question = named(verb, &question, program, console);
    let asked = format!("{verb} {question}");
    let line = by.map_or_else(|| asked.clone(), |by| format!("{asked} by {by}"));
    let tokens: Vec<_> = lex(&asked).collect();
    // A verb, and a theory or nothing.
    let is_short = tokens.len() < 3;
    if is_short || lacks_theory(&line, &tokens) {
        let sentence = if is_short { "SENTENCE" } else { question.trim_start_matches([':', ' ']) };
        return Err(no_question(program.source(), &question, sentence).into());
    }
    let theory = question.split(':').next().unwrap_or_default().trim();
    let of_file = program;
    let (program, start) = program.with_line(&line);
    let checked = program.open(&Levels::default(), console.to_read())?;
    let analysis = checked.analysis();
    let Some(asked) = asked_last(&analysis) else {
        // What has numbers is answered by its rules.
        if by.is_some() && format == Derivation::Text {
            return typed(&question, None, format, of_file, console);
        }
        if by.is_some() && is_puzzle(&analysis.scope, theory) {
            let message = format!("`{theory}` is a puzzle, of which no derivation is written");
            return Err(CommandFailure::unusable(program.source().name(), message).into());
        }
        let start = (start + verb.len() + 1) as u32;
        let reports = split(of_question(analysis), start, &question);
        return Ok(commands::show(console, &reports, ReportFormat::Text)?.max(Exit::Usage));
    };
    answer(&asked, (format, theory), program.source(), console)
}

/// Answers the question that a file in TPTP has.
fn held(
    by: &str,
    format: Derivation,
    program: &ProgramText,
    console: &mut Console,
) -> CommandResult {
    let source = program.source();
    let checked = program.open(&Levels::default(), console.to_read())?;
    let analysis = checked.analysis();
    let reports = report::reports(&analysis);
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    if reports.iter().flat_map(|it| &it.diagnostics).any(is_error) {
        return Ok(commands::show(console, &reports, ReportFormat::Text)?.max(Exit::Usage));
    }
    let scope = analysis.scope.program;
    let asked = scope.items(scope.root()).find_map(|(definition, item)| {
        let puzzle: Rc<dyn Puzzle + '_> = analysis.puzzle(definition)?.into();
        let engines = analysis.kind(definition)?.facts().engines;
        let engine = engines.iter().copied().find(|it| it.name() == by);
        let question = Question { engine, ..puzzle.held_question()? };
        Some((AskedPuzzle { puzzle, question, engines }, item.kind.declared()?))
    });
    let Some((asked, theory)) = asked else {
        let message = format!("the question is missing; {}", usage(source, "SENTENCE"));
        return Err(CommandFailure::unusable(source.name(), message).into());
    };
    answer(&asked, (format, source.slice(theory)), source, console)
}

/// Prints the answer to a question about a theory.
fn answer(
    asked: &AskedPuzzle<'_>,
    (format, theory): (Derivation, &str),
    source: &Arc<Source>,
    console: &mut Console,
) -> CommandResult {
    let name = source.name().to_owned();
    let budget = &mut console.budget();
    let progress = ProgressLine::start(1, console.signal());
    let answered = answer_to(asked.puzzle.as_ref(), &asked.question, budget);
    drop(progress);
    let solved = answered.map_err(|no_answer| failure(&name, no_answer))?;
    let by = asked.question.engine.map_or("", Engine::name);
    match format {
        Derivation::Text | Derivation::Textbook => {
            let results = console.output.results()?;
            writeln!(results, "{}", solved.answer.text)?;
            for line in remarks(&solved.answer, source) {
                writeln!(results, "{line}")?;
            }
            Ok(Exit::Fine)
        }
        Derivation::Fitch | Derivation::Tableau => {
            taught(by, false, solved, (name, theory), console)
        }
        Derivation::Latex | Derivation::TableauLatex => {
            taught(by, true, solved, (name, theory), console)
        }
        Derivation::Tstp => shown(|it| Ok(it.tstp), solved, name, console),
        Derivation::TextbookLatex => {
            shown(|it| it.textbook.ok_or_else(|| WITHOUT_PROOF.to_owned()), solved, name, console)
        }
        Derivation::Svg => shown(|it| drawn(&it, picture::Format::Svg), solved, name, console),
        Derivation::Dot => shown(|it| drawn(&it, picture::Format::Dot), solved, name, console),
    }
}

/// Prints the proof for other programs, or as a picture.
fn shown(
    write: impl Fn(ShownProof) -> Result<String, Refusal>,
    Solved { answer, proof, .. }: Solved<'_>,
    name: String,
    console: &mut Console,
) -> CommandResult {
    let proof = proof.map_or_else(|| Err(WITHOUT_PROOF.to_owned()), |it| it());
    match proof.and_then(write) {
        Ok(text) => {
            writeln!(console.output.results()?, "{}", text.trim_end_matches('\n'))?;
            Ok(Exit::Fine)
        }
        Err(reason) => {
            let message = format!("{}: {reason}", answer.text);
            Err(CommandFailure { name, message, exit: Exit::Errors }.into())
        }
    }
}

/// A proof as a graph.
fn drawn(proof: &ShownProof, format: picture::Format) -> Result<String, Refusal> {
    proof.picture.render(format).map_err(|large| large.to_string())
}

/// Prints the natural deduction or the tableau below what it shows, or for LaTeX.
fn taught(
    by: &str,
    is_latex: bool,
    Solved { answer, proof, .. }: Solved<'_>,
    (name, theory): (String, &str),
    console: &mut Console,
) -> CommandResult {
    let Some(proof) = proof.and_then(|it| it().ok()).and_then(|it| it.taught) else {
        let mut why = answer.summaries().filter(|it| it.contains(by));
        let what = if by == "tableau" { "closed tableau" } else { "natural deduction" };
        let without = format!("it has no {what}");
        let why = why.next().unwrap_or(&without);
        let message = format!("{}: {why}", answer.text);
        return Err(CommandFailure { name, message, exit: Exit::Errors }.into());
    };
    let results = console.output.results()?;
    if is_latex {
        writeln!(results, "{}", proof.latex)?;
        return Ok(Exit::Fine);
    }
    writeln!(results, "prove {theory}: {}", proof.conclusion)?;
    for line in proof.lines {
        writeln!(results, "{line}")?;
    }
    Ok(Exit::Fine)
}

/// What is asked is no sentence.
fn no_question(source: &Source, question: &str, sentence: &str) -> CommandFailure {
    let message = format!("`{question}` is no question about it; {}", usage(source, sentence));
    CommandFailure::unusable(source.name(), message)
}

/// Whether a program declares a puzzle of a name.
fn is_puzzle(scope: &Scope<'_>, name: &str) -> bool {
    let found = scope.find(name).map(|it| &scope.item(it).kind);
    matches!(found, Some(ItemKind::Puzzle { .. }))
}

/// How a question about one of the theories and puzzles in a file is written.
fn usage(source: &Source, sentence: &str) -> String {
    let parsed = parse(source.text());
    let mut named = parsed.tree.items.iter().filter_map(|it| match it.kind {
        ItemKind::Theory { name, .. }
        | ItemKind::Puzzle { name, .. }
        | ItemKind::File { sort: BlockKind::Theory, name, .. } => Some(source.slice(name)),
        _ => None,
    });
    match (named.next(), named.next()) {
        (None, _) => "it declares no theory and no puzzle".to_owned(),
        (Some(only), None) => format!("write `{only}: {sentence}`"),
        (Some(first), Some(_)) => format!("name what it is about, as in `{first}: {sentence}`"),
    }
}

/// The text of a question that was asked on the command line.
pub(super) fn asked_text(question: &str) -> Arc<Source> {
    Arc::new(Source::new("<question>", question))
}

/// What is wrong with a question, which begins at `start` in the file that it was added to, apart from what
/// is wrong with the file.
pub(super) fn split(mut reports: Vec<FileReport>, start: u32, question: &str) -> Vec<FileReport> {
    let file = &mut reports[0];
    let own = |it: &Diagnostic| it.span.start >= start;
    let mut asked: Vec<_> = file.diagnostics.extract_if(.., |it| own(it)).collect();
    if asked.is_empty() {
        return reports;
    }
    let end = question.len() as u32;
    let moved = |span: Span| {
        let offset = |it: u32| it.saturating_sub(start).min(end);
        Span::new(offset(span.start), offset(span.end))
    };
    for diagnostic in &mut asked {
        diagnostic.span = moved(diagnostic.span);
        // What changes the file is no fix of the question.
        diagnostic.fixes.retain(|it| it.edits.iter().all(|it| it.span.start >= start));
        for edit in diagnostic.fixes.iter_mut().flat_map(|it| &mut it.edits) {
            edit.span = moved(edit.span);
        }
        for related in diagnostic.related.iter_mut().filter(|it| it.source.is_none()) {
            match related.span.start >= start {
                true => related.span = moved(related.span),
                false => related.source = Some(Arc::clone(&file.source)),
            }
        }
    }
    let source = asked_text(question);
    reports.retain(|it| it.diagnostics.iter().any(|it| it.severity == Severity::Error));
    reports.push(FileReport::new(source, asked));
    reports
}
