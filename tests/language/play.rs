//! Plays as values: a text in, events out. Random plays go to their ends and back by undo and
//! through files; comments are compared with what is known of a game; nothing typed does harm.

use super::sample;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::kinds::Turn;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::find::played;
use puzzle_lang::service::import::{Files, load};
use puzzle_lang::service::play::setup::PlayChoices;
use puzzle_lang::service::play::transcript::Transcript;
use puzzle_lang::service::play::{Event, Play};
use puzzle_lang::service::slice::Slice;
use puzzle_lang::text::Source;

/// Small games of each kind.
const GAMES: [&str; 7] = [
    "game it: subtract-square { value 30 }",
    "game it: tippy { size 3 }",
    "game it: tippy { size 4\nfirst O }",
    "game it: dots { size 2 }",
    "game it: chopsticks { moves 6 }",
    "game it: chopsticks { hands 44 11\nrules wrap swaps }",
    "game it: formula { formula ((x+y)*(-x+z))\nturns EAE\nvariables xyz }",
];

/// There are no other files.
struct Alone;

impl Files for Alone {
    fn locate(&self, _: &Path, relative: &str) -> std::path::PathBuf {
        relative.into()
    }

    fn read(&self, _: &Path) -> Result<Arc<Source>, String> {
        Err("there is no such file".to_owned())
    }
}

fn slice(text: &str) -> Slice {
    let source = Arc::new(Source::new("play", text));
    let checked = check(load(source, Path::new("play"), &Alone), &Levels::default());
    let analysis = checked.analysis();
    played(&analysis, None).unwrap()
}

fn play(text: &str, choices: &str) -> Play {
    Play::start(slice(text), &PlayChoices::read(choices).unwrap(), 0).unwrap()
}

fn enter(play: &mut Play, typed: &str) -> Vec<Event> {
    let mut events = Vec::new();
    play.enter(typed, &Budget::unlimited, &mut |event| events.push(event));
    events
}

/// The position that was shown last, and where the play stands.
fn seen(play: &mut Play) -> (String, Turn) {
    let shown = enter(play, "board");
    let [Event::Board { drawing, .. }] = &shown[..] else { panic!("{shown:?}") };
    (drawing.clone(), play.turn().clone())
}

fn allowed(play: &Play) -> Vec<String> {
    match play.turn() {
        Turn::Move { moves, .. } => moves.clone(),
        Turn::Over(_) => Vec::new(),
    }
}

/// The file that `save` writes.
fn saved(play: &mut Play) -> String {
    let mut texts = enter(play, "save somewhere").into_iter().filter_map(|it| match it {
        Event::Save { text, .. } => Some(text),
        _ => None,
    });
    texts.next().expect("it is saved")
}

/// The play that a file tells.
fn told(text: &str) -> Result<Play, String> {
    let source = Source::new("play", text);
    let transcript = Transcript::of(&source).expect("the file tells a play");
    let mut play = play(text, &transcript.choices);
    transcript.replay(&mut play).map_err(|it| it.message)?;
    Ok(play)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(24)))]

    #[test]
    fn to_the_end_and_back(
        which in 0..GAMES.len(),
        choices in prop::collection::vec(0usize..100, 0..25),
    ) {
        let mut play = play(GAMES[which], "against person");
        let mut before = vec![seen(&mut play)];
        for choice in choices {
            let allowed = allowed(&play);
            let Some(count) = std::num::NonZero::new(allowed.len()) else { break };
            enter(&mut play, &allowed[choice % count]);
            before.push(seen(&mut play));
        }
        prop_assert_eq!(play.made().len() + 1, before.len());
        let text = saved(&mut play);
        let mut again = told(&text).unwrap();
        prop_assert_eq!(again.made(), play.made());
        prop_assert_eq!(again.turn(), play.turn());
        prop_assert_eq!(&saved(&mut again), &text);
        before.pop();
        while let Some(then) = before.pop() {
            enter(&mut play, "undo");
            prop_assert_eq!(seen(&mut play), then);
        }
        prop_assert!(matches!(&enter(&mut play, "undo")[..], [Event::Refused(_)]));
    }

    #[test]
    fn a_seed_makes_a_play(
        which in 0..GAMES.len(),
        seed: u64,
        choices in prop::collection::vec(0usize..100, 0..10),
    ) {
        let chosen = format!("against weak seed {seed}");
        let run = || {
            let mut play = play(GAMES[which], &chosen);
            for choice in &choices {
                let allowed = allowed(&play);
                let Some(count) = std::num::NonZero::new(allowed.len()) else { break };
                enter(&mut play, &allowed[*choice % count]);
            }
            play
        };
        let (play, again) = (run(), run());
        prop_assert_eq!(play.made(), again.made());
        // The computer has moved whenever it could.
        let starter = play.made().first().map(|it| it.player.as_str());
        prop_assert!(play.mover().is_none() || starter.is_none() || play.mover() == starter);
    }

    #[test]
    fn nothing_typed_does_harm(
        which in 0..GAMES.len(),
        typed in prop::collection::vec(prop_oneof![
            "\\PC{0,12}",
            any::<String>(),
            Just("undo".to_owned()),
            Just("resign".to_owned()),
            Just("save".to_owned()),
            Just("1".to_owned()),
            Just("b2".to_owned()),
            Just("LL".to_owned()),
            Just("x".repeat(100_000)),
        ], 0..12),
    ) {
        let mut play = play(GAMES[which], "against weak");
        for text in &typed {
            for event in enter(&mut play, text) {
                if let Event::Refused(reason) = event {
                    prop_assert!(reason.len() < 1000, "{} bytes", reason.len());
                    prop_assert!(!reason.contains(char::is_control), "{reason:?}");
                }
            }
        }
        let text = saved(&mut play);
        let again = told(&text).unwrap();
        prop_assert_eq!(again.made(), play.made());
    }

    #[test]
    fn no_file_does_harm(lines in prop::collection::vec(prop_oneof![
        Just("// play it".to_owned()),
        Just("// play it as first against weak seed 3".to_owned()),
        Just("// 1. first 1".to_owned()),
        Just("// 2. second 4".to_owned()),
        Just("// 2. first 4".to_owned()),
        Just("//. ".to_owned()),
        "// \\PC{0,12}",
    ], 0..6)) {
        let text = format!("{}\n{}", GAMES[0], lines.join("\n"));
        let source = Source::new("play", text.as_str());
        if let Some(transcript) = Transcript::of(&source) {
            let mut play = play(&text, "against person");
            if let Err(diagnostic) = transcript.replay(&mut play) {
                prop_assert!(source.slice(diagnostic.span).contains("//"));
            }
        }
    }
}

/// OEIS A030193, from its beginning.
const LOSING: [u32; 8] = [0, 2, 5, 7, 10, 12, 15, 17];

#[test]
fn comments_are_made_on_moves_that_lose_and_on_no_others() {
    for value in 1..20u32 {
        for square in (1..=value.isqrt()).map(|root| root * root) {
            let text = format!("game it: subtract-square {{ value {value} }}");
            let mut play = play(&text, "against person");
            let events = enter(&mut play, &square.to_string());
            let says =
                |it: &Event| matches!(it, Event::Comment(it) if it.starts_with("this loses"));
            let gives_away = !LOSING.contains(&value) && !LOSING.contains(&(value - square));
            assert_eq!(events.iter().any(says), gives_away, "{square} from {value}");
        }
    }
}

#[test]
fn what_is_not_known_is_not_said() {
    // Who wins is found out in minutes, so not within the effort for a comment; its steps are short.
    let mut play = play("game it: dots { size 4 }", "against person");
    let events = enter(&mut play, "a1b1");
    assert_eq!(play.made().len(), 1);
    assert!(!events.iter().any(|it| matches!(it, Event::Comment(_))), "{events:?}");
}

#[test]
fn a_perfect_opponent_wins_what_can_be_won() {
    for seed in 0..20 {
        // The person moves at random; the second player has won when the value is losing.
        let mut play = play("game it: subtract-square { value 17 }", "as first");
        let mut random = seed;
        while play.mover().is_some() {
            let allowed = allowed(&play);
            random = random * 31 + 7;
            enter(&mut play, &allowed[random % allowed.len()]);
        }
        assert_eq!(play.end().unwrap(), "second wins: you lost");
    }
}

#[test]
fn an_interrupted_opponent_thinks_again_or_is_helped() {
    let mut play = play("game it: subtract-square { value 17 }", "as second");
    let cancelled = || {
        let signal = Signal::default();
        signal.cancel();
        Budget::new(signal, None, None)
    };
    let mut events = Vec::new();
    play.open(&cancelled, &mut |event| events.push(event));
    assert!(events.iter().any(|it| matches!(it, Event::Unknown(_))), "{events:?}");
    assert!(play.made().is_empty());
    enter(&mut play, "1");
    assert_eq!(play.made()[0].player, "first");
    assert_eq!(play.mover(), Some("second"));
    play.enter("9", &cancelled, &mut |_| {});
    assert_eq!((play.made().len(), play.mover()), (2, Some("first")));
    enter(&mut play, "");
    assert!(play.made().len() > 2);
}
