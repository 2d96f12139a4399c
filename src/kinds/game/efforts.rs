//! What an answer costs the procedures, in words and as a table.

use super::{GamePuzzle, Wording};
use crate::kinds::{Claim, Lowered, NotAnAnswer, Solved};
use puzzle_engine::problem::game::{Effort, GameMethod, GameTask, MOST_NODES, Nodes, aim};

/// As in "minimax 65", and "minimax over 20000000" for what was given up.
pub(super) fn effort(effort: &Effort) -> String {
    let name = effort.method.name();
    match effort.nodes {
        Nodes::Exactly(nodes) => format!("{name} {nodes}"),
        Nodes::Counted(nodes) => format!("{name} {nodes}"),
        Nodes::GivenUp(_) => format!("{name} over {MOST_NODES}"),
    }
}

/// As in "by minimax: 65 nodes in 0.001234 seconds".
fn spent(effort: &Effort) -> String {
    let nodes = match effort.nodes {
        Nodes::Exactly(1) => "1 node".to_owned(),
        Nodes::Exactly(nodes) => format!("{nodes} nodes"),
        Nodes::Counted(nodes) => format!("{nodes} nodes"),
        Nodes::GivenUp(_) => format!("over {MOST_NODES} nodes"),
    };
    let seconds = effort.time.unwrap_or_default().as_secs_f64();
    format!("by {}: {nodes} in {seconds:.6} seconds", effort.method.name())
}

impl<G: Wording> GamePuzzle<G> {
    /// What a position is worth, with what it cost to find that; `gained` is what the first player has already.
    pub(super) fn measured<'a>(self, task: GameTask<aim::MeasureValue>, gained: i32) -> Lowered<'a>
    where
        G: 'a,
    {
        Lowered::problem(task, move |_, (value, effort)| {
            let answer = self.worth(gained, value).note(spent(&effort));
            Solved { worth: Some(value), ..answer.into() }
        })
    }
}

/// The lines of a table of nodes and times.
pub(super) fn table(efforts: &[Effort]) -> Vec<String> {
    let cells = |it: &Effort| {
        let nodes = match it.nodes {
            Nodes::Exactly(nodes) => nodes.to_string(),
            Nodes::Counted(nodes) => nodes.to_string(),
            Nodes::GivenUp(None | Some(u128::MAX)) => format!("over {MOST_NODES}"),
            Nodes::GivenUp(Some(most)) => format!("at most {most}"),
        };
        let time = match (it.time, it.expected, it.nodes) {
            (Some(time), ..) => format!("{:.6}", time.as_secs_f64()),
            (None, Some(time), _) => about(time.as_secs_f64()),
            (None, None, Nodes::GivenUp(_)) => "given up".to_owned(),
            (None, None, _) => "not run".to_owned(),
        };
        (it.method.name(), nodes, time)
    };
    let rows: Vec<_> = efforts.iter().map(cells).collect();
    let width = rows.iter().map(|it| it.1.len() + 2).max().unwrap_or_default().max(12);
    let mut lines = vec![format!("{:<11}{:>width$}{:>12}", "", "nodes", "seconds")];
    let line = |(name, nodes, time)| format!("{name:<11}{nodes:>width$} {time:>11}");
    lines.extend(rows.into_iter().map(line));
    lines
}

/// Seconds.
const YEAR: f64 = 365.25 * 24.0 * 3600.0;

/// A time that nobody has measured.
fn about(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("about {seconds:.1}"),
        ..1e8 => format!("about {seconds:.0}"),
        _ => match seconds / YEAR {
            years @ ..1e6 => format!("about {years:.0} years"),
            years => format!("about {years:.0e} years"),
        },
    }
}

/// A name and a number for each procedure, as [`effort`] writes them.
pub(super) fn comparison(words: &[&str]) -> Result<Claim, NotAnAnswer> {
    let mut rest = words.iter().filter(|it| **it != "over");
    let is_number = |it: &&str| it.bytes().all(|byte| byte.is_ascii_digit());
    while let Some(name) = rest.next() {
        let is_known = GameMethod::ALL.iter().any(|it| it.name() == *name);
        if !is_known || !rest.next().is_some_and(is_number) {
            let usage = "write each procedure and its nodes, as in `minimax 65 alphabeta 20`";
            return Err(usage.to_owned().into());
        }
    }
    Ok(Claim::says(words.join(" ")))
}
