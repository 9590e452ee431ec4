//! Roles of skeletons from every naming world, and of skeletons without useful names.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use glam::{Quat, Vec3};
use sidestep_motion::{Joint, JointId, Role, Roles, Side};

/// Joints from an outline: two spaces of indent for each level, then name and offset.
fn outline(text: &str) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let mut fields = line.trim().rsplitn(4, ' ');
        let [z, y, x] = [0; 3].map(|_| fields.next().unwrap().parse::<f32>().unwrap());
        path.truncate(depth);
        let parent = path.last().map(|parent| JointId(*parent as u16));
        path.push(joints.len());
        let name = fields.next().unwrap().to_owned();
        joints.push(Joint {
            name,
            parent,
            offset: Vec3::new(x, y, z),
            rest: Quat::IDENTITY,
            tip: None,
        });
    }
    joints
}

/// Checks `role=joint` pairs; `-` for nobody.
fn check(joints: &[Joint], expected: &str) {
    let roles = Roles::detect(joints);
    for pair in expected.split_whitespace() {
        let (role, joint) = pair.split_once('=').unwrap();
        let role = Role::from_name(role).unwrap();
        let found = roles.get(role).map_or("-", |id| joints[id.index()].name.as_str());
        assert_eq!(found.replace(' ', "_"), joint, "{}", role.name());
    }
}

/// A body of 21 joints with the given names, in the order of [`Role::ALL`], facing +Z.
fn body(names: &[&str; 21]) -> Vec<Joint> {
    // Parent and offset in the order of the roles: hips, spine, chest, neck, head, then pairs.
    const PARENTS: [i32; 21] =
        [-1, 0, 1, 2, 3, 2, 2, 5, 6, 7, 8, 9, 10, 0, 0, 13, 14, 15, 16, 17, 18];
    let offset = |index: usize| match index {
        0 => Vec3::ZERO,
        1..=4 => Vec3::Y * 0.15,
        5 | 6 => Vec3::new(0.05, 0.1, 0.0),
        7 | 8 => Vec3::X * 0.12,
        9..=12 => Vec3::X * 0.27,
        13 | 14 => Vec3::new(0.09, -0.05, 0.0),
        15..=18 => Vec3::Y * -0.42,
        _ => Vec3::new(0.0, -0.08, 0.13),
    };
    let mirrored = |index: usize| index >= 5 && index.is_multiple_of(2);
    (0..21)
        .map(|index| Joint {
            name: names[index].to_owned(),
            parent: u16::try_from(PARENTS[index]).ok().map(JointId),
            offset: offset(index)
                * if mirrored(index) { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE },
            rest: Quat::IDENTITY,
            tip: None,
        })
        .collect()
}

/// Every role is played by the joint at its own place in [`Role::ALL`].
fn check_all(joints: &[Joint]) {
    let roles = Roles::detect(joints);
    for (index, role) in Role::ALL.into_iter().enumerate() {
        let found = roles.get(role).map(|id| joints[id.index()].name.as_str());
        assert_eq!(found, Some(joints[index].name.as_str()), "{}", role.name());
    }
}

#[test]
fn cmu_as_converted_for_motion_builder() {
    let joints = outline(CMU);
    check(
        &joints,
        "hips=Hips spine=LowerBack chest=Spine1 neck=Neck head=Head left_clavicle=LeftShoulder \
         left_upper_arm=LeftArm left_forearm=LeftForeArm left_hand=LeftHand left_thigh=LeftUpLeg \
         left_shank=LeftLeg left_foot=LeftFoot left_toe=LeftToeBase right_thigh=RightUpLeg \
         right_clavicle=RightShoulder right_upper_arm=RightArm right_hand=RightHand \
         right_shank=RightLeg right_foot=RightFoot right_toe=RightToeBase",
    );
}

#[test]
fn arms_that_hang_from_the_neck_and_bones_along_x() {
    let joints = outline(
        "Hips 0 0 0
  Spine 0.12 0 0
    Spine1 0.15 0 0
      Spine2 0.15 0 0
        Neck 0.2 0.02 0
          Head 0.07 0 0
          LeftShoulder -0.06 0 0.07
            LeftArm 0.14 0 0
              LeftForeArm 0.29 0 0
                LeftHand 0.27 0 0
          RightShoulder -0.06 0 -0.07
            RightArm 0.14 0 0
              RightForeArm 0.29 0 0
                RightHand 0.27 0 0
  LeftUpLeg 0 0 0.09
    LeftLeg 0.4 0 0
      LeftFoot 0.4 0 0
        LeftToe 0.1 0.14 0
  RightUpLeg 0 0 -0.09
    RightLeg 0.4 0 0
      RightFoot 0.4 0 0
        RightToe 0.1 0.14 0",
    );
    check(
        &joints,
        "spine=Spine chest=Spine2 neck=Neck head=Head left_clavicle=LeftShoulder \
         left_toe=LeftToe right_toe=RightToe right_upper_arm=RightArm",
    );
}

#[test]
fn odd_spellings_of_the_tennis_skeleton() {
    let joints = outline(
        "Hips 0 0 0
  RightUpLeg -0.09 -0.09 0
    RightLeg 0 -0.44 0.01
      RightFoot 0 -0.42 -0.01
        RightToes 0 -0.04 0.08
  Spine 0 0.12 0
    Spine1 0 0.26 0
      HEad 0 0.09 0
      LeftShoulder1 0.09 0 0
        LeftArm 0.1 0 0
          LeftForeArm 0.26 0 -0.01
            LeftHand 0.22 0 0.01
      RightShoulder -0.09 0 0
        RightArm -0.1 0 0
          RightForeArm -0.26 0 -0.01
            RightHand -0.22 0 0.01
  LeftUpLeg 0.09 -0.09 0
    LeftLeg 0 -0.44 0.01
      LeftFoot 0 -0.42 -0.01
        LeftToes 0 -0.04 0.08",
    );
    check(
        &joints,
        "head=HEad neck=- chest=Spine1 spine=Spine left_clavicle=LeftShoulder1 \
         left_upper_arm=LeftArm left_toe=LeftToes right_toe=RightToes right_clavicle=RightShoulder",
    );
}

#[test]
fn mixamo_with_its_prefix() {
    let names = [
        "Hips",
        "Spine",
        "Spine2",
        "Neck",
        "Head",
        "LeftShoulder",
        "RightShoulder",
        "LeftArm",
        "RightArm",
        "LeftForeArm",
        "RightForeArm",
        "LeftHand",
        "RightHand",
        "LeftUpLeg",
        "RightUpLeg",
        "LeftLeg",
        "RightLeg",
        "LeftFoot",
        "RightFoot",
        "LeftToeBase",
        "RightToeBase",
    ];
    for prefix in ["", "mixamorig:", "mixamorig", "mixamorig1:", "Character1_"] {
        let named = names.map(|name| format!("{prefix}{name}"));
        check_all(&body(&named.each_ref().map(String::as_str)));
    }
}

#[test]
fn unity_and_vrm() {
    let names = [
        "Hips",
        "Spine",
        "UpperChest",
        "Neck",
        "Head",
        "LeftShoulder",
        "RightShoulder",
        "LeftUpperArm",
        "RightUpperArm",
        "LeftLowerArm",
        "RightLowerArm",
        "LeftHand",
        "RightHand",
        "LeftUpperLeg",
        "RightUpperLeg",
        "LeftLowerLeg",
        "RightLowerLeg",
        "LeftFoot",
        "RightFoot",
        "LeftToes",
        "RightToes",
    ];
    check_all(&body(&names));
    let vroid = names.map(|name| match name.strip_prefix("Left") {
        Some(rest) => format!("J_Bip_L_{rest}"),
        None => match name.strip_prefix("Right") {
            Some(rest) => format!("J_Bip_R_{rest}"),
            None => format!("J_Bip_C_{name}"),
        },
    });
    check_all(&body(&vroid.each_ref().map(String::as_str)));
}

#[test]
fn three_ds_max() {
    check_all(&body(&[
        "Bip01 Pelvis",
        "Bip01 Spine",
        "Bip01 Spine1",
        "Bip01 Neck",
        "Bip01 Head",
        "Bip01 L Clavicle",
        "Bip01 R Clavicle",
        "Bip01 L UpperArm",
        "Bip01 R UpperArm",
        "Bip01 L Forearm",
        "Bip01 R Forearm",
        "Bip01 L Hand",
        "Bip01 R Hand",
        "Bip01 L Thigh",
        "Bip01 R Thigh",
        "Bip01 L Calf",
        "Bip01 R Calf",
        "Bip01 L Foot",
        "Bip01 R Foot",
        "Bip01 L Toe0",
        "Bip01 R Toe0",
    ]));
}

#[test]
fn blender() {
    check_all(&body(&[
        "pelvis",
        "DEF-spine",
        "DEF-chest",
        "DEF-neck",
        "DEF-head",
        "DEF-shoulder.L",
        "DEF-shoulder.R",
        "DEF-upper_arm.L",
        "DEF-upper_arm.R",
        "DEF-forearm.L",
        "DEF-forearm.R",
        "DEF-hand.L",
        "DEF-hand.R",
        "DEF-thigh.L",
        "DEF-thigh.R",
        "DEF-shin.L",
        "DEF-shin.R",
        "DEF-foot.L",
        "DEF-foot.R",
        "DEF-toe.L",
        "DEF-toe.R",
    ]));
}

#[test]
fn smpl() {
    check_all(&body(&[
        "Pelvis",
        "Spine1",
        "Spine3",
        "Neck",
        "Head",
        "L_Collar",
        "R_Collar",
        "L_Shoulder",
        "R_Shoulder",
        "L_Elbow",
        "R_Elbow",
        "L_Wrist",
        "R_Wrist",
        "L_Hip",
        "R_Hip",
        "L_Knee",
        "R_Knee",
        "L_Ankle",
        "R_Ankle",
        "L_Foot",
        "R_Foot",
    ]));
}

#[test]
fn unreal_with_its_helpers() {
    let joints = outline(
        "root 0 0 0
  pelvis 0 0.95 0
    spine_01 0 0.1 0
      spine_02 0 0.15 0
        spine_03 0 0.15 0
          clavicle_l 0.05 0.1 0
            upperarm_l 0.12 0 0
              lowerarm_l 0.27 0 0
                lowerarm_twist_01_l 0.1 0 0
                hand_l 0.25 0 0
                  index_01_l 0.1 0 0
              upperarm_twist_01_l 0.1 0 0
          clavicle_r -0.05 0.1 0
            upperarm_r -0.12 0 0
              lowerarm_r -0.27 0 0
                hand_r -0.25 0 0
          neck_01 0 0.15 0
            head 0 0.1 0
    thigh_l 0.09 -0.05 0
      calf_l 0 -0.42 0
        calf_twist_01_l 0 -0.2 0
        foot_l 0 -0.42 0
          ball_l 0 -0.08 0.15
      thigh_twist_01_l 0 -0.2 0
    thigh_r -0.09 -0.05 0
      calf_r 0 -0.42 0
        foot_r 0 -0.42 0
          ball_r 0 -0.08 0.15
  ik_foot_root 0 0 0
    ik_foot_l 0.09 0 0
    ik_foot_r -0.09 0 0",
    );
    check(
        &joints,
        "hips=pelvis spine=spine_01 chest=spine_03 neck=neck_01 head=head left_thigh=thigh_l \
         left_shank=calf_l left_foot=foot_l left_toe=ball_l right_foot=foot_r \
         left_clavicle=clavicle_l left_upper_arm=upperarm_l left_forearm=lowerarm_l \
         left_hand=hand_l right_hand=hand_r",
    );
}

#[test]
fn asf() {
    let joints = outline(
        "root 0 0 0
  lhipjoint 0 0 0
    lfemur 0.09 -0.1 0.04
      ltibia 0.14 -0.4 0
        lfoot 0.14 -0.4 0
          ltoes 0.01 -0.02 0.11
  rhipjoint 0 0 0
    rfemur -0.09 -0.1 0.04
      rtibia -0.14 -0.4 0
        rfoot -0.14 -0.4 0
          rtoes -0.01 -0.02 0.11
  lowerback 0 0 0
    upperback 0 0.12 0
      thorax 0 0.12 0
        lowerneck 0 0 0
          upperneck 0 0.09 0
            head 0 0.09 0
        lclavicle 0 0 0
          lhumerus 0.18 0.06 0
            lradius 0.3 0 0
              lwrist 0.2 0 0
                lhand 0 0 0
                  lfingers 0.03 0 0
                lthumb 0 0 0
        rclavicle 0 0 0
          rhumerus -0.18 0.06 0
            rradius -0.3 0 0
              rwrist -0.2 0 0",
    );
    check(
        &joints,
        "hips=root spine=lowerback chest=thorax neck=lowerneck head=head left_thigh=lfemur \
         left_shank=ltibia left_foot=lfoot left_toe=ltoes left_clavicle=lclavicle \
         left_upper_arm=lhumerus left_forearm=lradius left_hand=lwrist right_hand=rwrist \
         right_thigh=rfemur right_toe=rtoes",
    );
}

#[test]
fn old_biovision_names_shoulders_for_what_turns_there() {
    let joints = outline(
        "Hips 0 0 0
  LeftHip 0.09 0 0
    LeftKnee 0 -0.42 0
      LeftAnkle 0 -0.42 0
  RightHip -0.09 0 0
    RightKnee 0 -0.42 0
      RightAnkle 0 -0.42 0
  Chest 0 0.1 0
    LeftCollar 0.03 0.3 0
      LeftShoulder 0.15 0 0
        LeftElbow 0 -0.3 0
          LeftWrist 0 -0.25 0
    RightCollar -0.03 0.3 0
      RightShoulder -0.15 0 0
        RightElbow 0 -0.3 0
          RightWrist 0 -0.25 0
    Neck 0 0.35 0
      Head 0 0.1 0",
    );
    check(
        &joints,
        "hips=Hips spine=Chest chest=Chest left_thigh=LeftHip left_shank=LeftKnee \
         left_foot=LeftAnkle left_toe=- left_clavicle=LeftCollar left_upper_arm=LeftShoulder \
         left_forearm=LeftElbow left_hand=LeftWrist right_upper_arm=RightShoulder",
    );
}

#[test]
fn geometry_finds_what_names_hide() {
    for turned in [false, true] {
        let mut joints = outline(CMU);
        let named = Roles::detect(&joints);
        for (index, joint) in joints.iter_mut().enumerate() {
            joint.name = format!("joint_{index}");
            if turned {
                // The same body facing -Z: sides must follow the toes, not the sign of x.
                joint.offset *= Vec3::new(-1.0, 1.0, -1.0);
            }
        }
        let found = Roles::detect(&joints);
        for role in Role::ALL {
            assert_eq!(found.get(role), named.get(role), "{} turned {turned}", role.name());
        }
    }
}

#[test]
fn a_leg_of_unknown_names_is_completed_from_geometry() {
    let mut joints = outline(CMU);
    for joint in &mut joints {
        if joint.name.contains("Leg") {
            joint.name = joint.name.replace("Leg", "Limb");
        }
    }
    let roles = Roles::detect(&joints);
    for side in Side::BOTH {
        for role in [Role::Thigh(side), Role::Shank(side), Role::Foot(side), Role::Toe(side)] {
            assert!(roles.get(role).is_some(), "{}", role.name());
        }
    }
    let thigh = roles.get(Role::Thigh(Side::Left)).map(|id| joints[id.index()].name.as_str());
    assert_eq!(thigh, Some("LeftUpLimb"));
}

#[test]
fn what_is_no_body_has_few_roles_and_does_not_panic() {
    let single = outline("thing 0 0 0");
    assert_eq!(Roles::detect(&single).get(Role::Hips), Some(JointId(0)));
    let tail = outline("a 0 0 0\n  b 0 0.1 0\n    c 0 0.1 0");
    assert_eq!(Roles::detect(&tail).missing().count(), 20);
    assert_eq!(Roles::detect(&[]), Roles::default());
}

/// The layout of the CMU conversion with rounded offsets of our own.
const CMU: &str = "Hips 0 0 0
  LHipJoint 0 0 0
    LeftUpLeg 0.09 -0.1 0.04
      LeftLeg 0.14 -0.4 0
        LeftFoot 0.14 -0.4 0
          LeftToeBase 0.01 -0.02 0.11
  RHipJoint 0 0 0
    RightUpLeg -0.08 -0.1 0.04
      RightLeg -0.14 -0.4 0
        RightFoot -0.14 -0.41 0
          RightToeBase -0.01 -0.04 0.12
  LowerBack 0 0 0
    Spine 0 0.12 -0.02
      Spine1 0 0.12 0
        Neck 0 0 0
          Neck1 0 0.09 0.02
            Head 0 0.09 -0.02
        LeftShoulder 0 0 0
          LeftArm 0.18 0.06 -0.01
            LeftForeArm 0.3 0 0
              LeftHand 0.21 0 0
                LeftFingerBase 0 0 0
                  LeftHandIndex1 0.03 0 0
                LThumb 0 0 0
        RightShoulder 0 0 0
          RightArm -0.18 0.05 -0.02
            RightForeArm -0.3 0 0
              RightHand -0.2 0 0
                RightFingerBase 0 0 0
                  RightHandIndex1 -0.04 0 0
                RThumb 0 0 0";
