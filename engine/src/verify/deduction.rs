//! Natural deduction, line by line: whether each follows by its rule from the lines that it cites. It shares nothing
//! with what finds such proofs, and says of every wrong line what is wrong.

mod rules;

use rustc_hash::FxHashSet;

use crate::budget::{Budget, Stop};
use crate::evidence::deduction::{Cited, Deduction, DeductionLine, DeductionRule};
use crate::logic::statements::{NameNumber, StatedTerm, Statement, StatementNumber, Statements};

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeductionFlaw {
    /// It stands in more subproofs than were begun.
    TooDeep,
    /// It is assumed, and in no subproof.
    AssumedOutside,
    /// The theory does not say it.
    NotAPremise,
    /// There is no such line.
    NoLine(usize),
    /// The line comes later, or is the line itself.
    Later(usize),
    /// The line is of a subproof that has ended.
    OutOfScope(usize),
    /// The line gives a thing a name and says nothing.
    SaysNothing(usize),
    /// No subproof reaches from the one line to the other.
    NoSubproof(usize, usize),
    /// The subproof is part of one that has ended, or it has not ended itself.
    SubproofOutOfScope(usize, usize),
    /// The rule cites other lines and subproofs, by number.
    OtherCitations,
    /// The rule does not lead from what is cited to this line.
    DoesNotFollow,
    /// The subproof has to give a thing a name, or must not.
    Named {
        /// Its first line.
        subproof: usize,
        /// It has to.
        is_wanted: bool,
    },
    /// The name is in use for another thing.
    NameInUse(NameNumber),
    /// The thing has this name only inside the subproof that gave it to it.
    NameLeaves(NameNumber),
    /// The last line is not what was to be shown.
    NotReached,
}

/// The lines that are wrong, with what is wrong with each, in order; none of a proof of the conclusion from the
/// premises. What only follows from wrong lines is not wrong.
///
/// # Errors
/// The limit that was reached.
pub fn flaws(
    proof: &Deduction,
    premises: &[StatementNumber],
    conclusion: Option<StatementNumber>,
    budget: &mut Budget,
) -> Result<Vec<(usize, DeductionFlaw)>, Stop> {
    let mut checker = DeductionChecker::new(proof, premises);
    let mut flaws = Vec::new();
    for (at, line) in proof.lines.iter().enumerate() {
        budget.check()?;
        if let Some(flaw) = checker.misplaced[at] {
            flaws.push((at, flaw));
        } else if let Err(flaw) = checker.line(at, line) {
            flaws.push((at, flaw));
        }
    }
    let Some(last) = proof.lines.len().checked_sub(1) else {
        return Ok(conclusion.map(|_| (0, DeductionFlaw::NotReached)).into_iter().collect());
    };
    if let Some(conclusion) = conclusion
        && flaws.last().is_none_or(|it| it.0 != last)
        && (proof.lines[last].depth > 0 || proof.lines[last].statement != Some(conclusion))
    {
        flaws.push((last, DeductionFlaw::NotReached));
    }
    Ok(flaws)
}

/// A proof whose subproofs are known.
struct DeductionChecker<'p> {
    lines: &'p [DeductionLine],
    statements: &'p Statements,
    premises: FxHashSet<StatementNumber>,
    /// The first line of the innermost subproof around each line.
    inside: Vec<Option<usize>>,
    /// Of the first line of each subproof the subproof around that.
    around: Vec<Option<usize>>,
    /// Of the first line of each subproof its last one.
    ends: Vec<usize>,
    misplaced: Vec<Option<DeductionFlaw>>,
    /// Names of things, where a statement has some.
    names: Vec<NameNumber>,
}

impl<'p> DeductionChecker<'p> {
    fn new(proof: &'p Deduction, premises: &[StatementNumber]) -> Self {
        let count = proof.lines.len();
        let mut checker = Self {
            lines: &proof.lines,
            statements: &proof.statements,
            premises: premises.iter().copied().collect(),
            inside: vec![None; count],
            around: vec![None; count],
            ends: vec![0; count],
            misplaced: vec![None; count],
            names: Vec::new(),
        };
        let mut open: Vec<usize> = Vec::new();
        for (at, line) in proof.lines.iter().enumerate() {
            let is_first = line.rule == DeductionRule::Assumption;
            let kept = line.depth.saturating_sub(usize::from(is_first));
            if kept > open.len() {
                checker.misplaced[at] = Some(DeductionFlaw::TooDeep);
            } else if is_first && line.depth == 0 {
                checker.misplaced[at] = Some(DeductionFlaw::AssumedOutside);
            }
            while open.len() > kept {
                let ended = open.pop().unwrap_or_default();
                checker.ends[ended] = at - 1;
            }
            if is_first && line.depth > 0 {
                checker.around[at] = open.last().copied();
                open.push(at);
            }
            checker.inside[at] = open.last().copied();
        }
        for first in open {
            checker.ends[first] = count - 1;
        }
        checker
    }

    /// Whether a subproof, or the whole, is still open at a line.
    fn is_open(&self, subproof: Option<usize>, at: usize) -> bool {
        subproof.is_none_or(|first| self.ends[first] >= at)
    }

    fn line(&mut self, at: usize, line: &DeductionLine) -> Result<(), DeductionFlaw> {
        self.names_known(at, line)?;
        let mut cited = Citations::default();
        for one in &line.cited {
            match *one {
                Cited::Line(other) => cited.lines.push(self.cited_line(at, other)?),
                Cited::Subproof(first, last) => {
                    cited.subproofs.push(self.cited_subproof(at, first, last)?);
                }
            }
        }
        let Some(statement) = line.statement else {
            let names = line.rule == DeductionRule::Assumption && line.named.is_some();
            return if names { Ok(()) } else { Err(DeductionFlaw::DoesNotFollow) };
        };
        self.follows(line.rule, statement, &cited)
    }

    /// That each name in a line is that of a thing in a subproof around it, and a new one is new.
    fn names_known(&mut self, at: usize, line: &DeductionLine) -> Result<(), DeductionFlaw> {
        if line.named.is_some() && line.rule != DeductionRule::Assumption {
            return Err(DeductionFlaw::Named { subproof: at, is_wanted: false });
        }
        let (mut known, mut around) = (FxHashSet::default(), self.inside[at]);
        while let Some(first) = around {
            if let Some(name) = self.lines[first].named
                && !known.insert(name)
            {
                return Err(DeductionFlaw::NameInUse(name));
            }
            around = self.around[first];
        }
        let Some(statement) = line.statement else { return Ok(()) };
        self.collect_names(statement);
        match self.names.iter().find(|it| !known.contains(it)) {
            Some(name) => Err(DeductionFlaw::NameLeaves(*name)),
            None => Ok(()),
        }
    }

    fn collect_names(&mut self, root: StatementNumber) {
        self.names.clear();
        let (mut open, mut terms) = (vec![root], Vec::new());
        let (mut seen, mut seen_terms) = (FxHashSet::default(), FxHashSet::default());
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.statements.get(id) {
                Statement::Atom(_, arguments) => terms.extend(arguments),
                Statement::Equal(one, other) => terms.extend([*one, *other]),
                other => open.extend(other.parts()),
            }
        }
        while let Some(term) = terms.pop() {
            if !seen_terms.insert(term) {
                continue;
            }
            match self.statements.get_term(term) {
                StatedTerm::Name(name) => self.names.push(*name),
                StatedTerm::Apply(_, arguments) => terms.extend(arguments),
                StatedTerm::Bound(_) => {}
            }
        }
    }

    fn cited_line(&self, at: usize, other: usize) -> Result<StatementNumber, DeductionFlaw> {
        if other >= self.lines.len() {
            return Err(DeductionFlaw::NoLine(other));
        }
        if other >= at {
            return Err(DeductionFlaw::Later(other));
        }
        if !self.is_open(self.inside[other], at) {
            return Err(DeductionFlaw::OutOfScope(other));
        }
        self.lines[other].statement.ok_or(DeductionFlaw::SaysNothing(other))
    }

    fn cited_subproof(
        &self,
        at: usize,
        first: usize,
        last: usize,
    ) -> Result<Subproof, DeductionFlaw> {
        let count = self.lines.len();
        if let Some(missing) = [first, last].into_iter().find(|it| *it >= count) {
            return Err(DeductionFlaw::NoLine(missing));
        }
        if let Some(later) = [first, last].into_iter().find(|it| *it >= at) {
            return Err(DeductionFlaw::Later(later));
        }
        if self.inside[first] != Some(first)
            || self.ends[first] != last && self.ends[first] < at
            || self.lines[last].depth != self.lines[first].depth
        {
            return Err(DeductionFlaw::NoSubproof(first, last));
        }
        if self.ends[first] != last || !self.is_open(self.around[first], at) {
            return Err(DeductionFlaw::SubproofOutOfScope(first, last));
        }
        let last = self.lines[last].statement.ok_or(DeductionFlaw::SaysNothing(last))?;
        let DeductionLine { named, statement, .. } = self.lines[first];
        Ok(Subproof { first, named, assumed: statement, last })
    }
}

/// What a line cites.
#[derive(Default)]
struct Citations {
    lines: Vec<StatementNumber>,
    subproofs: Vec<Subproof>,
}

/// A subproof that is cited.
#[derive(Clone, Copy)]
struct Subproof {
    first: usize,
    named: Option<NameNumber>,
    assumed: Option<StatementNumber>,
    last: StatementNumber,
}

impl Subproof {
    /// What is assumed, where no thing is given a name.
    fn plain(self) -> Result<StatementNumber, DeductionFlaw> {
        match (self.named, self.assumed) {
            (None, Some(assumed)) => Ok(assumed),
            _ => Err(DeductionFlaw::Named { subproof: self.first, is_wanted: false }),
        }
    }

    /// The thing that is given a name.
    fn thing(self) -> Result<NameNumber, DeductionFlaw> {
        self.named.ok_or(DeductionFlaw::Named { subproof: self.first, is_wanted: true })
    }
}
