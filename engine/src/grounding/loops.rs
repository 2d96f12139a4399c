//! Predicates that mention themselves and depend on what is to be found. Clauses say that they hold
//! if and only if their definitions are true (Clark, "Negation as failure", 1978); that they follow in
//! finitely many steps is said of a set of them when a search lacks it there: one of them needs
//! something from outside (loop formulas: Lin and Zhao, "ASSAT", Artificial Intelligence 157, 2004;
//! `founded` finds them).

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::FALSE;
use super::{GroundNode, GroundSheet, Grounded};
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{Loop, SheetClauseSource};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::sheet::{SentenceId, SymbolId, SymbolOrigin};

/// A predicate of some arguments.
type Place = (SymbolId, usize);

/// Predicates that mention themselves, as atoms.
#[derive(Default)]
pub(super) struct LoopAtoms {
    atoms: FxHashMap<Place, Literal>,
    /// Of each predicate the known sentences that have to be true where it holds.
    known: FxHashMap<SymbolId, Rc<[SentenceId]>>,
    open: VecDeque<(Place, Literal)>,
    /// By atom what stands for its definition, and where it stands in the order.
    pub(super) bodies: FxHashMap<Atom, (Literal, u32)>,
    pub(super) order: Vec<(SymbolId, usize, Literal)>,
    pub(super) found: Vec<Loop>,
    /// How many atoms were looked at that might hold nowhere.
    examined: usize,
}

impl LoopAtoms {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }
}

/// True literals, and what makes them true.
struct Support {
    /// Literals that follow in finitely many steps.
    founded: FxHashSet<Literal>,
    /// Of each other literal that is true the true ones that it is made of.
    parts: FxHashMap<Literal, Vec<Literal>>,
}

impl GroundSheet<'_> {
    /// The atom of a predicate that mentions itself; nothing but false where what is known in its
    /// definition says so.
    pub(super) fn supported(
        &mut self,
        place: Place,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Literal> {
        if let Some(known) = self.loops.atoms.get(&place) {
            return Ok(*known);
        }
        // Somebody may be in the middle of the same definition.
        let values = self.values.clone();
        let is_barred = self.is_barred(place, depth, budget)?;
        self.values = values;
        if is_barred {
            self.loops.atoms.insert(place, FALSE);
            return Ok(FALSE);
        }
        let literal = self.encoder.clauses.atom();
        self.encoder.clauses.dependent.insert(literal.atom(), Box::default());
        self.loops.atoms.insert(place, literal);
        self.loops.open.push_back((place, literal));
        Ok(literal)
    }

    /// Whether a known part of a definition is false, all of which have to be true.
    fn is_barred(&mut self, place: Place, depth: u32, budget: &mut Budget) -> Grounded<bool> {
        let sheet = self.sheet;
        let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(place.0).origin else {
            return Ok(false);
        };
        for (it, value) in parameters.iter().zip(sheet.arguments(place.0, place.1)) {
            self.values[it.0 as usize] = value;
        }
        let known = match self.loops.known.get(&place.0) {
            Some(known) => Rc::clone(known),
            None => {
                let parts = sheet.conjuncts(*body).into_iter();
                let known = parts.filter(|it| self.is_known(GroundNode::Sentence(*it))).collect();
                self.loops.known.insert(place.0, Rc::clone(&known));
                known
            }
        };
        for part in known.iter() {
            if self.sentence(*part, depth, budget)? == FALSE {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Says of all atoms that are new what their definitions say.
    pub(super) fn define_loops(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let sheet = self.sheet;
        while let Some((place, literal)) = self.loops.open.pop_front() {
            let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(place.0).origin else {
                continue;
            };
            for (it, value) in parameters.iter().zip(sheet.arguments(place.0, place.1)) {
                self.values[it.0 as usize] = value;
            }
            let body = self.whole(budget, |it, budget| it.sentence(*body, 0, budget))?;
            let number = self.loops.order.len() as u32;
            self.encoder.clauses.add(&[!literal, body], SheetClauseSource::Definition(number));
            self.encoder.clauses.add(&[literal, !body], SheetClauseSource::Definition(number));
            self.encoder.clauses.fit()?;
            self.loops.bodies.insert(literal.atom(), (body, number));
            self.loops.order.push((place.0, place.1, literal));
        }
        Ok(())
    }

    /// Says of atoms that they are false which nothing can make true, whatever is found (what no rule
    /// derives is left out when logic programs are instantiated: Gebser, Kaminski, König and Schaub,
    /// "Advances in gringo series 3", LPNMR 2011).
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn bar_impossible(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.loops.examined == self.loops.order.len() {
            return Ok(());
        }
        self.loops.examined = self.loops.order.len();
        let support = self.support(&|it| it != FALSE, budget)?;
        let mut groups = std::collections::BTreeMap::<_, Vec<u32>>::new();
        for (number, (symbol, _, literal)) in (0..).zip(&self.loops.order) {
            if support.parts.contains_key(literal) {
                groups.entry(self.definitions.group(*symbol)).or_default().push(number);
            }
        }
        for members in groups.into_values() {
            let source = SheetClauseSource::Loop(self.loops.found.len() as u32);
            for member in &members {
                self.encoder.clauses.add(&[!self.loops.order[*member as usize].2], source);
            }
            self.loops.found.push(Loop { members, outside: Vec::new() });
        }
        Ok(())
    }

    /// Whether a literal says that a predicate that mentions itself holds.
    pub(super) fn is_loop(&self, literal: Literal) -> bool {
        literal.is_positive() && self.loops.bodies.contains_key(&literal.atom())
    }

    /// What a literal that is true is made of: all of it has to be true, or one part of it.
    pub(super) fn parts(&self, literal: Literal) -> (Vec<Literal>, bool) {
        if self.is_loop(literal) {
            return (vec![self.loops.bodies[&literal.atom()].0], true);
        }
        let inputs = self.encoder.clauses.dependent.get(&literal.atom());
        let inputs = inputs.map_or(&[][..], |it| &it[..]);
        if literal.is_positive() {
            (inputs.to_vec(), true)
        } else {
            (inputs.iter().map(|it| !*it).collect(), false)
        }
    }

    /// Which of the true literals follow in finitely many steps.
    fn support(
        &self,
        is_true: &impl Fn(Literal) -> bool,
        budget: &mut Budget,
    ) -> Result<Support, Stop> {
        let mut support = Support { founded: FxHashSet::default(), parts: FxHashMap::default() };
        let mut readers: FxHashMap<Literal, Vec<Literal>> = FxHashMap::default();
        // How many parts of a literal have yet to follow.
        let mut missing: FxHashMap<Literal, usize> = FxHashMap::default();
        let atoms = self.loops.order.iter().map(|it| it.2);
        let mut open: Vec<_> = atoms.filter(|it| is_true(*it)).collect();
        let mut ready = Vec::new();
        while let Some(literal) = open.pop() {
            if support.parts.contains_key(&literal) {
                continue;
            }
            budget.check()?;
            let (parts, needs_all) = self.parts(literal);
            let parts: Vec<_> = parts.into_iter().filter(|it| is_true(*it)).collect();
            budget.work(parts.len())?;
            let dependent: Vec<_> =
                parts.iter().copied().filter(|it| self.encoder.clauses.is_dependent(*it)).collect();
            let is_ready = dependent.is_empty() || !needs_all && dependent.len() < parts.len();
            missing.insert(literal, if needs_all { dependent.len() } else { 1 });
            for part in &dependent {
                readers.entry(*part).or_default().push(literal);
            }
            if is_ready {
                ready.push(literal);
            }
            open.extend(&dependent);
            support.parts.insert(literal, dependent);
        }
        while let Some(literal) = ready.pop() {
            if !support.founded.insert(literal) {
                continue;
            }
            for reader in readers.remove(&literal).unwrap_or_default() {
                budget.check()?;
                if let Some(left) = missing.get_mut(&reader) {
                    *left = left.saturating_sub(1);
                    if *left == 0 {
                        ready.push(reader);
                    }
                }
            }
        }
        support.parts.retain(|literal, _| !support.founded.contains(literal));
        support.parts.values_mut().for_each(|it| it.retain(|it| !support.founded.contains(it)));
        Ok(support)
    }
}

/// The strongly connected components of literals and what they are made of, those that others need
/// first (Tarjan, "Depth-first search and linear graph algorithms", 1972).
pub(super) fn components(
    roots: &[Literal],
    parts: &FxHashMap<Literal, Vec<Literal>>,
    budget: &mut Budget,
) -> Result<Vec<Vec<Literal>>, Stop> {
    struct Mark {
        order: usize,
        lowest: usize,
        is_over: bool,
    }
    let mut marks: FxHashMap<Literal, Mark> = FxHashMap::default();
    let (mut path, mut found) = (Vec::new(), Vec::<Vec<Literal>>::new());
    for root in roots {
        let mut calls = vec![(*root, 0)];
        while let Some((at, done)) = calls.pop() {
            budget.check()?;
            if done == 0 {
                if marks.contains_key(&at) {
                    continue;
                }
                let order = marks.len();
                marks.insert(at, Mark { order, lowest: order, is_over: false });
                path.push(at);
            }
            let parts = &parts[&at];
            if done > 0 {
                let before = &marks[&parts[done - 1]];
                let lowest = if before.is_over { usize::MAX } else { before.lowest };
                if let Some(mark) = marks.get_mut(&at) {
                    mark.lowest = mark.lowest.min(lowest);
                }
            }
            if let Some(next) = parts.get(done) {
                calls.push((at, done + 1));
                calls.push((*next, 0));
            } else if marks[&at].lowest == marks[&at].order {
                let mut members = Vec::new();
                while let Some(member) = path.pop() {
                    members.push(member);
                    if let Some(mark) = marks.get_mut(&member) {
                        mark.is_over = true;
                    }
                    if member == at {
                        break;
                    }
                }
                found.push(members);
            }
        }
    }
    Ok(found)
}
