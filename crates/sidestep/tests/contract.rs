//! What every character promises, whatever its method: the same bits every time, rollback, any frame
//! rate, root motion that adds up and can be corrected, and no nonsense out of nonsense.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use glam::Vec3;
use methods::{build, library};
use sidestep::{
    BuiltController, METHODS,
    control::{
        Ability, Action, Animate, Disc, Event, Goal, GroundPoint, Manner, Obstacles, Other, Others,
        Pace, Problem, Push, Travel,
    },
    motion::{GroundTransform, JointId, Pose, Side, math::wrap_angle},
};
use std::sync::LazyLock;

const TICK_SECS: f32 = 1.0 / 30.0;

/// Every method of the list, and a preset that moves in another way.
static CONTROLLERS: LazyLock<Vec<(&str, BuiltController)>> = LazyLock::new(|| {
    let library = library();
    let names = METHODS.iter().map(|method| method.name).chain(["field paper"]);
    names.map(|name| (name, build(name, &library))).collect()
});

/// Tries a promise on every method.
fn each(promise: impl Fn(&str, &dyn Fn() -> Box<dyn Animate>)) {
    for (method, controller) in CONTROLLERS.iter() {
        promise(method, &|| controller.spawn(GroundTransform::IDENTITY));
    }
}

/// What a restless player wants.
fn goal_at(frame: u16) -> Goal {
    let target = GroundPoint::new(1.0, -2.0);
    match frame / 50 % 5 {
        0 => Goal::STAND,
        1 => Goal::walk(0.4, 1.3),
        2 => Goal::from(Travel::Move { heading: -2.0, pace: Pace::ANY, facing: Some(0.5) }),
        3 => Goal::from(Travel::Reach { target, facing: Some(1.0), pace: Pace::ANY }),
        _ => Goal::FREE,
    }
}

fn play(character: &mut dyn Animate, frames: u16) -> Vec<Pose> {
    let mut next = |frame| {
        character.advance(&goal_at(frame), TICK_SECS);
        assert!(!character.problems().has(Problem::PoseNotFinite));
        character.pose().clone()
    };
    (0..frames).map(&mut next).collect()
}

#[test]
fn the_same_wishes_give_the_same_bits() {
    each(|method, spawn| {
        assert_eq!(play(&mut *spawn(), 300), play(&mut *spawn(), 300), "{method}");
    });
}

#[test]
fn a_rollback_leaves_no_trace() {
    each(|method, spawn| {
        let (mut straight, mut guessing) = (spawn(), spawn());
        for frame in 0..300 {
            if frame % 7 == 3 {
                // A guess about the player that proves wrong.
                let snapshot = guessing.snapshot();
                for _ in 0..5 {
                    guessing.advance(&Goal::walk(-2.0, 3.0), TICK_SECS);
                }
                guessing.restore(&snapshot).unwrap();
            }
            straight.advance(&goal_at(frame), TICK_SECS);
            guessing.advance(&goal_at(frame), TICK_SECS);
            assert_eq!(straight.pose(), guessing.pose(), "{method}, frame {frame}");
            assert_eq!(straight.ground(), guessing.ground(), "{method}, frame {frame}");
        }
    });
}

#[test]
fn a_snapshot_of_another_controller_is_refused() {
    let snapshots = CONTROLLERS.iter().map(|(_, one)| one.spawn(GroundTransform::IDENTITY));
    let snapshots: Vec<_> = snapshots.map(|character| character.snapshot()).collect();
    for (own, (method, controller)) in CONTROLLERS.iter().enumerate() {
        let mut character = controller.spawn(GroundTransform::IDENTITY);
        for (other, snapshot) in snapshots.iter().enumerate() {
            // The own one is of this controller, but of another character: that is welcome.
            assert_eq!(character.restore(snapshot).is_ok(), own == other, "{method}, {other}");
        }
    }
}

/// `tests/snapshots.rs` has more about bytes.
#[test]
fn a_character_made_of_bytes_is_the_same_character() {
    each(|method, spawn| {
        let mut one = spawn();
        play(&mut *one, 130);
        let (mut bytes, mut other) = (Vec::new(), spawn());
        one.save_into(&mut bytes);
        assert!(bytes.len() <= 16 * 1024, "{method}: {} bytes", bytes.len());
        other.load(&bytes).unwrap();
        assert_eq!(play(&mut *one, 120), play(&mut *other, 120), "{method}");
        bytes.truncate(bytes.len() - 1);
        assert!(other.load(&bytes).is_err(), "{method}");
        assert_eq!(one.pose(), other.pose(), "{method}: what was refused has left a trace");
    });
}

#[test]
fn two_half_advances_are_one() {
    each(|method, spawn| {
        let (mut whole, mut halves) = (spawn(), spawn());
        for frame in 0..300 {
            let goal = goal_at(frame);
            whole.advance(&goal, TICK_SECS);
            halves.advance(&goal, 0.5 * TICK_SECS);
            let middle = halves.pose().root_position;
            halves.advance(&goal, 0.5 * TICK_SECS);
            assert_eq!(whole.pose(), halves.pose(), "{method}, frame {frame}");
            assert_eq!(whole.ground(), halves.ground(), "{method}, frame {frame}");
            let way = whole.pose().root_position.distance(middle);
            assert!(way < 0.05, "{method}, frame {frame}: the pose between is {way} m off");
        }
    });
}

#[test]
fn root_deltas_add_up_to_the_way() {
    each(|method, spawn| {
        let mut character = spawn();
        let mut at = character.ground();
        for frame in 0..300 {
            character.advance(&goal_at(frame), 1.0 / 47.0);
            at = at * character.root_delta();
        }
        let there = character.ground();
        assert!(at.position().distance(there.position()) < 1e-3, "{method}");
        assert!(wrap_angle(at.heading - there.heading).abs() < 1e-3, "{method}");
    });
}

/// In a world turned and moved a character does the same, but for rounding; which in the end may
/// tip a choice, so it is watched for two thirds of a second.
#[test]
fn a_correction_carries_all_of_it() {
    each(|method, spawn| {
        let (mut free, mut moved) = (spawn(), spawn());
        let by = GroundTransform::new(5.0, -3.0, 1.0);
        for _ in 0..45 {
            free.advance(&Goal::walk(0.4, 1.3), TICK_SECS);
            moved.advance(&Goal::walk(0.4, 1.3), TICK_SECS);
        }
        moved.correct_root(by * moved.ground());
        for _ in 0..20 {
            free.advance(&Goal::walk(0.4, 1.3), TICK_SECS);
            moved.advance(&Goal::walk(1.4, 1.3), TICK_SECS);
            let mut pose = free.pose().clone();
            by.transform_pose(&mut pose);
            let error = pose.root_position.distance(moved.pose().root_position);
            assert!(error < 5e-3, "{method}: {error} m");
        }
    });
}

#[test]
fn garbage_is_clamped_and_reported_and_never_leaves() {
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38, 0.0, 1e-40, 7.0];
    let pick = |index: u32, salt: u32| {
        let mixed = index.wrapping_mul(2_654_435_761).wrapping_add(salt.wrapping_mul(40_503));
        values[(mixed >> 13) as usize % values.len()]
    };
    each(|method, spawn| {
        let mut character = spawn();
        for index in 0..1000 {
            let (a, b, c) = (pick(index, 1), pick(index, 2), pick(index, 3));
            let pace = Pace::speed(c);
            let goal = match index % 5 {
                0 => Goal::from(Travel::Move { heading: a, pace, facing: Some(b) }),
                1 => Goal::from(Travel::Line {
                    through: GroundPoint::new(a, b),
                    heading: c,
                    pace,
                    facing: None,
                }),
                2 => Goal::from(Travel::Reach {
                    target: GroundPoint::new(a, b),
                    facing: Some(c),
                    pace,
                }),
                3 => Goal::from(Travel::Stand { facing: Some(a) }),
                _ => Goal::walk(b, a),
            };
            character.advance(&goal, pick(index, 4).min(0.1));
            if index % 50 == 0 {
                character.correct_root(GroundTransform::new(a, b, c));
                let force_newtons = Vec3::new(a, b, c);
                let push = Push { joint: JointId(999), force_newtons, duration_secs: a };
                assert!(!character.push(&push), "{method} takes a push of garbage");
            }
            assert!(character.pose().is_finite() && character.ground().is_finite(), "{method}");
            assert!(character.root_delta().is_finite(), "{method}");
        }
        character.advance(&Goal::walk(f32::NAN, 1.0), f32::NAN);
        assert!(character.problems().has(Problem::GoalNotFinite), "{method}");
        assert!(character.problems().has(Problem::TimeInvalid), "{method}");
        character.advance(
            &Goal::from(Travel::Move { heading: 0.0, pace: Pace::ANY, facing: None }),
            TICK_SECS,
        );
        assert!(character.problems().is_empty(), "{method}");
    });
}

/// What nobody can do yet, and a place to go to.
fn much_to_ask() -> Goal {
    let target = GroundPoint::new(0.4, 2.5);
    let mut goal = Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY });
    goal.action = Some(Action::new("somersault").in_secs(0.5));
    goal.arrive_in_secs = Some(2.0);
    goal.manner = Manner::new(&[("grace", 0.9)]).unwrap();
    goal.obstacles = Obstacles::new(&[Disc::still(GroundPoint::new(5.0, 5.0), 0.3)]).unwrap();
    goal.others = Others::new(&[Other::default()]).unwrap();
    goal
}

#[test]
fn what_is_not_served_is_said_once_in_words_and_the_rest_is_done() {
    each(|method, spawn| {
        let (mut character, mut plain) = (spawn(), spawn());
        let mut said = Vec::new();
        for frame in 0..300 {
            character.advance(&much_to_ask(), TICK_SECS);
            let mut served = Goal::from(much_to_ask().travel);
            if !character.unserved().has(Ability::Arrival) {
                served.arrive_in_secs = much_to_ask().arrive_in_secs;
            }
            plain.advance(&served, TICK_SECS);
            assert_eq!(character.pose(), plain.pose(), "{method}, frame {frame}");
            said.extend(character.notices());
        }
        let lacking = character.unserved();
        assert_eq!(said.len(), lacking.iter().count(), "{method}: {said:?}");
        assert!(lacking.has(Ability::Action), "{method}");
        assert!(said.iter().any(|text| text.contains("action")), "{method}: {said:?}");
        let mut other = much_to_ask();
        other.action = Some(Action::new("cartwheel"));
        character.advance(&other, TICK_SECS);
        assert_eq!(character.notices().len(), 1, "{method}: another action is news");
    });
}

#[test]
fn feet_that_come_down_and_places_that_are_reached_are_told() {
    each(|method, spawn| {
        let mut character = spawn();
        let (mut downs, mut ups, mut arrivals) = (0, 0, 0);
        let mut before = character.contacts();
        for frame in 0..300 {
            let goal = if frame < 60 { Goal::walk(0.0, 1.2) } else { much_to_ask() };
            character.advance(&goal, TICK_SECS);
            let (events, now) = (character.events(), character.contacts());
            let down = now.get(Side::Left) && !before.get(Side::Left);
            assert_eq!(events.has(Event::LeftFootDown), down, "{method}, frame {frame}");
            downs += usize::from(down);
            ups += usize::from(events.has(Event::RightFootUp));
            arrivals += usize::from(events.has(Event::Arrived));
            if events.has(Event::Arrived) {
                assert!(character.has_arrived(), "{method}");
            }
            before = now;
        }
        // A network that has learnt nothing does not walk.
        let walks = method == "neural" || (downs > 1 && ups > 1);
        assert!(walks, "{method} walks: {downs} left feet down, {ups} right up");
        assert!(arrivals <= 3, "{method} arrives {arrivals} times at one place");
        assert!(character.objects().is_empty() && character.object_kinds().is_empty());
    });
}
