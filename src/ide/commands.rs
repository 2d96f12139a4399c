//! What a command asks, by what stands at its place: the declaration's own question, or the query.

use super::Place;
use super::item::item_beside;
use super::lenses::Command;
use crate::kinds::Definition;
use crate::service::check::{Analysis, Puzzles, Target, question};
use crate::service::slice::Slice;
use crate::syntax::ast::{ItemKind, Verb};

/// A question that a command asks.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The item that is meant.
    pub item: Definition,
    /// What is asked, with all that it depends on.
    pub slice: Slice,
}

/// What a command asks at a place.
///
/// # Errors
/// Why it asks nothing there, for a person.
pub fn asked(analysis: Analysis<'_>, place: Place, command: Command) -> Result<Asked, String> {
    let nothing = || "there is no declaration and no query here".to_owned();
    let item = item_beside(&analysis.scope, place).ok_or_else(nothing)?;
    let slice = match &analysis.scope.item(item).kind {
        ItemKind::Query(query) => match command {
            Command::Test if query.expectation.is_none() => {
                return Err("the query expects no answer; write `=> ANSWER` behind it".to_owned());
            }
            Command::Solve | Command::Why | Command::Test | Command::Draw => {
                Slice::of_query(&analysis, item)
            }
            Command::BestMove if query.verb == Verb::Play2Win => Slice::of_query(&analysis, item),
            Command::BestMove | Command::Play => {
                match question(&mut Puzzles::new(analysis), item.document, query, &mut Vec::new()) {
                    Some((Target::Declared(game), _)) => about(analysis, game, command),
                    _ => return Err("the query asks about no game".to_owned()),
                }
            }
        },
        kind if kind.declared().is_some() => match command {
            Command::Test => return Err("only a query has an expectation".to_owned()),
            _ => about(analysis, item, command),
        },
        _ => return Err(nothing()),
    };
    let slice = slice.ok_or("it has errors, which have to be repaired first")?;
    Ok(Asked { item, slice })
}

fn about(analysis: Analysis<'_>, declaration: Definition, command: Command) -> Option<Slice> {
    let verb = match command {
        Command::BestMove | Command::Play => Verb::Play2Win,
        // A drawing shows a solution where there is one.
        _ => Verb::Solve,
    };
    Slice::about(&analysis, declaration, verb)
}
