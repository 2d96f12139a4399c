//! What a page asks, each by the same code that serves the program and the editors. Places are offsets
//! in bytes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal, timed};
use puzzle_lang::ide::commands::asked;
use puzzle_lang::ide::completion::completion;
use puzzle_lang::ide::hover::hover;
use puzzle_lang::ide::item::item_beside;
use puzzle_lang::ide::lenses::LensCommand;
use puzzle_lang::ide::tokens::{TokenSort, in_document};
use puzzle_lang::ide::EditorPlace;
use puzzle_lang::picture::Format;
use puzzle_lang::service::check::{Analysis, CheckedProgram, Levels, check};
use puzzle_lang::service::import::load;
use puzzle_lang::service::json::JsonFile;
use puzzle_lang::service::report::{FileReport, TestResult, reports, reviewed};
use puzzle_lang::service::test::{TestPurpose, run};
use puzzle_lang::syntax::ast::ItemKind;
use puzzle_lang::syntax::format::format;
use puzzle_lang::text::{Source, Span};
use serde::{Deserialize, Serialize};

use crate::files::PageFiles;

/// A text and what is asked of it.
#[derive(Deserialize)]
struct Request {
    ask: Question,
    name: String,
    text: String,
    /// The texts that it may import, by name.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// The cursor.
    #[serde(default)]
    at: u32,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Question {
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
}

/// What is told: a fault of the request or of the program itself.
#[derive(Serialize)]
pub(crate) struct Fault {
    fault: String,
}

impl Fault {
    pub(crate) fn of(fault: String) -> Self {
        Self { fault }
    }
}

/// What the answers to the single questions are.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Told {
    /// A file, with what was found in it.
    File(JsonFile),
    /// One more answer: the file with this answer alone.
    Answer(JsonFile),
    /// Words and their colours.
    Tokens(Vec<Token>),
    /// A text.
    Text(String),
    /// What may be typed.
    Offers(Vec<Offer>),
    /// What a word is.
    Word { markdown: String, from: u32, to: u32 },
    /// A picture, or why there is none.
    Picture(Drawing),
    /// There is nothing to say.
    Nothing,
    Fault(String),
}

/// A word of a text: where, and what it is as themes call it.
#[derive(Serialize)]
pub(crate) struct Token(u32, u32, &'static str);

/// Something that may be typed.
#[derive(Serialize)]
pub(crate) struct Offer {
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
pub(crate) struct Drawing {
    name: String,
    from: u32,
    to: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    message: String,
}

/// Reads a request and answers it.
pub(crate) fn answer(request: &[u8], tell: &mut dyn FnMut(&Told)) {
    match serde_json::from_slice(request) {
        Ok(request) => reply(request, tell),
        Err(fault) => tell(&Told::Fault(fault.to_string())),
    }
}

fn reply(request: Request, tell: &mut dyn FnMut(&Told)) {
    if let Question::Format = request.ask {
        return tell(&Told::Text(format(&request.text)));
    }
    let (ask, at) = (request.ask, request.at);
    let checked = open(request);
    let analysis = checked.analysis();
    let document = analysis.scope.program.root().parts[0];
    let offset = analysis.scope.source(document).floor_boundary(at);
    let place = EditorPlace { document, offset };
    match ask {
        Question::Check => {
            tell(&Told::Tokens(tokens(analysis, document)));
            tell_files(&reports(&analysis), tell);
        }
        Question::Run => answers(&analysis, tell),
        Question::Complete => tell(&offers(analysis, place)),
        Question::Hover => tell(&word(analysis, place)),
        Question::Draw => tell(&drawing(analysis, place)),
        Question::Format => {}
    }
}

fn open(request: Request) -> CheckedProgram {
    let source = Arc::new(Source::new(request.name.as_str(), request.text));
    check(load(source, Path::new(&request.name), &PageFiles(request.files)), &Levels::default())
}

fn tell_files(reports: &[FileReport], tell: &mut dyn FnMut(&Told)) {
    for report in reports {
        tell(&Told::File(JsonFile::of(report)));
    }
}

/// As `puzzle run` answers; each answer is told when it is found, and then the whole.
fn answers(analysis: &Analysis<'_>, tell: &mut dyn FnMut(&Told)) {
    let mut reports = reviewed(analysis, &Budget::unlimited());
    let mut queries = run(analysis, TestPurpose::Reading, Budget::unlimited);
    loop {
        let (query, time) = timed(|| queries.next());
        let Some(query) = query else { break };
        let test = TestResult::of(&query, time.as_secs_f64());
        let source = Arc::clone(&reports[0].source);
        let alone = FileReport { tests: vec![test.clone()], ..FileReport::new(source, query.diagnostics.clone()) };
        tell(&Told::Answer(JsonFile::of(&alone)));
        reports[0].tests.push(test);
        reports[0].diagnostics.extend(query.diagnostics);
    }
    reports[0].diagnostics.sort_by_key(|it| (it.span.start, it.span.end));
    tell_files(&reports, tell);
}

fn tokens(analysis: Analysis<'_>, document: u32) -> Vec<Token> {
    let name = |sort| TokenSort::ALL.iter().find(|it| it.0 == sort).map_or("", |it| it.1);
    let tokens = in_document(analysis, document).into_iter();
    tokens.map(|it| Token(it.span.start, it.span.end, name(it.sort))).collect()
}

fn offers(analysis: Analysis<'_>, place: EditorPlace) -> Told {
    let found = completion(analysis, place, &|_, _| Vec::new());
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
    Told::Offers(offer.collect())
}

/// What a hover may take at most.
const GLANCE: Duration = Duration::from_millis(250);

fn word(analysis: Analysis<'_>, place: EditorPlace) -> Told {
    let budget = Budget::new(Signal::default(), Some(GLANCE), None);
    match hover(analysis, place, &budget) {
        Some(it) => Told::Word { markdown: it.markdown, from: it.span.start, to: it.span.end },
        None => Told::Nothing,
    }
}

/// What is drawn of the item that a place belongs to, with its solution.
fn drawing(analysis: Analysis<'_>, place: EditorPlace) -> Told {
    let scope = &analysis.scope;
    let Some(item) = item_beside(scope, place) else { return Told::Nothing };
    let name = match &scope.item(item).kind {
        ItemKind::Query(query) => scope.source(item.document).slice(query.target.span),
        kind if kind.declared().is_some() => scope.program.name(item),
        _ => return Told::Nothing,
    };
    let Span { start, end } = scope.item(item).span;
    let mut drawing =
        Drawing { name: name.to_owned(), from: start, to: end, svg: None, message: String::new() };
    let drawn = asked(analysis, place, LensCommand::Draw)
        .and_then(|it| it.slice.picture(Some(&mut Budget::unlimited())));
    match drawn.map(|it| (it.picture.render(Format::Svg), it.solution)) {
        Ok((Ok(svg), solution)) => {
            drawing.svg = Some(svg);
            drawing.message = match solution {
                None => String::new(),
                Some(Ok(answer)) => answer.text,
                Some(Err(no_answer)) => no_answer.words(),
            };
        }
        Ok((Err(too_large), _)) => drawing.message = too_large.to_string(),
        Err(reason) => drawing.message = reason,
    }
    Told::Picture(drawing)
}
