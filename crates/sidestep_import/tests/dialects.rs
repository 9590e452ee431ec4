//! The hand-made BVH dialects, checked against the positions that come with them.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and talk")]

use sidestep_import::{ImportError, bvh};
use std::{fs, path::PathBuf};

fn folder() -> Option<PathBuf> {
    let folder =
        std::env::var_os("SIDESTEP_MOCAP").map(|root| PathBuf::from(root).join("bvh-dialects"));
    if folder.is_none() {
        println!("skipped: SIDESTEP_MOCAP is not set");
    }
    folder
}

#[test]
fn every_joint_is_where_it_is_expected() {
    let Some(folder) = folder() else { return };
    let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
    let mut checked = 0;
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, frame, joint, position] = columns[..] else { panic!("{line}") };
        let bvh = bvh::parse(file, &fs::read(folder.join(file)).unwrap()).unwrap();
        let points = bvh.joint_positions(frame.parse().unwrap());
        let wanted = |p: &&bvh::Point<'_>| {
            if joint == "End" { p.end_site } else { !p.end_site && p.joint == joint }
        };
        let point = points.iter().find(wanted).unwrap();
        for (value, text) in point.position.iter().zip(position.split(' ')) {
            let expect: f64 = text.parse().unwrap();
            assert!((value - expect).abs() < 1e-4, "{line}: {:?}", point.position);
        }
        checked += 1;
    }
    assert!(checked >= 40, "only {checked} lines");
}

#[test]
fn broken_files_are_named_errors_and_an_empty_one_is_empty() {
    let Some(folder) = folder() else { return };
    let parse = |file: &str| bvh::parse(file, &fs::read(folder.join(file)).unwrap());
    match parse("truncated.bvh") {
        Err(ImportError::Truncated { place, found: 17, expected: 36, frames: 1 }) => {
            assert_eq!((place.line, place.joint.as_deref()), (25, Some("Hips")));
        }
        other => panic!("{other:?}"),
    }
    match parse("not_a_number.bvh") {
        Err(ImportError::NotANumber { place, text, .. }) => {
            assert_eq!(
                (place.line, place.joint.as_deref(), text.as_str()),
                (24, Some("Hips"), "nan")
            );
        }
        other => panic!("{other:?}"),
    }
    assert!(parse("zero_frames.bvh").unwrap().is_empty());
}
