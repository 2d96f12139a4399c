//! Sorts made by constructors, such as numbers from zero and what comes next: each element is made in exactly one
//! way. What sentences can say of that is said by axioms; that nothing else is an element is more than sentences can say.

use rustc_hash::{FxHashMap, FxHashSet};

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
        let of = |sort: TheorySort, it: &TheoryFunction| (sort, self.arguments_of(*it).collect());
        let ways =
            self.constructors.iter().flat_map(|(sort, all)| all.iter().map(|it| of(*sort, it)));
        self.never_reached(&ways.collect::<Vec<_>>())
    }

    /// Whether constructors lead from a sort to itself, so that it has endlessly many elements. Then a structure in which
    /// the axioms are true may have elements that nobody made, and whether there is another one sentences cannot tell.
    pub fn is_endless(&self) -> bool {
        let all = |it: &[TheoryFunction]| it.iter().flat_map(|it| self.arguments_of(*it)).collect();
        let ways = self.constructors.iter().map(|(sort, constructors)| (*sort, all(constructors)));
        !self.never_reached(&ways.collect::<Vec<_>>()).is_empty()
    }

    fn arguments_of(&self, function: TheoryFunction) -> impl Iterator<Item = TheorySort> {
        self.functions[function.0 as usize].arguments.iter().copied()
    }

    /// The sorts with constructors that one never comes to, if each way leads to its sort from all of those that it
    /// lists.
    fn never_reached(&self, ways: &[(TheorySort, Vec<TheorySort>)]) -> Vec<TheorySort> {
        let sorts = self.constructors.iter().map(|it| it.0);
        let mut unreached: FxHashSet<TheorySort> = sorts.clone().collect();
        let mut waiting: FxHashMap<TheorySort, Vec<usize>> = FxHashMap::default();
        let (mut missing, mut open) = (vec![0_usize; ways.len()], Vec::new());
        for (way, (to, from)) in ways.iter().enumerate() {
            for it in from.iter().filter(|it| unreached.contains(it)) {
                missing[way] += 1;
                waiting.entry(*it).or_default().push(way);
            }
            if missing[way] == 0 {
                open.push(*to);
            }
        }
        while let Some(sort) = open.pop() {
            unreached.remove(&sort);
            for way in waiting.remove(&sort).unwrap_or_default() {
                missing[way] -= 1;
                if missing[way] == 0 {
                    open.push(ways[way].0);
                }
            }
        }
        sorts.filter(|it| unreached.contains(it)).collect()
    }
}

impl Theory {
    /// Says that each element of a sort is what one of some functions leads to, and in one way only. Those without
    /// arguments are distinct. The axioms are added behind the others: what different constructors lead to is
    /// different, what one leads to from different arguments is different, and there is nothing else.
    pub fn add_constructors(&mut self, sort: TheorySort, constructors: Vec<TheoryFunction>) {
        let is_constant = |it: &TheoryFunction| self.signature.arguments_of(*it).next().is_none();
        let (constants, others): (Vec<_>, Vec<_>) =
            constructors.iter().copied().partition(is_constant);
        for (at, one) in others.iter().enumerate() {
            for other in constants.iter().chain(&others[at + 1..]) {
                self.add_difference(*one, *other);
            }
        }
        for one in others {
            self.add_injectivity(one);
        }
        if constants.len() > 1 {
            self.signature.distinct.push(constants);
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
