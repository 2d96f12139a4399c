//! Sorts made by constructors, such as numbers from zero and what comes next: each element is made in exactly one
//! way. What sentences can say of that is said by axioms; that nothing else is an element is more than sentences can say.

use super::{
    Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId, TheorySignature,
    TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};

impl TheorySignature {
    /// The constructors of a sort, where it has some.
    pub fn constructors_of(&self, sort: TheorySort) -> Option<&[TheoryFunction]> {
        self.constructors.iter().find(|it| it.0 == sort).map(|it| &it.1[..])
    }

    /// The sorts with constructors of which there is no element, since each needs another one first.
    pub fn empty_sorts(&self) -> Vec<TheorySort> {
        let mut empty: Vec<_> = self.constructors.iter().map(|it| it.0).collect();
        loop {
            let is_made = |function: &TheoryFunction| {
                let arguments = &self.functions[function.0 as usize].arguments;
                !arguments.iter().any(|it| empty.contains(it))
            };
            let before = empty.len();
            let is_empty = |it: &TheorySort| {
                !self.constructors_of(*it).is_some_and(|all| all.iter().any(is_made))
            };
            let still: Vec<_> = empty.iter().copied().filter(is_empty).collect();
            empty = still;
            if empty.len() == before {
                return empty;
            }
        }
    }

    /// Whether constructors lead from a sort to itself, so that it has endlessly many elements. Then a structure in which
    /// the axioms are true may have elements that nobody made, and whether there is another one sentences cannot tell.
    pub fn is_endless(&self) -> bool {
        let next = |sort: TheorySort| {
            let functions = self.constructors_of(sort).unwrap_or_default().iter();
            functions.flat_map(|it| &self.functions[it.0 as usize].arguments).copied()
        };
        self.constructors.iter().any(|(sort, _)| {
            let (mut seen, mut open) = (Vec::new(), vec![*sort]);
            while let Some(from) = open.pop() {
                for to in next(from) {
                    if to == *sort {
                        return true;
                    }
                    if !seen.contains(&to) {
                        seen.push(to);
                        open.push(to);
                    }
                }
            }
            false
        })
    }
}

impl Theory {
    /// Says that each element of a sort is what one of some functions leads to, and in one way only. The axioms are added
    /// behind the others: what different constructors lead to is different, what one leads to from different
    /// arguments is different, and there is nothing else.
    pub fn add_constructors(&mut self, sort: TheorySort, constructors: Vec<TheoryFunction>) {
        for (at, one) in constructors.iter().enumerate() {
            for other in &constructors[at + 1..] {
                self.add_difference(*one, *other);
            }
        }
        for one in &constructors {
            self.add_injectivity(*one);
        }
        self.add_exhaustion(sort, &constructors);
        self.signature.constructors.push((sort, constructors));
    }

    fn add_difference(&mut self, one: TheoryFunction, other: TheoryFunction) {
        let (mut variables, one) = self.applied(one);
        let (others, other) = self.applied(other);
        variables.extend(others);
        let equal = self.sentence(TheorySentence::Equal(one, other));
        let different = self.sentence(TheorySentence::Not(equal));
        self.add_for_all(&variables, different);
    }

    fn add_injectivity(&mut self, function: TheoryFunction) {
        let (mut variables, one) = self.applied(function);
        let (others, other) = self.applied(function);
        let mut equals = Vec::new();
        for (one, other) in variables.iter().zip(&others) {
            let one = self.term(TheoryTerm::Variable(*one));
            let other = self.term(TheoryTerm::Variable(*other));
            equals.push(self.sentence(TheorySentence::Equal(one, other)));
        }
        let conclusion = match equals[..] {
            [] => return,
            [only] => only,
            _ => self.sentence(TheorySentence::And(equals.into())),
        };
        variables.extend(others);
        let equal = self.sentence(TheorySentence::Equal(one, other));
        let injective = self.sentence(TheorySentence::Implies(equal, conclusion));
        self.add_for_all(&variables, injective);
    }

    fn add_exhaustion(&mut self, sort: TheorySort, constructors: &[TheoryFunction]) {
        let thing = self.variable(sort);
        let it = self.term(TheoryTerm::Variable(thing));
        let mut ways = Vec::new();
        for constructor in constructors {
            let (variables, made) = self.applied(*constructor);
            let way = self.sentence(TheorySentence::Equal(it, made));
            ways.push(self.quantified(TheoryQuantifier::Some, &variables, way));
        }
        let all = match ways[..] {
            [only] => only,
            _ => self.sentence(TheorySentence::Or(ways.into())),
        };
        self.add_for_all(&[thing], all);
    }

    fn add_for_all(&mut self, variables: &[TheoryVariable], sentence: TheorySentenceId) {
        let axiom = self.quantified(TheoryQuantifier::All, variables, sentence);
        self.axioms.push(axiom);
    }

    /// A sentence about each or some of what variables may be, the first one outermost.
    pub(super) fn quantified(
        &mut self,
        quantifier: TheoryQuantifier,
        variables: &[TheoryVariable],
        sentence: TheorySentenceId,
    ) -> TheorySentenceId {
        variables.iter().rev().fold(sentence, |sentence, variable| {
            self.sentence(TheorySentence::Quantified(quantifier, *variable, sentence))
        })
    }

    /// A function of new variables.
    fn applied(&mut self, function: TheoryFunction) -> (Vec<TheoryVariable>, TheoryTermId) {
        let arguments = self.signature.functions[function.0 as usize].arguments.clone();
        let variables: Vec<_> = arguments.into_iter().map(|it| self.variable(it)).collect();
        let terms = variables.iter().map(|it| self.term(TheoryTerm::Variable(*it))).collect();
        (variables, self.term(TheoryTerm::Apply(function, terms)))
    }
}
