//! Formats that other programs make of what this one writes: a document of LaTeX as PDF, a picture as PNG.

use std::fs;
use std::io::{self, Write};
use std::process::Command;

use super::program::{self, NoRun};
use crate::console::failure::CommandFailure;
use crate::disk::reason;
use crate::disk::temporary::TemporaryFolder;
use puzzle_engine::budget::Budget;

/// A format that is made of another one.
pub(super) struct Conversion {
    /// What it is called.
    format: &'static str,
    /// The file that is read.
    from: &'static str,
    /// The file that is made.
    to: &'static str,
    /// The programs with their arguments, in the order in which they are tried. None of them may start others.
    programs: &'static [(&'static str, &'static [&'static str])],
    /// What to do where none is installed.
    instead: &'static str,
}

/// A document, typeset.
pub(super) const PDF: Conversion = Conversion {
    format: "PDF",
    from: "page.tex",
    to: "page.pdf",
    programs: &[
        (
            "lualatex",
            &["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page.tex"],
        ),
        (
            "xelatex",
            &["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page.tex"],
        ),
        ("tectonic", &["--untrusted", "page.tex"]),
    ],
    instead: "end its name in `.html`, and print that",
};

/// A picture in pixels, two for each unit of its size.
pub(super) const PNG: Conversion = Conversion {
    format: "PNG",
    from: "picture.svg",
    to: "picture.png",
    programs: &[
        ("rsvg-convert", &["--zoom=2", "--output=picture.png", "picture.svg"]),
        ("resvg", &["--zoom=2", "picture.svg", "picture.png"]),
        ("inkscape", &["--export-filename=picture.png", "--export-dpi=192", "picture.svg"]),
    ],
    instead: "end its name in `.svg`",
};

impl Conversion {
    /// Converts a text; `name` is what it is called if that fails.
    ///
    /// # Errors
    /// That there is no such program, a limit was reached, or what the program said.
    pub(super) fn convert(
        &self,
        text: &str,
        name: &str,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, CommandFailure> {
        let Self { format, .. } = self;
        let unusable = |error: &io::Error| CommandFailure::unusable(name, reason(error));
        let folder = TemporaryFolder::new("puzzle-").map_err(|error| unusable(&error))?;
        let write = || fs::File::create(folder.path().join(self.from))?.write_all(text.as_bytes());
        write().map_err(|error| unusable(&error))?;
        for (program, arguments) in self.programs {
            let mut command = Command::new(program);
            command.args(*arguments).current_dir(folder.path());
            let ran = match program::run(&mut command, budget) {
                Ok(ran) => ran,
                Err(NoRun::Failed(error)) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(NoRun::Failed(error)) => return Err(unusable(&error)),
                Err(NoRun::Stopped(stop)) => {
                    return Err(CommandFailure::unknown(name, &format!("not written: {stop}")));
                }
            };
            if let (true, Ok(made)) = (ran.ended.success(), fs::read(folder.path().join(self.to))) {
                return Ok(made);
            }
            let fault = fault(&[ran.output, ran.errors].concat());
            let message = format!("`{program}` makes no {format}: {fault}");
            return Err(CommandFailure::unusable(name, message));
        }
        let programs: Vec<_> = self.programs.iter().map(|it| format!("`{}`", it.0)).collect();
        let message = format!(
            "a {format} is made by one of {}, and none is installed; {}",
            programs.join(", "),
            self.instead
        );
        Err(CommandFailure::unusable(name, message))
    }
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
