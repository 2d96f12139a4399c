//! What `ask` answers, in words: for what a sentence follows, and whether for nothing else. Where several
//! things are asked for, each has its variable's name: `x=Ann y=Bob`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::UnderstoodTheory;
use super::proof::{symbols, term};
use crate::kinds::AnswerVerdict::{Everything, Nothing};
use crate::kinds::{Answer, AnswerHead, Told};
use puzzle_engine::evidence::refutation::{ProofTerm, ProofTermKind};
use puzzle_engine::logic::first_order::{TheoryFunction, TheoryVariable};

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

impl UnderstoodTheory<'_> {
    /// All tuples of the sorts of some terms, when these are listed.
    fn all(&self, terms: &[ProofTerm]) -> Option<Vec<Vec<ProofTerm>>> {
        let sorts = &self.meaning.theory.signature.sorts;
        let mut tuples = vec![Vec::new()];
        for term in terms {
            let elements = sorts[term.sort as usize].as_ref()?.iter();
            let element = |it: &TheoryFunction| ProofTerm {
                sort: term.sort,
                kind: ProofTermKind::Apply(it.0, Vec::new()),
            };
            let elements: Vec<_> = elements.map(element).collect();
            let longer = |it: &Vec<_>| {
                let it = it.clone();
                elements
                    .iter()
                    .map(move |element| [&it[..], std::slice::from_ref(element)].concat())
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        Some(tuples)
    }

    /// All tuples but these of things that have names, where their sorts are listed.
    fn others(&self, answers: &[Vec<ProofTerm>]) -> Option<Vec<Vec<ProofTerm>>> {
        let is_named =
            |it: &ProofTerm| matches!(&it.kind, ProofTermKind::Apply(_, of) if of.is_empty());
        if !answers.iter().flatten().all(is_named) {
            return None;
        }
        let mut others = self.all(answers.first()?)?;
        let answers: FxHashSet<_> = answers.iter().collect();
        others.retain(|it| !answers.contains(it));
        Some(others)
    }

    pub(super) fn answers(
        &self,
        asked: &[(String, TheoryVariable)],
        answers: &[Vec<ProofTerm>],
        either: &[Vec<Vec<ProofTerm>>],
        no_others: Option<bool>,
    ) -> Answer {
        let symbols = symbols(self);
        let is_free =
            |it: &String| !symbols.contains(it) && asked.iter().all(|(name, _)| name != it);
        let letters = ('x'..='z').chain('a'..='w').map(String::from);
        let letters: Vec<_> = letters.filter(is_free).collect();
        let is_variable = |it: &ProofTerm| matches!(it.kind, ProofTermKind::Variable(_));
        let is_named =
            |it: &ProofTerm| matches!(&it.kind, ProofTermKind::Apply(_, of) if of.is_empty());
        let written = |things: &Vec<ProofTerm>| {
            let terms = things.iter().map(|it| term(it, &symbols, &letters));
            (tuple(asked, terms), things.iter().all(is_named))
        };
        let each = answers.iter().map(|it| vec![written(it)]);
        let some = either.iter().map(|list| list.iter().map(written).collect());
        let lists = each.chain(some).collect();
        let mut things = Things { lists, are_all: no_others == Some(true) };
        // That it holds for `x` and `x` is not said of `x` and `y`.
        let are_apart = |it: &[ProofTerm]| (1..it.len()).all(|at| !it[..at].contains(&it[at]));
        if let [everything] = answers
            && everything.iter().all(is_variable)
            && are_apart(everything)
        {
            match self.all(everything) {
                Some(all) => things.lists = all.iter().map(|it| vec![written(it)]).collect(),
                None => {
                    let told = Told { each: vec![Everything.word().to_owned()], some: Vec::new() };
                    return Answer { told: Some(told), ..Answer::plain(Everything) };
                }
            }
        }
        let answer = things.answer(self);
        let is_none = answer.is(Nothing);
        match no_others {
            Some(true) => answer,
            Some(false) if is_none => {
                answer.note("it follows for nothing, but may be true of something")
            }
            Some(false) => {
                let others = self.others(answers).filter(|_| either.is_empty());
                answer.open_for(others.iter().flatten().map(|it| written(it).0))
            }
            None if is_none => {
                answer.note("it follows for nothing; whether it may be true was not found out")
            }
            None => answer.note("whether for others, too, was not found out"),
        }
    }
}
