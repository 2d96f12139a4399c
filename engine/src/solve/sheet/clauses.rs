//! The clauses of a sheet, for other programs, and states that these find.

use super::AskedSheet;
use crate::budget::{Budget, Stop};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{Sheet, SheetState, SymbolId, SymbolOrigin, Term, TermId};
use crate::problem::sheet::{Folded, Propositional, SheetTask, aim};
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};
use crate::verify::sheet::world;

impl Problem for SheetTask<aim::WriteClauses> {
    type Solution = Propositional;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Propositional>, Failure> {
        let AskedSheet { mut ground, .. } = AskedSheet::new(&self.sheet, budget)?;
        ground.bar_impossible(budget)?;
        ground.add_stages(budget)?;
        let cells = ground.cells().cells;
        let clauses = Propositional { cnf: ground.cnf().clone(), cells };
        Ok(ProblemAnswer::Unchecked(clauses, Doubt::Grounding, Vec::new()))
    }
}

impl Problem for SheetTask<aim::CheckState> {
    type Solution = SheetState;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetState>, Failure> {
        let sheet: &Sheet = &self.sheet;
        let mut reader = super::reader(sheet)?;
        world(&mut reader, self.aim.0.clone(), &[], budget).map(ProblemAnswer::from)
    }
}

/// Places of a definition that are looked at one by one.
const PLACES: usize = 1 << 20;

impl Problem for SheetTask<aim::FoldGiven> {
    type Solution = Folded;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Folded>, Failure> {
        let old = &self.sheet;
        let definitions = Definitions::of(old).map_err(super::refused)?;
        let mut reader = super::reader(old)?;
        let mut sheet = old.clone();
        let mut needs_steps = false;
        for id in (0..old.symbols.len()).map(|it| SymbolId(it as u32)) {
            let is_sentence = match &old.symbol(id).origin {
                SymbolOrigin::Sentence(..) => true,
                SymbolOrigin::Term(_, body) if !calculates(old, *body) => false,
                _ => continue,
            };
            if !definitions.is_known(id) {
                needs_steps |= definitions.group(id).is_some();
                continue;
            }
            let places = old.tuples(id).filter(|it| *it <= PLACES);
            let places = places.ok_or(Stop::Size("a definition has too many places"))?;
            let mut table = Vec::with_capacity(places);
            for place in 0..places {
                table.push(reader.at(id, place, budget)?);
            }
            sheet.symbols[id.0 as usize].origin = match is_sentence {
                true => SymbolOrigin::Truths(table.into_iter().map(|it| it == Some(1)).collect()),
                false => SymbolOrigin::Values(table),
            };
        }
        let steps =
            if needs_steps { AskedSheet::new(&sheet, budget)?.ground.steps(budget)? } else { 0 };
        Ok(ProblemAnswer::Unchecked(Folded { sheet, steps }, Doubt::Grounding, Vec::new()))
    }
}

/// Whether a term does nothing but calculate.
fn calculates(sheet: &Sheet, term: TermId) -> bool {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match sheet.get_term(term) {
            Term::Number(_) | Term::Variable(_) => {}
            Term::Binary(_, one, other) => open.extend([*one, *other]),
            _ => return false,
        }
    }
    true
}
