//! Who may talk to the server: pages that it served itself, and programs on this machine.
//!
//! Any page of the web may send requests to loopback. `Host` must be this very server, so that no
//! foreign name can be pointed at it, and `Origin`, where sent, must be its own.

use axum::http::{HeaderMap, header};

/// Whether a request to the server on `port` may be answered.
pub(crate) fn allows(headers: &HeaderMap, port: u16) -> bool {
    let ours = |authority: &str| {
        ["127.0.0.1", "localhost"].iter().any(|name| authority == format!("{name}:{port}"))
    };
    let text = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or(""));
    let mut hosts = text(header::HOST);
    let host_is_ours = hosts.next().is_some_and(ours) && hosts.next().is_none();
    host_is_ours
        && text(header::ORIGIN).all(|origin| origin.strip_prefix("http://").is_some_and(ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(pairs: &[(&str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name: axum::http::HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        allows(&headers, 8123)
    }

    #[test]
    fn only_our_own_pages() {
        assert!(allowed(&[("host", "127.0.0.1:8123")]));
        assert!(allowed(&[("host", "localhost:8123"), ("origin", "http://localhost:8123")]));
        assert!(!allowed(&[]));
        assert!(!allowed(&[("host", "127.0.0.1:8124")]));
        assert!(!allowed(&[("host", "evil.example:8123")]));
        assert!(!allowed(&[("host", "127.0.0.1:8123"), ("host", "evil.example")]));
        assert!(!allowed(&[("host", "127.0.0.1:8123"), ("origin", "https://evil.example")]));
        assert!(!allowed(&[("host", "127.0.0.1:8123"), ("origin", "null")]));
        assert!(!allowed(&[("host", "127.0.0.1:8123"), ("origin", "https://127.0.0.1:8123")]));
    }
}
