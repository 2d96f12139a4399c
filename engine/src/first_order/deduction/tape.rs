//! The lines of a proof that is being looked for, and what is known where it is being written.

use rustc_hash::FxHashMap;

use crate::evidence::deduction::{Cited, DeductionLine, DeductionRule as Rule};
use crate::logic::statements::{NameNumber, StatementNumber};

/// Lines, of which the last may be taken back.
#[derive(Default)]
pub(super) struct Tape {
    pub lines: Vec<DeductionLine>,
    depth: usize,
    /// What can be cited where the next line stands.
    facts: Vec<StatementNumber>,
    known: FxHashMap<StatementNumber, usize>,
    /// The things that have names there.
    names: Vec<NameNumber>,
}

/// How far a tape was written.
#[derive(Clone, Copy)]
pub(super) struct TapeMark {
    lines: usize,
    depth: usize,
    facts: usize,
    names: usize,
}

impl Tape {
    pub(super) fn mark(&self) -> TapeMark {
        let (facts, names) = (self.facts.len(), self.names.len());
        TapeMark { lines: self.lines.len(), depth: self.depth, facts, names }
    }

    /// Takes back all that was written since.
    pub(super) fn back(&mut self, mark: TapeMark) {
        self.close(mark);
        self.lines.truncate(mark.lines);
    }

    /// Ends the subproofs that were begun since: their lines stay and cannot be cited.
    pub(super) fn close(&mut self, mark: TapeMark) {
        for fact in self.facts.drain(mark.facts..) {
            self.known.remove(&fact);
        }
        self.names.truncate(mark.names);
        self.depth = mark.depth;
    }

    pub(super) fn known(&self, statement: StatementNumber) -> Option<usize> {
        self.known.get(&statement).copied()
    }

    /// How many subproofs the next line stands in.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn facts(&self) -> &[StatementNumber] {
        &self.facts
    }

    /// What is supposed in the subproofs around the next line.
    pub(super) fn supposed(&self) -> impl Iterator<Item = StatementNumber> {
        let lines = self.facts.iter().filter_map(|it| self.known.get(it).map(|at| (*it, *at)));
        lines.filter(|it| self.lines[it.1].rule == Rule::Assumption).map(|it| it.0)
    }

    pub(super) fn names(&self) -> &[NameNumber] {
        &self.names
    }

    /// Writes a line.
    pub(super) fn write(
        &mut self,
        statement: Option<StatementNumber>,
        rule: Rule,
        cited: Vec<Cited>,
    ) -> usize {
        let line = self.lines.len();
        self.lines.push(DeductionLine { depth: self.depth, named: None, statement, rule, cited });
        if let Some(statement) = statement
            && !self.known.contains_key(&statement)
        {
            self.known.insert(statement, line);
            self.facts.push(statement);
        }
        line
    }

    /// Writes that a statement follows from lines.
    pub(super) fn follows(
        &mut self,
        statement: StatementNumber,
        rule: Rule,
        lines: &[usize],
    ) -> usize {
        self.closes(statement, rule, lines, &[])
    }

    /// Writes that a statement follows from lines and subproofs.
    pub(super) fn closes(
        &mut self,
        statement: StatementNumber,
        rule: Rule,
        lines: &[usize],
        subproofs: &[(usize, usize)],
    ) -> usize {
        let lines = lines.iter().map(|it| Cited::Line(*it));
        let cited = lines.chain(subproofs.iter().map(|it| Cited::Subproof(it.0, it.1))).collect();
        self.write(Some(statement), rule, cited)
    }

    /// Writes that a statement follows from lines unless that is known.
    pub(super) fn learn(
        &mut self,
        statement: StatementNumber,
        rule: Rule,
        lines: &[usize],
    ) -> usize {
        self.known(statement).unwrap_or_else(|| self.follows(statement, rule, lines))
    }

    /// Begins a subproof.
    pub(super) fn open(
        &mut self,
        named: Option<NameNumber>,
        supposed: Option<StatementNumber>,
    ) -> usize {
        self.depth += 1;
        let line = self.write(supposed, Rule::Assumption, Vec::new());
        self.lines[line].named = named;
        self.names.extend(named);
        line
    }

    /// The last line of a subproof, which says what that one says.
    pub(super) fn ending(
        &mut self,
        first: usize,
        line: usize,
        statement: StatementNumber,
    ) -> usize {
        if line >= first && line + 1 == self.lines.len() && self.lines[line].depth == self.depth {
            return line;
        }
        let cited = vec![Cited::Line(line)];
        self.write(Some(statement), Rule::Reiteration, cited)
    }
}
