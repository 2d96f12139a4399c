//! `puzzle solve`: one puzzle of a `.puzzle` file, or a file in the format of another program,
//! answered in the convention of that format.

use std::io::Write;
use std::sync::Arc;

use super::quantified;
use super::{cnf, dpll, theorem};
use crate::cli::answering::{Steps, failure, is_textbook, told};
use crate::cli::args::{Foreign, Procedure, Solve};
use crate::cli::ended::Done;
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::console::failure::Failure;
use crate::console::progress::Progress;
use crate::interchange::{dots, maze_text};
use crate::kinds::maze::MazePuzzle;
use crate::kinds::maze::check::check as check_maze;
use crate::kinds::{self, Answer, AnswerVerdict, Puzzle, Question};
use crate::service::check::Levels;
use crate::service::import;
use crate::service::solve::{answer_by_clauses, answer_to};
use crate::syntax::ast::Verb;
use crate::text::{Source, Span};

/// Answers the puzzle or the file.
///
/// # Errors
/// See [`Ended`](crate::cli::ended::Ended).
pub fn run(args: &Solve, console: &mut Console) -> Done {
    let foreign = args.from.or_else(|| Foreign::of(&args.file));
    if let Some(reason) = refusal(args, foreign) {
        let failure = Failure::unusable(args.file.to_string_lossy(), reason);
        return Err(failure.into());
    }
    match foreign {
        Some(Foreign::Dp) => return dpll::answer(&args.file, args.procedure, console),
        Some(Foreign::Cnf) => return cnf::run(args, console),
        Some(format @ (Foreign::Qdimacs | Foreign::Qcir)) => {
            return quantified::run(args, format, console);
        }
        Some(Foreign::Tptp) => return theorem::run(&args.file, console),
        Some(Foreign::Maze | Foreign::Dots) | None => {}
    }
    let source = commands::read(console, &args.file)?;
    match foreign {
        Some(Foreign::Maze) => solve_maze(&source, args.procedure, console),
        Some(Foreign::Dots) => solve_dots(&source, args.procedure, console),
        _ => solve_puzzle(args, &source, console),
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

fn solve_maze(source: &Arc<Source>, procedure: Procedure, console: &mut Console) -> Done {
    let mut diagnostics: Vec<_> = import::not_utf8(source).into_iter().collect();
    let tree = maze_text::parse(source.text(), &mut diagnostics);
    let checked =
        tree.map(|tree| check_maze(&tree, source.text(), Span::default(), &mut diagnostics));
    commands::report(source, diagnostics, console)?;
    let Some((Some(maze), names)) = checked else { return Ok(Exit::Errors) };
    let title = source.name().to_owned();
    let puzzle = MazePuzzle { title, maze, names, source: Arc::clone(source) };
    let answer = answer(source.name(), &puzzle, procedure, false, console)?;
    let path =
        if answer.is(AnswerVerdict::Solvable) { &answer.text } else { maze_text::key::NO_SOLUTION };
    writeln!(console.output.results()?, "{path}")?;
    Ok(Exit::Fine)
}

/// Prints the points of both players, a line each.
fn solve_dots(source: &Arc<Source>, procedure: Procedure, console: &mut Console) -> Done {
    let (game, diagnostics) = dots::parse(source.text().as_bytes());
    commands::report(source, diagnostics, console)?;
    let Some(game) = game else { return Ok(Exit::Errors) };
    let puzzle = kinds::dots::puzzle(game, source.name());
    let answer = answer(source.name(), &puzzle, procedure, false, console)?;
    let results = console.output.results()?;
    for points in answer.text.split(' ') {
        writeln!(results, "{points}")?;
    }
    Ok(Exit::Fine)
}

fn solve_puzzle(args: &Solve, source: &Arc<Source>, console: &mut Console) -> Done {
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open(&args.file, Arc::clone(source), &levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &name)?;
    let answer = answer(&name, found.puzzle.as_ref(), args.procedure, true, console)?;
    let results = console.output.results()?;
    writeln!(results, "{}", answer.text)?;
    for remark in remarks(&answer, source) {
        writeln!(results, "    {remark}")?;
    }
    Ok(Exit::Fine)
}

/// The answer to `solve`; a no with its explanation, if that is shown.
fn answer(
    name: &str,
    puzzle: &dyn Puzzle,
    procedure: Procedure,
    is_explained: bool,
    console: &mut Console,
) -> Done<Answer> {
    if is_textbook(procedure) {
        return by_clauses(name, puzzle, procedure, console);
    }
    let _progress = Progress::start(1, console.signal());
    let question = Question::new(Verb::Solve);
    let budget = &mut console.budget();
    let answered = answer_to(puzzle, &question, budget);
    let answered = answered.map(|it| if is_explained { it.explained(budget) } else { it.answer });
    answered.map_err(|no_answer| failure(name, no_answer).into())
}

/// The answer by the textbook procedure on the puzzle's clauses.
fn by_clauses(
    name: &str,
    puzzle: &dyn Puzzle,
    procedure: Procedure,
    console: &mut Console,
) -> Done<Answer> {
    let mut budget = console.budget();
    let clauses = match puzzle.clauses(&mut budget) {
        Ok(Some(clauses)) => clauses,
        Ok(None) => {
            let message =
                "this kind of puzzle has no clauses, which the textbook's procedure needs";
            return Err(Failure::unusable(name, message).into());
        }
        Err(stop) => return Err(Failure::unknown(name, &stop.to_string()).into()),
    };
    let answered = told(console, (procedure, Steps::Lines), |tell| {
        answer_by_clauses(puzzle, &clauses, tell, &mut budget)
    })?;
    answered.map_err(|no_answer| failure(name, no_answer).into())
}
