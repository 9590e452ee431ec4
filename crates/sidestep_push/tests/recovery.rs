//! Stories of bodies that would fall: they make a step, they follow a pull, they stand again.

use glam::Vec3;
use sidestep_clip_player::ClipPlayer;
use sidestep_control::{
    Ability, Animate, Character, Controller, Explanation, Goal, Push, Standing, Start,
};
use sidestep_motion::{
    GroundTransform, JointId, JointLimits, MotionLibrary, Role, Side,
    contact_detection::ContactConfig, kinematics::joint_positions,
};
use sidestep_push::{PushConfig, Pushable};
use std::sync::{Arc, LazyLock};

const SECS: f32 = 1.0 / 30.0;

static LIBRARY: LazyLock<Arc<MotionLibrary>> = LazyLock::new(|| {
    let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
    Arc::new(library.expect("clips of one actor"))
});

static PUSHABLE: LazyLock<Arc<Pushable<ClipPlayer>>> = LazyLock::new(|| {
    let player = sidestep_clip_player::build(&LIBRARY, &Default::default()).expect("frames");
    Arc::new(Pushable::new(&Arc::new(player), &LIBRARY, PushConfig::default()))
});

/// The same, which stands when it is told to, as characters of every method do.
static STANDS: LazyLock<Arc<Pushable<Standing<ClipPlayer>>>> = LazyLock::new(|| {
    let player = sidestep_clip_player::build(&LIBRARY, &Default::default()).expect("frames");
    let stands = Standing::new(&Arc::new(player), &LIBRARY).expect("two legs");
    Arc::new(Pushable::new(&Arc::new(stands), &LIBRARY, PushConfig::default()))
});

fn joint(role: Role) -> JointId {
    LIBRARY.skeleton().roles().get(role).expect("a whole body")
}

fn push(role: Role, newtons: Vec3, duration_secs: f32) -> Push {
    Push { joint: joint(role), force_newtons: newtons, duration_secs }
}

/// A character that has stood for a second.
fn standing() -> Character<Pushable<ClipPlayer>> {
    let mut character = Character::new(&PUSHABLE, Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..30 {
        character.advance(&Goal::STAND, SECS);
    }
    character
}

/// What one tick showed.
struct Shown {
    root: Vec3,
    /// Ankle and toe of each foot.
    feet: [[Vec3; 2]; 2],
    down: [bool; 2],
    excess: f32,
}

fn shown(character: &dyn Animate, limits: &JointLimits) -> Shown {
    assert!(character.pose().is_finite());
    let positions = joint_positions(character.skeleton(), character.pose().as_ref());
    let at = |role| positions[joint(role).index()];
    Shown {
        root: flat(character.pose().root_position),
        feet: Side::BOTH.map(|side| [at(Role::Foot(side)), at(Role::Toe(side))].map(flat)),
        down: Side::BOTH.map(|side| character.contacts().get(side)),
        excess: limits.excess(character.pose().as_ref()).to_degrees(),
    }
}

/// Whether the head is above the pelvis and a foot on the floor. An arm that is held may bend farther
/// than in the library.
fn is_upright(character: &dyn Animate) -> bool {
    let positions = joint_positions(character.skeleton(), character.pose().as_ref());
    let at = |role| positions[joint(role).index()];
    let toes = Side::BOTH.map(|side| at(Role::Toe(side)).y);
    at(Role::Head).y > positions[0].y + 0.3 && toes[0].min(toes[1]) < 0.07
}

fn flat(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

/// Lets a character that stands feel a push, and go on for two and a half seconds.
fn pushed(goal: &Goal, push: &Push) -> Vec<Shown> {
    let limits = JointLimits::of(&LIBRARY, 10.0_f32.to_radians());
    let mut character = standing();
    let mut ticks = vec![shown(&character, &limits)];
    assert!(Animate::push(&mut character, push));
    for _ in 0..75 {
        character.advance(goal, SECS);
        ticks.push(shown(&character, &limits));
    }
    ticks
}

/// How far each foot ends from where it began.
fn stepped(ticks: &[Shown]) -> [f32; 2] {
    let (first, last) = (&ticks[0], &ticks[ticks.len() - 1]);
    [0, 1].map(|foot| first.feet[foot][0].distance(last.feet[foot][0]))
}

/// Mean speed of planted feet, their slower end, in metres a second.
fn slide(ticks: &[Shown]) -> f32 {
    let (mut way, mut secs) = (0.0, 0.0);
    for pair in ticks.windows(2) {
        for foot in (0..2).filter(|foot| pair[0].down[*foot] && pair[1].down[*foot]) {
            let ends = [0, 1].map(|end| pair[0].feet[foot][end].distance(pair[1].feet[foot][end]));
            way += ends[0].min(ends[1]);
            secs += SECS;
        }
    }
    way / secs
}

#[test]
fn a_hard_push_makes_a_standing_body_step_and_a_weak_one_does_not() {
    assert!(PUSHABLE.abilities().has(Ability::Push));
    let unpushed = pushed(&Goal::STAND, &push(Role::Chest, Vec3::ZERO, 0.0));
    for along in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
        let weak = pushed(&Goal::STAND, &push(Role::Chest, along * 80.0, 0.2));
        assert!(stepped(&weak).iter().all(|way| *way < 0.03), "{along}: {:?}", stepped(&weak));
        let away = weak[75].root.distance(unpushed[75].root);
        assert!(away < 0.04, "{along}: it stays {away} m off");
        let hard = pushed(&Goal::STAND, &push(Role::Chest, along * 400.0, 0.2));
        let way = (hard[75].root - hard[0].root).dot(along);
        assert!((0.15..1.6).contains(&way), "{along}: thrown by {way} m");
        assert!(stepped(&hard).iter().all(|way| *way > 0.1), "{along}: {:?}", stepped(&hard));
        assert!(slide(&hard) < 0.04, "{along}: planted feet slide at {} m/s", slide(&hard));
        for tick in &hard {
            assert!(tick.excess < 5.0, "{along}: a joint is {} degrees too far", tick.excess);
        }
        // It stands again.
        assert!(hard[70].root.distance(hard[75].root) < 0.05, "{along}");
    }
}

#[test]
fn a_body_of_which_nothing_is_asked_steps_as_well() {
    let hard = pushed(&Goal::FREE, &push(Role::Chest, Vec3::X * 400.0, 0.2));
    assert!(stepped(&hard).iter().all(|way| *way > 0.1), "{:?}", stepped(&hard));
}

/// A mouse that drags a hand: a new push in every tick, each in place of the last.
#[test]
fn a_hand_that_is_pulled_leads_the_body_and_lets_it_go_again() {
    let limits = JointLimits::of(&LIBRARY, 10.0_f32.to_radians());
    let mut character = Character::new(&STANDS, Start::Rest(GroundTransform::IDENTITY));
    let pull = push(Role::Hand(Side::Left), Vec3::X * 80.0, 2.0 * SECS);
    let mut roots = vec![flat(character.pose().root_position)];
    for tick in 0..180 {
        if tick < 90 {
            assert!(Animate::push(&mut character, &pull));
        }
        character.advance(&Goal::STAND, SECS);
        let shown = shown(&character, &limits);
        assert!(is_upright(&character), "tick {tick}: it does not stand");
        roots.push(shown.root);
    }
    let way = roots[90].x - roots[0].x;
    assert!(way > 0.3, "the hand was pulled for 3 s and the body went {way} m");
    let speeds: Vec<f32> = roots.windows(2).map(|pair| pair[0].distance(pair[1]) / SECS).collect();
    let change = speeds.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(change < 0.5, "the velocity jumps by {change} m/s from tick to tick");
    assert!(speeds[170..].iter().all(|speed| *speed < 0.1), "it goes on: {:?}", &speeds[170..]);
}

/// A mouse that holds a hand by a damped spring, a metre to the left, and lets it go.
#[test]
fn a_hand_that_is_held_comes_to_where_it_is_held() {
    let limits = JointLimits::of(&LIBRARY, 10.0_f32.to_radians());
    let mut character = Character::new(&STANDS, Start::Rest(GroundTransform::IDENTITY));
    let hand = joint(Role::Hand(Side::Left));
    let at = |character: &dyn Animate| {
        joint_positions(character.skeleton(), character.pose().as_ref())[hand.index()]
    };
    let target = at(&character) + Vec3::X;
    let (mut was, mut off) = (at(&character), 0.0);
    let mut roots = vec![flat(character.pose().root_position)];
    for tick in 0..240 {
        if tick < 120 {
            let place = at(&character);
            let force = 900.0 * (target - place) - 60.0 * (place - was) / SECS;
            let force = force.clamp_length_max(300.0);
            was = place;
            let pull = Push { joint: hand, force_newtons: force, duration_secs: 2.0 * SECS };
            assert!(Animate::push(&mut character, &pull));
        }
        character.advance(&Goal::STAND, SECS);
        let shown = shown(&character, &limits);
        assert!(is_upright(&character), "tick {tick}: it does not stand");
        roots.push(shown.root);
        if (60..120).contains(&tick) {
            off += at(&character).distance(target) / 60.0;
        }
    }
    assert!(off < 0.3, "the hand is {off} m from where it is held, in the mean of two seconds");
    let speeds: Vec<f32> = roots.windows(2).map(|pair| pair[0].distance(pair[1]) / SECS).collect();
    let fastest = speeds.iter().copied().fold(0.0, f32::max);
    assert!(fastest < 2.5, "the body is torn along at {fastest} m/s");
    assert!(speeds[225..].iter().all(|speed| *speed < 0.1), "it goes on: {:?}", &speeds[225..]);
}

#[test]
fn asking_a_pushed_body_changes_nothing_and_marks_where_it_would_fall() {
    let (mut plain, mut asked) = (standing(), standing());
    let blow = push(Role::Chest, Vec3::Z * 400.0, 0.2);
    assert!(Animate::push(&mut plain, &blow) && Animate::push(&mut asked, &blow));
    let mut explanation = Explanation::default();
    let mut farthest = 0.0_f32;
    for tick in 0..75 {
        asked.explain(&Goal::STAND, &mut explanation);
        assert!(explanation.is_finite() && !explanation.choices.is_empty());
        let mark = |label| explanation.marks.iter().find(|mark| mark.label == label);
        let centre = mark("centre of mass").expect("a centre").place;
        if let Some(capture) = mark("capture point") {
            farthest = farthest.max(centre.distance(capture.place));
        }
        plain.advance(&Goal::STAND, SECS);
        asked.advance(&Goal::STAND, SECS);
        assert_eq!(plain.pose(), asked.pose(), "tick {tick}");
    }
    // 80 Ns on 70 kg are about 1 m/s, and ω₀ is about 3 per second.
    assert!((0.15..0.5).contains(&farthest), "{farthest}");
    assert!(explanation.marks.iter().all(|mark| mark.label != "capture point"), "it is over");
}
