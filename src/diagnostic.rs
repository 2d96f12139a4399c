//! What is wrong, where, and what to type: one value that every front end shows in its own way
//! (terminal, JSON, SARIF, an editor). Layers above build diagnostics by constructors in their
//! own `errors.rs`; the words of all codes are listed in [`code`].

pub mod code;
pub mod fix;
pub mod report;
pub mod spelling;

pub use code::{Code, LintLevel};
pub use fix::{Applicability, Edit, Fix};

use std::sync::Arc;

use crate::text::{Source, Span};

/// How grave a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A remark; never changes an exit code.
    Hint,
    /// Probably a mistake; the meaning is clear.
    Warning,
    /// There is no meaning, or an expectation fails.
    Error,
}

impl Severity {
    /// The word shown in front of a message.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A further place that helps to understand a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The source, when it is another one.
    pub source: Option<Arc<Source>>,
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// One fault with its place, its words and its repairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How grave it is: the code's own unless lint levels changed it.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The place that is wrong.
    pub span: Span,
    /// What stands at that place.
    pub label: String,
    /// Further places, nearest first.
    pub related: Vec<Related>,
    /// What to type.
    pub help: Option<String>,
    /// Repairs, the likeliest first.
    pub fixes: Vec<Fix>,
    /// It may only follow from another fault, so that nobody is told; fixes are tried against it all the same.
    pub is_consequence: bool,
}

impl Diagnostic {
    /// A diagnostic with the code's own severity and nothing but message, place and label.
    pub fn new(
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            span,
            label: label.into(),
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
            is_consequence: false,
        }
    }

    /// With a sentence that says what to type.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With one more place in the same source.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { source: None, span, message: message.into() });
        self
    }

    /// With one more place in another source.
    #[must_use]
    pub fn related_in(
        mut self,
        source: Arc<Source>,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        self.related.push(Related { source: Some(source), span, message: message.into() });
        self
    }

    /// With one more repair.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }
}
