//! Mazes with treasures and tolls: from START to GOAL in a given number of steps.

pub mod check;
mod clues;
mod corrections;
mod corridor;
mod difference;
mod editor;
mod errors;
mod make;
pub mod names;
mod sorting;
mod walk;
mod whys;

use std::sync::Arc;

use self::check::check;
pub use self::difference::difference;
use self::editor::MazeEditor;
use self::names::MazeNames;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Related, Severity};
use crate::interchange::maze_text;
use crate::kinds::AnswerVerdict::{Drawn, NoSolution, Solvable, Unique};
use crate::kinds::claim::is_no_name;
use crate::kinds::editor::Editor;
use crate::kinds::scope::{Content, Definition, Scope};
use crate::kinds::{
    Answer, Attempt, Chance, Claim, Comparable, Correction, Engine, Facts, Kind, Lowered, Making,
    NamedClauses, NotAnAnswer, Posed, Puzzle, Question, Reasons, Refusal, ShowBarred, Solved,
    Target, Unlowered, WrongWord,
};
use crate::picture::{Format, GraphNode, Label, PartRole, Picture, PictureBody, PictureGraph};
use crate::syntax::ast::{ItemKind, Verb};
use crate::text::{Source, Span};
use num_bigint::BigUint;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::maze::{Maze, NodeId, TreasureId};
use puzzle_engine::logic::maze_encoding::{MazeAtom, MazeAxioms, encode};
use puzzle_engine::problem::{
    CountPlays, FindOtherPath, FindPath, FindShortestPath, LeastSteps, PathFound, Refutable,
};
use puzzle_engine::{MazeEngine, Violation};

/// The kind `maze`.
pub const KIND: MazeKind = MazeKind;

/// The kind `maze`.
#[derive(Debug)]
pub struct MazeKind;

const FACTS: Facts = Facts {
    name: "maze",
    summary: "a maze with treasures and tolls: from START to GOAL within so many steps",
    verbs: &[Verb::Solve, Verb::Shortest, Verb::Count, Verb::Draw],
    answers: &[
        (Verb::Solve, &[Solvable.word(), Unique.word(), NoSolution.word()]),
        (Verb::Shortest, &[NoSolution.word()]),
    ],
    engines: &[Engine::Path(MazeEngine::Search), Engine::Path(MazeEngine::Sat)],
    shows_solution: true,
    settings: &[],
};

impl Kind for MazeKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&MazeEditor)
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let text = scope.text(definition.document);
        let item = scope.item(definition);
        let (title, maze, names, source) = match &item.kind {
            ItemKind::Maze { name, body } => {
                let before = diagnostics.len();
                let (maze, names) = check(body, text, *name, diagnostics);
                let is_sound =
                    diagnostics[before..].iter().all(|it| it.severity != Severity::Error);
                let is_broken = body.nodes.iter().any(|node| node.is_broken);
                let maze = maze.filter(|_| is_sound && !is_broken)?;
                (&text[name.range()], maze, names, scope.source(definition.document))
            }
            ItemKind::File { name, .. } => {
                let foreign = scope.program.foreign.get(&definition)?;
                let Content::Maze(maze) = &foreign.content else { return None };
                if foreign.has_errors() {
                    return None;
                }
                // Its faults were found when the file was read.
                let (maze, names) =
                    check(maze, foreign.source.text(), Default::default(), &mut Vec::new());
                (&text[name.range()], maze?, names, &foreign.source)
            }
            _ => return None,
        };
        let source = Arc::clone(source);
        Some(Box::new(MazePuzzle { title: title.to_owned(), maze, names, source }))
    }
}

/// A sound maze and its names.
#[derive(Debug)]
pub struct MazePuzzle {
    /// What it is called.
    pub title: String,
    /// The maze as numbers.
    pub maze: Maze,
    /// The names of the numbers.
    pub names: MazeNames,
    /// Where it is written.
    pub source: Arc<Source>,
}

impl MazePuzzle {
    fn path(&self, path: &[NodeId]) -> String {
        let names: Vec<_> =
            path.iter().map(|node| self.names.nodes[node.0 as usize].as_str()).collect();
        names.join(" ")
    }
}

fn steps(count: u64) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

impl Puzzle for MazePuzzle {
    fn corrections(&self, no: &Answer, budget: &mut Budget) -> Result<Vec<Correction>, Stop> {
        self.proposed(no, budget)
    }

    fn lower<'p>(
        &'p self,
        question: &'p Question,
        _: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        let engine = match question.engine {
            Some(Engine::Path(engine)) => Some(engine),
            _ => None,
        };
        let maze = self.maze.clone();
        Ok(match question.verb {
            Verb::Shortest => {
                Lowered::problem(FindShortestPath(maze, engine), move |problem, found| {
                    let length = |path: &[NodeId]| {
                        Answer::plain((path.len() - 1).to_string()).note(self.path(path))
                    };
                    let reasons = question.is_why.then(|| self.reasons(&found, true));
                    explained(self.solved(problem, found, engine, length), reasons)
                })
            }
            Verb::Count => {
                let engine = engine.unwrap_or(MazeEngine::Search);
                let plays = CountPlays(maze, engine);
                let count = |_, count: BigUint| Answer::plain(count.to_string()).into();
                let lengths = question.is_why.then(|| self.lengths()).flatten();
                Lowered::problem(plays, count).reasoned(lengths)
            }
            Verb::Draw => {
                let drawn = self.picture()?.render(Format::Text).map_err(|it| it.to_string())?;
                Lowered::known(Answer::witness(Drawn, drawn))
            }
            _ => Lowered::problem(FindPath(maze, engine), move |problem, found| {
                let path = |path: &[NodeId]| Answer::witness(Solvable, self.path(path));
                let reasons = question.is_why.then(|| self.reasons(&found, false));
                explained(self.solved(problem, found, engine, path), reasons)
            }),
        })
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match (question.verb, words) {
            (Verb::Count, _) => return Claim::number(words),
            (Verb::Draw, _) => return Claim::block(words),
            // The second is how `puzzle decode` says it.
            (_, ["no", "solution"] | ["NO", "SOLUTION"]) => {
                return Ok(Claim::says(NoSolution));
            }
            (Verb::Shortest, _) => {
                return Claim::number(words)
                    .map_err(|_| "write the number of steps, or `no solution`".to_owned().into());
            }
            _ => {}
        }
        if let Ok(claim) = Claim::one_of(words, &[Solvable, Unique]) {
            return Ok(claim);
        }
        let is_between = |word: &str| matches!(word, "," | "->" | "→");
        let (indices, words): (Vec<usize>, Vec<&str>) =
            (0..).zip(words.iter().copied()).filter(|(_, word)| !is_between(word)).unzip();
        let path = self.names.path(words.iter().copied()).map_err(|index| {
            let nodes = self.names.nodes.iter().map(String::as_str);
            let meant = did_you_mean(words[index], nodes).map(str::to_owned);
            NotAnAnswer {
                usage: "write a path, `solvable`, `unique` or `no solution`".to_owned(),
                word: Some(WrongWord {
                    index: indices[index],
                    reason: "not a node of the maze",
                    meant,
                }),
            }
        })?;
        Ok(Claim::Path(self.maze.clone(), path))
    }

    fn misworded(&self, question: &Question, words: &[&str]) -> Option<NotAnAnswer> {
        match (question.verb, words) {
            (Verb::Solve, ["no", _]) => {}
            (Verb::Solve, words) if !is_no_name(words, &self.names.nodes) => return None,
            _ => {}
        }
        self.claim(question, words).err()
    }

    fn violation(&self, path: &[NodeId], violation: Violation) -> String {
        errors::violation(&self.names, path, violation)
    }

    fn clauses(&self, budget: &mut Budget) -> Result<Option<NamedClauses<'_>>, Stop> {
        let encoding = encode(&self.maze, MazeAxioms::Pruned, self.maze.useful_steps(), budget)?;
        let treasure = |id: TreasureId| &self.names.treasures[id.0 as usize];
        let say = |meaning: &MazeAtom| match *meaning {
            MazeAtom::At(node, time) => format!("At({},{time})", self.names.nodes[node.0 as usize]),
            MazeAtom::Available(id, time) => format!("Available({},{time})", treasure(id)),
            MazeAtom::Has(id, time) => format!("Has({},{time})", treasure(id)),
        };
        let mut atoms = Vec::new();
        for meaning in &encoding.meaning {
            budget.work(1)?;
            atoms.push(say(meaning));
        }
        let mut origins = Vec::new();
        for clause in 0..encoding.cnf.len() {
            budget.work(1)?;
            origins.push(format!("axiom {}", encoding.axiom(clause)));
        }
        Ok(Some(NamedClauses {
            cnf: encoding.cnf.clone(),
            atoms,
            origins,
            places: Vec::new(),
            answer: Box::new(move |model| match model {
                Some(model) => {
                    let answer = Answer::witness(Solvable, self.path(&encoding.decode(model)));
                    found_by(answer, MazeEngine::Sat, None)
                }
                None => Answer::plain(NoSolution),
            }),
            fits: None,
        }))
    }

    fn targets(&self, _: &mut Budget) -> Result<Vec<Target>, Stop> {
        let text = maze_text::write(&self.maze, &self.names.nodes, &self.names.treasures);
        Ok(vec![("maze", text.map_err(|name| format!("`{name}` is a keyword of the format")))])
    }

    fn clues(&self) -> Vec<Related> {
        self.tolls()
    }

    fn follows(&self, clue: usize, from: &[usize]) -> Result<Posed<'_, bool>, Refusal> {
        Ok(self.toll_follows(clue, from))
    }

    fn attempt(&self, chance: &mut Chance, making: Making) -> Result<Attempt<'_>, Refusal> {
        self.attempted(chance, making)
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        Ok(Comparable::Maze(self))
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        Ok(self.drawn(&[], &[]))
    }
}

/// An answer with its reasons, where they are wanted.
fn explained<'p>(solved: Solved<'p>, reasons: Option<Posed<'p, Reasons>>) -> Solved<'p> {
    match reasons {
        Some(reasons) => solved.reasoned(|| reasons),
        None => solved,
    }
}

impl MazePuzzle {
    /// Why a path is the only one, or none is shorter, or there is none.
    fn reasons(&self, found: &PathFound, is_shortest: bool) -> Posed<'_, Reasons> {
        match &found.path {
            Ok(path) if is_shortest => self.least(path.len() as u64 - 1),
            Ok(path) => self.only(path.clone()),
            // The place of the limit stays with the answer.
            Err(LeastSteps::Exactly(least)) => self.least(*least).map(|it| self.listed(it)),
            Err(LeastSteps::Never) => self.argument(),
        }
    }

    /// What is said of a path, which `say` turns into an answer, or of there being none.
    fn solved<P: Refutable + 'static>(
        &self,
        problem: P,
        found: PathFound,
        engine: Option<MazeEngine>,
        say: impl FnOnce(&[NodeId]) -> Answer,
    ) -> Solved<'_> {
        let PathFound { path, by } = found;
        let answer = match &path {
            Ok(path) => say(path),
            Err(LeastSteps::Never) => {
                Answer::plain(NoSolution).note("no number of steps is enough")
            }
            Err(LeastSteps::Exactly(least)) => {
                let words = format!("the limit is {}", steps(self.maze.steps));
                let place = self.names.steps.unwrap_or_default();
                Answer::plain(NoSolution)
                    .note(format!("the shortest path takes {}", steps(*least)))
                    .because(&self.source, place, words)
            }
        };
        let answer = found_by(answer, by, engine);
        match path {
            Ok(path) => {
                let (marked, walked) = (path.clone(), path.clone());
                let solved = Solved::from(answer).shown(move || Ok(self.drawn(&marked, &[])));
                let solved = solved.stepped(move || self.walk(&walked));
                solved.or(move || self.another(path))
            }
            Err(LeastSteps::Never) => {
                let barred: ShowBarred<'_> = Box::new(|tolls| self.drawn(&[], tolls));
                let solved = Solved { barred: Some(barred), ..Solved::none(answer) };
                solved.since(problem, |no, core| self.explain(no, core))
            }
            Err(LeastSteps::Exactly(_)) => Solved::none(answer),
        }
    }

    /// Another path than one.
    fn another(&self, path: Vec<NodeId>) -> Posed<'_, Option<Vec<String>>> {
        Posed::new(FindOtherPath(self.maze.clone(), path), |_, other| {
            Some(vec![self.path(&other?)])
        })
    }

    fn explain(&self, no: Answer, core: &[usize]) -> Answer {
        if core.is_empty() {
            let start = self.names.lines[self.maze.start.0 as usize].unwrap_or_default();
            return no.because(&self.source, start, "no corridors lead from here to GOAL");
        }
        let heading = "these tolls bar every way, even if all others were waived:";
        Answer { because: self.said_of(core), ..no.heading(heading) }
    }

    /// The picture, with a path marked, or the tolls that bar every path.
    fn drawn(&self, path: &[NodeId], barring: &[Related]) -> Picture {
        let walk = path.iter().map(|node| node.0 as usize).collect();
        let treasure = |sign: char, id: &TreasureId, role| {
            Label::new(format!("{sign}{}", self.names.treasures[id.0 as usize]), role)
        };
        let bars = |place: &Span| barring.iter().any(|it| it.span == *place);
        let toll = |(id, place): (&TreasureId, &Span)| match bars(place) {
            true => {
                let words = format!("-{} bars", self.names.treasures[id.0 as usize]);
                Label::new(words, PartRole::Highlight)
            }
            false => treasure('-', id, PartRole::Minus),
        };
        let nodes = self.maze.nodes.iter().zip(&self.names.nodes).zip(&self.names.tolls);
        let nodes = nodes.enumerate().map(|(index, ((node, name), places))| {
            let is_end = [self.maze.start, self.maze.goal].contains(&NodeId(index as u32));
            let badges = node.treasures.iter().map(|id| treasure('+', id, PartRole::Plus));
            let tolls = node.tolls.iter().zip(places).map(toll);
            GraphNode {
                label: Label::new(name, if is_end { PartRole::Emphasis } else { PartRole::Normal }),
                badges: badges.chain(tolls).collect(),
            }
        });
        // The self-loop of GOAL is in every maze and says nothing.
        let edges = (0..).zip(&self.maze.nodes).flat_map(|(from, node)| {
            node.next
                .iter()
                .map(move |to| (from, to.0 as usize))
                .filter(|&(from, to)| from != to || from != self.maze.goal.0 as usize)
        });
        let graph = PictureGraph {
            nodes: nodes.collect(),
            start: self.maze.start.0 as usize,
            edges: edges.collect(),
            walk,
            here: None,
        };
        let title = match self.names.tolls.iter().flatten().filter(|it| bars(it)).count() {
            0 => format!("maze {}", self.title),
            1 => format!(
                "maze {}, which has no solution: the marked toll bars every way",
                self.title
            ),
            _ => format!(
                "maze {}, which has no solution: the marked tolls bar every way",
                self.title
            ),
        };
        Picture { caption: None, title, body: PictureBody::Graph(graph) }
    }
}

/// An answer with the engine that it is from; a remark says which one, unless it was asked for.
fn found_by(answer: Answer, by: MazeEngine, asked: Option<MazeEngine>) -> Answer {
    let answer = Answer { engine: Some(Engine::Path(by)), ..answer };
    if asked.is_some() { answer } else { answer.note(format!("by {}", by.name())) }
}
