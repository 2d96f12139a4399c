//! The words for what is wrong with the shape of a maze in the text format.

use super::KEYWORDS;
use crate::diagnostic::code::MALFORMED_MAZE_LINE;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

const SHAPE: &str = "a node's line is `NODE TREASURES t… TOLLS t… NEXT n…`, each keyword there even when its list is empty";
const HEADER: &str = "line 1 lists the nodes, line 2 the treasures (blank when there are none), line 3 is the number \
     of steps; the nodes' lines follow";

fn malformed(span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(MALFORMED_MAZE_LINE, span, message, label)
}

pub(super) fn empty(text: &str) -> Diagnostic {
    malformed(Span::at(text.len() as u32), "there is no maze", "the file is blank").help(HEADER)
}

pub(super) fn ends_early(text: &str) -> Diagnostic {
    let end = Span::at(text.trim_end().len() as u32);
    malformed(end, "a maze starts with three lines", "the file ends before the third").help(HEADER)
}

pub(super) fn nodes_missing(line: Span) -> Diagnostic {
    malformed(line, "line 1 lists no nodes", "this line is blank").help(HEADER)
}

pub(super) fn declared(line: Span) -> Diagnostic {
    let label = "so a maze begins in a `.puzzle` file";
    malformed(line, "line 1 is not the nodes", label)
        .help(format!("give the file a name that ends in `.puzzle`; in a `.maze` file {HEADER}"))
}

pub(super) fn header_missing(line: Span, number: usize) -> Diagnostic {
    let what = ["the nodes", "the treasures", "the number of steps"][number - 1];
    malformed(line, format!("line {number} is not {what}"), "this is a node's line").help(HEADER)
}

/// `behind_first` is where line 1 ends: behind a lone `\r` a `\n` would be no line.
pub(super) fn blank_line_missing(steps: Span, behind_first: u32) -> Diagnostic {
    malformed(steps, "line 2 is the number of steps", "line 2 lists the treasures")
        .help("leave line 2 blank when there are no treasures")
        .fix(Fix::certain("insert a blank line", vec![Edit::insert(behind_first, "\n")]))
}

pub(super) fn steps_missing(line: Span) -> Diagnostic {
    malformed(line, "the number of steps is missing", "this line is blank")
        .help("line 3 is the number of steps, such as `5`")
}

pub(super) fn more_than_steps(steps: Span, rest: Span) -> Diagnostic {
    malformed(rest, "line 3 is one number", "nothing follows the number of steps")
        .help("delete the rest of the line")
        .fix(Fix::maybe("delete it", vec![Edit::delete(Span::new(steps.end, rest.end))]))
}

pub(super) fn keyword_as_name(text: &str, name: Span) -> Diagnostic {
    let word = &text[name.range()];
    malformed(name, format!("`{word}` is a keyword, not a name"), "cannot be listed")
        .help("give it another name")
}

pub(super) fn name_missing(text: &str, keyword: Span) -> Diagnostic {
    let word = &text[keyword.range()];
    malformed(keyword, "the node's name is missing", format!("the line starts with `{word}`"))
        .help(SHAPE)
}

pub(super) fn repeated_keyword(text: &str, first: Span, again: Span) -> Diagnostic {
    let word = &text[again.range()];
    malformed(again, format!("`{word}` stands twice on this line"), "the second one")
        .related(first, "the first one")
        .help(SHAPE)
}

pub(super) fn keyword_out_of_order(text: &str, before: Span, at: Span) -> Diagnostic {
    let (word, other) = (&text[at.range()], &text[before.range()]);
    malformed(at, format!("`{word}` stands behind `{other}`"), format!("belongs before `{other}`"))
        .related(before, format!("`{other}` is here"))
        .help(SHAPE)
}

pub(super) fn extra_words(span: Span) -> Diagnostic {
    malformed(span, "`TREASURES` does not follow the node's name", "nothing stands between them")
        .help(SHAPE)
}

pub(super) fn misspelt_keyword(
    text: &str,
    word: Span,
    keyword: &str,
    is_certain: bool,
) -> Diagnostic {
    let found = &text[word.range()];
    let edits = vec![Edit::replace(word, keyword)];
    let title = format!("write `{keyword}`");
    let fix = if is_certain { Fix::certain(title, edits) } else { Fix::maybe(title, edits) };
    malformed(word, format!("`{found}` is not a keyword"), format!("did you mean `{keyword}`?"))
        .help(SHAPE)
        .fix(fix)
}

/// Where a keyword belongs.
#[derive(Clone, Copy)]
pub(super) enum KeywordPlace {
    Before(Span),
    After(Span),
}

/// `missing` are the places of keywords in [`KEYWORDS`], the first of which belongs at `place`.
pub(super) fn keyword_missing(
    missing: &[usize],
    place: KeywordPlace,
    is_certain: bool,
) -> Diagnostic {
    let words: Vec<String> = missing.iter().map(|&it| format!("`{}`", KEYWORDS[it])).collect();
    let (words, keyword) = (words.join(" and "), KEYWORDS[missing[0]]);
    let is_are = if missing.len() == 1 { "is" } else { "are" };
    let (offset, edit) = match place {
        KeywordPlace::Before(span) => (span.start, Edit::insert(span.start, format!("{keyword} "))),
        KeywordPlace::After(span) => (span.end, Edit::insert(span.end, format!(" {keyword}"))),
    };
    let label = format!("`{keyword}` belongs here");
    let diagnostic =
        malformed(Span::at(offset), format!("{words} {is_are} missing"), label).help(SHAPE);
    let title = format!("insert `{keyword}`");
    match missing {
        [_] if is_certain => diagnostic.fix(Fix::certain(title, vec![edit])),
        [_] => diagnostic.fix(Fix::maybe(title, vec![edit])),
        _ => diagnostic,
    }
}

pub(super) fn not_a_key_line(span: Span) -> Diagnostic {
    malformed(span, "this is not a line of a maze's key", "expected `ATOM NODE TIME`")
        .help("the lines behind `0` are those that `puzzle encode` wrote there")
}

pub(super) fn not_a_path(span: Span, time: u64, is_twice: bool) -> Diagnostic {
    let (message, label) = if is_twice {
        (format!("the player is at two nodes at time {time}"), "the second one")
    } else {
        (format!("the player is nowhere at time {time}"), "no place by then")
    };
    malformed(span, message, label).help("the answer does not satisfy the maze's clauses")
}
