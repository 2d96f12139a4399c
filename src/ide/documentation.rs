//! What the `///` lines above a declaration say.

use crate::kinds::{Definition, Scope};

/// The `///` lines of a declaration without their signs; empty when there are none.
pub(super) fn of(scope: &Scope<'_>, definition: Definition) -> String {
    let Some(span) = scope.item(definition).documentation else { return String::new() };
    let lines = scope.source(definition.document).slice(span).lines();
    let said = lines.filter_map(|line| line.trim_start().strip_prefix("///"));
    said.map(str::trim).collect::<Vec<_>>().join("\n")
}
