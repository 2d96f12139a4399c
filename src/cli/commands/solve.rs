//! `puzzle solve`: one puzzle of a `.puzzle` file, or a file in the format of another program,
//! answered in the convention of that format.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::quantified;
use super::run::remarks;
use super::{cnf, dpll, theorem};
use crate::budget::Budget;
use crate::cli::args::{Foreign, Procedure, Solve};
use crate::cli::exit::Exit;
use crate::cli::format::{FileReport, Format};
use crate::cli::input::Failure;
use crate::cli::{Session, commands, project};
use crate::diagnostic::Severity;
use crate::interchange::{dots, maze_text};
use crate::kinds::maze::MazePuzzle;
use crate::kinds::maze::check::check as check_maze;
use crate::kinds::{self, Answer, Puzzle, Question};
use crate::logic::cnf::Cnf;
use crate::service::check::{Levels, check};
use crate::service::find::{Found, puzzle};
use crate::service::import;
use crate::service::solve::{self, NoAnswer, answer_by_clauses, answer_to, explain};
use crate::service::trace::Words;
use crate::syntax::ast::Verb;
use crate::text::{Source, Span};

/// Answers the puzzle or the file.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Solve, session: &mut Session) -> io::Result<Exit> {
    let foreign = args.from.or_else(|| foreign_format(&args.file));
    if let (Some(_), Some(name)) = (foreign, &args.name) {
        let failure = Failure::unusable(
            args.file.to_string_lossy(),
            format!("a file in this format has no parts such as `{name}`"),
        );
        return commands::fail(session, &failure);
    }
    if foreign == Some(Foreign::Dp) {
        return dpll::run(
            &crate::cli::args::Dpll { file: args.file.clone(), procedure: args.procedure },
            session,
        );
    }
    if foreign == Some(Foreign::Cnf) {
        return cnf::run(args, session);
    }
    if let Some(format @ (Foreign::Qdimacs | Foreign::Qcir)) = foreign {
        return quantified::run(args, format, session);
    }
    if foreign == Some(Foreign::Tptp) {
        return theorem::run(&args.file, session);
    }
    let source = match commands::read(session, &args.file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    match foreign {
        Some(Foreign::Maze) => solve_maze(&source, args.procedure, session),
        Some(Foreign::Dots) => solve_dots(&source, args.procedure, session),
        _ => solve_puzzle(args, &source, session),
    }
}

/// The format that a file's ending tells.
fn foreign_format(path: &Path) -> Option<Foreign> {
    let has_ending =
        |ending: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    if has_ending("qdimacs") {
        return Some(Foreign::Qdimacs);
    }
    if has_ending("qcir") {
        return Some(Foreign::Qcir);
    }
    if has_ending("p") || has_ending("tptp") {
        return Some(Foreign::Tptp);
    }
    Some(match import::Format::of(&path.to_string_lossy())? {
        import::Format::Dimacs => Foreign::Cnf,
        import::Format::DavisPutnam => Foreign::Dp,
        import::Format::Maze => Foreign::Maze,
        import::Format::Dots => Foreign::Dots,
    })
}

/// Decides clauses; with `--trace` each step of the textbook's procedure goes to standard error.
///
/// # Errors
/// Those of the output; within, why the answer is unknown.
pub(super) fn decide(
    name: &str,
    cnf: &Cnf,
    atom: &dyn Fn(u32) -> String,
    procedure: Procedure,
    session: &mut Session,
    budget: &mut Budget,
) -> io::Result<Result<Option<Vec<bool>>, Failure>> {
    let decided = if is_textbook(procedure) {
        let words = Words { atom, origin: &|_| None };
        let decide = |tell: Tell<'_>| solve::decide_by_textbook(cnf, &words, tell, budget);
        told(session, procedure, decide)?
    } else {
        solve::decide(cnf, budget)
    };
    Ok(decided.map_err(|no_answer| failure(name, no_answer)))
}

/// Shows diagnostics; whether there is an error among them.
pub(super) fn report(
    source: &Arc<Source>,
    diagnostics: Vec<crate::diagnostic::Diagnostic>,
    session: &mut Session,
) -> io::Result<bool> {
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if !diagnostics.is_empty() {
        commands::show(session, &[FileReport::new(Arc::clone(source), diagnostics)], Format::Text)?;
    }
    Ok(has_errors)
}

fn solve_maze(
    source: &Arc<Source>,
    procedure: Procedure,
    session: &mut Session,
) -> io::Result<Exit> {
    let mut diagnostics: Vec<_> = import::not_utf8(source).into_iter().collect();
    let tree = maze_text::parse(source.text(), &mut diagnostics);
    let checked =
        tree.map(|tree| check_maze(&tree, source.text(), Span::default(), &mut diagnostics));
    if report(source, diagnostics, session)? {
        return Ok(Exit::Errors);
    }
    let Some((Some(maze), names)) = checked else { return Ok(Exit::Errors) };
    let title = source.name().to_owned();
    let puzzle = MazePuzzle { title, maze, names, source: Arc::clone(source) };
    let question = Question::new(Verb::Solve);
    let answered = if is_textbook(procedure) {
        by_clauses(source.name(), &puzzle, procedure, session)?
    } else {
        answer_to(&puzzle, &question, &mut session.limits().budget())
            .map(|(_, answer)| answer)
            .map_err(|no_answer| failure(source.name(), no_answer))
    };
    match answered {
        Ok(answer) => {
            let path =
                if answer.head == "solvable" { &answer.text } else { maze_text::key::NO_SOLUTION };
            writeln!(session.output.results()?, "{path}")?;
            Ok(Exit::Fine)
        }
        Err(failure) => commands::fail(session, &failure),
    }
}

/// Prints the points of both players, a line each.
fn solve_dots(
    source: &Arc<Source>,
    procedure: Procedure,
    session: &mut Session,
) -> io::Result<Exit> {
    let (game, diagnostics) = dots::parse(source.text().as_bytes());
    report(source, diagnostics, session)?;
    let Some(game) = game else { return Ok(Exit::Errors) };
    let puzzle = kinds::dots::puzzle(game, source.name());
    let answered = if is_textbook(procedure) {
        by_clauses(source.name(), &puzzle, procedure, session)?
    } else {
        let question = Question::new(Verb::Solve);
        answer_to(&puzzle, &question, &mut session.limits().budget())
            .map(|(_, answer)| answer)
            .map_err(|no_answer| failure(source.name(), no_answer))
    };
    match answered {
        Ok(answer) => {
            let results = session.output.results()?;
            for points in answer.text.split(' ') {
                writeln!(results, "{points}")?;
            }
            Ok(Exit::Fine)
        }
        Err(failure) => commands::fail(session, &failure),
    }
}

pub(super) const fn is_textbook(procedure: Procedure) -> bool {
    procedure.textbook || procedure.trace
}

pub(super) fn failure(name: &str, no_answer: NoAnswer) -> Failure {
    match no_answer {
        NoAnswer::Stopped(stop) => Failure::unknown(name, &stop.to_string()),
        NoAnswer::Refused(reason) => Failure::unknown(name, &reason),
        NoAnswer::Unverified(what) => {
            Failure::internal(name, &format!("an answer did not pass its check: {what}"))
        }
    }
}

fn solve_puzzle(args: &Solve, source: &Arc<Source>, session: &mut Session) -> io::Result<Exit> {
    let name = source.name().to_owned();
    let program = match project::open(&args.file, Arc::clone(source)) {
        Ok(program) => program,
        Err(failure) => return commands::fail(session, &failure),
    };
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let found = match puzzle(&analysis, args.name.as_deref()) {
        Ok(found) => found,
        Err(reason) => {
            let exit = commands::show(session, &project::reports(&analysis), Format::Text)?;
            return commands::fail(session, &Failure::unusable(name, reason))
                .map(|failed| failed.max(exit));
        }
    };
    match answer(&name, &found, args.procedure, session)? {
        Ok(answer) => {
            let results = session.output.results()?;
            writeln!(results, "{}", answer.text)?;
            for note in remarks(&answer, source) {
                writeln!(session.output.diagnostics()?, "note: {note}")?;
            }
            Ok(Exit::Fine)
        }
        Err(failure) => commands::fail(session, &failure),
    }
}

fn answer(
    name: &str,
    found: &Found<'_>,
    procedure: Procedure,
    session: &mut Session,
) -> io::Result<Result<Answer, Failure>> {
    if is_textbook(procedure) {
        return by_clauses(name, found.puzzle.as_ref(), procedure, session);
    }
    let question = Question::new(Verb::Solve);
    let puzzle = found.puzzle.as_ref();
    let budget = &mut session.limits().budget();
    let answered = answer_to(puzzle, &question, budget).map(|(solution, answer)| match solution {
        Some(solution) => explain(puzzle, &question, &solution, answer, budget),
        None => answer,
    });
    Ok(answered.map_err(|no_answer| failure(name, no_answer)))
}

/// The answer by the textbook procedure on the puzzle's clauses.
fn by_clauses(
    name: &str,
    puzzle: &dyn Puzzle,
    procedure: Procedure,
    session: &mut Session,
) -> io::Result<Result<Answer, Failure>> {
    let mut budget = session.limits().budget();
    let clauses = match puzzle.clauses(&mut budget) {
        Ok(Some(clauses)) => clauses,
        Ok(None) => {
            let message =
                "this kind of puzzle has no clauses, which the textbook's procedure needs";
            return Ok(Err(Failure::unusable(name, message)));
        }
        Err(stop) => return Ok(Err(Failure::unknown(name, &stop.to_string()))),
    };
    let answered =
        told(session, procedure, |tell| answer_by_clauses(puzzle, &clauses, tell, &mut budget))?;
    Ok(answered.map_err(|no_answer| failure(name, no_answer)))
}

/// What each step is told to, a line each; `None` when nobody wants to know.
type Tell<'a> = Option<&'a mut dyn FnMut(&str)>;

/// Runs `work`; with `--trace` each step it tells goes to standard error.
fn told<R>(
    session: &mut Session,
    procedure: Procedure,
    work: impl FnOnce(Tell<'_>) -> R,
) -> io::Result<R> {
    if !procedure.trace {
        return Ok(work(None));
    }
    let signal = session.signal();
    let diagnostics = session.output.diagnostics()?;
    let mut written = Ok(());
    let mut write = |line: &str| {
        if written.is_ok() {
            written = writeln!(diagnostics, "{line}");
        }
        if written.is_err() {
            // Nobody listens any more.
            signal.cancel();
        }
    };
    let result = work(Some(&mut write));
    written.map(|()| result)
}
