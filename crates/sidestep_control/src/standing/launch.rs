//! Where a body that stands may enter the library to get going: what each frame is like to begin
//! with, and where it leads.

use super::idle::Idle;
use crate::{playback::local_pose, usual_speed::ground_speed};
use glam::Vec3;
use sidestep_motion::{
    ClipInfo, FrameId, GroundTransform, MotionLibrary, Pose, kinematics::JointTransforms,
    math::wrap_angle,
};
use std::ops::Range;

/// Where a frame leads is asked this much later, in seconds.
const LATER_SECS: f32 = 0.5;

/// Of the way at full speed a body that starts goes this share in that time.
const SHARE: f32 = 0.8;

/// The way begins this share of the turn nearer to where the body looks.
const ARC: f32 = 0.3;

/// The furthest turn that is wanted of a start, in radians.
const MOST_TURN: f32 = 1.6;

/// A start that does not come to this share of the wanted speed by then is slow.
const SPEED_SHARE: f32 = 0.7;

/// Poses this far apart, ways this far apart in metres, turns in radians, speeds to begin with and
/// speeds that are missing later in metres a second count alike.
const UNITS: [f32; 5] = [0.07, 0.14, 0.5, 0.15, 0.2];

/// One frame to begin with.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Launch {
    frame: u32,
    /// Mean distance of its joints from those of a body that stands, in metres.
    unlike: f32,
    /// How fast it goes to begin with, in metres a second.
    speed: f32,
    /// How fast it goes later.
    later_speed: f32,
    /// Where it leads, seen from where it begins.
    leads: GroundTransform,
}

/// All frames to begin with.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Launches(Vec<Launch>);

/// How to get going, seen from the body that stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) velocity: Vec3,
    pub(super) turn: f32,
}

impl Launches {
    /// Those of a library.
    pub(super) fn of(library: &MotionLibrary, idle: &Idle) -> Self {
        let skeleton = library.skeleton();
        let mut pose = Pose::identity(skeleton.len());
        let [mut rest, mut joints] = [(); 2].map(|()| JointTransforms::new(skeleton.len()));
        local_pose(library, idle.entry, &mut pose);
        rest.compute(skeleton, pose.as_ref());
        let later = (LATER_SECS * library.rate_hz()).round() as u32;
        let mut launches = Vec::new();
        for frame in library.clips().iter().flat_map(|clip| beginnings(clip, later)) {
            local_pose(library, frame, &mut pose);
            joints.compute(skeleton, pose.as_ref());
            let ground = |frame: u32| library.ground(FrameId(frame));
            launches.push(Launch {
                frame,
                unlike: mean_distance(&joints.positions, &rest.positions),
                speed: ground_speed(library, FrameId(frame)),
                later_speed: ground_speed(library, FrameId(frame + later)),
                leads: ground(frame).delta_to(ground(frame + later)),
            });
        }
        Self(launches)
    }

    /// The frame to begin with.
    pub(super) fn best(&self, wanted: Wanted) -> Option<FrameId> {
        // Who must turn far goes round in an arc, of which this is the beginning.
        let arc = GroundTransform::new(0.0, 0.0, -ARC * wanted.turn);
        let way = arc.transform_vector(wanted.velocity) * (LATER_SECS * SHARE);
        let turn = wanted.turn.clamp(-MOST_TURN, MOST_TURN);
        let enough = SPEED_SHARE * wanted.velocity.length();
        let cost = |launch: &Launch| {
            launch.unlike / UNITS[0]
                + launch.speed / UNITS[3]
                + launch.leads.position().distance(way) / UNITS[1]
                + wrap_angle(launch.leads.heading - turn).abs() / UNITS[2]
                + (enough - launch.later_speed).max(0.0) / UNITS[4]
        };
        let costs = self.0.iter().map(|launch| (cost(launch), launch.frame));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, frame)| FrameId(frame))
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

/// The frames of a clip that go on for so many more.
fn beginnings(clip: &ClipInfo, later: u32) -> Range<u32> {
    clip.frames.start..clip.frames.end.saturating_sub(later)
}

fn mean_distance(a: &[Vec3], b: &[Vec3]) -> f32 {
    let sum: f32 = a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum();
    sum / a.len().max(1) as f32
}
