//! What a query may say: what it asks about, its engine, moves, values, and answers.

use super::names::is_formula;
use super::{CompletionSort, Offers};
use crate::ide::slot::{QueryAt, QueryPlace};
use crate::ide::target::QuerySubject;
use crate::syntax::ast::{VERBS, Verb};
use crate::syntax::keyword::Keyword;
use crate::syntax::token::Token;
use crate::text::Span;

impl Offers<'_> {
    /// What belongs at a place of a query.
    pub(super) fn query(&mut self, query: &QueryAt) {
        let is_second = !query.targets.is_empty();
        let target = QuerySubject::of(&self.analysis.scope, self.cursor, query);
        match query.place {
            QueryPlace::Target if is_second => self.puzzles(is_formula),
            QueryPlace::Target => {
                self.puzzles(|facts| facts.verbs.contains(&query.verb));
                if self.cursor.before(0) == "why" {
                    self.verbs();
                }
            }
            QueryPlace::Operand => self.operands(),
            QueryPlace::Sign => {}
            QueryPlace::Value => ["0", "1"].iter().for_each(|it| self.value(it, "a value")),
            QueryPlace::Engine(span) => self.engines(&target, span),
            QueryPlace::Move => {
                self.moves(&target);
                if self.cursor.last() != "after" {
                    self.tail(query, &target);
                }
            }
            QueryPlace::Tail => self.tail(query, &target),
            QueryPlace::Answer(first) => self.answers(query, &target, first),
        }
    }

    /// The verbs that may stand behind `why`.
    fn verbs(&mut self) {
        for keyword in VERBS.iter().filter_map(|(word, _)| Keyword::find(word)) {
            self.keyword(keyword, &format!("{} $0", keyword.word));
        }
    }

    fn value(&mut self, word: &str, detail: &str) {
        self.offer(CompletionSort::Value, word, detail);
    }

    fn engines(&mut self, target: &QuerySubject, span: Span) {
        let engines = target.facts.engines;
        for engine in engines {
            let detail = if *engine == engines[0] { "the default" } else { "an engine" };
            self.within(span).offer(CompletionSort::Engine, engine.name(), detail);
        }
    }

    /// What may follow what a query asks about.
    fn tail(&mut self, query: &QueryAt, target: &QuerySubject) {
        let given = self.words(query.tail);
        if query.verb == Verb::Eval {
            self.all_bindings(target, query.tail);
            self.bindings(target, query.tail);
        }
        let engines = target.facts.engines.len() > 1 && query.verb != Verb::Eval;
        let puzzle = || self.analysis.puzzle(target.definition?);
        let lists_all = query.verb == Verb::Solve && puzzle().is_some_and(|it| it.lists_all());
        let words = [
            ("all", lists_all && !given.contains("by")),
            ("by", engines && !given.contains("after")),
            ("after", query.verb.takes_moves()),
            ("=>", true),
        ];
        for (word, is_possible) in words {
            if let Some(keyword) = Keyword::find_part(word)
                && is_possible
                && !given.contains(word)
            {
                self.keyword(keyword, &format!("{word} $0"));
            }
        }
    }

    /// Values of the variables that have none from a token on, one by one.
    fn bindings(&mut self, target: &QuerySubject, from: usize) {
        for letter in self.unbound(target, from) {
            if let Some(offer) =
                self.offer(CompletionSort::Variable, &format!("{letter}="), "a variable")
            {
                offer.snippet = Some(format!("{letter}=${{1|0,1|}}"));
            }
        }
    }

    /// The same all at once, with values that are made up; where none has one yet, as digits, too.
    fn all_bindings(&mut self, target: &QuerySubject, from: usize) {
        let letters = self.unbound(target, from);
        if letters.len() > 1 {
            self.all_digits(target, &letters);
            let all: Vec<_> = letters.iter().map(|it| format!("{it}=0")).collect();
            let stops = (1..).zip(&letters).map(|(stop, it)| format!("{it}=${{{stop}|0,1|}}"));
            if let Some(offer) =
                self.offer(CompletionSort::Variable, &all.join(" "), "all variables")
            {
                offer.snippet = Some(stops.collect::<Vec<_>>().join(" "));
            }
        }
    }

    fn all_digits(&mut self, target: &QuerySubject, letters: &[String]) {
        if letters.len() < target.variables.len() {
            return;
        }
        let detail = format!("the values of {}", letters.join(", "));
        let offer = self.offer(CompletionSort::Variable, &"0".repeat(letters.len()), &detail);
        if let Some(offer) = offer {
            let stops = (1..=letters.len()).map(|stop| format!("${{{stop}|0,1|}}"));
            offer.snippet = Some(stops.collect());
        }
    }

    fn unbound(&self, target: &QuerySubject, from: usize) -> Vec<String> {
        if self.cursor.before.get(from).is_some_and(|it| it.token == Token::Number) {
            // Digits stand for the values of all variables.
            return Vec::new();
        }
        let given = self.words(from);
        target.variables.iter().filter(|it| !given.contains(it.as_str())).cloned().collect()
    }

    fn answers(&mut self, query: &QueryAt, target: &QuerySubject, first: usize) {
        let is_last = self.cursor.is_last();
        let said: Vec<_> =
            (first..self.cursor.before.len()).map(|it| self.cursor.before(it)).collect();
        if query.verb == Verb::Draw && said.is_empty() {
            if let Some(offer) =
                self.offer(CompletionSort::Value, "\"\"\"", "a drawing on lines of its own")
            {
                offer.snippet = is_last.then(|| "\"\"\"\n    $0\n    \"\"\"".to_owned());
            }
            return;
        }
        for answer in target.facts.answers(query.verb) {
            let words: Vec<_> = answer.split(' ').collect();
            if let Some(rest) = words.strip_prefix(&said[..]).filter(|it| !it.is_empty()) {
                self.offer(CompletionSort::Value, &rest.join(" "), "an answer");
            }
        }
        let has_values = matches!(query.verb, Verb::Solve | Verb::Valid | Verb::Equivalent);
        if has_values && self.cursor.last() == "=" {
            ["0", "1"].iter().for_each(|it| self.value(it, "a value"));
        } else if has_values {
            self.bindings(target, first);
        }
        if let Some(definition) = target.definition.filter(|_| query.verb == Verb::Solve) {
            self.block_answer(definition, first);
        }
        if has_values && self.cursor.last() != "=" {
            self.all_bindings(target, first);
        }
    }
}
