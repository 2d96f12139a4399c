//! Resolves the names in formulas, in time linear in their text. Each formula learns its variables
//! and its size from those it refers to; a formula that refers to itself, however indirectly, is
//! found on the way.

use super::circles::circles;
use super::size::weigh;
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::{MAX_COMPARED, did_you_mean};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::scope::{Definition, FormulaInfo, Formulas, Namespace, ResolveProgress, Scope};
use crate::syntax::ast::{FormulaNode, ItemKind, Op, WrittenFormula};
use crate::syntax::terminal;
use crate::syntax::token::{Token, lex_span};
use crate::text::Span;
use rustc_hash::FxHashMap;

/// Resolves those formulas among the definitions that are not resolved yet, and those they refer
/// to. Returns what is wrong, by document. Of a circle it is said where one arrives that begins at its first
/// formula, of which `place` tells, wherever else it is entered: so it is said alike in whatever order the
/// formulas come.
pub fn resolve<P: Ord>(
    namespace: Namespace<'_>,
    formulas: &mut Formulas,
    definitions: impl Iterator<Item = Definition>,
    place: impl Fn(Definition) -> P,
) -> Vec<(u32, Diagnostic)> {
    let mut walk = NameWalk::new(namespace, formulas);
    definitions.for_each(|it| walk.resolve(it));
    if !walk.has_circle {
        return walk.findings;
    }
    let entered = walk.entered;
    entered.iter().for_each(|it| {
        formulas[it.document as usize][it.item as usize] = ResolveProgress::Untouched;
    });
    let circles = circles(namespace, &entered);
    let mut walk = NameWalk::new(namespace, formulas);
    for circle in circles {
        let first = circle.iter().copied().min_by_key(|it| place(*it));
        first.into_iter().for_each(|it| walk.resolve(it));
        // What leads to it learns the same of it, whenever it is looked at.
        let known = FormulaInfo { is_circular: true, ..FormulaInfo::BROKEN };
        circle
            .into_iter()
            .for_each(|it| *walk.progress(it) = ResolveProgress::Known(known.clone()));
    }
    entered.into_iter().for_each(|it| walk.resolve(it));
    walk.findings
}

/// What is known of a formula that is written in a query or a game, once all declared formulas
/// are resolved.
pub fn resolve_inline(
    scope: &Scope<'_>,
    document: u32,
    formula: &WrittenFormula,
    findings: &mut Vec<Diagnostic>,
) -> FormulaInfo {
    resolve_named(scope, document, formula, &|_| false, findings)
}

/// As [`resolve_inline`], of a formula in which some words are variables.
pub fn resolve_named(
    scope: &Scope<'_>,
    document: u32,
    formula: &WrittenFormula,
    is_variable: &dyn Fn(&str) -> bool,
    findings: &mut Vec<Diagnostic>,
) -> FormulaInfo {
    let mut info = FormulaInfo { is_broken: formula.is_broken, ..FormulaInfo::default() };
    let text = scope.text(document);
    let nodes = scope.tree(document).formula(formula);
    let mut has_given = false;
    for node in nodes {
        let named = node.reference(text).map(|span| (span, &text[span.range()]));
        let Some((span, name)) = named.filter(|it| !is_variable(it.1)) else {
            info.add(node.op);
            continue;
        };
        has_given |= matches!(node.op, Op::Apply(_));
        let Some(definition) = scope.find(name) else {
            findings.push(no_formula(name, span));
            info.is_broken = true;
            continue;
        };
        let referred = scope.formula_info(definition);
        if referred.is_none() {
            findings.push(not_a_formula(scope, name, span, definition));
        }
        if !formula.is_broken
            && let Some(fault) = wrong_arity(scope, text, node, definition)
        {
            findings.push(fault);
            info.is_broken = true;
        }
        info.include(&referred.unwrap_or(FormulaInfo::BROKEN));
    }
    if has_given && !info.is_broken {
        return weigh(nodes, 0, |node| {
            let name = &text[node.reference(text)?.range()];
            scope.find(name).filter(|_| !is_variable(name)).and_then(|it| scope.formula_info(it))
        });
    }
    info
}

/// A formula on the way down: where its nodes were left off.
struct Frame {
    definition: Definition,
    next: u32,
    info: FormulaInfo,
    /// Something in it stands for what is given elsewhere.
    has_given: bool,
}

struct NameWalk<'w, 'a> {
    namespace: Namespace<'a>,
    formulas: &'w mut Formulas,
    stack: Vec<Frame>,
    /// What is wrong, by document.
    findings: Vec<(u32, Diagnostic)>,
    /// The formulas that were come to.
    entered: Vec<Definition>,
    has_circle: bool,
}

impl<'w, 'a> NameWalk<'w, 'a> {
    fn new(namespace: Namespace<'a>, formulas: &'w mut Formulas) -> Self {
        let (stack, findings, entered) = (Vec::new(), Vec::new(), Vec::new());
        Self { namespace, formulas, stack, findings, entered, has_circle: false }
    }

    fn progress(&mut self, definition: Definition) -> &mut ResolveProgress {
        &mut self.formulas[definition.document as usize][definition.item as usize]
    }

    fn body(&self, definition: Definition) -> Option<&'a WrittenFormula> {
        match &self.namespace.item(definition).kind {
            ItemKind::Formula { body, .. } => Some(body),
            _ => None,
        }
    }

    fn enter(&mut self, definition: Definition) {
        if let Some(body) = self.body(definition) {
            let info = FormulaInfo { is_broken: body.is_broken, ..FormulaInfo::default() };
            *self.progress(definition) = ResolveProgress::Resolving(self.stack.len() as u32);
            self.entered.push(definition);
            self.check_parameters(definition);
            let has_given = !self.namespace.item(definition).kind.parameters().is_empty();
            self.stack.push(Frame { definition, next: body.nodes.start, info, has_given });
        }
    }

    fn resolve(&mut self, definition: Definition) {
        if let ResolveProgress::Untouched = *self.progress(definition) {
            self.enter(definition);
        }
        while let Some(mut frame) = self.stack.pop() {
            let definition = frame.definition;
            match self.step(&mut frame) {
                None => {
                    let info = if frame.has_given { self.weighed(frame) } else { frame.info };
                    *self.progress(definition) = ResolveProgress::Known(info);
                }
                Some(referred) => {
                    self.stack.push(frame);
                    self.enter(referred);
                }
            }
        }
    }

    /// Goes on through a formula's nodes up to a name that is not resolved yet, if there is one.
    fn step(&mut self, frame: &mut Frame) -> Option<Definition> {
        let document = frame.definition.document;
        let tree = self.namespace.tree(document);
        let end = self.body(frame.definition).map_or(0, |body| body.nodes.end);
        while frame.next < end {
            let node = tree.nodes[frame.next as usize];
            match node.reference(self.namespace.text(document)) {
                Some(name) => match self.refer(frame.definition, &node, name) {
                    Ok(info) => frame.info.include(&info),
                    Err(untouched) => return Some(untouched),
                },
                None => frame.info.add(node.op),
            }
            frame.has_given |= matches!(node.op, Op::Apply(_));
            frame.next += 1;
        }
        None
    }

    /// What is known of a formula that was read to its end, where something stands for what is given elsewhere.
    fn weighed(&self, Frame { definition, info, .. }: Frame) -> FormulaInfo {
        let parameters = self.namespace.item(definition).kind.parameters().len();
        let Some(body) = self.body(definition).filter(|_| !info.is_broken) else {
            let parameters = (parameters > 0).then(|| vec![1; parameters].into());
            return FormulaInfo { parameters, ..info };
        };
        let text = self.namespace.text(definition.document);
        weigh(self.namespace.tree(definition.document).formula(body), parameters, |node| {
            let named = self.namespace.find(&text[node.reference(text)?.range()])?;
            if let ItemKind::Variable { .. } = self.namespace.item(named).kind {
                return Some(FormulaInfo::WORD);
            }
            match &self.formulas[named.document as usize][named.item as usize] {
                ResolveProgress::Known(info) => Some(info.clone()),
                _ => None,
            }
        })
    }

    /// Says which parameters of a formula are called like one before.
    fn check_parameters(&mut self, definition: Definition) {
        let parameters = self.namespace.item(definition).kind.parameters();
        let text = self.namespace.text(definition.document);
        let mut first: FxHashMap<&str, Span> = FxHashMap::default();
        for &span in parameters {
            let name = &text[span.range()];
            if let Some(first) = first.get(name) {
                let message = format!("`{name}` is declared twice");
                let fault = Diagnostic::new(DUPLICATE_NAME, span, message, "the second parameter")
                    .related(*first, "the first parameter")
                    .help("each parameter of a formula has a name of its own");
                self.findings.push((definition.document, fault));
            } else {
                first.insert(name, span);
            }
        }
    }

    /// What is known of the formula that the name at `span` refers to, or which one has to be
    /// resolved first.
    fn refer(
        &mut self,
        from: Definition,
        node: &FormulaNode,
        span: Span,
    ) -> Result<FormulaInfo, Definition> {
        let text = self.namespace.text(from.document);
        let name = &text[span.range()];
        let Some(referred) = self.namespace.find(name) else {
            self.findings.push((from.document, no_formula(name, span)));
            return Ok(FormulaInfo::BROKEN);
        };
        if let ItemKind::Variable { .. } = self.namespace.item(referred).kind {
            let fault = wrong_arity(&self.namespace, text, node, referred);
            let info = if fault.is_some() { FormulaInfo::BROKEN } else { FormulaInfo::WORD };
            self.findings.extend(fault.map(|it| (from.document, it)));
            return Ok(info);
        }
        if self.body(referred).is_none() {
            if !matches!(self.namespace.item(referred).kind, ItemKind::Broken { .. }) {
                let finding = not_a_formula(&self.namespace, name, span, referred);
                self.findings.push((from.document, finding));
            }
            return Ok(FormulaInfo::BROKEN);
        }
        match self.progress(referred).clone() {
            ResolveProgress::Known(info) => {
                let is_read = self.body(from).is_some_and(|it| !it.is_broken);
                match wrong_arity(&self.namespace, text, node, referred).filter(|_| is_read) {
                    Some(fault) => {
                        self.findings.push((from.document, fault));
                        Ok(FormulaInfo::BROKEN)
                    }
                    None => Ok(info),
                }
            }
            ResolveProgress::Untouched => Err(referred),
            ResolveProgress::Resolving(depth) => {
                let finding = self.circular(from, depth, span);
                self.has_circle = true;
                self.findings.push((from.document, finding));
                Ok(FormulaInfo::BROKEN)
            }
        }
    }

    /// What is said of a formula that refers to one at this depth of those on the way.
    fn circular(&self, from: Definition, depth: u32, span: Span) -> Diagnostic {
        let name = &self.namespace.text(from.document)[span.range()];
        let mut diagnostic = Diagnostic::new(
            CYCLIC_DEFINITION,
            span,
            format!("`{name}` is defined by itself"),
            "the circle closes here",
        )
        .help("a formula may refer to others, as long as none of them refers back to it");
        let between = self.stack.iter().skip(depth as usize).map(|frame| frame.definition);
        for definition in between.filter(|it| *it != from).take(5) {
            diagnostic =
                self.namespace.related(diagnostic, from.document, definition, "part of the circle");
        }
        diagnostic
    }
}

/// A name in a formula that means something else.
fn not_a_formula(scope: &Namespace<'_>, name: &str, span: Span, found: Definition) -> Diagnostic {
    let kind = scope.program.kinds.of(scope.item(found), scope.text(found.document));
    let what = kind.map_or("a game".to_owned(), |kind| kind.facts().with_article());
    let label = format!("this is {what}");
    Diagnostic::new(WRONG_KIND, span, format!("`{name}` is not a formula"), label)
        .help("a formula can refer to formulas only")
}

/// What is wrong with a name that is given another number of formulas than the one that is called so has parameters.
pub fn wrong_arity(
    scope: &Namespace<'_>,
    text: &str,
    node: &FormulaNode,
    definition: Definition,
) -> Option<Diagnostic> {
    let (parameters, is_broken) = match &scope.item(definition).kind {
        ItemKind::Formula { parameters, body, .. } => (&parameters[..], body.is_broken),
        ItemKind::Variable { .. } => (&[][..], false),
        _ => return None,
    };
    let given = match node.op {
        Op::Apply(given) => given as usize,
        _ => 0,
    };
    // Those of a declaration that could not be read may be missing.
    if given == parameters.len() || is_broken && parameters.is_empty() {
        return None;
    }
    let span = node.reference(text).unwrap_or(node.span);
    let name = &text[span.range()];
    let declared_in = scope.text(definition.document);
    let words: Vec<_> = parameters.iter().map(|it| &declared_in[it.range()]).collect();
    let usage = format!("{name}({})", words.join(", "));
    let formulas = |count: usize| match count {
        0 => "none".to_owned(),
        1 => "1 formula".to_owned(),
        _ => format!("{count} formulas"),
    };
    let fault = |message: String| {
        let label = format!("here it is given {}", formulas(given));
        Diagnostic::new(WRONG_ARITY, node.span, message, label)
    };
    if parameters.is_empty() {
        let behind = Span::new(span.end, node.span.end);
        return Some(
            fault(format!("`{name}` has no parameters"))
                .help(format!("write `{name}` alone, or declare it with parameters"))
                .fix(Fix::maybe(format!("write `{name}`"), vec![Edit::delete(behind)])),
        );
    }
    let plural = if parameters.len() == 1 { "" } else { "s" };
    let fault = fault(format!("`{name}` has {} parameter{plural}", parameters.len()))
        .help(format!("write `{usage}`, with a formula for each parameter"));
    Some(match given {
        0 => fault.fix(Fix::maybe(format!("write `{usage}`"), vec![Edit::replace(span, usage)])),
        _ => fault,
    })
}

/// The label of a word in a formula that nothing declares.
pub const NO_FORMULA: &str = "no formula has this name";

/// The label of a word in a query that nothing declares.
pub const NO_PUZZLE: &str = "nothing has this name";

/// The label of a word in the place of rules that nothing declares.
pub const NO_RULES: &str = "no puzzle or game has this name, nor a kind of game";

/// Whether a finding is that nothing declares a word, which is like no name there is; it may say where else the word stands.
pub fn is_undeclared(finding: &Diagnostic) -> bool {
    finding.code == UNKNOWN_NAME
        && [NO_FORMULA, NO_PUZZLE, NO_RULES].iter().any(|it| finding.label.starts_with(it))
        && finding.fixes.is_empty()
}

/// A word in a formula that nothing declares; [`suggest`] says more.
fn no_formula(word: &str, span: Span) -> Diagnostic {
    unknown_name(word, span, NO_FORMULA)
}

/// Says of a word in a formula that nothing declares what it may have been meant to be. That depends
/// on all names of the program, so it is done when the rest is known; comparing them takes time,
/// so it is done where it `may_compare`; the file may say long words as variables (`says_words`). Other findings
/// stay as they are.
pub fn suggest(
    scope: &Scope<'_>,
    document: u32,
    finding: &mut Diagnostic,
    may_compare: bool,
    says_words: bool,
) {
    if finding.code == UNKNOWN_NAME && finding.label == NO_FORMULA && finding.help.is_none() {
        let is_formula =
            |name: &&str| scope.find(name).is_some_and(|it| scope.formula_info(it).is_some());
        let word = &scope.text(document)[finding.span.range()];
        let names = scope.names().take(if may_compare { MAX_COMPARED } else { 0 });
        let similar = did_you_mean(word, names.filter(is_formula));
        *finding = not_a_variable(word, finding.span, similar, true);
        // Who calls one thing by a word does so with all.
        let is_letters = finding.code == MISSING_CONNECTIVE && may_compare;
        let may_be_word = says_words && word.len() == MOST_LETTERS;
        if is_letters && (may_be_word || stands_beside_words(scope, document, finding.span)) {
            *finding = undeclared(word, finding.span);
        }
    }
}

/// Whether a finding is that nothing declares a word in a formula, which is too long to be several variables.
pub fn is_long_word(finding: &Diagnostic) -> bool {
    finding.code == UNKNOWN_NAME
        && finding.label == NO_FORMULA
        && finding.span.len() as usize > MOST_LETTERS
}

/// Letters in a row that are taken for as many variables where a word may be a name.
const MOST_LETTERS: usize = 3;

/// A word in a formula that is no variable and no formula's name: misspelt, in upper case, or
/// several variables without a connective. `similar` is the name of a formula that may have been
/// meant; `has_names` says whether formulas can have names here.
pub(super) fn not_a_variable(
    word: &str,
    span: Span,
    similar: Option<&str>,
    has_names: bool,
) -> Diagnostic {
    if let [letter @ b'A'..=b'Z'] = word.as_bytes() {
        let lower = letter.to_ascii_lowercase() as char;
        return Diagnostic::new(
            UPPER_CASE_VARIABLE,
            span,
            format!("`{word}` is not a variable"),
            "a variable is a lower-case letter",
        )
        .help(format!("write `{lower}`, or declare a formula `{word}`"))
        .fix(Fix::maybe(format!("write `{lower}`"), vec![Edit::replace(span, lower)]));
    }
    if matches!(word, "true" | "false") {
        let message = format!("`{word}` is not part of a formula");
        return Diagnostic::new(CONSTANT_IN_FORMULA, span, message, "formulas have no constants")
            .help("write a variable, or leave it out: `(F*true)` and `(F+false)` are `F`; `(x+-x)` always holds");
    }
    if let Some(similar) = similar {
        return no_formula(word, span)
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)]));
    }
    // Without names, as in a course's `build_tree`, letters in a row can only be variables.
    let is_letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_letters && (word.len() <= MOST_LETTERS || !has_names) {
        return missing_connective(word, span);
    }
    undeclared(word, span)
}

fn undeclared(word: &str, span: Span) -> Diagnostic {
    no_formula(word, span).help(format!(
        "declare it with `formula {word} = …`, or as a variable with `variables {word}`"
    ))
}

/// Whether a word that nothing declares, and that is too long to be several variables, is on the same line.
fn stands_beside_words(scope: &Scope<'_>, document: u32, span: Span) -> bool {
    let source = scope.source(document);
    let line = source.line_span(source.line_of(span.start));
    lex_span(source.text(), line).any(|it| {
        let word = source.slice(it.span);
        let is_word = it.token == Token::Word && word.len() > MOST_LETTERS;
        is_word && !terminal::is_reserved(word) && scope.find(word).is_none()
    })
}

fn missing_connective(word: &str, span: Span) -> Diagnostic {
    let letters: Vec<_> = word.chars().map(String::from).collect();
    let written = ["*", "+"].map(|sign| format!("({})", letters.join(sign)));
    let mut diagnostic = Diagnostic::new(
        MISSING_CONNECTIVE,
        span,
        "missing connective",
        "`*` or `+` is missing between these letters",
    )
    .help(format!("write `{}` or `{}`", written[0], written[1]));
    for written in written {
        let edits = vec![Edit::replace(span, written.clone())];
        diagnostic = diagnostic.fix(Fix::maybe(format!("write `{written}`"), edits));
    }
    diagnostic
}

/// A name that nothing declares.
pub fn unknown_name(word: &str, span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(UNKNOWN_NAME, span, format!("`{word}` is not declared"), label)
}
