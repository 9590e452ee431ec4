//! The performance is what it claims to be: still feet, free flights, human joints, both sides.

use glam::Vec3;
use sidestep_motion::{
    Clip, Contacts, JointMotion, Role, Side,
    contact_detection::{ContactConfig, detect},
    kinematics::JointTransforms,
    math::rotation_vector,
};
use sidestep_performer::{PerformerConfig, perform, skeleton};
use std::{collections::BTreeMap, sync::LazyLock};

static CLIPS: LazyLock<Vec<Clip>> = LazyLock::new(|| perform(&PerformerConfig::default()));

const TICK: f32 = 1.0 / 60.0;

fn contacts(clip: &Clip) -> &[Contacts] {
    clip.contacts.as_deref().expect("the actor knows its contacts")
}

fn track(motion: &JointMotion, role: Role) -> Vec<Vec3> {
    let joint = motion.skeleton.roles().get(role).expect("the actor plays every role");
    (0..motion.len()).map(|frame| motion.frame(frame)[joint.index()]).collect()
}

/// Runs of frames in which a predicate holds.
fn runs(len: usize, holds: impl Fn(usize) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for frame in (0..len).filter(|frame| holds(*frame)) {
        match runs.last_mut() {
            Some(run) if run.end == frame => run.end += 1,
            _ => runs.push(frame..frame + 1),
        }
    }
    runs
}

#[test]
fn is_about_three_minutes_of_sound_clips() {
    let frames: usize = CLIPS.iter().map(Clip::len).sum();
    assert!((9_800..=12_200).contains(&frames), "{frames} frames");
    assert!((20..=40).contains(&CLIPS.len()), "{} clips", CLIPS.len());
    for clip in CLIPS.iter() {
        clip.check().unwrap();
        assert_eq!(clip.floor, Some(0.0));
        assert_eq!(clip.provenance.performer, "synthetic");
    }
    let names: std::collections::BTreeSet<&str> = CLIPS.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), CLIPS.len(), "names are unique");
}

/// The farthest any planted foot moves in one stance, in metres, and where.
fn worst_drift(clips: &[Clip]) -> (f32, String) {
    let mut worst = (0.0_f32, String::new());
    for clip in clips {
        let motion = JointMotion::of(clip);
        for side in Side::BOTH {
            let (ankle, toe) = (track(&motion, Role::Foot(side)), track(&motion, Role::Toe(side)));
            for run in runs(clip.len(), |frame| contacts(clip)[frame].get(side)) {
                let moved = |points: &[Vec3], f: usize| points[f].distance(points[f + 1]);
                let still = (run.start..run.end - 1).map(|f| moved(&ankle, f).min(moved(&toe, f)));
                let drift = still.sum();
                if drift > worst.0 {
                    worst = (drift, format!("{} frame {}", clip.name, run.start));
                }
            }
        }
    }
    worst
}

/// The deepest any foot sinks below where it is when flat on the floor, in metres, and where.
fn deepest_sink(clips: &[Clip]) -> (f32, String) {
    let mut worst = (0.0_f32, String::new());
    for clip in clips {
        let roles = clip.skeleton.roles();
        let joint = |role| roles.get(role).expect("every role is played");
        let mut transforms = JointTransforms::new(clip.skeleton.len());
        for frame in 0..clip.len() {
            transforms.compute(&clip.skeleton, clip.pose(frame));
            for side in Side::BOTH {
                let ankle = transforms.position(joint(Role::Foot(side))).y;
                let ball = transforms.position(joint(Role::Toe(side))).y;
                let tip = transforms.tip(&clip.skeleton, joint(Role::Toe(side))).y;
                // Flat on the floor the ankle is 7.5 cm high, ball and tip of the toes 2 cm.
                let sink = f32::max(0.075 - ankle, 0.02 - f32::min(ball, tip));
                if sink > worst.0 {
                    worst = (sink, format!("{} frame {frame}", clip.name));
                }
            }
        }
    }
    worst
}

#[test]
fn planted_feet_are_exactly_still() {
    let (drift, place) = worst_drift(&CLIPS);
    println!("largest drift {} mm in {place}", drift * 1e3);
    assert!(drift < 0.001, "a stance drifts {} mm in {place}", drift * 1e3);
}

#[test]
fn no_foot_sinks_into_the_floor() {
    let (sink, place) = deepest_sink(&CLIPS);
    println!("deepest sink {} mm in {place}", sink * 1e3);
    // The soles of the skeleton lie two centimetres below its toes: none of this touches y = 0.
    assert!(sink < 0.01, "{} mm in {place}", sink * 1e3);
}

#[test]
fn other_seeds_keep_the_promises() {
    for seed in 2..5 {
        let clips = perform(&PerformerConfig { seed, ..PerformerConfig::default() });
        assert!(clips.iter().all(|clip| clip.check().is_ok()));
        let ((drift, place), (sink, _)) = (worst_drift(&clips), deepest_sink(&clips));
        assert!(drift < 0.001 && sink < 0.01, "seed {seed}: {drift} m, {sink} m in {place}");
    }
}

/// Sagittal angles of a walk at 1.4 m/s against Winter, "Biomechanics and Motor Control of Human
/// Movement": the knee bends by 60 to 65 degrees in swing and never over-extends, the thigh swings
/// from about 25 degrees ahead to 20 behind, and the steps take half a second.
#[test]
fn walks_with_the_joint_angles_of_people() {
    let clip = CLIPS.iter().find(|clip| clip.name == "walk_speeds").unwrap();
    // The fourth of seven speeds, 1.4 m/s, without the change of speed at its start.
    let frames = 300..360;
    let roles = clip.skeleton.roles();
    let shank = roles.get(Role::Shank(Side::Left)).unwrap().index();
    let motion = JointMotion::of(clip);
    let knee = frames
        .clone()
        .map(|f| rotation_vector(clip.pose(f).rotations[shank]).length().to_degrees());
    let (hip, knee_place) =
        (track(&motion, Role::Thigh(Side::Left)), track(&motion, Role::Shank(Side::Left)));
    let thigh = frames.clone().map(|f| {
        let bone = knee_place[f] - hip[f];
        sidestep_motion::math::atan2(bone.z, -bone.y).to_degrees()
    });
    let range = |values: &mut dyn Iterator<Item = f32>| {
        values.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
    };
    let (knee, thigh) = (range(&mut { knee }), range(&mut { thigh }));
    let steps = runs(clip.len(), |f| contacts(clip)[f].get(Side::Left));
    let touches: Vec<usize> =
        steps.iter().map(|run| run.start).filter(|f| frames.contains(f)).collect();
    println!("knee {knee:?}, thigh {thigh:?}, left touchdowns {touches:?}");
    assert!((5.0..20.0).contains(&knee.0) && (55.0..72.0).contains(&knee.1), "knee {knee:?}");
    assert!((-32.0..-14.0).contains(&thigh.0) && (25.0..52.0).contains(&thigh.1), "{thigh:?}");
}

#[test]
fn flights_fall_with_gravity() {
    let mut accelerations = Vec::new();
    let mut flights = 0;
    for clip in CLIPS.iter() {
        for run in runs(clip.len(), |frame| contacts(clip)[frame] == Contacts::NONE) {
            let inner = run.start + 1..run.end.saturating_sub(1);
            flights += 1;
            for f in inner {
                let y = |frame: usize| clip.root_positions[frame].y;
                accelerations.push((y(f + 1) - 2.0 * y(f) + y(f - 1)) / (TICK * TICK));
            }
        }
    }
    assert!(flights > 20, "{flights} flights");
    for a in accelerations {
        assert!((a + 9.81).abs() < 0.05 * 9.81, "{a} m/s² in flight");
    }
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let config = PerformerConfig::default();
    let bits = |clips: &[Clip]| -> Vec<u32> {
        let numbers = |clip: &Clip| -> Vec<u32> {
            let roots = clip.root_positions.iter().flat_map(|p| p.to_array());
            let rotations = clip.rotations.iter().flat_map(|q| q.to_array());
            roots.chain(rotations).map(f32::to_bits).collect()
        };
        clips.iter().flat_map(numbers).collect()
    };
    assert_eq!(bits(&CLIPS), bits(&perform(&config)));
    let other = perform(&PerformerConfig { seed: 2, ..config });
    assert_ne!(bits(&CLIPS), bits(&other));
}

#[test]
fn every_kind_of_motion_is_there() {
    let mut seconds: BTreeMap<&str, f32> = BTreeMap::new();
    for label in CLIPS.iter().flat_map(|clip| &clip.labels) {
        let frames = label.frames.end - label.frames.start;
        *seconds.entry(&label.name).or_default() +=
            f32::from(u16::try_from(frames).unwrap()) * TICK;
    }
    println!("{seconds:#?}");
    let wanted = [
        ("stand", 8.0),
        ("walk", 15.0),
        ("run", 8.0),
        ("turn", 10.0),
        ("walk_pivot", 5.0),
        ("run_pivot", 5.0),
        ("spot_turn", 5.0),
        ("side_step", 6.0),
        ("walk_back", 4.0),
        ("strafe", 6.0),
        ("crouch", 3.0),
        ("push", 20.0),
        ("tag_walk", 24.0),
        ("tag_run", 10.0),
        ("tag_strafe", 8.0),
    ];
    for (label, least) in wanted {
        let secs = seconds.get(label).copied().unwrap_or(0.0);
        assert!(secs >= least, "{secs} s of {label}, wanted {least}");
    }
}

#[test]
fn turns_left_as_much_as_right() {
    let (mut left, mut right, mut fastest) = (0.0, 0.0, 0.0_f32);
    for clip in CLIPS.iter() {
        let grounds = sidestep_motion::facing::ground_transforms(&JointMotion::of(clip));
        for window in grounds.windows(31) {
            fastest = fastest.max(window[0].delta_to(window[30]).heading.abs().to_degrees());
        }
        for pair in grounds.windows(2) {
            let turn = pair[0].delta_to(pair[1]).heading;
            if turn > 0.0 { left += turn } else { right -= turn }
        }
    }
    println!("{left} rad left, {right} rad right; fastest half second {fastest}°");
    // An agile controller needs an agile actor: two turns of 110 degrees a second are common.
    assert!(fastest > 100.0, "fastest half second {fastest}°");
    assert!((left - right).abs() < 0.1 * f32::max(left, right), "{left} left, {right} right");
}

#[test]
fn the_detector_agrees_with_the_truth() {
    let (mut right, mut total) = ([0_usize; 2], 0);
    let mut by_clip = Vec::new();
    for clip in CLIPS.iter() {
        let found = detect(&JointMotion::of(clip), 0.0, &ContactConfig::default());
        let mut agreed = 0;
        for (truth, found) in contacts(clip).iter().zip(&found) {
            for side in Side::BOTH {
                let agrees = truth.get(side) == found.get(side);
                right[side.index()] += usize::from(agrees);
                agreed += usize::from(agrees);
            }
        }
        by_clip.push((100 * agreed / (2 * clip.len()), clip.name.as_str()));
        total += clip.len();
    }
    by_clip.sort_unstable();
    println!("percent by clip: {by_clip:?}");
    println!("{right:?} of {total}");
    assert!(right.iter().all(|right| right * 100 >= total * 98), "{right:?} of {total}");
}

#[test]
fn joints_stay_within_human_ranges() {
    // Degrees by which a joint may turn away from the T-pose, whatever the axis.
    let limits = [
        (Role::Shank(Side::Left), 3.0, 135.0),
        (Role::Foot(Side::Left), 0.0, 75.0),
        (Role::Toe(Side::Left), 0.0, 65.0),
        (Role::Thigh(Side::Left), 0.0, 115.0),
        (Role::Spine, 0.0, 35.0),
        (Role::Chest, 0.0, 35.0),
        (Role::Neck, 0.0, 45.0),
        (Role::Head, 0.0, 45.0),
        (Role::Forearm(Side::Left), 3.0, 150.0),
        (Role::Hand(Side::Left), 0.0, 40.0),
    ];
    let skeleton = skeleton();
    for (role, least, most) in limits {
        let mut range = (f32::MAX, f32::MIN);
        let mut where_most = String::new();
        for role in [role, mirror(role)] {
            let joint = skeleton.roles().get(role).unwrap().index();
            for clip in CLIPS.iter() {
                for frame in 0..clip.len() {
                    let turned = rotation_vector(clip.pose(frame).rotations[joint]);
                    let angle = turned.length().to_degrees();
                    if angle > range.1 {
                        where_most = format!("{} frame {frame}", clip.name);
                    }
                    range = (range.0.min(angle), range.1.max(angle));
                }
            }
        }
        println!("{role:?} {range:?} {where_most}");
        assert!(range.0 >= least && range.1 <= most, "{role:?} {range:?} in {where_most}");
    }
}

fn mirror(role: Role) -> Role {
    match role {
        Role::Shank(side) => Role::Shank(side.other()),
        Role::Foot(side) => Role::Foot(side.other()),
        Role::Toe(side) => Role::Toe(side.other()),
        Role::Thigh(side) => Role::Thigh(side.other()),
        Role::Forearm(side) => Role::Forearm(side.other()),
        Role::Hand(side) => Role::Hand(side.other()),
        other => other,
    }
}

#[test]
fn nothing_pops() {
    let mut turns = Vec::new();
    let mut worst = (0.0_f32, String::new());
    let mut by_joint: BTreeMap<&str, (f32, String)> = BTreeMap::new();
    for clip in CLIPS.iter() {
        let joints = clip.skeleton.len();
        let rate = |frame: usize, joint: usize| {
            let (a, b) = (clip.pose(frame).rotations[joint], clip.pose(frame + 1).rotations[joint]);
            rotation_vector(b * a.conjugate()) / TICK
        };
        for frame in 1..clip.len() - 1 {
            for joint in 0..joints {
                let change = (rate(frame, joint) - rate(frame - 1, joint)).length() / TICK;
                turns.push(change);
                let name = clip.skeleton.joints()[joint].name.as_str();
                let most = by_joint.entry(name).or_default();
                if change > most.0 {
                    *most = (change, format!("{} {frame}", clip.name));
                }
                if change > worst.0 {
                    let name = &clip.skeleton.joints()[joint].name;
                    worst = (change, format!("{} frame {frame} {name}", clip.name));
                }
            }
        }
    }
    turns.sort_unstable_by(f32::total_cmp);
    let p999 = turns[turns.len() * 999 / 1000];
    println!("{by_joint:#?}");
    println!("angular acceleration p99.9 {p999} rad/s², max {worst:?}");
    assert!(p999 < 450.0 && worst.0 < 1_500.0, "p99.9 {p999} rad/s², max {worst:?}");
}

#[test]
fn reaches_follow_the_usual_programme_and_stretch_the_arms() {
    let usual = perform(&PerformerConfig::default());
    let more = perform(&PerformerConfig { reaches: true, ..PerformerConfig::default() });
    assert_eq!(more[..usual.len()], usual[..]);
    let reach = |clip: &Clip, side: Side| {
        let motion = JointMotion::of(clip);
        let of = |role| clip.skeleton.roles().get(role).unwrap().index();
        let (hand, shoulder) = (of(Role::Hand(side)), of(Role::UpperArm(side)));
        let ahead = |frame| {
            let joints: &[Vec3] = motion.frame(frame);
            let out = joints[hand] - joints[shoulder];
            out.with_y(0.0).length()
        };
        (0..motion.len()).map(ahead).fold(0.0, f32::max)
    };
    for clip in &more[usual.len()..] {
        clip.check().unwrap();
        let side = if clip.name.ends_with("_1") { Side::Left } else { Side::Right };
        assert!(reach(clip, side) > 0.5, "{} {}", clip.name, reach(clip, side));
        assert!(reach(clip, side.other()) < 0.4, "{}", reach(clip, side.other()));
    }
    assert_eq!(more.len(), usual.len() + 4);
}

#[test]
fn it_falls_and_gets_up_where_it_is_asked_to() {
    let plain = perform(&PerformerConfig { play: 0.02, ..PerformerConfig::default() });
    let with = perform(&PerformerConfig { play: 0.02, falls: 8, ..PerformerConfig::default() });
    assert_eq!(with[..plain.len()], plain[..], "falls change nothing else");
    let falls = &with[plain.len()..];
    let names: Vec<&str> = falls.iter().map(|clip| clip.name.as_str()).collect();
    let ways = ["fall_forward_1", "fall_back_1", "fall_left_1", "fall_right_1"];
    assert_eq!(names[..4], ways);
    assert_eq!(names[4], "fall_forward_2");
    assert_ne!(falls[0].len(), falls[4].len(), "none is as fast as another");
    for clip in falls {
        clip.check().expect("a sound clip");
        let labels: Vec<&str> = clip.labels.iter().map(|label| label.name.as_str()).collect();
        assert_eq!(labels, ["stand", "fall", "lie", "get_up", "stand"]);
        let motion = JointMotion::of(clip);
        let places: Vec<&[Vec3]> = (0..motion.len()).map(|frame| motion.frame(frame)).collect();
        let lowest = places.iter().copied().flatten().map(|at| at.y).fold(f32::MAX, f32::min);
        assert!(lowest > -0.001, "{}: {lowest} m", clip.name);
        let lies = clip.labels[2].frames.start as usize + 5;
        // Who lies on a side is as high as shoulders are wide.
        let is_aside = clip.name.contains("left") || clip.name.contains("right");
        let most = if is_aside { 0.5 } else { 0.4 };
        assert!(places[lies].iter().all(|at| at.y < most), "{}", clip.name);
        let rises = clip.labels[3].frames.start as usize..clip.labels[3].frames.end as usize;
        let mut highest: f32 = 0.0;
        for places in &places[rises] {
            // Knees give a little; who sat on the floor does not sit in the air first.
            assert!(places[0].y > highest - 0.08, "{}: {} of {highest} m", clip.name, places[0].y);
            highest = highest.max(places[0].y);
        }
        let (first, last) = (places[0][0].y, places[places.len() - 1][0].y);
        assert!((first - last).abs() < 0.02, "{}: {first} and {last} m", clip.name);
        for pair in places.windows(2) {
            let fastest =
                pair[0].iter().zip(pair[1]).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            assert!(fastest / TICK < 7.0, "{}: {} m/s", clip.name, fastest / TICK);
        }
    }
}
