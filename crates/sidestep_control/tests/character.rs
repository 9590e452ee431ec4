//! A character of a controller that breaks: nothing bad leaves, and all is told.

use glam::Vec3;
use sidestep_control::{
    Abilities, Ability, BodyState, Character, Controller, FootLock, Footprint, Goal, GroundPoint,
    Output, Pace, Problem, Reader, Saved, SnapshotError, Start, Travel, Writer, saved_fields,
};
use sidestep_motion::{GroundTransform, Joint, JointId, Pose, Skeleton};
use std::sync::Arc;

/// Walks along +Z and makes a NaN in every fifth tick. It serves directions only.
struct Faulty {
    skeleton: Arc<Skeleton>,
}

#[derive(Clone)]
struct Memory {
    ticks: u32,
    seen: Goal,
}

// What was asked for last is seen by the test alone.
saved_fields!(Memory { ticks } without { seen });

impl Controller for Faulty {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    fn rate_hz(&self) -> f32 {
        30.0
    }

    fn abilities(&self) -> Abilities {
        Abilities::of(&[Ability::Move, Ability::Stand])
    }

    fn feet(&self) -> Option<&FootLock> {
        None
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        match start {
            Start::Rest(ground) => {
                out.ground = ground;
                out.pose.root_position = ground.position();
            }
            Start::State(state) => {
                out.ground = state.ground;
                out.pose.copy_from(state.now.as_ref());
            }
        }
        Memory { ticks: 0, seen: Goal::FREE }
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        memory.ticks += 1;
        memory.seen = goal.clone();
        out.ground.z += 0.01;
        out.pose.root_position = out.ground.position();
        if memory.ticks == 5 {
            out.pose.root_position.y = f32::NAN;
        }
    }

    fn carry(&self, _: &mut Memory, _: GroundTransform) {}

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        memory.save(to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        memory.load(from)
    }

    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

fn controller() -> Arc<Faulty> {
    let (name, offset, rest) = ("Hips".to_owned(), Vec3::ZERO, glam::Quat::IDENTITY);
    let joint = Joint { name, parent: None, offset, rest, tip: None };
    Arc::new(Faulty { skeleton: Arc::new(Skeleton::new(vec![joint]).expect("one joint")) })
}

#[test]
fn a_pose_that_is_no_pose_is_replaced_by_the_last_good_one() {
    let mut character = Character::new(&controller(), Start::Rest(GroundTransform::IDENTITY));
    let mut replaced = 0;
    for tick in 0..50 {
        let before = character.pose().clone();
        character.advance(&Goal::walk(0.0, 1.0), 1.0 / 30.0);
        assert!(character.pose().is_finite());
        if character.problems().has(Problem::PoseNotFinite) {
            replaced += 1;
            assert_eq!(character.pose(), &before, "tick {tick}");
        }
    }
    assert_eq!(replaced, 10, "it begins anew after each");
}

#[test]
fn goals_that_are_not_served_become_directions_and_are_reported() {
    let mut character = Character::new(&controller(), Start::Rest(GroundTransform::IDENTITY));
    let target = GroundPoint::new(3.0, 0.0);
    character
        .advance(&Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY }), 1.0 / 30.0);
    assert!(character.problems().has(Problem::GoalNotServed));
    let Travel::Move { heading, .. } = character.memory().seen.travel else {
        panic!("no direction")
    };
    assert!((heading - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    let strafe = Goal::from(Travel::Move { heading: 0.0, pace: Pace::ANY, facing: Some(1.0) });
    character.advance(&strafe, 1.0 / 30.0);
    assert!(character.problems().has(Problem::GoalNotServed), "no facing apart from travel");
    character.advance(&Goal::STAND, 1.0 / 30.0);
    assert!(character.problems().is_empty());
}

#[test]
fn a_start_that_makes_no_sense_is_a_start_at_rest() {
    let nowhere = GroundTransform::new(f32::NAN, 0.0, 0.0);
    let character = Character::new(&controller(), Start::Rest(nowhere));
    assert!(character.problems().has(Problem::StartInvalid));
    assert_eq!(character.ground(), GroundTransform::IDENTITY);
    let ground = GroundTransform::new(1.0, 2.0, 0.5);
    let another_skeleton = Pose::identity(9);
    let state = BodyState {
        before: another_skeleton.clone(),
        now: another_skeleton,
        secs: 1.0 / 30.0,
        ground,
    };
    let character = Character::new(&controller(), Start::State(&state));
    assert!(character.problems().has(Problem::StartInvalid));
    assert_eq!(character.ground(), ground);
}

#[test]
fn a_push_nobody_feels_is_told() {
    let mut character = Character::new(&controller(), Start::Rest(GroundTransform::IDENTITY));
    let push = sidestep_control::Push {
        joint: JointId(0),
        force_newtons: Vec3::X * 100.0,
        duration_secs: 0.2,
    };
    assert!(!character.push(&push));
    assert!(character.problems().has(Problem::PushNotServed));
    character.advance(&Goal::STAND, 0.0);
    assert!(character.problems().has(Problem::PushNotServed), "still to be read after the advance");
    character.advance(&Goal::STAND, 0.0);
    assert!(character.problems().is_empty());
}
