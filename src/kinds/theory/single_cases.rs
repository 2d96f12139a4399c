//! Why a theory contradicts itself, in words: single cases of its sentences, and what each makes true or false in turn.

use super::conclusion::TheorySays;
use super::proof::{ClauseSource, NamedProof};
use super::puzzle::TheoryPuzzle;
use crate::kinds::argument::{ArgumentWords, ClauseWords};
use crate::kinds::{Posed, Question, Reasons};
use puzzle_engine::evidence::argument::{ArgumentEnd, CaseClause, CaseClauses, ClauseArgument};
use puzzle_engine::evidence::refutation::{ProofLiteral, ProofTerm, ProofTermKind, Refutation};
use puzzle_engine::problem::FindCaseArgument;

impl TheoryPuzzle<'_> {
    /// Poses an argument that a refutation of its sentences comes to.
    pub(super) fn case_argument<'p>(
        &'p self,
        question: &'p Question,
        proof: Refutation,
    ) -> Posed<'p, Reasons> {
        Posed::new(FindCaseArgument(proof), move |problem, found| {
            let named = self.named(question, &TheorySays::Contradiction, &problem.0);
            let (ground, argument) = found;
            let source = |at: usize| match named.source(at, self.understood.rules.len()) {
                ClauseSource::Clauses => String::new(),
                source => self.source_name(question, &named, &source),
            };
            let clause = |it: usize| match &ground.clauses[it] {
                CaseClause::Instance(at, _) => source(*at),
                CaseClause::Equals(_) => "equality".to_owned(),
            };
            let words = ClauseWords {
                cnf: ground.cnf.clone(),
                are_quoted: false,
                clause: Box::new(clause),
                value: Box::new(|it| {
                    let literal = &ground.atoms[it.atom().0 as usize];
                    let is_positive = it.is_positive();
                    named.ground(&ProofLiteral { is_positive, ..literal.clone() })
                }),
            };
            let mut lines: Vec<String> = things(&named, &ground, &argument)
                .into_iter()
                .map(|(it, at)| format!("{it} is a thing that {} says there is", source(at)))
                .collect();
            lines.extend(words.lines(&argument));
            Reasons::argued(lines)
        })
    }
}

/// The things that were made, each with the step that speaks of it first.
fn things(
    named: &NamedProof<'_>,
    ground: &CaseClauses,
    argument: &ClauseArgument,
) -> Vec<(String, usize)> {
    let mut clauses = Vec::new();
    let mut open = vec![argument];
    while let Some(ClauseArgument { forced, end }) = open.pop() {
        clauses.extend(forced.iter().map(|it| it.clause));
        match end {
            ArgumentEnd::Conflict(clause) => clauses.push(*clause),
            ArgumentEnd::Cases(_, cases) => open.extend(cases.iter().rev()),
        }
    }
    let mut things: Vec<(String, usize)> = Vec::new();
    for clause in clauses {
        let CaseClause::Instance(at, _) = &ground.clauses[clause] else { continue };
        let literals = named.proof.steps[*at].literals.iter();
        let mut terms: Vec<&ProofTerm> =
            literals.flat_map(|it| [Some(&it.left), it.right.as_ref()]).flatten().collect();
        while let Some(term) = terms.pop() {
            let ProofTermKind::Apply(symbol, arguments) = &term.kind else { continue };
            terms.extend(arguments.iter().rev());
            if !named.is_thing(*symbol) {
                continue;
            }
            let of = if arguments.is_empty() { "" } else { "(…)" };
            let word = format!("{}{of}", named.symbol(*symbol));
            if !things.iter().any(|it| it.0 == word) {
                things.push((word, *at));
            }
        }
    }
    things
}
