//! The one object-safe door for engines, viewers and bindings.

use crate::{
    ability::Abilities,
    character::{Character, CharacterState},
    controller::{Controller, Footprint, Push},
    explanation::Explanation,
    gaits::Gaits,
    goal::Goal,
    problem::Problems,
};
use sidestep_motion::{Contacts, GroundTransform, Pose, Skeleton};
use std::{any::Any, sync::Arc};

/// A character of any controller. One call through it for each character and frame, none for each
/// joint.
pub trait Animate: Send {
    /// Lets `secs` pass under a goal and returns the pose to show.
    fn advance(&mut self, goal: &Goal, secs: f32) -> &Pose;

    /// The pose to show, in the world.
    fn pose(&self) -> &Pose;

    /// The pose of the last tick as the controller made it, before feet were locked.
    fn unlocked_pose(&self) -> &Pose;

    /// Place and heading of the character.
    fn ground(&self) -> GroundTransform;

    /// The step of the last advance, as seen from where it began: `after = before * delta`.
    fn root_delta(&self) -> GroundTransform;

    /// The feet that are down.
    fn contacts(&self) -> Contacts;

    /// What had to be put right in the last advance and since.
    fn problems(&self) -> Problems;

    /// Puts the character elsewhere: a wall stopped it, a platform or a teleporter moved it.
    fn correct_root(&mut self, ground: GroundTransform);

    /// Pushes a part of the body; returns whether the controller can feel it.
    fn push(&mut self, push: &Push) -> bool;

    /// Says what the controller would do next under a goal, and why; what `explanation` held before
    /// is cleared. It changes nothing and may take long: ask now and then, not in every frame.
    fn explain(&self, goal: &Goal, explanation: &mut Explanation);

    /// All that the character is now.
    fn snapshot(&self) -> Snapshot;

    /// Takes a snapshot into the room of an old one where nobody else holds it.
    fn snapshot_into(&self, snapshot: &mut Snapshot);

    /// Makes the character what it was when the snapshot was taken.
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), ForeignSnapshot>;

    /// The skeleton of the pose.
    fn skeleton(&self) -> &Arc<Skeleton>;

    /// What it can be asked for.
    fn abilities(&self) -> Abilities;

    /// The gaits it can be asked for.
    fn gaits(&self) -> Gaits;

    /// Ticks a second of its controller.
    fn rate_hz(&self) -> f32;

    /// What it costs in memory; `memory_bytes` is the whole character.
    fn footprint(&self) -> Footprint;
}

/// A character at one moment, whatever its controller. Cloning it copies nothing.
#[derive(Clone)]
pub struct Snapshot {
    saved: Arc<dyn Any + Send + Sync>,
}

/// A snapshot that belongs to another controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the snapshot was taken of another controller; restore it on a character of the same one")]
pub struct ForeignSnapshot;

struct Saved<C: Controller> {
    controller: Arc<C>,
    state: CharacterState<C::Memory>,
}

impl<C: Controller> Animate for Character<C> {
    fn advance(&mut self, goal: &Goal, secs: f32) -> &Pose {
        Character::advance(self, goal, secs)
    }

    fn pose(&self) -> &Pose {
        Character::pose(self)
    }

    fn unlocked_pose(&self) -> &Pose {
        Character::unlocked_pose(self)
    }

    fn ground(&self) -> GroundTransform {
        Character::ground(self)
    }

    fn root_delta(&self) -> GroundTransform {
        Character::root_delta(self)
    }

    fn contacts(&self) -> Contacts {
        Character::contacts(self)
    }

    fn problems(&self) -> Problems {
        Character::problems(self)
    }

    fn correct_root(&mut self, ground: GroundTransform) {
        Character::correct_root(self, ground);
    }

    fn push(&mut self, push: &Push) -> bool {
        Character::push(self, push)
    }

    fn explain(&self, goal: &Goal, explanation: &mut Explanation) {
        Character::explain(self, goal, explanation);
    }

    fn snapshot(&self) -> Snapshot {
        let controller = Arc::clone(self.controller());
        let saved = Saved { controller, state: self.state().clone() };
        Snapshot { saved: Arc::new(saved) }
    }

    fn snapshot_into(&self, snapshot: &mut Snapshot) {
        let room = Arc::get_mut(&mut snapshot.saved).and_then(|saved| saved.downcast_mut());
        match room {
            Some(Saved::<C> { controller, state })
                if Arc::ptr_eq(controller, self.controller()) =>
            {
                state.clone_from(self.state());
            }
            _ => *snapshot = Animate::snapshot(self),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), ForeignSnapshot> {
        let saved = snapshot.saved.downcast_ref::<Saved<C>>().ok_or(ForeignSnapshot)?;
        if !Arc::ptr_eq(&saved.controller, self.controller()) {
            return Err(ForeignSnapshot);
        }
        Character::restore(self, &saved.state);
        Ok(())
    }

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.controller().skeleton()
    }

    fn abilities(&self) -> Abilities {
        self.controller().abilities()
    }

    fn gaits(&self) -> Gaits {
        self.controller().gaits()
    }

    fn rate_hz(&self) -> f32 {
        self.controller().rate_hz()
    }

    fn footprint(&self) -> Footprint {
        let of_controller = self.controller().footprint();
        // Four outputs and the room for kinematics, beside what the method itself remembers.
        let rotations = 5 * self.skeleton().len() * size_of::<glam::Quat>();
        let positions = self.skeleton().len() * size_of::<glam::Vec3>();
        let own = size_of::<Self>() - size_of::<C::Memory>() + rotations + positions;
        Footprint { memory_bytes: own + of_controller.memory_bytes, ..of_controller }
    }
}
