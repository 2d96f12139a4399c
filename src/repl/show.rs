//! What shows puzzles without asking about them: bare names and formulas, and the commands that
//! list, draw and trace.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::command::Call;
use super::entries::TYPED;
use super::event::SessionEvent;
use super::it::It;
use super::memory::LastSaid;
use super::session::{Session, TellEvent};
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::kinds::{
    Definition, Facts, HintsEnd, Kind, Question, Solved, doubts_told, formula as formulas,
};
use crate::picture::{ENDINGS, Format, Picture, png};
use crate::service::check::{Analysis, Puzzles, QueryTarget, question};
use crate::service::draw::picture;
use crate::service::explain;
use crate::service::glance::glance;
use crate::service::hint::{end, hints, lines};
use crate::service::solve::{AskedPuzzle, NoAnswer, answer_to, asked};
use crate::service::trace::{Procedure, trace as trace_of, verb_of};
use crate::syntax::ast::{ItemKind, Query, VERBS, Verb};
use crate::syntax::format::format;
use crate::syntax::terminal::variable;
use crate::text::{Source, Span};
use num_bigint::BigUint;
use puzzle_engine::budget::Budget;

/// What a declaration says, and what may be asked about it.
pub(super) fn name(session: &mut Session<'_>, name: &str, tell: TellEvent<'_>) {
    let analysis = session.known.analysis();
    let Some(definition) = analysis.scope.find(name) else { return };
    tell(SessionEvent::Text(format(text(&analysis, definition))));
    let kind = analysis.kind(definition).filter(|_| analysis.is_sound(definition));
    let facts = kind.map(Kind::facts);
    let seen = glance(&analysis, definition, &session.limits.budget(&session.signal));
    if let Some(drawing) = seen.drawing {
        tell(SessionEvent::Text(format!("{}\n", drawing.trim_end())));
    }
    tell(SessionEvent::Note(match facts {
        Some(facts) => {
            let answers = seen.answers.iter();
            let answers: Vec<_> =
                answers.map(|(verb, answer)| format!("; {}: {answer}", verb.word())).collect();
            format!("{}{}", facts.with_article(), answers.concat())
        }
        None => "it has errors".to_owned(),
    }));
    if facts.is_some_and(|it| it.name == formulas::KIND.facts().name) {
        session.memory.it = Some(It::formula(name));
    }
    session.memory.name(name);
}

/// The text of a declaration, with its documentation.
pub(super) fn text<'a>(analysis: &Analysis<'a>, definition: Definition) -> &'a str {
    let item = analysis.scope.item(definition);
    let span = item.documentation.map_or(item.span, |above| above.to(item.span));
    analysis.scope.source(definition.document).slice(span)
}

/// The last answer.
pub(super) fn it(it: Option<&It>, tell: TellEvent<'_>) {
    match it {
        Some(it) => tell(SessionEvent::Text(format!("{}\n", it.answer))),
        None => tell(SessionEvent::usage("there is no answer yet; `it` is the last one")),
    }
}

/// Values of variables, which belong to a question.
pub(super) fn values(session: &Session<'_>, typed: &Source, tell: TellEvent<'_>) {
    let analysis = session.known.analysis();
    let target = session.memory.target(&analysis, Verb::Eval);
    let (formula, values) = (target.as_deref().unwrap_or("FORMULA"), typed.text().trim());
    let message = match values.split_once('=') {
        Some((name, body)) if body.trim().starts_with('(') => {
            let (name, body) = (name.trim(), body.trim());
            let name = if variable(name).is_some() { "NAME" } else { name };
            format!("a formula is declared by `formula {name} = {body}`")
        }
        _ => format!("values are given to the formula of a question: `eval {formula} {values}`"),
    };
    tell(SessionEvent::usage(message));
}

/// A bare formula as a tree, and how often it is true.
pub(super) fn formula(session: &mut Session<'_>, typed: &Arc<Source>, tell: TellEvent<'_>) {
    /// More than this is not worth a wait.
    const STEPS: u64 = 100_000;
    ask(session, typed, (Verb::Draw, Span::at(0)), tell, |new, memory, tell| {
        let puzzle = new.asked.puzzle.as_ref();
        let mut part = new.budget.part(STEPS);
        if let Ok(Solved { answer, .. }) = answer_to(puzzle, &new.asked.question, &mut new.budget) {
            tell(SessionEvent::Text(format!("{}\n", answer.text)));
        }
        let counted = Question { verb: Verb::Count, ..new.asked.question.clone() };
        let all = BigUint::from(1_u32) << puzzle.variables().map_or(0, |it| it.len());
        if let Ok(Solved { answer: count, .. }) = answer_to(puzzle, &counted, &mut part) {
            let mark = if count.is_unchecked { ", not counted again" } else { "" };
            tell(SessionEvent::Note(format!("true for {} of {all} assignments{mark}", count.text)));
        }
        memory.it = Some(It::formula(new.text));
    });
}

/// A typed question as it is understood.
struct New<'a> {
    /// What it is about, as it is written.
    text: &'a str,
    /// The facts of its kind.
    facts: &'static Facts,
    asked: AskedPuzzle<'a>,
    budget: Budget,
}

/// Understands what is typed as a question, whose verb stands for some of its bytes, and does
/// something with it. What is wrong is told.
fn ask(
    session: &mut Session<'_>,
    source: &Arc<Source>,
    verb: (Verb, Span),
    tell: TellEvent<'_>,
    work: impl FnOnce(&mut New<'_>, &mut LastSaid, TellEvent<'_>),
) {
    let is_given = !source.text()[verb.1.end as usize..].trim().is_empty();
    if !is_given && session.memory.target(&session.known.analysis(), verb.0).is_none() {
        let command = source.slice(verb.1);
        let message = format!("nothing was named that it could show; write `{command} PUZZLE`");
        return tell(SessionEvent::usage(message));
    }
    let Some(typed) = session.understand(Arc::clone(source), Some(verb), tell) else { return };
    let Some(put) = session.put(&typed, tell) else { return };
    session.tell_findings(&typed, tell);
    let document = session.known.line();
    let analysis = session.known.analysis();
    let item = put.document.tree.items.first().map(|it| &it.kind);
    if let Some(ItemKind::Query(query)) = item
        && let Some(asked) = asked(&analysis, document, query)
    {
        let text = put.document.source.slice(query.target.span);
        let facts = facts(&analysis, document, query);
        session.memory.name(text);
        let budget = session.limits.budget(&session.signal);
        work(&mut New { text, facts, asked, budget }, &mut session.memory, tell);
    }
    session.known.drop_line(&put);
}

fn facts(analysis: &Analysis<'_>, document: u32, query: &Query) -> &'static Facts {
    match question(&mut Puzzles::new(*analysis), document, query, &mut Vec::new()) {
        Some((QueryTarget::Declared(definition), _)) => analysis.kind(definition).map(Kind::facts),
        _ => None,
    }
    .unwrap_or(formulas::KIND.facts())
}

/// `:next [PUZZLE]`
pub(super) fn next(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    ask(session, &call.typed, (Verb::Solve, call.word), tell, |new, memory, tell| {
        let shown = match &memory.solved {
            Some((name, shown)) if name == new.text => *shown,
            _ => 0,
        };
        let posed = match new.asked.puzzle.worlds(shown + 1) {
            Ok(posed) => posed,
            Err(reason) => {
                return tell(SessionEvent::usage(format!("`{}`: {reason}", new.text)));
            }
        };
        let found = posed.solve(&mut new.budget).map_err(NoAnswer::from);
        let (last, doubts) =
            match found.and_then(|(it, doubts)| Ok((it.map_err(NoAnswer::Refused)?, doubts))) {
                Ok(found) => found,
                Err(no_answer) => return tell(unanswered(&no_answer)),
            };
        let Some(last) = last.filter(|it| it.number > shown) else {
            let called = new.asked.puzzle.world_word().unwrap_or("solution");
            let other = if shown == 0 { "" } else { "other " };
            let mut text = vec![format!("there is no {other}{called}")];
            text.extend(doubts_told(&doubts).into_iter().map(str::to_owned));
            return tell(SessionEvent::Note(text.join("; ")));
        };
        memory.solved = Some((new.text.to_owned(), last.number));
        let called = new.asked.puzzle.world_word().unwrap_or("solution");
        let mut text = vec![format!("{}:", last.title(called))];
        text.extend(last.lines);
        text.extend(doubts_told(&doubts).into_iter().map(str::to_owned));
        tell(SessionEvent::Text(format!("{}\n", text.join("\n"))));
    });
}

/// `:hint [PUZZLE]`
pub(super) fn hint(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    ask(session, &call.typed, (Verb::Solve, call.word), tell, |new, memory, tell| {
        let shown = match &memory.hinted {
            Some((name, shown)) if name == new.text => *shown,
            _ => 0,
        };
        let found = hints(new.asked.puzzle.as_ref(), shown + 1, &mut new.budget);
        let (hints, doubts) = match found {
            Ok(found) => found,
            Err(NoAnswer::Refused(reason)) => return tell(SessionEvent::usage(reason)),
            Err(no_answer) => return tell(unanswered(&no_answer)),
        };
        let source = &call.typed;
        let mut text: Vec<String> = Vec::new();
        if let HintsEnd::NoSolution(answer) = &hints.end {
            text.push(answer.text.clone());
            text.extend(remarks(answer, source).iter().map(|it| format!("    {it}")));
        }
        if let Some(hint) = hints.steps.get(shown) {
            memory.hinted = Some((new.text.to_owned(), shown + 1));
            text.extend(lines(shown + 1, hint, source));
        } else if hints.end == HintsEnd::Solved {
            text.push("nothing is left to find".to_owned());
        }
        text.extend(end(&hints));
        text.extend(doubts_told(&doubts).into_iter().map(str::to_owned));
        tell(SessionEvent::Text(format!("{}\n", text.join("\n"))));
    });
}

/// `:list`
pub(super) fn list(session: &Session<'_>, tell: TellEvent<'_>) {
    let analysis = session.known.analysis();
    let program = session.known.program();
    let mut lines = String::new();
    for file in &program.files {
        let is_file = file.path != Path::new(TYPED);
        let mut last = None;
        for (definition, item) in program.items(file) {
            // The variables of one line are items with one text.
            let place = (definition.document, item.span);
            if item.kind.declared().is_none() || last.replace(place) == Some(place) {
                continue;
            }
            let line = line(text(&analysis, definition));
            let source = analysis.scope.source(definition.document);
            let _ = match is_file {
                true => writeln!(lines, "{line}  // {}", source.name()),
                false => writeln!(lines, "{line}"),
            };
        }
    }
    match lines.is_empty() {
        true => tell(SessionEvent::Note("nothing is declared yet".to_owned())),
        false => tell(SessionEvent::Text(lines)),
    }
}

/// A declaration in one line.
fn line(declaration: &str) -> String {
    let text = format(declaration);
    let mut lines = text.lines().skip_while(|line| line.starts_with("//"));
    let mut line = lines.next().unwrap_or_default().to_owned();
    if lines.next().is_some() {
        line.push_str(if line.ends_with('{') { " … }" } else { " …" });
    }
    line
}

/// Whether a text that begins with `draw` is the command with a file, as `draw cave > cave.png`, and no question.
pub(super) fn names_file(body: &str) -> bool {
    let Some(rest) = body.strip_prefix("draw ") else { return false };
    let is_file = |it: &str| it.contains('.') && !it.contains(['"', '\n', '(', ')']);
    let behind = rest.rsplit_once(" > ").or_else(|| rest.rsplit_once(" -o "));
    let unquoted = |it: &str| it.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
    behind.is_some_and(|(_, file)| is_file(&unquoted(file).unwrap_or_else(|| file.to_owned())))
}

/// What a file holds, and what is said of letters that pixels lack.
fn rendered(drawn: &Picture, format: Option<Format>) -> Result<(Vec<u8>, Option<String>), String> {
    match format {
        Some(format) => {
            let text = drawn.render(format).map_err(|it| it.to_string())?;
            Ok((format!("{}\n", text.trim_end_matches('\n')).into_bytes(), None))
        }
        None => {
            let drawn = png::render(drawn).map_err(|it| it.to_string())?;
            let lacking = drawn.lacking();
            Ok((drawn.file, lacking))
        }
    }
}

/// `:draw [PUZZLE] [> FILE]`
pub(super) fn draw(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    if let Some((target, file)) = call.argument().rsplit_once("-o ") {
        let (target, file) = (target.trim(), file.trim());
        return tell(SessionEvent::usage(format!("write `:draw {target} > {file}`")));
    }
    let (target, file) = match call.argument().rsplit_once('>') {
        Some((target, file)) => (target, Some(file.trim().trim_matches('"').to_owned())),
        None => (call.argument(), None),
    };
    // Pixels are a format of their own.
    let format = match file.as_deref().map(|it| it.rsplit_once('.').map_or("", |it| it.1)) {
        None => Some(Format::Text),
        Some("png") => None,
        Some(ending) => match Format::of_ending(ending) {
            Some(format) => Some(format),
            None => {
                let file = file.unwrap_or_default();
                return tell(SessionEvent::usage(format!("{file}: {ENDINGS}")));
            }
        },
    };
    let end = call.argument.start as usize + target.trim_end().len();
    let typed = cut(&call.typed, end);
    let mut drawn = None;
    ask(session, &typed, (Verb::Draw, call.word), tell, |new, _, _| {
        drawn = Some(picture(new.asked.puzzle.as_ref(), new.facts, Some(&mut new.budget)));
    });
    let Some(drawn) = drawn else { return };
    let held = drawn.and_then(|it| Ok((rendered(&it.picture, format)?, it.solution)));
    let ((bytes, lacking), solution) = match held {
        Ok(held) => held,
        Err(reason) => return tell(SessionEvent::Failure(reason, Exit::Errors)),
    };
    match file {
        None => tell(SessionEvent::Text(String::from_utf8_lossy(&bytes).into_owned())),
        Some(file) => {
            let wrote =
                if session.saved.contains(Path::new(&file)) { "wrote over" } else { "wrote" };
            match session.write(("draw", call.is_forced()), &file, &bytes) {
                Ok(()) => tell(SessionEvent::Note(format!("{wrote} {file}"))),
                Err(reason) => tell(SessionEvent::usage(format!("{file}: {reason}"))),
            }
        }
    }
    if let Some(lacking) = lacking {
        tell(SessionEvent::Note(lacking));
    }
    if let Some(Err(no_answer)) = solution {
        tell(unanswered(&no_answer));
    }
}

/// The text up to an offset.
fn cut(source: &Source, end: usize) -> Arc<Source> {
    let text = &source.text()[..end];
    Arc::new(Source::new(source.name(), text).behind(source.lines_before()))
}

/// What a trace is about, and what stands behind `by`.
fn by(argument: &str) -> (&str, Option<&str>) {
    match argument.rsplit_once("by") {
        Some((target, word))
            if (target.is_empty() || target.ends_with(char::is_whitespace))
                && (word.is_empty() || word.starts_with(char::is_whitespace)) =>
        {
            (target, Some(word.trim()))
        }
        _ => (argument, None),
    }
}

/// `:trace [PUZZLE] [by PROCEDURE]`, where also a query or a theory and a sentence may stand.
pub(super) fn trace(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let (target, word) = by(call.argument());
    let procedure = match word.map(Procedure::named).transpose() {
        Ok(procedure) => procedure,
        Err(message) => return tell(SessionEvent::usage(message)),
    };
    let start = call.argument.start;
    let end = start as usize + target.len();
    let mut typed = cut(&call.typed, call.typed.text()[..end].trim_end().len());
    let first = target.split_whitespace().next().unwrap_or_default();
    let verb = match VERBS.iter().find(|it| it.0 == first) {
        Some((_, verb)) => {
            // Blanks instead of the command keep the places in the line.
            let text = format!("{}{}", " ".repeat(start as usize), &typed.text()[start as usize..]);
            typed = Arc::new(Source::new(typed.name(), text).behind(typed.lines_before()));
            (*verb, Span::new(start, start + first.len() as u32))
        }
        None => (verb_of(target), call.word),
    };
    ask(session, &typed, verb, tell, |new, _, tell| {
        let (puzzle, question) = (new.asked.puzzle.as_ref(), &new.asked.question);
        let mut step = |line: &str| tell(SessionEvent::Text(format!("{line}\n")));
        let traced = trace_of(puzzle, question, procedure, &mut step, &mut new.budget);
        match traced {
            Ok(traced) => {
                for line in traced.end() {
                    tell(SessionEvent::Text(format!("{line}\n")));
                }
            }
            Err(NoAnswer::Refused(reason)) => tell(SessionEvent::usage(reason)),
            Err(no_answer) => tell(unanswered(&no_answer)),
        }
    });
}

/// Why there is no answer.
fn unanswered(no_answer: &NoAnswer) -> SessionEvent {
    let reason = no_answer.words();
    match no_answer {
        NoAnswer::Unverified(_) => SessionEvent::Failure(reason, Exit::Errors),
        _ => SessionEvent::Failure(format!("the answer is unknown: {reason}"), Exit::Unknown),
    }
}

/// `:time [QUERY]`
pub(super) fn time(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let typed = if call.argument().is_empty() {
        let Some(query) = &session.memory.query else {
            return tell(SessionEvent::usage("there is no query yet; write `:time QUERY`"));
        };
        Source::new(call.typed.name(), query.text.as_str()).behind(call.typed.lines_before())
    } else {
        // Blanks instead of the command keep the places in the line.
        let blanks = " ".repeat(call.argument.start as usize);
        let text = format!("{blanks}{}", call.argument());
        Source::new(call.typed.name(), text).behind(call.typed.lines_before())
    };
    let start = Instant::now();
    session.read(Arc::new(typed), tell);
    tell(SessionEvent::Note(format!("in {:.1?}", start.elapsed())));
}

/// `:explain [CODE]`, also of a rule of proofs.
pub(super) fn explain(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let word = match (call.argument(), session.memory.code) {
        ("", None) => {
            return tell(SessionEvent::usage("there was no message yet; write `:explain CODE`"));
        }
        ("", Some(last)) => last.number(),
        (word, _) => word,
    };
    tell(match explain::page(word) {
        Ok(page) => SessionEvent::Page(page),
        Err(Some(similar)) => {
            SessionEvent::usage(format!("there is no code `{word}`; did you mean `{similar}`?"))
        }
        Err(None) => {
            let help = "a message shows its code on its first line";
            SessionEvent::usage(format!("there is no code `{word}`; {help}"))
        }
    });
}
