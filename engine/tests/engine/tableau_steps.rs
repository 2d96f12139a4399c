//! Single steps of tableaux at random, with things, cases and statements that fit or not: what is accepted leads from what is
//! true in a small world to a case that is true in it.

use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::tableau::{ClosedTableau, TableauClosing, TableauNode, TableauRule};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, TheoryFunction, TheoryQuantifier, TheorySignature, TheorySort,
};
use puzzle_engine::logic::statements::{
    NameNumber, StatedTerm, Statement, StatementNumber, Statements, TermNumber,
};
use puzzle_engine::verify::tableau::flaw;

const THING: TheorySort = TheorySort(0);
const DAY: TheorySort = TheorySort(1);

/// Numbers below others, as they come.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 33) as usize % sides
    }

    fn pick<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.roll(some.len())]
    }
}

/// A thing `a` and one with a name, days `Mon` and `Tue`, which are all, and `today`; a day `f` of each thing, `p` of a thing, `r` of
/// a day.
struct StepMaker {
    dice: Dice,
    statements: Statements,
    terms: Vec<TermNumber>,
}

impl StepMaker {
    fn new(dice: Dice) -> Self {
        let function = |arguments, result| FunctionSorts { arguments, result };
        let constant = |result| function(Vec::new(), result);
        let days = vec![TheoryFunction(1), TheoryFunction(2)];
        let mut statements = Statements::new(TheorySignature {
            sorts: vec![None, Some(days.clone())],
            functions: vec![
                constant(THING),
                constant(DAY),
                constant(DAY),
                constant(DAY),
                function(vec![THING], DAY),
            ],
            predicates: vec![vec![THING], vec![DAY]],
            distinct: vec![days],
            constructors: Vec::new(),
        });
        let mut terms: Vec<_> = (0..4)
            .map(|it| statements.term(StatedTerm::Apply(TheoryFunction(it), [].into())))
            .collect();
        let name = statements.name(THING);
        terms.push(statements.term(StatedTerm::Name(name)));
        terms.push(statements.term(StatedTerm::Bound(0)));
        for of in [0, 4, 5] {
            let of = terms[of];
            terms.push(statements.term(StatedTerm::Apply(TheoryFunction(4), [of].into())));
        }
        Self { dice, statements, terms }
    }

    /// A term of a sort below so many quantifiers, of which the innermost is about such things; now and then any.
    fn term(&mut self, sort: TheorySort, around: &[TheorySort]) -> TermNumber {
        if self.dice.roll(40) == 0 {
            return self.dice.pick(&self.terms);
        }
        let bound = around.last().copied();
        let mut fit = self.terms.clone();
        fit.retain(|it| match self.statements.get_term(*it) {
            StatedTerm::Bound(_) => bound == Some(sort),
            _ if !self.statements.is_closed_term(*it) => sort == DAY && bound == Some(THING),
            _ => self.statements.sort(*it) == Some(sort),
        });
        self.dice.pick(&fit)
    }

    fn statement(&mut self, depth: usize, around: &mut Vec<TheorySort>) -> StatementNumber {
        let sort = self.dice.pick(&[THING, DAY]);
        let said = match self.dice.roll(if depth == 0 { 4 } else { 11 }) {
            0 | 1 => Statement::Atom(Predicate(sort.0), [self.term(sort, around)].into()),
            2 => Statement::Equal(self.term(sort, around), self.term(sort, around)),
            3 => Statement::Truth(self.dice.roll(2) == 0),
            4 => Statement::Not(self.statement(depth - 1, around)),
            5 => Statement::Implies(
                self.statement(depth - 1, around),
                self.statement(depth - 1, around),
            ),
            6 => {
                Statement::Iff(self.statement(depth - 1, around), self.statement(depth - 1, around))
            }
            7 => Statement::And(
                [self.statement(depth - 1, around), self.statement(depth - 1, around)].into(),
            ),
            8 => Statement::Or(
                [self.statement(depth - 1, around), self.statement(depth - 1, around)].into(),
            ),
            _ => {
                use TheoryQuantifier::{All, AtLeast, AtMost, Exactly, Some as Any};
                let count = self.dice.roll(3) as u32;
                let how =
                    self.dice.pick(&[All, All, Any, AtLeast(count), AtMost(count), Exactly(count)]);
                around.push(sort);
                let of = self.statement(depth - 1, around);
                around.pop();
                Statement::Quantified(how, sort, of)
            }
        };
        self.statements.statement(said)
    }

    /// Something that may be a case of a statement, by its form.
    fn near(&mut self, from: StatementNumber, things: &[TermNumber]) -> StatementNumber {
        let mut at = from;
        for _ in 0..self.dice.pick(&[1, 1, 1, 2, 2, 3]) {
            let parts = self.statements.get(at).parts();
            if !parts.is_empty() {
                at = self.dice.pick(&parts);
            }
        }
        if let (Statement::Quantified(_, sort, body), 0) =
            (self.statements.get(at).clone(), self.dice.roll(4))
        {
            use TheoryQuantifier::{AtLeast, AtMost};
            let count = self.dice.roll(4) as u32;
            let how = self.dice.pick(&[AtLeast(count), AtMost(count)]);
            at = self.statements.statement(Statement::Quantified(how, sort, body));
        } else if !things.is_empty() {
            let thing = self.dice.pick(things);
            at = match self.dice.roll(8) {
                0 => {
                    let other = self.dice.pick(&self.terms);
                    self.statements.statement(Statement::Equal(thing, other))
                }
                1 if things.len() > 1 => {
                    self.statements.statement(Statement::Equal(things[0], things[1]))
                }
                2 => self.statements.instances(at, things),
                _ => self.statements.instance(at, thing),
            };
        }
        match self.dice.roll(5) {
            0 | 1 => self.statements.not(at),
            2 => match *self.statements.get(at) {
                Statement::Not(inner) => inner,
                _ => at,
            },
            _ => at,
        }
    }

    /// Premises, a step from the first of them, and premises that deny each of its cases.
    fn tableau(mut self) -> ClosedTableau {
        let (one, other) = (self.dice.pick(&self.terms), self.dice.pick(&self.terms));
        let equation = self.statements.statement(Statement::Equal(one, other));
        let first = self.statement(2, &mut Vec::new());
        let mut premises = vec![first, equation];
        let (rule, from) = match self.dice.roll(20) {
            0 => (TableauRule::Replacement, vec![1, 0]),
            1 => (TableauRule::Listed, Vec::new()),
            _ => (TableauRule::Expansion, vec![0]),
        };
        let inner = match *self.statements.get(first) {
            Statement::Not(inner) => inner,
            _ => first,
        };
        let count = match *self.statements.get(inner) {
            _ if rule == TableauRule::Listed || self.dice.roll(10) == 0 => self.dice.roll(3),
            Statement::Quantified(..) => self.dice.pick(&[0, 1, 1, 1, 2, 2, 3]),
            _ => 0,
        };
        let mut things: Vec<_> = (0..count).map(|_| self.dice.pick(&self.terms)).collect();
        let mut cases = Vec::new();
        for _ in 0..self.dice.pick(&[1, 1, 1, 2, 2, 3]) {
            let case = match rule {
                TableauRule::Replacement => {
                    things.clear();
                    self.statements.exchanged(first, one, other)
                }
                TableauRule::Listed if !things.is_empty() => {
                    let day = self.terms[1 + cases.len() % 2];
                    self.statements.statement(Statement::Equal(things[0], day))
                }
                _ => self.near(first, &things),
            };
            let denial = match *self.statements.get(case) {
                Statement::Not(inner) if self.dice.roll(2) == 0 => inner,
                _ => self.statements.not(case),
            };
            premises.push(denial);
            cases.push(case);
        }
        let node = |above: Option<usize>, statement, rule| TableauNode {
            above,
            statement,
            rule,
            from: Vec::new(),
            things: Vec::new(),
            closing: None,
        };
        let count = premises.len();
        let mut nodes: Vec<_> = (premises.into_iter().enumerate())
            .map(|(at, it)| node(at.checked_sub(1), it, TableauRule::Premise))
            .collect();
        for (at, case) in cases.into_iter().enumerate() {
            nodes.push(TableauNode {
                from: from.clone(),
                things: things.clone(),
                closing: Some(TableauClosing::Pair(2 + at, nodes.len())),
                ..node(Some(count - 1), case, rule)
            });
        }
        ClosedTableau { statements: self.statements, nodes }
    }
}

/// A world of one thing or two: what the constants, the name, `f`, `p` and `r` are in it, as digits.
struct SmallWorld<'s> {
    statements: &'s Statements,
    things: usize,
    digits: usize,
}

impl SmallWorld<'_> {
    fn digit(&self, place: usize) -> usize {
        self.digits >> place & 1
    }

    fn value(&self, term: TermNumber, bound: &[usize]) -> usize {
        match self.statements.get_term(term) {
            StatedTerm::Bound(at) => bound[bound.len() - 1 - *at as usize],
            StatedTerm::Name(NameNumber(_)) => self.digit(0),
            StatedTerm::Apply(TheoryFunction(1), _) => 0,
            StatedTerm::Apply(TheoryFunction(2), _) => 1,
            StatedTerm::Apply(TheoryFunction(0), _) => self.digit(1),
            StatedTerm::Apply(TheoryFunction(3), _) => self.digit(2),
            StatedTerm::Apply(_, of) => self.digit(3 + self.value(of[0], bound)),
        }
    }

    fn is_true(&self, id: StatementNumber, bound: &mut Vec<usize>) -> bool {
        match self.statements.get(id) {
            Statement::Truth(value) => *value,
            Statement::Atom(Predicate(predicate), of) => {
                self.digit(5 + 2 * *predicate as usize + self.value(of[0], bound)) == 1
            }
            Statement::Equal(one, other) => self.value(*one, bound) == self.value(*other, bound),
            Statement::Not(it) => !self.is_true(*it, bound),
            Statement::And(parts) => parts.iter().all(|it| self.is_true(*it, bound)),
            Statement::Or(parts) => parts.iter().any(|it| self.is_true(*it, bound)),
            Statement::Implies(one, other) => {
                !self.is_true(*one, bound) || self.is_true(*other, bound)
            }
            Statement::Iff(one, other) => self.is_true(*one, bound) == self.is_true(*other, bound),
            Statement::Quantified(how, sort, of) => {
                let size = if *sort == THING { self.things } else { 2 };
                let mut count = 0;
                for thing in 0..size {
                    bound.push(thing);
                    count += usize::from(self.is_true(*of, bound));
                    bound.pop();
                }
                match *how {
                    TheoryQuantifier::All => count == size,
                    TheoryQuantifier::Some => count > 0,
                    TheoryQuantifier::AtLeast(least) => count >= least as usize,
                    TheoryQuantifier::AtMost(most) => count <= most as usize,
                    TheoryQuantifier::Exactly(number) => count == number as usize,
                }
            }
        }
    }

    fn all(statements: &Statements) -> impl Iterator<Item = SmallWorld<'_>> {
        // Of one thing the name and `a` are that one.
        let sizes = [(1, 0b11_usize), (2, 0)];
        sizes.into_iter().flat_map(move |(things, none)| {
            let fit = (0..1 << 9).filter(move |digits| digits & none == 0);
            fit.map(move |digits| SmallWorld { statements, things, digits })
        })
    }
}

/// Whether two sides of an equation are of one sort, as in all that is said.
fn is_well_sorted(statements: &Statements, nodes: &[TableauNode]) -> bool {
    let mut open: Vec<_> = nodes.iter().map(|it| (it.statement, Vec::new())).collect();
    while let Some((id, around)) = open.pop() {
        let sort = |it: &TermNumber| match statements.get_term(*it) {
            StatedTerm::Bound(at) => {
                around.len().checked_sub(1 + *at as usize).map(|it| around[it])
            }
            _ => statements.sort(*it),
        };
        let fits = |term: &TermNumber| match statements.get_term(*term) {
            StatedTerm::Apply(TheoryFunction(4), of) => sort(&of[0]) == Some(THING),
            _ => true,
        };
        match statements.get(id) {
            Statement::Atom(predicate, of) => {
                if !fits(&of[0]) || sort(&of[0]) != Some(TheorySort(predicate.0)) {
                    return false;
                }
            }
            Statement::Equal(one, other) => {
                let is_one = sort(one).is_some() && sort(one) == sort(other);
                if !is_one || !fits(one) || !fits(other) {
                    return false;
                }
            }
            Statement::Quantified(_, inner, of) => {
                open.push((*of, [&around[..], &[*inner]].concat()));
            }
            other => open.extend(other.parts().into_iter().map(|it| (it, around.clone()))),
        }
    }
    true
}

#[test]
fn no_accepted_step_leaves_what_is_true() {
    let mut accepted = [0; 3];
    for seed in 0..240_000 {
        let mut given = StepMaker::new(Dice(seed << 32)).tableau();
        let goal = given.statements.statement(Statement::Truth(false));
        let premises: Vec<_> = (given.nodes.iter())
            .filter(|it| it.rule == TableauRule::Premise)
            .map(|it| it.statement)
            .collect();
        let (given_nodes, cases) = given.nodes.split_at(premises.len());
        if !is_well_sorted(&given.statements, given_nodes) {
            continue;
        }
        if flaw(&given, &premises, goal, &mut Budget::unlimited()).unwrap().is_some() {
            continue;
        }
        assert!(is_well_sorted(&given.statements, cases), "{:?}", given.nodes);
        accepted[match cases[0].rule {
            TableauRule::Expansion => 0,
            TableauRule::Listed => 1,
            _ => 2,
        }] += 1;
        let is_true = |it: SmallWorld<'_>| {
            premises.iter().all(|premise| it.is_true(*premise, &mut Vec::new()))
        };
        assert!(!SmallWorld::all(&given.statements).any(is_true), "{:?}", given.nodes);
    }
    assert!(accepted[0] > 1000 && accepted[1] > 100 && accepted[2] > 1000, "{accepted:?}");
}
