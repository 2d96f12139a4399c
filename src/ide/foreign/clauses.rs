//! Clauses in numbers: which clause a place lies in, and how often an atom occurs.

use std::ops::Range;

use super::words::times;
use crate::kinds::editor::count;
use crate::text::Span;

/// The numbers and words of a line.
fn words(text: &str, line: Range<usize>) -> impl Iterator<Item = (&str, Span)> {
    let start = line.start;
    let line = &text[line];
    line.split_ascii_whitespace().map(move |word| {
        let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
        (word, Span::new(at as u32, (at + word.len()) as u32))
    })
}

/// The number that a word is, as large as literals may be.
fn number(word: &str) -> Option<i64> {
    word.parse::<i32>().ok().map(i64::from)
}

/// The lines of a text.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(['\n', '\r']).map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

/// A place among the clauses.
#[derive(Default)]
struct Found {
    clauses: usize,
    /// The clause that holds the place: its number and its literals.
    clause: Option<(usize, Vec<i64>)>,
    /// The literal at the place.
    literal: Option<(i64, Span)>,
}

impl Found {
    /// Takes the literals of a clause in.
    fn clause(&mut self, literals: &[(i64, Span)], end: u32, offset: u32) {
        self.clauses += 1;
        let Some((_, first)) = literals.first() else { return };
        if self.clause.is_none() && first.start <= offset && offset <= end {
            let at = literals.iter().find(|it| it.1.start <= offset && offset <= it.1.end);
            self.literal = at.copied();
            self.clause = Some((self.clauses, literals.iter().map(|it| it.0).collect()));
        }
    }

    /// What is told of the place.
    fn told(
        self,
        numbers: &[i64],
        chosen: impl Fn(i64) -> Option<String>,
    ) -> Option<(String, Span)> {
        let (number, literals) = self.clause?;
        let (literal, span) = self.literal?;
        let said: Vec<_> = literals.iter().map(|it| said(*it)).collect();
        let all = format!("clause {number} of {}: {}", self.clauses, said.join(" or "));
        let atom = literal.abs();
        let uses = numbers.iter().filter(|it| it.abs() == atom).count();
        let negated = numbers.iter().filter(|it| **it == -atom).count();
        let times = match negated {
            0 => times(uses),
            all if all == uses => format!("{}, always negated", times(uses)),
            some => format!("{}, negated {}", times(uses), times(some)),
        };
        let mut told = format!("`{literal}`: {}; the atom occurs {times}", said_of(literal));
        if let Some(chosen) = chosen(atom) {
            told = format!("{told}; {chosen}");
        }
        Some((format!("{told}\n\n{all}"), span))
    }
}

/// What a literal says.
fn said(literal: i64) -> String {
    format!("{} {}", literal.abs(), if literal < 0 { "false" } else { "true" })
}

fn said_of(literal: i64) -> &'static str {
    if literal < 0 { "the atom is false" } else { "the atom is true" }
}

/// Of DIMACS and QDIMACS.
pub(super) fn dimacs(text: &str, offset: u32) -> Option<(String, Span)> {
    let (mut found, mut open, mut numbers) = (Found::default(), Vec::new(), Vec::new());
    let (mut prefix, mut header, mut level) = (Vec::new(), None, 0);
    for line in lines(text) {
        let mut rest = words(text, line.clone()).peekable();
        match rest.peek().map(|it| it.0) {
            Some("c") => {
                if line.contains(&(offset as usize)) {
                    let end = line.start + text[line.clone()].trim_end().len();
                    let span = Span::new(line.start as u32, end as u32);
                    return Some(("a comment: the line is not read".to_owned(), span));
                }
            }
            Some("p") => header = Some(line),
            Some(player @ ("a" | "e")) => {
                level += 1;
                let atoms = rest.skip(1).filter_map(|it| Some((number(it.0)?, it.1)));
                let atoms = atoms.filter(|it: &(i64, _)| it.0 != 0);
                prefix.extend(atoms.map(|(atom, span)| (atom, span, player == "a", level)));
            }
            Some("%") => break,
            _ => {
                for (word, span) in rest {
                    match number(word) {
                        Some(0) => {
                            found.clause(&open, span.end, offset);
                            open.clear();
                        }
                        Some(literal) => {
                            numbers.push(literal);
                            open.push((literal, span));
                        }
                        None => {}
                    }
                }
            }
        }
    }
    if let (false, Some(last)) = (open.is_empty(), open.last()) {
        found.clause(&open, last.1.end, offset);
    }
    let chosen = |atom: i64| {
        let (_, _, is_universal, level) = prefix.iter().find(|it| it.0 == atom)?;
        let player = if *is_universal { "A, who wants a clause to fail" } else { "E" };
        Some(format!("its value is chosen by {player}, at level {level}"))
    };
    if let Some(line) = header.filter(|it| it.contains(&(offset as usize))) {
        return header_told(text, line, &numbers, found.clauses);
    }
    if let Some((atom, span, ..)) =
        prefix.iter().find(|it| it.1.start <= offset && offset <= it.1.end)
    {
        return Some((format!("atom {atom}: {}", chosen(*atom)?), *span));
    }
    found.told(&numbers, chosen)
}

/// The header, and what is there.
fn header_told(
    text: &str,
    line: Range<usize>,
    numbers: &[i64],
    clauses: usize,
) -> Option<(String, Span)> {
    let spans: Vec<_> = words(text, line.clone()).collect();
    let (first, last) = (spans.first()?.1, spans.last()?.1);
    let told: Vec<_> = spans.iter().skip(2).map(|it| it.0).collect();
    let mut atoms: Vec<_> = numbers.iter().map(|it| it.abs()).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let there =
        format!("there are {} over {}", count(clauses, "clause"), count(atoms.len(), "atom"));
    let says = match told[..] {
        [atoms, clauses, ..] => format!("the header says {atoms} atoms, {clauses} clauses"),
        _ => "the header: `p cnf ATOMS CLAUSES`".to_owned(),
    };
    Some((format!("{says}; {there}"), first.to(last)))
}

/// Of the Davis-Putnam format: a clause a line, then a `0` and anything.
pub(super) fn davis_putnam(text: &str, offset: u32) -> Option<(String, Span)> {
    let (mut found, mut numbers) = (Found::default(), Vec::new());
    for line in lines(text) {
        let here: Vec<_> = words(text, line.clone()).collect();
        if let [("0", span)] = here[..] {
            if span.start <= offset && offset <= span.end {
                let told = "the clauses end here; what follows is for whoever reads the answer";
                return Some((told.to_owned(), span));
            }
            break;
        }
        let literals: Vec<(i64, Span)> =
            here.iter().filter_map(|it| Some((number(it.0)?, it.1))).collect();
        if let Some((_, last)) = literals.last() {
            numbers.extend(literals.iter().map(|it| it.0));
            found.clause(&literals, last.end, offset);
        }
    }
    found.told(&numbers, |_| None)
}
