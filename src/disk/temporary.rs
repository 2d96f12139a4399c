//! Files and folders that are there only while the process works. Whatever ends it removes them, but
//! for what no process hears of, such as SIGKILL.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile, TempDir};

/// How their names begin.
const PREFIX: &str = ".puzzle-";

/// Those that are there now. Whoever makes, renames or removes one holds the list meanwhile, so that
/// the end of the process finds each either listed or gone.
static LISTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn listed() -> MutexGuard<'static, Vec<PathBuf>> {
    LISTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all of them. While the result is held, no other is made and no [`undisturbed`] work begins.
pub fn remove_all() -> impl Sized {
    let mut listed = listed();
    for path in listed.drain(..) {
        // What cannot be removed is the system's to clean up.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    listed
}

/// Does something that the end of the process waits for.
pub fn undisturbed<R>(work: impl FnOnce() -> R) -> R {
    let _listed = listed();
    work()
}

/// A file without a purpose of its own: it becomes another one, or goes away.
#[derive(Debug)]
pub struct TemporaryFile(Option<NamedTempFile>);

impl TemporaryFile {
    /// An empty file in a folder. Others may read it if a new file of this process is theirs to read
    /// and it is not `private`.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new(folder: &Path, private: bool) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        if !private {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let _ = private;
        let mut listed = listed();
        let file = builder.tempfile_in(folder)?;
        listed.push(file.path().to_owned());
        Ok(Self(Some(file)))
    }

    /// The file, open for reading and writing.
    ///
    /// # Errors
    /// When it has become another one.
    pub fn file(&mut self) -> io::Result<&mut File> {
        self.0.as_mut().map(NamedTempFile::as_file_mut).ok_or(io::ErrorKind::NotFound.into())
    }

    /// Gives the file another name; what is there is replaced, unless it is only to be `new`. When that
    /// fails, it is as it was.
    ///
    /// # Errors
    /// Those of the system.
    pub fn rename(&mut self, path: &Path, new: bool) -> io::Result<()> {
        let mut listed = listed();
        let Some(file) = self.0.take() else { return Err(io::ErrorKind::NotFound.into()) };
        let old = file.path().to_owned();
        let renamed = if new { file.persist_noclobber(path) } else { file.persist(path) };
        match renamed {
            Ok(_) => {
                listed.retain(|it| *it != old);
                Ok(())
            }
            Err(failed) => {
                self.0 = Some(failed.file);
                Err(failed.error)
            }
        }
    }

    /// Leaves the file where it is, for a person to find.
    ///
    /// # Errors
    /// Those of the system.
    pub fn keep(mut self) -> io::Result<PathBuf> {
        let mut listed = listed();
        let Some(file) = self.0.take() else { return Err(io::ErrorKind::NotFound.into()) };
        let (_, path) = file.keep().map_err(|failed| failed.error)?;
        listed.retain(|it| *it != path);
        Ok(path)
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let mut listed = listed();
        if let Some(file) = self.0.take() {
            listed.retain(|it| it != file.path());
            drop(file);
        }
    }
}

/// A folder that goes away with all that it holds.
#[derive(Debug)]
pub struct TemporaryFolder(TempDir);

impl TemporaryFolder {
    /// An empty folder where the system wants such, with a name that begins so.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new(prefix: &str) -> io::Result<Self> {
        let mut listed = listed();
        let folder = TempDir::with_prefix(prefix)?;
        listed.push(folder.path().to_owned());
        Ok(Self(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let mut listed = listed();
        // What cannot be removed is the system's to clean up.
        let _ = fs::remove_dir_all(self.path());
        listed.retain(|it| it != self.path());
    }
}
