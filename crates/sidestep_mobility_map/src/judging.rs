//! How good a place on a way is, part by part.

use crate::{
    construction::MobilityMap, cost::Intent, progress::Progress, spot::Spot, steering::Judge,
};
use sidestep_control::{Gait, GroundPoint, steer::ARRIVED_METRES};
use sidestep_motion::{
    FrameId,
    math::{atan2, wrap_angle},
};
use sidestep_pose_graph::StateId;

/// A direction is not judged sooner than this, in seconds.
const LEAST_SECS: f32 = 0.5;

/// A body that turns at the end of a way turns on for about so long, in seconds.
const TURN_ON_SECS: f32 = 0.2;

/// A stop this near its place is as good as one on it, as a share of what counts as arrived.
const NEAR_ENOUGH: f32 = 0.5;

/// Time to slow down and arrive once a place is straight ahead, in seconds.
const BRAKE_SECS: f32 = 0.6;

/// Faster than wanted by less than this share is fast enough.
const FASTER: f32 = 1.15;

/// Being too fast counts so many times as much as being too slow.
const HASTE: f32 = 2.0;

/// What a way is for, and by how much it misses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Aim {
    pub(crate) stops: bool,
    pub(crate) miss: [f32; 2],
    pub(crate) metres: f32,
    pub(crate) turn: f32,
}

/// How good a place on a way is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) score: f32,
    pub(crate) aim: Aim,
}

/// What the parts of a cost are called, in the order of [`MobilityMap::stop_parts`],
/// [`MobilityMap::going_parts`], [`MobilityMap::travel_parts`] and [`MobilityMap::paper_parts`].
pub(crate) const STOP_PARTS: [&str; 6] =
    ["time", JUMPS, ON_THE_WAY, "distance left", "turn at the end", "facing at the end"];
pub(crate) const GOING_PARTS: [&str; 6] =
    ["time", "distance left", "turn at the end", "velocity", JUMPS, ON_THE_WAY];
pub(crate) const TRAVEL_PARTS: [&str; 5] =
    [ON_THE_WAY, JUMPS, "facing at the end", "velocity", "gait at the end"];
pub(crate) const PAPER_PARTS: [&str; 2] = ["distance left", "turn at the end"];

/// The part that [`MobilityMap::discontent_parts`] make up.
pub(crate) const ON_THE_WAY: &str = "on the way";
pub(crate) const DISCONTENT_PARTS: [&str; 3] =
    ["speed on the way", "facing on the way", "gait on the way"];

const JUMPS: &str = "jumps";

impl MobilityMap {
    /// What a second of moving so is not as wanted.
    pub(crate) fn discontent(
        &self,
        spot: Spot,
        velocity: [f32; 2],
        frame: u32,
        intent: Intent,
    ) -> f32 {
        self.discontent_parts(spot, velocity, frame, intent).iter().sum()
    }

    /// The parts of it: speed, facing, gait.
    pub(crate) fn discontent_parts(
        &self,
        spot: Spot,
        velocity: [f32; 2],
        frame: u32,
        intent: Intent,
    ) -> [f32; 3] {
        let cost = &self.config.steering.cost;
        let [x, z] = velocity;
        let frame = FrameId(frame);
        // Standing is no gait, and on the way to every one.
        let moves = self.frames.gaits.at(frame).is_some();
        let gait_of = |wanted: Option<Gait>| match wanted.filter(|_| moves) {
            Some(wanted) => cost.per_wrong_gait * self.frames.gaits.unlike(frame, wanted),
            None => 0.0,
        };
        match intent {
            Intent::Free | Intent::Stand { .. } => [0.0; 3],
            Intent::Travel { direction, speed, facing, gait } => {
                let (ex, ez) = (x - direction[0] * speed, z - direction[1] * speed);
                let turned = angle_from(spot, facing).abs().to_degrees();
                let off = (ex * ex + ez * ez).sqrt();
                [cost.per_speed * off, cost.per_facing_degree * turned, gait_of(gait)]
            }
            Intent::Arrive { speed, gait, .. } => {
                let too_fast = ((x * x + z * z).sqrt() - FASTER * speed).max(0.0);
                [HASTE * cost.per_speed * too_fast, 0.0, gait_of(gait)]
            }
        }
    }

    /// How good it is to come to a place on a way; `None` where it cannot be told.
    pub(crate) fn verdict(&self, at: &Progress, frame: u32, intent: Intent) -> Option<Verdict> {
        if self.config.steering.judge == Judge::Ends {
            return None;
        }
        match intent {
            Intent::Free => None,
            Intent::Travel { direction, speed, facing, gait } => {
                (at.secs > LEAST_SECS).then(|| {
                    let persistence = self.config.steering.cost.persistence_secs;
                    let [spent, rough, turned, off] =
                        self.travel_parts(at, direction, speed, facing);
                    let wrong = gait.map_or(0.0, |gait| self.wrong_gait_from(frame, gait));
                    let score = (spent + rough + wrong + persistence * (turned + off))
                        / (at.secs + persistence);
                    let turn = angle_from(at.spot, facing);
                    Verdict { score, aim: Aim { turn, ..Aim::default() } }
                })
            }
            Intent::Stand { facing } => {
                let state = self.frames.state(frame)?;
                Some(self.verdict_of_stop(at, state, None, facing))
            }
            Intent::Arrive { target, facing, speed, .. } => {
                let state = self.frames.state(frame)?;
                let stop = self.verdict_of_stop(at, state, Some(target), facing);
                match self.verdict_of_going(at, state, target, speed) {
                    Some(go) if go.score < stop.score => Some(go),
                    _ => Some(stop),
                }
            }
        }
    }

    /// What it costs from a frame on that the wanted gait must be got into first.
    pub(crate) fn wrong_gait_from(&self, frame: u32, gait: Gait) -> f32 {
        self.config.steering.cost.per_wrong_gait * self.ways_to_gaits.secs(gait, frame)
    }

    /// What a direction costs at a place on a way: what was not as wanted until there, and what a
    /// second costs from then on.
    pub(crate) fn travel_parts(
        &self,
        at: &Progress,
        direction: [f32; 2],
        speed: f32,
        facing: f32,
    ) -> [f32; 4] {
        let cost = &self.config.steering.cost;
        // What turns goes on turning for a moment.
        let later = wrap_angle(angle_from(at.spot, facing) - at.turn_rate * TURN_ON_SECS);
        let (ex, ez) =
            (at.velocity[0] - direction[0] * speed, at.velocity[1] - direction[1] * speed);
        let turned = cost.per_facing_degree * later.abs().to_degrees();
        let off = cost.per_speed * (ex * ex + ez * ez).sqrt();
        [at.spent, cost.per_transition * at.transitions, turned, off]
    }

    /// How good it is to stop from a place on a way.
    pub(crate) fn verdict_of_stop(
        &self,
        at: &Progress,
        state: StateId,
        target: Option<GroundPoint>,
        facing: Option<f32>,
    ) -> Verdict {
        let (parts, aim) = self.stop_parts(at, state, target, facing);
        Verdict { score: parts.iter().sum(), aim }
    }

    /// What a stop costs, and where it leads.
    pub(crate) fn stop_parts(
        &self,
        at: &Progress,
        state: StateId,
        target: Option<GroundPoint>,
        facing: Option<f32>,
    ) -> ([f32; 6], Aim) {
        let steering = &self.config.steering;
        let cost = &steering.cost;
        let stop = self.stand.stops[state.index()];
        let there = at.spot.then(stop.spot);
        let metres = at.metres + stop.spot.distance(0.0, 0.0);
        let secs = at.secs + stop.frames * self.library.frame_secs();
        let mut aim = Aim { stops: true, metres, ..Aim::default() };
        let (mut place, mut turn) = (0.0, 0.0);
        if let Some(target) = target {
            let (mx, mz) = (target.x - there.x, target.z - there.z);
            let distance = (mx * mx + mz * mz).sqrt();
            aim.miss = [mx, mz];
            let left = (distance - steering.warp_share * metres).max(0.0);
            place = cost.per_metre * distance;
            if left > NEAR_ENOUGH * ARRIVED_METRES {
                place += cost.per_miss;
                turn = cost.per_degree * there.angle_to(mx, mz).to_degrees();
            }
        }
        let turned = facing.map_or(0.0, |facing| angle_from(there, facing).abs().to_degrees());
        let facing = cost.per_facing_degree * turned;
        let (time, rough) = (cost.per_second * secs, cost.per_transition * at.transitions);
        ([time, rough, at.spent, place, turn, facing], aim)
    }

    /// How good it is to go on from a place on a way to one that lies ahead.
    fn verdict_of_going(
        &self,
        at: &Progress,
        state: StateId,
        target: GroundPoint,
        speed: f32,
    ) -> Option<Verdict> {
        let (parts, aim) = self.going_parts(at, state, target, speed)?;
        Some(Verdict { score: parts.iter().sum(), aim })
    }

    /// What going on costs, and what for; `None` where the place is too near.
    pub(crate) fn going_parts(
        &self,
        at: &Progress,
        state: StateId,
        target: GroundPoint,
        speed: f32,
    ) -> Option<([f32; 6], Aim)> {
        let cost = &self.config.steering.cost;
        let (dx, dz) = (target.x - at.spot.x, target.z - at.spot.z);
        let distance = (dx * dx + dz * dz).sqrt();
        let stop = self.stand.stops[state.index()].spot.distance(0.0, 0.0);
        if distance < stop + ARRIVED_METRES {
            return None;
        }
        let ahead = GroundPoint::new(dx, dz);
        let turn = signed_angle_to(at.spot, ahead);
        let [vx, vz] = at.velocity;
        let (ex, ez) = (vx - dx / distance * speed, vz - dz / distance * speed);
        let lost = self.lost_secs[state.index()];
        let parts = [
            cost.per_second * (at.secs + lost + BRAKE_SECS),
            cost.per_metre * distance * (self.usual_speed / speed),
            cost.per_degree * turn.abs().to_degrees(),
            cost.per_velocity * (ex * ex + ez * ez).sqrt(),
            cost.per_transition * at.transitions,
            at.spent,
        ];
        Some((parts, Aim { turn, ..Aim::default() }))
    }
}

/// The turn from the heading of `spot` to `facing`.
fn angle_from(spot: Spot, facing: f32) -> f32 {
    wrap_angle(facing - atan2(spot.sin, spot.cos))
}

/// The turn from the heading of `spot` to a direction.
fn signed_angle_to(spot: Spot, to: GroundPoint) -> f32 {
    let ahead = spot.sin * to.x + spot.cos * to.z;
    let left = spot.cos * to.x - spot.sin * to.z;
    atan2(left, ahead)
}
