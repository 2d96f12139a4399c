//! Rule sheets as answer set programs for clingo (Gebser, Kaminski, Kaufmann and Schaub, "Multi-shot
//! ASP solving with clingo", 2019). A part of a sentence becomes a predicate of the variables that it
//! speaks of; a term becomes one of these and its value, so that what is missing has none. What
//! mentions itself is written as it is: answer sets take as few steps as the language does.

mod terms;

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::{
    DEPTH, ExportGoal, SheetFacts, SheetNames, SheetPart, Unwritten, Written, distinct_names,
    legend,
};
use puzzle_engine::logic::sheet::{
    Comparison, FunctionValues, SentenceId, Sheet, SheetSentence, SheetVariable, SymbolId,
    SymbolOrigin, TermId,
};
use terms::{ClingoSummand, NOTHING, summed};

/// Writes a sheet.
///
/// # Errors
/// Why it cannot be written.
pub fn write(sheet: &Sheet, names: &SheetNames, goal: ExportGoal) -> Result<String, Unwritten> {
    let is_reserved = |it: &str| it == "not" || is_made(it);
    let symbols = distinct_names(&names.symbols, is_reserved, |it| it.is_ascii_lowercase());
    let mut writer = ClingoWriter {
        facts: SheetFacts::of(sheet, goal)?,
        sheet,
        symbols,
        out: format!("% The puzzle {}. What is found is shown at the end.\n", names.title),
        made: FxHashMap::default(),
        count: 0,
        is_recursive: false,
    };
    writer.out.push_str(&legend(names));
    writer.program(goal)?;
    Ok(writer.out)
}

/// Whether a name may be one that is made here.
fn is_made(name: &str) -> bool {
    let mut rest = name.trim_start_matches(|it: char| it.is_ascii_lowercase()).chars();
    name.len() > 1 && rest.next().is_some() && rest.all(|it| it.is_ascii_digit())
}

/// What a predicate was made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Purpose {
    /// It holds where a part is true, or has this value.
    True(SheetPart),
    /// It holds where a sentence is false.
    False(SheetPart),
    /// It holds where a term has a value.
    HasValue(TermId),
}

struct ClingoWriter<'s> {
    facts: SheetFacts<'s>,
    sheet: &'s Sheet,
    symbols: Vec<String>,
    out: String,
    made: FxHashMap<Purpose, String>,
    count: usize,
    /// What is written says what a predicate that mentions itself stands for.
    is_recursive: bool,
}

impl ClingoWriter<'_> {
    fn program(&mut self, goal: ExportGoal) -> Written<()> {
        let sheet = self.sheet;
        for at in (0..sheet.symbols.len()).filter(|it| self.facts.used[*it]).collect::<Vec<_>>() {
            self.symbol(SymbolId(at as u32))?;
        }
        for rule in &sheet.rules {
            self.assert(*rule, true, 0)?;
        }
        match goal {
            ExportGoal::Solution => {}
            ExportGoal::Counterexample(sentence) => self.assert(sentence, false, 0)?,
            ExportGoal::Smallest(term) | ExportGoal::Largest(term) => {
                let has = self.has_value(term, 0)?;
                self.rule("", &[format!("not {has}")]);
                let (mut sum, mut number) = (Vec::new(), 0);
                self.summands(term, 1, &NOTHING, 0, (&mut sum, &mut number))?;
                let key = vec![sum.len().to_string()];
                let weight = number.to_string();
                sum.push(ClingoSummand { factor: 1, key, body: Vec::new(), weight });
                let sum = summed(&sum);
                let sum = sum.trim_start_matches("#sum");
                let verb =
                    if matches!(goal, ExportGoal::Smallest(_)) { "minimize" } else { "maximize" };
                let _ = writeln!(self.out, "#{verb}{sum}.");
            }
        }
        for at in 0..sheet.symbols.len() {
            let symbol = &sheet.symbols[at];
            if symbol.origin == SymbolOrigin::Found {
                let arity = symbol.arguments.len() + usize::from(symbol.values.is_some());
                let _ = writeln!(self.out, "#show {}/{arity}.", self.symbols[at]);
            }
        }
        Ok(())
    }

    fn fresh(&mut self, word: &str) -> String {
        self.count += 1;
        format!("{word}{}", self.count)
    }

    fn rule(&mut self, head: &str, body: &[String]) {
        let body = joined(body, ", ");
        let _ = match (head.is_empty(), body.is_empty()) {
            (true, _) => writeln!(self.out, ":- {body}."),
            (_, true) => writeln!(self.out, "{head}."),
            _ => writeln!(self.out, "{head} :- {body}."),
        };
    }

    fn domain(&self, variable: SheetVariable) -> String {
        let (least, most) = self.sheet.values(variable).into_inner();
        format!("X{} = {least}..{most}", variable.0)
    }

    fn domains(&self, variables: &[SheetVariable]) -> Vec<String> {
        variables.iter().map(|it| self.domain(*it)).collect()
    }

    fn symbol(&mut self, id: SymbolId) -> Written<()> {
        let sheet = self.sheet;
        let symbol = sheet.symbol(id);
        let name = self.symbols[id.0 as usize].clone();
        let arguments: Vec<String> =
            (0..symbol.arguments.len()).map(|it| format!("A{it}")).collect();
        let domains: Vec<String> = symbol
            .arguments
            .iter()
            .zip(&arguments)
            .map(|(sort, it)| {
                let (least, most) = sheet.sorts[sort.0 as usize].clone().into_inner();
                format!("{it} = {least}..{most}")
            })
            .collect();
        match &symbol.origin {
            SymbolOrigin::Found => {
                self.rule(&choice(&name, &arguments, symbol.values.as_ref()), &domains);
            }
            SymbolOrigin::Values(table) => {
                for (index, value) in table.iter().enumerate() {
                    let Some(value) = value else { continue };
                    let mut told = sheet.arguments(id, index);
                    told.push(*value);
                    self.fact(&name, &told);
                }
                self.exists(&name, arguments.len() + 1);
            }
            SymbolOrigin::Truths(truths) => {
                for (index, _) in truths.iter().enumerate().filter(|it| *it.1) {
                    self.fact(&name, &sheet.arguments(id, index));
                }
                self.exists(&name, arguments.len());
            }
            SymbolOrigin::Sentence(parameters, body) => {
                self.is_recursive = self.facts.definitions.group(id).is_some();
                let head = applied(&name, &variables(parameters));
                let mut all = self.domains(parameters);
                all.extend(self.literals(*body, true, 0)?);
                self.rule(&head, &all);
                self.is_recursive = false;
            }
            SymbolOrigin::Term(parameters, body) => {
                let mut all = self.domains(parameters);
                let value = self.value(*body, &NOTHING, 0)?;
                all.extend(value.body);
                all.push(format!("V = {}", value.text));
                let mut head = variables(parameters);
                head.push("V".to_owned());
                self.rule(&applied(&name, &head), &all);
            }
        }
        Ok(())
    }

    fn fact(&mut self, name: &str, told: &[i64]) {
        let told: Vec<String> = told.iter().map(i64::to_string).collect();
        let fact = applied(name, &told);
        self.rule(&fact, &[]);
    }

    /// That there may be no fact of a predicate.
    fn exists(&mut self, name: &str, arity: usize) {
        let _ = writeln!(self.out, "#defined {name}/{arity}.");
    }

    /// Bars what a sentence excludes.
    fn assert(&mut self, sentence: SentenceId, is_true: bool, depth: usize) -> Written<()> {
        let depth = deeper(depth)?;
        match (self.sheet.get(sentence), is_true) {
            (SheetSentence::Not(of), _) => self.assert(*of, !is_true, depth),
            (SheetSentence::And(of), true) | (SheetSentence::Or(of), false) => {
                of.iter().try_for_each(|it| self.assert(*it, is_true, depth))
            }
            (SheetSentence::All(_, of), true) | (SheetSentence::Some(_, of), false) => {
                self.assert(*of, is_true, depth)
            }
            _ => {
                let free = self.facts.free(SheetPart::Sentence(sentence)).to_vec();
                let mut body = self.domains(&free);
                body.extend(self.literals(sentence, !is_true, depth)?);
                self.rule("", &body);
                Ok(())
            }
        }
    }

    /// A predicate of the variables that a part speaks of, once; `rules` writes what makes it true.
    fn predicate(
        &mut self,
        purpose: Purpose,
        free: &[SheetVariable],
        rules: impl FnOnce(&mut Self, &str) -> Written<()>,
    ) -> Written<String> {
        let name = match self.made.get(&purpose) {
            Some(name) => name.clone(),
            None => {
                let word = match purpose {
                    Purpose::True(_) => "is",
                    Purpose::False(_) => "isnt",
                    Purpose::HasValue(_) => "has",
                };
                let name = self.fresh(word);
                self.made.insert(purpose, name.clone());
                rules(self, &applied(&name, &variables(free)))?;
                name
            }
        };
        Ok(applied(&name, &variables(free)))
    }

    /// A predicate that says that a part has a value, of the variables that it speaks of; `rules` is given its
    /// head, and the domains of these variables as the body to begin with.
    fn valued(
        &mut self,
        part: SheetPart,
        is_true: bool,
        rules: impl FnOnce(&mut Self, &str, &[String]) -> Written<()>,
    ) -> Written<String> {
        let free = self.facts.free(part).to_vec();
        let purpose = if is_true { Purpose::True(part) } else { Purpose::False(part) };
        self.predicate(purpose, &free, |it, head| {
            let domains = it.domains(&free);
            rules(it, head, &domains)
        })
    }

    /// One literal for a sentence: the only one that it comes to, or that of a predicate.
    fn literal(&mut self, id: SentenceId, is_true: bool, depth: usize) -> Written<String> {
        let part = SheetPart::Sentence(id);
        let purpose = if is_true { Purpose::True(part) } else { Purpose::False(part) };
        let mut body = Vec::new();
        if !self.made.contains_key(&purpose) {
            body = self.literals(id, is_true, depth)?;
            if let [only] = &body[..]
                && is_atom(only)
            {
                return Ok(only.clone());
            }
        }
        self.valued(part, is_true, |it, head, domains| {
            it.rule(head, &[domains, &body].concat());
            Ok(())
        })
    }

    /// Literals that do not count, for inside of what counts.
    fn plain(&mut self, id: SentenceId, is_true: bool, depth: usize) -> Written<Vec<String>> {
        let literals = self.literals(id, is_true, depth)?;
        match literals.iter().any(|it| it.contains('{') || it.contains(':')) {
            true => Ok(vec![self.literal(id, is_true, depth)?]),
            false => Ok(literals),
        }
    }

    /// What is true if and only if a sentence is, or is not. Variables that are bound in it are
    /// those of the rule.
    fn literals(&mut self, id: SentenceId, is_true: bool, depth: usize) -> Written<Vec<String>> {
        let depth = deeper(depth)?;
        let part = SheetPart::Sentence(id);
        match (self.sheet.get(id).clone(), is_true) {
            (SheetSentence::Truth(truth), _) => {
                Ok(if truth == is_true { Vec::new() } else { vec!["#false".to_owned()] })
            }
            (SheetSentence::Not(of), _) => self.literals(of, !is_true, depth),
            (SheetSentence::And(of), true) | (SheetSentence::Or(of), false) => {
                let mut all = Vec::new();
                for it in &of {
                    all.extend(self.literals(*it, is_true, depth)?);
                }
                Ok(all)
            }
            (SheetSentence::Or(of), true) | (SheetSentence::And(of), false) => {
                self.one_of(part, &of, is_true, depth)
            }
            (SheetSentence::Iff(one, other), _) => self.same(part, (one, other), is_true, depth),
            (SheetSentence::Some(bound, of), true) | (SheetSentence::All(bound, of), false) => {
                let mut all = self.domains(&bound);
                all.extend(self.literals(of, is_true, depth)?);
                Ok(all)
            }
            (SheetSentence::All(bound, of), true) | (SheetSentence::Some(bound, of), false)
                if self.is_recursive =>
            {
                self.each(part, &bound, (of, is_true), depth)
            }
            (SheetSentence::All(..), true) | (SheetSentence::Some(..), false) => {
                Ok(vec![format!("not {}", self.literal(id, !is_true, depth)?)])
            }
            (SheetSentence::Holds(symbol, terms), true) => {
                let (mut all, atom) = self.atom(&terms, &NOTHING, depth)?;
                all.push(applied(&self.symbols[symbol.0 as usize], &atom));
                Ok(all)
            }
            (SheetSentence::Compare(comparison, one, other), true) => {
                self.compared(comparison, one, other, depth)
            }
            (SheetSentence::Missing(term), false) => Ok(vec![self.has_value(term, depth)?]),
            (SheetSentence::Missing(term), true) => {
                Ok(vec![format!("not {}", self.has_value(term, depth)?)])
            }
            (SheetSentence::Distinct(bound, of, term), false) => {
                self.equal_twice(part, &bound, (of, term), depth)
            }
            (SheetSentence::Distinct(..), true) => {
                Ok(vec![format!("not {}", self.literals(id, false, depth)?[0])])
            }
            (SheetSentence::Holds(..) | SheetSentence::Compare(..), false) => {
                let of = self.literals(id, true, depth)?;
                match &of[..] {
                    [atom] if atom.ends_with(')') && !atom.starts_with("not ") && is_atom(atom) => {
                        Ok(vec![format!("not {atom}")])
                    }
                    _ => Ok(vec![format!("not {}", self.literal(id, true, depth)?)]),
                }
            }
        }
    }

    /// That one of several sentences has a value: a predicate with a rule for each.
    fn one_of(
        &mut self,
        part: SheetPart,
        of: &[SentenceId],
        is_true: bool,
        depth: usize,
    ) -> Written<Vec<String>> {
        let one = self.valued(part, is_true, |it, head, domains| {
            for each in of {
                let body = [domains, &it.literals(*each, is_true, depth)?].concat();
                it.rule(head, &body);
            }
            Ok(())
        })?;
        Ok(vec![one])
    }

    /// That two sentences have the same value, or not.
    fn same(
        &mut self,
        part: SheetPart,
        (one, other): (SentenceId, SentenceId),
        is_true: bool,
        depth: usize,
    ) -> Written<Vec<String>> {
        let same = self.valued(part, is_true, |it, head, domains| {
            for value in [true, false] {
                let mut body = domains.to_vec();
                body.extend(it.literals(one, value, depth)?);
                body.extend(it.literals(other, value == is_true, depth)?);
                it.rule(head, &body);
            }
            Ok(())
        })?;
        Ok(vec![same])
    }

    /// That a sentence has a value for all values of variables.
    fn each(
        &mut self,
        part: SheetPart,
        bound: &[SheetVariable],
        (of, is_true): (SentenceId, bool),
        depth: usize,
    ) -> Written<Vec<String>> {
        let each = self.literal(of, is_true, depth)?;
        let each = format!("{each} : {}", joined(&self.domains(bound), ", "));
        let all = self.valued(part, is_true, |it, head, domains| {
            let body = joined(&[domains, &[each]].concat(), "; ");
            let _ = writeln!(it.out, "{head} :- {body}.");
            Ok(())
        })?;
        Ok(vec![all])
    }

    /// That a term has a value twice where a sentence is true.
    fn equal_twice(
        &mut self,
        part: SheetPart,
        bound: &[SheetVariable],
        (of, term): (SentenceId, TermId),
        depth: usize,
    ) -> Written<Vec<String>> {
        let free = self.facts.free(part).to_vec();
        let equal = self.valued(part, false, |it, head, domains| {
            let value = it.value(term, &NOTHING, depth)?;
            let each = it.fresh("each");
            let mut body = domains.to_vec();
            body.extend(it.domains(bound));
            body.extend(it.literals(of, true, depth)?);
            body.extend(value.body);
            body.push(format!("V = {}", value.text));
            let of_free = variables(&free);
            let with_value = [&of_free[..], &["V".to_owned()]].concat();
            let places = variables(bound);
            it.rule(&applied(&each, &[&with_value[..], &places].concat()), &body);
            let blanks = vec!["_".to_owned(); places.len()];
            let any = applied(&each, &[&with_value[..], &blanks].concat());
            let one = applied(&each, &[&with_value[..], &places].concat());
            let two = format!("2 <= #count {{ {} : {one} }}", joined(&places, ","));
            it.rule(head, &[any, two]);
            Ok(())
        })?;
        Ok(vec![equal])
    }

    fn compared(
        &mut self,
        comparison: Comparison,
        one: TermId,
        other: TermId,
        depth: usize,
    ) -> Written<Vec<String>> {
        let sign = match comparison {
            Comparison::Equal => "=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
        };
        let (mut sum, mut number) = (Vec::new(), 0);
        self.summands(one, 1, &NOTHING, depth, (&mut sum, &mut number))?;
        self.summands(other, -1, &NOTHING, depth, (&mut sum, &mut number))?;
        let unknown = sum.iter().filter(|it| !it.body.is_empty()).count();
        let is_counted = sum.iter().any(|it| it.key.len() > 1);
        if unknown < 3 && !is_counted {
            let (one, other) =
                (self.value(one, &NOTHING, depth)?, self.value(other, &NOTHING, depth)?);
            let mut all = one.body;
            all.extend(other.body);
            all.push(format!("{} {sign} {}", one.text, other.text));
            return Ok(all);
        }
        let mut all = Vec::new();
        for term in [one, other] {
            if self.facts.may_miss(term) {
                all.push(self.has_value(term, depth)?);
            }
        }
        all.push(format!("{} {sign} {}", summed(&sum), -number));
        Ok(all)
    }
}

fn variables(variables: &[SheetVariable]) -> Vec<String> {
    variables.iter().map(|it| format!("X{}", it.0)).collect()
}

fn applied(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(",")) }
}

fn joined(parts: &[String], sign: &str) -> String {
    parts.join(sign)
}

/// Whether a literal is a predicate applied to something.
fn is_atom(literal: &str) -> bool {
    let name = literal.split('(').next().unwrap_or_default();
    !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn deeper(depth: usize) -> Written<usize> {
    match depth {
        DEPTH => Err("its sentences are nested too deeply for other programs".to_owned()),
        _ => Ok(depth + 1),
    }
}

/// The head of a rule that chooses a value, or whether something is so.
fn choice(name: &str, arguments: &[String], values: Option<&FunctionValues>) -> String {
    let Some(values) = values else { return format!("{{ {} }}", applied(name, arguments)) };
    let (least, most) = values.range.clone().into_inner();
    let atom = applied(name, &[arguments, &["V".to_owned()]].concat());
    let how = if values.or_none { "<=" } else { "=" };
    format!("{{ {atom} : V = {least}..{most} }} {how} 1")
}
