//! The tolls of a maze, which its author may waive one by one.

use std::sync::Arc;

use super::MazePuzzle;
use crate::diagnostic::Related;
use crate::kinds::Posed;
use puzzle_engine::logic::maze::Maze;
use puzzle_engine::problem::walk::TellMazesApart;

impl MazePuzzle {
    /// What they say, and where.
    pub(super) fn tolls(&self) -> Vec<Related> {
        let nodes = self.maze.nodes.iter().zip(&self.names.nodes).zip(&self.names.tolls);
        let tolls = nodes.flat_map(|((node, name), places)| {
            node.tolls.iter().zip(places).map(move |(toll, place)| (name, toll, *place))
        });
        let said = tolls.map(|(name, toll, span)| {
            let treasure = &self.names.treasures[toll.0 as usize];
            let message = format!("`{name}` asks for `{treasure}`");
            Related { source: Some(Arc::clone(&self.source)), span, message }
        });
        said.collect()
    }

    /// Whether a toll bars no play that some others let pass.
    pub(super) fn toll_follows(&self, toll: usize, from: &[usize]) -> Posed<'_, bool> {
        let kept: Vec<usize> = from.iter().copied().chain([toll]).collect();
        let mazes = [self.asking_for(from), self.asking_for(&kept)];
        let names: Vec<u32> = (0..self.maze.nodes.len() as u32).collect();
        let problem = TellMazesApart { mazes, names: [names.clone(), names] };
        Posed::new(problem, |_, path| path.is_none())
    }

    /// The maze with some of its tolls.
    fn asking_for(&self, tolls: &[usize]) -> Maze {
        let mut maze = self.maze.clone();
        let mut at = 0;
        for node in &mut maze.nodes {
            node.tolls.retain(|_| {
                at += 1;
                tolls.contains(&(at - 1))
            });
        }
        maze
    }
}
