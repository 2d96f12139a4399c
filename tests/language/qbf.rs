//! Games of quantified clauses: learning against brute force over every shape of prefix, its proofs
//! against their checker, and formula games by tables against the same games by learning.

use super::quantified_games::{ATOMS, brute, circuits, clauses};
use super::sample;
use super::trees;
use std::collections::BTreeSet;

use proptest::prelude::*;
use puzzle_engine::Failure;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::formula_game::Evidence;
use puzzle_engine::evidence::qbf::{QbfProof, QbfStep};
use puzzle_engine::logic::circuit::CircuitEdge;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::dual::AtomDefinition;
use puzzle_engine::logic::formula::{Formula, FormulaVariable};
use puzzle_engine::logic::functions::Functions;
use puzzle_engine::logic::qbf::{Prenex, encode};
use puzzle_engine::logic::quantified::{Player, QuantifiedGame};
use puzzle_engine::qbf::blocked::{defining, eliminate, restore};
use puzzle_engine::qbf::definitions::with_dual;
use puzzle_engine::qbf::{Freedom, QbfSearch, strategy};
use puzzle_engine::quantified::evidence;
use puzzle_engine::solve::functions::winning;
use puzzle_engine::verify::encoding::is_game;
use puzzle_engine::verify::formula_game::shows;
use puzzle_engine::verify::qbf::{is_won, opening};
use puzzle_lang::interchange::{qcir, qdimacs};

fn free() -> Budget {
    Budget::unlimited()
}

/// The values of all atoms when the opponent's are the bits of a row.
fn play(functions: &Functions, row: u32) -> Vec<bool> {
    let mut values = vec![false; ATOMS as usize];
    let mut nodes = vec![false];
    for (place, atom) in functions.inputs.iter().enumerate() {
        values[atom.0 as usize] = row >> place & 1 == 1;
        nodes.push(values[atom.0 as usize]);
    }
    let value = |nodes: &[bool], edge: CircuitEdge| nodes[edge.node()] != edge.is_negated();
    for [one, other] in functions.graph.gates() {
        nodes.push(value(&nodes, *one) && value(&nodes, *other));
    }
    for (atom, edge) in &functions.outputs {
        values[atom.0 as usize] = value(&nodes, *edge);
    }
    values
}

/// The steps of a proof, one of them changed.
fn changed(proof: &QbfProof, at: usize, by: usize) -> QbfProof {
    let mut other = QbfProof::default();
    for index in 0..proof.len() {
        let is_here = index == at;
        match proof.step(index) {
            QbfStep::Cover { literals, free } => {
                let mut literals = literals.to_vec();
                let mut free: Vec<_> = free.iter().copied().map(Atom).collect();
                if is_here && by.is_multiple_of(2) && !free.is_empty() {
                    free.remove(by / 2 % free.len());
                } else if is_here && !literals.is_empty() {
                    literals.remove(by / 2 % literals.len());
                }
                other.cover(&literals, &free);
            }
            QbfStep::Chain { clauses, pivots } if is_here && !pivots.is_empty() => {
                let mut pivots = pivots.to_vec();
                let place = by % pivots.len();
                pivots[place] = !pivots[place];
                other.chain(clauses, &pivots);
            }
            QbfStep::Chain { clauses, pivots } => other.chain(clauses, pivots),
            QbfStep::Image { clause, symmetry } => other.image(clause, symmetry),
        }
    }
    proof.symmetries().iter().for_each(|it| other.add_symmetry(it.clone()));
    other
}

/// Whether a player wins by functions.
fn wins(
    game: &Prenex,
    winner: Player,
    functions: &Functions,
    budget: &mut Budget,
) -> Result<bool, Failure> {
    match winning(game, winner, functions.clone(), budget) {
        Ok(_) => Ok(true),
        Err(Failure::Unverified(_)) => Ok(false),
        Err(failure) => Err(failure),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(2000)))]

    #[test]
    fn learning_follows_the_rule_and_its_proofs_hold(
        (prefix, cnf) in clauses(),
        at: usize,
        by: usize,
    ) {
        let game = Prenex::new(&prefix, &cnf);
        let expected = brute(&prefix, &cnf);
        let (winner, proof) = QbfSearch::new(&game, Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!(winner, expected);
        prop_assert!(is_won(&game, winner, &proof, &mut free()).unwrap());
        // By free atoms that come too early only wins of A are certain.
        let (guess, proof_of_guess) = QbfSearch::new(&game, Freedom::Any).run(&mut free()).unwrap();
        let is_shown = is_won(&game, guess, &proof_of_guess, &mut free()).unwrap();
        prop_assert!(guess == winner || guess == Player::E && !is_shown);
        prop_assert!(is_shown || guess == Player::E);
        // Nothing shows that the loser wins, and what does not follow is refused or does no harm.
        prop_assert!(!is_won(&game, winner.other(), &proof, &mut free()).unwrap());
        prop_assert!(!is_won(&game, winner, &QbfProof::default(), &mut free()).unwrap());
        let wrong = changed(&proof, at % proof.len(), by);
        prop_assert!(!is_won(&game, winner.other(), &wrong, &mut free()).unwrap());
    }

    /// What the winner chooses first keeps the win, and the functions win whatever the opponent does.
    #[test]
    fn winners_are_told_how_to_play((prefix, cnf) in clauses(), changed: prop::sample::Index) {
        let game = Prenex::new(&prefix, &cnf);
        let (winner, proof) = QbfSearch::new(&game, Freedom::Late).run(&mut free()).unwrap();
        let opening = opening(&game, winner, &proof, &mut free()).unwrap().unwrap();
        let mut fixed = cnf.clone();
        let mut fixed_prefix = prefix.clone();
        for literal in &opening {
            // E's and outermost, with only one value.
            fixed_prefix.retain(|(_, atom)| *atom != literal.atom());
            fixed.add([*literal]);
        }
        prop_assert_eq!(brute(&fixed_prefix, &fixed), winner);
        let functions = strategy(&game, winner, &proof, &mut free()).unwrap();
        prop_assert!(wins(&game, winner, &functions, &mut free()).unwrap());
        prop_assert!(!wins(&game, winner.other(), &functions, &mut free()).unwrap());
        for row in 0..1 << functions.inputs.len() {
            let values = play(&functions, row);
            let holds = |it: &Literal| values[it.atom().0 as usize] == it.is_positive();
            let is_satisfied = game.matrix().clauses().all(|clause| clause.iter().any(holds));
            prop_assert_eq!(Player::who_wants(is_satisfied), winner);
        }
        // With clauses left out that change nothing, the same player wins, and E can make up for them.
        let (kept, blocked) = eliminate(&game, &mut free()).unwrap();
        let small = game.only(&kept);
        let (same, proof) = QbfSearch::new(&small, Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!(same, winner);
        if winner == Player::E {
            let mut restored = strategy(&small, winner, &proof, &mut free()).unwrap();
            restore(&game, &blocked, &mut restored);
            prop_assert!(wins(&game, winner, &restored, &mut free()).unwrap());
        }
        // Whatever is accepted wins.
        let mut wrong = functions;
        if !wrong.outputs.is_empty() {
            let at = changed.index(wrong.outputs.len());
            wrong.outputs[at].1 = !wrong.outputs[at].1;
            let is_right = (0..1 << wrong.inputs.len()).all(|row| {
                let values = play(&wrong, row);
                let holds = |it: &Literal| values[it.atom().0 as usize] == it.is_positive();
                let is_satisfied = game.matrix().clauses().all(|clause| clause.iter().any(holds));
                Player::who_wants(is_satisfied) == winner
            });
            prop_assert_eq!(wins(&game, winner, &wrong, &mut free()).unwrap(), is_right);
            wrong.outputs.remove(at);
            prop_assert!(!wins(&game, winner, &wrong, &mut free()).unwrap());
        }
    }

    /// Where clauses of A's own are known, the same player wins, and E plays by them as well.
    #[test]
    fn circuits_are_won_by_clauses_of_both((prefix, cnf) in circuits(), at: usize, by: usize) {
        let game = Prenex::new(&prefix, &cnf);
        let Some(dual) = with_dual(&game, &mut free()).unwrap() else { return Ok(()) };
        let (winner, proof) = QbfSearch::new(&dual, Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!(winner, brute(&prefix, &cnf));
        prop_assert!(is_won(&dual, winner, &proof, &mut free()).unwrap());
        let wrong = changed(&proof, at % proof.len(), by);
        prop_assert!(!is_won(&dual, winner.other(), &wrong, &mut free()).unwrap());
        let mut functions = strategy(&dual, winner, &proof, &mut free()).unwrap();
        if winner == Player::E {
            restore(&game, &defining(&dual), &mut functions);
        }
        prop_assert!(wins(&game, winner, &functions, &mut free()).unwrap());
    }

    /// Whatever clauses are said to define atoms: what is accepted is so.
    #[test]
    fn wrong_definitions_show_nothing_wrong(
        (prefix, cnf) in prop_oneof![circuits(), clauses()],
        of_last in prop::collection::vec(prop::bool::weighted(0.9), 40),
        shuffled in prop::option::weighted(0.3, Just((0..ATOMS).collect::<Vec<_>>()).prop_shuffle()),
        early: bool,
    ) {
        let game = Prenex::new(&prefix, &cnf);
        // Most clauses are said to define the last of their atoms, and some another one, or nothing.
        let order = shuffled.unwrap_or_else(|| (0..ATOMS).collect());
        let mut defining = vec![Vec::new(); ATOMS as usize];
        for (clause, number) in game.matrix().clauses().zip(0..) {
            let last = clause.iter().map(|it| it.atom().0).max();
            if let (Some(last), true) = (last, of_last[number as usize]) {
                defining[last as usize].push(number);
            }
        }
        let is_last = |atom: u32| {
            let mut last = prefix.iter().rev().take_while(|(player, _)| *player == Player::E);
            last.any(|(_, it)| *it == Atom(atom))
        };
        let is_of_e = |atom: u32| !prefix.contains(&(Player::A, Atom(atom)));
        let is_fit = |atom: &u32| if early { is_of_e(*atom) } else { is_last(*atom) };
        let definitions = order.into_iter().filter(is_fit).filter_map(|atom| {
            let clauses = std::mem::take(&mut defining[atom as usize]);
            (!clauses.is_empty()).then_some(AtomDefinition { atom: Atom(atom), clauses })
        });
        let dual = game.with_dual(definitions.collect());
        let (winner, proof) = QbfSearch::new(&dual, Freedom::Late).run(&mut free()).unwrap();
        if is_won(&dual, winner, &proof, &mut free()).unwrap() {
            prop_assert_eq!(winner, brute(&prefix, &cnf));
        }
    }

    #[test]
    fn quantified_clauses_are_read_as_they_were_written((prefix, cnf) in clauses()) {
        let mut text = Vec::new();
        qdimacs::write(&mut text, &prefix, &cnf).unwrap();
        let (document, diagnostics) = qdimacs::parse(&text);
        prop_assert_eq!(diagnostics, []);
        prop_assert_eq!(document.clauses, cnf.len());
        let (winner, _) = QbfSearch::new(&document.game, Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!(winner, brute(&prefix, &cnf));
    }

    #[test]
    fn a_wrong_step_is_refused((prefix, cnf) in clauses(), by: usize) {
        let game = Prenex::new(&prefix, &cnf);
        let (winner, proof) = QbfSearch::new(&game, Freedom::Late).run(&mut free()).unwrap();
        // The last step is needed; a literal that is resolved upon has to be there.
        if let Some(QbfStep::Chain { pivots: [_, ..], .. }) = Some(proof.step(proof.len() - 1)) {
            let wrong = changed(&proof, proof.len() - 1, by);
            prop_assert!(!is_won(&game, winner, &wrong, &mut free()).unwrap());
        }
    }
}

/// The order of the atoms, and the clauses that are said to define each of E's.
type Case<'a> = (&'a [Literal], &'a [&'a [&'a [Literal]]]);

/// Clauses that define nothing, and would show that E wins if they were believed to: the atoms are 0 to 2, of which A
/// chooses the first one.
#[test]
fn what_defines_nothing_is_refused() {
    let [a, g, h] = [0, 1, 2].map(|atom| Literal::new(Atom(atom), true));
    let (none, one): (&[Literal], _) = (&[], |it: Literal| it.atom());
    let cases: [Case<'_>; 4] = [
        // No value satisfies both clauses where A's is false.
        (&[a, g], &[&[&[g, a], &[!g, a]]]),
        // The atom is chosen before A's.
        (&[g, a], &[&[&[g, a], &[!g, !a]]]),
        // The clause has other atoms only.
        (&[a, g], &[&[&[a]]]),
        // Each is defined by the other one.
        (&[a, g, h], &[&[&[g, h], &[!g, !h]], &[&[h, !g], &[!h, g]]]),
    ];
    for (order, groups) in cases {
        let owner = |it: &Literal| if *it == a { Player::A } else { Player::E };
        let prefix: Vec<_> = order.iter().map(|it| (owner(it), one(*it))).collect();
        let mut cnf = Cnf::new(3);
        groups.iter().copied().flatten().for_each(|clause| cnf.add(clause.iter().copied()));
        assert_eq!(brute(&prefix, &cnf), Player::A);
        let mut numbers = 0..;
        let definitions = [g, h].into_iter().zip(groups).map(|(atom, clauses)| AtomDefinition {
            atom: one(atom),
            clauses: numbers.by_ref().take(clauses.len()).collect(),
        });
        let game = Prenex::new(&prefix, &cnf).with_dual(definitions.collect());
        // Nothing else is to be violated, so the last clause of A's has no literals.
        let last = game.inputs() - 1;
        assert_eq!(game.input(last), Some((Player::A, none)));
        let mut proof = QbfProof::default();
        proof.chain(&[last as u32], &[]);
        assert!(!is_won(&game, Player::E, &proof, &mut free()).unwrap(), "{order:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(300)))]

    #[test]
    fn tables_and_learning_agree_on_formula_games(
        tree in trees::tree(8, 40),
        turns in prop::collection::vec(any::<bool>(), 8),
        order in Just((0..8).map(FormulaVariable).collect::<Vec<_>>()).prop_shuffle(),
        values in prop::collection::vec(any::<bool>(), 0..8),
        at: prop::sample::Index,
    ) {
        let turns = turns.into_iter().map(Player::who_wants).collect();
        let game = QuantifiedGame::new(tree.formula(), turns, order).unwrap();
        // With all values chosen, nothing is left but to evaluate.
        let all: Vec<bool> = (0..8).map(|turn| values.get(turn) == Some(&true)).collect();
        let row = game.order().iter().zip(&all).map(|(it, value)| u32::from(*value) << it.0).sum();
        let winner = |values: &[bool]| {
            let found = evidence(&game, values, &mut free());
            found.map(|it| it.winner())
        };
        prop_assert_eq!(winner(&all), Ok(Player::who_wants(tree.value(row))));
        let (prefix, matrix) = encode(&game, &values);
        let (by_learning, proof) = QbfSearch::new(&Prenex::new(&prefix, &matrix), Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!(winner(&values), Ok(by_learning));
        let is_said = |prefix: &[_], matrix: &Cnf| {
            is_game(&game, &values, (prefix, matrix), &mut free())
        };
        prop_assert_eq!(is_said(&prefix, &matrix), Ok(true));
        let (mut turned, mut place) = (Cnf::new(matrix.atoms()), at.index(matrix.literals()));
        for clause in matrix.clauses() {
            turned.add(clause.iter().map(|literal| {
                let is_it = place == 0;
                place = place.wrapping_sub(1);
                if is_it { !*literal } else { *literal }
            }));
        }
        // Of a literal that stands there twice one may be turned when its negation stands there, too.
        let sets = |cnf: &Cnf| -> Vec<BTreeSet<_>> {
            cnf.clauses().map(|it| it.iter().copied().collect()).collect()
        };
        let is_same = sets(&turned) == sets(&matrix);
        prop_assert_eq!(is_said(&prefix, &turned), Ok(is_same));
        let mut late = prefix.clone();
        late.rotate_left(1);
        prop_assert_eq!(is_said(&late, &matrix), Ok(false));
        let names: Vec<String> = game.order().iter().map(ToString::to_string).collect();
        let mut text = Vec::new();
        qcir::write(&mut text, &game, &values, &names).unwrap();
        let (circuit, diagnostics) = qcir::parse(&text);
        prop_assert_eq!(diagnostics, []);
        let (of_circuit, _) = QbfSearch::new(&circuit.unwrap().game, Freedom::Late).run(&mut free()).unwrap();
        prop_assert_eq!(of_circuit, by_learning);
        let shown = Evidence::Proof(by_learning, proof.clone());
        prop_assert_eq!(shows(&game, &values, &shown, &mut free()), Ok(true));
        let turned = Evidence::Proof(by_learning.other(), proof);
        prop_assert_eq!(shows(&game, &values, &turned, &mut free()), Ok(false));
    }
}

/// `count` pairs in which E answers A: E wins when every answer equals what A chose, or, with
/// `is_late`, when A has to choose after E.
fn copycat(count: u32, is_late: bool) -> QuantifiedGame {
    let variable = |index: u32| Formula::variable(FormulaVariable(index));
    let same = |pair: u32| {
        let (a, e) = (variable(2 * pair), variable(2 * pair + 1));
        Formula::or([Formula::and([a.clone(), e.clone()]), Formula::and([!a, !e])])
    };
    let formula = Formula::and((0..count).map(same));
    let turns = (0..count).flat_map(|_| [Player::A, Player::E]).collect::<Vec<_>>();
    let swap =
        |pair: u32| if is_late { [2 * pair + 1, 2 * pair] } else { [2 * pair, 2 * pair + 1] };
    let turns = if is_late { turns.iter().map(|it| it.other()).collect() } else { turns };
    let order = (0..count).flat_map(swap).map(FormulaVariable).collect();
    QuantifiedGame::new(formula, turns, order).unwrap()
}

#[test]
fn games_far_beyond_the_letters_are_decided_and_shown() {
    // Against 16 choices tables tell what to answer; that nothing can be answered is learned at once.
    for (is_late, expected, counts) in
        [(false, Player::E, [13, 14, 16]), (true, Player::A, [14, 30, 200])]
    {
        for count in counts {
            let game = copycat(count, is_late);
            let found = evidence(&game, &[], &mut free()).unwrap();
            assert_eq!(found.winner(), expected, "{count} {is_late}");
            assert_eq!(shows(&game, &[], &found, &mut free()), Ok(true));
        }
    }
}

#[test]
fn a_gate_that_nobody_needs_is_free() {
    let [a, gate, other] = [0, 1, 2].map(|atom| Literal::new(Atom(atom), true));
    let mut matrix = Cnf::new(3);
    matrix.add([gate, !a]);
    matrix.add([!gate, a]);
    matrix.add([other]);
    let [own, theirs] = [Player::E, Player::A];
    let game = Prenex::new(&[(theirs, Atom(0)), (own, Atom(1)), (own, Atom(2))], &matrix);
    let (winner, proof) = QbfSearch::new(&game, Freedom::Late).run(&mut free()).unwrap();
    assert_eq!(winner, own);
    assert_eq!(proof.step(0), QbfStep::Cover { literals: &[other], free: &[1] });
    assert!(is_won(&game, own, &proof, &mut free()).unwrap());
    // It has to be free in the proof, and to be chosen after what its value depends on.
    let wrong = changed(&proof, 0, 0);
    assert!(!is_won(&game, own, &wrong, &mut free()).unwrap());
    let early = Prenex::new(&[(own, Atom(1)), (theirs, Atom(0)), (own, Atom(2))], &matrix);
    assert!(!is_won(&early, own, &proof, &mut free()).unwrap());
    let (winner, _) = QbfSearch::new(&early, Freedom::Late).run(&mut free()).unwrap();
    assert_eq!(winner, theirs);
}
