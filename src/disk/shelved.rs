//! Sheets of the shelf as files, for editors, which show nothing else.

use std::fs;
use std::path::PathBuf;

use etcetera::BaseStrategy;

use super::output::write_fresh;
use crate::service::shelf::ShelfSheet;

/// A file with the text of a sheet, where the platform keeps what can be made again; `None` where
/// nothing can be kept. It is not to be written to: an import reads the sheet, and not this file.
pub fn file(sheet: &ShelfSheet) -> Option<PathBuf> {
    let base = etcetera::base_strategy::choose_native_strategy().ok()?;
    let folder = base.cache_dir().join("puzzle").join("shelf");
    let path = folder.join(sheet.name).with_extension("puzzle");
    if fs::read(&path).is_ok_and(|it| it == sheet.text.as_bytes()) {
        return protected(path);
    }
    fs::create_dir_all(&folder).ok()?;
    write_fresh(&path, sheet.text.as_bytes(), |_| false).ok()?;
    protected(path)
}

/// A file that editors show and do not save.
fn protected(path: PathBuf) -> Option<PathBuf> {
    let mut permissions = fs::metadata(&path).ok()?.permissions();
    if !permissions.readonly() {
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).ok()?;
    }
    Some(path)
}
