//! What can be done with a declaration or a query, told above it: follows from what its kind says of
//! itself, so that a new kind needs nothing here.

use super::TextLocation;
use super::answers::AskedProgram;
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::service::slice::Answered;
use crate::syntax::ast::{Item, ItemKind, Query, Verb};

/// Something to do with a declaration or a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LensCommand {
    /// Answer it.
    Solve,
    /// Tell the best move of a game.
    BestMove,
    /// Play a game against the person.
    Play,
    /// Draw it.
    Draw,
    /// Answer it and tell the places that a no follows from.
    Why,
    /// Compare the answer of a query with the expected one.
    Test,
}

impl LensCommand {
    /// All commands.
    pub const ALL: [Self; 6] =
        [Self::Solve, Self::BestMove, Self::Play, Self::Draw, Self::Why, Self::Test];

    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::BestMove => "bestMove",
            Self::Play => "play",
            Self::Draw => "draw",
            Self::Why => "why",
            Self::Test => "test",
        }
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Solve => "Solve",
            Self::BestMove => "Best move",
            Self::Play => "Play",
            Self::Draw => "Draw",
            Self::Why => "Why",
            Self::Test => "Run test",
        }
    }
}

/// A command that is offered above an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lens {
    /// The name or the verb that it is about.
    pub location: TextLocation,
    /// What it does.
    pub command: LensCommand,
}

/// The lenses of a document.
pub fn lenses(analysis: Analysis<'_>, document: u32, known: AskedProgram<'_>) -> Vec<Lens> {
    let items = (0..).zip(&analysis.scope.tree(document).items);
    items
        .flat_map(|(item, it)| of_item(analysis, Definition { document, item }, it, known))
        .collect()
}

fn of_item(
    analysis: Analysis<'_>,
    definition: Definition,
    item: &Item,
    known: AskedProgram<'_>,
) -> Vec<Lens> {
    if !analysis.is_sound(definition) {
        return Vec::new();
    }
    let (span, commands) = match &item.kind {
        ItemKind::Query(query) => (query.verb_span, of_query(definition, query, known)),
        kind => {
            let Some(name) = kind.declared() else { return Vec::new() };
            (name, of_declaration(analysis, definition))
        }
    };
    let location = TextLocation { document: definition.document, span };
    commands.into_iter().map(|command| Lens { location, command }).collect()
}

fn of_declaration(analysis: Analysis<'_>, definition: Definition) -> Vec<LensCommand> {
    let Some(kind) = analysis.kind(definition) else { return Vec::new() };
    let answers =
        |verb| kind.facts().verbs.contains(&verb) && kind.offers(verb, definition, analysis.scope);
    let offered = [
        (LensCommand::Solve, answers(Verb::Solve)),
        (LensCommand::BestMove, answers(Verb::Play2Win)),
        (LensCommand::Play, kind.played(definition, analysis.scope).is_some()),
        (LensCommand::Draw, answers(Verb::Draw)),
    ];
    offered.into_iter().filter(|(_, is_offered)| *is_offered).map(|(it, _)| it).collect()
}

fn of_query(definition: Definition, query: &Query, known: AskedProgram<'_>) -> Vec<LensCommand> {
    let first = match (query.expectation, query.verb) {
        (Some(_), _) => LensCommand::Test,
        (None, Verb::Play2Win) => LensCommand::BestMove,
        (None, Verb::Draw) => LensCommand::Draw,
        (None, _) => LensCommand::Solve,
    };
    // Only these can be a no that follows from places; whether it is one may be known already.
    let may_be_no = matches!(query.verb, Verb::Solve | Verb::Shortest)
        && known.answer(definition).is_none_or(Answered::has_reasons);
    if may_be_no { vec![first, LensCommand::Why] } else { vec![first] }
}
