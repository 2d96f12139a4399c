//! Answers the queries of a file and compares the answers with what is expected, by meaning: a
//! path, a model or an assignment is right when it obeys the rules, whichever was found.

mod misworded;

use std::sync::Arc;

use misworded::{is_right, no_answer_at_all};

use super::check::{Analysis, Puzzles, quoted, spans_of_words};
use super::correct::corrected;
use super::solve::{
    AskedPuzzle, NO_SOLUTION, NoAnswer, answer_doubting, answer_to, asked_with, is_only,
};
use super::unanswered::unanswered;
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::kinds::{
    Answer, AnswerVerdict, Claim, Definition, Demand, Judgement, Listing, Note, Others,
    PoseReasons, Puzzle, Question, Solved, Told,
};
use crate::syntax::ast::{Expectation, Item, ItemKind, Query, Verb};
use crate::text::{Source, Span, indentation, newline};
use puzzle_engine::Doubt;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::game::Length;
use puzzle_engine::verify::path::check_path;

/// What became of a query.
#[derive(Clone, Debug)]
pub struct TestReport {
    /// Which item asks it.
    pub query: Definition,
    /// The query's text up to its expectation.
    pub name: String,
    /// The whole query.
    pub span: Span,
    /// The answer, if there is one and it was looked for.
    pub answer: Option<Answer>,
    /// Whether the expectation holds; `None` when there is none.
    pub verdict: Option<ExpectationVerdict>,
    /// What has to be said: a failed expectation, a limit, a refusal.
    pub diagnostics: Vec<Diagnostic>,
    /// The edit that writes the answer into the file, or what was surely meant if that is right, when that would change it
    /// and give up no claim.
    pub update: Option<Edit>,
}

/// Whether an expectation holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectationVerdict {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// A limit was reached before that was known.
    Unknown,
}

/// What the answers are wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestPurpose {
    /// To be read: each no is explained.
    Reading,
    /// The same, and what is wrong with an expectation stands below the answer, whose remarks it does not repeat.
    Showing,
    /// To be compared with what is expected: where nothing is, nothing is answered.
    Comparing,
    /// To be written behind the queries.
    Writing,
}

/// Places that an answer follows from which are marked in the text; more are listed.
const MOST_MARKED: usize = 10;

/// Reports on all queries of the file that was asked for, in order. Queries that make no sense are
/// left out: checking has said why. `budget` makes the budget of each query.
pub fn run<'s>(
    analysis: &'s Analysis<'_>,
    purpose: TestPurpose,
    budget: impl FnMut() -> Budget + 's,
) -> impl Iterator<Item = TestReport> + 's {
    let program = analysis.scope.program;
    run_items(analysis, program.items(program.root()), purpose, budget)
}

/// As [`run`], on those queries that are among some items.
pub fn run_items<'s>(
    analysis: &'s Analysis<'_>,
    items: impl Iterator<Item = (Definition, &'s Item)> + 's,
    purpose: TestPurpose,
    mut budget: impl FnMut() -> Budget + 's,
) -> impl Iterator<Item = TestReport> + 's {
    let mut puzzles = Puzzles::new(*analysis);
    items.filter_map(move |(definition, item)| {
        let ItemKind::Query(query) = &item.kind else { return None };
        let mut budget = budget();
        let mut asked = asked_with(&mut puzzles, definition.document, query, &mut budget)?;
        let source = analysis.scope.source(definition.document);
        let expected = query.expectation.map(|it| source.slice(it.span));
        asked.question.asks_others = expected == Some(AnswerVerdict::Unique.word());
        let mut report = report(source, item.span, query, &asked, purpose, &mut budget);
        report.query = definition;
        if let Some(answer) = report.answer.take() {
            report.answer = Some(match asked.question.is_why || answer.flip.is_some() {
                true => corrected(analysis, definition, &asked, answer, &mut budget),
                false => answer,
            });
        }
        offer_flip(&mut report);
        Some(report)
    })
}

/// A changed value that leads to what was expected is offered where that is told to be wrong.
fn offer_flip(report: &mut TestReport) {
    let Some(answer) = report.answer.as_mut().filter(|it| it.flip.is_some()) else { return };
    let failed = report.diagnostics.iter_mut().find(|it| it.code == EXPECTATION_FAILED);
    if let Some(diagnostic) = failed {
        diagnostic.fixes.extend(answer.corrections.drain(..).map(|it| it.fix));
    }
}

fn report(
    source: &Arc<Source>,
    span: Span,
    query: &Query,
    asked: &AskedPuzzle<'_>,
    purpose: TestPurpose,
    budget: &mut Budget,
) -> TestReport {
    let text = source.text();
    let puzzle = asked.puzzle.as_ref();
    let end = query.expectation.map_or(span.end, |expectation| expectation.arrow.start);
    let name =
        text[span.start as usize..end as usize].split_whitespace().collect::<Vec<_>>().join(" ");
    let mut report = TestReport {
        query: Definition::default(),
        name,
        span,
        answer: None,
        verdict: None,
        diagnostics: Vec::new(),
        update: None,
    };
    if purpose == TestPurpose::Comparing && query.expectation.is_none() {
        return report;
    }
    let Solved { mut answer, others, why, reasons, .. } =
        match answer_to(puzzle, &asked.question, budget) {
            Ok(solved) => solved,
            Err(no_answer) => {
                report.verdict = query.expectation.map(|_| match no_answer {
                    NoAnswer::Stopped(_) | NoAnswer::Refused(_) => ExpectationVerdict::Unknown,
                    NoAnswer::Unverified(_) => ExpectationVerdict::Fails,
                });
                report.diagnostics.push(unanswered(
                    query.verb_span.to(query.target.span),
                    &no_answer,
                    asked,
                ));
                return report;
            }
        };
    match query.expectation {
        None => report.update = Some(write_answer(text, span, query, &answer)),
        Some(expectation) => {
            // The remarks on a comparison are times, which nobody expects.
            let is_bare = purpose == TestPurpose::Showing || query.verb == Verb::Compare;
            let found = (others, &mut answer, is_bare);
            let asked = (asked, expectation, reasons);
            let doubts = judge(text, span, query, asked, found, budget, &mut report);
            answer = answer.doubted(&doubts);
        }
    }
    if let Some(why) = why
        && (matches!(purpose, TestPurpose::Reading | TestPurpose::Showing)
            || report.verdict != Some(ExpectationVerdict::Holds))
    {
        answer = why(answer, budget);
    }
    if purpose != TestPurpose::Showing {
        point_at_reasons(source, &answer, &mut report);
    }
    report.answer = Some(answer);
    report
}

/// Adds to what is wrong with an expectation the places that the answer follows from.
fn point_at_reasons(source: &Arc<Source>, answer: &Answer, report: &mut TestReport) {
    let failed = report.diagnostics.iter_mut().filter(|it| it.code == EXPECTATION_FAILED);
    for diagnostic in failed {
        if answer.because.len() > MOST_MARKED {
            let places = answer.heading.iter().cloned().chain(answer.places(source));
            add_help(diagnostic, places);
            continue;
        }
        for place in &answer.because {
            let elsewhere = place.source.clone().filter(|it| !Arc::ptr_eq(it, source));
            let mut related = Related { source: elsewhere, ..place.clone() };
            // The line is shown: it need not say again what it says.
            let text = place.source.as_ref().map_or("", |it| it.slice(place.span));
            if text == related.message {
                related.message = "this".to_owned();
            }
            diagnostic.related.push(related);
        }
    }
}

/// The fix that writes an answer.
fn writing(answer: &Answer, update: Edit) -> Fix {
    let title = match quoted(&answer.text) {
        Some(answer) => format!("write {answer}"),
        None => "write the right answer".to_owned(),
    };
    Fix::maybe(title, vec![update])
}

/// Adds lines to what helps.
fn add_help(diagnostic: &mut Diagnostic, lines: impl Iterator<Item = String>) {
    let help = diagnostic.help.take().into_iter().chain(lines);
    diagnostic.help = Some(help.collect::<Vec<_>>().join("\n")).filter(|it| !it.is_empty());
}

/// Judges what is expected, and tells what is doubted of that. An answer that it is not has its reasons behind this.
fn judge(
    text: &str,
    span: Span,
    query: &Query,
    (asked, expectation, reasons): (&AskedPuzzle<'_>, Expectation, Option<PoseReasons<'_>>),
    (others, answer, is_bare): (Others<'_>, &mut Answer, bool),
    budget: &mut Budget,
    report: &mut TestReport,
) -> Vec<Doubt> {
    let spans = spans_of_words(text, expectation.span);
    let words: Vec<_> = spans.iter().map(|it| &text[it.range()]).collect();
    let update = write_answer(text, span, query, answer);
    let fix = writing(answer, update.clone());
    let claim = match asked.puzzle.claim(&asked.question, &words) {
        Ok(claim) => claim,
        Err(wrong) => {
            let found = (others, &*answer);
            let is_right = |it: &Edit| is_right(text, &spans, it, asked, found, budget);
            let said = (&*spans, expectation, wrong);
            let (diagnostic, update) = no_answer_at_all(text, query, said, is_right, (fix, update));
            report.verdict = Some(ExpectationVerdict::Fails);
            report.diagnostics.push(diagnostic);
            report.update = Some(update);
            return Vec::new();
        }
    };
    let found = (others, &*answer);
    let (mut doubts, mut other) = (Vec::new(), Vec::new());
    let untold = |it: &NoAnswer| unanswered(query.verb_span.to(query.target.span), it, asked);
    let judged = match &claim {
        Claim::Unique => is_only(found.0, &mut doubts, budget).map(|it| {
            it.map_err(|it| {
                other = it.other;
                it.reason
            })
        }),
        _ => holds(asked.puzzle.as_ref(), &asked.question, &claim, found, &mut doubts, budget),
    };
    match judged {
        Ok(Ok(())) => report.verdict = Some(ExpectationVerdict::Holds),
        Ok(Err(reason)) => {
            report.verdict = Some(ExpectationVerdict::Fails);
            let said = &text[expectation.span.range()];
            // That there are more solutions is no reason to ask for less.
            let is_weaker = matches!(claim, Claim::Unique) && reason != NO_SOLUTION;
            // Reasons show another one themselves.
            let is_shown = |it: &Note| matches!(it, Note::Table(_));
            if asked.question.is_why && answer.notes.iter().any(is_shown) {
                other.clear();
            }
            let mut diagnostic =
                failed(expectation.span, said, &claim, reason, (answer, &other), is_bare);
            let asked = (text, query, is_bare);
            match add_reasons(&mut diagnostic, asked, answer, reasons, budget) {
                Ok(doubted) => doubts.extend(doubted),
                Err(failure) => report.diagnostics.push(untold(&failure)),
            }
            report.diagnostics.push(if is_weaker { diagnostic } else { diagnostic.fix(fix) });
            report.update = Some(update).filter(|_| !is_weaker);
        }
        Err(no_answer) => {
            report.verdict = Some(ExpectationVerdict::Unknown);
            report.diagnostics.push(untold(&no_answer));
        }
    }
    doubts
}

/// Adds the reasons of an answer, or how one learns them, and what was not checked of it; what is doubted of the reasons.
fn add_reasons(
    diagnostic: &mut Diagnostic,
    (text, query, is_bare): (&str, &Query, bool),
    answer: &mut Answer,
    reasons: Option<PoseReasons<'_>>,
    budget: &mut Budget,
) -> Result<Vec<Doubt>, NoAnswer> {
    let explained = explained(answer, reasons, budget);
    // What was not checked is not what is wrong, so it comes last.
    let unchecked = answer.notes.iter().filter(|it| !is_bare && is_doubt(it));
    let unchecked: Vec<_> = unchecked.flat_map(indented).collect();
    let doubted = explained.map(|(told, doubted)| {
        let told = told.into_iter().filter(|it| !is_bare && !unchecked.contains(it));
        add_help(diagnostic, told);
        doubted
    });
    add_why(diagnostic, text, query, answer, is_bare);
    add_help(diagnostic, unchecked.into_iter());
    doubted
}

/// Adds how one learns why an answer is as it is, where nothing says so.
fn add_why(diagnostic: &mut Diagnostic, text: &str, query: &Query, answer: &Answer, is_bare: bool) {
    let is_told = is_bare || diagnostic.help.is_some() || !answer.is_bare();
    let is_asked = matches!(query.verb, Verb::Solve | Verb::Count) && query.why.is_none();
    if !is_told && is_asked && answer.because.is_empty() {
        let (verb, target) = (query.verb.word(), &text[query.target.span.range()]);
        diagnostic.help = Some(format!("`why {verb} {target}` says why"));
    }
}

/// Steps that the reasons of an answer are worth that was not expected, where nobody asks why.
const REASONS: u64 = 1 << 22;

/// Gives an answer that was not expected its reasons, where it has not told them yet; what they say besides places, and what
/// is doubted of it.
fn explained(
    answer: &mut Answer,
    reasons: Option<PoseReasons<'_>>,
    budget: &mut Budget,
) -> Result<(Vec<String>, Vec<Doubt>), NoAnswer> {
    let Some(reasons) = reasons else { return Ok((Vec::new(), Vec::new())) };
    let (notes, proofs) = (answer.notes.len(), answer.proofs.len());
    let (told, _) = budget.turn(REASONS, |part| answer.clone().with_reasons(reasons(), part));
    let (told, doubts) = told?;
    *answer = told;
    let notes = answer.notes[notes..].iter().flat_map(Note::lines);
    let told = notes.chain(answer.proofs[proofs..].iter().flat_map(Listing::all));
    Ok((told.map(str::to_owned).collect(), doubts))
}

/// The diagnostic for an expectation that is an answer, but a wrong one.
/// Where there are several solutions, `other` is one more. Of a bare answer the remarks are left out.
fn failed(
    span: Span,
    said: &str,
    claim: &Claim,
    reason: String,
    (answer, other): (&Answer, &[String]),
    is_bare: bool,
) -> Diagnostic {
    let said = quoted(said).unwrap_or_else(|| "this".to_owned());
    let is_one_of_several = matches!(claim, Claim::Unique) && reason != NO_SOLUTION;
    let (message, label) = match (claim, quoted(&answer.text)) {
        (Claim::Says(_), Some(answer)) => {
            (format!("expected {said}, but the answer is {answer}"), "not the answer".to_owned())
        }
        (Claim::Tells { .. }, Some(answer)) => {
            (format!("expected {said}, but the answer is {answer}"), reason)
        }
        (Claim::Unique, _) => (format!("expected {said}, but {reason}"), "not unique".to_owned()),
        _ => (format!("{said} is not a right answer"), reason),
    };
    let diagnostic = Diagnostic::new(EXPECTATION_FAILED, span, message, label);
    let is_said = matches!(claim, Claim::Says(_) | Claim::Tells { .. });
    let mut help = match quoted(&answer.text) {
        Some(_) if is_said => Vec::new(),
        _ if is_one_of_several && is_bare => Vec::new(),
        _ if is_one_of_several && answer.is_bare() => vec!["one solution is:".to_owned()],
        Some(answer) if is_one_of_several => vec![format!("one solution is {answer}")],
        Some(answer) => vec![format!("a right answer is {answer}")],
        None if is_one_of_several => vec![format!("one solution is:\n{}", answer.text)],
        None => vec![format!("a right answer is\n{}", answer.text)],
    };
    // By which engine it was found makes no difference here.
    let engine = answer.engine.map(|it| format!("by {it}"));
    let is_engine =
        |it: &Note| matches!(it, Note::Summary(words) if Some(words) == engine.as_ref());
    let told = answer.notes.iter().filter(|it| !is_bare && !is_doubt(it) && !is_engine(it));
    help.extend(told.flat_map(indented));
    if !other.is_empty() {
        help.push("what differs in another one:".to_owned());
        help.extend_from_slice(other);
    }
    let is_marked = (1..=MOST_MARKED).contains(&answer.because.len()) && !is_bare;
    let heading = answer.heading.iter().filter(|_| is_marked);
    help.extend(heading.map(|it| format!("{it} the marked sentences")));
    if help.is_empty() { diagnostic } else { diagnostic.help(help.join("\n")) }
}

/// Whether a remark says what was not checked of an answer.
fn is_doubt(note: &Note) -> bool {
    matches!(note, Note::Doubt(_))
}

/// The lines of a remark, those below a heading indented.
fn indented(note: &Note) -> Vec<String> {
    match note {
        Note::Table(Listing { heading: Some(heading), lines }) => {
            let lines = lines.iter().map(|it| format!("    {it}"));
            std::iter::once(heading.clone()).chain(lines).collect()
        }
        note => note.lines().into_iter().map(str::to_owned).collect(),
    }
}

/// Whether a claim is true; if not, why. What is doubted of that comes to `doubts`.
pub(super) fn holds(
    puzzle: &dyn Puzzle,
    question: &Question,
    claim: &Claim,
    (others, answer): (Others<'_>, &Answer),
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Judgement, NoAnswer> {
    Ok(match claim {
        Claim::Says(said) if question.verb == Verb::Draw => {
            let (said, drawn) = (shape(said.words()), shape(&answer.text));
            let (mut said, mut drawn) = (said.iter(), drawn.iter());
            let differing = (1..).find_map(|line| match (said.next(), drawn.next()) {
                (None, None) => Some(None),
                (said, drawn) => (said != drawn).then_some(Some(line)),
            });
            match differing.flatten() {
                None => Ok(()),
                Some(line) => Err(format!("its line {line} differs from the drawing")),
            }
        }
        Claim::Says(said) => {
            if *said == answer.head || said.words() == answer.text {
                Ok(())
            } else {
                Err(format!("the answer is {}", answer.text))
            }
        }
        Claim::Tells { said, told, demands } => {
            if *said == answer.head || said.words() == answer.text {
                return Ok(Ok(()));
            }
            tells(puzzle, told.as_ref(), demands, answer, doubts, budget)?
        }
        Claim::Solution(verdict) => verdict.clone(),
        Claim::Path(maze, path) => check_path(maze, path, maze.steps)
            .map_err(|violation| puzzle.violation(path, violation)),
        Claim::Moves(questions) => {
            same_answer(puzzle, questions, false, doubts, budget)?.map(|_| ())
        }
        Claim::Line { questions, is_over } => {
            let length = same_answer(puzzle, questions, true, doubts, budget)?;
            length.and_then(|length| match (is_over, length) {
                (true, _) | (_, Length::Endless) => Ok(()),
                _ => Err("the game goes on after it".to_owned()),
            })
        }
        Claim::Unique => is_only(others, doubts, budget)?.map_err(|it| it.reason),
    })
}

/// How long a play takes, when the answer to these questions, one after each of its moves, is the same, and if
/// it `is_line` also how long it takes to the end, where that is known; otherwise where it is not.
fn same_answer(
    puzzle: &dyn Puzzle,
    questions: &[Question],
    is_line: bool,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Judgement<Length>, NoAnswer> {
    let mut first: Option<(String, Length)> = None;
    for (made, question) in (0..).zip(questions) {
        let Solved { answer, worth, .. } = answer_doubting(puzzle, question, doubts, budget)?;
        let length = worth.map_or(Length::Unknown, |it| it.length);
        let Some((before, whole)) = &first else {
            first = Some((answer.text, length));
            continue;
        };
        let played = question.after.join(" ");
        if *before != answer.text {
            let after = answer.text;
            return Ok(Err(format!("after {played} it is “{after}”, before it is “{before}”")));
        }
        if let (true, Length::Plies(whole), Length::Plies(rest)) = (is_line, *whole, length)
            && whole != made + rest
        {
            let total = made + rest;
            return Ok(Err(format!(
                "after {played} the play takes {total} moves, and not {whole}"
            )));
        }
    }
    Ok(Ok(first.map_or(Length::Unknown, |it| it.1)))
}

/// Whether what an expectation tells of things is as right as the answer; if not, why.
fn tells(
    puzzle: &dyn Puzzle,
    told: Option<&Told>,
    demands: &[Demand],
    answer: &Answer,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Judgement, NoAnswer> {
    let Some(found) = &answer.told else {
        return Ok(Err("not the answer".to_owned()));
    };
    if let Some(missing) = told.and_then(|it| it.lacks(found)) {
        return Ok(Err(format!("`{missing}` is missing")));
    }
    let is_found = |part: &String| found.each.contains(part) || found.some.contains(part);
    for demand in demands.iter().filter(|it| !it.part.as_ref().is_some_and(is_found)) {
        let answer = answer_doubting(puzzle, &demand.question, doubts, budget)?.answer;
        if answer.is(AnswerVerdict::Proved) != demand.follows {
            return Ok(Err(demand.otherwise.clone()));
        }
    }
    Ok(Ok(()))
}

/// The lines of a drawing as they are compared, wherever it stands on the page: without blanks
/// and blank lines around it.
fn shape(drawing: &str) -> Vec<&str> {
    let lines = drawing.lines().map(str::trim_end).skip_while(|line| line.is_empty());
    let mut lines: Vec<_> = lines.collect();
    while lines.pop_if(|line| line.is_empty()).is_some() {}
    let indentation = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.iter().filter(|line| !line.is_empty()).map(indentation).min();
    let margin = margin.unwrap_or_default();
    lines.iter().map(|line| line.get(margin..).unwrap_or_default()).collect()
}

/// The edit that writes the answer behind a query.
fn write_answer(text: &str, span: Span, query: &Query, answer: &Answer) -> Edit {
    let written = if query.verb == Verb::Draw || answer.text.contains('\n') {
        let inner = format!("{}{}    ", newline(text, span), indentation(text, span));
        let lines: Vec<_> = answer.text.lines().collect();
        format!("\"\"\"{inner}{}{inner}\"\"\"", lines.join(&inner))
    } else {
        answer.text.clone()
    };
    match query.expectation {
        Some(expectation) => Edit::replace(expectation.span, written),
        None => Edit::insert(span.end, format!(" => {written}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::game::GamePuzzle;
    use crate::kinds::{AnswerHead, Question};
    use puzzle_engine::logic::subtract_square::SubtractSquare;

    /// What is doubted of a claim about a heap so large that only some heaps are compared with the definition.
    fn doubts_of(claim: &Claim) -> Vec<Doubt> {
        let heap = GamePuzzle::new(SubtractSquare::new(20_000), "a heap".to_owned());
        let mut doubts = Vec::new();
        let told = Some(Told::default());
        let answer = Answer { told, ..Answer::plain("1") };
        let question = Question::new(Verb::Play2Win);
        let budget = &mut Budget::unlimited();
        let none = Others::NoSolution;
        let held = holds(&heap, &question, claim, (none, &answer), &mut doubts, budget);
        assert_eq!(held, Ok(Ok(())));
        doubts.dedup();
        doubts
    }

    #[test]
    fn a_claim_that_rests_on_doubted_answers_is_doubted() {
        let question = Question::new(Verb::Solve);
        let questions = vec![question.clone(), question.clone()];
        let line = Claim::Line { questions: questions.clone(), is_over: true };
        let otherwise = "it must not follow".to_owned();
        let demand = Demand { question, follows: false, part: None, otherwise };
        let said = AnswerHead::from("other");
        let tells = Claim::Tells { said, told: None, demands: vec![demand] };
        for claim in [Claim::Moves(questions), line, tells] {
            assert_eq!(doubts_of(&claim), [Doubt::Heaps], "{claim:?}");
        }
        assert_eq!(doubts_of(&Claim::says("1")), []);
    }
}
