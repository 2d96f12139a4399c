//! Sentences in the language of a theory, variables by their own names, free ones as well.

use puzzle_engine::logic::first_order::{
    Theory, TheoryQuantifier, TheorySentence, TheorySentenceId, TheoryTerm, TheoryTermId,
};

/// What writes the sentences of a theory.
pub(super) struct SentenceWords<'t> {
    pub theory: &'t Theory,
    /// The names of functions, then of predicates.
    pub symbols: Vec<String>,
    /// The names of variables.
    pub variables: &'t [String],
    /// The names of sorts, where they are told.
    pub sorts: Vec<String>,
}

/// How tightly a sentence is bound by what stands around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    Nothing,
    Arrow,
    Joined,
    Not,
}

impl SentenceWords<'_> {
    /// A sentence.
    pub(super) fn sentence(&self, id: TheorySentenceId) -> String {
        self.within(id, Around::Nothing)
    }

    fn within(&self, id: TheorySentenceId, around: Around) -> String {
        let joined = |parts: &[TheorySentenceId], sign: &str| {
            let parts = parts.iter().map(|it| self.within(*it, Around::Joined));
            (parts.collect::<Vec<_>>().join(sign), Around::Joined)
        };
        let arrow = |one: &TheorySentenceId, sign: &str, other: &TheorySentenceId| {
            let [one, other] = [one, other].map(|it| self.within(*it, Around::Arrow));
            (format!("{one} {sign} {other}"), Around::Arrow)
        };
        let equation = |one: &TheoryTermId, sign: &str, other: &TheoryTermId| {
            (format!("{} {sign} {}", self.term(*one), self.term(*other)), Around::Not)
        };
        let (words, least) = match self.theory.get(id) {
            TheorySentence::Truth(value) => return value.to_string(),
            TheorySentence::Atom(predicate, arguments) => {
                let functions = self.theory.signature.functions.len();
                return self.applied(functions + predicate.0 as usize, arguments);
            }
            TheorySentence::Equal(one, other) => equation(one, "=", other),
            TheorySentence::Not(part) => match self.theory.get(*part) {
                TheorySentence::Equal(one, other) => equation(one, "!=", other),
                _ => (format!("not {}", self.within(*part, Around::Not)), Around::Not),
            },
            TheorySentence::And(parts) => joined(parts, " and "),
            TheorySentence::Or(parts) => joined(parts, " or "),
            TheorySentence::Implies(one, other) => arrow(one, "->", other),
            TheorySentence::Iff(one, other) => arrow(one, "<->", other),
            TheorySentence::Quantified(quantifier, variable, body) => {
                let quantifier = match quantifier {
                    TheoryQuantifier::All => "all".to_owned(),
                    TheoryQuantifier::Some => "some".to_owned(),
                    TheoryQuantifier::AtLeast(count) => format!("at least {count}"),
                    TheoryQuantifier::AtMost(count) => format!("at most {count}"),
                    TheoryQuantifier::Exactly(count) => format!("exactly {count}"),
                };
                let sort = self.theory.variables[variable.0 as usize].0 as usize;
                let sort = self.sorts.get(sort).map_or_else(String::new, |it| format!(": {it}"));
                let (name, body) = (&self.variables[variable.0 as usize], self.sentence(*body));
                (format!("{quantifier} {name}{sort}. {body}"), Around::Arrow)
            }
        };
        if around >= least { format!("({words})") } else { words }
    }

    /// A term.
    pub(super) fn term(&self, id: TheoryTermId) -> String {
        match self.theory.get_term(id) {
            TheoryTerm::Variable(variable) => self.variables[variable.0 as usize].clone(),
            TheoryTerm::Apply(function, arguments) => self.applied(function.0 as usize, arguments),
        }
    }

    fn applied(&self, symbol: usize, arguments: &[TheoryTermId]) -> String {
        let terms: Vec<_> = arguments.iter().map(|it| self.term(*it)).collect();
        let name = &self.symbols[symbol];
        if terms.is_empty() { name.clone() } else { format!("{name}({})", terms.join(", ")) }
    }
}
