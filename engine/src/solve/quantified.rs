//! Who wins a game of quantified clauses: found by learning or by expansion, shown by a proof, and by functions where a
//! strategy is asked for.

use std::borrow::Cow;

use super::{functions, unverified};
use crate::budget::{Budget, Stop};
use crate::evidence::expansion::ExpansionProof;
use crate::evidence::qbf::QbfProof;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;
use crate::portfolio::{Pace, Portfolio, Share};
use crate::problem::{Failure, FindWinner, Problem, ProblemAnswer, Win};
use crate::qbf::blocked::Blocked;
use crate::qbf::{self, ExpansionSearch, Freedom, QbfSearch};
use crate::verify::accept;
use crate::verify::checked::Checked;

/// Shares of the search with all clauses, and with those of both players where there are some: it is nearly always the
/// quickest. The others have one each.
const WHOLE: u64 = 8;

/// Shares of expansion, which comes last in a turn: most games are over by then. It is often the quickest where a circuit
/// has few blocks, and seldom elsewhere.
const EXPANSION: u64 = 1;
const EXPANSION_OF_FEW: u64 = 8;

/// Blocks of such a circuit: two in which the players choose, the gates, and A's copies of these.
const FEW: usize = 4;

/// The work of a share in each turn.
const PACE: Pace = Pace { first: 1 << 22, growth: 1 };

impl Problem for FindWinner {
    type Solution = Win;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Win>, Failure> {
        Ok(win(&self.0, self.1, budget)?.into())
    }
}

/// Who wins a game of quantified clauses. Clauses that change nothing may guide the learning, or be in its
/// way; so the game is tried with them and without them in turn, and with them A has clauses of its own if they are a
/// circuit. Where E chooses before A, so is a search that may only guess that E wins. Expansion tells no strategy.
fn win(game: &Prenex, with_strategy: bool, budget: &mut Budget) -> Result<Checked<Win>, Failure> {
    let (kept, blocked) = qbf::blocked::eliminate(game, budget)?;
    let dual = qbf::definitions::with_dual(game, budget)?;
    let defining = dual.as_ref().map(qbf::blocked::defining).unwrap_or_default();
    let small = (!blocked.is_empty()).then(|| game.only(&kept));
    let whole = dual.as_ref().unwrap_or(game);
    let clauses = game.matrix().len();
    let share = |of_turn| Share { of_turn, from: 0, is_weighed: true };
    let learning = |of_turn, (game, freedom), blocked| {
        let mut search = QbfSearch::new(game, freedom);
        search.is_unfolded = with_strategy || search.game.matrix().len() < clauses;
        (share(of_turn), WinSearch::Learning(Box::new(search), blocked))
    };
    let mut ways = vec![learning(WHOLE, (whole, Freedom::Late), &defining)];
    if let Some(small) = &small {
        ways.push(learning(1, (small, Freedom::Late), &blocked));
    }
    if game.is_chosen_early() {
        ways.push(learning(1, (small.as_ref().unwrap_or(game), Freedom::Any), &blocked));
    }
    if !with_strategy {
        let are_few = dual.as_ref().is_some_and(|it| it.blocks() <= FEW);
        let of_turn = if are_few { EXPANSION_OF_FEW } else { EXPANSION };
        ways.push((share(of_turn), WinSearch::Expansion(ExpansionSearch::new(whole))));
    }
    let mut ways = Portfolio::new(PACE, ways);
    let found = loop {
        let found = ways.take_turn(budget, |search, part| (search.run(part), search.work()))?;
        if found.is_some() || ways.is_over() {
            break found;
        }
    };
    match found {
        Some(FoundWin::Learnt { winner, proof, part, blocked }) => {
            shown(game, part, blocked, (winner, &proof), with_strategy, budget)
        }
        Some(FoundWin::Expanded { winner, proof, game }) => {
            let opening = accept::opening_by_expansion(&game, winner, &proof, budget)?;
            Ok(opening.told_as(|opening| Win { winner, opening, strategy: None }))
        }
        None => Err(unverified("a search that may guess was the only one")),
    }
}

/// A search that has its turns.
enum WinSearch<'g> {
    /// Learning, and clauses that were left out.
    Learning(Box<QbfSearch<'g>>, &'g [Blocked]),
    Expansion(ExpansionSearch<'g>),
}

/// What a search says.
enum FoundWin<'g> {
    Learnt { winner: Player, proof: QbfProof, part: &'g Prenex, blocked: &'g [Blocked] },
    Expanded { winner: Player, proof: ExpansionProof, game: Cow<'g, Prenex> },
}

impl<'g> WinSearch<'g> {
    /// Who wins, and why; `None` where that is a guess.
    fn run(&mut self, budget: &mut Budget) -> Result<Option<FoundWin<'g>>, Stop> {
        Ok(match self {
            Self::Learning(search, blocked) => {
                let (winner, proof) = search.run(budget)?;
                let is_guess = winner == Player::E && search.freedom == Freedom::Any;
                let (part, blocked) = (search.game, *blocked);
                (!is_guess).then_some(FoundWin::Learnt { winner, proof, part, blocked })
            }
            Self::Expansion(search) => {
                let (winner, proof) = search.run(budget)?;
                Some(FoundWin::Expanded { winner, proof, game: search.game() })
            }
        })
    }

    fn work(&self) -> u64 {
        match self {
            Self::Learning(search, _) => search.work(),
            Self::Expansion(search) => search.work(),
        }
    }
}

/// What a proof from some of the clauses shows: that A wins, at once; that E does, by functions that satisfy
/// them all.
fn shown(
    game: &Prenex,
    part: &Prenex,
    blocked: &[Blocked],
    (winner, proof): (Player, &QbfProof),
    with_strategy: bool,
    budget: &mut Budget,
) -> Result<Checked<Win>, Failure> {
    let opening = accept::opening(part, winner, proof, budget)?;
    // Without some of the clauses what E chooses first may be wrong.
    let is_partial = winner == Player::E && part.matrix().len() < game.matrix().len();
    if !with_strategy && !is_partial {
        return Ok(opening.told_as(|opening| Win { winner, opening, strategy: None }));
    }
    let mut functions = qbf::strategy(part, winner, proof, budget)?;
    if winner == Player::E {
        qbf::blocked::restore(game, blocked, &mut functions);
    }
    let shown = functions::winning(game, winner, functions, budget)?;
    Ok(shown.told_as(|functions| {
        let opening = match is_partial {
            true => functions.constants(|atom| game.is_outermost(atom)),
            false => opening.into_inner(),
        };
        Win { winner, opening, strategy: with_strategy.then_some(functions) }
    }))
}
