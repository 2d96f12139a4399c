//! Answers as people read them: the query, what it came to, and the remarks below.

use std::fmt::Write;

use super::style::{BOLD, DIM, PLAIN};
use crate::kinds::{Answer, Listing, Note, line_of};
use crate::service::test::TestReport;
use crate::text::Source;

/// What introduces the changes that each mend a puzzle.
const MENDED_BY: &str = "any one of these mends it:";

/// `solve cave => START …` and the remarks below it; a drawing stands on lines of its own.
pub fn write_answer(query: &TestReport, source: &Source, color: bool, out: &mut String) {
    let (bold, plain) = if color { (BOLD, PLAIN) } else { ("", "") };
    let _ = match &query.answer {
        None => writeln!(out, "{} => {bold}unknown{plain}", query.name),
        Some(answer) if answer.text.contains('\n') => {
            let lines: String = answer.text.lines().map(|line| format!("    {line}\n")).collect();
            write!(out, "{} =>\n{lines}", query.name)
        }
        Some(answer) => writeln!(out, "{} => {bold}{}{plain}", query.name, answer.text),
    };
    write_remarks(query, source, color, out);
}

/// The remarks below an answer.
pub fn write_remarks(query: &TestReport, source: &Source, color: bool, out: &mut String) {
    let (dim, plain) = if color { (DIM, PLAIN) } else { ("", "") };
    for note in query.answer.iter().flat_map(|answer| remarks(answer, source)) {
        let _ = writeln!(out, "    {dim}{note}{plain}");
    }
}

/// The remarks on an answer to a question in `source`, a line each.
pub fn remarks(answer: &Answer, source: &Source) -> Vec<String> {
    let notes = answer.notes.iter().flat_map(Note::lines);
    let mut lines: Vec<_> = notes.map(str::to_owned).collect();
    lines.extend(answer.heading.clone().filter(|_| !answer.because.is_empty()));
    lines.extend(answer.places(source));
    lines.extend(answer.proofs.iter().flat_map(Listing::all).map(str::to_owned));
    if !answer.corrections.is_empty() {
        lines.push(MENDED_BY.to_owned());
    }
    for it in &answer.corrections {
        let line = line_of(&it.source, it.place(), source);
        lines.push(format!("{line}: {}", it.fix.title));
    }
    lines
}
