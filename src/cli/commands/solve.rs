//! `puzzle solve`: one puzzle of a `.puzzle` file, or a file in the format of another program,
//! answered in the convention of that format.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::quantified;
use super::{cnf, dpll, theorem};
use crate::cli::answering::{Steps, failure, is_textbook, told};
use crate::cli::args::{ProcedureArg, SolveArgs};
use crate::cli::ended::CommandResult;
use crate::cli::foreign::format_of;
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::answer::remarks;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input::CommandInput;
use crate::console::progress::ProgressLine;
use crate::interchange::format::ForeignFormat;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::{dots, maze_text};
use crate::kinds::maze::MazePuzzle;
use crate::kinds::maze::check::check as check_maze;
use crate::kinds::{self, Answer, AnswerVerdict, NamedClauses, Puzzle, Question};
use crate::service::by_clauses::{answer_by_clauses, answer_of_model};
use crate::service::check::Levels;
use crate::service::import;
use crate::service::import::held::format_of_text;
use crate::service::solve::{answer_to, decide_by_textbook};
use crate::service::trace::TraceWords;
use crate::syntax::ast::Verb;
use crate::text::{Source, Span};
use puzzle_engine::budget::Budget;

/// Answers the puzzle or the file.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &SolveArgs, console: &mut Console) -> CommandResult {
    let mut input = CommandInput::of(&args.file);
    let format = match args.from.or_else(|| format_of(&args.file)) {
        Some(format) => Some(format),
        None => {
            let (_, bytes) = input.look(&mut console.budget())?;
            format_of_text(&args.file.to_string_lossy(), &String::from_utf8_lossy(bytes))
        }
    };
    match format {
        Some(format) if is_read_apart(format) => solve_apart(args, (input, format), console),
        format => {
            let source = Arc::new(input.text(&mut console.budget())?);
            allow(args, format)?;
            match format {
                Some(ForeignFormat::Maze) => solve_maze(&source, args.procedure, console),
                Some(ForeignFormat::Dots) => solve_dots(&source, args.procedure, console),
                _ => solve_puzzle(args, &source, console),
            }
        }
    }
}

/// Refuses options that a format does not serve.
fn allow(args: &SolveArgs, foreign: Option<ForeignFormat>) -> Result<(), CommandFailure> {
    let unusable = |reason| CommandFailure::unusable(args.file.to_string_lossy(), reason);
    refusal(args, foreign).map_or(Ok(()), |reason| Err(unusable(reason)))
}

/// Whether a format has a way of its own to read a file.
const fn is_read_apart(format: ForeignFormat) -> bool {
    !matches!(format, ForeignFormat::Maze | ForeignFormat::Dots)
}

/// Answers a file in such a format.
fn solve_apart(
    args: &SolveArgs,
    (input, format): (CommandInput, ForeignFormat),
    console: &mut Console,
) -> CommandResult {
    allow(args, Some(format))?;
    match format {
        ForeignFormat::Dp => dpll::answer(input, args.procedure, console),
        ForeignFormat::Cnf => cnf::run(args, input, console),
        ForeignFormat::Tptp => theorem::run(input, console),
        _ => quantified::run(args, (input, format), console),
    }
}

/// Why a file in this format is not answered in the way that is asked for; `None` stands for a `.puzzle`
/// file.
fn refusal(args: &SolveArgs, foreign: Option<ForeignFormat>) -> Option<String> {
    const DIMACS: &str = "DIMACS files";
    const SOLVED: &str = "DIMACS files and what a `.puzzle` file declares";
    const QUANTIFIED: &str = "QDIMACS and QCIR files";
    const PLAIN: &str = "what becomes propositional clauses";
    const PUZZLES: &str = "the puzzles of `.puzzle` files";
    if let (Some(_), Some(name)) = (foreign, &args.name) {
        return Some(format!("a file in this format has no parts such as `{name}`"));
    }
    let clauses = &args.clauses;
    let options = [
        ("--all", args.all.is_some(), PUZZLES),
        ("--proof", clauses.proof.is_some(), SOLVED),
        ("--verbose", clauses.verbose, DIMACS),
        ("--seed", clauses.seed.is_some(), SOLVED),
        ("--without", !clauses.without.is_empty(), SOLVED),
        ("--solver", clauses.solver.is_some(), SOLVED),
        ("--strategy", args.strategy.is_some(), QUANTIFIED),
        ("--textbook", args.procedure.textbook, PLAIN),
        ("--trace", args.procedure.trace, PLAIN),
    ];
    let served = match foreign {
        Some(ForeignFormat::Cnf) => &[DIMACS, SOLVED, PLAIN][..],
        Some(ForeignFormat::Qdimacs | ForeignFormat::Qcir) => &[QUANTIFIED],
        Some(ForeignFormat::Dp | ForeignFormat::Maze | ForeignFormat::Dots) => &[PLAIN],
        None => &[SOLVED, PLAIN, PUZZLES],
        Some(ForeignFormat::Tptp) => &[],
    };
    let unserved = options.iter().find(|(_, is_given, needs)| *is_given && !served.contains(needs));
    unserved.map(|(option, _, needs)| format!("`{option}` is only for {needs}"))
}

fn solve_maze(
    source: &Arc<Source>,
    procedure: ProcedureArg,
    console: &mut Console,
) -> CommandResult {
    let mut diagnostics: Vec<_> = import::not_utf8(source).into_iter().collect();
    let tree = maze_text::parse(source.text(), &mut diagnostics);
    let checked =
        tree.map(|tree| check_maze(&tree, source.text(), Span::default(), &mut diagnostics));
    import::mended::retain_mending(source.text(), &mut diagnostics);
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
fn solve_dots(
    source: &Arc<Source>,
    procedure: ProcedureArg,
    console: &mut Console,
) -> CommandResult {
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

fn solve_puzzle(args: &SolveArgs, source: &Arc<Source>, console: &mut Console) -> CommandResult {
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open(&args.file, Arc::clone(source), &levels, budget)?;
    let analysis = checked.analysis();
    let found = commands::find(console, &analysis, args.name.as_deref(), &name)?;
    let puzzle = found.puzzle.as_ref();
    let answer = match (args.all, cnf::are_wanted(&args.clauses)) {
        (None, true) => by_solver(args, &name, puzzle, console)?,
        (None, false) => answer(&name, puzzle, args.procedure, true, console)?,
        (Some(_), true) => {
            let message = "another solver is asked for one solution; leave `--all` out";
            return Err(CommandFailure::unusable(name, message).into());
        }
        (Some(_), false) if !puzzle.lists_all() => {
            let message = "its solutions are not listed; leave `--all` out";
            return Err(CommandFailure::unusable(name, message).into());
        }
        (Some(most), false) => {
            let all = Some(most.map_or(usize::MAX, NonZeroUsize::get));
            let question = Question { all, ..Question::new(Verb::Solve) };
            answer_asked(&name, puzzle, &question, true, console)?
        }
    };
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
    procedure: ProcedureArg,
    is_explained: bool,
    console: &mut Console,
) -> CommandResult<Answer> {
    if is_textbook(procedure) {
        return by_clauses(name, puzzle, procedure, console);
    }
    answer_asked(name, puzzle, &Question::new(Verb::Solve), is_explained, console)
}

/// The answer to a question; a no with its explanation, if that is shown.
fn answer_asked(
    name: &str,
    puzzle: &dyn Puzzle,
    question: &Question,
    is_explained: bool,
    console: &mut Console,
) -> CommandResult<Answer> {
    let _progress = ProgressLine::start(1, console.signal());
    let budget = &mut console.budget();
    let answered = answer_to(puzzle, question, budget);
    let answered = answered.map(|it| if is_explained { it.explained(budget) } else { it.answer });
    answered.map_err(|no_answer| failure(name, no_answer).into())
}

/// The answer by the textbook procedure on the puzzle's clauses.
fn by_clauses(
    name: &str,
    puzzle: &dyn Puzzle,
    procedure: ProcedureArg,
    console: &mut Console,
) -> CommandResult<Answer> {
    let mut budget = console.budget();
    let clauses = clauses(name, puzzle, "the textbook's procedure", &mut budget)?;
    let answered = told(console, (procedure, Steps::Lines), |tell| {
        let decide = |words: &TraceWords<'_>, budget: &mut Budget| {
            decide_by_textbook(&clauses.cnf, words, tell, budget)
        };
        answer_by_clauses(puzzle, &clauses, decide, &mut budget)
    })?;
    answered.map_err(|no_answer| failure(name, no_answer).into())
}

/// The clauses of a puzzle, for somebody who needs them.
pub(super) fn clauses<'p>(
    name: &str,
    puzzle: &'p dyn Puzzle,
    who: &str,
    budget: &mut Budget,
) -> CommandResult<NamedClauses<'p>> {
    match puzzle.clauses(budget) {
        Ok(Some(clauses)) => Ok(clauses),
        Ok(None) => {
            let message = format!("this puzzle has no clauses, which {who} needs");
            Err(CommandFailure::unusable(name, message).into())
        }
        Err(stop) => Err(CommandFailure::unknown(name, &stop.to_string()).into()),
    }
}

/// The answer by the solver of clauses as the options say, or by another program.
fn by_solver(
    args: &SolveArgs,
    name: &str,
    puzzle: &dyn Puzzle,
    console: &mut Console,
) -> CommandResult<Answer> {
    let mut budget = console.budget();
    let named = clauses(name, puzzle, "a solver of clauses", &mut budget)?;
    let numbers = (1..=u64::from(named.cnf.atoms())).collect();
    let numbered = NumberedClauses { cnf: named.cnf.clone(), numbers, spans: Vec::new() };
    let (model, note) = cnf::solve(&args.file, &numbered, &args.clauses, console, &mut budget)?;
    let answered = answer_of_model(puzzle, &named, model.as_deref(), &mut budget);
    let answer = answered.map_err(|no_answer| failure(name, no_answer))?;
    Ok(match note {
        Some(note) => answer.note(note),
        None => answer,
    })
}
