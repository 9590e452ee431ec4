//! A reference pose fitted to motion, where the truth is known: the performer on joints with other
//! axes, whose T-pose is those axes.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod other_axes;

use glam::{Quat, Vec3};
use other_axes::{along_x, rebased};
use sidestep_motion::{
    Clip, Role,
    kinematics::JointTransforms,
    math::{angle_between, from_rotation_vector},
    reference_fit::{FitError, fit},
    standing::{arm_angle, misfit},
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::LazyLock;

/// Axes of the joints on which the takes are: their T-pose.
fn truth() -> Vec<Quat> {
    along_x(&sidestep_performer::skeleton())
}

fn take(name: &str) -> Clip {
    static CLIPS: LazyLock<Vec<Clip>> = LazyLock::new(|| perform(&PerformerConfig::default()));
    let clip = CLIPS.iter().find(|clip| clip.name == name).unwrap();
    Clip { contacts: None, floor: None, ..rebased(clip, 1.0, &truth()) }
}

#[test]
fn the_t_pose_is_found_in_a_walk() {
    for name in ["walk_speeds", "walk_turns_1", "idle", "side_steps_1", "run_speeds"] {
        let (clip, truth) = (take(name), truth());
        assert!(misfit(&clip.skeleton).is_some(), "its zero pose is none");
        let fitted = fit(&[&clip]).unwrap();
        assert_eq!(misfit(&fitted), None);
        assert!(arm_angle(&fitted).unwrap().abs() < 0.05, "the arms are held out");
        let rest = JointTransforms::of_rest(&fitted);
        for (index, joint) in fitted.joints().iter().enumerate() {
            let off = angle_between(rest.rotations[index], truth[index]).to_degrees();
            println!("{name}: {} {off:.1} degrees", joint.name);
            // Wrists and heads are carried as their owner likes.
            let is_end =
                joint.name.ends_with("Hand") || joint.name == "Head" || joint.name == "Neck";
            let most = if is_end { 25.0 } else { 10.0 };
            assert!(off < most, "{name}: '{}' is {off} degrees off", joint.name);
        }
    }
}

#[test]
fn without_standing_there_is_none() {
    let mut clip = take("idle");
    let joints = clip.skeleton.len();
    let back = from_rotation_vector(Vec3::X * (-0.5 * std::f32::consts::PI));
    for frame in 0..clip.len() {
        clip.rotations[frame * joints] = back * clip.rotations[frame * joints];
        clip.root_positions[frame].y = 0.15;
    }
    let error = fit(&[&clip]).unwrap_err();
    assert!(matches!(error, FitError::TooLittle { found_secs: 0.0 }), "{error}");
    let mut short = take("walk_speeds");
    short.root_positions.truncate(20);
    short.rotations.truncate(20 * joints);
    short.labels.clear();
    assert!(fit(&[&short]).is_err());
    assert!(fit(&[]).is_err());
}

/// The foot of one side never touches the ground flat: it is named.
#[test]
fn a_foot_that_is_never_flat_is_named() {
    let mut clip = take("walk_speeds");
    let joints = clip.skeleton.len();
    let foot = clip.skeleton.roles().get(Role::Foot(sidestep_motion::Side::Left)).unwrap();
    let shank = clip.skeleton.roles().get(Role::Shank(sidestep_motion::Side::Left)).unwrap();
    // A hop: the left shank is folded up from beginning to end.
    let twist = truth()[shank.index()];
    for frame in 0..clip.len() {
        let fold = twist.conjugate() * from_rotation_vector(Vec3::X * 2.0) * twist;
        let local = &mut clip.rotations[frame * joints + shank.index()];
        *local *= fold;
    }
    let error = fit(&[&clip]).unwrap_err();
    let name = clip.skeleton.joint(foot).name.clone();
    assert!(matches!(&error, FitError::NeverFlat { joint, .. } if *joint == name), "{error}");
}
