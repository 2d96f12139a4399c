//! What the process says with its exit code, and which of several results is said.

use std::process::ExitCode;

/// How a command ended.
///
/// When several things happened, the one listed last here is said: a run that could not read one
/// file says so even if others have errors, and "unknown" is said only when nothing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Exit {
    /// 0: nothing is wrong.
    #[default]
    Fine,
    /// 10: the problem in a foreign format is satisfiable or true.
    Satisfiable,
    /// 20: the problem in a foreign format is unsatisfiable or false.
    Unsatisfiable,
    /// 3: a limit was reached and an answer is unknown.
    Unknown,
    /// 1: a puzzle has errors, an expectation fails, or the program itself has a fault.
    Errors,
    /// 2: wrong usage, or a file that cannot be read or written.
    Usage,
    /// 130: Ctrl-C ended the command.
    Interrupted,
}

impl Exit {
    /// The number for the system.
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Satisfiable => 10,
            Self::Unsatisfiable => 20,
            Self::Unknown => 3,
            Self::Errors => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_files_outrank_errors_and_errors_outrank_unknown_answers() {
        let rank = [Exit::Fine, Exit::Unknown, Exit::Errors, Exit::Usage, Exit::Interrupted];
        assert!(rank.is_sorted());
        assert_eq!(rank.map(Exit::code), [0, 3, 1, 2, 130]);
        assert_eq!([Exit::Satisfiable, Exit::Unsatisfiable].map(Exit::code), [10, 20]);
    }
}
