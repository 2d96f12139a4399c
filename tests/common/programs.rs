//! Random programs as text. Each puzzle is kept in the plain form that brute force judges.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::logic::formula::FormulaVariable;
use puzzle_engine::logic::maze::Maze;

use crate::mazes;
use crate::trees::{Tree, tree};

/// Variables of formulas and atoms of clauses.
pub(crate) const VARIABLES: u32 = 4;

/// A puzzle: what it is called and what it says.
#[derive(Clone, Debug)]
pub(crate) struct Declared<P> {
    pub name: String,
    pub puzzle: P,
    /// Its declaration, several lines perhaps.
    pub text: String,
}

/// A formula game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub turns: String,
    pub order: Vec<FormulaVariable>,
}

/// A program without queries.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Each may refer to those before it; the tree has the names written out.
    pub formulas: Vec<Declared<Tree>>,
    pub clauses: Vec<Declared<Vec<Vec<i64>>>>,
    pub mazes: Vec<Declared<Maze>>,
    /// Each plays the formula with its number.
    pub games: Vec<Declared<Game>>,
}

impl Program {
    /// All declarations; what they refer to comes before.
    pub(crate) fn declarations(&self) -> Vec<&str> {
        let formulas = self.formulas.iter().map(|it| it.text.as_str());
        let others = self.clauses.iter().map(|it| it.text.as_str());
        let mazes = self.mazes.iter().map(|it| it.text.as_str());
        let games = self.games.iter().map(|it| it.text.as_str());
        formulas.chain(others).chain(mazes).chain(games).collect()
    }

    /// Every question that the puzzles answer, without expectations.
    pub(crate) fn queries(&self) -> Vec<String> {
        let mut queries = Vec::new();
        for Declared { name, puzzle, .. } in &self.formulas {
            for verb in ["solve", "count", "valid", "simplify", "draw"] {
                queries.push(format!("{verb} {name}"));
            }
            let variables = puzzle.formula().variables();
            let bindings: String = variables.iter().map(|it| format!(" {it}=1")).collect();
            queries.push(format!("eval {name}{bindings}"));
            queries.push(format!("equivalent {} {name}", self.formulas[0].name));
        }
        for Declared { name, .. } in &self.clauses {
            queries.extend(["solve", "count", "draw"].map(|verb| format!("{verb} {name}")));
        }
        for Declared { name, .. } in &self.mazes {
            for verb in ["solve", "shortest"] {
                queries.extend(["", " by sat"].map(|engine| format!("{verb} {name}{engine}")));
            }
            queries.extend(["count", "draw"].map(|verb| format!("{verb} {name}")));
        }
        for Declared { name, .. } in &self.games {
            queries.extend(["solve", "play2win"].map(|verb| format!("{verb} {name}")));
            queries.push(format!("play2win {name} after 10"));
        }
        queries
    }

    /// The whole text, questions below.
    pub(crate) fn text(&self) -> String {
        let lines: Vec<String> =
            self.declarations().into_iter().map(str::to_owned).chain(self.queries()).collect();
        lines.join("\n") + "\n"
    }
}

/// A clause set as the language writes it.
pub(crate) fn clauses_text(name: &str, clauses: &[Vec<i64>]) -> String {
    let lines = clauses.iter().map(|clause| {
        let literals: Vec<_> = clause.iter().map(i64::to_string).collect();
        format!("    {}\n", literals.join(" "))
    });
    format!("clauses {name} {{\n{}}}", lines.collect::<String>())
}

/// The name of a node.
pub(crate) fn node_name(id: u32) -> String {
    match id {
        0 => "START".to_owned(),
        1 => "GOAL".to_owned(),
        _ => format!("N{id}"),
    }
}

/// A maze as the language writes it.
pub(crate) fn maze_text(name: &str, maze: &Maze) -> String {
    let mut text = format!("maze {name} {{\n    steps {}\n", maze.steps);
    for (node, id) in maze.nodes.iter().zip(0..) {
        let list = |keyword: &str, names: Vec<String>| {
            if names.is_empty() { String::new() } else { format!(" {keyword} {}", names.join(" ")) }
        };
        let treasures = |ids: &[puzzle_engine::logic::maze::TreasureId]| {
            ids.iter().map(|it| format!("T{}", it.0)).collect::<Vec<_>>()
        };
        let next = node.next.iter().map(|it| node_name(it.0)).collect();
        text += &format!(
            "    {}{}{}{}\n",
            node_name(id),
            list("treasures", treasures(&node.treasures)),
            list("tolls", treasures(&node.tolls)),
            list("->", next)
        );
    }
    text + "}"
}

fn game() -> impl Strategy<Value = Game> {
    let order = Just((0..VARIABLES).map(FormulaVariable).collect::<Vec<_>>()).prop_shuffle();
    ("[AE]{4}", order).prop_map(|(turns, order)| Game { turns, order })
}

pub(crate) fn clauses() -> impl Strategy<Value = Vec<Vec<i64>>> {
    let number = (1..=i64::from(VARIABLES), any::<bool>());
    let literal = number.prop_map(|(atom, sign)| if sign { atom } else { -atom });
    vec(vec(literal, 1..4), 0..14)
}

/// A program of a few puzzles of each kind.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    let formulas = vec((tree(VARIABLES, 10), any::<bool>()), 1..4);
    let puzzles = (vec(clauses(), 0..3), vec(mazes::maze(4, 2, 5), 0..3), vec(game(), 0..3));
    (formulas, puzzles).prop_map(|(written, (clauses, mazes, games))| {
        let mut formulas: Vec<Declared<Tree>> = Vec::new();
        for (number, (tree, is_linked)) in written.into_iter().enumerate() {
            let name = format!("ff{number}");
            let body = tree.formula().to_string();
            let (puzzle, body) = match formulas.last() {
                Some(last) if is_linked => {
                    let body = format!("({}*{body})", last.name);
                    (Tree::And(vec![last.puzzle.clone(), tree]), body)
                }
                _ => (tree, body),
            };
            formulas.push(Declared { text: format!("formula {name} = {body}"), name, puzzle });
        }
        let clauses = clauses.into_iter().enumerate().map(|(number, puzzle)| {
            let name = format!("cc{number}");
            Declared { text: clauses_text(&name, &puzzle), name, puzzle }
        });
        let mazes = mazes.into_iter().enumerate().map(|(number, puzzle)| {
            let name = format!("mm{number}");
            Declared { text: maze_text(&name, &puzzle), name, puzzle }
        });
        let games = games.into_iter().zip(&formulas).enumerate().map(|(number, (puzzle, formula))| {
            let name = format!("gg{number}");
            // Variables that the formula lacks are an error; each is in this one.
            let all = "((a+-a)*(b+-b)*(c+-c)*(d+-d))";
            let variables: String = puzzle.order.iter().map(FormulaVariable::to_string).collect();
            let text = format!(
                "game {name}: formula {{\n    formula ({}*{all})\n    turns {}\n    variables {variables}\n}}",
                formula.name, puzzle.turns
            );
            Declared { text, name, puzzle }
        });
        let (clauses, mazes, games) = (clauses.collect(), mazes.collect(), games.collect());
        Program { formulas, clauses, mazes, games }
    })
}
