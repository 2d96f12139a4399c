//! The lines of a drawing with their columns below each other. What a sign is only the puzzle knows, so this touches
//! nothing but blanks that no reading counts: between signs of one character each, and wherever bars stand between signs.

/// The lines of a drawing as they are written.
pub(super) fn aligned(value: &str) -> Vec<String> {
    let lines: Vec<&str> = value.split('\n').map(str::trim_end).collect();
    let as_written = || lines.iter().map(|it| (*it).to_owned()).collect();
    if are_aligned(&lines) {
        return as_written();
    }
    single(&lines).or_else(|| with_bars(&lines)).unwrap_or_else(as_written)
}

/// Where each word of a line begins behind its first blanks.
fn starts(line: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut is_apart = true;
    for (at, character) in line.trim_start().chars().enumerate() {
        if is_apart && !character.is_whitespace() {
            starts.push(at);
        }
        is_apart = character.is_whitespace();
    }
    starts
}

fn are_aligned(lines: &[&str]) -> bool {
    let rows: Vec<Vec<usize>> =
        lines.iter().filter(|it| !is_rule(it)).map(|it| starts(it)).collect();
    let longest = rows.iter().max_by_key(|it| it.len());
    longest.is_none_or(|longest| rows.iter().all(|it| longest.starts_with(it)))
}

/// Signs of one character, each line with its first blanks: what stands in rows that lean stays so.
fn single(lines: &[&str]) -> Option<Vec<String>> {
    if !lines.iter().flat_map(|it| it.split_whitespace()).all(|it| it.chars().count() == 1) {
        return None;
    }
    let line = |line: &&str| {
        let blanks = &line[..line.len() - line.trim_start().len()];
        format!("{blanks}{}", line.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    Some(lines.iter().map(line).collect())
}

fn is_bar(character: char) -> bool {
    matches!(character, '|' | '│' | '║')
}

fn is_cross(character: char) -> bool {
    is_bar(character) || matches!(character, '+' | '┼')
}

/// Whether a character may be part of what separates rows.
fn is_rule_part(character: char) -> bool {
    is_cross(character) || matches!(character, '-' | '=' | '─' | '═')
}

/// Whether a line only separates rows.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() > 1 && line.chars().all(is_rule_part) && !line.chars().all(is_cross)
}

/// Rows with bars at the same places, and the lines between them.
fn with_bars(lines: &[&str]) -> Option<Vec<String>> {
    let is_row = |it: &&&str| !it.trim().is_empty() && !is_rule(it);
    let rows: Vec<Vec<&str>> =
        lines.iter().filter(is_row).map(|it| it.split_whitespace().collect()).collect();
    let first = rows.first()?;
    let is_bar_alone = |word: &str| word.chars().count() == 1 && word.chars().all(is_bar);
    let are_bars: Vec<bool> = first.iter().map(|it| is_bar_alone(it)).collect();
    let is_like_first = |row: &Vec<&str>| {
        let fits = |(word, is_bar): (&&str, &bool)| {
            // A sign that looks like a rule may be one, and is read with the blanks around it.
            let is_sign = !word.contains(is_bar_or_blank) && !word.chars().all(is_rule_part);
            if *is_bar { is_bar_alone(word) } else { is_sign }
        };
        row.len() == are_bars.len() && row.iter().zip(&are_bars).all(fits)
    };
    let has_places = are_bars.iter().filter(|it| !**it).count() > 1;
    if !are_bars.contains(&true) || !has_places || !rows.iter().all(is_like_first) {
        return None;
    }
    let width = |at: usize| rows.iter().map(|it| it[at].chars().count()).max().unwrap_or(1);
    let widths: Vec<usize> = (0..are_bars.len()).map(width).collect();
    let row = |line: &str| {
        let cells = line.split_whitespace().zip(&widths);
        let cells: Vec<String> = cells.map(|(word, width)| format!("{word:width$}")).collect();
        cells.join(" ").trim_end().to_owned()
    };
    let rule = |line: &str| -> Option<String> {
        let stroke = line.chars().find(|it| !is_cross(*it) && !it.is_whitespace())?;
        let mut crosses = line.chars().filter(|it| is_cross(*it));
        let mut rule = String::new();
        for (at, (is_bar, width)) in are_bars.iter().zip(&widths).enumerate() {
            if at > 0 {
                rule.push(stroke);
            }
            match is_bar {
                true => rule.push(crosses.next()?),
                false => rule.extend(std::iter::repeat_n(stroke, *width)),
            }
        }
        crosses.next().is_none().then_some(rule)
    };
    let line = |it: &&str| match it.trim() {
        "" => Some(String::new()),
        text if is_rule(text) => rule(text),
        text => Some(row(text)),
    };
    lines.iter().map(line).collect()
}

fn is_bar_or_blank(character: char) -> bool {
    is_bar(character) || character.is_whitespace()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(drawing: &str) -> String {
        aligned(drawing).join("\n")
    }

    #[test]
    fn columns_stand_below_each_other() {
        assert_eq!(shown("1  2 .\n.   3 4 "), "1 2 .\n. 3 4");
        assert_eq!(shown("A AB | C\n---+--\nD E|F"), "A AB | C\n---+--\nD E|F", "a bar in a word");
        assert_eq!(
            shown("A AB | C\n---+--\nD E   | FF\n\nG H | I"),
            "A AB | C\n-----+---\nD E  | FF\n\nG H  | I"
        );
        assert_eq!(shown("| 1 | 12 |\n|---+---|\n| 3 | 4 |"), "| 1 | 12 |\n|---+----|\n| 3 | 4  |");
    }

    #[test]
    fn what_may_mean_something_stays() {
        for drawing in
            ["12 .\n.  3", "## #\n# ##", "1 2  3 4\n5 6  7 8", ". .\n . .\n  . .", "+-+\n| |"]
        {
            assert_eq!(shown(drawing), drawing);
        }
    }

    proptest! {
        #[test]
        fn only_blanks_change(
            rows in proptest::collection::vec(
                proptest::collection::vec(("[ab.|]|12", 1..4_usize), 0..5),
                0..5,
            ),
            lead in 0..3_usize,
        ) {
            let line = |row: &Vec<(String, usize)>| {
                let words = row.iter().map(|(word, blanks)| format!("{word}{:blanks$}", ""));
                format!("{:lead$}{}", "", words.collect::<String>())
            };
            let drawing = rows.iter().map(line).collect::<Vec<_>>().join("\n");
            let once = shown(&drawing);
            prop_assert_eq!(&shown(&once), &once);
            let words = |text: &str| -> Vec<Vec<String>> {
                let row = |it: &str| it.split_whitespace().map(str::to_owned).collect();
                text.split('\n').map(row).collect()
            };
            prop_assert_eq!(words(&once), words(&drawing));
            let is_single = rows.iter().flatten().all(|it| it.0.chars().count() == 1);
            let lines: Vec<&str> = once.split('\n').collect();
            prop_assert!(!is_single || are_aligned(&lines), "{}", once);
        }
    }
}
