//! The paths that the server answers.

use crate::server::{
    answer::{Answering, error},
    body, data_room, guard, importing,
    order::MOST_REPLAY_BYTES,
    page, session, tactics,
};
use axum::{
    Router,
    body::{Body as Bytes, to_bytes},
    extract::{Request, State, ws::WebSocketUpgrade},
    http::{Method, StatusCode, header},
    middleware::{self, Next},
    response::Response,
    routing::{get, post},
};
use std::sync::Arc;

/// The router of the whole server.
pub(crate) fn router(answering: Answering) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .route("/library/{file}", get(data_room::library_file))
        .route("/library/{id}/clips", get(data_room::clips))
        .route("/library/{id}/clip/{file}", get(data_room::clip_joints))
        .route("/library/{id}/body/{file}", get(body::body))
        .route("/library/{id}/report", get(data_room::report))
        .route("/graph/{controller}", get(data_room::graph))
        .route("/import", post(importing::import))
        .route("/build", post(data_room::build))
        .route("/save/{id}", get(data_room::save))
        .route("/export", post(data_room::export))
        .route("/tactics", post(tactics::tactics))
        .fallback(file)
        .layer(middleware::from_fn_with_state(answering.clone(), guarded))
        .with_state(answering)
}

async fn guarded(State(answering): State<Answering>, request: Request, next: Next) -> Response {
    if !guard::allows(request.headers(), answering.port) {
        return error(StatusCode::FORBIDDEN, "only this server's own pages may talk to it");
    }
    let response = next.run(request).await;
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    // What the router itself refuses, such as a bad query, becomes JSON like every other error.
    if response.status().is_client_error() && !is_json {
        let status = response.status();
        let body = to_bytes(response.into_body(), 4_096).await.unwrap_or_default();
        return error(status, String::from_utf8_lossy(&body).trim());
    }
    response
}

async fn file(request: Request<Bytes>) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => page::file(request.uri().path()),
        _ => error(StatusCode::METHOD_NOT_ALLOWED, "there is nothing to send there"),
    }
}

async fn socket(State(answering): State<Answering>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = Arc::clone(&answering.hub.sessions).try_acquire_owned() else {
        let text = "too many pages are open; close one and reload";
        return error(StatusCode::SERVICE_UNAVAILABLE, text);
    };
    upgrade
        .max_message_size(MOST_REPLAY_BYTES)
        .max_frame_size(MOST_REPLAY_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(2 * MOST_REPLAY_BYTES)
        .on_upgrade(move |socket| session::run(socket, answering.hub, permit, answering.stop))
}
