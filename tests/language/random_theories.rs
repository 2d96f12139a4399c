//! Thousands of small theories at random, written down and asked as a user asks, against brute force: what
//! is answered is what all worlds say. So are the problems in TPTP that are built of them.

mod found;

use super::program;
use super::sample;
use super::small_worlds;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use self::found::{Found, found};
use super::small_worlds::{Dice, Sentence, Signature};
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::refutation::{ProofTerm, ProofTermKind};
use puzzle_engine::logic::first_order::Structure;
use puzzle_engine::problem::theory::{TheoryAnswers, TheoryReason, TheoryWorld};
use puzzle_lang::kinds::theory::TheoryGoals;
use puzzle_lang::kinds::{Answer, Note};
use puzzle_lang::service::build::build;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::tptp;
use puzzle_lang::service::solve::{NoAnswer, answer_to, asked};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, run};
use puzzle_lang::service::theorem;
use puzzle_lang::syntax::ast::{ItemKind, Verb};
use puzzle_lang::text::Source;

const PROPOSITIONS: Signature = Signature {
    sorts: &[],
    constants: &[],
    functions: &[],
    predicates: &[("rain", &[]), ("snow", &[]), ("wind", &[]), ("fog", &[])],
    has_equality: false,
};

const LISTED: Signature = Signature {
    sorts: &[("Row", &["Upper", "Lower"]), ("Cell", &["Left", "Right"])],
    constants: &[("Home", 1)],
    functions: &[("first", 0, 1)],
    predicates: &[("full", &[0]), ("marked", &[0, 1]), ("over", &[])],
    has_equality: true,
};

/// With one thing for each choice of the two predicates there are enough: a larger world says no more
/// (L. Löwenheim, *Über Möglichkeiten im Relativkalkül*, 1915).
const MONADIC: Signature = Signature {
    sorts: &[("Thing", &[])],
    constants: &[("Tom", 0)],
    functions: &[],
    predicates: &[("cat", &[0]), ("old", &[0])],
    has_equality: false,
};

/// Several open sorts beside a listed one, which may be larger or smaller than they are. Worlds of other sizes
/// than are looked at may differ.
const MIXED: Signature = Signature {
    sorts: &[("Boy", &[]), ("Girl", &[]), ("Day", &["Mon", "Tue"])],
    constants: &[("Tom", 0)],
    functions: &[("friend", 0, 1), ("born", 1, 2)],
    predicates: &[("tall", &[0]), ("met", &[0, 1]), ("free", &[2])],
    has_equality: true,
};

const MIXED_SIZES: [&[usize]; 6] =
    [&[1, 1, 2], &[1, 2, 2], &[2, 1, 2], &[2, 2, 2], &[1, 3, 2], &[3, 1, 2]];

/// Two listed sorts of different sizes, with functions to the larger and to the smaller one.
const UNEQUAL: Signature = Signature {
    sorts: &[("Row", &["Top"]), ("Cell", &["Left", "Mid", "Right"])],
    constants: &[("Home", 1)],
    functions: &[("first", 0, 1), ("row", 1, 0)],
    predicates: &[("full", &[0]), ("marked", &[1])],
    has_equality: true,
};

/// Steps for a question over open sorts, and by resolution.
const STEPS: u64 = 1_000_000;

/// A theory and what is asked of it.
struct Case {
    signature: &'static Signature,
    axioms: Vec<Sentence>,
    goal: Sentence,
    other: Sentence,
    /// The sort of the thing that is asked for, and what is said of it.
    asked: Option<(usize, Sentence)>,
    worlds: Vec<Structure>,
    /// Whether what is true in these worlds is true in all.
    are_all: bool,
    /// Of each axiom whether it is true, by world.
    truths: Vec<Vec<bool>>,
}

impl Case {
    fn new(signature: &'static Signature, sizes: &[&[usize]], dice: &mut Dice) -> Self {
        let sentence = |dice: &mut Dice| signature.sentence(dice, &mut Vec::new(), 3);
        let axioms = (0..1 + dice.roll(4)).map(|_| sentence(dice)).collect();
        let (goal, other) = (sentence(dice), sentence(dice));
        let asked = (!signature.sorts.is_empty()).then(|| {
            let sort = dice.roll(signature.sorts.len());
            (sort, signature.sentence(dice, &mut vec![sort], 2))
        });
        let worlds = sizes.iter().flat_map(|it| signature.worlds(it)).collect();
        let are_all = !std::ptr::eq(signature, &MIXED);
        let truths = Vec::new();
        let mut case = Self { signature, axioms, goal, other, asked, worlds, are_all, truths };
        let truths = |axiom| case.worlds.iter().map(|it| case.is_true(axiom, it)).collect();
        case.truths = case.axioms.iter().map(truths).collect();
        case
    }

    fn text(&self, queries: &[String]) -> String {
        let rules = self.axioms.iter().zip(1..);
        let rules = rules.map(|(it, at)| format!("    rule r{at}: {}\n", self.written(it)));
        let rules: String = rules.collect();
        let declared = self.signature.text();
        format!("theory random {{\n{declared}{rules}}}\n{}\n", queries.join("\n"))
    }

    fn written(&self, sentence: &Sentence) -> String {
        self.signature.written(sentence, &mut Vec::new())
    }

    fn queries(&self, engine: &str) -> Vec<String> {
        let (goal, other) = (self.written(&self.goal), self.written(&self.other));
        let asked = self.asked.iter().map(|(_, it)| {
            let it = self.signature.written(it, &mut vec!["?it".to_owned()]);
            format!("ask random: {it}{engine}")
        });
        let mut queries = vec![
            format!("solve random{engine}"),
            format!("prove random: {goal}{engine}"),
            format!("equivalent random: {goal}, {other}{engine}"),
        ];
        queries.extend(asked.filter(|_| self.asked.as_ref().is_some_and(|it| occurs(&it.1))));
        if self.signature.sorts.iter().all(|it| !it.1.is_empty()) {
            queries.push("count random".to_owned());
        }
        queries
    }

    fn is_true(&self, sentence: &Sentence, world: &Structure) -> bool {
        self.signature.holds(world, sentence, &mut Vec::new())
    }

    /// The worlds in which some axioms are true.
    fn models(&self, axioms: &[usize]) -> Vec<&Structure> {
        let is_model = |at: &usize| axioms.iter().all(|axiom| self.truths[*axiom][*at]);
        (0..self.worlds.len()).filter(is_model).map(|at| &self.worlds[at]).collect()
    }

    fn all(&self) -> Vec<usize> {
        (0..self.axioms.len()).collect()
    }

    /// That an answer is what all worlds say.
    fn judge(&self, verb: Verb, found: &Found, answer: &Answer) {
        let models = self.models(&self.all());
        let is_world = |it: &Structure| self.axioms.iter().all(|axiom| self.is_true(axiom, it));
        let follows = |reason: &TheoryReason, value: bool| {
            let models = self.models(&reason.axioms);
            models.iter().all(|it| self.is_true(&self.goal, it) == value)
        };
        let differ = |it: &Structure| self.is_true(&self.goal, it) != self.is_true(&self.other, it);
        match found {
            Found::Contradictory(reason) => {
                assert!(models.is_empty(), "there is a world");
                assert!(
                    self.models(&reason.axioms).is_empty(),
                    "some do not contradict each other"
                );
                assert!(
                    !self.are_all || verb != Verb::Solve || self.is_smallest(reason.axioms.len()),
                    "not the fewest"
                );
            }
            Found::Count(count) => assert_eq!(*count, models.len().into()),
            _ if models.is_empty() && self.are_all => panic!("there is no world"),
            Found::Model(TheoryWorld::Shown(world)) => assert!(is_world(world)),
            Found::Proved(reason) if verb == Verb::Prove => assert!(follows(reason, true)),
            Found::Proved(_) => assert!(!models.iter().any(|it| differ(it))),
            Found::Refuted(reason) => assert!(follows(reason, false)),
            Found::Neither(TheoryWorld::Shown(yes), TheoryWorld::Shown(no)) => {
                assert!(is_world(yes) && self.is_true(&self.goal, yes));
                assert!(is_world(no) && !self.is_true(&self.goal, no));
            }
            Found::Differ(TheoryWorld::Shown(world)) => assert!(is_world(world) && differ(world)),
            // That there are worlds is said of none of a few things.
            Found::Model(_) | Found::Neither(..) | Found::Differ(_) => {
                let worlds = match found {
                    Found::Model(world) | Found::Differ(world) => vec![world],
                    Found::Neither(yes, no) => vec![yes, no],
                    _ => Vec::new(),
                };
                let unseen = worlds.into_iter().find_map(|it| match it {
                    TheoryWorld::Unseen(none_up_to) => Some(*none_up_to),
                    TheoryWorld::Shown(_) => None,
                });
                let small = |it: &&Structure| it.sizes.iter().max().copied() <= unseen;
                let is_said = |it: &Structure| match found {
                    Found::Model(_) => true,
                    Found::Differ(_) => differ(it),
                    _ => false,
                };
                assert!(!models.iter().copied().filter(small).any(is_said), "a world is small");
            }
            Found::Told(found) => {
                let TheoryAnswers { answers, either, no_others, .. } = &**found;
                self.judge_answers(&models, answers, either, *no_others, answer);
            }
        }
    }

    /// Whether no fewer axioms contradict each other.
    fn is_smallest(&self, size: usize) -> bool {
        (0..1_usize << self.axioms.len()).all(|chosen| {
            let some: Vec<_> = self.all().into_iter().filter(|it| chosen >> it & 1 == 1).collect();
            some.len() >= size || !self.models(&some).is_empty()
        })
    }

    #[expect(clippy::too_many_lines, reason = "all that an answer claims")]
    fn judge_answers(
        &self,
        models: &[&Structure],
        answers: &[Vec<ProofTerm>],
        either: &[Vec<Vec<ProofTerm>>],
        no_others: Option<bool>,
        answer: &Answer,
    ) {
        let (sort, said) = self.asked.as_ref().unwrap();
        let holds = |world: &Structure, thing: u32| {
            self.signature.holds(world, said, &mut vec![thing as usize])
        };
        // The thing that a tuple names; none where it stands for everything.
        let named = |tuple: &Vec<ProofTerm>| match &tuple[0].kind {
            ProofTermKind::Apply(symbol, _) => Some(*symbol as usize),
            ProofTermKind::Variable(_) => None,
        };
        let terms: Vec<_> =
            answers.iter().chain(either.iter().flatten()).map(|it| &it[0]).collect();
        for tuple in answers {
            if let ProofTermKind::Apply(..) = tuple[0].kind {
                assert!(models.iter().all(|it| holds(it, element(&tuple[0], it))), "{tuple:?}");
            }
        }
        let constant = |it: &&Vec<ProofTerm>| match &it[0].kind {
            ProofTermKind::Apply(_, arguments) => arguments.is_empty(),
            ProofTermKind::Variable(_) => true,
        };
        let has_terms = !answers.iter().chain(either.iter().flatten()).all(|it| constant(&it));
        let answers: Vec<_> = answers.iter().filter(constant).map(named).collect();
        let lists: Vec<Vec<_>> =
            either.iter().map(|list| list.iter().filter_map(named).collect()).collect();
        if answers == [None] {
            let (_, things) = &self.signature.sorts[*sort];
            let all = if things.is_empty() { "everything".to_owned() } else { things.join(", ") };
            assert_eq!(answer.head.words(), all);
            for world in models {
                assert!((0..world.sizes[*sort]).all(|it| holds(world, it)));
            }
            return;
        }
        let (names, constants) = self.things(*sort);
        let follows = |some: &[usize]| {
            models.iter().all(|it| some.iter().any(|name| holds(it, it.functions[*name][0])))
        };
        let mut heads = Vec::new();
        for (name, constant) in names.iter().zip(&constants) {
            let is_answer = answers.contains(&Some(*constant));
            assert!(is_answer == follows(&[*constant]) || (!self.are_all && !is_answer), "{name}");
            if follows(&[*constant]) {
                heads.push(*name);
            }
        }
        for list in lists.iter().filter(|_| !has_terms) {
            assert!(follows(list));
            for at in (0..list.len()).filter(|_| self.are_all) {
                assert!(!follows(&[&list[..at], &list[at + 1..]].concat()), "too many");
            }
        }
        if lists.is_empty() && self.are_all {
            let head = if heads.is_empty() { "none".to_owned() } else { heads.join(", ") };
            assert_eq!(answer.head.words(), head);
        }
        let is_told = |it: &Structure, thing| terms.iter().any(|term| element(term, it) == thing);
        let others = models
            .iter()
            .any(|it| (0..it.sizes[*sort]).any(|thing| !is_told(it, thing) && holds(it, thing)));
        let is_open = self.signature.sorts[*sort].1.is_empty();
        match no_others {
            Some(true) => assert!(!others, "there are others"),
            Some(false) => assert!(others || is_open, "there are no others"),
            None => assert!(is_open),
        }
    }

    /// The names of a sort's things and their places in a world. Where things are listed, other constants
    /// are none.
    fn things(&self, sort: usize) -> (Vec<&'static str>, Vec<usize>) {
        let mut first = 0;
        for (_, things) in &self.signature.sorts[..sort] {
            first += things.len();
        }
        let listed = self.signature.sorts[sort].1;
        if !listed.is_empty() {
            return (listed.to_vec(), (first..first + listed.len()).collect());
        }
        let constants = self.signature.constants.iter().filter(|it| it.1 == sort);
        let names: Vec<_> = constants.map(|it| it.0).collect();
        let places = (first..first + names.len()).collect();
        (names, places)
    }
}

/// What a term without variables is in a world.
fn element(term: &ProofTerm, world: &Structure) -> u32 {
    let ProofTermKind::Apply(symbol, arguments) = &term.kind else { panic!("it is a variable") };
    let row = arguments.first().map_or(0, |it| element(it, world));
    world.functions[*symbol as usize][row as usize]
}

/// Whether the thing that is asked for is spoken of, so that its sort can be told.
fn occurs(sentence: &Sentence) -> bool {
    let is_it = |it: &small_worlds::Term| spoken(it) == Some(0);
    match sentence {
        Sentence::Atom(_, terms) => terms.iter().any(is_it),
        Sentence::Same(one, other) => is_it(one) != is_it(other),
        Sentence::Not(part) | Sentence::Counted(_, _, part) => occurs(part),
        Sentence::Two(_, one, other) => occurs(one) || occurs(other),
    }
}

fn spoken(term: &small_worlds::Term) -> Option<usize> {
    match term {
        small_worlds::Term::Variable(variable) => Some(*variable),
        small_worlds::Term::Named(_, argument) => argument.as_ref().and_then(|it| spoken(it)),
    }
}

/// Asks about random theories; how many questions were answered, and how many were not.
fn ask(
    signature: &'static Signature,
    sizes: &[&[usize]],
    count: u32,
    engine: &str,
    budget: impl Fn() -> Budget,
) -> (usize, usize) {
    let (mut answered, mut open) = (0, 0);
    for seed in 0..sample::cases(count) {
        let case = Case::new(signature, sizes, &mut Dice(seed.into()));
        let text = case.text(&case.queries(engine));
        let program = program::program("random.puzzle", &text);
        let checked = check(program, &Levels::default());
        let analysis = checked.analysis();
        let document = analysis.scope.program.root().parts[0];
        // Every question with a sentence has the theory in it.
        let theory = analysis.scope.tree(document).items.iter().find_map(|item| {
            let ItemKind::Query(query) = &item.kind else { return None };
            let question = asked(&analysis, document, query)?.question;
            TheoryGoals::of(&question).map(|it| Arc::clone(&it.theory))
        });
        let theory = theory.expect("a question with a sentence");
        for item in &analysis.scope.tree(document).items {
            let ItemKind::Query(query) = &item.kind else { continue };
            let asked = asked(&analysis, document, query)
                .unwrap_or_else(|| panic!("{text}: {:?}", program::findings(&analysis)));
            let told = answer_to(asked.puzzle.as_ref(), &asked.question, &mut budget());
            match told.map(|it| it.answer) {
                Ok(answer) => {
                    let found = found(&theory, &asked.question, &mut budget())
                        .expect("it was found before");
                    let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        case.judge(query.verb, &found, &answer);
                    }));
                    assert!(judged.is_ok(), "seed {seed}, {:?}: {found:?}\n{text}", query.verb);
                    answered += 1;
                }
                Err(NoAnswer::Stopped(stop)) => {
                    // A world as small as those is always found.
                    let has_world = !case.models(&case.all()).is_empty();
                    assert!(query.verb != Verb::Solve || !has_world, "{stop}, seed {seed}\n{text}");
                    open += 1;
                }
                Err(no_answer) => panic!("{}\n{text}", no_answer.words()),
            }
        }
    }
    (answered, open)
}

#[test]
fn propositions() {
    assert_eq!(ask(&PROPOSITIONS, &[&[]], 1500, "", Budget::unlimited).1, 0);
}

#[test]
fn listed_sorts() {
    assert_eq!(ask(&LISTED, &[&[2, 2]], 1000, "", Budget::unlimited).1, 0);
}

#[test]
fn one_place_predicates_of_an_open_sort() {
    let part = || Budget::unlimited().part(STEPS);
    let (answered, open) = ask(&MONADIC, &[&[1], &[2], &[3], &[4]], 250, "", part);
    assert!(open * 50 < answered, "{open} of {answered} are open");
}

#[test]
fn open_and_listed_sorts() {
    let part = || Budget::unlimited().part(STEPS);
    let (answered, open) = ask(&MIXED, &MIXED_SIZES, 150, "", part);
    assert!(open * 20 < answered, "{open} of {answered} are open");
}

#[test]
fn sorts_of_different_sizes() {
    assert_eq!(ask(&UNEQUAL, &[&[1, 3]], 300, "", Budget::unlimited).1, 0);
    let part = || Budget::unlimited().part(STEPS);
    let (answered, open) = ask(&UNEQUAL, &[&[1, 3]], 300, " by resolution", part);
    assert!(open * 10 < answered, "{open} of {answered} are open");
}

#[test]
fn resolution_agrees() {
    let part = || Budget::unlimited().part(STEPS);
    for (signature, sizes, count) in [(&PROPOSITIONS, &[][..], 400), (&LISTED, &[2, 2], 200)] {
        let (answered, open) = ask(signature, &[sizes], count, " by resolution", part);
        assert!(open * 4 < answered, "{open} of {answered} are open");
    }
}

/// The status of a problem in TPTP that was built; `None` where it stays open.
fn status(problem: &str, budget: &mut Budget) -> Option<&'static str> {
    let source = Arc::new(Source::new("random.p", problem));
    let path = Path::new("random.p");
    let mut unlimited = Budget::unlimited();
    let loaded = tptp::load(source, path, &program::Disk, None, &mut unlimited).unwrap();
    assert!(loaded.texts.iter().all(|it| it.diagnostics.is_empty()), "{problem}");
    let answer = theorem::solve(&loaded, budget).unwrap_or_else(|it| panic!("{}", it.words()));
    answer.has_model.map(|_| answer.status)
}

#[test]
fn built_problems_say_the_same() {
    let (mut answered, mut open) = (0, 0);
    for (signature, sizes, count) in [
        (&PROPOSITIONS, &[&[][..]][..], 200),
        (&LISTED, &[&[2, 2]], 150),
        (&MONADIC, &[&[1], &[2], &[3], &[4]], 200),
    ] {
        for seed in 0..sample::cases(count) {
            let case = Case::new(signature, sizes, &mut Dice(seed.into()));
            let text = case.text(&case.queries(""));
            let program = program::program("random.puzzle", &text);
            let checked = check(program, &Levels::default());
            let built = build(&checked.analysis(), &mut Budget::unlimited()).unwrap().artifacts;
            let built: HashMap<_, _> = built
                .iter()
                .map(|it| (it.name.as_str(), String::from_utf8_lossy(&it.bytes)))
                .collect();
            let models = case.models(&case.all());
            let follows = |said: &dyn Fn(&Structure) -> bool| match models.iter().all(|it| said(it))
            {
                _ if models.is_empty() => "ContradictoryAxioms",
                true => "Theorem",
                false => "CounterSatisfiable",
            };
            let goal = |it: &Structure| case.is_true(&case.goal, it);
            let somebody = |it: &Structure| {
                let (sort, said) = case.asked.as_ref().unwrap();
                let mut things = 0..it.sizes[*sort] as usize;
                things.any(|thing| signature.holds(it, said, &mut vec![thing]))
            };
            let mut expected = vec![
                ("random.p", if models.is_empty() { "Unsatisfiable" } else { "Satisfiable" }),
                ("random.1.p", follows(&goal)),
                ("random.2.p", follows(&|it| goal(it) == case.is_true(&case.other, it))),
            ];
            if case.asked.as_ref().is_some_and(|it| occurs(&it.1)) {
                expected.push(("random.3.p", follows(&somebody)));
            }
            assert_eq!(built.len(), expected.len(), "{text}{:?}", checked.analysis().findings);
            for (name, expected) in expected {
                let problem = &built[name];
                match status(problem, &mut Budget::unlimited().part(STEPS)) {
                    // A proof may use the question though it need not.
                    Some("Theorem") if expected == "ContradictoryAxioms" => answered += 1,
                    Some(status) => {
                        assert_eq!(status, expected, "seed {seed}\n{text}\n{problem}");
                        answered += 1;
                    }
                    None => open += 1,
                }
            }
        }
    }
    assert!(open * 10 < answered, "{open} of {answered} are open");
}

#[test]
fn one_world_is_told_from_several() {
    let (mut right, mut wrong) = (0, 0);
    for (signature, sizes) in [(&PROPOSITIONS, &[][..]), (&LISTED, &[2, 2]), (&UNEQUAL, &[1, 3])] {
        for seed in 0..150 {
            let case = Case::new(signature, &[sizes], &mut Dice(seed));
            let models = case.models(&case.all()).len();
            let text = case.text(&["solve random => unique".to_owned()]);
            let checked = check(program::program("random.puzzle", &text), &Levels::default());
            let analysis = checked.analysis();
            let mut reports = run(&analysis, TestPurpose::Comparing, Budget::unlimited);
            let report = reports.next().unwrap();
            let verdict =
                if models == 1 { ExpectationVerdict::Holds } else { ExpectationVerdict::Fails };
            assert_eq!(report.verdict, Some(verdict), "{models} worlds\n{text}");
            match models {
                0 => {}
                1 => right += 1,
                _ => {
                    assert!(report.diagnostics[0].message.contains("another solution: "));
                    assert!(report.diagnostics[0].fixes.is_empty(), "less is asked\n{text}");
                    wrong += 1;
                }
            }
        }
    }
    assert!(right > 5 && wrong > 10, "{right} unique, {wrong} not");
}

/// A question whose answer nothing decides wholly: what is smaller goes on for ever, and no rule of the
/// prover comes to an end with it.
const ENDLESS: &str = "theory endless {
    sort Thing
    constant Ann, Bob: Thing
    predicate less(Thing, Thing), known(Thing)
    rule irreflexive: no x. less(x, x)
    rule transitive: all x, y, z. less(x, y) and less(y, z) -> less(x, z)
    rule endless: all x. some y. less(x, y)
    rule known: known(Ann)
}
ask endless: known(?who)
";

#[test]
fn what_is_known_at_a_limit_is_said() {
    let checked = check(program::program("endless.puzzle", ENDLESS), &Levels::default());
    let analysis = checked.analysis();
    let mut reports = run(&analysis, TestPurpose::Reading, || Budget::unlimited().part(100_000));
    let answer = reports.next().unwrap().answer.expect("one answer is known at once");
    assert_eq!(answer.text, "Ann");
    assert!(
        answer.notes.iter().flat_map(Note::lines).any(|it| it.contains("was not found out")),
        "{answer:?}"
    );
}

fn holds(text: &str, steps: u64) {
    let checked = check(program::program("theories.puzzle", text), &Levels::default());
    let analysis = checked.analysis();
    for report in run(&analysis, TestPurpose::Comparing, || Budget::unlimited().part(steps)) {
        assert_eq!(report.verdict, Some(ExpectationVerdict::Holds), "{}", report.name);
    }
}

#[test]
fn worlds_of_unlike_sizes() {
    holds(include_str!("../theories/worlds.puzzle"), u64::MAX);
}

#[test]
fn by_resolution_over_listed_sorts() {
    holds(include_str!("../theories/closed.puzzle"), 3_000_000);
}

#[test]
fn by_instances_over_open_sorts() {
    holds(include_str!("../theories/pigeons.puzzle"), 10_000_000);
}
