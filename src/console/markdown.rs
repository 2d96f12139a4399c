//! Markdown in colour: bold headings, coloured code and indented examples.

use super::style::{BOLD, CODE, PLAIN};

/// Markdown for a terminal: headings, fenced code and code spans, which is all that pages use.
pub fn in_color(page: &str) -> String {
    let mut shown = String::with_capacity(page.len() * 2);
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        match line.trim_start_matches('#').strip_prefix(' ') {
            _ if is_code && line.is_empty() => {}
            _ if is_code => shown.extend(["    ", CODE, line, PLAIN]),
            Some(heading) if line.starts_with('#') => shown.extend([BOLD, heading, PLAIN]),
            _ => {
                // Parts between grave accents are code: every second one.
                for (index, part) in line.split('`').enumerate() {
                    let is_code = index % 2 == 1;
                    shown.extend(if is_code { [CODE, part, PLAIN] } else { ["", part, ""] });
                }
            }
        }
        shown.push('\n');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_code_and_spans_are_coloured() {
        let page = "# E1: a `b`\n\nWrite `x`, not y.\n```puzzle\n# x\n\n```\nEnd\n";
        let expected = "<b>E1: a `b`</>\n\nWrite <c>x</>, not y.\n    <c># x</>\n\nEnd\n";
        let expected = expected.replace("<b>", BOLD).replace("<c>", CODE).replace("</>", PLAIN);
        assert_eq!(in_color(page), expected);
    }
}
