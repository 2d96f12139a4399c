//! The tools: what each is for, what it is told, and how it answers; and the pages of the language that it
//! can read.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use puzzle_engine::budget::Signal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::messages::ProtocolError;
use crate::console::SearchLimits;
use crate::console::answer::{remarks, write_answer};
use crate::diagnostic::Code;
use crate::diagnostic::report::{Style, render};
use crate::kinds::{HintsEnd, doubts_told};
use crate::picture::Format;
use crate::service::check::{Analysis, CheckedProgram, Levels, check};
use crate::service::draw::draw;
use crate::service::find::puzzle;
use crate::service::hint::{end, hints, lines};
use crate::service::import::{NoFiles, load};
use crate::service::report::{is_said, reports};
use crate::service::test::{TestPurpose, run_items};
use crate::syntax::ast::ItemKind;
use crate::text::Source;

/// Time that a call has where the command line says nothing.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How faults are drawn.
const STYLE: Style = Style { unicode: true, color: false, width: 100 };

/// Faults that are told at once.
const MOST_TOLD: usize = 20;

/// What a text is called.
const NAME: &str = "text.puzzle";

/// The reference of the language.
const LANGUAGE: &str = include_str!("../../docs/language.md");

/// Of `tools/call`.
#[derive(Deserialize)]
pub(super) struct CallParams {
    pub(super) name: String,
    #[serde(default)]
    pub(super) arguments: ToolArguments,
}

/// What the tools may be told.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ToolArguments {
    text: Option<String>,
    query: Option<String>,
    name: Option<String>,
    all: bool,
    svg: bool,
    topic: Option<String>,
}

/// A tool.
struct Tool {
    name: &'static str,
    description: &'static str,
    /// Each with its type, and whether it has to be there.
    parameters: &'static [(&'static str, &'static str, bool, &'static str)],
    run: fn(&ToolArguments, ToolLimits<'_>) -> Result<String, String>,
}

/// What a call may use.
#[derive(Clone, Copy)]
struct ToolLimits<'c> {
    limits: SearchLimits,
    signal: &'c Signal,
}

const TEXT: (&str, &str, bool, &str) = ("text", "string", true, "a program in the language");
const PUZZLE: (&str, &str, bool, &str) =
    ("name", "string", false, "which puzzle of the text; not needed where there is one");

const TOOLS: [Tool; 6] = [
    Tool {
        name: "check",
        description: "Says what is wrong with a text, each mistake with its place and what to write, \
            without answering anything.",
        parameters: &[TEXT],
        run: |arguments, _| Ok(faults(opened(arguments)?.analysis())),
    },
    Tool {
        name: "solve",
        description: "Answers a query about a text, or all queries in it, and says whether what they \
            expect behind `=>` holds.",
        parameters: &[
            TEXT,
            (
                "query",
                "string",
                false,
                "a line such as `solve NAME`, `count NAME`, `NAME: SENTENCE`",
            ),
        ],
        run: |arguments, limits| answers(arguments, "", limits),
    },
    Tool {
        name: "why",
        description: "Answers a query about a text with the reasons: the lines that it follows from, the \
            argument, and changes that mend a no.",
        parameters: &[TEXT, ("query", "string", true, "a query, a name, or `NAME: SENTENCE`")],
        run: |arguments, limits| answers(arguments, "why ", limits),
    },
    Tool {
        name: "hint",
        description: "Says what follows next in a puzzle, and from which lines and values; or all steps to \
            the solution.",
        parameters: &[TEXT, PUZZLE, ("all", "boolean", false, "all steps in place of one")],
        run: hint,
    },
    Tool {
        name: "draw",
        description: "Draws a puzzle with its solution, as characters or as SVG.",
        parameters: &[TEXT, PUZZLE, ("svg", "boolean", false, "SVG in place of characters")],
        run: drawing,
    },
    Tool {
        name: "reference",
        description: "The reference of the language: its sections, one of them, or what a diagnostic's \
            code means.",
        parameters: &[(
            "topic",
            "string",
            false,
            "the heading of a section, or a code such as `E0202`",
        )],
        run: |arguments, _| reference(arguments.topic.as_deref()),
    },
];

/// All tools, as clients list them.
pub(super) fn list() -> Vec<Value> {
    let tool = |it: &Tool| {
        let properties = it.parameters.iter().map(|(name, kind, _, description)| {
            ((*name).to_owned(), json!({ "type": kind, "description": description }))
        });
        let required = it.parameters.iter().filter(|it| it.2).map(|it| it.0);
        json!({
            "name": it.name,
            "description": it.description,
            "inputSchema": {
                "type": "object",
                "properties": properties.collect::<serde_json::Map<_, _>>(),
                "required": required.collect::<Vec<_>>(),
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    };
    TOOLS.iter().map(tool).collect()
}

/// Calls a tool. What it cannot do is an answer, too, and says so.
///
/// # Errors
/// That there is no such tool.
pub(super) fn call(
    call: &CallParams,
    limits: SearchLimits,
    signal: &Signal,
) -> Result<Value, ProtocolError> {
    let tool = TOOLS.iter().find(|it| it.name == call.name);
    let tool = tool.ok_or_else(|| ProtocolError::unknown_name("tool", &call.name))?;
    let limits = SearchLimits { timeout: limits.timeout.or(Some(TIMEOUT)), ..limits };
    let told = (tool.run)(&call.arguments, ToolLimits { limits, signal });
    let is_error = told.is_err();
    let text = told.unwrap_or_else(|reason| reason);
    Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error }))
}

/// The pages that can be read.
pub(super) fn resources() -> Value {
    json!([{
        "uri": "puzzle:language",
        "name": "language",
        "title": "The language",
        "description": "the reference of the language",
        "mimeType": "text/markdown",
    }])
}

/// A page.
///
/// # Errors
/// That there is no such page.
pub(super) fn read(uri: &str) -> Result<Value, ProtocolError> {
    if uri != "puzzle:language" {
        return Err(ProtocolError::unknown_name("page", uri));
    }
    Ok(json!({ "contents": [{ "uri": uri, "mimeType": "text/markdown", "text": LANGUAGE }] }))
}

/// The text of a call, checked. It imports what the program itself brings, and no files.
fn opened(arguments: &ToolArguments) -> Result<CheckedProgram, String> {
    Ok(checked(arguments.text.clone().ok_or("`text` is missing")?))
}

fn checked(text: String) -> CheckedProgram {
    check(load(Arc::new(Source::new(NAME, text)), Path::new(NAME), &NoFiles), &Levels::default())
}

/// What is wrong with a text.
fn faults(analysis: Analysis<'_>) -> String {
    let mut told = String::new();
    let reports = reports(&analysis);
    let found = reports.iter().flat_map(|it| it.diagnostics.iter().map(move |fault| (it, fault)));
    for (report, fault) in found.clone().take(MOST_TOLD) {
        let drawn = render(fault, &report.source, &STYLE, &mut told);
        drawn.expect("a string takes all");
        told.push('\n');
    }
    match found.count() {
        0 => told.push_str("nothing is wrong\n"),
        all if all > MOST_TOLD => told.push_str(&format!("... and {} more\n", all - MOST_TOLD)),
        _ => {}
    }
    told
}

/// The answers to all queries of a text, or to the one that is asked in its place. `word` stands before that.
fn answers(
    arguments: &ToolArguments,
    word: &str,
    limits: ToolLimits<'_>,
) -> Result<String, String> {
    let mut text = arguments.text.clone().ok_or("`text` is missing")?;
    let start = text.len() as u32;
    let query =
        arguments.query.as_deref().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    if let Some(query) = &query {
        let query = query.strip_prefix(word).unwrap_or(query);
        text = format!("{text}\n{word}{query}\n");
    } else if !word.is_empty() {
        return Err("`query` is missing".to_owned());
    }
    let checked = checked(text);
    let analysis = checked.analysis();
    let program = analysis.scope.program;
    let items = program.items(program.root());
    let mut asked: Vec<_> = items.filter(|it| matches!(it.1.kind, ItemKind::Query(_))).collect();
    if query.is_some() {
        asked.retain(|it| it.1.span.start >= start);
    }
    let budget = || limits.limits.budget(limits.signal);
    let mut told = String::new();
    for report in run_items(&analysis, asked.into_iter(), TestPurpose::Reading, budget) {
        let source = analysis.scope.source(report.query.document);
        write_answer(&report, source, false, &mut told);
        let found = &analysis.findings[report.query.document as usize];
        for fault in report.diagnostics.iter().filter(|it| !is_said(it, found)) {
            render(fault, source, &STYLE, &mut told).expect("a string takes all");
        }
    }
    if analysis.has_errors() {
        told.push_str(&faults(analysis));
    }
    match told.is_empty() {
        true => Err("the text asks nothing; give a `query`".to_owned()),
        false => Ok(told),
    }
}

/// Why there is no puzzle, and what is wrong with the text that may be why.
fn absent(reason: &str, analysis: Analysis<'_>) -> String {
    let faults = if analysis.has_errors() { faults(analysis) } else { String::new() };
    format!("{reason}\n{faults}")
}

fn hint(arguments: &ToolArguments, limits: ToolLimits<'_>) -> Result<String, String> {
    let checked = opened(arguments)?;
    let analysis = checked.analysis();
    let found = puzzle(&analysis, arguments.name.as_deref())
        .map_err(|it| absent(&it.reason(), analysis))?;
    let most = if arguments.all { usize::MAX } else { 1 };
    let mut budget = limits.limits.budget(limits.signal);
    let (hints, doubts) =
        hints(found.puzzle.as_ref(), most, &mut budget).map_err(|it| it.words())?;
    let source = analysis.scope.source(found.definition.document);
    let mut told = Vec::new();
    if let HintsEnd::NoSolution(answer) = &hints.end {
        told.push(answer.text.clone());
        told.extend(remarks(answer, source));
    }
    told.extend((1..).zip(&hints.steps).flat_map(|(number, it)| lines(number, it, source)));
    told.extend(end(&hints));
    told.extend(doubts_told(&doubts).into_iter().map(str::to_owned));
    Ok(told.join("\n"))
}

fn drawing(arguments: &ToolArguments, limits: ToolLimits<'_>) -> Result<String, String> {
    let checked = opened(arguments)?;
    let analysis = checked.analysis();
    let found = puzzle(&analysis, arguments.name.as_deref())
        .map_err(|it| absent(&it.reason(), analysis))?;
    let format = if arguments.svg { Format::Svg } else { Format::Text };
    let mut budget = limits.limits.budget(limits.signal);
    let (text, no_answer) = draw(found.puzzle.as_ref(), found.facts, format, Some(&mut budget))?;
    Ok(match no_answer {
        None => text,
        Some(no_answer) => format!("{text}\n{}", no_answer.words()),
    })
}

/// A section of the reference by its heading, the page of a code, or what there is.
fn reference(topic: Option<&str>) -> Result<String, String> {
    let sections: Vec<&str> = LANGUAGE.split("\n## ").skip(1).collect();
    let heading = |it: &&str| it.lines().next().unwrap_or_default().to_owned();
    let Some(topic) = topic else {
        let headings: Vec<_> = sections.iter().map(|it| format!("- {}", heading(it))).collect();
        return Ok(format!("Sections:\n{}", headings.join("\n")));
    };
    if let Some(code) = Code::find(topic.trim()) {
        return Ok(code.page().to_owned());
    }
    let topic = topic.to_lowercase();
    let mut found = sections.iter().filter(|it| heading(it).to_lowercase().contains(&topic));
    found.next().map(|it| format!("## {it}")).ok_or_else(|| {
        let headings: Vec<_> = sections.iter().map(heading).collect();
        format!("no section is called so; there are: {}", headings.join(", "))
    })
}
