//! What an editor asks, asked at every place of the examples and of what the fuzzer has met, also
//! with the text ending there as it does while somebody types: each answer comes, and what it
//! would change lies at the place.

#[path = "common/program.rs"]
#[expect(dead_code, reason = "nothing is found fault with here")]
mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_lang::budget::{Budget, Signal};
use puzzle_lang::ide::Place;
use puzzle_lang::ide::completion::completion;
use puzzle_lang::ide::hover::hover;
use puzzle_lang::ide::signature::signature;
use puzzle_lang::kinds::Program;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::text::{Source, Span};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect()
}

fn texts() -> Vec<String> {
    let folders =
        ["examples", "tests/ide/completion", "fuzz/corpus/puzzle_file", "fuzz/corpus/queries"];
    let files = folders
        .iter()
        .flat_map(|it| files(it))
        .filter(|it| it.is_file() && it.extension().is_none_or(|ending| ending == "puzzle"));
    files.map(|it| Source::from_bytes("", fs::read(it).unwrap()).text().to_owned()).collect()
}

/// A program without its imports.
fn alone(text: &str) -> Program {
    load(Arc::new(Source::new("text.puzzle", text)), Path::new("text.puzzle"), &NoFiles)
}

/// A budget for those who shall solve nothing.
fn nothing() -> Budget {
    let signal = Signal::default();
    signal.cancel();
    Budget::new(signal, None, None)
}

fn ask(analysis: Analysis<'_>, offset: u32, budget: &Budget) {
    let document = analysis.scope.program.root().parts[0];
    let text = analysis.scope.text(document);
    let place = Place { document, offset };
    let offset = text.floor_char_boundary(offset as usize) as u32;
    let lies_there = |span: Span| {
        assert!(span.start <= offset && offset <= span.end, "{offset} {span:?} {text}");
        assert!(text.get(span.range()).is_some_and(|it| !it.contains('\n')), "{span:?} {text}");
    };
    for found in completion(analysis, place, &|_, _| vec!["a/".to_owned()]).items {
        lies_there(found.edit.span);
    }
    if let Some(found) = hover(analysis, place, budget) {
        assert!(!found.markdown.is_empty());
        assert!(found.span.start <= offset && offset <= found.span.end, "{offset} {found:?}");
    }
    if let Some(found) = signature(analysis, place) {
        let parameters = found.parameters.iter().map(|it| it.range.clone());
        assert!(parameters.into_iter().all(|it| found.label.get(it).is_some()), "{found:?}");
        assert!(found.active.is_none_or(|it| it < found.parameters.len()), "{found:?}");
    }
}

#[test]
fn every_place_has_its_answers() {
    for text in texts() {
        let checked = check(alone(&text), &Levels::default());
        for offset in 0..=text.len() as u32 + 1 {
            ask(checked.analysis(), offset, &nothing());
        }
    }
}

#[test]
fn every_beginning_has_answers_at_its_end() {
    for text in texts() {
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            let checked = check(alone(&text[..end]), &Levels::default());
            ask(checked.analysis(), end as u32, &nothing());
        }
    }
}

#[test]
fn hovers_solve_what_is_small() {
    for text in texts() {
        let checked = check(program::program("text.puzzle", &text), &Levels::default());
        let program = checked.program();
        for (definition, item) in program.items(program.root()) {
            if let Some(name) = item.kind.declared() {
                let place = Place { document: definition.document, offset: name.start };
                let _ = hover(checked.analysis(), place, &Budget::unlimited());
            }
        }
    }
}
