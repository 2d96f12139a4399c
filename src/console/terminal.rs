//! What a stream can show: colours, characters outside ASCII, columns.

use std::env;
use std::io::IsTerminal;

use clap::ValueEnum;

use crate::diagnostic::report::Style;

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set; elsewhere if `CLICOLOR_FORCE` is set
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// Columns where the terminal does not say.
const WIDTH: usize = 100;

/// How to write to `stream`.
pub fn style_for(stream: &impl IsTerminal, color: Color) -> Style {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    Style {
        unicode: is_unicode(&variable),
        color: is_colored(color, stream.is_terminal(), &variable),
        width: variable("COLUMNS").and_then(|width| width.parse().ok()).unwrap_or(WIDTH),
    }
}

/// Variables that are set and not empty.
type EnvironmentVariable<'a> = &'a dyn Fn(&str) -> Option<String>;

fn is_colored(color: Color, is_terminal: bool, variable: EnvironmentVariable) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if variable("NO_COLOR").is_some() => false,
        Color::Auto if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        Color::Auto => is_terminal && variable("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Whether the locale is one of UTF-8 and the terminal has more than the characters of a console.
fn is_unicode(variable: EnvironmentVariable) -> bool {
    if cfg!(windows) {
        return variable("WT_SESSION").is_some() || variable("TERM_PROGRAM").is_some();
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    let locale = locale.unwrap_or_default().to_ascii_uppercase();
    let is_utf8 = locale.ends_with("UTF-8") || locale.ends_with("UTF8");
    is_utf8 && variable("TERM").is_none_or(|term| term != "linux")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_then_no_color_then_force_then_the_terminal() {
        let colored = |color, is_terminal, set: &[(&str, &str)]| {
            is_colored(color, is_terminal, &|name| {
                set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        let both = [("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")];
        assert!(colored(Color::Always, false, &both));
        assert!(!colored(Color::Never, true, &both[1..]));
        assert!(!colored(Color::Auto, true, &both));
        assert!(colored(Color::Auto, false, &both[1..]));
        assert!(!colored(Color::Auto, false, &[("CLICOLOR_FORCE", "0")]));
        assert!(colored(Color::Auto, true, &[]));
        assert!(!colored(Color::Auto, true, &[("TERM", "dumb")]));
    }

    #[cfg(unix)]
    #[test]
    fn the_locale_decides_about_characters() {
        let unicode = |set: &'static [(&'static str, &'static str)]| {
            is_unicode(&|name| {
                set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(unicode(&[("LANG", "de_DE.UTF-8")]));
        assert!(unicode(&[("LC_ALL", "C.utf8"), ("LANG", "C")]));
        assert!(!unicode(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(!unicode(&[]));
        assert!(!unicode(&[("LANG", "de_DE.UTF-8"), ("TERM", "linux")]));
    }
}
