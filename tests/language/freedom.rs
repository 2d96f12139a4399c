//! What `why count` says, against brute force: what varies in a theory whose names nobody declares, and where plans part.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::corrections::answer;

const NAMES: [&str; 4] = ["rain", "snow", "wind", "fog"];

/// Whether values make each clause true; literals as in DIMACS.
fn is_met(clauses: &[Vec<i32>], values: u32) -> bool {
    let holds = |it: &i32| (values >> (it.unsigned_abs() - 1) & 1 == 1) == (*it > 0);
    clauses.iter().all(|it| it.iter().any(holds))
}

fn weather(clauses: &[Vec<i32>]) -> String {
    let literal = |it: &i32| {
        let name = NAMES[it.unsigned_abs() as usize - 1];
        if *it > 0 { name.to_owned() } else { format!("not {name}") }
    };
    let line = |it: &Vec<i32>| it.iter().map(literal).collect::<Vec<_>>().join(" or ");
    let lines: String = clauses.iter().map(|it| format!("    {}\n", line(it))).collect();
    format!("theory weather {{\n{lines}}}\nwhy count weather\n")
}

fn literal() -> impl Strategy<Value = i32> {
    (1..=4_i32, any::<bool>()).prop_map(|(atom, sign)| if sign { atom } else { -atom })
}

/// The words of the lines of all arguments.
fn words(text: &str) -> Vec<String> {
    let proofs = answer(text).proofs;
    let lines = proofs.iter().flat_map(|it| &it.lines);
    let words = lines.flat_map(|it| it.split([' ', ',', ':'])).filter(|it| !it.is_empty());
    words.map(str::to_owned).collect()
}

/// How many orders of so many things there are.
fn orders(things: usize) -> usize {
    (1..=things).product()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_varies_in_a_theory_is_named(clauses in vec(vec(literal(), 1..4), 1..6)) {
        let worlds: Vec<u32> = (0..16).filter(|it| is_met(&clauses, *it)).collect();
        // What no line mentions is no part of the theory.
        let is_there = |it: usize| clauses.iter().flatten().any(|of| of.unsigned_abs() as usize == it + 1);
        let text = weather(&clauses);
        let told = words(&text);
        for (at, name) in NAMES.iter().enumerate() {
            let is_true = |it: &u32| it >> at & 1 == 1;
            let varies = worlds.iter().any(is_true) && !worlds.iter().all(is_true) && is_there(at);
            let is_told = worlds.len() > 1 && told.iter().any(|it| it == name);
            prop_assert_eq!(is_told, varies, "{} in {}", name, text);
        }
    }
}

#[test]
fn plans_part_where_another_lamp_can_be_lit() {
    for lamps in 1..5 {
        let text = format!(
            "puzzle lamps {{\n    sort Lamp = 1..{lamps}\n    predicate lit(Lamp)\n    goal all x. lit(x)\n    \
             action press(x) when not lit(x) then lit(x)\n}}\nwhy count lamps\n"
        );
        let told = answer(&text);
        assert_eq!(told.text, orders(lamps).to_string());
        let lines: Vec<_> = told.proofs.iter().flat_map(|it| &it.lines).collect();
        assert_eq!(lines.len(), lamps - 1, "{lines:?}");
        for (step, line) in (1..).zip(lines) {
            assert!(line.starts_with(&format!("step {step}")), "{line}");
            let behind = orders(lamps - step);
            let way = format!(" in {behind} way{}", if behind == 1 { "" } else { "s" });
            assert_eq!(line.matches(&way).count(), lamps - step + 1, "{line}");
        }
    }
}
