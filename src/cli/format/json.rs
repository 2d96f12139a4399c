//! One JSON document for programs. Its `version` changes only when a reader of the old form would
//! misread the new one; members may be added without.

use std::io::{self, Write};

use serde::Serialize;

use super::{FileReport, QueryCounts, Reporter};
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::service::json::JsonFile;

#[derive(Serialize)]
pub(super) struct Json {
    version: u32,
    files: Vec<JsonFile>,
    failures: Vec<JsonFailed>,
    summary: QueryCounts,
}

impl Default for Json {
    fn default() -> Self {
        Self {
            version: 1,
            files: Vec::new(),
            failures: Vec::new(),
            summary: QueryCounts::default(),
        }
    }
}

impl Reporter for Json {
    fn file(&mut self, report: &FileReport, _: &mut Output) -> io::Result<()> {
        self.summary.add(report);
        self.files.push(JsonFile::of(report));
        Ok(())
    }

    fn failure(&mut self, failure: &CommandFailure, _: &mut Output) -> io::Result<()> {
        let (file, message) = (failure.name.clone(), failure.message.clone());
        self.failures.push(JsonFailed { file, message });
        Ok(())
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let results = output.results()?;
        serde_json::to_writer(&mut *results, self)?;
        writeln!(results)
    }
}

#[derive(Serialize)]
struct JsonFailed {
    file: String,
    message: String,
}
