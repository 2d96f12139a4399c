//! The paths in a file that lead to other files.

use std::path::PathBuf;

use super::mention::{What, mentions};
use super::{TextLocation, named_file};
use crate::service::check::Analysis;
use crate::text::Span;

/// A path that leads to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileLink {
    /// What stands between the quotes.
    pub location: TextLocation,
    /// The file, as the path of the file that names it and the path written there tell.
    pub file: PathBuf,
}

/// The links of a file, by its index, in order.
pub fn links(analysis: Analysis<'_>, file: usize) -> Vec<FileLink> {
    let scope = &analysis.scope;
    let file = &scope.program.files[file];
    let mut links = Vec::new();
    for (definition, item) in scope.program.items(file).filter(|(_, it)| it.kind.names_file()) {
        let document = definition.document;
        let mentions = mentions(scope, &scope.program.documents[document as usize], item);
        for path in mentions.into_iter().filter(|it| it.what == What::Path) {
            let quoted = &scope.text(document)[path.span.range()];
            let Some(file) = named_file(file, quoted) else { continue };
            // A text that lacks its end lacks the last quote.
            let end = path.span.end - u32::from(quoted.ends_with('"'));
            let span = Span::new(path.span.start + 1, end);
            links.push(FileLink { location: TextLocation { document, span }, file });
        }
    }
    links
}
