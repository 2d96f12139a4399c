//! Which terminal of the grammar a token is. A word is a keyword only where
//! the line gives it that role: `steps` at the start of a maze's line, `by` behind what a query
//! asks about.

use std::ops::Range;

use super::applied::is_applied;
pub use super::applied::{can_be_applied, is_before_parenthesis};
use super::ast::VERBS;
pub use super::keyword::{DECLARATIONS, SHEET_DECLARATIONS};
pub(super) use super::reserved::connective_in_place;
use super::reserved::keyword;
pub use super::reserved::{
    FOREIGN_CONNECTIVES, is_foreign_connective, is_reserved, reserved_in_formulas, reserved_name,
    reserved_word, variable,
};
use super::symbol::Terminal;
use super::token::{Lexeme, Token};
pub use super::unnamed::{asked, lacks_theory};
use crate::text::Span;

/// What kind of line a parser is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A declaration, a query or a setting of the file.
    Item,
    /// A setting of a game.
    Setting,
    /// A clause.
    Clause,
    /// A line of a maze.
    Maze,
    /// A line of a theory.
    Theory,
    /// A line of a puzzle by rules of its own.
    Puzzle,
    /// A formula and nothing else, in which no word is a keyword.
    Formula,
}

/// The terminals of a line, its start first, as the parser reads them.
pub fn terminals<'a>(
    text: &'a str,
    mode: Mode,
    tokens: &'a [Lexeme],
    open_brace: Option<Span>,
) -> impl Iterator<Item = (u32, Terminal, u32)> + 'a {
    let start = match mode {
        Mode::Item => Terminal::StartItem,
        Mode::Setting | Mode::Formula => Terminal::StartSetting,
        Mode::Clause => Terminal::StartClause,
        Mode::Maze => Terminal::StartMazeLine,
        Mode::Theory | Mode::Puzzle => Terminal::StartTheoryLine,
    };
    let sentence = sentence(text, mode, tokens);
    let formulas = formulas(text, mode, tokens);
    let has_numbers = mode != Mode::Theory;
    let at = tokens.first().map_or(0, |it| it.span.start);
    let located = |span: Span, terminal| (span.start, terminal, span.end);
    std::iter::once((at, start, at))
        .chain((0..tokens.len()).map(move |index| {
            let terminal = if sentence.contains(&index) {
                in_sentence(text, tokens, index, has_numbers)
            } else if formulas.contains(&index) && is_applied(text, tokens, index, formulas.start) {
                Terminal::Applied
            } else {
                terminal(text, mode, tokens, index)
            };
            located(tokens[index].span, terminal)
        }))
        .chain(open_brace.map(|span| located(span, Terminal::OpenBrace)))
}

/// Which tokens of a line may be words and signs of formulas, the name of one that is declared included.
fn formulas(text: &str, mode: Mode, tokens: &[Lexeme]) -> Range<usize> {
    let word = |it: &Lexeme| &text[it.span.range()];
    match mode {
        Mode::Formula => 0..tokens.len(),
        Mode::Setting if tokens.first().is_some_and(|it| word(it) == "formula") => 1..tokens.len(),
        Mode::Item => {
            let asked = asked(text, tokens);
            let first = tokens.len() - asked.len() + 1;
            let keyword = asked.first().map_or("", word);
            if keyword == "formula" {
                return first..tokens.len();
            }
            if keyword != "why" && VERBS.iter().all(|(verb, _)| *verb != keyword) {
                return 0..0;
            }
            let is_end = |at: &usize| {
                matches!(tokens[*at].token, Token::Expect | Token::Colon)
                    || word(&tokens[*at]) == "after"
            };
            first..(first..tokens.len()).find(is_end).unwrap_or(tokens.len())
        }
        _ => 0..0,
    }
}

/// Which tokens of a line are words and signs of sentences.
pub(super) fn sentence(text: &str, mode: Mode, tokens: &[Lexeme]) -> Range<usize> {
    if matches!(mode, Mode::Theory | Mode::Puzzle) {
        return 0..tokens.len();
    }
    let asked = asked(text, tokens);
    let asks = mode == Mode::Item
        && asked.get(2).is_some_and(|it| it.token == Token::Colon)
        && matches!(
            &text[asked[0].span.range()],
            "prove" | "ask" | "equivalent" | "smallest" | "largest" | "why"
        );
    if !asks {
        return 0..0;
    }
    let first = tokens.len() - asked.len() + 3;
    let is_end =
        |at: &usize| *at > first && is_by(text, tokens, *at) || tokens[*at].token == Token::Expect;
    first..(first..tokens.len()).find(is_end).unwrap_or(tokens.len())
}

/// Whether the word at `index` is the `by` of a question and no name: a sentence has no word behind one of
/// its operands.
pub(super) fn is_by(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let next = tokens.get(index + 1).map(|it| it.token);
    &text[tokens[index].span.range()] == "by"
        && index > 0
        && ends_operand(text, tokens, index - 1)
        && matches!(next, None | Some(Token::Word | Token::Expect))
}

/// Whether a term or a sentence may end with the token at `index`.
fn ends_operand(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let it = &tokens[index];
    match it.token {
        Token::Word => {
            let word = &text[it.span.range()];
            matches!(word, "true" | "false")
                || !is_sentence_word(word)
                || is_named_like_quantifier(text, tokens, index)
        }
        token => matches!(token, Token::Number | Token::CloseParenthesis),
    }
}

/// Whether a word has a meaning in every sentence, so that nothing can be called so, or things alone.
pub fn is_sentence_word(word: &str) -> bool {
    matches!(word, "all" | "some" | "no" | "exactly" | "and" | "or" | "not" | "true" | "false")
}

/// Whether the word at `index` would begin to bind variables and is a name, as what follows is no variable.
pub(super) fn is_named_like_quantifier(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let word = |it: &Lexeme| &text[it.span.range()];
    let own = word(&tokens[index]);
    if !matches!(own, "all" | "some" | "no" | "exactly") {
        return false;
    }
    let is_declared = index == 1 && declaration(text, tokens, true).is_some();
    let begins = !is_declared && begins_at(text, tokens, index);
    tokens.get(index + 1).is_none_or(|next| match next.token {
        Token::Word if matches!(word(next), "when" | "then") => is_declared,
        Token::Word => matches!(word(next), "and" | "or" | "mod" | "becomes"),
        Token::Equals | Token::Unequal | Token::Arrow | Token::DoubleArrow | Token::Expect => true,
        // Behind a sort that is named.
        Token::Dot => index > 0 && tokens[index - 1].token == Token::Colon,
        Token::Less | Token::AtMost | Token::Greater | Token::AtLeast => true,
        // Where a sentence begins, a variable is missing.
        Token::Comma | Token::Colon | Token::CloseParenthesis => !begins,
        Token::Plus | Token::Star | Token::Slash => !begins,
        Token::Minus => !begins && own != "exactly",
        _ => false,
    })
}

/// Whether a sentence may begin with the token at `index`, and not just a term.
fn begins_at(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else { return true };
    match tokens[before].token {
        Token::Word => is_sentence_word(&text[tokens[before].span.range()]),
        Token::OpenParenthesis => {
            before.checked_sub(1).is_none_or(|it| !is_before_parenthesis(tokens, it))
        }
        token => matches!(token, Token::Dot | Token::Arrow | Token::DoubleArrow),
    }
}

/// Whether the `at` at `index` begins `at least 2 x` or `at most 2 x`, and is no name.
fn is_before_count(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let next = tokens.get(index + 1).map_or("", |it| &text[it.span.range()]);
    let behind = tokens.get(index + 2).map(|it| it.token);
    let counts =
        |it| matches!(it, Token::Word | Token::Number | Token::OpenParenthesis | Token::Minus);
    matches!(next, "least" | "most") && behind.is_some_and(counts)
}

/// What a word or sign of a sentence, or of another line of a theory or a puzzle, is. Where there are no
/// numbers, signs that calculate are those of another notation.
fn in_sentence(text: &str, tokens: &[Lexeme], index: usize, has_numbers: bool) -> Terminal {
    let word = &text[tokens[index].span.range()];
    match tokens[index].token {
        Token::Word => {
            let declares = if index == 0 { declaration(text, tokens, has_numbers) } else { None };
            let calculates = || numeric(text, tokens, index).filter(|_| has_numbers);
            declares
                .or_else(|| connective(text, tokens, index))
                .or_else(calculates)
                .unwrap_or(Terminal::Word)
        }
        Token::Star if word == "∧" => Terminal::And,
        Token::Plus if word == "∨" => Terminal::Or,
        Token::Minus if word == "¬" => Terminal::Not,
        Token::Star | Token::Plus | Token::Minus if !has_numbers => Terminal::Foreign,
        Token::ForeignOr if word == "|" => Terminal::Bar,
        Token::ForAll => Terminal::All,
        Token::Exists => Terminal::Some,
        Token::DoubleArrow if matches!(word, "<->" | "↔") => Terminal::DoubleArrow,
        Token::Unequal => Terminal::Unequal,
        Token::Dot => Terminal::Dot,
        Token::Question => Terminal::Question,
        Token::Number => Terminal::Number,
        Token::Range if has_numbers => Terminal::Range,
        Token::Slash if has_numbers => Terminal::Slash,
        Token::Less if has_numbers => Terminal::Less,
        Token::AtMost if has_numbers => Terminal::AtMost,
        Token::Greater if has_numbers => Terminal::Greater,
        Token::AtLeast if has_numbers => Terminal::AtLeast,
        token => sign(token),
    }
}

/// What the first word of a line of a theory or a puzzle declares.
fn declaration(text: &str, tokens: &[Lexeme], is_puzzle: bool) -> Option<Terminal> {
    let next = tokens.get(1)?.token;
    let word = &text[tokens[0].span.range()];
    if is_puzzle && matches!(next, Token::Text(_)) {
        return Some(match word {
            "sign" => Terminal::Sign,
            "start" => Terminal::Start,
            "goal" => Terminal::Goal,
            _ => Terminal::Drawing,
        });
    }
    if is_puzzle && begins_sentence(text, tokens) {
        let stands = match word {
            "start" => Some(Terminal::Start),
            "goal" => Some(Terminal::Goal),
            "when" => Some(Terminal::When),
            "then" => Some(Terminal::Then),
            _ => None,
        };
        if stands.is_some() {
            return stands;
        }
    }
    if !matches!(next, Token::Word | Token::Number) || goes_on(text, tokens) {
        return None;
    }
    Some(match word {
        "sort" => Terminal::Sort,
        "predicate" => Terminal::Predicate,
        "function" => Terminal::Function,
        "constant" => Terminal::Constant,
        "distinct" => Terminal::Distinct,
        "rule" => Terminal::Rule,
        "grid" if is_puzzle => Terminal::Grid,
        "given" if is_puzzle => Terminal::Given,
        "define" if is_puzzle => Terminal::Define,
        "action" if is_puzzle => Terminal::Action,
        "players" if is_puzzle => Terminal::Players,
        "wins" if is_puzzle && names_player(tokens) => Terminal::Wins,
        "loses" if is_puzzle && names_player(tokens) => Terminal::Loses,
        "score" if is_puzzle && names_player(tokens) => Terminal::Score,
        _ => return None,
    })
}

/// Whether a connective joins the first word of a line with another one, so that it is a sentence.
fn goes_on(text: &str, tokens: &[Lexeme]) -> bool {
    let is_joined = tokens.get(2).is_some_and(|it| it.token == Token::Word);
    is_joined && matches!(&text[tokens[1].span.range()], "and" | "or")
}

/// Whether a name and a colon stand behind the first word of a line.
fn names_player(tokens: &[Lexeme]) -> bool {
    tokens.get(2).is_some_and(|it| it.token == Token::Colon)
}

/// Whether a sentence may begin behind the first word of a line, which then is no part of it.
fn begins_sentence(text: &str, tokens: &[Lexeme]) -> bool {
    let Some(next) = tokens.get(1) else { return false };
    match next.token {
        Token::Word => {
            let word = &text[next.span.range()];
            !matches!(word, "and" | "or" | "mod" | "becomes" | "when" | "then")
        }
        // Without a blank it would be an argument.
        Token::OpenParenthesis => next.span.start > tokens[0].span.end,
        token => matches!(token, Token::Number | Token::ForAll | Token::Exists),
    }
}

/// What a word is that joins or counts in every sentence.
fn connective(text: &str, tokens: &[Lexeme], index: usize) -> Option<Terminal> {
    let before = index.checked_sub(1).map(|it| &text[tokens[it].span.range()]);
    // A label may be any word.
    if index == 1 && before == Some("rule") && !goes_on(text, tokens) {
        return Some(Terminal::Word);
    }
    if is_named_like_quantifier(text, tokens, index) {
        return Some(Terminal::Word);
    }
    let is_behind_at =
        || before == Some("at") && is_before_count(text, tokens, index.saturating_sub(1));
    Some(match &text[tokens[index].span.range()] {
        "all" => Terminal::All,
        "some" => Terminal::Some,
        "no" => Terminal::No,
        "at" if is_before_count(text, tokens, index) => Terminal::At,
        "least" if is_behind_at() => Terminal::Least,
        "most" if is_behind_at() => Terminal::Most,
        "exactly" => Terminal::Exactly,
        "one" if matches!(before, Some("least" | "most" | "exactly")) => Terminal::Number,
        "and" => Terminal::And,
        "or" => Terminal::Or,
        "not" => Terminal::Not,
        "true" => Terminal::True,
        "false" => Terminal::False,
        _ => return None,
    })
}

/// What a word is that calculates, or that has a meaning in lines with numbers.
fn numeric(text: &str, tokens: &[Lexeme], index: usize) -> Option<Terminal> {
    let word_at = |index: usize| tokens.get(index).map(|it| &text[it.span.range()]);
    let token_at = |index: usize| tokens.get(index).map(|it| it.token);
    let before = index.checked_sub(1).map(|it| tokens[it]);
    let is_behind_operand = index > 0
        && ends_operand(text, tokens, index - 1)
        && !leads_operand(text, tokens, index - 1);
    let word_before = before.map(|it| &text[it.span.range()]);
    let is_applied = token_at(index + 1) == Some(Token::OpenParenthesis);
    let first = word_at(0);
    Some(match word_at(index)? {
        "for" if is_behind_operand => Terminal::For,
        "where" if is_behind_operand => Terminal::Where,
        "mod" if is_behind_operand => Terminal::Mod,
        "becomes" if is_behind_operand => Terminal::Becomes,
        "when" if first == Some("action") && index > 1 && is_behind_operand => Terminal::When,
        "then" if matches!(first, Some("action" | "when")) && is_behind_operand && index > 1 => {
            Terminal::Then
        }
        "sum" if is_applied => Terminal::Sum,
        "min" if is_applied => Terminal::Min,
        "max" if is_applied => Terminal::Max,
        "count" if is_applied && binds(text, tokens, index + 2) => Terminal::CountOf,
        "none" if word_before == Some("or") && first.is_some_and(has_type) => Terminal::None,
        "in" if matches!(first, Some("distinct" | "grid")) && is_behind_operand => Terminal::In,
        "boxes" if first == Some("grid") && word_before == Some("in") => Terminal::Boxes,
        "by" if first == Some("grid") && before.is_some_and(|it| it.token == Token::Number) => {
            Terminal::By
        }
        _ => return None,
    })
}

/// Whether the word at `index` is no operand, as one follows it: it declares something, or joins what is before it with that.
fn leads_operand(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    if index == 0 {
        return declaration(text, tokens, true).is_some();
    }
    let first = &text[tokens[0].span.range()];
    let leads = match &text[tokens[index].span.range()] {
        "for" | "where" | "mod" | "becomes" => true,
        "when" => first == "action" && index > 1,
        "then" => matches!(first, "action" | "when") && index > 1,
        _ => false,
    };
    let is_name = index == 1 && declaration(text, tokens, true).is_some();
    leads && !is_name && ends_operand(text, tokens, index - 1)
}

fn has_type(first: &str) -> bool {
    matches!(first, "function" | "constant")
}

/// Whether the words from `index` on are variables of a count: a `:` or `where` follows them.
fn binds(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let is_list = |it: &&Lexeme| matches!(it.token, Token::Word | Token::Comma);
    let listed = tokens[index..].iter().take_while(is_list);
    let is_where = |it: &Lexeme| &text[it.span.range()] == "where";
    let (mut count, mut has_where) = (0, false);
    for it in listed {
        count += 1;
        has_where |= count > 1 && is_where(it);
    }
    has_where || tokens.get(index + count).is_some_and(|it| it.token == Token::Colon)
}

fn terminal(text: &str, mode: Mode, tokens: &[Lexeme], index: usize) -> Terminal {
    match tokens[index].token {
        Token::Word => word(text, mode, tokens, index),
        token => sign(token),
    }
}

fn sign(token: Token) -> Terminal {
    match token {
        Token::Number => Terminal::Number,
        Token::Text(_) => Terminal::Text,
        Token::OpenParenthesis => Terminal::OpenParenthesis,
        Token::CloseParenthesis => Terminal::CloseParenthesis,
        Token::Star => Terminal::Star,
        Token::Plus => Terminal::Plus,
        Token::Minus => Terminal::Minus,
        Token::Arrow => Terminal::Arrow,
        Token::Expect => Terminal::Expect,
        Token::Equals => Terminal::Equals,
        Token::Colon => Terminal::Colon,
        Token::Comma => Terminal::Comma,
        Token::OpenBrace => Terminal::OpenBrace,
        Token::Word
        | Token::DoubleArrow
        | Token::Unequal
        | Token::Dot
        | Token::Question
        | Token::ForAll
        | Token::Exists
        | Token::Range
        | Token::Slash
        | Token::Less
        | Token::AtMost
        | Token::Greater
        | Token::AtLeast
        | Token::ForeignAnd
        | Token::ForeignOr
        | Token::ForeignNot
        | Token::ForeignXor
        | Token::ForeignArrow
        | Token::CloseBrace
        | Token::Newline
        | Token::Comment
        | Token::DocComment
        | Token::Unknown => Terminal::Foreign,
    }
}

fn word(text: &str, mode: Mode, tokens: &[Lexeme], index: usize) -> Terminal {
    let word = &text[tokens[index].span.range()];
    if let Some(letter) = variable(word) {
        return match mode {
            // Of declarations only formulas cannot be called like a variable.
            Mode::Item if index == 1 && is_block(text, tokens) => Terminal::Word,
            _ => Terminal::Variable(letter),
        };
    }
    let role = match (mode, word) {
        (Mode::Item, _) if index == 0 => keyword(word),
        (Mode::Item, _) if index == 1 && asked(text, tokens).len() < tokens.len() => keyword(word),
        // Where a declaration has its name; the line is then rejected there.
        (Mode::Item, _) if index == 1 && is_block(text, tokens) => {
            reserved_word(word).map(|_| Terminal::ForeignWord)
        }
        (Mode::Item, _)
            if index == 1 && declares_formula(text, tokens) || lists_variables(text, tokens) =>
        {
            reserved_in_formulas(word).map(|_| Terminal::ForeignWord)
        }
        (Mode::Item, "file")
            if index == 3 && is_block(text, tokens) && tokens[2].token == Token::Equals =>
        {
            Some(Terminal::File)
        }
        (Mode::Item, "all") if is_all_of(text, tokens, index) => Some(Terminal::All),
        (Mode::Item, "by") if index > 1 => Some(Terminal::By),
        (Mode::Item, "after") if index > 1 => Some(Terminal::After),
        (Mode::Setting, "formula") if index == 0 => Some(Terminal::Formula),
        (Mode::Maze, "steps") if index == 0 && !is_node_called_steps(text, tokens) => {
            Some(Terminal::Steps)
        }
        (Mode::Maze, "treasures") if index > 0 => Some(Terminal::Treasures),
        (Mode::Maze, "tolls") if index > 0 => Some(Terminal::Tolls),
        (Mode::Item | Mode::Setting | Mode::Clause | Mode::Formula, _)
            if is_foreign_connective(word) =>
        {
            Some(Terminal::ForeignWord)
        }
        _ => None,
    };
    role.unwrap_or(Terminal::Word)
}

/// Whether a line of a maze that begins with `steps` is about a node, as what follows tells.
pub(super) fn is_node_called_steps(text: &str, tokens: &[Lexeme]) -> bool {
    tokens.get(1).is_some_and(|it| {
        it.token == Token::Arrow || matches!(&text[it.span.range()], "treasures" | "tolls")
    })
}

/// Whether the line declares a formula, whose name is its second word.
fn declares_formula(text: &str, tokens: &[Lexeme]) -> bool {
    &text[tokens[0].span.range()] == "formula"
}

/// Whether the line declares variables, which are its other words.
pub(super) fn lists_variables(text: &str, tokens: &[Lexeme]) -> bool {
    &text[tokens[0].span.range()] == "variables"
}

/// Whether the line declares what has a block.
fn is_block(text: &str, tokens: &[Lexeme]) -> bool {
    matches!(&text[tokens[0].span.range()], "game" | "clauses" | "maze" | "theory" | "puzzle")
}

/// Whether the word at `index` is the `all` of `solve NAME all 10`, and no name.
pub(super) fn is_all_of(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let word_at = |index: usize| &text[tokens[index].span.range()];
    let next = tokens.get(index + 1);
    index > 1
        && word_at(index) == "all"
        && asked(text, tokens).first().is_some_and(|it| &text[it.span.range()] == "solve")
        && matches!(tokens[index - 1].token, Token::Word | Token::CloseParenthesis)
        && next.is_none_or(|it| {
            matches!(it.token, Token::Number | Token::Expect) || &text[it.span.range()] == "by"
        })
}
