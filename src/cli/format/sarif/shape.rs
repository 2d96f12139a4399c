//! The parts of SARIF 2.1.0 that are written, under the names of the standard. A property that is
//! `None` is left out.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct SarifLog {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: [SarifRun; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRun {
    pub tool: SarifTool,
    pub column_kind: &'static str,
    pub invocations: [Invocation; 1],
    pub results: Vec<SarifResult>,
}

#[derive(Serialize)]
pub(super) struct SarifTool {
    pub driver: Driver,
}

/// A `toolComponent`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    pub name: &'static str,
    pub semantic_version: &'static str,
    pub rules: Vec<SarifRule>,
}

/// A `reportingDescriptor`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRule {
    pub id: &'static str,
    pub name: &'static str,
    pub short_description: SarifMessage,
    pub help: Help,
    pub default_configuration: SarifConfiguration,
}

/// A `multiformatMessageString`.
#[derive(Serialize)]
pub(super) struct Help {
    pub text: &'static str,
    pub markdown: &'static str,
}

#[derive(Serialize)]
pub(super) struct SarifConfiguration {
    pub level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub execution_successful: bool,
    pub tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
pub(super) struct Notification {
    pub level: &'static str,
    pub message: SarifMessage,
    pub locations: [SarifLocation; 1],
}

/// A `result`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult {
    pub rule_id: &'static str,
    pub rule_index: usize,
    pub level: &'static str,
    pub message: SarifMessage,
    pub locations: [SarifLocation; 1],
    pub related_locations: Vec<SarifLocation>,
    pub fixes: Vec<SarifFix>,
}

/// A `message`, or a `multiformatMessageString` without Markdown.
#[derive(Serialize)]
pub(super) struct SarifMessage {
    pub text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<SarifMessage>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<SarifRegion>,
}

#[derive(Serialize)]
pub(super) struct ArtifactLocation {
    pub uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRegion {
    pub start_line: u32,
    pub start_column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifFix {
    pub description: SarifMessage,
    pub artifact_changes: [ArtifactChange; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactChange {
    pub artifact_location: ArtifactLocation,
    pub replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Replacement {
    pub deleted_region: SarifRegion,
    /// An `artifactContent`, which has the shape of a message.
    pub inserted_content: SarifMessage,
}
