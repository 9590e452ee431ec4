//! The foot lock on a body of two legs that slides, lifts, leaves and is carried.

#[path = "../../sidestep_motion/tests/doll/mod.rs"]
mod doll;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_control::{
    FootLock, FootLockConfig, Footing, Output,
    foot_lock::{Entered, FootHeights, FootLockState, LockedTick},
};
use sidestep_motion::{
    Clip, ClipId, Contacts, FrameId, GroundTransform, JointId, MotionLibrary, Side, Skeleton,
    contact_detection::ContactConfig, kinematics::JointTransforms,
};
use std::sync::Arc;

const LEFT_FOOT: JointId = JointId(3);
const LEFT_TOE: JointId = JointId(4);

fn of_secs(secs: f32) -> LockedTick {
    LockedTick { secs, ..LockedTick::default() }
}

/// A lock, and a body that stands with its feet exactly on the floor.
struct Stage {
    skeleton: Arc<Skeleton>,
    lock: FootLock,
    state: FootLockState,
    scratch: JointTransforms,
    footing: Footing,
}

impl Stage {
    fn new() -> Self {
        let skeleton = doll::skeleton(0.42, 0.05, false);
        let heights = [FootHeights { ankle: 0.08, toe: 0.02 }; 2];
        let lock = FootLock::new(&skeleton, heights, FootLockConfig::default());
        let scratch = JointTransforms::new(skeleton.len());
        Self {
            skeleton,
            lock,
            state: FootLockState::default(),
            scratch,
            footing: Footing::default(),
        }
    }

    /// One tick with the hips at `root`, legs stiff: the feet are wherever the hips take them.
    fn tick(&mut self, root: Vec3, contacts: Contacts, secs: f32) -> [Vec3; 3] {
        let mut out = Output::new(self.skeleton.len());
        out.pose.root_position = root + Vec3::Y * 0.92;
        out.contacts = contacts;
        self.lock.apply(&mut self.state, of_secs(secs), &mut out, &mut self.scratch);
        assert!(out.pose.is_finite());
        self.scratch.compute(&self.skeleton, out.pose.as_ref());
        [LEFT_FOOT, LEFT_TOE, JointId(0)].map(|joint| self.scratch.position(joint))
    }
}

const BOTH: fn() -> Contacts = || Contacts::new(true, true);

#[test]
fn a_sliding_foot_is_held_and_the_pelvis_sinks_for_it() {
    let mut stage = Stage::new();
    let start = stage.tick(Vec3::ZERO, BOTH(), 1.0 / 30.0);
    let mut hips = start[2];
    for tick in 1..=15_u8 {
        // 0.3 m/s for half a second: 15 cm, within the radius but beyond a straight leg's reach.
        let place = Vec3::Z * (f32::from(tick) * 0.01);
        let now = stage.tick(place, BOTH(), 1.0 / 30.0);
        assert!(now[0].distance(start[0]) < 0.012, "tick {tick}: {}", now[0].distance(start[0]));
        assert!((hips.y - now[2].y).abs() < 0.01, "the pelvis does not jump");
        hips = now[2];
    }
    assert!(stage.state.holds(Side::Left));
    assert!(hips.y < 0.92 && hips.y > 0.8, "{}", hips.y);
}

/// Feet that stand exactly still while down, and leave and come back while up.
#[test]
fn clean_motion_passes_to_the_bit() {
    let mut stage = Stage::new();
    let mut place = Vec3::ZERO;
    for tick in 0..100_u8 {
        let down = tick % 20 < 12;
        if !down {
            place.z += 0.02;
        }
        let mut out = Output::new(stage.skeleton.len());
        out.pose.root_position = place + Vec3::Y * if down { 0.92 } else { 0.97 };
        out.contacts = Contacts::new(down, down);
        let before = out.clone();
        stage.lock.apply(&mut stage.state, of_secs(1.0 / 30.0), &mut out, &mut stage.scratch);
        assert_eq!((&out.pose, out.contacts), (&before.pose, before.contacts), "tick {tick}");
        assert_eq!(stage.state.holds(Side::Left), down);
    }
}

/// After the contact has ended the correction is gone in 0.2 s, and on the way the foot never
/// moves faster than the body and the fading together can explain.
#[test]
fn the_correction_fades_in_a_fifth_of_a_second_at_any_rate() {
    for hz in [30_u8, 60, 120, 240] {
        let secs = 1.0 / f32::from(hz);
        let mut stage = Stage::new();
        let mut last = stage.tick(Vec3::ZERO, BOTH(), secs);
        let mut place = Vec3::ZERO;
        let mut elapsed = 0.0;
        while elapsed < 0.3 {
            place.z += 0.3 * secs;
            elapsed += secs;
            last = stage.tick(place, BOTH(), secs);
        }
        let error = place.z - last[0].z;
        assert!(error > 0.08, "held back by {error} m");
        elapsed = 0.0;
        while elapsed < 0.21 {
            place.z += 0.3 * secs;
            elapsed += secs;
            let now = stage.tick(place, Contacts::NONE, secs);
            let speed = now[0].distance(last[0]) / secs;
            assert!(speed < 2.0, "{hz} Hz: {speed} m/s");
            last = now;
        }
        assert!((place.z - last[0].z).abs() < 2e-3, "{hz} Hz: {} left", place.z - last[0].z);
    }
}

#[test]
fn too_long_a_correction_is_given_up_without_a_jump() {
    let mut stage = Stage::new();
    let mut last = stage.tick(Vec3::ZERO, BOTH(), 1.0 / 30.0);
    let mut fastest = 0.0_f32;
    for tick in 1..=60_u8 {
        let now = stage.tick(Vec3::Z * (f32::from(tick) * 0.02), BOTH(), 1.0 / 30.0);
        let way = now[0] - last[0];
        fastest = fastest.max(way.length() * 30.0);
        // The leg never trails by more than the radius and what it overshoots in fading.
        assert!((f32::from(tick) * 0.02 - now[0].z).abs() < 0.27);
        last = now;
    }
    assert!(fastest < 3.0, "{fastest} m/s");
}

#[test]
fn a_foot_in_the_air_is_not_locked_whatever_the_contact_says() {
    let mut stage = Stage::new();
    stage.tick(Vec3::Y * 0.1, BOTH(), 1.0 / 30.0);
    stage.tick(Vec3::Y * 0.1 + Vec3::Z * 0.01, BOTH(), 1.0 / 30.0);
    assert!(!stage.state.holds(Side::Left));
}

/// A foot that turns back and forth by a degree a tick, now a little more about its toe, now about
/// its ankle: it is held at one of them and does not shuffle along.
#[test]
fn a_flat_foot_turns_about_one_point() {
    let mut stage = Stage::new();
    let mut places = Vec::new();
    for tick in 0..40_u8 {
        let mut out = Output::new(stage.skeleton.len());
        let turn = if tick % 2 == 0 { 0.02 } else { -0.02 };
        out.pose.root_position =
            Vec3::new(turn * [0.05, 0.08][usize::from(tick % 4 / 2)], 0.92, 0.0);
        out.pose.rotations[LEFT_FOOT.index()] =
            sidestep_motion::math::unit(Quat::from_xyzw(0.0, 0.5 * turn, 0.0, 1.0));
        out.contacts = BOTH();
        stage.lock.apply(&mut stage.state, of_secs(1.0 / 30.0), &mut out, &mut stage.scratch);
        stage.scratch.compute(&stage.skeleton, out.pose.as_ref());
        places.push([LEFT_FOOT, LEFT_TOE].map(|joint| stage.scratch.position(joint)));
    }
    let still = |point: usize| {
        let moves = places[2..].windows(2).map(|pair| pair[0][point].distance(pair[1][point]));
        moves.fold(0.0_f32, f32::max) < 1e-4
    };
    assert!(still(0) || still(1));
}

/// With `still_speed` a foot that is low and slow stays where it is after its contact has ended,
/// until it leaves; without, its correction fades at once.
#[test]
fn a_foot_that_stands_still_is_down_whatever_the_contact_says() {
    for (still_speed, holds) in [(0.0, false), (0.4, true)] {
        let mut stage = Stage::new();
        let heights = stage.lock.habits().map(|habits| habits.heights);
        let config = FootLockConfig { still_speed, ..FootLockConfig::default() };
        stage.lock = FootLock::new(&stage.skeleton, heights, config);
        stage.tick(Vec3::ZERO, BOTH(), 1.0 / 30.0);
        stage.tick(Vec3::Z * 0.005, BOTH(), 1.0 / 30.0);
        stage.tick(Vec3::Z * 0.01, Contacts::NONE, 1.0 / 30.0);
        assert_eq!(stage.state.holds(Side::Left), holds);
        stage.tick(Vec3::new(0.0, 0.05, 0.03), Contacts::NONE, 1.0 / 30.0);
        assert!(!stage.state.holds(Side::Left), "it has left the floor, and fast");
    }
}

/// The body turns by this much in each tick of the tests below, in radians.
const TURN: f32 = 0.02;

impl Stage {
    /// One tick of a body that has turned by `yaw` about its middle, feet and all; answers the left
    /// ankle and toe as shown.
    fn turned_tick(&mut self, yaw: f32) -> [Vec3; 2] {
        let mut out = Output::new(self.skeleton.len());
        out.pose.root_position = Vec3::Y * 0.92;
        out.contacts = BOTH();
        out.carry(GroundTransform::new(0.0, 0.0, yaw));
        self.lock.apply(&mut self.state, of_secs(1.0 / 30.0), &mut out, &mut self.scratch);
        self.footing = out.footing;
        self.scratch.compute(&self.skeleton, out.pose.as_ref());
        [LEFT_FOOT, LEFT_TOE].map(|joint| self.scratch.position(joint))
    }
}

fn yaw([ankle, toe]: [Vec3; 2]) -> f32 {
    sidestep_motion::math::atan2(toe.x - ankle.x, toe.z - ankle.z)
}

/// A body that turns over its feet leaves them pointing where they point; a lock of points lets them
/// turn along.
#[test]
fn a_planted_foot_keeps_its_direction() {
    for (whole_foot, turned) in [(true, 0.0), (false, 15.0 * TURN)] {
        let mut stage = Stage::new();
        let config = FootLockConfig { whole_foot, ..FootLockConfig::default() };
        stage.lock = stage.lock.clone().with_config(config);
        let first = yaw(stage.turned_tick(0.0));
        let last = (1..=15_u8).map(|tick| yaw(stage.turned_tick(f32::from(tick) * TURN))).last();
        let way = last.unwrap_or(f32::NAN) - first;
        assert!((way - turned).abs() < 0.03, "{whole_foot}: {way}");
    }
}

/// A body that comes down on its left foot and turns by 0.4, with the foot, in the first third of a
/// second that it stands.
fn landing() -> MotionLibrary {
    let skeleton = doll::skeleton(0.42, 0.05, false);
    let yaw = |frame: u8| f32::from(frame.clamp(10, 20) - 10) * 0.04;
    let turned = |frame: u8| {
        let root = Quat::from_rotation_y(yaw(frame));
        std::iter::once(root).chain(std::iter::repeat_n(Quat::IDENTITY, skeleton.len() - 1))
    };
    let height = |frame: u8| if frame < 10 { 1.02 } else { 0.92 };
    let clip = Clip {
        root_positions: (0..40).map(|frame| Vec3::Y * height(frame)).collect(),
        rotations: (0..40).flat_map(turned).collect(),
        contacts: Some((0..40).map(|frame| Contacts::new(frame >= 10, false)).collect()),
        ..Clip::empty("landing", &skeleton, 30.0)
    };
    MotionLibrary::from_clips(&[clip], &ContactConfig::default()).expect("a sound clip")
}

/// A foot that rolls off the floor lifts both of its joints while it is down: it is held as high as the
/// actor's was, and not pulled through the floor.
#[test]
fn a_foot_rises_as_it_rolls() {
    let library = landing();
    let mut poses: Vec<_> = (0..40).map(|frame| library.pose(FrameId(frame)).to_pose()).collect();
    for (pose, rise) in poses[30..].iter_mut().zip(1_u8..) {
        pose.root_position.y += 0.0005 * f32::from(rise);
    }
    let mut clip = library.to_clip(ClipId(0));
    clip.root_positions = poses.iter().map(|pose| pose.root_position).collect();
    let library =
        MotionLibrary::from_clips(&[clip], &ContactConfig::default()).expect("a sound clip");
    // Who is told nothing pulls it down as far as the stretched leg reaches.
    for (is_told, heights) in [(true, 0.084..0.086), (false, 0.08..0.083)] {
        let mut stage = Stage::new();
        stage.lock = FootLock::of(&library, FootLockConfig::default());
        for frame in (0..40).map(FrameId) {
            let mut out = Output::new(stage.skeleton.len());
            out.pose.copy_from(library.pose(frame));
            out.contacts = library.contacts(frame);
            out.played = is_told.then_some(frame);
            let tick = of_secs(1.0 / 30.0);
            stage.lock.apply(&mut stage.state, tick, &mut out, &mut stage.scratch);
            stage.scratch.compute(&stage.skeleton, out.pose.as_ref());
        }
        let shown = stage.scratch.position(LEFT_FOOT).y;
        assert!(heights.contains(&shown), "{is_told}: {shown}");
    }
}

/// A foot that is held does not turn with the actor's any more, so it lands as his will stand.
#[test]
fn a_foot_lands_as_it_will_stand() {
    let library = landing();
    for (is_told, direction) in [(true, 0.4), (false, 0.0)] {
        let mut stage = Stage::new();
        stage.lock = FootLock::of(&library, FootLockConfig::default());
        for frame in (0..40).map(FrameId) {
            let mut out = Output::new(stage.skeleton.len());
            out.pose.copy_from(library.pose(frame));
            out.contacts = library.contacts(frame);
            out.played = is_told.then_some(frame);
            let tick = of_secs(1.0 / 30.0);
            stage.lock.apply(&mut stage.state, tick, &mut out, &mut stage.scratch);
            stage.scratch.compute(&stage.skeleton, out.pose.as_ref());
            let shown = yaw([LEFT_FOOT, LEFT_TOE].map(|joint| stage.scratch.position(joint)));
            let stands = frame.0 > 11;
            assert!(!stands || (shown - direction).abs() < 0.1, "{is_told}, {frame:?}: {shown}");
        }
    }
}

/// The further the body is twisted over its feet, the less it may turn on; the other way it may turn
/// more. What is allowed comes to rest before the room ends.
#[test]
fn a_twisted_body_has_less_room_to_turn() {
    let mut stage = Stage::new();
    stage.turned_tick(0.0);
    let (right, left) = stage.footing.room();
    assert!((right + left).abs() < 1e-4 && left > 1.5, "{right} {left}");
    for tick in 1..=10_u8 {
        stage.turned_tick(f32::from(tick) * TURN);
    }
    let (more_right, less_left) = stage.footing.room();
    assert!((less_left - (left - 10.0 * TURN)).abs() < 1e-3, "{less_left}");
    assert!((more_right - (right - 10.0 * TURN)).abs() < 1e-3, "{more_right}");
    let mut footing = Footing { rooms: [Some((-0.5, 0.3)), Some((-0.1, 1.0))], pelvis: None };
    assert_eq!(footing.room(), (-0.1, 0.3));
    let (mut turned, mut rate) = (0.0, 0.0_f32);
    for _ in 0..200 {
        let allowed = footing.allowed(0.05, 0.005);
        rate = allowed.clamp(rate - 0.005, rate + 0.005);
        turned += rate;
        footing.rooms = footing.rooms.map(|room| room.map(|(r, l)| (r - rate, l - rate)));
    }
    assert!(turned > 0.28 && turned < 0.31, "{turned}");
    assert_eq!(Footing::default().allowed(-0.4, 0.1), -0.4, "nothing is cut in flight");
}

/// Where the body is twisted further over its feet than hips allow, they give way or step: no twist
/// grows without end.
#[test]
fn no_body_is_wrung() {
    let mut stage = Stage::new();
    let mut most = 0.0_f32;
    for tick in 0..300_u16 {
        let body = f32::from(tick) * TURN;
        let foot = yaw(stage.turned_tick(body));
        most = most.max(sidestep_motion::math::wrap_angle(body - foot).abs());
    }
    assert!(most > 1.2 && most < 2.0, "{most}");
}

/// With `stance_joins` a frame is laid so that its planted foot stands where the present one does.
#[test]
fn a_body_that_goes_on_rises_on_the_ball_of_its_foot() {
    let mut stage = Stage::new();
    let contacts = Contacts::new(true, false);
    for _ in 0..12 {
        stage.tick(Vec3::ZERO, contacts, 1.0 / 30.0);
    }
    let [ankle, toe, _] = stage.tick(Vec3::ZERO, contacts, 1.0 / 30.0);
    let mut shown = [ankle, toe, ankle];
    // Two tenths further on, the stiff leg does not reach its flat foot.
    for step in 1..=10_u8 {
        let root = Vec3::Z * (0.02 * f32::from(step));
        shown = stage.tick(root, contacts, 1.0 / 30.0);
    }
    let slid = Vec3::new(shown[1].x - toe.x, 0.0, shown[1].z - toe.z).length();
    assert!(slid < 2e-3, "the ball slid {slid} m");
    assert!(shown[0].y > ankle.y + 0.005, "the heel stayed down: {} {}", shown[0].y, ankle.y);
}

#[test]
fn a_frame_is_laid_by_its_planted_feet() {
    let mut stage = Stage::new();
    let mut shown = Output::new(stage.skeleton.len());
    shown.pose.root_position = Vec3::new(0.0, 0.92, 0.3);
    (shown.ground.z, shown.contacts) = (0.3, Contacts::new(true, false));
    let mut entered = shown.clone();
    // The thigh is swung, so that the same pelvis has its foot elsewhere.
    entered.pose.rotations[1] = Quat::from_rotation_x(0.2);
    let frame =
        Entered { pose: entered.pose.as_ref(), ground: entered.ground, contacts: entered.contacts };
    assert_eq!(stage.lock.lay(&shown, &frame), shown.ground, "the pelvis, by default");
    let config = FootLockConfig { stance_joins: 1.0, ..FootLockConfig::default() };
    stage.lock = stage.lock.clone().with_config(config);
    let laid = stage.lock.lay(&shown, &frame);
    let positions = |pose: &sidestep_motion::Pose| {
        sidestep_motion::kinematics::joint_positions(&stage.skeleton, pose.as_ref())
    };
    let before = positions(&shown.pose);
    let mut moved = entered.pose.clone();
    (laid * entered.ground.inverse()).transform_pose(&mut moved);
    let after = positions(&moved);
    let middle = |at: &[Vec3]| 0.5 * (at[LEFT_FOOT.index()] + at[LEFT_TOE.index()]);
    let apart = middle(&before) - middle(&after);
    assert!(Vec3::new(apart.x, 0.0, apart.z).length() < 1e-5, "{apart}");
    assert!((laid.z - 0.3).abs() > 0.05);
    let flying = Entered { contacts: Contacts::NONE, ..frame };
    assert_eq!(stage.lock.lay(&shown, &flying), shown.ground);
}

proptest! {
    /// Carrying the state and the body is the same as carrying the result.
    #[test]
    fn a_carried_lock_gives_the_carried_foot(x in -9.0_f32..9.0, z in -9.0_f32..9.0, turn in -3.0_f32..3.0) {
        let mut stage = Stage::new();
        for tick in 0..9_u8 {
            stage.tick(Vec3::Z * (f32::from(tick) * 0.01), BOTH(), 1.0 / 30.0);
        }
        let moved = GroundTransform::new(x, z, turn);
        let mut out = Output::new(stage.skeleton.len());
        out.pose.root_position = Vec3::new(0.0, 0.92, 0.09);
        out.contacts = BOTH();
        let mut carried = out.clone();
        carried.carry(moved);
        let mut carried_state = stage.state;
        carried_state.carry(moved);
        stage.lock.apply(&mut stage.state, of_secs(1.0 / 30.0), &mut out, &mut stage.scratch);
        stage.lock.apply(&mut carried_state, of_secs(1.0 / 30.0), &mut carried, &mut stage.scratch);
        out.carry(moved);
        let positions = |output: &Output| {
            sidestep_motion::kinematics::joint_positions(&stage.skeleton, output.pose.as_ref())
        };
        for (a, b) in positions(&out).into_iter().zip(positions(&carried)) {
            prop_assert!(a.distance(b) < 1e-3, "{a} {b}");
        }
    }

    #[test]
    fn nothing_makes_it_lose_its_mind(places in prop::collection::vec(
        (-100.0_f32..100.0, -5.0_f32..5.0, -100.0_f32..100.0, any::<bool>()), 1..40)) {
        let mut stage = Stage::new();
        for (x, y, z, down) in places {
            stage.tick(Vec3::new(x, y, z), Contacts::new(down, !down), 1.0 / 30.0);
        }
    }
}

#[test]
fn a_wanted_crouch_lowers_the_pelvis_and_leaves_the_feet() {
    let mut stage = Stage::new();
    let height = 0.92;
    stage.lock = stage.lock.clone().crouching_at(height - 0.1);
    let tick = |stage: &mut Stage, crouches: bool| {
        let mut out = Output::new(stage.skeleton.len());
        out.pose.root_position = Vec3::Y * height;
        out.contacts = BOTH();
        let tick = LockedTick { crouches, ..of_secs(1.0 / 30.0) };
        stage.lock.apply(&mut stage.state, tick, &mut out, &mut stage.scratch);
        stage.scratch.compute(&stage.skeleton, out.pose.as_ref());
        (out.pose.root_position.y, stage.scratch.position(LEFT_FOOT))
    };
    let (_, foot) = tick(&mut stage, false);
    let mut before = height;
    for _ in 0..30 {
        let (pelvis, ankle) = tick(&mut stage, true);
        assert!(pelvis <= before && before - pelvis < 0.02, "{before} to {pelvis}");
        assert!(ankle.distance(foot) < 1e-3, "{ankle} instead of {foot}");
        before = pelvis;
    }
    assert!((height - 0.1..height - 0.06).contains(&before), "{before} is no crouch");
    for _ in 0..60 {
        before = tick(&mut stage, false).0;
    }
    assert!((height - before).abs() < 1e-4, "it does not rise again: {before}");
}
