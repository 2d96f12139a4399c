//! Files that are no puzzles and grow with a number: in foreign formats, proofs, lists. To add one, add a line: what
//! grows, a number for which everything takes some milliseconds, and the text.

use super::inputs::{Input, each, times};

/// A chain of implications, each atom of the next one.
fn chain(n: usize) -> String {
    each(n, |i| format!("{} -{} 0\n", i + 1, i + 2))
}

pub(super) const DIMACS: &[Input] = &[
    ("clauses", 8000, |n| format!("p cnf {} {n}\n{}", n + 1, chain(n))),
    ("clauses on a line", 8000, |n| {
        format!("p cnf {} {n}\n{}", n + 1, chain(n).replace('\n', " "))
    }),
    ("a clause", 8000, |n| format!("p cnf {n} 1\n{}0\n", each(n, |i| format!("{} ", i + 1)))),
    ("comments", 20_000, |n| times(n, "c c\n") + "p cnf 1 1\n1 0\n"),
    ("words", 200, |n| format!("p cnf 1 {n}\n{}", times(n, "x 0\n"))),
    ("words on a line", 2000, |n| format!("p cnf 1 {n}\n{}", times(n, "x 1 0 "))),
    ("headers", 500, |n| times(n, "p cnf 3 1\n")),
    ("atoms that are too large", 2000, |n| format!("p cnf 1 {n}\n{}", times(n, "2 0\n"))),
];

pub(super) const DAVIS_PUTNAM: &[Input] = &[
    ("clauses", 8000, |n| each(n, |i| format!("{} -{}\n", i + 1, i + 2)) + "0\n"),
    ("words", 2000, |n| times(n, "x\n") + "0\n"),
    ("back matter", 100_000, |n| format!("1\n0\n{}", times(n, "line\n"))),
];

pub(super) const QDIMACS: &[Input] = &[
    ("one block", 1000, |n| {
        let atoms = each(n + 1, |i| format!("{} ", i + 1));
        format!("p cnf {} {n}\ne {atoms}0\n{}", n + 1, chain(n))
    }),
    ("blocks", 1000, |n| {
        let blocks =
            each(n + 1, |i| format!("{} {} 0\n", if i % 2 == 0 { 'e' } else { 'a' }, i + 1));
        format!("p cnf {} {n}\n{blocks}{}", n + 1, chain(n))
    }),
    ("one atom again", 4000, |n| format!("p cnf 1 1\ne {}0\n1 0\n", times(n, "1 "))),
];

pub(super) const QCIR: &[Input] = &[
    ("a chain", 1000, |n| {
        let gates = each(n, |i| format!("g{} = or(-g{i})\n", i + 1));
        format!("#QCIR-G14\nexists(x)\noutput(g{n})\ng0 = or(x)\n{gates}")
    }),
    ("one gate", 4000, |n| {
        let names = each(n, |i| format!("x{i}, ")) + "y";
        format!("#QCIR-G14\nexists({names})\noutput(g)\ng = or({names})\n")
    }),
    ("unknown names", 500, |n| {
        let gates = each(n, |i| format!("g{i} = or(h{i})\n"));
        format!("#QCIR-G14\nexists(x)\noutput(g0)\n{gates}")
    }),
];

pub(super) const TPTP: &[Input] = &[
    ("axioms", 1000, |n| each(n, |i| format!("fof(a{i}, axiom, p(c{i})).\n"))),
    ("clauses", 1000, |n| each(n, |i| format!("cnf(a{i}, axiom, p(X) | q(c{i})).\n"))),
    ("negations", 4000, |n| format!("fof(a, axiom, {}p).\n", times(n, "~ "))),
    ("quantifiers", 1000, |n| {
        format!("fof(a, axiom, {}p(X0)).\n", each(n, |i| format!("! [X{i}] : ")))
    }),
    ("a term", 4000, |n| format!("fof(a, axiom, p({}c{})).\n", times(n, "f("), times(n, ")"))),
    ("a disjunction", 2000, |n| format!("fof(a, axiom, p{}).\n", each(n, |i| format!(" | p{i}")))),
    ("annotations that are none", 1000, |n| times(n, "fof(a, axiom, p & ).\n")),
    ("comments", 20_000, |n| times(n, "% c\n")),
];

pub(super) const MAZES: &[Input] = &[
    ("nodes", 1000, |n| {
        let nodes = each(n, |i| format!("N{i} TREASURES TOLLS NEXT N{}\n", i + 1));
        let names = each(n + 1, |i| format!("N{i} "));
        let ends = format!("N{n} TREASURES TOLLS NEXT GOAL\nGOAL TREASURES TOLLS NEXT START\n");
        format!("START {names}GOAL\n\n5\nSTART TREASURES TOLLS NEXT N0\n{nodes}{ends}")
    }),
    ("unlisted nodes", 500, |n| {
        let nodes = each(n, |i| format!("N{i} TREASURES TOLLS NEXT GOAL\n"));
        format!("START GOAL\n\n5\nSTART TREASURES TOLLS NEXT GOAL\n{nodes}")
    }),
];

pub(super) const BOARDS: &[Input] = &[
    ("numbers", 20_000, |n| format!("1\n2\n0\n0\n{}", times(n, "1\n"))),
    ("columns", 4000, |n| format!("1\n{n}\n0\n0\n{}", times(3 * n + 1, "0\n"))),
    ("words", 4000, |n| format!("1\n2\n0\n0\n{}", times(n, "x\n"))),
];

/// Proofs about the clauses that [`refuted`] makes.
pub(super) const PROOFS: &[Input] = &[
    ("units", 1000, |n| each(n, |i| format!("{} 0\n", i + 1)) + "0\n"),
    ("deletions", 1000, |n| each(n, |i| format!("d -{} {} 0\n", i + 1, i + 2)) + "0\n"),
    ("words", 4000, |n| times(n, "x ")),
];

/// Proofs by natural deduction that somebody wrote, below what they prove.
pub(super) const DEDUCTIONS: &[Input] = &[
    ("lines", 500, |n| deduction(&each(n, |i| format!("p(Ann)  R {}\n", i + 1)))),
    ("lines from one", 500, |n| deduction(&times(n, "p(Ann)  R 1\n"))),
    ("wrong lines", 250, |n| deduction(&times(n, "p(Bob)  R 1\n"))),
    ("lines that cannot be read", 250, |n| deduction(&times(n, "p(Ann and  R 1\n"))),
    ("unknown rules", 250, |n| deduction(&times(n, "p(Ann)  ZZ 1\n"))),
    ("premises", 500, |n| deduction(&times(n, "p(Ann)  premise\n"))),
    ("subproofs", 250, |n| {
        let subproof =
            |i| format!("| p(Bob)  assumption\np(Bob) -> p(Bob)  ->I {0}-{0}\n", 2 * i + 2);
        deduction(&each(n, subproof))
    }),
    ("names of things", 250, |n| {
        let subproof = |i| {
            format!(
                "| [c{i}]\n| c{i} = c{i}  =I\nall x. x = x  all I {}-{}\n",
                3 * i + 2,
                3 * i + 3
            )
        };
        deduction(&each(n, subproof))
    }),
    ("a conjunction", 500, |n| {
        deduction(&format!("p(Ann){}  &I 1{}\n", times(n, " and p(Ann)"), times(n, ", 1")))
    }),
    ("a disjunction", 500, |n| deduction(&format!("p(Ann){}  or I 1\n", times(n, " or p(Bob)")))),
    ("an excluded middle", 500, |n| {
        deduction(&format!("p(Ann){} or not p(Ann)  LEM\n", each(n, |i| format!(" or p(C{i})"))))
    }),
    ("a syllogism", 250, |n| {
        let denials = each(n, |i| format!("not p(C{i})  premise\n"));
        let cited = each(n, |i| format!(", {}", i + 3));
        let either = format!("p(Ann){}  or I 1\n", each(n, |i| format!(" or p(C{i})")));
        deduction(&format!("{either}{denials}p(Ann)  DS 2{cited}\n"))
    }),
];

/// The theory that deductions are about, with as many things as they have words.
pub(super) fn proved(deduction: &str) -> String {
    let things = each(deduction.split_whitespace().count(), |i| format!(", C{i}"));
    format!("theory t {{\nsort S = Ann, Bob{things}\npredicate p(S)\np(Ann)\n}}\nprove t: p(Ann)\n")
}

fn deduction(lines: &str) -> String {
    format!("prove t: p(Ann)\np(Ann)  premise\n{lines}")
}

/// Lists of points, about as many queries as they have lines.
pub(super) const POINTS: &[Input] = &[
    ("points", 1000, |n| each(n, |i| format!("2 solve f{i}\n"))),
    ("comments", 8000, |n| times(n, "// c\n")),
    ("blanks", 8000, |n| format!("2 {}solve f0\n", times(n, " "))),
];

/// Cubes of parts of the clauses that [`refuted`] makes.
pub(super) const CUBES: &[Input] = &[
    ("cubes", 500, |n| format!("p inccnf\n{}", each(n, |i| format!("a {} 0\n", i + 1)))),
    ("a cube", 500, |n| format!("p inccnf\na {}0\n", each(n, |i| format!("{} ", i + 1)))),
];

/// A chain of implications from what is true to what is not.
pub(super) fn refuted(n: usize) -> String {
    let steps = each(n, |i| format!("-{} {} 0\n", i + 1, i + 2));
    format!("p cnf {} {}\n1 0\n{steps}-{} 0\n", n + 1, n + 2, n + 1)
}
