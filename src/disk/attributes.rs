//! What a file is besides its text: owner, permissions, extended attributes such as access lists. A file
//! that takes the place of another has to be like it in all of that.

use std::fs::{File, Metadata};
use std::path::Path;

/// Makes a new file like the one at `path`, of which this is known. Whether it is so now: a file with
/// several names never is, since only one of them would be renamed to.
pub(super) fn copy(path: &Path, known: &Metadata, new: &File) -> bool {
    has_one_name(known)
        && give(known, new)
        && new.set_permissions(known.permissions()).is_ok()
        && extended::copy(path, new).is_some()
}

#[cfg(unix)]
fn has_one_name(known: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(known) == 1
}

/// Gives a file to the owner and the group of another.
#[cfg(unix)]
fn give(known: &Metadata, new: &File) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (owner, group) = (known.uid(), known.gid());
    // Where nothing changes, nobody is asked for leave.
    new.metadata().is_ok_and(|it| (it.uid(), it.gid()) == (owner, group))
        || fchown(new, Some(owner), Some(group)).is_ok()
}

#[cfg(not(unix))]
fn has_one_name(_: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn give(_: &Metadata, _: &File) -> bool {
    true
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::ffi::{CStr, CString};
    use std::fs::File;
    use std::path::Path;

    use rustix::fs::{
        XattrFlags, flistxattr, flistxattr_query, fremovexattr, fsetxattr, getxattr,
        getxattr_query, listxattr, listxattr_query,
    };
    use rustix::io::{Errno, Result};

    /// `None` when an attribute cannot be copied, or one too many cannot be removed.
    pub(super) fn copy(path: &Path, new: &File) -> Option<()> {
        let wanted = names(listxattr_query(path), |list| listxattr(path, list))?;
        let inherited = names(flistxattr_query(new), |list| flistxattr(new, list))?;
        for name in inherited.iter().filter(|it| !wanted.contains(it)) {
            fremovexattr(new, name).ok()?;
        }
        for name in &wanted {
            let value = value(getxattr_query(path, name), |it| getxattr(path, name, it))?;
            let is_there =
                inherited.contains(name) && getxattr_of(new, name).is_some_and(|it| it == value);
            if !is_there {
                fsetxattr(new, name, &value, XattrFlags::empty()).ok()?;
            }
        }
        Some(())
    }

    fn getxattr_of(file: &File, name: &CStr) -> Option<Vec<u8>> {
        use rustix::fs::{fgetxattr, fgetxattr_query};
        value(fgetxattr_query(file, name), |it| fgetxattr(file, name, it))
    }

    /// The names of attributes. A file system that knows none has none.
    fn names(
        length: Result<usize>,
        list: impl FnOnce(&mut [u8]) -> Result<usize>,
    ) -> Option<Vec<CString>> {
        let list = match length {
            Err(Errno::NOTSUP) => return Some(Vec::new()),
            length => value(length, list)?,
        };
        let names = list.split_inclusive(|byte| *byte == 0);
        names.map(|name| CStr::from_bytes_with_nul(name).ok().map(CStr::to_owned)).collect()
    }

    /// What is so long, as it is read.
    fn value(
        length: Result<usize>,
        read: impl FnOnce(&mut [u8]) -> Result<usize>,
    ) -> Option<Vec<u8>> {
        let mut value = vec![0; length.ok()?];
        if !value.is_empty() {
            let length = read(&mut value).ok()?;
            value.truncate(length);
        }
        Some(value)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod extended {
    use std::fs::File;
    use std::path::Path;

    /// There are none that could be copied.
    pub(super) fn copy(_: &Path, _: &File) -> Option<()> {
        Some(())
    }
}
