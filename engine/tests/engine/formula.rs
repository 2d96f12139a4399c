//! Formulas against plain recursive trees: text, drawing, evaluation, flattening, clauses, and
//! counting; and each linear operation on trees a million levels deep.

use std::collections::HashSet;

use super::trees::{Tree, tree};
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::circuit::Circuit;
use puzzle_engine::logic::cnf::Cnf;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::truth_table::count_models;
use puzzle_engine::logic::tseitin::FormulaEncoding;
use puzzle_engine::verify::encoding::{FormulaDemand, follows};

const VARIABLES: u32 = 4;

/// The text by the definition.
fn text(tree: &Tree) -> String {
    let join = |operands: &[Tree], sign| {
        format!("({})", operands.iter().map(text).collect::<Vec<_>>().join(sign))
    };
    match tree {
        Tree::Leaf(index) => ["a", "b", "c", "d"][*index as usize].into(),
        Tree::Not(operand) => format!("-{}", text(operand)),
        Tree::And(operands) => join(operands, "*"),
        Tree::Or(operands) => join(operands, "+"),
    }
}

/// The lines of the drawing by the definition: each operand's lines are shifted two columns, and
/// the last operand's first line follows the node's sign.
fn drawing(tree: &Tree) -> Vec<String> {
    let (sign, operands) = match tree {
        Tree::Leaf(_) => return vec![text(tree)],
        Tree::Not(operand) => ("-", std::slice::from_ref(&**operand)),
        Tree::And(operands) => ("*", &operands[..]),
        Tree::Or(operands) => ("+", &operands[..]),
    };
    let mut lines: Vec<String> = operands.iter().rev().flat_map(drawing).collect();
    lines.iter_mut().for_each(|line| line.insert_str(0, "  "));
    lines[0].replace_range(..1, sign);
    lines
}

fn flattened(tree: &Tree) -> Tree {
    let flat = |operands: &[Tree], same: fn(&Tree) -> Option<&Vec<Tree>>| {
        let operands = operands.iter().map(flattened);
        operands.flat_map(|one| same(&one).cloned().unwrap_or(vec![one])).collect()
    };
    match tree {
        Tree::Leaf(_) => tree.clone(),
        Tree::Not(operand) => Tree::Not(Box::new(flattened(operand))),
        Tree::And(operands) => Tree::And(flat(operands, |tree| match tree {
            Tree::And(operands) => Some(operands),
            _ => None,
        })),
        Tree::Or(operands) => Tree::Or(flat(operands, |tree| match tree {
            Tree::Or(operands) => Some(operands),
            _ => None,
        })),
    }
}

/// The models of a clause set, by trying all assignments.
fn models(cnf: &Cnf) -> Vec<u32> {
    let holds = |assignment: u32| {
        cnf.clauses().all(|clause| {
            let mut literals = clause.iter();
            literals.any(|l| (assignment >> l.atom().0 & 1 == 1) == l.is_positive())
        })
    };
    (0..1 << cnf.atoms()).filter(|&assignment| holds(assignment)).collect()
}

/// The assignment of all test variables that a row over the given ones stands for.
fn spread(row: u32, variables: &[FormulaVariable]) -> u32 {
    variables.iter().zip(0..).map(|(variable, bit)| (row >> bit & 1) << variable.0).sum()
}

/// The values that a tree has in the rows over the given variables.
fn column(tree: &Tree, variables: &[FormulaVariable]) -> Vec<bool> {
    (0..1 << variables.len()).map(|row| tree.value(spread(row, variables))).collect()
}

proptest! {
    #[test]
    fn text_and_drawing_follow_the_definition(tree in tree(VARIABLES, 30)) {
        let formula = tree.formula();
        prop_assert_eq!(formula.to_string(), text(&tree));
        prop_assert_eq!(format!("{formula:?}"), format!("Formula({:?})", text(&tree)));
        prop_assert_eq!(formula.draw(), drawing(&tree).join("\n"));
    }

    #[test]
    fn evaluation_is_that_of_the_tree(tree in tree(VARIABLES, 30)) {
        let formula = tree.formula();
        let words = formula.evaluate(|v| (0..64).map(|row| (row >> v.0 & 1) << row).sum::<u64>());
        for row in 0..1 << VARIABLES {
            let value = tree.value(row);
            prop_assert_eq!(formula.evaluate(|variable| row >> variable.0 & 1 == 1), value);
            prop_assert_eq!(words >> row & 1 == 1, value);
        }
    }

    #[test]
    fn simplifying_flattens_and_nothing_else(tree in tree(VARIABLES, 40)) {
        let simple = tree.formula().simplify();
        prop_assert_eq!(&simple, &flattened(&tree).formula());
        prop_assert_eq!(&simple.simplify(), &simple);
    }

    #[test]
    fn constructors_build_the_post_order(tree in tree(VARIABLES, 30)) {
        fn build(tree: &Tree) -> Formula {
            match tree {
                Tree::Leaf(index) => Formula::variable(FormulaVariable(*index)),
                Tree::Not(operand) => !build(operand),
                Tree::And(operands) => Formula::and(operands.iter().map(build)),
                Tree::Or(operands) => Formula::or(operands.iter().map(build)),
            }
        }
        prop_assert_eq!(build(&tree), tree.formula());
    }

    #[test]
    fn models_are_counted(tree in tree(VARIABLES, 20)) {
        let formula = tree.formula();
        let variables = formula.variables();
        let column = column(&tree, &variables);
        let count = column.iter().filter(|&&value| value).count();
        prop_assert_eq!(count_models(&formula, &mut Budget::unlimited()), Ok(count as u64));
    }

    #[test]
    fn clauses_have_the_models_of_the_formula(tree in tree(VARIABLES, 8), value: bool) {
        let encoding = FormulaEncoding::of(&tree.formula(), value, &mut Budget::unlimited()).unwrap();
        let variables = &encoding.variables;
        prop_assert_eq!(variables, &tree.formula().variables());
        prop_assume!(encoding.cnf.atoms() <= 16);
        let mask = (1 << variables.len()) - 1;
        let mut rows: Vec<_> = models(&encoding.cnf).iter().map(|model| model & mask).collect();
        rows.sort_unstable();
        let column = column(&tree, variables);
        let expected: Vec<_> =
            (0..1 << variables.len()).filter(|&row| column[row as usize] == value).collect();
        prop_assert_eq!(rows, expected);
    }

    #[test]
    fn clauses_of_a_difference_have_the_rows_that_differ(
        first in tree(VARIABLES, 6),
        second in tree(VARIABLES, 6),
    ) {
        let encoding = FormulaEncoding::of_difference(&first.formula(), &second.formula(), &mut Budget::unlimited()).unwrap();
        prop_assume!(encoding.cnf.atoms() <= 16);
        let variables = &encoding.variables;
        let (first_formula, second_formula) = (first.formula(), second.formula());
        let demand = FormulaDemand::Difference([&first_formula, &second_formula]);
        let is_let_pass = follows(&encoding.cnf, variables, demand, &mut Budget::unlimited());
        prop_assert_eq!(is_let_pass, Ok(true));
        let columns = [&first, &second].map(|tree| column(tree, variables));
        let differing = columns[0].iter().zip(&columns[1]).filter(|(a, b)| a != b).count();
        prop_assert_eq!(models(&encoding.cnf).len(), differing);
    }

    /// What the checker lets pass says no more of the variables than the formula: whatever gives it
    /// the value is part of a model.
    #[test]
    fn clauses_that_say_more_are_refused(
        tree in tree(VARIABLES, 8),
        value: bool,
        at: prop::sample::Index,
    ) {
        let formula = tree.formula();
        let FormulaEncoding { cnf, variables } = FormulaEncoding::of(&formula, value, &mut Budget::unlimited()).unwrap();
        prop_assume!(cnf.atoms() <= 16);
        let is_let_pass = |cnf: &Cnf| {
            follows(cnf, &variables, FormulaDemand::Value(&[&formula], value), &mut Budget::unlimited())
        };
        prop_assert_eq!(is_let_pass(&cnf), Ok(true));
        let other = follows(&cnf, &variables, FormulaDemand::Value(&[&formula], !value), &mut Budget::unlimited());
        prop_assert_eq!(other, Ok(false));
        // One literal is turned.
        let (mut turned, mut place) = (Cnf::new(cnf.atoms()), at.index(cnf.literals()));
        for clause in cnf.clauses() {
            turned.add(clause.iter().map(|literal| {
                let is_it = place == 0;
                place = place.wrapping_sub(1);
                if is_it { !*literal } else { *literal }
            }));
        }
        if is_let_pass(&turned).unwrap() {
            let mask = (1 << variables.len()) - 1;
            let rows: HashSet<_> = models(&turned).iter().map(|model| model & mask).collect();
            let column = column(&tree, &variables);
            let is_row = |row: &u32| column[*row as usize] == value;
            prop_assert!((0..1 << variables.len()).filter(is_row).all(|row| rows.contains(&row)));
        }
    }

    #[test]
    fn fixing_inputs_one_by_one_evaluates(tree in tree(VARIABLES, 30), row in 0..1_u32 << VARIABLES) {
        let order: Vec<_> = (0..VARIABLES).map(FormulaVariable).collect();
        let mut circuit = Circuit::new(&tree.formula(), &order, &[row & 1 == 1]);
        while let Some(&input) = circuit.inputs().first() {
            prop_assert!(input > 0);
            circuit = circuit.fix_first(row >> input & 1 == 1);
        }
        prop_assert_eq!(circuit.root().is_negated(), tree.value(row));
    }
}

#[test]
fn equal_gates_are_one_and_constants_vanish() {
    let order = [0, 1, 2].map(FormulaVariable);
    let [a, b, c] = order.map(Formula::variable);
    let both = Formula::and([a.clone(), b.clone()]);
    let neither = !Formula::or([!b.clone(), !a.clone()]);
    let same = Circuit::new(&Formula::or([both, neither]), &order, &[]);
    assert_eq!((same.inputs(), same.gates().len()), (&[0, 1][..], 1));

    let choice = Formula::or([Formula::and([a.clone(), b]), Formula::and([!a, c])]);
    let choice = Circuit::new(&choice, &order, &[]);
    assert_eq!((choice.inputs(), choice.gates().len()), (&[0, 1, 2][..], 3));
    let fixed = choice.fix_first(false);
    assert_eq!((fixed.inputs(), fixed.gates().len()), (&[2][..], 0));
    assert_eq!((fixed.root().node(), fixed.root().is_negated()), (1, false));
}

#[test]
fn variables_beyond_the_letters_have_numbers() {
    let variables = [0, 25, 26, 300].map(|index| FormulaVariable(index).to_string());
    assert_eq!(variables, ["a", "z", "v26", "v300"]);
    let formula = Formula::and([26, 255].map(|index| Formula::variable(FormulaVariable(index))));
    assert_eq!(format!("{:?}", !formula), r#"Formula("-(v26*v255)")"#);
}

#[test]
fn only_one_whole_tree_is_a_formula() {
    let x = FormulaSymbol::Variable(FormulaVariable(23));
    for nodes in [
        vec![],
        vec![x, x],
        vec![FormulaSymbol::Not],
        vec![x, FormulaSymbol::And(2)],
        vec![x, FormulaSymbol::And(1)],
        vec![x, FormulaSymbol::And(0), FormulaSymbol::And(2)],
    ] {
        let result = std::panic::catch_unwind(|| Formula::from_post_order(nodes.clone()));
        assert!(result.is_err(), "{nodes:?}");
    }
}

#[test]
fn draws_an_operand_list_from_its_end() {
    let variable = |letter: u8| Formula::variable(FormulaVariable(u32::from(letter - b'a')));
    let product = Formula::and(b"uvwz".map(variable));
    let sum = Formula::or([variable(b'x'), product, variable(b'y')]);
    assert_eq!(sum.to_string(), "(x+(u*v*w*z)+y)");
    assert_eq!(sum.draw(), "+ y\n  * z\n    w\n    v\n    u\n  x");
}

#[test]
fn an_operand_without_influence_doubles_the_count() {
    let variables: Vec<_> =
        (0..63).map(|index| Formula::variable(FormulaVariable(index))).collect();
    let idle = variables.iter().map(|v| Formula::or([v.clone(), !v.clone()]));
    let formula = Formula::and(idle.chain([variables[7].clone()]));
    assert_eq!(count_models(&formula, &mut Budget::unlimited()), Ok(1 << 62));
    let wider = Formula::or([formula, Formula::variable(FormulaVariable(63))]);
    let refused = count_models(&wider, &mut Budget::unlimited());
    assert!(matches!(refused, Err(Stop::Size(_))));
}

/// `count` levels of negation, and conjunctions and disjunctions nested to the left and right.
fn deep(count: u32) -> [Formula; 3] {
    let leaf = |index: u32| FormulaSymbol::Variable(FormulaVariable(index % 3));
    let connective =
        |index: u32| [FormulaSymbol::And(2), FormulaSymbol::Or(2)][index as usize / 2 % 2];
    let negations = std::iter::once(leaf(0)).chain((0..count).map(|_| FormulaSymbol::Not));
    let left = (0..count).flat_map(|index| [leaf(index), connective(index)]);
    let right = (0..=count).map(leaf).chain((0..count).map(connective));
    [negations.collect(), std::iter::once(leaf(0)).chain(left).collect(), right.collect()]
        .map(Formula::from_post_order)
}

#[test]
fn a_million_levels_are_linear_work() {
    let text_lengths = [1_000_001, 4_000_001, 4_000_001];
    for (formula, length) in deep(1_000_000).into_iter().zip(text_lengths) {
        assert_eq!(formula.to_string().len(), length);
        let simple = formula.simplify();
        assert_eq!(simple.simplify(), simple);
        assert!(simple.nodes().len() <= formula.nodes().len());
        let values = |row: u32| move |variable: FormulaVariable| row >> variable.0 & 1 == 1;
        let column = (0..8).map(|row| formula.evaluate(values(row))).collect::<Vec<_>>();
        assert_eq!(column, (0..8).map(|row| simple.evaluate(values(row))).collect::<Vec<_>>());
        let variables = formula.variables();
        let unused = 3 - variables.len();
        let count = column.iter().filter(|&&value| value).count() >> unused;
        assert_eq!(count_models(&formula, &mut Budget::unlimited()), Ok(count as u64));
        let is_named = |node: &&FormulaSymbol| node.operands() >= 2;
        let definitions = formula.nodes().iter().filter(is_named).count();
        let atoms =
            FormulaEncoding::of(&formula, true, &mut Budget::unlimited()).unwrap().cnf.atoms()
                as usize;
        assert_eq!(atoms, variables.len() + definitions);
    }
    // A drawing is as large as its lines are long, so this one is a single line.
    let [negations, ..] = deep(1_000_000);
    assert_eq!(negations.draw().len(), 2_000_001);
}
