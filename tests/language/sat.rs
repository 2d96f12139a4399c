//! The textbook procedure, its proofs, the counter and the clause formats against brute force and
//! against each other.

use super::sample;
use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::evidence::clauses::{ClauseProof, ClauseStep};
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::sat::SatVerdict;
use puzzle_engine::sat::count::count;
use puzzle_engine::sat::dpll::{DpllEvent, Observer, Silent, solve};
use puzzle_engine::verify::drat::{DratFlaw, check_refutation};
use puzzle_engine::verify::model::check_model;
use puzzle_lang::interchange::numbered::NumberedClauses;
use puzzle_lang::interchange::proof::ClauseProofFormat;
use puzzle_lang::interchange::{davis_putnam, dimacs};
use puzzle_lang::service::clauses::{self, Options};
use puzzle_lang::service::proof::{ProofVerdict, verify};

fn literal(number: i64) -> Literal {
    Literal::from_dimacs(number).unwrap()
}

fn cnf_of(atoms: u32, clauses: &[Vec<i64>]) -> Cnf {
    let mut cnf = Cnf::new(atoms);
    for clause in clauses {
        cnf.add(clause.iter().map(|&number| literal(number)));
    }
    cnf
}

/// The models of a small clause set, by trying all valuations.
fn models(cnf: &Cnf) -> usize {
    let is_model = |bits: &u32| {
        let holds = |it: &Literal| (bits >> it.atom().0 & 1 == 1) == it.is_positive();
        cnf.clauses().all(|clause| clause.iter().any(holds))
    };
    (0..1 << cnf.atoms()).filter(is_model).count()
}

fn decide(cnf: &Cnf) -> SatVerdict {
    solve(cnf, &mut Silent, &mut Budget::unlimited()).unwrap()
}

fn refutes(cnf: &Cnf, proof: &ClauseProof) -> Result<(), DratFlaw> {
    check_refutation(cnf, proof, &mut Budget::unlimited()).unwrap()
}

/// Solves and checks the evidence; returns whether there is a model.
fn solve_and_check(cnf: &Cnf) -> bool {
    match decide(cnf) {
        SatVerdict::Satisfiable(model) => {
            assert_eq!(model.len(), cnf.atoms() as usize);
            assert_eq!(check_model(cnf, &model), Ok(()));
            true
        }
        SatVerdict::Unsatisfiable(proof) => {
            assert_eq!(refutes(cnf, &proof), Ok(()));
            assert_eq!(proof.steps().last(), Some(ClauseStep::Add(&[])));
            false
        }
    }
}

/// The proof with its clauses mapped; a clause mapped to `None` is left out.
fn altered(
    proof: &ClauseProof,
    change: impl Fn(usize, &[Literal]) -> Option<Vec<Literal>>,
) -> ClauseProof {
    let mut result = ClauseProof::default();
    for (index, step) in proof.steps().enumerate() {
        match step {
            ClauseStep::Add(clause) => {
                change(index, clause).into_iter().for_each(|it| result.add(it));
            }
            ClauseStep::Delete(clause) => result.delete(clause.iter().copied()),
        }
    }
    result
}

/// A small clause set: duplicates, tautologies, empty clauses and unnamed atoms included.
fn small_cnf() -> impl Strategy<Value = Cnf> {
    (1..=8_i64).prop_flat_map(|atoms| {
        let literal = (1..=atoms, any::<bool>()).prop_map(|(n, sign)| if sign { n } else { -n });
        let length = prop_oneof![1 => Just(0_usize), 20 => Just(1), 150 => Just(2), 400 => Just(3), 100 => Just(4)];
        let clause = length.prop_flat_map(move |length| vec(literal.clone(), length));
        vec(clause, 0..40).prop_map(move |clauses| cnf_of(atoms as u32, &clauses))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1500)))]

    #[test]
    fn dpll_agrees_with_enumeration(cnf in small_cnf()) {
        prop_assert_eq!(solve_and_check(&cnf), models(&cnf) > 0);
    }

    #[test]
    fn count_agrees_with_enumeration(cnf in small_cnf()) {
        let counted = count(&cnf, &mut Budget::unlimited()).unwrap();
        prop_assert_eq!(counted, BigUint::from(models(&cnf)));
    }

    /// Whatever a proof says, it refutes no clause set that has a model.
    #[test]
    fn no_proof_refutes_a_satisfiable_set(
        cnf in small_cnf(),
        steps in vec((vec((1..=9_i64, any::<bool>()), 0..4), any::<bool>()), 0..12),
    ) {
        if models(&cnf) == 0 {
            return Ok(());
        }
        let mut proof = ClauseProof::default();
        for (clause, is_added) in steps {
            let clause = clause.into_iter().map(|(n, sign)| literal(if sign { n } else { -n }));
            if is_added { proof.add(clause) } else { proof.delete(clause) }
        }
        proof.add([]);
        prop_assert!(refutes(&cnf, &proof).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn hard_random_clauses_are_decided(
        clauses in vec([(1..=60_i64, any::<bool>()), (1..=60, any::<bool>()), (1..=60, any::<bool>())], 258),
    ) {
        let clauses: Vec<Vec<i64>> = clauses
            .iter()
            .map(|clause| clause.iter().map(|&(n, sign)| if sign { n } else { -n }).collect())
            .collect();
        solve_and_check(&cnf_of(60, &clauses));
    }
}

/// `holes + 1` pigeons in so many holes.
fn pigeonhole(holes: i64) -> Cnf {
    let sits = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i64>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for pigeon in 0..=holes {
            clauses.extend((0..pigeon).map(|other| vec![-sits(pigeon, hole), -sits(other, hole)]));
        }
    }
    cnf_of(0, &clauses)
}

#[test]
fn pigeons_do_not_fit_and_their_proof_bears_no_change() {
    let cnf = pigeonhole(6);
    let SatVerdict::Unsatisfiable(proof) = decide(&cnf) else { panic!("the pigeons fit") };
    assert_eq!(refutes(&cnf, &proof), Ok(()));
    let longest = proof.steps().filter_map(|step| match step {
        ClauseStep::Add(clause) => Some(clause.len()),
        ClauseStep::Delete(_) => None,
    });
    let longest = longest.max().unwrap();
    // Without the deepest branches the shallower ones are not refuted by propagation.
    let dropped = altered(&proof, |_, clause| (clause.len() < longest).then(|| clause.to_vec()));
    assert!(matches!(refutes(&cnf, &dropped), Err(DratFlaw::Unjustified { .. })));
    let flipped = altered(&proof, |index, clause| {
        let mut clause = clause.to_vec();
        if index == 0 {
            clause[0] = !clause[0];
        }
        Some(clause)
    });
    assert!(matches!(refutes(&cnf, &flipped), Err(DratFlaw::Unjustified { .. })));
    let is_short = |step| matches!(step, ClauseStep::Add(clause) if clause.len() <= 2);
    let first_short = proof.steps().position(is_short).unwrap();
    let cut = altered(&proof, |index, clause| (index < first_short).then(|| clause.to_vec()));
    assert_eq!(refutes(&cnf, &cut), Err(DratFlaw::Incomplete));
}

/// Atoms that the solver adds have numbers of their own, also where those of the file end with the
/// last there is.
#[test]
fn proofs_with_added_atoms_are_verified_in_every_format() {
    let cnf = pigeonhole(8);
    for highest in [u64::from(cnf.atoms()), i64::MAX as u64] {
        let atoms = u64::from(cnf.atoms());
        let mut numbers: Vec<_> = (1..=atoms).collect();
        numbers[cnf.atoms() as usize - 1] = highest;
        let clauses = NumberedClauses { cnf: cnf.clone(), numbers, spans: Vec::new() };
        for format in
            [ClauseProofFormat::Drat, ClauseProofFormat::DratBinary, ClauseProofFormat::Lrat]
        {
            let mut bytes = Vec::new();
            let mut budget = Budget::unlimited();
            let proof = Some((format, &mut bytes as &mut dyn std::io::Write));
            let decided = clauses::decide(&clauses, Options::default(), proof, &mut budget);
            assert!(matches!(decided.answer, Ok(None)));
            assert!(decided.statistics.added > 0);
            assert_eq!(verify(&clauses, &bytes, format, &mut budget), Ok(ProofVerdict::Verified));
        }
    }
}

#[test]
fn a_chain_of_a_million_implications_is_decided_both_ways() {
    let atoms = 1_000_000;
    let mut clauses: Vec<Vec<i64>> = (1..atoms).map(|n| vec![-n, n + 1]).collect();
    clauses.push(vec![1]);
    assert!(solve_and_check(&cnf_of(0, &clauses)));
    clauses.push(vec![-atoms]);
    assert!(!solve_and_check(&cnf_of(0, &clauses)));
}

/// Each of the components needs a split; none may cost a walk over all others.
#[test]
fn splits_in_many_components_take_linear_time() {
    let mut cnf = Cnf::default();
    for atom in (1..400_000).step_by(2) {
        cnf.add([literal(atom), literal(atom + 1)]);
        cnf.add([literal(-atom), literal(-atom - 1)]);
    }
    assert!(solve_and_check(&cnf));
}

#[test]
fn components_are_counted_apart() {
    let mut cnf = Cnf::new(200);
    for atom in (1..120).step_by(3) {
        cnf.add([literal(atom), literal(atom + 1), literal(atom + 2)]);
    }
    // Forty clauses with seven models each, and eighty free atoms.
    let expected = BigUint::from(7_u32).pow(40) << 80;
    assert_eq!(count(&cnf, &mut Budget::unlimited()), Ok(expected));
    cnf.add([]);
    assert_eq!(count(&cnf, &mut Budget::unlimited()), Ok(BigUint::ZERO));
}

#[test]
fn a_chain_has_one_model_for_each_place_to_start() {
    let clauses: Vec<Vec<i64>> = (1..2000).map(|n| vec![-n, n + 1]).collect();
    let counted = count(&cnf_of(0, &clauses), &mut Budget::unlimited());
    assert_eq!(counted, Ok(BigUint::from(2001_u32)));
}

#[test]
fn a_cancelled_search_stops() {
    let signal = Signal::default();
    signal.cancel();
    let cnf = pigeonhole(12);
    let budget = || Budget::new(signal.clone(), None, None);
    assert_eq!(solve(&cnf, &mut Silent, &mut budget()), Err(Stop::Cancelled));
    assert_eq!(count(&cnf, &mut budget()), Err(Stop::Cancelled));
}

#[derive(Default)]
struct Trace(Vec<DpllEvent>);

impl Observer for Trace {
    fn event(&mut self, event: DpllEvent) {
        self.0.push(event);
    }
}

#[test]
fn each_step_is_told() {
    use DpllEvent::{Backtrack, Conflict, Pure, Refuted, Satisfied, Split, Unit};
    let trace = |clauses: &[Vec<i64>]| {
        let mut trace = Trace::default();
        solve(&cnf_of(0, clauses), &mut trace, &mut Budget::unlimited()).unwrap();
        trace.0
    };
    // The example of the format's source.
    let example = trace(&[vec![1, 2, 3], vec![-2, 3], vec![-3]]);
    let unit = |number, clause| Unit { literal: literal(number), clause };
    assert_eq!(example, [unit(-3, 2), unit(-2, 1), unit(1, 0), Satisfied]);
    let square = trace(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2], vec![3, 1]]);
    assert_eq!(
        square,
        [
            Pure { literal: literal(3) },
            Split { literal: literal(1), level: 1 },
            unit(2, 2),
            Conflict { clause: 3 },
            Backtrack { literal: literal(-1) },
            unit(2, 0),
            Conflict { clause: 1 },
            Refuted,
        ]
    );
}

#[test]
fn the_example_of_the_format_is_answered_to_the_byte() {
    let text = b"1 2 3\n-2 3\n-3\n0\nThis is a simple example with 3 clauses and 3 atoms.\n";
    let (document, _) = davis_putnam::parse(text);
    let SatVerdict::Satisfiable(model) = decide(&document.clauses.cnf) else { panic!("no model") };
    let mut out = Vec::new();
    let values = document.clauses.numbers.iter().copied().zip(model);
    davis_putnam::write_satisfiable(&mut out, values, document.back_matter).unwrap();
    let expected = b"1 T\n2 F\n3 F\n0\nThis is a simple example with 3 clauses and 3 atoms.\n";
    assert_eq!(out, expected);
}

/// A clause file in canonical form, without empty clauses.
fn clause_lines() -> impl Strategy<Value = Vec<Vec<i64>>> {
    let number = prop_oneof![1..=20_i64, 1..=i64::MAX];
    let literal = (number, any::<bool>()).prop_map(|(n, sign)| if sign { n } else { -n });
    vec(vec(literal, 1..6), 0..20)
}

fn text_of(clauses: &[Vec<i64>]) -> String {
    let line = |clause: &Vec<i64>| {
        let words: Vec<String> = clause.iter().map(i64::to_string).collect();
        words.join(" ") + "\n"
    };
    clauses.iter().map(line).collect()
}

proptest! {
    #[test]
    fn clause_files_come_back_byte_for_byte(
        clauses in clause_lines(),
        back_matter in vec(any::<u8>(), 0..60),
    ) {
        let mut text = text_of(&clauses).into_bytes();
        text.extend(b"0\n");
        text.extend(&back_matter);
        let (document, diagnostics) = davis_putnam::parse(&text);
        prop_assert_eq!(diagnostics, []);
        let numbered = &document.clauses;
        let mut out = Vec::new();
        let number = |atom| numbered.number(atom);
        davis_putnam::write(&mut out, &numbered.cnf, number, document.back_matter).unwrap();
        prop_assert_eq!(&out, &text);
        prop_assert!(numbered.numbers.is_sorted());
        let mut written = clauses.iter().flatten().map(i64::to_string);
        for span in &numbered.spans {
            let written = written.next().unwrap();
            prop_assert_eq!(&text[span.range()], written.as_bytes());
        }

        let values: Vec<_> = numbered.numbers.iter().map(|&number| (number, number % 3 == 0)).collect();
        let mut out = Vec::new();
        davis_putnam::write_satisfiable(&mut out, values.clone(), &back_matter).unwrap();
        let (answer, diagnostics) = davis_putnam::parse_answer(&out);
        prop_assert_eq!(diagnostics, []);
        prop_assert_eq!((answer.values, answer.back_matter), (values, &back_matter[..]));
    }

    #[test]
    fn dimacs_comes_back(cnf in small_cnf()) {
        let mut text = Vec::new();
        dimacs::write(&mut text, &cnf, |atom| (atom.0 % 2 == 0).then_some("p 0 c")).unwrap();
        let (document, diagnostics) = dimacs::parse(&text);
        prop_assert_eq!(diagnostics, []);
        prop_assert_eq!(document.atoms, u64::from(cnf.atoms()));
        let mut back = document.clauses.cnf.clone();
        back.rename(cnf.atoms(), |atom| Atom(document.clauses.number(atom) as u32 - 1));
        prop_assert_eq!(back, cnf);
    }

    #[test]
    fn readers_bear_any_bytes(text in vec(any::<u8>(), 0..200)) {
        davis_putnam::parse(&text);
        davis_putnam::parse_answer(&text);
        dimacs::parse(&text);
    }

    #[test]
    fn readers_bear_near_misses(
        words in vec(prop_oneof![
            Just("0"), Just("\n"), Just("\r\n"), Just("p cnf"), Just("c"), Just("%"), Just("-"), Just("-0"),
            Just("12"), Just("-3"), Just("99999999999999999999"), Just("T"), Just("F"), Just("\u{feff}"),
            Just("p"), Just("¬1"), Just("+"),
        ], 0..30),
        separator in prop_oneof![Just(" "), Just(""), Just("\t")],
    ) {
        let text = words.join(separator);
        let all = [
            davis_putnam::parse(text.as_bytes()).1,
            davis_putnam::parse_answer(text.as_bytes()).1,
            dimacs::parse(text.as_bytes()).1,
        ];
        for diagnostic in all.iter().flatten() {
            prop_assert!(text.get(diagnostic.span.range()).is_some());
        }
    }
}
