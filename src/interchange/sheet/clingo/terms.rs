//! Terms in an answer set program: the body that binds the value of one, and sums as sets of weights.

use super::super::SheetPart;
use super::{ClingoWriter, Purpose, Written, applied, deeper, joined, variables};
use puzzle_engine::logic::sheet::{Fold, Operation, SheetVariable, SymbolOrigin, Term, TermId};

/// A number in a rule: what has to be true for it to be one, and how it is written.
pub(super) struct TermValue {
    pub body: Vec<String>,
    pub text: String,
}

/// Numbers that are added.
pub(super) struct ClingoSummand {
    pub factor: i128,
    /// The list that tells it from others.
    pub key: Vec<String>,
    pub body: Vec<String>,
    pub weight: String,
}

/// What parameters of definitions stand for where these are written out.
pub(super) type InlinedParameters<'b> =
    Option<(&'b [SheetVariable], &'b [TermId], &'b TermScope<'b>)>;
pub(super) struct TermScope<'b>(InlinedParameters<'b>);

pub(super) const NOTHING: TermScope<'static> = TermScope(None);

impl ClingoWriter<'_> {
    pub(super) fn has_value(&mut self, term: TermId, depth: usize) -> Written<String> {
        let free = self.facts.free(SheetPart::Term(term)).to_vec();
        self.predicate(Purpose::HasValue(term), &free, |it, head| {
            let mut body = it.domains(&free);
            let value = it.value(term, &NOTHING, depth)?;
            body.extend(value.body);
            // What would divide by zero is no instance.
            body.push(format!("V = {}", value.text));
            it.rule(head, &body);
            Ok(())
        })
    }

    /// The numbers that a term adds up, each with a factor.
    pub(super) fn summands(
        &mut self,
        id: TermId,
        factor: i128,
        scope: &TermScope<'_>,
        depth: usize,
        (sum, number): (&mut Vec<ClingoSummand>, &mut i128),
    ) -> Written<()> {
        let depth = deeper(depth)?;
        let key = |sum: &Vec<ClingoSummand>| vec![sum.len().to_string()];
        match self.sheet.get_term(id).clone() {
            Term::Number(it) => *number += factor * i128::from(it),
            Term::Binary(operation @ (Operation::Plus | Operation::Minus), one, other) => {
                let sign = if operation == Operation::Plus { 1 } else { -1 };
                self.summands(one, factor, scope, depth, (sum, number))?;
                self.summands(other, factor * sign, scope, depth, (sum, number))?;
            }
            Term::Binary(Operation::Times, one, other)
                if let Term::Number(it) = *self.sheet.get_term(one) =>
            {
                self.summands(other, factor * i128::from(it), scope, depth, (sum, number))?;
            }
            Term::Binary(Operation::Times, one, other)
                if let Term::Number(it) = *self.sheet.get_term(other) =>
            {
                self.summands(one, factor * i128::from(it), scope, depth, (sum, number))?;
            }
            Term::Variable(it) if let Some((term, outer)) = scope.find(it) => {
                self.summands(term, factor, outer, depth, (sum, number))?;
            }
            Term::Apply(symbol, terms) if self.facts.is_inlined(symbol, &terms) => {
                let SymbolOrigin::Term(parameters, body) = &self.sheet.symbol(symbol).origin else {
                    return Ok(());
                };
                let inner = TermScope(Some((parameters, &terms, scope)));
                self.summands(*body, factor, &inner, depth, (sum, number))?;
            }
            Term::Count(bound, of) => {
                let mut body = self.domains(&bound);
                body.extend(self.plain(of, true, depth)?);
                let key = [&key(sum)[..], &variables(&bound)].concat();
                sum.push(ClingoSummand { factor, key, body, weight: "1".to_owned() });
            }
            Term::Fold(Fold::Sum, bound, of, term) => {
                let mut body = self.domains(&bound);
                body.extend(self.plain(of, true, depth)?);
                let value = self.value(term, &NOTHING, depth)?;
                body.extend(value.body);
                let key = [&key(sum)[..], &variables(&bound)].concat();
                sum.push(ClingoSummand { factor, key, body, weight: value.text });
            }
            _ => {
                let value = self.value(id, scope, depth)?;
                sum.push(ClingoSummand {
                    factor,
                    key: key(sum),
                    body: value.body,
                    weight: value.text,
                });
            }
        }
        Ok(())
    }

    /// A predicate's arguments.
    pub(super) fn atom(
        &mut self,
        terms: &[TermId],
        scope: &TermScope<'_>,
        depth: usize,
    ) -> Written<(Vec<String>, Vec<String>)> {
        let (mut body, mut arguments) = (Vec::new(), Vec::new());
        for term in terms {
            let value = self.value(*term, scope, depth)?;
            body.extend(value.body);
            arguments.push(value.text);
        }
        Ok((body, arguments))
    }

    /// The value of a term.
    pub(super) fn value(
        &mut self,
        id: TermId,
        scope: &TermScope<'_>,
        depth: usize,
    ) -> Written<TermValue> {
        let depth = deeper(depth)?;
        match self.sheet.get_term(id).clone() {
            Term::Number(it) => Ok(TermValue { body: Vec::new(), text: it.to_string() }),
            Term::Variable(it) => match scope.find(it) {
                Some((term, outer)) => self.value(term, outer, depth),
                None => Ok(TermValue { body: Vec::new(), text: format!("X{}", it.0) }),
            },
            Term::Apply(symbol, terms) if self.facts.is_inlined(symbol, &terms) => {
                let SymbolOrigin::Term(parameters, body) = &self.sheet.symbol(symbol).origin else {
                    return Err("a definition has no meaning".to_owned());
                };
                self.value(*body, &TermScope(Some((parameters, &terms, scope))), depth)
            }
            Term::Apply(symbol, terms) => {
                let (mut body, mut arguments) = self.atom(&terms, scope, depth)?;
                let text = self.fresh("V");
                arguments.push(text.clone());
                body.push(applied(&self.symbols[symbol.0 as usize], &arguments));
                Ok(TermValue { body, text })
            }
            Term::Binary(operation, one, other) => {
                self.operated(operation, (one, other), scope, depth)
            }
            Term::Absolute(of) => {
                let of = self.value(of, scope, depth)?;
                Ok(TermValue { body: of.body, text: format!("|{}|", of.text) })
            }
            Term::Count(..) | Term::Fold(..) => {
                let free = self.facts.free(SheetPart::Term(id)).to_vec();
                let text = self.fresh("V");
                let purpose = Purpose::True(SheetPart::Term(id));
                if !self.made.contains_key(&purpose) {
                    let name = self.fresh("value");
                    self.made.insert(purpose, name.clone());
                    self.counted(id, &name, &free, depth)?;
                }
                let mut arguments = variables(&free);
                arguments.push(text.clone());
                let body = vec![applied(&self.made[&purpose], &arguments)];
                Ok(TermValue { body, text })
            }
        }
    }

    /// What an operation makes of two terms.
    fn operated(
        &mut self,
        operation: Operation,
        (one, other): (TermId, TermId),
        scope: &TermScope<'_>,
        depth: usize,
    ) -> Written<TermValue> {
        let divides = matches!(operation, Operation::Quotient | Operation::Remainder)
            && !matches!(self.sheet.get_term(other), Term::Number(it) if *it != 0);
        let one = self.value(one, scope, depth)?;
        let other = self.value(other, scope, depth)?;
        let mut body = one.body;
        body.extend(other.body);
        let (a, b) = (one.text, other.text);
        let rest = format!("((({a}) \\ ({b}) + ({b})) \\ ({b}))");
        let text = match operation {
            Operation::Plus => format!("({a} + {b})"),
            Operation::Minus => format!("({a} - ({b}))"),
            Operation::Times => format!("(({a}) * ({b}))"),
            Operation::Remainder => rest,
            Operation::Quotient => format!("((({a}) - {rest}) / ({b}))"),
            Operation::Least => format!("(({a} + {b} - |({a}) - ({b})|) / 2)"),
            Operation::Greatest => format!("(({a} + {b} + |({a}) - ({b})|) / 2)"),
        };
        if !divides {
            return Ok(TermValue { body, text });
        }
        // What divides by zero has no value. As a part of an atom it would take the whole rule away.
        let quotient = self.fresh("V");
        body.push(format!("{quotient} = {text}"));
        Ok(TermValue { body, text: quotient })
    }

    /// What a sum, a count, a smallest or a greatest number is.
    fn counted(
        &mut self,
        id: TermId,
        name: &str,
        free: &[SheetVariable],
        depth: usize,
    ) -> Written<()> {
        let of_free = variables(free);
        let head = applied(name, &[&of_free[..], &["V".to_owned()]].concat());
        let mut body = self.domains(free);
        let Term::Fold(fold, bound, of, term) = self.sheet.get_term(id).clone() else {
            let (mut sum, mut number) = (Vec::new(), 0);
            self.summands(id, 1, &NOTHING, depth, (&mut sum, &mut number))?;
            body.push(format!("V = {}", summed(&sum)));
            self.rule(&head, &body);
            return Ok(());
        };
        let value = self.value(term, &NOTHING, depth)?;
        let condition = self.plain(of, true, depth)?;
        if self.facts.may_miss(term) {
            let has = self.has_value(term, depth)?;
            let gap = self.fresh("gap");
            let gap = applied(&gap, &of_free);
            let mut missing = self.domains(free);
            missing.extend(self.domains(&bound));
            missing.extend(condition.iter().cloned());
            missing.push(format!("not {has}"));
            self.rule(&gap, &missing);
            body.push(format!("not {gap}"));
        }
        let mut each = self.domains(&bound);
        each.extend(condition);
        each.extend(value.body);
        let key = joined(&variables(&bound), ",");
        let each = joined(&each, ", ");
        match fold {
            Fold::Sum => body.push(format!("V = #sum {{ {},{key} : {each} }}", value.text)),
            Fold::Least | Fold::Greatest => {
                let word = if fold == Fold::Least { "min" } else { "max" };
                body.push(format!("V = #{word} {{ {} : {each} }}", value.text));
                body.push("#inf < V".to_owned());
                body.push("V < #sup".to_owned());
            }
        }
        self.rule(&head, &body);
        Ok(())
    }
}

impl TermScope<'_> {
    /// What a parameter stands for, and where that is understood.
    fn find(&self, variable: SheetVariable) -> Option<(TermId, &Self)> {
        let (parameters, terms, outer) = self.0.as_ref()?;
        let at = parameters.iter().position(|it| *it == variable)?;
        // The scopes of one chain live equally long where they are read.
        Some((terms[at], outer))
    }
}

/// A sum of numbers.
pub(super) fn summed(sum: &[ClingoSummand]) -> String {
    let each = sum.iter().map(|it| {
        let weight = match it.factor {
            1 => it.weight.clone(),
            factor => format!("({factor}) * {}", it.weight),
        };
        let body = joined(&it.body, ", ");
        let key = it.key.join(",");
        if body.is_empty() { format!("{weight},{key}") } else { format!("{weight},{key} : {body}") }
    });
    format!("#sum {{ {} }}", each.collect::<Vec<_>>().join("; "))
}
