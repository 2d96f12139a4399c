//! What literals of a sheet's instances say about what is to be found, and which of it each rule is about.

use rustc_hash::{FxHashMap, FxHashSet};

use super::AskedSheet;
use super::instances::RuleInstances;
use crate::logic::cnf::Literal;
use crate::logic::sheet::SymbolId;
use crate::problem::sheet::{CellLiteral, CellValue};

/// What literals of the instances say.
pub(super) type Meanings = FxHashMap<Literal, CellLiteral>;

/// Something to be found: a symbol, and a place in its table.
pub(super) type CellPlace = (SymbolId, usize);

/// What something is said of.
pub(super) fn place(it: CellLiteral) -> CellPlace {
    (it.value.symbol, it.value.place)
}

impl AskedSheet<'_> {
    /// What each literal of something that is open says.
    pub(super) fn meanings(&self, instances: &RuleInstances) -> Meanings {
        let mut meanings = Meanings::default();
        let cells = self.ground.cells().cells;
        let open = cells.iter().enumerate().flat_map(|(symbol, cells)| {
            let cells = cells.iter().enumerate().filter(|it| it.1.len() > 1);
            cells.map(move |(place, cell)| (SymbolId(symbol as u32), place, cell))
        });
        let all = open.flat_map(|(symbol, place, cell)| {
            cell.iter().map(move |it| (CellValue { symbol, place, value: it.0 }, it.1))
        });
        let all: Vec<_> = all.map(|(value, literal)| (value, instances.renamed(literal))).collect();
        for &(value, literal) in &all {
            meanings.insert(literal, CellLiteral { value, is_so: true });
        }
        for (value, literal) in all {
            meanings.entry(!literal).or_insert(CellLiteral { value, is_so: false });
        }
        meanings
    }
}

/// What rules are about, be it by way of atoms that stand for something else.
pub(super) struct RuleScopes<'i> {
    instances: &'i RuleInstances,
    meanings: &'i Meanings,
    /// By atom the clauses that are of no rule.
    unruled: Vec<Vec<usize>>,
}

impl<'i> RuleScopes<'i> {
    pub(super) fn new(instances: &'i RuleInstances, meanings: &'i Meanings) -> Self {
        let mut unruled = vec![Vec::new(); instances.atoms() as usize];
        for (at, clause) in instances.unruled() {
            for literal in clause {
                unruled[literal.atom().0 as usize].push(at);
            }
        }
        Self { instances, meanings, unruled }
    }

    /// What a rule is about.
    pub(super) fn of(&self, rule: Literal) -> FxHashSet<CellPlace> {
        let mut stack: Vec<_> = self.instances.literals_of(rule).copied().collect();
        let mut seen = FxHashSet::from_iter([rule.atom()]);
        let mut cells = FxHashSet::default();
        while let Some(literal) = stack.pop() {
            if !seen.insert(literal.atom()) {
                continue;
            }
            if let Some(it) = self.meanings.get(&literal) {
                cells.insert(place(*it));
                continue;
            }
            let clauses = self.unruled.get(literal.atom().0 as usize).into_iter().flatten();
            stack.extend(clauses.flat_map(|it| self.instances.clause(*it)));
        }
        cells
    }
}
