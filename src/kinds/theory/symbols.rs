//! What the names of a theory mean: its sorts and its symbols, with what is known of the sorts that
//! symbols and variables belong to. What is not declared is inferred from use: places that must have
//! the same sort are joined, and one declared sort among them decides.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::errors::MissingSymbol;
use super::{THING, errors};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::spelling::Guesses;
use crate::interchange::tptp::TptpProblem;
use crate::kinds::joined::{Joined, JoinedBefore};
use crate::kinds::sentence_errors::range_as_constructor;
use crate::syntax::ast::{
    Elements, Head, SentenceNode, SentenceOp, TheoryLine, WrittenTheory, WrittenType,
};
use crate::syntax::terminal::variable;
use crate::text::Span;
use puzzle_engine::logic::first_order::{TheoryFunction, TheorySort};

/// Places that have the same sort, by the index of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SortClass(u32);

/// A sort.
#[derive(Clone, Debug)]
pub struct NamedSort<'a> {
    pub name: &'a str,
    /// Where it is declared; empty of the sort that nobody declared.
    pub place: Span,
    /// Its elements by the index of their symbol, when they are listed.
    pub elements: Option<Vec<u32>>,
}

/// A variable of a sentence.
#[derive(Clone, Debug)]
pub struct NamedVariable {
    pub name: String,
    /// Where it is bound, or asked for first.
    pub place: Span,
    /// Its sort.
    pub class: SortClass,
    /// It stands behind `?`.
    pub is_asked: bool,
    /// Something is said of it.
    pub(super) is_used: bool,
    /// A number counts its values, so that it matters of which sort they are.
    pub(super) is_counted: bool,
    /// That a thing of another sort belongs where it stands is told of one of these places.
    pub(super) is_ill_sorted: bool,
}

/// A predicate or a function.
#[derive(Clone, Debug)]
pub struct DeclaredSymbol<'a> {
    pub name: &'a str,
    /// Where it is declared, or used first.
    pub place: Span,
    /// The sorts of its arguments.
    pub arguments: Vec<SortClass>,
    /// The sort of its values; `None` of a predicate.
    pub result: Option<SortClass>,
}

/// The sorts and symbols of a theory.
#[derive(Clone, Debug, Default)]
pub struct TheorySymbols<'a> {
    pub sorts: Vec<NamedSort<'a>>,
    pub symbols: Vec<DeclaredSymbol<'a>>,
    /// Constants that are all different, by the index of their symbol.
    pub distinct: Vec<Vec<u32>>,
    /// Sorts with constructors, by the index of their symbols.
    pub constructors: Vec<(TheorySort, Vec<u32>)>,
    by_name: FxHashMap<&'a str, u32>,
    sorts_by_name: FxHashMap<&'a str, TheorySort>,
    /// A predicate or a function was declared, so that all of them have to be.
    pub is_strict: bool,
    /// A line could not be read that may declare anything.
    pub lacks_names: bool,
    /// That a number stands in two sorts is told.
    shares_numbers: bool,
    /// Sorts that there are not; each is reported once.
    missing: FxHashSet<String>,
    guesses: Guesses,
    classes: Joined<TheorySort>,
}

/// What symbols are before a question, which may speak of things of unknown sorts and say what there is not.
pub struct SymbolsBefore {
    classes: JoinedBefore,
    lacks_names: bool,
    guesses: Guesses,
}

impl DeclaredSymbol<'_> {
    /// Whether it names a thing.
    pub fn is_constant(&self) -> bool {
        self.result.is_some() && self.arguments.is_empty()
    }
}

impl<'a> TheorySymbols<'a> {
    /// Reads the declarations of a theory.
    pub fn declared(
        text: &'a str,
        theory: &WrittenTheory,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut symbols = Self { lacks_names: theory.lacks_names, ..Self::default() };
        let shared = shared_numbers(text, theory);
        symbols.shares_numbers = shared.is_some();
        diagnostics.extend(shared);
        for line in &theory.lines {
            if let TheoryLine::Sort { name, .. } = line {
                let word = &text[name.range()];
                if let Some(first) = symbols.sort_called(word) {
                    let place = symbols.sorts[first.0 as usize].place;
                    diagnostics.push(errors::declared_twice(word, *name, place));
                }
                let sort = TheorySort(symbols.sorts.len() as u32);
                symbols.sorts_by_name.entry(word).or_insert(sort);
                symbols.sorts.push(NamedSort { name: word, place: *name, elements: None });
            }
        }
        let mut sort = 0;
        for line in &theory.lines {
            match line {
                TheoryLine::Sort { elements, .. } => {
                    if let Some(Elements::Listed(names)) = elements {
                        let elements = names.iter().filter_map(|it| {
                            symbols.constant(text, *it, TheorySort(sort), diagnostics)
                        });
                        let elements: Vec<_> = elements.collect();
                        symbols.distinct.push(elements.clone());
                        symbols.sorts[sort as usize].elements = Some(elements);
                    }
                    let constructors = elements.as_ref().map_or(&[][..], Elements::constructors);
                    if !constructors.is_empty() {
                        symbols.constructed(text, TheorySort(sort), constructors, diagnostics);
                    }
                    sort += 1;
                }
                TheoryLine::Predicates(heads) => {
                    symbols.is_strict = true;
                    for head in heads {
                        symbols.head(text, head, None, diagnostics);
                    }
                }
                TheoryLine::Functions { heads, result, .. } => {
                    symbols.is_strict = true;
                    let result = symbols.class_told(text, *result, diagnostics);
                    for head in heads {
                        symbols.head(text, head, Some(result), diagnostics);
                    }
                }
                TheoryLine::Constants { names, result, .. } => {
                    let class = symbols.class_told(text, *result, diagnostics);
                    for name in names {
                        let head = Head { name: *name, arguments: Vec::new() };
                        symbols.head(text, &head, Some(class), diagnostics);
                    }
                }
                _ => {}
            }
        }
        symbols
    }

    /// The symbols of a problem in TPTP, whose things have one sort.
    pub fn of_problem(problem: &'a TptpProblem) -> Self {
        let mut symbols = Self { is_strict: true, ..Self::default() };
        symbols.sorts.push(NamedSort { name: THING, place: Span::default(), elements: None });
        let signature = &problem.theory.signature;
        let functions = problem.functions.iter().zip(&signature.functions);
        let predicates = problem.predicates.iter().zip(&signature.predicates);
        let all = functions.map(|(name, it)| (name, it.arguments.len(), true));
        for (name, arity, is_function) in
            all.chain(predicates.map(|(name, it)| (name, it.len(), false)))
        {
            let arguments = (0..arity).map(|_| symbols.class(Some(TheorySort(0)))).collect();
            let result = is_function.then(|| symbols.class(Some(TheorySort(0))));
            symbols.add(DeclaredSymbol { name, place: Span::default(), arguments, result });
        }
        let numbers = |all: &Vec<TheoryFunction>| all.iter().map(|it| it.0).collect();
        symbols.distinct = signature.distinct.iter().map(numbers).collect();
        symbols
    }

    /// Whether a sentence only seems one: a predicate that nobody declared, with sorts in the place of
    /// things. Then it is declared by this.
    pub fn is_undeclared(&mut self, text: &'a str, nodes: &[SentenceNode]) -> bool {
        let Some((root, arguments)) = nodes.split_last() else { return false };
        let SentenceOp::Apply { name, arguments: 1.. } = root.op else { return false };
        let sort = |it: &SentenceNode| match it.op {
            SentenceOp::Apply { name, arguments: 0 }
                if self.find(&text[name.range()]).is_none() =>
            {
                self.sort_called(&text[name.range()])
            }
            _ => None,
        };
        let sorts: Option<Vec<_>> = arguments.iter().map(sort).collect();
        let word = &text[name.range()];
        let (Some(sorts), None) = (sorts, self.find(word)) else { return false };
        let arguments = sorts.into_iter().map(|it| self.class(Some(it))).collect();
        self.add(DeclaredSymbol { name: word, place: name, arguments, result: None });
        true
    }

    /// Reads which constants differ, once all of them and their sorts are known.
    pub fn distinguish(
        &mut self,
        text: &str,
        theory: &WrittenTheory,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let lines = theory.lines.iter();
        let lists = lines.filter_map(|it| match it {
            TheoryLine::Distinct { names, .. } => Some(names),
            _ => None,
        });
        for name in lists.clone().flatten() {
            let word = &text[name.range()];
            if self.sort_called(word).is_some() {
                continue;
            }
            match self.find(word).map(|it| &self.symbols[it as usize]) {
                Some(it) if it.is_constant() => {}
                Some(DeclaredSymbol { arguments, result: Some(_), place, .. }) => {
                    let fault = errors::wrong_count(word, *name, 0, arguments.len(), *place);
                    diagnostics.push(fault);
                }
                Some(it) => diagnostics.push(errors::wrong_role(word, *name, true, it.place)),
                None if self.lacks_names => {}
                None => {
                    let known = self.similar_names(DeclaredSymbol::is_constant);
                    let help = "a constant, or a sort whose constants are all different".to_owned();
                    let missing = MissingSymbol { what: "constant", help };
                    diagnostics.push(errors::unknown_symbol(word, *name, &missing, known));
                }
            }
        }
        let sort_of = |it: &DeclaredSymbol<'_>| it.result.and_then(|class| self.sort_of(class));
        let mut of_sort: Vec<Vec<u32>> = vec![Vec::new(); self.sorts.len()];
        for (index, symbol) in (0..).zip(&self.symbols).filter(|(_, it)| it.is_constant()) {
            if let Some(sort) = sort_of(symbol) {
                of_sort[sort.0 as usize].push(index);
            }
        }
        let mut lists_of_sorts = Vec::new();
        for names in lists {
            let mut listed: BTreeMap<TheorySort, Vec<u32>> = BTreeMap::new();
            for name in names {
                let word = &text[name.range()];
                if let Some(sort) = self.sort_called(word) {
                    // Where all differ there is nothing more to say.
                    let all = std::mem::take(&mut of_sort[sort.0 as usize]);
                    listed.entry(sort).or_default().extend(all);
                }
                let symbol = self.find(word).map(|it| (it, &self.symbols[it as usize]));
                if let Some((index, symbol)) = symbol.filter(|(_, it)| it.is_constant())
                    && let Some(sort) = sort_of(symbol)
                {
                    listed.entry(sort).or_default().push(index);
                }
            }
            lists_of_sorts.extend(listed.into_values());
        }
        for mut different in lists_of_sorts {
            different.sort_unstable();
            different.dedup();
            if different.len() > 1 {
                self.distinct.push(different);
            }
        }
    }

    fn constructed(
        &mut self,
        text: &'a str,
        sort: TheorySort,
        constructors: &[Head],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        self.is_strict = true;
        if let Some(range) = range_as_constructor(text, constructors) {
            diagnostics.push(range);
            self.lacks_names = true;
            return;
        }
        let class = self.class(Some(sort));
        let heads = constructors.iter();
        let heads = heads.filter_map(|it| self.head(text, it, Some(class), diagnostics));
        let heads = heads.collect();
        self.constructors.push((sort, heads));
    }

    fn constant(
        &mut self,
        text: &'a str,
        name: Span,
        sort: TheorySort,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<u32> {
        let class = self.class(Some(sort));
        let head = Head { name, arguments: Vec::new() };
        self.head(text, &head, Some(class), diagnostics)
    }

    fn head(
        &mut self,
        text: &'a str,
        head: &Head,
        result: Option<SortClass>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<u32> {
        let name = &text[head.name.range()];
        let sorts = head.arguments.iter();
        let arguments = sorts.map(|it| self.class_called(text, *it, diagnostics)).collect();
        if let Some(first) = self.find(name) {
            if self.shares_numbers && is_number(name) {
                return None;
            }
            let place = self.symbols[first as usize].place;
            diagnostics.push(errors::declared_twice(name, head.name, place));
            return None;
        }
        Some(self.add(DeclaredSymbol { name, place: head.name, arguments, result }))
    }

    /// Adds a symbol.
    pub fn add(&mut self, symbol: DeclaredSymbol<'a>) -> u32 {
        let index = self.symbols.len() as u32;
        self.by_name.insert(symbol.name, index);
        self.symbols.push(symbol);
        index
    }

    /// The symbol with a name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The constructors of a sort, as in "`zero`, `next(…)`"; `None` where it has none.
    pub fn made_by(&self, sort: TheorySort) -> Option<String> {
        let (_, constructors) = self.constructors.iter().find(|it| it.0 == sort)?;
        let written = constructors.iter().map(|it| {
            let symbol = &self.symbols[*it as usize];
            let behind = if symbol.arguments.is_empty() { "" } else { "(…)" };
            format!("`{}{behind}`", symbol.name)
        });
        Some(written.collect::<Vec<_>>().join(", "))
    }

    /// The names that an unknown one may have been meant to be.
    pub fn similar_names(
        &self,
        is_fit: impl Fn(&DeclaredSymbol<'a>) -> bool,
    ) -> impl Iterator<Item = &'a str> {
        self.guesses.among(self.symbols.iter().filter(move |it| is_fit(it)).map(|it| it.name))
    }

    /// The sort with a name.
    pub fn sort_called(&self, name: &str) -> Option<TheorySort> {
        self.sorts_by_name.get(name).copied()
    }

    /// The class of the sort with that name, which must be declared.
    pub fn class_called(
        &mut self,
        text: &str,
        name: Span,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> SortClass {
        let word = &text[name.range()];
        let sort = self.sort_called(word);
        // Variables in the place of sorts are one fault, however many there are.
        let key = if variable(word).is_some() { "" } else { word };
        if sort.is_none() && !self.missing.contains(key) {
            let symbol = self.find(word).map(|it| &self.symbols[it as usize]);
            let is_predicate =
                symbol.is_some_and(|it| it.result.is_none() && it.arguments.len() == 1);
            let sorts = self.guesses.among(self.sorts.iter().map(|it| it.name));
            let mut fault = errors::unknown_sort(word, name, is_predicate, sorts);
            // A line that could not be read may declare it.
            fault.is_consequence = self.lacks_names;
            if fault.fixes.is_empty() {
                self.missing.insert(key.to_owned());
            }
            // Such a declaration is none.
            self.lacks_names |= key.is_empty();
            diagnostics.push(fault);
        }
        self.class(sort)
    }

    /// The class of the sort with that name; of no sort when a broken line does not tell.
    fn class_told(
        &mut self,
        text: &str,
        told: Option<WrittenType>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> SortClass {
        match told.and_then(|it| it.sort()) {
            Some(name) => self.class_called(text, name, diagnostics),
            None => self.class(None),
        }
    }

    /// A new class.
    pub fn class(&mut self, sort: Option<TheorySort>) -> SortClass {
        SortClass(self.classes.add(sort))
    }

    /// The sort of a class, if that is known.
    pub fn sort_of(&self, class: SortClass) -> Option<TheorySort> {
        self.classes.known(class.0)
    }

    /// Makes two classes one. Those of known sorts stay as they are.
    ///
    /// # Errors
    /// The two sorts that they have when these differ; then they stay apart.
    pub fn join(
        &mut self,
        first: SortClass,
        second: SortClass,
    ) -> Result<(), (TheorySort, TheorySort)> {
        self.classes.join(first.0, second.0)
    }

    /// What there is before a question is asked.
    pub fn before(&self) -> SymbolsBefore {
        let Self { lacks_names, ref guesses, .. } = *self;
        SymbolsBefore { classes: self.classes.before(), lacks_names, guesses: guesses.clone() }
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// Forgets what a question added.
    pub fn forget_since(&mut self, before: SymbolsBefore) {
        self.classes.forget_since(before.classes);
        self.missing.clear();
        self.lacks_names = before.lacks_names;
        self.guesses = before.guesses;
    }

    /// Reports names that nobody declared and that another name of its kind differs from in case only.
    pub fn find_similar(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut seen: FxHashMap<(String, bool), &DeclaredSymbol<'_>> = FxHashMap::default();
        for symbol in self.symbols.iter().filter(|_| !self.is_strict) {
            let key = (symbol.name.to_lowercase(), symbol.result.is_some());
            let first = *seen.entry(key).or_insert(symbol);
            if first.name != symbol.name {
                let fault =
                    errors::similar_names(symbol.name, symbol.place, first.name, first.place);
                diagnostics.push(fault);
            }
        }
    }

    /// Gives all classes without a sort the only one, where there is one only. Those before `first` have sorts.
    pub fn settle_only_sort(&mut self, first: usize) {
        if self.sorts.len() == 1 {
            self.classes.settle(first, TheorySort(0));
        }
    }

    /// Those symbols and variables whose sort nothing tells, each with its place, once a class.
    /// Of what is asked for `?` stands before the name.
    pub fn without_sort(
        &self,
        variables: &[NamedVariable],
        symbols: &[DeclaredSymbol<'_>],
    ) -> Vec<(String, Span)> {
        let mut seen = FxHashSet::default();
        let of_variables = variables.iter().map(|it| {
            let sign = if it.is_asked { "?" } else { "" };
            (it.class, format!("{sign}{}", it.name), it.place)
        });
        let of_symbols = symbols.iter().flat_map(|it| {
            let classes = it.arguments.iter().copied().chain(it.result);
            classes.map(|class| (class, it.name.to_owned(), it.place))
        });
        let all = of_variables.chain(of_symbols);
        let unknown = all.filter(|(class, ..)| self.sort_of(*class).is_none());
        let first = unknown.filter(|(class, ..)| seen.insert(self.classes.root(class.0)));
        first.map(|(_, name, place)| (name, place)).collect()
    }
}

/// The one fault of sorts that list the same numbers, which would be names of two things.
fn shared_numbers(text: &str, theory: &WrittenTheory) -> Option<Diagnostic> {
    let listed: Vec<_> = theory.lines.iter().filter_map(|it| numbers_listed(text, it)).collect();
    let mut seen = FxHashMap::default();
    for &(sort, ref names) in &listed {
        for name in names.iter().copied() {
            let first = *seen.entry(&text[name.range()]).or_insert((sort, name));
            if first.0 != sort {
                let sorts = [first.0, sort].map(|it| &text[it.range()]);
                return Some(errors::shared_number(text, name, first.1, sorts, &listed));
            }
        }
    }
    None
}

/// A sort and what it lists, where these are numbers.
fn numbers_listed(text: &str, line: &TheoryLine) -> Option<(Span, Vec<Span>)> {
    let TheoryLine::Sort { name, elements: Some(Elements::Listed(names)) } = line else {
        return None;
    };
    let are_numbers = !names.is_empty() && names.iter().all(|it| is_number(&text[it.range()]));
    are_numbers.then(|| (*name, names.clone()))
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|it| it.is_ascii_digit())
}
