//! Why a position is worth what it is: how the play goes on after each move, the best move first, and how
//! the winner answers whatever the opponent does: in few words, or else as a tree.

use super::{GamePuzzle, Played, Wording};
use crate::kinds::{Listing, Note, Posed, Reasons};
use puzzle_engine::logic::game::Length;
use puzzle_engine::problem::game::{
    BestLine, GameMethod, PlayReasons, PlayStrategyEnd, PlayStrategyTree, aim,
};

/// Positions of a strategy that are told.
const MOST_POSITIONS: usize = 40;
/// Moves that are told, and of each how many moves of the play behind it.
const MOST_MOVES: usize = 16;
const LONGEST_LINE: usize = 8;

impl<G: Wording> GamePuzzle<G> {
    /// Poses the reasons for what a position is worth in which somebody has to move.
    pub(super) fn reasons<'a>(
        &self,
        played: Played<G::State>,
        method: GameMethod,
    ) -> Posed<'a, Reasons>
    where
        G: 'a,
    {
        let puzzle = self.clone();
        self.game.replies(&played.state).and_then(move |replies| {
            let most = if replies.is_some() { 0 } else { MOST_POSITIONS };
            let aim = aim::FindReasons { gained: played.gained, most };
            let task = puzzle.task(played.moves.clone(), aim, method);
            Posed::new(task, move |_, PlayReasons { lines, strategy }| {
                let table = puzzle.each_move(&played, &lines);
                let answers = puzzle.answers(&played, &strategy);
                let tables = [table, answers].into_iter().filter(|it| !it.lines.is_empty());
                let notes = tables.map(Note::Table).chain(replies.map(Note::Summary)).collect();
                Reasons { notes, ..Reasons::default() }
            })
        })
    }

    /// What each move leads to, the best one first.
    fn each_move(&self, played: &Played<G::State>, lines: &[Option<BestLine>]) -> Listing {
        let Played { state, gained, .. } = played;
        let side = self.game.to_move(state);
        let (mut rows, mut open) = (Vec::new(), Vec::new());
        for (chosen, line) in self.moves(state).into_iter().zip(lines) {
            let word = self.game.told(state, chosen);
            let Some(line) = line else {
                open.push(word);
                continue;
            };
            let gained = gained + self.game.gain(state, chosen);
            let score = (gained + line.value.score) * side.win();
            // A winner hurries, a loser holds out.
            let length = match line.value.length {
                Length::Plies(plies) => i64::from(plies),
                Length::Unknown | Length::Endless => i64::from(u32::MAX),
            };
            let rank = (-score, if score > 0 { length } else { -length });
            let next = self.game.apply(state, chosen);
            let behind = self.line(&next, &line.moves[..line.moves.len().min(LONGEST_LINE)]);
            let more = if behind.len() < line.moves.len() || !line.is_whole { " …" } else { "" };
            let prospect = self.prospect(gained, line.value);
            let told = match behind.is_empty() {
                true => format!("{prospect} at once"),
                false => format!("{prospect}: {}{more}", behind.join(" ")),
            };
            rows.push((rank, word, told));
        }
        rows.sort_by_key(|it| it.0);
        let hidden = rows.len().saturating_sub(MOST_MOVES);
        rows.truncate(MOST_MOVES);
        let width = rows.iter().map(|it| it.1.chars().count()).max().unwrap_or_default();
        let row = |(_, chosen, told): &(_, String, String)| format!("{chosen:<width$}  {told}");
        let mut lines: Vec<_> = rows.iter().map(row).collect();
        if hidden > 0 {
            lines.push(format!("and {hidden} more, none of them better"));
        }
        if !open.is_empty() {
            let more = open.len().saturating_sub(MOST_MOVES);
            open.truncate(MOST_MOVES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            lines.push(format!("not found out in the time for reasons: {}{more}", open.join(" ")));
        }
        Listing { heading: Some("each move, and the play behind it:".to_owned()), lines }
    }

    /// How a player answers the opponent: a line for each move of the opponent, and in it the answer.
    fn answers(&self, played: &Played<G::State>, strategy: &PlayStrategyTree) -> Listing {
        let PlayStrategyTree { side, nodes } = strategy;
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent as usize].push(at);
            }
        }
        let mut lines: Vec<String> = Vec::new();
        let mut open: Vec<(usize, G::State, usize, Option<String>)> =
            vec![(0, played.state.clone(), 0, None)];
        while let Some((at, state, depth, opposing)) = open.pop() {
            if let Some(word) = opposing {
                lines.push(format!("{}{word}", "  ".repeat(depth - 1)));
            }
            let (mover, moves) = (self.game.to_move(&state), self.moves(&state));
            let step = |child: &usize| {
                let chosen = moves[nodes[*child].chosen as usize];
                (self.game.told(&state, chosen), self.game.apply(&state, chosen))
            };
            match &children[at][..] {
                [child] if mover == *side => {
                    let (word, next) = step(child);
                    match lines.last_mut() {
                        Some(line) => line.push_str(&format!(" → {word}")),
                        None => lines.push(format!("→ {word}")),
                    }
                    open.push((*child, next, depth, None));
                }
                [] if nodes[at].end == PlayStrategyEnd::Open => {
                    if let Some(line) = lines.last_mut() {
                        line.push_str(" …");
                    }
                }
                some => open.extend(some.iter().rev().map(|child| {
                    let (word, next) = step(child);
                    (*child, next, depth + 1, Some(word))
                })),
            }
        }
        let heading = format!("how {} answers:", self.game.player(*side));
        Listing { heading: Some(heading), lines }
    }
}
