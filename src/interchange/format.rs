//! Which format of another program a text is in: told by its name, or else seen.

/// Formats of other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeignFormat {
    /// Clauses in DIMACS (.cnf)
    Cnf,
    /// A maze in its text format (.maze)
    Maze,
    /// Clauses in the text format of the Davis-Putnam programs (.dp)
    Dp,
    /// Quantified clauses in QDIMACS (.qdimacs)
    Qdimacs,
    /// A quantified circuit in QCIR (.qcir)
    Qcir,
    /// A board of Dots and Boxes (.dots)
    Dots,
    /// A problem in TPTP, formulas or clauses (.p)
    Tptp,
}

impl ForeignFormat {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::Cnf, Self::Maze, Self::Dp, Self::Qdimacs, Self::Qcir, Self::Dots, Self::Tptp];

    /// The format that a file's ending tells, also when it is compressed.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let name = [".gz", ".xz"].iter().find_map(|it| name.strip_suffix(it)).unwrap_or(&name);
        Some(match name.rsplit_once('.')?.1 {
            "cnf" | "dimacs" => Self::Cnf,
            "dp" => Self::Dp,
            "maze" => Self::Maze,
            "dots" => Self::Dots,
            "qdimacs" => Self::Qdimacs,
            "qcir" => Self::Qcir,
            "p" | "tptp" => Self::Tptp,
            _ => return None,
        })
    }

    /// Its name in a word, which is an ending of its files, too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cnf => "cnf",
            Self::Dp => "dp",
            Self::Maze => "maze",
            Self::Dots => "dots",
            Self::Qdimacs => "qdimacs",
            Self::Qcir => "qcir",
            Self::Tptp => "tptp",
        }
    }

    /// What it is called, as in "it is in …".
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cnf => "DIMACS",
            Self::Dp => "the Davis-Putnam format",
            Self::Maze => "the text format of mazes",
            Self::Dots => "the format of Dots and Boxes",
            Self::Qdimacs => "QDIMACS",
            Self::Qcir => "QCIR",
            Self::Tptp => "TPTP",
        }
    }

    /// The format that a text is in, where that can be seen.
    pub fn seen_in(text: &str) -> Option<Self> {
        let lines = || text.split(['\r', '\n']).map(str::trim).filter(|it| !it.is_empty());
        let starts = |line: &str, words: &[&str]| {
            line.split_whitespace().zip(words).filter(|(it, word)| it == *word).count()
                == words.len()
        };
        let mut clauses = lines().skip_while(|line| starts(line, &["c"]));
        if clauses.next().is_some_and(|line| starts(line, &["p", "cnf"])) {
            let is_quantified = |line: &str| starts(line, &["a"]) || starts(line, &["e"]);
            return Some(if clauses.next().is_some_and(is_quantified) {
                Self::Qdimacs
            } else {
                Self::Cnf
            });
        }
        if text.starts_with("#QCIR") {
            return Some(Self::Qcir);
        }
        let statement =
            text.lines().map(str::trim).find(|it| !it.is_empty() && !it.starts_with('%'));
        let roles = ["fof(", "cnf(", "tff(", "tcf(", "thf(", "include("];
        if statement
            .is_some_and(|it| roles.iter().any(|role| it.replace(' ', "").starts_with(role)))
        {
            return Some(Self::Tptp);
        }
        let is_node = |line: &str| line.split_whitespace().skip(1).any(|it| it == "NEXT");
        if !text.contains('{') && lines().any(is_node) {
            return Some(Self::Maze);
        }
        if is_board(text) {
            return Some(Self::Dots);
        }
        let is_clause = |line: &str| line.split_whitespace().all(|it| it.parse::<i64>().is_ok());
        let is_end = |line: &&str| *line == "0";
        let has_end = lines().any(|line| is_end(&line));
        let mut clauses = lines().take_while(|line| !is_end(line));
        (has_end && clauses.all(is_clause)).then_some(Self::Dp)
    }
}

/// Whether a text is at least as many numbers as a board of Dots and Boxes has.
fn is_board(text: &str) -> bool {
    let numbers: Option<Vec<usize>> = text.split_whitespace().map(|it| it.parse().ok()).collect();
    let Some([rows, columns, rest @ ..]) = numbers.as_deref() else { return false };
    let edges = |lines: usize, length: usize| lines.saturating_add(1).saturating_mul(length);
    let count = edges(*rows, *columns).saturating_add(edges(*columns, *rows)).saturating_add(2);
    rest.len() >= count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_format_also_of_a_compressed_file() {
        assert_eq!(ForeignFormat::of("a/b.CNF.gz"), Some(ForeignFormat::Cnf));
        assert_eq!(ForeignFormat::of("b.qcir"), Some(ForeignFormat::Qcir));
        assert_eq!(ForeignFormat::of("a.maze/b"), None);
    }

    #[test]
    fn a_text_without_a_telling_name_is_known_by_its_look() {
        assert_eq!(ForeignFormat::seen_in("c hi\np cnf 1 1\n1 0\n"), Some(ForeignFormat::Cnf));
        assert_eq!(ForeignFormat::seen_in("p cnf 1 1\ne 1 0\n"), Some(ForeignFormat::Qdimacs));
        assert_eq!(ForeignFormat::seen_in("1 -2\n0\n"), Some(ForeignFormat::Dp));
        let theory = "% a problem\n\n  fof (a, axiom, p).\n";
        assert_eq!(ForeignFormat::seen_in(theory), Some(ForeignFormat::Tptp));
        assert_eq!(ForeignFormat::seen_in("formula both = (x*y)\n"), None);
    }
}
