//! The questions about a puzzle in which something is done, and the answers in its words.

use std::rc::Rc;

use super::changes::{Single, meters};
use super::errors;
use super::goals::{PlanGoals, SheetGoals};
use super::lineage::{BlockPlace, Findings, QUESTION};
use super::lower::Lowering;
use super::lower_actions::StartOrigin;
use super::puzzle::SheetPuzzle;
use super::ranges::Range;
use super::resolve::Resolved;
use super::understood::Understood;
use crate::diagnostic::Diagnostic;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::{Answer, Lowered, Posed, Question, Reasons, Refusal, Solved, Told, Unlowered};
use crate::picture::{Format, PictureBody};
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::logic::sheet::actions::{Actions, Bar, Flaw, NoStart, SheetStep};
use puzzle_engine::logic::sheet::{SentenceId, Sheet, SheetSentence, SheetState};
use puzzle_engine::problem::plan::{NothingReached, Plan, PlanTask, Planned, aim};
use puzzle_engine::problem::sheet::Direction;
use puzzle_engine::problem::walk::NamedPlans;

impl<'a> SheetPuzzle<'a> {
    /// Whether something is done in it.
    pub(super) fn is_doing(&self) -> bool {
        self.understood.doing.is_any()
    }

    /// Why a question is not about a puzzle in which something is done; where it stands is in
    /// `findings`.
    pub(super) fn unfit(&self, verb: Verb, term: &Resolved<'_>, findings: &mut Findings<'_, 'a>) {
        let symbols = &self.understood.symbols;
        let reads = match verb {
            Verb::Smallest | Verb::Largest => meters(term, symbols).err(),
            _ => (0..term.nodes.len()).find(|node| {
                matches!(term.roles[*node], super::resolve::NodeRole::Symbol(symbol)
                    if symbols.symbols[symbol as usize].origin == super::symbols::NameOrigin::Meter)
            }),
        };
        if let Some(node) = reads {
            let fault = errors::meter_read(term.word(node), term.nodes[node].span);
            findings.push_at(QUESTION, fault);
        }
        self.understood.check_while_playing(term, findings);
    }

    /// The sheet, the actions and the goal of a question.
    pub(super) fn task(&self, question: &Question) -> Result<(Sheet, PlanGoals), Refusal> {
        if let Some(goals) = SheetGoals::of(question)
            && let Some(done) = &goals.done
        {
            return Ok((Sheet::clone(&goals.sheet), PlanGoals::clone(done)));
        }
        let mut lowering = Lowering::new(&self.understood, &[])?;
        let (actions, goal) = lowering.doing_to_the_end().ok_or("an action has no meaning")?;
        Ok((lowering.sheet, PlanGoals { actions, goal, worth: None, steps: None }))
    }

    /// What a question about what is done comes down to.
    pub(super) fn lower_doing<'p>(
        &'p self,
        question: &'p Question,
    ) -> Result<Lowered<'p>, Unlowered> {
        if !self.understood.missing.is_empty() {
            return Err(self.refusal().into());
        }
        let (sheet, done) = self.task(question)?;
        let PlanGoals { mut actions, goal, worth, steps } = done;
        actions.done = self.steps_done(question)?;
        let goal = || goal.ok_or_else(|| "the puzzle has no goal".to_owned());
        Ok(match question.verb {
            Verb::Prove if steps.is_none() => self.lower_always(question, sheet, actions)?,
            Verb::Prove => {
                let aim = aim::WalkSteps(steps.unwrap_or_default(), goal()?);
                let task = PlanTask { sheet, actions, aim };
                Lowered::Problem(Posed::new(task, |_, found| {
                    let leads = found.map_err(|flaw| self.flaw(&flaw))?;
                    Ok(Answer::plain(if leads { Proved } else { Refuted }).into())
                }))
            }
            Verb::Smallest | Verb::Largest => {
                let worth = worth.ok_or("the question lacks its term".to_owned())?;
                self.lower_best(question, sheet, actions, goal()?, worth)
            }
            Verb::Count => self.lower_ways(question, sheet, actions, goal()?),
            Verb::Shortest => {
                let task = PlanTask { sheet, actions, aim: aim::ShortestPlan(goal()?) };
                let length = |plan: &Plan| Answer::plain(plan.steps.len().to_string());
                let told = move |found| self.planned(question, found, length);
                Lowered::Problem(Posed::new(task, move |_, found| told(found)))
            }
            // A hint.
            Verb::Play2Win => {
                let task = PlanTask { sheet, actions, aim: aim::Reach(goal()?) };
                Lowered::Problem(Posed::new(task, |_, found| {
                    Ok(self.hint(found.map_err(|flaw| self.flaw(&flaw))?))
                }))
            }
            Verb::Draw => {
                let task = PlanTask { sheet, actions, aim: aim::ShortestPlan(goal()?) };
                Lowered::Problem(Posed::new(task, |_, found| {
                    Ok(match found.map_err(|flaw| self.flaw(&flaw))? {
                        Ok(plan) => self.in_pictures(plan)?,
                        Err(reached) => self.none(question, &reached),
                    })
                }))
            }
            _ => {
                let task = PlanTask { sheet, actions, aim: aim::Reach(goal()?) };
                Lowered::Problem(Posed::new(task, |_, found| {
                    let found = found.map_err(|flaw| self.flaw(&flaw))?;
                    Ok(match found {
                        Ok(plan) => self.solvable(plan),
                        Err(reached) => self.none(question, &reached),
                    })
                }))
            }
        })
    }

    /// How many shortest plans there are, and where they part.
    fn lower_ways<'p>(
        &'p self,
        question: &'p Question,
        sheet: Sheet,
        actions: Actions,
        goal: SentenceId,
    ) -> Lowered<'p> {
        let task = PlanTask { sheet, actions, aim: aim::CountPlans(goal) };
        Lowered::Problem(Posed::new(task, |_, found| {
            let count = found.map_err(|flaw| self.flaw(&flaw))?;
            let solved = Solved::from(Answer::plain(count.to_string()));
            Ok(solved.reasoned(|| Reasons::posed(self.parting(question))))
        }))
    }

    fn planned(
        &self,
        question: &Question,
        found: Result<Planned, Flaw>,
        answer: impl FnOnce(&Plan) -> Answer,
    ) -> Result<Solved<'_>, Refusal> {
        Ok(match found.map_err(|flaw| self.flaw(&flaw))? {
            Ok(plan) => {
                let answer = answer(&plan);
                self.with_plan(answer, plan)
            }
            Err(reached) => self.none(question, &reached),
        })
    }

    /// An answer with the steps of a plan below it.
    fn with_plan(&self, answer: Answer, plan: Plan) -> Solved<'_> {
        let answer = match plan.steps.is_empty() {
            true => answer,
            false => answer.note(self.steps(&plan.steps)),
        };
        self.shown(answer, plan)
    }

    /// An answer whose picture is the states of a plan, which can be stepped through.
    fn shown(&self, answer: Answer, plan: Plan) -> Solved<'_> {
        let walked = plan.clone();
        let solved = Solved::from(answer).shown(move || self.drawn_plan(&plan));
        solved.stepped(move || self.walk(&walked))
    }

    /// Why a puzzle of this name cannot be asked something, though nothing is missing to do it.
    pub(super) fn unanswerable(
        &self,
        question: &Question,
        name: &str,
        place: Span,
    ) -> Option<Diagnostic> {
        let verb = question.verb;
        if !self.is_doing() {
            return (verb == Verb::Shortest).then(|| errors::nothing_shortest(name, place));
        }
        match verb {
            Verb::Ask => return Some(errors::asked_while_doing(name, place)),
            Verb::Prove => return None,
            _ => {}
        }
        if !self.understood.doing.has_goal() {
            return Some(errors::no_goal(name, verb.word(), place));
        }
        let worth = SheetGoals::of(question).and_then(|it| it.done.as_ref()?.worth.as_ref());
        let counts = worth.is_some_and(|(meters, _)| !meters.is_empty());
        (verb == Verb::Largest && counts).then(|| errors::largest_meter(place))
    }

    /// The steps that a question says are done already.
    pub(super) fn steps_done(&self, question: &Question) -> Result<Vec<SheetStep>, String> {
        let undone = |at: usize| format!("`{}` is no step", question.after[at]);
        self.read_steps(&question.after).map_err(undone)
    }

    /// Which plan makes a sum the best.
    fn lower_best<'p>(
        &'p self,
        question: &'p Question,
        sheet: Sheet,
        actions: Actions,
        goal: SentenceId,
        (meters, term): super::lower_actions::MeteredWorth,
    ) -> Lowered<'p> {
        let direction = match question.verb {
            Verb::Smallest => Direction::Smallest,
            _ => Direction::Largest,
        };
        let aim = aim::BestPlan { goal, direction, meters, term };
        Lowered::Problem(Posed::new(PlanTask { sheet, actions, aim }, |_, found| {
            Ok(match found.map_err(|flaw| self.flaw(&flaw))? {
                Ok((plan, value)) => self.with_plan(Answer::plain(value.to_string()), plan),
                Err(reached) => self.none(question, &reached),
            })
        }))
    }

    /// Whether a sentence is true in every state that can be reached.
    fn lower_always<'p>(
        &'p self,
        question: &'p Question,
        sheet: Sheet,
        actions: Actions,
    ) -> Result<Lowered<'p>, Unlowered> {
        let sentence = SheetGoals::of(question).and_then(|it| it.sentence);
        let sentence = sentence.ok_or("the question lacks its sentence".to_owned())?;
        let task = PlanTask { sheet, actions, aim: aim::Always(sentence) };
        Ok(Lowered::Problem(Posed::new(task, |_, found| {
            let found = found.map_err(|flaw| self.flaw(&flaw))?;
            Ok(match found {
                Ok(plan) => self.broken(&plan).into(),
                Err(reached) => self.always(&reached).into(),
            })
        })))
    }

    /// A plan as the answer that there is one.
    fn solvable(&self, plan: Plan) -> Solved<'_> {
        let answer = match plan.steps.is_empty() {
            true => Answer::plain(Solvable).note("the start is a goal already"),
            false => Answer::witness(Solvable, self.steps(&plan.steps)),
        };
        self.shown(Answer { told: Some(Told::default()), ..answer }, plan)
    }

    /// A plan as pictures of its states: in characters step by step, where a graph of all of them says less.
    fn in_pictures(&self, plan: Plan) -> Result<Solved<'_>, Refusal> {
        let drawn = self.strip(&plan)?.render(Format::Text).map_err(|it| it.to_string())?;
        Ok(self.shown(Answer::witness(Drawn, drawn), plan))
    }

    /// That nothing is reached, in a picture of all states where they are few, and why.
    fn none(&self, question: &Question, reached: &NothingReached) -> Solved<'_> {
        let solved = Solved::none(self.unreached(reached));
        if reached.states.is_empty() {
            return solved;
        }
        let solved = solved.shown(|| match self.all_states(&Plan::default()) {
            Some(graph) => Ok(self.titled(PictureBody::Graph(graph))),
            None => Ok(self.position_alone(&[])?.picture),
        });
        match question.is_why.then(|| self.no_way_on(question)) {
            Some(Ok(argument)) => solved.reasoned(|| argument),
            _ => solved,
        }
    }

    pub(super) fn steps(&self, steps: &[SheetStep]) -> String {
        steps.iter().map(|it| self.step(it)).collect::<Vec<_>>().join(" ")
    }

    /// A step, as it is written.
    pub(super) fn step(&self, step: &SheetStep) -> String {
        step_of(&self.understood, step)
    }

    /// What everything is in a state, in a few words.
    fn state(&self, state: &SheetState) -> Vec<String> {
        self.understood.solution(state)
    }

    /// What can be done, to be compared with what can be done in another puzzle.
    pub(super) fn plans(&self) -> Result<NamedPlans<'_>, Refusal> {
        let (sheet, done) = self.task(&Question::new(Verb::Solve))?;
        let goal = done.goal.ok_or("a puzzle without a goal has no plans to compare")?;
        let task = PlanTask { sheet, actions: done.actions, aim: aim::Reach(goal) };
        Ok(NamedPlans { task, name: Rc::new(|step| self.step(step)) })
    }

    /// That something is so in every state.
    fn always(&self, reached: &NothingReached) -> Answer {
        let answer = Answer::plain(Proved);
        match &reached.no_start {
            Some(why) => self.without_start(answer, why),
            None if reached.has_dead_ends => answer.note(match reached.count {
                0 => "it is so in all states; none of them had to be looked at".to_owned(),
                count => format!("it is so in all states; {count} of them had to be looked at"),
            }),
            None => answer.note(format!("it is so in all {}", states(reached.count))),
        }
    }

    /// That something is not so in every state: steps to where it is not.
    fn broken(&self, plan: &Plan) -> Answer {
        let answer = Answer::plain(Refuted);
        let answer = match plan.steps.is_empty() {
            true => answer.note("it is false at the start"),
            false => answer.note(format!("it is false after {}", self.steps(&plan.steps))),
        };
        match plan.states.last() {
            Some(last) => answer.table(None, self.state(last)),
            None => answer,
        }
    }

    /// What comes of any question about a game without a position to begin in.
    pub(super) fn lower_without_start(&self) -> Result<Lowered<'_>, Unlowered> {
        let (mut sheet, PlanGoals { actions, .. }) = self.task(&Question::new(Verb::Solve))?;
        let never = sheet.sentence(SheetSentence::Truth(false));
        let task = PlanTask { sheet, actions, aim: aim::Reach(never) };
        Ok(Lowered::Problem(Posed::new(task, |_, found| {
            let reached = found.map_err(|flaw| self.flaw(&flaw))?.err().unwrap_or_default();
            Ok(Solved::none(self.unreached(&reached)))
        })))
    }

    /// That there is no state to begin in, with the lines that say so.
    fn without_start(&self, answer: Answer, why: &NoStart) -> Answer {
        let changes = match why {
            NoStart::Rule(rule) => {
                let heading = "the start breaks this rule, so that nothing can be done:";
                return self.because(answer, &[*rule], heading);
            }
            NoStart::Impossible(change) => vec![*change],
            NoStart::Disagree(one, other) => vec![*one, *other],
        };
        let heading = match changes[..] {
            [_] => "no start obeys this line, so that nothing can be done:",
            _ => "no start obeys these lines, so that nothing can be done:",
        };
        let said = self.said_of_start(&changes);
        said.into_iter().fold(answer.heading(heading), |answer, (place, words)| {
            let source = self.understood.lineage.blocks[place.block].source;
            answer.because(source, place.span, words)
        })
    }

    /// That there is no state to begin in, in one sentence.
    pub(super) fn told_without_start(&self, why: &NoStart) -> Refusal {
        let answer = self.without_start(Answer::plain(NoSolution), why);
        let lines: Vec<String> =
            answer.because.iter().map(|it| format!("`{}`", it.message)).collect();
        format!("{} {}", answer.heading.unwrap_or_default(), lines.join(", "))
    }

    /// Where changes of the start are said, and how they are told.
    fn said_of_start(&self, changes: &[usize]) -> Vec<(BlockPlace, String)> {
        let Ok(mut lowering) = Lowering::new(&self.understood, &[]) else { return Vec::new() };
        lowering.doing();
        let understood = &self.understood;
        let said = |change: &usize| match lowering.start_origins.get(*change)? {
            StartOrigin::Statement(place) => {
                let words = crate::text::shortened(understood.lineage.slice(*place));
                Some((*place, format!("start {words}")))
            }
            StartOrigin::Drawn(at) => {
                let (says, place) = understood.doing.drawn_starts.get(*at)?;
                let words = says.written(understood.lineage.slice(*place), &understood.symbols);
                Some((*place, words))
            }
            StartOrigin::FirstPlayer => None,
        };
        let mut said: Vec<_> = changes.iter().filter_map(said).collect();
        said.dedup();
        said
    }

    /// That no goal can be reached.
    pub(super) fn unreached(&self, reached: &NothingReached) -> Answer {
        let answer = Answer::plain(NoSolution);
        if let Some(why) = &reached.no_start {
            return self.without_start(answer, why);
        }
        let that = match (reached.has_dead_ends, reached.count) {
            (false, _) => "",
            (true, 1) => " that is no dead end",
            (true, _) => " that are no dead ends",
        };
        let is_none = if reached.count == 1 { "it is not" } else { "none is" };
        let mut answer = answer.note(match reached.count {
            0 => "the start is a dead end: too little is left of what a goal needs".to_owned(),
            count => format!("{} can be reached{that}, and {is_none} a goal", states(count)),
        });
        for (at, state) in reached.states.iter().enumerate() {
            let lines = self.state(state);
            let lines = match &lines[..] {
                [only] => vec![only.clone()],
                _ if at + 1 < reached.states.len() => [&lines[..], &[String::new()]].concat(),
                _ => lines,
            };
            answer = answer.table(None, lines);
        }
        if reached.bars.is_empty() {
            return answer;
        }
        let understood = &self.understood;
        let heading = "these bar every way, even if all others were waived:";
        reached.bars.iter().fold(answer.heading(heading), |answer, bar| {
            let Some((place, words)) = self.bar(bar) else { return answer };
            let source = understood.lineage.blocks[place.block].source;
            answer.because(source, place.span, words)
        })
    }

    /// Where something stands that bars the way, and how it is told.
    pub(super) fn bar(&self, (action, bar): &(Option<usize>, Bar)) -> Option<(BlockPlace, String)> {
        let understood = &self.understood;
        let action = action.and_then(|it| understood.doing.actions.get(it));
        match (bar, action) {
            (Bar::Rule(rule), _) => {
                let rule = understood.rules.get(*rule)?;
                let said = || crate::text::shortened(understood.lineage.slice(rule.place));
                let words = understood.called(rule).unwrap_or_else(said);
                Some((rule.place, words))
            }
            (Bar::Condition(at), Some(action)) => {
                let parts = action.conditions.iter().flat_map(|sentence| {
                    let nodes = super::atoms::conjuncts(sentence);
                    nodes.into_iter().map(move |it| (sentence, it))
                });
                let (sentence, node) = parts.clone().nth(*at)?;
                let words = crate::text::shortened(sentence.word(node));
                let span = sentence.nodes[node].span;
                let place = BlockPlace { block: sentence.block, span };
                Some((place, format!("`{}` asks for `{words}`", action.name)))
            }
            (Bar::Change(at), Some(action)) => {
                let mut all = action
                    .changes
                    .iter()
                    .flat_map(|(sentence, singles)| singles.iter().map(move |it| (sentence, it)));
                let (sentence, single) = all.nth(*at)?;
                let span = sentence.nodes[single.target].span;
                let place = BlockPlace { block: sentence.block, span };
                let words = sentence.word(single.target);
                Some((place, format!("`{words}` would be something that cannot be")))
            }
            _ => None,
        }
    }

    /// Why actions have no meaning.
    pub(super) fn flaw(&self, flaw: &Flaw) -> Refusal {
        let understood = &self.understood;
        let line = |place: BlockPlace| {
            let source = understood.lineage.blocks[place.block].source;
            source.line_column(place.span.start).line
        };
        // Where two changes stand; what is drawn has no sentence.
        let lines = |changes: [Option<(&Resolved<'_>, &Single)>; 2]| {
            let [one, other] = changes.map(|it| {
                it.map_or_else(
                    || "the drawing".to_owned(),
                    |(sentence, single)| {
                        let span = sentence.nodes[single.target].span;
                        format!("line {}", line(BlockPlace { block: sentence.block, span }))
                    },
                )
            });
            if one == other { one } else { format!("{one} and {other}") }
        };
        match flaw {
            Flaw::WithoutStart(symbol, place) => {
                let name = self.found(symbol.0 as usize, *place);
                format!("nothing says what `{name}` is at the start: write `start {name} = …`")
            }
            Flaw::Undoable(..) => "a step that is said to be done cannot be".to_owned(),
            Flaw::Disagree(at, one, other) => {
                let (state, step) = &**at;
                let lines = lines([one, other].map(|it| understood.doing.single(step.action, *it)));
                let state = self.state(state).join("\n");
                format!(
                    "two changes of `{}` disagree ({lines}), as here:\n{state}",
                    self.step(step)
                )
            }
        }
    }

    /// Something that is found, by its number and a place in its table.
    pub(super) fn found(&self, symbol: usize, place: usize) -> String {
        let symbols = &self.understood.symbols;
        let mut found =
            symbols.symbols.iter().filter(|it| it.origin == super::symbols::NameOrigin::Found);
        let Some(symbol) = found.nth(symbol) else { return String::new() };
        let mut rest = place;
        let mut arguments = Vec::new();
        for parameter in symbol.parameters.iter().rev() {
            let sort = parameter.sort.unwrap_or_default();
            let (least, most): Range = symbols.range_of(sort).unwrap_or((0, 0));
            let width = (most - least + 1) as usize;
            arguments.push(symbols.written_value(sort, least + (rest % width) as i64));
            rest /= width;
        }
        arguments.reverse();
        match arguments.is_empty() {
            true => symbol.name.to_owned(),
            false => format!("{}({})", symbol.name, arguments.join(", ")),
        }
    }
}

fn states(count: u64) -> String {
    if count == 1 { "1 state".to_owned() } else { format!("{count} states") }
}

/// A step of a puzzle, as it is written.
pub(super) fn step_of(understood: &Understood<'_>, step: &SheetStep) -> String {
    let Some(action) = understood.doing.actions.get(step.action) else { return String::new() };
    let value = |(variable, value): (&u32, &i64)| {
        let sort = understood.variables[*variable as usize].sort.unwrap_or_default();
        understood.symbols.written_value(sort, *value)
    };
    let values: Vec<String> = action.parameters.iter().zip(&step.arguments).map(value).collect();
    match values.is_empty() {
        true => action.name.to_owned(),
        false => format!("{}({})", action.name, values.join(", ")),
    }
}
