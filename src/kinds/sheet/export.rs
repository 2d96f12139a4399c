//! A puzzle for other programs: clauses with names, answer sets, and MiniZinc.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::goals::SheetGoals;
use super::grid::GridRelation;
use super::lower::Lowering;
use super::puzzle::SheetPuzzle;
use super::symbols::{NameOrigin, SortMembers};
use super::understood::Understood;
use crate::interchange::sheet::{ExportGoal, SheetNames, clingo, minizinc};
use crate::kinds::{NamedClauses, Posed, Question, Target};
use crate::syntax::ast::Verb;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::Cnf;
use puzzle_engine::logic::sheet::{Sheet, SymbolId};
use puzzle_engine::problem::sheet::{Folded, Propositional, SheetTask, aim};
use puzzle_engine::{Failure, Problem};

impl SheetPuzzle<'_> {
    /// The clauses whose models are the solutions; `None` where something is not told.
    pub(super) fn named_clauses(
        &self,
        budget: &mut Budget,
    ) -> Result<Option<NamedClauses<'_>>, Stop> {
        if !self.understood.missing.is_empty() {
            return Ok(None);
        }
        let lowered = Lowering::new(&self.understood, &[]);
        let sheet = lowered.map_err(|_| Stop::Size("the puzzle is too large"))?.sheet;
        let task = SheetTask { sheet, aim: aim::WriteClauses };
        let clauses = match task.answer(budget) {
            Ok(clauses) => clauses.into_inner(),
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::Refused(_) | Failure::Unverified(_)) => return Ok(None),
        };
        let sheet = task.sheet;
        let atoms = atoms(&self.understood, &sheet, &clauses);
        let cnf = clauses.cnf.clone();
        // Only what they say of the cells is read of models.
        let read = Arc::new(Propositional { cnf: Cnf::new(0), ..clauses });
        let solved = Arc::clone(&read);
        Ok(Some(NamedClauses {
            cnf,
            atoms,
            origins: Vec::new(),
            places: Vec::new(),
            answer: Box::new(move |model| match model {
                Some(model) => self.solved(&solved.state(model)),
                None => self.without_solution(),
            }),
            fits: Some(Box::new(move |model| {
                let state = read.state(model);
                Posed::new(
                    SheetTask { sheet: sheet.clone(), aim: aim::CheckState(state) },
                    |_, _| (),
                )
            })),
        }))
    }

    /// Its texts for other programs, with what is wanted of it.
    pub(super) fn texts(
        &self,
        question: Option<&Question>,
        budget: &mut Budget,
    ) -> Result<Vec<Target>, Stop> {
        if !self.understood.missing.is_empty() {
            return Ok(Vec::new());
        }
        let goals = question.and_then(SheetGoals::of);
        let goal = match (question.map(|it| it.verb), goals) {
            (None, _) => ExportGoal::Solution,
            (Some(Verb::Prove), Some(SheetGoals { sentence: Some(it), .. })) => {
                ExportGoal::Counterexample(*it)
            }
            (Some(Verb::Smallest), Some(SheetGoals { term: Some(it), .. })) => {
                ExportGoal::Smallest(*it)
            }
            (Some(Verb::Largest), Some(SheetGoals { term: Some(it), .. })) => {
                ExportGoal::Largest(*it)
            }
            _ => return Ok(Vec::new()),
        };
        let lowered = match Lowering::new(&self.understood, &[]) {
            Ok(lowered) => lowered,
            Err(reason) => return Ok(vec![("lp", Err(reason.clone())), ("mzn", Err(reason))]),
        };
        let (sheet, symbols) = match goals {
            Some(goals) => (Sheet::clone(&goals.sheet), &*goals.symbols),
            None => (lowered.sheet, &lowered.symbols),
        };
        let names = names(&self.understood, &sheet, symbols);
        let answer_sets = clingo::write(&sheet, &names, goal);
        let folded = SheetTask { sheet, aim: aim::FoldGiven }.answer(budget);
        let model = match folded {
            Ok(folded) => {
                let Folded { sheet, steps } = folded.into_inner();
                minizinc::write(&sheet, steps, &names, goal)
            }
            Err(Failure::Stopped(Stop::Size(reason))) => Err(reason.to_owned()),
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::Refused(reason) | Failure::Unverified(reason)) => Err(reason),
        };
        Ok(vec![("lp", answer_sets), ("mzn", model)])
    }
}

/// What a puzzle calls its symbols and things.
fn names(
    understood: &Understood<'_>,
    sheet: &Sheet,
    numbers: &FxHashMap<u32, SymbolId>,
) -> SheetNames {
    let own = understood.lineage.own();
    let known = &understood.symbols;
    let mut symbols = vec![String::new(); sheet.symbols.len()];
    for (symbol, id) in numbers {
        let symbol = &known.symbols[*symbol as usize];
        symbols[id.0 as usize] = match symbol.origin {
            NameOrigin::Board(GridRelation::Step) => "step".to_owned(),
            NameOrigin::Board(GridRelation::Back) => "step_back".to_owned(),
            _ => symbol.name.to_owned(),
        };
    }
    let things = (0..).zip(&known.sorts).filter_map(|(at, sort)| {
        if matches!(sort.elements, SortMembers::Range(_) | SortMembers::Rows | SortMembers::Columns)
        {
            return None;
        }
        let (least, most) = known.range_of(at)?;
        let things: Vec<_> = (least..=most).map(|it| known.written_value(at, it)).collect();
        Some((sort.name.clone(), things))
    });
    SheetNames { title: own.slice(own.name).to_owned(), symbols, things: things.collect() }
}

/// What each atom of the clauses says.
fn atoms(understood: &Understood<'_>, sheet: &Sheet, clauses: &Propositional) -> Vec<String> {
    let count = clauses.cnf.atoms();
    let mut atoms: Vec<String> = (1..=count).map(|it| format!("({it})")).collect();
    let known = &understood.symbols;
    let found = known.symbols.iter().filter(|it| it.origin == NameOrigin::Found);
    for ((id, symbol), cells) in (0..).map(SymbolId).zip(found).zip(&clauses.cells) {
        for (place, cell) in cells.iter().enumerate() {
            let arguments = sheet.arguments(id, place);
            let words = symbol.parameters.iter().zip(arguments);
            let words: Vec<_> = words
                .map(|(it, value)| known.written_value(it.sort.unwrap_or_default(), value))
                .collect();
            let applied = match words.is_empty() {
                true => symbol.name.to_owned(),
                false => format!("{}({})", symbol.name, words.join(", ")),
            };
            for (value, literal) in cell.iter().filter(|it| it.1.is_positive()) {
                // The first atom is true in every model.
                if literal.atom().0 == 0 {
                    continue;
                }
                let sort = symbol.result.and_then(|it| it.sort);
                atoms[literal.atom().0 as usize] = match (sort, value) {
                    (None, _) => applied.clone(),
                    (Some(_), None) => format!("{applied} = none"),
                    (Some(sort), Some(value)) => {
                        format!("{applied} = {}", known.written_value(sort, *value))
                    }
                };
            }
        }
    }
    atoms
}
