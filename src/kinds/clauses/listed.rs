//! All models of a clause set, as `solve … all` lists them by their values, and one after the other.

use super::ClauseSet;
use crate::kinds::all_solutions::so_many;
use crate::kinds::{Answer, LastWorlds, Lowered, Posed, PosedWorlds, Question, Solved};
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::problem::{FindModel, ListModels, ListedSolutions};

impl ClauseSet<'_> {
    /// To be listed, so many at most; with what varies where the question asks why.
    pub(super) fn listed<'p>(&'p self, question: &'p Question, most: usize) -> Lowered<'p> {
        Lowered::problem(ListModels(self.cnf.clone(), most), move |ListModels(cnf, _), listed| {
            let ListedSolutions { mut found, are_all } = listed;
            found.sort_unstable();
            let Some(first) = found.first().cloned() else {
                return self.solved(FindModel(cnf, question.sat_engine()), None);
            };
            let lines = found.iter().map(|it| self.literals(it)).collect();
            let mut answer = Answer::plain(so_many(found.len(), are_all)).table(None, lines);
            if self.free_atoms > 0 {
                let words = "each with any values of the atoms that no clause names";
                answer = answer.note(words.to_owned());
            }
            let solved = Solved::from(answer).shown(move || Ok(self.drawn(Some(&first), &[])));
            match question.is_why && are_all {
                true => solved.reasoned(|| self.freedom()),
                false => solved,
            }
        })
    }

    /// The last of so many models.
    pub(super) fn last_models(&self, most: usize) -> PosedWorlds<'_> {
        Posed::new(ListModels(self.cnf.clone(), most), |_, ListedSolutions { found, are_all }| {
            let Some((last, others)) = found.split_last() else { return Ok(None) };
            let before = others.last();
            let new = |before: &Vec<bool>| {
                let both = before.iter().zip(last).zip(0..);
                let new = both.filter(|((one, other), _)| one != other);
                new.map(|((_, value), it)| self.literal(Literal::new(Atom(it), *value))).collect()
            };
            Ok(Some(LastWorlds {
                number: found.len(),
                are_all,
                lines: vec![self.literals(last)],
                picture: Ok(self.drawn(Some(last), &[])),
                before: before.map(|it| self.drawn(Some(it), &[])),
                differences: before.map(new).unwrap_or_default(),
            }))
        })
    }

    /// Another model than one.
    pub(super) fn another(
        &self,
        FindModel(mut cnf, engine): FindModel,
        first: Vec<bool>,
    ) -> Posed<'_, Option<Vec<String>>> {
        // Atoms that no clause names have two values anyway.
        if self.free_atoms == 0 {
            let denied = (0..).zip(&first).map(|(atom, value)| Literal::new(Atom(atom), !value));
            cnf.add(denied);
        }
        Posed::new(FindModel(cnf, engine), move |_, other| {
            let other = other?;
            if self.free_atoms > 0 {
                return Some(vec!["another value of an atom that no clause names".to_owned()]);
            }
            let both = first.iter().zip(&other).zip(0..);
            let new = both.filter(|((one, other), _)| one != other);
            let said = new.map(|((_, value), it)| self.literal(Literal::new(Atom(it), *value)));
            Some(said.collect())
        })
    }
}
