//! `puzzle play`: a new play of a game, or one that a file tells, for the front end that talks line
//! by line.

use std::path::Path;

use crate::cli::args::{self, Opponent};
use crate::cli::ended::{CommandEnd, CommandResult};
use crate::cli::format::{FileReport, ReportFormat};
use crate::cli::{commands, project};
use crate::console::Console;
use crate::console::failure::CommandFailure;
use crate::service::check::Levels;
use crate::service::find::played;
use crate::service::play::Play;
use crate::service::play::setup::{Against, PlayChoices, SEEDS};
use crate::service::play::transcript::Transcript;

/// Begins the play, or goes on with the one that the file tells.
///
/// # Errors
/// See [`CommandEnd`].
pub fn run(args: &args::PlayArgs, console: &mut Console) -> CommandResult<Play> {
    if args.file == Path::new("-") {
        let reason = "moves are read from standard input; the game has to be in a file";
        return Err(CommandFailure::unusable("-", reason).into());
    }
    let source = commands::read(console, &args.file)?;
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), console.to_read());
    let checked = project::open_any(&args.file, source.clone(), &levels, budget)?;
    let told = Transcript::of(&source).filter(|_| args.name.is_none());
    let analysis = checked.analysis();
    let game_name = args.name.as_deref().or(told.as_ref().map(|it| it.game.as_str()));
    let slice = match played(&analysis, game_name) {
        Ok(slice) => slice,
        Err(absence) => return commands::absent(console, &analysis, &name, absence),
    };
    let choices = PlayChoices {
        side: args.side.clone(),
        against: args.against.map(|it| match it {
            Opponent::Strong => Against::Strong,
            Opponent::Weak => Against::Weak,
            Opponent::Person => Against::Person,
        }),
        seed: args.seed,
    };
    let told_choices =
        told.as_ref().map_or(Ok(PlayChoices::default()), |it| PlayChoices::read(&it.choices));
    let started =
        told_choices.and_then(|told| Play::start(slice, &choices.or(told), fastrand::u64(..SEEDS)));
    let mut play = started.map_err(|reason| CommandFailure::unusable(name, reason))?;
    if let Some(told) = told {
        if let Err(diagnostic) = told.replay(&mut play) {
            let report = FileReport::new(source, vec![*diagnostic]);
            return Err(CommandEnd::Said(commands::show(console, &[report], ReportFormat::Text)?));
        }
        play.told_by(args.file.to_string_lossy().into_owned());
    }
    Ok(play)
}
