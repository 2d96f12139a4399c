//! The questions about a puzzle: its sentences in numbers, and the answers in its words.

mod questions;
mod steps;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use super::board::{self, Board};
use super::claimed::{Claimed, written};
use super::classes::Type;
use super::difference::ComparedSheet;
use super::errors;
use super::goals::{PlanGoals, SheetGoals};
use super::lineage::{Findings, QUESTION};
use super::lower::Lowering;
use super::resolve::{ExpectedPart, Resolved, Resolver};
use super::settle::Settling;
use super::symbols::{SortMembers, Symbols};
use super::understood::{Missing, Understood, said};
use super::variables::Variable;
use super::world::World;
use crate::diagnostic::{Diagnostic, Edit, Related, Severity};
use crate::kinds::AnswerVerdict::*;
use crate::kinds::correction::without;
use crate::kinds::{
    Answer, AnswerHead, Attempt, Chance, Claim, Comparable, Correction, Engine, HAS_SHEET_TARGETS,
    Hints, Lowered, Making, MoveWorth, NamedClauses, NotAnAnswer, Payload, PlayPosition, Posed,
    PosedFrames, PosedWorlds, Puzzle, Question, Reasons, Refusal, Target, Told, Traced, Turn,
    Unlowered,
};
use crate::picture::Picture;
use crate::syntax::ast::{Query, SyntaxTree, Verb};
use crate::text::Span;
use num_bigint::BigUint;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::sheet::{SheetSentence, SheetState};
use puzzle_engine::problem::game::{Unplayable, WrittenGame};
use puzzle_engine::problem::sheet::Answers;
use puzzle_engine::problem::theory::TheoryMethod;
use rustc_hash::{FxHashMap, FxHashSet};

/// The names and variables of a puzzle as questions use them.
#[derive(Debug)]
pub struct QuestionNames<'a> {
    symbols: Symbols<'a>,
    variables: Vec<Variable>,
}

/// The name of something found, and what it is for all arguments.
pub type NamedTable<'t> = (&'t str, Vec<Option<i64>>);

/// A declared puzzle.
#[derive(Debug)]
pub struct SheetPuzzle<'a> {
    /// What it says.
    pub understood: Understood<'a>,
    /// Its names as questions use them, once there was one.
    pub asked: RefCell<Option<QuestionNames<'a>>>,
    /// If it is a game, that game, once somebody asked for it, or why it cannot be played.
    pub opened: OnceCell<Result<Arc<dyn WrittenGame>, Unplayable>>,
}

impl Puzzle for SheetPuzzle<'_> {
    fn read(
        &self,
        query: &Query,
        document: (&str, &SyntaxTree),
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Payload> {
        let mut understood = self.understood.clone();
        let Understood { symbols, variables, .. } = &mut understood;
        let first = variables.len();
        let resolved = self.resolve(query, document, (symbols, variables), findings)?;
        let last = resolved.last()?;
        for it in &understood.called {
            understood.variables[*it as usize].sort = None;
        }
        let mut found = Findings::new(&self.understood.lineage, QUESTION);
        let mut settling = Settling::new(&mut understood.symbols, &mut understood.variables);
        let mut all = said(
            &understood.order,
            &understood.definitions,
            &understood.signs,
            &understood.sentences,
            &understood.doing,
        );
        all.extend(resolved.iter().map(|it| (None, it)));
        settling.settle(0, &all);
        settling.without_values(first, &all, &mut found);
        resolved.iter().for_each(|it| settling.report(it, &mut found));
        self.unfit(query.verb, last, &mut found);
        if !found.are_harmless() {
            findings.extend(found.told(false));
            return None;
        }
        let asked: Vec<_> = resolved.iter().collect();
        let mut lowering = Lowering::new(&understood, &asked).ok()?;
        let mut bound = FxHashMap::default();
        let asked = understood.asked_from(first).into_iter().map(|it| {
            let variable = &understood.variables[it];
            let number = lowering.variable(it as u32, &mut bound);
            (variable.name.clone(), number, variable.sort.unwrap_or_default())
        });
        let asked: Vec<_> = asked.collect();
        let (mut sentence, mut term) = (None, None);
        let mut done = None;
        if self.is_doing() {
            let (actions, goal) = lowering.doing_to_the_end()?;
            done = Some(PlanGoals { actions, goal, worth: None, steps: None });
        }
        match query.verb {
            Verb::Smallest | Verb::Largest if let Some(done) = &mut done => {
                done.worth = Some(lowering.worth(last)?);
            }
            Verb::Smallest | Verb::Largest => term = Some(lowering.term(last)?),
            _ => {
                let mut said = Vec::new();
                for it in &resolved {
                    said.push(lowering.open_sentence(it, &mut bound)?);
                }
                sentence = match said[..] {
                    [one, other] => Some(lowering.sheet.sentence(SheetSentence::Iff(one, other))),
                    _ => said.first().copied(),
                };
            }
        }
        let (sheet, symbols) = (Arc::new(lowering.sheet), Arc::new(lowering.symbols));
        let named = Arc::new(lowering.named);
        Some(Payload::new(SheetGoals { sheet, symbols, named, sentence, term, asked, done }))
    }

    fn understands(
        &self,
        query: &Query,
        document: (&str, &SyntaxTree),
        findings: &mut Vec<Diagnostic>,
    ) -> bool {
        let mut asked = self.asked.borrow_mut();
        let QuestionNames { symbols, variables } = asked.get_or_insert_with(|| QuestionNames {
            symbols: self.understood.symbols.clone(),
            variables: self.understood.variables.clone(),
        });
        let (before, first) = (symbols.before(), variables.len());
        let resolved = self.resolve(query, document, (symbols, variables), findings);
        let is_sound = resolved.is_some_and(|resolved| {
            let mut found = Findings::new(&self.understood.lineage, QUESTION);
            let mut settling = Settling::new(symbols, variables);
            let all: Vec<_> = resolved.iter().map(|it| (None, it)).collect();
            settling.settle(first, &all);
            settling.without_values(first, &all, &mut found);
            resolved.iter().for_each(|it| settling.report(it, &mut found));
            resolved.iter().for_each(|it| self.unfit(query.verb, it, &mut found));
            let is_sound = found.are_harmless();
            findings.extend(found.told(false));
            is_sound
        });
        variables.truncate(first);
        symbols.forget_since(before);
        is_sound
    }

    fn refuse(&self, question: &Question, text: &str, place: Span) -> Option<Diagnostic> {
        let lineage = &self.understood.lineage;
        let own = lineage.own();
        let name = own.slice(own.name);
        // Engines of theories; by `auto` a sheet is answered as ever.
        if let Some(Engine::Theory(method)) = question.engine
            && method != TheoryMethod::Auto
        {
            return Some(errors::no_proof_with_numbers(name, place));
        }
        let Some(first) = self.understood.missing.first() else {
            return match self.is_game() {
                true if question.after.is_empty() => None,
                true => self.game().ok()?.refuse(question, text, place),
                false => self.unanswerable(question, name, place),
            };
        };
        let (what, at, help) = first.told();
        let fault = errors::missing(place, name, &what);
        let source = lineage.blocks[at.block].source;
        let help = match lineage.is_theory {
            true => format!("write it in `{name}`: `{help}`"),
            false => format!(
                "write it in `{name}`, or ask about a puzzle that has these rules: `puzzle mine: {name} {{ {help} }}`"
            ),
        };
        Some(fault.related_in(Arc::clone(source), at.span, "told nowhere").help(help))
    }

    fn lower<'p>(
        &'p self,
        question: &'p Question,
        _: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        if self.is_game() && question.verb != Verb::Prove {
            return match self.has_no_start() {
                true => self.lower_without_start(),
                false => self.game()?.lowered(question),
            };
        }
        if question.verb == Verb::Draw && !self.understood.is_drawn() {
            return Err(NOTHING_TO_DRAW.to_owned().into());
        }
        if !self.understood.missing.is_empty() {
            return Err(self.refusal().into());
        }
        if self.is_doing() {
            return self.lower_doing(question);
        }
        self.lower_sheet(question)
    }

    fn part_at(&self, document: u32, offset: u32) -> Option<(Span, String)> {
        self.understood.part_at(document, offset)
    }

    fn lists_all(&self) -> bool {
        !self.is_doing()
    }

    fn tried(&self, _: &Question) -> Option<&'static str> {
        Some(match self.is_doing() {
            true => "what was tried: plans as clauses, and all states that can be reached, in turn",
            false => "what was tried: its rules as clauses, by clause learning",
        })
    }

    fn world_word(&self) -> Option<&'static str> {
        self.has_worlds().then_some("solution")
    }

    fn worlds(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        self.last_worlds(most)
    }

    fn hints(&self, most: usize) -> Result<Posed<'_, Hints>, Refusal> {
        steps::hints(self, most)
    }

    fn corrections(&self, no: &Answer, _: &mut Budget) -> Result<Vec<Correction>, Stop> {
        let lineage = &self.understood.lineage;
        let (source, block) = (lineage.own().source, lineage.blocks.len() - 1);
        let is_drawn = |place: Span| {
            let mut drawings = self.understood.drawings.iter();
            drawings.any(|it| it.place.block == block && it.place.span.contains(place))
        };
        let (drawn, said): (Vec<_>, Vec<_>) =
            no.places_in(source).partition(|it| is_drawn(it.span));
        // What a drawing tells is what one changes first.
        let drawn = drawn
            .into_iter()
            .map(|it| Correction::new(source, without(&it.message), Edit::replace(it.span, ".")));
        let said = said.into_iter().filter_map(|it| Correction::without_rule(source, it.span));
        Ok(drawn.chain(said).collect())
    }

    fn loosened(&self, no: &Answer) -> Vec<Vec<Correction>> {
        if self.is_game() || self.is_doing() { Vec::new() } else { self.other_bounds(no) }
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        if self.is_game() && question.verb != Verb::Prove {
            if self.has_no_start() {
                return Ok(match Claim::one_of(words, &[NoSolution]) {
                    Err(_) => Claim::says(AnswerHead::Words(words.join(" "))),
                    no_solution => no_solution?,
                });
            }
            let game = self.game().map_err(NotAnAnswer::from)?;
            return Self::joined(words, |words| game.claim(question, words));
        }
        Claimed { understood: &self.understood }.claim(question, words)
    }

    fn misworded(&self, question: &Question, words: &[&str]) -> Option<NotAnAnswer> {
        // What the players are called is known once it is played.
        let is_played = self.is_game() && question.verb != Verb::Prove;
        if is_played { None } else { self.claim(question, words).err() }
    }

    fn move_worths(&self, moves: &[String]) -> Result<Posed<'_, Vec<MoveWorth>>, Refusal> {
        if self.is_game() {
            self.game()?.valued(moves)
        } else {
            Err("nobody moves here".to_owned())
        }
    }

    fn turn(&self, moves: &[String]) -> Result<Turn, Refusal> {
        if self.is_game() { self.game()?.turn(moves) } else { self.turn_alone(moves) }
    }

    fn meant(&self, moves: &[String], word: &str) -> Option<String> {
        match self.is_game() {
            true => self.game().ok()?.meant(moves, word),
            false => self.meant_alone(moves, word),
        }
    }

    fn barred(&self, moves: &[String], word: &str) -> Option<String> {
        if self.is_game() { None } else { self.barred_alone(moves, word) }
    }

    fn position(&self, moves: &[String]) -> Result<PlayPosition, Refusal> {
        if self.is_game() { self.game()?.position(moves) } else { self.position_alone(moves) }
    }

    fn clauses(&self, budget: &mut Budget) -> Result<Option<NamedClauses<'_>>, Stop> {
        match self.is_doing() {
            // Clauses say what is so, and nothing of what is done.
            true => Ok(None),
            false => self.named_clauses(budget),
        }
    }

    fn traced<'p>(
        &'p self,
        question: &'p Question,
        _: &Answer,
    ) -> Result<Option<Traced<'p>>, Refusal> {
        match self.is_game() {
            true => Ok(Some(Traced::Play(self.game()?.traced_play(question)?))),
            false => Ok(None),
        }
    }

    fn targets(&self, budget: &mut Budget) -> Result<Vec<Target>, Stop> {
        match (self.is_game(), self.is_doing()) {
            _ if !HAS_SHEET_TARGETS => Ok(Vec::new()),
            (true, _) => self.game_texts(budget),
            (_, true) => self.plan_texts(None, budget),
            _ => self.texts(None, budget),
        }
    }

    fn posed(
        &self,
        question: &Question,
        _: &str,
        budget: &mut Budget,
    ) -> Result<Vec<Target>, Stop> {
        match self.is_doing() {
            _ if !HAS_SHEET_TARGETS => Ok(Vec::new()),
            true => self.plan_texts(Some(question), budget),
            false => self.texts(Some(question), budget),
        }
    }

    fn drawn_places(&self) -> Vec<(String, Related)> {
        self.understood.drawn_places()
    }

    fn clues(&self) -> Vec<Related> {
        self.own_lines()
    }

    fn follows(&self, clue: usize, from: &[usize]) -> Result<Posed<'_, bool>, Refusal> {
        self.own_follows(clue, from)
    }

    fn groundwork(&self, chance: &mut Chance) -> Result<Vec<String>, Refusal> {
        Ok(self.areas(chance))
    }

    fn attempt(&self, chance: &mut Chance, making: Making) -> Result<Attempt<'_>, Refusal> {
        self.attempted(chance, making)
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        if self.is_game() {
            return Ok(Comparable::Game(self.game()?.walk()));
        }
        if !self.understood.missing.is_empty() {
            return Err(self.refusal());
        }
        match self.is_doing() {
            true => self.plans().map(|it| Comparable::Plans(Box::new(it))),
            false => Ok(Comparable::Sheet(ComparedSheet(&self.understood))),
        }
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        if !self.understood.missing.is_empty() {
            return Err(self.refusal());
        }
        if self.is_game() {
            return self.game()?.picture();
        }
        // What is done has a start to show, with a board or without.
        if self.is_doing() { Ok(self.position_alone(&[])?.picture) } else { self.drawn(None) }
    }
}

pub(super) const NOTHING_TO_DRAW: &str = "there is nothing to be found in it that could be drawn";

impl<'a> SheetPuzzle<'a> {
    /// What follows step by step, to be stepped through.
    pub fn frames(&self) -> PosedFrames<'_> {
        steps::frames(self).unwrap_or_else(|why| Posed::known(Err(why)))
    }

    /// The steps in which its rules leave no solution.
    ///
    /// # Errors
    /// Why nothing can be asked.
    pub fn argument(&self) -> Result<Posed<'_, Reasons>, Refusal> {
        steps::argument(self, None)
    }

    /// Why the sentence of a question is so or not, or for what it is. The question was read by such a puzzle.
    ///
    /// # Errors
    /// Why nothing can be asked.
    pub fn why(&self, read: &Payload, verb: Verb) -> Result<Posed<'_, Reasons>, Refusal> {
        let goals = read.get::<SheetGoals>().cloned();
        let goals = goals.ok_or("the question lacks its sentence")?;
        if verb == Verb::Ask { steps::answers(self, goals) } else { steps::why(self, goals, verb) }
    }

    /// Why a solution is the only one. Of it stands there by name what everything found is.
    ///
    /// # Errors
    /// Why nothing can be asked.
    pub fn only(&self, tables: &[NamedTable<'_>]) -> Result<Posed<'_, Reasons>, Refusal> {
        steps::only(self, self.named_state(tables)?)
    }

    /// Why there are so many solutions.
    ///
    /// # Errors
    /// Why nothing can be asked.
    pub fn why_so_many(&self, count: &BigUint) -> Result<Posed<'_, Reasons>, Refusal> {
        steps::so_many(self, count)
    }

    /// A sort of which it is not told what there is, with its place.
    pub fn open_sort(&self) -> Option<(&str, Span)> {
        self.understood.missing.iter().find_map(|it| match it {
            Missing::Things(name, place) => Some((name.as_str(), place.span)),
            _ => None,
        })
    }

    /// Why nothing can be asked.
    pub(super) fn refusal(&self) -> Refusal {
        let own = self.understood.lineage.own();
        let what = self.understood.missing.first().map(|it| it.told().0).unwrap_or_default();
        format!("`{}` does not tell {what}", own.slice(own.name))
    }

    /// Finds out what the words of a question's sentences or term are; `None` when they make no sense.
    fn resolve<'t>(
        &self,
        query: &Query,
        (text, tree): (&'t str, &'t SyntaxTree),
        (symbols, variables): (&mut Symbols<'a>, &mut Vec<Variable>),
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Vec<Resolved<'t>>> {
        let mut findings = Findings::new(&self.understood.lineage, QUESTION);
        let first = variables.len();
        let mut resolver = Resolver::new(symbols, variables, &mut findings);
        resolver.may_ask = query.verb == Verb::Ask;
        let whole = match query.verb {
            Verb::Smallest | Verb::Largest => {
                ExpectedPart::Term(resolver.symbols.classes.add(Some(Type::Number)), false)
            }
            _ => ExpectedPart::Statement,
        };
        let of = |it| resolver.resolve((text, tree), tree.sentence(it), whole, &[]);
        let resolved: Vec<_> = query.sentences.iter().map(of).collect();
        resolver.finish();
        let is_asking = variables[first..].iter().any(|it| it.is_asked);
        if query.verb == Verb::Ask && !is_asking && findings.are_harmless() {
            findings.push(errors::nothing_asked(query.sentences[0].span, query.verb_span));
        }
        let is_sound = findings.found.iter().all(|(_, it)| it.severity != Severity::Error);
        diagnostics.extend(findings.told(false));
        is_sound.then_some(resolved)
    }

    /// That there is no solution, without a reason.
    pub(super) fn without_solution(&self) -> Answer {
        Answer::plain(self.understood.lineage.none())
    }

    /// That there is a solution, and the solution.
    pub(super) fn solved(&self, state: &SheetState) -> Answer {
        let world = World::new(&self.understood, state);
        let board = Board::of(&self.understood, &world);
        let lines = world.lines(board::shown_on(board.as_ref()));
        let (told, some) = (Some(Told::default()), self.understood.lineage.some());
        let Some(board) = board else {
            return Answer { told, ..Answer::plain(some).table(None, lines) };
        };
        let drawn = board.lines(&self.understood);
        // A sign that may be two things can be shown, but not expected.
        let text = format!("\"\"\"\n{}\n\"\"\"", drawn.join("\n"));
        let is_read =
            drawn.len() > 1 && Claimed { understood: &self.understood }.read(&text).is_ok();
        let answer = match is_read {
            true => Answer::witness(some, drawn.join("\n")),
            false => Answer::plain(some).table(None, drawn),
        };
        Answer { told, ..answer.table(None, lines) }
    }

    /// Adds a solution below a head.
    pub(super) fn with_world(
        &self,
        answer: Answer,
        head: Option<&str>,
        state: &SheetState,
    ) -> Answer {
        answer.table(head, self.lines(state))
    }

    /// A solution: its board, and what that does not show.
    pub(super) fn lines(&self, state: &SheetState) -> Vec<String> {
        self.understood.solution(state)
    }

    /// Adds the lines and signs that something follows from.
    pub(super) fn because(&self, answer: Answer, reason: &[usize], words: &str) -> Answer {
        let understood = &self.understood;
        let rules = reason.iter().filter_map(|it| understood.rules.get(*it));
        rules.fold(answer.heading(words), |answer, rule| {
            let source = understood.lineage.blocks[rule.place.block].source;
            answer.because(source, rule.place.span, understood.says(rule))
        })
    }

    fn answers(&self, goals: &SheetGoals, found: &Answers) -> Answer {
        let Answers { mut answers, no_others } = found.clone();
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
        let answer = Answer::plain(head);
        let answer = match each.is_empty() {
            true => answer.note("it follows for nothing, but may be true of something"),
            false => answer.open_for(self.others(goals, &answers)),
        };
        Answer { told, ..answer }
    }

    /// The values of the one thing that is asked for besides these.
    fn others(&self, goals: &SheetGoals, answers: &[Vec<i64>]) -> impl Iterator<Item = String> {
        let sorts = &self.understood.symbols.sorts;
        let count = match goals.asked[..] {
            [(_, _, sort)] => match &sorts[sort as usize].elements {
                SortMembers::Listed(listed) => listed.len() as i64,
                _ => 0,
            },
            _ => 0,
        };
        let answers: FxHashSet<_> = answers.iter().collect();
        let others = (0..count).map(|it| vec![it]).filter(move |it| !answers.contains(it));
        others.map(|it| written(&self.understood, goals, &it))
    }
}
