//! Proofs for other programs and to look at: derivations in TPTP, and graphs of clauses.

use super::conclusion::{Conclusion, TheorySays};
use super::goals::TheoryGoals;
use super::proof::{ClauseSource, NamedProof};
use super::puzzle::TheoryPuzzle;
use super::taught::taught;
use super::textbook::textbook;
use super::tptp::{TOO_LONG, TptpWriter, word};
use crate::interchange::textbook::latex;
use crate::kinds::{Engine, Question, Refusal, ShownProof, WITHOUT_PROOF};
use crate::picture::{GraphNode, Label, PartRole, Picture, PictureBody, PictureGraph};
use crate::syntax::ast::Verb;
use puzzle_engine::evidence::refutation::{ProofTerm, ProofTermKind, Refutation};

/// The proofs that a solution has, as other programs read them and as a picture.
///
/// # Errors
/// Why there are none.
pub(super) fn proof(
    puzzle: &TheoryPuzzle<'_>,
    question: &Question,
    conclusion: &Conclusion,
) -> Result<ShownProof, Refusal> {
    let Conclusion { says, reason } = conclusion;
    if reason.proofs.is_empty() {
        return Err(WITHOUT_PROOF.to_owned());
    }
    let mut tstp = String::new();
    let mut graph = PictureGraph::default();
    let theory =
        TheoryGoals::of(question).map_or(&puzzle.understood.meaning.theory, |it| &*it.theory);
    let writer = TptpWriter::of_proof(&puzzle.understood, theory);
    let long = || TOO_LONG.to_owned();
    tstp.push_str(&writer.header());
    for (index, proof) in reason.proofs.iter().enumerate() {
        let named = puzzle.named(question, says, proof);
        let assumed = assumed(puzzle, question, says, index, proof).ok_or_else(long)?;
        let prefix =
            if reason.proofs.len() > 1 { format!("p{}_", index + 1) } else { String::new() };
        tstp.push_str(&writer.derivation(&named, &assumed, &prefix).ok_or_else(long)?);
        draw(puzzle, question, &named, &mut graph);
    }
    let title = format!("proof of {} clauses", graph.nodes.len());
    let taught = taught(&puzzle.understood, question, conclusion);
    let picture = Picture { caption: None, title, body: PictureBody::Graph(graph) };
    let textbook = (question.engine == Some(Engine::Textbook))
        .then(|| latex(&textbook(puzzle, question, conclusion)));
    Ok(ShownProof { tstp, picture, taught, textbook })
}

/// What a proof takes to be true of the question, a formula for each of its sentences.
fn assumed(
    puzzle: &TheoryPuzzle<'_>,
    question: &Question,
    says: &TheorySays,
    index: usize,
    proof: &Refutation,
) -> Option<Vec<String>> {
    let Some(goals) = TheoryGoals::of(question) else { return Some(Vec::new()) };
    let writer = TptpWriter::of_proof(&puzzle.understood, &goals.theory);
    let formula = |at: usize| writer.formula(goals.sentences[at]);
    let denied = |it: String| format!("~ {it}");
    Some(match says {
        _ if question.verb == Verb::Equivalent => match index {
            0 => vec![formula(0)?, denied(formula(1)?)],
            _ => vec![denied(formula(0)?), formula(1)?],
        },
        TheorySays::Answers { things, .. } => {
            let variables = || goals.asked.iter().map(|it| it.1);
            let names = variables().map(|it| format!("X{}", it.0));
            let bound = names
                .clone()
                .zip(variables())
                .map(|(name, it)| writer.bound(&name, goals.theory.variables[it.0 as usize]));
            let (names, bound) = (names.collect::<Vec<_>>(), bound.collect::<Vec<_>>().join(", "));
            let with = |names: &[String]| {
                let writer = TptpWriter::of_proof(&puzzle.understood, &goals.theory);
                let pairs = variables().zip(names);
                pairs.fold(writer, |writer, (it, name)| writer.with(it, name.clone()))
            };
            let collects = proof.steps.last().is_some_and(|it| !it.literals.is_empty());
            let is_variable = |it: &ProofTerm| matches!(it.kind, ProofTermKind::Variable(_));
            let formula = |names: &[String]| with(names).formula(goals.sentences[0]);
            vec![match things.get(index) {
                _ if collects => {
                    let answer = format!("answer({})", names.join(","));
                    format!("! [{bound}] : ({} => {answer})", formula(&names)?)
                }
                Some(answer) if answer.iter().all(is_variable) => {
                    format!("~ (! [{bound}] : {})", formula(&names)?)
                }
                Some(answer) => {
                    let symbols = super::proof::symbols(&puzzle.understood);
                    let constant = |it: &ProofTerm| match &it.kind {
                        ProofTermKind::Apply(symbol, _) => word(&symbols[*symbol as usize]),
                        ProofTermKind::Variable(_) => String::new(),
                    };
                    denied(formula(&answer.iter().map(constant).collect::<Vec<_>>())?)
                }
                None => return None,
            }]
        }
        TheorySays::Negation => vec![formula(0)?],
        TheorySays::Contradiction | TheorySays::Sentence | TheorySays::Equivalence => {
            vec![denied(formula(0)?)]
        }
    })
}

/// Adds the clauses of a proof, each with edges to those it follows from.
pub(super) fn draw(
    puzzle: &TheoryPuzzle<'_>,
    question: &Question,
    named: &NamedProof<'_>,
    graph: &mut PictureGraph,
) {
    let first = graph.nodes.len();
    let axioms = puzzle.understood.rules.len();
    let last = named.proof.steps.len() - 1;
    for (at, step) in named.proof.steps.iter().enumerate() {
        let (role, from) = match named.source(at, axioms) {
            ClauseSource::Clauses => (PartRole::Normal, named.derivation(at)),
            source => (PartRole::Muted, puzzle.source_name(question, named, &source)),
        };
        let role = if at == last { PartRole::Emphasis } else { role };
        let badges = named.literals(at).into_iter().map(Label::from);
        let badges = badges.chain([Label::new(from, PartRole::Muted)]).collect();
        graph.nodes.push(GraphNode { label: Label::new((at + 1).to_string(), role), badges });
        graph.edges.extend(step.parents.iter().map(|it| (first + at, first + it.0)));
    }
    graph.start = graph.nodes.len() - 1;
}
