//! What the lines of a block may say: settings of a game and their values, literals, the lines of
//! a maze.

use rustc_hash::FxHashSet;

use super::{Offers, Sort};
use crate::ide::slot::Part;
use crate::kinds::{Definition, Facts};
use crate::syntax::ast::{ItemKind, MazeNode};
use crate::syntax::keyword::Keyword;
use crate::text::Span;

/// A kind of game with its block, in the syntax of snippets.
pub(super) fn template(facts: &Facts) -> String {
    let required: Vec<_> = facts.settings.iter().filter(|it| it.is_required).collect();
    let width = required.iter().map(|it| it.name.len()).max().unwrap_or_default();
    let lines = (1..).zip(required).map(|(stop, it)| format!("    {:width$} ${stop}\n", it.name));
    format!("{} {{\n{}}}", facts.name, lines.collect::<String>())
}

impl<'a> Offers<'a> {
    /// The settings that a game lacks.
    pub fn settings(&mut self, game: Definition) {
        let ItemKind::Game(declared) = &self.analysis.scope.item(game).kind else { return };
        let Some(kind) = self.analysis.kind(game) else { return };
        let (text, word) = (self.cursor.text, self.cursor.word.start);
        let others = declared.settings.iter().filter(|it| it.name.start != word);
        let given: Vec<_> = others.map(|it| &text[it.name.range()]).collect();
        let is_last = self.cursor.is_last();
        for setting in kind.facts().settings.iter().filter(|it| !given.contains(&it.name)) {
            let detail = if setting.is_required { "required" } else { "may be left out" };
            if let Some(offer) = self.offer(Sort::Setting, setting.name, detail) {
                offer.documentation = setting.summary.to_owned();
                offer.snippet = is_last.then(|| format!("{} $0", setting.name));
            }
        }
    }

    /// What a game's kind says may stand in a setting.
    pub fn values(&mut self, game: Definition) {
        let Some(kind) = self.analysis.kind(game) else { return };
        let setting = self.cursor.before(0);
        for choice in kind.choices(game, setting, self.analysis.scope) {
            self.letter_or_word(&choice, setting);
        }
    }

    /// A word, or a letter that joins those before it.
    pub fn letter_or_word(&mut self, word: &str, detail: &str) {
        let whole = self.span;
        if word.len() == 1 {
            self.within(Span::at(self.cursor.offset));
        }
        self.offer(Sort::Value, word, detail);
        self.within(whole);
    }

    /// The atoms of a clause set that the clause does not name yet.
    pub fn literals(&mut self, clauses: Definition) {
        self.atoms(clauses, 0);
    }

    /// The atoms of a clause set but those that the line names from a token on.
    pub fn atoms(&mut self, clauses: Definition, from: usize) {
        let ItemKind::Clauses { body, .. } = &self.analysis.scope.item(clauses).kind else {
            return;
        };
        let text = self.analysis.scope.text(clauses.document);
        let mut seen = self.words(from);
        for literal in &body.literals {
            let name = &text[literal.atom.range()];
            if !self.is_typed(literal.atom) && seen.insert(name) {
                self.offer(Sort::Atom, name, "an atom");
            }
            if self.found.is_incomplete {
                return;
            }
        }
    }

    /// The words of the line from a token on, up to the one that is typed.
    pub fn words(&self, from: usize) -> FxHashSet<&'a str> {
        let words = from..self.cursor.before.len();
        words.map(|it| self.cursor.before(it)).collect()
    }

    /// Whether a place in the block at the cursor is that of the word that is typed.
    fn is_typed(&self, span: Span) -> bool {
        self.cursor.is_in_block && span == self.cursor.word
    }

    /// The first word of a line in a maze: what the maze lacks.
    pub fn maze_line(&mut self, maze: Definition) {
        let Some((body, text)) = self.analysis.scope.maze(maze) else { return };
        let word = self.cursor.word;
        if body.steps.is_none()
            && let Some(steps) = Keyword::find_part("steps")
        {
            self.keyword(steps, "steps $0");
        }
        let lines = body.nodes.iter().filter(|it| it.name.start != word.start);
        let mut seen: FxHashSet<_> = lines.map(|it| &text[it.name.range()]).collect();
        let is_last = self.cursor.is_last();
        let mentioned = body.nodes.iter().flat_map(|it| &it.next).map(|it| &text[it.range()]);
        for name in ["START", "GOAL"].into_iter().chain(mentioned) {
            if !seen.insert(name) {
                continue;
            }
            if let Some(offer) = self.offer(Sort::Node, name, "a node without a line") {
                offer.snippet = is_last.then(|| format!("{name} -> $0"));
            }
            if self.found.is_incomplete {
                return;
            }
        }
    }

    /// What follows the name of a node.
    pub fn maze_part(&mut self, maze: Definition, part: Part) {
        match part {
            Part::Name => {}
            Part::Treasures => self.treasures(maze, |it| &it.tolls),
            Part::Tolls => self.treasures(maze, |it| &it.treasures),
            Part::Next => self.nodes(maze, 1),
        }
        let is_end = matches!(self.cursor.before(0), "START" | "GOAL");
        for word in ["treasures", "tolls", "->"] {
            let is_given = (1..self.cursor.before.len()).any(|it| self.cursor.before(it) == word);
            if let Some(keyword) = Keyword::find_part(word)
                && !is_given
                && !(is_end && word != "->")
            {
                self.keyword(keyword, &format!("{word} $0"));
            }
        }
    }

    /// The treasures of a maze, those first that `likely` names.
    fn treasures(&mut self, maze: Definition, likely: fn(&MazeNode) -> &Vec<Span>) {
        let Some((body, text)) = self.analysis.scope.maze(maze) else { return };
        let mut seen = self.words(1);
        let first = body.nodes.iter().flat_map(likely);
        let others = body.nodes.iter().flat_map(|it| it.treasures.iter().chain(&it.tolls));
        for &span in first.chain(others) {
            let name = &text[span.range()];
            if !self.is_typed(span) && seen.insert(name) {
                self.offer(Sort::Treasure, name, "a treasure");
            }
        }
    }

    /// The nodes of a maze but those that the line names from a token on.
    pub fn nodes(&mut self, maze: Definition, from: usize) {
        let Some((body, text)) = self.analysis.scope.maze(maze) else { return };
        let mut seen = self.words(from);
        let lines = body.nodes.iter().map(|it| it.name);
        let mentioned = body.nodes.iter().flat_map(|it| &it.next).copied();
        for span in lines.chain(mentioned) {
            let name = &text[span.range()];
            if !name.is_empty() && !self.is_typed(span) && seen.insert(name) {
                self.offer(Sort::Node, name, "a node");
            }
            if self.found.is_incomplete {
                return;
            }
        }
    }

    /// The nodes that a play may go to next, whose nodes so far the line names from a token on.
    pub fn walk(&mut self, maze: Definition, from: usize) {
        let Some((body, text)) = self.analysis.scope.maze(maze) else { return };
        if self.cursor.before.len() == from {
            self.offer(Sort::Node, "START", "a node");
        }
        let last = self.cursor.last();
        let line = body.nodes.iter().find(|it| &text[it.name.range()] == last);
        for next in line.into_iter().flat_map(|it| &it.next) {
            self.offer(Sort::Node, &text[next.range()], "a node");
        }
    }
}
