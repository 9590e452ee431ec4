//! Stories of bodies that somebody holds: they keep their feet, step, fall, get up, and are let go.

use glam::{Quat, Vec3};
use sidestep_clip_player::ClipPlayer;
use sidestep_control::{Animate, Character, Goal, Push, Start};
use sidestep_motion::{
    GroundTransform, JointId, MotionLibrary, Pose, Role, Side, contact_detection::ContactConfig,
    kinematics::joint_positions,
};
use sidestep_performer::PerformerConfig;
use sidestep_push::{PushConfig, Pushable};
use std::sync::{Arc, LazyLock};

const SECS: f32 = 1.0 / 30.0;
/// How far aside the head is turned that tells one getting up from another.
const ASIDE: f32 = 0.7;

#[global_allocator]
static ALLOCATOR: sidestep_allocations::Counting = sidestep_allocations::Counting;

static LIBRARY: LazyLock<Arc<MotionLibrary>> = LazyLock::new(|| {
    let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
    Arc::new(library.expect("clips of one actor"))
});

static PUSHABLE: LazyLock<Arc<Pushable<ClipPlayer>>> = LazyLock::new(|| {
    let player = sidestep_clip_player::build(&LIBRARY, &Default::default()).expect("frames");
    Arc::new(Pushable::new(&Arc::new(player), &LIBRARY, PushConfig::default()))
});

fn joint(role: Role) -> JointId {
    LIBRARY.skeleton().roles().get(role).expect("a whole body")
}

fn standing() -> Character<Pushable<ClipPlayer>> {
    let mut character = Character::new(&PUSHABLE, Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..30 {
        character.advance(&Goal::STAND, SECS);
    }
    character
}

/// The library with falls in which the actor turns its head far aside.
fn library_that_gets_up() -> Arc<MotionLibrary> {
    let config = PerformerConfig { play: 0.02, falls: 2, ..PerformerConfig::default() };
    let mut clips = sidestep_performer::perform(&config);
    let neck = joint(Role::Neck).index();
    for clip in clips.iter_mut().filter(|clip| clip.name.starts_with("fall")) {
        let joints = clip.skeleton.len();
        // Who stands looks ahead: it is what postures bend.
        for frame in (0..clip.len()).filter(|frame| clip.root_positions[*frame].y < 0.7) {
            clip.rotations[frame * joints + neck] *= Quat::from_rotation_y(ASIDE);
        }
    }
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("one actor"))
}

/// What a hand gives in one tick.
fn pull(role: Role, newtons: Vec3) -> Push {
    Push { joint: joint(role), force_newtons: newtons, duration_secs: 2.0 * SECS }
}

/// Joint positions of every tick of a body that is held for some ticks and then watched.
fn held(role: Role, newtons: Vec3, ticks: usize, watched: usize) -> Vec<Vec<Vec3>> {
    let mut character = standing();
    let mut places = Vec::new();
    for tick in 0..ticks + watched {
        if tick < ticks {
            assert!(Animate::push(&mut character, &pull(role, newtons)));
        }
        character.advance(&Goal::STAND, SECS);
        assert!(character.pose().is_finite());
        places.push(joint_positions(character.skeleton(), character.pose().as_ref()));
    }
    places
}

fn height(places: &[Vec3], role: Role) -> f32 {
    places[joint(role).index()].y
}

fn feet(places: &[Vec3]) -> [f32; 2] {
    Side::BOTH.map(|side| height(places, Role::Foot(side)))
}

#[test]
fn a_hand_pulled_up_lifts_the_arm_and_not_the_body() {
    let still = held(Role::Hand(Side::Right), Vec3::ZERO, 1, 1);
    let up = held(Role::Hand(Side::Right), Vec3::Y * 400.0, 60, 60);
    let (first, last) = (&still[0], &up[59]);
    let hand = |places: &[Vec3]| height(places, Role::Hand(Side::Right));
    assert!(hand(last) > hand(first) + 0.5, "{} after {}", hand(last), hand(first));
    for places in &up {
        let [left, right] = feet(places);
        let [rest, _] = feet(first);
        assert!(left.min(right) < rest + 0.05, "the feet are at {left} and {right} m");
        assert!(places[0].y < first[0].y + 0.05, "the pelvis is lifted to {} m", places[0].y);
        assert!(height(places, Role::Head) > places[0].y + 0.3);
    }
}

/// A weak pull is borne, a stronger one makes steps, the strongest fells; the body gets up again.
#[test]
fn a_stronger_pull_makes_steps_and_then_a_fall() {
    let role = Role::Hand(Side::Left);
    let heads =
        |places: &[Vec<Vec3>]| places.iter().map(|p| height(p, Role::Head)).fold(9.0, f32::min);
    let way = |places: &[Vec<Vec3>]| {
        let foot = joint(Role::Foot(Side::Right)).index();
        (places[89][foot] - places[0][foot]).x
    };
    let (weak, strong) =
        (held(role, Vec3::X * 25.0, 90, 150), held(role, Vec3::X * 140.0, 90, 150));
    assert!(way(&weak).abs() < 0.05, "25 N move a foot by {} m", way(&weak));
    assert!(way(&strong) > 0.3, "140 N move a foot by {} m", way(&strong));
    let standing = height(&weak[0], Role::Head);
    assert!(heads(&weak).min(heads(&strong)) > 0.8 * standing, "nobody falls");
    let felled = held(role, Vec3::X * 400.0, 60, 150);
    assert!(heads(&felled) < 0.3 * standing, "400 N for 2 s fell a body: {}", heads(&felled));
    let lowest = felled.iter().flatten().map(|place| place.y).fold(9.0, f32::min);
    assert!(lowest > -0.03, "a joint is {lowest} m below the floor");
    // Up again within four seconds of the release.
    assert!(height(&felled[60 + 120], Role::Head) > 0.9 * standing);
}

#[test]
fn it_gets_up_as_the_data_does() {
    let library = library_that_gets_up();
    let player = sidestep_clip_player::build(&library, &Default::default()).expect("frames");
    let pushable = Arc::new(Pushable::new(&Arc::new(player), &library, PushConfig::default()));
    let neck = joint(Role::Neck).index();
    for way in [Vec3::Z, Vec3::NEG_Z] {
        let mut character = Character::new(&pushable, Start::Rest(GroundTransform::IDENTITY));
        let (mut aside, mut doing): (f32, Vec<f32>) = (0.0, Vec::new());
        let mut before: Option<Vec<Vec3>> = None;
        for tick in 0..200 {
            if (30..60).contains(&tick) {
                let pull = pull(Role::Chest, way * 400.0);
                assert!(Animate::push(&mut character, &pull));
            }
            character.advance(&Goal::STAND, SECS);
            let places = joint_positions(character.skeleton(), character.pose().as_ref());
            doing.push(places[0].y);
            if places[0].y > 0.3 && tick > 90 {
                let (axis, angle) = character.pose().rotations[neck].to_axis_angle();
                aside = aside.max((axis.y * angle).abs());
            }
            if let Some(before) = before.replace(places.clone()) {
                let jump =
                    before.iter().zip(&places).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                assert!(jump < 0.3, "{jump} m in tick {tick}");
            }
        }
        assert!(doing.iter().any(|height| *height < 0.25), "it lay: {doing:.2?}");
        assert!(doing[199] > 0.85, "it stands at {} m", doing[199]);
        assert!(aside > 0.8 * ASIDE, "the head turned by {aside}");
    }
}

/// Who is thrown aside lies on that side, rolls over and gets up.
#[test]
fn it_falls_the_way_it_is_thrown() {
    for (way, side) in [(Vec3::X, Side::Left), (Vec3::NEG_X, Side::Right)] {
        let places = held(Role::Chest, way * 400.0, 60, 150);
        let shoulders = |places: &[Vec3]| {
            height(places, Role::UpperArm(side)) - height(places, Role::UpperArm(side.other()))
        };
        let lies = &places[59];
        assert!(lies[0].y < 0.4, "it lies at {} m", lies[0].y);
        assert!(shoulders(lies) < -0.2, "{side:?} shoulder {} m higher", shoulders(lies));
        let lowest = places.iter().flatten().map(|place| place.y).fold(9.0, f32::min);
        assert!(lowest > -0.03, "a joint is {lowest} m below the floor");
        assert!(height(&places[60 + 120], Role::Head) > 0.9 * height(&places[0], Role::Head));
    }
}

/// How far aside the head is turned of a body that falls.
fn aside_on_the_way_down(library: &Arc<MotionLibrary>, way: Vec3) -> f32 {
    let player = sidestep_clip_player::build(library, &Default::default()).expect("frames");
    let pushable = Arc::new(Pushable::new(&Arc::new(player), library, PushConfig::default()));
    let neck = joint(Role::Neck).index();
    let mut character = Character::new(&pushable, Start::Rest(GroundTransform::IDENTITY));
    let (mut aside, mut stood): (f32, bool) = (0.0, false);
    for _ in 0..90 {
        assert!(Animate::push(&mut character, &pull(Role::Chest, way * 400.0)));
        character.advance(&Goal::STAND, SECS);
        let (axis, angle) = character.pose().rotations[neck].to_axis_angle();
        // The stillest frame of this library lies, and a clip player by itself rests in it.
        let height = character.pose().root_position.y;
        stood |= height > 0.8;
        if stood && height < 0.5 {
            aside = aside.max((axis.y * angle).abs());
        }
    }
    aside
}

/// By the data of that way where there is any, by postures where there is none.
#[test]
fn it_falls_as_the_data_does() {
    let library = library_that_gets_up();
    for (way, is_held) in [(Vec3::Z, true), (Vec3::NEG_Z, true), (Vec3::X, false)] {
        let aside = aside_on_the_way_down(&library, way);
        assert_eq!(aside > 0.8 * ASIDE, is_held, "{way}: the head turned by {aside}");
    }
}

#[test]
fn a_pulled_foot_leaves_the_floor_and_the_body_keeps_upright() {
    let places = held(Role::Foot(Side::Left), Vec3::new(0.0, 90.0, 90.0), 60, 90);
    let rest = feet(&places[0])[0];
    assert!(feet(&places[40])[0] > rest + 0.03, "{} after {rest}", feet(&places[40])[0]);
    for places in &places {
        assert!(height(places, Role::Head) > places[0].y + 0.3);
        assert!(feet(places)[0].max(feet(places)[1]) < places[0].y);
    }
    let last = &places[149];
    assert!((feet(last)[0] - rest).abs() < 0.03, "the foot is back at {}", feet(last)[0]);
}

/// Nothing hangs and nothing pops when a hand lets go.
#[test]
fn a_released_body_comes_back_at_once_and_smoothly() {
    for newtons in [Vec3::X * 100.0, Vec3::Y * 300.0, Vec3::Z * -120.0] {
        let places = held(Role::Hand(Side::Left), newtons, 45, 90);
        let hand = joint(Role::Hand(Side::Left)).index();
        let away = |tick: usize| {
            (places[tick][hand] - places[tick][0]) - (places[134][hand] - places[134][0])
        };
        assert!(away(60).length() < 0.6 * away(44).length(), "{newtons}: it hangs");
        let pop = places.windows(3).flat_map(|w| {
            (0..w[0].len()).map(|j| (w[2][j] - 2.0 * w[1][j] + w[0][j]).length() / (SECS * SECS))
        });
        let pop = pop.fold(0.0, f32::max);
        assert!(pop < 250.0, "{newtons}: a joint is accelerated by {pop} m/s²");
    }
}

/// In the middle of being held, falling, lying and getting up.
#[test]
fn a_held_body_is_rolled_back_to_the_bit() {
    let goal = Goal::walk(0.7, 1.1);
    let go = |character: &mut dyn Animate, ticks: std::ops::Range<usize>| -> Vec<Pose> {
        let tick = |tick: usize| {
            if (20..70).contains(&tick) {
                character.push(&pull(Role::Hand(Side::Left), Vec3::new(300.0, 120.0, -90.0)));
            }
            character.advance(&goal, SECS).clone()
        };
        ticks.map(tick).collect()
    };
    for at in [22, 30, 36, 50, 75, 100, 130, 150] {
        let mut character = Character::new(&PUSHABLE, Start::Rest(GroundTransform::IDENTITY));
        go(&mut character, 0..at);
        let mut bytes = Vec::new();
        character.save_into(&mut bytes);
        let first = go(&mut character, at..220);
        let mut other = Character::new(&PUSHABLE, Start::Rest(GroundTransform::new(3.0, 1.0, 1.0)));
        other.load(&bytes).expect("a snapshot of the same controller");
        assert_eq!(go(&mut other, at..220), first, "from tick {at}");
    }
}

/// A body that is carried elsewhere while it is held goes on there as it would have here.
#[test]
fn a_hold_is_carried_along() {
    let there = GroundTransform::new(5.0, -3.0, 1.1);
    let run = |carry: bool| {
        let mut character = standing();
        for tick in 0..100 {
            let is_there = carry && tick >= 20;
            if carry && tick == 20 {
                let ground = there * character.ground();
                character.correct_root(ground);
            }
            if tick < 50 {
                let newtons = Vec3::new(220.0, 0.0, 90.0);
                let newtons = if is_there { there.transform_vector(newtons) } else { newtons };
                character.push(&pull(Role::Chest, newtons));
            }
            character.advance(&Goal::FREE, SECS);
        }
        joint_positions(character.skeleton(), character.pose().as_ref())
    };
    for (here, moved) in run(false).iter().zip(run(true)) {
        let off = there.transform_point(*here).distance(moved);
        assert!(off < 0.02, "{off} m");
    }
}

/// A hand too weak to stop a body leads its arm; the body walks on as if nobody held it.
#[test]
fn a_weak_pull_leads_the_arm_of_a_body_that_walks_on() {
    let goal = Goal::walk(0.0, 1.1);
    let run = |newtons: f32| -> Vec<Vec<Vec3>> {
        let mut character = Character::new(&PUSHABLE, Start::Rest(GroundTransform::IDENTITY));
        let tick = |tick: usize| {
            if newtons > 0.0 && (60..100).contains(&tick) {
                character.push(&pull(Role::Hand(Side::Left), Vec3::new(newtons, newtons, 0.0)));
            }
            character.advance(&goal, SECS);
            joint_positions(character.skeleton(), character.pose().as_ref())
        };
        (0..150).map(tick).collect()
    };
    let (alone, led) = (run(0.0), run(25.0));
    let hand = joint(Role::Hand(Side::Left)).index();
    let off = |tick: usize, index: usize| alone[tick][index].distance(led[tick][index]);
    assert!(off(99, hand) > 0.15, "the hand is led by {} m", off(99, hand));
    for tick in 60..150 {
        // The trunk gives way above the pelvis, and what keeps feet in place moves it by a hair.
        assert!(off(tick, 0) < 1e-3, "the pelvis is {} m off in tick {tick}", off(tick, 0));
        for foot in Side::BOTH.map(|side| joint(Role::Foot(side)).index()) {
            assert!(off(tick, foot) < 0.01, "a foot is {} m off in tick {tick}", off(tick, foot));
        }
    }
    for index in 0..alone[149].len() {
        let left = off(149, index);
        assert!(left < 1e-3, "once it is let go, {left} m are left of joint {index}");
    }
    let pop = led.windows(3).map(|w| (w[2][hand] - 2.0 * w[1][hand] + w[0][hand]).length());
    let own = alone.windows(3).map(|w| (w[2][hand] - 2.0 * w[1][hand] + w[0][hand]).length());
    let most = own.fold(0.0, f32::max) / (SECS * SECS);
    let pop = pop.fold(0.0, f32::max) / (SECS * SECS);
    assert!(pop < most + 60.0, "the hand is accelerated by {pop} m/s², by itself by {most}");
}

/// A led body is rolled back to the bit, as a held one is.
#[test]
fn a_led_body_is_rolled_back_to_the_bit() {
    let goal = Goal::walk(0.7, 1.1);
    let go = |character: &mut dyn Animate, ticks: std::ops::Range<usize>| -> Vec<Pose> {
        let tick = |tick: usize| {
            if (20..50).contains(&tick) {
                character.push(&pull(Role::Hand(Side::Left), Vec3::new(20.0, 20.0, -10.0)));
            }
            character.advance(&goal, SECS).clone()
        };
        ticks.map(tick).collect()
    };
    for at in [22, 35, 52, 60] {
        let mut character = Character::new(&PUSHABLE, Start::Rest(GroundTransform::IDENTITY));
        go(&mut character, 0..at);
        let mut bytes = Vec::new();
        character.save_into(&mut bytes);
        let first = go(&mut character, at..100);
        let mut other = Character::new(&PUSHABLE, Start::Rest(GroundTransform::new(3.0, 1.0, 1.0)));
        other.load(&bytes).expect("a snapshot of the same controller");
        assert_eq!(go(&mut other, at..100), first, "from tick {at}");
    }
}

/// Whoever is pulled by a foot hops after it: no flight is long, and nobody sits in the air behind the
/// foot that bears him.
#[test]
fn a_foot_that_is_pulled_is_hopped_after() {
    for newtons in
        [Vec3::Z * 120.0, Vec3::Z * 300.0, Vec3::X * 120.0, Vec3::new(150.0, 40.0, 150.0)]
    {
        let places = held(Role::Foot(Side::Left), newtons, 60, 90);
        let along = newtons.with_y(0.0).normalize_or_zero();
        let foot = joint(Role::Foot(Side::Right)).index();
        let ends = [Role::Foot(Side::Right), Role::Toe(Side::Right)];
        let rests = ends.map(|end| height(&places[0], end));
        let (mut flight, mut sits) = (0, 0);
        for (tick, places) in places[..60].iter().enumerate() {
            // On its ball or on its sole.
            let is_down = (0..2).any(|end| height(places, ends[end]) < rests[end] + 0.02);
            flight = if is_down { 0 } else { flight + 1 };
            assert!(flight <= 8, "{newtons}: it flies for {flight} ticks, until tick {tick}");
            let behind = (places[foot] - places[0]).dot(along);
            sits = if is_down && behind > 0.2 { sits + 1 } else { 0 };
            assert!(sits <= 8, "{newtons}: it sits {behind} m behind its foot in tick {tick}");
        }
        let way = (places[59][0] - places[0][0]).dot(along);
        assert!(way > 0.3, "{newtons}: it follows by {way} m");
        assert!(height(&places[149], Role::Head) > 0.95 * height(&places[0], Role::Head));
    }
}

/// The tick of a body that is held, falls or gets up allocates nothing, nor does that of one that walks on
/// while a weaker hand leads it.
#[test]
fn holding_allocates_nothing() {
    let strong = Vec3::new(-280.0, 60.0, 150.0);
    for (goal, newtons) in
        [(Goal::STAND, strong), (Goal::STAND, 0.1 * strong), (Goal::walk(0.7, 1.1), 0.1 * strong)]
    {
        let mut character = standing();
        let mut most = 0;
        for tick in 0..200 {
            if (40..100).contains(&tick) {
                character.push(&pull(Role::Hand(Side::Right), newtons));
            }
            let before = sidestep_allocations::count();
            character.advance(&goal, SECS);
            most = most.max(sidestep_allocations::count() - before);
        }
        assert_eq!(most, 0, "allocations in a tick under {newtons} N");
    }
}
