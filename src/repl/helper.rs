//! What the line editor asks while a person types: colours, completion, hints, and whether a text
//! is whole.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Result};

use super::session::Session;
use super::{colors, pending};

/// What the line editor asks.
#[derive(rustyline::Helper)]
pub struct Helper {
    session: Rc<RefCell<Session<'static>>>,
}

impl Helper {
    /// Answers from what a session knows.
    pub fn new(session: Rc<RefCell<Session<'static>>>) -> Self {
        Self { session }
    }
}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(match pending::missing(context.input()) {
            Some(_) => ValidationResult::Incomplete,
            None => ValidationResult::Valid(None),
        })
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(colors::paint(line))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(colors::dim(hint))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        Ok(super::completion::complete(&mut self.session.borrow_mut(), line, at))
    }
}

impl Hinter for Helper {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        if at < line.len() {
            return None;
        }
        super::completion::hint(&mut self.session.borrow_mut(), line)
    }
}
