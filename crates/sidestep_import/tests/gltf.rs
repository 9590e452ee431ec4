//! Hand-made glTF files with values derived by hand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sidestep_import::{ImportError, ImportOptions, Imported, Severity, gltf};
use sidestep_motion::{Clip, JointMotion};

/// A `.gltf` whose numbers lie beside it in `numbers.bin`.
#[derive(Default)]
struct File {
    floats: Vec<f32>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
    nodes: Vec<Value>,
    skins: Vec<Value>,
}

impl File {
    fn accessor(&mut self, numbers: &[f32], kind: &str) -> usize {
        let width = match kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        let (offset, length) = (4 * self.floats.len(), 4 * numbers.len());
        self.views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": length }));
        self.floats.extend(numbers);
        let count = numbers.len() / width;
        let view = self.views.len() - 1;
        self.accessors.push(
            json!({ "bufferView": view, "componentType": 5126, "count": count, "type": kind }),
        );
        self.accessors.len() - 1
    }

    /// Moves `path` of a node.
    fn channel(
        &mut self,
        node: usize,
        path: &str,
        interpolation: &str,
        times: &[f32],
        values: &[f32],
    ) {
        let kind = if path == "rotation" { "VEC4" } else { "VEC3" };
        let (input, output) = (self.accessor(times, "SCALAR"), self.accessor(values, kind));
        self.samplers
            .push(json!({ "input": input, "output": output, "interpolation": interpolation }));
        let sampler = self.samplers.len() - 1;
        self.channels.push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }

    fn json(&self) -> Value {
        let mut root = json!({
            "asset": { "version": "2.0", "copyright": "CC BY 4.0, somebody" },
            "buffers": [{ "uri": "the%20numbers.bin", "byteLength": 4 * self.floats.len() }],
            "bufferViews": self.views,
            "accessors": self.accessors,
            "nodes": self.nodes,
            "animations": [{ "name": "move", "channels": self.channels, "samplers": self.samplers }],
        });
        if !self.skins.is_empty() {
            root["skins"] = json!(self.skins);
        }
        root
    }

    fn bytes(&self) -> Vec<u8> {
        self.floats.iter().flat_map(|float| float.to_le_bytes()).collect()
    }

    fn read_with(&self, options: &ImportOptions) -> Result<Imported, ImportError> {
        let numbers = |name: &str| (name == "the numbers.bin").then(|| self.bytes());
        gltf::read("folder/file.gltf", self.json().to_string().as_bytes(), options, &numbers)
    }

    fn read(&self) -> Imported {
        self.read_with(&ImportOptions::default()).unwrap()
    }
}

/// One node that turns from nothing to a right angle about X.
fn one_joint(interpolation: &str, times: &[f32], values: &[f32]) -> Clip {
    let mut file = File { nodes: vec![json!({ "name": "Hips" })], ..File::default() };
    file.channel(0, "rotation", interpolation, times, values);
    file.read().clips.remove(0)
}

fn about_x(radians: f32) -> Quat {
    Quat::from_axis_angle(Vec3::X, radians)
}

#[track_caller]
fn assert_turned(found: Quat, expected: Quat) {
    assert!(found.dot(expected).abs() > 1.0 - 1e-6, "{found:?} instead of {expected:?}");
}

const RIGHT_ANGLE: f32 = std::f32::consts::FRAC_PI_2;
/// sin and cos of 45 degrees: the quaternion of a right angle about X is (HALF, 0, 0, HALF).
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
const FROM_ZERO_TO_RIGHT: [f32; 8] = [0.0, 0.0, 0.0, 1.0, HALF, 0.0, 0.0, HALF];

/// Two keys one second apart are sampled at 30 Hz; slerp turns 3 degrees a frame.
#[test]
fn linear_curves_turn_evenly() {
    let clip = one_joint("LINEAR", &[0.0, 1.0], &FROM_ZERO_TO_RIGHT);
    assert_eq!((clip.len(), clip.rate_hz), (31, 30.0));
    for (frame, rotation) in clip.rotations.iter().enumerate() {
        assert_turned(*rotation, about_x(RIGHT_ANGLE * frame as f32 / 30.0));
    }
}

/// A step holds its value until the next key.
#[test]
fn step_curves_hold() {
    let clip = one_joint("STEP", &[0.0, 1.0], &FROM_ZERO_TO_RIGHT);
    assert_eq!(clip.len(), 31);
    assert_turned(clip.rotations[29], Quat::IDENTITY);
    assert_turned(clip.rotations[30], about_x(RIGHT_ANGLE));
}

/// Keys at 0 s and 2 s, so tangents count double. Halfway (t = 1/2) the spline is
/// ½ v0 + 2·⅛ b0 + ½ v1 − 2·⅛ a1, with v0 = (0,0,0,1), b0 = (0.4,0,0,0), v1 = (h,0,0,h) and
/// a1 = (0,0,0,−0.8): (½h + 0.1, 0, 0, ½ + ½h + 0.2), normalized.
#[test]
fn cubic_splines_follow_their_tangents() {
    let [zero, identity] = [[0.0; 4], [0.0, 0.0, 0.0, 1.0]];
    let values = [
        [9.0, 9.0, 9.0, 9.0],
        identity,
        [0.4, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, -0.8],
        [HALF, 0.0, 0.0, HALF],
        zero,
    ];
    let clip = one_joint("CUBICSPLINE", &[0.0, 2.0], values.as_flattened());
    let middle = clip.len() / 2;
    assert_eq!(clip.len() % 2, 1, "there is a middle frame");
    let (x, w) = (0.5 * HALF + 0.1, 0.7 + 0.5 * HALF);
    let length = (x * x + w * w).sqrt();
    assert_turned(clip.rotations[middle], Quat::from_xyzw(x / length, 0.0, 0.0, w / length));
    assert_turned(clip.rotations[0], Quat::IDENTITY);
    assert_turned(clip.rotations[clip.len() - 1], about_x(RIGHT_ANGLE));
}

/// The same spline for a place: p0 = 0, b0 = (1,0,0), p1 = (4,0,0), a1 = (−1,0,0), one second:
/// ⅛·1 + ½·4 + ⅛·1 = 2.25.
#[test]
fn cubic_splines_of_places() {
    let mut file = File { nodes: vec![json!({ "name": "Hips" })], ..File::default() };
    let x = |x: f32| [x, 0.0, 0.0];
    let values = [x(0.0), x(0.0), x(1.0), x(-1.0), x(4.0), x(0.0)];
    file.channel(0, "translation", "CUBICSPLINE", &[0.0, 1.0], values.as_flattened());
    let clip = file.read().clips.remove(0);
    assert!((clip.root_positions[15].x - 2.25).abs() < 1e-5);
}

/// A body as Blender writes a Mixamo rig: centimetres and Z up below an armature that is scaled by
/// 0.01 and turned by -90 degrees about X.
fn armature() -> File {
    let turned = json!([-HALF, 0.0, 0.0, HALF]);
    let mut file = File {
        nodes: vec![
            json!({ "name": "Armature", "scale": [0.01, 0.01, 0.01], "rotation": turned, "children": [1] }),
            json!({ "name": "Hips", "translation": [0.0, 0.0, 100.0], "children": [2, 4] }),
            json!({ "name": "LeftUpLeg", "translation": [10.0, 0.0, 0.0], "children": [3] }),
            json!({ "name": "LeftLeg", "translation": [0.0, 0.0, -45.0], "children": [6] }),
            json!({ "name": "RightUpLeg", "translation": [-10.0, 0.0, 0.0], "children": [5] }),
            json!({ "name": "RightLeg", "translation": [0.0, 0.0, -45.0] }),
            json!({ "name": "LeftLeg_end", "translation": [0.0, 0.0, -40.0] }),
        ],
        skins: vec![json!({ "joints": [1, 2, 3, 4, 5] })],
        ..File::default()
    };
    file.channel(1, "translation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 100.0, 0.0, -50.0, 100.0]);
    file
}

/// (x, y, z) of the armature is (x, z, -y) / 100 in the world.
#[test]
fn nodes_above_the_skeleton_are_folded_into_its_root() {
    let clip = armature().read().clips.remove(0);
    let names: Vec<&str> = clip.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["Hips", "LeftUpLeg", "LeftLeg", "RightUpLeg", "RightLeg"]);
    assert_eq!(clip.provenance.licence, "CC BY 4.0, somebody");
    assert_eq!((clip.name.as_str(), clip.provenance.source.as_str()), ("file", "file.gltf"));
    let motion = JointMotion::of(&clip);
    let near =
        |a: Vec3, b: [f32; 3]| assert!(a.abs_diff_eq(b.into(), 1e-5), "{a} instead of {b:?}");
    near(motion.frame(0)[0], [0.0, 1.0, 0.0]);
    near(motion.frame(0)[2], [0.1, 0.55, 0.0]);
    near(motion.frame(30)[0], [0.0, 1.0, 0.5]);
    near(motion.frame(30)[4], [-0.1, 0.55, 0.5]);
    let tip = clip.skeleton.joints()[2].tip.unwrap();
    assert!(tip.abs_diff_eq(Vec3::new(0.0, 0.0, -0.4), 1e-6), "{tip}");
}

/// A joint that slides 2 cm to and fro in its parent's space gets the middle and a warning.
#[test]
fn moving_joints_get_their_mean_place_and_a_warning() {
    let mut file = armature();
    let places = [0.0, 0.0, -44.0, 0.0, 0.0, -46.0, 0.0, 0.0, -44.0, 0.0, 0.0, -46.0];
    file.channel(3, "translation", "STEP", &[0.0, 0.25, 0.5, 0.75], &places);
    file.channel(5, "scale", "LINEAR", &[0.0, 1.0], &[1.0, 1.0, 1.0, 1.0, 2.0, 1.0]);
    let imported = file.read();
    let clip = &imported.clips[0];
    let offset = clip.skeleton.joint(clip.skeleton.find("LeftLeg").unwrap()).offset;
    assert!((offset.z + 0.45).abs() < 1e-2, "{offset}");
    let warnings: Vec<&str> = imported
        .notes
        .iter()
        .filter(|note| note.severity == Severity::Warning)
        .map(|note| note.message.as_str())
        .collect();
    assert!(warnings.iter().any(|text| text.contains("'LeftLeg'")), "{warnings:?}");
    assert!(warnings.iter().any(|text| text.contains("scale")), "{warnings:?}");
}

/// A root joint that walks above the hips: its motion is theirs.
#[test]
fn a_root_above_the_hips_is_folded_into_them() {
    let mut file = armature();
    file.nodes[0]["name"] = json!("Root");
    file.skins[0]["joints"] = json!([0, 1, 2, 3, 4, 5]);
    let still = JointMotion::of(&armature().read().clips[0]);
    let imported = file.read();
    assert_eq!(imported.clips[0].skeleton.joints()[0].name, "Hips");
    assert_eq!(JointMotion::of(&imported.clips[0]).frame(30), still.frame(30));
    assert!(
        imported.notes.iter().any(|note| note.message.contains("Root")),
        "{:?}",
        imported.notes
    );
}

#[test]
fn without_a_skin_the_nodes_that_move_are_the_body() {
    let mut file = armature();
    file.skins.clear();
    for node in 2..6 {
        file.channel(node, "rotation", "LINEAR", &[0.0, 1.0], &FROM_ZERO_TO_RIGHT);
    }
    let clip = file.read().clips.remove(0);
    assert_eq!((clip.skeleton.len(), clip.skeleton.joints()[0].name.as_str()), (5, "Hips"));
}

/// Four floats (0, 0, 0, 1) as base64, twice: a rotation that stays.
#[test]
fn data_uris_are_read() {
    let mut root = File::default();
    root.nodes.push(json!({ "name": "Hips" }));
    root.channel(0, "rotation", "LINEAR", &[0.0], &[0.0, 0.0, 0.0, 1.0]);
    let mut json = root.json();
    // 0.0 (time), 0.0, 0.0, 0.0, 1.0: sixteen zero bytes, then 00 00 80 3f.
    let data = "AAAAAAAAAAAAAAAAAAAAAAAAgD8=";
    json["buffers"][0]["uri"] = json!(format!("data:application/octet-stream;base64,{data}"));
    let bytes = json.to_string().into_bytes();
    let clip =
        gltf::read("f.gltf", &bytes, &ImportOptions::default(), &|_| None).unwrap().clips.remove(0);
    assert_eq!((clip.len(), clip.rotations[0]), (1, Quat::IDENTITY));
}

#[test]
fn the_rate_can_be_given() {
    let options = ImportOptions { rate_hz: Some(50.0), ..ImportOptions::default() };
    let clip = armature().read_with(&options).unwrap().clips.remove(0);
    assert_eq!((clip.len(), clip.rate_hz), (51, 50.0));
}

/// What is wrong is told with its place.
#[test]
fn malformed_files_are_refused_with_their_place() {
    let check = |change: fn(&mut Value), expected: &str| {
        let file = armature();
        let mut json = file.json();
        change(&mut json);
        let numbers = |_: &str| Some(file.bytes());
        let bytes = json.to_string().into_bytes();
        let error = gltf::read("f.gltf", &bytes, &ImportOptions::default(), &numbers).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("f.gltf") && message.contains(expected), "{message}");
    };
    check(|json| json["accessors"][0]["count"] = json!(u64::MAX), "accessor 0: it reaches beyond");
    check(
        |json| json["bufferViews"][1]["byteOffset"] = json!(u64::MAX - 3),
        "accessor 1: it reaches",
    );
    check(
        |json| json["bufferViews"][1]["byteStride"] = json!(usize::MAX),
        "accessor 1: it reaches",
    );
    check(|json| json["bufferViews"][0]["buffer"] = json!(7), "accessor 0");
    check(|json| json["accessors"][0]["componentType"] = json!(1), "accessor 0: its type");
    check(|json| json["accessors"][1]["type"] = json!("VEC2"), "animation 'move', node 'Hips'");
    check(|json| json["animations"][0]["samplers"][0]["input"] = json!(99), "accessor 99");
    check(
        |json| json["animations"][0]["channels"][0]["sampler"] = json!(9),
        "node 'Hips': its sampler",
    );
    check(|json| json["animations"] = json!([]), "no animation");
    check(|json| json["nodes"][5]["children"] = json!([77]), "node 'RightLeg': its child 77");
    check(|json| json["nodes"][5]["children"] = json!([3]), "has another parent");
    check(|json| json["asset"]["version"] = json!("1.0"), "glTF 1.0");
    check(|json| json["extensionsRequired"] = json!(["EXT_meshopt_compression"]), "meshopt");
    check(|json| json["nodes"] = json!(5), "line 1");
}

#[test]
fn circles_of_nodes_are_refused() {
    let mut file = armature();
    file.nodes[0]["children"] = json!([]);
    file.nodes[5]["children"] = json!([1]);
    let error = file.read_with(&ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("its own child"), "{error}");
}

#[test]
fn a_missing_buffer_is_named() {
    let json = armature().json().to_string();
    let error =
        gltf::read("f.gltf", json.as_bytes(), &ImportOptions::default(), &|_| None).unwrap_err();
    assert!(error.to_string().contains("the numbers.bin"), "{error}");
}

#[test]
fn keyframes_years_apart_are_no_motion() {
    let mut file = File { nodes: vec![json!({ "name": "Hips" })], ..File::default() };
    file.channel(0, "rotation", "LINEAR", &[0.0, 1e9], &FROM_ZERO_TO_RIGHT);
    assert!(matches!(file.read_with(&ImportOptions::default()), Err(ImportError::Absurd { .. })));
}
