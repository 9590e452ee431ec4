//! Clips put on skeletons of other proportions, other axes and other names.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_motion::{
    Clip, Contacts, Joint, JointId, JointMotion, Provenance, Role, Roles, Side, Skeleton,
    contact_detection::estimate_floor,
    math::{from_rotation_vector, sin},
    retarget::{RetargetError, retarget},
    skate::skate,
};
use std::sync::Arc;

/// Name of a joint here, name in another world, parent and place in a T-pose facing +Z.
type Part = (&'static str, &'static str, Option<u16>, [f32; 3]);

const BODY: [Part; 21] = [
    ("Hips", "pelvis", None, [0.0, 0.0, 0.0]),
    ("LeftUpLeg", "thigh_l", Some(0), [0.09, -0.05, 0.0]),
    ("LeftLeg", "calf_l", Some(1), [0.0, -0.42, 0.0]),
    ("LeftFoot", "foot_l", Some(2), [0.0, -0.42, 0.0]),
    ("LeftToeBase", "ball_l", Some(3), [0.0, -0.07, 0.14]),
    ("RightUpLeg", "thigh_r", Some(0), [-0.09, -0.05, 0.0]),
    ("RightLeg", "calf_r", Some(5), [0.0, -0.42, 0.0]),
    ("RightFoot", "foot_r", Some(6), [0.0, -0.42, 0.0]),
    ("RightToeBase", "ball_r", Some(7), [0.0, -0.07, 0.14]),
    ("Spine", "spine_01", Some(0), [0.0, 0.1, 0.0]),
    ("Spine1", "spine_03", Some(9), [0.0, 0.2, 0.0]),
    ("Neck", "neck_01", Some(10), [0.0, 0.2, 0.0]),
    ("Head", "head", Some(11), [0.0, 0.1, 0.0]),
    ("LeftShoulder", "clavicle_l", Some(10), [0.05, 0.15, 0.0]),
    ("LeftArm", "upperarm_l", Some(13), [0.12, 0.0, 0.0]),
    ("LeftForeArm", "lowerarm_l", Some(14), [0.28, 0.0, 0.0]),
    ("LeftHand", "hand_l", Some(15), [0.25, 0.0, 0.0]),
    ("RightShoulder", "clavicle_r", Some(10), [-0.05, 0.15, 0.0]),
    ("RightArm", "upperarm_r", Some(17), [-0.12, 0.0, 0.0]),
    ("RightForeArm", "lowerarm_r", Some(18), [-0.28, 0.0, 0.0]),
    ("RightHand", "hand_r", Some(19), [-0.25, 0.0, 0.0]),
];

/// The body with legs scaled by `legs`.
fn body(legs: f32) -> Arc<Skeleton> {
    let joint = |(name, _, parent, [x, y, z]): Part| {
        let is_leg = name.ends_with("Leg") || name.ends_with("Foot");
        let stretch = if is_leg { legs } else { 1.0 };
        Joint {
            name: name.to_owned(),
            parent: parent.map(JointId),
            offset: Vec3::new(x, y * stretch, z),
            rest: Quat::IDENTITY,
            tip: None,
        }
    };
    Arc::new(Skeleton::new(BODY.map(joint).to_vec()).unwrap())
}

/// The same body with other names and with every joint's axes turned by `axes`.
fn turned_body(axes: &[Quat]) -> Arc<Skeleton> {
    let joint = |(index, (_, name, parent, [x, y, z])): (usize, &Part)| {
        let above = parent.map_or(Quat::IDENTITY, |parent| axes[usize::from(parent)]);
        Joint {
            name: (*name).to_owned(),
            parent: parent.map(JointId),
            offset: above.conjugate() * Vec3::new(*x, *y, *z),
            rest: above.conjugate() * axes[index],
            tip: None,
        }
    };
    Arc::new(Skeleton::new(BODY.iter().enumerate().map(joint).collect()).unwrap())
}

/// Two seconds in which every joint swings about an axis of its own, while the body walks on.
fn swinging(skeleton: &Arc<Skeleton>) -> Clip {
    let mut clip = Clip {
        name: "swing".to_owned(),
        skeleton: Arc::clone(skeleton),
        rate_hz: 60.0,
        root_positions: Vec::new(),
        rotations: Vec::new(),
        labels: Vec::new(),
        contacts: None,
        objects: Vec::new(),
        floor: None,
        provenance: Provenance::default(),
    };
    for frame in 0..120 {
        let secs = frame as f32 / 60.0;
        clip.root_positions.push(Vec3::new(0.1 * secs, 0.95, 1.2 * secs));
        for joint in 0..skeleton.len() {
            let phase = joint as f32;
            let axis = Vec3::new(sin(phase), sin(2.0 * phase), sin(3.0 * phase));
            let angle = 0.4 * sin(6.0 * secs + phase);
            clip.rotations.push(from_rotation_vector(axis * angle));
        }
    }
    clip
}

/// One foot of a walker stands still while the body passes over it: by construction of the pose.
fn passing_over(skeleton: &Arc<Skeleton>) -> Clip {
    let mut clip = swinging(skeleton);
    let length = 0.84_f32;
    for frame in 0..120 {
        let lean = 0.25 * (frame as f32 / 60.0 - 1.0);
        let base = frame * skeleton.len();
        clip.rotations[base..base + skeleton.len()].fill(Quat::IDENTITY);
        // The left leg leans back as the hip goes ahead; its foot stays level.
        let back = from_rotation_vector(Vec3::X * lean);
        clip.rotations[base + 1] = back;
        clip.rotations[base + 3] = back.conjugate();
        let ankle_from_root = Vec3::new(0.09, -0.05, 0.0) + back * (Vec3::NEG_Y * length);
        clip.root_positions[frame] = Vec3::new(0.0, 0.07, 0.0) - ankle_from_root;
        // The right leg is drawn up, out of the way.
        clip.rotations[base + 5] = from_rotation_vector(Vec3::X * -1.2);
    }
    clip.floor = Some(0.0);
    clip.contacts = Some(vec![Contacts::new(true, false); 120]);
    clip
}

#[test]
fn on_its_own_skeleton_a_clip_stays_as_it_is() {
    let clip = swinging(&body(1.0));
    assert_eq!(retarget(&clip, &body(1.0)).unwrap(), clip);
}

#[test]
fn between_proportions_rotations_are_copied_and_ways_are_scaled() {
    let clip = swinging(&body(1.0));
    let target = body(1.2);
    let result = retarget(&clip, &target).unwrap();
    result.check().unwrap();
    // Feet rest as high as they did.
    let floor = |clip: &Clip| estimate_floor(&JointMotion::of(clip));
    assert_eq!(result.floor, Some(floor(&clip)));
    assert!((floor(&result) - floor(&clip)).abs() < 5e-3, "{} {}", floor(&result), floor(&clip));
    for frame in 0..clip.len() {
        // Above the hips nothing is touched.
        assert_eq!(result.pose(frame).rotations[9..], clip.pose(frame).rotations[9..]);
        assert_eq!(result.pose(frame).rotations[0], clip.pose(frame).rotations[0]);
    }
    let way = |clip: &Clip| clip.root_positions[119] - clip.root_positions[0];
    // 1.2, up to the turns of the pelvis, in which the root is not the middle of the hips.
    let ratio = way(&result).z / way(&clip).z;
    assert!((ratio - 1.2).abs() < 0.01, "{ratio}");
}

#[test]
fn a_planted_foot_stays_planted_on_longer_and_shorter_legs() {
    for legs in [0.8, 1.25] {
        let source = passing_over(&body(1.0));
        let contacts = source.contacts.clone().unwrap();
        let before = skate(&JointMotion::of(&source), &contacts);
        assert!(before.mean_speed < 1e-3, "{}", before.mean_speed);
        let result = retarget(&source, &body(legs)).unwrap();
        let motion = JointMotion::of(&result);
        let after = skate(&motion, &contacts);
        assert!(after.mean_speed < 0.003, "{legs}: {} m/s", after.mean_speed);
        assert!(after.stances[0].drift < 0.003, "{legs}: {} m", after.stances[0].drift);
        let toe = motion.frame(60)[4];
        assert!(toe.y.abs() < 0.005, "{legs}: the toe stands at {}", toe.y);
    }
}

/// A foot comes down from its heel: the ankle stands, and the toes of a longer foot sweep further.
#[test]
fn a_foot_that_rolls_stands_on_the_end_that_the_source_stood_on() {
    let mut clip = passing_over(&body(1.0));
    for frame in 0..120 {
        // A bent knee leaves the leg room to follow.
        let pose = &mut clip.rotations[frame * BODY.len()..(frame + 1) * BODY.len()];
        let lean = 0.15 * (frame as f32 / 60.0 - 1.0);
        let raised = -0.4 * (1.0 - frame as f32 / 60.0).max(0.0);
        let about = |angle: f32| from_rotation_vector(Vec3::X * angle);
        (pose[1], pose[2], pose[3]) = (about(lean - 0.4), about(0.8), about(raised - lean - 0.4));
        let shank = Vec3::NEG_Y * 0.42;
        let ankle = Vec3::new(0.09, -0.05, 0.0) + pose[1] * (shank + pose[2] * shank);
        clip.root_positions[frame] = Vec3::Y * 0.07 - ankle;
    }
    let mut joints = body(1.0).joints().to_vec();
    [4, 8].into_iter().for_each(|toe: usize| joints[toe].offset.z *= 1.5);
    let long_feet = Arc::new(Skeleton::new(joints).unwrap());
    let motion = JointMotion::of(&retarget(&clip, &long_feet).unwrap());
    for frame in 1..120 {
        let way = motion.frame(frame)[3] - motion.frame(frame - 1)[3];
        assert!(way.length() < 2e-5, "frame {frame}: {way}");
    }
}

/// A foot lands and leaves slowly: within a moment of its stance it goes as that of the source, which here
/// stands all the while.
#[test]
fn a_foot_does_not_slide_right_before_and_after_its_stance() {
    let mut source = passing_over(&body(1.0));
    let touches = |frame| Contacts::new((40..80).contains(&frame), false);
    source.contacts = Some((0..120).map(touches).collect());
    let motion = JointMotion::of(&retarget(&source, &body(1.25)).unwrap());
    for frame in 37..=83 {
        let way = motion.frame(frame)[3] - motion.frame(frame - 1)[3];
        assert!((way * Vec3::new(1.0, 0.0, 1.0)).length() < 5e-4, "frame {frame}: {way}");
    }
}

#[test]
fn missing_legs_are_named() {
    let clip = swinging(&body(1.0));
    let mut roles = Roles::detect(body(1.2).joints());
    roles.set(Role::Shank(Side::Left), None);
    let target = Arc::new((*body(1.2)).clone().with_roles(roles));
    let error = retarget(&clip, &target).unwrap_err();
    let expected = RetargetError::MissingRoles {
        clip: "swing".to_owned(),
        whose: "target",
        roles: vec!["left_shank"],
    };
    assert_eq!(error, expected);
    assert!(error.to_string().contains("left_shank"), "{error}");
}

/// Toe joints that stood above the ground have a sole below them, and keep their room.
#[test]
fn toes_rest_as_high_as_those_of_the_source() {
    let mut source = passing_over(&body(1.0));
    source.root_positions.iter_mut().for_each(|root| root.y += 0.042);
    // Whether the floor is where they stand or below a sole.
    for floor in [None, Some(0.0)] {
        source.floor = floor;
        for legs in [0.8, 1.25] {
            let result = retarget(&source, &body(legs)).unwrap();
            let toe = JointMotion::of(&result).frame(60)[4];
            assert!((toe.y - 0.042).abs() < 0.005, "{legs}: the toe stands at {}", toe.y);
        }
    }
}

/// A skeleton whose zero pose is none, all bones along +X and the legs beside the spine, tells
/// nothing about its joints: it is refused both ways, with the joint that gives it away.
#[test]
fn a_zero_pose_that_is_no_pose_is_refused() {
    let mut joints: Vec<Joint> = body(1.0).joints().to_vec();
    for joint in &mut joints {
        let Vec3 { x, y, z } = joint.offset;
        // Up is +X, left +Z, forward +Y; legs and arms point up as well.
        joint.offset = match joint.name.as_str() {
            "LeftUpLeg" | "RightUpLeg" | "LeftShoulder" | "RightShoulder" => Vec3::new(y, z, x),
            _ => Vec3::new(y.abs().max(x.abs()), z, 0.0),
        };
    }
    let target = Arc::new(Skeleton::new(joints).unwrap());
    let source = passing_over(&body(1.0));
    let onto = retarget(&source, &target).unwrap_err();
    let from = retarget(&swinging(&target), &body(1.0)).unwrap_err();
    for (error, whose) in [(onto, "target"), (from, "source")] {
        let said = error.to_string();
        assert!(said.contains(&format!("the {whose} skeleton has no reference pose")), "{said}");
        assert!(said.contains("joint 'LeftUpLeg' does not hang down"), "{said}");
        assert!(said.contains("`reference` in a manifest"), "{said}");
    }
}

fn any_rotation() -> impl Strategy<Value = Quat> {
    let part = || -3.0_f32..3.0;
    (part(), part(), part()).prop_map(|(x, y, z)| from_rotation_vector(Vec3::new(x, y, z)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Axes and names are conventions: a body with others moves its joints along the same paths.
    #[test]
    fn axes_and_names_do_not_matter(axes in prop::collection::vec(any_rotation(), 21)) {
        let clip = swinging(&body(1.0));
        let result = retarget(&clip, &turned_body(&axes)).unwrap();
        let (wanted, found) = (JointMotion::of(&clip), JointMotion::of(&result));
        for frame in 0..clip.len() {
            for joint in 0..21 {
                let wanted = wanted.frame(frame)[joint] - wanted.frame(frame)[0];
                let found = found.frame(frame)[joint] - found.frame(frame)[0];
                prop_assert!(wanted.abs_diff_eq(found, 2e-3), "{frame} {joint}: {wanted} {found}");
            }
        }
    }
}
