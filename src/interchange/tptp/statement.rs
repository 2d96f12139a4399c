//! The statements of a TPTP file: annotated formulas and includes, each ended by a full stop.

use super::token::{TptpToken, TptpTokenKind, tokens};
use super::{Include, TptpProblem, TptpRead, TptpRole, TptpStatement, spelt};
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::first_order::{TheoryQuantifier, TheorySentence, TheoryVariable};

/// Why a statement is not read.
pub(super) enum StatementFault {
    /// It is none.
    Wrong(Box<Diagnostic>),
    /// A limit was reached.
    Stopped(Stop),
}

impl From<Diagnostic> for StatementFault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Wrong(diagnostic.into())
    }
}

impl From<Stop> for StatementFault {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A text that is being read.
pub(super) struct StatementReader<'t> {
    pub(super) problem: &'t mut TptpProblem,
    pub(super) budget: &'t mut Budget,
    text: &'t str,
    tokens: Vec<TptpToken>,
    at: usize,
    /// The variables that are bound, the innermost last.
    pub(super) scope: Vec<(String, TheoryVariable)>,
    includes: Vec<Include>,
    diagnostics: Vec<Diagnostic>,
}

/// Reads the statements of a text into a problem.
///
/// # Errors
/// The limit that was reached.
pub(super) fn read(
    problem: &mut TptpProblem,
    text: &str,
    names: Option<&[String]>,
    budget: &mut Budget,
) -> Result<TptpRead, Stop> {
    let tokens = tokens(text);
    let mut reader = StatementReader {
        problem,
        budget,
        text,
        tokens,
        at: 0,
        scope: Vec::new(),
        includes: Vec::new(),
        diagnostics: Vec::new(),
    };
    while reader.peek().kind != Ok(TptpTokenKind::End) {
        reader.budget.check()?;
        match reader.statement(names) {
            Ok(()) => {}
            Err(StatementFault::Wrong(diagnostic)) => {
                reader.diagnostics.push(*diagnostic);
                reader.skip();
            }
            Err(StatementFault::Stopped(stop)) => return Err(stop),
        }
    }
    Ok(TptpRead { includes: reader.includes, diagnostics: reader.diagnostics })
}

impl StatementReader<'_> {
    pub(super) fn peek(&self) -> TptpToken {
        self.tokens[self.at]
    }

    pub(super) fn next(&mut self) -> TptpToken {
        let token = self.tokens[self.at];
        // The token of the end stays.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_at_end(&self) -> bool {
        self.at + 1 == self.tokens.len()
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    pub(super) fn expect(
        &mut self,
        kind: TptpTokenKind,
        wanted: &str,
    ) -> Result<TptpToken, StatementFault> {
        if self.peek().kind == Ok(kind) {
            return Ok(self.next());
        }
        Err(self.unexpected(wanted).into())
    }

    /// That something else stands where something was wanted.
    pub(super) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let TptpToken { kind, span } = self.peek();
        let rest = &self.text[span.start as usize..];
        let label = match kind {
            Ok(TptpTokenKind::End) => "the file ends here".to_owned(),
            Err(()) if rest.starts_with("/*") => "this comment has no end".to_owned(),
            Err(()) if rest.starts_with(['\'', '"']) => "this quote has no end".to_owned(),
            _ => format!("{wanted} should stand here"),
        };
        malformed(span, &label).help(format!("write {wanted}"))
    }

    /// Goes behind the full stop that ends a faulty statement.
    fn skip(&mut self) {
        while !self.is_at_end() {
            let is_stop = self.next().kind == Ok(TptpTokenKind::Stop);
            let is_word = self.peek().kind == Ok(TptpTokenKind::Word);
            let is_opened =
                self.tokens.get(self.at + 1).is_some_and(|it| it.kind == Ok(TptpTokenKind::Open));
            if is_stop && (self.is_at_end() || is_word && is_opened) {
                return;
            }
        }
    }

    fn statement(&mut self, names: Option<&[String]>) -> Result<(), StatementFault> {
        self.scope.clear();
        let token = self.peek();
        let language = match token.kind {
            Ok(TptpTokenKind::Word) => self.slice(token.span).to_owned(),
            _ => return Err(self.unexpected("`fof`, `cnf` or `include`").into()),
        };
        match language.as_str() {
            "include" => self.include(),
            "fof" | "cnf" => self.annotated(&language, names),
            "tff" | "thf" | "tcf" | "tpi" => {
                let label = format!("`{language}` is another language");
                Err(malformed(token.span, &label)
                    .help("only `fof` and `cnf` are read: first-order logic without types")
                    .into())
            }
            _ => Err(self.unexpected("`fof`, `cnf` or `include`").into()),
        }
    }

    fn include(&mut self) -> Result<(), StatementFault> {
        self.next();
        self.expect(TptpTokenKind::Open, "`(`")?;
        let token = self.expect(TptpTokenKind::Quoted, "the name of a file in single quotes")?;
        let file = unquoted(self.slice(token.span));
        let mut names = None;
        if self.peek().kind == Ok(TptpTokenKind::Comma) {
            self.next();
            self.expect(TptpTokenKind::OpenList, "`[`")?;
            let mut listed = Vec::new();
            while self.peek().kind != Ok(TptpTokenKind::CloseList) {
                listed.push(self.name()?);
                if self.peek().kind == Ok(TptpTokenKind::Comma) {
                    self.next();
                }
            }
            self.next();
            names = Some(listed);
        }
        self.expect(TptpTokenKind::Close, "`)`")?;
        self.expect(TptpTokenKind::Stop, "`.`")?;
        self.includes.push(Include { span: token.span, file, names });
        Ok(())
    }

    fn annotated(
        &mut self,
        language: &str,
        names: Option<&[String]>,
    ) -> Result<(), StatementFault> {
        self.next();
        self.expect(TptpTokenKind::Open, "`(`")?;
        let name = self.name()?;
        self.expect(TptpTokenKind::Comma, "`,`")?;
        let token = self.expect(TptpTokenKind::Word, "a role such as `axiom` or `conjecture`")?;
        let word = self.slice(token.span).to_owned();
        let role = role(&word, token.span)?;
        self.annotation()?;
        self.expect(TptpTokenKind::Comma, "`,`")?;
        let is_wanted = names.is_none_or(|it| it.contains(&name));
        let role = role.filter(|_| is_wanted);
        match role {
            Some(role) => {
                let is_clause = language == "cnf";
                let start = self.peek().span;
                let mut sentence = self.formula(is_clause)?;
                let formula = Span::new(start.start, self.tokens[self.at - 1].span.end);
                if is_clause {
                    for (_, variable) in std::mem::take(&mut self.scope).into_iter().rev() {
                        let all =
                            TheorySentence::Quantified(TheoryQuantifier::All, variable, sentence);
                        sentence = self.sentence(all);
                    }
                }
                self.expect_end()?;
                let (language, text) = (language.to_owned(), self.problem.texts);
                if matches!(role, TptpRole::Axiom | TptpRole::NegatedConjecture) {
                    self.problem.theory.axioms.push(sentence);
                }
                let statement =
                    TptpStatement { name, language, word, role, sentence, text, formula };
                self.problem.statements.push(statement);
            }
            None => {
                if is_wanted {
                    let label = "nothing follows from it";
                    let message = format!("a sentence with the role `{word}` is left out");
                    let found = Diagnostic::new(code::IGNORED_FORMULA, token.span, message, label);
                    self.diagnostics.push(found);
                }
                self.annotation()?;
                self.expect_end()?;
            }
        }
        Ok(())
    }

    /// The end of a statement, behind its source and what else is said of it.
    fn expect_end(&mut self) -> Result<(), StatementFault> {
        while self.peek().kind == Ok(TptpTokenKind::Comma) {
            self.next();
            self.annotation()?;
        }
        self.expect(TptpTokenKind::Close, "`)` or a connective")?;
        self.expect(TptpTokenKind::Stop, "`.`")?;
        Ok(())
    }

    /// Passes over anything up to a comma or bracket of a statement.
    fn annotation(&mut self) -> Result<(), StatementFault> {
        let mut depth = 0_usize;
        loop {
            match self.peek().kind {
                Ok(TptpTokenKind::Comma | TptpTokenKind::Close) if depth == 0 => return Ok(()),
                Ok(TptpTokenKind::Open | TptpTokenKind::OpenList) => depth += 1,
                Ok(TptpTokenKind::Close | TptpTokenKind::CloseList) if depth > 0 => depth -= 1,
                Ok(TptpTokenKind::End | TptpTokenKind::Stop) | Err(()) => {
                    return Err(self.unexpected("`)`").into());
                }
                _ => {}
            }
            self.next();
        }
    }

    /// The name of a sentence.
    fn name(&mut self) -> Result<String, StatementFault> {
        let token = self.peek();
        match token.kind {
            Ok(TptpTokenKind::Word | TptpTokenKind::Quoted | TptpTokenKind::Number) => {
                self.next();
                Ok(spelt(self.slice(token.span)))
            }
            _ => Err(self.unexpected("a name").into()),
        }
    }
}

/// What a word for a role means; `None` for what nothing is concluded from.
fn role(word: &str, span: Span) -> Result<Option<TptpRole>, StatementFault> {
    match word {
        "axiom" | "hypothesis" | "definition" | "assumption" | "lemma" | "theorem"
        | "corollary" | "plain" => Ok(Some(TptpRole::Axiom)),
        "conjecture" => Ok(Some(TptpRole::Conjecture)),
        "negated_conjecture" => Ok(Some(TptpRole::NegatedConjecture)),
        "question" => Ok(Some(TptpRole::Question)),
        "type" | "unknown" | "fi_domain" | "fi_functors" | "fi_predicates" => Ok(None),
        _ => Err(malformed(span, "no role in TPTP")
            .help("write `axiom`, `hypothesis`, `conjecture`, `negated_conjecture` or `question`")
            .into()),
    }
}

/// What stands in single quotes.
fn unquoted(text: &str) -> String {
    let inner = text.trim_matches('\'');
    let mut name = String::with_capacity(inner.len());
    let mut is_escaped = false;
    for sign in inner.chars() {
        is_escaped = sign == '\\' && !is_escaped;
        if !is_escaped {
            name.push(sign);
        }
    }
    name
}

/// A fault of the notation.
pub(super) fn malformed(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(code::TPTP, span, "this is no sentence in TPTP", label)
}
