//! The text formats, number by number.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::empty_clip;
use glam::{Quat, Vec3};
use sidestep_export::{bvh, csv};
use sidestep_motion::{Clip, Joint, JointId, Skeleton};

/// A hip at (1, 2, 3) that turns by 90 degrees about Z in the second frame, a leaf 0.5 m above it.
fn clip() -> Clip {
    let joint = |name: &str, parent, offset| Joint {
        name: name.into(),
        parent,
        offset,
        rest: Quat::IDENTITY,
        tip: None,
    };
    let joints = vec![
        joint("Hips", None, Vec3::ZERO),
        joint("upper, body", Some(JointId(0)), Vec3::new(0.0, 0.5, 0.0)),
    ];
    let mut clip = empty_clip("two", Skeleton::new(joints).unwrap(), 30.0);
    let right_angle = Quat::from_axis_angle(Vec3::Z, std::f32::consts::FRAC_PI_2);
    clip.root_positions = vec![Vec3::new(1.0, 2.0, 3.0); 2];
    clip.rotations = vec![Quat::IDENTITY, Quat::IDENTITY, right_angle, Quat::IDENTITY];
    clip
}

/// Turned by 90 degrees about Z, what was above is at -X.
#[test]
fn csv_holds_world_positions() {
    let text = csv::write(&clip()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        r#"frame,time_s,Hips_x,Hips_y,Hips_z,"upper, body_x","upper, body_y","upper, body_z""#
    );
    assert_eq!(lines[1], "0,0.000000,1.000000,2.000000,3.000000,1.000000,2.500000,3.000000");
    assert_eq!(lines[2], "1,0.033333,1.000000,2.000000,3.000000,0.500000,2.000000,3.000000");
    assert_eq!(lines.len(), 3);
}

/// Empty where nothing is known of it, and held by the left hand at first.
#[test]
fn csv_holds_objects() {
    let text = csv::write(&common::with_ball(12)).unwrap();
    let ends: Vec<&str> = text
        .lines()
        .map(|line| line.rmatch_indices(',').nth(3).map_or("", |(at, _)| &line[at..]))
        .collect();
    assert_eq!(ends[0], ",ball_x,ball_y,ball_z,ball_held_by");
    assert_eq!(ends[1], ",,,,");
    assert_eq!(ends[2], ",0.500000,1.000000,0.250000,LeftHand");
    assert_eq!(ends[4], ",0.500000,0.800000,0.250000,");
    assert_eq!((ends[6], ends[9]), (",,,,", ends[2]));
}

/// A leaf without a tip gets 5 cm more of its bone; the name becomes one word.
#[test]
fn bvh_is_laid_out_as_the_format_demands() {
    let text = bvh::write(&clip(), &bvh::BvhOptions::default()).unwrap();
    let expected = "\
HIERARCHY
ROOT Hips
{
\tOFFSET 0.000000 0.000000 0.000000
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
\tJOINT upper,_body
\t{
\t\tOFFSET 0.000000 0.500000 0.000000
\t\tCHANNELS 3 Zrotation Yrotation Xrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0.000000 0.050000 0.000000
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.0333333333
";
    let (head, frames) = text.split_at(expected.len());
    assert_eq!(head, expected);
    let numbers: Vec<f64> = frames.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let wanted = [
        [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 2.0, 3.0, 90.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ];
    assert_eq!(numbers.len(), 18);
    for (number, wanted) in numbers.iter().zip(wanted.as_flattened()) {
        assert!((number - wanted).abs() < 1e-4, "{number} instead of {wanted}");
    }
}
