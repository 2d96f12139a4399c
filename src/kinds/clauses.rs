//! Clause sets: atoms are numbers or names, a clause a line.

mod difference;
mod drawing;
mod editor;
mod listed;
mod whys;

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::difference::difference;
use self::editor::ClausesEditor;
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::kinds::AnswerVerdict::{Drawn, Satisfiable, Unique, Unsatisfiable};
use crate::kinds::all_solutions;
use crate::kinds::argument::{ClauseWords, truth};
use crate::kinds::claim::is_no_name;
use crate::kinds::correction::without;
use crate::kinds::editor::Editor;
use crate::kinds::scope::{Content, Definition, Scope};
use crate::kinds::{
    Answer, Claim, Comparable, Correction, Engine, Facts, Kind, Lowered, NamedClauses, NotAnAnswer,
    Posed, PosedWorlds, Puzzle, Question, Reasons, Refusal, ShowBarred, Solved, Unlowered,
    WrongWord,
};
use crate::picture::Picture;
use crate::syntax::ast::{self, ItemKind, Verb};
use crate::text::{Source, Span};
use puzzle_engine::SatEngine;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::problem::{CountModels, FindModel};

/// The kind `clauses`.
pub const KIND: ClausesKind = ClausesKind;

/// The kind `clauses`.
#[derive(Debug)]
pub struct ClausesKind;

const FACTS: Facts = Facts {
    name: "clauses",
    summary: "a clause set: a clause a line, literals are numbers or names, `-` negates",
    verbs: &[Verb::Solve, Verb::Count, Verb::Draw],
    answers: &[(Verb::Solve, &[Satisfiable.word(), Unsatisfiable.word(), Unique.word()])],
    engines: &[Engine::Sat(SatEngine::Cdcl), Engine::Sat(SatEngine::Dpll)],
    shows_solution: true,
    settings: &[],
};

impl Kind for ClausesKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let text = scope.text(definition.document);
        match &scope.item(definition).kind {
            ItemKind::Clauses { name, body } => {
                let read = Reader::read(text, body, diagnostics)?;
                let written = ClausesInText {
                    source: scope.source(definition.document),
                    literals: Literals::Here(&body.literals),
                };
                (!body.is_broken).then(|| -> Box<dyn Puzzle + 'a> {
                    Box::new(read.finish(&text[name.range()], written))
                })
            }
            ItemKind::File { name, .. } => {
                let foreign = scope.program.foreign.get(&definition)?;
                let Content::Clauses { clauses, free_atoms } = &foreign.content else {
                    return None;
                };
                if foreign.has_errors() {
                    return None;
                }
                Some(Box::new(ClauseSet {
                    name: text[name.range()].to_owned(),
                    cnf: clauses.cnf.clone(),
                    atoms: clauses.numbers.iter().map(u64::to_string).collect(),
                    free_atoms: *free_atoms,
                    written: ClausesInText {
                        source: &foreign.source,
                        literals: Literals::Foreign(&clauses.spans),
                    },
                }))
            }
            _ => None,
        }
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&ClausesEditor)
    }
}

/// Reads the lines of a clause set.
struct Reader<'a> {
    cnf: Cnf,
    atoms: FxHashMap<&'a str, Atom>,
    names: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    /// `None` when a literal is none.
    fn read(
        text: &'a str,
        body: &ast::ClausesBlock,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let mut reader = Self { cnf: Cnf::new(0), atoms: FxHashMap::default(), names: Vec::new() };
        let mut zeros = Vec::new();
        // The clause, counted from 1, in which each literal was seen last.
        let mut seen: Vec<u32> = Vec::new();
        let mut clause = Vec::new();
        let mut start = 0;
        if let Some(header) = dimacs_header(text, body) {
            diagnostics.push(dimacs(text, header, body));
            return None;
        }
        for (number, &end) in (1..).zip(&body.ends) {
            let literals = &body.literals[start as usize..end as usize];
            for written in literals {
                let name = atom_name(&text[written.atom.range()]);
                if name == "0" {
                    zeros.push(written.atom);
                    continue;
                }
                let atom = reader.atom(name);
                seen.resize(reader.names.len() * 2, 0);
                let literal = Literal::new(atom, !written.is_negative);
                if seen[literal.index()] == number {
                    diagnostics.push(duplicate(text, written, literals));
                } else if seen[(!literal).index()] == number {
                    diagnostics.push(tautology(text, written, literals));
                }
                seen[literal.index()] = number;
                clause.push(literal);
            }
            reader.cnf.add(clause.drain(..));
            start = end;
        }
        diagnostics.extend(no_literals(text, &zeros));
        zeros.is_empty().then_some(reader)
    }

    fn atom(&mut self, name: &'a str) -> Atom {
        *self.atoms.entry(name).or_insert_with(|| {
            self.names.push(name);
            Atom(self.names.len() as u32 - 1)
        })
    }

    /// Numbers ascend; names keep the order in which they come.
    fn finish(self, name: &str, written: ClausesInText<'a>) -> ClauseSet<'a> {
        let Self { mut cnf, names, .. } = self;
        let mut order: Vec<usize> = (0..names.len()).collect();
        if names.iter().all(|name| name.starts_with(|it: char| it.is_ascii_digit())) {
            order.sort_by_key(|&index| (names[index].len(), names[index]));
        }
        let mut rank = vec![Atom(0); names.len()];
        for (position, &index) in order.iter().enumerate() {
            rank[index] = Atom(position as u32);
        }
        cnf.rename(names.len() as u32, |atom| rank[atom.0 as usize]);
        let atoms = order.into_iter().map(|index| names[index].to_owned()).collect();
        ClauseSet { name: name.to_owned(), cnf, atoms, free_atoms: 0, written }
    }
}

/// The name of an atom as it is written: `007` is the atom `7`.
pub fn atom_name(written: &str) -> &str {
    let is_number = written.starts_with(|it: char| it.is_ascii_digit());
    if !is_number || !written.starts_with('0') {
        return written;
    }
    let digits = written.trim_start_matches('0');
    if digits.is_empty() { "0" } else { digits }
}

/// That each `0` of a block is no literal.
fn no_literals(text: &str, zeros: &[Span]) -> Option<Diagnostic> {
    /// Further places that the message shows.
    const SHOWN: usize = 3;
    let (first, others) = zeros.split_first()?;
    let title = if others.is_empty() { "delete it" } else { "delete each `0`" };
    let edits = zeros.iter().map(|it| Edit::delete_line(text, *it)).collect();
    let message = "`0` is not a literal";
    let told = Diagnostic::new(NOT_A_LITERAL, *first, message, "atoms are numbered from 1")
        .help("the line ends the clause here; delete the `0` that other formats end clauses with")
        .fix(Fix::maybe(title, edits));
    Some(others.iter().take(SHOWN).fold(told, |told, it| told.related(*it, "here, too")))
}

/// The first line, where it is that of a file in DIMACS: `p cnf 3 2`.
fn dimacs_header(text: &str, body: &ast::ClausesBlock) -> Option<Span> {
    let [end, ..] = body.ends[..] else { return None };
    let literals = body.literals.get(..end as usize)?;
    let words: Vec<&str> = literals.iter().map(|it| &text[it.atom.range()]).collect();
    let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    let is_header =
        matches!(words[..], ["p", "cnf", atoms, clauses] if is_number(atoms) && is_number(clauses));
    let is_plain = literals.iter().all(|it| !it.is_negative);
    (is_header && is_plain).then(|| literals[0].atom.to(literals[3].atom))
}

/// What stands in a block is told to be a text in DIMACS, with all that such a text has besides clauses.
fn dimacs(text: &str, header: Span, body: &ast::ClausesBlock) -> Diagnostic {
    let message = format!("`{}` is the first line of a text in DIMACS", &text[header.range()]);
    let zeros = body.literals.iter().filter(|it| &text[it.atom.range()] == "0");
    let mut edits = vec![Edit::delete_line(text, header)];
    edits.extend(zeros.map(|it| Edit::delete_word(text, it.atom)));
    Diagnostic::new(NOT_A_LITERAL, header, message, "no clause")
        .help("in a block each line is a clause, and nothing ends it; a file is read by `clauses NAME = file \"x.cnf\"`")
        .fix(Fix::maybe("leave out this line and each `0` behind a clause", edits))
}

/// The literal with its sign.
pub fn whole(text: &str, literal: &ast::WrittenLiteral) -> Span {
    if !literal.is_negative {
        return literal.atom;
    }
    let before = text[..literal.atom.start as usize].trim_end();
    let sign = before.chars().next_back().map_or(0, char::len_utf8);
    Span::new((before.len() - sign) as u32, literal.atom.end)
}

fn earlier<'b>(
    text: &str,
    literal: &ast::WrittenLiteral,
    clause: &'b [ast::WrittenLiteral],
) -> &'b ast::WrittenLiteral {
    let name = atom_name(&text[literal.atom.range()]);
    clause.iter().find(|it| atom_name(&text[it.atom.range()]) == name).unwrap_or(&clause[0])
}

fn duplicate(
    text: &str,
    literal: &ast::WrittenLiteral,
    clause: &[ast::WrittenLiteral],
) -> Diagnostic {
    let span = whole(text, literal);
    let first = whole(text, earlier(text, literal, clause));
    Diagnostic::new(
        DUPLICATE_LITERAL,
        span,
        format!("`{}` stands twice in this clause", &text[span.range()]),
        "the second time",
    )
    .related(first, "the first time")
    .help("once is enough")
    .fix(Fix::certain("delete it", vec![Edit::delete_word(text, span)]))
}

fn tautology(
    text: &str,
    literal: &ast::WrittenLiteral,
    clause: &[ast::WrittenLiteral],
) -> Diagnostic {
    let span = whole(text, literal);
    Diagnostic::new(
        TAUTOLOGICAL_CLAUSE,
        span,
        "this clause is always true",
        "the negation of a literal before it",
    )
    .related(whole(text, earlier(text, literal, clause)), "one of the two is true")
    .help("delete the clause, or correct one of the two")
}

/// A sound clause set.
#[derive(Debug)]
pub struct ClauseSet<'a> {
    name: String,
    cnf: Cnf,
    /// The name of each atom.
    atoms: Vec<String>,
    /// Atoms that no clause names.
    free_atoms: u64,
    written: ClausesInText<'a>,
}

/// What an answer to `solve` looks like.
const USAGE: &str = "write `satisfiable`, `unsatisfiable`, `unique` or a model such as `1 -2`";

/// Where clauses are written.
#[derive(Debug)]
struct ClausesInText<'a> {
    source: &'a Arc<Source>,
    /// The literals of all clauses, in order.
    literals: Literals<'a>,
}

#[derive(Debug)]
enum Literals<'a> {
    /// In a `.puzzle` file.
    Here(&'a [ast::WrittenLiteral]),
    /// In a file of a foreign format.
    Foreign(&'a [Span]),
}

impl ClausesInText<'_> {
    /// The place of some literals, of which there is at least one.
    fn place(&self, literals: Range<usize>) -> Span {
        let (first, last) = (literals.start, literals.end - 1);
        match self.literals {
            Literals::Here(all) => {
                whole(self.source.text(), &all[first]).to(whole(self.source.text(), &all[last]))
            }
            Literals::Foreign(all) => all[first].to(all[last]),
        }
    }
}

impl ClauseSet<'_> {
    /// The number of models: each atom that no clause names doubles it.
    fn count(&self, models_of_clauses: &BigUint) -> String {
        // A header may claim any number of atoms; digits by the billion help nobody.
        const MOST_WRITTEN_OUT: u64 = 1 << 12;
        if self.free_atoms <= MOST_WRITTEN_OUT {
            return (models_of_clauses << self.free_atoms).to_string();
        }
        format!("{models_of_clauses}*2^{}", self.free_atoms)
    }

    fn literal(&self, literal: Literal) -> String {
        let sign = if literal.is_positive() { "" } else { "-" };
        format!("{sign}{}", self.atoms[literal.atom().0 as usize])
    }

    fn literals(&self, model: &[bool]) -> String {
        let signed = |(name, &value): (&String, &bool)| {
            if value { name.clone() } else { format!("-{name}") }
        };
        let literals: Vec<_> = self.atoms.iter().zip(model).map(signed).collect();
        literals.join(" ")
    }

    /// Reads literals, token by token. A literal's sign is a token of its own.
    fn read(&self, words: &[&str]) -> Result<Vec<Literal>, NotAnAnswer> {
        let places: FxHashMap<&str, u32> = self.atoms.iter().map(String::as_str).zip(0..).collect();
        let mut literals = Vec::new();
        let mut is_positive = true;
        for (index, word) in words.iter().enumerate() {
            if matches!(*word, "-" | "¬") {
                is_positive = !is_positive;
                continue;
            }
            let name = atom_name(word);
            let atom = places.get(name).ok_or_else(|| NotAnAnswer {
                usage: USAGE.to_owned(),
                word: Some(WrongWord {
                    index,
                    reason: "not an atom of these clauses",
                    meant: did_you_mean(name, self.atoms.iter().map(String::as_str))
                        .map(str::to_owned),
                }),
            })?;
            literals.push(Literal::new(Atom(*atom), is_positive));
            is_positive = true;
        }
        Ok(literals)
    }
}

impl ClauseSet<'_> {
    /// The answer to `solve`.
    fn answer(&self, model: Option<&[bool]>) -> Answer {
        match model {
            None => Answer::plain(Unsatisfiable),
            Some([]) => Answer::plain(Satisfiable),
            Some(values) => Answer::witness(Satisfiable, self.literals(values)),
        }
    }

    fn solved(&self, problem: FindModel, model: Option<Vec<bool>>) -> Solved<'_> {
        let answer = self.answer(model.as_deref());
        let Some(model) = model else {
            let barred: ShowBarred<'_> = Box::new(|core| self.drawn(None, core));
            let solved = Solved { barred: Some(barred), ..Solved::none(answer) };
            return solved.since(problem, |no, core| self.explain(no, core));
        };
        let shown = model.clone();
        let solved = Solved::from(answer).shown(move || Ok(self.drawn(Some(&shown), &[])));
        solved.or(move || self.another(problem, model))
    }

    /// Where each clause stands; one without literals stands nowhere.
    fn places(&self) -> Vec<Option<Span>> {
        let mut start = 0;
        let place = |clause: &[Literal]| {
            let literals = start..start + clause.len();
            start = literals.end;
            (!literals.is_empty()).then(|| self.written.place(literals))
        };
        self.cnf.clauses().map(place).collect()
    }

    /// Poses why there is no model.
    fn argument(&self) -> Posed<'_, Reasons> {
        let places = self.places();
        let clause = move |it: usize| {
            let place = places[it].unwrap_or_default();
            format!("line {}", self.written.source.line_column(place.start).line)
        };
        let value = |it: Literal| truth(&self.atoms[it.atom().0 as usize], it);
        let (clause, value) = (Box::new(clause), Box::new(value));
        ClauseWords { cnf: self.cnf.clone(), are_quoted: false, clause, value }.argument()
    }

    fn explain(&self, no: Answer, core: &[usize]) -> Answer {
        if core.iter().any(|&clause| self.cnf.clause(clause).is_empty()) {
            return no.note("a clause without literals is false");
        }
        let places = self.places();
        let mut answer = no.heading("these clauses cannot all be true:");
        for &member in core {
            let literals = self.cnf.clause(member);
            let words: Vec<_> =
                literals.iter().map(|it| format!("`{}`", self.literal(*it))).collect();
            let words = format!("{} must be true", words.join(" or "));
            let place = places[member].unwrap_or_default();
            answer = answer.because(self.written.source, place, words);
        }
        answer
    }
}

impl Puzzle for ClauseSet<'_> {
    fn corrections(&self, no: &Answer, _: &mut Budget) -> Result<Vec<Correction>, Stop> {
        let source = self.written.source;
        let left_out = |it: &Related| {
            let edit = Edit::delete_line(source.text(), it.span);
            Correction::new(source, without(source.slice(it.span)), edit)
        };
        Ok(no.places_in(source).map(left_out).collect())
    }

    fn lower<'p>(
        &'p self,
        question: &'p Question,
        _: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        if let Some(most) = question.all {
            return Ok(self.listed(question, most));
        }
        Ok(match question.verb {
            Verb::Count => Lowered::problem(CountModels(self.cnf.clone()), |_, count| {
                let none = count == BigUint::ZERO;
                let solved = Solved::from(Answer::plain(self.count(&count)));
                if !none {
                    return solved.reasoned(|| self.freedom());
                }
                let problem = FindModel(self.cnf.clone(), question.sat_engine());
                let solved = solved.since(problem, |no, core| self.explain(no, core));
                solved.reasoned(|| self.argument())
            }),
            Verb::Draw => {
                let drawn = self
                    .picture()?
                    .render(crate::picture::Format::Text)
                    .map_err(|it| it.to_string())?;
                Lowered::known(Answer::witness(Drawn, drawn))
            }
            _ => {
                let problem = FindModel(self.cnf.clone(), question.sat_engine());
                Lowered::problem(problem, |problem, model| {
                    // A clause without literals is no argument.
                    let is_empty = || self.cnf.clauses().any(<[_]>::is_empty);
                    let is_argued = question.is_why && model.is_none() && !is_empty();
                    let only = model.clone().filter(|_| question.is_why);
                    let solved = self.solved(problem, model);
                    match only {
                        Some(model) => solved.reasoned(|| self.only(model)),
                        None if is_argued => solved.reasoned(|| self.argument()),
                        None => solved,
                    }
                })
            }
        })
    }

    fn lists_all(&self) -> bool {
        true
    }

    fn world_word(&self) -> Option<&'static str> {
        Some("model")
    }

    fn worlds(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        Ok(self.last_models(most))
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match (question.verb, words) {
            _ if question.all.is_some() => return all_solutions::claimed(words, Unsatisfiable),
            (Verb::Count, _) => return Claim::number(words),
            (Verb::Draw, _) => return Claim::block(words),
            _ => {}
        }
        if let Ok(claim) = Claim::one_of(words, &[Satisfiable, Unsatisfiable, Unique]) {
            return Ok(claim);
        }
        let literals = self.read(words)?;
        let said: FxHashSet<Literal> = literals.iter().copied().collect();
        if let Some(literal) = literals.iter().find(|it| said.contains(&!**it)) {
            return Err(format!(
                "give `{}` one value: it stands there with and without `-`",
                self.atoms[literal.atom().0 as usize]
            )
            .into());
        }
        let open = self.cnf.clauses().find(|clause| !clause.iter().any(|it| said.contains(it)));
        Ok(Claim::Solution(match open {
            None => Ok(()),
            Some(clause) => {
                let text: Vec<_> = clause.iter().map(|it| self.literal(*it)).collect();
                Err(format!("the clause `{}` is false then", text.join(" ")))
            }
        }))
    }

    fn misworded(&self, question: &Question, words: &[&str]) -> Option<NotAnAnswer> {
        let may_be_model = question.verb == Verb::Solve && !is_no_name(words, &self.atoms);
        if may_be_model { None } else { self.claim(question, words).err() }
    }

    fn clauses(&self, _: &mut Budget) -> Result<Option<NamedClauses<'_>>, Stop> {
        Ok(Some(NamedClauses {
            cnf: self.cnf.clone(),
            atoms: self.atoms.clone(),
            origins: Vec::new(),
            places: self.clues(),
            answer: Box::new(|model| self.answer(model)),
            fits: None,
        }))
    }

    fn clues(&self) -> Vec<Related> {
        let clauses = self.cnf.clauses().zip(self.places()).map(|(clause, place)| {
            let span = place.unwrap_or_default();
            let words: Vec<String> = clause.iter().map(|it| self.literal(*it)).collect();
            let source = Some(Arc::clone(self.written.source));
            Related { source, span, message: words.join(" ") }
        });
        clauses.collect()
    }

    fn follows(&self, clue: usize, from: &[usize]) -> Result<Posed<'_, bool>, Refusal> {
        let mut cnf = Cnf::new(self.cnf.atoms());
        for it in from {
            cnf.add(self.cnf.clause(*it).iter().copied());
        }
        for literal in self.cnf.clause(clue) {
            cnf.add([!*literal]);
        }
        Ok(Posed::new(FindModel(cnf, SatEngine::Cdcl), |_, model| model.is_none()))
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        Ok(Comparable::Clauses(self))
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        Ok(self.drawn(None, &[]))
    }
}
