//! From text to tree and diagnostics; never fails. The text is split into lines, each line is
//! parsed alone by the generated parser, and blocks are put together here. A line that the
//! grammar rejects is looked at again to say what is wrong with it (`super::faults` for
//! formulas, `super::errors` for the rest), and what it declares still exists.

use lalrpop_util::ParseError;
use rustc_hash::FxHashSet;

use super::ast::{Item, ItemKind, Setting, SettingValue, SyntaxTree, TheoryLine, WrittenFormula};
use super::lines::{self, LinePiece};
pub use super::symbol::Terminal;

mod actions;
mod broken;
mod parameters;
mod runs;
pub(super) mod segments;
mod stray;
mod unreadable;

pub use actions::{MazePart, ParsedLine};

use runs::LinesBefore;

use super::errors::StrayBraces;
use super::terminal::{self, Mode};
use super::token::{Lexeme, Token};
use super::{applied, errors, faults, grammar};
use crate::diagnostic::Diagnostic;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};

/// A tree and what is wrong with the text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// What could be understood.
    pub tree: SyntaxTree,
    /// What could not, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// Lines that could not either, and have no diagnostic of their own: another one is about them.
    pub unread: Vec<Span>,
}

/// Parses a whole file.
pub fn parse(text: &str) -> Parsed {
    parse_prefix(text, None).parsed
}

/// As [`parse`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn parse_within(text: &str, budget: &mut Budget) -> Result<Parsed, Stop> {
    prefix(text, None, budget).map(|it| it.parsed)
}

/// The beginning of a text, parsed alone.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// What it says.
    pub parsed: Parsed,
    /// How many bytes it has.
    pub length: usize,
    /// It ends between two items, and means the same whatever follows. Otherwise it is the whole
    /// text.
    pub is_closed: bool,
}

/// Parses a text up to the first place that parts two items and has at least that many bytes
/// before it. An item that concerns the whole file, such as an import, is followed by such a
/// place at once.
pub fn parse_prefix(text: &str, least: Option<usize>) -> Prefix {
    prefix(text, least, &mut Budget::unlimited()).expect("there are no limits")
}

fn prefix(text: &str, least: Option<usize>, budget: &mut Budget) -> Result<Prefix, Stop> {
    let mut parser = Parser {
        text,
        parsed: Parsed::default(),
        block: None,
        documentation: None,
        open_text: None,
        stray: None,
        before: LinesBefore::default(),
        passed: 0,
        is_foreign_maze: None,
        nodes: None,
        sign: None,
    };
    let blanks = |from: u32| lines::blanks(text, from, least? as u32);
    if let Some(end) = blanks(0) {
        return Ok(Prefix { parsed: parser.parsed, length: end as usize, is_closed: true });
    }
    let mut lines = lines::split(text, terminal::is_reserved);
    while let Some(piece) = lines.advance() {
        budget.check()?;
        match piece {
            LinePiece::Documentation(span) => parser.document(span),
            LinePiece::Close(span) => parser.close(span),
            LinePiece::Line(open) => parser.line(lines.tokens(), open),
        }
        if let (Some(least), Some(end)) = (least, lines.boundary())
            && parser.is_between_items()
        {
            let is_end = end as usize >= least || parser.ends_with_file_item();
            if let Some(end) = if is_end { Some(end) } else { blanks(end) } {
                let length = end as usize;
                return Ok(Prefix { parsed: parser.parsed, length, is_closed: true });
            }
        }
    }
    Ok(Prefix { parsed: parser.finish(), length: text.len(), is_closed: false })
}

/// Parses a text that is one formula and nothing else but comments.
///
/// # Errors
/// What is wrong with it.
pub fn parse_formula(text: &str) -> Result<(SyntaxTree, WrittenFormula), Vec<Diagnostic>> {
    let is_hidden = |token| matches!(token, Token::Newline | Token::Comment | Token::DocComment);
    let tokens: Vec<_> = super::token::lex(text).filter(|it| !is_hidden(it.token)).collect();
    let mut tree = SyntaxTree::default();
    match parse_tokens(text, &tokens, &mut tree) {
        Some(formula) => Ok((tree, formula)),
        None => Err(faults::find(text, &tokens, Span::at(text.len() as u32))),
    }
}

/// Parses a text that is lines of a theory and nothing else but comments; `None` when it is not.
pub fn parse_theory_lines(text: &str) -> Option<(SyntaxTree, Vec<TheoryLine>)> {
    let mut tree = SyntaxTree::default();
    let lines = unreadable::lines_of(text, Mode::Theory, &mut tree)?;
    let line = |it| match it {
        ParsedLine::Theory(line) => Some(*line),
        _ => None,
    };
    Some((tree, lines.into_iter().map(line).collect::<Option<_>>()?))
}

/// Parses tokens that are one formula and nothing else; `None` when they are not one.
pub(super) fn parse_tokens(
    text: &str,
    tokens: &[Lexeme],
    tree: &mut SyntaxTree,
) -> Option<WrittenFormula> {
    let at = Span::at(tokens.first()?.span.start);
    // As the value of a setting, the line that holds a formula and no more.
    let keyword =
        [(at.start, Terminal::StartSetting, at.start), (at.start, Terminal::Formula, at.start)];
    let formula = terminal::terminals(text, Mode::Formula, tokens, None).skip(1);
    match run(keyword.into_iter().chain(formula), tree) {
        Ok(ParsedLine::Setting(setting)) => match setting.value {
            SettingValue::Formula(formula) => Some(formula),
            SettingValue::Plain(_) => None,
        },
        _ => None,
    }
}

/// Runs the generated parser. The error is the span of the token it could not read, `None` at
/// the end of the line.
fn run(
    terminals: impl Iterator<Item = (u32, Terminal, u32)>,
    tree: &mut SyntaxTree,
) -> Result<ParsedLine, Option<Span>> {
    let lengths =
        [tree.nodes.len(), tree.sentence_nodes.len(), tree.bound.len(), tree.chained.len()];
    grammar::LineParser::new().parse(tree, terminals.map(Ok)).map_err(|error| {
        tree.nodes.truncate(lengths[0]);
        tree.sentence_nodes.truncate(lengths[1]);
        tree.bound.truncate(lengths[2]);
        tree.chained.truncate(lengths[3]);
        match error {
            ParseError::UnrecognizedToken { token: (start, _, end), .. }
            | ParseError::ExtraToken { token: (start, _, end) } => Some(Span::new(start, end)),
            ParseError::UnrecognizedEof { .. }
            | ParseError::InvalidToken { .. }
            | ParseError::User { .. } => None,
        }
    })
}

/// Reads a line of a mode; the error is that of [`run`], with the mode that came furthest. In a theory a word
/// that calculates is a name wherever it can be one, so a line has numbers only where it makes no sense without.
fn read(
    text: &str,
    mode: Mode,
    tokens: &[Lexeme],
    open: Option<Span>,
    tree: &mut SyntaxTree,
) -> Result<ParsedLine, (Mode, Option<Span>)> {
    let at = match run(terminal::terminals(text, mode, tokens, open), tree) {
        Ok(line) => return Ok(line),
        Err(at) => at,
    };
    // Nothing is done in a theory.
    if mode != Mode::Theory || errors::acts(text, tokens) {
        return Err((mode, at));
    }
    let place = |at: Option<Span>| at.map_or(u32::MAX, |it| it.start);
    let terminals = terminal::terminals(text, Mode::Puzzle, tokens, open);
    run(terminals, tree).map_err(|numeric| match place(numeric) > place(at) {
        true => (Mode::Puzzle, numeric),
        false => (mode, at),
    })
}

/// A block whose end was not seen yet.
struct Block {
    /// Its item, which lines are added to; `Broken` when the head tells no kind.
    item: Item,
    /// The opening brace, or the end of the head that lacks one.
    open: Span,
}

struct Parser<'a> {
    text: &'a str,
    parsed: Parsed,
    block: Option<Block>,
    documentation: Option<Span>,
    /// A text over several lines that has no end, so that the lines behind it may be its.
    open_text: Option<unreadable::OpenText>,
    /// Braces that no block has, up to the last line that was read.
    stray: Option<(StrayBraces, Token)>,
    before: LinesBefore,
    /// Where what was passed over ends.
    passed: u32,
    /// Whether the lines of the open block are those of a maze in its text format, once one of them could not
    /// be read.
    is_foreign_maze: Option<bool>,
    /// The first words of the lines of the open block, likewise.
    nodes: Option<FxHashSet<&'a str>>,
    /// What was said of the first sign between a setting of the open block and its value.
    sign: Option<usize>,
}

impl Parser<'_> {
    fn is_between_items(&self) -> bool {
        let is_over = self.block.is_none() && self.documentation.is_none();
        is_over && self.stray.is_none() && !self.before.has_faults()
    }

    fn ends_with_file_item(&self) -> bool {
        self.parsed.tree.items.last().is_some_and(|item| item.kind.names_file())
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.parsed.diagnostics.push(diagnostic);
    }

    fn document(&mut self, span: Span) {
        if self.block.is_none() {
            self.documentation = Some(self.documentation.map_or(span, |above| above.to(span)));
        }
    }

    /// Reports what is wrong with a line of a mode, with those of its repairs that make it a line
    /// of this mode.
    fn report_line(&mut self, mut diagnostic: Diagnostic, mode: Mode, line: Span) {
        diagnostic.fixes.retain(|fix| unreadable::is_line(self.text, mode, line, &fix.edits));
        self.report(diagnostic);
    }

    fn close(&mut self, brace: Span) {
        self.leave_open_text();
        match self.block.take() {
            Some(mut block) => {
                self.before = LinesBefore::default();
                self.leave_stray();
                block.item.span.end = brace.end;
                self.parsed.tree.items.push(block.item);
            }
            None if self.ends_lost_lines(brace) => {}
            None => self.add_stray(brace, Token::CloseBrace),
        }
    }

    fn finish(mut self) -> Parsed {
        self.leave_stray();
        self.leave_open_text();
        self.leave_unclosed(Span::at(self.text.trim_end().len() as u32));
        self.parsed
    }

    /// Ends an open block before `next`, where its `}` is missing.
    fn leave_unclosed(&mut self, next: Span) {
        if let Some(block) = self.block.take() {
            // A head without its brace was reported.
            if !block.open.is_empty() {
                self.report(errors::unclosed_block(block.open, block.item.span.end, next));
            }
            self.parsed.tree.items.push(block.item);
        }
    }

    fn line(&mut self, tokens: &[Lexeme], open: Option<Span>) {
        let is_passed = tokens.first().is_some_and(|it| it.span.start < self.passed);
        if !is_passed && (open.is_some() || !self.ends_no_text(tokens)) {
            let found = self.parsed.diagnostics.len();
            self.read_line(tokens, open);
            self.note_line(tokens, open, found);
        }
    }

    fn read_line(&mut self, tokens: &[Lexeme], open: Option<Span>) {
        if self.is_in_open_text(tokens) {
            return;
        }
        let Some(first) = tokens.first() else {
            return self.lone_brace(open.unwrap_or_default());
        };
        self.leave_stray();
        if self.block.is_some() && starts_item(self.text, tokens, open) {
            self.leave_unclosed(first.span);
        }
        self.choose_kind(tokens);
        self.choose_game(tokens);
        let readable = self.report_unreadable(tokens, open);
        let (tokens, is_sound) = match &readable {
            Some((readable, is_sound)) => (readable.as_slice(), *is_sound),
            None => (tokens, true),
        };
        if tokens.is_empty() {
            return;
        }
        match self.block.take() {
            Some(mut block) => {
                if let Some(brace) = open {
                    self.report(errors::stray_brace(brace));
                }
                self.block_line(&mut block.item, tokens, is_sound);
                self.block = Some(block);
            }
            None => self.item(tokens, open, is_sound),
        }
    }

    /// A query without its expectation where that has a parenthesis too few.
    fn with_whole_answer(&mut self, mut kind: ItemKind) -> ItemKind {
        if let ItemKind::Query(query) = &mut kind
            && let Some(fault) = query
                .expectation
                .as_ref()
                .and_then(|it| errors::unbalanced_answer(self.text, it.span))
        {
            query.expectation = None;
            self.report(fault);
        }
        kind
    }

    fn item(&mut self, tokens: &[Lexeme], open: Option<Span>, is_sound: bool) {
        let documentation = self.documentation.take();
        (self.is_foreign_maze, self.nodes, self.sign) = (None, None, None);
        let span = whole(tokens, open);
        let kind = match read(self.text, Mode::Item, tokens, open, &mut self.parsed.tree) {
            Ok(ParsedLine::Variables(names)) => {
                return self.declare_variables(&names, span, documentation);
            }
            Ok(ParsedLine::Item(kind)) => {
                parameters::bind(self.text, &mut self.parsed.tree, &kind);
                match is_sound {
                    true => self.with_whole_answer(*kind),
                    false => broken::half_readable(*kind),
                }
            }
            Ok(_) => unreachable!("the first terminal asks for an item"),
            Err((_, at)) => {
                self.broken_item(terminal::asked(self.text, tokens), open, at, is_sound)
            }
        };
        let item = Item { span, documentation, kind };
        let is_head = |kind: &ItemKind| {
            matches!(
                kind,
                ItemKind::Game(_)
                    | ItemKind::Clauses { .. }
                    | ItemKind::Maze { .. }
                    | ItemKind::Theory { .. }
                    | ItemKind::Puzzle { .. }
            )
        };
        match open {
            Some(open) => self.block = Some(Block { item, open }),
            None if is_head(&item.kind) => {
                self.block = Some(Block { item, open: Span::at(span.end) });
            }
            None => self.parsed.tree.items.push(item),
        }
    }

    fn block_line(&mut self, item: &mut Item, tokens: &[Lexeme], is_sound: bool) {
        item.span.end = tokens[tokens.len() - 1].span.end;
        let mode = match &item.kind {
            ItemKind::Game(_) => Mode::Setting,
            ItemKind::Clauses { .. } => Mode::Clause,
            ItemKind::Maze { .. } => Mode::Maze,
            ItemKind::Theory { .. } => Mode::Theory,
            ItemKind::Puzzle { .. } => Mode::Puzzle,
            // The head was not understood; its lines cannot be either.
            _ => return,
        };
        if self.is_foreign_maze == Some(true) {
            return;
        }
        let without_sign = self.without_sign(mode, tokens, is_sound);
        let tokens = without_sign.as_deref().unwrap_or(tokens);
        let line = read(self.text, mode, tokens, None, &mut self.parsed.tree);
        match (&mut item.kind, line) {
            (_, Err((read_as, at))) => {
                self.broken_line(item, tokens, (mode, read_as), at, is_sound);
            }
            (ItemKind::Game(game), Ok(ParsedLine::Setting(setting))) => {
                game.settings.push(*setting);
            }
            (ItemKind::Clauses { body, .. }, Ok(ParsedLine::Clause(literals))) => {
                body.literals.extend(literals);
                body.ends.push(body.literals.len() as u32);
            }
            (ItemKind::Maze { body, .. }, Ok(ParsedLine::Steps(span))) => {
                if let Some(first) = body.steps {
                    let again = tokens[0].span.to(span);
                    self.report(errors::repeated_steps(self.text, first, again));
                } else {
                    body.steps = Some(span);
                }
            }
            (ItemKind::Maze { body, .. }, Ok(ParsedLine::MazeNode(node))) => body.nodes.push(*node),
            (
                ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. },
                Ok(ParsedLine::Theory(line)),
            ) => body.lines.push(*line),
            (_, Ok(_)) => unreachable!("the first terminal asks for a line of the block"),
        }
        if !is_sound {
            broken::doubt_last_line(&mut item.kind, errors::declares(self.text, tokens));
        }
    }

    /// Reads what can be read of a line that the grammar rejects at a place, and says what is wrong with it.
    fn broken_line(
        &mut self,
        item: &mut Item,
        tokens: &[Lexeme],
        (mode, read_as): (Mode, Mode),
        at: Option<Span>,
        is_sound: bool,
    ) {
        let start = item.span.start;
        match &mut item.kind {
            ItemKind::Game(game) => {
                game.is_broken = true;
                if let Some(value) = self.broken_setting(tokens, at, is_sound) {
                    game.settings.push(Setting { name: tokens[0].span, value });
                }
            }
            ItemKind::Clauses { body, .. } => {
                body.is_broken = true;
                if is_sound {
                    let fault = errors::unexpected_in_clause(self.text, tokens, at);
                    self.report_line(fault, Mode::Clause, whole(tokens, None));
                }
            }
            ItemKind::Maze { body, .. } => {
                if is_sound && !self.report_foreign_maze(tokens, body.steps.is_some()) {
                    let text = self.text;
                    let nodes = self.nodes.get_or_insert_with(|| errors::nodes_from(text, start));
                    let fault = errors::unexpected_in_maze(text, tokens, at, nodes);
                    self.report_line(fault, Mode::Maze, whole(tokens, None));
                }
                let is_foreign = self.is_foreign_maze == Some(true);
                body.nodes.push(broken::broken_node(self.text, tokens, is_foreign));
            }
            ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. } => {
                body.is_broken = true;
                let declared = errors::declared(self.text, tokens);
                let may_declare = errors::may_declare(self.text, tokens);
                body.lacks_names |= declared.is_empty() && may_declare;
                body.is_misdeclared |= may_declare || errors::declares(self.text, tokens);
                body.lines.extend(declared);
                if is_sound && !broken::uses_misnamed(self.text, tokens, &mut body.misnamed) {
                    let fault = match read_as {
                        Mode::Puzzle => errors::unexpected_in_puzzle(self.text, tokens, at),
                        _ => errors::unexpected_in_theory(self.text, tokens, at),
                    };
                    self.report_line(fault, mode, whole(tokens, None));
                }
            }
            _ => {}
        }
    }

    /// Finds out by the first line of a game of a kind that is not known here whether its lines are
    /// settings or rules.
    fn choose_game(&mut self, tokens: &[Lexeme]) {
        let Some(Block { item, .. }) = &mut self.block else { return };
        let ItemKind::Game(game) = &item.kind else { return };
        let (Some(name), Some(kind)) = (game.name, game.kind) else { return };
        let is_new = game.settings.is_empty() && !game.is_broken;
        if !is_new || broken::is_known_kind(self.text, kind) {
            return;
        }
        let is_rule = tokens.first().is_some_and(|it| {
            let word = &self.text[it.span.range()];
            let scratch = &mut SyntaxTree::default();
            let is_declaration = terminal::SHEET_DECLARATIONS.contains(&word);
            // The one setting whose value may be read as a sentence.
            let is_formula = word == "formula";
            is_declaration
                || !is_formula && read(self.text, Mode::Puzzle, tokens, None, scratch).is_ok()
        });
        if is_rule {
            let (rules, body) = (Some(kind), Box::default());
            item.kind = ItemKind::Puzzle { name, rules, body, is_game: true };
        }
    }

    /// Whether a line of a maze, the first that could not be read, begins one in the text format, which is
    /// then said once for all its lines.
    fn report_foreign_maze(&mut self, tokens: &[Lexeme], has_steps: bool) -> bool {
        // The number of steps may be written otherwise in a block, too.
        let is_steps = &self.text[tokens[0].span.range()] == "steps";
        if self.is_foreign_maze.is_some() || is_steps {
            return false;
        }
        let fault = errors::text_format(self.text, tokens, has_steps);
        self.is_foreign_maze = Some(fault.is_some());
        fault.map(|fault| self.report_line(fault, Mode::Maze, whole(tokens, None))).is_some()
    }

    /// A setting without the `:` or `=` that other languages put between it and its value.
    fn without_sign(
        &mut self,
        mode: Mode,
        tokens: &[Lexeme],
        is_sound: bool,
    ) -> Option<Vec<Lexeme>> {
        let sign = tokens.get(1).filter(|it| matches!(it.token, Token::Colon | Token::Equals));
        if mode != Mode::Setting || sign.is_none() {
            return None;
        }
        if is_sound {
            self.report_sign(tokens);
        }
        Some([&tokens[..1], &tokens[2..]].concat())
    }
}

/// The line of such tokens, of which there is one, with its brace.
fn whole(tokens: &[Lexeme], open: Option<Span>) -> Span {
    tokens[0].span.to(open.unwrap_or(tokens[tokens.len() - 1].span))
}

fn is_assignment(tokens: &[Lexeme]) -> bool {
    tokens.get(2).is_some_and(|it| it.token == Token::Equals)
}

/// Whether a line within a block is surely an item of the file, so that the block's `}` is
/// missing. Settings and nodes may be named like a keyword, so the whole line has to look it.
pub(super) fn starts_item(text: &str, tokens: &[Lexeme], open: Option<Span>) -> bool {
    let token = |index: usize| tokens.get(index).map(|it| it.token);
    let is_at_margin = || text[..tokens[0].span.start as usize].ends_with('\n');
    match &text[tokens[0].span.range()] {
        "formula" => {
            let has_parameters = || applied::parameter_list(tokens).is_some();
            token(1) == Some(Token::Word) && (is_assignment(tokens) || has_parameters())
        }
        "game" => {
            let is_head = is_assignment(tokens) || token(2) == Some(Token::Colon) || open.is_some();
            token(1) == Some(Token::Word) && is_head
        }
        "clauses" | "maze" | "theory" => {
            token(1) == Some(Token::Word) && (is_assignment(tokens) || open.is_some())
        }
        "puzzle" => token(1) == Some(Token::Word) && open.is_some(),
        "import" => matches!(token(1), Some(Token::Text(_))),
        // A setting of the game that is open.
        "variables" => false,
        word => {
            terminal::is_reserved(word)
                && is_at_margin()
                && matches!(token(1), Some(Token::Word | Token::OpenParenthesis | Token::Minus))
                && !is_sentence_only(text, tokens)
        }
    }
}

/// Whether a line that begins like a question is none, but a sentence: `count(d where f(d) = 2) = 1`.
fn is_sentence_only(text: &str, tokens: &[Lexeme]) -> bool {
    let is_read = |mode| read(text, mode, tokens, None, &mut SyntaxTree::default()).is_ok();
    is_read(Mode::Puzzle) && !is_read(Mode::Item)
}
