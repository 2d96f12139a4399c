//! What an editor asks, asked at every telling place of the examples and of what the fuzzer has met, also
//! with the text ending there as it does while somebody types, and with another text than the one
//! that was asked about: each answer comes, and what it would change lies at the place.

use super::changed;
use super::program;
use super::telling::{some, telling};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_engine::budget::{Budget, Signal};
use puzzle_lang::ide::answers::{self, AskedProgram, Questions};
use puzzle_lang::ide::commands::asked;
use puzzle_lang::ide::completion::completion;
use puzzle_lang::ide::definition::definition;
use puzzle_lang::ide::formatting::{TextChange, in_file, in_range, typed};
use puzzle_lang::ide::hover::hover;
use puzzle_lang::ide::inlay_hints::inlay_hints;
use puzzle_lang::ide::item::item_beside;
use puzzle_lang::ide::lenses::{LensCommand, lenses, offered};
use puzzle_lang::ide::refactorings::{expectation, inline_name, refactorings};
use puzzle_lang::ide::signature::signature;
use puzzle_lang::ide::type_definition::type_definition;
use puzzle_lang::ide::{
    EditorPlace, FileRange, TextLocation, fixes, folding, highlights, links, references,
};
use puzzle_lang::ide::{rename, selection, symbols, tokens};
use puzzle_lang::kinds::Program;
use puzzle_lang::service::check::{Analysis, Levels, check};
use puzzle_lang::service::import::{NoFiles, load};
use puzzle_lang::text::{ColumnUnit, Source, Span};
use puzzle_lang::workspace::{EditorPosition, Workspace, place};

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
    let place = EditorPlace { document, offset };
    let offset = text.floor_char_boundary(offset as usize) as u32;
    let lies_there = |span: Span| {
        assert!(span.start <= offset && offset <= span.end, "{offset} {span:?} {text}");
        assert!(text.get(span.range()).is_some_and(|it| !it.contains('\n')), "{span:?} {text}");
    };
    for found in completion(analysis, place, &|_, _| vec!["a/".to_owned()]).items {
        lies_there(found.edit.span);
        keeps_the_blank(&text[..offset as usize], found.edit.span, &found.label, &found.edit.text);
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

/// An editor that shows the list behind a sign takes a blank that is typed next for the beginning of
/// what is chosen: it keeps what has a blank, and writes it in place of the one that was typed.
fn keeps_the_blank(before: &str, replaced: Span, label: &str, written: &str) {
    let is_open = before.ends_with(['>', '=', ':']) && replaced.start as usize == before.len();
    let is_kept = written.starts_with(' ') || label.contains(' ');
    assert!(!(is_open && is_kept) || written.starts_with(' '), "{label} behind {before}");
}

/// Asks what is about the whole of the first file.
fn ask_about_all(analysis: Analysis<'_>) {
    let program = analysis.scope.program;
    let root = program.files.len() - 1;
    for fold in folding::folding(analysis, root) {
        assert!(fold.range.from != fold.range.to);
    }
    let _ = (links::links(analysis, root), symbols::in_file(analysis, root));
    let _ = (in_file(analysis, root), symbols::search(&[analysis], "a"));
    let mut questions = Questions::default();
    questions.update(analysis, program.root());
    let known = AskedProgram { questions: &questions, ..AskedProgram::NOTHING };
    for &part in &program.root().parts {
        let _ = (tokens::in_document(analysis, part), lenses(analysis, part, Some(known)));
        let _ = (inlay_hints(analysis, part, known), answers::diagnostics(analysis, part, known));
    }
}

/// Asks everything else that is about a place.
fn ask_more(analysis: Analysis<'_>, place: EditorPlace, number: usize) {
    let range = FileRange { from: place, to: place };
    let location = TextLocation { document: place.document, span: Span::at(place.offset) };
    let lie_within = |changes: Vec<TextChange>| {
        for it in changes {
            for EditorPlace { document, offset } in [it.range.from, it.range.to] {
                assert!(analysis.scope.text(document).is_char_boundary(offset as usize));
            }
        }
    };
    // Each of these looks at the whole text, so there is one for some places.
    let formatted: [&dyn Fn() -> Vec<TextChange>; 4] = [
        &|| in_range(analysis, range),
        &|| typed(analysis, place, ')'),
        &|| typed(analysis, place, '}'),
        &|| typed(analysis, place, '\n'),
    ];
    some(formatted.iter(), number, 64).for_each(|it| lie_within(it()));
    let _ = (definition(analysis, place), type_definition(analysis, place));
    let _ = references::references(analysis, place, true);
    let _ = (highlights::highlights(analysis, place), selection::selection(analysis, place));
    let _ = rename::prepare(analysis, place).map(|_| rename::rename(analysis, place, "fresh"));
    let _ = (refactorings(analysis, location), inline_name::everywhere(analysis, location));
    let _ = (expectation::query(analysis, location), item_beside(&analysis.scope, place));
    let _ = (offered(analysis, place), tokens::in_range(analysis, location));
    fixes::at(&analysis.findings[place.document as usize], location.span).for_each(drop);
    for command in LensCommand::ALL {
        let _ = asked(analysis, place, command);
    }
}

/// The examples are edited into other texts while somebody asks. All places together are asked about
/// in each of these texts, some in each.
#[test]
fn every_place_has_answers_when_the_text_has_changed() {
    let path = Path::new("text.puzzle");
    for text in files("examples").iter().filter_map(|it| fs::read_to_string(it).ok()) {
        let all = changed::changed(&text);
        for (index, new) in all.iter().enumerate() {
            let mut workspace = Workspace::new(Box::new(NoFiles));
            workspace.open(path.to_owned(), "text.puzzle", &text, 0);
            let end = EditorPosition { line: u32::MAX, column: 0 };
            workspace.edit(
                path,
                ColumnUnit::Utf8,
                0,
                &[(Some(EditorPosition::default()..end), &**new)],
            );
            let analysis = workspace.analysis(path).unwrap();
            ask_about_all(analysis);
            let old = text.lines().zip(0..).flat_map(|(line, number)| {
                let columns = telling(line).chain([line.len() as u32 + 1]);
                columns.map(move |column| EditorPosition { line: number, column })
            });
            let whole = old.skip(index).step_by(all.len()).enumerate();
            for (number, position) in some(whole, index, 11) {
                let place = place(analysis.scope.program, position, ColumnUnit::Utf8);
                let text = analysis.scope.text(place.document);
                assert!(text.is_char_boundary(place.offset as usize), "{position:?} {text}");
                ask_more(analysis, place, number);
                if let [document] = analysis.scope.program.root().parts[..] {
                    assert_eq!(place.document, document);
                    ask(analysis, place.offset, &nothing());
                }
            }
        }
    }
}

#[test]
fn every_place_has_its_answers() {
    for (number, text) in texts().into_iter().enumerate() {
        let checked = check(alone(&text), &Levels::default());
        for offset in some(telling(&text).chain([text.len() as u32 + 1]), number, 7) {
            ask(checked.analysis(), offset, &nothing());
        }
    }
}

/// Of some of the beginnings, as each is checked anew.
#[test]
fn every_beginning_has_answers_at_its_end() {
    for (at, text) in texts().into_iter().enumerate() {
        for end in some(telling(&text), at, 37) {
            let checked = check(alone(&text[..end as usize]), &Levels::default());
            ask(checked.analysis(), end, &nothing());
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
                let place = EditorPlace { document: definition.document, offset: name.start };
                let _ = hover(checked.analysis(), place, &Budget::unlimited());
            }
        }
    }
}
