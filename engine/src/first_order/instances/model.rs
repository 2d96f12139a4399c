//! The structure that a propositional model of the instances is. With constants alone, each inferred sort
//! has its own as elements; with functions, the terms of the atoms are the elements, and one more
//! that is all other terms.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Instances;
use crate::logic::cnf::Atom;
use crate::logic::first_order::{Structure, Theory, TheorySort};
use crate::resolution::{Input, SharedTerm, TermHead, TermSymbol};

/// Cells of a table at most.
const MOST_CELLS: usize = 1 << 22;

impl Instances {
    /// The structure; `None` when its tables are too large, or constants are the same that have to differ.
    pub(super) fn structure(&mut self, theory: &Theory, input: &Input) -> Option<Structure> {
        let signature = &theory.signature;
        let has_functions = self.has_functions;
        let mut elements: FxHashMap<SharedTerm, u32> = FxHashMap::default();
        let mut sizes = vec![1_u32; signature.sorts.len()];
        // The number of elements of each inferred sort.
        let mut counts: FxHashMap<usize, u32> = FxHashMap::default();
        if has_functions {
            sizes = self.number_terms(&mut elements, signature.sorts.len());
        } else {
            for (root, constants) in self.places.constants(input, &mut self.bank) {
                counts.insert(root, constants.len() as u32);
                let sort = self.places.sort(root) as usize;
                sizes[sort] = sizes[sort].max(constants.len() as u32);
                elements.extend(constants.into_iter().zip(0..));
            }
        }
        for (sort, listed) in signature.sorts.iter().enumerate() {
            if listed.as_ref().is_some_and(|it| it.len() as u32 != sizes[sort]) {
                return None;
            }
        }
        let cells = |sorts: &[TheorySort]| {
            let sizes = sorts.iter().map(|it| sizes[it.0 as usize] as usize);
            sizes.into_iter().try_fold(1_usize, usize::checked_mul).filter(|it| *it <= MOST_CELLS)
        };
        let mut structure = Structure { sizes: sizes.clone(), ..Structure::default() };
        for (symbol, function) in (0..).zip(&signature.functions) {
            let other = if has_functions { sizes[function.result.0 as usize] - 1 } else { 0 };
            let mut table = vec![other; cells(&function.arguments)?];
            for (term, element) in &elements {
                if self.bank.head(*term) == TermHead::Symbol(TermSymbol(symbol)) {
                    let tuple: Vec<u32> =
                        self.bank.arguments(*term).iter().map(|it| elements[it]).collect();
                    table[structure.index(&function.arguments, &tuple)] = *element;
                }
            }
            structure.functions.push(table);
        }
        let first = signature.functions.len() as u32;
        for (symbol, sorts) in (first..).zip(&signature.predicates) {
            if let Some(table) = input.pure.table(TermSymbol(symbol), &structure, sorts) {
                structure.predicates.push(table);
                continue;
            }
            let mut table = vec![false; cells(sorts)?];
            self.fill(&mut table, TermSymbol(symbol), sorts, &structure, (&elements, &counts));
            structure.predicates.push(table);
        }
        // Constants of which no clause speaks may have to differ.
        let are_different = signature.distinct.iter().all(|constants| {
            let mut seen = FxHashSet::default();
            constants.iter().all(|it| seen.insert(structure.functions[it.0 as usize][0]))
        });
        are_different.then_some(structure)
    }

    /// Fills the table of a predicate by the atoms that are true.
    fn fill(
        &self,
        table: &mut [bool],
        symbol: TermSymbol,
        sorts: &[TheorySort],
        structure: &Structure,
        (elements, counts): (&FxHashMap<SharedTerm, u32>, &FxHashMap<usize, u32>),
    ) {
        let has_functions = self.has_functions;
        let atoms = self.by_predicate.get(&symbol).into_iter().flatten();
        let mut is_true: FxHashMap<usize, bool> = FxHashMap::default();
        for atom in atoms.filter(|it| self.solver.value(Atom(**it))) {
            let arguments = self.bank.arguments(self.atoms[*atom as usize]);
            let tuple: Vec<u32> =
                arguments.iter().map(|it| elements.get(it).copied().unwrap_or(0)).collect();
            is_true.insert(structure.index(sorts, &tuple), true);
        }
        // Elements that an inferred sort does not have are like its first one.
        let known: Vec<u32> = (0..sorts.len())
            .map(|at| {
                let root = self.places.root(self.places.place(symbol, at));
                if has_functions { u32::MAX } else { counts.get(&root).copied().unwrap_or(1) }
            })
            .collect();
        for (index, cell) in table.iter_mut().enumerate() {
            let tuple = tuple_of(index, sorts, &structure.sizes, &known);
            *cell = is_true.contains_key(&structure.index(sorts, &tuple));
        }
    }

    /// Makes an element of each term that stands in an atom, and says how many elements each sort then has: one
    /// more, for all other terms.
    fn number_terms(&self, elements: &mut FxHashMap<SharedTerm, u32>, sorts: usize) -> Vec<u32> {
        let mut next = vec![0; sorts];
        let mut open: Vec<SharedTerm> =
            self.atoms.iter().flat_map(|it| self.bank.arguments(*it)).copied().collect();
        while let Some(term) = open.pop() {
            if let Entry::Vacant(entry) = elements.entry(term) {
                let sort = self.bank.sort(term) as usize;
                entry.insert(next[sort]);
                next[sort] += 1;
                open.extend(self.bank.arguments(term));
            }
        }
        next.iter().map(|it| it + 1).collect()
    }
}

/// The tuple at an index of a table. Elements that a place does not know are like its first one.
fn tuple_of(index: usize, sorts: &[TheorySort], sizes: &[u32], known: &[u32]) -> Vec<u32> {
    let mut rest = index;
    let mut tuple = vec![0; sorts.len()];
    for at in (0..sorts.len()).rev() {
        let size = sizes[sorts[at].0 as usize] as usize;
        let element = (rest % size) as u32;
        tuple[at] = if element < known[at] { element } else { 0 };
        rest /= size;
    }
    tuple
}
