//! Games for general players: rules in the game description language (Love, Hinrichs, Haley, Schkufza and Genesereth, *General
//! game playing: game description language specification*, 2008). A state is what stands in cells; a few
//! rules say what comes of facts about moves, which are written out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::cases::{CaseNames, DistinctNames};
use super::end_rules::{RuleLiteral, RuleParts};
use puzzle_engine::logic::sheet::actions::{CellCondition, CellContent, StepCase};
use puzzle_engine::logic::sheet::rules::{GameCases, PointCases};

/// What the rules of all games have in common.
const COMMON: &str = "\
(<= (legal ?r ?m) (true (holds turn ?r)) (moves ?m ?c) (applies ?c))
(<= (legal ?r pass) (role ?r) (not (true (holds turn ?r))))
(<= movable (moves ?m ?c) (applies ?c))
(<= (next (holds ?x ?v)) (does ?r ?m) (moves ?m ?c) (applies ?c) (writes ?c ?x ?v))
(<= (changes ?x) (does ?r ?m) (moves ?m ?c) (applies ?c) (writes ?c ?x ?v))
(<= (next (holds ?x ?v)) (true (holds ?x ?v)) (not (changes ?x)))
(<= terminal (not movable))
(<= (input ?r ?m) (role ?r) (moves ?m ?c))
(<= (input ?r pass) (role ?r))
";

/// Who wins, and what it is worth.
const WON: &str = "\
(<= (won ?r) (wins ?r))
(<= over (wins ?r))
(<= terminal over)
(<= (goal ?r 100) (won ?r) (not tied))
(<= (goal ?r 0) (role ?r) (not (won ?r)) (not tied))
(<= (goal ?r 50) (role ?r) tied)
(<= tied (not decided))
(<= tied (won ?r) (won ?s) (distinct ?r ?s))
(<= decided (won ?r))
";

/// What the difference in points is worth: 50 and as much above or below.
const POINTS: &str = "\
(<= (next (margin ?n)) (does ?r ?m) (moves ?m ?c) (applies ?c) (gains ?c ?k) (true (margin ?o)) (sum ?o ?k ?n))
(<= scoring (does ?r ?m) (moves ?m ?c) (applies ?c) (gains ?c ?k))
(<= (next (margin ?o)) (true (margin ?o)) (not scoring))
(<= (goal ?r ?g) (true (margin ?o)) (rest ?k) (sum ?o ?k ?n) (worth ?r ?n ?g))
(<= (rest 0) (not further))
";

/// Words that mean something.
const RESERVED: &[&str] = &[
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input",
    "distinct", "not", "or", "holds", "turn", "moves", "applies", "writes", "changes", "movable",
    "pass", "won", "wins", "over", "tied", "decided", "margin", "gains", "sum", "scoring", "rest",
    "worth", "further", "follows", "none", "yes", "no",
];

/// The most that one player can have more than the other where what that is worth is told exactly.
const MOST: i64 = 50;

/// The rules of a game, in which both players together get so many points, if that is known.
///
/// # Errors
/// Why they are not written.
pub fn write(
    game: &GameCases,
    total: Option<i64>,
    names: &dyn CaseNames,
) -> Result<String, String> {
    let mut values: BTreeMap<usize, BTreeSet<Option<i64>>> = BTreeMap::new();
    for (cell, value) in game.doing.cases.iter().flat_map(|it| it.reads.iter().chain(&it.writes)) {
        values.entry(*cell).or_default().insert(*value);
    }
    values.entry(game.turn).or_default().extend([Some(0), Some(1)]);
    let conditions = game.wins.iter().flatten().chain(&game.defined);
    conditions.for_each(|it| mentioned(it, &mut values));
    let rest = game.points.iter().flat_map(|it| &it.rest).flat_map(|it| &it.0);
    rest.for_each(|it| _ = values.entry(it.0).or_default().insert(it.1));
    for (cell, values) in &mut values {
        values.insert(game.doing.start[*cell]);
    }
    let mut taken = DistinctNames::besides(RESERVED);
    let players = [0, 1].map(|it| names.value(game.turn, Some(it)).unwrap_or_default());
    let words = players.clone().into_iter().map(|it| (it.clone(), taken.add(&it))).collect();
    let cells = values.keys().map(|it| match *it == game.turn {
        true => (*it, "turn".to_owned()),
        false => (*it, taken.add(&names.cell(*it))),
    });
    let cells = cells.collect();
    let (parts, part_names, text) = (RuleParts::default(), Vec::new(), String::new());
    let mut writer = Writer { names, cells, players, words, taken, parts, part_names, text };
    writer.beginning(game, &values);
    writer.moves(game);
    match &game.points {
        None => {
            writer.text += WON;
            writer.wins(&game.wins);
            for (number, body) in game.defined.iter().enumerate() {
                writer.rules(&format!("(follows {number})"), body, "");
            }
        }
        Some(points) => writer.points(points, &game.doing.cases, total)?,
    }
    writer.part_rules();
    Ok(writer.text)
}

/// Cells of which a condition speaks, with the values.
fn mentioned(condition: &CellCondition, values: &mut BTreeMap<usize, BTreeSet<Option<i64>>>) {
    match condition {
        CellCondition::Truth(_) | CellCondition::Defined(_) => {}
        CellCondition::Is(cell, value) => {
            values.entry(*cell).or_default().insert(*value);
        }
        CellCondition::Not(part) => mentioned(part, values),
        CellCondition::All(parts) | CellCondition::Any(parts) => {
            parts.iter().for_each(|it| mentioned(it, values));
        }
    }
}

struct Writer<'n> {
    names: &'n dyn CaseNames,
    /// What each cell is called.
    cells: BTreeMap<usize, String>,
    /// The players, as the puzzle calls them.
    players: [String; 2],
    /// What values are called.
    words: BTreeMap<String, String>,
    taken: DistinctNames,
    /// Parts of conditions, and what they are called.
    parts: RuleParts,
    part_names: Vec<String>,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // A string takes everything.
        writeln!(self.text, "{line}").ok();
    }

    /// The roles, what can be in a state, and what is at the start.
    fn beginning(&mut self, game: &GameCases, values: &BTreeMap<usize, BTreeSet<Option<i64>>>) {
        self.line(format_args!(
            "; The game {}. Its moves are written out as facts.",
            self.names.title()
        ));
        for player in self.players.clone() {
            let name = self.words[&player].clone();
            self.line(format_args!("(role {name})"));
        }
        for (cell, values) in values {
            for value in values {
                let holds = self.holds(*cell, *value);
                self.line(format_args!("(base {holds})"));
            }
            let holds = self.holds(*cell, game.doing.start[*cell]);
            self.line(format_args!("(init {holds})"));
        }
        self.text += COMMON;
    }

    /// What stands in a cell.
    fn holds(&mut self, cell: usize, value: Option<i64>) -> String {
        let value = self.value(cell, value);
        format!("(holds {} {value})", self.cells[&cell])
    }

    fn value(&mut self, cell: usize, value: Option<i64>) -> String {
        match (self.names.value(cell, value), value) {
            (None, Some(1)) => "yes".to_owned(),
            (None, _) => "no".to_owned(),
            (Some(_), None) => "none".to_owned(),
            (Some(name), Some(number)) if name == number.to_string() => signed(number),
            (Some(name), _) => {
                self.words.entry(name).or_insert_with_key(|it| self.taken.add(it)).clone()
            }
        }
    }

    fn moves(&mut self, game: &GameCases) {
        let mut moves: BTreeMap<String, String> = BTreeMap::new();
        for (number, case) in game.doing.cases.iter().enumerate() {
            let step = self.names.step(&case.step);
            let name = moves.entry(step).or_insert_with_key(|it| self.taken.add(it)).clone();
            self.line(format_args!("(moves {name} {number})"));
            let reads = case.reads.iter().map(|it| format!(" (true {})", self.holds(it.0, it.1)));
            let reads: String = reads.collect();
            match reads.is_empty() {
                true => self.line(format_args!("(applies {number})")),
                false => self.line(format_args!("(<= (applies {number}){reads})")),
            }
            for (cell, value) in &case.writes {
                let (name, value) = (self.cells[cell].clone(), self.value(*cell, *value));
                self.line(format_args!("(writes {number} {name} {value})"));
            }
        }
    }

    /// Who has won when. That nobody can move is looked at only where nobody has won without that.
    fn wins(&mut self, wins: &[[CellCondition; 2]; 2]) {
        let names = self.players.clone().map(|it| self.words[&it].clone());
        for (name, going) in names.iter().zip(&wins[0]) {
            self.rules(&format!("(wins {name})"), going, "");
        }
        for (name, stuck) in names.iter().zip(&wins[1]).filter(|_| wins[0] != wins[1]) {
            self.rules(&format!("(won {name})"), stuck, " (not movable) (not over)");
        }
    }

    /// The rules by which something is so where a condition holds, and something besides.
    fn rules(&mut self, head: &str, condition: &CellCondition, besides: &str) {
        for body in self.parts.rules(condition, true) {
            self.rule(head, &body, besides);
        }
    }

    fn rule(&mut self, head: &str, body: &[RuleLiteral], besides: &str) {
        let body: String = body.iter().map(|it| self.literal(*it)).collect();
        match body.is_empty() && besides.is_empty() {
            true => self.line(format_args!("{head}")),
            false => self.line(format_args!("(<= {head}{body}{besides})")),
        }
    }

    fn literal(&mut self, literal: RuleLiteral) -> String {
        match literal {
            RuleLiteral::Is(cell, value, true) => format!(" (true {})", self.holds(cell, value)),
            RuleLiteral::Is(cell, value, false) => {
                format!(" (not (true {}))", self.holds(cell, value))
            }
            RuleLiteral::Part(number) => format!(" {}", self.part(number)),
            RuleLiteral::Defined(number, true) => format!(" (follows {number})"),
            RuleLiteral::Defined(number, false) => format!(" (not (follows {number}))"),
        }
    }

    /// The relation of nothing that is true where a part of a condition is. Each has its own name, so that what is denied in one
    /// is not what another needs.
    fn part(&mut self, number: usize) -> String {
        while self.part_names.len() <= number {
            let name = format!("part {}", self.part_names.len() + 1);
            self.part_names.push(self.taken.add(&name));
        }
        self.part_names[number].clone()
    }

    /// The rules of all parts.
    fn part_rules(&mut self) {
        for (number, rules) in std::mem::take(&mut self.parts).into_rules().iter().enumerate() {
            let head = self.part(number);
            rules.iter().for_each(|it| self.rule(&head, it, ""));
        }
    }

    fn points(
        &mut self,
        points: &PointCases,
        cases: &[StepCase],
        total: Option<i64>,
    ) -> Result<(), String> {
        let total = total.ok_or("how many points there are differs from play to play")?;
        let gain = |case: &StepCase| {
            let of = |player: usize| {
                let own = case.amounts.iter().filter(|it| points.meters[player].contains(&it.0));
                own.map(|it| it.1).fold(0, i64::saturating_add)
            };
            of(0).saturating_sub(of(1))
        };
        let rests: Vec<i64> = points.rest.iter().map(|it| it.1).collect();
        let furthest = rests.iter().map(|it| it.saturating_abs()).max().unwrap_or(0);
        let is_less = cases.iter().flat_map(|it| &it.amounts).any(|it| it.1 < 0);
        let most = total.saturating_add(points.begins.saturating_abs()).saturating_add(furthest);
        if is_less || !(0..=MOST).contains(&most) {
            return Err(format!("one can have more than {MOST} points more than the other"));
        }
        self.text += POINTS;
        for (number, case) in cases.iter().enumerate().filter(|it| gain(it.1) != 0) {
            self.line(format_args!("(gains {number} {})", signed(gain(case))));
        }
        for (reads, more) in &points.rest {
            let is = |it: &CellContent| CellCondition::Is(it.0, it.1);
            let here = CellCondition::All(reads.iter().map(is).collect());
            self.rules(&format!("(rest {})", signed(*more)), &here, "");
            self.rules("further", &here, "");
        }
        self.line(format_args!("(init (margin {}))", signed(points.begins)));
        let mut steps: BTreeSet<i64> = cases.iter().map(gain).chain(rests).collect();
        steps.insert(0);
        for before in -most..=most {
            self.line(format_args!("(base (margin {}))", signed(before)));
            for step in steps.iter().filter(|it| (-most..=most).contains(&(before + **it))) {
                let after = signed(before + step);
                self.line(format_args!("(sum {} {} {after})", signed(before), signed(*step)));
            }
            let [first, second] = self.players.clone().map(|it| self.words[&it].clone());
            self.line(format_args!("(worth {first} {} {})", signed(before), 50 + before));
            self.line(format_args!("(worth {second} {} {})", signed(before), 50 - before));
        }
        Ok(())
    }
}

/// A number as a name: programs do not agree on signs.
fn signed(number: i64) -> String {
    match number {
        0.. => number.to_string(),
        _ => format!("minus-{}", number.unsigned_abs()),
    }
}
