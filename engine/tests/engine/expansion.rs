//! Expansion of games of quantified clauses: against brute force and learning, and its proofs against their checker.

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::clauses::{ClauseProof, ClauseStep};
use puzzle_engine::evidence::expansion::ExpansionProof;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::logic::quantified::Player;
use puzzle_engine::qbf::definitions::with_dual;
use puzzle_engine::qbf::{ExpansionSearch, Freedom, QbfSearch};
use puzzle_engine::verify::expansion::opening;

use crate::quantified_games::{ATOMS, brute, circuits, clauses};
use crate::sample;

fn free() -> Budget {
    Budget::unlimited()
}

/// The winner by expansion in turns of a few steps, the game with A's clauses, and the proof.
fn expand(game: &Prenex, steps: u64) -> (Player, Prenex, ExpansionProof) {
    let mut search = ExpansionSearch::new(game);
    loop {
        match free().turn(steps, |part| search.run(part)).0 {
            Ok((winner, proof)) => return (winner, search.game().into_owned(), proof),
            Err(stop) => assert_eq!(stop, Stop::Steps),
        }
    }
}

/// A proof with a way, or a step of its refutation, left out or changed.
fn changed(proof: &ExpansionProof, at: usize, by: usize) -> ExpansionProof {
    let mut other = proof.clone();
    let way = at % proof.choices.len();
    match by % 4 {
        0 => _ = other.choices.remove(way),
        1 => {
            let atom = Atom(by as u32 / 4 % ATOMS);
            let chosen = &mut other.choices[way];
            match chosen.binary_search(&atom) {
                Ok(place) => _ = chosen.remove(place),
                Err(place) => chosen.insert(place, atom),
            }
        }
        kind => {
            other.refutation = ClauseProof::default();
            let place = by / 4 % proof.refutation.steps().count().max(1);
            for (index, step) in proof.refutation.steps().enumerate() {
                match step {
                    ClauseStep::Add(_) if index == place && kind == 2 => {}
                    ClauseStep::Add(clause) => {
                        let skipped = usize::from(index == place);
                        other.refutation.add(clause.iter().copied().skip(skipped));
                    }
                    ClauseStep::Delete(clause) => other.refutation.delete(clause.iter().copied()),
                }
            }
        }
    }
    other
}

/// Who wins after literals have been made true.
fn after(prefix: &[(Player, Atom)], cnf: &Cnf, opening: &[Literal]) -> Player {
    let (mut prefix, mut cnf) = (prefix.to_vec(), cnf.clone());
    for literal in opening {
        // E's and outermost, with only one value.
        prefix.retain(|(_, atom)| *atom != literal.atom());
        cnf.add([*literal]);
    }
    brute(&prefix, &cnf)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(2000)))]

    #[test]
    fn expansion_follows_the_rule_and_its_proofs_hold(
        (prefix, cnf) in prop_oneof![clauses(), circuits()],
        steps in 64..400_u64,
        at: usize,
        by: usize,
    ) {
        let game = Prenex::new(&prefix, &cnf);
        let expected = brute(&prefix, &cnf);
        let (winner, whole, proof) = expand(&game, steps);
        prop_assert_eq!(winner, expected);
        let opening_of = |winner, proof: &_| opening(&whole, winner, proof, &mut free()).unwrap();
        let told = opening_of(winner, &proof);
        prop_assert!(told.is_some());
        prop_assert_eq!(after(&prefix, &cnf, &told.unwrap_or_default()), winner);
        // Nothing shows that the loser wins, and what is accepted of the winner is right.
        prop_assert_eq!(opening_of(winner.other(), &proof), None);
        prop_assert_eq!(opening_of(winner, &ExpansionProof::default()), None);
        let wrong = changed(&proof, at, by);
        prop_assert_eq!(opening_of(winner.other(), &wrong), None);
        if let Some(told) = opening_of(winner, &wrong) {
            prop_assert_eq!(after(&prefix, &cnf, &told), winner);
        }
        // The clauses of A that learning has show the same.
        let Some(dual) = with_dual(&game, &mut free()).unwrap() else { return Ok(()) };
        let (of_circuit, _, _) = expand(&dual, steps);
        let (learnt, _) = QbfSearch::new(&dual, Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!([of_circuit, learnt], [winner; 2]);
    }
}

/// A chooses `count` atoms, and then E as many, which are to equal those.
fn answers(count: u32) -> Prenex {
    let mut cnf = Cnf::new(2 * count);
    for atom in 0..count {
        let [one, other] = [atom, count + atom].map(|it| Literal::new(Atom(it), true));
        cnf.add([one, !other]);
        cnf.add([!one, other]);
    }
    let prefix: Vec<_> = (0..count).map(|it| (Player::A, Atom(it))).collect();
    let own = (count..2 * count).map(|it| (Player::E, Atom(it)));
    Prenex::new(&prefix.into_iter().chain(own).collect::<Vec<_>>(), &cnf)
}

#[test]
fn what_a_refutation_lacks_is_missed() {
    // That E can answer is told by definitions; without them each way of A's needs one of E's.
    let game = answers(3).with_dual(Vec::new());
    let (winner, game, proof) = expand(&game, u64::MAX);
    assert_eq!((winner, proof.choices.len()), (Player::E, 8));
    let holds = |proof: &_| opening(&game, Player::E, proof, &mut free()).unwrap().is_some();
    assert!(holds(&proof));
    for way in 0..8 {
        let mut wrong = proof.clone();
        wrong.choices.remove(way);
        assert!(!holds(&wrong));
        let mut wrong = proof.clone();
        wrong.choices[way].push(Atom(99));
        assert!(!holds(&wrong));
    }
    let nothing = ClauseProof::default();
    assert!(!holds(&ExpansionProof { choices: proof.choices, refutation: nothing }));
    let defined = with_dual(&answers(3), &mut free()).unwrap().unwrap();
    assert_eq!(expand(&defined, u64::MAX).2.choices.len(), 1);
}
