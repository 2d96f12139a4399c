//! Settings that come and change while the server runs, and what the client is asked to tell.

use serde_json::{Value, json};

use super::settings::ClientSettings;
use super::state::ServerState;
use super::types::request::{RegisterCapability, WorkspaceConfiguration};
use super::types::*;

/// The section of a client's settings that is ours.
const SECTION: &str = "puzzle";

/// The files that puzzles are read from, and axioms that problems in TPTP include …
const FORMATS: [&str; 9] = ["puzzle", "maze", "cnf", "dimacs", "dp", "dots", "p", "tptp", "ax"];

/// … and what compresses them; in a browser nothing opens such files.
const COMPRESSED: &[&str] = if cfg!(target_family = "wasm") { &[""] } else { &["", ".gz", ".xz"] };

/// What the names of such files end in.
pub(super) fn endings() -> Vec<String> {
    let compressed = |it: &&str| FORMATS.map(|format| format!("{format}{it}"));
    COMPRESSED.iter().flat_map(compressed).collect()
}

/// Takes new settings.
pub(super) fn set(state: &mut ServerState, value: &Value) {
    let (settings, faults) = ClientSettings::read(value);
    for fault in faults {
        state.outbox.log(MessageType::WARNING, fault);
    }
    state.background.forget(&settings);
    state.settings = settings;
    state.recheck();
}

/// The settings changed. A client that can be asked is asked; others have sent them along.
pub(super) fn change(state: &mut ServerState, params: &DidChangeConfigurationParams) {
    if state.client.has_configuration {
        ask(state);
    } else {
        set(state, &params.settings);
    }
}

/// Asks for the settings.
pub(super) fn ask(state: &ServerState) {
    if !state.client.has_configuration {
        return;
    }
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    let params = ConfigurationParams { items: vec![item] };
    state.outbox.request::<WorkspaceConfiguration>(&state.actor, params, |state, answer| {
        match answer.as_deref() {
            // A client without such settings says `null`; what it said at the start still holds.
            Ok([Value::Null]) => {}
            Ok([value, ..]) => set(state, value),
            Ok([]) => {}
            Err(error) => {
                let message = format!("the client does not tell its settings: {error}");
                state.outbox.log(MessageType::WARNING, message);
            }
        }
    });
}

/// Asks to be told of changes of files and settings.
pub(super) fn register(state: &ServerState) {
    let mut registrations = Vec::new();
    let mut add = |method: &str, options: Value| {
        registrations.push(Registration {
            id: method.to_owned(),
            method: method.to_owned(),
            register_options: Some(options),
        });
    };
    if state.client.watches_files {
        let pattern = format!("**/*.{{{}}}", endings().join(","));
        let options = json!({ "watchers": [{ "globPattern": pattern }] });
        add("workspace/didChangeWatchedFiles", options);
    }
    if state.client.watches_settings {
        add("workspace/didChangeConfiguration", json!({ "section": SECTION }));
    }
    if registrations.is_empty() {
        return;
    }
    let params = RegistrationParams { registrations };
    state.outbox.request::<RegisterCapability>(&state.actor, params, |state, answer| {
        if let Err(error) = answer {
            let message = format!("the client does not tell what changes: {error}");
            state.outbox.log(MessageType::WARNING, message);
        }
    });
}
