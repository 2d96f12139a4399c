//! The explanations of diagnostic codes by addresses, in the place of `pages`: in a browser there are no files for them, and
//! the client asks for what stands at an address (`puzzle/text`).

use std::path::Path;

use super::types::Uri;
use crate::diagnostic::Code;
use crate::service::shelf::ShelfSheet;

/// What the address of a page begins with.
const SCHEME: &str = "puzzle-code:";

/// The pages.
#[derive(Debug, Default)]
pub(super) struct Pages;

impl Pages {
    /// The page of a code.
    #[expect(clippy::unused_self, reason = "others are made when the first link is needed")]
    pub(super) fn link(&self, code: Code) -> Option<Uri> {
        format!("{SCHEME}{}.md", code.number()).parse().ok()
    }
}

/// What stands at an address that is no file: a page, or a sheet of the shelf.
pub(super) fn text(address: &str) -> Option<&'static str> {
    if let Some(sheet) = ShelfSheet::at(Path::new(address)) {
        return Some(sheet.text);
    }
    let number = address.strip_prefix(SCHEME)?.strip_suffix(".md")?;
    Code::ALL.iter().find(|it| it.number() == number).map(|it| it.page())
}
