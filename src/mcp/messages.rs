//! The messages of JSON-RPC 2.0, as far as the protocol uses them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request, or without an id a notification.
#[derive(Deserialize)]
pub(super) struct RpcMessage {
    pub(super) id: Option<Value>,
    pub(super) method: String,
    #[serde(default)]
    pub(super) params: Value,
}

impl RpcMessage {
    /// The message on a line.
    ///
    /// # Errors
    /// That it is no JSON, or no message.
    pub(super) fn read(line: &str) -> Result<Self, ProtocolError> {
        let fault = |error: serde_json::Error| ProtocolError {
            code: if error.is_data() { -32600 } else { -32700 },
            message: error.to_string(),
        };
        let message: Map<String, Value> = serde_json::from_str(line).map_err(fault)?;
        serde_json::from_value(message.into()).map_err(fault)
    }
}

/// Of `resources/read`.
#[derive(Deserialize)]
pub(super) struct ReadParams {
    pub(super) uri: String,
}

/// Of `notifications/cancelled`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CancelledParams {
    pub(super) request_id: Value,
}

/// The parameters of a method.
///
/// # Errors
/// That they are others.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, ProtocolError> {
    serde_json::from_value(params)
        .map_err(|error| ProtocolError { code: -32602, message: error.to_string() })
}

/// What is wrong with a message.
#[derive(Serialize)]
pub(super) struct ProtocolError {
    code: i32,
    message: String,
}

impl ProtocolError {
    pub(super) fn unknown_method(method: &str) -> Self {
        Self { code: -32601, message: format!("there is no method `{method}`") }
    }

    pub(super) fn unknown_name(what: &str, name: &str) -> Self {
        Self { code: -32602, message: format!("there is no {what} `{name}`") }
    }

    pub(super) fn internal(message: String) -> Self {
        Self { code: -32603, message }
    }
}

/// The answer to a request.
#[derive(Serialize)]
pub(super) struct RpcReply {
    jsonrpc: &'static str,
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ProtocolError>,
}

impl RpcReply {
    pub(super) fn new(id: Value, result: Result<Value, ProtocolError>) -> Self {
        let (result, error) = match result {
            Ok(result) => (Some(result), None),
            Err(error) => (None, Some(error)),
        };
        Self { jsonrpc: "2.0", id, result, error }
    }
}
