//! What is wrong with the lines of a theory or puzzle only because one of its declarations is: one fault has
//! one message.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::{
    DUPLICATE_NAME, ILL_SORTED, UNBOUND_VARIABLE, UNEXPECTED, UNKNOWN_NAME, UNKNOWN_SORT,
    WRONG_ARITY, WRONG_ROLE,
};
use crate::syntax::ast::WrittenTheory;

/// Marks the faults that may follow from others: from a line that declares and could not be read, anything; from
/// another line that could not be read, that a sort is unknown; from a declaration that names a sort that there is
/// not, what is said of sorts elsewhere; from a name that is declared twice, that and numbers of arguments. The first `declared` faults are those of declarations.
pub(super) fn mark_consequences<'d>(
    blocks: &[&WrittenTheory],
    found: impl Iterator<Item = &'d mut Diagnostic>,
    declared: usize,
) {
    let is_misdeclared = blocks.iter().any(|it| it.is_misdeclared);
    let is_broken = blocks.iter().any(|it| it.is_broken);
    let (mut lacks_sort, mut is_twice) = (false, false);
    for (at, fault) in found.enumerate() {
        let code = fault.code;
        let is_declaration = at < declared;
        lacks_sort |= is_declaration && code == UNKNOWN_NAME;
        is_twice |= is_declaration && code == DUPLICATE_NAME;
        let is_about_sorts =
            [ILL_SORTED, UNKNOWN_SORT, WRONG_ROLE, UNBOUND_VARIABLE].contains(&code);
        fault.is_consequence |= code != UNEXPECTED
            && (is_misdeclared
                || is_broken && code == UNKNOWN_SORT
                || (lacks_sort || is_twice) && !is_declaration && is_about_sorts
                || is_twice && code == WRONG_ARITY);
    }
}
