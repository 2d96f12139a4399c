//! Symmetries of games of quantified clauses: games that are made symmetric against brute force, and proofs whose
//! symmetries are none.

use crate::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::qbf::{QbfProof, QbfStep};
use puzzle_engine::logic::circuit::CircuitEdge;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::functions::Functions;
use puzzle_engine::logic::permutation::LiteralPermutation;
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::logic::quantified::Player;
use puzzle_engine::qbf::blocked::{defining, restore};
use puzzle_engine::qbf::definitions::with_dual;
use puzzle_engine::qbf::{Freedom, QbfSearch, strategy};
use puzzle_engine::verify::qbf::{is_won, opening};
use std::collections::BTreeSet;

/// Atoms of the random games, and those of them that may be gates. Two at a time have one owner.
const ATOMS: u32 = 12;
const GATES: u32 = 2;

fn free() -> Budget {
    Budget::unlimited()
}

fn of(atom: u32, is_positive: bool) -> Literal {
    Literal::new(Atom(atom), is_positive)
}

/// A permutation that takes each two atoms to themselves in one of eight ways.
fn permutation(ways: &[u8]) -> LiteralPermutation {
    let images = ways.iter().zip(0..).flat_map(|(way, pair)| {
        let [first, second] = [2 * pair, 2 * pair + 1].map(|it| of(it, true));
        let (first, second) = if way & 1 != 0 { (second, first) } else { (first, second) };
        [if way & 2 != 0 { !first } else { first }, if way & 4 != 0 { !second } else { second }]
    });
    LiteralPermutation { images: images.collect() }
}

/// The clauses with all their images, and those of these.
fn closed(clauses: Vec<Vec<Literal>>, permutations: &[LiteralPermutation]) -> Vec<Vec<Literal>> {
    let mut all = BTreeSet::new();
    let mut open = clauses;
    while let Some(mut clause) = open.pop() {
        clause.sort_unstable();
        clause.dedup();
        if !all.contains(&clause) {
            let image = |it: &LiteralPermutation| clause.iter().map(|at| it.image(*at)).collect();
            open.extend(permutations.iter().map(image));
            all.insert(clause);
        }
    }
    all.into_iter().collect()
}

/// Games with symmetries: a prefix, and the clauses. In half of them the last atoms are gates.
fn games() -> impl Strategy<Value = (Vec<(Player, Atom)>, Cnf)> {
    let pairs = ATOMS as usize / 2;
    let literal = || (0..ATOMS, any::<bool>()).prop_map(|(atom, sign)| of(atom, sign));
    let operand = (0..ATOMS - GATES, any::<bool>()).prop_map(|(atom, sign)| of(atom, sign));
    let turns = vec(any::<bool>(), pairs);
    let ways = vec(vec(0..8_u8, pairs), 1..3);
    let clauses = vec(vec(literal(), 3..5), 2..8);
    (turns, ways, clauses, vec(operand, 2), any::<bool>()).prop_map(
        move |(mut turns, mut ways, mut clauses, operands, has_gates)| {
            if has_gates {
                turns[pairs - 1] = true;
                ways.truncate(1);
                // An involution, which exchanges the gates.
                ways[0].iter_mut().filter(|it| **it & 1 != 0).for_each(|it| *it = (*it & 1) | 6);
                ways[0][pairs - 1] = 1;
                let gate = of(ATOMS - 2, true);
                clauses.truncate(2);
                clauses.push(vec![gate, !operands[0], !operands[1]]);
                clauses.extend(operands.iter().map(|it| vec![!gate, *it]));
            }
            let permutations: Vec<_> = ways.iter().map(|it| permutation(it)).collect();
            let mut cnf = Cnf::new(ATOMS);
            closed(clauses, &permutations).into_iter().for_each(|it| cnf.add(it));
            let owner = |atom: u32| Player::who_wants(turns[atom as usize / 2]);
            ((0..ATOMS).map(|it| (owner(it), Atom(it))).collect(), cnf)
        },
    )
}

fn is_satisfied(cnf: &Cnf, row: u32) -> bool {
    let holds = |it: &Literal| (row >> it.atom().0 & 1 == 1) == it.is_positive();
    cnf.clauses().all(|clause| clause.iter().any(holds))
}

/// Who wins, by trying everything.
fn brute(prefix: &[(Player, Atom)], cnf: &Cnf, row: u32) -> Player {
    let Some(((player, atom), rest)) = prefix.split_first() else {
        return Player::who_wants(is_satisfied(cnf, row));
    };
    let mut outcomes = [row, row | 1 << atom.0].into_iter().map(|row| brute(rest, cnf, row));
    if outcomes.any(|it| it == *player) { *player } else { player.other() }
}

/// The values of all atoms, as bits, when the opponent's are the bits of a row.
fn play(functions: &Functions, row: u32) -> u32 {
    let mut values = 0;
    let mut nodes = vec![false];
    for (place, atom) in functions.inputs.iter().enumerate() {
        let value = row >> place & 1;
        values |= value << atom.0;
        nodes.push(value == 1);
    }
    let value = |nodes: &[bool], edge: CircuitEdge| nodes[edge.node()] != edge.is_negated();
    for [one, other] in functions.graph.gates() {
        nodes.push(value(&nodes, *one) && value(&nodes, *other));
    }
    for (atom, edge) in &functions.outputs {
        values |= u32::from(value(&nodes, *edge)) << atom.0;
    }
    values
}

fn found(game: &Prenex) -> (Player, QbfProof) {
    let mut search = QbfSearch::new(game, Freedom::Late);
    search.symmetries_from = Some(0);
    search.run(&mut free()).unwrap()
}

/// The symmetries that the last step rests on.
fn used(game: &Prenex, proof: &QbfProof) -> BTreeSet<u32> {
    let mut is_needed = vec![false; proof.len()];
    let mut used = BTreeSet::new();
    is_needed[proof.len() - 1] = true;
    for index in (0..proof.len()).rev().collect::<Vec<_>>() {
        if is_needed[index] {
            let steps = proof.parents(index).into_iter();
            steps
                .filter_map(|it| (it as usize).checked_sub(game.inputs()))
                .for_each(|it| is_needed[it] = true);
            if let QbfStep::Image { symmetry, .. } = proof.step(index) {
                used.insert(symmetry);
            }
        }
    }
    used
}

/// The proof with other symmetries, and with another symmetry in the step `at`.
fn with_symmetries(
    proof: &QbfProof,
    symmetries: &[LiteralPermutation],
    at: Option<(usize, u32)>,
) -> QbfProof {
    let mut other = QbfProof::default();
    symmetries.iter().for_each(|it| other.add_symmetry(it.clone()));
    for index in 0..proof.len() {
        match proof.step(index) {
            QbfStep::Cover { literals, free } => {
                other.cover(literals, &free.iter().copied().map(Atom).collect::<Vec<_>>());
            }
            QbfStep::Chain { clauses, pivots } => other.chain(clauses, pivots),
            QbfStep::Image { clause, symmetry } => {
                let new = at.filter(|it| it.0 == index).map_or(symmetry, |it| it.1);
                other.image(clause, new);
            }
        }
    }
    other
}

/// Whether a permutation keeps a game.
fn is_symmetry(game: &Prenex, permutation: &LiteralPermutation) -> bool {
    let inputs = || (0..game.inputs()).filter_map(|it| game.input(it));
    let clauses: BTreeSet<(bool, BTreeSet<Literal>)> = inputs()
        .map(|(owner, clause)| (owner == Player::E, clause.iter().copied().collect()))
        .collect();
    let image =
        |clause: &BTreeSet<Literal>| clause.iter().map(|it| permutation.image(*it)).collect();
    let atoms: BTreeSet<Atom> = permutation.images.iter().map(|it| it.atom()).collect();
    atoms.len() == game.atoms()
        && (0..)
            .zip(&permutation.images)
            .all(|(atom, it)| game.block(of(atom, true)) == game.block(*it))
        && clauses.iter().all(|(owner, clause)| clauses.contains(&(*owner, image(clause))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(2000)))]

    /// With images the right player wins, by a proof, an opening and functions that hold.
    #[test]
    fn symmetric_games_are_won_by_who_wins_them((prefix, cnf) in games()) {
        let plain = Prenex::new(&prefix, &cnf);
        let expected = brute(&prefix, &cnf, 0);
        for game in std::iter::once(plain.clone()).chain(with_dual(&plain, &mut free()).unwrap()) {
            let (winner, proof) = found(&game);
            prop_assert_eq!(winner, expected);
            prop_assert!(is_won(&game, winner, &proof, &mut free()).unwrap());
            prop_assert!(!is_won(&game, winner.other(), &proof, &mut free()).unwrap());
            prop_assert!(proof.symmetries().iter().all(|it| is_symmetry(&game, it)));
            let mut fixed = cnf.clone();
            let mut fixed_prefix = prefix.clone();
            for literal in opening(&game, winner, &proof, &mut free()).unwrap().unwrap() {
                fixed_prefix.retain(|(_, atom)| *atom != literal.atom());
                fixed_prefix.insert(0, (Player::E, literal.atom()));
                fixed.add([literal]);
            }
            prop_assert_eq!(brute(&fixed_prefix, &fixed, 0), winner);
            let mut functions = strategy(&game, winner, &proof, &mut free()).unwrap();
            if winner == Player::E {
                restore(&plain, &defining(&game), &mut functions);
            }
            for row in 0..1 << functions.inputs.len() {
                let is_satisfied = is_satisfied(&cnf, play(&functions, row));
                prop_assert_eq!(Player::who_wants(is_satisfied), winner);
            }
        }
    }

    /// A permutation that a proof rests on has to be a symmetry, and a step with another one shows nothing wrong.
    #[test]
    fn other_permutations_are_refused(
        (prefix, cnf) in games(),
        one in 0..ATOMS,
        other in 0..ATOMS,
        sign: bool,
        at: prop::sample::Index,
    ) {
        let game = Prenex::new(&prefix, &cnf);
        let (winner, proof) = found(&game);
        for symmetry in used(&game, &proof) {
            let mut symmetries = proof.symmetries().to_vec();
            let images = &mut symmetries[symmetry as usize].images;
            images.swap(one as usize, other as usize);
            if sign {
                images[one as usize] = !images[one as usize];
            }
            let is_right = is_symmetry(&game, &symmetries[symmetry as usize]);
            let wrong = with_symmetries(&proof, &symmetries, None);
            prop_assert!(is_right || !is_won(&game, winner, &wrong, &mut free()).unwrap());
            prop_assert!(!is_won(&game, winner.other(), &wrong, &mut free()).unwrap());
        }
        let new = at.index(proof.symmetries().len() + 1) as u32;
        let wrong = with_symmetries(&proof, proof.symmetries(), Some((at.index(proof.len()), new)));
        prop_assert!(!is_won(&game, winner.other(), &wrong, &mut free()).unwrap());
    }
}

fn clauses_of(atoms: u32, clauses: &[&[i64]]) -> Cnf {
    let mut cnf = Cnf::new(atoms);
    for clause in clauses {
        cnf.add(clause.iter().filter_map(|it| Literal::from_dimacs(*it)));
    }
    cnf
}

/// 2 follows from the first two clauses, -2 is its image, and then nothing is left.
#[test]
fn an_image_follows_only_by_a_symmetry() {
    let proof = |images: [i64; 2], symmetry: u32, number: u32| {
        let mut proof = QbfProof::default();
        let images = images.map(|it| Literal::from_dimacs(it).unwrap());
        proof.add_symmetry(LiteralPermutation { images: images.to_vec() });
        proof.chain(&[0, 1], &[of(0, true)]);
        proof.image(number, symmetry);
        proof.chain(&[number, number + 1], &[of(1, true)]);
        proof
    };
    let prefix = [(Player::E, Atom(0)), (Player::E, Atom(1))];
    let all: &[&[i64]] = &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];
    let shows = |prefix: &[(Player, Atom)], clauses: &[&[i64]], images, symmetry| {
        let game = Prenex::new(prefix, &clauses_of(2, clauses));
        let proof = proof(images, symmetry, clauses.len() as u32);
        is_won(&game, Player::A, &proof, &mut free()).unwrap()
    };
    assert!(shows(&prefix, all, [1, -2], 0));
    // A symmetry that is not there, one that says something else, and what is none.
    assert!(!shows(&prefix, all, [1, -2], 1));
    assert!(!shows(&prefix, all, [2, 1], 0));
    assert!(!shows(&prefix, all, [2, -2], 0));
    assert!(!shows(&prefix, all, [1, -3], 0));
    // Three of the clauses leave a model.
    assert!(!shows(&prefix, &all[..3], [1, -2], 0));
    // An atom of another block is another one, though the clauses are kept.
    let apart = [(Player::E, Atom(0)), (Player::A, Atom(2)), (Player::E, Atom(1))];
    let game = Prenex::new(&apart, &clauses_of(3, all));
    let mut proof = QbfProof::default();
    let images = [2, 1, 3].map(|it| Literal::from_dimacs(it).unwrap());
    proof.add_symmetry(LiteralPermutation { images: images.to_vec() });
    proof.image(0, 0);
    proof.chain(&[4, 1], &[of(0, true)]);
    proof.chain(&[2, 3], &[of(0, true)]);
    proof.chain(&[5, 6], &[of(1, true)]);
    assert!(!is_won(&game, Player::A, &proof, &mut free()).unwrap());
}
