//! The places of a text where an editor may have another answer than at the place before: the borders
//! of its words and signs, and one place inside each word. Inside a word all places are alike.

use super::sample;

/// The offsets of these places, from the beginning of the text to its end.
pub(crate) fn telling(text: &str) -> impl Iterator<Item = u32> + '_ {
    let is_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let mut length = 0;
    let places = text.char_indices().filter(move |&(offset, next)| {
        let is_inside = is_word(text[..offset].chars().next_back()) && is_word(Some(next));
        length = if is_inside { length + 1 } else { 0 };
        length <= 1
    });
    places.map(|(offset, _)| offset as u32).chain([text.len() as u32])
}

/// Some of what could be tried, one in `step`, others for each number of a text. With `EVERYWHERE=all` all of it.
pub(crate) fn some<T>(
    whole: impl Iterator<Item = T>,
    text: usize,
    step: usize,
) -> impl Iterator<Item = T> {
    let (first, step) = if sample::is_whole() { (0, 1) } else { (text % step, step) };
    whole.skip(first).step_by(step)
}
