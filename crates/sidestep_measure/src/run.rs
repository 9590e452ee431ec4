//! Running a character and keeping what it did, 30 times a second.

use sidestep_control::{AddedMotion, Animate, Goal};
use sidestep_motion::{GroundTransform, JointMotion, Pose, kinematics::JointTransforms};

/// Frames a second of every measurement, whatever the controller's ticks.
pub const RATE_HZ: f32 = 30.0;

/// [`RATE_HZ`] as a count.
pub const FRAMES_PER_SEC: usize = 30;

/// What a character did.
#[derive(Clone, Debug)]
pub struct Run {
    /// Joint positions shown.
    pub motion: JointMotion,
    /// Joint positions before feet were locked.
    pub unlocked: JointMotion,
    /// The pose before anything was asked.
    pub begin: Pose,
    /// Poses shown.
    pub poses: Vec<Pose>,
    /// Places and headings shown.
    pub grounds: Vec<GroundTransform>,
    /// Root motion on top of the frames played, without its sign, as the controller says.
    pub added: AddedMotion,
    /// Whether every number was finite.
    pub is_finite: bool,
}

impl Run {
    /// A run of no frame yet.
    pub fn new(character: &dyn Animate, frames: usize) -> Self {
        let motion = JointMotion::new(character.skeleton(), RATE_HZ, frames);
        Self {
            unlocked: motion.clone(),
            motion,
            begin: character.pose().clone(),
            poses: Vec::with_capacity(frames),
            grounds: Vec::with_capacity(frames),
            added: AddedMotion::default(),
            is_finite: true,
        }
    }

    /// Lets the character go on for one frame under a goal and keeps the result.
    pub fn advance(&mut self, character: &mut dyn Animate, goal: &Goal) {
        character.advance(goal, 1.0 / RATE_HZ);
        let mut transforms = JointTransforms::default();
        transforms.compute(&self.motion.skeleton, character.unlocked_pose().as_ref());
        self.unlocked.push(&transforms);
        transforms.compute(&self.motion.skeleton, character.pose().as_ref());
        self.motion.push(&transforms);
        self.is_finite &= character.pose().is_finite() && character.ground().is_finite();
        self.poses.push(character.pose().clone());
        self.grounds.push(character.ground());
        self.added += character.added_motion();
    }

    /// Runs for a number of frames; the goal of each is asked for with the run so far.
    pub fn record(
        character: &mut dyn Animate,
        frames: usize,
        mut goal: impl FnMut(usize, &dyn Animate) -> Goal,
    ) -> Self {
        let mut run = Self::new(character, frames);
        for frame in 0..frames {
            let goal = goal(frame, character);
            run.advance(character, &goal);
        }
        run
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.poses.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.poses.is_empty()
    }
}
