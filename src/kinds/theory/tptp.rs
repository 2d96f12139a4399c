//! Theories and their proofs in TPTP (G. Sutcliffe, *The TPTP problem library and associated
//! infrastructure*, 2017): typed first-order formulas where there are sorts, and proofs as derivations
//! (TSTP). Numbers of things are spelt out.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::proof::{NamedProof, Source, rule};
use super::{THING, Understood};
use crate::engine::first_order::{ProofLiteral, ProofTerm, ProofTermKind, Step};
use crate::logic::first_order::{
    Function, Quantifier, Sentence, SentenceId, Sort, Term, TermId, Theory, Variable,
};

/// Characters of a formula at most: numbers that are spelt out grow.
const LONGEST: usize = 1 << 20;

/// Writes formulas of a theory.
pub struct Writer<'a> {
    understood: &'a Understood<'a>,
    theory: &'a Theory,
    /// What variables that nothing binds are written as.
    free: FxHashMap<Variable, String>,
}

/// What is still to be written.
enum Piece {
    Text(String),
    Sentence(SentenceId),
    Term(TermId),
    /// From here on a variable is written like this.
    Name(Variable, String),
}

impl<'a> Writer<'a> {
    /// Writes sentences of a theory that has those of `understood`.
    pub fn new(understood: &'a Understood<'a>, theory: &'a Theory) -> Self {
        Self { understood, theory, free: FxHashMap::default() }
    }

    /// With a term for a variable that nothing binds.
    #[must_use]
    pub fn with(mut self, variable: Variable, written: String) -> Self {
        self.free.insert(variable, written);
        self
    }

    /// The language of the formulas.
    fn language(&self) -> &'static str {
        if self.is_typed() { "tff" } else { "fof" }
    }

    fn is_typed(&self) -> bool {
        self.understood.symbols.sorts.iter().any(|it| it.name != THING)
    }

    fn sort(&self, sort: Sort) -> String {
        word(&format!("sort_{}", self.understood.symbols.sorts[sort.0 as usize].name))
    }

    /// A variable that is bound, as in `X: person`.
    pub fn bound(&self, name: &str, sort: Sort) -> String {
        if self.is_typed() { format!("{name}: {}", self.sort(sort)) } else { name.to_owned() }
    }

    fn function(&self, function: Function) -> String {
        let symbol = self.understood.meaning.functions[function.0 as usize];
        word(self.understood.symbols.symbols[symbol as usize].name)
    }

    /// A sentence; `None` when it is too long.
    pub fn formula(&self, root: SentenceId) -> Option<String> {
        let mut names = self.free.clone();
        let mut out = String::new();
        let mut open = vec![Piece::Sentence(root)];
        while let Some(piece) = open.pop() {
            if out.len() > LONGEST || open.len() > LONGEST {
                return None;
            }
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Name(variable, name) => {
                    names.insert(variable, name);
                }
                Piece::Term(id) => match self.theory.get_term(id) {
                    Term::Variable(variable) => out.push_str(names.get(variable)?),
                    Term::Apply(function, terms) => {
                        applied(&self.function(*function), terms, &mut open);
                    }
                },
                Piece::Sentence(id) => {
                    let mut pieces = self.pieces(id)?;
                    pieces.reverse();
                    open.append(&mut pieces);
                }
            }
        }
        Some(out)
    }

    fn pieces(&self, id: SentenceId) -> Option<Vec<Piece>> {
        let text = |it: &str| Piece::Text(it.to_owned());
        let joined = |parts: &[SentenceId], sign: &str, none: &str| {
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
            Sentence::Truth(value) => vec![text(if *value { "$true" } else { "$false" })],
            Sentence::Atom(predicate, terms) => {
                let symbol = self.understood.meaning.predicates.get(predicate.0 as usize)?;
                let name = word(self.understood.symbols.symbols[*symbol as usize].name);
                let mut pieces = Vec::new();
                applied(&name, terms, &mut pieces);
                pieces.reverse();
                pieces
            }
            Sentence::Equal(one, other) => {
                vec![text("("), Piece::Term(*one), text(" = "), Piece::Term(*other), text(")")]
            }
            Sentence::Not(part) => vec![text("~ "), Piece::Sentence(*part)],
            Sentence::And(parts) => joined(parts, " & ", "$true"),
            Sentence::Or(parts) => joined(parts, " | ", "$false"),
            Sentence::Implies(one, other) => joined(&[*one, *other], " => ", ""),
            Sentence::Iff(one, other) => joined(&[*one, *other], " <=> ", ""),
            Sentence::Quantified(quantifier, variable, part) => {
                let (least, most) = match *quantifier {
                    Quantifier::All => return Some(self.all(*variable, *part)),
                    Quantifier::Some => (Some(1), None),
                    Quantifier::AtLeast(least) => (Some(least), None),
                    Quantifier::AtMost(most) => (None, Some(most)),
                    Quantifier::Exactly(number) => (Some(number), Some(number)),
                };
                let mut pieces = vec![text("(")];
                if let Some(least) = least {
                    pieces.extend(self.counted(least, true, *variable, *part)?);
                }
                if let (Some(_), Some(_)) = (least, most) {
                    pieces.push(text(" & "));
                }
                if let Some(most) = most {
                    let more = most.checked_add(1)?;
                    pieces.extend(self.counted(more, false, *variable, *part)?);
                }
                pieces.push(text(")"));
                pieces
            }
        })
    }

    fn all(&self, variable: Variable, part: SentenceId) -> Vec<Piece> {
        let name = format!("X{}", variable.0);
        let bound = self.bound(&name, self.theory.variables[variable.0 as usize]);
        vec![
            Piece::Text(format!("(! [{bound}] : ")),
            Piece::Name(variable, name),
            Piece::Sentence(part),
            Piece::Text(")".to_owned()),
        ]
    }

    /// That there are so many different things with a part, or that there are not.
    fn counted(
        &self,
        number: u32,
        value: bool,
        variable: Variable,
        part: SentenceId,
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
        let mut pieces = vec![Piece::Text(format!("{sign}(? [{}] : (", bound.join(", ")))];
        for (at, name) in names.iter().enumerate() {
            for other in &names[..at] {
                pieces.push(Piece::Text(format!("{other} != {name} & ")));
            }
            pieces.push(Piece::Name(variable, name.clone()));
            pieces.push(Piece::Sentence(part));
            pieces.push(Piece::Text(if at + 1 < names.len() { " & " } else { "))" }.to_owned()));
        }
        Some(pieces)
    }

    fn signature(&self) -> Vec<(String, String)> {
        let signature = &self.theory.signature;
        let mut lines = Vec::new();
        if self.is_typed() {
            for sort in (0..signature.sorts.len() as u32).map(Sort) {
                lines.push(("type".to_owned(), format!("{}: $tType", self.sort(sort))));
            }
            for (at, sorts) in (0..).zip(&signature.functions) {
                let (arguments, result) = (self.domain(&sorts.arguments), self.sort(sorts.result));
                let line = format!("{}: {arguments}{result}", self.function(Function(at)));
                lines.push(("type".to_owned(), line));
            }
            let symbols = &self.understood.symbols.symbols;
            for (sorts, symbol) in
                signature.predicates.iter().zip(&self.understood.meaning.predicates)
            {
                let name = word(symbols[*symbol as usize].name);
                lines.push(("type".to_owned(), format!("{name}: {}$o", self.domain(sorts))));
            }
        }
        for (sort, elements) in (0..).map(Sort).zip(&signature.sorts) {
            let Some(elements) = elements else { continue };
            let equal = elements.iter().map(|it| format!("X = {}", self.function(*it)));
            let bound = self.bound("X", sort);
            let equal = equal.collect::<Vec<_>>().join(" | ");
            lines.push(("axiom".to_owned(), format!("! [{bound}] : ({equal})")));
        }
        for constants in &signature.distinct {
            let pairs = constants
                .iter()
                .enumerate()
                .flat_map(|(at, one)| constants[..at].iter().map(move |other| (*other, *one)));
            let pairs = pairs
                .map(|(one, other)| format!("{} != {}", self.function(one), self.function(other)));
            let pairs = pairs.collect::<Vec<_>>();
            if !pairs.is_empty() {
                lines.push(("axiom".to_owned(), pairs.join(" & ")));
            }
        }
        lines
    }

    fn domain(&self, sorts: &[Sort]) -> String {
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
        let rules = self.understood.rules.iter().zip(1..);
        let name = |(rule, number): (&(Option<&str>, _), usize)| {
            let stem = rule.0.map_or_else(|| format!("sentence_{number}"), str::to_owned);
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
    pub fn problem(&self) -> Option<String> {
        let mut out = self.header();
        for (label, axiom) in self.labels().iter().zip(&self.theory.axioms) {
            let formula = self.formula(*axiom)?;
            let _ = writeln!(out, "{}({}, axiom, {formula}).", self.language(), word(label));
        }
        Some(out)
    }

    /// The types of sorts and symbols, and what is assumed of listed and different things.
    pub fn header(&self) -> String {
        let mut out = String::new();
        for (number, (role, line)) in (1..).zip(self.signature()) {
            let _ = writeln!(out, "{}(signature_{number}, {role}, {line}).", self.language());
        }
        out
    }

    /// A proof as a derivation. `question` has what it takes to be true of the question, by the index of
    /// the sentence, and `prefix` is what its names begin with.
    pub fn derivation(
        &self,
        named: &NamedProof<'_>,
        question: &[String],
        prefix: &str,
    ) -> Option<String> {
        let language = self.language();
        let mut out = String::new();
        let axioms = self.theory.axioms.len();
        let labels = self.labels();
        let mut sources: FxHashMap<u32, String> = FxHashMap::default();
        for sentence in named.proof.sentences() {
            let at = sentence as usize;
            let (name, role, formula) = match labels.get(at) {
                Some(label) => (
                    word(&format!("{prefix}{label}")),
                    "axiom",
                    self.formula(self.theory.axioms[at])?,
                ),
                None => {
                    let at = at - axioms;
                    let name = format!("{prefix}question_{}", at + 1);
                    (name, "negated_conjecture", question.get(at)?.clone())
                }
            };
            let _ = writeln!(out, "{language}({name}, {role}, {formula}).");
            sources.insert(sentence, name);
        }
        if self.is_typed() {
            self.made_types(named, &mut out);
        }
        for (at, step) in named.proof.steps.iter().enumerate() {
            let source = match named.source(at, axioms) {
                Source::Signature => self.clausified(""),
                Source::Clauses => {
                    let parents = step.parents.iter().map(|it| format!("{prefix}c{}", it.0 + 1));
                    let parents = parents.collect::<Vec<_>>().join(",");
                    let rule = rule(step.rule).replace(' ', "_");
                    format!("inference({rule},[status(thm)],[{parents}])")
                }
                Source::Axiom(sentence) => self.clausified(&sources[&(sentence as u32)]),
                Source::Question(sentence) => {
                    self.clausified(&sources[&((sentence + axioms) as u32)])
                }
            };
            let clause = self.clause(named, step);
            let _ = writeln!(out, "{language}({prefix}c{}, plain, {clause}, {source}).", at + 1);
        }
        Some(out)
    }

    /// The source of a clause of a sentence: it rests on what there is in listed sorts, too.
    fn clausified(&self, name: &str) -> String {
        let lines = (1..).zip(self.signature()).filter(|(_, (role, _))| role == "axiom");
        let assumed = lines.map(|(number, _)| format!("signature_{number}"));
        let parents = [name.to_owned()].into_iter().filter(|it| !it.is_empty()).chain(assumed);
        let parents = parents.collect::<Vec<_>>().join(",");
        format!("inference(clausify,[status(esa)],[{parents}])")
    }

    /// The types of the symbols that a proof made.
    fn made_types(&self, named: &NamedProof<'_>, out: &mut String) {
        let first = self.theory.signature.functions.len() + self.theory.signature.predicates.len();
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut open: Vec<&ProofTerm> = Vec::new();
        for literal in named.proof.steps.iter().flat_map(|it| &it.literals) {
            open.push(&literal.left);
            open.extend(&literal.right);
        }
        while let Some(term) = open.pop() {
            let ProofTermKind::Apply(symbol, arguments) = &term.kind else { continue };
            open.extend(arguments);
            if (*symbol as usize) < first || !seen.insert(*symbol) {
                continue;
            }
            let sorts: Vec<_> = arguments.iter().map(|it| Sort(it.sort)).collect();
            let is_thing = term.sort != u32::MAX;
            let result = if is_thing { self.sort(Sort(term.sort)) } else { "$o".to_owned() };
            let name = word(named.symbol(*symbol));
            let domain = self.domain(&sorts);
            let _ = writeln!(out, "tff(type_{symbol}, type, {name}: {domain}{result}).");
        }
    }

    fn clause(&self, named: &NamedProof<'_>, step: &Step) -> String {
        let literals: Vec<_> = step.literals.iter().map(|it| literal(named, it)).collect();
        let body = if literals.is_empty() { "$false".to_owned() } else { literals.join(" | ") };
        let bound = step
            .variables
            .iter()
            .zip(0..)
            .map(|(sort, at)| self.bound(&format!("X{at}"), Sort(*sort)));
        match bound.collect::<Vec<_>>().as_slice() {
            [] => format!("({body})"),
            bound => format!("(! [{}] : ({body}))", bound.join(", ")),
        }
    }
}

fn literal(named: &NamedProof<'_>, it: &ProofLiteral) -> String {
    let left = term(named, &it.left);
    match (&it.right, it.is_positive) {
        (None, true) => left,
        (None, false) => format!("~ {left}"),
        (Some(right), true) => format!("{left} = {}", term(named, right)),
        (Some(right), false) => format!("{left} != {}", term(named, right)),
    }
}

fn term(named: &NamedProof<'_>, it: &ProofTerm) -> String {
    match &it.kind {
        ProofTermKind::Variable(number) => format!("X{number}"),
        ProofTermKind::Apply(symbol, arguments) => {
            let name = word(named.symbol(*symbol));
            let arguments: Vec<_> = arguments.iter().map(|it| term(named, it)).collect();
            match arguments.as_slice() {
                [] => name,
                _ => format!("{name}({})", arguments.join(",")),
            }
        }
    }
}

/// Pushes a symbol with its arguments, what comes first on top.
fn applied(name: &str, terms: &[TermId], open: &mut Vec<Piece>) {
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

/// A name as TPTP has it: quoted unless it begins with a lower-case letter.
pub fn word(name: &str) -> String {
    let is_plain = name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if is_plain { name.to_owned() } else { format!("'{name}'") }
}
