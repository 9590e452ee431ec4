//! What a method of control must offer: one immutable thing, shared by every character.

use crate::{
    ability::{Abilities, Ability},
    added_motion::AddedMotion,
    explanation::Explanation,
    foot_lock::FootLock,
    gaits::Gaits,
    goal::Goal,
    output::Output,
    saved::{Reader, Writer},
    snapshot::{Identity, SnapshotError},
    travel::Gait,
};
use glam::Vec3;
use sidestep_motion::{FrameId, GroundTransform, JointId, ObjectKind, Pose, Skeleton};
use std::sync::Arc;

/// A body that gets going keeps for so long to the frame that it was given to begin with, in seconds:
/// who chose anew at once would go back to standing frames, which its body is most like.
pub const LAUNCH_SECS: f32 = 0.43;

/// A built controller: immutable, shared by every character that uses it.
///
/// `step` is called once for each tick and can neither fail nor allocate: whatever can be wrong is
/// found when the controller is built, whatever needs room gets it in `begin`. (The one exception are the
/// ticks in which `sidestep_push` lets a pushed body move by its physics engine.) Goals arrive
/// sanitized and of a kind that [`Self::abilities`] names.
///
/// The controller makes the motion and says which feet are down; keeping those feet where they are
/// is the character's work, by [`Self::feet`], so that every method is served alike.
pub trait Controller: Send + Sync + 'static {
    /// What one character remembers from tick to tick, and the room its ticks work in.
    type Memory: Clone + Send + Sync + 'static;

    /// The skeleton of the poses it makes.
    fn skeleton(&self) -> &Arc<Skeleton>;

    /// Ticks a second.
    fn rate_hz(&self) -> f32;

    /// What it can be asked for.
    fn abilities(&self) -> Abilities;

    /// The gaits it can be asked for: those its data holds. A wish for another one is reported and
    /// left unserved.
    fn gaits(&self) -> Gaits {
        if self.abilities().has(Ability::Gait) { Gaits::all() } else { Gaits::NONE }
    }

    /// What of a goal it cannot serve. A controller that serves some actions and not others says here
    /// which.
    fn lacks(&self, goal: &Goal) -> Abilities {
        let lacks_gait = goal.travel.pace().gait.is_some_and(|gait| !self.gaits().has(gait));
        self.abilities().missing(goal.needs()).with(Ability::Gait, lacks_gait)
    }

    /// What to tell a person who asked for something that it cannot serve.
    fn lack(&self, ability: Ability) -> String {
        let gaits = self.gaits();
        if ability != Ability::Gait || gaits.is_empty() {
            return ability.lack().to_owned();
        }
        let names: Vec<&str> = gaits.iter().map(Gait::name).collect();
        format!("its data holds no such gait; it can {}", names.join(", "))
    }

    /// The things it moves beside the body, in the order of [`Output::objects`].
    fn objects(&self) -> &[ObjectKind] {
        &[]
    }

    /// How feet are kept planted, or `None` if the poses need no help.
    fn feet(&self) -> Option<&FootLock>;

    /// How feet are kept planted in the tick just made, where that changes from tick to tick.
    fn feet_now(&self, memory: &Self::Memory) -> Option<&FootLock> {
        let _ = memory;
        self.feet()
    }

    /// A new character's memory and first output.
    fn begin(&self, start: Start<'_>, out: &mut Output) -> Self::Memory;

    /// One tick. `out` holds the output of the tick before and receives the new one.
    fn step(&self, memory: &mut Self::Memory, goal: &Goal, out: &mut Output);

    /// Carries everything the memory knows of the world to another place.
    ///
    /// `moved` leads from old to new world coordinates; `new = moved * old`.
    fn carry(&self, memory: &mut Self::Memory, moved: GroundTransform);

    /// Writes all that matters of a memory: whoever loads it goes on with equal bits. Room is left
    /// out. See [`crate::saved`].
    fn save(&self, memory: &Self::Memory, to: &mut Writer<'_>);

    /// Takes over what was saved into the memory of another character.
    ///
    /// The bytes may come from anywhere: every index is checked, so that no later step panics. Where
    /// this fails the memory may be half taken over; whoever calls puts it right.
    fn load(&self, memory: &mut Self::Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError>;

    /// The identity of its characters where that of its file is given: whatever wraps a controller
    /// mixes its own settings in.
    fn identity(&self, of_file: Identity) -> Identity {
        of_file
    }

    /// A force from outside; returns whether it can be felt.
    fn push(&self, memory: &mut Self::Memory, push: &Push) -> bool {
        let _ = (memory, push);
        false
    }

    /// Goes on from a body that something else has moved, such as a push; returns whether it can.
    ///
    /// `out` holds the present output, and receives `body.now`. The velocity to go on with is that
    /// from `body.before` to `body.now`. Called between two steps; it neither fails nor allocates.
    fn disturb(&self, memory: &mut Self::Memory, body: &BodyState, out: &mut Output) -> bool {
        let _ = (memory, body, out);
        false
    }

    /// The same of a body at rest that is to get going with a frame of the library: who plays that
    /// library goes on from there for [`LAUNCH_SECS`], whatever else would seem better.
    fn resume(
        &self,
        memory: &mut Self::Memory,
        body: &BodyState,
        at: FrameId,
        out: &mut Output,
    ) -> bool {
        let _ = at;
        self.disturb(memory, body, out)
    }

    /// Whether it gets going from a body at rest. Who does not is left to stand by itself.
    fn resumes(&self) -> bool {
        true
    }

    /// Root motion that the last step added on top of the frames it played or mixed, for those who
    /// measure. A controller that adds some must say so here.
    fn added_motion(&self, memory: &Self::Memory) -> AddedMotion {
        let _ = memory;
        AddedMotion::default()
    }

    /// Adds to `explanation` what it would do in the next tick under a goal, and why.
    ///
    /// `out` holds the present output. Never called in the frame loop: it may allocate and search
    /// anew, but it changes nothing.
    fn explain(
        &self,
        memory: &Self::Memory,
        goal: &Goal,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let _ = (memory, goal, out, explanation);
    }

    /// What it costs in memory.
    fn footprint(&self) -> Footprint;
}

/// Where a character begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<'a> {
    /// Standing, or as near to it as the controller knows, at a place.
    Rest(GroundTransform),
    /// In the middle of a movement, such as a frame of a library.
    State(&'a BodyState),
}

/// A body in motion: two poses a moment apart, and where it stands.
///
/// It need not come from any library: a game may begin a character as its ragdoll left it.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyState {
    /// The pose a moment ago.
    pub before: Pose,
    /// The pose now.
    pub now: Pose,
    /// The moment between them.
    pub secs: f32,
    /// Place and smoothed heading now.
    pub ground: GroundTransform,
}

impl BodyState {
    /// The pose `secs` ago, whatever the time between those given.
    pub fn earlier_into(&self, secs: f32, out: &mut Pose) {
        let back = (secs / self.secs).min(4.0);
        self.now.as_ref().interpolate_into(self.before.as_ref(), back, out);
    }
}

/// A force on a part of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The part it acts on.
    pub joint: JointId,
    /// The force in the world, in newtons.
    pub force_newtons: Vec3,
    /// How long it acts.
    pub duration_secs: f32,
}

/// Bytes in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Of the controller, once, its library included.
    pub controller_bytes: usize,
    /// Of each character's memory.
    pub memory_bytes: usize,
}

impl BodyState {
    /// Whether every number is finite and the poses have `joints` joints.
    pub fn is_valid(&self, joints: usize) -> bool {
        let fits = |pose: &Pose| pose.rotations.len() == joints && pose.is_finite();
        let secs_are_fine = self.secs.is_finite() && self.secs > 0.0;
        fits(&self.before) && fits(&self.now) && secs_are_fine && self.ground.is_finite()
    }
}

impl Push {
    /// Whether every number is finite and the part exists.
    pub fn is_valid(&self, joints: usize) -> bool {
        self.force_newtons.is_finite()
            && self.duration_secs.is_finite()
            && self.duration_secs >= 0.0
            && self.joint.index() < joints
    }
}
