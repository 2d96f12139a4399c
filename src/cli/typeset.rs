//! A document of LaTeX as PDF, which other programs make of it.

use std::fs;
use std::io::{self, Write};
use std::process::Command;

use super::program::{self, NoRun};
use crate::console::failure::CommandFailure;
use crate::disk::reason;
use crate::disk::temporary::TemporaryFolder;
use puzzle_engine::budget::Budget;

/// The document, and what is made of it.
const DOCUMENT: &str = "page.tex";
const TYPESET: &str = "page.pdf";

/// Programs with their arguments, in the order in which they are tried. None of them may start others.
const PROGRAMS: [(&str, &[&str]); 3] = [
    ("lualatex", &["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", DOCUMENT]),
    ("xelatex", &["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", DOCUMENT]),
    ("tectonic", &["--untrusted", DOCUMENT]),
];

/// Typesets a document; `name` is what it is called if that fails.
///
/// # Errors
/// That there is no such program, a limit was reached, or what the program said.
pub(super) fn pdf(text: &str, name: &str, budget: &mut Budget) -> Result<Vec<u8>, CommandFailure> {
    let unusable = |error: &io::Error| CommandFailure::unusable(name, reason(error));
    let folder = TemporaryFolder::new("puzzle-").map_err(|error| unusable(&error))?;
    let write = || fs::File::create(folder.path().join(DOCUMENT))?.write_all(text.as_bytes());
    write().map_err(|error| unusable(&error))?;
    for (program, arguments) in PROGRAMS {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder.path());
        let ran = match program::run(&mut command, budget) {
            Ok(ran) => ran,
            Err(NoRun::Failed(error)) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(NoRun::Failed(error)) => return Err(unusable(&error)),
            Err(NoRun::Stopped(stop)) => {
                return Err(CommandFailure::unknown(name, &format!("not written: {stop}")));
            }
        };
        if let (true, Ok(made)) = (ran.ended.success(), fs::read(folder.path().join(TYPESET))) {
            return Ok(made);
        }
        let fault = fault(&[ran.output, ran.errors].concat());
        let message = format!("`{program}` makes no PDF: {fault}");
        return Err(CommandFailure::unusable(name, message));
    }
    let programs: Vec<_> = PROGRAMS.iter().map(|it| format!("`{}`", it.0)).collect();
    let message = format!(
        "a PDF is made by one of {}, and none is installed; end its name in `.html`, and print that",
        programs.join(", ")
    );
    Err(CommandFailure::unusable(name, message))
}

/// The line of what a program said that tells what is wrong.
fn fault(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let tells = ["Missing character", "! ", "error:"];
    let fault = said.lines().find(|it| tells.iter().any(|tell| it.starts_with(tell)));
    let fault = fault.or(said.lines().last()).unwrap_or("it says nothing");
    let fault = fault.trim_start_matches("! ");
    fault.split(" in font ").next().unwrap_or(fault).to_owned()
}
