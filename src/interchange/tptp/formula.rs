//! Formulas and clauses of TPTP. What is open stands on a stack of our own, so no formula is too deep.

use super::statement::{Fault, Reader};
use super::token::Kind;
use super::{THINGS, spelt};
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;
use puzzle_engine::logic::first_order::{Quantifier, Sentence, SentenceId, Term, TermId, Variable};

/// What a formula is part of while it is read.
enum Open {
    Not,
    Quantified(Quantifier, Vec<Variable>),
    Bracket(Span),
    /// Operands of a connective.
    Chain(Kind, Vec<SentenceId>),
}

/// A function or predicate whose arguments are read.
struct Application {
    name: String,
    span: Span,
    arguments: Vec<TermId>,
}

/// What stands where an atom or a term may stand.
enum Thing {
    Variable(TermId),
    Applied(Application),
}

impl Reader<'_> {
    /// A formula; in a clause its variables are free.
    pub(super) fn formula(&mut self, is_clause: bool) -> Result<SentenceId, Fault> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            // What stands before an atom.
            let mut done = loop {
                let token = self.peek();
                let part = match token.kind {
                    Ok(Kind::Not) => Open::Not,
                    Ok(Kind::Open) => Open::Bracket(token.span),
                    Ok(Kind::All) if !is_clause => Open::Quantified(Quantifier::All, Vec::new()),
                    Ok(Kind::Some) if !is_clause => Open::Quantified(Quantifier::Some, Vec::new()),
                    _ => break self.atom(is_clause)?,
                };
                self.next();
                open.push(match part {
                    Open::Quantified(quantifier, _) => Open::Quantified(quantifier, self.bound()?),
                    part => part,
                });
            };
            // What stands behind it.
            loop {
                done = self.applied(&mut open, done);
                let token = self.peek();
                let connective = token.kind.ok().filter(|it| is_connective(*it));
                if let Some(connective) = connective {
                    self.next();
                    if is_clause && connective != Kind::Or {
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
                    Some(Open::Bracket(_)) if token.kind == Ok(Kind::Close) => {
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

    /// Applies the negations and quantifiers that stand before a part.
    fn applied(&mut self, open: &mut Vec<Open>, mut part: SentenceId) -> SentenceId {
        loop {
            match open.pop() {
                Some(Open::Not) => part = self.sentence(Sentence::Not(part)),
                Some(Open::Quantified(quantifier, variables)) => {
                    for variable in variables.into_iter().rev() {
                        part = self.sentence(Sentence::Quantified(quantifier, variable, part));
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
    fn chained(&mut self, open: &mut Vec<Open>, last: SentenceId) -> SentenceId {
        let (kind, mut operands) = match open.pop() {
            Some(Open::Chain(kind, operands)) => (kind, operands),
            other => {
                open.extend(other);
                return last;
            }
        };
        operands.push(last);
        let (first, negated) = (operands[0], |it| Sentence::Not(it));
        match kind {
            Kind::And => self.sentence(Sentence::And(operands.into())),
            Kind::Or => self.sentence(Sentence::Or(operands.into())),
            Kind::Implies => self.sentence(Sentence::Implies(first, last)),
            Kind::Implied => self.sentence(Sentence::Implies(last, first)),
            Kind::Iff => self.sentence(Sentence::Iff(first, last)),
            Kind::Xor => {
                let both = self.sentence(Sentence::Iff(first, last));
                self.sentence(negated(both))
            }
            Kind::Nor => {
                let one = self.sentence(Sentence::Or(operands.into()));
                self.sentence(negated(one))
            }
            _ => {
                let all = self.sentence(Sentence::And(operands.into()));
                self.sentence(negated(all))
            }
        }
    }

    /// The variables of a quantifier, behind it.
    fn bound(&mut self) -> Result<Vec<Variable>, Fault> {
        self.expect(Kind::OpenList, "`[`")?;
        let mut variables = Vec::new();
        loop {
            let token = self.expect(Kind::Variable, "a variable")?;
            let variable = self.problem.theory.variable(THINGS);
            let name = self.slice(token.span).to_owned();
            variables.push(variable);
            self.scope.push((name, variable));
            match self.peek().kind {
                Ok(Kind::Comma) => self.next(),
                _ => break,
            };
        }
        self.expect(Kind::CloseList, "`,` or `]`")?;
        self.expect(Kind::Colon, "`:`")?;
        Ok(variables)
    }

    /// An atom or an equation, or a truth value.
    fn atom(&mut self, is_clause: bool) -> Result<SentenceId, Fault> {
        let start = self.peek().span;
        let left = self.thing(is_clause)?;
        let kind = self.peek().kind;
        if !matches!(kind, Ok(Kind::Equal | Kind::Differ)) {
            return self.proposition(left, start);
        }
        self.next();
        let left = self.as_term(left)?;
        let right = self.thing(is_clause)?;
        let right = self.as_term(right)?;
        let equal = self.sentence(Sentence::Equal(left, right));
        Ok(match kind {
            Ok(Kind::Differ) => self.sentence(Sentence::Not(equal)),
            _ => equal,
        })
    }

    fn proposition(&mut self, thing: Thing, span: Span) -> Result<SentenceId, Fault> {
        let Thing::Applied(Application { name, arguments, .. }) = thing else {
            return Err(malformed(span, "a variable is not a formula")
                .help("write an equation, or a predicate applied to the variable")
                .into());
        };
        let sentence = match (name.as_str(), arguments.len()) {
            ("$true", 0) => Sentence::Truth(true),
            ("$false", 0) => Sentence::Truth(false),
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
                Sentence::Atom(predicate, arguments.into())
            }
        };
        Ok(self.sentence(sentence))
    }

    /// That some things are all different.
    fn distinct(&mut self, things: &[TermId]) -> Result<SentenceId, Fault> {
        let mut parts = Vec::new();
        for (at, one) in things.iter().enumerate() {
            for other in &things[at + 1..] {
                self.budget.check()?;
                let equal = self.sentence(Sentence::Equal(*one, *other));
                parts.push(self.sentence(Sentence::Not(equal)));
            }
        }
        Ok(self.sentence(Sentence::And(parts.into())))
    }

    /// A variable, or a symbol with its arguments.
    fn thing(&mut self, is_clause: bool) -> Result<Thing, Fault> {
        let mut open: Vec<Application> = Vec::new();
        loop {
            let token = self.peek();
            let text = self.slice(token.span);
            let mut done = match token.kind {
                Ok(Kind::Variable) => {
                    self.next();
                    Thing::Variable(self.variable(token.span, is_clause)?)
                }
                Ok(Kind::Word | Kind::Quoted | Kind::Defined | Kind::Object | Kind::Number) => {
                    let name = spelt(text);
                    let application = Application { name, span: token.span, arguments: Vec::new() };
                    self.next();
                    let is_applied = self.peek().kind == Ok(Kind::Open)
                        && matches!(token.kind, Ok(Kind::Word | Kind::Quoted | Kind::Defined));
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
                    Ok(Kind::Comma) => {
                        self.next();
                        open.push(inner);
                        break;
                    }
                    Ok(Kind::Close) => {
                        self.next();
                        done = Thing::Applied(inner);
                    }
                    _ => return Err(self.unexpected("`,` or `)`").into()),
                }
            }
        }
    }

    fn as_term(&mut self, thing: Thing) -> Result<TermId, Fault> {
        match thing {
            Thing::Variable(term) => Ok(term),
            Thing::Applied(Application { name, span, .. })
                if name.starts_with('$') && !name.starts_with("$$") =>
            {
                Err(undefined(span, &name).into())
            }
            Thing::Applied(Application { name, arguments, .. }) => {
                let function = self.problem.function(&name, arguments.len());
                Ok(self.problem.theory.term(Term::Apply(function, arguments.into())))
            }
        }
    }

    fn variable(&mut self, span: Span, is_clause: bool) -> Result<TermId, Fault> {
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
        Ok(self.problem.theory.term(Term::Variable(variable)))
    }

    pub(super) fn sentence(&mut self, sentence: Sentence) -> SentenceId {
        self.problem.theory.sentence(sentence)
    }
}

fn is_connective(kind: Kind) -> bool {
    use Kind::{And, Iff, Implied, Implies, Nand, Nor, Or, Xor};
    matches!(kind, And | Or | Implies | Implied | Iff | Xor | Nor | Nand)
}

fn is_chain(kind: Kind) -> bool {
    matches!(kind, Kind::And | Kind::Or)
}

/// A fault of the notation.
pub(super) fn malformed(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(code::TPTP, span, "this is no sentence in TPTP", label)
}

fn undefined(span: Span, name: &str) -> Diagnostic {
    malformed(span, "a defined symbol that `fof` and `cnf` do not have").help(format!(
        "only `$true`, `$false` and `$distinct` are read; quote a name of your own: `'{name}'`"
    ))
}
