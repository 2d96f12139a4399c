//! Diagnoses a program: names, declarations, questions and lints. Nothing is solved here, so it
//! is quick enough for every keystroke.

use rustc_hash::FxHashMap;

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix, Level, Severity};
use crate::kinds::formula::{
    self, FormulaInfo, check_size, not_a_value, resolve_inline, unknown_name,
};
use crate::kinds::{Definition, Facts, Kind, Kinds, Program, Puzzle, Question, Scope};
use crate::logic::formula::Variable;
use crate::syntax::ast::{Formula, Item, ItemKind, Op, Query, Setting, Value, Verb};
use crate::syntax::terminal::variable;
use crate::syntax::token::{Token, lex_span};
use crate::text::Span;

/// The levels of lints that differ from their own.
#[derive(Clone, Debug, Default)]
pub struct Levels(Vec<(Code, Level)>);

impl Levels {
    /// Sets a level; the last one counts.
    pub fn set(&mut self, lint: Code, level: Level) {
        self.0.push((lint, level));
    }

    fn of(&self, lint: Code) -> Option<Level> {
        self.0.iter().rev().find(|(it, _)| *it == lint).map(|(_, level)| *level)
    }
}

/// A program and what is known of it.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// What its names mean.
    pub scope: Scope<'a>,
    /// What is wrong, a list a file, in source order.
    pub findings: Vec<Vec<Diagnostic>>,
    /// Which items have a meaning, by file and item.
    is_sound: Vec<Vec<bool>>,
}

/// Checks a program. `levels` go before those that a file sets for itself.
pub fn check<'a>(program: &'a Program, levels: &Levels) -> Analysis<'a> {
    let documents = &program.documents;
    let mut findings: Vec<_> = documents.iter().map(|it| it.diagnostics.clone()).collect();
    let mut used: Vec<_> = documents.iter().map(|it| vec![false; it.tree.items.len()]).collect();
    let mut scope = Scope::new(program, &mut findings);
    formula::resolve(&mut scope, &mut used, &mut findings);
    let mut analysis = Analysis { scope, findings: Vec::new(), is_sound: Vec::new() };
    for (document, findings) in (0..).zip(&mut findings) {
        let is_sound = analysis.declarations(document, findings);
        analysis.is_sound.push(is_sound);
    }
    for (document, findings) in (0..).zip(&mut findings) {
        let mut file = FileCheck {
            analysis: &analysis,
            document,
            used: &mut used,
            findings,
            levels: levels.clone(),
        };
        file.set_levels(levels);
        file.questions();
        file.n_ary_connectives();
    }
    for (document, findings) in (0..).zip(&mut findings) {
        let mut file = FileCheck {
            analysis: &analysis,
            document,
            used: &mut used,
            findings,
            levels: Levels::default(),
        };
        file.levels = file.levels_of_file(levels);
        file.unused_formulas();
        file.apply_levels();
        findings.sort_by_key(|it| (it.span.start, it.span.end));
    }
    analysis.findings = findings;
    analysis
}

impl<'a> Analysis<'a> {
    /// Index of the file that was asked for.
    pub fn root(&self) -> u32 {
        self.scope.program.documents.len() as u32 - 1
    }

    /// Whether any file has an error.
    pub fn has_errors(&self) -> bool {
        let foreign = self.scope.program.foreign.values().flat_map(|it| &it.diagnostics);
        self.findings.iter().flatten().chain(foreign).any(|it| it.severity == Severity::Error)
    }

    /// Whether an item has a meaning.
    pub fn is_sound(&self, definition: Definition) -> bool {
        self.is_sound[definition.document as usize][definition.item as usize]
    }

    /// The kind and the puzzle of a definition that has a meaning.
    pub fn puzzle(&self, definition: Definition) -> Option<Box<dyn Puzzle + '_>> {
        let kind = self.kind(definition)?;
        kind.check(definition, &self.scope, &mut Vec::new())
    }

    /// The kind of a definition.
    pub fn kind(&self, definition: Definition) -> Option<&'static dyn Kind> {
        let (item, text) = (self.scope.item(definition), self.scope.text(definition.document));
        self.scope.program.kinds.of(item, text)
    }

    /// Checks the declarations of a file; says which items have a meaning.
    fn declarations(&self, document: u32, findings: &mut Vec<Diagnostic>) -> Vec<bool> {
        let text = self.scope.text(document);
        let check = |(item, index): (&Item, u32)| {
            let definition = Definition { document, item: index };
            if let ItemKind::Formula { .. } = item.kind {
                return self.scope.formula_info(definition).is_some_and(|info| !info.is_broken);
            }
            if let ItemKind::Game(game) = &item.kind
                && let Some(span) = game.kind
                && self.kind(definition).is_none()
            {
                findings.push(unknown_kind(self.scope.program.kinds, &text[span.range()], span));
            }
            let Some(kind) = self.kind(definition) else { return false };
            kind.check(definition, &self.scope, findings).is_some()
        };
        self.scope.tree(document).items.iter().zip(0..).map(check).collect()
    }
}

/// The checks of one file that need all declarations.
struct FileCheck<'c, 'a> {
    analysis: &'c Analysis<'a>,
    document: u32,
    used: &'c mut [Vec<bool>],
    findings: &'c mut Vec<Diagnostic>,
    levels: Levels,
}

impl FileCheck<'_, '_> {
    fn text(&self) -> &str {
        self.analysis.scope.text(self.document)
    }

    /// The levels that count in this file, without a word about what is wrong with them.
    fn levels_of_file(&self, command_line: &Levels) -> Levels {
        let mut levels = Levels::default();
        for item in &self.analysis.scope.tree(self.document).items {
            if let ItemKind::Level { level, lint } = item.kind
                && let Some(code) = find_lint(&self.text()[lint.range()])
            {
                levels.set(code, level);
            }
        }
        levels.0.extend(&command_line.0);
        levels
    }

    fn set_levels(&mut self, command_line: &Levels) {
        self.levels = self.levels_of_file(command_line);
        for item in &self.analysis.scope.tree(self.document).items {
            if let ItemKind::Level { lint, .. } = item.kind
                && find_lint(&self.text()[lint.range()]).is_none()
            {
                let finding = unknown_lint(&self.text()[lint.range()], lint);
                self.findings.push(finding);
            }
        }
    }

    fn questions(&mut self) {
        let analysis = self.analysis;
        for item in &analysis.scope.tree(self.document).items {
            match &item.kind {
                ItemKind::Query(query) => {
                    let mut mark = |definition: Definition| {
                        self.used[definition.document as usize][definition.item as usize] = true;
                    };
                    question(analysis, self.document, query, &mut mark, self.findings);
                    if query.expectation.is_none() {
                        self.findings.push(missing_expectation(query));
                    }
                }
                ItemKind::Game(game) => {
                    for setting in &game.settings {
                        self.mark_names(setting);
                    }
                }
                _ => {}
            }
        }
    }

    /// Names that a game's formula mentions are used; whether they mean something was checked
    /// with the game.
    fn mark_names(&mut self, setting: &Setting) {
        let scope = &self.analysis.scope;
        let Value::Formula(formula) = &setting.value else { return };
        for node in scope.tree(self.document).formula(formula).iter().filter(|it| it.op == Op::Name)
        {
            if let Some(found) = scope.find(&scope.text(self.document)[node.span.range()]) {
                self.used[found.document as usize][found.item as usize] = true;
            }
        }
    }

    fn n_ary_connectives(&mut self) {
        // The lint is silent unless asked for, and then it costs a look at every node.
        if self.levels.of(N_ARY_CONNECTIVE).unwrap_or(N_ARY_CONNECTIVE.level()) == Level::Allow {
            return;
        }
        // Operands that wait for their connective; nodes lie in post-order.
        let mut operands: Vec<Span> = Vec::new();
        for node in &self.analysis.scope.tree(self.document).nodes {
            let count = match node.op {
                Op::Variable(_) | Op::Name => 0,
                Op::Not => 1,
                Op::And(count) | Op::Or(count) => count as usize,
            };
            let of_node = operands.split_off(operands.len().saturating_sub(count));
            if count > 2 {
                self.findings.push(n_ary(node.span, &of_node));
            }
            operands.push(node.span);
        }
    }

    /// A file that asks nothing is a library, whose formulas are for others. While something is
    /// wrong with a file, a use may hide there.
    fn unused_formulas(&mut self) {
        let items = &self.analysis.scope.tree(self.document).items;
        if self.findings.iter().any(|it| it.severity == Severity::Error) {
            return;
        }
        if !items.iter().any(|item| matches!(item.kind, ItemKind::Query(_))) {
            return;
        }
        for (item, is_used) in items.iter().zip(&self.used[self.document as usize]) {
            if let ItemKind::Formula { name, .. } = item.kind
                && !is_used
            {
                let message = format!(
                    "`{}` is never used",
                    &self.analysis.scope.text(self.document)[name.range()]
                );
                self.findings.push(
                    Diagnostic::new(
                        UNUSED_FORMULA,
                        name,
                        message,
                        "neither asked about nor referred to",
                    )
                    .help("ask something about it, or delete it"),
                );
            }
        }
    }

    fn apply_levels(&mut self) {
        let mut effective: FxHashMap<&str, Option<Severity>> = FxHashMap::default();
        for finding in self.findings.iter_mut().filter(|it| it.code.is_lint()) {
            let level = || self.levels.of(finding.code).unwrap_or(finding.code.level()).severity();
            if let Some(severity) = *effective.entry(finding.code.number()).or_insert_with(level) {
                finding.severity = severity;
            }
        }
        self.findings.retain(|it| effective.get(it.code.number()).is_none_or(Option::is_some));
    }
}

fn find_lint(name: &str) -> Option<Code> {
    Code::find(name).filter(|code| code.is_lint())
}

/// What a query is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A declared puzzle.
    Declared(Definition),
    /// The formula that the query writes out.
    Inline,
}

/// Understands a query: what it is about and the question in numbers, but for the second formula
/// of `equivalent`, which is written out only when it is solved. `None` when that makes no sense,
/// which is then said in `findings` unless it is a consequence.
pub fn question(
    analysis: &Analysis<'_>,
    document: u32,
    query: &Query,
    mark: &mut dyn FnMut(Definition),
    findings: &mut Vec<Diagnostic>,
) -> Option<(Target, Question)> {
    let scope = &analysis.scope;
    let text = scope.text(document);
    let (target, facts, info) = target(analysis, document, &query.target, mark, findings)?;
    let other = query.other.as_ref().map(|other| {
        let named = self::target(analysis, document, other, mark, findings)?;
        if named.2.is_none() {
            findings.push(wrong_kind(query, other.span, named.1));
        }
        named.2
    });
    if !facts.verbs.contains(&query.verb) {
        findings.push(wrong_kind(query, query.target.span, facts));
        return None;
    }
    let mut question = Question::new(query.verb, facts.engines[0]);
    if let Some(span) = query.engine {
        question.engine = engine(&text[span.range()], span, facts, findings)?;
    }
    if let Some(span) = query.after {
        let words =
            lex_span(text, span).filter(|it| matches!(it.token, Token::Word | Token::Number));
        question.after = words.map(|it| text[it.span.range()].to_owned()).collect();
    }
    if query.verb == Verb::Eval {
        question.bindings = bindings(text, query, info?.variables, findings)?;
    }
    let is_sound = match target {
        Target::Declared(definition) => analysis.is_sound(definition),
        Target::Inline => info.is_some_and(|info| !info.is_broken),
    };
    if !is_sound || other.is_some_and(|info| info.is_none_or(|info| info.is_broken)) {
        return None;
    }
    let infos = [(info, Some(&query.target)), (other.flatten(), query.other.as_ref())];
    for (info, formula) in infos {
        if let (Some(info), Some(formula)) = (info, formula)
            && let Some(too_large) = check_size(info, formula.span)
        {
            findings.push(too_large);
            return None;
        }
    }
    if query.verb == Verb::Play2Win
        && let Target::Declared(definition) = target
        && let place = query.after.unwrap_or(query.target.span)
        && let Some(refusal) = analysis.puzzle(definition)?.refuse(&question, text, place)
    {
        findings.push(refusal);
        return None;
    }
    Some((target, question))
}

/// What a name or a formula in a query is: its kind's facts and, of a formula, what is known.
fn target(
    analysis: &Analysis<'_>,
    document: u32,
    formula: &Formula,
    mark: &mut dyn FnMut(Definition),
    findings: &mut Vec<Diagnostic>,
) -> Option<(Target, &'static Facts, Option<FormulaInfo>)> {
    let scope = &analysis.scope;
    if let [node] = scope.tree(document).formula(formula)
        && matches!(node.op, Op::Variable(_))
        && scope.find(&scope.text(document)[node.span.range()]).is_some()
    {
        // A puzzle was called like a variable, which was reported.
        return None;
    }
    if let [node] = scope.tree(document).formula(formula)
        && node.op == Op::Name
        && !formula.is_broken
    {
        let name = &scope.text(document)[node.span.range()];
        let Some(definition) = scope.find(name) else {
            findings.push(unknown_target(scope, name, node.span));
            return None;
        };
        mark(definition);
        let facts = analysis.kind(definition)?.facts();
        let is_formula = matches!(scope.item(definition).kind, ItemKind::Formula { .. });
        let info = if is_formula { scope.formula_info(definition) } else { None };
        return Some((Target::Declared(definition), facts, info));
    }
    let info = resolve_inline(scope, document, formula, mark, findings);
    Some((Target::Inline, formula::KIND.facts(), Some(info)))
}

fn unknown_target(scope: &Scope<'_>, name: &str, span: Span) -> Diagnostic {
    let diagnostic = unknown_name(name, span, "nothing has this name");
    match did_you_mean(name, scope.names().take(10_000)) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help("a query asks about a declared puzzle or a formula"),
    }
}

fn engine(
    word: &str,
    span: Span,
    facts: &Facts,
    findings: &mut Vec<Diagnostic>,
) -> Option<&'static str> {
    let found = facts.engines.iter().find(|engine| **engine == word);
    if found.is_none() {
        let known: Vec<_> = facts.engines.iter().map(|engine| format!("`{engine}`")).collect();
        let diagnostic = Diagnostic::new(
            UNKNOWN_NAME,
            span,
            format!("no engine is called `{word}`"),
            format!("not an engine for {}", facts.with_article()),
        );
        findings.push(match did_you_mean(word, facts.engines.iter().copied()) {
            Some(similar) => diagnostic
                .help(format!("did you mean `{similar}`?"))
                .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
            None => diagnostic.help(format!("write {}", known.join(" or "))),
        });
    }
    found.copied()
}

/// The values that `eval` is given: one for each variable and no others.
fn bindings(
    text: &str,
    query: &Query,
    variables: u32,
    findings: &mut Vec<Diagnostic>,
) -> Option<Vec<(Variable, bool)>> {
    let before = findings.len();
    let mut values: Vec<(Variable, bool)> = Vec::new();
    let mut places: Vec<Span> = Vec::new();
    for binding in &query.bindings {
        let name = &text[binding.variable.range()];
        let index = variable(name)
            .map(|letter| u32::from(letter - b'a'))
            .filter(|bit| variables & 1 << bit != 0);
        let value = match &text[binding.value.range()] {
            "0" => false,
            "1" => true,
            other => {
                findings.push(
                    not_a_value(other, binding.value)
                        .help(format!("write `{name}=0` or `{name}=1`")),
                );
                continue;
            }
        };
        let delete = || {
            let whole = binding.variable.to(binding.value);
            Fix::maybe("delete it", vec![Edit::delete_word(text, whole)])
        };
        let Some(bound) = index.map(Variable) else {
            findings.push(
                Diagnostic::new(
                    UNKNOWN_BINDING,
                    binding.variable,
                    format!("the formula has no variable `{name}`"),
                    "not in the formula",
                )
                .help("give a value to each variable of the formula and to no others")
                .fix(delete()),
            );
            continue;
        };
        if let Some(first) = values.iter().position(|(it, _)| *it == bound) {
            findings.push(
                Diagnostic::new(
                    REPEATED_VARIABLE,
                    binding.variable,
                    format!("`{name}` gets a value twice"),
                    "the second time",
                )
                .related(places[first], "the first time")
                .help("keep one of them")
                .fix(delete()),
            );
            continue;
        }
        values.push((bound, value));
        places.push(binding.variable);
    }
    let bound = values.iter().fold(0, |bits, (it, _)| bits | 1 << it.0);
    let missing: Vec<_> =
        (0..26).filter(|bit| variables & !bound & 1 << bit != 0).map(Variable).collect();
    if findings.len() == before && !missing.is_empty() {
        let names: Vec<_> = missing.iter().map(|it| format!("`{it}`")).collect();
        let written: Vec<_> = missing.iter().map(|it| format!("{it}=0")).collect();
        let end = query.bindings.last().map_or(query.target.span.end, |it| it.value.end);
        findings.push(
            Diagnostic::new(
                MISSING_BINDING,
                query.target.span,
                format!("no value is given to {}", names.join(", ")),
                format!(
                    "{} a value",
                    if names.len() == 1 { "a variable needs" } else { "variables need" }
                ),
            )
            .help(format!("add `{}`, or the value you mean", written.join(" ")))
            .fix(Fix::maybe(
                format!("add `{}`", written.join(" ")),
                vec![Edit::insert(end, format!(" {}", written.join(" ")))],
            )),
        );
    }
    (findings.len() == before).then_some(values)
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

fn missing_expectation(query: &Query) -> Diagnostic {
    Diagnostic::new(
        MISSING_EXPECTATION,
        query.verb_span,
        "this query expects no answer",
        "no `=>` follows",
    )
    .help("write `=> ANSWER`; `puzzle test --update` writes it for you")
}

fn n_ary(span: Span, operands: &[Span]) -> Diagnostic {
    let count = operands.len();
    let opening = Edit::insert(operands[0].start, "(".repeat(count - 2));
    let closing = operands[1..count - 1].iter().map(|operand| Edit::insert(operand.end, ")"));
    Diagnostic::new(
        N_ARY_CONNECTIVE,
        span,
        format!("a connective with {count} operands"),
        "more than two operands",
    )
    .help("put parentheses around every two operands")
    .fix(Fix::certain("pair them from the left", std::iter::once(opening).chain(closing).collect()))
}

fn unknown_kind(kinds: Kinds, word: &str, span: Span) -> Diagnostic {
    let names: Vec<_> = kinds.games().map(|kind| kind.facts().name).collect();
    let diagnostic = Diagnostic::new(
        UNKNOWN_KIND,
        span,
        format!("there is no game `{word}`"),
        "not a kind of game",
    );
    match did_you_mean(word, names.iter().copied()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help(format!("the kinds of games are: {}", names.join(", "))),
    }
}

fn unknown_lint(word: &str, span: Span) -> Diagnostic {
    let lints = Code::ALL.iter().filter(|code| code.is_lint()).map(|code| code.name());
    if Code::find(word).is_some() {
        let message = format!("`{word}` is not a lint");
        return Diagnostic::new(UNKNOWN_LINT, span, message, "this is always an error")
            .help("repair what it reports; only lints, whose numbers start with `L`, have levels");
    }
    let diagnostic =
        Diagnostic::new(UNKNOWN_LINT, span, format!("there is no lint `{word}`"), "not a lint");
    match did_you_mean(word, lints.clone()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help(format!("the lints are: {}", lints.collect::<Vec<_>>().join(", "))),
    }
}
