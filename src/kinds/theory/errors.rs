//! The words for what is wrong with a theory.

use std::sync::Arc;

use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::sentence_errors::{self, suggested};
pub(super) use crate::kinds::sentence_errors::{asked_outside, nothing_asked};
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::variable;
use crate::text::{Source, Span};

/// A symbol that there is not.
pub(super) struct MissingSymbol {
    /// What it would be.
    pub what: &'static str,
    /// How to have it.
    pub help: String,
}

pub(super) fn declared_twice(word: &str, again: Span, first: Span) -> Diagnostic {
    let message = format!("`{word}` is declared twice");
    Diagnostic::new(DUPLICATE_NAME, again, message, "the second declaration")
        .related(first, "the first declaration")
        .help("names are unique in a theory; rename one of them")
}

/// A number in two of the sorts that are `listed`, each with its numbers.
pub(super) fn shared_number(
    text: &str,
    again: Span,
    first: Span,
    sorts: [&str; 2],
    listed: &[(Span, Vec<Span>)],
) -> Diagnostic {
    let number = &text[again.range()];
    let message = format!("`{number}` is in two sorts, `{}` and `{}`", sorts[0], sorts[1]);
    let diagnostic = Diagnostic::new(DUPLICATE_NAME, again, message, "listed once more")
        .related(first, "listed first");
    let range = |names: &[Span]| {
        let numbers: Vec<u32> =
            names.iter().map(|it| text[it.range()].parse().ok()).collect::<Option<_>>()?;
        let are_in_row = numbers.windows(2).all(|it| it[0].checked_add(1) == Some(it[1]));
        are_in_row.then(|| format!("{}..{}", numbers[0], numbers[numbers.len() - 1]))
    };
    let ranges: Option<Vec<_>> = listed.iter().map(|(_, names)| range(names)).collect();
    let Some(ranges) = ranges else {
        return diagnostic.help("sorts share numbers that are written as ranges, as in `1..3`");
    };
    let lines = listed.iter().zip(&ranges);
    let lines: Vec<_> =
        lines.map(|(it, range)| format!("`sort {} = {range}`", &text[it.0.range()])).collect();
    let edit = |((_, names), range): (&(Span, Vec<Span>), &String)| {
        Edit::replace(names[0].to(names[names.len() - 1]), &**range)
    };
    let edits = listed.iter().zip(&ranges).map(edit).collect();
    diagnostic
        .help(format!("sorts share numbers that are ranges: write {}", lines.join(" and ")))
        .fix(Fix::maybe("write ranges", edits))
}

pub(super) fn empty_sort(name: &str, declared: Span) -> Diagnostic {
    let message = format!("there is no thing of the sort `{name}`");
    let label = "each of its constructors needs one first";
    Diagnostic::new(EMPTY_SORT, declared, message, label)
        .help(format!("add a constructor that needs none, as `zero` in `sort {name} = zero | …`"))
}

pub(super) fn unknown_sort<'a>(
    word: &str,
    span: Span,
    is_predicate: bool,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("no sort is called `{word}`");
    let diagnostic = Diagnostic::new(UNKNOWN_NAME, span, message, "not a sort of the theory");
    if variable(word).is_some() {
        return Diagnostic { label: "a sort stands here, no variable".to_owned(), ..diagnostic }
            .help(
                "write the sort, as in `sort Thing` and `predicate big(Thing)`; \
             without any declaration a predicate may be used as well",
            );
    }
    match is_predicate {
        true => diagnostic.help(format!("to speak of those only, write `all x. {word}(x) -> …`")),
        false => suggested(diagnostic, word, known, &format!("declare it: `sort {word}`")),
    }
}

pub(super) fn unknown_symbol<'a>(
    word: &str,
    span: Span,
    missing: &MissingSymbol,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("no {} is called `{word}`", missing.what);
    let diagnostic = Diagnostic::new(UNKNOWN_NAME, span, message, "the theory does not have it");
    suggested(diagnostic, word, known, &missing.help)
}

/// `X` where `x` is bound.
pub(super) fn bound_in_other_case(word: &str, span: Span, name: &str, bound: Span) -> Diagnostic {
    let message = format!("nothing is called `{word}`");
    Diagnostic::new(UNKNOWN_NAME, span, message, format!("`{name}` is bound here"))
        .related(bound, "the variable")
        .help(format!("did you mean `{name}`?"))
        .fix(Fix::maybe(format!("write `{name}`"), vec![Edit::replace(span, name)]))
}

/// The fault of an unknown thing in a question for things, which it may be meant as.
pub(super) fn may_be_asked(fault: Diagnostic, word: &str) -> Diagnostic {
    let edits = vec![Edit::insert(fault.span.start, "?")];
    let help = format!("`?{word}` asks for it");
    fault.help(help).fix(Fix::maybe(format!("write `?{word}`"), edits))
}

/// How one asks for the things of which a predicate is true.
pub(super) fn asked_as(predicate: &str, word: &str) -> String {
    format!("what is asked for stands in a sentence, as in `{predicate}(?{word})`")
}

/// The fault of a symbol without arguments in a question for things, where these may be meant.
pub(super) fn asked_for(word: &str, wanted: usize, fault: Diagnostic) -> Diagnostic {
    let things: Vec<_> = ["?x", "?y", "?z"].into_iter().take(wanted).collect();
    if things.len() < wanted {
        return fault;
    }
    let things = format!("({})", things.join(", "));
    let title = format!("write `{word}{things}`");
    let help = format!("`{word}{things}` asks of what it is true");
    let edits = vec![Edit::insert(fault.span.end, things)];
    fault.help(help).fix(Fix::maybe(title, edits))
}

/// How a line begins that declares with this word.
pub(super) fn usage(word: &str) -> Option<&'static str> {
    let declares =
        matches!(word, "sort" | "predicate" | "function" | "constant" | "distinct" | "rule");
    Keyword::find_in_sentence(word).filter(|_| declares).map(|it| it.usage)
}

pub(super) fn unfinished(word: &str, span: Span, usage: &str) -> Diagnostic {
    let message = format!("nothing stands behind `{word}`");
    Diagnostic::new(UNEXPECTED, span, message, "the line ends here")
        .help(format!("write `{usage}`"))
}

pub(super) const NO_NUMBERS: &str = "this theory has no numbers";

/// A node of a question that calculates. `sign` is where its sign stands, when it has one that other
/// notations use as a connective.
pub(super) fn numbers(text: &str, span: Span, sign: Option<Span>) -> Diagnostic {
    let message = NO_NUMBERS;
    let help = "it has where all its sorts are listed and one has numbers, as in `sort Day = 1..7`";
    let Some(sign) = sign else {
        return Diagnostic::new(WRONG_ROLE, span, message, "this calculates or compares")
            .help(help);
    };
    let meant = match &text[sign.range()] {
        "*" => "and",
        "+" => "or",
        _ => "not",
    };
    let label = format!("`{meant}` joins sentences");
    let label = if meant == "not" { "`not` denies a sentence".to_owned() } else { label };
    let spaced = if meant == "not" { "not ".to_owned() } else { meant.to_owned() };
    let is_apart = text[..sign.start as usize].ends_with(' ');
    let spaced = if is_apart || meant == "not" { spaced } else { format!(" {spaced} ") };
    Diagnostic::new(WRONG_ROLE, sign, message, label)
        .help(help)
        .fix(Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(sign, spaced)]))
}

pub(super) fn number_word(text: &str, place: Span, number: usize) -> Diagnostic {
    let message = format!("unexpected `{}`", &text[place.range()]);
    let edit = Edit::replace(place, number.to_string());
    Diagnostic::new(UNEXPECTED, place, message, format!("`{number}` is meant"))
        .help("a sentence is written as in `at least 2 x. cat(x)`")
        .fix(Fix::maybe(format!("write `{number}`"), vec![edit]))
}

pub(super) fn sentence_as_thing(span: Span) -> Diagnostic {
    let message = "a sentence stands where a thing belongs";
    Diagnostic::new(UNEXPECTED, span, message, "this is true or false")
        .help("`A <-> B` says that two sentences are both true or both false")
}

pub(super) fn sort_as_thing(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a sort, not one of its things");
    Diagnostic::new(WRONG_ROLE, span, message, "what belongs here is a thing")
        .help(format!("name a thing, or speak of all with `all x: {word}. …`"))
}

/// `killed(Person, Person)` without the word that makes it a declaration.
pub(super) fn undeclared(text: &str, place: Span) -> Diagnostic {
    let line = &text[place.range()];
    let message = "sorts stand here in the place of things";
    Diagnostic::new(WRONG_ROLE, place, message, "a declaration begins with a word")
        .help(format!("to declare what may be said, write `predicate {line}`"))
        .fix(Fix::maybe(
            "write `predicate` before it",
            vec![Edit::insert(place.start, "predicate ")],
        ))
}

/// `places` are those of one variable, the last one first, and `start` is that of the sentence unless a
/// quantifier within binds another variable of that name.
pub(super) fn unbound(
    word: &str,
    places: &[Span],
    start: Option<u32>,
    may_ask: bool,
) -> Diagnostic {
    let message = format!("no quantifier binds `{word}`");
    let first = places.last().copied().unwrap_or_default();
    let label = "a single lower-case letter is a variable";
    let diagnostic = Diagnostic::new(UNBOUND_VARIABLE, first, message, label);
    if may_ask {
        let edits = places.iter().rev().map(|it| Edit::insert(it.start, "?")).collect();
        return diagnostic
            .help(format!("write `?{word}` to ask for it"))
            .fix(Fix::maybe(format!("write `?{word}`"), edits));
    }
    let bound = format!("all {word}. ");
    let diagnostic =
        diagnostic.help(format!("write `all {word}. …` or `some {word}. …` around it"));
    match start {
        Some(start) => diagnostic
            .fix(Fix::maybe(format!("write `all {word}.`"), vec![Edit::insert(start, bound)])),
        None => diagnostic,
    }
}

pub(super) fn wrong_count(
    name: &str,
    place: Span,
    found: usize,
    wanted: usize,
    declared: Span,
) -> Diagnostic {
    let arguments = |count: usize| match count {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    };
    let message = format!("`{name}` takes {}, not {found}", arguments(wanted));
    Diagnostic::new(WRONG_ARITY, place, message, format!("here it has {}", arguments(found)))
        .related(declared, "as it stands here")
        .help("give it as many as it has elsewhere")
}

/// The fault of `cat(Tom, Rex)`, which says of one thing only what it says of it.
pub(super) fn said_of_each(text: &str, place: Span, fault: Diagnostic) -> Diagnostic {
    let Some((name, list)) = text[place.range()].split_once('(') else { return fault };
    let list = list.trim_end_matches(')');
    if list.contains('(') || list.trim().is_empty() {
        return fault;
    }
    let each: Vec<_> = list.split(',').map(|it| format!("{name}({})", it.trim())).collect();
    let joined = each.join(" and ");
    let is_alone = text[..place.start as usize].trim_end_matches(' ').ends_with([':', '\n'])
        && text[place.end as usize..].trim_start_matches(' ').starts_with(['\n', '\r', '=']);
    let meant = if is_alone { joined } else { format!("({joined})") };
    fault
        .help(format!("to say it of each, write `{meant}`"))
        .fix(Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(place, meant)]))
}

pub(super) fn wrong_role(
    name: &str,
    place: Span,
    is_predicate: bool,
    declared: Span,
) -> Diagnostic {
    let (is, should) = if is_predicate {
        ("says something that is true or false", "is a thing, not a statement")
    } else {
        ("is a thing", "is a statement, not a thing")
    };
    let message = format!("`{name}` {is}");
    Diagnostic::new(WRONG_ROLE, place, message, format!("what belongs here {should}"))
        .related(declared, "as it stands here")
        .help("a predicate is applied to things; a function or a constant is one")
}

/// The fault of `?who` in the place of a statement, where it stands for itself.
pub(super) fn asked_of(word: &str, fault: Diagnostic) -> Diagnostic {
    Diagnostic { related: Vec::new(), ..fault }
        .help(format!("write what shall be true of it, as in `cat({word})`"))
}

pub(super) fn ill_sorted(text: &str, place: Span, found: &str, wanted: &str) -> Diagnostic {
    let word = &text[place.range()];
    let message = format!("`{word}` is of the sort `{found}`, not `{wanted}`");
    Diagnostic::new(ILL_SORTED, place, message, format!("expected a `{wanted}`"))
        .help("what is said of one sort of things cannot be said of another")
}

pub(super) fn sort_unknown(word: &str, place: Span) -> Diagnostic {
    let message = format!("of which sort `{word}` is cannot be told");
    let help = match word.starts_with('?') {
        true => {
            format!("say something of it; `some y: SORT. y = {word}` says no more than its sort")
        }
        false => format!("write `{word}: SORT` where it is bound, or declare what is said of it"),
    };
    Diagnostic::new(UNKNOWN_SORT, place, message, "nothing says which").help(help)
}

pub(super) fn not_a_count(place: Span) -> Diagnostic {
    Diagnostic::new(NOT_A_COUNT, place, "the number is too large", "more than 4,294,967,295")
        .help("count fewer")
}

pub(super) fn open_sort(
    place: Span,
    sort: &str,
    declared: Option<(Arc<Source>, Span)>,
) -> Diagnostic {
    let message = format!("there is no end to the worlds over the sort `{sort}`");
    let diagnostic = Diagnostic::new(OPEN_SORT, place, message, "so there is no number to tell");
    let help = match declared {
        Some(_) => format!("list all its things: `sort {sort} = …`"),
        None => "list all there is in a sort: `sort Thing = …`".to_owned(),
    };
    match declared {
        Some((source, place)) => {
            diagnostic.related_in(source, place, "what there is of it is not said").help(help)
        }
        None => diagnostic.help(help),
    }
}

pub(super) fn counted_by_constructors(
    place: Span,
    sort: &str,
    (source, declared): (Arc<Source>, Span),
) -> Diagnostic {
    let message =
        format!("worlds are counted where all sorts are listed, and `{sort}` has constructors");
    Diagnostic::new(OPEN_SORT, place, message, "worlds over it are not counted")
        .related_in(source, declared, "its constructors")
        .help("`solve` says whether there is one, as far as that is found out")
}

/// `place` is where numbers stand.
pub(super) fn numbers_over_open_sort(sort: &str, declared: Span, place: Span) -> Diagnostic {
    let message = format!("the sort `{sort}` is not listed, and this theory has numbers");
    Diagnostic::new(OPEN_SORT, declared, message, "there may be endlessly many")
        .related(place, "numbers, boards and drawings need sorts that are listed")
        .help(format!("list all its things: `sort {sort} = …`"))
}

pub(super) fn counts_several(place: Span) -> Diagnostic {
    let message = "a number counts the values of one variable";
    Diagnostic::new(UNEXPECTED, place, message, "a second variable")
        .help("give each variable a quantifier of its own")
}

pub(super) fn unused_variable(word: &str, place: Span) -> Diagnostic {
    let message = format!("nothing is said of `{word}`");
    Diagnostic::new(UNUSED_VARIABLE, place, message, "bound here and not used")
        .help("leave the quantifier out, or use the variable")
}

pub(super) fn similar_names(name: &str, place: Span, other: &str, first: Span) -> Diagnostic {
    let message = format!("`{name}` and `{other}` differ in case only");
    Diagnostic::new(SIMILAR_NAMES, place, message, "a name of its own")
        .related(first, "the other one")
        .help("write one of them everywhere, or declare both")
}

pub(super) fn shadowed(word: &str, place: Span, outer: Span) -> Diagnostic {
    sentence_errors::shadowed(word, place).related(outer, "the outer one")
}

pub(super) fn contradictory(place: Span, count: usize) -> Diagnostic {
    let (message, label) = match count {
        1 => ("this sentence contradicts itself", "never true"),
        _ => ("these sentences contradict each other", "not true together with the others"),
    };
    Diagnostic::new(CONTRADICTORY_SENTENCES, place, message, label)
        .help("everything follows from a contradiction; change or leave out one of them")
}

pub(super) fn redundant(place: Span, is_always_true: bool) -> Diagnostic {
    let label = if is_always_true { "always true" } else { "the others say so already" };
    let message = "this sentence says nothing new";
    Diagnostic::new(REDUNDANT_SENTENCE, place, message, label).help("leave it out")
}
