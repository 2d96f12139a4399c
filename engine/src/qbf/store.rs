//! The clauses of both players with their watched literals: for each clause two literals of which one
//! must be false before it can demand a value or be violated. Either both are the player's own, or one
//! is the opponent's and comes before the other (Gent and others, SAT 2003).

use crate::logic::cnf::Literal;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// A clause by its place in the store.
pub(super) type Id = u32;

/// A clause of a player.
pub(super) struct QbfClause {
    pub owner: Player,
    /// The watched ones first; none when it was deleted.
    pub literals: Vec<Literal>,
    /// Its number in the proof.
    pub number: u32,
    pub is_learned: bool,
    /// How useful it has been: when it last was a reason.
    pub used: u64,
}

/// The image of a clause that is to be learned.
pub(super) struct ClauseImage {
    pub owner: Player,
    pub literals: Vec<Literal>,
    /// The clause by its number in the proof, and the symmetry.
    pub of: (u32, u32),
}

/// What a clause says of the values chosen so far.
pub(super) enum ClauseState {
    /// It holds, or two of its literals are to be watched, which stand first.
    Open,
    /// Its first literal must be true.
    Unit,
    Violated,
}

/// The clauses, and by each literal those that have to be looked at when it becomes false.
pub(super) struct Store {
    pub clauses: Vec<QbfClause>,
    pub watches: Vec<Vec<(Id, Literal)>>,
    /// How many are learned and not deleted.
    pub learned: usize,
}

/// The values of literals: 1 for true, -1 for false, 0 for none yet.
pub(super) type LiteralValues = [i8];

impl Store {
    pub(super) fn new(atoms: usize) -> Self {
        Self { clauses: Vec::new(), watches: vec![Vec::new(); 2 * atoms], learned: 0 }
    }

    /// Adds a clause whose watched literals stand first, if it has two.
    pub(super) fn add(&mut self, clause: QbfClause) -> Id {
        let id = self.clauses.len() as Id;
        if let [first, second, ..] = clause.literals[..] {
            self.watches[first.index()].push((id, second));
            self.watches[second.index()].push((id, first));
        }
        self.learned += usize::from(clause.is_learned);
        self.clauses.push(clause);
        id
    }

    /// Puts the literals that are to be watched first.
    pub(super) fn look(
        game: &Prenex,
        owner: Player,
        literals: &mut [Literal],
        values: &LiteralValues,
    ) -> ClauseState {
        let mut own = None;
        let mut before: Option<usize> = None;
        for at in 0..literals.len() {
            let literal = literals[at];
            match values[literal.index()] {
                1 => return ClauseState::Open,
                -1 => continue,
                _ => {}
            }
            if game.owner(literal) == owner {
                match own {
                    None => own = Some(at),
                    Some(first) => {
                        watch(literals, first, at);
                        return ClauseState::Open;
                    }
                }
            } else if before.is_none_or(|it| game.block(literal) < game.block(literals[it])) {
                before = Some(at);
            }
        }
        match (own, before) {
            (None, _) => ClauseState::Violated,
            (Some(own), Some(before))
                if game.block(literals[before]) < game.block(literals[own]) =>
            {
                watch(literals, own, before);
                ClauseState::Open
            }
            (Some(own), _) => {
                literals.swap(0, own);
                ClauseState::Unit
            }
        }
    }

    /// Deletes learned clauses that have not been of use for long: half of them. Those that `keeps`
    /// names stay.
    pub(super) fn tidy(&mut self, keeps: impl Fn(Id) -> bool) {
        let mut candidates: Vec<(u64, Id)> = (0..)
            .zip(&self.clauses)
            .filter(|(id, it)| it.is_learned && it.literals.len() > 2 && !keeps(*id))
            .map(|(id, it)| (it.used, id))
            .collect();
        candidates.sort_unstable();
        for &(_, id) in &candidates[..candidates.len() / 2] {
            self.clauses[id as usize].literals = Vec::new();
            self.learned -= 1;
        }
        let clauses = &self.clauses;
        for watches in &mut self.watches {
            watches.retain(|(id, _)| !clauses[*id as usize].literals.is_empty());
        }
    }
}

/// Moves two literals to the front.
fn watch(literals: &mut [Literal], first: usize, second: usize) {
    literals.swap(0, first);
    literals.swap(1, if second == 0 { first } else { second });
}
