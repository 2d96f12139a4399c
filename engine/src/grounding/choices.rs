//! Values that are to be found: a literal for each (the direct encoding: de Kleer, "A comparison of
//! ATMS and CSP techniques", IJCAI 1989), and where sizes are compared one for all up to each (the
//! order encoding: Crawford and Baker, AAAI 1994). That no two of many are chosen is said of the rows and
//! the columns of a square (Chen, "A new SAT encoding of the at-most-one constraint", 2010).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::clauses::{FALSE, SourcedClauses, TRUE};
use crate::logic::cnf::Literal;

/// A choice by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ChoiceId(pub u32);

/// A value, `None` where there is none, and what is true if and only if it is chosen.
pub(super) type ChoiceEntry = (Option<i64>, Literal);

/// Values of which exactly one is chosen, ascending; that there is none stands first.
pub(super) type Choice = Rc<[ChoiceEntry]>;

/// So many literals that clauses for each two of them are quick.
const PAIRS: usize = 24;

/// All choices; those with the same values and literals are one.
#[derive(Default)]
pub(super) struct ChoiceTable {
    choices: Vec<Choice>,
    ids: FxHashMap<Choice, ChoiceId>,
    /// What is true where one of the first so many values is chosen.
    first: FxHashMap<(ChoiceId, u32), Literal>,
}

impl ChoiceTable {
    /// The choice of these values, each once, of which exactly one is chosen anyway.
    pub(super) fn intern(&mut self, mut entries: Vec<ChoiceEntry>) -> ChoiceId {
        entries.retain(|(_, literal)| *literal != FALSE);
        entries.sort_unstable();
        let choice: Choice = entries.into();
        if let Some(id) = self.ids.get(&choice) {
            return *id;
        }
        let id = ChoiceId(self.choices.len() as u32);
        self.choices.push(Rc::clone(&choice));
        self.ids.insert(choice, id);
        id
    }

    /// The choice between 1, where a literal is true, and 0.
    pub(super) fn of_literal(&mut self, literal: Literal) -> ChoiceId {
        self.intern(vec![(Some(0), !literal), (Some(1), literal)])
    }

    /// The values of a choice.
    pub(super) fn get(&self, id: ChoiceId) -> Choice {
        Rc::clone(&self.choices[id.0 as usize])
    }

    /// A new choice among some values.
    pub(super) fn fresh(
        &mut self,
        clauses: &mut SourcedClauses,
        values: &[Option<i64>],
    ) -> ChoiceId {
        let entries = match values {
            [only] => vec![(*only, TRUE)],
            [one, other] => {
                let literal = clauses.atom();
                vec![(*one, !literal), (*other, literal)]
            }
            _ => {
                let entries: Vec<_> = values.iter().map(|it| (*it, clauses.atom())).collect();
                let literals: Vec<_> = entries.iter().map(|it| it.1).collect();
                clauses.define(&literals);
                exactly_one_of(clauses, &literals);
                entries
            }
        };
        self.intern(entries)
    }

    /// What is true if and only if one of these entries of a choice is chosen.
    pub(super) fn one_of(
        &mut self,
        clauses: &mut SourcedClauses,
        id: ChoiceId,
        is_in: &[bool],
    ) -> Literal {
        let choice = self.get(id);
        let count = is_in.iter().filter(|it| **it).count();
        if count == 0 {
            return FALSE;
        }
        if count == choice.len() {
            return TRUE;
        }
        let last = choice.len() - 1;
        if is_in[..last].iter().all(|it| *it != is_in[last]) {
            let chosen = choice[last].1;
            return if is_in[last] { chosen } else { !chosen };
        }
        let changes = is_in.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if changes == 1 && choice.len() > 3 {
            let is_start = is_in[0];
            let length = if is_start { count } else { choice.len() - count };
            let start = self.among_first(clauses, id, length);
            return if is_start { start } else { !start };
        }
        let is_few = 2 * count <= choice.len();
        let chosen = choice.iter().zip(is_in).filter(|(_, it)| **it == is_few);
        let literal = clauses.or(chosen.map(|(entry, _)| entry.1).collect::<Vec<_>>());
        if is_few { literal } else { !literal }
    }

    /// What is true if and only if one of the first entries of a choice is chosen.
    fn among_first(
        &mut self,
        clauses: &mut SourcedClauses,
        id: ChoiceId,
        length: usize,
    ) -> Literal {
        let choice = self.get(id);
        let known = |at: &usize| self.first.contains_key(&(id, *at as u32));
        let start = (1..=length).rev().find(known).unwrap_or(0);
        let mut literal = self.first.get(&(id, start as u32)).copied().unwrap_or(FALSE);
        for at in start..length {
            literal = clauses.or([literal, choice[at].1]);
            self.first.insert((id, at as u32 + 1), literal);
        }
        literal
    }
}

/// Adds that no two of some literals are true of which one is.
pub(super) fn exactly_one_of(clauses: &mut SourcedClauses, literals: &[Literal]) {
    for_at_most_one(clauses, literals, SourcedClauses::define);
}

/// Adds that no two of some literals are true, in clauses of the rule that is written down. One of
/// them has to be true, so that the atoms of rows and columns have one meaning.
pub(super) fn assert_one_of(clauses: &mut SourcedClauses, literals: &[Literal]) {
    for_at_most_one(clauses, literals, SourcedClauses::assert);
}

fn for_at_most_one(
    clauses: &mut SourcedClauses,
    literals: &[Literal],
    mut add: impl FnMut(&mut SourcedClauses, &[Literal]),
) {
    let mut open = vec![literals.to_vec()];
    while let Some(literals) = open.pop() {
        if literals.len() <= PAIRS {
            for (index, first) in literals.iter().enumerate() {
                for second in &literals[index + 1..] {
                    add(clauses, &[!*first, !*second]);
                }
            }
            continue;
        }
        let width = literals.len().isqrt();
        open.push(literals.chunks(width).map(|it| clauses.or(it.iter().copied())).collect());
        let column = |at: usize| literals.iter().skip(at).step_by(width).copied();
        open.push((0..width).map(|at| clauses.or(column(at))).collect());
    }
}
