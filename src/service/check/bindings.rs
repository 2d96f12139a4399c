//! The values that `eval` gives to the variables of a formula: `x=0 y=1`, or `01` in alphabetical order.

use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::formula::{VariableWords, not_a_value};
use crate::syntax::ast::Query;
use crate::text::Span;
use puzzle_engine::logic::formula::FormulaVariable;
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable by its name.
pub(super) type NamedFormulaVariable = (String, FormulaVariable);

/// The values that `eval` is given: one for each variable and no others. Of a formula with a fault the
/// variables are not known.
pub(super) fn of(
    text: &str,
    query: &Query,
    variables: Option<&[NamedFormulaVariable]>,
    findings: &mut Vec<Diagnostic>,
) -> Option<Vec<(FormulaVariable, bool)>> {
    if let Some(digits) = query.digits {
        return from_digits(text, digits, variables?, findings);
    }
    let before = findings.len();
    let mut values: Vec<(FormulaVariable, bool)> = Vec::new();
    let mut places: FxHashMap<FormulaVariable, Span> = FxHashMap::default();
    for binding in &query.bindings {
        let name = &text[binding.variable.range()];
        let bound = match variables {
            Some(all) => {
                all.binary_search_by(|it| it.0.as_str().cmp(name)).ok().map(|at| all[at].1)
            }
            None => VariableWords::default().find(name),
        };
        let delete = || {
            let whole = binding.variable.to(binding.value);
            Fix::maybe("delete it", vec![Edit::delete_word(text, whole)])
        };
        let Some(bound) = bound else {
            // A word may be a variable once the formula has no fault.
            if variables.is_some() {
                findings.push(unknown_binding(name, binding.variable, delete()));
            }
            continue;
        };
        let value = match &text[binding.value.range()] {
            "0" => false,
            "1" => true,
            other => {
                let fault = not_a_value(other, binding.value)
                    .help(format!("write `{name}=0` or `{name}=1`"));
                add_not_a_value(fault, before, findings);
                continue;
            }
        };
        if let Some(first) = places.get(&bound) {
            findings.push(repeated_binding(name, binding.variable, *first, delete()));
            continue;
        }
        values.push((bound, value));
        places.insert(bound, binding.variable);
    }
    mend_answer(text, query, &mut findings[before..]);
    let bound: FxHashSet<_> = values.iter().map(|it| it.0).collect();
    let all = variables.unwrap_or_default().iter();
    let missing: Vec<_> = all.filter(|it| !bound.contains(&it.1)).map(|it| &it.0[..]).collect();
    if !missing.is_empty() {
        // With a value less, others would still be missing.
        let unknown = findings[before..].iter_mut().filter(|it| it.code == UNKNOWN_BINDING);
        unknown.for_each(|it| it.fixes.clear());
    }
    if findings.len() == before && !missing.is_empty() {
        findings.push(missing_bindings(query, &missing));
    }
    (findings.len() == before).then_some(values)
}

/// Adds what is no value to the findings of a query, which begin `before`: whoever writes `T` and `F` writes them
/// everywhere, which is one fault.
fn add_not_a_value(fault: Diagnostic, before: usize, findings: &mut Vec<Diagnostic>) {
    let is_mended = |it: &&mut Diagnostic| it.code == NOT_A_VALUE && !it.fixes.is_empty();
    match findings[before..].iter_mut().find(is_mended) {
        Some(first) if !fault.fixes.is_empty() => {
            let fix = &mut first.fixes[0];
            fix.title = "write `1` and `0`".to_owned();
            fix.edits.extend(fault.fixes.into_iter().flat_map(|it| it.edits));
        }
        _ => findings.push(fault),
    }
}

/// Has the fix of what is no value mend the expectation as well.
fn mend_answer(text: &str, query: &Query, findings: &mut [Diagnostic]) {
    let Some(expected) = query.expectation.map(|it| it.span) else { return };
    let fix =
        findings.iter_mut().filter(|it| it.code == NOT_A_VALUE).find_map(|it| it.fixes.first_mut());
    let meant = not_a_value(&text[expected.range()], expected).fixes;
    if let Some(fix) = fix {
        fix.edits.extend(meant.into_iter().flat_map(|it| it.edits));
    }
}

/// The values as `01`: a digit for each variable, in alphabetical order.
fn from_digits(
    text: &str,
    digits: Span,
    variables: &[NamedFormulaVariable],
    findings: &mut Vec<Diagnostic>,
) -> Option<Vec<(FormulaVariable, bool)>> {
    if digits.len() as usize != variables.len() {
        findings.push(wrong_count(digits, variables));
        return None;
    }
    let before = findings.len();
    let mut values = Vec::new();
    for (start, (name, variable)) in (digits.start..).zip(variables) {
        let place = Span::new(start, start + 1);
        match &text[place.range()] {
            "0" => values.push((*variable, false)),
            "1" => values.push((*variable, true)),
            other => findings.push(
                not_a_value(other, place)
                    .help(format!("write the value of `{name}`, `0` or `1`, here")),
            ),
        }
    }
    (findings.len() == before).then_some(values)
}

/// More digits or fewer than there are variables: at those that are too many, or at all of them.
fn wrong_count(digits: Span, variables: &[NamedFormulaVariable]) -> Diagnostic {
    let names: Vec<_> = variables.iter().map(|it| format!("`{}`", it.0)).collect();
    let (given, wanted) = (digits.len() as usize, variables.len());
    let of = if wanted == 1 { "variable".to_owned() } else { format!("{wanted} variables") };
    let plural = if given == 1 { "" } else { "s" };
    let message = format!("{given} value{plural} for the {of} {}", names.join(", "));
    let (code, place, label) = if given < wanted {
        let label = match wanted - given {
            1 => "a digit is missing".to_owned(),
            missing => format!("{missing} digits are missing"),
        };
        (MISSING_BINDING, digits, label)
    } else {
        let place = Span::new(digits.start + wanted as u32, digits.end);
        (UNKNOWN_BINDING, place, "no variable is left for this".to_owned())
    };
    let help = match wanted {
        1 => format!("write one digit, the value of {}", names[0]),
        _ => format!("write {wanted} digits, the values of {} in this order", names.join(", ")),
    };
    Diagnostic::new(code, place, message, label).help(help)
}

/// Variables of a formula to which `eval` gives no value.
fn missing_bindings(query: &Query, missing: &[&str]) -> Diagnostic {
    let names: Vec<_> = missing.iter().map(|it| format!("`{it}`")).collect();
    let written: Vec<_> = missing.iter().map(|it| format!("{it}=0")).collect();
    let end = query.bindings.last().map_or(query.target.span.end, |it| it.value.end);
    let needing = if names.len() == 1 { "a variable needs" } else { "variables need" };
    Diagnostic::new(
        MISSING_BINDING,
        query.target.span,
        format!("no value is given to {}", names.join(", ")),
        format!("{needing} a value"),
    )
    .help(format!("add `{}`, or the value you mean", written.join(" ")))
    .fix(Fix::maybe(
        format!("add `{}`", written.join(" ")),
        vec![Edit::insert(end, format!(" {}", written.join(" ")))],
    ))
}

/// A value for what is no variable of the formula.
fn unknown_binding(name: &str, place: Span, delete: Fix) -> Diagnostic {
    let message = format!("the formula has no variable `{name}`");
    Diagnostic::new(UNKNOWN_BINDING, place, message, "not in the formula")
        .help("give a value to each variable of the formula and to no others")
        .fix(delete)
}

/// A second value for a variable.
fn repeated_binding(name: &str, place: Span, first: Span, delete: Fix) -> Diagnostic {
    let message = format!("`{name}` gets a value twice");
    Diagnostic::new(REPEATED_VARIABLE, place, message, "the second time")
        .related(first, "the first time")
        .help("keep one of them")
        .fix(delete)
}
