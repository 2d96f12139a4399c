//! The words for what is wrong with the line of a game, a clause set or a maze.

use rustc_hash::FxHashSet;

use super::ends::end_of;
use super::unexpected_at;
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::terminal::is_node_called_steps;
use crate::syntax::token::{Lexeme, Token, lex_span};
use crate::text::Span;

pub(in crate::syntax) fn unexpected_in_game(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    unexpected_at(text, at, end_of(tokens))
        .help("a setting is a name and its value, as in `turns EEA`")
}

/// A game with a line `setting`, which belongs to a kind of game and not to rules.
pub(in crate::syntax) fn without_kind(name: Span, setting: &str, kind: &str) -> Diagnostic {
    let message = "the kind of the game is missing";
    let label = format!("`{setting}` is a setting of a kind of game");
    let write = |kind: &str| {
        let edit = Edit::insert(name.end, format!(": {kind}"));
        Fix::maybe(format!("write `: {kind}`"), vec![edit])
    };
    let diagnostic = Diagnostic::new(UNEXPECTED, name, message, label)
        .help("write `game NAME: KIND { SETTINGS }`; without a kind its lines are rules")
        .fix(write(kind));
    match setting {
        "size" => diagnostic
            .help("`tippy` and `dots` have a size: `size 3` or `size 3 4`; without a kind the lines of a game are rules")
            .fix(write("dots")),
        _ => diagnostic,
    }
}

/// A setting behind another one.
pub(in crate::syntax) fn second_setting(text: &str, name: Span) -> Diagnostic {
    unexpected_at(text, Some(name), name).help("put each setting on a line of its own")
}

/// A `:` or `=` between a setting and its value.
pub(in crate::syntax) fn sign_in_setting(text: &str, tokens: &[Lexeme]) -> Diagnostic {
    let (name, sign) = (&text[tokens[0].span.range()], tokens[1].span);
    unexpected_at(text, Some(sign), sign)
        .help(format!("write `{name} …`: nothing stands between a setting and its value"))
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, sign)]))
}

pub(in crate::syntax) fn unexpected_in_clause(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    const SHAPE: &str = "a clause is a line of literals, as in `1 -2 3` or `rain -wet`";
    let Some(span) = at else {
        let message = "a literal is missing";
        return Diagnostic::new(
            NOT_A_LITERAL,
            end_of(tokens),
            message,
            "expected a number or a name",
        )
        .help(SHAPE);
    };
    let found = &text[span.range()];
    let message = format!("`{found}` is not a literal");
    let diagnostic = Diagnostic::new(NOT_A_LITERAL, span, message, "expected a number or a name");
    let words = || tokens.iter().map(|it| &text[it.span.range()]);
    let several = words().filter(|it| joins_literals(it) || negates_literal(it)).count() > 1;
    let clause = in_literals(words());
    let whole = (several && !clause.is_empty()).then(|| {
        let line = tokens[0].span.to(tokens[tokens.len() - 1].span);
        Fix::maybe(format!("write `{clause}`"), vec![Edit::replace(line, clause)])
    });
    match found {
        "{" | "}" => {
            let diagnostic = diagnostic.help("no braces stand around the literals of a clause");
            whole.into_iter().fold(diagnostic, Diagnostic::fix)
        }
        _ if joins_literals(found) => {
            diagnostic
                .help("leave it out: that one of the literals is true goes without saying")
                .fix(whole.unwrap_or_else(|| {
                    Fix::maybe("delete it", vec![Edit::delete_word(text, span)])
                }))
        }
        "*" | "∧" | "&" | "&&" | "/\\" | "^" | "and" => {
            diagnostic.help("write each clause on a line of its own; all of them are to hold")
        }
        _ if negates_literal(found) => {
            let blank = u32::from(text[span.end as usize..].starts_with(' '));
            let replaced = Span::new(span.start, span.end + blank);
            diagnostic.help("write `-` directly before what it negates").fix(
                whole
                    .unwrap_or_else(|| Fix::maybe("write `-`", vec![Edit::replace(replaced, "-")])),
            )
        }
        _ => diagnostic.help(SHAPE),
    }
}

/// Whether a word says that one of the literals beside it is true, in other languages.
fn joins_literals(word: &str) -> bool {
    matches!(word, "+" | "∨" | "|" | "||" | "\\/" | "," | "or" | "{" | "}")
}

/// Whether a word negates the literal behind it, in other languages.
fn negates_literal(word: &str) -> bool {
    matches!(word, "!" | "~" | "not")
}

/// A clause without such words.
fn in_literals<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let mut clause = String::new();
    for word in words.filter(|it| !joins_literals(it)) {
        if !clause.is_empty() && !clause.ends_with('-') {
            clause.push(' ');
        }
        clause.push_str(if negates_literal(word) { "-" } else { word });
    }
    clause
}

pub(in crate::syntax) fn unexpected_in_maze(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
    nodes: &FxHashSet<&str>,
) -> Diagnostic {
    let is_steps_line = &text[tokens[0].span.range()] == "steps";
    if is_steps_line && !is_node_called_steps(text, tokens) {
        return unexpected_steps(text, tokens, at);
    }
    if at.is_some() && is_steps(text, tokens) {
        let first = tokens[0].span;
        return unexpected_at(text, Some(first), first)
            .help("did you mean `steps`?")
            .fix(Fix::maybe("write `steps`", vec![Edit::replace(first, "steps")]));
    }
    if let Some(node) = named_end(text, tokens) {
        return unexpected_at(text, at, end_of(tokens))
            .help(format!("a walk is from the node `START` to the node `GOAL`: call `{node}` so"));
    }
    if let Some(fault) = declared_content(text, tokens) {
        return fault;
    }
    let diagnostic = unexpected_at(text, at, end_of(tokens)).help(
        "a node is `NAME treasures NAMES tolls NAMES -> NAMES`, each part only where there is one",
    );
    let Some(span) = at else { return diagnostic };
    if is_text_node(text, tokens) {
        return in_text_format(text, tokens, nodes, diagnostic);
    }
    let found = &text[span.range()];
    let has_arrow = tokens.iter().any(|it| it.token == Token::Arrow);
    let arrows = tokens.iter().filter(|it| it.token == Token::Arrow).map(|it| it.span);
    if let Some(first) = arrows.take_while(|it| it.end <= span.start).next()
        && tokens.iter().any(|it| it.span == span && it.token == Token::Arrow)
    {
        return second_arrow(text, tokens, (first, span), nodes);
    }
    if let Some(sign) = led_by(text, tokens, span, nodes) {
        return other_arrow(text, sign);
    }
    let meant = match found {
        "," | ":" if found == "," || has_arrow => {
            return without_signs(text, tokens, diagnostic);
        }
        "<->" => return both_ways(text, tokens, span, diagnostic),
        "=>" | "=" | ":" | "-" | "⇒" => Some("->"),
        _ => did_you_mean(found, ["treasures", "tolls"]),
    };
    match meant {
        Some("->") if !leads_to_nodes(text, tokens, span.end, nodes) => {
            diagnostic.help("did you mean `->`?")
        }
        Some(meant) => misspelt_part((text, tokens), span, meant, diagnostic),
        None if leads_to_nodes(text, tokens, span.start, nodes) => {
            diagnostic.fix(Fix::maybe("insert `->`", vec![Edit::insert(span.start, "-> ")]))
        }
        None => diagnostic,
    }
}

/// Signs between the words of a line.
fn without_signs(text: &str, tokens: &[Lexeme], diagnostic: Diagnostic) -> Diagnostic {
    let is_sign = |it: &&Lexeme| matches!(it.token, Token::Comma | Token::Colon);
    if tokens.iter().all(|it| is_sign(&it)) {
        return diagnostic;
    }
    let edits = tokens.iter().filter(is_sign).map(|it| blank_for(text, it.span)).collect();
    diagnostic
        .help("only blanks stand between the words of a line")
        .fix(Fix::maybe("leave it out", edits))
}

/// Leaves a sign out, and leaves a blank between the words beside it.
fn blank_for(text: &str, sign: Span) -> Edit {
    let is_glued = text[sign.end as usize..].starts_with(|it: char| !it.is_whitespace());
    Edit::replace(sign, if is_glued { " " } else { "" })
}

/// Another sign, or words, where `->` is meant.
fn other_arrow(text: &str, sign: Span) -> Diagnostic {
    let blank = |it: Option<char>| if it.is_none_or(char::is_whitespace) { "" } else { " " };
    let left = blank(text[..sign.start as usize].chars().next_back());
    let right = blank(text[sign.end as usize..].chars().next());
    let edit = Edit::replace(sign, format!("{left}->{right}"));
    unexpected_at(text, Some(sign), sign)
        .help("did you mean `->`?")
        .fix(Fix::maybe("write `->`", vec![edit]))
}

/// A word, perhaps with a colon behind it, in the place of one that begins a part of a line.
fn misspelt_part(
    (text, tokens): (&str, &[Lexeme]),
    word: Span,
    meant: &str,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let colon = tokens.iter().find(|it| it.span.start == word.end);
    let colon = colon.filter(|it| it.token == Token::Colon);
    let place = colon.map_or(word, |it| word.to(it.span));
    let commas = tokens.iter().filter(|it| it.token == Token::Comma);
    let commas = commas.map(|it| blank_for(text, it.span));
    let mut edits: Vec<_> = commas.chain([Edit::replace(place, meant)]).collect();
    edits.sort_by_key(|it| it.span);
    diagnostic
        .help(format!("did you mean `{meant}`?"))
        .fix(Fix::maybe(format!("write `{meant}`"), edits))
}

/// A line that declares treasures or tolls, which need no declaration.
fn declared_content(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let (first, names) = tokens.split_first()?;
    let word = match &text[first.span.range()] {
        "treasure" | "treasures" => "treasures",
        "toll" | "tolls" => "tolls",
        _ => return None,
    };
    let is_name = |it: &Lexeme| matches!(it.token, Token::Word | Token::Comma | Token::Colon);
    if names.is_empty() || !names.iter().all(is_name) {
        return None;
    }
    let line = first.span.to(names[names.len() - 1].span);
    let label = "these stand on the line of a node";
    let message = format!("unexpected `{}`", &text[first.span.range()]);
    let last = &text[names[names.len() - 1].span.range()];
    Some(
        Diagnostic::new(UNEXPECTED, first.span, message, label)
            .help(format!(
                "they need no declaration: write `NAME {word} {last} -> NAMES` where they are"
            ))
            .fix(Fix::maybe("delete the line", vec![Edit::delete_line(text, line)])),
    )
}

/// What other languages write for `->` before the nodes that a line leads to: a sign at `from`, or a few words.
fn led_by(text: &str, tokens: &[Lexeme], from: Span, nodes: &FxHashSet<&str>) -> Option<Span> {
    let word = |it: &&Lexeme| &text[it.span.range()];
    let rest = &tokens[tokens.partition_point(|it| it.span.start < from.start)..];
    let is_sign = |it: &&Lexeme| {
        matches!(
            word(it),
            "=>" | "=" | ":" | "-" | "⇒" | "==" | ">" | "-->" | "==>" | "->" | "→" | "~"
        )
    };
    let is_word = |it: &&Lexeme| {
        matches!(
            word(it),
            "to" | "leads" | "goes" | "connects" | "connected" | "next" | "with" | "and"
        )
    };
    let sign = rest.iter().take_while(is_sign).count();
    let words = rest.iter().take_while(is_word).count();
    let (first, last) = (rest.first()?, rest.get(sign.max(words).checked_sub(1)?)?);
    let span = first.span.to(last.span);
    let next = tokens.iter().find(|it| it.span.start >= span.end)?;
    let leads = nodes.contains(word(&next)) && leads_to_nodes(text, tokens, span.end, nodes);
    (leads && !nodes.contains(word(&first))).then_some(span)
}

/// `A <-> B`, which is two ways: each of the two nodes names the other.
fn both_ways(text: &str, tokens: &[Lexeme], sign: Span, diagnostic: Diagnostic) -> Diagnostic {
    let node = &text[tokens[0].span.range()];
    let others = || tokens.iter().skip_while(|it| it.span.start <= sign.start);
    let other = others().next().map_or("NODE", |it| &text[it.span.range()]);
    let diagnostic = diagnostic.help(format!(
        "a way leads one way; for both each names the other: `{node} -> {other}`, and `{other} -> {node}` in its line"
    ));
    // The lines of the block, each with its words.
    let head = text[..sign.start as usize].rfind('{').map_or(0, |it| it + 1) as u32;
    let block = lex_span(text, Span::new(head, text.len() as u32));
    let block = block.take_while(|it| it.token != Token::CloseBrace);
    let block: Vec<_> = block.filter(|it| it.token != Token::Comment).collect();
    let lines = || block.split(|it| it.token == Token::Newline).filter(|it| !it.is_empty());
    let back = others().map(|other| {
        let is_its = |it: &&[Lexeme]| text[it[0].span.range()] == text[other.span.range()];
        let line = lines().find(is_its)?;
        let has_arrow = line.iter().any(|it| matches!(it.token, Token::Arrow | Token::DoubleArrow));
        let arrow = if has_arrow { "" } else { " ->" };
        Some(Edit::insert(line.last()?.span.end, format!("{arrow} {node}")))
    });
    let Some(mut edits) = back.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty()) else {
        return diagnostic;
    };
    edits.push(Edit::replace(sign, "->"));
    edits.sort_by_key(|it| it.span);
    diagnostic.fix(Fix::maybe("write both ways", edits))
}

/// The node of a line that tells where a walk begins or ends, as puzzles of doing have it.
fn named_end<'t>(text: &'t str, tokens: &[Lexeme]) -> Option<&'t str> {
    let (first, rest) = tokens.split_first()?;
    let first = &text[first.span.range()];
    let node = match rest {
        [node] => node,
        [sign, node] if matches!(sign.token, Token::Colon | Token::Equals) => node,
        _ => return None,
    };
    let is_end = matches!(first, "start" | "goal" | "end" | "exit");
    (is_end && node.token == Token::Word).then(|| &text[node.span.range()])
}

/// What is wrong with a second arrow on the line of a node: it is a way over several nodes, or two lines in one.
fn second_arrow(
    text: &str,
    tokens: &[Lexeme],
    (first, second): (Span, Span),
    nodes: &FxHashSet<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(UNEXPECTED, second, "a second `->`", "a line has one");
    let between =
        tokens.iter().filter(|it| first.end <= it.span.start && it.span.end <= second.start);
    let words: Vec<_> = between.map(|it| (&text[it.span.range()], it.span)).collect();
    let is_part = |it: &(&str, Span)| matches!(it.0, "treasures" | "tolls");
    let Some(&(name, last)) = words.last().filter(|it| !nodes.contains(it.0)) else {
        return diagnostic.help("each node has a line of its own: `NAME -> NAMES`");
    };
    if words.iter().any(is_part) {
        return diagnostic.help("each node has a line of its own: `NAME -> NAMES`");
    }
    let before = &text[..tokens[0].span.start as usize];
    let indentation = &before[before.trim_end_matches(' ').len()..];
    // One node between two arrows is reached and left.
    let edit = match words[..] {
        [_] => Edit::replace(Span::new(last.end, second.start), format!("\n{indentation}{name} ")),
        _ => Edit::insert(last.start, format!("\n{indentation}")),
    };
    diagnostic
        .help(format!("what `{name}` leads to stands on a line of its own: `{name} -> NAMES`"))
        .fix(Fix::maybe(format!("give `{name}` a line of its own"), vec![edit]))
}

/// Whether what stands behind a place, up to the next part of the line, is names of nodes.
fn leads_to_nodes(text: &str, tokens: &[Lexeme], from: u32, nodes: &FxHashSet<&str>) -> bool {
    let behind = tokens.iter().skip_while(|it| it.span.start < from);
    let mut words = behind.map(|it| &text[it.span.range()]);
    let ends = |it: &&str| matches!(*it, "treasures" | "tolls" | "->" | "→");
    words.by_ref().take_while(|it| !ends(it)).all(|it| nodes.contains(it))
}

/// The first words of the lines of the block whose head begins at `start`.
pub(in crate::syntax) fn nodes_from(text: &str, start: u32) -> FxHashSet<&str> {
    let block = lex_span(text, Span::new(start, text.len() as u32));
    let lines = block.skip_while(|it| it.token != Token::OpenBrace).skip(1);
    let mut is_first = true;
    let mut found = FxHashSet::default();
    for it in lines.take_while(|it| it.token != Token::CloseBrace) {
        if is_first && matches!(it.token, Token::Word | Token::Number) {
            found.insert(&text[it.span.range()]);
        }
        is_first = it.token == Token::Newline;
    }
    found
}

/// What is wrong with a maze that goes on in the text format from this line on; `None` when it does not. Its
/// number of steps may stand above.
pub(in crate::syntax) fn text_format(
    text: &str,
    tokens: &[Lexeme],
    mut has_steps: bool,
) -> Option<Diagnostic> {
    const HELP: &str = "write `maze NAME = file \"FILE.maze\"`, or `NAME treasures NAMES tolls NAMES -> NAMES` for \
                        each node";
    let first = tokens[0].span;
    let rest = Span::new(first.start, text.len() as u32);
    let body: Vec<_> =
        lex_span(text, rest).take_while(|it| it.token != Token::CloseBrace).collect();
    let lines = body.split(|it| it.token == Token::Newline).filter(|it| !it.is_empty());
    let word = |it: &Lexeme| &text[it.span.range()];
    let is_node = |line: &[Lexeme]| is_text_node(text, line);
    let above = text[..first.start as usize].rsplit_once('{').map_or("", |it| it.1);
    let has_arrows = above.contains("->") || body.iter().any(|it| it.token == Token::Arrow);
    if !lines.clone().any(is_node) || has_arrows {
        return None;
    }
    has_steps |= above.lines().any(|it| it.trim_start().starts_with("steps"));
    let nodes: FxHashSet<_> = lines
        .clone()
        .filter(|it| it.len() > 1 || word(&it[0]) == "GOAL")
        .map(|it| word(&it[0]))
        .collect();
    let mut is_header = true;
    let mut is_whole = nodes.contains("START") && nodes.contains("GOAL");
    let mut edits = Vec::new();
    for line in lines {
        let (start, end) = (line[0].span, line[line.len() - 1].span);
        match line {
            [steps] if steps.token == Token::Number => {
                edits.push(match has_steps {
                    true => Edit::delete_line(text, steps.span),
                    false => Edit::insert(start.start, "steps "),
                });
                has_steps = true;
            }
            [first, ..] if word(first) == "steps" => has_steps = true,
            // The nodes and the treasures are declared where they stand.
            _ if !is_node(line) && is_header => {
                edits.push(Edit::delete_line(text, start.to(end)));
            }
            _ if !is_node(line) => is_whole &= line.len() == 1,
            _ => {
                is_header = false;
                let written = text_node(text, line, &nodes);
                is_whole &= written.is_some();
                edits.extend(written.into_iter().flatten());
            }
        }
    }
    let place = first.to(tokens[tokens.len() - 1].span);
    let message = "this is the text format of mazes, not that of a block";
    let label = "such lines belong to a file of their own";
    let diagnostic = Diagnostic::new(UNEXPECTED, place, message, label).help(HELP);
    let fix = Fix::maybe("write the lines as those of a block", edits);
    if !has_steps {
        return Some(diagnostic.help(format!("{HELP}, and `steps NUMBER`")));
    }
    Some(if is_whole { diagnostic.fix(fix) } else { diagnostic })
}

/// A line of the text format among others.
fn in_text_format(
    text: &str,
    tokens: &[Lexeme],
    nodes: &FxHashSet<&str>,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let diagnostic = diagnostic.help("`NEXT` belongs to the text format of mazes; here it is `->`");
    match text_node(text, tokens, nodes) {
        Some(edits) => diagnostic.fix(Fix::maybe("write the line as that of a block", edits)),
        None => diagnostic,
    }
}

/// Whether a line is that of a node in the text format.
fn is_text_node(text: &str, line: &[Lexeme]) -> bool {
    line.iter().skip(1).any(|it| &text[it.span.range()] == "NEXT")
}

/// What writes the line of a node in the text format as one of a block; `None` if it leads to what is no node.
fn text_node(text: &str, line: &[Lexeme], nodes: &FxHashSet<&str>) -> Option<Vec<Edit>> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let is_keyword = |it: &Lexeme| matches!(word(it), "TREASURES" | "TOLLS" | "NEXT");
    let mut next = line.iter().skip_while(|it| word(it) != "NEXT").skip(1);
    let leads_to_nodes = next.all(|it| nodes.contains(word(it)));
    let edits = line.iter().enumerate().skip(1).filter(|(_, it)| is_keyword(it));
    let edits = edits.map(|(index, it)| match word(it) {
        _ if line.get(index + 1).is_none_or(is_keyword) => Edit::delete_word(text, it.span),
        "NEXT" => Edit::replace(it.span, "->"),
        other => Edit::replace(it.span, other.to_lowercase()),
    });
    leads_to_nodes.then(|| edits.collect())
}

/// Whether a line of a maze is surely its number of steps, misspelt.
pub(in crate::syntax) fn is_steps(text: &str, tokens: &[Lexeme]) -> bool {
    let is_number = tokens.get(1).is_some_and(|it| it.token == Token::Number);
    is_number && did_you_mean(&text[tokens[0].span.range()], ["steps"]).is_some()
}

fn unexpected_steps(text: &str, tokens: &[Lexeme], at: Option<Span>) -> Diagnostic {
    let end = end_of(tokens);
    let fault = |span, message, label| {
        Diagnostic::new(STEPS_NOT_A_NUMBER, span, message, label)
            .help("write a whole number, as in `steps 5`")
    };
    match at {
        None => fault(end, "the number of steps is missing".to_owned(), "expected a number"),
        Some(at) if tokens[1].span == at => match tokens {
            [word, sign, number]
                if matches!(sign.token, Token::Colon | Token::Equals)
                    && number.token == Token::Number =>
            {
                let meant = format!("steps {}", &text[number.span.range()]);
                let edit = Edit::replace(word.span.to(number.span), &*meant);
                let message = format!("no `{}` stands here", &text[at.range()]);
                fault(at, message, "the number stands behind the word")
                    .help(format!("write `{meant}`"))
                    .fix(Fix::maybe(format!("write `{meant}`"), vec![edit]))
            }
            _ => {
                let rest = at.to(end);
                let message = format!("`{}` is not a number of steps", &text[rest.range()]);
                fault(rest, message, "not a whole number from 0 on")
            }
        },
        Some(at) => {
            let rest = at.to(end);
            let diagnostic =
                fault(rest, "`steps` is one number".to_owned(), "nothing follows the number");
            // A node perhaps, which belongs on a line of its own.
            let is_number = tokens[1].token == Token::Number;
            match !is_number || lex_span(text, rest).any(|it| it.token == Token::Word) {
                true => diagnostic,
                false => {
                    diagnostic.fix(Fix::maybe("delete it", vec![Edit::delete_word(text, rest)]))
                }
            }
        }
    }
}

pub(in crate::syntax) fn repeated_steps(text: &str, first: Span, again: Span) -> Diagnostic {
    Diagnostic::new(DUPLICATE_SETTING, again, "`steps` is given twice", "the second one")
        .related(first, "the first one")
        .help("keep one of them")
        .fix(Fix::maybe("delete this one", vec![Edit::delete_line(text, again)]))
}
