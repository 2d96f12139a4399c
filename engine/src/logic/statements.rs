//! Sentences as natural deduction and tableaux read them: equal ones have equal numbers, whatever their bound variables are
//! called, and names stand in them for things that are spoken of for a while.
//!
//! Operands come before what they are operands of. Bound variables are numbered from the quantifier that binds
//! them outwards, as de Bruijn has it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::first_order::{
    Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySignature, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};

/// A term by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermNumber(pub u32);

/// A statement by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StatementNumber(pub u32);

/// A name for a thing, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NameNumber(pub u32);

/// A term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StatedTerm {
    /// What a quantifier binds: the innermost one has the number 0.
    Bound(u32),
    /// A thing that was given a name.
    Name(NameNumber),
    /// A function and its arguments.
    Apply(TheoryFunction, Box<[TermNumber]>),
}

/// A sentence, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// True, or false.
    Truth(bool),
    /// A predicate and its arguments.
    Atom(Predicate, Box<[TermNumber]>),
    /// Two terms of one sort are the same.
    Equal(TermNumber, TermNumber),
    /// Negation.
    Not(StatementNumber),
    /// All of them; none of them is such a conjunction itself.
    And(Box<[StatementNumber]>),
    /// At least one of them; none of them is such a disjunction itself.
    Or(Box<[StatementNumber]>),
    /// If the first, then the second.
    Implies(StatementNumber, StatementNumber),
    /// Both or none.
    Iff(StatementNumber, StatementNumber),
    /// For so many things of a sort.
    Quantified(TheoryQuantifier, TheorySort, StatementNumber),
}

/// Statements about the things of a theory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statements {
    /// What there is to speak about.
    pub signature: TheorySignature,
    /// The sort of each name.
    pub names: Vec<TheorySort>,
    terms: Vec<StatedTerm>,
    statements: Vec<Statement>,
    /// Of each term how many quantifiers around it bind what occurs in it; the same of each statement.
    bound_in_terms: Vec<u32>,
    bound: Vec<u32>,
    known_terms: FxHashMap<StatedTerm, TermNumber>,
    known: FxHashMap<Statement, StatementNumber>,
    /// What a quantifier's variable was called first.
    called: FxHashMap<StatementNumber, TheoryVariable>,
}

/// What is still to do of a sentence that is taken over.
enum Open {
    Enter(TheorySentenceId),
    /// How many parts it has.
    Leave(TheorySentenceId, usize),
}

/// The parts of a sentence; those of what is joined alike count as its own.
fn parts_of(theory: &Theory, sentence: &TheorySentence) -> Vec<TheorySentenceId> {
    use TheorySentence::{And, Or};
    let mut open = sentence.parts();
    if !matches!(sentence, And(_) | Or(_)) {
        return open;
    }
    open.reverse();
    let mut parts = Vec::new();
    while let Some(id) = open.pop() {
        match (sentence, theory.get(id)) {
            (And(_), And(inner)) | (Or(_), Or(inner)) => open.extend(inner.iter().rev()),
            _ => parts.push(id),
        }
    }
    parts
}

/// What variables stand for: names, or what a quantifier at this level binds.
#[derive(Clone, Copy)]
enum Value {
    Term(TermNumber),
    Level(u32),
}

impl Statements {
    /// No statements yet.
    pub fn new(signature: TheorySignature) -> Self {
        Self { signature, ..Self::default() }
    }

    /// What a term is.
    pub fn get_term(&self, term: TermNumber) -> &StatedTerm {
        &self.terms[term.0 as usize]
    }

    /// What a statement says.
    pub fn get(&self, statement: StatementNumber) -> &Statement {
        &self.statements[statement.0 as usize]
    }

    /// What the variable of a quantifier was called where it was met first.
    pub fn variable(&self, quantified: StatementNumber) -> Option<TheoryVariable> {
        self.called.get(&quantified).copied()
    }

    /// The sort of a term without bound variables.
    pub fn sort(&self, term: TermNumber) -> Option<TheorySort> {
        match self.get_term(term) {
            StatedTerm::Bound(_) => None,
            StatedTerm::Name(name) => Some(self.names[name.0 as usize]),
            StatedTerm::Apply(function, _) => {
                Some(self.signature.functions[function.0 as usize].result)
            }
        }
    }

    /// A new name for a thing of a sort.
    pub fn name(&mut self, sort: TheorySort) -> NameNumber {
        self.names.push(sort);
        NameNumber(self.names.len() as u32 - 1)
    }

    /// The term that a name is, where it was made.
    pub fn named(&self, name: NameNumber) -> Option<TermNumber> {
        self.known_terms.get(&StatedTerm::Name(name)).copied()
    }

    /// Whether a statement speaks of the thing with a name.
    pub fn mentions(&self, statement: StatementNumber, name: NameNumber) -> bool {
        self.named(name).is_some_and(|it| self.closed_terms(statement).contains(&it))
    }

    /// The number of a term.
    pub fn term(&mut self, term: StatedTerm) -> TermNumber {
        let next = TermNumber(self.terms.len() as u32);
        let number = *self.known_terms.entry(term.clone()).or_insert(next);
        if number == next {
            self.bound_in_terms.push(match &term {
                StatedTerm::Bound(at) => at.saturating_add(1),
                StatedTerm::Name(_) => 0,
                StatedTerm::Apply(_, arguments) => self.most_bound(arguments),
            });
            self.terms.push(term);
        }
        number
    }

    fn most_bound(&self, terms: &[TermNumber]) -> u32 {
        terms.iter().map(|it| self.bound_in_terms[it.0 as usize]).max().unwrap_or(0)
    }

    /// The number of a statement.
    pub fn statement(&mut self, statement: Statement) -> StatementNumber {
        let statement = match statement {
            Statement::And(parts) => Statement::And(self.flat(&parts, true)),
            Statement::Or(parts) => Statement::Or(self.flat(&parts, false)),
            other => other,
        };
        let next = StatementNumber(self.statements.len() as u32);
        let number = *self.known.entry(statement.clone()).or_insert(next);
        if number == next {
            let inside = statement.parts().into_iter().map(|it| self.bound[it.0 as usize]).max();
            self.bound.push(match &statement {
                Statement::Atom(_, terms) => self.most_bound(terms),
                Statement::Equal(one, other) => self.most_bound(&[*one, *other]),
                Statement::Quantified(..) => inside.unwrap_or(0).saturating_sub(1),
                _ => inside.unwrap_or(0),
            });
            self.statements.push(statement);
        }
        number
    }

    fn flat(&self, parts: &[StatementNumber], is_and: bool) -> Box<[StatementNumber]> {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match self.get(*part) {
                Statement::And(inner) if is_and => flat.extend(inner),
                Statement::Or(inner) if !is_and => flat.extend(inner),
                _ => flat.push(*part),
            }
        }
        flat.into()
    }

    /// The negation.
    pub fn not(&mut self, statement: StatementNumber) -> StatementNumber {
        self.statement(Statement::Not(statement))
    }

    /// What a quantifier says, said for another number of things.
    pub fn requantified(
        &mut self,
        quantified: StatementNumber,
        quantifier: TheoryQuantifier,
    ) -> StatementNumber {
        let Statement::Quantified(_, sort, body) = *self.get(quantified) else { return quantified };
        let number = self.statement(Statement::Quantified(quantifier, sort, body));
        if let Some(variable) = self.variable(quantified) {
            self.called.entry(number).or_insert(variable);
        }
        number
    }

    /// Takes over a sentence of a theory, in which some variables stand for terms.
    pub fn take(
        &mut self,
        theory: &Theory,
        root: TheorySentenceId,
        free: &[(TheoryVariable, TermNumber)],
    ) -> StatementNumber {
        let mut values: FxHashMap<TheoryVariable, Value> =
            free.iter().map(|(variable, term)| (*variable, Value::Term(*term))).collect();
        let (mut open, mut done) = (vec![Open::Enter(root)], Vec::new());
        let mut level = 0;
        while let Some(next) = open.pop() {
            let (sentence, parts) = match next {
                Open::Enter(id) => {
                    let sentence = theory.get(id);
                    let parts = parts_of(theory, sentence);
                    open.push(Open::Leave(id, parts.len()));
                    if let TheorySentence::Quantified(_, variable, _) = sentence {
                        level += 1;
                        values.insert(*variable, Value::Level(level));
                    }
                    open.extend(parts.into_iter().rev().map(Open::Enter));
                    continue;
                }
                Open::Leave(id, parts) => (theory.get(id), parts),
            };
            let parts = done.split_off(done.len() - parts);
            let mut term = |it: &TheoryTermId| self.take_term(theory, *it, &values, level);
            let statement = match sentence {
                TheorySentence::Truth(value) => Statement::Truth(*value),
                TheorySentence::Atom(predicate, terms) => {
                    Statement::Atom(*predicate, terms.iter().map(term).collect())
                }
                TheorySentence::Equal(one, other) => Statement::Equal(term(one), term(other)),
                TheorySentence::Not(_) => Statement::Not(parts[0]),
                TheorySentence::And(_) => Statement::And(parts.into()),
                TheorySentence::Or(_) => Statement::Or(parts.into()),
                TheorySentence::Implies(..) => Statement::Implies(parts[0], parts[1]),
                TheorySentence::Iff(..) => Statement::Iff(parts[0], parts[1]),
                TheorySentence::Quantified(quantifier, variable, _) => {
                    level -= 1;
                    let sort = theory.variables[variable.0 as usize];
                    let number = self.statement(Statement::Quantified(*quantifier, sort, parts[0]));
                    self.called.entry(number).or_insert(*variable);
                    done.push(number);
                    continue;
                }
            };
            done.push(self.statement(statement));
        }
        done.pop().unwrap_or_else(|| self.statement(Statement::Truth(true)))
    }

    fn take_term(
        &mut self,
        theory: &Theory,
        root: TheoryTermId,
        values: &FxHashMap<TheoryVariable, Value>,
        level: u32,
    ) -> TermNumber {
        let mut done: FxHashMap<TheoryTermId, TermNumber> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let term = match theory.get_term(id) {
                TheoryTerm::Variable(variable) => match values.get(variable) {
                    Some(Value::Term(term)) => *term,
                    Some(Value::Level(bound)) => self.term(StatedTerm::Bound(level - bound)),
                    // A variable that nothing binds; sentences have none.
                    None => self.term(StatedTerm::Bound(u32::MAX)),
                },
                TheoryTerm::Apply(function, arguments) => {
                    let missing = arguments.iter().filter(|it| !done.contains_key(it));
                    let missing: Vec<_> = missing.copied().collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let arguments = arguments.iter().map(|it| done[it]).collect();
                    self.term(StatedTerm::Apply(*function, arguments))
                }
            };
            done.insert(id, term);
            open.pop();
        }
        done[&root]
    }

    /// What a quantifier says of each thing, said of this one.
    pub fn instance(&mut self, body: StatementNumber, thing: TermNumber) -> StatementNumber {
        self.instances(body, &[thing])
    }

    /// What quantifiers one inside the other say of each thing, said of these; that of the outermost comes first.
    pub fn instances(&mut self, body: StatementNumber, things: &[TermNumber]) -> StatementNumber {
        self.replaced(body, &|term, depth| match term {
            StatedTerm::Bound(at) => {
                let place = things.len().checked_sub(at.checked_sub(depth)? as usize + 1)?;
                Some(things[place])
            }
            _ => None,
        })
    }

    /// A statement with one term without bound variables wherever another one stands.
    pub fn exchanged(
        &mut self,
        statement: StatementNumber,
        from: TermNumber,
        to: TermNumber,
    ) -> StatementNumber {
        let old = self.get_term(from).clone();
        self.replaced(statement, &|term, _| (*term == old).then_some(to))
    }

    fn replaced(
        &mut self,
        root: StatementNumber,
        value: &dyn Fn(&StatedTerm, u32) -> Option<TermNumber>,
    ) -> StatementNumber {
        let mut done: FxHashMap<(StatementNumber, u32), StatementNumber> = FxHashMap::default();
        let mut open = vec![(root, 0)];
        while let Some(&(id, depth)) = open.last() {
            let statement = self.get(id).clone();
            let inside = match statement {
                Statement::Quantified(..) => depth + 1,
                _ => depth,
            };
            let missing = statement.parts().into_iter().map(|it| (it, inside));
            let missing: Vec<_> = missing.filter(|it| !done.contains_key(it)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let part = |it: &StatementNumber| done[&(*it, inside)];
            let mut term = |it: &TermNumber| self.replaced_term(*it, depth, value);
            let changed = match &statement {
                Statement::Truth(_) => statement,
                Statement::Atom(predicate, terms) => {
                    Statement::Atom(*predicate, terms.iter().map(term).collect())
                }
                Statement::Equal(one, other) => Statement::Equal(term(one), term(other)),
                Statement::Not(it) => Statement::Not(part(it)),
                Statement::And(parts) => Statement::And(parts.iter().map(part).collect()),
                Statement::Or(parts) => Statement::Or(parts.iter().map(part).collect()),
                Statement::Implies(one, other) => Statement::Implies(part(one), part(other)),
                Statement::Iff(one, other) => Statement::Iff(part(one), part(other)),
                Statement::Quantified(quantifier, sort, body) => {
                    Statement::Quantified(*quantifier, *sort, part(body))
                }
            };
            let changed = self.statement(changed);
            if let Some(variable) = self.called.get(&id).copied() {
                self.called.entry(changed).or_insert(variable);
            }
            done.insert((id, depth), changed);
            open.pop();
        }
        done[&(root, 0)]
    }

    fn replaced_term(
        &mut self,
        root: TermNumber,
        depth: u32,
        value: &dyn Fn(&StatedTerm, u32) -> Option<TermNumber>,
    ) -> TermNumber {
        let mut done: FxHashMap<TermNumber, TermNumber> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let changed = match (value(self.get_term(id), depth), self.get_term(id)) {
                (Some(other), _) => other,
                (None, StatedTerm::Apply(function, arguments)) => {
                    let missing = arguments.iter().filter(|it| !done.contains_key(it));
                    let missing: Vec<_> = missing.copied().collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let function = *function;
                    let arguments = arguments.iter().map(|it| done[it]).collect();
                    self.term(StatedTerm::Apply(function, arguments))
                }
                (None, _) => id,
            };
            done.insert(id, changed);
            open.pop();
        }
        done[&root]
    }

    /// The terms of a statement that have no bound variables, parts of terms included.
    pub fn closed_terms(&self, root: StatementNumber) -> Vec<TermNumber> {
        let (mut open, mut terms) = (vec![root], Vec::new());
        let (mut seen, mut seen_terms) = (FxHashSet::default(), FxHashSet::default());
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.get(id) {
                Statement::Atom(_, arguments) => terms.extend(arguments),
                Statement::Equal(one, other) => terms.extend([*one, *other]),
                other => open.extend(other.parts()),
            }
        }
        let mut closed = Vec::new();
        while let Some(term) = terms.pop() {
            if !seen_terms.insert(term) {
                continue;
            }
            if let StatedTerm::Apply(_, arguments) = self.get_term(term) {
                terms.extend(arguments);
            }
            if self.is_closed_term(term) {
                closed.push(term);
            }
        }
        closed.sort_unstable();
        closed
    }

    /// Whether a term has no bound variables.
    pub fn is_closed_term(&self, term: TermNumber) -> bool {
        self.bound_in_terms[term.0 as usize] == 0
    }

    /// Whether each variable in a statement is bound in it.
    pub fn is_closed(&self, statement: StatementNumber) -> bool {
        self.bound[statement.0 as usize] == 0
    }

    /// Whether these are the other ones, with the same numbers, and perhaps some more.
    pub fn extends(&self, other: &Self) -> bool {
        self.signature == other.signature
            && self.names.starts_with(&other.names)
            && self.terms.starts_with(&other.terms)
            && self.statements.starts_with(&other.statements)
    }

    /// How deep operands stand inside each other, in statements and in terms.
    pub fn deepest(&self) -> usize {
        let mut terms: Vec<usize> = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let arguments = match term {
                StatedTerm::Apply(_, arguments) => &arguments[..],
                StatedTerm::Bound(_) | StatedTerm::Name(_) => &[],
            };
            let inside = arguments.iter().map(|it| terms[it.0 as usize]);
            terms.push(inside.max().unwrap_or(0) + 1);
        }
        let mut heights: Vec<usize> = Vec::with_capacity(self.statements.len());
        for statement in &self.statements {
            let inside = statement.parts().into_iter().map(|it| heights[it.0 as usize]);
            heights.push(inside.max().unwrap_or(0) + 1);
        }
        terms.into_iter().chain(heights).max().unwrap_or(0)
    }

    /// How deep applications stand in a term.
    pub fn depth(&self, root: TermNumber) -> usize {
        let mut depths: FxHashMap<TermNumber, usize> = FxHashMap::default();
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            let arguments = match self.get_term(term) {
                StatedTerm::Apply(_, arguments) => &arguments[..],
                StatedTerm::Bound(_) | StatedTerm::Name(_) => &[],
            };
            let before = open.len();
            open.extend(arguments.iter().filter(|it| !depths.contains_key(it)));
            if open.len() == before {
                let inside = arguments.iter().map(|it| depths[it]).max().unwrap_or(0);
                depths.insert(term, inside + 1);
                open.pop();
            }
        }
        depths[&root]
    }
}

impl Statement {
    /// What it is made of.
    pub fn parts(&self) -> Vec<StatementNumber> {
        match self {
            Self::Truth(_) | Self::Atom(..) | Self::Equal(..) => Vec::new(),
            Self::Not(part) | Self::Quantified(_, _, part) => vec![*part],
            Self::And(parts) | Self::Or(parts) => parts.to_vec(),
            Self::Implies(one, other) | Self::Iff(one, other) => vec![*one, *other],
        }
    }
}
