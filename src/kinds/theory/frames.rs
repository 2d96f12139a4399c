//! Proofs clause by clause: in the graph of all clauses, what is known so far, and what the next one follows from.
use crate::text::shortened;

use std::sync::Arc;

use super::TheoryAxiom;
use super::conclusion::Conclusion;
use super::proof::{ClauseSource, NamedProof};
use super::puzzle::TheoryPuzzle;
use super::shown::draw;
use crate::diagnostic::Related;
use crate::kinds::{Question, Refusal, StepFrame, StepFrames, WITHOUT_PROOF};
use crate::picture::{PartRole, Picture, PictureBody, PictureGraph};

/// The proofs of what was concluded, one after the other.
///
/// # Errors
/// That there are none.
pub(super) fn of_proof(
    puzzle: &TheoryPuzzle<'_>,
    question: &Question,
    Conclusion { says, reason }: &Conclusion,
) -> Result<StepFrames, Refusal> {
    if reason.proofs.is_empty() {
        return Err(WITHOUT_PROOF.to_owned());
    }
    let frames = reason.proofs.iter().enumerate().flat_map(|(number, proof)| {
        let named = puzzle.named(question, says, proof);
        let mut graph = PictureGraph::default();
        draw(puzzle, question, &named, &mut graph);
        let which = match reason.proofs.len() {
            1 => String::new(),
            _ => format!("proof {}, ", number + 1),
        };
        (0..proof.steps.len())
            .map(move |at| Ok(clause(puzzle, question, &named, (&graph, at), &which)))
    });
    StepFrames::of(frames)
}

/// What there is after so many clauses and one more.
fn clause(
    puzzle: &TheoryPuzzle<'_>,
    question: &Question,
    named: &NamedProof<'_>,
    (whole, at): (&PictureGraph, usize),
    which: &str,
) -> StepFrame {
    let rules = &puzzle.understood.rules;
    let source = named.source(at, rules.len());
    let place = match source {
        ClauseSource::Axiom(axiom) => {
            let TheoryAxiom { place, source, .. } = rules[axiom];
            let message = source.slice(place).to_owned();
            Some(Related { source: Some(Arc::clone(source)), span: place, message })
        }
        _ => None,
    };
    let from = match source {
        ClauseSource::Clauses => format!("from {}", named.derivation(at)),
        ClauseSource::Axiom(axiom) if rules[axiom].label.is_none() => {
            let TheoryAxiom { place, source, .. } = rules[axiom];
            format!("from `{}`", shortened(source.slice(place)))
        }
        _ => format!("from {}", puzzle.source_name(question, named, &source)),
    };
    let mut graph = whole.clone();
    let parents = &named.proof.steps[at].parents;
    for (number, node) in graph.nodes.iter_mut().enumerate() {
        node.label.role = match number {
            _ if number == at => PartRole::Highlight,
            _ if number > at => PartRole::Muted,
            _ if parents.iter().any(|it| it.0 == number) => PartRole::Emphasis,
            _ => PartRole::Normal,
        };
        // Its line is another one in what is cut out of a file.
        if let ClauseSource::Axiom(axiom) = named.source(number, rules.len())
            && rules[axiom].label.is_none()
            && let Some(from) = node.badges.last_mut()
        {
            from.text = "axiom".to_owned();
        }
        if number > at {
            node.badges.iter_mut().for_each(|it| it.role = PartRole::Muted);
        }
    }
    graph.here = Some(at);
    let title = format!("{which}clause {} of {}", at + 1, whole.nodes.len());
    StepFrame {
        caption: format!("{which}{}. {}", at + 1, named.literals(at).join(" or ")),
        said: vec![from],
        picture: Some(Picture { caption: None, title, body: PictureBody::Graph(graph) }),
        place,
    }
}
