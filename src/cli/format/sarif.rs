//! SARIF 2.1.0 (OASIS), the format of code scanning services. A rule is a diagnostic code with its
//! page as help; only codes that occur are listed.

mod shape;

use std::io::{self, Write};
use std::path::Path;

use super::{FileReport, Reporter};
use crate::console::failure::CommandFailure;
use crate::console::output::Output;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::text::{Source, Span};
use shape::*;

#[derive(Default)]
pub(super) struct Sarif {
    rules: Vec<Code>,
    results: Vec<SarifResult>,
    failures: Vec<Notification>,
}

impl Reporter for Sarif {
    fn file(&mut self, report: &FileReport, _: &mut Output) -> io::Result<()> {
        for diagnostic in &report.diagnostics {
            let result = self.result(diagnostic, &report.source);
            self.results.push(result);
        }
        Ok(())
    }

    fn failure(&mut self, failure: &CommandFailure, _: &mut Output) -> io::Result<()> {
        let file = PhysicalLocation { artifact_location: artifact(&failure.name), region: None };
        self.failures.push(Notification {
            level: "error",
            message: message(&failure.message),
            locations: [SarifLocation { id: None, physical_location: file, message: None }],
        });
        Ok(())
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let driver = Driver {
            name: "puzzle",
            semantic_version: env!("CARGO_PKG_VERSION"),
            rules: self.rules.iter().copied().map(rule).collect(),
        };
        let invocation = Invocation {
            execution_successful: self.failures.is_empty(),
            tool_execution_notifications: std::mem::take(&mut self.failures),
        };
        let run = SarifRun {
            tool: SarifTool { driver },
            column_kind: "unicodeCodePoints",
            invocations: [invocation],
            results: std::mem::take(&mut self.results),
        };
        let log = SarifLog {
            schema: "https://json.schemastore.org/sarif-2.1.0.json",
            version: "2.1.0",
            runs: [run],
        };
        let results = output.results()?;
        serde_json::to_writer(&mut *results, &log)?;
        writeln!(results)
    }
}

impl Sarif {
    fn result(&mut self, diagnostic: &Diagnostic, source: &Source) -> SarifResult {
        let known = self.rules.iter().position(|&rule| rule == diagnostic.code);
        let rule_index = known.unwrap_or_else(|| {
            self.rules.push(diagnostic.code);
            self.rules.len() - 1
        });
        let related = diagnostic.related.iter().zip(1..).map(|(place, id)| SarifLocation {
            id: Some(id),
            physical_location: physical(place.span, place.source.as_deref().unwrap_or(source)),
            message: Some(message(&place.message)),
        });
        let mut words = diagnostic.message.clone();
        if let Some(help) = &diagnostic.help {
            words = format!("{words}\n{help}");
        }
        let location = SarifLocation {
            id: None,
            physical_location: physical(diagnostic.span, source),
            message: Some(message(&diagnostic.label)).filter(|it| !it.text.is_empty()),
        };
        SarifResult {
            rule_id: diagnostic.code.number(),
            rule_index,
            level: level(diagnostic.severity),
            message: message(&words),
            locations: [location],
            related_locations: related.collect(),
            fixes: diagnostic.fixes.iter().map(|each| fix(each, source)).collect(),
        }
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn message(text: &str) -> SarifMessage {
    SarifMessage { text: text.to_owned() }
}

fn rule(code: Code) -> SarifRule {
    SarifRule {
        id: code.number(),
        name: code.name(),
        short_description: message(code.title()),
        help: Help { text: code.page(), markdown: code.page() },
        default_configuration: SarifConfiguration { level: level(code.severity()) },
    }
}

fn fix(fix: &crate::diagnostic::Fix, source: &Source) -> SarifFix {
    let replacements = fix.edits.iter().map(|edit| Replacement {
        deleted_region: region(edit.span, source),
        inserted_content: message(&edit.text),
    });
    let replacements = replacements.collect();
    SarifFix {
        description: message(&fix.title),
        artifact_changes: [ArtifactChange {
            artifact_location: artifact(source.name()),
            replacements,
        }],
    }
}

fn physical(span: Span, source: &Source) -> PhysicalLocation {
    let region = Some(region(span, source));
    PhysicalLocation { artifact_location: artifact(source.name()), region }
}

fn region(span: Span, source: &Source) -> SarifRegion {
    let (start, end) = (source.line_column(span.start), source.line_column(span.end));
    SarifRegion {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

fn artifact(name: &str) -> ArtifactLocation {
    ArtifactLocation { uri: uri(name) }
}

/// A path as a URI reference (RFC 3986): what may not stand in one is percent-encoded.
fn uri(name: &str) -> String {
    let path = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    let mut uri = String::with_capacity(path.len());
    if Path::new(name).is_absolute() {
        uri.push_str(if path.starts_with('/') { "file://" } else { "file:///" });
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a b/é:1.puzzle"), "a%20b/%C3%A9%3A1.puzzle");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        #[cfg(unix)]
        assert_eq!(uri("/tmp/a.puzzle"), "file:///tmp/a.puzzle");
    }
}
