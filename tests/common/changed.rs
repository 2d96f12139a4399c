//! Texts that have changed under who asks about them, as editors that are late make them.

/// What becomes of a text: shorter, on one line, open at its start, indented, with other ends of
/// lines, or gone.
pub(crate) fn changed(text: &str) -> Vec<String> {
    let half = text.floor_char_boundary(text.len() / 2);
    let without_first = text.split_once('\n').map_or("", |(_, rest)| rest);
    vec![
        text[..half].to_owned(),
        text.replace('\n', " "),
        format!("\"\"\"{text}"),
        text.lines().map(|line| format!("  {line}\n")).collect(),
        text.lines().rev().map(|line| format!("{line}\n")).collect(),
        text.replace(' ', ""),
        text.replace('\n', "\r\n"),
        without_first.to_owned(),
        text.chars().filter(|it| !"{}()".contains(*it)).collect(),
        "\"\"\"".to_owned(),
        String::new(),
    ]
}
