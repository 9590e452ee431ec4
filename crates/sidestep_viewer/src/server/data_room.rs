//! Data in and out: looking at clips, building, saving, exporting.

use crate::{
    catalogue::LibraryEntry,
    server::{
        answer::{Answering, error},
        building::{BEST, Recipe},
        hub::Hub,
        order::MOST_REPLAY_BYTES,
        say,
    },
    stage::{film::film, recording::Recording, turn::packed},
};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Path, Query, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};
use sidestep_mobility_map::{MobilityMap, StateId};
use sidestep_motion::{
    ClipId, FrameId, MotionLibrary, Side, Skeleton, TrackInfo, kinematics::JointTransforms,
};
use std::{sync::Arc, time::Duration};
use tokio::{sync::OwnedSemaphorePermit, time::timeout};

/// The longest body of a build.
const MOST_BUILD_BYTES: usize = 4 * 1024;

/// How long a body may take to arrive.
const BODY_PATIENCE: Duration = Duration::from_secs(60);

/// The most jumps of a graph that are sent.
const MOST_JUMPS: usize = 6_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportQuery {
    format: ExportFormat,
    #[serde(default)]
    actor: usize,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExportFormat {
    Glb,
    Bvh,
    Csv,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildWish {
    library: String,
    method: String,
    preset: Option<String>,
}

/// A library: a table of the joints of all its frames, seen from each frame's own place, or the whole
/// library as a file.
pub(crate) async fn library_file(
    State(answering): State<Answering>,
    Path(file): Path<String>,
) -> Response {
    let Some((id, ending @ ("joints" | "motion"))) = file.rsplit_once('.') else {
        return error(StatusCode::NOT_FOUND, "there is no such table");
    };
    let entry = match library(&answering.hub, id) {
        Ok(entry) => entry,
        Err(response) => return *response,
    };
    if ending == "joints" {
        return work(&answering, move || binary(joint_table(&entry.library, None))).await;
    }
    work(&answering, move || {
        let bytes = sidestep::encode_library(&entry.library);
        download(bytes, &format!("{}.motion", entry.id), "application/octet-stream")
    })
    .await
}

/// The clips of a library, and the joints of the body that plays them.
pub(crate) async fn clips(State(answering): State<Answering>, Path(id): Path<String>) -> Response {
    let entry = match library(&answering.hub, &id) {
        Ok(entry) => entry,
        Err(response) => return *response,
    };
    let rate_hz = entry.library.rate_hz();
    let clips = entry.library.clips().iter().map(|clip| {
        let labels = clip.labels.iter().map(|label| {
            let (from, to) = (label.frames.start, label.frames.end);
            json!({ "name": label.name, "from": from, "to": to, "moment": label.moment })
        });
        let objects = clip.objects.iter().map(|track| object_places(&entry.library, track));
        let secs = clip.frames.len() as f32 / rate_hz;
        json!({
            "name": clip.name,
            "frames": clip.frames.len(),
            "secs": secs,
            "labels": labels.collect::<Vec<_>>(),
            "objects": objects.collect::<Vec<_>>(),
        })
    });
    let clips = clips.collect::<Vec<_>>();
    let joints = say::joints(entry.library.skeleton());
    json_response(StatusCode::OK, &json!({ "clips": clips, "joints": joints }))
}

/// Where an object of a clip is, from a frame of the clip on: x, y, z of every frame, to the
/// millimetre.
fn object_places(library: &MotionLibrary, track: &TrackInfo) -> Value {
    let rows = track.rows.start as usize..track.rows.end as usize;
    let millimetres = |metres: f32| (f64::from(metres) * 1000.0).round() / 1000.0;
    let places = library.parts().objects.positions[rows].iter().flat_map(|p| p.to_array());
    json!({
        "name": track.kind.name,
        "radius": track.kind.radius,
        "from": track.start,
        "places": places.map(millimetres).collect::<Vec<_>>(),
    })
}

/// The pose graph that a controller walks: the frames where it has a choice, and its jumps.
pub(crate) async fn graph(State(answering): State<Answering>, Path(id): Path<String>) -> Response {
    let catalogue = answering.hub.catalogue();
    let Some(entry) = catalogue.controller(&id) else {
        return error(StatusCode::NOT_FOUND, "there is no such controller");
    };
    let Some(map) = entry.built.downcast::<MobilityMap>() else {
        return error(StatusCode::NOT_FOUND, "this controller walks no graph");
    };
    let graph = map.graph();
    let states = (0_u32..).zip(&graph.state_frames);
    let jumps: Vec<[u32; 2]> = states
        .flat_map(|(state, frame)| {
            let firsts = graph.actions_of(StateId(state)).iter().map(|action| action.first);
            firsts.filter(|first| *first != frame.0 + 1).map(|first| [frame.0, first])
        })
        .collect();
    let shown = jumps.iter().step_by(jumps.len().div_ceil(MOST_JUMPS).max(1));
    let answer = json!({
        "states": graph.states(),
        "jumps": jumps.len(),
        "shown": shown.flatten().collect::<Vec<_>>(),
    });
    json_response(StatusCode::OK, &answer)
}

/// A table of joints: of one clip, in the world, with contacts.
pub(crate) async fn clip_joints(
    State(answering): State<Answering>,
    Path((id, file)): Path<(String, String)>,
) -> Response {
    let entry = match library(&answering.hub, &id) {
        Ok(entry) => entry,
        Err(response) => return *response,
    };
    let number = file.strip_suffix(".joints").and_then(|number| number.parse::<u16>().ok());
    let number = number.filter(|number| usize::from(*number) < entry.library.clips().len());
    let Some(number) = number else {
        return error(StatusCode::NOT_FOUND, "there is no such clip");
    };
    work(&answering, move || binary(joint_table(&entry.library, Some(ClipId(number))))).await
}

/// What the linter says of a library.
pub(crate) async fn report(State(answering): State<Answering>, Path(id): Path<String>) -> Response {
    let entry = match library(&answering.hub, &id) {
        Ok(entry) => entry,
        Err(response) => return *response,
    };
    work(&answering, move || json_response(StatusCode::OK, &inspected(&entry, Vec::new()))).await
}

/// Begins to build a controller.
pub(crate) async fn build(State(answering): State<Answering>, body: Body) -> Response {
    let (_permit, bytes) = match take_in(&answering, body, MOST_BUILD_BYTES).await {
        Ok(taken) => taken,
        Err(response) => return *response,
    };
    let wish: BuildWish = match serde_json::from_slice(&bytes) {
        Ok(wish) => wish,
        Err(problem) => return error(StatusCode::BAD_REQUEST, &problem.to_string()),
    };
    let entry = match library(&answering.hub, &wish.library) {
        Ok(entry) => entry,
        Err(response) => return *response,
    };
    let job = if wish.method == BEST {
        let title = format!("Best of all of {}", entry.title);
        let hub = &answering.hub;
        hub.spawn(&title, move |hub, progress| hub.build_best(&entry, progress).map(|_| ()))
    } else {
        let recipe = match Recipe::named(&wish.method, wish.preset.as_deref()) {
            Ok(recipe) => recipe,
            Err(text) => return error(StatusCode::BAD_REQUEST, &text),
        };
        let title = format!("{} of {}", recipe.title(), entry.title);
        let hub = &answering.hub;
        hub.spawn(&title, move |hub, progress| hub.build(&entry, &recipe, progress).map(|_| ()))
    };
    match job {
        Ok(id) => json_response(StatusCode::OK, &json!({ "job": id })),
        Err(text) => error(StatusCode::TOO_MANY_REQUESTS, &text),
    }
}

/// A built controller as a file.
pub(crate) async fn save(State(answering): State<Answering>, Path(id): Path<String>) -> Response {
    let catalogue = answering.hub.catalogue();
    let Some(entry) = catalogue.controller(&id).cloned() else {
        return error(StatusCode::NOT_FOUND, "there is no such controller");
    };
    work(&answering, move || {
        let bytes = sidestep::encode_controller(&entry.built);
        download(bytes, &format!("{}.controller", entry.id), "application/octet-stream")
    })
    .await
}

/// What an actor does in a recording, as a file.
pub(crate) async fn export(
    State(answering): State<Answering>,
    Query(query): Query<ExportQuery>,
    body: Body,
) -> Response {
    let (permit, bytes) = match take_in(&answering, body, MOST_REPLAY_BYTES).await {
        Ok(taken) => taken,
        Err(response) => return *response,
    };
    let recording: Recording = match serde_json::from_slice(&bytes) {
        Ok(recording) => recording,
        Err(problem) => return error(StatusCode::BAD_REQUEST, &problem.to_string()),
    };
    let catalogue = answering.hub.catalogue();
    blocking(permit, move || {
        let clip = match film(&recording, query.actor, &catalogue) {
            Ok(clip) => clip,
            Err(problem) => return error(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string()),
        };
        let (written, ending, kind) = match query.format {
            ExportFormat::Glb => (
                sidestep_export::glb::write(&[clip], &Default::default()),
                "glb",
                "model/gltf-binary",
            ),
            ExportFormat::Bvh => {
                let text = sidestep_export::bvh::write(&clip, &Default::default());
                (text.map(String::into_bytes), "bvh", "text/plain")
            }
            ExportFormat::Csv => {
                (sidestep_export::csv::write(&clip).map(String::into_bytes), "csv", "text/csv")
            }
        };
        match written {
            Ok(bytes) => download(bytes, &format!("sidestep.{ending}"), kind),
            Err(problem) => error(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string()),
        }
    })
    .await
}

/// Does something that takes a while, away from the sockets and not too much at once.
async fn work(answering: &Answering, job: impl FnOnce() -> Response + Send + 'static) -> Response {
    match Arc::clone(&answering.hub.work).try_acquire_owned() {
        Ok(permit) => blocking(permit, job).await,
        Err(_) => busy(),
    }
}

pub(crate) async fn blocking(
    permit: OwnedSemaphorePermit,
    job: impl FnOnce() -> Response + Send + 'static,
) -> Response {
    let result = tokio::task::spawn_blocking(move || {
        let response = job();
        drop(permit);
        response
    });
    let broken = |_| error(StatusCode::INTERNAL_SERVER_ERROR, "that broke down; this is a bug");
    result.await.unwrap_or_else(broken)
}

/// Takes a body in, unless others are being taken in: bodies are what fills a memory.
pub(crate) async fn take_in(
    answering: &Answering,
    body: Body,
    most: usize,
) -> Result<(OwnedSemaphorePermit, Bytes), Box<Response>> {
    let permit = Arc::clone(&answering.hub.uploads).try_acquire_owned();
    let permit = permit.map_err(|_| Box::new(busy()))?;
    let too_slow = || Box::new(error(StatusCode::REQUEST_TIMEOUT, "the body took too long"));
    let too_long = |_| {
        let text = format!("the body is longer than {most} bytes, or was cut off");
        Box::new(error(StatusCode::PAYLOAD_TOO_LARGE, &text))
    };
    let read = timeout(BODY_PATIENCE, to_bytes(body, most)).await;
    let bytes = read.map_err(|_| too_slow())?.map_err(too_long)?;
    Ok((permit, bytes))
}

fn busy() -> Response {
    error(StatusCode::TOO_MANY_REQUESTS, "the server is busy; try again in a moment")
}

pub(crate) fn library(hub: &Hub, id: &str) -> Result<Arc<LibraryEntry>, Box<Response>> {
    let found = hub.catalogue().library(id).cloned();
    found.ok_or_else(|| Box::new(error(StatusCode::NOT_FOUND, "there is no such library")))
}

/// The linter's report with what the reader has noted before it.
pub(crate) fn inspected(entry: &LibraryEntry, notes: Vec<Value>) -> Value {
    let mut report = json!(sidestep_inspect::inspect(&entry.library));
    report["library"] = say::library(entry);
    if let Some(findings) = report["findings"].as_array_mut() {
        findings.splice(0..0, notes);
    }
    report
}

/// See docs/protocol.md: a head, then positions, then contacts where it is of a clip.
fn joint_table(library: &MotionLibrary, clip: Option<ClipId>) -> Vec<u8> {
    let everything = 0..u32::try_from(library.len()).unwrap_or(u32::MAX);
    let frames = clip.map_or(everything, |id| library.clips()[id.index()].frames.clone());
    let skeleton: &Skeleton = library.skeleton();
    let mut out = Vec::with_capacity(16 + frames.len() * (16 * skeleton.len() + 1));
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    out.extend_from_slice(&count(frames.len()));
    out.extend_from_slice(&count(skeleton.len()));
    out.extend_from_slice(&library.rate_hz().to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    let mut transforms = JointTransforms::new(skeleton.len());
    for frame in frames.clone().map(FrameId) {
        transforms.compute(skeleton, library.pose(frame));
        let from_world = library.ground(frame).inverse();
        for (place, turn) in transforms.positions.iter().zip(&transforms.rotations) {
            let (place, turn) = match clip {
                Some(_) => (*place, *turn),
                None => (from_world.transform_point(*place), from_world.rotation() * *turn),
            };
            for value in [place.x, place.y, place.z, packed(turn)] {
                out.extend_from_slice(&value.to_le_bytes());
            }
        }
    }
    if clip.is_some() {
        out.extend(frames.map(FrameId).map(|frame| {
            let contacts = library.contacts(frame);
            u8::from(contacts.get(Side::Left)) | u8::from(contacts.get(Side::Right)) << 1
        }));
    }
    out
}

pub(crate) fn json_response(status: StatusCode, value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, value.to_string()).into_response()
}

/// Bytes for the page.
pub(crate) fn binary(bytes: Vec<u8>) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, bytes).into_response()
}

/// Names come from the catalogue or from here: letters, digits, `_` and a dot.
pub(crate) fn download(bytes: Vec<u8>, name: &str, kind: &'static str) -> Response {
    let mut response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    if let Ok(disposition) = disposition {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}
