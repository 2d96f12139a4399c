//! `puzzle build`: batch compilation into a directory, with a manifest of what was made from what.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;

use crate::cli::args::Build;
use crate::cli::exit::Exit;
use crate::cli::input::{Failure, reason};
use crate::cli::{Session, batch, commands, project};
use crate::service::build::{Entry, build};
use crate::service::check::check;

/// The manifest, `manifest.json` in the directory.
#[derive(Serialize)]
struct Manifest {
    version: u32,
    sources: Vec<SourceEntry>,
}

/// A source file and what was made from it.
#[derive(Serialize)]
struct SourceEntry {
    source: String,
    /// The directory of its files, relative to the manifest.
    directory: PathBuf,
    declarations: Vec<Entry>,
}

/// Builds the files. Each source gets a directory called like it, so that names never meet.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Build, session: &mut Session) -> io::Result<Exit> {
    let levels = args.lints.levels();
    let limits = session.limits();
    let sources = Mutex::new(Vec::new());
    let exit = batch::report(session, &args.files.files, args.reporting.format, |path, source| {
        let program = project::open(path, source)?;
        let analysis = check(&program, &levels);
        let name = program.root().source.name().to_owned();
        let failed = |error: io::Error| {
            Failure::unusable(&name, format!("cannot write its files: {}", reason(&error)))
        };
        let (artifacts, declarations) = build(&analysis, &mut limits.budget()).map_err(|stop| {
            Failure { name: name.clone(), message: stop.to_string(), exit: Exit::Unknown }
        })?;
        let directory = directory(path);
        let target = args.output.join(&directory);
        fs::create_dir_all(&target).map_err(failed)?;
        for artifact in artifacts {
            fs::write(target.join(&artifact.name), artifact.bytes).map_err(failed)?;
        }
        let entry = SourceEntry { source: name.clone(), directory, declarations };
        sources.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(entry);
        Ok(project::reports(&analysis))
    })?;
    let mut sources = sources.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    sources.sort_by(|a, b| a.source.cmp(&b.source));
    write_manifest(args, session, sources, exit)
}

/// The source's path below the working directory without its ending; of a path that leads out of
/// it only the parts that name something.
fn directory(path: &Path) -> PathBuf {
    path.with_extension("")
        .components()
        .filter(|it| matches!(it, std::path::Component::Normal(_)))
        .collect()
}

fn write_manifest(
    args: &Build,
    session: &mut Session,
    sources: Vec<SourceEntry>,
    exit: Exit,
) -> io::Result<Exit> {
    let path = args.output.join("manifest.json");
    let text = serde_json::to_string_pretty(&Manifest { version: 1, sources })?;
    match fs::create_dir_all(&args.output).and_then(|()| fs::write(&path, text + "\n")) {
        Ok(()) => Ok(exit),
        Err(error) => {
            let failure = Failure::unusable(
                path.to_string_lossy(),
                format!("cannot write it: {}", reason(&error)),
            );
            commands::fail(session, &failure).map(|failed| failed.max(exit))
        }
    }
}
