//! `:load`, `:reload` and `:save`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::command::Call;
use super::entries::Entry;
use super::event::Event;
use super::reading::Reading;
use super::session::{Session, Tell, Understood, quoted};
use crate::service::import::Format;
use crate::syntax::format::format;
use crate::text::Source;

/// `:load FILE`
pub fn load(session: &mut Session<'_>, call: &Call, tell: Tell<'_>) {
    let file = call.argument().trim_matches('"').to_owned();
    open(session, &file, tell);
}

/// Takes a file into the session.
pub fn open(session: &mut Session<'_>, file: &str, tell: Tell<'_>) {
    if let Some(format) = Format::of(file) {
        return foreign(session, file, format, tell);
    }
    let path = session.entries.locate(file);
    session.entries.forget_files();
    take(session, path, tell);
}

/// Declares what a file in another format holds, under the name of the file.
fn foreign(session: &mut Session<'_>, file: &str, format: Format, tell: Tell<'_>) {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let mut name: String =
        stem.chars().map(|it| if it.is_alphanumeric() { it } else { '_' }).collect();
    if name.chars().next().is_none_or(char::is_numeric) || name.chars().count() == 1 {
        name.insert(0, '_');
    }
    let keyword = format.sort().keyword();
    let line = format!("{keyword} {name} = file \"{file}\"");
    session.read(Arc::new(Source::new(line.as_str(), line.as_str())), tell);
    if session.known.find(&name).is_some() {
        tell(Event::Note(format!("loaded `{name}`")));
    }
}

/// `:reload`
pub fn reload(session: &mut Session<'_>, tell: Tell<'_>) {
    let loaded = session.entries.list.iter().filter_map(|entry| match entry {
        Entry::Loaded(path) => Some(path.clone()),
        Entry::Typed { .. } => None,
    });
    let loaded: Vec<_> = loaded.collect();
    session.entries.forget_files();
    if loaded.is_empty() {
        tell(Event::Note("no file is loaded; its declarations stay as they are".to_owned()));
    }
    for path in loaded {
        if session.signal.is_cancelled() {
            break;
        }
        take(session, path, tell);
    }
}

/// Takes a located file, which goes behind all else that the session holds.
fn take(session: &mut Session<'_>, path: PathBuf, tell: Tell<'_>) {
    let source = match session.entries.text_of(&path) {
        Ok(source) => Arc::new(source),
        Err(reason) => {
            let message = format!("{}: cannot read it: {reason}", path.display());
            return tell(Event::usage(message));
        }
    };
    let is_same = |entry: &Entry| matches!(entry, Entry::Loaded(it) if *it == path);
    session.entries.list.retain(|entry| !is_same(entry));
    let entry = Entry::Loaded(path);
    let together = session.entries.together(Some(&entry));
    let reading = Reading::default();
    session.add(&mut Understood { reading, typed: source, entry, together }, tell);
}
