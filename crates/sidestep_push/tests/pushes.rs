//! Stories of pushes: on the ragdoll alone, and on characters of the plain clip player.

use glam::Vec3;
use sidestep_clip_player::ClipPlayer;
use sidestep_control::{Animate, Character, Goal, Problem, Push, Start};
use sidestep_motion::{
    Contacts, FrameId, GroundTransform, JointId, JointLimits, MotionLibrary, Pose, Role, Side,
    contact_detection::ContactConfig, kinematics::joint_positions,
};
use sidestep_push::{Blow, Motion, PushConfig, Pushable, Ragdoll, Situation};
use std::sync::{Arc, LazyLock};

static LIBRARY: LazyLock<Arc<MotionLibrary>> = LazyLock::new(|| {
    let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
    Arc::new(
        MotionLibrary::from_clips(&clips[..6], &ContactConfig::default())
            .expect("clips of one actor"),
    )
});

static PLAYER: LazyLock<Arc<ClipPlayer>> = LazyLock::new(|| {
    Arc::new(sidestep_clip_player::build(&LIBRARY, &Default::default()).expect("frames"))
});

fn pushable(config: PushConfig) -> Arc<Pushable<ClipPlayer>> {
    Arc::new(Pushable::new(&PLAYER, &LIBRARY, config))
}

fn ragdoll() -> Ragdoll {
    let config = PushConfig::default();
    let limits = JointLimits::of(&LIBRARY, config.limit_margin);
    Ragdoll::new(LIBRARY.skeleton(), limits, 30.0, &config)
}

fn joint(role: Role) -> JointId {
    LIBRARY.skeleton().roles().get(role).expect("a whole body")
}

fn push(role: Role, newtons: Vec3) -> Push {
    Push { joint: joint(role), force_newtons: newtons, duration_secs: 0.2 }
}

/// What a ragdoll in the pose of a frame does.
fn simulated(pinned: Contacts, blow: Option<Blow>, ticks: u32) -> (Vec<Motion>, Pose, Pose) {
    let ragdoll = ragdoll();
    let start = LIBRARY.pose(FrameId(10)).to_pose();
    let mut velocities = vec![Motion::default(); ragdoll.plan().segments.len()];
    let (mut before, mut after) = (Pose::default(), Pose::default());
    let situation = Situation { pose: start.as_ref(), pinned, blow };
    ragdoll.simulate(&situation, ticks, &mut velocities, (&mut before, &mut after));
    (velocities, start, after)
}

fn walked(config: PushConfig, blow: Option<Push>) -> Vec<Pose> {
    let mut character = Character::new(&pushable(config), Start::Rest(GroundTransform::IDENTITY));
    let goal = Goal::walk(0.0, 1.2);
    for _ in 0..30 {
        character.advance(&goal, 1.0 / 30.0);
    }
    if let Some(blow) = blow {
        assert!(character.push(&blow));
    }
    (0..60).map(|_| character.advance(&goal, 1.0 / 30.0).clone()).collect()
}

/// Section 5: without forces the pose goes unaltered.
#[test]
fn a_body_that_nobody_pushes_stays_as_it_is() {
    let (velocities, start, after) = simulated(Contacts::new(true, false), None, 20);
    let at = |pose: &Pose| joint_positions(LIBRARY.skeleton(), pose.as_ref());
    for (a, b) in at(&start).iter().zip(at(&after)) {
        assert!(a.distance(b) < 2e-3, "{}", a.distance(b));
    }
    assert!(velocities.iter().all(|motion| motion.linear.length() < 0.02));
}

/// 100 N for 0.2 s are 20 Ns, whatever the joints do among themselves.
#[test]
fn a_free_body_takes_the_whole_impulse() {
    let blow = Blow { joint: joint(Role::Chest), newtons: Vec3::X * 100.0, ticks: 6.0 };
    let (velocities, ..) = simulated(Contacts::NONE, Some(blow), 8);
    let plan = ragdoll().plan().clone();
    let momenta = plan.segments.iter().zip(&velocities).map(|(s, v)| v.linear * s.mass_kg);
    let momentum: Vec3 = momenta.sum();
    assert!(momentum.distance(Vec3::X * 20.0) < 1.0, "{momentum}");
}

#[test]
fn pinned_feet_stay_while_the_body_tips() {
    let blow = Blow { joint: joint(Role::Chest), newtons: Vec3::X * 200.0, ticks: 6.0 };
    let (_, start, after) = simulated(Contacts::new(true, true), Some(blow), 6);
    let at = |pose: &Pose| joint_positions(LIBRARY.skeleton(), pose.as_ref());
    let (a, b) = (at(&start), at(&after));
    let way = |role| a[joint(role).index()].distance(b[joint(role).index()]);
    for side in Side::BOTH {
        assert!(way(Role::Foot(side)) < 0.02, "{}", way(Role::Foot(side)));
    }
    assert!(way(Role::Chest) > 0.05, "{}", way(Role::Chest));
}

#[test]
fn who_is_not_pushed_walks_as_the_controller_does() {
    let mut plain = Character::new(&PLAYER, Start::Rest(GroundTransform::IDENTITY));
    let wrapped = pushable(PushConfig::default());
    let mut wrapped = Character::new(&wrapped, Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..60 {
        plain.advance(&Goal::walk(0.4, 1.2), 1.0 / 30.0);
        wrapped.advance(&Goal::walk(0.4, 1.2), 1.0 / 30.0);
        assert_eq!(plain.unlocked_pose(), wrapped.unlocked_pose());
    }
}

#[test]
fn a_harder_push_throws_farther_and_joints_hold() {
    let limits = JointLimits::of(&LIBRARY, 10.0_f32.to_radians());
    let unpushed = walked(PushConfig::default(), None);
    let mut last = 0.0;
    for newtons in [50.0, 150.0, 400.0] {
        let poses = walked(PushConfig::default(), Some(push(Role::Chest, Vec3::X * newtons)));
        let away = poses.iter().zip(&unpushed).take(20);
        let away = away.map(|(a, b)| a.root_position.distance(b.root_position)).fold(0.0, f32::max);
        assert!(away > last + 0.01, "{newtons} N: {away} m after {last}");
        last = away;
        for pose in &poses {
            assert!(limits.excess(pose.as_ref()).to_degrees() < 5.0);
        }
    }
}

#[test]
fn a_snapshot_in_the_middle_of_a_push_brings_back_every_bit() {
    for config in [PushConfig::default(), PushConfig::paper()] {
        let mut character =
            Character::new(&pushable(config), Start::Rest(GroundTransform::IDENTITY));
        let goal = Goal::walk(1.0, 1.2);
        let go = |character: &mut dyn Animate, frames: usize| -> Vec<Pose> {
            (0..frames).map(|_| character.advance(&goal, 1.0 / 30.0).clone()).collect()
        };
        go(&mut character, 20);
        assert!(Animate::push(&mut character, &push(Role::Hand(Side::Left), Vec3::Z * 300.0)));
        go(&mut character, 4);
        let snapshot = Animate::snapshot(&character);
        let first = go(&mut character, 50);
        Animate::restore(&mut character, &snapshot).expect("its own snapshot");
        assert_eq!(go(&mut character, 50), first);
    }
}

#[test]
fn absurd_pushes_do_no_harm() {
    for config in [PushConfig::default(), PushConfig::paper()] {
        let mut character =
            Character::new(&pushable(config), Start::Rest(GroundTransform::IDENTITY));
        let numbers = [1e30, -1e30, f32::MAX, 1e4, 1e-40];
        for (index, number) in numbers.into_iter().enumerate() {
            let part = JointId(u16::try_from(3 * index).expect("a few joints"));
            let force_newtons = Vec3::new(number, 300.0, -number);
            character.push(&Push { joint: part, force_newtons, duration_secs: 1e9 });
            for _ in 0..25 {
                assert!(character.advance(&Goal::walk(2.0, 1.0), 1.0 / 30.0).is_finite());
                assert!(!character.problems().has(Problem::PoseNotFinite));
            }
        }
        assert!(!character.push(&push(Role::Chest, Vec3::splat(f32::NAN))));
        assert!(character.problems().has(Problem::PushNotServed));
    }
}

/// A character carried elsewhere in the middle of a push goes on as it would have there.
#[test]
fn a_push_is_carried_along() {
    let there = GroundTransform::new(5.0, -3.0, 1.1);
    let run = |carry: bool| {
        let config = PushConfig::default();
        let mut character =
            Character::new(&pushable(config), Start::Rest(GroundTransform::IDENTITY));
        character.push(&push(Role::Chest, Vec3::X * 250.0));
        for frame in 0..30 {
            if carry && frame == 5 {
                let ground = there * character.ground();
                character.correct_root(ground);
            }
            character.advance(&Goal::FREE, 1.0 / 30.0);
        }
        character.pose().clone()
    };
    let mut here = run(false);
    there.transform_pose(&mut here);
    assert!(here.root_position.distance(run(true).root_position) < 0.02);
}
