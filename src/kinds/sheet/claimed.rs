//! What an expectation claims: a verdict, a number, a board, or things for which something follows.

use std::sync::Arc;

use super::atoms::ToldAtom;
use super::drawing::NOTHING;
use super::goals::SheetGoals;
use super::lineage::{BlockPlace, Findings, QUESTION};
use super::lower::Lowering;
use super::signs::CellSign;
use super::told::{
    Artist, DrawingPurpose, Says, Subject, TextWords, ToldDrawing, board_functions, drawn,
};
use super::understood::Understood;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::all_solutions;
use crate::kinds::{AnswerHead, Claim, Demand, NotAnAnswer, Payload, Question, Told, WrongWord};
use crate::syntax::ast::Verb;
use crate::syntax::token::text_value;
use crate::text::Span;
use puzzle_engine::logic::sheet::{Comparison, SentenceId, Sheet, SheetSentence, Term};

/// What says that this is all.
pub(super) fn with_no_others(head: &AnswerHead) -> String {
    match head {
        AnswerHead::Verdict(Nothing) => format!("{head} at all"),
        things => format!("{things} and no others"),
    }
}

/// One value for each variable that is asked for, in words.
pub(super) fn written(understood: &Understood<'_>, goals: &SheetGoals, values: &[i64]) -> String {
    let one = |((name, _, sort), value): (&(String, _, u32), &i64)| {
        let value = understood.symbols.written_value(*sort, *value);
        match &goals.asked[..] {
            [_] => value,
            _ => format!("{name}={value}"),
        }
    };
    goals.asked.iter().zip(values).map(one).collect::<Vec<_>>().join(" ")
}

/// Reads expectations.
pub(super) struct Claimed<'u, 'a> {
    /// The puzzle.
    pub understood: &'u Understood<'a>,
}

impl Claimed<'_, '_> {
    /// What an expectation claims.
    ///
    /// # Errors
    /// What an answer looks like.
    pub(super) fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        let lineage = &self.understood.lineage;
        let (some, none) = (lineage.some(), lineage.none());
        match question.verb {
            Verb::Draw => Claim::block(words),
            Verb::Smallest | Verb::Largest | Verb::Count | Verb::Shortest => {
                number(words, question.verb)
            }
            Verb::Prove => Claim::one_of(words, &[Proved, Refuted, Neither, none]),
            Verb::Equivalent => Claim::one_of(words, &[Equivalent, NotEquivalent, none]),
            Verb::Ask => self.things(question, words),
            _ if question.all.is_some() => all_solutions::claimed(words, none),
            _ if self.understood.doing.is_any() => self.plan(words),
            _ => match words {
                [text] if text.starts_with("\"\"\"") => self.board(text),
                _ => Claim::one_of(words, &[some, Unique, none]).map_err(|mut it| {
                    if self.understood.symbols.grid.is_some() {
                        it.usage.push_str(", or the board between `\"\"\"` and `\"\"\"`");
                    }
                    it
                }),
            },
        }
    }

    /// What a drawing of the board says.
    ///
    /// # Errors
    /// What cannot be read.
    pub(super) fn read(
        &self,
        text: &str,
    ) -> Result<(ToldDrawing, Vec<(Says, BlockPlace)>), NotAnAnswer> {
        let understood = self.understood;
        if understood.symbols.grid.is_none() {
            return Err("a puzzle without a board has none to show".to_owned().into());
        }
        let mut findings = Findings::new(&understood.lineage, QUESTION);
        let signs: Vec<CellSign<'_>> = understood.signs.iter().map(|it| it.sign.clone()).collect();
        let words = TextWords { text, block: QUESTION };
        let span = Span::new(0, text.len() as u32);
        let drawn = drawn(&understood.symbols, &signs, Subject::Board, words, span);
        let place = BlockPlace { block: QUESTION, span };
        let purpose = DrawingPurpose::Told;
        let drawing = ToldDrawing { subject: Subject::Board, place, drawn, purpose };
        let artist = Artist::new(&understood.symbols, &understood.signs);
        let said = artist.read(&drawing, words, &mut findings);
        if let Some((_, fault)) = findings.found.first() {
            let help = fault.help.as_deref().unwrap_or_default();
            return Err(format!("{}: {help}", fault.message).into());
        }
        Ok((drawing, said))
    }

    /// A board that is claimed to be a solution.
    fn board(&self, text: &str) -> Result<Claim, NotAnAnswer> {
        let understood = self.understood;
        let (drawing, said) = self.read(text)?;
        let lowered = || -> Option<(Lowering<'_, '_>, SentenceId)> {
            let mut lowering = Lowering::new(understood, &[]).ok()?;
            let mut parts = Vec::new();
            for (says, _) in &said {
                match says {
                    Says::Told(atom) if understood.tables.of.contains_key(&atom.symbol) => {
                        parts.push(lowering.atom(atom)?);
                    }
                    says => parts.push(lowering.says(says)?),
                }
            }
            self.silence(&drawing, text, &mut lowering, &mut parts);
            let all = lowering.sheet.sentence(SheetSentence::And(parts.into()));
            let not = lowering.sheet.sentence(SheetSentence::Not(all));
            Some((lowering, not))
        };
        let Some((lowering, sentence)) = lowered() else {
            return Err("the board is too large".to_owned().into());
        };
        let goals = SheetGoals {
            sheet: Arc::new(lowering.sheet),
            symbols: Arc::new(lowering.symbols),
            named: Arc::new(lowering.named),
            sentence: Some(sentence),
            term: None,
            asked: Vec::new(),
            done: None,
        };
        let question =
            Question { payload: Some(Payload::new(goals)), ..Question::new(Verb::Prove) };
        let otherwise = "no solution looks like that".to_owned();
        let demand = Demand { question, follows: false, part: None, otherwise };
        let said = AnswerHead::Words(text_value(text));
        Ok(Claim::Tells { said, told: None, demands: vec![demand] })
    }

    /// What a place says at which nothing is drawn: no sign of something to be found is true there.
    fn silence(
        &self,
        drawing: &ToldDrawing,
        text: &str,
        lowering: &mut Lowering<'_, '_>,
        parts: &mut Vec<SentenceId>,
    ) {
        let symbols = &self.understood.symbols;
        let artist = Artist::new(symbols, &self.understood.signs);
        let places = drawing.drawn.rows.iter().flat_map(|it| &it.places);
        for (cell, place) in (0..).zip(places) {
            let word = &text[place.range()];
            if !word.is_empty() && word != NOTHING {
                continue;
            }
            for (at, known) in self.understood.signs.iter().enumerate() {
                if known.sign.text == NOTHING || !known.letters.is_empty() {
                    continue;
                }
                let said = artist.said(at, cell, &[]);
                if let [sign @ Says::Sign { .. }] = &said[..]
                    && let Some(sign) = lowering.says(sign)
                {
                    parts.push(lowering.sheet.sentence(SheetSentence::Not(sign)));
                }
            }
            for (symbol, _) in board_functions(symbols) {
                let result = symbols.symbols[symbol as usize].result;
                let is_found =
                    symbols.symbols[symbol as usize].origin == super::symbols::NameOrigin::Found;
                if is_found && result.is_some_and(|it| it.or_none) {
                    let atom = ToldAtom { symbol, arguments: vec![cell], value: None };
                    parts.extend(lowering.atom(&atom));
                }
            }
        }
    }

    /// Things for which something is claimed to follow.
    fn things(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        let goals = SheetGoals::of(question).ok_or("ask for things".to_owned())?;
        let (things, are_all) = match words {
            ["none", "at", "all"] => (&words[..1], true),
            [things @ .., "and", "no", "others"] => (things, true),
            _ => (words, false),
        };
        let mut sheet = Sheet::clone(&goals.sheet);
        let sentence = goals.sentence.ok_or("ask for things".to_owned())?;
        let mut demands = Vec::new();
        let tuples = match things {
            ["no", "solution"] if !self.understood.lineage.is_theory => {
                return Ok(Claim::says(NoSolution));
            }
            ["contradictory"] if self.understood.lineage.is_theory => {
                return Ok(Claim::says(Contradictory));
            }
            ["none"] => Vec::new(),
            ["everything"] => {
                let variables = goals.asked.iter().map(|it| it.1).collect();
                let all = sheet.sentence(SheetSentence::All(variables, sentence));
                let otherwise = "it does not follow for everything".to_owned();
                let demand = demand(goals, &sheet, all, None, otherwise);
                let said = AnswerHead::Verdict(Everything);
                return Ok(Claim::Tells { said, told: None, demands: vec![demand] });
            }
            _ => self.tuples(goals, things)?,
        };
        let texts: Vec<String> =
            tuples.iter().map(|it| written(self.understood, goals, it)).collect();
        let mut named = Vec::new();
        for (tuple, text) in tuples.iter().zip(&texts) {
            let is_it = self.is_tuple(&mut sheet, goals, tuple);
            let both = sheet.sentence(SheetSentence::And([is_it, sentence].into()));
            let variables: Box<[_]> = goals.asked.iter().map(|it| it.1).collect();
            let holds = sheet.sentence(SheetSentence::Some(variables, both));
            named.push(is_it);
            let otherwise = format!("it does not follow for `{text}`");
            demands.push(demand(goals, &sheet, holds, Some(text.clone()), otherwise));
        }
        if are_all {
            let named = sheet.sentence(SheetSentence::Or(named.into()));
            let other = sheet.sentence(SheetSentence::Not(named));
            let both = sheet.sentence(SheetSentence::And([other, sentence].into()));
            let variables: Box<[_]> = goals.asked.iter().map(|it| it.1).collect();
            let some = sheet.sentence(SheetSentence::Some(variables, both));
            let none = sheet.sentence(SheetSentence::Not(some));
            demands.push(demand(goals, &sheet, none, None, "others are not ruled out".to_owned()));
        }
        let mut sorted: Vec<_> = tuples.iter().zip(&texts).collect();
        sorted.sort();
        sorted.dedup();
        let each: Vec<String> = sorted.into_iter().map(|it| it.1.clone()).collect();
        let head = match each.is_empty() {
            true => AnswerHead::Verdict(Nothing),
            false => each.join(", ").into(),
        };
        let said = if are_all { with_no_others(&head).into() } else { head };
        Ok(Claim::Tells { said, told: Some(Told { each, some: Vec::new() }), demands })
    }

    /// That what is asked for has these values.
    fn is_tuple(&self, sheet: &mut Sheet, goals: &SheetGoals, tuple: &[i64]) -> SentenceId {
        let parts = goals.asked.iter().zip(tuple).map(|((_, variable, _), value)| {
            let variable = sheet.term(Term::Variable(*variable));
            let value = sheet.term(Term::Number(*value));
            sheet.sentence(SheetSentence::Compare(Comparison::Equal, variable, value))
        });
        let parts = parts.collect();
        sheet.sentence(SheetSentence::And(parts))
    }

    /// Reads lists of values, with `,` between them.
    fn tuples(&self, goals: &SheetGoals, words: &[&str]) -> Result<Vec<Vec<i64>>, NotAnAnswer> {
        let symbols = &self.understood.symbols;
        let mut tuples = Vec::new();
        let mut partial: Vec<Option<i64>> = vec![None; goals.asked.len()];
        let mut index = 0;
        loop {
            let word = words.get(index).copied();
            if word.is_none_or(|it| it == ",") {
                let full: Option<Vec<i64>> = partial.iter().copied().collect();
                let at = index.min(words.len().saturating_sub(1));
                tuples.push(full.ok_or_else(|| wrong(at, "a value is missing here", None))?);
                if word.is_none() {
                    return Ok(tuples);
                }
                partial.fill(None);
                index += 1;
                continue;
            }
            let mut at = partial.iter().position(Option::is_none);
            if words.get(index + 1) == Some(&"=") {
                let name = words[index];
                at = goals.asked.iter().position(|it| it.0 == name);
                if at.is_none() {
                    let meant = did_you_mean(name, goals.asked.iter().map(|it| it.0.as_str()));
                    let meant = meant.map(str::to_owned);
                    return Err(wrong(index, "this is not asked for", meant));
                }
                index += 2;
            }
            let at = at.ok_or_else(|| wrong(index, "one value too many", None))?;
            let is_negative = words.get(index) == Some(&"-");
            index += usize::from(is_negative);
            let word = words.get(index).copied().unwrap_or_default();
            let value = symbols.read_value(goals.asked[at].2, word);
            let Some(value) = value else {
                let known = symbols.names().take(1000);
                let meant = did_you_mean(word, known).map(str::to_owned);
                let index = index.min(words.len() - 1);
                return Err(wrong(index, "none of its values", meant));
            };
            partial[at] = Some(if is_negative { -value } else { value });
            index += 1;
        }
    }
}

/// That something follows.
fn demand(
    goals: &SheetGoals,
    sheet: &Sheet,
    sentence: SentenceId,
    part: Option<String>,
    otherwise: String,
) -> Demand {
    let goals = SheetGoals {
        sheet: Arc::new(sheet.clone()),
        symbols: Arc::clone(&goals.symbols),
        named: Arc::clone(&goals.named),
        sentence: Some(sentence),
        term: goals.term,
        asked: Vec::new(),
        done: None,
    };
    let question = Question { payload: Some(Payload::new(goals)), ..Question::new(Verb::Prove) };
    Demand { question, follows: true, part, otherwise }
}

/// A whole number, or that there is no solution.
fn number(words: &[&str], verb: Verb) -> Result<Claim, NotAnAnswer> {
    match words {
        ["no", "solution"] if verb != Verb::Count => Ok(Claim::says(NoSolution)),
        ["-", digits] if verb != Verb::Count => match Claim::number(&[digits])? {
            Claim::Says(said) if said.words() != "0" => {
                Ok(Claim::says(format!("-{}", said.words())))
            }
            other => Ok(other),
        },
        _ => Claim::number(words),
    }
}

fn wrong(index: usize, reason: &'static str, meant: Option<String>) -> NotAnAnswer {
    let usage = "write values, with `,` between answers, or `none`".to_owned();
    NotAnAnswer { usage, word: Some(WrongWord { index, reason, meant }) }
}
