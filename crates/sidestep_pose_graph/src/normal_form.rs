//! Clips freed of where and whither they were captured (section 3.1).
//!
//! The thesis takes the yaw of the pelvis out of each pose and stores each pose as an offset from the
//! one before. Here the ground transform of the library plays that part: the place under the root and
//! the *smoothed* heading, so that the swing of the pelvis stays in the pose and does not bend the
//! way. The equations are those of the thesis with their slips mended: headings come from an arc
//! tangent, which knows all four quadrants (eq. 3.1 has an arc sine); offsets are written in the frame
//! of the pose *before* (eq. 3.4 uses the pose itself, eq. 3.5 the one before); and the heading is
//! always the left factor, `world_from_root = heading * tilt` (eq. 3.6 turns eq. 3.2 around).

use glam::{Quat, Vec3};
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary, Pose};

/// All frames of a library, each seen from its own place and heading.
#[derive(Clone, Debug, PartialEq)]
pub struct NormalForm {
    /// P̂: the root's place as seen from the ground transform.
    pub root_positions: Vec<Vec3>,
    /// R̂ of eq. 3.2: the root's rotation without the heading.
    pub root_rotations: Vec<Quat>,
    /// P_rel and R_rel of eqs. 3.3 and 3.4 on the ground: the step from the frame before; nothing at
    /// the first frame of a clip.
    pub steps: Vec<GroundTransform>,
}

impl NormalForm {
    /// Of every frame of a library.
    pub fn of(library: &MotionLibrary) -> Self {
        let mut form = Self {
            root_positions: Vec::with_capacity(library.len()),
            root_rotations: Vec::with_capacity(library.len()),
            steps: Vec::with_capacity(library.len()),
        };
        for clip in library.clips() {
            for frame in clip.frames.clone() {
                let (pose, ground) = (library.pose(FrameId(frame)), library.ground(FrameId(frame)));
                let ground_from_world = ground.inverse();
                form.root_positions.push(ground_from_world.transform_point(pose.root_position));
                form.root_rotations.push(ground_from_world.rotation() * pose.rotations[0]);
                let before = frame.checked_sub(1).filter(|before| clip.frames.contains(before));
                form.steps.push(before.map_or(GroundTransform::IDENTITY, |before| {
                    library.ground(FrameId(before)).delta_to(ground)
                }));
            }
        }
        form
    }

    /// Eqs. 3.5 and 3.6: where `frame` stands when it is played after a frame that stood at `before`.
    pub fn follow(&self, before: GroundTransform, frame: FrameId) -> GroundTransform {
        before * self.steps[frame.index()]
    }

    /// The pose of `frame` standing at `world_from_ground`.
    pub fn place(
        &self,
        library: &MotionLibrary,
        frame: FrameId,
        world_from_ground: GroundTransform,
        pose: &mut Pose,
    ) {
        pose.copy_from(library.pose(frame));
        pose.root_position = self.root_positions[frame.index()];
        pose.rotations[0] = self.root_rotations[frame.index()];
        world_from_ground.transform_pose(pose);
    }

    /// V of eq. 3.12: velocity of the root at `frame`, seen from its own heading.
    ///
    /// The first frame of a clip takes that of the second.
    pub fn root_velocity(&self, library: &MotionLibrary, frame: FrameId) -> Vec3 {
        let clip = &library.clips()[library.clip_of(frame).index()].frames;
        let later = frame.0.max(clip.start + 1).min(clip.end - 1);
        if later == clip.start {
            return Vec3::ZERO;
        }
        let root = |frame| library.pose(FrameId(frame)).root_position;
        let moved = (root(later) - root(later - 1)) * library.rate_hz();
        let ground = library.ground(FrameId(later));
        GroundTransform::new(0.0, 0.0, -ground.heading).transform_vector(moved)
    }
}
