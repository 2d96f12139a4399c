//! `puzzle solve` for problems in TPTP: the status by the SZS ontology, and what shows it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::solve::failure;
use crate::cli::exit::Exit;
use crate::cli::format::{FileReport, Format};
use crate::cli::progress::Progress;
use crate::cli::{Session, commands};
use crate::disk::{Disk, locate};
use crate::service::theorem::{Answer, load, solve};

/// Answers the file.
///
/// # Errors
/// Those of the output.
pub fn run(file: &Path, session: &mut Session) -> io::Result<Exit> {
    let source = match commands::read(session, file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let library = std::env::var_os("TPTP").map(PathBuf::from);
    let mut budget = session.limits().budget();
    let loaded = match load(source, &locate(file), &Disk, library.as_deref(), &mut budget) {
        Ok(loaded) => loaded,
        Err(stop) => return show(session, &stop.into(), &name),
    };
    let reports = loaded.texts.iter().filter(|it| !it.1.is_empty());
    let reports: Vec<_> =
        reports.map(|(source, found)| FileReport::new(source.clone(), found.clone())).collect();
    if !reports.is_empty() {
        commands::show(session, &reports, Format::Text)?;
    }
    if loaded.has_errors() {
        writeln!(session.output.results()?, "% SZS status InputError for {name}")?;
        return Ok(Exit::Errors);
    }
    let progress = Progress::start(1, session.signal());
    let solved = solve(&loaded, &mut budget);
    drop(progress);
    match solved {
        Ok(answer) => show(session, &answer, &name),
        Err(no_answer) => commands::fail(session, &failure(&name, no_answer)),
    }
}

fn show(session: &mut Session, answer: &Answer, name: &str) -> io::Result<Exit> {
    write!(session.output.results()?, "{}", answer.text(name))?;
    Ok(match answer.has_model {
        Some(true) => Exit::Satisfiable,
        Some(false) => Exit::Unsatisfiable,
        None => Exit::Unknown,
    })
}
