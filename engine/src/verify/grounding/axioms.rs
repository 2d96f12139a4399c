//! Whether clauses say what the axioms say. An axiom is taken apart by its meaning: into the clauses that it is for
//! all values of some variables, and each of these into instances, which have to come one after the other. What
//! is true anyway is left out, and what is false in them. So they say no less and no more.

use super::{Grounding, MeantLiterals, TRUE};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::first_order::{
    TheoryQuantifier, TheorySentence, TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId,
    TheoryVariable,
};

/// What is taken apart at most: variables of a clause, variables of a part for one of whose values it is so, cases
/// of a part beside others, functions within an atom.
const VARIABLES: usize = 64;
const CHOSEN: usize = 4;
const CASES: usize = 8;
const FUNCTIONS: usize = 2;

/// That a sentence has a value, for one of all values of some variables.
#[derive(Clone)]
struct Part {
    sentence: TheorySentenceId,
    value: bool,
    some: Vec<TheoryVariable>,
}

/// Parts one of which is so for all values of some variables.
#[derive(Clone, Default)]
struct Parts {
    all: Vec<TheoryVariable>,
    whole: Vec<Part>,
    /// Those that may be taken apart, the first one last.
    rest: Vec<Part>,
    has_cases: bool,
}

/// What it takes that a sentence has a value.
enum Apart {
    /// That a part has it, for all values of a variable or for one.
    Bound(bool, TheoryVariable, TheorySentenceId),
    /// Of each list, that one part in it has its value.
    Lists(Vec<Vec<(TheorySentenceId, bool)>>),
    Whole,
}

/// The literal of a part, for what the variables are.
enum Leaf {
    Truth(bool),
    Same(PlacedValue, PlacedValue),
    Row(u32, Vec<(PlacedValue, usize)>),
    Cell(MeantLiterals),
}

/// A variable by its index, also one that is no variable of the theory, or an element.
#[derive(Clone, Copy)]
enum PlacedValue {
    Variable(usize),
    Element(usize),
}

/// Literals of a clause: a leaf that has a value, for one of all values of some variables.
struct ChosenLeaf {
    leaf: Leaf,
    value: bool,
    some: Vec<TheoryVariable>,
}

/// An atom or an equation, and what else is said of the functions within, each with a variable more for
/// its value; of these the number of values.
#[derive(Default)]
struct Atomic {
    values: Vec<usize>,
    choices: Vec<ChosenLeaf>,
}

impl Grounding<'_> {
    /// Whether the clauses begin with what is true by the signature and by the axioms, each knowing what is
    /// known by those before it; or where the axioms are chosen, with what is true if they are.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn reads_axioms(&mut self, cnf: &Cnf, budget: &mut Budget) -> Result<bool, Stop> {
        if !self.reads_signature(cnf, budget)? {
            return Ok(false);
        }
        for (at, axiom) in self.theory.axioms.iter().enumerate() {
            let guard = self.chosen.clone().nth(at).map(|it| Literal::new(Atom(it), true));
            for parts in self.apart(*axiom) {
                budget.check()?;
                if !self.reads_definitions(cnf, budget)?
                    || !self.reads_instances(cnf, &parts, guard, budget)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a literal says that an axiom is chosen.
    pub fn is_axiom(&self, literal: Literal, sentence: TheorySentenceId) -> bool {
        let at = literal.atom().0.checked_sub(self.chosen.start).map(|it| it as usize);
        let axiom = at.filter(|it| *it < self.chosen.len()).map(|it| self.theory.axioms[it]);
        literal.is_positive() && axiom == Some(sentence)
    }

    /// The clauses that a true sentence is.
    fn apart(&self, sentence: TheorySentenceId) -> Vec<Parts> {
        let rest = vec![Part { sentence, value: true, some: Vec::new() }];
        let (mut open, mut apart) = (vec![Parts { rest, ..Parts::default() }], Vec::new());
        while let Some(mut parts) = open.pop() {
            let Some(part) = parts.rest.pop() else {
                apart.push(parts);
                continue;
            };
            let is_alone = parts.rest.is_empty() && parts.whole.is_empty();
            let is_outer = part.some.is_empty();
            match self.what_it_takes(&part) {
                Apart::Bound(true, variable, sentence)
                    if is_outer
                        && parts.all.len() < VARIABLES
                        && !parts.all.contains(&variable) =>
                {
                    parts.all.push(variable);
                    parts.rest.push(Part { sentence, ..part });
                }
                Apart::Bound(false, variable, sentence)
                    if part.some.len() < CHOSEN && !parts.all.contains(&variable) =>
                {
                    let some = [&part.some[..], &[variable]].concat();
                    parts.rest.push(Part { sentence, some, ..part });
                }
                Apart::Lists(mut lists) if lists.len() == 1 => {
                    let list = lists.remove(0).into_iter().rev();
                    let some = &part.some;
                    parts.rest.extend(list.map(|(sentence, value)| Part {
                        sentence,
                        value,
                        some: some.clone(),
                    }));
                }
                Apart::Lists(lists)
                    if is_outer && (is_alone || !parts.has_cases && lists.len() <= CASES) =>
                {
                    parts.has_cases |= !is_alone;
                    for list in lists.into_iter().rev() {
                        let mut case = parts.clone();
                        case.rest.extend(list.into_iter().rev().map(|(sentence, value)| Part {
                            sentence,
                            value,
                            some: Vec::new(),
                        }));
                        open.push(case);
                    }
                    continue;
                }
                _ => parts.whole.push(part),
            }
            open.push(parts);
        }
        apart
    }

    fn what_it_takes(&self, part: &Part) -> Apart {
        let value = part.value;
        let together = |parts: &[TheorySentenceId], is_one: bool| {
            let each = parts.iter().map(|it| (*it, value));
            let lists =
                if is_one { vec![each.collect()] } else { each.map(|it| vec![it]).collect() };
            // A connective of one part is none; one of no parts has no list to stand in.
            Apart::Lists(lists)
        };
        match self.theory.get(part.sentence) {
            TheorySentence::Not(inner) => Apart::Lists(vec![vec![(*inner, !value)]]),
            TheorySentence::And(parts) => together(parts, !value),
            TheorySentence::Or(parts) => together(parts, value),
            TheorySentence::Implies(one, other) if value => {
                Apart::Lists(vec![vec![(*one, false), (*other, true)]])
            }
            TheorySentence::Implies(one, other) => {
                Apart::Lists(vec![vec![(*one, true)], vec![(*other, false)]])
            }
            TheorySentence::Iff(one, other) => Apart::Lists(vec![
                vec![(*one, false), (*other, value)],
                vec![(*one, true), (*other, !value)],
            ]),
            TheorySentence::Quantified(TheoryQuantifier::All, variable, inner) => {
                Apart::Bound(value, *variable, *inner)
            }
            TheorySentence::Quantified(TheoryQuantifier::Some, variable, inner) => {
                Apart::Bound(!value, *variable, *inner)
            }
            _ => Apart::Whole,
        }
    }

    /// Whether the instances of a clause come next, one for all values of each variable that it speaks of.
    fn reads_instances(
        &mut self,
        cnf: &Cnf,
        parts: &Parts,
        guard: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let (values, choices) = self.choices(&parts.whole, budget)?;
        let spoken_of: Vec<_> = choices.iter().flat_map(ChosenLeaf::outer).collect();
        let size = |it: &TheoryVariable| self.size(self.sort(*it));
        let all = parts.all.iter().map(|it| (it.0 as usize, size(it)));
        let mut all: Vec<_> = all.chain((self.theory.variables.len()..).zip(values)).collect();
        all.retain(|it| spoken_of.contains(&it.0));
        self.values.resize(self.theory.variables.len() + FUNCTIONS, 0);
        all.iter().for_each(|it| self.values[it.0] = 0);
        loop {
            budget.check()?;
            if let Some(mut clause) = self.instance(&choices) {
                clause.extend(guard.map(|it| !it));
                clause.sort_unstable();
                clause.dedup();
                if !clause.windows(2).any(|pair| pair[0] == !pair[1]) {
                    let fact = clause.first().copied().filter(|_| clause.len() == 1);
                    if !self.reads_clause(cnf, clause) {
                        return Ok(false);
                    }
                    if let Some(fact) = fact.filter(|_| guard.is_none()) {
                        self.take_for_true(fact);
                    }
                }
            }
            if !next(&mut self.values, &all) {
                return Ok(true);
            }
        }
    }

    /// The literals of a clause that may be true; `None` if one of them is.
    fn instance(&mut self, choices: &[ChosenLeaf]) -> Option<Vec<Literal>> {
        let mut clause = Vec::new();
        for choice in choices {
            let some: Vec<_> =
                choice.some.iter().map(|it| (it.0 as usize, self.size(self.sort(*it)))).collect();
            let outside: Vec<_> = some.iter().map(|it| self.values[it.0]).collect();
            some.iter().for_each(|it| self.values[it.0] = 0);
            let mut is_true = false;
            loop {
                let literal = self.literal(&choice.leaf);
                let literal = if choice.value { literal } else { !literal };
                is_true |= literal == TRUE || self.facts.contains(&literal);
                if literal != !TRUE && !self.facts.contains(&!literal) {
                    clause.push(literal);
                }
                if is_true || !next(&mut self.values, &some) {
                    break;
                }
            }
            some.iter().zip(outside).for_each(|(it, value)| self.values[it.0] = value);
            if is_true {
                return None;
            }
        }
        Some(clause)
    }

    fn literal(&self, leaf: &Leaf) -> Literal {
        let value = |it: &PlacedValue| match *it {
            PlacedValue::Variable(at) => self.values[at] as usize,
            PlacedValue::Element(element) => element,
        };
        let truth = |it| if it { TRUE } else { !TRUE };
        match leaf {
            Leaf::Truth(it) => truth(*it),
            Leaf::Same(one, other) => truth(value(one) == value(other)),
            Leaf::Row(first, spots) => {
                let row = spots.iter().fold(0, |row, (spot, size)| row * size + value(spot));
                Literal::new(Atom(first + row as u32), true)
            }
            Leaf::Cell(table) => table.literals[self.row(table)],
        }
    }

    /// What parts come to, and for the functions in them the number of values. One part alone may have functions
    /// within others or within a predicate, if it speaks of all that the others speak of; else it is looked up.
    fn choices(
        &mut self,
        parts: &[Part],
        budget: &mut Budget,
    ) -> Result<(Vec<usize>, Vec<ChosenLeaf>), Stop> {
        let atomic: Vec<_> = parts.iter().map(|it| self.atomic(it)).collect();
        let is_nested = |it: &Atomic| !it.values.is_empty();
        let are_nested = atomic.iter().flatten().filter(|it| is_nested(it)).count();
        let mut choices: Vec<Vec<ChosenLeaf>> = Vec::new();
        let mut nested = None;
        for (at, (part, atomic)) in parts.iter().zip(atomic).enumerate() {
            choices.push(match atomic {
                Some(it) if is_nested(&it) && are_nested == 1 => {
                    nested = Some((at, it));
                    Vec::new()
                }
                Some(it) if !is_nested(&it) => it.choices,
                _ => vec![self.looked_up(part, budget)?],
            });
        }
        let mut values = Vec::new();
        if let Some((at, it)) = nested {
            let own: Vec<_> = it.choices.iter().flat_map(ChosenLeaf::outer).collect();
            let others = choices.iter().flatten().flat_map(ChosenLeaf::outer);
            let speaks_of_all = { others }.all(|it| own.contains(&it));
            if speaks_of_all && parts[at].some.is_empty() {
                values = it.values;
                choices[at] = it.choices;
            } else {
                choices[at] = vec![self.looked_up(&parts[at], budget)?];
            }
        }
        Ok((values, choices.into_iter().flatten().collect()))
    }

    /// A part by the table of its sentence.
    fn looked_up(&mut self, part: &Part, budget: &mut Budget) -> Result<ChosenLeaf, Stop> {
        let table = self.evaluate(part.sentence, budget)?;
        let mut some = part.some.clone();
        some.retain(|it| table.free.contains(it));
        Ok(ChosenLeaf { leaf: Leaf::Cell(table), value: part.value, some })
    }

    /// A part that is an atom or an equation with not too many functions.
    fn atomic(&self, part: &Part) -> Option<Atomic> {
        let mut atomic = Atomic::default();
        let leaf = match self.theory.get(part.sentence) {
            TheorySentence::Truth(truth) => Leaf::Truth(*truth),
            TheorySentence::Atom(predicate, terms) => {
                let sorts = &self.theory.signature.predicates[predicate.0 as usize];
                let spots = self.spots(sorts, terms, &mut atomic)?;
                Leaf::Row(self.predicates[predicate.0 as usize], spots)
            }
            TheorySentence::Equal(one, other) => match [one, other].map(|it| self.spot(*it)) {
                [Some(one), Some(other)] => Leaf::Same(one, other),
                [Some(value), None] => self.valued_at(*other, value, &mut atomic)?,
                [None, _] => {
                    let value = self.spot_of(*other, &mut atomic)?;
                    self.valued_at(*one, value, &mut atomic)?
                }
            },
            _ => return None,
        };
        let some = part.some.iter().copied();
        let some = some.filter(|it| leaf.variables().contains(&(it.0 as usize))).collect();
        atomic.choices.push(ChosenLeaf { leaf, value: part.value, some });
        Some(atomic)
    }

    fn spot(&self, term: TheoryTermId) -> Option<PlacedValue> {
        match self.theory.get_term(term) {
            TheoryTerm::Variable(variable) => Some(PlacedValue::Variable(variable.0 as usize)),
            TheoryTerm::Apply(constant, _) => {
                self.elements.get(constant).map(|it| PlacedValue::Element(*it as usize))
            }
        }
    }

    /// A term, or a variable more, for all whose values that the term does not have nothing is said.
    fn spot_of(&self, term: TheoryTermId, atomic: &mut Atomic) -> Option<PlacedValue> {
        let known = self.spot(term);
        if known.is_some() || atomic.values.len() == FUNCTIONS {
            return known;
        }
        let spot = PlacedValue::Variable(self.theory.variables.len() + atomic.values.len());
        atomic.values.push(self.size(self.theory.sort(term)));
        let leaf = self.valued_at(term, spot, atomic)?;
        atomic.choices.push(ChosenLeaf { leaf, value: false, some: Vec::new() });
        Some(spot)
    }

    fn spots(
        &self,
        sorts: &[TheorySort],
        terms: &[TheoryTermId],
        atomic: &mut Atomic,
    ) -> Option<Vec<(PlacedValue, usize)>> {
        let mut spots = Vec::new();
        for (sort, term) in sorts.iter().zip(terms) {
            spots.push((self.spot_of(*term, atomic)?, self.size(*sort)));
        }
        Some(spots)
    }

    /// That a function of some terms has a value.
    fn valued_at(
        &self,
        term: TheoryTermId,
        value: PlacedValue,
        atomic: &mut Atomic,
    ) -> Option<Leaf> {
        let TheoryTerm::Apply(function, terms) = self.theory.get_term(term) else { return None };
        let sorts = &self.theory.signature.functions[function.0 as usize];
        let mut spots = self.spots(&sorts.arguments, terms, atomic)?;
        spots.push((value, self.size(sorts.result)));
        Some(Leaf::Row(self.functions[function.0 as usize]?, spots))
    }
}

impl Leaf {
    fn variables(&self) -> Vec<usize> {
        let spots = match self {
            Self::Truth(_) => Vec::new(),
            Self::Same(one, other) => vec![*one, *other],
            Self::Row(_, spots) => spots.iter().map(|it| it.0).collect(),
            Self::Cell(table) => return table.free.iter().map(|it| it.0 as usize).collect(),
        };
        let variable = |it| if let PlacedValue::Variable(at) = it { Some(at) } else { None };
        spots.into_iter().filter_map(variable).collect()
    }
}

impl ChosenLeaf {
    /// The variables that it speaks of and that are for all values.
    fn outer(&self) -> Vec<usize> {
        let mut outer = self.leaf.variables();
        outer.retain(|it| !self.some.iter().any(|some| some.0 as usize == *it));
        outer
    }
}

/// The next values of some variables, each with the number of its values; whether there are.
fn next(values: &mut [u32], variables: &[(usize, usize)]) -> bool {
    variables.iter().rev().any(|(variable, size)| {
        values[*variable] = (values[*variable] + 1) % *size as u32;
        values[*variable] > 0
    })
}
