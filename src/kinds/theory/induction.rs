//! Proofs by induction in words: each case with what it is about, its hypotheses, and the proof of it.

use super::conclusion::TheorySays;
use super::goals::TheoryGoals;
use super::proof::{ClauseSource, NamedProof, symbols};
use super::puzzle::TheoryPuzzle;
use super::statements::{NamedStatements, sorts_told};
use crate::kinds::Question;
use puzzle_engine::evidence::induction::{CaseProof, Induction};
use puzzle_engine::logic::first_order::{InductionCase, Theory, TheorySentenceId, TheoryTerm};
use puzzle_engine::logic::statements::Statements;

/// How far the proof of a case stands behind its first line.
const INDENT: &str = "  ";

/// What writes a proof.
struct InductionWriter<'p, 'a> {
    puzzle: &'p TheoryPuzzle<'a>,
    question: &'p Question,
    /// The names of variables.
    variables: &'p [String],
    lines: Vec<String>,
}

/// A sentence that shall have a value, in a theory whose new constants have names.
struct SaidInCase<'t> {
    theory: &'t Theory,
    sentence: TheorySentenceId,
    value: bool,
    things: Vec<String>,
}

impl TheoryPuzzle<'_> {
    /// A proof by induction of what a question asks: its heading, and its lines.
    pub(super) fn induction_lines(
        &self,
        question: &Question,
        says: &TheorySays,
        induction: &Induction,
    ) -> (String, Vec<String>) {
        let Some(goals) = TheoryGoals::of(question) else { return Default::default() };
        let Some(sentence) = goals.sentences.first().copied() else { return Default::default() };
        let value = !matches!(says, TheorySays::Negation);
        let shown = SaidInCase { theory: &goals.theory, sentence, value, things: Vec::new() };
        let mut writer = InductionWriter {
            puzzle: self,
            question,
            variables: &goals.variables,
            lines: Vec::new(),
        };
        let heading = writer.induction(&shown, induction, "");
        (format!("proof {heading}"), writer.lines)
    }
}

impl InductionWriter<'_, '_> {
    /// Writes the cases; what stands above them is left.
    fn induction(&mut self, shown: &SaidInCase<'_>, induction: &Induction, indent: &str) -> String {
        let cases = shown.theory.induction(shown.sentence, shown.value, induction.on);
        let mut cases = cases.into_iter().flatten().peekable();
        let variable = cases.peek().map(|it| it.stands_for.0.0 as usize);
        let variable = variable.and_then(|it| self.variables.get(it)).map_or("x", String::as_str);
        let variable = variable.to_owned();
        for (case, proof) in cases.zip(&induction.cases) {
            self.case(&case, proof, (&variable, &shown.things), indent);
        }
        format!("by induction on {variable}:")
    }

    fn case(
        &mut self,
        case: &InductionCase,
        proof: &CaseProof,
        (variable, things): (&str, &[String]),
        indent: &str,
    ) {
        let InductionCase { theory, goal, stands_for, hypotheses } = case;
        let functions = self.puzzle.understood.meaning.functions.len();
        let taken = symbols(&self.puzzle.understood);
        let is_free = |it: &String| {
            !things.contains(it) && !taken.contains(it) && !self.variables.contains(it)
        };
        let missing = theory.signature.functions.len() - functions - things.len();
        let free = (1..).map(|it| format!("{variable}{it}")).filter(is_free);
        let parts: Vec<_> = free.take(missing).collect();
        let made = match theory.get_term(stands_for.1) {
            TheoryTerm::Apply(function, _) => applied(&taken[function.0 as usize], &parts),
            TheoryTerm::Variable(_) => variable.to_owned(),
        };
        let things = [things, &parts].concat();
        let shown = SaidInCase { theory, sentence: *goal, value: true, things };
        let which = if *hypotheses == 0 { "base" } else { "step" };
        let said = self.said(&shown, *goal);
        self.lines.push(format!("{indent}{which} case {variable} = {made}: {said}"));
        let indent = format!("{indent}{INDENT}");
        for hypothesis in &theory.axioms[theory.axioms.len() - hypotheses..] {
            let said = self.said(&shown, *hypothesis);
            self.lines.push(format!("{indent}hypothesis: {said}"));
        }
        match proof {
            CaseProof::Refutation(proof) => {
                let named = NamedProof::with(proof, self.symbols(&shown), self.variables);
                let written = self.puzzle.understood.rules.len();
                let source = |source: &ClauseSource| match source {
                    ClauseSource::Axiom(at) if *at >= written => "hypothesis".to_owned(),
                    ClauseSource::Question(_) => "the case, denied".to_owned(),
                    other => self.puzzle.source_name(self.question, &named, other),
                };
                let lines = named.lines(theory.axioms.len(), source);
                self.lines.extend(lines.into_iter().map(|it| format!("{indent}{it}")));
            }
            CaseProof::Induction(inner) => {
                let at = self.lines.len();
                let heading = self.induction(&shown, inner, &format!("{indent}{INDENT}"));
                self.lines.insert(at, format!("{indent}{heading}"));
            }
        }
    }

    /// The names of functions, new constants behind them, then of predicates.
    fn symbols(&self, shown: &SaidInCase<'_>) -> Vec<String> {
        let understood = &self.puzzle.understood;
        let mut symbols = symbols(understood);
        let at = understood.meaning.functions.len();
        symbols.splice(at..at, shown.things.iter().cloned());
        symbols
    }

    fn said(&self, shown: &SaidInCase<'_>, sentence: TheorySentenceId) -> String {
        let mut statements = Statements::new(shown.theory.signature.clone());
        let root = statements.take(shown.theory, sentence, &[]);
        let named = NamedStatements {
            statements: &statements,
            symbols: self.symbols(shown),
            variables: self.variables,
            sorts: sorts_told(&self.puzzle.understood),
            functions: shown.theory.signature.functions.len(),
            things: Vec::new(),
        };
        named.statement(root)
    }
}

/// A function of some things.
fn applied(name: &str, things: &[String]) -> String {
    match things {
        [] => name.to_owned(),
        _ => format!("{name}({})", things.join(", ")),
    }
}
