//! A document of LaTeX as PDF, by the program for that which is installed.

use std::fs;
use std::io::{self, Write};
use std::process::Command;

use super::program::{self, NoRun};
use crate::console::failure::CommandFailure;
use crate::disk::reason;
use crate::disk::temporary::TemporaryFolder;
use puzzle_engine::budget::Budget;

/// The programs, in the order in which they are tried. None of them may start others.
const PROGRAMS: [(&str, &[&str]); 3] = [
    ("lualatex", &["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]),
    ("xelatex", &["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]),
    ("tectonic", &["--untrusted"]),
];

/// Typesets a document; `name` is what it is called if that fails.
///
/// # Errors
/// That there is no such program, a limit was reached, or what the program said.
pub(super) fn pdf(
    document: &str,
    name: &str,
    budget: &mut Budget,
) -> Result<Vec<u8>, CommandFailure> {
    let unusable = |error: &io::Error| CommandFailure::unusable(name, reason(error));
    let folder = TemporaryFolder::new("puzzle-pdf-").map_err(|error| unusable(&error))?;
    let write = || fs::File::create(folder.path().join("page.tex"))?.write_all(document.as_bytes());
    write().map_err(|error| unusable(&error))?;
    for (program, arguments) in PROGRAMS {
        let mut command = Command::new(program);
        command.args(arguments).arg("page.tex").current_dir(folder.path());
        let ran = match program::run(&mut command, budget) {
            Ok(ran) => ran,
            Err(NoRun::Failed(error)) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(NoRun::Failed(error)) => return Err(unusable(&error)),
            Err(NoRun::Stopped(stop)) => {
                return Err(CommandFailure::unknown(name, &format!("not written: {stop}")));
            }
        };
        if let (true, Ok(pdf)) = (ran.ended.success(), fs::read(folder.path().join("page.pdf"))) {
            return Ok(pdf);
        }
        let said = [ran.output, ran.errors].concat();
        let said = String::from_utf8_lossy(&said);
        let tells = ["Missing character", "! ", "error:"];
        let fault = said.lines().find(|it| tells.iter().any(|tell| it.starts_with(tell)));
        let fault = fault.or(said.lines().last()).unwrap_or("it says nothing");
        let fault = fault.trim_start_matches("! ").split(" in font ").next().unwrap_or(fault);
        return Err(CommandFailure::unusable(name, format!("`{program}` makes no PDF: {fault}")));
    }
    let programs = PROGRAMS.map(|it| format!("`{}`", it.0)).join(", ");
    let message = format!(
        "a PDF is made by one of {programs}, and none is installed; end its name in `.html`, and print that"
    );
    Err(CommandFailure::unusable(name, message))
}
