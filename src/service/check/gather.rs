//! One fault, one message: a name that there is not and that an item says again and again is told once, with the number
//! of its other places; likewise a sign of a drawing, or a number that cannot stand there. Where the item declares a
//! similar name and says it nowhere else, the slip is in the declaration, and there it is told.
//!
//! Editors underline the place of the message and no other, since they count what they underline as mistakes; the fix
//! is offered at each place that it changes.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::code::{
    EXTRANEOUS_PARENTHESES, MISSING_CONNECTIVE, OUT_OF_RANGE, UNKNOWN_NAME, UNKNOWN_SIGN,
};
use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::kinds::Document;
use crate::kinds::formula::{NO_FORMULA, is_undeclared};
use crate::syntax::token::{Token, lex_span};
use crate::text::Span;

/// Further places that a message shows; it says how many there are.
const SHOWN: usize = 3;

/// Connectives of prose, which nobody means as variables.
const CONNECTIVES_OF_PROSE: [&str; 8] =
    ["if", "then", "else", "only", "either", "neither", "nor", "unless"];

/// All places at which an item says a name that there is not, a sign that means nothing, or a number that cannot stand there.
struct Group {
    item: usize,
    /// What is said of the first of them.
    told: Diagnostic,
    /// The others.
    others: Vec<Span>,
}

/// Makes one message of those on one fault, of the findings of a document in their order.
pub(super) fn gather(document: &Document, found: &mut Vec<Diagnostic>) {
    letters_in_parentheses(document.source.text(), found);
    by_word(document, found);
    words_as_variables(document, found);
}

/// `(xy)` for `(x*y)`: the parentheses are right once the connective is there.
fn letters_in_parentheses(text: &str, found: &mut Vec<Diagnostic>) {
    let around = |it: &Diagnostic| {
        let is_it = it.code == MISSING_CONNECTIVE && text[it.span.range()].len() > 1;
        let (before, behind) = text.split_at_checked(it.span.start as usize)?;
        let behind = &behind[it.span.len() as usize..];
        let stands = is_it && before.ends_with('(') && behind.starts_with(')');
        stands.then(|| Span::new(it.span.start - 1, it.span.end + 1))
    };
    let places: FxHashSet<Span> = found.iter().filter_map(around).collect();
    if places.is_empty() {
        return;
    }
    let mut told = FxHashSet::default();
    found.retain(|it| {
        let is_told = it.code == EXTRANEOUS_PARENTHESES
            && places.iter().any(|place| place.contains(it.span) && told.insert(*place));
        !is_told
    });
    for it in found.iter_mut() {
        let Some(place) = around(it).filter(|it| told.contains(it)) else { continue };
        for edit in it.fixes.iter_mut().flat_map(|it| &mut it.edits) {
            edit.span = place;
        }
    }
}

/// Who calls one variable of a formula by a word that nothing declares does so with all: that is one fault, and a line
/// above the formula mends it.
fn words_as_variables(document: &Document, found: &mut Vec<Diagnostic>) {
    let items = &document.tree.items;
    let item = |it: &Diagnostic| items.partition_point(|item| item.span.end < it.span.start);
    let mut last: Option<(usize, usize)> = None;
    let mut words: FxHashMap<usize, Vec<Span>> = FxHashMap::default();
    let mut told: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for it in found.drain(..) {
        let place = item(&it);
        match last.filter(|(item, _)| *item == place && is_undeclared(&it)) {
            Some((_, first)) => words.entry(first).or_default().push(it.span),
            None => {
                if is_undeclared(&it) {
                    last = Some((place, told.len()));
                    words.insert(told.len(), vec![it.span]);
                }
                told.push(it);
            }
        }
    }
    for (first, places) in words {
        let first = &mut told[first];
        let is_formula = first.label.starts_with(NO_FORMULA);
        let all: Vec<_> = places.iter().map(|it| document.source.slice(*it)).collect();
        let declared = format!("variables {}", all.join(" "));
        if let [_, others @ ..] = &places[..]
            && !others.is_empty()
        {
            tell_together(first, &all, &declared, others);
        }
        let is_prose = all.iter().any(|it| CONNECTIVES_OF_PROSE.contains(it));
        if let Some(item) = items.get(item(first)).filter(|_| is_formula && !is_prose) {
            let start = item.documentation.unwrap_or(item.span).start;
            let edit = Edit::insert(start, format!("{declared}\n\n"));
            first.fixes.push(Fix::maybe(format!("declare `{declared}`"), vec![edit]));
        }
    }
    *found = told;
}

/// Makes the message about the first of several words one about all of them.
fn tell_together(first: &mut Diagnostic, words: &[&str], declared: &str, others: &[Span]) {
    let named: Vec<_> = words.iter().map(|it| format!("`{it}`")).collect();
    let (last, before) = named.split_last().unwrap_or((&first.message, &[]));
    first.message = format!("{} and {last} are not declared", before.join(", "));
    first.label = "no formulas have these names".to_owned();
    first.help = Some(format!(
        "as variables they are declared by `{declared}`, a formula by `formula {} = …`",
        words[0]
    ));
    let related = others.iter().take(SHOWN);
    first.related.extend(related.map(|it| Related {
        source: None,
        span: *it,
        message: "here, too".to_owned(),
    }));
}

/// Makes one message of those on the same word in the same item.
fn by_word(document: &Document, found: &mut Vec<Diagnostic>) {
    let is_gathered = |it: &Diagnostic| {
        [UNKNOWN_NAME, UNKNOWN_SIGN, OUT_OF_RANGE].contains(&it.code) && it.related.is_empty()
    };
    if found.iter().filter(|it| is_gathered(it)).nth(1).is_none() {
        return;
    }
    let text = document.source.text();
    let mut groups: Vec<Group> = Vec::new();
    let mut known: FxHashMap<(usize, &str), Vec<usize>> = FxHashMap::default();
    let mut rest = Vec::with_capacity(found.len());
    for diagnostic in found.drain(..) {
        if !is_gathered(&diagnostic) {
            rest.push(diagnostic);
            continue;
        }
        let items = &document.tree.items;
        let item = items.partition_point(|it| it.span.end < diagnostic.span.start);
        let same = known.entry((item, &text[diagnostic.span.range()])).or_default();
        match same.iter().find(|it| groups[**it].has_place_for(&diagnostic)) {
            Some(&group) => groups[group].add(&diagnostic),
            None => {
                same.push(groups.len());
                groups.push(Group { item, told: diagnostic, others: Vec::new() });
            }
        }
    }
    let declarations = declarations(document, &groups);
    rest.extend(groups.into_iter().map(|it| {
        let declared = it.meant().and_then(|meant| declarations.get(&(it.item, meant)));
        match declared {
            Some(declared) => it.at_declaration(*declared, text),
            None => it.at_first(),
        }
    }));
    rest.sort_by_key(|it| (it.span.start, it.span.end));
    *found = rest;
}

/// Where an item has a name that several places of another one may have meant, if it has it only once.
fn declarations(document: &Document, groups: &[Group]) -> FxHashMap<(usize, String), Span> {
    let mut wanted: FxHashMap<usize, FxHashSet<String>> = FxHashMap::default();
    for it in groups.iter().filter(|it| !it.others.is_empty()) {
        wanted.entry(it.item).or_default().extend(it.meant());
    }
    let mut found: FxHashMap<(usize, String), Vec<Span>> = FxHashMap::default();
    for (item, wanted) in wanted {
        let Some(span) = document.tree.items.get(item).map(|it| it.span) else { continue };
        for word in lex_span(document.source.text(), span).filter(|it| it.token == Token::Word) {
            if let Some(name) = wanted.get(document.source.slice(word.span)) {
                found.entry((item, name.clone())).or_default().push(word.span);
            }
        }
    }
    let once = |(key, places): (_, Vec<Span>)| match places[..] {
        [place] => Some((key, place)),
        _ => None,
    };
    found.into_iter().filter_map(once).collect()
}

impl Group {
    /// Whether another place has the same fixes, or none: then it was not compared with other names. Of a sign or a number
    /// the same has to be wrong.
    fn has_place_for(&self, other: &Diagnostic) -> bool {
        if other.code != UNKNOWN_NAME {
            return self.told.code == other.code && self.told.message == other.message;
        }
        if self.told.code != UNKNOWN_NAME {
            return false;
        }
        let titles =
            |of: &Diagnostic| of.fixes.iter().map(|it| it.title.clone()).collect::<Vec<_>>();
        other.fixes.is_empty() || titles(&self.told) == titles(other)
    }

    fn add(&mut self, other: &Diagnostic) {
        self.others.push(other.span);
        for fix in &mut self.told.fixes {
            if let Some(Edit { text, .. }) = fix.edits.first() {
                let edit = Edit::replace(other.span, text.clone());
                fix.edits.push(edit);
            }
        }
    }

    /// The name that is meant.
    fn meant(&self) -> Option<String> {
        let [Fix { edits, .. }] = &self.told.fixes[..] else { return None };
        edits.first().map(|it| it.text.clone())
    }

    fn at_first(self) -> Diagnostic {
        let Self { mut told, others, .. } = self;
        let places = match others.len() {
            0 => return told,
            1 => "in one more place".to_owned(),
            more => format!("in {more} more places"),
        };
        told.label = format!("{}; it is used {places}", told.label);
        let all = match others.len() {
            1 => "both".to_owned(),
            more => format!("all {}", more + 1),
        };
        for fix in &mut told.fixes {
            fix.title = format!("{} in {all} places", fix.title);
        }
        others.into_iter().take(SHOWN).fold(told, |told, it| told.related(it, "here, too"))
    }

    fn at_declaration(self, declared: Span, text: &str) -> Diagnostic {
        let (name, first) = (&text[declared.range()], self.told.span);
        let word = &text[first.range()];
        let rename = Fix::maybe(format!("declare `{word}`"), vec![Edit::replace(declared, word)]);
        let mut told = self.at_first();
        told.related.truncate(SHOWN - 1);
        told.related.insert(0, Related { source: None, span: first, message: told.label });
        told.label = format!("`{name}` is used nowhere else");
        told.span = declared;
        told.help = Some(format!("did you mean `{word}`?"));
        told.fixes.insert(0, rename);
        told
    }
}
