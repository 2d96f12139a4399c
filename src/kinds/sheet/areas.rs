//! Areas drawn by chance: where a puzzle does not tell which area each cell of its board lies in, connected ones of
//! wanted sizes. They begin as pieces of a snake through the board and exchange cells as long as each hangs together.

use super::drawing;
use super::grid::Grid;
use super::puzzle::SheetPuzzle;
use super::symbols::{NameOrigin, SortMembers};
use super::understood::{Missing, Understood};
use crate::kinds::Chance;

/// So many exchanges are tried for each cell.
const EXCHANGES: usize = 60;

impl SheetPuzzle<'_> {
    /// A drawing for each symbol of cells that nobody has told and whose values are things.
    pub(super) fn areas(&self, chance: &mut Chance) -> Vec<String> {
        let understood = &self.understood;
        let symbols = &understood.symbols;
        let Some((height, width)) = symbols.grid.as_ref().and_then(Grid::size) else {
            return Vec::new();
        };
        let boxes = symbols.grid.as_ref().and_then(|it| it.boxes).map(|it| it.0);
        let mut lines = Vec::new();
        for (symbol, sort) in understood.of_areas() {
            let (names, sizes) = understood.sizes_of_areas(sort, (height, width), chance);
            let area_of = areas((height, width), &sizes, chance);
            let mut order: Vec<usize> = Vec::new();
            for area in &area_of {
                if !order.contains(area) {
                    order.push(*area);
                }
            }
            // They are called in the order in which they are read.
            let place = |it: &usize| order.iter().position(|area| area == it).unwrap_or_default();
            let word = |it: &usize| names[place(it)].clone();
            let rows: Vec<Vec<String>> =
                area_of.chunks(width).map(|row| row.iter().map(word).collect()).collect();
            lines.push(format!("{} \"\"\"", symbols.symbols[symbol as usize].name));
            let drawn = drawing::lines(&rows, boxes).into_iter().chain(["\"\"\"".to_owned()]);
            lines.extend(drawn.map(|it| format!("    {it}")));
        }
        lines
    }
}

impl Understood<'_> {
    /// The given symbols that nobody has told and that say of each cell which thing it belongs to, with the sort of the
    /// things.
    pub(super) fn of_areas(&self) -> Vec<(u32, u32)> {
        let symbols = &self.symbols;
        let of_areas = |it: u32| {
            let sort = symbols.symbols[it as usize].result?.sort?;
            let elements = &symbols.sorts[sort as usize].elements;
            let are_things = matches!(elements, SortMembers::Listed(_) | SortMembers::Open(_));
            (are_things && self.is_of_cells(it)).then_some((it, sort))
        };
        self.untold_givens().filter_map(of_areas).collect()
    }

    /// The given symbols that nobody has told.
    pub(super) fn untold_givens(&self) -> impl Iterator<Item = u32> {
        let is_untold = |name: &str| {
            self.missing
                .iter()
                .any(|it| matches!(it, Missing::Given(missing, _) if missing == name))
        };
        let all = (0..).zip(&self.symbols.symbols);
        all.filter(move |it| it.1.origin == NameOrigin::Given && is_untold(it.1.name))
            .map(|it| it.0)
    }

    /// The names of areas and how many cells each has: as many as things are listed, else as many as rows, of about the
    /// same size; where something is told of each area, of two or three cells.
    fn sizes_of_areas(
        &self,
        sort: u32,
        (height, width): (usize, usize),
        chance: &mut Chance,
    ) -> (Vec<String>, Vec<usize>) {
        let cells = height * width;
        let listed: Vec<String> = match &self.symbols.sorts[sort as usize].elements {
            SortMembers::Listed(names) | SortMembers::Open(names) => {
                names.iter().map(|it| (*it).to_owned()).collect()
            }
            _ => Vec::new(),
        };
        let is_told_of = self.untold_givens().any(|it| {
            let parameters = &self.symbols.symbols[it as usize].parameters;
            parameters.iter().any(|it| it.sort == Some(sort))
        });
        let sizes = match listed.len() {
            0 if is_told_of => small(cells, chance),
            count => {
                let count = if count == 0 { height } else { count.min(cells) };
                (0..count).map(|at| (cells + at) / count).collect()
            }
        };
        let names = match listed.is_empty() {
            true => (0..sizes.len()).map(letters).collect(),
            false => listed,
        };
        (names, sizes)
    }
}

/// Twos and threes with this sum.
fn small(sum: usize, chance: &mut Chance) -> Vec<usize> {
    let (mut sizes, mut left) = (Vec::new(), sum);
    while left > 0 {
        let size = match left {
            1..=3 => left,
            4 => 2,
            _ => 2 + chance.below(2) as usize,
        };
        sizes.push(size);
        left -= size;
    }
    sizes
}

/// A, B, … Z, AA, AB and so on.
fn letters(at: usize) -> String {
    let last = char::from(b'A' + (at % 26) as u8);
    match at / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

/// The area of each cell, row by row: connected ones of these sizes, whose sum is the number of cells.
fn areas((height, width): (usize, usize), sizes: &[usize], chance: &mut Chance) -> Vec<usize> {
    let mut area_of = vec![0; height * width];
    let pieces = sizes.iter().enumerate().flat_map(|(area, size)| std::iter::repeat_n(area, *size));
    for (step, area) in pieces.enumerate() {
        let (row, along) = (step / width, step % width);
        let column = if row.is_multiple_of(2) { along } else { width - 1 - along };
        area_of[row * width + column] = area;
    }
    let beside = |cell: usize| -> Vec<usize> {
        let (row, column) = (cell / width, cell % width);
        let mut beside = Vec::new();
        beside.extend((row > 0).then(|| cell - width));
        beside.extend((row + 1 < height).then(|| cell + width));
        beside.extend((column > 0).then(|| cell - 1));
        beside.extend((column + 1 < width).then(|| cell + 1));
        beside
    };
    let hangs_together = |area_of: &[usize], first: usize| {
        let (mut seen, mut at) = (vec![first], 0);
        while at < seen.len() {
            for next in beside(seen[at]) {
                if area_of[next] == area_of[first] && !seen.contains(&next) {
                    seen.push(next);
                }
            }
            at += 1;
        }
        seen.len() == sizes[area_of[first]]
    };
    let pick = |of: &[usize], chance: &mut Chance| of[chance.below(of.len() as u64) as usize];
    // A cell that is alone has nothing to exchange.
    let count = if area_of.len() > 1 { EXCHANGES * area_of.len() } else { 0 };
    for _ in 0..count {
        let one = chance.below(area_of.len() as u64) as usize;
        let other = pick(&beside(one), chance);
        let (own, its) = (area_of[one], area_of[other]);
        if own == its {
            continue;
        }
        // Whatever cell of the other area lies at this one is given for the first.
        let at_border = |it: &usize| {
            area_of[*it] == its && beside(*it).into_iter().any(|it| it != one && area_of[it] == own)
        };
        let given: Vec<usize> = (0..area_of.len()).filter(at_border).collect();
        if given.is_empty() {
            continue;
        }
        let given = pick(&given, chance);
        (area_of[one], area_of[given]) = (its, own);
        if !hangs_together(&area_of, one) || !hangs_together(&area_of, given) {
            (area_of[one], area_of[given]) = (own, its);
        }
    }
    area_of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_hang_together_and_have_their_sizes() {
        let mut chance = Chance::new(1);
        for (height, width) in [(1, 1), (1, 7), (4, 4), (6, 6), (5, 8), (9, 9)] {
            for seed in 0..20 {
                let cells = height * width;
                let sizes = match seed % 2 {
                    0 => small(cells, &mut chance),
                    _ => (0..height).map(|at| (cells + at) / height).collect(),
                };
                assert_eq!(sizes.iter().sum::<usize>(), cells);
                let area_of = areas((height, width), &sizes, &mut chance);
                for (area, size) in sizes.iter().enumerate() {
                    let own: Vec<usize> = (0..cells).filter(|it| area_of[*it] == area).collect();
                    assert_eq!(own.len(), *size);
                    let mut seen = vec![own[0]];
                    let mut at = 0;
                    while at < seen.len() {
                        let (row, column) = (seen[at] / width, seen[at] % width);
                        let near = own.iter().filter(|it| {
                            row.abs_diff(*it / width) + column.abs_diff(*it % width) == 1
                        });
                        let new: Vec<usize> =
                            near.filter(|it| !seen.contains(it)).copied().collect();
                        seen.extend(new);
                        at += 1;
                    }
                    assert_eq!(seen.len(), *size, "{area_of:?}");
                }
            }
        }
        assert_eq!([0, 25, 26, 27, 52].map(letters), ["A", "Z", "AA", "AB", "BA"]);
    }
}
