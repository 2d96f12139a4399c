//! The command line as types. What is said here is also the help text and the completions.

mod author;
mod grade;
pub mod hint;
mod lints;
mod meant;
mod pipe;
mod proofs;
mod trace;

use std::num::{NonZero, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

pub use author::{
    DiffArgs, Draw, HandoutArgs, MakeArgs, PictureFormatArg, PuzzlePlace, ReportArgs,
};
pub use grade::GradeArgs;
pub use hint::{HintArgs, HintFormatArg, WhyArgs};
pub use lints::Lints;
pub use meant::meant;
pub use pipe::{AxiomsArg, Decode, Dpll, Encode};
pub use proofs::{ProofFormat, Verify};
pub use trace::{TraceArgs, TraceFormatArg, TracedProcedureArg};

use super::candidates;
use super::format::ReportFormat;
use crate::interchange::format::ForeignFormat;

use crate::console::quantity::{parse_bytes, parse_count, parse_duration, parse_seed};
use crate::console::terminal::Color;
use crate::service::clauses::TECHNIQUES;
use crate::service::trace::MOST_STEPS;

/// A small declarative language for logic puzzles, with answers that were checked.
///
/// Exit codes: 0 fine, 1 a puzzle has errors or an expectation fails, 2 wrong usage or a file that
/// cannot be read, 3 a limit was reached and an answer is unknown, 130 Ctrl-C ended the command.
#[derive(Parser, Debug)]
#[command(name = "puzzle", version, arg_required_else_help = true, propagate_version = false)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum CliCommand {
    /// Answer every query of the files, in order
    Run(RunArgs),
    /// Look for mistakes without answering anything
    Check(CheckArgs),
    /// Compare every answer with what the file expects behind `=>`
    Test(TestArgs),
    /// Grade what others declare by the queries of a key
    Grade(GradeArgs),
    /// Say what two puzzles differ in, or that they say the same
    Diff(DiffArgs),
    /// Say how good a puzzle is: its solutions, needless lines, the hardest step
    Report(ReportArgs),
    /// Make a puzzle with one solution, and as few givens as can be
    Make(MakeArgs),
    /// Write a file as a worksheet with pictures
    Handout(HandoutArgs),
    /// Translate each declaration into formats for other programs
    Build(Build),
    /// Rewrite files in the canonical form
    Fmt(Fmt),
    /// Answer one puzzle, or a file in a format of another program
    Solve(SolveArgs),
    /// Check a proof that clauses have no model, or by natural deduction from a theory
    Verify(Verify),
    /// Print the clauses of a maze, for `puzzle dpll`
    Encode(Encode),
    /// Answer clauses in the Davis-Putnam text format
    Dpll(Dpll),
    /// Print the path that an answer of `puzzle dpll` stands for, or `NO SOLUTION`
    Decode(Decode),
    /// Prove something by resolution, natural deduction or a tableau, and print the proof
    Prove(ProveArgs),
    /// Say what follows next in a puzzle, and why
    Hint(HintArgs),
    /// Say why something is so in a puzzle, or cannot be
    Why(WhyArgs),
    /// Show the steps of a procedure, forward and back
    Trace(TraceArgs),
    /// Begin a file with a puzzle of the shelf, or list the shelf
    New(NewArgs),
    /// Print a picture of a puzzle
    Draw(Draw),
    /// Play a game against the computer or another person
    Play(PlayArgs),
    /// Declare and ask line by line
    Repl(Repl),
    /// Serve an editor: the Language Server Protocol on standard input and output
    Lsp(Lsp),
    /// Serve an assistant: the Model Context Protocol on standard input and output
    Mcp(Mcp),
    /// Serve browsers on this machine: an editor over the files of a folder
    Serve(ServeArgs),
    /// Explain a diagnostic code at length
    Explain(Explain),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

/// What holds for every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t, value_enum)]
    pub color: Color,
    /// Give up a question after this time, such as `10s`, `500ms` or `2m`; without unit seconds
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_duration)]
    #[arg(allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Give up a question when the process holds this much memory, such as `512M` or `2G`
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes)]
    #[arg(allow_negative_numbers = true)]
    pub max_memory: Option<usize>,
    /// Files, or proofs of parts, processed at the same time [default: the number of cores]
    #[arg(long, short, global = true, value_name = "N", value_parser = parse_count)]
    #[arg(allow_negative_numbers = true)]
    pub jobs: Option<NonZero<usize>>,
}

/// The files of a command.
#[derive(Args, Clone, Debug)]
pub struct FileArguments {
    /// Files, directories to be searched for `*.puzzle`, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// How diagnostics and test results are shown.
#[derive(Args, Clone, Copy, Debug)]
pub struct Reporting {
    /// How to show diagnostics and results
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: ReportFormat,
}

/// `puzzle run`: answer every query of the files, in order.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle run cave.puzzle
  puzzle run --timeout 10s puzzles/
  puzzle run --watch cave.puzzle
  echo 'solve (x*-x)' | puzzle run -")]
pub struct RunArgs {
    /// The files.
    #[command(flatten)]
    pub files: FileArguments,
    /// Do it again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// The format.
    #[command(flatten)]
    pub reporting: Reporting,
    /// The lint levels.
    #[command(flatten)]
    pub lints: Lints,
}

/// `puzzle check`: look for mistakes without answering anything.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle check puzzles/
  puzzle check --deny unused-formula cave.puzzle
  puzzle check --format sarif puzzles/ > puzzles.sarif")]
pub struct CheckArgs {
    /// The files.
    #[command(flatten)]
    pub files: FileArguments,
    /// The format.
    #[command(flatten)]
    pub reporting: Reporting,
    /// The lint levels.
    #[command(flatten)]
    pub lints: Lints,
}

/// `puzzle test`: compare every answer with what the file expects behind `=>`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle test puzzles/
  puzzle test --update cave.puzzle
  puzzle test --watch puzzles/
  puzzle test --format junit puzzles/ > report.xml")]
pub struct TestArgs {
    /// The files.
    #[command(flatten)]
    pub files: FileArguments,
    /// Write the right answers into the files, and change nothing else
    #[arg(long)]
    pub update: bool,
    /// Do it again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with = "update")]
    pub watch: bool,
    /// The format.
    #[command(flatten)]
    pub reporting: Reporting,
    /// The lint levels.
    #[command(flatten)]
    pub lints: Lints,
}

/// `puzzle build`: translate each declaration into formats for other programs.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle build puzzles/ -o build
  puzzle build --cubes 100 -o parts hard.cnf")]
pub struct Build {
    /// The files.
    #[command(flatten)]
    pub files: FileArguments,
    /// Directory to write into; made if there is none
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// Split clauses, also those of a file in DIMACS, into about so many parts to be solved apart; `puzzle
    /// verify` checks their proofs together
    #[arg(long, value_name = "N")]
    pub cubes: Option<NonZeroUsize>,
    /// The format.
    #[command(flatten)]
    pub reporting: Reporting,
    /// The lint levels.
    #[command(flatten)]
    pub lints: Lints,
}

/// `puzzle fmt`: rewrite files in the canonical form.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle fmt puzzles/
  puzzle fmt --check puzzles/
  puzzle fmt --diff cave.puzzle
  puzzle fmt --strip-answers key.puzzle > sheet.puzzle
  puzzle fmt - < cave.puzzle")]
pub struct Fmt {
    /// The files.
    #[command(flatten)]
    pub files: FileArguments,
    /// Write nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Write nothing; print what would change as a unified diff, and exit with 1 if anything does
    #[arg(long, conflicts_with = "check")]
    pub diff: bool,
    /// Leave out what the queries expect, and print the text instead of rewriting the file
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    pub strip_answers: bool,
}

/// `puzzle solve`: answer one puzzle, or a file in a format of another program.
#[derive(Args, Debug)]
#[command(
    after_help = "A file in a format of another program is known by its ending (.cnf, .maze, .dp,
.dots, .p) or by --from, and is answered in the convention of that format; for
DIMACS the exit code is 10 for satisfiable and 20 for unsatisfiable. Files may
be compressed by gzip or xz.

Examples:
  puzzle solve cave.puzzle cave
  puzzle solve --all=10 mines.puzzle field
  puzzle solve queens.cnf.xz
  puzzle solve --proof pigeons.drat pigeons.cnf
  puzzle solve --solver 'cadical -q' queens.cnf
  puzzle solve --trace --from cnf - < tiny.cnf"
)]
pub struct SolveArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// The puzzle in it; may be left out if there is only one
    #[arg(add = ArgValueCandidates::new(candidates::puzzles))]
    pub name: Option<String>,
    /// The format of the file, where its ending does not say
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub from: Option<ForeignFormat>,
    /// Show every solution of a puzzle, or so many at most
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["textbook", "trace"])]
    pub all: Option<Option<NonZeroUsize>>,
    /// The procedure.
    #[command(flatten)]
    pub procedure: ProcedureArg,
    /// What holds for clause files.
    #[command(flatten)]
    pub clauses: CnfArgs,
    /// Write how the winner plays into this file, as an and-inverter graph in the format of AIGER
    #[arg(long, value_name = "FILE", help_heading = "Options for QDIMACS and QCIR files")]
    pub strategy: Option<PathBuf>,
}

/// How a clause file is answered.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options for DIMACS files and the clauses of puzzles")]
pub struct CnfArgs {
    /// Write the proof that there is no model into this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["textbook", "trace", "solver"])]
    pub proof: Option<PathBuf>,
    /// The format of the proof [default: lrat for a file that ends so, otherwise drat]
    #[arg(long, value_name = "FORMAT", value_enum, requires = "proof")]
    pub proof_format: Option<ProofFormat>,
    /// Print what the solver did as comments
    #[arg(long, short, conflicts_with_all = ["textbook", "trace", "solver"])]
    pub verbose: bool,
    /// Where chance begins: the same number yields the same run
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["textbook", "trace", "solver"])]
    pub seed: Option<u64>,
    /// Do without these techniques of the solver
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',', value_parser = technique())]
    #[arg(conflicts_with_all = ["textbook", "trace", "solver"])]
    pub without: Vec<String>,
    /// Let another program answer: it is given the clauses as a file, in the place of `{}` or at the
    /// end, and what it says is checked; where `{proof}` stands it writes a proof
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["textbook", "trace"])]
    pub solver: Option<String>,
}

fn technique() -> PossibleValuesParser {
    PossibleValuesParser::new(TECHNIQUES.map(|(name, _)| name))
}

/// Which procedure answers a set of clauses.
#[derive(Args, Clone, Copy, Debug)]
pub struct ProcedureArg {
    /// Use the procedure of the textbook: unit propagation, pure literals, splitting
    #[arg(long)]
    pub textbook: bool,
    /// Print each step of the procedure of the textbook
    #[arg(long)]
    pub trace: bool,
    /// Print so many steps at most
    #[arg(long, value_name = "NUMBER", requires = "trace", default_value_t = MOST_STEPS)]
    pub trace_steps: usize,
}

/// `puzzle prove`: answer a question about a theory by resolution and print the proof, or one about a puzzle.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle prove campus.puzzle 'campus: speaks(Arda, French)'
  puzzle prove campus.puzzle 'campus: speaks(?who, French)'
  puzzle prove household.p
  puzzle prove own-doing.puzzle 'river: bank(Goat) = bank(Cabbage) -> bank(Farmer) = bank(Goat)'
  puzzle prove campus.puzzle 'campus: speaks(Arda, French)' --format tstp > arda.s")]
pub struct ProveArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    /// What stands behind `prove` in a file, or behind `ask` with `?NAME` in it; without it the conjecture of a file
    /// in TPTP
    pub question: Option<String>,
    /// How the proof is printed
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub format: Derivation,
}

/// Forms of proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Derivation {
    /// A line a step
    #[default]
    Text,
    /// The same with the way to all clauses, in signs
    Textbook,
    /// The same for LaTeX, with the package `longtable`
    TextbookLatex,
    /// A derivation in TPTP
    Tstp,
    /// A graph, as Scalable Vector Graphics
    Svg,
    /// A graph for Graphviz
    Dot,
    /// By natural deduction, as `puzzle verify` reads it
    Fitch,
    /// The same for LaTeX, with the package `fitch`
    Latex,
    /// By a closed tableau
    Tableau,
    /// The same for LaTeX, with the package `forest`
    TableauLatex,
}

/// `puzzle new`: begin a file with a puzzle of the shelf.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle new
  puzzle new sudoku
  puzzle new sudoku monday.puzzle
  puzzle new sudoku quizzes/")]
pub struct NewArgs {
    /// The sheet; without one the shelf is listed
    #[arg(add = ArgValueCandidates::new(candidates::sheets))]
    pub sheet: Option<String>,
    /// The file to write, which must not be there yet [default: the sheet's name with `.puzzle`], or a folder, as `quizzes/`,
    /// which gets a workflow for GitHub as well
    pub file: Option<PathBuf>,
}

/// `puzzle play`: play a game against the computer or another person.
#[derive(Args, Debug)]
#[command(
    after_help = "Moves are typed line by line, as behind `after` in a query; `help` lists the other words, such as
hint, undo and save. A file that `save` wrote is a puzzle file with the moves behind the game;
without a name, the play in it goes on.

Examples:
  puzzle play board.puzzle
  puzzle play board.puzzle board --as O --against weak
  puzzle play saved.puzzle
  echo b2 | puzzle play board.puzzle"
)]
pub struct PlayArgs {
    /// The file
    pub file: PathBuf,
    /// The game in it; may be left out if there is only one, or to go on with a saved play
    #[arg(add = ArgValueCandidates::new(candidates::games))]
    pub name: Option<String>,
    /// The player you are [default: who moves first]
    #[arg(long = "as", value_name = "PLAYER")]
    pub side: Option<String>,
    /// Who plays against you [default: strong]
    #[arg(long, value_name = "OPPONENT", value_enum)]
    pub against: Option<Opponent>,
    /// What the moves of a weak opponent follow from; the same number, the same moves
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

/// Who plays against a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Opponent {
    /// The computer, which plays perfectly
    Strong,
    /// The computer, which plays at random
    Weak,
    /// Another person
    Person,
}

/// `puzzle repl`: declare and ask line by line.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle repl
  puzzle repl cave.puzzle
  echo 'solve (x+y)' | puzzle repl")]
pub struct Repl {
    /// A file to begin with, as with `:load`
    pub file: Option<PathBuf>,
}

/// `puzzle explain`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle explain
  puzzle explain E0202
  puzzle explain missing-parentheses
  puzzle explain superposition")]
pub struct Explain {
    /// The number or name of a diagnostic's code, or a rule of proofs such as `superposition`; without one all are
    /// listed
    #[arg(add = ArgValueCandidates::new(candidates::explained))]
    #[arg(value_name = "CODE")]
    pub word: Vec<String>,
}

/// `puzzle lsp`.
#[derive(Args, Debug)]
#[command(after_help = "Editors start it; the folder `editors` says how to tell them.")]
pub struct Lsp {
    /// Talk over standard input and output, which it does in any case; editors say so
    #[arg(long)]
    pub stdio: bool,
}

/// `puzzle mcp`.
#[derive(Args, Debug)]
#[command(
    after_help = "Assistants start it: name `puzzle mcp` as a server of theirs. It reads no file and writes none.
A call may take a minute; `--timeout` says otherwise."
)]
pub struct Mcp {}

/// `puzzle serve`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  puzzle serve             the files of the working directory
  puzzle serve examples

Only browsers on this machine reach it. Ctrl-C ends it.")]
pub struct ServeArgs {
    /// The folder whose files are opened and saved
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The port; 0 takes one that is free
    #[arg(long, short, default_value_t = 8077)]
    pub port: u16,
}

/// `puzzle completions`.
#[derive(Args, Debug)]
#[command(
    after_help = "The script asks the program, which also knows the names of puzzles in a file, lints,
codes and the shelf.

bash:
  mkdir -p ~/.local/share/bash-completion/completions
  puzzle completions bash > ~/.local/share/bash-completion/completions/puzzle
fish:
  mkdir -p ~/.config/fish/completions
  puzzle completions fish > ~/.config/fish/completions/puzzle.fish
zsh, with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc:
  mkdir -p ~/.zfunc
  puzzle completions zsh > ~/.zfunc/_puzzle
elvish:
  mkdir -p ~/.config/elvish
  puzzle completions elvish >> ~/.config/elvish/rc.elv
powershell:
  New-Item -Force -ItemType Directory (Split-Path $PROFILE)
  puzzle completions powershell >> $PROFILE"
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_commands_of_the_pipe_read_standard_input() {
        for name in ["encode", "dpll", "decode"] {
            let file = match Cli::try_parse_from(["puzzle", name]).unwrap().command {
                CliCommand::Encode(encode) => encode.file,
                CliCommand::Dpll(dpll) => dpll.file,
                CliCommand::Decode(decode) => decode.file,
                other => panic!("{other:?}"),
            };
            assert_eq!(file, PathBuf::from("-"));
        }
    }

    #[test]
    fn global_options_stand_before_or_behind_the_command() {
        for line in ["puzzle --timeout 2s -j3 explain E1", "puzzle explain E1 -j 3 --timeout 2"] {
            let global = Cli::try_parse_from(line.split(' ')).unwrap().global;
            assert_eq!(global.timeout, Some(Duration::from_secs(2)));
            assert_eq!(global.jobs, NonZero::new(3));
        }
        assert!(Cli::try_parse_from(["puzzle", "-j0", "explain", "E1"]).is_err());
    }
}
