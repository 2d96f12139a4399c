//! Games written for general players. A small reader of that language, by the words of its specification, plays them along with the program: in every position of random plays the same
//! player moves, the same moves are legal, and the play ends alike.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::program;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use puzzle_engine::budget::Budget;
use puzzle_lang::kinds::Turn;
use puzzle_lang::service::build::build;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::find::played;
use puzzle_lang::service::import::load;
use puzzle_lang::service::play::Play;
use puzzle_lang::service::play::setup::PlayChoices;
use puzzle_lang::service::shelf::SHEETS;
use puzzle_lang::text::Source;

/// A word, or a list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kif {
    Word(String),
    List(Vec<Kif>),
}

use Kif::{List, Word};

/// What variables are.
type Bindings = BTreeMap<String, Kif>;

/// What is so, and what has to be so for it.
type Rule = (Kif, Vec<Kif>);

/// The rules of a game, by the relations of their heads and what these speak of first, which is empty where
/// that is no constant.
#[derive(Debug, Default)]
struct Description(BTreeMap<String, BTreeMap<String, Vec<Rule>>>);

/// A state, and what is done in it.
#[derive(Clone, Debug, Default)]
struct Moment {
    state: BTreeSet<Kif>,
    done: Vec<Kif>,
    /// What is being asked: nothing follows from itself.
    asked: RefCell<Vec<Kif>>,
}

fn word(text: &str) -> Kif {
    Word(text.to_owned())
}

fn read(text: &str) -> Vec<Kif> {
    let plain: String =
        text.lines().filter(|it| !it.starts_with(';')).collect::<Vec<_>>().join("\n");
    let mut open = vec![Vec::new()];
    for token in plain.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
        match token {
            "(" => open.push(Vec::new()),
            ")" => {
                let closed = open.pop().unwrap();
                open.last_mut().unwrap().push(List(closed));
            }
            token => open.last_mut().unwrap().push(word(token)),
        }
    }
    assert_eq!(open.len(), 1);
    open.remove(0)
}

impl Kif {
    fn relation(&self) -> &str {
        match self {
            Word(word) => word,
            List(parts) => parts[0].relation(),
        }
    }

    fn parts(&self) -> &[Self] {
        match self {
            Word(_) => &[],
            List(parts) => &parts[1..],
        }
    }

    /// What it speaks of first, if that is a constant.
    fn first(&self) -> &str {
        match self.parts().first() {
            Some(Word(word)) if !word.starts_with('?') => word,
            _ => "",
        }
    }

    fn with(&self, bound: &Bindings) -> Self {
        match self {
            Word(name) => bound.get(name).unwrap_or(self).clone(),
            List(parts) => List(parts.iter().map(|it| it.with(bound)).collect()),
        }
    }

    /// Whether it is a term with variables filled in, which are bound then.
    fn fits(&self, other: &Self, bound: &mut Bindings) -> bool {
        match (self, other) {
            (Word(name), _) if name.starts_with('?') => {
                *bound.entry(name.clone()).or_insert_with(|| other.clone()) == *other
            }
            (List(own), List(others)) => {
                own.len() == others.len() && own.iter().zip(others).all(|it| it.0.fits(it.1, bound))
            }
            _ => self == other,
        }
    }
}

impl Description {
    fn of(text: &str) -> Self {
        let mut rules = Self::default();
        for line in read(text) {
            let (head, body) = match &line {
                List(parts) if parts[0] == word("<=") => (parts[1].clone(), parts[2..].to_vec()),
                _ => (line, Vec::new()),
            };
            let by_first = rules.0.entry(head.relation().to_owned()).or_default();
            by_first.entry(head.first().to_owned()).or_default().push((head, body));
        }
        rules
    }

    /// All that is so and fits.
    fn all(&self, asked: &Kif, at: &Moment) -> BTreeSet<Kif> {
        let matching = |facts: &mut dyn Iterator<Item = &Kif>, asked: &Kif| {
            let fit = facts.filter(|it| asked.fits(it, &mut Bindings::new()));
            fit.cloned().collect::<BTreeSet<_>>()
        };
        match asked.relation() {
            "true" => {
                let found = matching(&mut at.state.iter(), &asked.parts()[0]);
                return found.into_iter().map(|it| List(vec![word("true"), it])).collect();
            }
            "does" => return matching(&mut at.done.iter(), asked),
            _ => {}
        }
        let mut found = BTreeSet::new();
        let Some(rules) = self.0.get(asked.relation()) else { return found };
        if at.asked.borrow().contains(asked) {
            return found;
        }
        at.asked.borrow_mut().push(asked.clone());
        let may_fit: Vec<&Vec<Rule>> = match asked.first() {
            "" => rules.values().collect(),
            first => ["", first].iter().filter_map(|it| rules.get(*it)).collect(),
        };
        for (head, body) in may_fit.into_iter().flatten() {
            // What the head says of the question's constants narrows the search.
            let mut bound = Bindings::new();
            let narrows = head.parts().iter().zip(asked.parts()).all(|(own, wanted)| {
                let is_open = |it: &Kif| matches!(it, Word(name) if name.starts_with('?'));
                is_open(wanted) || matches!(wanted, List(_)) || own.fits(wanted, &mut bound)
            });
            if narrows {
                self.each(body, bound, at, &mut |bound| {
                    let fact = head.with(bound);
                    if asked.fits(&fact, &mut Bindings::new()) {
                        found.insert(fact);
                    }
                });
            }
        }
        at.asked.borrow_mut().pop();
        found
    }

    fn each(&self, body: &[Kif], bound: Bindings, at: &Moment, then: &mut dyn FnMut(&Bindings)) {
        let Some((first, rest)) = body.split_first() else { return then(&bound) };
        let first = first.with(&bound);
        match first.relation() {
            "not" => {
                if self.all(&first.parts()[0], at).is_empty() {
                    self.each(rest, bound, at, then);
                }
            }
            "distinct" => {
                if first.parts()[0] != first.parts()[1] {
                    self.each(rest, bound, at, then);
                }
            }
            _ => {
                for fact in self.all(&first, at) {
                    let mut more = bound.clone();
                    assert!(first.fits(&fact, &mut more));
                    self.each(rest, more, at, then);
                }
            }
        }
    }

    fn ask(&self, text: &str, at: &Moment) -> Vec<Kif> {
        self.all(&read(text)[0], at).into_iter().collect()
    }

    fn start(&self) -> Moment {
        let facts = self.ask("(init ?f)", &Moment::default()).into_iter();
        Moment { state: facts.map(|it| it.parts()[0].clone()).collect(), ..Moment::default() }
    }

    fn after(&self, moment: &Moment, done: Vec<Kif>) -> Moment {
        let moment = Moment { done, ..moment.clone() };
        let facts = self.ask("(next ?f)", &moment).into_iter();
        Moment { state: facts.map(|it| it.parts()[0].clone()).collect(), ..Moment::default() }
    }
}

/// Letters and digits of a move, with hyphens between.
fn hyphenated(text: &str) -> String {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// What the first player has more than the second one; of a game without points 1, 0 or -1.
fn margin(outcome: &str, first: &str) -> i64 {
    let numbers = outcome.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok());
    let numbers: Vec<i64> = numbers.collect();
    match (&numbers[..], outcome.starts_with(&format!("{first} "))) {
        ([own, other], _) => own - other,
        (_, true) => 1,
        (_, false) => {
            if outcome.starts_with("tie") {
                0
            } else {
                -1
            }
        }
    }
}

/// Walks through a play that numbers choose, in both.
fn walk(play: &Play, rules: &Description, choices: &[prop::sample::Index]) {
    let mut play = play.clone();
    let roles: Vec<String> = play.players().iter().map(|it| hyphenated(it)).collect();
    let mut now = rules.start();
    let mut choices = choices.iter();
    loop {
        let seen = format!("{:?} {:?}", play.made(), now.state);
        let is_over = !rules.ask("terminal", &now).is_empty();
        match play.turn() {
            Turn::Move { player, moves, .. } => {
                assert!(!is_over, "{seen}");
                let role = hyphenated(&player.to_string());
                let mut legal = Vec::new();
                for it in rules.ask("(legal ?r ?m)", &now) {
                    let [by, chosen] = it.parts() else { panic!("{it:?}") };
                    match (by.relation() == role, chosen.relation()) {
                        (true, name) => legal.push(name.to_owned()),
                        (false, name) => assert_eq!(name, "pass", "{seen}"),
                    }
                }
                assert_eq!(legal.len(), moves.len(), "{seen}");
                let Some(choice) = choices.next() else { return };
                let chosen = choice.get(moves).clone();
                let end = hyphenated(&chosen);
                let is_it = |it: &&String| **it == end || it.ends_with(&format!("-{end}"));
                let name =
                    legal.iter().find(is_it).unwrap_or_else(|| panic!("{chosen}: {legal:?}"));
                let done = roles.iter().map(|it| {
                    let chosen = if *it == role { name } else { "pass" };
                    List(vec![word("does"), word(it), word(chosen)])
                });
                now = rules.after(&now, done.collect());
                play.make(&chosen).unwrap();
            }
            Turn::Over(outcome) => {
                assert!(is_over, "{seen}");
                let more = margin(outcome, &play.players()[0]);
                let is_counted = outcome.chars().any(|it| it.is_ascii_digit());
                let more = if is_counted { more } else { 50 * more };
                let goals = rules.ask("(goal ?r ?g)", &now);
                let expected: BTreeSet<Kif> = roles
                    .iter()
                    .zip([50 + more, 50 - more])
                    .map(|(it, goal)| List(vec![word("goal"), word(it), word(&goal.to_string())]))
                    .collect();
                assert_eq!(
                    goals.into_iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{outcome} {seen}"
                );
                return;
            }
        }
    }
}

/// Compares the games of a text with what is written of them; how many there are.
fn compare(text: &str, plays: u32) -> usize {
    let checked = check(program::program("gdl.puzzle", text), &Levels::default());
    // That there are too many cases takes long to find out.
    let mut short = Budget::unlimited().part(1 << 20);
    let Ok(built) = build(&checked.analysis(), &mut short) else { return 0 };
    let written = built.artifacts.iter().filter(|it| it.name.ends_with(".gdl"));
    let mut count = 0;
    for artifact in written {
        let rules = Description::of(std::str::from_utf8(&artifact.bytes).unwrap());
        let source = Arc::new(Source::new("gdl.puzzle", text));
        let checked = check(load(source, Path::new("gdl"), &program::Disk), &Levels::default());
        let name = artifact.name.trim_end_matches(".gdl");
        let slice = played(&checked.analysis(), Some(name)).unwrap();
        let play = Play::start(slice, &PlayChoices::read("against person").unwrap(), 0).unwrap();
        let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..40);
        let mut runner = TestRunner::new(Config {
            cases: plays,
            failure_persistence: None,
            ..Config::default()
        });
        let walked = runner.run(&choices, |choices| {
            walk(&play, &rules, &choices);
            Ok(())
        });
        walked.unwrap_or_else(|it| panic!("{name}: {it}"));
        count += 1;
    }
    count
}

#[test]
fn games_of_the_shelf_are_written_as_they_are_played() {
    let mut written = BTreeSet::new();
    for it in SHEETS.iter().filter(|it| it.text.contains("\n    players ")) {
        let puzzles = it.puzzles.lines().filter(|it| !it.starts_with("import "));
        let text = format!("{}{}\n", it.text, puzzles.collect::<Vec<_>>().join("\n"));
        if compare(&text, 2) > 0 {
            written.insert(it.name);
        }
    }
    // What a pit holds after a step depends on many others.
    let all = SHEETS.iter().filter(|it| it.text.contains("\n    players "));
    let missing: Vec<_> = all.map(|it| it.name).filter(|it| !written.contains(it)).collect();
    assert_eq!(missing, ["mancala"]);
}
