//! Batch compilation: each declaration of a file, and each question that another program can answer,
//! lowered to everything other programs can read.

use std::io::Write;
use std::num::NonZeroUsize;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::artifact::{Artifact, written};
use super::check::{Analysis, Puzzles};
use super::cubes::SplitClauses;
use super::solve::{AskedPuzzle, asked_with};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::LIMIT_REACHED;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::{davis_putnam, dimacs};
use crate::kinds::{Definition, Puzzle, Target};
use crate::syntax::ast::ItemKind;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::Atom;

/// What became of a declaration or a question.
#[derive(Clone, Debug, Serialize)]
pub struct BuiltEntry {
    /// Its name; of a question that of the puzzle it is about.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// Its line in the source, from 1.
    pub line: u32,
    /// The files written for it.
    pub files: Vec<String>,
}

/// What a file is built into.
#[derive(Clone, Debug, Default)]
pub struct BuiltFile {
    /// The files for all its sound declarations and questions.
    pub artifacts: Vec<Artifact>,
    /// An entry for each declaration and question that has files.
    pub entries: Vec<BuiltEntry>,
    /// The clause sets that were split, which have files as well.
    pub splits: Vec<SplitClauses>,
    /// Which files are missing, and why.
    pub missing: Vec<Diagnostic>,
}

/// Builds the file asked for.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn build(analysis: &Analysis<'_>, budget: &mut Budget) -> Result<BuiltFile, Stop> {
    build_in_parts(analysis, None, budget)
}

/// As [`build`], and splits all clauses into about so many cubes if that is wanted.
///
/// # Errors
/// As [`build`].
pub fn build_in_parts(
    analysis: &Analysis<'_>,
    cubes: Option<NonZeroUsize>,
    budget: &mut Budget,
) -> Result<BuiltFile, Stop> {
    let program = analysis.scope.program;
    let mut built = BuiltFile::default();
    let mut posed = Vec::new();
    let mut numbers = FxHashMap::default();
    let mut puzzles = Puzzles::new(*analysis);
    for (definition, item) in program.items(program.root()) {
        let source = analysis.scope.source(definition.document);
        if let ItemKind::Query(query) = &item.kind {
            let asked = asked_with(&mut puzzles, definition.document, query, budget);
            let Some(AskedPuzzle { puzzle, question, .. }) = asked else { continue };
            let said = source.slice(item.span);
            let targets = puzzle.posed(&question, said, budget)?.into_iter();
            let span = query.verb_span.to(query.target.span);
            let texts: Vec<_> = targets.filter_map(|it| built.written(it, span)).collect();
            if texts.is_empty() {
                continue;
            }
            let about = source.slice(query.target.span);
            let number: &mut u32 = numbers.entry(about).or_default();
            *number += 1;
            let name = |ending: &str| format!("{about}.{number}.{ending}");
            posed.push(BuiltEntry {
                name: about.to_owned(),
                kind: "question",
                line: source.line_column(item.span.start).line,
                files: texts.iter().map(|it| name(it.0)).collect(),
            });
            let artifacts = texts
                .into_iter()
                .map(|(ending, text)| Artifact { name: name(ending), bytes: text.into_bytes() });
            built.artifacts.extend(artifacts);
            continue;
        }
        let Some(span) = item.kind.declared() else { continue };
        let (Some(kind), Some(puzzle)) = (analysis.kind(definition), sound(analysis, definition))
        else {
            continue;
        };
        let name = source.slice(span).to_owned();
        let (written, split) = lower((&name, span), puzzle.as_ref(), cubes, &mut built, budget)?;
        let kind = kind.facts().name;
        let parts = split.iter().flat_map(SplitClauses::files);
        built.entries.push(BuiltEntry {
            name,
            kind,
            line: source.line_column(span.start).line,
            files: written.iter().map(|it| it.name.clone()).chain(parts).collect(),
        });
        built.splits.extend(split);
        built.artifacts.extend(written);
    }
    built.entries.extend(posed);
    Ok(built)
}

impl BuiltFile {
    /// A target that has a text; that one has none is noted at a place.
    fn written(&mut self, (ending, text): Target, span: Span) -> Option<(&'static str, String)> {
        let noted = |reason| {
            let message = format!("the file `.{ending}` is not written: {reason}");
            let missing = Diagnostic::new(LIMIT_REACHED, span, message, "left out");
            self.missing.push(missing.help("the other files are there; make this one smaller"));
        };
        text.map_err(noted).ok().map(|text| (ending, text))
    }
}

fn sound<'s>(analysis: &'s Analysis<'_>, definition: Definition) -> Option<Box<dyn Puzzle + 's>> {
    analysis.is_sound(definition).then(|| analysis.puzzle(definition)).flatten()
}

fn lower(
    (name, span): (&str, Span),
    puzzle: &dyn Puzzle,
    cubes: Option<NonZeroUsize>,
    built: &mut BuiltFile,
    budget: &mut Budget,
) -> Result<(Vec<Artifact>, Option<SplitClauses>), Stop> {
    let artifact = |ending: &str, bytes| Artifact { name: format!("{name}.{ending}"), bytes };
    let targets = puzzle.targets(budget)?.into_iter().filter_map(|it| built.written(it, span));
    let mut artifacts: Vec<_> =
        targets.map(|(ending, text)| artifact(ending, text.into_bytes())).collect();
    let clauses = match puzzle.clauses(budget) {
        Err(Stop::Size(reason)) => {
            built.written(("cnf", Err(reason.to_owned())), span);
            None
        }
        clauses => clauses?,
    };
    let mut split = None;
    if let Some(clauses) = clauses {
        let number = |atom: Atom| u64::from(atom.0) + 1;
        let named = |atom: Atom| Some(clauses.atoms[atom.0 as usize].as_str());
        let bytes = written(budget, |out| dimacs::write(out, &clauses.cnf, named))?;
        artifacts.push(artifact("cnf", bytes));
        let key = written(budget, |out| {
            let mut lines = clauses.atoms.iter().zip(1..);
            lines.try_for_each(|(name, number)| writeln!(out, "{number} {name}"))
        })?;
        let bytes = written(budget, |out| davis_putnam::write(out, &clauses.cnf, number, &key))?;
        artifacts.push(artifact("dp", bytes));
        if let Some(count) = cubes {
            let numbers = (1..=u64::from(clauses.cnf.atoms())).collect();
            let numbered = NumberedClauses { cnf: clauses.cnf, numbers, spans: Vec::new() };
            split = Some(SplitClauses::new(name, numbered, clauses.atoms, count, budget)?);
        }
    }
    Ok((artifacts, split))
}
