//! `workspace/willRenameFiles`: when files or folders get other names, the paths that lead to them are
//! written anew, and so are those in files that move away from what they name.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::edits::workspace_edit;
use super::state::ServerState;
use super::types::*;
use crate::disk::{self, puzzles_below};
use crate::ide::links::links;
use crate::syntax::token::text_value;
use crate::text::Span;

/// What is told of renamings: all of them, for a folder may hold what is imported.
pub(super) fn operations() -> WorkspaceFileOperationsServerCapabilities {
    let pattern =
        FileOperationPattern { glob: "**/*".to_owned(), ..FileOperationPattern::default() };
    let filter = FileOperationFilter { scheme: Some("file".to_owned()), pattern };
    WorkspaceFileOperationsServerCapabilities {
        will_rename: Some(FileOperationRegistrationOptions { filters: vec![filter] }),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

/// The edits that keep every path right when files are renamed.
pub(super) fn mended(state: &mut ServerState, params: &RenameFilesParams) -> Option<WorkspaceEdit> {
    let path = |uri: &str| uri.parse().ok().map(|uri: Uri| state.names.path(&uri));
    let renamed = params.files.iter();
    let renamed = renamed.filter_map(|it| Some((path(&it.old_uri)?, path(&it.new_uri)?)));
    let renamed = MovedPaths(renamed.collect());
    let below = state.client.folders.iter().flat_map(|folder| puzzles_below(folder)).flatten();
    let mut roots: Vec<PathBuf> = below.map(|path| disk::locate(&path)).collect();
    roots.extend(state.files.open_files().map(|(path, _)| path.to_owned()));
    roots.sort();
    roots.dedup();
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for root in roots {
        let Some(view) = state.view(&root) else { continue };
        for link in links(view.analysis, view.root()) {
            let (document, span) = (link.location.document, link.location.span);
            let written = view.analysis.scope.text(document)[span.range()].to_owned();
            if let Some(new) =
                renamed.path(&root, &link.file, &text_value(&format!("\"{written}\"")))
                && let Some(uri) = view.uri(document)
            {
                let edit =
                    TextEdit::new(view.range(document, Span::new(span.start, span.end)), new);
                changes.entry(uri).or_default().push(edit);
            }
        }
    }
    (!changes.is_empty()).then(|| workspace_edit(changes, &state.names, &state.client))
}

/// From where to where files and folders move.
struct MovedPaths(Vec<(PathBuf, PathBuf)>);

impl MovedPaths {
    /// Where a file is afterwards, if it moves.
    fn moved(&self, path: &Path) -> Option<PathBuf> {
        self.0.iter().find_map(|(old, new)| {
            let rest = path.strip_prefix(old).ok()?;
            Some(if rest.as_os_str().is_empty() { new.clone() } else { new.join(rest) })
        })
    }

    /// What a file has to write afterwards for the path of another one, if not what it `said`.
    fn path(&self, from: &Path, to: &Path, said: &str) -> Option<String> {
        // Sheets of the shelf are no files.
        let to = to.is_absolute().then(|| disk::locate(to))?;
        let (new_from, new_to) = (self.moved(from), self.moved(&to));
        if new_to.is_none() && (new_from.is_none() || Path::new(said).is_absolute()) {
            return None;
        }
        let (from, to) = (new_from.unwrap_or_else(|| from.to_owned()), new_to.unwrap_or(to));
        let path = match Path::new(said).is_absolute() {
            true => to,
            false => relative(from.parent()?, &to),
        };
        let new = path.to_str()?.replace('\\', "/");
        (new != said).then_some(new)
    }
}

/// The path that leads from a folder to a file.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let (folder, file): (Vec<_>, Vec<_>) =
        (folder.components().collect(), file.components().collect());
    let common = folder.iter().zip(&file).take_while(|(one, other)| one == other).count();
    let up = folder[common..].iter().map(|_| Component::ParentDir);
    up.chain(file[common..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_up_and_down() {
        let path = |folder: &str, file: &str| relative(Path::new(folder), Path::new(file));
        assert_eq!(path("/a/b", "/a/b/c.puzzle"), Path::new("c.puzzle"));
        assert_eq!(path("/a/b", "/a/c/d.puzzle"), Path::new("../c/d.puzzle"));
        assert_eq!(path("/a", "/a.puzzle"), Path::new("../a.puzzle"));
    }

    #[test]
    fn only_what_moves_is_written_anew() {
        let renamed = MovedPaths(vec![("/w/lib".into(), "/w/parts".into())]);
        let path =
            |from: &str, to: &str, said: &str| renamed.path(Path::new(from), Path::new(to), said);
        assert_eq!(
            path("/w/a.puzzle", "/w/lib/b.maze", "lib/b.maze").as_deref(),
            Some("parts/b.maze")
        );
        assert_eq!(path("/w/lib/b.puzzle", "/w/lib/c.maze", "c.maze"), None);
        assert_eq!(path("/w/a.puzzle", "/w/d.maze", "d.maze"), None);
        assert_eq!(path("/w/a.puzzle", "shelf/nim", "shelf/nim"), None);
    }
}
