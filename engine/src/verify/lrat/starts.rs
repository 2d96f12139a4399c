//! Where clauses start, by their numbers. Numbers that are not much higher than there were clauses
//! are found in groups without a search, and a group goes with the last of its clauses. What does
//! not fit a group, a number or a start, is found by hashing.

use rustc_hash::FxHashMap;

/// Clauses whose numbers follow each other and that are kept together.
const GROUP: usize = 32;
/// The start of a clause that is not there.
const NONE: u32 = u32::MAX;

struct Group {
    starts: [u32; GROUP],
    clauses: u32,
}

/// The start of each clause.
#[derive(Default)]
pub(super) struct Starts {
    near: Vec<Option<Box<Group>>>,
    far: FxHashMap<u64, usize>,
    /// Clauses that ever were.
    inserted: usize,
}

impl Starts {
    fn place(number: u64) -> (usize, usize) {
        (usize::try_from(number).unwrap_or(usize::MAX) / GROUP, number as usize % GROUP)
    }

    /// Where the clause with a number starts.
    pub(super) fn get(&self, number: u64) -> Option<usize> {
        let (group, place) = Self::place(number);
        let near = self.near.get(group).and_then(Option::as_ref).map(|it| it.starts[place]);
        let near = near.filter(|&start| start != NONE).map(|start| start as usize);
        near.or_else(|| self.far.get(&number).copied())
    }

    /// Notes a clause; whether its number was free.
    pub(super) fn insert(&mut self, number: u64, start: usize) -> bool {
        if self.get(number).is_some() {
            return false;
        }
        let (group, place) = Self::place(number);
        self.inserted += 1;
        let start = match u32::try_from(start) {
            Ok(near) if near != NONE && group <= self.inserted => near,
            _ => {
                self.far.insert(number, start);
                return true;
            }
        };
        if group >= self.near.len() {
            self.near.resize_with(group + 1, || None);
        }
        let none = || Box::new(Group { starts: [NONE; GROUP], clauses: 0 });
        let group = self.near[group].get_or_insert_with(none);
        group.starts[place] = start;
        group.clauses += 1;
        true
    }

    /// Forgets a clause; where it started.
    pub(super) fn remove(&mut self, number: u64) -> Option<usize> {
        let (index, place) = Self::place(number);
        let Some(Some(group)) = self
            .near
            .get_mut(index)
            .filter(|it| it.as_ref().is_some_and(|group| group.starts[place] != NONE))
        else {
            return self.far.remove(&number);
        };
        let start = std::mem::replace(&mut group.starts[place], NONE);
        group.clauses -= 1;
        if group.clauses == 0 {
            self.near[index] = None;
        }
        Some(start as usize)
    }

    /// Notes an earlier start of a clause that is there.
    pub(super) fn set(&mut self, number: u64, start: usize) {
        let (group, place) = Self::place(number);
        match self.near.get_mut(group).and_then(Option::as_mut).map(|it| &mut it.starts[place]) {
            Some(near) if *near != NONE => *near = start as u32,
            _ => _ = self.far.insert(number, start),
        }
    }

    /// All clauses: number and start.
    pub(super) fn all(&self) -> impl Iterator<Item = (u64, usize)> {
        let groups = self.near.iter().zip(0_u64..);
        let groups = groups.filter_map(|(group, index)| Some((group.as_ref()?, index)));
        let near = groups.flat_map(|(group, index)| {
            let numbers = index * GROUP as u64..;
            let starts =
                group.starts.iter().map(|&start| (start != NONE).then_some(start as usize));
            numbers.zip(starts).filter_map(|(number, start)| Some((number, start?)))
        });
        near.chain(self.far.iter().map(|(&number, &start)| (number, start)))
    }
}
