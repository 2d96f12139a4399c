//! Which item a place belongs to when something is asked there: the one it lies in. Comments and
//! blank lines belong to the item beside them, and what only says how the file is read to the next one.

use super::EditorPlace;
use super::symbol::item_at;
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{Item, ItemKind};

/// The item that a place belongs to; `None` in a file without items.
pub fn item_beside(scope: &Scope<'_>, place: EditorPlace) -> Option<Definition> {
    let beside = lying(scope, place)?;
    let file = &scope.program.files[scope.program.file_of(beside.document)];
    let from_here = scope.program.items(file).skip_while(|(it, _)| *it != beside);
    let mut behind = from_here.skip_while(|(_, item)| {
        matches!(item.kind, ItemKind::Import { .. } | ItemKind::Level { .. })
    });
    behind.next().map_or(Some(beside), |(it, _)| Some(it))
}

/// The item that a place lies in or beside.
fn lying(scope: &Scope<'_>, place: EditorPlace) -> Option<Definition> {
    // Also of the variables of a line, each of which is an item.
    if let Some(here) = item_at(scope, place) {
        return Some(here);
    }
    let gap = Gap::around(scope, place)?;
    let (above, below) = match (gap.above, gap.below) {
        (Some(above), Some(below)) => (above, below),
        (one, other) => return one.or(other),
    };
    let breaks = |text: &str| text.split('\n').count() - 1;
    let (up, down) = (breaks(&gap.before), breaks(&gap.behind));
    if up == 0 || down == 0 {
        return Some(if up == 0 { above } else { below });
    }
    // The line of the place has a part in both.
    let (_, lines_up) = gap.before.split_once('\n').unwrap_or_default();
    let (rest, lines_down) = gap.behind.split_once('\n').unwrap_or_default();
    let start = lines_up.rsplit('\n').next().unwrap_or_default();
    let is_comment = !(start.trim().is_empty() && rest.trim().is_empty());
    let reaches = |lines: &str, count: usize| {
        is_comment && lines.split('\n').take(count).all(|it| !it.trim().is_empty())
    };
    // A comment belongs to what it stands upon, or else to what it hangs from.
    let is_of_below = reaches(lines_down, down - 1);
    let is_above = !is_of_below && (reaches(lines_up, up - 1) || up <= down);
    Some(if is_above { above } else { below })
}

/// The declaration that an item is, or that it asks about.
pub fn subject(scope: &Scope<'_>, item: Definition) -> Option<Definition> {
    match &scope.item(item).kind {
        ItemKind::Query(query) => {
            let name = scope.named(item.document, &query.target)?;
            scope.find(&scope.text(item.document)[name.range()])
        }
        kind => kind.declared().map(|_| item),
    }
}

/// The items around a place, and the text from them to it. When it lies in one, that is the one
/// above.
struct Gap {
    above: Option<Definition>,
    below: Option<Definition>,
    before: String,
    behind: String,
}

impl Gap {
    fn around(scope: &Scope<'_>, place: EditorPlace) -> Option<Self> {
        let parts = &scope.program.files[scope.program.file_of(place.document)].parts;
        let part = parts.iter().position(|it| *it == place.document)?;
        let items = |part: usize| &scope.tree(parts[part]).items;
        let found = |part: usize, item: usize| {
            let definition = Definition { document: parts[part], item: item as u32 };
            (part, definition, &items(part)[item])
        };
        let index = items(part).partition_point(|it| start(it) <= place.offset);
        let last = |part: usize| items(part).len().checked_sub(1).map(|item| found(part, item));
        let first = |part: usize| (!items(part).is_empty()).then(|| found(part, 0));
        let above = match index.checked_sub(1) {
            Some(item) => Some(found(part, item)),
            None => (0..part).rev().find_map(last),
        };
        let below = match index < items(part).len() {
            true => Some(found(part, index)),
            false => (part + 1..parts.len()).find_map(first),
        };
        // From one offset of a part to another.
        let text = |from: (usize, u32), to: (usize, u32)| -> String {
            let whole = (from.0..=to.0).map(|part| {
                let text = scope.text(parts[part]);
                let end = if part == to.0 { to.1 as usize } else { text.len() };
                let start = if part == from.0 { (from.1 as usize).min(end) } else { 0 };
                &text[start..end]
            });
            whole.collect()
        };
        let here = (part, scope.source(place.document).floor_boundary(place.offset));
        let before = above.map(|(at, _, it)| text((at, it.span.end), here));
        let behind = below.map(|(at, _, it)| text(here, (at, start(it))));
        Some(Self {
            above: above.map(|it| it.1),
            below: below.map(|it| it.1),
            before: before.unwrap_or_default(),
            behind: behind.unwrap_or_default(),
        })
    }
}

/// Where an item starts, its documentation included.
fn start(item: &Item) -> u32 {
    item.documentation.map_or(item.span.start, |it| it.start.min(item.span.start))
}
