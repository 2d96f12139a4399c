//! A file as a worksheet: what it declares with pictures, its comments as prose, its queries as numbered questions; and
//! behind a page break their answers, if they are wanted.

mod pages;

use super::check::Analysis;
use super::draw::draw;
use super::find::FoundPuzzle;
use super::test::{self, ExpectationVerdict, TestPurpose};
use crate::kinds::{Definition, Kind, Note};
use crate::picture::Format;
use crate::syntax::ast::{Item, ItemKind};
use puzzle_engine::budget::{Budget, Stop};

/// The formats of worksheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandoutFormat {
    /// One page for browsers, with its pictures in it.
    Html,
    /// Markdown, with pictures in files beside it.
    Markdown,
    /// For LuaLaTeX or XeLaTeX, with pictures in TikZ.
    Tex,
}

impl HandoutFormat {
    /// The format of files that end so; of a PDF that of what it is typeset from.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "tex" | "pdf" => Some(Self::Tex),
            _ => None,
        }
    }

    const fn of_pictures(self) -> Format {
        match self {
            Self::Html | Self::Markdown => Format::Svg,
            Self::Tex => Format::Tikz,
        }
    }
}

/// A worksheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handout {
    /// Its page.
    pub page: String,
    /// The pictures beside it: the ends of their names, and what they are.
    pub pictures: Vec<(String, String)>,
    /// The questions whose answers are not the expected ones, each with what is wrong.
    pub wrong: Vec<String>,
    /// Those whose answers are unknown, each with why.
    pub unknown: Vec<String>,
}

/// A part of a worksheet.
enum HandoutPart {
    /// A paragraph of a comment.
    Prose(String),
    /// A declaration as it stands.
    Code(String),
    /// What a declaration looks like: its name, and the picture, in which a solution may be marked.
    Drawn { name: String, picture: String, is_solved: bool },
    /// A question with its number.
    Asked(usize, String),
    /// What follows begins a page of answers.
    Answers,
    /// An answer, and the remarks on it.
    Answered(String, Vec<String>),
}

/// The file that was asked for as a worksheet called `title`. `stem` is what the names of pictures begin with.
///
/// # Errors
/// The limit that was reached while something was drawn; what is unknown of the answers is told in the worksheet.
pub fn handout(
    analysis: &Analysis<'_>,
    (title, stem): (&str, &str),
    format: HandoutFormat,
    with_answers: bool,
    mut budget: impl FnMut() -> Budget,
) -> Result<Handout, Stop> {
    let program = analysis.scope.program;
    let items: Vec<(Definition, &Item)> = program.items(program.root()).collect();
    let mut sheet = Worksheet { analysis, format, parts: Vec::new(), number: 0 };
    sheet.questions(&items, &mut budget)?;
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    if with_answers {
        sheet.parts.push(HandoutPart::Answers);
        sheet.solved(&items, &mut budget)?;
        sheet.answers(&mut wrong, &mut unknown, budget);
    }
    let (page, pictures) = pages::page(&sheet.parts, title, stem, format);
    Ok(Handout { page, pictures, wrong, unknown })
}

struct Worksheet<'w, 's> {
    analysis: &'w Analysis<'s>,
    format: HandoutFormat,
    parts: Vec<HandoutPart>,
    number: usize,
}

impl Worksheet<'_, '_> {
    /// Declarations and questions in their order, with the comments between them.
    fn questions(
        &mut self,
        items: &[(Definition, &Item)],
        budget: &mut impl FnMut() -> Budget,
    ) -> Result<(), Stop> {
        let scope = &self.analysis.scope;
        let mut before: Option<(u32, u32)> = None;
        for (at, item) in items {
            let text = scope.text(at.document);
            let start = before.filter(|it| it.0 == at.document).map_or(0, |it| it.1);
            // The variables of a line have one span.
            if start > item.span.start {
                continue;
            }
            self.prose(&text[start as usize..item.span.start as usize], start == 0);
            before = Some((at.document, item.span.end));
            let said = &text[item.span.range()];
            match &item.kind {
                ItemKind::Import { .. } | ItemKind::Level { .. } | ItemKind::Broken { .. } => {}
                ItemKind::Query(query) => {
                    let end = query.expectation.map_or(item.span.end, |it| it.arrow.start);
                    let asked = text[item.span.start as usize..end as usize].trim_end();
                    self.number += 1;
                    self.parts.push(HandoutPart::Asked(self.number, asked.to_owned()));
                }
                _ => {
                    budget().look()?;
                    self.parts.push(HandoutPart::Code(said.to_owned()));
                    self.draw(*at, None);
                }
            }
        }
        if let Some((document, end)) = before {
            self.prose(&scope.text(document)[end as usize..], false);
        }
        Ok(())
    }

    /// The paragraphs of the comments between two items; what stands on the line of the first one is one by itself.
    fn prose(&mut self, between: &str, is_first: bool) {
        let (behind, rest) = match between.split_once('\n') {
            Some(parts) if !is_first => parts,
            _ => ("", between),
        };
        let mut paragraph: Vec<&str> = Vec::new();
        for line in [behind, ""].into_iter().chain(rest.lines()).chain([""]) {
            let comment = line.find("//").map_or("", |at| line[at..].trim_start_matches('/'));
            match comment.trim() {
                "" => {
                    if !paragraph.is_empty() {
                        self.parts
                            .push(HandoutPart::Prose(std::mem::take(&mut paragraph).join("\n")));
                    }
                }
                words => paragraph.push(words),
            }
        }
    }

    /// Adds the picture of a declaration, if it has one, with a solution if there is a budget to find it.
    fn draw(&mut self, at: Definition, budget: Option<&mut Budget>) {
        let (analysis, is_solved) = (self.analysis, budget.is_some());
        let name = analysis.scope.program.name(at);
        let Some(FoundPuzzle { puzzle, facts, .. }) = found(analysis, at) else { return };
        if is_solved && !facts.shows_solution {
            return;
        }
        let drawn = draw(puzzle.as_ref(), facts, self.format.of_pictures(), budget);
        if let Ok((picture, no_answer)) = drawn
            && no_answer.is_none()
        {
            self.parts.push(HandoutPart::Drawn { name: name.to_owned(), picture, is_solved });
        }
    }

    /// The pictures that show solutions.
    fn solved(
        &mut self,
        items: &[(Definition, &Item)],
        budget: &mut impl FnMut() -> Budget,
    ) -> Result<(), Stop> {
        let is_declared = |item: &&(Definition, &Item)| item.1.kind.declared().is_some();
        for (at, _) in items.iter().filter(is_declared) {
            budget().look()?;
            self.draw(*at, Some(&mut budget()));
        }
        Ok(())
    }

    /// The answers to the questions.
    fn answers(
        &mut self,
        wrong: &mut Vec<String>,
        unknown: &mut Vec<String>,
        budget: impl FnMut() -> Budget,
    ) {
        let analysis = self.analysis;
        for (number, query) in (1..).zip(test::run(analysis, TestPurpose::Reading, budget)) {
            self.parts.push(HandoutPart::Asked(number, query.name.clone()));
            let told = query.answer.as_ref().map_or("unknown", |it| &it.text);
            let notes = query.answer.iter().flat_map(|it| it.notes.iter().flat_map(Note::lines));
            let notes = notes.map(str::to_owned).collect();
            self.parts.push(HandoutPart::Answered(told.to_owned(), notes));
            let told = match query.verdict {
                Some(ExpectationVerdict::Fails) => &mut *wrong,
                _ => &mut *unknown,
            };
            let why = query.diagnostics.first();
            told.extend(why.map(|it| format!("{}: {}", query.name, it.message)));
        }
    }
}

fn found<'s>(analysis: &'s Analysis<'_>, definition: Definition) -> Option<FoundPuzzle<'s>> {
    let facts = analysis.kind(definition).map(Kind::facts)?;
    let puzzle = analysis.puzzle(definition)?;
    Some(FoundPuzzle { definition, puzzle, facts })
}
