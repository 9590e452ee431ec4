//! What the server says, as JSON.

use crate::{
    catalogue::{Catalogue, LibraryEntry},
    server::{building::BEST, jobs::JobState},
    stage::{Stage, actor::Actor, worlds},
};
use serde_json::{Value, json};
use sidestep::MethodEntry;
use sidestep_control::method::Preset;
use sidestep_game::Plan;
use sidestep_motion::{JointId, ObjectKind, Role, Skeleton};

/// The version of the protocol.
const PROTOCOL: u32 = 4;

/// Everything there is to play; `is` is `hello` at first and `catalogue` later.
pub(crate) fn catalogue(is: &str, catalogue: &Catalogue, jobs: &[JobState]) -> String {
    let libraries: Vec<Value> = catalogue.libraries.iter().map(|entry| library(entry)).collect();
    let controllers = catalogue.controllers.iter().map(|entry| {
        let abilities: Vec<&str> = entry.abilities.iter().map(|ability| ability.name()).collect();
        json!({
            "id": entry.id,
            "title": entry.title,
            "method": entry.built.method(),
            "library": entry.library.id,
            "abilities": abilities,
            "says": entry.says,
        })
    });
    json!({
        "is": is,
        "protocol": PROTOCOL,
        "version": env!("CARGO_PKG_VERSION"),
        "libraries": libraries,
        "controllers": controllers.collect::<Vec<_>>(),
        "methods": methods(),
        "worlds": worlds::WORLDS,
        "jobs": jobs.iter().map(job).collect::<Vec<_>>(),
    })
    .to_string()
}

/// What can be built: what stands best, found by trying, then every method.
fn methods() -> Vec<Value> {
    let best = json!({
        "name": BEST,
        "title": "Best of all",
        "says": "Tries several methods and settings on this data and keeps what stands best; takes minutes.",
        "presets": [],
    });
    [best].into_iter().chain(sidestep::METHODS.iter().map(method)).collect()
}

/// A method as the form shows it in which one is chosen.
fn method(method: &MethodEntry) -> Value {
    let preset = |preset: Preset<Value>| json!({ "name": preset.name, "says": preset.sentence });
    json!({
        "name": method.name,
        "title": method.title,
        "says": method.sentence,
        "presets": method.presets().into_iter().map(preset).collect::<Vec<_>>(),
    })
}

/// A library as catalogues show it.
pub(crate) fn library(entry: &LibraryEntry) -> Value {
    let library = &entry.library;
    let secs = library.len() as f32 / library.rate_hz();
    json!({
        "id": entry.id,
        "title": entry.title,
        "frames": library.len(),
        "clips": library.clips().len(),
        "joints": library.skeleton().len(),
        "rate_hz": library.rate_hz(),
        "secs": secs,
        "licence": entry.licence(),
    })
}

/// A ball or the like that an actor moves.
fn object(kind: &ObjectKind) -> Value {
    json!({ "name": kind.name, "radius": kind.radius })
}

/// A stage as it was set.
pub(crate) fn stage(stage: &Stage, serial: u32, manual: bool) -> String {
    // Where a game has a ball, nobody shows one of his own.
    let has_things = !stage.things().is_empty();
    let own = |actor: &Actor| {
        if has_things { Vec::new() } else { actor.character.object_kinds().to_vec() }
    };
    let actors = stage.actors().iter().enumerate().map(|(index, actor)| {
        json!({
            "controller": actor.entry.id,
            "library": actor.entry.library.id,
            "title": actor.entry.title,
            "joints": joints(actor.character.skeleton()),
            "objects": own(actor).iter().map(object).collect::<Vec<_>>(),
            "speed": actor.entry.library.speed,
            "colour": Actor::colour(index),
        })
    });
    json!({
        "is": "stage",
        "serial": serial,
        "world": stage.listing().id,
        "title": stage.listing().title,
        "actors": actors.collect::<Vec<_>>(),
        "given": stage.given(),
        "things": stage.things().iter().map(|thing| json!({
            "name": thing.name,
            "radius": thing.radius,
        })).collect::<Vec<_>>(),
        "plan": stage.tactics().map(plan),
        "shapes": stage.shapes(),
        "crowd": stage.crowd().map(|crowd| json!({
            "count": crowd.placements.len(),
            "library": crowd.library.id,
            "joints": joints(crowd.library.library.skeleton()),
        })),
        "manual": manual,
    })
    .to_string()
}

/// A plan of the tactics board; players are numbers.
fn plan(plan: &Plan) -> Value {
    let players = plan.players.iter();
    let players = players.map(|player| json!({ "name": player.name, "path": player.path }));
    let passes = plan.passes.iter().map(|pass| {
        json!({ "at": pass.at_secs, "arrives": pass.arrives_secs, "from": pass.from, "to": pass.to })
    });
    let shots = plan.shots.iter();
    let shots =
        shots.map(|shot| json!({ "at": shot.at_secs, "by": shot.by, "rebound": shot.rebound }));
    json!({
        "name": plan.name,
        "secs": plan.secs,
        "ball": plan.ball,
        "players": players.collect::<Vec<_>>(),
        "passes": passes.collect::<Vec<_>>(),
        "shots": shots.collect::<Vec<_>>(),
    })
}

/// The shapes of a stage.
pub(crate) fn shapes(stage: &Stage) -> String {
    json!({ "is": "shapes", "tick": stage.tick(), "shapes": stage.shapes() }).to_string()
}

/// Something for people.
pub(crate) fn tell(level: &str, text: &str) -> String {
    json!({ "is": "tell", "level": level, "text": text }).to_string()
}

/// What these actors cannot do, or had to put right.
pub(crate) fn problem(actors: &[usize], text: &str) -> String {
    json!({ "is": "problem", "actors": actors, "text": text }).to_string()
}

/// Where a job stands, as a message.
pub(crate) fn job_message(state: &JobState) -> String {
    let mut value = job(state);
    value["is"] = "job".into();
    value.to_string()
}

fn job(state: &JobState) -> Value {
    json!({
        "job": state.id,
        "title": state.title,
        "stage": state.stage,
        "fraction": state.fraction,
        "done": state.done,
        "error": state.error,
    })
}

/// The joints of a skeleton, with what is needed to draw a body around them.
pub(crate) fn joints(skeleton: &Skeleton) -> Vec<Value> {
    let role_of =
        |id: JointId| Role::ALL.into_iter().find(|r| skeleton.roles().get(*r) == Some(id));
    let ids = (0..skeleton.len()).filter_map(|index| u16::try_from(index).ok()).map(JointId);
    ids.map(|id| {
        let joint = skeleton.joint(id);
        let role = role_of(id);
        json!({
            "name": joint.name,
            "parent": joint.parent.map(|parent| parent.0),
            "role": role.map(Role::name),
            "radius": radius(role),
            "offset": joint.offset.to_array(),
        })
    })
    .collect()
}

/// About how thick a body is around a joint, in metres.
fn radius(role: Option<Role>) -> f32 {
    match role {
        Some(Role::Hips) => 0.13,
        Some(Role::Spine) => 0.12,
        Some(Role::Chest) => 0.14,
        Some(Role::Head) => 0.1,
        Some(Role::Thigh(_)) => 0.08,
        Some(Role::Neck | Role::Clavicle(_) | Role::Shank(_)) => 0.06,
        Some(Role::UpperArm(_)) => 0.05,
        Some(Role::Forearm(_) | Role::Foot(_)) => 0.045,
        Some(Role::Hand(_) | Role::Toe(_)) => 0.035,
        None => 0.03,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who changes what is said changes this number in all three places, or nobody can tell.
    #[test]
    fn server_page_and_docs_speak_one_version() {
        let page = include_str!("../../page/src/wire/protocol.ts");
        assert!(page.contains(&format!("export const PROTOCOL = {PROTOCOL};")));
        let docs = include_str!("../../../../docs/protocol.md");
        assert!(docs.contains(&format!(r#"{{"is":"hello","protocol":{PROTOCOL},"#)));
    }
}
