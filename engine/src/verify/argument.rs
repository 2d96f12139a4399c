//! An argument that clauses have no model is followed step by step: each literal is the only one of its clause that is
//! not false, and each case ends with a clause of which all are.

use super::checked::Checked;
use crate::evidence::argument::{ArgumentEnd, ClauseArgument};
use crate::logic::cnf::{Cnf, Literal};

/// The argument, if each of its steps follows.
pub fn checked_argument(cnf: &Cnf, argument: ClauseArgument) -> Option<Checked<ClauseArgument>> {
    let mut is_true = vec![false; 2 * cnf.atoms() as usize];
    follows(cnf, &argument, &mut is_true).then(|| Checked::new(argument))
}

fn follows(cnf: &Cnf, argument: &ClauseArgument, is_true: &mut [bool]) -> bool {
    let fails = |clause: usize, but: Option<Literal>, is_true: &[bool]| {
        let others = |it: &&Literal| Some(**it) != but;
        clause < cnf.len()
            && cnf.clause(clause).iter().filter(others).all(|it| is_true[(!*it).index()])
    };
    let mut done = 0;
    let are_forced = argument.forced.iter().all(|it| {
        let clause = it.clause;
        let is_forced = clause < cnf.len()
            && cnf.clause(clause).contains(&it.literal)
            && fails(clause, Some(it.literal), is_true);
        if is_forced {
            is_true[it.literal.index()] = true;
            done += 1;
        }
        is_forced
    });
    let ends = are_forced
        && match &argument.end {
            ArgumentEnd::Conflict(clause) => fails(*clause, None, is_true),
            ArgumentEnd::Cases(literal, _) if literal.atom().0 >= cnf.atoms() => false,
            ArgumentEnd::Cases(literal, cases) => {
                [*literal, !*literal].into_iter().zip(cases.iter()).all(|(case, argument)| {
                    let before = std::mem::replace(&mut is_true[case.index()], true);
                    let follows = follows(cnf, argument, is_true);
                    is_true[case.index()] = before;
                    follows
                })
            }
        };
    for it in &argument.forced[..done] {
        is_true[it.literal.index()] = false;
    }
    ends
}
