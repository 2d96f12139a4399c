//! The questions about a puzzle: its sentences in numbers, and the answers in its words.

use std::cell::RefCell;
use std::sync::Arc;

use super::board::{Board, shown};
use super::claimed::{Claimed, written};
use super::classes::Type;
use super::errors;
use super::lineage::{Findings, Place, QUESTION};
use super::lower::Lowering;
use super::resolve::{Expected, Resolved, Resolver};
use super::settle::Settling;
use super::symbols::Symbols;
use super::understood::{Missing, Understood};
use super::variables::Variable;
use super::world::World;
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::AnswerVerdict::*;
use crate::kinds::{
    Answer, Claim, Lowered, Mismatch, NoOther, NotAnAnswer, Payload, Puzzle, Question, Refusal,
    Told, Unlowered,
};
use crate::picture::{Format, Picture};
use crate::syntax::ast::{Query, Tree, Verb};
use crate::text::{LONGEST_SHOWN, Span};
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{SentenceId, Sheet, State, TermId, Variable as Number};
use puzzle_engine::problem::sheet::{Aim, Direction, Found, Task};
use puzzle_engine::{Problem, Solution};

/// What a question asks, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// The sheet with the sentence or the term in it.
    pub sheet: Arc<Sheet>,
    /// What is to be proved, or of what it is asked for what it follows.
    pub sentence: Option<SentenceId>,
    /// What is to be small or large.
    pub term: Option<TermId>,
    /// What is asked for, each with its name and its sort.
    pub asked: Vec<(String, Number, u32)>,
}

impl Goals {
    /// Those of a question about a puzzle.
    pub fn of(question: &Question) -> Option<&Self> {
        question.payload.as_ref()?.get()
    }
}

/// The names and variables of a puzzle as questions use them.
#[derive(Debug)]
pub struct Asked<'a> {
    symbols: Symbols<'a>,
    variables: Vec<Variable>,
}

/// A declared puzzle.
#[derive(Debug)]
pub struct SheetPuzzle<'a> {
    /// What it says.
    pub understood: Understood<'a>,
    /// Its names as questions use them, once there was one.
    pub asked: RefCell<Option<Asked<'a>>>,
}

impl Puzzle for SheetPuzzle<'_> {
    fn read(
        &self,
        query: &Query,
        document: (&str, &Tree),
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Payload> {
        let mut understood = self.understood.clone();
        let Understood { symbols, variables, .. } = &mut understood;
        let first = variables.len();
        let resolved = self.resolve(query, document, (symbols, variables), findings)?;
        for it in &understood.called {
            understood.variables[*it as usize].sort = None;
        }
        let mut found = Findings::new(&self.understood.lineage, QUESTION);
        let mut settling = Settling::new(&mut understood.symbols, &mut understood.variables);
        let mut all: Vec<(Option<u32>, &Resolved<'_>)> = Vec::new();
        for at in &understood.order {
            let definition = &understood.definitions[*at];
            all.push((Some(definition.symbol), &definition.body));
        }
        all.extend(understood.signs.iter().map(|it| (None, &it.sentence)));
        all.extend(understood.sentences.iter().map(|it| (None, it)));
        all.push((None, &resolved));
        settling.settle(0, &all);
        settling.without_values(first, &all, &mut found);
        settling.report(&resolved, &mut found);
        if !found.are_harmless() {
            findings.extend(found.told(false));
            return None;
        }
        let mut lowering = Lowering::new(&understood, &[&resolved]).ok()?;
        let mut bound = rustc_hash::FxHashMap::default();
        let mut asked: Vec<_> = (first..understood.variables.len())
            .filter(|it| understood.variables[*it].is_asked)
            .collect();
        asked.sort_by_key(|it| understood.variables[*it].place.span.start);
        let asked = asked.into_iter().map(|it| {
            let variable = &understood.variables[it];
            let number = lowering.variable(it as u32, &mut bound);
            (variable.name.clone(), number, variable.sort.unwrap_or_default())
        });
        let asked: Vec<_> = asked.collect();
        let (mut sentence, mut term) = (None, None);
        match query.verb {
            Verb::Smallest | Verb::Largest => term = Some(lowering.term(&resolved)?),
            _ => sentence = Some(lowering.open_sentence(&resolved, &mut bound)?),
        }
        let sheet = Arc::new(lowering.sheet);
        Some(Payload::new(Goals { sheet, sentence, term, asked }))
    }

    fn understands(
        &self,
        query: &Query,
        document: (&str, &Tree),
        findings: &mut Vec<Diagnostic>,
    ) -> bool {
        let mut asked = self.asked.borrow_mut();
        let Asked { symbols, variables } = asked.get_or_insert_with(|| Asked {
            symbols: self.understood.symbols.clone(),
            variables: self.understood.variables.clone(),
        });
        let (before, first) = (symbols.before(), variables.len());
        let resolved = self.resolve(query, document, (symbols, variables), findings);
        let is_sound = resolved.is_some_and(|resolved| {
            let mut found = Findings::new(&self.understood.lineage, QUESTION);
            let mut settling = Settling::new(symbols, variables);
            settling.settle(first, &[(None, &resolved)]);
            settling.without_values(first, &[(None, &resolved)], &mut found);
            settling.report(&resolved, &mut found);
            let is_sound = found.are_harmless();
            findings.extend(found.told(false));
            is_sound
        });
        variables.truncate(first);
        symbols.forget_since(before);
        is_sound
    }

    fn refuse(&self, _: &Question, _: &str, place: Span) -> Option<Diagnostic> {
        let lineage = &self.understood.lineage;
        let own = lineage.own();
        let name = own.slice(own.name);
        let (what, at, help) = missing(self.understood.missing.first()?);
        let fault = errors::missing(place, name, &what);
        let source = lineage.blocks[at.block].source;
        Some(fault.related_in(Arc::clone(source), at.span, "told nowhere").help(format!(
            "write it in `{name}`, or ask about a puzzle that has these rules: `puzzle mine: {name} {{ {help} }}`"
        )))
    }

    fn lower(&self, question: &Question, _: &mut Budget) -> Result<Lowered, Unlowered> {
        if question.verb == Verb::Draw && shown(&self.understood).is_empty() {
            return Err(WITHOUT_BOARD.to_owned().into());
        }
        self.task(question)
            .map(|task| Lowered::Problem(Problem::Sheet(Box::new(task))))
            .map_err(Into::into)
    }

    fn lift(&self, question: &Question, solution: &Solution) -> Result<Answer, Mismatch> {
        let found = found(solution).ok_or(Mismatch)?;
        Ok(match (question.verb, found) {
            (Verb::Solve, Found::World(state)) => self.solved(state),
            (Verb::Draw, Found::World(_)) => {
                let drawn = self.picture(Some(solution)).map_err(|_| Mismatch)?;
                let drawn = drawn.render(Format::Text).map_err(|_| Mismatch)?;
                Answer::witness(Drawn, drawn)
            }
            (_, Found::None(reason)) => {
                self.because(Answer::plain(NoSolution), reason, "these cannot all be true:")
            }
            (Verb::Count, Found::Count(count)) => Answer::plain(count.to_string()),
            (Verb::Smallest | Verb::Largest, Found::Best(value, state, reason)) => {
                let answer = self.with_world(Answer::plain(value.to_string()), None, state);
                let words = match question.verb {
                    Verb::Smallest => "nothing smaller is left by:",
                    _ => "nothing larger is left by:",
                };
                self.because(answer, reason, words)
            }
            (Verb::Smallest | Verb::Largest, Found::NoValue(reason)) => {
                let answer =
                    Answer::plain(NoSolution).note("there are solutions, but no number in any");
                self.because(answer, reason, "it has no value because of:")
            }
            (Verb::Prove, Found::Proved(reason)) => {
                self.because(Answer::plain(Proved), reason, "it follows from:")
            }
            (Verb::Prove, Found::Refuted(reason)) => {
                self.because(Answer::plain(Refuted), reason, "its negation follows from:")
            }
            (Verb::Prove, Found::Neither(yes, no)) => {
                let answer = self.with_world(Answer::plain(Neither), Some("true when:"), yes);
                self.with_world(answer, Some("false when:"), no)
            }
            (Verb::Ask, Found::Answers { answers, no_others }) => {
                let goals = Goals::of(question).ok_or(Mismatch)?;
                self.answers(goals, answers, *no_others)
            }
            _ => return Err(Mismatch),
        })
    }

    fn another(
        &self,
        question: &Question,
        solution: &Solution,
    ) -> Result<Option<Problem>, NoOther> {
        let state = match found(solution) {
            Some(Found::World(state)) => state,
            Some(Found::None(_)) => return Ok(None),
            _ => return Err(Mismatch.into()),
        };
        let mut task = self.task(question)?;
        task.aim = Aim::Another(state.clone());
        Ok(Some(Problem::Sheet(Box::new(task))))
    }

    fn differences(
        &self,
        first: &Solution,
        other: &Solution,
    ) -> Result<Option<Vec<String>>, Mismatch> {
        match (found(first), found(other)) {
            (Some(Found::World(first)), Some(Found::World(other))) => {
                let [first, other] = [first, other].map(|it| World::new(&self.understood, it));
                Ok(Some(first.differences(&other)))
            }
            (Some(Found::World(_)), Some(Found::None(_))) => Ok(None),
            _ => Err(Mismatch),
        }
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        Claimed { understood: &self.understood }.claim(question, words)
    }

    fn picture(&self, solution: Option<&Solution>) -> Result<Picture, Refusal> {
        if !self.understood.missing.is_empty() {
            return Err(self.refusal());
        }
        let state = match solution.and_then(found) {
            Some(Found::World(state)) => Some(state),
            _ => None,
        };
        self.drawn(state)
    }
}

pub(super) const WITHOUT_BOARD: &str =
    "a puzzle without a board on which something is found has no picture";

/// What was found out about a puzzle.
fn found(solution: &Solution) -> Option<&Found> {
    match solution {
        Solution::Sheet(found) => Some(found),
        _ => None,
    }
}

/// What is missing, where it belongs, and how it is told.
fn missing(it: &Missing) -> (String, Place, String) {
    match it {
        Missing::Size(place) => {
            ("how large its grid is".to_owned(), *place, "board \"\"\"…\"\"\"".to_owned())
        }
        Missing::Things(name, place) => {
            (format!("what there is of `{name}`"), *place, format!("sort {name} = …"))
        }
        Missing::Given(name, place) => {
            (format!("`{name}`, which is given"), *place, format!("{name} …"))
        }
    }
}

/// The beginning of a line.
fn shortened(sentence: &str) -> String {
    let line = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

impl<'a> SheetPuzzle<'a> {
    /// Why nothing can be asked.
    fn refusal(&self) -> Refusal {
        let own = self.understood.lineage.own();
        let what = self.understood.missing.first().map(|it| missing(it).0).unwrap_or_default();
        format!("`{}` does not tell {what}", own.slice(own.name))
    }

    /// Finds out what the words of a question's sentence or term are; `None` when they make no sense.
    fn resolve<'t>(
        &self,
        query: &Query,
        (text, tree): (&'t str, &'t Tree),
        (symbols, variables): (&mut Symbols<'a>, &mut Vec<Variable>),
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Resolved<'t>> {
        let sentence = query.sentences.first()?;
        let mut findings = Findings::new(&self.understood.lineage, QUESTION);
        let first = variables.len();
        let mut resolver = Resolver::new(symbols, variables, &mut findings);
        resolver.may_ask = query.verb == Verb::Ask;
        let whole = match query.verb {
            Verb::Smallest | Verb::Largest => {
                Expected::Term(resolver.symbols.classes.add(Some(Type::Number)), false)
            }
            _ => Expected::Statement,
        };
        let resolved = resolver.resolve((text, tree), tree.sentence(sentence), whole, &[]);
        resolver.finish();
        let is_asking = variables[first..].iter().any(|it| it.is_asked);
        if query.verb == Verb::Ask && !is_asking && findings.are_harmless() {
            findings.push(errors::nothing_asked(sentence.span, query.verb_span));
        }
        let is_sound = findings.found.iter().all(|(_, it)| it.severity != Severity::Error);
        diagnostics.extend(findings.told(false));
        is_sound.then_some(resolved)
    }

    /// A question in numbers.
    fn task(&self, question: &Question) -> Result<Task, Refusal> {
        if !self.understood.missing.is_empty() {
            return Err(self.refusal());
        }
        let goals = Goals::of(question);
        let lacks = || "the question lacks its sentence".to_owned();
        let sentence = || goals.and_then(|it| it.sentence).ok_or_else(lacks);
        let term = || goals.and_then(|it| it.term).ok_or_else(lacks);
        let aim = match question.verb {
            Verb::Prove => Aim::Prove(sentence()?),
            Verb::Ask => {
                let asked = goals.iter().flat_map(|it| &it.asked).map(|it| it.1).collect();
                Aim::Ask(sentence()?, asked)
            }
            Verb::Smallest => Aim::Best(Direction::Smallest, term()?),
            Verb::Largest => Aim::Best(Direction::Largest, term()?),
            Verb::Count => Aim::Count,
            _ => Aim::World,
        };
        let sheet = match goals {
            Some(goals) => Sheet::clone(&goals.sheet),
            None => Lowering::new(&self.understood, &[])?.sheet,
        };
        Ok(Task { sheet, aim })
    }

    /// That there is a solution, and the solution.
    fn solved(&self, state: &State) -> Answer {
        let world = World::new(&self.understood, state);
        let board = Board::of(&self.understood, &world);
        let lines = world.lines(board.as_ref());
        let told = Some(Told::default());
        let Some(board) = board else {
            return Answer { told, ..Answer::plain(Solvable).table(None, lines) };
        };
        let drawn = board.lines(&self.understood);
        let answer = match drawn.len() {
            1 => Answer::plain(Solvable).table(None, drawn),
            _ => Answer::witness(Solvable, drawn.join("\n")),
        };
        Answer { told, ..answer.table(None, lines) }
    }

    /// Adds a solution below a head.
    fn with_world(&self, answer: Answer, head: Option<&str>, state: &State) -> Answer {
        let world = World::new(&self.understood, state);
        let board = Board::of(&self.understood, &world);
        let mut lines = board.as_ref().map(|it| it.lines(&self.understood)).unwrap_or_default();
        lines.extend(world.lines(board.as_ref()));
        answer.table(head, lines)
    }

    /// Adds the lines and signs that something follows from.
    fn because(&self, answer: Answer, reason: &[usize], words: &str) -> Answer {
        let understood = &self.understood;
        let rules = reason.iter().filter_map(|it| understood.rules.get(*it));
        rules.fold(answer.heading(words), |answer, rule| {
            let source = understood.lineage.blocks[rule.place.block].source;
            let words = match &rule.label {
                Some(label) => label.clone(),
                None => shortened(understood.lineage.slice(rule.place)),
            };
            answer.because(source, rule.place.span, words)
        })
    }

    fn answers(&self, goals: &Goals, answers: &[Vec<i64>], no_others: bool) -> Answer {
        let mut answers = answers.to_vec();
        answers.sort_unstable();
        let each: Vec<String> =
            answers.iter().map(|it| written(&self.understood, goals, it)).collect();
        let head = match each.is_empty() {
            true => Nothing.into(),
            false => each.join(", ").into(),
        };
        let told = Some(Told { each: each.clone(), some: Vec::new() });
        if no_others {
            let text = super::claimed::with_no_others(&head);
            return Answer { told, ..Answer::witness(head, text) };
        }
        let note = match each.is_empty() {
            true => "it follows for nothing, but may be true of something",
            false => "whether for others, too, is open",
        };
        Answer { told, ..Answer::plain(head).note(note) }
    }
}
