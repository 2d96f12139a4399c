//! Puzzles made by chance: a solution that has as many as it can of values that chance picks, and what is given of
//! it; then places that tell less, one after the other, as long as no other solution is left.

use super::atoms::ToldAtom;
use super::lower::Lowering;
use super::open::{OpenPuzzle, Telling};
use super::puzzle::SheetPuzzle;
use super::told::Says;
use super::understood::Missing;
use super::world::World;
use crate::kinds::{Attempt, Chance, Made, Making, Posed, Refusal};
use puzzle_engine::logic::sheet::{SentenceId, SheetSentence, SheetState};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{SheetTask, aim};

const WITHOUT_MEANING: &str = "a rule has no meaning";

impl SheetPuzzle<'_> {
    pub(super) fn attempted(
        &self,
        chance: &mut Chance,
        making: Making,
    ) -> Result<Attempt<'_>, Refusal> {
        if self.is_game() || self.is_doing() {
            return Err("games and puzzles of doing are not made".to_owned());
        }
        if self.understood.missing.iter().any(|it| !matches!(it, Missing::Given(..))) {
            return Err(self.not_begun());
        }
        let mut open = OpenPuzzle::of(&self.understood);
        if open.not_opened().next().is_some() {
            return Err(format!("{}; draw or write it in part at least", self.refusal()));
        }
        if open.spots.is_empty() {
            return Err("it leaves nothing open; draw `.` where something may be told".to_owned());
        }
        if making.is_symmetric && !(0..open.spots.len()).any(|it| open.cell(it).is_some()) {
            return Err(
                "nothing that it leaves open stands on a board, opposite to another".to_owned()
            );
        }
        chance.shuffle(&mut open.spots);
        // What is to be found is told where what is given does not suffice.
        open.spots.sort_by_key(|it| !it.cells.is_empty());
        let mut lowering = settled(&open)?;
        let wishes = wishes(&open, &mut lowering, chance).ok_or(WITHOUT_MEANING)?;
        let task = SheetTask { sheet: lowering.sheet, aim: aim::PreferState(wishes) };
        Ok(Posed::new(task, move |_, found| match found {
            Outcome::Found(state) => thinned(open, making, state),
            Outcome::Contradictory(_) => None,
        }))
    }

    /// Why nothing can be made of it, and of what it can.
    fn not_begun(&self) -> Refusal {
        let understood = &self.understood;
        let name = understood.lineage.own().slice(understood.lineage.own().name);
        let is_size = |it: &Missing| matches!(it, Missing::Size(_));
        let line = match (&understood.symbols.grid, understood.missing.iter().any(is_size)) {
            (Some(grid), true) => {
                let cells = &understood.symbols.sorts[grid.cells as usize].name;
                format!("grid {cells} = 6 by 6")
            }
            _ => understood
                .missing
                .iter()
                .find_map(|it| match it {
                    Missing::Things(sort, _) => Some(format!("sort {sort} = …")),
                    _ => None,
                })
                .unwrap_or_default(),
        };
        format!(
            "{}; make one of a puzzle that does: `puzzle mine: {name} {{ {line} }}`",
            self.refusal()
        )
    }
}

/// The sheet in which what is given and left open is to be found.
fn settled<'o, 'a>(open: &'o OpenPuzzle<'_, 'a>) -> Result<Lowering<'o, 'a>, Refusal> {
    let mut lowering = Lowering::new(&open.opened, &[])?;
    for it in &open.settled {
        let rule = lowering.atom(it).ok_or(WITHOUT_MEANING)?;
        lowering.sheet.rules.push(rule);
    }
    Ok(lowering)
}

/// Values that chance picks of all that is to be found, and behind them of what is given and open; and that this is
/// told wherever it can be.
fn wishes(
    open: &OpenPuzzle<'_, '_>,
    lowering: &mut Lowering<'_, '_>,
    chance: &mut Chance,
) -> Option<Vec<SentenceId>> {
    let mut wishes = Vec::new();
    for symbol in open.found() {
        // A predicate holds of one in so many things.
        let one_in = 2 + chance.below(4);
        let range = open.values_of(symbol);
        for arguments in open.tuples(symbol) {
            let value = match range {
                Some(range) => chance.within(range),
                None => i64::from(chance.below(one_in) == 0),
            };
            wishes.push(lowering.atom(&ToldAtom { symbol, arguments, value: Some(value) })?);
        }
    }
    chance.shuffle(&mut wishes);
    let mut cells: Vec<_> = open.spots.iter().flat_map(|it| &it.cells).collect();
    chance.shuffle(&mut cells);
    // Where many values could be given, those that stand there more than once say more of each other.
    let spread = 1 + chance.below(1000) as i64;
    for (symbol, arguments) in &cells {
        if let Some((least, most)) = open.values_of(*symbol) {
            let are_numbers = open.understood.is_of_numbers(*symbol);
            let most = if are_numbers { least + (most - least) * spread / 1000 } else { most };
            let (value, arguments) = (Some(chance.within((least, most))), arguments.clone());
            wishes.push(lowering.atom(&ToldAtom { symbol: *symbol, arguments, value })?);
        }
    }
    for (symbol, arguments) in cells {
        let (symbol, value) = (*symbol, open.untold(*symbol));
        let untold = lowering.atom(&ToldAtom { symbol, arguments: arguments.clone(), value })?;
        wishes.push(lowering.sheet.sentence(SheetSentence::Not(untold)));
    }
    Some(wishes)
}

/// Places at which something is told together, and what may be told there: of each place which of its tellings.
struct SpotGroup {
    spots: Vec<usize>,
    choices: Vec<Vec<usize>>,
}

/// The places, one by one or with those opposite.
fn groups(open: &OpenPuzzle<'_, '_>, tellings: &[Vec<Telling>], making: Making) -> Vec<SpotGroup> {
    let most = |spot: usize| if making.is_full { 1 } else { tellings[spot].len() };
    let alone = |spot: usize| SpotGroup {
        spots: vec![spot],
        choices: (0..most(spot)).map(|it| vec![it]).collect(),
    };
    let opposite = |spot: usize| {
        let (subject, cell) = open.cell(spot)?;
        let (height, width) = open.understood.symbols.grid.as_ref()?.size()?;
        let opposite = (height * width) as i64 - 1 - cell;
        (0..tellings.len()).find(|it| *it != spot && open.cell(*it) == Some((subject, opposite)))
    };
    let mut groups = Vec::new();
    for spot in 0..tellings.len() {
        match opposite(spot).filter(|_| making.is_symmetric) {
            None => groups.push(alone(spot)),
            Some(other) if other < spot => {}
            Some(other) => {
                let least = [spot, other].map(|it| tellings[it].len() - 1).to_vec();
                let can_both = least.iter().all(|it| *it > 0);
                let mut choices = if can_both { vec![vec![0, 0]] } else { Vec::new() };
                if !(making.is_full && can_both) {
                    choices.push(least);
                }
                groups.push(SpotGroup { spots: vec![spot, other], choices });
            }
        }
    }
    groups
}

/// How little of a solution has to be told.
fn thinned<'p, 'a: 'p>(
    open: OpenPuzzle<'p, 'a>,
    making: Making,
    state: SheetState,
) -> Option<Posed<'p, Option<Made>>> {
    let tellings: Vec<Vec<Telling>> = {
        let world = World::new(&open.opened, &state);
        open.spots.iter().map(|it| open.tellings(it, &world)).collect()
    };
    let groups = groups(&open, &tellings, making);
    let (sheet, symbols, lists) = {
        let mut lowering = settled(&open).ok()?;
        let mut lists = Vec::new();
        for group in &groups {
            let mut list = Vec::new();
            for choice in &group.choices {
                let mut parts = Vec::new();
                for (spot, at) in group.spots.iter().zip(choice) {
                    let cells = &open.spots[*spot].cells;
                    parts.push(told_alone(&open, cells, &tellings[*spot][*at], &mut lowering)?);
                }
                list.push(match parts[..] {
                    [one] => one,
                    _ => lowering.sheet.sentence(SheetSentence::And(parts.into())),
                });
            }
            lists.push(list);
        }
        let symbols = open.found().filter_map(|it| lowering.symbols.get(&it).copied()).collect();
        (lowering.sheet, symbols, lists)
    };
    let task = SheetTask { sheet, aim: aim::TellLeast { state, symbols, lists } };
    Some(Posed::new(task, move |_, chosen| {
        let mut of_spots = vec![0; tellings.len()];
        for (group, choice) in groups.iter().zip(chosen?) {
            for (spot, at) in group.spots.iter().zip(&group.choices[choice]) {
                of_spots[*spot] = *at;
            }
        }
        let mut made = open.written(&tellings, &of_spots);
        made.told = in_words(made.givens, making);
        Some(made)
    }))
}

fn in_words(givens: usize, making: Making) -> String {
    let were = if givens == 1 { "1 given was added" } else { "givens were added" };
    let were = if givens == 1 { were.to_owned() } else { format!("{givens} {were}") };
    match (givens, making) {
        (0, _) => "nothing has to be added".to_owned(),
        (_, Making { is_full: true, .. }) => format!("{were}, as many as there can be"),
        (_, Making { is_symmetric: true, .. }) => {
            format!("{were}, and each is needed, or the one opposite")
        }
        (1, _) => format!("{were}, and it is needed"),
        _ => format!("{were}, and each is needed"),
    }
}

/// That something is told at a place, and nothing else of what could be.
fn told_alone(
    open: &OpenPuzzle<'_, '_>,
    cells: &[(u32, Vec<i64>)],
    (_, says): &Telling,
    lowering: &mut Lowering<'_, '_>,
) -> Option<SentenceId> {
    let mut parts = Vec::new();
    for it in says {
        parts.push(lowering.says(it)?);
    }
    for (symbol, arguments) in cells {
        let is_told = says.iter().any(
            |it| matches!(it, Says::Told(it) if (it.symbol, &it.arguments) == (*symbol, arguments)),
        );
        if !is_told {
            let (symbol, arguments) = (*symbol, arguments.clone());
            let value = open.untold(symbol);
            parts.push(lowering.atom(&ToldAtom { symbol, arguments, value })?);
        }
    }
    Some(lowering.sheet.sentence(SheetSentence::And(parts.into())))
}
