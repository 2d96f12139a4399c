//! Proof-number search: whether a player wins. Of the positions that have to be settled it looks next at
//! the one where least seems to be missing, so it gets deep where little is to be answered. Depth first,
//! with thresholds and a table (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002); it
//! keeps its own stack.
//!
//! A *node* is a position that it looks at, each time it does.

use std::hash::Hash;

use super::table::PlayTable;
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Normal, Side};

/// Whether one player wins from a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct WinClaim<State> {
    /// The one that stands for all that mirror it.
    state: State,
    attacker: Side,
}

/// How many positions at least have to be settled for it. At nothing it is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    /// To show that the attacker wins.
    proof: u32,
    /// To show that it does not.
    disproof: u32,
}

/// More than can be settled.
const NEVER: u32 = u32::MAX / 4;
const TOO_MANY: Stop = Stop::Size("the plays of this game are too many for this engine");

impl Numbers {
    const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    const NO_LIMIT: Self = Self { proof: NEVER, disproof: NEVER };

    fn settled(wins: bool) -> Self {
        if wins { Self { proof: 0, disproof: NEVER } } else { Self { proof: NEVER, disproof: 0 } }
    }

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// With the parts exchanged when the opponent of the attacker moves.
    fn of_mover(self, is_attacker: bool) -> Self {
        if is_attacker { self } else { Self { proof: self.disproof, disproof: self.proof } }
    }
}

/// A position on the way from the root, and where its moves lead.
struct Frame<State> {
    claim: WinClaim<State>,
    /// Whether the attacker moves.
    is_attacker: bool,
    next: Vec<WinClaim<State>>,
    /// From these numbers on another position above looks easier.
    limit: Numbers,
}

/// A position to look at, and its limit.
type NextPosition<State> = (WinClaim<State>, Numbers);

/// What was found out about who wins.
pub(super) struct Proofs<'g, G: Game> {
    game: &'g G,
    table: PlayTable<WinClaim<G::State>, Numbers>,
    nodes: u64,
}

impl<'g, G: Game> Proofs<'g, G> {
    /// Nothing is known.
    pub(super) fn new(game: &'g G) -> Self {
        Self { game, table: PlayTable::default(), nodes: 0 }
    }

    /// How many nodes it has looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a player wins from a position.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(super) fn wins(
        &mut self,
        state: &G::State,
        attacker: Side,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let root = self.claim(state.clone(), attacker);
        let mut stack: Vec<Frame<G::State>> = Vec::new();
        let mut entering = Some((root.clone(), Numbers::NO_LIMIT));
        while let Some(frame) = match entering.take() {
            Some((claim, limit)) => {
                stack.extend(self.enter(claim, limit, budget)?);
                stack.last()
            }
            None => stack.last(),
        } {
            budget.work(frame.next.len() * self.game.effort())?;
            let (numbers, easiest) = self.look(frame);
            entering = easiest;
            if entering.is_none() {
                let frame = stack.pop().expect("it was the last");
                self.table.insert(frame.claim, numbers);
            }
        }
        let found = self.numbers(&root);
        if found.is_settled() { Ok(found.proof == 0) } else { Err(TOO_MANY) }
    }

    /// A move by which the player to move wins or, if that is enough, does not lose.
    ///
    /// # Errors
    /// As [`Proofs::wins`].
    pub(super) fn keep(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let side = self.game.to_move(state);
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        if score == side.other().win() {
            return Ok(moves.first().copied());
        }
        // What is known already need not be found, and what ends the play leads to nothing more to be answered.
        let mut known = None;
        for &chosen in &moves {
            let next = self.game.apply(state, chosen);
            match self.game.glance(&next) {
                Some(end) if side.likes(end, score) => return Ok(Some(chosen)),
                None if known.is_none() && self.is_known(next, side, score) => known = Some(chosen),
                _ => {}
            }
        }
        if known.is_some() {
            return Ok(known);
        }
        for chosen in moves {
            if self.reaches(&self.game.apply(state, chosen), side, score, budget)? {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }

    /// Whether a player wins or, if that is enough, does not lose.
    ///
    /// # Errors
    /// As [`Proofs::wins`].
    pub(super) fn reaches(
        &mut self,
        state: &G::State,
        side: Side,
        score: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        match side.win() * score {
            1 => self.wins(state, side, budget),
            0 => Ok(!self.wins(state, side.other(), budget)?),
            beyond => Ok(beyond < 0),
        }
    }

    /// Whether it is known that a player wins or, if that is enough, does not lose.
    fn is_known(&self, state: G::State, side: Side, score: i32) -> bool {
        let wins = side.win() * score == 1;
        let numbers = self.numbers(&self.claim(state, if wins { side } else { side.other() }));
        if wins { numbers.proof == 0 } else { numbers.disproof == 0 }
    }

    fn claim(&self, state: G::State, attacker: Side) -> WinClaim<G::State> {
        let Normal { state, is_exchanged } = self.game.normal(state);
        WinClaim { state, attacker: if is_exchanged { attacker.other() } else { attacker } }
    }

    fn numbers(&self, claim: &WinClaim<G::State>) -> Numbers {
        self.table.get(claim).unwrap_or(Numbers::UNKNOWN)
    }

    /// Looks at a position. `None` when it is settled at once.
    fn enter(
        &mut self,
        claim: WinClaim<G::State>,
        limit: Numbers,
        budget: &mut Budget,
    ) -> Result<Option<Frame<G::State>>, Stop> {
        budget.work(self.game.effort())?;
        budget.check()?;
        self.nodes += 1;
        let WinClaim { state, attacker } = &claim;
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        let is_attacker = self.game.to_move(state) == *attacker;
        let settled = if moves.is_empty() {
            Some(self.game.score(state) == attacker.win())
        } else {
            (is_attacker && self.game.is_held(state, *attacker)).then_some(false)
        };
        if let Some(wins) = settled {
            self.table.insert(claim, Numbers::settled(wins));
            return Ok(None);
        }
        let mut next = Vec::new();
        for chosen in moves {
            budget.work(self.game.effort())?;
            let behind = self.claim(self.game.apply(state, chosen), *attacker);
            if let Some(score) = self.game.glance(&behind.state) {
                let wins = score == behind.attacker.win();
                // Who moves has what it wants, whatever the other moves lead to.
                if wins == is_attacker {
                    self.table.insert(claim, Numbers::settled(wins));
                    return Ok(None);
                }
                self.table.insert(behind.clone(), Numbers::settled(wins));
            }
            next.push(behind);
        }
        Ok(Some(Frame { claim, is_attacker, next, limit }))
    }

    /// The numbers of a position by those of the next ones. If they keep within its limit, the one to
    /// look at, with a limit of its own.
    fn look(&self, frame: &Frame<G::State>) -> (Numbers, Option<NextPosition<G::State>>) {
        // For who moves: one move has to be shown to reach the goal, or all not to.
        let numbers = |it| self.numbers(it).of_mover(frame.is_attacker);
        let (mut least, mut second, mut sum) = (NEVER, NEVER, 0);
        let mut easiest = None;
        for claim in &frame.next {
            let Numbers { proof, disproof } = numbers(claim);
            sum = NEVER.min(sum + disproof);
            if proof < least || easiest.is_none() {
                (least, second) = (proof, least);
                easiest = Some((claim, disproof));
            } else {
                second = second.min(proof);
            }
        }
        let found = Numbers { proof: least, disproof: sum };
        let limit = frame.limit.of_mover(frame.is_attacker);
        let is_beyond = found.proof >= limit.proof || found.disproof >= limit.disproof;
        let next =
            easiest.filter(|_| !is_beyond && !found.is_settled()).map(|(claim, disproof)| {
                // A little more than the second, so that it does not go to and fro.
                let proof = limit.proof.min(second.saturating_add(1 + second / 4));
                let disproof = limit.disproof - (sum - disproof);
                (claim.clone(), Numbers { proof, disproof }.of_mover(frame.is_attacker))
            });
        (found.of_mover(frame.is_attacker), next)
    }
}
