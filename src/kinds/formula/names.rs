//! Resolves the names in formulas: once for all formulas of a program, in time linear in their
//! text. Each formula learns its variables and its size from those it refers to; a formula that
//! refers to itself, however indirectly, is found on the way.

use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::scope::{Definition, Scope};
use crate::syntax::ast::{Formula, ItemKind, Op};
use crate::text::Span;

/// What is known of a formula when all names are resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormulaInfo {
    /// The variables it has once names are written out: bit `i` is the letter `a` + `i`.
    pub variables: u32,
    /// Nodes once names are written out, saturating.
    pub size: u64,
    /// It, or a formula it refers to, has faults that were reported.
    pub is_broken: bool,
}

impl FormulaInfo {
    const BROKEN: Self = Self { variables: 0, size: 0, is_broken: true };

    fn add(&mut self, op: Op) {
        self.size = self.size.saturating_add(1);
        if let Op::Variable(letter) = op {
            self.variables |= 1 << (letter - b'a');
        }
    }

    fn include(&mut self, other: Self) {
        self.variables |= other.variables;
        self.size = self.size.saturating_add(other.size);
        self.is_broken |= other.is_broken;
    }
}

/// How far a formula is resolved.
#[derive(Clone, Copy, Debug, Default)]
pub enum Progress {
    /// Not yet, or not a formula.
    #[default]
    Untouched,
    /// Its names are being resolved; meeting it again closes a circle.
    Resolving,
    /// Done.
    Known(FormulaInfo),
}

/// Names compared for one did-you-mean: typing is never held up.
const MAX_COMPARED: usize = 10_000;
/// Unknown names that get a did-you-mean; a file of nothing but mistakes gets no more.
const MAX_SUGGESTIONS: usize = 100;

impl Scope<'_> {
    /// What is known of a formula; `None` when the definition is something else.
    pub fn formula_info(&self, definition: Definition) -> Option<FormulaInfo> {
        match self.item(definition).kind {
            ItemKind::Formula { .. } => match self.progress(definition) {
                Progress::Known(info) => Some(info),
                _ => Some(FormulaInfo::BROKEN),
            },
            // What it is is unknown; nobody complains about its uses.
            ItemKind::Broken { .. } => Some(FormulaInfo::BROKEN),
            _ => None,
        }
    }

    fn progress(&self, definition: Definition) -> Progress {
        self.formulas[definition.document as usize][definition.item as usize]
    }
}

/// Resolves the formulas of all files: fills in what the scope knows of them, marks the used
/// definitions and reports unknown names and circles.
pub fn resolve(scope: &mut Scope<'_>, used: &mut [Vec<bool>], findings: &mut [Vec<Diagnostic>]) {
    let items = scope.program.documents.iter().map(|it| it.tree.items.len());
    scope.formulas = items.map(|count| vec![Progress::Untouched; count]).collect();
    let mut walk = Walk { scope, used, findings, stack: Vec::new(), suggestions: 0 };
    for document in 0..walk.used.len() as u32 {
        for item in 0..walk.used[document as usize].len() as u32 {
            walk.resolve(Definition { document, item });
        }
    }
}

/// What is known of a formula that is written in a query or a game, once all declared formulas
/// are resolved.
pub fn resolve_inline(
    scope: &Scope<'_>,
    document: u32,
    formula: &Formula,
    mut mark_used: impl FnMut(Definition),
    findings: &mut Vec<Diagnostic>,
) -> FormulaInfo {
    let mut info = FormulaInfo { is_broken: formula.is_broken, ..FormulaInfo::default() };
    let text = scope.text(document);
    for node in scope.tree(document).formula(formula) {
        if node.op != Op::Name {
            info.add(node.op);
            continue;
        }
        let Some(definition) = scope.find(&text[node.span.range()]) else {
            findings.push(not_a_variable(text, node.span, Some(scope)));
            info.is_broken = true;
            continue;
        };
        mark_used(definition);
        let referred = scope.formula_info(definition);
        if referred.is_none() {
            findings.push(not_a_formula(scope, &text[node.span.range()], node.span, definition));
        }
        info.include(referred.unwrap_or(FormulaInfo::BROKEN));
    }
    info
}

/// A formula on the way down: where its nodes were left off.
struct Frame {
    definition: Definition,
    next: u32,
    info: FormulaInfo,
}

struct Walk<'w, 'a> {
    scope: &'w mut Scope<'a>,
    used: &'w mut [Vec<bool>],
    findings: &'w mut [Vec<Diagnostic>],
    stack: Vec<Frame>,
    suggestions: usize,
}

impl<'a> Walk<'_, 'a> {
    fn set(&mut self, definition: Definition, progress: Progress) {
        self.scope.formulas[definition.document as usize][definition.item as usize] = progress;
    }

    fn body(&self, definition: Definition) -> Option<&'a Formula> {
        match &self.scope.item(definition).kind {
            ItemKind::Formula { body, .. } => Some(body),
            _ => None,
        }
    }

    fn enter(&mut self, definition: Definition) {
        if let Some(body) = self.body(definition) {
            let info = FormulaInfo { is_broken: body.is_broken, ..FormulaInfo::default() };
            self.set(definition, Progress::Resolving);
            self.stack.push(Frame { definition, next: body.nodes.start, info });
        }
    }

    fn resolve(&mut self, definition: Definition) {
        if let Progress::Untouched = self.scope.progress(definition) {
            self.enter(definition);
        }
        while let Some(mut frame) = self.stack.pop() {
            match self.step(&mut frame) {
                None => self.set(frame.definition, Progress::Known(frame.info)),
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
        let tree = self.scope.tree(document);
        let end = self.body(frame.definition).map_or(0, |body| body.nodes.end);
        while frame.next < end {
            let node = tree.nodes[frame.next as usize];
            if node.op == Op::Name {
                match self.refer(frame.definition, node.span) {
                    Ok(info) => frame.info.include(info),
                    Err(untouched) => return Some(untouched),
                }
            } else {
                frame.info.add(node.op);
            }
            frame.next += 1;
        }
        None
    }

    /// What is known of the formula that the name at `span` refers to, or which one has to be
    /// resolved first.
    fn refer(&mut self, from: Definition, span: Span) -> Result<FormulaInfo, Definition> {
        let name = &self.scope.text(from.document)[span.range()];
        let Some(referred) = self.scope.find(name) else {
            self.suggestions += 1;
            let hints = (self.suggestions <= MAX_SUGGESTIONS).then_some(&*self.scope);
            let finding = not_a_variable(self.scope.text(from.document), span, hints);
            return Ok(self.broken(from, finding));
        };
        self.used[referred.document as usize][referred.item as usize] = true;
        if self.body(referred).is_none() {
            if matches!(self.scope.item(referred).kind, ItemKind::Broken { .. }) {
                return Ok(FormulaInfo::BROKEN);
            }
            let finding = not_a_formula(self.scope, name, span, referred);
            return Ok(self.broken(from, finding));
        }
        match self.scope.progress(referred) {
            Progress::Known(info) => Ok(info),
            Progress::Untouched => Err(referred),
            Progress::Resolving => {
                let finding = self.circular(from, referred, span);
                Ok(self.broken(from, finding))
            }
        }
    }

    fn broken(&mut self, at: Definition, finding: Diagnostic) -> FormulaInfo {
        self.findings[at.document as usize].push(finding);
        FormulaInfo::BROKEN
    }

    fn circular(&self, from: Definition, referred: Definition, span: Span) -> Diagnostic {
        let name = &self.scope.text(from.document)[span.range()];
        let mut diagnostic = Diagnostic::new(
            CYCLIC_DEFINITION,
            span,
            format!("`{name}` is defined by itself"),
            "the circle closes here",
        )
        .help("a formula may refer to others, as long as none of them refers back to it");
        let between =
            self.stack.iter().map(|frame| frame.definition).skip_while(|it| *it != referred);
        for definition in between.filter(|it| it.document == from.document && *it != from).take(5) {
            let declared = self.scope.item(definition).kind.declared().unwrap_or_default();
            diagnostic = diagnostic.related(declared, "part of the circle");
        }
        diagnostic
    }
}

/// A name in a formula that means something else.
fn not_a_formula(scope: &Scope<'_>, name: &str, span: Span, found: Definition) -> Diagnostic {
    let kind = scope.program.kinds.of(scope.item(found), scope.text(found.document));
    let what = kind.map_or("a game".to_owned(), |kind| kind.facts().with_article());
    let label = format!("this is {what}");
    Diagnostic::new(WRONG_KIND, span, format!("`{name}` is not a formula"), label)
        .help("a formula can refer to formulas only")
}

/// A word in a formula that is no variable and no formula's name: misspelt, in upper case, or
/// several variables without a connective.
pub fn not_a_variable(text: &str, span: Span, scope: Option<&Scope<'_>>) -> Diagnostic {
    let word = &text[span.range()];
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
    let similar = scope.and_then(|scope| {
        let is_formula =
            |name: &&str| scope.find(name).is_some_and(|it| scope.formula_info(it).is_some());
        did_you_mean(word, scope.names().take(MAX_COMPARED).filter(is_formula))
    });
    if let Some(similar) = similar {
        return unknown_name(word, span, "no formula has this name")
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)]));
    }
    // Without names, as in a course's `build_tree`, letters in a row can only be variables.
    let is_letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_letters && (word.len() <= 3 || scope.is_none()) {
        return missing_connective(word, span);
    }
    unknown_name(word, span, "no formula has this name").help(format!(
        "declare it with `formula {word} = …`; a variable is a single lower-case letter"
    ))
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
