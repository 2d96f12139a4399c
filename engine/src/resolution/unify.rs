//! Substitutions: the most general unifier of two terms (J. A. Robinson, *A machine-oriented logic
//! based on the resolution principle*, JACM 12, 1965), matching, and instances. The variables of
//! two clauses are told apart by a side, so neither has to be renamed before.

use smallvec::{SmallVec, smallvec};

use super::term::{Bank, SharedTerm, TermArguments, TermHead};

/// One of two clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableSide {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

impl VariableSide {
    const fn index(self) -> usize {
        self as usize
    }
}

/// A variable stands for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unbound;

/// What the variables of two clauses stand for.
#[derive(Debug, Default)]
pub struct TermBindings {
    bound: [Vec<Option<(SharedTerm, VariableSide)>>; 2],
    trail: Vec<(usize, u32)>,
    /// The instances of variables that were asked for.
    instances: [Vec<Option<SharedTerm>>; 2],
    /// The number of the next variable of instances.
    next: u32,
}

impl TermBindings {
    /// Nothing is bound.
    pub fn clear(&mut self) {
        self.undo(0);
        self.instances.iter_mut().for_each(Vec::clear);
        self.next = 0;
    }

    /// How much is bound, for [`TermBindings::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was bound since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark
            && let Some((side, variable)) = self.trail.pop()
        {
            self.bound[side][variable as usize] = None;
        }
    }

    /// Whether a variable of the left clause stands for something.
    pub fn is_bound(&self, variable: u32) -> bool {
        self.get(variable, VariableSide::Left).is_some()
    }

    /// Whether all that variables stand for are variables, each another one.
    pub fn is_renaming(&self, bank: &Bank) -> bool {
        let bound = |(side, variable): &(usize, u32)| self.bound[*side][*variable as usize];
        let mut terms: SmallVec<[SharedTerm; 8]> = SmallVec::new();
        for (term, _) in self.trail.iter().filter_map(bound) {
            if bank.as_variable(term).is_none() || terms.contains(&term) {
                return false;
            }
            terms.push(term);
        }
        true
    }

    fn get(&self, variable: u32, side: VariableSide) -> Option<(SharedTerm, VariableSide)> {
        self.bound[side.index()].get(variable as usize).copied().flatten()
    }

    fn bind(&mut self, variable: u32, side: VariableSide, term: (SharedTerm, VariableSide)) {
        let bound = &mut self.bound[side.index()];
        if bound.len() <= variable as usize {
            bound.resize(variable as usize + 1, None);
        }
        bound[variable as usize] = Some(term);
        self.trail.push((side.index(), variable));
    }

    /// What a term is when it is a bound variable.
    fn resolve(
        &self,
        bank: &Bank,
        mut term: SharedTerm,
        mut side: VariableSide,
    ) -> (SharedTerm, VariableSide) {
        while let TermHead::Variable(variable) = bank.head(term)
            && let Some(bound) = self.get(variable, side)
        {
            (term, side) = bound;
        }
        (term, side)
    }

    /// Makes two terms equal, as generally as can be. What is bound when that fails has to be undone.
    pub fn unify(
        &mut self,
        bank: &Bank,
        left: (SharedTerm, VariableSide),
        right: (SharedTerm, VariableSide),
    ) -> bool {
        let mut open: SmallVec<[_; 8]> = smallvec![(left, right)];
        while let Some((left, right)) = open.pop() {
            let left = self.resolve(bank, left.0, left.1);
            let right = self.resolve(bank, right.0, right.1);
            if left == right || left.0 == right.0 && bank.is_ground(left.0) {
                continue;
            }
            match (bank.head(left.0), bank.head(right.0)) {
                (TermHead::Variable(variable), _) => {
                    if !self.may_be(bank, (variable, left), right) {
                        return false;
                    }
                    self.bind(variable, left.1, right);
                }
                (_, TermHead::Variable(variable)) => {
                    if !self.may_be(bank, (variable, right), left) {
                        return false;
                    }
                    self.bind(variable, right.1, left);
                }
                (one, other) if one == other => {
                    let arguments = bank.arguments(left.0).iter().zip(bank.arguments(right.0));
                    open.extend(arguments.map(|(one, other)| ((*one, left.1), (*other, right.1))));
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether a variable may stand for a term: it has the same sort and does not contain it.
    fn may_be(
        &self,
        bank: &Bank,
        (variable, this): (u32, (SharedTerm, VariableSide)),
        term: (SharedTerm, VariableSide),
    ) -> bool {
        bank.sort(this.0) == bank.sort(term.0) && !self.occurs(bank, (variable, this.1), term)
    }

    fn occurs(
        &self,
        bank: &Bank,
        variable: (u32, VariableSide),
        term: (SharedTerm, VariableSide),
    ) -> bool {
        if bank.is_ground(term.0) {
            return false;
        }
        let term = self.resolve(bank, term.0, term.1);
        match bank.head(term.0) {
            TermHead::Variable(number) => (number, term.1) == variable,
            TermHead::Symbol(_) => {
                bank.arguments(term.0).iter().any(|it| self.occurs(bank, variable, (*it, term.1)))
            }
        }
    }

    /// Binds variables of the left clause so that `pattern` becomes `term`, whose variables stay as
    /// they are. What is bound when that fails has to be undone.
    pub fn matches(&mut self, bank: &Bank, pattern: SharedTerm, term: SharedTerm) -> bool {
        match bank.head(pattern) {
            TermHead::Variable(variable) => match self.get(variable, VariableSide::Left) {
                Some((bound, _)) => bound == term,
                None => {
                    let fits = bank.sort(pattern) == bank.sort(term);
                    if fits {
                        self.bind(variable, VariableSide::Left, (term, VariableSide::Right));
                    }
                    fits
                }
            },
            head => {
                if bank.is_ground(pattern) {
                    return pattern == term;
                }
                if head != bank.head(term) || bank.weight(pattern) > bank.weight(term) {
                    return false;
                }
                let count = bank.arguments(pattern).len();
                (0..count).all(|at| {
                    self.matches(bank, bank.arguments(pattern)[at], bank.arguments(term)[at])
                })
            }
        }
    }

    /// The instance of a term. Variables that stand for nothing get new numbers, in the order in
    /// which they come.
    pub fn apply(&mut self, bank: &mut Bank, term: SharedTerm, side: VariableSide) -> SharedTerm {
        if bank.is_ground(term) {
            return term;
        }
        match bank.head(term) {
            TermHead::Variable(variable) => {
                let known = self.instances[side.index()].get(variable as usize);
                if let Some(instance) = known.copied().flatten() {
                    return instance;
                }
                let instance = match self.get(variable, side) {
                    Some((term, side)) => self.apply(bank, term, side),
                    None => {
                        self.next += 1;
                        bank.variable(self.next - 1, bank.sort(term))
                    }
                };
                let instances = &mut self.instances[side.index()];
                if instances.len() <= variable as usize {
                    instances.resize(variable as usize + 1, None);
                }
                instances[variable as usize] = Some(instance);
                instance
            }
            TermHead::Symbol(symbol) => {
                let mut arguments = TermArguments::from_slice(bank.arguments(term));
                arguments.iter_mut().for_each(|it| *it = self.apply(bank, *it, side));
                let sort = bank.sort(term);
                bank.apply(symbol, sort, &arguments)
            }
        }
    }

    /// The instance of a term of the left clause after [`TermBindings::matches`], if it is there and
    /// all variables are bound.
    ///
    /// # Errors
    /// That a variable stands for nothing.
    pub fn known_instance(
        &self,
        bank: &Bank,
        term: SharedTerm,
    ) -> Result<Option<SharedTerm>, Unbound> {
        if bank.is_ground(term) {
            return Ok(Some(term));
        }
        match bank.head(term) {
            TermHead::Variable(variable) => {
                self.get(variable, VariableSide::Left).map(|it| Some(it.0)).ok_or(Unbound)
            }
            TermHead::Symbol(symbol) => {
                let mut arguments = TermArguments::new();
                for argument in bank.arguments(term) {
                    match self.known_instance(bank, *argument)? {
                        Some(instance) => arguments.push(instance),
                        None => return Ok(None),
                    }
                }
                Ok(bank.find(symbol, bank.sort(term), &arguments))
            }
        }
    }

    /// The weight, when terms are ordered, of the instance of a term of the left clause after [`TermBindings::matches`].
    pub(super) fn ordered_weight(&self, bank: &Bank, term: SharedTerm) -> u32 {
        let mut weight = bank.ordered_weight(term);
        bank.variables(term, &mut |it| {
            let bound = self.get(it, VariableSide::Left).map_or(1, |it| bank.ordered_weight(it.0));
            weight = weight.saturating_add(bound.saturating_sub(1));
        });
        weight
    }

    /// The instance of a term of the left clause after [`TermBindings::matches`]: what variables stand for
    /// is put in as it is.
    pub fn instance(&self, bank: &mut Bank, term: SharedTerm) -> SharedTerm {
        if bank.is_ground(term) {
            return term;
        }
        match bank.head(term) {
            TermHead::Variable(variable) => {
                self.get(variable, VariableSide::Left).map_or(term, |(bound, _)| bound)
            }
            TermHead::Symbol(symbol) => {
                let mut arguments = TermArguments::from_slice(bank.arguments(term));
                arguments.iter_mut().for_each(|it| *it = self.instance(bank, *it));
                let sort = bank.sort(term);
                bank.apply(symbol, sort, &arguments)
            }
        }
    }
}
