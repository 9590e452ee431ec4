//! ASF and AMC: a skeleton small enough to turn by hand.
#![allow(clippy::unwrap_used, reason = "a test may panic and talk")]

use glam::Vec3;
use sidestep_import::{ImportError, ImportOptions, Imported, Severity, UpAxis, amc, read};
use sidestep_motion::kinematics::JointTransforms;

const ASF: &str = "# a comment
:version 1.10
:name test
:units
  mass 1.0
  length 0.45
  angle deg
:documentation
   begin nothing
:root
   order TX TY TZ RX RY RZ
   axis XYZ
   position 0 0 0
   orientation 0 0 0
:bonedata
  begin
     id 1
     name lfemur
     direction 0 -1 0
     length 4
     axis 0 0 0 XYZ
     dof rx ry rz
     limits (-160.0 20.0)
            (-70.0 70.0)
            (-60.0 70.0)
  end
  begin
     id 2
     name ltibia
     direction 1 0 0
     length 3
     axis 0 0 90 XYZ
     dof rx
     limits (-10.0 170.0)
  end
  begin
     id 3
     name lfoot
     direction 0 0 1
     length 2
     axis 0 0 0 XYZ
  end
:hierarchy
  begin
    root lfemur
    lfemur ltibia
    ltibia lfoot
  end
";
const AMC: &str = "#!OML:ASF C:\\somewhere\\Actor.ASF
:FULLY-SPECIFIED
:DEGREES
1
root 1 2 3 0 0 0
lfemur 0 0 90
ltibia 90
2
root 1 2 3 0 90 0
lfemur 0 0 90
ltibia 90
3
root 0 0 0 0 0 0
lfemur 90 90 0
ltibia 0
";

fn import(asf: &str, amc: &str, options: &ImportOptions) -> Result<Imported, ImportError> {
    let companion = |name: &str| (name == "01.asf").then(|| asf.as_bytes().to_vec());
    read("01_02.amc", amc.as_bytes(), options, &companion)
}

fn metres() -> ImportOptions {
    ImportOptions {
        unit_m: Some(1.0),
        up: Some(UpAxis::Y),
        rate_hz: Some(120.0),
        ..ImportOptions::default()
    }
}

fn check(asf: &str, amc: &str, frame: usize, expected: &[(&str, [f32; 3])]) {
    let clip = import(asf, amc, &metres()).unwrap().clips.remove(0);
    let mut transforms = JointTransforms::new(clip.skeleton.len());
    transforms.compute(&clip.skeleton, clip.pose(frame));
    for (name, expect) in expected {
        let place = match name.strip_suffix(" tip") {
            Some(name) => transforms.tip(&clip.skeleton, clip.skeleton.find(name).unwrap()),
            None => transforms.position(clip.skeleton.find(name).unwrap()),
        };
        assert!(
            place.distance(Vec3::from_array(*expect)) < 1e-5,
            "{name}: {place} instead of {expect:?}"
        );
    }
}

/// The femur's Rz(90) brings its (0, -4, 0) to (4, 0, 0), where the tibia starts. The tibia's own axes
/// are turned by C = Rz(90), so its rx is a turn about Y: C · Rx(90) · C⁻¹ = Ry(90), which brings its
/// (3, 0, 0) to (0, 0, -3); the femur's Rz(90) leaves that. The foot's (0, 0, 2) becomes (2, 0, 0) by
/// Ry(90) and (0, 2, 0) by Rz(90).
#[test]
fn bones_turn_about_their_own_axes() {
    let expected = [
        ("root", [1.0, 2.0, 3.0]),
        ("lfemur", [1.0, 2.0, 3.0]),
        ("ltibia", [5.0, 2.0, 3.0]),
        ("lfoot", [5.0, 2.0, 0.0]),
        ("lfoot tip", [5.0, 4.0, 0.0]),
    ];
    check(ASF, AMC, 0, &expected);
}

/// As before, then all turned about the root by Ry(90), which makes (z, y, -x) of (x, y, z):
/// (4, 0, 0) becomes (0, 0, -4), (4, 0, -3) becomes (-3, 0, -4).
#[test]
fn the_root_turns_everything() {
    check(ASF, AMC, 1, &[("ltibia", [1.0, 2.0, -1.0]), ("lfoot", [-2.0, 2.0, -1.0])]);
}

/// rx before ry: Rx(90) brings the femur's (0, -4, 0) to (0, 0, -4), then Ry(90) to (-4, 0, 0).
#[test]
fn the_first_degree_of_freedom_turns_first() {
    check(ASF, AMC, 2, &[("ltibia", [-4.0, 0.0, 0.0])]);
}

#[test]
fn radians_and_odd_lines_are_read() {
    let amc = AMC
        .replace(":DEGREES", ":RADIANS")
        .replace("90", "1.5707963267948966")
        .replace('\n', "\r\n");
    check(ASF, &amc, 0, &[("lfoot", [5.0, 2.0, 0.0])]);
    let asf =
        ASF.replace("angle deg", "angle rad").replace("0 0 90 XYZ", "0 0 1.5707963267948966 XYZ");
    let amc = AMC.replace(":DEGREES\n", "").replace("90", "1.5707963267948966");
    check(&asf, &amc, 0, &[("lfoot", [5.0, 2.0, 0.0])]);
    check(&ASF.replace('\n', "\r"), AMC, 0, &[("lfoot", [5.0, 2.0, 0.0])]);
}

#[test]
fn the_file_tells_its_unit_but_not_its_rate() {
    // Legs of 14 units of 0.0254 / 0.45 m are a person's.
    let asf = ASF.replace("length 4", "length 7").replace("length 3", "length 7");
    let imported = import(&asf, AMC, &ImportOptions::default()).unwrap();
    let clip = &imported.clips[0];
    let tibia = clip.skeleton.joint(clip.skeleton.find("ltibia").unwrap());
    assert!((tibia.offset.length() - 7.0 * 0.0254 / 0.45).abs() < 1e-6);
    assert_eq!(clip.rate_hz, 120.0);
    let says = |part: &str| imported.notes.iter().any(|note| note.message.contains(part));
    assert!(
        says("0.056444 m, as the file says") && says("120 Hz was assumed"),
        "{:#?}",
        imported.notes
    );
}

#[test]
fn the_skeleton_is_found_by_its_usual_names() {
    let asked = std::cell::RefCell::new(Vec::new());
    let companion = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        None
    };
    let error = read("dir/01_02.amc", AMC.as_bytes(), &metres(), &companion).unwrap_err();
    assert_eq!(*asked.borrow(), ["01_02.asf", "01.asf", "Actor.ASF", "*.asf"]);
    assert!(error.to_string().contains("it needs 01_02.asf or 01.asf or Actor.ASF"), "{error}");
    asked.borrow_mut().clear();
    let options = ImportOptions { skeleton_file: Some("my.asf".into()), ..metres() };
    assert!(read("01_02.amc", AMC.as_bytes(), &options, &companion).is_err());
    assert_eq!(*asked.borrow(), ["my.asf"]);
}

#[test]
fn loose_and_stretching_bones_are_noted() {
    let asf = ASF.replace("    ltibia lfoot\n", "").replace("dof rx\n", "dof rx l\n");
    let amc = AMC.replace("ltibia 90", "ltibia 90 3.5").replace("ltibia 0", "ltibia 0 3");
    let imported = import(&asf, &amc, &metres()).unwrap();
    let warns = |part: &str| {
        imported
            .notes
            .iter()
            .any(|note| note.severity == Severity::Warning && note.message.contains(part))
    };
    assert!(warns("left out: lfoot") && warns("left out: ltibia"), "{:#?}", imported.notes);
}

fn fails(asf: &str, amc: &str, parts: &[&str]) {
    let message = import(asf, amc, &metres()).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "'{message}' lacks '{part}'");
    }
}

#[test]
fn mistakes_are_told_with_line_and_joint() {
    fails(
        ASF,
        &AMC.replacen("ltibia 90", "ltibia x", 1),
        &["01_02.amc, line 7", "'ltibia'", "'x'"],
    );
    fails(ASF, &AMC.replacen("ltibia 90\n", "", 1), &["line 7", "'ltibia'", "frame 1"]);
    fails(ASF, AMC.trim_end().trim_end_matches("ltibia 0"), &["'ltibia'"]);
    fails(ASF, &AMC.replacen("ltibia 90", "ltibia 90 8", 1), &["line 7", "1 values for 'ltibia'"]);
    fails(
        ASF,
        &AMC.replacen("ltibia", "tail", 1),
        &["line 7", "'tail'", "the ASF file that belongs"],
    );
    fails(ASF, &AMC.replacen("ltibia 90", "lfemur 1 2 3", 1), &["line 7", "each bone once"]);
    fails(ASF, "root 1 2 3 0 0 0\n", &["line 1", "number of the first frame"]);
    fails(&ASF.replace("dof rx\n", "dof rw\n"), AMC, &["01.asf, line 33", "'rw'"]);
    fails(&ASF.replace("ltibia lfoot", "ltibia hand"), AMC, &["line 47", "'hand'"]);
    fails(&ASF.replace("ltibia lfoot", "ltibia lfemur"), AMC, &["each bone below one other"]);
    fails(&ASF.replace("name lfoot", "name ltibia"), AMC, &["a second 'ltibia'"]);
    fails(&ASF.replace("length 3", "length three"), AMC, &["line 31", "'three'"]);
    fails(&ASF.replace("90 XYZ", "90 XY"), AMC, &["line 32", "an order such as XYZ"]);
    fails("", AMC, &[":bonedata"]);
}

#[test]
fn an_amc_without_frames_is_empty() {
    let imported = import(ASF, ":FULLY-SPECIFIED\n", &metres()).unwrap();
    assert!(imported.clips[0].is_empty());
    let asf = amc::parse_skeleton("a.asf", ASF.as_bytes()).unwrap();
    assert!(amc::parse("a.amc", b"", &asf).unwrap().is_empty());
}

/// An ASF of any name serves where it is the only one beside the file; one that was named must be it.
#[test]
fn the_only_asf_beside_the_file_is_the_one() {
    let only = |name: &str| (name == "*.asf").then(|| ASF.as_bytes().to_vec());
    let imported = read("walk.amc", AMC.as_bytes(), &metres(), &only).unwrap();
    assert_eq!(imported.clips[0].len(), 3);
    assert!(imported.notes.iter().any(|note| note.message.contains("the only ASF file beside it")));
    let named = ImportOptions { skeleton_file: Some("ada.asf".to_owned()), ..metres() };
    let error = read("walk.amc", AMC.as_bytes(), &named, &only).unwrap_err();
    assert!(error.to_string().contains("ada.asf"), "{error}");
}
