//! Formulas and clauses of TPTP. What is open stands on a stack of our own, so no formula is too deep.

use super::statement::{StatementFault, StatementReader, malformed};
use super::token::TptpTokenKind;
use super::{THINGS, spelt};
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;
use puzzle_engine::logic::first_order::{
    TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryTerm, TheoryTermId, TheoryVariable,
};

/// What a formula is part of while it is read.
enum Open {
    Not,
    Quantified(TheoryQuantifier, Vec<TheoryVariable>),
    Bracket(Span),
    /// Operands of a connective.
    Chain(TptpTokenKind, Vec<TheorySentenceId>),
}

/// A function or predicate whose arguments are read.
struct Application {
    name: String,
    span: Span,
    arguments: Vec<TheoryTermId>,
}

/// What stands where an atom or a term may stand.
enum Thing {
    Variable(TheoryTermId),
    Applied(Application),
}

impl StatementReader<'_> {
    /// A formula; in a clause its variables are free.
    pub(super) fn formula(&mut self, is_clause: bool) -> Result<TheorySentenceId, StatementFault> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut done = self.opened(&mut open, is_clause)?;
            // What stands behind it.
            loop {
                done = self.applied(&mut open, done);
                let token = self.peek();
                let connective = token.kind.ok().filter(|it| is_connective(*it));
                if let Some(connective) = connective {
                    self.next();
                    if is_clause && connective != TptpTokenKind::Or {
                        return Err(malformed(
                            token.span,
                            "a clause has only `|` between literals",
                        )
                        .help("write `fof` in place of `cnf` for any other formula")
                        .into());
                    }
                    match open.last_mut() {
                        Some(Open::Chain(kind, operands))
                            if *kind == connective && is_chain(connective) =>
                        {
                            operands.push(done);
                        }
                        Some(Open::Chain(..)) => {
                            return Err(malformed(token.span, "which connective is first is open")
                                .help("put brackets around one of them")
                                .into());
                        }
                        _ => open.push(Open::Chain(connective, vec![done])),
                    }
                    break;
                }
                done = self.chained(&mut open, done);
                match open.pop() {
                    None => return Ok(done),
                    Some(Open::Bracket(_)) if token.kind == Ok(TptpTokenKind::Close) => {
                        self.next();
                    }
                    Some(Open::Bracket(span)) => {
                        return Err(self
                            .unexpected("`)` or a connective")
                            .related(span, "this bracket is open")
                            .into());
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Reads an atom, and opens what stands before it.
    fn opened(
        &mut self,
        open: &mut Vec<Open>,
        is_clause: bool,
    ) -> Result<TheorySentenceId, StatementFault> {
        loop {
            let token = self.peek();
            let part = match token.kind {
                Ok(TptpTokenKind::Not) => Open::Not,
                Ok(TptpTokenKind::Open) => Open::Bracket(token.span),
                Ok(TptpTokenKind::All) if !is_clause => {
                    Open::Quantified(TheoryQuantifier::All, Vec::new())
                }
                Ok(TptpTokenKind::Some) if !is_clause => {
                    Open::Quantified(TheoryQuantifier::Some, Vec::new())
                }
                _ => return self.atom(is_clause),
            };
            self.next();
            open.push(match part {
                Open::Quantified(quantifier, _) => Open::Quantified(quantifier, self.bound()?),
                part => part,
            });
        }
    }

    /// Applies the negations and quantifiers that stand before a part.
    fn applied(&mut self, open: &mut Vec<Open>, mut part: TheorySentenceId) -> TheorySentenceId {
        loop {
            match open.pop() {
                Some(Open::Not) => part = self.sentence(TheorySentence::Not(part)),
                Some(Open::Quantified(quantifier, variables)) => {
                    for variable in variables.into_iter().rev() {
                        part =
                            self.sentence(TheorySentence::Quantified(quantifier, variable, part));
                        self.scope.pop();
                    }
                }
                other => {
                    open.extend(other);
                    return part;
                }
            }
        }
    }

    /// Ends a chain of operands with its last one.
    fn chained(&mut self, open: &mut Vec<Open>, last: TheorySentenceId) -> TheorySentenceId {
        let (kind, mut operands) = match open.pop() {
            Some(Open::Chain(kind, operands)) => (kind, operands),
            other => {
                open.extend(other);
                return last;
            }
        };
        operands.push(last);
        let (first, negated) = (operands[0], |it| TheorySentence::Not(it));
        match kind {
            TptpTokenKind::And => self.sentence(TheorySentence::And(operands.into())),
            TptpTokenKind::Or => self.sentence(TheorySentence::Or(operands.into())),
            TptpTokenKind::Implies => self.sentence(TheorySentence::Implies(first, last)),
            TptpTokenKind::Implied => self.sentence(TheorySentence::Implies(last, first)),
            TptpTokenKind::Iff => self.sentence(TheorySentence::Iff(first, last)),
            TptpTokenKind::Xor => {
                let both = self.sentence(TheorySentence::Iff(first, last));
                self.sentence(negated(both))
            }
            TptpTokenKind::Nor => {
                let one = self.sentence(TheorySentence::Or(operands.into()));
                self.sentence(negated(one))
            }
            _ => {
                let all = self.sentence(TheorySentence::And(operands.into()));
                self.sentence(negated(all))
            }
        }
    }

    /// The variables of a quantifier, behind it.
    fn bound(&mut self) -> Result<Vec<TheoryVariable>, StatementFault> {
        self.expect(TptpTokenKind::OpenList, "`[`")?;
        let mut variables = Vec::new();
        loop {
            let token = self.expect(TptpTokenKind::Variable, "a variable")?;
            let variable = self.problem.theory.variable(THINGS);
            let name = self.slice(token.span).to_owned();
            variables.push(variable);
            self.scope.push((name, variable));
            match self.peek().kind {
                Ok(TptpTokenKind::Comma) => self.next(),
                _ => break,
            };
        }
        self.expect(TptpTokenKind::CloseList, "`,` or `]`")?;
        self.expect(TptpTokenKind::Colon, "`:`")?;
        Ok(variables)
    }

    /// An atom or an equation, or a truth value.
    fn atom(&mut self, is_clause: bool) -> Result<TheorySentenceId, StatementFault> {
        let start = self.peek().span;
        let left = self.thing(is_clause)?;
        let kind = self.peek().kind;
        if !matches!(kind, Ok(TptpTokenKind::Equal | TptpTokenKind::Differ)) {
            return self.proposition(left, start);
        }
        self.next();
        let left = self.as_term(left)?;
        let right = self.thing(is_clause)?;
        let right = self.as_term(right)?;
        let equal = self.sentence(TheorySentence::Equal(left, right));
        Ok(match kind {
            Ok(TptpTokenKind::Differ) => self.sentence(TheorySentence::Not(equal)),
            _ => equal,
        })
    }

    fn proposition(
        &mut self,
        thing: Thing,
        span: Span,
    ) -> Result<TheorySentenceId, StatementFault> {
        let Thing::Applied(Application { name, arguments, .. }) = thing else {
            return Err(malformed(span, "a variable is not a formula")
                .help("write an equation, or a predicate applied to the variable")
                .into());
        };
        let sentence = match (name.as_str(), arguments.len()) {
            ("$true", 0) => TheorySentence::Truth(true),
            ("$false", 0) => TheorySentence::Truth(false),
            ("$distinct", _) => return self.distinct(&arguments),
            _ if name.starts_with('$') && !name.starts_with("$$") => {
                return Err(undefined(span, &name).into());
            }
            _ if name.starts_with(['"', '-', '+'])
                || name.starts_with(|it: char| it.is_ascii_digit()) =>
            {
                return Err(malformed(span, "a thing is not a formula")
                    .help("write an equation, or a predicate applied to it")
                    .into());
            }
            _ => {
                let predicate = self.problem.predicate(&name, arguments.len());
                TheorySentence::Atom(predicate, arguments.into())
            }
        };
        Ok(self.sentence(sentence))
    }

    /// That some things are all different.
    fn distinct(&mut self, things: &[TheoryTermId]) -> Result<TheorySentenceId, StatementFault> {
        let mut parts = Vec::new();
        for (at, one) in things.iter().enumerate() {
            for other in &things[at + 1..] {
                self.budget.check()?;
                let equal = self.sentence(TheorySentence::Equal(*one, *other));
                parts.push(self.sentence(TheorySentence::Not(equal)));
            }
        }
        Ok(self.sentence(TheorySentence::And(parts.into())))
    }

    /// A variable, or a symbol with its arguments.
    fn thing(&mut self, is_clause: bool) -> Result<Thing, StatementFault> {
        let mut open: Vec<Application> = Vec::new();
        loop {
            let token = self.peek();
            let text = self.slice(token.span);
            let mut done = match token.kind {
                Ok(TptpTokenKind::Variable) => {
                    self.next();
                    Thing::Variable(self.variable(token.span, is_clause)?)
                }
                Ok(
                    TptpTokenKind::Word
                    | TptpTokenKind::Quoted
                    | TptpTokenKind::Defined
                    | TptpTokenKind::Object
                    | TptpTokenKind::Number,
                ) => {
                    let name = spelt(text);
                    let application = Application { name, span: token.span, arguments: Vec::new() };
                    self.next();
                    let is_applied = self.peek().kind == Ok(TptpTokenKind::Open)
                        && matches!(
                            token.kind,
                            Ok(TptpTokenKind::Word
                                | TptpTokenKind::Quoted
                                | TptpTokenKind::Defined)
                        );
                    if is_applied {
                        self.next();
                        open.push(application);
                        continue;
                    }
                    Thing::Applied(application)
                }
                _ if open.is_empty() => return Err(self.unexpected("a formula").into()),
                _ => return Err(self.unexpected("a term").into()),
            };
            loop {
                let Some(mut inner) = open.pop() else { return Ok(done) };
                let term = self.as_term(done)?;
                inner.arguments.push(term);
                match self.peek().kind {
                    Ok(TptpTokenKind::Comma) => {
                        self.next();
                        open.push(inner);
                        break;
                    }
                    Ok(TptpTokenKind::Close) => {
                        self.next();
                        done = Thing::Applied(inner);
                    }
                    _ => return Err(self.unexpected("`,` or `)`").into()),
                }
            }
        }
    }

    fn as_term(&mut self, thing: Thing) -> Result<TheoryTermId, StatementFault> {
        match thing {
            Thing::Variable(term) => Ok(term),
            Thing::Applied(Application { name, span, .. })
                if name.starts_with('$') && !name.starts_with("$$") =>
            {
                Err(undefined(span, &name).into())
            }
            Thing::Applied(Application { name, arguments, .. }) => {
                let function = self.problem.function(&name, arguments.len());
                Ok(self.problem.theory.term(TheoryTerm::Apply(function, arguments.into())))
            }
        }
    }

    fn variable(&mut self, span: Span, is_clause: bool) -> Result<TheoryTermId, StatementFault> {
        self.budget.check()?;
        let name = self.slice(span).to_owned();
        let known = self.scope.iter().rev().find(|it| it.0 == name).map(|it| it.1);
        let variable = match known {
            Some(variable) => variable,
            None if is_clause => {
                let variable = self.problem.theory.variable(THINGS);
                self.scope.push((name, variable));
                variable
            }
            None => {
                let message = format!("no quantifier binds `{name}`");
                return Err(Diagnostic::new(code::UNBOUND_VARIABLE, span, message, "not bound")
                    .help(format!("write `! [{name}] :` before the formula"))
                    .into());
            }
        };
        Ok(self.problem.theory.term(TheoryTerm::Variable(variable)))
    }

    pub(super) fn sentence(&mut self, sentence: TheorySentence) -> TheorySentenceId {
        self.problem.theory.sentence(sentence)
    }
}

fn is_connective(kind: TptpTokenKind) -> bool {
    use TptpTokenKind::{And, Iff, Implied, Implies, Nand, Nor, Or, Xor};
    matches!(kind, And | Or | Implies | Implied | Iff | Xor | Nor | Nand)
}

fn is_chain(kind: TptpTokenKind) -> bool {
    matches!(kind, TptpTokenKind::And | TptpTokenKind::Or)
}

fn undefined(span: Span, name: &str) -> Diagnostic {
    malformed(span, "a defined symbol that `fof` and `cnf` do not have").help(format!(
        "only `$true`, `$false` and `$distinct` are read; quote a name of your own: `'{name}'`"
    ))
}
