//! Goals that the data seldom has: places all around, and beginnings that do not wait.

use super::{HORIZON_SECS, Manner, NEAREST_SECS};
use crate::data::Data;
use glam::Vec2;
use sidestep_motion::{
    GroundTransform,
    chance::Chance,
    math::{cos, sin},
};
use std::f32::consts::PI;

/// Rare goals are no faster than this, in metres a second.
const MOST_SPEED: f32 = 1.6;

/// Who was asked to go somewhere is on the way after this long, in seconds.
const START_SECS: f32 = 0.6;

/// A goal that one would like to find in the data: where it lies (left, forward), the turn to how one
/// looks there, and in how many frames.
pub(super) struct Rare {
    way: Vec2,
    turn: f32,
    pub(super) frames: u32,
    /// Whether the body stands at the beginning, and at the end.
    stands: [bool; 2],
}

impl Rare {
    pub(super) fn draw(
        chance: &mut Chance,
        Manner { rate_hz: rate, standing, .. }: Manner,
    ) -> Self {
        let secs = chance.between(NEAREST_SECS, HORIZON_SECS);
        let (angle, turn) = (PI * chance.between(-1.0, 1.0), PI * chance.between(-1.0, 1.0));
        let metres = secs * chance.between(0.0, MOST_SPEED);
        let frames = (secs * rate).round() as u32;
        let way = metres * Vec2::new(sin(angle), cos(angle));
        let stands = std::array::from_fn(|_| standing > 0.0 && chance.unit() < standing);
        Self { way, turn, frames, stands }
    }

    /// How far a goal of the data is from the one wanted: in metres, a metre and a half for a turn to the
    /// other side, and as many as it is metres a second too fast where it should stand.
    pub(super) fn miss(&self, data: &Data, at: usize, goal: usize) -> f32 {
        let root = |frame: usize| {
            let [x, z, heading] = data.bank.roots.as_chunks::<3>().0[frame];
            GroundTransform::new(x, z, heading)
        };
        let step = root(at).delta_to(root(goal));
        let turn = 0.5 - 0.5 * cos(step.heading - self.turn);
        let speeds = [at, goal].map(|frame| data.travels[frame].1);
        let moves: f32 =
            speeds.iter().zip(self.stands).map(|(v, s)| if s { *v } else { 0.0 }).sum();
        self.way.distance(Vec2::new(step.x, step.z)) + 1.5 * turn + moves
    }
}

pub(super) fn place(data: &Data, frame: usize) -> Vec2 {
    let [x, z, _] = data.bank.roots.as_chunks::<3>().0[frame];
    Vec2::new(x, z)
}

/// By how much a body that is asked for a goal goes slower at first than it must, in metres a second. Who is
/// asked to be somewhere does not wait and then hurry, though an actor who was not asked may.
pub(super) fn waits(data: &Data, (at, goal): (u32, u32), rate_hz: f32) -> f32 {
    let frames = (goal - at).max(1) as f32;
    let needed = place(data, at as usize).distance(place(data, goal as usize)) * rate_hz / frames;
    let soon = at + (START_SECS * rate_hz).min(0.5 * frames) as u32;
    (needed - data.travels[soon as usize].1).max(0.0)
}
