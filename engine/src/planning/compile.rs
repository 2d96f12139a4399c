//! From the sentences of a sheet to conditions on packed states: each is read once, for all values of
//! what it binds, and what depends on no cell is worked out.

use rustc_hash::FxHashMap;

use super::folding::{compared, join, missing, of_truth, truth_of};
use super::ground::{Condition, GroundNumber, Lookup, operate};
use super::states::Layout;
use crate::budget::{Budget, Stop};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{
    Comparison, Fold, SentenceId, Sheet, SheetSentence, SheetVariable, SymbolId, SymbolOrigin,
    Term, TermId,
};

/// How deep sentences may be nested, conjunctions and disjunctions within each other not counted.
const DEPTH: u32 = 256;

/// Parts of all conditions together at most.
const SIZE: usize = 1 << 24;

/// Parameters with their values.
type ParameterValues = Vec<(SheetVariable, i64)>;

/// Writes sentences out.
pub(super) struct Compiler<'c> {
    sheet: &'c Sheet,
    definitions: &'c Definitions,
    layout: &'c Layout,
    /// What is known of all states in question: who moves, or whether anybody can.
    told: Vec<(SymbolId, i64)>,
    /// What variables are.
    pub values: Vec<i64>,
    /// What is defined for certain arguments.
    known: FxHashMap<(SymbolId, usize), GroundNumber>,
    /// The bodies of predicates that mention themselves, with their groups, and those that were not read.
    defined: Vec<(u32, Condition)>,
    open: Vec<(usize, SentenceId, ParameterValues)>,
    size: usize,
}

impl<'c> Compiler<'c> {
    /// One for states of a layout.
    pub(super) fn new(
        sheet: &'c Sheet,
        definitions: &'c Definitions,
        layout: &'c Layout,
        told: Vec<(SymbolId, i64)>,
    ) -> Self {
        let values = vec![0; sheet.variables.len()];
        let (known, defined, open) = (FxHashMap::default(), Vec::new(), Vec::new());
        Self { sheet, definitions, layout, told, values, known, defined, open, size: 0 }
    }

    /// What a sentence asks of a state.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub(super) fn condition(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        let condition = self.sentence(sentence, 0, budget)?;
        self.read_bodies(budget)?;
        Ok(condition)
    }

    /// What a term is in a state.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub(super) fn number(
        &mut self,
        term: TermId,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        let number = self.term(term, 0, budget)?;
        self.read_bodies(budget)?;
        Ok(number)
    }

    /// The bodies of predicates that mention themselves, of all that was mentioned.
    pub(super) fn into_defined(self) -> Vec<(u32, Condition)> {
        self.defined
    }

    fn read_bodies(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let values = self.values.clone();
        while let Some((at, body, bound)) = self.open.pop() {
            bound.iter().for_each(|(it, value)| self.values[it.0 as usize] = *value);
            self.defined[at].1 = self.sentence(body, 0, budget)?;
        }
        self.values = values;
        Ok(())
    }

    fn look(&mut self, depth: u32, budget: &mut Budget) -> Result<(), Stop> {
        budget.check()?;
        self.size += 1;
        match () {
            () if depth > DEPTH => Err(Stop::Size("a sentence is nested too deeply")),
            () if self.size > SIZE => Err(Stop::Size("a sentence speaks of too many things")),
            () => Ok(()),
        }
    }

    fn sentence(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        self.look(depth, budget)?;
        let (sheet, next) = (self.sheet, depth + 1);
        Ok(match sheet.get(id) {
            SheetSentence::Truth(truth) => Condition::Truth(*truth),
            SheetSentence::Holds(symbol, terms) => {
                truth_of(self.apply(*symbol, terms, next, budget)?)
            }
            SheetSentence::Compare(comparison, one, other) => {
                let one = self.term(*one, next, budget)?;
                compared(*comparison, one, self.term(*other, next, budget)?)
            }
            SheetSentence::Missing(term) => missing(self.term(*term, next, budget)?),
            SheetSentence::Not(part) => self.sentence(*part, next, budget)?.negated(),
            SheetSentence::And(_) | SheetSentence::Or(_) => self.joined(id, depth, budget)?,
            SheetSentence::Iff(one, other) => {
                let one = self.sentence(*one, next, budget)?;
                match (one, self.sentence(*other, next, budget)?) {
                    (Condition::Truth(true), it) | (it, Condition::Truth(true)) => it,
                    (Condition::Truth(false), it) | (it, Condition::Truth(false)) => it.negated(),
                    (one, other) => Condition::Same(Box::new((one, other))),
                }
            }
            SheetSentence::All(variables, part) | SheetSentence::Some(variables, part) => {
                let ends = matches!(sheet.get(id), SheetSentence::Some(..));
                let mut parts = Vec::new();
                sheet.start(variables, &mut self.values);
                loop {
                    match self.sentence(*part, next, budget)? {
                        Condition::Truth(truth) if truth == ends => {
                            return Ok(Condition::Truth(ends));
                        }
                        Condition::Truth(_) => {}
                        found => parts.push(found),
                    }
                    if !sheet.turn(variables, &mut self.values) {
                        break join(parts, ends);
                    }
                }
            }
            SheetSentence::Distinct(variables, part, term) => {
                let parts = self.listed(variables, *part, Some(*term), next, budget)?;
                Condition::Differ(parts.into())
            }
        })
    }

    /// Conjunctions of conjunctions, and disjunctions of disjunctions, however deep they are.
    fn joined(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        let sheet = self.sheet;
        let ends = matches!(sheet.get(id), SheetSentence::Or(_));
        let (mut open, mut parts) = (vec![id], Vec::new());
        while let Some(part) = open.pop() {
            match (sheet.get(part), ends) {
                (SheetSentence::And(inner), false) | (SheetSentence::Or(inner), true) => {
                    open.extend(inner.iter().rev());
                }
                _ => match self.sentence(part, depth + 1, budget)? {
                    Condition::Truth(truth) if truth == ends => return Ok(Condition::Truth(ends)),
                    Condition::Truth(_) => {}
                    found => parts.push(found),
                },
            }
        }
        Ok(join(parts, ends))
    }

    /// A sentence, and a term where it may be true, for all values of variables.
    fn listed(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        term: Option<TermId>,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Vec<(Condition, GroundNumber)>, Stop> {
        let sheet = self.sheet;
        let mut parts = Vec::new();
        sheet.start(variables, &mut self.values);
        loop {
            let condition = self.sentence(part, depth, budget)?;
            if condition != Condition::Truth(false) {
                let number = match term {
                    Some(term) => self.term(term, depth, budget)?,
                    None => GroundNumber::Constant(None),
                };
                parts.push((condition, number));
            }
            if !sheet.turn(variables, &mut self.values) {
                return Ok(parts);
            }
        }
    }

    fn term(&mut self, id: TermId, depth: u32, budget: &mut Budget) -> Result<GroundNumber, Stop> {
        self.look(depth, budget)?;
        let (sheet, next) = (self.sheet, depth + 1);
        Ok(match sheet.get_term(id) {
            Term::Number(number) => GroundNumber::Constant(Some(*number)),
            Term::Variable(variable) => {
                GroundNumber::Constant(Some(self.values[variable.0 as usize]))
            }
            Term::Apply(symbol, terms) => self.apply(*symbol, terms, next, budget)?,
            Term::Binary(operation, one, other) => {
                let one = self.term(*one, next, budget)?;
                match (one, self.term(*other, next, budget)?) {
                    (GroundNumber::Constant(one), GroundNumber::Constant(other)) => {
                        GroundNumber::Constant(
                            one.zip(other).and_then(|(one, other)| operate(*operation, one, other)),
                        )
                    }
                    (one, other) => GroundNumber::Binary(*operation, Box::new((one, other))),
                }
            }
            Term::Absolute(part) => match self.term(*part, next, budget)? {
                GroundNumber::Constant(value) => {
                    GroundNumber::Constant(value.map(i64::saturating_abs))
                }
                part => GroundNumber::Absolute(Box::new(part)),
            },
            Term::Count(variables, part) => {
                let parts = self.listed(variables, *part, None, next, budget)?;
                let parts: Vec<Condition> = parts.into_iter().map(|it| it.0).collect();
                match parts.iter().all(|it| *it == Condition::Truth(true)) {
                    true => GroundNumber::Constant(Some(parts.len() as i64)),
                    false => GroundNumber::Count(parts.into()),
                }
            }
            Term::Fold(fold, variables, part, term) => {
                let parts = self.listed(variables, *part, Some(*term), next, budget)?;
                match parts.is_empty() {
                    true => GroundNumber::Constant((*fold == Fold::Sum).then_some(0)),
                    false => GroundNumber::Fold(*fold, parts.into()),
                }
            }
        })
    }

    fn apply(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        let mut arguments = Vec::with_capacity(terms.len());
        for term in terms {
            match self.term(*term, depth, budget)? {
                GroundNumber::Constant(None) => return Ok(GroundNumber::Constant(None)),
                argument => arguments.push(argument),
            }
        }
        self.applied(symbol, arguments, depth, budget)
    }

    /// What a symbol is for arguments that may depend on the state.
    fn applied(
        &mut self,
        symbol: SymbolId,
        arguments: Vec<GroundNumber>,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        self.look(depth, budget)?;
        let sheet = self.sheet;
        let origin = &sheet.symbol(symbol).origin;
        let is_table = matches!(
            origin,
            SymbolOrigin::Found | SymbolOrigin::Values(_) | SymbolOrigin::Truths(_)
        );
        if let Some(at) = arguments.iter().position(|it| !matches!(it, GroundNumber::Constant(_))) {
            if is_table {
                let lookup = Lookup { symbol, arguments: arguments.into() };
                return Ok(GroundNumber::Lookup(Box::new(lookup)));
            }
            return self.written_out(symbol, &arguments, at, depth, budget);
        }
        let constant = |it: &GroundNumber| match it {
            GroundNumber::Constant(value) => *value,
            _ => None,
        };
        let Some(values) = arguments.iter().map(constant).collect::<Option<Vec<i64>>>() else {
            return Ok(GroundNumber::Constant(None));
        };
        let Some(place) = sheet.index(symbol, &values) else {
            return Ok(GroundNumber::Constant(None));
        };
        match origin {
            SymbolOrigin::Found => {
                if let Some((_, value)) = self.told.iter().find(|it| it.0 == symbol) {
                    return Ok(GroundNumber::Constant(Some(*value)));
                }
                let cell = self.layout.cells[self.layout.first[symbol.0 as usize] + place];
                Ok(cell.fixed.map_or(GroundNumber::Cell(cell), GroundNumber::Constant))
            }
            SymbolOrigin::Values(table) => {
                Ok(GroundNumber::Constant(table.get(place).copied().flatten()))
            }
            SymbolOrigin::Truths(table) => {
                Ok(GroundNumber::Constant(table.get(place).map(|it| i64::from(*it))))
            }
            SymbolOrigin::Sentence(parameters, _) | SymbolOrigin::Term(parameters, _) => {
                if let Some(known) = self.known.get(&(symbol, place)) {
                    return Ok(known.clone());
                }
                // Where this is mentioned in its own body they are the parameters of that body.
                let before: Vec<i64> =
                    parameters.iter().map(|it| self.values[it.0 as usize]).collect();
                let number = self.said(symbol, parameters, &values, depth, budget)?;
                for (it, value) in parameters.iter().zip(before) {
                    self.values[it.0 as usize] = value;
                }
                self.known.insert((symbol, place), number.clone());
                Ok(number)
            }
        }
    }

    /// What a definition says of values of its parameters.
    fn said(
        &mut self,
        symbol: SymbolId,
        parameters: &[SheetVariable],
        values: &[i64],
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        for (it, value) in parameters.iter().zip(values) {
            self.values[it.0 as usize] = *value;
        }
        let sheet = self.sheet;
        match &sheet.symbol(symbol).origin {
            SymbolOrigin::Sentence(_, body) => match self.definitions.group(symbol) {
                Some(group) => self.recursive((symbol, group), *body, parameters, values, budget),
                None => Ok(of_truth(self.sentence(*body, depth, budget)?)),
            },
            SymbolOrigin::Term(_, body) => self.term(*body, depth, budget),
            _ => Ok(GroundNumber::Constant(None)),
        }
    }

    /// What is defined, for each value that one of its arguments may have.
    fn written_out(
        &mut self,
        symbol: SymbolId,
        arguments: &[GroundNumber],
        at: usize,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        let sort = self.sheet.sorts[self.sheet.symbol(symbol).arguments[at].0 as usize].clone();
        let mut parts = Vec::new();
        for value in sort {
            let number = GroundNumber::Constant(Some(value));
            let is_it = compared(Comparison::Equal, arguments[at].clone(), number.clone());
            if is_it == Condition::Truth(false) {
                continue;
            }
            let mut arguments = arguments.to_vec();
            arguments[at] = number;
            parts.push((is_it, self.applied(symbol, arguments, depth + 1, budget)?));
        }
        Ok(GroundNumber::Choose(parts.into()))
    }

    /// What mentions itself has a name, and its body is read when nothing else is being read.
    fn recursive(
        &mut self,
        (symbol, group): (SymbolId, u32),
        body: SentenceId,
        parameters: &[SheetVariable],
        values: &[i64],
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        if self.definitions.is_known(symbol) {
            let mut reader = super::evaluate::Evaluator::new(
                self.sheet,
                self.definitions.clone(),
                self.layout.first.clone(),
            );
            for (it, value) in parameters.iter().zip(values) {
                reader.values[it.0 as usize] = *value;
            }
            let holds = reader.is_true(body, &Nothing, budget);
            return match holds {
                Ok(holds) => Ok(GroundNumber::Constant(Some(i64::from(holds)))),
                Err(super::evaluate::EvaluationHalt::Stop(stop)) => Err(stop),
                Err(super::evaluate::EvaluationHalt::Unknown(_)) => {
                    Ok(GroundNumber::Constant(None))
                }
            };
        }
        let (at, nothing) = (self.defined.len(), Condition::Truth(false));
        self.defined.push((group, nothing));
        let values = parameters.iter().copied().zip(values.iter().copied()).collect();
        self.open.push((at, body, values));
        Ok(GroundNumber::Truth(Box::new(Condition::Defined(group, at as u32))))
    }
}

/// No state at all.
struct Nothing;

impl super::evaluate::KnownCells for Nothing {
    fn cell(&self, _: usize) -> Option<Option<i64>> {
        None
    }
}
