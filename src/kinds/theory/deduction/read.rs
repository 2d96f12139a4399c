//! A deduction that somebody wrote, in numbers: its sentences are read as that of a question is, with the things that
//! have names at their place as variables around them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Severity, code};
use crate::interchange::fitch::{WrittenCitation, WrittenDeduction, WrittenLine};
use crate::kinds::ReadDeduction;
use crate::kinds::theory::goals::TheoryGoals;
use crate::kinds::theory::meaning::TheoryMeaning;
use crate::kinds::theory::puzzle::TheoryPuzzle;
use crate::kinds::theory::resolve::{SentenceRole, TheoryResolver};
use crate::kinds::theory::symbols::{NamedVariable, TheorySymbols};
use crate::kinds::theory::{THING, errors};
use crate::syntax::ast::ItemKind;
use crate::syntax::parse::parse;
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::deduction::{Cited, Deduction, DeductionLine, DeductionRule};
use puzzle_engine::logic::first_order::{
    TheorySentence, TheorySentenceId, TheorySort, TheoryVariable,
};
use puzzle_engine::logic::statements::{NameNumber, StatedTerm, StatementNumber, Statements};

/// A thing that was given a name.
struct NamedThing<'t> {
    called: &'t str,
    /// In how many subproofs that line stands.
    depth: usize,
    sort: Option<TheorySort>,
    /// Its number, once its sort is known.
    number: Option<NameNumber>,
    line: usize,
}

/// Reads the lines one after the other.
struct DeductionReader<'r, 'a> {
    puzzle: &'r TheoryPuzzle<'a>,
    source: &'r Source,
    symbols: TheorySymbols<'a>,
    variables: Vec<NamedVariable>,
    meaning: TheoryMeaning,
    statements: Statements,
    things: Vec<NamedThing<'r>>,
    /// Names of subproofs that have ended, with how many lines there were then.
    gone: FxHashMap<&'r str, usize>,
    findings: Vec<Diagnostic>,
}

/// Reads a proof of the sentence of a question.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn read(
    puzzle: &TheoryPuzzle<'_>,
    goals: &TheoryGoals,
    source: &Source,
    written: &WrittenDeduction,
    budget: &mut Budget,
) -> Result<ReadDeduction, Stop> {
    let mut statements = Statements::new(goals.theory.signature.clone());
    let axioms = goals.theory.axioms.iter();
    let premises: Vec<_> = axioms.map(|it| statements.take(&goals.theory, *it, &[])).collect();
    let goal = goals.sentences.first().map(|it| statements.take(&goals.theory, *it, &[]));
    let mut reader = DeductionReader {
        puzzle,
        source,
        symbols: puzzle.understood.symbols.clone(),
        variables: Vec::new(),
        meaning: puzzle.understood.meaning.clone(),
        statements,
        things: Vec::new(),
        gone: FxHashMap::default(),
        findings: written.faults.clone(),
    };
    // Variables are told apart from those of the theory by their index.
    reader.variables.clone_from(&puzzle.understood.variables);
    let mut lines = Vec::new();
    for (at, line) in written.lines.iter().enumerate() {
        budget.check()?;
        lines.push(reader.line(at, line));
    }
    let DeductionReader { statements, findings, .. } = reader;
    Ok(ReadDeduction { deduction: Deduction { statements, lines }, premises, goal, findings })
}

impl DeductionReader<'_, '_> {
    fn line(&mut self, at: usize, line: &WrittenLine) -> DeductionLine {
        let rule = line.rule.unwrap_or(DeductionRule::Premise);
        let kept = line.depth.saturating_sub(usize::from(rule == DeductionRule::Assumption));
        while self.things.last().is_some_and(|it| it.depth > kept)
            && let Some(thing) = self.things.pop()
        {
            self.gone.insert(thing.called, at);
        }
        let before = self.findings.len();
        let named = line.named.map(|(name, sort)| self.give_name(at, line.depth, name, sort));
        // Where the thing is not known, nobody knows what is said of it.
        let is_clear = self.findings.len() == before;
        let statement = line.sentence.filter(|_| is_clear).and_then(|it| self.sentence(it));
        let named = named.flatten().and_then(|it| self.number(it));
        let cited = line.cited.iter().map(|(cited, _)| match *cited {
            WrittenCitation::Line(number) => Cited::Line(place(number)),
            WrittenCitation::Subproof(first, last) => Cited::Subproof(place(first), place(last)),
        });
        DeductionLine { depth: line.depth, named, statement, rule, cited: cited.collect() }
    }

    /// Takes a name in; its index among the things.
    fn give_name(
        &mut self,
        line: usize,
        depth: usize,
        name: Span,
        sort: Option<Span>,
    ) -> Option<usize> {
        let called = self.source.slice(name);
        let is_word = called.chars().next().is_some_and(char::is_alphabetic)
            && called.chars().all(|it| it.is_alphanumeric() || it == '_');
        let taken = self.things.iter().find(|it| it.called == called).map(|it| it.line);
        if !is_word {
            self.findings.push(no_name(name));
            return None;
        }
        if taken.is_some() || self.symbols.find(called).is_some() {
            self.findings.push(name_in_use(name, called, taken));
            return None;
        }
        let sort = match sort {
            Some(place) => {
                let word = self.source.slice(place);
                let sort = self.symbols.sort_called(word);
                if sort.is_none() {
                    let sorts = self.symbols.sorts.iter().map(|it| it.name);
                    self.findings.push(no_sort(place, word, did_you_mean(word, sorts)));
                }
                sort
            }
            None => (self.symbols.sorts.len() == 1).then_some(TheorySort(0)),
        };
        self.things.push(NamedThing { called, depth, sort, number: None, line });
        Some(self.things.len() - 1)
    }

    /// The number of a thing; of unknown sort it is taken to be of the first.
    fn number(&mut self, thing: usize) -> Option<NameNumber> {
        let thing = self.things.get_mut(thing)?;
        let sort = thing.sort.unwrap_or(TheorySort(0));
        let number = *thing.number.get_or_insert_with(|| self.statements.name(sort));
        // What was not known when it was given is known now.
        self.statements.names[number.0 as usize] = sort;
        Some(number)
    }

    /// What a line says; nothing where that cannot be understood, which is told.
    fn sentence(&mut self, place: Span) -> Option<StatementNumber> {
        let said = self.source.slice(place);
        let is_between = |it: char| !it.is_alphanumeric() && it != '_';
        let words: FxHashSet<&str> = said.split(is_between).collect();
        let mentioned: Vec<_> =
            (0..self.things.len()).filter(|at| words.contains(self.things[*at].called)).collect();
        let mut before = "prove it: ".to_owned();
        if !mentioned.is_empty() {
            let bound = mentioned.iter().map(|at| {
                let thing = &self.things[*at];
                let sort = thing.sort.and_then(|it| self.symbols.sorts.get(it.0 as usize));
                let sort = sort.filter(|it| it.name != THING);
                let sort = sort.map_or_else(String::new, |it| format!(": {}", it.name));
                format!("{}{sort}", thing.called)
            });
            before += &format!("all {}. (", bound.collect::<Vec<_>>().join(", "));
        }
        let end = if mentioned.is_empty() { "" } else { ")" };
        let text = format!("{before}{said}{end}");
        let mut findings = Vec::new();
        let read = self.understood(&text, mentioned.len(), &mut findings);
        let first = findings.into_iter().find(|it| it.severity == Severity::Error);
        match (read, first) {
            (Some((sentence, bound)), None) => self.taken(sentence, &bound, &mentioned),
            (_, Some(fault)) => {
                let fault = self.moved(fault, place, before.len() as u32);
                self.findings.push(fault);
                None
            }
            (None, None) => {
                self.findings.push(unreadable(place));
                None
            }
        }
    }

    /// The sentence in numbers, and the variables that stand for things.
    fn understood(
        &mut self,
        text: &str,
        things: usize,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<(TheorySentenceId, Vec<TheoryVariable>)> {
        let parsed = parse(text);
        findings.extend(parsed.diagnostics);
        let ItemKind::Query(query) = &parsed.tree.items.first()?.kind else { return None };
        let [sentence] = &query.sentences[..] else { return None };
        if !findings.is_empty() || query.engine.is_some() || query.expectation.is_some() {
            return None;
        }
        let nodes = parsed.tree.sentence(sentence);
        let (classes, first) = (self.symbols.classes(), self.variables.len());
        let mut resolver = TheoryResolver {
            symbols: &mut self.symbols,
            variables: &mut self.variables,
            diagnostics: findings,
            inferred_in: None,
            may_ask: false,
            elsewhere: Some(self.puzzle.source),
            mismatch: None,
        };
        let roles = resolver.resolve(text, nodes, &parsed.tree.bound);
        let is_sound = |found: &[Diagnostic]| found.iter().all(|it| it.severity != Severity::Error);
        if !is_sound(findings) {
            return None;
        }
        self.symbols.settle_only_sort(classes);
        for (word, place) in self.symbols.without_sort(&self.variables[first..], &[]) {
            findings.push(errors::sort_unknown(&word, place));
        }
        if !is_sound(findings) {
            return None;
        }
        let sentence = self.meaning.build(text, nodes, &roles, &self.variables, &self.symbols)?;
        let outer = match (things, roles.last()) {
            (0, _) => Vec::new(),
            (_, Some(SentenceRole::Binds(first))) => (*first..*first + things as u32)
                .map(|it| self.meaning.variable(it, &self.variables, &self.symbols))
                .collect(),
            _ => return None,
        };
        Some((sentence, outer))
    }

    /// What a sentence says once the variables around it are the things.
    fn taken(
        &mut self,
        mut sentence: TheorySentenceId,
        bound: &[TheoryVariable],
        mentioned: &[usize],
    ) -> Option<StatementNumber> {
        let mut values = Vec::new();
        for (variable, at) in bound.iter().zip(mentioned) {
            let sort = self.meaning.theory.variables[variable.0 as usize];
            self.things[*at].sort.get_or_insert(sort);
            let name = self.number(*at)?;
            values.push((*variable, self.statements.term(StatedTerm::Name(name))));
        }
        // A variable of which nothing is said is not bound.
        while let TheorySentence::Quantified(_, variable, body) = self.meaning.theory.get(sentence)
            && bound.contains(variable)
        {
            sentence = *body;
        }
        Some(self.statements.take(&self.meaning.theory, sentence, &values))
    }

    /// A fault of a sentence at its place in the proof.
    fn moved(&self, mut fault: Diagnostic, place: Span, before: u32) -> Diagnostic {
        let offset = |it: u32| place.start + it.saturating_sub(before).min(place.len());
        fault.span = Span::new(offset(fault.span.start), offset(fault.span.end));
        fault.fixes.clear();
        fault.related.retain(|it| it.source.is_some());
        let word = self.source.slice(fault.span);
        match self.gone.get(word) {
            Some(end) => name_left(fault.span, word, *end),
            None => fault,
        }
    }
}

/// The index of a line with a number.
fn place(number: u64) -> usize {
    usize::try_from(number).ok().and_then(|it| it.checked_sub(1)).unwrap_or(usize::MAX)
}

fn malformed(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::new(code::MALFORMED_PROOF, span, message, label)
}

fn no_name(span: Span) -> Diagnostic {
    malformed(span, "a name for a thing is one word", "no name")
        .help("write `[c]`, and a subproof of its own for each thing")
}

fn no_sort(span: Span, word: &str, meant: Option<&str>) -> Diagnostic {
    let fault = malformed(span, format!("no sort is called `{word}`"), "not a sort");
    match meant {
        Some(meant) => fault.help(format!("did you mean `{meant}`?")),
        None => fault,
    }
}

fn unreadable(span: Span) -> Diagnostic {
    malformed(span, "this is no sentence of the theory", "cannot be read")
}

/// The eigenvariable condition, where the name is given.
fn name_in_use(span: Span, called: &str, line: Option<usize>) -> Diagnostic {
    let whose = match line {
        Some(line) => format!("since line {}", line + 1),
        None => "in the theory".to_owned(),
    };
    let message = format!("`{called}` is in use {whose}, so it does not stand for just anything");
    Diagnostic::new(code::WRONG_PROOF, span, message, "not a new name").help("take a new name")
}

/// The eigenvariable condition, where the name leaves its subproof.
fn name_left(span: Span, called: &str, end: usize) -> Diagnostic {
    let message = format!("`{called}` is the name of a thing only in its subproof");
    let label = format!("that ended at line {end}");
    Diagnostic::new(code::WRONG_PROOF, span, message, label)
        .help("what leaves the subproof must not speak of the thing that got a name in it")
}
