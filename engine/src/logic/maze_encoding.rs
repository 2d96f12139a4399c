//! Mazes as clauses. The atoms At(N,I), Available(T,I) and Has(T,I) say where the player and the
//! treasures are at time I; thirteen kinds of axioms say what holds at one time, what may follow
//! what, what changes and what stays, how it begins and how it ends.

use super::at_most_one::at_most_one;
use super::cnf::{Atom, Cnf, Literal};
use super::maze::{Maze, NodeId, TreasureId};
use crate::budget::{Budget, Stop};

/// Which atoms an encoding has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazeAxioms {
    /// All of them, in all clauses of the thirteen axioms.
    All,
    /// Only those whose value the maze's corridors leave open. At(N,I) is dropped when no walk of
    /// exactly I steps leads from START to N or when GOAL is more than K-I steps away, and
    /// Available(T,I) and Has(T,I) when T's home cannot have been entered by then.
    Pruned,
    /// As `Pruned`, in fewer clauses with the same models. Axiom 1 is said with the help of other
    /// atoms. Axioms 7 and 10 are said for all nodes at once: what changes has one of its causes
    /// (Haas, "The case for domain-specific frame axioms", 1987).
    Compact,
}

/// What an atom says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazeAtom {
    /// The player is at the node at that time.
    At(NodeId, u64),
    /// The treasure is at its home at that time.
    Available(TreasureId, u64),
    /// The player holds the treasure at that time.
    Has(TreasureId, u64),
}

/// How many kinds of axioms there are.
const AXIOMS: usize = 13;

/// A maze as clauses; its models are the maze's plays, each padded to K steps by waiting at GOAL.
#[derive(Clone, Debug)]
pub struct MazeEncoding {
    /// The clauses, those of axiom 1 first.
    pub cnf: Cnf,
    /// What each atom says; a compact encoding has others behind these.
    pub meaning: Vec<MazeAtom>,
    /// How many clauses there are up to the end of each axiom.
    axiom_ends: [usize; AXIOMS],
    goal: NodeId,
}

impl MazeEncoding {
    /// The number, 1 to 13, of the axiom that the clause at `index` comes from.
    pub fn axiom(&self, index: usize) -> u8 {
        self.axiom_ends.partition_point(|&end| end <= index) as u8 + 1
    }

    /// The path of a model, which has a value for each atom that says something. It ends where the
    /// player comes to GOAL to stay.
    pub fn decode(&self, model: &[bool]) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self
            .meaning
            .iter()
            .zip(model)
            .filter_map(|(&meaning, &is_true)| match meaning {
                MazeAtom::At(node, _) if is_true => Some(node),
                _ => None,
            })
            .collect();
        while path.ends_with(&[self.goal, self.goal]) {
            path.pop();
        }
        path
    }
}

/// Encodes that the player can be at GOAL after `steps` steps.
///
/// # Errors
/// A limit of the budget, or [`Stop::Size`] when there are more atoms than literals can name.
pub fn encode(
    maze: &Maze,
    axioms: MazeAxioms,
    steps: u64,
    budget: &mut Budget,
) -> Result<MazeEncoding, Stop> {
    let atoms = match axioms {
        MazeAxioms::All => AtomNumbering::all(maze, steps, budget)?,
        MazeAxioms::Pruned | MazeAxioms::Compact => {
            let distances = maze.distances_to_goal();
            let from_start = distances[maze.start.0 as usize];
            if from_start.is_none_or(|least| u64::from(least) > steps) {
                return Ok(hopeless(maze, steps));
            }
            AtomNumbering::pruned(maze, steps, &distances, budget)?
        }
    };
    let mut writer =
        Writer { maze, axioms, homes: maze.homes(), cnf: Cnf::new(atoms.count()), atoms, budget };
    let mut axiom_ends = [0; AXIOMS];
    for (end, axiom) in axiom_ends.iter_mut().zip(1..) {
        writer.axiom(axiom)?;
        *end = writer.cnf.len();
    }
    let Writer { cnf, atoms, .. } = writer;
    Ok(MazeEncoding { cnf, meaning: atoms.meaning, axiom_ends, goal: maze.goal })
}

/// The clauses for a maze whose GOAL is too far away. The format they are written in has no empty
/// clause, so At(GOAL,K) is demanded by axiom 13 and denied by what is left of axiom 3.
fn hopeless(maze: &Maze, steps: u64) -> MazeEncoding {
    let mut cnf = Cnf::new(1);
    cnf.add([Literal::new(Atom(0), false)]);
    cnf.add([Literal::new(Atom(0), true)]);
    let mut axiom_ends = [1; AXIOMS];
    axiom_ends[..2].fill(0);
    axiom_ends[AXIOMS - 1] = 2;
    MazeEncoding { cnf, meaning: vec![MazeAtom::At(maze.goal, steps)], axiom_ends, goal: maze.goal }
}

const TOO_MANY_ATOMS: Stop = Stop::Size("a maze with that many steps has more than 2^30 atoms");

/// What is known of a literal before any search.
#[derive(Clone, Copy)]
enum Value {
    True,
    False,
    Open(Literal),
}

impl std::ops::Not for Value {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Open(literal) => Self::Open(!literal),
        }
    }
}

/// Where the atoms of one time lie: At, then Available, then Has.
struct Row {
    at: u32,
    available: u32,
    has: u32,
    end: u32,
}

/// The numbering of the atoms: time after time, so that its size is that of the atoms there are.
struct AtomNumbering {
    meaning: Vec<MazeAtom>,
    rows: Vec<Row>,
    /// The place in a row of each treasure that has atoms, set from its first such time on.
    rank: Vec<Option<u32>>,
    /// Treasures by rank.
    ranked: Vec<TreasureId>,
}

impl AtomNumbering {
    fn new(maze: &Maze) -> Self {
        Self {
            meaning: Vec::new(),
            rows: Vec::new(),
            rank: vec![None; maze.treasures as usize],
            ranked: Vec::new(),
        }
    }

    fn all(maze: &Maze, steps: u64, budget: &mut Budget) -> Result<Self, Stop> {
        let per_time = maze.nodes.len() as u64 + 2 * u64::from(maze.treasures);
        if steps.saturating_add(1).saturating_mul(per_time) > u64::from(Literal::MAX_ATOMS) {
            return Err(TOO_MANY_ATOMS);
        }
        let mut atoms = Self::new(maze);
        (0..maze.treasures).for_each(|treasure| atoms.open(TreasureId(treasure)));
        for time in 0..=steps {
            atoms.add_row(time, 0..maze.nodes.len() as u32, budget)?;
        }
        Ok(atoms)
    }

    fn pruned(
        maze: &Maze,
        steps: u64,
        distances: &[Option<u32>],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        // Each time has an atom at least.
        if steps >= u64::from(Literal::MAX_ATOMS) {
            return Err(TOO_MANY_ATOMS);
        }
        let mut atoms = Self::new(maze);
        let mut here = vec![maze.start.0];
        // The time, plus one, at which each node was last found reachable.
        let mut found = vec![0; maze.nodes.len()];
        for time in 0..=steps {
            atoms.add_row(time, here.iter().copied(), budget)?;
            let left = steps - time;
            let mut next = Vec::new();
            for &node in here.iter().flat_map(|&node| &maze.nodes[node as usize].next) {
                budget.check()?;
                let index = node.0 as usize;
                let in_reach = distances[index].is_some_and(|least| u64::from(least) < left);
                if in_reach && found[index] <= time {
                    found[index] = time + 1;
                    next.push(node.0);
                }
            }
            next.sort_unstable();
            for treasure in next.iter().flat_map(|&node| &maze.nodes[node as usize].treasures) {
                if atoms.rank[treasure.0 as usize].is_none() {
                    atoms.open(*treasure);
                }
            }
            here = next;
        }
        Ok(atoms)
    }

    /// From the next row on the treasure has atoms.
    fn open(&mut self, treasure: TreasureId) {
        self.rank[treasure.0 as usize] = Some(self.ranked.len() as u32);
        self.ranked.push(treasure);
    }

    /// Adds the atoms of a time; `nodes` ascend.
    fn add_row(
        &mut self,
        time: u64,
        nodes: impl ExactSizeIterator<Item = u32>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let at = self.meaning.len();
        let available = at + nodes.len();
        let has = available + self.ranked.len();
        let end = has + self.ranked.len();
        if end > Literal::MAX_ATOMS as usize {
            return Err(TOO_MANY_ATOMS);
        }
        // Whole rows are added at once, so the memory is looked at row by row.
        budget.look()?;
        self.meaning.extend(nodes.map(|node| MazeAtom::At(NodeId(node), time)));
        self.meaning.extend(self.ranked.iter().map(|&it| MazeAtom::Available(it, time)));
        self.meaning.extend(self.ranked.iter().map(|&it| MazeAtom::Has(it, time)));
        let [at, available, has, end] = [at, available, has, end].map(|offset| offset as u32);
        self.rows.push(Row { at, available, has, end });
        Ok(())
    }

    fn count(&self) -> u32 {
        self.meaning.len() as u32
    }

    /// The nodes that the player may be at, with the literals that say so.
    fn places(&self, time: usize) -> impl Iterator<Item = (NodeId, Value)> {
        let row = &self.rows[time];
        (row.at..row.available).filter_map(|atom| match self.meaning[atom as usize] {
            MazeAtom::At(node, _) => Some((node, open(atom))),
            _ => None,
        })
    }

    fn at(&self, node: NodeId, time: usize) -> Value {
        let row = &self.rows[time];
        let nodes = &self.meaning[row.at as usize..row.available as usize];
        let found = nodes.binary_search_by_key(&Some(node), |meaning| match *meaning {
            MazeAtom::At(node, _) => Some(node),
            _ => None,
        });
        found.map_or(Value::False, |index| open(row.at + index as u32))
    }

    fn available(&self, treasure: u32, time: usize) -> Value {
        let row = &self.rows[time];
        self.rank_in(row, treasure).map_or(Value::True, |rank| open(row.available + rank))
    }

    fn has(&self, treasure: u32, time: usize) -> Value {
        let row = &self.rows[time];
        self.rank_in(row, treasure).map_or(Value::False, |rank| open(row.has + rank))
    }

    fn rank_in(&self, row: &Row, treasure: u32) -> Option<u32> {
        self.rank[treasure as usize].filter(|&rank| rank < row.end - row.has)
    }
}

fn open(atom: u32) -> Value {
    Value::Open(Literal::new(Atom(atom), true))
}

/// Writes the axioms as clauses, leaving out what is decided by the atoms that were dropped.
struct Writer<'a> {
    maze: &'a Maze,
    axioms: MazeAxioms,
    homes: Vec<Option<NodeId>>,
    atoms: AtomNumbering,
    cnf: Cnf,
    budget: &'a mut Budget,
}

impl Writer<'_> {
    fn axiom(&mut self, number: u8) -> Result<(), Stop> {
        let last = self.atoms.rows.len() - 1;
        match number {
            1 => (0..=last).try_for_each(|time| self.one_place(time)),
            2 | 8 | 9 => (0..=last).try_for_each(|time| self.treasures(number, time)),
            3 => (0..last).try_for_each(|time| self.corridors(time)),
            7 | 10 if self.axioms == MazeAxioms::Compact => self.causes(number),
            4..=7 | 10 => (0..=last).try_for_each(|time| self.arrivals(number, time)),
            11 => self.add([self.atoms.at(self.maze.start, 0)]),
            12 => (0..self.maze.treasures)
                .try_for_each(|treasure| self.add([self.atoms.available(treasure, 0)])),
            _ => self.add([self.atoms.at(self.maze.goal, last)]),
        }
    }

    fn one_place(&mut self, time: usize) -> Result<(), Stop> {
        let Row { at, available, .. } = self.atoms.rows[time];
        if self.axioms == MazeAxioms::Compact {
            self.budget.look()?;
            let places = (at..available).map(|atom| Literal::new(Atom(atom), true));
            at_most_one(&mut self.cnf, &places.collect::<Vec<_>>());
            return Ok(());
        }
        for first in at..available {
            for second in first + 1..available {
                self.add([!open(first), !open(second)])?;
            }
        }
        Ok(())
    }

    /// Axioms about each treasure alone.
    fn treasures(&mut self, number: u8, time: usize) -> Result<(), Stop> {
        if number != 2 && time + 1 == self.atoms.rows.len() {
            return Ok(());
        }
        for treasure in 0..self.maze.treasures {
            let atoms = &self.atoms;
            let (available, has) = (atoms.available(treasure, time), atoms.has(treasure, time));
            match number {
                2 => self.add([!has, !available])?,
                8 => self.add([available, !atoms.available(treasure, time + 1)])?,
                _ => self.add([available, has, !atoms.has(treasure, time + 1)])?,
            }
        }
        Ok(())
    }

    fn corridors(&mut self, time: usize) -> Result<(), Stop> {
        let places: Vec<_> = self.atoms.places(time).collect();
        for (node, at) in places {
            let next = self.maze.nodes[node.0 as usize].next.iter();
            let next = next.map(|&next| self.atoms.at(next, time + 1));
            let clause: Vec<_> = std::iter::once(!at).chain(next).collect();
            self.add(clause)?;
        }
        Ok(())
    }

    /// Axioms about a treasure and a node where the player is at `time`.
    fn arrivals(&mut self, number: u8, time: usize) -> Result<(), Stop> {
        // Axiom 6 speaks of one time, the others of the step to `time` from the one before.
        let Some(before) = (if number == 6 { Some(time) } else { time.checked_sub(1) }) else {
            return Ok(());
        };
        let maze = self.maze;
        let mut is_toll = vec![false; maze.treasures as usize];
        let places: Vec<_> = self.atoms.places(time).collect();
        for (place, at) in places {
            let node = &maze.nodes[place.0 as usize];
            match number {
                4 => {
                    for toll in &node.tolls {
                        self.add([!at, self.atoms.has(toll.0, before)])?;
                    }
                }
                5 => {
                    for &TreasureId(it) in &node.treasures {
                        let available = self.atoms.available(it, before);
                        self.add([!available, !at, self.atoms.has(it, time)])?;
                    }
                }
                6 => {
                    for toll in &node.tolls {
                        self.add([!at, !self.atoms.has(toll.0, time)])?;
                    }
                }
                7 => {
                    for it in 0..maze.treasures {
                        if self.homes[it as usize] != Some(place) {
                            let available = self.atoms.available(it, before);
                            self.add([!available, !at, self.atoms.available(it, time)])?;
                        }
                    }
                }
                _ => {
                    node.tolls.iter().for_each(|toll| is_toll[toll.0 as usize] = true);
                    for it in 0..maze.treasures {
                        if !is_toll[it as usize] {
                            let has = self.atoms.has(it, before);
                            self.add([!has, !at, self.atoms.has(it, time)])?;
                        }
                    }
                    node.tolls.iter().for_each(|toll| is_toll[toll.0 as usize] = false);
                }
            }
        }
        Ok(())
    }

    /// Axioms 7 and 10: a treasure that does not stay where it is has been taken, or was spent.
    fn causes(&mut self, number: u8) -> Result<(), Stop> {
        let maze = self.maze;
        let mut places = vec![Vec::new(); maze.treasures as usize];
        for (node, id) in maze.nodes.iter().zip((0..).map(NodeId)) {
            let moved = if number == 7 { &node.treasures } else { &node.tolls };
            moved.iter().for_each(|it| places[it.0 as usize].push(id));
        }
        for time in 1..self.atoms.rows.len() {
            for (treasure, places) in (0..).zip(&places) {
                let is = |time| match number {
                    7 => self.atoms.available(treasure, time),
                    _ => self.atoms.has(treasure, time),
                };
                let causes = places.iter().map(|&place| self.atoms.at(place, time));
                let clause: Vec<_> = [!is(time - 1), is(time)].into_iter().chain(causes).collect();
                self.add(clause)?;
            }
        }
        Ok(())
    }

    /// Adds a clause unless it is satisfied already, without the literals that are false already.
    fn add(
        &mut self,
        clause: impl AsRef<[Value]> + IntoIterator<Item = Value>,
    ) -> Result<(), Stop> {
        self.budget.check()?;
        if !clause.as_ref().iter().any(|value| matches!(value, Value::True)) {
            self.cnf.add(clause.into_iter().filter_map(|value| match value {
                Value::Open(literal) => Some(literal),
                Value::True | Value::False => None,
            }));
        }
        Ok(())
    }
}
