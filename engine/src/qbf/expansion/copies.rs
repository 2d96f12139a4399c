//! A player's clauses, once for each way in which the opponent chooses. An atom has a copy for each way to choose what
//! comes before it: the ways are paths of a tree whose nodes have the atoms that come behind them.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::levels::ExpansionLevels;
use crate::budget::{Budget, Stop};
use crate::evidence::clauses::{ClauseProof, Tracer};
use crate::evidence::expansion::ExpansionProof;
use crate::logic::cnf::{Atom, Literal};
use crate::logic::qbf::Prenex;
use crate::sat::cdcl::{Options, Solver, SolverOutcome};

/// What a tick of the solver and a copied literal take, by time, in literals that learning looks at.
const TICK: u64 = 32;
const COPIED: u64 = 3;

/// Clauses that are expanded more and more.
pub(super) struct ExpandedClauses {
    nodes: Vec<ExpandedNode>,
    /// The next node by the opponent's values in a block.
    next: FxHashMap<(usize, Box<[bool]>), usize>,
    /// Of each way the opponent's atoms that are true, and the first copies on its path.
    choices: Vec<Vec<Atom>>,
    paths: Vec<Vec<u32>>,
    copies: u32,
    /// The clauses of so many ways, and so many of the next one, are known to the solver.
    loaded: (usize, usize),
    solver: Solver<'static>,
    refutation: Rc<RefCell<ClauseProof>>,
    /// Whether there is a model with all copies.
    has_model: bool,
    /// What the owner chooses first, in the last model.
    kept: Vec<Literal>,
    looked_at: u64,
}

/// A way as far as a block of the opponent's.
struct ExpandedNode {
    /// The first copy of the atoms behind it.
    first: u32,
    /// The way that ends here.
    way: Option<usize>,
}

impl ExpandedClauses {
    /// Clauses with no copy yet.
    pub(super) fn new(levels: &ExpansionLevels) -> Self {
        let refutation = Rc::<RefCell<ClauseProof>>::default();
        let tracer = Box::new(RefutationRecorder(Rc::clone(&refutation)));
        // A clause of the solver's own atoms would not follow by unit propagation when all copies are there.
        let options = Options { addition: false, ..Options::default() };
        Self {
            nodes: vec![ExpandedNode { first: 0, way: None }],
            next: FxHashMap::default(),
            choices: Vec::new(),
            paths: Vec::new(),
            copies: levels.own[0].len() as u32,
            loaded: (0, 0),
            solver: Solver::with_tracer(options, tracer),
            refutation,
            has_model: false,
            kept: Vec::new(),
            looked_at: 0,
        }
    }

    /// What has been looked at so far.
    pub(super) fn work(&self) -> u64 {
        self.looked_at + TICK * self.solver.ticks()
    }

    /// The number of the way in which the opponent chooses these values; the clauses get copies if it is a new one.
    pub(super) fn expand(&mut self, levels: &ExpansionLevels, values: &[bool]) -> usize {
        let mut node = 0;
        let mut path = vec![0];
        for (block, own) in levels.opponents.iter().zip(&levels.own[1..]) {
            let chosen = block.iter().map(|it| values[it.0 as usize]).collect();
            let new = self.nodes.len();
            node = *self.next.entry((node, chosen)).or_insert(new);
            if node == new {
                self.nodes.push(ExpandedNode { first: self.copies, way: None });
                self.copies += own.len() as u32;
            }
            path.push(self.nodes[node].first);
        }
        let new = self.choices.len();
        let way = *self.nodes[node].way.get_or_insert(new);
        if way == new {
            let is_true = |it: &Atom| values[it.0 as usize];
            let mut chosen: Vec<_> =
                levels.opponents.iter().flatten().copied().filter(is_true).collect();
            chosen.sort_unstable();
            self.choices.push(chosen);
            self.paths.push(path);
            self.has_model = false;
        }
        way
    }

    /// How many ways there are.
    pub(super) fn ways(&self) -> usize {
        self.paths.len()
    }

    /// Whether the clauses have a model with all copies. What the owner chooses first stays as long as there is one with it,
    /// since that is what the opponent's ways have been found against.
    pub(super) fn have_model(
        &mut self,
        game: &Prenex,
        levels: &ExpansionLevels,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        self.load(game, levels, budget)?;
        while !self.has_model {
            self.looked_at += u64::from(self.copies);
            if self.solver.solve(&self.kept, budget)? == SolverOutcome::Unsatisfiable {
                if self.solver.core().is_empty() {
                    return Ok(false);
                }
                self.kept.clear();
                continue;
            }
            let first = (0..levels.first() as u32).map(Atom);
            self.kept = first.map(|it| Literal::new(it, self.solver.value(it))).collect();
            self.has_model = true;
        }
        Ok(true)
    }

    /// What the owner chooses in the model against a way.
    pub(super) fn answer(&self, levels: &ExpansionLevels, way: usize, values: &mut [bool]) {
        for (first, own) in self.paths[way].iter().zip(&levels.own) {
            for (copy, atom) in (*first..).map(Atom).zip(own) {
                values[atom.0 as usize] = self.solver.value(copy);
            }
        }
    }

    /// Why there is no model. With it the search is over.
    pub(super) fn proof(&mut self) -> ExpansionProof {
        let choices = std::mem::take(&mut self.choices);
        ExpansionProof { choices, refutation: self.refutation.take() }
    }

    /// Tells the solver the clauses that are new.
    fn load(
        &mut self,
        game: &Prenex,
        levels: &ExpansionLevels,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut copy = Vec::new();
        let mut is_true = vec![false; game.atoms()];
        while let Some(path) = self.paths.get(self.loaded.0) {
            let chosen = &self.choices[self.loaded.0];
            chosen.iter().for_each(|it| is_true[it.0 as usize] = true);
            for number in levels.inputs.clone().skip(self.loaded.1) {
                budget.check()?;
                let Some((_, clause)) = game.input(number) else { break };
                self.loaded.1 += 1;
                self.looked_at += COPIED * clause.len() as u64;
                copy.clear();
                let mut holds = false;
                for literal in clause {
                    let atom = literal.atom().0 as usize;
                    if game.owner(*literal) == levels.owner {
                        let (level, place) = levels.places[atom];
                        let copied = Atom(path[level as usize] + place);
                        copy.push(Literal::new(copied, literal.is_positive()));
                    } else {
                        holds |= is_true[atom] == literal.is_positive();
                    }
                }
                if !holds {
                    self.solver.add_clause(&copy);
                }
            }
            chosen.iter().for_each(|it| is_true[it.0 as usize] = false);
            self.loaded = (self.loaded.0 + 1, 0);
        }
        Ok(())
    }
}

/// Keeps what a solver derives.
struct RefutationRecorder(Rc<RefCell<ClauseProof>>);

impl Tracer for RefutationRecorder {
    fn input(&mut self, _: u64, _: &[Literal]) {}

    fn derive(&mut self, _: u64, clause: &[Literal], _: &[u64]) {
        self.0.borrow_mut().add(clause.iter().copied());
    }

    // The solver has no atoms of its own.
    fn define(&mut self, _: u64, _: &[Literal], _: &[i64]) {}

    fn delete(&mut self, _: u64, clause: &[Literal]) {
        self.0.borrow_mut().delete(clause.iter().copied());
    }
}
