//! The files that a command line names: itself a file, or all below a directory.

use std::path::PathBuf;

use rustc_hash::FxHashSet;

use crate::console::failure::CommandFailure;
use crate::console::input::is_special;
use crate::disk::{locate, not_regular, puzzles_below, reason};

/// The files that `paths` name, in their order and each once, by whatever paths: a file stands for
/// itself whatever its ending, a directory for all `*.puzzle` files below it in the order of their
/// names, without hidden ones. What cannot be found or listed is left to the reader or is a failure
/// of its own.
pub fn expand(paths: &[PathBuf]) -> Vec<Result<PathBuf, CommandFailure>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let below = puzzles_below(path);
            if below.is_empty() {
                let message = "the directory holds no `.puzzle` file";
                found.push(Err(CommandFailure::unusable(path.to_string_lossy(), message)));
            }
            found.extend(below.into_iter().map(|it| match it {
                // Nobody named it, so nobody waits for what it may say.
                Ok(path) if is_special(&path) => {
                    let message = format!("cannot read it: {}", reason(&not_regular()));
                    Err(CommandFailure::unusable(path.to_string_lossy(), message))
                }
                Ok(path) => Ok(path),
                Err((path, error)) => {
                    let message = format!("cannot list the directory: {}", reason(&error));
                    Err(CommandFailure::unusable(path.to_string_lossy(), message))
                }
            }));
        } else {
            found.push(Ok(path.clone()));
        }
    }
    found.retain(|found| found.as_ref().map_or(true, |path| seen.insert(locate(path))));
    found
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::console::exit::Exit;

    fn directory_of(files: &[&str]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for file in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "solve (x+y)\n").unwrap();
        }
        directory
    }

    #[test]
    fn directories_are_walked_in_order_without_hidden_or_other_files() {
        let files =
            ["b.puzzle", "a/z.puzzle", "a/.c.puzzle", ".git/x.puzzle", "n.txt", "a0.puzzle"];
        let directory = directory_of(&files);
        let root = directory.path().to_owned();
        let named = root.join("n.txt");
        let again = root.join("a/../b.puzzle");
        let found = expand(&[named.clone(), root.clone(), root.join("b.puzzle"), again]);
        let found: Vec<PathBuf> = found.into_iter().map(Result::unwrap).collect();
        let expected = ["a/z.puzzle", "a0.puzzle", "b.puzzle"].map(|name| root.join(name));
        assert_eq!(found, [&[named], &expected[..]].concat());
    }

    #[test]
    fn a_directory_without_puzzles_is_a_failure_and_what_is_missing_is_left_to_the_reader() {
        let directory = directory_of(&["x/n.txt"]);
        let path = |name| directory.path().join(name);
        let found = expand(&[path("x"), path("none.puzzle")]);
        assert_eq!(found[0].as_ref().unwrap_err().exit, Exit::Usage);
        assert_eq!(found[1], Ok(path("none.puzzle")));
    }

    #[cfg(unix)]
    #[test]
    fn circles_of_links_end() {
        let directory = directory_of(&["a/b.puzzle"]);
        std::os::unix::fs::symlink(directory.path(), directory.path().join("a/up")).unwrap();
        assert_eq!(expand(&[directory.path().to_owned()]).len(), 1);
    }
}
