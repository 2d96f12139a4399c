//! `puzzle draw`: a picture of a puzzle, with its solution where one is found quickly enough.

use crate::cli::answering::failure;
use crate::cli::args::{Draw, PictureFormatArg};
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::output::{create, ending, not_pixels_on_terminal, write, write_pixels};
use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::{Answer, AnswerHead, Refusal};
use crate::picture::{ENDINGS, Format, TooLarge, png};
use crate::service::check::Levels;
use crate::service::draw::{picture, world};
use crate::service::solve::NoAnswer;
use crate::service::steps::step;

/// The format that is asked for, by name or by the ending of the file to write.
///
/// # Errors
/// That no format has this ending.
fn format(args: &Draw) -> Result<Format, CommandFailure> {
    let output = args.output.as_deref();
    Ok(match (args.format, ending(output)) {
        (Some(PictureFormatArg::Svg), _) => Format::Svg,
        (Some(PictureFormatArg::Dot), _) => Format::Dot,
        (Some(PictureFormatArg::Tikz), _) => Format::Tikz,
        (Some(_), _) | (None, None | Some("png")) => Format::Text,
        (None, Some(ending)) => Format::of_ending(ending).ok_or_else(|| {
            let name = output.map_or_else(String::new, |it| it.to_string_lossy().into_owned());
            CommandFailure::unusable(name, format!("{ENDINGS}, or give `--format`"))
        })?,
    })
}

/// Whether the picture is drawn in pixels.
fn is_of_pixels(args: &Draw) -> bool {
    match args.format {
        Some(format) => format == PictureFormatArg::Png,
        None => ending(args.output.as_deref()) == Some("png"),
    }
}

/// Draws the puzzle.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Draw, console: &mut Console) -> CommandResult {
    let format = format(args)?;
    let source = commands::read(console, &args.file)?;
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = ProgramText::of(&args.file, source, None)?.open(&levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &name)?;
    if is_of_pixels(args) {
        not_pixels_on_terminal(args.output.as_deref())?;
    }
    let output = create(args.output.as_deref(), &args.file, None, &mut console.budget())?;
    let progress = ProgressLine::start(1, console.signal());
    let mut budget = (!args.unsolved).then(|| console.budget());
    let unusable = |reason: Refusal| CommandFailure::unusable(name.as_str(), reason);
    let failed = |it: NoAnswer| match it {
        NoAnswer::Refused(reason) => unusable(reason),
        other => failure(&name, other),
    };
    let drawn = match (args.world, args.step, &mut budget) {
        (_, Some(number), Some(budget)) => {
            step(found.puzzle.as_ref(), found.facts, number.get(), budget).map_err(failed)
        }
        (Some(number), None, Some(budget)) => {
            world(found.puzzle.as_ref(), number.get(), budget).map_err(failed)
        }
        (.., budget) => {
            picture(found.puzzle.as_ref(), found.facts, budget.as_mut()).map_err(unusable)
        }
    };
    drop(progress);
    let mut drawn = drawn?;
    if let (Some(number), Some(it)) = (args.world, &mut drawn.world) {
        if it.number < number.get() {
            let reason = format!("there is no {} {number}, only {}", it.called, it.number);
            return Err(unusable(reason).into());
        }
        drawn.picture = it.marked.take().unwrap_or(drawn.picture);
    }
    let too_large = |it: TooLarge| unusable(it.to_string());
    if is_of_pixels(args) {
        write_pixels(&png::render(&drawn.picture).map_err(too_large)?, output, console)?;
    } else {
        let text = drawn.picture.render(format).map_err(too_large)?;
        write(format!("{}\n", text.trim_end_matches('\n')), output, console)?;
    }
    match drawn.solution {
        Some(Err(no_answer)) => return Err(failure(&name, no_answer).into()),
        Some(Ok(Answer { head: AnswerHead::Verdict(verdict), .. })) if verdict.is_no_solution() => {
            let word = verdict.word();
            commands::note(console, &format!("{name}: {word}; `puzzle why` says why"))?;
        }
        Some(Ok(answer)) if args.step.is_some() => {
            commands::note(console, &format!("{name}: {}", answer.text))?;
        }
        _ => {}
    }
    Ok(Exit::Fine)
}
