//! `puzzle prove`: a question about a theory, answered by resolution, with the whole proof.

use std::io::{self, Write};
use std::sync::Arc;

use super::run::remarks;
use super::solve::failure;
use crate::cli::args::{Derivation, Prove};
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::cli::input::Failure;
use crate::cli::progress::Progress;
use crate::cli::{Session, commands, project};
use crate::picture;
use crate::service::check::{Levels, check};
use crate::service::solve::{answer_to, asked};
use crate::syntax::ast::ItemKind;
use crate::text::Source;

/// Answers the question.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Prove, session: &mut Session) -> io::Result<Exit> {
    let source = match commands::read(session, &args.file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    // The question is what it would be as the last line of the file.
    let verb = if args.question.contains('?') { "ask" } else { "prove" };
    let question = args.question.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = format!("{}\n{verb} {question} by resolution\n", source.text());
    let source = Arc::new(Source::new(source.name(), text));
    let name = source.name().to_owned();
    let program = match project::open(&args.file, Arc::clone(&source)) {
        Ok(program) => program,
        Err(failure) => return commands::fail(session, &failure),
    };
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let last = analysis.scope.program.items(analysis.scope.program.root()).last();
    let asked = last.and_then(|(definition, item)| match &item.kind {
        ItemKind::Query(query) => asked(&analysis, definition.document, query),
        _ => None,
    });
    let Some(asked) = asked else {
        let exit = commands::show(session, &project::reports(&analysis), Format::Text)?;
        let failure = Failure::unusable(name, format!("`{question}` is no question about it"));
        return commands::fail(session, &failure).map(|failed| failed.max(exit));
    };
    let budget = &mut session.limits().budget();
    let progress = Progress::start(1, session.signal());
    let answered = answer_to(asked.puzzle.as_ref(), &asked.question, budget);
    drop(progress);
    let (solution, answer) = match answered {
        Ok(answered) => answered,
        Err(no_answer) => return commands::fail(session, &failure(&name, no_answer)),
    };
    let format = match args.format {
        Derivation::Text => {
            let results = session.output.results()?;
            writeln!(results, "{}", answer.text)?;
            for line in remarks(&answer, &source) {
                writeln!(results, "{line}")?;
            }
            return Ok(Exit::Fine);
        }
        Derivation::Tstp => None,
        Derivation::Svg => Some(picture::Format::Svg),
        Derivation::Dot => Some(picture::Format::Dot),
    };
    let proof = solution.ok_or_else(|| "nothing had to be proved".to_owned());
    let written =
        proof.and_then(|it| asked.puzzle.proof(&asked.question, &it)).and_then(
            |proof| match format {
                None => Ok(proof.tstp),
                Some(format) => proof.picture.render(format).map_err(|large| large.to_string()),
            },
        );
    match written {
        Ok(text) => {
            writeln!(session.output.results()?, "{}", text.trim_end_matches('\n'))?;
            Ok(Exit::Fine)
        }
        Err(reason) => {
            let message = format!("{}: {reason}", answer.text);
            commands::fail(session, &Failure { name, message, exit: Exit::Errors })
        }
    }
}
