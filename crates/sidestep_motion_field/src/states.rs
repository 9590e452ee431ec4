//! The states of the data: m_i = (x_i, v_i) with what follows, y_i, seen from the character.
//!
//! Place and heading are factored out. A pose is seen from the ground below the root, along the
//! smoothed heading; a step holds what leads to the next frame, and by how much the heading turns on
//! the way. So steps of clips that face different ways can be averaged, and adding one up is the same
//! in every direction. y_i is the step of the next frame, so one table of steps serves for both.

use glam::{Quat, Vec2, Vec3};
use sidestep_control::saved_fields;
use sidestep_features::{FeatureTable, contact_phases};
use sidestep_motion::{
    Contacts, Displacement, FrameId, GroundTransform, MotionLibrary, Pose, PoseRef, Side,
    math::wrap_angle,
};

/// One frame's way from a pose to the next, seen from the pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Step {
    /// Root displacement and rotations q_i, in the frame of the heading; q_0 includes the turn.
    pub(crate) by: Displacement,
    /// Change of the heading, in radians.
    pub(crate) turn: f32,
}

/// A step borrowed from the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRef<'a> {
    pub(crate) root: Vec3,
    pub(crate) rotations: &'a [Quat],
    pub(crate) turn: f32,
}

/// A state m = (x, v), seen from the character: its root is above the origin and it faces +Z.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LocalState {
    pub(crate) pose: Pose,
    pub(crate) step: Step,
    /// Cosine and sine of each foot's contact phase; zero where the metric does not ask.
    pub(crate) phases: [Vec2; 2],
}

/// All states of a library. A row is a state, as in the feature table.
#[derive(Clone, Debug)]
pub(crate) struct States {
    joints: usize,
    /// The frame of each row.
    frames: Vec<u32>,
    /// Frames from each row to the end of its clip.
    left: Vec<u32>,
    /// For each frame: height and rotation of the root, seen along the heading.
    heights: Vec<f32>,
    roots: Vec<Quat>,
    /// For each frame but the last of a clip: the step to the next.
    step_roots: Vec<Vec3>,
    step_turns: Vec<f32>,
    step_rotations: Vec<Quat>,
    contacts: Vec<Contacts>,
    /// For each frame.
    phases: Vec<[Vec2; 2]>,
    /// For each row: velocity over half a second around, seen along the heading, in m/s.
    velocities: Vec<Vec3>,
}

/// Time over which the velocity of a state is taken, so that it does not swing with each step.
const VELOCITY_SECS: f32 = 0.5;

impl States {
    pub(crate) fn new(library: &MotionLibrary, table: &FeatureTable) -> Self {
        let frames: Vec<u32> = table.frames().iter().map(|frame| frame.0).collect();
        let joints = library.skeleton().len();
        let mut states = Self {
            joints,
            left: frames.iter().map(|frame| last_of(library, *frame) - frame).collect(),
            velocities: frames.iter().map(|frame| velocity(library, *frame)).collect(),
            frames,
            heights: Vec::with_capacity(library.len()),
            roots: Vec::with_capacity(library.len()),
            step_roots: vec![Vec3::ZERO; library.len()],
            step_turns: vec![0.0; library.len()],
            step_rotations: vec![Quat::IDENTITY; library.len() * joints],
            contacts: library.parts().contacts.to_vec(),
            phases: contact_phases(library),
        };
        for clip in library.clips() {
            for frame in clip.frames.clone() {
                let pose = library.pose(FrameId(frame));
                let along = library.ground(FrameId(frame)).rotation().conjugate();
                states.heights.push(pose.root_position.y);
                states.roots.push(along * pose.rotations[0]);
                if frame + 1 < clip.frames.end {
                    states.set_step(library, FrameId(frame));
                }
            }
        }
        states
    }

    fn set_step(&mut self, library: &MotionLibrary, frame: FrameId) {
        let next = FrameId(frame.0 + 1);
        let (from, to) = (library.ground(frame), library.ground(next));
        let (a, b) = (library.pose(frame), library.pose(next));
        let along = from.rotation().conjugate();
        self.step_roots[frame.index()] = along * (b.root_position - a.root_position);
        self.step_turns[frame.index()] = wrap_angle(to.heading - from.heading);
        let slots = &mut self.step_rotations[frame.index() * self.joints..][..self.joints];
        for (slot, (new, old)) in slots.iter_mut().zip(b.rotations.iter().zip(a.rotations)) {
            *slot = positive(*new * old.conjugate());
        }
        let turned = along * b.rotations[0] * (along * a.rotations[0]).conjugate();
        slots[0] = positive(turned);
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    pub(crate) fn joints(&self) -> usize {
        self.joints
    }

    /// The frame of a row.
    pub(crate) fn frame(&self, row: u32) -> FrameId {
        FrameId(self.frames[row as usize])
    }

    /// The row of a frame, where it is a state.
    pub(crate) fn row_of(&self, frame: FrameId) -> Option<u32> {
        u32::try_from(self.frames.binary_search(&frame.0).ok()?).ok()
    }

    /// Frames from a row to the end of its clip.
    pub(crate) fn left(&self, row: u32) -> u32 {
        self.left[row as usize]
    }

    /// Whether `row` is followed by the next row in its clip.
    pub(crate) fn has_next(&self, row: u32) -> bool {
        let next = self.frames.get(row as usize + 1);
        next == Some(&(self.frames[row as usize] + 1))
    }

    /// Frames between two rows of one clip; `u32::MAX` for rows of two clips.
    pub(crate) fn apart(&self, a: u32, b: u32) -> u32 {
        let ends = |row: u32| self.frames[row as usize] + self.left[row as usize];
        let frame = |row: u32| self.frames[row as usize];
        if ends(a) == ends(b) { frame(a).abs_diff(frame(b)) } else { u32::MAX }
    }

    /// v of a row.
    pub(crate) fn step(&self, row: u32) -> StepRef<'_> {
        self.step_of_frame(self.frames[row as usize])
    }

    /// y of a row.
    pub(crate) fn next_step(&self, row: u32) -> StepRef<'_> {
        self.step_of_frame(self.frames[row as usize] + 1)
    }

    fn step_of_frame(&self, frame: u32) -> StepRef<'_> {
        let frame = frame as usize;
        StepRef {
            root: self.step_roots[frame],
            rotations: &self.step_rotations[frame * self.joints..][..self.joints],
            turn: self.step_turns[frame],
        }
    }

    /// Height and rotation of the root one frame after a row, seen along the heading of then.
    pub(crate) fn root_after(&self, row: u32) -> (f32, Quat) {
        let frame = self.frames[row as usize] as usize + 1;
        (self.heights[frame], self.roots[frame])
    }

    /// Whether a foot is down in the state of a row.
    pub(crate) fn touches(&self, row: u32, side: Side) -> bool {
        self.contacts[self.frames[row as usize] as usize].get(side)
    }

    /// Contact phases one frame after a row.
    pub(crate) fn phases_after(&self, row: u32) -> [Vec2; 2] {
        self.phases[self.frames[row as usize] as usize + 1]
    }

    /// Contact phases of a row.
    pub(crate) fn phases(&self, row: u32) -> [Vec2; 2] {
        self.phases[self.frames[row as usize] as usize]
    }

    /// Velocity of a row, seen along the heading, in m/s.
    pub(crate) fn velocity(&self, row: u32) -> Vec3 {
        self.velocities[row as usize]
    }

    /// The state of a row.
    pub(crate) fn load(&self, library: &MotionLibrary, row: u32, state: &mut LocalState) {
        let frame = self.frame(row);
        state.pose.copy_from(library.pose(frame));
        state.pose.root_position = Vec3::Y * self.heights[frame.index()];
        state.pose.rotations[0] = self.roots[frame.index()];
        state.step.copy_from(self.step(row));
        state.phases = self.phases[frame.index()];
    }

    /// Least and greatest height of the root in the data, in metres.
    pub(crate) fn heights(&self) -> (f32, f32) {
        let least = self.heights.iter().copied().fold(f32::INFINITY, f32::min);
        (least, self.heights.iter().copied().fold(f32::NEG_INFINITY, f32::max))
    }

    /// Bytes of all tables.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.frames.as_slice())
            + size_of_val(self.left.as_slice())
            + size_of_val(self.heights.as_slice())
            + size_of_val(self.roots.as_slice())
            + size_of_val(self.step_roots.as_slice())
            + size_of_val(self.step_turns.as_slice())
            + size_of_val(self.step_rotations.as_slice())
            + size_of_val(self.contacts.as_slice())
            + size_of_val(self.phases.as_slice())
            + size_of_val(self.velocities.as_slice())
    }
}

saved_fields!(Step { by, turn });
saved_fields!(LocalState { pose, step, phases });

impl Step {
    pub(crate) fn new(joints: usize) -> Self {
        let rotations = vec![Quat::IDENTITY; joints];
        Self { by: Displacement { root: Vec3::ZERO, rotations }, turn: 0.0 }
    }

    pub(crate) fn copy_from(&mut self, other: StepRef<'_>) {
        self.by.root = other.root;
        self.by.rotations.clear();
        self.by.rotations.extend_from_slice(other.rotations);
        self.turn = other.turn;
    }

    pub(crate) fn as_ref(&self) -> StepRef<'_> {
        StepRef { root: self.by.root, rotations: &self.by.rotations, turn: self.turn }
    }
}

impl LocalState {
    pub(crate) fn new(joints: usize) -> Self {
        Self { pose: Pose::identity(joints), step: Step::new(joints), phases: [Vec2::ZERO; 2] }
    }

    /// The state of a body at `ground`, with what led to its pose taken as what leads on.
    pub(crate) fn of_body(
        &mut self,
        (before, now): (PoseRef<'_>, PoseRef<'_>),
        ground: GroundTransform,
    ) {
        now.difference_into(before, &mut self.step.by);
        let along = ground.rotation().conjugate();
        self.step.by.root = along * self.step.by.root;
        self.pose.copy_from(now);
        self.pose.root_position = Vec3::Y * now.root_position.y;
        if let (Some(root), Some(q)) =
            (self.pose.rotations.first_mut(), self.step.by.rotations.first_mut())
        {
            *root = along * *root;
            *q = along * *q * along.conjugate();
        }
        for q in &mut self.step.by.rotations {
            *q = positive(*q);
        }
        self.step.turn = 0.0;
    }
}

/// The one of q and -q with a positive w: small turns then average as they are.
pub(crate) fn positive(q: Quat) -> Quat {
    if q.w < 0.0 { -q } else { q }
}

fn last_of(library: &MotionLibrary, frame: u32) -> u32 {
    library.clips()[library.clip_of(FrameId(frame)).index()].frames.end - 1
}

fn velocity(library: &MotionLibrary, frame: u32) -> Vec3 {
    let clip = &library.clips()[library.clip_of(FrameId(frame)).index()];
    let reach = (0.5 * VELOCITY_SECS * library.rate_hz()).round().max(1.0) as u32;
    let from = frame.saturating_sub(reach).max(clip.frames.start);
    let to = (frame + reach).min(clip.frames.end - 1);
    let way = library.ground(FrameId(to)).position() - library.ground(FrameId(from)).position();
    let along = library.ground(FrameId(frame)).rotation().conjugate();
    let secs = (to - from).max(1) as f32 * library.frame_secs();
    along * way / secs
}
