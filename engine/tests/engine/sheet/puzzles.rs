//! Known puzzles as sheets.

use puzzle_engine::logic::sheet::{
    Comparison, Fold, Operation, SentenceId, Sheet, SheetVariable, SortId, SymbolId, SymbolOrigin,
    TermId,
};

use super::build::Build;

/// A board: cells from 0, row by row.
pub(super) struct Board {
    pub cell: SortId,
    pub row: SymbolId,
    pub column: SymbolId,
    pub beside: SymbolId,
    pub touches: SymbolId,
    pub rows: SortId,
    pub columns: SortId,
}

pub(super) fn board(build: &mut Build, width: i64, height: i64) -> Board {
    let cells = width * height;
    let cell = build.sort(0..=cells - 1);
    let (rows, columns) = (build.sort(1..=height), build.sort(1..=width));
    let row = build.given(&[cell], (0..cells).map(|it| Some(it / width + 1)).collect());
    let column = build.given(&[cell], (0..cells).map(|it| Some(it % width + 1)).collect());
    let pairs = || (0..cells).flat_map(|one| (0..cells).map(move |other| (one, other)));
    let away = |(one, other): (i64, i64)| {
        ((one / width - other / width).abs(), (one % width - other % width).abs())
    };
    let near = |it| matches!(away(it), (0, 1) | (1, 0));
    let beside = build.facts(&[cell, cell], pairs().map(near).collect());
    let close = |it| matches!(away(it), (0 | 1, 1) | (1, 0));
    let touches = build.facts(&[cell, cell], pairs().map(close).collect());
    Board { cell, row, column, beside, touches, rows, columns }
}

/// That a function of a variable has the value of another.
fn lies_in(
    build: &mut Build,
    symbol: SymbolId,
    cell: SheetVariable,
    line: SheetVariable,
) -> SentenceId {
    let (cell, line) = (build.of(cell), build.of(line));
    let place = build.apply(symbol, &[cell]);
    build.equal(place, line)
}

/// A predicate or function of variables.
fn at(build: &mut Build, symbol: SymbolId, variables: &[SheetVariable]) -> TermId {
    let terms: Vec<_> = variables.iter().map(|it| build.of(*it)).collect();
    build.apply(symbol, &terms)
}

fn is(build: &mut Build, symbol: SymbolId, variables: &[SheetVariable]) -> SentenceId {
    let terms: Vec<_> = variables.iter().map(|it| build.of(*it)).collect();
    build.holds(symbol, &terms)
}

pub(super) fn sudoku(givens: &str, side: i64) -> Sheet {
    let mut build = Build::default();
    let size = side * side;
    let board = board(&mut build, size, size);
    let block = |it: i64| it / size / side * side + it % size / side + 1;
    let block = build.given(&[board.cell], (0..size * size).map(|it| Some(block(it))).collect());
    let digit = build.function(&[board.cell], 1..=size);
    for line in [board.row, board.column, block] {
        let (number, cell) = (build.variable(board.rows), build.variable(board.cell));
        let is_in = lies_in(&mut build, line, cell, number);
        let value = at(&mut build, digit, &[cell]);
        let differ = build.distinct(&[cell], is_in, value);
        let all = build.all(&[number], differ);
        build.rule(all);
    }
    for (cell, sign) in (0..).zip(givens.chars()) {
        if let Some(value @ 1..) = sign.to_digit(36) {
            let (cell, value) = (build.number(cell), build.number(value.into()));
            let digit = build.apply(digit, &[cell]);
            let is_so = build.equal(digit, value);
            build.rule(is_so);
        }
    }
    build.0
}

pub(super) const HARD: [&str; 5] = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
];

pub(super) const HITORI: [&[i64]; 5] =
    [&[2, 2, 1, 5, 3], &[2, 3, 1, 4, 5], &[1, 1, 1, 3, 5], &[1, 3, 5, 4, 2], &[5, 4, 3, 2, 1]];

/// SEND + MORE = MONEY.
pub(super) fn money() -> Sheet {
    let mut build = Build::default();
    let letters = build.sort(0..=7);
    let digit = build.function(&[letters], 0..=9);
    let letter = build.variable(letters);
    let (every, value) = (build.truth(true), at(&mut build, digit, &[letter]));
    let differ = build.distinct(&[letter], every, value);
    build.rule(differ);
    let [s, e, n, d, m, o, r, y] = [0, 1, 2, 3, 4, 5, 6, 7].map(|it| {
        let letter = build.number(it);
        build.apply(digit, &[letter])
    });
    let zero = build.number(0);
    for first in [s, m] {
        let is_first = build.less(zero, first);
        build.rule(is_first);
    }
    let mut number = |digits: &[TermId]| {
        let mut sum = zero;
        for digit in digits {
            let ten = build.number(10);
            let shifted = build.binary(Operation::Times, sum, ten);
            sum = build.plus(shifted, *digit);
        }
        sum
    };
    let (send, more) = (number(&[s, e, n, d]), number(&[m, o, r, e]));
    let total = number(&[m, o, n, e, y]);
    let sum = build.plus(send, more);
    let adds_up = build.equal(sum, total);
    build.rule(adds_up);
    build.0
}

pub(super) fn magic(size: i64) -> Sheet {
    let mut build = Build::default();
    let board = board(&mut build, size, size);
    let number = build.function(&[board.cell], 1..=size * size);
    let cell = build.variable(board.cell);
    let (every, value) = (build.truth(true), at(&mut build, number, &[cell]));
    let differ = build.distinct(&[cell], every, value);
    build.rule(differ);
    let total = build.number(size * (size * size + 1) / 2);
    for line in [board.row, board.column] {
        let (which, cell) = (build.variable(board.rows), build.variable(board.cell));
        let is_in = lies_in(&mut build, line, cell, which);
        let value = at(&mut build, number, &[cell]);
        let sum = build.fold(Fold::Sum, &[cell], is_in, value);
        let is_total = build.equal(sum, total);
        let all = build.all(&[which], is_total);
        build.rule(all);
    }
    for is_falling in [true, false] {
        let cell = build.variable(board.cell);
        let row = at(&mut build, board.row, &[cell]);
        let column = at(&mut build, board.column, &[cell]);
        let last = build.number(size + 1);
        let mirrored = build.binary(Operation::Minus, last, column);
        let is_in = build.equal(row, if is_falling { column } else { mirrored });
        let value = at(&mut build, number, &[cell]);
        let sum = build.fold(Fold::Sum, &[cell], is_in, value);
        let is_total = build.equal(sum, total);
        build.rule(is_total);
    }
    build.0
}

pub(super) fn queens(size: i64) -> Sheet {
    let mut build = Build::default();
    let line = build.sort(1..=size);
    let queen = build.function(&[line], 1..=size);
    let x = build.variable(line);
    let (every, value) = (build.truth(true), at(&mut build, queen, &[x]));
    let differ = build.distinct(&[x], every, value);
    build.rule(differ);
    let (x, y) = (build.variable(line), build.variable(line));
    let (one, other) = (build.of(x), build.of(y));
    let is_before = build.less(one, other);
    let (first, second) = (at(&mut build, queen, &[x]), at(&mut build, queen, &[y]));
    let between = build.binary(Operation::Minus, second, first);
    let (between, steps) = (build.absolute(between), build.binary(Operation::Minus, other, one));
    let is_same = build.equal(between, steps);
    let differs = build.not(is_same);
    let rule = build.implies(is_before, differs);
    let rule = build.all(&[x, y], rule);
    build.rule(rule);
    build.0
}

/// Queens that guard a board, and how many there are.
pub(super) fn guards(size: i64) -> (Sheet, TermId) {
    let mut build = Build::default();
    let board = board(&mut build, size, size);
    let queen = build.predicate(&[board.cell]);
    let (c, d) = (build.variable(board.cell), build.variable(board.cell));
    let [row, column, other_row, other_column] =
        [(board.row, c), (board.column, c), (board.row, d), (board.column, d)]
            .map(|(symbol, it)| at(&mut build, symbol, &[it]));
    let mut ways = vec![build.equal(row, other_row), build.equal(column, other_column)];
    for operation in [Operation::Plus, Operation::Minus] {
        let one = build.binary(operation, row, column);
        let other = build.binary(operation, other_row, other_column);
        ways.push(build.equal(one, other));
    }
    let sees = build.or(&ways);
    let guard = is(&mut build, queen, &[d]);
    let guards = build.and(&[guard, sees]);
    let some = build.some(&[d], guards);
    let all = build.all(&[c], some);
    build.rule(all);
    let cell = build.variable(board.cell);
    let guard = is(&mut build, queen, &[cell]);
    let count = build.count(&[cell], guard);
    (build.0, count)
}

/// Lamps that are switched with their neighbours, and how many are pressed.
pub(super) fn lights(size: i64) -> (Sheet, TermId) {
    let mut build = Build::default();
    let board = board(&mut build, size, size);
    let pressed = build.predicate(&[board.cell]);
    let (c, d) = (build.variable(board.cell), build.variable(board.cell));
    let (one, other) = (build.of(c), build.of(d));
    let is_same = build.equal(one, other);
    let near = is(&mut build, board.beside, &[c, d]);
    let switches = build.or(&[is_same, near]);
    let is_pressed = is(&mut build, pressed, &[d]);
    let body = build.and(&[is_pressed, switches]);
    let count = build.count(&[d], body);
    let (one, two) = (build.number(1), build.number(2));
    let parity = build.binary(Operation::Remainder, count, two);
    let is_odd = build.equal(parity, one);
    let all = build.all(&[c], is_odd);
    build.rule(all);
    let cell = build.variable(board.cell);
    let is_pressed = is(&mut build, pressed, &[cell]);
    let count = build.count(&[cell], is_pressed);
    (build.0, count)
}

/// Things of some weight and worth, of which as much as can be carried is packed, and their worth.
pub(super) fn knapsack(things: &[(i64, i64)], most: i64) -> (Sheet, TermId) {
    let mut build = Build::default();
    let thing = build.sort(0..=things.len() as i64 - 1);
    let weight = build.given(&[thing], things.iter().map(|it| Some(it.0)).collect());
    let worth = build.given(&[thing], things.iter().map(|it| Some(it.1)).collect());
    let packed = build.predicate(&[thing]);
    let mut total = |symbol| {
        let variable = build.variable(thing);
        let body = is(&mut build, packed, &[variable]);
        let value = at(&mut build, symbol, &[variable]);
        build.fold(Fold::Sum, &[variable], body, value)
    };
    let (weight, worth) = (total(weight), total(worth));
    let most = build.number(most);
    let is_light = build.at_most(weight, most);
    build.rule(is_light);
    (build.0, worth)
}

/// A square of numbers of which some are blackened, so that no line has one twice, none touch, and the
/// rest hangs together.
pub(super) fn hitori(numbers: &[&[i64]]) -> Sheet {
    let mut build = Build::default();
    let size = numbers.len() as i64;
    let board = board(&mut build, size, size);
    let number = numbers.iter().flat_map(|row| row.iter().map(|it| Some(*it))).collect();
    let number = build.given(&[board.cell], number);
    let black = build.predicate(&[board.cell]);
    let joined = joined(&mut build, &board, black);
    let pair = |build: &mut Build| (build.variable(board.cell), build.variable(board.cell));
    let (c, d) = pair(&mut build);
    let [one, other, near] = [(black, vec![c]), (black, vec![d]), (board.beside, vec![c, d])]
        .map(|(symbol, it)| is(&mut build, symbol, &it));
    let both = build.and(&[one, other, near]);
    let some = build.some(&[c, d], both);
    let apart = build.not(some);
    build.rule(apart);
    for line in [board.row, board.column] {
        let (c, d) = pair(&mut build);
        let mut same = |symbol| {
            let (one, other) = (at(&mut build, symbol, &[c]), at(&mut build, symbol, &[d]));
            build.equal(one, other)
        };
        let (same_number, same_line) = (same(number), same(line));
        let (one, other) = (build.of(c), build.of(d));
        let is_before = build.less(one, other);
        let (one, other) = (is(&mut build, black, &[c]), is(&mut build, black, &[d]));
        let clash = build.and(&[same_number, same_line, is_before]);
        let either = build.or(&[one, other]);
        let rule = build.implies(clash, either);
        let rule = build.all(&[c, d], rule);
        build.rule(rule);
    }
    let (c, d) = pair(&mut build);
    let [one, other, joined] = [(black, vec![c]), (black, vec![d]), (joined, vec![c, d])]
        .map(|(symbol, it)| is(&mut build, symbol, &it));
    let rule = build.or(&[one, other, joined]);
    let rule = build.all(&[c, d], rule);
    build.rule(rule);
    build.0
}

/// Whether a way leads from a cell to another on which nothing stands.
fn joined(build: &mut Build, board: &Board, black: SymbolId) -> SymbolId {
    let (c, d) = (build.variable(board.cell), build.variable(board.cell));
    let itself = SymbolId(build.0.symbols.len() as u32);
    let nothing = build.truth(false);
    build.symbol(&[board.cell; 2], None, SymbolOrigin::Sentence(vec![c, d], nothing));
    let e = build.variable(board.cell);
    let (start, end) = (is(build, black, &[c]), is(build, black, &[d]));
    let (start, end) = (build.not(start), build.not(end));
    let (one, other) = (build.of(c), build.of(d));
    let is_same = build.equal(one, other);
    let (before, step) = (is(build, itself, &[c, e]), is(build, board.beside, &[e, d]));
    let both = build.and(&[before, step]);
    let some = build.some(&[e], both);
    let way = build.or(&[is_same, some]);
    let body = build.and(&[start, end, way]);
    build.0.symbols[itself.0 as usize].origin = SymbolOrigin::Sentence(vec![c, d], body);
    itself
}

/// One closed line through some dots of a board: places with odd rows and columns are dots, edges lie
/// between them.
pub(super) fn single_loop(dots: i64) -> Sheet {
    let mut build = Build::default();
    let side = 2 * dots - 1;
    let board = board(&mut build, side, side);
    let is_dot = |it: i64| it / side % 2 == 0 && it % side % 2 == 0;
    let is_edge = |it: i64| (it / side + it % side) % 2 == 1;
    let cells = || 0..side * side;
    let dot = build.facts(&[board.cell], cells().map(is_dot).collect());
    let edge = build.facts(&[board.cell], cells().map(is_edge).collect());
    let line = build.predicate(&[board.cell]);
    let p = build.variable(board.cell);
    let (drawn, allowed) = (is(&mut build, line, &[p]), is(&mut build, edge, &[p]));
    let rule = build.implies(drawn, allowed);
    let rule = build.all(&[p], rule);
    build.rule(rule);
    let (e, f) = (build.variable(board.cell), build.variable(board.cell));
    let p = build.variable(board.cell);
    let parts = [(dot, vec![p]), (board.beside, vec![p, e]), (board.beside, vec![p, f])]
        .map(|(symbol, it)| is(&mut build, symbol, &it));
    let both = build.and(&parts);
    let body = build.some(&[p], both);
    let near = build.symbol(&[board.cell; 2], None, SymbolOrigin::Sentence(vec![e, f], body));
    let blank = not_line(&mut build, &board, line);
    let joined = joined(&mut build, &Board { beside: near, ..board }, blank);
    let (p, e, f) =
        (build.variable(board.cell), build.variable(board.cell), build.variable(board.cell));
    let [is_dot, near, drawn] = [(dot, vec![p]), (board.beside, vec![p, e]), (line, vec![e])]
        .map(|(symbol, it)| is(&mut build, symbol, &it));
    let here = build.and(&[is_dot, near, drawn]);
    let [other, drawn] =
        [(board.beside, vec![p, f]), (line, vec![f])].map(|(s, it)| is(&mut build, s, &it));
    let both = build.and(&[other, drawn]);
    let count = build.count(&[f], both);
    let two = build.number(2);
    let two = build.equal(count, two);
    let rule = build.implies(here, two);
    let rule = build.all(&[p, e], rule);
    build.rule(rule);
    let (e, f) = (build.variable(board.cell), build.variable(board.cell));
    let (one, other) = (is(&mut build, line, &[e]), is(&mut build, line, &[f]));
    let both = build.and(&[one, other]);
    let together = is(&mut build, joined, &[e, f]);
    let rule = build.implies(both, together);
    let rule = build.all(&[e, f], rule);
    build.rule(rule);
    let e = build.variable(board.cell);
    let drawn = is(&mut build, line, &[e]);
    let some = build.some(&[e], drawn);
    build.rule(some);
    build.0
}

fn not_line(build: &mut Build, board: &Board, line: SymbolId) -> SymbolId {
    let c = build.variable(board.cell);
    let drawn = is(build, line, &[c]);
    let body = build.not(drawn);
    build.symbol(&[board.cell], None, SymbolOrigin::Sentence(vec![c], body))
}

/// Mines by how many touch some cells.
pub(super) fn mines(rows: &[&str]) -> Sheet {
    let mut build = Build::default();
    let board = board(&mut build, rows[0].len() as i64, rows.len() as i64);
    let clues = rows.iter().flat_map(|row| row.chars().map(|it| it.to_digit(10).map(i64::from)));
    let clue = build.given(&[board.cell], clues.collect());
    let mine = build.predicate(&[board.cell]);
    let clues = build.sort(0..=8);
    let (c, n, d) = (build.variable(board.cell), build.variable(clues), build.variable(board.cell));
    let told = lies_in(&mut build, clue, c, n);
    let mined = is(&mut build, mine, &[c]);
    let both = build.and(&[told, mined]);
    let some = build.some(&[c, n], both);
    let clear = build.not(some);
    build.rule(clear);
    let (c, n) = (build.variable(board.cell), build.variable(clues));
    let told = lies_in(&mut build, clue, c, n);
    let [near, mined] =
        [(board.touches, vec![c, d]), (mine, vec![d])].map(|(s, it)| is(&mut build, s, &it));
    let both = build.and(&[near, mined]);
    let count = build.count(&[d], both);
    let number = build.of(n);
    let is_clue = build.equal(count, number);
    let rule = build.implies(told, is_clue);
    let rule = build.all(&[c, n], rule);
    build.rule(rule);
    build.0
}

/// Black runs of some lengths in each row and column.
pub(super) fn nonogram(across: &[&[i64]], below: &[&[i64]]) -> Sheet {
    let mut build = Build::default();
    let board = board(&mut build, below.len() as i64, across.len() as i64);
    let longest = across.iter().chain(below).map(|it| it.len()).max().unwrap() as i64;
    let nth = build.sort(1..=longest);
    let black = build.predicate(&[board.cell]);
    let lines = [
        (board.rows, board.row, board.column, across),
        (board.columns, board.column, board.row, below),
    ];
    for (sort, line, along, clues) in lines {
        let table =
            |it: &&[i64]| (0..longest as usize).map(|at| it.get(at).copied()).collect::<Vec<_>>();
        let told = build.given(&[sort, nth], clues.iter().flat_map(table).collect());
        run_rules(&mut build, &board, [told, black, line, along], sort, nth);
    }
    build.0
}

fn run_rules(
    build: &mut Build,
    board: &Board,
    [told, black, line, along]: [SymbolId; 4],
    sort: SortId,
    nth: SortId,
) {
    // The first of a run: black, and what lies before it is not.
    let (c, d) = (build.variable(board.cell), build.variable(board.cell));
    let same = |build: &mut Build, one, other| {
        let (one, other) = (at(build, line, &[one]), at(build, line, &[other]));
        build.equal(one, other)
    };
    let (here, is_in_line) = (is(build, black, &[c]), same(build, c, d));
    let (place, before) = (at(build, along, &[c]), at(build, along, &[d]));
    let one = build.number(1);
    let next = build.plus(before, one);
    let follows = build.equal(place, next);
    let before = is(build, black, &[d]);
    let both = build.and(&[is_in_line, follows, before]);
    let some = build.some(&[d], both);
    let none = build.not(some);
    let body = build.and(&[here, none]);
    let end = build.symbol(&[board.cell], None, SymbolOrigin::Sentence(vec![c], body));
    let (c, d) = (build.variable(board.cell), build.variable(board.cell));
    let (is_end, is_in_line) = (is(build, end, &[d]), same(build, c, d));
    let (place, before) = (at(build, along, &[c]), at(build, along, &[d]));
    let is_before = build.at_most(before, place);
    let body = build.and(&[is_end, is_in_line, is_before]);
    let count = build.count(&[d], body);
    let number =
        build.symbol(&[board.cell], Some((0..=99, false)), SymbolOrigin::Term(vec![c], count));
    let c = build.variable(board.cell);
    let here = is(build, black, &[c]);
    let (place, which) = (at(build, line, &[c]), at(build, number, &[c]));
    let clue = build.apply(told, &[place, which]);
    let missing = build.0.sentence(puzzle_engine::logic::sheet::SheetSentence::Missing(clue));
    let known = build.not(missing);
    let rule = build.implies(here, known);
    let rule = build.all(&[c], rule);
    build.rule(rule);
    let (r, k, c) = (build.variable(sort), build.variable(nth), build.variable(board.cell));
    let clue = at(build, told, &[r, k]);
    let missing = build.0.sentence(puzzle_engine::logic::sheet::SheetSentence::Missing(clue));
    let (here, is_in) = (is(build, black, &[c]), lies_in(build, line, c, r));
    let (which, wanted) = (at(build, number, &[c]), build.of(k));
    let is_kth = build.equal(which, wanted);
    let body = build.and(&[here, is_in, is_kth]);
    let count = build.count(&[c], body);
    let is_clue = build.equal(count, clue);
    let rule = build.or(&[missing, is_clue]);
    let rule = build.all(&[r, k], rule);
    build.rule(rule);
}

/// Stars in each row, column and area, none of which touch.
pub(super) fn star_battle(areas: &[&str], stars: i64) -> Sheet {
    let mut build = Build::default();
    let size = areas.len() as i64;
    let board = board(&mut build, size, size);
    let area = areas.iter().flat_map(|it| it.bytes()).map(|it| Some(i64::from(it - b'A' + 1)));
    let area = build.given(&[board.cell], area.collect());
    let star = build.predicate(&[board.cell]);
    for line in [board.row, board.column, area] {
        let (r, c) = (build.variable(board.rows), build.variable(board.cell));
        let (here, is_in) = (is(&mut build, star, &[c]), lies_in(&mut build, line, c, r));
        let both = build.and(&[here, is_in]);
        let count = build.count(&[c], both);
        let stars = build.number(stars);
        let is_count = build.equal(count, stars);
        let all = build.all(&[r], is_count);
        build.rule(all);
    }
    let (c, d) = (build.variable(board.cell), build.variable(board.cell));
    let parts = [(star, vec![c]), (star, vec![d]), (board.touches, vec![c, d])]
        .map(|(symbol, it)| is(&mut build, symbol, &it));
    let both = build.and(&parts);
    let some = build.some(&[c, d], both);
    let apart = build.not(some);
    build.rule(apart);
    build.0
}

/// Coins that make an amount, and how many they are.
pub(super) fn coins(cents: &[i64], amount: i64) -> (Sheet, TermId) {
    let mut build = Build::default();
    let coin = build.sort(0..=cents.len() as i64 - 1);
    let worth = build.given(&[coin], cents.iter().map(|it| Some(*it)).collect());
    let many = build.function(&[coin], 0..=20);
    let c = build.variable(coin);
    let (worth, number) = (at(&mut build, worth, &[c]), at(&mut build, many, &[c]));
    let value = build.binary(Operation::Times, worth, number);
    let every = build.truth(true);
    let sum = build.fold(Fold::Sum, &[c], every, value);
    let amount = build.number(amount);
    let is_amount = build.compare(Comparison::Equal, sum, amount);
    build.rule(is_amount);
    let c = build.variable(coin);
    let number = at(&mut build, many, &[c]);
    let total = build.fold(Fold::Sum, &[c], every, number);
    (build.0, total)
}
