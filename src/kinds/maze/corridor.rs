//! A corridor more: the edit that writes it in the line of the node that it leads from, as the file writes corridors.

use crate::diagnostic::Edit;
use crate::interchange::maze_text;
use crate::text::Span;

/// The edit that lets a corridor lead to a node from the one whose line begins with the name at a place.
pub(super) fn corridor(text: &str, name: Span, to: &str) -> Edit {
    let behind = text[name.end as usize..].lines().next().unwrap_or_default();
    let is_in_text_format = maze_text::is_node_line(behind);
    let written = match is_in_text_format {
        true => behind,
        false => behind.split("//").next().unwrap_or_default().trim_end().trim_end_matches('}'),
    };
    let written = written.trim_end();
    let end = name.end as usize + written.len();
    if is_in_text_format {
        return Edit::insert(end as u32, format!(" {to}"));
    }
    let Some((at, sign)) = arrow(written) else {
        return Edit::insert(end as u32, format!("{} {to}", as_above(text, name, end)));
    };
    // Treasures and tolls may stand behind the corridors.
    let next = &written[at + sign.len()..];
    let others = ["treasures", "tolls"].into_iter().filter_map(|it| word(next, it)).min();
    let last = at + sign.len() + next[..others.unwrap_or(next.len())].trim_end().len();
    Edit::insert(name.end + last as u32, format!(" {to}"))
}

/// An arrow and where it stands.
fn arrow(line: &str) -> Option<(usize, &'static str)> {
    ["->", "→"].into_iter().filter_map(|sign| Some((line.find(sign)?, sign))).min()
}

/// Where a word stands by itself.
fn word(text: &str, sought: &str) -> Option<usize> {
    let is_alone = |&(at, _): &(usize, &str)| {
        let is_blank = |it: Option<char>| it.is_none_or(char::is_whitespace);
        is_blank(text[..at].chars().next_back())
            && is_blank(text[at + sought.len()..].chars().next())
    };
    text.match_indices(sought).find(is_alone).map(|(at, _)| at)
}

/// The first arrow of a line that ends at `end`, with the blanks before it: as the nearest line above has it, and below
/// that one where there is room.
fn as_above(text: &str, name: Span, end: usize) -> String {
    let lines =
        text[..name.start as usize].lines().rev().skip(1).take_while(|it| !it.contains('{'));
    let mut above = lines.filter_map(|it| Some((arrow(it)?, it)));
    let Some(((at, sign), line)) = above.find(|((at, _), line)| !line[..*at].contains("//")) else {
        return " ->".to_owned();
    };
    let start = text[..name.start as usize].rfind('\n').map_or(0, |it| it + 1);
    let (column, own) = (line[..at].chars().count(), text[start..end].chars().count());
    format!("{}{sign}", " ".repeat(column.saturating_sub(own).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::fix::apply;

    /// The text with a corridor from `Q` to `B`.
    fn joined(text: &str) -> String {
        let start = text.rfind("Q").expect("a node") as u32;
        apply(text, &[corridor(text, Span::new(start, start + 1), "B")])
    }

    #[test]
    fn a_corridor_stands_behind_the_others() {
        assert_eq!(joined("maze m {\n    Q -> C // on\n}\n"), "maze m {\n    Q -> C B // on\n}\n");
        assert_eq!(joined("    Q → C\n"), "    Q → C B\n");
        assert_eq!(joined("    Q ->\n"), "    Q -> B\n");
        assert_eq!(joined("    Q -> C tolls K\r\n"), "    Q -> C B tolls K\r\n");
        assert_eq!(
            joined("    Q -> treasuresC treasures K\n"),
            "    Q -> treasuresC B treasures K\n"
        );
    }

    #[test]
    fn a_first_corridor_has_an_arrow_like_those_above() {
        assert_eq!(joined("maze m { START -> C\nQ\n"), "maze m { START -> C\nQ -> B\n");
        let column = "maze m {\n    START     -> C\n    // was -> there\n    Q tolls K // on\n}\n";
        assert_eq!(joined(column), column.replace("K //", "K -> B //"));
        assert_eq!(joined("    START  → C\n    Q\n"), "    START  → C\n    Q      → B\n");
    }

    #[test]
    fn the_text_format_has_its_own_word() {
        let text = "START C B GOAL\n\n3\nQ TREASURES TOLLS NEXT C\n";
        assert_eq!(joined(text), text.replace("NEXT C", "NEXT C B"));
        assert_eq!(joined("Q TREASURES K TOLLS NEXT\n"), "Q TREASURES K TOLLS NEXT B\n");
    }
}
