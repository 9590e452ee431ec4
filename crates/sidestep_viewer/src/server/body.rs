//! Hands out the bodies that skeletons wear, as bytes.

use crate::server::{
    answer::{Answering, error},
    data_room::{binary, library},
};
use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::Response,
};
use sidestep_body::{Body, Build, Cloth, Detail, Vertex};
use tokio::sync::Semaphore;

/// Bodies are made one at a time: it takes a tenth of a second.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// The body of a library's skeleton; `file` is BUILD-DETAIL.body.
pub(crate) async fn body(
    State(answering): State<Answering>,
    Path((id, file)): Path<(String, String)>,
) -> Response {
    let Some((build, detail)) = wanted(&file) else {
        return error(StatusCode::NOT_FOUND, "there is no such body; try fuller-fine.body");
    };
    let entry = match library(&answering.hub, &id) {
        Ok(entry) => entry,
        Err(response) => return *response,
    };
    // Whoever asks for many waits, and whoever builds something meanwhile is seen all the same.
    let Ok(_turn) = ONE_AT_A_TIME.acquire().await else {
        return error(StatusCode::SERVICE_UNAVAILABLE, "the server stops");
    };
    let make = move || bytes(&Body::of(entry.library.skeleton(), build, detail));
    match tokio::task::spawn_blocking(make).await {
        Ok(bytes) => binary(bytes),
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "the body could not be made"),
    }
}

fn wanted(file: &str) -> Option<(Build, Detail)> {
    let (build, detail) = file.strip_suffix(".body")?.split_once('-')?;
    let detail = match detail {
        "fine" => Detail::Fine,
        "plain" => Detail::Plain,
        "coarse" => Detail::Coarse,
        _ => return None,
    };
    Some((Build::from_name(build)?, detail))
}

/// A body as `docs/protocol.md` lays it out.
fn bytes(body: &Body) -> Vec<u8> {
    let mut out = Vec::new();
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let joints = body.stance.positions.len();
    for word in [count(body.vertices.len()), count(body.triangles.len()), count(joints), 0] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    let mut put = |value: f32| out.extend_from_slice(&value.to_le_bytes());
    for (position, rotation) in body.stance.positions.iter().zip(&body.stance.rotations) {
        position.to_array().into_iter().for_each(&mut put);
        put(0.0);
        rotation.to_array().into_iter().for_each(&mut put);
    }
    body.vertices.iter().flat_map(|vertex| vertex.position.to_array()).for_each(&mut put);
    for vertex in &body.vertices {
        out.extend_from_slice(&way_and_cloth(vertex));
    }
    for vertex in &body.vertices {
        vertex.joints.iter().for_each(|joint| out.extend_from_slice(&joint.to_le_bytes()));
    }
    for vertex in &body.vertices {
        vertex
            .weights
            .iter()
            .for_each(|weight| out.extend_from_slice(&share(*weight).to_le_bytes()));
    }
    for corner in body.triangles.iter().flatten() {
        out.extend_from_slice(&corner.to_le_bytes());
    }
    out
}

/// The normal times 127, and the number of the cloth.
fn way_and_cloth(vertex: &Vertex) -> [u8; 4] {
    let part = |value: f32| ((value * 127.0).round() as i8).to_le_bytes()[0];
    let [x, y, z] = vertex.normal.to_array().map(part);
    let cloth = Cloth::ALL.iter().position(|cloth| *cloth == vertex.cloth).unwrap_or(0);
    [x, y, z, u8::try_from(cloth).unwrap_or(0)]
}

/// A weight times 65535.
fn share(weight: f32) -> u16 {
    (weight.clamp(0.0, 1.0) * 65535.0).round() as u16
}
