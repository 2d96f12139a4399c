//! A sentence that is true, as clauses with no atom for what it is made of: one for all values of the
//! variables of each of its clauses, but for those that are true anyway. What is true as soon as some of the
//! variables have values is not looked at for all values of the others.
//!
//! What is said of the value of a function is written flat: `p(f(x))` is `f(x) = y -> p(y)` for all `y`.

use super::forms::{ClauseForm, ClausePart, clause_forms};
use super::{FALSE, GroundClauses, LiteralTable, MOST_CELLS, TOO_LARGE, TRUE};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::first_order::{
    TheoryFunction, TheorySentence, TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId,
    TheoryVariable,
};

/// Values of functions that get a variable of their own in a clause.
const MOST_FRESH: usize = 2;

/// A term whose value is known where variables have theirs, each by its place.
#[derive(Clone, Copy)]
enum PlacedTerm {
    Place(usize),
    Element(usize),
}

enum DisjunctSentence {
    Truth(bool),
    Same(PlacedTerm, PlacedTerm),
    /// One of the atoms from the first on, by terms of sorts of some size.
    Atom(u32, Vec<(PlacedTerm, usize)>),
    Table(LiteralTable),
}

/// That something has a value, for one of all values of some places.
struct Disjunct {
    said: DisjunctSentence,
    value: bool,
    each: Vec<TheoryVariable>,
}

/// What a part of a clause is, and how many values the variables have that it brings.
#[derive(Default)]
struct FlatPart {
    fresh: Vec<usize>,
    disjuncts: Vec<Disjunct>,
}

impl Disjunct {
    fn new(said: DisjunctSentence, value: bool) -> Self {
        Self { said, value, each: Vec::new() }
    }

    /// The places that it depends on.
    fn places(&self) -> Vec<usize> {
        let terms = match &self.said {
            DisjunctSentence::Truth(_) => Vec::new(),
            DisjunctSentence::Same(one, other) => vec![*one, *other],
            DisjunctSentence::Atom(_, terms) => terms.iter().map(|it| it.0).collect(),
            DisjunctSentence::Table(table) => {
                table.free.iter().map(|it| PlacedTerm::Place(it.0 as usize)).collect()
            }
        };
        let place = |it| match it {
            PlacedTerm::Place(place) => Some(place),
            PlacedTerm::Element(_) => None,
        };
        terms.into_iter().filter_map(place).collect()
    }

    /// The places that it depends on and that are for all values.
    fn outer_places(&self) -> impl Iterator<Item = usize> {
        let mut places = self.places();
        places.retain(|it| !self.each.iter().any(|each| each.0 as usize == *it));
        places.into_iter()
    }
}

/// What is to be said of the values of some places, one after the other.
struct Clause {
    /// The places, each with the number of its values.
    places: Vec<(usize, usize)>,
    /// What depends on so many of them.
    levels: Vec<Vec<Disjunct>>,
}

impl GroundClauses<'_> {
    /// Adds clauses that say that a sentence is true, wherever a literal is if there is one. Without it a
    /// clause of one literal is a fact.
    ///
    /// # Errors
    /// A limit, or that there are too many instances.
    pub fn assert(
        &mut self,
        sentence: TheorySentenceId,
        guard: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        for form in clause_forms(self.theory, sentence) {
            budget.check()?;
            let clause = self.flat(&form, budget)?;
            self.instances(&clause, guard, budget)?;
        }
        Ok(())
    }

    /// Writes at most one part of a clause flat, which must speak of all variables: so this takes no more
    /// instances than a table of the part.
    fn flat(&mut self, form: &ClauseForm, budget: &mut Budget) -> Result<Clause, Stop> {
        let mut flat: Vec<_> = form.parts.iter().map(|it| self.flat_part(it)).collect();
        let with_fresh = |it: &Option<FlatPart>| it.as_ref().is_some_and(|it| !it.fresh.is_empty());
        let mut deep = (0..flat.len()).filter(|it| with_fresh(&flat[*it]));
        let deep = deep.next().filter(|_| deep.next().is_none());
        for (at, part) in form.parts.iter().enumerate() {
            if Some(at) != deep && flat[at].as_ref().is_none_or(|it| !it.fresh.is_empty()) {
                flat[at] = Some(self.tabled(part, budget)?);
            }
        }
        if let Some(deep) = deep {
            let used = |at: usize| flat[at].iter().flat_map(|it| &it.disjuncts);
            let of_deep: Vec<_> = used(deep).flat_map(Disjunct::outer_places).collect();
            let others = (0..flat.len()).filter(|it| *it != deep).flat_map(used);
            let is_all = others.flat_map(Disjunct::outer_places).all(|it| of_deep.contains(&it));
            if !is_all || !form.parts[deep].each.is_empty() {
                flat[deep] = Some(self.tabled(&form.parts[deep], budget)?);
            }
        }
        let size = |it: &TheoryVariable| self.size(self.theory.variables[it.0 as usize]);
        let bound = form.variables.iter().map(|it| (it.0 as usize, size(it)));
        let fresh: Vec<_> = flat.iter().flatten().flat_map(|it| it.fresh.clone()).collect();
        let places = bound.chain((self.theory.variables.len()..).zip(fresh));
        let disjuncts: Vec<_> = flat.into_iter().flatten().flat_map(|it| it.disjuncts).collect();
        let mut used: Vec<_> = disjuncts.iter().flat_map(Disjunct::outer_places).collect();
        used.sort_unstable();
        let places = places.filter(|it| used.binary_search(&it.0).is_ok());
        Ok(Clause::new(places.collect(), disjuncts))
    }

    /// A part as the table of its sentence.
    fn tabled(&mut self, part: &ClausePart, budget: &mut Budget) -> Result<FlatPart, Stop> {
        let table = self.sentence(part.sentence, budget)?;
        let mut each = part.each.clone();
        each.retain(|it| table.free.contains(it));
        let disjunct = Disjunct { said: DisjunctSentence::Table(table), value: part.value, each };
        Ok(FlatPart { fresh: Vec::new(), disjuncts: vec![disjunct] })
    }

    /// A part that is no more than an atom or an equation, unless it takes too many variables.
    fn flat_part(&self, part: &ClausePart) -> Option<FlatPart> {
        let mut flat = FlatPart::default();
        let theory = self.theory;
        let said = match theory.get(part.sentence) {
            TheorySentence::Truth(truth) => DisjunctSentence::Truth(*truth),
            TheorySentence::Atom(predicate, terms) => {
                let sorts = &theory.signature.predicates[predicate.0 as usize];
                let first = self.predicates[predicate.0 as usize];
                DisjunctSentence::Atom(first, self.flat_terms(sorts, terms, &mut flat)?)
            }
            TheorySentence::Equal(one, other) => match self.placed(*one) {
                None => {
                    let value = self.flat_term(*other, &mut flat)?;
                    self.has_flat_value(*one, value, &mut flat)?
                }
                Some(known) => match self.placed(*other) {
                    None => self.has_flat_value(*other, known, &mut flat)?,
                    Some(other) => DisjunctSentence::Same(known, other),
                },
            },
            _ => return None,
        };
        let mut whole = Disjunct::new(said, part.value);
        let places = whole.places();
        whole.each = part.each.clone();
        whole.each.retain(|it| places.contains(&(it.0 as usize)));
        flat.disjuncts.push(whole);
        Some(flat)
    }

    fn placed(&self, term: TheoryTermId) -> Option<PlacedTerm> {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(variable) => Some(PlacedTerm::Place(variable.0 as usize)),
            TheoryTerm::Apply(function, _) => {
                let element = self.elements.get(function)?;
                Some(PlacedTerm::Element(*element as usize))
            }
        }
    }

    /// A term, or a fresh place that has its value.
    fn flat_term(&self, term: TheoryTermId, flat: &mut FlatPart) -> Option<PlacedTerm> {
        if let Some(known) = self.placed(term) {
            return Some(known);
        }
        if flat.fresh.len() == MOST_FRESH {
            return None;
        }
        let place = PlacedTerm::Place(self.theory.variables.len() + flat.fresh.len());
        flat.fresh.push(self.size(self.theory.sort(term)));
        let said = self.has_flat_value(term, place, flat)?;
        flat.disjuncts.push(Disjunct::new(said, false));
        Some(place)
    }

    fn flat_terms(
        &self,
        sorts: &[TheorySort],
        terms: &[TheoryTermId],
        flat: &mut FlatPart,
    ) -> Option<Vec<(PlacedTerm, usize)>> {
        let of = |(sort, term): (&TheorySort, &TheoryTermId)| {
            Some((self.flat_term(*term, flat)?, self.size(*sort)))
        };
        sorts.iter().zip(terms).map(of).collect()
    }

    /// That a function of some terms has a value.
    fn has_flat_value(
        &self,
        term: TheoryTermId,
        value: PlacedTerm,
        flat: &mut FlatPart,
    ) -> Option<DisjunctSentence> {
        let TheoryTerm::Apply(TheoryFunction(function), arguments) = self.theory.get_term(term)
        else {
            return None;
        };
        let sorts = &self.theory.signature.functions[*function as usize];
        let first = self.functions[*function as usize]?;
        let mut terms = self.flat_terms(&sorts.arguments, arguments, flat)?;
        terms.push((value, self.size(sorts.result)));
        Some(DisjunctSentence::Atom(first, terms))
    }

    /// Adds the clause for all values of its places.
    fn instances(
        &mut self,
        clause: &Clause,
        guard: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut values = vec![0; self.theory.variables.len() + MOST_FRESH];
        let mut literals = Vec::new();
        let mut marks = Vec::new();
        if !self.is_open(&clause.levels[0], &mut values, &mut literals) {
            return Ok(());
        }
        let mut is_fresh = true;
        loop {
            budget.check()?;
            let level = marks.len();
            if is_fresh && level == clause.places.len() {
                self.add_instance(&literals, guard);
                if self.cnf.literals() > MOST_CELLS {
                    return Err(TOO_LARGE);
                }
            } else if is_fresh {
                marks.push(literals.len());
                values[clause.places[level].0] = 0;
                is_fresh = self.is_open(&clause.levels[level + 1], &mut values, &mut literals);
                continue;
            }
            let Some(mark) = marks.last() else { return Ok(()) };
            literals.truncate(*mark);
            let (place, size) = clause.places[marks.len() - 1];
            values[place] += 1;
            if values[place] == size {
                marks.pop();
                is_fresh = false;
            } else {
                is_fresh = self.is_open(&clause.levels[marks.len()], &mut values, &mut literals);
            }
        }
    }

    /// Adds what is not known to be false of some disjuncts, unless one of them is known to be true.
    fn is_open(
        &self,
        disjuncts: &[Disjunct],
        values: &mut [usize],
        literals: &mut Vec<Literal>,
    ) -> bool {
        disjuncts.iter().all(|it| {
            let sizes = it
                .each
                .iter()
                .map(|each| (each.0 as usize, self.size(self.theory.variables[each.0 as usize])));
            let sizes: Vec<_> = sizes.collect();
            // The same variable may be outside of another part.
            let outside: Vec<_> = sizes.iter().map(|(place, _)| values[*place]).collect();
            sizes.iter().for_each(|(place, _)| values[*place] = 0);
            let is_open = loop {
                let literal = self.instance(&it.said, values);
                let literal = if it.value { literal } else { !literal };
                if literal == TRUE || self.is_fact(literal) {
                    break false;
                }
                if literal != FALSE && !self.is_fact(!literal) {
                    literals.push(literal);
                }
                let next = sizes.iter().rev().find(|(place, size)| {
                    values[*place] = (values[*place] + 1) % size;
                    values[*place] > 0
                });
                if next.is_none() {
                    break true;
                }
            };
            sizes.iter().zip(outside).for_each(|((place, _), value)| values[*place] = value);
            is_open
        })
    }

    fn instance(&self, said: &DisjunctSentence, values: &[usize]) -> Literal {
        let value = |it: &PlacedTerm| match *it {
            PlacedTerm::Place(place) => values[place],
            PlacedTerm::Element(element) => element,
        };
        let truth = |it| if it { TRUE } else { FALSE };
        match said {
            DisjunctSentence::Truth(is_true) => truth(*is_true),
            DisjunctSentence::Same(one, other) => truth(value(one) == value(other)),
            DisjunctSentence::Atom(first, terms) => {
                let row = terms.iter().fold(0, |row, (term, size)| row * size + value(term));
                Literal::new(Atom(first + row as u32), true)
            }
            DisjunctSentence::Table(table) => {
                let places = table.free.iter().zip(self.sorts(&table.free));
                let row = places.fold(0, |row, (variable, sort)| {
                    row * self.size(sort) + values[variable.0 as usize]
                });
                table.cells[row]
            }
        }
    }

    /// Adds a clause, unless it is true anyway by what is known by now.
    fn add_instance(&mut self, literals: &[Literal], guard: Option<Literal>) {
        if literals.iter().any(|it| self.is_fact(*it)) {
            return;
        }
        let open = literals.iter().copied().filter(|it| !self.is_fact(!*it));
        let mut clause: Vec<_> = open.chain(guard.map(|it| !it)).collect();
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        if let ([fact], None) = (&clause[..], guard) {
            self.assume(*fact);
        }
        self.cnf.add(clause);
    }
}

impl Clause {
    fn new(places: Vec<(usize, usize)>, disjuncts: Vec<Disjunct>) -> Self {
        let mut levels: Vec<Vec<_>> = (0..=places.len()).map(|_| Vec::new()).collect();
        for disjunct in disjuncts {
            let level = |place| places.iter().position(|it| it.0 == place).map_or(0, |it| it + 1);
            let last = disjunct.outer_places().map(level).max().unwrap_or(0);
            levels[last].push(disjunct);
        }
        Self { places, levels }
    }
}
