//! Where claims become [`Checked`]: each function takes one with what shows it, has a checker go through it,
//! and gives it back. What it could check in part only is a [`ProblemAnswer`] with the doubt that is left.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::checked::Checked;
use super::dots::claims::Claims;
use super::encoding::{FormulaDemand, follows};
use super::play::{GameRules, Kept, guarantees};
use super::structure::{fits, is_true};
use super::unreachable::{self, check_unreachable};
use super::{
    apart, clause_form, count, deduction, drat, expansion, formula_game, heap, induction, lrat,
    model, path, qbf, refutation, tableau,
};
use crate::budget::{Budget, Stop};
use crate::evidence::clauses::ClauseProof;
use crate::evidence::deduction::Deduction;
use crate::evidence::dots::{Advice, DotsClaim};
use crate::evidence::expansion::ExpansionProof;
use crate::evidence::formula_game::Evidence;
use crate::evidence::induction::Induction;
use crate::evidence::maze::Certificate;
use crate::evidence::play::{PlayClaim, PlayStrategy};
use crate::evidence::refutation::{InferenceRule, Refutation, RefutationStep};
use crate::evidence::tableau::ClosedTableau;
use crate::evidence::walk::JointStates;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::dots::Edges;
use crate::logic::first_order::{Structure, Theory, TheorySentenceId, TheoryVariable};
use crate::logic::formula::{Formula, FormulaVariable};
use crate::logic::game::{Game, Side};
use crate::logic::maze::{Maze, NodeId};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::{self, Player};
use crate::logic::statements::{StatementNumber, Statements};
use crate::logic::walk::Walk;
use crate::problem::{Doubt, Failure, ListedAssignments, ListedSolutions, ProblemAnswer};

fn wrong<T>(what: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Unverified(what.into()))
}

/// Values of all atoms that satisfy clauses.
///
/// # Errors
/// The clause that they violate.
pub(crate) fn satisfying(cnf: &Cnf, values: Vec<bool>) -> Result<Checked<Vec<bool>>, Failure> {
    match model::check_model(cnf, &values) {
        Ok(()) => Ok(Checked::new(values)),
        Err(clause) => wrong(format!("a model violates clause {clause}")),
    }
}

/// As [`satisfying`], with literals that are to be true as well.
///
/// # Errors
/// The clause that they violate, or that one of the literals is false.
pub(crate) fn satisfying_with(
    cnf: &Cnf,
    literals: &[Literal],
    values: Vec<bool>,
) -> Result<Checked<Vec<bool>>, Failure> {
    let is_true = |it: &Literal| values.get(it.atom().0 as usize) == Some(&it.is_positive());
    if !literals.iter().all(is_true) {
        return wrong("a model violates what was assumed");
    }
    satisfying(cnf, values)
}

/// That clauses have no model.
///
/// # Errors
/// What is wrong with the proof, or the limit that was reached.
pub(crate) fn refuted(
    cnf: &Cnf,
    proof: &ClauseProof,
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    match drat::check_refutation(cnf, proof, budget)? {
        Ok(()) => Ok(Checked::new(())),
        Err(flaw) => wrong(format!("a refutation is wrong: {flaw:?}")),
    }
}

/// Models of clauses of which no two agree in the first `told_apart` atoms; and that there are no others, if clauses that bar
/// each of them besides have none.
///
/// # Errors
/// The model that is none or stands there twice, that something else was barred, or the limit that was reached.
pub(crate) fn listed(
    cnf: &Cnf,
    told_apart: u32,
    models: Vec<Vec<bool>>,
    others: Option<(&Cnf, &Checked<Vec<Literal>>)>,
    budget: &mut Budget,
) -> Result<Checked<ListedSolutions<Vec<bool>>>, Failure> {
    let values = |model: &[bool]| model[..told_apart as usize].to_vec();
    let mut known = FxHashSet::default();
    for (number, model) in (1..).zip(&models) {
        budget.work(1 + cnf.literals())?;
        if let Err(clause) = model::check_model(cnf, model) {
            return wrong(format!("model {number} violates clause {clause}"));
        }
        if !known.insert(values(model)) {
            return wrong(format!("model {number} was there before"));
        }
    }
    if let Some((barred, core)) = others {
        let bars = |clause: &[Literal]| -> Option<Vec<bool>> {
            let is_next = |(atom, it): (u32, &Literal)| it.atom() == Atom(atom);
            let are_all = clause.len() == told_apart as usize && (0..).zip(clause).all(is_next);
            are_all.then(|| clause.iter().map(|it| !it.is_positive()).collect())
        };
        let mut clauses = barred.clauses();
        let are_kept = cnf.clauses().all(|it| clauses.next() == Some(it));
        let is_barred = |it: &[Literal]| bars(it).is_some_and(|it| known.contains(&it));
        if !core.is_empty() || !are_kept || !clauses.all(is_barred) {
            return wrong("what was refuted is not that there are other models");
        }
    }
    Ok(Checked::new(ListedSolutions { found: models, are_all: others.is_some() }))
}

/// Models of the clauses for a formula as assignments to its variables, which are the first atoms.
///
/// # Errors
/// That one of them does not make the formula true, that the clauses say something else, or the limit that was reached.
pub(crate) fn listed_assignments(
    formula: &Formula,
    (cnf, variables): (&Cnf, &[FormulaVariable]),
    models: &Checked<ListedSolutions<Vec<bool>>>,
    budget: &mut Budget,
) -> Result<Checked<ListedAssignments>, Failure> {
    let demand = FormulaDemand::Value(&[formula], true);
    if models.are_all && !follows(cnf, variables, demand, budget)? {
        return wrong("the clauses say something else than the formula");
    }
    let mut found = Vec::with_capacity(models.found.len());
    for model in &models.found {
        budget.work(formula.nodes().len())?;
        let values = variables.iter().copied().zip(model.iter().copied());
        found.push(meeting(demand, values.collect())?.into_inner());
    }
    Ok(Checked::new(ListedSolutions { found, are_all: models.are_all }))
}

/// That the clauses of which a checker has heard have no model in which these literals are true.
///
/// # Errors
/// What is wrong with what it has heard.
pub(crate) fn core(
    checker: &lrat::LratChecker,
    core: Vec<Literal>,
) -> Result<Checked<Vec<Literal>>, Failure> {
    let is_denied = |it: &Literal| core.contains(&!*it);
    match checker.refutes(&core) {
        Ok(true) => Ok(Checked::new(core)),
        // Of two such literals no clause has to speak.
        Ok(false) if core.iter().any(is_denied) => Ok(Checked::new(core)),
        Ok(false) => wrong("a refutation lacks its end"),
        Err(flaw) => wrong(format!("a refutation is wrong: {flaw:?}")),
    }
}

/// Values of variables that meet a demand.
///
/// # Errors
/// That they do not.
pub(crate) fn meeting(
    demand: FormulaDemand<'_>,
    values: Vec<(FormulaVariable, bool)>,
) -> Result<Checked<Vec<(FormulaVariable, bool)>>, Failure> {
    let value = |formula: &Formula| formula.is_true_with(&values);
    let is_met = match demand {
        FormulaDemand::Value(formulas, wanted) => formulas.iter().all(|it| value(it) == wanted),
        FormulaDemand::Difference([one, other]) => value(one) != value(other),
    };
    if is_met {
        Ok(Checked::new(values))
    } else {
        wrong("an assignment does not give the formula its value")
    }
}

/// That no values of variables meet a demand, since clauses that say no more have no model.
///
/// # Errors
/// That they say something else, or the limit that was reached.
pub(crate) fn unmet(
    cnf: &Cnf,
    variables: &[FormulaVariable],
    demand: FormulaDemand<'_>,
    refuted: Checked<()>,
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    if follows(cnf, variables, demand, budget)? {
        Ok(refuted)
    } else {
        wrong("the clauses say something else than the formula")
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CountedModels<'a> {
    /// The assignments to its variables that make a formula true.
    Assignments(&'a Formula),
    /// The models of clauses.
    Models(&'a Cnf),
    /// The plays within the steps that a maze allows.
    Plays(&'a Maze),
    /// The structures over sorts of these sizes in which the axioms of a theory are true.
    Worlds(&'a Theory, &'a [u32]),
}

/// Steps of counting again: some hundredths of a second. Those of worlds take longer.
const RECOUNT: u64 = 1 << 22;
const RECOUNT_WORLDS: u64 = 1 << 19;

/// A number that is the same when it is counted another way, as far as that soon comes to an end.
///
/// # Errors
/// That it is another one, or that the search was cancelled or has no time left.
pub(crate) fn counted(
    what: CountedModels<'_>,
    number: BigUint,
    budget: &Budget,
) -> Result<ProblemAnswer<BigUint>, Failure> {
    let mut part = budget.part(RECOUNT);
    let again = match what {
        CountedModels::Assignments(formula) => count::assignments(formula, &mut part),
        CountedModels::Models(cnf) => count::models(cnf, &mut part),
        CountedModels::Plays(maze) => count::plays(maze, maze.steps, &mut part),
        CountedModels::Worlds(theory, sizes) => {
            count::worlds(theory, sizes, &mut part.part(RECOUNT_WORLDS))
        }
    };
    match again {
        Ok(again) if again != number => wrong(format!("{number} was counted as {again}")),
        Ok(_) => Ok(Checked::new(number).into()),
        Err(Stop::Steps | Stop::Size(_)) => {
            Ok(ProblemAnswer::Unchecked(number, Doubt::Count, Vec::new()))
        }
        Err(stop) => Err(stop.into()),
    }
}

/// A path from START to GOAL of at most so many steps.
///
/// # Errors
/// The rule that it breaks.
pub(crate) fn walked(
    maze: &Maze,
    path: Vec<NodeId>,
    steps: u64,
) -> Result<Checked<Vec<NodeId>>, Failure> {
    match path::check_path(maze, &path, steps) {
        Ok(()) => Ok(Checked::new(path)),
        Err(violation) => wrong(format!("a path breaks the rules: {violation:?}")),
    }
}

/// That no path has so few steps; `u64::MAX` stands for any number.
///
/// # Errors
/// What is wrong with the certificate, or the limit that was reached.
pub(crate) fn too_few(
    maze: &Maze,
    certificate: &Certificate,
    steps: u64,
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    match check_unreachable(maze, certificate, steps, budget) {
        Ok(()) => Ok(Checked::new(())),
        Err(unreachable::CertificateFlaw::Stopped(stop)) => Err(stop.into()),
        Err(flaw) => wrong(format!("the proof that there is no path is wrong: {flaw:?}")),
    }
}

/// What the winner of a game of quantified clauses chooses first, by a proof.
///
/// # Errors
/// That the proof is wrong, or the limit that was reached.
pub(crate) fn opening(
    game: &Prenex,
    winner: Player,
    proof: &crate::evidence::qbf::QbfProof,
    budget: &mut Budget,
) -> Result<Checked<Vec<Literal>>, Failure> {
    match qbf::opening(game, winner, proof, budget)? {
        Some(opening) => Ok(Checked::new(opening)),
        None => wrong("the proof of a win is wrong"),
    }
}

/// What the winner of a game of quantified clauses chooses first, by ways to choose that the loser cannot answer.
///
/// # Errors
/// That the proof is wrong, or the limit that was reached.
pub(crate) fn opening_by_expansion(
    game: &Prenex,
    winner: Player,
    proof: &ExpansionProof,
    budget: &mut Budget,
) -> Result<Checked<Vec<Literal>>, Failure> {
    match expansion::opening(game, winner, proof, budget)? {
        Some(opening) => Ok(Checked::new(opening)),
        None => wrong("the expansion that shows a win is wrong"),
    }
}

/// Who wins a formula game when its first choices are `values`.
///
/// # Errors
/// That it is not shown, or the limit that was reached.
pub(crate) fn winner(
    formula: &quantified::QuantifiedGame,
    values: &[bool],
    evidence: &Evidence,
    budget: &mut Budget,
) -> Result<Checked<Player>, Failure> {
    if formula_game::shows(formula, values, evidence, budget)? {
        Ok(Checked::new(evidence.winner()))
    } else {
        wrong("a strategy or a proof does not show who wins")
    }
}

/// What is claimed of a position, by playing out a strategy ([`guarantees`]).
///
/// # Errors
/// That the strategy does not keep it, or the limit that was reached.
pub(crate) fn kept<G: Game>(
    rules: &GameRules<'_, G>,
    root: &G::State,
    claim: PlayClaim,
    most: usize,
    strategy: &mut dyn PlayStrategy<G>,
    budget: &mut Budget,
) -> Result<ProblemAnswer<PlayClaim>, Failure> {
    match guarantees(rules, root, claim, most, strategy, budget)? {
        Kept::Always => Ok(Checked::new(claim).into()),
        Kept::InSamples => {
            // Nothing but the number of moves rests on how the loser plays.
            let is_losers = claim.horizon.is_some_and(|it| it.winner == claim.side);
            let doubt = if is_losers { Doubt::Delay } else { Doubt::Plays };
            Ok(ProblemAnswer::Unchecked(claim, doubt, Vec::new()))
        }
        Kept::Not => wrong("a strategy does not keep what it promises"),
    }
}

/// A claim that whoever plays keeps: no score is worse.
pub(crate) fn kept_anyhow<G: Game>(game: &G, claim: PlayClaim) -> Option<Checked<PlayClaim>> {
    let (least, greatest) = game.scores();
    let worst = if claim.side == Side::First { least } else { greatest };
    (claim.score == worst && claim.horizon.is_none()).then(|| Checked::new(claim))
}

/// What is claimed of a position of Dots and Boxes.
///
/// # Errors
/// That it is worth something else, or the limit that was reached.
pub(crate) fn worth(
    claims: &mut Claims,
    drawn: &Edges,
    claim: DotsClaim,
    advice: &mut dyn Advice,
    budget: &mut Budget,
) -> Result<Checked<DotsClaim>, Failure> {
    if claims.hold(drawn, claim, advice, budget)? {
        Ok(Checked::new(claim))
    } else {
        wrong("a position is not worth what was claimed")
    }
}

/// Which heaps up to one lose.
///
/// # Errors
/// That one is said to lose or not to against the definition, or the limit that was reached.
pub(crate) fn losing(
    heap: u32,
    amounts: &[u32],
    loses: impl Fn(u32) -> bool,
    budget: &mut Budget,
) -> Result<ProblemAnswer<()>, Failure> {
    match heap::flaw(heap, amounts, loses, budget)? {
        Some(_) => wrong("a heap is losing, or is not, against the definition"),
        None if heap > heap::MOST => Ok(ProblemAnswer::Unchecked((), Doubt::Heaps, Vec::new())),
        None => Ok(Checked::new(()).into()),
    }
}

/// Steps, so many at most, behind which two walks look different.
///
/// # Errors
/// That they do not, or the limit that was reached.
pub(crate) fn apart<W: Walk>(
    walks: &mut [W; 2],
    steps: Vec<W::Step>,
    most: u64,
    budget: &mut Budget,
) -> Result<Checked<Vec<W::Step>>, Failure> {
    if steps.len() as u64 <= most && apart::differ(walks, &steps, budget)? {
        Ok(Checked::new(steps))
    } else {
        wrong("steps do not tell two walks apart")
    }
}

/// That two walks look alike as far as so many steps lead.
///
/// # Errors
/// That the states do not show it, or the limit that was reached.
pub(crate) fn alike<W: Walk>(
    walks: &mut [W; 2],
    most: u64,
    states: &JointStates<W::State>,
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    if apart::alike(walks, most, states, budget)? {
        Ok(Checked::new(()))
    } else {
        wrong("states do not show that two walks look alike")
    }
}

/// A sentence, what its free variables stand for, and its value.
pub(crate) type ValuedSentence<'a> = (TheorySentenceId, &'a [(TheoryVariable, u32)], bool);

/// A structure for a theory in which sentences have values.
///
/// # Errors
/// That it is none, or the limit that was reached.
pub(crate) fn structure<'a>(
    theory: &Theory,
    structure: Structure,
    demands: impl Iterator<Item = ValuedSentence<'a>>,
    budget: &mut Budget,
) -> Result<Checked<Structure>, Failure> {
    if !fits(theory, &structure) {
        return wrong("a structure does not fit its theory");
    }
    for (sentence, values, value) in demands {
        if is_true(theory, &structure, sentence, values, budget)? != value {
            return wrong("a sentence has another value in a structure");
        }
    }
    Ok(Checked::new(structure))
}

/// A refutation whose clauses say what their sentences say, and whose steps follow.
///
/// # Errors
/// The step that does not, or the limit that was reached.
pub(crate) fn refutation(
    theory: &Theory,
    demands: &[(TheorySentenceId, bool)],
    proof: Refutation,
    budget: &mut Budget,
) -> Result<Checked<Refutation>, Failure> {
    if let Some(step) = refutation::flaw(&proof, budget)? {
        return wrong(format!("step {step} does not follow"));
    }
    if let Some(step) = clause_form::flaw(theory, demands, &proof, budget)? {
        return wrong(format!("clause {step} does not say what its sentence says"));
    }
    Ok(Checked::new(proof))
}

/// A proof by induction that a sentence has a value.
///
/// # Errors
/// What is wrong with it, or the limit that was reached.
pub(crate) fn induction(
    theory: &Theory,
    demand: (TheorySentenceId, bool),
    proof: Induction,
    budget: &mut Budget,
) -> Result<Checked<Induction>, Failure> {
    match induction::flaw(theory, demand, &proof, budget)? {
        Some(flaw) => wrong(format!("an induction is wrong: {flaw:?}")),
        None => Ok(Checked::new(proof)),
    }
}

/// Clauses that follow from sentences with such values, whatever the last one says.
///
/// # Errors
/// The clause that does not, or the limit that was reached.
pub(crate) fn clauses(
    theory: &Theory,
    demands: &[(TheorySentenceId, bool)],
    clauses: Refutation,
    budget: &mut Budget,
) -> Result<Checked<Refutation>, Failure> {
    if let Some(step) = refutation::wrong_step(&clauses, budget)? {
        return wrong(format!("clause {step} does not follow"));
    }
    if let Some(step) = clause_form::flaw(theory, demands, &clauses, budget)? {
        return wrong(format!("clause {step} does not say what its sentence says"));
    }
    Ok(Checked::new(clauses))
}

/// A natural deduction whose lines follow, from these premises and to this conclusion, which are among the
/// statements.
///
/// # Errors
/// The line that does not, that it is about other statements, or the limit that was reached.
pub(crate) fn deduction(
    statements: &Statements,
    premises: &[StatementNumber],
    conclusion: StatementNumber,
    proof: Deduction,
    budget: &mut Budget,
) -> Result<Checked<Deduction>, Failure> {
    if !proof.statements.extends(statements) {
        return wrong("a deduction is about other statements");
    }
    match deduction::flaws(&proof, premises, Some(conclusion), budget)?.first() {
        Some((line, flaw)) => wrong(format!("line {} of a deduction: {flaw:?}", line + 1)),
        None => Ok(Checked::new(proof)),
    }
}

/// A closed tableau, whose nodes follow, from these premises and the denial of this conclusion, which are among the
/// statements; that there is none says nothing.
///
/// # Errors
/// The node that does not, that it is about other statements, or the limit that was reached.
pub(crate) fn tableau(
    statements: &Statements,
    premises: &[StatementNumber],
    conclusion: StatementNumber,
    proof: Option<ClosedTableau>,
    budget: &mut Budget,
) -> Result<Checked<Option<ClosedTableau>>, Failure> {
    if proof.as_ref().is_some_and(|it| !it.statements.extends(statements)) {
        return wrong("a tableau is about other statements");
    }
    let flaw = proof.as_ref().map(|it| tableau::flaw(it, premises, conclusion, budget));
    match flaw.transpose()?.flatten() {
        Some((node, flaw)) => wrong(format!("node {} of a tableau: {flaw:?}", node + 1)),
        None => Ok(Checked::new(proof)),
    }
}

/// A proof whose steps follow, whatever the last one says.
///
/// # Errors
/// The step that does not, or the limit that was reached.
pub(crate) fn derivation(
    proof: Refutation,
    budget: &mut Budget,
) -> Result<Checked<Refutation>, Failure> {
    // What the names of parts say is not looked at here.
    let is_named =
        |it: &RefutationStep| matches!(it.rule, InferenceRule::Component | InferenceRule::Split);
    match proof.steps.iter().position(is_named).or(refutation::wrong_step(&proof, budget)?) {
        Some(step) => wrong(format!("step {step} of the answer does not follow")),
        None => Ok(Checked::new(proof)),
    }
}
