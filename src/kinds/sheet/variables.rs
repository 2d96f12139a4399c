//! The variables of sentences: where each is bound, and the sort that is written behind it or behind one
//! that follows.

use super::aggregates::usage;
use super::classes::{Class, Type};
use super::errors;
use super::lineage::BlockPlace;
use super::resolve::{NodeRole, Resolved, Resolver, SentenceWalk};
use super::symbols::NameMeaning;
use crate::kinds::sentence_errors::{SortMismatch, statements_compared};
use crate::syntax::ast::{BoundName, SentenceOp, WrittenType};
use crate::syntax::elsewhere;
use crate::text::Span;

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// Where it is bound, or asked for first.
    pub place: BlockPlace,
    /// What it is.
    pub class: Class,
    /// Its values, once they are known.
    pub sort: Option<u32>,
    /// It stands behind `?`.
    pub is_asked: bool,
    /// Something is said of it.
    pub is_used: bool,
    /// Its sort stands behind another variable of the list.
    pub shares_sort: bool,
    /// That something else belongs where it stands is told of one of these places.
    pub is_ill_sorted: bool,
    /// Where its list begins and where what stands before it ends, if a sort behind it would be one of
    /// others as well.
    pub behind: Option<(u32, u32)>,
}

impl Resolver<'_, '_, '_> {
    /// New variables, each with the sort that is written behind it or behind one that follows.
    pub(super) fn variables_of(&mut self, text: &str, bound: &[BoundName]) -> Vec<u32> {
        let mut sorts: Vec<(WrittenType, Option<u32>)> = Vec::new();
        let mut found = Vec::with_capacity(bound.len());
        let mut is_alone = true;
        for (at, it) in bound.iter().enumerate() {
            let sort = it.sort.and_then(|written| {
                let known = sorts.last().filter(|(other, _)| *other == written);
                let sort = match known {
                    Some((_, sort)) => *sort,
                    None => self.symbols.written_in(text, written, self.findings),
                };
                sorts.push((written, sort));
                sort
            });
            let class = self.symbols.class_of(sort);
            let next = bound.get(at + 1);
            let shares_sort = it.sort.is_some() && next.is_some_and(|next| next.sort == it.sort);
            let before = at.checked_sub(1).map(|it| bound[it].name.end);
            let behind = before.filter(|_| !is_alone).map(|end| (bound[0].name.start, end));
            is_alone = it.sort.is_some() && !shares_sort;
            let place = BlockPlace { block: self.findings.block, span: it.name };
            found.push(self.variables.len() as u32);
            self.variables.push(Variable {
                name: text[it.name.range()].to_owned(),
                place,
                class,
                sort,
                is_asked: false,
                is_used: false,
                shares_sort,
                is_ill_sorted: false,
                behind,
            });
        }
        found
    }

    /// A variable that a sign or a question has.
    pub(super) fn add(&mut self, name: &str, span: Span, sort: Option<u32>) -> u32 {
        let class = self.symbols.class_of(sort);
        let place = BlockPlace { block: self.findings.block, span };
        self.variables.push(Variable {
            name: name.to_owned(),
            place,
            class,
            sort,
            is_asked: false,
            is_used: true,
            shares_sort: false,
            is_ill_sorted: false,
            behind: None,
        });
        self.variables.len() as u32 - 1
    }

    /// What is found at a place is what is wanted there, or the fault is told.
    pub(super) fn join(
        &mut self,
        text: &str,
        span: Span,
        found: Class,
        wanted: Class,
        variable: Option<u32>,
    ) {
        if let Err((wanted, found)) = self.symbols.classes.join(wanted, found) {
            self.ill_sorted(text, span, [found, wanted], variable);
        }
    }

    /// Something of one type stands where another one belongs. If it is a variable that is one fault, however
    /// often it stands there.
    pub(super) fn ill_sorted(
        &mut self,
        text: &str,
        span: Span,
        [found, wanted]: [Type; 2],
        variable: Option<u32>,
    ) {
        if let Some(variable) = variable {
            let is_told = &mut self.variables[variable as usize].is_ill_sorted;
            if std::mem::replace(is_told, true) {
                return;
            }
        }
        let mismatch = SortMismatch { place: span, found, wanted };
        let latest = self.findings.found.last();
        let latest = latest.filter(|it| it.0 == self.findings.block).map(|it| it.1.span);
        let before = self.mismatch.replace(mismatch).filter(|it| latest == Some(it.place));
        if let Some(swapped) = before.and_then(|it| it.swapped_with(text, &mismatch)) {
            self.findings.found.pop();
            return self.findings.push(swapped);
        }
        let names = [found, wanted].map(|it| self.symbols.type_name(it));
        let variable = variable.map(|it| &self.variables[it as usize]);
        let is_here = |it: &&Variable| it.place.block == self.findings.block && !text.is_empty();
        let fault = match variable.filter(|it| it.shares_sort).filter(is_here) {
            Some(variable) => errors::shares_sort(text, span, variable, &names),
            None => {
                let open = self.symbols.open_sort(wanted).filter(|_| found == Type::Number);
                let word = text.get(span.range()).unwrap_or_default();
                errors::ill_sorted(word, span, &names, open)
            }
        };
        self.findings.push(fault);
    }

    /// Says of a node that compares what predicates say that it does.
    pub(super) fn compares_statements(&mut self, walk: &SentenceWalk<'_>, index: usize) -> bool {
        let resolved = &walk.resolved;
        let sides = resolved.operands(index);
        let is_said = |it: &usize| {
            let SentenceOp::Apply { name, arguments: 1.. } = resolved.nodes[*it].op else {
                return false;
            };
            match self.symbols.find(&resolved.text[name.range()]) {
                Some(NameMeaning::Symbol(it)) => self.symbols.symbols[it as usize].result.is_none(),
                _ => false,
            }
        };
        if !sides.iter().all(is_said) {
            return false;
        }
        let spans = [sides[0], sides[1]].map(|it| resolved.nodes[it].span);
        let is_equal = resolved.nodes[index].op == SentenceOp::Equal;
        let is_whole = index + 1 == resolved.nodes.len();
        self.findings.push(statements_compared(resolved.text, spans, is_equal, is_whole));
        true
    }

    /// Forgets what was found since `told` within the parentheses of words such as `sum` that lack their variables, and
    /// of those of other languages.
    pub(super) fn leave_aggregated(&mut self, told: usize, resolved: &Resolved<'_>) {
        let nodes = resolved.nodes.iter().zip(&resolved.roles);
        let calls: Vec<_> = nodes
            .filter_map(|(node, role)| match node.op {
                SentenceOp::Apply { name, arguments } if arguments > 0 => {
                    let is_unread = *role == NodeRole::Sign;
                    let word = resolved.text.get(name.range()).filter(|_| is_unread)?;
                    let is_elsewhere = usage(word).is_some() || elsewhere::name(word).is_some();
                    is_elsewhere.then(|| Span::new(name.end, node.span.end))
                }
                _ => None,
            })
            .collect();
        let is_within =
            |span: Span| calls.iter().any(|it| it.start <= span.start && span.end <= it.end);
        let mut at = 0;
        self.findings.found.retain(|(_, fault)| {
            at += 1;
            at <= told || !is_within(fault.span)
        });
    }
}
