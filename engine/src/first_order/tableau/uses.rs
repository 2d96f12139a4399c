//! What a tableau needs of statements about all things: of which things. A solver for clauses is given what each
//! statement comes to, as the rules of tableaux have it, with more and more things in place of what quantifiers bind, and
//! says for which of them that is contradictory; the fewer of these the better. Equals are compared when it has a model.

use rustc_hash::{FxHashMap, FxHashSet};

use super::equals::conflict;
use super::rules::{TableauCases, TableauExpansion, expansion, said_of};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::first_order::TheorySort;
use crate::logic::statements::{StatedTerm, Statement, StatementNumber, Statements, TermNumber};
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// Statements said of things before it is given up.
const MOST_USES: usize = 4000;

/// Times that things are looked at which were spoken of by then.
const MOST_ROUNDS: usize = 6;

/// A statement about all things, said of some; or, without one, that a thing of a listed sort is one of the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct TableauUse {
    pub of: Option<StatementNumber>,
    pub things: Vec<TermNumber>,
}

/// What is used how often is up to the solver.
pub(super) struct TableauUses {
    pub statements: Statements,
    /// The things with names of which statements say that there are such.
    pub witnesses: FxHashMap<StatementNumber, Vec<TermNumber>>,
    solver: Solver<'static>,
    literals: FxHashMap<StatementNumber, Literal>,
    met: FxHashSet<StatementNumber>,
    /// Atoms and equations and their negations.
    simple: Vec<StatementNumber>,
    universals: Vec<(StatementNumber, TheorySort, usize)>,
    uses: Vec<(Literal, TableauUse)>,
    used: FxHashSet<TableauUse>,
    /// The things that are spoken of.
    things: Vec<TermNumber>,
    /// Terms deeper than these are not used.
    deepest: usize,
}

impl TableauUses {
    pub(super) fn of(
        statements: Statements,
        roots: &[StatementNumber],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut all = Self {
            statements,
            witnesses: FxHashMap::default(),
            solver: Solver::new(Options::default()),
            literals: FxHashMap::default(),
            met: FxHashSet::default(),
            simple: Vec::new(),
            universals: Vec::new(),
            uses: Vec::new(),
            used: FxHashSet::default(),
            things: Vec::new(),
            deepest: 0,
        };
        for root in roots {
            let literal = all.literal(*root);
            all.solver.add_clause(&[literal]);
            all.meet(*root, budget)?;
        }
        for element in all.statements.signature.sorts.clone().into_iter().flatten().flatten() {
            let element = all.statements.term(StatedTerm::Apply(element, Box::default()));
            all.things.push(element);
        }
        let depths = all.things.iter().map(|it| all.statements.depth(*it));
        all.deepest = depths.max().unwrap_or(1) + 1;
        Ok(all)
    }

    /// Uses that are contradictory together, none too many; `None` where there are none that are found.
    pub(super) fn needed(&mut self, budget: &mut Budget) -> Result<Option<Vec<TableauUse>>, Stop> {
        for _ in 0..MOST_ROUNDS {
            let all: Vec<_> = self.uses.iter().map(|it| it.0).collect();
            if let Some(some) = self.contradictory(&all, budget)? {
                return self.fewest(some, budget).map(Some);
            }
            if !self.use_more(budget)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Leaves out one use after the other, later ones first, which speak of what others brought about.
    fn fewest(
        &mut self,
        mut some: Vec<Literal>,
        budget: &mut Budget,
    ) -> Result<Vec<TableauUse>, Stop> {
        some.sort_unstable();
        let mut at = some.len();
        while at > 0 {
            at = at.min(some.len()) - 1;
            let mut fewer = some.clone();
            fewer.remove(at);
            if let Some(mut enough) = self.contradictory(&fewer, budget)? {
                enough.sort_unstable();
                some = enough;
                at = at.min(some.len());
            }
        }
        let is_needed = |it: &&(Literal, TableauUse)| some.contains(&it.0);
        Ok(self.uses.iter().filter(is_needed).map(|it| it.1.clone()).collect())
    }

    /// Those of the uses that are contradictory, if they are.
    fn contradictory(
        &mut self,
        uses: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        loop {
            if self.solver.solve(uses, budget)? == SolverOutcome::Unsatisfiable {
                return Ok(Some(self.solver.core().to_vec()));
            }
            let is_true = |it: &&StatementNumber| {
                let literal = self.literals[*it];
                self.solver.value(literal.atom()) == literal.is_positive()
            };
            let said: Vec<_> = self.simple.iter().filter(is_true).copied().collect();
            budget.spend(said.len() as u64)?;
            let Some(few) = conflict(&self.statements, &said) else { return Ok(None) };
            let clause: Vec<_> = few.iter().map(|it| !self.literals[it]).collect();
            self.solver.add_clause(&clause);
        }
    }

    /// The literal that says what a statement does.
    fn literal(&mut self, id: StatementNumber) -> Literal {
        if let Some(literal) = self.literals.get(&id) {
            return *literal;
        }
        let literal = match *self.statements.get(id) {
            Statement::Not(inner) => !self.literal(inner),
            Statement::Truth(value) => {
                let literal = Literal::new(self.solver.add_atom(), true);
                self.solver.add_clause(&[if value { literal } else { !literal }]);
                literal
            }
            _ => Literal::new(self.solver.add_atom(), true),
        };
        self.literals.insert(id, literal);
        literal
    }

    /// Says what a statement comes to, and what these do.
    fn meet(&mut self, root: StatementNumber, budget: &mut Budget) -> Result<(), Stop> {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if !self.met.insert(id) {
                continue;
            }
            budget.check()?;
            for term in self.statements.closed_terms(id) {
                if !self.things.contains(&term) {
                    self.things.push(term);
                }
            }
            match expansion(&mut self.statements, id) {
                TableauExpansion::Literal => self.simple.push(id),
                TableauExpansion::Cases(cases) => self.follow(&[id], None, &cases, &mut open),
                TableauExpansion::Universal(sort, count) => self.universals.push((id, sort, count)),
                TableauExpansion::Witness(sort, count) => {
                    let mut things = Vec::new();
                    for _ in 0..count {
                        let name = self.statements.name(sort);
                        things.push(self.statements.term(StatedTerm::Name(name)));
                    }
                    let cases = said_of(&mut self.statements, id, &things);
                    self.witnesses.insert(id, things);
                    self.follow(&[id], None, &cases, &mut open);
                }
            }
        }
        Ok(())
    }

    /// From a statement, if it is used so, one of some cases follows.
    fn follow(
        &mut self,
        from: &[StatementNumber],
        used: Option<Literal>,
        cases: &TableauCases,
        open: &mut Vec<StatementNumber>,
    ) {
        let mut clauses: Vec<Vec<Literal>> = vec![used.into_iter().map(|it| !it).collect()];
        for id in from {
            let literal = self.literal(*id);
            clauses.iter_mut().for_each(|it| it.push(!literal));
        }
        for case in cases {
            let literals: Vec<_> = case.iter().map(|it| self.literal(*it)).collect();
            let with = |clause: &Vec<Literal>| {
                let clause = clause.clone();
                literals.iter().map(move |it| [&clause[..], &[*it]].concat()).collect::<Vec<_>>()
            };
            clauses = clauses.iter().flat_map(with).collect();
            open.extend(case);
        }
        for clause in clauses {
            self.solver.add_clause(&clause);
        }
    }

    /// Says what is said of all things of those that are spoken of; whether there is anything new.
    fn use_more(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        let before = self.uses.len();
        let sorts = self.universals.iter().map(|it| it.1).collect::<FxHashSet<_>>();
        for sort in sorts {
            if !self.things.iter().any(|it| self.statements.sort(*it) == Some(sort)) {
                let name = self.statements.name(sort);
                let any = self.statements.term(StatedTerm::Name(name));
                self.things.push(any);
            }
        }
        let things: Vec<_> = (self.things.iter().copied())
            .filter(|it| self.statements.depth(*it) <= self.deepest)
            .collect();
        for thing in &things {
            self.use_list(*thing, budget)?;
        }
        // What is said of all things may say something of all things in its turn.
        let mut at = 0;
        while at < self.universals.len() && self.uses.len() < MOST_USES {
            let (id, sort, count) = self.universals[at];
            let mut own = things.clone();
            own.retain(|it| self.statements.sort(*it) == Some(sort));
            for chosen in choices(&own, count) {
                if self.uses.len() >= MOST_USES {
                    break;
                }
                let cases = said_of(&mut self.statements, id, &chosen);
                self.add_use(TableauUse { of: Some(id), things: chosen }, &cases, budget)?;
            }
            at += 1;
        }
        Ok(self.uses.len() > before)
    }

    /// Says that a thing of a listed sort is one of the list.
    fn use_list(&mut self, thing: TermNumber, budget: &mut Budget) -> Result<(), Stop> {
        let cases = listed(&mut self.statements, thing);
        // Of what is on the list itself nothing follows.
        if cases.is_empty() || cases.iter().any(|it| is_reflexive(&self.statements, it[0])) {
            return Ok(());
        }
        self.add_use(TableauUse { of: None, things: vec![thing] }, &cases, budget)
    }

    fn add_use(
        &mut self,
        used: TableauUse,
        cases: &TableauCases,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if !self.used.insert(used.clone()) {
            return Ok(());
        }
        budget.spend(10)?;
        let literal = Literal::new(self.solver.add_atom(), true);
        let mut open = Vec::new();
        let from: Vec<_> = used.of.into_iter().collect();
        self.follow(&from, Some(literal), cases, &mut open);
        self.uses.push((literal, used));
        open.into_iter().try_for_each(|it| self.meet(it, budget))
    }
}

/// That a thing of a listed sort is one of the list, a case for each; no cases for others.
pub(super) fn listed(statements: &mut Statements, thing: TermNumber) -> TableauCases {
    let sort = statements.sort(thing).map_or(0, |it| it.0 as usize);
    let elements = statements.signature.sorts.get(sort).cloned().flatten().unwrap_or_default();
    let mut cases = Vec::new();
    for element in elements {
        let element = statements.term(StatedTerm::Apply(element, Box::default()));
        cases.push(vec![statements.statement(Statement::Equal(thing, element))]);
    }
    cases
}

fn is_reflexive(statements: &Statements, id: StatementNumber) -> bool {
    matches!(statements.get(id), Statement::Equal(one, other) if one == other)
}

/// So many of the things, each choice in their order.
fn choices(things: &[TermNumber], count: usize) -> Vec<Vec<TermNumber>> {
    let mut chosen: Vec<(usize, Vec<TermNumber>)> = vec![(0, Vec::new())];
    for _ in 0..count {
        let longer = |(from, some): &(usize, Vec<TermNumber>)| {
            let (from, some) = (*from, some.clone());
            let next = things.iter().enumerate().skip(from);
            next.map(move |(at, it)| (at + 1, [&some[..], &[*it]].concat())).collect::<Vec<_>>()
        };
        chosen = chosen.iter().flat_map(longer).take(MOST_USES).collect();
    }
    chosen.into_iter().map(|it| it.1).collect()
}
