//! BVH as text: every way of writing it gives the same numbers, every mistake has its error.
#![allow(clippy::unwrap_used, reason = "a test may panic and talk")]

use sidestep_import::{ImportError, bvh, frames::FrameSelection};

const TREE: &str = "HIERARCHY
ROOT Hips
{
\tOFFSET 7 8 9
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
\tJOINT Spine
\t{
\t\tOFFSET 0 2 0
\t\tCHANNELS 3 Zrotation Yrotation Xrotation
\t\tJOINT Arm
\t\t{
\t\t\tOFFSET 1 0 0
\t\t\tCHANNELS 3 Zrotation Yrotation Xrotation
\t\t\tEnd Site
\t\t\t{
\t\t\t\tOFFSET 0 0 3
\t\t\t}
\t\t}
\t}
}
";
const MOTION: &str = "MOTION
Frames: 2
Frame Time: 0.0333333
1 2 3 90 0 0 0 90 0 0 0 90
4 5 6 0 0 0 0 0 0 0 0 0
";

/// Frame 0 by hand: the hips' Rz(90) brings (0, 2, 0) to (-2, 0, 0); with the spine's Ry(90) the
/// arm's (1, 0, 0) becomes (0, 0, -1); with the arm's Rx(90) the tip's (0, 0, 3) becomes (3, 0, 0).
/// Frame 1 has no rotation. The root's OFFSET is replaced in both.
const PLACES: [[[f64; 3]; 4]; 2] = [
    [[1.0, 2.0, 3.0], [-1.0, 2.0, 3.0], [-1.0, 2.0, 2.0], [2.0, 2.0, 2.0]],
    [[4.0, 5.0, 6.0], [4.0, 7.0, 6.0], [5.0, 7.0, 6.0], [5.0, 7.0, 9.0]],
];

fn check_positions(text: &[u8], places: &[[[f64; 3]; 4]]) {
    let bvh = bvh::parse("test.bvh", text).unwrap();
    assert_eq!(bvh.len(), places.len());
    for (frame, expected) in places.iter().enumerate() {
        let points = bvh.joint_positions(frame);
        assert_eq!(points.len(), 4);
        for (point, expect) in points.iter().zip(expected) {
            let off =
                point.position.iter().zip(expect).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(
                off < 1e-9,
                "frame {frame}, {}: {:?} instead of {expect:?}",
                point.joint,
                point.position
            );
        }
    }
}

fn same(text: impl AsRef<[u8]>) {
    check_positions(text.as_ref(), &PLACES);
}

fn plain() -> String {
    format!("{TREE}{MOTION}")
}

#[test]
fn line_ends_do_not_matter() {
    same(plain());
    same(plain().replace('\n', "\r\n"));
    same(plain().replace('\n', "\r"));
    same(plain().replacen('\n', "\r\n", 9).replacen("\t\n", "\r", 3));
    same(plain().trim_end());
    same(plain().replace('\n', " \t\n\n"));
}

#[test]
fn values_are_a_stream_of_words() {
    same(plain().replace("0 90\n", "0\t90 "));
    same(
        plain()
            .replace(' ', "\n")
            .replace("End\nSite", "End Site")
            .replace("Frame\nTime:", "Frame Time:"),
    );
    same(plain().replace("90 0 0 0", "90\n\n0 0\r\n0"));
    same(plain() + "\0\x1a\n");
}

#[test]
fn numbers_are_written_in_many_ways() {
    same(plain().replace("1 2 3 90", "1. +2 3.0e-000 9.0E+01").replace("0.0333333", ".0333333"));
    same(plain().replace("1 2 3 90", "1.0e0 .2e1 300e-02 90.0000000000000000000"));
}

#[test]
fn keywords_are_written_in_many_ways() {
    let lower = plain().to_ascii_lowercase();
    same(&lower);
    same(plain().to_ascii_uppercase());
    same(plain().replace("Frames: 2", "Frames:2"));
    same(plain().replace("Frames: 2", "Frames:\t2"));
    same(plain().replace("Frames: 2", "Frames : 2"));
    same(plain().replace("End Site\n", "End Site {").replace("{\t\t\t{", "{"));
    same(format!("\u{feff}{}", plain()));
}

#[test]
fn names_may_hold_blanks_and_colons() {
    let text = plain().replace("JOINT Spine", "JOINT  mixamorig:Lower Back ");
    same(&text);
    let bvh = bvh::parse("test.bvh", text.as_bytes()).unwrap();
    assert_eq!(bvh.header.joints[1].name, "mixamorig:Lower Back");
}

/// The same angles in another order: for the spine Xrotation Zrotation Yrotation of `90 0 0` turns
/// about X, so the arm's (1, 0, 0) stays in X and only the hips' Rz(90) brings it to (0, 1, 0).
#[test]
fn each_joint_has_its_own_order() {
    let tree = TREE.replacen(
        "CHANNELS 3 Zrotation Yrotation Xrotation",
        "CHANNELS 3 Xrotation Zrotation Yrotation",
        1,
    );
    let motion = "MOTION Frames: 1 Frame Time: 1 1 2 3 90 0 0 90 0 0 0 0 0";
    let places = [[[1.0, 2.0, 3.0], [-1.0, 2.0, 3.0], [-1.0, 3.0, 3.0], [2.0, 3.0, 3.0]]];
    // The tip's (0, 0, 3): the spine's Rx(90) gives (0, -3, 0), the hips' Rz(90) gives (3, 0, 0).
    check_positions(format!("{tree}{motion}").as_bytes(), &places);
}

#[test]
fn rotations_may_stand_before_positions() {
    let tree = TREE.replace(
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation",
        "CHANNELS 6 Zrotation Yrotation Xrotation Zposition Xposition Yposition",
    );
    let motion =
        MOTION.replace("1 2 3 90 0 0", "90 0 0 3 1 2").replace("4 5 6 0 0 0", "0 0 0 6 4 5");
    same(tree + &motion);
}

#[test]
fn a_joint_may_have_fewer_channels_or_none() {
    let tree = TREE
        .replacen("CHANNELS 3 Zrotation Yrotation Xrotation", "CHANNELS 2 Zrotation Yrotation", 1)
        .replacen("CHANNELS 3 Zrotation Yrotation Xrotation", "CHANNELS 1 Xrotation", 1);
    let motion = "MOTION\nFrames: 2\nFrame Time: 1\n1 2 3 90 0 0 0 90 90\n4 5 6 0 0 0 0 0 0\n";
    same(tree.clone() + motion);
    let still = tree.replace("\t\t\tCHANNELS 1 Xrotation\n", "");
    let motion = "MOTION\nFrames: 1\nFrame Time: 1\n4 5 6 0 0 0 0 0\n";
    check_positions((still + motion).as_bytes(), &PLACES[1..]);
}

/// Positions on every joint replace its OFFSET, part by part.
#[test]
fn positions_replace_offsets() {
    let tree = TREE.replacen("CHANNELS 3 Zrotation", "CHANNELS 4 Yposition Zrotation", 1);
    let motion = "MOTION\nFrames: 1\nFrame Time: 1\n4 5 6 0 0 0 2.5 0 0 0 0 0 0\n";
    let places = [[[4.0, 5.0, 6.0], [4.0, 7.5, 6.0], [5.0, 7.5, 6.0], [5.0, 7.5, 9.0]]];
    check_positions((tree + motion).as_bytes(), &places);
}

#[test]
fn zero_frames_are_an_empty_file() {
    let text = format!("{TREE}MOTION\nFrames: 0\nFrame Time: 0.01\n");
    assert!(bvh::parse("test.bvh", text.as_bytes()).unwrap().is_empty());
}

#[test]
fn a_part_of_the_frames_can_be_read() {
    let frames: String = (0..50).map(|frame| format!("{frame} 0 0 0 0 0 0 0 0 0 0 0\n")).collect();
    let text = format!("{TREE}MOTION\nFrames: 50\nFrame Time: 0.01\n{frames}");
    let reader = bvh::Reader::open("test.bvh", text.as_bytes()).unwrap();
    let bvh = reader.read(FrameSelection { first: 3, end: 47, step: 10 }).unwrap();
    let x: Vec<f64> = (0..bvh.len()).map(|frame| bvh.frame(frame)[0]).collect();
    assert_eq!(x, [3.0, 13.0, 23.0, 33.0, 43.0]);
    assert!(reader.read(FrameSelection { first: 60, end: 90, step: 1 }).unwrap().is_empty());
}

fn error(text: &str) -> ImportError {
    bvh::parse("test.bvh", text.as_bytes()).unwrap_err()
}

/// The message of an error must hold all parts.
fn fails(text: &str, parts: &[&str]) {
    let message = error(text).to_string();
    for part in parts {
        assert!(message.contains(part), "'{message}' lacks '{part}'");
    }
}

#[test]
fn mistakes_in_the_motion_are_told_with_line_and_joint() {
    fails(
        &plain().replace("6 0 0 0 0 0 0 0 0 0", "6 0 0 0 0"),
        &["line 25", "'Spine'", "19 of 24 values", "Frames: 1"],
    );
    fails(
        &plain().replace("90 0 0 0 90", "90 0 0 0 9O"),
        &["line 24", "'Spine'", "Yrotation of frame 0", "'9O'"],
    );
    fails(
        &plain().replace("4 5 6", "4 5,5 6"),
        &["line 25", "'Hips'", "Yposition of frame 1", "point"],
    );
    fails(&plain().replace("4 5 6", "4 nan 6"), &["no finite number"]);
    fails(&plain().replace("4 5 6", "4 1e999 6"), &["no finite number"]);
    fails(
        &plain().replace("Frames: 2", "Frames: 1"),
        &["line 25", "1 frames of 12 values", "24 values"],
    );
    fails(&plain().replace("Frames: 2", "Frames: 99999999999999"), &["24 of"]);
    fails(&plain().replace("Frames: 2", "Frames: 18446744073709551615"), &["24 of"]);
    fails(
        &plain().replace("Frames: 2", "Frames: two"),
        &["line 22", "the number of frames", "'two'"],
    );
    fails(&plain().replace("Frames: 2", "Frames: -2"), &["line 22", "'-2'"]);
    for time in ["0", "-0.01", "nan", "inf", "abc", "1e-300"] {
        fails(&plain().replace("0.0333333", time), &["line 23", "frame time", time]);
    }
    fails(&plain().replace("Frame Time", "Rate"), &["line 23", "`Frame Time:`", "'Rate:'"]);
}

#[test]
fn mistakes_in_the_hierarchy_are_told_with_line_and_joint() {
    fails(
        &plain().replacen("Yrotation", "Wrotation", 2),
        &["line 5", "'Hips'", "unknown channel 'Wrotation'"],
    );
    fails(&plain().replacen("CHANNELS 3", "CHANNELS 9", 1), &["line 9", "'Spine'", "'9'"]);
    fails(&plain().replacen("Zposition", "Xposition", 1), &["line 5", "each position once"]);
    fails(
        &plain().replace("OFFSET 1 0 0", "OFFSET 1 0 x"),
        &["line 12", "'Arm'", "OFFSET z", "'x'"],
    );
    fails(&plain().replace("\t\t\tOFFSET 1 0 0\n", ""), &["'Arm'", "OFFSET"]);
    fails(&plain().replacen("\t}\n", "", 1), &["line 20", "'Hips'", "1 '}' are missing"]);
    fails(&plain().replacen("}\nMOTION", "}}\nMOTION", 1), &["line 20", "a '}' too many"]);
    fails(&plain().replacen("{\n", "", 1), &["line 3", "'Hips'", "expected '{'"]);
    fails(&plain().replace("JOINT Arm", "JOINT"), &["a joint name"]);
    fails(&plain().replace("JOINT Arm", "BONE Arm"), &["line 10", "'Spine'", "'BONE'"]);
    fails(
        &plain().replace("MOTION", "ROOT Two { OFFSET 0 0 0 } MOTION"),
        &["line 21", "'Two'", "split the file"],
    );
    fails(TREE, &["the end of the file"]);
    fails("", &["HIERARCHY", "the end of the file"]);
    fails("<html>", &["line 1", "no BVH file", "'<html>'"]);
}

#[test]
fn absurd_sizes_neither_overflow_nor_allocate() {
    let deep = "JOINT a { OFFSET 0 0 0 ".repeat(200_000);
    let text = format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 1 Xrotation {deep}");
    assert!(matches!(error(&text), ImportError::Absurd { .. }));
    let still = "HIERARCHY ROOT a { OFFSET 0 0 0 } MOTION Frames: 9999999999 Frame Time: 1";
    assert!(matches!(error(still), ImportError::Absurd { .. }));
}
