//! Queries: what they are about and what they ask. Nothing is solved here.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Analysis, bindings};
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::{MAX_COMPARED, did_you_mean};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::formula::{
    self, NO_PUZZLE, NO_RULES, VariableWords, check_size, resolve_inline, unknown_name, wrong_arity,
};
use crate::kinds::scope::{FormulaInfo, MAX_BLOCKS};
use crate::kinds::{Definition, Engine, Facts, Kind, Puzzle, Question, Scope};
use crate::service::shelf::ShelfSheet;
use crate::syntax::ast::{AllSolutions, ItemKind, Query, Verb, WrittenFormula};
use crate::syntax::terminal::variable;
use crate::syntax::token::{Token, lex_span, moves_in};
use crate::text::Span;

/// What a query is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryTarget {
    /// A declared puzzle.
    Declared(Definition),
    /// The formula that the query writes out.
    Inline,
}

/// The puzzles that queries are about, each built once for all of them.
pub struct Puzzles<'a> {
    /// What is known of their program.
    pub analysis: Analysis<'a>,
    built: FxHashMap<Definition, Option<Rc<dyn Puzzle + 'a>>>,
    named: FxHashMap<Definition, Option<NamedPuzzle<'a>>>,
}

/// A puzzle with faults of which names are known.
#[derive(Clone)]
pub(super) struct NamedPuzzle<'a> {
    pub(super) puzzle: Rc<dyn Puzzle + 'a>,
    /// Those of its blocks, which may be names that it lacks; `None` where any word may.
    pub(super) words: Option<Rc<FxHashSet<&'a str>>>,
}

impl<'a> Puzzles<'a> {
    /// None yet.
    pub fn new(analysis: Analysis<'a>) -> Self {
        Self { analysis, built: FxHashMap::default(), named: FxHashMap::default() }
    }

    /// Nothing but the puzzle of one definition.
    pub(super) fn only(
        analysis: Analysis<'a>,
        definition: Definition,
        puzzle: Box<dyn Puzzle + 'a>,
    ) -> Self {
        let built = FxHashMap::from_iter([(definition, Some(Rc::from(puzzle)))]);
        Self { analysis, built, named: FxHashMap::default() }
    }

    /// What is known of the names of a puzzle that has faults.
    pub(super) fn named(&mut self, definition: Definition) -> Option<NamedPuzzle<'a>> {
        let (analysis, scope) = (self.analysis, self.analysis.scope);
        let name = || {
            let (puzzle, are_all) = analysis.kind(definition)?.named(definition, scope)?;
            let words = are_all.then(|| Rc::new(words_of(scope, definition)));
            Some(NamedPuzzle { puzzle: puzzle.into(), words })
        };
        self.named.entry(definition).or_insert_with(name).clone()
    }

    /// Whether a definition has a meaning.
    pub(super) fn is_sound(&self, definition: Definition) -> bool {
        let built = self.built.get(&definition);
        built.map_or_else(|| self.analysis.is_sound(definition), Option::is_some)
    }

    /// The puzzle of a definition that has a meaning.
    pub fn puzzle(&mut self, definition: Definition) -> Option<Rc<dyn Puzzle + 'a>> {
        let build = || self.analysis.puzzle(definition).map(Rc::from);
        self.built.entry(definition).or_insert_with(build).clone()
    }
}

/// The words of a puzzle by rules, and of those that it takes its rules from.
fn words_of<'a>(scope: Scope<'a>, definition: Definition) -> FxHashSet<&'a str> {
    let mut words = FxHashSet::default();
    let mut next = Some(definition);
    for _ in 0..MAX_BLOCKS {
        let Some(block) = next.take() else { break };
        let (item, text) = (scope.item(block), scope.text(block.document));
        let tokens = lex_span(text, item.span).filter(|it| it.token == Token::Word);
        words.extend(tokens.map(|it| &text[it.span.range()]));
        if let ItemKind::Puzzle { rules: Some(rules), .. } = item.kind {
            next = scope.find(&text[rules.range()]);
        }
    }
    words
}

/// Understands a query: what it is about and the question in numbers, but for the second formula
/// of `equivalent`, which is written out only when it is solved, and for its sentences. `None` when that makes no sense,
/// which is then said in `findings` unless it is a consequence.
pub fn question(
    puzzles: &mut Puzzles<'_>,
    document: u32,
    query: &Query,
    findings: &mut Vec<Diagnostic>,
) -> Option<(QueryTarget, Question)> {
    let analysis = &{ puzzles.analysis };
    let scope = &analysis.scope;
    let text = scope.text(document);
    let (target, facts, info) = target(analysis, document, &query.target, findings)?;
    if query.target.is_broken {
        return None;
    }
    let other = query.other.as_ref().map(|other| {
        let named = self::target(analysis, document, other, findings)?;
        if named.2.is_none() {
            findings.push(wrong_kind(query, other.span, named.1));
        }
        named.2
    });
    if !facts.verbs.contains(&query.verb) {
        findings.push(wrong_kind(query, query.target.span, facts));
        return None;
    }
    let mut question = asked(text, query, facts, findings)?;
    if query.verb == Verb::Eval {
        let named = variables(scope, document, query, info.as_ref()?);
        question.bindings = bindings::of(text, query, named.as_deref(), findings)?;
    }
    let is_sound = match target {
        QueryTarget::Declared(definition) => puzzles.is_sound(definition),
        QueryTarget::Inline => info.as_ref().is_some_and(|info| !info.is_broken),
    };
    let is_broken = |it: &Option<FormulaInfo>| it.as_ref().is_none_or(|it| it.is_broken);
    if !is_sound || other.as_ref().is_some_and(is_broken) {
        return None;
    }
    let infos = [(info, Some(&query.target)), (other.flatten(), query.other.as_ref())];
    let mut sized = infos.into_iter().filter_map(|(info, formula)| info.zip(formula));
    if let Some(too_large) = sized.find_map(|(info, it)| check_size(&info, it.span)) {
        findings.push(too_large);
        return None;
    }
    if let Some(all) = query.all
        && let QueryTarget::Declared(definition) = target
        && let puzzle = puzzles.puzzle(definition)?
        && let Some(fault) = listing_fault((&*puzzle, facts), (text, query), all)
    {
        findings.push(fault);
        return None;
    }
    let is_sheet = |it: Definition| {
        matches!(scope.item(it).kind, ItemKind::Theory { .. } | ItemKind::Puzzle { .. })
    };
    if let QueryTarget::Declared(definition) = target
        && (query.verb.takes_moves() || query.verb == Verb::Count || is_sheet(definition))
        && let place = query.after.unwrap_or(query.target.span)
        && let Some(refusal) = puzzles.puzzle(definition)?.refuse(&question, text, place)
    {
        findings.push(refusal);
        return None;
    }
    Some((target, question))
}

/// The variables of what a query is about; `None` of a formula with a fault.
fn variables(
    scope: &Scope<'_>,
    document: u32,
    query: &Query,
    info: &FormulaInfo,
) -> Option<Vec<bindings::NamedFormulaVariable>> {
    let words = match info.has_words {
        true => VariableWords::of(scope, document, &query.target),
        false => VariableWords::default(),
    };
    (!info.is_broken).then(|| words.all(info.variables))
}

/// The declaration that a query is about, if it names one.
pub(super) fn declared(scope: &Scope<'_>, document: u32, query: &Query) -> Option<Definition> {
    let place = scope.named(document, &query.target)?;
    scope.find(&scope.text(document)[place.range()])
}

/// What a name or a formula in a query is: its kind's facts and, of a formula, what is known.
fn target(
    analysis: &Analysis<'_>,
    document: u32,
    formula: &WrittenFormula,
    findings: &mut Vec<Diagnostic>,
) -> Option<(QueryTarget, &'static Facts, Option<FormulaInfo>)> {
    let scope = &analysis.scope;
    let is_variable = |it: Definition| matches!(scope.item(it).kind, ItemKind::Variable { .. });
    let named = scope.named(document, formula).filter(|it| {
        let name = &scope.text(document)[it.range()];
        !scope.find(name).is_some_and(is_variable)
    });
    if let Some(place) = named {
        let name = &scope.text(document)[place.range()];
        let Some(definition) = scope.find(name) else {
            findings.push(unknown_name(name, place, NO_PUZZLE));
            return None;
        };
        if variable(name).is_some()
            && matches!(scope.item(definition).kind, ItemKind::Formula { .. })
        {
            // A formula was called like a variable, which was reported.
            return None;
        }
        if let [node] = scope.tree(document).formula(formula)
            && let Some(fault) = wrong_arity(scope, scope.text(document), node, definition)
        {
            findings.push(fault);
            return None;
        }
        let facts = analysis.kind(definition)?.facts();
        let is_formula = matches!(scope.item(definition).kind, ItemKind::Formula { .. });
        let info = if is_formula { scope.formula_info(definition) } else { None };
        return Some((QueryTarget::Declared(definition), facts, info));
    }
    let info = resolve_inline(scope, document, formula, findings);
    Some((QueryTarget::Inline, formula::KIND.facts(), Some(info)))
}

/// Says of a word in a query that nothing declares what it may have been meant to be, as
/// [`formula::suggest`] does for words in formulas.
pub(super) fn suggest(
    scope: &Scope<'_>,
    document: u32,
    finding: &mut Diagnostic,
    may_compare: bool,
) {
    let is_rules = finding.label == NO_RULES;
    let is_name = is_rules || finding.label == NO_PUZZLE;
    if finding.code != UNKNOWN_NAME || !is_name || finding.help.is_some() {
        return;
    }
    let span = finding.span;
    let name = &scope.text(document)[span.range()];
    let kinds = scope.program.kinds.games().map(|it| it.facts().name).filter(|_| is_rules);
    let names = kinds.chain(scope.names()).take(if may_compare { MAX_COMPARED } else { 0 });
    finding.help = Some(match did_you_mean(name, names) {
        Some(similar) => {
            let fix = Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)]);
            finding.fixes.push(fix);
            format!("did you mean `{similar}`?")
        }
        None if is_rules && let Some(sheet) = ShelfSheet::near(name) => sheet.offer(),
        None if is_rules => {
            let kinds = scope.program.kinds.games().map(|it| it.facts().name);
            let kinds = kinds.collect::<Vec<_>>().join(", ");
            format!(
                "rules are declared, or imported: `puzzle new` lists the shelf; the kinds of games are: {kinds}"
            )
        }
        None => "a query asks about a declared puzzle or a formula".to_owned(),
    });
}

/// How many solutions are wanted.
fn wanted(text: &str, all: AllSolutions, findings: &mut Vec<Diagnostic>) -> Option<usize> {
    let Some(span) = all.most else { return Some(usize::MAX) };
    match &text[span.range()] {
        // More than fit into memory are as good as all.
        digits if digits.bytes().any(|it| it != b'0') => Some(digits.parse().unwrap_or(usize::MAX)),
        _ => {
            let fault =
                Diagnostic::new(UNEXPECTED, span, "no solution at all is asked for", "at least 1");
            findings.push(
                fault.help(
                    "write how many solutions are wanted at most, or nothing for all of them",
                ),
            );
            None
        }
    }
}

/// How another solution than one is shown.
fn why_shows(name: &str) -> String {
    format!("`solve` shows one, and `why solve {name}` another one")
}

/// That the solutions of such a puzzle are not listed, or not by an engine that one may choose.
fn listing_fault(
    (puzzle, facts): (&dyn Puzzle, &Facts),
    (text, query): (&str, &Query),
    all: AllSolutions,
) -> Option<Diagnostic> {
    if puzzle.lists_all() {
        let place = by(text, query.engine?);
        let message = format!("unexpected `{}`", &text[place.range()]);
        let fault =
            Diagnostic::new(WRONG_KIND, place, message, "all solutions are listed in one way");
        return Some(fault.fix(Fix::maybe("delete it", vec![Edit::delete_word(text, place)])));
    }
    let place = all.most.map_or(all.word, |it| all.word.to(it));
    let what = facts.with_article();
    let (message, label) = match what.as_str() {
        // Of the puzzles only those of doing are not.
        "a puzzle" => {
            ("plans are not listed".to_owned(), "something is done in this puzzle".to_owned())
        }
        "a theory" => (
            "the worlds are not listed".to_owned(),
            "not all sorts of this theory are listed".to_owned(),
        ),
        _ => (format!("the solutions of {what} are not listed"), format!("this is about {what}")),
    };
    let name = query.target.span;
    let is_counted = facts.verbs.contains(&Verb::Count)
        && puzzle.refuse(&Question::new(Verb::Count), text, name).is_none();
    let fault = Diagnostic::new(WRONG_KIND, place, message, label)
        .help(match (puzzle.tells_another(), is_counted) {
            (true, _) => why_shows(&text[name.range()]),
            (false, true) => "`solve` shows one, and `count` says how many there are".to_owned(),
            (false, false) => "`solve` shows one".to_owned(),
        })
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, place)]));
    Some(fault)
}

/// Where an engine is chosen, with the word `by`.
fn by(text: &str, engine: Span) -> Span {
    let by = text[..engine.start as usize].trim_end().len() - "by".len();
    Span::new(by as u32, engine.end)
}

/// That such a puzzle has no engines of which one could be chosen.
fn no_engines(text: &str, engine: Span, facts: &Facts) -> Diagnostic {
    let what = facts.with_article();
    let place = by(text, engine);
    let message = format!("{what} has no engines to choose from");
    Diagnostic::new(WRONG_KIND, place, message, format!("this is about {what}"))
        .help("it is answered in one way only")
        .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, place)]))
}

fn engine(text: &str, span: Span, facts: &Facts, findings: &mut Vec<Diagnostic>) -> Option<Engine> {
    let word = &text[span.range()];
    let found = facts.engines.iter().copied().find(|engine| engine.name() == word);
    if found.is_none() && facts.engines.is_empty() {
        findings.push(no_engines(text, span, facts));
    } else if found.is_none() {
        let known: Vec<_> = facts.engines.iter().map(|engine| format!("`{engine}`")).collect();
        let diagnostic = Diagnostic::new(
            UNKNOWN_NAME,
            span,
            format!("no engine is called `{word}`"),
            format!("not an engine for {}", facts.with_article()),
        );
        findings.push(match did_you_mean(word, facts.engines.iter().map(|it| it.name())) {
            Some(similar) => diagnostic
                .help(format!("did you mean `{similar}`?"))
                .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
            None if matches!(word, "svg" | "png" | "tikz" | "dot" | "text") => diagnostic
                .help(format!("`puzzle draw FILE NAME --format {word}` draws it in that format")),
            None => diagnostic.help(format!("write {}", known.join(" or "))),
        });
    }
    found
}

/// What a query asks, but for its target.
fn asked(
    text: &str,
    query: &Query,
    facts: &Facts,
    findings: &mut Vec<Diagnostic>,
) -> Option<Question> {
    let mut question = Question::new(query.verb);
    question.is_why = query.why.is_some();
    if let Some(span) = query.engine {
        question.engine = Some(engine(text, span, facts, findings)?);
    }
    if let Some(all) = query.all {
        question.all = Some(wanted(text, all, findings)?);
    }
    if let Some(span) = query.after {
        question.after = moves_in(text, span).into_iter().map(|it| it.0).collect();
    }
    Some(question)
}

fn wrong_kind(query: &Query, span: Span, facts: &Facts) -> Diagnostic {
    let verbs: Vec<_> = facts.verbs.iter().map(|verb| format!("`{}`", verb.word())).collect();
    let what = facts.with_article();
    let label = format!("this is {what}");
    if query.verb == Verb::Equivalent {
        return Diagnostic::new(WRONG_KIND, span, "`equivalent` compares formulas", label)
            .help("name two formulas, or write them out");
    }
    let message = format!("`{}` is no question about {what}", query.verb.word());
    Diagnostic::new(WRONG_KIND, span, message, label)
        .help(format!("{what} answers {}", verbs.join(", ")))
}
