//! What a place in a sentence is for, told by the words before it: a term of some sort, a sentence, or what joins two of
//! them; and the variables that are bound there.

use super::vocabulary::NUMBER;
use crate::syntax::keyword::NUMBER_WORDS;

/// What a place is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WantedWord<'a> {
    /// A new name, or a sign that closes what is open.
    Nothing,
    /// What joins sentences.
    Connective,
    /// A sentence.
    Sentence,
    /// A term, of that sort if it is known.
    Term(Option<&'a str>),
}

/// What is known of a place.
#[derive(Debug)]
pub(super) struct SentencePlace<'a> {
    /// What it is for.
    pub wanted: WantedWord<'a>,
    /// The variables that are bound before it, each with its sort if that is told.
    pub bound: Vec<(&'a str, Option<&'a str>)>,
    /// The name of the term before the sign that it stands behind.
    pub compared: Option<&'a str>,
}

/// The sort of an argument of something by its index, or of the whole.
pub(super) type SortOf<'s, 'a> = &'s dyn Fn(&str, Option<usize>) -> Option<&'a str>;

/// The place behind some words of a sentence, and behind some variables that are bound before it.
pub(super) fn behind<'a>(
    words: &[&'a str],
    bound: Vec<(&'a str, Option<&'a str>)>,
    sort_of: SortOf<'_, 'a>,
) -> SentencePlace<'a> {
    let (open, last, beside) = (Vec::new(), None, None);
    let mut reader = Reader { bound, sort_of, open, last, beside, compared: None };
    let mut rest = words;
    while let Some((&word, behind)) = rest.split_first() {
        rest = match binder(word, behind) {
            Some(names) if reader.last.is_none() => match reader.bind(names) {
                Some(rest) => rest,
                None => {
                    let (wanted, bound) = (WantedWord::Nothing, reader.bound);
                    return SentencePlace { wanted, bound, compared: None };
                }
            },
            _ => {
                reader.read(word);
                behind
            }
        };
    }
    SentencePlace { wanted: reader.wanted(), bound: reader.bound, compared: reader.compared }
}

/// What stands behind the words that begin to bind variables, if these do.
fn binder<'w, 'a>(word: &str, behind: &'w [&'a str]) -> Option<&'w [&'a str]> {
    match (word, behind) {
        ("all" | "some" | "no", ["(", ..]) => None,
        ("all" | "some" | "no", _) => Some(behind),
        ("at", ["least" | "most", count, rest @ ..]) if is_count(count) => Some(rest),
        ("exactly", [count, rest @ ..]) if is_count(count) => Some(rest),
        _ => None,
    }
}

fn is_count(word: &str) -> bool {
    NUMBER_WORDS.contains(&word) || word.bytes().all(|it| it.is_ascii_digit())
}

/// Variables between parentheses or up to a dot, with their sorts, and the words behind them; nothing of these while the
/// list goes on.
pub(super) fn variables<'w, 'a>(
    words: &'w [&'a str],
    bound: &mut Vec<(&'a str, Option<&'a str>)>,
) -> Option<&'w [&'a str]> {
    let end = words.iter().position(|it| matches!(*it, "." | ")"));
    let listed = &words[..end.unwrap_or(words.len())];
    let first = bound.len();
    let mut is_sort = false;
    for word in listed {
        match *word {
            "," => is_sort = false,
            ":" => is_sort = true,
            sort if is_sort => {
                let is_range = sort.starts_with(|it: char| it == '-' || it.is_ascii_digit());
                let sort = if is_range { NUMBER } else { sort };
                let unsorted = bound[first..].iter_mut().filter(|it| it.1.is_none());
                unsorted.for_each(|it| it.1 = Some(sort));
            }
            name => bound.push((name, None)),
        }
    }
    end.map(|end| &words[end + 1..])
}

struct Reader<'s, 'a> {
    bound: Vec<(&'a str, Option<&'a str>)>,
    sort_of: SortOf<'s, 'a>,
    /// The open parentheses: what is applied there, and the index of the argument.
    open: Vec<(Option<&'a str>, usize)>,
    /// The name of what is complete before the place; nothing where something has to follow.
    last: Option<&'a str>,
    /// The sort of what stands before a sign that wants a term on both sides.
    beside: Option<Option<&'a str>>,
    /// The name of what stands before the last such sign.
    compared: Option<&'a str>,
}

impl<'a> Reader<'_, 'a> {
    fn bind<'w>(&mut self, words: &'w [&'a str]) -> Option<&'w [&'a str]> {
        variables(words, &mut self.bound)
    }

    fn read(&mut self, word: &'a str) {
        match word {
            "(" => {
                self.open.push((self.last, 0));
                self.last = None;
            }
            ")" => self.last = self.open.pop().map(|(applied, _)| applied.unwrap_or(word)),
            "," => {
                self.open.last_mut().into_iter().for_each(|it| it.1 += 1);
                (self.last, self.beside) = (None, None);
            }
            "and" | "or" | "not" | "->" | "<->" | "→" | "↔" => {
                (self.last, self.beside) = (None, None);
            }
            "=" | "!=" | "<" | ">" | "<=" | ">=" | "≠" | "≤" | "≥" | "becomes" => {
                self.beside = Some(self.last.and_then(|it| self.sort(it)));
                self.compared = self.last.take();
            }
            "+" | "-" | "*" | "mod" => (self.last, self.beside) = (None, Some(Some(NUMBER))),
            _ => self.last = Some(word),
        }
    }

    /// The sort of a term, by its name.
    fn sort(&self, name: &str) -> Option<&'a str> {
        let is_calculated = matches!(name, "sum" | "count" | "min" | "max" | "abs");
        if is_calculated || name.starts_with(|it: char| it.is_ascii_digit()) {
            return Some(NUMBER);
        }
        let variable = self.bound.iter().rev().find(|it| it.0 == name);
        variable.map_or_else(|| (self.sort_of)(name, None), |it| it.1)
    }

    fn wanted(&self) -> WantedWord<'a> {
        let applied = self.open.last().and_then(|(applied, index)| Some(((*applied)?, *index)));
        match (applied, self.last, self.beside) {
            (Some(_), Some(_), _) => WantedWord::Nothing,
            (_, Some(_), _) => WantedWord::Connective,
            (_, None, Some(sort)) => WantedWord::Term(sort),
            (Some((applied, index)), None, None) => {
                WantedWord::Term((self.sort_of)(applied, Some(index)))
            }
            (None, None, None) => WantedWord::Sentence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(words: &str) -> (WantedWord<'static>, String) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let sort_of = |name: &str, argument| match (name, argument) {
            ("likes", Some(0)) | ("Tom" | "friend", None) => Some("Cat"),
            ("likes", Some(1)) => Some("Toy"),
            _ => None,
        };
        let place = behind(&words, Vec::new(), &sort_of);
        let wanted = match place.wanted {
            WantedWord::Term(sort) => {
                WantedWord::Term(["Cat", "Toy", NUMBER].into_iter().find(|it| sort == Some(it)))
            }
            WantedWord::Nothing => WantedWord::Nothing,
            WantedWord::Connective => WantedWord::Connective,
            WantedWord::Sentence => WantedWord::Sentence,
        };
        let bound =
            place.bound.iter().map(|(name, sort)| format!("{name}:{}", sort.unwrap_or("?")));
        (wanted, bound.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_place_is_told_by_the_words_before_it() {
        for (words, wanted, bound) in [
            ("", WantedWord::Sentence, ""),
            ("not", WantedWord::Sentence, ""),
            ("all x ,", WantedWord::Nothing, "x:?"),
            ("all x , y : Cat .", WantedWord::Sentence, "x:Cat y:Cat"),
            ("all x . some y : Toy . likes (", WantedWord::Term(Some("Cat")), "x:? y:Toy"),
            ("likes ( Tom ,", WantedWord::Term(Some("Toy")), ""),
            ("likes ( Tom", WantedWord::Nothing, ""),
            ("likes ( Tom , ball )", WantedWord::Connective, ""),
            ("( likes ( Tom , ball )", WantedWord::Connective, ""),
            ("friend ( Tom ) =", WantedWord::Term(Some("Cat")), ""),
            ("at least 2 x .", WantedWord::Sentence, "x:?"),
            ("exactly one x . meows ( x ) and", WantedWord::Sentence, "x:?"),
            ("all ( Tom", WantedWord::Nothing, ""),
            ("a + b", WantedWord::Connective, ""),
            ("a +", WantedWord::Term(Some(NUMBER)), ""),
            ("all x : 1 .. 3 . x =", WantedWord::Term(Some(NUMBER)), "x:number of any sort"),
            ("3 <", WantedWord::Term(Some(NUMBER)), ""),
            ("sum ( a ) =", WantedWord::Term(Some(NUMBER)), ""),
            ("a =", WantedWord::Term(None), ""),
        ] {
            assert_eq!(place(words), (wanted, bound.to_owned()), "{words}");
        }
    }
}
