//! Tableaux by hand, and what the checker says of each way to spoil them.

use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::tableau::{ClosedTableau, TableauClosing, TableauNode, TableauRule};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, TheoryFunction, TheoryQuantifier, TheorySignature, TheorySort,
};
use puzzle_engine::logic::statements::{
    NameNumber, StatedTerm, Statement, StatementNumber, Statements, TermNumber,
};
use puzzle_engine::verify::tableau::TableauFlaw::{self, *};
use puzzle_engine::verify::tableau::flaw;

use TableauClosing::{Alone, Pair};
use TableauRule::{Denial, Expansion, Listed, Premise, Replacement};

const THING: TheorySort = TheorySort(0);
const DAY: TheorySort = TheorySort(1);

/// Things, and two days; `p` and `q` of a thing, `r` of a day; things `a` and `b`, days `Mon`, `Tue` and `today`, and `f` of a
/// thing, which is a day.
struct Words {
    statements: Statements,
}

impl Words {
    fn new() -> Self {
        let constant = |result| FunctionSorts { arguments: Vec::new(), result };
        let birthday = FunctionSorts { arguments: vec![THING], result: DAY };
        let days = vec![TheoryFunction(2), TheoryFunction(3)];
        let signature = TheorySignature {
            sorts: vec![None, Some(days.clone())],
            functions: [[THING, THING, DAY, DAY, DAY].map(constant).to_vec(), vec![birthday]]
                .concat(),
            predicates: vec![vec![THING], vec![THING], vec![DAY]],
            distinct: vec![days],
            constructors: Vec::new(),
        };
        Self { statements: Statements::new(signature) }
    }

    fn constant(&mut self, number: u32) -> TermNumber {
        self.statements.term(StatedTerm::Apply(TheoryFunction(number), Box::default()))
    }

    fn named(&mut self, sort: TheorySort) -> TermNumber {
        let name = self.statements.name(sort);
        self.statements.term(StatedTerm::Name(name))
    }

    fn bound(&mut self) -> TermNumber {
        self.statements.term(StatedTerm::Bound(0))
    }

    fn atom(&mut self, predicate: u32, thing: TermNumber) -> StatementNumber {
        self.statements.statement(Statement::Atom(Predicate(predicate), [thing].into()))
    }

    fn equal(&mut self, one: TermNumber, other: TermNumber) -> StatementNumber {
        self.statements.statement(Statement::Equal(one, other))
    }

    fn quantified(&mut self, how: TheoryQuantifier, of: StatementNumber) -> StatementNumber {
        self.statements.statement(Statement::Quantified(how, THING, of))
    }
}

type Node = (
    Option<usize>,
    StatementNumber,
    TableauRule,
    &'static [usize],
    Vec<TermNumber>,
    Option<TableauClosing>,
);

/// A tableau, from what, and what it shows.
#[derive(Clone)]
struct Shown {
    tableau: ClosedTableau,
    premises: Vec<StatementNumber>,
    conclusion: StatementNumber,
}

impl Shown {
    fn new(words: Words, nodes: Vec<Node>, conclusion: StatementNumber) -> Self {
        let nodes = nodes.into_iter().map(|(above, statement, rule, from, things, closing)| {
            TableauNode { above, statement, rule, from: from.to_vec(), things, closing }
        });
        let tableau = ClosedTableau { statements: words.statements, nodes: nodes.collect() };
        let premises = tableau.nodes.iter().filter(|it| it.rule == Premise);
        let premises = premises.map(|it| it.statement).collect();
        Self { tableau, premises, conclusion }
    }

    fn flaw(&self) -> Option<(usize, TableauFlaw)> {
        flaw(&self.tableau, &self.premises, self.conclusion, &mut Budget::unlimited()).unwrap()
    }

    fn spoilt(&self, change: impl FnOnce(&mut Self)) -> Option<(usize, TableauFlaw)> {
        let mut spoilt = self.clone();
        change(&mut spoilt);
        spoilt.flaw()
    }

    fn node(&mut self, at: usize) -> &mut TableauNode {
        &mut self.tableau.nodes[at]
    }
}

/// From `some x. p(x)` and `all x. p(x) -> q(x)` follows `some x. q(x)`.
fn syllogism() -> Shown {
    use TheoryQuantifier::{All, Some as Any};
    let mut words = Words::new();
    let (x, c) = (words.bound(), words.named(THING));
    let [p_x, q_x] = [0, 1].map(|it| words.atom(it, x));
    let [p_c, q_c] = [0, 1].map(|it| words.atom(it, c));
    let [not_p, not_q] = [p_c, q_c].map(|it| words.statements.not(it));
    let [rule, step] =
        [(p_x, q_x), (p_c, q_c)].map(|(p, q)| words.statements.statement(Statement::Implies(p, q)));
    let (some, all) = (words.quantified(Any, p_x), words.quantified(All, rule));
    let goal = words.quantified(Any, q_x);
    let denial = words.statements.not(goal);
    let nodes: Vec<Node> = vec![
        (None, some, Premise, &[], vec![], None),
        (Some(0), all, Premise, &[], vec![], None),
        (Some(1), denial, Denial, &[], vec![], None),
        (Some(2), p_c, Expansion, &[0], vec![c], None),
        (Some(3), step, Expansion, &[1], vec![c], None),
        (Some(4), not_q, Expansion, &[2], vec![c], None),
        (Some(5), not_p, Expansion, &[4], vec![], Some(Pair(3, 6))),
        (Some(5), q_c, Expansion, &[4], vec![], Some(Pair(5, 7))),
    ];
    Shown::new(words, nodes, goal)
}

#[test]
fn a_tableau_is_refused_for_each_node_that_is_spoilt() {
    let shown = syllogism();
    assert_eq!(shown.flaw(), None);
    let spoilt = |change: fn(&mut Shown)| shown.spoilt(change);
    assert_eq!(spoilt(|it| it.tableau.nodes.clear()), Some((0, Open)));
    assert_eq!(spoilt(|it| it.node(4).above = None), Some((4, Misplaced)));
    assert_eq!(spoilt(|it| it.node(4).above = Some(4)), Some((4, Misplaced)));
    assert_eq!(spoilt(|it| it.node(4).above = Some(7)), Some((4, Misplaced)));
    assert_eq!(spoilt(|it| it.premises.truncate(1)), Some((1, NotAPremise)));
    assert_eq!(spoilt(|it| it.conclusion = it.premises[0]), Some((2, NotTheDenial)));
    assert_eq!(spoilt(|it| it.node(3).from = vec![]), Some((3, OtherCitations)));
    assert_eq!(spoilt(|it| it.node(3).from = vec![0, 1]), Some((3, OtherCitations)));
    assert_eq!(spoilt(|it| it.node(3).from = vec![3]), Some((3, NotAbove(3))));
    assert_eq!(spoilt(|it| it.node(3).from = vec![4]), Some((3, NotAbove(4))));
    assert_eq!(spoilt(|it| it.node(3).from = vec![9]), Some((3, NotAbove(9))));
    assert_eq!(spoilt(|it| it.node(7).from = vec![6]), Some((6, OtherCases)));
    assert_eq!(spoilt(|it| it.node(3).from = vec![1]), Some((3, DoesNotFollow)));
    assert_eq!(spoilt(|it| it.node(3).things = vec![]), Some((3, DoesNotFollow)));
    assert_eq!(spoilt(|it| it.node(6).statement = it.node(7).statement), Some((6, DoesNotFollow)));
    assert_eq!(spoilt(|it| drop(it.tableau.nodes.pop())), Some((6, OtherCases)));
    assert_eq!(spoilt(|it| it.node(7).rule = Premise), Some((6, OtherCases)));
    assert_eq!(spoilt(|it| it.node(6).closing = None), Some((6, Open)));
    assert_eq!(spoilt(|it| it.node(6).closing = Some(Pair(3, 5))), Some((6, Open)));
    assert_eq!(spoilt(|it| it.node(6).closing = Some(Alone(3))), Some((6, Open)));
    assert_eq!(spoilt(|it| it.node(7).closing = Some(Pair(6, 7))), Some((7, NotAbove(6))));
    assert_eq!(spoilt(|it| it.node(5).closing = Some(Pair(3, 5))), Some((5, GoesOn)));
}

#[test]
fn what_there_is_needs_a_new_name() {
    let shown = syllogism();
    // `c` was in use, as a thing that just anything is said of or in what is given.
    let before = |shown: &mut Shown| {
        let [there, here] = [3, 4].map(|it| shown.tableau.nodes[it].clone());
        *shown.node(3) = TableauNode { above: Some(2), ..here };
        *shown.node(4) = TableauNode { above: Some(3), ..there };
        shown.node(6).from = vec![3];
        shown.node(7).from = vec![3];
        shown.node(6).closing = Some(Pair(4, 6));
    };
    assert_eq!(shown.spoilt(before), Some((4, NameInUse(NameNumber(0)))));
    let given = |shown: &mut Shown| shown.premises.push(shown.tableau.nodes[3].statement);
    assert_eq!(shown.spoilt(given), Some((3, NameInUse(NameNumber(0)))));
    // A constant is no new name.
    let of_constant = |shown: &mut Shown| {
        let (c, a) =
            (shown.tableau.nodes[3].things[0], StatedTerm::Apply(TheoryFunction(0), [].into()));
        let a = shown.tableau.statements.term(a);
        for node in &mut shown.tableau.nodes {
            node.statement = shown.tableau.statements.exchanged(node.statement, c, a);
            node.things.iter_mut().for_each(|it| *it = a);
        }
    };
    assert_eq!(shown.spoilt(of_constant), Some((3, DoesNotFollow)));
    // Nor is one of another sort.
    let of_day = |shown: &mut Shown| shown.tableau.statements.names[0] = DAY;
    assert_eq!(shown.spoilt(of_day), Some((3, DoesNotFollow)));
}

#[test]
fn listed_things_are_told_apart_and_equals_are_replaced() {
    let mut words = Words::new();
    let [monday, tuesday, today] = [2, 3, 4].map(|it| words.constant(it));
    let [r_monday, r_tuesday, r_today] = [monday, tuesday, today].map(|it| words.atom(2, it));
    let [is_monday, is_tuesday] = [monday, tuesday].map(|it| words.equal(today, it));
    let denial = words.statements.not(r_today);
    let nodes: Vec<Node> = vec![
        (None, r_monday, Premise, &[], vec![], None),
        (Some(0), r_tuesday, Premise, &[], vec![], None),
        (Some(1), denial, Denial, &[], vec![], None),
        (Some(2), is_monday, Listed, &[], vec![today], None),
        (Some(3), r_today, Replacement, &[3, 0], vec![], Some(Pair(2, 4))),
        (Some(2), is_tuesday, Listed, &[], vec![today], None),
        (Some(5), r_today, Replacement, &[5, 1], vec![], Some(Pair(2, 6))),
    ];
    let shown = Shown::new(words, nodes, r_today);
    assert_eq!(shown.flaw(), None);
    let spoilt = |change: fn(&mut Shown)| shown.spoilt(change);
    assert_eq!(spoilt(|it| it.tableau.nodes.truncate(5)), Some((3, OtherCases)));
    assert_eq!(spoilt(|it| it.node(5).statement = it.node(3).statement), Some((5, DoesNotFollow)));
    assert_eq!(spoilt(|it| it.node(5).things = vec![]), Some((3, OtherCases)));
    assert_eq!(spoilt(|it| it.node(4).from = vec![0, 3]), Some((4, DoesNotFollow)));
    assert_eq!(spoilt(|it| it.node(4).from = vec![3, 1]), Some((4, DoesNotFollow)));
    assert_eq!(spoilt(|it| it.node(4).from = vec![3]), Some((4, OtherCitations)));
    assert_eq!(spoilt(|it| it.node(6).from = vec![3, 0]), Some((6, NotAbove(3))));
    // An equation of two things of a list ends a branch, but not one of things that may be the same.
    let alone = |shown: &mut Shown| shown.node(4).closing = Some(Alone(3));
    assert_eq!(shown.spoilt(alone), Some((4, Open)));
    let apart = |shown: &mut Shown| {
        let [today, monday, tuesday] = [4, 2, 3].map(|it| {
            shown.tableau.statements.term(StatedTerm::Apply(TheoryFunction(it), [].into()))
        });
        for node in &mut shown.tableau.nodes {
            node.statement = shown.tableau.statements.exchanged(node.statement, today, tuesday);
            node.things.iter_mut().for_each(|it| *it = tuesday);
        }
        let is_apart = shown.tableau.statements.statement(Statement::Equal(tuesday, monday));
        assert_eq!(shown.node(3).statement, is_apart);
        alone(shown);
        shown.premises = vec![shown.node(0).statement, shown.node(1).statement];
        shown.conclusion = shown.node(6).statement;
    };
    assert_eq!(shown.spoilt(apart), None);
}

/// That everything has the day `Mon` or everything `Tue` does not follow from each thing having one of them.
#[test]
fn what_no_quantifier_binds_is_nothing() {
    let mut words = Words::new();
    let (x, c) = (words.bound(), words.named(THING));
    let f_x = words.statements.term(StatedTerm::Apply(TheoryFunction(5), [x].into()));
    let days = [2, 3].map(|it| words.constant(it));
    let is_day = days.map(|it| words.equal(f_x, it));
    let all_are = is_day.map(|it| words.quantified(TheoryQuantifier::All, it));
    let not_all = all_are.map(|it| words.statements.not(it));
    let same = days.map(|it| words.equal(it, it));
    let not_same = same.map(|it| words.statements.not(it));
    let not_all_same = same.map(|it| {
        let all = words.quantified(TheoryQuantifier::All, it);
        words.statements.not(all)
    });
    let goal = words.statements.statement(Statement::Or(all_are.into()));
    let denial = words.statements.not(goal);
    let nodes: Vec<Node> = vec![
        (None, denial, Denial, &[], vec![], None),
        (Some(0), not_all[0], Expansion, &[0], vec![], None),
        (Some(1), not_all[1], Expansion, &[0], vec![], None),
        (Some(2), is_day[0], Listed, &[], vec![f_x], None),
        (Some(3), not_all_same[0], Replacement, &[3, 1], vec![], None),
        (Some(4), not_same[0], Expansion, &[4], vec![c], Some(Alone(5))),
        (Some(2), is_day[1], Listed, &[], vec![f_x], None),
        (Some(6), not_all_same[1], Replacement, &[6, 2], vec![], None),
        (Some(7), not_same[1], Expansion, &[7], vec![c], Some(Alone(8))),
    ];
    assert_eq!(Shown::new(words, nodes, goal).flaw(), Some((3, Unbound)));
}

/// From `at least 2 x. p(x)` follows `not (exactly 1 x. p(x))`.
#[test]
fn things_that_are_counted_are_different() {
    use TheoryQuantifier::{AtLeast, AtMost, Exactly};
    let mut words = Words::new();
    let (x, c, d) = (words.bound(), words.named(THING), words.named(THING));
    let [p_x, p_c, p_d] = [x, c, d].map(|it| words.atom(0, it));
    let [not_c, not_d] = [p_c, p_d].map(|it| words.statements.not(it));
    let same = words.equal(c, d);
    let apart = words.statements.not(same);
    let [least, most, exactly] =
        [AtLeast(2), AtMost(1), Exactly(1)].map(|it| words.quantified(it, p_x));
    let goal = words.statements.not(exactly);
    let nodes: Vec<Node> = vec![
        (None, least, Premise, &[], vec![], None),
        (Some(0), exactly, Denial, &[], vec![], None),
        (Some(1), most, Expansion, &[1], vec![], None),
        (Some(2), p_c, Expansion, &[0], vec![c, d], None),
        (Some(3), p_d, Expansion, &[0], vec![c, d], None),
        (Some(4), apart, Expansion, &[0], vec![c, d], None),
        (Some(5), not_c, Expansion, &[2], vec![c, d], Some(Pair(3, 6))),
        (Some(5), not_d, Expansion, &[2], vec![c, d], Some(Pair(4, 7))),
        (Some(5), same, Expansion, &[2], vec![c, d], Some(Pair(5, 8))),
    ];
    let shown = Shown::new(words, nodes, goal);
    assert_eq!(shown.flaw(), None);
    let spoilt = |change: fn(&mut Shown)| shown.spoilt(change);
    assert_eq!(spoilt(|it| drop(it.tableau.nodes.pop())), Some((6, OtherCases)));
    assert_eq!(spoilt(|it| it.node(6).things.truncate(1)), Some((6, DoesNotFollow)));
    assert_eq!(spoilt(|it| it.node(3).things.swap(0, 1)), Some((4, NameInUse(NameNumber(0)))));
    let alike = |it: &mut Shown| {
        for node in 3..6 {
            let c = it.node(node).things[0];
            it.node(node).things = vec![c, c];
        }
    };
    assert_eq!(shown.spoilt(alike), Some((3, NameInUse(NameNumber(0)))));
    // The same is said again of the things, which are no new ones then.
    let again = |it: &mut Shown| it.node(4).statement = it.node(2).statement;
    assert_eq!(shown.spoilt(again), Some((4, DoesNotFollow)));
    let apart = |it: &mut Shown| {
        let most = it.tableau.nodes[2].clone();
        *it.node(4) = TableauNode { above: Some(3), ..most };
    };
    assert_eq!(shown.spoilt(apart), Some((5, NameInUse(NameNumber(0)))));
}

/// A tableau is checked in its own statements: what has another number there is another premise.
#[test]
fn statements_go_on_where_those_that_were_posed_end() {
    let said = |truths: &[bool]| {
        let mut statements = Statements::default();
        for truth in truths {
            statements.statement(Statement::Truth(*truth));
        }
        statements
    };
    let posed = said(&[false]);
    assert!(said(&[false]).extends(&posed) && said(&[false, true]).extends(&posed));
    assert!(!said(&[true, false]).extends(&posed) && !said(&[]).extends(&posed));
    assert!(!Words::new().statements.extends(&posed));
}
