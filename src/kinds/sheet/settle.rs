//! Which values variables have, and which numbers terms may be. A variable that nobody gave a sort
//! ranges over that of what it is an argument of, else over the numbers that it is compared with by
//! `=`; what a definition is applied to gives its parameters theirs. Looked at in turns until nothing
//! is new.

use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::Type;
use super::errors;
use super::lineage::{BlockPlace, Findings};
use super::ranges::{self, MOST, Range, hull};
use super::resolve::{NodeRole, Resolved};
use super::symbols::{NameOrigin, SortMembers, Symbols};
use super::variables::Variable;
use crate::syntax::ast::{Aggregate, SentenceOp, WrittenOperation};

/// What uses of a variable say of its values.
#[derive(Clone, Debug, Default)]
struct Proposal {
    /// The sorts of what it is an argument of.
    sorts: Vec<u32>,
    equal_sorts: Vec<u32>,
    /// The hull of the numbers it is equal to, or that a definition is applied to.
    hull: Option<Range>,
    /// The numbers of something are not known yet.
    lacks_some: bool,
}

impl Proposal {
    fn add(&mut self, sort: Option<u32>, range: Option<Range>) {
        if let Some(sort) = sort.filter(|it| !self.equal_sorts.contains(it)) {
            self.equal_sorts.push(sort);
        }
        match range {
            Some(range) => self.hull = Some(self.hull.map_or(range, |it| hull(it, range))),
            None => self.lacks_some = true,
        }
    }
}

/// Finds out which values variables have.
pub(super) struct Settling<'s, 'a> {
    /// The names of the puzzle.
    pub symbols: &'s mut Symbols<'a>,
    /// The variables of all sentences.
    pub variables: &'s mut Vec<Variable>,
    proposals: FxHashMap<u32, Proposal>,
    calls: FxHashMap<u32, Proposal>,
    too_large: Option<usize>,
}

impl<'s, 'a> Settling<'s, 'a> {
    /// Nothing is known yet.
    pub(super) fn new(symbols: &'s mut Symbols<'a>, variables: &'s mut Vec<Variable>) -> Self {
        Self {
            symbols,
            variables,
            proposals: FxHashMap::default(),
            calls: FxHashMap::default(),
            too_large: None,
        }
    }

    /// Settles the variables of sentences, in which definitions come before what uses them. Each is
    /// with the symbol that it defines. Those before `first` are settled. Tells the numbers of their
    /// terms.
    pub(super) fn settle(
        &mut self,
        first: usize,
        sentences: &[(Option<u32>, &Resolved<'_>)],
    ) -> Vec<Vec<Option<Range>>> {
        for variable in &mut self.variables[first..] {
            if let Some(Type::Thing(sort)) = self.symbols.classes.type_of(variable.class) {
                variable.sort.get_or_insert(sort);
            }
        }
        loop {
            self.proposals.clear();
            self.calls.clear();
            let mut all = Vec::with_capacity(sentences.len());
            for (symbol, sentence) in sentences {
                let ranges = self.ranges(sentence);
                let last = ranges.last().copied().flatten();
                let defined = symbol.map(|it| &mut self.symbols.symbols[it as usize]);
                if let Some(result) = defined.and_then(|it| it.result.as_mut()) {
                    result.range = last;
                }
                all.push(ranges);
            }
            if !self.accept(false) && !self.accept(true) {
                return all;
            }
        }
    }

    /// Takes what was proposed; whether that is anything new.
    fn accept(&mut self, takes_parts: bool) -> bool {
        let mut found = Vec::new();
        for (variable, proposal) in &self.calls {
            found.extend(self.decided(*variable, proposal, takes_parts).map(|it| (*variable, it)));
        }
        for (variable, proposal) in &self.proposals {
            let is_called = self.calls.contains_key(variable) && proposal.sorts.is_empty();
            let decided = self.decided(*variable, proposal, takes_parts).filter(|_| !is_called);
            found.extend(decided.map(|it| (*variable, it)));
        }
        found.sort_unstable_by_key(|it| it.0);
        let is_new = !found.is_empty();
        for (variable, decided) in found {
            let sort = match decided {
                SettledValues::Sort(sort) => sort,
                SettledValues::Range(range) => self.symbols.range_sort(range),
            };
            self.variables[variable as usize].sort.get_or_insert(sort);
        }
        is_new
    }

    fn decided(
        &self,
        variable: u32,
        proposal: &Proposal,
        takes_parts: bool,
    ) -> Option<SettledValues> {
        let of = self.symbols.classes.type_of(self.variables[variable as usize].class)?;
        if let [first, ..] = proposal.sorts[..] {
            let ranges: Option<Vec<Range>> =
                proposal.sorts.iter().map(|it| self.symbols.range_of(*it)).collect();
            let Some(whole) = ranges.and_then(|it| it.into_iter().reduce(hull)) else {
                return Some(SettledValues::Sort(first));
            };
            let widest = |it: &&u32| self.symbols.range_of(**it) == Some(whole);
            return Some(match proposal.sorts.iter().find(widest) {
                Some(sort) => SettledValues::Sort(*sort),
                None => SettledValues::Range(whole),
            });
        }
        if let ([only], Type::Number) = (&proposal.equal_sorts[..], of)
            && proposal.hull.is_none_or(|it| self.symbols.range_of(*only).is_some_and(|s| s == it))
        {
            return Some(SettledValues::Sort(*only));
        }
        if proposal.lacks_some && !takes_parts {
            return None;
        }
        let range = proposal.hull?;
        Some(match (of, &self.symbols.grid) {
            (Type::Step, Some(grid)) if range.1 < 4 => SettledValues::Sort(grid.sides),
            (Type::Step, Some(grid)) => SettledValues::Sort(grid.directions),
            _ => SettledValues::Range(range),
        })
    }

    /// The numbers of all terms of a sentence.
    fn ranges(&mut self, sentence: &Resolved<'_>) -> Vec<Option<Range>> {
        let mut ranges: Vec<Option<Range>> = vec![None; sentence.nodes.len()];
        self.too_large = None;
        for node in 0..sentence.nodes.len() {
            let operands = sentence.operands(node);
            self.uses(sentence, node, &operands, &ranges);
            if sentence.classes[node].is_some() {
                ranges[node] = self.range(sentence, node, &operands, &ranges);
            }
        }
        ranges
    }

    /// What a node says of the variables that are its operands.
    fn uses(
        &mut self,
        sentence: &Resolved<'_>,
        node: usize,
        operands: &[usize],
        ranges: &[Option<Range>],
    ) {
        match (sentence.nodes[node].op, sentence.roles[node]) {
            (SentenceOp::Apply { .. }, NodeRole::Symbol(symbol)) => {
                for (at, operand) in operands.iter().enumerate() {
                    self.argument(sentence, (symbol, at), *operand, ranges);
                }
            }
            (SentenceOp::Equal | SentenceOp::Unequal | SentenceOp::Becomes, _) => {
                self.equal(sentence, (operands[0], operands[1]), ranges);
            }
            (SentenceOp::Chain { first, .. }, _) => {
                for (at, pair) in operands.windows(2).enumerate() {
                    if sentence.tree.chained[first as usize + at] == SentenceOp::Equal {
                        self.equal(sentence, (pair[0], pair[1]), ranges);
                    }
                }
            }
            _ => {}
        }
    }

    fn argument(
        &mut self,
        sentence: &Resolved<'_>,
        (symbol, at): (u32, usize),
        operand: usize,
        ranges: &[Option<Range>],
    ) {
        let Some(parameter) = self.symbols.symbols[symbol as usize].parameters.get(at).copied()
        else {
            return;
        };
        let own = parameter.variable.map(|it| &self.variables[it as usize]);
        let sort = parameter.sort.or(own.and_then(|it| it.sort));
        let NodeRole::Variable(variable) = sentence.roles[operand] else {
            if let Some(own) = parameter.variable.filter(|_| sort.is_none()) {
                self.calls.entry(own).or_default().add(None, ranges[operand]);
            }
            return;
        };
        let is_open = self.variables[variable as usize].sort.is_none();
        match sort {
            Some(sort) if is_open => {
                let proposal = self.proposals.entry(variable).or_default();
                if !proposal.sorts.contains(&sort) {
                    proposal.sorts.push(sort);
                }
            }
            None if parameter.variable != Some(variable) => {
                if let Some(own) = parameter.variable {
                    self.calls.entry(own).or_default().add(None, ranges[operand]);
                }
            }
            _ => {}
        }
    }

    fn equal(
        &mut self,
        sentence: &Resolved<'_>,
        (first, second): (usize, usize),
        ranges: &[Option<Range>],
    ) {
        for (one, other) in [(first, second), (second, first)] {
            let NodeRole::Variable(variable) = sentence.roles[one] else { continue };
            let is_plain = matches!(sentence.roles[other], NodeRole::Number(_) | NodeRole::Nothing);
            if self.variables[variable as usize].sort.is_some() || is_plain {
                continue;
            }
            let sort = match sentence.roles[other] {
                NodeRole::Symbol(symbol) => {
                    self.symbols.symbols[symbol as usize].result.and_then(|it| it.sort)
                }
                NodeRole::Variable(other) => self.variables[other as usize].sort,
                _ => None,
            };
            self.proposals.entry(variable).or_default().add(sort, ranges[other]);
        }
    }

    fn variable_range(&self, variable: u32) -> Option<Range> {
        self.symbols.range_of(self.variables[variable as usize].sort?)
    }

    /// How many values some variables have together.
    fn tuples(&self, sentence: &Resolved<'_>, node: usize, count: u32) -> Option<i128> {
        let NodeRole::Binds(first) = sentence.roles[node] else { return None };
        (first..first + count).try_fold(1_i128, |product, it| {
            let (least, most) = self.variable_range(it)?;
            Some(product.saturating_mul(i128::from(most) - i128::from(least) + 1))
        })
    }

    fn range(
        &mut self,
        sentence: &Resolved<'_>,
        node: usize,
        operands: &[usize],
        ranges: &[Option<Range>],
    ) -> Option<Range> {
        let of = self.symbols.classes.type_of(sentence.classes[node]?);
        if let Some(Type::Thing(sort)) = of
            && !matches!(sentence.roles[node], NodeRole::Thing(_))
        {
            return self.symbols.range_of(sort);
        }
        let operand = |at: usize| ranges[operands[at]];
        let (range, is_within) = match (sentence.nodes[node].op, sentence.roles[node]) {
            (_, NodeRole::Number(number) | NodeRole::Thing(number)) => ((number, number), true),
            (_, NodeRole::Variable(variable)) => (self.variable_range(variable)?, true),
            (_, NodeRole::Absolute) => (ranges::absolute(operand(0)?), true),
            (_, role @ (NodeRole::Least | NodeRole::Greatest)) => {
                let (a, b) = (operand(0)?, operand(1)?);
                let both = match role {
                    NodeRole::Least => (a.0.min(b.0), a.1.min(b.1)),
                    _ => (a.0.max(b.0), a.1.max(b.1)),
                };
                (both, true)
            }
            (_, NodeRole::Symbol(symbol)) => {
                let result = self.symbols.symbols[symbol as usize].result?;
                let range = match result.sort {
                    Some(sort) => self.symbols.range_of(sort),
                    None => result.range,
                };
                (range?, true)
            }
            (SentenceOp::Negative, _) => (ranges::negative(operand(0)?), true),
            (SentenceOp::Binary(operation), _) => {
                let (a, b) = (operand(0)?, operand(1)?);
                match operation {
                    WrittenOperation::Plus => ranges::plus(a, b),
                    WrittenOperation::Minus => ranges::plus(a, ranges::negative(b)),
                    WrittenOperation::Times => ranges::times(a, b),
                    WrittenOperation::Quotient => (ranges::quotient(a, b), true),
                    WrittenOperation::Remainder => (ranges::remainder(a, b), true),
                }
            }
            (SentenceOp::Aggregate { aggregate, count, has_condition, .. }, _) => match aggregate {
                Aggregate::Count => ranges::up_to(self.tuples(sentence, node, count)?),
                Aggregate::Sum => {
                    let tuples = self.tuples(sentence, node, count)?;
                    ranges::sum(operand(0)?, tuples, has_condition)
                }
                Aggregate::Least | Aggregate::Greatest => (operand(0)?, true),
            },
            _ => return None,
        };
        if !is_within {
            self.too_large.get_or_insert(node);
        }
        Some(range)
    }

    /// Reports what a sentence says of numbers that cannot be, once everything is settled.
    pub(super) fn report(&mut self, sentence: &Resolved<'_>, findings: &mut Findings<'_, 'a>) {
        let outer = std::mem::replace(&mut findings.block, sentence.block);
        let ranges = self.ranges(sentence);
        if let Some(node) = self.too_large {
            findings.push(errors::term_too_large(sentence.nodes[node].span, MOST));
        }
        for node in 0..sentence.nodes.len() {
            let pairs: Vec<(usize, usize)> = match sentence.nodes[node].op {
                SentenceOp::Equal | SentenceOp::Unequal | SentenceOp::Becomes => {
                    let operands = sentence.operands(node);
                    vec![(operands[0], operands[1]), (operands[1], operands[0])]
                }
                SentenceOp::Apply { .. } => {
                    self.applied(sentence, node, findings);
                    continue;
                }
                _ => continue,
            };
            for (number, term) in pairs {
                self.never(sentence, (number, term), &ranges, findings);
            }
        }
        findings.block = outer;
    }

    /// Reports a number that a function never yields.
    fn never(
        &self,
        sentence: &Resolved<'_>,
        (number, term): (usize, usize),
        ranges: &[Option<Range>],
        findings: &mut Findings<'_, 'a>,
    ) {
        let Some(value) = written_number(sentence, number) else { return };
        let NodeRole::Symbol(symbol) = sentence.roles[term] else { return };
        let symbol = &self.symbols.symbols[symbol as usize];
        let Some(range) = ranges.get(term).copied().flatten() else { return };
        let is_told = matches!(symbol.origin, NameOrigin::Found | NameOrigin::Given);
        if is_told && !(range.0..=range.1).contains(&value) {
            let span = sentence.nodes[number].span;
            let fault = errors::never(value, span, symbol.name, range);
            findings.push(findings.related(fault, symbol.place, "as it stands here"));
        }
    }

    /// Reports numbers that a function or a predicate is applied to and that their sorts do not have.
    fn applied(&self, sentence: &Resolved<'_>, node: usize, findings: &mut Findings<'_, 'a>) {
        let NodeRole::Symbol(symbol) = sentence.roles[node] else { return };
        let symbol = &self.symbols.symbols[symbol as usize];
        if !matches!(symbol.origin, NameOrigin::Found | NameOrigin::Given) {
            return;
        }
        for (parameter, operand) in symbol.parameters.iter().zip(sentence.operands(node)) {
            let Some(sort) = parameter.sort.map(|it| &self.symbols.sorts[it as usize]) else {
                continue;
            };
            let SortMembers::Range(range) = sort.elements else { continue };
            let value = written_number(sentence, operand);
            let Some(value) = value.filter(|it| !(range.0..=range.1).contains(it)) else {
                continue;
            };
            let of = sort.place.map(|_| sort.name.as_str());
            let fault = errors::not_in_sort(value, sentence.nodes[operand].span, of, range);
            findings.push(findings.related(fault, symbol.place, "as it stands here"));
        }
    }

    /// Reports variables whose values nothing tells, from the first on.
    /// What is wrong with a sentence otherwise comes first.
    pub(super) fn without_values(
        &mut self,
        first: usize,
        sentences: &[(Option<u32>, &Resolved<'_>)],
        findings: &mut Findings<'_, 'a>,
    ) {
        let faults = findings.places();
        let mut wrong: Vec<BlockPlace> = sentences
            .iter()
            .filter_map(|(_, it)| Some(BlockPlace { block: it.block, span: it.nodes.last()?.span }))
            .filter(|it| {
                let from = faults.partition_point(|at| *at < (it.block, it.span.start));
                faults.get(from).is_some_and(|at| *at <= (it.block, it.span.end))
            })
            .collect();
        wrong.sort_unstable_by_key(|it| (it.block, it.span.start));
        let is_wrong = |variable: &Variable| {
            let BlockPlace { block, span } = variable.place;
            let behind =
                wrong.partition_point(|it| (it.block, it.span.start) <= (block, span.start));
            let last = behind.checked_sub(1).map(|it| wrong[it]);
            last.is_some_and(|it| it.block == block && it.span.contains(span))
        };
        let parameters: FxHashSet<u32> = self
            .symbols
            .symbols
            .iter()
            .flat_map(|it| it.parameters.iter().filter_map(|it| it.variable))
            .collect();
        let is_uncalled =
            |it: usize| parameters.contains(&(it as u32)) && !self.calls.contains_key(&(it as u32));
        let has_size = self.symbols.grid.as_ref().is_none_or(|it| it.size().is_some());
        let may_lack = !has_size || parameters.iter().any(|it| is_uncalled(*it as usize));
        for at in first..self.variables.len() {
            let variable = &self.variables[at];
            if variable.sort.is_some() || is_uncalled(at) {
                continue;
            }
            let of = self.symbols.classes.type_of(variable.class);
            let lacks = |it: &FxHashMap<u32, Proposal>| {
                it.get(&(at as u32)).is_some_and(|it| it.lacks_some)
            };
            if may_lack && (lacks(&self.proposals) || lacks(&self.calls)) {
                let unknown = self.symbols.unknown_sort();
                self.variables[at].sort = Some(unknown);
                continue;
            }
            if is_wrong(variable) {
                continue;
            }
            let fault = errors::without_values(variable, of == Some(Type::Step));
            findings.push_at(variable.place.block, fault);
        }
    }
}

/// The number that is written at a node, if it is nothing else.
fn written_number(sentence: &Resolved<'_>, node: usize) -> Option<i64> {
    match (sentence.roles[node], sentence.nodes[node].op) {
        (NodeRole::Number(value), _) => Some(value),
        (_, SentenceOp::Negative) => match sentence.roles[node - 1] {
            NodeRole::Number(value) => Some(-value),
            _ => None,
        },
        _ => None,
    }
}

enum SettledValues {
    Sort(u32),
    Range(Range),
}
