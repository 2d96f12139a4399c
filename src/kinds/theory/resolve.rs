//! What the words of a sentence are: bound variables, things, statements. Done from the root to
//! the leaves, since only what stands above a word tells whether a thing or a statement belongs
//! there; the nodes lie in post-order, so that is a walk from the last one to the first.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::errors::MissingSymbol;
use super::symbols::{DeclaredSymbol, NamedVariable, SortClass, TheorySymbols};
use super::{THING, errors, numbers};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::{UNKNOWN_NAME, UNUSED_VARIABLE};
use crate::kinds::sentence_errors::{SortMismatch, statements_compared};
use crate::syntax::ast::{BoundName, Quantifier, SentenceNode, SentenceOp};
use crate::syntax::terminal::variable;
use crate::text::{Source, Span};
use puzzle_engine::logic::first_order::TheorySort;

/// What a node of a sentence is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SentenceRole {
    /// A variable, by its index among those of all sentences.
    Variable(u32),
    /// A function or predicate, by its index.
    Symbol(u32),
    /// A quantifier, whose variables begin with this one.
    Binds(u32),
    /// What its sign says.
    Sign,
}

/// Understands sentences, and what they say of symbols that nobody declared.
pub(super) struct TheoryResolver<'r, 'a> {
    /// The symbols of the theory.
    pub symbols: &'r mut TheorySymbols<'a>,
    /// The variables of all sentences.
    pub variables: &'r mut Vec<NamedVariable>,
    /// What is wrong.
    pub diagnostics: &'r mut Vec<Diagnostic>,
    /// The text of the sentences, if symbols may be inferred from them.
    pub inferred_in: Option<&'a str>,
    /// Whether `?x` may stand in them.
    pub may_ask: bool,
    /// Where the symbols are declared, when that is another text.
    pub elsewhere: Option<&'r Arc<Source>>,
    /// The latest fault of sorts.
    pub mismatch: Option<SortMismatch<TheorySort>>,
}

/// What belongs at a place.
#[derive(Clone, Copy)]
enum Expected {
    Statement,
    /// A thing of a sort.
    Thing(SortClass),
}

/// The variables of the quantifiers around a place.
#[derive(Default)]
struct Bindings<'t> {
    by_name: FxHashMap<&'t str, Vec<u32>>,
    /// Each with the first node of what its quantifier speaks of.
    open: Vec<(usize, &'t str, u32)>,
}

impl Bindings<'_> {
    fn find(&self, word: &str) -> Option<u32> {
        self.by_name.get(word)?.last().copied()
    }
}

impl<'a> TheoryResolver<'_, 'a> {
    /// Finds out what the nodes of a sentence are.
    pub(super) fn resolve(
        &mut self,
        text: &str,
        nodes: &[SentenceNode],
        bound: &[BoundName],
    ) -> Vec<SentenceRole> {
        let (starts, before) = (starts(nodes), self.diagnostics.len());
        let mut roles = vec![SentenceRole::Sign; nodes.len()];
        let mut expected = vec![Expected::Statement];
        let mut bindings = Bindings::default();
        let (mut asked, mut unbound) = (FxHashMap::default(), BTreeMap::<&str, Vec<Span>>::new());
        for (index, &node) in nodes.iter().enumerate().rev() {
            self.close(&mut bindings, index + 1);
            let place = expected.pop().unwrap_or(Expected::Statement);
            if let Some(fault) = no_thing(text, node, place) {
                self.diagnostics.push(fault);
                return roles;
            }
            match node.op {
                SentenceOp::Apply { name, arguments } => {
                    let word = &text[name.range()];
                    roles[index] = match self.meant(text, (name, arguments), place, &bindings) {
                        Some(variable) => self.bound(text, node.span, variable, place),
                        None if self.is_unbound(word, arguments, place) => {
                            unbound.entry(word).or_default().push(name);
                            SentenceRole::Sign
                        }
                        None => self.symbol(text, node, place, &mut expected),
                    };
                }
                SentenceOp::Asked { name } => {
                    let variable = self.asked(text, node.span, name, &mut asked);
                    roles[index] = self.variable(text, node.span, variable, place);
                    // The last one that is met stands first in the text.
                    self.variables[variable as usize].place = name;
                }
                SentenceOp::Truth(_) => {}
                SentenceOp::Equal | SentenceOp::Unequal => {
                    let side = self.side(text, (nodes, &starts), index, &bindings);
                    expected.extend([side; 2]);
                }
                SentenceOp::Not => expected.push(Expected::Statement),
                SentenceOp::And | SentenceOp::Or | SentenceOp::Implies | SentenceOp::Iff => {
                    expected.extend([Expected::Statement; 2]);
                }
                SentenceOp::Compare(_)
                | SentenceOp::Chain { .. }
                | SentenceOp::Binary(_)
                | SentenceOp::Negative
                | SentenceOp::Aggregate { .. }
                | SentenceOp::Counted { .. }
                | SentenceOp::Becomes => {
                    self.diagnostics.push(numbers::fault(text, nodes, index, &starts));
                    return roles;
                }
                SentenceOp::Quantified { quantifier, first, count } => {
                    roles[index] = SentenceRole::Binds(self.variables.len() as u32);
                    let bound = &bound[first as usize..(first + count) as usize];
                    self.bind(text, quantifier, bound, starts[index], &mut bindings);
                    expected.push(Expected::Statement);
                }
            }
        }
        self.close(&mut bindings, 0);
        self.report_unbound(text, nodes, bound, &unbound);
        self.excuse_unused(before);
        roles
    }

    /// Takes back that variables of a sentence are not used where it says a name that there is not, which may be meant
    /// to be one; what is wrong with it is told from `first` on.
    fn excuse_unused(&mut self, first: usize) {
        if self.diagnostics[first..].iter().any(|it| it.code == UNKNOWN_NAME) {
            let found = self.diagnostics.split_off(first);
            self.diagnostics.extend(found.into_iter().filter(|it| it.code != UNUSED_VARIABLE));
        }
    }

    /// What belongs on each side of a node that compares: things, whatever else stands there.
    fn side(
        &mut self,
        text: &str,
        (nodes, starts): (&[SentenceNode], &[usize]),
        index: usize,
        bindings: &Bindings<'_>,
    ) -> Expected {
        let sides = [starts[index - 1] - 1, index - 1];
        let is_said = |it: usize| match nodes[it].op {
            SentenceOp::Apply { name, arguments: 1.. } => {
                let symbol = self.symbols.find(&text[name.range()]);
                symbol.is_some_and(|it| self.symbols.symbols[it as usize].result.is_none())
            }
            _ => false,
        };
        if !sides.into_iter().all(is_said) {
            return Expected::Thing(self.compared(text, nodes[sides[0]], bindings));
        }
        let spans = sides.map(|it| nodes[it].span);
        let is_equal = nodes[index].op == SentenceOp::Equal;
        let is_whole = index + 1 == nodes.len();
        self.diagnostics.push(statements_compared(text, spans, is_equal, is_whole));
        Expected::Statement
    }

    /// A variable that a quantifier binds.
    fn bound(
        &mut self,
        text: &str,
        place: Span,
        variable: u32,
        expected: Expected,
    ) -> SentenceRole {
        self.variables[variable as usize].is_used = true;
        self.variable(text, place, variable, expected)
    }

    /// The variable of `?name`, which is one for all its places.
    fn asked<'t>(
        &mut self,
        text: &'t str,
        span: Span,
        name: Span,
        asked: &mut FxHashMap<&'t str, u32>,
    ) -> u32 {
        let word = &text[name.range()];
        if !self.may_ask {
            self.diagnostics.push(errors::asked_outside(span));
        }
        *asked.entry(word).or_insert_with(|| {
            let class = self.symbols.class(None);
            let variable = self.add(word, name, class);
            self.variables[variable as usize].is_asked = true;
            variable
        })
    }

    /// Says of words that look like variables that nothing binds them.
    fn report_unbound(
        &mut self,
        text: &str,
        nodes: &[SentenceNode],
        bound: &[BoundName],
        unbound: &BTreeMap<&str, Vec<Span>>,
    ) {
        let start = nodes.last().map_or(0, |it| it.span.start);
        for (&word, places) in unbound {
            let is_bound = nodes.iter().any(|it| match it.op {
                SentenceOp::Quantified { first, count, .. } => bound
                    [first as usize..(first + count) as usize]
                    .iter()
                    .any(|it| &text[it.name.range()] == word),
                _ => false,
            });
            let start = Some(start).filter(|_| !is_bound);
            self.diagnostics.push(errors::unbound(word, places, start, self.may_ask));
        }
    }

    /// Opens a quantifier that speaks of the nodes from `start` on.
    fn bind<'t>(
        &mut self,
        text: &'t str,
        quantifier: Quantifier,
        bound: &[BoundName],
        start: usize,
        bindings: &mut Bindings<'t>,
    ) {
        if let Quantifier::AtLeast(number)
        | Quantifier::AtMost(number)
        | Quantifier::Exactly(number) = quantifier
        {
            if &text[number.range()] != "one" && text[number.range()].parse::<u32>().is_err() {
                self.diagnostics.push(errors::not_a_count(number));
            }
            if let [_, second, ..] = bound {
                self.diagnostics.push(errors::counts_several(second.name));
            }
        }
        let counts = !matches!(quantifier, Quantifier::All | Quantifier::Some | Quantifier::No);
        for it in bound {
            let word = &text[it.name.range()];
            let class = match it.sort.and_then(|it| it.sort()) {
                Some(sort) => self.symbols.class_called(text, sort, self.diagnostics),
                None => self.symbols.class(None),
            };
            if let Some(outer) = bindings.find(word) {
                let outer = &mut self.variables[outer as usize];
                // Whoever means one variable has one fault.
                outer.is_used = true;
                self.diagnostics.push(errors::shadowed(word, it.name, outer.place));
            }
            let variable = self.add(word, it.name, class);
            // The second variable of a number is reported already.
            self.variables[variable as usize].is_used = counts && bound.len() > 1;
            self.variables[variable as usize].is_counted = counts;
            bindings.by_name.entry(word).or_default().push(variable);
            bindings.open.push((start, word, variable));
        }
    }

    /// Closes the quantifiers that speak of nothing before `end`.
    fn close(&mut self, bindings: &mut Bindings<'_>, end: usize) {
        while let Some((_, word, variable)) = bindings.open.pop_if(|(start, ..)| *start >= end) {
            bindings.by_name.entry(word).or_default().pop();
            let NamedVariable { place, class, is_used, is_counted, .. } =
                self.variables[variable as usize];
            if is_used {
                continue;
            }
            let has_sort = self.symbols.sorts.is_empty() || self.symbols.sort_of(class).is_some();
            if has_sort || !is_counted {
                self.diagnostics.push(errors::unused_variable(word, place));
            }
            if !has_sort && !is_counted {
                // Every sort has things, so that any will do.
                let any = self.symbols.class(Some(TheorySort(0)));
                let _ = self.symbols.join(class, any);
            }
        }
    }

    fn add(&mut self, word: &str, place: Span, class: SortClass) -> u32 {
        self.variables.push(NamedVariable {
            name: word.to_owned(),
            place,
            class,
            is_asked: false,
            is_used: false,
            is_counted: false,
            is_ill_sorted: false,
        });
        self.variables.len() as u32 - 1
    }

    fn variable(
        &mut self,
        text: &str,
        place: Span,
        variable: u32,
        expected: Expected,
    ) -> SentenceRole {
        let NamedVariable { class, place: bound, .. } = self.variables[variable as usize];
        match expected {
            Expected::Thing(wanted) => self.join(text, place, class, wanted, Some(variable)),
            Expected::Statement => {
                let word = &text[place.range()];
                let fault = errors::wrong_role(word, place, false, bound);
                let is_asked = self.variables[variable as usize].is_asked;
                self.diagnostics.push(if is_asked { errors::asked_of(word, fault) } else { fault });
            }
        }
        SentenceRole::Variable(variable)
    }

    /// Whether a word is a variable that no quantifier binds.
    fn is_unbound(&self, word: &str, arguments: u32, place: Expected) -> bool {
        arguments == 0
            && variable(word).is_some()
            && matches!(place, Expected::Thing(_))
            && self.symbols.find(word).is_none()
    }

    /// The bound variable that a word is, be it in another case, which is told.
    fn meant(
        &mut self,
        text: &str,
        (name, arguments): (Span, u32),
        place: Expected,
        bindings: &Bindings<'_>,
    ) -> Option<u32> {
        let word = &text[name.range()];
        let bound = bindings.find(word);
        if bound.is_some() || arguments > 0 {
            return bound.filter(|_| arguments == 0);
        }
        let is_inferred = self.inferred_in.is_some() && !self.symbols.is_strict;
        let is_known =
            || self.symbols.find(word).is_some() || self.symbols.sort_called(word).is_some();
        if is_inferred || !matches!(place, Expected::Thing(_)) || is_known() {
            return None;
        }
        let variable = bindings.find(&word.to_lowercase())?;
        let NamedVariable { name: bound, place, .. } = &self.variables[variable as usize];
        self.diagnostics.push(errors::bound_in_other_case(word, name, bound, *place));
        Some(variable)
    }

    /// The class of both sides of an equation: what the left one yields, if it is declared.
    fn compared(&mut self, text: &str, left: SentenceNode, bindings: &Bindings<'_>) -> SortClass {
        let declared = match left.op {
            SentenceOp::Apply { name, .. } => Some(&text[name.range()]),
            _ => None,
        };
        let declared = declared.filter(|it| bindings.find(it).is_none());
        let symbol = declared.and_then(|it| self.symbols.find(it));
        let class = symbol.and_then(|it| self.symbols.symbols[it as usize].result);
        class.unwrap_or_else(|| self.symbols.class(None))
    }

    /// A word that no quantifier binds, with its arguments.
    fn symbol(
        &mut self,
        text: &str,
        node: SentenceNode,
        place: Expected,
        expected: &mut Vec<Expected>,
    ) -> SentenceRole {
        let SentenceOp::Apply { name, arguments } = node.op else { return SentenceRole::Sign };
        let arguments = arguments as usize;
        let word = &text[name.range()];
        let Some(index) = self.symbols.find(word).or_else(|| self.infer(name, arguments, place))
        else {
            self.unknown(name, text, arguments, place);
            let classes = (0..arguments).map(|_| Expected::Thing(self.symbols.class(None)));
            expected.extend(classes);
            return SentenceRole::Sign;
        };
        let DeclaredSymbol { result, place: declared, arguments: ref wanted, .. } =
            self.symbols.symbols[index as usize];
        let classes: Vec<_> = wanted.iter().copied().take(arguments).collect();
        let wanted = wanted.len();
        match (result, place) {
            (None, Expected::Statement) => {}
            (Some(class), Expected::Thing(wanted)) => {
                self.join(text, node.span, class, wanted, None);
            }
            (result, _) => {
                let fault = errors::wrong_role(word, name, result.is_none(), declared);
                self.report(fault);
            }
        }
        let has_role = result.is_some() == matches!(place, Expected::Thing(_));
        if has_role && wanted != arguments {
            let fault = errors::wrong_count(word, node.span, arguments, wanted, declared);
            self.report(match wanted {
                _ if self.may_ask && arguments == 0 => errors::asked_for(word, wanted, fault),
                1 if result.is_none() => errors::said_of_each(text, node.span, fault),
                _ => fault,
            });
        }
        for argument in 0..arguments {
            let class = classes.get(argument).copied();
            expected.push(Expected::Thing(class.unwrap_or_else(|| self.symbols.class(None))));
        }
        SentenceRole::Symbol(index)
    }

    /// Reports a fault with the place of a symbol.
    fn report(&mut self, mut fault: Diagnostic) {
        for related in &mut fault.related {
            related.source = self.elsewhere.cloned();
        }
        self.diagnostics.push(fault);
    }

    /// The symbol that an undeclared word is, if symbols may be inferred here.
    fn infer(&mut self, name: Span, arguments: usize, place: Expected) -> Option<u32> {
        let word = &self.inferred_in?[name.range()];
        let is_declaration = arguments == 0 && errors::usage(word).is_some();
        if self.symbols.is_strict || is_declaration || self.symbols.sort_called(word).is_some() {
            return None;
        }
        Some(self.assume(word, name, arguments, place))
    }

    /// Adds the symbol that a word must be.
    fn assume(&mut self, word: &'a str, name: Span, arguments: usize, place: Expected) -> u32 {
        let arguments = (0..arguments).map(|_| self.symbols.class(None)).collect();
        let result = match place {
            Expected::Statement => None,
            Expected::Thing(class) => Some(class),
        };
        self.symbols.add(DeclaredSymbol { name: word, place: name, arguments, result })
    }

    fn unknown(&mut self, name: Span, text: &str, arguments: usize, place: Expected) {
        let word = &text[name.range()];
        if arguments == 0 && self.symbols.sort_called(word).is_some() {
            self.diagnostics.push(errors::sort_as_thing(word, name));
            return;
        }
        let is_statement = matches!(place, Expected::Statement);
        if let Some(usage) = errors::usage(word).filter(|_| is_statement && arguments == 0) {
            self.diagnostics.push(errors::unfinished(word, name, usage));
            return;
        }
        let known = self.symbols.similar_names(|it| {
            it.result.is_none() == is_statement && it.arguments.len() == arguments
        });
        let mut fault =
            errors::unknown_symbol(word, name, &self.missing(word, arguments, place), known);
        if self.may_ask && arguments == 0 && !is_statement && fault.fixes.is_empty() {
            fault = errors::may_be_asked(fault, word);
        } else if self.may_ask && arguments == 0 && fault.fixes.is_empty() {
            let mut symbols = self.symbols.symbols.iter();
            let said = symbols.find(|it| it.result.is_none() && it.arguments.len() == 1);
            fault.help = said.map(|it| errors::asked_as(it.name, word)).or(fault.help);
        }
        let is_typo = !fault.fixes.is_empty();
        // A line that could not be read may declare it.
        fault.is_consequence = self.symbols.lacks_names;
        self.diagnostics.push(fault);
        if self.symbols.lacks_names {
            return;
        }
        // What has to be declared is said once.
        if let Some(text) = self.inferred_in.filter(|_| !is_typo) {
            self.assume(&text[name.range()], name, arguments, place);
        }
    }

    /// What a symbol would be, and how to have it.
    fn missing(&self, word: &str, arguments: usize, place: Expected) -> MissingSymbol {
        let sorts = &self.symbols.sorts;
        let class = match place {
            Expected::Statement => None,
            Expected::Thing(class) => self.symbols.sort_of(class),
        };
        let wanted = class.map(|it| &sorts[it.0 as usize]);
        let sort = wanted.map_or("SORT", |it| it.name);
        let list = if arguments == 0 {
            String::new()
        } else {
            format!("({})", vec!["SORT"; arguments].join(", "))
        };
        let (what, line) = match (place, arguments) {
            (Expected::Statement, _) => ("predicate", format!("predicate {word}{list}")),
            (_, 0) => ("constant", format!("constant {word}: {sort}")),
            _ => ("function", format!("function {word}{list}: {sort}")),
        };
        let is_listed = arguments == 0 && wanted.is_some_and(|it| it.elements.is_some());
        let is_unsorted = sorts.iter().all(|it| it.name == THING);
        let help = match is_unsorted && self.inferred_in.is_none() {
            true => {
                "say something of it in the theory: a question has no words of its own".to_owned()
            }
            false if is_unsorted && sort == "SORT" && !matches!(place, Expected::Statement) => {
                "without sorts leave the declarations out, or declare a sort and what there is of it"
                    .to_owned()
            }
            false if is_listed => format!("add it to the list of the sort `{sort}`"),
            // A constant for a numeral could be any thing of its sort.
            false if word.starts_with(|it: char| it.is_ascii_digit())
                && let Some(made) = class.and_then(|it| self.symbols.made_by(it)) =>
            {
                format!("what is of the sort `{sort}` is written with its constructors: {made}")
            }
            false => format!("declare it: `{line}`"),
        };
        MissingSymbol { what, help }
    }

    /// What is found at a place is of the sort that is wanted there, or the fault is told. Of a variable that is
    /// one fault, however often it stands where another sort belongs.
    fn join(
        &mut self,
        text: &str,
        place: Span,
        found: SortClass,
        wanted: SortClass,
        variable: Option<u32>,
    ) {
        let Err((wanted, found)) = self.symbols.join(wanted, found) else { return };
        if let Some(variable) = variable {
            let is_told = &mut self.variables[variable as usize].is_ill_sorted;
            if std::mem::replace(is_told, true) {
                return;
            }
        }
        let mismatch = SortMismatch { place, found, wanted };
        let is_latest = |it: &SortMismatch<_>| {
            self.diagnostics.last().is_some_and(|last| last.span == it.place)
        };
        let before = self.mismatch.replace(mismatch).filter(is_latest);
        if let Some(swapped) = before.and_then(|it| it.swapped_with(text, &mismatch)) {
            self.diagnostics.pop();
            return self.diagnostics.push(swapped);
        }
        let [found, wanted] = [found, wanted].map(|it| self.symbols.sorts[it.0 as usize].name);
        self.diagnostics.push(errors::ill_sorted(text, place, found, wanted));
    }
}

/// The first node of each node's part of the sentence.
pub fn starts(nodes: &[SentenceNode]) -> Vec<usize> {
    let mut starts = Vec::with_capacity(nodes.len());
    let mut open: Vec<usize> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let operands = node.op.operands();
        let first = open.len() - operands.min(open.len());
        let start = open.get(first).copied().filter(|_| operands > 0).unwrap_or(index);
        open.truncate(first);
        open.push(start);
        starts.push(start);
    }
    starts
}

/// The fault of a node that stands where a thing belongs, unless it may be one.
fn no_thing(text: &str, node: SentenceNode, place: Expected) -> Option<Diagnostic> {
    let Expected::Thing(_) = place else { return None };
    Some(match node.op {
        SentenceOp::Apply { .. } | SentenceOp::Asked { .. } => return None,
        SentenceOp::Binary(_) | SentenceOp::Negative => errors::numbers(text, node.span, None),
        _ => errors::sentence_as_thing(node.span),
    })
}
