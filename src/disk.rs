//! Files of the disk, as every front end reads and writes them.
#![allow(clippy::disallowed_methods, reason = "what the front ends read and write files with")]

mod attributes;
pub mod output;
pub mod seen;
pub mod shelved;
pub mod temporary;
mod texts;

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;

use crate::service::import::Files;
use crate::text::{MAX_BYTES, Source};
use puzzle_engine::budget::{Budget, Stop};

pub use texts::{BINARY, not_text, utf16};

/// How what gzip compressed begins.
const GZIP: &[u8] = b"\x1f\x8b";

/// The disk, as imports see it: paths are relative to the file that names them.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        locate(&from.parent().unwrap_or(Path::new("")).join(relative))
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        seen::note(path);
        // An import never means standard input, also when the file is called `-`.
        text_of(path, read_file(path).map_err(|error| reason(&error))?).map(Arc::new)
    }

    fn library(&self) -> Option<PathBuf> {
        std::env::var_os("TPTP").map(PathBuf::from)
    }
}

/// The text of a located file that holds these bytes.
///
/// # Errors
/// Why there is none, in a few words.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<Source, String> {
    match not_text(path, &bytes) {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(Source::from_bytes(shown(path).to_string_lossy(), bytes)),
    }
}

/// Which regular file something is, by whatever path or link.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Identity(#[cfg(unix)] [u64; 2], #[cfg(not(unix))] PathBuf);

impl Identity {
    /// `None` where there is none.
    pub fn of(path: &Path) -> Option<Self> {
        let known = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Some(Self([known.dev(), known.ino()]))
        }
        #[cfg(not(unix))]
        {
            let _ = known;
            fs::canonicalize(path).ok().map(Self)
        }
    }
}

/// Whether a file that somebody wrote puzzles into is there.
pub fn holds_puzzles(path: &Path) -> bool {
    let is_one = |it: &std::ffi::OsStr| {
        ["puzzle", "puzzlebook"].iter().any(|own| it.eq_ignore_ascii_case(own))
    };
    let is_named_so = path.extension().is_some_and(is_one);
    is_named_so && fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0)
}

/// Whether a file begins with a text.
pub fn begins(path: &Path, text: &str) -> bool {
    let mut begin = vec![0; text.len()];
    let read = fs::File::open(path).and_then(|mut it| it.read_exact(&mut begin));
    read.is_ok() && begin == text.as_bytes()
}

/// A path in the form that is the same for all ways to name the file, also of one that is yet to
/// be written.
pub fn locate(path: &Path) -> PathBuf {
    let located = || match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => fs::canonicalize(parent).ok().map(|it| it.join(name)),
        _ => None,
    };
    fs::canonicalize(path).ok().or_else(located).unwrap_or_else(|| path.to_owned())
}

/// The path as a person would write it: relative to the working directory where it lies below.
pub fn shown(path: &Path) -> PathBuf {
    path.strip_prefix(current()).unwrap_or(path).to_owned()
}

/// The path that [`shown`] shows so.
pub fn unshown(path: &Path) -> PathBuf {
    current().join(path)
}

fn current() -> PathBuf {
    std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default()
}

/// The puzzle files below a directory, as [`files_below`] finds them.
pub fn puzzles_below(root: &Path) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    files_below(root, |path| path.extension() == Some(OsStr::new("puzzle")))
}

/// The files below a directory of which somebody `wants` to know, depth first in the order of names, without hidden
/// ones; and directories that cannot be listed. Links to directories are not followed: they may form a circle.
pub fn files_below(
    root: &Path,
    wants: impl Fn(&Path) -> bool,
) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(path) = pending.pop() {
        if path != root && !fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
            found.push(Ok(path));
            continue;
        }
        let is_wanted = |path: &Path, is_dir: bool| {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
            !is_hidden && (is_dir || wants(path))
        };
        seen::note(&path);
        let listed = fs::read_dir(&path).and_then(|entries| {
            let mut paths = Vec::new();
            for entry in entries {
                let entry = entry?;
                let path = entry.path();
                if is_wanted(&path, entry.file_type()?.is_dir()) {
                    paths.push(path);
                }
            }
            Ok(paths)
        });
        match listed {
            Ok(mut paths) => {
                paths.sort_unstable_by(|one, other| other.cmp(one));
                pending.append(&mut paths);
            }
            Err(error) => found.push(Err((path, error))),
        }
    }
    found
}

/// The names of what is in a folder, in order; those of folders end in `/`. Hidden ones are left
/// out, and a folder that cannot be listed is empty.
pub fn list(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|it| !it.starts_with('.'))?;
            Some(if entry.path().is_dir() { name + "/" } else { name })
        })
        .collect();
    names.sort_unstable();
    names
}

/// Reads a file, also one that is called `-`. It has to be a regular one: what else has a name may keep
/// its reader waiting for ever, or never end.
///
/// # Errors
/// Those of the system, and a file larger than positions can address.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Nobody waits for the other end of a pipe to find out that it is one.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path)?;
    let known = file.metadata()?;
    if !known.is_file() && !known.is_dir() {
        return Err(not_regular());
    }
    read_bounded(file, known.len(), &mut Budget::unlimited())
}

/// Why something that a file was expected to be is none.
pub fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// Reads to the end while the limits hold, but no more than positions can address; `length` is what the
/// system announces. What gzip or xz compressed, which begins as no text does, is read as it was before.
///
/// # Errors
/// As [`read_file`], and a [`Stop`] within.
pub fn read_bounded(reader: impl Read, length: u64, budget: &mut Budget) -> io::Result<Vec<u8>> {
    if length > MAX_BYTES as u64 {
        return Err(too_large());
    }
    let bytes = bounded(reader, length, budget)?;
    match bytes {
        _ if bytes.starts_with(GZIP) => {
            unzipped(&bytes, budget).map_err(|error| damaged("gzip", error))
        }
        _ if bytes.starts_with(b"\xfd7zXZ\0") => {
            bounded(XzReader::new(&*bytes, true), 0, budget).map_err(|error| damaged("xz", error))
        }
        _ => Ok(bytes),
    }
}

/// Why reading ended, if that was a limit.
pub fn stop(error: &io::Error) -> Option<Stop> {
    error.get_ref()?.downcast_ref().copied()
}

/// What is read while the limits hold.
struct ReadWithin<'b, R> {
    reader: R,
    budget: &'b mut Budget,
    /// Bytes since the last look at the limits.
    unseen: usize,
}

/// Bytes between two looks at the limits.
const BYTES_BETWEEN_LOOKS: usize = 1 << 20;

impl<'b, R> ReadWithin<'b, R> {
    fn new(reader: R, budget: &'b mut Budget) -> Self {
        Self { reader, budget, unseen: 0 }
    }
}

impl<R: Read> Read for ReadWithin<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unseen >= BYTES_BETWEEN_LOOKS {
            self.budget.look().map_err(io::Error::other)?;
            self.unseen = 0;
        }
        let room = buffer.len().min(BYTES_BETWEEN_LOOKS);
        let count = self.reader.read(&mut buffer[..room])?;
        self.unseen += count;
        Ok(count)
    }
}

/// What gzip compressed, one member after the other, and zeros behind them: some fill up blocks.
fn unzipped(mut bytes: &[u8], budget: &mut Budget) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    while bytes.starts_with(GZIP) {
        let mut member = GzDecoder::new(bytes);
        let room = MAX_BYTES as u64 + 1 - text.len() as u64;
        ReadWithin::new(member.by_ref(), budget).take(room).read_to_end(&mut text)?;
        if text.len() > MAX_BYTES {
            return Err(too_large());
        }
        bytes = member.into_inner();
    }
    match bytes.iter().all(|byte| *byte == 0) {
        true => Ok(text),
        false => Err(io::Error::new(io::ErrorKind::InvalidData, "other bytes follow it")),
    }
}

/// Why compressed data cannot be read, which the decoders say in words of their formats.
fn damaged(format: &str, error: io::Error) -> io::Error {
    use io::ErrorKind::{FileTooLarge, OutOfMemory, UnexpectedEof};
    match error.kind() {
        FileTooLarge | OutOfMemory => error,
        _ if stop(&error).is_some() => error,
        UnexpectedEof => {
            io::Error::new(UnexpectedEof, format!("what {format} compressed ends too early"))
        }
        kind => io::Error::new(kind, format!("what {format} compressed is damaged: {error}")),
    }
}

fn bounded(reader: impl Read, length: u64, budget: &mut Budget) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize + 1).map_err(|_| io::ErrorKind::OutOfMemory)?;
    ReadWithin::new(reader, budget).take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "larger than 4 GiB")
}

/// The words of an input or output error, without the system's number.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is not a directory".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_owned()
        }
    }
}

/// As [`reason`], of a file that could not be written: what is missing is where it should lie.
pub fn reason_not_written(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such directory".to_owned(),
        _ => reason(error),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use lzma_rust2::{XzOptions, XzWriter};
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// A compressor: bytes in, a member of a compressed file out.
    type Compress = fn(&[u8]) -> Vec<u8>;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn xz(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = XzWriter::new(Vec::new(), XzOptions::with_preset(0)).unwrap();
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    const BOTH: [(&str, Compress); 2] = [("gzip", gzip), ("xz", xz)];

    /// What is read, or the words of why it is not.
    fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
        read_bounded(bytes, bytes.len() as u64, &mut Budget::unlimited())
            .map_err(|error| reason(&error))
    }

    /// Bytes of which some can be compressed.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        (vec(any::<u8>(), 0..300), 1..4_usize).prop_map(|(bytes, times)| bytes.repeat(times))
    }

    proptest! {
        #[test]
        fn what_was_compressed_is_read_as_it_was(texts in vec(text(), 1..4)) {
            for (_, compress) in BOTH {
                let members: Vec<_> = texts.iter().map(|it| compress(it)).collect();
                prop_assert_eq!(read(&members.concat()), Ok(texts.concat()));
            }
        }

        #[test]
        fn what_lacks_its_end_is_refused(text in text(), cut in any::<prop::sample::Index>()) {
            for (format, compress) in BOTH {
                let whole = compress(&text);
                // With less than that nobody knows that it is compressed.
                let cut = 6 + cut.index(whole.len() - 6);
                let expected = format!("what {format} compressed ");
                let reason = read(&whole[..cut]).unwrap_err();
                prop_assert!(reason.starts_with(&expected), "{}", reason);
            }
        }

        #[test]
        fn what_was_damaged_is_refused_or_means_the_same(
            text in text(),
            at in any::<prop::sample::Index>(),
            change in 1..=255_u8,
        ) {
            for (format, compress) in BOTH {
                let mut damaged = compress(&text);
                let at = 6 + at.index(damaged.len() - 6);
                damaged[at] ^= change;
                match read(&damaged) {
                    // Parts of a header mean nothing to us.
                    Ok(read) => prop_assert_eq!(read, text.clone()),
                    Err(reason) => {
                        let expected = format!("what {format} compressed ");
                        prop_assert!(reason.starts_with(&expected), "{}", reason);
                    }
                }
            }
        }

        #[test]
        fn what_only_begins_like_it_is_refused(rest in vec(any::<u8>(), 0..100)) {
            for start in [&b"\x1f\x8b"[..], b"\xfd7zXZ\0"] {
                prop_assert!(read(&[start, &rest].concat()).is_err());
            }
        }
    }

    #[test]
    fn files_past_four_gib_are_refused_before_they_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("huge.puzzle");
        fs::File::create(&path).unwrap().set_len(MAX_BYTES as u64 + 1).unwrap();
        assert_eq!(reason(&read_file(&path).unwrap_err()), "larger than 4 GiB");
    }
}
