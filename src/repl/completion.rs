//! What may be typed next: commands and their arguments here, all else as in an editor.

use rustyline::completion::Pair;

use super::command::COMMANDS;
use super::session::Session;

/// Where the word at `at` starts, and what it may become.
pub fn complete(session: &mut Session<'_>, line: &str, at: usize) -> (usize, Vec<Pair>) {
    let typed = &line[..at];
    let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let _ = session;
    let word = &typed[start..];
    let among = |words: &mut dyn Iterator<Item = String>| {
        let pairs = words.filter(|it| it.starts_with(word));
        pairs.map(|it| Pair { display: it.clone(), replacement: it }).collect()
    };
    if word.starts_with(':') && start == 0 {
        return (start, among(&mut COMMANDS.iter().map(|it| format!(":{} ", it.name))));
    }
    (start, Vec::new())
}

/// What goes on behind the end of a text, if there is only one way.
pub fn hint(session: &mut Session<'_>, line: &str) -> Option<String> {
    let _ = (session, line);
    None
}
