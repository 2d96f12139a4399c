//! The names that a board brings along, unless the puzzle has others like them: sorts of rows, columns
//! and steps, and what tells where a cell lies.

use super::grid;
use super::lineage::Findings;
use super::symbols::{
    NameMeaning, NameOrigin, Parameter, Sort, SortMembers, Symbol, Symbols, Yields,
};

impl<'a> Symbols<'a> {
    /// The sorts that the grid brings, unless the puzzle has others of that name.
    pub(super) fn board(&mut self, findings: &mut Findings<'_, 'a>) {
        if self.grid.is_none() {
            return;
        }
        let sorts = [
            ("Row", SortMembers::Rows),
            ("Column", SortMembers::Columns),
            ("Side", SortMembers::Sides),
            ("Direction", SortMembers::Directions),
        ];
        for (name, elements) in sorts {
            let is_free = self.sort_called(name).is_none();
            let sort = Sort { name: name.to_owned(), place: None, elements };
            let index = if is_free {
                self.add_sort(sort, findings)
            } else {
                self.sorts.push(sort);
                Some(self.sorts.len() as u32 - 1)
            };
            if let (Some(grid), Some(index)) = (&mut self.grid, index) {
                grid.set(name, index);
            }
        }
    }

    /// What the grid brings, unless the puzzle has something else of that name.
    pub(super) fn of_board(&mut self) {
        let Some(grid) = self.grid.clone() else { return };
        for (value, (name, ..)) in grid::STEPS.iter().enumerate() {
            let thing = NameMeaning::Thing(grid.directions, value as i64);
            self.by_name.entry(name).or_insert(thing);
        }
        for relation in grid::RELATIONS {
            if relation == grid::GridRelation::Box && grid.boxes.is_none() {
                continue;
            }
            let (parameters, result) = grid.signature(relation);
            let parameters = parameters.iter().map(|sort| Parameter {
                class: self.class_of(Some(*sort)),
                sort: Some(*sort),
                variable: None,
            });
            let parameters = parameters.collect();
            let result = result.map(|it| match it {
                grid::Result::Sort(sort) => {
                    let class = self.class_of(Some(sort));
                    Yields { class, sort: Some(sort), range: None, or_none: true }
                }
                grid::Result::Boxes => {
                    let count = grid.box_count();
                    let sort = match count {
                        Some(count) => self.range_sort((1, count as i64)),
                        None => self.unknown_sort(),
                    };
                    let class = self.class_of(Some(sort));
                    Yields { class, sort: Some(sort), range: None, or_none: true }
                }
            });
            let (name, place) = (relation.name(), grid.place);
            let meaning = NameMeaning::Symbol(self.symbols.len() as u32);
            if !name.is_empty() {
                self.by_name.entry(name).or_insert(meaning);
            }
            let origin = NameOrigin::Board(relation);
            self.symbols.push(Symbol { name, place, parameters, result, origin });
        }
    }
}
