//! A game by rules of its own, as any other game is asked about: its moves are steps of its actions, its
//! positions are drawn as boards or told in lines.

use std::sync::Arc;

use super::board::{self, Board};
use super::lower::Lowering;
use super::plans::step_of;
use super::puzzle::SheetPuzzle;
use super::understood::Understood;
use super::world::World;
use crate::diagnostic::Related;
use crate::kinds::game::{GamePuzzle, Wording};
use crate::kinds::{NotAnAnswer, Refusal, WrongWord};
use crate::picture::PictureBody;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::sheet::rules::Rules;
use puzzle_engine::problem::Failure;
use puzzle_engine::problem::game::{StateWords, Unplayable, WrittenGame};

/// Steps that it may take to read the rules of a game: seconds.
const EFFORT: u64 = 1 << 28;

/// The rules of a game, and its words.
#[derive(Clone, Debug)]
pub(super) struct SheetGame<'u> {
    understood: &'u Understood<'u>,
    written: Arc<dyn WrittenGame>,
}

impl SheetPuzzle<'_> {
    pub(super) fn is_game(&self) -> bool {
        self.understood.symbols.players.is_some()
    }

    /// The game, as it is asked about.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub(super) fn game(&self) -> Result<GamePuzzle<SheetGame<'_>>, Refusal> {
        let written = self.opened().as_ref().map_err(|why| self.unplayable(why))?;
        let own = self.understood.lineage.own();
        let title = own.slice(own.name).to_owned();
        let game = SheetGame { understood: &self.understood, written: Arc::clone(written) };
        Ok(GamePuzzle::posed(game, Arc::clone(written).any(), title))
    }

    /// Whether it is a game without a position to begin in.
    pub(super) fn has_no_start(&self) -> bool {
        matches!(self.opened(), Err(Unplayable::NoStart(_)))
    }

    pub(super) fn opened(&self) -> &Result<Arc<dyn WrittenGame>, Unplayable> {
        self.opened.get_or_init(|| self.open())
    }

    fn open(&self) -> Result<Arc<dyn WrittenGame>, Unplayable> {
        let refused = |why: Refusal| Unplayable::Failure(Failure::Refused(why));
        if !self.understood.missing.is_empty() {
            return Err(refused(self.refusal()));
        }
        let without = || refused("an action has no meaning".to_owned());
        let rules = self.rules().map_err(refused)?.ok_or_else(without)?;
        Arc::new(rules).opened(&mut Budget::unlimited().part(EFFORT))
    }

    /// The rules in numbers; `None` where an action has no meaning.
    pub(super) fn rules(&self) -> Result<Option<Rules>, Refusal> {
        let mut lowering = Lowering::new(&self.understood, &[])?;
        let Some((actions, _)) = lowering.doing() else { return Ok(None) };
        let players = lowering.stuck.and_then(|it| lowering.players(it));
        Ok(players.map(|players| Rules { sheet: lowering.sheet, actions, players }))
    }

    fn unplayable(&self, why: &Unplayable) -> Refusal {
        match why {
            Unplayable::Flaw(flaw) => self.flaw(flaw),
            Unplayable::NoStart(why) => self.told_without_start(why),
            Unplayable::Failure(Failure::Stopped(stop)) => {
                format!("the rules of this game cannot be written out: {stop}")
            }
            Unplayable::Failure(Failure::Refused(why) | Failure::Unverified(why)) => why.clone(),
        }
    }

    /// What stands behind `=>`, where a move may be several words.
    pub(super) fn joined<T>(
        words: &[&str],
        claim: impl FnOnce(&[&str]) -> Result<T, NotAnAnswer>,
    ) -> Result<T, NotAnAnswer> {
        let (mut moves, mut starts) = (Vec::<String>::new(), Vec::new());
        let mut depth = 0_usize;
        for (at, word) in words.iter().enumerate() {
            let joins = *word == "(" || depth > 0;
            match (joins, moves.last_mut()) {
                (true, Some(last)) => last.push_str(word),
                _ => {
                    moves.push((*word).to_owned());
                    starts.push(at);
                }
            }
            match *word {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        claim(&moves).map_err(|wrong| NotAnAnswer {
            word: wrong.word.map(|it| WrongWord { index: starts[it.index], ..it }),
            ..wrong
        })
    }
}

impl SheetGame<'_> {
    /// Whether moves are called by what they are done to alone.
    fn is_short(&self) -> bool {
        let actions = &self.understood.doing.actions;
        matches!(&actions[..], [only] if only.parameters.len() == 1)
    }

    /// The step that a move is, with its action.
    fn whole(&self, chosen: u32) -> String {
        let step = step_of(self.understood, &self.written.step(chosen));
        step.split_whitespace().collect()
    }

    fn lines(&self, state: &StateWords) -> Vec<String> {
        let state = self.written.state(state);
        let world = World::new(self.understood, &state);
        let board = Board::of(self.understood, &world);
        world.lines(board::shown_on(board.as_ref()))
    }
}

impl Game for SheetGame<'_> {
    type State = StateWords;
    type Move = u32;

    fn start(&self) -> StateWords {
        self.written.begins()
    }

    fn to_move(&self, state: &StateWords) -> Side {
        self.written.mover(state)
    }

    fn moves(&self, state: &StateWords, moves: &mut Vec<u32>) {
        moves.extend(self.written.allowed(state));
    }

    fn apply(&self, state: &StateWords, chosen: u32) -> StateWords {
        self.written.after(state, chosen)
    }

    fn score(&self, state: &StateWords) -> i32 {
        self.written.ends_with(state)
    }

    fn gain(&self, state: &StateWords, chosen: u32) -> i32 {
        self.written.gains(state, chosen)
    }

    fn scores(&self) -> (i32, i32) {
        self.written.limits()
    }

    fn repeats(&self) -> bool {
        self.written.may_repeat()
    }
}

impl Wording for SheetGame<'_> {
    fn player(&self, side: Side) -> &str {
        let symbols = &self.understood.symbols;
        let sort = symbols.players.map_or(0, |it| it.sort);
        match &symbols.sorts[sort as usize].elements {
            super::symbols::SortMembers::Listed(names) => names[side as usize],
            _ => "",
        }
    }

    fn write(&self, _: &StateWords, chosen: u32) -> String {
        let whole = self.whole(chosen);
        match whole.split_once('(') {
            Some((_, rest)) if self.is_short() => rest.trim_end_matches(')').to_owned(),
            _ => whole,
        }
    }

    fn place(&self, chosen: u32) -> Option<Related> {
        self.understood.place_of_step(&self.written.step(chosen))
    }

    /// A move may be called by its action, or where one only is meant by what it is done to.
    fn read(&self, _: &StateWords, moves: &[u32], word: &str) -> Option<usize> {
        let word: String = word.split_whitespace().collect();
        let wholes: Vec<String> = moves.iter().map(|it| self.whole(*it)).collect();
        if let Some(at) = wholes.iter().position(|it| *it == word) {
            return Some(at);
        }
        let arguments =
            |it: &str| it.split_once('(').map(|it| it.1.trim_end_matches(')').to_owned());
        let is_meant = |it: &&usize| arguments(&wholes[**it]).as_ref() == Some(&word);
        let all: Vec<usize> = (0..moves.len()).collect();
        let mut meant = all.iter().filter(is_meant);
        meant.next().copied().filter(|_| meant.next().is_none())
    }

    fn choice(&self, _: &StateWords) -> String {
        let actions = &self.understood.doing.actions;
        let words: Vec<String> = actions
            .iter()
            .map(|action| {
                let names = action.parameters.iter();
                let names = names.map(|it| self.understood.variables[*it as usize].name.as_str());
                let names: Vec<&str> = names.collect();
                match names.is_empty() {
                    true => action.name.to_owned(),
                    false => format!("{}({})", action.name, names.join(", ")),
                }
            })
            .collect();
        words.join(" or ")
    }

    fn body(&self, state: &StateWords, best: Option<u32>) -> PictureBody {
        let now = self.written.state(state);
        let marked = best.map(|it| self.written.state(&self.written.after(state, it)));
        if let Ok(board) = self.understood.board(&now, Some(marked.as_ref().unwrap_or(&now))) {
            return PictureBody::Board(board);
        }
        let player = self.player(self.to_move(state)).to_owned();
        let next = best.map(|it| self.write(state, it)).zip(marked.as_ref());
        PictureBody::Table(self.understood.course([(player, &now)].into_iter().chain(next)))
    }

    fn settings(&self, state: &StateWords) -> String {
        self.lines(state).iter().map(|it| format!("// {it}\n")).collect()
    }

    fn standing(&self, made: &[u32]) -> Option<String> {
        let counted = self.written.counted(made)?;
        let [first, second] = [Side::First, Side::Second].map(|it| self.player(it));
        Some(format!("{first} {}, {second} {}", counted[0], counted[1]))
    }

    fn totals(&self, margin: i32) -> Option<[i64; 2]> {
        let (total, margin) = (self.written.total()?, i64::from(margin));
        Some([(total + margin) / 2, (total - margin) / 2])
    }
}
