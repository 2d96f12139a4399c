//! What another solver said, in either of two forms: that of the SAT competitions, or MiniSat's, whose
//! lines begin with no letter and whose model stands in a file.

use std::process::ExitStatus;

/// What the last word of a solver may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SaidStatus {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// What a program wrote, and how it ended.
pub(super) struct Said {
    /// On its standard output.
    pub output: Vec<u8>,
    /// On its standard error.
    pub errors: Vec<u8>,
    /// Into the file that the command names `{result}`.
    pub result: Vec<u8>,
    /// How it ended.
    pub ended: ExitStatus,
}

impl Said {
    /// Its answer. A line of the competitions counts more than MiniSat's word.
    pub(super) fn status(&self) -> Option<SaidStatus> {
        let lines = || lines(&self.output).chain(lines(&self.result));
        let competition = lines().find_map(|line| line.strip_prefix(b"s ").and_then(status));
        competition.or_else(|| lines().find_map(status))
    }

    /// The literals of the model as numbers. Without a letter in front they stand in the file only.
    pub(super) fn values(&self) -> impl Iterator<Item = i64> {
        let with_letter = |text| lines(text).filter_map(|line| line.strip_prefix(b"v"));
        let is_number = |word: &[u8]| number(word).is_some();
        let is_plain = move |line: &&[u8]| words(line).all(is_number);
        let values = with_letter(&self.output).chain(with_letter(&self.result));
        let values = values.chain(lines(&self.result).filter(is_plain));
        values.flat_map(words).filter_map(number)
    }

    /// Why there is no answer: its words on either stream.
    pub(super) fn complaint(&self) -> String {
        let errors = excerpt(&self.errors);
        let words = if errors.is_empty() { excerpt(&self.output) } else { errors };
        let words = if words.is_empty() { "it said nothing".to_owned() } else { words };
        format!(
            "the solver gave no answer, which is a line such as `s SATISFIABLE` ({}): {words}",
            self.ended
        )
    }
}

fn status(line: &[u8]) -> Option<SaidStatus> {
    match line {
        b"SATISFIABLE" | b"SAT" => Some(SaidStatus::Satisfiable),
        b"UNSATISFIABLE" | b"UNSAT" => Some(SaidStatus::Unsatisfiable),
        b"UNKNOWN" | b"INDETERMINATE" | b"INDET" => Some(SaidStatus::Unknown),
        _ => None,
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn number(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Lines, and signs of a line, of either end of an excerpt.
const ENDS: (usize, usize) = (10, 200);

/// The lines that are not empty. What is long is cut in the middle: programs say what is wrong at the
/// beginning, or at the end.
fn excerpt(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<String> =
        text.lines().map(str::trim_end).filter(|it| !it.is_empty()).map(cut).collect();
    let (end, left_out) = (ENDS.0, lines.len().saturating_sub(2 * ENDS.0));
    if left_out < 2 {
        return lines.join("\n");
    }
    let note = format!("… {left_out} lines …");
    [&lines[..end], &[note], &lines[lines.len() - end..]].concat().join("\n")
}

fn cut(line: &str) -> String {
    let end = ENDS.1;
    let place = |(place, _): (usize, char)| place;
    match (line.char_indices().nth(end), line.char_indices().nth_back(end - 1)) {
        (Some(first), Some(last)) if first.0 < last.0 => {
            format!("{} … {}", &line[..place(first)], &line[place(last)..])
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(output: &str, result: &str) -> Said {
        Said {
            output: output.into(),
            errors: Vec::new(),
            result: result.into(),
            ended: ExitStatus::default(),
        }
    }

    #[test]
    fn both_forms_are_understood() {
        use SaidStatus::{Satisfiable, Unknown, Unsatisfiable};
        let none: &[i64] = &[];
        for (output, result, status, values) in [
            ("c 1 2\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "", Some(Satisfiable), &[1, -2, 3, 0][..]),
            ("s SATISFIABLE\r\nv1 0\r\n", "", Some(Satisfiable), &[1, 0]),
            ("| 1 | 2 |\nSATISFIABLE\n", "SAT\n1 -2 0\n", Some(Satisfiable), &[1, -2, 0]),
            ("", "s SATISFIABLE\nv 1 0\n", Some(Satisfiable), &[1, 0]),
            ("UNSATISFIABLE\n", "UNSAT\n", Some(Unsatisfiable), none),
            ("SATISFIABLE\ns UNSATISFIABLE\n", "", Some(Unsatisfiable), none),
            ("INDETERMINATE\n", "INDET\n", Some(Unknown), none),
            ("s UNKNOWN\n", "", Some(Unknown), none),
            ("1 2 0\nIS SATISFIABLE\n", "", None, none),
        ] {
            let said = said(output, result);
            assert_eq!(said.status(), status, "{output}{result}");
            assert_eq!(said.values().collect::<Vec<_>>(), values, "{output}{result}");
        }
    }

    #[test]
    fn an_excerpt_shows_both_ends() {
        let lines = |count: usize| (0..count).map(|it| format!("line {it}\n")).collect::<String>();
        assert_eq!(excerpt(b"\n one \n\ntwo"), " one\ntwo");
        assert_eq!(excerpt(lines(21).as_bytes()), lines(21).trim_end());
        let cut = excerpt(lines(1000).as_bytes());
        assert!(cut.starts_with("line 0\n") && cut.ends_with("line 999"), "{cut}");
        assert!(cut.contains("line 9\n… 980 lines …\nline 990\n"), "{cut}");
        let long = excerpt(format!("a{}z", "é".repeat(100_000)).as_bytes());
        assert!(long.starts_with("aé") && long.contains("é … é") && long.ends_with("éz"));
        assert_eq!(long.chars().count(), 2 * ENDS.1 + 3);
    }
}
