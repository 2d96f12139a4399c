//! A closed tableau from statements whose uses are known. On each branch everything is written down that needs no
//! cases, and then cases are told apart where the fewest stay open; of several such ways that with the fewest nodes is
//! taken. What a closed branch did not need is left out at once, whole divisions into cases too.

use rustc_hash::{FxHashMap, FxHashSet};

use super::equals::{conflict, is_absurd, replacements};
use super::rules::{TableauCases, TableauExpansion, denied, expansion, said_of};
use super::uses::{TableauUse, listed};
use crate::budget::{Budget, Stop};
use crate::evidence::tableau::TableauRule;
use crate::logic::statements::{
    NameNumber, StatedTerm, Statement, StatementNumber, Statements, TermNumber,
};

/// Nodes on a branch before it is given up; most of them are left out of a tableau.
const MOST_ON_BRANCH: usize = 300;

/// Divisions into cases of which the better one is taken.
const MOST_WAYS: usize = 3;

/// A node that may be left out.
#[derive(Clone, Debug)]
pub(super) struct TableauLine {
    /// By this it is cited.
    pub number: usize,
    pub statement: StatementNumber,
    pub rule: TableauRule,
    pub from: Vec<usize>,
    pub things: Vec<TermNumber>,
}

/// A part of a tableau in which all branches are closed.
#[derive(Clone, Debug)]
pub(super) struct ClosedPart {
    /// Its nodes before cases are told apart.
    pub lines: Vec<TableauLine>,
    /// The cases; or none, and what contradicts what.
    pub end: Result<Vec<ClosedPart>, Vec<usize>>,
    /// The nodes that it cites.
    cited: FxHashSet<usize>,
    count: usize,
}

/// A rule that can be applied on a branch.
struct Application {
    rule: TableauRule,
    from: Vec<usize>,
    things: Vec<TermNumber>,
    cases: TableauCases,
}

/// A search on a branch.
pub(super) struct TableauSearch {
    pub statements: Statements,
    witnesses: FxHashMap<StatementNumber, Vec<TermNumber>>,
    /// The uses of each statement; those of lists have none.
    uses: FxHashMap<Option<StatementNumber>, Vec<Vec<TermNumber>>>,
    branch: Vec<TableauLine>,
    /// The node that says a statement on the branch.
    places: FxHashMap<StatementNumber, usize>,
    /// Things that have a name on the branch.
    named: Vec<NameNumber>,
    /// Names of things are used before it is said that there are such: they stand for anything.
    takes_any_name: bool,
    next: usize,
}

impl TableauSearch {
    pub(super) fn new(
        statements: Statements,
        witnesses: FxHashMap<StatementNumber, Vec<TermNumber>>,
        all: Vec<TableauUse>,
    ) -> Self {
        let mut uses: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for TableauUse { of, things } in all {
            uses.entry(of).or_default().push(things);
        }
        Self {
            statements,
            witnesses,
            uses,
            branch: Vec::new(),
            places: FxHashMap::default(),
            named: Vec::new(),
            takes_any_name: false,
            next: 0,
        }
    }

    /// A tableau of so many nodes at most that begins with these statements.
    pub(super) fn run(
        &mut self,
        roots: &[(StatementNumber, TableauRule)],
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<ClosedPart>, Stop> {
        let mut contradiction = None;
        for (statement, rule) in roots {
            if contradiction.is_none() {
                contradiction = self.write(*statement, *rule, &[], &[]);
            }
        }
        self.closed(0, contradiction, most, budget)
    }

    /// The part of a tableau behind so many nodes of the branch, with what is written on it beyond them; it is taken from the
    /// branch again.
    fn closed(
        &mut self,
        kept: usize,
        contradiction: Option<Vec<usize>>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<ClosedPart>, Stop> {
        let contradiction = match contradiction {
            Some(found) => Some(found),
            None => self.write_all(budget)?,
        };
        let rest = match contradiction {
            Some(cited) => Some(ClosedPart {
                lines: Vec::new(),
                cited: cited.iter().copied().collect(),
                end: Err(cited),
                count: 0,
            }),
            None => self.divided(most, budget)?,
        };
        let written = self.branch.split_off(kept);
        for line in &written {
            self.places.remove(&line.statement);
        }
        let Some(mut part) = rest else { return Ok(None) };
        let mut needed = Vec::new();
        for line in written.into_iter().rev() {
            if part.cited.contains(&line.number) {
                part.cited.extend(&line.from);
                needed.push(line);
            }
        }
        needed.reverse();
        part.count += needed.len();
        part.lines.splice(0..0, needed);
        Ok(Some(part).filter(|it| it.count <= most))
    }

    /// Writes a statement on the branch, unless it is there; what contradicts it.
    fn write(
        &mut self,
        statement: StatementNumber,
        rule: TableauRule,
        from: &[usize],
        things: &[TermNumber],
    ) -> Option<Vec<usize>> {
        if self.places.contains_key(&statement) {
            return None;
        }
        let number = self.next;
        self.next += 1;
        self.places.insert(statement, number);
        let (from, things) = (from.to_vec(), things.to_vec());
        self.branch.push(TableauLine { number, statement, rule, from, things });
        if is_absurd(&self.statements, statement) {
            return Some(vec![number]);
        }
        let denial = denied(&mut self.statements, statement);
        self.places.get(&denial).map(|it| vec![*it, number])
    }

    /// Writes what follows without cases; what contradicts what.
    fn write_all(&mut self, budget: &mut Budget) -> Result<Option<Vec<usize>>, Stop> {
        loop {
            budget.spend(self.branch.len() as u64)?;
            let before = self.branch.len();
            for Application { rule, from, things, cases } in self.applications() {
                let [case] = &cases[..] else { continue };
                self.named.extend(names(&self.statements, &things));
                for statement in case {
                    let contradiction = self.write(*statement, rule, &from, &things);
                    if contradiction.is_some() {
                        return Ok(contradiction);
                    }
                }
            }
            if self.branch.len() == before || self.branch.len() > MOST_ON_BRANCH {
                return Ok(self.write_equals());
            }
        }
    }

    /// Writes what equals lead to, if that is a contradiction.
    fn write_equals(&mut self) -> Option<Vec<usize>> {
        let few = conflict(&self.statements, &self.simple())?;
        for replaced in replacements(&mut self.statements, &few)? {
            let from = [self.places[&replaced.equation], self.places[&replaced.before]];
            let contradiction =
                self.write(replaced.statement, TableauRule::Replacement, &from, &[]);
            if contradiction.is_some() {
                return contradiction;
            }
        }
        None
    }

    /// The atoms and equations on the branch, and their negations; nothing where no things are equal.
    fn simple(&self) -> Vec<StatementNumber> {
        let is_equation =
            |it: StatementNumber| matches!(self.statements.get(it), Statement::Equal(..));
        if !self.branch.iter().any(|it| is_equation(it.statement)) {
            return Vec::new();
        }
        let is_simple = |it: StatementNumber| {
            let inner = match self.statements.get(it) {
                Statement::Not(inner) => *inner,
                _ => it,
            };
            matches!(self.statements.get(inner), Statement::Atom(..) | Statement::Equal(..))
        };
        self.branch.iter().map(|it| it.statement).filter(|it| is_simple(*it)).collect()
    }

    /// What can be applied to what is on the branch, and says something new of it.
    fn applications(&mut self) -> Vec<Application> {
        let mut all = Vec::new();
        for at in 0..self.branch.len() {
            let TableauLine { number, statement, .. } = self.branch[at];
            let mut add = |things: Vec<TermNumber>, cases| {
                let (rule, from) = (TableauRule::Expansion, vec![number]);
                all.push(Application { rule, from, things, cases });
            };
            match expansion(&mut self.statements, statement) {
                TableauExpansion::Literal => {}
                TableauExpansion::Cases(cases) => add(Vec::new(), cases),
                TableauExpansion::Witness(..) => {
                    let things = self.witnesses.get(&statement).cloned().unwrap_or_default();
                    let is_new = |it: NameNumber| !self.named.contains(&it);
                    if names(&self.statements, &things).all(is_new) && !things.is_empty() {
                        let cases = said_of(&mut self.statements, statement, &things);
                        add(things, cases);
                    }
                }
                TableauExpansion::Universal(..) => {
                    for things in self.known_uses(Some(statement)) {
                        let cases = said_of(&mut self.statements, statement, &things);
                        add(things, cases);
                    }
                }
            }
        }
        for things in self.known_uses(None) {
            let cases = listed(&mut self.statements, things[0]);
            all.push(Application { rule: TableauRule::Listed, from: Vec::new(), things, cases });
        }
        let is_said =
            |case: &Vec<StatementNumber>| case.iter().all(|it| self.places.contains_key(it));
        all.retain(|it| !it.cases.is_empty() && !it.cases.iter().any(is_said));
        all
    }

    /// The uses of a statement, as far as their things have names.
    fn known_uses(&self, of: Option<StatementNumber>) -> Vec<Vec<TermNumber>> {
        let all = self.uses.get(&of).into_iter().flatten();
        let is_known = |it: NameNumber| self.takes_any_name || self.named.contains(&it);
        all.filter(|it| names(&self.statements, it).all(is_known)).cloned().collect()
    }

    /// Tells cases apart.
    fn divided(&mut self, most: usize, budget: &mut Budget) -> Result<Option<ClosedPart>, Stop> {
        let (mut ways, simple) = (Vec::new(), self.simple());
        for way in self.applications() {
            if way.cases.len() > most {
                continue;
            }
            budget.spend(10)?;
            let open = way.cases.iter().filter(|it| !self.is_closed(it, &simple)).count();
            ways.push((open, way));
        }
        ways.sort_by_key(|it| (it.0, it.1.cases.len()));
        // Where one case is left at most nothing is chosen.
        let is_plain = ways.first().is_some_and(|it| it.0 < 2);
        ways.truncate(if is_plain { 1 } else { MOST_WAYS });
        let (mut best, mut most): (Option<ClosedPart>, _) = (None, most);
        for (_, way) in &ways {
            match self.in_cases(way, most, budget) {
                Ok(Some(part)) => {
                    most = part.count.saturating_sub(1);
                    best = Some(part);
                }
                Ok(None) => {}
                Err(Stop::Steps) if best.is_some() => break,
                Err(stop) => return Err(stop),
            }
        }
        if ways.is_empty() && !self.takes_any_name {
            self.takes_any_name = true;
            let kept = self.branch.len();
            best = self.closed(kept, None, most, budget)?;
            self.takes_any_name = false;
        }
        Ok(best)
    }

    /// Whether a case is closed as soon as it is written.
    fn is_closed(&mut self, case: &[StatementNumber], simple: &[StatementNumber]) -> bool {
        case.iter().any(|it| {
            let denial = denied(&mut self.statements, *it);
            self.places.contains_key(&denial)
                || is_absurd(&self.statements, *it)
                || !simple.is_empty()
                    && conflict(&self.statements, &[simple, &[*it]].concat()).is_some()
        })
    }

    /// The cases one after the other; or one of them, where that is closed whatever the case.
    fn in_cases(
        &mut self,
        way: &Application,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<ClosedPart>, Stop> {
        let mut whole = ClosedPart {
            lines: Vec::new(),
            end: Ok(Vec::new()),
            cited: way.from.iter().copied().collect(),
            count: 0,
        };
        for (at, case) in way.cases.iter().enumerate() {
            let (kept, first, named) = (self.branch.len(), self.next, self.named.len());
            let mut contradiction = None;
            self.named.extend(names(&self.statements, &way.things));
            for statement in case {
                if contradiction.is_none() {
                    contradiction = self.write(*statement, way.rule, &way.from, &way.things);
                }
            }
            let heads = first..self.next;
            // Each of the others takes a node at least.
            let room = most.saturating_sub(whole.count + way.cases.len() - at - 1);
            let part = self.closed(kept, contradiction, room, budget);
            self.named.truncate(named);
            let Some(part) = part? else { return Ok(None) };
            if !heads.clone().any(|it| part.cited.contains(&it)) {
                return Ok(Some(part));
            }
            whole.count += part.count;
            whole.cited.extend(&part.cited);
            if let Ok(cases) = &mut whole.end {
                cases.push(part);
            }
        }
        Ok(Some(whole))
    }
}

/// The names among the things, and in them.
fn names<'s>(
    statements: &'s Statements,
    things: &[TermNumber],
) -> impl Iterator<Item = NameNumber> + use<'s> {
    let (mut open, mut found) = (things.to_vec(), Vec::new());
    while let Some(term) = open.pop() {
        match statements.get_term(term) {
            StatedTerm::Name(name) => found.push(*name),
            StatedTerm::Apply(_, arguments) => open.extend(arguments),
            StatedTerm::Bound(_) => {}
        }
    }
    found.into_iter()
}
