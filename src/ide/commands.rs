//! What a command asks, by what stands at its place: the declaration's own question, or the query.

use super::EditorPlace;
use super::item::item_beside;
use super::lenses::LensCommand;
use crate::kinds::Definition;
use crate::service::check::{Analysis, Puzzles, QueryTarget, question};
use crate::service::slice::Slice;
use crate::syntax::ast::{ItemKind, Verb};

/// A question that a command asks.
#[derive(Clone, Debug)]
pub struct CommandQuestion {
    /// The item that is meant.
    pub item: Definition,
    /// What is asked, with all that it depends on.
    pub slice: Slice,
}

/// What a command asks at a place.
///
/// # Errors
/// Why it asks nothing there, for a person.
pub fn asked(
    analysis: Analysis<'_>,
    place: EditorPlace,
    command: LensCommand,
) -> Result<CommandQuestion, String> {
    let nothing = || "there is no declaration and no query here".to_owned();
    let item = item_beside(&analysis.scope, place).ok_or_else(nothing)?;
    let slice = match &analysis.scope.item(item).kind {
        ItemKind::Query(query) => match command {
            LensCommand::Test if query.expectation.is_none() => {
                return Err("the query expects no answer; write `=> ANSWER` behind it".to_owned());
            }
            LensCommand::Solve | LensCommand::Why | LensCommand::Test | LensCommand::Draw => {
                Slice::of_query(&analysis, item)
            }
            LensCommand::BestMove if query.verb == Verb::Play2Win => {
                Slice::of_query(&analysis, item)
            }
            LensCommand::BestMove | LensCommand::Play => {
                match question(&mut Puzzles::new(analysis), item.document, query, &mut Vec::new()) {
                    Some((QueryTarget::Declared(game), _)) => about(analysis, game, command),
                    _ => return Err("the query asks about no game".to_owned()),
                }
            }
        },
        kind if kind.declared().is_some() => match command {
            LensCommand::Test => return Err("only a query has an expectation".to_owned()),
            _ => about(analysis, item, command),
        },
        _ => return Err(nothing()),
    };
    let slice = slice.ok_or("it has errors, which have to be repaired first")?;
    Ok(CommandQuestion { item, slice })
}

fn about(analysis: Analysis<'_>, declaration: Definition, command: LensCommand) -> Option<Slice> {
    let verb = match command {
        LensCommand::BestMove => Verb::Play2Win,
        LensCommand::Play => {
            let kind = analysis.kind(declaration);
            let played = kind.and_then(|it| it.played(declaration, analysis.scope));
            played.unwrap_or(Verb::Play2Win)
        }
        // A drawing shows a solution where there is one.
        _ => Verb::Solve,
    };
    Slice::about(&analysis, declaration, verb)
}
