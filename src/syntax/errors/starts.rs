//! The words for a line that starts with no word of the language.

use crate::diagnostic::code::{UNEXPECTED, UNKNOWN_KEYWORD};
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::keyword::{KEYWORDS, Keyword};
use crate::syntax::symbol::Terminal;
use crate::syntax::terminal::variable;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// Commands that people write as questions.
const COMMANDS: [&str; 9] =
    ["hint", "play", "report", "make", "handout", "diff", "build", "trace", "test"];

/// The word of this language for one that starts a question in others.
pub(super) fn synonym(word: &str) -> Option<&'static str> {
    Some(match word {
        "minimize" | "minimise" | "min" => "smallest",
        "maximize" | "maximise" | "max" => "largest",
        "show" | "print" | "display" => "draw",
        "satisfy" | "answer" => "solve",
        _ => return None,
    })
}

/// The keyword that the first word of a line was meant to be.
pub(in crate::syntax) fn meant_keyword(
    text: &str,
    tokens: &[Lexeme],
) -> Option<(&'static str, Terminal)> {
    let first = tokens.first().filter(|it| it.token == Token::Word)?;
    let word = &text[first.span.range()];
    let meant = did_you_mean(word, KEYWORDS.iter().map(|it| it.word))?;
    Keyword::find(meant).map(|it| (it.word, it.terminal))
}

/// A line that starts with no keyword.
pub(in crate::syntax) fn unknown_start(
    text: &str,
    tokens: &[Lexeme],
    open: Option<Span>,
) -> Diagnostic {
    let first = tokens[0].span;
    let word = &text[first.range()];
    let behind = Span::new(first.end, tokens[tokens.len() - 1].span.end);
    if word == "-" && text[behind.range()].starts_with('-') {
        let dashes = Span::new(first.start, first.end + 1);
        return Diagnostic::new(UNEXPECTED, dashes, "unexpected `--`", "`//` is meant")
            .help("write `//` before a comment")
            .fix(Fix::maybe("write `//`", vec![Edit::replace(dashes, "//")]));
    }
    if word == "=>" {
        return Diagnostic::new(UNEXPECTED, first, "unexpected `=>`", "no question stands here")
            .help("write the answer on the line of its question");
    }
    if tokens[0].token != Token::Word {
        return Diagnostic::new(
            UNEXPECTED,
            first,
            format!("unexpected `{word}`"),
            "a line starts with a keyword",
        )
        .help("start with `formula`, `clauses`, `maze`, `game`, `solve`, …");
    }
    let diagnostic = Diagnostic::new(
        UNKNOWN_KEYWORD,
        first,
        format!("`{word}` starts no declaration or query"),
        "not a keyword",
    );
    if let Some(keyword) = synonym(word) {
        return diagnostic
            .help(format!("`{keyword}` is meant"))
            .fix(Fix::maybe(format!("write `{keyword}`"), vec![Edit::replace(first, keyword)]));
    }
    if let Some((keyword, _)) = meant_keyword(text, tokens) {
        return diagnostic
            .help(format!("did you mean `{keyword}`?"))
            .fix(Fix::maybe(format!("write `{keyword}`"), vec![Edit::replace(first, keyword)]));
    }
    if matches!(word, "list" | "all" | "enumerate") && tokens.len() == 2 {
        let name = &text[tokens[1].span.range()];
        let (all, line) = (format!("solve {name} all"), first.to(tokens[1].span));
        return diagnostic
            .help(format!("`{all}` lists all solutions of a puzzle by rules"))
            .fix(Fix::maybe(format!("write `{all}`"), vec![Edit::replace(line, all)]));
    }
    if COMMANDS.contains(&word) {
        return diagnostic.help(format!(
            "it is a command, `puzzle {word} FILE NAME`; questions are `solve`, `count`, `prove`, …"
        ));
    }
    let is_declaration =
        tokens.get(1).is_some_and(|it| it.token == Token::Equals) && open.is_none();
    if is_declaration && variable(word).is_none() {
        return diagnostic
            .help(format!("to declare a formula, write `formula {word} = …`"))
            .fix(Fix::maybe("write `formula`", vec![Edit::insert(first.start, "formula ")]));
    }
    diagnostic
        .help("a line starts with `formula`, `clauses`, `maze`, `game`, `solve` or another keyword")
}

/// A formula whose name is several words, as in `formula switch up = (x*y)`.
pub(super) fn name_of_words(text: &str, tokens: &[Lexeme], at: usize) -> Option<Diagnostic> {
    let behind = tokens.get(1..).filter(|_| &text[tokens[0].span.range()] == "formula")?;
    let count = behind.iter().take_while(|it| it.token == Token::Word).count();
    let ends = behind.get(count).is_some_and(|it| it.token == Token::Equals);
    let words: Vec<_> = behind[..count].iter().map(|it| &text[it.span.range()]).collect();
    if at != 2 || count < 2 || !ends || words.iter().any(|it| Keyword::find(it).is_some()) {
        return None;
    }
    let place = behind[0].span.to(behind[count - 1].span);
    let meant = words.join("_");
    let message = format!("`{}` is several words", &text[place.range()]);
    Some(
        Diagnostic::new(UNEXPECTED, place, message, "a name is one word")
            .help(format!("write `{meant}`"))
            .fix(Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(place, meant)])),
    )
}
