//! A plan of the tactics board as a GLB file with all players and the ball.

use crate::server::{
    answer::{Answering, error},
    data_room::{blocking, download, take_in},
};
use axum::{
    body::Body,
    extract::{Query, State},
    http::StatusCode,
    response::Response,
};
use serde::Deserialize;
use sidestep_control::Start;
use sidestep_export::glb;
use sidestep_game::{Board, Plan, Players};
use std::sync::Arc;

/// The longest plan, in bytes.
const MOST_PLAN_BYTES: usize = 256 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TacticsQuery {
    controller: String,
}

/// Acts a plan out.
pub(crate) async fn tactics(
    State(answering): State<Answering>,
    Query(query): Query<TacticsQuery>,
    body: Body,
) -> Response {
    let (permit, bytes) = match take_in(&answering, body, MOST_PLAN_BYTES).await {
        Ok(taken) => taken,
        Err(response) => return *response,
    };
    let catalogue = answering.hub.catalogue();
    let Some(entry) = catalogue.controller(&query.controller).cloned() else {
        return error(StatusCode::NOT_FOUND, "there is no such controller");
    };
    let refuse = |text: &str| error(StatusCode::UNPROCESSABLE_ENTITY, text);
    let plan = match std::str::from_utf8(&bytes).map(Plan::parse) {
        Ok(Ok(plan)) => Arc::new(plan),
        Ok(Err(problem)) => return refuse(&format!("the plan, {problem}")),
        Err(_) => return refuse("the plan is no text"),
    };
    blocking(permit, move || {
        let starts = (0..plan.players.len()).map(|player| plan.start(player));
        let mut players = Players::spawn(starts, &|at| entry.spawn(Start::Rest(at)));
        let (mut clips, _) = Board::act(&plan, &mut players, entry.built.rate_hz());
        for clip in &mut clips {
            clip.provenance.licence = entry.library.licence().to_owned();
        }
        match glb::write_together(&plan.name, &clips, &Default::default()) {
            Ok(bytes) => download(bytes, "tactics.glb", "model/gltf-binary"),
            Err(problem) => error(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string()),
        }
    })
    .await
}
