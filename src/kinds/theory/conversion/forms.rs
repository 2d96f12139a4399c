//! Forms on the way to clauses that take a sentence apart by its connectives and quantifiers.

use rustc_hash::FxHashMap;

use super::{ClausalConversion, SkolemFunction};
use puzzle_engine::logic::first_order::{
    FunctionSorts, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryTerm,
    TheoryTermId, TheoryVariable,
};

/// What variables stand for.
type Values = FxHashMap<TheoryVariable, TheoryTermId>;

impl ClausalConversion {
    /// A sentence by `not`, `and`, `or` and quantifiers alone. An equivalence is two implications where it is true,
    /// and where it is false two conjunctions, so that it becomes a conjunction by its negation.
    pub(super) fn connectives(&mut self, id: TheorySentenceId, value: bool) -> TheorySentenceId {
        match self.theory.get(id).clone() {
            TheorySentence::Truth(_) | TheorySentence::Atom(..) | TheorySentence::Equal(..) => id,
            TheorySentence::Not(part) => {
                let part = self.connectives(part, !value);
                self.not(part)
            }
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.connectives(*it, value)).collect();
                self.joined(true, parts)
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.connectives(*it, value)).collect();
                self.joined(false, parts)
            }
            TheorySentence::Implies(one, other) => {
                let one = self.connectives(one, !value);
                let parts = vec![self.not(one), self.connectives(other, value)];
                self.joined(false, parts)
            }
            TheorySentence::Iff(one, other) => {
                let mut side = |id, is_denied| {
                    let side = self.connectives(id, is_denied != value);
                    if is_denied { self.not(side) } else { side }
                };
                let pairs = match value {
                    true => [
                        [side(one, true), side(other, false)],
                        [side(one, false), side(other, true)],
                    ],
                    false => [
                        [side(one, false), side(other, false)],
                        [side(one, true), side(other, true)],
                    ],
                };
                let pairs = pairs.map(|it| self.joined(!value, it.to_vec()));
                self.joined(value, pairs.to_vec())
            }
            TheorySentence::Quantified(quantifier, variable, body) => {
                let is_denied = matches!(quantifier, TheoryQuantifier::AtMost(_));
                let body = self.connectives(body, is_denied != value);
                self.quantified(quantifier, variable, body)
            }
        }
    }

    /// Without negations but of atoms and equations: a sentence, or its negation where `value` is false.
    pub(super) fn negations(&mut self, id: TheorySentenceId, value: bool) -> TheorySentenceId {
        match self.theory.get(id).clone() {
            TheorySentence::Truth(truth) => {
                self.theory.sentence(TheorySentence::Truth(truth == value))
            }
            TheorySentence::Not(part) => self.negations(part, !value),
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.negations(*it, value)).collect();
                self.joined(value, parts)
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.negations(*it, value)).collect();
                self.joined(!value, parts)
            }
            TheorySentence::Quantified(quantifier, variable, body) => {
                let body = self.negations(body, value);
                let is_all = (quantifier == TheoryQuantifier::All) == value;
                let quantifier =
                    if is_all { TheoryQuantifier::All } else { TheoryQuantifier::Some };
                self.quantified(quantifier, variable, body)
            }
            _ if value => id,
            _ => self.not(id),
        }
    }

    /// With another variable for each quantifier, and another name for each variable.
    pub(super) fn apart(&mut self, root: TheorySentenceId) -> TheorySentenceId {
        let (mut used, mut values) = (Vec::new(), Values::default());
        self.renamed(root, &mut used, &mut values)
    }

    fn renamed(
        &mut self,
        id: TheorySentenceId,
        used: &mut Vec<TheoryVariable>,
        values: &mut Values,
    ) -> TheorySentenceId {
        match self.theory.get(id).clone() {
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.renamed(*it, used, values)).collect();
                self.joined(true, parts)
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.renamed(*it, used, values)).collect();
                self.joined(false, parts)
            }
            TheorySentence::Quantified(quantifier, variable, body) => {
                let name = self.names[variable.0 as usize].clone();
                let is_used = |it: &TheoryVariable| self.names[it.0 as usize] == name;
                let own = if used.iter().any(is_used) {
                    let name = self.fresh_name(&name);
                    self.copy_of(variable, name)
                } else {
                    variable
                };
                used.push(own);
                let term = self.theory.term(TheoryTerm::Variable(own));
                let before = values.insert(variable, term);
                let body = self.renamed(body, used, values);
                match before {
                    Some(term) => values.insert(variable, term),
                    None => values.remove(&variable),
                };
                self.quantified(quantifier, own, body)
            }
            _ => self.theory.instance(id, values),
        }
    }

    /// With Skolem terms for what there is.
    pub(super) fn skolemised(&mut self, root: TheorySentenceId) -> TheorySentenceId {
        self.with_things(root, &mut Values::default())
    }

    fn with_things(&mut self, id: TheorySentenceId, values: &mut Values) -> TheorySentenceId {
        match self.theory.get(id).clone() {
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.with_things(*it, values)).collect();
                self.joined(true, parts)
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.with_things(*it, values)).collect();
                self.joined(false, parts)
            }
            TheorySentence::Quantified(TheoryQuantifier::Some, variable, body) => {
                let thing = self.thing(variable, body, values);
                values.insert(variable, thing);
                self.with_things(body, values)
            }
            TheorySentence::Quantified(quantifier, variable, body) => {
                let body = self.with_things(body, values);
                self.quantified(quantifier, variable, body)
            }
            _ => self.theory.instance(id, values),
        }
    }

    /// A new Skolem function of the variables on which a part depends.
    fn thing(
        &mut self,
        variable: TheoryVariable,
        body: TheorySentenceId,
        values: &Values,
    ) -> TheoryTermId {
        let mut free = self.free_variables(body);
        free.retain(|it| *it != variable);
        free.sort_by_key(|it| self.origin(*it).0);
        let mut parameters: Vec<TheoryVariable> = Vec::new();
        for variable in free {
            let inside = match values.get(&variable) {
                Some(term) => self.variables_of(&[*term]),
                None => vec![variable],
            };
            for it in inside {
                if !parameters.contains(&it) {
                    parameters.push(it);
                }
            }
        }
        let (own, at, of) = self.origin(variable);
        let (part, is_all) = self.source.bodies.get(&own).copied().unwrap_or((body, false));
        let sorts = &self.theory.variables;
        let arguments = parameters.iter().map(|it| sorts[it.0 as usize]).collect();
        let result = sorts[variable.0 as usize];
        let functions = &mut self.theory.signature.functions;
        functions.push(FunctionSorts { arguments, result });
        let function = TheoryFunction(functions.len() as u32 - 1);
        let theory = &mut self.theory;
        let arguments = parameters.iter().map(|it| theory.term(TheoryTerm::Variable(*it)));
        let arguments = arguments.collect();
        let term = theory.term(TheoryTerm::Apply(function, arguments));
        let (bound, variable, value) = (variable, own, !is_all);
        self.skolem.push(SkolemFunction { term, bound, variable, part, value, at, of });
        term
    }

    /// The variables that a part does not bind itself.
    fn free_variables(&self, part: TheorySentenceId) -> Vec<TheoryVariable> {
        let (mut bound, mut terms, mut open) = (Vec::new(), Vec::new(), vec![part]);
        while let Some(id) = open.pop() {
            let sentence = self.theory.get(id);
            match sentence {
                TheorySentence::Atom(_, arguments) => terms.extend(arguments.iter().copied()),
                TheorySentence::Equal(one, other) => terms.extend([*one, *other]),
                TheorySentence::Quantified(_, variable, _) => bound.push(*variable),
                _ => {}
            }
            open.extend(sentence.parts());
        }
        let mut free = self.variables_of(&terms);
        free.retain(|it| !bound.contains(it));
        free
    }

    /// The variables of terms, in the order in which they are read.
    fn variables_of(&self, terms: &[TheoryTermId]) -> Vec<TheoryVariable> {
        let mut found = Vec::new();
        let mut open: Vec<_> = terms.iter().rev().copied().collect();
        while let Some(term) = open.pop() {
            match self.theory.get_term(term) {
                TheoryTerm::Variable(variable) if found.contains(variable) => {}
                TheoryTerm::Variable(variable) => found.push(*variable),
                TheoryTerm::Apply(_, arguments) => open.extend(arguments.iter().rev()),
            }
        }
        found
    }

    /// Without what says that variables stand for everything.
    pub(super) fn without_quantifiers(&mut self, id: TheorySentenceId) -> TheorySentenceId {
        match self.theory.get(id).clone() {
            TheorySentence::And(parts) => {
                let parts = parts.iter().map(|it| self.without_quantifiers(*it)).collect();
                self.joined(true, parts)
            }
            TheorySentence::Or(parts) => {
                let parts = parts.iter().map(|it| self.without_quantifiers(*it)).collect();
                self.joined(false, parts)
            }
            TheorySentence::Quantified(_, _, body) => self.without_quantifiers(body),
            _ => id,
        }
    }
}
