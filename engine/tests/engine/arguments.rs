//! Arguments about random clauses: there is one exactly where brute force finds no model, and its checker refuses one that
//! was spoilt.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::argument::{ArgumentEnd, ClauseArgument};
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::problem::FindArgument;
use puzzle_engine::verify::argument::checked_argument;
use puzzle_engine::{Failure, Problem};

const ATOMS: u32 = 5;

fn cnf(clauses: &[Vec<i64>]) -> Cnf {
    let mut cnf = Cnf::new(ATOMS);
    for clause in clauses {
        cnf.add(clause.iter().filter_map(|it| Literal::from_dimacs(*it)));
    }
    cnf
}

fn has_model(cnf: &Cnf) -> bool {
    let holds = |values: u32, it: &Literal| (values >> it.atom().0 & 1 == 1) == it.is_positive();
    (0..1 << ATOMS).any(|values| cnf.clauses().all(|it| it.iter().any(|it| holds(values, it))))
}

/// The argument with each step spoilt in turn: left out, of another clause, of another literal.
fn spoilt(argument: &ClauseArgument, clauses: usize) -> Vec<ClauseArgument> {
    let mut all = Vec::new();
    for at in 0..argument.forced.len() {
        let mut without = argument.clone();
        without.forced.remove(at);
        let mut other = argument.clone();
        other.forced[at].clause = clauses;
        let mut denied = argument.clone();
        denied.forced[at].literal = !denied.forced[at].literal;
        all.extend([without, other, denied]);
    }
    match &argument.end {
        ArgumentEnd::Conflict(_) => {
            all.push(ClauseArgument { end: ArgumentEnd::Conflict(clauses), ..argument.clone() });
        }
        ArgumentEnd::Cases(literal, cases) => {
            let unknown = ArgumentEnd::Cases(Literal::new(Atom(ATOMS), true), cases.clone());
            all.push(ClauseArgument { end: unknown, ..argument.clone() });
            for (at, case) in cases.iter().enumerate() {
                for it in spoilt(case, clauses) {
                    let mut cases = cases.clone();
                    cases[at] = it;
                    let end = ArgumentEnd::Cases(*literal, cases);
                    all.push(ClauseArgument { forced: argument.forced.clone(), end });
                }
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_argument_is_found_exactly_where_there_is_no_model(
        clauses in vec(vec((1..=i64::from(ATOMS), any::<bool>()), 1..4), 3..16),
    ) {
        let signed = |(atom, sign): &(i64, bool)| if *sign { *atom } else { -*atom };
        let clauses: Vec<Vec<_>> = clauses.iter().map(|it| it.iter().map(signed).collect()).collect();
        let cnf = cnf(&clauses);
        match FindArgument(cnf.clone()).answer(&mut Budget::unlimited()) {
            Ok(answer) => {
                prop_assert!(!has_model(&cnf));
                let argument = answer.into_inner();
                prop_assert!(checked_argument(&cnf, argument.clone()).is_some());
                // No step is there in vain, so that none may go.
                for it in spoilt(&argument, cnf.len()) {
                    prop_assert!(checked_argument(&cnf, it.clone()).is_none(), "{:?}", it);
                }
            }
            Err(Failure::Refused(_)) => prop_assert!(has_model(&cnf)),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }
}
