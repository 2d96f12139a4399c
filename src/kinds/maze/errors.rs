//! The words for what does not fit together in a maze.

use super::names::MazeNames;
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;
use puzzle_engine::Violation;
use puzzle_engine::logic::maze::NodeId;

/// Adds the repair that replaces a name at all its places.
fn rename(diagnostic: Diagnostic, places: &[Span], to: &str) -> Diagnostic {
    let edits = places.iter().map(|&place| Edit::replace(place, to)).collect();
    diagnostic.fix(Fix::maybe(format!("write `{to}`"), edits))
}

/// Adds the further places of a name behind its first.
fn and_here(diagnostic: Diagnostic, places: &[Span]) -> Diagnostic {
    places[1..].iter().fold(diagnostic, |diagnostic, &at| diagnostic.related(at, "and here"))
}

pub(super) fn steps_missing(place: Span) -> Diagnostic {
    Diagnostic::new(
        MISSING_SETTING,
        place,
        "the maze has no `steps`",
        "how many steps are allowed?",
    )
    .help("write a line such as `steps 5`")
}

pub(super) fn steps_not_a_number(word: &str, span: Span) -> Diagnostic {
    let message = match word {
        "" => "the number of steps is missing".to_owned(),
        _ => format!("`{word}` is not a number of steps"),
    };
    Diagnostic::new(STEPS_NOT_A_NUMBER, span, message, "not a whole number from 0 on")
        .help("write a whole number such as `5`")
}

pub(super) fn node_listed_twice(text: &str, first: Span, again: Span) -> Diagnostic {
    let name = &text[again.range()];
    Diagnostic::new(DUPLICATE_NODE, again, format!("node `{name}` is listed twice"), "listed again")
        .related(first, "listed first here")
        .help("list each node once")
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, again)]))
}

pub(super) fn node_described_twice(text: &str, first: Span, again: Span) -> Diagnostic {
    let name = &text[again.range()];
    Diagnostic::new(
        DUPLICATE_NODE,
        again,
        format!("node `{name}` has two lines"),
        "the second line",
    )
    .related(first, "the first line")
    .help("join the two lines, or give one of the nodes another name")
}

pub(super) fn treasure_listed_twice(text: &str, first: Span, again: Span) -> Diagnostic {
    let name = &text[again.range()];
    let message = format!("treasure `{name}` is listed twice");
    Diagnostic::new(DUPLICATE_TREASURE, again, message, "listed again")
        .related(first, "listed first here")
        .help("there is one of each treasure; list it once")
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, again)]))
}

pub(super) fn repeated_on_line(text: &str, first: Span, again: Span) -> Diagnostic {
    let name = &text[again.range()];
    let message = format!("treasure `{name}` is named twice");
    Diagnostic::new(DUPLICATE_TREASURE, again, message, "named again")
        .related(first, "named first here")
        .help("there is one of each treasure; name it once")
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, again)]))
}

pub(super) fn second_home(text: &str, first: Span, again: Span) -> Diagnostic {
    let name = &text[again.range()];
    let message = format!("treasure `{name}` has two homes");
    Diagnostic::new(TREASURE_TWO_HOMES, again, message, "its second home")
        .related(first, "its first home")
        .help("there is one of each treasure; give one of the two another name")
}

/// `meant` is a listed node without a line.
pub(super) fn unlisted_node(
    name: &str,
    line: Span,
    meant: Option<(&str, Span)>,
    list_end: u32,
) -> Diagnostic {
    let message = format!("node `{name}` is not listed");
    let diagnostic = Diagnostic::new(UNLISTED_NODE, line, message, "not on line 1");
    let Some((meant, listed)) = meant else {
        return diagnostic
            .help("add it to line 1, or delete its line")
            .fix(Fix::maybe("add it to line 1", vec![Edit::insert(list_end, format!(" {name}"))]));
    };
    let diagnostic = diagnostic
        .related(listed, format!("`{meant}` is listed and has no line"))
        .help(format!("did you mean `{meant}`?"));
    // Each maze has a START and a GOAL, so then it is the list that is wrong.
    if matches!(name, "START" | "GOAL") {
        rename(diagnostic, &[listed], name)
    } else {
        rename(diagnostic, &[line], meant)
    }
}

pub(super) fn missing_line(name: &str, listed: Span) -> Diagnostic {
    let message = format!("node `{name}` has no line");
    Diagnostic::new(MISSING_NODE_LINE, listed, message, "listed, but not described")
        .help(format!("write a line such as `{name} TREASURES TOLLS NEXT GOAL`"))
}

/// `meant` is a node that may be misspelt, with its places.
pub(super) fn missing_end(name: &str, place: Span, meant: Option<(&str, Vec<Span>)>) -> Diagnostic {
    let message = format!("there is no node `{name}`");
    let label = format!("`{name}` is missing");
    match meant {
        None => Diagnostic::new(MISSING_END, place, message, label)
            .help("each maze has a START and a GOAL, in capitals"),
        Some((meant, places)) => {
            let label = format!("`{meant}` may be meant to be it");
            let diagnostic = Diagnostic::new(MISSING_END, places[0], message, label)
                .help("each maze has a START and a GOAL, in capitals");
            rename(diagnostic, &places, name)
        }
    }
}

pub(super) fn burdened_end(node: &str, what: &str, span: Span) -> Diagnostic {
    let message = format!("{node} has {what}");
    Diagnostic::new(BURDENED_END, span, message, format!("not allowed at {node}"))
        .help("START and GOAL have neither treasures nor tolls; move them to another node")
}

/// `places` are all corridors to the name.
pub(super) fn unknown_node(
    name: &str,
    places: &[Span],
    meant: Option<&str>,
    is_listed: bool,
) -> Diagnostic {
    let message = format!("there is no node `{name}`");
    let diagnostic = Diagnostic::new(UNKNOWN_NODE, places[0], message, "leads to no node");
    let diagnostic = and_here(diagnostic, places);
    match meant {
        Some(meant) => rename(diagnostic.help(format!("did you mean `{meant}`?")), places, meant),
        None if is_listed => diagnostic.help("add it to line 1 and write a line for it"),
        None => diagnostic.help(format!("write a line for it, such as `{name} -> GOAL`")),
    }
}

/// `places` are all that name it; `list` is the last treasure that line 2 lists.
pub(super) fn undeclared_treasure(
    name: &str,
    places: &[Span],
    meant: Option<&str>,
    list: Option<Span>,
) -> Diagnostic {
    let message = format!("treasure `{name}` is not listed");
    let diagnostic = Diagnostic::new(UNDECLARED_TREASURE, places[0], message, "not on line 2");
    let diagnostic = and_here(diagnostic, places);
    match (meant, list) {
        (Some(meant), _) => {
            rename(diagnostic.help(format!("did you mean `{meant}`?")), places, meant)
        }
        (None, Some(last)) => diagnostic
            .help("add it to line 2")
            .fix(Fix::maybe("add it to line 2", vec![Edit::insert(last.end, format!(" {name}"))])),
        (None, None) => diagnostic.help("add it to line 2"),
    }
}

pub(super) fn self_toll(text: &str, node: Span, held: Span, toll: Span) -> Diagnostic {
    let (name, node) = (&text[toll.range()], &text[node.range()]);
    let message = format!("`{node}` can never be entered: it holds the `{name}` it asks for");
    Diagnostic::new(SELF_TOLL, toll, message, "must be held before the step")
        .related(held, "found only here")
        .help("move the treasure or the toll to another node")
}

/// `word` stands where treasures do.
pub(super) fn node_as_treasure(name: &str, word: Span, node: Option<Span>) -> Diagnostic {
    let message = format!("`{name}` is a node, and stands where treasures do");
    let arrow = vec![Edit::insert(word.start, "-> ")];
    let diagnostic = Diagnostic::new(NODE_AS_TREASURE, word, message, "no arrow before it")
        .help("corridors are written behind `->`; a treasure gets a name of its own")
        .fix(Fix::maybe("write `->` before it", arrow));
    match node {
        Some(line) => diagnostic.related(line, "the node"),
        None => diagnostic,
    }
}

/// `words` stand among treasures or tolls, each with what is meant, and others stand behind them; `fault` is
/// what is wrong if these are what they seem to be.
pub(super) fn misspelt_parts(
    text: &str,
    words: &[(Span, &str)],
    fault: Option<Diagnostic>,
) -> Diagnostic {
    let (word, part) = words[0];
    let meant = format!("`{part}` may be meant");
    let mut diagnostic = match fault {
        Some(fault) => fault.related(word, meant),
        None => {
            let message = format!("`{}` is read as the name of a treasure", &text[word.range()]);
            Diagnostic::new(MISSPELT_PART, word, message, meant)
        }
    };
    diagnostic.fixes.clear();
    diagnostic.help(format!("did you mean `{part}`?")).fix(Fix::maybe(
        format!("write `{part}`"),
        words.iter().map(|(word, part)| Edit::replace(*word, *part)).collect(),
    ))
}

pub(super) fn treasure_without_home(text: &str, listed: Span) -> Diagnostic {
    let message = format!("treasure `{}` is nowhere", &text[listed.range()]);
    Diagnostic::new(TREASURE_WITHOUT_HOME, listed, message, "no node has it")
        .help("write it behind TREASURES of its node, or delete it here")
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, listed)]))
}

/// `tolls` are all that ask for it.
pub(super) fn toll_without_supply(
    name: &str,
    tolls: &[Span],
    meant: Option<&str>,
    listed: Option<Span>,
) -> Diagnostic {
    let message = format!("no node supplies `{name}`");
    let diagnostic = Diagnostic::new(TOLL_WITHOUT_SUPPLY, tolls[0], message, "can never be paid");
    let mut diagnostic = and_here(diagnostic, tolls);
    if let Some(listed) = listed {
        diagnostic = diagnostic.related(listed, "listed here");
    }
    match meant {
        Some(meant) => rename(diagnostic.help(format!("did you mean `{meant}`?")), tolls, meant),
        None => diagnostic.help("lay the treasure at some node, or drop the toll"),
    }
}

/// Says which rule a path breaks.
pub(super) fn violation(names: &MazeNames, path: &[NodeId], violation: Violation) -> String {
    let node = |index: usize| path.get(index).map_or("?", |id| names.nodes[id.0 as usize].as_str());
    match violation {
        Violation::Empty => "a path has at least one node".to_owned(),
        Violation::UnknownNode { index } => format!("node {index} of the path is not in the maze"),
        Violation::NotFromStart => "a path begins at START".to_owned(),
        Violation::NoCorridor { step } => {
            format!("step {step}: no corridor leads from {} to {}", node(step - 1), node(step))
        }
        Violation::TollNotHeld { step, toll, spent } => {
            let toll = &names.treasures[toll.0 as usize];
            let why = match spent {
                Some(earlier) => format!("it was spent in step {earlier}"),
                None => "it was not taken before".to_owned(),
            };
            format!("step {step}: {} asks for {toll}; {why}", node(step))
        }
        Violation::NotToGoal => "the path does not end at GOAL".to_owned(),
        Violation::TooManySteps { steps } => format!("the path is right, but takes {steps} steps"),
    }
}
