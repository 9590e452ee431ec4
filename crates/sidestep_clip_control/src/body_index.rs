//! Which frame of the library a body in motion is most like: where a character begins.

use crate::repertoire::Repertoire;
use glam::Vec3;
use sidestep_control::BodyState;
use sidestep_motion::{
    FrameId, GroundTransform, JointId, MotionLibrary, PoseRef, Role, Side, Skeleton,
    kinematics::joint_position,
};

/// How much a metre a second counts beside a metre.
const VELOCITY_SECS: f32 = 0.15;

/// What is compared: places and velocities of feet, hands and hips.
const PARTS: usize = 5;

type Row = [Vec3; 2 * PARTS];

/// The frames of the library that passages show, and what their bodies are like.
#[derive(Clone, Debug)]
pub(crate) struct BodyIndex {
    joints: [JointId; PARTS],
    /// The cycle whose second part plays, and the frame.
    entries: Vec<(u32, u32)>,
    rows: Vec<Row>,
}

impl BodyIndex {
    pub(crate) fn new(repertoire: &Repertoire) -> Self {
        let library = &repertoire.library;
        let role = |role| library.skeleton().roles().get(role).unwrap_or(JointId(0));
        let joints = [
            role(Role::Foot(Side::Left)),
            role(Role::Foot(Side::Right)),
            role(Role::Forearm(Side::Left)),
            role(Role::Forearm(Side::Right)),
            role(Role::Hips),
        ];
        let mut entries = Vec::new();
        for (number, cycle) in (0_u32..).zip(&repertoire.cycles) {
            let [_, _, c, d, e] = cycle.moments;
            entries.extend((c.max(1)..=(d + (e - d) / 2)).map(|frame| (number, frame)));
        }
        let rows = entries.iter().map(|(_, frame)| row_of_frame(library, joints, *frame));
        Self { joints, rows: rows.collect(), entries }
    }

    /// The cycle and frame that a body is most like.
    pub(crate) fn nearest(&self, skeleton: &Skeleton, body: &BodyState) -> Option<(u32, u32)> {
        let before = places(skeleton, self.joints, body.before.as_ref(), body.ground);
        let now = places(skeleton, self.joints, body.now.as_ref(), body.ground);
        let wanted = row(before, now, body.secs);
        let unlike = |row: &Row| -> f32 {
            row.iter().zip(&wanted).map(|(a, b)| a.distance_squared(*b)).sum()
        };
        let all = self.rows.iter().zip(&self.entries);
        let nearest = all.min_by(|a, b| unlike(a.0).total_cmp(&unlike(b.0)));
        nearest.map(|(_, entry)| *entry)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.entries)
    }
}

fn row_of_frame(library: &MotionLibrary, joints: [JointId; PARTS], frame: u32) -> Row {
    let ground = library.ground(FrameId(frame));
    let at = |frame: u32| places(library.skeleton(), joints, library.pose(FrameId(frame)), ground);
    row(at(frame - 1), at(frame), library.frame_secs())
}

fn row(before: [Vec3; PARTS], now: [Vec3; PARTS], secs: f32) -> Row {
    let mut row = [Vec3::ZERO; 2 * PARTS];
    for part in 0..PARTS {
        row[part] = now[part];
        row[PARTS + part] = (now[part] - before[part]) * (VELOCITY_SECS / secs.max(1e-3));
    }
    row
}

fn places(
    skeleton: &Skeleton,
    joints: [JointId; PARTS],
    pose: PoseRef<'_>,
    ground: GroundTransform,
) -> [Vec3; PARTS] {
    let from_world = ground.inverse();
    joints.map(|joint| from_world.transform_point(joint_position(skeleton, pose, joint)))
}
