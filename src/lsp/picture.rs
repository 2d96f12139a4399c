//! Pictures as answers: a drawing in which one can point at parts, its text, and what is said about the
//! solution in it.

use super::answer::{AnswerMessage, AnswerNote, AnswerStatus};

use crate::kinds::Answer;
use crate::picture::PictureSheet;
use crate::service::draw::DrawnWorld;
use crate::service::slice::Slice;
use puzzle_engine::budget::Budget;

/// The picture of what a slice is about; with its solution of a number where one is wanted, and which it is.
pub(super) fn drawn(
    slice: &Slice,
    question: &str,
    number: Option<usize>,
    budget: &mut Budget,
) -> (AnswerMessage, Option<DrawnWorld>) {
    let drawn = match number {
        None => slice.picture(None),
        Some(0 | 1) => slice.picture(Some(budget)),
        Some(number) => slice.world(number, budget),
    };
    let drawn = match drawn {
        Ok(drawn) => drawn,
        Err(reason) => return (AnswerMessage::refused(question, reason), None),
    };
    let PictureSheet { svg, text } = match PictureSheet::of(&drawn.picture) {
        Ok(sheet) => sheet,
        Err(too_large) => return (AnswerMessage::refused(question, too_large.to_string()), None),
    };
    let (status, notes) = match &drawn.solution {
        Some(Ok(answer)) => (AnswerStatus::Answered, remarks(answer)),
        Some(Err(no_answer)) => {
            (AnswerStatus::Unknown, vec![AnswerNote::summary(no_answer.words())])
        }
        None => (AnswerStatus::Answered, Vec::new()),
    };
    let question = drawn.picture.title;
    (AnswerMessage { question, text, status, notes, because: None, svg, about: None }, drawn.world)
}

/// The answer that a picture shows, and its remarks in sentences.
fn remarks(answer: &Answer) -> Vec<AnswerNote> {
    let words = [answer.caption().to_owned(), answer.in_sentences()];
    words.into_iter().filter(|it| !it.is_empty()).map(AnswerNote::summary).collect()
}
