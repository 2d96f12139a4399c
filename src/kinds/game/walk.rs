//! Games as they are compared with others: plays by the words of their moves, whatever lies behind them.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{GamePuzzle, Wording, listed};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::walk::Walk;

/// The plays of a game.
#[derive(Clone)]
pub struct GameWalk<'p>(Rc<RefCell<dyn Plays + 'p>>);

impl fmt::Debug for GameWalk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameWalk")
    }
}

/// Steps that a move counts for.
const MOVE: usize = 16;

/// Plays whose positions are called by numbers.
trait Plays {
    fn start(&mut self) -> u32;

    /// The moves in a position, each with the position behind it.
    fn moves(&mut self, position: u32, budget: &mut Budget) -> Result<Vec<(String, u32)>, Stop>;

    /// Who moves, or how the play has ended.
    fn state(&self, position: u32) -> String;
}

struct Positions<G: Wording> {
    puzzle: GamePuzzle<G>,
    /// The positions by their numbers, each with what moves have gained the first player.
    states: Vec<(G::State, i32)>,
    numbers: FxHashMap<(G::State, i32), u32>,
}

impl<G: Wording> Positions<G> {
    fn number(&mut self, state: (G::State, i32)) -> u32 {
        if let Some(known) = self.numbers.get(&state) {
            return *known;
        }
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }
}

impl<G: Wording> Plays for Positions<G> {
    fn start(&mut self) -> u32 {
        self.number((self.puzzle.game.start(), 0))
    }

    fn moves(&mut self, position: u32, budget: &mut Budget) -> Result<Vec<(String, u32)>, Stop> {
        let (state, gained) = self.states[position as usize].clone();
        let mut behind = Vec::new();
        for it in self.puzzle.moves(&state) {
            // A large board has many moves, and each a board behind it.
            budget.work(MOVE)?;
            let game = &self.puzzle.game;
            let next = (game.apply(&state, it), gained + game.gain(&state, it));
            behind.push((game.write(&state, it), self.number(next)));
        }
        Ok(behind)
    }

    fn state(&self, position: u32) -> String {
        let (state, gained) = &self.states[position as usize];
        let game = &self.puzzle.game;
        match self.puzzle.moves(state).is_empty() {
            true => self.puzzle.ending(gained + game.score(state)),
            false => format!("{} to move", game.player(game.to_move(state))),
        }
    }
}

impl<G: Wording> GamePuzzle<G> {
    /// Its plays, to be compared with those of another game.
    pub fn walk<'p>(&self) -> GameWalk<'p>
    where
        G: 'p,
    {
        let (states, numbers) = (Vec::new(), FxHashMap::default());
        GameWalk(Rc::new(RefCell::new(Positions { puzzle: self.clone(), states, numbers })))
    }
}

impl GameWalk<'_> {
    /// What the game says of some moves.
    pub fn says(&self, moves: &[String]) -> String {
        let mut plays = self.0.borrow_mut();
        let mut position = plays.start();
        for word in moves {
            let Ok(all) = plays.moves(position, &mut Budget::unlimited()) else { break };
            match all.iter().find(|it| it.0 == *word) {
                Some(next) => position = next.1,
                None => {
                    let words: Vec<String> = all.into_iter().map(|it| it.0).collect();
                    return format!("`{word}` is no move; {}", listed(&words));
                }
            }
        }
        plays.state(position)
    }
}

impl Walk for GameWalk<'_> {
    type State = u32;
    type Step = String;
    type Sight = String;

    fn start(&mut self, _: &mut Budget) -> Result<u32, Stop> {
        Ok(self.0.borrow_mut().start())
    }

    fn steps(&mut self, state: &u32, budget: &mut Budget) -> Result<Vec<(String, u32)>, Stop> {
        self.0.borrow_mut().moves(*state, budget)
    }

    fn sight(&mut self, state: &u32, _: &mut Budget) -> Result<Option<String>, Stop> {
        Ok(Some(self.0.borrow().state(*state)))
    }
}
