//! Games of any kind: what a position is worth, which moves are best, how the play goes on. The
//! procedure follows from what the game says of itself, unless one is asked for; what it finds is
//! checked by playing.

mod line;
#[cfg(test)]
mod tests;

use super::unverified;
use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop, timed};
use crate::evidence::dots::Bound;
use crate::evidence::play::{Claim, Horizon, Strategy};
use crate::logic::game::{Game, Length, Normal, Side, Value};
use crate::logic::quantified::Player;
use crate::problem::game::{Aim, AnyGame, Effort, Found, MOST_NODES, Method, Nodes, Task};
use crate::problem::{Answer, Doubt, Failure};
use crate::search::Finder;
use crate::search::dots::Dots;
use crate::search::formula::{Choices, side_of};
use crate::search::heap::Heaps;
use crate::search::retrograde::Retrograde;
use crate::search::size::{Size, size};
use crate::search::tree::{Means, Tree};
use crate::verify;
use crate::verify::accept;
use crate::verify::checked::Checked;
use crate::verify::dots::claims::Claims;

/// Nodes that minimax is allowed where it is asked for without a time limit: some minutes.
pub const MOST_OF_MINIMAX: u128 = 2_000_000_000;

/// Moves of a line that are told.
pub const LONGEST_LINE: usize = 1000;

/// Positions up to which every defence against a move is played out: of the value and the move to make,
/// and of the others.
const MOST_POSITIONS: usize = 1 << 22;
const FEW_POSITIONS: usize = 1 << 14;

/// Positions that the check of how long the loser holds out may meet: that is a number of moves in an
/// answer, and not who wins.
const HELD_POSITIONS: usize = 1 << 10;

impl Task {
    /// The answer, and how far it was checked.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn answer(&self, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        self.game.answer(self, budget)
    }
}

impl<G: Game> AnyGame for G {
    fn answer(&self, task: &Task, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        let mut state = self.start();
        for &index in &task.played {
            state = self.apply(&state, moves(self, &state)[index as usize]);
        }
        let is_insisted_on = budget.has_time_limit();
        if task.method == Method::Minimax && task.aim != Aim::Compare && !is_insisted_on {
            allow_minimax(self, &state, budget)?;
        }
        let mut solver = Solver::new(self, &state, task.method);
        match task.aim {
            Aim::Value => Ok(solver.value(&state, budget)?.told_as(Found::Value)),
            Aim::Move => solver.best(&state, false, budget),
            Aim::Best => solver.best(&state, true, budget),
            Aim::Line => solver.line(state, budget),
            Aim::Compare => solver.compare(&state, budget),
        }
    }
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The place of a move among those that the rules allow; `None` when it is none of them.
fn index<Move: Copy + PartialEq>(moves: &[Move], chosen: Move) -> Option<u32> {
    moves.iter().position(|it| *it == chosen).map(|at| at as u32)
}

fn finder<'g, G: Game>(game: &'g G, state: &G::State, method: Method) -> Box<dyn Finder<G> + 'g> {
    match method {
        Method::Search if game.repeats() => Box::new(Retrograde::new(game)),
        Method::Search if game.heap(state).is_some() => Box::new(Heaps::new(game)),
        Method::Search if game.formula(state).is_some() => Box::new(Choices::new(game)),
        Method::Search if game.drawn(state).is_some() => Box::new(Dots::new(game)),
        Method::Search => Box::new(Tree::new(game, Means::ALL)),
        Method::Minimax => Box::new(Tree::new(game, Means::MINIMAX)),
        Method::AlphaBeta => Box::new(Tree::new(game, Means::ALPHA_BETA)),
        Method::Memo => Box::new(Tree::new(game, Means::MEMO)),
        Method::Retrograde => Box::new(Retrograde::new(game)),
    }
}

/// Refuses what would take minimax for ever.
fn allow_minimax<G: Game>(game: &G, state: &G::State, budget: &Budget) -> Result<(), Failure> {
    let size = size(game, state, budget)?;
    let nodes = size.most.unwrap_or(size.least);
    if nodes <= MOST_OF_MINIMAX {
        return Ok(());
    }
    let bound = match (size.exact(), size.most) {
        (Some(_), _) => "",
        (None, Some(most)) if most < u128::MAX => "up to ",
        (None, _) => "more than ",
    };
    Err(Failure::Refused(format!(
        "minimax would look at {bound}{nodes} nodes, every play to its end; with a time limit it tries"
    )))
}

/// Finds out about positions, and checks it.
struct Solver<'g, G: Game> {
    game: &'g G,
    /// The procedure that was asked for.
    asked: Option<Planner<'g, G>>,
    /// The strongest one. Claims of scores rest on its strategies, whichever found them.
    strongest: Planner<'g, G>,
    /// That the losing heaps are, once that was checked.
    losing: Option<Answer<()>>,
    /// What was checked of a board of Dots and Boxes.
    claims: Option<Claims>,
}

/// A procedure that plays as it finds.
struct Planner<'g, G: Game>(Box<dyn Finder<G> + 'g>);

impl<G: Game> Strategy<G> for Planner<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        score: i32,
        horizon: Option<Horizon>,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        match horizon {
            Some(horizon) => self.0.in_time(state, horizon, budget),
            None => self.0.keep(state, score, budget),
        }
    }
}

impl<'g, G: Game> Solver<'g, G> {
    fn new(game: &'g G, state: &G::State, method: Method) -> Self {
        Self {
            game,
            asked: (method != Method::Search).then(|| Planner(finder(game, state, method))),
            strongest: Planner(finder(game, state, Method::Search)),
            losing: None,
            claims: None,
        }
    }

    /// The procedure that was asked for, else the strongest one.
    fn planner(&mut self) -> &mut Planner<'g, G> {
        self.asked.as_mut().unwrap_or(&mut self.strongest)
    }

    fn finder(&mut self) -> &mut (dyn Finder<G> + 'g) {
        self.planner().0.as_mut()
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<Answer<Value>, Failure> {
        let value = self.finder().value(state, budget)?;
        let first = self.check(state, Side::First, value, MOST_POSITIONS, budget)?;
        let second = self.check(state, Side::Second, value, MOST_POSITIONS, budget)?;
        Ok(first.resting_on(&second).told_as(|()| value))
    }

    fn best(
        &mut self,
        state: &G::State,
        wants_all: bool,
        budget: &mut Budget,
    ) -> Result<Answer<Found>, Failure> {
        let game = self.game;
        let all = moves(game, state);
        let side = game.to_move(state);
        let value = self.finder().value(state, budget)?;
        let chosen = self.finder().choice(state, budget)?;
        let Some(first) = chosen.and_then(|it| index(&all, it)) else {
            return Err(unverified("a move breaks the rules"));
        };
        if game.formula(state).is_some() {
            return self.best_value(state, value, first, budget);
        }
        // The opponent allows no more.
        let most = self.check(state, side.other(), value, MOST_POSITIONS, budget)?;
        let next = game.apply(state, all[first as usize]);
        let rest = value.after(game.gain(state, all[first as usize]));
        let least = self.check(&next, side, rest, MOST_POSITIONS, budget)?;
        let shown = most.resting_on(&least);
        if !wants_all {
            return Ok(shown.told_as(|()| Found::Best { value, moves: vec![first], open: None }));
        }
        let mut doubts = Vec::new();
        let (moves, open) = self.as_good(state, value.score, first, &mut doubts, budget)?;
        let shown = shown.doubted(&doubts);
        Ok(shown.told_as(|()| Found::Best { value, moves, open: Some(open) }))
    }

    /// The best moves, the first one first, and those of which that is open when a limit is reached. What is
    /// doubted of the others comes to `doubts`.
    fn as_good(
        &mut self,
        state: &G::State,
        score: i32,
        first: u32,
        doubts: &mut Vec<Doubt>,
        budget: &mut Budget,
    ) -> Result<(Vec<u32>, Vec<u32>), Failure> {
        let game = self.game;
        let (mut best, mut open) = (Vec::new(), Vec::new());
        // What is easily found to be good comes first: there may be a limit.
        let mut promising = Vec::new();
        game.promising(state, &mut promising);
        let mut others: Vec<_> = (0..).zip(moves(game, state)).collect();
        others.sort_by_key(|(_, chosen)| {
            promising.iter().position(|it| it == chosen).unwrap_or(promising.len())
        });
        // Moves that mirror each other are equally good.
        let mut known = FxHashMap::default();
        for (at, chosen) in others.into_iter().filter(|(at, _)| *at != first) {
            let next = game.apply(state, chosen);
            let Normal { state: normal, is_exchanged } = game.normal(next.clone());
            let key = (normal, is_exchanged, game.gain(state, chosen));
            let is_as_good = match known.get(&key) {
                Some((same, is_as_good)) => {
                    // Of the same position it is known, of a mirrored one believed.
                    doubts.extend((*same != next).then_some(Doubt::Mirror));
                    *is_as_good
                }
                None => match self.is_as_good(state, chosen, score, budget) {
                    Ok(is_as_good) => {
                        doubts.extend(is_as_good.doubts());
                        Some(*is_as_good)
                    }
                    Err(Failure::Stopped(stop)) if stop != Stop::Cancelled => None,
                    Err(failure) => return Err(failure),
                },
            };
            known.entry(key).or_insert((next, is_as_good));
            match is_as_good {
                Some(true) => best.push(at),
                Some(false) => {}
                None => open.push(at),
            }
        }
        best.sort_unstable();
        best.insert(0, first);
        open.sort_unstable();
        Ok((best, open))
    }

    /// As [`Solver::best`], of a formula game, whose rule tells one of two moves that are as good.
    fn best_value(
        &mut self,
        state: &G::State,
        value: Value,
        first: u32,
        budget: &mut Budget,
    ) -> Result<Answer<Found>, Failure> {
        let mut doubts = Vec::new();
        if value.length != Length::Unknown {
            for side in [Side::First, Side::Second] {
                let shown = self.check(state, side, value, MOST_POSITIONS, budget)?;
                doubts.extend(shown.doubts());
            }
        }
        let mut shown = Vec::new();
        for chosen in moves(self.game, state) {
            shown.push(self.shown_winner(&self.game.apply(state, chosen), budget)?);
        }
        let winners: Vec<Player> = shown.iter().map(|it| **it).collect();
        let chosen = first == 1;
        let is_best = self.game.formula(state).is_some_and(|(formula, values)| {
            verify::game::is_best_choice(formula, values, chosen, [winners[0], winners[1]])
        });
        if !is_best || side_of(winners[first as usize]).win() != value.score {
            return Err(unverified("a move is not the best one"));
        }
        let shown = Answer::from(shown.swap_remove(first as usize)).doubted(&doubts);
        let is_tie = winners[0] == winners[1];
        let moves = if is_tie { vec![first, 1 - first] } else { vec![first] };
        Ok(shown.told_as(|_| Found::Best { value, moves, open: Some(Vec::new()) }))
    }

    /// Who wins a formula game from a position on; that is shown.
    fn shown_winner(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<Checked<Player>, Failure> {
        let evidence = self.strongest.0.evidence(state, budget)?;
        let (Some(evidence), Some((formula, values))) = (evidence, self.game.formula(state)) else {
            return Err(unverified("the game is no formula game"));
        };
        accept::winner(formula, values, &evidence, budget)
    }

    /// Whether a move keeps the score.
    fn is_as_good(
        &mut self,
        state: &G::State,
        chosen: G::Move,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Answer<bool>, Failure> {
        let side = self.game.to_move(state);
        let next = self.game.apply(state, chosen);
        let rest = score - self.game.gain(state, chosen);
        if score == side.win()
            && let Some(length) = self.finder().short_win(&next, side, budget)?
        {
            let shown = self.check(&next, side, Value { score, length }, FEW_POSITIONS, budget)?;
            return Ok(shown.told_as(|()| true));
        }
        let is_as_good = self.finder().reaches(&next, side, rest, budget)?;
        let (who, score) =
            if is_as_good { (side, rest) } else { (side.other(), rest - side.win()) };
        let value = Value { score, length: Length::Unknown };
        let shown = self.check(&next, who, value, FEW_POSITIONS, budget)?;
        Ok(shown.told_as(|()| is_as_good))
    }

    /// What the procedures cost, which is measured, and that they agree on a value, which is checked.
    fn compare(&mut self, state: &G::State, budget: &mut Budget) -> Result<Answer<Found>, Failure> {
        let methods: &[Method] = if self.game.repeats() {
            &[Method::Retrograde]
        } else {
            &[Method::Minimax, Method::AlphaBeta, Method::Search]
        };
        let value = self.value(state, budget)?;
        let score = value.score;
        let mut efforts = Vec::new();
        for &method in methods {
            let mut finder = finder(self.game, state, method);
            let size = match method {
                Method::Minimax => size(self.game, state, budget)?,
                _ => Size { least: 0, most: None },
            };
            if let Some(nodes) = size.exact().filter(|nodes| *nodes > u128::from(MOST_NODES)) {
                efforts.push(Effort { method, nodes: Nodes::Counted(nodes), time: None });
                continue;
            }
            // What stands behind every other answer is not given up.
            let is_default = method == Method::Search || self.game.repeats();
            let mut part = if is_default { budget.clone() } else { budget.part(MOST_NODES) };
            let (found, time) = timed(|| finder.value(state, &mut part));
            efforts.push(match found {
                Ok(found) if found.score != score => {
                    return Err(unverified("two procedures do not agree"));
                }
                Ok(_) => Effort { method, nodes: Nodes::Exactly(finder.nodes()), time: Some(time) },
                Err(Stop::Steps | Stop::Size(_)) => {
                    Effort { method, nodes: Nodes::GivenUp(size.most), time: None }
                }
                Err(stop) => return Err(stop.into()),
            });
        }
        Ok(value.told_as(|_| Found::Efforts(efforts)))
    }

    /// Checks that a player can do so well, and where lengths are told so soon or hold out so long, from a
    /// position on, by playing out every defence as long as they lead to no more than `most` positions.
    fn check(
        &mut self,
        state: &G::State,
        side: Side,
        value: Value,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Answer<()>, Failure> {
        let game = self.game;
        let score = value.score;
        let claim = Claim::of(side, value);
        if let Some(horizon) = claim.horizon {
            let most = if horizon.winner == side { HELD_POSITIONS } else { most };
            // Lengths are the business of who told them.
            let kept = accept::kept(game, state, claim, most, self.planner(), budget)?;
            return Ok(kept.told_as(|_| ()));
        }
        if let Some(heap) = game.heap(state) {
            return self.check_heap(state, heap, side, score, budget);
        }
        if let Some((grid, drawn)) = game.drawn(state)
            && let Some(advice) = self.strongest.0.advice(state)
        {
            let edges = advice.edges();
            let claims = match self.claims.take().filter(|claims| claims.edges() == edges) {
                Some(claims) => claims,
                None => Claims::of(grid, edges).ok_or_else(|| unverified("an edge is not free"))?,
            };
            let mover = game.to_move(state);
            let gain = mover.win() * score;
            let claim = if side == mover { Bound::Least(gain) } else { Bound::Most(gain) };
            let claims = self.claims.insert(claims);
            let worth = accept::worth(claims, drawn, claim, advice, budget)?;
            return Ok(worth.told_as(|_| ()).into());
        }
        if let Some(kept) = accept::kept_anyhow(game, claim) {
            return Ok(kept.told_as(|_| ()).into());
        }
        if game.formula(state).is_some() {
            let winner = self.shown_winner(state, budget)?;
            return match side_of(*winner) == side {
                true => Ok(winner.told_as(|_| ()).into()),
                false => Err(unverified("a strategy does not keep what it promises")),
            };
        }
        let mut claim = claim;
        if game.repeats() {
            // Only how soon it comes shows that a win does.
            let Value { length, .. } = self.strongest.0.value(state, budget)?;
            claim = Claim::of(side, Value { score, length });
        }
        let kept = accept::kept(game, state, claim, most, &mut self.strongest, budget)?;
        Ok(kept.told_as(|_| ()))
    }

    /// As [`Solver::check`], by the definition of a losing heap. The first heap is the largest; what
    /// is left of it needs no other check.
    fn check_heap(
        &mut self,
        state: &G::State,
        heap: u32,
        side: Side,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Answer<()>, Failure> {
        self.strongest.0.value(state, budget)?;
        let losing =
            self.strongest.0.losing().expect("the strongest procedure for heaps tells them");
        let shown = match self.losing.take() {
            Some(shown) => shown,
            None => {
                let amounts = self.game.amounts(heap);
                accept::losing(heap, &amounts, |it| losing.contains(it), budget)?
            }
        };
        let mover = self.game.to_move(state);
        let winner = if losing.contains(heap) { mover.other() } else { mover };
        if side.likes(winner.win(), score) {
            Ok(self.losing.insert(shown).clone())
        } else {
            Err(unverified("a heap was taken for another one"))
        }
    }
}
