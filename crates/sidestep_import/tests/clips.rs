//! From files to clips: whatever the unit, the axes and the bones above the hips, the same motion.
#![allow(clippy::unwrap_used, reason = "a test may panic and talk")]

mod common;

use common::{Dialect, Frame, PLAIN, bvh};
use glam::Vec3;
use sidestep_import::{
    ImportError, ImportOptions, Imported, LabelSpan, Reference, Severity, UpAxis, read,
};
use sidestep_motion::{ClipError, Role, Side, kinematics::joint_positions};

const FRAMES: [Frame; 3] = [
    Frame { hips: [0.0, 0.9, 0.0], arm_degrees: 70.0 },
    Frame { hips: [0.1, 0.9, 0.2], arm_degrees: 75.0 },
    Frame { hips: [0.2, 0.88, 0.4], arm_degrees: 80.0 },
];

fn z_up([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, -z, y]
}

fn x_up([x, y, z]: [f64; 3]) -> [f64; 3] {
    [y, -x, z]
}

fn import(text: &str, options: &ImportOptions) -> Imported {
    read("folder/body.bvh", text.as_bytes(), options, &|_| None).unwrap()
}

fn default(text: &str) -> Imported {
    import(text, &ImportOptions::default())
}

fn says(imported: &Imported, severity: Severity, part: &str) -> bool {
    imported.notes.iter().any(|note| note.severity == severity && note.message.contains(part))
}

/// The arms of the file turn about its Z; in Z-up and X-up files that is another way to turn, so only
/// joints of the trunk and legs are compared there.
fn assert_same_places(text: &str, reference: &str, joints: usize) -> Imported {
    let (a, b) = (default(text), default(reference));
    for frame in 0..3 {
        let positions = |imported: &Imported| {
            joint_positions(&imported.clips[0].skeleton, imported.clips[0].pose(frame))
        };
        for (one, other) in positions(&a).iter().zip(positions(&b)).take(joints) {
            assert!(one.distance(other) < 1e-5, "frame {frame}: {one} instead of {other}");
        }
    }
    a
}

#[test]
fn plain_files_are_as_written() {
    let imported = default(&bvh(PLAIN, &FRAMES));
    let clip = &imported.clips[0];
    assert_eq!((clip.name.as_str(), clip.rate_hz, clip.len()), ("body", 100.0, 3));
    assert_eq!(clip.provenance.source, "body.bvh");
    assert_eq!(clip.root_positions[1], Vec3::new(0.1, 0.9, 0.2));
    let left_hand = clip.skeleton.find("LeftHand").unwrap();
    assert_eq!(clip.skeleton.joint(left_hand).tip, Some(Vec3::new(0.0, 0.05, 0.0)));
    for part in ["unit: metres", "up axis: +Y", "rate: 100.000", "which is a T-pose", "faces +Z"] {
        assert!(says(&imported, Severity::Info, part), "{part}: {:#?}", imported.notes);
    }
}

#[test]
fn units_are_told_by_the_legs() {
    let plain = bvh(PLAIN, &FRAMES);
    let units =
        [("centimetres", 0.01), ("millimetres", 0.001), ("inches", 0.0254), ("CMU", 0.0254 / 0.45)];
    for (name, unit_m) in units {
        let text = bvh(Dialect { unit_m, ..PLAIN }, &FRAMES);
        let imported = assert_same_places(&text, &plain, 15);
        assert!(says(&imported, Severity::Info, name), "{:#?}", imported.notes);
    }
    let odd = default(&bvh(Dialect { unit_m: 0.1, ..PLAIN }, &FRAMES));
    assert!(says(&odd, Severity::Warning, "no known unit"), "{:#?}", odd.notes);
    let wrong = ImportOptions { unit_m: Some(0.01), ..ImportOptions::default() };
    assert!(says(&import(&plain, &wrong), Severity::Warning, "0.008 m long"));
}

#[test]
fn the_up_axis_is_told_by_feet_and_head() {
    let plain = bvh(PLAIN, &FRAMES);
    for (name, turn) in [("+Z", z_up as fn([f64; 3]) -> [f64; 3]), ("+X", x_up)] {
        let text = bvh(Dialect { turn, ..PLAIN }, &FRAMES);
        let imported = assert_same_places(&text, &plain, 8);
        assert!(
            says(&imported, Severity::Info, &format!("up axis: {name}")),
            "{:#?}",
            imported.notes
        );
        assert!(says(&imported, Severity::Info, "faces +Z"), "{:#?}", imported.notes);
    }
    let given =
        ImportOptions { up: Some(UpAxis::Z), unit_m: Some(1.0), ..ImportOptions::default() };
    let imported = import(&plain, &given);
    // Z up: (x, y, z) of the file is (x, z, -y) here.
    assert_eq!(imported.clips[0].root_positions[1], Vec3::new(0.1, 0.2, -0.9));
}

#[test]
fn a_bone_above_the_hips_is_folded_into_them() {
    let text = bvh(Dialect { ground: true, ..PLAIN }, &FRAMES);
    let imported = assert_same_places(&text, &bvh(PLAIN, &FRAMES), 15);
    assert_eq!(imported.clips[0].skeleton.joints()[0].name, "Hips");
    assert!(
        says(&imported, Severity::Info, "'Reference' stands above the hips"),
        "{:#?}",
        imported.notes
    );
}

/// The bone above turns and moves: 90 degrees about Y bring the hips' (1, 0, 0) to (0, 0, -1).
#[test]
fn what_the_bone_above_does_is_kept() {
    let text = bvh(
        Dialect { ground: true, ..PLAIN },
        &[Frame { hips: [1.0, 0.9, 0.0], arm_degrees: 70.0 }],
    );
    let text = text.replace("\n0 0 0 1 0.9", "\n0 90 0 1 0.9");
    let clip = default(&text).clips.remove(0);
    assert!(clip.root_positions[0].distance(Vec3::new(0.0, 0.9, -1.0)) < 1e-6);
    let thigh = clip.skeleton.roles().get(Role::Thigh(Side::Left)).unwrap();
    let place = joint_positions(&clip.skeleton, clip.pose(0))[thigh.index()];
    assert!(place.distance(Vec3::new(0.0, 0.85, -1.1)) < 1e-6, "{place}");
}

#[test]
fn a_lone_t_pose_is_dropped_and_becomes_the_reference() {
    let t_pose = Frame { hips: [0.0, 0.9, 0.0], arm_degrees: 0.0 };
    let text = bvh(PLAIN, &[t_pose, FRAMES[0], FRAMES[1]]);
    let imported = default(&text);
    assert_eq!(imported.clips[0].len(), 2);
    assert!(says(&imported, Severity::Info, "lone T-pose"));
    let kept =
        import(&text, &ImportOptions { drop_first_frames: Some(0), ..ImportOptions::default() });
    assert_eq!(kept.clips[0].len(), 3);
    assert!(says(&kept, Severity::Warning, "the first 1 frames (0.01 s) hold a T-pose"));
}

#[test]
fn the_reference_pose_can_be_chosen() {
    let text = bvh(PLAIN, &FRAMES);
    let arm = |imported: &Imported| {
        let skeleton = &imported.clips[0].skeleton;
        skeleton.joint(skeleton.find("LeftArm").unwrap()).rest.to_scaled_axis().z.to_degrees()
    };
    let frame = ImportOptions { reference: Reference::Frame(1), ..ImportOptions::default() };
    assert!((arm(&import(&text, &frame)) + 75.0).abs() < 1e-3);
    let file =
        ImportOptions { reference: Reference::File("t.bvh".into()), ..ImportOptions::default() };
    let other = bvh(PLAIN, &[FRAMES[2]]);
    let companion = |name: &str| (name == "t.bvh").then(|| other.clone().into_bytes());
    let imported = read("a.bvh", text.as_bytes(), &file, &companion).unwrap();
    assert!((arm(&imported) + 80.0).abs() < 1e-3);
    let missing = read("a.bvh", text.as_bytes(), &file, &|_| None);
    assert!(matches!(missing, Err(ImportError::Companion { .. })));
    let beyond = ImportOptions { reference: Reference::Frame(9), ..ImportOptions::default() };
    assert!(matches!(
        read("a.bvh", text.as_bytes(), &beyond, &|_| None),
        Err(ImportError::Option { .. })
    ));
}

#[test]
fn offsets_that_move_get_their_mean_and_a_warning() {
    let text = bvh(PLAIN, &FRAMES).replace(
        "JOINT Spine\n{\nOFFSET 0 0.3 0\nCHANNELS 3",
        "JOINT Spine\n{\nOFFSET 9 9 9\nCHANNELS 6 Xposition Yposition Zposition",
    );
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.len() - 3;
    for (line, height) in lines[first..].iter_mut().zip(["0.3", "0.33", "0.33"]) {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        // Hips (6) and two legs of three joints (18) come first.
        words.splice(24..24, ["0", height, "0"]);
        *line = words.join(" ");
    }
    let imported = default(&lines.join("\n"));
    let skeleton = &imported.clips[0].skeleton;
    let spine = skeleton.joint(skeleton.find("Spine").unwrap()).offset;
    assert!(spine.distance(Vec3::new(0.0, 0.32, 0.0)) < 1e-6, "{spine}");
    assert!(
        says(&imported, Severity::Warning, "at most 0.0200 m off (joint 'Spine')"),
        "{:#?}",
        imported.notes
    );
}

#[test]
fn labels_and_contacts_follow_the_range() {
    let frames: Vec<Frame> = (0..100).map(|_| FRAMES[0]).collect();
    let label =
        |name: &str, range_secs| LabelSpan { name: name.to_owned(), range_secs, moment_secs: None };
    let options = ImportOptions {
        range_secs: Some((0.2, 0.6)),
        target_rate_hz: Some(50.0),
        labels: vec![
            label("all", None),
            label("part", Some((0.3, 0.4))),
            label("before", Some((0.0, 0.1))),
            label("left_foot_down", Some((0.5, 9.0))),
            label("right_foot_down", Some((0.0, 0.3))),
        ],
        ..ImportOptions::default()
    };
    let clip = import(&bvh(PLAIN, &frames), &options).clips.remove(0);
    assert_eq!((clip.len(), clip.rate_hz), (20, 50.0));
    let labels: Vec<_> =
        clip.labels.iter().map(|label| (label.name.as_str(), label.frames.clone())).collect();
    let expected =
        [("all", 0..20), ("part", 5..10), ("left_foot_down", 15..20), ("right_foot_down", 0..5)];
    assert_eq!(labels, expected);
    let contacts = clip.contacts.as_ref().unwrap();
    assert!(contacts[4].get(Side::Right) && !contacts[5].get(Side::Right));
    assert!(contacts[15].get(Side::Left) && !contacts[14].get(Side::Left));
    clip.check().unwrap();
}

#[test]
fn roles_can_be_given() {
    let text = bvh(PLAIN, &FRAMES).replace("LeftFoot", "Thing");
    let options = |name: &str| ImportOptions {
        roles: vec![(Role::Foot(Side::Left), name.to_owned())],
        ..ImportOptions::default()
    };
    let clip = import(&text, &options("Thing")).clips.remove(0);
    assert_eq!(clip.skeleton.roles().get(Role::Foot(Side::Left)), clip.skeleton.find("Thing"));
    let unknown = read("a.bvh", text.as_bytes(), &options("Nobody"), &|_| None).unwrap_err();
    assert!(unknown.to_string().contains("no joint is named 'Nobody', which should be left_foot"));
}

#[test]
fn an_empty_file_is_an_empty_clip_with_a_warning() {
    let imported = default(&bvh(PLAIN, &[]));
    assert!(says(&imported, Severity::Warning, "no frame"));
    assert!(matches!(imported.clips[0].check(), Err(ClipError::Empty { .. })));
}

#[test]
fn a_wrong_unit_is_absurd_rather_than_infinite() {
    let options = ImportOptions { unit_m: Some(1e8), ..ImportOptions::default() };
    let error = read("a.bvh", bvh(PLAIN, &FRAMES).as_bytes(), &options, &|_| None).unwrap_err();
    assert!(matches!(error, ImportError::Absurd { .. }), "{error}");
}

#[test]
fn unknown_files_are_refused() {
    let error = read("a.mp3", b"ID3", &ImportOptions::default(), &|_| None).unwrap_err();
    assert!(matches!(error, ImportError::UnknownFormat { .. }));
}
