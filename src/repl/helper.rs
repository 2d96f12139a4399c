//! What the line editor asks while a person types: colours, completion, hints, and whether a text
//! is whole.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Context, Result};

use super::session::Session;
use super::{colors, completion, pending};

/// What the line editor asks.
#[derive(rustyline::Helper)]
pub(super) struct Helper {
    session: Rc<RefCell<Session<'static>>>,
}

impl Helper {
    /// Answers from what a session knows.
    pub(super) fn new(session: Rc<RefCell<Session<'static>>>) -> Self {
        Self { session }
    }
}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        if self.session.borrow().play().is_some() {
            return Ok(ValidationResult::Valid(None));
        }
        Ok(match pending::missing(context.input()) {
            Some(_) => ValidationResult::Incomplete,
            None => ValidationResult::Valid(None),
        })
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        match self.session.borrow().play() {
            Some(_) => Cow::Borrowed(line),
            None => Cow::Owned(colors::paint(&self.session.borrow(), line)),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(colors::dim(hint))
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        match candidate.split_once(BEFORE_DETAIL) {
            Some((text, detail)) => {
                Cow::Owned(format!("{text}{}", colors::dim(&format!("{BEFORE_DETAIL}{detail}"))))
            }
            None => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

/// What stands between a word and what it is.
const BEFORE_DETAIL: &str = "  ";

/// The width that keeps the editor from putting two of them on a line of 80 to 119 columns.
const ONE_COLUMN: usize = 60;

/// Of more than this many words it is not said what they are.
const MOST_DETAILS: usize = 24;

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let (start, offers) = completion::offers(&mut self.session.borrow_mut(), line, at);
        let width = offers.iter().map(|it| it.text.chars().count()).max().unwrap_or_default();
        let says_details = offers.len() <= MOST_DETAILS;
        let pair = |offer: completion::TypedOffer| {
            let display = match says_details && !offer.detail.is_empty() {
                true => {
                    let display = format!("{:width$}{BEFORE_DETAIL}{}", offer.text, offer.detail);
                    format!("{display:ONE_COLUMN$}")
                }
                false => offer.text.clone(),
            };
            Pair { display, replacement: offer.text }
        };
        Ok((start, offers.into_iter().map(pair).collect()))
    }
}

/// What is shown behind the text that is being typed.
pub(super) struct Behind {
    text: String,
    can_be_taken: bool,
}

impl Hint for Behind {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.can_be_taken.then_some(self.text.as_str())
    }
}

impl Hinter for Helper {
    type Hint = Behind;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Behind> {
        if line.is_empty() || at < line.len() || self.session.borrow().play().is_some() {
            return None;
        }
        let hint = completion::hint(&mut self.session.borrow_mut(), line);
        let hint = hint.or_else(|| {
            let typed_before = HistoryHinter {}.hint(line, at, context)?;
            // A hint has one line.
            (!typed_before.contains('\n')).then_some((typed_before, true))
        });
        hint.map(|(text, can_be_taken)| Behind { text, can_be_taken })
    }
}
