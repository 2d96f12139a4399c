//! The questions about a theory: its sentences in numbers, and the answers in its words.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use super::claimed::ClaimedSentence;
use super::conclusion::Conclusion;
use super::deduction::read_deduction;
use super::goals::{Conjecture, TheoryGoals};
use super::lints::Linted;
use super::misplaced_answer::answer_behind_equals;
use super::resolve::{SentenceRole, TheoryResolver};
use super::symbols::{NamedVariable, TheorySymbols};
use super::tptp::{TOO_LONG, TptpWriter};
use super::world::{drawn, world};
use super::{TheoryAxiom, UnderstoodTheory, errors};
use crate::diagnostic::code::{CONTRADICTORY_SENTENCES, REDUNDANT_SENTENCE};
use crate::diagnostic::{Code, Diagnostic, Related, Severity};
use crate::interchange::fitch::WrittenDeduction;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::resizing::{resized_sort, sort_size};
use crate::kinds::scope::Content;
use crate::kinds::sentence_errors::ask_instead;
use crate::kinds::sheet::SheetPuzzle;
use crate::kinds::{
    Answer, Claim, Comparable, Correction, Definition, Hints, Lowered, NotAnAnswer, Payload, Posed,
    PosedWorlds, Puzzle, Question, ReadDeduction, Refusal, Review, Scope, Target, Traced,
    Unlowered,
};
use crate::picture::{Format, Picture};
use crate::syntax::ast::{ItemKind, Query, SentenceNode, SyntaxTree, Verb};
use crate::text::{Source, Span, shortened};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::first_order::{Structure, TheorySentenceId};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{TheoryDecision, TheoryMethod, TheoryTask, TheoryWorld, aim};

/// A declared theory.
#[derive(Debug)]
pub(super) struct TheoryPuzzle<'a> {
    /// What it says.
    pub understood: UnderstoodTheory<'a>,
    /// Where.
    pub source: &'a Arc<Source>,
    /// It was read from a file in TPTP.
    pub is_file: bool,
    /// What its problem wants proved, where that is asked as a whole.
    pub conjecture: Option<Conjecture>,
    /// Where it is declared.
    pub declared: (Definition, Scope<'a>),
    /// Its symbols as questions use them, once there was one.
    pub asked: RefCell<Option<TheorySymbols<'a>>>,
    /// The same as a puzzle by rules, once that was wanted.
    pub rules: OnceCell<Result<SheetPuzzle<'a>, Refusal>>,
}

impl Puzzle for TheoryPuzzle<'_> {
    fn tells_another(&self) -> bool {
        self.is_listed()
    }

    fn lists_all(&self) -> bool {
        self.by_rules().is_ok()
    }

    fn corrections(&self, no: &Answer, _: &mut Budget) -> Result<Vec<Correction>, Stop> {
        let rules = no.places_in(self.source);
        Ok(rules.filter_map(|it| Correction::without_rule(self.source, it.span)).collect())
    }

    fn loosened(&self, no: &Answer) -> Vec<Vec<Correction>> {
        let (definition, scope) = self.declared;
        let ItemKind::Theory { body, .. } = &scope.item(definition).kind else { return Vec::new() };
        no.places_in(self.source).flat_map(|it| resized_sort(self.source, body, it.span)).collect()
    }

    fn read(
        &self,
        query: &Query,
        (text, tree): (&str, &SyntaxTree),
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Payload> {
        let mut symbols = self.understood.symbols.clone();
        let mut variables = self.understood.variables.clone();
        let mut meaning = self.understood.meaning.clone();
        let first = variables.len();
        let resolved =
            self.resolve(query, (text, tree), (&mut symbols, &mut variables), findings)?;
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
        let by_rules = query
            .why
            .and_then(|_| self.by_rules().ok()?.read(query, (text, tree), &mut Vec::new()));
        Some(Payload::new(TheoryGoals { asked, sentences, theory, variables, by_rules }))
    }

    fn held_question(&self) -> Option<Question> {
        let (definition, scope) = self.declared;
        let file = scope.program.foreign.get(&definition)?;
        let Content::Theory(problem) = &file.content else { return None };
        TheoryGoals::held(problem)
    }

    fn understands(
        &self,
        query: &Query,
        document: (&str, &SyntaxTree),
        findings: &mut Vec<Diagnostic>,
    ) -> bool {
        let mut asked = self.asked.borrow_mut();
        let symbols = asked.get_or_insert_with(|| self.understood.symbols.clone());
        let before = symbols.before();
        let resolved = self.resolve(query, document, (symbols, &mut Vec::new()), findings);
        symbols.forget_since(before);
        resolved.is_some()
    }

    fn refuse(&self, question: &Question, _: &str, place: Span) -> Option<Diagnostic> {
        let mut sorts = self.understood.symbols.sorts.iter();
        let open = sorts.find(|it| question.verb == Verb::Count && it.elements.is_none())?;
        let of_sort = self.understood.symbols.sort_called(open.name);
        if self.understood.symbols.constructors.iter().any(|it| Some(it.0) == of_sort) {
            let declared = (Arc::clone(self.source), open.place);
            return Some(errors::counted_by_constructors(place, open.name, declared));
        }
        let declared = Some(open.place).filter(|it| *it != Span::default());
        Some(errors::open_sort(place, open.name, declared.map(|it| (Arc::clone(self.source), it))))
    }

    fn tried(&self, question: &Question) -> Option<&'static str> {
        let are_listed = self.understood.symbols.sorts.iter().all(|it| it.elements.is_some());
        Some(match question.verb {
            _ if are_listed && question.engine.is_none() => {
                "what was tried: the sentences as clauses about the listed things"
            }
            Verb::Prove if self.understood.meaning.theory.signature.is_endless() => {
                "what was tried: to prove it and to refute it, by resolution and by induction"
            }
            Verb::Prove => {
                "what was tried: to prove it, to refute it, and worlds of growing size for both"
            }
            _ if self.understood.meaning.theory.signature.is_endless() => {
                "what was tried: proofs by resolution; a sort has endlessly many things, so no world can be shown"
            }
            _ if question.engine.is_some() => {
                "what was tried: proofs by resolution, and worlds of growing size"
            }
            _ => {
                "what was tried: proofs by resolution and by instances, and worlds of growing size"
            }
        })
    }

    fn targets(&self, budget: &mut Budget) -> Result<Vec<Target>, Stop> {
        let writer = TptpWriter::of_problem(&self.understood, &self.understood.meaning.theory);
        Ok(vec![("p", writer.problem(budget)?.ok_or_else(|| TOO_LONG.to_owned()))])
    }

    fn posed(
        &self,
        question: &Question,
        said: &str,
        budget: &mut Budget,
    ) -> Result<Vec<Target>, Stop> {
        let Some(goals) = TheoryGoals::of(question) else { return Ok(Vec::new()) };
        let writer = TptpWriter::of_problem(&self.understood, &goals.theory);
        let problem = writer.question(goals, said, budget)?;
        Ok(vec![("p", problem.ok_or_else(|| TOO_LONG.to_owned()))])
    }

    fn reviews(&self, lint: Code) -> Vec<Review<'_>> {
        // What is advised is told where the declaration stands, and a file has its lines elsewhere.
        if self.is_file {
            return Vec::new();
        }
        let theory = &self.understood.meaning.theory;
        let contradictory = (lint == CONTRADICTORY_SENTENCES).then(|| -> Review<'_> {
            Box::new(|| {
                let task = TheoryTask {
                    theory: theory.clone(),
                    aim: aim::FindStructure,
                    method: TheoryMethod::Auto,
                };
                Posed::new(task, |_, found| {
                    let Outcome::Contradictory(reason) = found else { return None };
                    let places: Vec<_> =
                        reason.axioms.iter().map(|it| self.understood.rules[*it].place).collect();
                    let (first, others) = places.split_first()?;
                    let finding = errors::contradictory(*first, places.len());
                    let related =
                        |it: Diagnostic, place: &Span| it.related(*place, "contradicts it");
                    Some(others.iter().fold(finding, related))
                })
            })
        });
        let sentences = if lint == REDUNDANT_SENTENCE { self.sentences().count() } else { 0 };
        let redundant = (0..sentences).map(|at| -> Review<'_> {
            Box::new(move || {
                let mut others = theory.clone();
                let aim = aim::ProveSentence(others.axioms.remove(at));
                let task = TheoryTask { theory: others, aim, method: TheoryMethod::Auto };
                Posed::new(task, move |_, found| {
                    let Outcome::Found(TheoryDecision::Proved(reason)) = found else { return None };
                    let place = |axiom: usize| self.understood.rules[axiom].place;
                    let finding = errors::redundant(place(at), reason.axioms.is_empty());
                    Some(reason.axioms.iter().fold(finding, |finding, axiom| {
                        let axiom = axiom + usize::from(*axiom >= at);
                        finding.related(place(axiom), "it follows from this")
                    }))
                })
            })
        });
        contradictory.into_iter().chain(redundant).collect()
    }

    fn lower<'p>(
        &'p self,
        question: &'p Question,
        budget: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        if question.verb == Verb::Solve
            && let Some(conjecture) = &self.conjecture
        {
            return Ok(self.follows_from_axioms(conjecture, self.meant(question)));
        }
        if question.all.is_some() {
            return self.by_rules()?.lower(question, budget);
        }
        let goals = TheoryGoals::of(question);
        let sentence = |at: usize| -> Result<TheorySentenceId, Refusal> {
            let sentence = goals.and_then(|it| it.sentences.get(at)).copied();
            sentence.ok_or_else(|| "the question lacks its sentence".to_owned())
        };
        Ok(match question.verb {
            Verb::Prove => {
                let task = self.task(question, aim::ProveSentence(sentence(0)?));
                Lowered::problem(task, |_, found| {
                    self.reasoned(question, self.decision(question, found))
                })
            }
            Verb::Equivalent => {
                let task = self.task(question, aim::Equivalent(sentence(0)?, sentence(1)?));
                Lowered::problem(task, |_, found| {
                    self.reasoned(question, self.comparison(question, found))
                })
            }
            Verb::Ask => {
                let asked = goals.iter().flat_map(|it| &it.asked).map(|it| it.1).collect();
                let task = self.task(question, aim::AskForTerms(sentence(0)?, asked));
                Lowered::problem(task, |_, found| {
                    self.reasoned(question, self.told(question, found))
                })
            }
            Verb::Count => {
                let task = self.task(question, aim::CountStructures);
                Lowered::problem(task, |_, count| self.counted(count))
            }
            Verb::Draw => {
                let task = self.task(question, aim::FindStructure);
                Lowered::Problem(Posed::new(task, |task, found| match &found {
                    Outcome::Found(TheoryWorld::Shown(structure)) => {
                        let picture = self.drawn(Some(structure));
                        let text = picture.render(Format::Text).map_err(|it| it.to_string())?;
                        Ok(Answer::witness(Drawn, text).into())
                    }
                    _ => Ok(self.model(question, task, found)),
                }))
            }
            _ => Lowered::problem(self.task(question, aim::FindStructure), |task, found| {
                self.model(question, task, found)
            }),
        })
    }

    fn world_word(&self) -> Option<&'static str> {
        self.has_worlds().then_some("world")
    }

    fn worlds(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        self.last_worlds(most)
    }

    fn deduction(
        &self,
        question: &Question,
        source: &Source,
        written: &WrittenDeduction,
        budget: &mut Budget,
    ) -> Result<ReadDeduction, Unlowered> {
        let goals = TheoryGoals::of(question);
        let goals = goals.ok_or_else(|| "the question lacks its sentence".to_owned())?;
        read_deduction(self, goals, source, written, budget).map_err(Unlowered::Stopped)
    }

    /// What lists all its sorts is a puzzle as well.
    fn hints(&self, most: usize) -> Result<Posed<'_, Hints>, Refusal> {
        self.by_rules()?.hints(most)
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match question.verb {
            Verb::Count => Claim::number(words),
            Verb::Prove => Claim::one_of(words, &[Proved, Refuted, Neither, Contradictory]),
            Verb::Equivalent => Claim::one_of(words, &[Equivalent, NotEquivalent, Contradictory]),
            Verb::Ask => {
                let goals = TheoryGoals::of(question).ok_or("ask for things".to_owned())?;
                ClaimedSentence::new(&self.understood, goals).claim(question, words)
            }
            Verb::Draw => Claim::block(words),
            _ if question.all.is_some() => self.by_rules()?.claim(question, words),
            _ if !self.is_listed() => Claim::one_of(words, &[Satisfiable, Contradictory]),
            _ => Claim::one_of(words, &[Satisfiable, Unique, Contradictory]),
        }
    }

    fn clues(&self) -> Vec<Related> {
        let line = |it: &TheoryAxiom<'_>| {
            let words =
                it.label.map_or_else(|| shortened(it.source.slice(it.place)), str::to_owned);
            Related { source: Some(Arc::clone(it.source)), span: it.place, message: words }
        };
        self.sentences().map(line).collect()
    }

    fn follows(&self, clue: usize, from: &[usize]) -> Result<Posed<'_, bool>, Refusal> {
        let mut theory = self.understood.meaning.theory.clone();
        let axioms = std::mem::take(&mut theory.axioms);
        theory.axioms = from.iter().map(|it| axioms[*it]).collect();
        theory.axioms.extend(&axioms[self.sentences().count()..]);
        let (aim, method) = (aim::BreakingStructure(vec![axioms[clue]]), TheoryMethod::Auto);
        Ok(Posed::new(TheoryTask { theory, aim, method }, |_, found| found.is_none()))
    }

    fn traced<'p>(
        &'p self,
        question: &'p Question,
        answer: &Answer,
    ) -> Result<Option<Traced<'p>>, Refusal> {
        self.traced_proof(question, answer).map(|it| Some(Traced::Proof(it)))
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        Ok(Comparable::Theory(&self.understood))
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        Ok(self.drawn(None))
    }
}

impl<'a> TheoryPuzzle<'a> {
    /// The axioms that are written as sentences.
    fn sentences(&self) -> impl Iterator<Item = &TheoryAxiom<'a>> {
        self.understood.rules.iter().filter(|it| !it.is_of_sort)
    }

    /// Finds out what the words of a question's sentences are; `None` when they make no sense.
    fn resolve<'t>(
        &self,
        query: &Query,
        (text, tree): (&str, &'t SyntaxTree),
        (symbols, variables): (&mut TheorySymbols<'a>, &mut Vec<NamedVariable>),
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Vec<(&'t [SentenceNode], Vec<SentenceRole>)>> {
        let (first, classes) = (variables.len(), symbols.classes());
        let before = findings.len();
        let mut resolved = Vec::new();
        for sentence in &query.sentences {
            let nodes = tree.sentence(sentence);
            let mut resolver = TheoryResolver {
                symbols: &mut *symbols,
                variables: &mut *variables,
                diagnostics: findings,
                inferred_in: None,
                may_ask: query.verb == Verb::Ask,
                elsewhere: Some(self.source),
                mismatch: None,
            };
            resolved.push((nodes, resolver.resolve(text, nodes, &tree.bound)));
            let has_sorts = symbols.sorts.iter().any(|it| it.name != super::THING);
            Linted { text, nodes, bound: &tree.bound, has_sorts }.find(findings);
        }
        if query.verb == Verb::Prove {
            ask_instead(&mut findings[before..], query.verb_span);
        }
        let is_sound = |found: &[Diagnostic]| found.iter().all(|it| it.severity != Severity::Error);
        if !is_sound(&findings[before..]) {
            if query.expectation.is_none()
                && let [(nodes, roles)] = &resolved[..]
                && let Some(fault) =
                    answer_behind_equals(text, nodes, roles, symbols, query.verb == Verb::Ask)
            {
                findings.truncate(before);
                findings.push(fault);
            }
            return None;
        }
        symbols.settle_only_sort(classes);
        for (word, place) in symbols.without_sort(&variables[first..], &[]) {
            findings.push(errors::sort_unknown(&word, place));
        }
        if !is_sound(&findings[before..]) {
            return None;
        }
        if query.verb == Verb::Ask && !variables[first..].iter().any(|it| it.is_asked) {
            findings.push(errors::nothing_asked(query.sentences[0].span, query.verb_span));
            return None;
        }
        Some(resolved)
    }

    /// A world as a picture; without one a table to be filled in.
    pub(super) fn drawn(&self, structure: Option<&Structure>) -> Picture {
        let (definition, scope) = self.declared;
        let title = scope.program.name(definition).to_owned();
        Picture { caption: None, title, body: drawn(&self.understood, structure) }
    }

    /// Whether all sorts are listed, so that worlds can be counted.
    pub(super) fn is_listed(&self) -> bool {
        self.understood.symbols.sorts.iter().all(|it| it.elements.is_some())
    }

    /// Adds a world below a head, or that there is one which cannot be shown.
    pub(super) fn with_world(
        &self,
        answer: Answer,
        head: Option<&str>,
        unseen: &str,
        shown: &TheoryWorld,
    ) -> Answer {
        match shown {
            TheoryWorld::Shown(structure) => answer.table(head, world(&self.understood, structure)),
            TheoryWorld::Unseen(none_up_to) => {
                let sorts = &self.understood.symbols.sorts;
                let open = sorts.iter().filter(|it| it.elements.is_none()).count();
                let of_sorts = if open > 1 { " of some sort" } else { "" };
                let size = match none_up_to {
                    0 => "it may have endlessly many things".to_owned(),
                    1 => format!("it has more than 1 thing{of_sorts}, perhaps endlessly many"),
                    most => {
                        format!("it has more than {most} things{of_sorts}, perhaps endlessly many")
                    }
                };
                let why = "there is one, since complete rules derive no contradiction; other code did not \
                           check that";
                answer.note(format!("{unseen} is not shown: {size}")).note(why)
            }
        }
    }

    /// Adds the places of axioms, and the proofs.
    pub(super) fn because(
        &self,
        answer: Answer,
        question: &Question,
        conclusion: &Conclusion,
        words: &str,
    ) -> Answer {
        let Conclusion { says, reason } = conclusion;
        let mut answer = reason.axioms.iter().fold(answer.heading(words), |answer, axiom| {
            let TheoryAxiom { place, source, .. } = self.understood.rules[*axiom];
            let words = self.axiom_told(*axiom, says);
            // What a sort says by its constructors are several axioms in a row.
            let is_told =
                answer.because.last().is_some_and(|it| it.span == place && it.message == words);
            if is_told { answer } else { answer.because(source, place, words) }
        });
        for sort in &reason.sorts {
            let named = &self.understood.symbols.sorts[sort.0 as usize];
            let count = named.elements.as_ref().map_or(0, Vec::len);
            let words = sort_size(named.name, count);
            answer = answer.because(self.source, named.place, words);
        }
        self.with_proofs(answer, question, conclusion)
    }
}
