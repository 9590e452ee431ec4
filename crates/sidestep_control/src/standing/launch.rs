//! Where a body that stands may enter the library to get going: what each frame is like to begin
//! with, and where it leads.

use super::idle::Idle;
use crate::{playback::local_pose, usual_speed::ground_speed};
use glam::Vec3;
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose, kinematics::JointTransforms, math::wrap_angle,
};

/// Where a frame leads is asked this much later, in seconds.
const LATER_SECS: f32 = 0.5;

/// Of the way at full speed a body that starts goes this share in that time.
const SHARE: f32 = 0.8;

/// The furthest turn that is wanted of a start, in radians.
const MOST_TURN: f32 = 1.2;

/// Poses this far apart, ways this far apart in metres, turns in radians, and speeds to begin with
/// in metres a second count alike.
const UNITS: [f32; 4] = [0.07, 0.14, 0.5, 0.3];

/// One frame to begin with.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Launch {
    frame: u32,
    /// Mean distance of its joints from those of a body that stands, in metres.
    unlike: f32,
    /// How fast it goes to begin with, in metres a second.
    speed: f32,
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
        let mut joints = |pose: &Pose| {
            let mut transforms = JointTransforms::new(skeleton.len());
            transforms.compute(skeleton, pose.as_ref());
            transforms.positions
        };
        local_pose(library, idle.entry, &mut pose);
        let rest = joints(&pose);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
        let later = (LATER_SECS * library.rate_hz()).round() as u32;
        let ends = |clip: &sidestep_motion::ClipInfo| {
            clip.frames.start..clip.frames.end.saturating_sub(later)
        };
        let mut launches = Vec::new();
        for frame in library.clips().iter().flat_map(ends) {
            local_pose(library, frame, &mut pose);
            #[expect(clippy::cast_precision_loss, reason = "a few joints")]
            let count = rest.len().max(1) as f32;
            let apart = joints(&pose).iter().zip(&rest).map(|(a, b)| a.distance(*b)).sum::<f32>();
            let ground = |frame: u32| library.ground(FrameId(frame));
            let leads = ground(frame).delta_to(ground(frame + later));
            let speed = ground_speed(library, FrameId(frame));
            launches.push(Launch { frame, unlike: apart / count, speed, leads });
        }
        Self(launches)
    }

    /// The frame to begin with.
    pub(super) fn best(&self, wanted: Wanted) -> Option<FrameId> {
        let way = wanted.velocity * (LATER_SECS * SHARE);
        let turn = wanted.turn.clamp(-MOST_TURN, MOST_TURN);
        let cost = |launch: &Launch| {
            launch.unlike / UNITS[0]
                + launch.speed / UNITS[3]
                + launch.leads.position().distance(way) / UNITS[1]
                + wrap_angle(launch.leads.heading - turn).abs() / UNITS[2]
        };
        let costs = self.0.iter().map(|launch| (cost(launch), launch.frame));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, frame)| FrameId(frame))
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}
