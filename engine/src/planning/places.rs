//! A condition that is the same at many places of a board, looked at for all of them at once: the words of a state, shifted by
//! how far the cells that it asks lie from a place, are joined bit by bit. Programs for single games do that by hand (bitboards;
//! of connect four: Tromp, "Fhourstones"); here the places are found in what was grounded.

use rustc_hash::FxHashMap;

use super::states::PackedCell;

/// Values of a cell that are told apart at most.
const VALUES: u64 = 16;

/// So many places at least, or they are looked at one by one.
const FEW: usize = 8;

/// A cell, and the numbers of values one of which it has to have.
pub(super) type AskedCell = (PackedCell, u64);

/// One condition at many places.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SamePlaces {
    /// Bits all of which have to be so.
    bits: Box<[Bit]>,
    /// Of each other cell several bits that are so together, one of which suffices.
    choices: Box<[Box<[BitsTogether]>]>,
    /// The lowest bits of the first cells.
    places: Box<[u64]>,
    /// All cells that are asked.
    pub cells: Box<[PackedCell]>,
}

/// Bits all of which have to be so.
type BitsTogether = Box<[Bit]>;

/// How far the cells that a condition asks lie from the first one, how many values they have, and which it asks for.
type PlaceForm = Vec<(usize, u64, u64)>;

/// A bit of a cell, seen from the lowest bit of the first one.
#[derive(Clone, PartialEq, Debug)]
struct Bit {
    /// How far away it is: so many words, and then so many bits.
    words: usize,
    /// See `words`.
    shift: u32,
    /// All ones if it has to be zero.
    flip: u64,
}

impl Bit {
    /// Where it is so, of the places of a word.
    #[inline]
    fn found(&self, state: &[u64], word: usize) -> u64 {
        let at = word + self.words;
        let low = state.get(at).copied().unwrap_or(0) >> self.shift;
        let high = state.get(at + 1).copied().unwrap_or(0) << 1 << (u64::BITS - 1 - self.shift);
        (low | high) ^ self.flip
    }
}

impl SamePlaces {
    /// The places among the bits of a word where the condition holds.
    pub(super) fn found(&self, state: &[u64], word: usize) -> u64 {
        let all = |bits: &[Bit]| bits.iter().fold(u64::MAX, |all, it| all & it.found(state, word));
        let mut here = self.places[word];
        for bit in &self.bits {
            // Most places fail at the first cells.
            if here == 0 {
                return 0;
            }
            here &= bit.found(state, word);
        }
        self.choices
            .iter()
            .fold(here, |here, choice| here & choice.iter().fold(0, |any, bits| any | all(bits)))
    }

    /// Whether it holds somewhere.
    pub(super) fn is_found(&self, state: &[u64]) -> bool {
        (0..self.places.len()).any(|word| self.found(state, word) != 0)
    }

    /// How many words there are with places.
    pub(super) fn words(&self) -> usize {
        self.places.len()
    }

    /// One condition at the place of each of these, which differ in nothing else.
    fn of(members: &[&[AskedCell]]) -> Option<Self> {
        let first = members.first()?;
        let (mut bits, mut choices) = (Vec::new(), Vec::new());
        for (cell, set) in *first {
            let each = cubes(cell, *set).into_iter().map(|(care, values)| {
                let cared = (0..u64::BITS).filter(move |it| care >> it & 1 == 1);
                let bit = |it: u32| {
                    let far = position(cell) - position(&first[0].0) + it as usize;
                    let flip = if values >> it & 1 == 1 { 0 } else { u64::MAX };
                    Bit { words: far / 64, shift: (far % 64) as u32, flip }
                };
                cared.map(bit).collect::<Box<[Bit]>>()
            });
            let mut each: Vec<Box<[Bit]>> = each.collect();
            match each.len() {
                1 => bits.extend(each.remove(0)),
                _ => choices.push(each.into()),
            }
        }
        let last = members.iter().map(|it| it[0].0.word).max()?;
        let mut places = vec![0; last + 1];
        members.iter().for_each(|it| places[it[0].0.word] |= 1 << it[0].0.shift);
        let cells = members.iter().copied().flatten().map(|it| it.0).collect();
        Some(Self { bits: bits.into(), choices: choices.into(), places: places.into(), cells })
    }
}

/// Of conditions that ask these cells those that are the same at several places, with their members by index, and the others.
pub(super) fn grouped<'a>(
    all: impl Iterator<Item = &'a [AskedCell]>,
) -> (Vec<(SamePlaces, Vec<usize>)>, Vec<usize>) {
    let mut groups: Vec<Vec<(usize, &[AskedCell])>> = Vec::new();
    let mut others = Vec::new();
    // How often a form was at a place: two conditions that are at the same one are in different groups.
    let mut times: FxHashMap<(PlaceForm, usize), usize> = FxHashMap::default();
    let mut by_form: FxHashMap<(PlaceForm, usize), usize> = FxHashMap::default();
    for (at, cells) in all.enumerate() {
        if cells.is_empty() || cells.iter().any(|it| it.0.count > VALUES) {
            others.push(at);
            continue;
        }
        let first = position(&cells[0].0);
        let form = cells.iter().map(|it| (position(&it.0) - first, it.0.count, it.1));
        let form: PlaceForm = form.collect();
        let time = times.entry((form.clone(), first)).or_default();
        let group = *by_form.entry((form, *time)).or_insert(groups.len());
        *time += 1;
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push((at, cells));
    }
    let mut found = Vec::new();
    for group in groups {
        let (members, cells): (Vec<_>, Vec<_>) = group.into_iter().unzip();
        match (members.len() >= FEW).then(|| SamePlaces::of(&cells)).flatten() {
            Some(places) => found.push((places, members)),
            None => others.extend(members),
        }
    }
    others.sort_unstable();
    (found, others)
}

/// The number of the lowest bit of a cell in all words.
pub(super) fn position(cell: &PackedCell) -> usize {
    cell.word * 64 + cell.shift as usize
}

/// A set of numbers as bits that matter and what they are; of numbers that a cell never has it says anything.
fn cubes(cell: &PackedCell, set: u64) -> Vec<(u64, u64)> {
    let numbers = || 0..cell.count;
    let mut all: Vec<(u64, u64)> = (0..=cell.mask)
        .flat_map(|care| (0..=care).filter(move |it| it & !care == 0).map(move |it| (care, it)))
        .filter(|(care, it)| numbers().all(|at| at & care != *it || set >> at & 1 == 1))
        .collect();
    all.sort_by_key(|it| it.0.count_ones());
    let mut open = set;
    let mut chosen = Vec::new();
    for (care, values) in all {
        let covered = numbers().filter(|it| it & care == values).fold(0, |set, it| set | 1 << it);
        if open & covered != 0 {
            open &= !covered;
            chosen.push((care, values));
        }
    }
    chosen
}
