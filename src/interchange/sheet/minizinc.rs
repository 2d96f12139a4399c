//! Rule sheets in MiniZinc (Nethercote and others, "MiniZinc: towards a standard CP modelling
//! language", CP 2007). Each symbol is an array; a term is written with what has to be true for it to
//! be there, so that nothing is ever undefined. Predicates that mention themselves have an array for
//! each step that they may take.

use std::fmt::Write;

use super::{
    DEPTH, ExportGoal, SheetFacts, SheetNames, SheetPart, Unwritten, Written, distinct_names,
    legend,
};
use puzzle_engine::logic::sheet::{
    Comparison, Fold, Operation, SentenceId, Sheet, SheetSentence, SheetVariable, SymbolId,
    SymbolOrigin, Term, TermId,
};

/// Writes a sheet whose definitions take at most so many steps.
///
/// # Errors
/// Why it cannot be written.
pub fn write(
    sheet: &Sheet,
    steps: usize,
    names: &SheetNames,
    goal: ExportGoal,
) -> Result<String, Unwritten> {
    let symbols = distinct_names(&names.symbols, is_reserved, |it| it.is_ascii_alphabetic());
    let mut writer = Writer {
        facts: SheetFacts::of(sheet, goal)?,
        sheet,
        symbols,
        steps,
        out: format!("% The puzzle {}.\n", names.title),
        inlined: Vec::new(),
        second: Vec::new(),
        stepping: None,
    };
    writer.out.push_str(&legend(names));
    writer.program(goal)?;
    Ok(writer.out)
}

/// Whether a word has a meaning of its own, or is a name that is made here.
fn is_reserved(name: &str) -> bool {
    const WORDS: &str = "ann annotation any array bool case constraint default diff div else elseif \
        endif enum false float function if in include int intersect let list maximize minimize mod \
        not of opt output par predicate record satisfy set solve string subset superset symdiff \
        test then true tuple type union var where xor sum min max abs forall exists card index_set \
        product sort show array1d array2d array3d bool2int count all_different length";
    let is_made = || {
        let rest = name.trim_start_matches(['x', 'y', 'd', 'k']);
        name.len() > 1 && rest.len() < name.len() && rest.bytes().all(|it| it.is_ascii_digit())
    };
    name == "k" || is_made() || WORDS.split_whitespace().any(|it| it == name)
}

/// A number: how it is written, and what has to be true for it to be there.
struct Value {
    text: String,
    needs: Vec<String>,
}

struct Writer<'s> {
    facts: SheetFacts<'s>,
    sheet: &'s Sheet,
    symbols: Vec<String>,
    steps: usize,
    out: String,
    /// What parameters stand for that are written out, the innermost last.
    inlined: Vec<(SheetVariable, String)>,
    /// Variables that are written a second time.
    second: Vec<SheetVariable>,
    /// The group of predicates of which the step is written that follows another one.
    stepping: Option<u32>,
}

impl Writer<'_> {
    fn program(&mut self, goal: ExportGoal) -> Written<()> {
        let sheet = self.sheet;
        let _ = writeln!(self.out, "include \"all_different.mzn\";");
        let used: Vec<_> = (0..sheet.symbols.len()).filter(|it| self.facts.used[*it]).collect();
        for at in &used {
            self.declare(SymbolId(*at as u32));
        }
        for at in used {
            self.define(SymbolId(at as u32))?;
        }
        for rule in &sheet.rules {
            let rule = self.sentence(*rule, 0)?;
            let _ = writeln!(self.out, "constraint {rule};");
        }
        let solve = match goal {
            ExportGoal::Solution => "satisfy".to_owned(),
            ExportGoal::Counterexample(sentence) => {
                let sentence = self.sentence(sentence, 0)?;
                let _ = writeln!(self.out, "constraint not ({sentence});");
                "satisfy".to_owned()
            }
            ExportGoal::Smallest(term) | ExportGoal::Largest(term) => {
                let value = self.value(term, 0)?;
                let (least, most) = self.facts.range(term);
                let _ = writeln!(self.out, "var {least}..{most}: objective = {};", value.text);
                for need in &value.needs {
                    let _ = writeln!(self.out, "constraint {need};");
                }
                let is_smallest = matches!(goal, ExportGoal::Smallest(_));
                (if is_smallest { "minimize objective" } else { "maximize objective" }).to_owned()
            }
        };
        let found = sheet.symbols.iter().zip(&self.symbols);
        let found = found.filter(|it| it.0.origin == SymbolOrigin::Found).map(|it| it.1);
        let mut shown: Vec<String> = found.map(|it| format!("\"{it} = \\({it});\\n\"")).collect();
        if solve != "satisfy" {
            shown.push("\"objective = \\(objective);\\n\"".to_owned());
        }
        let _ = writeln!(self.out, "solve {solve};\noutput [{}];", shown.join(", "));
        Ok(())
    }

    /// The number that stands for no value of a symbol.
    fn nothing(&self, id: SymbolId) -> i128 {
        self.facts.values[id.0 as usize].0 - 1
    }

    /// The index sets of a symbol's array.
    fn indices(&self, id: SymbolId) -> Vec<String> {
        let sorts = self.sheet.symbol(id).arguments.iter();
        sorts
            .map(|it| {
                let (least, most) = self.sheet.sorts[it.0 as usize].clone().into_inner();
                format!("{least}..{most}")
            })
            .collect()
    }

    /// The group of a predicate that mentions itself.
    fn group(&self, id: SymbolId) -> Option<u32> {
        self.facts.definitions.group(id)
    }

    fn declare(&mut self, id: SymbolId) {
        let symbol = self.sheet.symbol(id);
        let name = self.symbols[id.0 as usize].clone();
        let (least, most) = self.facts.values[id.0 as usize];
        let mut indices = self.indices(id);
        let nothing = self.nothing(id);
        let is_found = symbol.origin == SymbolOrigin::Found;
        if self.group(id).is_some() {
            indices.insert(0, format!("0..{}", self.steps));
        }
        let of = match (&symbol.values, &symbol.origin) {
            (None, SymbolOrigin::Truths(_)) => "bool".to_owned(),
            (None, _) => "var bool".to_owned(),
            (Some(_), SymbolOrigin::Values(_)) => "int".to_owned(),
            (Some(values), _) if is_found && !values.or_none => format!("var {least}..{most}"),
            (Some(_), _) => format!("var {nothing}..{most}"),
        };
        let table: Option<Vec<String>> = match &symbol.origin {
            SymbolOrigin::Truths(truths) => Some(truths.iter().map(bool::to_string).collect()),
            SymbolOrigin::Values(values) => {
                let value = |it: &Option<i64>| it.map_or(nothing, i128::from).to_string();
                Some(values.iter().map(value).collect())
            }
            _ => None,
        };
        let head = match indices.len() {
            0 => format!("{of}: {name}"),
            _ => format!("array[{}] of {of}: {name}", indices.join(", ")),
        };
        let _ = match table {
            None => writeln!(self.out, "{head};"),
            Some(table) if indices.is_empty() => {
                writeln!(self.out, "{head} = {};", table.concat())
            }
            Some(table) => {
                let (all, count) = (table.join(", "), indices.len());
                let sets = indices.join(", ");
                writeln!(self.out, "{head} = array{count}d({sets}, [{all}]);")
            }
        };
    }

    /// Says what a defined symbol is.
    fn define(&mut self, id: SymbolId) -> Written<()> {
        let sheet = self.sheet;
        let name = self.symbols[id.0 as usize].clone();
        let (parameters, said) = match &sheet.symbol(id).origin {
            SymbolOrigin::Sentence(parameters, body) => {
                let group = self.group(id);
                self.stepping = group;
                let body = self.sentence(*body, 0)?;
                self.stepping = None;
                let mut place: Vec<String> = parameters.iter().map(|it| self.name(*it)).collect();
                if group.is_some() {
                    let first = indexed(&name, &[&["0".to_owned()], &place[..]].concat());
                    let first = self.for_all(parameters, &format!("not {first}"));
                    let _ = writeln!(self.out, "constraint {first};");
                    place.insert(0, "k".to_owned());
                    let said = format!("{} <-> ({body})", indexed(&name, &place));
                    let said = self.for_all(parameters, &said);
                    let steps = self.steps;
                    let _ = writeln!(self.out, "constraint forall(k in 1..{steps})({said});");
                    return Ok(());
                }
                (parameters, format!("{} <-> ({body})", indexed(&name, &place)))
            }
            SymbolOrigin::Term(parameters, body) => {
                let value = self.value(*body, 0)?;
                let place: Vec<String> = parameters.iter().map(|it| self.name(*it)).collect();
                let nothing = self.nothing(id);
                let text = match value.needs.is_empty() {
                    true => value.text,
                    false => {
                        let needs = value.needs.join(" /\\ ");
                        format!("if {needs} then {} else {nothing} endif", value.text)
                    }
                };
                (parameters, format!("{} = {text}", indexed(&name, &place)))
            }
            _ => return Ok(()),
        };
        let said = self.for_all(parameters, &said);
        let _ = writeln!(self.out, "constraint {said};");
        Ok(())
    }

    fn for_all(&self, variables: &[SheetVariable], said: &str) -> String {
        match variables {
            [] => said.to_owned(),
            _ => format!("forall({})({said})", self.generators(variables)),
        }
    }

    /// How a variable is written.
    fn name(&self, variable: SheetVariable) -> String {
        if let Some((_, text)) = self.inlined.iter().rev().find(|it| it.0 == variable) {
            return text.clone();
        }
        let letter = if self.second.contains(&variable) { 'y' } else { 'x' };
        format!("{letter}{}", variable.0)
    }

    fn generators(&self, variables: &[SheetVariable]) -> String {
        let each = variables.iter().map(|it| {
            let (least, most) = self.sheet.values(*it).into_inner();
            format!("{} in {least}..{most}", self.name(*it))
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// A symbol applied to terms, and what they need to be in its table.
    fn entry(&mut self, id: SymbolId, terms: &[TermId], depth: usize) -> Written<Value> {
        let mut places = Vec::new();
        let mut needs = Vec::new();
        for (term, sort) in terms.iter().zip(self.sheet.symbol(id).arguments.clone()) {
            let (least, most) = self.sheet.sorts[sort.0 as usize].clone().into_inner();
            let range = self.facts.range(*term);
            let value = self.value(*term, depth)?;
            needs.extend(value.needs);
            // What is missing lies below the values.
            let is_below = self.facts.may_miss(*term) || range.0 < i128::from(least);
            let is_above = range.1 > i128::from(most);
            let mut text = value.text;
            if is_below {
                needs.push(format!("{text} >= {least}"));
            }
            if is_above {
                needs.push(format!("{text} <= {most}"));
            }
            if is_below {
                text = format!("max({text}, {least})");
            }
            if is_above {
                text = format!("min({text}, {most})");
            }
            places.push(text);
        }
        if let Some(group) = self.group(id) {
            let is_step = self.stepping == Some(group);
            places.insert(0, if is_step { "k - 1".to_owned() } else { self.steps.to_string() });
        }
        Ok(Value { text: indexed(&self.symbols[id.0 as usize], &places), needs })
    }

    fn sentence(&mut self, id: SentenceId, depth: usize) -> Written<String> {
        let depth = deeper(depth)?;
        let all = |of: &[SentenceId], it: &mut Self| -> Written<Vec<String>> {
            of.iter().map(|part| it.sentence(*part, depth)).collect()
        };
        Ok(match self.sheet.get(id).clone() {
            SheetSentence::Truth(truth) => truth.to_string(),
            SheetSentence::Not(of) => format!("not ({})", self.sentence(of, depth)?),
            SheetSentence::And(of) => joined(&all(&of, self)?, " /\\ ", "true"),
            SheetSentence::Or(of) => joined(&all(&of, self)?, " \\/ ", "false"),
            SheetSentence::Iff(one, other) => {
                let one = self.sentence(one, depth)?;
                format!("(({one}) <-> ({}))", self.sentence(other, depth)?)
            }
            SheetSentence::All(bound, of) => {
                let of = self.sentence(of, depth)?;
                format!("forall({})({of})", self.generators(&bound))
            }
            SheetSentence::Some(bound, of) => {
                let of = self.sentence(of, depth)?;
                format!("exists({})({of})", self.generators(&bound))
            }
            SheetSentence::Holds(symbol, terms) => {
                let Value { text, mut needs } = self.entry(symbol, &terms, depth)?;
                needs.push(text);
                joined(&needs, " /\\ ", "true")
            }
            SheetSentence::Compare(comparison, one, other) => {
                let (one, other) = (self.value(one, depth)?, self.value(other, depth)?);
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                };
                let mut needs = one.needs;
                needs.extend(other.needs);
                needs.push(format!("{} {sign} {}", one.text, other.text));
                joined(&needs, " /\\ ", "true")
            }
            SheetSentence::Missing(term) => {
                let needs = self.value(term, depth)?.needs;
                format!("not ({})", joined(&needs, " /\\ ", "true"))
            }
            SheetSentence::Distinct(bound, of, term) => self.distinct(&bound, of, term, depth)?,
        })
    }

    fn distinct(
        &mut self,
        bound: &[SheetVariable],
        of: SentenceId,
        term: TermId,
        depth: usize,
    ) -> Written<String> {
        let (within, value) = (self.sentence(of, depth)?, self.value(term, depth)?);
        if self.facts.is_known(SheetPart::Sentence(of)) && value.needs.is_empty() {
            let generators = self.generators(bound);
            let text = value.text;
            return Ok(format!("all_different([{text} | {generators} where {within}])"));
        }
        let first = [&[within], &value.needs[..]].concat();
        let generators = self.generators(bound);
        let places: Vec<String> = bound.iter().map(|it| self.name(*it)).collect();
        let before = self.second.len();
        self.second.extend(bound);
        let again = (self.sentence(of, depth)?, self.value(term, depth)?);
        let others: Vec<String> = bound.iter().map(|it| self.name(*it)).collect();
        let more = self.generators(bound);
        self.second.truncate(before);
        let (within, other) = again;
        let mut both = [&first[..], &[within], &other.needs[..]].concat();
        both.push(format!("{} = {}", value.text, other.text));
        let order = format!("[{}] < [{}]", places.join(", "), others.join(", "));
        let both = joined(&both, " /\\ ", "true");
        Ok(format!("forall({generators}, {more} where {order})(not ({both}))"))
    }

    fn value(&mut self, id: TermId, depth: usize) -> Written<Value> {
        let depth = deeper(depth)?;
        let sure = |text: String| Value { text, needs: Vec::new() };
        Ok(match self.sheet.get_term(id).clone() {
            Term::Number(number) if number < 0 => sure(format!("({number})")),
            Term::Number(number) => sure(number.to_string()),
            Term::Variable(it) => sure(self.name(it)),
            Term::Apply(symbol, terms) if self.facts.is_inlined(symbol, &terms) => {
                self.inlined_value(symbol, &terms, depth)?
            }
            Term::Apply(symbol, terms) => {
                let mut entry = self.entry(symbol, &terms, depth)?;
                if self.facts.value_may_miss[symbol.0 as usize] {
                    entry.needs.push(format!("{} != {}", entry.text, self.nothing(symbol)));
                }
                entry
            }
            Term::Binary(operation, one, other) => {
                let is_sound = self.facts.range(one).0 >= 0 && self.facts.range(other).0 > 0;
                let may_be_zero = self.facts.range(other).0 <= 0 && self.facts.range(other).1 >= 0;
                let (one, other) = (self.value(one, depth)?, self.value(other, depth)?);
                let mut needs = one.needs;
                needs.extend(other.needs);
                let (a, mut b) = (one.text, other.text);
                if may_be_zero && matches!(operation, Operation::Quotient | Operation::Remainder) {
                    needs.push(format!("{b} != 0"));
                    b = format!("(if {b} = 0 then 1 else {b} endif)");
                }
                let rest = match is_sound {
                    true => format!("({a} mod {b})"),
                    false => format!("((({a} mod {b}) + {b}) mod {b})"),
                };
                let text = match operation {
                    Operation::Plus => format!("({a} + {b})"),
                    Operation::Minus => format!("({a} - {b})"),
                    Operation::Times => format!("({a} * {b})"),
                    Operation::Remainder => rest,
                    Operation::Quotient if is_sound => format!("({a} div {b})"),
                    Operation::Quotient => format!("(({a} - {rest}) div {b})"),
                    Operation::Least => format!("min({a}, {b})"),
                    Operation::Greatest => format!("max({a}, {b})"),
                };
                Value { text, needs }
            }
            Term::Absolute(of) => {
                let of = self.value(of, depth)?;
                Value { text: format!("abs({})", of.text), needs: of.needs }
            }
            // MiniZinc 2.6 says of a `bool2int` in a negated sentence only one half.
            Term::Count(bound, of) => {
                let said = self.sentence(of, depth)?;
                let generators = self.generators(&bound);
                sure(match self.facts.is_known(SheetPart::Sentence(of)) {
                    true => format!("sum({generators} where {said})(1)"),
                    false => format!("sum({generators})(if {said} then 1 else 0 endif)"),
                })
            }
            Term::Fold(fold, bound, of, term) => self.folded(fold, &bound, (of, term), depth)?,
        })
    }

    /// The value of what is defined, written out where it stands.
    fn inlined_value(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: usize,
    ) -> Written<Value> {
        let SymbolOrigin::Term(parameters, body) = &self.sheet.symbol(symbol).origin else {
            return Err("a definition has no meaning".to_owned());
        };
        let mut bound = Vec::new();
        for (parameter, term) in parameters.iter().zip(terms.iter()) {
            bound.push((*parameter, self.value(*term, depth)?.text));
        }
        let before = self.inlined.len();
        self.inlined.extend(bound);
        let value = self.value(*body, depth);
        self.inlined.truncate(before);
        value
    }

    fn folded(
        &mut self,
        fold: Fold,
        bound: &[SheetVariable],
        (of, term): (SentenceId, TermId),
        depth: usize,
    ) -> Written<Value> {
        let (least, most) = self.facts.range(term);
        let is_known = self.facts.is_known(SheetPart::Sentence(of));
        let said = self.sentence(of, depth)?;
        let value = self.value(term, depth)?;
        let generators = self.generators(bound);
        let mut needs = Vec::new();
        if !value.needs.is_empty() {
            let is_there = joined(&value.needs, " /\\ ", "true");
            needs.push(format!("forall({generators})(({said}) -> ({is_there}))"));
        }
        let text = &value.text;
        let text = match fold {
            Fold::Sum if is_known => format!("sum({generators} where {said})({text})"),
            Fold::Sum => format!("sum({generators})(if {said} then {text} else 0 endif)"),
            Fold::Least | Fold::Greatest => {
                needs.push(format!("exists({generators})({said})"));
                let (word, otherwise) =
                    if fold == Fold::Least { ("min", most + 1) } else { ("max", least - 1) };
                format!("{word}([if {said} then {text} else {otherwise} endif | {generators}])")
            }
        };
        Ok(Value { text, needs })
    }
}

fn indexed(name: &str, places: &[String]) -> String {
    if places.is_empty() { name.to_owned() } else { format!("{name}[{}]", places.join(", ")) }
}

fn joined(parts: &[String], sign: &str, of_none: &str) -> String {
    match parts {
        [] => of_none.to_owned(),
        [part] => part.clone(),
        _ => {
            format!("({})", parts.iter().map(|it| format!("({it})")).collect::<Vec<_>>().join(sign))
        }
    }
}

fn deeper(depth: usize) -> Written<usize> {
    match depth {
        DEPTH => Err("its sentences are nested too deeply for other programs".to_owned()),
        _ => Ok(depth + 1),
    }
}
