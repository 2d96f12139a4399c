//! Structural induction: what holds for what each constructor makes, knowing that it holds for the parts of that, holds
//! for the whole sort. Its cases are read off the declaration of the sort alone, so that whoever checks a proof makes
//! them anew.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    FunctionSorts, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheoryTerm, TheoryTermId, TheoryVariable,
};

/// What is to be shown for one constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InductionCase {
    /// The theory, with a new constant for each argument of the constructor, behind the other functions, and the
    /// hypotheses behind the other axioms.
    pub theory: Theory,
    /// What is to be shown in it.
    pub goal: TheorySentenceId,
    /// The variable, and what it stands for in this case.
    pub stands_for: (TheoryVariable, TheoryTermId),
    /// How many axioms are hypotheses.
    pub hypotheses: usize,
}

/// What a sentence with a value says of all things.
struct UniversalSentence {
    variables: Vec<TheoryVariable>,
    body: TheorySentenceId,
    /// The value that the body shall have.
    value: bool,
}

impl Theory {
    /// The variables that a sentence says something of for all things, if it shall have such a value.
    pub fn universal_variables(
        &self,
        sentence: TheorySentenceId,
        value: bool,
    ) -> Vec<TheoryVariable> {
        self.universal(sentence, value).variables
    }

    fn universal(&self, mut body: TheorySentenceId, mut value: bool) -> UniversalSentence {
        use TheoryQuantifier::{All, Some};
        let mut variables = Vec::new();
        loop {
            match (self.get(body), value) {
                (TheorySentence::Quantified(All, variable, part), true)
                | (TheorySentence::Quantified(Some, variable, part), false) => {
                    variables.push(*variable);
                    body = *part;
                }
                (TheorySentence::Not(part), _) => {
                    body = *part;
                    value = !value;
                }
                _ => return UniversalSentence { variables, body, value },
            }
        }
    }

    /// The cases of an induction on the variable at this place of those that a sentence with this value says
    /// something of for all things, each made when it is asked for; `None` where its sort has no constructors, or
    /// where a quantifier inside binds the variable once more.
    pub fn induction(
        &self,
        sentence: TheorySentenceId,
        value: bool,
        on: usize,
    ) -> Option<impl ExactSizeIterator<Item = InductionCase>> {
        let said = self.universal(sentence, value);
        let variable = *said.variables.get(on)?;
        let sort = self.variables[variable.0 as usize];
        let constructors = self.signature.constructors_of(sort)?;
        let is_once = |it: &&TheoryVariable| **it == variable;
        if said.variables.iter().filter(is_once).count() > 1 || self.binds(said.body, variable) {
            return None;
        }
        Some(constructors.iter().map(move |it| self.case(&said, variable, *it)))
    }

    /// Whether a quantifier of a sentence binds a variable.
    fn binds(&self, sentence: TheorySentenceId, variable: TheoryVariable) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![sentence]);
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let part = self.get(id);
            if matches!(part, TheorySentence::Quantified(_, bound, _) if *bound == variable) {
                return true;
            }
            open.extend(part.parts());
        }
        false
    }

    fn case(
        &self,
        said: &UniversalSentence,
        variable: TheoryVariable,
        constructor: TheoryFunction,
    ) -> InductionCase {
        let mut theory = self.clone();
        let own = self.variables[variable.0 as usize];
        let arguments = &self.signature.functions[constructor.0 as usize].arguments;
        let (mut parts, mut hypotheses) = (Vec::new(), 0);
        for sort in arguments {
            let result = *sort;
            theory.signature.functions.push(FunctionSorts { arguments: Vec::new(), result });
            let constant = TheoryFunction(theory.signature.functions.len() as u32 - 1);
            let part = theory.constant(constant);
            parts.push(part);
            if result == own {
                let hypothesis = theory.said_of(said, variable, part);
                theory.axioms.push(hypothesis);
                hypotheses += 1;
            }
        }
        let made = theory.term(TheoryTerm::Apply(constructor, parts.into()));
        let goal = theory.said_of(said, variable, made);
        InductionCase { theory, goal, stands_for: (variable, made), hypotheses }
    }

    /// What is said for all things, with one of its variables standing for a term.
    fn said_of(
        &mut self,
        said: &UniversalSentence,
        variable: TheoryVariable,
        term: TheoryTermId,
    ) -> TheorySentenceId {
        let values = FxHashMap::from_iter([(variable, term)]);
        let mut sentence = self.instance(said.body, &values);
        if !said.value {
            sentence = self.sentence(TheorySentence::Not(sentence));
        }
        let others = said.variables.iter().copied().filter(|it| *it != variable);
        let others: Vec<_> = others.collect();
        self.quantified(TheoryQuantifier::All, &others, sentence)
    }
}
