//! The file that a command was asked to write: begun before the work, so that nobody waits for what cannot be
//! written, and in its place only when it is whole.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::ended::CommandResult;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::{Console, input};
use crate::disk::output::OutputFile;
use crate::disk::{begins, holds_puzzles, reason_not_written, stop};
use crate::picture::png::PixelPicture;
use puzzle_engine::budget::Budget;

/// The ending of its name, which may tell its format.
pub fn ending(path: Option<&Path>) -> Option<&str> {
    path.and_then(Path::extension).and_then(OsStr::to_str)
}

/// Refuses to print pixels for somebody to look at.
///
/// # Errors
/// That they would be.
pub fn not_pixels_on_terminal(output: Option<&Path>) -> Result<(), CommandFailure> {
    if output.is_none() && io::stdout().is_terminal() {
        let reason = "pixels are not for a terminal; add `-o NAME.png`";
        return Err(CommandFailure::unusable("<stdout>", reason));
    }
    Ok(())
}

/// Writes a picture in pixels, and names the letters that it lacks.
///
/// # Errors
/// Why it cannot be written.
pub fn write_pixels(
    drawn: &PixelPicture,
    output: Option<(&Path, OutputFile)>,
    console: &mut Console,
) -> CommandResult<()> {
    write(&drawn.file, output, console)?;
    if let Some(lacking) = drawn.lacking() {
        writeln!(console.output.diagnostics()?, "{lacking}")?;
    }
    Ok(())
}

/// Begins a file that was asked for beside the answer to `input`. A file of puzzles is not replaced, unless it begins
/// as those do that the command writes itself.
///
/// # Errors
/// Why it cannot be written.
pub fn create<'p>(
    path: Option<&'p Path>,
    input: &Path,
    own: Option<&'static str>,
    budget: &mut Budget,
) -> Result<Option<(&'p Path, OutputFile)>, CommandFailure> {
    let Some(path) = path else { return Ok(None) };
    let (owned, read) = (path.to_owned(), input::identity(input));
    // A pipe may lack its other end.
    let created = input::within(budget, move |_| {
        if holds_puzzles(&owned) && !own.is_some_and(|own| begins(&owned, own)) {
            let why = "it is a file of puzzles; name another, or remove it first";
            return Err(io::Error::other(why));
        }
        OutputFile::create(&owned, |it| read.as_ref() == Some(it))
    });
    let created = created.and_then(|created| created);
    created.map(|file| Some((path, file))).map_err(|error| unwritable(path, &error))
}

/// What is said of a file that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> CommandFailure {
    let exit = if stop(error).is_some() { Exit::Unknown } else { Exit::Usage };
    let message = format!("cannot write it: {}", reason_not_written(error));
    CommandFailure { name: path.to_string_lossy().into_owned(), message, exit }
}

/// Writes a text, or other bytes, into the file that was begun for it, or prints it where there is none.
///
/// # Errors
/// Why it cannot be written.
pub fn write(
    text: impl AsRef<[u8]>,
    output: Option<(&Path, OutputFile)>,
    console: &mut Console,
) -> CommandResult<()> {
    let Some((path, mut file)) = output else {
        return Ok(console.output.results()?.write_all(text.as_ref())?);
    };
    let written = file.write_all(text.as_ref()).and_then(|()| file.finish());
    Ok(written.map_err(|error| unwritable(path, &error))?)
}
