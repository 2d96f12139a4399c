//! A refutation of a problem in TPTP as a derivation: sentences of the problem as they stand there, the clauses
//! made of them, and those that follow.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Loaded;
use crate::interchange::tptp::derivation::WrittenClauses;
use crate::interchange::tptp::{TptpProblem, TptpRole};
use puzzle_engine::evidence::refutation::{
    InferenceRule, MadeSymbol, ProofTerm, ProofTermKind, Refutation,
};

/// The names of symbols in a proof.
pub(super) struct DerivationNames<'a> {
    problem: &'a TptpProblem,
    made: Vec<String>,
}

impl<'a> DerivationNames<'a> {
    /// New names for what was made, different from those of the problem.
    pub(super) fn new(problem: &'a TptpProblem, made: &[MadeSymbol]) -> Self {
        let known: FxHashSet<&str> =
            problem.functions.iter().chain(&problem.predicates).map(String::as_str).collect();
        let mut numbers = [1_u32; 2];
        let made = made.iter().map(|it| {
            let (at, letters) = match it {
                MadeSymbol::Thing(_) => (0, "sk"),
                MadeSymbol::Name | MadeSymbol::Part(_) | MadeSymbol::Component(_) => (1, "def"),
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

    /// How a symbol is spelt.
    pub(super) fn symbol(&self, symbol: u32) -> String {
        let symbol = symbol as usize;
        let (functions, predicates) = (&self.problem.functions, &self.problem.predicates);
        let all = functions.len() + predicates.len();
        match symbol {
            _ if symbol < functions.len() => functions[symbol].clone(),
            _ if symbol < all => predicates[symbol - functions.len()].clone(),
            _ => self.made.get(symbol - all).cloned().unwrap_or_default(),
        }
    }
}

/// The answers of which one at least is right when there are several; a variable stands for anything.
pub(super) fn answers(
    problem: &TptpProblem,
    proof: &Refutation,
    tuples: &[Vec<ProofTerm>],
) -> String {
    fn written(names: &DerivationNames<'_>, term: &ProofTerm) -> String {
        match &term.kind {
            ProofTermKind::Variable(_) => "_".to_owned(),
            ProofTermKind::Apply(symbol, arguments) if arguments.is_empty() => {
                names.symbol(*symbol)
            }
            ProofTermKind::Apply(symbol, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|it| written(names, it)).collect();
                format!("{}({})", names.symbol(*symbol), arguments.join(","))
            }
        }
    }
    let names = DerivationNames::new(problem, &proof.made);
    let mut all: Vec<String> = Vec::new();
    for tuple in tuples {
        let terms: Vec<_> = tuple.iter().map(|it| written(&names, it)).collect();
        let tuple = format!("[{}]", terms.join(","));
        if !all.contains(&tuple) {
            all.push(tuple);
        }
    }
    match &all[..] {
        [only] => format!("[{only}|_]"),
        _ => format!("[({})|_]", all.join("|")),
    }
}

/// Writes a refutation of the axioms and the denied goal of a problem.
pub(super) fn write(loaded: &Loaded, problem: &TptpProblem, proof: &Refutation) -> String {
    let names = DerivationNames::new(problem, &proof.made);
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
    let clauses = WrittenClauses {
        language: "cnf",
        prefix,
        first: 1,
        symbol: &|symbol| names.symbol(symbol),
        whole: &|_, literals| format!("( {literals} )"),
    };
    let source = |at: usize| {
        let InferenceRule::Input(sentence) = proof.steps[at].rule else { return None };
        Some(match sources.get(&sentence) {
            Some(name) => ("plain", format!("inference(clausify,[status(esa)],[{name}])")),
            None => ("axiom", "introduced(theory,[distinct])".to_owned()),
        })
    };
    out + &clauses.write(proof, source)
}

/// Writes a sentence of the problem; its name.
fn given(loaded: &Loaded, out: &mut String, statement: usize) -> String {
    let it = &loaded.problem.statements[statement];
    let source = &loaded.texts[it.text].source;
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
        if matches!(it.role, TptpRole::Conjecture | TptpRole::Question) {
            goals.push(given(loaded, out, at));
            let text = loaded.texts[it.text].source.slice(it.formula).trim();
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
