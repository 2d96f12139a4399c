//! Questions that do not say about which puzzle they are.

use crate::cli::project::ProgramText;
use crate::console::Console;
use crate::service::check::Levels;
use crate::service::find::puzzle;
use crate::syntax::ast::{BlockKind, ItemKind};
use crate::syntax::terminal::lacks_theory;
use crate::syntax::token::lex;

/// A sentence that is asked of nothing, with the name of the only puzzle of the file before it.
pub(super) fn named(
    verb: &str,
    question: &str,
    program: &ProgramText,
    console: &mut Console,
) -> String {
    let line = format!("{verb} {question}");
    if !lacks_theory(&line, &lex(&line).collect::<Vec<_>>()) {
        return question.to_owned();
    }
    let Ok(checked) = program.open(&Levels::default(), console.to_read()) else {
        return question.to_owned();
    };
    let analysis = checked.analysis();
    let Ok(found) = puzzle(&analysis, None) else { return question.to_owned() };
    let found = found.definition;
    match &analysis.scope.item(found).kind {
        ItemKind::Theory { name, .. }
        | ItemKind::Puzzle { name, .. }
        | ItemKind::File { sort: BlockKind::Theory, name, .. } => {
            let name = &analysis.scope.text(found.document)[name.range()];
            format!("{name}: {}", question.trim_start_matches([':', ' ']))
        }
        _ => question.to_owned(),
    }
}
