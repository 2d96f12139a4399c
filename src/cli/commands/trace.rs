//! `puzzle trace`: the steps of a procedure on a puzzle, as lines, data or a page.

use std::io;
use std::path::Path;

use super::prove::split;
use super::why::is_name;
use crate::cli::answering::failure;
use crate::cli::args::{TraceArgs, TraceFormatArg, TracedProcedureArg};
use crate::cli::commands;
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::format::ReportFormat;
use crate::cli::output::{create, ending, not_pixels_on_terminal, write, write_pixels};
use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::{Puzzle, Question};
use crate::picture::{Format, png};
use crate::service::check::Levels;
use crate::service::concerns::of_question;
use crate::service::solve::{NoAnswer, asked_last};
use crate::service::trace::{Procedure, Trace, page, trace, verb_of};
use crate::syntax::ast::{VERBS, Verb};

/// How the steps are asked for, by name or by the ending of the file to write.
///
/// # Errors
/// That there is none with this ending.
fn format(args: &TraceArgs) -> Result<TraceFormatArg, CommandFailure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    Ok(match ending(args.output.as_deref()) {
        Some("html") => TraceFormatArg::Html,
        Some("json") => TraceFormatArg::Json,
        Some("svg") => TraceFormatArg::Svg,
        Some("png") => TraceFormatArg::Png,
        Some("dot" | "gv") => TraceFormatArg::Dot,
        Some("tex" | "tikz") => TraceFormatArg::Tikz,
        None | Some("txt") => TraceFormatArg::Text,
        Some(_) => {
            let name = args.output.as_deref().unwrap_or(Path::new("")).to_string_lossy();
            let message = "end its name in `.html`, `.json`, `.svg`, `.png`, `.dot`, `.tex` or `.txt`, or give `--format`";
            return Err(CommandFailure::unusable(name, message));
        }
    })
}

/// Shows the steps.
///
/// # Errors
/// See [`CommandEnd`].
pub fn run(args: &TraceArgs, console: &mut Console) -> CommandResult {
    let format = format(args)?;
    let output = create(args.output.as_deref(), &args.file, None, &mut console.budget())?;
    let record = traced(args, console)?;
    let file = args.file.file_name().unwrap_or_default().to_string_lossy();
    let title = args.question.as_deref().unwrap_or(&file);
    let unusable = |reason: String| CommandFailure::unusable(&*file, reason);
    let picture = || record.picture(title).map_err(|it| unusable(it.to_owned()));
    let drawn = |format| picture()?.render(format).map_err(|it| unusable(it.to_string()));
    let text = match format {
        TraceFormatArg::Png => {
            not_pixels_on_terminal(args.output.as_deref())?;
            let drawn = png::render(&picture()?).map_err(|it| unusable(it.to_string()))?;
            write_pixels(&drawn, output, console)?;
            return Ok(Exit::Fine);
        }
        TraceFormatArg::Text => record.lines().map(|it| it + "\n").collect::<String>(),
        TraceFormatArg::Json => serde_json::to_string(&record).map_err(io::Error::from)? + "\n",
        TraceFormatArg::Html => page(&record, title),
        TraceFormatArg::Svg => drawn(Format::Svg)?,
        TraceFormatArg::Dot => drawn(Format::Dot)?,
        TraceFormatArg::Tikz => drawn(Format::Tikz)?,
    };
    write(&text, output, console)?;
    Ok(Exit::Fine)
}

/// The steps on what is asked about.
fn traced(args: &TraceArgs, console: &mut Console) -> CommandResult<Trace> {
    let source = commands::read(console, &args.file)?;
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let program = ProgramText::of(&args.file, source, None)?;
    let Some(question) = args.question.as_deref().filter(|it| !is_name(it)) else {
        let checked = program.open(&levels, budget)?;
        let analysis = checked.analysis();
        let found = commands::find(console, &analysis, args.question.as_deref(), &name)?;
        return steps(args, found.puzzle.as_ref(), &Question::new(Verb::Solve), &name, console);
    };
    // The question is what it would be as the last line of the file.
    let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
    let question = question.strip_prefix("why ").unwrap_or(&question);
    let verb = match question.split(' ').next().is_some_and(is_verb) {
        true => String::new(),
        false => format!("{} ", verb_of(question).word()),
    };
    let (program, start) = program.with_line(&format!("{verb}{question}"));
    let checked = program.open(&levels, budget)?;
    let analysis = checked.analysis();
    let Some(asked) = asked_last(&analysis) else {
        let reports = split(of_question(analysis), (start + verb.len()) as u32, question);
        let exit = commands::show(console, &reports, ReportFormat::Text)?.max(Exit::Usage);
        return Err(CommandEnd::Said(exit));
    };
    steps(args, asked.puzzle.as_ref(), &asked.question, &name, console)
}

fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|(verb, _)| *verb == word)
}

fn steps(
    args: &TraceArgs,
    puzzle: &dyn Puzzle,
    question: &Question,
    name: &str,
    console: &mut Console,
) -> CommandResult<Trace> {
    let by = args.by.map(|it| match it {
        TracedProcedureArg::Dpll => Procedure::Dpll,
        TracedProcedureArg::Cdcl => Procedure::Cdcl,
        TracedProcedureArg::Minimax => Procedure::Minimax,
        TracedProcedureArg::AlphaBeta => Procedure::AlphaBeta,
        TracedProcedureArg::Resolution => Procedure::Resolution,
    });
    let mut budget = console.budget();
    let progress = ProgressLine::start(1, console.signal());
    let told = trace(puzzle, question, by, &mut |_| {}, &mut budget);
    drop(progress);
    told.map_err(|no_answer| match no_answer {
        NoAnswer::Refused(reason) => CommandFailure::unusable(name, reason).into(),
        other => failure(name, other).into(),
    })
}
