//! `puzzle/picture`: the picture of what stands at a place, for a panel that follows the cursor.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::answer::AnswerStatus;
use super::jobs::{JobSubject, Work};
use super::state::ServerState;
use super::types::*;
use crate::ide;
use crate::ide::commands::asked;
use crate::ide::item::item_beside;
use crate::ide::lenses::LensCommand;
use crate::picture::Format;
use crate::service::slice::Slice;
use crate::syntax::ast::ItemKind;
use puzzle_engine::budget::{Budget, Signal};

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PictureParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    /// Whether it shall show a solution.
    #[serde(default)]
    solution: bool,
}

/// A picture.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PictureMessage {
    name: String,
    svg: String,
    text: String,
    range: Range,
    status: AnswerStatus,
    /// What is said about the solution, or why there is no picture.
    message: String,
}

/// Answers `puzzle/picture`.
///
/// # Errors
/// Those of the actor.
pub(super) async fn picture(
    actor: &Actor,
    params: PictureParams,
) -> Result<Option<PictureMessage>> {
    actor.ask_long("puzzle/picture", move |state| Ok(work(state, &params))).await
}

fn work(state: &mut ServerState, params: &PictureParams) -> Work<Result<Option<PictureMessage>>> {
    let limit = state.settings.answer_time;
    let nothing =
        || Work { about: None, token: None, run: Box::new(|_: &Signal| Ok(None)) as Box<_> };
    let path = state.names.path(&params.text_document.uri);
    let Some(view) = state.view(&path) else { return nothing() };
    let place = view.place(params.position);
    let scope = &view.analysis.scope;
    let Some(item) = item_beside(scope, place) else { return nothing() };
    let name = match &scope.item(item).kind {
        ItemKind::Query(query) => scope.source(item.document).slice(query.target.span),
        kind if kind.declared().is_some() => scope.program.name(item),
        _ => return nothing(),
    };
    let location = ide::TextLocation { document: item.document, span: scope.item(item).span };
    let mut picture = PictureMessage {
        name: name.to_owned(),
        svg: String::new(),
        text: String::new(),
        range: view.range(location.document, location.span),
        status: AnswerStatus::Refused,
        message: String::new(),
    };
    let asked = asked(view.analysis, place, LensCommand::Draw);
    let about = asked.as_ref().ok().map(|it| JobSubject { path, slice: it.slice.clone() });
    let with_solution = params.solution;
    let run = move |signal: &Signal| {
        match asked {
            Ok(asked) => {
                let budget = Budget::new(signal.clone(), Some(limit), None);
                picture.draw(&asked.slice, with_solution.then_some(budget));
            }
            Err(reason) => picture.message = reason,
        }
        Ok(Some(picture))
    };
    Work { about, token: None, run: Box::new(run) }
}

impl PictureMessage {
    fn draw(&mut self, slice: &Slice, mut budget: Option<Budget>) {
        let drawn = match slice.picture(budget.as_mut()) {
            Ok(drawn) => drawn,
            Err(reason) => return self.message = reason,
        };
        match drawn.picture.render(Format::Svg) {
            Ok(svg) => self.svg = svg,
            Err(too_large) => return self.message = too_large.to_string(),
        }
        // What is too wide for a text may still be drawn.
        self.text = drawn.picture.render(Format::Text).unwrap_or_default();
        self.status = AnswerStatus::Answered;
        match drawn.solution {
            None => {}
            Some(Ok(answer)) => {
                let words = std::iter::once(answer.text.as_str()).chain(answer.sentences());
                self.message = words.collect::<Vec<_>>().join(" · ");
            }
            Some(Err(no_answer)) => {
                self.status = AnswerStatus::Unknown;
                self.message = no_answer.words();
            }
        }
    }
}
