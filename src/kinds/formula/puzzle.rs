//! The questions a formula answers. Satisfiable, valid and equivalent are one problem each: is
//! there an assignment that makes a formula true (itself, its negation, the difference of two)?

use std::cell::OnceCell;
use std::sync::Arc;

use super::another::another;
use super::argued::never_true;
use super::blame;
use super::{
    FormulaText, NamedFormula, VariableWords, claimed, conjuncts, tableau, too_large, whys,
};
use crate::diagnostic::{Diagnostic, Edit, Related};
use crate::kinds::AnswerVerdict::{
    self, Drawn, Equivalent, NotEquivalent, NotValid, Satisfiable, Unique, Unsatisfiable, Valid,
};
use crate::kinds::all_solutions;
use crate::kinds::scope::{Definition, Scope};
use crate::kinds::{
    Answer, Claim, Comparable, Correction, Engine, Facts, Kind, Lowered, NamedClauses, NotAnAnswer,
    Posed, PosedWorlds, Puzzle, Question, Refusal, Solved, Target, Unlowered,
};
use crate::picture::{self, Label, PartRole, Picture, PictureBody, PictureTree};
use crate::syntax::ast::{self, ItemKind, Verb};
use crate::text::Span;
use num_bigint::BigUint;
use puzzle_engine::SatEngine;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::tseitin::FormulaEncoding;
use puzzle_engine::problem::{Assignment, CountAssignments, MakeFalse, MakeTrue, TellApart};
use rustc_hash::FxHashMap;

/// The kind `formula`.
pub const KIND: FormulaKind = FormulaKind;

/// The kind `formula`.
#[derive(Debug)]
pub struct FormulaKind;

const FACTS: Facts = Facts {
    name: "formula",
    summary: "a propositional formula: variables `a`–`z`, `*` and, `+` or, `-` not",
    verbs: &[
        Verb::Solve,
        Verb::Count,
        Verb::Valid,
        Verb::Equivalent,
        Verb::Eval,
        Verb::Draw,
        Verb::Simplify,
    ],
    answers: &[
        (Verb::Solve, &[Satisfiable.word(), Unsatisfiable.word(), Unique.word()]),
        (Verb::Valid, &[Valid.word(), NotValid.word()]),
        (Verb::Equivalent, &[Equivalent.word(), NotEquivalent.word()]),
        (Verb::Eval, &["0", "1"]),
    ],
    engines: &[Engine::Sat(SatEngine::Cdcl), Engine::Sat(SatEngine::Dpll), Engine::Tableau],
    shows_solution: true,
    settings: &[],
};

impl Kind for FormulaKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        _: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        // Names were resolved for all formulas at once.
        let ItemKind::Formula { name, body, .. } = &scope.item(definition).kind else {
            return None;
        };
        let info = scope.formula_info(definition)?;
        let title = &scope.text(definition.document)[name.range()];
        (!info.is_broken).then(|| {
            let puzzle = FormulaPuzzle::new(scope, definition.document, body, title);
            Box::new(puzzle) as Box<dyn Puzzle + 'a>
        })
    }
}

/// A sound formula. Its names are written out only when it is asked something, since that may
/// take far more room than its text.
#[derive(Debug)]
pub struct FormulaPuzzle<'a> {
    /// Where its names mean something.
    pub scope: Scope<'a>,
    /// The file it stands in.
    pub document: u32,
    /// The formula.
    pub body: &'a ast::WrittenFormula,
    /// What it is called.
    pub title: &'a str,
    /// The formula written out, once that was done within some limits.
    written: OnceCell<NamedFormula>,
}

impl<'a> FormulaPuzzle<'a> {
    /// A formula in a document.
    pub fn new(
        scope: Scope<'a>,
        document: u32,
        body: &'a ast::WrittenFormula,
        title: &'a str,
    ) -> Self {
        Self { scope, document, body, title, written: OnceCell::new() }
    }

    fn expanded(&self, budget: &mut Budget) -> Result<NamedFormula, Unlowered> {
        if let Some(written) = self.written.get() {
            return Ok(written.clone());
        }
        let formula = NamedFormula::expand(&self.scope, self.document, self.body, budget)?;
        let formula = formula.ok_or_else(too_large)?;
        Ok(self.written.get_or_init(|| formula).clone())
    }

    /// What stands where.
    fn written(&self) -> (Scope<'a>, u32, &'a ast::WrittenFormula) {
        (self.scope, self.document, self.body)
    }

    /// The formula for what has no limits, or comes behind an answer within some.
    pub(super) fn whole(&self) -> Result<NamedFormula, Refusal> {
        self.expanded(&mut Budget::unlimited()).map_err(|_| too_large())
    }
}

/// What questions about assignments come to: where there is one, and where there is none.
const fn verdicts(verb: Verb) -> Option<(AnswerVerdict, AnswerVerdict)> {
    match verb {
        Verb::Solve => Some((Satisfiable, Unsatisfiable)),
        Verb::Valid => Some((NotValid, Valid)),
        Verb::Equivalent => Some((NotEquivalent, Equivalent)),
        _ => None,
    }
}

/// The answer to a question about assignments: where there is one, and where there is none.
fn witness(
    found: AnswerVerdict,
    none: AnswerVerdict,
    values: Option<&[(FormulaVariable, bool)]>,
    words: &VariableWords,
) -> Answer {
    match values {
        Some(values) => {
            let text = format!("{} {}", found.word(), words.assignment(values));
            Answer::witness(found, text.trim_end())
        }
        None => Answer::plain(none),
    }
}

impl FormulaPuzzle<'_> {
    /// The formula as a tree with the values of its parts.
    pub(super) fn drawn_with(
        &self,
        values: &[(FormulaVariable, bool)],
        words: &VariableWords,
    ) -> Result<Picture, Refusal> {
        let model: FxHashMap<_, _> = values.iter().copied().collect();
        let body = PictureBody::Tree(valued(&self.whole()?.formula, &model, words));
        Ok(Picture { caption: None, title: format!("formula {}", self.title), body })
    }

    pub(super) fn solved(
        &self,
        problem: MakeTrue,
        found: Assignment,
        words: VariableWords,
    ) -> Solved<'_> {
        let answer = witness(Satisfiable, Unsatisfiable, found.as_deref(), &words);
        match found {
            Some(values) => {
                let (first, named) = (values.clone(), words.clone());
                let shown = move || self.drawn_with(&first, &named);
                Solved::from(answer).shown(shown).or(move || another(&problem, values, words))
            }
            None => Solved::none(answer).since(problem, |no, core| self.explain(no, core)),
        }
    }

    /// To be made true; with what leaves no other values, or none, where the question asks for it.
    fn satisfied<'p>(
        &'p self,
        question: &'p Question,
        problem: MakeTrue,
        words: VariableWords,
    ) -> Lowered<'p> {
        Lowered::problem(problem, move |problem, found| {
            let is_argued = question.is_why && found.is_none();
            let argument =
                is_argued.then(|| never_true(self.written(), problem.0.clone(), words.clone()));
            let only = found.clone().filter(|_| question.is_why);
            let only = only
                .map(|values| whys::only(self.written(), problem.0.clone(), values, words.clone()));
            let solved = self.solved(problem, found, words);
            match (argument, only) {
                (Some(argument), _) => solved.reasoned(|| argument),
                (None, Some(only)) => solved.reasoned(|| only),
                (None, None) => solved,
            }
        })
    }

    /// To be counted; with what varies, or why there is none.
    fn counted(&self, formula: Formula, words: VariableWords) -> Lowered<'_> {
        Lowered::problem(CountAssignments(formula), move |CountAssignments(formula), count| {
            let is_none = count == BigUint::ZERO;
            Solved::from(Answer::plain(count.to_string())).reasoned(move || match is_none {
                true => never_true(self.written(), formula, words),
                false => whys::freedom(formula, words),
            })
        })
    }

    /// Two formulas to be told apart.
    fn compared<'p>(
        &'p self,
        question: &Question,
        one: NamedFormula,
        other: NamedFormula,
    ) -> Lowered<'p> {
        let words = one.words.with(&other.words);
        let texts = [one.text.clone(), other.text.clone()];
        let problem = TellApart(one.among(&words), other.among(&words), question.sat_engine());
        let closed = tableau::of_two(question, &problem, &words);
        let lowered = Lowered::problem(problem, move |TellApart(first, second, _), found| {
            let answer = witness(NotEquivalent, Equivalent, found.as_deref(), &words);
            let formulas = texts.into_iter().zip([first, second]).collect();
            self.settled(answer, formulas, found, words)
        });
        tableau::added(lowered, Equivalent, closed)
    }

    /// An answer about formulas, with what settles it: values of their variables, or that there are none such.
    fn settled(
        &self,
        answer: Answer,
        formulas: Vec<(FormulaText, Formula)>,
        found: Assignment,
        words: VariableWords,
    ) -> Solved<'_> {
        match found {
            Some(values) => blame::witnessed(self.scope, answer, formulas, values, words),
            None => Solved::from(answer)
                .reasoned(|| whys::cases(formulas.into_iter().map(|it| it.1).collect(), words)),
        }
    }

    fn explain(&self, no: Answer, core: &[usize]) -> Answer {
        let conjuncts = conjuncts(&self.scope, self.document, self.body);
        if conjuncts.len() < 2 {
            return no;
        }
        let because = |answer: Answer, &member: &usize| {
            let (document, span) = conjuncts[member];
            let source = self.scope.source(document);
            answer.because(source, span, format!("`{}` must be true", source.slice(span)))
        };
        // A name with parameters may stand for several of them.
        let mut core = core.to_vec();
        core.dedup_by_key(|it| conjuncts[*it]);
        core.iter().fold(no.heading("these parts cannot all be true:"), because)
    }
}

impl Puzzle for FormulaPuzzle<'_> {
    fn corrections(&self, no: &Answer, _: &mut Budget) -> Result<Vec<Correction>, Stop> {
        let negated = |it: &Related| {
            let source = it.source.as_ref()?;
            let part = source.slice(it.span);
            let opposite = match part.strip_prefix('-') {
                Some(denied) => denied.to_owned(),
                None => format!("-{part}"),
            };
            let title = format!("write `{opposite}` for `{part}`");
            Some(Correction::new(source, title, Edit::replace(it.span, opposite)))
        };
        Ok(no.because.iter().filter_map(negated).collect())
    }

    fn lower<'p>(
        &'p self,
        question: &'p Question,
        budget: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        let named = self.expanded(budget)?;
        let engine = question.sat_engine();
        if question.verb == Verb::Equivalent {
            let other = question.other.clone().ok_or_else(too_large)??;
            return Ok(self.compared(question, named, other));
        }
        let NamedFormula { formula, words, text } = named;
        if let Some(most) = question.all {
            return Ok(self.listed(question, (formula, most), words));
        }
        let closed = tableau::of_one(question, &formula, &words);
        Ok(match question.verb {
            Verb::Solve => {
                let lowered = self.satisfied(question, MakeTrue(formula, engine), words);
                tableau::added(lowered, Unsatisfiable, closed)
            }
            Verb::Valid => {
                let lowered =
                    Lowered::problem(MakeFalse(formula, engine), move |problem, found| {
                        let answer = witness(NotValid, Valid, found.as_deref(), &words);
                        self.settled(answer, vec![(text, problem.0)], found, words)
                    });
                tableau::added(lowered, Valid, closed)
            }
            Verb::Count => self.counted(formula, words),
            Verb::Eval => {
                let values = question.bindings.clone();
                let value = if formula.is_true_with(&values) { "1" } else { "0" };
                let solved = Solved::from(Answer::plain(value));
                let named = NamedFormula { formula, words, text };
                let solved = solved.reasoned(|| blame::evaluated(self.scope, named, values));
                Lowered::Problem(Posed::known(Ok(solved)))
            }
            Verb::Draw => Lowered::known(Answer::witness(Drawn, drawing(&formula, &words)?)),
            Verb::Simplify => {
                let simple = formula.simplify_within(budget)?;
                let text = simple.text_within(|variable| words.name(variable), budget)?;
                Lowered::known(Answer::plain(text))
            }
            Verb::Equivalent
            | Verb::Shortest
            | Verb::Play2Win
            | Verb::Line
            | Verb::Moves
            | Verb::Compare => {
                return Err("a formula alone has no moves".to_owned().into());
            }
            Verb::Prove | Verb::Ask | Verb::Smallest | Verb::Largest => {
                return Err("a formula has no rules that something follows from".to_owned().into());
            }
        })
    }

    fn lists_all(&self) -> bool {
        true
    }

    fn world_word(&self) -> Option<&'static str> {
        Some("assignment")
    }

    fn worlds(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        self.last_assignments(most)
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        if question.all.is_some() {
            return all_solutions::claimed(words, Unsatisfiable);
        }
        let (found, none) = match (question.verb, verdicts(question.verb)) {
            (_, Some(verdicts)) => verdicts,
            (Verb::Count, _) => return Claim::number(words),
            (Verb::Eval, _) => return Claim::one_of(words, FACTS.answers(Verb::Eval)),
            (Verb::Draw, _) => return Claim::block(words),
            _ => return claimed::simplified(words, self.whole().map(|it| it.words)),
        };
        let may_be_unique = question.verb == Verb::Solve;
        let choices = [found, none, Unique];
        if let Ok(claim) = Claim::one_of(words, &choices[..2 + usize::from(may_be_unique)]) {
            return Ok(claim);
        }
        let (found, none) = (found.word(), none.word());
        let head: Vec<&str> = found.split(' ').collect();
        let usage = || {
            let unique = if may_be_unique { ", `unique`" } else { "" };
            let text =
                format!("write `{none}`, `{found}`{unique} or values as in `{found} x=1 y=0`");
            NotAnAnswer::from(text)
        };
        // The values may stand alone: they say that there is such an assignment.
        let values = words.strip_prefix(&head[..]).unwrap_or(words);
        if !values.contains(&"=") {
            return Err(usage());
        }
        let named = self.whole().map_err(|_| usage())?;
        let other = question.other.clone().and_then(Result::ok);
        let called = match &other {
            Some(other) => named.words.with(&other.words),
            None => named.words.clone(),
        };
        let formula = named.among(&called);
        let other = other.map(|it| it.among(&called));
        let formulas = std::iter::once(&formula).chain(&other);
        let values = claimed::values(values, &called, formulas)
            .map_err(|reason| reason.map_or_else(usage, NotAnAnswer::from))?;
        let value = |formula: &Formula| formula.is_true_with(&values);
        let is_solution = match (question.verb, &other) {
            (Verb::Valid, _) => !value(&formula),
            (Verb::Equivalent, Some(other)) => value(&formula) != value(other),
            _ => value(&formula),
        };
        let reason = match question.verb {
            Verb::Solve => "the formula is false there",
            Verb::Valid => "the formula is true there",
            _ => "both formulas have the same value there",
        };
        Ok(Claim::Solution(if is_solution { Ok(()) } else { Err(reason.to_owned()) }))
    }

    fn clauses(&self, budget: &mut Budget) -> Result<Option<NamedClauses<'_>>, Stop> {
        let formula = match self.expanded(budget) {
            Ok(formula) => formula,
            Err(Unlowered::Refused(_)) => return Err(Stop::Size("the formula is too large")),
            Err(Unlowered::Stopped(stop)) => return Err(stop),
        };
        named_clauses(formula, budget).map(Some)
    }

    fn targets(&self, budget: &mut Budget) -> Result<Vec<Target>, Stop> {
        let formula = match self.expanded(budget) {
            Ok(formula) => formula,
            Err(Unlowered::Refused(_)) => return Ok(Vec::new()),
            Err(Unlowered::Stopped(stop)) => return Err(stop),
        };
        let NamedFormula { formula, words, .. } = formula;
        let text = formula.text_within(|variable| words.name(variable), budget)?;
        let mut targets = vec![("formula", Ok(text + "\n"))];
        budget.look()?;
        // The drawing of a deep formula is left out: it is as wide as it is long.
        targets.extend(drawing(&formula, &words).ok().map(|it| ("tree", Ok(format!("{it}\n")))));
        Ok(targets)
    }

    fn clues(&self) -> Vec<Related> {
        let conjuncts = conjuncts(&self.scope, self.document, self.body);
        let part = |(document, span): &(u32, Span)| {
            let source = Arc::clone(self.scope.source(*document));
            let message = source.slice(*span).to_owned();
            Related { source: Some(source), span: *span, message }
        };
        // A formula that is no conjunction has nothing to leave out.
        conjuncts.iter().filter(|_| conjuncts.len() > 1).map(part).collect()
    }

    fn follows(&self, clue: usize, from: &[usize]) -> Result<Posed<'_, bool>, Refusal> {
        let parts = self.whole()?.formula.conjuncts();
        let denied = !parts[clue].clone();
        let formula = match from {
            [] => denied,
            _ => {
                let kept = from.iter().map(|it| parts[*it].clone());
                Formula::and(kept.chain([denied]))
            }
        };
        Ok(Posed::new(MakeTrue(formula, SatEngine::Cdcl), |_, values| values.is_none()))
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        self.whole().map(Comparable::Formula)
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        let NamedFormula { formula, words, .. } = self.whole()?;
        let label = |it| words.name(it).into();
        let body = PictureBody::Tree(tree(&formula, label));
        Ok(Picture { caption: None, title: format!("formula {}", self.title), body })
    }

    fn variables(&self) -> Result<Vec<FormulaVariable>, Refusal> {
        Ok(self.whole()?.formula.variables())
    }

    fn formula(&self) -> Option<Result<Formula, Refusal>> {
        Some(self.whole().map(|it| it.formula))
    }
}

/// The clauses of a formula. An atom that defines a part of it is called by that part's text.
fn named_clauses<'a>(named: NamedFormula, budget: &mut Budget) -> Result<NamedClauses<'a>, Stop> {
    let NamedFormula { formula, words, .. } = named;
    let encoding = FormulaEncoding::of(&formula, true, budget)?;
    let mut atoms: Vec<String> = encoding.variables.iter().map(|it| words.name(*it)).collect();
    let named = atoms.len();
    // Definitions come in the order of their connectives; a long part is called by its number.
    const LONGEST: usize = 40;
    let mut parts: Vec<Option<String>> = Vec::new();
    for node in formula.nodes() {
        budget.work(1)?;
        let operands = parts.split_off(parts.len() - node.operands() as usize);
        let joined = |sign: &str| -> Option<String> {
            let text =
                format!("({})", operands.iter().cloned().collect::<Option<Vec<_>>>()?.join(sign));
            (text.len() <= LONGEST).then_some(text)
        };
        let part = match node {
            FormulaSymbol::Variable(variable) => Some(words.name(*variable)),
            FormulaSymbol::Not => operands[0]
                .as_ref()
                .map(|operand| format!("-{operand}"))
                .filter(|it| it.len() <= LONGEST),
            FormulaSymbol::And(_) => joined("*"),
            FormulaSymbol::Or(_) => joined("+"),
        };
        if let FormulaSymbol::And(_) | FormulaSymbol::Or(_) = node {
            let number = atoms.len() - named + 1;
            atoms.push(part.clone().unwrap_or_else(|| format!("part{number}")));
        }
        parts.push(part);
    }
    let variables = encoding.variables;
    let values = move |model: &[bool]| -> Vec<_> {
        variables.iter().copied().zip(model.iter().copied()).collect()
    };
    let answer = Box::new(move |model: Option<&[bool]>| {
        witness(Satisfiable, Unsatisfiable, model.map(&values).as_deref(), &words)
    });
    let (origins, places, fits) = (Vec::new(), Vec::new(), None);
    Ok(NamedClauses { cnf: encoding.cnf, atoms, origins, places, answer, fits })
}

/// The drawing of a formula.
///
/// # Errors
/// That it would be too large.
fn drawing(formula: &Formula, words: &VariableWords) -> Result<String, Refusal> {
    picture::text::tree(&tree(formula, |it| words.name(it).into()))
        .map_err(|too_large| too_large.to_string())
}

/// The tree of a formula as a picture, with what each part of it is in a model.
fn valued(
    formula: &Formula,
    model: &FxHashMap<FormulaVariable, bool>,
    words: &VariableWords,
) -> PictureTree {
    let mut values: Vec<bool> = Vec::new();
    labelled(formula, |node, sign| {
        let operands = values.split_off(values.len() - node.operands() as usize);
        let value = match node {
            FormulaSymbol::Variable(variable) => model.get(&variable).copied().unwrap_or_default(),
            FormulaSymbol::Not => !operands[0],
            FormulaSymbol::And(_) => operands.iter().all(|it| *it),
            FormulaSymbol::Or(_) => operands.iter().any(|it| *it),
        };
        values.push(value);
        let role = if value { PartRole::Plus } else { PartRole::Minus };
        let part = match node {
            FormulaSymbol::Variable(variable) => words.name(variable),
            _ => sign.to_owned(),
        };
        Label::new(format!("{part}={}", u8::from(value)), role)
    })
}

/// The tree of a formula as a picture, with a label for each variable.
pub(crate) fn tree(formula: &Formula, leaf: impl Fn(FormulaVariable) -> Label) -> PictureTree {
    labelled(formula, |node, sign| match node {
        FormulaSymbol::Variable(variable) => leaf(variable),
        _ => sign.into(),
    })
}

/// The tree of a formula as a picture, with a label for each node, given the sign of a connective.
fn labelled(
    formula: &Formula,
    mut label: impl FnMut(FormulaSymbol, &'static str) -> Label,
) -> PictureTree {
    if formula.nodes().len() > PictureTree::MAX_NODES {
        return PictureTree::too_large(formula.nodes().len());
    }
    let mut tree = PictureTree::default();
    for node in formula.nodes() {
        let sign = match node {
            FormulaSymbol::Variable(_) => "",
            FormulaSymbol::Not => "-",
            FormulaSymbol::And(_) => "*",
            FormulaSymbol::Or(_) => "+",
        };
        tree.push(label(*node, sign), node.operands() as usize);
    }
    tree
}
