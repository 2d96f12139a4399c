//! Thousands of questions for one, two and three things at random, over sorts that are listed, open or mixed,
//! against brute force: the answer is right, and of expectations, right ones and wrong ones, exactly the right
//! ones hold.

use super::program;
use super::sample;
use super::small_worlds::{Dice, Sentence, Signature};
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::first_order::Structure;
use puzzle_lang::kinds::Note;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, TestReport, run};

const LISTED: Signature = Signature {
    sorts: &[("Row", &["Upper", "Lower"]), ("Cell", &["Left", "Right"])],
    constants: &[],
    functions: &[("first", 0, 1)],
    predicates: &[("near", &[0, 0]), ("dark", &[1])],
    has_equality: true,
};

const THREE_SORTS: Signature = Signature {
    sorts: &[("Row", &["Upper", "Lower"]), ("Cell", &["Left", "Right"]), ("Mark", &["Cross"])],
    constants: &[],
    functions: &[],
    predicates: &[("marked", &[0, 1]), ("wears", &[1, 2]), ("full", &[0])],
    has_equality: true,
};

/// With one thing for each choice of the predicates there are enough, as long as none is called equal
/// (L. Löwenheim, *Über Möglichkeiten im Relativkalkül*, 1915).
const OPEN: Signature = Signature {
    sorts: &[("Cat", &[]), ("Dog", &[])],
    constants: &[("Tom", 0), ("Kit", 0), ("Rex", 1)],
    functions: &[],
    predicates: &[("old", &[0]), ("loud", &[1])],
    has_equality: false,
};

/// A predicate of two things is as many predicates of one as the listed one of the sorts has things.
const MIXED: Signature = Signature {
    sorts: &[("Row", &["Upper", "Lower"]), ("Dog", &[])],
    constants: &[("Rex", 1)],
    functions: &[],
    predicates: &[("full", &[0]), ("sees", &[0, 1])],
    has_equality: false,
};

/// Here larger worlds may say more.
const EQUAL: Signature = Signature {
    sorts: &[("Cat", &[]), ("Dog", &[])],
    constants: &[("Tom", 0), ("Kit", 0), ("Rex", 1)],
    functions: &[],
    predicates: &[("chases", &[1, 0]), ("old", &[0])],
    has_equality: true,
};

/// The names of the variables that are asked for.
const NAMES: [&str; 3] = ["x", "y", "z"];

/// Things by the places of their names in a world, in the order in which the variables occur first.
type Tuple = Vec<usize>;

/// What an answer or an expectation says.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    /// Of each list one tuple at least is right.
    lists: Vec<Vec<Tuple>>,
    is_all: bool,
}

struct Case<'w> {
    signature: &'static Signature,
    /// The models of the theory among the worlds.
    models: Vec<&'w Structure>,
    /// Whether the worlds tell all that follows.
    is_complete: bool,
    /// The sort of each variable.
    sorts: Vec<usize>,
    said: Sentence,
    /// The variables in the order in which they occur first.
    order: Vec<usize>,
    declaration: String,
    query: String,
}

impl<'w> Case<'w> {
    /// A theory and a question in which every variable occurs.
    fn new(
        (signature, is_complete): (&'static Signature, bool),
        worlds: &'w [Structure],
        engine: &str,
        dice: &mut Dice,
    ) -> Self {
        let axioms: Vec<_> =
            (0..1 + dice.roll(3)).map(|_| signature.sentence(dice, &mut Vec::new(), 3)).collect();
        let sorts: Vec<_> =
            (0..1 + dice.roll(3)).map(|_| dice.roll(signature.sorts.len())).collect();
        let names: Vec<_> = NAMES[..sorts.len()].iter().map(|it| format!("?{it}")).collect();
        let (said, written) = loop {
            let said = signature.sentence(dice, &mut sorts.clone(), 3);
            let written = signature.written(&said, &mut names.clone());
            if names.iter().all(|it| written.contains(it.as_str())) {
                break (said, written);
            }
        };
        let places: Vec<_> = names.iter().map(|it| written.find(it.as_str())).collect();
        let mut order: Vec<_> = (0..sorts.len()).collect();
        order.sort_by_key(|it| places[*it]);
        let holds = |it: &Structure, axiom| signature.holds(it, axiom, &mut Vec::new());
        let is_model = |it: &&Structure| axioms.iter().all(|axiom| holds(it, axiom));
        let models = worlds.iter().filter(is_model).collect();
        let rules = axioms.iter().map(|it| signature.written(it, &mut Vec::new()));
        let rules: String =
            rules.zip(1..).map(|(it, at)| format!("    rule r{at}: {it}\n")).collect();
        let declaration = format!("theory random {{\n{}{rules}}}\n", signature.text());
        let query = format!("ask random: {written}{engine}");
        Self { signature, models, is_complete, sorts, said, order, declaration, query }
    }

    /// The names of a sort's things, with their places in a world.
    fn things(&self, sort: usize) -> Vec<(&'static str, usize)> {
        let sorts = self.signature.sorts;
        let first: usize = sorts[..sort].iter().map(|it| it.1.len()).sum();
        let listed = sorts[sort].1.iter().copied().zip(first..);
        let behind: usize = sorts.iter().map(|it| it.1.len()).sum();
        let constants = self.signature.constants.iter().zip(behind..);
        let of_sort = constants.filter(|(it, _)| it.1 == sort).map(|(it, at)| (it.0, at));
        listed.chain(of_sort).collect()
    }

    fn names(&self, at: usize) -> Vec<(&'static str, usize)> {
        self.things(self.sorts[self.order[at]])
    }

    fn tuples(&self) -> Vec<Tuple> {
        let mut tuples = vec![Vec::new()];
        for at in 0..self.order.len() {
            let names = self.names(at);
            let longer = |it: &Tuple| {
                let it = it.clone();
                names.iter().map(move |(_, name)| [&it[..], &[*name]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples
    }

    /// Whether the sentence is true of things of a world, in the order of their occurrence.
    fn holds(&self, world: &Structure, things: &[usize]) -> bool {
        let mut values = vec![0; things.len()];
        for (at, thing) in self.order.iter().zip(things) {
            values[*at] = *thing;
        }
        self.signature.holds(world, &self.said, &mut values)
    }

    fn named(world: &Structure, tuple: &Tuple) -> Vec<usize> {
        tuple.iter().map(|it| world.functions[*it][0] as usize).collect()
    }

    /// Whether the sentence holds for one of some tuples in each world.
    fn follows(&self, list: &[Tuple]) -> bool {
        let is_true =
            |it: &&Structure| list.iter().any(|tuple| self.holds(it, &Self::named(it, tuple)));
        self.models.iter().all(is_true)
    }

    /// All tuples of things of a world.
    fn all(&self, world: &Structure) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for at in &self.order {
            let size = world.sizes[self.sorts[*at]] as usize;
            let longer = |it: &Vec<usize>| {
                let it = it.clone();
                (0..size).map(move |thing| [&it[..], &[thing]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn are_no_others(&self, told: &[Vec<Tuple>]) -> bool {
        self.models.iter().all(|world| {
            let told: Vec<_> = told.iter().flatten().map(|it| Self::named(world, it)).collect();
            self.all(world).iter().all(|it| told.contains(it) || !self.holds(world, it))
        })
    }

    fn is_for_everything(&self) -> bool {
        self.models.iter().all(|world| self.all(world).iter().all(|it| self.holds(world, it)))
    }

    /// Whether all that is asked for is of listed sorts.
    fn is_listed(&self) -> bool {
        self.sorts.iter().all(|it| !self.signature.sorts[*it].1.is_empty())
    }

    /// What is right: each tuple of which it follows, and where one of the others has to be, of which.
    fn right(&self) -> Told {
        let (each, rest): (Vec<_>, Vec<_>) =
            self.tuples().into_iter().partition(|it| self.follows(std::slice::from_ref(it)));
        let mut lists: Vec<_> = each.into_iter().map(|it| vec![it]).collect();
        if self.is_listed() && self.follows(&rest) && !rest.is_empty() {
            let mut list = rest;
            for at in (0..list.len()).rev() {
                let fewer = [&list[..at], &list[at + 1..]].concat();
                if self.follows(&fewer) {
                    list = fewer;
                }
            }
            lists.push(list);
        }
        let is_all = self.are_no_others(&lists);
        Told { lists, is_all }
    }

    /// Whether something may be said: that a world speaks against it is known for certain.
    fn is_right(&self, told: &Told, right: &Told) -> bool {
        let is_right = |list: &Vec<Tuple>| {
            let needs = |at: usize| !self.follows(&[&list[..at], &list[at + 1..]].concat());
            self.follows(list) && (list.len() == 1 || (0..list.len()).all(needs))
        };
        let is_told = |list: &Vec<Tuple>| match list.len() {
            1 => told.lists.contains(list),
            _ => told.lists.iter().any(|it| it.len() > 1),
        };
        told.lists.iter().all(is_right)
            && right.lists.iter().all(is_told)
            && (!told.is_all || self.are_no_others(&told.lists))
    }

    /// What somebody may say who is right, or nearly.
    fn mutated(&self, right: &Told, dice: &mut Dice) -> Told {
        let mut told = right.clone();
        let all = self.tuples();
        let lists = &mut told.lists;
        match dice.roll(7) {
            0 if !lists.is_empty() => {
                lists.remove(dice.roll(lists.len()));
            }
            1 => lists.push(vec![all[dice.roll(all.len())].clone()]),
            2 if !lists.is_empty() => {
                // Things in another order, as far as their sorts allow.
                let sort = |at: usize| self.sorts[self.order[at]];
                let (one, other) = (dice.roll(self.order.len()), dice.roll(self.order.len()));
                if sort(one) == sort(other) {
                    lists.iter_mut().flatten().for_each(|it| it.swap(one, other));
                }
            }
            3 if lists.len() > 1 => {
                let last = lists.pop().unwrap();
                lists[0].extend(last);
            }
            4 if !lists.is_empty() => {
                let list = dice.roll(lists.len());
                lists[list].push(all[dice.roll(all.len())].clone());
            }
            5 => told.is_all = !told.is_all,
            _ => {
                let length = lists.len();
                lists.rotate_left(dice.roll(length.max(1)).min(length));
            }
        }
        for list in &mut told.lists {
            list.sort_unstable();
            list.dedup();
        }
        told
    }

    /// An expectation, its things with names or without.
    fn written(&self, told: &Told, dice: &mut Dice) -> String {
        let tuple = |tuple: &Tuple, dice: &mut Dice| {
            let has_names = dice.roll(2) == 0;
            let things = tuple.iter().enumerate().map(|(at, thing)| {
                let name = self.names(at).iter().find(|it| it.1 == *thing).unwrap().0;
                let variable = NAMES[self.order[at]];
                if has_names { format!("{variable}={name}") } else { name.to_owned() }
            });
            let mut things: Vec<_> = things.collect();
            if has_names {
                let at = dice.roll(things.len());
                things.rotate_left(at);
            }
            things.join(" ")
        };
        let lists = told
            .lists
            .iter()
            .map(|list| list.iter().map(|it| tuple(it, dice)).collect::<Vec<_>>().join(" or "));
        let lists: Vec<_> = lists.collect();
        match (lists.is_empty(), told.is_all) {
            (true, true) => "none at all".to_owned(),
            (true, false) => "none".to_owned(),
            (false, true) => format!("{} and no others", lists.join(", ")),
            (false, false) => lists.join(", "),
        }
    }

    /// What an answer says; `None` of terms that are no names.
    fn read(&self, answer: &str) -> Option<Told> {
        let (answer, is_all) = match answer.strip_suffix(" and no others") {
            Some(rest) => (rest, true),
            None => (answer, answer == "none at all"),
        };
        if answer.starts_with("none") {
            return Some(Told { lists: Vec::new(), is_all });
        }
        let tuple = |text: &str| -> Option<Tuple> {
            let things = text.split(' ').enumerate().map(|(at, thing)| {
                let thing = if self.order.len() == 1 {
                    thing
                } else {
                    let (name, thing) = thing.split_once('=').expect("each has its name");
                    assert_eq!(name, NAMES[self.order[at]], "in the order of first occurrence");
                    thing
                };
                self.names(at).iter().find(|it| it.0 == thing).map(|it| it.1)
            });
            things.collect()
        };
        let list = |text: &str| text.split(" or ").map(tuple).collect::<Option<Vec<_>>>();
        Some(Told { lists: answer.split(", ").map(list).collect::<Option<_>>()?, is_all })
    }

    fn reports(&self, expectations: &[String], steps: u64) -> Vec<TestReport> {
        let queries = expectations.iter().map(|it| format!("{} => {it}\n", self.query));
        let text = format!("{}{}", self.declaration, queries.collect::<String>());
        let checked = check(program::program("random.puzzle", &text), &Levels::default());
        let analysis = checked.analysis();
        let part = move || Budget::unlimited().part(steps);
        let reports: Vec<_> = run(&analysis, TestPurpose::Comparing, part).collect();
        let findings = program::findings(&analysis);
        let is_unsorted = findings.iter().any(|it| it.code.number() == "E0805");
        assert!(!reports.is_empty() || is_unsorted, "{text}{findings:?}");
        reports
    }
}

/// Asks random questions; how many were answered, and how many were not.
#[expect(clippy::too_many_lines, reason = "every answer to one question")]
fn ask(
    kind: (&'static Signature, bool),
    sizes: &[&[usize]],
    count: u32,
    engine: &str,
    steps: u64,
) -> (usize, usize) {
    let worlds: Vec<_> = sizes.iter().flat_map(|it| kind.0.worlds(it)).collect();
    let (mut answered, mut open) = (0, 0);
    let is_decided = engine.is_empty() && kind.0.sorts.iter().all(|it| !it.1.is_empty());
    for seed in 0..sample::cases(count) {
        let dice = &mut Dice(seed.into());
        let case = Case::new(kind, &worlds, engine, dice);
        let right = case.right();
        let told: Vec<_> = std::iter::once(right.clone())
            .chain((0..5).map(|_| case.mutated(&right, dice)))
            .collect();
        let texts: Vec<_> = told.iter().map(|it| case.written(it, dice)).collect();
        let reports = case.reports(&texts, steps);
        // Whose sorts cannot be told is no question.
        let Some(answer) = reports.first() else { continue };
        let shown =
            |text: &str| format!("seed {seed}\n{}{} => {text}", case.declaration, case.query);
        let faults = reports.iter().flat_map(|it| &it.diagnostics);
        let unverified = faults.filter(|it| it.code.number() == "E0901").count();
        assert_eq!(unverified, 0, "{}", shown(""));
        let Some(answer) = &answer.answer else {
            open += 1;
            continue;
        };
        answered += 1;
        let text = answer.text.as_str();
        let again = case.reports(&[text.to_owned()], steps).remove(0).verdict;
        assert_ne!(again, Some(ExpectationVerdict::Fails), "its own answer, {}", shown(text));
        if text == "contradictory" {
            assert!(case.models.is_empty(), "{}", shown(text));
            let wrong = reports.iter().all(|it| it.verdict == Some(ExpectationVerdict::Fails));
            assert!(wrong, "{}", shown(&texts.join(" / ")));
            continue;
        }
        if text == "everything" {
            assert!(case.is_for_everything(), "{}", shown(text));
            continue;
        }
        if case.models.is_empty() {
            assert!(!is_decided, "{}", shown(text));
            continue;
        }
        let said = case.read(text);
        // A prover need not find that it is one thing or another, or finds a term instead.
        let has_more = said.as_ref().is_none_or(|it| it.lists.iter().any(|list| list.len() > 1));
        let mut needed = right.clone();
        needed.lists.retain(|it| it.len() == 1 || is_decided || has_more);
        // At a limit a part of the answers is told, and that it is a part.
        let mut notes = answer.notes.iter().flat_map(Note::lines);
        let is_part = notes.any(|it| it.contains("was not found out"));
        if let Some(said) = said {
            // What does not follow in small worlds does not follow.
            let follows = said.lists.iter().all(|it| case.follows(it));
            let is_all = !said.is_all || case.are_no_others(&said.lists);
            assert!(follows && is_all, "{}", shown(text));
            if case.is_complete && !is_part {
                assert!(case.is_right(&said, &needed), "{}", shown(text));
            }
            assert!(!is_decided || said.is_all == right.is_all, "{}", shown(text));
        }
        for ((told, text), report) in told.iter().zip(&texts).zip(&reports) {
            let verdict = report.verdict.unwrap();
            let tells_more = told.lists.iter().any(|it| it.len() > 1);
            if !is_decided && has_more && !tells_more && verdict == ExpectationVerdict::Fails {
                continue;
            }
            if case.is_complete && !is_part && verdict != ExpectationVerdict::Unknown {
                let expected = case.is_right(told, &needed);
                assert_eq!(verdict == ExpectationVerdict::Holds, expected, "{}", shown(text));
            } else if verdict == ExpectationVerdict::Holds {
                let follows = told.lists.iter().all(|it| case.follows(it));
                let is_all = !told.is_all || case.are_no_others(&told.lists);
                assert!(follows && is_all, "{}", shown(text));
            }
        }
    }
    (answered, open)
}

const MANY: u64 = u64::MAX;
const STEPS: u64 = 200_000;

#[test]
fn listed_sorts() {
    let many = sample::cases(900) as usize;
    let (answered, open) = ask((&LISTED, true), &[&[2, 2]], 1200, "", MANY);
    assert!(open == 0 && answered > many, "{answered} answered, {open} not");
    let (answered, open) = ask((&THREE_SORTS, true), &[&[2, 2, 1]], 1200, "", MANY);
    assert!(open == 0 && answered > many, "{answered} answered, {open} not");
}

#[test]
fn by_resolution() {
    for (signature, sizes) in [(&LISTED, &[2, 2][..]), (&THREE_SORTS, &[2, 2, 1])] {
        let (answered, open) = ask((signature, true), &[sizes], 100, " by resolution", STEPS);
        assert!(answered > 2 * open, "{answered} answered, {open} not");
    }
}

#[test]
fn open_and_mixed_sorts() {
    let (answered, open) =
        ask((&OPEN, true), &[&[1, 1], &[1, 2], &[2, 1], &[2, 2]], 200, "", STEPS);
    assert!(answered > open, "{answered} answered, {open} not");
    let (answered, open) =
        ask((&MIXED, true), &[&[2, 1], &[2, 2], &[2, 3], &[2, 4]], 200, "", STEPS);
    assert!(answered > open, "{answered} answered, {open} not");
}

#[test]
fn open_sorts_with_equality() {
    let sizes: &[&[usize]] = &[&[1, 1], &[1, 2], &[2, 1], &[2, 2], &[3, 2]];
    let (answered, open) = ask((&EQUAL, false), sizes, 200, "", STEPS);
    assert!(answered > open, "{answered} answered, {open} not");
}
