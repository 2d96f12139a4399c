//! The board of a solution: each cell with the sign that is true of it, in the signs that drawings of
//! the puzzle use.

use super::atoms::{VariableValues, conjuncts, evaluate};
use super::classes::Type;
use super::drawing::{self, BLANK, NOTHING};
use super::resolve::{NodeRole, Resolved};
use super::symbols::NameOrigin;
use super::told::{UnderstoodSign, board_functions};
use super::understood::Understood;
use super::world::World;
use crate::syntax::ast::SentenceOp;

/// The signs of all cells of a solution, row by row.
#[derive(Clone)]
pub(super) struct Board {
    /// The signs.
    pub rows: Vec<Vec<String>>,
    /// What stands where there is no sign.
    pub nothing: &'static str,
    /// Which cells say something that is to be found.
    pub is_found: Vec<Vec<bool>>,
    /// What is told of each cell beside that, the lowest first.
    pub beneath: Vec<Vec<Vec<String>>>,
    /// The symbols that it shows.
    pub shown: Vec<u32>,
}

/// A statement about values that can be looked up.
enum Part {
    /// It is true or false.
    Truth(bool),
    /// The number of the sign has this value.
    Number(u32, i64),
}

impl Board {
    /// The board of a solution; `None` when the puzzle has no grid, or nothing on it is to be found.
    pub(super) fn of(understood: &Understood<'_>, world: &World<'_>) -> Option<Self> {
        let symbols = &understood.symbols;
        let (height, width) = symbols.grid.as_ref()?.size()?;
        let functions = board_functions(symbols);
        let is_found = |it: u32| symbols.symbols[it as usize].origin == NameOrigin::Found;
        let found = functions.iter().copied().find(|it| is_found(it.0));
        let shown = shown(understood);
        if shown.is_empty() {
            return None;
        }
        // A number that is told is shown by itself where nothing else is to be said.
        let given = functions.iter().copied().find(|(symbol, sort)| {
            !is_found(*symbol) && symbols.type_of_sort(*sort) == Type::Number
        });
        let mut signs: Vec<&UnderstoodSign<'_>> = understood.signs.iter().collect();
        signs.sort_by_key(|it| std::cmp::Reverse(conjuncts(&it.sentence).len()));
        let (of_found, of_given): (Vec<&UnderstoodSign<'_>>, Vec<_>) =
            signs.iter().copied().partition(|it| speaks_of(&it.sentence, &shown));
        let value = |of: Option<(u32, u32)>, cell: i64| {
            let (symbol, sort) = of?;
            let value = world.value(symbol, &[cell])??;
            Some(symbols.written_value(sort, value))
        };
        let sign = |signs: &[&UnderstoodSign<'_>], cell: i64| {
            signs.iter().find_map(|it| written(it, cell, understood, world))
        };
        let nothing = if signs.iter().any(|it| it.sign.text == NOTHING) { BLANK } else { NOTHING };
        let cell = |cell: i64| {
            let found = sign(&of_found, cell).or_else(|| value(found, cell));
            let is_found = found.is_some();
            let text = found
                .or_else(|| sign(&of_given, cell))
                .or_else(|| value(given, cell))
                .unwrap_or_else(|| nothing.to_owned());
            (text, is_found)
        };
        let beneath = |cell: i64| {
            let told = of_given.iter().rev();
            let mut told: Vec<_> =
                told.filter_map(|it| written(it, cell, understood, world)).collect();
            told.extend(value(given, cell));
            told.dedup();
            told
        };
        let number = |row: usize| (row * width..(row + 1) * width).map(|it| it as i64);
        let (rows, is_found) = (0..height).map(|row| number(row).map(cell).unzip()).unzip();
        let beneath = (0..height).map(|row| number(row).map(beneath).collect()).collect();
        Some(Self { rows, nothing, is_found, beneath, shown })
    }

    pub(super) fn lines(&self, understood: &Understood<'_>) -> Vec<String> {
        let grid = understood.symbols.grid.as_ref();
        let boxes = grid.and_then(|it| it.boxes).map(|it| it.0);
        drawing::lines(&self.rows, boxes)
    }
}

/// Whether a sentence mentions one of some symbols.
pub(super) fn speaks_of(sentence: &Resolved<'_>, symbols: &[u32]) -> bool {
    sentence.roles.iter().any(|it| matches!(it, NodeRole::Symbol(it) if symbols.contains(it)))
}

/// A sign as it is written at a cell, if it is true there.
pub(super) fn written(
    known: &UnderstoodSign<'_>,
    cell: i64,
    understood: &Understood<'_>,
    world: &World<'_>,
) -> Option<String> {
    let mut numbers = vec![None; known.letters.len()];
    for node in conjuncts(&known.sentence) {
        let here = |variable: u32| (variable == known.here).then_some(cell);
        match part(&known.sentence, node, understood, world, &here)? {
            Part::Truth(true) => {}
            Part::Truth(false) => return None,
            Part::Number(letter, value) => {
                let at = known.letters.iter().position(|it| *it == letter)?;
                if numbers[at].replace(value).is_some_and(|it| it != value) {
                    return None;
                }
            }
        }
    }
    let numbers: Option<Vec<i64>> = numbers.into_iter().collect();
    Some(known.sign.write(&numbers?))
}

/// What a part of a sign's sentence says in a solution; `None` when that is more than a look at a value.
fn part(
    sentence: &Resolved<'_>,
    mut node: usize,
    understood: &Understood<'_>,
    world: &World<'_>,
    values: VariableValues<'_>,
) -> Option<Part> {
    let mut is_true = true;
    while sentence.nodes[node].op == SentenceOp::Not {
        is_true = !is_true;
        node -= 1;
    }
    let operands = sentence.operands(node);
    match sentence.nodes[node].op {
        SentenceOp::Apply { .. } => {
            let value = looked_up(sentence, node, understood, world, values)?;
            Some(Part::Truth((value == Some(1)) == is_true))
        }
        op @ (SentenceOp::Equal | SentenceOp::Unequal) => {
            let is_true = is_true == (op == SentenceOp::Equal);
            let look = |it: usize| looked_up(sentence, it, understood, world, values);
            let letter = |it: usize| match sentence.roles[it] {
                NodeRole::Variable(variable) if values(variable).is_none() => Some(variable),
                _ => None,
            };
            let (first, second) = (operands[0], operands[1]);
            for (one, other) in [(first, second), (second, first)] {
                if let Some(letter) = letter(one) {
                    return Some(match look(other)?.filter(|_| is_true) {
                        Some(value) => Part::Number(letter, value),
                        None => Part::Truth(false),
                    });
                }
            }
            let (one, other) = (look(first)?, look(second)?);
            let asks_for_none =
                [first, second].iter().any(|it| sentence.roles[*it] == NodeRole::Nothing);
            let is_same = one == other && (one.is_some() || asks_for_none);
            Some(Part::Truth(is_same == is_true))
        }
        SentenceOp::Truth(truth) => Some(Part::Truth(truth == is_true)),
        _ => None,
    }
}

/// The value of a term or a statement that is a symbol applied to plain things; `None` when it is something
/// else.
fn looked_up(
    sentence: &Resolved<'_>,
    node: usize,
    understood: &Understood<'_>,
    world: &World<'_>,
    values: VariableValues<'_>,
) -> Option<Option<i64>> {
    if let Some(value) = evaluate(sentence, node, &understood.symbols, values) {
        return Some(value);
    }
    match sentence.roles[node] {
        NodeRole::Nothing => Some(None),
        NodeRole::Symbol(symbol) => {
            let mut arguments = Vec::new();
            for operand in sentence.operands(node) {
                match evaluate(sentence, operand, &understood.symbols, values)? {
                    Some(argument) => arguments.push(argument),
                    None => return Some(None),
                }
            }
            match understood.symbols.symbols[symbol as usize].origin {
                NameOrigin::Found | NameOrigin::Given => world.value(symbol, &arguments),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What is found and shown on the board: values of cells, and what signs speak of.
pub(super) fn shown(understood: &Understood<'_>) -> Vec<u32> {
    let symbols = &understood.symbols;
    if symbols.grid.is_none() {
        return Vec::new();
    }
    let is_found = |it: &u32| symbols.symbols[*it as usize].origin == NameOrigin::Found;
    let functions = board_functions(symbols).into_iter().map(|it| it.0);
    let mut shown: Vec<u32> = functions.filter(is_found).take(1).collect();
    for role in understood.signs.iter().flat_map(|it| &it.sentence.roles) {
        if let NodeRole::Symbol(symbol) = role
            && is_found(symbol)
            && !shown.contains(symbol)
        {
            shown.push(*symbol);
        }
    }
    shown
}

/// The symbols that a board shows, if there is one.
pub(super) fn shown_on(board: Option<&Board>) -> &[u32] {
    board.map_or(&[], |it| &it.shown)
}
