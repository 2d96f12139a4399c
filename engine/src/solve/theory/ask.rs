//! What a sentence holds for, where not all sorts are listed: of every tuple of constants it is proved, or a
//! world shows that it does not follow. That it holds for something at all is proved with a literal that
//! collects what for: so terms that are no constants are found, and answers of which only one or another follows.

use super::answers::{Collector, matched, term};
use super::{AskedTheory, TheoryDecided, UNSEEN, together};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ProofTerm, ProofTermKind};
use crate::logic::first_order::{
    Structure, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheoryTerm, TheoryVariable,
};
use crate::problem::theory::{TheoryAnswers, TheoryFound, TheoryMethod, TheoryReason, TheoryWorld};
use crate::problem::{Doubt, Failure, Outcome, ProblemAnswer};
use crate::resolution::textbook::variables;
use crate::verify::structure::is_true;

/// A tuple of constants for which the sentence follows.
struct Known {
    constants: Vec<TheoryFunction>,
    reason: ProblemAnswer<TheoryReason>,
}

/// An answer, and why it follows.
type ToldAnswer = (Vec<ProofTerm>, ProblemAnswer<TheoryReason>);

/// What is asked, in a theory that has a predicate for the answers as well.
struct Asking {
    theory: Theory,
    method: TheoryMethod,
    sentence: TheorySentenceId,
    variables: Vec<TheoryVariable>,
    collector: Collector,
    /// The constants that each variable may stand for.
    constants: Vec<Vec<TheoryFunction>>,
    /// The worlds that were seen: for what is false in one of them the sentence does not follow.
    worlds: Vec<Structure>,
    /// That there is a world, seen or not.
    world: Option<ProblemAnswer<()>>,
    /// What is doubted of what does not follow.
    doubts: Vec<Doubt>,
    /// For what the sentence follows, as far as that is known, and why.
    so_far: Vec<ToldAnswer>,
}

impl AskedTheory<'_> {
    /// For what a sentence with variables follows.
    pub(super) fn ask(
        self,
        sentence: TheorySentenceId,
        variables: &[TheoryVariable],
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        let (mut theory, method) = (self.theory.clone(), self.method);
        let collector = Collector::new(&mut theory, sentence, variables);
        let signature = &theory.signature;
        let constants = |variable: &TheoryVariable| {
            let sort = theory.variables[variable.0 as usize];
            let functions = (0..).map(TheoryFunction).zip(&signature.functions);
            let of_sort = functions.filter(|it| it.1.arguments.is_empty() && it.1.result == sort);
            let listed = signature.sorts[sort.0 as usize].clone();
            listed.unwrap_or_else(|| of_sort.map(|it| it.0).collect())
        };
        let constants = variables.iter().map(constants).collect();
        let (variables, worlds) = (variables.to_vec(), Vec::new());
        let mut asking = Asking {
            theory,
            method,
            sentence,
            variables,
            collector,
            constants,
            worlds,
            world: None,
            doubts: Vec::new(),
            so_far: Vec::new(),
        };
        match asking.run(budget) {
            // What is known is said, though a limit leaves open whether there is more.
            Err(Failure::Stopped(Stop::Time | Stop::Memory | Stop::Steps))
                if !asking.so_far.is_empty() =>
            {
                asking.so_far.sort_by(|one, other| one.0.cmp(&other.0));
                let (answers, reasons): (_, Vec<_>) = asking.so_far.into_iter().unzip();
                let theory = asking.theory;
                let told = |answers, reason| {
                    Outcome::Found(TheoryAnswers { answers, reason, theory, ..Default::default() })
                };
                match reasons.into_iter().reduce(together) {
                    Some(reason) => Ok(reason.told_as(|reason| told(answers, reason))),
                    None => Err(UNSEEN.into()),
                }
            }
            found => found.map(|it| it.doubted(&asking.doubts)),
        }
    }
}

impl Asking {
    fn asked(&self) -> AskedTheory<'_> {
        AskedTheory { theory: &self.theory, method: self.method }
    }

    fn run(
        &mut self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        let mut answers: Vec<Known> = Vec::new();
        let mut anything: Option<TheoryDecided> = None;
        let mut open: Vec<Vec<TheoryFunction>> = Vec::new();
        for round in 0.. {
            budget.look()?;
            if anything.is_none() {
                // Only steps of resolution collect answers.
                let method = std::mem::replace(&mut self.method, TheoryMethod::Resolution);
                let found = self.turn(&self.collector.demands(), round, budget);
                self.method = method;
                anything = found?;
                if let Some(TheoryDecided::Follows(reason)) = &anything
                    && self.rests_on_axioms(reason)
                {
                    return Ok(reason.clone().told_as(Outcome::Contradictory));
                }
                if let Some(TheoryDecided::Follows(reason)) = &anything
                    && let (tuples, reason) = self.collected_by(reason, budget)?
                    && let [only] = &tuples[..]
                    && self.is_named(only)
                {
                    tell(&mut self.so_far, only.clone(), reason);
                }
            }
            let tuples: Box<dyn Iterator<Item = Vec<TheoryFunction>>> =
                if round == 0 { self.tuples() } else { Box::new(open.into_iter()) };
            open = Vec::new();
            for constants in tuples {
                budget.check()?;
                if self.is_false_somewhere(&constants, budget)? {
                    continue;
                }
                let sentence = self.instance(&constants);
                match self.turn(&[(sentence, false)], round, budget)? {
                    Some(TheoryDecided::World(_)) => {}
                    Some(TheoryDecided::Follows(reason)) => {
                        if self.rests_on_axioms(&reason) {
                            return Ok(reason.told_as(Outcome::Contradictory));
                        }
                        let written = self.written(&constants);
                        tell(&mut self.so_far, written, reason.clone());
                        answers.push(Known { constants, reason });
                    }
                    None => open.push(constants),
                }
            }
            if open.is_empty() && (anything.is_some() || !answers.is_empty()) {
                return self.found(answers, anything, round, budget);
            }
        }
        unreachable!("a limit ends the rounds")
    }

    fn turn(
        &mut self,
        demands: &[(TheorySentenceId, bool)],
        round: u32,
        budget: &mut Budget,
    ) -> Result<Option<TheoryDecided>, Failure> {
        let decided = self.asked().turn(demands, round, budget)?;
        if let Some(TheoryDecided::World(world)) = &decided {
            match &**world {
                TheoryWorld::Shown(structure) => {
                    self.worlds.push(structure.clone());
                    self.world = Some(world.clone().told_as(|_| ()));
                }
                TheoryWorld::Unseen(_) => {
                    self.doubts.push(Doubt::Saturated);
                    let unseen = || ProblemAnswer::Unchecked((), Doubt::Saturated, Vec::new());
                    self.world.get_or_insert_with(unseen);
                }
            }
        }
        Ok(decided)
    }

    /// The answer, unless everything follows since there is no world at all.
    fn unless_contradictory(
        &mut self,
        found: ProblemAnswer<TheoryAnswers>,
        round: u32,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        for round in 0..=round {
            if self.world.is_some() {
                break;
            }
            if let Some(TheoryDecided::Follows(reason)) = self.turn(&[], round, budget)? {
                return Ok(reason.told_as(Outcome::Contradictory));
            }
        }
        Ok(found.told_as(Outcome::Found))
    }

    fn rests_on_axioms(&self, reason: &TheoryReason) -> bool {
        reason.is_without_question(self.theory.axioms.len())
    }

    /// All tuples of constants, the last one varying fastest.
    fn tuples(&self) -> Box<dyn Iterator<Item = Vec<TheoryFunction>>> {
        let first: Box<dyn Iterator<Item = Vec<TheoryFunction>>> =
            Box::new(std::iter::once(Vec::new()));
        self.constants.iter().cloned().fold(first, |tuples, constants| {
            Box::new(tuples.flat_map(move |tuple| {
                let longer = |it: &TheoryFunction| [&tuple[..], &[*it]].concat();
                constants.iter().map(longer).collect::<Vec<_>>()
            }))
        })
    }

    /// The sentence for a tuple of constants.
    fn instance(&mut self, constants: &[TheoryFunction]) -> TheorySentenceId {
        let theory = &mut self.theory;
        let values = constants.iter().map(|it| theory.constant(*it));
        let values = self.variables.iter().copied().zip(values).collect();
        theory.instance(self.sentence, &values)
    }

    fn quantified(
        &mut self,
        quantifier: TheoryQuantifier,
        body: TheorySentenceId,
    ) -> TheorySentenceId {
        self.variables.iter().rev().fold(body, |body, variable| {
            self.theory.sentence(TheorySentence::Quantified(quantifier, *variable, body))
        })
    }

    /// Whether the sentence is false for a tuple in a world that was seen.
    fn is_false_somewhere(
        &mut self,
        constants: &[TheoryFunction],
        budget: &mut Budget,
    ) -> Result<bool, Failure> {
        for at in 0..self.worlds.len() {
            let world = &self.worlds[at];
            let elements = constants.iter().map(|it| world.functions[it.0 as usize][0]);
            let values: Vec<_> = self.variables.iter().copied().zip(elements).collect();
            if !is_true(&self.theory, world, self.sentence, &values, budget)? {
                // It may be so for the next ones, too.
                self.worlds.swap(0, at);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The answer, once each tuple of constants is settled, and whether there is anything at all.
    fn found(
        &mut self,
        known: Vec<Known>,
        anything: Option<TheoryDecided>,
        round: u32,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        if let Some((reason, round)) = self.holds_for_all(round, budget)? {
            let found = self.everything(reason);
            return self.unless_contradictory(found, round, budget);
        }
        let known = known.into_iter().map(|it| (self.written(&it.constants), it.reason));
        let mut told: Vec<ToldAnswer> = known.collect();
        let (mut either, mut reasons) = (Vec::new(), Vec::new());
        let is_for_something = !matches!(anything, Some(TheoryDecided::World(_)));
        if let Some(TheoryDecided::Follows(reason)) = anything {
            let (tuples, reason) = self.collected_by(&reason, budget)?;
            match tuples.as_slice() {
                _ if !tuples.iter().all(|it| self.is_named(it)) => {}
                // Each thing that it is for was asked about by name.
                [only] if self.is_for_listed(only) => {}
                [only] => tell(&mut told, only.clone(), reason),
                _ if !told.is_empty() => {}
                _ => {
                    let rounds = round + MORE_ROUNDS;
                    let (tuples, reason) = self.needed(tuples, reason, rounds, budget)?;
                    match <[_; 1]>::try_from(tuples) {
                        Ok([only]) => told.push((only, reason)),
                        Err(tuples) => {
                            either.push(tuples);
                            reasons.push(reason);
                        }
                    }
                }
            }
        }
        told.sort_by(|one, other| one.0.cmp(&other.0));
        let (answers, why): (Vec<_>, Vec<_>) = told.into_iter().unzip();
        reasons.splice(0..0, why);
        // A proof may speak of things without a name, or of an answer. What else follows is looked for where
        // it can be told for certain.
        let theory = &self.theory;
        let mut sorts = self.variables.iter().map(|it| theory.variables[it.0 as usize]);
        let are_listed = sorts.all(|it| theory.signature.sorts[it.0 as usize].is_some());
        if either.is_empty() && is_for_something && (answers.is_empty() || are_listed) {
            let (rest, sentences) = self.not_covered(&answers, budget)?;
            if rest.len() > 1
                && let Some(reason) = self.follows(&sentences, round, budget)?
            {
                if self.rests_on_axioms(&reason) {
                    return Ok(reason.told_as(Outcome::Contradictory));
                }
                let rounds = round + MORE_ROUNDS;
                let (some, reason) = self.fewest(&sentences, reason, rounds, budget)?;
                either.push(some.into_iter().map(|it| rest[it].clone()).collect());
                reasons.push(reason);
            }
        }
        let found = TheoryAnswers { answers, either, ..Default::default() };
        self.with_others(found, reasons, round, budget)
    }

    /// Answers with what is found out about others, and the reasons for all.
    fn with_others(
        &mut self,
        mut found: TheoryAnswers,
        mut reasons: Vec<ProblemAnswer<TheoryReason>>,
        round: u32,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<TheoryFound<TheoryAnswers>>, Failure> {
        let told: Vec<_> =
            found.answers.iter().chain(found.either.iter().flatten()).cloned().collect();
        let (no_others, why) = self.are_all(&told, round, budget)?;
        found.no_others = no_others;
        found.ruling_out = why.as_ref().map_or(Vec::new(), |it| it.axioms.clone());
        // Of nothing else is there anything to say where nothing is told.
        found.ruling_out.retain(|axiom| {
            !reasons.is_empty() && !reasons.iter().any(|it| it.axioms.contains(axiom))
        });
        found.exclusion = why.as_deref().cloned();
        reasons.extend(why.map(|it| it.told_as(|it| TheoryReason::of_axioms(it.axioms))));
        // Where nothing follows, a world shows that.
        let world = self.world.clone().map(|it| it.told_as(|()| TheoryReason::default()));
        let Some(reason) = reasons.into_iter().reduce(together).or(world) else {
            return Err(UNSEEN.into());
        };
        let theory = self.theory.clone();
        let found = reason.told_as(|reason| TheoryAnswers { reason, theory, ..found });
        self.unless_contradictory(found, round, budget)
    }

    /// Why the sentence holds for everything, and the turn in which that was found.
    fn holds_for_all(
        &mut self,
        round: u32,
        budget: &mut Budget,
    ) -> Result<Option<(ProblemAnswer<TheoryReason>, u32)>, Failure> {
        let holds = self.quantified(TheoryQuantifier::All, self.sentence);
        for round in 0..=round {
            match self.turn(&[(holds, false)], round, budget)? {
                Some(TheoryDecided::Follows(reason)) => return Ok(Some((reason, round))),
                Some(TheoryDecided::World(_)) => break,
                None => {}
            }
        }
        Ok(None)
    }

    /// The tuples of constants that no answer covers, and the sentence about each.
    fn not_covered(
        &mut self,
        answers: &[Vec<ProofTerm>],
        budget: &mut Budget,
    ) -> Result<(Vec<Vec<ProofTerm>>, Vec<TheorySentenceId>), Stop> {
        let (mut rest, mut sentences) = (Vec::new(), Vec::new());
        for constants in self.tuples() {
            budget.check()?;
            let written = self.written(&constants);
            if !answers.iter().any(|it| covers(it, &written)) {
                sentences.push(self.instance(&constants));
                rest.push(written);
            }
        }
        Ok((rest, sentences))
    }

    /// Whether nothing else is a thing that is asked for, where that is found out, and why.
    fn are_all(
        &mut self,
        told: &[Vec<ProofTerm>],
        round: u32,
        budget: &mut Budget,
    ) -> Result<(Option<bool>, Option<ProblemAnswer<TheoryReason>>), Failure> {
        let others = self.others(told);
        for round in 0..round + MORE_ROUNDS {
            match self.turn(&[(others, true)], round, budget)? {
                Some(TheoryDecided::Follows(reason)) => {
                    return Ok((Some(true), Some(reason)));
                }
                Some(TheoryDecided::World(_)) => return Ok((Some(false), None)),
                None => {}
            }
        }
        Ok((None, None))
    }

    /// What the proof that there is an answer collects, and that proof with the answers.
    fn collected_by(
        &self,
        reason: &ProblemAnswer<TheoryReason>,
        budget: &mut Budget,
    ) -> Result<(Vec<Vec<ProofTerm>>, ProblemAnswer<TheoryReason>), Failure> {
        let [proof] = &reason.proofs[..] else { return Ok((Vec::new(), reason.clone())) };
        let proof = self.collector.proof(proof, budget)?;
        let tuples = self.collector.told(&proof);
        let proofs = vec![proof.into_inner()];
        Ok((tuples, reason.clone().told_as(|it| TheoryReason { proofs, ..it })))
    }

    fn written(&self, constants: &[TheoryFunction]) -> Vec<ProofTerm> {
        let functions = &self.theory.signature.functions;
        let term = |it: &TheoryFunction| ProofTerm {
            sort: functions[it.0 as usize].result.0,
            kind: ProofTermKind::Apply(it.0, Vec::new()),
        };
        constants.iter().map(term).collect()
    }

    /// Why one of some sentences is true.
    fn follows(
        &self,
        some: &[TheorySentenceId],
        round: u32,
        budget: &mut Budget,
    ) -> Result<Option<ProblemAnswer<TheoryReason>>, Failure> {
        let demands: Vec<_> = some.iter().map(|it| (*it, false)).collect();
        for round in 0..=round {
            match self.asked().turn(&demands, round, budget)? {
                Some(TheoryDecided::Follows(reason)) => return Ok(Some(reason)),
                Some(TheoryDecided::World(_)) => return Ok(None),
                None => {}
            }
        }
        Ok(None)
    }

    /// Of sentences one of which is true, as a reason says, some of which that can be said and none can be
    /// left out, by index.
    fn fewest(
        &self,
        sentences: &[TheorySentenceId],
        mut reason: ProblemAnswer<TheoryReason>,
        round: u32,
        budget: &mut Budget,
    ) -> Result<(Vec<usize>, ProblemAnswer<TheoryReason>), Failure> {
        let axioms = self.theory.axioms.len();
        let used = |some: Vec<usize>, reason: &TheoryReason| -> Vec<usize> {
            let Some(proof) = reason.proofs.first() else { return some };
            let used = proof.sentences();
            let some = some.into_iter().enumerate();
            some.filter(|(at, _)| used.contains(&((axioms + at) as u32))).map(|it| it.1).collect()
        };
        let mut some = used((0..sentences.len()).collect(), &reason);
        for at in (0..sentences.len()).rev() {
            if !some.contains(&at) || some.len() == 1 {
                continue;
            }
            let fewer: Vec<_> = some.iter().copied().filter(|it| *it != at).collect();
            let denied: Vec<_> = fewer.iter().map(|it| sentences[*it]).collect();
            if let Some(shorter) = self.follows(&denied, round, budget)? {
                (some, reason) = (used(fewer, &shorter), shorter);
            }
        }
        Ok((some, reason))
    }

    /// Those of some tuples without which it would not follow that the sentence holds for one of them.
    fn needed(
        &mut self,
        tuples: Vec<Vec<ProofTerm>>,
        reason: ProblemAnswer<TheoryReason>,
        round: u32,
        budget: &mut Budget,
    ) -> Result<(Vec<Vec<ProofTerm>>, ProblemAnswer<TheoryReason>), Failure> {
        let mut sentences = Vec::new();
        for tuple in &tuples {
            let (theory, mut any) = (&mut self.theory, Vec::new());
            let values = tuple.iter().map(|it| term(theory, it, &mut any));
            let values = self.variables.iter().copied().zip(values).collect();
            sentences.push(theory.instance(self.sentence, &values));
            if !any.is_empty() {
                // What holds for all values of a variable cannot be told apart.
                return Ok((tuples, reason));
            }
        }
        for at in (0..tuples.len()).rev() {
            let fewer = [&sentences[..at], &sentences[at + 1..]].concat();
            if let Some(shorter) = self.follows(&fewer, round, budget)? {
                let rest = [&tuples[..at], &tuples[at + 1..]].concat();
                let (some, reason) = self.fewest(&fewer, shorter, round, budget)?;
                return Ok((some.into_iter().map(|it| rest[it].clone()).collect(), reason));
            }
        }
        Ok((tuples, reason))
    }

    /// The answer that it holds for all there is.
    fn everything(&self, reason: ProblemAnswer<TheoryReason>) -> ProblemAnswer<TheoryAnswers> {
        let sorts = self.variables.iter().map(|it| self.theory.variables[it.0 as usize].0);
        let variable = |(sort, number)| ProofTerm { sort, kind: ProofTermKind::Variable(number) };
        let answers = vec![sorts.zip(0..).map(variable).collect()];
        reason.told_as(|reason| TheoryAnswers {
            answers,
            no_others: Some(true),
            reason,
            theory: self.theory.clone(),
            ..Default::default()
        })
    }

    /// That the sentence holds for something else than the answers.
    fn others(&mut self, answers: &[Vec<ProofTerm>]) -> TheorySentenceId {
        let mut parts = vec![self.sentence];
        for answer in answers {
            let theory = &mut self.theory;
            let mut any = Vec::new();
            let equal = self.variables.iter().zip(answer).map(|(variable, value)| {
                let variable = theory.term(TheoryTerm::Variable(*variable));
                let value = term(theory, value, &mut any);
                theory.sentence(TheorySentence::Equal(variable, value))
            });
            let equal = equal.collect();
            let is_answer = theory.sentence(TheorySentence::And(equal));
            let is_answer = any.into_iter().fold(is_answer, |it, (_, variable)| {
                theory.sentence(TheorySentence::Quantified(TheoryQuantifier::Some, variable, it))
            });
            parts.push(theory.sentence(TheorySentence::Not(is_answer)));
        }
        let body = self.theory.sentence(TheorySentence::And(parts.into()));
        self.quantified(TheoryQuantifier::Some, body)
    }

    /// Whether a tuple is for several things, all of which are listed.
    fn is_for_listed(&self, tuple: &[ProofTerm]) -> bool {
        let mut found = Vec::new();
        tuple.iter().for_each(|it| variables(it, &mut found));
        let is_listed = |it: &ProofTerm| self.theory.signature.sorts[it.sort as usize].is_some();
        !found.is_empty() && found.iter().all(is_listed)
    }

    /// Whether a tuple has no Skolem terms, and of listed sorts elements only.
    fn is_named(&self, tuple: &[ProofTerm]) -> bool {
        fn is(term: &ProofTerm, functions: usize) -> bool {
            match &term.kind {
                ProofTermKind::Variable(_) => true,
                ProofTermKind::Apply(symbol, arguments) => {
                    (*symbol as usize) < functions && arguments.iter().all(|it| is(it, functions))
                }
            }
        }
        let signature = &self.theory.signature;
        let is_element = |it: &ProofTerm| match (&signature.sorts[it.sort as usize], &it.kind) {
            (Some(elements), ProofTermKind::Apply(symbol, _)) => {
                elements.contains(&TheoryFunction(*symbol))
            }
            _ => true,
        };
        tuple.iter().all(|it| is(it, signature.functions.len()) && is_element(it))
    }
}

/// Rounds beyond those that found the answers in which it is asked whether there are others, or fewer are enough.
const MORE_ROUNDS: u32 = 2;

/// Adds an answer, unless that was told of everything of which it tells of something; what it tells of more is
/// left out.
fn tell(told: &mut Vec<ToldAnswer>, answer: Vec<ProofTerm>, reason: ProblemAnswer<TheoryReason>) {
    let is_known = |it: &ToldAnswer| it.0 != answer && covers(&it.0, &answer);
    if !told.iter().any(is_known) {
        told.retain(|it| !covers(&answer, &it.0));
        told.push((answer, reason));
    }
}

/// Whether a tuple is an instance of a general one.
fn covers(general: &[ProofTerm], tuple: &[ProofTerm]) -> bool {
    matched(general, tuple).is_some()
}
