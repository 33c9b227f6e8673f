//! Messages of JSON-RPC, as the language server protocol uses them.

use gen_lsp_types::{Notification, Request};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message between client and server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Message {
    Request {
        id: Id,
        method: String,
        #[serde(default)]
        params: Value,
    },
    Response {
        id: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ResponseError>,
    },
    Notification {
        method: String,
        #[serde(default)]
        params: Value,
    },
}

/// The id of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    Number(i32),
    Text(String),
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseError {
    pub code: i32,
    pub message: String,
}

impl ResponseError {
    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        ResponseError {
            code,
            message: message.into(),
        }
    }

    /// The parameters do not have the form of the protocol.
    pub(super) fn bad_params(error: &serde_json::Error) -> Self {
        ResponseError::new(-32602, error.to_string())
    }

    /// The server cannot do what is requested; the message says why.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        ResponseError::new(-32803, message)
    }
}

impl Message {
    pub fn request<R: Request>(id: i32, params: &R::Params) -> Self {
        Message::Request {
            id: Id::Number(id),
            method: R::METHOD.to_string(),
            params: to_value(params),
        }
    }

    pub fn notification<N: Notification>(params: &N::Params) -> Self {
        Message::Notification {
            method: N::METHOD.to_string(),
            params: to_value(params),
        }
    }

    pub(super) fn response(id: Id, result: Result<Value, ResponseError>) -> Self {
        let (result, error) = match result {
            Ok(result) => (Some(result), None),
            Err(error) => (None, Some(error)),
        };
        Message::Response { id, result, error }
    }
}

/// Converts a value of the protocol, whose maps all have texts as keys.
pub(super) fn to_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}
