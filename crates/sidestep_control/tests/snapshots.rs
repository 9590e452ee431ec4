//! Taking a snapshot into one that exists and restoring it do not allocate: counted, not believed.

use glam::{Quat, Vec3};
use sidestep_allocations::{Counting, count};
use sidestep_control::{
    Abilities, Animate, Character, Controller, FootLock, Footprint, Goal, Output, Start,
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
        let shown = Approach { before: aside.as_ref(), at: aside.as_ref() };
        let entered = Approach { before: out.pose.as_ref(), at: out.pose.as_ref() };
        join.join(shown, entered, 1.0 / 30.0, 1.0);
        join
    }

    fn step(&self, join: &mut Inertializer, _: &Goal, out: &mut Output) {
        out.ground.z += 0.01;
        out.pose.root_position = out.ground.position();
        join.apply(1.0 / 30.0, &mut out.pose);
    }

    fn carry(&self, _: &mut Inertializer, _: GroundTransform) {}

    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

#[test]
fn snapshots_are_restored_without_allocating() {
    let (name, offset, rest) = ("Hips".to_owned(), Vec3::ZERO, Quat::IDENTITY);
    let joint = Joint { name, parent: None, offset, rest, tip: None };
    let skeleton = Arc::new(Skeleton::new(vec![joint]).expect("one joint"));
    let start = Start::Rest(GroundTransform::IDENTITY);
    let mut character: Box<dyn Animate> =
        Box::new(Character::new(&Arc::new(Joining { skeleton }), start));
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
    assert_eq!(count() - before, 0);
    assert!(before > 0, "the counter counts");
    assert_eq!(places[0], places[1]);
    assert!(places[0].x > 0.1, "the join is still fading");
}
