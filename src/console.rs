//! What the front ends that talk to people share: the streams and how they look, limits and Ctrl-C,
//! reading files, signs of life, and how a process ends.
#![allow(clippy::disallowed_methods, reason = "the front ends: all input and output is here")]

pub mod answer;
pub mod catch;
pub mod echo;
pub mod exit;
pub mod failure;
pub mod input;
pub mod interrupt;
pub mod markdown;
pub mod output;
pub mod processes;
pub mod progress;
pub mod quantity;
pub mod style;
pub mod terminal;

use std::io;
use std::num::NonZero;
use std::sync::OnceLock;
use std::time::Duration;

use crate::diagnostic::report::Style;
use crate::disk::temporary;
use exit::Exit;
use output::Output;
use puzzle_engine::budget::{Budget, Signal};
use terminal::{Color, style_for};

/// The streams and limits of the process.
pub struct Console {
    /// Where text goes.
    pub output: Output,
    /// How results are shown.
    pub results: Style,
    /// How diagnostics are shown.
    pub diagnostics: Style,
    /// What each search may use.
    pub limits: SearchLimits,
    /// Files worked on at the same time; as many as there are cores unless somebody says.
    pub jobs: Option<NonZero<usize>>,
    signal: OnceLock<Signal>,
}

impl Console {
    /// Any streams, in any style.
    pub fn new(output: Output, results: Style, diagnostics: Style, limits: SearchLimits) -> Self {
        Self { output, results, diagnostics, limits, jobs: None, signal: OnceLock::new() }
    }

    /// Standard output and standard error.
    pub fn standard(color: Color, limits: SearchLimits) -> Self {
        let (results, diagnostics) =
            (style_for(&io::stdout(), color), style_for(&io::stderr(), color));
        Self::new(Output::standard(), results, diagnostics, limits)
    }

    /// The signal that Ctrl-C cancels. Until it is asked for, Ctrl-C ends the process.
    pub fn signal(&self) -> Signal {
        self.signal.get_or_init(interrupt::listen).clone()
    }

    /// Has all that begins from now on listen to another signal.
    pub fn signal_is(&mut self, signal: Signal) {
        self.signal = OnceLock::from(signal);
    }

    /// The budget of a search that starts now.
    pub fn budget(&self) -> Budget {
        self.limits.budget(&self.signal())
    }

    /// The budget of reading what a search is about.
    pub fn to_read(&self) -> Budget {
        self.limits.to_read(&self.signal())
    }

    /// How the process ends, after all was written.
    pub fn end(mut self, result: io::Result<Exit>) -> Exit {
        let is_interrupted = self.signal.get().is_some_and(Signal::is_cancelled);
        let result = result.map(|exit| if is_interrupted { Exit::Interrupted } else { exit });
        // What was written before an error is still shown, unless that is what failed.
        let flushed = self.output.flush();
        let exit = output::exit_of(result.and_then(|exit| flushed.map(|()| exit)));
        // A thread that nobody waited for may have begun a file.
        let _no_more = temporary::remove_all();
        exit
    }
}

/// Time that reading a file has at least.
const LEAST_TO_READ: Duration = Duration::from_secs(1);

/// What each search may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimits {
    /// Time.
    pub timeout: Option<Duration>,
    /// Resident bytes of the process.
    pub max_memory: Option<usize>,
}

impl SearchLimits {
    /// The budget of a search that starts now.
    pub fn budget(self, signal: &Signal) -> Budget {
        Budget::new(signal.clone(), self.timeout, self.max_memory)
    }

    /// The budget of reading what a search is about. However little time a search has, it has to
    /// begin.
    pub fn to_read(self, signal: &Signal) -> Budget {
        let timeout = self.timeout.map(|timeout| timeout.max(LEAST_TO_READ));
        Budget::new(signal.clone(), timeout, self.max_memory)
    }
}
