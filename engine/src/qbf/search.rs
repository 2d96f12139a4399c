//! The search: values are chosen block by block, demanded by clauses of either player, and taken back
//! to where a learned clause tells better.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::cover::{Cover, Freedom};
use super::store::{ClauseImage, ClauseState, Id, QbfClause, Store};
use crate::budget::{Budget, Stop};
use crate::evidence::qbf::QbfProof;
use crate::logic::cnf::{Atom, Literal};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// No clause.
pub(super) const NONE: Id = Id::MAX;

/// Conflicts up to the first restart; later ones follow Luby's sequence.
const RESTART: u64 = 128;

/// How often the search has looked at as many literals as the clauses have when symmetries are looked for.
const BEFORE_SYMMETRIES: u64 = 400;

/// Learned clauses that are kept at first, and how many more each time some are deleted.
const LEARNED: usize = 4000;
const MORE_LEARNED: usize = 500;

/// A search and what it has learned.
pub struct QbfSearch<'g> {
    /// What is decided.
    pub game: &'g Prenex,
    pub(super) store: Store,
    pub(super) proof: QbfProof,
    /// Of each literal 1 for true, -1 for false, 0 for none yet.
    pub(super) values: Vec<i8>,
    /// The literals that are true, in the order in which they became so.
    pub(super) trail: Vec<Literal>,
    /// Where the trail stood at each choice.
    pub(super) choices: Vec<usize>,
    /// Of each atom: the clause that demanded its value, after how many choices it got it, and where it
    /// stands on the trail.
    pub(super) reasons: Vec<Id>,
    pub(super) levels: Vec<u32>,
    pub(super) places: Vec<u32>,
    next: usize,
    /// The atoms of each block.
    blocks: Vec<Vec<u32>>,
    /// By block the atoms that may have no value, the most active first; some stand there twice.
    open: Vec<BinaryHeap<QbfCandidate>>,
    /// No atom of an earlier block is open.
    block: usize,
    pub(super) activity: Vec<f64>,
    pub(super) bump: f64,
    phases: Vec<bool>,
    pub(super) conflicts: u64,
    /// What has been looked at: watches, and literals of clauses.
    pub(super) work: u64,
    /// By the index of a literal, for learning; all false between two conflicts.
    pub(super) marks: Vec<bool>,
    pub(super) cover: Cover,
    /// Which atoms may be free in covers.
    pub freedom: Freedom,
    /// The work behind which symmetries of the game are looked for, whose images of learned clauses are learned; `None`
    /// where they are not, or have been.
    pub symmetries_from: Option<u64>,
    /// Whether the proof may be asked how the winner plays, for which it is unfolded.
    pub is_unfolded: bool,
    /// Those that are wanted.
    pub(super) images: Vec<ClauseImage>,
    /// Clauses of the players that were added, restarts, the conflicts up to the next one, and learned
    /// clauses that are kept.
    loaded: usize,
    restarts: u64,
    restart: u64,
    most: usize,
}

struct QbfCandidate {
    activity: f64,
    atom: u32,
}

impl PartialEq for QbfCandidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QbfCandidate {}

impl PartialOrd for QbfCandidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QbfCandidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.activity.total_cmp(&other.activity).then(other.atom.cmp(&self.atom))
    }
}

/// How often an atom stands among the candidates on average before they are sorted anew.
const MOST_REPEATED: usize = 4;

fn candidates(atoms: &[u32], activity: &[f64]) -> BinaryHeap<QbfCandidate> {
    let candidate = |&atom: &u32| QbfCandidate { activity: activity[atom as usize], atom };
    atoms.iter().map(candidate).collect()
}

/// The violated clause of a player.
pub enum Conflict {
    Clause(Id),
    /// All atoms have values and no clause is violated: what of it E made true.
    Solution,
}

impl<'g> QbfSearch<'g> {
    /// A search that has not begun.
    pub fn new(game: &'g Prenex, freedom: Freedom) -> Self {
        let atoms = game.atoms();
        let of = |atom: usize| Literal::new(Atom(atom as u32), true);
        let mut activity = vec![0.0; atoms];
        let mut polarity = vec![0_i64; atoms];
        let mut size = 0;
        for (owner, clause) in (0..game.inputs()).filter_map(|it| game.input(it)) {
            size += clause.len();
            for literal in clause {
                let atom = literal.atom().0 as usize;
                activity[atom] += 1e-6 / clause.len() as f64;
                polarity[atom] +=
                    if literal.is_positive() == (owner == Player::E) { 1 } else { -1 };
            }
        }
        let phase = |atom: usize| (polarity[atom] > 0) == (game.owner(of(atom)) == Player::E);
        let mut blocks = vec![Vec::new(); game.blocks()];
        for atom in 0..atoms {
            blocks[game.block(of(atom)) as usize].push(atom as u32);
        }
        let open = blocks.iter().map(|block| candidates(block, &activity)).collect();
        Self {
            game,
            store: Store::new(atoms),
            proof: QbfProof::default(),
            values: vec![0; 2 * atoms],
            trail: Vec::new(),
            choices: Vec::new(),
            reasons: vec![NONE; atoms],
            levels: vec![0; atoms],
            places: vec![0; atoms],
            next: 0,
            blocks,
            open,
            block: 0,
            activity,
            bump: 1.0,
            phases: (0..atoms).map(phase).collect(),
            conflicts: 0,
            work: 0,
            marks: vec![false; 2 * atoms],
            cover: Cover::new(game),
            freedom,
            symmetries_from: Some(BEFORE_SYMMETRIES * size as u64),
            is_unfolded: false,
            images: Vec::new(),
            loaded: 0,
            restarts: 0,
            restart: RESTART,
            most: LEARNED,
        }
    }

    /// The winner, and why. After a limit was reached the search goes on where it was.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn run(&mut self, budget: &mut Budget) -> Result<(Player, QbfProof), Stop> {
        let winner = self.find_winner(budget)?;
        Ok((winner, std::mem::take(&mut self.proof)))
    }

    /// What has been looked at so far: watches, and literals of clauses.
    pub fn work(&self) -> u64 {
        self.work
    }

    fn find_winner(&mut self, budget: &mut Budget) -> Result<Player, Stop> {
        if let Some(winner) = self.load(budget)? {
            return Ok(winner);
        }
        self.search(budget)
    }

    /// Takes in the clauses of both players, of which one may decide the game already.
    fn load(&mut self, budget: &mut Budget) -> Result<Option<Player>, Stop> {
        let game = self.game;
        while let Some((owner, clause)) = game.input(self.loaded) {
            budget.check()?;
            let number = self.loaded as u32;
            self.loaded += 1;
            let mut literals = clause.to_vec();
            if owner == Player::E {
                self.cover.add(number, &literals);
            }
            self.reduce(owner, &mut literals);
            if literals.is_empty() {
                self.proof.chain(&[number], &[]);
                return Ok(Some(owner.other()));
            }
            let state = Store::look(game, owner, &mut literals, &self.values);
            let demanded = literals[0];
            let clause = QbfClause { owner, literals, number, is_learned: false, used: 0 };
            let id = self.store.add(clause);
            match state {
                ClauseState::Open => {}
                ClauseState::Unit => self.assign(demanded, id),
                ClauseState::Violated => {
                    if let Some(winner) = self.learn(&Conflict::Clause(id)) {
                        return Ok(Some(winner));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Propagates, learns and chooses until a constraint without literals is learnt.
    fn search(&mut self, budget: &mut Budget) -> Result<Player, Stop> {
        loop {
            budget.check()?;
            let is_time = self.symmetries_from.is_some_and(|it| it <= self.work);
            if is_time && self.choices.is_empty() {
                budget.whole(|budget| self.find_symmetries(budget))?;
            }
            if let Some(conflict) = self.take_images(budget)?.or_else(|| self.propagate()) {
                self.conflicts += 1;
                if let Some(winner) = self.learn(&conflict) {
                    return Ok(winner);
                }
                continue;
            }
            if self.conflicts >= self.restart {
                self.restarts += 1;
                self.restart = self.conflicts + RESTART * luby(self.restarts);
                self.undo(0);
                continue;
            }
            if self.store.learned > self.most {
                self.most += MORE_LEARNED;
                let (reasons, trail) = (&self.reasons, &self.trail);
                let locked: rustc_hash::FxHashSet<Id> =
                    trail.iter().map(|it| reasons[it.atom().0 as usize]).collect();
                self.store.tidy(|id| locked.contains(&id));
            }
            match self.pick() {
                Some(literal) => {
                    self.choices.push(self.trail.len());
                    self.assign(literal, NONE);
                }
                None => {
                    if let Some(winner) = self.learn(&Conflict::Solution) {
                        return Ok(winner);
                    }
                }
            }
        }
    }

    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    pub(super) fn level(&self, literal: Literal) -> u32 {
        self.levels[literal.atom().0 as usize]
    }

    /// Makes a literal true.
    pub(super) fn assign(&mut self, literal: Literal, reason: Id) {
        debug_assert_eq!(self.value(literal), 0);
        let atom = literal.atom().0 as usize;
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.reasons[atom] = reason;
        self.levels[atom] = self.choices.len() as u32;
        self.places[atom] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    /// Takes back all choices but the first ones.
    pub(super) fn undo(&mut self, choices: usize) {
        let Some(&start) = self.choices.get(choices) else { return };
        for &literal in &self.trail[start..] {
            let atom = literal.atom().0 as usize;
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.phases[atom] = literal.is_positive();
            let block = self.game.block(literal) as usize;
            self.block = self.block.min(block);
            let activity = self.activity[atom];
            let open = &mut self.open[block];
            if open.len() < MOST_REPEATED * self.blocks[block].len() {
                open.push(QbfCandidate { activity, atom: atom as u32 });
            } else {
                *open = candidates(&self.blocks[block], &self.activity);
            }
        }
        self.trail.truncate(start);
        self.choices.truncate(choices);
        self.next = self.trail.len();
    }

    /// The next choice, as far out as there is one.
    fn pick(&mut self) -> Option<Literal> {
        while let Some(open) = self.open.get_mut(self.block) {
            while let Some(candidate) = open.pop() {
                let positive = Literal::new(Atom(candidate.atom), true);
                if self.values[positive.index()] == 0 {
                    let phase = self.phases[candidate.atom as usize];
                    return Some(Literal::new(Atom(candidate.atom), phase));
                }
            }
            self.block += 1;
        }
        None
    }

    /// Gives the values that clauses demand, until one is violated.
    #[expect(clippy::too_many_lines, reason = "the innermost loop of the solver")]
    fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            let falsified = !literal;
            let mut watches = std::mem::take(&mut self.store.watches[falsified.index()]);
            let mut kept = 0;
            let mut at = 0;
            let mut conflict = None;
            self.work += watches.len() as u64;
            while at < watches.len() {
                let (id, blocker) = watches[at];
                at += 1;
                if self.values[blocker.index()] == 1 {
                    watches[kept] = (id, blocker);
                    kept += 1;
                    continue;
                }
                let clause = &mut self.store.clauses[id as usize];
                let literals = &mut clause.literals;
                // Somebody else may be watched in its stead by now.
                let Some(position) = literals.iter().take(2).position(|it| *it == falsified) else {
                    continue;
                };
                literals.swap(1, position);
                self.work += literals.len() as u64;
                let other = literals[0];
                match Store::look(self.game, clause.owner, literals, &self.values) {
                    ClauseState::Open => {
                        let [first, second, ..] = literals[..] else { continue };
                        if (first, second) == (other, falsified) {
                            // One of the others is true.
                            let holds = |it: &&Literal| self.values[it.index()] == 1;
                            let blocker = literals.iter().find(holds).copied();
                            watches[kept] = (id, blocker.unwrap_or(other));
                            kept += 1;
                            continue;
                        }
                        if first != other {
                            self.store.watches[first.index()].push((id, second));
                        }
                        if second != other {
                            self.store.watches[second.index()].push((id, first));
                        }
                    }
                    ClauseState::Unit => {
                        let demanded = literals[0];
                        if demanded != other {
                            // `other` is false by now, or comes behind what is demanded.
                            let was = literals.iter().position(|it| *it == falsified);
                            literals.swap(1, was.expect("it was watched"));
                            self.store.watches[demanded.index()].push((id, falsified));
                        }
                        watches[kept] = (id, demanded);
                        kept += 1;
                        self.assign(demanded, id);
                    }
                    ClauseState::Violated => {
                        watches[kept] = (id, other);
                        kept += 1;
                        conflict = Some(Conflict::Clause(id));
                        break;
                    }
                }
            }
            watches.copy_within(at.., kept);
            watches.truncate(kept + watches.len() - at);
            let added = std::mem::replace(&mut self.store.watches[falsified.index()], watches);
            self.store.watches[falsified.index()].extend(added);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 …, from 0 on.
fn luby(mut index: u64) -> u64 {
    let (mut size, mut power) = (1, 0);
    while size < index + 1 {
        size = 2 * size + 1;
        power += 1;
    }
    while size - 1 != index {
        size = (size - 1) / 2;
        power -= 1;
        index %= size;
    }
    1 << power
}
