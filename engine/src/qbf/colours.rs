//! Colour refinement (Weisfeiler and Leman 1968) of the graph whose vertices are literals and clauses: each clause has
//! edges to its literals, and each literal one to its negation. Vertices of one colour whose neighbours differ in colour
//! get different ones, until there are none; only around those that have changed is anything looked at (Hopcroft 1971).
//! Colours do not depend on the names of vertices, so that colourings can be compared.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// A vertex: a literal by its index, or a clause behind all literals.
type Vertex = u32;

/// The graph.
pub(super) struct ClauseGraph {
    /// Where the neighbours of each vertex begin.
    starts: Vec<u32>,
    neighbours: Vec<Vertex>,
    /// By vertex what its neighbours add up to; all 0 between two rounds.
    sums: Vec<u64>,
    /// Edges and vertices that were looked at.
    pub work: u64,
}

/// A colour of each vertex.
#[derive(Clone)]
pub(super) struct Colouring {
    colours: Vec<u64>,
    /// How many vertices each colour has.
    sizes: FxHashMap<u64, u32>,
    /// What has been told apart on the way here: the same for two colourings of which one is the image of the other.
    pub trace: u64,
}

impl ClauseGraph {
    /// The graph of clauses over literals with indices below `literals`.
    pub(super) fn new(literals: usize, clauses: &[&[Literal]]) -> Self {
        let pairs = || {
            (literals as u32..).zip(clauses).flat_map(|(vertex, clause)| {
                clause.iter().map(move |it| (it.index() as u32, vertex))
            })
        };
        let vertices = literals + clauses.len();
        let mut starts = vec![0; vertices + 1];
        (0..literals).for_each(|it| starts[it + 1] = 1);
        pairs().flat_map(|(one, other)| [one, other]).for_each(|it| starts[it as usize + 1] += 1);
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut ends = starts.clone();
        let mut neighbours = vec![0; starts[vertices] as usize];
        let mut add = |from: u32, to: u32| {
            neighbours[ends[from as usize] as usize] = to;
            ends[from as usize] += 1;
        };
        (0..literals as u32).for_each(|it| add(it, it ^ 1));
        pairs().for_each(|(literal, clause)| {
            add(literal, clause);
            add(clause, literal);
        });
        Self { starts, neighbours, sums: vec![0; vertices], work: 0 }
    }

    /// Refines colours that the vertices have at first.
    pub(super) fn coloured(
        &mut self,
        colours: Vec<u64>,
        budget: &mut Budget,
    ) -> Result<Colouring, Stop> {
        let mut sizes = FxHashMap::default();
        colours.iter().for_each(|it| *sizes.entry(*it).or_default() += 1);
        let all = (0..colours.len() as Vertex).collect();
        let mut colouring = Colouring { colours, sizes, trace: 0 };
        self.refine(&mut colouring, all, budget)?;
        Ok(colouring)
    }

    /// Tells a literal apart from those of its colour.
    pub(super) fn told(
        &mut self,
        colouring: &Colouring,
        literal: Literal,
        budget: &mut Budget,
    ) -> Result<Colouring, Stop> {
        let mut colouring = colouring.clone();
        self.work += colouring.colours.len() as u64;
        let vertex = literal.index() as Vertex;
        let colour = colouring.colours[literal.index()];
        colouring.give(colour, mixed(colour, 1), &[(colour, 0, vertex)]);
        self.refine(&mut colouring, vec![vertex], budget)?;
        Ok(colouring)
    }

    /// Refines around vertices whose colours have changed.
    fn refine(
        &mut self,
        colouring: &mut Colouring,
        mut changed: Vec<Vertex>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        while !changed.is_empty() {
            let mut touched = self.touched(colouring, &changed);
            self.work += touched.len() as u64;
            budget.work(changed.len() + touched.len())?;
            touched.sort_unstable();
            changed.clear();
            for class in touched.chunk_by(|it, next| it.0 == next.0) {
                let colour = class[0].0;
                let parts = || class.chunk_by(|it, next| it.1 == next.1);
                let is_whole = colouring.sizes[&colour] as usize == class.len();
                // The others can be told by what is left: vertices that nothing has touched, or the largest part.
                let largest = parts().map(<[_]>::len).max().filter(|_| is_whole);
                let stays = parts().position(|it| Some(it.len()) == largest);
                for (place, part) in parts().enumerate() {
                    let new = mixed(colour, part[0].1);
                    colouring.trace = mixed(colouring.trace, mixed(new, part.len() as u64));
                    if Some(place) != stays {
                        colouring.give(colour, new, part);
                        changed.extend(part.iter().map(|it| it.2));
                    }
                }
            }
        }
        Ok(())
    }

    /// The neighbours of vertices with their colours and what the colours of those vertices add up to.
    fn touched(&mut self, colouring: &Colouring, changed: &[Vertex]) -> Vec<(u64, u64, Vertex)> {
        let mut touched = Vec::new();
        for &vertex in changed {
            let [start, end] = [0, 1].map(|it| self.starts[vertex as usize + it] as usize);
            self.work += (end - start) as u64;
            let added = mixed(colouring.colours[vertex as usize], 2) | 1;
            for &neighbour in &self.neighbours[start..end] {
                let sum = &mut self.sums[neighbour as usize];
                if *sum == 0 {
                    touched.push((colouring.colours[neighbour as usize], 0, neighbour));
                }
                *sum = sum.wrapping_add(added);
            }
        }
        touched.iter_mut().for_each(|it| it.1 = std::mem::take(&mut self.sums[it.2 as usize]));
        touched
    }
}

impl Colouring {
    /// Gives vertices of one colour another one.
    fn give(&mut self, colour: u64, new: u64, vertices: &[(u64, u64, Vertex)]) {
        vertices.iter().for_each(|it| self.colours[it.2 as usize] = new);
        let count = vertices.len() as u32;
        *self.sizes.entry(colour).or_default() -= count;
        *self.sizes.entry(new).or_default() += count;
        self.trace = mixed(self.trace, new);
    }

    /// The first so many literals by their colours.
    pub(super) fn sorted(&self, literals: usize) -> Vec<(u64, Literal)> {
        let colours = self.colours[..literals].iter().copied();
        let mut sorted: Vec<_> = colours.zip((0..).map(Literal::from_index)).collect();
        sorted.sort_unstable();
        sorted
    }
}

/// One colour of two.
pub(super) fn mixed(one: u64, other: u64) -> u64 {
    // The fractional part of the golden ratio, as multiplicative hashing has it.
    let product = (one.rotate_left(26) ^ other).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 31
}
