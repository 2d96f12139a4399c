//! `puzzle build`: batch compilation into a directory, with a manifest of what was made from what.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::cli::args::Build;
use crate::cli::batch::Asks;
use crate::cli::ended::CommandResult;
use crate::cli::{batch, commands, files, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input;
use crate::disk::output::write_fresh;
use crate::disk::{Identity, reason, reason_not_written};
use crate::kinds::Program;
use crate::service::build::{BuiltEntry, build};
use crate::service::report;

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
    declarations: Vec<BuiltEntry>,
}

/// Builds the files. Each source gets a directory called like it, so that names never meet.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Build, console: &mut Console) -> CommandResult {
    let levels = args.lints.levels();
    let (signal, limits) = (console.signal(), console.limits);
    let sources = Mutex::new(Vec::new());
    let files = files::expand(&args.files.files);
    let named: FxHashSet<_> = files.iter().flatten().filter_map(|it| input::identity(it)).collect();
    let shown = (args.reporting.format, Asks::Nothing);
    let exit = batch::report(console, &args.files.files, shown, |path, source| {
        let name = source.name().to_owned();
        let checked = project::open(path, source, &levels, limits.to_read(&signal))?;
        let analysis = checked.analysis();
        let built = build(&analysis, &mut limits.budget(&signal)).map_err(|stop| {
            CommandFailure { name: name.clone(), message: stop.to_string(), exit: Exit::Unknown }
        })?;
        let directory = directory(path);
        let target = args.output.join(&directory);
        make(&args.output, &directory).map_err(|error| unmade(&target, &error))?;
        let inputs = inputs(analysis.scope.program);
        for artifact in built.artifacts {
            let file = target.join(&artifact.name);
            write_fresh(&file, &artifact.bytes, |it| named.contains(it) || inputs.contains(it))
                .map_err(|error| {
                    let message = format!("cannot write it: {}", reason(&error));
                    CommandFailure::unusable(file.to_string_lossy(), message)
                })?;
        }
        let entry = SourceEntry { source: name.clone(), directory, declarations: built.entries };
        sources.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(entry);
        let mut reports = report::reports(&analysis);
        reports[0].diagnostics.extend(built.missing);
        reports[0].diagnostics.sort_by_key(|it| it.span.start);
        Ok(reports)
    })?;
    let mut sources = sources.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if sources.is_empty() {
        return Ok(exit);
    }
    sources.sort_by(|a, b| a.source.cmp(&b.source));
    write_manifest(args, console, sources, &named, exit)
}

/// The source's path without the ending `.puzzle`. What leads out of the working directory becomes
/// a name: `x.puzzle` and `../x.puzzle` do not meet, and nothing is written outside the target.
fn directory(path: &Path) -> PathBuf {
    let is_puzzle = path.extension().is_some_and(|it| it == "puzzle");
    let path = if is_puzzle { path.with_extension("") } else { path.to_owned() };
    let name = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::CurDir => None,
        Component::ParentDir => Some("%parent".into()),
        Component::RootDir => Some("%root".into()),
        Component::Prefix(prefix) => {
            Some(prefix.as_os_str().to_string_lossy().replace([':', '\\', '/'], "%").into())
        }
    };
    path.components().filter_map(name).collect()
}

/// What is said of a directory that cannot be made.
fn unmade(directory: &Path, error: &io::Error) -> CommandFailure {
    let message = format!("cannot make this directory: {}", reason_not_written(error));
    CommandFailure::unusable(directory.to_string_lossy(), message)
}

/// Makes a directory below the target. A link on the way would lead out of it, and is refused.
fn make(target: &Path, directory: &Path) -> io::Result<()> {
    let in_the_way = |path: &Path| {
        let path = path.display();
        io::Error::other(format!("`{path}` is in the way: it is no directory"))
    };
    match fs::create_dir_all(target) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(in_the_way(target)),
        made => made?,
    }
    let mut path = target.to_owned();
    for part in directory {
        path.push(part);
        match fs::create_dir(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => made?,
        }
        if !fs::symlink_metadata(&path)?.is_dir() {
            return Err(in_the_way(&path));
        }
    }
    Ok(())
}

/// The files that a program was read from.
fn inputs(program: &Program) -> FxHashSet<Identity> {
    let texts = program.files.iter().map(|it| it.path.as_path());
    let foreign = program.foreign.values().flat_map(|it| it.texts());
    let foreign = foreign.map(|it| Path::new(it.0.name()));
    texts.chain(foreign).filter_map(Identity::of).collect()
}

fn write_manifest(
    args: &Build,
    console: &mut Console,
    sources: Vec<SourceEntry>,
    named: &FxHashSet<Identity>,
    exit: Exit,
) -> CommandResult {
    let path = args.output.join("manifest.json");
    let text = serde_json::to_string_pretty(&Manifest { version: 1, sources });
    let text = text.map_err(io::Error::from)? + "\n";
    match fs::create_dir_all(&args.output)
        .and_then(|()| write_fresh(&path, text.as_bytes(), |it| named.contains(it)))
    {
        Ok(()) => Ok(exit),
        Err(error) => {
            let failure = CommandFailure::unusable(
                path.to_string_lossy(),
                format!("cannot write it: {}", reason(&error)),
            );
            Ok(commands::fail(console, &failure)?.max(exit))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_get_directories_of_their_own_below_the_target() {
        for (source, expected) in [
            ("a/b.puzzle", "a/b"),
            ("./a/b.puzzle", "a/b"),
            ("../b.puzzle", "%parent/b"),
            ("b.puzzle", "b"),
            ("b.txt", "b.txt"),
            ("-", "-"),
        ] {
            assert_eq!(directory(Path::new(source)), Path::new(expected), "{source}");
        }
        #[cfg(unix)]
        assert_eq!(directory(Path::new("/tmp/b.puzzle")), Path::new("%root/tmp/b"));
    }
}
