//! The clauses of a sheet by instances of its rules, each of which can be turned off.

use rustc_hash::{FxHashMap, FxHashSet};

use super::AskedSheet;
use crate::evidence::sheet::SheetClauseSource;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::{Comparison, SentenceId, Sheet, SheetSentence, SheetVariable, Term};
use crate::problem::sheet::{CellValue, RuleInstance};

/// A value that a rule tells, with its literal and its instance.
pub(super) type GivenValue = (Literal, CellValue, usize);

/// Clauses that can be turned off instance by instance: the atoms that do so stand before those of the
/// sheet.
pub(super) struct RuleInstances {
    pub(super) groups: Vec<RuleInstance>,
    /// The instances that belong together, by the index of the sheet.
    group_of: Vec<usize>,
    /// The clauses of each.
    clauses_of: Vec<Vec<usize>>,
    cnf: Cnf,
}

impl RuleInstances {
    /// Each by itself.
    pub(super) fn each(asked: &AskedSheet<'_>) -> Self {
        Self::grouped(asked, |instance| instance)
    }

    /// Those of a rule that says that a function is one-to-one belong together.
    pub(super) fn of(asked: &AskedSheet<'_>) -> Self {
        let rules = 0..asked.sheet.rules.len();
        let is_whole: Vec<bool> = rules.map(|it| is_one_to_one(asked.sheet, it)).collect();
        Self::grouped(asked, |it| match is_whole[it.rule] {
            true => RuleInstance { values: Vec::new(), ..it },
            false => it,
        })
    }

    /// The same, where all instances of a rule belong together.
    pub(super) fn by_rule(asked: &AskedSheet<'_>) -> Self {
        Self::grouped(asked, |it| RuleInstance { values: Vec::new(), ..it })
    }

    fn grouped(asked: &AskedSheet<'_>, group: impl Fn(RuleInstance) -> RuleInstance) -> Self {
        let sources = asked.ground.sources();
        let mut groups: Vec<RuleInstance> = Vec::new();
        let mut numbers: FxHashMap<RuleInstance, usize> = FxHashMap::default();
        let mut group_of = Vec::with_capacity(sources.instances.len());
        for (rule, values) in sources.instances {
            let instance = group(RuleInstance { rule, values });
            group_of.push(*numbers.entry(instance.clone()).or_insert_with(|| {
                groups.push(instance);
                groups.len() - 1
            }));
        }
        let clauses_of = vec![Vec::new(); groups.len()];
        Self { groups, group_of, clauses_of, cnf: Cnf::default() }
    }

    /// What turns on the rules that tell no single value, and the values that are told.
    pub(super) fn members(&self, given: &[GivenValue]) -> (Vec<Literal>, Vec<Literal>) {
        let told: FxHashSet<usize> = given.iter().map(|it| it.2).collect();
        let rules = (0..self.groups.len()).filter(|it| !told.contains(it));
        let rules = rules.filter(|it| !self.clauses_of[*it].is_empty());
        (rules.map(Self::switch).collect(), given.iter().map(|it| it.0).collect())
    }

    /// The literals of the clauses of what a literal turns on.
    pub(super) fn literals_of(&self, switch: Literal) -> impl Iterator<Item = &Literal> {
        let clauses = self.clauses_of.get(switch.atom().0 as usize).into_iter().flatten();
        clauses.flat_map(|it| self.cnf.clause(*it))
    }

    /// Of each instance its clauses.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.clauses_of.iter()
    }

    /// All clauses.
    pub(super) fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// How many atoms there are.
    pub(super) fn atoms(&self) -> u32 {
        self.cnf.atoms()
    }

    pub(super) fn clause(&self, at: usize) -> &[Literal] {
        self.cnf.clause(at)
    }

    /// The clauses that are of no instance.
    pub(super) fn unruled(&self) -> impl Iterator<Item = (usize, &[Literal])> {
        let ruled: FxHashSet<_> = self.clauses_of.iter().flatten().copied().collect();
        let all = (0..self.cnf.len()).filter(move |it| !ruled.contains(it));
        all.map(|it| (it, self.cnf.clause(it)))
    }

    /// What turns an instance on.
    pub(super) fn switch(number: usize) -> Literal {
        Literal::new(Atom(number as u32), true)
    }

    /// A literal of the sheet as it is here.
    pub(super) fn renamed(&self, literal: Literal) -> Literal {
        let atom = Atom(self.groups.len() as u32 + literal.atom().0);
        Literal::new(atom, literal.is_positive())
    }

    /// Takes over the clauses that are new.
    pub(super) fn copy(&mut self, asked: &AskedSheet<'_>) {
        let sources = asked.ground.clause_sources();
        while self.cnf.len() < sources.len() {
            let at = self.cnf.len();
            let mut off = None;
            if let SheetClauseSource::Instance(it) = sources[at] {
                let group = self.group_of[it as usize];
                self.clauses_of[group].push(at);
                off = Some(!Self::switch(group));
            }
            let clause = asked.ground.cnf().clause(at).iter();
            let clause: Vec<_> = clause.map(|it| self.renamed(*it)).chain(off).collect();
            self.cnf.add(clause);
        }
        // What no clause names has a value all the same.
        let atoms = self.groups.len() as u32 + asked.ground.cnf().atoms();
        for _ in self.cnf.atoms()..atoms {
            self.cnf.add_atom();
        }
    }
}

/// Whether a rule says that a function has another value for each thing: two of which it is the same are the same.
fn is_one_to_one(sheet: &Sheet, rule: usize) -> bool {
    let mut body = sheet.rules[rule];
    let mut bound = Vec::new();
    while let SheetSentence::All(variables, part) = sheet.get(body) {
        bound.extend(variables.iter().copied());
        body = *part;
    }
    let (SheetSentence::Or(parts), [one, other]) = (sheet.get(body), &bound[..]) else {
        return false;
    };
    // The terms that are the same, or not.
    let compared = |mut id: SentenceId| {
        let mut value = true;
        while let SheetSentence::Not(part) = sheet.get(id) {
            (id, value) = (*part, !value);
        }
        match sheet.get(id) {
            SheetSentence::Compare(Comparison::Equal, one, other) => {
                Some((value, [one, other].map(|it| &sheet.terms()[it.0 as usize])))
            }
            _ => None,
        }
    };
    let is_of = |term: &Term, variable: &SheetVariable| matches!(term, Term::Variable(it) if it == variable);
    let [first, second] = parts[..] else { return false };
    let (Some(first), Some(second)) = (compared(first), compared(second)) else { return false };
    let (same, differ) = if first.0 { (first, second) } else { (second, first) };
    let ((true, things), (false, values)) = (same, differ) else { return false };
    let are_things = |[first, second]: [&Term; 2]| {
        is_of(first, one) && is_of(second, other) || is_of(first, other) && is_of(second, one)
    };
    let applied = |term: &Term| match term {
        Term::Apply(symbol, arguments) => match arguments[..] {
            [argument] => Some((*symbol, &sheet.terms()[argument.0 as usize])),
            _ => None,
        },
        _ => None,
    };
    let [Some(first), Some(second)] = values.map(applied) else { return false };
    first.0 == second.0 && are_things(things) && are_things([first.1, second.1])
}
