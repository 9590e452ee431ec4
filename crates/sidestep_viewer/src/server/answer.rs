//! What every answer of the server needs, and what an error looks like.

use crate::server::hub::Hub;
use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::watch;

/// What every answer needs.
#[derive(Clone)]
pub(crate) struct Answering {
    pub(crate) hub: Arc<Hub>,
    pub(crate) port: u16,
    pub(crate) stop: watch::Receiver<bool>,
}

/// An error as JSON.
pub(crate) fn error(status: StatusCode, text: &str) -> Response {
    let body = json!({ "error": text }).to_string();
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, body).into_response()
}
