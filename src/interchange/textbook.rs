//! Proofs by resolution as textbooks write them, as text and for LaTeX: each sentence form by form down to its clauses, all
//! clauses with numbers, then what follows from them, with rules and unifiers.

use super::typeset::{formula, in_signs};

/// A proof to be written, in the words of its theory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextbookProof {
    /// What stands above it.
    pub heading: String,
    /// The sentences it begins with.
    pub sentences: Vec<ConvertedSentence>,
    /// The other clauses, in the order of their numbers.
    pub steps: Vec<TextbookLine>,
}

/// A sentence on its way to clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConvertedSentence {
    /// Where it comes from.
    pub source: String,
    /// What it says.
    pub said: String,
    /// Its forms and then its clauses.
    pub lines: Vec<TextbookLine>,
}

/// A form of a sentence, or a clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextbookLine {
    /// The number of a clause.
    pub number: Option<usize>,
    /// What it says.
    pub said: String,
    /// How it was reached: in words, and what variables stand for, as in `x/Ann`.
    pub reason: String,
    /// See [`reason`](Self::reason).
    pub unifier: Vec<String>,
}

/// Columns behind which reasons are not aligned.
const WIDEST: usize = 72;

impl TextbookProof {
    fn lines(&self) -> impl Iterator<Item = &TextbookLine> {
        self.sentences.iter().flat_map(|it| &it.lines).chain(&self.steps)
    }
}

/// The lines of a proof, in signs.
pub fn write(proof: &TextbookProof) -> Vec<String> {
    let signs = |it: &TextbookLine| in_signs(&it.said);
    let digits = proof.lines().filter_map(|it| it.number).max().unwrap_or(0).to_string().len();
    let widths = proof.lines().map(|it| signs(it).chars().count());
    let width = widths.filter(|it| *it <= WIDEST).max().unwrap_or(0);
    let line = |it: &TextbookLine| {
        let number = it.number.map_or_else(String::new, |it| format!("{it}."));
        let unifier = match it.unifier.join(", ") {
            none if none.is_empty() => none,
            some => format!(" {{{some}}}"),
        };
        let (said, reason, digits) = (signs(it), &it.reason, digits + 1);
        let line = format!("{number:>digits$} {said:width$}  {reason}{unifier}");
        line.trim_end().to_owned()
    };
    let mut lines = Vec::new();
    for sentence in &proof.sentences {
        lines.push(format!("{}: {}", sentence.source, sentence.said));
        lines.extend(sentence.lines.iter().map(line));
    }
    lines.push("resolution:".to_owned());
    lines.extend(proof.steps.iter().map(line));
    lines
}

/// Proofs for LaTeX, as tables of David Carlisle's package `longtable`, which go on over pages.
pub fn latex(proofs: &[TextbookProof]) -> String {
    let mut text = String::new();
    for proof in proofs {
        text += &format!("\\subsection*{{{}}}\n", escaped(proof.heading.trim_end_matches(':')));
        text += "\\begin{longtable}{@{}rp{0.58\\linewidth}p{0.32\\linewidth}@{}}\n";
        for sentence in &proof.sentences {
            let head =
                format!("\\textbf{{{}}}: ${}$", escaped(&sentence.source), formula(&sentence.said));
            text += &format!("\\multicolumn{{3}}{{@{{}}p{{\\linewidth}}@{{}}}}{{{head}}}\\\\\n");
            // The sentence as it is stands above already.
            let lines =
                sentence.lines.iter().filter(|it| it.number.is_some() || it.said != sentence.said);
            lines.for_each(|it| row(it, &mut text));
            text += "[1ex]\n";
        }
        text += "\\multicolumn{3}{@{}l@{}}{\\textbf{resolution}}\\\\\n";
        proof.steps.iter().for_each(|it| row(it, &mut text));
        text += "\\end{longtable}\n";
    }
    text.truncate(text.trim_end().len());
    text
}

/// Adds a row of the table.
fn row(line: &TextbookLine, text: &mut String) {
    let number = line.number.map_or_else(String::new, |it| format!("{it}."));
    let reason = escaped(&line.reason);
    let unifier = match line.unifier.join(", ") {
        none if none.is_empty() => none,
        some => format!(" $\\{{{}\\}}$", formula(&some)),
    };
    // Nothing is spread to the width of its column.
    let said = formula(&line.said);
    *text += &format!(
        "{number}&\\raggedright ${said}$&\\raggedright {reason}{unifier}\\tabularnewline\n"
    );
}

/// Words between formulas; signs of logic in them are set as such.
fn escaped(words: &str) -> String {
    let mut text = String::new();
    for sign in words.chars() {
        match sign {
            '∧' => text += "$\\wedge$",
            '∨' => text += "$\\vee$",
            '_' | '&' | '%' | '#' | '$' | '{' | '}' => text.extend(['\\', sign]),
            _ => text.push(sign),
        }
    }
    text
}
