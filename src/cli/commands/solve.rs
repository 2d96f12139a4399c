//! `puzzle solve`: one puzzle of a `.puzzle` file, or a file in the format of another program,
//! answered in the convention of that format.

use std::io::{self, Write};
use std::sync::Arc;

use super::quantified;
use super::run::remarks;
use super::{cnf, dpll, theorem};
use crate::cli::args::{Foreign, Procedure, Solve};
use crate::cli::exit::Exit;
use crate::cli::format::{FileReport, Format};
use crate::cli::input::Failure;
use crate::cli::progress::Progress;
use crate::cli::{Session, commands, project};
use crate::diagnostic::{Diagnostic, Severity};
use crate::interchange::{dots, maze_text};
use crate::kinds::maze::MazePuzzle;
use crate::kinds::maze::check::check as check_maze;
use crate::kinds::{self, Answer, Puzzle, Question};
use crate::service::check::Levels;
use crate::service::import;
use crate::service::solve::{self, NoAnswer, answer_by_clauses, answer_to, explain};
use crate::service::trace::Words;
use crate::syntax::ast::Verb;
use crate::text::{Source, Span};
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::Cnf;

/// Answers the puzzle or the file.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Solve, session: &mut Session) -> io::Result<Exit> {
    let foreign = args.from.or_else(|| Foreign::of(&args.file));
    if let Some(reason) = refusal(args, foreign) {
        let failure = Failure::unusable(args.file.to_string_lossy(), reason);
        return commands::fail(session, &failure);
    }
    match foreign {
        Some(Foreign::Dp) => return dpll::answer(&args.file, args.procedure, session),
        Some(Foreign::Cnf) => return cnf::run(args, session),
        Some(format @ (Foreign::Qdimacs | Foreign::Qcir)) => {
            return quantified::run(args, format, session);
        }
        Some(Foreign::Tptp) => return theorem::run(&args.file, session),
        Some(Foreign::Maze | Foreign::Dots) | None => {}
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

/// Why a file in this format is not answered in the way that is asked for; `None` stands for a `.puzzle`
/// file.
fn refusal(args: &Solve, foreign: Option<Foreign>) -> Option<String> {
    const DIMACS: &str = "DIMACS files";
    const QUANTIFIED: &str = "QDIMACS and QCIR files";
    const PLAIN: &str = "what becomes propositional clauses";
    if let (Some(_), Some(name)) = (foreign, &args.name) {
        return Some(format!("a file in this format has no parts such as `{name}`"));
    }
    let clauses = &args.clauses;
    let options = [
        ("--proof", clauses.proof.is_some(), DIMACS),
        ("--verbose", clauses.verbose, DIMACS),
        ("--seed", clauses.seed.is_some(), DIMACS),
        ("--without", !clauses.without.is_empty(), DIMACS),
        ("--solver", clauses.solver.is_some(), DIMACS),
        ("--strategy", args.strategy.is_some(), QUANTIFIED),
        ("--textbook", args.procedure.textbook, PLAIN),
        ("--trace", args.procedure.trace, PLAIN),
    ];
    let served = match foreign {
        Some(Foreign::Cnf) => &[DIMACS, PLAIN][..],
        Some(Foreign::Qdimacs | Foreign::Qcir) => &[QUANTIFIED],
        Some(Foreign::Dp | Foreign::Maze | Foreign::Dots) | None => &[PLAIN],
        Some(Foreign::Tptp) => &[],
    };
    let unserved = options.iter().find(|(_, is_given, needs)| *is_given && !served.contains(needs));
    unserved.map(|(option, _, needs)| format!("`{option}` is only for {needs}"))
}

/// Decides clauses; with `--trace` each step of the textbook's procedure is written as `steps` says.
///
/// # Errors
/// Those of the output; within, why the answer is unknown.
pub(super) fn decide(
    name: &str,
    cnf: &Cnf,
    atom: &dyn Fn(u32) -> String,
    (procedure, steps): (Procedure, Steps),
    session: &mut Session,
    budget: &mut Budget,
) -> io::Result<Result<Option<Vec<bool>>, Failure>> {
    let decided = if is_textbook(procedure) {
        let words = Words { atom, origin: &|_| None };
        let decide = |tell: Tell<'_>| solve::decide_by_textbook(cnf, &words, tell, budget);
        told(session, (procedure, steps), decide)?
    } else {
        let _progress = Progress::start(1, session.signal());
        solve::decide(cnf, budget)
    };
    Ok(decided.map_err(|no_answer| failure(name, no_answer)))
}

/// Shows diagnostics; whether there is an error among them.
pub(super) fn report(
    source: &Arc<Source>,
    diagnostics: Vec<Diagnostic>,
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
    match answer(source.name(), &puzzle, procedure, false, session)? {
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
    match answer(source.name(), &puzzle, procedure, false, session)? {
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
    let (levels, budget) = (Levels::default(), session.limits().to_read());
    let checked = match project::open(&args.file, Arc::clone(source), &levels, budget) {
        Ok(checked) => checked,
        Err(failure) => return commands::fail(session, &failure),
    };
    let analysis = checked.analysis();
    let found = match commands::find(session, &analysis, args.name.as_deref(), &name)? {
        Ok(found) => found,
        Err(exit) => return Ok(exit),
    };
    let puzzle = found.puzzle.as_ref();
    match answer(&name, puzzle, args.procedure, true, session)? {
        Ok(answer) => {
            let results = session.output.results()?;
            writeln!(results, "{}", answer.text)?;
            for remark in remarks(&answer, source) {
                writeln!(results, "    {remark}")?;
            }
            Ok(Exit::Fine)
        }
        Err(failure) => commands::fail(session, &failure),
    }
}

/// The answer to `solve`; a no with its explanation, if that is shown.
fn answer(
    name: &str,
    puzzle: &dyn Puzzle,
    procedure: Procedure,
    is_explained: bool,
    session: &mut Session,
) -> io::Result<Result<Answer, Failure>> {
    if is_textbook(procedure) {
        return by_clauses(name, puzzle, procedure, session);
    }
    let _progress = Progress::start(1, session.signal());
    let question = Question::new(Verb::Solve);
    let budget = &mut session.limits().budget();
    let answered = answer_to(puzzle, &question, budget).map(|(solution, answer)| match solution {
        Some(solution) if is_explained => explain(puzzle, &question, &solution, answer, budget),
        _ => answer,
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
    let answered = told(session, (procedure, Steps::Lines), |tell| {
        answer_by_clauses(puzzle, &clauses, tell, &mut budget)
    })?;
    Ok(answered.map_err(|no_answer| failure(name, no_answer)))
}

/// What each step is told to, a line each; `None` when nobody wants to know.
type Tell<'a> = Option<&'a mut dyn FnMut(&str)>;

/// Where the steps of the textbook's procedure are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    /// Above the answer.
    Lines,
    /// Above the answer, as comments of DIMACS.
    Comments,
    /// On standard error: the answer is for the next program of a pipe.
    Apart,
}

/// Runs `work`; with `--trace` each step it tells is written.
fn told<R>(
    session: &mut Session,
    (procedure, steps): (Procedure, Steps),
    work: impl FnOnce(Tell<'_>) -> R,
) -> io::Result<R> {
    if !procedure.trace {
        let _progress = Progress::start(1, session.signal());
        return Ok(work(None));
    }
    let signal = session.signal();
    let stream: &mut dyn Write = match steps {
        Steps::Apart => session.output.diagnostics()?,
        Steps::Lines | Steps::Comments => session.output.results()?,
    };
    let comment = if steps == Steps::Comments { "c " } else { "" };
    let mut written = Ok(());
    let mut write = |line: &str| {
        if written.is_ok() {
            written = writeln!(stream, "{comment}{line}");
        }
        if written.is_err() {
            // Nobody listens any more.
            signal.cancel();
        }
    };
    let result = work(Some(&mut write));
    written.map(|()| result)
}
