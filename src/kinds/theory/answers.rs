//! What `ask` answers, in words: for what a sentence follows, and whether for nothing else. Where several
//! things are asked for, each has its variable's name: `x=Ann y=Bob`.

use rustc_hash::FxHashMap;

use super::UnderstoodTheory;
use crate::kinds::AnswerVerdict::Nothing;
use crate::kinds::{Answer, AnswerHead, Told};
use puzzle_engine::logic::first_order::TheoryVariable;

/// For what a sentence follows.
pub(super) struct Things {
    /// Of each list the sentence follows for one thing at least. With each thing whether it has a name.
    pub lists: Vec<Vec<(String, bool)>>,
    /// It follows that it is false for all others.
    pub are_all: bool,
}

impl Things {
    pub(super) fn answer(self, understood: &UnderstoodTheory<'_>) -> Answer {
        let are_all = self.are_all;
        let (head, told) = self.told(understood);
        let mut answer = match are_all {
            false => Answer::plain(head),
            true => {
                let text = with_no_others(&head);
                Answer::witness(head, text)
            }
        };
        answer.told = Some(told);
        answer
    }

    /// The lists in the order in which the theory names things, and what they tell.
    pub(super) fn told(mut self, understood: &UnderstoodTheory<'_>) -> (AnswerHead, Told) {
        let symbols = understood.symbols.symbols.iter().zip(0..);
        let places: FxHashMap<&str, usize> = symbols.map(|(it, at)| (it.name, at)).collect();
        let key = |(thing, _): &(String, bool)| -> Vec<(usize, String)> {
            let names = thing.split(|it: char| !it.is_alphanumeric() && it != '_');
            let place = |name| places.get(name).copied().unwrap_or(usize::MAX);
            names.map(|name| (place(name), name.to_owned())).collect()
        };
        for list in &mut self.lists {
            list.sort_by_cached_key(key);
            list.dedup();
        }
        self.lists.sort_by_cached_key(|list| list.iter().map(key).collect::<Vec<_>>());
        self.lists.dedup();
        let (mut all, mut told) = (Vec::new(), Told::default());
        for list in self.lists {
            let text = list.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" or ");
            let is_named = matches!(list[..], [(_, true)]);
            if is_named { &mut told.each } else { &mut told.some }.push(text.clone());
            all.push(text);
        }
        let head = if all.is_empty() { Nothing.into() } else { all.join(", ").into() };
        (head, told)
    }
}

/// One thing for each variable that is asked for.
pub(super) fn tuple(
    asked: &[(String, TheoryVariable)],
    things: impl Iterator<Item = String>,
) -> String {
    let named = |(thing, (name, _)): (String, &(String, _))| match asked {
        [_] => thing,
        _ => format!("{name}={thing}"),
    };
    things.zip(asked).map(named).collect::<Vec<_>>().join(" ")
}

/// What says that this is all.
pub(super) fn with_no_others(head: &AnswerHead) -> String {
    match head {
        AnswerHead::Verdict(Nothing) => format!("{head} at all"),
        things => format!("{things} and no others"),
    }
}
