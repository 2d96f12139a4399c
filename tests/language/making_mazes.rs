//! `puzzle make` of mazes against brute force: there is one play, of as many steps as were asked for, what its author
//! wrote stays, and each node can be reached.

use std::collections::HashMap;

use puzzle_lang::kinds::Making;
use puzzle_lang::service::solve::NoAnswer;

use super::making::made_so;

/// A node: its treasures, its tolls, and where its corridors lead.
type Node = [Vec<String>; 3];

fn nodes(text: &str) -> HashMap<String, Node> {
    let (_, behind) = text.split_once("steps ").expect("steps");
    let (lines, _) = behind.split_once('}').expect("an end");
    let mut nodes = HashMap::new();
    for line in lines.lines().skip(1).filter(|it| !it.trim().is_empty()) {
        let mut words = line.split("//").next().unwrap_or_default().split_whitespace();
        let name = words.next().expect("a name").to_owned();
        let (mut node, mut part) = (Node::default(), 0);
        for word in words {
            match word {
                "treasures" => part = 0,
                "tolls" => part = 1,
                "->" => part = 2,
                _ => node[part].push(word.to_owned()),
            }
        }
        nodes.insert(name, node);
    }
    nodes
}

/// The lengths of all plays of at most so many steps.
fn plays(nodes: &HashMap<String, Node>, steps: usize) -> Vec<usize> {
    let start = ("START".to_owned(), Vec::<String>::new(), Vec::<String>::new());
    let (mut layer, mut lengths) = (vec![start], Vec::new());
    for step in 1..=steps {
        let mut next = Vec::new();
        for (here, taken, spent) in &layer {
            for to in &nodes[here][2] {
                let [treasures, tolls, _] = &nodes[to];
                let holds = |it: &String| taken.contains(it) && !spent.contains(it);
                if !tolls.iter().all(holds) {
                    continue;
                }
                let taken: Vec<String> = taken.iter().chain(treasures).cloned().collect();
                let spent: Vec<String> = spent.iter().chain(tolls).cloned().collect();
                next.push((to.clone(), taken, spent));
            }
        }
        lengths.extend(next.iter().filter(|it| it.0 == "GOAL").map(|_| step));
        layer = next;
    }
    lengths
}

fn reached(nodes: &HashMap<String, Node>) -> usize {
    let (mut reached, mut at) = (vec!["START".to_owned()], 0);
    while at < reached.len() {
        for next in &nodes[&reached[at]][2] {
            if !reached.contains(next) {
                reached.push(next.clone());
            }
        }
        at += 1;
    }
    reached.len()
}

const CAVE: &str = "maze it {
    steps 8
    START
    Hall
    Kitchen treasures KNIFE // sharp
    Cellar  tolls KEY
    Attic
    Study   treasures BOOK tolls LAMP
    Yard    treasures LAMP
    Tower   -> Yard GOAL
    GOAL
}
";

#[test]
fn there_is_one_play_and_it_takes_all_steps() {
    let mut texts = Vec::new();
    for steps in [3, 5, 8, 10] {
        for seed in 0..15 {
            let text = CAVE.replace("steps 8", &format!("steps {steps}"));
            let made = made_so(&text, seed, Making::default()).expect("a maze");
            let nodes = nodes(&made.text);
            assert_eq!(plays(&nodes, steps), [steps], "{}", made.text);
            assert_eq!(reached(&nodes), 9, "{}", made.text);
            assert_eq!(nodes["Tower"][2], ["Yard", "GOAL"]);
            assert_eq!((&nodes["Yard"][0][0][..], &nodes["Study"][1][0][..]), ("LAMP", "LAMP"));
            let keys = nodes.values().filter(|it| it[0].contains(&"KEY".to_owned()));
            assert_eq!(keys.count(), 1, "a treasure without home gets one: {}", made.text);
            assert!(made.text.contains("// sharp"));
            assert!(made.text.ends_with(&format!("shortest it => {steps}\n")), "{}", made.text);
            assert_eq!(made_so(&text, seed, Making::default()), Ok(made.clone()));
            texts.push(made.text);
        }
    }
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 50, "chance makes the same again and again");
}

#[test]
fn what_cannot_be_made_is_said() {
    let refused = |text: &str, making: Making| match made_so(text, 1, making) {
        Err(NoAnswer::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    };
    let closed = "maze it {\n    steps 2\n    START -> A\n    A -> GOAL\n    GOAL\n}\n";
    assert!(refused(closed, Making::default()).starts_with("it leaves nothing open"));
    for (steps, why) in [
        ("0", "it allows no step"),
        ("9", "no walk of "),
        ("10000000000000000000000", "no walk of "),
    ] {
        let long = format!("maze it {{\n    steps {steps}\n    START\n    A\n    GOAL\n}}\n");
        let reason = refused(&long, Making::default());
        assert!(reason.starts_with(why), "{reason}");
    }
    let full = Making { is_full: true, ..Making::default() };
    assert!(refused(CAVE, full).starts_with("a maze has no givens"));
}
