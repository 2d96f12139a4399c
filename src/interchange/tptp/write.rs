//! Answers in TPTP: finite models as formulas, and the things that a question asks for.

use std::fmt::Write;

use super::TptpProblem;
use puzzle_engine::logic::first_order::{Structure, TheorySort};

/// A name as TPTP has it: without quotes where it needs none.
pub fn spelt(name: &str) -> String {
    let Some(inner) = name.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) else {
        return name.to_owned();
    };
    let is_word = inner.starts_with(|it: char| it.is_ascii_lowercase())
        && inner.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if is_word { inner.to_owned() } else { name.to_owned() }
}

/// An element of a finite model.
fn element(index: u32) -> String {
    format!("\"e{}\"", index + 1)
}

/// A structure as formulas: what there is, what functions yield, which atoms are true.
pub fn finite_model(problem: &TptpProblem, structure: &Structure) -> String {
    let size = structure.sizes[0];
    let mut out = String::new();
    let is = (0..size).map(|it| format!("X = {}", element(it)));
    let is = is.collect::<Vec<_>>().join(" | ");
    let _ = writeln!(out, "fof(domain, fi_domain, ! [X] : ( {is} )).");
    let signature = &problem.theory.signature;
    for (name, (sorts, table)) in
        problem.functions.iter().zip(signature.functions.iter().zip(&structure.functions))
    {
        let lines = tuples(structure, &sorts.arguments)
            .zip(table)
            .map(|(tuple, value)| format!("{} = {}", applied(name, &tuple), element(*value)));
        write_lines(&mut out, name, "fi_functors", lines);
    }
    for (name, (sorts, table)) in
        problem.predicates.iter().zip(signature.predicates.iter().zip(&structure.predicates))
    {
        let sign = |is_true: bool| if is_true { "" } else { "~" };
        if let ([same], false) = (&table[..], structure.tuples(sorts) == Some(1)) {
            let variables: Vec<_> = (1..=sorts.len()).map(|it| format!("X{it}")).collect();
            let variables = variables.join(",");
            let line = format!("! [{variables}] : {}{name}({variables})", sign(*same));
            write_lines(&mut out, name, "fi_predicates", [line].into_iter());
            continue;
        }
        let lines = tuples(structure, sorts)
            .zip(table)
            .map(|(tuple, is_true)| format!("{}{}", sign(*is_true), applied(name, &tuple)));
        write_lines(&mut out, name, "fi_predicates", lines);
    }
    out
}

fn write_lines(out: &mut String, name: &str, role: &str, lines: impl Iterator<Item = String>) {
    let lines = lines.collect::<Vec<_>>().join("\n    & ");
    let name: String = name
        .trim_start_matches(|it: char| !it.is_ascii_lowercase())
        .chars()
        .take_while(|it| it.is_ascii_alphanumeric() || *it == '_')
        .collect();
    let _ = writeln!(out, "fof(m_{name}, {role},\n    ( {lines} )).");
}

/// All lists of elements for some sorts, the last one fastest.
fn tuples(structure: &Structure, sorts: &[TheorySort]) -> impl Iterator<Item = Vec<u32>> {
    let sizes: Vec<u32> = sorts.iter().map(|it| structure.sizes[it.0 as usize]).collect();
    let count: usize = sizes.iter().map(|it| *it as usize).product();
    (0..count).map(move |index| {
        let mut rest = index;
        let mut tuple: Vec<u32> = sizes
            .iter()
            .rev()
            .map(|size| {
                let value = rest % *size as usize;
                rest /= *size as usize;
                value as u32
            })
            .collect();
        tuple.reverse();
        tuple
    })
}

fn applied(name: &str, tuple: &[u32]) -> String {
    if tuple.is_empty() {
        return name.to_owned();
    }
    let arguments: Vec<_> = tuple.iter().map(|it| element(*it)).collect();
    format!("{name}({})", arguments.join(","))
}
