//! A game that a sheet says, on states packed into words: guards and changes of all moves are
//! grounded once, so that a move is a few comparisons and a few bits.

use std::sync::{Arc, Mutex};

use super::compile::Compiler;
use super::ground::{Condition, GroundReader, Masked};
use super::mirrors::Mirrors;
use super::mover::{GroundRules, MoverRules};
use super::progress::GameProgress;
use super::rule_graph::RuleGraph;
use super::score::Score;
use super::states::{Layout, PackedCell};
use super::steps::{ChangeTarget, GroundStep, fits, written};
use super::symmetries::{Exchanges, exchanges, may_be_found};
use super::wins::{WinNote, brought};
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Normal, Side};
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::rules::{GameWords, PlayPromise, Rules};
use crate::logic::sheet::{SheetState, SymbolId, SymbolOrigin};

/// The most words that a state may have.
const MOST_WORDS: usize = 8;

/// Two changes of a step that disagree, in this state.
pub type Disagreement = (SheetState, SheetStep, usize, usize);

/// A game on states of so many words.
#[derive(Debug)]
pub struct PackedGame<const WORDS: usize> {
    rules: Arc<Rules>,
    pub(super) layout: Layout,
    /// What is so where the second player moves.
    second_moves: Masked,
    steps: Vec<SheetStep>,
    /// What is so while each of them moves.
    turns: [MoverRules<WORDS>; 2],
    /// Where states note who has won, if moves do that.
    note: Option<WinNote>,
    mirrors: Mirrors<WORDS>,
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
        let compiler = |player, is_stuck| {
            let told = vec![(players.turn, player), (players.stuck, is_stuck)];
            Compiler::new(sheet, &definitions, &layout, told)
        };
        let mut going = [0, 1].map(|player| compiler(player, 0));
        let (mut steps, mut grounded) = (Vec::new(), [const { Vec::new() }; 2]);
        for it in actions.actions.iter().enumerate() {
            let into = (&mut steps, &mut grounded);
            written(&mut going, rules, &layout, it, into, budget)?;
        }
        let mut ground = Vec::new();
        for ((player, going), steps) in (0..).zip(going).zip(grounded) {
            let compilers = [going, compiler(player, 1)];
            ground.push(GroundRules::new(rules, steps, compilers, budget)?);
        }
        let mut ground: [GroundRules; 2] = ground.try_into().expect("there are two who move");
        // A rule holds in the state behind a step, in which the other one may move.
        let is_kept = ground.iter().flat_map(|it| &it.kept).all(|it| *it == Condition::Truth(true));
        let steps_of_both = ground.iter_mut().flat_map(|it| &mut it.steps);
        steps_of_both.for_each(|it| it.is_open |= !is_kept);
        let turn = layout.first[players.turn.0 as usize];
        let mut words = [0; WORDS];
        words.iter_mut().zip(layout.pack(start)).for_each(|(word, it)| *word = it);
        let score = players.points.as_ref().map(|it| Score::of(it, &layout, start));
        let graph = match may_be_found(&layout) {
            true => RuleGraph::of(&ground, score.as_ref(), &layout, &words, budget)?,
            false => None,
        };
        let exchanges = match graph {
            Some(graph) => exchanges(&graph, &layout, turn, budget)?,
            None => Exchanges::default(),
        };
        let wins = ground.each_ref().map(|it| it.wins.clone());
        let [first, second] = ground.map(|it| MoverRules::new(it, &layout, budget));
        let mut game = Self {
            second_moves: Masked::of(&layout.cells[turn], Some(1)),
            note: None,
            mirrors: Mirrors::NONE,
            score,
            layout,
            steps,
            turns: [first?, second?],
            start: words,
            progress: GameProgress::Unknown,
            fault: Mutex::new(None),
            rules: Arc::clone(rules),
        };
        if wins[0] == wins[1] {
            game.note_wins(&wins[0], budget)?;
        }
        game.mirrors = Mirrors::new(&exchanges, &game.layout, game.note);
        game.progress = GameProgress::of(&game, budget)?;
        Ok(game)
    }

    /// Lets moves note who has won by them, when these are the conditions, whoever moves. What mentions itself would be no less
    /// to look at than in every state.
    fn note_wins(&mut self, wins: &[Condition; 2], budget: &mut Budget) -> Result<(), Stop> {
        let note = WinNote::new(&self.layout);
        let mentions_itself = self.turns.iter().any(|it| !it.defined[0].is_empty());
        let nobody_wins = wins.iter().all(|it| *it == Condition::Truth(false));
        if mentions_itself || nobody_wins || note.words() > WORDS {
            return Ok(());
        }
        let steps = self.turns.each_ref().map(|it| &it.steps[..]);
        let Some(found) = brought(wins, steps, (&self.rules.sheet, &self.layout), budget)? else {
            return Ok(());
        };
        for (turn, brought) in self.turns.iter_mut().zip(found) {
            turn.brought = brought;
        }
        let turn = self.turn(&self.start);
        let won = self.have_won(turn, &self.start, false);
        note.write(won, &mut self.start);
        self.note = Some(note);
        Ok(())
    }

    /// Two changes that disagree, if somebody came by some.
    pub fn disagreement(&self) -> Option<Disagreement> {
        self.fault.lock().map_or(None, |it| it.clone())
    }

    /// Whether one position stands for all that mirror each other.
    pub(super) const fn knows_all_mirrors(&self) -> bool {
        self.mirrors.are_all()
    }

    /// Lets it be as if nobody had come by some; whether somebody had.
    pub(super) fn forget_disagreement(&self) -> bool {
        self.fault.lock().is_ok_and(|mut it| it.take().is_some())
    }

    /// The rules for whoever is to move in a state.
    fn turn(&self, state: &[u64; WORDS]) -> &MoverRules<WORDS> {
        &self.turns[usize::from(self.second_moves.is(state))]
    }

    fn ground<'g>(&'g self, turn: &'g MoverRules<WORDS>, is_stuck: bool) -> GroundReader<'g> {
        let defined = &turn.defined[usize::from(is_stuck)];
        GroundReader { sheet: &self.rules.sheet, layout: &self.layout, defined, growth: None }
    }

    /// Which player has won in a state in which it is known whether somebody can move.
    fn have_won(
        &self,
        turn: &MoverRules<WORDS>,
        state: &[u64; WORDS],
        is_stuck: bool,
    ) -> [bool; 2] {
        let ground = self.ground(turn, is_stuck);
        turn.wins[usize::from(is_stuck)].each_ref().map(|it| it.holds(state, &ground))
    }

    /// What a play that is won has brought the first player; `None` while nobody has won.
    fn won(&self, turn: &MoverRules<WORDS>, state: &[u64; WORDS]) -> Option<i32> {
        match self.note {
            Some(note) => note.read(state),
            None => score_of_winners(self.have_won(turn, state, false)),
        }
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
            let turn = self.turn(&next);
            let ground = self.ground(turn, false);
            if !turn.kept.iter().all(|it| it.holds(&next, &ground)) {
                return Err(Hindrance::Barred);
            }
        }
        Ok(next)
    }

    /// Whether somebody can do something, whoever has won.
    fn allowed(&self, turn: &MoverRules<WORDS>, state: &[u64; WORDS], at: u32) -> bool {
        let (step, ground) = (&turn.steps[at as usize], &self.ground(turn, false));
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
                    fault.get_or_insert((state, self.steps[at as usize].clone(), one, other));
                }
                false
            }
        }
    }

    /// By how much a move makes each player's points grow.
    fn gains(&self, state: &[u64; WORDS], chosen: u32) -> [i32; 2] {
        let mut gains = [0; 2];
        let Some(score) = &self.score else { return gains };
        let turn = self.turn(state);
        let ground = self.ground(turn, false);
        for effect in &turn.steps[chosen as usize].amounts {
            if !effect.condition.holds(state, &ground) {
                continue;
            }
            let cell = match &effect.target {
                ChangeTarget::Cell(cell) => Some(*cell),
                ChangeTarget::Lookup(lookup) => lookup
                    .place(state, &ground)
                    .map(|it| self.layout.first[lookup.symbol.0 as usize] + it),
            };
            let of_score = |it: &&(usize, usize)| Some(it.0) == cell;
            let amount = effect.to.value(state, &ground).unwrap_or(0);
            for (_, player) in score.meters.iter().filter(of_score) {
                gains[*player] += clamped(amount);
            }
        }
        gains
    }

    /// The points of both at the end that do not come from meters.
    fn rest(&self, state: &[u64; WORDS]) -> [i32; 2] {
        let turn = self.turn(state);
        let Some((Score { begins, .. }, rest)) = self.score.as_ref().zip(turn.rest.as_ref()) else {
            return [0; 2];
        };
        let ground = self.ground(turn, false);
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
        let layout = Layout::new(&rules.sheet, &rules.actions, start, budget)?;
        // Who has won is not noted where there is no room for it.
        let noted = WinNote::new(&layout).words();
        Ok(if noted > MOST_WORDS { layout.words } else { noted })
    }

    /// What can be done by one or the other.
    pub(super) fn steps(&self) -> impl Iterator<Item = &GroundStep> {
        let steps = self.turns.iter().flat_map(|it| &it.steps);
        steps.filter(|it| it.guard != Condition::Truth(false))
    }

    /// How many moves there are in all.
    pub(super) fn moves_in_all(&self) -> usize {
        self.steps.len()
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

/// What a play that some players have won has brought the first one; `None` where nobody has.
fn score_of_winners([first, second]: [bool; 2]) -> Option<i32> {
    (first || second).then(|| i32::from(first) - i32::from(second))
}

impl<const WORDS: usize> Game for PackedGame<WORDS> {
    type State = [u64; WORDS];
    type Move = u32;

    fn start(&self) -> Self::State {
        self.start
    }

    fn to_move(&self, state: &Self::State) -> Side {
        if self.second_moves.is(state) { Side::Second } else { Side::First }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<u32>) {
        let turn = self.turn(state);
        if self.won(turn, state).is_none() {
            turn.finder.find(state, moves, |it| self.allowed(turn, state, it));
        }
    }

    fn apply(&self, state: &Self::State, chosen: u32) -> Self::State {
        let turn = self.turn(state);
        let (step, ground) = (&turn.steps[chosen as usize], &self.ground(turn, false));
        let mut next = match &turn.writes[chosen as usize] {
            Some(writes) => writes.written(state, ground),
            None => match self.attempt(step, state, ground) {
                Ok(next) => next,
                Err(_) => return *state,
            },
        };
        if let Some(note) = self.note {
            let won = turn.brought[chosen as usize].each_ref().map(|it| it.holds(&next, ground));
            note.write(won, &mut next);
        }
        next
    }

    fn score(&self, state: &Self::State) -> i32 {
        if self.score.is_some() {
            let [first, second] = self.rest(state);
            return first - second;
        }
        let turn = self.turn(state);
        let when_stuck = || score_of_winners(self.have_won(turn, state, true));
        self.won(turn, state).or_else(when_stuck).unwrap_or(0)
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
        let may_win =
            |it: &MoverRules<WORDS>| it.wins[0].iter().any(|it| *it != Condition::Truth(false));
        self.score.is_none() && self.turns.iter().any(may_win)
    }

    fn promising(&self, state: &Self::State, moves: &mut Vec<u32>) {
        let first = moves.len();
        self.moves(state, moves);
        if self.score.is_some() {
            // Often what gains most, and who plays so has fewer positions to play from.
            let sign = if self.to_move(state) == Side::First { -1 } else { 1 };
            moves[first..].sort_by_cached_key(|it| sign * self.gain(state, *it));
        }
    }

    fn glance(&self, state: &Self::State) -> Option<i32> {
        self.note?.read(state)
    }

    fn effort(&self) -> usize {
        self.steps.len() / 32
    }

    fn normal(&self, state: Self::State) -> Normal<Self::State> {
        self.mirrors.normal(state)
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

    fn write_state(&self, position: &[u64; WORDS], state: &mut SheetState) {
        let changes = |it: &&PackedCell| it.fixed.is_none();
        for cell in self.layout.cells.iter().filter(changes) {
            state.tables[cell.symbol.0 as usize][cell.place] = cell.value(position);
        }
    }

    fn step(&self, chosen: u32) -> &SheetStep {
        &self.steps[chosen as usize]
    }

    fn promise(&self, position: &[u64; WORDS]) -> PlayPromise {
        self.progress.promise(self, position)
    }
}
