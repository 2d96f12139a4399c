//! In which order the variables of a quantifier or a sum get their values: known sentences that hold
//! of few of them come first, looked up by what has values already (the greedy order of joins:
//! Selinger et al., "Access path selection in a relational database", SIGMOD 1979; for rules:
//! Gebser, Kaminski, König and Schaub, "Advances in gringo series 3", LPNMR 2011).

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::sentence::Signed;
use super::{DEPTH, GroundNode, GroundSheet, Grounded};
use crate::budget::Budget;
use crate::logic::sheet::{
    Comparison, SentenceId, SheetArguments, SheetSentence, SheetVariable, SymbolId, SymbolOrigin,
    Term, TermId,
};

/// Columns of a table by their values in others.
pub(super) type ColumnIndex = FxHashMap<SheetArguments, Rc<Vec<SheetArguments>>>;

/// Arguments for which a known definition is listed.
const LISTED: usize = 1 << 20;

/// How to run through the values of variables for which known sentences are true.
pub(super) struct JoinPlan {
    /// What is done for each variable or sentence, in order.
    pub steps: Vec<JoinStep>,
    /// The sentences that are not known.
    pub rest: Vec<Signed>,
}

/// Larger tables are not joined for one plan, which may run through few of their rows.
const MOST_JOINED: usize = 1 << 16;

/// A step of a plan.
pub(super) enum JoinStep {
    /// A sentence has its value.
    Check(Signed),
    /// A variable is a term.
    Bind(SheetVariable, TermId),
    /// Variables are what stands in a table beside some terms.
    Lookup(Rc<ColumnIndex>, Vec<TermId>, Vec<SheetVariable>),
    /// A variable has each value of its sort.
    Loop(SheetVariable),
}

impl JoinStep {
    /// Looks up what stands in another table as well, if both give one variable values and the other one has
    /// each of these once; whether it does so.
    fn narrow(&mut self, other: &Self) -> bool {
        let (Self::Lookup(index, keys, bound), Self::Lookup(more, terms, also)) = (self, other)
        else {
            return false;
        };
        if bound != also || bound.len() != 1 {
            return false;
        }
        let rows = |it: &ColumnIndex| it.values().map(|rows| rows.len()).sum::<usize>();
        if rows(index) + rows(more) > MOST_JOINED {
            return false;
        }
        let mut key_of = FxHashMap::default();
        for (key, rows) in more.iter() {
            if rows.iter().any(|row| key_of.insert(row, key).is_some()) {
                return false;
            }
        }
        let mut both = FxHashMap::<SheetArguments, Vec<SheetArguments>>::default();
        for (key, rows) in index.iter() {
            for row in rows.iter() {
                if let Some(more) = key_of.get(row) {
                    let key = key.iter().chain(more.iter()).copied().collect();
                    both.entry(key).or_default().push(row.clone());
                }
            }
        }
        *index = Rc::new(both.into_iter().map(|(key, rows)| (key, Rc::new(rows))).collect());
        keys.extend(terms);
        true
    }
}

/// What may be looked up: the terms and variables in the columns of a table.
struct Row {
    symbol: SymbolId,
    columns: SmallVec<[TermId; 4]>,
}

impl GroundSheet<'_> {
    /// The plan for a quantified sentence.
    pub(super) fn sentence_plan(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Rc<JoinPlan>> {
        let node = GroundNode::Sentence(id);
        if let Some(plan) = self.plans.get(&node) {
            return Ok(Rc::clone(plan));
        }
        let sheet = self.sheet;
        let (mut variables, mut body, is_all) = match sheet.get(id) {
            SheetSentence::All(variables, body) => (variables.to_vec(), *body, true),
            SheetSentence::Some(variables, body) => (variables.to_vec(), *body, false),
            SheetSentence::Distinct(variables, body, _) => {
                return self.plan(node, variables.to_vec(), (*body, true), depth, budget);
            }
            _ => (Vec::new(), id, false),
        };
        loop {
            match sheet.get(body) {
                SheetSentence::All(more, part) if is_all => {
                    variables.extend(more);
                    body = *part;
                }
                SheetSentence::Some(more, part) if !is_all => {
                    variables.extend(more);
                    body = *part;
                }
                _ => return self.plan(node, variables, (body, !is_all), depth, budget),
            }
        }
    }

    /// The plan for what is counted or put together.
    pub(super) fn term_plan(
        &mut self,
        id: TermId,
        variables: &[SheetVariable],
        body: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Rc<JoinPlan>> {
        if let Some(plan) = self.plans.get(&GroundNode::Term(id)) {
            return Ok(Rc::clone(plan));
        }
        self.plan(GroundNode::Term(id), variables.to_vec(), (body, true), depth, budget)
    }

    /// The sentences that have to have their values so that one has, which are no such conjunctions.
    fn conjuncts(&self, sentence: Signed) -> Vec<Signed> {
        let (mut open, mut found) = (vec![sentence], Vec::new());
        while let Some((id, value)) = open.pop() {
            match (self.sheet.get(id), value) {
                (SheetSentence::Not(part), _) => open.push((*part, !value)),
                (SheetSentence::And(parts), true) | (SheetSentence::Or(parts), false) => {
                    open.extend(parts.iter().rev().map(|it| (*it, value)));
                }
                _ => found.push((id, value)),
            }
        }
        found
    }

    /// Makes a plan and keeps it.
    fn plan(
        &mut self,
        node: GroundNode,
        variables: Vec<SheetVariable>,
        body: Signed,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Rc<JoinPlan>> {
        let (known, rest): (Vec<_>, Vec<_>) = self
            .conjuncts(body)
            .into_iter()
            .partition(|it| self.is_known(GroundNode::Sentence(it.0)));
        let mut open: Vec<_> = known
            .into_iter()
            .map(|it| (it, self.variables_of(GroundNode::Sentence(it.0))))
            .collect();
        let mut unbound = variables;
        let mut steps = Vec::new();
        loop {
            // What can be checked is checked.
            let mut left = Vec::new();
            for (sentence, named) in open {
                if named.iter().any(|it| unbound.contains(it)) {
                    left.push((sentence, named));
                } else {
                    steps.push(JoinStep::Check(sentence));
                }
            }
            open = left;
            let Some(&first) = unbound.first() else { break };
            let width = |it: &SheetVariable| {
                let sort = self.sheet.values(*it);
                sort.end().saturating_sub(*sort.start()).saturating_add(1) as usize
            };
            let smallest = unbound.iter().copied().min_by_key(width).unwrap_or(first);
            let mut best = (width(&smallest), None, JoinStep::Loop(smallest));
            let mut others = Vec::new();
            for (at, (sentence, _)) in open.iter().enumerate() {
                let Some((cost, step)) = self.step(*sentence, &unbound, depth, budget)? else {
                    continue;
                };
                if cost < best.0 {
                    let before = std::mem::replace(&mut best, (cost, Some(at), step));
                    others.extend(before.1.map(|at| (at, before.2)));
                } else {
                    others.push((at, step));
                }
            }
            let mut used: Vec<usize> = best.1.into_iter().collect();
            if best.0 > 1 {
                let mut narrows = |it: &(usize, JoinStep)| best.2.narrow(&it.1);
                used.extend(others.into_iter().filter_map(|it| narrows(&it).then_some(it.0)));
            }
            let mut at = 0..;
            open.retain(|_| at.next().is_none_or(|at| !used.contains(&at)));
            match &best.2 {
                JoinStep::Bind(variable, _) | JoinStep::Loop(variable) => {
                    unbound.retain(|it| it != variable);
                }
                JoinStep::Lookup(_, _, bound) => unbound.retain(|it| !bound.contains(it)),
                JoinStep::Check(_) => {}
            }
            steps.push(best.2);
        }
        let plan = Rc::new(JoinPlan { steps, rest });
        self.plans.insert(node, Rc::clone(&plan));
        Ok(plan)
    }

    /// All variables that are named in something.
    fn variables_of(&self, node: GroundNode) -> rustc_hash::FxHashSet<SheetVariable> {
        let (mut open, mut found) = (vec![node], rustc_hash::FxHashSet::default());
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            let mut sentences = |parts: &[SentenceId]| {
                open.extend(parts.iter().map(|it| GroundNode::Sentence(*it)));
            };
            match node {
                GroundNode::Term(id) => match self.sheet.get_term(id) {
                    Term::Number(_) => {}
                    Term::Variable(variable) => _ = found.insert(*variable),
                    Term::Apply(_, parts) => {
                        open.extend(parts.iter().map(|it| GroundNode::Term(*it)));
                    }
                    Term::Binary(_, one, other) => {
                        open.extend([*one, *other].map(GroundNode::Term));
                    }
                    Term::Absolute(part) => open.push(GroundNode::Term(*part)),
                    Term::Count(_, part) => sentences(&[*part]),
                    Term::Fold(_, _, part, term) => {
                        sentences(&[*part]);
                        open.push(GroundNode::Term(*term));
                    }
                },
                GroundNode::Sentence(id) => match self.sheet.get(id) {
                    SheetSentence::Truth(_) => {}
                    SheetSentence::Holds(_, parts) => {
                        open.extend(parts.iter().map(|it| GroundNode::Term(*it)));
                    }
                    SheetSentence::Compare(_, one, other) => {
                        open.extend([*one, *other].map(GroundNode::Term));
                    }
                    SheetSentence::Missing(part) => open.push(GroundNode::Term(*part)),
                    SheetSentence::And(parts) | SheetSentence::Or(parts) => sentences(parts),
                    SheetSentence::Iff(one, other) => sentences(&[*one, *other]),
                    SheetSentence::Not(part)
                    | SheetSentence::All(_, part)
                    | SheetSentence::Some(_, part) => {
                        sentences(&[*part]);
                    }
                    SheetSentence::Distinct(_, part, term) => {
                        sentences(&[*part]);
                        open.push(GroundNode::Term(*term));
                    }
                },
            }
        }
        found
    }

    /// How a sentence gives variables values, and about how many.
    fn step(
        &mut self,
        (id, value): Signed,
        unbound: &[SheetVariable],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<(usize, JoinStep)>> {
        let sheet = self.sheet;
        match sheet.get(id) {
            SheetSentence::Holds(symbol, terms) if value => {
                let row = Row { symbol: *symbol, columns: terms.iter().copied().collect() };
                self.lookup(&row, unbound, depth, budget)
            }
            SheetSentence::Compare(Comparison::Equal, one, other) if value => {
                for (one, other) in [(*one, *other), (*other, *one)] {
                    if let Some(variable) = self.variable(one, unbound)
                        && !self.names(other, unbound)
                    {
                        return Ok(Some((1, JoinStep::Bind(variable, other))));
                    }
                }
                let mut best: Option<(usize, JoinStep)> = None;
                for (one, other) in [(*one, *other), (*other, *one)] {
                    if let Term::Apply(symbol, terms) = sheet.get_term(one) {
                        let columns = terms.iter().copied().chain([other]).collect();
                        let row = Row { symbol: *symbol, columns };
                        let found = self.lookup(&row, unbound, depth, budget)?;
                        if let Some(found) = found
                            && best.as_ref().is_none_or(|best| found.0 < best.0)
                        {
                            best = Some(found);
                        }
                    }
                }
                Ok(best)
            }
            _ => Ok(None),
        }
    }

    fn variable(&self, term: TermId, unbound: &[SheetVariable]) -> Option<SheetVariable> {
        match self.sheet.get_term(term) {
            Term::Variable(variable) => Some(*variable).filter(|it| unbound.contains(it)),
            _ => None,
        }
    }

    fn names(&self, term: TermId, unbound: &[SheetVariable]) -> bool {
        self.variables_of(GroundNode::Term(term)).iter().any(|it| unbound.contains(it))
    }

    fn lookup(
        &mut self,
        row: &Row,
        unbound: &[SheetVariable],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<(usize, JoinStep)>> {
        let (mut keys, mut bound, mut mask) = (Vec::new(), Vec::new(), 0_u64);
        for (at, term) in row.columns.iter().enumerate() {
            match self.variable(*term, unbound) {
                Some(variable) if bound.contains(&variable) => return Ok(None),
                Some(variable) => bound.push(variable),
                None if self.names(*term, unbound) => return Ok(None),
                None => {
                    keys.push(*term);
                    mask |= 1 << (at % 64);
                }
            }
        }
        if bound.is_empty() || row.columns.len() > 64 {
            return Ok(None);
        }
        let Some(index) = self.index(row.symbol, mask, depth, budget)? else { return Ok(None) };
        let rows: usize = index.values().map(|it| it.len()).sum();
        let cost = rows.div_ceil(index.len().max(1));
        Ok(Some((cost, JoinStep::Lookup(index, keys, bound))))
    }

    /// The table of a symbol by some of its columns; that of a function has its value as the last one.
    fn index(
        &mut self,
        symbol: SymbolId,
        mask: u64,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<Rc<ColumnIndex>>> {
        if let Some(index) = self.indexes.get(&(symbol, mask)) {
            return Ok(Some(Rc::clone(index)));
        }
        let sheet = self.sheet;
        let Some(tuples) = sheet.tuples(symbol) else { return Ok(None) };
        let is_defined = matches!(
            sheet.symbol(symbol).origin,
            SymbolOrigin::Sentence(..) | SymbolOrigin::Term(..)
        );
        if !self.definitions.is_known(symbol)
            || is_defined && (tuples > LISTED || depth + 1 >= DEPTH)
            || self.is_growing(symbol)
        {
            return Ok(None);
        }
        let mut index = FxHashMap::<SheetArguments, Vec<SheetArguments>>::default();
        for place in sheet.places(symbol, tuples) {
            budget.check()?;
            let mut value = None;
            if sheet.symbol(symbol).values.is_none() {
                if self.truth_at(symbol, place, depth + 1, budget)? != super::clauses::TRUE {
                    continue;
                }
            } else {
                value = self.number_at(symbol, place, depth + 1, budget)?.as_constant().flatten();
                if value.is_none() {
                    continue;
                }
            }
            let mut row = sheet.arguments(symbol, place);
            row.extend(value);
            let of = |is_key| {
                let chosen =
                    row.iter().enumerate().filter(move |it| (mask >> it.0 & 1 == 1) == is_key);
                chosen.map(|it| *it.1).collect::<SheetArguments>()
            };
            index.entry(of(true)).or_default().push(of(false));
        }
        let index: ColumnIndex =
            index.into_iter().map(|(key, rows)| (key, Rc::new(rows))).collect();
        let index = Rc::new(index);
        self.indexes.insert((symbol, mask), Rc::clone(&index));
        Ok(Some(index))
    }
}
