//! What minimax and alpha-beta do with the plays of a game, put into steps and drawn as a tree. Scores are those of the whole play, the first
//! player's, with what moves have gained before.

use std::mem::take;

use super::record::TellingRecorder;
use super::{Hears, ItemMark, TracedItem, TracedStep};
use crate::kinds::TracedPlay;
use crate::kinds::game::GameWalk;
use crate::picture::{Label, PartRole, PictureTree};
use crate::service::solve::NoAnswer;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::walk::Walk;
use puzzle_engine::problem::game::{GameMethod, PlayObserver, PlaySearchStep};

/// Moves that are told of one position.
const FEW: usize = 12;

/// Tells the steps on a position that is worth so much.
///
/// # Errors
/// See [`NoAnswer`].
pub(super) fn play(
    game: &TracedPlay<'_>,
    method: GameMethod,
    worth: Option<i32>,
    told: &mut TellingRecorder<'_>,
    budget: &mut Budget,
) -> Result<(), NoAnswer> {
    let mut walk = game.walk.clone();
    let mut position = walk.start(budget)?;
    for chosen in &game.played {
        position = walk.steps(&position, budget)?[*chosen as usize].1;
    }
    let mut heard = HeardPlay {
        game,
        walk,
        root: position,
        open: Vec::new(),
        count: 0,
        widest: (0, 0),
        last: 0,
        value: None,
        tree: PictureTree::default(),
        told,
    };
    game.game.trace((&game.played, method), &mut heard, budget)?;
    if !heard.told.recorder.is_cut() {
        heard.told.recorder.draw(take(&mut heard.tree));
    }
    match heard.value.map(|it| it - game.gained) {
        // It came to its end before it looked whether it should: what followed was not heard.
        _ if heard.told.recorder.is_cut() => Ok(()),
        value if value == worth => Ok(()),
        _ => Err(NoAnswer::Unverified("the steps end with another value".to_owned())),
    }
}

/// A position on the way to the one that is looked at.
struct OpenPosition {
    /// Its number among those looked at.
    number: usize,
    /// The move that leads to it, and what it is called: by the moves from the position asked about.
    entry: String,
    name: String,
    /// Who moves, or how the play has ended.
    sight: String,
    /// The moves, each with the position behind it.
    moves: Vec<(String, u32)>,
    /// What moves have gained the first player.
    gained: i32,
    alpha: i32,
    beta: i32,
    /// Whose move has made the window narrower, if any has: the first player's.
    is_first: bool,
    /// How many nodes of the tree are right below it.
    below: usize,
}

struct HeardPlay<'a, 'p, 't> {
    game: &'a TracedPlay<'p>,
    walk: GameWalk<'p>,
    root: u32,
    open: Vec<OpenPosition>,
    /// Positions looked at so far.
    count: usize,
    /// The window at the root, which stands for no bounds.
    widest: (i32, i32),
    /// The position that was left last.
    last: usize,
    /// What the root is worth.
    value: Option<i32>,
    /// The positions that were left, each with its value.
    tree: PictureTree,
    told: &'a mut TellingRecorder<'t>,
}

impl HeardPlay<'_, '_, '_> {
    fn number(&self, score: i32) -> String {
        match score {
            it if it <= self.widest.0 => "-∞".to_owned(),
            it if it >= self.widest.1 => "∞".to_owned(),
            it => it.to_string(),
        }
    }

    /// As in "alpha -∞, beta 1".
    fn window(&self, position: &OpenPosition) -> String {
        let [alpha, beta] = [position.alpha, position.beta].map(|it| self.number(it));
        format!("alpha {alpha}, beta {beta}")
    }

    /// A position behind the last open one by the moves that lead to it, of a long play the last ones.
    fn name(&self, word: &str) -> String {
        let moves = self.open[1..].iter().map(|it| it.entry.as_str()).chain([word]);
        let all: Vec<&str> = moves.collect();
        match all.len().checked_sub(FEW) {
            Some(before @ 1..) => format!("after {before} moves and {}", all[before..].join(" ")),
            _ => format!("after {}", all.join(" ")),
        }
    }

    /// The level of the last open position.
    fn depth(&self) -> usize {
        self.open.len() - 1
    }

    fn enter(&mut self, chosen: Option<u32>, gain: i32, (alpha, beta): (i32, i32)) {
        let (position, gained, name, entry) = match (self.open.last(), chosen) {
            (Some(above), Some(chosen)) => {
                let (word, next) = &above.moves[chosen as usize];
                (*next, above.gained + gain, self.name(word), word.clone())
            }
            _ => {
                self.widest = (alpha + self.game.gained, beta + self.game.gained);
                let name = "the position asked about".to_owned();
                (self.root, self.game.gained, name.clone(), name)
            }
        };
        // The walk looks at no limits.
        let unlimited = &mut Budget::unlimited();
        let moves = self.walk.steps(&position, unlimited).unwrap_or_default();
        let sight = self.walk.sight(&position, unlimited).ok().flatten().unwrap_or_default();
        self.count += 1;
        let (number, alpha, beta) = (self.count, alpha + gained, beta + gained);
        let open = OpenPosition {
            number,
            entry: entry.clone(),
            name,
            sight,
            moves,
            gained,
            alpha,
            beta,
            is_first: false,
            below: 0,
        };
        let parts = vec![open.name.clone()];
        self.told.item(TracedItem { number, parts, origin: None, place: None });
        let (window, is_over) = (self.window(&open), open.moves.is_empty());
        let (name, sight) = (open.name.clone(), open.sight.clone());
        self.open.push(open);
        let says = match is_over {
            true => format!("Over: {name} the play has ended: {sight}."),
            false => format!("Enter: {name}, {sight}, with {window}."),
        };
        let words = if is_over { sight.clone() } else { format!("{sight}   {window}") };
        let words = if number == 1 { words } else { format!("{entry}: {words}") };
        let mark = if is_over { sight } else { format!("{sight}, {window}") };
        self.told.step(TracedStep {
            kind: if is_over { "over" } else { "enter" },
            says,
            level: self.depth(),
            entry: Some(entry),
            item: Some(number),
            marks: vec![ItemMark { item: number, says: mark }],
            words: (self.depth(), words),
            ..TracedStep::default()
        });
    }

    fn narrow(&mut self, alpha: i32, beta: i32) {
        let Some(open) = self.open.last_mut() else { return };
        let (alpha, beta) = (alpha + open.gained, beta + open.gained);
        let is_first = alpha != open.alpha;
        (open.alpha, open.beta, open.is_first) = (alpha, beta, is_first);
        let open = &self.open[self.depth()];
        let (name, window) = (open.name.clone(), self.window(open));
        let [first, second] = &self.game.players;
        let (kind, says) = match is_first {
            true => {
                let alpha = self.number(alpha);
                ("raise", format!("Raise: {name}, {first} is sure of {alpha}, which is alpha now."))
            }
            false => {
                let beta = self.number(beta);
                let says = format!("{name}, {second} need give no more than {beta}");
                ("lower", format!("Lower: {says}, which is beta now."))
            }
        };
        self.told.step(TracedStep {
            kind,
            says,
            level: self.depth(),
            item: Some(open.number),
            from: vec![self.last],
            marks: vec![ItemMark { item: open.number, says: format!("{}, {window}", open.sight) }],
            words: (self.depth(), window),
            ..TracedStep::default()
        });
    }

    fn cut(&mut self, left: usize) {
        let Some(open) = self.open.last_mut() else { return };
        open.below += 1;
        let open = &self.open[self.depth()];
        let moves = open.moves[open.moves.len() - left..].iter().map(|it| it.0.as_str());
        let moves: Vec<_> = moves.collect();
        let more = moves.len().saturating_sub(FEW);
        let mut moves = moves[..moves.len() - more].join(" ");
        if more > 0 {
            moves = format!("{moves} and {more} more");
        }
        let [alpha, beta] = [open.alpha, open.beta].map(|it| self.number(it));
        let says = format!(
            "Cut: {}, alpha is {alpha} and beta {beta}, so that the play does not come here; not tried: {moves}.",
            open.name
        );
        let words = format!("not tried: {moves}");
        self.tree.push(Label::new(&words, PartRole::Muted), 0);
        let (item, level) = (Some(open.number), self.depth());
        self.told.step(TracedStep {
            kind: "cut",
            says,
            level,
            item,
            words: (level, words),
            ..TracedStep::default()
        });
    }

    /// Puts a position that was left above those behind it.
    fn grow(&mut self, left: &OpenPosition, value: &str) {
        let label = match self.open.last_mut() {
            None => value.to_owned(),
            Some(above) => {
                above.below += 1;
                format!("{}: {value}", left.entry)
            }
        };
        self.tree.push(label, left.below);
    }

    fn leave(&mut self, low: i32, high: i32) {
        let depth = self.depth();
        let Some(open) = self.open.pop() else { return };
        let (low, high) = (low + open.gained, high + open.gained);
        self.last = open.number;
        self.value = (low == high).then_some(low);
        if open.moves.is_empty() {
            return self.grow(&open, &open.sight);
        }
        let (is_least, is_most) = (low - 1 <= self.widest.0, high + 1 >= self.widest.1);
        let value = match (low, high) {
            _ if low == high => format!("worth {low}"),
            _ if is_least && !(is_most && open.is_first) => format!("worth at most {high}"),
            _ if is_most => format!("worth at least {low}"),
            _ => format!("worth {low} to {high}"),
        };
        self.grow(&open, &value);
        self.told.step(TracedStep {
            kind: "value",
            says: format!("Value: {}, it is {value}.", open.name),
            level: depth.saturating_sub(1),
            item: Some(open.number),
            marks: vec![ItemMark { item: open.number, says: value.clone() }],
            words: (depth, value),
            ..TracedStep::default()
        });
    }
}

impl PlayObserver for HeardPlay<'_, '_, '_> {
    fn hear(&mut self, step: PlaySearchStep) {
        // What is not kept need not be put into words.
        if self.told.recorder.is_cut() {
            return;
        }
        match step {
            PlaySearchStep::Enter { chosen, gain, alpha, beta } => {
                self.enter(chosen, gain, (alpha, beta));
            }
            PlaySearchStep::Narrow { alpha, beta } => self.narrow(alpha, beta),
            PlaySearchStep::Cut { left } => self.cut(left as usize),
            PlaySearchStep::Leave { low, high } => self.leave(low, high),
        }
    }
}
