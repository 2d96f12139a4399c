//! `puzzle handout`: a file as a worksheet, with or without the answers.

use std::ffi::OsStr;
use std::path::Path;

use crate::cli::args::HandoutArgs;
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::format::ReportFormat;
use crate::cli::output::{create, write};
use crate::cli::{commands, project, typeset};
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::progress::ProgressLine;
use crate::diagnostic::Severity;
use crate::service::check::Levels;
use crate::service::handout::{HandoutFormat, handout};
use crate::service::report::reports;

/// Writes the worksheet.
///
/// # Errors
/// See [`CommandEnd`].
pub fn run(args: &HandoutArgs, console: &mut Console) -> CommandResult {
    let ending = args.output.extension().and_then(OsStr::to_str).unwrap_or_default();
    let Some(format) = HandoutFormat::of_ending(ending) else {
        let message = "end its name in `.html`, `.md`, `.tex` or `.pdf`";
        return Err(CommandFailure::unusable(args.output.to_string_lossy(), message).into());
    };
    let source = commands::read(console, &args.file)?;
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open_any(&args.file, source, &levels, budget)?;
    let analysis = checked.analysis();
    let reports = reports(&analysis);
    let mut all = reports.iter().flat_map(|it| &it.diagnostics);
    if all.any(|it| it.severity == Severity::Error) {
        return Err(CommandEnd::Said(commands::show(console, &reports, ReportFormat::Text)?));
    }
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (title, name) = (stem(&args.file), stem(&args.output));
    let progress = ProgressLine::start(1, console.signal());
    let named = (title.as_str(), name.as_str());
    let handout = handout(&analysis, named, format, args.answers, || console.budget());
    let (output, budget) = (args.output.to_string_lossy(), &mut console.budget());
    let handout = handout
        .map_err(|stop| CommandFailure::unknown(&*output, &format!("not written: {stop}")))?;
    let page = match ending {
        "pdf" => typeset::pdf(&handout.page, &output, budget)?,
        _ => handout.page.clone().into_bytes(),
    };
    drop(progress);
    write_all(args, (&page, &handout.pictures), &name, console)?;
    for words in handout.wrong.iter().chain(&handout.unknown) {
        commands::note(console, words)?;
    }
    Ok(match (&handout.wrong[..], &handout.unknown[..]) {
        ([], []) => Exit::Fine,
        ([], _) => Exit::Unknown,
        _ => Exit::Errors,
    })
}

/// Writes the page, and the pictures beside it.
fn write_all(
    args: &HandoutArgs,
    (page, pictures): (&[u8], &[(String, String)]),
    stem: &str,
    console: &mut Console,
) -> CommandResult<()> {
    let pictures = pictures
        .iter()
        .map(|(end, it)| (args.output.with_file_name(format!("{stem}{end}")), it.as_bytes()));
    for (path, bytes) in pictures.chain([(args.output.clone(), page)]) {
        write(bytes, create(Some(&path), &args.file, None, &mut console.budget())?, console)?;
    }
    Ok(())
}
