//! The files that a page has: their texts by name, as it holds them, before those that others have.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::service::import::Files;
use crate::text::Source;

/// Texts by name, and where others are found.
#[derive(Clone, Copy)]
pub struct PageFiles<'f> {
    /// What the page brings.
    pub texts: &'f BTreeMap<String, String>,
    /// Whom to ask for the rest.
    pub others: &'f dyn Files,
}

impl Files for PageFiles<'_> {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        let mut located = from.parent().unwrap_or(Path::new("")).to_owned();
        for part in Path::new(relative).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir if located.file_name().is_some() => drop(located.pop()),
                part => located.push(part),
            }
        }
        located
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.to_string_lossy();
        match self.texts.get(&*name) {
            Some(text) => Ok(Arc::new(Source::new(name, text.as_str()))),
            None => self.others.read(path),
        }
    }
}
