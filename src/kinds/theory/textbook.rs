//! A proof by resolution as textbooks write it: how its sentences become clauses, all of these with numbers, and the steps.
//! The clauses of the proof, which were checked, are looked up among those that the forms come to.

use rustc_hash::FxHashMap;

use super::conclusion::{Conclusion, TheorySays};
use super::conversion::{ClausalConversion, ConversionStep};
use super::goals::TheoryGoals;
use super::proof::{ANOTHER, ClauseSource, NO_OTHERS, NamedProof, heading};
use super::proof_clauses::{ProofClauses, alike};
use super::puzzle::TheoryPuzzle;
use super::sentence_words::SentenceWords;
use super::statements::{NamedStatements, sorts_told};
use crate::interchange::textbook::{ConvertedSentence, TextbookLine, TextbookProof};
use crate::kinds::Question;
use puzzle_engine::evidence::refutation::{InferenceRule, MadeSymbol, Refutation};
use puzzle_engine::logic::first_order::{Theory, TheorySentence, TheorySentenceId};
use puzzle_engine::logic::statements::Statements;

/// The proofs of a conclusion, that there are no others behind those of what it tells.
pub(super) fn textbook(
    puzzle: &TheoryPuzzle<'_>,
    question: &Question,
    conclusion: &Conclusion,
) -> Vec<TextbookProof> {
    let Conclusion { says, reason } = conclusion;
    let goals = TheoryGoals::of(question);
    let theory = goals.map_or(&puzzle.understood.meaning.theory, |it| &*it.theory);
    let (theory, exclusion) = match says {
        TheorySays::Answers { theory, exclusion, .. } => (&**theory, exclusion.as_deref()),
        _ => (theory, None),
    };
    let variables = goals.map_or(&puzzle.understood.meaning.names, |it| &it.variables);
    let mut variables = variables.clone();
    variables.resize(theory.variables.len(), "x".to_owned());
    let book = |proof, demands| Textbook { puzzle, theory, demands, variables: &variables, proof };
    let mut written = Vec::new();
    for (proof, demands) in reason.proofs.iter().zip(&reason.demands) {
        let named = puzzle.named(question, says, proof);
        let source = |source: &ClauseSource| puzzle.source_name(question, &named, source);
        let named = puzzle.named(question, says, proof);
        written.push(book(proof, demands).written(heading(proof), named, &source));
    }
    for (proof, demands) in exclusion.iter().flat_map(|it| it.proofs.iter().zip(&it.demands)) {
        let named = puzzle.named(question, says, proof);
        let source = |source: &ClauseSource| match source {
            ClauseSource::Question(_) => ANOTHER.to_owned(),
            other => puzzle.source_name(question, &named, other),
        };
        let named = puzzle.named(question, says, proof);
        written.push(book(proof, demands).written(NO_OTHERS.to_owned(), named, &source));
    }
    written
}

/// What a proof is about.
struct Textbook<'p, 'a> {
    puzzle: &'p TheoryPuzzle<'a>,
    theory: &'p Theory,
    demands: &'p [(TheorySentenceId, bool)],
    /// The names of the theory's variables.
    variables: &'p [String],
    proof: &'p Refutation,
}

/// A sentence of a proof.
struct Converted {
    /// Its number among the axioms and demands.
    index: u32,
    sentence: TheorySentenceId,
    conversion: ClausalConversion,
    /// The names of functions, Skolem functions behind them, and of predicates.
    symbols: Vec<String>,
    /// Of each step of the proof that is a clause of it, which one that is; `None` where one is none of these.
    found: Option<Vec<(usize, usize)>>,
}

impl Textbook<'_, '_> {
    fn written(
        &self,
        heading: String,
        mut named: NamedProof<'_>,
        source: &dyn Fn(&ClauseSource) -> String,
    ) -> TextbookProof {
        let (mut converted, mut names) = (Vec::new(), FxHashMap::default());
        for index in self.proof.sentences() {
            converted.extend(self.converted(index, &named, &mut names));
        }
        named.numbers = self.numbers(&converted);
        named.name_variables(&names);
        let axioms = self.theory.axioms.len();
        let sentences = converted.iter().map(|it| {
            let at = self.steps_of(it.index).next().unwrap_or_default();
            ConvertedSentence {
                source: source(&named.source(at, axioms)),
                ..self.sentence(it, &named)
            }
        });
        let sentences: Vec<_> = sentences.collect();
        let of_sentence = |at: usize| converted.iter().any(|it| self.is_of(at, it.index));
        let mut steps: Vec<_> =
            (0..self.proof.steps.len()).filter(|it| !of_sentence(*it)).collect();
        steps.sort_by_key(|it| named.numbers[*it]);
        let line = |at: usize| match named.source(at, axioms) {
            ClauseSource::Clauses => TextbookLine {
                reason: named.parents(at),
                unifier: named.unifier(at),
                ..clause(&named, at)
            },
            other => TextbookLine { reason: source(&other), ..clause(&named, at) },
        };
        TextbookProof { heading, sentences, steps: steps.into_iter().map(line).collect() }
    }

    fn is_of(&self, at: usize, index: u32) -> bool {
        self.proof.steps[at].rule == InferenceRule::Input(index)
    }

    /// The steps that are clauses of a sentence.
    fn steps_of(&self, index: u32) -> impl Iterator<Item = usize> {
        (0..self.proof.steps.len()).filter(move |it| self.is_of(*it, index))
    }

    fn converted(
        &self,
        index: u32,
        named: &NamedProof<'_>,
        names: &mut FxHashMap<usize, Vec<String>>,
    ) -> Option<Converted> {
        let axioms = self.theory.axioms.len();
        let (sentence, value) = match (index as usize).checked_sub(axioms) {
            None => (self.theory.axioms[index as usize], true),
            Some(at) => *self.demands.get(at)?,
        };
        let conversion =
            ClausalConversion::of(self.theory, sentence, value, self.variables, named.symbols());
        let made = self.made(&conversion);
        let functions = conversion.own_functions();
        let mut symbols = named.symbols()[..functions].to_vec();
        for (function, made) in conversion.skolem.iter().zip(&made) {
            let stem = &self.variables[function.variable.0 as usize];
            let free = (1..).map(|it| format!("{stem}{it}"));
            let mut free = free.filter(|it| !named.symbols().contains(it) && !symbols.contains(it));
            let name = made.map(|it| named.symbol(it).to_owned()).or_else(|| free.next());
            symbols.extend(name);
        }
        let predicates = functions + self.theory.signature.predicates.len();
        symbols.extend_from_slice(&named.symbols()[functions..predicates]);
        let clauses: Option<Vec<_>> = conversion.clauses.as_ref().map(|clauses| {
            let read = ProofClauses { conversion: &conversion, made: &made };
            clauses.iter().map(|it| read.literals(it)).collect()
        });
        let mut found = clauses.as_ref().map(|_| Vec::new());
        for step in self.steps_of(index) {
            let proved = &self.proof.steps[step];
            let mut literals = Vec::new();
            for it in &proved.literals {
                if !literals.contains(it) {
                    literals.push(it.clone());
                }
            }
            let mut all = clauses.iter().flatten().enumerate();
            let same = all.find_map(|(at, it)| Some((at, alike(&literals, it)?)));
            match (same, &mut found) {
                (Some((at, pairs)), Some(found)) => {
                    let mut called = vec![String::new(); proved.variables.len()];
                    for (variable, other) in pairs {
                        called[variable as usize].clone_from(&conversion.names[other as usize]);
                    }
                    names.insert(step, called);
                    found.push((step, at));
                }
                _ => found = None,
            }
        }
        Some(Converted { index, sentence, conversion, symbols, found })
    }

    /// Of each Skolem function which symbol of the proof it is.
    fn made(&self, conversion: &ClausalConversion) -> Vec<Option<u32>> {
        let first = self.theory.signature.functions.len() + self.theory.signature.predicates.len();
        let mut made: Vec<Option<u32>> = Vec::new();
        for it in &conversion.skolem {
            let is_it = |thing: &MadeSymbol| match thing {
                MadeSymbol::Thing(thing) => {
                    (thing.variable, thing.part, thing.value) == (it.variable, it.part, it.value)
                        && (thing.at, thing.of) == (it.at, it.of)
                }
                _ => false,
            };
            let symbols = self.proof.made.iter().zip(first as u32..);
            let mut fitting =
                symbols.filter(|(thing, symbol)| is_it(thing) && !made.contains(&Some(*symbol)));
            let symbol = fitting.next().map(|it| it.1);
            made.push(symbol);
        }
        made
    }

    /// The numbers of all steps: clauses of sentences, other ones that are given, then what follows.
    fn numbers(&self, converted: &[Converted]) -> Vec<usize> {
        let steps = &self.proof.steps;
        let (mut numbers, mut next) = (vec![0; steps.len()], 1);
        for it in converted {
            match (&it.found, &it.conversion.clauses) {
                (Some(found), Some(clauses)) => {
                    found.iter().for_each(|(step, at)| numbers[*step] = next + at);
                    next += clauses.len();
                }
                _ => self.steps_of(it.index).for_each(|step| {
                    numbers[step] = next;
                    next += 1;
                }),
            }
        }
        for is_given in [true, false] {
            for (step, number) in steps.iter().zip(&mut numbers).filter(|it| *it.1 == 0) {
                if matches!(step.rule, InferenceRule::Input(_)) == is_given {
                    *number = next;
                    next += 1;
                }
            }
        }
        numbers
    }

    fn sentence(&self, converted: &Converted, named: &NamedProof<'_>) -> ConvertedSentence {
        let Converted { conversion, symbols, .. } = converted;
        let words = SentenceWords {
            theory: &conversion.theory,
            symbols: symbols.clone(),
            variables: &conversion.names,
            sorts: sorts_told(&self.puzzle.understood),
        };
        let mut lines: Vec<TextbookLine> = Vec::new();
        // The last steps lead to the clauses themselves.
        let mut last_reasons: Vec<String> = Vec::new();
        for (at, (step, form)) in conversion.forms.iter().enumerate() {
            let before = conversion.forms[at.saturating_sub(1)].1;
            let reason = reason(*step, before, conversion, &words);
            if matches!(step, ConversionStep::Distribution | ConversionStep::Tidy) {
                last_reasons.push(reason);
                continue;
            }
            lines.push(TextbookLine { said: words.sentence(*form), reason, ..Default::default() });
        }
        let said =
            lines.first().map_or_else(|| self.said(converted.sentence), |it| it.said.clone());
        match (&converted.found, &conversion.clauses) {
            (Some(found), Some(clauses)) => {
                let first = found.first().map_or(0, |(step, at)| named.numbers[*step] - at);
                let clauses =
                    clauses.iter().map(|it| disjunction(it.iter().map(|it| words.sentence(*it))));
                let clauses: Vec<_> = clauses.collect();
                let is_last = |it: &TextbookLine| clauses.len() == 1 && it.said == clauses[0];
                if let Some(last) = lines.last_mut().filter(|it| is_last(it)) {
                    last.number = Some(first);
                } else {
                    let mut reasons = vec![last_reasons.join(", ")].into_iter();
                    lines.extend(clauses.into_iter().zip(first..).map(|(said, number)| {
                        let reason = reasons.next().unwrap_or_default();
                        TextbookLine { number: Some(number), said, reason, ..Default::default() }
                    }));
                }
            }
            _ => {
                let clauses = self.steps_of(converted.index).map(|it| clause(named, it));
                lines.extend(clauses.map(|it| TextbookLine { reason: NAMED.to_owned(), ..it }));
            }
        }
        ConvertedSentence { source: String::new(), said, lines }
    }

    /// A sentence of any depth.
    fn said(&self, sentence: TheorySentenceId) -> String {
        let mut statements = Statements::new(self.theory.signature.clone());
        let root = statements.take(self.theory, sentence, &[]);
        let names = std::iter::empty();
        let understood = &self.puzzle.understood;
        NamedStatements::of(&statements, understood, self.variables, names).statement(root)
    }
}

/// What is said of a clause of a sentence that would come to too many clauses.
const NAMED: &str = "clauses as the prover makes them; parts may have names";

/// A step's clause with its number.
fn clause(named: &NamedProof<'_>, at: usize) -> TextbookLine {
    let said = named.literals(at).join(" or ");
    TextbookLine { number: Some(named.numbers[at]), said, ..Default::default() }
}

fn disjunction(literals: impl Iterator<Item = String>) -> String {
    let literals: Vec<_> = literals.collect();
    if literals.is_empty() { "false".to_owned() } else { literals.join(" or ") }
}

/// How a form comes from the one before.
fn reason(
    step: ConversionStep,
    before: TheorySentenceId,
    conversion: &ClausalConversion,
    words: &SentenceWords<'_>,
) -> String {
    let written_out = match step {
        ConversionStep::Given => "",
        ConversionStep::Denied => "denied",
        ConversionStep::Connectives => {
            let mut found = [false, false];
            let mut open = vec![before];
            while let Some(id) = open.pop() {
                let sentence = conversion.theory.get(id);
                found[0] |= matches!(sentence, TheorySentence::Implies(..));
                found[1] |= matches!(sentence, TheorySentence::Iff(..));
                open.extend(sentence.parts());
            }
            match found {
                [true, true] => "implications and equivalences resolved",
                [false, true] => "equivalences resolved",
                _ => "implications resolved",
            }
        }
        ConversionStep::Counting => "numbers and lists written out",
        ConversionStep::Negations => "negations moved inward",
        ConversionStep::Apart => "variables renamed apart",
        ConversionStep::Skolem => {
            let things = conversion.skolem.iter();
            let things = things.map(|it| {
                format!("{} for {}", words.term(it.term), conversion.names[it.bound.0 as usize])
            });
            return format!("Skolem: {}", things.collect::<Vec<_>>().join(", "));
        }
        ConversionStep::Universal => "universal quantifiers dropped",
        ConversionStep::Distribution => "∨ distributed over ∧",
        ConversionStep::Tidy => "what repeats others or is true in any case left out",
    };
    written_out.to_owned()
}
