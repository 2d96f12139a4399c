//! Theories: sorts, what is said of their things, and sentences of first-order logic that are taken
//! to be true. What follows from them is the question.

mod answers;
mod by_rules;
mod claimed;
mod conclusion;
mod conjecture;
mod conversion;
mod deduction;
mod difference;
pub(super) mod editor;
mod errors;
mod frames;
mod goals;
mod induction;
mod lints;
mod meaning;
mod misplaced_answer;
mod numbers;
mod offers;
mod place;
mod proof;
mod proof_clauses;
mod proof_lines;
mod puzzle;
mod repairs;
mod resolve;
mod said;
mod sentence_words;
mod shown;
mod side_by_side;
mod single_cases;
mod statements;
mod symbols;
mod tableau;
mod taught;
mod textbook;
mod tptp;
mod traced;
mod variables_as_sorts;
mod vocabulary;
mod world;
mod worlds;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use crate::diagnostic::code::{CONTRADICTORY_SENTENCES, REDUNDANT_SENTENCE};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kinds::AnswerVerdict::*;
use crate::kinds::consequences::mark_consequences;
use crate::kinds::editor::Editor;
use crate::kinds::scope::{Content, ForeignFile};
use crate::kinds::sheet;
use crate::kinds::{Definition, Engine, Facts, Kind, Puzzle, Scope};
use crate::syntax::ast::{ItemKind, TheoryLine, Verb};
use crate::text::{Source, Span};
use puzzle_engine::logic::first_order::TheorySort;
use puzzle_engine::problem::theory::TheoryMethod;

pub use conversion::{ClausalConversion, ConversionStep, SkolemFunction};
pub use difference::differences;
pub use goals::TheoryGoals;
pub use repairs::{mark_misnamed, retain_sound};
pub use resolve::starts;

use editor::TheoryEditor;
use goals::Conjecture;
use lints::Linted;
use meaning::TheoryMeaning;
use puzzle::TheoryPuzzle;
use resolve::TheoryResolver;
use symbols::{NamedSort, NamedVariable, TheorySymbols};

/// The kind `theory`.
pub const KIND: TheoryKind = TheoryKind;

/// The kind `theory`.
#[derive(Debug)]
pub struct TheoryKind;

const FACTS: Facts = Facts {
    name: "theory",
    summary: "a theory: sorts, predicates, functions, and sentences of first-order logic",
    verbs: &[Verb::Solve, Verb::Prove, Verb::Ask, Verb::Equivalent, Verb::Count, Verb::Draw],
    answers: &[
        (Verb::Solve, &[Satisfiable.word(), Contradictory.word(), Unique.word()]),
        (Verb::Prove, &[Proved.word(), Refuted.word(), Neither.word()]),
        (Verb::Ask, &[Nothing.word(), Everything.word()]),
        (Verb::Equivalent, &[Equivalent.word(), NotEquivalent.word()]),
    ],
    engines: &[
        Engine::Theory(TheoryMethod::Auto),
        Engine::Theory(TheoryMethod::Resolution),
        Engine::Textbook,
        Engine::Theory(TheoryMethod::Deduction),
        Engine::Theory(TheoryMethod::Tableau),
    ],
    shows_solution: true,
    settings: &[],
};

impl Kind for TheoryKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn reviews(&self) -> &'static [Code] {
        &[CONTRADICTORY_SENTENCES, REDUNDANT_SENTENCE]
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        if let ItemKind::Theory { body, .. } = &scope.item(definition).kind {
            let (tree, text) = (scope.tree(definition.document), scope.text(definition.document));
            if let Some(place) = numbers::first(body, tree, text) {
                let puzzle = sheet::understood(definition, scope, Vec::new(), diagnostics)?;
                if let Some((sort, declared)) = puzzle.open_sort() {
                    diagnostics.push(errors::numbers_over_open_sort(sort, declared, place));
                    return None;
                }
                return Some(Box::new(puzzle));
            }
        }
        let is_file = matches!(scope.item(definition).kind, ItemKind::File { .. });
        let (understood, source, conjecture) = if is_file {
            let foreign = scope.program.foreign.get(&definition)?;
            let understood = UnderstoodTheory::of_file(foreign)?;
            let conjecture = match &foreign.content {
                Content::Theory(problem) if scope.program.asks_whole => {
                    Conjecture::of(problem, &understood.meaning.names)
                }
                _ => None,
            };
            (understood, &foreign.source, conjecture)
        } else {
            let understood = UnderstoodTheory::of(definition, scope, diagnostics)?;
            (understood, scope.source(definition.document), None)
        };
        let (declared, asked, rules) = ((definition, scope), RefCell::default(), OnceCell::new());
        let puzzle =
            TheoryPuzzle { understood, source, is_file, conjecture, declared, asked, rules };
        Some(Box::new(puzzle))
    }

    fn named<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
    ) -> Option<(Box<dyn Puzzle + 'a>, bool)> {
        let ItemKind::Theory { body, .. } = &scope.item(definition).kind else { return None };
        let (tree, text) = (scope.tree(definition.document), scope.text(definition.document));
        if numbers::first(body, tree, text).is_some() {
            let (puzzle, are_all) = sheet::named(definition, scope)?;
            return Some((Box::new(puzzle), are_all));
        }
        let (understood, are_all) = UnderstoodTheory::named(definition, scope)?;
        let source = scope.source(definition.document);
        let (declared, asked, rules) = ((definition, scope), RefCell::default(), OnceCell::new());
        let (is_file, conjecture) = (false, None);
        let it = TheoryPuzzle { understood, source, is_file, conjecture, declared, asked, rules };
        Some((Box::new(it), are_all))
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&TheoryEditor)
    }
}

/// A theory whose words are understood.
#[derive(Debug)]
pub struct UnderstoodTheory<'a> {
    /// Its sorts and symbols.
    pub symbols: TheorySymbols<'a>,
    /// The variables of its sentences.
    pub variables: Vec<NamedVariable>,
    /// What it says in numbers.
    pub meaning: TheoryMeaning,
    /// The axioms.
    pub rules: Vec<TheoryAxiom<'a>>,
}

/// A sentence that is taken to be true.
#[derive(Clone, Copy, Debug)]
pub struct TheoryAxiom<'a> {
    /// Its name.
    pub label: Option<&'a str>,
    /// Where it stands.
    pub place: Span,
    /// In which text.
    pub source: &'a Arc<Source>,
    /// It is no sentence, but a part of what the constructors of a sort say. These stand behind the others.
    pub is_of_sort: bool,
}

impl<'a> TheoryAxiom<'a> {
    /// One that is a sentence.
    const fn written(label: Option<&'a str>, place: Span, source: &'a Arc<Source>) -> Self {
        Self { label, place, source, is_of_sort: false }
    }
}

/// The sort of everything in a theory that declares none.
const THING: &str = "thing";

/// Adds what constructors say as axioms; what is wrong with them.
fn rules_of_sorts<'a>(
    meaning: &mut TheoryMeaning,
    symbols: &TheorySymbols<'a>,
    source: &'a Arc<Source>,
    rules: &mut Vec<TheoryAxiom<'a>>,
) -> Vec<Diagnostic> {
    let place = |it: TheorySort| symbols.sorts[it.0 as usize].place;
    let said = meaning.add_constructors(symbols).into_iter();
    let axiom = |it| TheoryAxiom { label: None, place: place(it), source, is_of_sort: true };
    rules.extend(said.map(axiom));
    let empty = meaning.theory.signature.empty_sorts().into_iter();
    empty.map(|it| errors::empty_sort(symbols.sorts[it.0 as usize].name, place(it))).collect()
}

/// Where no sort is declared and something has to have one, everything has the same.
fn only_sort(symbols: &mut TheorySymbols<'_>, variables: &[NamedVariable]) {
    if symbols.sorts.is_empty() && !symbols.without_sort(variables, &symbols.symbols).is_empty() {
        symbols.sorts.push(NamedSort { name: THING, place: Span::default(), elements: None });
    }
    symbols.settle_only_sort(0);
}

impl<'a> UnderstoodTheory<'a> {
    /// Understands a declaration; `None` when faults leave it without a meaning.
    pub fn of(
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let ItemKind::Theory { body, .. } = &scope.item(definition).kind else { return None };
        let (text, tree) = (scope.text(definition.document), scope.tree(definition.document));
        let source = scope.source(definition.document);
        let before = diagnostics.len();
        let is_sound = |found: &[Diagnostic]| found.iter().all(|it| it.severity != Severity::Error);
        let mut symbols = TheorySymbols::declared(text, body, diagnostics);
        let declared = diagnostics.len();
        variables_as_sorts::offer(text, (body, tree), &symbols, &mut diagnostics[before..]);
        let (mut variables, mut sentences) = (Vec::new(), Vec::new());
        let (mut resolved, mut rules) = (Vec::new(), Vec::new());
        for line in &body.lines {
            let TheoryLine::Rule { label, sentence } = line else { continue };
            let nodes = tree.sentence(sentence);
            if symbols.is_undeclared(text, nodes) {
                diagnostics.push(errors::undeclared(text, sentence.span));
            } else {
                sentences.push((label, sentence, nodes));
            }
        }
        for &(label, sentence, nodes) in &sentences {
            let mut resolver = TheoryResolver {
                symbols: &mut symbols,
                variables: &mut variables,
                diagnostics,
                inferred_in: Some(text),
                may_ask: false,
                elsewhere: None,
                mismatch: None,
            };
            resolved.push((nodes, resolver.resolve(text, nodes, &tree.bound)));
            let (bound, has_sorts) = (&tree.bound, !symbols.sorts.is_empty());
            Linted { text, nodes, bound, has_sorts }.find(diagnostics);
            let label = label.map(|it| &text[it.range()]);
            rules.push(TheoryAxiom::written(label, sentence.span, source));
        }
        numbers::tell_once(text, &sentences, &symbols, diagnostics, declared);
        symbols.find_similar(diagnostics);
        mark_consequences(&[body], diagnostics[before..].iter_mut(), declared - before);
        if !is_sound(&diagnostics[before..]) || body.is_broken {
            return None;
        }
        only_sort(&mut symbols, &variables);
        let unknown = symbols.without_sort(&variables, &symbols.symbols);
        diagnostics
            .extend(unknown.into_iter().map(|(word, place)| errors::sort_unknown(&word, place)));
        if !is_sound(&diagnostics[before..]) {
            return None;
        }
        symbols.distinguish(text, body, diagnostics);
        if !is_sound(&diagnostics[before..]) {
            return None;
        }
        let mut meaning = TheoryMeaning::of(&symbols);
        for (nodes, roles) in &resolved {
            let axiom = meaning.build(text, nodes, roles, &variables, &symbols)?;
            meaning.theory.axioms.push(axiom);
        }
        let empty = rules_of_sorts(&mut meaning, &symbols, source, &mut rules);
        diagnostics.extend(empty);
        is_sound(&diagnostics[before..]).then_some(Self { symbols, variables, meaning, rules })
    }

    /// The names of a declaration with faults, without what its sentences mean; and whether these are all.
    pub fn named(definition: Definition, scope: Scope<'a>) -> Option<(Self, bool)> {
        let ItemKind::Theory { body, .. } = &scope.item(definition).kind else { return None };
        let (text, tree) = (scope.text(definition.document), scope.tree(definition.document));
        let mut found = Vec::new();
        let mut symbols = TheorySymbols::declared(text, body, &mut found);
        let is_fault = |it: &Diagnostic| it.severity == Severity::Error;
        let are_all = !body.is_misdeclared && !body.lacks_names && !found.iter().any(is_fault);
        let mut variables = Vec::new();
        for line in &body.lines {
            let TheoryLine::Rule { sentence, .. } = line else { continue };
            let mut resolver = TheoryResolver {
                symbols: &mut symbols,
                variables: &mut variables,
                diagnostics: &mut found,
                inferred_in: Some(text),
                may_ask: false,
                elsewhere: None,
                mismatch: None,
            };
            resolver.resolve(text, tree.sentence(sentence), &tree.bound);
        }
        let (meaning, rules) = (TheoryMeaning::default(), Vec::new());
        Some((Self { symbols, variables, meaning, rules }, are_all))
    }

    /// Understands a problem in TPTP: its axioms are the theory. What it wants proved is a question about it, and
    /// none of its sentences.
    pub fn of_file(foreign: &'a ForeignFile) -> Option<Self> {
        let Content::Theory(problem) = &foreign.content else { return None };
        if foreign.has_errors() {
            return None;
        }
        let symbols = TheorySymbols::of_problem(problem);
        let meaning = TheoryMeaning::of_problem(problem, &symbols);
        let texts: Vec<_> = foreign.texts().map(|it| it.0).collect();
        let rule = |axiom: usize| {
            let it = &problem.statements[axiom];
            let label = it.name.trim_matches('\'');
            TheoryAxiom::written(Some(label), it.formula, texts[it.text])
        };
        let rules = problem.axioms().map(rule).collect();
        Some(Self { symbols, variables: Vec::new(), meaning, rules })
    }
}
