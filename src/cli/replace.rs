//! Replacing a file as a whole: readers see the old text or the new one, never a part, and a
//! failure leaves the old one.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Replaces what the file at `path` holds. A link stays a link and its target is replaced;
/// permissions stay, the owner too where the system allows it. Other hard links to the file keep
/// the old text.
///
/// # Errors
/// When the file is not a regular one, may not be written, or the new text cannot be stored; the
/// file is then untouched.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    // A rename asks only the directory for permission; opening asks the file.
    let metadata = OpenOptions::new().write(true).open(&target)?.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let directory = target.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".puzzle-").tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the superuser may give a file away: others keep what they get.
        let _ = fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
    }
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_changes_and_nothing_is_left_behind() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.puzzle");
        fs::write(&path, "old").unwrap();
        replace(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_file_and_a_directory_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        assert!(replace(&directory.path().join("none"), "new").is_err());
        assert!(replace(directory.path(), "new").is_err());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("a.puzzle"), directory.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.puzzle", &link).unwrap();
        replace(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_refused() {
        assert!(replace(Path::new("/dev/null"), "new").is_err());
    }
}
