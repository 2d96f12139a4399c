//! Problems in TPTP: those of a folder, whose comments say what comes out, and questions at random against
//! brute force.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::small_worlds::{Dice, Number, Sentence, Sign, Signature, Term};
use puzzle_engine::budget::{Budget, Signal};
use puzzle_engine::logic::first_order::Structure;
use puzzle_engine::solve::theory::decide::{TheoryProcedure, TheorySearch};
use puzzle_lang::service::build::build;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::tptp::{Loaded, load};
use puzzle_lang::service::import::{self, Files, NoFiles};
use puzzle_lang::service::test::{TestPurpose, run};
use puzzle_lang::service::theorem::{TptpAnswer, solve};
use puzzle_lang::text::Source;

fn loaded(text: &str) -> Loaded {
    let source = Arc::new(Source::new("problem.p", text));
    let mut budget = Budget::unlimited();
    let loaded = load(source, Path::new("problem.p"), &NoFiles, None, &mut budget).unwrap();
    assert!(!loaded.has_errors(), "{text}");
    loaded
}

fn answer(text: &str, steps: u64) -> TptpAnswer {
    solve(&loaded(text), &mut Budget::unlimited().part(steps)).unwrap_or_else(|_| panic!("{text}"))
}

fn problems() -> Vec<(String, String)> {
    let entries = fs::read_dir("tests/theories/problems").unwrap().map(|it| it.unwrap().path());
    let named = entries.map(|it| (it.display().to_string(), fs::read_to_string(it).unwrap()));
    named.collect()
}

/// Steps that each problem of the folder takes by far.
const STEPS: u64 = 1_000_000;

#[test]
fn problems_of_the_folder() {
    for (name, text) in problems() {
        let expected = text.lines().find_map(|it| it.strip_prefix("% Status : ")).unwrap();
        assert_eq!(answer(&text, STEPS).status, expected, "{name}");
    }
}

/// A step of the finder of models may cost a hundred times as much as one of a prover, or far less.
#[test]
fn procedures_share_work() {
    let open = "cnf(b, axiom, s(s(s(b,X),Y),Z) = s(X,s(Y,Z))).\n\
                cnf(o, axiom, s(s(o,X),Y) = s(Y,s(X,Y))).\n\
                cnf(goal, negated_conjecture, s(Y,f(Y)) != s(f(Y),s(Y,f(Y)))).\n";
    let many = (0..40).map(|it| format!("cnf(c{it}, axiom, p{it}(X,Y) | q(f{it}(X),Y)).\n"));
    let many = open.to_owned() + &many.collect::<String>();
    // Where all clauses have one literal the finder has a seventh of the time.
    for text in [open, &many] {
        let loaded = loaded(text);
        let mut budget = Budget::unlimited();
        let mut search =
            TheorySearch::new(&loaded.problem.theory, &[], &TheoryProcedure::ALL, &mut budget)
                .unwrap();
        for turn in 0..2 {
            assert_eq!(search.take_turn(&mut budget), Ok(None), "{text}");
            let (provers, finder) = search.work();
            let all = provers.iter().sum::<u64>();
            let finder = finder.expect("it does not give up");
            assert!(all < 8 * finder && finder < 2 * all, "{turn}: {provers:?}, {finder}");
        }
    }
}

/// A prover may go on for ever where the finder of models ends at once.
#[test]
fn small_worlds_cost_little() {
    let variables = ["A", "B", "C", "D", "E", "F"];
    let pairs = (0..6).flat_map(|at| (at + 1..6).map(move |other| (at, other)));
    let same = pairs.map(|(at, other)| format!("f({}) = {}", variables[at], variables[other]));
    let text = format!(
        "fof(few, axiom, ! [{}] : ({})).\nfof(two, axiom, a != b).\n",
        variables.join(","),
        same.collect::<Vec<_>>().join(" | ")
    );
    let signal = Signal::default();
    let mut budget = Budget::new(signal.clone(), None, None);
    let answer = solve(&loaded(&text), &mut budget).unwrap_or_else(|_| panic!("{text}"));
    assert_eq!((answer.status, budget.look()), ("Satisfiable", Ok(())));
    assert!(signal.steps() < 2_000, "{}", signal.steps());
}

/// Two things, and what may be said of them.
const SIGNATURE: Signature = Signature {
    sorts: &[("Thing", &["a", "b"])],
    constants: &[],
    functions: &[("f", 0, 0)],
    predicates: &[("p", &[0]), ("r", &[0, 0])],
    has_equality: true,
};

/// A sentence in TPTP, in which variables have the names `X0`, `X1` and so on. Counting is written out.
fn written(sentence: &Sentence, bound: usize) -> String {
    let term = |it: &Term| term(it);
    match sentence {
        Sentence::Atom(predicate, terms) => {
            let terms: Vec<_> = terms.iter().map(term).collect();
            format!("{}({})", SIGNATURE.predicates[*predicate].0, terms.join(","))
        }
        Sentence::Same(one, other) => format!("({} = {})", term(one), term(other)),
        Sentence::Not(part) => format!("~ ({})", written(part, bound)),
        Sentence::Two(sign, one, other) => {
            let sign = match sign {
                Sign::And => "&",
                Sign::Or => "|",
                Sign::Implies => "=>",
                Sign::Iff => "<=>",
            };
            format!("(({}) {sign} ({}))", written(one, bound), written(other, bound))
        }
        Sentence::Counted(number, _, part) => {
            let of =
                |quantifier| format!("({quantifier} [X{bound}] : ({}))", written(part, bound + 1));
            let (all, some) = (of("!"), of("?"));
            let least = |count: usize| match count {
                0 => "$true".to_owned(),
                1 => some.clone(),
                2 => all.clone(),
                _ => "$false".to_owned(),
            };
            match *number {
                Number::Every => all,
                Number::Some => some,
                Number::No => format!("~ ({some})"),
                Number::AtLeast(count) => least(count),
                Number::AtMost(count) => format!("~ ({})", least(count + 1)),
                Number::Exactly(count) => format!("({} & ~ ({}))", least(count), least(count + 1)),
            }
        }
    }
}

fn term(term: &Term) -> String {
    match term {
        Term::Variable(variable) => format!("X{variable}"),
        Term::Named(named, None) => SIGNATURE.sorts[0].1[*named].to_owned(),
        Term::Named(_, Some(argument)) => format!("f({})", self::term(argument)),
    }
}

/// The terms that an answer names: of the tuples one is right.
fn told(answers: &str) -> Option<Vec<Vec<&str>>> {
    let inner = answers.strip_prefix('[')?.strip_suffix("|_]")?;
    let inner = inner.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(inner);
    let tuples = inner.split('|').map(|tuple| {
        let terms = tuple.strip_prefix('[')?.strip_suffix(']')?;
        Some(terms.split(',').collect())
    });
    tuples.collect()
}

/// Which thing a term is in a world where `_` is one; `None` of terms that a prover made.
fn thing(world: &Structure, term: &str, any: usize) -> Option<usize> {
    match term.strip_prefix("f(").and_then(|it| it.strip_suffix(')')) {
        Some(inner) => Some(world.functions[2][thing(world, inner, any)?] as usize),
        None if term == "_" => Some(any),
        None => SIGNATURE.sorts[0].1.iter().position(|it| *it == term),
    }
}

#[test]
fn questions_at_random() {
    let worlds = SIGNATURE.worlds(&[2]);
    let (mut theorems, mut counted, mut open) = (0, 0, 0);
    for seed in 0..300 {
        let dice = &mut Dice(seed);
        let asked = 1 + dice.roll(2);
        let axioms: Vec<_> =
            (0..1 + dice.roll(3)).map(|_| SIGNATURE.sentence(dice, &mut Vec::new(), 3)).collect();
        let said = SIGNATURE.sentence(dice, &mut vec![0; asked], 3);
        let mut text =
            String::from("fof(apart, axiom, a != b).\nfof(all, axiom, ! [X] : (X = a | X = b)).\n");
        for (at, axiom) in axioms.iter().enumerate() {
            let _ = writeln!(text, "fof(r{at}, axiom, {}).", written(axiom, 0));
        }
        let variables: Vec<_> = (0..asked).map(|it| format!("X{it}")).collect();
        let variables = variables.join(",");
        let _ = writeln!(text, "fof(q, question, ? [{variables}] : ({})).", written(&said, asked));
        let answer = answer(&text, 200_000);
        let is_model = |it: &&Structure| {
            axioms.iter().all(|axiom| SIGNATURE.holds(it, axiom, &mut Vec::new()))
        };
        let models: Vec<_> = worlds.iter().filter(is_model).collect();
        let tuples: Vec<Vec<usize>> =
            (0..1 << asked).map(|it| (0..asked).map(|at| it >> at & 1).collect()).collect();
        let holds = |world: &Structure, tuple: &Vec<usize>| {
            SIGNATURE.holds(world, &said, &mut tuple.clone())
        };
        let is_one =
            |some: &[Vec<usize>]| models.iter().all(|it| some.iter().any(|t| holds(it, t)));
        let expected = match (models.is_empty(), is_one(&tuples)) {
            // From a contradiction all follows, and the question as well.
            (true, _) => &["ContradictoryAxioms", "Theorem", "GaveUp"],
            (false, true) => &["Theorem", "Theorem", "GaveUp"],
            (false, false) => &["CounterSatisfiable", "CounterSatisfiable", "GaveUp"],
        };
        assert!(expected.contains(&answer.status), "seed {seed}: {}\n{text}", answer.status);
        open += usize::from(answer.status == "GaveUp");
        theorems += usize::from(answer.status == "Theorem");
        if let Some(some) = answer.answers.as_deref().and_then(told) {
            let named = |world: &Structure, any| -> Option<Vec<Vec<usize>>> {
                let tuple = |it: &Vec<&str>| it.iter().map(|it| thing(world, it, any)).collect();
                some.iter().map(tuple).collect()
            };
            for world in &models {
                for named in [0, 1].into_iter().filter_map(|any| named(world, any)) {
                    counted += 1;
                    let is_right = named.iter().any(|it| holds(world, it));
                    assert!(is_right, "seed {seed}: {:?}\n{text}", answer.answers);
                }
            }
        }
    }
    assert!(theorems > 60 && counted > 100 && open < 30, "{theorems}, {counted}, {open}");
}

/// Everything that is read is this text.
struct One(String);

impl Files for One {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        Ok(Arc::new(Source::new(path.to_string_lossy(), self.0.clone())))
    }
}

/// Questions about a theory that is read from a file, each with when it is true.
type Asked = (&'static str, fn(&Structure) -> bool);

const ASKED: [Asked; 3] = [
    ("p(a)", |it| it.predicates[0][0]),
    ("some x. r(x, f(b))", |it| {
        (0..2).any(|x| it.predicates[1][2 * x + it.functions[2][1] as usize])
    }),
    ("f(a) = b", |it| it.functions[2][0] == 1),
];

#[test]
fn theories_from_files() {
    let worlds = SIGNATURE.worlds(&[2]);
    let (mut answered, mut open) = (0, 0);
    for seed in 0..60 {
        let dice = &mut Dice(seed);
        let axioms: Vec<_> =
            (0..1 + dice.roll(3)).map(|_| SIGNATURE.sentence(dice, &mut Vec::new(), 3)).collect();
        let mut text = String::from(
            "fof(apart, axiom, a != b).\nfof(all, axiom, ! [X] : (X = a | X = b)).\n\
             fof(used, axiom, p(f(a)) | ~ p(f(a)) | r(a,a)).\nfof(goal, conjecture, $false).\n",
        );
        for (at, axiom) in axioms.iter().enumerate() {
            let _ = writeln!(text, "fof('Rule {at}', axiom, {}).", written(axiom, 0));
        }
        let mut file = "theory t = file \"problem.p\"\nsolve t\n".to_owned();
        ASKED.iter().for_each(|it| file += &format!("prove t: {}\n", it.0));
        let source = Arc::new(Source::new("t.puzzle", file));
        let program = import::load(source, Path::new("t.puzzle"), &One(text.clone()));
        let checked = check(program, &Levels::default());
        let analysis = checked.analysis();
        assert!(!analysis.has_errors(), "{text}");
        let models: Vec<_> = worlds
            .iter()
            .filter(|it| axioms.iter().all(|axiom| SIGNATURE.holds(it, axiom, &mut Vec::new())))
            .collect();
        let part = || Budget::unlimited().part(200_000);
        let reports: Vec<_> = run(&analysis, TestPurpose::Writing, part).collect();
        let expected = |is_true: fn(&Structure) -> bool| match (
            models.iter().any(|it| is_true(it)),
            models.iter().any(|it| !is_true(it)),
        ) {
            (false, false) => "contradictory",
            (true, false) => "proved",
            (false, true) => "refuted",
            (true, true) => "neither",
        };
        let solved = if models.is_empty() { "contradictory" } else { "satisfiable" };
        let all = [solved].into_iter().chain(ASKED.iter().map(|it| expected(it.1)));
        for (report, expected) in reports.iter().zip(all) {
            let Some(answer) = &report.answer else {
                open += 1;
                continue;
            };
            answered += 1;
            // From a contradiction that is not found all follows.
            let is_right = answer.text == expected || models.is_empty() && answer.text != "neither";
            assert!(is_right, "seed {seed}: {} is not {expected}\n{text}", answer.text);
        }
        // What is built of it says the same.
        let built = build(&analysis, &mut Budget::unlimited()).unwrap();
        let problem = built.artifacts.iter().find(|it| it.name == "t.p").expect("a problem");
        let status = self::answer(std::str::from_utf8(&problem.bytes).unwrap(), 200_000).status;
        let right = if models.is_empty() { "Unsatisfiable" } else { "Satisfiable" };
        assert!([right, "GaveUp"].contains(&status), "seed {seed}: {status}\n{text}");
    }
    assert!(answered > 5 * open && answered > 200, "{answered}, {open}");
}
