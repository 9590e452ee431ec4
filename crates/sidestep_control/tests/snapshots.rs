//! A character comes back from bytes and from snapshots with every bit; taking one into room that
//! exists and restoring it do not allocate: counted, not believed.

use glam::{Quat, Vec3};
use sidestep_allocations::{Counting, count};
use sidestep_control::{
    Abilities, Animate, Character, Controller, FootLock, Footprint, Goal, Identity, Output, Reader,
    Saved, SnapshotError, Start, Writer, seal_snapshot,
};
use sidestep_motion::{
    GroundTransform, Joint, Pose, Skeleton,
    inertialize::{Approach, Inertializer},
};
use std::sync::Arc;

#[global_allocator]
static COUNTING: Counting = Counting;

/// Walks along +Z; what it remembers is a join that fades.
struct Joining {
    skeleton: Arc<Skeleton>,
}

impl Controller for Joining {
    type Memory = Inertializer;

    fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    fn rate_hz(&self) -> f32 {
        30.0
    }

    fn abilities(&self) -> Abilities {
        Abilities::NONE
    }

    fn feet(&self) -> Option<&FootLock> {
        None
    }

    fn begin(&self, _: Start<'_>, out: &mut Output) -> Inertializer {
        let mut aside = Pose::identity(out.pose.rotations.len());
        aside.root_position = Vec3::X;
        let mut join = Inertializer::new(aside.rotations.len());
        let shown = Approach::new(aside.as_ref(), aside.as_ref());
        let entered = Approach::new(out.pose.as_ref(), out.pose.as_ref());
        join.join(shown, entered, 1.0 / 30.0, 1.0);
        join
    }

    fn step(&self, join: &mut Inertializer, _: &Goal, out: &mut Output) {
        out.ground.z += 0.01;
        out.pose.root_position = out.ground.position();
        join.apply(1.0 / 30.0, &mut out.pose);
    }

    fn carry(&self, _: &mut Inertializer, _: GroundTransform) {}

    fn save(&self, join: &Inertializer, to: &mut Writer<'_>) {
        join.save(to);
    }

    fn load(&self, join: &mut Inertializer, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        join.load(from)
    }

    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

fn spawn() -> Character<Joining> {
    let (name, offset, rest) = ("Hips".to_owned(), Vec3::ZERO, Quat::IDENTITY);
    let joint = Joint { name, parent: None, offset, rest, tip: None };
    let skeleton = Arc::new(Skeleton::new(vec![joint]).expect("one joint"));
    Character::new(&Arc::new(Joining { skeleton }), Start::Rest(GroundTransform::IDENTITY))
}

fn go(character: &mut dyn Animate, frames: usize) -> Vec<Pose> {
    let next = |_| character.advance(&Goal::FREE, 1.0 / 47.0).clone();
    (0..frames).map(next).collect()
}

#[test]
fn snapshots_are_restored_without_allocating() {
    let mut character: Box<dyn Animate> = Box::new(spawn());
    let mut snapshot = character.snapshot();
    let before = count();
    let mut places = [Vec3::ZERO; 2];
    for place in &mut places {
        for _ in 0..10 {
            *place = character.advance(&Goal::FREE, 1.0 / 30.0).root_position;
        }
        character.restore(&snapshot).expect("its own snapshot");
    }
    character.advance(&Goal::FREE, 1.0 / 30.0);
    character.snapshot_into(&mut snapshot);
    let mut bytes = snapshot.as_bytes().to_vec();
    let own = count();
    character.save_into(&mut bytes);
    assert_eq!(count() - own, 0);
    assert_eq!(own - before, 1, "the copy of the bytes alone");
    assert!(before > 0, "the counter counts");
    assert_eq!(places[0], places[1]);
    assert!(places[0].x > 0.1, "the join is still fading");
}

#[test]
fn bytes_bring_back_every_bit_in_another_character() {
    let mut one = spawn();
    go(&mut one, 11);
    let (mut bytes, mut again) = (vec![9; 3], Vec::new());
    one.save_into(&mut bytes);
    let mut other = spawn();
    other.load(&bytes).expect("of an equal controller");
    other.save_into(&mut again);
    assert_eq!(bytes, again, "what was loaded is what was saved");
    assert_eq!(go(&mut one, 60), go(&mut other, 60));
    assert_eq!(one.root_delta(), other.root_delta());
}

#[test]
fn what_is_refused_leaves_the_character_as_it_is() {
    let mut character = spawn();
    go(&mut character, 5);
    let (mut bytes, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
    character.save_into(&mut bytes);
    go(&mut character, 5);
    character.save_into(&mut before);
    // Whether a join is left, its first number, and the second half of all.
    for (at, byte) in [(40..41, 9), (41..45, 255), (bytes.len() / 2..bytes.len(), 255)] {
        let mut hostile = bytes.clone();
        hostile[at.clone()].fill(byte);
        assert_eq!(character.load(&hostile), Err(SnapshotError::Altered), "{at:?}");
        seal_snapshot(&mut hostile);
        let refused = character.load(&hostile).expect_err("it makes no sense");
        assert!(matches!(refused, SnapshotError::Inconsistent { .. }), "{at:?}: {refused}");
        character.save_into(&mut after);
        assert_eq!(before, after, "{at:?}");
    }
}

#[test]
fn an_identity_tells_controllers_of_one_kind_apart() {
    let (mut bytes, mut guessed) = (Vec::new(), spawn());
    spawn().save_into(&mut bytes);
    assert_eq!(guessed.load(&bytes), Ok(()), "by its skeleton");
    let mut named = spawn().with_identity(Identity(7));
    let foreign = SnapshotError::Foreign { found: guessed.identity(), wanted: Identity(7) };
    assert_eq!(named.load(&bytes), Err(foreign));
    assert_eq!(named.restore(&guessed.snapshot()), Err(foreign));
    assert_eq!(named.restore(&spawn().with_identity(Identity(7)).snapshot()), Ok(()));
}
