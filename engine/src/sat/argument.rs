//! An argument that few clauses have no model: unit propagation, and where it ends the case after which the rest is
//! shortest (lookahead: Heule and van Maaren, "Look-ahead based SAT solvers", Handbook of Satisfiability, 2009). What
//! the end does not need is left out, and so are cases that it does not depend on.

use crate::budget::{Budget, Stop};
use crate::evidence::argument::{ArgumentEnd, ClauseArgument, ForcedLiteral};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// An argument that the clauses have no model; `None` if they have one.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn argue(cnf: &Cnf, budget: &mut Budget) -> Result<Option<ClauseArgument>, Stop> {
    let mut arguing =
        Arguing { cnf, is_true: vec![false; 2 * cnf.atoms() as usize], forced: Vec::new(), budget };
    Ok(arguing.argue()?.map(|it| it.argument))
}

struct Arguing<'a> {
    cnf: &'a Cnf,
    /// By the index of a literal.
    is_true: Vec<bool>,
    /// What is true by propagation, in order.
    forced: Vec<ForcedLiteral>,
    budget: &'a mut Budget,
}

/// An argument and the atoms that it needs a value of from before it.
struct Argued {
    argument: ClauseArgument,
    needs: Vec<bool>,
}

impl Arguing<'_> {
    fn argue(&mut self) -> Result<Option<Argued>, Stop> {
        let start = self.forced.len();
        let argued = match self.propagate()? {
            Some(clause) => {
                let mut needs = vec![false; self.cnf.atoms() as usize];
                self.need(clause, &mut needs);
                let end = ArgumentEnd::Conflict(clause);
                Some(Argued { argument: ClauseArgument { forced: Vec::new(), end }, needs })
            }
            None => self.cases()?,
        };
        let forced = self.forced.split_off(start);
        forced.iter().for_each(|it| self.is_true[it.literal.index()] = false);
        Ok(argued.map(|argued| self.with_what_it_needs(argued, forced)))
    }

    /// The forced literals that an argument needs, before it.
    fn with_what_it_needs(&self, argued: Argued, forced: Vec<ForcedLiteral>) -> Argued {
        let Argued { argument: ClauseArgument { forced: later, end }, mut needs } = argued;
        let mut kept = Vec::new();
        for it in forced.into_iter().rev() {
            if std::mem::take(&mut needs[it.literal.atom().0 as usize]) {
                self.need(it.clause, &mut needs);
                needs[it.literal.atom().0 as usize] = false;
                kept.push(it);
            }
        }
        kept.reverse();
        kept.extend(later);
        Argued { argument: ClauseArgument { forced: kept, end }, needs }
    }

    fn need(&self, clause: usize, needs: &mut [bool]) {
        self.cnf.clause(clause).iter().for_each(|it| needs[it.atom().0 as usize] = true);
    }

    /// The case of an open literal and that of its negation, or one of them where it does without.
    fn cases(&mut self) -> Result<Option<Argued>, Stop> {
        let Some(first) = self.choose()? else { return Ok(None) };
        let atom = first.atom().0 as usize;
        let mut cases = Vec::new();
        for literal in [first, !first] {
            self.is_true[literal.index()] = true;
            let argued = self.argue();
            self.is_true[literal.index()] = false;
            let Some(argued) = argued? else { return Ok(None) };
            if !argued.needs[atom] {
                return Ok(Some(argued));
            }
            cases.push(argued);
        }
        let (Some(other), Some(one)) = (cases.pop(), cases.pop()) else { return Ok(None) };
        let mut needs = one.needs;
        needs.iter_mut().zip(other.needs).for_each(|(it, other)| *it |= other);
        needs[atom] = false;
        let end = ArgumentEnd::Cases(first, Box::new([one.argument, other.argument]));
        Ok(Some(Argued { argument: ClauseArgument { forced: Vec::new(), end }, needs }))
    }

    /// The literal whose cases leave least open: what ends at once before all, then what forces most on both sides.
    fn choose(&mut self) -> Result<Option<Literal>, Stop> {
        let mut best = None;
        for atom in 0..self.cnf.atoms() {
            let literal = Literal::new(Atom(atom), true);
            if self.is_true[literal.index()] || self.is_true[(!literal).index()] {
                continue;
            }
            let sides = [self.look_ahead(literal)?, self.look_ahead(!literal)?];
            let ends = sides.iter().filter(|it| it.0).count();
            let product = sides.iter().map(|it| it.1 + 1).product::<usize>();
            // Of two ends the shorter ones are the better argument.
            let rank = if ends == 2 { (ends, usize::MAX - product) } else { (ends, product) };
            if best.is_none_or(|(least, _)| rank > least) {
                // The case that ends is told first.
                best = Some((rank, if sides[0].0 || !sides[1].0 { literal } else { !literal }));
            }
        }
        Ok(best.map(|(_, literal)| literal))
    }

    /// Whether propagation from a literal ends in a conflict, and how much it forces.
    fn look_ahead(&mut self, literal: Literal) -> Result<(bool, usize), Stop> {
        let start = self.forced.len();
        self.is_true[literal.index()] = true;
        let conflict = self.propagate();
        self.is_true[literal.index()] = false;
        let forced = self.forced.split_off(start);
        forced.iter().for_each(|it| self.is_true[it.literal.index()] = false);
        Ok((conflict?.is_some(), forced.len()))
    }

    /// Makes true what clauses force, the first clause first; a clause of which all literals are false.
    fn propagate(&mut self) -> Result<Option<usize>, Stop> {
        loop {
            let before = self.forced.len();
            self.budget.spend(self.cnf.len() as u64 / 32 + 1)?;
            for clause in 0..self.cnf.len() {
                let literals = self.cnf.clause(clause);
                if literals.iter().any(|it| self.is_true[it.index()]) {
                    continue;
                }
                let mut open = literals.iter().filter(|it| !self.is_true[(!**it).index()]);
                match (open.next(), open.next()) {
                    (None, _) => return Ok(Some(clause)),
                    (Some(&literal), None) => {
                        self.is_true[literal.index()] = true;
                        self.forced.push(ForcedLiteral { literal, clause });
                    }
                    _ => {}
                }
            }
            if self.forced.len() == before {
                return Ok(None);
            }
        }
    }
}
