//! A game that a sheet says, on states packed into words: guards and changes of all moves are
//! grounded once, so that a move is a few comparisons and a few bits.

use std::sync::{Arc, Mutex};

use super::compile::{Compiler, join};
use super::ground::{Condition, GroundNumber, GroundReader, Lookup};
use super::progress::GameProgress;
use super::states::{Layout, PackedCell};
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Side};
use crate::logic::sheet::actions::{SheetAction, SheetChange, SheetStep, To};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::rules::{GameWords, Points, Rules};
use crate::logic::sheet::{SheetState, SymbolId, SymbolOrigin};

/// Moves at most.
const STEPS: usize = 1 << 20;

/// Where a change writes.
#[derive(Clone, Debug)]
pub(super) enum ChangeTarget {
    /// Always the same cell.
    Cell(usize),
    /// The place follows from the state.
    Lookup(Lookup),
}

/// Something that a step changes.
#[derive(Clone, Debug)]
pub(super) struct GroundEffect {
    /// Where it does.
    pub condition: Condition,
    pub target: ChangeTarget,
    /// What stands there then. Of a meter, by how much it grows.
    pub to: GroundNumber,
    /// The change of the action, by index.
    change: usize,
}

/// A step with what it asks and what it changes.
#[derive(Clone, Debug)]
pub(super) struct GroundStep {
    pub step: SheetStep,
    pub guard: Condition,
    pub effects: Vec<GroundEffect>,
    /// By how much meters grow.
    amounts: Vec<GroundEffect>,
    /// Whether it may turn out that it cannot be done when its changes are looked at.
    pub is_open: bool,
}

/// Points at the end, as far as a state tells them, and the meters.
#[derive(Clone, Debug)]
struct Score {
    meters: Vec<(usize, i32)>,
    /// What meters count at the start.
    begins: [i64; 2],
    rest: [GroundNumber; 2],
}

/// Two changes of a step that disagree, in this state.
pub type Disagreement = (SheetState, SheetStep, usize, usize);

/// A game on states of so many words.
#[derive(Debug)]
pub struct PackedGame<const WORDS: usize> {
    rules: Arc<Rules>,
    definitions: Definitions,
    pub(super) layout: Layout,
    turn: PackedCell,
    pub(super) steps: Vec<GroundStep>,
    /// The rules that hold in every state.
    kept: Vec<Condition>,
    /// Who has won, while somebody can move and when nobody can.
    wins: [[Condition; 2]; 2],
    score: Option<Score>,
    start: [u64; WORDS],
    progress: GameProgress<[u64; WORDS]>,
    fault: Mutex<Option<Disagreement>>,
}

/// Why a step cannot be done.
enum Hindrance {
    Barred,
    Disagree(usize, usize),
}

impl<const WORDS: usize> PackedGame<WORDS> {
    /// The game whose play begins in this state.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub fn new(rules: &Arc<Rules>, start: &SheetState, budget: &mut Budget) -> Result<Self, Stop> {
        let Rules { sheet, actions, players } = &**rules;
        // Of recursion that has no meaning the checker tells first.
        let definitions = Definitions::of(sheet)
            .map_err(|_| Stop::Size("a definition mentions itself where it is denied"))?;
        let layout = Layout::new(sheet, actions, start, budget)?;
        let compile = |is_stuck, budget: &mut Budget| {
            let stuck = (players.stuck, is_stuck);
            let mut compiler = Compiler::new(sheet, &definitions, &layout, stuck);
            let [first, second] = players.wins.map(|it| compiler.condition(it, budget));
            Ok::<_, Stop>([first?, second?])
        };
        let wins = [compile(false, budget)?, compile(true, budget)?];
        let mut compiler = Compiler::new(sheet, &definitions, &layout, (players.stuck, false));
        let mut kept = Vec::new();
        for rule in &sheet.rules {
            kept.push(compiler.condition(*rule, budget)?);
        }
        let mut steps = Vec::new();
        for (number, action) in actions.actions.iter().enumerate() {
            written(&mut compiler, rules, &layout, (number, action), &mut steps, budget)?;
        }
        let is_kept = kept.iter().all(|it| *it == Condition::Truth(true));
        for step in &mut steps {
            step.is_open |= !is_kept;
        }
        let score = players.points.as_ref();
        let score =
            score.map(|it| score_of(it, (&mut compiler, &layout), start, budget)).transpose()?;
        let mut words = [0; WORDS];
        words.iter_mut().zip(layout.pack(start)).for_each(|(word, it)| *word = it);
        let turn = layout.cells[layout.first[players.turn.0 as usize]];
        let mut game = Self {
            definitions,
            layout,
            turn,
            steps,
            kept,
            wins,
            score,
            start: words,
            progress: GameProgress::Unknown,
            fault: Mutex::new(None),
            rules: Arc::clone(rules),
        };
        game.progress = GameProgress::of(&game, budget)?;
        Ok(game)
    }

    /// Two changes that disagree, if somebody came by some.
    pub fn disagreement(&self) -> Option<Disagreement> {
        self.fault.lock().map_or(None, |it| it.clone())
    }

    fn ground(&self) -> GroundReader<'_> {
        let Rules { sheet, players, .. } = &*self.rules;
        GroundReader {
            sheet,
            definitions: &self.definitions,
            layout: &self.layout,
            stuck: (players.stuck, false),
        }
    }

    /// Who has won in a state in which it is known whether somebody can move.
    fn winner(&self, state: &[u64; WORDS], is_stuck: bool) -> Option<i32> {
        let stuck = (self.rules.players.stuck, is_stuck);
        let ground = GroundReader { stuck, ..self.ground() };
        let [first, second] = &self.wins[usize::from(is_stuck)];
        let (first, second) = (first.holds(state, &ground), second.holds(state, &ground));
        (first || second).then(|| i32::from(first) - i32::from(second))
    }

    /// What a step makes of a state.
    fn attempt(
        &self,
        step: &GroundStep,
        state: &[u64; WORDS],
        ground: &GroundReader<'_>,
    ) -> Result<[u64; WORDS], Hindrance> {
        let mut next = *state;
        let mut written: Vec<(usize, Option<i64>, usize)> = Vec::new();
        for effect in &step.effects {
            if !effect.condition.holds(state, ground) {
                continue;
            }
            let at = match &effect.target {
                ChangeTarget::Cell(cell) => *cell,
                ChangeTarget::Lookup(lookup) => {
                    let place = lookup.place(state, ground).ok_or(Hindrance::Barred)?;
                    self.layout.first[lookup.symbol.0 as usize] + place
                }
            };
            let cell = &self.layout.cells[at];
            let value = effect.to.value(state, ground);
            if step.is_open {
                if !fits(cell, value) {
                    return Err(Hindrance::Barred);
                }
                match written.iter().find(|it| it.0 == at) {
                    Some((_, other, _)) if *other == value => {}
                    Some((_, _, first)) => {
                        return Err(Hindrance::Disagree(*first, effect.change));
                    }
                    None => written.push((at, value, effect.change)),
                }
            }
            let word = &mut next[cell.word];
            *word = *word & !(cell.mask << cell.shift) | cell.number(value) << cell.shift;
        }
        if step.is_open {
            for effect in &step.amounts {
                let counts = effect.condition.holds(state, ground);
                let exists = |it: &ChangeTarget| match it {
                    ChangeTarget::Cell(_) => true,
                    ChangeTarget::Lookup(lookup) => lookup.place(state, ground).is_some(),
                };
                if counts && (!exists(&effect.target) || effect.to.value(state, ground).is_none()) {
                    return Err(Hindrance::Barred);
                }
            }
            if !self.kept.iter().all(|it| it.holds(&next, ground)) {
                return Err(Hindrance::Barred);
            }
        }
        Ok(next)
    }

    /// Whether somebody can do something, whoever has won.
    fn allowed(&self, state: &[u64; WORDS], ground: &GroundReader<'_>, step: &GroundStep) -> bool {
        if !step.guard.holds(state, ground) {
            return false;
        }
        if !step.is_open {
            return true;
        }
        match self.attempt(step, state, ground) {
            Ok(_) => true,
            Err(Hindrance::Barred) => false,
            Err(Hindrance::Disagree(one, other)) => {
                let state = self.layout.unpack(state);
                if let Ok(mut fault) = self.fault.lock() {
                    fault.get_or_insert((state, step.step.clone(), one, other));
                }
                false
            }
        }
    }

    /// By how much a move makes each player's points grow.
    fn gains(&self, state: &[u64; WORDS], chosen: u32) -> [i32; 2] {
        let mut gains = [0; 2];
        let Some(score) = &self.score else { return gains };
        let ground = self.ground();
        for effect in &self.steps[chosen as usize].amounts {
            if !effect.condition.holds(state, &ground) {
                continue;
            }
            let cell = match &effect.target {
                ChangeTarget::Cell(cell) => Some(*cell),
                ChangeTarget::Lookup(lookup) => lookup
                    .place(state, &ground)
                    .map(|it| self.layout.first[lookup.symbol.0 as usize] + it),
            };
            let of_score = |it: &&(usize, i32)| Some(it.0) == cell;
            let amount = effect.to.value(state, &ground).unwrap_or(0);
            for (_, player) in score.meters.iter().filter(of_score) {
                gains[*player as usize] += clamped(amount);
            }
        }
        gains
    }

    /// The points of both at the end that do not come from meters.
    fn rest(&self, state: &[u64; WORDS]) -> [i32; 2] {
        let Some(Score { begins, rest, .. }) = &self.score else { return [0; 2] };
        let ground = self.ground();
        [0, 1].map(|it| clamped(rest[it].value(state, &ground).unwrap_or(0) + begins[it]))
    }

    /// The points of both together that a move gains, or at the end all others.
    pub(super) fn shared(&self, state: &[u64; WORDS], chosen: Option<u32>) -> i64 {
        let of = match chosen {
            Some(chosen) => self.gains(state, chosen),
            None => self.rest(state),
        };
        i64::from(of[0]) + i64::from(of[1])
    }

    /// The points of each player that meters count when these moves were made; `None` where there are no meters.
    pub fn counted(&self, made: &[u32]) -> Option<[i64; 2]> {
        let score = self.score.as_ref().filter(|it| !it.meters.is_empty())?;
        let (mut points, mut state) = (score.begins, self.start);
        for chosen in made {
            let gains = self.gains(&state, *chosen);
            points = [0, 1].map(|it: usize| points[it] + i64::from(gains[it]));
            state = self.apply(&state, *chosen);
        }
        Some(points)
    }

    /// How many words the states of rules have.
    ///
    /// # Errors
    /// That there are too many cells, or a limit.
    pub fn words(rules: &Rules, start: &SheetState, budget: &mut Budget) -> Result<usize, Stop> {
        Ok(Layout::new(&rules.sheet, &rules.actions, start, budget)?.words)
    }

    /// Whether it is a game of points.
    pub(super) fn has_points(&self) -> bool {
        self.score.is_some()
    }
}

/// Points are small numbers; of larger ones it matters only that they are large.
fn clamped(points: i64) -> i32 {
    points.clamp(-i64::from(FAR), i64::from(FAR)) as i32
}

/// More points than anybody gets.
const FAR: i32 = 1 << 28;

fn fits(cell: &PackedCell, value: Option<i64>) -> bool {
    let (least, most, has_none) = cell.range();
    value.map_or(has_none, |it| (least..=most).contains(&it))
}

fn score_of(
    points: &[Points; 2],
    (compiler, layout): (&mut Compiler<'_>, &Layout),
    start: &SheetState,
    budget: &mut Budget,
) -> Result<Score, Stop> {
    let (mut meters, mut begins) = (Vec::new(), [0; 2]);
    let mut rest = [const { GroundNumber::Constant(None) }; 2];
    for (player, points) in points.iter().enumerate() {
        for (symbol, place) in &points.meters {
            meters.push((layout.first[symbol.0 as usize] + place, player as i32));
            begins[player] += start.tables[symbol.0 as usize][*place].unwrap_or(0);
        }
        if let Some(term) = points.rest {
            rest[player] = compiler.number(term, budget)?;
        }
    }
    Ok(Score { meters, begins, rest })
}

/// Writes out the steps of an action.
fn written(
    compiler: &mut Compiler<'_>,
    rules: &Rules,
    layout: &Layout,
    (number, action): (usize, &SheetAction),
    steps: &mut Vec<GroundStep>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let sheet = &rules.sheet;
    let mut values = vec![0; sheet.variables.len()];
    sheet.start(&action.parameters, &mut values);
    loop {
        budget.check()?;
        compiler.values.clone_from(&values);
        let mut guards = Vec::new();
        for condition in &action.conditions {
            guards.push(compiler.condition_open(*condition, budget)?);
            if guards.last() == Some(&Condition::Truth(false)) {
                break;
            }
        }
        let guard = join(guards, false).packed();
        if guard != Condition::Truth(false) {
            let (mut effects, mut amounts) = (Vec::new(), Vec::new());
            for (at, change) in action.changes.iter().enumerate() {
                compiler.values.clone_from(&values);
                let is_meter = rules.actions.meters.contains(&change.symbol);
                let into = if is_meter { &mut amounts } else { &mut effects };
                changes(compiler, rules, layout, (at, change), into, budget)?;
            }
            if steps.len() == STEPS {
                return Err(Stop::Size("actions have too many things that they are done to"));
            }
            let arguments = action.parameters.iter().map(|it| values[it.0 as usize]).collect();
            let step = SheetStep { action: number, arguments };
            let is_open = is_open(&effects, &amounts, layout);
            steps.push(GroundStep { step, guard, effects, amounts, is_open });
        }
        if !sheet.turn(&action.parameters, &mut values) {
            return Ok(());
        }
    }
}

/// Whether changes may speak of what does not exist, or disagree.
fn is_open(effects: &[GroundEffect], amounts: &[GroundEffect], layout: &Layout) -> bool {
    let mut cells: Vec<usize> = Vec::new();
    for it in effects {
        let ChangeTarget::Cell(at) = it.target else { return true };
        let cell = &layout.cells[at];
        let (least, most, has_none) = it.to.range();
        let is_in = |it: i64| fits(cell, Some(it));
        let always_fits = match it.to {
            GroundNumber::Constant(value) => fits(cell, value),
            _ => is_in(least) && is_in(most) && (!has_none || cell.range().2),
        };
        if !always_fits || cells.contains(&at) {
            return true;
        }
        cells.push(at);
    }
    let may_fail =
        |it: &GroundEffect| !matches!(it.target, ChangeTarget::Cell(_)) || it.to.range().2;
    let is_sure = |it: &GroundEffect| match &it.target {
        ChangeTarget::Lookup(lookup) => lookup.arguments.iter().all(|it| !it.range().2),
        ChangeTarget::Cell(_) => true,
    };
    let counts = |it: &GroundEffect| matches!(it.to, GroundNumber::Count(_)) || !it.to.range().2;
    amounts.iter().any(|it| may_fail(it) && !(is_sure(it) && counts(it)))
}

/// Writes out a change for all values of its variables.
fn changes(
    compiler: &mut Compiler<'_>,
    rules: &Rules,
    layout: &Layout,
    (at, change): (usize, &SheetChange),
    effects: &mut Vec<GroundEffect>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let sheet = &rules.sheet;
    sheet.start(&change.variables, &mut compiler.values);
    loop {
        budget.check()?;
        let mut conditions = Vec::new();
        for it in &change.conditions {
            conditions.push(compiler.condition_open(*it, budget)?);
            if conditions.last() == Some(&Condition::Truth(false)) {
                break;
            }
        }
        let condition = join(conditions, false).packed();
        if condition != Condition::Truth(false) {
            let mut arguments = Vec::new();
            for it in &change.arguments {
                arguments.push(compiler.number(*it, budget)?);
            }
            let to = match change.to {
                To::Truth(sentence) => match compiler.condition(sentence, budget)? {
                    Condition::Truth(truth) => GroundNumber::Constant(Some(i64::from(truth))),
                    condition => GroundNumber::Truth(Box::new(condition)),
                },
                To::Value(term) | To::By(term) => compiler.number(term, budget)?,
                To::Nothing => GroundNumber::Constant(None),
            };
            let known = |it: &GroundNumber| match it {
                GroundNumber::Constant(value) => *value,
                _ => None,
            };
            let known: Option<Vec<i64>> = arguments.iter().map(known).collect();
            let place = known.and_then(|it| sheet.index(change.symbol, &it));
            let target = match place {
                Some(place) => ChangeTarget::Cell(layout.first[change.symbol.0 as usize] + place),
                None => ChangeTarget::Lookup(Lookup {
                    symbol: change.symbol,
                    arguments: arguments.into(),
                }),
            };
            effects.push(GroundEffect { condition, target, to, change: at });
        }
        if !sheet.turn(&change.variables, &mut compiler.values) {
            return Ok(());
        }
    }
}

impl<const WORDS: usize> Game for PackedGame<WORDS> {
    type State = [u64; WORDS];
    type Move = u32;

    fn start(&self) -> Self::State {
        self.start
    }

    fn to_move(&self, state: &Self::State) -> Side {
        if self.turn.value(state) == Some(1) { Side::Second } else { Side::First }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<u32>) {
        if self.winner(state, false).is_some() {
            return;
        }
        let ground = self.ground();
        for (at, step) in self.steps.iter().enumerate() {
            if self.allowed(state, &ground, step) {
                moves.push(at as u32);
            }
        }
    }

    fn apply(&self, state: &Self::State, chosen: u32) -> Self::State {
        let step = &self.steps[chosen as usize];
        self.attempt(step, state, &self.ground()).unwrap_or(*state)
    }

    fn score(&self, state: &Self::State) -> i32 {
        if self.score.is_some() {
            let [first, second] = self.rest(state);
            return first - second;
        }
        let won = self.winner(state, false).or_else(|| self.winner(state, true));
        won.unwrap_or(0)
    }

    fn gain(&self, state: &Self::State, chosen: u32) -> i32 {
        if self.score.is_none() {
            return 0;
        }
        let [first, second] = self.gains(state, chosen);
        first - second
    }

    fn scores(&self) -> (i32, i32) {
        if self.score.is_some() { (-FAR, FAR) } else { (-1, 1) }
    }

    fn repeats(&self) -> bool {
        matches!(self.progress, GameProgress::Unknown)
    }

    fn ends_suddenly(&self) -> bool {
        self.score.is_none() && self.wins[0].iter().any(|it| *it != Condition::Truth(false))
    }

    fn effort(&self) -> usize {
        self.steps.len() / 32
    }

    fn written(&self) -> Option<&dyn GameWords<[u64; WORDS], u32>> {
        Some(self)
    }
}

impl<const WORDS: usize> GameWords<[u64; WORDS], u32> for PackedGame<WORDS> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn state(&self, position: &[u64; WORDS]) -> SheetState {
        let mut state = self.layout.unpack(position);
        let is_found = |it: usize| self.rules.sheet.symbols[it].origin == SymbolOrigin::Found;
        for (at, table) in state.tables.iter_mut().enumerate().filter(|it| is_found(it.0)) {
            if self.rules.actions.meters.contains(&SymbolId(at as u32)) {
                table.fill(Some(0));
            }
        }
        state
    }

    fn step(&self, chosen: u32) -> SheetStep {
        self.steps[chosen as usize].step.clone()
    }

    fn rank(&self, position: &[u64; WORDS]) -> Option<i64> {
        self.progress.rank(&self.layout, position)
    }

    fn points_left(&self, position: &[u64; WORDS]) -> Option<i64> {
        self.progress.points_left(position)
    }
}
