//! Checks that the clauses a refutation begins with say no more than its sentences: whatever structure
//! makes the sentences true makes the clauses true, once Skolem functions and names of parts mean what
//! the refutation says they mean. Such meanings exist in every structure: a Skolem function of a part is
//! some thing that has it where there is one (Hilbert's epsilon), and a name is the conjunction of
//! the clauses that follow from it, or the part of a sentence that it stands for.
//!
//! That a clause follows from a sentence is shown by a tableau. Nothing of this is shared with what
//! makes clauses.

mod components;
mod tableau;
mod terms;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{
    ATOM, InferenceRule, MadeSymbol, ProofLiteral, ProofTerm, ProofTermKind, Refutation,
    RefutationStep, SIGNATURE,
};
use crate::logic::first_order::{
    Theory, TheoryFunction, TheorySentence, TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId,
    TheoryVariable,
};
use tableau::Tableau;
use terms::{CheckedEnvironment, replaced};

/// The first step that is no clause of its sentence; `None` when all are. The sentences are the axioms
/// and then those of the question, each with the value that it shall have.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn flaw(
    theory: &Theory,
    demands: &[(TheorySentenceId, bool)],
    proof: &Refutation,
    budget: &mut Budget,
) -> Result<Option<usize>, Stop> {
    on_deep_stack(|| unsound(theory, demands, proof, budget)).unwrap_or(Err(Stop::Memory))
}

/// Does a work that is as deep as its sentence is long, as a tableau is; `None` where that fails.
#[cfg(not(target_family = "wasm"))]
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, work).ok()?.join().ok()
    })
}

/// As above, on the only thread that WebAssembly has.
#[cfg(target_family = "wasm")]
fn on_deep_stack<T>(work: impl FnOnce() -> T) -> Option<T> {
    Some(work())
}

/// Bytes of the stack for tableaux, which are taken as they are needed: some hundreds a part of a sentence.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 1 << 28;

fn unsound(
    theory: &Theory,
    demands: &[(TheorySentenceId, bool)],
    proof: &Refutation,
    budget: &mut Budget,
) -> Result<Option<usize>, Stop> {
    let checker = ClauseFormChecker::new(theory, proof);
    if !proof.made.iter().enumerate().all(|(at, made)| checker.is_sound(at, made)) {
        return Ok(Some(0));
    }
    // Before a name is unfolded it has to be known that it does not mean something by itself.
    let denies = |it: &RefutationStep| checker.names(&it.literals, false).next().is_some();
    let is_input = |it: &RefutationStep| matches!(it.rule, InferenceRule::Input(_));
    let is_wrong = |it: &RefutationStep| is_input(it) && denies(it) && !checker.defines(it);
    if let Some(at) = proof.steps.iter().position(is_wrong) {
        return Ok(Some(at));
    }
    let axioms = theory.axioms.iter().map(|it| (*it, true));
    let sentences: Vec<_> = axioms.chain(demands.iter().copied()).collect();
    for (at, step) in proof.steps.iter().enumerate() {
        budget.check()?;
        if !checker.is_well_sorted(step) {
            return Ok(Some(at));
        }
        let sentence = match step.rule {
            InferenceRule::Input(sentence) => sentence,
            InferenceRule::Component if !checker.is_component(step) => return Ok(Some(at)),
            InferenceRule::Split if !checker.is_split(step) => return Ok(Some(at)),
            _ => continue,
        };
        let is_right = match sentences.get(sentence as usize) {
            _ if sentence == SIGNATURE => checker.is_of_signature(step),
            _ if denies(step) => true,
            Some((id, value)) => {
                // What follows from a part follows where its name is denied.
                let (id, value, environment) = checker
                    .denied_part(&step.literals)
                    .unwrap_or_else(|| (*id, *value, CheckedEnvironment::default()));
                Tableau::new(&checker, budget).closes(id, value, environment, &step.literals)?
            }
            None => false,
        };
        if !is_right {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// A refutation and its theory.
struct ClauseFormChecker<'p> {
    theory: &'p Theory,
    proof: &'p Refutation,
    names: FxHashMap<u32, Name<'p>>,
    /// The variables of all terms.
    mentioned: FxHashSet<TheoryVariable>,
}

/// What is known of the name of a part.
#[derive(Default)]
struct Name<'p> {
    /// The sorts of its arguments where it occurs first.
    sorts: Vec<u32>,
    /// The clauses of sentences that deny it: together they are what it means.
    meaning: Vec<&'p RefutationStep>,
}

impl<'p> ClauseFormChecker<'p> {
    fn new(theory: &'p Theory, proof: &'p Refutation) -> Self {
        let mentioned = theory.terms().iter().filter_map(|it| match it {
            TheoryTerm::Variable(variable) => Some(*variable),
            TheoryTerm::Apply(..) => None,
        });
        let mentioned = mentioned.collect();
        let mut checker = Self { theory, proof, names: FxHashMap::default(), mentioned };
        let mut names: FxHashMap<u32, Name> = FxHashMap::default();
        for step in &proof.steps {
            for is_positive in [false, true] {
                for (name, arguments) in checker.names(&step.literals, is_positive) {
                    let known = names.entry(name).or_insert_with(|| Name {
                        sorts: arguments.iter().map(|it| it.sort).collect(),
                        meaning: Vec::new(),
                    });
                    if !is_positive && matches!(step.rule, InferenceRule::Input(_)) {
                        known.meaning.push(step);
                    }
                }
            }
        }
        checker.names = names;
        checker
    }

    /// Whether any term has a variable: otherwise nothing is said of what it stands for.
    fn is_mentioned(&self, variable: TheoryVariable) -> bool {
        self.mentioned.contains(&variable)
    }

    /// The number of the first symbol that was made.
    fn first_made(&self) -> usize {
        let signature = &self.theory.signature;
        signature.functions.len() + signature.predicates.len()
    }

    fn made(&self, symbol: u32) -> Option<&MadeSymbol> {
        self.proof.made.get((symbol as usize).checked_sub(self.first_made())?)
    }

    /// Whether a Skolem function or a part depends on its parameters only, and on Skolem functions made before
    /// it.
    fn is_sound(&self, at: usize, made: &MadeSymbol) -> bool {
        let (part, parameters, environment, own) = match made {
            MadeSymbol::Name => return true,
            MadeSymbol::Component(it) => return self.is_sound_component(at, it),
            MadeSymbol::Part(it) => (it.part, &it.parameters, &it.environment, None),
            MadeSymbol::Thing(it) if it.at >= it.of => return false,
            MadeSymbol::Thing(it) => (it.part, &it.parameters, &it.environment, Some(it.variable)),
        };
        let is_parameter = |it: &ProofTerm| matches!(it.kind, ProofTermKind::Variable(_));
        let is_earlier = |term: &ProofTerm| {
            all_parts(term, &|part| match &part.kind {
                ProofTermKind::Variable(_) => parameters.contains(part),
                ProofTermKind::Apply(symbol, _) => {
                    (*symbol as usize) < self.first_made() + at
                        && matches!(self.made(*symbol), None | Some(MadeSymbol::Thing(_)))
                }
            })
        };
        let covers = |it: &TheoryVariable| {
            own == Some(*it) || environment.iter().any(|(known, _)| known == it)
        };
        parameters.iter().all(is_parameter)
            && environment.iter().all(|(variable, term)| {
                self.theory.variables[variable.0 as usize].0 == term.sort && is_earlier(term)
            })
            && free_variables(self.theory, part).iter().all(covers)
    }

    /// Whether all terms of a step have the sorts that its symbols ask for.
    fn is_well_sorted(&self, step: &RefutationStep) -> bool {
        let is_term = |term: &ProofTerm, is_own: bool| {
            all_parts(term, &|part| match &part.kind {
                // A variable that the step lacks, in what those of its parents stand for, is a
                // constant of any sort.
                ProofTermKind::Variable(number) => {
                    let known = step.variables.get(*number as usize);
                    part.sort != ATOM && (!is_own || known == Some(&part.sort))
                }
                ProofTermKind::Apply(symbol, arguments) => {
                    let sorts = arguments.iter().map(|it| it.sort);
                    self.sorts(*symbol).is_some_and(|(wanted, result)| {
                        result == part.sort && wanted.into_iter().eq(sorts)
                    })
                }
            })
        };
        let is_literal = |it: &ProofLiteral| match &it.right {
            None => it.left.sort == ATOM,
            Some(right) => {
                it.left.sort != ATOM && right.sort == it.left.sort && is_term(right, true)
            }
        };
        step.literals.iter().all(|it| is_literal(it) && is_term(&it.left, true))
            && step.parents.iter().flat_map(|it| &it.1).all(|it| is_term(it, false))
    }

    /// What a symbol is applied to and what it yields. A name's arguments are those that it has first.
    fn sorts(&self, symbol: u32) -> Option<(Vec<u32>, u32)> {
        let signature = &self.theory.signature;
        let numbers = |sorts: &[TheorySort]| sorts.iter().map(|it| it.0).collect::<Vec<_>>();
        let at = symbol as usize;
        if let Some(function) = signature.functions.get(at) {
            return Some((numbers(&function.arguments), function.result.0));
        }
        if let Some(sorts) = signature.predicates.get(at - signature.functions.len()) {
            return Some((numbers(sorts), ATOM));
        }
        match self.made(symbol)? {
            MadeSymbol::Thing(thing) => {
                let sort = self.theory.variables[thing.variable.0 as usize].0;
                Some((thing.parameters.iter().map(|it| it.sort).collect(), sort))
            }
            MadeSymbol::Part(part) => {
                Some((part.parameters.iter().map(|it| it.sort).collect(), ATOM))
            }
            MadeSymbol::Name => Some((self.names.get(&symbol)?.sorts.clone(), ATOM)),
            MadeSymbol::Component(_) => Some((Vec::new(), ATOM)),
        }
    }

    /// Whether it says that a thing is one of the elements of its listed sort, or that two constants differ.
    fn is_of_signature(&self, step: &RefutationStep) -> bool {
        let signature = &self.theory.signature;
        let constant = |it: &ProofTerm| match &it.kind {
            ProofTermKind::Apply(symbol, arguments) if arguments.is_empty() => {
                Some(TheoryFunction(*symbol))
            }
            _ => None,
        };
        if let [ProofLiteral { is_positive: false, left, right: Some(right) }] = &step.literals[..]
        {
            let (Some(left), Some(right)) = (constant(left), constant(right)) else { return false };
            return self.differ(left, right);
        }
        let Some(first) = step.literals.first() else { return false };
        // Of which thing: that may be a constant, too.
        [Some(&first.left), first.right.as_ref()].into_iter().flatten().any(|thing| {
            let element = |it: &ProofLiteral| match &it.right {
                Some(right) if it.is_positive && it.left == *thing => constant(right),
                Some(right) if it.is_positive && right == thing => constant(&it.left),
                _ => None,
            };
            let told: Option<Vec<_>> = step.literals.iter().map(element).collect();
            let elements = signature.sorts.get(thing.sort as usize).and_then(Option::as_deref);
            let elements = elements.unwrap_or_default();
            let is_told = |told: &Vec<TheoryFunction>| elements.iter().all(|it| told.contains(it));
            !elements.is_empty() && told.as_ref().is_some_and(is_told)
        })
    }

    fn differ(&self, one: TheoryFunction, other: TheoryFunction) -> bool {
        let among = |it: &Vec<TheoryFunction>| it.contains(&one) && it.contains(&other);
        one != other && self.theory.signature.distinct.iter().any(among)
    }

    /// The literals that are names of parts, with a sign.
    fn names<'s>(
        &'s self,
        literals: &'s [ProofLiteral],
        is_positive: bool,
    ) -> impl Iterator<Item = (u32, &'s [ProofTerm])> + 's {
        literals.iter().filter(move |it| it.is_positive == is_positive).filter_map(|it| {
            match &it.left.kind {
                ProofTermKind::Apply(symbol, arguments) => match self.made(*symbol) {
                    Some(MadeSymbol::Name) => Some((*symbol, arguments.as_slice())),
                    _ => None,
                },
                ProofTermKind::Variable(_) => None,
            }
        })
    }

    /// The part of a sentence that a literal says to have a value, and what its variables stand for.
    fn part(&self, literal: &ProofLiteral) -> Option<(TheorySentenceId, bool, CheckedEnvironment)> {
        let ProofTermKind::Apply(symbol, arguments) = &literal.left.kind else { return None };
        let Some(MadeSymbol::Part(it)) = self.made(*symbol) else { return None };
        let thing = |term: &ProofTerm| replaced(term, &it.parameters, arguments);
        let environment = it.environment.iter().map(|(variable, term)| (*variable, thing(term)));
        Some((it.part, it.value, CheckedEnvironment::new(environment.collect())))
    }

    fn denied_part(
        &self,
        literals: &[ProofLiteral],
    ) -> Option<(TheorySentenceId, bool, CheckedEnvironment)> {
        literals.iter().filter(|it| !it.is_positive).find_map(|it| self.part(it))
    }

    /// Whether a clause is part of what a name means: it denies that name, of all its variables or of none,
    /// and has only names that were made before it.
    fn defines(&self, step: &RefutationStep) -> bool {
        let mut denied = self.names(&step.literals, false);
        let (Some((name, arguments)), None) = (denied.next(), denied.next()) else { return false };
        let is_new = |(at, it): (usize, &ProofTerm)| {
            matches!(it.kind, ProofTermKind::Variable(_)) && !arguments[..at].contains(it)
        };
        arguments.iter().enumerate().all(is_new)
            && (arguments.is_empty() || arguments.len() == step.variables.len())
            && self.names(&step.literals, true).all(|(other, _)| other < name)
    }
}

/// Whether all parts of a term, and the term itself, are so.
fn all_parts(term: &ProofTerm, is: &impl Fn(&ProofTerm) -> bool) -> bool {
    let inner = match &term.kind {
        ProofTermKind::Variable(_) => true,
        ProofTermKind::Apply(_, arguments) => arguments.iter().all(|it| all_parts(it, is)),
    };
    inner && is(term)
}

/// The variables that a part of a sentence does not bind itself.
fn free_variables(theory: &Theory, part: TheorySentenceId) -> Vec<TheoryVariable> {
    fn of_term(theory: &Theory, root: TheoryTermId, found: &mut Vec<TheoryVariable>) {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            match theory.get_term(id) {
                TheoryTerm::Variable(variable) => found.push(*variable),
                TheoryTerm::Apply(_, arguments) => open.extend(arguments.iter()),
            }
        }
    }
    let (mut found, mut bound) = (Vec::new(), FxHashSet::default());
    let mut open = vec![part];
    while let Some(id) = open.pop() {
        match theory.get(id) {
            TheorySentence::Atom(_, terms) => {
                terms.iter().for_each(|it| of_term(theory, *it, &mut found));
            }
            TheorySentence::Equal(one, other) => {
                of_term(theory, *one, &mut found);
                of_term(theory, *other, &mut found);
            }
            TheorySentence::Quantified(_, variable, _) => _ = bound.insert(*variable),
            _ => {}
        }
        open.extend(theory.get(id).parts());
    }
    found.retain(|it| !bound.contains(it));
    found
}
