//! What a page in a browser asks: a request is a text and a question, and what is found is told while it is found.
//! Each question is answered by the same code that serves the program and the editors. Places are offsets in bytes.

mod files;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal, timed};
use serde::{Deserialize, Serialize};

use crate::ide::EditorPlace;
use crate::ide::commands::{CommandQuestion, asked};
use crate::ide::completion::completion;
use crate::ide::hover::hover;
use crate::ide::item::{item_beside, subject};
use crate::ide::joining::{joined, joins};
use crate::ide::lenses::LensCommand;
use crate::ide::symbols::parts;
use crate::ide::tokens::{TokenSort, in_document};
use crate::kinds::{Correction, doubts_told};
use crate::service::check::{Analysis, Levels, check};
use crate::service::draw::DrawnWorld;
use crate::service::hint::hints;
use crate::service::import::{Files, load};
use crate::service::json::hints::HintsReport;
use crate::service::json::steps::StepsReport;
use crate::service::json::{JsonCorrection, JsonFile};
use crate::service::play::step::{PlayState, PlayStep};
use crate::service::report::{FileReport, TestResult, reports, reviewed};
use crate::service::test::{TestPurpose, run};
use crate::syntax::ast::ItemKind;
use crate::syntax::format::format;
use crate::text::{Source, Span};
pub use files::PageFiles;

/// A text and what is asked of it.
#[derive(Deserialize)]
struct Request {
    ask: PageQuestion,
    name: String,
    text: String,
    /// The texts that it may import, by name.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// The cursor.
    #[serde(default)]
    at: u32,
    /// Whether all steps are wanted, and not the first alone.
    #[serde(default)]
    whole: bool,
    /// The number of the solution that is drawn, from 1.
    #[serde(default)]
    world: usize,
    /// The step of a play.
    #[serde(default)]
    step: PlayStep,
    /// The parts of a picture that are joined.
    #[serde(default)]
    join: [String; 2],
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PageQuestion {
    /// What is wrong, and what each word is.
    Check,
    /// Every query: what `puzzle run` says.
    Run,
    /// The canonical form.
    Format,
    /// What may be typed at the cursor.
    Complete,
    /// What the word at the cursor is.
    Hover,
    /// The picture of the item at the cursor.
    Draw,
    /// The answer to the question at the cursor, with its reasons.
    Why,
    /// What follows step by step in the puzzle at the cursor.
    Hints,
    /// A step of a play of the game at the cursor.
    Play,
    /// What leads to the answer to the question at the cursor.
    Walk,
    /// The change that joins two parts of the picture of what is at the cursor.
    Join,
}

/// What the answers to the single questions are.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageAnswer {
    /// A file, with what was found in it.
    File(JsonFile),
    /// One more answer: the file with this answer alone.
    Answer(JsonFile),
    /// Words and their colours.
    Tokens(Vec<PageToken>),
    /// A text.
    Text(String),
    /// What may be typed.
    Offers(Vec<Offer>),
    /// What a word is.
    Word {
        /// For a person.
        markdown: String,
        /// Where the word begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// A picture, or why there is none.
    Picture(Box<Drawing>),
    /// What follows step by step.
    Steps(HintsReport),
    /// Where a play stands.
    Play(PlayState),
    /// What leads to an answer.
    Frames(StepsReport),
    /// A change of a text.
    Change(JsonCorrection),
    /// Why that cannot be said.
    Refused(String),
    /// There is nothing to say.
    Nothing,
    /// A fault of the request, or of the program itself.
    Fault(String),
}

/// A word of a text: where, and what it is as themes call it.
#[derive(Serialize)]
pub struct PageToken(u32, u32, &'static str);

/// Something that may be typed.
#[derive(Serialize)]
pub struct Offer {
    label: String,
    sort: String,
    detail: String,
    documentation: String,
    from: u32,
    to: u32,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<String>,
}

/// The picture of an item.
#[derive(Serialize)]
pub struct Drawing {
    name: String,
    from: u32,
    to: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    message: String,
    /// Whether it can be played.
    played: bool,
    /// Whether its parts are joined by hand.
    joined: bool,
    /// Where its parts stand in the text that have names.
    parts: Vec<PicturePart>,
    /// Which of its solutions is drawn, where they are shown one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<DrawnWorld>,
}

/// A part of a picture: its name, and where it stands.
#[derive(Serialize)]
struct PicturePart {
    name: String,
    from: u32,
}

/// What each question may take.
#[derive(Clone, Default, Debug)]
pub struct PageLimits {
    /// Ends the work, whose answers are then unknown.
    pub signal: Signal,
    /// Time.
    pub time: Option<Duration>,
    /// Resident bytes of the process.
    pub memory: Option<usize>,
}

/// Reads a request and answers it. `files` finds what a text imports that the request does not bring.
pub fn answer(
    request: &[u8],
    files: &dyn Files,
    limits: &PageLimits,
    tell: &mut dyn FnMut(&PageAnswer),
) {
    match serde_json::from_slice::<Request>(request) {
        Ok(request) => request.answer(files, limits, tell),
        Err(fault) => tell(&PageAnswer::Fault(fault.to_string())),
    }
}

impl Request {
    fn answer(self, files: &dyn Files, limits: &PageLimits, tell: &mut dyn FnMut(&PageAnswer)) {
        if let PageQuestion::Format = self.ask {
            return tell(&PageAnswer::Text(format(&self.text)));
        }
        let source = Arc::new(Source::new(self.name.as_str(), self.text));
        let files = PageFiles { texts: &self.files, others: files };
        let checked = check(load(source, Path::new(&self.name), &files), &Levels::default());
        let analysis = checked.analysis();
        let document = analysis.scope.program.root().parts[0];
        let offset = analysis.scope.source(document).floor_boundary(self.at);
        let asked = Asked { analysis, place: EditorPlace { document, offset }, limits };
        match self.ask {
            PageQuestion::Check => {
                tell(&PageAnswer::Tokens(tokens(analysis, document)));
                tell_files(&reports(&analysis), tell);
            }
            PageQuestion::Run => asked.answers(tell),
            PageQuestion::Complete => tell(&asked.offers()),
            PageQuestion::Hover => tell(&asked.word()),
            PageQuestion::Draw => tell(&asked.drawing(self.world)),
            PageQuestion::Why => tell(&asked.reasons().unwrap_or_else(PageAnswer::Refused)),
            PageQuestion::Hints => {
                tell(&asked.steps(self.whole).unwrap_or_else(PageAnswer::Refused));
            }
            PageQuestion::Play => {
                tell(&asked.played(&self.step).unwrap_or_else(PageAnswer::Refused));
            }
            PageQuestion::Walk => tell(&asked.walked().unwrap_or_else(PageAnswer::Refused)),
            PageQuestion::Join => tell(&asked.joined(&self.join)),
            PageQuestion::Format => {}
        }
    }
}

fn tell_files(reports: &[FileReport], tell: &mut dyn FnMut(&PageAnswer)) {
    for report in reports {
        tell(&PageAnswer::File(JsonFile::of(report)));
    }
}

fn tokens(analysis: Analysis<'_>, document: u32) -> Vec<PageToken> {
    let name = |sort| TokenSort::ALL.iter().find(|it| it.0 == sort).map_or("", |it| it.1);
    let tokens = in_document(analysis, document).into_iter();
    tokens.map(|it| PageToken(it.span.start, it.span.end, name(it.sort))).collect()
}

/// What a hover may take at most.
const GLANCE: Duration = Duration::from_millis(250);

/// What a move of the computer may take at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// A question about a place of a program that was read.
struct Asked<'a> {
    analysis: Analysis<'a>,
    place: EditorPlace,
    limits: &'a PageLimits,
}

impl Asked<'_> {
    /// What a question may take, and so much at most.
    fn budget(&self, most: Option<Duration>) -> Budget {
        let PageLimits { signal, time, memory } = self.limits;
        let time = time.iter().copied().chain(most).min();
        Budget::new(signal.clone(), time, *memory)
    }

    /// As `puzzle run` answers; each answer is told when it is found, and then the whole.
    fn answers(&self, tell: &mut dyn FnMut(&PageAnswer)) {
        let mut reports = reviewed(&self.analysis, &self.budget(None));
        let mut queries = run(&self.analysis, TestPurpose::Reading, || self.budget(None));
        loop {
            let (query, time) = timed(|| queries.next());
            let Some(query) = query else { break };
            let test = TestResult::of(&query, time.as_secs_f64());
            let source = Arc::clone(&reports[0].source);
            let alone = FileReport {
                tests: vec![test.clone()],
                ..FileReport::new(source, query.diagnostics.clone())
            };
            tell(&PageAnswer::Answer(JsonFile::of(&alone)));
            reports[0].tests.push(test);
            reports[0].diagnostics.extend(query.diagnostics);
        }
        reports[0].diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
        tell_files(&reports, tell);
    }

    fn offers(&self) -> PageAnswer {
        let found = completion(self.analysis, self.place, &|_, _| Vec::new());
        let offer = found.items.into_iter().map(|it| Offer {
            label: it.label,
            sort: format_args!("{:?}", it.sort).to_string().to_lowercase(),
            detail: it.detail,
            documentation: it.documentation,
            from: it.edit.span.start,
            to: it.edit.span.end,
            text: it.edit.text,
            snippet: it.snippet,
        });
        PageAnswer::Offers(offer.collect())
    }

    fn word(&self) -> PageAnswer {
        let budget = self.budget(Some(GLANCE));
        match hover(self.analysis, self.place, &budget) {
            Some(it) => {
                PageAnswer::Word { markdown: it.markdown, from: it.span.start, to: it.span.end }
            }
            None => PageAnswer::Nothing,
        }
    }

    /// What is drawn of the item that a place belongs to, with its solution, or the one of that number.
    fn drawing(&self, world: usize) -> PageAnswer {
        let scope = &self.analysis.scope;
        let Some(item) = item_beside(scope, self.place) else { return PageAnswer::Nothing };
        let name = match &scope.item(item).kind {
            ItemKind::Query(query) => scope.source(item.document).slice(query.target.span),
            kind if kind.declared().is_some() => scope.program.name(item),
            _ => return PageAnswer::Nothing,
        };
        let Span { start, end } = scope.item(item).span;
        let declared = subject(scope, item);
        let played =
            declared.and_then(|it| self.analysis.kind(it)?.played(it, self.analysis.scope));
        let parts = declared.map_or_else(Vec::new, |it| parts(scope.program, it)).into_iter();
        let parts = parts.filter(|it| it.document == self.place.document);
        let parts = parts.map(|it| PicturePart { name: it.name, from: it.name_span.start });
        let here = scope.source(self.place.document);
        let drawn = declared.and_then(|it| self.analysis.puzzle(it)).map(|it| it.drawn_places());
        let drawn = drawn.into_iter().flatten().filter_map(|(name, place)| {
            let is_here = place.source.is_some_and(|it| Arc::ptr_eq(&it, here));
            is_here.then_some(PicturePart { name, from: place.span.start })
        });
        let mut drawing = Drawing {
            name: name.to_owned(),
            from: start,
            to: end,
            svg: None,
            message: String::new(),
            played: played.is_some(),
            joined: declared.is_some_and(|it| joins(self.analysis, it)),
            parts: parts.chain(drawn).collect(),
            world: None,
        };
        let mut budget = self.budget(None);
        let drawn =
            asked(self.analysis, self.place, LensCommand::Draw).and_then(|it| match world {
                0 | 1 => it.slice.picture(Some(&mut budget)),
                _ => it.slice.world(world, &mut budget),
            });
        match drawn.map(|it| (it.picture.drawn_with_places(), it.solution, it.world)) {
            Ok((Ok(svg), solution, shown)) => {
                drawing.svg = Some(svg);
                drawing.message = match solution {
                    None => String::new(),
                    Some(Ok(answer)) if world > 1 => {
                        let told = [answer.caption().to_owned(), answer.in_sentences()];
                        told.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" · ")
                    }
                    Some(Ok(answer)) => answer.caption().to_owned(),
                    Some(Err(no_answer)) => no_answer.words(),
                };
                drawing.world = shown;
            }
            Ok((Err(too_large), ..)) => drawing.message = too_large.to_string(),
            Err(reason) => drawing.message = reason,
        }
        PageAnswer::Picture(Box::new(drawing))
    }

    /// The change that joins two parts of the picture of what a place is about.
    fn joined(&self, [from, to]: &[String; 2]) -> PageAnswer {
        match joined(self.analysis, self.place, [from, to]) {
            Ok((source, fix)) => PageAnswer::Change((&Correction { source, fix }).into()),
            Err(reason) => PageAnswer::Refused(reason),
        }
    }

    /// The answer to what a place asks, with its reasons and with what would change it.
    fn reasons(&self) -> Result<PageAnswer, String> {
        let CommandQuestion { item, slice } = asked(self.analysis, self.place, LensCommand::Why)?;
        let (answered, time) =
            timed(|| slice.why().answer(TestPurpose::Reading, self.budget(None)));
        let answered = answered?;
        let scope = &self.analysis.scope;
        let corrections = answered.corrections(&self.analysis, item).into_iter();
        let test = TestResult {
            span: scope.item(item).span,
            because: answered.because(&self.analysis, item),
            corrections: corrections
                .map(|(document, fix)| Correction {
                    source: Arc::clone(scope.source(document)),
                    fix,
                })
                .collect(),
            ..TestResult::of(answered.report(), time.as_secs_f64())
        };
        let source = Arc::clone(scope.source(self.place.document));
        Ok(PageAnswer::Answer(JsonFile::of(&FileReport {
            tests: vec![test],
            ..FileReport::new(source, Vec::new())
        })))
    }

    /// What follows first in the puzzle that a place is about, or all that follows.
    fn steps(&self, whole: bool) -> Result<PageAnswer, String> {
        let scope = &self.analysis.scope;
        let puzzle = item_beside(scope, self.place)
            .and_then(|it| subject(scope, it))
            .and_then(|it| self.analysis.puzzle(it))
            .ok_or("there is no puzzle here whose steps could be told")?;
        let most = if whole { usize::MAX } else { 1 };
        let told = hints(puzzle.as_ref(), most, &mut self.budget(None));
        let (hints, doubts) = told.map_err(|no_answer| no_answer.words())?;
        let source = self.analysis.scope.source(self.place.document);
        Ok(PageAnswer::Steps(HintsReport::new(&hints, doubts_told(&doubts), source)))
    }

    /// What leads to the answer to what a place asks, to be stepped through.
    fn walked(&self) -> Result<PageAnswer, String> {
        let CommandQuestion { item, slice } = asked(self.analysis, self.place, LensCommand::Solve)?;
        let found = slice.steps(&mut self.budget(None)).map_err(|no_answer| no_answer.words())?;
        Ok(PageAnswer::Frames(StepsReport::new(found, &self.analysis, item)))
    }

    /// A step of a play of the game that a place is about.
    fn played(&self, step: &PlayStep) -> Result<PageAnswer, String> {
        let slice = asked(self.analysis, self.place, LensCommand::Play)?.slice;
        let budget = || self.budget(Some(PATIENCE));
        Ok(PageAnswer::Play(step.go_on(slice, &budget)?))
    }
}
