//! Derivations in TSTP (G. Sutcliffe, J. Zimmer and S. Schulz, *TSTP data-exchange formats for automated
//! theorem proving tools*, 2004): the clauses of a refutation, each with its rule and parents.

use std::fmt::Write;

use puzzle_engine::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};

/// How the clauses of a refutation are written.
pub struct WrittenClauses<'a> {
    /// The language of each line.
    pub language: &'static str,
    /// What the names of the clauses begin with.
    pub prefix: &'a str,
    /// The number of the first variable, as in `X1`.
    pub first: usize,
    /// How symbols are spelt.
    pub symbol: &'a dyn Fn(u32) -> String,
    /// How the literals of a clause and its variables are put together.
    pub whole: &'a dyn Fn(&RefutationStep, String) -> String,
}

impl WrittenClauses<'_> {
    /// A line for each clause. What follows from no others has a role and a source that are told.
    pub fn write(
        &self,
        proof: &Refutation,
        source: impl Fn(usize) -> Option<(&'static str, String)>,
    ) -> String {
        let (language, prefix) = (self.language, self.prefix);
        let mut out = String::new();
        for (at, step) in proof.steps.iter().enumerate() {
            let (role, source) = source(at).unwrap_or_else(|| {
                let parents = step.parents.iter().map(|it| format!("{prefix}{}", it.0 + 1));
                let parents = parents.collect::<Vec<_>>().join(",");
                let source = match step.rule {
                    InferenceRule::Congruence => "theory(equality)".to_owned(),
                    InferenceRule::Component => "introduced(definition,[component])".to_owned(),
                    InferenceRule::Split => format!("inference(split,[status(esa)],[{parents}])"),
                    rule => {
                        format!("inference({},[status(thm)],[{parents}])", rule_name(rule))
                    }
                };
                ("plain", source)
            });
            let clause = self.clause(step);
            let _ = writeln!(out, "{language}({prefix}{}, {role}, {clause}, {source}).", at + 1);
        }
        out
    }

    fn clause(&self, step: &RefutationStep) -> String {
        let literals: Vec<_> = step.literals.iter().map(|it| self.literal(it)).collect();
        let body = if literals.is_empty() { "$false".to_owned() } else { literals.join(" | ") };
        (self.whole)(step, body)
    }

    fn literal(&self, it: &ProofLiteral) -> String {
        let left = self.term(&it.left);
        match (&it.right, it.is_positive) {
            (None, true) => left,
            (None, false) => format!("~ {left}"),
            (Some(right), true) => format!("{left} = {}", self.term(right)),
            (Some(right), false) => format!("{left} != {}", self.term(right)),
        }
    }

    /// A term. Its depth is bounded.
    pub fn term(&self, term: &ProofTerm) -> String {
        match &term.kind {
            ProofTermKind::Variable(number) => format!("X{}", *number as usize + self.first),
            ProofTermKind::Apply(symbol, arguments) => {
                let name = (self.symbol)(*symbol);
                let arguments: Vec<_> = arguments.iter().map(|it| self.term(it)).collect();
                match arguments.as_slice() {
                    [] => name,
                    _ => format!("{name}({})", arguments.join(",")),
                }
            }
        }
    }
}

/// What a rule is called.
pub const fn rule_name(rule: InferenceRule) -> &'static str {
    match rule {
        InferenceRule::Input(_) => "clausify",
        InferenceRule::Resolution => "resolution",
        InferenceRule::Chaining => "chaining",
        InferenceRule::Factoring => "factoring",
        InferenceRule::Superposition => "superposition",
        InferenceRule::EqualityResolution => "equality_resolution",
        InferenceRule::EqualityFactoring => "equality_factoring",
        InferenceRule::Demodulation => "demodulation",
        InferenceRule::Simplification => "simplification",
        InferenceRule::Propagation => "unit_propagation",
        InferenceRule::Congruence => "congruence",
        InferenceRule::Component => "component",
        InferenceRule::Split => "split",
    }
}
