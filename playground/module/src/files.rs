//! The files that a page has: their texts by name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_lang::service::import::Files;
use puzzle_lang::text::Source;

/// Texts by name.
pub(crate) struct PageFiles(pub BTreeMap<String, String>);

impl Files for PageFiles {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.to_string_lossy();
        let text = self.0.get(&*name).ok_or("the page has no such file")?;
        Ok(Arc::new(Source::new(name, text.as_str())))
    }
}
