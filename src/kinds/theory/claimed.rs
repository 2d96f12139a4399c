//! What an expectation of `ask` claims. Many answers may be right: of those that say that something holds
//! for one or another, and of terms, only one is found. So what is claimed is turned into sentences, each of
//! which has to follow or must not.

use std::sync::Arc;

use super::UnderstoodTheory;
use super::answers::{Things, tuple, with_no_others};
use super::goals::TheoryGoals;
use super::meaning::NumberedSymbol;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::AnswerVerdict::{Contradictory, Everything, Nothing};
use crate::kinds::{AnswerHead, Claim, Demand, NotAnAnswer, Payload, Question, WrongWord};
use crate::syntax::ast::Verb;
use crate::syntax::terminal::variable;
use puzzle_engine::logic::first_order::{
    Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId, TheorySort,
    TheoryTerm, TheoryTermId, TheoryVariable,
};

/// What may stand in the place of things.
const INSTEAD: [&str; 3] = [Nothing.word(), Everything.word(), Contradictory.word()];

/// One thing for each variable that is asked for, as it is written.
#[derive(Clone, Default)]
struct Tuple {
    text: String,
    terms: Vec<TheoryTermId>,
}

/// Things of which one at least is claimed.
#[derive(Clone, Default)]
struct ClaimedList {
    tuples: Vec<Tuple>,
    /// Variables in their terms stand for all things.
    variables: Vec<(String, TheoryVariable)>,
}

/// A tuple that is being read.
struct Partial {
    /// Each thing as it is written, and in numbers.
    things: Vec<Option<(String, TheoryTermId)>>,
    /// Which of them a name stands before that was just read.
    at: Option<usize>,
    /// What is written of the next one.
    text: String,
}

impl Partial {
    fn of(length: usize) -> Self {
        Self { things: vec![None; length], at: None, text: String::new() }
    }

    /// Which thing comes next; without names they come in order.
    fn next(&self) -> Option<usize> {
        self.at.or_else(|| self.things.iter().position(Option::is_none))
    }

    /// Takes a term that was read, an argument of the innermost function that is open.
    fn push(&mut self, term: TheoryTermId, open: &mut [(TheoryFunction, Vec<TheoryTermId>)]) {
        if let Some((_, arguments)) = open.last_mut() {
            arguments.push(term);
        } else if let Some(at) = self.next() {
            self.things[at] = Some((std::mem::take(&mut self.text), term));
            self.at = None;
        }
    }
}

/// Reads an expectation and says what has to follow for it to be right.
pub(super) struct ClaimedSentence<'u> {
    understood: &'u UnderstoodTheory<'u>,
    theory: Theory,
    /// The names of all variables.
    names: Vec<String>,
    sentence: TheorySentenceId,
    asked: Vec<(String, TheoryVariable)>,
    lists: Vec<ClaimedList>,
}

impl<'u> ClaimedSentence<'u> {
    /// Nothing so far, in answer to a question.
    pub(super) fn new(understood: &'u UnderstoodTheory<'u>, goals: &TheoryGoals) -> Self {
        Self {
            understood,
            theory: Theory::clone(&goals.theory),
            names: goals.variables.clone(),
            sentence: goals.sentences[0],
            asked: goals.asked.clone(),
            lists: Vec::new(),
        }
    }

    /// What an expectation claims.
    ///
    /// # Errors
    /// What is wrong with a word.
    pub(super) fn claim(
        mut self,
        question: &Question,
        words: &[&str],
    ) -> Result<Claim, NotAnAnswer> {
        let (things, are_all) = match words {
            ["none", "at", "all"] => (&words[..1], true),
            [things @ .., "and", "no", "others"] => (things, true),
            _ => (words, false),
        };
        match things {
            ["contradictory"] if are_all => return Err(wrong(1, "nothing follows it")),
            ["contradictory"] => return Ok(Claim::says(Contradictory)),
            ["everything"] => return Ok(self.everything(question)),
            ["none"] => {}
            _ => self.read(things)?,
        }
        let mut demands = Vec::new();
        for list in self.lists.clone() {
            let text = written(&list.tuples);
            let parts: Vec<_> = list.tuples.iter().map(|it| self.instance(it)).collect();
            let sentence = self.one_of(&parts, &list.variables);
            let otherwise = match list.tuples.len() {
                1 => format!("it does not follow for `{text}`"),
                _ => format!("`{text}` does not follow"),
            };
            demands.push((sentence, true, Some(text.clone()), otherwise));
            for at in (0..list.tuples.len()).filter(|_| list.tuples.len() > 1) {
                let rest = [&list.tuples[..at], &list.tuples[at + 1..]].concat();
                let otherwise = format!("`{}` is enough", written(&rest));
                let parts = [&parts[..at], &parts[at + 1..]].concat();
                let sentence = self.one_of(&parts, &list.variables);
                demands.push((sentence, false, Some(text.clone()), otherwise));
            }
        }
        if are_all {
            let others = self.others();
            demands.push((others, true, None, "others are not ruled out".to_owned()));
        }
        let thing = |it: &Tuple| {
            let is_named = |it: &TheoryTermId| match self.theory.get_term(*it) {
                TheoryTerm::Apply(_, arguments) => arguments.is_empty(),
                TheoryTerm::Variable(_) => false,
            };
            (it.text.clone(), it.terms.iter().all(is_named))
        };
        let lists = self.lists.iter().map(|it| it.tuples.iter().map(thing).collect()).collect();
        let (head, told) = Things { lists, are_all }.told(self.understood);
        let said = if are_all { with_no_others(&head).into() } else { head };
        let demands = self.demands(question, demands);
        Ok(Claim::Tells { said, told: Some(told), demands })
    }

    fn everything(mut self, question: &Question) -> Claim {
        let said = AnswerHead::Verdict(Everything);
        let sentence = self.quantified(TheoryQuantifier::All, self.sentence);
        let otherwise = "it does not follow for everything".to_owned();
        let demands = self.demands(question, vec![(sentence, true, None, otherwise)]);
        Claim::Tells { said, told: None, demands }
    }

    fn demands(
        self,
        question: &Question,
        demands: Vec<(TheorySentenceId, bool, Option<String>, String)>,
    ) -> Vec<Demand> {
        let (theory, variables) = (Arc::new(self.theory), self.names);
        let demand = |(sentence, follows, part, otherwise)| {
            let goals = TheoryGoals {
                theory: Arc::clone(&theory),
                sentences: vec![sentence],
                asked: Vec::new(),
                variables: variables.clone(),
                by_rules: None,
            };
            let (engine, payload) = (question.engine, Some(Payload::new(goals)));
            let question = Question { engine, payload, ..Question::new(Verb::Prove) };
            Demand { question, follows, part, otherwise }
        };
        demands.into_iter().map(demand).collect()
    }

    fn quantified(
        &mut self,
        quantifier: TheoryQuantifier,
        body: TheorySentenceId,
    ) -> TheorySentenceId {
        self.asked.iter().rev().fold(body, |body, (_, it)| {
            self.theory.sentence(TheorySentence::Quantified(quantifier, *it, body))
        })
    }

    /// That the sentence holds for a tuple.
    fn instance(&mut self, tuple: &Tuple) -> TheorySentenceId {
        let values = self.asked.iter().map(|it| it.1).zip(tuple.terms.iter().copied()).collect();
        self.theory.instance(self.sentence, &values)
    }

    /// That one of some sentences is true, whatever their variables stand for.
    fn one_of(
        &mut self,
        parts: &[TheorySentenceId],
        variables: &[(String, TheoryVariable)],
    ) -> TheorySentenceId {
        let body = match parts {
            [only] => *only,
            _ => self.theory.sentence(TheorySentence::Or(parts.into())),
        };
        variables.iter().fold(body, |body, (_, it)| {
            self.theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, *it, body))
        })
    }

    /// That the sentence holds for nothing but what is claimed.
    fn others(&mut self) -> TheorySentenceId {
        let mut parts = vec![self.sentence];
        for list in &self.lists {
            let theory = &mut self.theory;
            for tuple in &list.tuples {
                let equal = self.asked.iter().zip(&tuple.terms).map(|((_, variable), value)| {
                    let variable = theory.term(TheoryTerm::Variable(*variable));
                    theory.sentence(TheorySentence::Equal(variable, *value))
                });
                let equal = equal.collect();
                let is_told = theory.sentence(TheorySentence::And(equal));
                let is_told = list.variables.iter().fold(is_told, |it, (_, variable)| {
                    theory.sentence(TheorySentence::Quantified(
                        TheoryQuantifier::Some,
                        *variable,
                        it,
                    ))
                });
                parts.push(theory.sentence(TheorySentence::Not(is_told)));
            }
        }
        let body = self.theory.sentence(TheorySentence::And(parts.into()));
        let some = self.quantified(TheoryQuantifier::Some, body);
        self.theory.sentence(TheorySentence::Not(some))
    }

    /// Reads lists of things.
    fn read(&mut self, words: &[&str]) -> Result<(), NotAnAnswer> {
        let mut list = ClaimedList::default();
        let mut partial = Partial::of(self.asked.len());
        // The functions whose arguments are being read.
        let mut open: Vec<(TheoryFunction, Vec<TheoryTermId>)> = Vec::new();
        let mut is_behind_term = false;
        let mut index = 0;
        while let Some(&word) = words.get(index) {
            match word {
                "," | "or" if open.is_empty() => {
                    let full = std::mem::replace(&mut partial, Partial::of(self.asked.len()));
                    let missing = || wrong(index, "a thing is missing before this");
                    list.tuples.push(self.tuple(full).ok_or_else(missing)?);
                    if word == "," {
                        self.lists.push(std::mem::take(&mut list));
                    }
                }
                "," if is_behind_term => {
                    partial.text.push_str(", ");
                    is_behind_term = false;
                }
                ")" if is_behind_term => {
                    self.close(index, &mut partial, &mut open)?;
                }
                _ if open.is_empty() && words.get(index + 1) == Some(&"=") => {
                    partial.at = Some(self.place(index, word, &partial)?);
                    index += 1;
                }
                _ => {
                    if is_behind_term && !open.is_empty() {
                        return Err(wrong(index, "a `,` is missing before this"));
                    }
                    let sort = self.next_sort(index, &partial, &open)?;
                    partial.text.push_str(word);
                    is_behind_term = true;
                    match self.function(index, word, sort)? {
                        Some(function) if !self.arguments(function).is_empty() => {
                            index += 1;
                            if words.get(index) != Some(&"(") {
                                return Err(wrong(index - 1, "its arguments are missing"));
                            }
                            partial.text.push('(');
                            open.push((function, Vec::new()));
                            is_behind_term = false;
                        }
                        constant => {
                            let term = match constant {
                                Some(constant) => self.theory.constant(constant),
                                None => self.variable(index, word, sort, &mut list)?,
                            };
                            partial.push(term, &mut open);
                        }
                    }
                }
            }
            index += 1;
        }
        let missing = || wrong(words.len().saturating_sub(1), "a thing is missing behind this");
        let last = Some(partial).filter(|_| open.is_empty());
        list.tuples.push(last.and_then(|it| self.tuple(it)).ok_or_else(missing)?);
        self.lists.push(list);
        Ok(())
    }

    /// Takes `)`, behind which the innermost function that is open has all its arguments.
    fn close(
        &mut self,
        index: usize,
        partial: &mut Partial,
        open: &mut Vec<(TheoryFunction, Vec<TheoryTermId>)>,
    ) -> Result<(), NotAnAnswer> {
        partial.text.push(')');
        let Some((function, arguments)) = open.pop() else {
            return Err(wrong(index, "nothing was opened that this closes"));
        };
        if arguments.len() < self.arguments(function).len() {
            return Err(wrong(index, "an argument is missing before this"));
        }
        let term = self.theory.term(TheoryTerm::Apply(function, arguments.into()));
        partial.push(term, open);
        Ok(())
    }

    /// The sort of the term that comes next.
    fn next_sort(
        &self,
        index: usize,
        partial: &Partial,
        open: &[(TheoryFunction, Vec<TheoryTermId>)],
    ) -> Result<TheorySort, NotAnAnswer> {
        let sort = match open.last() {
            Some((it, before)) => self.arguments(*it).get(before.len()).copied(),
            None => partial.next().map(|at| self.sort(at)),
        };
        sort.ok_or_else(|| wrong(index, "one thing too many"))
    }

    /// Which of the things that are asked for stands behind a name.
    fn place(&self, index: usize, name: &str, partial: &Partial) -> Result<usize, NotAnAnswer> {
        let Some(at) = self.asked.iter().position(|it| it.0 == name) else {
            let meant = did_you_mean(name, self.asked.iter().map(|it| it.0.as_str()));
            return Err(meaning(index, "this is not asked for", meant.map(str::to_owned)));
        };
        match partial.things[at] {
            None => Ok(at),
            Some(_) => Err(wrong(index, "this is there already")),
        }
    }

    /// A tuple, if nothing is missing.
    fn tuple(&self, partial: Partial) -> Option<Tuple> {
        let things: Option<Vec<_>> = partial.things.into_iter().collect();
        let (texts, terms): (Vec<_>, _) = things?.into_iter().unzip();
        Some(Tuple { text: tuple(&self.asked, texts.into_iter()), terms })
    }

    /// The sort of one of the things that are asked for.
    fn sort(&self, at: usize) -> TheorySort {
        self.theory.variables[self.asked[at].1.0 as usize]
    }

    fn arguments(&self, function: TheoryFunction) -> &[TheorySort] {
        &self.theory.signature.functions[function.0 as usize].arguments
    }

    /// The function or constant of a sort that a word names; `None` of a variable.
    fn function(
        &self,
        index: usize,
        word: &str,
        sort: TheorySort,
    ) -> Result<Option<TheoryFunction>, NotAnAnswer> {
        let symbols = &self.understood.symbols;
        match symbols.find(word).map(|it| self.understood.meaning.symbols[it as usize]) {
            Some(NumberedSymbol::Function(it))
                if self.theory.signature.functions[it.0 as usize].result != sort =>
            {
                Err(wrong(index, "of another sort"))
            }
            Some(NumberedSymbol::Function(it)) => Ok(Some(it)),
            Some(NumberedSymbol::Predicate(_)) => Err(wrong(index, "a statement, not a thing")),
            None if variable(word).is_some() => Ok(None),
            None => {
                let things = symbols.symbols.iter().filter(|it| it.result.is_some());
                let known = things.map(|it| it.name).chain(INSTEAD);
                let meant = did_you_mean(word, known).map(str::to_owned);
                Err(meaning(index, "not a name of the theory", meant))
            }
        }
    }

    /// The variable of a list that a letter is.
    fn variable(
        &mut self,
        index: usize,
        word: &str,
        sort: TheorySort,
        list: &mut ClaimedList,
    ) -> Result<TheoryTermId, NotAnAnswer> {
        let known = list.variables.iter().find(|it| it.0 == word).map(|it| it.1);
        let variable = known.unwrap_or_else(|| {
            let variable = self.theory.variable(sort);
            self.names.push(word.to_owned());
            list.variables.push((word.to_owned(), variable));
            variable
        });
        if self.theory.variables[variable.0 as usize] != sort {
            return Err(wrong(index, "of another sort"));
        }
        Ok(self.theory.term(TheoryTerm::Variable(variable)))
    }
}

/// Tuples as they are written.
fn written(tuples: &[Tuple]) -> String {
    tuples.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" or ")
}

fn wrong(index: usize, reason: &'static str) -> NotAnAnswer {
    meaning(index, reason, None)
}

/// As [`wrong`], with what was surely meant.
fn meaning(index: usize, reason: &'static str, meant: Option<String>) -> NotAnAnswer {
    let usage = "write things that the theory names, with `,` between answers and `or` where one of \
                 several holds, or `none`";
    let word = WrongWord { index, reason, meant };
    NotAnAnswer { usage: usage.to_owned(), word: Some(word) }
}
