//! Files that are written. Each stands beside its place until it is whole, so that readers see the old
//! text or the new one, and a failure or a signal leaves the old one. What is read is never replaced.

use std::env;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::attributes;
use super::temporary::{TemporaryFile, undisturbed};
use super::{Identity, not_regular, reason};

/// A file that a person names for what a command makes.
#[derive(Debug)]
pub struct OutputFile(Way);

#[derive(Debug)]
enum Way {
    /// Into a pipe or a device, as it comes.
    Through(BufWriter<File>),
    /// Beside the place, and into it at the end.
    Beside(Box<Draft>),
}

impl OutputFile {
    /// Begins the file, which is there when it is [finished](Self::finish). A link stays a link, and a pipe
    /// or a device is written to at once.
    ///
    /// # Errors
    /// When the file is an input, or may not be written.
    pub fn create(path: &Path, is_input: impl Fn(&Identity) -> bool) -> io::Result<Self> {
        refuse_input(path, is_input)?;
        let place = target(path);
        let is_stream = fs::metadata(&place).is_ok_and(|it| !it.is_file()) || is_open(path);
        Ok(Self(if is_stream {
            Way::Through(BufWriter::new(OpenOptions::new().write(true).open(path)?))
        } else {
            Way::Beside(Box::new(Draft::of(place)?))
        }))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// Those of the system; the old file is then as it was, or the error says where the new one is.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Way::Through(mut stream) => stream.flush(),
            Way::Beside(draft) => draft.finish(),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Way::Through(stream) => stream.write(bytes),
            Way::Beside(draft) => draft.text.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Way::Through(stream) => stream.flush(),
            Way::Beside(draft) => draft.text.flush(),
        }
    }
}

/// Replaces the text of a file. A link stays a link and its target is replaced; owner, permissions,
/// extended attributes and other hard links stay.
///
/// # Errors
/// When the file is not a regular one, may not be written, or the new text cannot be stored; the
/// file is then as it was, or the error says where the new text is.
pub fn replace(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    let place = fs::canonicalize(path)?;
    if !fs::metadata(&place)?.is_file() {
        return Err(not_regular());
    }
    Draft::of(place)?.hold(text.as_ref())?.finish()
}

/// Writes a file that is not there yet.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] when it is, and those of the system.
pub fn write_new(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    let is_there = || fs::symlink_metadata(path).is_ok();
    if is_there() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let mut draft = Draft::fresh(path.to_owned())?.hold(text.as_ref())?;
    draft.text.flush()?;
    let new = draft.text.get_mut();
    match new.rename(path, true) {
        // Some file systems cannot promise that they replace nothing.
        Err(error) if error.kind() != ErrorKind::AlreadyExists && !is_there() => {
            new.rename(path, false)
        }
        renamed => renamed,
    }
}

/// Writes a file in the place of whatever has its name: of a link the link is replaced, not its target.
///
/// # Errors
/// When it is an input, and those of the system.
pub fn write_fresh(
    path: &Path,
    bytes: &[u8],
    is_input: impl Fn(&Identity) -> bool,
) -> io::Result<()> {
    refuse_input(path, is_input)?;
    Draft::fresh(path.to_owned())?.hold(bytes)?.finish()
}

fn refuse_input(path: &Path, is_input: impl Fn(&Identity) -> bool) -> io::Result<()> {
    match Identity::of(path).is_some_and(|it| is_input(&it)) {
        true => Err(io::Error::other("it is a file that was read; name another")),
        false => Ok(()),
    }
}

/// Where a path leads, also where nothing is yet.
fn target(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    // Links in a circle are no missing file, so this ends.
    while fs::canonicalize(&target).is_err_and(|it| it.kind() == ErrorKind::NotFound)
        && let Ok(next) = fs::read_link(&target)
    {
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    fs::canonicalize(&target).unwrap_or(target)
}

/// Whether a path means something that the process has open already, such as standard output.
fn is_open(path: &Path) -> bool {
    let names = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    names.iter().any(|it| path.starts_with(it))
}

/// A text that is yet to take its place.
#[derive(Debug)]
struct Draft {
    place: PathBuf,
    /// What is known of the file that stands there.
    old: Option<Metadata>,
    text: BufWriter<TemporaryFile>,
}

impl Draft {
    /// For a place where nothing is that matters.
    fn fresh(place: PathBuf) -> io::Result<Self> {
        let new = TemporaryFile::new(folder(&place), false)?;
        Ok(Self { place, old: None, text: BufWriter::new(new) })
    }

    /// For a place where a file may be.
    fn of(place: PathBuf) -> io::Result<Self> {
        // A rename asks only the folder for permission; opening asks the file.
        let old = match OpenOptions::new().write(true).open(&place) {
            Ok(old) => old.metadata()?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::fresh(place),
            Err(error) => return Err(error),
        };
        let new = TemporaryFile::new(folder(&place), true)
            // What may not be renamed into the folder is written into the old file.
            .or_else(|_| TemporaryFile::new(&env::temp_dir(), true))?;
        Ok(Self { place, old: Some(old), text: BufWriter::new(new) })
    }

    /// Takes the whole text, safe from a loss of power.
    fn hold(mut self, text: &[u8]) -> io::Result<Self> {
        self.text.write_all(text)?;
        self.text.flush()?;
        if self.old.is_some() {
            self.text.get_mut().file()?.sync_all()?;
        }
        Ok(self)
    }

    fn finish(self) -> io::Result<()> {
        let mut new = self.text.into_inner().map_err(IntoInnerError::into_error)?;
        let Some(old) = &self.old else { return new.rename(&self.place, false) };
        let is_alike = attributes::copy(&self.place, old, new.file()?);
        if is_alike && new.rename(&self.place, false).is_ok() {
            return Ok(());
        }
        // It may be gone by now.
        let mut options = OpenOptions::new();
        let mut place = options.write(true).create(true).truncate(false).open(&self.place)?;
        match undisturbed(|| overwrite(new.file()?, &mut place)) {
            Err(Failed::Halfway(error)) => {
                let (reason, path) = (reason(&error), new.keep()?);
                Err(io::Error::other(format!("{reason}; the new text is in `{}`", path.display())))
            }
            Err(Failed::Before(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }
}

/// When a file could not be overwritten.
enum Failed {
    /// It is as it was.
    Before(io::Error),
    /// It is neither as it was nor as it should be.
    Halfway(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Before(error)
    }
}

/// Gives the text of a file to another, which stays the same file. Room for it is taken first, so that a
/// full disk costs nothing.
fn overwrite(new: &mut File, place: &mut File) -> Result<(), Failed> {
    let (length, before) = (new.metadata()?.len(), place.metadata()?.len());
    let grown = copy(new, place, before..length);
    if let Err(error) = grown {
        // Where that fails the old text is still whole, with some of the new one behind it.
        let _ = place.set_len(before);
        return Err(Failed::Before(error));
    }
    copy(new, place, 0..before.min(length))
        .and_then(|()| place.set_len(length))
        .and_then(|()| place.sync_all())
        .map_err(Failed::Halfway)
}

/// Copies a part of a file to the same place in another.
fn copy(from: &mut File, to: &mut File, part: Range<u64>) -> io::Result<()> {
    if part.is_empty() {
        return Ok(());
    }
    from.seek(SeekFrom::Start(part.start))?;
    to.seek(SeekFrom::Start(part.start))?;
    let copied = io::copy(&mut from.take(part.end - part.start), to)?;
    // It is ours, and nobody else makes it shorter.
    if copied == part.end - part.start { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

fn folder(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a file `a` that holds `old`.
    fn folder_with(old: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, old).unwrap();
        (folder, path)
    }

    fn read(path: impl AsRef<Path>) -> String {
        fs::read_to_string(path).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    /// Nothing is an input.
    fn none(_: &Identity) -> bool {
        false
    }

    #[test]
    fn the_text_changes_and_nothing_is_left_behind() {
        let (folder, path) = folder_with("old");
        replace(&path, "new").unwrap();
        assert_eq!((read(&path).as_str(), names(folder.path())), ("new", vec!["a".to_owned()]));
    }

    #[test]
    fn a_missing_file_and_a_directory_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace(&folder.path().join("none"), "new").is_err());
        assert!(replace(folder.path(), "new").is_err());
        assert_eq!(names(folder.path()).len(), 0);
    }

    #[test]
    fn an_output_takes_its_place_when_it_is_whole() {
        let (folder, old) = folder_with("old");
        for path in [old, folder.path().join("b")] {
            let before = fs::read_to_string(&path).ok();
            let mut output = OutputFile::create(&path, none).unwrap();
            output.write_all(b"new").unwrap();
            output.flush().unwrap();
            assert_eq!(fs::read_to_string(&path).ok(), before);
            drop(output);
            assert_eq!(fs::read_to_string(&path).ok(), before);
            let mut output = OutputFile::create(&path, none).unwrap();
            output.write_all(b"new").unwrap();
            output.finish().unwrap();
            assert_eq!(read(&path), "new");
        }
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    #[test]
    fn a_new_file_is_not_written_over_another() {
        let (folder, path) = folder_with("old");
        let error = write_new(&path, "new").unwrap_err();
        assert_eq!((error.kind(), read(&path).as_str()), (ErrorKind::AlreadyExists, "old"));
        write_new(&folder.path().join("b"), "new").unwrap();
        assert_eq!(read(folder.path().join("b")), "new");
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

        use proptest::prelude::*;

        use super::*;

        #[test]
        fn permissions_and_links_stay() {
            let (folder, path) = folder_with("old");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            let link = folder.path().join("link");
            symlink("a", &link).unwrap();
            replace(&link, "new").unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(read(&path), "new");
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        }

        #[test]
        fn a_new_file_has_the_permissions_of_any_other() {
            let (folder, path) = folder_with("old");
            let new = folder.path().join("b");
            OutputFile::create(&new, none).unwrap().finish().unwrap();
            assert_eq!(fs::metadata(new).unwrap().mode(), fs::metadata(path).unwrap().mode());
        }

        #[test]
        fn a_link_to_nothing_leads_to_the_new_file() {
            let folder = tempfile::tempdir().unwrap();
            let link = folder.path().join("link");
            symlink("other", folder.path().join("between")).unwrap();
            symlink("between", &link).unwrap();
            OutputFile::create(&link, none).unwrap().finish().unwrap();
            assert_eq!(names(folder.path()), ["between", "link", "other"]);
            assert_eq!(read(&link), "");
            symlink("circle", folder.path().join("circle")).unwrap();
            assert!(OutputFile::create(&folder.path().join("circle"), none).is_err());
        }

        #[test]
        fn a_fresh_file_takes_the_place_of_a_link() {
            let (folder, path) = folder_with("old");
            let [soft, hard] = ["soft", "hard"].map(|it| folder.path().join(it));
            symlink("a", &soft).unwrap();
            fs::hard_link(&path, &hard).unwrap();
            for link in [&soft, &hard] {
                write_fresh(link, b"new", none).unwrap();
                assert_eq!((read(link).as_str(), read(&path).as_str()), ("new", "old"));
                assert!(fs::symlink_metadata(link).unwrap().is_file());
            }
        }

        #[test]
        fn an_input_is_not_replaced_by_whatever_name() {
            let (folder, path) = folder_with("old");
            let [soft, hard] = ["soft", "hard"].map(|it| folder.path().join(it));
            symlink("a", &soft).unwrap();
            fs::hard_link(&path, &hard).unwrap();
            let input = Identity::of(&path).unwrap();
            for name in [&path, &soft, &hard, &folder.path().join("./a")] {
                assert!(OutputFile::create(name, |it| *it == input).is_err());
                assert!(write_fresh(name, b"new", |it| *it == input).is_err());
            }
            assert_eq!((read(&path).as_str(), names(folder.path()).len()), ("old", 3));
        }

        #[test]
        fn pipes_and_devices_are_written_to_and_not_replaced() {
            let mut output = OutputFile::create(Path::new("/dev/null"), none).unwrap();
            output.write_all(b"new").unwrap();
            output.finish().unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());
            assert!(replace(Path::new("/dev/null"), "new").is_err());
        }

        #[test]
        fn a_text_that_cannot_be_stored_costs_nothing() {
            let (folder, path) = folder_with("old");
            let mut place = File::open(&path).unwrap();
            fs::write(folder.path().join("b"), "longer").unwrap();
            let mut new = File::open(folder.path().join("b")).unwrap();
            assert!(matches!(overwrite(&mut new, &mut place), Err(Failed::Before(_))));
            assert_eq!(read(&path), "old");
        }

        /// The extended attribute of a file.
        #[cfg(target_os = "linux")]
        fn attribute(path: &Path) -> Option<Vec<u8>> {
            let mut value = vec![0; 100];
            let length = rustix::fs::getxattr(path, "user.puzzle", &mut value[..]).ok()?;
            value.truncate(length);
            Some(value)
        }

        #[cfg(target_os = "linux")]
        #[test]
        fn extended_attributes_stay() {
            let (_folder, path) = folder_with("old");
            let set = |value: &[u8]| {
                let flags = rustix::fs::XattrFlags::empty();
                rustix::fs::setxattr(&path, "user.puzzle", value, flags)
            };
            // Some file systems have none.
            for value in [&b"one"[..], b"", b"\0another"] {
                let kept = set(value).is_ok().then(|| value.to_owned());
                replace(&path, "new").unwrap();
                assert_eq!((read(&path).as_str(), attribute(&path)), ("new", kept));
            }
        }

        proptest! {
            #[test]
            fn all_names_of_a_file_show_the_new_text(old in "[a-c]{0,9}", new in "[d-f]{0,9}") {
                let (folder, path) = folder_with(&old);
                let other = folder.path().join("other");
                fs::hard_link(&path, &other).unwrap();
                replace(&path, &new).unwrap();
                prop_assert_eq!(read(&path), new.clone());
                prop_assert_eq!(read(&other), new);
                prop_assert_eq!(fs::metadata(&path).unwrap().nlink(), 2);
                prop_assert_eq!(names(folder.path()), ["a", "other"]);
            }
        }
    }
}
