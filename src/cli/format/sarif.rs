//! SARIF 2.1.0 (OASIS), the format of code scanning services. A rule is a diagnostic code with its
//! page as help; only codes that occur are listed.

use std::io::{self, Write};
use std::path::Path;

use serde_sarif::sarif;

use super::{FileReport, Reporter};
use crate::cli::input::Failure;
use crate::cli::output::Output;
use crate::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::text::{Source, Span};

#[derive(Default)]
pub(super) struct Sarif {
    rules: Vec<Code>,
    results: Vec<sarif::Result>,
    failures: Vec<sarif::Notification>,
}

impl Reporter for Sarif {
    fn file(&mut self, report: &FileReport, _: &mut Output) -> io::Result<()> {
        for diagnostic in &report.diagnostics {
            let result = self.result(diagnostic, &report.source);
            self.results.push(result);
        }
        Ok(())
    }

    fn failure(&mut self, failure: &Failure, _: &mut Output) -> io::Result<()> {
        let file = sarif::PhysicalLocation::builder().artifact_location(artifact(&failure.name));
        let location = sarif::Location::builder().physical_location(file.build()).build();
        let notification = sarif::Notification::builder()
            .level("error")
            .message(message(&failure.message))
            .locations(vec![location]);
        self.failures.push(notification.build());
        Ok(())
    }

    fn finish(&mut self, output: &mut Output) -> io::Result<()> {
        let driver = sarif::ToolComponent::builder()
            .name("puzzle")
            .semantic_version(env!("CARGO_PKG_VERSION"))
            .rules(self.rules.iter().copied().map(rule).collect::<Vec<_>>());
        let invocation = sarif::Invocation::builder()
            .execution_successful(self.failures.is_empty())
            .tool_execution_notifications(std::mem::take(&mut self.failures));
        let run = sarif::Run::builder()
            .tool(sarif::Tool::builder().driver(driver.build()).build())
            .column_kind("unicodeCodePoints")
            .invocations(vec![invocation.build()])
            .results(std::mem::take(&mut self.results));
        let document = sarif::Sarif::builder()
            .schema("https://json.schemastore.org/sarif-2.1.0.json")
            .version("2.1.0")
            .runs(vec![run.build()])
            .build();
        let results = output.results()?;
        serde_json::to_writer(&mut *results, &document)?;
        writeln!(results)
    }
}

impl Sarif {
    fn result(&mut self, diagnostic: &Diagnostic, source: &Source) -> sarif::Result {
        let known = self.rules.iter().position(|&rule| rule == diagnostic.code);
        let index = known.unwrap_or_else(|| {
            self.rules.push(diagnostic.code);
            self.rules.len() - 1
        });
        let related = diagnostic.related.iter().zip(1_i64..).map(|(place, id)| {
            let source = place.source.as_deref().unwrap_or(source);
            sarif::Location::builder()
                .id(id)
                .physical_location(physical(place.span, source))
                .message(message(&place.message))
                .build()
        });
        let mut words = diagnostic.message.clone();
        if let Some(help) = &diagnostic.help {
            words = format!("{words}\n{help}");
        }
        let physical = physical(diagnostic.span, source);
        let location = sarif::Location::builder().physical_location(physical);
        let location = match diagnostic.label.as_str() {
            "" => location.build(),
            label => location.message(message(label)).build(),
        };
        sarif::Result::builder()
            .rule_id(diagnostic.code.number())
            .rule_index(index as i64)
            .level(level(diagnostic.severity))
            .message(message(&words))
            .locations(vec![location])
            .related_locations(related.collect::<Vec<_>>())
            .fixes(diagnostic.fixes.iter().map(|each| fix(each, source)).collect::<Vec<_>>())
            .build()
    }
}

fn level(severity: Severity) -> sarif::ResultLevel {
    match severity {
        Severity::Error => sarif::ResultLevel::Error,
        Severity::Warning => sarif::ResultLevel::Warning,
        Severity::Hint => sarif::ResultLevel::Note,
    }
}

fn message(text: &str) -> sarif::Message {
    sarif::Message::builder().text(text).build()
}

fn rule(code: Code) -> sarif::ReportingDescriptor {
    let text = |text: &str| sarif::MultiformatMessageString::builder().text(text).build();
    let help = sarif::MultiformatMessageString::builder().text(code.page()).markdown(code.page());
    let configuration = sarif::ReportingConfiguration::builder();
    sarif::ReportingDescriptor::builder()
        .id(code.number())
        .name(code.name())
        .short_description(text(code.title()))
        .help(help.build())
        .default_configuration(configuration.level(level(code.severity()).to_string()).build())
        .build()
}

fn fix(fix: &Fix, source: &Source) -> sarif::Fix {
    let replacements = fix.edits.iter().map(|edit| {
        sarif::Replacement::builder()
            .deleted_region(region(edit.span, source))
            .inserted_content(sarif::ArtifactContent::builder().text(&edit.text).build())
            .build()
    });
    let change = sarif::ArtifactChange::builder()
        .artifact_location(artifact(source.name()))
        .replacements(replacements.collect::<Vec<_>>());
    sarif::Fix::builder()
        .description(message(&fix.title))
        .artifact_changes(vec![change.build()])
        .build()
}

fn physical(span: Span, source: &Source) -> sarif::PhysicalLocation {
    sarif::PhysicalLocation::builder()
        .artifact_location(artifact(source.name()))
        .region(region(span, source))
        .build()
}

fn region(span: Span, source: &Source) -> sarif::Region {
    let (start, end) = (source.line_column(span.start), source.line_column(span.end));
    sarif::Region::builder()
        .start_line(start.line)
        .start_column(start.column)
        .end_line(end.line)
        .end_column(end.column)
        .build()
}

fn artifact(name: &str) -> sarif::ArtifactLocation {
    sarif::ArtifactLocation::builder().uri(uri(name)).build()
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
