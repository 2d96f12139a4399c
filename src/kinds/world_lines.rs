//! How what a world says is put into lines: as many parts a line as fit, and tables.

/// Columns of a table at most.
const WIDEST: usize = 96;

/// Columns of a line of a list: behind the margin of a message there are no more on a narrow terminal.
const LONGEST: usize = 72;

/// Parts with commas between them, as many a line as fit.
pub(super) fn wrapped(parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() + 2 <= LONGEST => {
                line.push_str(", ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// Rows with a head each, and a head above them, where columns have words of their own: `None` when that would be too
/// wide, or there is nothing to choose.
pub(super) fn table(
    name: &str,
    rows: &[String],
    columns: &[String],
    cells: &[String],
) -> Option<Vec<String>> {
    let length = |it: &String| it.chars().count();
    let left = rows.iter().map(length).chain([name.chars().count()]).max()?;
    let cell = cells.iter().map(length).max()?;
    let widths: Vec<_> = columns.iter().map(|it| length(it).max(cell)).collect();
    let width = left + widths.iter().map(|it| it + 2).sum::<usize>();
    if rows.len() * columns.len() == 1 || width > WIDEST {
        return None;
    }
    let line = |head: &str, cells: &[String]| {
        let mut line = format!("{head:left$}");
        for (cell, width) in cells.iter().zip(&widths) {
            line.push_str(&format!("  {cell:width$}"));
        }
        line.trim_end().to_owned()
    };
    let head = [line(name, columns)];
    let rows = rows.iter().zip(cells.chunks(columns.len())).map(|(row, it)| line(row, it));
    Some(head.into_iter().chain(rows).collect())
}
