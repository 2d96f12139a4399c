//! Clauses split into parts, each part solved apart, and the proofs verified together, against brute force.
//! Nothing may verify clauses that have a model, however list and proofs are mixed up.

use super::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::Atom;
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::interchange::dimacs;
use puzzle_lang::interchange::numbered::NumberedClauses;
use puzzle_lang::interchange::proof::ClauseProofFormat;
use puzzle_lang::service::clauses::{self, Options};
use puzzle_lang::service::cubes::{CubeList, SplitClauses};
use puzzle_lang::service::proof::{ProofVerdict, ProvenClauses};
use std::num::NonZeroUsize;

const ATOMS: i64 = 8;
const FORMATS: [ClauseProofFormat; 3] =
    [ClauseProofFormat::Drat, ClauseProofFormat::DratBinary, ClauseProofFormat::Lrat];

/// Clauses over few atoms, whose numbers have gaps.
fn text(clauses: &[Vec<i64>]) -> String {
    let numbered = |it: &i64| (it * 7).to_string() + " ";
    let line = |it: &Vec<i64>| it.iter().map(numbered).collect::<String>() + "0\n";
    format!("p cnf {} {}\n", ATOMS * 7, clauses.len())
        + &clauses.iter().map(line).collect::<String>()
}

fn read(text: &[u8]) -> NumberedClauses {
    let (file, diagnostics) = dimacs::parse(text);
    assert_eq!(diagnostics, Vec::new());
    file.clauses
}

/// The valuations of the atoms of `whole` that make all clauses true.
fn models(whole: &NumberedClauses, clauses: &NumberedClauses) -> Vec<u32> {
    let place = |atom: Atom| whole.atom(clauses.number(atom)).unwrap().0;
    let is_model = |bits: &u32| {
        clauses.cnf.clauses().all(|clause| {
            clause.iter().any(|it| (bits >> place(it.atom()) & 1 == 1) == it.is_positive())
        })
    };
    (0..1 << whole.numbers.len()).filter(is_model).collect()
}

/// The list of the cubes, and the clauses of each part, as they are written.
fn split(whole: &NumberedClauses, count: usize) -> (String, Vec<NumberedClauses>) {
    let count = NonZeroUsize::new(count).unwrap();
    let mut budget = Budget::unlimited();
    let split = SplitClauses::new("x", whole.clone(), Vec::new(), count, &mut budget).unwrap();
    let files: Vec<_> = split.artifacts(&mut budget).map(Result::unwrap).collect();
    assert!(split.files().eq(files.iter().map(|it| it.name.clone())));
    let list = String::from_utf8(files[0].bytes.clone()).unwrap();
    (list, files[1..].iter().map(|it| read(&it.bytes)).collect())
}

/// The steps of a proof that clauses have no model; what there is of it where they have one.
fn proof(part: &NumberedClauses, format: ClauseProofFormat) -> (bool, Vec<u8>) {
    let mut bytes = Vec::new();
    let decided = clauses::decide(
        part,
        Options::default(),
        Some((format, &mut bytes)),
        &mut Budget::unlimited(),
    );
    (decided.answer.unwrap().is_none(), bytes)
}

/// The first fault of a list with the proofs of its parts.
fn fault(
    whole: &NumberedClauses,
    list: &str,
    proofs: &[(ClauseProofFormat, Vec<u8>)],
) -> Option<Box<Diagnostic>> {
    let mut budget = Budget::unlimited();
    let list = match CubeList::read(whole, list.as_bytes()) {
        Ok(list) => list,
        Err(fault) => return Some(fault),
    };
    if let Some(fault) = list.gap(whole, &mut budget).unwrap() {
        return Some(fault);
    }
    let proven = ProvenClauses::new(whole);
    for part in 1..=list.count() {
        let Some((format, bytes)) = proofs.get(part - 1) else {
            return Some(Box::new(list.without_proofs(&[part], &[])));
        };
        match list.verify(part, &proven, (bytes, *format), &mut budget).unwrap() {
            ProofVerdict::Verified => {}
            ProofVerdict::Faulty(fault) => {
                assert!(fault.message.starts_with(&format!("part {part}: ")), "{fault:?}");
                return Some(fault);
            }
        }
    }
    None
}

fn number() -> impl Strategy<Value = i64> {
    (1..=ATOMS, any::<bool>()).prop_map(|(it, is)| if is { it } else { -it })
}

fn random_clauses() -> impl Strategy<Value = Vec<Vec<i64>>> {
    let three = vec(vec(number(), 3..4), 20..60);
    prop_oneof![three, vec(vec(number(), 1..5), 0..30)]
}

/// Changes something about a list of cubes and the proofs; the place is anywhere.
fn spoil(
    how: u32,
    at: Index,
    other: Index,
    list: &mut String,
    proofs: &mut [(ClauseProofFormat, Vec<u8>)],
) {
    let mut lines: Vec<String> = list.lines().map(str::to_owned).collect();
    let line = 1 + at.index(proofs.len());
    match how {
        0 => drop(lines.remove(line)),
        1 => proofs[line - 1] = other.get(proofs).clone(),
        2 => lines[line] = lines[1 + other.index(proofs.len())].clone(),
        3 => {
            let mut words: Vec<_> = lines[line].split(' ').map(str::to_owned).collect();
            let word = 1 + other.index(words.len() - 1);
            words[word] = match words[word].strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{}", words[word]),
            };
            lines[line] = words.join(" ");
        }
        4 => {
            let proof = &mut proofs[line - 1].1;
            proof.truncate(other.index(proof.len() + 1));
        }
        _ => proofs.swap(line - 1, other.index(proofs.len())),
    }
    *list = lines.join("\n") + "\n";
}

#[test]
fn parts_without_a_proof_are_told_together() {
    let whole = read(b"p cnf 3 1\n1 2 3 0\n");
    let list = CubeList::read(&whole, &b"a 1 0\n".repeat(9)).unwrap();
    for (parts, message) in [
        (&[3][..], "part 3 has no proof"),
        (&[1, 2, 3, 5, 8, 9], "6 parts have no proof: 1–3, 5, 8–9"),
    ] {
        assert_eq!(list.without_proofs(parts, &[]).message, message);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(2_000)))]

    #[test]
    fn parts_are_the_whole_and_their_proofs_its_proof(
        clauses in random_clauses(),
        count in 1_usize..12,
        format in 0_usize..3,
    ) {
        let whole = read(text(&clauses).as_bytes());
        let (list, parts) = split(&whole, count);
        let mut together: Vec<u32> = parts.iter().flat_map(|it| models(&whole, it)).collect();
        together.sort_unstable();
        prop_assert_eq!(&together, &models(&whole, &whole));
        let proofs: Vec<_> = parts.iter().map(|it| proof(it, FORMATS[format])).collect();
        prop_assert_eq!(proofs.iter().all(|it| it.0), together.is_empty());
        let proofs: Vec<_> = proofs.into_iter().map(|it| (FORMATS[format], it.1)).collect();
        let fault = fault(&whole, &list, &proofs);
        prop_assert_eq!(fault.is_none(), together.is_empty(), "{:?}", fault);
        if let (true, Some(((_, bytes), fewer))) = (together.is_empty(), proofs.split_last()) {
            // The last one is lost, or does not belong here.
            let lost = self::fault(&whole, &list, fewer).unwrap();
            prop_assert_eq!(lost.message, format!("part {} has no proof", proofs.len()));
            let foreign = [b"x ", &bytes[..]].concat();
            let spoilt = [fewer, &[(ClauseProofFormat::Drat, foreign)]].concat();
            prop_assert!(self::fault(&whole, &list, &spoilt).is_some());
        }
    }

    #[test]
    fn nothing_verifies_clauses_with_a_model(
        clauses in vec(vec(number(), 3..4), 20..36),
        count in 2_usize..10,
        spoilt in vec((0_u32..6, any::<Index>(), any::<Index>()), 1..6),
        format in 0_usize..3,
    ) {
        let whole = read(text(&clauses).as_bytes());
        prop_assume!(!models(&whole, &whole).is_empty());
        let (mut list, parts) = split(&whole, count);
        let mut proofs: Vec<_> =
            parts.iter().map(|it| (FORMATS[format], proof(it, FORMATS[format]).1)).collect();
        for (how, at, other) in spoilt {
            if list.lines().count() <= proofs.len() {
                break;
            }
            spoil(how, at, other, &mut list, &mut proofs);
            prop_assert!(fault(&whole, &list, &proofs).is_some());
        }
    }
}
