//! Random games of quantified clauses for property tests, small enough to be decided by brute force.

use proptest::prelude::*;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::quantified::Player;

/// Atoms of the random games.
pub(crate) const ATOMS: u32 = 9;

/// A prefix that may leave atoms out, and clauses that may repeat literals, hold a literal and its
/// negation, or be empty.
pub(crate) fn clauses() -> impl Strategy<Value = (Vec<(Player, Atom)>, Cnf)> {
    let order = Just((0..ATOMS).map(Atom).collect::<Vec<_>>()).prop_shuffle();
    let turns = prop::collection::vec(prop::option::weighted(0.9, any::<bool>()), ATOMS as usize);
    let literal = (0..ATOMS, any::<bool>()).prop_map(|(atom, sign)| Literal::new(Atom(atom), sign));
    let clause = prop::collection::vec(literal, 1..5);
    let matrix = prop::collection::vec(prop_oneof![60 => clause, 1 => Just(Vec::new())], 0..36);
    (order, turns, matrix).prop_map(|(order, turns, matrix)| {
        let chosen = order.into_iter().zip(turns);
        let prefix = chosen.filter_map(|(atom, turn)| Some((Player::who_wants(turn?), atom)));
        let mut cnf = Cnf::new(ATOMS);
        for clause in matrix {
            cnf.add(clause);
        }
        (prefix.collect(), cnf)
    })
}

/// Atoms that are inputs of the random circuits; the others are gates.
const INPUTS: u32 = 5;

/// Circuits: gates by clauses that define them, innermost or before some inputs, of which some may be missing, and further
/// clauses.
pub(crate) fn circuits() -> impl Strategy<Value = (Vec<(Player, Atom)>, Cnf)> {
    let order = Just((0..INPUTS).map(Atom).collect::<Vec<_>>()).prop_shuffle();
    let turns = prop::collection::vec(any::<bool>(), INPUTS as usize);
    let literal = |atoms: u32| {
        (0..atoms, any::<bool>()).prop_map(|(atom, sign)| Literal::new(Atom(atom), sign))
    };
    let gates: Vec<_> = (INPUTS..ATOMS)
        .map(|atom| (0..4_u8, [literal(atom), literal(atom), literal(atom)]))
        .collect();
    let clause = prop::collection::vec(literal(ATOMS), 1..4);
    let others = prop::collection::vec(clause, 0..3);
    let missing = prop::option::weighted(0.2, 0..16_usize);
    let places = prop::option::of(prop::collection::vec(any::<prop::sample::Index>(), 4));
    let parts = (order, turns, gates, others, missing, places);
    parts.prop_map(|(order, turns, gates, others, missing, places)| {
        let mut clauses = others;
        for (atom, (kind, [one, two, three])) in (INPUTS..).map(Atom).zip(gates) {
            let gate = Literal::new(atom, true);
            clauses.extend(match kind {
                0 => vec![vec![!gate, one], vec![!gate, two], vec![gate, !one, !two]],
                1 => vec![
                    vec![gate, one],
                    vec![gate, two],
                    vec![gate, three],
                    vec![!gate, !one, !two, !three],
                ],
                2 => vec![
                    vec![!gate, one, two],
                    vec![!gate, !one, !two],
                    vec![gate, !one, two],
                    vec![gate, one, !two],
                ],
                _ => vec![
                    vec![!gate, !one, two],
                    vec![gate, !one, !two],
                    vec![!gate, one, three],
                    vec![gate, one, !three],
                ],
            });
        }
        if let Some(at) = missing {
            clauses.remove(at % clauses.len());
        }
        clauses.push(vec![Literal::new(Atom(ATOMS - 1), true)]);
        let mut cnf = Cnf::new(ATOMS);
        clauses.into_iter().for_each(|clause| cnf.add(clause));
        let mut prefix: Vec<_> = turns.into_iter().map(Player::who_wants).zip(order).collect();
        for (at, atom) in (INPUTS..ATOMS).enumerate() {
            let place = places.as_ref().map_or(prefix.len(), |it| it[at].index(prefix.len() + 1));
            prefix.insert(place, (Player::E, Atom(atom)));
        }
        (prefix, cnf)
    })
}

/// Who wins, by trying everything. Atoms that nobody chooses are E's and come first.
pub(crate) fn brute(prefix: &[(Player, Atom)], cnf: &Cnf) -> Player {
    fn value(order: &[(Player, Atom)], cnf: &Cnf, row: u32) -> bool {
        let Some(((player, atom), rest)) = order.split_first() else {
            let holds = |it: &Literal| (row >> it.atom().0 & 1 == 1) == it.is_positive();
            return cnf.clauses().all(|clause| clause.iter().any(holds));
        };
        let mut outcomes = [row, row | 1 << atom.0].into_iter().map(|row| value(rest, cnf, row));
        match player {
            Player::A => outcomes.all(|it| it),
            Player::E => outcomes.any(|it| it),
        }
    }
    let is_open = |atom: &Atom| prefix.iter().all(|(_, it)| it != atom);
    let open = (0..ATOMS).map(Atom).filter(is_open).map(|atom| (Player::E, atom));
    let order: Vec<_> = open.chain(prefix.iter().copied()).collect();
    Player::who_wants(value(&order, cnf, 0))
}
