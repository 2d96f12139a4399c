//! `puzzle play`: a new play of a game, or one that a file tells. The front end that talks line by
//! line goes on with it.

use std::io;
use std::path::Path;

use crate::cli::args::{self, Opponent};
use crate::cli::exit::Exit;
use crate::cli::format::{FileReport, Format};
use crate::cli::input::Failure;
use crate::cli::{Session, commands, project};
use crate::service::check::Levels;
use crate::service::find::game;
use crate::service::play::Play;
use crate::service::play::setup::{Against, Choices, SEEDS};
use crate::service::play::transcript::Transcript;
use crate::service::slice::Slice;
use crate::syntax::ast::Verb;

/// Begins the play, or goes on with the one that the file tells, and hands it to `talk`.
///
/// # Errors
/// Those of the output.
pub fn run(
    args: &args::Play,
    talk: fn(Play, &Path, &mut Session) -> io::Result<Exit>,
    session: &mut Session,
) -> io::Result<Exit> {
    if args.file == Path::new("-") {
        let reason = "moves are read from standard input; the game has to be in a file";
        return commands::fail(session, &Failure::unusable("-", reason));
    }
    let source = match commands::read(session, &args.file)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let name = source.name().to_owned();
    let (levels, budget) = (Levels::default(), session.limits().to_read());
    let checked = match project::open(&args.file, source.clone(), &levels, budget) {
        Ok(checked) => checked,
        Err(failure) => return commands::fail(session, &failure),
    };
    let told = Transcript::of(&source).filter(|_| args.name.is_none());
    let analysis = checked.analysis();
    let game_name = args.name.as_deref().or(told.as_ref().map(|it| it.game.as_str()));
    let slice = game(&analysis, game_name).and_then(|game| {
        let slice = Slice::about(&analysis, game, Verb::Play2Win);
        slice.ok_or_else(|| format!("`{}` has errors", analysis.scope.program.name(game)))
    });
    let slice = match slice {
        Ok(slice) => slice,
        Err(reason) => {
            let exit = commands::show(session, &project::reports(&analysis), Format::Text)?;
            return commands::fail(session, &Failure::unusable(name, reason))
                .map(|failed| failed.max(exit));
        }
    };
    let choices = Choices {
        side: args.side.clone(),
        against: args.against.map(|it| match it {
            Opponent::Strong => Against::Strong,
            Opponent::Weak => Against::Weak,
            Opponent::Person => Against::Person,
        }),
        seed: args.seed,
    };
    let told_choices =
        told.as_ref().map_or(Ok(Choices::default()), |it| Choices::read(&it.choices));
    let started =
        told_choices.and_then(|told| Play::start(slice, &choices.or(told), fastrand::u64(..SEEDS)));
    let mut play = match started {
        Ok(play) => play,
        Err(reason) => return commands::fail(session, &Failure::unusable(name, reason)),
    };
    if let Some(told) = told {
        if let Err(diagnostic) = told.replay(&mut play) {
            let report = FileReport::new(source, vec![*diagnostic]);
            return commands::show(session, &[report], Format::Text);
        }
        play.told_by(args.file.to_string_lossy().into_owned());
    }
    talk(play, &args.file, session)
}
