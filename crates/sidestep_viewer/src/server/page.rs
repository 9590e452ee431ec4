//! The page, embedded in the program.

use axum::{
    body::Body,
    http::{StatusCode, header},
    response::Response,
};
use rust_embed::RustEmbed;

/// What the page may do: load from here, talk to here.
const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; \
    style-src 'self' 'unsafe-inline'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const PLACEHOLDER: &str = "<!doctype html><title>Sidestep</title><p>The server runs, but this \
    program was built without its page. Build it in crates/sidestep_viewer/page and compile again.";

#[derive(RustEmbed)]
#[folder = "page/dist"]
#[allow_missing = true]
struct Files;

/// A file of the page; the page itself for `/`.
pub(crate) fn file(path: &str) -> Response {
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    match Files::get(name) {
        Some(file) => respond(StatusCode::OK, name, file.data.into_owned().into()),
        None if name == "index.html" => respond(StatusCode::OK, name, PLACEHOLDER.into()),
        None => respond(StatusCode::NOT_FOUND, "x.txt", "there is no such file".into()),
    }
}

fn respond(status: StatusCode, name: &str, body: Body) -> Response {
    // Names of assets carry a hash of what is in them.
    let caching =
        if name.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-store" };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind(name)),
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, axum::http::HeaderValue::from_static(value));
    }
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}
