//! Predicates that mention themselves, in clauses that need no others while they are solved: what
//! holds after one step, after two, and so on (the operator of a definition taken again and again:
//! van Emden and Kowalski, "The semantics of predicate logic as a programming language", 1976). Of
//! predicates that need each other there are as many steps at most as there are of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::GroundSheet;
use super::clauses::FALSE;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Literals that these steps may take in clauses.
const MOST: usize = 1 << 26;

impl GroundSheet<'_> {
    /// Says of all predicates that mention themselves that they hold of what follows in finitely
    /// many steps.
    ///
    /// # Errors
    /// A limit, or that it would take too many clauses.
    pub fn add_stages(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let places: Vec<_> = self.loops.order.iter().map(|it| it.2).collect();
        let parts = self.dependent_parts(&places, budget)?;
        for component in super::loops::components(&places, &parts, budget)? {
            let members: FxHashSet<_> = component.iter().copied().collect();
            let needs_itself = component.len() > 1 || parts[&component[0]].contains(&component[0]);
            if needs_itself {
                self.add_stages_of(&component, &members, budget)?;
            }
        }
        Ok(())
    }

    /// In how many steps all predicates that mention themselves hold of what they ever hold of.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn steps(&self, budget: &mut Budget) -> Result<usize, Stop> {
        let places: Vec<_> = self.loops.order.iter().map(|it| it.2).collect();
        let parts = self.dependent_parts(&places, budget)?;
        let mut steps: FxHashMap<Literal, usize> = FxHashMap::default();
        for component in super::loops::components(&places, &parts, budget)? {
            let own = component.iter().filter(|it| self.is_loop(**it)).count();
            let others = component.iter().flat_map(|it| &parts[it]);
            let before = others.filter_map(|it| steps.get(it)).max().copied().unwrap_or(0);
            steps.extend(component.iter().map(|it| (*it, before + own)));
        }
        Ok(steps.into_values().max().unwrap_or(0))
    }

    /// Of each literal that depends on such predicates those that it is made of.
    fn dependent_parts(
        &self,
        places: &[Literal],
        budget: &mut Budget,
    ) -> Result<FxHashMap<Literal, Vec<Literal>>, Stop> {
        let mut parts: FxHashMap<Literal, Vec<Literal>> = FxHashMap::default();
        let mut open = places.to_vec();
        while let Some(literal) = open.pop() {
            budget.check()?;
            if parts.contains_key(&literal) {
                continue;
            }
            let mut of = self.parts(literal).0;
            of.retain(|it| self.encoder.clauses.is_dependent(*it));
            open.extend(&of);
            parts.insert(literal, of);
        }
        Ok(parts)
    }

    /// The steps of literals that need each other; what they are made of stands before them.
    fn add_stages_of(
        &mut self,
        component: &[Literal],
        members: &FxHashSet<Literal>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let (places, gates): (Vec<_>, Vec<_>) = component.iter().partition(|it| self.is_loop(**it));
        let gates = self.ordered(&gates, members, budget)?;
        let mut now: FxHashMap<Literal, Literal> = places.iter().map(|it| (*it, FALSE)).collect();
        for _ in 0..places.len() {
            for gate in &gates {
                budget.check()?;
                let (parts, needs_all) = self.parts(*gate);
                let parts = parts.iter().map(|it| now.get(it).copied().unwrap_or(*it));
                let parts: Vec<_> = parts.collect();
                let made = match needs_all {
                    true => self.encoder.clauses.and(parts),
                    false => self.encoder.clauses.or(parts),
                };
                now.insert(*gate, made);
            }
            let after: Vec<_> = places
                .iter()
                .map(|it| {
                    let body = self.loops.bodies[&it.atom()].0;
                    now.get(&body).copied().unwrap_or(body)
                })
                .collect();
            if self.encoder.clauses.cnf.literals() > MOST {
                return Err(Stop::Size("what mentions itself takes too many clauses"));
            }
            let is_same = places.iter().zip(&after).all(|(place, after)| now[place] == *after);
            now.extend(places.iter().copied().zip(after));
            if is_same {
                break;
            }
        }
        for place in &places {
            self.encoder.clauses.define(&[!*place, now[place]]);
        }
        Ok(())
    }

    /// Gates of a component, what they are made of first.
    fn ordered(
        &self,
        gates: &[Literal],
        members: &FxHashSet<Literal>,
        budget: &mut Budget,
    ) -> Result<Vec<Literal>, Stop> {
        let mut ordered = Vec::with_capacity(gates.len());
        let mut seen: FxHashSet<Literal> = FxHashSet::default();
        for gate in gates {
            let mut open = vec![(*gate, false)];
            while let Some((at, is_over)) = open.pop() {
                budget.check()?;
                if is_over {
                    ordered.push(at);
                } else if seen.insert(at) {
                    open.push((at, true));
                    let parts = self.parts(at).0.into_iter();
                    let inner = parts.filter(|it| members.contains(it) && !self.is_loop(*it));
                    open.extend(inner.map(|it| (it, false)));
                }
            }
        }
        Ok(ordered)
    }
}
