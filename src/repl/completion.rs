//! What may be typed next: commands and their arguments here, all else as in an editor.

use std::ops::Range;
use std::path::Path;

use super::command::{Argument, COMMANDS, ReplCommand, meant, split};
use super::entries::TYPED;
use super::pending::missing;
use super::session::Session;
use super::settings::SETTINGS;
use super::{editing, playing};
use crate::ide::EditorPlace;
use crate::ide::completion::{CompletionSort, completion};
use crate::service::explain::explained;
use crate::service::play::setup::{Against, CHOICES};
use crate::service::trace::PROCEDURES;
use crate::syntax::ast::Verb;
use crate::syntax::keyword::KEYWORDS;
use crate::syntax::unfinished::Unfinished;
use crate::text::Span;

/// Something that may be typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TypedOffer {
    /// What is typed.
    pub text: String,
    /// What it is, in a few words.
    pub detail: String,
}

/// Where the word at `at` starts, and what it may become.
pub(super) fn offers(
    session: &mut Session<'_>,
    typed: &str,
    at: usize,
) -> (usize, Vec<TypedOffer>) {
    if let Some(play) = session.play() {
        let offers = play.offers();
        return (0, fitting(typed[..at].trim_start(), offers.into_iter()));
    }
    let Some((word, argument)) = split(&typed[..at]).filter(|(word, _)| is_command(typed, *word))
    else {
        return language(session, typed, at);
    };
    let word = word.range();
    if at <= word.end {
        let names = COMMANDS.iter().map(|it| (format!(":{}", it.name), it.summary));
        let mut offers = fitting(&typed[..at], names);
        if let ([only], [ReplCommand { argument, .. }]) =
            (&mut offers[..], &meant(&typed[1..at])[..])
            && *argument != Argument::None
        {
            only.text.push(' ');
        }
        return (0, offers);
    }
    let name = typed[word.clone()].trim_start_matches(':').trim_end_matches('!');
    let [command] = meant(name)[..] else { return (at, Vec::new()) };
    let start = argument.start as usize;
    let argument = &typed[start..at];
    match command.argument {
        Argument::None => (at, Vec::new()),
        Argument::Puzzle => as_query(session, typed, at, word, Verb::Draw),
        Argument::Game => match playing::split(argument) {
            (Some(_), "") if !argument.ends_with(' ') => {
                as_query(session, typed, at, word, Verb::Play2Win)
            }
            (None, "") => as_query(session, typed, at, word, Verb::Play2Win),
            _ => choices(typed, at),
        },
        Argument::Traced => traced(session, typed, at, word),
        Argument::Query => {
            let (offset, offers) = language(session, &typed[start..], at - start);
            (start + offset, offers)
        }
        Argument::Name => (start, names(session, argument)),
        Argument::Line => match argument.split_once(':') {
            None => (start, names(session, argument)),
            Some((name, line)) => line_of(session, name.trim(), line.trim_start(), at),
        },
        Argument::Setting => (start, fitting(argument, SETTINGS.iter().map(|&it| (it.into(), "")))),
        Argument::Explained => {
            let names = explained().map(|(name, detail)| (name.into(), detail));
            (start, fitting(argument, names))
        }
        Argument::File => {
            let folder = argument.rfind('/').map_or(0, |slash| slash + 1);
            let names = session.world.list(Path::new(TYPED), &argument[..folder]);
            let names = names.into_iter().map(|it| (it, ""));
            (start + folder, fitting(&argument[folder..], names))
        }
    }
}

/// What may be typed at the end of another line of a block; its beginning, up to `at`, is typed.
fn line_of(
    session: &mut Session<'_>,
    name: &str,
    line: &str,
    at: usize,
) -> (usize, Vec<TypedOffer>) {
    let Some(before) = editing::before_line(session, name) else { return (at, Vec::new()) };
    let text = format!("{before}{line}");
    let (offset, offers) = language(session, &text, text.len());
    ((at + offset).saturating_sub(text.len()), offers)
}

/// The names of declarations that begin with what is typed.
fn names(session: &Session<'_>, typed: &str) -> Vec<TypedOffer> {
    let analysis = session.known.analysis();
    let mut offers = fitting(typed, analysis.scope.names().map(|it| (it.to_owned(), "")));
    offers.sort_by(|one, other| one.text.cmp(&other.text));
    offers
}

/// Those that begin with what is typed.
fn fitting<'a>(typed: &str, offers: impl Iterator<Item = (String, &'a str)>) -> Vec<TypedOffer> {
    let fitting = offers.filter(|(text, _)| text.starts_with(typed));
    fitting.map(|(text, detail)| TypedOffer { text, detail: detail.to_owned() }).collect()
}

/// What may follow a command as it follows a verb.
fn as_query(
    session: &mut Session<'_>,
    typed: &str,
    at: usize,
    command: Range<usize>,
    verb: Verb,
) -> (usize, Vec<TypedOffer>) {
    let verb = verb.word();
    let query = format!("{verb}{}", &typed[command.end..]);
    let (start, offers) = language(session, &query, at - command.end + verb.len());
    (start + command.end - verb.len(), offers)
}

/// Whether a text is a command with its colon, or `play` with an argument.
fn is_command(typed: &str, word: Span) -> bool {
    typed.starts_with(':') || word.end < typed.len() as u32
}

/// What may be said of who plays.
fn choices(typed: &str, at: usize) -> (usize, Vec<TypedOffer>) {
    let start = typed[..at].rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let before = typed[..start].split_whitespace().next_back();
    let offers: Vec<_> = match before {
        Some("against") => Against::ALL.map(|it| (it.name().to_owned(), "")).to_vec(),
        Some("as" | "seed") => Vec::new(),
        _ => CHOICES.map(|(word, detail)| (word.to_owned(), detail)).to_vec(),
    };
    (start, fitting(&typed[start..at], offers.into_iter()))
}

/// What may be traced, and by which procedure.
fn traced(
    session: &mut Session<'_>,
    typed: &str,
    at: usize,
    command: Range<usize>,
) -> (usize, Vec<TypedOffer>) {
    let start = typed[..at].rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let before = typed[command.end..start].split_whitespace().next_back();
    if before == Some("by") {
        let procedures = PROCEDURES.iter().map(|it| (it.name().to_owned(), it.summary()));
        return (start, fitting(&typed[start..at], procedures));
    }
    let (from, offers) = as_query(session, typed, at, command, Verb::Draw);
    if before.is_none() || !offers.is_empty() {
        return (from, offers);
    }
    (start, fitting(&typed[start..at], [("by ".to_owned(), "a procedure")].into_iter()))
}

/// What may be typed in a file.
fn language(session: &mut Session<'_>, typed: &str, at: usize) -> (usize, Vec<TypedOffer>) {
    let world = session.world;
    let list = |from: &Path, folder: &str| world.list(from, folder);
    let found = session.known.peek(typed, |analysis, document| {
        completion(analysis, EditorPlace { document, offset: at as u32 }, &list).items
    });
    let start = found.first().map_or(at, |it| it.edit.span.start as usize);
    let word = typed.get(start..at).unwrap_or_default();
    let is_here = |offset: u32| offset as usize == start;
    let mut found: Vec<_> = found.into_iter().filter(|it| is_here(it.edit.span.start)).collect();
    // An editor's list narrows; here the first that fit are best.
    if found.iter().any(|it| it.edit.text.starts_with(word)) {
        found.retain(|it| it.edit.text.starts_with(word));
    }
    let is_only = found.len() == 1;
    let offers = found.into_iter().map(|it| {
        let blank = if is_only && it.sort == CompletionSort::Keyword { " " } else { "" };
        TypedOffer { text: format!("{}{blank}", it.edit.text), detail: it.detail }
    });
    (start, offers.collect())
}

/// What goes on behind the end of a text, and whether it can be taken over.
pub(super) fn hint(session: &mut Session<'_>, typed: &str) -> Option<(String, bool)> {
    let (_, last) = typed.rsplit_once('\n').unwrap_or(("", typed));
    if last.trim().is_empty() {
        let ends = match missing(typed)? {
            Unfinished::Block => "`}` ends the block",
            Unfinished::Parentheses => "`)` is missing; an empty line ends this",
            Unfinished::Text => "`\"\"\"` ends the text",
            Unfinished::Documentation => "the declaration; an empty line ends this",
        };
        return Some((ends.to_owned(), false));
    }
    if let Some(word) = typed.strip_suffix(' ')
        && let Some(keyword) = KEYWORDS.iter().find(|it| it.word == word)
    {
        return Some((keyword.usage[word.len()..].trim_start().to_owned(), false));
    }
    let (start, offers) = offers(session, typed, typed.len());
    let word = &typed[start.min(typed.len())..];
    match &offers[..] {
        [only] if !word.is_empty() => {
            let rest = only.text.strip_prefix(word)?.trim_end();
            (!rest.is_empty()).then(|| (rest.to_owned(), true))
        }
        _ => None,
    }
}
