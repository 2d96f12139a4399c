//! What there is to say about a game: as lines for people, and as one JSON document.

use serde::Serialize;

use crate::kinds::MoveWorth;
use crate::service::game_appraisal::{Alternatives, GameAppraisal, LineMove};
use puzzle_engine::budget::Stop;

/// What there is to say.
#[derive(Serialize)]
pub struct GameAppraisalReport<'r> {
    version: u32,
    file: &'r str,
    name: &'r str,
    /// How it ends when both play perfectly.
    outcome: &'r str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    remarks: &'r [String],
    /// The first moves; null where what they lead to is not known.
    moves: Option<Vec<FirstMove<'r>>>,
    /// A perfect play; null where none is known.
    line: Option<Vec<PlayedMove<'r>>>,
    /// Its positions; null where they were not counted.
    positions: Option<Positions>,
    /// The limits because of which something is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    doubts: &'r [&'static str],
}

#[derive(Serialize)]
struct FirstMove<'r> {
    #[serde(rename = "move")]
    chosen: &'r str,
    worth: Option<&'r str>,
    best: Option<bool>,
}

#[derive(Serialize)]
struct PlayedMove<'r> {
    #[serde(rename = "move")]
    chosen: &'r str,
    /// How many others are as good; null where that is not known.
    as_good: Option<usize>,
    /// The rules allow no other.
    only: bool,
}

#[derive(Serialize)]
struct Positions {
    count: usize,
    ended: usize,
    /// Whether these are all.
    all: bool,
}

impl<'r> GameAppraisalReport<'r> {
    /// What there is to say about a game in a file.
    pub fn new(appraisal: &'r GameAppraisal, name: &'r str, file: &'r str) -> Self {
        let first = |it: &'r MoveWorth| FirstMove {
            chosen: &it.chosen,
            worth: it.worth.as_deref(),
            best: it.is_best,
        };
        let played = |it: &'r LineMove| PlayedMove {
            chosen: &it.chosen,
            as_good: match it.others {
                Alternatives::None | Alternatives::Worse => Some(0),
                Alternatives::AsGood(count) => Some(count),
                Alternatives::Unknown => None,
            },
            only: it.others == Alternatives::None,
        };
        let stops = [
            appraisal.openings.as_ref().err(),
            appraisal.line.as_ref().err(),
            appraisal.positions.as_ref().err(),
        ];
        let (outcome, remarks) =
            appraisal.outcome.split_first().map_or(("", &[][..]), |it| (it.0.as_str(), it.1));
        Self {
            version: 1,
            file,
            name,
            outcome,
            remarks,
            moves: appraisal.openings.as_ref().ok().map(|it| it.iter().map(first).collect()),
            line: appraisal.line.as_ref().ok().map(|it| it.iter().map(played).collect()),
            positions: appraisal.positions.as_ref().ok().map(|it| Positions {
                count: it.found,
                ended: it.ended,
                all: it.is_all,
            }),
            unknown: stops.into_iter().flatten().map(Stop::to_string).collect(),
            doubts: &appraisal.doubts,
        }
    }

    /// Whether a limit has left something unknown.
    pub fn is_open(&self) -> bool {
        let is_known = |it: &FirstMove<'_>| it.worth.is_some();
        !self.unknown.is_empty() || !self.moves.iter().flatten().all(is_known)
    }
}

/// The same as lines.
pub fn told_of_game(appraisal: &GameAppraisal) -> Vec<String> {
    let mut told = Vec::new();
    for (at, line) in appraisal.outcome.iter().enumerate() {
        told.push(if at == 0 { line.clone() } else { format!("    {line}") });
    }
    match &appraisal.openings {
        Ok(moves) if moves.is_empty() => told.push("it is over".to_owned()),
        Ok(moves) => told.extend(first_moves(moves)),
        Err(stop) => told.push(format!("what the first moves lead to is not known: {stop}")),
    }
    match &appraisal.line {
        Ok(line) if line.is_empty() => {}
        Ok(line) => told.extend(perfect_play(line)),
        Err(stop) => told.push(format!("a perfect play is not known: {stop}")),
    }
    told.push(match &appraisal.positions {
        Ok(it) if it.is_all => {
            format!("{}, {} of them at the end of a play", counted(it.found, "position"), it.ended)
        }
        Ok(it) => format!("more than {} positions", it.found),
        Err(stop) => format!("how many positions there are is not known: {stop}"),
    });
    told.extend(appraisal.doubts.iter().map(|it| (*it).to_owned()));
    told
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn first_moves(moves: &[MoveWorth]) -> Vec<String> {
    let good = moves.iter().filter(|it| it.is_best == Some(true)).count();
    let is_known = moves.iter().all(|it| it.is_best.is_some());
    let head = counted(moves.len(), "first move");
    let mut told = vec![match good {
        _ if !is_known => format!("{head}:"),
        all if all == moves.len() => format!("{head}, all as good:"),
        good => format!("{head}, {good} of them best:"),
    }];
    told.extend(moves.iter().filter_map(|it| {
        let sign = if it.is_best == Some(true) && good < moves.len() { " *" } else { "" };
        Some(format!("    {}: {}{sign}", it.chosen, it.worth.as_deref()?))
    }));
    let unknown = moves.iter().filter(|it| it.worth.is_none());
    let unknown: Vec<&str> = unknown.map(|it| it.chosen.as_str()).collect();
    if !unknown.is_empty() {
        told.push(format!("    unknown: {}", unknown.join(" ")));
    }
    told
}

fn perfect_play(line: &[LineMove]) -> Vec<String> {
    let moves: Vec<&str> = line.iter().map(|it| it.chosen.as_str()).collect();
    let mut told = vec![format!("a perfect play: {}", moves.join(" "))];
    let those = |others: Alternatives| -> Vec<String> {
        let moves = (1..).zip(line).filter(|it| it.1.others == others);
        moves.map(|(at, it)| format!("{at}. {}", it.chosen)).collect()
    };
    let worse = those(Alternatives::Worse);
    if !worse.is_empty() {
        told.push(format!("    every other move is worse: {}", worse.join(", ")));
    }
    let only = those(Alternatives::None);
    if !only.is_empty() {
        told.push(format!("    there is no other move: {}", only.join(", ")));
    }
    let unknown = those(Alternatives::Unknown);
    if let Some(first) = unknown.first() {
        told.push(format!("    whether others are as good is not known from {first} on"));
    }
    told
}
