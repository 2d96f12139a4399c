//! `puzzle solve` for problems in TPTP: the status by the SZS ontology, and what shows it.

use std::io::Write;
use std::sync::Arc;

use crate::cli::answering::failure;
use crate::cli::commands;
use crate::cli::ended::CommandResult;
use crate::cli::format::{FileReport, ReportFormat};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::input::{CommandInput, STANDARD_INPUT};
use crate::console::progress::ProgressLine;
use crate::disk::{Disk, locate};
use crate::service::import::Files;
use crate::service::import::tptp::load;
use crate::service::theorem::{TptpAnswer, solve};

/// Answers the file.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(input: CommandInput, console: &mut Console) -> CommandResult {
    let file = &input.path.clone();
    let source = Arc::new(input.text(&mut console.budget())?);
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
    let name = if name == STANDARD_INPUT { "stdin".to_owned() } else { name.into_owned() };
    let library = Disk.library();
    let mut budget = console.budget();
    let loaded = match load(source, &locate(file), &Disk, library.as_deref(), &mut budget) {
        Ok(loaded) => loaded,
        Err(stop) => return show(console, &stop.into(), &name),
    };
    let reports = loaded.texts.iter().filter(|it| !it.diagnostics.is_empty());
    let reports: Vec<_> =
        reports.map(|it| FileReport::new(it.source.clone(), it.diagnostics.clone())).collect();
    if !reports.is_empty() {
        commands::show(console, &reports, ReportFormat::Text)?;
    }
    if loaded.has_errors() {
        writeln!(console.output.results()?, "% SZS status InputError for {name}")?;
        return Ok(Exit::Errors);
    }
    let progress = ProgressLine::start(1, console.signal());
    let solved = solve(&loaded, &mut budget);
    drop(progress);
    let answer = solved.map_err(|no_answer| failure(&name, no_answer))?;
    show(console, &answer, &name)
}

fn show(console: &mut Console, answer: &TptpAnswer, name: &str) -> CommandResult {
    write!(console.output.results()?, "{}", answer.text(name))?;
    Ok(match answer.has_model {
        Some(true) => Exit::Satisfiable,
        Some(false) => Exit::Unsatisfiable,
        None => Exit::Unknown,
    })
}
