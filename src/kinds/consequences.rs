//! What is wrong with the lines of a theory or puzzle only because one of its declarations is: one fault has
//! one message.

use crate::diagnostic::code::{
    ILL_SORTED, UNBOUND_VARIABLE, UNEXPECTED, UNKNOWN_NAME, UNKNOWN_SORT, WRONG_ROLE,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Theory;

/// What makes other lines of a block wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrongDeclarations {
    /// A line that declares could not be read, so that anything may follow.
    pub(super) is_misdeclared: bool,
    /// A line could not be read, which may have told of what sort a variable is.
    pub(super) is_broken: bool,
    /// A declaration names a sort that there is not.
    pub(super) lacks_sort: bool,
}

impl WrongDeclarations {
    /// Whether some of these declarations name a sort that there is not.
    pub(super) fn lack_sort<'d>(mut found: impl Iterator<Item = &'d Diagnostic>) -> bool {
        found.any(|it| it.code == UNKNOWN_NAME)
    }

    /// Marks those of a theory, in which what was found of declarations ends at `declared`.
    pub(super) fn mark_in(body: &Theory, found: &mut [Diagnostic], declared: usize) {
        let wrong = Self {
            is_misdeclared: body.is_misdeclared,
            is_broken: body.is_broken,
            lacks_sort: Self::lack_sort(found[..declared].iter()),
        };
        wrong.mark((0..).zip(found).map(|(at, it)| (it, at < declared)));
    }

    /// Marks those of the faults that may be consequences; with each whether it is one of a declaration.
    pub(super) fn mark<'d>(self, found: impl Iterator<Item = (&'d mut Diagnostic, bool)>) {
        for (fault, is_declaration) in found {
            fault.is_consequence |= self.may_cause(fault.code, is_declaration);
        }
    }

    fn may_cause(self, code: Code, is_declaration: bool) -> bool {
        let is_about_sorts =
            [ILL_SORTED, UNKNOWN_SORT, WRONG_ROLE, UNBOUND_VARIABLE].contains(&code);
        code != UNEXPECTED
            && (self.is_misdeclared
                || self.is_broken && code == UNKNOWN_SORT
                || self.lacks_sort && !is_declaration && is_about_sorts)
    }
}
