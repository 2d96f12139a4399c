//! Which predicates that mention themselves still have something to rest on, while a search goes on.
//! Each literal of a loop points at what supports it; where that becomes false it looks for another
//! one, and what finds none is said to need something from outside (source pointers and loop nogoods:
//! Gebser, Kaufmann and Schaub, "Conflict-driven answer set solving", Artificial Intelligence 187, 2012).

use rustc_hash::{FxHashMap, FxHashSet};

use super::GroundSheet;
use super::clauses::FALSE;
use super::loops::components;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{Loop, SheetClauseSource};
use crate::logic::cnf::{Atom, Literal};

/// A literal that depends on itself.
struct Node {
    literal: Literal,
    /// What it is made of: where all of that is needed only what depends on it in turn.
    parts: Vec<(Literal, Option<u32>)>,
    needs: Needs,
    /// What is made of it.
    readers: Vec<u32>,
    /// The index of a predicate in the order of all.
    member: Option<u32>,
    /// Whether it will be looked at.
    is_due: bool,
}

enum Needs {
    /// All parts, of which so many have nothing to rest on.
    All(usize),
    /// One part.
    One,
}

/// Of a literal that does not depend on itself.
const NO_NODE: u32 = u32::MAX;

/// What rests on what.
#[derive(Default)]
pub struct Founded {
    nodes: Vec<Node>,
    /// By literal the node that it is, or [`NO_NODE`].
    node_of: Vec<u32>,
    /// By literal what needs it or another one.
    users: Vec<Vec<u32>>,
    /// By node the part that it rests on, of those that need one.
    sources: Vec<Option<Literal>>,
    /// What has nothing to rest on and may be true.
    due: Vec<u32>,
    /// How many predicates there were when this was made.
    examined: usize,
    found: Vec<(Loop, Vec<Vec<Literal>>)>,
}

impl GroundSheet<'_> {
    /// What rests on what, when there are more predicates than before.
    pub fn founded(&self, before: Founded) -> Founded {
        let order = &self.loops.order;
        if before.examined == order.len() {
            return before;
        }
        let mut open: Vec<_> = order.iter().map(|it| it.2).collect();
        let mut parts: FxHashMap<Literal, Vec<Literal>> = FxHashMap::default();
        while let Some(literal) = open.pop() {
            if parts.contains_key(&literal) {
                continue;
            }
            let mut dependent = self.parts(literal).0;
            dependent.retain(|it| *it != FALSE && self.encoder.clauses.is_dependent(*it));
            open.extend(&dependent);
            parts.insert(literal, dependent);
        }
        let mut founded = Founded { examined: order.len(), ..Founded::default() };
        let roots: Vec<_> = order.iter().map(|it| it.2).collect();
        // There are as many steps as literals, which were made within the limits.
        let Ok(components) = components(&roots, &parts, &mut Budget::unlimited()) else {
            return founded;
        };
        for component in components {
            if component.len() > 1 {
                self.add_component(&component, &mut founded);
            }
        }
        founded
    }

    /// Adds literals that depend on each other.
    fn add_component(&self, component: &[Literal], founded: &mut Founded) {
        let first = founded.nodes.len() as u32;
        founded.sources.resize(founded.nodes.len() + component.len(), None);
        for (literal, node) in component.iter().zip(first..) {
            let size = founded.node_of.len().max(literal.index() + 1);
            founded.node_of.resize(size, NO_NODE);
            founded.node_of[literal.index()] = node;
        }
        let inside: FxHashMap<Literal, u32> = component.iter().copied().zip(first..).collect();
        let mut readers = vec![Vec::new(); component.len()];
        for (node, &literal) in (first..).zip(component) {
            let (parts, needs_all) = self.parts(literal);
            let mut parts: Vec<_> =
                parts.into_iter().map(|it| (it, inside.get(&it).copied())).collect();
            if needs_all {
                parts.retain(|it| it.1.is_some());
            }
            for (part, at) in &parts {
                if let Some(at) = at {
                    readers[(at - first) as usize].push(node);
                }
                if !needs_all {
                    let size = founded.users.len().max(part.index() + 1);
                    founded.users.resize_with(size, Vec::new);
                    founded.users[part.index()].push(node);
                }
            }
            let needs = if needs_all { Needs::All(parts.len()) } else { Needs::One };
            let member = self.loops.bodies.get(&literal.atom()).filter(|_| self.is_loop(literal));
            let member = member.map(|it| it.1);
            let readers = Vec::new();
            founded.nodes.push(Node { literal, parts, needs, readers, member, is_due: false });
        }
        for (node, readers) in founded.nodes[first as usize..].iter_mut().zip(readers) {
            node.readers = readers;
        }
    }

    /// Takes over the clauses that were found; in the order in which they were.
    ///
    /// # Errors
    /// That there are too many.
    pub fn add_loops(&mut self, founded: &mut Founded) -> Result<(), Stop> {
        for (found, clauses) in founded.found.drain(..) {
            let number = self.loops.found.len() as u32;
            for clause in clauses {
                self.encoder.clauses.add(&clause, SheetClauseSource::Loop(number));
            }
            self.loops.found.push(found);
        }
        self.encoder.clauses.fit()
    }
}

impl Founded {
    /// The atoms that clauses may name.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let parts = self.nodes.iter().flat_map(|it| it.parts.iter().map(|it| it.0));
        self.nodes.iter().map(|it| it.literal).chain(parts).map(Literal::atom)
    }

    /// Lets everything be open.
    pub fn begin(&mut self) {
        for node in 0..self.nodes.len() as u32 {
            self.look_at(node);
        }
    }

    /// A literal became false.
    pub fn falsify(&mut self, literal: Literal) {
        for at in 0..self.users.get(literal.index()).map_or(0, Vec::len) {
            let user = self.users[literal.index()][at];
            if self.sources[user as usize] == Some(literal) {
                self.lose(user);
            }
        }
    }

    /// A literal is open again.
    pub fn take_back(&mut self, literal: Literal) {
        for literal in [literal, !literal] {
            if let Some(node) = self.node(literal) {
                self.look_at(node);
            }
        }
    }

    fn node(&self, literal: Literal) -> Option<u32> {
        self.node_of.get(literal.index()).copied().filter(|it| *it != NO_NODE)
    }

    fn is_lost(&self, node: u32) -> bool {
        match self.nodes[node as usize].needs {
            Needs::All(missing) => missing > 0,
            Needs::One => self.sources[node as usize].is_none(),
        }
    }

    /// Has something looked at if it has nothing to rest on and needs one part.
    fn look_at(&mut self, at: u32) {
        if self.sources[at as usize].is_some() {
            return;
        }
        let node = &mut self.nodes[at as usize];
        if matches!(node.needs, Needs::One) && !node.is_due {
            node.is_due = true;
            self.due.push(at);
        }
    }

    /// Something that needs one part has lost the one that it had, and so has what rests on it.
    fn lose(&mut self, first: u32) {
        self.sources[first as usize] = None;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            self.look_at(at);
            let literal = self.nodes[at as usize].literal;
            for reader in 0..self.nodes[at as usize].readers.len() {
                let reader = self.nodes[at as usize].readers[reader];
                match &mut self.nodes[reader as usize].needs {
                    Needs::All(missing) => {
                        *missing += 1;
                        if *missing == 1 {
                            open.push(reader);
                        }
                    }
                    Needs::One if self.sources[reader as usize] == Some(literal) => {
                        self.sources[reader as usize] = None;
                        open.push(reader);
                    }
                    Needs::One => {}
                }
            }
        }
    }

    /// Something rests on a part, and what may rest on it does.
    fn find(&mut self, first: u32, part: Literal, sign: &impl Fn(Literal) -> i8) {
        self.sources[first as usize] = Some(part);
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let literal = self.nodes[at as usize].literal;
            for reader in 0..self.nodes[at as usize].readers.len() {
                let reader = self.nodes[at as usize].readers[reader];
                match &mut self.nodes[reader as usize].needs {
                    Needs::All(missing) => {
                        *missing -= 1;
                        if *missing == 0 {
                            open.push(reader);
                        }
                    }
                    Needs::One if self.sources[reader as usize].is_none() && sign(literal) >= 0 => {
                        self.sources[reader as usize] = Some(literal);
                        open.push(reader);
                    }
                    Needs::One => {}
                }
            }
        }
    }

    /// Clauses that the signs deny, or that leave one literal open: what has nothing to rest on needs
    /// something from outside. None when there is no such thing.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn clauses(
        &mut self,
        sign: impl Fn(Literal) -> i8,
        budget: &mut Budget,
    ) -> Result<&[Vec<Literal>], Stop> {
        for at in std::mem::take(&mut self.due) {
            self.nodes[at as usize].is_due = false;
            let node = &self.nodes[at as usize];
            if !self.is_lost(at) || sign(node.literal) < 0 {
                continue;
            }
            let supports = |it: &&(Literal, Option<u32>)| {
                sign(it.0) >= 0 && it.1.is_none_or(|it| !self.is_lost(it))
            };
            match node.parts.iter().find(supports) {
                Some(part) => self.find(at, part.0, &sign),
                None => self.look_at(at),
            }
        }
        while let Some(&at) = self.due.last() {
            budget.check()?;
            if self.is_lost(at) && sign(self.nodes[at as usize].literal) >= 0 {
                let found = self.unfounded(at, &sign, budget)?;
                self.found.push(found);
                return Ok(self.found.last().map_or(&[], |it| &it.1));
            }
            self.nodes[at as usize].is_due = false;
            self.due.pop();
        }
        Ok(&[])
    }

    /// Literals that only support each other, from what one of them is made of, and the clauses that
    /// say so of those predicates among them that are true; or of all that are open when none is.
    fn unfounded(
        &self,
        first: u32,
        sign: &impl Fn(Literal) -> i8,
        budget: &mut Budget,
    ) -> Result<(Loop, Vec<Vec<Literal>>), Stop> {
        let mut inside: FxHashMap<Literal, Vec<Literal>> = FxHashMap::default();
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            budget.check()?;
            let node = &self.nodes[at as usize];
            if inside.contains_key(&node.literal) {
                continue;
            }
            let lost = node.parts.iter().filter(|it| it.1.is_some_and(|it| self.is_lost(it)));
            let lost = lost.filter(|it| sign(it.0) >= 0);
            // Where all parts are needed one that has nothing to rest on is enough.
            let most = if matches!(node.needs, Needs::All(_)) { 1 } else { usize::MAX };
            let lost: Vec<_> = lost.take(most).copied().collect();
            open.extend(lost.iter().filter_map(|it| it.1));
            inside.insert(node.literal, lost.iter().map(|it| it.0).collect());
        }
        let mut found = components(&[self.nodes[first as usize].literal], &inside, budget)?;
        let mut component = found.swap_remove(0);
        component.sort_unstable();
        let nodes = component.iter().filter_map(|it| self.node(*it));
        let nodes = nodes.map(|it| &self.nodes[it as usize]);
        let (mut members, mut outside, mut atoms) = (Vec::new(), FxHashSet::default(), Vec::new());
        for node in nodes {
            budget.work(node.parts.len())?;
            if let Needs::One = node.needs {
                let denied = |it: &Literal| *it != FALSE && sign(*it) < 0;
                outside.extend(node.parts.iter().map(|it| it.0).filter(denied));
            }
            if let Some(member) = node.member {
                members.push(member);
                atoms.push(node.literal);
            }
        }
        let mut outside: Vec<_> = outside.into_iter().collect();
        outside.sort_unstable();
        let denied = atoms.iter().position(|it| sign(*it) > 0);
        let atoms = denied.map_or(&atoms[..], |at| &atoms[at..=at]);
        let clause = |it: &Literal| outside.iter().copied().chain([!*it]).collect();
        let clauses = atoms.iter().filter(|it| sign(**it) >= 0).map(clause).collect();
        Ok((Loop { members, outside }, clauses))
    }
}
