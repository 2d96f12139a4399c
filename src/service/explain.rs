//! What is explained at length: the codes of diagnostics, and the rules of proofs, each of which is a section of one page
//! of the documents.

use crate::diagnostic::Code;
use crate::diagnostic::spelling::did_you_mean;

/// The page on the rules of proofs.
const RULES: &str = include_str!("../../docs/proof-rules.md");

/// The section on a rule of proofs, or on another word of theirs.
#[derive(Clone, Copy, Debug)]
pub struct ProofRule {
    /// What it is called.
    pub name: &'static str,
    /// The section, in Markdown.
    pub page: &'static str,
}

impl ProofRule {
    /// All of them, in the order of the page.
    pub fn all() -> impl Iterator<Item = Self> {
        RULES.match_indices("\n## ").map(|(at, _)| {
            let section = &RULES[at + 2..];
            let end = section.find("\n## ").map_or(section.len(), |it| it + 1);
            let page = &section[..end];
            let heading = page.lines().next().unwrap_or_default();
            Self { name: heading.trim_start_matches("# "), page }
        })
    }

    /// What it says, in a sentence.
    pub fn summary(&self) -> &'static str {
        let text = self.page.split_once("\n\n").map_or("", |it| it.1);
        let end = text.find(['.', ':', ';', '\n']).unwrap_or(text.len());
        &text[..end]
    }
}

/// Whatever is explained: names of codes, their numbers and rules of proofs, each with a few words on it.
pub fn explained() -> impl Iterator<Item = (&'static str, &'static str)> {
    let codes = Code::ALL.iter();
    let codes = codes.flat_map(|it| [it.name(), it.number()].map(|word| (word, it.title())));
    codes.chain(ProofRule::all().map(|it| (it.name, it.summary())))
}

/// The page on a code or on a rule.
///
/// # Errors
/// There is none; what is explained and has a similar name, if anything has.
pub fn page(word: &str) -> Result<&'static str, Option<&'static str>> {
    let word = word.trim();
    let is_same = |name: &str| {
        let known = name.chars().map(|it| it.to_ascii_lowercase());
        let wanted = word.chars().map(|it| if "-_".contains(it) { ' ' } else { it });
        known.eq(wanted.map(|it| it.to_ascii_lowercase()))
    };
    match Code::find(word) {
        Some(code) => Ok(code.page()),
        None => {
            let rule = ProofRule::all().find(|it| is_same(it.name));
            rule.map(|it| it.page).ok_or_else(|| did_you_mean(word, explained().map(|it| it.0)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interchange::tptp::derivation::rule_name;
    use puzzle_engine::evidence::refutation::InferenceRule::*;

    #[test]
    fn each_rule_of_proofs_is_explained() {
        let rules = [
            Resolution,
            Chaining,
            Factoring,
            Superposition,
            EqualityResolution,
            EqualityFactoring,
            Demodulation,
            Simplification,
            Propagation,
            Congruence,
            Component,
            Split,
        ];
        for rule in rules {
            let name = rule_name(rule);
            let explained = page(name).unwrap_or_else(|_| panic!("{name} is not explained"));
            assert!(explained.starts_with(&format!("# {}\n\n", name.replace('_', " "))), "{name}");
            assert!(!explained[2..].contains("\n#"), "{explained}");
        }
        for rule in ProofRule::all() {
            assert!(rule.summary().len() > 20, "{rule:?}");
        }
        assert_eq!(page("Skolem-terms").unwrap_err(), Some("Skolem term"));
        assert_eq!(page("unit propagation").ok(), page("unit-propagation").ok());
    }
}
