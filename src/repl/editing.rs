//! Declarations that are changed in place of being typed again: a line more in a block, or the whole text in the
//! line editor. What comes of it is declared anew, as if it had been typed.

use std::sync::Arc;

use super::command::Call;
use super::event::SessionEvent;
use super::session::{Session, TellEvent};
use super::show::text;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::UNKNOWN_KEYWORD;
use crate::kinds::{Definition, Document};
use crate::service::check::Analysis;
use crate::service::import::document;
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::token::lex_span;
use crate::text::Source;

/// Adds a line to a block, before its brace.
pub(super) fn add(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let parts = call.argument().split_once(':').map(|(name, line)| (name.trim(), line.trim()));
    let Some((name, line)) = parts.filter(|(name, line)| !name.is_empty() && !line.is_empty())
    else {
        return tell(SessionEvent::usage("write `:add NAME: LINE`"));
    };
    if declared(session, name, tell).is_none() {
        return;
    }
    let Some(before) = before_line(session, name) else {
        let message = format!("`{name}` has no lines; `:edit {name}` changes it");
        return tell(SessionEvent::usage(message));
    };
    let longer = format!("{before}{line}\n}}");
    let source = Source::new(call.typed.name(), longer).behind(call.typed.lines_before());
    let source = Arc::new(source);
    // A brace in the line would end the block, and begin what nobody meant.
    let items = &document(Arc::clone(&source)).tree.items;
    if !matches!(&items[..], [item] if item.span.end as usize == source.text().len()) {
        return tell(SessionEvent::usage(format!("`{line}` is no line of a block")));
    }
    session.read(source, tell);
}

/// The text of a block up to where another line may stand.
pub(super) fn before_line(session: &Session<'_>, name: &str) -> Option<String> {
    let analysis = session.known.analysis();
    let definition = analysis.scope.find(name)?;
    let is_block = !matches!(
        analysis.scope.item(definition).kind,
        ItemKind::Formula { .. }
            | ItemKind::Variable { .. }
            | ItemKind::File { .. }
            | ItemKind::Broken { .. }
    );
    let whole = text(&analysis, definition).trim_end();
    let lines = whole.strip_suffix('}').filter(|_| is_block)?;
    Some(format!("{}\n    ", lines.trim_end()))
}

/// Gives a declaration to the line editor, or what was typed last.
pub(super) fn edit(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let name = call.argument();
    if !name.is_empty() {
        let Some(definition) = declared(session, name, tell) else { return };
        let whole = text(&session.known.analysis(), definition).to_owned();
        return tell(SessionEvent::Edit(whole));
    }
    match &session.memory.typed {
        Some(typed) => tell(SessionEvent::Edit(typed.trim_end().to_owned())),
        None => tell(SessionEvent::usage("nothing was typed yet; write `:edit NAME`")),
    }
}

/// What is declared by a name; it is told when nothing is.
fn declared(session: &Session<'_>, name: &str, tell: TellEvent<'_>) -> Option<Definition> {
    let found = session.known.analysis().scope.find(name);
    if found.is_none() {
        tell(SessionEvent::usage(format!("nothing is called `{name}`; `:list` lists what is")));
    }
    found
}

/// Says how a block that is not kept comes back.
pub(super) fn offer(typed: &Document, kept: &[bool], tell: TellEvent<'_>) {
    let is_block =
        |it: &Item| it.kind.declared().is_some() && typed.source.slice(it.span).contains('\n');
    if typed.tree.items.iter().zip(kept).any(|(it, kept)| !kept && is_block(it)) {
        tell(SessionEvent::Note("`:edit` brings the block back".to_owned()));
    }
}

/// Of a line that stands in no block, to which block it may be added: the last one that says its first word.
pub(super) fn placed(analysis: &Analysis<'_>, typed: &Source, fault: Diagnostic) -> Diagnostic {
    let (word, line) = (typed.slice(fault.span), typed.text().trim());
    if fault.code != UNKNOWN_KEYWORD || !fault.fixes.is_empty() || line.contains('\n') {
        return fault;
    }
    let program = analysis.scope.program;
    let says = |(definition, item): &(Definition, &Item)| {
        let is_block = matches!(item.kind, ItemKind::Theory { .. } | ItemKind::Puzzle { .. });
        let words = analysis.scope.text(definition.document);
        is_block && lex_span(words, item.span).any(|it| &words[it.span.range()] == word)
    };
    let found = program.files.iter().flat_map(|it| program.items(it)).filter(says).last();
    match found.map(|it| program.name(it.0)) {
        Some(name) => fault.help(format!("`:add {name}: {line}` adds it to `{name}`")),
        None => fault,
    }
}
