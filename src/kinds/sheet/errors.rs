//! The words for what is wrong with the names and sentences of a puzzle.

pub(super) use super::action_errors::*;
use super::aggregates::without_variables;
pub(super) use super::drawing_errors::*;
use super::ranges::{Range, shown_range};
use super::symbols::{Sort, SortMembers};
use super::variables::Variable;
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::coordinates;
pub(super) use crate::kinds::sentence_errors::{asked_outside, nothing_asked, shadowed};
use crate::kinds::sentence_errors::{range_as_constructor, suggested};
use crate::syntax::ast::Head;
use crate::syntax::beyond::beyond;
use crate::syntax::elsewhere::{self, MeantName};
use crate::syntax::keyword::NUMBER_WORDS;
use crate::text::Span;

pub(super) fn named_as_a_game(name: &str, label: &str, span: Span) -> Diagnostic {
    Diagnostic::new(RESERVED_NAME, span, format!("`{name}` cannot be a name"), label)
        .help(format!("choose another name: `game NAME: {name}` is always of that kind"))
}

pub(super) fn extends_itself(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` takes its rules from itself");
    Diagnostic::new(CYCLIC_DEFINITION, span, message, "leads back here").help(
        "the puzzle behind the colon has to be another one, which takes nothing from this one",
    )
}

/// A chain of puzzles, each of which takes its rules from the one before, that is too long.
pub(super) fn stands_on_too_many(span: Span, most: usize) -> Diagnostic {
    let message = format!("this puzzle stands on more than {most} others");
    let label = format!("takes its rules from one that stands on {most}");
    Diagnostic::new(CHAIN_TOO_LONG, span, message, label).help(
        "let puzzles stand on the same one where they can, or write the lines of several into one",
    )
}

pub(super) fn no_rules(name: &str, span: Span, what: &str) -> Diagnostic {
    let message = format!("`{name}` has no rules for a puzzle");
    Diagnostic::new(WRONG_KIND, span, message, format!("this is {what}"))
        .help("behind the colon stands a puzzle whose lines hold here as well")
}

/// A second declaration, in the block of the first one or in one that has its rules.
pub(super) fn declared_twice(word: &str, again: Span, is_inherited: bool) -> Diagnostic {
    let message = format!("`{word}` is declared twice");
    let help = match is_inherited {
        false => "names are unique in a puzzle; rename one of them",
        true => {
            "what its rules declare is so here as well: leave it out and tell its values by lines, or rename it"
        }
    };
    Diagnostic::new(DUPLICATE_NAME, again, message, "the second declaration").help(help)
}

pub(super) fn constructed_sort(text: &str, declared: Span, constructors: &[Head]) -> Diagnostic {
    if let Some(range) = range_as_constructor(text, constructors) {
        return range;
    }
    let name = &text[declared.range()];
    let message = format!("the sort `{name}` has constructors, and here sorts are listed");
    Diagnostic::new(OPEN_SORT, declared, message, "all that constructors make cannot be tried")
        .help("constructors with arguments belong to a `theory` without numbers and boards")
}

pub(super) fn unknown_sort<'a>(
    word: &str,
    span: Span,
    has_grid: bool,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("no sort is called `{word}`");
    let diagnostic = Diagnostic::new(UNKNOWN_NAME, span, message, "not a sort of the puzzle");
    let of_board = matches!(word, "Row" | "Column" | "Side" | "Direction" | "Cell") && !has_grid;
    let help = match of_board {
        true => "a board brings it: `grid Cell = 9 by 9`".to_owned(),
        false => format!("declare it: `sort {word} = …`; numbers are written as in `1..9`"),
    };
    suggested(diagnostic, word, known, &help)
}

pub(super) fn number_as_name(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a number and names no thing");
    Diagnostic::new(UNEXPECTED, span, message, "a name belongs here")
        .help("a sort of numbers is a range, as in `sort Digit = 1..9`")
}

pub(super) fn number_too_large(span: Span) -> Diagnostic {
    let label = "more than 1,099,511,627,776, which is 2⁴⁰";
    Diagnostic::new(NUMBER_TOO_LARGE, span, "the number is too large", label)
        .help("count in larger units")
}

pub(super) fn term_too_large(span: Span, most: i64) -> Diagnostic {
    let message = "this may become larger than numbers can be";
    Diagnostic::new(NUMBER_TOO_LARGE, span, message, format!("may be beyond {most}, which is 2⁴⁰"))
        .help("give what it is made of smaller ranges")
}

pub(super) fn empty_range(span: Span, least: i64, most: i64) -> Diagnostic {
    let message = format!("no number lies between {least} and {most}");
    Diagnostic::new(OUT_OF_RANGE, span, message, "an empty range")
        .help(format!("write `{most}..{least}`"))
        .fix(Fix::maybe(
            format!("write `{most}..{least}`"),
            vec![Edit::replace(span, format!("{most}..{least}"))],
        ))
}

pub(super) fn statement_as_term(span: Span) -> Diagnostic {
    let message = "this is true or false";
    Diagnostic::new(WRONG_ROLE, span, message, "a number or a thing belongs here")
        .help("to count how often it is true, write `count(x where …)`")
}

pub(super) fn term_as_statement(span: Span) -> Diagnostic {
    let message = "this is a value";
    Diagnostic::new(WRONG_ROLE, span, message, "something true or false belongs here")
        .help("compare it with something, as in `… = 1`")
}

/// `places` are those of one variable, the last one first, and `start` is that of the sentence.
pub(super) fn unbound(
    word: &str,
    places: &[Span],
    start: u32,
    (may_ask, is_statement): (bool, bool),
) -> Diagnostic {
    let message = format!("nothing binds `{word}`");
    let first = places.last().copied().unwrap_or_default();
    let label = "a single lower-case letter is a variable";
    let diagnostic = Diagnostic::new(UNBOUND_VARIABLE, first, message, label);
    if may_ask {
        let edits = places.iter().rev().map(|it| Edit::insert(it.start, "?")).collect();
        return diagnostic
            .help(format!("write `?{word}` to ask for it"))
            .fix(Fix::maybe(format!("write `?{word}`"), edits));
    }
    if !is_statement {
        return diagnostic.help(format!("put it into `sum(… for {word})`, or declare a constant"));
    }
    diagnostic.help(format!("write `all {word}. …` or `some {word}. …` around it")).fix(Fix::maybe(
        format!("write `all {word}.`"),
        vec![Edit::insert(start, format!("all {word}. "))],
    ))
}

pub(super) fn unused_variable(word: &str, place: Span) -> Diagnostic {
    let message = format!("nothing is said of `{word}`");
    Diagnostic::new(UNUSED_VARIABLE, place, message, "bound here and not used")
        .help("leave it out, or use it")
}

pub(super) fn thing_applied(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is applied to nothing");
    Diagnostic::new(WRONG_ARITY, span, message, "a value by itself")
        .help("a function or a predicate has arguments; multiplication is written `*`")
}

pub(super) fn none_elsewhere(span: Span) -> Diagnostic {
    let message = "`none` is no value";
    Diagnostic::new(WRONG_ROLE, span, message, "it stands beside `=` or `!=` only")
        .help("`f(x) = none` says that there is no value")
}

pub(super) fn wrong_role(name: &str, place: Span, is_predicate: bool) -> Diagnostic {
    let (is, should) = match is_predicate {
        true => ("says something that is true or false", "is a value, not a statement"),
        false => ("is a value", "is a statement, not a value"),
    };
    let message = format!("`{name}` {is}");
    Diagnostic::new(WRONG_ROLE, place, message, format!("what belongs here {should}"))
        .help("a predicate says something; a function or a constant has a value")
}

pub(super) fn wrong_count(name: &str, place: Span, found: usize, wanted: usize) -> Diagnostic {
    let arguments = |count: usize| match count {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    };
    let message = format!("`{name}` takes {}, not {found}", arguments(wanted));
    Diagnostic::new(WRONG_ARITY, place, message, format!("here it has {}", arguments(found)))
        .help("give it as many as it is declared with")
}

pub(super) fn sort_as_thing(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a sort, not one of its values");
    Diagnostic::new(WRONG_ROLE, span, message, "what belongs here is a value")
        .help(format!("name one, or speak of all with `all x: {word}. …`"))
}

pub(super) fn sort_as_group(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a sort, not a function");
    Diagnostic::new(WRONG_ROLE, span, message, "a function makes the groups")
        .help("without `in …` all values of the function are different")
}

/// Whether a word is written like a cell.
pub(super) fn is_cell(word: &str) -> bool {
    matches!(coordinates::read(word), Some((_, "")))
        && word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
}

pub(super) fn not_on_board(word: &str, span: Span, (height, width): (usize, usize)) -> Diagnostic {
    let last = coordinates::name(height - 1, width - 1);
    let message = format!("there is no cell `{word}`");
    Diagnostic::new(OUT_OF_RANGE, span, message, "off the board")
        .help(format!("the cells are `a1` to `{last}`: a letter for the column, then the row"))
}

/// `sort` is that of the value that is wanted, if one is and it is known.
pub(super) fn unknown_symbol<'a>(
    word: &str,
    span: Span,
    (is_statement, arguments, sort): (bool, usize, Option<&Sort<'_>>),
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    if let Some(number) = NUMBER_WORDS.iter().position(|it| *it == word && arguments == 0) {
        let number = number.to_string();
        return Diagnostic::new(
            UNKNOWN_NAME,
            span,
            format!("`{word}` is no number"),
            "digits are meant",
        )
        .help(format!("write `{number}`"))
        .fix(Fix::maybe(format!("write `{number}`"), vec![Edit::replace(span, number)]));
    }
    if let Some(aggregate) = without_variables(word, span).filter(|_| arguments > 0) {
        return aggregate;
    }
    let sorts = match arguments {
        0 => String::new(),
        _ => format!("({})", vec!["SORT"; arguments].join(", ")),
    };
    let of = sort.map_or("1..9", |it| &it.name);
    let is_listed = sort.is_some_and(|it| matches!(it.elements, SortMembers::Listed(_)));
    let (what, line) = match (is_statement, arguments) {
        (true, _) => ("predicate", format!("predicate {word}{sorts}")),
        (false, 0) => ("value", format!("constant {word}: {of}")),
        (false, _) => ("function", format!("function {word}{sorts}: {of}")),
    };
    let help = match arguments == 0 && is_listed {
        true => format!("add it to the list of the sort `{of}`"),
        false => format!("declare it: `{line}`"),
    };
    let message = format!("no {what} is called `{word}`");
    let diagnostic = Diagnostic::new(UNKNOWN_NAME, span, message, "the puzzle does not have it");
    let known: Vec<_> = known.into_iter().collect();
    let suggested = suggested(diagnostic, word, known.iter().copied(), &help);
    if !suggested.fixes.is_empty() {
        return suggested;
    }
    let elsewhere = elsewhere::name(word).filter(|_| arguments > 0);
    match elsewhere {
        Some(MeantName { help, here: Some(here), .. }) => {
            let suggested = suggested.help(help);
            match known.contains(&here) {
                true => suggested
                    .fix(Fix::maybe(format!("write `{here}`"), vec![Edit::replace(span, here)])),
                false => suggested,
            }
        }
        Some(meant) => suggested.help(format!("{help}; {}", meant.help)),
        None => beyond(word, span).unwrap_or(suggested),
    }
}

/// `open` is the sort that is wanted, if nothing says what there is of it and a number was found.
pub(super) fn ill_sorted(
    word: &str,
    span: Span,
    [found, wanted]: &[String; 2],
    open: Option<&str>,
) -> Diagnostic {
    let what = if word.is_empty() { "this".to_owned() } else { format!("`{word}`") };
    let message = format!("{what} is {found}, not {wanted}");
    let help = match open {
        Some(sort) => format!("a sort of numbers says which they are, as in `sort {sort} = 1..9`"),
        None => "numbers go with numbers, a step is added to a cell, and each sort has things of its own"
            .to_owned(),
    };
    Diagnostic::new(ILL_SORTED, span, message, format!("expected {wanted}")).help(help)
}

/// A variable has the sort that stands behind another one of its list.
pub(super) fn shares_sort(
    text: &str,
    span: Span,
    variable: &Variable,
    [found, wanted]: &[String; 2],
) -> Diagnostic {
    let name = &variable.name;
    let message = format!("`{name}` is {found} here, and {wanted} belongs here");
    let bound = variable.place.span;
    let diagnostic = Diagnostic::new(ILL_SORTED, span, message, format!("expected {wanted}"))
        .related(bound, format!("the sort behind the colon is that of `{name}` as well"));
    let list = &text[bound.end as usize..];
    // A range has points of its own.
    let ends = |at: usize| !list[at..].starts_with("..") && !list[..at].ends_with('.');
    let mut stops = list.match_indices(['.', ')']).map(|it| it.0);
    let end = stops.find(|it| ends(*it)).map(|it| &list[..it]);
    let Some(rest) = end.and_then(|it| it.trim_start().strip_prefix(',')) else {
        return diagnostic.help(format!("write `{name}` behind the one with a sort"));
    };
    let rest = rest.trim();
    let written = format!("{rest}, {name}");
    let whole = Span::new(bound.start, bound.end + end.map_or(0, str::len) as u32);
    diagnostic
        .help(format!("a sort belongs to all that stand before it; write `{written}`"))
        .fix(Fix::maybe(format!("write `{written}`"), vec![Edit::replace(whole, written)]))
}

pub(super) fn never(value: i64, span: Span, name: &str, range: Range) -> Diagnostic {
    let message = format!("it can never be {value}: `{name}` is {}", shown_range(range));
    Diagnostic::new(OUT_OF_RANGE, span, message, "outside its range")
        .help("change the number, or the range behind the colon of its declaration")
}

/// `sort` is the name of the sort whose numbers these are, if it has one.
pub(super) fn not_in_sort(value: i64, span: Span, sort: Option<&str>, range: Range) -> Diagnostic {
    let range = shown_range(range);
    let message = match sort {
        Some(sort) => format!("`{value}` is not in `{sort}`, which is {range}"),
        None => format!("`{value}` is not in {range}"),
    };
    Diagnostic::new(OUT_OF_RANGE, span, message, "outside its range")
        .help("change the number, or the numbers that its declaration allows here")
}

pub(super) fn without_values(variable: &Variable, is_step: bool) -> Diagnostic {
    let name = &variable.name;
    let span = variable.place.span;
    let shown = if variable.is_asked { format!("?{name}") } else { name.clone() };
    let add = |sort: &str| {
        let edits = match variable.behind {
            None => vec![Edit::insert(span.end, format!(": {sort}"))],
            Some((start, before)) => vec![
                Edit::insert(start, format!("{name}: {sort}, ")),
                Edit::delete(Span::new(before, span.end)),
            ],
        };
        let fix = Fix::maybe(format!("write `{name}: {sort}`"), edits);
        Some(fix).filter(|_| !variable.is_asked)
    };
    if is_step {
        let message = format!("of what sort `{shown}` is cannot be told");
        let diagnostic = Diagnostic::new(UNKNOWN_SORT, span, message, "a step")
            .help(format!("write `{name}: Side` (4) or `{name}: Direction` (8)"));
        return ["Side", "Direction"].into_iter().filter_map(add).fold(diagnostic, Diagnostic::fix);
    }
    let message = format!("which numbers `{shown}` may be cannot be told");
    let help = match variable.is_asked {
        true => format!("say that it is the value of something: `… = {shown}`"),
        false => format!("write its range where it is bound, as in `{name}: 1..9`"),
    };
    Diagnostic::new(UNKNOWN_SORT, span, message, "nothing says which").help(help)
}

pub(super) fn mentions_itself(name: &str, span: Span, is_term: bool) -> Diagnostic {
    if is_term {
        let message = format!("`{name}` is made of itself");
        return Diagnostic::new(CYCLIC_DEFINITION, span, message, "leads back to it")
            .help("a value needs others to be made of; what holds step by step is a sentence: `define …: …`");
    }
    let message = format!("`{name}` is denied or counted in what it stands for");
    Diagnostic::new(DENIED_RECURSION, span, message, "more of it would be less of it")
        .help("a definition may mention itself where that makes more true and never less")
}

pub(super) fn table_too_large(name: &str, span: Span, most: usize) -> Diagnostic {
    let message = format!("`{name}` has too many arguments");
    Diagnostic::new(NUMBER_TOO_LARGE, span, message, format!("more than {most} lists of them"))
        .help("give it smaller sorts or fewer of them")
}

pub(super) fn argument_out_of_range(
    span: Span,
    name: &str,
    value: i64,
    range: Range,
) -> Diagnostic {
    let message = format!("`{name}` has no value for {value}: it takes {}", shown_range(range));
    Diagnostic::new(OUT_OF_RANGE, span, message, "outside its range")
        .help("change the number, or the sort that it is declared with")
}

pub(super) fn told_twice(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is told twice, and not the same");
    Diagnostic::new(TOLD_TWICE, span, message, "told another way before")
        .help("leave out one of them")
}

pub(super) fn other_arguments(span: Span, function: &str, group: &str) -> Diagnostic {
    let message = format!("`{group}` does not group what `{function}` is applied to");
    Diagnostic::new(ILL_SORTED, span, message, "it takes other arguments")
        .help("behind `in` stand functions of the same arguments, such as `row` of cells")
}

pub(super) fn no_boxes(span: Span) -> Diagnostic {
    Diagnostic::new(UNKNOWN_NAME, span, "the grid has no boxes", "nothing says how large they are")
        .help("write it behind the grid, as in `grid Cell = 9 by 9 in boxes 3 by 3`")
}

/// Resolution knows no numbers.
pub(super) fn no_proof_with_numbers(name: &str, place: Span) -> Diagnostic {
    let message = format!("`{name}` has numbers, boards or drawings, and resolution knows none");
    Diagnostic::new(UNKNOWN_NAME, place, message, "no proof by resolution")
        .help("leave `by resolution` out; the lines that a proof needs are told all the same")
}
