//! What the prover does with the clauses of a theory, put into steps.

use super::record::TellingRecorder;
use super::{Hears, ItemMark, MOST_STEPS, TracedItem, TracedLine, TracedStep, numbered};
use crate::kinds::AnswerVerdict::{Contradictory, Proved, Refuted};
use crate::kinds::{Answer, SaidClause, TracedProof};
use crate::service::solve::NoAnswer;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::refutation::Refutation;
use puzzle_engine::problem::theory::{ProverEnd, ProverStep};
use puzzle_engine::solve::theory::traced::traced;

/// Tells the steps on sentences of a question with this answer.
///
/// # Errors
/// See [`NoAnswer`].
pub(super) fn proof(
    theory: &TracedProof<'_>,
    answer: &Answer,
    told: &mut TellingRecorder<'_>,
    budget: &mut Budget,
) -> Result<(), NoAnswer> {
    let trace = traced(&theory.theory, &theory.demands, MOST_STEPS, budget)?;
    let follows = [Contradictory, Proved, Refuted].into_iter().any(|it| answer.is(it));
    let is_right = match trace.end {
        ProverEnd::Refuted => follows,
        // What follows by induction alone has no end of this sort.
        ProverEnd::Saturated => !follows || theory.theory.signature.is_endless(),
        ProverEnd::GaveUp | ProverEnd::Cut => true,
    };
    if !is_right {
        return Err(NoAnswer::Unverified("the steps end with another answer".to_owned()));
    }
    let items = (theory.say)(&trace.clauses).into_iter().enumerate();
    let mut items: Vec<_> = items.map(|(at, it)| item(at + 1, it)).collect();
    let mut others = items.split_off(trace.given).into_iter();
    let waits = |it: &TracedItem| ItemMark { item: it.number, says: WAITS.to_owned() };
    let marks = items.iter().map(waits).collect();
    let mut heard = HeardProver { clauses: &trace.clauses, items: items.clone(), told };
    heard.told.recorder.give(items);
    heard.start(marks);
    for step in trace.steps {
        heard.hear(step, &mut others);
    }
    match trace.end {
        ProverEnd::Refuted => {}
        ProverEnd::Saturated => heard.end("saturated", "nothing new follows"),
        ProverEnd::GaveUp => {
            heard.end("ended", "nothing new follows of what was not too large");
        }
        ProverEnd::Cut => heard.told.recorder.cut(),
    }
    Ok(())
}

/// What is said of a clause that waits for its turn, has had it, or is needed no more.
const WAITS: &str = "waits";
const ACTIVE: &str = "active";

fn item(number: usize, said: SaidClause) -> TracedItem {
    let place = said.sentence.as_ref().and_then(TracedLine::of);
    TracedItem { number, parts: said.literals, origin: Some(said.origin), place }
}

struct HeardProver<'a, 't> {
    clauses: &'a Refutation,
    /// Those that were told.
    items: Vec<TracedItem>,
    told: &'a mut TellingRecorder<'t>,
}

impl HeardProver<'_, '_> {
    fn clause(&self, clause: u32) -> String {
        let item = &self.items[clause as usize];
        format!("{}: {}", item.number, item.parts.join(" or "))
    }

    fn is_empty(&self, clause: u32) -> bool {
        self.clauses.steps[clause as usize].literals.is_empty()
    }

    fn parents(&self, clause: u32) -> Vec<usize> {
        let parents = &self.clauses.steps[clause as usize].parents;
        let mut parents: Vec<_> = parents.iter().map(|it| it.0 + 1).collect();
        parents.sort_unstable();
        parents.dedup();
        parents
    }

    fn step(&mut self, kind: &'static str, says: String, words: String, rest: TracedStep) {
        // What is done with a clause stands below that it was given.
        let indentation = usize::from(!matches!(kind, "given" | "start" | "saturated" | "ended"));
        self.told.step(TracedStep { kind, says, words: (indentation, words), ..rest });
    }

    fn start(&mut self, marks: Vec<ItemMark>) {
        let words = match marks.len() {
            1 => "1 clause waits for its turn".to_owned(),
            count => format!("{count} clauses wait for their turn"),
        };
        let says = format!("Start: {words}.");
        self.step("start", says, words, TracedStep { marks, ..TracedStep::default() });
    }

    fn end(&mut self, kind: &'static str, words: &str) {
        let says = format!("{}{}: {words}.", kind[..1].to_uppercase(), &kind[1..]);
        self.step(kind, says, words.to_owned(), TracedStep::default());
    }

    /// A step that is about a clause, of which something is said from then on.
    fn about(
        &mut self,
        kind: &'static str,
        clause: u32,
        mark: &str,
        texts: (String, String),
        from: Vec<usize>,
    ) {
        let item = clause as usize + 1;
        let marks = vec![ItemMark { item, says: mark.to_owned() }];
        let step = TracedStep { item: Some(item), from, marks, ..TracedStep::default() };
        self.step(kind, texts.0, texts.1, step);
    }

    fn hear(&mut self, step: ProverStep, others: &mut impl Iterator<Item = TracedItem>) {
        let newest = match step {
            ProverStep::Kept(it)
            | ProverStep::Simplified { into: it, .. }
            | ProverStep::Given(it) => it,
            _ => 0,
        };
        while self.items.len() <= newest as usize
            && let Some(next) = others.next()
        {
            self.items.push(next.clone());
            self.told.item(next);
        }
        match step {
            ProverStep::Given(clause) if self.is_empty(clause) => {
                let words = self.clause(clause);
                let says = format!("Refuted: clause {words}, which is never true.");
                self.about("refuted", clause, "empty", (says, words), Vec::new());
            }
            ProverStep::Given(clause) => {
                let words = self.clause(clause);
                let says = format!("Given: it is the turn of clause {words}.");
                self.about("given", clause, ACTIVE, (says, words), Vec::new());
            }
            ProverStep::Redundant(clause) => {
                let words = self.clause(clause);
                let says = format!("Redundant: clause {words} says no more than active ones.");
                self.about("redundant", clause, "redundant", (says, words), Vec::new());
            }
            ProverStep::Simplified { clause, into } => self.simplified(clause, into),
            ProverStep::Subsumed { clause, by } => {
                let (words, by) = (self.clause(clause), by as usize + 1);
                let says = format!("Subsumed: clause {by} says all that clause {words} says.");
                let words = format!("{words}   by clause {by}");
                self.about("subsumed", clause, "subsumed", (says, words), vec![by]);
            }
            ProverStep::Returned { clause, by } => {
                let (words, by) = (self.clause(clause), by as usize + 1);
                let says = format!(
                    "Returned: clause {by} makes clause {words} simpler, so it waits again."
                );
                let words = format!("{words}   simpler by clause {by}");
                self.about("returned", clause, WAITS, (says, words), vec![by]);
            }
            ProverStep::Kept(clause) => self.kept(clause),
            ProverStep::Dropped(count) => {
                let (clauses, say) =
                    if count == 1 { ("clause", "says") } else { ("clauses", "say") };
                let words = format!("{count} {clauses} that {say} nothing new");
                self.step("dropped", format!("Dropped: {words}."), words, TracedStep::default());
            }
        }
    }

    fn simplified(&mut self, clause: u32, into: u32) {
        let from = self.parents(into);
        let by = numbered("clause", &from);
        let (old, new) = (self.clause(clause), self.clause(into));
        let is_empty = self.is_empty(into);
        let kind = if is_empty { "refuted" } else { "simplify" };
        let says = match is_empty {
            true => format!("Refuted: clause {new} follows from {by}."),
            false => format!("Simplify: clause {old} becomes clause {new}, by {by}."),
        };
        let marks = [(clause, "simplified"), (into, if is_empty { "empty" } else { WAITS })];
        let marks =
            marks.map(|(it, says)| ItemMark { item: it as usize + 1, says: says.to_owned() });
        let (item, marks) = (Some(into as usize + 1), marks.into());
        self.step(
            kind,
            says,
            format!("{new}   from {by}"),
            TracedStep { item, from, marks, ..TracedStep::default() },
        );
    }

    fn kept(&mut self, clause: u32) {
        let from = self.parents(clause);
        let origin = self.items[clause as usize].origin.clone().unwrap_or_default();
        let words = self.clause(clause);
        let is_empty = self.is_empty(clause);
        let (kind, mark) = if is_empty { ("refuted", "empty") } else { ("derived", WAITS) };
        let says = match is_empty {
            true => format!("Refuted: clause {words}, from {origin}."),
            false => format!("Derived: clause {words}, from {origin}; it waits."),
        };
        self.about(kind, clause, mark, (says, format!("{words}   from {origin}")), from);
    }
}
