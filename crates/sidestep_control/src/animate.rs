//! The one object-safe door for engines, viewers and bindings.

use crate::{
    ability::{Abilities, Ability},
    added_motion::AddedMotion,
    character::Character,
    controller::{Controller, Footprint, Push},
    event::Events,
    explanation::Explanation,
    goal::Goal,
    problem::Problems,
    snapshot::{Snapshot, SnapshotError},
};
use sidestep_motion::{Contacts, GroundTransform, Object, ObjectKind, Pose, Skeleton};
use std::sync::Arc;

/// A character of any controller. One call through it for each character and frame, none for each
/// joint.
pub trait Animate: Send + Sync {
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

    /// Root motion that the controller added in the last advance on top of the frames it played.
    fn added_motion(&self) -> AddedMotion {
        AddedMotion::default()
    }

    /// The feet that are down.
    fn contacts(&self) -> Contacts;

    /// The things it moves beside the body, such as a ball, to show with the pose.
    fn objects(&self) -> &[Object];

    /// What those things are, in the same order.
    fn object_kinds(&self) -> &[ObjectKind];

    /// What happened in the last advance: feet that came down, a place that was reached, the moment
    /// of an action.
    fn events(&self) -> Events;

    /// Whether it is at the place that its goal names.
    fn has_arrived(&self) -> bool;

    /// What the goal of the last advance asks for and the controller cannot do.
    fn unserved(&self) -> Abilities;

    /// What it cannot do of what it was asked for in the last advance for the first time, in words.
    /// Each is told once in the life of a character.
    fn notices(&self) -> Vec<String>;

    /// What to tell a person who asked for something that the controller cannot do.
    fn lack(&self, ability: Ability) -> String;

    /// What had to be put right in the last advance and since.
    fn problems(&self) -> Problems;

    /// Puts the character elsewhere: a wall stopped it, a platform or a teleporter moved it.
    fn correct_root(&mut self, ground: GroundTransform);

    /// Pushes a part of the body; returns whether the controller can feel it.
    fn push(&mut self, push: &Push) -> bool;

    /// Says what the controller would do next under a goal, and why; what `explanation` held before
    /// is cleared. It changes nothing and may take long: ask now and then, not in every frame.
    fn explain(&self, goal: &Goal, explanation: &mut Explanation);

    /// Writes all that the character is now in place of what `bytes` holds, with no scratch space in
    /// it. Does not allocate where `bytes` has room.
    fn save_into(&self, bytes: &mut Vec<u8>);

    /// Makes the character what it was when these bytes were saved, here or in another process, by
    /// a character of the same controller. Where they cannot be used it stays as it is.
    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError>;

    /// All that the character is now, for those who roll back within this process.
    fn snapshot(&self) -> Snapshot;

    /// Takes a snapshot into the room of an old one where nobody else holds it.
    fn snapshot_into(&self, snapshot: &mut Snapshot);

    /// Makes the character what it was when the snapshot was taken. Does not allocate.
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError>;

    /// The skeleton of the pose.
    fn skeleton(&self) -> &Arc<Skeleton>;

    /// What it can be asked for.
    fn abilities(&self) -> Abilities;

    /// Ticks a second of its controller.
    fn rate_hz(&self) -> f32;

    /// What it costs in memory; `memory_bytes` is the whole character.
    fn footprint(&self) -> Footprint;
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

    fn added_motion(&self) -> AddedMotion {
        Character::added_motion(self)
    }

    fn contacts(&self) -> Contacts {
        Character::contacts(self)
    }

    fn objects(&self) -> &[Object] {
        Character::objects(self)
    }

    fn object_kinds(&self) -> &[ObjectKind] {
        self.controller().objects()
    }

    fn events(&self) -> Events {
        Character::events(self)
    }

    fn has_arrived(&self) -> bool {
        Character::has_arrived(self)
    }

    fn unserved(&self) -> Abilities {
        Character::unserved(self)
    }

    fn notices(&self) -> Vec<String> {
        Character::notices(self)
    }

    fn lack(&self, ability: Ability) -> String {
        self.controller().lack(ability)
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

    fn save_into(&self, bytes: &mut Vec<u8>) {
        Character::save_into(self, bytes);
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        Character::load(self, bytes)
    }

    fn snapshot(&self) -> Snapshot {
        Character::snapshot(self)
    }

    fn snapshot_into(&self, snapshot: &mut Snapshot) {
        match snapshot.room() {
            Some(bytes) => Character::save_into(self, bytes),
            None => *snapshot = Character::snapshot(self),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        Character::restore(self, snapshot)
    }

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.controller().skeleton()
    }

    fn abilities(&self) -> Abilities {
        self.controller().abilities()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Engines keep characters as components, which several threads may look at.
    const fn is_shared_by_threads<T: Send + Sync + ?Sized>() {}
    const _: () = is_shared_by_threads::<Box<dyn Animate>>();
    const _: () = is_shared_by_threads::<Snapshot>();
}
