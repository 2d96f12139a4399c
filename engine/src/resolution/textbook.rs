//! A refutation as textbooks write it: every step applies one rule to one or two clauses. The search
//! combines clauses and makes the result simpler in one go; here that is taken apart, what was found
//! twice is said once, and the clauses of the sentences come first.

use std::iter;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};

/// Ways to take a step apart that are tried before it is left as it is, and literals that are copied on these
/// ways: whoever reads proofs has no use for longer ones.
const MOST_TRIALS: u32 = 4000;
const MOST_LITERALS: usize = 1_000_000;

/// Symbols of clauses on all ways to take one step apart, and all steps of a refutation: where equals are replaced by what
/// they occur in, a clause may be twice as long with each.
const MOST_SYMBOLS_OF_STEP: usize = 1_000_000;
const MOST_SYMBOLS: usize = 10_000_000;

/// The same refutation in single steps. A step that cannot be taken apart stays whole.
pub fn divided(proof: &Refutation) -> Refutation {
    let mut divided = Refutation { steps: Vec::new(), made: proof.made.clone() };
    let mut ends: Vec<usize> = Vec::new();
    let mut seen: FxHashMap<Vec<ProofLiteral>, usize> = FxHashMap::default();
    let mut all = MOST_SYMBOLS;
    for step in &proof.steps {
        if let Some(&same) = seen.get(&step.literals) {
            ends.push(same);
            continue;
        }
        let last = divided.steps.len();
        let mut trials = Trials { ways: MOST_TRIALS, symbols: all.min(MOST_SYMBOLS_OF_STEP) };
        let given = trials.symbols;
        let parts = parts(step, &divided, &ends, &mut trials);
        all -= given - trials.symbols;
        match parts {
            Some(parts) if parts.is_empty() => {
                // It says what its parent says.
                ends.push(ends[step.parents[0].0]);
                continue;
            }
            Some(parts) => append(&mut divided, step, &ends, parts),
            None => divided.steps.push(RefutationStep {
                parents: step.parents.iter().map(|(at, it)| (ends[*at], it.clone())).collect(),
                ..step.clone()
            }),
        }
        debug_assert!(divided.steps.len() > last);
        ends.push(divided.steps.len() - 1);
        seen.insert(step.literals.clone(), divided.steps.len() - 1);
    }
    used(divided)
}

/// What is left of a step on the way: literals over the step's variables, the rule, and the parents by
/// their place among the step's; `None` is what was left before.
#[derive(Clone)]
struct Part {
    literals: Vec<ProofLiteral>,
    rule: InferenceRule,
    parents: Vec<Option<usize>>,
}

/// What may still be tried: ways, and symbols of the clauses on them.
struct Trials {
    ways: u32,
    symbols: usize,
}

impl Trials {
    /// Pays for one more way with these literals on it.
    fn pay(&mut self, literals: &[ProofLiteral]) -> Option<()> {
        self.ways = self.ways.checked_sub(1)?;
        for literal in literals {
            for term in iter::once(&literal.left).chain(&literal.right) {
                self.symbols = self.symbols.checked_sub(symbols(term))?;
            }
        }
        Some(())
    }
}

fn symbols(term: &ProofTerm) -> usize {
    match &term.kind {
        ProofTermKind::Variable(_) => 1,
        ProofTermKind::Apply(_, arguments) => 1 + arguments.iter().map(symbols).sum::<usize>(),
    }
}

/// The single steps that a step is made of; none when nothing is done to its only parent.
fn parts(
    step: &RefutationStep,
    done: &Refutation,
    ends: &[usize],
    trials: &mut Trials,
) -> Option<Vec<Part>> {
    let instances: Vec<Vec<ProofLiteral>> =
        step.parents.iter().map(|(at, values)| instance(&done.steps[ends[*at]], values)).collect();
    let one = instances.first()?;
    if step.parents.len().saturating_mul(step.parents.len().max(one.len())) > MOST_LITERALS {
        return None;
    }
    let (count, first) = match step.rule {
        InferenceRule::Input(_)
        | InferenceRule::Propagation
        | InferenceRule::Congruence
        | InferenceRule::Component
        | InferenceRule::Split => return None,
        InferenceRule::Resolution => (2, resolvents(one, instances.get(1)?)),
        InferenceRule::Chaining => {
            let (two, three) = (instances.get(1)?, instances.get(2)?);
            let first = resolvents(one, two);
            (3, first.iter().flat_map(|it| resolvents(it, three)).collect())
        }
        InferenceRule::Superposition => (2, superpositions(one, instances.get(1)?)),
        InferenceRule::EqualityFactoring => (1, equality_factors(one)),
        InferenceRule::Factoring => (1, vec![set(one)]),
        InferenceRule::EqualityResolution
        | InferenceRule::Demodulation
        | InferenceRule::Simplification => (0, vec![set(one)]),
    };
    first.into_iter().find_map(|literals| {
        let parents = (0..count).map(Some).collect::<Vec<_>>();
        let part = Part { literals: literals.clone(), rule: step.rule, parents };
        let mut parts = if count == 0 { Vec::new() } else { vec![part] };
        let at = count.max(1);
        complete(step, literals, &instances, at, &mut parts, trials).then_some(parts)
    })
}

/// Uses the remaining parents, from `at` on, in turn until the step's literals are reached.
fn complete(
    step: &RefutationStep,
    literals: Vec<ProofLiteral>,
    parents: &[Vec<ProofLiteral>],
    at: usize,
    parts: &mut Vec<Part>,
    trials: &mut Trials,
) -> bool {
    if trials.pay(&literals).is_none() {
        return false;
    }
    let previous = if parts.is_empty() { Some(0) } else { None };
    let is_identity = |it: &ProofLiteral| !it.is_positive && it.right.as_ref() == Some(&it.left);
    let has_identity = literals.iter().any(is_identity);
    let mut next = Vec::new();
    if has_identity {
        let rest = literals.iter().filter(|it| !is_identity(it)).cloned().collect();
        next.push((rest, InferenceRule::EqualityResolution, vec![previous], at));
    } else if let Some(parent) = parents.get(at) {
        for (changed, rule) in simpler(&literals, parent, &mut trials.symbols) {
            next.push((changed, rule, vec![previous, Some(at)], at + 1));
        }
    } else {
        return is_equal(&literals, &step.literals);
    }
    for (literals, rule, used, at) in next {
        parts.push(Part { literals: literals.clone(), rule, parents: used });
        if complete(step, literals, parents, at, parts, trials) {
            return true;
        }
        parts.pop();
    }
    // What was done at one place before was done at all places.
    !has_identity && complete(step, literals, parents, at + 1, parts, trials)
}

/// What a clause makes of others: a literal goes that it denies, if its own others are there; by one of one literal equals
/// are replaced, unless there would be more symbols than are left over.
fn simpler(
    literals: &[ProofLiteral],
    parent: &[ProofLiteral],
    left: &mut usize,
) -> Vec<(Vec<ProofLiteral>, InferenceRule)> {
    let mut found = Vec::new();
    let [unit] = parent else {
        for denied in literals.iter().filter(|it| parent.iter().any(|that| denies(it, that))) {
            let rest = || literals.iter().filter(|it| !is_same(it, denied));
            let is_there = |it: &ProofLiteral| rest().any(|that| is_same(it, that));
            if parent.iter().all(|it| denies(it, denied) || is_there(it)) {
                found.push((rest().cloned().collect(), InferenceRule::Resolution));
            }
        }
        return found;
    };
    let rest: Vec<_> = literals.iter().filter(|it| !denies(it, unit)).cloned().collect();
    if rest.len() < literals.len() {
        found.push((rest, InferenceRule::Resolution));
    }
    if let (true, Some(right)) = (unit.is_positive, &unit.right) {
        for (from, to) in [(&unit.left, right), (right, &unit.left)] {
            let changed = literals.iter().map(|it| rewritten(it, from, to, left));
            let changed: Option<Vec<_>> = changed.collect();
            if let Some(changed) = changed.filter(|it| it != literals) {
                found.push((set(&changed), InferenceRule::Demodulation));
            }
        }
    }
    found
}

fn resolvents(one: &[ProofLiteral], other: &[ProofLiteral]) -> Vec<Vec<ProofLiteral>> {
    let mut found = Vec::new();
    for literal in one {
        if other.iter().any(|it| denies(literal, it)) {
            let one = one.iter().filter(|it| !is_same(it, literal));
            let other = other.iter().filter(|it| !denies(it, literal));
            found.push(set(&one.chain(other).cloned().collect::<Vec<_>>()));
        }
    }
    found
}

fn superpositions(one: &[ProofLiteral], other: &[ProofLiteral]) -> Vec<Vec<ProofLiteral>> {
    let mut found = Vec::new();
    for (index, equation) in one.iter().enumerate() {
        let Some(right) = equation.right.as_ref().filter(|_| equation.is_positive) else {
            continue;
        };
        let rest = one.iter().enumerate().filter(|it| it.0 != index).map(|it| it.1);
        for (from, to) in [(&equation.left, right), (right, &equation.left)] {
            for (at, into) in other.iter().enumerate() {
                for changed in replacements(into, from, to) {
                    let others = other.iter().enumerate().filter(|it| it.0 != at).map(|it| it.1);
                    let others = rest.clone().chain(others).cloned();
                    found.push(set(&[changed].into_iter().chain(others).collect::<Vec<_>>()));
                }
            }
        }
    }
    found
}

fn equality_factors(literals: &[ProofLiteral]) -> Vec<Vec<ProofLiteral>> {
    let sides = |it: &ProofLiteral| -> Vec<(ProofTerm, ProofTerm)> {
        match &it.right {
            Some(right) if it.is_positive => {
                vec![(it.left.clone(), right.clone()), (right.clone(), it.left.clone())]
            }
            _ => Vec::new(),
        }
    };
    let mut found = Vec::new();
    for (index, one) in literals.iter().enumerate() {
        for (_, other) in literals.iter().enumerate().filter(|it| it.0 != index) {
            for (left, right) in sides(one) {
                for (_, value) in sides(other).into_iter().filter(|it| it.0 == left) {
                    let differ = ProofLiteral {
                        is_positive: false,
                        left: right.clone(),
                        right: Some(value),
                    };
                    let rest = literals.iter().enumerate().filter(|it| it.0 != index);
                    let rest = rest.map(|it| it.1.clone()).chain([differ]);
                    found.push(set(&rest.collect::<Vec<_>>()));
                }
            }
        }
    }
    found
}

fn flipped(it: &ProofLiteral) -> ProofLiteral {
    match &it.right {
        Some(right) => {
            ProofLiteral { left: right.clone(), right: Some(it.left.clone()), ..it.clone() }
        }
        None => it.clone(),
    }
}

/// Whether two literals are about the same, be it stated or denied.
fn is_about_same(one: &ProofLiteral, other: &ProofLiteral) -> bool {
    one.left == other.left && one.right == other.right
        || one.right.as_ref() == Some(&other.left) && other.right.as_ref() == Some(&one.left)
}

fn is_same(one: &ProofLiteral, other: &ProofLiteral) -> bool {
    one.is_positive == other.is_positive && is_about_same(one, other)
}

fn denies(one: &ProofLiteral, other: &ProofLiteral) -> bool {
    one.is_positive != other.is_positive && is_about_same(one, other)
}

fn is_in(literal: &ProofLiteral, set: &FxHashSet<ProofLiteral>) -> bool {
    set.contains(literal) || literal.right.is_some() && set.contains(&flipped(literal))
}

fn set(literals: &[ProofLiteral]) -> Vec<ProofLiteral> {
    let mut seen = FxHashSet::default();
    let new = |it: &&ProofLiteral| !is_in(it, &seen) && seen.insert((*it).clone());
    literals.iter().filter(new).cloned().collect()
}

/// Whether two clauses have the same literals.
pub fn is_equal(one: &[ProofLiteral], other: &[ProofLiteral]) -> bool {
    let within = |one: &[ProofLiteral], other: &[ProofLiteral]| {
        let other = other.iter().cloned().collect();
        one.iter().all(|it| is_in(it, &other))
    };
    within(one, other) && within(other, one)
}

fn instance(step: &RefutationStep, values: &[ProofTerm]) -> Vec<ProofLiteral> {
    step.literals.iter().map(|it| mapped(it, &|term| replaced(term, values))).collect()
}

/// A literal with other terms.
pub fn mapped(it: &ProofLiteral, map: &impl Fn(&ProofTerm) -> ProofTerm) -> ProofLiteral {
    ProofLiteral { left: map(&it.left), right: it.right.as_ref().map(map), ..*it }
}

/// A term with values for its variables.
pub fn replaced(term: &ProofTerm, values: &[ProofTerm]) -> ProofTerm {
    match &term.kind {
        ProofTermKind::Variable(number) => {
            values.get(*number as usize).cloned().unwrap_or_else(|| term.clone())
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| replaced(it, values)).collect();
            ProofTerm { sort: term.sort, kind: ProofTermKind::Apply(*symbol, arguments) }
        }
    }
}

/// A literal with a term replaced wherever it occurs, if it has no more symbols than are left over.
fn rewritten(
    it: &ProofLiteral,
    from: &ProofTerm,
    to: &ProofTerm,
    over: &mut usize,
) -> Option<ProofLiteral> {
    fn inside(
        term: &ProofTerm,
        from: &ProofTerm,
        to: &ProofTerm,
        over: &mut usize,
    ) -> Option<ProofTerm> {
        if term == from {
            *over = over.checked_sub(symbols(to))?;
            return Some(to.clone());
        }
        *over = over.checked_sub(1)?;
        let ProofTermKind::Apply(symbol, arguments) = &term.kind else { return Some(term.clone()) };
        let arguments = arguments.iter().map(|it| inside(it, from, to, over));
        let kind = ProofTermKind::Apply(*symbol, arguments.collect::<Option<_>>()?);
        Some(ProofTerm { sort: term.sort, kind })
    }
    let left = inside(&it.left, from, to, over)?;
    let right = it.right.as_ref().map(|it| inside(it, from, to, over));
    let right = if let Some(right) = right { Some(right?) } else { None };
    Some(ProofLiteral { left, right, ..*it })
}

/// A literal with a term replaced at one place, for each place.
fn replacements(it: &ProofLiteral, from: &ProofTerm, to: &ProofTerm) -> Vec<ProofLiteral> {
    fn inside(term: &ProofTerm, from: &ProofTerm, to: &ProofTerm) -> Vec<ProofTerm> {
        let mut found = Vec::new();
        if term == from {
            found.push(to.clone());
        }
        if let ProofTermKind::Apply(symbol, arguments) = &term.kind {
            for (at, argument) in arguments.iter().enumerate() {
                for changed in inside(argument, from, to) {
                    let mut arguments = arguments.clone();
                    arguments[at] = changed;
                    let kind = ProofTermKind::Apply(*symbol, arguments);
                    found.push(ProofTerm { sort: term.sort, kind });
                }
            }
        }
        found
    }
    let left = inside(&it.left, from, to);
    let left = left.into_iter().map(|left| ProofLiteral { left, ..it.clone() });
    let right = it.right.iter().flat_map(|right| inside(right, from, to));
    let right = right.map(|right| ProofLiteral { right: Some(right), ..it.clone() });
    left.chain(right).collect()
}

/// Appends the parts of a step. The last one has the step's literals and variables; the variables of
/// the others are numbered anew.
fn append(proof: &mut Refutation, step: &RefutationStep, ends: &[usize], parts: Vec<Part>) {
    let last = parts.len() - 1;
    // The step's numbers of the variables of the part before.
    let mut before: Vec<ProofTerm> = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let is_last = index == last;
        let mut found: Vec<ProofTerm> = Vec::new();
        if !is_last {
            for literal in &part.literals {
                variables(&literal.left, &mut found);
                literal.right.iter().for_each(|it| variables(it, &mut found));
            }
        }
        let number =
            |term: &ProofTerm| if is_last { term.clone() } else { renumbered(term, &found) };
        let parents = part.parents.iter().map(|parent| match parent {
            None => (proof.steps.len() - 1, before.iter().map(number).collect()),
            Some(at) => {
                let (parent, values) = &step.parents[*at];
                (ends[*parent], values.iter().map(number).collect())
            }
        });
        let parents = parents.collect();
        let (literals, sorts) = if is_last {
            (step.literals.clone(), step.variables.clone())
        } else {
            let literals = part.literals.iter().map(|it| mapped(it, &number)).collect();
            (literals, found.iter().map(|it| it.sort).collect())
        };
        proof.steps.push(RefutationStep { literals, rule: part.rule, variables: sorts, parents });
        before = found;
    }
}

/// Appends the variables of a term that are not there yet.
pub fn variables(term: &ProofTerm, found: &mut Vec<ProofTerm>) {
    match &term.kind {
        ProofTermKind::Variable(_) if found.contains(term) => {}
        ProofTermKind::Variable(_) => found.push(term.clone()),
        ProofTermKind::Apply(_, arguments) => arguments.iter().for_each(|it| variables(it, found)),
    }
}

/// A term whose variables have the numbers of their places in a list; others come behind.
pub fn renumbered(term: &ProofTerm, list: &[ProofTerm]) -> ProofTerm {
    let kind = match &term.kind {
        ProofTermKind::Variable(number) => {
            let at = list.iter().position(|it| it == term);
            ProofTermKind::Variable(at.map_or(list.len() as u32 + number, |at| at as u32))
        }
        ProofTermKind::Apply(symbol, arguments) => {
            ProofTermKind::Apply(*symbol, arguments.iter().map(|it| renumbered(it, list)).collect())
        }
    };
    ProofTerm { sort: term.sort, kind }
}

/// Only what the last step rests on, the sentences' clauses first and in their order.
pub fn used(proof: Refutation) -> Refutation {
    let mut is_used = vec![false; proof.steps.len()];
    if let Some(last) = is_used.last_mut() {
        *last = true;
    }
    for at in (0..proof.steps.len()).rev() {
        if is_used[at] {
            proof.steps[at].parents.iter().for_each(|it| is_used[it.0] = true);
        }
    }
    let mut order: Vec<usize> = (0..proof.steps.len()).filter(|at| is_used[*at]).collect();
    order.sort_by_key(|at| match proof.steps[*at].rule {
        InferenceRule::Input(sentence) => (0, sentence, *at),
        _ => (1, 0, *at),
    });
    let places: FxHashMap<usize, usize> = order.iter().copied().zip(0..).collect();
    let steps = order.iter().map(|at| {
        let step = &proof.steps[*at];
        let parents = step.parents.iter().map(|(at, it)| (places[at], it.clone())).collect();
        RefutationStep { parents, ..step.clone() }
    });
    Refutation { steps: steps.collect(), made: proof.made }
}
