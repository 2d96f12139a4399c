//! What can be done with a declaration or a query, told above it: follows from what its kind says of
//! itself, so that a new kind needs nothing here.

use super::answers::AskedProgram;
use super::item::item_beside;
use super::{EditorPlace, TextLocation};
use crate::kinds::Definition;
use crate::service::check::{Analysis, Puzzles, QueryTarget, question};
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

/// The lenses of a document; `known` are the answers, where they are looked for in the background.
pub fn lenses(analysis: Analysis<'_>, document: u32, known: Option<AskedProgram<'_>>) -> Vec<Lens> {
    let items = (0..).zip(&analysis.scope.tree(document).items);
    items
        .flat_map(|(item, it)| of_item(analysis, Definition { document, item }, it, known))
        .collect()
}

/// The commands that make sense for the item at a place.
pub fn offered(analysis: Analysis<'_>, place: EditorPlace) -> Vec<LensCommand> {
    let Some(item) = item_beside(&analysis.scope, place) else { return Vec::new() };
    let ItemKind::Query(query) = &analysis.scope.item(item).kind else {
        return [of_declaration(analysis, item), vec![LensCommand::Why]].concat();
    };
    let asked =
        question(&mut Puzzles::new(analysis), item.document, query, &mut Vec::new()).map(|it| it.0);
    let of_target = match asked {
        Some(QueryTarget::Declared(declaration)) => of_declaration(analysis, declaration),
        _ => vec![LensCommand::Draw],
    };
    let test = query.expectation.map(|_| LensCommand::Test);
    let own = [LensCommand::Solve, LensCommand::Why].into_iter().chain(test);
    own.chain(of_target.into_iter().filter(|it| *it != LensCommand::Solve)).collect()
}

fn of_item(
    analysis: Analysis<'_>,
    definition: Definition,
    item: &Item,
    known: Option<AskedProgram<'_>>,
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

fn of_query(
    definition: Definition,
    query: &Query,
    known: Option<AskedProgram<'_>>,
) -> Vec<LensCommand> {
    let first = match (query.expectation, query.verb) {
        (Some(_), _) => LensCommand::Test,
        (None, Verb::Play2Win) => LensCommand::BestMove,
        (None, Verb::Draw) => LensCommand::Draw,
        (None, _) => LensCommand::Solve,
    };
    // Only these can be a no that follows from places; until that is known nothing is shown that may go again.
    let is_no = matches!(query.verb, Verb::Solve | Verb::Shortest)
        && known.is_none_or(|it| it.answer(definition).is_some_and(Answered::has_reasons));
    if is_no { vec![first, LensCommand::Why] } else { vec![first] }
}
