//! Theories, questions and proofs in TPTP (G. Sutcliffe, *The TPTP problem library and associated
//! infrastructure*, 2017). Problems are first-order formulas that every prover reads: a predicate guards
//! variables where there are several sorts. Proofs have types in their place, so that their clauses are those
//! of the prover. Numbers of things are spelt out.

mod derivation;

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::goals::TheoryGoals;
use super::symbols::NamedSort;
use super::{THING, TheoryAxiom, UnderstoodTheory};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::first_order::{
    Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId, TheorySort,
    TheoryTerm, TheoryTermId, TheoryVariable,
};

/// Characters of a formula at most: numbers that are spelt out grow.
const LONGEST: usize = 1 << 20;

/// Why a sentence is not written.
pub(super) const TOO_LONG: &str =
    "spelling out its numbers of things takes more than a million characters";

/// Writes formulas of a theory.
pub(super) struct TptpWriter<'a> {
    understood: &'a UnderstoodTheory<'a>,
    theory: &'a Theory,
    /// Variables have types.
    is_typed: bool,
    /// Of each sort whether a predicate guards its variables.
    guarded: Vec<bool>,
    /// What each sort is called.
    sorts: Vec<String>,
    /// What variables that nothing binds are written as.
    free: FxHashMap<TheoryVariable, String>,
}

/// What is still to be written.
enum Piece {
    Text(String),
    Sentence(TheorySentenceId),
    Term(TheoryTermId),
    /// From here on a variable is written like this.
    Name(TheoryVariable, String),
}

impl<'a> TptpWriter<'a> {
    /// Writes a problem over a theory that has the sentences of `understood`. A sort of which nothing
    /// says that its things are the same or so many may be as large as all others together, so it needs no
    /// guards (K. Claessen and A. Lillieström, *Automated inference of finite unsatisfiability*, 2011).
    pub(super) fn of_problem(understood: &'a UnderstoodTheory<'a>, theory: &'a Theory) -> Self {
        let signature = &theory.signature;
        let mut guarded: Vec<bool> = signature.sorts.iter().map(Option::is_some).collect();
        for constants in &signature.distinct {
            let sorts = constants.iter().map(|it| signature.functions[it.0 as usize].result);
            sorts.for_each(|it| guarded[it.0 as usize] = true);
        }
        for sentence in theory.sentences() {
            let counted = match sentence {
                TheorySentence::Equal(term, _) => theory.sort(*term),
                TheorySentence::Quantified(TheoryQuantifier::All | TheoryQuantifier::Some, ..) => {
                    continue;
                }
                TheorySentence::Quantified(_, variable, _) => theory.variables[variable.0 as usize],
                _ => continue,
            };
            guarded[counted.0 as usize] = true;
        }
        if let [everything] = guarded.as_mut_slice() {
            *everything = false;
        }
        Self::new(understood, theory, false, guarded)
    }

    /// Writes a proof over a theory that has the sentences of `understood`.
    pub(super) fn of_proof(understood: &'a UnderstoodTheory<'a>, theory: &'a Theory) -> Self {
        let is_typed = understood.symbols.sorts.iter().any(|it| it.name != THING);
        Self::new(understood, theory, is_typed, vec![false; theory.signature.sorts.len()])
    }

    fn new(
        understood: &'a UnderstoodTheory<'a>,
        theory: &'a Theory,
        is_typed: bool,
        guarded: Vec<bool>,
    ) -> Self {
        let symbols = &understood.symbols;
        let free = |it: &NamedSort<'_>| {
            let names = (0..).map(|at| format!("sort{}{}", "_".repeat(at + 1), it.name));
            let mut names = names.filter(|name| symbols.find(name).is_none());
            word(&names.next().unwrap_or_default())
        };
        let sorts = symbols.sorts.iter().map(free).collect();
        Self { understood, theory, is_typed, guarded, sorts, free: FxHashMap::default() }
    }

    /// With a term for a variable that nothing binds.
    #[must_use]
    pub(super) fn with(mut self, variable: TheoryVariable, written: String) -> Self {
        self.free.insert(variable, written);
        self
    }

    /// The language of the formulas.
    fn language(&self) -> &'static str {
        if self.is_typed { "tff" } else { "fof" }
    }

    fn sort(&self, sort: TheorySort) -> &str {
        &self.sorts[sort.0 as usize]
    }

    /// A variable that is bound, as in `X: person`.
    pub(super) fn bound(&self, name: &str, sort: TheorySort) -> String {
        if self.is_typed { format!("{name}: {}", self.sort(sort)) } else { name.to_owned() }
    }

    /// That a term is of a sort, and what joins that with more; nothing where that goes without saying.
    fn guard(&self, term: &str, sort: TheorySort, sign: &str) -> String {
        match self.guarded[sort.0 as usize] {
            true => format!("{}({term}){sign}", self.sort(sort)),
            false => String::new(),
        }
    }

    fn function(&self, function: TheoryFunction) -> String {
        let symbol = self.understood.meaning.functions[function.0 as usize];
        word(self.understood.symbols.symbols[symbol as usize].name)
    }

    /// A sentence; `None` when it is too long.
    pub(super) fn formula(&self, root: TheorySentenceId) -> Option<String> {
        self.formula_within(root, &mut Budget::unlimited()).expect("there are no limits")
    }

    fn formula_within(
        &self,
        root: TheorySentenceId,
        budget: &mut Budget,
    ) -> Result<Option<String>, Stop> {
        let mut names = self.free.clone();
        let mut out = String::new();
        let mut open = vec![Piece::Sentence(root)];
        while let Some(piece) = open.pop() {
            budget.work(1)?;
            if out.len() > LONGEST || open.len() > LONGEST {
                return Ok(None);
            }
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Name(variable, name) => {
                    names.insert(variable, name);
                }
                Piece::Term(id) => match self.theory.get_term(id) {
                    TheoryTerm::Variable(variable) => match names.get(variable) {
                        Some(name) => out.push_str(name),
                        None => return Ok(None),
                    },
                    TheoryTerm::Apply(function, terms) => {
                        applied(&self.function(*function), terms, &mut open);
                    }
                },
                Piece::Sentence(id) => {
                    let Some(mut pieces) = self.pieces(id) else { return Ok(None) };
                    pieces.reverse();
                    open.append(&mut pieces);
                }
            }
        }
        Ok(Some(out))
    }

    fn pieces(&self, id: TheorySentenceId) -> Option<Vec<Piece>> {
        let text = |it: &str| Piece::Text(it.to_owned());
        let joined = |parts: &[TheorySentenceId], sign: &str, none: &str| {
            if parts.is_empty() {
                return vec![text(none)];
            }
            let mut pieces = vec![text("(")];
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    pieces.push(text(sign));
                }
                pieces.push(Piece::Sentence(*part));
            }
            pieces.push(text(")"));
            pieces
        };
        Some(match self.theory.get(id) {
            TheorySentence::Truth(value) => vec![text(if *value { "$true" } else { "$false" })],
            TheorySentence::Atom(predicate, terms) => {
                let symbol = self.understood.meaning.predicates.get(predicate.0 as usize)?;
                let name = word(self.understood.symbols.symbols[*symbol as usize].name);
                let mut pieces = Vec::new();
                applied(&name, terms, &mut pieces);
                pieces.reverse();
                pieces
            }
            TheorySentence::Equal(one, other) => {
                vec![text("("), Piece::Term(*one), text(" = "), Piece::Term(*other), text(")")]
            }
            TheorySentence::Not(part) => vec![text("~ "), Piece::Sentence(*part)],
            TheorySentence::And(_) => joined(&self.operands(id), " & ", "$true"),
            TheorySentence::Or(_) => joined(&self.operands(id), " | ", "$false"),
            TheorySentence::Implies(one, other) => joined(&[*one, *other], " => ", ""),
            TheorySentence::Iff(one, other) => joined(&[*one, *other], " <=> ", ""),
            TheorySentence::Quantified(quantifier, variable, part) => {
                let (least, most) = match *quantifier {
                    TheoryQuantifier::All => return Some(self.all(*variable, *part)),
                    TheoryQuantifier::Some => (Some(1), None),
                    TheoryQuantifier::AtLeast(least) => (Some(least), None),
                    TheoryQuantifier::AtMost(most) => (None, Some(most)),
                    TheoryQuantifier::Exactly(number) => (Some(number), Some(number)),
                };
                let mut pieces = Vec::new();
                if let Some(least) = least {
                    pieces.extend(self.counted(least, true, *variable, *part)?);
                }
                if let Some(most) = most {
                    let more = most.checked_add(1)?;
                    let also = self.counted(more, false, *variable, *part)?;
                    if pieces.is_empty() {
                        return Some(also);
                    }
                    pieces.insert(0, text("("));
                    pieces.push(text(" & "));
                    pieces.extend(also);
                    pieces.push(text(")"));
                }
                pieces
            }
        })
    }

    /// What a conjunction joins, or a disjunction, those below it with the same sign being parts of it.
    fn operands(&self, id: TheorySentenceId) -> Vec<TheorySentenceId> {
        let is_and = matches!(self.theory.get(id), TheorySentence::And(_));
        let mut open = vec![id];
        let mut found = Vec::new();
        while let Some(part) = open.pop() {
            match self.theory.get(part) {
                TheorySentence::And(parts) if is_and => open.extend(parts.iter().rev()),
                TheorySentence::Or(parts) if !is_and => open.extend(parts.iter().rev()),
                _ => found.push(part),
            }
        }
        found
    }

    fn all(&self, variable: TheoryVariable, part: TheorySentenceId) -> Vec<Piece> {
        let name = format!("X{}", variable.0);
        let sort = self.theory.variables[variable.0 as usize];
        let (bound, guard) = (self.bound(&name, sort), self.guard(&name, sort, " => "));
        let is_one = guard.is_empty() && self.is_grouped(part);
        let (open, close) = if is_one { ("", "") } else { ("(", ")") };
        vec![
            Piece::Text(format!("! [{bound}] : {open}{guard}")),
            Piece::Name(variable, name),
            Piece::Sentence(part),
            Piece::Text(close.to_owned()),
        ]
    }

    /// Whether nobody can misread where a part ends.
    fn is_grouped(&self, part: TheorySentenceId) -> bool {
        !matches!(
            self.theory.get(part),
            TheorySentence::Atom(..) | TheorySentence::Not(_) | TheorySentence::Truth(_)
        )
    }

    /// That there are so many different things with a part, or that there are not.
    fn counted(
        &self,
        number: u32,
        value: bool,
        variable: TheoryVariable,
        part: TheorySentenceId,
    ) -> Option<Vec<Piece>> {
        if number as usize * number as usize > LONGEST {
            return None;
        }
        let sort = self.theory.variables[variable.0 as usize];
        let names: Vec<_> = (0..number).map(|it| format!("X{}_{it}", variable.0)).collect();
        let sign = if value { "" } else { "~ " };
        if names.is_empty() {
            return Some(vec![Piece::Text(format!("{sign}$true"))]);
        }
        let bound: Vec<_> = names.iter().map(|it| self.bound(it, sort)).collect();
        let is_guarded = self.guarded[sort.0 as usize];
        let is_one = number == 1 && !is_guarded && self.is_grouped(part);
        let (open, close) = if is_one { ("", "") } else { ("(", ")") };
        let mut pieces = vec![Piece::Text(format!("{sign}? [{}] : {open}", bound.join(", ")))];
        for (at, name) in names.iter().enumerate() {
            for other in &names[..at] {
                pieces.push(Piece::Text(format!("{other} != {name} & ")));
            }
            pieces.push(Piece::Text(self.guard(name, sort, " & ")));
            pieces.push(Piece::Name(variable, name.clone()));
            pieces.push(Piece::Sentence(part));
            pieces.push(Piece::Text(if at + 1 < names.len() { " & " } else { close }.to_owned()));
        }
        Some(pieces)
    }

    fn signature(&self) -> Vec<(&'static str, String)> {
        let signature = &self.theory.signature;
        let mut lines = if self.is_typed { self.types() } else { self.guards() };
        for (sort, elements) in (0..).map(TheorySort).zip(&signature.sorts) {
            let Some(elements) = elements else { continue };
            let equal = elements.iter().map(|it| format!("X = {}", self.function(*it)));
            let (bound, guard) = (self.bound("X", sort), self.guard("X", sort, " => "));
            let equal = equal.collect::<Vec<_>>().join(" | ");
            let equal = if guard.is_empty() { equal } else { format!("({equal})") };
            lines.push(("axiom", format!("! [{bound}] : ({guard}{equal})")));
        }
        for constants in &signature.distinct {
            // Pair by pair: E 2.6 takes `$distinct` for a predicate of the problem's own.
            let pairs = constants
                .iter()
                .enumerate()
                .flat_map(|(at, one)| constants[..at].iter().map(move |other| (*other, *one)));
            let pairs = pairs
                .map(|(one, other)| format!("{} != {}", self.function(one), self.function(other)));
            let pairs = pairs.collect::<Vec<_>>();
            if !pairs.is_empty() {
                lines.push(("axiom", pairs.join(" & ")));
            }
        }
        lines
    }

    /// The types of sorts and symbols.
    fn types(&self) -> Vec<(&'static str, String)> {
        let signature = &self.theory.signature;
        let sorts = self.sorts.iter().map(|it| format!("{it}: $tType"));
        let functions = (0..).zip(&signature.functions).map(|(at, sorts)| {
            let (arguments, result) = (self.domain(&sorts.arguments), self.sort(sorts.result));
            format!("{}: {arguments}{result}", self.function(TheoryFunction(at)))
        });
        let symbols = &self.understood.symbols.symbols;
        let predicates = signature.predicates.iter().zip(&self.understood.meaning.predicates);
        let predicates = predicates.map(|(sorts, symbol)| {
            let name = word(symbols[*symbol as usize].name);
            format!("{name}: {}$o", self.domain(sorts))
        });
        sorts.chain(functions).chain(predicates).map(|it| ("type", it)).collect()
    }

    /// That every guarded sort has a thing, and that the values of functions are of their sorts.
    fn guards(&self) -> Vec<(&'static str, String)> {
        let signature = &self.theory.signature;
        let is_guarded = |sort: TheorySort| self.guarded[sort.0 as usize];
        let open = signature.sorts.iter().zip(&self.sorts).zip(&self.guarded);
        let open = open.filter(|((elements, _), is_guarded)| elements.is_none() && **is_guarded);
        let inhabited = open.map(|((_, sort), _)| format!("? [X] : {sort}(X)"));
        let functions = (0..).map(TheoryFunction).zip(&signature.functions);
        let values = functions.filter(|(_, sorts)| is_guarded(sorts.result)).map(|(it, sorts)| {
            let names: Vec<_> = (0..sorts.arguments.len()).map(|it| format!("X{it}")).collect();
            let named = names.iter().zip(&sorts.arguments).filter(|(_, sort)| is_guarded(**sort));
            let guards: Vec<_> = named.map(|(name, sort)| self.guard(name, *sort, "")).collect();
            let (function, all) = (self.function(it), names.join(","));
            match (names.as_slice(), guards.join(" & ")) {
                ([], _) => self.guard(&function, sorts.result, ""),
                (_, guards) => {
                    let value = self.guard(&format!("{function}({all})"), sorts.result, "");
                    match guards.as_str() {
                        "" => format!("! [{all}] : {value}"),
                        _ => format!("! [{all}] : ({guards} => {value})"),
                    }
                }
            }
        });
        inhabited.chain(values).map(|it| ("axiom", it)).collect()
    }

    fn domain(&self, sorts: &[TheorySort]) -> String {
        let sorts: Vec<_> = sorts.iter().map(|it| self.sort(*it)).collect();
        match sorts.as_slice() {
            [] => String::new(),
            [one] => format!("{one} > "),
            _ => format!("({}) > ", sorts.join(" * ")),
        }
    }

    /// The names of the theory's sentences, different ones: their labels, or numbers.
    fn labels(&self) -> Vec<String> {
        let mut taken: FxHashSet<String> = FxHashSet::default();
        let is_ours = |it: &str| {
            let is_clause = |rest: &str| rest.starts_with(|it: char| it.is_ascii_digit());
            it.starts_with("question")
                || it.starts_with("signature")
                || it.strip_prefix('c').is_some_and(is_clause)
        };
        let rules = self.understood.rules.iter().zip(1..);
        let name = |(rule, number): (&TheoryAxiom<'_>, usize)| {
            let stem = match rule.label {
                None => format!("sentence_{number}"),
                Some(label) if is_ours(label) => format!("rule_{label}"),
                Some(label) => label.to_owned(),
            };
            let names = [stem.clone()].into_iter().chain((2..).map(|it| format!("{stem}_{it}")));
            let mut free = names.filter(|it| !taken.contains(it));
            let name = free.next().unwrap_or_default();
            taken.insert(name.clone());
            name
        };
        rules.map(name).collect()
    }

    /// The theory as a problem: types, what is assumed of sorts, and its sentences. `None` when a sentence
    /// is too long.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn problem(&self, budget: &mut Budget) -> Result<Option<String>, Stop> {
        let mut out = self.header();
        for (sort, _) in &self.understood.symbols.constructors {
            let name = self.understood.symbols.sorts[sort.0 as usize].name;
            let _ = writeln!(
                out,
                "% {name}: that its constructors make all of it, by which induction is right, is not said"
            );
        }
        for (label, axiom) in self.labels().iter().zip(&self.theory.axioms) {
            let Some(formula) = self.formula_within(*axiom, budget)? else { return Ok(None) };
            let _ = writeln!(out, "{}({}, axiom, {formula}).", self.language(), word(label));
        }
        Ok(Some(out))
    }

    /// The problem that a question poses, below what the question says. `None` when a sentence is too long.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn question(
        mut self,
        goals: &TheoryGoals,
        said: &str,
        budget: &mut Budget,
    ) -> Result<Option<String>, Stop> {
        let asked = || goals.asked.iter().map(|(_, it)| (*it, format!("X{}", it.0)));
        self.free = asked().collect();
        let parts = goals.sentences.iter().map(|it| self.formula_within(*it, budget).transpose());
        let parts: Option<Result<Vec<_>, _>> = parts.collect();
        let Some(formula) = parts.transpose()?.map(|it| it.join(" <=> ")) else { return Ok(None) };
        let names: Vec<_> = asked().map(|it| it.1).collect();
        let sort = |it: TheoryVariable| self.theory.variables[it.0 as usize];
        let guards: String = asked().map(|(it, name)| self.guard(&name, sort(it), " & ")).collect();
        let formula = match names.as_slice() {
            [] => formula,
            _ => format!("? [{}] : ({guards}{formula})", names.join(", ")),
        };
        let said: String = said.lines().map(|it| format!("% {}\n", it.trim())).collect();
        let Some(problem) = self.problem(budget)? else { return Ok(None) };
        let language = self.language();
        Ok(Some(format!("{said}{problem}{language}(question, conjecture, {formula}).\n")))
    }

    /// What is said of sorts and symbols, and what is assumed of listed and different things.
    pub(super) fn header(&self) -> String {
        let mut out = String::new();
        for (number, (role, line)) in (1..).zip(self.signature()) {
            let _ = writeln!(out, "{}(signature_{number}, {role}, {line}).", self.language());
        }
        out
    }
}

/// Pushes a symbol with its arguments, what comes first on top.
fn applied(name: &str, terms: &[TheoryTermId], open: &mut Vec<Piece>) {
    if !terms.is_empty() {
        open.push(Piece::Text(")".to_owned()));
        for (at, term) in terms.iter().enumerate().rev() {
            open.push(Piece::Term(*term));
            if at > 0 {
                open.push(Piece::Text(",".to_owned()));
            }
        }
        open.push(Piece::Text("(".to_owned()));
    }
    open.push(Piece::Text(name.to_owned()));
}

/// A name as TPTP has it: quoted unless it begins with a lower-case letter, and other letters than those of
/// ASCII as their numbers.
pub(super) fn word(name: &str) -> String {
    let is_plain = name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    // Names from a file in TPTP may have their quotes.
    if is_plain || name.starts_with('\'') {
        return name.to_owned();
    }
    let spelt = name.chars().map(|it| match it.is_ascii() {
        true => it.to_string(),
        false => format!("#{:x}#", it as u32),
    });
    format!("'{}'", spelt.collect::<String>())
}
