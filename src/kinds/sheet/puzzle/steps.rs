//! What follows in a puzzle step by step, in its words: values as they would be asked about, rules by
//! their names with what their variables stand for.

mod argument;
mod frames;
mod whys;

pub(super) use frames::frames;
pub(super) use whys::{answers, freedom, only, so_many};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{SheetGoals, SheetPuzzle};
use crate::diagnostic::Related;
use crate::kinds::sheet::lineage::BlockPlace;
use crate::kinds::sheet::lower::Lowering;
use crate::kinds::sheet::understood::{RuleKind, Understood};
use crate::kinds::sheet::world::World;
use crate::kinds::{Hint, HintOrigin, HintReason, Hints, HintsEnd, Posed, Reasons, Refusal};
use crate::syntax::ast::Verb;
use crate::text::shortened;
use puzzle_engine::logic::sheet::{Sheet, SheetVariable, SymbolId, SymbolOrigin};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{
    CellLiteral, CellValue, FollowsFrom, RuleInstance, SentenceWhy, SheetDerivation, SheetFound,
    SheetReason, SheetTask, aim,
};

/// The words for the steps of a puzzle.
struct StepWords<'w, 'a> {
    puzzle: &'w SheetPuzzle<'a>,
    sheet: &'w Sheet,
    /// The symbol that each number stands for.
    symbols: FxHashMap<SymbolId, u32>,
    /// The variable that each number stands for.
    variables: &'w FxHashMap<SheetVariable, u32>,
}

/// What follows in a puzzle that only says what is so; so many steps at most.
///
/// # Errors
/// Why nothing can be asked.
pub(super) fn hints<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
    most: usize,
) -> Result<Posed<'p, Hints>, Refusal> {
    askable(puzzle)?;
    let lowering = Lowering::new(&puzzle.understood, &[])?;
    let Lowering { sheet, symbols, named, .. } = lowering;
    let task = SheetTask { sheet, aim: aim::DeriveSteps(most) };
    Ok(Posed::asked(move |budget| {
        let solved = Posed::new(task, |task, found| (task, found)).solve(budget)?;
        let ((task, found), doubts) = solved;
        let symbols = symbols.iter().map(|it| (*it.1, *it.0)).collect();
        let words = StepWords { puzzle, sheet: &task.sheet, symbols, variables: &named };
        let hints = match found {
            Outcome::Found(found) => words.all(&found),
            Outcome::Contradictory(reason) => {
                let no = puzzle.with_bounds(puzzle.contradictory(&reason), &reason, budget);
                let end = HintsEnd::NoSolution(Box::new(no));
                Hints { steps: Vec::new(), end, free: Vec::new() }
            }
        };
        Ok((hints, doubts))
    }))
}

/// Why the sentence of a question is so, or not.
///
/// # Errors
/// Why nothing can be asked.
pub(super) fn why<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
    goals: SheetGoals,
    verb: Verb,
) -> Result<Posed<'p, Reasons>, Refusal> {
    askable(puzzle)?;
    let sentence = goals.sentence.ok_or("the question lacks its sentence")?;
    let task = SheetTask { sheet: Sheet::clone(&goals.sheet), aim: aim::FindWhy(sentence) };
    Ok(Posed::new(task, move |task, found| {
        let symbols = goals.symbols.iter().map(|it| (*it.1, *it.0)).collect();
        let (puzzle, variables) = (puzzle, &*goals.named);
        StepWords { puzzle, sheet: &task.sheet, symbols, variables }.why(found, verb)
    }))
}

/// The steps in which a reason leaves no solution; without a reason, all rules.
///
/// # Errors
/// Why nothing can be asked.
pub(super) fn argument<'p, 'a: 'p>(
    puzzle: &'p SheetPuzzle<'a>,
    reason: Option<SheetReason>,
) -> Result<Posed<'p, Reasons>, Refusal> {
    let lowering = Lowering::new(&puzzle.understood, &[])?;
    let Lowering { sheet, symbols, named, .. } = lowering;
    let task = SheetTask { sheet, aim: aim::Argue(reason) };
    Ok(Posed::new(task, move |task, argument| {
        let symbols = symbols.iter().map(|it| (*it.1, *it.0)).collect();
        let words = StepWords { puzzle, sheet: &task.sheet, symbols, variables: &named };
        match &argument.steps[..] {
            // A rule that bars everything says that itself, but for things that are too many.
            [only] if only.facts.is_empty() => {
                let line = words.too_few_values(only);
                line.map_or_else(Reasons::default, |it| Reasons::argued(vec![it]))
            }
            steps => Reasons::argued(words.argument(steps, "")),
        }
    }))
}

/// That something can be asked about what follows.
fn askable(puzzle: &SheetPuzzle<'_>) -> Result<(), Refusal> {
    if puzzle.understood.doing.is_any() {
        return Err("it is about what is done; `puzzle play` gives hints on the way".to_owned());
    }
    match puzzle.understood.missing.is_empty() {
        true => Ok(()),
        false => Err(puzzle.refusal()),
    }
}

impl StepWords<'_, '_> {
    fn why(&self, found: SheetFound<SentenceWhy>, verb: Verb) -> Reasons {
        let Outcome::Found(SentenceWhy::Decided { value, from }) = found else {
            // What the answer shows says enough: two solutions, or that there is none.
            return Reasons::default();
        };
        let FollowsFrom { rules, facts, is_smallest } = from;
        // What a rule with a label says may be several facts.
        let mut told = FxHashSet::default();
        let label = |rule: usize| self.understood().rules[rule].label.clone();
        let facts = facts.into_iter().filter(|it| label(it.1).is_none() || told.insert(it.1));
        let facts = facts.map(|(value, rule)| HintReason {
            words: label(rule).unwrap_or_else(|| self.value(value)),
            variables: String::new(),
            origin: self.place_of(rule),
        });
        let rules = rules.iter().map(|it| self.rule(it)).collect();
        let hint = Hint {
            says: String::new(),
            is_value: true,
            rules,
            seen_by: Vec::new(),
            facts: facts.collect(),
            is_smallest,
        };
        let heading = match (verb, value) {
            (Verb::Equivalent, true) => "by what is said in:",
            (Verb::Equivalent, false) => "they always differ because of:",
            (_, true) => "it follows from:",
            (_, false) => "its negation follows from:",
        };
        Reasons::following(heading, &hint)
    }

    fn understood(&self) -> &Understood<'_> {
        &self.puzzle.understood
    }

    fn all(&self, found: &SheetDerivation) -> Hints {
        let steps = self.hints_of(found);
        let end = match &found.open {
            _ if !found.are_all => HintsEnd::More,
            None => HintsEnd::Solved,
            Some((first, other)) => HintsEnd::Open(
                self.puzzle.lines(first),
                self.puzzle.differences(first, other),
                self.puzzle.beside(first, other),
            ),
        };
        let free = match end {
            HintsEnd::Open(..) => self.all_but(found),
            _ => Vec::new(),
        };
        Hints { steps, end, free }
    }

    /// The steps in words.
    fn hints_of(&self, found: &SheetDerivation) -> Vec<Hint> {
        let told = found.given.iter().map(|it| (CellLiteral { value: it.0, is_so: true }, it.1));
        let told = told.map(|(value, rule)| (value, self.place_of(rule)));
        let mut origins: FxHashMap<CellLiteral, HintOrigin> = told.collect();
        let mut steps = Vec::with_capacity(found.steps.len());
        for (number, step) in (1..).zip(&found.steps) {
            steps.push(Hint {
                says: self.says(&step.says),
                is_value: step.says.iter().all(|it| it.is_so),
                rules: step.rules.iter().map(|it| self.rule(it)).collect(),
                seen_by: step.seen_by.iter().map(|it| self.rule(it)).collect(),
                facts: self.facts(&step.facts, &origins),
                is_smallest: step.is_smallest,
            });
            origins.extend(step.says.iter().map(|it| (*it, HintOrigin::Step(number))));
        }
        steps
    }

    /// What is known, with where it is from; what one step bars together.
    fn facts(
        &self,
        facts: &[CellLiteral],
        origins: &FxHashMap<CellLiteral, HintOrigin>,
    ) -> Vec<HintReason> {
        let mut said: Vec<(HintOrigin, Vec<CellLiteral>)> = Vec::new();
        for &fact in facts {
            let origin = origins.get(&fact).cloned().unwrap_or(HintOrigin::Step(0));
            let is_same = |it: &&mut (HintOrigin, Vec<CellLiteral>)| !fact.is_so && it.0 == origin;
            match said.iter_mut().find(is_same) {
                Some((_, same)) => same.push(fact),
                None => said.push((origin, vec![fact])),
            }
        }
        let reason = |(origin, facts): (HintOrigin, Vec<CellLiteral>)| HintReason {
            words: self.says(&facts),
            variables: String::new(),
            origin,
        };
        said.into_iter().map(reason).collect()
    }

    /// What is so, in words: things that the same is said of stand together.
    fn says(&self, says: &[CellLiteral]) -> String {
        let mut said: Vec<(Vec<CellLiteral>, Vec<Option<i64>>)> = Vec::new();
        for of in says.chunk_by(|one, other| argument::cell(*one) == argument::cell(*other)) {
            let values: Vec<_> = of.iter().map(|it| it.value.value).collect();
            let is_same = |it: &&mut (Vec<CellLiteral>, Vec<_>)| {
                it.0[0].value.symbol == of[0].value.symbol && it.1 == values
            };
            match said.iter_mut().find(is_same) {
                Some((all, _)) => all.push(of[0]),
                None => said.push((vec![of[0]], values)),
            }
        }
        let words = |(all, values): &(Vec<CellLiteral>, Vec<_>)| {
            let (last, rest) = all.split_last()?;
            let terms = rest.iter().map(|it| self.term(it.value.symbol, it.value.place));
            let last = self.said(last.value, values, last.is_so);
            Some(terms.chain([last]).collect::<Vec<_>>().join(", "))
        };
        said.iter().filter_map(words).collect::<Vec<_>>().join("; ")
    }

    fn term(&self, id: SymbolId, place: usize) -> String {
        let symbol = self.symbols.get(&id).copied().unwrap_or_default();
        World::term(self.understood(), symbol, &self.sheet.arguments(id, place))
    }

    /// What has neither a value that is told nor one that follows.
    fn all_but(&self, found: &SheetDerivation) -> Vec<String> {
        let told = found.given.iter().map(|it| it.0);
        let follow = found.steps.iter().flat_map(|it| &it.says).filter(|it| it.is_so);
        let known = told.chain(follow.map(|it| it.value));
        let known: FxHashSet<(SymbolId, usize)> = known.map(|it| (it.symbol, it.place)).collect();
        let found = (0..).map(SymbolId).zip(&self.sheet.symbols);
        let found = found.filter(|it| it.1.origin == SymbolOrigin::Found).map(|it| it.0);
        let cells = found.flat_map(|symbol| {
            let places = 0..self.sheet.tuples(symbol).unwrap_or_default();
            places.map(move |place| (symbol, place))
        });
        let open = cells.filter(|it| !known.contains(it));
        open.map(|(id, place)| self.term(id, place)).collect()
    }

    fn place_of(&self, rule: usize) -> HintOrigin {
        HintOrigin::Place(self.related(self.understood().rules[rule].place))
    }

    fn related(&self, place: BlockPlace) -> Related {
        let lineage = &self.understood().lineage;
        let source = Some(lineage.blocks[place.block].source.clone());
        Related { source, span: place.span, message: shortened(lineage.slice(place)) }
    }

    /// A value, as in `digit(a1) = 7`.
    fn value(&self, value: CellValue) -> String {
        self.said(value, &[value.value], true)
    }

    fn said(&self, of: CellValue, values: &[Option<i64>], is_so: bool) -> String {
        let symbol = self.symbols.get(&of.symbol).copied().unwrap_or_default();
        let arguments = self.sheet.arguments(of.symbol, of.place);
        World::said(self.understood(), symbol, &arguments, (values, is_so))
    }

    /// A rule in its own words, and what its variables stand for.
    fn rule(&self, it: &RuleInstance) -> HintReason {
        let understood = self.understood();
        let rule = &understood.rules[it.rule];
        let said = || understood.lineage.slice(rule.place);
        let symbols = &understood.symbols;
        let name = |symbol: u32| symbols.symbols[symbol as usize].name;
        let words = match (understood.called(rule), &rule.kind) {
            (Some(name), _) => name,
            (None, RuleKind::Function(_) | RuleKind::Constants(_)) => understood.says(rule),
            (None, RuleKind::Wherever(_, group)) => {
                let sort = symbols.symbols[*group as usize].result.and_then(|it| it.sort);
                let value = it.values.first().map_or(0, |it| it.1);
                let value = sort.map_or(value.to_string(), |it| symbols.written_value(it, value));
                format!("{} {value}", name(*group))
            }
            (None, _) => format!("`{}`", shortened(said())),
        };
        let each = it.values.iter().filter_map(|(variable, value)| {
            let variable = &understood.variables[*self.variables.get(variable)? as usize];
            Some(format!("{} = {}", variable.name, symbols.written_value(variable.sort?, *value)))
        });
        let variables = each.collect::<Vec<_>>().join(", ");
        HintReason { words, variables, origin: HintOrigin::Place(self.related(rule.place)) }
    }
}
