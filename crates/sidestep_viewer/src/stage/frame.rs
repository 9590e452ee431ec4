//! A moment of the stage as bytes: what the page draws.

use crate::stage::{Stage, actor::Actor, measures::Figures, turn::packed};
use sidestep_motion::Side;

/// The first four bytes of a frame, little endian.
pub const MAGIC: u32 = 0x4653_5331;

/// Set while the stage is paused.
pub const PAUSED: u32 = 1;

/// Set while a recording is played.
pub const REPLAYING: u32 = 2;

/// Set in the frame that answers a seek.
pub const SOUGHT: u32 = 4;

/// What a frame says beside the stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameHead {
    /// The sender's clock of the last wish that was taken.
    pub echo_clock: f64,
    /// [`PAUSED`], [`REPLAYING`], [`SOUGHT`].
    pub flags: u32,
    /// Which `stage` message it belongs to.
    pub stage_serial: u32,
}

/// Writes a frame into `out`, which keeps its room.
pub fn write(stage: &Stage, head: &FrameHead, figures: &[Figures], out: &mut Vec<u8>) {
    out.clear();
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    put(out, MAGIC);
    put(out, stage.tick());
    out.extend_from_slice(&head.echo_clock.to_le_bytes());
    let crowd = stage.crowd().map_or(&[][..], |crowd| crowd.placements);
    put(out, count(stage.actors().len()));
    put(out, count(crowd.len()));
    put(out, stage.tick_us().round() as u32);
    put(out, head.flags);
    put(out, head.stage_serial);
    put(out, 0);
    for (index, actor) in stage.actors().iter().enumerate() {
        let own = if stage.things().is_empty() { actor.character.objects() } else { &[] };
        write_actor(actor, &figures.get(index).copied().unwrap_or_default(), out);
        for object in own {
            object.position.to_array().into_iter().for_each(|value| put_float(out, value));
        }
    }
    for thing in stage.things() {
        for place in [thing.at, thing.held_at] {
            place.to_array().into_iter().for_each(|value| put_float(out, value));
        }
    }
    for character in crowd {
        put(out, character.frame);
        for value in [character.x, character.z, character.heading] {
            put_float(out, value);
        }
    }
}

/// Writes a body and its figures; its objects come after it.
fn write_actor(actor: &Actor, figures: &Figures, out: &mut Vec<u8>) {
    let ground = actor.character.ground();
    let contacts = actor.character.contacts();
    for value in [ground.x, ground.z, ground.heading, actor.state.speed] {
        put_float(out, value);
    }
    let bit = |side: Side, bit: u32| if contacts.get(side) { bit } else { 0 };
    put(out, bit(Side::Left, 1) | bit(Side::Right, 2));
    for value in [
        actor.step_us.mean(),
        figures.skate_cm_per_s,
        figures.jerk_ratio,
        figures.turn_secs,
        figures.turn_state.number(),
        figures.distance,
        actor.push_newtons(),
        figures.planted_yaw_deg_per_s,
        figures.source_planted_yaw_deg_per_s,
        figures.swivel_p95_deg,
        figures.source_swivel_p95_deg,
        figures.start_secs,
        figures.start_state.number(),
    ] {
        put_float(out, value);
    }
    let joints = &actor.transforms;
    for (position, rotation) in joints.positions.iter().zip(&joints.rotations) {
        for value in [position.x, position.y, position.z, packed(*rotation)] {
            put_float(out, value);
        }
    }
}

fn put(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_float(out: &mut Vec<u8>, value: f32) {
    out.extend_from_slice(&value.to_le_bytes());
}
