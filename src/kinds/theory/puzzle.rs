//! The questions about a theory: its sentences in numbers, and the answers in its words.

use std::sync::Arc;

use super::lints::Linted;
use super::proof::{LETTERS, NamedProof, Source as From, symbols, term};
use super::resolve::Resolver;
use super::{Understood, errors};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::first_order::{
    Aim, Found, Method, ProofTerm, ProofTermKind, Reason, Refutation, Task,
};
use crate::engine::{Problem, Solution};
use crate::kinds::{Answer, Claim, Lowered, NotAnAnswer, Puzzle, Question, Refusal};
use crate::logic::first_order::{
    Function, Predicate, SentenceId, Sort, Structure, Theory, Variable,
};
use crate::picture::Picture;
use crate::syntax::ast::{Query, Tree, Verb};
use crate::text::{Source, Span};

/// The sentences of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// The theory with the sentences in it.
    pub theory: Arc<Theory>,
    /// The sentences.
    pub sentences: Vec<SentenceId>,
    /// What is asked for, each with its name.
    pub asked: Vec<(String, Variable)>,
    /// The names of all variables.
    pub variables: Vec<String>,
}

/// Lines of a proof that are shown without being asked for.
const MOST_LINES: usize = 24;

/// A declared theory.
#[derive(Debug)]
pub struct TheoryPuzzle<'a> {
    /// What it says.
    pub understood: Understood<'a>,
    /// Where.
    pub source: &'a Arc<Source>,
}

impl Puzzle for TheoryPuzzle<'_> {
    fn goals(
        &self,
        query: &Query,
        (text, tree): (&str, &Tree),
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Goals> {
        let mut symbols = self.understood.symbols.clone();
        let mut variables = self.understood.variables.clone();
        let mut meaning = self.understood.meaning.clone();
        let first = variables.len();
        let before = findings.len();
        let mut resolved = Vec::new();
        for sentence in &query.sentences {
            let nodes = tree.sentence(sentence);
            let mut resolver = Resolver {
                symbols: &mut symbols,
                variables: &mut variables,
                diagnostics: findings,
                inferred_in: None,
                may_ask: query.verb == Verb::Ask,
                elsewhere: Some(self.source),
            };
            resolved.push((nodes, resolver.resolve(text, nodes, &tree.bound)));
            let has_sorts = symbols.sorts.iter().any(|it| it.name != super::THING);
            Linted { text, nodes, bound: &tree.bound, has_sorts }.find(findings);
        }
        let is_sound = |found: &[Diagnostic]| found.iter().all(|it| it.severity != Severity::Error);
        if !is_sound(&findings[before..]) {
            return None;
        }
        for (word, place) in symbols.without_sort(&variables[first..]) {
            findings.push(errors::sort_unknown(word, place));
        }
        if !is_sound(&findings[before..]) {
            return None;
        }
        let mut sentences = Vec::new();
        for (nodes, roles) in &resolved {
            sentences.push(meaning.build(text, nodes, roles, &variables, &symbols)?);
        }
        let mut asked: Vec<_> =
            (first..variables.len()).filter(|at| variables[*at].is_asked).collect();
        asked.sort_by_key(|at| variables[*at].place.start);
        let asked = asked.into_iter().map(|at| {
            let variable = meaning.variable(at as u32, &variables, &symbols);
            (variables[at].name.clone(), variable)
        });
        let asked = asked.collect();
        let (theory, variables) = (Arc::new(meaning.theory), meaning.names);
        Some(Goals { asked, sentences, theory, variables })
    }

    fn refuse(&self, question: &Question, _: &str, place: Span) -> Option<Diagnostic> {
        let mut sorts = self.understood.symbols.sorts.iter();
        let open = sorts.find(|it| question.verb == Verb::Count && it.elements.is_none())?;
        let declared = Some(open.place).filter(|it| *it != Span::default());
        Some(errors::open_sort(place, open.name, declared.map(|it| (Arc::clone(self.source), it))))
    }

    fn lower(&self, question: &Question) -> Result<Lowered, Refusal> {
        let goals = question.goals.as_ref();
        let sentence = |at: usize| goals.and_then(|it| it.sentences.get(at)).copied();
        let missing = || "the question lacks its sentence".to_owned();
        let aim = match question.verb {
            Verb::Prove => Aim::Prove(sentence(0).ok_or_else(missing)?),
            Verb::Equivalent => {
                Aim::Equivalent(sentence(0).ok_or_else(missing)?, sentence(1).ok_or_else(missing)?)
            }
            Verb::Ask => {
                let asked = goals.iter().flat_map(|it| &it.asked).map(|it| it.1).collect();
                Aim::Ask(sentence(0).ok_or_else(missing)?, asked)
            }
            Verb::Count => Aim::Count,
            _ => Aim::Model,
        };
        let theory = goals.map_or(&self.understood.meaning.theory, |it| &*it.theory).clone();
        let method =
            if question.engine == Some("resolution") { Method::Resolution } else { Method::Auto };
        Ok(Lowered::Problem(Problem::Theory(Box::new(Task { theory, aim, method }))))
    }

    fn lift(&self, question: &Question, solution: &Solution) -> Answer {
        let Solution::Theory(found) = solution else { return Answer::plain("unknown") };
        match &**found {
            Found::Model(structure) => {
                let answer = Answer::plain("satisfiable");
                self.facts(structure).into_iter().fold(answer, Answer::note)
            }
            Found::Contradictory(reason) => {
                let answer = Answer::plain("contradictory");
                self.because(answer, question, reason, "cannot all be true:")
            }
            Found::Count(count) => Answer::plain(count.to_string()),
            Found::Proved(reason) if question.verb == Verb::Prove => {
                self.because(Answer::plain("proved"), question, reason, "it follows from:")
            }
            Found::Proved(reason) => {
                self.because(Answer::plain("equivalent"), question, reason, "by what is said in:")
            }
            Found::Refuted(reason) => {
                let answer = Answer::plain("refuted");
                self.because(answer, question, reason, "its negation follows from:")
            }
            Found::Neither(yes, no) => {
                let answer = Answer::plain("neither").note("true when:");
                let answer = self.facts(yes).into_iter().fold(answer, Answer::note);
                self.facts(no).into_iter().fold(answer.note("false when:"), Answer::note)
            }
            Found::Differ(structure) => {
                let answer = Answer::plain("not equivalent").note("they differ when:");
                self.facts(structure).into_iter().fold(answer, Answer::note)
            }
            Found::Answers { answers, either, no_others, reason } => {
                let answer = self.answers(answers, either, *no_others);
                self.because(answer, question, reason, "it follows from:")
            }
        }
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match question.verb {
            Verb::Count => Claim::number(words),
            Verb::Prove => Claim::one_of(words, &["proved", "refuted", "neither", "contradictory"]),
            Verb::Equivalent => {
                Claim::one_of(words, &["equivalent", "not equivalent", "contradictory"])
            }
            Verb::Ask => Ok(Claim::Says(words.join(" ").replace(" ,", ","))),
            _ => Claim::one_of(words, &["satisfiable", "contradictory"]),
        }
    }

    fn picture(&self, _: Option<&Solution>) -> Result<Picture, Refusal> {
        Err("a theory has no picture".to_owned())
    }
}

impl TheoryPuzzle<'_> {
    /// Adds the places of axioms, and the proofs.
    fn because(&self, answer: Answer, question: &Question, reason: &Reason, words: &str) -> Answer {
        let answer = if reason.axioms.is_empty() { answer } else { answer.note(words) };
        let mut answer = reason.axioms.iter().fold(answer, |answer, axiom| {
            let (label, place) = self.understood.rules[*axiom];
            answer.because(self.source, place, label.unwrap_or("this sentence"))
        });
        // Whoever asks for a proof sees it, however long it is.
        let most = if question.engine == Some("resolution") { usize::MAX } else { MOST_LINES };
        let length: usize = reason.proofs.iter().map(|it| it.steps.len()).sum();
        if length <= most {
            for (index, proof) in reason.proofs.iter().enumerate() {
                answer.proof.extend(self.proof(question, &answer.head, index, proof));
            }
        } else {
            answer.notes.insert(0, format!("a proof of {length} steps; `by resolution` shows it"));
        }
        answer
    }

    /// The lines of a proof.
    fn proof(
        &self,
        question: &Question,
        answer: &str,
        index: usize,
        proof: &Refutation,
    ) -> Vec<String> {
        let goals = question.goals.as_ref();
        let variables = goals.map_or(&self.understood.meaning.names, |it| &it.variables);
        let named = NamedProof::of(proof, &self.understood, variables, question.verb == Verb::Ask);
        let rules = &self.understood.rules;
        // A proof that does not end with a contradiction collects answers.
        let collects = proof.steps.last().is_some_and(|it| !it.literals.is_empty());
        let lines = named.lines(rules.len(), |source| match source {
            From::Axiom(axiom) => match rules[*axiom] {
                (Some(label), _) => format!("rule {label}"),
                (None, place) => {
                    format!("line {}", self.source.line_column(place.start).line)
                }
            },
            From::Question(at) => match (question.verb, answer, index == *at) {
                (Verb::Equivalent, _, true) => "what is compared".to_owned(),
                (Verb::Equivalent, _, false) => "what it is compared with, denied".to_owned(),
                (Verb::Ask, ..) if collects => "the question".to_owned(),
                (_, "refuted", _) => "the question".to_owned(),
                _ => "the question, denied".to_owned(),
            },
            From::Signature => "different names".to_owned(),
            From::Clauses => String::new(),
        });
        ["proof by resolution:".to_owned()].into_iter().chain(lines).collect()
    }

    fn answers(
        &self,
        answers: &[Vec<ProofTerm>],
        either: &[Vec<Vec<ProofTerm>>],
        no_others: Option<bool>,
    ) -> Answer {
        let symbols = symbols(&self.understood);
        let letters = LETTERS.map(str::to_owned);
        let written = |tuple: &Vec<ProofTerm>| {
            let terms = tuple.iter().map(|it| term(it, &symbols, &letters));
            terms.collect::<Vec<_>>().join(" ")
        };
        let is_variable = |it: &ProofTerm| matches!(it.kind, ProofTermKind::Variable(_));
        if let [everything] = answers
            && everything.iter().all(is_variable)
        {
            return Answer::plain("everything");
        }
        let list = answers.iter().map(written).collect::<Vec<_>>().join(", ");
        let answer = Answer::plain(if answers.is_empty() { "nobody" } else { &list });
        let answer = match no_others {
            Some(true) => answer.note("and no others"),
            Some(false) => answer.note("whether for others, too, is open"),
            None => answer.note("whether for others, too, was not found out"),
        };
        either.iter().fold(answer, |answer, tuples| {
            let list = tuples.iter().map(written).collect::<Vec<_>>().join(" or ");
            answer.note(format!("for one of these at least: {list}"))
        })
    }

    /// What an element is called.
    fn element(&self, sort: Sort, element: u32) -> String {
        let named = &self.understood.symbols.sorts[sort.0 as usize];
        match &named.elements {
            Some(elements) => {
                let symbol = elements[element as usize];
                self.understood.symbols.symbols[symbol as usize].name.to_owned()
            }
            None => format!("{}{}", named.name, element + 1),
        }
    }

    /// What is true in a structure, a line for each predicate and function.
    fn facts(&self, structure: &Structure) -> Vec<String> {
        let meaning = &self.understood.meaning;
        let symbols = &self.understood.symbols;
        let signature = &meaning.theory.signature;
        let mut lines = Vec::new();
        let tuples = |sorts: &[Sort]| {
            let sizes: Vec<_> =
                sorts.iter().map(|it| structure.sizes[it.0 as usize] as usize).collect();
            let count: usize = sizes.iter().product();
            let sorts = sorts.to_vec();
            (0..count).map(move |mut index| {
                let mut names = vec![String::new(); sorts.len()];
                for (name, (sort, size)) in names.iter_mut().zip(sorts.iter().zip(&sizes)).rev() {
                    *name = self.element(*sort, (index % size) as u32);
                    index /= size;
                }
                names
            })
        };
        let applied = |name: &str, arguments: &[String]| match arguments {
            [] => name.to_owned(),
            _ => format!("{name}({})", arguments.join(", ")),
        };
        for (at, symbol) in (0..).zip(&meaning.functions) {
            let sorts = &signature.functions[at];
            let name = symbols.symbols[*symbol as usize].name;
            let values: Vec<_> = tuples(&sorts.arguments)
                .zip(&structure.functions[Function(at as u32).0 as usize])
                .map(|(arguments, value)| {
                    (applied(name, &arguments), self.element(sorts.result, *value))
                })
                .filter(|(term, value)| term != value)
                .map(|(term, value)| format!("{term} = {value}"))
                .collect();
            if !values.is_empty() {
                lines.push(values.join(", "));
            }
        }
        for (at, symbol) in (0..).zip(&meaning.predicates) {
            let name = symbols.symbols[*symbol as usize].name;
            let true_of: Vec<_> = tuples(&signature.predicates[at])
                .zip(&structure.predicates[Predicate(at as u32).0 as usize])
                .filter(|(_, is_true)| **is_true)
                .map(|(arguments, _)| applied(name, &arguments))
                .collect();
            lines.push(match true_of.as_slice() {
                [] => format!("no {name}"),
                _ => true_of.join(", "),
            });
        }
        lines
    }
}
