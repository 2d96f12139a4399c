//! Random texts of the language, most of it right, and random edits of them.

use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_lang::text::ColumnUnit;
use puzzle_lang::workspace::EditorPosition;

/// Lines of all sorts, most of them right. With few names, most are declared more than once.
pub(crate) fn piece(names: u32) -> impl Strategy<Value = String> {
    let name = move || (0..names).prop_map(|it| format!("f{it}"));
    prop_oneof![
        4 => (name(), name(), name()).prop_map(|(a, b, c)| format!("formula {a} = ({b}+{c})\n")),
        6 => (0..100 * names).prop_map(|it| format!("formula g{it} = (x*-y)\n")),
        3 => name().prop_map(|it| format!("formula {it} = x\n")),
        3 => name().prop_map(|it| format!("solve {it} => satisfiable\n")),
        1 => name().prop_map(|it| format!("eval {it} x=1 y=0\n")),
        2 => (0..20 * names).prop_map(|it| format!(
            "/// A maze.\nmaze m{it} {{\n    steps 3\n    START -> A\n    A treasures T -> GOAL\n    GOAL\n}}\n"
        )),
        2 => (0..20 * names).prop_map(|it| format!("clauses c{it} {{\n    1 -2\n    2\n}}\n")),
        2 => (0..200u32, name()).prop_map(|(it, name)| format!(
            "game d{it}: formula {{\n    formula {name}\n    turns EA\n    variables xy\n}}\nplay2win d{it}\n"
        )),
        1 => Just("formula h = (x+\n    y)\n".to_owned()),
        1 => Just("formula h = ((x+y)\n".to_owned()),
        1 => Just("maze broken {\n    START ->\n".to_owned()),
        1 => Just("}\n".to_owned()),
        1 => Just("{\n".to_owned()),
        1 => Just("/// Documentation.\n".to_owned()),
        1 => Just("// A comment.\n\n".to_owned()),
        1 => Just("allow unused-formula\n".to_owned()),
        1 => Just("import \"other.puzzle\"\n".to_owned()),
        1 => Just("clauses k = file \"k.cnf\"\n".to_owned()),
        1 => Just("draw f1 => \"\"\"\n    x\n    \"\"\"\n".to_owned()),
        1 => Just("draw f1 => \"\"\"\n".to_owned()),
        1 => Just("(".to_owned()),
        1 => Just("ü∧𝔸 ".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("f1 f2".to_owned()),
    ]
}

/// An edit: where it begins, how many bytes go, and what comes.
pub(crate) type Edit = (Index, usize, Vec<String>);

/// A text in pieces and edits of it. With few names most are declared twice, with many none is.
pub(crate) fn edits() -> impl Strategy<Value = (Vec<String>, Vec<Edit>)> {
    prop::sample::select(&[30, 300, 30_000][..]).prop_flat_map(|names| {
        let length = prop_oneof![4 => 0..4usize, 3 => 0..80usize, 1 => 0..9000usize];
        let edit = (any::<Index>(), length, prop::collection::vec(piece(names), 0..3));
        (prop::collection::vec(piece(names), 0..220), prop::collection::vec(edit, 1..8))
    })
}

/// Where an offset is, as editors say it.
pub(crate) fn position_in(text: &str, offset: usize, encoding: ColumnUnit) -> EditorPosition {
    let before = &text[..offset];
    // A carriage return and a newline end one line; the place is not between them.
    let line = before.matches(['\n', '\r']).count() - before.matches("\r\n").count();
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    EditorPosition { line: line as u32, column: encoding.length(&before[start..]) }
}

/// The next place before an offset that editors can name: not within a character or a line ending.
pub(crate) fn addressable(text: &str, offset: usize) -> usize {
    let offset = text.floor_char_boundary(offset);
    let is_within = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
    offset - usize::from(is_within)
}
