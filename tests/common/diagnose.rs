//! What `puzzle test` would say of a text, file by file: the diagnostics of checking it and of
//! answering its questions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_engine::budget::Budget;
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::interchange::{dimacs, proof, qcir};
use puzzle_lang::kinds::scope::ForeignFile;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{FileFormat, Files, load};
use puzzle_lang::service::proof::{ProofVerdict, verify};
use puzzle_lang::service::report::with_told;
use puzzle_lang::service::review::review;
use puzzle_lang::service::test;
use puzzle_lang::text::Source;

/// Finds the bytes of a file that a text names.
pub(crate) type Read<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

struct Helpers<'a>(Read<'a>);

impl Files for Helpers<'_> {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        PathBuf::from(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.to_string_lossy();
        let bytes = (self.0)(&name).ok_or("there is no such file")?;
        Ok(Arc::new(Source::from_bytes(name, bytes)))
    }
}

/// Diagnoses the text `bytes` of the file `name`, whose ending tells the format. The text comes
/// first, then the files that it names, in the order of their names.
pub(crate) fn diagnose(
    name: &str,
    bytes: &[u8],
    read: Read<'_>,
) -> Vec<(Arc<Source>, Vec<Diagnostic>)> {
    let source = Arc::new(Source::from_bytes(name, bytes.to_vec()));
    if name.ends_with(".qcir") {
        return vec![(source, qcir::parse(bytes).1)];
    }
    if name.ends_with(".drat") || name.ends_with(".lrat") {
        let (clauses, _) = dimacs::parse(&read("clauses.cnf").expect("the clauses of the proof"));
        let format = proof::ClauseProofFormat::of(bytes);
        let verdict = verify(&clauses.clauses, bytes, format, &mut Budget::unlimited());
        return match verdict.expect("no limit") {
            ProofVerdict::Verified => vec![(source, Vec::new())],
            ProofVerdict::Faulty(diagnostic) => vec![(source, vec![*diagnostic])],
        };
    }
    if let Some(format) = FileFormat::of(name) {
        let foreign = format.read(source, Path::new(name), &Helpers(read));
        return texts(&foreign);
    }
    let program = load(source, Path::new(name), &Helpers(read));
    let checked = check(program, &Levels::default());
    let analysis = checked.analysis();
    let program = checked.program();
    let mut documents: Vec<_> = program
        .documents
        .iter()
        .zip(analysis.findings)
        .map(|(document, found)| (Arc::clone(&document.source), found.clone()))
        .collect();
    let mut root = documents.pop().expect("the text itself");
    let told = test::run(&analysis, test::TestPurpose::Writing, Budget::unlimited)
        .flat_map(|report| report.diagnostics);
    root.1 = with_told(root.1, told.collect());
    root.1.extend(review(&analysis, &Budget::unlimited()));
    root.1.sort_by_key(|it| (it.span.start, it.span.end));
    documents.extend(program.foreign.values().flat_map(|it| texts(it)));
    documents.sort_by(|left, right| left.0.name().cmp(right.0.name()));
    documents.insert(0, root);
    documents
}

/// The texts of a file in a foreign format, each with what is wrong with it.
fn texts(foreign: &ForeignFile) -> Vec<(Arc<Source>, Vec<Diagnostic>)> {
    foreign.texts().map(|(source, found)| (Arc::clone(source), found.to_vec())).collect()
}
