//! Bodies of many skeletons: whole, closed where they must be, bound to joints, always the same.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use glam::{Quat, Vec3};
use proptest::prelude::{Strategy, any, prop, prop_assert, proptest};
use sidestep_body::{Body, Build, Cloth, Detail, Skinned};
use sidestep_motion::{Joint, JointId, Role, Side, Skeleton};

/// Names, parents and offsets; the right side is added by mirroring the left.
type Rig = Vec<(&'static str, Option<&'static str>, [f32; 3])>;

fn skeleton(rig: &Rig) -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let find = |joints: &[Joint], name: &str| {
        joints
            .iter()
            .position(|joint| joint.name == name)
            .map(|i| JointId(u16::try_from(i).unwrap()))
    };
    for mirrored in [false, true] {
        for (name, parent, [x, y, z]) in rig {
            let swapped = |name: &str| name.replace("Left", "Right");
            let is_left = name.starts_with("Left");
            if mirrored && !is_left {
                continue;
            }
            let (name, x) = if mirrored { (swapped(name), -x) } else { ((*name).to_owned(), *x) };
            let parent =
                parent.map(|parent| if mirrored { swapped(parent) } else { parent.to_owned() });
            let parent = parent.and_then(|parent| find(&joints, &parent));
            let offset = Vec3::new(x, *y, *z);
            joints.push(Joint { name, parent, offset, rest: Quat::IDENTITY, tip: None });
        }
    }
    Skeleton::new(joints).unwrap()
}

fn person() -> Rig {
    vec![
        ("Hips", None, [0.0, 0.0, 0.0]),
        ("Spine", Some("Hips"), [0.0, 0.12, 0.0]),
        ("Chest", Some("Spine"), [0.0, 0.2, 0.0]),
        ("Neck", Some("Chest"), [0.0, 0.22, 0.0]),
        ("Head", Some("Neck"), [0.0, 0.1, 0.01]),
        ("LeftUpLeg", Some("Hips"), [0.09, -0.04, 0.0]),
        ("LeftLeg", Some("LeftUpLeg"), [0.0, -0.43, 0.0]),
        ("LeftFoot", Some("LeftLeg"), [0.0, -0.42, 0.0]),
        ("LeftToeBase", Some("LeftFoot"), [0.0, -0.06, 0.14]),
        ("LeftArm", Some("Chest"), [0.18, 0.17, 0.0]),
        ("LeftForeArm", Some("LeftArm"), [0.28, 0.0, 0.0]),
        ("LeftHand", Some("LeftForeArm"), [0.26, 0.0, 0.0]),
    ]
}

/// The same without neck, toes and hands.
fn bare() -> Rig {
    let lacks = ["Neck", "LeftToeBase", "LeftHand"];
    let mut rig: Rig = person().into_iter().filter(|(name, ..)| !lacks.contains(name)).collect();
    for (name, parent, offset) in &mut rig {
        if *name == "Head" {
            (*parent, *offset) = (Some("Chest"), [0.0, 0.32, 0.0]);
        }
    }
    rig
}

/// The same with a spine of many joints.
fn supple() -> Rig {
    let mut rig = person();
    let spine = ["Spine", "Spine1", "Spine2", "Spine3", "Spine4"];
    rig.retain(|(name, ..)| *name != "Spine");
    for (i, name) in spine.iter().enumerate() {
        let parent = if i == 0 { "Hips" } else { spine[i - 1] };
        rig.insert(1 + i, (name, Some(parent), [0.0, 0.06, 0.0]));
    }
    for (name, parent, offset) in &mut rig {
        if *name == "Chest" {
            (*parent, *offset) = (Some("Spine4"), [0.0, 0.06, 0.0]);
        }
    }
    rig
}

fn check(body: &Body, joints: usize) {
    assert!(!body.triangles.is_empty());
    let n = u32::try_from(body.vertices.len()).unwrap();
    assert!(body.triangles.iter().flatten().all(|corner| *corner < n));
    for vertex in &body.vertices {
        assert!(vertex.position.is_finite());
        assert!((vertex.normal.length() - 1.0).abs() < 1e-3);
        assert!((vertex.weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(vertex.weights.iter().all(|weight| *weight >= 0.0));
        assert!(vertex.joints.iter().all(|joint| usize::from(*joint) < joints));
        assert!(vertex.side.abs() <= 1.0 + 1e-6);
    }
}

#[test]
fn every_rig_gets_a_whole_person() {
    for rig in [person(), bare(), supple()] {
        let skeleton = skeleton(&rig);
        for build in Build::ALL {
            for detail in [Detail::Fine, Detail::Plain, Detail::Coarse] {
                let body = Body::of(&skeleton, build, detail);
                assert!(body.is_human);
                check(&body, skeleton.len());
                for cloth in [Cloth::Skin, Cloth::Hair, Cloth::Shirt, Cloth::Trousers, Cloth::Shoes]
                {
                    assert!(
                        body.vertices.iter().any(|vertex| vertex.cloth == cloth),
                        "no {cloth:?}"
                    );
                }
                let heights = body.vertices.iter().map(|vertex| vertex.position.y);
                let (low, high) =
                    heights.fold((f32::MAX, f32::MIN), |(l, h), y| (l.min(y), h.max(y)));
                assert!((1.55..1.95).contains(&(high - low)), "{} m tall", high - low);
            }
        }
    }
}

#[test]
fn finer_bodies_have_more_corners_and_slimmer_ones_less_girth() {
    let skeleton = skeleton(&person());
    let corners = |detail| Body::of(&skeleton, Build::Fuller, detail).vertices.len();
    assert!(corners(Detail::Fine) > 2 * corners(Detail::Plain));
    assert!(corners(Detail::Plain) > 2 * corners(Detail::Coarse));
    let waist = |build| {
        let body = Body::of(&skeleton, build, Detail::Fine);
        let near = body
            .vertices
            .iter()
            .filter(|v| v.cloth == Cloth::Shirt && (v.position.y - 0.2).abs() < 0.03);
        near.map(|vertex| vertex.position.x.abs()).fold(0.0, f32::max)
    };
    assert!(waist(Build::Slimmer) < 0.95 * waist(Build::Fuller));
}

#[test]
fn bodies_have_as_many_corners_as_they_say() {
    let skeleton = skeleton(&person());
    for (detail, corners) in
        [(Detail::Fine, 8_000..13_000), (Detail::Plain, 2_500..3_600), (Detail::Coarse, 600..1_400)]
    {
        for build in Build::ALL {
            let found = Body::of(&skeleton, build, detail).vertices.len();
            assert!(corners.contains(&found), "{detail:?} {build:?}: {found}");
        }
    }
}

/// How far out the shirt reaches on the left in slices of 2 cm, from the ribs up to the shoulder.
fn outline_below_shoulder(body: &Body, skinned: &Skinned, shoulder: f32) -> Vec<f32> {
    let reach = |low: f32| {
        let corners = body.vertices.iter().zip(&skinned.positions);
        let slice = corners.filter(|(vertex, at)| {
            vertex.cloth == Cloth::Shirt && (low..low + 0.02).contains(&at.y)
        });
        slice.map(|(_, at)| at.x).fold(0.0, f32::max)
    };
    (0..9).map(|i| reach(shoulder - 0.18 + 0.02 * i as f32)).collect()
}

#[test]
fn raised_arms_grow_out_of_the_ribs() {
    // Shoulders wider than the chest, as some captures have them.
    let mut rig = person();
    rig.iter_mut().filter(|(name, ..)| *name == "LeftArm").for_each(|(_, _, at)| at[0] = 0.21);
    let skeleton = skeleton(&rig);
    for build in Build::ALL {
        let body = Body::of(&skeleton, build, Detail::Fine);
        let mut joints = body.stance.clone();
        let shoulder = skeleton.roles().get(Role::UpperArm(Side::Left)).unwrap();
        let middle = joints.position(shoulder);
        let raise = Quat::from_rotation_z(1.8);
        for index in shoulder.index()..skeleton.len() {
            let is_left = skeleton.joints()[index].name.starts_with("Left");
            if is_left && joints.positions[index].x >= middle.x {
                joints.positions[index] = middle + raise * (joints.positions[index] - middle);
                joints.rotations[index] = raise * joints.rotations[index];
            }
        }
        let mut skinned = Skinned::default();
        skinned.pose(&body, &joints);
        let outline = outline_below_shoulder(&body, &skinned, middle.y);
        for pair in outline.windows(2) {
            // An arm that hangs on a hose begins with a step.
            assert!((-0.004..0.035).contains(&(pair[1] - pair[0])), "{build:?}: {outline:.3?}");
        }
    }
}

#[test]
fn left_and_right_are_alike() {
    let body = Body::of(&skeleton(&person()), Build::Fuller, Detail::Plain);
    let reach = |sign: f32| body.vertices.iter().map(|v| sign * v.position.x).fold(0.0, f32::max);
    assert!((reach(1.0) - reach(-1.0)).abs() < 0.01);
    let left = body.vertices.iter().filter(|vertex| vertex.side > 0.5);
    assert!(left.clone().count() > 100);
    assert!(left.clone().all(|vertex| vertex.position.x > 0.0));
}

#[test]
fn the_same_skeleton_gives_the_same_bits() {
    let skeleton = skeleton(&person());
    let body = || Body::of(&skeleton, Build::Slimmer, Detail::Plain);
    assert_eq!(body(), body());
}

#[test]
fn a_body_in_its_own_stance_stays_as_it_is_and_moves_as_one_with_its_root() {
    let body = Body::of(&skeleton(&person()), Build::Fuller, Detail::Coarse);
    let mut skinned = Skinned::default();
    skinned.pose(&body, &body.stance);
    for (vertex, at) in body.vertices.iter().zip(&skinned.positions) {
        assert!(vertex.position.distance(*at) < 1e-5);
    }
    let turn = Quat::from_rotation_y(0.7);
    let mut moved = body.stance.clone();
    moved.positions.iter_mut().for_each(|place| *place = turn * *place + Vec3::X);
    moved.rotations.iter_mut().for_each(|rotation| *rotation = turn * *rotation);
    skinned.pose(&body, &moved);
    for ((vertex, at), normal) in body.vertices.iter().zip(&skinned.positions).zip(&skinned.normals)
    {
        assert!((turn * vertex.position + Vec3::X).distance(*at) < 1e-4);
        assert!((turn * vertex.normal).distance(*normal) < 1e-4);
    }
}

#[test]
fn a_snake_gets_rods() {
    let joint = |i: u16| Joint {
        name: format!("j{i}"),
        parent: i.checked_sub(1).map(JointId),
        offset: Vec3::X * 0.3,
        rest: Quat::IDENTITY,
        tip: (i == 3).then_some(Vec3::X * 0.2),
    };
    let skeleton = Skeleton::new((0..4).map(joint).collect()).unwrap();
    let body = Body::of(&skeleton, Build::Fuller, Detail::Plain);
    assert!(!body.is_human);
    check(&body, 4);
}

fn odd_offset() -> impl Strategy<Value = [f32; 3]> {
    let part = proptest::prop_oneof![
        -1.0_f32..1.0,
        proptest::strategy::Just(0.0),
        -1e6_f32..1e6,
        any::<f32>()
    ];
    prop::array::uniform3(part.prop_filter("skeletons hold finite offsets", |x| x.is_finite()))
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// Human names on bones of any length and direction.
    #[test]
    fn no_skeleton_makes_it_fail(offsets in prop::collection::vec(odd_offset(), 12), few in any::<bool>()) {
        let mut rig = if few { bare() } else { person() };
        for (joint, offset) in rig.iter_mut().zip(&offsets) {
            joint.2 = *offset;
        }
        let skeleton = skeleton(&rig);
        let body = Body::of(&skeleton, Build::Fuller, Detail::Coarse);
        for vertex in &body.vertices {
            prop_assert!(vertex.position.is_finite() && vertex.normal.is_finite());
            prop_assert!((vertex.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}
