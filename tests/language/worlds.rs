//! Worlds one after the other, read from their pictures and compared with brute force: each comes once, what is
//! marked is what differs, and the last one is known to be the last.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::sample;
use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::kinds::Answer;
use puzzle_lang::picture::{PartRole, Picture, PictureBody};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::draw::{DrawnPicture, picture, world};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::service::slice::Slice;
use puzzle_lang::service::solve::NoAnswer;
use puzzle_lang::text::Source;

/// What is true or false in a world over two things.
const ATOMS: [&str; 7] =
    ["tall", "near(A, A)", "near(A, B)", "near(B, A)", "near(B, B)", "shy(A)", "shy(B)"];

/// The words of each kind of block that has worlds.
const BLOCKS: [(&str, &str); 2] = [("theory", "world"), ("puzzle", "solution")];

type World = BTreeSet<&'static str>;

fn literal() -> impl Strategy<Value = (usize, bool)> {
    (0..ATOMS.len(), any::<bool>())
}

fn text(block: &str, clauses: &[Vec<(usize, bool)>]) -> String {
    let literal = |(atom, is_so): &(usize, bool)| {
        format!("{}{}", if *is_so { "" } else { "not " }, ATOMS[*atom])
    };
    let rule = |(at, clause): (usize, &Vec<(usize, bool)>)| {
        let literals: Vec<_> = clause.iter().map(literal).collect();
        format!("    rule r{at}: {}\n", literals.join(" or "))
    };
    let rules: String = clauses.iter().enumerate().map(rule).collect();
    format!(
        "{block} tried {{\n    sort Person = A, B\n    predicate near(Person, Person), shy(Person), tall\n{rules}}}\n"
    )
}

/// Does something with the only puzzle of a text.
fn with_drawn<R>(
    text: &str,
    work: impl FnOnce(&mut dyn FnMut(usize) -> Result<DrawnPicture, NoAnswer>) -> R,
) -> R {
    let source = Arc::new(Source::new("tried.puzzle", text.to_owned()));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let (definition, _) = checked.program().items(checked.program().root()).next().unwrap();
    let puzzle = analysis.puzzle(definition).expect("a puzzle");
    let facts = analysis.kind(definition).unwrap().facts();
    work(&mut |number| match number {
        0 => picture(puzzle.as_ref(), facts, Some(&mut Budget::unlimited()))
            .map_err(NoAnswer::Refused),
        _ => world(puzzle.as_ref(), number, &mut Budget::unlimited()),
    })
}

/// What is true in a drawn world, and what is marked in it: what is new, and what is no more.
fn read(picture: &Picture) -> (World, World, World) {
    let PictureBody::Spread(spread) = &picture.body else { panic!("no spread") };
    let mut roles: Vec<(String, PartRole)> = Vec::new();
    for row in &spread.table.rows {
        for (column, cell) in &row.cells {
            let atom = match (spread.table.columns[*column].text.as_str(), row.label.text.as_str())
            {
                ("is", name) => name.to_owned(),
                (name, thing) => format!("{name}({thing})"),
            };
            let role = if cell.text == "." { PartRole::Minus } else { cell.role };
            roles.push((atom, role));
        }
    }
    let [near] = &spread.relations[..] else { panic!("no relation") };
    for ((from, to), role) in &near.arrows {
        let [from, to] = [from, to].map(|it| near.nodes[*it].text.as_str());
        roles.push((format!("near({from}, {to})"), *role));
    }
    let those = |is_such: &dyn Fn(PartRole) -> bool| {
        let such =
            ATOMS.iter().filter(|atom| roles.iter().any(|it| it.0 == **atom && is_such(it.1)));
        such.copied().collect()
    };
    (
        those(&|it| it != PartRole::Minus),
        those(&|it| it == PartRole::Highlight),
        those(&|it| it == PartRole::Minus),
    )
}

fn answer(drawn: &DrawnPicture) -> &Answer {
    drawn.solution.as_ref().unwrap().as_ref().expect("an answer")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(60)))]

    #[test]
    fn each_world_comes_once_and_what_differs_is_marked(
        clauses in vec(vec(literal(), 1..4), 3..9),
        (block, called) in prop::sample::select(&BLOCKS[..]),
    ) {
        let is_so = |world: usize, (atom, is_so): &(usize, bool)| (world >> atom & 1 == 1) == *is_so;
        let are_true = |world: &usize| clauses.iter().all(|it| it.iter().any(|it| is_so(*world, it)));
        let atoms = |world: usize| {
            let atoms = ATOMS.iter().enumerate().filter(move |it| world >> it.0 & 1 == 1);
            atoms.map(|it| *it.1).collect::<World>()
        };
        let worlds: BTreeSet<World> = (0..1 << ATOMS.len()).filter(are_true).map(atoms).collect();
        with_drawn(&text(block, &clauses), |drawn| {
            if worlds.is_empty() {
                assert!(drawn(0).unwrap().world.is_none());
                assert!(matches!(drawn(1), Err(NoAnswer::Refused(reason)) if reason == format!("there is no {called}")));
                return;
            }
            let first = drawn(0).unwrap().picture;
            let mut found: Vec<World> = Vec::new();
            // Of very many the first and the last.
            for number in (1..=worlds.len()).filter(|it| *it < 6 || *it + 2 > worlds.len()) {
                let it = drawn(number).unwrap();
                let shown = it.world.as_ref().unwrap();
                assert_eq!((shown.called, shown.number), (called, number));
                assert!(!shown.is_last, "nobody has looked");
                assert!(number > 1 || it.picture == first);
                let (now, new, gone) = read(&it.picture);
                assert!(worlds.contains(&now) && !found.contains(&now), "{now:?}");
                assert!(new.is_empty() && gone.is_empty());
                if let Some(marked) = &shown.marked && let Some(before) = found.last() && found.len() + 1 == number {
                    let differs = (now.clone(), &now - before, before - &now);
                    assert_eq!(read(marked), differs);
                }
                assert_eq!(shown.marked.is_some(), number > 1);
                found.push(now);
            }
            let beyond = drawn(worlds.len() + 1).unwrap();
            let shown = beyond.world.as_ref().unwrap();
            assert!(shown.is_last && shown.number == worlds.len());
            assert_eq!(shown.marked.is_some(), worlds.len() > 1);
            let said: Vec<_> = answer(&beyond).sentences().collect();
            assert_eq!(said, [format!("there is no other {called}")]);
        });
    }
}

#[test]
fn what_is_left_open_has_no_worlds_one_after_the_other() {
    let open = "theory open {\n    sort Person\n    predicate shy(Person)\n    rule some: some x. shy(x)\n}\n";
    let maze = "maze short {\n    steps 1\n    START -> GOAL\n    GOAL\n}\n";
    let plan = "puzzle doing {\n    predicate lit\n    start not lit\n    goal lit\n    action light then lit\n}\n";
    for text in [open, maze, plan] {
        with_drawn(text, |drawn| {
            assert!(drawn(0).unwrap().world.is_none(), "{text}");
            assert!(matches!(drawn(2), Err(NoAnswer::Refused(_))), "{text}");
        });
    }
}

#[test]
fn a_limit_leaves_it_open_whether_there_is_another_world() {
    let text = format!("{}solve tried\n", text("theory", &[vec![(0, true)]]));
    let source = Arc::new(Source::new("tried.puzzle", text));
    let checked = check(load(source, Path::new("tried.puzzle"), &NoFiles), &Levels::default());
    let analysis = checked.analysis();
    let (query, _) = checked.program().items(checked.program().root()).last().unwrap();
    let slice = Slice::of_query(&analysis, query).expect("a question");
    let mut budget = Budget::new(Signal::default(), Some(Duration::ZERO), None);
    let reason = slice.world(2, &mut budget).err().expect("no time");
    assert_eq!(reason, "whether there is another world is not known: time limit reached");
    assert!(slice.world(2, &mut Budget::unlimited()).is_ok());
}
