//! What leads to the answers of the examples, frame by frame: it says what the answer says, and every frame is drawn or
//! told.

use super::examples::examples;
use super::program;
use std::collections::BTreeMap;

use puzzle_engine::budget::Budget;
use puzzle_lang::kinds::{Definition, MOST_FRAMES, StepFrame, StepFrames};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::slice::Slice;
use puzzle_lang::service::solve::NoAnswer;
use puzzle_lang::service::steps::ShownFrame;
use puzzle_lang::syntax::ast::{ItemKind, Verb};

/// Steps of work that a question may take; what takes more is left out.
const EFFORT: u64 = 1 << 17;

/// What the captions say of the answer: the nodes of a walk, the actions of a plan, the moves of a play.
fn told(kind: &str, frames: &[ShownFrame]) -> Option<String> {
    let captions = frames.iter().map(|it| it.caption.as_str());
    let words: Vec<&str> = match kind {
        "maze" => captions.filter_map(|it| it.split(',').next()).collect(),
        "puzzle" => captions.skip(1).collect(),
        "tippy" | "dots" => {
            captions.skip(1).filter_map(|it| Some(it.split_once(": ")?.1)).collect()
        }
        _ => return None,
    };
    Some(words.join(" "))
}

#[test]
fn frames_say_what_the_answer_says() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, text) in examples() {
        let checked = check(program::program(&name, &text), &Levels::default());
        let analysis = checked.analysis();
        let document = analysis.scope.program.root().parts[0];
        for (item, it) in (0..).zip(&analysis.scope.tree(document).items) {
            let ItemKind::Query(query) = &it.kind else { continue };
            if !matches!(query.verb, Verb::Solve | Verb::Shortest | Verb::Line) {
                continue;
            }
            let query_item = Definition { document, item };
            let Some(slice) = Slice::of_query(&analysis, query_item) else { continue };
            let steps = match slice.steps(&mut Budget::unlimited().part(EFFORT)) {
                Ok(steps) => steps,
                Err(NoAnswer::Unverified(why)) => panic!("{name}: {}: {why}", slice.question()),
                Err(_) => continue,
            };
            let (answer, are_all) = (steps.answer.clone(), steps.are_all);
            let (frames, places): (Vec<_>, Vec<_>) =
                steps.frames(&analysis, query_item).into_iter().unzip();
            let said = format!("{name}: {}", slice.question());
            assert!(!frames.is_empty() && frames.len() <= MOST_FRAMES + 1, "{said}");
            assert!(frames.iter().all(|it| !it.caption.is_empty()), "{said}");
            let is_drawn = frames.iter().any(|it| it.svg.is_some());
            assert!(!is_drawn || frames.iter().all(|it| it.svg.is_some()), "{said}");
            let named = analysis.scope.named(document, &query.target);
            let named = named
                .and_then(|it| analysis.scope.find(&analysis.scope.text(document)[it.range()]));
            let kind =
                named.and_then(|it| analysis.kind(it)).map_or("formula", |it| it.facts().name);
            let expected = match query.verb {
                Verb::Shortest => answer.summaries().next(),
                _ => Some(answer.text.as_str()),
            };
            let is_walk = is_drawn && are_all && frames[0].caption != "what is told";
            let told = told(kind, &frames).filter(|it| is_walk && !it.is_empty());
            if let (Some(told), Some(expected)) = (told, expected) {
                assert_eq!(told, expected, "{said}");
                *seen.entry(kind).or_default() += 1;
            }
            let sources = places.iter().flatten().map(|it| (it.source.as_ref(), it.span));
            for (source, span) in sources {
                let own = analysis.scope.source(document);
                assert!(!source.unwrap_or(own).slice(span).is_empty(), "{said}");
            }
        }
    }
    for kind in ["maze", "puzzle", "tippy", "dots"] {
        assert!(seen.contains_key(kind), "no {kind} among {seen:?}");
    }
}

#[test]
fn endless_frames_are_cut_and_that_is_said() {
    let all = |count: usize| {
        let frames = (0..).take(count).map(|it| Ok(StepFrame::said(it.to_string())));
        StepFrames::of(frames).unwrap()
    };
    assert_eq!((all(MOST_FRAMES).frames.len(), all(MOST_FRAMES).are_all), (MOST_FRAMES, true));
    let cut = all(MOST_FRAMES + 1);
    assert_eq!((cut.frames.len(), cut.are_all), (MOST_FRAMES, false));
}
