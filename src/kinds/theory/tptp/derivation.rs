//! Proofs as derivations: the sentences that are used, the clauses made of them, and those that follow.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{TptpWriter, word};
use crate::interchange::tptp::derivation::WrittenClauses;
use crate::kinds::theory::proof::{ClauseSource, NamedProof};
use puzzle_engine::evidence::refutation::{ProofTerm, ProofTermKind, RefutationStep};
use puzzle_engine::logic::first_order::TheorySort;

impl TptpWriter<'_> {
    /// A proof as a derivation. `question` has what it takes to be true of the question, by the index of
    /// the sentence, and `prefix` is what its names begin with.
    pub(crate) fn derivation(
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
        if self.is_typed {
            self.made_types(named, &mut out);
        }
        let prefix = format!("{prefix}c");
        let clauses = WrittenClauses {
            language,
            prefix: &prefix,
            first: 0,
            symbol: &|symbol| word(named.symbol(symbol)),
            whole: &|step, literals| self.bound_by(step, &literals),
        };
        let source = |at| {
            let source = match named.source(at, axioms) {
                ClauseSource::Different | ClauseSource::Listed => self.clausified(""),
                ClauseSource::Clauses => return None,
                ClauseSource::Axiom(sentence) => self.clausified(&sources[&(sentence as u32)]),
                ClauseSource::Question(sentence) => {
                    self.clausified(&sources[&((sentence + axioms) as u32)])
                }
            };
            Some(("plain", source))
        };
        out += &clauses.write(named.proof, source);
        Some(out)
    }

    /// The source of a clause of a sentence: it rests on what there is in listed sorts, too.
    fn clausified(&self, name: &str) -> String {
        let lines = (1..).zip(self.signature()).filter(|(_, (role, _))| *role == "axiom");
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
            let sorts: Vec<_> = arguments.iter().map(|it| TheorySort(it.sort)).collect();
            let is_thing = term.sort != u32::MAX;
            let result = if is_thing { self.sort(TheorySort(term.sort)) } else { "$o" };
            let name = word(named.symbol(*symbol));
            let domain = self.domain(&sorts);
            let _ = writeln!(out, "tff(type_{symbol}, type, {name}: {domain}{result}).");
        }
    }

    /// A clause with its variables.
    fn bound_by(&self, step: &RefutationStep, literals: &str) -> String {
        let bound = step
            .variables
            .iter()
            .zip(0..)
            .map(|(sort, at)| self.bound(&format!("X{at}"), TheorySort(*sort)));
        match bound.collect::<Vec<_>>().as_slice() {
            [] => format!("({literals})"),
            bound => format!("(! [{}] : ({literals}))", bound.join(", ")),
        }
    }
}
