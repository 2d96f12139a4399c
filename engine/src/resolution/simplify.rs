//! Rules that make a clause simpler or show that it is redundant: equals are replaced by smaller
//! terms (demodulation), a literal goes whose negation is a unit clause (unit deletion), and a
//! clause goes that contains an instance of another one (subsumption).

use std::cmp::Ordering;

use smallvec::smallvec;

use super::clause::{
    ClauseId, FirstOrderClause, FirstOrderLiteral, MOST_PAIRS, matches_literal, subsumes, tidy,
};
use super::saturate::{MOST_DEPTH, MOST_WEIGHT, Saturation};
use super::split::{union, without};
use super::term::{Bank, SharedTerm, TermArguments, TermHead};
use crate::evidence::refutation::InferenceRule;

/// Pairs of literals that are compared in the time of a unit of work.
const PAIRS: u64 = 10;

/// The clauses that a clause was made simpler by, and what their variables stand for.
pub(super) type Simplifiers = Vec<(ClauseId, Box<[SharedTerm]>)>;

/// An equation that is put in from left to right.
#[derive(Clone, Copy)]
struct RewriteRule {
    left: SharedTerm,
    right: SharedTerm,
    /// Whether its left side is the greater one.
    is_oriented: bool,
}

impl Saturation {
    /// A clause as simple as the active ones make it; `None` when it is not needed. And the names on which that rests
    /// beyond those of the clause: where they are not true, the clause is needed as it was. A given clause is cut as well.
    pub(super) fn reduce(
        &mut self,
        clause: FirstOrderClause,
        is_given: bool,
    ) -> (Option<FirstOrderClause>, Vec<u32>) {
        let mut uses = Simplifiers::new();
        let parents = clause.origin.parents.len();
        let own = match clause.origin.rule {
            InferenceRule::Input(_) | InferenceRule::Component => clause.names.clone(),
            _ => self.names_of(clause.origin.parents.iter().map(|it| it.0)),
        };
        let (reduced, subsumer) = self.reduced(clause, is_given, &own, &mut uses);
        let used = match &reduced {
            Some(it) => self.names_of(it.origin.parents[parents..].iter().map(|it| it.0)),
            None => self.names_of(uses.iter().map(|it| it.0).chain(subsumer)),
        };
        let all = union(&own, &used);
        (reduced.map(|it| FirstOrderClause { names: all, ..it }), without(&used, &own))
    }

    /// As [`Self::reduce`], with the clause that has it as a part, if it is not needed for that. The names that it rests
    /// on are told.
    fn reduced(
        &mut self,
        mut clause: FirstOrderClause,
        is_given: bool,
        own: &[u32],
        uses: &mut Simplifiers,
    ) -> (Option<FirstOrderClause>, Option<ClauseId>) {
        tidy(&mut clause.literals);
        self.work += u64::from(clause.weight(&self.bank));
        loop {
            let is_true = |it: &FirstOrderLiteral| !it.is_positive && self.is_of_different(*it);
            let has_others = clause.literals.len() > 1;
            if clause.is_tautology() || has_others && clause.literals.iter().any(is_true) {
                return (None, None);
            }
            let before = clause.literals.clone();
            self.demodulate(&mut clause.literals, uses);
            tidy(&mut clause.literals);
            self.leave_out_different(&mut clause.literals, uses);
            self.leave_out_denied(&mut clause.literals, uses);
            self.leave_out_variables(&mut clause, uses);
            if clause.literals != before {
                continue;
            }
            let may_cut = is_given && self.strategy.cuts;
            if !may_cut || !self.cut(&mut clause.literals, uses) {
                break;
            }
        }
        if self.ac.is_redundant(&mut self.bank, &clause.literals) {
            return (None, None);
        }
        if let Some(subsumer) = self.subsumer(&clause.literals, own) {
            return (None, Some(subsumer));
        }
        let may_join = is_given && self.strategy.joins_by_cases;
        if may_join && self.is_ground_joinable(&clause.literals, uses) {
            return (None, None);
        }
        clause.origin.parents.append(uses);
        let is_from_goal = clause.is_from_goal;
        let clause =
            FirstOrderClause::new(&mut self.bank, clause.literals, clause.origin, is_from_goal);
        (Some(clause), None)
    }

    /// An active clause of which an instance is part of one, if possible one that rests on no more names.
    fn subsumer(&mut self, literals: &[FirstOrderLiteral], own: &[u32]) -> Option<ClauseId> {
        if let [literal] = literals {
            return self.general(*literal, own);
        }
        let mut pairs = MOST_PAIRS;
        let mut found = None;
        for active in self.index.subsuming(&self.bank, literals) {
            let clause = &self.clauses[active as usize];
            let one = &clause.literals;
            let is = subsumes(&self.bank, &mut self.bindings, one, literals, &mut pairs);
            self.bindings.clear();
            if is {
                found = Some(active);
                if without(&clause.names, own).is_empty() {
                    break;
                }
            }
        }
        self.work += u64::from(MOST_PAIRS - pairs) / PAIRS;
        found
    }

    /// An active clause of one literal of which one is an instance, as [`Self::subsumer`].
    fn general(&mut self, literal: FirstOrderLiteral, own: &[u32]) -> Option<ClauseId> {
        let mut found = None;
        for place in self.index.units(&self.bank, literal, literal.is_positive) {
            let clause = &self.clauses[place.clause as usize];
            let unit = clause.literals[0];
            let unit = if place.is_flipped { unit.flipped() } else { unit };
            self.bindings.clear();
            let is = matches_literal(&self.bank, &mut self.bindings, unit, literal);
            self.bindings.clear();
            if is {
                found = Some(place.clause);
                if without(&clause.names, own).is_empty() {
                    break;
                }
            }
        }
        found
    }

    /// The active clauses that the given one makes superfluous, and those that it makes simpler.
    pub(super) fn affected(&mut self, given: ClauseId) -> (Vec<ClauseId>, Vec<ClauseId>) {
        let one = self.clauses[given as usize].literals.clone();
        let mut subsumed = self.index.subsumed(&self.bank, &one);
        let mut pairs = MOST_PAIRS;
        subsumed.retain(|active| {
            let literals = &self.clauses[*active as usize].literals;
            let is = subsumes(&self.bank, &mut self.bindings, &one, literals, &mut pairs);
            self.bindings.clear();
            is
        });
        self.work += u64::from(MOST_PAIRS - pairs) / PAIRS;
        let mut simplified = Vec::new();
        if let [unit] = one[..] {
            let denied = self.index.denied(&self.bank, unit).into_iter().map(|it| it.clause);
            let mut denied: Vec<_> = denied.collect();
            denied.sort_unstable();
            denied.dedup();
            denied.retain(|it| self.is_denied_by(*it, unit));
            simplified = denied;
            if unit.is_positive && unit.right.is_some() {
                for side in [unit, unit.flipped()] {
                    simplified.extend(self.rewritten_by(side));
                }
            }
        }
        for all in [&mut subsumed, &mut simplified] {
            all.sort_unstable();
            all.dedup();
        }
        simplified.retain(|it| subsumed.binary_search(it).is_err());
        (subsumed, simplified)
    }

    /// The active clauses with a term that an equation makes less when read from left to right.
    fn rewritten_by(&mut self, side: FirstOrderLiteral) -> Vec<ClauseId> {
        let (left, right) = (side.left, side.right.unwrap_or(side.left));
        let order = self.order.compare(&self.bank, left, right);
        if order == Some(Ordering::Less) {
            return Vec::new();
        }
        let rule = RewriteRule { left, right, is_oriented: order == Some(Ordering::Greater) };
        let found = self.index.containing(&self.bank, left).into_iter();
        let found: Vec<_> = found.map(|it| it.clause).collect();
        found.into_iter().filter(|it| self.is_rewritten(*it, rule)).collect()
    }

    /// Whether a term of a clause is replaced by the right side of an equation, as [`Self::normal`] would. A
    /// clause that is taken out of the active ones and stays what it was may take out that equation in turn,
    /// and so for ever.
    fn is_rewritten(&mut self, clause: ClauseId, rule: RewriteRule) -> bool {
        let literals = self.clauses[clause as usize].literals.clone();
        let is_unit = literals.len() == 1;
        let is = literals.iter().any(|it| {
            self.contains_instance(*it, is_unit, rule)
                || it.right.is_some() && self.contains_instance(it.flipped(), is_unit, rule)
        });
        self.bindings.clear();
        is
    }

    fn is_denied_by(&mut self, clause: ClauseId, unit: FirstOrderLiteral) -> bool {
        let literals = &self.clauses[clause as usize].literals;
        let denied = FirstOrderLiteral { is_positive: !unit.is_positive, ..unit };
        literals.iter().any(|literal| {
            [denied, denied.flipped()].into_iter().any(|denied| {
                self.bindings.clear();
                let is = matches_literal(&self.bank, &mut self.bindings, denied, *literal);
                self.bindings.clear();
                is
            })
        })
    }

    /// Whether a term in the left side of a literal is replaced.
    fn contains_instance(
        &mut self,
        literal: FirstOrderLiteral,
        is_unit: bool,
        rule: RewriteRule,
    ) -> bool {
        let mut open: TermArguments = smallvec![literal.left];
        let mut is_whole = true;
        while let Some(term) = open.pop() {
            if !matches!(self.bank.head(term), TermHead::Variable(_)) {
                open.extend_from_slice(self.bank.arguments(term));
                if let Some(result) = self.rewritten(rule, term)
                    && !(is_whole && is_unit && self.keeps(literal, term, result))
                {
                    return true;
                }
            }
            is_whole = false;
        }
        false
    }

    /// Whether an equation keeps its left side, which [`Self::rewritten`] has just made less: its greater side
    /// is made simpler only by what is less than the other one, or by an equation that is more general
    /// (encompassment: L. Bachmair, N. Dershowitz and D. Plaisted, *Completion without failure*, 1989).
    fn keeps(&self, literal: FirstOrderLiteral, left: SharedTerm, result: SharedTerm) -> bool {
        let order = |one, other| self.order.compare(&self.bank, one, other);
        let is_greater = |one, other| order(one, other) == Some(Ordering::Greater);
        literal.is_positive
            && self.bindings.is_renaming(&self.bank)
            && literal.right.is_some_and(|it| is_greater(left, it) && !is_greater(it, result))
    }

    /// What a term becomes by an equation read from left to right, if that is less.
    fn rewritten(&mut self, rule: RewriteRule, term: SharedTerm) -> Option<SharedTerm> {
        let RewriteRule { left, right, is_oriented } = rule;
        self.bindings.clear();
        if !self.bindings.matches(&self.bank, left, term) {
            self.bindings.clear();
            return None;
        }
        // What is less stays so in instances, and has no variables of its own.
        if is_oriented {
            return Some(self.bindings.instance(&mut self.bank, right));
        }
        let mut is_bound = true;
        let bindings = &self.bindings;
        self.bank.variables(right, &mut |it| is_bound &= bindings.is_bound(it));
        if !is_bound || !self.order.may_be_less(&self.bank, (right, bindings), term) {
            self.bindings.clear();
            return None;
        }
        let result = self.bindings.instance(&mut self.bank, right);
        (self.order.compare(&self.bank, term, result) == Some(Ordering::Greater)).then_some(result)
    }

    /// Replaces terms by less as long as that can be done.
    pub(super) fn demodulate(
        &mut self,
        literals: &mut [FirstOrderLiteral],
        uses: &mut Simplifiers,
    ) {
        let is_unit = literals.len() == 1;
        for literal in literals {
            let old = *literal;
            let left = self.normal(old.left, old, is_unit, uses);
            let right = old.right.map(|it| self.normal(it, old.flipped(), is_unit, uses));
            *literal = FirstOrderLiteral { left, right, ..old };
        }
    }

    /// Whether equations make an argument of a term less, and which ones.
    pub(super) fn is_reducible_below(&mut self, term: SharedTerm, uses: &mut Simplifiers) -> bool {
        let arguments = TermArguments::from_slice(self.bank.arguments(term));
        arguments.into_iter().any(|it| self.normal(it, as_part(it), false, uses) != it)
    }

    /// The normal form of the left side of a literal.
    fn normal(
        &mut self,
        term: SharedTerm,
        literal: FirstOrderLiteral,
        is_unit: bool,
        uses: &mut Simplifiers,
    ) -> SharedTerm {
        let TermHead::Symbol(symbol) = self.bank.head(term) else { return term };
        let count = self.index.count_of_demodulators();
        // In an order of variables that is only assumed equations may make less what they cannot otherwise.
        let is_known = self.order.assumed.is_empty() || self.bank.is_ground(term);
        if is_known && self.normal_since(term) == count {
            return term;
        }
        let mut arguments = TermArguments::from_slice(self.bank.arguments(term));
        for argument in &mut arguments {
            *argument = self.normal(*argument, as_part(*argument), false, uses);
        }
        let sort = self.bank.sort(term);
        let is_same = *arguments == *self.bank.arguments(term);
        let changed = if is_same { term } else { self.bank.apply(symbol, sort, &arguments) };
        if sort == super::ATOM {
            return changed;
        }
        let mut is_kept = false;
        let since = if is_known { self.normal_since(changed) } else { 0 };
        for equation in self.index.demodulators(&self.bank, changed, since) {
            let clause = equation.clause;
            let unit = self.clauses[clause as usize].literals[0];
            let unit = if equation.is_flipped { unit.flipped() } else { unit };
            let (left, right) = (unit.left, unit.right.unwrap_or(unit.left));
            let rule = RewriteRule { left, right, is_oriented: equation.is_oriented };
            let Some(result) = self.rewritten(rule, changed) else { continue };
            if is_unit && self.keeps(literal, changed, result) {
                self.bindings.clear();
                is_kept = true;
                continue;
            }
            let variables = self.clauses[clause as usize].variables.iter();
            let instance = variables.map(|it| self.bindings.instance(&mut self.bank, *it));
            uses.push((clause, instance.collect()));
            self.bindings.clear();
            return self.normal(result, literal, is_unit, uses);
        }
        self.bindings.clear();
        if !is_kept && is_known {
            let at = changed.0 as usize;
            if self.normal.len() <= at {
                self.normal.resize(at + 1, 0);
            }
            self.normal[at] = count;
        }
        changed
    }

    /// How many sides of equations cannot make a term less.
    fn normal_since(&self, term: SharedTerm) -> u32 {
        self.normal.get(term.0 as usize).copied().unwrap_or(0)
    }

    /// Leaves out equations of different constants.
    fn leave_out_different(
        &mut self,
        literals: &mut Vec<FirstOrderLiteral>,
        uses: &mut Simplifiers,
    ) {
        let mut at = 0;
        while at < literals.len() {
            let literal = literals[at];
            match literal.right {
                Some(right) if literal.is_positive && self.is_of_different(literal) => {
                    uses.push((self.difference(literal.left, right), Box::default()));
                    literals.remove(at);
                }
                _ => at += 1,
            }
        }
    }

    /// Leaves out literals whose opposite is an instance of a clause of one literal.
    fn leave_out_denied(&mut self, literals: &mut Vec<FirstOrderLiteral>, uses: &mut Simplifiers) {
        let mut at = 0;
        while at < literals.len() {
            let literal = literals[at];
            let units = self.index.units(&self.bank, literal, !literal.is_positive);
            let found = units.into_iter().find_map(|place| {
                let unit = self.clauses[place.clause as usize].literals[0];
                let unit = if place.is_flipped { unit.flipped() } else { unit };
                let denied = FirstOrderLiteral { is_positive: literal.is_positive, ..unit };
                self.bindings.clear();
                matches_literal(&self.bank, &mut self.bindings, denied, literal).then(|| {
                    let variables = self.clauses[place.clause as usize].variables.clone();
                    let instance = variables
                        .iter()
                        .map(|it| self.bindings.instance(&mut self.bank, *it))
                        .collect();
                    (place.clause, instance)
                })
            });
            self.bindings.clear();
            match found {
                Some(used) => {
                    uses.push(used);
                    literals.remove(at);
                }
                None => at += 1,
            }
        }
    }

    /// Leaves out literals that deny that a variable is some term: the clause says as much of that term (destructive
    /// equality resolution: S. Schulz, *E: a brainiac theorem prover*, AI Communications 15, 2002).
    fn leave_out_variables(&mut self, clause: &mut FirstOrderClause, uses: &mut Simplifiers) {
        // What a sentence says is not changed before it is a clause.
        if !self.strategy.settles_variables || clause.origin.parents.is_empty() {
            return;
        }
        let mut at = 0;
        while at < clause.literals.len() {
            let denied = denied_variable(&self.bank, clause.literals[at]);
            let terms = || clause.literals.iter().flat_map(|it| it.terms());
            let values = || clause.origin.parents.iter().chain(&*uses).flat_map(|it| &it.1);
            let stays_small = |it: SharedTerm, by| stays_small(&self.bank, it, by);
            let fits = |it: &(SharedTerm, SharedTerm)| {
                terms().chain(values().copied()).all(|term| stays_small(term, *it))
            };
            let Some((variable, term)) = denied.filter(fits) else {
                at += 1;
                continue;
            };
            clause.literals.remove(at);
            self.bindings.clear();
            self.bindings.matches(&self.bank, variable, term);
            let (bindings, bank) = (&self.bindings, &mut self.bank);
            let mut put = |it: SharedTerm| bindings.instance(bank, it);
            for literal in &mut clause.literals {
                *literal = literal.map(&mut put);
            }
            for (_, values) in clause.origin.parents.iter_mut().chain(&mut *uses) {
                values.iter_mut().for_each(|it| *it = put(*it));
            }
            self.bindings.clear();
            at = 0;
        }
    }

    /// Leaves out literals with whose opposite an active clause would contain the clause (subsumption resolution: L.
    /// Bachmair and H. Ganzinger, *Resolution theorem proving*, 2001); whether there was one.
    fn cut(&mut self, literals: &mut Vec<FirstOrderLiteral>, uses: &mut Simplifiers) -> bool {
        let (mut pairs, mut at) = (MOST_PAIRS, 0);
        let before = literals.len();
        while at < literals.len() && literals.len() > 1 {
            literals[at].is_positive ^= true;
            match self.cutter(literals, &mut pairs) {
                Some(used) => {
                    uses.push(used);
                    literals.remove(at);
                }
                None => {
                    literals[at].is_positive ^= true;
                    at += 1;
                }
            }
        }
        self.work += u64::from(MOST_PAIRS - pairs) / PAIRS;
        literals.len() < before
    }

    /// An active clause of which an instance is part of one, and what its variables stand for.
    fn cutter(
        &mut self,
        literals: &[FirstOrderLiteral],
        pairs: &mut u32,
    ) -> Option<(ClauseId, Box<[SharedTerm]>)> {
        self.index.subsuming(&self.bank, literals).into_iter().find_map(|active| {
            let clause = &self.clauses[active as usize];
            let is = subsumes(&self.bank, &mut self.bindings, &clause.literals, literals, pairs);
            let instance = is.then(|| {
                let (bindings, bank) = (&self.bindings, &mut self.bank);
                clause.variables.iter().map(|it| bindings.instance(bank, *it)).collect()
            });
            self.bindings.clear();
            Some((active, instance?))
        })
    }
}

/// Whether a term is one that clauses may have when a variable is replaced in it. Terms share their parts, and replaced again and
/// again they would grow exponentially.
fn stays_small(bank: &Bank, term: SharedTerm, (variable, by): (SharedTerm, SharedTerm)) -> bool {
    let (weight, added) = (bank.weight(term), bank.weight(by));
    if weight.max(added) > MOST_WEIGHT || bank.depth(term) + bank.depth(by) > MOST_DEPTH {
        return false;
    }
    let mut weight = weight;
    bank.variables(term, &mut |it| {
        if bank.as_variable(variable) == Some(it) {
            weight = weight.saturating_add(added);
        }
    });
    weight <= MOST_WEIGHT
}

/// The variable that a literal says is not a term, and the term, in which it does not stand.
fn denied_variable(bank: &Bank, literal: FirstOrderLiteral) -> Option<(SharedTerm, SharedTerm)> {
    let right = literal.right.filter(|_| !literal.is_positive)?;
    if bank.weight(literal.left).max(bank.weight(right)) > MOST_WEIGHT {
        return None;
    }
    [(literal.left, right), (right, literal.left)].into_iter().find(|(variable, term)| {
        let Some(number) = bank.as_variable(*variable) else { return false };
        let mut is_free = true;
        bank.variables(*term, &mut |it| is_free &= it != number);
        is_free
    })
}

/// A term that is not the side of an equation, as the left side of a literal.
fn as_part(term: SharedTerm) -> FirstOrderLiteral {
    FirstOrderLiteral { is_positive: false, left: term, right: None }
}
