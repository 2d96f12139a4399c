//! `puzzle build`: batch compilation into a directory, with a manifest of what was made from what.

use std::fs;
use std::io::{self, ErrorKind};
use std::num::NonZeroUsize;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::cli::args::Build;
use crate::cli::batch::Asks;
use crate::cli::ended::CommandResult;
use crate::cli::format::FileReport;
use crate::cli::{batch, commands, files, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input;
use crate::diagnostic::Severity;
use crate::disk::output::write_fresh;
use crate::disk::{Identity, reason, reason_not_written};
use crate::interchange::dimacs;
use crate::interchange::format::ForeignFormat;
use crate::kinds::Program;
use crate::service::artifact::Artifact;
use crate::service::build::{BuiltEntry, BuiltFile, build_in_parts};
use crate::service::cubes::SplitClauses;
use crate::service::import::held::format_of_text;
use crate::service::report;
use crate::text::Source;
use puzzle_engine::budget::{Budget, Stop};

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
    let exit = batch::report(console, &args.files.files, shown, |path, source, _| {
        let name = source.name().to_owned();
        let stopped = |stop: Stop| {
            let message = stop.to_string();
            CommandFailure { name: name.clone(), message, exit: Exit::Unknown }
        };
        let is_split = |_: &_| {
            format_of_text(&path.to_string_lossy(), source.text()) == Some(ForeignFormat::Cnf)
        };
        let split_into = args.cubes.filter(is_split);
        let directory = directory(path, split_into.is_some());
        let target = args.output.join(&directory);
        let mut budget = limits.budget(&signal);
        let file = if let Some(count) = split_into {
            split(path, source, count, &mut budget).map_err(stopped)?
        } else {
            let checked = project::open_any(path, source, &levels, limits.to_read(&signal))?;
            let analysis = checked.analysis();
            let built = build_in_parts(&analysis, args.cubes, &mut budget).map_err(stopped)?;
            let mut reports = report::reports(&analysis);
            reports[0].diagnostics.extend(built.missing.iter().cloned());
            reports[0].diagnostics.sort_by_key(|it| it.span.start);
            BuiltSource { built, reports, inputs: inputs(analysis.scope.program) }
        };
        make(&args.output, &directory).map_err(|error| unmade(&target, &error))?;
        let BuiltSource { built, reports, inputs } = file;
        let write = |artifact: Artifact| {
            let file = target.join(&artifact.name);
            write_fresh(&file, &artifact.bytes, |it| named.contains(it) || inputs.contains(it))
                .map_err(|error| {
                    let message = format!("cannot write it: {}", reason(&error));
                    CommandFailure::unusable(file.to_string_lossy(), message)
                })
        };
        built.artifacts.into_iter().try_for_each(write)?;
        for split in &built.splits {
            for artifact in split.artifacts(&mut budget) {
                write(artifact.map_err(stopped)?)?;
            }
        }
        let entry = SourceEntry { source: name, directory, declarations: built.entries };
        sources.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(entry);
        Ok(reports)
    })?;
    let mut sources = sources.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if sources.is_empty() {
        return Ok(exit);
    }
    sources.sort_by(|a, b| a.source.cmp(&b.source));
    write_manifest(args, console, sources, &named, exit)
}

/// What a source is built into.
struct BuiltSource {
    built: BuiltFile,
    reports: Vec<FileReport>,
    /// The files that it was read from.
    inputs: FxHashSet<Identity>,
}

/// Splits a clause file. One that is wrong has no parts.
fn split(
    path: &Path,
    source: Arc<Source>,
    count: NonZeroUsize,
    budget: &mut Budget,
) -> Result<BuiltSource, Stop> {
    let (file, diagnostics) = dimacs::parse_within(source.text().as_bytes(), budget)?;
    let mut built = BuiltFile::default();
    if diagnostics.iter().all(|it| it.severity != Severity::Error) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // A name that begins with `-` would be an option of whoever is given the part.
        let name = if is_standard_input(path) { "stdin".to_owned() } else { stem.into_owned() };
        let split = SplitClauses::new(&*name, file.clauses, Vec::new(), count, budget)?;
        let files = split.files().collect();
        built.entries.push(BuiltEntry { name, kind: "clauses", line: 1, files });
        built.splits.push(split);
    }
    let reports = vec![FileReport::new(source, diagnostics)];
    Ok(BuiltSource { built, reports, inputs: FxHashSet::default() })
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == input::STANDARD_INPUT
}

/// The source's path without the ending `.puzzle`; of clauses that are split, with `.cubes` in the place of
/// `.cnf`, so that it does not stand in the way of the file; standard input is called `%stdin` there. What leads out of the working directory becomes
/// a name: `x.puzzle` and `../x.puzzle` do not meet, and nothing is written outside the target.
fn directory(path: &Path, is_split: bool) -> PathBuf {
    let ends_with = |ending: &str| path.extension().is_some_and(|it| it == ending);
    let path = if is_split && is_standard_input(path) {
        PathBuf::from("%stdin.cubes")
    } else if is_split {
        let path = if ends_with("cnf") { path.with_extension("") } else { path.to_owned() };
        path.with_added_extension("cubes")
    } else if ends_with("puzzle") {
        path.with_extension("")
    } else {
        path.to_owned()
    };
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
            assert_eq!(directory(Path::new(source), false), Path::new(expected), "{source}");
        }
        for (source, expected) in [
            ("-", "%stdin.cubes"),
            ("a/b.cnf", "a/b.cubes"),
            ("b.dimacs", "b.dimacs.cubes"),
            ("b.c.cnf", "b.c.cubes"),
        ] {
            assert_eq!(directory(Path::new(source), true), Path::new(expected), "{source}");
        }
        #[cfg(unix)]
        assert_eq!(directory(Path::new("/tmp/b.puzzle"), false), Path::new("%root/tmp/b"));
    }
}
