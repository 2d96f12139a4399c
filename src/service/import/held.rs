//! A file in the format of another program as a program of its own: a line that declares what the file holds. So
//! whatever is asked of declarations can be asked of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{FileFormat, Files};
use crate::interchange::format::ForeignFormat;
use crate::syntax::terminal::reserved_word;
use crate::text::Source;
use puzzle_engine::budget::{Budget, Stop};

/// The format of another program that a text is in: the one that the ending of its name tells or, where that does not
/// tell Puzzle or Markdown either, the one that its look tells.
pub fn format_of_text(name: &str, text: &str) -> Option<ForeignFormat> {
    #[cfg(not(target_family = "wasm"))]
    let is_prose = crate::syntax::markdown::is_markdown(name);
    #[cfg(target_family = "wasm")]
    let is_prose = false;
    let has_look = || !is_prose && !is_puzzle(Path::new(name));
    ForeignFormat::of(name).or_else(|| has_look().then(|| ForeignFormat::seen_in(text)).flatten())
}

/// Whether a file is named as a `.puzzle` file.
pub fn is_puzzle(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("puzzle"))
}

/// A file in the format of another program whose text is there.
#[derive(Clone, Debug)]
pub struct HeldFile {
    /// Where it is.
    path: PathBuf,
    /// What its declaration calls it.
    named: String,
    source: Arc<Source>,
}

impl HeldFile {
    /// The text of a file, which lies at the located `path`, and the line that declares what it holds under the name
    /// of the file; `None` where no declaration can.
    pub fn declared(
        format: ForeignFormat,
        file: &Path,
        path: PathBuf,
        source: &Arc<Source>,
    ) -> Option<(Self, String)> {
        let keyword = FileFormat::holding(format)?.sort().keyword();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let stem = if stem == "-" { "stdin".into() } else { stem };
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        let mut name = stem.replace(|it: char| !is_part(it), "_");
        if !name.starts_with(char::is_alphabetic) || reserved_word(&name).is_some() {
            name.insert(0, '_');
        }
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        let is_told = ForeignFormat::of(&file) == Some(format) && !file.contains(['"', '\n']);
        let named = if is_told { file.into_owned() } else { format!("{name}.{}", format.name()) };
        let line = format!("{keyword} {name} = file \"{named}\"\n");
        let held = Self { path, named, source: Arc::clone(source) };
        Some((held, line))
    }

    /// This file before all others.
    pub fn before<'a>(&'a self, files: &'a dyn Files) -> impl Files {
        HeldBefore { held: self, files }
    }
}

/// Files of which one is there already, perhaps from standard input or an editor.
struct HeldBefore<'a> {
    held: &'a HeldFile,
    files: &'a dyn Files,
}

impl Files for HeldBefore<'_> {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        match relative == self.held.named {
            true => self.held.path.clone(),
            false => self.files.locate(from, relative),
        }
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        if path == self.held.path {
            Ok(Arc::clone(&self.held.source))
        } else {
            self.files.read(path)
        }
    }

    fn library(&self) -> Option<PathBuf> {
        self.files.library()
    }

    fn limits(&self) -> Budget {
        self.files.limits()
    }

    fn stop(&self, stop: Stop) {
        self.files.stop(stop);
    }
}
