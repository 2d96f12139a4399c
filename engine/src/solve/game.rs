//! Games of any kind: what a position is worth, which moves are best, how the play goes on. The
//! procedure follows from the game's structure, unless one is asked for, and so does the way in which
//! what it finds is checked.

mod boxes;
mod compiled;
mod expert;
mod formula;
mod heap;
mod line;
mod pick;
mod strategy;
mod tree;
mod written;

use std::time::Duration;

use super::unverified;

use crate::budget::{Budget, Stop, timed};
use crate::evidence::play::PlayClaim;
use crate::logic::game::{Game, GameValue, Length, Side};
use crate::problem::game::{
    AnyGame, BestLine, BestMoves, Effort, GameMethod, GameTask, MOST_NODES, Nodes, PlayObserver,
    PlayReasons, PlayedMoves, aim,
};
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};
use crate::search::PlayFinder;
use crate::search::retrograde::Retrograde;
use crate::search::size::{TreeSize, size};
use crate::search::tree::{Means, PlayTree};
use crate::verify::accept;
use crate::verify::play::{GameRules, is_as_written};
use crate::verify::structures::is_by_the_rules;
use expert::{Expert, Planner};
use pick::expert;

/// Nodes that minimax is allowed where it is asked for without a time limit: some minutes.
pub(crate) const MOST_OF_MINIMAX: u128 = 2_000_000_000;

/// Nodes that a comparison looks at to tell how long all of them would take.
const SAMPLE: u64 = 1_000_000;

/// Moves of a line that are told.
pub(crate) const LONGEST_LINE: usize = 1000;

/// Positions up to which every defence against a move is played out: of the value and the move to make,
/// and of the others.
const MOST_POSITIONS: usize = 1 << 22;
const FEW_POSITIONS: usize = 1 << 14;

/// Positions that the check of how long the loser holds out may meet: that is a number of moves in an
/// answer, and not who wins.
const HELD_POSITIONS: usize = 1 << 10;

impl Problem for GameTask<aim::FindValue> {
    type Solution = GameValue;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<GameValue>, Failure> {
        self.game.value((&self.played, self.method), budget)
    }
}

impl Problem for GameTask<aim::MeasureValue> {
    type Solution = (GameValue, Effort);

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<(GameValue, Effort)>, Failure> {
        self.game.measured((&self.played, self.method), budget)
    }
}

impl Problem for GameTask<aim::FindMove> {
    type Solution = BestMoves;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BestMoves>, Failure> {
        self.game.best((&self.played, self.method), false, budget)
    }
}

impl Problem for GameTask<aim::FindBestMoves> {
    type Solution = BestMoves;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BestMoves>, Failure> {
        self.game.best((&self.played, self.method), true, budget)
    }
}

impl Problem for GameTask<aim::FindBestLine> {
    type Solution = BestLine;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<BestLine>, Failure> {
        self.game.line((&self.played, self.method), budget)
    }
}

impl Problem for GameTask<aim::ValueMoves> {
    type Solution = Vec<Option<GameValue>>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Option<GameValue>>>, Failure> {
        self.game.values((&self.played, self.method), budget)
    }
}

impl Problem for GameTask<aim::FindReasons> {
    type Solution = PlayReasons;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<PlayReasons>, Failure> {
        self.game.reasons((&self.played, self.method), self.aim, budget)
    }
}

impl Problem for GameTask<aim::Compare> {
    type Solution = Vec<Effort>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Vec<Effort>>, Failure> {
        self.game.compare((&self.played, self.method), budget)
    }
}

impl<G: Game> AnyGame for G {
    fn value(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<GameValue>, Failure> {
        Ok(self.measured(played, budget)?.told_as(|it| it.0))
    }

    fn measured(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<(GameValue, Effort)>, Failure> {
        let state = asked(self, played, budget)?;
        let mut solver = GameSolver::new(self, &state, played.1);
        let (value, time) = timed(|| solver.finder().value(&state, budget));
        let nodes = Nodes::Exactly(solver.finder().nodes());
        let effort = Effort { method: played.1, nodes, time: Some(time), expected: None };
        Ok(solver.shown(&state, value?, budget)?.told_as(|value| (value, effort)))
    }

    fn best(
        &self,
        played: PlayedMoves<'_>,
        wants_all: bool,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<BestMoves>, Failure> {
        let state = asked(self, played, budget)?;
        GameSolver::new(self, &state, played.1).best(&state, wants_all, budget)
    }

    fn line(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<BestLine>, Failure> {
        let state = asked(self, played, budget)?;
        GameSolver::new(self, &state, played.1).line(state, budget)
    }

    fn values(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Option<GameValue>>>, Failure> {
        let state = asked(self, played, budget)?;
        GameSolver::new(self, &state, played.1).values(&state, budget)
    }

    fn reasons(
        &self,
        played: PlayedMoves<'_>,
        wanted: aim::FindReasons,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlayReasons>, Failure> {
        let state = asked(self, played, budget)?;
        GameSolver::new(self, &state, played.1).reasons(&state, wanted, budget)
    }

    fn compare(
        &self,
        played: PlayedMoves<'_>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Effort>>, Failure> {
        let state = reached(self, played, budget)?;
        GameSolver::new(self, &state, played.1).compare(&state, budget)
    }

    fn trace(
        &self,
        played: PlayedMoves<'_>,
        observer: &mut dyn PlayObserver,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let state = reached(self, played, budget)?;
        let is_whole = played.1 == GameMethod::Minimax;
        let means = if is_whole { Means::MINIMAX } else { Means::ALPHA_BETA };
        Ok(PlayTree::new(self, means).traced(&state, observer, budget)?)
    }
}

/// The position after some moves, of a game whose structure is that of its rules.
fn reached<G: Game>(
    game: &G,
    played: PlayedMoves<'_>,
    budget: &Budget,
) -> Result<G::State, Failure> {
    if game.repeats() && game.counts_points() {
        let why = "positions may come again in this game of points, so that it need not end";
        return Err(Failure::Refused(why.to_owned()));
    }
    let mut state = game.start();
    is_as_written(game, &state, budget)?;
    for at in played.0 {
        state = game.apply(&state, moves(game, &state)[*at as usize]);
        is_as_written(game, &state, budget)?;
    }
    if !is_by_the_rules(game, &state, budget)? {
        return Err(unverified("the rules of a game are not those of its structure"));
    }
    Ok(state)
}

/// The same, unless it is to be found out about it by a method that would take for ever.
fn asked<G: Game>(game: &G, played: PlayedMoves<'_>, budget: &Budget) -> Result<G::State, Failure> {
    let state = reached(game, played, budget)?;
    let is_insisted_on = budget.has_time_limit();
    if played.1 == GameMethod::Minimax && !is_insisted_on {
        allow_minimax(game, &state, budget)?;
    }
    Ok(state)
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

/// Refuses what would take minimax for ever.
fn allow_minimax<G: Game>(game: &G, state: &G::State, budget: &Budget) -> Result<(), Failure> {
    let size = size(game, state, budget)?;
    let nodes = size.most.unwrap_or(size.least);
    if nodes <= MOST_OF_MINIMAX {
        return Ok(());
    }
    let bound = match (size.exact(), size.most) {
        (_, Some(most)) if most == u128::MAX => format!("more than 10^{}", nodes.ilog10()),
        (Some(_), _) => nodes.to_string(),
        (None, Some(_)) => format!("up to {nodes}"),
        (None, None) => format!("more than {nodes}"),
    };
    Err(Failure::Refused(format!(
        "minimax would look at {bound} nodes, every play to its end; leave `by minimax` out, or try `--timeout 10m`"
    )))
}

/// The procedure that is asked for by name; `None` leaves it to the structure of the game.
fn procedure<'g, G: Game>(game: &'g G, method: GameMethod) -> Option<Box<dyn PlayFinder<G> + 'g>> {
    Some(match method {
        GameMethod::Search => return None,
        GameMethod::Minimax => Box::new(PlayTree::new(game, Means::MINIMAX)),
        GameMethod::AlphaBeta => Box::new(PlayTree::new(game, Means::ALPHA_BETA)),
        GameMethod::Memo => Box::new(PlayTree::new(game, Means::MEMO)),
        GameMethod::Retrograde => Box::new(Retrograde::new(game)),
    })
}

/// Finds out about positions, and checks it.
struct GameSolver<'g, G: Game> {
    game: &'g G,
    /// The procedure that was asked for.
    asked: Option<Box<dyn PlayFinder<G> + 'g>>,
    /// The strongest one. Claims of scores rest on its strategies, whichever found them.
    expert: Box<dyn Expert<G> + 'g>,
    /// What checkers read of its rules, for all that is asked.
    rules: GameRules<'g, G>,
}

impl<'g, G: Game> GameSolver<'g, G> {
    fn new(game: &'g G, state: &G::State, method: GameMethod) -> Self {
        let rules = GameRules::of(game);
        Self { game, asked: procedure(game, method), expert: expert(game, state), rules }
    }

    /// The procedure that was asked for, else the strongest one.
    fn finder(&mut self) -> &mut dyn PlayFinder<G> {
        match &mut self.asked {
            Some(asked) => asked.as_mut(),
            None => self.expert.finder(),
        }
    }

    fn value(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<GameValue>, Failure> {
        let value = self.finder().value(state, budget)?;
        self.shown(state, value, budget)
    }

    /// Checks that a position is worth so much.
    fn shown(
        &mut self,
        state: &G::State,
        value: GameValue,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<GameValue>, Failure> {
        let first = self.check(state, Side::First, value, MOST_POSITIONS, budget)?;
        let second = self.check(state, Side::Second, value, MOST_POSITIONS, budget)?;
        Ok(first.resting_on(&second).told_as(|()| value))
    }

    fn best(
        &mut self,
        state: &G::State,
        wants_all: bool,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<BestMoves>, Failure> {
        let game = self.game;
        let all = moves(game, state);
        let side = game.to_move(state);
        let value = self.finder().value(state, budget)?;
        let chosen = self.finder().choice(state, budget)?;
        let Some(first) = chosen.and_then(|it| index(&all, it)) else {
            return Err(unverified("a move breaks the rules"));
        };
        if let Some(named) = self.expert.named(state, first, value.score, budget)? {
            let mut named = named;
            if value.length != Length::Unknown {
                for side in [Side::First, Side::Second] {
                    let shown = self.check(state, side, value, MOST_POSITIONS, budget)?;
                    named = named.resting_on(&shown);
                }
            }
            let open = Some(Vec::new());
            return Ok(named.told_as(|moves| BestMoves { value, moves, open }));
        }
        // The opponent allows no more.
        let most = self.check(state, side.other(), value, MOST_POSITIONS, budget)?;
        let next = game.apply(state, all[first as usize]);
        let rest = value.after(game.gain(state, all[first as usize]));
        let least = self.check(&next, side, rest, MOST_POSITIONS, budget)?;
        let shown = most.resting_on(&least);
        if !wants_all {
            return Ok(shown.told_as(|()| BestMoves { value, moves: vec![first], open: None }));
        }
        let mut doubts = Vec::new();
        let (moves, open) = self.as_good(state, value.score, first, &mut doubts, budget)?;
        let shown = shown.doubted(&doubts);
        Ok(shown.told_as(|()| BestMoves { value, moves, open: Some(open) }))
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
        for (at, chosen) in others.into_iter().filter(|(at, _)| *at != first) {
            let is_as_good = match self.is_as_good(state, chosen, score, budget) {
                Ok(is_as_good) => {
                    doubts.extend(is_as_good.doubts());
                    Some(*is_as_good)
                }
                Err(Failure::Stopped(stop)) if stop != Stop::Cancelled => None,
                Err(failure) => return Err(failure),
            };
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

    /// Whether a move keeps the score.
    fn is_as_good(
        &mut self,
        state: &G::State,
        chosen: G::Move,
        score: i32,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<bool>, Failure> {
        let side = self.game.to_move(state);
        let next = self.game.apply(state, chosen);
        let rest = score - self.game.gain(state, chosen);
        if score == side.win()
            && let Some(length) = self.finder().short_win(&next, side, budget)?
        {
            let shown =
                self.check(&next, side, GameValue { score, length }, FEW_POSITIONS, budget)?;
            return Ok(shown.told_as(|()| true));
        }
        let is_as_good = self.finder().reaches(&next, side, rest, budget)?;
        let (who, score) =
            if is_as_good { (side, rest) } else { (side.other(), rest - side.win()) };
        let value = GameValue { score, length: Length::Unknown };
        let shown = self.check(&next, who, value, FEW_POSITIONS, budget)?;
        Ok(shown.told_as(|()| is_as_good))
    }

    /// What the procedures cost, which is measured, and that they agree on a value, which is checked.
    fn compare(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Effort>>, Failure> {
        let methods: &[GameMethod] = if self.game.repeats() {
            &[GameMethod::Retrograde]
        } else {
            &[GameMethod::Minimax, GameMethod::AlphaBeta, GameMethod::Search]
        };
        let value = self.value(state, budget)?;
        let score = value.score;
        let mut efforts = Vec::new();
        // The one that takes longest comes last, so that the others have their time.
        for &method in methods.iter().rev() {
            let mut solver = GameSolver::new(self.game, state, method);
            let finder = solver.finder();
            let size = match method {
                GameMethod::Minimax => size(self.game, state, budget)?,
                _ => TreeSize { least: 0, most: None },
            };
            let is_too_large = size.exact().is_some_and(|it| it > u128::from(MOST_NODES));
            // What stands behind every other answer is not given up.
            let is_default = method == GameMethod::Search || self.game.repeats();
            let mut part = match is_too_large {
                _ if is_default => budget.clone(),
                true if budget.has_time_limit() => budget.clone(),
                true => budget.part(SAMPLE),
                false => budget.part(MOST_NODES),
            };
            let (found, time) = timed(|| finder.value(state, &mut part));
            efforts.push(match found {
                Ok(found) if found.score != score => {
                    return Err(unverified("two procedures do not agree"));
                }
                Ok(_) => Effort {
                    method,
                    nodes: Nodes::Exactly(finder.nodes()),
                    time: Some(time),
                    expected: None,
                },
                Err(stop) => {
                    let nodes = match (size.exact().filter(|_| is_too_large), stop) {
                        (Some(nodes), Stop::Steps | Stop::Size(_) | Stop::Time) => {
                            Nodes::Counted(nodes)
                        }
                        (None, Stop::Steps | Stop::Size(_)) => Nodes::GivenUp(size.most),
                        _ => return Err(stop.into()),
                    };
                    let expected = expected(time, finder.nodes(), size.exact());
                    Effort { method, nodes, time: None, expected }
                }
            });
        }
        efforts.reverse();
        Ok(value.told_as(|_| efforts))
    }

    /// Checks that a player can do so well, and where lengths are told so soon or hold out so long, from a
    /// position on, by playing out every defence as long as they lead to no more than `most` positions.
    fn check(
        &mut self,
        state: &G::State,
        side: Side,
        value: GameValue,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<()>, Failure> {
        let claim = PlayClaim::of(side, value);
        let Some(horizon) = claim.horizon else {
            return self.expert.check(&self.rules, state, claim, most, budget);
        };
        let most = if horizon.winner == side { HELD_POSITIONS } else { most };
        // Lengths are the business of who told them.
        let finder: &mut dyn PlayFinder<G> = match &mut self.asked {
            Some(asked) => asked.as_mut(),
            None => self.expert.finder(),
        };
        let kept = accept::kept(&self.rules, state, claim, most, &mut Planner(finder), budget)?;
        Ok(kept.told_as(|_| ()))
    }
}

/// How long all nodes would take, going by those that were looked at.
fn expected(time: Duration, looked_at: u64, all: Option<u128>) -> Option<Duration> {
    let seconds = time.as_secs_f64() * all? as f64 / looked_at as f64;
    Duration::try_from_secs_f64(seconds).ok()
}
