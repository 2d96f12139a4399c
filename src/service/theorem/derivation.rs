//! A refutation in TSTP (G. Sutcliffe, J. Zimmer and S. Schulz, *TSTP data-exchange formats for automated
//! theorem proving tools*, 2004): sentences of the problem, the clauses made of them, and those that
//! follow, each with its rule and parents.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Loaded;
use crate::interchange::tptp::{Problem, Role};
use puzzle_engine::evidence::refutation::Rule;
use puzzle_engine::evidence::refutation::{
    Made, ProofLiteral, ProofTerm, ProofTermKind, Refutation, Step,
};

/// The names of symbols in a proof.
pub struct Names<'a> {
    problem: &'a Problem,
    made: Vec<String>,
}

impl<'a> Names<'a> {
    /// New names for what was made, different from those of the problem.
    pub fn new(problem: &'a Problem, made: &[Made]) -> Self {
        let known: FxHashSet<&str> =
            problem.functions.iter().chain(&problem.predicates).map(String::as_str).collect();
        let mut numbers = [1_u32; 2];
        let made = made.iter().map(|it| {
            let (at, letters) = match it {
                Made::Thing(_) => (0, "sk"),
                Made::Name | Made::Part(_) => (1, "def"),
            };
            loop {
                let name = format!("{letters}{}", numbers[at]);
                numbers[at] += 1;
                if !known.contains(name.as_str()) {
                    return name;
                }
            }
        });
        Self { problem, made: made.collect() }
    }

    fn symbol(&self, symbol: u32) -> &str {
        let symbol = symbol as usize;
        let (functions, predicates) = (&self.problem.functions, &self.problem.predicates);
        let all = functions.len() + predicates.len();
        match symbol {
            _ if symbol < functions.len() => &functions[symbol],
            _ if symbol < all => &predicates[symbol - functions.len()],
            _ => self.made.get(symbol - all).map_or("", String::as_str),
        }
    }

    /// A term. Its depth is bounded.
    pub fn term(&self, term: &ProofTerm) -> String {
        match &term.kind {
            ProofTermKind::Variable(number) => format!("X{}", number + 1),
            ProofTermKind::Apply(symbol, arguments) if arguments.is_empty() => {
                self.symbol(*symbol).to_owned()
            }
            ProofTermKind::Apply(symbol, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|it| self.term(it)).collect();
                format!("{}({})", self.symbol(*symbol), arguments.join(","))
            }
        }
    }

    fn literal(&self, literal: &ProofLiteral) -> String {
        let left = self.term(&literal.left);
        match (&literal.right, literal.is_positive) {
            (None, true) => left,
            (None, false) => format!("~ {left}"),
            (Some(right), true) => format!("{left} = {}", self.term(right)),
            (Some(right), false) => format!("{left} != {}", self.term(right)),
        }
    }

    fn clause(&self, step: &Step) -> String {
        let literals: Vec<_> = step.literals.iter().map(|it| self.literal(it)).collect();
        match literals[..] {
            [] => "$false".to_owned(),
            _ => literals.join(" | "),
        }
    }
}

/// Writes a refutation of the axioms and the denied goal of a problem.
pub fn write(loaded: &Loaded, problem: &Problem, proof: &Refutation) -> String {
    let names = Names::new(problem, &proof.made);
    let mut out = String::new();
    let axioms: Vec<usize> = problem.axioms().collect();
    let mut sources: FxHashMap<u32, String> = FxHashMap::default();
    let mut goal: Option<String> = None;
    for sentence in proof.sentences() {
        let name = match axioms.get(sentence as usize) {
            Some(axiom) => given(loaded, &mut out, *axiom),
            None => goal.get_or_insert_with(|| denied(loaded, &mut out)).clone(),
        };
        sources.insert(sentence, name);
    }
    let taken: FxHashSet<&str> = problem.statements.iter().map(|it| it.name.as_str()).collect();
    let prefix = ["c", "c_", "step_"].into_iter();
    let is_free = |prefix: &&str| !taken.iter().any(|it| it.starts_with(prefix));
    let prefix = prefix.clone().find(is_free).unwrap_or("puzzle_step_");
    for (at, step) in proof.steps.iter().enumerate() {
        let (role, source) = match step.rule {
            Rule::Input(sentence) => match sources.get(&sentence) {
                Some(name) => ("plain", format!("inference(clausify,[status(esa)],[{name}])")),
                None => ("axiom", "introduced(theory,[distinct])".to_owned()),
            },
            rule => {
                let parents = step.parents.iter().map(|it| format!("{prefix}{}", it.0 + 1));
                let parents = parents.collect::<Vec<_>>().join(",");
                ("plain", format!("inference({},[status(thm)],[{parents}])", rule_name(rule)))
            }
        };
        let clause = names.clause(step);
        let _ = writeln!(out, "cnf({prefix}{}, {role}, ( {clause} ), {source}).", at + 1);
    }
    out
}

/// Writes a sentence of the problem; its name.
fn given(loaded: &Loaded, out: &mut String, statement: usize) -> String {
    let it = &loaded.problem.statements[statement];
    let source = &loaded.texts[it.text].0;
    let text = source.slice(it.formula).trim();
    let file = source.name().replace('\\', "\\\\").replace('\'', "\\'");
    let _ = writeln!(
        out,
        "{}({}, {},\n    {text},\n    file('{file}', {})).",
        it.language, it.name, it.word, it.name
    );
    it.name.clone()
}

/// Writes what shall be proved, and that it is denied; the name of the latter.
fn denied(loaded: &Loaded, out: &mut String) -> String {
    let mut goals = Vec::new();
    let mut texts = Vec::new();
    for (at, it) in loaded.problem.statements.iter().enumerate() {
        if matches!(it.role, Role::Conjecture | Role::Question) {
            goals.push(given(loaded, out, at));
            let text = loaded.texts[it.text].0.slice(it.formula).trim();
            texts.push(format!("( {text} )"));
        }
    }
    let taken = |name: &str| loaded.problem.statements.iter().any(|it| it.name == name);
    let mut name = "denied".to_owned();
    while taken(&name) {
        name.push('_');
    }
    let _ = writeln!(
        out,
        "fof({name}, negated_conjecture,\n    ~ ( {} ),\n    inference(negate,[status(cth)],[{}])).",
        texts.join(" & "),
        goals.join(",")
    );
    name
}

fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Input(_) => "clausify",
        Rule::Resolution => "resolution",
        Rule::Factoring => "factoring",
        Rule::Superposition => "superposition",
        Rule::EqualityResolution => "equality_resolution",
        Rule::EqualityFactoring => "equality_factoring",
        Rule::Demodulation => "demodulation",
        Rule::Simplification => "simplification",
        Rule::Propagation => "unit_propagation",
    }
}
