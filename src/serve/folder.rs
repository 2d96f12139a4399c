//! The folder that is served: its texts by their names, which are paths from it with `/`. Nothing outside of it is
//! read or written, whatever a text imports and wherever links lead.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::disk::{self, Disk, output};
use crate::service::import::{FileFormat, Files};
use crate::text::Source;

/// A folder.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// A folder that is there.
    ///
    /// # Errors
    /// Those of the system, or that it is none.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(path)?;
        if !root.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(Self { root })
    }

    /// The names of its puzzle files, and of files in other formats that a puzzle file can hold; what cannot be listed is
    /// left out.
    pub(super) fn files(&self) -> Vec<String> {
        let is_wanted = |path: &Path| is_puzzle(path) || foreign(path).is_some();
        let found = disk::files_below(&self.root, is_wanted).into_iter().flatten();
        let name = |path: PathBuf| {
            let parts = path.strip_prefix(&self.root).ok()?.components();
            let parts: Option<Vec<_>> = parts.map(|it| it.as_os_str().to_str()).collect();
            parts.map(|it| it.join("/"))
        };
        found.filter_map(name).collect()
    }

    /// The text of a puzzle file; of a file in another format the text of one beside it, which holds and solves it.
    ///
    /// # Errors
    /// Why there is none, for a person.
    pub(super) fn read(&self, name: &str) -> Result<String, String> {
        if let Some((format, file)) = foreign(Path::new(name)) {
            let (puzzle, declaration) = format.declaration(file);
            return Ok(format!("{declaration}\nsolve {puzzle}\n"));
        }
        let path = self.puzzle(name)?;
        self.source(&path, name).map(|it| it.text().to_owned())
    }

    /// Writes the text of a puzzle file, which held `was` when it was read, or was not there.
    ///
    /// # Errors
    /// Why it is not written, for a person.
    pub(super) fn save(&self, name: &str, text: &str, was: Option<&str>) -> Result<(), String> {
        let path = self.puzzle(name)?;
        let is_there = path.try_exists().unwrap_or(true);
        let written = match was {
            None if is_there => return Err(format!("`{name}` is there already")),
            None => output::write_new(&path, text),
            Some(_) if !is_there => return Err(format!("`{name}` is not there any more")),
            Some(was) if self.read(name)? != was => {
                return Err(format!("`{name}` was changed elsewhere meanwhile"));
            }
            Some(_) => output::replace(&self.within(&path)?, text),
        };
        written.map_err(|error| disk::reason_not_written(&error))
    }

    /// The path of a puzzle file, be it there or not.
    fn puzzle(&self, name: &str) -> Result<PathBuf, String> {
        let path = Path::new(name);
        let is_plain = path.components().all(|it| match it {
            Component::Normal(part) => !part.as_encoded_bytes().starts_with(b"."),
            _ => false,
        });
        if !is_plain || !is_puzzle(path) {
            return Err(format!("`{name}` is no name of a puzzle file here; write `NAME.puzzle`"));
        }
        let path = self.root.join(path);
        // What is not there yet may still lie behind a link that leads away.
        path.parent().map_or(Ok(()), |it| self.within(it).map(drop))?;
        Ok(path)
    }

    /// What a path leads to, if that lies in the folder.
    fn within(&self, path: &Path) -> Result<PathBuf, String> {
        let place = fs::canonicalize(path).map_err(|error| disk::reason(&error))?;
        match place.starts_with(&self.root) {
            true => Ok(place),
            false => Err("it lies outside of the folder that is served".to_owned()),
        }
    }

    fn source(&self, path: &Path, name: &str) -> Result<Source, String> {
        let place = self.within(path)?;
        let bytes = disk::read_file(&place).map_err(|error| disk::reason(&error))?;
        match disk::not_text(&place, &bytes) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(Source::from_bytes(name, bytes)),
        }
    }
}

/// Whether a file is named as one of puzzles.
fn is_puzzle(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "puzzle")
}

/// The format of a file in that of another program which a declaration can hold, and its name without its folder,
/// which can stand in quotes.
fn foreign(path: &Path) -> Option<(FileFormat, &str)> {
    let name = path.file_name()?.to_str()?;
    let can_be_quoted = !name.contains('"') && !name.contains(char::is_control);
    FileFormat::of(name).filter(|_| can_be_quoted).map(|it| (it, name))
}

impl Files for Folder {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        from.parent().unwrap_or(Path::new("")).join(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        self.source(&self.root.join(path), &path.to_string_lossy()).map(Arc::new)
    }

    fn library(&self) -> Option<PathBuf> {
        Disk.library()
    }
}
