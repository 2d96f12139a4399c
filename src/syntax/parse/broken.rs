//! Lines that the grammar rejected: says what is wrong with them and keeps what can be known of
//! them, so that nothing is said about consequences.

use std::ops::Range;

use super::unreadable::is_line;
use super::{
    Block, MazePart, ParsedLine, Parser, is_assignment, parameters, read, run, segments, whole,
};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::MISSING_OPERAND;
use crate::diagnostic::spelling::did_you_mean;
use crate::syntax::ast::{
    BlockKind, GameBlock, Item, ItemKind, MazeNode, Op, Query, SettingValue, SyntaxTree,
    TheoryLine, VERBS, WrittenFormula, WrittenTheory,
};
use crate::syntax::keyword::{GAMES, game_with};
use crate::syntax::symbol::Terminal;
use crate::syntax::terminal::{self, Mode, variable};
use crate::syntax::token::{Lexeme, Token};
use crate::syntax::{errors, faults};
use crate::text::Span;

impl Parser<'_> {
    /// An item of which the grammar could not read the token `at`: says what is wrong and keeps
    /// what can be known of it.
    pub(super) fn broken_item(
        &mut self,
        tokens: &[Lexeme],
        open: Option<Span>,
        at: Option<Span>,
        is_sound: bool,
    ) -> ItemKind {
        let text = self.text;
        let first = &text[tokens[0].span.range()];
        let unread = Self::unread(text, tokens, open);
        if !terminal::is_reserved(first) {
            return self.unknown_item(tokens, open, is_sound, unread);
        }
        let end = Span::at(open.map_or(tokens[tokens.len() - 1].span.end, |open| open.start));
        let (segment, is_in_segment) = formula_in(text, tokens, at);
        let is_in_segment = is_in_segment && open.is_none();
        if let Some(fault) = errors::misplaced(text, tokens).filter(|_| is_sound) {
            self.report_line(fault, Mode::Item, whole(tokens, open));
            return unread;
        }
        if let Some(fault) = errors::behind_name(text, tokens).filter(|_| is_sound) {
            self.report_line(fault, Mode::Item, whole(tokens, open));
            return self.broken_query(tokens);
        }
        let mut found = Vec::new();
        if is_sound && is_in_segment {
            let formulas = segments::formulas(text, first, &tokens[segment.clone()]);
            found.extend(formulas.flat_map(|formula| faults::find(text, formula, end)));
        }
        if found.is_empty() && is_sound {
            let line = whole(tokens, open);
            self.report_line(errors::unexpected(text, tokens, open, at), Mode::Item, line);
        }
        self.retain_mending(&mut found, Mode::Item, whole(tokens, open));
        if first != "formula" && may_be_no_formula(text, &tokens[segment.clone()]) {
            found.iter_mut().for_each(|it| it.fixes.clear());
        }
        self.parsed.diagnostics.extend(found);
        let mentioned = self.mentions(&tokens[segment]);
        let name = Self::name_behind(text, &tokens[1..])
            .or_else(|| errors::quoted_name(text, tokens))
            .or_else(|| unread.declared());
        match (first, name) {
            ("formula", Some(name)) => self.broken_formula(name, tokens, mentioned),
            ("puzzle" | "game", Some(name)) if open.is_none() && is_head_alone(tokens) => {
                rules_without_head(name, first == "game")
            }
            ("game", name) if !is_assignment(tokens) && (tokens.len() > 2 || open.is_some()) => {
                let (kind, settings) = (kind_of_game(tokens), Vec::new());
                ItemKind::Game(Box::new(GameBlock { name, kind, settings, is_broken: true }))
            }
            ("clauses", Some(name)) if !is_assignment(tokens) => {
                ItemKind::block(BlockKind::Clauses, name)
            }
            ("maze", Some(name)) if !is_assignment(tokens) => {
                ItemKind::block(BlockKind::Maze, name)
            }
            ("theory", Some(name)) if !is_assignment(tokens) => {
                ItemKind::block(BlockKind::Theory, name)
            }
            _ => unread,
        }
    }

    /// Finds out by the first line of a game without a kind that it was meant to have one, which is told once.
    pub(super) fn choose_kind(&mut self, tokens: &[Lexeme]) {
        let is_first = self.before.is_none();
        let Some(Block { item, open }) = &mut self.block else { return };
        let ItemKind::Puzzle { name, rules: None, is_game: true, .. } = item.kind else { return };
        let word = &self.text[tokens[0].span.range()];
        let Some(kind) = game_with(word).filter(|_| is_first && tokens.len() > 1) else { return };
        let scratch = &mut SyntaxTree::default();
        if word != "formula" && read(self.text, Mode::Puzzle, tokens, None, scratch).is_ok() {
            return;
        }
        let is_told = open.is_empty();
        let (name_read, settings) = (Some(name), Vec::new());
        let block = GameBlock { name: name_read, kind: None, settings, is_broken: true };
        item.kind = ItemKind::Game(Box::new(block));
        if !is_told {
            self.report(errors::without_kind(name, word, kind));
        }
    }

    /// A sign between a setting and its value: whoever writes one writes it in all lines of the block, which is one fault.
    pub(super) fn report_sign(&mut self, tokens: &[Lexeme]) {
        let fault = errors::sign_in_setting(self.text, tokens);
        let first = self.sign.and_then(|it| self.parsed.diagnostics.get_mut(it));
        let Some([fix]) = first.map(|it| &mut it.fixes[..]) else {
            self.sign = Some(self.parsed.diagnostics.len());
            return self.report(fault);
        };
        fix.title = "delete them".to_owned();
        fix.edits.extend(fault.fixes.into_iter().flat_map(|it| it.edits));
    }

    /// The declaration of a formula that still mentions what its text does.
    fn broken_formula(&mut self, name: Span, tokens: &[Lexeme], body: WrittenFormula) -> ItemKind {
        let kind = ItemKind::formula(name, parameters::of(self.text, tokens), body);
        parameters::bind(self.text, &mut self.parsed.tree, &kind);
        kind
    }

    /// The same of a line that starts with no word of the language.
    fn unknown_item(
        &mut self,
        tokens: &[Lexeme],
        open: Option<Span>,
        is_sound: bool,
        unread: ItemKind,
    ) -> ItemKind {
        if self.is_formula_of_line_above(tokens) {
            return ItemKind::Broken { name: None, hides_names: false };
        }
        if is_sound {
            let line = whole(tokens, open);
            self.report_line(errors::unknown_start(self.text, tokens, open), Mode::Item, line);
        }
        self.guess(tokens, open).unwrap_or(unread)
    }

    /// What a line that is no item may have declared: the word behind that of a declaration, which may be
    /// misspelt in a head, or the first one of an assignment.
    fn unread(text: &str, tokens: &[Lexeme], open: Option<Span>) -> ItemKind {
        let word = |it: &Lexeme| &text[it.span.range()];
        let declares = |it: &Lexeme| {
            matches!(word(it), "formula" | "game" | "clauses" | "maze" | "theory" | "puzzle")
        };
        let head = tokens.iter().take(3).position(declares);
        // The word of a declaration may be misspelt: `Puzzle p {`.
        let is_word = |it: &Lexeme| it.token == Token::Word;
        let misspelt = || {
            (open.is_some() && tokens.iter().take(2).filter(|it| is_word(it)).count() == 2)
                .then_some(0)
        };
        let behind = &tokens[head.or_else(misspelt).map_or(0, |it| it + 1)..];
        let assigns = tokens.get(1).is_some_and(|it| it.token == Token::Equals);
        let name = (head.is_some() || open.is_some() || assigns)
            .then(|| {
                let start = behind.iter().position(|it| it.token == Token::Word)?;
                // What has a block may be called by a letter.
                let most = if open.is_some() { start + 1 } else { behind.len() };
                Self::name_behind(text, &behind[start..most])
            })
            .flatten();
        let imports = |it: &Lexeme| {
            matches!(it.token, Token::Text(_)) || matches!(word(it), "import" | "variables")
        };
        let hides_names = name.is_none() && (head.is_some() || open.is_some());
        ItemKind::Broken { name, hides_names: hides_names || tokens.iter().take(3).any(imports) }
    }

    /// The name at the start of what stands behind the word of a declaration: the first word that can
    /// be one.
    fn name_behind(text: &str, tokens: &[Lexeme]) -> Option<Span> {
        let words = || tokens.iter().take_while(|it| it.token == Token::Word).map(|it| it.span);
        let word = |it: Span| &text[it.range()];
        let is_name = |it: &Span| {
            terminal::reserved_name(word(*it)).is_none()
                && !terminal::is_foreign_connective(word(*it))
        };
        // A letter is no name, but stands for one.
        let letter = |it: &Span| variable(word(*it)).is_some();
        words().find(is_name).or_else(|| words().find(letter))
    }

    /// A question of which only what it is about could be read.
    fn broken_query(&mut self, tokens: &[Lexeme]) -> ItemKind {
        let word = &self.text[tokens[0].span.range()];
        let target = self.mentions(&tokens[1..2]);
        match VERBS.iter().find(|(it, _)| *it == word) {
            Some((_, verb)) => {
                ItemKind::Query(Box::new(Query::new((*verb, tokens[0].span), target)))
            }
            None => ItemKind::Broken { name: None, hides_names: false },
        }
    }

    /// Leaves out the repairs after which there would be no line.
    fn retain_mending(&self, found: &mut [Diagnostic], mode: Mode, line: Span) {
        for fault in found {
            fault.fixes.retain(|fix| is_line(self.text, mode, line, &fix.edits));
        }
    }

    /// Whether a line is the formula that the declaration above it lacks; that has been said, and
    /// the repair is to join the lines.
    fn is_formula_of_line_above(&mut self, tokens: &[Lexeme]) -> bool {
        let first = tokens[0];
        let Some(Item { span, kind: ItemKind::Formula { body, .. }, .. }) =
            self.parsed.tree.items.last()
        else {
            return false;
        };
        let between = Span::new(span.end, first.span.start);
        let is_formula = matches!(first.token, Token::OpenParenthesis | Token::Minus);
        let lacks_formula = body.is_broken && body.span == Span::default();
        if !is_formula || !lacks_formula || !self.text[between.range()].trim().is_empty() {
            return false;
        }
        let line = *span;
        if let Some(above) = self.parsed.diagnostics.last_mut() {
            errors::join_lines(above, between);
            let whole = line.to(whole(tokens, None));
            above.fixes.retain(|fix| is_line(self.text, Mode::Item, whole, &fix.edits));
        }
        true
    }

    /// The item that a line with a misspelt keyword surely meant.
    fn guess(&mut self, tokens: &[Lexeme], open: Option<Span>) -> Option<ItemKind> {
        let (_, meant) = errors::meant_keyword(self.text, tokens)?;
        let at = tokens[0].span;
        let start = [(at.start, Terminal::StartItem, at.start), (at.start, meant, at.end)];
        let rest = terminal::terminals(self.text, Mode::Item, tokens, open).skip(2);
        match run(start.into_iter().chain(rest), &mut self.parsed.tree) {
            Ok(ParsedLine::Item(kind)) => {
                parameters::bind(self.text, &mut self.parsed.tree, &kind);
                Some(*kind)
            }
            _ => None,
        }
    }

    /// A broken formula that still mentions the names in `tokens`.
    fn mentions(&mut self, tokens: &[Lexeme]) -> WrittenFormula {
        let from = self.parsed.tree.nodes.len() as u32;
        let prose = faults::words_of_prose(self.text, tokens);
        for (index, lexeme) in tokens.iter().enumerate().filter(|(_, it)| it.token == Token::Word) {
            let word = &self.text[lexeme.span.range()];
            let is_name = terminal::reserved_name(word).is_none()
                && !prose.contains(&lexeme.span)
                && terminal::connective_in_place(self.text, tokens, index).is_none();
            if is_name {
                self.parsed.tree.push(lexeme.span.start, lexeme.span.end, Op::Name);
            }
        }
        let span = if tokens.is_empty() { Span::default() } else { whole(tokens, None) };
        WrittenFormula { span, nodes: from..self.parsed.tree.nodes.len() as u32, is_broken: true }
    }

    /// A setting that the grammar rejected: the value it has all the same.
    pub(super) fn broken_setting(
        &mut self,
        tokens: &[Lexeme],
        at: Option<Span>,
        is_sound: bool,
    ) -> Option<SettingValue> {
        let is_formula = &self.text[tokens[0].span.range()] == "formula";
        let end = Span::at(tokens[tokens.len() - 1].span.end);
        let formula = &tokens[1..segments::setting_end(self.text, tokens)];
        let mut found =
            if is_formula && is_sound { faults::find(self.text, formula, end) } else { Vec::new() };
        let last = formula.last().map_or(end, |it| it.span);
        let is_long = self.text[tokens[0].span.to(last).range()].contains('\n');
        if formula.len() + 1 < tokens.len() || is_long {
            // What follows would still be wrong behind a repaired formula; other lines may be settings.
            found.iter_mut().for_each(|fault| fault.fixes.clear());
        }
        self.retain_mending(&mut found, Mode::Setting, whole(tokens, None));
        // Which variable is missing tells the list of them, and nothing here.
        let lacks_operand = |it: &&mut Diagnostic| it.code == MISSING_OPERAND;
        found.iter_mut().filter(lacks_operand).for_each(|it| it.fixes.clear());
        if found.is_empty() && is_sound {
            let fault = match tokens.get(formula.len() + 1) {
                Some(next) if is_formula => errors::second_setting(self.text, next.span),
                _ => errors::unexpected_in_game(self.text, tokens, at),
            };
            self.report(fault);
        }
        self.parsed.diagnostics.extend(found);
        is_formula.then(|| {
            let mut mentions = self.mentions(formula);
            if formula.is_empty() {
                // Where it is missing, so that the setting is no longer than its line.
                mentions.span = Span::at(tokens[0].span.end);
            }
            SettingValue::Formula(mentions)
        })
    }
}

/// The formula of an item, and whether the token `at` may be wrong with it.
fn formula_in(text: &str, tokens: &[Lexeme], at: Option<Span>) -> (Range<usize>, bool) {
    let first = &text[tokens[0].span.range()];
    let segment = segments::formula_segment(text, tokens)
        .filter(|_| !matches!(first, "prove" | "ask") && !terminal::lacks_theory(text, tokens))
        .filter(|_| terminal::sentence(text, Mode::Item, tokens).is_empty());
    let is_in_segment = segment.as_ref().is_some_and(|segment| {
        let start = tokens.get(segment.start);
        (first == "formula" || !segment.is_empty())
            && at.is_none_or(|at| start.is_none_or(|it| it.span.start <= at.start))
    });
    (segment.unwrap_or(0..0), is_in_segment)
}

/// An item of which not all could be read: what it seems to say would be a guess.
pub(super) fn half_readable(kind: ItemKind) -> ItemKind {
    match kind {
        ItemKind::Query(_) => ItemKind::Broken { name: None, hides_names: false },
        ItemKind::Formula { name, parameters, body } => {
            let body = WrittenFormula { is_broken: true, ..body };
            ItemKind::Formula { name, parameters, body }
        }
        other => other,
    }
}

/// The node of a maze's line that was not understood. Without a readable name it may be any node,
/// or the number of steps; so may one that stands for many (`is_foreign`).
pub(super) fn broken_node(text: &str, tokens: &[Lexeme], is_foreign: bool) -> MazeNode {
    let name = tokens[0];
    let is_part = |word: &str| did_you_mean(word, ["treasures", "tolls"]).is_some();
    let is_name = !is_foreign
        && matches!(name.token, Token::Word | Token::Number)
        && tokens
            .get(1)
            .is_none_or(|it| it.token != Token::Word || is_part(&text[it.span.range()]))
        && &text[name.span.range()] != "steps"
        && !errors::is_steps(text, tokens);
    let span = if is_name { name.span } else { Span::at(name.span.start) };
    MazeNode { is_broken: true, ..MazePart::assemble(span, Vec::new(), None) }
}

/// Whether a name stands among tokens without parentheses: behind it may be an answer, or another word.
fn may_be_no_formula(text: &str, tokens: &[Lexeme]) -> bool {
    let is_name = |it: &Lexeme| {
        let word = &text[it.span.range()];
        let is_name = it.token == Token::Word && variable(word).is_none();
        is_name && !terminal::is_foreign_connective(word)
    };
    !segments::is_grouped(tokens) && tokens.iter().any(is_name)
}

/// A puzzle, or a game, whose lines follow a head that was not read.
fn rules_without_head(name: Span, is_game: bool) -> ItemKind {
    let body = WrittenTheory { is_broken: true, ..WrittenTheory::default() };
    ItemKind::Puzzle { name, rules: None, body: Box::new(body), is_game }
}

/// Whether a head has nothing behind its name, or a parenthesis in place of the brace.
fn is_head_alone(tokens: &[Lexeme]) -> bool {
    tokens.iter().skip(2).all(|it| it.token == Token::OpenParenthesis)
}

/// The kind that a game's head names: words with hyphens between them.
fn kind_of_game(tokens: &[Lexeme]) -> Option<Span> {
    let mut rest = tokens.iter().skip(2).skip_while(|it| it.token != Token::Word);
    let first = rest.next()?;
    let mut last = first.token;
    let is_part = |it: &&Lexeme| {
        let before = std::mem::replace(&mut last, it.token);
        matches!((before, it.token), (Token::Word, Token::Minus) | (Token::Minus, Token::Word))
    };
    let kind = rest.take_while(is_part).fold(first.span, |kind, it| kind.to(it.span));
    // Of several words, which is said to be wrong, none is the kind.
    let behind = tokens.iter().find(|it| it.span.start >= kind.end);
    behind.is_none_or(|it| it.token != Token::Word).then_some(kind)
}

/// Whether the language brings a kind of games.
pub(super) fn is_known_kind(text: &str, kind: Span) -> bool {
    let is_blank = |it: char| it.is_whitespace() || it == '\u{feff}';
    let name: String = text[kind.range()].split(is_blank).collect();
    GAMES.contains(&name.as_str())
}

/// Whether a line of a theory has a word that a line above declares, though nothing can be called so; that has
/// been said. What it declares itself is noted.
pub(super) fn uses_misnamed(text: &str, tokens: &[Lexeme], misnamed: &mut Vec<Span>) -> bool {
    let word = |it: Span| &text[it.range()];
    let is_known =
        |misnamed: &[Span], found: Span| misnamed.iter().any(|it| word(*it) == word(found));
    let is_used = tokens.iter().any(|it| is_known(misnamed, it.span));
    for name in errors::misnamed(text, tokens) {
        if !is_known(misnamed, name) {
            misnamed.push(name);
        }
    }
    is_used
}

/// Keeps of the last line of a block, in which something could not be read, only what is surely meant.
pub(super) fn doubt_last_line(kind: &mut ItemKind, declares: bool) {
    match kind {
        ItemKind::Game(game) => {
            game.is_broken = true;
            game.settings.pop_if(|it| matches!(it.value, SettingValue::Plain(_)));
        }
        ItemKind::Clauses { body, .. } => body.is_broken = true,
        ItemKind::Maze { body, .. } => {
            if let Some(node) = body.nodes.last_mut() {
                node.is_broken = true;
            }
        }
        ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. } => {
            body.is_broken = true;
            body.is_misdeclared |= declares;
            // Without what belongs to nothing it may be a sentence that nobody meant.
            body.lines.pop_if(|it| matches!(it, TheoryLine::Rule { .. }));
        }
        _ => {}
    }
}
