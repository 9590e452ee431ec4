//! Figures that see the whole foot: whether planted feet turn, creep and slide, and whether that was
//! bought with fewer steps, crossed legs or a twisted body.
//!
//! Skate takes the slower of ankle and toe, so a foot that screws into the floor about its heel has
//! none. Here both ends count, and the direction from one to the other.

use crate::{
    foot_track::{FootTrack, flat},
    statistics::{fraction, mean, percentile},
};
use glam::{Vec2, Vec3};
use serde::{Serialize, Serializer, ser::SerializeMap};
use sidestep_motion::{
    JointId, JointMotion, Role, Side,
    facing::headings_smoothed_by,
    math::{atan2, wrap_angle},
};
use std::f32::consts::PI;

/// The body turns where its heading changes faster than this, in radians a second.
const TURNING: f32 = 60.0 * PI / 180.0;

/// Width of the Gaussian by which that heading is smoothed.
const TURNING_SIGMA_SECS: f32 = 0.1;

/// Knees or ankles nearer to each other than this cross, in metres.
const CROSSED: f32 = 0.04;

/// How whole feet behaved. `docs/measures.md` says what each figure means.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WholeFoot {
    /// Mean rate at which flat feet turn while the body turns.
    pub planted_yaw_deg_per_s: f32,
    /// How far feet turn in a stance, 95th percentile.
    pub swivel_p95_deg: f32,
    /// How far the steadier end of a foot gets from its first place in a stance, 95th percentile.
    pub creep_p95_mm: f32,
    /// Speed of the faster end of flat feet, 95th percentile.
    pub flat_slide_p95_cm_per_s: f32,
    /// Share of the time that a foot is flat, mean of both.
    pub flat_fraction: f32,
    /// The same while the body turns.
    pub turning_flat_fraction: f32,
    /// Share of the time that a foot is as low as a flat one and yet moves, mean of both.
    pub low_fast_fraction: f32,
    /// Stances of both feet begun in a second.
    pub steps_per_sec: f32,
    /// Half of the stances are shorter.
    pub stance_secs_p50: f32,
    /// Share of the frames with crossed legs.
    pub legs_cross_fraction: f32,
    /// Angle of the pelvis against a flat foot, 99th percentile.
    pub hip_twist_p99_deg: f32,
    /// Angle of the shoulders against the pelvis, 99th percentile.
    pub shoulder_twist_p99_deg: f32,
    /// Distance from hip to ankle over the length of the leg, 99.9th percentile.
    pub reach_p999: f32,
}

impl WholeFoot {
    /// Every figure with its name.
    pub fn figures(&self) -> [(&'static str, f32); 13] {
        [
            ("planted_yaw_deg_per_s", self.planted_yaw_deg_per_s),
            ("swivel_p95_deg", self.swivel_p95_deg),
            ("creep_p95_mm", self.creep_p95_mm),
            ("flat_slide_p95_cm_per_s", self.flat_slide_p95_cm_per_s),
            ("flat_fraction", self.flat_fraction),
            ("turning_flat_fraction", self.turning_flat_fraction),
            ("low_fast_fraction", self.low_fast_fraction),
            ("steps_per_sec", self.steps_per_sec),
            ("stance_secs_p50", self.stance_secs_p50),
            ("legs_cross_fraction", self.legs_cross_fraction),
            ("hip_twist_p99_deg", self.hip_twist_p99_deg),
            ("shoulder_twist_p99_deg", self.shoulder_twist_p99_deg),
            ("reach_p999", self.reach_p999),
        ]
    }
}

/// Whole feet of an output beside those of its source. Written as one figure after the other, those
/// of the source with `source_` before their names.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FeetBesideSource {
    /// Of the output.
    pub shown: WholeFoot,
    /// Of the source.
    pub source: WholeFoot,
}

impl Serialize for FeetBesideSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for ((name, shown), (_, source)) in self.shown.figures().iter().zip(&self.source.figures())
        {
            map.serialize_entry(name, shown)?;
            map.serialize_entry(&format!("source_{name}"), source)?;
        }
        map.end()
    }
}

/// What whole feet did, summed over several stretches of motion.
#[derive(Clone, Debug, Default)]
pub struct FootFigures {
    frames: usize,
    secs: f32,
    foot_frames: usize,
    flat: usize,
    low_fast: usize,
    turning_foot_frames: usize,
    crossed: usize,
    /// Of flat feet while the body turns, in radians a second.
    yaw_rates: Vec<f32>,
    /// Of stances: radians, metres and seconds.
    swivels: Vec<f32>,
    creeps: Vec<f32>,
    stance_secs: Vec<f32>,
    /// Of flat feet: metres a second and radians.
    slides: Vec<f32>,
    hip_twists: Vec<f32>,
    shoulder_twists: Vec<f32>,
    reaches: Vec<f32>,
}

impl FootFigures {
    /// Adds a stretch of motion without a break.
    pub fn add(&mut self, motion: &JointMotion) {
        if motion.len() < 2 {
            return;
        }
        self.frames += motion.len();
        self.secs += motion.len() as f32 / motion.rate_hz;
        let turning = turning(motion);
        for side in Side::BOTH {
            if let Some(foot) = FootTrack::of(motion, side) {
                self.add_foot(motion, &foot, &turning);
            }
            self.add_reach(motion, side);
        }
        self.add_body(motion);
    }

    /// The figures of all that was added.
    pub fn figures(&self) -> WholeFoot {
        let degrees_at = |values: &[f32], share| percentile(values.to_vec(), share).to_degrees();
        let per_sec = |count: usize| if self.secs > 0.0 { count as f32 / self.secs } else { 0.0 };
        WholeFoot {
            planted_yaw_deg_per_s: mean(&self.yaw_rates).to_degrees(),
            swivel_p95_deg: degrees_at(&self.swivels, 0.95),
            creep_p95_mm: 1000.0 * percentile(self.creeps.clone(), 0.95),
            flat_slide_p95_cm_per_s: 100.0 * percentile(self.slides.clone(), 0.95),
            flat_fraction: fraction(self.flat, self.foot_frames),
            turning_flat_fraction: fraction(self.yaw_rates.len(), self.turning_foot_frames),
            low_fast_fraction: fraction(self.low_fast, self.foot_frames),
            steps_per_sec: per_sec(self.stance_secs.len()),
            stance_secs_p50: percentile(self.stance_secs.clone(), 0.5),
            legs_cross_fraction: fraction(self.crossed, self.frames),
            hip_twist_p99_deg: degrees_at(&self.hip_twists, 0.99),
            shoulder_twist_p99_deg: degrees_at(&self.shoulder_twists, 0.99),
            reach_p999: percentile(self.reaches.clone(), 0.999),
        }
    }

    fn add_foot(&mut self, motion: &JointMotion, foot: &FootTrack, turning: &[bool]) {
        self.foot_frames += motion.len();
        for (frame, is_turning) in turning.iter().copied().enumerate().take(motion.len()) {
            self.turning_foot_frames += usize::from(is_turning);
            self.low_fast += usize::from(foot.is_low_and_fast(frame));
            if !foot.is_flat(frame) {
                continue;
            }
            self.flat += 1;
            self.slides.push(foot.faster[frame]);
            if is_turning {
                self.yaw_rates.push(foot.yaw_rate(frame).abs());
            }
            if let Some(pelvis) = yaw_across(motion, frame, Role::Thigh) {
                self.hip_twists.push(wrap_angle(pelvis - foot.yaws[frame]).abs());
            }
        }
        for stance in foot.stances() {
            self.swivels.push(foot.swivel(&stance));
            self.creeps.push(foot.creep(&stance));
            self.stance_secs.push(stance.len() as f32 / motion.rate_hz);
        }
    }

    fn add_reach(&mut self, motion: &JointMotion, side: Side) {
        let roles = motion.skeleton.roles();
        let leg = [Role::Thigh(side), Role::Shank(side), Role::Foot(side)];
        let [Some(hip), Some(knee), Some(ankle)] = leg.map(|role| roles.get(role)) else { return };
        let apart = |frame: usize, a: JointId, b: JointId| {
            let places = motion.frame(frame);
            places[a.index()].distance(places[b.index()])
        };
        // Bones do not stretch, so any frame tells their length.
        let length = apart(0, hip, knee) + apart(0, knee, ankle);
        if length > 0.0 {
            let frames = 0..motion.len();
            self.reaches.extend(frames.map(|frame| apart(frame, hip, ankle) / length));
        }
    }

    fn add_body(&mut self, motion: &JointMotion) {
        for frame in 0..motion.len() {
            let hips = yaw_across(motion, frame, Role::Thigh);
            let shoulders = yaw_across(motion, frame, Role::UpperArm);
            if let (Some(hips), Some(shoulders)) = (hips, shoulders) {
                self.shoulder_twists.push(wrap_angle(shoulders - hips).abs());
            }
            self.crossed += usize::from(legs_cross(motion, frame));
        }
    }
}

/// Where the body turns: the smoothed heading changes fast over the frames beside a frame.
fn turning(motion: &JointMotion) -> Vec<bool> {
    let headings = headings_smoothed_by(motion, TURNING_SIGMA_SECS);
    let turns = |frame: usize| {
        let (from, to) = (frame.saturating_sub(1), (frame + 1).min(headings.len() - 1));
        let secs = (to - from).max(1) as f32 / motion.rate_hz;
        (headings[to] - headings[from]).abs() / secs > TURNING
    };
    (0..motion.len()).map(turns).collect()
}

/// The way a pair of joints faces: forward of the line from right to left over the ground.
fn yaw_across(motion: &JointMotion, frame: usize, part: fn(Side) -> Role) -> Option<f32> {
    let line = across(motion, frame, part)?;
    Some(atan2(-line.y, line.x))
}

/// The line from the right to the left joint of a pair over the ground; `None` where it has no
/// direction.
fn across(motion: &JointMotion, frame: usize, part: fn(Side) -> Role) -> Option<Vec2> {
    let [left, right] = pair(motion, frame, part)?;
    let line = flat(left - right);
    (line.length() > 1e-3).then_some(line)
}

fn pair(motion: &JointMotion, frame: usize, part: fn(Side) -> Role) -> Option<[Vec3; 2]> {
    let roles = motion.skeleton.roles();
    let place = |side| Some(motion.frame(frame)[roles.get(part(side))?.index()]);
    Some([place(Side::Left)?, place(Side::Right)?])
}

/// Whether knees or ankles all but touch, or one foot stands past the far side of the other.
fn legs_cross(motion: &JointMotion, frame: usize) -> bool {
    let is_near = |part| {
        pair(motion, frame, part).is_some_and(|[left, right]| left.distance(right) < CROSSED)
    };
    is_near(Role::Shank) || is_near(Role::Foot) || is_past(motion, frame)
}

/// Whether all of the left foot lies further to the right of the pelvis than all of the right foot.
fn is_past(motion: &JointMotion, frame: usize) -> bool {
    let Some(left) = across(motion, frame, Role::Thigh).and_then(Vec2::try_normalize) else {
        return false;
    };
    let ends = [pair(motion, frame, Role::Foot), pair(motion, frame, Role::Toe)];
    let [Some(ankles), Some(toes)] = ends else { return false };
    let sideways = |place: Vec3| flat(place).dot(left);
    let left_foot = sideways(ankles[0]).max(sideways(toes[0]));
    left_foot < sideways(ankles[1]).min(sideways(toes[1]))
}
