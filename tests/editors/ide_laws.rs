//! What holds of the answers to an editor's questions about names, stretches and forms at every
//! place of every example, seed and case, broken ones included.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::program::{examples, findings};
use super::telling::some;
use super::whole::{Whole, many_parts, one_part};
use puzzle_lang::diagnostic::fix::{Edit, apply};
use puzzle_lang::ide::definition::{DefinitionTarget, definition};
use puzzle_lang::ide::formatting::{TextChange, in_file, in_range, typed};
use puzzle_lang::ide::item::item_beside;
use puzzle_lang::ide::{
    EditorPlace, FileRange, TextLocation, folding, highlights, links, references,
};
use puzzle_lang::ide::{rename, selection, symbol, symbols, tokens};
use puzzle_lang::kinds::Definition;
use puzzle_lang::service::check::{Analysis, CheckedProgram, Levels, check};
use puzzle_lang::service::import::{Files, load_parts};
use puzzle_lang::syntax::ast::ItemKind;
use puzzle_lang::syntax::format::format;
use puzzle_lang::syntax::keyword::{GAMES, Keyword, NUMBER_WORDS};
use puzzle_lang::syntax::terminal::reserved_name;
use puzzle_lang::text::{Source, Span};

/// Texts before those of the disk.
#[derive(Clone, Default)]
struct Texts(BTreeMap<PathBuf, String>);

impl Files for Texts {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        from.with_file_name(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.to_string_lossy();
        match self.0.get(path) {
            Some(text) => Ok(Arc::new(Source::new(name, text.as_str()))),
            None => fs::read(path)
                .map(|bytes| Arc::new(Source::from_bytes(name, bytes)))
                .map_err(|error| error.to_string()),
        }
    }
}

/// Every `.puzzle` text of the repository that is there to be tried.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples", "fuzz/corpus/puzzle_file", "fuzz/corpus/queries", "tests/ui"];
    let files = folders.iter().flat_map(|it| fs::read_dir(root.join(it)).unwrap());
    let mut files: Vec<_> = files.map(|it| it.unwrap().path()).filter(|it| it.is_file()).collect();
    files.retain(|it| it.extension().is_none_or(|ending| ending == "puzzle"));
    // Its size is what it is about.
    files.retain(|it| fs::metadata(it).unwrap().len() < 20_000);
    files.sort();
    assert!(files.len() > 80, "the corpus was found");
    files
}

/// A program that consists of whole files.
fn open(path: &Path, texts: &Texts) -> CheckedProgram {
    let parts = one_part(texts.read(path).unwrap());
    check(load_parts(parts, path, texts), &Levels::default())
}

/// A program whose root is cut wherever it can be.
fn open_cut(path: &Path, texts: &Texts) -> CheckedProgram {
    let parts = many_parts(&texts.read(path).unwrap());
    check(load_parts(parts, path, texts), &Levels::default())
}

/// The root of a program after some changes.
fn changed(whole: Whole<'_>, changes: &[TextChange]) -> String {
    let edit = |it: &TextChange| Edit::replace(whole.span(it.range).1, it.text.clone());
    let edits: Vec<_> = changes.iter().map(edit).collect();
    let are_ordered = edits.windows(2).all(|it| it[0].span.end <= it[1].span.start);
    assert!(are_ordered, "{edits:?}");
    apply(&whole.text(whole.root()), &edits)
}

/// The offsets of a text that editors ask about, some of them.
fn offsets(text: &str) -> impl Iterator<Item = u32> + '_ {
    let all = (0..=text.len()).filter(|it| text.is_char_boundary(*it)).map(|it| it as u32);
    some(all, text.len(), 13)
}

fn places(analysis: Analysis<'_>) -> Vec<EditorPlace> {
    let program = analysis.scope.program;
    let parts = program.root().parts.iter();
    parts
        .flat_map(|&document| {
            offsets(analysis.scope.text(document))
                .map(move |offset| EditorPlace { document, offset })
        })
        .collect()
}

#[test]
fn what_a_word_leads_to_is_led_to_from_there() {
    let mut count = 0;
    for path in corpus() {
        let checked = open(&path, &Texts::default());
        let analysis = checked.analysis();
        for place in places(analysis) {
            let all = references::references(analysis, place, true);
            let Some((word, target)) = definition(analysis, place) else {
                continue;
            };
            let here = TextLocation { document: place.document, span: word };
            assert!(all.contains(&here), "{}: {here:?} is not among {all:?}", path.display());
            assert!(all.is_sorted(), "{}: {all:?}", path.display());
            let highlighted = highlights::highlights(analysis, place);
            assert!(highlighted.iter().any(|it| it.location == here));
            let DefinitionTarget::Word(declared) = target else { continue };
            assert!(all.contains(&declared), "{}: {declared:?} of {here:?}", path.display());
            let at = EditorPlace { document: declared.document, offset: declared.span.start };
            let back = references::references(analysis, at, true);
            assert_eq!(back, all, "{}: {here:?}", path.display());
            count += 1;
        }
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn every_place_belongs_to_an_item_however_the_file_is_cut() {
    for path in corpus() {
        let (texts, mut found) = (Texts::default(), [Vec::new(), Vec::new()]);
        let programs = [open(&path, &texts), open_cut(&path, &texts)];
        for (checked, found) in programs.iter().zip(&mut found) {
            let (analysis, whole) = (checked.analysis(), Whole(checked.program()));
            let text = whole.text(whole.root());
            for place in offsets(&text).map(|it| whole.place(it)) {
                let item = item_beside(&analysis.scope, place);
                // What only says how the file is read leaves its place to what follows.
                let is_answered = |it: &Definition| {
                    let kind = &analysis.scope.item(*it).kind;
                    !matches!(kind, ItemKind::Import { .. } | ItemKind::Level { .. })
                };
                let here = symbol::item_at(&analysis.scope, place).filter(is_answered);
                assert!(here.is_none() || here == item, "{}: {place:?}", path.display());
                found.push(item.map(|it| {
                    let span = analysis.scope.item(it).span;
                    whole.span(TextLocation { document: it.document, span }).1
                }));
            }
            let program = checked.program();
            let has_items = program.items(program.root()).next().is_some();
            assert!(found.iter().all(|it| it.is_some() == has_items), "{}", path.display());
        }
        assert_eq!(found[0], found[1], "{}", path.display());
    }
}

/// Whether another name for a word neither mends nor makes a fault.
fn keeps_its_faults(analysis: Analysis<'_>, it: symbol::SymbolAt, old: &str) -> bool {
    // A name that cannot be one is mended by another, and a letter that is meant for one is no variable then.
    let is_taken = reserved_name(old).is_some() || GAMES.contains(&old);
    let is_reserved = match it {
        symbol::SymbolAt::Declared(_) => is_taken || old.len() == 1,
        symbol::SymbolAt::Variable(..) => codes(analysis).iter().any(|it| it.starts_with("E0103")),
        // In the place of a sort a letter is taken for a variable, once for all.
        symbol::SymbolAt::Bound(..) => false,
        _ => old.len() == 1,
    };
    // Nor is a number in words a name: digits are meant. And `cnf` tells a text in DIMACS.
    let is_number = NUMBER_WORDS.contains(&old) || old == "cnf";
    !(is_reserved || is_number || Keyword::find_in_sentence(old).is_some())
}

#[test]
fn renaming_keeps_the_meaning_and_can_be_undone() {
    let mut count = 0;
    for path in corpus() {
        let texts = Texts::default();
        let checked = open(&path, &texts);
        let analysis = checked.analysis();
        if !texts.read(&path).unwrap().invalid_bytes().is_empty() {
            continue;
        }
        let mut seen = BTreeSet::new();
        let names = places(analysis).into_iter().filter_map(|place| {
            let (it, word) = symbol::at(analysis, place)?;
            let is_new = seen.insert(references::references(analysis, place, true));
            is_new.then_some((place, it, word))
        });
        let length = texts.read(&path).unwrap().text().len();
        // Each name is looked at in a program that is checked anew.
        for (place, it, word) in some(names, length, 3) {
            let old = &analysis.scope.text(place.document)[word.range()];
            if !keeps_its_faults(analysis, it, old) {
                continue;
            }
            let is_variable = matches!(it, symbol::SymbolAt::Variable(..));
            let is_bound = matches!(it, symbol::SymbolAt::Bound(..));
            let fresh = if is_variable { "q" } else { "Fresh_Name" };
            let Ok(found) = rename::rename(analysis, place, fresh) else { continue };
            let renamed = replace(&checked, &texts, &found, fresh);
            let there = open(&path, &renamed);
            let what = format!("{}: {old} to {fresh}", path.display());
            // A bound variable of another name does not hide one any more, nor is there one twice, and a treasure of another
            // name is no node, no misspelt keyword that what stands behind it depends on, and like no
            // other.
            let of_name = |analysis| {
                let mut codes = codes(analysis);
                codes.retain(|it| {
                    !(["L0501", "L0504", "L0505", "L0808"].iter().any(|code| it.starts_with(code))
                        || is_bound && (it.starts_with("L0802") || it.starts_with("E0102")))
                });
                codes
            };
            assert_eq!(of_name(there.analysis()), of_name(analysis), "{what}");
            let first = found.iter().position(|it| it.document == place.document).unwrap();
            let start = found[first].span.start;
            let at = EditorPlace { document: place.document, offset: start };
            let Ok(back) = rename::rename(there.analysis(), at, old) else {
                assert!(rename::rename(analysis, place, old).is_ok());
                continue;
            };
            let again = replace(&there, &renamed, &back, old);
            for (file, text) in &again.0 {
                // Sheets of the shelf are nobody's to change.
                let Ok(before) = texts.read(file) else { continue };
                // `007` and `7` are one atom.
                if !before.text().contains("007") {
                    assert_eq!(text, before.text(), "{what}");
                }
            }
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

/// The texts of a program with a name at these places.
fn replace(checked: &CheckedProgram, texts: &Texts, places: &[TextLocation], name: &str) -> Texts {
    let mut texts = texts.clone();
    let program = checked.program();
    for file in &program.files {
        let source = &program.documents[file.parts[0] as usize].source;
        let own = places.iter().filter(|it| it.document == file.parts[0]);
        let edits: Vec<_> = own.map(|it| Edit::replace(it.span, name)).collect();
        texts.0.insert(file.path.clone(), apply(source.text(), &edits));
    }
    texts
}

/// What is wrong with a program, in short.
fn codes(analysis: Analysis<'_>) -> Vec<String> {
    let mut codes: Vec<_> =
        findings(&analysis).iter().map(|it| format!("{:?} {:?}", it.code, it.severity)).collect();
    codes.sort();
    codes
}

#[test]
fn selections_nest_and_end_with_the_file() {
    for path in corpus() {
        let checked = open_cut(&path, &Texts::default());
        let analysis = checked.analysis();
        let whole = Whole(checked.program());
        for place in places(analysis) {
            let ranges = selection::selection(analysis, place);
            let spans: Vec<_> = ranges.iter().map(|it| whole.span(*it)).collect();
            let nest = |it: &[(usize, Span)]| it[1].1.contains(it[0].1) && it[0] != it[1];
            assert!(spans.windows(2).all(nest), "{}: {place:?}: {spans:?}", path.display());
            let text = whole.text(whole.root());
            let file = (whole.root(), Span::new(0, text.len() as u32));
            assert_eq!(spans.last(), Some(&file));
            let (_, here) = whole.offset(place);
            assert!(spans[0].1.contains(Span::at(here)));
        }
    }
}

#[test]
fn tokens_are_in_order_each_on_its_line() {
    for path in corpus() {
        let checked = open(&path, &Texts::default());
        for &document in &checked.program().root().parts {
            let found = tokens::in_document(checked.analysis(), document);
            let text = checked.analysis().scope.text(document);
            for pair in found.windows(2) {
                assert!(pair[0].span.end <= pair[1].span.start, "{}: {pair:?}", path.display());
            }
            for token in &found {
                let word = &text[token.span.range()];
                assert!(
                    !word.is_empty() && !word.contains(['\n', '\r']),
                    "{}: {word:?}",
                    path.display()
                );
            }
            for line in text.lines() {
                let alone = tokens::in_text(checked.analysis(), line);
                assert!(alone.iter().all(|it| it.span.end as usize <= line.len()));
            }
        }
    }
}

#[test]
fn a_difference_of_tokens_makes_one_list_the_other() {
    for (before, after) in [("", ""), ("", "ab"), ("abc", "abc"), ("aba", "a"), ("xay", "xbby")] {
        let (before, after) = (before.as_bytes(), after.as_bytes());
        let (start, deleted, inserted) = tokens::delta(before, after);
        let mut made = before.to_vec();
        made.splice(start..start + deleted, inserted.iter().copied());
        assert_eq!(made, after);
    }
}

#[test]
fn formatting_makes_what_the_formatter_writes() {
    for path in corpus() {
        for open in [open, open_cut] {
            let checked = open(&path, &Texts::default());
            let analysis = checked.analysis();
            let whole = Whole(checked.program());
            let text = whole.text(whole.root());
            let is_valid = whole
                .0
                .root()
                .parts
                .iter()
                .all(|it| whole.0.documents[*it as usize].source.invalid_bytes().is_empty());
            let expected = if is_valid { format(&text) } else { text.clone() };
            let changes = in_file(analysis, whole.root());
            assert_eq!(changed(whole, &changes), expected, "{}", path.display());
            let range = FileRange { from: whole.place(0), to: whole.place(text.len() as u32) };
            changed(whole, &in_range(analysis, range));
            let words_before = words(&text);
            let keep_the_words = |changes: Vec<TextChange>, offset| {
                let after = words(&changed(whole, &changes));
                assert_eq!(after, words_before, "{}: {offset}", path.display());
            };
            for offset in offsets(&text) {
                let at = whole.place(offset);
                // A range is formatted by whole lines: two of its places are enough.
                let in_line = text[..offset as usize].rsplit('\n').next().map_or(0, str::len);
                if in_line == 0 || in_line == 5 {
                    keep_the_words(in_range(analysis, FileRange { from: at, to: at }), offset);
                }
                for character in ['}', ')', '\n'] {
                    if text[..offset as usize].ends_with(character) {
                        keep_the_words(typed(analysis, at, character), offset);
                    }
                }
            }
        }
    }
}

/// A text without blanks, in the spelling of the formatter.
fn words(text: &str) -> String {
    let text = text.replace('→', "->").replace('↔', "<->").replace("∧", "*");
    let text = text.replace('∨', "+").replace('¬', "-");
    text.chars()
        .filter(|it| !it.is_whitespace() && *it != '\u{feff}' && *it != '\u{200b}')
        .collect()
}

#[test]
fn a_file_in_parts_is_answered_as_a_whole() {
    for path in corpus() {
        let (checked, cut) = (open(&path, &Texts::default()), open_cut(&path, &Texts::default()));
        let answers = [&checked, &cut].map(|checked| {
            let (analysis, whole) = (checked.analysis(), Whole(checked.program()));
            let root = whole.root();
            let folds: Vec<_> = folding::folding(analysis, root)
                .into_iter()
                .map(|it| (whole.span(it.range), it.sort))
                .collect();
            let links: Vec<_> = links::links(analysis, root)
                .into_iter()
                .map(|it| (whole.span(it.location), it.file))
                .collect();
            let outline: Vec<_> = symbols::in_file(analysis, root)
                .into_iter()
                .map(|it| {
                    let span = |span| whole.span(TextLocation { document: it.document, span });
                    (it.name.clone(), it.detail.clone(), span(it.span), span(it.name_span))
                })
                .collect();
            let mut at_places = Vec::new();
            for offset in offsets(&whole.text(root)) {
                let place = whole.place(offset);
                let leads = definition(analysis, place).map(|(_, target)| match target {
                    DefinitionTarget::Word(location) => format!("{:?}", whole.span(location)),
                    DefinitionTarget::File(path) => path.display().to_string(),
                });
                let found = references::references(analysis, place, true);
                let found: Vec<_> = found.into_iter().map(|it| whole.span(it)).collect();
                let selected = selection::selection(analysis, place);
                let selected: Vec<_> = selected.into_iter().map(|it| whole.span(it)).collect();
                at_places.push((leads, found, selected));
            }
            (folds, links, outline, at_places)
        });
        let [whole, parts] = answers;
        assert_eq!(whole.0, parts.0, "{}", path.display());
        assert_eq!(whole.1, parts.1, "{}", path.display());
        assert_eq!(whole.2, parts.2, "{}", path.display());
        for (offset, (whole, parts)) in whole.3.iter().zip(&parts.3).enumerate() {
            assert_eq!(whole, parts, "{}: {offset}", path.display());
        }
    }
}

#[test]
fn imported_names_lead_to_their_file() {
    let path = examples().join("case.puzzle");
    let mut texts = Texts::default();
    texts.0.insert(path.clone(), "import \"lib.puzzle\"\nsolve both\n".to_owned());
    texts.0.insert(examples().join("lib.puzzle"), "formula both = (x*y)\n".to_owned());
    let checked = open(&path, &texts);
    let analysis = checked.analysis();
    let document = checked.program().root().parts[0];
    let at = EditorPlace { document, offset: 28 };
    let found = rename::rename(analysis, at, "all").unwrap();
    assert_eq!(found.len(), 2);
    assert_ne!(found[0].document, found[1].document);
    let after = replace(&checked, &texts, &found, "all");
    assert!(after.0[&path].contains("solve all"));
    let found = symbols::search(&[analysis, analysis], "BT");
    let names: Vec<_> = found.iter().map(|it| (it.program, it.entry.name.as_str())).collect();
    assert_eq!(names, [(0, "both")]);
}
