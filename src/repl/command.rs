//! The commands that start with a colon: one table, from which help, abbreviations and completion
//! follow.

use std::sync::Arc;

use super::event::SessionEvent;
use super::session::{Flow, Session, TellEvent};
use super::{editing, files, playing, save, settings, show};
use crate::diagnostic::spelling::did_you_mean;
use crate::syntax::keyword::Keyword;
use crate::text::{Source, Span};

pub(super) struct ReplCommand {
    /// Its name, without the colon.
    pub name: &'static str,
    /// What may follow it.
    pub argument: Argument,
    /// What it does, in one line.
    pub summary: &'static str,
    run: fn(&mut Session<'_>, &Call, TellEvent<'_>),
}

/// What may follow a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    /// Nothing.
    None,
    /// A path.
    File,
    /// What a query asks about; what was named last if left out.
    Puzzle,
    /// A game, likewise, and who plays.
    Game,
    /// What a query asks about, likewise, and a procedure behind `by`.
    Traced,
    /// A query; the last one if left out.
    Query,
    /// The name of a block, a colon, and a line.
    Line,
    /// The name of a declaration.
    Name,
    /// A setting and its value; all are listed if left out.
    Setting,
    /// A code of a diagnostic, the last one if left out, or a rule of proofs.
    Explained,
}

impl Argument {
    /// How help shows it.
    pub(super) const fn usage(self) -> &'static str {
        match self {
            Self::None => "",
            Self::File => "FILE",
            Self::Puzzle | Self::Traced => "[PUZZLE]",
            Self::Game => "[GAME]",
            Self::Query => "[QUERY]",
            Self::Line => "NAME: LINE",
            Self::Name => "[NAME]",
            Self::Setting => "[SETTING VALUE]",
            Self::Explained => "[CODE]",
        }
    }
}

/// A command as it was typed.
pub(super) struct Call {
    /// The whole text.
    pub typed: Arc<Source>,
    /// The word of the command, with its colon.
    pub word: Span,
    /// What follows it.
    pub argument: Span,
}

impl Call {
    /// Whether a file that is in the way is to be replaced.
    pub(super) fn is_forced(&self) -> bool {
        self.typed.slice(self.word).ends_with('!')
    }

    /// What follows the command.
    pub(super) fn argument(&self) -> &str {
        self.typed.slice(self.argument)
    }
}

/// The commands, in the order in which help lists them.
pub(super) const COMMANDS: [ReplCommand; 17] = [
    ReplCommand {
        name: "help",
        argument: Argument::None,
        summary: "show this",
        run: |_, _, tell| tell(SessionEvent::Text(help())),
    },
    ReplCommand {
        name: "list",
        argument: Argument::None,
        summary: "list what is declared",
        run: |session, _, tell| show::list(session, tell),
    },
    ReplCommand {
        name: "load",
        argument: Argument::File,
        summary: "take a file in and answer its queries",
        run: files::load,
    },
    ReplCommand {
        name: "reload",
        argument: Argument::None,
        summary: "load the loaded files again, as they are now",
        run: |session, _, tell| files::reload(session, tell),
    },
    ReplCommand {
        name: "save",
        argument: Argument::File,
        summary: "write it all as a file; `:save!` replaces one",
        run: save::save,
    },
    ReplCommand {
        name: "add",
        argument: Argument::Line,
        summary: "add a line to a block, as in `add guests: Ann or Bob`",
        run: editing::add,
    },
    ReplCommand {
        name: "edit",
        argument: Argument::Name,
        summary: "change a declaration, or what was typed last",
        run: editing::edit,
    },
    ReplCommand {
        name: "undo",
        argument: Argument::None,
        summary: "take back the last declaration",
        run: |session, _, tell| session.undo(tell),
    },
    ReplCommand {
        name: "draw",
        argument: Argument::Puzzle,
        summary: "draw it with its solution; `> FILE.png` writes it",
        run: show::draw,
    },
    ReplCommand {
        name: "next",
        argument: Argument::Puzzle,
        summary: "show another solution than those that were shown",
        run: show::next,
    },
    ReplCommand {
        name: "hint",
        argument: Argument::Puzzle,
        summary: "say what follows next in a puzzle, and why",
        run: show::hint,
    },
    ReplCommand {
        name: "play",
        argument: Argument::Game,
        summary: "play it, as in `:play board as O against weak`",
        run: playing::start,
    },
    ReplCommand {
        name: "trace",
        argument: Argument::Traced,
        summary: "show a procedure step by step, as in `tiny by cdcl`",
        run: show::trace,
    },
    ReplCommand {
        name: "time",
        argument: Argument::Query,
        summary: "say how long an answer takes",
        run: show::time,
    },
    ReplCommand {
        name: "set",
        argument: Argument::Setting,
        summary: "set `timeout` or `memory`, as in `timeout 10s`",
        run: settings::set,
    },
    ReplCommand {
        name: "explain",
        argument: Argument::Explained,
        summary: "explain a message at length, or a rule of proofs",
        run: show::explain,
    },
    ReplCommand {
        name: "quit",
        argument: Argument::None,
        summary: "leave, as Ctrl-D does",
        run: |_, _, _| {},
    },
];

/// The command in a text, if it is one.
pub(super) fn split(typed: &str) -> Option<(Span, Span)> {
    let start = typed.len() - typed.trim_start().len();
    let end = typed.trim_end().len();
    let body = &typed[start..end];
    let is_bare = matches!(body, "help" | "?" | "quit" | "exit" | "play")
        || is_command(body)
        || show::names_file(body)
        || is_of_a_shell(body);
    if !body.starts_with(':') && !is_bare {
        return None;
    }
    let word = body.find(char::is_whitespace).unwrap_or(body.len());
    let rest = body[word..].trim_start().len();
    let span = |start: usize, end: usize| Span::new(start as u32, end as u32);
    Some((span(start, start + word), span(end - rest, end)))
}

/// The command in a text that is the name of one without its colon, as `next`, and may be that of a puzzle.
pub(super) fn bare(typed: &str) -> Option<(Span, Span)> {
    let word = typed.trim();
    let start = (typed.len() - typed.trim_start().len()) as u32;
    let end = start + word.len() as u32;
    let is_command = COMMANDS.iter().any(|it| it.name == word) && Keyword::find(word).is_none();
    is_command.then_some((Span::new(start, end), Span::at(end)))
}

/// Whether a text is a command without its colon, as `load cave.puzzle`: no declaration and no query begins
/// so.
fn is_command(body: &str) -> bool {
    let Some((word, rest)) = body.split_once(char::is_whitespace) else { return false };
    let begins = |it: char| it.is_alphanumeric() || matches!(it, '.' | '/' | '~' | '"');
    COMMANDS.iter().any(|it| it.name == word)
        && Keyword::find(word).is_none()
        && rest.trim_start().starts_with(begins)
}

/// What people begin with that want a file to be read.
const OF_A_SHELL: [&str; 5] = ["puzzle", "run", "check", "test", "open"];

/// Whether a text names a file as one does for a shell, as `puzzle run cave.puzzle` or `run cave.puzzle`.
fn is_of_a_shell(body: &str) -> bool {
    let mut words = body.split_whitespace();
    let is_program = words.next().is_some_and(|it| OF_A_SHELL.contains(&it));
    is_program && words.last().is_some_and(|it| it.ends_with(".puzzle"))
}

/// The commands that an abbreviation may mean: one that it is, or all that it begins.
pub(super) fn meant(word: &str) -> Vec<&'static ReplCommand> {
    let named = COMMANDS.iter().filter(|it| it.name.starts_with(word));
    match COMMANDS.iter().find(|it| it.name == word) {
        Some(exact) => vec![exact],
        None => named.collect(),
    }
}

/// Runs a command.
pub(super) fn run(
    session: &mut Session<'_>,
    (word, argument): (Span, Span),
    typed: Arc<Source>,
    tell: TellEvent<'_>,
) -> Flow {
    let name = typed.slice(word).trim_start_matches(':').trim_end_matches('!').to_owned();
    let name = match &name[..] {
        "exit" => "quit",
        "h" | "?" => "help",
        name => name,
    };
    let call = Call { typed, word, argument };
    if name.is_empty() {
        tell(SessionEvent::usage("`:help` lists the commands"));
        return Flow::Goes;
    }
    let command = match meant(name)[..] {
        [command] => command,
        [] => {
            tell(SessionEvent::usage(unknown(name)));
            return Flow::Goes;
        }
        ref several => {
            let names: Vec<_> = several.iter().map(|it| format!("`:{}`", it.name)).collect();
            let message = format!("`:{name}` may be {}", names.join(" or "));
            tell(SessionEvent::usage(message));
            return Flow::Goes;
        }
    };
    let is_given = !call.argument().is_empty();
    match command.argument {
        Argument::None if is_given => {
            tell(SessionEvent::usage(format!("nothing follows `:{}`", command.name)));
        }
        Argument::File if !is_given => {
            tell(SessionEvent::usage(format!("write `:{} FILE`", command.name)));
        }
        Argument::Puzzle | Argument::Game | Argument::Traced
            if !is_given && session.memory.is_empty() =>
        {
            let usage = command.argument.usage().trim_matches(['[', ']']);
            let message = format!("nothing was named yet; write `:{} {usage}`", command.name);
            tell(SessionEvent::usage(message));
        }
        _ => (command.run)(session, &call, tell),
    }
    if command.name == "quit" { Flow::Ends } else { Flow::Goes }
}

fn unknown(name: &str) -> String {
    if OF_A_SHELL.contains(&name) {
        return "write `:load FILE`: it reads a file and answers what it asks".to_owned();
    }
    let known = COMMANDS.iter().map(|it| it.name);
    match did_you_mean(name, known) {
        Some(similar) => format!("there is no command `:{name}`; did you mean `:{similar}`?"),
        None => format!("there is no command `:{name}`; `:help` lists them"),
    }
}

fn help() -> String {
    let mut text = String::from(INTRODUCTION);
    for command in &COMMANDS {
        let usage = format!(":{} {}", command.name, command.argument.usage());
        text.push_str(&format!("    {usage:<22}{}\n", command.summary));
    }
    text.push_str(ENDING);
    text
}

const INTRODUCTION: &str = "\
Type what a file may hold: a declaration or a query. An open block goes on until its `}`.

    formula either = (x+y)
    solve either            a model, a path, the winner, whatever the puzzle has
    play2win duel after 1   the best move
    solve                   asks about what was named last
    (x*-y)                  a bare formula, or the name of a puzzle, shows what it is

`it` is the last answer, in the form that its place needs:

    eval either it          the values that `solve` found
    play2win duel after it  the moves so far, with the last answer
    solve (it*z)            the formula that `simplify` made, or that was shown
    solve cave by sat => it compares with the last answer

";

const ENDING: &str = "
A declaration with the name of an older one replaces it. Commands may be abbreviated, as in `:h`.
Tab completes. Ctrl-C ends a search, or clears the line; Ctrl-D leaves.
";
