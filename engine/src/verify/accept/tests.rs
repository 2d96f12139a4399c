//! What is accepted with doubts, and what is not.

use super::*;
use crate::evidence::play::Horizon;
use crate::evidence::tableau::{TableauClosing, TableauNode, TableauRule};
use crate::logic::statements::Statement;

#[test]
fn a_number_that_takes_long_to_count_again_has_a_doubt() {
    let budget = Budget::unlimited();
    let (few, many) = (Cnf::new(3), Cnf::new(40));
    let count =
        |cnf: &Cnf, number: u64| counted(CountedModels::Models(cnf), number.into(), &budget);
    assert_eq!(count(&few, 8).unwrap().doubts(), []);
    assert!(matches!(count(&few, 7), Err(Failure::Unverified(_))));
    assert_eq!(count(&many, 1 << 40).unwrap().doubts(), [Doubt::Count]);
}

/// A tableau is checked in its own statements: what has another number there is another premise.
#[test]
fn a_tableau_about_other_statements_is_refused() {
    let said = |truths: [bool; 2]| {
        let mut statements = Statements::default();
        for truth in truths {
            statements.statement(Statement::Truth(truth));
        }
        statements
    };
    let tableau = |statements| ClosedTableau {
        statements,
        nodes: vec![TableauNode {
            above: None,
            statement: StatementNumber(0),
            rule: TableauRule::Premise,
            from: Vec::new(),
            things: Vec::new(),
            closing: Some(TableauClosing::Alone(0)),
        }],
    };
    let check = |posed: &Statements, proof| {
        let (premises, goal) = ([StatementNumber(0)], StatementNumber(1));
        super::tableau(posed, &premises, goal, Some(proof), &mut Budget::unlimited())
    };
    let (no, yes) = (said([false, true]), said([true, false]));
    assert!(check(&no, tableau(no.clone())).is_ok());
    assert!(matches!(check(&yes, tableau(no)), Err(Failure::Unverified(_))));
}

#[test]
fn heaps_of_which_some_were_looked_at_have_a_doubt() {
    let is_even = |it: u32| it.is_multiple_of(2);
    let check = |heap| losing(heap, &[1], is_even, &mut Budget::unlimited());
    assert_eq!(check(heap::MOST).unwrap().doubts(), []);
    assert_eq!(check(heap::MOST + 1).unwrap().doubts(), [Doubt::Heaps]);
    let wrong = losing(9, &[2], is_even, &mut Budget::unlimited());
    assert!(matches!(wrong, Err(Failure::Unverified(_))));
}

/// Five moves to the left or to the right, after which the first player has won.
#[derive(Debug)]
struct Long;

impl Game for Long {
    type State = Vec<bool>;
    type Move = bool;

    fn start(&self) -> Vec<bool> {
        Vec::new()
    }

    fn to_move(&self, state: &Vec<bool>) -> Side {
        if state.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, state: &Vec<bool>, moves: &mut Vec<bool>) {
        moves.extend_from_slice(if state.len() < 5 { &[false, true] } else { &[] });
    }

    fn apply(&self, state: &Vec<bool>, chosen: bool) -> Vec<bool> {
        [&state[..], &[chosen]].concat()
    }

    fn score(&self, _: &Vec<bool>) -> i32 {
        1
    }
}

impl PlayStrategy<Long> for Long {
    fn choose(
        &mut self,
        _: &Vec<bool>,
        _: i32,
        _: Option<Horizon>,
        _: &mut Budget,
    ) -> Result<Option<bool>, Stop> {
        Ok(Some(true))
    }
}

#[test]
fn a_strategy_of_which_plays_were_tried_has_a_doubt() {
    let check_for = |horizon, score, most| {
        let claim = PlayClaim { side: Side::First, score, horizon };
        let rules = GameRules::of(&Long);
        kept(&rules, &Vec::new(), claim, most, &mut Long, &mut Budget::unlimited())
    };
    let check = |score, most| check_for(None, score, most);
    let holds_out = Some(Horizon { plies: 4, winner: Side::First });
    assert_eq!(check_for(holds_out, 0, 100).unwrap().doubts(), []);
    assert_eq!(check_for(holds_out, 0, 3).unwrap().doubts(), [Doubt::Delay]);
    assert_eq!(check(1, 100).unwrap().doubts(), []);
    assert_eq!(check(1, 3).unwrap().doubts(), [Doubt::Plays]);
    assert!(matches!(check(2, 100), Err(Failure::Unverified(_))));
    assert!(matches!(check(2, 3), Err(Failure::Unverified(_))));
}
