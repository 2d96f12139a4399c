//! `puzzle report`: what there is to say about a puzzle to its author.

use std::io::{self, Write};

use crate::cli::answering::failure;
use crate::cli::args::{HintFormatArg, ReportArgs};
use crate::cli::ended::CommandResult;
use crate::cli::format::appraisal::AppraisalReport;
use crate::cli::format::game_appraisal::{GameAppraisalReport, told_of_game};
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::{Comparable, HintsEnd};
use crate::service::appraisal::{Appraisal, AppraisedLine, Solutions, appraise};
use crate::service::check::Levels;
use crate::service::game_appraisal::{GameAppraisal, appraise_game};
use crate::service::hint::hardest;
use crate::service::solve::NoAnswer;
use crate::text::Source;

/// Prints the report.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &ReportArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    let file = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open_any(&args.file, source.clone(), &levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &file)?;
    let name = analysis.scope.program.name(found.definition);
    let progress = ProgressLine::start(1, console.signal());
    let puzzle = found.puzzle.as_ref();
    let told = if matches!(puzzle.comparable(), Ok(Comparable::Game(_))) {
        appraise_game(puzzle, || console.budget()).map(|it| ToldReport::of_game(&it, name, &file))
    } else {
        appraise(puzzle, || console.budget()).map(|it| ToldReport::of(&it, name, &source))
    };
    drop(progress);
    let told = told.map_err(|no_answer| match no_answer {
        NoAnswer::Refused(reason) => CommandFailure::unusable(file.as_str(), reason),
        no_answer => failure(&file, no_answer),
    })?;
    let results = console.output.results()?;
    match args.format {
        HintFormatArg::Json => writeln!(results, "{}", told.json.map_err(io::Error::from)?)?,
        HintFormatArg::Text => {
            for line in &told.lines {
                writeln!(results, "{}", line.trim_end())?;
            }
        }
    }
    Ok(if told.is_open { Exit::Unknown } else { Exit::Fine })
}

/// A report in both formats.
struct ToldReport {
    lines: Vec<String>,
    json: serde_json::Result<String>,
    /// A limit has left something unknown.
    is_open: bool,
}

impl ToldReport {
    fn of(appraisal: &Appraisal, name: &str, source: &Source) -> Self {
        let is_open = matches!(appraisal.solutions, Solutions::Open(..))
            || appraisal.open.is_some()
            || matches!(appraisal.hints, Some(Err(_)));
        let json = serde_json::to_string(&AppraisalReport::new(appraisal, name, source));
        Self { lines: told_lines(appraisal, source), json, is_open }
    }

    fn of_game(appraisal: &GameAppraisal, name: &str, file: &str) -> Self {
        let report = GameAppraisalReport::new(appraisal, name, file);
        let json = serde_json::to_string(&report);
        Self { lines: told_of_game(appraisal), json, is_open: report.is_open() }
    }
}

fn told_lines(appraisal: &Appraisal, source: &Source) -> Vec<String> {
    let mut told = Vec::new();
    let mut list = |head: String, lines: &[String]| {
        told.push(head);
        told.extend(lines.iter().map(|it| format!("    {it}")));
    };
    match &appraisal.solutions {
        Solutions::None(answer) => list(answer.text.clone(), &remarks(answer, source)),
        Solutions::One(only) => list("one solution:".to_owned(), only),
        Solutions::Several(first, reason, other) => {
            list("several solutions; one of them:".to_owned(), first);
            let colon = if other.is_empty() { "" } else { "; what differs:" };
            list(format!("{reason}{colon}"), other);
        }
        Solutions::Open(first, why) => {
            list("a solution:".to_owned(), first);
            list(format!("whether it is the only one is not known: {why}"), &[]);
        }
    }
    told.extend(about_lines(appraisal, source));
    if let Some(stop) = &appraisal.open {
        told.push(format!("whether more lines could be left out is not known: {stop}"));
    }
    match &appraisal.hints {
        Some(Ok(hints)) => {
            told.extend(hardest(hints));
            if let HintsEnd::Open(..) = &hints.end {
                told.push(format!("free: {}", hints.free.join(", ")));
            }
        }
        Some(Err(stop)) => told.push(format!("how hard it is is not known: {stop}")),
        None => {}
    }
    told.extend(appraisal.doubts.iter().map(|it| (*it).to_owned()));
    told
}

/// What is said about the lines of a puzzle.
fn about_lines(appraisal: &Appraisal, source: &Source) -> Vec<String> {
    let lines = &appraisal.lines;
    let number = |it: &AppraisedLine| {
        let written = it.place.source.as_deref().unwrap_or(source);
        written.line_column(it.place.span.start).line
    };
    let redundant: Vec<_> = lines.iter().filter(|it| it.is_redundant == Some(true)).collect();
    let is_known = lines.iter().all(|it| it.is_redundant.is_some());
    if redundant.is_empty() {
        let told = match lines.len() {
            1.. if is_known => Some("each line is needed".to_owned()),
            _ => None,
        };
        return told.into_iter().collect();
    }
    let mut told = vec![match redundant.len() {
        1 => format!("1 of {} lines follows from the others:", lines.len()),
        count => format!("{count} of {} lines follow, each from all others:", lines.len()),
    }];
    told.extend(
        redundant.iter().map(|it| format!("    line {}: {}", number(it), it.place.message)),
    );
    let left_out: Vec<_> = redundant.iter().filter(|it| it.is_left_out).collect();
    if left_out.len() < redundant.len() {
        let then = if appraisal.open.is_none() { ", and then none more" } else { "" };
        if !left_out.is_empty() {
            told.push(format!("these can be left out together{then}:"));
        }
        let line = |it: &&&&AppraisedLine| format!("    line {}: {}", number(it), it.place.message);
        told.extend(left_out.iter().map(|it| line(&it)));
    } else if redundant.len() > 1 {
        told.push("all of them can be left out together".to_owned());
    }
    told
}
