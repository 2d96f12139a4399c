//! What `ask` answers, in words, and such words read back. An expectation is compared by meaning: in
//! which order things stand makes no difference.

use rustc_hash::FxHashMap;

use super::Understood;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::{Answer, Claim, NotAnAnswer, WrongWord};

/// What may stand in the place of things.
const INSTEAD: [&str; 3] = ["none", "everything", "contradictory"];

/// For what a sentence follows.
pub struct Things<'u> {
    understood: &'u Understood<'u>,
    /// Of each list the sentence follows for one thing at least.
    pub lists: Vec<Vec<String>>,
    /// It follows that it is false for all others.
    pub are_all: bool,
}

impl<'u> Things<'u> {
    /// Nothing so far.
    pub fn new(understood: &'u Understood<'u>) -> Self {
        Self { understood, lists: Vec::new(), are_all: false }
    }

    /// The answer.
    pub fn answer(self) -> Answer {
        let are_all = self.are_all;
        let head = self.head();
        match are_all {
            false => Answer::plain(head),
            true => Answer::witness(head.clone(), with_no_others(&head)),
        }
    }

    /// The lists in the order in which the theory names things.
    fn head(mut self) -> String {
        let symbols = self.understood.symbols.symbols.iter().zip(0..);
        let places: FxHashMap<&str, usize> = symbols.map(|(it, at)| (it.name, at)).collect();
        let key = |thing: &String| -> Vec<(usize, String)> {
            let names = thing.split(|it: char| !it.is_alphanumeric() && it != '_');
            let place = |name| places.get(name).copied().unwrap_or(usize::MAX);
            names.map(|name| (place(name), name.to_owned())).collect()
        };
        for list in &mut self.lists {
            list.sort_by_cached_key(key);
        }
        self.lists.sort_by_cached_key(|list| list.iter().map(key).collect::<Vec<_>>());
        let lists: Vec<_> = self.lists.iter().map(|list| list.join(" or ")).collect();
        if lists.is_empty() { "none".to_owned() } else { lists.join(", ") }
    }

    /// What an expectation claims.
    ///
    /// # Errors
    /// That a word is no name of the theory.
    pub fn claim(mut self, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        let (words, are_all) = match words {
            ["none", "at", "all"] => (&words[..1], true),
            [things @ .., "and", "no", "others"] if !things.is_empty() => (things, true),
            _ => (words, false),
        };
        let mut depth = 0_u32;
        let (mut list, mut thing) = (Vec::new(), String::new());
        for (index, word) in words.iter().enumerate() {
            match *word {
                "," | "or" if depth == 0 => {
                    list.push(std::mem::take(&mut thing));
                    if *word == "," {
                        self.lists.push(std::mem::take(&mut list));
                    }
                    continue;
                }
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => self.is_known(index, word)?,
            }
            let is_word = word.starts_with(|it: char| it.is_alphanumeric() || it == '_');
            if is_word && !thing.is_empty() && !thing.ends_with('(') {
                thing.push(' ');
            }
            thing.push_str(word);
        }
        list.push(thing);
        self.lists.push(list);
        let head = self.head();
        Ok(Claim::Says(if are_all { with_no_others(&head) } else { head }))
    }

    fn is_known(&self, index: usize, word: &str) -> Result<(), NotAnAnswer> {
        let symbols = &self.understood.symbols;
        let is_short = word.chars().count() == 1;
        if is_short || INSTEAD.contains(&word) || symbols.find(word).is_some() {
            return Ok(());
        }
        let things = symbols.symbols.iter().filter(|it| it.result.is_some()).map(|it| it.name);
        let meant = did_you_mean(word, things.chain(INSTEAD)).map(str::to_owned);
        let usage = "write things that the theory names, with `,` between answers and `or` where one of \
                     several holds, or `none`";
        let word = WrongWord { index, reason: "not a name of the theory", meant };
        Err(NotAnAnswer { usage: usage.to_owned(), word: Some(word) })
    }
}

fn with_no_others(head: &str) -> String {
    if head == "none" { "none at all".to_owned() } else { format!("{head} and no others") }
}
