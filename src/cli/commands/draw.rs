//! `puzzle draw`: a picture of a puzzle, with its solution where one is found quickly enough.

use std::io::{self, Write};

use super::solve::failure;
use crate::cli::args::{Draw, Picture};
use crate::cli::exit::Exit;
use crate::cli::input::Failure;
use crate::cli::progress::Progress;
use crate::cli::{Session, commands, project};
use crate::picture;
use crate::service::check::Levels;
use crate::service::draw::draw;

/// Draws the puzzle.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Draw, session: &mut Session) -> io::Result<Exit> {
    let source = match commands::read(session, &args.file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), session.limits().to_read());
    let checked = match project::open(&args.file, source, &levels, budget) {
        Ok(checked) => checked,
        Err(failure) => return commands::fail(session, &failure),
    };
    let analysis = checked.analysis();
    let found = match commands::find(session, &analysis, args.name.as_deref(), &name)? {
        Ok(found) => found,
        Err(exit) => return Ok(exit),
    };
    let format = match args.format {
        Picture::Text => picture::Format::Text,
        Picture::Svg => picture::Format::Svg,
        Picture::Dot => picture::Format::Dot,
    };
    let progress = Progress::start(1, session.signal());
    let budget = &mut session.limits().budget();
    let drawn = draw(found.puzzle.as_ref(), found.facts, format, budget);
    drop(progress);
    let (text, no_answer) = match drawn {
        Ok(drawn) => drawn,
        Err(reason) => return commands::fail(session, &Failure::unusable(name, reason)),
    };
    let results = session.output.results()?;
    results.write_all(text.trim_end_matches('\n').as_bytes())?;
    results.write_all(b"\n")?;
    match no_answer {
        None => Ok(Exit::Fine),
        Some(no_answer) => commands::fail(session, &failure(&name, no_answer)),
    }
}
