//! `puzzle why`: why a sentence about a puzzle is so, or cannot be.

use std::io::Write;
use std::sync::Arc;

use super::prove::split;
use crate::cli::answering::failure;
use crate::cli::args::WhyArgs;
use crate::cli::ended::CommandResult;
use crate::cli::format::ReportFormat;
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::kinds::doubts_told;
use crate::service::check::Levels;
use crate::service::hint::{why, why_lines};
use crate::service::report;
use crate::service::solve::{NoAnswer, asked};
use crate::syntax::ast::ItemKind;
use crate::text::Source;

/// Says why.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &WhyArgs, console: &mut Console) -> CommandResult {
    let source = commands::read(console, &args.file)?;
    // The question is what `prove` would ask in the last line of the file.
    let question = args.question.split_whitespace().collect::<Vec<_>>().join(" ");
    if !question.contains(':') || question.contains('?') {
        let message = format!("`{question}` is no question about it; write `NAME: SENTENCE`");
        return Err(CommandFailure::unusable(source.name(), message).into());
    }
    let start = source.text().len() + "\nprove ".len();
    let text = format!("{}\nprove {question}\n", source.text());
    let source = Arc::new(Source::new(source.name(), text));
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open(&args.file, Arc::clone(&source), &levels, budget)?;
    let analysis = checked.analysis();
    let scope = analysis.scope;
    let last = scope.program.items(scope.program.root()).last();
    let found = last.and_then(|(definition, item)| match &item.kind {
        ItemKind::Query(query) => {
            Some((asked(&analysis, definition.document, query)?, definition.document, query))
        }
        _ => None,
    });
    let Some((asked, document, query)) = found else {
        let reports = split(report::reports(&analysis), start as u32, &question);
        return Ok(commands::show(console, &reports, ReportFormat::Text)?.max(Exit::Usage));
    };
    let progress = ProgressLine::start(1, console.signal());
    let document = (scope.text(document), scope.tree(document));
    let told = why(asked.puzzle.as_ref(), query, document, &mut console.budget());
    drop(progress);
    let (told, doubts) = told.map_err(|no_answer| match no_answer {
        NoAnswer::Refused(reason) => CommandFailure::unusable(name.as_str(), reason),
        no_answer => failure(&name, no_answer),
    })?;
    let results = console.output.results()?;
    for line in why_lines(&told, &source) {
        writeln!(results, "{line}")?;
    }
    for doubt in doubts_told(&doubts) {
        writeln!(results, "{doubt}")?;
    }
    Ok(Exit::Fine)
}
