//! All assignments that make a formula true, as `solve … all` lists them by their values, and one after the other.

use super::puzzle::FormulaPuzzle;
use super::words::VariableWords;
use super::{NamedFormula, whys};
use crate::kinds::all_solutions::so_many;
use crate::kinds::{Answer, LastWorlds, Lowered, Posed, PosedWorlds, Question, Refusal, Solved};
use puzzle_engine::logic::formula::{Formula, FormulaVariable};
use puzzle_engine::problem::{ListAssignments, ListedSolutions, MakeTrue};

impl FormulaPuzzle<'_> {
    /// To be listed, so many at most; with what varies where the question asks why.
    pub(super) fn listed<'p>(
        &'p self,
        question: &'p Question,
        (formula, most): (Formula, usize),
        words: VariableWords,
    ) -> Lowered<'p> {
        let task = ListAssignments(formula, most);
        Lowered::problem(task, move |ListAssignments(formula, _), listed| {
            let ListedSolutions { mut found, are_all } = listed;
            found.sort_unstable();
            let Some(first) = found.first().cloned() else {
                return self.solved(MakeTrue(formula, question.sat_engine()), None, words);
            };
            let lines = found.iter().map(|it| words.assignment(it)).collect();
            let answer = Answer::plain(so_many(found.len(), are_all)).table(None, lines);
            let names = words.clone();
            let solved = Solved::from(answer).shown(move || self.drawn_with(&first, &names));
            match question.is_why && are_all {
                true => solved.reasoned(|| whys::freedom(formula, words)),
                false => solved,
            }
        })
    }

    /// The last of so many assignments.
    ///
    /// # Errors
    /// That the formula is too large to be written out.
    pub(super) fn last_assignments(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        let NamedFormula { formula, words, .. } = self.whole()?;
        Ok(Posed::new(
            ListAssignments(formula, most),
            move |_, ListedSolutions { found, are_all }| {
                let Some((last, others)) = found.split_last() else { return Ok(None) };
                let before = others.last();
                let new = |before: &Vec<(FormulaVariable, bool)>| {
                    let new: Vec<_> =
                        last.iter().filter(|it| !before.contains(it)).copied().collect();
                    words.assignment(&new).split_whitespace().map(str::to_owned).collect()
                };
                Ok(Some(LastWorlds {
                    number: found.len(),
                    are_all,
                    lines: vec![words.assignment(last)],
                    picture: self.drawn_with(last, &words),
                    before: before.and_then(|it| self.drawn_with(it, &words).ok()),
                    differences: before.map(new).unwrap_or_default(),
                }))
            },
        ))
    }
}
