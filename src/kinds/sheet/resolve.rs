//! What the words of a sentence are: variables, numbers, things, statements. Done from the root to
//! the leaves, since only what stands above a word tells whether a term or a statement belongs
//! there; the nodes lie in post-order, so that is a walk from the last one to the first.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::classes::{Class, Type};
use super::errors;
use super::lineage::Findings;
use super::ranges::MOST;
use super::sums::{Sum, Summand};
use super::symbols::{NameMeaning, Symbol, Symbols};
use super::variables::Variable;
use crate::kinds::sentence_errors::SortMismatch;
use crate::kinds::theory::starts;
use crate::syntax::ast::{Aggregate, SentenceNode, SentenceOp, SyntaxTree, WrittenOperation};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// What a node of a sentence is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeRole {
    /// A variable, by its index.
    Variable(u32),
    /// A function or predicate, by its index.
    Symbol(u32),
    /// A thing, a cell or a step.
    Thing(i64),
    Number(i64),
    /// `abs`
    Absolute,
    /// `min` of two
    Least,
    /// `max` of two
    Greatest,
    /// `none`
    Nothing,
    /// Binds variables, the first of which is this one.
    Binds(u32),
    /// What its sign says.
    Sign,
}

/// A sentence or a term of which every word is understood.
#[derive(Clone, Debug)]
pub struct Resolved<'t> {
    /// The text it stands in.
    pub text: &'t str,
    /// The tree of that text.
    pub tree: &'t SyntaxTree,
    pub block: usize,
    pub nodes: &'t [SentenceNode],
    /// What each is.
    pub roles: Vec<NodeRole>,
    /// Of terms what they are.
    pub classes: Vec<Option<Class>>,
    /// The first node of each node's part.
    pub starts: Vec<usize>,
}

impl Resolved<'_> {
    /// The words at a node.
    pub fn word(&self, node: usize) -> &str {
        &self.text[self.nodes[node].span.range()]
    }

    /// The last nodes of the operands of a node, in order.
    pub fn operands(&self, node: usize) -> Vec<usize> {
        let count = self.nodes[node].op.operands();
        let mut found = Vec::with_capacity(count);
        let mut end = node;
        for _ in 0..count {
            found.push(end - 1);
            end = self.starts[end - 1];
        }
        found.reverse();
        found
    }
}

/// Understands sentences.
pub(super) struct Resolver<'r, 'l, 'a> {
    /// The names of the puzzle.
    pub symbols: &'r mut Symbols<'a>,
    /// The variables of all sentences.
    pub variables: &'r mut Vec<Variable>,
    /// What is wrong.
    pub findings: &'r mut Findings<'l, 'a>,
    /// Whether `?x` may stand in them.
    pub may_ask: bool,
    pub(super) sums: Vec<Sum>,
    /// The latest fault of sorts.
    pub(super) mismatch: Option<SortMismatch<Type>>,
}

/// What belongs at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExpectedPart {
    /// Something that is true or false.
    Statement,
    /// Something that changes.
    Change,
    /// A term, which may be `none`.
    Term(Class, bool),
}

/// The variables that are bound around a place.
#[derive(Default)]
struct SheetBindings<'t> {
    by_name: FxHashMap<&'t str, Vec<u32>>,
    /// Each with the first node of what binds it.
    open: Vec<(usize, &'t str, u32)>,
}

impl SheetBindings<'_> {
    fn find(&self, word: &str) -> Option<u32> {
        self.by_name.get(word)?.last().copied()
    }
}

/// What a walk through a sentence collects.
pub(super) struct SentenceWalk<'t> {
    pub(super) resolved: Resolved<'t>,
    pub(super) expected: Vec<ExpectedPart>,
    bindings: SheetBindings<'t>,
    asked: FxHashMap<&'t str, u32>,
    unbound: BTreeMap<&'t str, Vec<Span>>,
}

impl SentenceWalk<'_> {
    /// The variable that a node is, if something around it binds one of its name.
    fn bound_at(&self, node: usize) -> Option<u32> {
        match self.resolved.nodes[node].op {
            SentenceOp::Apply { arguments: 0, .. } => self.bindings.find(self.resolved.word(node)),
            _ => None,
        }
    }
}

impl<'r, 'l, 'a> Resolver<'r, 'l, 'a> {
    /// Understands sentences in which nothing is asked for.
    pub(super) fn new(
        symbols: &'r mut Symbols<'a>,
        variables: &'r mut Vec<Variable>,
        findings: &'r mut Findings<'l, 'a>,
    ) -> Self {
        Self { symbols, variables, findings, may_ask: false, sums: Vec::new(), mismatch: None }
    }

    /// Finds out what the nodes of a sentence or a term are. `free` are variables that it has from elsewhere.
    pub(super) fn resolve<'t>(
        &mut self,
        (text, tree): (&'t str, &'t SyntaxTree),
        nodes: &'t [SentenceNode],
        whole: ExpectedPart,
        free: &[(&'t str, u32)],
    ) -> Resolved<'t> {
        let resolved = Resolved {
            text,
            tree,
            block: self.findings.block,
            nodes,
            roles: vec![NodeRole::Sign; nodes.len()],
            classes: vec![None; nodes.len()],
            starts: starts(nodes),
        };
        let mut walk = SentenceWalk {
            resolved,
            expected: vec![whole],
            bindings: SheetBindings::default(),
            asked: FxHashMap::default(),
            unbound: BTreeMap::new(),
        };
        for (name, variable) in free {
            walk.bindings.by_name.entry(name).or_default().push(*variable);
        }
        let (first, told) = (self.sums.len(), self.findings.found.len());
        for index in (0..nodes.len()).rev() {
            self.close(&mut walk.bindings, index + 1);
            let place = walk.expected.pop().unwrap_or(ExpectedPart::Statement);
            if let ExpectedPart::Term(class, _) = place {
                walk.resolved.classes[index] = Some(class);
            }
            self.node(&mut walk, index, place);
        }
        self.close(&mut walk.bindings, 0);
        let start = nodes.last().map_or(0, |it| it.span.start);
        for (word, places) in std::mem::take(&mut walk.unbound) {
            let is_statement = whole == ExpectedPart::Statement;
            let fault = errors::unbound(word, &places, start, (self.may_ask, is_statement));
            self.findings.push(fault);
        }
        self.leave_aggregated(told, &walk.resolved);
        self.settle_sums(first);
        walk.resolved
    }

    fn node<'t>(&mut self, walk: &mut SentenceWalk<'t>, index: usize, place: ExpectedPart) {
        let node = walk.resolved.nodes[index];
        match node.op {
            _ if place == ExpectedPart::Change => self.change(walk, index),
            SentenceOp::Apply { .. } => self.apply(walk, index, place),
            SentenceOp::Asked { name } => self.asked(walk, index, name, place),
            _ if is_term(node.op) => {
                let class = self.term_here(node.span, place);
                self.calculation(walk, index, class);
            }
            _ => {
                if let ExpectedPart::Term(..) = place {
                    self.findings.push(errors::statement_as_term(node.span));
                }
                self.statement(walk, index);
            }
        }
    }

    /// The class of a term that stands at a place.
    fn term_here(&mut self, span: Span, place: ExpectedPart) -> Class {
        match place {
            ExpectedPart::Term(class, _) => class,
            ExpectedPart::Statement | ExpectedPart::Change => {
                self.findings.push(errors::term_as_statement(span));
                self.symbols.classes.add(None)
            }
        }
    }

    pub(super) fn statement<'t>(&mut self, walk: &mut SentenceWalk<'t>, index: usize) {
        let node = walk.resolved.nodes[index];
        let number = || Some(Type::Number);
        match node.op {
            SentenceOp::Equal | SentenceOp::Unequal if self.compares_statements(walk, index) => {
                walk.expected.extend([ExpectedPart::Statement; 2]);
            }
            SentenceOp::Equal | SentenceOp::Unequal => {
                let class = self.declared(walk, walk.resolved.starts[index - 1] - 1);
                let class = class.unwrap_or_else(|| self.symbols.classes.add(None));
                walk.expected.extend([ExpectedPart::Term(class, true); 2]);
            }
            SentenceOp::Compare(_) => {
                for _ in 0..2 {
                    let class = self.symbols.classes.add(number());
                    walk.expected.push(ExpectedPart::Term(class, false));
                }
            }
            SentenceOp::Chain { first, count } => {
                let chained = &walk.resolved.tree.chained[first as usize..(first + count) as usize];
                let is_ordered = chained.iter().any(|it| matches!(it, SentenceOp::Compare(_)));
                let known = if is_ordered { number() } else { None };
                let class = self.symbols.classes.add(known);
                walk.expected.extend(vec![ExpectedPart::Term(class, false); count as usize + 1]);
            }
            SentenceOp::Becomes => {
                self.findings.push(errors::becomes_elsewhere(node.span));
                let class = self.symbols.classes.add(None);
                walk.expected.extend([ExpectedPart::Term(class, true); 2]);
            }
            SentenceOp::Not => walk.expected.push(ExpectedPart::Statement),
            SentenceOp::And | SentenceOp::Or | SentenceOp::Implies | SentenceOp::Iff => {
                walk.expected.extend([ExpectedPart::Statement; 2]);
            }
            SentenceOp::Quantified { first, count, .. } => {
                let start = walk.resolved.starts[index];
                self.bind(walk, index, (first, count), start);
                walk.expected.push(ExpectedPart::Statement);
            }
            SentenceOp::Counted { first, count, .. } => {
                let start = walk.resolved.starts[index - 1];
                self.bind(walk, index, (first, count), start);
                let class = self.symbols.classes.add(number());
                walk.expected.push(ExpectedPart::Term(class, false));
                walk.expected.push(ExpectedPart::Statement);
            }
            _ => {}
        }
    }

    /// What a word yields by its declaration, known before its own node is reached.
    fn declared(&self, walk: &SentenceWalk<'_>, node: usize) -> Option<Class> {
        let SentenceOp::Apply { name, .. } = walk.resolved.nodes[node].op else { return None };
        let word = &walk.resolved.text[name.range()];
        let free = self.symbols.find(word).filter(|_| walk.bindings.find(word).is_none());
        let Some(NameMeaning::Symbol(symbol)) = free else { return None };
        self.symbols.symbols[symbol as usize].result.map(|it| it.class)
    }

    fn calculation<'t>(&mut self, walk: &mut SentenceWalk<'t>, index: usize, class: Class) {
        let node = walk.resolved.nodes[index];
        match node.op {
            SentenceOp::Binary(WrittenOperation::Plus | WrittenOperation::Minus) => {
                let (left, right) =
                    (self.symbols.classes.add(None), self.symbols.classes.add(None));
                let operands = walk.resolved.operands(index);
                let summand = |class, at: usize| Summand {
                    class,
                    span: walk.resolved.nodes[at].span,
                    variable: walk.bound_at(at),
                };
                self.sums.push(Sum {
                    block: self.findings.block,
                    sum: class,
                    left: summand(left, operands[0]),
                    right: summand(right, operands[1]),
                });
                walk.expected
                    .extend([ExpectedPart::Term(left, false), ExpectedPart::Term(right, false)]);
            }
            SentenceOp::Binary(_) | SentenceOp::Negative => {
                self.number(node.span, walk.resolved.text, class);
                for _ in 0..node.op.operands() {
                    let class = self.symbols.classes.add(Some(Type::Number));
                    walk.expected.push(ExpectedPart::Term(class, false));
                }
            }
            SentenceOp::Aggregate { aggregate, first, count, has_condition } => {
                self.number(node.span, walk.resolved.text, class);
                let start = walk.resolved.starts[index];
                self.bind(walk, index, (first, count), start);
                if aggregate != Aggregate::Count {
                    let class = self.symbols.classes.add(Some(Type::Number));
                    walk.expected.push(ExpectedPart::Term(class, false));
                }
                if has_condition {
                    walk.expected.push(ExpectedPart::Statement);
                }
            }
            _ => {}
        }
    }

    /// What stands at a place is a number.
    fn number(&mut self, span: Span, text: &str, wanted: Class) {
        let found = self.symbols.classes.add(Some(Type::Number));
        self.join(text, span, found, wanted, None);
    }

    pub(super) fn bind<'t>(
        &mut self,
        walk: &mut SentenceWalk<'t>,
        index: usize,
        (first, count): (u32, u32),
        start: usize,
    ) {
        let (text, tree) = (walk.resolved.text, walk.resolved.tree);
        let bound = &tree.bound[first as usize..(first + count) as usize];
        walk.resolved.roles[index] = NodeRole::Binds(self.variables.len() as u32);
        let variables = self.variables_of(text, bound);
        for (it, variable) in bound.iter().zip(variables) {
            let word = &text[it.name.range()];
            if let Some(outer) = walk.bindings.find(word) {
                let outer = self.variables[outer as usize].place;
                let fault = errors::shadowed(word, it.name);
                let fault = self.findings.related(fault, outer, "the outer one");
                self.findings.push(fault);
            }
            walk.bindings.by_name.entry(word).or_default().push(variable);
            walk.bindings.open.push((start, word, variable));
        }
    }

    /// Closes what speaks of nothing before `end`.
    fn close(&mut self, bindings: &mut SheetBindings<'_>, end: usize) {
        while let Some((_, word, variable)) = bindings.open.pop_if(|(start, ..)| *start >= end) {
            bindings.by_name.entry(word).or_default().pop();
            let Variable { place, is_used, .. } = self.variables[variable as usize];
            if !is_used {
                self.findings.push(errors::unused_variable(word, place.span));
            }
        }
    }

    fn asked<'t>(
        &mut self,
        walk: &mut SentenceWalk<'t>,
        index: usize,
        name: Span,
        place: ExpectedPart,
    ) {
        let node = walk.resolved.nodes[index];
        let word = &walk.resolved.text[name.range()];
        if !self.may_ask {
            self.findings.push(errors::asked_outside(node.span));
        }
        let variable = match walk.asked.get(word) {
            Some(known) => *known,
            None => {
                let variable = self.add(word, name, None);
                self.variables[variable as usize].is_asked = true;
                walk.asked.insert(word, variable);
                variable
            }
        };
        // The last one that is met stands first in the text.
        self.variables[variable as usize].place.span = name;
        self.variable(walk, index, variable, place);
    }

    fn variable(
        &mut self,
        walk: &mut SentenceWalk<'_>,
        index: usize,
        variable: u32,
        place: ExpectedPart,
    ) {
        let span = walk.resolved.nodes[index].span;
        self.variables[variable as usize].is_used = true;
        let class = self.variables[variable as usize].class;
        match place {
            ExpectedPart::Term(wanted, _) => {
                self.join(walk.resolved.text, span, class, wanted, Some(variable));
            }
            ExpectedPart::Statement | ExpectedPart::Change => {
                self.findings.push(errors::term_as_statement(span));
            }
        }
        walk.resolved.roles[index] = NodeRole::Variable(variable);
    }

    pub(super) fn apply<'t>(
        &mut self,
        walk: &mut SentenceWalk<'t>,
        index: usize,
        place: ExpectedPart,
    ) {
        let node = walk.resolved.nodes[index];
        let SentenceOp::Apply { name, arguments } = node.op else { return };
        let text = walk.resolved.text;
        let word = &text[name.range()];
        if let Some(variable) = walk.bindings.find(word).filter(|_| arguments == 0) {
            return self.variable(walk, index, variable, place);
        }
        if word.starts_with(|it: char| it.is_ascii_digit()) {
            return self.literal(walk, index, (word, arguments), place);
        }
        match self.symbols.find(word) {
            Some(NameMeaning::Thing(sort, value)) if arguments == 0 => {
                walk.resolved.roles[index] = NodeRole::Thing(value);
                let class = self.symbols.class_of(Some(sort));
                let wanted = self.term_here(node.span, place);
                self.join(text, node.span, class, wanted, None);
            }
            Some(NameMeaning::Symbol(symbol)) => self.symbol(walk, index, symbol, place),
            _ if self.built_in(walk, index, word, arguments, place) => {}
            _ if arguments == 0 && variable(word).is_some() && place != ExpectedPart::Statement => {
                walk.unbound.entry(word).or_default().push(name);
            }
            found => {
                if let Some(NameMeaning::Thing(..)) = found {
                    self.thing_applied(walk, index);
                } else {
                    self.unknown(name, text, arguments as usize, place);
                }
                self.skip(walk, arguments);
            }
        }
    }

    /// Leaves the arguments of what is wrong alone.
    fn skip(&mut self, walk: &mut SentenceWalk<'_>, arguments: u32) {
        for _ in 0..arguments {
            let class = self.symbols.classes.add(None);
            walk.expected.push(ExpectedPart::Term(class, false));
        }
    }

    fn literal(
        &mut self,
        walk: &mut SentenceWalk<'_>,
        index: usize,
        (word, arguments): (&str, u32),
        place: ExpectedPart,
    ) {
        let span = walk.resolved.nodes[index].span;
        let wanted = self.term_here(span, place);
        match word.parse().ok().filter(|it: &i64| *it <= MOST) {
            Some(number) => walk.resolved.roles[index] = NodeRole::Number(number),
            None => self.findings.push(errors::number_too_large(span)),
        }
        if arguments > 0 {
            self.thing_applied(walk, index);
        }
        self.skip(walk, arguments);
        self.number(span, walk.resolved.text, wanted);
    }

    /// Whether a word means something in every puzzle.
    fn built_in(
        &mut self,
        walk: &mut SentenceWalk<'_>,
        index: usize,
        word: &str,
        arguments: u32,
        place: ExpectedPart,
    ) -> bool {
        let span = walk.resolved.nodes[index].span;
        let role = match (word, arguments) {
            ("none", 0) => {
                if !matches!(place, ExpectedPart::Term(_, true)) {
                    self.findings.push(errors::none_elsewhere(span));
                }
                walk.resolved.roles[index] = NodeRole::Nothing;
                return true;
            }
            ("abs", 1) => NodeRole::Absolute,
            ("min", 2) => NodeRole::Least,
            ("max", 2) => NodeRole::Greatest,
            _ => return false,
        };
        walk.resolved.roles[index] = role;
        let wanted = self.term_here(span, place);
        self.number(span, walk.resolved.text, wanted);
        for _ in 0..arguments {
            let class = self.symbols.classes.add(Some(Type::Number));
            walk.expected.push(ExpectedPart::Term(class, false));
        }
        true
    }

    fn symbol(
        &mut self,
        walk: &mut SentenceWalk<'_>,
        index: usize,
        symbol: u32,
        place: ExpectedPart,
    ) {
        let span = walk.resolved.nodes[index].span;
        let SentenceOp::Apply { arguments, name } = walk.resolved.nodes[index].op else { return };
        let text = walk.resolved.text;
        let word = &text[name.range()];
        let Symbol { ref parameters, result, place: declared, .. } =
            self.symbols.symbols[symbol as usize];
        let classes: Vec<_> = parameters.iter().map(|it| it.class).collect();
        walk.resolved.roles[index] = NodeRole::Symbol(symbol);
        match (result, place) {
            (None, ExpectedPart::Statement) => {}
            (Some(result), ExpectedPart::Term(wanted, _)) => {
                self.join(text, span, result.class, wanted, None);
            }
            (result, _) => {
                let fault = errors::wrong_role(word, name, result.is_none());
                let fault = self.findings.related(fault, declared, "as it stands here");
                self.findings.push(fault);
                return self.skip(walk, arguments);
            }
        }
        if classes.len() != arguments as usize {
            self.wrong_count(symbol, (word, span), arguments as usize);
            return self.skip(walk, arguments);
        }
        walk.expected.extend(classes.into_iter().map(|it| ExpectedPart::Term(it, false)));
    }

    fn unknown(&mut self, name: Span, text: &str, arguments: usize, place: ExpectedPart) {
        let word = &text[name.range()];
        let is_statement = place == ExpectedPart::Statement;
        if arguments == 0 && self.symbols.sort_called(word).is_some() {
            self.findings.push(errors::sort_as_thing(word, name));
            return;
        }
        let lacks_names = self.symbols.lacks_names;
        let size = self.symbols.grid.as_ref().and_then(super::grid::Grid::size);
        if let Some(size) = size
            && errors::is_cell(word)
        {
            let mut fault = errors::not_on_board(word, name, size);
            fault.is_consequence = lacks_names;
            self.findings.push(fault);
            return;
        }
        let sort = if let ExpectedPart::Term(class, _) = place
            && let Some(Type::Thing(sort)) = self.symbols.classes.type_of(class)
        {
            Some(&self.symbols.sorts[sort as usize])
        } else {
            None
        };
        let functions = self.symbols.similar_names(|it| {
            it.result.is_none() == is_statement && it.parameters.len() == arguments
        });
        let things = self.symbols.names().filter(|_| arguments == 0 && !is_statement);
        let things = self.symbols.guesses.among(things);
        let known: Vec<_> = functions.chain(things).collect();
        let mut fault = errors::unknown_symbol(word, name, (is_statement, arguments, sort), known);
        // A line that could not be read may declare it.
        fault.is_consequence = lacks_names;
        self.findings.push(fault);
    }
}

/// Whether a node calculates.
fn is_term(op: SentenceOp) -> bool {
    matches!(op, SentenceOp::Binary(_) | SentenceOp::Negative | SentenceOp::Aggregate { .. })
}
