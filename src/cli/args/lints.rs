//! Lint levels on the command line. Three options write into one list, in the order in which they
//! stand, because the last one counts: that is more than clap's derive can say.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use clap_complete::engine::ArgValueCandidates;

use crate::cli::candidates;
use crate::diagnostic::code::{Code, LintLevel};
use crate::diagnostic::spelling::did_you_mean;
use crate::service::check::Levels;

/// Lint levels in the order of the command line: a later one overrides an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lints(pub Vec<(Code, LintLevel)>);

impl Lints {
    /// The levels as checking takes them.
    pub fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        for &(lint, level) in &self.0 {
            levels.set(lint, level);
        }
        levels
    }
}

const OPTIONS: [(&str, char, LintLevel, &str); 3] = [
    ("allow", 'A', LintLevel::Allow, "Say nothing about what this lint finds"),
    ("warn", 'W', LintLevel::Warn, "Warn about what this lint finds"),
    ("deny", 'D', LintLevel::Deny, "Make what this lint finds an error"),
];

impl Args for Lints {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.map(|(name, short, _, help)| {
            Arg::new(name)
                .long(name)
                .short(short)
                .help(help)
                .value_name("LINT")
                .action(ArgAction::Append)
                .value_parser(parse_lint)
                .add(ArgValueCandidates::new(candidates::lints))
                .help_heading("Lint levels (the last one counts)")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Lints {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut lints = Self::default();
        lints.update_from_arg_matches(matches)?;
        Ok(lints)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let mut found = Vec::new();
        for (name, _, level, _) in OPTIONS {
            let codes = matches.get_many::<Code>(name).into_iter().flatten();
            let indices = matches.indices_of(name).into_iter().flatten();
            found.extend(indices.zip(codes).map(|(index, &code)| (index, (code, level))));
        }
        found.sort_unstable_by_key(|&(index, _)| index);
        self.0.extend(found.into_iter().map(|(_, lint)| lint));
        Ok(())
    }
}

fn parse_lint(text: &str) -> Result<Code, String> {
    let lints = || Code::ALL.iter().copied().filter(|code| code.is_lint());
    match Code::find(text) {
        Some(code) if code.is_lint() => Ok(code),
        Some(code) => Err(format!("`{}` is always an error", code.name())),
        None => Err(match did_you_mean(text, lints().map(Code::name)) {
            Some(name) => format!("there is no such lint; did you mean `{name}`?"),
            None => {
                let names: Vec<&str> = lints().map(Code::name).collect();
                format!("the lints are {}", names.join(", "))
            }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::code::{N_ARY_CONNECTIVE, UNUSED_FORMULA};

    fn parse(line: &str) -> Result<Lints, String> {
        let command = Lints::augment_args(Command::new("test"));
        let matches = command.try_get_matches_from(line.split(' '));
        Lints::from_arg_matches(&matches.map_err(|error| error.to_string())?)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_order_of_the_line_is_kept_across_options() {
        let line = "test -D unused-formula -A L0201 --warn=unused-formula -D n-ary-connective";
        assert_eq!(
            parse(line).unwrap().0,
            [
                (UNUSED_FORMULA, LintLevel::Deny),
                (N_ARY_CONNECTIVE, LintLevel::Allow),
                (UNUSED_FORMULA, LintLevel::Warn),
                (N_ARY_CONNECTIVE, LintLevel::Deny),
            ]
        );
        assert_eq!(parse("test").unwrap(), Lints::default());
    }

    #[test]
    fn what_is_no_lint_is_refused() {
        assert!(parse("test -D E0202").unwrap_err().contains("always an error"));
        assert!(parse("test -D unused-formulas").unwrap_err().contains("`unused-formula`"));
    }
}
