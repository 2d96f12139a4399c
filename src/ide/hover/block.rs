//! What the words in a maze and a clause set are, and where else they stand.

use super::{Look, code, count, keyword, listed};
use crate::ide::slot::Part;
use crate::kinds::Definition;
use crate::syntax::ast::{ItemKind, Maze, MazeNode};
use crate::syntax::keyword::Keyword;
use crate::text::Span;

impl Look<'_> {
    /// A word behind the name of a node.
    pub fn maze_part(&self, maze: Definition, part: Part, word: &str) -> Option<String> {
        if let Some(part) = Keyword::find_part(word) {
            return Some(keyword(part));
        }
        match part {
            Part::Treasures | Part::Tolls => self.treasure(maze, word),
            Part::Next => self.node(maze, word),
            Part::Name => None,
        }
    }

    /// A node: its line, and where corridors lead to it from.
    pub fn node(&self, definition: Definition, word: &str) -> Option<String> {
        let (maze, text) = self.analysis.scope.maze(definition)?;
        let line = maze.nodes.iter().find(|it| &text[it.name.range()] == word)?;
        let names = line.treasures.iter().chain(&line.tolls).chain(&line.next);
        let whole = names.fold(line.name, |whole, it| whole.to(*it));
        let from = lines_with(maze, text, word, |it| &it.next);
        let title = self.analysis.scope.program.name(definition);
        let written: Vec<_> = text[whole.range()].split_whitespace().collect();
        let written = code("puzzle", &written.join(" "));
        Some(match from {
            Some(from) => {
                format!("{written}\n\na node of `{title}`; corridors lead here from {from}")
            }
            None => format!("{written}\n\na node of `{title}`; no corridor leads here"),
        })
    }

    /// A treasure: where it lies and who asks for it.
    fn treasure(&self, definition: Definition, word: &str) -> Option<String> {
        let (maze, text) = self.analysis.scope.maze(definition)?;
        let title = self.analysis.scope.program.name(definition);
        let lies = match lines_with(maze, text, word, |it| &it.treasures) {
            Some(home) => format!("it lies at {home}"),
            None => "it lies nowhere".to_owned(),
        };
        let asked = match lines_with(maze, text, word, |it| &it.tolls) {
            Some(nodes) => format!("entering {nodes} costs it"),
            None => "no node asks for it".to_owned(),
        };
        Some(format!("`{word}`: a treasure of `{title}`; {lies}, {asked}"))
    }

    /// An atom: in how many clauses it stands.
    pub fn atom(&self, definition: Definition, word: &str) -> Option<String> {
        let ItemKind::Clauses { body, .. } = &self.analysis.scope.item(definition).kind else {
            return None;
        };
        let text = self.analysis.scope.text(definition.document);
        let title = self.analysis.scope.program.name(definition);
        let named = body.literals.iter().filter(|it| &text[it.atom.range()] == word);
        let signs: Vec<_> = named.map(|it| it.is_negative).collect();
        let negative = signs.iter().filter(|it| **it).count();
        let times = count(signs.len(), "time");
        (!signs.is_empty()).then(|| {
            format!("`{word}`: an atom of `{title}`; it stands there {times}, {negative} negated")
        })
    }
}

/// The nodes in whose lines a part names a word.
fn lines_with(
    maze: &Maze,
    text: &str,
    word: &str,
    part: fn(&MazeNode) -> &Vec<Span>,
) -> Option<String> {
    let has = |it: &&MazeNode| part(it).iter().any(|name| &text[name.range()] == word);
    listed(maze.nodes.iter().filter(has).map(|it| &text[it.name.range()]))
}
