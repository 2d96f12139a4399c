//! What shows puzzles without asking about them: bare names and formulas, and the commands that
//! list, draw and trace.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::command::Call;
use super::event::Event;
use super::it::It;
use super::known::Declared;
use super::session::{Session, Tell};
use crate::cli::exit::Exit;
use crate::diagnostic::Code;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::{Facts, Kind, Question, formula as formulas};
use crate::picture::Format;
use crate::service::check::{Analysis, Target, check, question};
use crate::service::draw::draw as drawn;
use crate::service::solve::{Asked, NoAnswer, answer_by_clauses, answer_to, asked};
use crate::syntax::ast::{ItemKind, Query, Verb};
use crate::syntax::format::format;
use crate::text::{Source, Span};

/// What a declaration says, and what may be asked about it.
pub fn name(session: &mut Session<'_>, name: &str, tell: Tell<'_>) {
    let Some(declared) = session.known.find(name) else { return };
    tell(Event::Text(format(declared.text())));
    tell(Event::Note(match declared.facts {
        Some(facts) => {
            let verbs: Vec<_> = facts.verbs.iter().map(|it| it.word()).collect();
            format!("{}; ask {}", facts.with_article(), verbs.join(", "))
        }
        None => "it has errors".to_owned(),
    }));
    if declared.facts.is_some_and(|it| it.name == "formula") {
        session.set_it(It::formula(name));
    }
    session.name(name);
}

/// The last answer.
pub fn it(it: Option<&It>, tell: Tell<'_>) {
    match it {
        Some(it) => tell(Event::Text(format!("{}\n", it.answer))),
        None => tell(Event::usage("there is no answer yet; `it` is the last one")),
    }
}

/// A bare formula as a tree, and how often it is true.
pub fn formula(session: &mut Session<'_>, typed: &Arc<Source>, tell: Tell<'_>) {
    /// More than this is not worth a wait.
    const STEPS: u64 = 100_000;
    ask(session, typed, Verb::Draw, Span::at(0), tell, |session, new, asked, tell| {
        let mut budget = session.budget();
        if let Ok((_, answer)) = answer_to(asked.puzzle.as_ref(), &asked.question, &mut budget) {
            tell(Event::Text(format!("{}\n", answer.text)));
        }
        let counted = Question { verb: Verb::Count, ..asked.question.clone() };
        let count = answer_to(asked.puzzle.as_ref(), &counted, &mut budget.part(STEPS));
        let variables = asked.puzzle.variables().map_or(0, |it| it.len());
        if let Ok((_, count)) = count {
            let all = 1_u32 << variables;
            tell(Event::Note(format!("true for {} of {all} assignments", count.text)));
        }
        session.set_it(It::formula(new.text));
        session.name(new.text);
    });
}

/// A typed question as it is understood.
struct New<'a> {
    /// What it is about, as it is written.
    text: &'a str,
    /// The facts of its kind.
    facts: &'static Facts,
}

/// Understands what is typed as a question with `verb` and does something with it. What is wrong
/// is told.
fn ask(
    session: &mut Session<'_>,
    typed: &Arc<Source>,
    verb: Verb,
    instead_of: Span,
    tell: Tell<'_>,
    work: impl FnOnce(&mut Session<'_>, &New<'_>, &Asked<'_>, Tell<'_>),
) {
    let Some(new) = session.understand(typed, Some((verb, instead_of)), tell) else { return };
    let levels = session.known.levels.clone();
    let analysis = check(&new.together.program, &levels);
    session.tell_findings(&analysis, &new, tell);
    let root = analysis.root();
    let items = &analysis.scope.tree(root).items;
    let Some(ItemKind::Query(query)) = items.first().map(|it| &it.kind) else { return };
    let Some(asked) = asked(&analysis, root, query) else { return };
    let text = &analysis.scope.text(root)[query.target.span.range()];
    let facts = facts(&analysis, root, query);
    work(session, &New { text, facts }, &asked, tell);
}

fn facts(analysis: &Analysis<'_>, document: u32, query: &Query) -> &'static Facts {
    match question(analysis, document, query, &mut |_| {}, &mut Vec::new()) {
        Some((Target::Declared(definition), _)) => {
            analysis.kind(definition).map_or(formulas::KIND.facts(), |kind| kind.facts())
        }
        _ => formulas::KIND.facts(),
    }
}

/// `:list`
pub fn list(session: &Session<'_>, tell: Tell<'_>) {
    let mut text = String::new();
    for declared in &session.known.declared {
        let _ = writeln!(text, "{}", line(declared));
    }
    match text.is_empty() {
        true => tell(Event::Note("nothing is declared yet".to_owned())),
        false => tell(Event::Text(text)),
    }
}

/// A declaration in one line, and the file it stands in.
fn line(declared: &Declared) -> String {
    let text = format(declared.text());
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let mut lines = text.lines().skip_while(is_comment);
    let mut line = lines.next().unwrap_or_default().to_owned();
    if lines.next().is_some() {
        line.push_str(if line.ends_with('{') { " … }" } else { " …" });
    }
    line
}

/// `:draw [PUZZLE] [> FILE]`
pub fn draw(session: &mut Session<'_>, call: &Call, tell: Tell<'_>) {
    let (target, file) = match call.argument().rsplit_once('>') {
        Some((target, file)) => (target, Some(file.trim().to_owned())),
        None => (call.argument(), None),
    };
    let format = match &file {
        None => Format::Text,
        Some(file) => match file.rsplit_once('.') {
            Some((_, "svg")) => Format::Svg,
            Some((_, "dot")) => Format::Dot,
            Some((_, "txt")) => Format::Text,
            _ => return tell(Event::usage("a picture is written as `.svg`, `.dot` or `.txt`")),
        },
    };
    let end = call.argument.start as usize + target.trim_end().len();
    let typed = cut(&call.typed, end);
    ask(session, &typed, Verb::Draw, call.word, tell, |session, new, asked, tell| {
        let drawn = drawn(asked.puzzle.as_ref(), new.facts, format, &mut session.budget());
        session.name(new.text);
        let picture = match drawn {
            Ok(picture) => format!("{}\n", picture.trim_end_matches('\n')),
            Err(reason) => return tell(Event::Failure(reason, Exit::Errors)),
        };
        match file {
            None => tell(Event::Text(picture)),
            Some(file) => match session.world.write(Path::new(&file), &picture, true) {
                Ok(()) => tell(Event::Note(format!("wrote {file}"))),
                Err(reason) => tell(Event::usage(format!("{file}: {reason}"))),
            },
        }
    });
}

/// The text up to an offset.
fn cut(source: &Source, end: usize) -> Arc<Source> {
    let text = &source.text()[..end];
    Arc::new(Source::new(source.name(), text).behind(source.lines_before()))
}

/// `:trace [PUZZLE]`
pub fn trace(session: &mut Session<'_>, call: &Call, tell: Tell<'_>) {
    ask(session, &call.typed, Verb::Solve, call.word, tell, |session, new, asked, tell| {
        let mut budget = session.budget();
        session.name(new.text);
        let unknown = |reason: &str| {
            Event::Failure(format!("the answer is unknown: {reason}"), Exit::Unknown)
        };
        let clauses = match asked.puzzle.clauses(&mut budget) {
            Ok(Some(clauses)) => clauses,
            Ok(None) => {
                let what = new.facts.with_article();
                let message = format!("{what} has no clauses, which the procedure needs");
                return tell(Event::usage(message));
            }
            Err(stop) => return tell(unknown(&stop.to_string())),
        };
        let mut step = |line: &str| tell(Event::Text(format!("{line}\n")));
        let answer =
            answer_by_clauses(asked.puzzle.as_ref(), &clauses, "sat", Some(&mut step), &mut budget);
        tell(match answer {
            Ok(answer) => Event::Text(format!("{}\n", answer.text)),
            Err(NoAnswer::Stopped(stop)) => unknown(&stop.to_string()),
            Err(NoAnswer::Refused(reason)) => unknown(&reason),
            Err(NoAnswer::Unverified(what)) => {
                Event::Failure(format!("an answer did not pass its check: {what}"), Exit::Errors)
            }
        });
    });
}

/// `:time [QUERY]`
pub fn time(session: &mut Session<'_>, call: &Call, tell: Tell<'_>) {
    let typed = if call.argument().is_empty() {
        let Some(query) = &session.last_query else {
            return tell(Event::usage("there is no query yet; write `:time QUERY`"));
        };
        Source::new(call.typed.name(), query.as_str()).behind(call.typed.lines_before())
    } else {
        // Blanks instead of the command keep the places in the line.
        let blanks = " ".repeat(call.argument.start as usize);
        let text = format!("{blanks}{}", call.argument());
        Source::new(call.typed.name(), text).behind(call.typed.lines_before())
    };
    let start = Instant::now();
    session.read(Arc::new(typed), tell);
    tell(Event::Note(format!("in {:.1?}", start.elapsed())));
}

/// `:explain [CODE]`
pub fn explain(session: &mut Session<'_>, call: &Call, tell: Tell<'_>) {
    let word = call.argument();
    let code = match word {
        "" => session.last_code,
        word => Code::find(word),
    };
    if let Some(code) = code {
        return tell(Event::Page(code.page()));
    }
    let names = Code::ALL.iter().flat_map(|code| [code.number(), code.name()]);
    tell(Event::usage(match did_you_mean(word, names) {
        _ if word.is_empty() => "there was no message yet; write `:explain CODE`".to_owned(),
        Some(similar) => format!("there is no code `{word}`; did you mean `{similar}`?"),
        None => format!("there is no code `{word}`; a message shows its code on its first line"),
    }));
}
